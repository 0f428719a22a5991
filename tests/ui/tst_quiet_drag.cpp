// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/working/explain.h"
#include "tests/support/suite.h"
#include "tests/ui/window_fixture.h"
#include "ui/controls/parameter_control.h"
#include "ui/controls/relayout_guard.h"
#include "ui/panels/choices_column.h"
#include "ui/panels/working_panel.h"
#include "ui/plots/plot_canvas.h"
#include "ui/window/window_body.h"

#include <QLabel>
#include <QSignalSpy>
#include <QTreeView>
#include <QVBoxLayout>

#include <map>
#include <memory>
#include <vector>

namespace rigwright::test::tst_quiet_drag {

// Work that a tick of a slider must not cause: it makes the difference between a smooth drag and one that stutters
// (tests/benchmark measures the time).

/// How many events of one kind arrived at one widget, or at any.
class EventCount : public QObject {
public:
    EventCount(QEvent::Type kind, const QObject* only = nullptr) : kind_(kind), only_(only)
    {
        qApp->installEventFilter(this);
    }

    int take() { return std::exchange(count_, 0); }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override
    {
        if (event->type() == kind_ && (!only_ || watched == only_)) ++count_;
        return false;
    }

private:
    QEvent::Type kind_;
    const QObject* only_;
    int count_ = 0;
};

/// A layout request travels one widget per round.
void settle()
{
    for (int round = 0; round < 12; ++round) QApplication::processEvents();
}

/// A label in a box in a window.
struct Boxed {
    QWidget window;
    QLabel* label = new QLabel(QStringLiteral("1000"));
    RelayoutGuard* box;

    explicit Boxed(RelayoutGuard::Follows follows)
    {
        label->setWordWrap(follows == RelayoutGuard::Follows::height);
        box = new RelayoutGuard(label, follows);
        auto* column = new QVBoxLayout(&window);
        column->addWidget(box);
        column->addStretch(1);
        window.resize(120, 300);
        window.show();
        settle();
    }

    int layouts_after(const QString& text)
    {
        EventCount count(QEvent::LayoutRequest, &window);
        label->setText(text);
        settle();
        return count.take();
    }
};

class QuietDragTest : public QObject {
    Q_OBJECT

private slots:
    void a_text_of_the_same_size_lays_out_nothing()
    {
        Boxed boxed(RelayoutGuard::Follows::size);
        const QSize before = boxed.label->sizeHint();
        boxed.layouts_after(QStringLiteral("1000000"));
        boxed.layouts_after(QStringLiteral("1000"));
        QCOMPARE(boxed.layouts_after(QStringLiteral("0001")), 0);
        QCOMPARE(boxed.label->sizeHint(), before);
        QCOMPARE(boxed.label->size(), boxed.box->size());
    }

    void a_text_that_needs_room_gets_it()
    {
        Boxed boxed(RelayoutGuard::Follows::size);
        const QString longer(60, QLatin1Char('8'));
        QVERIFY(boxed.layouts_after(longer) > 0);
        QTRY_VERIFY(boxed.label->width() >= boxed.label->sizeHint().width());
        QVERIFY(boxed.window.minimumSizeHint().width() >= boxed.label->sizeHint().width());
    }

    void a_text_that_changes_just_before_the_size_does_gets_its_room()
    {
        Boxed boxed(RelayoutGuard::Follows::size);
        boxed.label->setText(QString(60, QLatin1Char('8')));
        boxed.box->resize(boxed.box->width() - 1, boxed.box->height());
        settle();
        QVERIFY(boxed.window.minimumSizeHint().width() >= boxed.label->sizeHint().width());
    }

    void a_wrapped_text_asks_for_height_only()
    {
        Boxed boxed(RelayoutGuard::Follows::height);
        const int line = boxed.label->height();
        QCOMPARE(boxed.layouts_after(QStringLiteral("200")), 0);
        QVERIFY(boxed.layouts_after(QStringLiteral("one two three four five six seven eight nine ten eleven")) > 0);
        QTRY_VERIFY(boxed.label->height() >= 2 * line);
        QCOMPARE(boxed.label->height(), boxed.label->heightForWidth(boxed.label->width()));
    }

    void a_box_is_hidden_with_its_content()
    {
        Boxed boxed(RelayoutGuard::Follows::size);
        QVERIFY(boxed.box->isVisible());
        boxed.label->hide();
        QVERIFY(boxed.box->isHidden());
        boxed.label->show();
        QVERIFY(boxed.label->isVisible());
        auto* hidden = new QLabel;
        hidden->hide();
        const RelayoutGuard other(hidden, RelayoutGuard::Follows::size);
        QVERIFY(hidden->isHidden());
        QVERIFY(other.isHidden());
        // A box isn't a window before it is put into one.
        const RelayoutGuard loose(new QLabel, RelayoutGuard::Follows::size);
        QVERIFY(!loose.isVisible());
    }

    void a_tick_lays_the_window_out_only_where_room_changes()
    {
        WindowFixture fixture;
        QTRY_VERIFY(fixture.window.is_drawn());
        fixture.document.begin_gesture();
        EventCount layouts(QEvent::LayoutRequest, &fixture.window);
        constexpr std::int64_t from = 12;
        constexpr std::int64_t to = 28;
        int quiet = 0;
        for (std::int64_t batch = from; batch < to; ++batch) {
            fixture.document.set_field(QStringLiteral("training.micro_batch"), batch);
            settle();
            if (layouts.take() == 0) ++quiet;
        }
        fixture.document.end_gesture();
        QVERIFY2(quiet > (to - from) / 2, qPrintable(QString::number(quiet)));
    }

    void a_tick_is_one_answer_and_one_painting_of_each_plot()
    {
        WindowFixture fixture;
        QTRY_VERIFY(fixture.window.is_drawn());
        auto* batch = qobject_cast<ParameterControl*>(
            child<ChoicesColumn>(fixture.window, "choices")->control(QStringLiteral("training.micro_batch")));
        StepSlider* slider = batch->slider();
        std::map<PlotCanvas*, std::unique_ptr<EventCount>> paints;
        for (PlotCanvas* canvas : fixture.window.findChildren<PlotCanvas*>())
            if (canvas->isVisible()) paints.emplace(canvas, std::make_unique<EventCount>(QEvent::Paint, canvas));
        QCOMPARE(paints.size(), std::size_t(2));
        QSignalSpy answers(&fixture.document, &Document::changed);
        int moves = 0;
        std::map<PlotCanvas*, int> painted;
        QTest::mousePress(slider, Qt::LeftButton, {}, slider->handle().center());
        const int end = slider->width() - 12;
        for (int x = slider->handle().center().x(); x < end; ++x) {
            answers.clear();
            for (const auto& [canvas, count] : paints) count->take();
            const Evaluation* before = &fixture.document.evaluation();
            const int step = slider->value();
            QTest::mouseMove(slider, QPoint(x, slider->height() / 2));
            const bool moved = slider->value() != step;
            // Each new number is computed once, others not at all.
            QCOMPARE(answers.size(), moved ? 1 : 0);
            QCOMPARE(&fixture.document.evaluation() != before, moved);
            // A repaint request passes through the canvas; curves follow later.
            constexpr int frames = 6;
            std::map<PlotCanvas*, int> now;
            for (int frame = 0; frame < frames; ++frame) {
                QApplication::processEvents();
                for (const auto& [canvas, count] : paints) {
                    const int times = count->take();
                    QVERIFY2(times <= 1, qPrintable(canvas->parentWidget()->objectName()));
                    now[canvas] += times;
                }
            }
            if (!moved) continue;
            ++moves;
            for (const auto& [canvas, times] : now) painted[canvas] += times > 0 ? 1 : 0;
        }
        QTest::mouseRelease(slider, Qt::LeftButton, {}, QPoint(end, slider->height() / 2));
        QVERIFY2(moves >= 5, qPrintable(QString::number(moves)));
        // Each answer is painted, though.
        for (const auto& [canvas, times] : painted) QCOMPARE(times, moves);
        QCOMPARE(fixture.document.undo_stack().count(), 1);
    }

    void nothing_is_painted_before_every_number_is_new()
    {
        WindowFixture fixture;
        QTRY_VERIFY(fixture.window.is_drawn());
        fixture.document.begin_gesture();
        EventCount paints(QEvent::Paint);
        for (std::int64_t height = 700; height < 710; ++height) {
            paints.take();
            fixture.document.set_field(QStringLiteral("input.image_height"), height);
            QCOMPARE(paints.take(), 0);
            QApplication::processEvents();
            QVERIFY(paints.take() > 0);
        }
        fixture.document.end_gesture();
    }

    void the_working_announces_what_differs()
    {
        WindowFixture fixture;
        WorkingModel model(fixture.words);
        const auto working = [&fixture] {
            return *explain(fixture.document.evaluation(), engine_data(), "memory.total_bytes");
        };
        QVERIFY(!model.show_working(working()));
        QSignalSpy spy(&model, &QAbstractItemModel::dataChanged);
        QVERIFY(model.show_working(working()));
        QCOMPARE(spy.count(), 0);
        const QModelIndex root = model.index(0, 0);
        const QString total = model.index(0, WorkingModel::result_column).data().toString();
        const QString substituted = root.data(WorkingModel::substituted_role).toString();
        fixture.document.set_field(QStringLiteral("training.micro_batch"), std::int64_t(9));
        QVERIFY(model.show_working(working()));
        QVERIFY(model.index(0, WorkingModel::result_column).data().toString() != total);
        QVERIFY(root.data(WorkingModel::substituted_role).toString() != substituted);
        // The root, its inputs together, and what changed inside them: each line at most once.
        QVERIFY(spy.count() >= 2);
        QVERIFY(spy.count() <= model.rowCount(root) + 2);
    }

    void a_marker_that_moves_leaves_the_picture_of_a_whole_painting()
    {
        WindowFixture fixture;
        QTRY_VERIFY(fixture.window.is_drawn());
        std::vector<PlotCanvas*> canvases;
        for (PlotCanvas* canvas : fixture.window.findChildren<PlotCanvas*>())
            if (canvas->isVisible()) canvases.push_back(canvas);
        QCOMPARE(canvases.size(), std::size_t(2));
        fixture.document.begin_gesture();
        for (std::int64_t batch = 3; batch < 12; ++batch) {
            fixture.document.set_field(QStringLiteral("training.micro_batch"), batch);
            settle();
            for (PlotCanvas* canvas : canvases) {
                const QImage moved = canvas->grab().toImage();
                canvas->replot(QCustomPlot::rpImmediateRefresh);
                QCOMPARE(canvas->grab().toImage(), moved);
            }
        }
        fixture.document.end_gesture();
    }

    void hidden_widgets_are_updated_when_the_drag_ends()
    {
        WindowFixture fixture;
        const auto& working = *child<QTreeView>(*child<WorkingPanel>(fixture.window))->model();
        const auto total = [&working] { return working.index(0, WorkingModel::result_column).data().toString(); };
        const auto shown = [&fixture] {
            return fixture.words.text(value_of(fixture.document.evaluation().estimate->memory->total));
        };
        QCOMPARE(total(), shown());
        fixture.document.begin_gesture();
        fixture.document.set_field(QStringLiteral("training.micro_batch"), std::int64_t(9));
        QVERIFY(total() != shown());
        // Widgets opened during the drag follow it.
        fixture.window.show_working(QStringLiteral("memory.total_bytes"));
        QCOMPARE(total(), shown());
        fixture.document.set_field(QStringLiteral("training.micro_batch"), std::int64_t(10));
        QCOMPARE(total(), shown());
        child<Drawer>(fixture.window)->close_drawer();
        fixture.document.set_field(QStringLiteral("training.micro_batch"), std::int64_t(11));
        QVERIFY(total() != shown());
        fixture.document.end_gesture();
        QCOMPARE(total(), shown());
    }
};

RIGWRIGHT_WIDGET_TEST(QuietDragTest)

} // namespace rigwright::test::tst_quiet_drag

#include "tst_quiet_drag.moc"
