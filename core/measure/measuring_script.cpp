// SPDX-License-Identifier: Apache-2.0
#include "core/measure/measuring_script.h"

#include "core/estimate/evaluation.h"
#include "core/json/read_file.h"
#include "core/network/operator_counts.h"
#include "core/quantities/words.h"
#include "core/scenario/measurement_settings.h"
#include "core/scenario/resolved_model.h"
#include "core/scenario/scenario_json.h"
#include "core/scenario/words.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <iterator>

namespace rigwright {

namespace {

using nlohmann::ordered_json;

constexpr std::string_view job_place = "    \"@JOB@\"\n";
/// Characters of the job per line of a script.
constexpr std::size_t line_length = 100;
constexpr double usual_seconds = 60.0;

Finding refusal(const char* code, const char* field) { return {Finding::Severity::error, code, field, {}}; }

std::vector<Finding> refusals(const Scenario& scenario, const Network& network)
{
    std::vector<Finding> errors;
    const Precision precision = scenario.training.precision;
    if (precision == Precision::fp8 || precision == Precision::fp4)
        errors.push_back(refusal("script-without-precision", "training.precision"));
    const bool quantized = std::ranges::any_of(
        network.parameters, [](const Parameter& parameter) { return parameter.stored_as.has_value(); });
    if (quantized) errors.push_back(refusal("script-without-quantized-base", "training.base_weights"));
    if (network.operators.empty()) errors.push_back(refusal("script-without-operators", "model"));
    return errors;
}

/// JSON as Python string literals, one per line: both stages of quoting produce ASCII without line ends.
std::string as_literals(const ordered_json& job)
{
    const std::string job_text = job.dump(-1, ' ', true);
    std::string literals;
    for (std::size_t at = 0; at < job_text.size(); at += line_length)
        literals += "    " + ordered_json(job_text.substr(at, line_length)).dump(-1, ' ', true) + "\n";
    return literals;
}

/// Groups of the scenario file that define a run.
ordered_json settings_json(const Scenario& settings)
{
    ordered_json file = write_scenario(settings);
    for (const char* key : {"format", "version", "name"}) file.erase(key);
    return file;
}

bool runs_channels_last(const Training& training) { return training.layout == Layout::channels_last; }

ordered_json job_of(const Scenario& settings, const EngineData& data, const Network& network)
{
    const Training& training = settings.training;
    const ResolvedModel model = resolve_model(settings, data.presets);
    const bool image =
        model.input.image_height && model.input.image_width && !model.input.sequence_length && !model.input.image_depth;
    ordered_json job{
        {"format", "rigwright.measuring-job"},
        {"version", 1},
        {"seconds", usual_seconds},
        {"fingerprint", network_fingerprint(settings)},
        {"settings", settings_json(settings)},
        {"preset", settings.model.preset},
        {"as_named", image && !settings.model.preset.empty() && settings.model.shape.empty() &&
                         settings.model.head.empty() && !training.lora},
        {"image",
         {model.input.channels.value_or(3), model.input.image_height.value_or(1), model.input.image_width.value_or(1)}},
        {"sequence", model.input.sequence_length.has_value()},
        {"parameter_count", count_parameters(network).total.value()},
        {"micro_batch", training.micro_batch},
        {"training", training.mode == RunMode::train},
        {"precision", word_of(training.precision)},
        {"optimizer", word_of(training.optimizer)},
        {"recompute", word_of(training.recompute)},
        {"accumulation", training.mode == RunMode::train ? training.gradient_accumulation : 1},
        {"execution", word_of(training.execution)},
        {"cuda_graph", training.cuda_graph},
        {"autotune", training.autotune},
        {"channels_last", runs_channels_last(training)}};
    job.update(network_job(network));
    return job;
}

} // namespace

std::optional<ScriptFramework> script_framework_from(std::string_view word)
{
    if (word == "pytorch") return ScriptFramework::pytorch;
    if (word == "tensorflow") return ScriptFramework::tensorflow;
    return std::nullopt;
}

Scenario scripted_settings(const Scenario& scenario, ScriptFramework framework)
{
    Scenario settings = run_settings(scenario);
    settings.training.micro_batch = scenario.training.micro_batch;
    settings.training.stack = SoftwareStack::typical;
    settings.training.framework_year.reset();
    settings.training.late_zero_grad = false;
    settings.training.framework = framework == ScriptFramework::pytorch ? Framework::pytorch : Framework::tensorflow;
    settings.parallel = {};
    settings.build.gpus_per_node = 1;
    settings.build.nodes = 1;
    settings.dataset = {};
    settings.dataset.encoding = SampleEncoding::synthetic;
    return settings;
}

MeasuringScript measuring_script(const Scenario& scenario, const EngineData& data, ScriptFramework framework,
                                 const std::filesystem::path& templates)
{
    MeasuringScript script;
    const Scenario settings = scripted_settings(scenario, framework);
    const Evaluation evaluation = evaluate(settings, data);
    if (!evaluation.estimate) {
        script.errors = evaluation.errors;
        return script;
    }
    script.errors = refusals(settings, *evaluation.network);
    if (!script.errors.empty()) return script;
    const auto common = read_file(templates / "common.py");
    const auto own = read_file(templates / (framework == ScriptFramework::pytorch ? "pytorch.py" : "tensorflow.py"));
    const std::size_t place = common ? common->find(job_place) : std::string::npos;
    if (!own || place == std::string::npos) {
        script.errors.push_back(refusal("script-template-missing", ""));
        return script;
    }
    script.text = common->substr(0, place) + as_literals(job_of(settings, data, *evaluation.network)) +
                  common->substr(place + job_place.size()) + *own;
    return script;
}

namespace {

/// A word of the engine as a name of Python.
std::string name_of(std::string word)
{
    std::ranges::replace(word, '-', '_');
    return word;
}

template <Spelled Enum>
std::string name_of(Enum value)
{
    return name_of(std::string(word_of(value)));
}

ordered_json job_of(const Convolution& op)
{
    return ordered_json{{"op", "convolution"},
                        {"kernel", op.kernel},
                        {"stride", op.stride},
                        {"in_channels", op.in_channels},
                        {"out_channels", op.out_channels},
                        {"groups", op.groups},
                        {"transposed", op.transposed}};
}

ordered_json job_of(const Linear& op)
{
    return ordered_json{{"op", "linear"},
                        {"in_features", op.in_features},
                        {"out_features", op.out_features},
                        {"matrices", op.matrices}};
}

ordered_json job_of(const MatrixProduct& op)
{
    return ordered_json{{"op", "matrix_product"},
                        {"groups", op.groups},
                        {"rows", op.rows},
                        {"columns", op.columns},
                        {"depth", op.depth}};
}

ordered_json job_of(const FusedAttention& op)
{
    return ordered_json{{"op", "fused_attention"},
                        {"heads", op.heads},
                        {"key_value_heads", op.key_value_heads},
                        {"query_tokens", op.query_tokens},
                        {"key_tokens", op.key_tokens},
                        {"head_width", op.head_width},
                        {"value_width", op.value_width},
                        {"windows", op.windows},
                        {"causal", op.causal},
                        {"reach", op.reach}};
}

ordered_json job_of(const Normalization& op)
{
    return ordered_json{
        {"op", "normalization"}, {"kind", name_of(op.kind)}, {"mode", name_of(op.mode)}, {"statistics", op.statistics}};
}

ordered_json job_of(const Activation& op)
{
    return ordered_json{{"op", "activation"}, {"function", name_of(op.function)}, {"in_place", op.in_place}};
}

ordered_json job_of(const Binary& op)
{
    return ordered_json{{"op", "binary"}, {"operation", name_of(op.operation)}, {"in_place", op.in_place}};
}

ordered_json job_of(const MaskedFill& op)
{
    return ordered_json{{"op", "masked_fill"}, {"mask_elements", op.mask_elements}};
}

ordered_json job_of(const Softmax& op) { return ordered_json{{"op", "softmax"}, {"logarithm", op.logarithm}}; }

ordered_json job_of(const Dropout& op)
{
    return ordered_json{{"op", "dropout"}, {"probability", op.probability}, {"in_place", op.in_place}};
}

ordered_json job_of(const Pooling& op)
{
    return ordered_json{
        {"op", "pooling"}, {"kind", name_of(op.kind)}, {"kernel", op.kernel}, {"adaptive", op.adaptive}};
}

ordered_json job_of(const Resize& op) { return ordered_json{{"op", "resize"}, {"mode", name_of(op.mode)}}; }

/// The others have no data, and the words of layer tables with underscores.
ordered_json job_of(const auto& op) { return ordered_json{{"op", name_of(std::string(word_of(OperatorKind(op))))}}; }

ordered_json kind_job(const OperatorKind& kind)
{
    return std::visit([](const auto& op) { return job_of(op); }, kind);
}

/// The ids of a list up to the first missing one.
template <typename Ids>
ordered_json known_ids(const Ids& ids)
{
    ordered_json list = ordered_json::array();
    for (const auto id : ids)
        if (id != no_id) list.push_back(id);
    return list;
}

ordered_json tensor_job(const Tensor& tensor)
{
    ordered_json shape = ordered_json::array();
    for (int axis = 0; axis < tensor.shape.rank(); ++axis) shape.push_back(tensor.shape[axis]);
    return {{"shape", std::move(shape)}, {"per_sample", tensor.per_sample}, {"content", word_of(tensor.content)}};
}

ordered_json block_job(const Block& block)
{
    ordered_json carried = ordered_json::array();
    for (const Block::Carried& pair : block.carried) carried.push_back(ordered_json::array({pair.into, pair.from}));
    return {{"first", block.first}, {"last", block.last}, {"repeat", block.repeat}, {"carried", std::move(carried)}};
}

} // namespace

ordered_json network_job(const Network& network)
{
    ordered_json job;
    for (const char* list : {"tensors", "parameters", "operators", "blocks"}) job[list] = ordered_json::array();
    for (const Tensor& tensor : network.tensors) job["tensors"].push_back(tensor_job(tensor));
    for (const Parameter& parameter : network.parameters)
        job["parameters"].push_back(
            {{"elements", parameter.elements.value()}, {"trainable", parameter.trainable}, {"block", parameter.block}});
    for (const Operator& op : network.operators) {
        ordered_json entry = kind_job(op.kind);
        entry["in"] = known_ids(op.inputs);
        entry["out"] = op.output;
        entry["weights"] = known_ids(op.parameters);
        job["operators"].push_back(std::move(entry));
    }
    for (const Block& block : network.blocks) job["blocks"].push_back(block_job(block));
    job["outputs"] = network.outputs;
    return job;
}

ScriptFramework script_framework_of(const Scenario& scenario)
{
    return runs_on_tensorflow(scenario.training) ? ScriptFramework::tensorflow : ScriptFramework::pytorch;
}

} // namespace rigwright
