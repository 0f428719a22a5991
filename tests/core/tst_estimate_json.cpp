// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/estimate_json.h"
#include "core/estimate/run/sweep.h"
#include "tests/support/engine_case.h"
#include "tests/support/suite.h"

namespace rigwright::test::tst_estimate_json {

std::string code_of(const Finding& finding) { return "<" + finding.code + ">"; }

nlohmann::ordered_json answer(const Scenario& scenario)
{
    return estimate_json(*estimate(scenario, engine_data()).estimate, code_of);
}

QStringList keys_of(const nlohmann::ordered_json& object)
{
    QStringList keys;
    for (const auto& [key, value] : object.items()) keys << QString::fromStdString(key);
    return keys;
}

void check_finite(const nlohmann::ordered_json& value)
{
    QVERIFY(!value.is_null());
    for (const auto& [key, member] : value.items())
        if (member.is_structured() || member.is_null()) check_finite(member);
}

class EstimateJsonTest : public QObject {
    Q_OBJECT
private slots:
    void holds_the_keys_of_the_format()
    {
        Scenario scenario = scenario_of("gpt2-small", 4);
        scenario.dataset.samples = 1000;
        const auto file = answer(scenario);
        QCOMPARE(keys_of(file), (QStringList{"format", "version", "model", "memory", "time", "verdict", "energy",
                                             "cost", "findings"}));
        QCOMPARE(keys_of(file["model"]),
                 (QStringList{"parameters", "trainable_parameters", "active_parameters", "forward_macs_per_sample",
                              "forward_flops_per_sample", "training_flops_per_sample",
                              "saved_activation_bytes_per_sample", "layers_counted", "layers_unknown"}));
        QCOMPARE(keys_of(file["memory"]),
                 (QStringList{"fits", "total_bytes", "usable_bytes", "shortfall_bytes", "parts", "states", "peak_phase",
                              "peak_layer", "peak_allocated_bytes", "peak_reserved_bytes", "max_micro_batch",
                              "max_micro_batch_without_margin", "low_bytes", "high_bytes", "needed_bytes",
                              "with_margin_bytes", "host_bytes"}));
        QCOMPARE(keys_of(file["memory"]["parts"]),
                 (QStringList{"weights", "gradients", "optimizer_state", "master_weights", "activations",
                              "temporary_buffers", "communication_buffers", "framework_overhead"}));
        QCOMPARE(keys_of(file["time"]),
                 QString("step_seconds low_seconds high_seconds parts global_batch steps_per_epoch "
                         "forward_seconds backward_seconds samples_per_second tokens_per_second epoch_seconds "
                         "total_seconds total_low_seconds total_high_seconds pf_days six_n_d_pf_days run_parts "
                         "wall_seconds wall_low_seconds wall_high_seconds goodput mtbf_seconds "
                         "checkpoint_bytes mfu hfu bottleneck")
                     .split(' '));
        QCOMPARE(keys_of(file["time"]["run_parts"]),
                 (QStringList{"training", "cold_cache", "validation", "checkpoints", "failures"}));
        QCOMPARE(keys_of(file["energy"]),
                 (QStringList{"average_power_W", "parts_W", "total_kWh", "total_low_kWh", "total_high_kWh", "co2_kg"}));
        QCOMPARE(keys_of(file["time"]["parts"]),
                 (QStringList{"forward", "backward", "recompute", "optimizer", "exposed_communication",
                              "pipeline_bubble", "exposed_data_loading", "host_overhead"}));
    }

    void leaves_out_what_is_not_known()
    {
        const auto images = answer(scenario_of("resnet50"));
        QVERIFY(!images["time"].contains("tokens_per_second"));
        QVERIFY(!images["time"].contains("epoch_seconds"));
        QVERIFY(!images["time"].contains("steps_per_epoch"));
        // A build has a price, a run of unknown length none.
        QVERIFY(images["cost"].contains("bill") && !images["cost"].contains("run"));
        // Power is known without a run, energy is not.
        QCOMPARE(keys_of(images["energy"]), (QStringList{"average_power_W", "parts_W"}));
        QVERIFY(!images["time"].contains("wall_seconds") && !images.contains("takt"));

        Estimate unjudged = *estimate(scenario_of("resnet50"), engine_data()).estimate;
        unjudged.verdict.reset();
        const auto file = file_of(unjudged);
        for (const char* key :
             {"fits", "usable_bytes", "shortfall_bytes", "max_micro_batch", "max_micro_batch_without_margin"})
            QVERIFY2(!file["memory"].contains(key), key);
        QVERIFY(!file.contains("verdict"));
        unjudged.time.reset();
        unjudged.energy.reset();
        unjudged.memory.reset();
        QCOMPARE(keys_of(file_of(unjudged)), (QStringList{"format", "version", "model", "cost", "findings"}));
    }

    void counts_are_integers()
    {
        const auto file = answer(scenario_of("resnet50", 8));
        QCOMPARE(file["model"]["parameters"].dump(), std::string("25557032"));
        QVERIFY(file["memory"]["total_bytes"].is_number_integer());
    }

    void nothing_is_null_for_any_preset()
    {
        for (const Preset& preset : engine_data().presets) check_finite(answer(scenario_of(preset.id, 2)));
    }

    void active_parameters_leave_idle_experts_out()
    {
        const auto mixtral = answer(scenario_of("mixtral-8x7b", 1))["model"];
        QCOMPARE(mixtral["parameters"].get<std::int64_t>(), 46'702'792'704);
        QCOMPARE(mixtral["active_parameters"].get<std::int64_t>(), 12'879'925'248);
        const auto mistral = answer(scenario_of("mistral-7b-v0.1", 1))["model"];
        QVERIFY(mistral["active_parameters"] == mistral["parameters"]);
    }

    void findings_include_their_message()
    {
        const auto file = answer(scenario_of("resnet50", 100000));
        QCOMPARE(file["verdict"].get<std::string>(), std::string("does-not-fit"));
        bool found = false;
        for (const auto& finding : file["findings"]) {
            QCOMPARE(finding["message"].get<std::string>(), "<" + finding["code"].get<std::string>() + ">");
            QVERIFY(finding["remedies"].is_array());
            found = found || (finding["code"] == "does-not-fit" && finding["severity"] == "blocks" &&
                              finding["field"] == "training.micro_batch");
        }
        QVERIFY(found);
    }

    void errors_carry_their_path()
    {
        const auto file = error_json({Finding{Finding::Severity::error, "unknown-gpu", "build.gpu", {}},
                                      Finding{Finding::Severity::error, "missing-key", "", {}}},
                                     code_of);
        QCOMPARE(file.dump(),
                 std::string(R"({"error":[{"path":"$.build.gpu","code":"unknown-gpu","message":"<unknown-gpu>"},)"
                             R"({"path":"$","code":"missing-key","message":"<missing-key>"}]})"));
    }

    void sweeps_in_the_requested_order()
    {
        const auto points = sweep(scenario_of("resnet50"), engine_data(), "training.micro_batch", {4, 1, 0, 8});
        QCOMPARE(points.size(), std::size_t{4});
        QCOMPARE(points[0].value, std::int64_t{4});
        QVERIFY(points[0].estimate->memory->total ==
                estimate(scenario_of("resnet50", 4), engine_data()).estimate->memory->total);
        QVERIFY(points[1].estimate->memory->total < points[0].estimate->memory->total);
        QVERIFY(!points[2].estimate);
        QCOMPARE(points[2].errors.front().code, std::string("integer-out-of-range"));
        QVERIFY(points[3].errors.empty());
        QVERIFY(points[3].estimate.has_value());
    }

    void sweeps_stop_on_request()
    {
        std::stop_source stop;
        stop.request_stop();
        QVERIFY(
            sweep(scenario_of("resnet50"), engine_data(), "training.micro_batch", {1, 2}, stop.get_token()).empty());
        // A held batch of 32 is 32, 8 and 1 micro-batches; along the accumulation nothing is held.
        Scenario held = scenario_of("resnet50");
        held.training.global_batch = 32;
        for (const SweepPoint& point : sweep(held, engine_data(), "training.micro_batch", {1, 4, 32}))
            QCOMPARE(point.estimate->time->global_batch, 32);
        held.training.micro_batch = 2;
        QCOMPARE(sweep(held, engine_data(), "training.gradient_accumulation", {3})[0].estimate->time->global_batch, 6);
    }

    void half_octaves_reach_their_end()
    {
        const Rows<qint64, QList<qint64>> rows{
            {"1", 1, QList<qint64>{1}},
            {"2", 2, QList<qint64>{1, 2}},
            {"5", 5, QList<qint64>{1, 2, 3, 4, 6}},
            {"16", 16, QList<qint64>{1, 2, 3, 4, 6, 8, 12, 16}},
            {"17", 17, QList<qint64>{1, 2, 3, 4, 6, 8, 12, 16, 24}},
            {"0", 0, QList<qint64>{1}},
        };
        rows.each([&](auto until, const auto& expected) {
            const std::vector<std::int64_t> values = half_octaves(until);
            QCOMPARE(QList<qint64>(values.begin(), values.end()), expected);
        });
    }
};

RIGWRIGHT_TEST(EstimateJsonTest)

} // namespace rigwright::test::tst_estimate_json

#include "tst_estimate_json.moc"
