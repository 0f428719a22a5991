// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/advise/largest.h"
#include "core/advise/part_choice.h"
#include "core/advise/sufficient_build.h"
#include "core/hardware/host_link.h"
#include "core/scenario/resolved_model.h"
#include "tests/support/engine_case.h"
#include "tests/support/need_case.h"
#include "tests/support/suite.h"

namespace rigwright::test::tst_what_fits {

Scenario plan(const char* preset, const char* gpu)
{
    Scenario scenario;
    scenario.model.preset = preset;
    scenario.training.precision = Precision::fp16_amp;
    scenario.build.gpu = gpu;
    return scenario;
}

std::optional<Verdict> verdict_of(const Scenario& scenario, const ScenarioChanges& changes)
{
    const std::optional<Scenario> there = changed(scenario, engine_data(), changes);
    if (!there) return std::nullopt;
    const EstimateResult result = estimate(*there, engine_data());
    return result.estimate ? result.estimate->verdict : std::nullopt;
}

std::int64_t number(const ScenarioChanges& changes, const char* path)
{
    for (const ScenarioChange& change : changes) {
        if (change.path == path) return std::get<std::int64_t>(change.value);
    }
    return 0;
}

/// The forward direction agrees: the answer fits with the margin, the next does not, and the answer without margin fits
/// at least tightly.
void agrees_with_forward(const Scenario& scenario, const Largest& largest)
{
    if (largest.with_margin) QVERIFY(verdict_of(scenario, *largest.with_margin) == Verdict::fits);
    if (largest.next) QVERIFY(verdict_of(scenario, *largest.next) != Verdict::fits);
    if (largest.limit == FitLimit::memory) QVERIFY(largest.next && verdict_of(scenario, *largest.next).has_value());
    if (largest.limit == FitLimit::model && largest.next) QVERIFY(!verdict_of(scenario, *largest.next).has_value());
    if (largest.without_margin)
        QVERIFY(verdict_of(scenario, *largest.without_margin).value_or(Verdict::does_not_fit) != Verdict::does_not_fit);
    QVERIFY(!largest.with_margin || largest.without_margin);
}

using Degrees = std::vector<std::int64_t>;

/// 8 GPUs of one machine.
Scenario on_eight_gpus(const std::string& preset)
{
    Scenario scenario;
    scenario.model.preset = preset;
    scenario.training.precision = Precision::bf16_amp;
    scenario.build.gpu = "a100-sxm-80";
    scenario.build.gpus_per_node = 8;
    return scenario;
}

LegalDegrees degrees_of(const Scenario& scenario) { return legal_degrees(evaluated(scenario)); }

/// The largest plans for a machine, the smallest parts for a need, and the legal degrees of parallelism of a plan.
class WhatFitsTest : public QObject {
    Q_OBJECT

private slots:
    void edits_reach_every_kind_of_field()
    {
        const auto next = changed(plan("gpt2-small", "rtx4090"), engine_data(),
                                  {{"training.micro_batch", std::int64_t{4}},
                                   {"training.ema", true},
                                   {"training.precision", std::string("bf16")},
                                   {"training.lora.rank", std::int64_t{8}},
                                   {"model.shape.layers", std::int64_t{6}},
                                   {"build.gpu", std::string("a100-sxm-80")}});
        QVERIFY(next);
        QCOMPARE(next->training.micro_batch, 4);
        QVERIFY(next->training.ema);
        QVERIFY(next->training.precision == Precision::bf16);
        QCOMPARE(next->training.lora->rank, 8);
        QCOMPARE(std::get<std::int64_t>(next->model.shape.at("layers")), 6);
        QCOMPARE(next->build.gpu, std::string("a100-sxm-80"));
        QVERIFY(changed(*next, engine_data(), {{"model.shape.layers", {}}})->model.shape.empty());
        QCOMPARE(QString::fromStdString(
                     changes_json({{"training.micro_batch", std::int64_t{4}}, {"model.shape.layers", {}}}).dump()),
                 QStringLiteral("[{\"field\":\"training.micro_batch\",\"value\":4},"
                                "{\"field\":\"model.shape.layers\",\"value\":null}]"));
    }

    void edits_that_are_not_legal_give_nothing()
    {
        const Rows<std::string, int> rows{
            {"no such field", "training.batch", 4},         {"below the range", "training.micro_batch", 0},
            {"of another type", "training.precision", 16},  {"no such part of LoRA", "training.lora.alpha", 16},
            {"LoRA out of range", "training.lora.rank", 0},
        };
        rows.each([&](const auto& path, auto value) {
            QVERIFY(!changed(plan("gpt2-small", "rtx4090"), engine_data(), {{path, std::int64_t{value}}}));
        });
    }

    void answers_agree_with_the_forward_direction()
    {
        // Every preset, on a small and on a large card in turn.
        const char* const gpus[] = {"rtx3060-8g", "a100-sxm-80"};
        std::size_t turn = 0;
        each_of(engine_data().presets, &Preset::id, [&](const Preset& preset) {
            const Scenario scenario = plan(preset.id.c_str(), gpus[turn++ % 2]);
            for (const auto question : {largest_batch, largest_sequence, largest_image}) {
                const LargestAnswer largest = question(scenario, {engine_data()});
                if (largest) agrees_with_forward(scenario, *largest);
            }
            QVERIFY(largest_batch(scenario, {engine_data()}).has_value());
            const ResolvedModel model = resolve_model(scenario, engine_data().presets);
            if (model.input.image_height) QVERIFY(largest_image(scenario, {engine_data()}).has_value());
        });
    }

    void largest_batch_is_that_of_the_estimate()
    {
        const Scenario scenario = plan("resnet50", "rtx4090");
        const auto largest = largest_batch(scenario, {engine_data()});
        QCOMPARE(number(*largest->without_margin, "training.micro_batch"),
                 estimate(scenario, engine_data()).estimate->memory->max_micro_batch_without_margin);
        QCOMPARE(number(*largest->with_margin, "training.micro_batch"),
                 estimate(scenario, engine_data()).estimate->memory->max_micro_batch);
        QVERIFY(number(*largest->with_margin, "training.micro_batch") <
                number(*largest->without_margin, "training.micro_batch"));
    }

    void images_keep_their_aspect_and_step()
    {
        const Rows<QString, int> rows{
            // A convolutional network takes any size; patches of 16 are what ViT-B/16 and ViT-H/14 read; YOLO's coarsest
            // map has a stride of 32.
            {"any size", "resnet50", 1},
            {"patches of 16", "vit_b_16", 16},
            {"patches of 14", "vit_h_14", 14},
            {"stride of 32", "yolov8s", 32},
            {"five halvings without padding", "unet3d", 32},
        };
        rows.each([&](const auto& preset, auto step) {
            Scenario scenario = plan(preset.toUtf8().constData(), "rtx4090");
            scenario.training.micro_batch = 8;
            if (preset == QLatin1String("unet3d")) scenario.input.image_depth = 32;
            const ModelInput input = resolve_model(scenario, engine_data().presets).input;
            const auto largest = largest_image(scenario, {engine_data()});
            QVERIFY(largest && largest->with_margin && largest->next);
            const std::int64_t height = number(*largest->with_margin, "input.image_height");
            const std::int64_t width = number(*largest->with_margin, "input.image_width");
            QVERIFY(height > *input.image_height);
            QCOMPARE(number(*largest->next, "input.image_height") - height, step);
            QCOMPARE(height % step, 0);
            QCOMPARE(width % step, 0);
            QVERIFY(std::abs(width * *input.image_height - height * *input.image_width) <= step * *input.image_height);
        });
    }

    void sequences_end_where_the_positions_end()
    {
        // GPT-2 learned 1,024 positions (Radford et al. 2019); a large card could hold more at batch 1.
        const auto gpt2 = largest_sequence(plan("gpt2-small", "a100-sxm-80"), {engine_data()});
        QVERIFY(gpt2 && gpt2->with_margin);
        QCOMPARE(number(*gpt2->with_margin, "input.sequence_length"), 1024);
        QVERIFY(gpt2->limit == FitLimit::model);
        Scenario wide = plan("gpt2-small", "rtx3060-8g");
        wide.training.micro_batch = 16;
        const auto narrow = largest_sequence(wide, {engine_data()});
        QVERIFY(narrow && narrow->with_margin);
        QVERIFY(narrow->limit == FitLimit::memory);
        QVERIFY(number(*narrow->with_margin, "input.sequence_length") < 1024);
    }

    void questions_without_meaning_have_no_answer()
    {
        QVERIFY(!largest_image(plan("gpt2-small", "rtx4090"), {engine_data()}));
        QVERIFY(!largest_sequence(plan("resnet50", "rtx4090"), {engine_data()}));
        QVERIFY(!largest_batch(plan("resnet50", "none"), {engine_data()}));
        QVERIFY(!smallest_card(plan("resnet50", "none"), {engine_data()}));
        QVERIFY(what_fits(plan("resnet50", "none"), {engine_data()}).empty());
        QVERIFY(what_fits(plan("no-such-model", "rtx4090"), {engine_data()}).empty());
    }

    void cards_are_ordered_by_usable_memory()
    {
        const auto cards = cards_by_size(plan("resnet50", "rtx4090"), engine_data());
        QVERIFY(cards.size() > 50);
        Bytes before;
        for (const Gpu* gpu : cards) {
            QVERIFY2(gpu->segment != GpuSegment::laptop && gpu->segment != GpuSegment::integrated, gpu->id.c_str());
            const Bytes usable = usable_memory(single_device(*gpu), engine_data().hardware.memory_reserves, {})->usable;
            QVERIFY2(before <= usable, gpu->id.c_str());
            before = usable;
        }
    }

    void the_smallest_card_is_the_first_that_fits()
    {
        Scenario scenario = plan("resnet50", "rtx4090");
        scenario.training.micro_batch = 64;
        const auto card = smallest_card(scenario, {engine_data()});
        QVERIFY(card);
        QVERIFY(verdict_of(scenario, card->changes) == Verdict::fits);
        const Estimate present = *estimate(scenario, engine_data()).estimate;
        for (const Gpu* gpu : cards_by_size(scenario, engine_data())) {
            if (gpu->id == card->id) break;
            const auto there = estimate(*changed(scenario, engine_data(), {{"build.gpu", gpu->id}}), engine_data());
            const bool no_answer = !there.estimate || there.estimate->verdict != Verdict::fits ||
                                   !there.estimate->time || loses_more(*there.estimate, present);
            QVERIFY2(no_answer, gpu->id.c_str());
        }
        // 64 pictures need several GiB at least, and no more than a card of 24 GiB has.
        QVERIFY(card->effect.usable > Bytes(4LL << 30));
        QVERIFY(card->effect.usable < Bytes(24LL << 30));
    }

    void applying_an_answer_gives_what_was_shown()
    {
        const Scenario scenario = plan("vit_b_16", "rtx4090");
        const auto answers = what_fits(scenario, {engine_data()});
        QCOMPARE(answers.size(), std::size_t{3});
        for (const FitAnswer& answer : answers) {
            QVERIFY(answer.found());
            const auto effect = effect_of(evaluated(*changed(scenario, engine_data(), answer.changes)));
            QVERIFY(effect && effect->verdict == Verdict::fits);
            QCOMPARE(effect->memory, answer.effect->memory);
        }
    }

    void a_cancelled_request_gives_nothing()
    {
        std::stop_source stop;
        stop.request_stop();
        const Advising advising{engine_data(), stop.get_token()};
        QVERIFY(what_fits(plan("resnet50", "rtx4090"), advising).empty());
    }

    void the_smallest_sufficient_parts_suffice()
    {
        Scenario scenario = with_fields(inspected_fabric(), R"({"build.gpu": "rtx3060-8g", "build.ram_GiB": 4.0,
            "build.storage_TB": 0.005, "training.micro_batch": 8})");
        scenario.requirements.deadline_seconds = 48.0 * 3600.0;
        const Evaluation plan = evaluated(scenario);
        const auto build = sufficient_build(plan, {engine_data()});
        QVERIFY(build && !build->steps.empty());
        QVERIFY2(build->missed.empty(), build->missed.empty() ? "" : key_of(build->missed.front()));
        const auto there = changed(scenario, engine_data(), build->changes);
        QVERIFY(there);
        const NeedAnswer answer = answer_of(*there);
        QVERIFY(answer.is_met());
        QVERIFY(there->build.gpu != scenario.build.gpu);
        QCOMPARE(engine_data().hardware.gpu(there->build.gpu)->vendor, std::string("NVIDIA"));
        QCOMPARE(there->build.gpus_per_node, 1);
        // The first size sold above what is needed.
        QVERIFY(needed(answer, Resource::host_memory) > 16.0 * 1073741824.0);
        QCOMPARE(*there->build.ram_gib, 32.0);
        QCOMPARE(*there->build.storage_tb, 1.0);
        QCOMPARE(there->training, scenario.training);
    }

    void machines_get_the_network_that_hides_their_exchange()
    {
        Scenario scenario = with_fields(scenario_of("resnet50", 64, "rtx4090"), R"({"build.gpus_per_node": 2,
            "build.nodes": 2, "build.node_link": "eth-1"})");
        const Evaluation plan = evaluated(scenario);
        QVERIFY(!answer_of(scenario).row(Resource::network)->is_met());
        const auto build = sufficient_build(plan, {engine_data()});
        QVERIFY(build);
        const auto there = changed(scenario, engine_data(), build->changes);
        QVERIFY(there && there->build.node_link != scenario.build.node_link);
        // The slowest that is fast enough.
        const double rate = needed(answer_of(*there), Resource::network);
        const Link* chosen = engine_data().hardware.link(there->build.node_link);
        QVERIFY(chosen->per_direction.base() >= rate);
        for (const Link& link : engine_data().hardware.links)
            QVERIFY(!joins_machines(link) || link.per_direction.base() < rate ||
                    link.per_direction >= chosen->per_direction);
    }

    void nothing_is_bought_without_need()
    {
        const Evaluation plan = evaluated(inspected_fabric());
        const auto build = sufficient_build(plan, {engine_data()});
        QVERIFY(build);
        QVERIFY(build->steps.empty());
        QVERIFY(build->missed.empty());
        // A larger part never makes a purchase cheaper.
        Scenario poor = inspected_fabric();
        poor.requirements.budget = 100.0;
        const auto still = sufficient_build(evaluated(poor), {engine_data()});
        QCOMPARE(still->missed, std::vector<Resource>{Resource::budget});
    }

    void a_budget_takes_no_card_without_a_price()
    {
        Scenario scenario = scenario_of("gpt2-xl", 1, "rtx3060-8g");
        scenario.requirements.budget = 40000.0;
        const Evaluation plan = evaluated(scenario);
        const auto build = sufficient_build(plan, {engine_data()});
        QVERIFY(build);
        const auto there = changed(scenario, engine_data(), build->changes);
        const Evaluation bought = evaluated(*there);
        QVERIFY(build->changes.empty() || !bought.estimate->cost.bill.gpus_unpriced);
        QVERIFY(bought.estimate->cost.bill.total <= 40000.0);
        // With more GPUs, the training is the same.
        QCOMPARE(global_batch(*there), global_batch(scenario));
    }

    void divisors()
    {
        QCOMPARE(divisors_of(12), (Degrees{1, 2, 3, 4, 6, 12}));
        QCOMPARE(divisors_of(16), (Degrees{1, 2, 4, 8, 16}));
        QCOMPARE(divisors_of(7), (Degrees{1, 7}));
        QCOMPARE(divisors_of(1), (Degrees{1}));
        QCOMPARE(divisors_of(0), (Degrees{1}));
    }

    void degrees_divide_gpus_and_heads()
    {
        // GPT-2 small: 12 heads, 12 layers, 1,024 tokens.
        const LegalDegrees legal = degrees_of(on_eight_gpus("gpt2-small"));
        QCOMPARE(legal.tensor, (Degrees{1, 2, 4}));
        QCOMPARE(legal.pipeline, (Degrees{1, 2, 4, 8}));
        QCOMPARE(legal.context, (Degrees{1, 2, 4, 8}));
        QCOMPARE(legal.expert, (Degrees{1}));
        QCOMPARE(legal.interleave, (Degrees{1}));
    }

    void other_degrees_take_their_share()
    {
        Scenario scenario = on_eight_gpus("llama-2-7b");
        scenario.parallel.pipeline = 4;
        const LegalDegrees legal = degrees_of(scenario);
        QCOMPARE(legal.tensor, (Degrees{1, 2}));
        QCOMPARE(legal.pipeline, (Degrees{1, 2, 4, 8}));
        // 32 layers on four stages: eight on each.
        QCOMPARE(legal.interleave, (Degrees{1, 2, 4, 8}));
    }

    void experts_are_dealt_out_among_their_divisors()
    {
        // Eight experts.
        QCOMPARE(degrees_of(on_eight_gpus("mixtral-8x7b")).expert, (Degrees{1, 2, 4, 8}));
    }

    void every_degree_is_a_plan_without_objection()
    {
        each_text({"gpt2-small", "llama-2-7b", "mixtral-8x7b", "vit_b_16", "bert-base-uncased"},
                  [&](const char* preset) {
                      const Scenario scenario = on_eight_gpus(preset);
                      const LegalDegrees legal = degrees_of(scenario);
                      int checked = 0;
                      const auto check = [&](std::int64_t Parallel::*degree, const Degrees& values) {
                          for (const std::int64_t value : values) {
                              Scenario changed = scenario;
                              changed.parallel.*degree = value;
                              const Evaluation evaluation = evaluated(changed);
                              QVERIFY(evaluation.estimate);
                              for (const Finding& finding : evaluation.estimate->findings)
                                  QVERIFY2(finding.severity != Finding::Severity::blocks ||
                                               !finding.field.starts_with("parallel."),
                                           finding.code.c_str());
                              ++checked;
                          }
                      };
                      check(&Parallel::tensor, legal.tensor);
                      check(&Parallel::pipeline, legal.pipeline);
                      check(&Parallel::context, legal.context);
                      check(&Parallel::expert, legal.expert);
                      QVERIFY(checked >= 4);
                  });
    }

    void nothing_to_split_without_attention()
    {
        const LegalDegrees legal = degrees_of(on_eight_gpus("resnet50"));
        QCOMPARE(legal.tensor, (Degrees{1}));
        QCOMPARE(legal.context, (Degrees{1}));
    }
};

RIGWRIGHT_TEST(WhatFitsTest)

} // namespace rigwright::test::tst_what_fits

#include "tst_what_fits.moc"
