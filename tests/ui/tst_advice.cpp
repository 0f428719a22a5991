// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/suite.h"
#include "tests/ui/window_fixture.h"
#include "ui/controls/quantity_label.h"
#include "ui/panels/advice_panel.h"
#include "ui/panels/working_panel.h"
#include "ui/plots/memory_picture.h"
#include "ui/plots/point_plot.h"
#include "ui/window/window_body.h"

#include <QComboBox>
#include <QScrollArea>
#include <QTreeView>

namespace rigwright::test::tst_advice {

constexpr int patience_ms = 20000;

/// VGG-16 with a batch of 64 images on a card of 4 GiB: far too much.
Scenario too_large()
{
    Scenario scenario;
    scenario.model.preset = "vgg16";
    scenario.training.micro_batch = 64;
    scenario.build.gpu = "gtx960-4g";
    return scenario;
}

/// A window with that plan and its advice visible.
struct AdviceFixture : WindowFixture {
    AdviceFixture()
    {
        QVERIFY(document.replace(too_large()));
        page<QWidget>(window, "advice");
        wait();
    }

    QWidget& panel() { return *child<QWidget>(window, "advice"); }
    AdviceRows* remedies() { return child<AdviceRows>(panel(), "remedies"); }
    AdviceRows* answers() { return child<AdviceRows>(panel(), "answers"); }
    QWidget& help() { return *child<QWidget>(window, "fixes"); }
    /// The button of the first fix on the Overview.
    QPushButton* first_fix() { return child<AdviceRows>(help())->button(0); }
    void wait() { QTRY_VERIFY_WITH_TIMEOUT(advice_of(document).is_current(), patience_ms); }
    Verdict verdict() const { return *document.evaluation().estimate->verdict; }
    /// The line whose edit sets a field.
    int line_setting(AdviceRows* rows, const char* path) const
    {
        for (int row = 0; row < rows->shown(); ++row) {
            for (const ScenarioChange& change : rows->advice(row).changes) {
                if (change.path == path) return row;
            }
        }
        return -1;
    }
    /// Scrolls to the button of a line.
    QPushButton* button(AdviceRows* rows, int row)
    {
        auto* scroll = panel().findChild<QScrollArea*>();
        scroll->ensureWidgetVisible(rows->button(row));
        QApplication::processEvents();
        return rows->button(row);
    }
};

/// The plot of a view, brought to the front.
PointPlot& memory_plot(MainWindow& window, const char* view)
{
    return *child<PointPlot>(page<QWidget>(window, view), view);
}

/// Every result in the calculation that is shown.
QStringList results(const WorkingPanel& working)
{
    const QAbstractItemModel& model = *child<QTreeView>(working)->model();
    QStringList found;
    std::vector<QModelIndex> parents{{}};
    while (!parents.empty()) {
        const QModelIndex parent = parents.back();
        parents.pop_back();
        for (int row = 0; row < model.rowCount(parent); ++row) {
            found << model.index(row, WorkingModel::result_column, parent).data().toString();
            parents.push_back(model.index(row, WorkingModel::quantity_column, parent));
        }
    }
    return found;
}

class AdviceTest : public QObject {
    Q_OBJECT

private slots:
    void a_click_applies_a_remedy_and_undo_reverts_it()
    {
        AdviceFixture fixture;
        QVERIFY(fixture.verdict() == Verdict::does_not_fit);
        AdviceRows* rows = fixture.remedies();
        const int row = fixture.line_setting(rows, "training.gradient_accumulation");
        QVERIFY(row >= 0);
        const QString name = rows->advice(row).what;
        QTest::mouseClick(fixture.button(rows, row), Qt::LeftButton);
        QCOMPARE(fixture.document.undo_stack().count(), 1);
        QCOMPARE(fixture.document.undo_stack().undoText(), name);
        QVERIFY(fixture.verdict() == Verdict::fits);
        QCOMPARE(global_batch(fixture.document.scenario()), 64);
        QVERIFY(fixture.document.scenario().training.micro_batch < 64);
        const Scenario helped = fixture.document.scenario();
        QTest::keySequence(&fixture.window, QKeySequence::Undo);
        QCOMPARE(fixture.document.scenario(), too_large());
        QTest::keySequence(&fixture.window, QKeySequence::Redo);
        QCOMPARE(fixture.document.scenario(), helped);
    }

    void the_keyboard_applies_a_remedy()
    {
        AdviceFixture fixture;
        fixture.window.open_page(QStringLiteral("overview"));
        QTest::mouseClick(button(fixture.help(), QStringLiteral("How to make it fit…")), Qt::LeftButton);
        QVERIFY(fixture.panel().isVisible());
        QPushButton* first = fixture.remedies()->button(0);
        QTRY_VERIFY(first->hasFocus());
        QTest::keyClick(first, Qt::Key_Tab);
        QVERIFY(fixture.remedies()->button(1)->hasFocus());
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Backtab);
        QTest::keyClick(first, Qt::Key_Space);
        QCOMPARE(fixture.document.undo_stack().count(), 1);
        QVERIFY(fixture.verdict() == Verdict::fits);
    }

    void answers_are_applied_data()
    {
        QTest::addColumn<QString>("field");
        QTest::newRow("micro-batch") << "training.micro_batch";
        QTest::newRow("image") << "input.image_height";
        QTest::newRow("card") << "build.gpu";
    }

    void answers_are_applied()
    {
        QFETCH(QString, field);
        AdviceFixture fixture;
        AdviceRows* rows = fixture.answers();
        QCOMPARE(rows->shown(), 3);
        const int row = fixture.line_setting(rows, field.toUtf8().constData());
        QVERIFY(row >= 0);
        const Scenario wanted = *changed(too_large(), engine_data(), rows->advice(row).changes);
        QTest::mouseClick(fixture.button(rows, row), Qt::LeftButton);
        QCOMPARE(fixture.document.scenario(), wanted);
        QVERIFY(fixture.verdict() == Verdict::fits);
        QCOMPARE(fixture.document.undo_stack().count(), 1);
        fixture.wait();
        // It is set now, so there is nothing left to apply.
        const int again = fixture.line_setting(rows, field.toUtf8().constData());
        QVERIFY(again < 0);
        fixture.document.undo_stack().undo();
        QCOMPARE(fixture.document.scenario(), too_large());
    }

    void the_line_under_the_figures_helps_at_once()
    {
        AdviceFixture fixture;
        fixture.window.open_page(QStringLiteral("overview"));
        QVERIFY(fixture.help().isVisible());
        QVERIFY(fixture.first_fix()->isVisible());
        QTest::mouseClick(fixture.first_fix(), Qt::LeftButton);
        QVERIFY(fixture.verdict() == Verdict::fits);
        QVERIFY(!fixture.help().isVisible());
        fixture.document.undo_stack().undo();
        QVERIFY(fixture.help().isVisible());
        // Advice on an earlier state is not applied.
        fixture.wait();
        QVERIFY(fixture.first_fix()->isEnabled());
        fixture.document.begin_gesture();
        QVERIFY(fixture.document.set_field("training.micro_batch", std::int64_t{65}));
        QVERIFY(!fixture.first_fix()->isEnabled());
        QVERIFY(fixture.first_fix()->isVisible());
        fixture.document.end_gesture();
        QTRY_VERIFY_WITH_TIMEOUT(fixture.first_fix()->isEnabled(), patience_ms);
    }

    void a_plan_that_fits_needs_nothing()
    {
        AdviceFixture fixture;
        QVERIFY(fixture.document.replace(fabric_scenario()));
        fixture.wait();
        QCOMPARE(fixture.remedies()->shown(), 0);
        QCOMPARE(fixture.answers()->shown(), 3);
        QVERIFY(!fixture.help().isVisible());
    }

    void a_double_click_applies_one_remedy()
    {
        AdviceFixture fixture;
        QPushButton* button = fixture.button(fixture.remedies(), 0);
        QTest::mouseClick(button, Qt::LeftButton);
        QTest::mouseClick(button, Qt::LeftButton);
        QCOMPARE(fixture.document.undo_stack().count(), 1);
    }

    void every_line_shows_its_effect_and_cost()
    {
        AdviceFixture fixture;
        AdviceRows* rows = fixture.remedies();
        QVERIFY(rows->shown() >= 4);
        for (int row = 0; row < rows->shown(); ++row) {
            const AdviceText& text = rows->advice(row);
            QVERIFY2(text.memory.contains(QLatin1String("iB")), qPrintable(text.what));
            QVERIFY2(!text.time.isEmpty() && !text.remark.isEmpty(), qPrintable(text.what));
            QVERIFY2(text.explanation.contains(QLatin1Char('\n')), qPrintable(text.what));
            QCOMPARE(rows->button(row)->toolTip(), text.explanation);
            QVERIFY(rows->button(row)->accessibleName().contains(text.what));
        }
    }

    void both_languages_are_complete()
    {
        AdviceFixture fixture;
        const QString english = fixture.remedies()->advice(0).what;
        fixture.speak(QStringLiteral("zh_CN"));
        fixture.wait();
        QVERIFY(fixture.remedies()->advice(0).what != english);
        for (AdviceRows* rows : {fixture.remedies(), fixture.answers()}) {
            for (int row = 0; row < rows->shown(); ++row) {
                const AdviceText& text = rows->advice(row);
                for (const QString& part : {text.what, text.explanation, text.remark})
                    QVERIFY2(!part.contains(QLatin1Char('[')) && !part.contains(QLatin1Char('{')), qPrintable(part));
            }
        }
        fixture.speak(QStringLiteral("en"));
        QCOMPARE(fixture.remedies()->advice(0).what, english);
    }

    void the_capacity_opens_its_working()
    {
        AdviceFixture fixture;
        QuantityLabel* capacity =
            number(page<QWidget>(fixture.window, "memory_page"), QStringLiteral("memory.usable_bytes"));
        QVERIFY(capacity->isVisible());
        const UsableMemory& usable = *fixture.document.evaluation().memory.usable;
        QCOMPARE(capacity->text(), fixture.words.text(value_of(usable.usable)));
        QVERIFY2(capacity->text().contains(QLatin1String("iB")), qPrintable(capacity->text()));
        QVERIFY(!capacity->text().contains(QLatin1String("GB")));
        QTest::mouseClick(capacity, Qt::LeftButton);
        QVERIFY(child<Drawer>(fixture.window)->isVisible());
        const WorkingPanel& working = *child<WorkingPanel>(fixture.window);
        QCOMPARE(working.quantity(), QStringLiteral("memory.usable_bytes"));
        QVERIFY(working.has_working());
        // A card of "4 GB" holds 4 GiB, of which the driver keeps a little.
        const QStringList found = results(working);
        QVERIFY2(found.contains(QStringLiteral("4 GiB")), qPrintable(found.join(QLatin1Char('\n'))));
    }

    void parts_absent_at_the_peak_are_marked()
    {
        WindowFixture fixture;
        const QWidget& all = *child<QWidget>(page<QWidget>(fixture.window, "memory_page"), "memory_parts");
        const QWidget& largest = *child<QWidget>(page<QWidget>(fixture.window, "overview"), "memory_parts");
        const auto shown = [](const QWidget& bar, const char* part) {
            QuantityLabel* label = number(bar, QStringLiteral("memory.parts.") + QLatin1String(part));
            return label->parentWidget()->isHidden() ? nullptr : label;
        };
        Scenario scenario = fabric_scenario();
        scenario.model.preset = "gpt2-small";
        scenario.input = {};
        scenario.dataset = {};
        scenario.training.precision = Precision::bf16;
        scenario.training.micro_batch = 64;
        QVERIFY(fixture.document.replace(scenario));
        // The peak lies in the loss, before the backward pass: there are no gradients yet, which isn't an error.
        const MemoryEstimate& memory = *fixture.document.evaluation().estimate->memory;
        QCOMPARE(memory.part(MemoryPart::gradients), Bytes());
        QVERIFY(memory.states[1] > Bytes());
        QCOMPARE(shown(all, "gradients")->text(), QStringLiteral("Not yet"));
        const QString size = fixture.words.text(value_of(memory.states[1]));
        QVERIFY2(shown(all, "gradients")->toolTip().contains(size), qPrintable(shown(all, "gradients")->toolTip()));
        // One GPU exchanges nothing.
        QCOMPARE(shown(all, "communication_buffers")->text(), QStringLiteral("None"));
        // The Overview shows only the parts at the peak.
        QVERIFY(shown(largest, "gradients") == nullptr);
        QCOMPARE(shown(largest, "activations")->text(),
                 fixture.words.text(value_of(memory.part(MemoryPart::activations))));
        fixture.speak(QStringLiteral("zh_CN"));
        QCOMPARE(shown(all, "gradients")->text(), QStringLiteral("尚无"));
        QVERIFY(shown(all, "gradients")->toolTip().contains(size));
        fixture.speak(QStringLiteral("en"));
        // With gradient accumulation they are held all the time.
        QVERIFY(fixture.document.set_field("training.gradient_accumulation", std::int64_t{4}));
        QCOMPARE(
            shown(all, "gradients")->text(),
            fixture.words.text(value_of(fixture.document.evaluation().estimate->memory->part(MemoryPart::gradients))));
    }

    void curves_follow_the_model()
    {
        AdviceFixture fixture;
        MainWindow& window = fixture.window;
        const auto offered = [&window](const char* view) {
            const auto* views = child<QComboBox>(page<QWidget>(window, "memory_page"), "view_selector");
            return views->findData(QLatin1String(view)) >= 0;
        };
        QVERIFY(offered("memory_image"));
        QVERIFY(!offered("memory_sequence"));
        QVERIFY(window.open_page(QStringLiteral("memory_sequence")) == nullptr);
        QVERIFY(memory_plot(window, "memory_image").isVisible());
        Scenario text = too_large();
        text.model.preset = "gpt2-small";
        text.training.micro_batch = 16;
        QVERIFY(fixture.document.replace(text));
        QVERIFY(!child<PointPlot>(window, "memory_image")->isVisible());
        QVERIFY(!offered("memory_image"));
        QVERIFY(offered("memory_sequence"));
        QVERIFY(window.open_page(QStringLiteral("memory_image")) == nullptr);
        PointPlot& sequence = memory_plot(window, "memory_sequence");
        QTRY_VERIFY_WITH_TIMEOUT(sequence.is_drawn(), patience_ms);
        QVERIFY(sequence.canvas().has_axes());
        // The largest length of the curve agrees with the engine: it fits, one more token does not.
        const ExtentCurve curve = compute_extent_curve(text, SweepAxis::sequence_length, engine_data(), {});
        const std::int64_t limit = *memory_series(curve.points).limit;
        QVERIFY(sequence.caption().contains(fixture.words.text(value_of(Count(limit)))));
        for (const std::int64_t more : {0, 1}) {
            text.input.sequence_length = limit + more;
            QCOMPARE(estimate(text, engine_data()).estimate->memory->fits, more == 0);
        }
    }

    void dragging_along_the_image_is_one_undo_step()
    {
        AdviceFixture fixture;
        PointPlot& plot = memory_plot(fixture.window, "memory_image");
        QTRY_VERIFY_WITH_TIMEOUT(plot.is_drawn() && plot.marker(), patience_ms);
        PlotCanvas& canvas = plot.canvas();
        const QPoint grip = plot.marker()->handle().center().toPoint();
        QTest::mousePress(&canvas, Qt::LeftButton, {}, grip);
        for (int x = grip.x(); x > grip.x() - 100; x -= 5) QTest::mouseMove(&canvas, QPoint(x, grip.y()));
        QTest::mouseRelease(&canvas, Qt::LeftButton, {}, QPoint(grip.x() - 100, grip.y()));
        QCOMPARE(fixture.document.undo_stack().count(), 1);
        const ModelInput& input = fixture.document.scenario().input;
        QVERIFY(input.image_height && *input.image_height < 224);
        QCOMPARE(*input.image_width, *input.image_height);
        fixture.document.undo_stack().undo();
        QCOMPARE(fixture.document.scenario(), too_large());
    }
};

RIGWRIGHT_STYLED_TEST(AdviceTest)

} // namespace rigwright::test::tst_advice

#include "tst_advice.moc"
