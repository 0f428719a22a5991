// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/suite.h"
#include "tests/ui/window_fixture.h"
#include "ui/document/project_file.h"
#include "ui/window/notices.h"
#include "ui/window_files.h"

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>

#include <iostream>

namespace tst_full_disk {

using namespace rigwright;
using namespace rigwright::test;

namespace {

Project project_of_builds(int builds)
{
    Project project = project_of(fabric_scenario());
    while (project.builds.size() < static_cast<std::size_t>(builds)) project.builds.push_back(project.builds.front());
    return project;
}

/// What the test starts as a process of its own, on a file system of its own: prints why the save failed, or nothing.
int save_builds(int argc, char** argv)
{
    const QCoreApplication application(argc, argv);
    const QStringList words = QCoreApplication::arguments();
    const Project project = project_of_builds(words.value(2).toInt());
    const QString trouble = save_project_file(project, words.value(1), FileKind::project);
    std::cout << trouble.toStdString() << std::flush;
    return trouble.isEmpty() ? 0 : 1;
}

/// Runs a shell script as the root of a namespace, where it can mount a small disk that no other process sees.
struct ScriptRun {
    int exit = -1;
    QStringList lines;
};

ScriptRun run_with_own_mounts(const QString& script, const QStringList& arguments)
{
    QProcess process;
    process.start(QStringLiteral("unshare"),
                  QStringList{QStringLiteral("--user"), QStringLiteral("--map-root-user"), QStringLiteral("--mount"),
                              QStringLiteral("sh"), QStringLiteral("-c"), script, QStringLiteral("sh")} +
                      arguments);
    ScriptRun run;
    if (!process.waitForFinished(120000) || process.exitStatus() != QProcess::NormalExit) return run;
    run.exit = process.exitCode();
    run.lines = QString::fromUtf8(process.readAllStandardOutput()).split(QLatin1Char('\n'));
    return run;
}

constexpr int no_mounts = 77;

} // namespace

/// Saving where there is no room, no permission or no folder any more: said, and nothing lost.
class FullDiskTest : public QObject {
    Q_OBJECT
private slots:
    void a_full_disk_is_said_and_the_old_file_stays()
    {
        const QTemporaryDir folder;
        // 64 KiB hold a project of two builds and its previous version, not one of 300.
        const ScriptRun run = run_with_own_mounts(
            QStringLiteral("mount -t tmpfs -o size=64k none \"$1\" 2>/dev/null || exit 77\n"
                           "\"$2\" save-builds \"$1/plan.rigwright\" 2; echo \"=$?\"; cp \"$1/plan.rigwright\" \"$3\"\n"
                           "\"$2\" save-builds \"$1/plan.rigwright\" 300; echo \"=$?\"\n"
                           "cmp \"$1/plan.rigwright\" \"$3\" && echo same; ls -A \"$1\" | wc -l\n"),
            {folder.path(), QCoreApplication::applicationFilePath(), folder.path() + QStringLiteral(".kept")});
        QFile::remove(folder.path() + QStringLiteral(".kept"));
        if (run.exit == no_mounts || run.exit < 0) QSKIP("this system lets nobody mount a disk of their own");
        QVERIFY2(run.lines.size() >= 4, qPrintable(run.lines.join(QLatin1Char('|'))));
        QCOMPARE(run.lines[0], QStringLiteral("=0"));
        QVERIFY2(run.lines[1].endsWith(QLatin1String("=1")), qPrintable(run.lines[1]));
        QVERIFY2(run.lines[1].contains(QLatin1String("No space left on device")), qPrintable(run.lines[1]));
        QCOMPARE(run.lines[2], QStringLiteral("same"));
        // The old file and its previous version at most: nothing half written stays behind.
        QVERIFY2(run.lines[3].trimmed().toInt() <= 2, qPrintable(run.lines[3]));
    }

    void a_disk_or_file_that_takes_nothing_is_said_and_the_old_file_stays_data()
    {
        add_columns<QString, QString>("obstacle", "reason");
        QTest::newRow("read-only disk") << QStringLiteral("mount -o remount,ro \"$1\"") << QString();
        // Linux knows no other lock that keeps a file from being replaced: something is mounted over it.
        QTest::newRow("locked file") << QStringLiteral("mount --bind \"$1/plan.rigwright\" \"$1/plan.rigwright\"")
                                     << QStringLiteral("busy");
    }

    void a_disk_or_file_that_takes_nothing_is_said_and_the_old_file_stays()
    {
        QFETCH(QString, obstacle);
        QFETCH(QString, reason);
        const QTemporaryDir folder;
        const ScriptRun run = run_with_own_mounts(
            QStringLiteral("mount -t tmpfs none \"$1\" 2>/dev/null || exit 77\n"
                           "\"$2\" save-builds \"$1/plan.rigwright\" 2; echo \"=$?\"; cp \"$1/plan.rigwright\" \"$3\"\n"
                           "%1 || exit 77\n"
                           "\"$2\" save-builds \"$1/plan.rigwright\" 3; echo \"=$?\"\n"
                           "cmp \"$1/plan.rigwright\" \"$3\" && echo same; ls -A \"$1\" | wc -l\n")
                .arg(obstacle),
            {folder.path(), QCoreApplication::applicationFilePath(), folder.path() + QStringLiteral(".kept")});
        QFile::remove(folder.path() + QStringLiteral(".kept"));
        if (run.exit == no_mounts || run.exit < 0) QSKIP("this system lets nobody mount a disk of their own");
        QVERIFY2(run.lines.size() >= 4, qPrintable(run.lines.join(QLatin1Char('|'))));
        QCOMPARE(run.lines[0], QStringLiteral("=0"));
        QVERIFY2(run.lines[1].endsWith(QLatin1String("=1")), qPrintable(run.lines[1]));
        QVERIFY2(run.lines[1].size() > 10, "no reason was given");
        QVERIFY2(run.lines[1].contains(reason), qPrintable(run.lines[1]));
        QCOMPARE(run.lines[2], QStringLiteral("same"));
        QVERIFY2(run.lines[3].trimmed().toInt() <= 2, qPrintable(run.lines[3]));
    }

    void a_folder_that_went_away_is_said()
    {
        auto folder = std::make_unique<QTemporaryDir>();
        const QString path = folder->filePath(QStringLiteral("plan.rigwright"));
        WindowFixture fixture;
        QVERIFY(fixture.window.files().save_to(path));
        QVERIFY(fixture.document.set_field("training.micro_batch", std::int64_t{4}));
        folder.reset();
        QVERIFY(!QFile::exists(path));
        QVERIFY(!fixture.window.files().save_to(path));
        QVERIFY(fixture.window.trouble().isVisible());
        QVERIFY(!fixture.window.trouble().text().isEmpty());
        QVERIFY(!fixture.document.undo_stack().isClean());
        QCOMPARE(fixture.document.scenario().training.micro_batch, 4);
    }
};

RIGWRIGHT_WIDGET_TEST(FullDiskTest)
RIGWRIGHT_TEST_PROCESS("save-builds", save_builds)

} // namespace tst_full_disk

#include "tst_full_disk.moc"
