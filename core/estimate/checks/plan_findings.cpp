// SPDX-License-Identifier: Apache-2.0
#include "core/estimate/checks/plan_findings.h"

#include "core/estimate/checks/defect_size.h"
#include "core/estimate/checks/divisible.h"
#include "core/estimate/evaluation.h"
#include "core/estimate/time/communication.h"
#include "core/hardware/peaks.h"
#include "core/scenario/resolved_model.h"
#include "core/scenario/tiles.h"

#include <algorithm>
#include <array>
#include <variant>

namespace rigwright {

namespace {

using Severity = Finding::Severity;
using Found = std::optional<Finding>;

struct NumericsPlan {
    const Evaluation& evaluation;
    const EngineData& data;

    const Training& training() const { return evaluation.scenario.training; }
    bool trains() const { return training().mode == RunMode::train; }
    bool in_fp16() const
    {
        const Precision precision = training().precision;
        return precision == Precision::fp16 || precision == Precision::fp16_amp || precision == Precision::fp16_master;
    }
};

Found loss_scaling(const NumericsPlan& plan)
{
    const Precision precision = plan.training().precision;
    const bool scaled = precision == Precision::fp16_amp || precision == Precision::fp16_master;
    if (!plan.trains() || !scaled) return {};
    return Finding{Severity::unchecked, "fp16-needs-loss-scaling", "training.precision", {}};
}

Found pure_fp16(const NumericsPlan& plan)
{
    if (!plan.trains() || plan.training().precision != Precision::fp16) return {};
    return Finding{Severity::loses, "pure-fp16-is-fragile", "training.precision", {}};
}

/// The frameworks' usual constant of these optimizers, 1e-8, is below half of the smallest fp16 number.
Found epsilon_vanishes(const NumericsPlan& plan)
{
    const OptimizerKind kind = plan.training().optimizer;
    const bool small = kind == OptimizerKind::adam || kind == OptimizerKind::adamw || kind == OptimizerKind::rmsprop;
    if (!plan.trains() || plan.training().precision != Precision::fp16 || !small) return {};
    return Finding{Severity::loses, "adam-epsilon-vanishes", "training.optimizer", {}};
}

/// Autocast and master recipes keep statistics in fp32; a network that is fp16 as a whole does not.
Found norms_in_fp16(const NumericsPlan& plan)
{
    if (!plan.trains() || plan.training().precision != Precision::fp16) return {};
    const auto& operators = plan.evaluation.network->operators;
    const auto norms = std::count_if(operators.begin(), operators.end(), [](const Operator& op) {
        const auto* norm = std::get_if<Normalization>(&op.kind);
        return norm != nullptr && norm->kind == NormalizationKind::batch && norm->mode == NormalizationMode::train;
    });
    if (norms == 0) return {};
    return Finding{Severity::loses, "norm-statistics-in-fp16", "training.precision", {}};
}

/// T5 was trained in bf16: its feed-forward outputs, never re-centred by its RMS norms, leave the range of fp16.
Found overflows(const NumericsPlan& plan)
{
    if (!plan.in_fp16()) return {};
    const Scenario& scenario = plan.evaluation.scenario;
    const Preset* preset = preset_of(plan.data.presets, scenario.model.preset);
    const auto is = [&](const char* key, std::string_view word) {
        const FieldValue* value = given_value(scenario, preset, key);
        const auto* text = value == nullptr ? nullptr : std::get_if<std::string>(value);
        return text != nullptr && *text == word;
    };
    if (!is("norm", "rms") || !is("positions", "relative-bias")) return {};
    return Finding{Severity::loses, "activations-overflow-fp16", "training.precision", {}};
}

Found pure_bf16(const NumericsPlan& plan)
{
    if (!plan.trains() || plan.training().precision != Precision::bf16) return {};
    return Finding{Severity::unchecked, "pure-bf16-loses-updates", "training.precision", {}};
}

/// One line a finding.
constexpr std::array numerics_checks{loss_scaling, pure_fp16, epsilon_vanishes, norms_in_fp16, overflows, pure_bf16};

/// What the number formats of a plan risk: the range of fp16, digits of 16-bit weights, constants of the optimizer that
/// vanish, sums of norms, models known to overflow. Formats are IEEE 754 binary16 (largest 65,504, smallest above zero
/// 5.96e-8) and bfloat16 (8 significant bits).
void add_numerics_findings(const Evaluation& evaluation, const EngineData& data, std::vector<Finding>& findings)
{
    const NumericsPlan plan{evaluation, data};
    for (const auto check : numerics_checks) {
        if (Found finding = check(plan)) findings.push_back(std::move(*finding));
    }
}

struct ParallelPlan {
    const Scenario& scenario;
    Divisible model;

    const Parallel& parallel() const { return scenario.parallel; }
};

std::pair<std::string, Argument> count_argument(const char* name, std::int64_t number)
{
    return {name, value_of(Count(number))};
}

Found heads_do_not_divide(const ParallelPlan& plan)
{
    const std::int64_t tensor = plan.parallel().tensor;
    if (plan.model.heads == 0 || plan.model.heads % tensor == 0) return {};
    return Finding{Severity::blocks,
                   "heads-do-not-divide",
                   "parallel.tensor",
                   {count_argument("heads", plan.model.heads), count_argument("tensor", tensor)}};
}

Found nothing_to_split(const ParallelPlan& plan)
{
    if (plan.parallel().tensor == 1 || plan.model.heads > 0) return {};
    return Finding{Severity::loses,
                   "tensor-parallel-without-attention",
                   "parallel.tensor",
                   {count_argument("tensor", plan.parallel().tensor)}};
}

Found no_experts(const ParallelPlan& plan)
{
    if (plan.parallel().expert == 1 || plan.model.experts > 1) return {};
    return Finding{Severity::blocks,
                   "no-experts-to-divide",
                   "parallel.expert",
                   {count_argument("expert", plan.parallel().expert)}};
}

Found experts_do_not_divide(const ParallelPlan& plan)
{
    const std::int64_t expert = plan.parallel().expert;
    if (plan.model.experts <= 1 || plan.model.experts % expert == 0) return {};
    return Finding{Severity::blocks,
                   "experts-do-not-divide",
                   "parallel.expert",
                   {count_argument("experts", plan.model.experts), count_argument("expert", expert)}};
}

/// Experts are dealt out among the GPUs of one pipeline stage.
Found expert_groups_do_not_divide(const ParallelPlan& plan)
{
    const std::int64_t gpus = gpu_count(plan.scenario.build) / plan.parallel().pipeline;
    const std::int64_t expert = plan.parallel().expert;
    if (expert == 1 || gpus % expert == 0) return {};
    return Finding{Severity::blocks,
                   "expert-groups-do-not-divide",
                   "parallel.expert",
                   {count_argument("expert", expert), count_argument("gpus", gpus)}};
}

Found layers_do_not_divide(const ParallelPlan& plan)
{
    const std::int64_t stages = plan.parallel().pipeline;
    if (stages == 1 || plan.model.layers == 0) return {};
    const std::int64_t chunks = stages * plan.parallel().pipeline_interleave;
    const auto arguments = [&] {
        return Arguments{count_argument("layers", plan.model.layers), count_argument("stages", stages),
                         count_argument("chunks", chunks)};
    };
    if (plan.model.layers < chunks)
        return Finding{Severity::blocks, "fewer-layers-than-stages", "parallel.pipeline", arguments()};
    if (plan.model.layers % chunks == 0) return {};
    return Finding{Severity::loses, "layers-do-not-divide", "parallel.pipeline", arguments()};
}

Found interleave_without_pipeline(const ParallelPlan& plan)
{
    if (plan.parallel().pipeline > 1 || plan.parallel().pipeline_interleave == 1) return {};
    return Finding{Severity::unchecked, "interleave-without-pipeline", "parallel.pipeline_interleave", {}};
}

Found tokens_do_not_divide(const ParallelPlan& plan)
{
    const std::int64_t context = plan.parallel().context;
    if (plan.model.tokens == 0 || plan.model.tokens % context == 0) return {};
    return Finding{Severity::blocks,
                   "tokens-do-not-divide",
                   "parallel.context",
                   {count_argument("tokens", plan.model.tokens), count_argument("context", context)}};
}

/// All-to-all exchanges tokens for heads.
Found heads_limit_context(const ParallelPlan& plan)
{
    const Parallel& parallel = plan.parallel();
    const std::int64_t ranks = parallel.context * parallel.tensor;
    const bool exchanged = parallel.context > 1 && parallel.context_method == ContextMethod::all_to_all;
    if (!exchanged || plan.model.heads == 0 || plan.model.heads % ranks == 0) return {};
    return Finding{Severity::blocks,
                   "heads-limit-context",
                   "parallel.context",
                   {count_argument("heads", plan.model.heads), count_argument("ranks", ranks)}};
}

Found sequence_without_tensor(const ParallelPlan& plan)
{
    if (!plan.parallel().sequence_parallel || plan.parallel().tensor > 1) return {};
    return Finding{Severity::unchecked, "sequence-parallel-without-tensor", "parallel.sequence_parallel", {}};
}

/// More memory than the stage promises, and no less traffic than stage 1.
Found gradients_whole_in_pipeline(const ParallelPlan& plan)
{
    if (plan.parallel().zero_stage != 2 || shards_gradients(plan.parallel())) return {};
    return Finding{Severity::unchecked, "gradients-whole-in-pipeline", "parallel.zero_stage", {}};
}

/// One line a finding.
constexpr std::array parallel_checks{
    heads_do_not_divide,         nothing_to_split,           no_experts,
    experts_do_not_divide,       layers_do_not_divide,       expert_groups_do_not_divide,
    interleave_without_pipeline, tokens_do_not_divide,       heads_limit_context,
    sequence_without_tensor,     gradients_whole_in_pipeline};

/// Adds what is wrong with how a plan divides its model over GPUs: heads, experts, layers or tokens that do not divide
/// by a degree, and degrees that divide nothing. The estimate is that of the GPU with the larger share.
void add_parallel_findings(const Evaluation& evaluation, std::vector<Finding>& findings)
{
    const Parallel& p = evaluation.scenario.parallel;
    const bool plain =
        p.tensor * p.pipeline * p.context * p.expert * p.pipeline_interleave == 1 && !p.sequence_parallel;
    if (plain) return;
    const ParallelPlan plan{evaluation.scenario,
                            divisible_of(*evaluation.network, evaluation.scenario.parallel.tensor)};
    for (const auto check : parallel_checks) {
        if (Found finding = check(plan)) findings.push_back(std::move(*finding));
    }
}

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

namespace {

/// A few names for the message; the estimate lists all of them.
std::string first_of(const std::vector<std::string>& names)
{
    constexpr std::size_t shown = 5;
    std::string text;
    for (std::size_t i = 0; i < names.size() && i < shown; ++i) text += (i > 0 ? ", " : "") + names[i];
    return names.size() > shown ? text + ", ..." : text;
}

} // namespace

void add_import_findings(const ImportedNetwork& imported, Estimate& estimate)
{
    const ImportCoverage& coverage = imported.coverage;
    estimate.model.layers_unknown = coverage.unknown;
    if (!imported.has_operators)
        estimate.findings.push_back({Finding::Severity::blocks, "import-weights-only", "model.embedded", {}});
    else if (!coverage.whole())
        estimate.findings.push_back({Finding::Severity::blocks,
                                     "import-incomplete",
                                     "model.embedded",
                                     {{"counted", value_of(Count(coverage.counted))},
                                      {"nodes", value_of(Count(coverage.nodes))},
                                      {"found", first_of(coverage.missing)}}});
    else if (!coverage.complete())
        estimate.findings.push_back({Finding::Severity::unchecked,
                                     "import-nodes-unknown",
                                     "model.embedded",
                                     {{"counted", value_of(Count(coverage.counted))},
                                      {"nodes", value_of(Count(coverage.nodes))},
                                      {"found", first_of(coverage.unknown)}}});
}

namespace {

void add_parallel_findings(const StepTimeInputs& inputs, const TimeTerms& terms, std::vector<Finding>& findings)
{
    const Scenario& scenario = inputs.scenario;
    const CommunicationTerms& c = terms.communication;
    const Parallel& parallel = scenario.parallel;
    const auto loses = [&](const char* code, const char* field, Seconds waits) {
        findings.push_back(Finding{Severity::loses, code, field, {{"waits", value_of(waits)}}});
    };
    const Path tensor = c.tensor_collective.link.path;
    if (parallel.tensor > 1 && tensor == Path::network)
        loses("tensor-parallel-across-machines", "parallel.tensor", c.tensor_parallel);
    else if (parallel.tensor > 1 && (tensor == Path::pcie || tensor == Path::pcie_through_host))
        loses("tensor-parallel-over-pcie", "parallel.tensor", c.tensor_parallel);
    if (parallel.expert > 1 && c.expert_exchange.link.path == Path::network)
        loses("experts-across-machines", "parallel.expert", c.experts);
    if (parallel.expert > 1)
        findings.push_back(Finding{Severity::unchecked, "experts-taken-as-balanced", "parallel.expert", {}});
    if (terms.topology.bus.path == Path::pcie_through_host) {
        const Gpu* gpu = inputs.gpu;
        const bool known = gpu != nullptr && gpu->link.pcie_peer_to_peer.has_value();
        findings.push_back(
            Finding{known ? Severity::loses : Severity::unchecked,
                    known ? "no-peer-to-peer" : "peer-to-peer-not-known",
                    "build.gpu",
                    {{"rate", value_of(terms.topology.bus.reached())}, {"link", value_of(terms.topology.bus.rate)}}});
    }
    if (parallel.offload != Offload::none && !terms.offload.modelled)
        findings.push_back(Finding{Severity::unchecked, "offload-time-not-modelled", "parallel.offload", {}});
    if (terms.offload.host_bandwidth_assumed)
        findings.push_back(Finding{Severity::unchecked,
                                   "host-bandwidth-assumed",
                                   "build.cpu",
                                   {{"rate", value_of(terms.offload.host_bandwidth)}}});
}

/// Fully connected layers and what stands between them: MLPClassifier and MLPRegressor have nothing else.
bool is_of_perceptron(const Operator& op)
{
    return is<Linear>(op) || is<Activation>(op) || is<Softmax>(op) || is<View>(op) || is<CrossEntropy>(op);
}

} // namespace

std::vector<Finding> framework_refusals(const Scenario& scenario, const Network& network, const Gpu* gpu)
{
    std::vector<Finding> refusals;
    if (scenario.training.framework != Framework::scikit_learn) return refusals;
    if (gpu != nullptr)
        refusals.push_back(Finding{Severity::blocks, "scikit-learn-without-gpus", "build.gpu", {{"gpu", gpu->name}}});
    const auto other = std::find_if_not(network.operators.begin(), network.operators.end(), is_of_perceptron);
    if (other != network.operators.end())
        refusals.push_back(Finding{
            Severity::blocks, "scikit-learn-trains-perceptrons", "training.framework", {{"layer", other->name}}});
    return refusals;
}

void add_loading_findings(const LoadingTerms& loading, std::vector<Finding>& findings)
{
    if (loading.decode_unknown)
        findings.push_back(Finding{Severity::unchecked, "decode-rate-not-known", "dataset.encoding", {}});
    if (loading.decode_rate && loading.cores_assumed) {
        findings.push_back(Finding{
            Severity::unchecked, "host-cores-assumed", "build.cpu", {{"cores", Value{loading.cores, Unit::count}}}});
    }
    if (loading.drive && loading.drive->random_reads_unknown && !loading.in_page_cache())
        findings.push_back(Finding{Severity::unchecked, "random-reads-not-known", "build.storage", {}});
    // Sending batches to the GPU is a term of its own, and nothing that another processor or drive would change.
    if (loading.exposed_loader <= Seconds()) return;
    Finding limit{Severity::loses,
                  "storage-limits",
                  "build.storage",
                  {{"exposed", value_of(loading.exposed_loader)},
                   {"needed", value_of(loading.needed)},
                   {"samples", Value{loading.samples, Unit::count}}}};
    if (loading.decode_rate && (!loading.storage_rate || *loading.decode_rate <= *loading.storage_rate)) {
        limit.code = "decoding-limits";
        limit.field = "build.cpu";
    } else if (loading.drive && loading.drive->random_reads_limit()) {
        limit.code = "shuffled-files-limit";
        limit.arguments.push_back({"reads", Value{*loading.drive->random_reads_per_second, Unit::count}});
    }
    findings.push_back(std::move(limit));
}

void add_missing_number_findings(const StepTimeInputs& inputs, bool links_known, std::vector<Finding>& findings)
{
    const Arguments gpu{{"gpu", inputs.gpu->name}};
    if (!inputs.gpu->memory.bandwidth)
        findings.push_back(Finding{Severity::blocks, "bandwidth-not-published", "build.gpu", gpu});
    else if (links_known)
        findings.push_back(Finding{Severity::blocks, "peak-not-published", "build.gpu", gpu});
    if (!links_known) findings.push_back(Finding{Severity::blocks, "link-rate-not-published", "build.gpu", gpu});
}

void add_step_findings(const StepTimeInputs& inputs, const TimeTerms& terms, std::vector<Finding>& findings)
{
    if (generation_of(*inputs.gpu) == GpuGeneration::unmeasured) {
        findings.push_back(
            Finding{Severity::unchecked, "generation-not-measured", "build.gpu", {{"gpu", inputs.gpu->name}}});
    }
    if (terms.topology.network_assumed) {
        findings.push_back(Finding{Severity::unchecked,
                                   "network-assumed",
                                   "build.node_link",
                                   {{"rate", value_of(terms.topology.adapter.rate)}}});
    }
    add_parallel_findings(inputs, terms, findings);
    add_loading_findings(terms.loading, findings);
}

} // namespace rigwright
