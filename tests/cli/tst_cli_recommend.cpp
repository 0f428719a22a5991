// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/cli_run.h"
#include "tests/support/suite.h"

#include <QFile>
#include <QJsonArray>
#include <QTemporaryDir>
#include <QTest>

namespace tst_cli_recommend {

using namespace rigwright::test;

namespace {

/// The example with limits around its build.
QByteArray fabric(const QByteArray& limits)
{
    QByteArray text = source_text(QStringLiteral("resources/examples/fabric-defects-1x4090.json"));
    return text.insert(text.lastIndexOf("\"economics\""), limits + ",\n  ");
}

QByteArray with_limits() { return fabric(R"("requirements": { "budget": 20000, "deadline_seconds": 36000 })"); }

QString written(const QTemporaryDir& folder, const QString& name, const QByteArray& text)
{
    QFile file(folder.filePath(name));
    if (file.open(QIODevice::WriteOnly)) file.write(text);
    return file.fileName();
}

} // namespace

/// The advisor and searches in parts, as their users run them.
class CliRecommendTest : public QObject {
    Q_OBJECT

private slots:
    void a2_builds_for_fabric_defects();
    void says_what_would_have_to_give();
    void why_not_another_part();
    void two_shards_merge_into_the_whole();
    void sweeps_in_two_shards();
    void nonsense_is_refused_data();
    void nonsense_is_refused();
};

void CliRecommendTest::a2_builds_for_fabric_defects()
{
    const CliRun json = run_cli({"recommend", "--json"}, with_limits());
    QVERIFY2(json.exit == 0, json.err.constData());
    const QJsonObject answer = json.json();
    QCOMPARE(answer["outlay"].toString(), QStringLiteral("purchase"));
    QCOMPARE(answer["time_of"].toString(), QStringLiteral("run"));
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
            QVERIFY2(!reason["message"].toString().contains(QLatin1Char('[')),
                     qPrintable(reason["message"].toString()));
    }
    const CliRun chinese = run_cli({"recommend", "--language", "zh_CN"}, with_limits());
    QCOMPARE(chinese.exit, 0);
    QVERIFY(QString::fromUtf8(chinese.out).contains(QStringLiteral("最省钱")));
}

void CliRecommendTest::says_what_would_have_to_give()
{
    const QByteArray poor = fabric(R"("requirements": { "budget": 4600, "deadline_seconds": 14400 })");
    const CliRun json = run_cli({"recommend", "--json"}, poor);
    QVERIFY2(json.exit == 0, json.err.constData());
    QVERIFY(json.json()["front"].toArray().isEmpty());
    const QJsonArray limits = json.json()["relaxations"].toArray();
    QVERIFY(limits.size() >= 2);
    for (const QJsonValue& limit : limits) QVERIFY(limit["needed"].toDouble() > limit["present"].toDouble());
    const CliRun text = run_cli({"recommend"}, poor);
    QVERIFY2(text.out.contains("No candidate keeps all limits."), text.out.constData());
}

/// Each pick with the part in its place; of a card how it fared.
void CliRecommendTest::why_not_another_part()
{
    const CliRun json = run_cli({"recommend", "--json", "--why-not", "epyc-9354"}, with_limits());
    QVERIFY2(json.exit == 0, json.err.constData());
    const QJsonArray answers = json.json()["why_not"].toArray();
    QCOMPARE(answers.size(), json.json()["picks"].toArray().size());
    for (const QJsonValue& answer : answers) {
        QCOMPARE(answer["field"].toString(), QStringLiteral("build.cpu"));
        QVERIFY(!answer["lines"].toArray().isEmpty());
        for (const QJsonValue& line : answer["lines"].toArray()) QVERIFY(!line.toString().contains(QLatin1Char('[')));
    }
    const CliRun card = run_cli({"recommend", "--language", "zh_CN", "--why-not", "k80"}, with_limits());
    QVERIFY(QString::fromUtf8(card.out).contains(QStringLiteral("为什么不用 Tesla K80")));
    QVERIFY(QString::fromUtf8(card.out).contains(QStringLiteral("被排除")));
}

void CliRecommendTest::two_shards_merge_into_the_whole()
{
    QTemporaryDir folder;
    const QString plan = written(folder, QStringLiteral("plan.json"), with_limits());
    QStringList parts;
    for (const char* shard : {"1/2", "2/2"}) {
        const CliRun run = run_cli({"recommend", plan, "--shard", shard});
        QVERIFY2(run.exit == 0, run.err.constData());
        parts << written(folder, QStringLiteral("part%1.jsonl").arg(parts.size()), run.out);
    }
    const CliRun whole = run_cli({"recommend", plan, "--json"});
    const CliRun merged = run_cli(QStringList{"recommend", "--json", "--merge", plan} + parts);
    QVERIFY2(merged.exit == 0, merged.err.constData());
    QCOMPARE(merged.out, whole.out);
    const CliRun one = run_cli({"recommend", "--merge", plan, parts.first()});
    QCOMPARE(one.exit, 1);
    QVERIFY2(one.err.contains("each of 1 to 2 once"), one.err.constData());
}

void CliRecommendTest::sweeps_in_two_shards()
{
    const QStringList sweep{"sweep", example(), "--over", "micro_batch=1..16", "--shard"};
    const CliRun first = run_cli(sweep + QStringList{"1/2"});
    const CliRun second = run_cli(sweep + QStringList{"2/2"});
    const CliRun whole = run_cli(sweep + QStringList{"1/1"});
    QCOMPARE(whole.exit, 0);
    QCOMPARE(whole.out.count('\n'), 8);
    QVERIFY(first.out.count('\n') > 0 && second.out.count('\n') > 0);
    QCOMPARE(first.out + second.out, whole.out);
}

void CliRecommendTest::nonsense_is_refused_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<int>("exit");
    QTest::addColumn<QByteArray>("message");
    const auto row = [](const char* name, const QStringList& arguments, int exit, const char* message) {
        QTest::newRow(name) << arguments << exit << QByteArray(message);
    };
    row("part beyond", {"recommend", example(), "--shard", "3/2"}, 2, "\"3/2\" is no part");
    row("part of nothing", {"recommend", example(), "--shard", "1/0"}, 2, "\"1/0\" is no part");
    row("part zero", {"sweep", example(), "--over", "micro_batch=1..4", "--shard", "0/2"}, 2, "\"0/2\" is no part");
    row("no number", {"recommend", example(), "--shard", "a/b"}, 2, "\"a/b\" is no part");
    row("parts of parts", {"recommend", example(), "--merge", "--shard", "1/2"}, 2, "not both");
    row("no such part", {"recommend", example(), "--why-not", "rtx 4090"}, 2, "rtx4090");
    row("no threads", {"recommend", example(), "--threads", "0"}, 2, "0 is not accepted for --threads");
    row("other format", {"recommend", example(), "--precisions", "fp17"}, 2, "fp17 is not accepted");
    row("two plans", {"recommend", example(), example(2)}, 2, "fabric-defects-2x4090");
    row("no such file", {"recommend", "--merge", example(), "nothing.jsonl"}, 1, "nothing.jsonl");
    row("no parts", {"recommend", "--merge", example(), example()}, 1, "none of a recommendation's parts");
}

void CliRecommendTest::nonsense_is_refused()
{
    QFETCH(QStringList, arguments);
    QFETCH(int, exit);
    QFETCH(QByteArray, message);
    const CliRun run = run_cli(arguments);
    QVERIFY(run.ended);
    QCOMPARE(run.exit, exit);
    QVERIFY2(run.err.contains(message), run.err.constData());
    QVERIFY(run.out.isEmpty());
}

RIGWRIGHT_TEST(CliRecommendTest)

} // namespace tst_cli_recommend

#include "tst_cli_recommend.moc"
