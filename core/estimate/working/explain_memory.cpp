// SPDX-License-Identifier: Apache-2.0
#include "core/estimate/evaluation.h"
#include "core/estimate/working/nodes.h"
#include "core/estimate/working/workings.h"

namespace rigwright {

namespace {

/// What the operating system leaves of the machine's memory, for trainings without a GPU. Precondition: it is known.
Derivation explain_usable_of_host(const Evaluation& e)
{
    const UsableMemory& u = *e.memory.usable;
    return computed("usable", "memory.usable_bytes", value_of(u.usable), "usable-of-host",
                    {from_field("nominal", "build.ram_GiB", value_of(u.nominal)),
                     coefficient("system", "operating_system_gib", value_of(u.driver), true)});
}

Value bytes_each(NumberFormat format) { return {storage_bytes(format), Unit::bytes_per_element}; }

Derivation micro_batch(const Evaluation& e)
{
    return from_field("micro_batch", "training.micro_batch", whole_value(e.scenario.training.micro_batch));
}

/// An amount with a constant and a slope: fixed + per_sample x micro_batch.
std::vector<Derivation> terms_of(const Evaluation& e, const BatchBytes& amount, const char* fixed, const char* slope)
{
    return {leaf("fixed", fixed, value_of(amount.fixed)), leaf("per_sample", slope, value_of(amount.per_sample)),
            micro_batch(e)};
}

/// Parameters as a state counts them: dense ones and those of experts, and what shards each.
struct StateCounts {
    const char* quantity = "";
    Count all;
    Count dense;
    Count experts;
    std::int64_t shards = 1;
    std::int64_t expert_shards = 1;
};

/// elements x bytes / shards, the shape of every state.
std::vector<Derivation> state_inputs(const Evaluation& e, const StateCounts& counts, Derivation bytes)
{
    const bool planned = e.memory.by_layer_plan;
    std::vector<Derivation> inputs{planned
                                       ? leaf("count", "held_parameters", value_of(counts.dense), "source.layer-plan")
                                       : leaf("count", counts.quantity, value_of(counts.all)),
                                   std::move(bytes), leaf("shards", "state_shards", whole_value(counts.shards))};
    if (counts.experts.value() == 0) return inputs;
    inputs.push_back(leaf("experts", "held_experts", value_of(counts.experts), "source.layer-plan"));
    inputs.push_back(leaf("expert_shards", "expert_shards", whole_value(counts.expert_shards)));
    return inputs;
}

/// The formula of a state, or the one with a second summand for experts.
std::string with_experts(const std::string& formula, Count experts)
{
    return experts.value() == 0 ? formula : formula + "-experts";
}

Derivation recipe_bytes(const char* quantity, NumberFormat format)
{
    return leaf("bytes", quantity, bytes_each(format), "source.precision-recipe", "training.precision");
}

bool is_offloaded(const Evaluation& e) { return e.scenario.parallel.offload != Offload::none; }

Derivation on_host(const char* symbol, const char* quantity, Bytes amount)
{
    return leaf(symbol, quantity, value_of(amount), "source.on-host", "parallel.offload");
}

/// Adapters that stand in fp32 beside weights of another format.
Count wide_adapters(const MemoryTerms& m) { return m.fp32_adapters ? m.trainable : Count(0); }

Derivation adapters_leaf(const MemoryTerms& m)
{
    return leaf("adapters", "fp32_adapters", value_of(bytes_of(wide_adapters(m), NumberFormat::fp32)),
                "source.fp32-adapters", "training.lora");
}

void add_buffers(const MemoryTerms& m, std::vector<Derivation>& inputs)
{
    inputs.push_back(leaf("buffers", "buffers", value_of(m.buffers)));
    inputs.push_back(leaf("ema", "ema", value_of(m.ema)));
}

Derivation weights_on_host(const Evaluation& e)
{
    std::vector<Derivation> inputs;
    add_buffers(e.memory, inputs);
    return computed("weights", "memory.states.weights", value_of(e.memory.weights), "weights-on-host",
                    std::move(inputs));
}

/// What of a whole model's state falls to this GPU, where layers or experts are divided.
void add_part(const Evaluation& e, std::string& formula, std::vector<Derivation>& inputs, const StateCounts& counts)
{
    inputs.push_back(leaf("shards", "state_shards", whole_value(counts.shards)));
    if (!e.memory.by_layer_plan) return;
    formula += "-part";
    inputs.push_back(leaf("held", "held_parameters", value_of(counts.dense), "source.layer-plan"));
    inputs.push_back(leaf("experts", "held_experts", value_of(counts.experts), "source.layer-plan"));
    inputs.push_back(leaf("expert_shards", "expert_shards", whole_value(counts.expert_shards)));
    inputs.push_back(leaf("all", counts.quantity, value_of(counts.all)));
}

/// Matrices stored quantised, and what double quantisation of the scales would make of them.
Derivation quantized_matrices(const MemoryTerms& m, BaseWeights base)
{
    Derivation matrices = computed(
        "matrices", "quantized_weights", value_of(m.quantized_weights), "quantized-weights",
        {leaf("count", "quantized_parameters", value_of(m.quantized.elements)),
         leaf("bytes", "bytes_per_quantized_weight", {base_storage(base).bytes_per_number(), Unit::bytes_per_element},
              "source.base-storage", "training.base_weights"),
         leaf("rows", "scaled_rows", value_of(m.quantized.rows * Count(base_storage(base).row_scales)))});
    if (base == BaseWeights::nf4)
        matrices.inputs.push_back(leaf("", "double_quantized_weights",
                                       value_of(quantized_bytes(m.quantized, double_quantized_storage())),
                                       "source.double-quantization"));
    return matrices;
}

/// Weights in more than one format: adapters in fp32, matrices stored quantised, the rest as the recipe says.
Derivation mixed_weights_state(const Evaluation& e)
{
    const MemoryTerms& m = e.memory;
    const BaseWeights base = e.scenario.training.base_weights;
    std::vector<Derivation> inputs{
        leaf("count", "parameters_in_recipe", value_of(m.parameters - m.quantized.elements - wide_adapters(m))),
        recipe_bytes("bytes_per_weight", m.recipe.weights)};
    if (base != BaseWeights::same) inputs.push_back(quantized_matrices(m, base));
    inputs.push_back(adapters_leaf(m));
    add_buffers(m, inputs);
    std::string formula = base == BaseWeights::same ? "weights-adapters" : "weights-quantized";
    add_part(e, formula, inputs,
             {"model.parameters", m.parameters, m.held, m.held_experts, m.weight_shards, m.expert_weight_shards});
    return computed("weights", "memory.states.weights", value_of(m.weights), formula, std::move(inputs));
}

Derivation weights_state(const Evaluation& e)
{
    const MemoryTerms& m = e.memory;
    if (e.scenario.parallel.offload == Offload::parameters) return weights_on_host(e);
    if (e.scenario.training.base_weights != BaseWeights::same || m.fp32_adapters) return mixed_weights_state(e);
    std::vector<Derivation> inputs = state_inputs(
        e, {"model.parameters", m.parameters, m.held, m.held_experts, m.weight_shards, m.expert_weight_shards},
        recipe_bytes("bytes_per_weight", m.recipe.weights));
    add_buffers(m, inputs);
    return computed("weights", "memory.states.weights", value_of(m.weights), with_experts("weights", m.held_experts),
                    std::move(inputs));
}

Derivation gradients_state(const Evaluation& e)
{
    const MemoryTerms& m = e.memory;
    if (e.scenario.parallel.offload == Offload::parameters)
        return leaf("gradients", "memory.states.gradients", value_of(m.gradients), "source.one-unit",
                    "parallel.offload");
    return computed("gradients", "memory.states.gradients", value_of(m.gradients),
                    with_experts("state", m.held_trainable_experts),
                    state_inputs(e,
                                 {"model.trainable_parameters", m.trainable, m.held_trainable, m.held_trainable_experts,
                                  m.gradient_shards, m.expert_gradient_shards},
                                 recipe_bytes("bytes_per_gradient", m.recipe.gradients)));
}

/// Moments in one format, one number for each trained parameter.
std::string full_moments(const Evaluation& e, std::vector<Derivation>& inputs)
{
    const MemoryTerms& m = e.memory;
    for (Derivation& input : state_inputs(e,
                                          {"model.trainable_parameters", m.trainable, m.held_trainable,
                                           m.held_trainable_experts, m.optimizer_shards, m.expert_optimizer_shards},
                                          recipe_bytes("bytes_per_moment", m.moment_format)))
        inputs.push_back(std::move(input));
    return with_experts("moments", m.held_trainable_experts);
}

Derivation optimizer_state(const Evaluation& e)
{
    const MemoryTerms& m = e.memory;
    if (is_offloaded(e)) return on_host("optimizer_state", "memory.states.optimizer_state", m.optimizer_state);
    std::vector<Derivation> inputs{
        leaf("moments", "moments", whole_value(m.optimizer.moments), "source.optimizer", "training.optimizer")};
    std::string formula;
    switch (m.optimizer.storage) {
    case MomentStorage::full: formula = full_moments(e, inputs); break;
    case MomentStorage::one_byte:
        formula = "moments-8bit";
        inputs.push_back(leaf("count", "narrow_moments", value_of(m.moment_numbers.narrow)));
        inputs.push_back(coefficient("bytes", "byte_moment_bytes", {m.byte_moment_bytes, Unit::bytes_per_element}));
        inputs.push_back(leaf("wide", "wide_moments", value_of(m.moment_numbers.wide), "source.wide-moments"));
        break;
    case MomentStorage::factored:
        formula = "factored-moments";
        inputs.push_back(leaf("sums", "factored_sums", value_of(m.moment_numbers.wide), "source.factored-sums"));
        break;
    }
    if (m.optimizer.storage != MomentStorage::full)
        add_part(e, formula, inputs,
                 {"model.trainable_parameters", m.trainable, m.held_trainable, m.held_trainable_experts,
                  m.optimizer_shards, m.expert_optimizer_shards});
    return computed("optimizer_state", "memory.states.optimizer_state", value_of(m.optimizer_state), formula,
                    std::move(inputs));
}

Derivation master_state(const Evaluation& e)
{
    const MemoryTerms& m = e.memory;
    if (!m.recipe.master)
        return leaf("master_weights", "memory.states.master_weights", value_of(m.master_weights),
                    "source.no-master-copy", "training.precision");
    if (is_offloaded(e)) return on_host("master_weights", "memory.states.master_weights", m.master_weights);
    return computed("master_weights", "memory.states.master_weights", value_of(m.master_weights),
                    with_experts("state", m.held_trainable_experts),
                    state_inputs(e,
                                 {"model.trainable_parameters", m.trainable, m.held_trainable, m.held_trainable_experts,
                                  m.optimizer_shards, m.expert_optimizer_shards},
                                 recipe_bytes("bytes_per_master_weight", *m.recipe.master)));
}

/// What the allocator holds over what tensors occupy.
Derivation reserve_factor(const Evaluation& e)
{
    const Value factor{e.memory.reserve_factor, Unit::ratio};
    if (trains_on_processor(e.scenario.build))
        return leaf("factor", "reserve_factor", factor, "source.no-caching-allocator");
    if (e.memory.weight_shards > 1) return leaf("factor", "reserve_factor", factor, "source.streams-counted");
    return coefficient("factor", e.scenario.parallel.pipeline > 1 ? "reserve_factor_pipeline" : "reserve_factor",
                       factor);
}

Derivation streams(const Evaluation& e)
{
    return leaf("streams", "stream_blocks", value_of(e.memory.stream_blocks), "source.stream-blocks");
}

Derivation gradients_part(const Evaluation& e, const Moment& peak)
{
    return computed("", "memory.parts.gradients", value_of(peak.gradients), "gradients-at-peak", {gradients_state(e)});
}

/// Which stage of the pipeline the amounts are for and how many micro-batches it holds.
void add_stage(const Evaluation& e, std::vector<Derivation>& inputs)
{
    const PipelineStage& stage = e.memory.stage;
    const InFlight flight =
        in_flight(stage, e.scenario.parallel.pipeline_interleave, e.scenario.training.gradient_accumulation);
    inputs.push_back(leaf("stage", "pipeline_stage", whole_value(stage.index + 1), "source.fullest-stage"));
    inputs.push_back(leaf("layers", "layers_of_stage", whole_value(e.memory.layers_held)));
    inputs.push_back(leaf("in_flight", "micro_batches_in_flight",
                          {static_cast<double>(flight.sets) / static_cast<double>(flight.chunks), Unit::ratio},
                          "source.pipeline-schedule", "parallel.pipeline"));
}

Derivation key_value_cache(const Evaluation& e, Bytes cache)
{
    const Parallel& p = e.scenario.parallel;
    return computed("cache", "key_value_cache", value_of(cache), "key-value-cache",
                    {leaf("elements", "cache_elements", value_of(e.network->cache_elements), "source.key-value-cache"),
                     leaf("bytes", "bytes_per_cached_number",
                          bytes_each(e.memory.recipe.autocast.value_or(e.memory.recipe.weights))),
                     micro_batch(e), leaf("shards", "state_shards", whole_value(p.tensor * p.pipeline * p.context))});
}

Derivation activations_part(const Evaluation& e, const Moment& peak)
{
    std::vector<Derivation> inputs = terms_of(e, peak.activations, "kept_fixed", "kept_per_sample");
    inputs[1].source = "source.keep-rules";
    inputs.push_back(leaf("input", "input_batch", value_of(e.memory.input.at(e.scenario.training.micro_batch))));
    if (e.memory.stage.count > 1) add_stage(e, inputs);
    const Bytes cache = e.memory.cache.at(e.scenario.training.micro_batch);
    if (cache > Bytes()) {
        inputs.push_back(key_value_cache(e, cache));
        return computed("", "memory.parts.activations", value_of(e.estimate->memory->part(MemoryPart::activations)),
                        "activations-with-cache", std::move(inputs));
    }
    return computed("", "memory.parts.activations", value_of(e.estimate->memory->part(MemoryPart::activations)),
                    "activations", std::move(inputs));
}

/// What a peak in the loss or the update is made of.
void explain_temporary(const Evaluation& e, const Moment& peak, Derivation& fixed, Derivation& per_sample)
{
    const LossMemory& loss = e.memory.walk.loss;
    if (peak.phase == Phase::optimizer) fixed.source = "source.update-temporary";
    if (loss.lasting_bytes_per_sample > 0.0 && (peak.phase == Phase::loss || peak.phase == Phase::backward))
        per_sample.inputs.push_back(leaf(
            "lasting", "loss_lasting", value_of(Bytes::rounded(loss.lasting_bytes_per_sample)),
            "source.coefficient.loss_mib_per_megapixel_two_stage", "calibration/loss_mib_per_megapixel_two_stage"));
    if (peak.phase != Phase::loss || loss.coefficient == nullptr) return;
    Count elements;
    for (const TensorId id : e.network->outputs) elements += e.network->shape_of(id).elements();
    per_sample.inputs.push_back(leaf("elements", "output_elements", value_of(elements)));
    per_sample.inputs.push_back(coefficient("bytes", std::string(coefficient_key(loss.coefficient)),
                                            {loss.bytes_per_output_element, Unit::bytes_per_element}));
    const Parallel& parallel = e.scenario.parallel;
    if (loss.holds_outputs && parallel.tensor * parallel.context == 1) per_sample.formula = "formula.loss-temporary";
}

Derivation kept_workspace(const Evaluation& e)
{
    return leaf("workspace", "workspace", value_of(e.memory.kept_workspace(e.scenario.training.micro_batch)),
                "source.workspace");
}

Derivation temporary_part(const Evaluation& e, const Moment& peak)
{
    std::vector<Derivation> inputs = terms_of(e, peak.temporary, "temporary_fixed", "temporary_per_sample");
    explain_temporary(e, peak, inputs[0], inputs[1]);
    inputs.push_back(leaf("gathered", "gathered", value_of(e.memory.gathered)));
    inputs.push_back(kept_workspace(e));
    return computed("", "memory.parts.temporary_buffers",
                    value_of(e.estimate->memory->part(MemoryPart::temporary_buffers)), "temporary", std::move(inputs));
}

Derivation communication_part(const Evaluation& e)
{
    const MemoryTerms& m = e.memory;
    return computed("", "memory.parts.communication_buffers",
                    value_of(e.estimate->memory->part(MemoryPart::communication_buffers)), "communication-buffers",
                    {leaf("buckets", "gradient_buckets", value_of(m.gradient_buckets)),
                     leaf("collective", "collective_buffers", value_of(m.collective), "source.collective-buffers"),
                     streams(e)});
}

const char* context_source(const Evaluation& e)
{
    if (e.scenario.build.context_bytes) return "source.measured-by-you";
    if (trains_on_processor(e.scenario.build)) return "source.process-without-gpu";
    return e.memory.loads_all_kernels ? "source.context-all-kernels" : "source.context-lazy";
}

Derivation overhead_part(const Evaluation& e)
{
    const MemoryTerms& m = e.memory;
    const bool measured = e.scenario.build.context_bytes.has_value();
    Derivation context =
        leaf("context", "context", value_of(m.context), context_source(e), measured ? "build.context_bytes" : "");
    context.assumption = !measured;
    return computed("", "memory.parts.framework_overhead",
                    value_of(e.estimate->memory->part(MemoryPart::framework_overhead)), "framework-overhead",
                    {std::move(context), reserve_factor(e), explain_allocated(e)});
}

} // namespace

Derivation explain_memory_total(const Evaluation& e)
{
    std::vector<Derivation> parts;
    for (std::size_t i = 0; i < memory_part_count; ++i)
        parts.push_back(explain_memory_part(e, static_cast<MemoryPart>(i)));
    Derivation total =
        computed("total", "memory.total_bytes", value_of(e.estimate->memory->total), "memory-total", std::move(parts));
    const MemoryEstimate& memory = *e.estimate->memory;
    total.arguments = {{"phase", MessageCode{std::string("phase.") + key_of(memory.peak_phase)}},
                       {"layer", memory.peak_layer}};
    add_memory_correction(total, e);
    return total;
}

Derivation explain_memory_part(const Evaluation& e, MemoryPart part)
{
    const Moment& peak = e.memory.peak(e.scenario.training.micro_batch);
    Derivation node;
    switch (part) {
    case MemoryPart::weights: node = weights_state(e); break;
    case MemoryPart::gradients: node = gradients_part(e, peak); break;
    case MemoryPart::optimizer_state: node = optimizer_state(e); break;
    case MemoryPart::master_weights: node = master_state(e); break;
    case MemoryPart::activations: node = activations_part(e, peak); break;
    case MemoryPart::temporary_buffers: node = temporary_part(e, peak); break;
    case MemoryPart::communication_buffers: node = communication_part(e); break;
    case MemoryPart::framework_overhead: node = overhead_part(e); break;
    }
    node.quantity = std::string("quantity.memory.parts.") + key_of(part);
    node.symbol = key_of(part);
    return node;
}

Derivation explain_memory_state(const Evaluation& e, std::size_t state)
{
    switch (state) {
    case 0: return weights_state(e);
    case 1: return gradients_state(e);
    case 2: return optimizer_state(e);
    default: return master_state(e);
    }
}

Derivation explain_allocated(const Evaluation& e)
{
    const MemoryTerms& m = e.memory;
    const std::int64_t batch = e.scenario.training.micro_batch;
    const Moment& peak = m.peak(batch);
    return computed("allocated", "memory.peak_allocated_bytes", value_of(m.allocated(batch)), "allocated",
                    {leaf("weights", "memory.states.weights", value_of(m.weights)),
                     leaf("optimizer_state", "memory.states.optimizer_state", value_of(m.optimizer_state)),
                     leaf("master_weights", "memory.states.master_weights", value_of(m.master_weights)),
                     leaf("gradients", "memory.parts.gradients", value_of(peak.gradients)),
                     leaf("activations", "memory.parts.activations",
                          value_of(peak.activations.at(batch) + m.input.at(batch) + m.cache.at(batch))),
                     leaf("temporary", "temporary_tensors", value_of(peak.temporary.at(batch) + m.gathered)),
                     leaf("buckets", "gradient_buckets", value_of(m.gradient_buckets))});
}

Derivation explain_reserved(const Evaluation& e)
{
    return computed("reserved", "memory.peak_reserved_bytes", value_of(e.estimate->memory->peak_reserved), "reserved",
                    {reserve_factor(e), explain_allocated(e), streams(e), kept_workspace(e)});
}

Derivation explain_host_memory(const Evaluation& e)
{
    const HostMemory& h = e.host_memory;
    return computed(
        "", "memory.host_bytes", value_of(h.total()), "host-memory",
        {leaf("processes", "host_processes", whole_value(h.processes), {}, "build.gpus_per_node"),
         coefficient("process", "process_mib", value_of(h.process), true),
         leaf("workers", "loader_workers", whole_value(h.workers), "source.loader-workers"),
         coefficient("worker", "worker_mib", value_of(h.worker), true),
         leaf("batches", "pinned_batches", whole_value(h.batches), "source.loader-default"),
         leaf("batch", "input_batch", value_of(h.batch)),
         leaf("offloaded", "offloaded_states", value_of(h.offloaded), "source.offloaded", "parallel.offload"),
         leaf("cache", "dataset_cache", value_of(h.dataset_cache), "source.dataset-cache")});
}

Derivation explain_usable(const Evaluation& e)
{
    const UsableMemory& u = *e.memory.usable;
    if (trains_on_processor(e.scenario.build)) return explain_usable_of_host(e);
    const std::string card = "gpus/" + e.scenario.build.gpu;
    Derivation driver = leaf("driver", "driver_memory", value_of(u.driver), u.provenance.source, "usable_memory");
    // Nothing is kept where no monitor hangs on the card.
    Derivation display =
        u.display > Bytes()
            ? leaf("display", "display_memory", value_of(u.display), u.provenance.source, "usable_memory")
            : leaf("display", "display_memory", value_of(u.display), "source.no-monitor", "build.draws_display");
    display.assumption = !e.scenario.build.draws_display;
    return computed("usable", "memory.usable_bytes", value_of(u.usable), "usable",
                    {leaf("nominal", "nominal_memory", value_of(u.nominal), {}, card), std::move(driver),
                     leaf("error_correction", "error_correction_memory", value_of(u.error_correction)),
                     std::move(display)});
}

namespace {

Derivation needed_leaf(const Evaluation& e)
{
    return leaf("total", "memory.needed_bytes", value_of(e.estimate->memory->needed));
}

} // namespace

Derivation explain_shortfall(const Evaluation& e)
{
    const MemoryEstimate& memory = *e.estimate->memory;
    return computed("shortfall", "memory.shortfall_bytes", value_of(memory.shortfall), "shortfall",
                    {needed_leaf(e), explain_usable(e)});
}

Derivation explain_largest_micro_batch(const Evaluation& e)
{
    const std::int64_t largest = e.estimate->memory->max_micro_batch;
    std::vector<Derivation> inputs{explain_usable(e)};
    if (largest > 0) inputs.push_back(leaf("at_largest", "memory_at_largest", value_of(e.memory.needed(largest))));
    inputs.push_back(leaf("beyond", "memory_beyond_largest", value_of(e.memory.needed(largest + 1))));
    return computed("", "memory.max_micro_batch", whole_value(largest), "largest-micro-batch", std::move(inputs));
}

namespace {

Derivation times_range(const Evaluation& e, const char* quantity, Bytes amount, Derivation of, const char* factor_name,
                       double factor)
{
    const std::string id = e.memory.range.id;
    Derivation leaf_of_factor =
        leaf("factor", factor_name, {factor, Unit::ratio}, "source.memory-range", "calibration/memory_range/" + id);
    leaf_of_factor.arguments = {{"class", MessageCode{"memory-range." + id}}};
    return computed("", quantity, value_of(amount), "memory-bound", {std::move(of), std::move(leaf_of_factor)});
}

Derivation total_leaf(const Evaluation& e)
{
    return leaf("total", "memory.total_bytes", value_of(e.estimate->memory->total));
}

} // namespace

Derivation explain_memory_bound(const Evaluation& e, bool high)
{
    const MemoryEstimate& memory = *e.estimate->memory;
    const MemoryRange& range = e.memory.range;
    return high ? times_range(e, "memory.high_bytes", memory.high, total_leaf(e), "memory_factor_high", range.high)
                : times_range(e, "memory.low_bytes", memory.low, total_leaf(e), "memory_factor_low", range.low);
}

Derivation explain_before_first_update(const Evaluation& e)
{
    const MemoryEstimate& memory = *e.estimate->memory;
    const Bytes state = memory.part(MemoryPart::optimizer_state);
    Derivation node =
        computed("", "memory.before_first_update_bytes", value_of(memory.total - state), "before-first-update",
                 {leaf("total", "memory.total_bytes", value_of(memory.total)),
                  leaf("optimizer_state", "memory.parts.optimizer_state", value_of(state))});
    node.source = "source.before-first-update";
    return node;
}

Derivation explain_memory_needed(const Evaluation& e)
{
    return computed("", "memory.needed_bytes", value_of(e.estimate->memory->needed), "memory-needed",
                    {total_leaf(e), kept_workspace(e)});
}

Derivation explain_memory_margin(const Evaluation& e)
{
    return times_range(e, "memory.with_margin_bytes", e.estimate->memory->with_margin, needed_leaf(e), "range_margin",
                       e.memory.range.margin);
}

} // namespace rigwright
