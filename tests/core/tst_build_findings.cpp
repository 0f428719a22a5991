// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/checks/checks.h"
#include "core/estimate/run/bill_of_materials.h"
#include "tests/support/engine_case.h"
#include "tests/support/suite.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>

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

using nlohmann::json;

using Severity = Finding::Severity;

/// The record of a part directly from its file, not as read by the program.
json record_of(const char* folder, const std::string& id)
{
    const char* data = std::getenv("RIGWRIGHT_DATA");
    const std::filesystem::path path =
        std::filesystem::path(data != nullptr ? data : ".") / "hardware_db" / folder / (id + ".json");
    std::ifstream file(path);
    return json::parse(file);
}

bool is_known(const json& group, const char* key) { return group.contains(key) && !group.at(key).is_null(); }

double number(const json& group, const char* key) { return group.at(key).get<double>(); }

const Value* argument(const Finding& finding, std::string_view name)
{
    for (const auto& [key, value] : finding.arguments)
        if (key == name) return std::get_if<Value>(&value);
    return nullptr;
}

std::string word_argument(const Finding& finding, std::string_view name)
{
    for (const auto& [key, value] : finding.arguments)
        if (key == name) return std::get<std::string>(value);
    return {};
}

struct Parts {
    const Scenario& plan;
    const json gpu;
    const json cpu;
};

/// Rates that a record has for products in a format.
std::vector<const char*> rates_of(const std::string& format)
{
    if (format == "tf32") return {"tf32_tensor_TFLOPS"};
    if (format == "fp16") return {"fp16_vector_TFLOPS", "fp16_tensor_fp32acc_TFLOPS"};
    if (format == "bf16") return {"bf16_tensor_TFLOPS"};
    if (format == "fp8") return {"fp8_tensor_TFLOPS"};
    return {"fp4_tensor_TFLOPS"};
}

bool has_rate(const json& gpu, const std::string& format)
{
    const auto rates = rates_of(format);
    return std::ranges::any_of(rates, [&](const char* key) { return is_known(gpu.at("compute"), key); });
}

bool is_listed_without_units(const json& gpu, const std::string& format)
{
    const json& compute = gpu.at("compute");
    if (!is_known(compute, "formats_without_units")) return false;
    const json& formats = compute.at("formats_without_units");
    return std::find(formats.begin(), formats.end(), format) != formats.end();
}

using Holds = bool (*)(const Finding&, const Parts&);

bool format_without_units(const Finding& f, const Parts& p)
{
    const std::string format = word_argument(f, "format");
    if (p.plan.build.gpu != "none") return !has_rate(p.gpu, format) && is_listed_without_units(p.gpu, format);
    const std::string key = format + "_products";
    // No processor has instructions for TF32 or formats below 16 bits.
    return format == "tf32" || format.starts_with("fp8") || format.starts_with("fp4") ||
           p.cpu.at("compute").at(key) == false;
}

bool format_units_not_known(const Finding& f, const Parts& p)
{
    const std::string format = word_argument(f, "format");
    if (p.plan.build.gpu != "none") return !has_rate(p.gpu, format) && !is_listed_without_units(p.gpu, format);
    return !is_known(p.cpu.at("compute"), (format + "_products").c_str());
}

bool slower_than_fp32(const Finding& f, const Parts& p)
{
    const json& compute = p.gpu.at("compute");
    const double own = number(compute, "fp16_vector_TFLOPS");
    return !is_known(compute, "fp16_tensor_fp32acc_TFLOPS") && own < number(compute, "fp32_TFLOPS") &&
           is_within(argument(f, "rate")->number, own * 1e12, 1e-9);
}

bool processor_multiplies(const Finding& f, const Parts& p)
{
    return p.cpu.at("compute").at(word_argument(f, "format") + "_products") == true;
}

bool no_nvlink(const Finding&, const Parts& p) { return p.gpu.at("link").at("peer_kind") == "none"; }
bool link_not_known(const Finding&, const Parts& p) { return !is_known(p.gpu.at("link"), "peer_kind"); }
bool no_peer_to_peer(const Finding&, const Parts& p) { return p.gpu.at("link").at("pcie_peer_to_peer") == false; }
bool peer_to_peer_unknown(const Finding&, const Parts& p) { return !is_known(p.gpu.at("link"), "pcie_peer_to_peer"); }

bool fewer_lanes(const Finding& f, const Parts& p)
{
    const double lanes = std::min(number(p.gpu.at("link"), "pcie_lanes"), 16.0);
    return argument(f, "wanted")->number == lanes && argument(f, "lanes")->number < lanes;
}

bool lanes_not_known(const Finding&, const Parts& p) { return !is_known(p.gpu.at("link"), "pcie_lanes"); }

bool bridge_joins(const Finding& f, const Parts& p)
{
    return p.gpu.at("link").at("peer_kind") == "nvlink-bridge" &&
           argument(f, "joined")->number == number(p.gpu.at("link"), "peer_domain_gpus");
}

bool takes_bridge(const Finding&, const Parts& p) { return p.gpu.at("link").at("peer_kind") == "nvlink-bridge"; }

bool wide_card(const Finding& f, const Parts& p)
{
    return argument(f, "slots")->number == number(p.gpu.at("board"), "slots");
}

bool no_bandwidth(const Finding&, const Parts& p) { return !is_known(p.gpu.at("memory"), "bandwidth_GBps"); }

bool no_link_rate(const Finding&, const Parts& p)
{
    const json& link = p.gpu.at("link");
    return !is_known(link, "pcie_generation") || !is_known(link, "pcie_lanes");
}

bool card_is_passive(const Finding&, const Parts& p)
{
    return p.gpu.at("board").at("form_factor").get<std::string>().ends_with("passive");
}

bool is_no_card(const Finding&, const Parts& p)
{
    return !p.gpu.at("board").at("form_factor").get<std::string>().starts_with("pcie");
}

bool is_a_card(const Finding& f, const Parts& p) { return !is_no_card(f, p); }

bool availability_is(const Parts& p, const char* word) { return p.gpu.value("availability", "sold") == word; }
bool rent_only(const Finding&, const Parts& p) { return availability_is(p, "rent-only"); }
bool unofficial(const Finding&, const Parts& p) { return availability_is(p, "unofficial"); }
bool rare(const Finding&, const Parts& p) { return availability_is(p, "rare"); }

bool draws_display(const Finding&, const Parts& p) { return p.cpu.at("integrated_graphics") == false; }

/// The condition on a record for each finding code that states something about a part.
const std::map<std::string, Holds>& statements()
{
    static const std::map<std::string, Holds> all{
        {"format-without-units", format_without_units},
        {"format-units-not-known", format_units_not_known},
        {"format-slower-than-fp32", slower_than_fp32},
        {"processor-format-not-measured", processor_multiplies},
        {"no-nvlink-on-this-gpu", no_nvlink},
        {"gpu-link-not-known", link_not_known},
        {"no-peer-to-peer", no_peer_to_peer},
        {"peer-to-peer-not-known", peer_to_peer_unknown},
        {"fewer-lanes-than-the-card-has", fewer_lanes},
        {"card-lanes-not-known", lanes_not_known},
        {"bridge-joins-fewer-gpus", bridge_joins},
        {"bridge-assumed", takes_bridge},
        {"wide-cards-block-slots", wide_card},
        {"bandwidth-not-published", no_bandwidth},
        {"link-rate-not-published", no_link_rate},
        {"passive-card-needs-airflow", card_is_passive},
        {"gpu-is-no-card", is_no_card},
        {"gpu-is-no-module", is_a_card},
        {"gpu-for-rent-only", rent_only},
        {"gpu-rebuilt-by-third-parties", unofficial},
        {"gpu-hardly-sold", rare},
        {"card-draws-display", draws_display},
    };
    return all;
}

/// Codes whose message names a part without a statement about its record: needs of the plan, measurements of the
/// program, choices of the user; and statements about a chassis, which the test below covers.
const std::set<std::string>& no_statements()
{
    static const std::set<std::string> all{
        "does-not-fit", "does-not-fit-at-all", "usable-memory-unknown", "scikit-learn-without-gpus",
        "peak-not-published", "generation-not-measured", "processor-rates-not-published",
        "processor-training-not-measured", "memory-not-measured", "memory-of-another-type", "chassis-takes-fewer-gpus",
        "chassis-gpus-not-published", "chassis-power-not-published", "chassis-made-for-other-gpus",
        "processor-of-another-class", "processor-of-another-socket", "processor-socket-not-published",
        "processor-beyond-chassis-cooling", "chassis-brings-its-supplies",
        // About rental offers, which no part record holds; an error, without an estimate.
        "quantity-needs-offer", "attention-kernel-not-on-gpu"};
    return all;
}

/// Checks the findings of a plan against the records; returns the number of statements about parts.
int check_statements(const Scenario& plan, const Parts& parts)
{
    const Evaluation evaluation = evaluated(plan);
    if (!evaluation.estimate) return 0;
    int held = 0;
    for (const Finding& finding : evaluation.estimate->findings) {
        const auto statement = statements().find(finding.code);
        if (statement == statements().end()) continue;
        ++held;
        if (statement->second(finding, parts)) continue;
        const std::string text = finding.code + " of " + plan.build.gpu + " and " + plan.build.cpu;
        QTest::qFail(text.c_str(), __FILE__, __LINE__);
    }
    return held;
}

/// An unpublished figure must be reported as unpublished.
void check_finding(const Scenario& plan, const char* code, bool wanted)
{
    const Evaluation evaluation = evaluated(plan);
    if (!evaluation.estimate) return;
    const auto& findings = evaluation.estimate->findings;
    const auto found = std::ranges::find(findings, code, &Finding::code);
    const bool right = (found != findings.end()) == wanted &&
                       (found == findings.end() || !std::string_view(code).ends_with("not-known") ||
                        found->severity == Severity::unchecked);
    const std::string text = plan.build.gpu + (wanted ? " lacks " : " has ") + code;
    if (!right) QTest::qFail(text.c_str(), __FILE__, __LINE__);
}

constexpr std::pair<Precision, const char*> formats_with_units[] = {{Precision::tf32, "tf32"},
                                                                    {Precision::fp16_amp, "fp16"},
                                                                    {Precision::bf16_amp, "bf16"},
                                                                    {Precision::fp8, "fp8"},
                                                                    {Precision::fp4, "fp4"}};

/// Checks of a build; for every part of the database, findings agree with the record of the part.
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
        Scenario scenario = with_fields(desktop(), R"({"build.power_supply": "psu-1200-gold",
            "build.chassis": "generic-desktop-1gpu", "build.memory_kit": "ddr5-5200-2x32",
            "build.circuit": "10a-220v"})");
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
        Scenario scenario = with_fields(scenario_of("gpt2-small", 8), R"({"build.gpus_per_node": 8, "build.nodes": 2,
            "build.node_link": "ib-hdr"})");
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
        // A change of the processor alone is detected if a previous plan is known.
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
            scenario = with_fields(scenario, R"({"parallel.offload": "optimizer", "training.mode": "train",
                "dataset.encoding": "jpeg", "dataset.encoded_bytes_per_sample": 100000, "build.storage": "nvme4"})");
            const Evaluation evaluation = evaluated(scenario);
            QVERIFY(evaluation.time.has_value());
            const BytesPerSecond rate = engine_data().hardware.link("pcie4-x" + std::to_string(lanes))->per_direction;
            const TimeTerms& time = *evaluation.time;
            QVERIFY(is_within(time.loading.copy_rate.base(), rate.base() * engine_data().time.loading.copy_efficiency,
                              1e-9));
            QVERIFY(is_within(time.offload.link.base(), rate.base() * engine_data().time.host_copy_efficiency, 1e-9));
            if (cards > 1) QCOMPARE(time.topology.bus.rate, rate);
            const auto& findings = evaluation.estimate->findings;
            const auto fewer = std::ranges::find(findings, "fewer-lanes-than-the-card-has", &Finding::code);
            QCOMPARE(fewer != findings.end(), lanes < 16);
            if (fewer == findings.end()) return;
            const auto number = [&](const char* name) {
                const auto found = std::ranges::find_if(
                    fewer->arguments, [name](const auto& argument) { return argument.first == name; });
                return std::get<Value>(found->second).number;
            };
            QCOMPARE(number("lanes"), static_cast<double>(lanes));
            QCOMPARE(number("wanted"), 16.0);
        });
    }

    void every_gpu()
    {
        int held = 0;
        const json cpu = record_of("cpus", "ryzen-9-5950x");
        for (const Gpu& gpu : engine_data().hardware.gpus) {
            Scenario plan = scenario_of("mlp-784-512-256-10", 8, gpu.id);
            plan.build.cpu = "ryzen-9-5950x";
            const Parts parts{plan, record_of("gpus", gpu.id), cpu};
            for (const auto& [precision, format] : formats_with_units) {
                plan.training.precision = precision;
                held += check_statements(plan, parts);
                const bool rate = has_rate(parts.gpu, format);
                const bool none = is_listed_without_units(parts.gpu, format);
                // A record does not contradict itself.
                QVERIFY2(!rate || !none, gpu.id.c_str());
                check_finding(plan, "format-without-units", none);
                check_finding(plan, "format-units-not-known", !rate && !none);
            }
            plan.training.precision = Precision::fp32;
            plan.build.gpu_link = LinkChoice::nvlink;
            for (const std::int64_t gpus : {2, 4, 8}) {
                plan.build.gpus_per_node = gpus;
                held += check_statements(plan, parts);
                check_finding(plan, "gpu-link-not-known", !is_known(parts.gpu.at("link"), "peer_kind"));
            }
            for (const char* chassis : {"generic-desktop-1gpu", "generic-8gpu-sxm", "generic-2u-4gpu"}) {
                plan.build.chassis = chassis;
                plan.build.gpus_per_node = 1;
                held += check_statements(plan, parts);
            }
        }
        QVERIFY(held > 500);
    }

    void every_processor()
    {
        int held = 0;
        for (const Cpu& cpu : engine_data().hardware.cpus) {
            Scenario plan = scenario_of("mlp-784-512-256-10", 8, "none");
            plan.build.cpu = cpu.id;
            const Parts parts{plan, json::object(), record_of("cpus", cpu.id)};
            for (const auto& [precision, format] : formats_with_units) {
                plan.training.precision = precision;
                held += check_statements(plan, parts);
                const std::string key = std::string(format) + "_products";
                if (precision == Precision::fp16_amp || precision == Precision::bf16_amp)
                    check_finding(plan, "format-units-not-known", !is_known(parts.cpu.at("compute"), key.c_str()));
            }
            // Beside a card, in a desktop.
            plan = scenario_of("mlp-784-512-256-10", 8);
            plan.build.gpu = "rtx4090";
            plan.build.cpu = cpu.id;
            const Parts beside{plan, record_of("gpus", "rtx4090"), parts.cpu};
            held += check_statements(plan, beside);
            const bool draws = cpu.segment == "desktop" && parts.cpu.at("integrated_graphics") == false;
            check_finding(plan, "card-draws-display", draws);
            if (cpu.segment == "desktop") QVERIFY2(is_known(parts.cpu, "integrated_graphics"), cpu.id.c_str());
        }
        QVERIFY(held > 200);
    }

    void every_chassis()
    {
        for (const Chassis& chassis : engine_data().hardware.chassis_list) {
            const json record = record_of("chassis", chassis.id);
            Scenario plan = scenario_of("mlp-784-512-256-10", 8);
            plan.build.chassis = chassis.id;
            plan.build.nodes = 2;
            plan.build.gpus_per_node = 8;
            plan.build.node_link = "ib-hdr";
            const bool known_ports = is_known(record.at("host"), "network_ports");
            check_finding(plan, "network-cards-assumed", !known_ports);
            check_finding(plan, "fewer-network-cards-than-gpus",
                          known_ports && number(record.at("host"), "network_ports") < 8.0);
            const bool counted = is_known(record.at("gpus"), "most_gpus");
            check_finding(plan, "chassis-takes-fewer-gpus", counted && number(record.at("gpus"), "most_gpus") < 8.0);
            check_finding(plan, "chassis-gpus-not-published", !counted && record.at("generic") == false);
            for (const char* id : {"i9-13900k", "epyc-9654", "xeon-gold-6430", "xeon-w9-3495x", "kunpeng-920-6426"}) {
                const json cpu = record_of("cpus", id);
                const json& host = record.at("host");
                const auto lists = [&host](const char* key, const json& word) {
                    const json& all = host.at(key);
                    return std::ranges::find(all, word) != all.end();
                };
                const bool other_class =
                    is_known(host, "processor_segments") && !lists("processor_segments", cpu.at("segment"));
                const bool with_sockets = is_known(host, "processor_sockets") && !other_class;
                const bool known = is_known(cpu, "socket");
                plan.build.cpu = id;
                plan.build.power_supply = "psu-1600-titanium";
                check_finding(plan, "processor-of-another-class", other_class);
                check_finding(plan, "processor-of-another-socket",
                              with_sockets && known && !lists("processor_sockets", cpu.at("socket")));
                check_finding(plan, "processor-socket-not-published", with_sockets && !known);
                check_finding(plan, "processor-beyond-chassis-cooling",
                              is_known(host, "most_cpu_W") && is_known(cpu.at("power"), "tdp_W") &&
                                  number(cpu.at("power"), "tdp_W") > number(host, "most_cpu_W"));
                check_finding(plan, "chassis-brings-its-supplies", is_known(record.at("power"), "supplies"));
            }
            const bool powered = is_known(record.at("power"), "most_W");
            check_finding(plan, "chassis-power-not-published", !powered && record.at("generic") == false);
        }
    }

    /// A new message that names a part needs a condition above or an exemption.
    void every_statement_about_a_part_is_checked()
    {
        const char* data = std::getenv("RIGWRIGHT_DATA");
        std::ifstream file(std::string(data != nullptr ? data : ".") + "/resources/messages/en.json");
        const json messages = json::parse(file);
        int sentences = 0;
        for (const auto& [code, text] : messages.items()) {
            constexpr std::string_view prefix = "finding.";
            if (!code.starts_with(prefix)) continue;
            const auto& sentence = text.get_ref<const std::string&>();
            bool about_a_part = false;
            for (const char* part : {"{gpu}", "{cpu}", "{chassis}", "{processor}"})
                about_a_part = about_a_part || sentence.find(part) != std::string::npos;
            if (!about_a_part) continue;
            ++sentences;
            const std::string name = code.substr(prefix.size());
            QVERIFY2(statements().contains(name) != no_statements().contains(name), name.c_str());
        }
        QVERIFY(sentences > 20);
    }
};

RIGWRIGHT_TEST(BuildFindingsTest)

} // namespace rigwright::test::tst_build_findings

#include "tst_build_findings.moc"
