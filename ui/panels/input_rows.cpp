// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/input_rows.h"

#include "core/estimate/checks/checks.h"
#include "core/estimate/evaluation.h"
#include "core/estimate/field_access.h"
#include "core/scenario/resolved_model.h"
#include "ui/panels/part_entries.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace rigwright {

namespace {

using Traits = const PlanTraits&;
using S = const Scenario&;

bool when_training(Traits t, S) { return t.trains; }
bool with_gpus(Traits t, S) { return t.many_gpus; }
bool on_gpus(Traits, S s) { return !trains_on_processor(s.build); }
bool with_machines(Traits t, S) { return t.many_machines; }
bool with_attention(Traits t, S) { return t.many_gpus && t.attention; }
bool with_tensor(Traits, S s) { return s.parallel.tensor > 1; }
bool with_layers(Traits t, S) { return t.many_gpus && t.layers; }
bool with_pipeline(Traits, S s) { return s.parallel.pipeline > 1; }
bool with_context(Traits, S s) { return s.parallel.context > 1; }
bool with_experts(Traits t, S) { return t.many_gpus && t.experts; }
bool with_linear(Traits t, S) { return t.trains && t.linear; }
bool with_lora(Traits, S s) { return s.training.lora.has_value(); }
bool with_weights(Traits t, S) { return t.linear; }
bool reduces(Traits t, S) { return t.many_gpus && t.trains; }
bool with_fused_loss(Traits t, S) { return t.trains && (t.sequences || t.focal_loss); }
bool with_convolutions(Traits t, S) { return t.convolutions; }
bool with_images(Traits t, S) { return t.images; }
bool with_sequences(Traits t, S) { return t.sequences; }

/// A field that does not apply to every plan.
struct Row {
    std::string_view path;
    bool (*means_something)(Traits, S);
};

constexpr std::array rows{
    Row{"build.nics_per_node", with_machines},      Row{"training.gradient_accumulation", when_training},
    Row{"training.global_batch", when_training},    Row{"training.optimizer", when_training},
    Row{"training.recompute", when_training},       Row{"training.lora", with_linear},
    Row{"training.lora.rank", with_lora},           Row{"training.lora.targets", with_lora},
    Row{"training.base_weights", with_weights},     Row{"parallel.tensor", with_attention},
    Row{"parallel.sequence_parallel", with_tensor}, Row{"parallel.tensor_parallel_overlap", with_tensor},
    Row{"parallel.pipeline", with_layers},          Row{"parallel.pipeline_interleave", with_pipeline},
    Row{"parallel.context", with_attention},        Row{"parallel.context_method", with_context},
    Row{"parallel.expert", with_experts},           Row{"parallel.zero_stage", reduces},
    Row{"parallel.offload", when_training},         Row{"parallel.data_parallel_kind", with_gpus},
    Row{"parallel.data_parallel_overlap", reduces}, Row{"training.gradient_precision", when_training},
    Row{"training.cross_entropy", with_fused_loss}, Row{"training.ema", when_training},
    Row{"training.autotune", with_convolutions},    Row{"training.optimizer_implementation", when_training},
    Row{"training.late_zero_grad", when_training},  Row{"dataset.tokens", with_sequences},
    Row{"dataset.source_height", with_images},      Row{"build.gpus_per_node", on_gpus},
};

/// Fields that this plan never reads stay hidden even if they differ from their default.
bool is_unread(std::string_view path, Traits traits)
{
    if (path.starts_with("dataset.")) return true;
    return !traits.trains && (path == "training.gradient_accumulation" || path == "training.global_batch" ||
                              path == "training.optimizer" || path == "training.recompute");
}

} // namespace

std::optional<FormRow> input_row(const std::string& path, const Document& document, const Localization& words)
{
    constexpr std::string_view shape = "model.shape.";
    if (const FieldRow* row = row_of(path)) {
        FormRow form = form_row(*row, words, [&document, &words, path] {
            return field_entries(path, {*document.data(), document.edited(), words});
        });
        if (path.starts_with("input.image_"))
            form.number = number_spec(*row, *rule_at(path),
                                      side_step(resolve_model(document.scenario(), document.data()->presets)));
        return form;
    }
    const Family* family = family_of_model(document.scenario(), *document.data());
    if (family == nullptr || !path.starts_with(shape)) return std::nullopt;
    const auto found = std::ranges::find(family->hyperparameters, path.substr(shape.size()), &Hyperparameter::key);
    if (found == family->hyperparameters.end()) return std::nullopt;
    return form_row(*found, words);
}

PlanTraits traits_of(const Document& document)
{
    const Evaluation& evaluation = document.evaluation();
    PlanTraits traits;
    const Scenario& scenario = evaluation.scenario;
    traits.trains = scenario.training.mode == RunMode::train;
    traits.many_gpus = gpu_count(scenario.build) > 1;
    traits.many_machines = scenario.build.nodes > 1;
    if (evaluation.network) {
        const Divisible found = divisible_of(*evaluation.network, 1);
        traits.attention = found.heads > 0;
        traits.experts = found.experts > 1;
        traits.layers = found.layers > 1;
        traits.focal_loss = evaluation.network->loss == LossKind::focal;
        for (const Operator& op : evaluation.network->operators) {
            traits.linear = traits.linear || std::holds_alternative<Linear>(op.kind);
            traits.convolutions = traits.convolutions || std::holds_alternative<Convolution>(op.kind);
        }
    }
    if (const Family* family = family_of_model(scenario, *document.data())) {
        using Kind = Family::InputKind;
        traits.images = family->input_kind == Kind::image || family->input_kind == Kind::volume ||
                        family->input_kind == Kind::image_and_text;
        traits.sequences = family->input_kind == Kind::sequence || family->input_kind == Kind::sequence_pair;
    }
    return traits;
}

bool is_input_offered(std::string_view path, const PlanTraits& traits, const Document& document)
{
    const Scenario& scenario = document.evaluation().scenario;
    const auto row = std::ranges::find(rows, path, &Row::path);
    if (row == rows.end() || row->means_something(traits, scenario)) return true;
    if (is_unread(path, traits)) return false;
    const FieldValue own = field_value(scenario, path);
    return own.index() != 0 && own != default_value(scenario, *document.data(), path);
}

} // namespace rigwright
