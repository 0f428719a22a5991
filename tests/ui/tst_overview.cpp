// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/quantities.h"
#include "core/json/data_directory.h"
#include "tests/support/suite.h"
#include "tests/ui/find_widget.h"
#include "tests/ui/window_fixture.h"
#include "ui/compare/build_actions.h"
#include "ui/controls/card.h"
#include "ui/document/curves.h"
#include "ui/document/page.h"
#include "ui/format/words.h"
#include "ui/measure/measurement_list.h"
#include "ui/panels/advice_panel.h"
#include "ui/panels/choices_column.h"
#include "ui/plots/plot_list.h"
#include "ui/plots/plot_pane.h"
#include "ui/plots/point_plot.h"
#include "ui/window_files.h"

#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QDir>
#include <QFileInfo>
#include <QGuiApplication>
#include <QMenu>

namespace rigwright::test::tst_overview {

constexpr int patience_ms = 20000;

Scenario defects()
{
    Scenario scenario;
    scenario.model.preset = "detr_r50";
    scenario.dataset.samples = 1000;
    scenario.training.epochs = 300;
    scenario.training.micro_batch = 2;
    scenario.build.gpu = "rtx4090";
    return scenario;
}

/// The machine of a project and five others beside it, two of them with nearly the same memory.
Project six_machines(Project project)
{
    struct Other {
        const char* name;
        const char* gpu;
        int count;
    };
    for (const auto& [name, gpu, count] :
         {Other{"Two RTX 4090 in the old cabinet of hall 3", "rtx4090", 2}, Other{"One RTX 5070 Ti", "rtx5070ti", 1},
          Other{"A100", "a100-sxm-80", 4}, Other{"H100", "h100-sxm", 4}, Other{"RTX 4060 8 GB", "rtx4060", 1}}) {
        Build other = project.builds.front();
        other.scenario.name = name;
        other.scenario.build.gpu = gpu;
        other.scenario.build.gpus_per_node = count;
        other.pin = Pin{};
        project.builds.push_back(other);
    }
    project.builds.front().pin = Pin{};
    return project;
}

/// The visible texts of a plot and their areas.
std::vector<std::pair<QString, QRectF>> visible_texts(const PlotCanvas& canvas)
{
    std::vector<std::pair<QString, QRectF>> texts;
    for (int i = 0; i < canvas.itemCount(); ++i)
        if (const auto* text = qobject_cast<const QCPItemText*>(canvas.item(i)); text && text->visible())
            texts.emplace_back(text->text(),
                               QRectF(text->topLeft->pixelPosition(), text->bottomRight->pixelPosition()));
    return texts;
}

/// The name of a line of the plot that goes through an area of its canvas; nothing if none does.
std::optional<QString> graph_across(const PlotCanvas& canvas, const QRectF& area)
{
    constexpr int pieces = 200;
    for (int i = 0; i < canvas.graphCount(); ++i) {
        const QCPGraph& graph = *canvas.graph(i);
        std::optional<QPointF> before;
        for (const QCPGraphData& point : *graph.data()) {
            const QPointF at = graph.coordsToPixels(point.key, point.value);
            for (int piece = 0; before && piece <= pieces; ++piece)
                if (area.contains(*before + (at - *before) * piece / pieces)) return graph.name();
            before = at;
        }
    }
    return std::nullopt;
}

/// The page in a window of its own.
struct Overview {
    explicit Overview(const Scenario& scenario = defects(), QSize size = {1038, 652})
        : document(shared_engine_data(), scenario),
          words(*find_data_directory()),
          builds(document, words),
          measurements(document, words, &window),
          page(*overview_page({document, words, requests, builds, measurements}, &window))
    {
        window.resize(size);
        page.resize(size);
        window.show();
        settle();
    }
    void settle()
    {
        // New plots are shown in the next turn of the event loop.
        QApplication::processEvents();
        QTRY_VERIFY_WITH_TIMEOUT(plots_are_drawn(window), patience_ms);
    }
    PlotPane& memory() { return *child<PlotPane>(page, "overview_memory"); }
    PlotPane& time() { return *child<PlotPane>(page, "overview_time"); }

    QWidget window;
    Document document;
    Localization words;
    PageRequests requests;
    BuildActions builds;
    MeasurementFiles measurements;
    QWidget& page;
};

class OverviewTest : public QObject {
    Q_OBJECT

private slots:
    void both_plots_have_one_size_data()
    {
        QTest::addColumn<QSize>("size");
        QTest::newRow("1024") << QSize(736, 652);
        QTest::newRow("1366") << QSize(1038, 652);
        QTest::newRow("1920") << QSize(1548, 964);
    }

    void both_plots_have_one_size()
    {
        QFETCH(QSize, size);
        Overview shown(defects(), size);
        const auto axes = [](PlotPane& plot) {
            const QRect rect = plot.canvas().axisRect()->rect();
            return QRect(plot.canvas().mapTo(&plot, rect.topLeft()), rect.size());
        };
        QCOMPARE(shown.time().size(), shown.memory().size());
        QCOMPARE(axes(shown.time()), axes(shown.memory()));
        QCOMPARE(shown.time().y(), shown.memory().y());
        // They take at least half of the page.
        QVERIFY2(2 * shown.memory().height() > shown.page.height(),
                 qPrintable(QString::number(shown.memory().height())));
    }

    void both_plots_switch_to_another_axis()
    {
        Overview shown;
        auto* axes = child<QComboBox>(shown.page, "plot_axis");
        QCOMPARE(axes->currentIndex(), 0);
        QCOMPARE(axes->count(), 2);
        axes->setFocus();
        QTest::keyClick(axes, Qt::Key_Down);
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        shown.settle();
        const QString label = shown.memory().canvas().xAxis->label();
        QVERIFY2(label.startsWith(QLatin1String("Image height")), qPrintable(label));
        QCOMPARE(shown.time().canvas().xAxis->label(), label);
        QCOMPARE(shown.time().canvas().xAxis->range(), shown.memory().canvas().xAxis->range());
        // A model without images has no such axis.
        QVERIFY(shown.document.set_field("model.preset", std::string("gpt2-small")));
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        shown.settle();
        QVERIFY(shown.memory().canvas().has_axes());
        QVERIFY(shown.memory().canvas().xAxis->label().startsWith(QLatin1String("Micro-batch")));
    }

    void copy_takes_the_numbers_of_both_plots()
    {
        Overview shown;
        QTest::mouseClick(button(shown.page, QStringLiteral("Copy")), Qt::LeftButton);
        const QStringList lines = QGuiApplication::clipboard()->text().split(QLatin1Char('\n'), Qt::SkipEmptyParts);
        QVERIFY(lines.size() > 5);
        QCOMPARE(lines.front().count(QLatin1String("Micro-batch")), 1);
        QVERIFY(lines.front().contains(QLatin1String("Total (bytes)")));
        QVERIFY(lines.front().contains(QLatin1String("Training time (s)")));
        const auto cells = lines.front().count(QLatin1Char('\t'));
        for (const QString& line : lines) QCOMPARE(line.count(QLatin1Char('\t')), cells);
    }

    void a_missed_deadline_is_shown_beside_the_time()
    {
        Overview shown;
        const auto shows = [&](const QString& wanted) {
            const QList<QLabel*> labels = child<QWidget>(shown.page, "figures")->findChildren<QLabel*>();
            return std::ranges::any_of(labels, [&](const QLabel* label) { return label->text().contains(wanted); });
        };
        auto* fixes = child<QWidget>(shown.page, "fixes");
        QVERIFY(!shows(QStringLiteral(" over ")));
        QVERIFY(!fixes->isVisible());
        Scenario late = shown.document.scenario();
        late.requirements.deadline_seconds = 0.5 * shown.document.evaluation().estimate->time->total.base();
        QVERIFY(shown.document.set_scenario(late, QString()));
        QVERIFY(shows(QStringLiteral(" over ")));
        QVERIFY(fixes->isVisible());
        QString page;
        connect(&shown.requests, &PageRequests::page_requested, &shown.requests, [&](const QString& id) { page = id; });
        QTest::mouseClick(button(*fixes, QStringLiteral("Ask the advisor…")), Qt::LeftButton);
        QCOMPARE(page, QStringLiteral("advisor"));
    }

    void one_missing_price_is_one_line()
    {
        Overview shown;
        const auto line = [&] {
            const QList<QLabel*> labels = child<QWidget>(shown.page, "figures")->findChildren<QLabel*>();
            const auto found = std::ranges::find_if(
                labels, [](const QLabel* label) { return label->text().contains(QLatin1String("without a price")); });
            return found == labels.end() ? QString() : (*found)->text();
        };
        const auto missing = [&] {
            return qRound(number_of("cost.unpriced_lines", *shown.document.evaluation().estimate)->number);
        };
        const auto wanted = [&] {
            return missing() == 0   ? QString()
                   : missing() == 1 ? QStringLiteral("1 item without a price")
                                    : QStringLiteral("%1 items without a price").arg(missing());
        };
        QCOMPARE(line(), wanted());
        // This one has no price in the list.
        QVERIFY(shown.document.set_field("build.chassis", std::string("generic-desktop-1gpu")));
        QCOMPARE(line(), wanted());
        QCOMPARE(missing(), 1);
    }

    void fixes_are_shown_for_a_plan_that_does_not_fit()
    {
        Scenario large = defects();
        large.training.micro_batch = 32;
        Overview shown(large);
        auto* fixes = child<QWidget>(shown.page, "fixes");
        QVERIFY(fixes->isVisible());
        auto* rows = child<AdviceRows>(*fixes);
        QTRY_VERIFY_WITH_TIMEOUT(rows->shown() > 0, patience_ms);
        QVERIFY(rows->shown() <= 4);
        QTRY_VERIFY_WITH_TIMEOUT(rows->button(0)->isEnabled(), patience_ms);
        QTest::mouseClick(rows->button(0), Qt::LeftButton);
        QVERIFY(!fixes->isVisible());
        QCOMPARE(shown.document.undo_stack().count(), 1);
        shown.document.undo_stack().undo();
        QCOMPARE(shown.document.scenario(), large);
        QVERIFY(fixes->isVisible());
    }

    void names_of_parts_are_whole()
    {
        Overview shown;
        for (const char* bar : {"memory_parts", "step_parts_bar"}) {
            for (const QLabel* label : child<QWidget>(shown.page, bar)->findChildren<QLabel*>()) {
                if (!label->isVisible()) continue;
                const int needed = label->fontMetrics().horizontalAdvance(label->text());
                QVERIFY2(label->width() >= needed, qPrintable(label->text()));
            }
        }
    }

    void a_fix_is_written_whole()
    {
        for (const char* language : {"en", "zh_CN"}) {
            WindowFixture fixture;
            QVERIFY(fixture.window.files().open(
                QString::fromStdString((find_data_directory()->examples() / "out-of-memory.rigwright").string())));
            fixture.speak(QString::fromLatin1(language));
            fixture.show(QSize(1024, 768));
            fixture.window.open_page(QStringLiteral("overview"));
            auto* rows = child<AdviceRows>(*child<QWidget>(fixture.window, "fixes"));
            QTRY_VERIFY_WITH_TIMEOUT(rows->shown() > 0, patience_ms);
            fixture.settle();
            int whole = 0;
            for (const ElidedLine* line : rows->findChildren<ElidedLine*>()) {
                if (!line->isVisible()) continue;
                ++whole;
                QVERIFY2(line->width() >= line->fontMetrics().horizontalAdvance(line->text()),
                         qPrintable(line->text()));
                QVERIFY(line->toolTip().contains(line->text().left(8)));
            }
            QCOMPARE(whole, rows->shown());
        }
    }

    void every_machine_is_in_the_legend_or_in_the_menu()
    {
        for (const int width : {1002, 1548}) {
            Overview shown(defects(), {width, 652});
            shown.document.edit_project(six_machines(shown.document.project()), QString());
            QTRY_VERIFY_WITH_TIMEOUT(overlay_of(shown.document).is_settled(), patience_ms);
            shown.settle();
            const QStringList listed = child<QWidget>(shown.page, "plot_legend")
                                           ->accessibleName()
                                           .split(QStringLiteral(", "), Qt::SkipEmptyParts);
            QVERIFY2(listed.size() >= 2 && listed.front().startsWith(QLatin1String("A ")),
                     qPrintable(listed.join(QLatin1Char('|'))));
            auto* menu = child<QMenu>(shown.page, "plot_menu");
            emit menu->aboutToShow();
            QStringList letters;
            for (const QString& name : listed) letters << name.left(1);
            for (const QAction* action : menu->actions()) {
                if (action->isSeparator() || action->isEnabled()) break;
                letters << action->text().left(1);
            }
            QCOMPARE(letters.join(QString()), QStringLiteral("ABCDEF"));
        }
    }

    void names_in_the_plots_cover_nothing_data()
    {
        add_columns<QString, QString, QSize>("project", "language", "size");
        QStringList projects{QString()};
        const QDir examples(QString::fromStdString(find_data_directory()->examples().string()));
        for (const QString& name : examples.entryList({QStringLiteral("*.rigwright"), QStringLiteral("*.json")}))
            projects << examples.filePath(name);
        for (const QString& project : projects)
            for (const char* language : {"en", "zh_CN"})
                for (const QSize size : {QSize(1024, 768), QSize(1366, 768)})
                    QTest::addRow("%s %s %d", qPrintable(QFileInfo(project).baseName()), language, size.width())
                        << project << QString::fromLatin1(language) << size;
    }

    void names_in_the_plots_cover_nothing()
    {
        QFETCH(QString, project);
        QFETCH(QString, language);
        QFETCH(QSize, size);
        WindowFixture fixture;
        if (project.isEmpty()) {
            Scenario late = fixture.document.scenario();
            late.requirements.deadline_seconds = 5400.0;
            QVERIFY(fixture.document.set_scenario(late, QString()));
            fixture.document.edit_project(six_machines(fixture.document.project()), QString());
        } else {
            QVERIFY(fixture.window.files().open(project));
        }
        fixture.speak(language);
        fixture.show(size);
        QWidget* overview = fixture.window.open_page(QStringLiteral("overview"));
        fixture.settle();
        for (const char* name : {"overview_memory", "overview_time"}) {
            auto& plot = static_cast<PointPlot&>(*child<PlotPane>(*overview, name));
            const PlotCanvas& canvas = plot.canvas();
            if (!canvas.has_axes()) continue;
            // Labels get their places with the layout of the next replot.
            QTRY_VERIFY(!visible_texts(canvas).empty());
            const auto texts = visible_texts(canvas);
            QVERIFY(plot.marker() != nullptr && plot.marker()->tag());
            const double line = plot.marker()->covered().front().center().x();
            for (std::size_t i = 0; i < texts.size(); ++i) {
                const auto& [text, area] = texts[i];
                const QString what = QLatin1String(name) + QLatin1String(": ") + text;
                QVERIFY2(QRectF(canvas.axisRect()->rect()).adjusted(-1, -1, 2, 2).contains(area), qPrintable(what));
                for (std::size_t k = 0; k < i; ++k)
                    QVERIFY2(!area.intersects(texts[k].second),
                             qPrintable(what + QLatin1String(" / ") + texts[k].first));
                QVERIFY2(!area.intersects(*plot.marker()->tag()), qPrintable(what));
                if (text == QLatin1String("Does not fit") || text == QStringLiteral("显存不足")) {
                    const Bytes usable = fixture.document.evaluation().estimate->memory->usable;
                    QVERIFY2(area.bottom() <= canvas.yAxis->coordToPixel(usable.as_gib()), qPrintable(what));
                }
                QVERIFY2(line < area.left() || line > area.right(), qPrintable(what));
                const auto crossing = graph_across(canvas, area.adjusted(1, 2, -1, -2));
                QVERIFY2(!crossing, qPrintable(what + QLatin1String(" over ") + crossing.value_or(QString())));
            }
        }
    }

    void a_plan_on_the_processor_speaks_of_no_gpu()
    {
        WindowFixture fixture;
        const QString example =
            QString::fromStdString((find_data_directory()->examples() / "first-cnn.rigwright").string());
        QVERIFY(fixture.window.files().open(example));
        QWidget* overview = fixture.window.open_page(QStringLiteral("overview"));
        fixture.settle();
        int labels = 0;
        for (const QLabel* label : overview->findChildren<QLabel*>()) {
            if (!label->isVisible()) continue;
            ++labels;
            QVERIFY2(!label->text().contains(QLatin1String("GPU")), qPrintable(label->text()));
        }
        QVERIFY(labels > 10);
        const FieldControl* count =
            child<ChoicesColumn>(fixture.window, "choices")->control(QStringLiteral("build.gpus_per_node"));
        QVERIFY(count == nullptr || !count->isVisible());
        for (const char* name : {"overview_memory", "overview_time"}) {
            const auto* plot = child<PlotPane>(*overview, name);
            QVERIFY2(!plot->canvas().xAxis->label().contains(QLatin1String("GPU")), name);
            QVERIFY2(!plot->caption().contains(QLatin1String("GPU")), qPrintable(plot->caption()));
        }
    }

    void the_global_batch_is_held_or_follows()
    {
        Overview shown;
        auto* modes = child<QComboBox>(shown.page, "batch_mode");
        modes->setFocus();
        QTest::keyClick(modes, Qt::Key_Down);
        QCOMPARE(shown.document.scenario().training.global_batch, std::optional<std::int64_t>(2));
        QCOMPARE(shown.document.undo_stack().count(), 1);
        QVERIFY(shown.document.set_field(QStringLiteral("training.micro_batch"), std::int64_t{1}));
        QCOMPARE(shown.document.scenario().training.gradient_accumulation, 2);
        QTest::keyClick(modes, Qt::Key_Up);
        QVERIFY(!shown.document.scenario().training.global_batch);
        QCOMPARE(shown.document.scenario().training.gradient_accumulation, 1);
        for (int i = 0; i < 3; ++i) shown.document.undo_stack().undo();
        QCOMPARE(modes->currentIndex(), 0);
        QCOMPARE(shown.document.undo_stack().index(), 0);
    }
};

RIGWRIGHT_STYLED_TEST(OverviewTest)

} // namespace rigwright::test::tst_overview

#include "tst_overview.moc"
