// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/cli_run.h"
#include "tests/support/suite.h"

#include <QRegularExpression>
#include <QSet>

#include <algorithm>

namespace rigwright::test::tst_cli_recommend {

/// The example with limits around its build.
QByteArray fabric(const QByteArray& limits)
{
    QByteArray text = source_text("resources/examples/fabric-defects-1x4090.json");
    return text.insert(text.lastIndexOf("\"economics\""), limits + ",\n  ");
}

QByteArray with_limits() { return fabric(R"("requirements": { "budget": 20000, "deadline_seconds": 36000 })"); }

/// The advisor on the command line.
class CliRecommendTest : public QObject {
    Q_OBJECT

private slots:
    void a2_builds_for_fabric_defects()
    {
        const CliRun json = run_well({"recommend", "--json"}, with_limits());
        const QJsonObject answer = json.json();
        QCOMPARE(answer["outlay"].toString(), "purchase");
        QCOMPARE(answer["time_of"].toString(), "run");
        QVERIFY(answer["complete"].toBool());
        const QJsonArray front = answer["front"].toArray();
        QVERIFY(front.size() > 3);
        for (const QJsonValue& each : front) {
            QVERIFY(each["cost"].toDouble() <= 20000.0);
            QVERIFY(each["time_seconds"].toDouble() <= 36000.0);
            QVERIFY(!each["changes"].toArray().isEmpty());
        }
        for (const QJsonValue& pick : answer["picks"].toArray()) {
            QVERIFY(pick["candidate"].toInt() < front.size());
            for (const QJsonValue& reason : pick["reasons"].toArray())
                QVERIFY2(!reason["message"].toString().contains('['), qPrintable(reason["message"].toString()));
        }
        // Runs are counted whole.
        const CliRun english = run_cli({"recommend"}, fabric(R"("requirements": { "budget": 60000 })"));
        const QRegularExpression whole("buying is cheaper from [\\d,]+ runs on");
        QVERIFY2(QString::fromUtf8(english.out).contains(whole), english.out.constData());
        const CliRun chinese = run_well({"recommend", "--language", "zh_CN"}, with_limits());
        QVERIFY(QString::fromUtf8(chinese.out).contains("最省钱"));
    }

    void says_what_would_have_to_give()
    {
        const QByteArray poor = fabric(R"("requirements": { "budget": 4600, "deadline_seconds": 14400 })");
        const CliRun json = run_well({"recommend", "--json"}, poor);
        QVERIFY(json.json()["front"].toArray().isEmpty());
        const QJsonArray limits = json.json()["relaxations"].toArray();
        QVERIFY(limits.size() >= 2);
        for (const QJsonValue& limit : limits) QVERIFY(limit["needed"].toDouble() > limit["present"].toDouble());
        const CliRun text = run_cli({"recommend"}, poor);
        QVERIFY2(text.out.contains("No build meets all limits."), text.out.constData());
    }

    /// Each pick with the part in its place; of a card how it fared.
    void why_not_another_part()
    {
        const CliRun json = run_well({"recommend", "--json", "--why-not", "epyc-9354"}, with_limits());
        const QJsonArray answers = json.json()["why_not"].toArray();
        QCOMPARE(answers.size(), json.json()["picks"].toArray().size());
        for (const QJsonValue& answer : answers) {
            QCOMPARE(answer["field"].toString(), "build.cpu");
            QVERIFY(!answer["lines"].toArray().isEmpty());
            for (const QJsonValue& line : answer["lines"].toArray()) QVERIFY(!line.toString().contains('['));
        }
        const CliRun card = run_cli({"recommend", "--language", "zh_CN", "--why-not", "k80"}, with_limits());
        QVERIFY(QString::fromUtf8(card.out).contains("为什么不用 Tesla K80"));
        QVERIFY(QString::fromUtf8(card.out).contains("被排除"));
        // Builds with the same cards are told apart by what is around these.
        const CliRun one = run_cli({"recommend", "--json", "--why-not", "rtx5090"}, with_limits());
        QSet<QString> builds;
        for (const QJsonValue& line : one.json()["why_not"][0]["lines"].toArray()) {
            const QString build = line.toString().section(": ", 0, 0);
            QVERIFY2(!builds.contains(build), qUtf8Printable(build));
            builds.insert(build);
        }
        QVERIFY(builds.size() > 3);
        QVERIFY(std::ranges::any_of(builds, [](const QString& build) { return build.endsWith(" GiB)"); }));
    }

    void nonsense_is_refused()
    {
        const Rows<QStringList, int, QByteArray> rows{
            {"no such part", {"recommend", example(), "--why-not", "rtx 4090"}, 2, "rtx4090"},
            {"no threads", {"recommend", example(), "--threads", "0"}, 2, "0 is not accepted for --threads"},
            {"other format", {"recommend", example(), "--precisions", "fp17"}, 2, "fp17 is not accepted"},
            {"two plans", {"recommend", example(), example(2)}, 2, "fabric-defects-2x4090"},
        };
        rows.each([&](const auto& arguments, auto exit, const auto& message) {
            const CliRun run = run_cli(arguments);
            QVERIFY(run.ended);
            QCOMPARE(run.exit, exit);
            QVERIFY2(run.err.contains(message), run.err.constData());
            QVERIFY(run.out.isEmpty());
        });
    }
};

RIGWRIGHT_TEST(CliRecommendTest)

} // namespace rigwright::test::tst_cli_recommend

#include "tst_cli_recommend.moc"
