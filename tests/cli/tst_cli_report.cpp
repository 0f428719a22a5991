// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/cli_run.h"
#include "tests/support/suite.h"

#include <QTemporaryDir>

namespace rigwright::test::tst_cli_report {

class CliReportTest : public QObject {
    Q_OBJECT
private slots:
    void compares_files()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath("r.md");
        const CliRun run = run_well(
            {"report", example(1), example(2), "-o", path, "--both-languages", "--question", "One card or two?"});
        const QByteArray text = content_of(path);
        QVERIFY(text.contains("One card or two?"));
        QVERIFY(text.contains("1 × GeForce RTX 4090"));
        QVERIFY(text.contains("2 × GeForce RTX 4090"));
        QVERIFY(text.contains("物料清单"));
        QVERIFY(!QFile::exists(path + ".part"));
    }

    void takes_the_builds_of_a_project()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath("r.json");
        const CliRun run = run_well({"report", source_path("resources/examples/fabric-defects.rigwright"), "-o", path});
        const QJsonObject report = QJsonDocument::fromJson(content_of(path)).object();
        QCOMPARE(report["format"].toString(), "rigwright.report");
        const QJsonArray sections = report["reports"][0]["sections"].toArray();
        QVERIFY(sections.size() >= 10);
        QVERIFY(sections[1]["blocks"][0]["columns"].toArray().size() >= 3);
    }

    void writes_every_format_data()
    {
        const auto row = add_columns<QByteArray>("start");
        row("xlsx", "PK");
        row("csv", "\xEF\xBB\xBF\"");
        row("tsv", "\xEF\xBB\xBF\"");
        row("md", "# ");
        row("json", "{");
    }

    void writes_every_format()
    {
        QFETCH(const QByteArray, start);
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("r.") + QLatin1String(QTest::currentDataTag()));
        QCOMPARE(run_cli({"report", example(1), "-o", path}).exit, 0);
        QVERIFY(content_of(path).startsWith(start));
    }

    void says_what_is_missing_data()
    {
        const auto row = add_columns<QStringList, int, QByteArray>("arguments", "exit", "told");
        row("no output", QStringList{"report", example(1)}, 2, "-o");
        row("unknown format", QStringList{"report", example(1), "-o", "r.docx"}, 2, "r.docx");
        row("too many plans",
            QStringList{"report", example(1), example(1), example(1), example(1), example(1), example(1), example(1),
                        "-o", "r.md"},
            2, "6");
        row("no folder", QStringList{"report", example(1), "-o", "/nonexistent/r.xlsx"}, 1, "/nonexistent/r.xlsx");
        row("no file", QStringList{"report", "/nonexistent.json", "-o", "r.md"}, 1, "/nonexistent.json");
    }

    void says_what_is_missing()
    {
        QFETCH(const QStringList, arguments);
        QFETCH(const int, exit);
        QFETCH(const QByteArray, told);
        const CliRun run = run_cli(arguments);
        QCOMPARE(run.exit, exit);
        QVERIFY2(run.err.contains(told), run.err.constData());
    }
};

RIGWRIGHT_TEST(CliReportTest)

} // namespace rigwright::test::tst_cli_report

#include "tst_cli_report.moc"
