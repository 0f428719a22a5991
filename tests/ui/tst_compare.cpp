// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/suite.h"
#include "tests/ui/window_fixture.h"
#include "ui/compare/build_actions.h"
#include "ui/compare/comparison_model.h"
#include "ui/compare/ratio_view.h"
#include "ui/document/curves.h"
#include "ui/panels/choices_column.h"
#include "ui/panels/working_panel.h"
#include "ui/plots/plot_pane.h"
#include "ui/window/commands.h"
#include "ui/window/notices.h"
#include "ui/window/window_body.h"

#include <QClipboard>
#include <QLineEdit>
#include <QMenu>
#include <QMimeData>
#include <QPushButton>
#include <QScrollBar>

#include <algorithm>

namespace rigwright::test::tst_compare {

Pin pin()
{
    Pin made;
    made.date = "2026-11-22";
    return made;
}

/// One, two and four cards, all pinned; a mouse and keys for them.
struct Builds : WindowFixture {
    Builds()
    {
        Project project;
        for (const std::int64_t cards : {1, 2, 4}) {
            Build build;
            build.scenario = fabric_scenario();
            build.scenario.name = std::to_string(cards) + "x4090";
            build.scenario.build.gpus_per_node = cards;
            build.pin = pin();
            project.builds.push_back(std::move(build));
        }
        document.replace(project);
        QApplication::processEvents();
    }

    QWidget& machines() { return page<QWidget>(window, "machines"); }
    QAbstractButton& card(int machine)
    {
        return *child<QAbstractButton>(machines(), qPrintable(QStringLiteral("machine_%1").arg(machine)));
    }
    /// The name that a card shows.
    QString shown_name(int machine) { return card(machine).accessibleName().section(QStringLiteral(", "), 0, 0); }
    void press(QWidget& card, Qt::Key key, Qt::KeyboardModifiers modifiers = {})
    {
        QTest::keyClick(&card, key, modifiers);
        QApplication::processEvents();
    }
    std::string names() const
    {
        std::string text;
        for (const Build& build : document.project().builds) text += build.name() + " ";
        return text;
    }
    void click(int machine) { QTest::mouseClick(&card(machine), Qt::LeftButton, {}, QPoint(60, 60)); }
    void click_pin(int machine) { QTest::mouseClick(child<QToolButton>(card(machine), "pin"), Qt::LeftButton); }
    /// With all numbers; the page opens with ratios.
    QWidget& compare() { return showing("show_numbers"); }
    QWidget& ratios() { return showing("show_ratios"); }
    QWidget& showing(const char* button)
    {
        QWidget& pane = page<QWidget>(window, "compare");
        child<QAbstractButton>(pane, button)->click();
        return pane;
    }
    /// The text of a quantity in the column of a machine.
    QString ratio(const QString& name, int column)
    {
        const RatioModel& model = *child<RatioModel>(ratios());
        for (int i = 0; i < model.rowCount(); ++i)
            if (model.text(i, 0).section(QLatin1Char('\n'), 0, 0) == name) return model.text(i, column);
        return {};
    }
    /// The row of a quantity in the comparison.
    int row(const QString& caption)
    {
        const ComparisonModel& model = *child<ComparisonModel>(compare());
        for (int i = 0; i < model.rowCount(); ++i)
            if (model.index(i, 0).data().toString() == caption) return i;
        return -1;
    }
    QString cell(const QString& caption, int column)
    {
        return child<ComparisonModel>(compare())->index(row(caption), column).data().toString();
    }
};

/// The field for editing a name; null if none is edited.
QLineEdit* name_field(const QWidget& page)
{
    for (QLineEdit* field : page.findChildren<QLineEdit*>(QStringLiteral("build_name")))
        if (!field->isHidden()) return field;
    return nullptr;
}

/// The builds on their page and in comparison.
class CompareTest : public QObject {
    Q_OBJECT

private slots:
    void a_click_works_on_another_build()
    {
        Builds f;
        f.click(2);
        QCOMPARE(f.document.scenario().build.gpus_per_node, 4);
        f.click(0);
        QCOMPARE(f.document.scenario().build.gpus_per_node, 1);
        QCOMPARE(f.document.undo_stack().count(), 0);
        // The figures of a card are those of its machine.
        const Evaluation& four = *f.document.answer_of(2);
        QVERIFY(f.card(2).accessibleName().contains(f.words.text(value_of(four.estimate->memory->total))));
    }

    void keys_choose_move_rename_and_delete()
    {
        Builds f;
        const auto shift = Qt::ControlModifier | Qt::ShiftModifier;
        f.card(0).setFocus();
        f.press(f.card(0), Qt::Key_Right);
        QCOMPARE(f.document.project().current, 1U);
        QCOMPARE(QApplication::focusWidget(), &f.card(1));
        f.press(f.card(1), Qt::Key_Right, shift);
        QCOMPARE(f.names(), std::string("1x4090 4x4090 2x4090 "));
        QCOMPARE(f.document.project().current, 2U);
        QCOMPARE(QApplication::focusWidget(), &f.card(2));
        f.press(f.card(2), Qt::Key_Right, shift);
        QCOMPARE(f.document.undo_stack().count(), 1);
        f.press(f.card(2), Qt::Key_Delete);
        QCOMPARE(f.names(), std::string("1x4090 4x4090 "));
        QVERIFY(child<NoticeStrip>(f.window, "news")->isVisible());
        f.press(f.card(1), Qt::Key_Delete);
        f.press(f.card(0), Qt::Key_Delete);
        QCOMPARE(f.document.project().builds.size(), 1U);
        QVERIFY(f.window.trouble().isVisible());
        for (int i = 0; i < 3; ++i) f.document.undo_stack().undo();
        QCOMPARE(f.names(), std::string("1x4090 2x4090 4x4090 "));
    }

    void a_name_is_typed_over_the_card()
    {
        Builds f;
        f.click(1);
        QTest::mouseDClick(&f.card(1), Qt::LeftButton, {}, QPoint(60, 60));
        QLineEdit* field = name_field(f.machines());
        QVERIFY(field);
        QTest::keyClicks(field, QStringLiteral("A & B"));
        QTest::keyClick(field, Qt::Key_Return);
        QCOMPARE(f.document.scenario().name, std::string("A & B"));
        QVERIFY(!name_field(f.machines()));
        QCOMPARE(f.shown_name(1), QStringLiteral("A & B"));
        QCOMPARE(f.document.undo_stack().count(), 1);
        f.press(f.card(1), Qt::Key_F2);
        field = name_field(f.machines());
        QVERIFY(field);
        QTest::keyClicks(field, QStringLiteral("lost"));
        QTest::keyClick(field, Qt::Key_Escape);
        QCOMPARE(f.document.scenario().name, std::string("A & B"));
        f.document.undo_stack().undo();
        QCOMPARE(f.document.scenario().name, std::string("2x4090"));
        QCOMPARE(f.shown_name(1), QStringLiteral("2x4090"));
        // The command of the menu opens the page.
        f.window.open_page(QStringLiteral("overview"));
        QVERIFY(f.window.menus().run(QStringLiteral("rename_machine")));
        field = name_field(f.machines());
        QVERIFY(field && field->isVisible());
        QTest::keyClicks(field, QStringLiteral("B"));
        QTest::keyClick(field, Qt::Key_Return);
        QCOMPARE(f.document.scenario().name, std::string("B"));
    }

    void pinning_by_mouse_has_a_limit()
    {
        Builds f;
        const auto add_and_pin = [&f] {
            QTest::mouseClick(child<QPushButton>(f.machines(), "add_machine"), Qt::LeftButton);
            QApplication::processEvents();
            f.click_pin(static_cast<int>(f.document.project().current));
        };
        for (int i = 0; i < 3; ++i) add_and_pin();
        QCOMPARE(pinned_builds(f.document.project()).size(), 6U);
        QVERIFY(!f.document.project().current_build().pin->database.empty());
        add_and_pin();
        QCOMPARE(pinned_builds(f.document.project()).size(), 6U);
        QVERIFY(f.window.trouble().isVisible());
        f.click_pin(0);
        QCOMPARE(pinned_builds(f.document.project()).size(), 5U);
    }

    void the_table_matches_the_engine()
    {
        Builds f;
        QCOMPARE(child<ComparisonModel>(f.compare())->columnCount(), 5);
        const Evaluation two = *f.document.answer_of(1);
        QVERIFY(
            f.cell(QStringLiteral("Memory per GPU"), 2).startsWith(f.words.text(value_of(two.estimate->memory->total))));
        QVERIFY(
            f.cell(QStringLiteral("Training time"), 2).contains(f.words.text(value_of(two.estimate->time->total_low))));
        QVERIFY(f.cell(QStringLiteral("Training time"), 2).contains(QStringLiteral("%")));
        QVERIFY(!f.cell(QStringLiteral("Training time"), 1).contains(QStringLiteral("%")));
        QCOMPARE(f.cell(QStringLiteral("Memory per GPU"), 4), QStringLiteral("1x4090"));
        QCOMPARE(f.cell(QStringLiteral("GPUs per machine"), 3), QStringLiteral("4"));
        // An edit of one build moves its column.
        const QString before = f.cell(QStringLiteral("Memory per GPU"), 1);
        QVERIFY(f.document.set_field("training.micro_batch", std::int64_t{4}));
        QVERIFY(f.cell(QStringLiteral("Memory per GPU"), 1) != before);
    }

    void a_number_opens_its_working_in_its_build()
    {
        Builds f;
        QTableView& view = *child<QTableView>(f.compare(), "comparison");
        const ComparisonModel& model = *child<ComparisonModel>(f.compare());
        int opened = 0;
        for (int row = 0; row < model.rowCount(); ++row) {
            for (int column = 1; column <= 3; ++column) {
                const QModelIndex index = model.index(row, column);
                const QString quantity = model.quantity_at(index);
                if (quantity.isEmpty()) continue;
                f.compare();
                view.scrollTo(index);
                QTest::mouseClick(view.viewport(), Qt::LeftButton, {}, view.visualRect(index).center());
                QCOMPARE(f.document.project().current, static_cast<std::size_t>(column - 1));
                QVERIFY(child<Drawer>(f.window)->isVisible());
                QCOMPARE(child<WorkingPanel>(f.window)->quantity(), quantity);
                QVERIFY2(child<WorkingPanel>(f.window)->has_working(), qPrintable(quantity));
                ++opened;
            }
        }
        QVERIFY(opened >= 30);
        // By key as well.
        f.compare();
        view.setFocus();
        view.setCurrentIndex(model.index(f.row(QStringLiteral("Training time")), 2));
        QTest::keyClick(&view, Qt::Key_Return);
        QCOMPARE(child<WorkingPanel>(f.window)->quantity(), QStringLiteral("time.total_seconds"));
        QCOMPARE(f.document.project().current, 1U);
    }

    void the_baseline_is_chosen_and_undone()
    {
        Builds f;
        const QString before = f.cell(QStringLiteral("Average power"), 1);
        QVERIFY(!before.contains(QStringLiteral("%")));
        QComboBox& box = *child<QComboBox>(f.compare(), "baseline");
        QCOMPARE(box.count(), 3);
        box.setFocus();
        QTest::keyClick(&box, Qt::Key_Down);
        QCOMPARE(f.document.project().baseline, 1U);
        QVERIFY(f.cell(QStringLiteral("Average power"), 1).contains(QStringLiteral("−")));
        QVERIFY(!f.cell(QStringLiteral("Average power"), 2).contains(QStringLiteral("%")));
        f.document.undo_stack().undo();
        QCOMPARE(f.cell(QStringLiteral("Average power"), 1), before);
        QCOMPARE(box.currentIndex(), 0);
    }

    void ratios_answer_first_and_follow_the_baseline()
    {
        Builds f;
        QWidget& pane = f.ratios();
        QLabel& sentence = *child<QLabel>(pane, "sentence");
        QVERIFY2(sentence.isVisible() && (sentence.text().contains(QStringLiteral("than A")) ||
                                          sentence.text().contains(QStringLiteral("as A"))),
                 qPrintable(sentence.text()));
        const auto price = [&f] { return f.ratio(QStringLiteral("Purchase price"), RatioModel::first_machine); };
        // Compared at one global batch, so two cards halve nothing here but their price doubles.
        QVERIFY2(price().contains(QStringLiteral("× as expensive")), qPrintable(price()));
        QVERIFY(child<QLabel>(pane, "note")->text().contains(QStringLiteral("global batch of A")));
        QComboBox& box = *child<QComboBox>(pane, "baseline");
        box.setFocus();
        QTest::keyClick(&box, Qt::Key_Down);
        QCOMPARE(f.document.project().baseline, 1U);
        QVERIFY2(price().contains(QStringLiteral("% cheaper")), qPrintable(price()));
        QVERIFY(sentence.text().contains(QStringLiteral("B")));
        QVERIFY(child<QLabel>(pane, "limits")->text().contains(QStringLiteral("C: ")));
        f.document.undo_stack().undo();
        QVERIFY(child<QLabel>(pane, "note")->text().contains(QStringLiteral("global batch of A")));
    }

    void ratios_and_numbers_take_turns()
    {
        Builds f;
        QWidget& pane = page<QWidget>(f.window, "compare");
        QVERIFY(child<QTableView>(pane, "ratios")->isVisible() && !child<QTableView>(pane, "comparison")->isVisible());
        QTest::mouseClick(child<QAbstractButton>(pane, "show_numbers"), Qt::LeftButton);
        QVERIFY(!child<QTableView>(pane, "ratios")->isVisible() && child<QTableView>(pane, "comparison")->isVisible());
        QTest::mouseClick(child<QAbstractButton>(pane, "show_ratios"), Qt::LeftButton);
        QVERIFY(child<QTableView>(pane, "ratios")->isVisible() && !child<QTableView>(pane, "comparison")->isVisible());
        QCOMPARE(f.document.undo_stack().count(), 0);
    }

    void an_exception_is_listed_and_not_ranked()
    {
        Builds f;
        f.document.select_build(2);
        f.document.edit_project(*with_exception(f.document.project(), 2), QStringLiteral("own task"));
        QVERIFY(f.document.set_field("training.epochs", std::int64_t{7}));
        QWidget& pane = f.ratios();
        const RatioModel& model = *child<RatioModel>(pane);
        QCOMPARE(model.columnCount(), static_cast<int>(RatioModel::first_machine) + 1);
        for (int row = 0; row < model.rowCount(); ++row)
            for (const RatioModel::Mark& mark : model.marks(row)) QVERIFY(mark.machine != 2);
        const QString note = child<QLabel>(pane, "note")->text();
        QVERIFY2(note.contains(QStringLiteral("has a task of its own: C 4x4090")), qPrintable(note));
        QVERIFY(!child<QLabel>(pane, "sentence")->text().contains(QStringLiteral("C ")));
    }

    void a_ratio_opens_its_working_by_key()
    {
        Builds f;
        QTableView& view = *child<QTableView>(f.ratios(), "ratios");
        view.setFocus();
        view.setCurrentIndex(view.model()->index(0, RatioModel::first_machine));
        QTest::keyClick(&view, Qt::Key_Down);
        QCOMPARE(view.currentIndex().row(), 1);
        const QString quantity = child<RatioModel>(f.ratios())->quantity_of_row(1);
        QTest::keyClick(&view, Qt::Key_Return);
        QCOMPARE(child<WorkingPanel>(f.window)->quantity(), quantity);
        QCOMPARE(f.document.project().current, 1U);
    }

    void differences_only_hides_what_is_equal()
    {
        Builds f;
        const int all = child<ComparisonModel>(f.compare())->rowCount();
        QVERIFY(f.row(QStringLiteral("Blocking issues")) >= 0);
        tick(*child<QCheckBox>(f.compare()));
        QVERIFY(child<QCheckBox>(f.compare())->isChecked());
        QVERIFY(child<ComparisonModel>(f.compare())->rowCount() < all);
        QCOMPARE(f.row(QStringLiteral("Blocking issues")), -1);
        QVERIFY(f.row(QStringLiteral("Memory per GPU")) >= 0);
    }

    void the_table_is_copied_exact_and_as_shown()
    {
        Builds f;
        f.document.set_field("name", std::string("=1+1"));
        QTest::mouseClick(button(f.compare(), QStringLiteral("Copy table")), Qt::LeftButton);
        const QMimeData* data = QGuiApplication::clipboard()->mimeData();
        const QStringList lines = data->text().split(QLatin1Char('\n'));
        QCOMPARE(lines.first(), QStringLiteral("Metric\tUnit\t'=1+1\t2x4090\t4x4090\tBest"));
        const auto memory = std::ranges::find_if(
            lines, [](const QString& line) { return line.startsWith(QStringLiteral("Memory per GPU\t")); });
        QVERIFY(memory != lines.end());
        const QStringList cells = memory->split(QLatin1Char('\t'));
        QCOMPARE(cells.at(1), QStringLiteral("bytes"));
        QCOMPARE(cells.at(2).toLongLong(), f.document.answer_of(0)->estimate->memory->total.count().value());
        QVERIFY(data->html().contains(QStringLiteral("<td>Memory per GPU</td>")));
    }

    void prices_are_updated()
    {
        Builds f;
        QVERIFY(!button(f.compare(), QStringLiteral("Update prices"))->isVisible());
        Project project = f.document.project();
        project.builds[0].pin->prices["rtx4090"] = {1.0, "CNY", "2025-01-01", "then"};
        QVERIFY(f.document.replace(project));
        QVERIFY(button(f.compare(), QStringLiteral("Update prices"))->isVisible());
        const QString then = f.cell(QStringLiteral("Purchase price"), 1);
        QTest::mouseClick(button(f.compare(), QStringLiteral("Update prices")), Qt::LeftButton);
        QVERIFY(!button(f.compare(), QStringLiteral("Update prices"))->isVisible());
        QVERIFY(f.cell(QStringLiteral("Purchase price"), 1) != then);
        QCOMPARE(f.document.undo_stack().count(), 1);
        f.document.undo_stack().undo();
        QCOMPARE(f.cell(QStringLiteral("Purchase price"), 1), then);
    }

    void without_pins_a_hint_is_shown()
    {
        WindowFixture f;
        QWidget& pane = page<QWidget>(f.window, "compare");
        QVERIFY(child<QLabel>(pane, "note")->text().contains(QStringLiteral("Add two or more machines with +")));
        QVERIFY(!child<QTableView>(pane, "comparison")->isVisible());
        QVERIFY(!child<QTableView>(pane, "ratios")->isVisible());
        // The controls stay at the top of the empty page.
        QVERIFY(child<QLabel>(pane, "note")->geometry().bottom() < pane.height() / 4);
        child<QToolButton>(pane, "add_to_comparison")->menu()->actions().front()->trigger();
        QVERIFY(f.document.project().current_build().is_pinned());
        QVERIFY(child<QTableView>(pane, "comparison")->isVisible());
    }

    void without_pins_all_machines_are_compared()
    {
        Builds f;
        Project project = f.document.project();
        for (Build& build : project.builds) build.pin.reset();
        QVERIFY(f.document.replace(project));
        QWidget& pane = f.ratios();
        using Machines = std::vector<std::size_t>;
        const ComparisonModel& numbers = *child<ComparisonModel>(pane);
        const auto note = [&pane] { return child<QLabel>(pane, "note")->text(); };
        QVERIFY(child<QTableView>(pane, "ratios")->isVisible());
        QCOMPARE(numbers.builds(), (Machines{0, 1, 2}));
        QVERIFY2(note().contains(QStringLiteral("All machines of the project are compared: 3.")), qPrintable(note()));
        QVERIFY(!child<QToolButton>(pane, "add_to_comparison")->isVisible());
        // Any of them is the baseline.
        auto* baseline = child<QComboBox>(pane, "baseline");
        baseline->setFocus();
        QTest::keyClick(baseline, Qt::Key_End);
        QCOMPARE(f.document.project().baseline, std::size_t{2});
        QVERIFY2(note().contains(QStringLiteral("global batch of C")), qPrintable(note()));
        f.document.undo_stack().undo();
        // One pin alone narrows nothing; a machine taken out pins the others, in one step.
        f.click_pin(0);
        f.ratios();
        QCOMPARE(numbers.builds(), (Machines{0, 1, 2}));
        QTest::mouseClick(child<PlainButton>(pane, "chip_1"), Qt::LeftButton);
        QCOMPARE(pinned_builds(f.document.project()), (Machines{0, 2}));
        QCOMPARE(numbers.builds(), (Machines{0, 2}));
        QVERIFY2(note().contains(QStringLiteral("2 of 3 machines are compared")), qPrintable(note()));
        QVERIFY(!child<PlainButton>(pane, "chip_2")->isEnabled());
        QCOMPARE(f.document.undo_stack().count(), 2);
        f.document.undo_stack().undo();
        f.document.undo_stack().undo();
        QVERIFY(pinned_builds(f.document.project()).empty());
        QVERIFY(note().contains(QStringLiteral("All machines of the project")));
        // The numbers say it too, and their heads need no pin.
        child<QAbstractButton>(pane, "show_numbers")->click();
        QVERIFY(note().contains(QStringLiteral("All machines of the project")));
        QVERIFY(numbers.headerData(2, Qt::Horizontal, Qt::ToolTipRole).toString().contains(QStringLiteral("2x4090")));
    }

    void chips_choose_the_machines()
    {
        Builds f;
        QWidget& pane = f.ratios();
        const RatioModel& ratios = *child<RatioModel>(pane);
        const auto* add = child<QToolButton>(pane, "add_to_comparison");
        QVERIFY(!add->isVisible());
        QVERIFY(pane.findChild<PlainButton*>(QStringLiteral("chip_0")) == nullptr);
        const int all = ratios.columnCount();
        QTest::mouseClick(child<PlainButton>(pane, "chip_1"), Qt::LeftButton);
        QCOMPARE(ratios.columnCount(), all - 1);
        QVERIFY(!f.document.project().builds[1].is_pinned());
        QCOMPARE(f.document.project().current, std::size_t{0});
        QVERIFY(pane.findChild<PlainButton*>(QStringLiteral("chip_1")) == nullptr);
        // Machines taken out are offered by "+".
        QVERIFY(add->isVisible());
        QCOMPARE(add->menu()->actions().size(), 1);
        QCOMPARE(add->menu()->actions().front()->text(), QStringLiteral("B  2x4090"));
        add->menu()->actions().front()->trigger();
        QCOMPARE(ratios.columnCount(), all);
        QCOMPARE(f.document.undo_stack().count(), 2);
        f.document.undo_stack().undo();
        f.document.undo_stack().undo();
        QVERIFY(f.document.project().builds[1].is_pinned());
        QCOMPARE(child<PlainButton>(pane, "chip_1")->text(), QStringLiteral("B 2x4090"));
    }

    void a_card_shows_the_rent_and_opens_the_bill()
    {
        Builds f;
        QWidget& machines = f.machines();
        for (const std::size_t machine : {0, 1, 2}) {
            const auto rent = f.document.answer_of(machine)->estimate->cost.rent_equivalent;
            QVERIFY(rent.has_value());
            const QString text = f.words.text(money(*rent, "CNY"));
            QVERIFY(f.card(static_cast<int>(machine))
                        .accessibleName()
                        .contains(QStringLiteral("Rent: %1 per run").arg(text)));
        }
        QVERIFY(machines.findChild<QTableView*>(QStringLiteral("bill")) == nullptr);
        QTest::mouseClick(child<QAbstractButton>(machines, "bill"), Qt::LeftButton);
        QVERIFY(child<QTableView>(*child<QWidget>(f.window, "cost"), "bill")->isVisible());
    }

    /// On a usual notebook two builds are shown side by side without scrolling, in both languages.
    void two_builds_have_room_on_a_notebook()
    {
        Builds f;
        Project project = f.document.project();
        project.builds.pop_back();
        f.document.replace(project);
        for (const char* language : {"en", "zh_CN"}) {
            f.speak(QLatin1String(language));
            f.show(QSize(1280, 800));
            const auto* table = child<QTableView>(f.compare(), "comparison");
            QCOMPARE(table->horizontalScrollBar()->maximum(), 0);
        }
    }

    /// Chinese may break between any two characters; a unit must not be alone on a line.
    void numbers_are_not_broken_in_narrow_columns()
    {
        Builds f;
        f.speak(QStringLiteral("zh_CN"));
        f.show(QSize(1024, 768));
        const auto* table = child<QTableView>(f.compare(), "comparison");
        f.window.toggle_drawer();
        QApplication::processEvents();
        QFont bold = table->font();
        bold.setBold(true);
        const QFontMetrics metrics(bold);
        int broken = 0;
        for (int row = 0; row < table->model()->rowCount(); ++row) {
            for (int column = 1; column + 1 < table->model()->columnCount(); ++column) {
                const QString text = table->model()->index(row, column).data().toString();
                // Words of settings may wrap.
                if (!text.contains(QLatin1Char('\n'))) continue;
                for (const QString& line : text.split(QLatin1Char('\n')))
                    QVERIFY2(metrics.horizontalAdvance(line) < table->columnWidth(column), qPrintable(line));
                broken += text.count(QLatin1Char('\n')) > 1 ? 1 : 0;
            }
        }
        // Some ranges take two lines beside the open drawer, and none in a wide window.
        QVERIFY(broken > 0);
        f.show(QSize(2560, 1440));
        for (int row = 0; row < table->model()->rowCount(); ++row)
            QVERIFY(table->model()->index(row, 1).data().toString().count(QLatin1Char('\n')) <= 1);
    }

    void both_languages_have_every_word()
    {
        Builds f;
        f.compare();
        QStringList english;
        for (int row = 0; row < child<ComparisonModel>(f.compare())->rowCount(); ++row)
            english << child<ComparisonModel>(f.compare())->index(row, 0).data().toString();
        f.speak(QStringLiteral("zh_CN"));
        const ComparisonModel& model = *child<ComparisonModel>(f.compare());
        QCOMPARE(model.rowCount(), english.size());
        for (int row = 0; row < model.rowCount(); ++row) {
            const QString text = model.index(row, 0).data().toString();
            QVERIFY2(text != english.at(row) && !text.startsWith(QLatin1Char('[')), qPrintable(text));
        }
        QCOMPARE(model.headerData(1, Qt::Horizontal, Qt::DisplayRole).toString(), QStringLiteral("1x4090\n（基准）"));
        QCOMPARE(child<QToolButton>(f.card(0), "pin")->text(), QStringLiteral("已加入对比"));
    }

    void pinned_builds_are_drawn_with_the_curves()
    {
        Builds f;
        auto* plot = child<PlotPane>(page<QWidget>(f.window, "memory"), "memory");
        QVERIFY(QTest::qWaitFor([&f] { return f.window.is_drawn(); }, 60000));
        const auto line = [&](const QString& name) -> QCPGraph* {
            for (int i = 0; i < plot->canvas().graphCount(); ++i)
                if (plot->canvas().graph(i)->name() == name) return plot->canvas().graph(i);
            return nullptr;
        };
        QVERIFY(!line(QStringLiteral("1x4090")));
        QVERIFY(line(QStringLiteral("4x4090")));
        QCPGraph* two = line(QStringLiteral("2x4090"));
        QVERIFY(two);
        QCOMPARE(two->pen().widthF(), 1.2);
        // At micro-batch 2 the line has the value of that build's answer, in GiB.
        const auto point = two->data()->findBegin(2.0, false);
        QCOMPARE(point->key, 2.0);
        const double gib = f.document.answer_of(1)->estimate->memory->total.as_double() / (1024.0 * 1024.0 * 1024.0);
        QVERIFY2(std::abs(point->value - gib) < 1e-6 * gib, qPrintable(QString::number(point->value)));
        // With another current build, its line is hidden and the former one shown.
        f.click(1);
        f.window.open_page(QStringLiteral("memory"));
        QVERIFY(QTest::qWaitFor([&] { return f.window.is_drawn() && line(QStringLiteral("1x4090")); }, 60000));
        QVERIFY(!line(QStringLiteral("2x4090")));
    }

    void an_edit_says_what_it_changed()
    {
        Builds f;
        QWidget& line = *child<QWidget>(f.window, "what_changed");
        const QuantityLabel* memory = number(line, QStringLiteral("memory.total_bytes"));
        QVERIFY(!line.isVisible());
        f.window.toggle_drawer();
        QApplication::processEvents();
        const int inputs = child<ChoicesColumn>(f.window, "choices")->width();
        const int drawer = child<Drawer>(f.window)->width();
        const Bytes before = f.document.evaluation().estimate->memory->total;
        // A drag counts from where it began.
        f.document.begin_gesture();
        for (const std::int64_t batch : {3, 4, 6, 8}) QVERIFY(f.document.set_field("training.micro_batch", batch));
        QVERIFY(!line.isVisible());
        f.document.end_gesture();
        QVERIFY(line.isVisible());
        // The line moves no column: text without room is elided.
        QApplication::processEvents();
        QCOMPARE(child<ChoicesColumn>(f.window, "choices")->width(), inputs);
        QCOMPARE(child<Drawer>(f.window)->width(), drawer);
        QVERIFY(memory->toolTip().startsWith(memory->text()));
        const Bytes after = f.document.evaluation().estimate->memory->total;
        const QString grown =
            QStringLiteral("Memory +") + f.words.text(Value{after.as_double() - before.as_double(), Unit::bytes});
        QVERIFY2(memory->text().startsWith(grown), qPrintable(memory->text()));
        QVERIFY2(memory->text().contains(QStringLiteral("Activations +")), qPrintable(memory->text()));
        QTest::mouseClick(number(line, QStringLiteral("time.step_seconds")), Qt::LeftButton);
        QCOMPARE(child<WorkingPanel>(f.window)->quantity(), QStringLiteral("time.step_seconds"));
        f.document.undo_stack().undo();
        QVERIFY(memory->text().startsWith(QStringLiteral("Memory −")));
        f.speak(QStringLiteral("zh_CN"));
        QVERIFY2(memory->text().startsWith(QStringLiteral("显存 −")), qPrintable(memory->text()));
        QVERIFY(line.isVisible());
        // Selecting another build isn't an edit.
        f.click(1);
        f.window.open_page(QStringLiteral("overview"));
        QVERIFY(!line.isVisible());
    }

    void a_tiny_change_is_shown_as_a_bound()
    {
        WindowFixture f;
        Scenario scenario = fabric_scenario();
        scenario.model.preset = "gpt2-small";
        scenario.input = ModelInput();
        scenario.training.precision = Precision::bf16_amp;
        scenario.training.lora = Lora{8, LoraTargets::attention};
        QVERIFY(f.document.replace(scenario));
        const double before = f.document.evaluation().estimate->memory->total.as_double();
        QVERIFY(f.document.set_field("training.lora.rank", std::int64_t{9}));
        const double after = f.document.evaluation().estimate->memory->total.as_double();
        QVERIFY(after > before && after - before < before / 1000.0);
        const QuantityLabel* change = number(*child<QWidget>(f.window, "what_changed"), "memory.total_bytes");
        QCOMPARE(change->text(), QStringLiteral("Memory changes by less than 0.1%"));
        f.speak(QStringLiteral("zh_CN"));
        QCOMPARE(change->text(), QStringLiteral("显存变化不到 0.1%"));
        f.speak(QStringLiteral("en"));
        QVERIFY(f.document.set_field("training.lora.rank", std::int64_t{512}));
        QVERIFY(change->text().startsWith(QLatin1String("Memory +")));
    }

    void a_deletion_is_announced_until_it_is_undone()
    {
        Builds f;
        f.press(f.card(0), Qt::Key_Delete);
        QVERIFY(child<NoticeStrip>(f.window, "news")->isVisible());
        QVERIFY(child<NoticeStrip>(f.window, "news")->text().contains(QLatin1String("was deleted")));
        // A later edit and its undo do not restore it.
        QVERIFY(f.document.set_field("training.micro_batch", std::int64_t{3}));
        f.document.undo_stack().undo();
        QVERIFY(child<NoticeStrip>(f.window, "news")->isVisible());
        f.document.undo_stack().undo();
        QCOMPARE(f.names(), std::string("1x4090 2x4090 4x4090 "));
        QVERIFY(!child<NoticeStrip>(f.window, "news")->isVisible());
        // Other news is not removed by an undo.
        QVERIFY(f.document.set_field("training.micro_batch", std::int64_t{3}));
        child<NoticeStrip>(f.window, "news")->show_text([] { return QStringLiteral("other news"); });
        f.document.undo_stack().undo();
        QVERIFY(child<NoticeStrip>(f.window, "news")->isVisible());
    }

    void a_copy_of_an_unnamed_build_has_a_name()
    {
        WindowFixture f;
        Scenario scenario = fabric_scenario();
        scenario.name.clear();
        QVERIFY(f.document.replace(scenario));
        for (int i = 0; i < 2; ++i) QVERIFY(f.window.menus().run(QStringLiteral("duplicate_machine")));
        const std::vector<Build>& builds = f.document.project().builds;
        QCOMPARE(builds.size(), 3U);
        QVERIFY(builds[0].name().empty());
        QCOMPARE(builds[1].name(), std::string("Machine 2"));
        QVERIFY2(builds[2].name().starts_with("Machine "), builds[2].name().c_str());
        QVERIFY(builds[2].name() != builds[1].name());
    }
};

RIGWRIGHT_STYLED_TEST(CompareTest)

} // namespace rigwright::test::tst_compare

#include "tst_compare.moc"
