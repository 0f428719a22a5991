// SPDX-License-Identifier: Apache-2.0
#include "core/measure/measuring_script.h"

#include "core/data/read_file.h"
#include "core/estimate/evaluation.h"
#include "core/measure/measuring_job.h"
#include "core/network/operator_counts.h"
#include "core/scenario/measurement_settings.h"
#include "core/scenario/resolved_model.h"
#include "core/scenario/scenario_json.h"
#include "core/scenario/words.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <fstream>
#include <iterator>

namespace rigwright {

namespace {

using nlohmann::ordered_json;

constexpr std::string_view job_place = "    \"@JOB@\"\n";
/// Characters of the job on one line of a script.
constexpr std::size_t line_length = 100;
constexpr double usual_seconds = 60.0;

Finding refusal(const char* code, const char* field) { return {Finding::Severity::error, code, field, {}}; }

std::vector<Finding> refusals(const Scenario& scenario, const Network& network)
{
    std::vector<Finding> errors;
    const Precision precision = scenario.training.precision;
    if (precision == Precision::fp8 || precision == Precision::fp4)
        errors.push_back(refusal("script-without-precision", "training.precision"));
    const bool quantized = std::any_of(network.parameters.begin(), network.parameters.end(),
                                       [](const Parameter& parameter) { return parameter.stored_as.has_value(); });
    if (quantized) errors.push_back(refusal("script-without-quantized-base", "training.base_weights"));
    if (network.operators.empty()) errors.push_back(refusal("script-without-operators", "model"));
    return errors;
}

/// JSON as Python string literals, one below the other: both stages of quoting leave ASCII without line ends.
std::string as_literals(const ordered_json& job)
{
    const std::string job_text = job.dump(-1, ' ', true);
    std::string literals;
    for (std::size_t at = 0; at < job_text.size(); at += line_length)
        literals += "    " + ordered_json(job_text.substr(at, line_length)).dump(-1, ' ', true) + "\n";
    return literals;
}

/// Groups of the scenario file that say under what a run takes place.
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
    settings.training.stack = Stack::typical;
    settings.training.framework_year.reset();
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

} // namespace rigwright
