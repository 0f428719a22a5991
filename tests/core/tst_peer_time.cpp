// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/engine_case.h"

#include <QTest>

#include <algorithm>
#include <cmath>

using namespace rigwright;
using namespace rigwright::test;

/// Step times on many GPUs that another estimator is judged by (tests/truth/time/README.md).
class tst_peer_time : public QObject {
    Q_OBJECT

private slots:
    void machines_data();
    void machines();
};

void tst_peer_time::machines_data()
{
    QTest::addColumn<QString>("start");
    QTest::addColumn<int>("cases");
    QTest::addColumn<double>("mean");
    QTest::addColumn<double>("worst");
    QTest::newRow("8 A100 over PCIe: dense") << "simumax-a100-llama3" << 12 << 0.024 << 0.065;
    QTest::newRow("8 A100 over PCIe: experts") << "simumax-a100-deepseekv2" << 6 << 0.069 << 0.13;
    QTest::newRow("8 B200") << "simumax-b200" << 25 << 0.045 << 0.093;
}

void tst_peer_time::machines()
{
    QFETCH(QString, start);
    QFETCH(int, cases);
    QFETCH(double, mean);
    QFETCH(double, worst);
    int count = 0;
    double sum = 0.0;
    for (const nlohmann::json& entry : json_lines("truth/time/peers.jsonl")) {
        const std::string id = entry["id"];
        if (!QString::fromStdString(id).startsWith(start)) continue;
        const ScenarioReading reading = read_scenario(entry["scenario"]);
        QVERIFY2(reading.errors.empty(), id.c_str());
        const Evaluation evaluation = evaluate(reading.scenario, engine_data());
        QVERIFY2(evaluation.estimate && evaluation.estimate->time, id.c_str());
        const double measured = entry["measured"]["step_seconds"];
        const double error = std::abs(std::log(evaluation.estimate->time->step.base() / measured));
        QVERIFY2(error < std::log1p(worst), qPrintable(QString::fromStdString(id) + QString::number(error)));
        sum += error;
        ++count;
    }
    QCOMPARE(count, cases);
    QVERIFY2(sum / cases < std::log1p(mean), qPrintable(QString::number(std::expm1(sum / cases))));
}

QTEST_GUILESS_MAIN(tst_peer_time)
#include "tst_peer_time.moc"
