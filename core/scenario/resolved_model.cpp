// SPDX-License-Identifier: Apache-2.0
#include "core/scenario/resolved_model.h"

#include "core/zoo/build.h"

#include <algorithm>

namespace rigwright {

const Preset* preset_of(const std::vector<Preset>& presets, std::string_view id) { return find_by_id(presets, id); }

const FieldValue* given_value(const Scenario& scenario, const Preset* preset, std::string_view key)
{
    const ModelShape& own = scenario.model.shape;
    if (const auto found = own.find(key); found != own.end()) return &found->second;
    if (preset == nullptr) return nullptr;
    const auto found = preset->shape.find(key);
    return found == preset->shape.end() ? nullptr : &found->second;
}

ResolvedModel resolve_kind(const Scenario& scenario, const std::vector<Preset>& presets)
{
    ResolvedModel model;
    if (scenario.model.embedded && scenario.model.embedded->imported) {
        model.imported = scenario.model.embedded->imported;
        model.input = model.imported->input;
        return model;
    }
    model.preset = preset_of(presets, scenario.model.preset);
    model.family = family_of(model.preset != nullptr ? std::string_view(model.preset->family)
                                                     : std::string_view(scenario.model.family));
    if (model.family == nullptr) return model;
    const ModelInput standard = model.preset != nullptr
                                    ? with_changes(model.family->standard_input, model.preset->input)
                                    : model.family->standard_input;
    model.input = with_changes(standard, scenario.input);
    // The default target length is the source length.
    if (model.family->input_kind == Family::InputKind::sequence_pair && !model.input.target_sequence_length)
        model.input.target_sequence_length = model.input.sequence_length;
    const FieldValue* architecture = given_value(scenario, model.preset, "architecture");
    const auto* word = architecture == nullptr ? nullptr : std::get_if<std::string>(architecture);
    if (word != nullptr) model.architecture = *word;
    return model;
}

ResolvedModel resolve_model(const Scenario& scenario, const std::vector<Preset>& presets)
{
    ResolvedModel model = resolve_kind(scenario, presets);
    if (model.family == nullptr) return model;
    model.shape =
        model.preset != nullptr ? with_changes(model.preset->shape, scenario.model.shape) : scenario.model.shape;
    if (!scenario.model.head.empty() && hyperparameter_of(*model.family, head_key) != nullptr)
        model.shape.insert_or_assign(std::string(head_key), scenario.model.head);
    return model;
}

std::int64_t side_step(const ResolvedModel& model)
{
    return model.family == nullptr ? 1 : side_step(*model.family, model.shape);
}

Network build_network(const ResolvedModel& model, const BuildOptions& options)
{
    return model.imported ? network_for(*model.imported, options)
                          : build_network(*model.family, model.shape, model.input, options);
}

/// Since 2025 `sdpa_attention_forward` of Hugging Face transformers passes shared heads to PyTorch as they are, and no
/// longer calls `contiguous()` on queries, keys and values.
constexpr double year_without_copies = 2025;
/// PyTorch 2.2, from January 2024, has FlashAttention-2.
constexpr double year_of_second_flash_attention = 2024;

BuildOptions build_options(const Training& training)
{
    BuildOptions options;
    options.attention.fused = training.attention != AttentionChoice::standard;
    options.attention.copies_around =
        training.stack == SoftwareStack::tuned || is_before(training, year_without_copies);
    const auto kernel = attention_generation(training.attention);
    options.attention.keeps_query_order = kernel ? *kernel >= 2 : !is_before(training, year_of_second_flash_attention);
    options.fused_elements = training.stack == SoftwareStack::tuned || training.execution == Execution::compiled;
    options.predicts_masked_only = training.stack == SoftwareStack::tuned;
    options.training = training.mode == RunMode::train;
    switch (training.norm_mode) {
    case NormMode::train: options.normalization = NormalizationMode::train; break;
    case NormMode::eval: options.normalization = NormalizationMode::eval; break;
    case NormMode::frozen: options.normalization = NormalizationMode::frozen; break;
    }
    return options;
}

} // namespace rigwright
