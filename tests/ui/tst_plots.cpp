// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/file_content.h"
#include "tests/support/suite.h"
#include "tests/ui/window_fixture.h"
#include "ui/plots/memory_picture.h"
#include "ui/plots/plot_list.h"
#include "ui/plots/point_plot.h"
#include "ui/plots/time_plot.h"

#include <QAbstractItemModelTester>
#include <QAccessible>
#include <QClipboard>
#include <QMimeData>
#include <QSignalSpy>
#include <QSvgRenderer>
#include <QTemporaryDir>

#include <cmath>

namespace rigwright::test::tst_plots {

constexpr int patience_ms = 20000;

Scenario example()
{
    Scenario scenario =
        with_fields(scenario_of("resnet50", 16, "rtx4090"), R"({"training.epochs": 90, "dataset.samples": 100000})");
    scenario.name = "The \"plan\"";
    return scenario;
}

/// A plot in its own window, ready when it shows the document.
struct Shown {
    Shown(Document& document, const Localization& words, const PlotEntry& entry)
        : own(static_cast<PointPlot*>(entry.create(document, words, nullptr))),
          plot(*own)
    {
        plot.resize(700, 480);
        plot.show();
        settle();
    }
    bool settle()
    {
        return QTest::qWaitFor([this] { return plot.is_drawn(); }, patience_ms);
    }
    QPoint marker_grip() const { return plot.marker()->handle().center().toPoint(); }
    int x_of(double micro_batch) const { return qRound(plot.canvas().xAxis->coordToPixel(micro_batch)); }

    std::unique_ptr<PointPlot> own;
    PointPlot& plot;
};

QColor pixel(QWidget& widget, QPoint at) { return widget.grab().toImage().pixelColor(at); }

/// Side by side as on the Overview.
struct Compact : Shown {
    Compact(Document& document, const Localization& words, const PlotEntry& entry) : Shown(document, words, entry)
    {
        plot.set_compact();
        plot.resize(495, 392);
        QApplication::processEvents();
        settle();
    }
};

/// The engine's answers along the micro-batch.
const std::vector<SweepPoint>& curve_of(Document& document) { return curves_of(document).known()->batch; }

QStringList labels_of(const PlotCanvas& canvas)
{
    QStringList labels;
    for (int i = 0; i < canvas.itemCount(); ++i)
        if (const auto* label = qobject_cast<QCPItemText*>(canvas.item(i))) labels << label->text();
    return labels;
}

/// The label that begins so; null if there is none.
const QCPItemText* label_at(const PlotCanvas& canvas, const QString& start)
{
    for (int i = 0; i < canvas.itemCount(); ++i)
        if (const auto* label = qobject_cast<QCPItemText*>(canvas.item(i)); label && label->text().startsWith(start))
            return label;
    return nullptr;
}

class PlotsTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        words_ = std::make_unique<Localization>(*find_data_directory());
        language_ = std::make_unique<InterfaceLanguage>();
        connect(language_.get(), &InterfaceLanguage::changed, this, [this](const QString& id) { words_->use(id); });
    }

    void init()
    {
        language_->use(QStringLiteral("en"));
        apply_theme(ThemeChoice::light);
        document_ = std::make_unique<Document>(shared_engine_data(), example());
        QVERIFY(document_->evaluation().estimate.has_value());
    }

    void every_plot_of_the_list_draws_data()
    {
        QTest::addColumn<int>("index");
        for (std::size_t i = 0; i < plot_list().size(); ++i) QTest::newRow(plot_list()[i].id) << static_cast<int>(i);
    }

    void every_plot_of_the_list_draws()
    {
        QFETCH(int, index);
        const PlotEntry& entry = plot_list()[static_cast<std::size_t>(index)];
        if (entry.applies != nullptr && !entry.applies(*document_)) {
            Scenario text = example();
            text.model.preset = "gpt2-small";
            text.parallel.pipeline = 4;
            text.build.gpus_per_node = 4;
            document_ = std::make_unique<Document>(shared_engine_data(), text);
            QVERIFY(entry.applies(*document_));
        }
        QWidget window;
        auto* plot = qobject_cast<PlotPane*>(entry.create(*document_, *words_, &window));
        QVERIFY(plot != nullptr);
        QCOMPARE(plot->objectName(), QString::fromLatin1(entry.id));
        QVERIFY(!entry.title().isEmpty());
        plot->resize(700, 480);
        window.resize(700, 480);
        window.show();
        QTRY_VERIFY_WITH_TIMEOUT(plots_are_drawn(window), patience_ms);
        QVERIFY(plot->canvas().has_axes());
        QVERIFY(plot->canvas().graphCount() > 0);
        QVERIFY(!plot->caption().isEmpty());
        const QByteArray id = entry.id;
        const int fewest_rows = id == "cost_time" ? 1 : id == "memory_stages" || id == "step_schedule" ? 3 : 6;
        QVERIFY(plot->table_view().model()->rowCount() >= fewest_rows);
    }

    void dragging_the_marker_sets_the_batch_in_one_undo_step()
    {
        Shown shown(*document_, *words_, memory_plot());
        QVERIFY(shown.plot.marker() != nullptr);
        PlotCanvas& canvas = shown.plot.canvas();
        const QPoint grip = shown.marker_grip();
        const QSignalSpy settled(document_.get(), &Document::settled);
        QTest::mousePress(&canvas, Qt::LeftButton, Qt::NoModifier, grip);
        for (int x = grip.x(); x > shown.x_of(2.0); x -= 5) {
            QTest::mouseMove(&canvas, QPoint(x, grip.y() + 40));
            QCOMPARE(settled.count(), 0);
        }
        QTest::mouseMove(&canvas, QPoint(shown.x_of(2.0), grip.y()));
        QCOMPARE(document_->scenario().training.micro_batch, std::int64_t{2});
        QVERIFY(std::abs(shown.marker_grip().x() - shown.x_of(2.0)) < 60);
        QTest::mouseMove(&canvas, QPoint(shown.x_of(4.0), grip.y()));
        QTest::mouseRelease(&canvas, Qt::LeftButton, Qt::NoModifier, QPoint(shown.x_of(4.0), grip.y()));
        QCOMPARE(document_->scenario().training.micro_batch, std::int64_t{4});
        QVERIFY(settled.count() >= 1);
        QCOMPARE(document_->undo_stack().count(), 1);
        document_->undo_stack().undo();
        QCOMPARE(document_->scenario().training.micro_batch, std::int64_t{16});
        // Moving the mouse without a button sets nothing.
        QTest::mouseMove(&canvas, QPoint(shown.x_of(8.0), grip.y() + 60));
        QCOMPARE(document_->scenario().training.micro_batch, std::int64_t{16});
        // Beyond the end of the axis lies its last point.
        QTRY_VERIFY_WITH_TIMEOUT(shown.plot.is_drawn(), patience_ms);
        QTest::mousePress(&canvas, Qt::LeftButton, Qt::NoModifier, shown.marker_grip());
        QTest::mouseMove(&canvas, QPoint(-500, 100));
        QTest::mouseRelease(&canvas, Qt::LeftButton, Qt::NoModifier, QPoint(-500, 100));
        QCOMPARE(document_->scenario().training.micro_batch, std::int64_t{1});
    }

    void marker_follows_the_document_without_new_curves()
    {
        Shown shown(*document_, *words_, memory_plot());
        const std::shared_ptr<const Curves> curves = curves_of(*document_).known();
        QVERIFY(curves != nullptr);
        const double before = shown.plot.marker()->handle().center().x();
        QVERIFY(document_->set_field(QStringLiteral("training.micro_batch"), FieldValue(std::int64_t{2})));
        QVERIFY(shown.plot.marker()->handle().center().x() < before);
        QVERIFY(shown.settle());
        QCOMPARE(curves_of(*document_).known(), curves);
        // Anything else bends the curve.
        QVERIFY(document_->set_field(QStringLiteral("training.precision"), FieldValue(std::string("fp16-amp"))));
        QVERIFY(!curves_of(*document_).is_settled());
        QVERIFY(shown.settle());
        QVERIFY(curves_of(*document_).known() != curves);
    }

    void keys_move_and_apply_the_readout()
    {
        Shown shown(*document_, *words_, memory_plot());
        PlotCanvas& canvas = shown.plot.canvas();
        canvas.setFocus();
        QVERIFY(shown.plot.readout_box().isHidden());
        QTest::keyClick(&canvas, Qt::Key_Right);
        QCOMPARE(shown.plot.readout_box().readout().heading, QStringLiteral("Micro-batch 16"));
        QVERIFY(canvas.accessibleDescription().startsWith(QLatin1String("Micro-batch 16")));
        QTest::keyClick(&canvas, Qt::Key_Right);
        QCOMPARE(shown.plot.readout_box().readout().heading, QStringLiteral("Micro-batch 24"));
        QTest::keyClick(&canvas, Qt::Key_Home);
        QCOMPARE(shown.plot.readout_box().readout().heading, QStringLiteral("Micro-batch 1"));
        QTest::keyClick(&canvas, Qt::Key_C, Qt::ControlModifier);
        QVERIFY(QGuiApplication::clipboard()->text().startsWith(QLatin1String("Micro-batch 1\n")));
        QTest::keyClick(&canvas, Qt::Key_Return);
        QCOMPARE(document_->scenario().training.micro_batch, std::int64_t{1});
        QTest::keyClick(&canvas, Qt::Key_Escape);
        QVERIFY(shown.plot.readout_box().isHidden());
    }

    void readout_shows_the_parts_under_the_mouse()
    {
        Shown shown(*document_, *words_, memory_plot());
        PlotCanvas& canvas = shown.plot.canvas();
        QTest::mouseMove(&canvas, QPoint(shown.x_of(4.0), canvas.axisRect()->rect().center().y()));
        const ReadoutBox& box = shown.plot.readout_box();
        QVERIFY(box.isVisible());
        QCOMPARE(box.readout().heading, QStringLiteral("Micro-batch 4"));
        QCOMPARE(box.readout().lines.size(), memory_series(curve_of(*document_)).bands.size() + 1);
        QVERIFY(canvas.rect().contains(box.geometry()));
        QEvent leave(QEvent::Leave);
        QApplication::sendEvent(&canvas, &leave);
        QVERIFY(box.isHidden());
    }

    void table_holds_what_is_drawn()
    {
        Shown memory(*document_, *words_, memory_plot());
        Shown time(*document_, *words_, time_plot(Timed::epoch));
        QAbstractItemModel* model = memory.plot.table_view().model();
        const QAbstractItemModelTester tester(model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        const MemorySeries series = memory_series(curve_of(*document_));
        QCOMPARE(model->rowCount(), static_cast<int>(series.rows.size()));
        QCOMPARE(model->columnCount(), static_cast<int>(series.bands.size()) + 3);
        const int total = model->columnCount() - 2;
        for (int row = 0; row < model->rowCount(); ++row) {
            const QString shown = model->index(row, total).data().toString();
            QCOMPARE(shown, words_->text(value_of(series.rows[static_cast<std::size_t>(row)].total)));
        }
        QCOMPARE(time.plot.table_view().model()->rowCount(),
                 static_cast<int>(time_points(curve_of(*document_), Timed::epoch).size()));
        // Keyboard alone reaches it.
        memory.plot.show_table(true);
        QVERIFY(memory.plot.table_view().isVisible());
        memory.plot.activateWindow();
        memory.plot.table_view().setFocus();
        QTRY_VERIFY(memory.plot.table_view().hasFocus());
        QVERIFY(!memory.plot.table_view().tabKeyNavigation());
        memory.plot.show_table(false);
        QVERIFY(memory.plot.canvas().isVisible());
    }

    void copied_table_has_exact_numbers()
    {
        Shown shown(*document_, *words_, memory_plot());
        shown.plot.copy_table();
        const QMimeData* copied = QGuiApplication::clipboard()->mimeData();
        QVERIFY(copied->hasText() && copied->hasHtml());
        const QStringList lines = copied->text().split(QLatin1Char('\n'), Qt::SkipEmptyParts);
        const MemorySeries series = memory_series(curve_of(*document_));
        QCOMPARE(lines.size(), static_cast<qsizetype>(series.rows.size()) + 1);
        QVERIFY(lines.first().contains(QLatin1String("Total (bytes)")));
        const QStringList cells = lines[1].split(QLatin1Char('\t'));
        QCOMPARE(cells.first(), QStringLiteral("1"));
        QCOMPARE(cells[cells.size() - 2].toLongLong(), qint64{series.rows.front().total.value()});
        QVERIFY(copied->html().contains(QLatin1String("<th>Total</th>")));
    }

    void capacity_and_limit_are_shown()
    {
        Shown shown(*document_, *words_, memory_plot());
        const std::int64_t limit = document_->evaluation().estimate->memory->max_micro_batch;
        QVERIFY(limit > 1);
        QCOMPARE(memory_series(curve_of(*document_)).limit, std::optional(limit));
        QVERIFY2(shown.plot.caption().contains(QString::number(limit)), qPrintable(shown.plot.caption()));
        const QStringList labels = labels_of(shown.plot.canvas());
        QVERIFY(labels.contains(QStringLiteral("Does not fit")));
        QVERIFY(labels.contains(QStringLiteral("Largest that fits: %1").arg(limit)));
        // The legend names every area once, from the top of the stack down.
        const PlotCanvas& canvas = shown.plot.canvas();
        std::size_t named = 0;
        for (int i = 0; i < canvas.legend->itemCount(); ++i) named += canvas.legend->item(i) != nullptr ? 1U : 0U;
        QCOMPARE(named, memory_series(curve_of(*document_)).bands.size());
        QVERIFY(canvas.legend->item(0)->outerRect().height() > QFontMetrics(canvas.font()).height());
        // Above the axes, which have the whole width.
        QVERIFY(canvas.legend->outerRect().bottom() < canvas.axisRect()->top());
        QVERIFY(canvas.axisRect()->right() > canvas.width() - 40);
        QCOMPARE(static_cast<QCPPlottableLegendItem*>(canvas.legend->item(0))->plottable()->name(),
                 words_->quantity("memory.parts.activations"));
    }

    void parts_that_the_page_names_are_not_named_again()
    {
        Shown shown(*document_, *words_, memory_plot());
        QVERIFY(shown.plot.canvas().legend->visible());
        const int top = shown.plot.canvas().axisRect()->top();
        shown.plot.leave_parts_unnamed();
        shown.plot.resize(701, 480);
        QVERIFY(shown.settle());
        QVERIFY(!shown.plot.canvas().legend->visible());
        QVERIFY(shown.plot.canvas().axisRect()->top() < top);
        // An exported picture names them.
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("plot.svg"));
        QCOMPARE(shown.plot.save_image(path), QString());
        QVERIFY(content_of(path).contains(words_->quantity("memory.parts.activations").toUtf8()));
    }

    void plots_without_a_time_give_the_reason()
    {
        Scenario without_samples = example();
        without_samples.dataset.samples.reset();
        without_samples.dataset.tokens.reset();
        QVERIFY(document_->set_scenario(without_samples, QString()));
        Shown shown(*document_, *words_, time_plot(Timed::epoch));
        QVERIFY(!shown.plot.canvas().has_axes());
        QCOMPARE(shown.plot.canvas().itemCount(), 1);
        QVERIFY(shown.plot.marker() == nullptr);
        QVERIFY(document_->set_field(QStringLiteral("dataset.samples"), FieldValue(std::int64_t{1000})));
        QVERIFY(shown.settle());
        QVERIFY(shown.plot.canvas().has_axes());
    }

    void language_change_relabels()
    {
        Shown shown(*document_, *words_, memory_plot());
        const QString english = shown.plot.caption();
        const QString label = shown.plot.canvas().xAxis->label();
        language_->use(QStringLiteral("zh_CN"));
        QTRY_VERIFY(shown.plot.caption() != english);
        QVERIFY(shown.plot.canvas().xAxis->label() != label);
        for (const QToolButton* button : shown.plot.findChildren<QToolButton*>()) {
            if (button->text().isEmpty()) continue;
            QVERIFY2(button->text().at(0).unicode() > 0x2000, qPrintable(button->text()));
        }
        auto* first = static_cast<QCPPlottableLegendItem*>(shown.plot.canvas().legend->item(0));
        QCOMPARE(first->plottable()->name(), words_->quantity("memory.parts.activations"));
        language_->use(QStringLiteral("en"));
        QTRY_COMPARE(shown.plot.caption(), english);
    }

    void palette_change_recolours()
    {
        Shown shown(*document_, *words_, memory_plot());
        PlotCanvas& canvas = shown.plot.canvas();
        QCOMPARE(pixel(canvas, {4, 4}), light_theme().base);
        apply_theme(ThemeChoice::dark);
        QTRY_VERIFY(shown.settle() && canvas.theme().dark);
        QCOMPARE(pixel(canvas, {4, 4}), dark_theme().base);
        QCOMPARE(canvas.xAxis->labelColor(), dark_theme().text);
    }

    void exports_are_complete_and_white_data()
    {
        add_columns<QString, QByteArray>("ending", "beginning");
        QTest::newRow("png") << QStringLiteral("png") << QByteArray("\x89PNG");
        QTest::newRow("svg") << QStringLiteral("svg") << QByteArray("<?xml");
        QTest::newRow("pdf") << QStringLiteral("PDF") << QByteArray("%PDF-");
    }

    void exports_are_complete_and_white()
    {
        QFETCH(QString, ending);
        QFETCH(QByteArray, beginning);
        apply_theme(ThemeChoice::dark);
        Shown shown(*document_, *words_, time_plot(Timed::epoch));
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("plot.") + ending);
        QCOMPARE(shown.plot.save_image(path), QString());
        const QByteArray content = content_of(path);
        QVERIFY(content.startsWith(beginning));
        QVERIFY(content.size() > 3000);
        QCOMPARE(QDir(folder.path()).entryList(QDir::Files).size(), 1);
        if (ending == QLatin1String("png")) {
            const QImage image = QImage::fromData(content);
            QCOMPARE(image.size(), export_size * 2);
            QCOMPARE(image.pixelColor(4, 4), QColor(Qt::white));
        }
        if (ending == QLatin1String("svg"))
            QVERIFY(content.contains("Epoch time vs. micro-batch size — The &quot;plan&quot;"));
    }

    void vector_pictures_keep_inside_their_axes()
    {
        // SVG files know no clipping: what is beyond the axes must not be drawn at all.
        Shown shown(*document_, *words_, memory_plot());
        const MemorySeries series = memory_series(curve_of(*document_));
        QVERIFY(series.largest_total > 1.2 * memory_axis_end(series, 0.0));
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("plot.svg"));
        QCOMPARE(shown.plot.save_image(path), QString());
        QImage image(export_size, QImage::Format_RGB32);
        image.fill(Qt::red);
        QPainter painter(&image);
        QSvgRenderer(path).render(&painter, QRectF(QPointF(), QSizeF(export_size)));
        painter.end();
        for (int x = 500; x < 940; ++x) QCOMPARE(image.pixelColor(x, 70), QColor(Qt::white));
        for (int x = 60; x < 720; ++x) QCOMPARE(image.pixelColor(x, 598), QColor(Qt::white));
    }

    void export_failures_are_explained()
    {
        Shown shown(*document_, *words_, memory_plot());
        const QTemporaryDir folder;
        QVERIFY(!shown.plot.save_image(folder.filePath(QStringLiteral("missing/plot.png"))).isEmpty());
        QVERIFY(shown.plot.save_image(folder.filePath(QStringLiteral("plot.gif"))).contains(QLatin1String(".png")));
        QVERIFY(QDir(folder.path()).isEmpty());
    }

    void wheel_belongs_to_the_page_without_ctrl()
    {
        Shown shown(*document_, *words_, memory_plot());
        PlotCanvas& canvas = shown.plot.canvas();
        const QCPRange whole = canvas.yAxis->range();
        const QPointF centre = canvas.axisRect()->rect().center();
        const auto turn = [&](Qt::KeyboardModifiers modifiers) {
            QWheelEvent event(centre, canvas.mapToGlobal(centre), {}, {0, 120}, Qt::NoButton, modifiers,
                              Qt::NoScrollPhase, false);
            event.ignore();
            QApplication::sendEvent(&canvas, &event);
            return event.isAccepted();
        };
        QVERIFY(!turn(Qt::NoModifier));
        QCOMPARE(canvas.yAxis->range(), whole);
        QVERIFY(turn(Qt::ControlModifier));
        QVERIFY(canvas.yAxis->range().size() < whole.size());
        QVERIFY(canvas.is_zoomed());
        QTest::keyClick(&canvas, Qt::Key_0);
        QVERIFY(!canvas.is_zoomed());
        QCOMPARE(canvas.yAxis->range(), whole);
        // Never beyond the picture.
        QTest::keyClick(&canvas, Qt::Key_Minus);
        QCOMPARE(canvas.yAxis->range(), whole);
    }

    void unusable_ranges_are_refused()
    {
        PlotCanvas canvas;
        canvas.begin();
        canvas.set_full_view({1.0, 8.0}, {0.0, 4.0});
        QVERIFY(canvas.has_axes());
        canvas.set_full_view({1.0, 8.0}, {0.0, std::nan("")});
        QVERIFY(!canvas.has_axes());
        canvas.begin();
        canvas.xAxis->setScaleType(QCPAxis::stLogarithmic);
        canvas.set_full_view({0.0, 8.0}, {0.0, 4.0});
        QVERIFY(!canvas.has_axes());
    }

    void assistive_technology_hears_a_chart()
    {
        Shown shown(*document_, *words_, memory_plot());
        QAccessibleInterface* canvas = QAccessible::queryAccessibleInterface(&shown.plot.canvas());
        QVERIFY(canvas != nullptr);
        QCOMPARE(canvas->role(), QAccessible::Chart);
        QCOMPARE(canvas->text(QAccessible::Name), memory_plot().title());
        QCOMPARE(canvas->text(QAccessible::Description), shown.plot.caption());
        QVERIFY((shown.plot.canvas().focusPolicy() & Qt::TabFocus) != 0);
    }

    void hidden_plots_keep_no_picture()
    {
        Shown shown(*document_, *words_, memory_plot());
        PlotCanvas& canvas = shown.plot.canvas();
        QVERIFY(canvas.holds_picture());
        // Without the focus frame.
        const auto picture = [&canvas] { return canvas.grab(canvas.rect().adjusted(3, 3, -3, -3)).toImage(); };
        const QImage before = picture();
        shown.plot.show_table(true);
        QVERIFY(!canvas.holds_picture());
        // Whole with the first painting, not a turn of the loop later.
        shown.plot.show_table(false);
        QVERIFY(picture() == before);
        shown.plot.hide();
        QVERIFY(!canvas.holds_picture());
        QApplication::processEvents();
        QVERIFY(!canvas.holds_picture());
        shown.plot.show();
        QVERIFY(picture() == before);
    }

    void compact_twins_have_their_axes_at_the_same_places()
    {
        QVERIFY(document_->set_field(QStringLiteral("dataset.samples"), FieldValue(std::int64_t{300})));
        Compact memory(*document_, *words_, memory_plot());
        Compact time(*document_, *words_, time_plot(Timed::training));
        // The times end where a batch holds all samples; the axis does not.
        const std::vector<TimePoint> times = time_points(curve_of(*document_), Timed::training);
        const std::vector<MemoryRow> rows = memory_series(curve_of(*document_)).rows;
        QVERIFY(times.size() < rows.size() || times.back().micro_batch <= rows.back().micro_batch);
        QCOMPARE(time.plot.canvas().axisRect()->rect(), memory.plot.canvas().axisRect()->rect());
        QCOMPARE(time.plot.canvas().xAxis->range(), memory.plot.canvas().xAxis->range());
        QCOMPARE(time.plot.marker()->handle(), memory.plot.marker()->handle());
        const QRect axes = memory.plot.canvas().axisRect()->rect();
        QCOMPARE(axes.left(), 44);
        QCOMPARE(memory.plot.canvas().width() - 1 - axes.right(), 14);
        QCOMPARE(memory.plot.canvas().height() - 1 - axes.bottom(), 54);
        QVERIFY(!memory.plot.canvas().legend->visible());
        // The caption is still available to screen readers.
        QVERIFY(!memory.plot.canvas().accessibleDescription().isEmpty());
        QVERIFY(
            labels_of(memory.plot.canvas())
                .contains(QStringLiteral("max. %1").arg(document_->evaluation().estimate->memory->max_micro_batch)));
        // An exported picture has its legend and axis title.
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("plot.svg"));
        QCOMPARE(memory.plot.save_image(path), QString());
        QVERIFY(content_of(path).contains("Memory per GPU (GiB)"));
    }

    void the_value_leaves_the_knee_its_name()
    {
        Compact shown(*document_, *words_, time_plot(Timed::training));
        shown.plot.resize(700, 392);
        const PlotCanvas& canvas = shown.plot.canvas();
        const auto knee = [&canvas] { return label_at(canvas, "Knee"); };
        QVERIFY(knee() != nullptr);
        const std::int64_t batch = knee()->text().section(QLatin1Char(' '), -1).toLongLong();
        QVERIFY(document_->set_field(QStringLiteral("training.micro_batch"), FieldValue(batch)));
        QVERIFY(shown.settle());
        QVERIFY(knee() != nullptr && shown.plot.marker()->tag().has_value());
        QVERIFY(knee()->visible());
        const QRectF name(knee()->topLeft->pixelPosition(), knee()->bottomRight->pixelPosition());
        QVERIFY(!name.intersects(*shown.plot.marker()->tag()));
    }

    /// As on the Overview at 1024x768; ResNet-50's largest micro-batch lies near the right end.
    void a_narrow_plot_names_its_limit_inside()
    {
        QVERIFY(document_->set_field(QStringLiteral("input.image_height"), FieldValue(std::int64_t{224})));
        QVERIFY(document_->set_field(QStringLiteral("input.image_width"), FieldValue(std::int64_t{224})));
        Compact memory(*document_, *words_, memory_plot());
        memory.plot.resize(325, 392);
        QApplication::processEvents();
        memory.settle();
        const PlotCanvas& canvas = memory.plot.canvas();
        const QCPItemText* label = label_at(canvas, "max.");
        QVERIFY(label != nullptr && label->visible());
        QVERIFY2(label->right->pixelPosition().x() <= canvas.axisRect()->right(), qPrintable(label->text()));
        QVERIFY(label->left->pixelPosition().x() >= canvas.axisRect()->left());
    }

    /// At a batch of 512 the axis reaches to twenty times what the card has.
    void a_limit_close_to_the_axis_is_named_above()
    {
        QVERIFY(document_->set_field(QStringLiteral("training.micro_batch"), FieldValue(std::int64_t{512})));
        Compact memory(*document_, *words_, memory_plot());
        memory.plot.resize(325, 260);
        QApplication::processEvents();
        memory.settle();
        const PlotCanvas& canvas = memory.plot.canvas();
        const QCPItemText* label = label_at(canvas, "max.");
        QVERIFY(label != nullptr && label->visible());
        QVERIFY(label->bottom->pixelPosition().y() <= canvas.axisRect()->bottom());
    }

    /// QCustomPlot hides items with the axes that clip them.
    void a_plot_without_numbers_gives_the_reason()
    {
        QVERIFY(document_->set_field(QStringLiteral("dataset.samples"), FieldValue{}));
        Compact time(*document_, *words_, time_plot(Timed::training));
        PlotCanvas& canvas = time.plot.canvas();
        QCOMPARE(labels_of(canvas),
                 QStringList{QStringLiteral("Enter the samples of the dataset to see the training time.")});
        // Also in a narrow plot, whole: the margin around the words stays empty.
        for (const int width : {495, 240}) {
            time.plot.resize(width, 392);
            QApplication::processEvents();
            time.settle();
            const QImage picture = canvas.grab().toImage();
            // The focus frame isn't text.
            const QRect inside = picture.rect().adjusted(4, 4, -4, -4);
            const QRgb paper = picture.pixel(inside.topLeft());
            QRect inked;
            for (int y = inside.top(); y <= inside.bottom(); ++y)
                for (int x = inside.left(); x <= inside.right(); ++x)
                    if (picture.pixel(x, y) != paper) inked |= QRect(x, y, 1, 1);
            QVERIFY2(inked.width() > 100, qPrintable(QString::number(width)));
            QVERIFY2(inside.adjusted(2, 2, -2, -2).contains(inked), qPrintable(QString::number(width)));
        }
    }

    void arrows_step_the_number_of_a_compact_plot()
    {
        Compact shown(*document_, *words_, memory_plot());
        PlotCanvas& canvas = shown.plot.canvas();
        canvas.setFocus();
        QTest::keyClick(&canvas, Qt::Key_Right);
        QCOMPARE(document_->scenario().training.micro_batch, std::int64_t{24});
        QCOMPARE(shown.plot.readout_box().readout().heading, QStringLiteral("Micro-batch 24"));
        QTest::keyClick(&canvas, Qt::Key_Left);
        QTest::keyClick(&canvas, Qt::Key_Left);
        QVERIFY(document_->scenario().training.micro_batch < 16);
        QCOMPARE(document_->undo_stack().count(), 3);
        document_->undo_stack().undo();
        QCOMPARE(document_->scenario().training.micro_batch, std::int64_t{16});
    }

    void the_arrows_of_the_grip_step_as_one_undo_step()
    {
        Compact shown(*document_, *words_, memory_plot());
        PlotCanvas& canvas = shown.plot.canvas();
        const QRectF grip = shown.plot.marker()->handle();
        QCOMPARE(grip.height(), 26.0);
        QVERIFY(grip.width() >= 52.0);
        QTest::mouseClick(&canvas, Qt::LeftButton, {}, QPoint(qRound(grip.right()) - 6, qRound(grip.center().y())));
        QCOMPARE(document_->scenario().training.micro_batch, std::int64_t{24});
        QCOMPARE(document_->undo_stack().count(), 1);
        // On the number, pressing only grabs it.
        QTest::mouseClick(&canvas, Qt::LeftButton, {}, shown.marker_grip());
        QCOMPARE(document_->undo_stack().count(), 1);
        const QPointF centre = shown.marker_grip();
        QWheelEvent wheel(centre, canvas.mapToGlobal(centre), {}, {0, 120}, Qt::NoButton, Qt::NoModifier,
                          Qt::NoScrollPhase, false);
        QApplication::sendEvent(&canvas, &wheel);
        QCOMPARE(document_->scenario().training.micro_batch, std::int64_t{24});
    }

    void the_deadline_is_drawn_where_it_matters()
    {
        Compact shown(*document_, *words_, time_plot(Timed::training));
        const auto has_deadline = [&] { return label_at(shown.plot.canvas(), "Deadline ") != nullptr; };
        QVERIFY(!has_deadline());
        const double total = document_->evaluation().estimate->time->total.base();
        Scenario with = document_->scenario();
        with.requirements.deadline_seconds = 2.0 * total;
        QVERIFY(document_->set_scenario(with, QString()));
        QVERIFY(shown.settle());
        QVERIFY(has_deadline());
        QVERIFY(shown.plot.canvas().yAxis->range().contains(2.0 * total));
        // Far above every time it would only compress the curve.
        with.requirements.deadline_seconds = 1e4 * total;
        QVERIFY(document_->set_scenario(with, QString()));
        QVERIFY(shown.settle());
        QVERIFY(!has_deadline());
    }

    void lines_of_other_builds_end_at_their_largest_batch()
    {
        Project project = document_->project();
        Build other = project.builds.front();
        other.scenario.name = "Small card";
        other.scenario.build.gpu = "rtx4060ti-8g";
        other.pin = Pin{};
        project.builds.push_back(other);
        document_->edit_project(project, QString());
        Compact shown(*document_, *words_, memory_plot());
        QTRY_VERIFY_WITH_TIMEOUT(overlay_of(*document_).known() && shown.plot.is_drawn(), patience_ms);
        const QCPGraph* line = nullptr;
        for (int i = 0; i < shown.plot.canvas().graphCount(); ++i)
            if (shown.plot.canvas().graph(i)->name() == QLatin1String("Small card"))
                line = shown.plot.canvas().graph(i);
        QVERIFY(line != nullptr);
        const std::int64_t largest = document_->answer_of(1)->estimate->memory->max_micro_batch;
        QVERIFY(largest >= 1 && largest < document_->evaluation().estimate->memory->max_micro_batch);
        QCOMPARE((line->data()->constEnd() - 1)->key, static_cast<double>(largest));
        QVERIFY(labels_of(shown.plot.canvas()).contains(QStringLiteral("B")));
        // Its memory is smaller, so its end is drawn too.
        QVERIFY(!labels_of(shown.plot.canvas()).filter(QStringLiteral("B usable")).isEmpty());
    }

private:
    std::unique_ptr<Localization> words_;
    std::unique_ptr<InterfaceLanguage> language_;
    std::unique_ptr<Document> document_;
};

RIGWRIGHT_STYLED_TEST(PlotsTest)

} // namespace rigwright::test::tst_plots

#include "tst_plots.moc"
