// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/file_content.h"
#include "tests/support/suite.h"
#include "tests/ui/window_fixture.h"
#include "ui/recovery/recovery.h"
#include "ui/start/start.h"
#include "ui/window/notices.h"
#include "ui/window_files.h"

#include <QDir>
#include <QFileDialog>
#include <QListWidget>
#include <QProcess>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTimer>

#include <iostream>

namespace rigwright::test::tst_recovery {

using namespace std::chrono_literals;

/// A separate process that the test starts and kills: a document that is edited and never saved.
int edit_and_hang(int argc, char** argv)
{
    QCoreApplication application(argc, argv);
    const QString folder = QCoreApplication::arguments().value(1);
    Document document(shared_engine_data(), fabric_scenario());
    RecoveryFolder recovery(folder);
    Autosave autosave(document, recovery, [] { return QStringLiteral("/somewhere/plan.rigwright"); }, {50ms, 200ms});
    QObject::connect(&autosave, &Autosave::kept, [] { std::cout << "kept" << std::endl; });
    document.set_field(QStringLiteral("training.micro_batch"), std::int64_t{16});
    return application.exec();
}

int hand_over(int argc, char** argv)
{
    const QCoreApplication application(argc, argv);
    const QStringList words = QCoreApplication::arguments();
    SingleInstance instance(words.value(1));
    if (instance.is_first()) return 4;
    return instance.hand_over(words.value(2), 5000ms) ? 0 : 5;
}

/// A process that was killed in the middle of its work.
void crash(const QString& folder)
{
    const std::size_t before = RecoveryFolder(folder).left_behind().size();
    QProcess program;
    program.start(QCoreApplication::applicationFilePath(), {QStringLiteral("edit-and-hang"), folder});
    QVERIFY(program.waitForStarted());
    QVERIFY(program.waitForReadyRead(60000));
    // A running program has no work to recover.
    QCOMPARE(RecoveryFolder(folder).left_behind().size(), before);
    program.kill();
    QVERIFY(program.waitForFinished());
}

/// Unsaved work outlives the program, and the program runs once.
class RecoveryTest : public QObject {
    Q_OBJECT

private slots:
    void unsaved_work_is_kept_and_saved_work_is_not()
    {
        QTemporaryDir folder;
        Document document(shared_engine_data(), fabric_scenario());
        RecoveryFolder recovery(folder.path());
        Autosave autosave(document, recovery, [] { return QString(); }, {20ms, 10000ms});
        const QSignalSpy kept(&autosave, &Autosave::kept);
        const QStringList snapshots{QStringLiteral("*.rigwright")};
        QVERIFY(document.set_field("training.micro_batch", std::int64_t{4}));
        QVERIFY(QDir(folder.path()).entryList(snapshots).isEmpty());
        QTRY_COMPARE(kept.count(), 1);
        QCOMPARE(QDir(folder.path()).entryList(snapshots).size(), 1);
        // Another session doesn't see it, since this one is running.
        QVERIFY(RecoveryFolder(folder.path()).left_behind().empty());
        document.undo_stack().undo();
        QVERIFY(QDir(folder.path()).entryList(snapshots).isEmpty());
        // A drag is work too, before it ends.
        document.begin_gesture();
        QVERIFY(document.set_field("training.micro_batch", std::int64_t{6}));
        QTRY_COMPARE(kept.count(), 2);
        document.end_gesture();
        document.undo_stack().setClean();
        QVERIFY(QDir(folder.path()).entryList(snapshots).isEmpty());
    }

    void a_long_run_of_edits_is_kept_in_between()
    {
        QTemporaryDir folder;
        Document document(shared_engine_data(), fabric_scenario());
        RecoveryFolder recovery(folder.path());
        // The last change is never long enough ago, so only the other limit can be at work.
        Autosave autosave(document, recovery, [] { return QString(); }, {1h, 50ms});
        const QSignalSpy kept(&autosave, &Autosave::kept);
        for (std::int64_t batch = 3; kept.count() < 2 && batch < 2000; ++batch) {
            QVERIFY(document.set_field("training.micro_batch", batch));
            QTest::qWait(10);
        }
        QCOMPARE(kept.count(), 2);
    }

    void a_killed_program_leaves_its_work_behind()
    {
        QTemporaryDir folder;
        crash(folder.path());
        RecoveryFolder recovery(folder.path());
        const std::vector<LeftBehind> left = recovery.left_behind();
        QCOMPARE(left.size(), 1U);
        QCOMPARE(left.front().path, QStringLiteral("/somewhere/plan.rigwright"));
        QVERIFY(left.front().taken.secsTo(QDateTime::currentDateTime()) < 300);
        WindowFixture fixture;
        QVERIFY(fixture.window.files().open_left_behind(recovery.snapshot_of(left.front()), left.front().path));
        QCOMPARE(fixture.document.scenario().training.micro_batch, 16);
        // It is not saved, and no path from a file is written to without a question.
        QVERIFY(fixture.window.isWindowModified());
        QVERIFY(fixture.window.files().path().isEmpty());
        recovery.discard(left.front());
        QVERIFY(recovery.left_behind().empty());
    }

    void the_dialog_restores_by_keys_and_deletes_by_mouse()
    {
        QTemporaryDir folder;
        crash(folder.path());
        crash(folder.path());
        RecoveryFolder recovery(folder.path());
        RecoveryDialog dialog(recovery, recovery.left_behind());
        InterfaceLanguage language;
        QVERIFY(language.use(QStringLiteral("zh_CN")));
        QApplication::sendPostedEvents();
        QCOMPARE(dialog.windowTitle(), QStringLiteral("未保存的工作"));
        QVERIFY(language.use(QStringLiteral("en")));
        dialog.show();
        QVERIFY(QTest::qWaitForWindowExposed(&dialog));
        QCOMPARE(child<QListWidget>(dialog)->count(), 2);
        QVERIFY2(child<QListWidget>(dialog)->item(0)->text().contains(QStringLiteral("plan.rigwright")),
                 qPrintable(child<QListWidget>(dialog)->item(0)->text()));
        QTest::mouseClick(button(dialog, QStringLiteral("Delete")), Qt::LeftButton);
        QCOMPARE(child<QListWidget>(dialog)->count(), 1);
        QCOMPARE(recovery.left_behind().size(), 1U);
        QString restored;
        connect(&dialog, &RecoveryDialog::restore_requested, this,
                [&](const LeftBehind& session) { restored = session.id; });
        child<QListWidget>(dialog)->setFocus();
        QTest::keyClick(child<QListWidget>(dialog), Qt::Key_Return);
        QCOMPARE(restored, recovery.left_behind().front().id);
        QVERIFY(!dialog.isVisible());
    }

    void restored_work_remembers_its_file_through_further_crashes_data()
    {
        add_columns<QString, int, QString>("name", "machines", "proposed");
        QTest::newRow("project") << QStringLiteral("布料.rigwright") << 2 << QStringLiteral("布料.rigwright");
        QTest::newRow("scenario") << QStringLiteral("plan.json") << 1 << QStringLiteral("plan.json");
        // A scenario file holds one machine.
        QTest::newRow("grown scenario") << QStringLiteral("plan.json") << 2 << QStringLiteral("plan.rigwright");
    }

    void restored_work_remembers_its_file_through_further_crashes()
    {
        QFETCH(QString, name);
        QFETCH(int, machines);
        QTemporaryDir folder;
        const QString path = folder.filePath(name);
        Project project = project_of(fabric_scenario());
        for (int i = 1; i < machines; ++i) project = *with_build_duplicated(project, 0);
        QVERIFY(RecoveryFolder(folder.path()).keep(project_bytes(project, FileKind::project), path).isEmpty());
        for (int crashes = 1; crashes <= 2; ++crashes) {
            Session session(*find_data_directory());
            StartOptions options;
            options.language = QStringLiteral("zh_CN");
            session.dress(options, false);
            QVERIFY(session.open_start());
            MainWindow& window = session.window();
            window.show();
            window.activateWindow();
            QVERIFY(QTest::qWaitForWindowActive(&window));
            session.keep_safe(folder.path());
            QTRY_VERIFY(qobject_cast<RecoveryDialog*>(QApplication::activeModalWidget()) != nullptr);
            QTest::mouseClick(button(*QApplication::activeModalWidget(), QStringLiteral("恢复")), Qt::LeftButton);
            QTRY_VERIFY(QApplication::activeModalWidget() == nullptr);
            QVERIFY2(window.windowTitle().contains(name), qPrintable(window.windowTitle()));
            QString asked;
            QTimer answer;
            connect(&answer, &QTimer::timeout, this, [&] {
                auto* dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget());
                if (dialog == nullptr) return;
                asked = dialog->selectedFiles().value(0);
                dialog->reject();
            });
            answer.start(5);
            window.activateWindow();
            QVERIFY(QTest::qWaitForWindowActive(&window));
            QTest::keySequence(&window, QKeySequence::Save);
            QTRY_VERIFY(!asked.isEmpty());
            QFETCH(QString, proposed);
            QCOMPARE(asked, folder.filePath(proposed));
        }
    }

    void a_broken_snapshot_is_reported()
    {
        QTemporaryDir folder;
        write_file(folder.filePath(QStringLiteral("0000.rigwright")), "{\"format\": \"rigwright.project\", ");
        RecoveryFolder recovery(folder.path());
        RecoveryDialog dialog(recovery, recovery.left_behind());
        QCOMPARE(child<QListWidget>(dialog)->count(), 1);
        QVERIFY(child<QListWidget>(dialog)->item(0)->text().contains(QStringLiteral("cannot be read")));
        WindowFixture fixture;
        const Scenario before = fixture.document.scenario();
        QVERIFY(!fixture.window.files().open_left_behind(folder.filePath(QStringLiteral("0000.rigwright")), QString()));
        QCOMPARE(fixture.document.scenario(), before);
    }

    void a_later_program_hands_over_its_file()
    {
        QTemporaryDir folder;
        SingleInstance first(folder.path());
        QVERIFY(first.is_first());
        QSignalSpy asked(&first, &SingleInstance::asked);
        for (const QString& file : {QStringLiteral("/tmp/织物 plan.rigwright"), QString()}) {
            QProcess later;
            later.start(QCoreApplication::applicationFilePath(), {QStringLiteral("hand-over"), folder.path(), file});
            QVERIFY(asked.wait(60000));
            QCOMPARE(asked.takeFirst().first().toString(), file);
            QVERIFY(later.waitForFinished());
            QCOMPARE(later.exitCode(), 0);
        }
    }

    void two_crashes_at_the_start_make_the_next_one_safe()
    {
        QTemporaryDir folder;
        const QString file = folder.filePath(QStringLiteral("run/starts"));
        QVERIFY(!StartRecord(file).is_safe_start());
        QVERIFY(!StartRecord(file).is_safe_start());
        // Two starts went wrong; so are all further ones until one goes well.
        QVERIFY(StartRecord(file).is_safe_start());
        StartRecord third(file);
        QVERIFY(third.is_safe_start());
        third.went_well();
        QVERIFY(!StartRecord(file).is_safe_start());
        // A crash, a normal run and a crash are not two crashes in a row.
        StartRecord(file).went_well();
        QVERIFY(!StartRecord(file).is_safe_start());
        StartRecord(file).went_well();
        QVERIFY(!StartRecord(file).is_safe_start());
        // Foreign content is ignored.
        write_file(file, "-99999999999999999999");
        QVERIFY(!StartRecord(file).is_safe_start());
    }

    void what_a_safe_start_skipped_can_be_restored()
    {
        QTemporaryDir folder;
        const QString file = folder.filePath(QStringLiteral("织物 %1.json"));
        WindowFixture fixture;
        QVERIFY(fixture.window.files().save_to(file));
        QVERIFY(fixture.document.set_field("training.micro_batch", std::int64_t{7}));
        fixture.document.undo_stack().setClean();
        QVERIFY(!child<NoticeStrip>(fixture.window, "safe_start")->isVisible());
        fixture.window.notices().tell_safe_start(file);
        QVERIFY(child<NoticeStrip>(fixture.window, "safe_start")->isVisible());
        QVERIFY(child<NoticeStrip>(fixture.window, "safe_start")->text().contains(QStringLiteral("织物 %1.json")));
        fixture.speak(QStringLiteral("zh_CN"));
        QVERIFY(child<NoticeStrip>(fixture.window, "safe_start")->text().contains(QStringLiteral("布局")));
        auto* restore = fixture.window.findChild<QPushButton*>(QStringLiteral("restore_session"));
        QCOMPARE(restore->text(), QStringLiteral("恢复"));
        QTest::mouseClick(restore, Qt::LeftButton);
        QVERIFY(!child<NoticeStrip>(fixture.window, "safe_start")->isVisible());
        QCOMPARE(fixture.window.files().path(), file);
        QCOMPARE(fixture.document.scenario().training.micro_batch, 2);
    }
};

RIGWRIGHT_STYLED_TEST(RecoveryTest)
RIGWRIGHT_TEST_PROCESS("edit-and-hang", edit_and_hang)
RIGWRIGHT_TEST_PROCESS("hand-over", hand_over)

} // namespace rigwright::test::tst_recovery

#include "tst_recovery.moc"
