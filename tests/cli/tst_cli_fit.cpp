// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/cli_run.h"
#include "tests/support/suite.h"

#include <QJsonArray>
#include <QTest>

namespace tst_cli_fit {

using namespace rigwright::test;

/// The command that says what would help and what would fit.
class CliFitTest : public QObject {
    Q_OBJECT

private slots:
    void says_what_would_help_and_what_would_fit()
    {
        const QByteArray large = QByteArray(source_text("resources/examples/fabric-defects-1x4090.json"))
                                     .replace("\"micro_batch\": 2", "\"micro_batch\": 256");
        const CliRun text = run_cli({"fit"}, large);
        QCOMPARE(text.exit, 0);
        QVERIFY(text.out.startsWith("DOES NOT FIT: "));
        QVERIFY(text.out.contains("Suggested fixes\n"));
        QVERIFY(text.out.contains("accumulation steps (global batch 256)"));
        QVERIFY(text.out.contains("Largest micro-batch"));
        const CliRun chinese = run_cli({"fit", "--language=zh_CN"}, large);
        QVERIFY(chinese.out.contains("累积"));
        const QJsonObject json = run_cli({"fit", "--json"}, large).json();
        QCOMPARE(json["verdict"].toString(), "does-not-fit");
        const QJsonObject first = json["remedies"][0].toObject();
        QVERIFY(first["fits"].toBool());
        QVERIFY(!first["changes"].toArray().isEmpty());
        QCOMPARE(json["what_fits"][0]["code"].toString(), "largest-micro-batch");
        // The same remedies stand in the estimate, under the finding that asks for them.
        const CliRun estimate = run_cli({"estimate"}, large);
        for (const QJsonValue& finding : estimate.json()["findings"].toArray()) {
            const bool of_memory = finding["code"].toString() == "does-not-fit";
            QCOMPARE(finding["remedies"].toArray(), of_memory ? json["remedies"].toArray() : QJsonArray());
        }
        // And `check --fixes` says those that suffice.
        const CliRun check = run_cli({"check", "--fixes"}, large);
        for (const QJsonValue& remedy : json["remedies"].toArray())
            QCOMPARE(check.out.contains("Fix: " + remedy["message"].toString().toUtf8()), remedy["fits"].toBool());
        // One number for the largest micro-batch.
        const QByteArray largest = json["what_fits"][0]["answer"].toString().toUtf8();
        QVERIFY(check.out.contains("with the safety margin: " + largest + "."));
        const QJsonObject memory = estimate.json()["memory"].toObject();
        QCOMPARE(QByteArray::number(memory["max_micro_batch"].toInteger()), largest);
        const CliRun good = run_cli({"fit", example()});
        QVERIFY(good.out.contains("no change needed"));
        QCOMPARE(run_cli({"fit", "a", "b"}).exit, 2);
    }
};

RIGWRIGHT_TEST(CliFitTest)

} // namespace tst_cli_fit

#include "tst_cli_fit.moc"
