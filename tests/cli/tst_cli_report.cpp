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

    void writes_every_format()
    {
        const Rows<QByteArray> rows{
            {"xlsx", "PK"}, {"csv", "\xEF\xBB\xBF\""}, {"tsv", "\xEF\xBB\xBF\""}, {"md", "# "}, {"json", "{"},
        };
        rows.each_named([&](const char* name, const auto& start) {
            const QTemporaryDir folder;
            const QString path = folder.filePath(QStringLiteral("r.") + QLatin1String(name));
            QCOMPARE(run_cli({"report", example(1), "-o", path}).exit, 0);
            QVERIFY(content_of(path).startsWith(start));
        });
    }

    void says_what_is_missing()
    {
        const Rows<QStringList, int, QByteArray> rows{
            {"no output", QStringList{"report", example(1)}, 2, "-o"},
            {"unknown format", QStringList{"report", example(1), "-o", "r.docx"}, 2, "r.docx"},
            {"too many plans",
             QStringList{"report", example(1), example(1), example(1), example(1), example(1), example(1), example(1),
                         "-o", "r.md"},
             2, "6"},
            {"no folder", QStringList{"report", example(1), "-o", "/nonexistent/r.xlsx"}, 1, "/nonexistent/r.xlsx"},
            {"no file", QStringList{"report", "/nonexistent.json", "-o", "r.md"}, 1, "/nonexistent.json"},
        };
        rows.each([&](const auto& arguments, auto exit, const auto& told) {
            const CliRun run = run_cli(arguments);
            QCOMPARE(run.exit, exit);
            QVERIFY2(run.err.contains(told), run.err.constData());
        });
    }
};

RIGWRIGHT_TEST(CliReportTest)

} // namespace rigwright::test::tst_cli_report

#include "tst_cli_report.moc"
