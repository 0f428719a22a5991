// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/model_comparison.h"
#include "core/estimate/working/explain.h"
#include "core/report/comparison.h"
#include "core/report/comparison_text.h"
#include "tests/support/engine_case.h"
#include "tests/support/suite.h"

namespace rigwright::test::tst_comparison {

Scenario fabric(std::int64_t cards)
{
    Scenario scenario = with_fields(scenario_of("detr_r50", 2, "rtx4090"), R"({"dataset.samples": 1000,
        "training.epochs": 300, "training.precision": "fp16-amp"})");
    scenario.build.gpus_per_node = cards;
    scenario.build.cpu = "i9-13900k";
    scenario.build.ram_gib = 64;
    return scenario;
}

const ComparedRow& row(const Comparison& comparison, std::string_view quantity)
{
    return *std::ranges::find(comparison.rows, quantity, &ComparedRow::quantity);
}

/// An evaluation whose training takes `seconds`, known to within the factor `spread` to both sides.
Evaluation evaluation_with_time(double seconds, double spread)
{
    Evaluation evaluation;
    TimeEstimate time;
    time.step = Seconds(seconds);
    time.low = Seconds(seconds / spread);
    time.high = Seconds(seconds * spread);
    evaluation.estimate.emplace();
    evaluation.estimate->time = time;
    return evaluation;
}

Evaluation evaluation_with_cost(double amount, const char* currency, std::int64_t unpriced = 0)
{
    Evaluation evaluation;
    evaluation.estimate.emplace();
    evaluation.estimate->cost.bill.currency = currency;
    evaluation.estimate->cost.bill.total = amount;
    evaluation.estimate->cost.bill.unpriced_lines = unpriced;
    return evaluation;
}

Estimate answer(std::int64_t batch, OptimizerKind optimizer = OptimizerKind::adamw)
{
    Scenario scenario = scenario_of("resnet50", batch);
    scenario.training.optimizer = optimizer;
    return *estimate(scenario, engine_data()).estimate;
}

/// Comparison of builds, and of one scenario with multiple models.
class ComparisonTest : public QObject {
    Q_OBJECT

private slots:
    void rows_are_the_engines_numbers()
    {
        const Evaluation one = evaluated(fabric(1));
        const Evaluation two = evaluated(fabric(2));
        const Comparison comparison = compare({&one, &two}, 0, engine_data());
        const ComparedRow& memory = row(comparison, "memory.total_bytes");
        QCOMPARE(memory.values[1]->value.number, two.estimate->memory->total.as_double());
        QCOMPARE(memory.values[1]->low, two.estimate->memory->low.as_double());
        QVERIFY(!memory.deltas[0]);
        const ComparedRow& training = row(comparison, "time.total_seconds");
        QCOMPARE(training.deltas[1]->difference.number,
                 two.estimate->time->total.base() - one.estimate->time->total.base());
        QVERIFY(training.deltas[1]->difference.number < 0.0);
        // Their ranges overlap, but the shared error cancels, so that they still differ.
        QVERIFY(memory.values[0]->high > memory.values[1]->low);
        QVERIFY(memory.ranking == Ranking::best);
        QVERIFY(memory.best == std::optional<std::size_t>(0));
        // The memory has no kit, so its price is unknown.
        QVERIFY(row(comparison, "cost.purchase").values[0]->is_lower_bound());
        QVERIFY(is_lower_bound(*quantity_of("cost.run"), *one.estimate));
        QVERIFY2(!is_lower_bound(*quantity_of("cost.maintenance"), *one.estimate), "none of any price");
        QVERIFY(row(comparison, "cost.purchase").ranking == Ranking::no_clear_winner);
        // A throughput's range is that of its step, upside down.
        const ComparedRow& rate = row(comparison, "time.samples_per_second");
        QVERIFY(rate.values[0]->low < rate.values[0]->value.number &&
                rate.values[0]->value.number < rate.values[0]->high);
    }

    void best_only_where_ranges_are_apart()
    {
        // In logarithms 0.208 apart. Half widths 0.112 and 0.086 leave 0.067 of their own; 0.112 and 0.405 leave 0.323.
        const Evaluation slow = evaluation_with_time(13.4164, 1.118);
        const Evaluation fast = evaluation_with_time(10.9, 1.09);
        const Evaluation vague = evaluation_with_time(10.9, 1.5);
        const ComparedRow clear = row(compare({&slow, &fast}, 0, engine_data()), "time.step_seconds");
        QVERIFY(clear.ranking == Ranking::best);
        QVERIFY(clear.best == std::optional<std::size_t>(1));
        QVERIFY(clear.deltas[1]->clear);
        const ComparedRow unclear = row(compare({&slow, &vague}, 0, engine_data()), "time.step_seconds");
        QVERIFY(unclear.ranking == Ranking::no_clear_winner);
        QVERIFY(!unclear.best);
        QVERIFY(!unclear.deltas[1]->clear);
        const ComparedRow third = row(compare({&slow, &fast, &vague}, 0, engine_data()), "time.step_seconds");
        QVERIFY(third.ranking == Ranking::no_clear_winner);
        // The slow one is excluded: the fast one is clearly faster.
        QVERIFY(third.leaders == (std::vector<std::size_t>{1, 2}));
        QCOMPARE(ranking_text(third, {"A", "B", "C"}, messages(Language::english)),
                 std::string("B, C: no significant difference"));
        QVERIFY(unclear.leaders.empty());
        QVERIFY(row(compare({&slow, &slow}, 0, engine_data()), "time.step_seconds").ranking == Ranking::equal);
        QVERIFY(row(compare({&slow}, 0, engine_data()), "time.step_seconds").ranking == Ranking::none);
    }

    void a_ratio_leaves_out_the_shared_error()
    {
        // Both within e^0.2 to either side: sqrt(0.04 + 0.04 - 2 x 0.8 x 0.04) = sqrt(0.016) = 0.12649.
        const Evaluation two = evaluation_with_time(2.0, std::exp(0.2));
        const Evaluation one = evaluation_with_time(1.0, std::exp(0.2));
        const ComparedRow times = row(compare({&one, &two}, 0, engine_data()), "time.step_seconds");
        const Ratio& ratio = *times.deltas[1]->ratio;
        QCOMPARE(ratio.value, 2.0);
        QVERIFY(std::abs(ratio.low - 1.76235) < 1e-4);
        QVERIFY(std::abs(ratio.high - 2.26969) < 1e-4);
        QVERIFY(std::abs(ratio.inverse().low - 0.44059) < 1e-4);
        // One is exact, so only the other's error remains.
        const ComparedValue exact{{1.0, Unit::seconds}, 1.0, 1.0, false};
        const ComparedValue vague{{3.0, Unit::seconds}, 2.0, 4.5, false};
        QVERIFY(std::abs(ratio_of(vague, exact, 0.8)->low - 2.0) < 1e-12);
        // 1.15 apart with 0.12649 on both sides, e^0.12649 = 1.1348: clear; 1.12 is not. Their own ranges overlap widely.
        QVERIFY(ratio_of({{1.15, Unit::seconds}, 1.15 / 1.2214, 1.15 * 1.2214, false},
                         {{1.0, Unit::seconds}, 1.0 / 1.2214, 1.2214, false}, 0.8)
                    ->clear());
        QVERIFY(!ratio_of({{1.12, Unit::seconds}, 1.12 / 1.2214, 1.12 * 1.2214, false},
                          {{1.0, Unit::seconds}, 1.0 / 1.2214, 1.2214, false}, 0.8)
                     ->clear());
        // A lower bound stays one; units do not mix.
        const double endless = std::numeric_limits<double>::infinity();
        const ComparedValue bound{{3.0, Unit::seconds}, 3.0, endless, false};
        QVERIFY(ratio_of(bound, exact, 0.8)->clear());
        QVERIFY(!ratio_of(exact, {{0.5, Unit::seconds}, 0.5, endless, false}, 0.8)->clear());
        QVERIFY(!ratio_of(exact, {{1.0, Unit::bytes}, 1.0, 1.0, false}, 0.8));
    }

    void prices_missing_anywhere_are_left_out_everywhere()
    {
        const auto bill = [](double gpu, std::optional<double> chassis) {
            Evaluation evaluation = evaluation_with_cost(gpu + chassis.value_or(0.0), "CNY", chassis ? 0 : 1);
            BillOfMaterials& made = evaluation.estimate->cost.bill;
            made.lines.push_back({PartKind::gpu, "card", "Card", 1.0, {}, false, {}, gpu});
            made.lines.push_back({PartKind::chassis, "box", "Box", 1.0, {}, false, {}, chassis});
            return evaluation;
        };
        const Evaluation complete = bill(30000.0, 450.0);
        const Evaluation open = bill(15000.0, std::nullopt);
        const RatioTable table = ratio_table({&complete, &open}, 0, engine_data());
        const auto found = std::ranges::find(table.rows, "cost.purchase", &RatioRow::quantity);
        QVERIFY(found != table.rows.end());
        QCOMPARE(found->values[0]->value.number, 30000.0);
        QVERIFY(!found->values[1]->is_lower_bound());
        QCOMPARE(found->ratios[1]->value, 0.5);
        QCOMPARE(found->ratios[1]->high, 0.5);
        QCOMPARE(table.unpriced.size(), 1U);
        QVERIFY(table.unpriced.front() == PartKind::chassis);
        // A part that is not chosen is left out like one without a price.
        Evaluation unchosen = bill(15000.0, std::nullopt);
        unchosen.estimate->cost.bill.lines.pop_back();
        unchosen.estimate->cost.bill.unpriced_lines = 0;
        unchosen.estimate->cost.bill.not_chosen = {PartKind::chassis};
        QVERIFY(compare({&unchosen}, 0, engine_data()).rows.front().values[0]->is_lower_bound());
        const auto purchase_of = [](const RatioTable& made) {
            return *std::ranges::find(made.rows, "cost.purchase", &RatioRow::quantity);
        };
        const RatioTable other = ratio_table({&complete, &unchosen}, 0, engine_data());
        QVERIFY(other.unpriced == std::vector{PartKind::chassis});
        QCOMPARE(purchase_of(other).ratios[1]->value, 0.5);
        // One price for the whole machine includes the chassis, so that nothing can be left out.
        Evaluation whole = evaluation_with_cost(31000.0, "CNY");
        whole.estimate->cost.bill.one_price = true;
        whole.estimate->cost.bill.lines.push_back({PartKind::machine, "machine", "Card", 1.0, {}, true, {}, 31000.0});
        const RatioTable unlike = ratio_table({&whole, &unchosen}, 0, engine_data());
        QVERIFY(unlike.unpriced.empty() && !purchase_of(unlike).ratios[1]);
        QVERIFY(purchase_of(unlike).values[1]->is_lower_bound());
    }

    void ratios_are_at_the_baselines_global_batch()
    {
        const Evaluation one = evaluated(fabric(1));
        const Evaluation two = evaluated(fabric(2));
        const Evaluation three = evaluated(fabric(3));
        Scenario longer = fabric(2);
        longer.training.epochs = 301;
        const Evaluation other = evaluated(longer);
        const RatioTable table = ratio_table({&one, &two, &three, &other}, 0, engine_data());
        QVERIFY(table.global_batch == std::optional<std::int64_t>(2));
        QVERIFY(
            (table.standing == std::vector<RatioStanding>{RatioStanding::compared, RatioStanding::compared,
                                                          RatioStanding::undivided_batch, RatioStanding::own_task}));
        Scenario halved = fabric(2);
        halved.training.micro_batch = 1;
        const RatioRow& times = *std::ranges::find(table.rows, "time.wall_seconds", &RatioRow::quantity);
        QCOMPARE(times.values[1]->value.number, evaluated(halved).estimate->time->run->wall.base());
        QVERIFY(times.ratios[1] && !times.ratios[0] && !times.ratios[2] && !times.ratios[3]);
        QVERIFY(!ratio_table({&one, &other}, 0, engine_data()).global_batch);
    }

    void two_errors_share_no_more_than_the_smaller()
    {
        // An order of magnitude beside a factor of two: sqrt(ln(3)^2 - ln(2)^2) = 0.852 stays, a factor of 2.35.
        const Ratio ratio = *ratio_of(RangedNumber{1.0, 1.0 / 3.0, 3.0}, RangedNumber{1.0, 0.5, 2.0}, 0.8);
        QVERIFY2(is_within(ratio.high, 2.345, 1e-3), qPrintable(QString::number(ratio.high)));
        // Alike errors cancel but for what the correlation leaves: ln(2) x sqrt(0.4).
        const Ratio alike = *ratio_of(RangedNumber{1.0, 0.5, 2.0}, RangedNumber{1.0, 0.5, 2.0}, 0.8);
        QVERIFY2(is_within(alike.high, 1.550, 1e-3), qPrintable(QString::number(alike.high)));
    }

    void a_lower_bound_wins_nothing()
    {
        const Evaluation open = evaluation_with_cost(1000, "CNY", 1);
        const Evaluation dear = evaluation_with_cost(2000, "CNY");
        const Evaluation cheap = evaluation_with_cost(900, "CNY");
        const ComparedRow unclear = row(compare({&open, &dear}, 0, engine_data()), "cost.purchase");
        QVERIFY(unclear.ranking == Ranking::no_clear_winner);
        QCOMPARE(ranking_text(unclear, {"A", "B"}, messages(Language::english)),
                 std::string("prices or parts are missing"));
        const ComparedRow won = row(compare({&open, &cheap}, 0, engine_data()), "cost.purchase");
        QVERIFY(won.ranking == Ranking::best);
        QVERIFY(won.best == std::optional<std::size_t>(1));
    }

    void currencies_are_not_compared()
    {
        const Evaluation yuan = evaluation_with_cost(1000, "CNY");
        const Evaluation dollars = evaluation_with_cost(500, "USD");
        const ComparedRow mixed = row(compare({&yuan, &dollars}, 0, engine_data()), "cost.purchase");
        QVERIFY(mixed.ranking == Ranking::different_units);
        QVERIFY(!mixed.deltas[1]);
    }

    void what_does_not_fit_wins_no_time()
    {
        Evaluation impossible = evaluation_with_time(1.0, 1.01);
        impossible.estimate->verdict = Verdict::does_not_fit;
        const Evaluation slow = evaluation_with_time(10.0, 1.01);
        const Evaluation slower = evaluation_with_time(20.0, 1.01);
        const ComparedRow times = row(compare({&impossible, &slow, &slower}, 0, engine_data()), "time.step_seconds");
        QVERIFY(times.values[0]->hypothetical);
        QVERIFY(times.best == std::optional<std::size_t>(1));
        QVERIFY(row(compare({&impossible, &slow}, 0, engine_data()), "time.step_seconds").ranking == Ranking::none);
    }

    void a_blocked_build_wins_nothing()
    {
        using enum Finding::Severity;
        Evaluation blocked = evaluation_with_cost(1000, "CNY");
        blocked.estimate->verdict = Verdict::fits;
        blocked.estimate->findings.push_back({blocks, "host-memory-short", "build.ram_GiB", {}});
        const Evaluation dear = evaluation_with_cost(2000, "CNY");
        const Evaluation dearer = evaluation_with_cost(3000, "CNY");
        const Comparison some = compare({&blocked, &dear, &dearer}, 0, engine_data());
        QCOMPARE(row(some, "cost.purchase").best, std::optional<std::size_t>(1));
        QCOMPARE(row(some, "findings.blocks").leaders, (std::vector<std::size_t>{1, 2}));
        QCOMPARE(verdict_text(some.verdicts[0], messages(Language::english)), std::string("FITS · blocking issues: 1"));
        QCOMPARE(working_text(some, {"A", "B", "C"}), std::string("B, C"));
        // Where none works, the cheapest is still named.
        const Comparison none = compare({&blocked, &blocked}, 0, engine_data());
        QVERIFY(row(none, "cost.purchase").ranking == Ranking::equal);
        QCOMPARE(working_text(none, {"A", "B"}), std::string());
        // A missed limit does not keep a machine from working.
        Evaluation late = evaluation_with_cost(1000, "CNY");
        late.estimate->findings.push_back({blocks, "deadline-missed", "requirements.deadline_seconds", {}});
        QVERIFY(compared_verdict(late).works());
    }

    void inputs_that_differ_are_listed()
    {
        const Evaluation one = evaluated(fabric(1));
        const Evaluation two = evaluated(fabric(2));
        const Comparison comparison = compare({&one, &two}, 0, engine_data());
        QCOMPARE(comparison.inputs.size(), 1U);
        QCOMPARE(comparison.inputs.front().field, std::string("build.gpus_per_node"));
        QVERIFY(comparison.inputs.front().values[1] == FieldValue(std::int64_t{2}));
        QVERIFY(compare({&one, &one}, 0, engine_data()).inputs.empty());
    }

    void different_tasks_are_detected()
    {
        const Evaluation one = evaluated(fabric(1));
        const Evaluation two = evaluated(fabric(2));
        Scenario longer = fabric(2);
        longer.training.epochs = 301;
        const Evaluation other = evaluated(longer);
        QVERIFY(compare({&one, &two}, 0, engine_data()).same_question());
        QVERIFY(!compare({&one, &other}, 0, engine_data()).same_question());
        // Only the way the machine runs the job, or pinned values, differ.
        Scenario narrow = with_fields(fabric(2), R"({"training.precision": "fp32", "training.micro_batch": 1,
            "economics.electricity_price_per_kWh": 2.0})");
        const Evaluation machine = evaluated(narrow);
        QVERIFY(compare({&one, &machine}, 0, engine_data()).same_question());
        for (const auto& change : std::vector<std::function<void(Scenario&)>>{
                 [](Scenario& s) { s.training.optimizer = OptimizerKind::sgd; },
                 [](Scenario& s) { s.training.ema = true; }, [](Scenario& s) { s.requirements.deadline_seconds = 1e6; },
                 [](Scenario& s) { s.economics.utilisation = 0.25; }, [](Scenario& s) { s.dataset.samples = 999; }}) {
            Scenario changed = fabric(2);
            change(changed);
            const Evaluation another = evaluated(changed);
            QVERIFY(!compare({&one, &another}, 0, engine_data()).same_question());
        }
    }

    void nothing_is_ranked_across_tasks()
    {
        const Evaluation slow = evaluation_with_time(13.4164, 1.118);
        const Evaluation fast = evaluation_with_time(10.9, 1.09);
        Evaluation other = evaluation_with_time(1.0, 1.01);
        other.scenario.training.epochs += 1;
        const Comparison apart = compare({&slow, &fast, &other}, 0, engine_data());
        QVERIFY(std::ranges::count(notes_of(apart), std::string_view("compare.other-question")) == 1);
        for (const ComparedRow& row : apart.rows) {
            QVERIFY(row.ranking == Ranking::none);
            QVERIFY(!row.best);
            QVERIFY(!row.deltas[2]);
        }
        // Two machines of the baseline's task still differ by an amount.
        const ComparedRow times = row(apart, "time.step_seconds");
        QVERIFY(times.deltas[1]);
        QVERIFY(times.deltas[1]->clear);
        const Comparison together = compare({&slow, &fast}, 0, engine_data());
        QVERIFY(row(together, "time.step_seconds").best == std::optional<std::size_t>(1));
        QVERIFY(notes_of(together).empty());
    }

    void batch_gains_are_separated_from_machine_gains()
    {
        const Evaluation one = evaluated(fabric(1));
        const Evaluation two = evaluated(fabric(2));
        const Comparison comparison = compare({&one, &two}, 0, engine_data());
        QVERIFY(!comparison.same_global_batch);
        QVERIFY(std::ranges::count(notes_of(comparison), std::string_view("compare.other-global-batch")) == 1);
        const ComparedRow& batches = row(comparison, "time.global_batch");
        QCOMPARE(batches.values[0]->value.number, 2.0);
        QCOMPARE(batches.values[1]->value.number, 4.0);
        // Two GPUs with one sample each, considered alone.
        Scenario halved = fabric(2);
        halved.training.micro_batch = 1;
        const double alike = evaluated(halved).estimate->time->run->wall.base();
        const ComparedRow& times = row(comparison, time_at_baseline_batch);
        QCOMPARE(times.values[0]->value.number, one.estimate->time->run->wall.base());
        QCOMPARE(times.values[1]->value.number, alike);
        QVERIFY(alike > 1.5 * two.estimate->time->run->wall.base());
        // Only the times at one batch are ranked.
        for (const char* quantity : {"time.step_seconds", "time.wall_seconds", "time.samples_per_second", "cost.run"}) {
            QCOMPARE(row(comparison, quantity).ranking, Ranking::different_batches);
            QVERIFY(!row(comparison, quantity).best);
        }
        QVERIFY(row(comparison, "cost.purchase").ranking != Ranking::different_batches);
        QVERIFY(times.ranking != Ranking::different_batches);
        // Against two GPUs, one GPU accumulates to 4.
        const Comparison back = compare({&one, &two}, 1, engine_data());
        Scenario accumulated = fabric(1);
        accumulated.training.gradient_accumulation = 2;
        QCOMPARE(row(back, time_at_baseline_batch).values[0]->value.number,
                 evaluated(accumulated).estimate->time->run->wall.base());
        // Three GPUs do not divide two samples.
        const Evaluation three = evaluated(fabric(3));
        const Comparison undivided = compare({&one, &three}, 0, engine_data());
        QVERIFY(std::ranges::find(undivided.rows, time_at_baseline_batch, &ComparedRow::quantity) ==
                undivided.rows.end());
        QCOMPARE(row(undivided, "time.global_batch").values[1]->value.number, 6.0);
    }

    void the_same_global_batch_needs_no_word()
    {
        Scenario halved = fabric(2);
        halved.training.micro_batch = 1;
        const Evaluation one = evaluated(fabric(1));
        const Evaluation two = evaluated(halved);
        const Comparison comparison = compare({&one, &two}, 0, engine_data());
        QVERIFY(comparison.same_global_batch);
        QVERIFY(notes_of(comparison).empty());
        QVERIFY(std::ranges::find(comparison.rows, "time.global_batch", &ComparedRow::quantity) ==
                comparison.rows.end());
    }

    void a_build_without_answer_has_no_values()
    {
        Scenario broken = fabric(1);
        broken.build.gpu = "rtx9999";
        const Evaluation none = evaluated(broken);
        const Evaluation one = evaluated(fabric(1));
        const Comparison comparison = compare({&none, &one}, 0, engine_data());
        QVERIFY(!comparison.rows.empty());
        for (const ComparedRow& compared : comparison.rows) {
            QVERIFY(!compared.values[0]);
            QVERIFY(!compared.deltas[1]);
            QVERIFY(compared.ranking == Ranking::none);
        }
        QVERIFY(compare({&none}, 0, engine_data()).rows.empty());
    }

    void every_row_opens_its_working_and_has_a_name()
    {
        const Evaluation one = evaluated(fabric(1));
        const Evaluation two = evaluated(fabric(2));
        const Comparison comparison = compare({&one, &two}, 0, engine_data());
        QVERIFY(comparison.rows.size() >= 14);
        for (const Language language : {Language::english, Language::chinese}) {
            const Messages& words = messages(language);
            for (const ComparedRow& compared : comparison.rows) {
                QVERIFY2(!row_name(compared, words).starts_with('['), compared.quantity.c_str());
                if (!compared.has_working()) continue;
                QVERIFY2(explain(one, engine_data(), compared.quantity), compared.quantity.c_str());
            }
        }
    }

    void differences_and_margins_are_written_with_sign_and_unit()
    {
        const Messages& words = messages(Language::english);
        const auto delta = [&](double base, double difference, bool clear, Unit unit = Unit::seconds) {
            return delta_text({{difference, unit}, clear}, {{base, unit}, base, base, false}, words);
        };
        QCOMPARE(delta(200, -86, true), std::string("−43%"));
        QCOMPARE(delta(100, 508, false), std::string("~+508%"));
        QCOMPARE(delta(100, 2400, true), std::string("25×"));
        QCOMPARE(delta(10, 2, true, Unit::count), std::string("+2"));
        QCOMPARE(delta(0, 1, true, Unit::count), std::string("+1"));
        QCOMPARE(delta(10, 0, true), std::string("="));
        QCOMPARE(margin_text(0.25, words), std::string("25%"));
        QCOMPARE(margin_text(-0.5, words), std::string("−50%"));
        QCOMPARE(margin_text(307.19, words), std::string("308×"));
        const ComparedRow bound{"cost.purchase", PreferredDirection::less, {}, {}, Ranking::no_clear_winner, {}};
        QCOMPARE(ranking_text(bound, {"A", "B"}, words), std::string("no significant difference"));
    }

    void the_file_holds_nothing_infinite()
    {
        const Evaluation open = evaluation_with_cost(1000, "CNY", 1);
        const Evaluation one = evaluated(fabric(1));
        const nlohmann::ordered_json file = comparison_json(compare({&open, &one}, 1, engine_data()), {"a", "b"});
        const std::string text = file.dump();
        QVERIFY(text.find("inf") == std::string::npos);
        QVERIFY(file["baseline"] == 1);
        QCOMPARE(file["builds"].size(), 2U);
        for (const auto& compared : file["rows"]) {
            QCOMPARE(compared["values"].size(), 2U);
            QVERIFY(compared["deltas"][1].is_null());
            if (compared["quantity"] == "cost.purchase") QVERIFY(!compared["values"][0].contains("high"));
        }
    }

    void causes_add_up_to_the_difference()
    {
        const std::vector<ResultChange> changes = what_changed(answer(32), answer(64, OptimizerKind::sgd));
        QCOMPARE(changes.size(), 2U);
        for (const ResultChange& change : changes) {
            double sum = 0.0;
            for (const ChangeCause& cause : change.causes) sum += cause.difference.number;
            QVERIFY2(is_within(sum, change.difference().number, 1e-9), change.quantity.c_str());
        }
    }

    void a_larger_batch_shows_in_activations_first()
    {
        const std::vector<ResultChange> changes = what_changed(answer(32), answer(64));
        QCOMPARE(changes.front().quantity, std::string("memory.total_bytes"));
        QCOMPARE(changes.front().causes.front().quantity, std::string("memory.parts.activations"));
        QVERIFY(changes.front().causes.front().difference.number > 0.0);
        // Weights are unchanged.
        for (const ChangeCause& cause : changes.front().causes) QVERIFY(cause.quantity != "memory.parts.weights");
    }

    void nothing_changed_is_nothing()
    {
        QVERIFY(what_changed(answer(32), answer(32)).empty());
        QVERIFY(what_changed(answer(32), Estimate{}).empty());
    }

    void reversed_comparison_has_opposite_signs()
    {
        const std::vector<ResultChange> there = what_changed(answer(32), answer(48));
        const std::vector<ResultChange> back = what_changed(answer(48), answer(32));
        QCOMPARE(there.size(), back.size());
        for (std::size_t i = 0; i < there.size(); ++i) {
            QCOMPARE(there[i].difference().number, -back[i].difference().number);
            QCOMPARE(there[i].causes.size(), back[i].causes.size());
            for (std::size_t k = 0; k < there[i].causes.size(); ++k)
                QCOMPARE(there[i].causes[k].difference.number, -back[i].causes[k].difference.number);
        }
    }

    void every_cause_can_be_explained()
    {
        const Scenario scenario = scenario_of("resnet50", 32);
        const Evaluation evaluation = evaluated(scenario);
        for (const ResultChange& change : what_changed(answer(64, OptimizerKind::sgd), *evaluation.estimate))
            for (const ChangeCause& cause : change.causes)
                QVERIFY2(explain(evaluation, engine_data(), cause.quantity), cause.quantity.c_str());
    }

    void changes_the_model_alone()
    {
        Scenario scenario = with_fields(scenario_of("detr_r50", 2), R"({"input.image_height": 800,
            "dataset.samples": 1000, "training.epochs": 7})");
        const ModelRow row = compared_model(scenario, engine_data(), "vit_b_16");
        Scenario by_hand = scenario_of("vit_b_16", 2);
        by_hand.dataset.samples = 1000;
        by_hand.training.epochs = 7;
        QCOMPARE(with_preset(scenario, "vit_b_16"), by_hand);
        const Estimate expected = *evaluated(by_hand).estimate;
        QVERIFY(row.estimate && !row.current && !row.data_holds);
        QCOMPARE(row.estimate->model.parameters.value(), std::int64_t{86'567'656});
        QCOMPARE(row.estimate->memory->total, expected.memory->total);
        QCOMPARE(row.estimate->time->total.base(), expected.time->total.base());
        QCOMPARE(*row.input.image_height, std::int64_t{224});
    }

    void the_current_model_is_the_unchanged_scenario()
    {
        Scenario scenario = scenario_of("vit_b_16");
        scenario.model.shape["layers"] = std::int64_t{6};
        const ModelRow row = compared_model(scenario, engine_data(), "vit_b_16");
        QVERIFY(row.current);
        QVERIFY(row.estimate->model.parameters.value() < 86'567'656);
        Scenario own = scenario_of("");
        own.model.family = "vision-transformer";
        own.input.image_height = own.input.image_width = 224;
        own.input.channels = 3;
        const ModelRow row_of_own = compared_model(own, engine_data(), "");
        QVERIFY(row_of_own.current && row_of_own.estimate);
        QCOMPARE(row_of_own.estimate->model.parameters.value(), std::int64_t{86'567'656});
    }

    void the_dataset_must_suit_the_model()
    {
        const std::optional<SampleEncoding> unsaid;
        const std::optional jpeg = SampleEncoding::jpeg;
        const std::optional text = SampleEncoding::text;
        // The current model, the encoding of the dataset, the compared model, and the content of the dataset.
        const Rows<std::optional<SampleEncoding>, std::string, QByteArray> rows{
            {"detr_r50", jpeg, "bert-base-uncased", "images"},
            {"detr_r50", jpeg, "clip_vit_b32", "images"},
            {"detr_r50", jpeg, "vit_b_16", ""},
            // The pixels of an image are what iGPT reads one after the other.
            {"detr_r50", jpeg, "igpt-s", ""},
            {"detr_r50", unsaid, "gpt2-small", "images"},
            {"gpt2-small", text, "t5-small", ""},
            {"gpt2-small", text, "resnet50", "text"},
            {"gpt2-small", unsaid, "igpt-s", "text"},
            // A current model that does not suit the dataset is reported too.
            {"gpt2-small", jpeg, "gpt2-small", "images"},
            {"clip_vit_b32", jpeg, "bert-base-uncased", ""},
            {"clip_vit_b32", unsaid, "vit_b_16", ""},
            {"unet3d", unsaid, "unet_padded", "volumes"},
            {"mlp-784-512-256-10", unsaid, "resnet50", "numbers"},
        };
        rows.each_named([](const char* current, auto encoding, const auto& compared, const auto& holds) {
            Scenario scenario = scenario_of(current);
            if (encoding) scenario.dataset.encoding = *encoding;
            const ModelRow row = compared_model(scenario, engine_data(), compared);
            QCOMPARE(row.data_holds ? QByteArray(key_of(*row.data_holds)) : QByteArray(), holds);
            QVERIFY(row.reads);
            QVERIFY(row.estimate);
        });
    }

    void gives_the_reason_if_a_model_cannot_be_computed()
    {
        const ModelRow nothing = compared_model(scenario_of("vit_b_16"), engine_data(), "no-such-model");
        QVERIFY(!nothing.estimate && !nothing.errors.empty());
    }

    void the_usual_candidates_exist()
    {
        for (const std::string_view id : usual_candidates) QVERIFY2(engine_data().preset(id), std::string(id).c_str());
    }
};

RIGWRIGHT_TEST(ComparisonTest)

} // namespace rigwright::test::tst_comparison

#include "tst_comparison.moc"
