// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/textbook/textbook.h"
#include "core/estimate/working/explain.h"
#include "core/estimate/working/workings.h"
#include "core/text/number_text.h"
#include "tests/support/engine_case.h"
#include "tests/support/file_content.h"
#include "tests/support/formula_check.h"
#include "tests/support/suite.h"

#include <QRegularExpression>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <map>
#include <set>

namespace rigwright::test::tst_explain {

/// Tensor parallelism, which splits the vocabulary; the loss is its peak.
Scenario split_vocabulary()
{
    return with_fields(scenario_of("gpt2-small", 16), R"({"training.precision": "bf16-master",
        "training.recompute": "full", "build.gpus_per_node": 2, "parallel.tensor": 2})");
}

/// Scenarios that between them have every quantity: one that fits, one that does not, two GPUs with data loading,
/// tokens, an encoder-decoder, and one with a measurement.
std::vector<Scenario> varied_scenarios()
{
    Scenario fits = scenario_of("resnet50", 8);
    fits.dataset.samples = 1000;
    Scenario loading = with_fields(fits, R"({"build.gpu": "rtx4090", "build.gpus_per_node": 2,
        "build.cpu": "i9-13900k", "build.ram_GiB": 64, "build.storage": "nvme4", "dataset.source_height": 1936,
        "dataset.source_width": 2580, "dataset.encoded_bytes_per_sample": 2500000, "dataset.encoding": "jpeg"})");
    Scenario tokens = scenario_of("gpt2-small", 4);
    tokens.training.precision = Precision::bf16_master;
    tokens.training.recompute = Recompute::full;
    Scenario large = scenario_of("llama-2-7b", 1, "t4");
    large.training.precision = Precision::fp16_amp;
    large.training.optimizer = OptimizerKind::adafactor;
    const Scenario pair = scenario_of("t5-small", 4);
    Scenario adapters = scenario_of("gpt2-small", 2);
    adapters.training.lora = Lora{8, LoraTargets::attention};
    adapters.training.base_weights = BaseWeights::nf4;
    adapters.training.optimizer = OptimizerKind::adam_8bit;
    Scenario narrow = adapters;
    narrow.training.precision = Precision::bf16;
    Scenario unquantized = narrow;
    unquantized.training.base_weights = BaseWeights::same;
    Scenario generating = scenario_of("gpt2-small", 2);
    generating.training.mode = RunMode::infer;
    Scenario measured = fits;
    Measurement run;
    run.micro_batch = 8;
    run.peak_bytes = 2'000'000'000;
    run.step_seconds = 0.08;
    measured.measurements = {run};
    Scenario whole = loading;
    whole.build.storage = "nvme4-990pro";
    whole.run = Run{0.2, {}, {}, 60.0, 100.0};
    whole.training.stack = SoftwareStack::tuned;
    whole.economics.grid_kg_co2_per_kwh = 0.1;
    Scenario given = tokens;
    given.dataset = {1000, {}, {}, {}, {}, SampleEncoding::text};
    given.run = Run{0.0, 3600.0, 1000.0, {}, {}};
    given.training.loader_workers = 0;
    Scenario inspecting = with_fields(loading, R"({"dataset.encoding": "png", "training.mode": "infer",
        "requirements.takt_seconds": 2.0})");
    inspecting.requirements.tiling = Tiling{800, 1066, 64};
    Scenario arrays = inspecting;
    arrays.dataset.encoding = SampleEncoding::raw;
    Scenario processor = loading;
    processor.build.gpu = "none";
    processor.build.gpus_per_node = 1;
    return {fits, loading,  tokens, large, adapters,   narrow, unquantized, generating,
            pair, measured, whole,  given, inspecting, arrays, processor,   split_vocabulary()};
}

/// Every sentence that a node needs exists in a language, and its formula has a place for each input that names one.
void check_words(const Derivation& node, const Messages& table, QStringList& problems)
{
    const auto require = [&](const std::string& code) {
        if (!table.has(code)) problems << QString::fromStdString(code);
    };
    require(node.quantity);
    if (node.source.rfind("source.", 0) == 0) require(node.source);
    if (!node.formula.empty() && !node.formula.starts_with('=')) {
        require(node.formula);
        std::set<std::string> symbols;
        for (const Derivation& input : node.inputs) symbols.insert(input.symbol);
        for (const std::string& place : places_of(table.text(node.formula)))
            if (!symbols.contains(place)) problems << QString::fromStdString(node.formula + " has no input " + place);
    }
}

/// No input has the name of the quantity it belongs to, unless it is its setting.
void check_names(const Derivation& node, const Messages& table, QStringList& problems)
{
    const std::string name = render(node, table).name;
    for (const Derivation& input : node.inputs) {
        const bool is_setting = input.quantity.starts_with("field.");
        if (!is_setting && render(input, table).name == name)
            problems << QString::fromStdString(node.quantity + ": " + name);
    }
}

/// Every working that opens in the varied scenarios.
void for_each_working(const std::function<void(std::string_view, const Derivation&)>& visit)
{
    for (const Scenario& scenario : varied_scenarios()) {
        const Evaluation evaluation = evaluated(scenario);
        for (const std::string_view id : explained_quantities())
            if (const std::optional<Derivation> working = explain(evaluation, engine_data(), id)) visit(id, *working);
    }
}

/// Fails with the problems, each once, where there are any.
void expect_none(QStringList problems)
{
    problems.removeDuplicates();
    QVERIFY2(problems.isEmpty(), qPrintable(problems.join('\n')));
}

/// Plans that only infer: on cards and without, with files in tiles, with measurements, on two stages.
std::vector<Scenario> inferences()
{
    std::vector<Scenario> plans;
    for (const char* preset : {"alexnet", "bert-base-uncased", "gpt2-small", "detr_r50", "t5-small"}) {
        for (const char* gpu : {"rtx4090", "a100-sxm-80", "none"}) {
            Scenario scenario = with_fields(scenario_of(preset, 4, gpu), R"({"training.mode": "infer",
                "dataset.samples": 1000, "build.cpu": "i9-13900k"})");
            scenario.build.gpus_per_node = std::string_view(gpu) == "a100-sxm-80" ? 4 : 1;
            plans.push_back(scenario);
        }
    }
    for (const Scenario& scenario : varied_scenarios())
        if (scenario.training.mode == RunMode::infer) plans.push_back(scenario);
    Scenario tiles = with_fields(fabric_in_a_desktop(), R"({"training.mode": "infer"})");
    tiles.requirements.tiling = Tiling{800, 1066, 64};
    plans.push_back(tiles);
    tiles.build.gpu = "none";
    tiles.training.precision = Precision::fp32;
    plans.push_back(tiles);
    Scenario measured = plans.front();
    Measurement run;
    run.micro_batch = 4;
    run.peak_bytes = 2'000'000'000;
    run.step_seconds = 0.01;
    measured.measurements = {run};
    plans.push_back(measured);
    Scenario stages = with_fields(scenario_of("gpt2-small", 4), R"({"training.mode": "infer",
        "build.gpus_per_node": 2})");
    stages.parallel.pipeline = 2;
    plans.push_back(stages);
    return plans;
}

/// Lists each text of a node that holds a word of training.
void check_inference(const Derivation& node, Language language, QStringList& problems)
{
    static const QRegularExpression english_words(
        "train|gradient|optimizer|backward|master weight|moments|update|recomput|epoch|\\bloss\\b",
        QRegularExpression::CaseInsensitiveOption);
    static const QRegularExpression chinese_words(
        QStringLiteral("训练|梯度|优化器|反向|主权重|动量|更新|重计算|轮|损失(?!的单步时间)"));
    static const QRegularExpression of_a_fit(QStringLiteral("fitted|left out of the fit|拟合"));
    static const QRegularExpression place_holder(
        QStringLiteral("\\{[^}]*\\}|without gradients|没有梯度|training server|训练服务器"));
    const Messages& table = messages(language);
    const auto check = [&](const std::string& text) {
        const QString said = QString::fromStdString(text).remove(place_holder);
        if (said.contains(language == Language::english ? english_words : chinese_words) && !said.contains(of_a_fit))
            problems << QString::fromStdString(node.quantity) + ": " + said;
    };
    check(table.text(node.quantity, node.arguments));
    if (node.source.starts_with("source.")) check(table.text(node.source, node.arguments));
    if (node.formula.empty() || node.formula.starts_with('=')) return;
    const std::string formula = table.text(node.formula);
    std::set<std::string> symbols;
    for (const Derivation& input : node.inputs) symbols.insert(input.symbol);
    for (const std::string& place : places_of(formula))
        if (!symbols.contains(place)) problems << QString::fromStdString(node.formula + " has no input " + place);
    check(formula);
}

double sum_of_inputs(const Derivation& node)
{
    double sum = 0.0;
    for (const Derivation& input : node.inputs) sum += input.value.number;
    return sum;
}

class tst_explain : public QObject {
    Q_OBJECT

private slots:
    void every_quantity_opens_in_some_scenario()
    {
        std::set<std::string_view> open;
        for_each_working([&open](std::string_view id, const Derivation&) { open.insert(id); });
        for (const std::string_view id : explained_quantities()) QVERIFY2(open.contains(id), std::string(id).c_str());
        QVERIFY(explained_quantities().size() >= 45);
    }

    void every_word_exists_in_both_languages()
    {
        QStringList problems;
        for_each_working([&problems](std::string_view, const Derivation& working) {
            for_each_node(working, [&problems](const Derivation& node) {
                if (!std::isfinite(node.value.number)) problems << QString::fromStdString(node.quantity);
                for (const Language language : all_languages) check_words(node, messages(language), problems);
            });
        });
        for (const Scenario& scenario : varied_scenarios()) {
            const Evaluation evaluation = evaluated(scenario);
            for (const Finding& finding : evaluation.estimate.value().findings)
                for (const Language language : all_languages)
                    if (!messages(language).has("finding." + finding.code))
                        problems << QString::fromStdString(finding.code);
        }
        expect_none(problems);
    }

    void a_part_has_another_name_than_its_whole()
    {
        QStringList problems;
        for_each_working([&problems](std::string_view, const Derivation& working) {
            for_each_node(working, [&problems](const Derivation& node) {
                for (const Language language : all_languages) check_names(node, messages(language), problems);
            });
        });
        expect_none(problems);
    }

    void costs_without_every_price_are_lower_bounds()
    {
        Scenario scenario = with_fields(varied_scenarios()[1], R"({"build.chassis": "generic-desktop-2gpu",
            "build.memory_kit": "ddr5-5200-2x32", "build.power_supply": "psu-1600-platinum",
            "build.storage_TB": 2.0})");
        const auto text = [&scenario](const char* id) {
            const Evaluation plan = evaluated(scenario);
            return QString::fromStdString(render(*explain(plan, engine_data(), id), messages(Language::english)).value);
        };
        const Evaluation open = evaluated(scenario);
        QVERIFY(open.estimate->cost.bill.unpriced_lines > 0);
        QVERIFY(text("cost.run").startsWith("≥ "));
        QVERIFY(text("cost.purchase").startsWith("≥ "));
        QVERIFY(!text("cost.energy").startsWith("≥ "));
        for (const BillLine& line : open.estimate->cost.bill.lines)
            if (!line.amount) scenario.build.price_overrides[line.part] = {450.0, "CNY", "2026-11-01", "quote"};
        QVERIFY(!text("cost.run").startsWith("≥ "));
    }

    void sharded_weights_are_hidden_by_the_whole_micro_batch()
    {
        Scenario scenario = varied_scenarios()[1];
        scenario.parallel.zero_stage = 3;
        const Evaluation plan = evaluated(scenario);
        const Derivation working = *explain(plan, engine_data(), "time.parts.exposed_communication");
        const auto find = [](const Derivation& within, const char* quantity) {
            const Derivation* found = nullptr;
            for_each_node(within, [&](const Derivation& node) {
                if (found == nullptr && node.quantity == quantity) found = &node;
            });
            return found;
        };
        const Derivation* exchange = find(working, "quantity.sharded_exchange");
        QVERIFY(exchange != nullptr);
        QCOMPARE(exchange->formula, std::string("={0} × 2 + {1}"));
        QCOMPARE(exchange->inputs[0].quantity, std::string("quantity.gathering_time"));
        QCOMPARE(exchange->inputs[1].quantity, std::string("quantity.scattering_time"));
        const Derivation* exposed = find(working, "quantity.exposed_gradients");
        QVERIFY(exposed != nullptr);
        QVERIFY2(exposed->formula.starts_with("=min({0}; {1} × ln(1 + e^(({0} − {2}) ÷ {1})))"),
                 exposed->formula.c_str());
        const Derivation* hiding = find(*exposed, "quantity.hiding_time");
        QVERIFY(hiding != nullptr);
        QCOMPARE(hiding->inputs[0].quantity, std::string("quantity.micro_time"));
    }

    void a_part_that_holds_the_straggler_wait_is_named_for_it()
    {
        const Evaluation plan = evaluated(with_fields(scenario_of("resnet50", 8), R"({"build.gpus_per_node": 8})"));
        const Derivation working = *explain(plan, engine_data(), "time.parts.exposed_communication");
        const WorkingText english = render(working, messages(Language::english));
        QVERIFY2(english.formula.find("Straggler wait") != std::string::npos, english.formula.c_str());
        QVERIFY2(english.name.find("straggler wait") != std::string::npos, english.name.c_str());
        QVERIFY(render(working, messages(Language::chinese)).name.find("慢卡等待") != std::string::npos);
    }

    void results_are_those_of_the_estimate()
    {
        for (const Scenario& scenario : varied_scenarios()) {
            const Evaluation evaluation = evaluated(scenario);
            const Estimate& estimate = *evaluation.estimate;
            // Inference has no working for quantities of training.
            const auto value = [&](std::string_view id) {
                const std::optional<Derivation> working = explain(evaluation, engine_data(), id);
                return working ? working->value.number : 0.0;
            };
            QCOMPARE(value("memory.total_bytes"), estimate.memory->total.as_double());
            QCOMPARE(value("memory.peak_allocated_bytes"), estimate.memory->peak_allocated.as_double());
            QCOMPARE(value("memory.max_micro_batch"), static_cast<double>(estimate.memory->max_micro_batch));
            QCOMPARE(value("model.parameters"), estimate.model.parameters.as_double());
            QCOMPARE(value("time.step_seconds"), estimate.time->step.base());
            QCOMPARE(value("time.mfu"), estimate.time->mfu);
            for (std::size_t i = 0; i < memory_part_count; ++i) {
                const auto part = static_cast<MemoryPart>(i);
                QCOMPARE(value(std::string("memory.parts.") + key_of(part)), estimate.memory->part(part).as_double());
            }
            for (std::size_t i = 0; i < time_part_count; ++i) {
                const auto part = static_cast<TimePart>(i);
                QCOMPARE(value(std::string("time.parts.") + key_of(part)), estimate.time->part(part).base());
            }
        }
    }

    void sums_are_the_sums_of_what_they_show()
    {
        for (const Scenario& scenario : varied_scenarios()) {
            const Evaluation evaluation = evaluated(scenario);
            for (const char* id :
                 {"memory.total_bytes", "memory.peak_allocated_bytes", "model.parameters", "model.trainable_parameters",
                  "model.forward_macs_per_sample", "model.training_flops_per_sample", "time.step_seconds"}) {
                const std::optional<Derivation> working = explain(evaluation, engine_data(), id);
                QCOMPARE(!working, scenario.training.mode == RunMode::infer &&
                                       std::string_view(id).find("train") != std::string_view::npos);
                if (working) QVERIFY2(is_within(sum_of_inputs(*working), working->value.number, 1e-12), id);
            }
        }
    }

    void commonly_quoted_figures_are_shown_beside_the_real_ones()
    {
        // AlexNet at 224 x 224: thop's figure, 1,098,216 layer outputs, and what autograd keeps in fp32 at batch 8 (all
        // measured).
        Scenario scenario = scenario_of("alexnet");
        scenario.training.precision = Precision::fp32;
        scenario.training.micro_batch = 8;
        const Evaluation evaluation = evaluated(scenario);
        const auto value = [&](std::string_view id) { return explain(evaluation, engine_data(), id)->value.number; };
        QCOMPARE(value("model.thop_macs_per_sample"), 714'206'912.0);
        QCOMPARE(value("model.forward_macs_per_sample"), 714'188'480.0);
        QCOMPARE(value("model.textbook_activation_bytes_per_sample"), 2.0 * 1'098'216 * 4);
        QCOMPARE(value("model.saved_over_textbook"), 29'609'984.0 / 8 / (2.0 * 1'098'216 * 4));
        const CommonlyQuotedFigures figures = commonly_quoted_figures(evaluation, engine_data());
        QCOMPARE(figures.thop_macs.value(), 714'206'912);
        QCOMPARE(figures.layer_outputs.count().value(), 4'392'864);
        QCOMPARE(figures.saved_over_textbook, value("model.saved_over_textbook"));
    }

    void saved_and_alive_at_the_peak_are_two_names()
    {
        const Evaluation plan = evaluated(varied_scenarios().front());
        const auto inputs = [&](const char* id) {
            std::set<std::string> names;
            const std::optional<Derivation> working = explain(plan, engine_data(), id);
            for (const Derivation& input : working->inputs) names.insert(input.quantity);
            return names;
        };
        QVERIFY(inputs("memory.parts.activations").contains("quantity.kept_per_sample_at_peak"));
        QVERIFY(!inputs("memory.parts.activations").contains("quantity.kept_per_sample"));
        QVERIFY(inputs("model.saved_activation_bytes_per_sample").contains("quantity.kept_per_sample"));
        const std::optional<Derivation> temporary = explain(plan, engine_data(), "memory.parts.temporary_buffers");
        for (const Derivation& input : temporary->inputs)
            if (input.quantity == "quantity.temporary_fixed") QVERIFY(!input.source.empty());
    }

    void unknown_quantities_have_no_working()
    {
        const Evaluation evaluation = evaluated(scenario_of("alexnet"));
        QVERIFY(!explain(evaluation, engine_data(), "memory.nothing"));
        QVERIFY(!explain(evaluation, engine_data(), ""));
        Scenario broken = scenario_of("no-such-model");
        QVERIFY(!explain(evaluated(broken), engine_data(), "memory.total_bytes"));
    }

    /// Each coefficient in a working has the value that the calibration file gives under its key.
    void a_coefficient_shows_its_own_value()
    {
        const auto calibration = nlohmann::json::parse(source_text("hardware_db/calibration.json").toStdString());
        std::multimap<std::string, double, std::less<>> known;
        for (const auto& section : calibration) {
            if (!section.is_object()) continue;
            for (const auto& [key, entry] : section.items())
                if (entry.is_object() && entry.contains("value")) known.emplace(key, entry.at("value").get<double>());
        }
        std::set<std::string> seen;
        QStringList problems;
        const auto check = [&](const Derivation& node) {
            constexpr std::string_view prefix = "quantity.coefficient.";
            if (!node.quantity.starts_with(prefix)) return;
            const std::string key = node.quantity.substr(prefix.size());
            const auto [first, last] = known.equal_range(key);
            const bool own = std::any_of(first, last, [&](const auto& entry) {
                const double scale = key.find("mib") != std::string::npos   ? 1048576.0
                                     : key.find("gib") != std::string::npos ? 1073741824.0
                                                                            : 1.0;
                return is_within(node.value.number, entry.second * scale, 1e-9) ||
                       is_within(node.value.number, entry.second, 1e-9);
            });
            seen.insert(key);
            if (!own) problems << QString::fromStdString(key);
        };
        for_each_working([&](std::string_view, const Derivation& working) { for_each_node(working, check); });
        expect_none(problems);
        QVERIFY(seen.contains("loss_bytes_vocabulary_parallel"));
        QVERIFY(seen.size() > 20);
    }

    /// i9-13900K: 8 performance cores x 5.8 GHz x 32 and 16 efficiency cores x 4.3 GHz x 16 operations a cycle; RTX
    /// 4090: 82.6 TFLOPS in FP32, 165.2 in FP16 with FP32 accumulation, no FP64 tensor units.
    void peaks_of_the_machine_by_hand()
    {
        Scenario scenario = scenario_of("resnet50", 8, "rtx4090");
        scenario.build.gpus_per_node = 2;
        scenario.build.cpu = "i9-13900k";
        const auto peak = [&](std::string_view id) {
            const std::optional<Derivation> working = explain(evaluated(scenario), engine_data(), id);
            return working ? working->value.number / 1e12 : -1.0;
        };
        const double cpu = 8 * 5.8e-3 * 32 + 16 * 4.3e-3 * 16;
        QVERIFY(is_within(peak("machine.cpu_fp32_flops"), cpu, 1e-12));
        QVERIFY(is_within(peak("machine.gpu_fp32_flops"), 2 * 82.6, 1e-3));
        QVERIFY(is_within(peak("machine.gpu_fp16_flops"), 2 * 165.2, 1e-3));
        QVERIFY(is_within(peak("machine.fp32_flops"), cpu + peak("machine.gpu_fp32_flops"), 1e-12));
        scenario.build.nodes = 3;
        scenario.build.cpu_sockets = 2;
        QVERIFY(is_within(peak("machine.cpu_fp32_flops"), 6 * cpu, 1e-12));
        QVERIFY(is_within(peak("machine.gpu_fp16_flops"), 6 * 165.2, 1e-3));
        // A typical host has no name and so no peak, and without it there is no sum.
        scenario.build.cpu.clear();
        QCOMPARE(peak("machine.cpu_fp32_flops"), -1.0);
        QCOMPARE(peak("machine.fp32_flops"), -1.0);
        // The T4 has no BF16 units.
        scenario.build.gpu = "t4";
        QCOMPARE(peak("machine.gpu_bf16_flops"), -1.0);
    }

    /// 0.8 x 5.8 = 4.64 and 0.8 x 4.3 = 3.44 GHz with all cores at work: 2.068 TFLOPS, no leaf.
    void the_processors_peak_opens_down_to_its_record()
    {
        Scenario scenario = scenario_of("resnet50", 8, "none");
        scenario.training.precision = Precision::fp32;
        scenario.build.cpu = "i9-13900k";
        const Derivation mfu = *explain(evaluated(scenario), engine_data(), "time.mfu");
        const auto peak = std::ranges::find(mfu.inputs, "quantity.processor_peak", &Derivation::quantity);
        QVERIFY(peak != mfu.inputs.end());
        QVERIFY(is_within(peak->value.number, (8 * 4.64 * 32 + 16 * 3.44 * 16) * 1e9, 1e-9));
        QCOMPARE(peak->formula, std::string("={0} × ({1} + {2})"));
        const Derivation& performance = peak->inputs.at(1);
        QCOMPARE(performance.inputs.size(), std::size_t{3});
        QVERIFY(is_within(performance.inputs.at(2).value.number, 4.64e9, 1e-9));
        QCOMPARE(performance.inputs.at(2).inputs.size(), std::size_t{3});
    }

    void the_larger_of_compute_and_traffic_is_below_every_step()
    {
        int by_traffic = 0;
        int by_compute = 0;
        for (const Preset& preset : engine_data().presets) {
            for (const RunMode mode : {RunMode::train, RunMode::infer}) {
                Scenario scenario = scenario_of(preset.id.c_str(), 2);
                scenario.training.mode = mode;
                scenario.training.precision = Precision::bf16_amp;
                const Evaluation evaluation = evaluated(scenario);
                if (!evaluation.estimate || !evaluation.time) continue;
                const std::optional<Derivation> rule = explain(evaluation, engine_data(), "time.roofline_seconds");
                QVERIFY2(rule.has_value(), preset.id.c_str());
                const double compute = rule->inputs.at(0).value.number;
                const double traffic = rule->inputs.at(1).value.number;
                QCOMPARE(rule->value.number, std::max(compute, traffic));
                QVERIFY(compute > 0.0 && traffic > 0.0);
                QVERIFY2(rule->value.number < evaluation.estimate->time->step.base(), preset.id.c_str());
                ++(compute > traffic ? by_compute : by_traffic);
            }
        }
        QVERIFY(by_traffic > 0);
        QVERIFY(by_compute > 0);
    }

    /// 4 samples a step cut from images of 20 tiles each are 0.2 images, not none.
    void a_count_that_is_a_fraction_is_large()
    {
        QStringList problems;
        for_each_working([&problems](std::string_view, const Derivation& working) {
            for_each_node(working, [&problems](const Derivation& node) {
                const double number = node.value.number;
                if (node.value.unit == Unit::count && std::abs(number - std::nearbyint(number)) > 0.005 * number)
                    problems << QStringLiteral("%1: %2").arg(QString::fromStdString(node.quantity)).arg(number);
            });
        });
        expect_none(problems);
    }

    void formulas_give_the_number_beside_them()
    {
        QStringList problems;
        int checked = 0;
        for_each_working(
            [&](std::string_view, const Derivation& working) { checked += check_formulas(working, problems); });
        expect_none(problems);
        QVERIFY(checked > 1000);
    }

    void formulas_of_a_need_give_the_number_beside_them()
    {
        Scenario scenario = with_fields(scenario_of("resnet50", 8), R"({"dataset.samples": 1000,
            "dataset.source_height": 1936, "dataset.source_width": 2580})");
        Requirements& need = scenario.requirements;
        need.growth = 1.5;
        need.positive_share = 0.05;
        need.balanced_epochs = true;
        need.runs_per_month = 4.0;
        need.smallest_defect_pixels = 12;
        Scenario patches = scenario;
        patches.model.preset = "vit_b_16";
        patches.requirements.tiling = Tiling{800, 1066, 64};
        QStringList problems;
        std::set<std::string> opened;
        for (const Scenario& plan : {scenario, patches}) {
            const Evaluation evaluation = evaluated(plan);
            for (const std::string& quantity : explained_requirement_quantities()) {
                const auto working = explain(evaluation, engine_data(), quantity);
                if (!working) continue;
                opened.insert(quantity);
                check_formulas(*working, problems);
            }
        }
        expect_none(problems);
        for (const char* figure : {"plain_epoch", "positives", "balanced_epoch", "repeats", "defect_kept",
                                   "defect_input_height", "defect_tile_width", "month_utilisation", "machines"})
            QVERIFY2(opened.contains(std::string("requirements.") + figure), figure);
    }

    /// Workings of run, energy and cost include those of earlier stages, once each.
    void no_working_of_a_run_ends_in_a_computed_number()
    {
        const auto& ids = explained_quantities();
        std::set<std::string> opened;
        const std::function<void(const Derivation&, bool)> check = [&](const Derivation& node, bool traced) {
            if (!node.formula.empty()) opened.insert(node.quantity);
            const std::string id = node.quantity.substr(node.quantity.find('.') + 1);
            const bool is_computed = node.quantity.starts_with("quantity.") && std::ranges::find(ids, id) != ids.end();
            QVERIFY2(!traced || !node.source.empty() || !is_computed || opened.contains(node.quantity), id.c_str());
            // Other stages describe their formulas by message, and some end in computed numbers.
            for (const Derivation& input : node.inputs) check(input, node.formula.starts_with('='));
        };
        for (const Scenario& scenario : varied_scenarios()) {
            const Evaluation evaluation = evaluated(scenario);
            for (const char* id : {"time.step_seconds", "time.wall_seconds", "time.goodput", "energy.total_high_kWh",
                                   "cost.run", "cost.rent_equivalent", "cost.break_even_calendar"})
                if (const auto working = explain(evaluation, engine_data(), id)) {
                    opened.clear();
                    check(*working, false);
                }
        }
    }

    /// No name, formula or source of an inference mentions training, in either language, but what a coefficient was
    /// fitted to, that there are no gradients, texts of records, and the title of an article.
    void inference_workings_do_not_mention_training()
    {
        QStringList problems;
        for (const Scenario& scenario : inferences()) {
            const Evaluation evaluation = evaluated(scenario);
            QVERIFY2(evaluation.estimate, scenario.model.preset.c_str());
            for (const std::string_view quantity : explained_quantities())
                if (const auto working = explain(evaluation, engine_data(), quantity))
                    for_each_node(*working, [&problems](const Derivation& node) {
                        for (const Language language : all_languages) check_inference(node, language, problems);
                    });
            QVERIFY(!explain(evaluation, engine_data(), "memory.parts.optimizer_state"));
        }
        expect_none(problems);
        // The types and the mask of a text are no further tokens.
        Scenario bert = scenario_of("bert-base-uncased", 1);
        bert.training.mode = RunMode::infer;
        const auto rule = explain(evaluated(bert), engine_data(), "memory.rule_of_thumb_bytes");
        QVERIFY(rule);
        QCOMPARE(rule->inputs.front().value.number, 512.0);
    }
};

RIGWRIGHT_TEST(tst_explain)

} // namespace rigwright::test::tst_explain

#include "tst_explain.moc"
