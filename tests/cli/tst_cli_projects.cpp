// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/cli_run.h"
#include "tests/support/suite.h"

#include <QRegularExpression>

namespace rigwright::test::tst_cli_projects {

QString project() { return source_path("resources/examples/fabric-defects.rigwright"); }

QJsonArray list(const CliRun& run) { return QJsonDocument::fromJson(run.out).array(); }

/// Projects in place of scenarios, and the comparison of builds.
class CliProjectsTest : public QObject {
    Q_OBJECT

private slots:
    void estimates_of_all_builds_are_those_of_their_scenarios()
    {
        const QJsonArray both = list(run_cli({"estimate", project()}));
        QCOMPARE(both.size(), 2);
        for (const int cards : {1, 2})
            QCOMPARE(both.at(cards - 1).toObject(), run_cli({"estimate", example(cards)}).json());
        const CliRun standard = run_cli({"estimate"}, source_text("resources/examples/fabric-defects.rigwright"));
        QCOMPARE(list(standard), both);
    }

    void one_build_is_chosen_by_name_or_number()
    {
        const QJsonObject two = run_cli({"estimate", example(2)}).json();
        for (const char* build : {"Two RTX 4090", "2"})
            QCOMPARE(run_cli({"estimate", "--build", QString::fromLatin1(build), project()}).json(), two);
        for (const char* build : {"Three", "0", "3", "2x"}) {
            const CliRun run = run_cli({"check", "--build", QString::fromLatin1(build), project()});
            QCOMPARE(run.exit, 2);
            QVERIFY2(run.err.contains("One RTX 4090"), run.err.constData());
        }
    }

    void every_command_takes_a_project()
    {
        const Rows<QStringList, bool> rows{
            {"check", QStringList{"check", project()}, true},
            {"layers", QStringList{"layers", project()}, true},
            {"explain", QStringList{"explain", project(), "memory.total_bytes"}, true},
            {"compare-models", QStringList{"compare-models", "--models", "resnet50", project()}, false},
        };
        rows.each([&](const auto& words, auto each) {
            const CliRun text = run_cli(words);
            QVERIFY(text.ended);
            QCOMPARE(text.exit, 0);
            QCOMPARE(text.out.contains("== Two RTX 4090 ==\n"), each);
            const CliRun as_json = run_well(words + QStringList{"--json"});
            QCOMPARE(QJsonDocument::fromJson(as_json.out).isArray(), each);
            if (each) QCOMPARE(list(as_json).size(), 2);
        });
    }

    void an_error_is_listed_under_its_build()
    {
        const QByteArray broken = source_text("resources/examples/fabric-defects.rigwright");
        const qsizetype second = broken.lastIndexOf("\"rtx4090\"");
        QByteArray text = broken;
        text.replace(second, 9, "\"rtx9999\"");
        const CliRun run = run_cli({"estimate", "-"}, text);
        QCOMPARE(run.exit, 1);
        QVERIFY2(run.err.contains("$.machines[1].build.gpu"), run.err.constData());
        QCOMPARE(list(run).size(), 2);
        QVERIFY(list(run).at(0).toObject().contains("memory"));
        const CliRun check = run_cli({"check", "--json", "-"}, text);
        QCOMPARE(check.exit, 1);
        QVERIFY(list(check).at(1).isNull());
    }

    /// The same project in both versions of the format gives the same bytes.
    void a_version_1_project_gives_the_same_output()
    {
        const QString old = source_path("tests/data/projects/fabric-version-1.rigwright");
        const QString pinned = source_path("tests/data/projects/version-1.rigwright");
        const QString now = source_path("tests/data/projects/version-2.rigwright");
        for (const char* line :
             {"estimate", "estimate --expand", "check", "compare", "compare --json", "layers", "explain"}) {
            const QStringList words = QString::fromLatin1(line).split(' ');
            const CliRun before = run_cli(words + QStringList{old});
            const CliRun after = run_cli(words + QStringList{project()});
            QCOMPARE(before.exit, 0);
            QVERIFY(!before.out.isEmpty());
            QCOMPARE(after.exit, 0);
            QCOMPARE(after.out, before.out);
            QCOMPARE(run_cli(words + QStringList{now}).out, run_cli(words + QStringList{pinned}).out);
        }
        const QByteArray text = source_text("tests/data/projects/fabric-version-1.rigwright");
        QByteArray broken = text;
        broken.replace(broken.lastIndexOf("\"rtx4090\""), 9, "\"rtx9999\"");
        const CliRun run = run_cli({"estimate", "-"}, broken);
        QCOMPARE(run.exit, 1);
        QVERIFY2(run.err.contains("$.builds[1].scenario.build.gpu"), run.err.constData());
    }

    void machines_of_different_tasks_are_not_ranked()
    {
        QByteArray text = source_text("tests/data/projects/fabric-version-1.rigwright");
        text.replace(text.lastIndexOf("\"epochs\": 300"), 13, "\"epochs\": 301");
        const CliRun run = run_well({"compare", "-"}, text);
        QVERIFY2(run.out.contains("Not ranked"), run.out.constData());
        QVERIFY(!run.out.contains("no significant difference"));
        const QJsonObject file = run_cli({"compare", "--json", "-"}, text).json();
        QCOMPARE(file["same_question"].toBool(true), false);
        for (const QJsonValue row : file["rows"].toArray()) QCOMPARE(row["ranking"].toString(), "none");
    }

    void two_cards_beside_one()
    {
        const QJsonObject file = run_cli({"compare", "--json", project()}).json();
        QCOMPARE(file["format"].toString(), "rigwright.comparison");
        QCOMPARE(file["builds"].toArray().size(), 2);
        const QJsonObject one = run_cli({"estimate", example(1)}).json();
        const QJsonObject row = file["rows"].toArray().first().toObject();
        QCOMPARE(row["quantity"].toString(), "memory.total_bytes");
        QCOMPARE(row["values"].toArray().first()["value"].toDouble(), one["memory"]["total_bytes"].toDouble());
        const CliRun turned = run_cli({"compare", "--baseline", "Two RTX 4090", project()});
        QVERIFY2(turned.out.contains("Two RTX 4090 *"), turned.out.constData());
        QVERIFY(!turned.out.contains("One RTX 4090 *"));
        static const QRegularExpression money_range("CN¥[0-9.]+ \\(CN¥[0-9.]+–CN¥[0-9.]+\\)");
        QVERIFY2(QString::fromUtf8(turned.out).contains(money_range), turned.out.constData());
    }

    void files_are_compared_as_well()
    {
        const CliRun run = run_well({"compare", example(1), example(2)});
        QVERIFY2(run.out.contains("DETR on one RTX 4090 *"), run.out.constData());
        QVERIFY(!run.out.contains("DETR on two RTX 4090 *"));
        QVERIFY(run.out.contains("no significant difference"));
    }

    void comparison_needs_two_machines()
    {
        QCOMPARE(run_cli({"compare", example(1)}).exit, 2);
        const CliRun missing = run_cli({"compare", example(1), "no-such-file"});
        QCOMPARE(missing.exit, 1);
        QVERIFY(missing.err.startsWith("no-such-file"));
    }

    void it_speaks_chinese()
    {
        const CliRun run = run_cli({"compare", "--language", "zh_CN", project()});
        QVERIFY2(run.out.contains("差异不显著"), run.out.constData());
        QVERIFY(!run.out.contains("winner"));
        QVERIFY(!run.out.contains('['));
    }

    /// The tables of both READMEs hold the program's own words.
    void the_readmes_show_the_output_of_the_example()
    {
        const CliRun run = run_cli({"compare", project()});
        const QStringList shown{"Memory per GPU", "Step time", "Total wall-clock time", "Energy per run",
                                "Purchase price"};
        static const QRegularExpression gap("  +");
        for (const char* file : {"README.md", "README.zh_CN.md"}) {
            const QString readme = QString::fromUtf8(source_text(QString::fromLatin1(file)));
            int found = 0;
            for (const QString& line : QString::fromUtf8(run.out).split('\n')) {
                const QStringList cells = line.split(gap);
                if (cells.size() < 3 || !shown.contains(cells[0])) continue;
                ++found;
                const QString row = QStringLiteral("| %1 | %2 |").arg(cells[1], cells[2]);
                QVERIFY2(readme.contains(row), qPrintable(row));
            }
            QCOMPARE(found, shown.size());
        }
    }

    /// Every page linked from a README exists, and the README stays short.
    void the_readmes_point_to_what_exists()
    {
        static const QRegularExpression link("\\]\\(([^)#]+)\\)");
        constexpr int longest_page = 120;
        for (const char* file : {"README.md", "README.zh_CN.md"}) {
            const QString readme = QString::fromUtf8(source_text(QString::fromLatin1(file)));
            QVERIFY(readme.count('\n') <= longest_page);
            int found = 0;
            for (auto match = link.globalMatch(readme); match.hasNext(); ++found) {
                const QString target = match.next().captured(1);
                QVERIFY2(QFile::exists(source_path(target)), qPrintable(target));
            }
            QVERIFY(found > 10);
        }
    }

    void the_guide_lists_every_command()
    {
        const QString usage = QString::fromUtf8(run_cli({"--help"}).out);
        static const QRegularExpression command("^  ([a-z][a-z-]+) ", QRegularExpression::MultilineOption);
        for (const char* file : {"resources/guide/en/5-command-line.md", "resources/guide/zh_CN/5-command-line.md"}) {
            const QString page = QString::fromUtf8(source_text(QString::fromLatin1(file)));
            int found = 0;
            for (auto match = command.globalMatch(usage); match.hasNext(); ++found) {
                const QString name = match.next().captured(1);
                QVERIFY2(page.contains(QStringLiteral("rigwright-cli %1 ").arg(name)), qPrintable(name));
            }
            QVERIFY(found > 15);
        }
    }
};

RIGWRIGHT_TEST(CliProjectsTest)

} // namespace rigwright::test::tst_cli_projects

#include "tst_cli_projects.moc"
