// SPDX-License-Identifier: Apache-2.0
#include "core/estimate/plan_findings.h"

#include "core/estimate/defect_size.h"
#include "core/estimate/numerics_findings.h"
#include "core/estimate/parallel_findings.h"
#include "core/hardware/peaks.h"
#include "core/scenario/tiles.h"

#include <algorithm>
#include <array>
#include <variant>

namespace rigwright {

namespace {

using Severity = Finding::Severity;

/// A finished plan as the finding functions see it.
struct FinishedPlan {
    const Evaluation& evaluation;
    const EngineData& data;
    const Gpu& gpu;

    const Scenario& scenario() const { return evaluation.scenario; }
    const Training& training() const { return evaluation.scenario.training; }
    const MemoryEstimate& memory() const { return *evaluation.estimate->memory; }
    /// The processor that trains; null where a GPU does, or none is named.
    const Cpu* trainer() const
    {
        const BuildChoice& build = evaluation.scenario.build;
        return data.hardware.gpu(build.gpu) == nullptr ? data.hardware.cpu(build.cpu) : nullptr;
    }
    NumberFormat product_format() const { return recipe_of(training().precision).product; }
    bool multiplies_narrow_numbers() const { return storage_bits(product_format()) < 32; }
};

using Found = std::optional<Finding>;

Found does_not_fit(const FinishedPlan& plan)
{
    if (plan.evaluation.estimate->verdict != Verdict::does_not_fit) return {};
    const MemoryEstimate& memory = plan.memory();
    Finding finding{Severity::blocks,
                    memory.max_micro_batch > 0 ? "does-not-fit" : "does-not-fit-at-all",
                    "training.micro_batch",
                    {{"total", value_of(memory.total)},
                     {"usable", value_of(memory.usable)},
                     {"shortfall", value_of(memory.shortfall)},
                     {"gpu", plan.gpu.name}}};
    if (memory.max_micro_batch > 0) finding.arguments.push_back({"largest", value_of(Count(memory.max_micro_batch))});
    return finding;
}

Found tight(const FinishedPlan& plan)
{
    if (plan.evaluation.estimate->verdict != Verdict::tight) return {};
    const MemoryEstimate& memory = plan.memory();
    return Finding{Severity::loses,
                   "memory-tight",
                   "training.micro_batch",
                   {{"total", value_of(memory.total)},
                    {"margin", value_of(memory.with_margin)},
                    {"usable", value_of(memory.usable)}}};
}

Found time_is_hypothetical(const FinishedPlan& plan)
{
    if (plan.evaluation.estimate->verdict != Verdict::does_not_fit || !plan.evaluation.estimate->time) return {};
    return Finding{Severity::unchecked, "time-is-hypothetical", "", {}};
}

Found usable_unknown(const FinishedPlan& plan)
{
    if (plan.evaluation.memory.usable) return {};
    const char* field = plan.trainer() != nullptr ? "build.ram_GiB" : "build.gpu";
    return Finding{Severity::unchecked, "usable-memory-unknown", field, {{"gpu", plan.gpu.name}}};
}

Found no_nvlink(const FinishedPlan& plan)
{
    const std::optional<PeerLinkKind>& kind = plan.gpu.link.peer_kind;
    if (plan.scenario().build.gpu_link != LinkChoice::nvlink || (kind && *kind != PeerLinkKind::none)) return {};
    return Finding{kind ? Severity::loses : Severity::unchecked,
                   kind ? "no-nvlink-on-this-gpu" : "gpu-link-not-known",
                   "build.gpu_link",
                   {{"gpu", plan.gpu.name}}};
}

/// Whether the device has units for the format of the products; nullopt where its record does not tell.
std::optional<bool> has_units(const FinishedPlan& plan)
{
    const Cpu* cpu = plan.trainer();
    return cpu != nullptr ? multiplies(*cpu, plan.product_format()) : multiplies(plan.gpu, plan.product_format());
}

Found format_without_units(const FinishedPlan& plan)
{
    const bool named = plan.trainer() != nullptr || plan.data.hardware.gpu(plan.scenario().build.gpu) != nullptr;
    if (!named || !plan.multiplies_narrow_numbers()) return {};
    const std::optional<bool> units = has_units(plan);
    if (units == true) return {};
    return Finding{units ? Severity::loses : Severity::unchecked,
                   units ? "format-without-units" : "format-units-not-known",
                   "training.precision",
                   {{"format", std::string(word_of(plan.product_format()))}, {"gpu", plan.gpu.name}}};
}

/// Libraries turn such products into fp32 ones, and so does the time.
Found format_slower_than_fp32(const FinishedPlan& plan)
{
    const NumberFormat format = plan.product_format();
    if (!plan.multiplies_narrow_numbers() || multiplies_at_full_rate(plan.gpu, format)) return {};
    const auto own = dense_peak(plan.gpu, format, ComputeUnit::vector);
    const auto single = dense_peak(plan.gpu, NumberFormat::fp32, ComputeUnit::vector);
    if (!own || !single) return {};
    return Finding{Severity::loses,
                   "format-slower-than-fp32",
                   "training.precision",
                   {{"gpu", plan.gpu.name},
                    {"format", std::string(word_of(format))},
                    {"rate", value_of(*own)},
                    {"single", value_of(*single)}}};
}

/// Frameworks quantise linear layers alone.
Found format_for_linear_layers(const FinishedPlan& plan)
{
    const auto convolves = [](const Operator& op) { return std::holds_alternative<Convolution>(op.kind); };
    const NumberFormat format = plan.product_format();
    if (storage_bits(format) > 8 || plan.evaluation.network == nullptr) return {};
    if (std::ranges::none_of(plan.evaluation.network->operators, convolves)) return {};
    return Finding{
        Severity::loses, "format-for-linear-layers", "training.precision", {{"format", std::string(word_of(format))}}};
}

/// The time takes 16-bit products of a processor as no faster than fp32: nothing measured tells by how much they are.
Found processor_format_not_measured(const FinishedPlan& plan)
{
    const Cpu* cpu = plan.trainer();
    if (cpu == nullptr || !plan.multiplies_narrow_numbers() || !multiplies(*cpu, plan.product_format()).value_or(false))
        return {};
    return Finding{Severity::unchecked,
                   "processor-format-not-measured",
                   "training.precision",
                   {{"cpu", cpu->name}, {"format", std::string(word_of(plan.product_format()))}}};
}

Found batch_exceeds_dataset(const FinishedPlan& plan)
{
    const std::optional<std::int64_t> samples = samples_with_tiles(plan.scenario());
    const std::int64_t batch = global_batch(plan.scenario());
    if (!samples || batch <= *samples) return {};
    return Finding{Severity::loses,
                   "global-batch-exceeds-dataset",
                   "training.micro_batch",
                   {{"global_batch", value_of(Count(batch))}, {"samples", value_of(Count(*samples))}}};
}

Found reserves_whole_card(const FinishedPlan& plan)
{
    const Framework framework = plan.training().framework;
    const bool keeps = framework == Framework::tensorflow || framework == Framework::keras;
    if (!keeps || trains_on_processor(plan.scenario().build)) return {};
    return Finding{Severity::unchecked, "tensorflow-reserves-memory", "training.framework", {}};
}

/// Tiles of a training multiply its samples on the requirements page; this plan is the one without.
Found dequantization_is_traffic(const FinishedPlan& plan)
{
    if (plan.training().base_weights == BaseWeights::same) return {};
    return Finding{Severity::unchecked, "dequantization-traffic-only", "training.base_weights", {}};
}

/// One line a finding.
Found defect_shrinks(const FinishedPlan& plan)
{
    const auto defect = defect_at_input(plan.evaluation, plan.data);
    if (!defect || defect->is_kept()) return {};
    return Finding{Severity::loses,
                   "defect-shrinks-at-input",
                   "requirements.smallest_defect_pixels",
                   {{"defect", value_of(Count(defect->defect))},
                    {"kept", Value{defect->kept(), Unit::ratio}},
                    {"height", value_of(Count(defect->input[0]))},
                    {"width", value_of(Count(defect->input[1]))},
                    {"needed", value_of(Count(defect->needed))}}};
}

constexpr std::array plan_checks{does_not_fit,
                                 tight,
                                 time_is_hypothetical,
                                 usable_unknown,
                                 no_nvlink,
                                 format_without_units,
                                 format_slower_than_fp32,
                                 format_for_linear_layers,
                                 processor_format_not_measured,
                                 batch_exceeds_dataset,
                                 reserves_whole_card,
                                 dequantization_is_traffic,
                                 defect_shrinks};

} // namespace

void add_plan_findings(const Evaluation& evaluation, const EngineData& data, const Gpu& gpu,
                       std::vector<Finding>& findings)
{
    add_parallel_findings(evaluation, findings);
    const FinishedPlan plan{evaluation, data, gpu};
    for (const auto check : plan_checks) {
        if (Found finding = check(plan)) findings.push_back(std::move(*finding));
    }
    add_numerics_findings(evaluation, data, findings);
}

} // namespace rigwright
