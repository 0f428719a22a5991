// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/advise/advice_json.h"
#include "core/advise/largest.h"
#include "core/advise/sensitivity.h"
#include "core/estimate/estimate_json.h"
#include "core/zoo/layer_list.h"
#include "tests/support/engine_case.h"
#include "tests/support/suite.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace rigwright::test::tst_remedies {

MessageText text_in(Language language)
{
    return [language](const std::string& code, const Arguments& arguments) {
        return messages(language).text(code, arguments);
    };
}

std::vector<Remedy> remedies_of(const Scenario& scenario) { return remedies(evaluated(scenario), {engine_data()}); }

const Remedy* remedy_named(const std::vector<Remedy>& found, std::string_view code)
{
    const auto place = std::ranges::find_if(
        found, [code](const Remedy& remedy) { return remedy.parts.size() == 1 && remedy.parts.front().code == code; });
    return place == found.end() ? nullptr : &*place;
}

bool sets(const Remedy& remedy, const char* path, const FieldValue& value)
{
    return std::ranges::find(remedy.changes, ScenarioChange{path, value}) != remedy.changes.end();
}

/// Plans of every kind that do not fit: images and text, training and inference, one and multiple GPUs.
std::vector<std::pair<const char*, Scenario>> plans_that_do_not_fit()
{
    std::vector<std::pair<const char*, Scenario>> plans;
    plans.emplace_back("pictures", scenario_of("resnet50", 128, "rtx3060-8g"));
    plans.emplace_back("large fully connected layers", scenario_of("vgg16", 64, "gtx960-4g"));
    plans.emplace_back("detector", scenario_of("detr_r50", 16, "rtx3060-12g"));
    plans.emplace_back("language model", scenario_of("gpt2-xl", 4, "rtx4090"));
    plans.emplace_back("large language model", scenario_of("llama-2-7b", 1, "rtx4090"));
    Scenario two = scenario_of("gpt2-xl", 2, "rtx4090");
    two.build.gpus_per_node = 2;
    two.training.gradient_accumulation = 4;
    plans.emplace_back("two GPUs", two);
    Scenario inference = scenario_of("llama-2-13b", 1, "rtx4090");
    inference.training.mode = RunMode::infer;
    inference.training.precision = Precision::bf16;
    plans.emplace_back("inference", inference);
    return plans;
}

Scenario plan()
{
    return with_fields({}, R"({"model.preset": "resnet50", "training.precision": "fp16-amp",
        "training.micro_batch": 32, "training.epochs": 10, "dataset.samples": 50000, "build.gpu": "rtx4090",
        "build.cpu": "i9-13900k"})");
}

const std::vector<Sensitivity>& settings()
{
    static const std::vector<Sensitivity> found = sensitivity(evaluated(plan()), {engine_data()});
    return found;
}

const Sensitivity* setting(std::string_view field)
{
    const auto known = std::ranges::find(settings(), field, &Sensitivity::field);
    return known == settings().end() ? nullptr : &*known;
}

Trial trial(double memory)
{
    Trial trial{{{"training.micro_batch", std::int64_t(1)}}, true, {}};
    trial.ratios[0] = memory;
    return trial;
}

/// Remedies for plans that do not fit, ordered by cost, and the sensitivity of the answer to each input.
class RemediesTest : public QObject {
    Q_OBJECT

private slots:
    void plans_that_fit_need_none()
    {
        QVERIFY(remedies_of(scenario_of("resnet50", 8, "rtx4090")).empty());
        QVERIFY(remedies_of(scenario_of("resnet50", 8, "none")).empty());
        QVERIFY(remedies_of(scenario_of("no-such-model", 8, "rtx4090")).empty());
    }

    void every_remedy_matches_the_engine()
    {
        each_of(plans_that_do_not_fit(), first_of, [&](const auto& plan) {
            const Scenario scenario = plan.second;
            const Evaluation evaluation = evaluated(scenario);
            QVERIFY(evaluation.estimate->verdict == Verdict::does_not_fit);
            const std::vector<Remedy> found = remedies(evaluation, {engine_data()});
            QVERIFY(!found.empty());
            QVERIFY(found.front().effect.verdict == Verdict::fits);
            for (const Remedy& remedy : found) {
                const QString name = QString::fromStdString(remedy_text(remedy, text_in(Language::english)));
                const std::optional<Scenario> there = changed(scenario, engine_data(), remedy.changes);
                QVERIFY2(there, qPrintable(name));
                const Evaluation again = evaluated(*there);
                QVERIFY2(again.estimate, qPrintable(name));
                QCOMPARE(again.estimate->memory->total, remedy.effect.memory);
                QVERIFY2(again.estimate->verdict == remedy.effect.verdict, qPrintable(name));
                if (remedy.effect.step) QCOMPARE(again.estimate->time->step, *remedy.effect.step);
                const bool smaller = remedy.effect.memory < evaluation.estimate->memory->total;
                QVERIFY2(smaller || remedy.fits(), qPrintable(name));
                const bool blocked = std::ranges::any_of(again.estimate->findings, [&remedy](const Finding& finding) {
                    return finding.severity == Finding::Severity::blocks && remedy.fits();
                });
                QVERIFY2(!blocked, qPrintable(name));
            }
        });
    }

    void remedies_come_by_what_they_cost()
    {
        each_of(plans_that_do_not_fit(), first_of, [&](const auto& plan) {
            const std::vector<Remedy> found = remedies_of(plan.second);
            const auto group = [](const Remedy& remedy) {
                switch (remedy.reach) {
                case RemedyReach::same_training: return 0;
                case RemedyReach::coarser_numbers:
                case RemedyReach::other_optimizer: return 1;
                case RemedyReach::lost_updates:
                case RemedyReach::other_training: return 2;
                case RemedyReach::other_machine: return 3;
                }
                return 4;
            };
            std::set<std::string> codes;
            for (std::size_t i = 0; i < found.size(); ++i) {
                std::string code;
                for (const RemedyPart& part : found[i].parts) code += part.code + " ";
                QVERIFY2(codes.insert(code).second, code.c_str());
                if (i == 0) continue;
                const Remedy& before = found[i - 1];
                QVERIFY2(before.effect.verdict <= found[i].effect.verdict, code.c_str());
                if (before.effect.verdict != found[i].effect.verdict) continue;
                if (!before.fits()) {
                    QVERIFY2(before.effect.memory <= found[i].effect.memory, code.c_str());
                    continue;
                }
                QVERIFY2(group(before) <= group(found[i]), code.c_str());
                if (group(before) != group(found[i]) || !before.time_ratio || !found[i].time_ratio) continue;
                const auto lost = [](const Remedy& remedy) { return std::max(*remedy.time_ratio - 1.0, 0.0); };
                QVERIFY2(lost(before) < lost(found[i]) + 0.02, code.c_str());
            }
        });
    }

    void accumulation_keeps_the_global_batch()
    {
        Scenario scenario = scenario_of("resnet50", 96, "rtx3060-8g");
        scenario.training.gradient_accumulation = 2;
        const auto found = remedies_of(scenario);
        const Remedy* smaller = remedy_named(found, "smaller-micro-batch");
        QVERIFY(smaller);
        const Scenario there = *changed(scenario, engine_data(), smaller->changes);
        QCOMPARE(global_batch(there), 192);
        QCOMPARE(192 % there.training.micro_batch, 0);
        QVERIFY(there.training.micro_batch < 96);
        // The next larger divisor of 192 does not keep the margin.
        for (std::int64_t batch = there.training.micro_batch + 1; batch < 96; ++batch) {
            if (192 % batch != 0) continue;
            const auto next = changed(scenario, engine_data(), {{"training.micro_batch", batch}});
            QVERIFY(estimate(*next, engine_data()).estimate->verdict != Verdict::fits);
        }
    }

    void formats_follow_the_card()
    {
        // Ampere computes BF16 in its tensor cores, Turing only FP16.
        const auto ampere = remedies_of(scenario_of("vit_b_16", 64, "rtx3060-8g"));
        QVERIFY(remedy_named(ampere, "mixed-precision"));
        QVERIFY(sets(*remedy_named(ampere, "mixed-precision"), "training.precision", std::string("bf16-amp")));
        const auto turing = remedies_of(scenario_of("vit_b_16", 64, "rtx2060"));
        QVERIFY(remedy_named(turing, "mixed-precision"));
        QVERIFY(sets(*remedy_named(turing, "mixed-precision"), "training.precision", std::string("fp16-amp")));
        // Training with weights in FP16 alone loses updates, so it is never advised.
        QVERIFY(!remedy_named(turing, "pure-16-bit"));
    }

    void remedies_that_lose_updates_come_last()
    {
        const auto found = remedies_of(scenario_of("vgg16", 64, "rtx3060-laptop-6g"));
        QVERIFY(!found.empty());
        QVERIFY(found.front().reach == RemedyReach::same_training);
        const Remedy* pure = remedy_named(found, "pure-16-bit");
        QVERIFY(pure && pure->reach == RemedyReach::lost_updates);
        QVERIFY(remedy_named(found, "smaller-micro-batch") < pure);
        // Nothing is updated in inference, so nothing can be lost.
        Scenario inference = scenario_of("gpt2-xl", 1, "rtx2060");
        inference.training.mode = RunMode::infer;
        const auto smaller = remedies_of(inference);
        QVERIFY(!remedy_named(smaller, "pure-16-bit"));
        const Remedy* weights = remedy_named(smaller, "16-bit-weights");
        QVERIFY(weights && weights->reach == RemedyReach::coarser_numbers);
    }

    void a_laptop_takes_no_second_gpu()
    {
        const auto found = remedies_of(scenario_of("vgg16", 96, "rtx3060-laptop-6g"));
        QVERIFY(!found.empty());
        for (const Remedy& remedy : found)
            for (const RemedyPart& part : remedy.parts)
                QVERIFY2(part.code != "more-gpus" && part.code != "split-layers", part.code.c_str());
    }

    void several_gpus_shard()
    {
        Scenario scenario = scenario_of("gpt2-xl", 1, "rtx4090");
        QVERIFY(!remedy_named(remedies_of(scenario), "sharded-states"));
        scenario.build.gpus_per_node = 8;
        const auto found = remedies_of(scenario);
        const Remedy* sharded = remedy_named(found, "sharded-states");
        QVERIFY(sharded);
        const auto stage = std::get<std::int64_t>(sharded->changes.front().value);
        QVERIFY(stage >= 1 && stage <= 3);
        QVERIFY(sharded->effect.verdict == Verdict::fits);
        // 1.56e9 parameters: sharding fp32 Adam's moments alone over eight GPUs saves 7/8 of 8 bytes for each.
        const Bytes before = estimate(scenario, engine_data()).estimate->memory->total;
        QVERIFY(before - sharded->effect.memory > Bytes(10'000'000'000));
    }

    void pooling_shrinks_the_classifier()
    {
        const Rows<QString, qlonglong, qlonglong> rows{
            // The first fully connected layer reads one number of each map in place of 6 x 6, 7 x 7 and 5 x 5 of them:
            // 256 x 35 x 4096, 512 x 48 x 4096 and 16 x 24 x 120 weights less.
            {"AlexNet", "alexnet", 61'100'840LL, 61'100'840LL - 36'700'160LL},
            {"VGG-16", "vgg16", 138'357'544LL, 138'357'544LL - 100'663'296LL},
            {"LeNet-5", "lenet5", 61'706LL, 61'706LL - 46'080LL},
        };
        rows.each([&](const auto& preset, const auto& plain, const auto& pooled) {
            const Scenario scenario = scenario_of(preset.toUtf8().constData(), 1, "rtx4090");
            QCOMPARE(estimate(scenario, engine_data()).estimate->model.parameters, Count(plain));
            const auto changed_net = changed(scenario, engine_data(), {{"model.shape.global_average_pool", true}});
            QCOMPARE(estimate(*changed_net, engine_data()).estimate->model.parameters, Count(pooled));
        });
    }

    void a_list_of_layers_is_pooled_before_it_is_flattened()
    {
        Scenario scenario;
        scenario.model.family = "layer-list";
        scenario.model.shape["layers"] = vgg16_layers();
        scenario.input = {.image_height = 224,
                          .image_width = 224,
                          .channels = 3,
                          .sequence_length = {},
                          .target_sequence_length = {},
                          .image_depth = {}};
        scenario.training.micro_batch = 64;
        scenario.build.gpu = "gtx960-4g";
        const auto found = remedies_of(scenario);
        const Remedy* pooling = remedy_named(found, "global-average-pooling");
        QVERIFY(pooling);
        QVERIFY(pooling->reach == RemedyReach::other_training);
        const Scenario there = *changed(scenario, engine_data(), pooling->changes);
        QCOMPARE(estimate(there, engine_data()).estimate->model.parameters, Count(138'357'544 - 100'663'296));
        QVERIFY(!remedy_named(remedies_of(there), "global-average-pooling"));
    }

    void offloading_needs_room_on_the_host()
    {
        Scenario scenario = scenario_of("llama-2-7b", 1, "rtx4090");
        scenario.build.ram_gib = 256;
        QVERIFY(remedy_named(remedies_of(scenario), "offloading"));
        // Two moments of 6.7e9 numbers in fp32 are 50 GiB.
        scenario.build.ram_gib = 32;
        QVERIFY(!remedy_named(remedies_of(scenario), "offloading"));
        // DeepSpeed offloads from a stage on; over one GPU a stage shards nothing.
        const auto shards = [&scenario] {
            const std::vector<Remedy> found = remedies_of(scenario);
            return sets(*remedy_named(found, "offloading"), "parallel.zero_stage", std::int64_t{3});
        };
        scenario.build.ram_gib = 512;
        QVERIFY(!shards());
        scenario.build.gpus_per_node = 2;
        QVERIFY(shards());
    }

    void inference_gets_no_training_remedies()
    {
        const auto found = remedies_of(plans_that_do_not_fit().back().second);
        for (const char* code : {"recomputation", "sharded-states", "offloading", "low-rank-adapters",
                                 "eight-bit-optimizer", "factored-optimizer", "mixed-precision", "more-gpus"})
            QVERIFY2(!remedy_named(found, code), code);
        const Remedy* quantized = remedy_named(found, "quantized-base");
        QVERIFY(quantized && quantized->effect.verdict == Verdict::fits);
        const Remedy* split = remedy_named(found, "split-layers");
        QVERIFY(split && sets(*split, "parallel.tensor", std::int64_t{2}));
    }

    void pairs_help_where_no_single_one_does()
    {
        const auto found = remedies_of(scenario_of("llama-2-7b", 1, "rtx4090"));
        const auto pair = std::ranges::find_if(found, [](const Remedy& remedy) { return remedy.parts.size() == 2; });
        QVERIFY(pair != found.end());
        QVERIFY(pair->effect.verdict == Verdict::fits);
        for (const Remedy& remedy : found)
            QVERIFY(remedy.parts.size() == 2 || remedy.reach == RemedyReach::other_machine ||
                    remedy.effect.verdict != Verdict::fits);
        // A single one that keeps the training suffices here.
        for (const Remedy& remedy : remedies_of(scenario_of("resnet50", 128, "rtx3060-8g")))
            QCOMPARE(remedy.parts.size(), std::size_t{1});
    }

    void settings_in_use_are_not_offered()
    {
        Scenario scenario = with_fields(scenario_of("gpt2-xl", 1, "rtx3060-8g"), R"({"training.precision": "bf16",
            "training.optimizer": "adafactor", "training.recompute": "full"})");
        scenario.training.cross_entropy = CrossEntropyChoice::fused;
        const auto found = remedies_of(scenario);
        QVERIFY(!found.empty());
        for (const char* code : {"mixed-precision", "pure-16-bit", "eight-bit-optimizer", "factored-optimizer",
                                 "recomputation", "fused-cross-entropy", "fused-attention", "smaller-micro-batch"})
            QVERIFY2(!remedy_named(found, code), code);
    }

    void every_remedy_has_a_text_in_both_languages()
    {
        for (const Language language : {Language::english, Language::chinese}) {
            for (const std::string_view code : remedy_codes()) {
                const std::string message = "remedy." + std::string(code);
                QVERIFY2(messages(language).has(message), message.c_str());
                QVERIFY2(messages(language).has(message + ".why"), message.c_str());
            }
            for (const auto& [name, scenario] : plans_that_do_not_fit()) {
                for (const Remedy& remedy : remedies_of(scenario)) {
                    // QLoRA has an NF4 base, and a remedy's may be INT8.
                    QVERIFY(remedy_text(remedy, text_in(language)).find("QLoRA") == std::string::npos);
                    const std::string text =
                        remedy_text(remedy, text_in(language)) + remedy_explanation(remedy, text_in(language));
                    QVERIFY2(text.find('[') == std::string::npos && text.find('{') == std::string::npos, text.c_str());
                }
            }
        }
    }

    void the_file_lists_the_remedies()
    {
        const Evaluation evaluation = evaluated(scenario_of("resnet50", 128, "rtx3060-8g"));
        const auto found = remedies(evaluation, {engine_data()});
        nlohmann::ordered_json file = file_of(*evaluation.estimate);
        add_remedies(file["findings"], found, text_in(Language::english));
        for (const auto& finding : file["findings"]) {
            const bool memory = finding["code"] == "does-not-fit";
            QCOMPARE(finding["remedies"].size(), memory ? found.size() : std::size_t{0});
            if (!memory) continue;
            const auto& first = finding["remedies"].front();
            QCOMPARE(first["memory_bytes"].get<std::int64_t>(), found.front().effect.memory.value());
            QCOMPARE(first["step_seconds"].get<double>(), found.front().effect.step->base());
            QVERIFY(first["fits"].get<bool>());
            QVERIFY(first["changes"].front().contains("field"));
            QVERIFY(!first["message"].get<std::string>().empty());
        }
    }

    void tight_plans_get_their_margin_back()
    {
        // One sample more than what keeps the margin: the estimate still lies below the usable memory.
        Scenario scenario = scenario_of("resnet50", 1, "rtx3060-8g");
        const auto largest = largest_batch(scenario, {engine_data()});
        QVERIFY(largest && largest->next);
        scenario = *changed(scenario, engine_data(), *largest->next);
        const Evaluation evaluation = evaluated(scenario);
        QVERIFY(evaluation.estimate->verdict == Verdict::tight);
        const auto found = remedies(evaluation, {engine_data()});
        QVERIFY(!found.empty());
        QVERIFY(found.front().effect.verdict == Verdict::fits);
        nlohmann::ordered_json file = file_of(*evaluation.estimate);
        add_remedies(file["findings"], found, text_in(Language::english));
        for (const auto& finding : file["findings"])
            QCOMPARE(finding["remedies"].empty(), finding["code"] != "memory-tight");
    }

    void a_trial_is_the_plan_with_one_change()
    {
        const Evaluation here = evaluated(plan());
        for (const Sensitivity& tried : settings()) {
            for (const Trial& trial : tried.trials) {
                const Evaluation there = evaluated(*changed(plan(), engine_data(), trial.changes));
                QVERIFY2(there.estimate, tried.field.c_str());
                if (trial.ratio(PlanFigure::memory))
                    QCOMPARE(*trial.ratio(PlanFigure::memory),
                             there.estimate->memory->total.as_double() / here.estimate->memory->total.as_double());
                if (trial.ratio(PlanFigure::run_time))
                    QCOMPARE(*trial.ratio(PlanFigure::run_time),
                             there.estimate->time->run->wall.base() / here.estimate->time->run->wall.base());
            }
        }
    }

    void twice_the_epochs_take_about_twice_the_time()
    {
        const Sensitivity* epochs = setting("training.epochs");
        QVERIFY(epochs != nullptr);
        QCOMPARE(epochs->trials.size(), std::size_t(2));
        QVERIFY(epochs->value == FieldValue(std::int64_t(10)));
        QVERIFY(epochs->highest(PlanFigure::run_time)->value() == FieldValue(std::int64_t(20)));
        const double factor = *epochs->highest(PlanFigure::run_time)->ratio(PlanFigure::run_time);
        QVERIFY2(factor > 1.9 && factor < 2.02, qPrintable(QString::number(factor)));
        QCOMPARE(*epochs->trials.front().ratio(PlanFigure::memory), 1.0);
    }

    void irrelevant_settings_have_no_effect()
    {
        const Sensitivity* price = setting("economics.electricity_price_per_kWh");
        QVERIFY(price != nullptr);
        QCOMPARE(price->reach(PlanFigure::memory), 0.0);
        QCOMPARE(price->reach(PlanFigure::run_time), 0.0);
        QVERIFY(price->reach(PlanFigure::run_cost) > 0.0);
        QVERIFY(price->lowest(PlanFigure::memory) == nullptr);
    }

    void the_ends_are_the_outermost_trials()
    {
        Sensitivity setting{"training.micro_batch", std::int64_t(2), {trial(0.5), trial(2.0), trial(4.0), trial(1.0)}};
        QCOMPARE(*setting.lowest(PlanFigure::memory)->ratio(PlanFigure::memory), 0.5);
        QCOMPARE(*setting.highest(PlanFigure::memory)->ratio(PlanFigure::memory), 4.0);
        QCOMPARE(setting.reach(PlanFigure::memory), std::log(8.0));
        QCOMPARE(setting.reach(PlanFigure::run_time), 0.0);
        setting.trials = {trial(1.5)};
        QVERIFY(setting.lowest(PlanFigure::memory) == nullptr);
        QCOMPARE(setting.reach(PlanFigure::memory), std::log(1.5));
    }

    void every_row_names_a_field()
    {
        for (const SensitivityRow& row : sensitivity_table()) QVERIFY2(field_of(row.field), row.field.data());
    }

    void a_plan_that_cannot_be_computed_has_no_settings()
    {
        Scenario scenario = plan();
        scenario.model.preset = "no-such-model";
        QVERIFY(sensitivity(evaluated(scenario), {engine_data()}).empty());
    }

    void a_card_is_exchanged_for_every_other_of_its_maker()
    {
        const Sensitivity* cards = setting("build.gpu");
        QVERIFY(cards != nullptr);
        QVERIFY(cards->trials.size() > 10);
        for (const Trial& card : cards->trials)
            QCOMPARE(engine_data().hardware.gpu(std::get<std::string>(card.value()))->vendor,
                     engine_data().hardware.gpu("rtx4090")->vendor);
    }

    void stops_on_request()
    {
        std::stop_source stop;
        stop.request_stop();
        QVERIFY(sensitivity(evaluated(plan()), {engine_data(), stop.get_token()}).empty());
    }
};

RIGWRIGHT_TEST(RemediesTest)

} // namespace rigwright::test::tst_remedies

#include "tst_remedies.moc"
