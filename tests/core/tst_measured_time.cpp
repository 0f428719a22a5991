// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/engine_case.h"
#include "tests/support/suite.h"

#include <algorithm>
#include <cmath>

namespace rigwright::test::tst_measured_time {

/// Predicted over measured time of a case.
double ratio_of(const nlohmann::json& entry)
{
    const Evaluation evaluation = evaluated(read_scenario(entry["scenario"]).scenario);
    if (!evaluation.estimate || !evaluation.estimate->time) return 0.0;
    return entry["measured"]["samples_per_second"].get<double>() / evaluation.estimate->time->samples_per_second;
}

double factor_of(double ratio) { return ratio < 1.0 ? 1.0 / ratio : ratio; }

/// Published training speeds, including those used to evaluate other estimators, against the time model;
/// tests/truth/time/README.md says how the cases were drawn.
class tst_measured_time : public QObject {
    Q_OBJECT

private slots:
    void every_case_is_close()
    {
        const auto cases = json_lines("truth/time/measured.jsonl");
        QVERIFY(cases.size() >= 90);
        each_of(cases, named_by("id"), [&](const nlohmann::json& entry) {
            QVERIFY(read_scenario(entry["scenario"]).errors.empty());
            const double ratio = ratio_of(entry);
            QVERIFY(ratio > 0.0);
            const double bound = entry.contains("beyond_tolerance") ? 2.0 : 1.5;
            QVERIFY2(factor_of(ratio) <= bound, qPrintable(QString::number(ratio)));
            // A case that is within bounds now must lose its mark.
            if (entry.contains("beyond_tolerance")) QVERIFY(factor_of(ratio) > 1.5);
        });
    }

    void medians_are_close()
    {
        const Rows<std::string, int, double> rows{
            {"convolutional networks", "cnn", 40, 1.15},
            {"transformer encoders", "transformer-enc", 25, 1.15},
            {"transformer language models", "transformer-lm", 15, 1.20},
        };
        rows.each([&](const auto& model_class, auto cases, auto bound) {
            std::vector<double> factors;
            double bias = 0.0;
            for (const nlohmann::json& entry : json_lines("truth/time/measured.jsonl")) {
                if (entry["class"] != model_class) continue;
                const double ratio = ratio_of(entry);
                QVERIFY(ratio > 0.0);
                factors.push_back(factor_of(ratio));
                bias += std::log(ratio);
            }
            QVERIFY(factors.size() >= static_cast<std::size_t>(cases));
            std::ranges::sort(factors);
            const double median = factors[factors.size() / 2];
            QVERIFY2(median <= bound, qPrintable(QString::number(median)));
            // Too long and too short must balance: no class is off as a whole.
            const double mean_ratio = std::exp(bias / static_cast<double>(factors.size()));
            QVERIFY2(factor_of(mean_ratio) <= 1.15, qPrintable(QString::number(mean_ratio)));
        });
    }

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

RIGWRIGHT_TEST(tst_measured_time)

} // namespace rigwright::test::tst_measured_time

#include "tst_measured_time.moc"
