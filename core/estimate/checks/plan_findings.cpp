// SPDX-License-Identifier: Apache-2.0

#include "core/estimate/checks/checks.h"
#include "core/estimate/checks/defect_size.h"
#include "core/estimate/checks/finding_list.h"
#include "core/estimate/evaluation.h"
#include "core/estimate/time/communication.h"
#include "core/hardware/gpu.h"
#include "core/network/operator_counts.h"
#include "core/scenario/resolved_model.h"
#include "core/scenario/task.h"
#include "core/scenario/tiles.h"
#include "core/scenario/words.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <variant>

namespace rigwright {

namespace {

/// T5 was trained in bf16: its RMS norms do not re-center the feed-forward outputs, which exceed the range of fp16.
bool overflows_fp16(const Scenario& scenario, const EngineData& data)
{
    const Preset* preset = preset_of(data.presets, scenario.model.preset);
    const auto is = [&](const char* key, std::string_view word) {
        const FieldValue* value = given_value(scenario, preset, key);
        const auto* text = value == nullptr ? nullptr : std::get_if<std::string>(value);
        return text != nullptr && *text == word;
    };
    return is("norm", "rms") && is("positions", "relative-bias");
}

/// Autocast and master recipes keep statistics in fp32; a pure fp16 network does not.
bool has_batch_norms(const Network& network)
{
    return std::ranges::any_of(network.operators, [](const Operator& op) {
        const auto* norm = std::get_if<Normalization>(&op.kind);
        return norm != nullptr && norm->kind == NormalizationKind::batch && norm->mode == NormalizationMode::train;
    });
}

/// Reports risks of the plan's number formats: the range of fp16, digits of 16-bit weights, optimizer constants that
/// vanish, sums of norms, models known to overflow. Formats are IEEE 754 binary16 (largest 65,504, smallest above zero
/// 5.96e-8) and bfloat16 (8 significant bits).
void add_numerics_findings(const Evaluation& evaluation, const EngineData& data, FindingList& found)
{
    const Training& training = evaluation.scenario.training;
    const Precision precision = training.precision;
    const bool trains = training.mode == RunMode::train;
    const bool updates_narrow_weights = storage_bits(trained_recipe(training).weights) < 32;
    const bool pure = precision == Precision::fp16;
    const bool scaled = precision == Precision::fp16_amp || precision == Precision::fp16_master;
    if (trains && scaled) found.unchecked("fp16-needs-loss-scaling", "training.precision");
    if (trains && pure) {
        found.loses("pure-fp16-is-fragile", "training.precision");
        // The default epsilon of these optimizers, 1e-8, is below half of the smallest fp16 number.
        const OptimizerKind kind = training.optimizer;
        const bool has_epsilon =
            kind == OptimizerKind::adam || kind == OptimizerKind::adamw || kind == OptimizerKind::rmsprop;
        if (has_epsilon && updates_narrow_weights) found.loses("adam-epsilon-vanishes", "training.optimizer");
        if (has_batch_norms(*evaluation.network)) found.loses("norm-statistics-in-fp16", "training.precision");
    }
    if ((pure || scaled) && overflows_fp16(evaluation.scenario, data))
        found.loses("activations-overflow-fp16", "training.precision");
    if (trains && precision == Precision::bf16 && updates_narrow_weights)
        found.unchecked("pure-bf16-loses-updates", "training.precision");
}

void check_heads_and_experts(const Scenario& scenario, const Divisible& model, FindingList& found)
{
    const std::int64_t tensor = scenario.parallel.tensor;
    const std::int64_t expert = scenario.parallel.expert;
    if (model.heads > 0 && model.heads % tensor != 0)
        found.blocks("heads-do-not-divide", "parallel.tensor", {{"heads", model.heads}, {"tensor", tensor}});
    if (tensor > 1 && model.heads == 0)
        found.loses("tensor-parallel-without-attention", "parallel.tensor", {{"tensor", tensor}});
    if (expert > 1 && model.experts <= 1) found.blocks("no-experts-to-divide", "parallel.expert", {{"expert", expert}});
    if (model.experts > 1 && model.experts % expert != 0)
        found.blocks("experts-do-not-divide", "parallel.expert", {{"experts", model.experts}, {"expert", expert}});
}

void check_stages(const Scenario& scenario, const Divisible& model, FindingList& found)
{
    const Parallel& parallel = scenario.parallel;
    const std::int64_t stages = parallel.pipeline;
    const std::int64_t chunks = stages * parallel.pipeline_interleave;
    const bool too_few = model.layers < chunks;
    if (stages > 1 && model.layers > 0 && (too_few || model.layers % chunks != 0))
        found.add(too_few ? Finding::Severity::blocks : Finding::Severity::loses,
                  too_few ? "fewer-layers-than-stages" : "layers-do-not-divide", "parallel.pipeline",
                  {{"layers", model.layers}, {"stages", stages}, {"chunks", chunks}});
    // Experts are distributed over the GPUs of one pipeline stage.
    const std::int64_t gpus = gpu_count(scenario.build) / stages;
    if (parallel.expert > 1 && gpus % parallel.expert != 0)
        found.blocks("expert-groups-do-not-divide", "parallel.expert", {{"expert", parallel.expert}, {"gpus", gpus}});
    if (stages == 1 && parallel.pipeline_interleave > 1)
        found.unchecked("interleave-without-pipeline", "parallel.pipeline_interleave");
}

void check_context(const Parallel& parallel, const Divisible& model, FindingList& found)
{
    if (parallel.context > 1 && model.heads == 0)
        found.loses("context-parallel-without-attention", "parallel.context", {{"context", parallel.context}});
    if (model.tokens > 0 && model.tokens % parallel.context != 0)
        found.blocks("tokens-do-not-divide", "parallel.context",
                     {{"tokens", model.tokens}, {"context", parallel.context}});
    // All-to-all exchanges tokens for heads.
    const std::int64_t ranks = parallel.context * parallel.tensor;
    const bool exchanged = parallel.context > 1 && parallel.context_method == ContextMethod::all_to_all;
    if (exchanged && model.heads > 0 && model.heads % ranks != 0)
        found.blocks("heads-limit-context", "parallel.context", {{"heads", model.heads}, {"ranks", ranks}});
    if (parallel.sequence_parallel && parallel.tensor == 1)
        found.unchecked("sequence-parallel-without-tensor", "parallel.sequence_parallel");
    // Uses more memory than the stage promises, and no less traffic than stage 1.
    if (parallel.zero_stage == 2 && !shards_gradients(parallel))
        found.unchecked("gradients-whole-in-pipeline", "parallel.zero_stage");
}

/// Reports faults in how a plan divides its model over GPUs: heads, experts, layers or tokens that a degree does not
/// divide, and degrees that divide nothing. The estimate is that of the GPU with the larger share.
void add_parallel_findings(const Evaluation& evaluation, FindingList& found)
{
    const Parallel& p = evaluation.scenario.parallel;
    const bool plain =
        p.tensor * p.pipeline * p.context * p.expert * p.pipeline_interleave == 1 && !p.sequence_parallel;
    if (plain) return;
    const Divisible model = divisible_of(*evaluation.network, p.tensor);
    check_heads_and_experts(evaluation.scenario, model, found);
    check_stages(evaluation.scenario, model, found);
    check_context(p, model, found);
}

/// A finished plan as the finding functions see it.
struct FinishedPlan {
    const Evaluation& evaluation;
    const EngineData& data;
    const Gpu& gpu;

    const Scenario& scenario() const { return evaluation.scenario; }
    const Training& training() const { return evaluation.scenario.training; }
    const MemoryEstimate& memory() const { return *evaluation.estimate->memory; }
    /// The CPU that trains; null where a GPU trains or no CPU is named.
    const Cpu* trainer() const
    {
        const BuildChoice& build = evaluation.scenario.build;
        return data.hardware.gpu(build.gpu) == nullptr ? data.hardware.cpu(build.cpu) : nullptr;
    }
    NumberFormat product_format() const { return recipe_of(training().precision).product; }
    std::string format_name() const { return std::string(word_of(product_format())); }
    bool multiplies_narrow_numbers() const { return storage_bits(product_format()) < 32; }
    /// Every device multiplies fp32, and fp64 at some rate.
    bool needs_units_of_its_format() const
    {
        return multiplies_narrow_numbers() || product_format() == NumberFormat::tf32;
    }
};

/// Reports the verdict, and the parts of it that were never measured.
void check_memory(const FinishedPlan& plan, FindingList& found)
{
    const Estimate& estimate = *plan.evaluation.estimate;
    if (estimate.verdict == Verdict::does_not_fit) {
        const MemoryEstimate& memory = plan.memory();
        Finding& finding =
            found.add(Finding::Severity::blocks, memory.max_micro_batch > 0 ? "does-not-fit" : "does-not-fit-at-all",
                      "training.micro_batch",
                      {{"total", memory.total},
                       {"usable", memory.usable},
                       {"shortfall", memory.shortfall},
                       {"gpu", plan.gpu.name}});
        if (memory.max_micro_batch > 0) finding.arguments.emplace_back("largest", whole_value(memory.max_micro_batch));
    }
    if (estimate.verdict == Verdict::tight) {
        const MemoryEstimate& memory = plan.memory();
        found.loses("memory-tight", "training.micro_batch",
                    {{"needed", memory.needed}, {"margin", memory.with_margin}, {"usable", memory.usable}});
    }
    if (estimate.verdict == Verdict::does_not_fit && estimate.time) found.unchecked("time-is-hypothetical", "");
    if (estimate.memory && estimate.memory->order_of_magnitude) {
        const MemoryEstimate& memory = plan.memory();
        const Framework framework = plan.training().framework;
        const bool of_gpu = framework == Framework::pytorch;
        const Argument what =
            of_gpu ? Argument(plan.gpu.name) : Argument(MessageCode{"framework." + std::string(word_of(framework))});
        found.unchecked("memory-not-measured", of_gpu ? "build.gpu" : "training.framework",
                        {{"what", what}, {"low", memory.low}, {"high", memory.high}});
    }
    if (estimate.time && estimate.time->order_of_magnitude && plan.trainer() == nullptr) {
        if (plan.data.time.generation_of(plan.gpu).order_of_magnitude)
            found.unchecked("generation-not-measured", "build.gpu", {{"gpu", plan.gpu.name}});
        if (plan.scenario().parallel.offload != Offload::none)
            found.unchecked("offload-not-measured", "parallel.offload");
    }
    if (!plan.evaluation.memory.usable)
        found.unchecked("usable-memory-unknown", plan.trainer() != nullptr ? "build.ram_GiB" : "build.gpu",
                        {{"gpu", plan.gpu.name}});
}

void check_offload(const FinishedPlan& plan, FindingList& found)
{
    const Parallel& parallel = plan.scenario().parallel;
    const std::int64_t stage = stage_for_offload(parallel.offload);
    if (parallel.zero_stage < stage && data_parallel_degree(plan.scenario()) > 1)
        found.blocks("offload-needs-zero", "parallel.zero_stage", {{"stage", stage}});
}

void check_link(const FinishedPlan& plan, FindingList& found)
{
    const std::optional<PeerLinkKind>& kind = plan.gpu.link.peer_kind;
    if (plan.scenario().build.gpu_link != LinkChoice::nvlink || (kind && *kind != PeerLinkKind::none)) return;
    if (kind)
        found.loses("no-nvlink-on-this-gpu", "build.gpu_link", {{"gpu", plan.gpu.name}});
    else
        found.unchecked("gpu-link-not-known", "build.gpu_link", {{"gpu", plan.gpu.name}});
}

/// Reports a device without units for the format of the products, or whose record does not say.
void check_units(const FinishedPlan& plan, FindingList& found)
{
    const Cpu* cpu = plan.trainer();
    const bool named = cpu != nullptr || plan.data.hardware.gpu(plan.scenario().build.gpu) != nullptr;
    if (!named || !plan.needs_units_of_its_format()) return;
    const std::optional<bool> units =
        cpu != nullptr ? multiplies(*cpu, plan.product_format()) : multiplies(plan.gpu, plan.product_format());
    if (units == true) return;
    found.add(units ? Finding::Severity::loses : Finding::Severity::unchecked,
              units ? "format-without-units" : "format-units-not-known", "training.precision",
              {{"format", plan.format_name()}, {"gpu", plan.gpu.name}});
}

/// Libraries run such products in fp32, and so does the time model.
void format_slower_than_fp32(const FinishedPlan& plan, FindingList& found)
{
    const NumberFormat format = plan.product_format();
    if (!plan.multiplies_narrow_numbers() || multiplies_at_full_rate(plan.gpu, format)) return;
    const auto own = dense_peak(plan.gpu, format, ComputeUnit::vector);
    const auto single = dense_peak(plan.gpu, NumberFormat::fp32, ComputeUnit::vector);
    if (!own || !single) return;
    found.loses("format-slower-than-fp32", "training.precision",
                {{"gpu", plan.gpu.name}, {"format", plan.format_name()}, {"rate", *own}, {"single", *single}});
}

/// Frameworks quantize linear layers only.
void format_for_linear_layers(const FinishedPlan& plan, FindingList& found)
{
    const auto convolves = [](const Operator& op) { return std::holds_alternative<Convolution>(op.kind); };
    if (storage_bits(plan.product_format()) > 8 || plan.evaluation.network == nullptr) return;
    if (std::ranges::any_of(plan.evaluation.network->operators, convolves))
        found.loses("format-for-linear-layers", "training.precision", {{"format", plan.format_name()}});
}

/// The time model runs 16-bit products of a CPU no faster than fp32, as no measurement gives their gain.
void processor_format_not_measured(const FinishedPlan& plan, FindingList& found)
{
    const Cpu* cpu = plan.trainer();
    if (cpu == nullptr || !plan.multiplies_narrow_numbers() || !multiplies(*cpu, plan.product_format()).value_or(false))
        return;
    found.unchecked("processor-format-not-measured", "training.precision",
                    {{"cpu", cpu->name}, {"format", plan.format_name()}});
}

void check_held_batch(const FinishedPlan& plan, FindingList& found)
{
    const std::optional<std::int64_t>& held = plan.training().global_batch;
    const std::int64_t batch = global_batch(plan.scenario());
    if (!held || plan.training().mode != RunMode::train || batch == *held) return;
    const Scenario holding = holding_batch(plan.scenario());
    if (global_batch(holding) != *held)
        found.loses("other-global-batch", "training.global_batch", {{"global_batch", batch}, {"held", *held}});
    else
        found.loses("other-accumulation", "training.gradient_accumulation",
                    {{"global_batch", batch}, {"held", *held}, {"steps", holding.training.gradient_accumulation}});
}

void check_training(const FinishedPlan& plan, FindingList& found)
{
    const std::optional<std::int64_t> samples = samples_with_tiles(plan.scenario());
    const std::int64_t batch = global_batch(plan.scenario());
    if (samples && batch > *samples)
        found.loses("global-batch-exceeds-dataset", "training.micro_batch",
                    {{"global_batch", batch}, {"samples", *samples}});
    if (runs_on_tensorflow(plan.training()) && !trains_on_processor(plan.scenario().build))
        found.unchecked("tensorflow-reserves-memory", "training.framework");
    if (plan.training().base_weights != BaseWeights::same)
        found.unchecked("dequantization-traffic-only", "training.base_weights");
}

/// A run over a text is one pass over all of its tokens, with weights as training stores them.
void check_inference(const FinishedPlan& plan, FindingList& found)
{
    if (plan.training().mode != RunMode::infer || plan.evaluation.network == nullptr) return;
    if (plan.evaluation.network->cache_elements > Count(0))
        found.unchecked("generation-not-estimated", "training.mode");
    const PrecisionRecipe& recipe = recipe_of(plan.training().precision);
    if (!recipe.autocast && storage_bits(recipe.product) < storage_bits(recipe.weights))
        found.unchecked("weights-counted-wider", "training.precision", {{"format", plan.format_name()}});
}

/// The requirements page multiplies samples by training tiles; this plan has no tiles.
void defect_shrinks(const FinishedPlan& plan, FindingList& found)
{
    const auto defect = defect_at_input(plan.evaluation, plan.data);
    if (!defect || defect->is_kept()) return;
    found.loses("defect-shrinks-at-input", "requirements.smallest_defect_pixels",
                {{"defect", defect->defect},
                 {"kept", Value{defect->kept(), Unit::ratio}},
                 {"height", defect->input[0]},
                 {"width", defect->input[1]},
                 {"needed", defect->needed}});
}

/// Samples count; tokens beside them that say another amount are not used.
void tokens_not_used(const FinishedPlan& plan, FindingList& found)
{
    const Dataset& dataset = plan.scenario().dataset;
    if (!dataset.samples || !dataset.tokens || plan.evaluation.network == nullptr) return;
    const std::optional<std::int64_t> each = tokens_per_sample(*plan.evaluation.network);
    if (!each || Count(*dataset.samples) * Count(*each) == Count(*dataset.tokens)) return;
    found.unchecked("tokens-not-used", "dataset.tokens",
                    {{"tokens", *dataset.tokens},
                     {"samples", *dataset.samples},
                     {"each", *each},
                     {"all", Count(*dataset.samples) * Count(*each)}});
}

/// One line per check.
constexpr std::array plan_checks{check_memory,
                                 check_link,
                                 check_offload,
                                 check_units,
                                 format_slower_than_fp32,
                                 format_for_linear_layers,
                                 processor_format_not_measured,
                                 check_held_batch,
                                 check_training,
                                 check_inference,
                                 defect_shrinks,
                                 tokens_not_used};

} // namespace

bool is_risk(const Finding& finding)
{
    constexpr auto codes = std::to_array<std::string_view>(
        {"memory-tight", "deadline-within-the-range", "memory-not-measured", "generation-not-measured",
         "offload-not-measured", "several-suppliers", "tax-differs"});
    return std::ranges::find(codes, finding.code) != codes.end();
}

void add_plan_findings(const Evaluation& evaluation, const EngineData& data, const Gpu& gpu,
                       std::vector<Finding>& findings)
{
    FindingList found(findings);
    add_parallel_findings(evaluation, found);
    const FinishedPlan plan{evaluation, data, gpu};
    for (const auto check : plan_checks) check(plan, found);
    add_numerics_findings(evaluation, data, found);
}

namespace {

/// The first names, for the message; the estimate lists all of them.
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
    FindingList found(estimate.findings);
    if (!imported.has_operators)
        found.blocks("import-weights-only", "model.embedded");
    else if (!coverage.whole())
        found.blocks("import-incomplete", "model.embedded",
                     {{"counted", coverage.counted}, {"nodes", coverage.nodes}, {"found", first_of(coverage.missing)}});
    else if (!coverage.complete())
        found.unchecked(
            "import-nodes-unknown", "model.embedded",
            {{"counted", coverage.counted}, {"nodes", coverage.nodes}, {"found", first_of(coverage.unknown)}});
}

namespace {

void add_parallel_findings(const StepTimeInputs& inputs, const TimeTerms& terms, FindingList& found)
{
    const Parallel& parallel = inputs.scenario.parallel;
    const CommunicationTerms& c = terms.communication;
    const Path tensor = c.tensor_collective.link.path;
    if (parallel.tensor > 1 && tensor == Path::network)
        found.loses("tensor-parallel-across-machines", "parallel.tensor", {{"waits", c.tensor_parallel}});
    else if (parallel.tensor > 1 && (tensor == Path::pcie || tensor == Path::pcie_through_host))
        found.loses("tensor-parallel-over-pcie", "parallel.tensor", {{"waits", c.tensor_parallel}});
    if (parallel.expert > 1 && c.expert_exchange.link.path == Path::network)
        found.loses("experts-across-machines", "parallel.expert", {{"waits", c.experts}});
    const bool routes = experts_of(inputs.network) > 1;
    if (routes && parallel.expert > 1) found.unchecked("experts-taken-as-balanced", "parallel.expert");
    if (routes && parallel.tensor > 1 && parallel.expert == 1)
        found.unchecked("experts-not-split", "parallel.expert", {{"tensor", parallel.tensor}});
    if (terms.topology.bus.path == Path::pcie_through_host) {
        const bool known = inputs.gpu != nullptr && inputs.gpu->link.pcie_peer_to_peer.has_value();
        found.add(known ? Finding::Severity::loses : Finding::Severity::unchecked,
                  known ? "no-peer-to-peer" : "peer-to-peer-not-known", "build.gpu",
                  {{"rate", terms.topology.bus.reached()}, {"link", terms.topology.bus.rate}});
    }
    if (parallel.offload != Offload::none && !terms.offload.modelled)
        found.unchecked("offload-time-not-modelled", "parallel.offload");
    if (terms.offload.host_bandwidth_assumed)
        found.unchecked("host-bandwidth-assumed", "build.cpu", {{"rate", terms.offload.host_bandwidth}});
}

/// Fully connected layers and the operators that join them: MLPClassifier and MLPRegressor have nothing else.
bool is_of_perceptron(const Operator& op)
{
    return is<Linear>(op) || is<Activation>(op) || is<Softmax>(op) || is<View>(op) || is<CrossEntropy>(op);
}

} // namespace

std::vector<Finding> framework_refusals(const Scenario& scenario, const Network& network, const Gpu* gpu)
{
    std::vector<Finding> refusals;
    if (scenario.training.framework != Framework::scikit_learn) return refusals;
    FindingList found(refusals);
    if (gpu != nullptr) found.blocks("scikit-learn-without-gpus", "build.gpu", {{"gpu", gpu->name}});
    const auto other = std::ranges::find_if_not(network.operators, is_of_perceptron);
    if (other != network.operators.end())
        found.blocks("scikit-learn-trains-perceptrons", "training.framework", {{"layer", other->name}});
    return refusals;
}

void add_loading_findings(const LoadingTerms& loading, std::vector<Finding>& findings)
{
    FindingList found(findings);
    if (loading.decode_unknown) found.unchecked("decode-rate-not-known", "dataset.encoding");
    if (loading.reading_unknown) found.unchecked("file-size-not-known", "dataset.encoded_bytes_per_sample");
    if (loading.decode_rate && loading.cores_assumed)
        found.unchecked("host-cores-assumed", "build.cpu", {{"cores", Value{loading.cores, Unit::count}}});
    if (loading.drive && loading.drive->random_reads_unknown && !loading.in_page_cache())
        found.unchecked("random-reads-not-known", "build.storage");
    // Copying batches to the GPU is a separate term, which no other CPU or drive would change.
    if (loading.exposed_loader <= Seconds()) return;
    Finding& limit = found.add(Finding::Severity::loses, "storage-limits", "build.storage",
                               {{"exposed", loading.exposed_loader},
                                {"needed", loading.needed},
                                {"samples", Value{loading.samples, Unit::count}}});
    if (loading.decode_rate && (!loading.storage_rate || *loading.decode_rate <= *loading.storage_rate)) {
        limit.code = "decoding-limits";
        limit.field = "build.cpu";
    } else if (loading.drive && loading.drive->random_reads_limit()) {
        limit.code = "shuffled-files-limit";
        limit.arguments.push_back({"reads", Value{*loading.drive->random_reads_per_second, Unit::count}});
    }
}

void add_missing_number_findings(const StepTimeInputs& inputs, bool links_known, std::vector<Finding>& findings)
{
    FindingList found(findings);
    const std::string& gpu = inputs.gpu->name;
    if (!inputs.gpu->memory.bandwidth)
        found.blocks("bandwidth-not-published", "build.gpu", {{"gpu", gpu}});
    else if (links_known)
        found.blocks("peak-not-published", "build.gpu", {{"gpu", gpu}});
    if (!links_known) found.blocks("link-rate-not-published", "build.gpu", {{"gpu", gpu}});
}

void add_step_findings(const StepTimeInputs& inputs, const TimeTerms& terms, std::vector<Finding>& findings)
{
    FindingList found(findings);
    if (terms.topology.network_assumed)
        found.unchecked("network-assumed", "build.node_link", {{"rate", terms.topology.adapter.rate}});
    add_parallel_findings(inputs, terms, found);
    add_loading_findings(terms.loading, findings);
}

namespace {

std::int64_t heads_of(const Operator& op)
{
    if (const auto* fused = std::get_if<FusedAttention>(&op.kind)) return fused->heads;
    const auto* product = std::get_if<MatrixProduct>(&op.kind);
    return product != nullptr && product->role == ProductRole::query_key ? product->groups : 0;
}

/// Layers in all copies of a block; if layer kinds repeat cyclically, one copy holds one cycle of layers.
std::int64_t layers_of(const Network& network, const Block& block)
{
    if (!block.name.ends_with("group{}")) return block.repeat;
    std::int64_t attentions = 0;
    for (std::size_t i = block.first; i < block.last; ++i) attentions += heads_of(network.operators[i]) > 0 ? 1 : 0;
    return block.repeat * std::max<std::int64_t>(attentions, 1);
}

} // namespace

Divisible divisible_of(const Network& network, std::int64_t tensor_degree)
{
    Divisible found;
    for (const Operator& op : network.operators) {
        const std::int64_t heads = heads_of(op);
        if (heads > 0 && (found.heads == 0 || heads % tensor_degree != 0)) found.heads = heads;
        found.common_heads = std::gcd(found.common_heads, heads);
        if (const auto* fused = std::get_if<FusedAttention>(&op.kind))
            found.tokens = std::max(found.tokens, fused->query_tokens);
    }
    found.experts = experts_of(network);
    for (const Block& block : network.blocks) found.layers += block.name.empty() ? 0 : layers_of(network, block);
    return found;
}

} // namespace rigwright
