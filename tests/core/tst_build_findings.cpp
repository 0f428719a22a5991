// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/checks/build_findings.h"
#include "core/estimate/run/bill_of_materials.h"
#include "tests/support/engine_case.h"
#include "tests/support/suite.h"

#include <QTest>

#include <algorithm>

namespace tst_build_findings {

using namespace rigwright;
using namespace rigwright::test;

namespace {

/// One RTX 4090 beside an i9-13900K with 64 GiB, as in a desktop.
Scenario desktop()
{
    Scenario scenario = scenario_of("resnet50", 8);
    scenario.build = {};
    scenario.build.gpu = "rtx4090";
    scenario.build.cpu = "i9-13900k";
    scenario.build.ram_gib = 64.0;
    scenario.dataset.samples = 10000;
    return scenario;
}

std::vector<std::string> codes_of(const Scenario& scenario)
{
    const Evaluation evaluation = evaluate(scenario, engine_data());
    std::vector<std::string> codes;
    if (!evaluation.estimate) {
        for (const Finding& error : evaluation.errors) codes.push_back("error: " + error.code);
        return codes;
    }
    for (const Finding& finding : evaluation.estimate->findings) codes.push_back(finding.code);
    return codes;
}

bool finds(const Scenario& scenario, const char* code)
{
    const auto codes = codes_of(scenario);
    return std::find(codes.begin(), codes.end(), code) != codes.end();
}

using Edit = void (*)(Scenario&);

} // namespace
class BuildFindingsTest : public QObject {
    Q_OBJECT
private slots:
    void full_load_adds_the_labels();
    void each_check_fires_and_is_silent_data();
    void each_check_fires_and_is_silent();
    void a_sound_desktop_has_no_complaint();
    void adapters_are_those_that_machines_are_sold_with();
    void the_monitor_takes_memory();
    void times_use_the_lanes_that_the_finding_names_data();
    void times_use_the_lanes_that_the_finding_names();
};

void BuildFindingsTest::full_load_adds_the_labels()
{
    const EnergyCoefficients& c = engine_data().energy;
    // 450 W of the card, 253 W of the processor at its turbo limit, 64 GiB, a drive; then board and fans.
    const double parts = 450.0 + 253.0 + 64.0 * c.memory_watts_per_gib + c.storage_watts;
    QCOMPARE(full_load_of_a_machine(desktop(), engine_data())->base(), parts * (1.0 + c.board_share) + c.board_watts);
    Scenario two = desktop();
    two.build.gpus_per_node = 2;
    QVERIFY(*full_load_of_a_machine(desktop(), engine_data()) < *full_load_of_a_machine(two, engine_data()));
    Scenario unknown = desktop();
    unknown.build.gpu = "hygon-k100-ai";
    QVERIFY(!full_load_of_a_machine(unknown, engine_data()));
}

void BuildFindingsTest::each_check_fires_and_is_silent_data()
{
    QTest::addColumn<Edit>("bad");
    QTest::addColumn<Edit>("good");
    const auto row = [](const char* code, Edit bad, Edit good) { QTest::newRow(code) << bad << good; };
    row(
        "power-supply-too-small", [](Scenario& s) { s.build.power_supply = "psu-650-gold"; },
        [](Scenario& s) { s.build.power_supply = "psu-1200-gold"; });
    row(
        "power-supply-without-headroom", [](Scenario& s) { s.build.power_supply = "psu-1000-gold"; },
        [](Scenario& s) { s.build.power_supply = "psu-1200-gold"; });
    row(
        "circuit-overloaded",
        [](Scenario& s) {
            s.build.gpus_per_node = 4;
            s.build.circuit = "15a-120v";
        },
        [](Scenario& s) {
            s.build.gpus_per_node = 4;
            s.build.circuit = "16a-230v";
        });
    row(
        "chassis-takes-fewer-gpus",
        [](Scenario& s) {
            s.build.gpus_per_node = 8;
            s.build.chassis = "generic-2u-4gpu";
        },
        [](Scenario& s) {
            s.build.gpus_per_node = 4;
            s.build.chassis = "generic-2u-4gpu";
        });
    row(
        "chassis-gpus-not-published", [](Scenario& s) { s.build.chassis = "nettrix-b5000-g4-lp"; },
        [](Scenario& s) { s.build.chassis = "nettrix-x620-g50"; });
    row(
        "chassis-power-not-published", [](Scenario& s) { s.build.chassis = "nettrix-b5000-g4-lp"; },
        [](Scenario& s) { s.build.chassis = "asrock-4u8g-turin2"; });
    // 14.5 kW in nine rack units is the most that a maker cools with air: four cards of 600 W in two are more.
    row(
        "denser-than-air-cools",
        [](Scenario& s) {
            s.build.gpu = "rtxpro6000-ws";
            s.build.gpus_per_node = 4;
            s.build.chassis = "generic-2u-4gpu";
        },
        [](Scenario& s) {
            s.build.gpu = "rtxpro6000-ws";
            s.build.gpus_per_node = 4;
            s.build.chassis = "generic-4u-8gpu-pcie";
        });
    row(
        "failures-of-liquid-cooling-not-known",
        [](Scenario& s) {
            s.dataset.samples = 1000;
            s.build.chassis = "nettrix-x660-g45-lp";
        },
        [](Scenario& s) {
            s.dataset.samples = 1000;
            s.build.chassis = "generic-8gpu-sxm";
        });
    row(
        "chassis-made-for-other-gpus", [](Scenario& s) { s.build.chassis = "dgx-a100"; },
        [](Scenario& s) {
            s.build.gpu = "a100-sxm-80";
            s.build.chassis = "dgx-a100";
        });
    row(
        "gpu-is-no-card",
        [](Scenario& s) {
            s.build.gpu = "h100-sxm";
            s.build.chassis = "generic-2u-4gpu";
        },
        [](Scenario& s) {
            s.build.gpu = "h100-pcie";
            s.build.chassis = "generic-2u-4gpu";
        });
    row(
        "gpu-is-no-module", [](Scenario& s) { s.build.chassis = "generic-8gpu-sxm"; },
        [](Scenario& s) {
            s.build.gpu = "h100-sxm";
            s.build.chassis = "generic-8gpu-sxm";
        });
    row(
        "passive-card-needs-airflow",
        [](Scenario& s) {
            s.build.gpu = "l40s";
            s.build.chassis = "generic-desktop-1gpu";
        },
        [](Scenario& s) {
            s.build.gpu = "l40s";
            s.build.chassis = "generic-2u-4gpu";
        });
    row(
        "too-many-processors", [](Scenario& s) { s.build.cpu_sockets = 2; },
        [](Scenario& s) {
            s.build.cpu = "epyc-7763";
            s.build.cpu_sockets = 2;
        });
    row(
        "memory-of-another-type",
        [](Scenario& s) {
            s.build.cpu = "epyc-9654";
            s.build.memory_kit = "ddr4-3200-2x32";
        },
        [](Scenario& s) {
            s.build.cpu = "epyc-9654";
            s.build.memory_kit = "ddr5-5200-2x32";
        });
    row(
        "chassis-takes-less-memory",
        [](Scenario& s) {
            s.build.gpu = "a100-sxm-80";
            s.build.chassis = "dgx-a100";
            s.build.ram_gib = 4096.0;
        },
        [](Scenario& s) {
            s.build.gpu = "a100-sxm-80";
            s.build.chassis = "dgx-a100";
            s.build.ram_gib = 2048.0;
        });
    // 20 lanes of a desktop processor give two cards 8 each; 128 of an EPYC give them 16.
    row(
        "fewer-lanes-than-the-card-has", [](Scenario& s) { s.build.gpus_per_node = 2; },
        [](Scenario& s) {
            s.build.gpus_per_node = 2;
            s.build.cpu = "epyc-7763";
        });
    row(
        "wide-cards-block-slots", [](Scenario& s) { s.build.gpus_per_node = 2; }, [](Scenario&) {});
    row(
        "bridge-joins-fewer-gpus",
        [](Scenario& s) {
            s.build.gpu = "rtx3090";
            s.build.gpus_per_node = 4;
        },
        [](Scenario& s) {
            s.build.gpu = "rtx3090";
            s.build.gpus_per_node = 2;
        });
    row(
        "fewer-network-cards-than-gpus",
        [](Scenario& s) {
            s.build.nodes = 2;
            s.build.gpus_per_node = 4;
            s.build.nics_per_node = 1;
        },
        [](Scenario& s) {
            s.build.nodes = 2;
            s.build.gpus_per_node = 4;
            s.build.nics_per_node = 4;
        });
    row(
        "fewer-network-cards-than-gpus",
        [](Scenario& s) {
            s.build.gpu = "v100-sxm2-32";
            s.build.chassis = "dgx-1-v100";
            s.build.nodes = 2;
            s.build.gpus_per_node = 8;
        },
        [](Scenario& s) {
            s.build.gpu = "h100-sxm";
            s.build.chassis = "dgx-h100";
            s.build.nodes = 2;
            s.build.gpus_per_node = 8;
        });
    // Nobody says how many adapters a machine of plugged cards has; a DGX does, and so does the person.
    row(
        "network-cards-assumed",
        [](Scenario& s) {
            s.build.nodes = 2;
            s.build.gpus_per_node = 4;
            s.build.node_link = "ib-hdr";
        },
        [](Scenario& s) {
            s.build.gpu = "h100-sxm";
            s.build.chassis = "dgx-h100";
            s.build.nodes = 2;
            s.build.gpus_per_node = 8;
            s.build.node_link = "ib-ndr";
        });
    row(
        "network-cards-assumed",
        [](Scenario& s) {
            s.build.gpu = "a100-sxm-80";
            s.build.nodes = 2;
            s.build.gpus_per_node = 8;
            s.build.node_link = "ib-hdr";
        },
        [](Scenario& s) {
            s.build.nodes = 2;
            s.build.gpus_per_node = 4;
            s.build.node_link = "ib-hdr";
            s.build.nics_per_node = 4;
        });
    row(
        "card-draws-display", [](Scenario& s) { s.build.cpu = "ryzen-9-5950x"; }, [](Scenario&) {});
    row(
        "card-draws-display", [](Scenario& s) { s.build.cpu = "ryzen-7-5800x"; },
        [](Scenario& s) {
            s.build.cpu = "ryzen-9-5950x";
            s.build.draws_display = false;
        });
    row(
        "card-draws-display", [](Scenario& s) { s.build.cpu = "ryzen-5-5600x"; },
        [](Scenario& s) {
            s.build.cpu = "ryzen-9-5950x";
            s.build.chassis = "generic-2u-4gpu";
        });
    row(
        "memory-channels-empty",
        [](Scenario& s) {
            s.build.cpu = "epyc-7763";
            s.build.memory_kit = "ddr4-3200-2x32";
        },
        [](Scenario& s) { s.build.memory_kit = "ddr5-5200-2x32"; });
    row(
        "host-memory-too-small",
        [](Scenario& s) {
            s.dataset.encoding = SampleEncoding::jpeg;
            s.dataset.source_height = s.dataset.source_width = 500;
            s.build.ram_gib = 1.0;
        },
        [](Scenario&) {});
    row(
        "gpu-for-rent-only", [](Scenario& s) { s.build.gpu = "tpuv4"; }, [](Scenario&) {});
    row(
        "gpu-rebuilt-by-third-parties", [](Scenario& s) { s.build.gpu = "rtx4090-48g-mod"; }, [](Scenario&) {});
    row(
        "gpu-hardly-sold", [](Scenario& s) { s.build.gpu = "b100"; }, [](Scenario&) {});
    row(
        "budget-exceeded",
        [](Scenario& s) {
            s.build.price_overrides["rtx4090"] = {15000.0, "CNY", "2026-11-01", "quotation"};
            s.requirements.budget = 10000.0;
        },
        [](Scenario& s) {
            s.build.price_overrides["rtx4090"] = {15000.0, "CNY", "2026-11-01", "quotation"};
            s.requirements.budget = 100000.0;
        });
    row(
        "power-limit-exceeded", [](Scenario& s) { s.requirements.power_limit_w = 500.0; },
        [](Scenario& s) { s.requirements.power_limit_w = 2000.0; });
    row(
        "rack-units-exceeded",
        [](Scenario& s) {
            s.build.chassis = "generic-4u-8gpu-pcie";
            s.build.nodes = 3;
            s.requirements.rack_units = 8;
        },
        [](Scenario& s) {
            s.build.chassis = "generic-4u-8gpu-pcie";
            s.build.nodes = 2;
            s.requirements.rack_units = 8;
        });
    row(
        "deadline-missed", [](Scenario& s) { s.requirements.deadline_seconds = 1.0; },
        [](Scenario& s) { s.requirements.deadline_seconds = 1e7; });
}

void BuildFindingsTest::each_check_fires_and_is_silent()
{
    QFETCH(Edit, bad);
    QFETCH(Edit, good);
    const char* code = QTest::currentDataTag();
    Scenario wrong = desktop();
    bad(wrong);
    QVERIFY(finds(wrong, code));
    Scenario right = desktop();
    good(right);
    QVERIFY(!finds(right, code));
}

void BuildFindingsTest::a_sound_desktop_has_no_complaint()
{
    Scenario scenario = desktop();
    scenario.build.power_supply = "psu-1200-gold";
    scenario.build.chassis = "generic-desktop-1gpu";
    scenario.build.memory_kit = "ddr5-5200-2x32";
    scenario.build.circuit = "10a-220v";
    for (const std::string& code : codes_of(scenario))
        QVERIFY2(!code.starts_with("chassis") && !code.starts_with("power"), code.c_str());
}

void BuildFindingsTest::adapters_are_those_that_machines_are_sold_with()
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
    const auto step = [&] { return evaluate(scenario, engine_data()).estimate->time->step.base(); };
    const double usual = step();
    scenario.build.nics_per_node = 8;
    QCOMPARE(step(), usual);
    scenario.build.nics_per_node = 1;
    QVERIFY(step() > usual);
}

void BuildFindingsTest::the_monitor_takes_memory()
{
    Scenario scenario = desktop();
    const auto usable = [&] { return evaluate(scenario, engine_data()).estimate->memory->usable; };
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
    const Evaluation before = evaluate(scenario, engine_data());
    scenario.build.cpu = "ryzen-9-5950x";
    const Evaluation after = evaluate(scenario, engine_data(), before);
    QVERIFY(after.estimate->memory->usable < before.estimate->memory->usable);
}

void BuildFindingsTest::times_use_the_lanes_that_the_finding_names_data()
{
    QTest::addColumn<qint64>("cards");
    QTest::addColumn<QString>("chassis");
    QTest::addColumn<int>("lanes");
    QTest::newRow("one card") << qint64{1} << "" << 16;
    QTest::newRow("two cards") << qint64{2} << "" << 8;
    QTest::newRow("four cards") << qint64{4} << "" << 4;
    QTest::newRow("two cards in a desktop") << qint64{2} << "generic-desktop-2gpu" << 8;
    QTest::newRow("four cards in a tower") << qint64{4} << "generic-hedt-4gpu" << 4;
    QTest::newRow("four cards in a server") << qint64{4} << "generic-2u-4gpu" << 16;
}

void BuildFindingsTest::times_use_the_lanes_that_the_finding_names()
{
    QFETCH(qint64, cards);
    QFETCH(QString, chassis);
    QFETCH(int, lanes);
    Scenario scenario = desktop();
    scenario.build.gpus_per_node = cards;
    scenario.build.chassis = chassis.toStdString();
    scenario.parallel.zero_stage = cards > 1 ? 3 : 0;
    scenario.parallel.offload = Offload::optimizer;
    scenario.training.mode = RunMode::train;
    scenario.dataset.encoding = SampleEncoding::jpeg;
    scenario.dataset.encoded_bytes_per_sample = 100'000;
    scenario.build.storage = "nvme4";
    const Evaluation evaluation = evaluate(scenario, engine_data());
    QVERIFY(evaluation.time.has_value());
    const BytesPerSecond rate = engine_data().hardware.link("pcie4-x" + std::to_string(lanes))->per_direction;
    const TimeTerms& time = *evaluation.time;
    QVERIFY(is_within(time.loading.copy_rate.base(), rate.base() * engine_data().time.loading.copy_efficiency, 1e-9));
    QVERIFY(is_within(time.offload.link.base(), rate.base() * engine_data().time.host_copy_efficiency, 1e-9));
    if (cards > 1) QCOMPARE(time.topology.bus.rate, rate);
    const auto& findings = evaluation.estimate->findings;
    const auto told = std::find_if(findings.begin(), findings.end(), [](const Finding& finding) {
        return finding.code == "fewer-lanes-than-the-card-has";
    });
    QCOMPARE(told != findings.end(), lanes < 16);
    if (told == findings.end()) return;
    const auto number = [&](const char* name) {
        const auto found = std::find_if(told->arguments.begin(), told->arguments.end(),
                                        [name](const auto& argument) { return argument.first == name; });
        return std::get<Value>(found->second).number;
    };
    QCOMPARE(number("lanes"), static_cast<double>(lanes));
    QCOMPARE(number("wanted"), 16.0);
}

RIGWRIGHT_TEST(BuildFindingsTest)

} // namespace tst_build_findings

#include "tst_build_findings.moc"
