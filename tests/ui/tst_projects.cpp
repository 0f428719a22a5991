// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/project/project_json.h"
#include "tests/support/file_content.h"
#include "tests/support/suite.h"
#include "tests/ui/window_fixture.h"
#include "ui/document/project_file.h"
#include "ui/window/commands.h"
#include "ui/window/notices.h"
#include "ui/window_files.h"

#include <QMenu>
#include <QProcess>
#include <QRandomGenerator>
#include <QSettings>
#include <QSignalSpy>
#include <QTemporaryDir>

#include <iostream>

namespace rigwright::test::tst_projects {

Scenario two_cards()
{
    Scenario scenario = fabric_scenario();
    scenario.name = "Two";
    scenario.build.gpus_per_node = 2;
    return scenario;
}

Project two_builds()
{
    Project project = project_of(fabric_scenario());
    return with_build_added(project, two_cards()).value();
}

/// Two projects, distinguished by a number and each a good part of a megabyte, so that a save takes a while.
Project large_project(std::int64_t batch)
{
    Project project = project_of(fabric_scenario());
    Scenario& machine = project.builds.front().scenario;
    machine.training.micro_batch = batch;
    for (int part = 0; part < 15; ++part)
        machine.build.price_overrides["part" + std::to_string(part)] = {1000.0, "CNY", "2026-11-01", "quotation"};
    while (project.builds.size() < 300) project.builds.push_back(project.builds.front());
    return project;
}

/// A separate process that the test starts and kills: alternately saves two projects to one file.
int save_for_ever(int argc, char** argv)
{
    const QCoreApplication application(argc, argv);
    const QString path = QCoreApplication::arguments().value(1);
    const Project projects[] = {large_project(1), large_project(2)};
    for (int round = 0;; ++round) {
        const QString trouble = save_project_file(projects[round % 2], path, FileKind::project);
        if (!trouble.isEmpty()) return 3;
        if (round == 1) std::cout << "saving" << std::endl;
    }
}

/// The document as a project of several builds, and its files.
class ProjectsTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        QCoreApplication::setOrganizationName(QStringLiteral("Rigwright"));
        QCoreApplication::setApplicationName(QStringLiteral("tst_projects"));
        QSettings().clear();
    }

    void selecting_is_no_step_and_shows_the_other_answer()
    {
        Document document(shared_engine_data(), fabric_scenario());
        QVERIFY(document.replace(two_builds()));
        QCOMPARE(document.project().current, 1U);
        const QSignalSpy changed(&document, &Document::changed);
        document.select_build(0);
        QCOMPARE(changed.count(), 1);
        QCOMPARE(document.scenario().name, std::string("Fabric"));
        QCOMPARE(document.evaluation().scenario.build.gpus_per_node, 1);
        QCOMPARE(document.undo_stack().count(), 0);
        QVERIFY(document.undo_stack().isClean());
        document.select_build(0);
        document.select_build(7);
        QCOMPARE(changed.count(), 1);
    }

    void each_build_is_answered_once()
    {
        Document document(shared_engine_data(), fabric_scenario());
        QVERIFY(document.replace(two_builds()));
        const std::shared_ptr<const Evaluation> first = document.answer_of(0);
        QCOMPARE(document.answer_of(0).get(), first.get());
        document.select_build(0);
        QCOMPARE(&document.evaluation(), first.get());
        // Moving, pinning and renaming others leave it known.
        document.edit_project(with_build_moved(document.project(), 0, 1), QString());
        QCOMPARE(document.answer_of(1).get(), first.get());
        document.edit_project(with_pin(document.project(), 0, Pin{}).value(), QString());
        QCOMPARE(document.answer_of(1).get(), first.get());
    }

    void every_operation_is_one_step_and_back()
    {
        Document document(shared_engine_data(), fabric_scenario());
        QVERIFY(document.replace(two_builds()));
        std::vector<Project> states{document.project()};
        const auto edit = [&](const Project& next) {
            document.edit_project(next, QStringLiteral("edit"));
            states.push_back(document.project());
            QCOMPARE(document.undo_stack().count(), static_cast<int>(states.size()) - 1);
        };
        edit(with_build_duplicated(document.project(), 0).value());
        Project renamed = document.project();
        renamed.builds[1].scenario.name = "Copy";
        edit(renamed);
        edit(with_build_moved(document.project(), 1, 2));
        edit(with_pin(document.project(), 0, Pin{}).value());
        edit(with_baseline(document.project(), 2));
        edit(without_build(document.project(), 1).value());
        for (std::size_t i = states.size(); i-- > 1;) {
            QVERIFY(document.project() == states[i]);
            document.undo_stack().undo();
        }
        QVERIFY(document.project() == states.front());
        for (std::size_t i = 1; i < states.size(); ++i) {
            document.undo_stack().redo();
            QVERIFY(document.project() == states[i]);
        }
    }

    void undo_of_an_edit_goes_back_to_its_build()
    {
        Document document(shared_engine_data(), fabric_scenario());
        QVERIFY(document.replace(two_builds()));
        QVERIFY(document.set_field("training.micro_batch", std::int64_t{4}));
        document.select_build(0);
        QVERIFY(document.set_field("training.micro_batch", std::int64_t{8}));
        document.select_build(1);
        document.undo_stack().undo();
        QCOMPARE(document.project().current, 0U);
        QCOMPARE(document.scenario().training.micro_batch, 2);
        QCOMPARE(document.evaluation().scenario.training.micro_batch, 2);
        document.undo_stack().undo();
        QCOMPARE(document.project().current, 1U);
        QCOMPARE(document.scenario().training.micro_batch, 2);
        document.undo_stack().redo();
        document.undo_stack().redo();
        QCOMPARE(document.project().builds[0].scenario.training.micro_batch, 8);
        QCOMPARE(document.project().builds[1].scenario.training.micro_batch, 4);
    }

    void a_pinned_build_is_answered_at_its_prices()
    {
        Document document(shared_engine_data(), fabric_scenario());
        Project project = two_builds();
        const double today = document.evaluation().estimate->cost.bill.total;
        Pin pin;
        pin.date = "2025-01-01";
        pin.prices["rtx4090"] = {1.0, "CNY", "2025-01-01", "then"};
        project.builds[0].pin = pin;
        project.current = 0;
        QVERIFY(document.replace(project));
        QVERIFY(document.evaluation().estimate->cost.bill.total < today);
        // The scenario itself is not touched by it, and edits keep the prices.
        QVERIFY(document.scenario().build.price_overrides.empty());
        QVERIFY(document.set_field("training.micro_batch", std::int64_t{4}));
        QVERIFY(document.evaluation().estimate->cost.bill.total < today);
        QVERIFY(document.scenario().build.price_overrides.empty());
        document.edit_project(without_pin(document.project(), 0), QString());
        QCOMPARE(document.evaluation().estimate->cost.bill.total, today);
        document.undo_stack().undo();
        QVERIFY(document.evaluation().estimate->cost.bill.total < today);
    }

    void a_build_that_cannot_be_computed_stays()
    {
        Project project = two_builds();
        project.builds[1].scenario.build.gpu = "rtx9999";
        project.current = 1;
        Document document(shared_engine_data(), fabric_scenario());
        QVERIFY(document.replace(project));
        QCOMPARE(document.project().current, 0U);
        QVERIFY(!document.answer_of(1)->estimate);
        QVERIFY(!document.answer_of(1)->errors.empty());
        WindowFixture fixture;
        QVERIFY(fixture.document.replace(project));
        fixture.document.select_build(1);
        QApplication::processEvents();
        QVERIFY(fixture.document.set_field("build.gpu", std::string("rtx4090")));
        QVERIFY(fixture.document.evaluation().estimate);
        project.builds[0].scenario.build.gpu = "rtx9999";
        QVERIFY(!document.replace(project));
    }

    void saving_keeps_everything_and_the_previous_version()
    {
        QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("plan.rigwright"));
        WindowFixture fixture;
        QVERIFY(fixture.document.replace(two_builds()));
        QVERIFY(fixture.window.files().save_to(path));
        QVERIFY(!QFile::exists(previous_version(path)));
        const QByteArray first = content_of(path);
        QVERIFY(fixture.document.set_field("training.micro_batch", std::int64_t{8}));
        QVERIFY(fixture.window.isWindowModified());
        QVERIFY(fixture.window.files().save());
        QVERIFY(!fixture.window.isWindowModified());
        QCOMPARE(content_of(previous_version(path)), first);
        const Project saved = fixture.document.project();
        // Nothing changed: the same bytes, and the previous version stays the one that differs.
        const QByteArray second = content_of(path);
        QVERIFY(fixture.window.files().save());
        QCOMPARE(content_of(path), second);
        QCOMPARE(content_of(previous_version(path)), first);
        QVERIFY(fixture.window.files().open(path));
        QVERIFY(fixture.document.project() == saved);
        QVERIFY(fixture.window.windowTitle().contains(QStringLiteral("plan.rigwright")));
    }

    void a_scenario_file_stays_one_while_possible()
    {
        QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("plan.json"));
        WindowFixture fixture;
        QVERIFY(fixture.window.files().save_to(path));
        QVERIFY(content_of(path).contains("rigwright.scenario"));
        QVERIFY(fixture.window.files().open(path));
        QVERIFY(fixture.document.set_field("training.micro_batch", std::int64_t{4}));
        QVERIFY(fixture.window.files().save());
        QVERIFY(content_of(path).contains("rigwright.scenario"));
        fixture.document.edit_project(with_build_duplicated(fixture.document.project(), 0).value(), QString());
        const QByteArray before = content_of(path);
        QVERIFY(!fixture.window.files().save_to(path));
        QVERIFY(fixture.window.trouble().isVisible());
        QVERIFY(fixture.window.trouble().text().contains(QStringLiteral(".rigwright")));
        QCOMPARE(content_of(path), before);
        QVERIFY(fixture.window.files().save_to(folder.filePath(QStringLiteral("plan.rigwright"))));
    }

    void what_a_newer_program_wrote_survives_a_save()
    {
        QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("newer.rigwright"));
        QByteArray bytes = QByteArray::fromStdString(project_text(two_builds()));
        bytes.replace("\"version\": 2,\n  \"minimum_reader\"",
                      "\"version\": 3,\n  \"mood\": {\"a\": [1, null]},\n  \"minimum_reader\"");
        write_file(path, bytes);
        WindowFixture fixture;
        QVERIFY(fixture.window.files().open(path));
        QVERIFY(child<NoticeStrip>(fixture.window, "news")->isVisible());
        QVERIFY(child<NoticeStrip>(fixture.window, "news")->text().contains(QStringLiteral("$.mood")));
        QVERIFY(fixture.document.set_field("training.micro_batch", std::int64_t{4}));
        QVERIFY(fixture.window.files().save());
        const OpenedProject again = open_project_file(path);
        QVERIFY(again.project);
        QCOMPARE(again.project->version, 3);
        QCOMPARE(again.project->unknown.at("mood"), std::string(R"({"a":[1,null]})"));
    }

    void revert_is_one_step()
    {
        QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("plan.rigwright"));
        WindowFixture fixture;
        const QAction* revert = fixture.window.menus().action(QStringLiteral("revert"));
        QVERIFY(!revert->isEnabled());
        QVERIFY(fixture.document.replace(two_builds()));
        QVERIFY(fixture.window.files().save_to(path));
        QVERIFY(revert->isEnabled());
        const Project saved = fixture.document.project();
        QVERIFY(fixture.document.set_field("training.micro_batch", std::int64_t{8}));
        fixture.document.edit_project(without_build(fixture.document.project(), 0).value(), QString());
        const Project edited = fixture.document.project();
        QVERIFY(fixture.window.menus().run(QStringLiteral("revert")));
        QCOMPARE(fixture.document.project().builds.size(), 2U);
        QVERIFY(fixture.document.project().builds == saved.builds);
        QVERIFY(!fixture.window.isWindowModified());
        QVERIFY(child<NoticeStrip>(fixture.window, "news")->isVisible());
        fixture.document.undo_stack().undo();
        QVERIFY(fixture.document.project().builds == edited.builds);
        QVERIFY(fixture.window.isWindowModified());
        QVERIFY(!child<NoticeStrip>(fixture.window, "news")->isVisible());
    }

    void a_new_project_has_one_unnamed_build()
    {
        WindowFixture fixture;
        QVERIFY(fixture.window.files().open_new());
        QCOMPARE(fixture.document.project().builds.size(), 1U);
        QVERIFY(fixture.document.scenario().name.empty());
        QVERIFY(fixture.document.evaluation().estimate);
        QVERIFY(!fixture.window.files().is_example());
        QVERIFY(fixture.window.files().path().isEmpty());
        QVERIFY(!fixture.window.isWindowModified());
        // A new project gets the socket of the user's country; a file keeps its own.
        QVERIFY(fixture.window.files().open_new("CN"));
        QCOMPARE(fixture.document.scenario().build.circuit, std::string("10a-220v"));
        QVERIFY(!fixture.window.isWindowModified());
        QVERIFY(fixture.window.files().open_new("XX"));
        QVERIFY(fixture.document.scenario().build.circuit.empty());
        Project given = fixture.document.project();
        given.builds.front().scenario.build.circuit = "15a-120v";
        QCOMPARE(plugged_in(given, fixture.document.data()->hardware, "CN").builds.front().scenario.build.circuit,
                 std::string("15a-120v"));
    }

    void recent_files_are_listed_and_forgotten()
    {
        forget_files();
        QTemporaryDir folder;
        WindowFixture fixture;
        for (int i = 0; i <= most_recent_files; ++i)
            QVERIFY(fixture.window.files().save_to(folder.filePath(QStringLiteral("p%1.rigwright").arg(i))));
        QCOMPARE(recent_files().size(), most_recent_files);
        QVERIFY(recent_files().first().endsWith(QStringLiteral("p10.rigwright")));
        QVERIFY(QFile::remove(folder.filePath(QStringLiteral("p10.rigwright"))));
        QMenu* menu = fixture.window.menus().action(QStringLiteral("recent"))->menu();
        emit menu->aboutToShow();
        // Nine files, a line, and what clears them.
        QCOMPARE(menu->actions().size(), most_recent_files + 1);
        menu->actions().first()->trigger();
        QVERIFY(fixture.window.files().path().endsWith(QStringLiteral("p9.rigwright")));
        menu->actions().last()->trigger();
        QVERIFY(recent_files().isEmpty());
        emit menu->aboutToShow();
        QCOMPARE(menu->actions().size(), 1);
        QVERIFY(!menu->actions().first()->isEnabled());
    }

    void the_view_comes_back()
    {
        QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("plan.rigwright"));
        {
            WindowFixture fixture;
            const QWidget* step_time = child<QWidget>(page<QWidget>(fixture.window, "step_time"), "step_time");
            QVERIFY(step_time->isVisible());
            QVERIFY(fixture.window.files().save_to(path));
            // Another view of the same page, and another page.
            for (const char* other : {"epoch_time", "cost"}) {
                fixture.window.open_page(QLatin1String(other));
                QVERIFY(!step_time->isVisible());
                QVERIFY(fixture.window.files().open(path));
                QVERIFY2(step_time->isVisible(), other);
                QVERIFY(!fixture.window.isWindowModified());
            }
        }
        // In a window that has not made the page yet, too.
        WindowFixture fixture;
        QVERIFY(fixture.window.files().open(path));
        QVERIFY(child<QWidget>(fixture.window, "step_time")->isVisible());
        QVERIFY(!fixture.window.isWindowModified());
        // Earlier versions of the program wrote the page as a tab.
        Project project = two_builds();
        project.view = R"({"tab":"roofline"})";
        QCOMPARE(save_project_file(project, path, FileKind::project), QString());
        QVERIFY(fixture.window.files().open(path));
        QVERIFY(child<QWidget>(fixture.window, "roofline")->isVisible());
    }

    void the_question_of_the_report_is_saved()
    {
        QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("plan.rigwright"));
        WindowFixture fixture;
        auto* question = child<QLineEdit>(*fixture.window.open_page(QStringLiteral("report")));
        QTest::keyClicks(question, QStringLiteral("Which offer?"));
        QVERIFY(fixture.window.files().save_to(path));
        QVERIFY(fixture.window.files().open_new());
        QVERIFY(question->text().isEmpty());
        QVERIFY(fixture.window.files().open(path));
        QCOMPARE(question->text(), QStringLiteral("Which offer?"));
    }

    void a_full_or_missing_folder_loses_nothing()
    {
        QTemporaryDir folder;
        WindowFixture fixture;
        QVERIFY(fixture.document.set_field("training.micro_batch", std::int64_t{8}));
        for (const QString& path : {folder.filePath(QStringLiteral("no/such/folder/plan.rigwright")), folder.path(),
                                    QStringLiteral("/dev/full/plan.rigwright")}) {
            QVERIFY2(!fixture.window.files().save_to(path), qPrintable(path));
            QVERIFY(fixture.window.trouble().isVisible());
            QCOMPARE(fixture.document.scenario().training.micro_batch, 8);
            QVERIFY(!fixture.document.undo_stack().isClean());
        }
    }

    void a_kill_during_a_save_leaves_a_whole_file()
    {
        QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("plan.rigwright"));
        QRandomGenerator random(20261122);
        const int rounds = std::max(12, qEnvironmentVariableIntValue("RIGWRIGHT_KILL_ROUNDS"));
        for (int round = 0; round < rounds; ++round) {
            QProcess program;
            program.start(QCoreApplication::applicationFilePath(), {QStringLiteral("save-for-ever"), path});
            QVERIFY(program.waitForStarted());
            QVERIFY(program.waitForReadyRead(60000));
            QTest::qSleep(static_cast<int>(random.bounded(60U)));
            program.kill();
            QVERIFY(program.waitForFinished());
            for (const QString& file : {path, previous_version(path)}) {
                const OpenedProject opened = open_project_file(file);
                QVERIFY2(opened.project, qPrintable(file));
                const std::int64_t batch = opened.project->current_build().scenario.training.micro_batch;
                QVERIFY(batch == 1 || batch == 2);
                QCOMPARE(opened.project->builds.size(), 300U);
            }
        }
    }
};

RIGWRIGHT_STYLED_TEST(ProjectsTest)
RIGWRIGHT_TEST_PROCESS("save-for-ever", save_for_ever)

} // namespace rigwright::test::tst_projects

#include "tst_projects.moc"
