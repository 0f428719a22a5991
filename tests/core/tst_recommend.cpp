// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/recommend/builds.h"
#include "core/recommend/card_search.h"
#include "core/recommend/picks.h"
#include "core/recommend/recommendation.h"
#include "tests/support/fabric_case.h"
#include "tests/support/suite.h"

#include <algorithm>
#include <random>
#include <set>

namespace rigwright::test::tst_recommend {

std::string words_of(const Recommendation& answer)
{
    return recommendation_json(answer, engine_data(), "CNY",
                               [](const std::string& code, const Arguments& arguments) {
                                   return messages(Language::english).text(code, arguments);
                               })
        .dump();
}

const Recommendation& of_fabric()
{
    static const Recommendation answer = recommend(fabric(), engine_data());
    return answer;
}

const CardOutcome* card(const Recommendation& answer, const std::string& id)
{
    const auto found = std::ranges::find(answer.cards, id, &CardOutcome::gpu);
    return found != answer.cards.end() ? &*found : nullptr;
}

/// Llama 2 70B in full, 50 million tokens three times within a week.
Scenario large_model()
{
    Scenario scenario = with_fields(scenario_of("llama-2-70b", 1), R"({"input.sequence_length": 4096,
        "dataset.tokens": 50000000, "training.epochs": 3, "training.gradient_accumulation": 16,
        "training.precision": "bf16-master", "training.recompute": "full", "parallel.zero_stage": 3,
        "build.gpus_per_node": 8})");
    scenario.requirements.deadline_seconds = 7.0 * 86400.0;
    return scenario;
}

/// Of a time that is known, and a bill with `unpriced` lines without a price.
Candidate candidate(double cost, double hours, std::int64_t unpriced)
{
    Candidate made;
    made.figures.cost = cost;
    made.figures.unpriced_lines = unpriced;
    made.figures.time = made.figures.time_low = made.figures.time_high = Seconds(hours * 3600.0);
    return made;
}

class RecommendTest : public QObject {
    Q_OBJECT

private slots:
    /// Pairs of 24 GB modules cost less than pairs of 32.
    void memory_of_48_gib_is_offered()
    {
        const PricedParts parts(fabric(), engine_data());
        const Cpu* cpu = engine_data().hardware.cpu("i9-13900k");
        QVERIFY(cpu);
        QCOMPARE(std::ranges::count(parts.memory_of(*cpu, 1), 48.0, &PricedMemory::gib), 1);
    }

    void every_figure_is_the_engines_own()
    {
        QVERIFY(of_fabric().front.size() > 5);
        for (const Candidate& candidate : of_fabric().front) {
            const Evaluation plan = evaluated(candidate.scenario);
            QVERIFY(plan.estimate.has_value());
            QCOMPARE(candidate.figures.time.base(), plan.estimate->time->run->wall.base());
            QCOMPARE(candidate.figures.time_low.base(),
                     plan.estimate->time->run->wall.base() *
                         (plan.estimate->time->run->wall_low / plan.estimate->time->run->wall));
            QCOMPARE(candidate.figures.cost, plan.estimate->cost.bill.total);
            QCOMPARE(candidate.figures.unpriced_lines, plan.estimate->cost.bill.unpriced_lines);
            QCOMPARE(plan.estimate->verdict, std::optional(Verdict::fits));
            const MemoryEstimate& memory = *plan.estimate->memory;
            QCOMPARE(candidate.figures.headroom, 1.0 - memory.needed.as_double() / memory.usable.as_double());
            for (const Finding& finding : plan.estimate->findings)
                QVERIFY2(finding.severity > Finding::Severity::blocks, finding.code.c_str());
        }
    }

    void changes_lead_to_the_candidate()
    {
        for (const Candidate& candidate : of_fabric().front) {
            const auto scenario = changed(fabric(), engine_data(), candidate.changes);
            QVERIFY(scenario.has_value());
            QVERIFY(*scenario == candidate.scenario);
        }
    }

    void front_is_ordered_and_undominated()
    {
        const std::vector<Candidate>& front = of_fabric().front;
        for (std::size_t i = 0; i < front.size(); ++i)
            for (std::size_t j = 0; j < front.size(); ++j) {
                if (i < j) QVERIFY(comes_before(front[i].figures, front[j].figures));
                if (i != j) QVERIFY(!compared(front[i].figures).is_no_worse_than(compared(front[j].figures)));
            }
    }

    void counts_add_up()
    {
        std::int64_t out = 0;
        std::int64_t cards = 0;
        for (const Rejection& rejection : of_fabric().rejections) {
            out += rejection.candidates;
            cards += rejection.cards;
        }
        QCOMPARE(out + static_cast<std::int64_t>(of_fabric().front.size()), of_fabric().candidates);
        std::int64_t rejected = 0;
        for (const CardOutcome& each : of_fabric().cards) rejected += each.rejected_by.empty() ? 0 : 1;
        QCOMPARE(cards, rejected);
        QCOMPARE(of_fabric().cards.size(), engine_data().hardware.gpus.size());
        QVERIFY(of_fabric().evaluated < of_fabric().candidates / 100);
        // Every reason and every remark has a text.
        QCOMPARE(words_of(of_fabric()).find("\"["), std::string::npos);
    }

    void threads_leave_no_trace()
    {
        RecommendOptions one;
        one.threads = 1;
        RecommendOptions five;
        five.threads = 5;
        QCOMPARE(words_of(recommend(fabric(), engine_data(), one)), words_of(recommend(fabric(), engine_data(), five)));
    }

    void limits_filter_the_same_front()
    {
        const Exploration found = explore(fabric(), engine_data());
        Scenario limited = with_fields(fabric(), R"({"requirements.budget": 12000.0,
            "requirements.deadline_seconds": 30000.0, "requirements.power_limit_W": 600.0})");
        const Recommendation searched = recommend(limited, engine_data());
        const Recommendation filtered = recommendation_of(found, limited.requirements, engine_data());
        QVERIFY(!searched.front.empty());
        QCOMPARE(compared_front(filtered.front).size(), compared_front(searched.front).size());
        QVERIFY(compared_front(filtered.front) == compared_front(searched.front));
        for (const Candidate& candidate : searched.front) {
            QVERIFY(candidate.figures.cost <= 12000.0);
            QVERIFY(candidate.figures.time.base() <= 30000.0);
            QVERIFY(candidate.figures.power.base() <= 600.0);
            QVERIFY(candidate.scenario.requirements == limited.requirements);
        }
        QVERIFY(searched.front.size() < found.front.size());
    }

    void picks_meet_the_limits_and_give_reasons()
    {
        Scenario scenario = fabric();
        scenario.requirements.budget = 15000.0;
        scenario.requirements.deadline_seconds = 6 * 3600.0;
        const Recommendation answer = recommend(scenario, engine_data());
        QVERIFY(!answer.picks.empty() && answer.picks.size() <= 3);
        std::set<PickKind> kinds;
        for (const Pick& pick : answer.picks) {
            for (const PickKind kind : pick.kinds) kinds.insert(kind);
            QVERIFY(pick.candidate < answer.front.size());
            const auto has_reason = [&](const char* start) {
                return std::ranges::any_of(pick.reasons,
                                           [start](const Remark& reason) { return reason.code.starts_with(start); });
            };
            QVERIFY(has_reason("why."));
            QVERIFY(has_reason("holds."));
        }
        QCOMPARE(kinds.size(), std::size_t{3});
        const Candidate& cheapest = answer.front[answer.picks.front().candidate];
        for (const Candidate& other : answer.front)
            QVERIFY(other.figures.cost >= cheapest.figures.cost ||
                    other.figures.time_high.base() > *scenario.requirements.deadline_seconds);
    }

    void names_the_limits_to_relax_if_nothing_qualifies()
    {
        Scenario scenario = fabric();
        scenario.requirements.budget = 5000.0;
        scenario.requirements.deadline_seconds = 4 * 3600.0;
        const Recommendation answer = recommend(scenario, engine_data());
        QVERIFY(answer.front.empty() && answer.picks.empty());
        QVERIFY(answer.relaxations.size() >= 2);
        for (const Relaxation& relaxation : answer.relaxations) {
            Scenario relaxed = scenario;
            if (relaxation.field == "requirements.budget") relaxed.requirements.budget = relaxation.needed->number;
            if (relaxation.field == "requirements.deadline_seconds")
                relaxed.requirements.deadline_seconds = relaxation.needed->number;
            QVERIFY(!recommend(relaxed, engine_data()).front.empty());
            if (relaxation.field == "requirements.budget")
                relaxed.requirements.budget = relaxation.needed->number - 0.01;
            if (relaxation.field == "requirements.deadline_seconds")
                relaxed.requirements.deadline_seconds = relaxation.needed->number * 0.999;
            QVERIFY(recommend(relaxed, engine_data()).front.empty());
        }
        QVERIFY(*answer.relaxations.front().share <= *answer.relaxations.back().share);
    }

    void constraints_are_kept()
    {
        Scenario scenario = fabric();
        scenario.constraints.vendors = {"nvidia", "amd"};
        scenario.constraints.generations = {"Blackwell"};
        scenario.constraints.maximum_gpus = 1;
        scenario.constraints.memory_reserve = 0.5;
        const Recommendation answer = recommend(scenario, engine_data());
        QVERIFY(!answer.front.empty());
        for (const Candidate& candidate : answer.front) {
            const Gpu* gpu = engine_data().hardware.gpu(candidate.scenario.build.gpu);
            QVERIFY(gpu->architecture.starts_with("Blackwell"));
            QCOMPARE(gpu_count(candidate.scenario.build), std::int64_t{1});
            QVERIFY(candidate.figures.headroom >= 0.5);
            QCOMPARE(engine_data().hardware.cpu(candidate.scenario.build.cpu)->vendor, std::string("AMD"));
        }
        QCOMPARE(card(answer, "rtx4090")->rejected_by, std::string("generation"));
        QCOMPARE(card(answer, "arc-b580")->rejected_by, std::string("vendor"));
    }

    void unknown_names_are_errors()
    {
        Scenario scenario = fabric();
        scenario.constraints.vendors = {"Nvidea"};
        const Recommendation answer = recommend(scenario, engine_data());
        QCOMPARE(answer.errors.size(), std::size_t{1});
        QCOMPARE(answer.errors.front().code, std::string("constraint-names-nothing"));
        QCOMPARE(answer.errors.front().field, std::string("constraints.vendors"));
        QVERIFY(answer.front.empty());
        Scenario broken = fabric();
        broken.model.preset = "no-such-model";
        QVERIFY(!recommend(broken, engine_data()).errors.empty());
    }

    void old_and_unpriced_cards_are_out()
    {
        QCOMPARE(card(of_fabric(), "k80")->rejected_by, std::string("several-devices"));
        QCOMPARE(card(of_fabric(), "gtx1080ti")->rejected_by, std::string("too-old"));
        QCOMPARE(card(of_fabric(), "a30")->rejected_by, std::string("no-price"));
        // A list price of 2018 and an analyst's figure of 2020.
        QCOMPARE(card(of_fabric(), "titanrtx")->rejected_by, std::string("no-current-price"));
        QCOMPARE(card(of_fabric(), "a100-sxm-40")->rejected_by, std::string("no-current-price"));
        QCOMPARE(card(of_fabric(), "rtx4090-laptop")->rejected_by, std::string("built-in"));
        QCOMPARE(card(of_fabric(), "b100")->rejected_by, std::string("availability"));
        Scenario quoted = fabric();
        quoted.constraints.maximum_gpus = 1;
        quoted.build.price_overrides["a30"] = {3000.0, "CNY", "2026-03-01", "quotation"};
        const Recommendation answer = recommend(quoted, engine_data());
        QVERIFY(card(answer, "a30")->rejected_by.empty());
        QVERIFY(!card(answer, "a30")->options.empty());
    }

    void machines_with_a_power_limit_are_searched()
    {
        Scenario scenario = large_model();
        scenario.constraints.generations = {"Ampere (GA100)", "Hopper"};
        const Recommendation answer = recommend(scenario, engine_data());
        // Modules come in eights, on baseboards whose supplies are known.
        for (const char* module : {"a100-sxm-80", "h100-sxm", "h200-sxm"}) {
            QVERIFY2(card(answer, module)->rejected_by.empty(), module);
            QVERIFY2(!card(answer, module)->options.empty(), module);
        }
        QVERIFY(std::ranges::any_of(answer.front, [](const Candidate& candidate) {
            const Chassis* chassis = engine_data().hardware.chassis(candidate.scenario.build.chassis);
            return chassis != nullptr && chassis->power.most && chassis->gpus.mount == GpuMount::module;
        }));
    }

    void global_batch_is_never_changed()
    {
        for (const Candidate& candidate : of_fabric().front) {
            QCOMPARE(global_batch(candidate.scenario), std::int64_t{8});
            QCOMPARE(candidate.scenario.training.epochs, std::int64_t{300});
            QVERIFY(candidate.scenario.training.optimizer == OptimizerKind::adamw);
        }
        const auto& rejections = of_fabric().rejections;
        QVERIFY(std::ranges::any_of(rejections, [](const Rejection& r) {
            return r.code == "global-batch-does-not-divide" && r.candidates > 0;
        }));
    }

    void precision_is_kept_unless_allowed()
    {
        for (const Candidate& candidate : of_fabric().front)
            QVERIFY(candidate.scenario.training.precision == Precision::fp16_amp);
        Scenario single = fabric();
        single.training.precision = Precision::fp32;
        RecommendOptions options;
        options.further_precisions = {Precision::bf16_amp};
        const Recommendation answer = recommend(single, engine_data(), options);
        QVERIFY(std::ranges::any_of(answer.front, [](const Candidate& candidate) {
            return candidate.scenario.training.precision == Precision::bf16_amp;
        }));
    }

    void renting_uses_rental_costs()
    {
        Scenario scenario = fabric();
        scenario.constraints.acquisition = Acquisition::cloud;
        const Recommendation answer = recommend(scenario, engine_data());
        QVERIFY(answer.outlay == Outlay::rent);
        QVERIFY(!answer.front.empty());
        for (const Candidate& candidate : answer.front) {
            const Evaluation plan = evaluated(candidate.scenario);
            QCOMPARE(candidate.figures.cost, *plan.estimate->cost.rent_equivalent);
        }
        QCOMPARE(card(answer, "rtx3060-12g")->rejected_by, std::string("no-offer"));
    }

    /// Weights and their moments, 70 billion times 16 bytes, do not go into the memory beside two rented GPUs.
    void rented_machines_have_the_memory_that_offers_name()
    {
        Scenario scenario = large_model();
        scenario.constraints.acquisition = Acquisition::cloud;
        const Recommendation answer = recommend(scenario, engine_data());
        QVERIFY(!answer.front.empty());
        for (const Candidate& candidate : answer.front) {
            const BuildChoice& build = candidate.scenario.build;
            QVERIFY(build.ram_gib.has_value());
            QVERIFY(*build.ram_gib / static_cast<double>(build.gpus_per_node) <= 512.0);
            const Evaluation plan = evaluated(candidate.scenario);
            QVERIFY(plan.estimate->memory->host.as_gib() <= *build.ram_gib);
        }
    }

    void a_stopped_search_is_marked_incomplete()
    {
        std::stop_source stop;
        stop.request_stop();
        RecommendOptions options;
        options.stop = stop.get_token();
        const Recommendation answer = recommend(fabric(), engine_data(), options);
        QVERIFY(!answer.complete);
        QVERIFY(answer.front.empty());
        QVERIFY(answer.relaxations.empty());
    }

    /// Twelve hours: the first candidate keeps them on average, the second with its whole range.
    void every_pick_meets_the_deadline_over_its_range()
    {
        const auto candidate = [](double cost, double hours, double high) {
            Candidate made;
            made.figures.cost = cost;
            made.figures.time = Seconds(hours * 3600.0);
            made.figures.time_high = Seconds(high * 3600.0);
            return made;
        };
        Requirements need;
        need.deadline_seconds = 12 * 3600.0;
        const std::vector<Candidate> front{candidate(5169.0, 10.0, 14.0), candidate(6674.0, 9.0, 11.0)};
        for (const std::size_t pick : proposed_in(front, need)) QCOMPARE(pick, std::size_t{1});
        // If none is safe, all of them count; also without a deadline.
        need.deadline_seconds = 10.5 * 3600.0;
        QCOMPARE(proposed_in(front, need).front(), std::size_t{0});
        need.deadline_seconds.reset();
        QCOMPARE(proposed_in(front, need).front(), std::size_t{0});
        // No proposal costs less than the cheapest.
        std::mt19937 random(7);
        std::uniform_real_distribution<double> any(1.0, 20.0);
        for (int i = 0; i < 1000; ++i) {
            std::vector<Candidate> drawn;
            for (int k = 0; k < 6; ++k) {
                const double hours = any(random);
                drawn.push_back(candidate(1000.0 * any(random), hours, hours * (1.0 + any(random) / 20.0)));
            }
            std::ranges::sort(drawn, {}, [](const Candidate& one) { return one.figures.cost; });
            need.deadline_seconds = any(random) * 3600.0;
            const std::vector<std::size_t> picks = proposed_in(drawn, need);
            for (const std::size_t pick : picks) {
                QVERIFY(drawn[pick].figures.cost >= drawn[picks.front()].figures.cost);
                // Nothing is faster than the fastest, nor costs more without being faster.
                QVERIFY(drawn[pick].figures.time >= drawn[picks[1]].figures.time);
                QVERIFY(drawn[pick].figures.cost <= drawn[picks[1]].figures.cost);
            }
        }
        // Not distinguishable from the fastest within the estimate, for more money: not a better value.
        const std::vector<Candidate> alike{candidate(5000.0, 10.0, 11.0), candidate(5000.1, 9.99, 11.0)};
        need.deadline_seconds.reset();
        QVERIFY(time_step_of(alike[0].figures.time) == time_step_of(alike[1].figures.time));
        for (const std::size_t pick : proposed_in(alike, need)) QCOMPARE(pick, std::size_t{0});
    }

    /// More GPUs than one office machine takes are proposed only where the task needs or asks for them.
    void proposals_have_at_most_four_gpus_if_these_do()
    {
        const auto sized = [](double cost, double hours, std::int64_t gpus) {
            Candidate made = candidate(cost, hours, 0);
            made.scenario.build.gpus_per_node = gpus;
            return made;
        };
        const std::vector<Candidate> front{sized(1000.0, 20.0, 1), sized(4000.0, 6.0, 4), sized(9000.0, 3.0, 8)};
        QCOMPARE(proposed_in(front, {})[1], std::size_t{1});
        QCOMPARE(proposed_in(front, {}, 8)[1], std::size_t{2});
        Requirements need;
        need.deadline_seconds = 4 * 3600.0;
        QCOMPARE(proposed_in(front, need)[1], std::size_t{2});
        QCOMPARE(proposed_in({front[2]}, {})[1], std::size_t{0});
        Scenario asked;
        QCOMPARE(most_proposed_gpus(asked), std::int64_t{4});
        asked.build.gpus_per_node = 8;
        QCOMPARE(most_proposed_gpus(asked), std::int64_t{8});
        asked.constraints.maximum_gpus = 2;
        QCOMPARE(most_proposed_gpus(asked), std::int64_t{2});
        // The faster build that was left out is named.
        Exploration found;
        found.front = front;
        const std::vector<Pick> picks = picks_of(front, found, {}, engine_data());
        const auto fastest = std::ranges::find(picks, std::size_t{1}, &Pick::candidate);
        QVERIFY(fastest != picks.end());
        QVERIFY(
            std::ranges::any_of(fastest->reasons, [](const Remark& remark) { return remark.code == "binds.gpus"; }));
    }

    /// A missing price is not a price of zero: the cheaper and faster second lacks two, the others one.
    void best_value_does_not_count_missing_prices_as_nothing()
    {
        const std::vector<Candidate> front{candidate(1000.0, 20.0, 1), candidate(1200.0, 5.0, 2),
                                           candidate(1500.0, 9.0, 1), candidate(9000.0, 2.0, 1)};
        QCOMPARE(proposed_in(front, {}), (std::vector<std::size_t>{0, 3, 2}));
        // A machine with all its prices doesn't dominate one that lacks only the chassis.
        QCOMPARE(proposed_in({candidate(1000.0, 20.0, 1), candidate(50000.0, 1.0, 1), candidate(60000.0, 1.0, 0),
                              candidate(90000.0, 0.5, 1)},
                             {}),
                 (std::vector<std::size_t>{0, 3, 0}));
        // If all that cost no more than the fastest lack as many prices, they are compared.
        const std::vector<Candidate> alike{candidate(1000.0, 20.0, 2), candidate(1200.0, 5.0, 2)};
        QCOMPARE(proposed_in(alike, {}).back(), std::size_t{1});
        Exploration found;
        found.front = front;
        const std::vector<Pick> picks = picks_of(front, found, {}, engine_data());
        const auto value = std::ranges::find(picks, std::size_t{2}, &Pick::candidate);
        QVERIFY(finds(value->reasons, "why.more-prices-missing"));
        QVERIFY(!finds(picks.front().reasons, "why.more-prices-missing"));
    }

    /// The first lacks two prices, the others one: it costs less than them only if those are zero.
    void nothing_is_cheaper_by_what_its_price_lacks()
    {
        std::vector<Candidate> front{candidate(1000.0, 5.0, 2), candidate(1200.0, 9.0, 1), candidate(1300.0, 5.05, 1),
                                     candidate(1400.0, 9.0, 1)};
        keep_front(front);
        QVERIFY2(front.size() == 3, "only the last is outdone, by the second");
        keep_distinct(front, {});
        QCOMPARE(front.size(), std::size_t{3});
        QCOMPARE(proposed_in(front, {}), (std::vector<std::size_t>{0, 0, 0}));
        Exploration found;
        found.front = front;
        const std::vector<Pick> picks = picks_of(front, found, {}, engine_data());
        QCOMPARE(picks.size(), std::size_t{1});
        const auto unless = std::ranges::find(picks.front().reasons, "why.cheapest-unless", &Remark::code);
        QVERIFY(unless != picks.front().reasons.end());
        QCOMPARE(std::get<Value>(unless->arguments.at(2).second).number, 200.0);
        // With as few prices missing as the others it needs no condition.
        front.front().figures.unpriced_lines = found.front.front().figures.unpriced_lines = 1;
        const std::vector<Pick> unconditional = picks_of(front, found, {}, engine_data());
        for (const Remark& reason : unconditional.front().reasons) QVERIFY(reason.code != "why.cheapest-unless");
    }

    /// A slower one that lacks more prices isn't reported as cheaper, nor as overlapping in range.
    void unknown_cost_differences_are_not_stated()
    {
        const auto with_range = [](Candidate made) {
            made.figures.time_low = made.figures.time * 0.5;
            made.figures.time_high = made.figures.time * 2.0;
            return made;
        };
        const auto has_reason = [&](std::int64_t unpriced, PickKind kind, const char* code) {
            const std::vector<Candidate> front{with_range(candidate(1000.0, 9.0, unpriced)),
                                               with_range(candidate(3000.0, 5.0, 1))};
            Exploration found;
            found.front = front;
            for (const Pick& pick : picks_of(front, found, {}, engine_data()))
                if (std::ranges::find(pick.kinds, kind) != pick.kinds.end()) return finds(pick.reasons, code);
            return false;
        };
        QVERIFY(has_reason(1, PickKind::fastest, "against.cheaper") &&
                has_reason(1, PickKind::fastest, "range.overlaps"));
        QVERIFY(!has_reason(2, PickKind::fastest, "against.cheaper") &&
                !has_reason(2, PickKind::fastest, "range.overlaps"));
        QVERIFY(has_reason(1, PickKind::cheapest, "against.faster") &&
                !has_reason(2, PickKind::cheapest, "against.faster"));
    }

    /// The first is cheaper and, by its estimate, in time; the upper end of its range isn't.
    void a_cheaper_one_that_may_be_late_is_named()
    {
        const auto ends_at = [](Candidate made, double hours, std::int64_t ram) {
            made.figures.time_high = Seconds(hours * 3600.0);
            made.scenario.build.ram_gib = ram;
            return made;
        };
        const std::vector<Candidate> front{ends_at(candidate(1000.0, 9.0, 1), 12.0, 32),
                                           ends_at(candidate(1200.0, 8.0, 0), 9.5, 64)};
        Exploration found;
        found.front = front;
        Requirements need;
        need.deadline_seconds = 36000.0;
        const std::vector<Pick> picks = picks_of(front, found, need, engine_data());
        QCOMPARE(picks.front().candidate, std::size_t{1});
        const std::vector<Remark>& reasons = picks.front().reasons;
        QVERIFY(!finds(reasons, "binds.nothing-cheaper"));
        const auto limit = std::ranges::find(reasons, "binds.deadline-range", &Remark::code);
        QVERIFY(limit != reasons.end());
        // Both have the same cards and differ in the host; a price is missing.
        const Messages& words = messages(Language::english);
        const std::string text = words.text("recommend." + limit->code, limit->arguments);
        QVERIFY2(text.find("32 GiB) costs ≥ ") != std::string::npos, text.c_str());
        QVERIFY2(text.ends_with("its range ends at 12 h."), text.c_str());
    }

    /// In CNY the database has prices of NVIDIA and Huawei; in USD also of AMD and Intel; in EUR of none.
    void makers_of_the_currencys_country_come_first()
    {
        const auto has_remark = [](const Recommendation& answer, const char* code) {
            return finds(answer.remarks, code);
        };
        QCOMPARE(makers_in_currency(fabric(), engine_data().hardware), (std::vector<std::string>{"Huawei", "NVIDIA"}));
        QCOMPARE(card(of_fabric(), "arc-b580")->rejected_by, std::string("market"));
        QVERIFY(card(of_fabric(), "rtx4090")->rejected_by.empty());
        QVERIFY(has_remark(of_fabric(), "remark.market") && !has_remark(of_fabric(), "remark.market-unknown"));
        Scenario scenario = fabric();
        scenario.constraints.maximum_gpus = 1;
        const auto rejected = [&] { return card(recommend(scenario, engine_data()), "arc-b580")->rejected_by; };
        // Wider by one word, by name, by a quote in the currency, and by the machine that the plan has.
        scenario.constraints.market = Market::anywhere;
        QVERIFY(rejected().empty() && !has_remark(recommend(scenario, engine_data()), "remark.market"));
        scenario.constraints.market = Market::currency;
        scenario.constraints.vendors = {"Intel"};
        QVERIFY(rejected().empty());
        scenario.constraints.vendors.clear();
        scenario.build.price_overrides["arc-a770"] = {2500.0, "CNY", "2026-11-01", "quotation"};
        QVERIFY(engine_data().hardware.gpu("arc-a770") != nullptr);
        QVERIFY(rejected().empty());
        // The quote belongs to one machine but is used in every build, which is reported.
        QVERIFY(!has_remark(of_fabric(), "remark.own-prices"));
        const Recommendation quoted = recommend(scenario, engine_data());
        const auto own = std::ranges::find(quoted.remarks, "remark.own-prices", &Remark::code);
        QVERIFY(own != quoted.remarks.end());
        QCOMPARE(std::get<std::string>(own->arguments.at(0).second), engine_data().hardware.gpu("arc-a770")->name);
        scenario.build.price_overrides.clear();
        QCOMPARE(rejected(), std::string("market"));
        scenario.build.gpu = "arc-b580";
        QVERIFY(rejected().empty());
        scenario.build.gpu = "rtx4090";
        scenario.economics.currency = "USD";
        QVERIFY(rejected().empty());
        scenario.economics.currency = "EUR";
        QVERIFY(rejected() != "market" && has_remark(recommend(scenario, engine_data()), "remark.market-unknown"));
    }

    void another_global_batch_is_searched_and_reported()
    {
        Scenario scenario = fabric();
        scenario.constraints.other_global_batch = true;
        scenario.constraints.generations = {"Ada Lovelace"};
        const Recommendation answer = recommend(scenario, engine_data());
        std::set<std::int64_t> batches;
        for (const Candidate& candidate : answer.front) {
            batches.insert(global_batch(candidate.scenario));
            const auto same = changed(scenario, engine_data(), candidate.changes);
            QVERIFY(same && *same == candidate.scenario);
            const Evaluation plan = evaluated(candidate.scenario);
            QCOMPARE(candidate.figures.time.base(), plan.estimate->time->run->wall.base());
        }
        for (const std::int64_t batch : batches) QVERIFY(batch == 4 || batch == 8 || batch == 16);
        QVERIFY2(batches.contains(16), "a larger batch is faster on more cards");
        for (const Pick& pick : answer.picks) {
            const bool reported = finds(pick.reasons, "against.other-batch");
            QCOMPARE(reported, global_batch(answer.front[pick.candidate].scenario) != 8);
        }
        std::int64_t out = 0;
        for (const Rejection& rejection : answer.rejections) out += rejection.candidates;
        QCOMPARE(out + static_cast<std::int64_t>(answer.front.size()), answer.candidates);
        QCOMPARE(words_of(answer).find("\"["), std::string::npos);
        QVERIFY(std::ranges::any_of(
            answer.picks, [&](const Pick& pick) { return global_batch(answer.front[pick.candidate].scenario) != 8; }));
    }
};

RIGWRIGHT_TEST(RecommendTest)

} // namespace rigwright::test::tst_recommend

#include "tst_recommend.moc"
