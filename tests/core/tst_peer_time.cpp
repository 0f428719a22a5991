// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/engine_case.h"
#include "tests/support/suite.h"

#include <cmath>

namespace rigwright::test::tst_peer_time {

/// Step times that other estimators are judged by (tests/truth/time/README.md).
class tst_peer_time : public QObject {
    Q_OBJECT

private slots:
    void machines()
    {
        const Rows<QString, int, double, double> rows{
            {"8 A100 over PCIe: dense", "simumax-a100-llama3", 12, 0.012, 0.030},
            {"8 A100 over PCIe: experts", "simumax-a100-deepseekv2", 6, 0.055, 0.105},
            {"8 B200", "simumax-b200", 25, 0.047, 0.095},
            // The worst are those whose forward pass waits for the device's memory.
            {"4 A100 in fp32", "neusight-a100-sxm-40", 3, 0.031, 0.050},
            {"A100 80 GB in fp32, training", "neusight-a100-pcie-80", 10, 0.063, 0.125},
            {"A100 40 GB in fp32, inference", "neusight-a100-pcie-40", 16, 0.109, 0.24},
            {"V100 in fp32", "neusight-v100-pcie-32", 13, 0.147, 0.208},
            {"P100 in fp32, inference", "neusight-p100-pcie-16", 5, 0.057, 0.095},
            {"MI210 in fp32", "neusight-mi210", 16, 0.134, 0.65},
            {"MI250 in fp32", "neusight-mi250", 16, 0.134, 0.65},
        };
        rows.each([&](const auto& start, auto cases, auto mean, auto worst) {
            int count = 0;
            double sum = 0.0;
            for (const nlohmann::json& entry : json_lines("truth/time/peers.jsonl")) {
                const std::string id = entry["id"];
                if (!QString::fromStdString(id).startsWith(start)) continue;
                const ScenarioReading reading = read_scenario(entry["scenario"]);
                QVERIFY2(reading.errors.empty(), id.c_str());
                const Evaluation evaluation = evaluated(reading.scenario);
                QVERIFY2(evaluation.estimate && evaluation.estimate->time, id.c_str());
                const double measured = entry["measured"]["step_seconds"];
                const double error = std::abs(std::log(evaluation.estimate->time->step.base() / measured));
                QVERIFY2(error < std::log1p(worst), qPrintable(QString::fromStdString(id) + QString::number(error)));
                sum += error;
                ++count;
            }
            QCOMPARE(count, cases);
            QVERIFY2(sum / cases < std::log1p(mean), qPrintable(QString::number(std::expm1(sum / cases))));
        });
    }
};

RIGWRIGHT_TEST(tst_peer_time)

} // namespace rigwright::test::tst_peer_time

#include "tst_peer_time.moc"
