// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/memory/memory_sharding.h"
#include "core/network/operator_counts.h"
#include "tests/support/engine_case.h"
#include "tests/support/suite.h"

#include <QTest>

#include <algorithm>

namespace tst_sharded_readings {

using namespace rigwright;
using namespace rigwright::test;

namespace {

/// Predicted over measured, less one; zero inside the printed rounding.
double error_of(const Evaluation& evaluation, const nlohmann::json& measured)
{
    const Count batch = evaluation.scenario.training.micro_batch;
    const double predicted = measured["kind"] == "allocated" ? evaluation.memory.allocated(batch).as_double()
                                                             : evaluation.memory.reserved(batch).as_double();
    const double bytes = measured["bytes"].get<double>();
    if (std::abs(predicted - bytes) <= measured["rounding_bytes"].get<double>()) return 0.0;
    return predicted / bytes - 1.0;
}

/// Readings of trainings that several GPUs share.
std::vector<nlohmann::json> shared_rows()
{
    std::vector<nlohmann::json> rows;
    for (const char* file : {"truth/memory/sharded.jsonl", "truth/memory/cases.jsonl"}) {
        for (nlohmann::json& row : json_lines(file)) {
            if (row["scenario"].contains("parallel")) rows.push_back(std::move(row));
        }
    }
    return rows;
}

/// Magnitudes of the errors of rows whose id contains `part`, of one kind, in ascending order.
std::vector<double> errors_of(const std::string& part, const std::string& kind)
{
    std::vector<double> errors;
    for (const nlohmann::json& row : shared_rows()) {
        if (row["id"].get<std::string>().find(part) == std::string::npos) continue;
        const ScenarioReading reading = read_scenario(row["scenario"]);
        if (!reading.errors.empty()) return {};
        const Evaluation evaluation = evaluate(reading.scenario, engine_data());
        if (!evaluation.estimate) return {};
        const nlohmann::json& figures = row["measured"];
        const nlohmann::json one = nlohmann::json::array({figures});
        for (const nlohmann::json& measured : figures.contains("memory") ? figures["memory"] : one) {
            if (measured["kind"] == kind) errors.push_back(std::abs(error_of(evaluation, measured)));
        }
    }
    std::ranges::sort(errors);
    return errors;
}

double mean_of(const std::vector<double>& errors)
{
    double sum = 0.0;
    for (const double error : errors) sum += error;
    return sum / static_cast<double>(errors.size());
}

} // namespace

class tst_sharded_readings : public QObject {
    Q_OBJECT

private slots:
    void dense_megatron_readings()
    {
        const std::vector<double> allocated = errors_of("llama3", "allocated");
        QCOMPARE(allocated.size(), std::size_t{12});
        QVERIFY2(mean_of(allocated) <= 0.004, qPrintable(QString::number(mean_of(allocated))));
        QVERIFY2(allocated.back() <= 0.01, qPrintable(QString::number(allocated.back())));
        const std::vector<double> reserved = errors_of("llama3", "reserved");
        QCOMPARE(reserved.size(), std::size_t{8});
        QVERIFY2(reserved.back() <= 0.015, qPrintable(QString::number(reserved.back())));
    }

    void mixture_readings()
    {
        const std::vector<double> allocated = errors_of("deepseek", "allocated");
        QCOMPARE(allocated.size(), std::size_t{4});
        QVERIFY2(mean_of(allocated) <= 0.015 && allocated.back() <= 0.035,
                 qPrintable(QString::number(allocated.back())));
    }

    void fsdp_readings()
    {
        const std::vector<double> reserved = errors_of("torchtitan", "reserved");
        QCOMPARE(reserved.size(), std::size_t{14});
        QVERIFY2(reserved[7] <= 0.01, qPrintable(QString::number(reserved[7])));
        QVERIFY2(reserved[13] <= 0.05, qPrintable(QString::number(reserved[13])));
    }

    void totals_stay_sums_of_parts()
    {
        for (const nlohmann::json& row : shared_rows()) {
            const Evaluation evaluation = evaluate(read_scenario(row["scenario"]).scenario, engine_data());
            for (const StageMemory& stage : stage_memory(evaluation)) {
                Bytes sum;
                for (const Bytes part : stage.memory.parts) sum += part;
                QCOMPARE(stage.memory.total.value(), sum.value());
            }
        }
    }
};

RIGWRIGHT_TEST(tst_sharded_readings)

} // namespace tst_sharded_readings

#include "tst_sharded_readings.moc"
