// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/suite.h"
#include "tests/ui/window_fixture.h"
#include "ui/document/project_file.h"
#include "ui/window/notices.h"
#include "ui/window_files.h"

#include <QFile>
#include <QProcess>
#include <QTemporaryDir>

#include <iostream>

namespace rigwright::test::tst_full_disk {

Project project_of_builds(int builds)
{
    Project project = project_of(fabric_scenario());
    while (project.builds.size() < static_cast<std::size_t>(builds)) project.builds.push_back(project.builds.front());
    return project;
}

/// A separate process on a separate file system: prints why the save failed, or nothing.
int save_builds(int argc, char** argv)
{
    const QCoreApplication application(argc, argv);
    const QStringList words = QCoreApplication::arguments();
    const Project project = project_of_builds(words.value(2).toInt());
    const QString trouble = save_project_file(project, words.value(1), FileKind::project);
    std::cout << trouble.toStdString() << std::flush;
    return trouble.isEmpty() ? 0 : 1;
}

/// The output of a shell script as root of a namespace, where it can mount a small private disk.
struct ScriptRun {
    int exit = -1;
    QStringList lines;
};

/// Saves two builds to a disk, does something to it, saves `builds` builds, and compares with the first file. Lines:
/// the message and exit status of each save, whether the file is the same, the number of files.
ScriptRun save_twice(const QTemporaryDir& folder, const QString& disk, const QString& obstacle, int builds)
{
    QProcess process;
    const QString script =
        QStringLiteral("mount -t tmpfs %1 none \"$1\" 2>/dev/null || exit 77\n"
                       "\"$2\" save-builds \"$1/plan.rigwright\" 2; echo \"=$?\"; cp \"$1/plan.rigwright\" \"$3\"\n"
                       "%2 || exit 77\n"
                       "\"$2\" save-builds \"$1/plan.rigwright\" %3; echo \"=$?\"\n"
                       "cmp \"$1/plan.rigwright\" \"$3\" && echo same; ls -A \"$1\" | wc -l\n")
            .arg(disk, obstacle)
            .arg(builds);
    const QString kept = folder.path() + QStringLiteral(".kept");
    process.start("unshare", {"--user", "--map-root-user", "--mount", "sh", "-c", script, "sh", folder.path(),
                              QCoreApplication::applicationFilePath(), kept});
    ScriptRun run;
    const bool ended = process.waitForFinished(120000) && process.exitStatus() == QProcess::NormalExit;
    QFile::remove(kept);
    if (!ended) return run;
    run.exit = process.exitCode();
    run.lines = QString::fromUtf8(process.readAllStandardOutput()).split(QLatin1Char('\n'));
    return run;
}

constexpr int no_mounts = 77;

/// Saving without space, permission or folder: reported, and nothing lost.
class FullDiskTest : public QObject {
    Q_OBJECT
private slots:
    void a_failed_write_is_reported_and_keeps_the_old_file_data()
    {
        const auto row = add_columns<QString, QString, int, QString>("disk", "obstacle", "builds", "reason");
        // 64 KiB hold a project of two builds and its previous version, not one of 300.
        row("full disk", "-o size=64k", "true", 300, "No space left on device");
        row("read-only disk", "", "mount -o remount,ro \"$1\"", 3, "");
        // Linux has no other lock against replacing a file: something is mounted over it.
        row("locked file", "", "mount --bind \"$1/plan.rigwright\" \"$1/plan.rigwright\"", 3, "busy");
    }

    void a_failed_write_is_reported_and_keeps_the_old_file()
    {
        QFETCH(QString, disk);
        QFETCH(QString, obstacle);
        QFETCH(int, builds);
        QFETCH(QString, reason);
        const QTemporaryDir folder;
        const ScriptRun run = save_twice(folder, disk, obstacle, builds);
        if (run.exit == no_mounts || run.exit < 0) QSKIP("this system lets nobody mount a disk of their own");
        QVERIFY2(run.lines.size() >= 4, qPrintable(run.lines.join(QLatin1Char('|'))));
        QCOMPARE(run.lines[0], QStringLiteral("=0"));
        QVERIFY2(run.lines[1].endsWith(QLatin1String("=1")), qPrintable(run.lines[1]));
        QVERIFY2(run.lines[1].size() > 10, "no reason was given");
        QVERIFY2(run.lines[1].contains(reason), qPrintable(run.lines[1]));
        QCOMPARE(run.lines[2], QStringLiteral("same"));
        // The old file and its previous version at most: no partial file remains.
        QVERIFY2(run.lines[3].trimmed().toInt() <= 2, qPrintable(run.lines[3]));
    }

    void a_missing_folder_is_reported()
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

} // namespace rigwright::test::tst_full_disk

#include "tst_full_disk.moc"
