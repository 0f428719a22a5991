// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/project/project_json.h"
#include "core/scenario/task.h"
#include "tests/support/file_content.h"
#include "tests/support/suite.h"
#include "tests/ui/window_fixture.h"
#include "ui/compare/build_actions.h"
#include "ui/compare/comparison_model.h"
#include "ui/layers/layer_pane.h"
#include "ui/panels/choices_column.h"
#include "ui/panels/working_panel.h"
#include "ui/plots/plot_list.h"
#include "ui/window/commands.h"
#include "ui/window/status_text.h"
#include "ui/window_files.h"

#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QTableView>
#include <QTemporaryDir>

#include <algorithm>

namespace rigwright::test::tst_one_task {

Scenario cards(std::int64_t count)
{
    Scenario scenario = fabric_scenario();
    scenario.name = std::to_string(count) + " cards";
    scenario.build.gpus_per_node = count;
    scenario.build.price_overrides["rtx4090"] = {10000.0, "CNY", "2026-11-01", "quotation"};
    return scenario;
}

/// One, two and four cards for one task; the first is current.
struct Machines {
    Localization words{*find_data_directory()};
    Document document{shared_engine_data(), fabric_scenario()};
    BuildActions actions{document, words};

    Machines()
    {
        Project project = project_of(cards(1));
        for (const std::int64_t count : {2, 4}) project = with_build_added(project, cards(count)).value();
        project.current = 0;
        QVERIFY(document.replace(project));
    }

    const Scenario& scenario(std::size_t build) const { return document.project().builds[build].scenario; }
    bool is_exception(std::size_t build) const { return document.project().builds[build].exception; }
    void pin_all()
    {
        Project project = document.project();
        for (Build& build : project.builds) {
            build.pin = Pin{};
            build.pin->date = "2026-11-22";
        }
        document.edit_project(project, QString());
    }
};

/// One task on several machines, in the document and beside each other.
class OneTaskTest : public QObject {
    Q_OBJECT

private slots:
    void an_edit_of_the_task_is_one_step_for_all_machines()
    {
        Machines f;
        const Project before = f.document.project();
        const double two = f.document.answer_of(1)->estimate->time->run->wall.base();
        QVERIFY(f.document.set_field("training.epochs", std::int64_t{600}));
        QCOMPARE(f.document.undo_stack().count(), 1);
        for (std::size_t i = 0; i < 3; ++i) QCOMPARE(f.scenario(i).training.epochs, 600);
        QVERIFY(f.document.answer_of(1)->estimate->time->run->wall.base() > 1.5 * two);
        Scenario other = f.document.scenario();
        other.model.preset = "resnet50";
        other.requirements.budget = 50000.0;
        QVERIFY(f.document.set_scenario(other, QStringLiteral("Another model")));
        QCOMPARE(f.document.undo_stack().count(), 2);
        for (std::size_t i = 0; i < 3; ++i) {
            QCOMPARE(f.scenario(i).model.preset, std::string("resnet50"));
            QVERIFY(f.scenario(i).requirements.budget == std::optional<double>(50000.0));
            QCOMPARE(f.scenario(i).build.gpus_per_node, std::int64_t{1} << i);
        }
        const Project after = f.document.project();
        f.document.undo_stack().undo();
        f.document.undo_stack().undo();
        QVERIFY(f.document.project() == before);
        QCOMPARE(f.document.answer_of(1)->estimate->time->run->wall.base(), two);
        f.document.undo_stack().redo();
        f.document.undo_stack().redo();
        QVERIFY(f.document.project() == after);
        // From another machine as well.
        f.document.select_build(2);
        QVERIFY(f.document.set_field("dataset.samples", std::int64_t{77}));
        QVERIFY(f.scenario(0).dataset.samples == std::optional<std::int64_t>(77));
        f.document.select_build(1);
        f.document.undo_stack().undo();
        QVERIFY(f.document.project().builds == after.builds);
    }

    void an_edit_of_a_machine_stays_there()
    {
        Machines f;
        const std::shared_ptr<const Evaluation> two = f.document.answer_of(1);
        QVERIFY(f.document.set_field("training.precision", std::string("fp32")));
        QVERIFY(f.document.set_field("training.micro_batch", std::int64_t{4}));
        QVERIFY(f.document.set_field("name", std::string("Mine")));
        QVERIFY(f.scenario(1) == cards(2));
        QCOMPARE(f.document.answer_of(1).get(), two.get());
    }

    void a_drag_of_the_task_is_one_step()
    {
        Machines f;
        const Project before = f.document.project();
        f.document.begin_gesture();
        for (const std::int64_t epochs : {310, 320, 330}) QVERIFY(f.document.set_field("training.epochs", epochs));
        f.document.end_gesture();
        QCOMPARE(f.document.undo_stack().count(), 1);
        QCOMPARE(f.scenario(2).training.epochs, 330);
        f.document.undo_stack().undo();
        QVERIFY(f.document.project() == before);
    }

    void an_exception_is_edited_alone()
    {
        Machines f;
        f.document.select_build(1);
        f.actions.use_own_task();
        QVERIFY(f.document.set_field("training.epochs", std::int64_t{7}));
        QCOMPARE(f.scenario(0).training.epochs, 300);
        QCOMPARE(f.scenario(1).training.epochs, 7);
        f.document.select_build(0);
        QVERIFY(f.document.set_field("training.epochs", std::int64_t{9}));
        QCOMPARE(f.scenario(1).training.epochs, 7);
        QCOMPARE(f.scenario(2).training.epochs, 9);
        QVERIFY(!is_of_task("training.micro_batch") && is_of_task("training.epochs"));
    }

    void commands_make_and_end_an_exception()
    {
        Machines f;
        const Project before = f.document.project();
        const std::shared_ptr<const Evaluation> known = f.document.answer_of(0);
        f.actions.use_own_task();
        QVERIFY(f.is_exception(0));
        // The answer is unchanged until something is edited.
        QCOMPARE(f.document.answer_of(0).get(), known.get());
        QVERIFY(f.document.set_field("training.epochs", std::int64_t{7}));
        QVERIFY(f.document.set_field("training.micro_batch", std::int64_t{4}));
        const Project own = f.document.project();
        f.actions.duplicate();
        QVERIFY(f.is_exception(1));
        f.document.undo_stack().undo();
        f.actions.use_project_task();
        QVERIFY(!f.is_exception(0));
        QCOMPARE(f.scenario(0).training.epochs, 300);
        QCOMPARE(f.scenario(0).training.micro_batch, 4);
        f.document.undo_stack().undo();
        QVERIFY(f.document.project() == own);
        while (f.document.undo_stack().canUndo()) f.document.undo_stack().undo();
        QVERIFY(f.document.project() == before);
        // The last machine of the task keeps it.
        Document single(shared_engine_data(), fabric_scenario());
        QVERIFY(!with_exception(single.project(), 0));
    }

    void a_new_machine_gets_the_task_of_the_project()
    {
        Machines f;
        f.actions.use_own_task();
        QVERIFY(f.document.set_field("training.epochs", std::int64_t{7}));
        QVERIFY(f.document.set_field("training.micro_batch", std::int64_t{4}));
        f.actions.add();
        // The last one: the others keep their letters.
        const std::size_t added = f.document.project().current;
        QCOMPARE(added, f.document.project().builds.size() - 1);
        QVERIFY(!f.is_exception(added));
        QCOMPARE(f.scenario(added).training.epochs, 300);
        QCOMPARE(f.scenario(added).training.micro_batch, 4);
    }

    void machines_of_one_task_share_a_draft()
    {
        Machines f;
        Scenario lenet = f.document.scenario();
        lenet.model = {};
        lenet.model.family = "layer-list";
        lenet.input = {};
        QVERIFY(f.document.set_scenario(lenet, QString()));
        f.document.select_build(2);
        f.actions.use_own_task();
        f.document.select_build(0);
        QVERIFY(f.document.set_field("model.shape.layers[3].kernel", std::int64_t{21}));
        QVERIFY(f.document.has_draft());
        f.document.select_build(1);
        QVERIFY(f.document.has_draft());
        f.document.select_build(2);
        QVERIFY(!f.document.has_draft());
        // A copy of a machine has it too, and undo takes it from all.
        f.document.select_build(1);
        f.actions.duplicate();
        QVERIFY(f.document.has_draft());
        f.document.undo_stack().undo();
        f.document.undo_stack().undo();
        for (std::size_t i = 0; i < 3; ++i) {
            f.document.select_build(i);
            QVERIFY(!f.document.has_draft());
        }
    }

    void a_held_batch_leads_the_accumulation()
    {
        Machines f;
        QVERIFY(f.document.set_field("training.gradient_accumulation", std::int64_t{3}));
        const Project before = f.document.project();
        QVERIFY(f.document.set_field("training.global_batch", std::int64_t{16}));
        const auto accumulation = [&] {
            std::vector<std::int64_t> all;
            for (const Build& build : f.document.project().builds)
                all.push_back(build.scenario.training.gradient_accumulation);
            return all;
        };
        QCOMPARE(accumulation(), (std::vector<std::int64_t>{8, 4, 2}));
        QVERIFY(f.document.set_field("training.micro_batch", std::int64_t{4}));
        QCOMPARE(accumulation(), (std::vector<std::int64_t>{4, 4, 2}));
        // Accumulation by hand is another batch for all.
        QVERIFY(f.document.set_field("training.gradient_accumulation", std::int64_t{8}));
        QCOMPARE(f.scenario(2).training.global_batch.value_or(0), 32);
        QCOMPARE(accumulation(), (std::vector<std::int64_t>{8, 8, 4}));
        f.document.undo_stack().undo();
        f.document.undo_stack().undo();
        f.document.undo_stack().undo();
        QVERIFY(f.document.project() == before);
        f.document.undo_stack().redo();
        QCOMPARE(accumulation(), (std::vector<std::int64_t>{8, 4, 2}));
        QVERIFY(f.document.set_field("training.global_batch", FieldValue()));
        QCOMPARE(accumulation(), (std::vector<std::int64_t>{8, 4, 2}));
    }

    void an_older_project_lists_differing_machines_once()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("old.rigwright"));
        QByteArray bytes = content_of(QStringLiteral("%1/tests/data/projects/fabric-version-1.rigwright")
                                          .arg(qEnvironmentVariable("RIGWRIGHT_SOURCE")));
        bytes.replace(bytes.lastIndexOf("\"epochs\": 300"), 13, "\"epochs\": 301");
        write_file(path, bytes);
        Machines f;
        WindowFiles files(f.document, f.words, find_data_directory()->examples(), nullptr);
        QStringList news;
        QObject::connect(&files, &WindowFiles::noticed, [&news](const TextMaker& text) { news << text(); });
        QVERIFY(files.open(path));
        QCOMPARE(news.size(), 1);
        QVERIFY2(news.front().contains(QStringLiteral("Two RTX 4090")), qPrintable(news.front()));
        QVERIFY(!news.front().contains(QStringLiteral("One RTX 4090")));
        QVERIFY(!f.is_exception(0) && f.is_exception(1));
        QVERIFY(files.save_to(path));
        QVERIFY(content_of(path).contains("\"exception\""));
        QVERIFY(files.open(path));
        QCOMPARE(news.size(), 1);
        QVERIFY(f.is_exception(1));
    }

    void cards_and_comparison_mark_exceptions()
    {
        WindowFixture f;
        f.window.builds().duplicate();
        QWidget& machines = page<QWidget>(f.window, "machines");
        const auto card_text = [&](const char* card) {
            return child<QAbstractButton>(machines, card)->accessibleName();
        };
        const QString marked = QStringLiteral("with a task of its own");
        QVERIFY(f.window.menus().run(QStringLiteral("own_task")));
        QVERIFY(card_text("machine_1").contains(marked) && !card_text("machine_0").contains(marked));
        QVERIFY(child<QAbstractButton>(machines, "machine_1")->toolTip().contains(marked));
        // The menu has the command for the way back.
        QVERIFY(!f.window.menus().action(QStringLiteral("own_task"))->isEnabled());
        QVERIFY(f.window.menus().run(QStringLiteral("project_task")));
        QVERIFY(!card_text("machine_1").contains(marked));
        Machines project;
        project.pin_all();
        project.document.select_build(1);
        project.actions.use_own_task();
        ComparisonModel model(project.document, project.words, project.actions);
        model.follow();
        QVERIFY(model.headerData(2, Qt::Horizontal, Qt::DisplayRole).toString().startsWith(exception_badge));
        QVERIFY(!model.headerData(1, Qt::Horizontal, Qt::DisplayRole).toString().startsWith(exception_badge));
    }

    void the_page_of_the_task_edits_every_machine()
    {
        WindowFixture f;
        f.window.builds().duplicate();
        QVERIFY(f.document.set_field(QStringLiteral("build.gpus_per_node"), std::int64_t{2}));
        const int before = f.document.undo_stack().index();
        QWidget* page = f.window.open_page(QStringLiteral("task"));
        const auto* inputs = qobject_cast<ChoicesColumn*>(page);
        QVERIFY(inputs && !child<ChoicesColumn>(f.window, "choices")->isVisible());
        auto* deadline =
            qobject_cast<QLineEdit*>(inputs->control(QStringLiteral("requirements.deadline_seconds"))->editor());
        enter(*deadline, QStringLiteral("4"));
        for (std::size_t machine : {0U, 1U})
            QCOMPARE(f.document.project().builds[machine].scenario.requirements.deadline_seconds, 4 * 3600.0);
        QCOMPARE(f.document.undo_stack().index(), before + 1);
        // The table agrees with the status of each machine, and a click opens the calculation in that machine.
        const auto* table = child<QTableView>(*page, "goals_of_machines");
        QCOMPARE(table->model()->columnCount(), 3);
        int row = 0;
        while (table->model()->index(row, 0).data().toString() != QLatin1String("Time")) QVERIFY(++row < 8);
        for (std::size_t machine : {0U, 1U}) {
            const PlanStatus status = status_of(*f.document.answer_of(machine), *f.document.data());
            const QModelIndex cell = table->model()->index(row, static_cast<int>(machine) + 1);
            QCOMPARE(cell.data().toString(), f.words.text(*status.goal(Goal::time)->high));
            QVERIFY(cell.data(Qt::AccessibleTextRole)
                        .toString()
                        .contains(StatusTexts(status, f.words).of(*status.goal(Goal::time)).verdict));
        }
        QTest::mouseClick(table->viewport(), Qt::LeftButton, {},
                          table->visualRect(table->model()->index(row, 1)).center());
        QCOMPARE(f.document.project().current, 0U);
        QCOMPARE(child<WorkingPanel>(f.window)->quantity(), QStringLiteral("time.wall_seconds"));
        f.document.undo_stack().undo();
        QVERIFY(!f.document.project().builds[1].scenario.requirements.deadline_seconds);
    }

    void the_page_of_the_task_shows_consequences()
    {
        WindowFixture f;
        QWidget& task = page<QWidget>(f.window, "task");
        const QAbstractItemModel& blocks = *child<QTableView>(task, "blocks")->model();
        QVERIFY(blocks.rowCount() > 2 && blocks.rowCount() < 10);
        QVERIFY(blocks.headerData(3, Qt::Horizontal).toString().endsWith(QStringLiteral("micro-batch 2")));
        const auto* names = child<QLabel>(task, "consequence_names");
        const auto* amounts = child<QLabel>(task, "consequences");
        // 1,000 samples in 300 epochs at a batch of two.
        QVERIFY(amounts->text().startsWith(QStringLiteral("150,000\n")));
        QVERIFY(!names->text().contains(QStringLiteral("Speed for the deadline")));
        QVERIFY(f.document.set_field("requirements.deadline_seconds", 30000.0));
        QVERIFY(names->text().contains(QStringLiteral("Speed for the deadline")));
        const QString needed = f.words.text(Value{10.0, Unit::samples_per_second});
        QCOMPARE(amounts->text().section(QLatin1Char('\n'), 1, 1).section(QStringLiteral(" of "), 0, 0), needed);
        // Each image is cut into two tiles, which the network sees one by one.
        Scenario cut = f.document.scenario();
        cut.requirements.tiling = Tiling{1936, 1290, 0};
        QVERIFY(f.document.set_scenario(cut, QStringLiteral("cut")));
        const QString of_tiles = f.words.text(Value{20.0, Unit::samples_per_second});
        QCOMPARE(amounts->text().section(QLatin1Char('\n'), 1, 1).section(QStringLiteral(" of "), 0, 0), of_tiles);
        // If the table has no room for all columns, the text of the others is not cut.
        f.show(QSize(1024, 768));
        auto& table = *child<QTableView>(task, "blocks");
        QTRY_VERIFY(table.isColumnHidden(2));
        QCOMPARE(table.horizontalScrollBar()->maximum(), 0);
        const auto* note = child<QLabel>(task, "own_task");
        QVERIFY(!note->isVisible());
        f.window.builds().duplicate();
        f.window.builds().use_own_task();
        QVERIFY(note->isVisible());
        QVERIFY(note->text().contains(QStringLiteral("Machine B")));
        auto* all = child<QAbstractButton>(task, "all_layers");
        QVERIFY2(all->text().startsWith(QStringLiteral("All ")), qPrintable(all->text()));
        all->click();
        QVERIFY(child<QWidget>(f.window, "layers")->isVisible());
    }

    void no_machine_is_best_across_tasks()
    {
        Machines f;
        f.pin_all();
        const std::unique_ptr<PlotPane> plot(cost_time_plot().create(f.document, f.words, nullptr));
        plot->show();
        ComparisonModel model(f.document, f.words, f.actions);
        const auto ranked = [&] {
            model.follow();
            return std::ranges::count_if(model.comparison().rows,
                                         [](const ComparedRow& row) { return row.ranking != Ranking::none; });
        };
        const auto on_the_line = [&plot] {
            if (!QTest::qWaitFor([&plot] { return plot->is_drawn(); })) qFatal("the plot is not drawn");
            return plot->canvas().graph(0)->dataCount();
        };
        QVERIFY(ranked() > 0);
        QCOMPARE(plot->table().rows.size(), 3U);
        QVERIFY(on_the_line() > 0);
        f.document.select_build(2);
        f.actions.use_own_task();
        // An equal task is not another one.
        QVERIFY(ranked() > 0);
        QVERIFY(f.document.set_field("training.epochs", std::int64_t{7}));
        QCOMPARE(ranked(), 0);
        QCOMPARE(on_the_line(), 0);
        f.actions.use_project_task();
        QVERIFY(ranked() > 0);
        QVERIFY(on_the_line() > 0);
    }
};

RIGWRIGHT_WIDGET_TEST(OneTaskTest)

} // namespace rigwright::test::tst_one_task

#include "tst_one_task.moc"
