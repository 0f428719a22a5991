// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/engine_case.h"
#include "tests/support/suite.h"

#include <algorithm>

namespace rigwright::test::tst_measured_time {

/// Predicted over measured time of a case.
double ratio_of(const nlohmann::json& entry)
{
    const Evaluation evaluation = evaluated(read_scenario(entry["scenario"]).scenario);
    if (!evaluation.estimate || !evaluation.estimate->time) return 0.0;
    return entry["measured"]["samples_per_second"].get<double>() / evaluation.estimate->time->samples_per_second;
}

double factor_of(double ratio) { return ratio < 1.0 ? 1.0 / ratio : ratio; }

/// Published training speeds against the time model; tests/truth/time/README.md says how the cases were drawn.
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
            // A case that became good must lose its mark.
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
};

RIGWRIGHT_TEST(tst_measured_time)

} // namespace rigwright::test::tst_measured_time

#include "tst_measured_time.moc"
