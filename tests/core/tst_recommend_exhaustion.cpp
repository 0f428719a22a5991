// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/advise/workload_share.h"
#include "core/estimate/run/bill_of_materials.h"
#include "core/recommend/card_search.h"
#include "core/recommend/figures.h"
#include "core/recommend/questions.h"
#include "core/recommend/recommendation.h"
#include "tests/support/engine_case.h"
#include "tests/support/fabric_case.h"
#include "tests/support/suite.h"

#include <algorithm>
#include <set>

namespace rigwright::test::tst_recommend_exhaustion {

template <typename Record>
void keep_ids(std::vector<Record>& records, const std::set<std::string>& ids)
{
    std::erase_if(records, [&](const Record& record) { return !ids.contains(record.id); });
}

/// Three cards, four processors, two classes of drives, four kits, three supplies: few enough to try everything.
EngineData small_catalog()
{
    EngineData data = engine_data();
    keep_ids(data.hardware.gpus, {"rtx3060-12g", "rtx4090", "rtx5070ti", "a100-sxm-80"});
    keep_ids(data.hardware.cpus, {"i5-12400", "ryzen-9-7950x", "xeon-w3-2435", "epyc-9124"});
    keep_ids(data.hardware.storages, {"sata-ssd", "nvme4"});
    keep_ids(data.hardware.memory_kits, {"ddr5-5600-2x16", "ddr5-5600-2x32", "ddr5-5600-4x16", "ddr5-5600-4x32"});
    keep_ids(data.hardware.power_supplies, {"psu-650-gold", "psu-1000-gold", "psu-1600-platinum"});
    return data;
}

Scenario tokens()
{
    Scenario scenario = with_fields(scenario_of("gpt2-medium", 1, "rtx4090"), R"({"input.sequence_length": 1024,
        "training.precision": "fp16-amp", "training.gradient_accumulation": 16, "dataset.tokens": 50000000})");
    scenario.constraints.maximum_gpus = 4;
    return scenario;
}

/// Every candidate, each computed from scratch by the engine: the reference for the search.
class Exhaustive {
public:
    Exhaustive(const Scenario& scenario, const EngineData& data, bool memory_counts = false)
        : data_(data),
          memory_counts_(memory_counts),
          task_(training_of_need(scenario)),
          hosts_(task_, data, Bytes(2'500'000'000))
    {
        const Evaluation whole = evaluate(task_, data);
        shape_.global_batch = global_batch(task_);
        shape_.divisible = divisible_of(*whole.network, 1);
        shape_.is_language_model = whole.estimate->time->tokens_per_second.has_value();
    }

    std::vector<ComparedFigures> front()
    {
        for (const CardToSearch& card : cards_to_search(task_, data_, Outlay::purchase))
            if (card.rejected_by.empty())
                for (const GpuBuild& build : gpu_builds(task_, *card.gpu, Outlay::purchase))
                    try_build(*card.gpu, build);
        std::vector<ComparedFigures> front;
        for (const ComparedFigures& each : all_) {
            const bool outdone = std::ranges::any_of(
                all_, [&](const ComparedFigures& other) { return other.is_no_worse_than(each) && !(other == each); });
            if (!outdone && std::ranges::find(front, each) == front.end()) front.push_back(each);
        }
        std::ranges::sort(front, [](const auto& a, const auto& b) {
            return std::tuple(a.cost, a.unpriced_lines, a.time_step, a.power_step, a.memory_step) <
                   std::tuple(b.cost, b.unpriced_lines, b.time_step, b.power_step, b.memory_step);
        });
        return front;
    }

    std::size_t candidates() const { return tried_; }

private:
    void try_build(const Gpu& gpu, const GpuBuild& build)
    {
        const PlanSpace space = plan_space(task_, shape_, build, {task_.training.precision});
        for (const Host& host : hosts_.hosts_of(gpu, build).hosts)
            for (const std::string& network : networks_of(build))
                for (const PlanFamily& family : space.families)
                    for (const std::int64_t micro_batch : family.micro_batches) {
                        Scenario scenario = task_;
                        set_build(scenario, gpu, build, host);
                        scenario.build.node_link = network;
                        set_plan(scenario, family, micro_batch, shape_.global_batch);
                        try_candidate(scenario);
                    }
    }

    /// Every network with a quote, whether another one dominates it or not.
    std::vector<std::string> networks_of(const GpuBuild& build) const
    {
        std::vector<std::string> all;
        if (build.machines > 1)
            for (const Link& link : data_.hardware.links)
                if (task_.build.price_overrides.contains(link.id)) all.push_back(link.id);
        return all.empty() ? std::vector<std::string>{task_.build.node_link} : all;
    }

    void try_candidate(const Scenario& scenario)
    {
        ++tried_;
        const Evaluation plan = evaluate(scenario, data_, last_);
        if (!plan.estimate) return;
        last_ = plan;
        const auto& findings = plan.estimate->findings;
        const bool blocked =
            std::ranges::any_of(findings, [](const Finding& f) { return f.severity == Finding::Severity::blocks; });
        if (blocked || plan.estimate->verdict != Verdict::fits) return;
        if (const auto figures = figures_of(plan, data_, Outlay::purchase, true))
            all_.push_back(compared(*figures, memory_counts_));
    }

    const EngineData& data_;
    bool memory_counts_ = false;
    Scenario task_;
    HostSpace hosts_;
    TaskShape shape_;
    Evaluation last_;
    std::vector<ComparedFigures> all_;
    std::size_t tried_ = 0;
};

void compare(const Exploration& found, const std::vector<ComparedFigures>& expected)
{
    QVERIFY(!expected.empty());
    QVERIFY(found.errors.empty());
    const std::vector<ComparedFigures> front = compared_front(found.front);
    QCOMPARE(front.size(), expected.size());
    for (std::size_t i = 0; i < front.size(); ++i) {
        QCOMPARE(front[i].cost, expected[i].cost);
        QCOMPARE(front[i].unpriced_lines, expected[i].unpriced_lines);
        QCOMPARE(front[i].time_step, expected[i].time_step);
        QCOMPARE(front[i].power_step, expected[i].power_step);
    }
}

using nlohmann::json;

/// A search without results, and the limit to relax.
struct BlockedSearch {
    const char* field;
    const char* preset;
    std::int64_t micro_batch;
    /// Parts of the scenario beyond the preset, as files have them.
    const char* parts;
    /// Part of the message.
    const char* expected;
};

const std::vector<BlockedSearch>& blocked_searches()
{
    static const std::vector<BlockedSearch> all{
        // Weights of 2.7 billion parameters in fp32 on cards of 48 GB at the most.
        {"constraints.memory_reserve", "gpt3-2.7b", 1,
         R"({"constraints": {"memory_reserve": 0.9, "maximum_gpus": 1, "generations": ["Ada Lovelace"]}})",
         "instead of 90%"},
        {"constraints.maximum_gpus", "gpt3-175b", 1,
         R"({"constraints": {"maximum_gpus": 1}, "training": {"precision": "bf16-master"},
             "parallel": {"zero_stage": 3}, "build": {"gpus_per_node": 8}})",
         "instead of 1 "},
        {"requirements.rack_units", "resnet50", 32,
         R"({"requirements": {"rack_units": 1}, "constraints": {"generations": ["Gaudi"]}})", "instead of 1 "},
        {"requirements.takt_seconds", "resnet50", 1,
         R"({"requirements": {"takt_seconds": 1e-5}, "training": {"mode": "infer"}})", ""},
        {"constraints.vendors", "resnet50", 512, R"({"constraints": {"vendors": ["Hygon"]}})", "allowing NVIDIA"},
        {"constraints.generations", "resnet50", 512, R"({"constraints": {"generations": ["Kepler"]}})",
         "allowing Ampere"},
        {"constraints.availability", "resnet50", 512,
         R"({"constraints": {"availability": ["rent-only"], "acquisition": "purchase"}})",
         "allowing GPUs on ordinary sale"},
    };
    return all;
}

Scenario scenario_for(const BlockedSearch& search)
{
    json file = json::parse(write_scenario(scenario_of(search.preset, search.micro_batch)).dump());
    file.merge_patch(json::parse(search.parts));
    const ScenarioReading reading = read_scenario(file);
    for (const Finding& finding : reading.errors) qWarning("%s %s", finding.field.c_str(), finding.code.c_str());
    return reading.scenario;
}

json words_of(const Recommendation& answer)
{
    return json::parse(
        recommendation_json(answer, engine_data(), "USD", [](const std::string& code, const Arguments& arguments) {
            return messages(Language::english).text(code, arguments);
        }).dump());
}

/// Sixteen images a step from files, on a card and a processor that both could be faster.
Scenario images()
{
    Scenario scenario = with_fields(scenario_of("resnet50", 8, "rtx3060-12g"), R"({"training.precision": "fp16-amp",
        "training.gradient_accumulation": 2, "training.epochs": 10, "dataset.samples": 20000,
        "dataset.source_height": 500, "dataset.source_width": 500, "dataset.encoded_bytes_per_sample": 110000,
        "dataset.encoding": "jpeg", "build.cpu": "i5-12400", "build.ram_GiB": 32.0, "build.storage": "sata-ssd"})");
    scenario.constraints.maximum_gpus = 4;
    return scenario;
}

/// Two bridged cards for the images, as a search would propose them.
Candidate bridged()
{
    Candidate candidate;
    candidate.scenario = images();
    BuildChoice& build = candidate.scenario.build;
    build = {};
    build.gpu = "rtxa6000";
    build.gpus_per_node = 2;
    build.gpu_link = LinkChoice::nvlink;
    build.cpu = "ryzen-9-7950x";
    build.ram_gib = 128.0;
    build.memory_kit = "ddr5-5600-2x32";
    build.storage = "nvme4";
    build.storage_tb = 2.0;
    build.chassis = "generic-desktop-2gpu";
    build.power_supply = "psu-1600-platinum";
    const Evaluation plan = evaluated(candidate.scenario);
    candidate.figures = *figures_of(plan, engine_data(), Outlay::purchase, true);
    candidate.findings = plan.estimate->findings;
    return candidate;
}

std::optional<PartAnswer> why_not_part(const std::string& part)
{
    Exploration found;
    found.asked = images();
    return why_not(bridged(), part, found, {}, engine_data());
}

std::string code_of(const std::string& part)
{
    const auto answer = why_not_part(part);
    return answer && !answer->remarks.empty() ? answer->remarks.front().code : std::string();
}

/// The search against exhaustive trial, the blocking limit if no build meets all of them, and other questions:
/// upgrades, numbers of GPUs, deadlines, rent.
class RecommendExhaustionTest : public QObject {
    Q_OBJECT

private slots:
    /// First principles: with a catalog so small that everything can be tried, the search gives the same front.
    void search_finds_what_exhaustion_finds()
    {
        const Rows<bool, bool, bool> rows{
            {"images", false, false, false},
            {"images, little room", false, true, false},
            {"tokens", true, false, false},
            // Machines with a power limit, and bounds from a host that no machine can power.
            {"tokens, in a rack", true, false, true},
        };
        rows.each([&](auto language, auto narrow, auto rack) {
            Scenario scenario = language ? tokens() : fabric();
            if (rack) scenario.requirements.rack_units = 42;
            if (narrow) scenario.training.gradient_accumulation = 16;
            scenario.constraints.maximum_gpus = language ? 2 : 4;
            EngineData data = small_catalog();
            if (rack)
                for (Chassis& chassis : data.hardware.chassis_list)
                    chassis.power.most = chassis.power.most.value_or(Watts(3000));
            Exhaustive exhaustive(scenario, data);
            const Exploration found = explore(scenario, data);
            compare(found, exhaustive.front());
            QVERIFY(static_cast<std::size_t>(found.evaluated) < exhaustive.candidates());
        });
    }

    /// A pair of cards that exchange much, and through the host where no bridge joins them: with and without one, at
    /// its price.
    void bridges_are_tried()
    {
        Scenario scenario = tokens();
        scenario.build.gpu = "rtx3090";
        scenario.constraints.maximum_gpus = 4;
        scenario.training.gradient_accumulation = 4;
        scenario.build.price_overrides["nvlink-bridge-ga102"] = {600.0, "CNY", "2026-11", "quotation"};
        EngineData data = small_catalog();
        keep_ids(data.hardware.cpus, {"ryzen-9-7950x", "xeon-w3-2435"});
        data.hardware.gpus = engine_data().hardware.gpus;
        keep_ids(data.hardware.gpus, {"rtx3090"});
        const Exploration found = explore(scenario, data);
        compare(found, Exhaustive(scenario, data).front());
        std::set<LinkChoice> links;
        for (const Candidate& candidate : found.front)
            if (candidate.scenario.build.gpus_per_node > 1) links.insert(candidate.scenario.build.gpu_link);
        QVERIFY(links.contains(LinkChoice::nvlink));
        for (const Candidate& candidate : found.front)
            QCOMPARE(candidate.figures.cost, bill_of_materials(candidate.scenario, data.hardware).total);
    }

    /// Two machines on networks of four prices, one of which carries less for more.
    void networks_are_tried()
    {
        Scenario scenario = tokens();
        scenario.build.gpu = "l40s";
        scenario.build.price_overrides["l40s"] = {60000.0, "CNY", "2026-11", "quotation"};
        scenario.constraints.maximum_gpus = 16;
        scenario.training.gradient_accumulation = 1024;
        const auto quote = [&](const char* id, double amount) {
            scenario.build.price_overrides[id] = {amount, "CNY", "2026-11", "quotation"};
        };
        quote("eth-10", 1000.0);
        quote("eth-25", 30000.0);
        quote("eth-100", 12000.0);
        quote("ib-ndr", 90000.0);
        EngineData data = small_catalog();
        data.hardware.gpus = engine_data().hardware.gpus;
        keep_ids(data.hardware.gpus, {"l40s"});
        keep_ids(data.hardware.cpus, {"epyc-9124", "ryzen-9-7950x"});
        keep_ids(data.hardware.memory_kits, {"ddr5-5600-2x32"});
        const Exploration found = explore(scenario, data);
        compare(found, Exhaustive(scenario, data).front());
        std::set<std::string> networks;
        for (const Candidate& candidate : found.front) {
            QCOMPARE(candidate.figures.cost, bill_of_materials(candidate.scenario, data.hardware).total);
            if (candidate.scenario.build.nodes > 1) networks.insert(candidate.scenario.build.node_link);
        }
        QVERIFY(networks.size() > 1);
        QVERIFY(!networks.contains("eth-25"));
    }

    /// A front of four: a build with more free memory stays although another one is cheaper and faster.
    void free_memory_counts_if_requested()
    {
        Scenario scenario = tokens();
        scenario.constraints.maximum_gpus = 2;
        EngineData data = small_catalog();
        keep_ids(data.hardware.cpus, {"i5-12400", "ryzen-9-7950x"});
        RecommendOptions options;
        double progress = 0.0;
        options.memory_counts = true;
        options.progress = [&progress](double share) {
            QVERIFY(share >= progress && share <= 1.0);
            progress = share;
        };
        const Exploration found = explore(scenario, data, options);
        QCOMPARE(progress, 1.0);
        const std::vector<ComparedFigures> expected = Exhaustive(scenario, data, true).front();
        std::vector<ComparedFigures> front;
        for (const Candidate& candidate : found.front) front.push_back(compared(candidate.figures, true));
        std::ranges::sort(front, [](const auto& a, const auto& b) {
            return std::tuple(a.cost, a.unpriced_lines, a.time_step, a.power_step, a.memory_step) <
                   std::tuple(b.cost, b.unpriced_lines, b.time_step, b.power_step, b.memory_step);
        });
        QCOMPARE(front.size(), expected.size());
        QVERIFY(front == expected);
        QVERIFY(front.size() > explore(scenario, data).front.size());
        std::int64_t out = static_cast<std::int64_t>(found.front.size());
        for (const Rejection& rejection : found.rejections) out += rejection.candidates;
        QCOMPARE(out, found.candidates);
        for (const Candidate& candidate : found.front) {
            const auto there = changed(scenario, engine_data(), candidate.changes);
            QVERIFY(there && *there == candidate.scenario);
        }
    }

    /// The bounds of the search depend on the cost of a host and the number of its missing prices (chassis, bridges,
    /// network).
    void host_cost_matches_the_bill()
    {
        const EngineData data = small_catalog();
        std::set<std::int64_t> lacking;
        for (const char* quoted : {"", "eth-100"})
            for (const char* id : {"rtx3090", "a100-sxm-80"}) {
                Scenario task = tokens();
                task.constraints.maximum_gpus = 16;
                if (*quoted != 0) task.build.price_overrides[quoted] = {12000.0, "CNY", "2026-11", "quotation"};
                const Gpu& gpu = *engine_data().hardware.gpu(id);
                EngineData with_gpu = data;
                with_gpu.hardware.gpus = {gpu};
                const HostSpace space(task, with_gpu, Bytes(2'500'000'000));
                for (const GpuBuild& build : gpu_builds(task, gpu, Outlay::purchase))
                    for (const Priced<Link>& network : space.networks_of(build))
                        for (const Host& host : space.on_network(space.hosts_of(gpu, build).hosts, build, network)) {
                            Scenario scenario = task;
                            set_build(scenario, gpu, build, host);
                            const BillOfMaterials bill = bill_of_materials(scenario, with_gpu.hardware);
                            QCOMPARE(host.purchase, bill.total);
                            QCOMPARE(host.unpriced_lines, bill.unpriced_lines);
                            lacking.insert(host.unpriced_lines);
                        }
            }
        QCOMPARE(lacking, (std::set<std::int64_t>{0, 1, 2}));
    }

    void the_limit_in_the_way_is_named()
    {
        each_of(blocked_searches(), &BlockedSearch::field, [&](const BlockedSearch& search) {
            const Recommendation answer = recommend(scenario_for(search), engine_data());
            QVERIFY2(answer.errors.empty(), answer.errors.empty() ? "" : answer.errors[0].code.c_str());
            QVERIFY(answer.front.empty());
            const auto found = std::ranges::find_if(
                answer.relaxations, [&](const Relaxation& r) { return std::string_view(r.field) == search.field; });
            QVERIFY(found != answer.relaxations.end());
            QVERIFY(found->admitted.figures.time.base() > 0.0);
            const json words = words_of(answer);
            for (const json& each : words["relaxations"]) {
                const std::string text = each["message"].get<std::string>();
                QVERIFY2(text.find("[") == std::string::npos, text.c_str());
                if (each["field"] == search.field)
                    QVERIFY2(text.find(search.expected) != std::string::npos, text.c_str());
            }
        });
    }

    /// The plan is the inspection itself, with a part every 50th of a second.
    void machines_that_inspect_keep_the_takt()
    {
        Scenario scenario = scenario_of("resnet50", 8);
        scenario.training.mode = RunMode::infer;
        scenario.requirements.takt_seconds = 0.02;
        const Recommendation answer = recommend(scenario, engine_data());
        QVERIFY(answer.front.size() > 1);
        for (const Candidate& candidate : answer.front) {
            const Evaluation own = evaluated(candidate.scenario);
            QVERIFY(own.estimate && own.estimate->takt);
            QVERIFY2(own.estimate->takt->met, qPrintable(QString::number(own.estimate->takt->part_latency.base())));
        }
        QVERIFY(finds(answer.rejections, "takt-missed"));
    }

    /// Cards that miss the takt on the fastest host are not tried on the others.
    void a_takt_that_no_card_meets_needs_no_search_of_hosts()
    {
        Scenario scenario = scenario_of("yolov8s", 8);
        const std::int64_t usual = explore(scenario, engine_data()).evaluated;
        scenario.requirements.takt_seconds = 1e-5;
        const Exploration strict = explore(scenario, engine_data());
        QVERIFY(strict.front.empty());
        QVERIFY(finds(strict.rejections, "takt-missed"));
        QVERIFY2(strict.evaluated < 2 * usual, qPrintable(QString::number(strict.evaluated)));
    }

    void upgrades_match_the_engine()
    {
        const Evaluation present = evaluated(images());
        const std::vector<Upgrade> found = upgrades(images(), engine_data());
        QVERIFY(found.size() >= 2);
        QVERIFY(std::ranges::is_sorted(found, {}, &Upgrade::time_ratio));
        for (const Upgrade& upgrade : found) {
            const auto there = changed(images(), engine_data(), upgrade.changes);
            QVERIFY(there.has_value());
            QCOMPARE(global_batch(*there), std::int64_t{16});
            const Evaluation plan = evaluated(*there);
            QCOMPARE(upgrade.time.base(), plan.estimate->time->run->wall.base());
            QCOMPARE(upgrade.time_ratio, plan.estimate->time->run->wall / present.estimate->time->run->wall);
            QVERIFY(upgrade.time_ratio <= 0.99);
            if (upgrade.added_cost)
                QCOMPARE(*upgrade.added_cost, plan.estimate->cost.bill.total - present.estimate->cost.bill.total);
        }
        QVERIFY(std::ranges::any_of(found, [](const Upgrade& u) { return u.field == "build.gpu"; }));
    }

    /// 1 GPU: 10 h for 1,000; 2: 6 h for 1,500 (9,000 against 10,000); 4: 5 h for 3,000 (15,000: no longer pays).
    void rent_or_buy_breaks_even()
    {
        Candidate candidate;
        candidate.scenario = images();
        candidate.scenario.build.gpu = "rtx4090";
        const auto answer = rent_or_buy(candidate, engine_data());
        QVERIFY(answer.has_value());
        const Evaluation plan = evaluated(candidate.scenario);
        const CostTerms& cost = plan.estimate->cost;
        QCOMPARE(answer->purchase, cost.bill.total);
        QCOMPARE(answer->rent_of_run, *cost.rent_equivalent);
        QCOMPARE(*answer->runs_to_break_even, *cost.break_even_hours / (cost.run_time->base() / 3600.0));
        candidate.scenario.build.gpu = "rtx3060-12g";
        QVERIFY(!rent_or_buy(candidate, engine_data()).has_value());
    }

    void every_part_has_an_explanation()
    {
        std::size_t parts = 0;
        for (const char* field : part_fields)
            for (const NamedPart& part : parts_of(field, engine_data().hardware)) {
                ++parts;
                QCOMPARE(field_of_part(part.id, engine_data().hardware), std::string(field));
                const auto answer = why_not_part(part.id);
                QVERIFY2(answer && !answer->remarks.empty(), part.id.c_str());
                QCOMPARE(answer->field, std::string(field));
            }
        QVERIFY(parts > engine_data().hardware.cpus.size() + engine_data().hardware.chassis_list.size());
        QVERIFY(!why_not_part("rtx4090") && !why_not_part("pcie4-x16") && !why_not_part("nothing"));
    }

    void another_part_matches_the_engine()
    {
        const CandidateFigures own = bridged().figures;
        int compared = 0;
        for (const char* part : {"ryzen-5-9600x", "xeon-w3-2435", "nvme3", "ddr5-5600-2x16", "psu-1000-gold"}) {
            const auto answer = why_not_part(part);
            QVERIFY2(answer, part);
            if (!answer->with) continue;
            ++compared;
            const Evaluation plan = evaluated(answer->with->scenario);
            QCOMPARE(answer->with->figures.cost, plan.estimate->cost.bill.total);
            QCOMPARE(answer->with->figures.time.base(), plan.estimate->time->run->wall.base());
            QVERIFY(answer->with->scenario.build.gpu == "rtxa6000" && gpu_count(answer->with->scenario.build) == 2);
            QVERIFY(*answer->with->scenario.build.ram_gib >= 128.0);
            const std::string& code = answer->remarks.front().code;
            if (code == "why-not.dearer" || code == "why-not.worse" || code == "why-not.faster")
                QVERIFY(answer->with->figures.cost > own.cost);
            if (code == "why-not.slower")
                QVERIFY(answer->with->figures.cost <= own.cost && answer->with->figures.time > own.time);
        }
        QVERIFY(compared >= 3);
    }

    void a_slower_part_of_the_same_price_costs_the_same()
    {
        Candidate candidate = bridged();
        candidate.figures.cost = why_not_part("ryzen-5-9600x")->with->figures.cost;
        candidate.figures.time = candidate.figures.time * 0.5;
        Exploration found;
        found.asked = images();
        const auto answer = why_not(candidate, "ryzen-5-9600x", found, {}, engine_data());
        QCOMPARE(answer->remarks.front().code, std::string("why-not.slower-at-the-cost"));
    }

    void unsuitable_parts_give_the_reason()
    {
        QCOMPARE(code_of("ryzen-9-7950x"), std::string("why-not.there"));
        QCOMPARE(code_of("nvlink-bridge-ga102"), std::string("why-not.there"));
        QCOMPARE(code_of("nvlink-bridge-a100"), std::string("why-not.no-bridge"));
        QCOMPARE(code_of("ib-ndr"), std::string("why-not.one-machine"));
        // Two cards of 300 W and the processor draw more than it gives.
        const auto weak = why_not_part("psu-650-gold");
        QCOMPARE(weak->remarks.front().code, std::string("why-not.blocked"));
        QVERIFY(!weak->findings.empty() && !weak->with);
        QCOMPARE(code_of("ddr4-3200-2x16"), std::string("why-not.other-memory"));
    }
};

RIGWRIGHT_TEST(RecommendExhaustionTest)

} // namespace rigwright::test::tst_recommend_exhaustion

#include "tst_recommend_exhaustion.moc"
