// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/advise/fixes.h"
#include "tests/support/engine_case.h"
#include "tests/support/suite.h"

#include <algorithm>

namespace rigwright::test::tst_fixes {

std::vector<Fix> fixes_for(const Scenario& scenario, const std::string& code)
{
    for (FindingFixes& found : fixes(evaluated(scenario), {engine_data()}))
        if (found.code == code) return found.fixes;
    return {};
}

std::string setting_after(const Fix& fix, const char* path)
{
    for (const ScenarioChange& change : fix.changes)
        if (change.path == path)
            if (const auto* text = std::get_if<std::string>(&change.value)) return *text;
    return {};
}

/// Builds that violate limits of some chassis, one for each kind of processor.
std::vector<Scenario> builds_in(const Chassis& chassis)
{
    std::vector<Scenario> builds;
    for (const char* cpu :
         {"i9-13900k", "ryzen-9-7950x", "ryzen-threadripper-pro-7975wx", "epyc-9554", "xeon-gold-6430"})
        for (const char* gpu : {"rtx4090", "t4", "h100-sxm"}) {
            Scenario scenario = desktop();
            scenario.build.cpu = cpu;
            scenario.build.gpu = gpu;
            scenario.build.gpus_per_node = 2;
            scenario.build.power_supply = "psu-1000-gold";
            scenario.build.chassis = chassis.id;
            builds.push_back(std::move(scenario));
        }
    return builds;
}

bool is_new(const Finding& finding, const Evaluation& before)
{
    const auto& known = before.estimate->findings;
    return !finds(known, finding.code);
}

class FixesTest : public QObject {
    Q_OBJECT

private slots:
    /// Each finding can be made to appear, and each fix makes it go away in one edit.
    void every_finding_has_its_fix()
    {
        each_of(json_lines("data/findings.jsonl"), named_by("code"), [&](const nlohmann::json& line) {
            if (!line.value("fixed", false)) return;
            const std::string code = line.at("code");
            const Scenario scenario = with_fields(desktop(), line.at("fires"));
            QVERIFY(finds(scenario, code));
            const std::vector<Fix> found = fixes_for(scenario, code);
            QVERIFY(!found.empty());
            for (const Fix& fix : found) {
                const auto there = changed(scenario, engine_data(), fix.changes);
                QVERIFY(there);
                QVERIFY2(!finds(*there, code), fix.what.code.c_str());
                QVERIFY(evaluated(*there).estimate.has_value());
                // Only the fields named by the fix change: model and training data stay.
                QVERIFY(there->model == scenario.model);
                Dataset data = scenario.dataset;
                if (fix.what.code == "records-in-sequence") data.read_pattern = ReadPattern::in_sequence;
                QVERIFY(there->dataset == data);
            }
        });
    }

    void every_fix_has_its_words()
    {
        const Messages& english = messages(Language::english);
        const Messages& chinese = messages(Language::chinese);
        for (const std::string_view code : fixable_codes()) {
            QVERIFY2(english.has("finding." + std::string(code)), std::string(code).c_str());
            QVERIFY(chinese.has("finding." + std::string(code)));
        }
        const QByteArray codes = "power-supply circuit chassis gpu fewer-gpus more-gpus fewer-machines sockets memory "
                                 "memory-for-files memory-kit processor network-cards drive link budget power-limit "
                                 "rack-units deadline format gpu-decoding chassis-and-processor chassis-supplies "
                                 "cheapest-supply costs.time costs.memory costs.both";
        for (const QByteArray& code : codes.split(' '))
            QVERIFY2(english.has("fix." + code.toStdString()) && chinese.has("fix." + code.toStdString()), code);
    }

    void a_sound_plan_needs_none()
    {
        QVERIFY(fixes(evaluated(desktop()), {engine_data()}).empty());
        Scenario broken = desktop();
        broken.build.gpu = "rtx9999";
        QVERIFY(fixes(evaluated(broken), {engine_data()}).empty());
    }

    void a26_fp16_findings_name_the_danger()
    {
        const Rows<std::string, QString> rows{
            {"underflow", "fp16-needs-loss-scaling", "GradScaler"},
            {"epsilon", "adam-epsilon-vanishes", "1e-8"},
            {"T5", "activations-overflow-fp16", "T5"},
            {"norms", "norm-statistics-in-fp16", "FP32"},
        };
        rows.each([&](const auto& code, const auto& fact) {
            for (const Language language : {Language::english, Language::chinese}) {
                const Messages& words = messages(language);
                QVERIFY(QString::fromStdString(words.text("finding." + code)).contains(fact));
            }
            // The smallest fp16 number is 2^-24; half of it and less rounds to zero.
            QVERIFY(1e-8 < std::ldexp(1.0, -25));
            QVERIFY(std::abs(std::ldexp(1.0, -24) - 5.96e-8) < 1e-10);
            QCOMPARE((2.0 - std::ldexp(1.0, -10)) * std::ldexp(1.0, 15), 65504.0);
        });
    }

    void a26_bf16_and_autocast_are_safe()
    {
        const auto with = [](const char* model, Precision precision, OptimizerKind optimizer) {
            Scenario scenario = desktop();
            scenario.model.preset = model;
            scenario.training.precision = precision;
            scenario.training.optimizer = optimizer;
            return scenario;
        };
        const Scenario amp = with("resnet50", Precision::bf16_amp, OptimizerKind::adamw);
        for (const char* code : {"fp16-needs-loss-scaling", "pure-fp16-is-fragile", "adam-epsilon-vanishes",
                                 "norm-statistics-in-fp16", "activations-overflow-fp16", "pure-bf16-loses-updates"})
            QVERIFY2(!finds(amp, code), code);
        // SGD has no epsilon; a language model no batch norm; autocast keeps both in fp32.
        QVERIFY(!finds(with("resnet50", Precision::fp16, OptimizerKind::sgd_momentum), "adam-epsilon-vanishes"));
        QVERIFY(!finds(with("gpt2", Precision::fp16, OptimizerKind::adamw), "norm-statistics-in-fp16"));
        QVERIFY(!finds(with("resnet50", Precision::fp16_amp, OptimizerKind::adamw), "adam-epsilon-vanishes"));
        QVERIFY(finds(with("t5-base", Precision::fp16, OptimizerKind::adamw), "activations-overflow-fp16"));
        QVERIFY(!finds(with("t5-base", Precision::bf16_amp, OptimizerKind::adamw), "activations-overflow-fp16"));
        QVERIFY(!finds(with("bart-large", Precision::fp16_amp, OptimizerKind::adamw), "activations-overflow-fp16"));
    }

    void a26_formats_follow_the_card()
    {
        Scenario ampere = desktop();
        ampere.build.gpu = "a100-pcie-80";
        ampere.training.precision = Precision::fp8;
        QCOMPARE(setting_after(fixes_for(ampere, "format-without-units").front(), "training.precision"),
                 std::string("bf16-master"));
        // Turing has no units for bf16: fp16 with fp32 weights remains.
        Scenario turing = desktop();
        turing.build.gpu = "t4";
        turing.training.precision = Precision::bf16_amp;
        QCOMPARE(setting_after(fixes_for(turing, "format-without-units").front(), "training.precision"),
                 std::string("fp16-amp"));
        turing.training.precision = Precision::tf32;
        QCOMPARE(setting_after(fixes_for(turing, "format-without-units").front(), "training.precision"),
                 std::string("fp16-amp"));
        turing.training.precision = Precision::fp16;
        QCOMPARE(setting_after(fixes_for(turing, "pure-fp16-is-fragile").front(), "training.precision"),
                 std::string("fp16-amp"));
        // A processor without bf16 instructions keeps fp32; one with them takes them.
        Scenario processor = with_fields(desktop(), R"({"build.gpu": "none", "build.cpu": "i9-13900k",
            "training.precision": "bf16-amp"})");
        QCOMPARE(setting_after(fixes_for(processor, "format-without-units").front(), "training.precision"),
                 std::string("fp32"));
        processor.build.cpu = "epyc-9654";
        processor.training.precision = Precision::fp8;
        QCOMPARE(setting_after(fixes_for(processor, "format-without-units").front(), "training.precision"),
                 std::string("bf16-master"));
    }

    void the_supply_is_the_smallest_with_headroom()
    {
        Scenario scenario = desktop();
        scenario.build.power_supply = "psu-650-gold";
        const Fix fix = fixes_for(scenario, "power-supply-too-small").front();
        const std::string chosen = setting_after(fix, "build.power_supply");
        const PowerSupply* supply = engine_data().hardware.power_supply(chosen);
        QVERIFY(supply);
        const auto there = changed(scenario, engine_data(), fix.changes);
        QVERIFY(!finds(*there, "power-supply-without-headroom"));
        for (const PowerSupply& smaller : engine_data().hardware.power_supplies) {
            if (smaller.output >= supply->output) continue;
            Scenario with_smaller = scenario;
            with_smaller.build.power_supply = smaller.id;
            QVERIFY(finds(with_smaller, "power-supply-without-headroom") ||
                    finds(with_smaller, "power-supply-too-small"));
        }
    }

    /// Two RTX 4090 draw 1,439 W: the database has supplies of 1,500 and 1,600 W, none of them with the headroom.
    void a_supply_that_carries_the_load_comes_before_fewer_gpus()
    {
        Scenario scenario = desktop();
        scenario.build.gpus_per_node = 2;
        scenario.build.power_supply = "psu-1000-gold";
        const std::vector<Fix> found = fixes_for(scenario, "power-supply-too-small");
        QVERIFY(found.size() >= 2);
        QCOMPARE(setting_after(found.front(), "build.power_supply"), std::string("psu-1500-platinum"));
        QCOMPARE(found.back().what.code, std::string("fewer-gpus"));
    }

    void the_cheapest_supply_is_offered_too()
    {
        // At 443 W of load 554 W suffice: 650 W of Bronze are the smallest. A better one may cost less in a price list.
        Scenario scenario = with_fields(desktop(), R"({"build.gpu": "t4", "build.power_supply": "psu-550-bronze",
            "economics.currency": "USD"})");
        scenario.build.price_overrides["psu-850-gold"] = {10.0, "USD", "2026-11-01", "offer"};
        const std::vector<Fix> found = fixes_for(scenario, "power-supply-without-headroom");
        QCOMPARE(found.size(), std::size_t{2});
        QCOMPARE(setting_after(found[0], "build.power_supply"), std::string("psu-650-bronze"));
        QCOMPARE(found[1].what.code, std::string("cheapest-supply"));
        QCOMPARE(setting_after(found[1], "build.power_supply"), std::string("psu-850-gold"));
    }

    void a_fix_causes_no_new_findings()
    {
        // A passive card in a tower: the offered rack must also accept the number of cards, their power and memory.
        Scenario scenario = desktop();
        scenario.build.gpu = "t4";
        scenario.build.chassis = "generic-desktop-1gpu";
        const Evaluation before = evaluated(scenario);
        for (const FindingFixes& found : fixes(before, {engine_data()})) {
            for (const Fix& fix : found.fixes) {
                const Evaluation there = evaluated(*changed(scenario, engine_data(), fix.changes));
                for (const Finding& finding : there.estimate->findings) {
                    if (finding.severity != Finding::Severity::blocks) continue;
                    const auto& known = before.estimate->findings;
                    QVERIFY(
                        std::ranges::any_of(known, [&](const Finding& other) { return other.code == finding.code; }));
                }
            }
        }
    }

    void no_chassis_is_offered_that_objects()
    {
        int offers = 0;
        for (const Chassis& chassis : engine_data().hardware.chassis_list) {
            for (const Scenario& scenario : builds_in(chassis)) {
                const Evaluation before = evaluated(scenario);
                for (const FindingFixes& found : fixes(before, {engine_data()})) {
                    for (const Fix& fix : found.fixes) {
                        if (setting_after(fix, "build.chassis").empty()) continue;
                        ++offers;
                        const Scenario after = *changed(scenario, engine_data(), fix.changes);
                        const Cpu* cpu = engine_data().hardware.cpu(after.build.cpu);
                        const Chassis* there = engine_data().hardware.chassis(after.build.chassis);
                        QVERIFY(there);
                        if (there->body.form == ChassisForm::rack) {
                            QVERIFY2(cpu->segment == "server", (there->id + ": " + cpu->id).c_str());
                            QVERIFY2(!there->power.supplies || after.build.power_supply.empty(), there->id.c_str());
                        }
                        const auto& sockets = there->host.processor_sockets;
                        QVERIFY(sockets.empty() || std::ranges::count(sockets, cpu->socket) == 1);
                        const Evaluation moved = evaluated(after);
                        for (const Finding& finding : moved.estimate->findings)
                            QVERIFY2(finding.severity != Finding::Severity::blocks || !is_new(finding, before),
                                     (there->id + ": " + finding.code).c_str());
                    }
                }
            }
        }
        QVERIFY(offers > 50);
    }

    /// For all presets: a fix states its additional time or memory if there is any.
    void a_fix_states_its_cost()
    {
        int costly = 0;
        int formats = 0;
        for (const Preset& preset : engine_data().presets) {
            for (const char* gpu : {"t4", "gtx1080ti", "a100-pcie-80"}) {
                for (const Precision precision : {Precision::fp16_amp, Precision::fp16, Precision::bf16}) {
                    Scenario scenario = scenario_of(preset.id, 1, gpu);
                    scenario.training.precision = precision;
                    const Evaluation before = evaluated(scenario);
                    if (!before.estimate || !before.estimate->time || !before.estimate->memory) continue;
                    for (const FindingFixes& found : fixes(before, {engine_data()})) {
                        for (const Fix& fix : found.fixes) {
                            const Evaluation there = evaluated(*changed(scenario, engine_data(), fix.changes));
                            const double samples = static_cast<double>(global_batch(there.scenario)) /
                                                   static_cast<double>(global_batch(before.scenario));
                            const double time = there.estimate->time->step / before.estimate->time->step / samples;
                            const double memory =
                                there.estimate->memory->total.as_double() / before.estimate->memory->total.as_double();
                            QCOMPARE(fix.longer.has_value(), time > 1.005);
                            QCOMPARE(fix.more_memory.has_value(), memory > 1.005);
                            if (fix.longer) QVERIFY(std::abs(*fix.longer - time) < 1e-9 * time);
                            costly += fix.longer.has_value();
                            formats += fix.what.code == "format";
                        }
                    }
                }
            }
        }
        QVERIFY(costly > 20);
        QVERIFY(formats > costly);
    }
};

RIGWRIGHT_TEST(FixesTest)

} // namespace rigwright::test::tst_fixes

#include "tst_fixes.moc"
