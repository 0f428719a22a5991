// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/checks/checks.h"
#include "core/estimate/run/bill_of_materials.h"
#include "tests/support/engine_case.h"
#include "tests/support/suite.h"

#include <algorithm>

namespace rigwright::test::tst_build_findings {

std::vector<std::string> codes_of(const Scenario& scenario)
{
    const Evaluation evaluation = evaluated(scenario);
    std::vector<std::string> codes;
    if (!evaluation.estimate) {
        for (const Finding& error : evaluation.errors) codes.push_back("error: " + error.code);
        return codes;
    }
    for (const Finding& finding : evaluation.estimate->findings) codes.push_back(finding.code);
    return codes;
}

class BuildFindingsTest : public QObject {
    Q_OBJECT
private slots:
    void full_load_adds_the_labels()
    {
        const EnergyCoefficients& c = engine_data().energy;
        // 450 W of the card, 253 W of the processor at its turbo limit, 64 GiB, a drive; then board and fans.
        const double parts = 450.0 + 253.0 + 64.0 * c.memory_watts_per_gib + c.storage_watts;
        QCOMPARE(full_load_of_a_machine(desktop(), engine_data())->base(),
                 parts * (1.0 + c.board_share) + c.board_watts);
        Scenario two = desktop();
        two.build.gpus_per_node = 2;
        QVERIFY(*full_load_of_a_machine(desktop(), engine_data()) < *full_load_of_a_machine(two, engine_data()));
        Scenario unknown = desktop();
        unknown.build.gpu = "hygon-k100-ai";
        QVERIFY(!full_load_of_a_machine(unknown, engine_data()));
    }

    void each_check_fires_and_is_silent()
    {
        each_of(json_lines("data/findings.jsonl"), named_by("code"), [&](const nlohmann::json& line) {
            if (!line.contains("silent")) return;
            const std::string code = line.at("code");
            QVERIFY(finds(with_fields(desktop(), line.at("fires")), code));
            QVERIFY(!finds(with_fields(desktop(), line.at("silent")), code));
        });
    }

    void a_bill_above_the_budget_exceeds_it()
    {
        Scenario scenario = desktop();
        scenario.build.price_overrides["rtx4090"] = {15000.0, "CNY", "2026-11-01", "quotation"};
        scenario.requirements.budget = 10000.0;
        QVERIFY(finds(scenario, "budget-exceeded"));
        scenario.requirements.budget = 100000.0;
        QVERIFY(!finds(scenario, "budget-exceeded"));
    }

    void a_sound_desktop_has_no_complaint()
    {
        Scenario scenario = desktop();
        scenario.build.power_supply = "psu-1200-gold";
        scenario.build.chassis = "generic-desktop-1gpu";
        scenario.build.memory_kit = "ddr5-5200-2x32";
        scenario.build.circuit = "10a-220v";
        for (const std::string& code : codes_of(scenario))
            QVERIFY2(!code.starts_with("chassis") && !code.starts_with("power"), code.c_str());
    }

    void adapters_are_those_that_machines_are_sold_with()
    {
        const auto ports = [](const char* gpu, std::int64_t gpus, const char* chassis = "") {
            BuildChoice build;
            build.gpu = gpu;
            build.gpus_per_node = gpus;
            build.nodes = 2;
            build.node_link = "ib-hdr";
            build.chassis = chassis;
            return network_ports(build, engine_data().hardware);
        };
        QCOMPARE(ports("a100-sxm-80", 8), 8);
        QCOMPARE(ports("a100-sxm-80", 4), 4);
        QCOMPARE(ports("h200-sxm", 8), 8);
        // A DGX-1 has four for eight GPUs; no DGX is sold with this board, so the class of such machines counts.
        QCOMPARE(ports("v100-sxm2-32", 8), 4);
        QCOMPARE(ports("h100-sxm-94", 8), 8);
        QCOMPARE(ports("rtx4090", 8), 1);
        QCOMPARE(ports("a100-sxm-80", 8, "dgx-a100"), 8);
        // A step of eight A100 in each of two machines is as long as with the eight adapters that are now taken.
        Scenario scenario = scenario_of("gpt2-small", 8);
        scenario.build.gpus_per_node = 8;
        scenario.build.nodes = 2;
        scenario.build.node_link = "ib-hdr";
        const auto step = [&] { return evaluated(scenario).estimate->time->step.base(); };
        const double usual = step();
        scenario.build.nics_per_node = 8;
        QCOMPARE(step(), usual);
        scenario.build.nics_per_node = 1;
        QVERIFY(step() > usual);
    }

    void the_monitor_takes_memory()
    {
        Scenario scenario = desktop();
        const auto usable = [&] { return evaluated(scenario).estimate->memory->usable; };
        // The i9-13900K draws the desktop itself.
        const Bytes alone = usable();
        scenario.build.draws_display = true;
        QVERIFY(alone - usable() == Bytes::mib(280.0));
        scenario.build.draws_display.reset();
        scenario.build.cpu = "ryzen-9-5950x";
        QVERIFY(alone - usable() == Bytes::mib(280.0));
        // Neither a server's processor nor a card without outputs, nor one of several machines.
        scenario.build.nodes = 2;
        QVERIFY(usable() == alone);
        scenario.build.nodes = 1;
        scenario.build.cpu = "epyc-7763";
        QVERIFY(usable() == alone);
        // A change of the processor alone is seen where a plan before it is known.
        const Evaluation before = evaluated(scenario);
        scenario.build.cpu = "ryzen-9-5950x";
        const Evaluation after = evaluate(scenario, engine_data(), before);
        QVERIFY(after.estimate->memory->usable < before.estimate->memory->usable);
    }

    void times_use_the_lanes_that_the_finding_names()
    {
        const Rows<qint64, std::string, int> rows{
            {"one card", 1, "", 16},
            {"two cards", 2, "", 8},
            {"four cards", 4, "", 4},
            {"two cards in a desktop", 2, "generic-desktop-2gpu", 8},
            {"four cards in a tower", 4, "generic-hedt-4gpu", 4},
            {"four cards in a server", 4, "generic-2u-4gpu", 16},
        };
        rows.each([&](auto cards, const auto& chassis, auto lanes) {
            Scenario scenario = desktop();
            scenario.build.gpus_per_node = cards;
            scenario.build.chassis = chassis;
            scenario.parallel.zero_stage = cards > 1 ? 3 : 0;
            scenario.parallel.offload = Offload::optimizer;
            scenario.training.mode = RunMode::train;
            scenario.dataset.encoding = SampleEncoding::jpeg;
            scenario.dataset.encoded_bytes_per_sample = 100'000;
            scenario.build.storage = "nvme4";
            const Evaluation evaluation = evaluated(scenario);
            QVERIFY(evaluation.time.has_value());
            const BytesPerSecond rate = engine_data().hardware.link("pcie4-x" + std::to_string(lanes))->per_direction;
            const TimeTerms& time = *evaluation.time;
            QVERIFY(is_within(time.loading.copy_rate.base(), rate.base() * engine_data().time.loading.copy_efficiency,
                              1e-9));
            QVERIFY(is_within(time.offload.link.base(), rate.base() * engine_data().time.host_copy_efficiency, 1e-9));
            if (cards > 1) QCOMPARE(time.topology.bus.rate, rate);
            const auto& findings = evaluation.estimate->findings;
            const auto told = std::ranges::find(findings, "fewer-lanes-than-the-card-has", &Finding::code);
            QCOMPARE(told != findings.end(), lanes < 16);
            if (told == findings.end()) return;
            const auto number = [&](const char* name) {
                const auto found = std::ranges::find_if(
                    told->arguments, [name](const auto& argument) { return argument.first == name; });
                return std::get<Value>(found->second).number;
            };
            QCOMPARE(number("lanes"), static_cast<double>(lanes));
            QCOMPARE(number("wanted"), 16.0);
        });
    }
};

RIGWRIGHT_TEST(BuildFindingsTest)

} // namespace rigwright::test::tst_build_findings

#include "tst_build_findings.moc"
