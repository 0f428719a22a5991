// SPDX-License-Identifier: Apache-2.0
#include "core/explain/explain_memory.h"

#include "core/explain/explain_measured.h"
#include "core/explain/nodes.h"

namespace rigwright {

namespace {

Value whole(std::int64_t count) { return value_of(Count(count)); }

Value bytes_each(NumberFormat format) { return {storage_bits(format) / 8.0, Unit::bytes_per_element}; }

Working micro_batch(const Evaluation& e)
{
    return from_field("micro_batch", "training.micro_batch", whole(e.scenario.training.micro_batch));
}

/// An amount with a constant and a slope: fixed + per_sample x micro_batch.
std::vector<Working> terms_of(const Evaluation& e, const BatchBytes& amount, const char* fixed, const char* slope)
{
    return {leaf("fixed", fixed, value_of(amount.fixed)), leaf("per_sample", slope, value_of(amount.per_sample)),
            micro_batch(e)};
}

/// elements x bytes / shards, the shape of every state.
std::vector<Working> state_inputs(const char* count_quantity, Count count, NumberFormat format, std::int64_t shards,
                                  const char* recipe)
{
    return {leaf("count", count_quantity, value_of(count)),
            leaf("bytes", recipe, bytes_each(format), "source.precision-recipe", "training.precision"),
            leaf("shards", "state_shards", whole(shards))};
}

/// Adapters that stand in fp32 beside weights of another format.
Count wide_adapters(const MemoryTerms& m) { return m.fp32_adapters ? m.trainable : Count(0); }

Working adapters_leaf(const MemoryTerms& m)
{
    return leaf("adapters", "fp32_adapters", value_of(bytes_of(wide_adapters(m), NumberFormat::fp32)),
                "source.fp32-adapters", "training.lora");
}

/// Weights of which the matrices are stored quantised, and what double quantisation of the scales would make of them.
Working quantized_weights_state(const Evaluation& e)
{
    const MemoryTerms& m = e.memory;
    const BaseWeights base = e.scenario.training.base_weights;
    std::vector<Working> inputs =
        state_inputs("parameters_in_recipe", m.parameters - m.quantized.elements - wide_adapters(m), m.recipe.weights,
                     m.layer_shards * m.weight_shards, "bytes_per_weight");
    Working matrices = computed(
        "matrices", "quantized_weights", value_of(m.quantized_weights), "quantized-weights",
        {leaf("count", "quantized_parameters", value_of(m.quantized.elements)),
         leaf("bytes", "bytes_per_quantized_weight", {base_storage(base).bytes_per_number(), Unit::bytes_per_element},
              "source.base-storage", "training.base_weights"),
         leaf("rows", "scaled_rows", value_of(m.quantized.rows * Count(base_storage(base).row_scales)))});
    if (base == BaseWeights::nf4)
        matrices.inputs.push_back(leaf("", "double_quantized_weights",
                                       value_of(quantized_bytes(m.quantized, double_quantized_storage())),
                                       "source.double-quantization"));
    inputs.push_back(std::move(matrices));
    inputs.push_back(adapters_leaf(m));
    inputs.push_back(leaf("buffers", "buffers", value_of(m.buffers)));
    inputs.push_back(leaf("ema", "ema", value_of(m.ema)));
    return computed("weights", "memory.states.weights", value_of(m.weights), "weights-quantized", std::move(inputs));
}

Working weights_state(const Evaluation& e)
{
    const MemoryTerms& m = e.memory;
    if (e.scenario.training.base_weights != BaseWeights::same) return quantized_weights_state(e);
    std::vector<Working> inputs =
        state_inputs(m.fp32_adapters ? "parameters_in_recipe" : "model.parameters", m.parameters - wide_adapters(m),
                     m.recipe.weights, m.layer_shards * m.weight_shards, "bytes_per_weight");
    if (m.fp32_adapters) inputs.push_back(adapters_leaf(m));
    inputs.push_back(leaf("buffers", "buffers", value_of(m.buffers)));
    inputs.push_back(leaf("ema", "ema", value_of(m.ema)));
    return computed("weights", "memory.states.weights", value_of(m.weights),
                    m.fp32_adapters ? "weights-adapters" : "weights", std::move(inputs));
}

Working gradients_state(const Evaluation& e)
{
    const MemoryTerms& m = e.memory;
    return computed("gradients", "memory.states.gradients", value_of(m.gradients), "state",
                    state_inputs("model.trainable_parameters", m.trainable, m.recipe.gradients,
                                 m.layer_shards * m.gradient_shards, "bytes_per_gradient"));
}

Working optimizer_state(const Evaluation& e)
{
    const MemoryTerms& m = e.memory;
    std::vector<Working> inputs{
        leaf("moments", "moments", whole(m.optimizer.moments), "source.optimizer", "training.optimizer")};
    const char* formula = "moments";
    switch (m.optimizer.storage) {
    case MomentStorage::full:
        inputs.push_back(leaf("count", "model.trainable_parameters", value_of(m.trainable)));
        inputs.push_back(leaf("bytes", "bytes_per_moment", bytes_each(m.moment_format), "source.precision-recipe",
                              "training.precision"));
        break;
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
    inputs.push_back(leaf("shards", "state_shards", whole(m.layer_shards * m.optimizer_shards)));
    return computed("optimizer_state", "memory.states.optimizer_state", value_of(m.optimizer_state), formula,
                    std::move(inputs));
}

Working master_state(const Evaluation& e)
{
    const MemoryTerms& m = e.memory;
    if (!m.recipe.master)
        return leaf("master_weights", "memory.states.master_weights", value_of(m.master_weights),
                    "source.no-master-copy", "training.precision");
    return computed("master_weights", "memory.states.master_weights", value_of(m.master_weights), "state",
                    state_inputs("model.trainable_parameters", m.trainable, *m.recipe.master,
                                 m.layer_shards * m.optimizer_shards, "bytes_per_master_weight"));
}

Working gradients_part(const Evaluation& e, const Moment& peak)
{
    return computed("", "memory.parts.gradients", value_of(peak.gradients), "gradients-at-peak", {gradients_state(e)});
}

Working activations_part(const Evaluation& e, const Moment& peak)
{
    std::vector<Working> inputs = terms_of(e, peak.activations, "kept_fixed", "kept_per_sample");
    inputs[1].source = "source.keep-rules";
    inputs.push_back(leaf("input", "input_batch", value_of(e.memory.input.at(e.scenario.training.micro_batch))));
    const Bytes cache = e.memory.cache.at(e.scenario.training.micro_batch);
    if (cache > Bytes()) {
        inputs.push_back(
            computed("cache", "key_value_cache", value_of(cache), "key-value-cache",
                     {leaf("elements", "cache_elements", value_of(e.network->cache_elements), "source.key-value-cache"),
                      leaf("bytes", "bytes_per_cached_number",
                           bytes_each(e.memory.recipe.autocast.value_or(e.memory.recipe.weights))),
                      micro_batch(e),
                      leaf("shards", "state_shards", whole(e.memory.layer_shards * e.scenario.parallel.context))}));
        return computed("", "memory.parts.activations", value_of(e.estimate->memory->part(MemoryPart::activations)),
                        "activations-with-cache", std::move(inputs));
    }
    return computed("", "memory.parts.activations", value_of(e.estimate->memory->part(MemoryPart::activations)),
                    "activations", std::move(inputs));
}

Working temporary_part(const Evaluation& e, const Moment& peak)
{
    std::vector<Working> inputs = terms_of(e, peak.temporary, "temporary_fixed", "temporary_per_sample");
    inputs.push_back(leaf("gathered", "gathered", value_of(e.memory.gathered)));
    inputs.push_back(leaf("workspace", "workspace", value_of(e.memory.workspace.at(e.scenario.training.micro_batch)),
                          "source.workspace"));
    return computed("", "memory.parts.temporary_buffers",
                    value_of(e.estimate->memory->part(MemoryPart::temporary_buffers)), "temporary", std::move(inputs));
}

Working communication_part(const Evaluation& e)
{
    const MemoryTerms& m = e.memory;
    return computed("", "memory.parts.communication_buffers",
                    value_of(e.estimate->memory->part(MemoryPart::communication_buffers)), "communication-buffers",
                    {leaf("buckets", "gradient_buckets", value_of(m.gradient_buckets)),
                     leaf("collective", "collective_buffers", value_of(m.collective), "source.collective-buffers")});
}

Working overhead_part(const Evaluation& e)
{
    const MemoryTerms& m = e.memory;
    const bool measured = e.scenario.build.context_bytes.has_value();
    Working context =
        leaf("context", "context", value_of(m.context), measured ? "source.measured-by-you" : "source.context",
             measured ? "build.context_bytes" : "");
    context.assumption = !measured;
    return computed("", "memory.parts.framework_overhead",
                    value_of(e.estimate->memory->part(MemoryPart::framework_overhead)), "framework-overhead",
                    {std::move(context), coefficient("factor", "reserve_factor", {m.reserve_factor, Unit::ratio}),
                     explain_allocated(e)});
}

} // namespace

Working explain_memory_total(const Evaluation& e)
{
    std::vector<Working> parts;
    for (std::size_t i = 0; i < memory_part_count; ++i)
        parts.push_back(explain_memory_part(e, static_cast<MemoryPart>(i)));
    Working total =
        computed("total", "memory.total_bytes", value_of(e.estimate->memory->total), "memory-total", std::move(parts));
    const MemoryEstimate& memory = *e.estimate->memory;
    total.arguments = {{"phase", MessageCode{std::string("phase.") + key_of(memory.peak_phase)}},
                       {"layer", memory.peak_layer}};
    add_memory_correction(total, e);
    return total;
}

Working explain_memory_part(const Evaluation& e, MemoryPart part)
{
    const Moment& peak = e.memory.peak(e.scenario.training.micro_batch);
    Working node;
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

Working explain_memory_state(const Evaluation& e, std::size_t state)
{
    switch (state) {
    case 0: return weights_state(e);
    case 1: return gradients_state(e);
    case 2: return optimizer_state(e);
    default: return master_state(e);
    }
}

Working explain_allocated(const Evaluation& e)
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

Working explain_reserved(const Evaluation& e)
{
    return computed(
        "reserved", "memory.peak_reserved_bytes", value_of(e.estimate->memory->peak_reserved), "reserved",
        {coefficient("factor", "reserve_factor", {e.memory.reserve_factor, Unit::ratio}), explain_allocated(e)});
}

Working explain_usable(const Evaluation& e)
{
    const UsableMemory& u = *e.memory.usable;
    const std::string card = "gpus/" + e.scenario.build.gpu;
    Working driver = leaf("driver", "driver_memory", value_of(u.driver), u.provenance.source, "usable_memory");
    Working display = leaf("display", "display_memory", value_of(u.display), u.provenance.source, "usable_memory");
    return computed("usable", "memory.usable_bytes", value_of(u.usable), "usable",
                    {leaf("nominal", "nominal_memory", value_of(u.nominal), {}, card), std::move(driver),
                     leaf("error_correction", "error_correction_memory", value_of(u.error_correction)),
                     std::move(display)});
}

Working explain_shortfall(const Evaluation& e)
{
    const MemoryEstimate& memory = *e.estimate->memory;
    return computed("shortfall", "memory.shortfall_bytes", value_of(memory.shortfall), "shortfall",
                    {leaf("total", "memory.total_bytes", value_of(memory.total)), explain_usable(e)});
}

Working explain_largest_micro_batch(const Evaluation& e)
{
    const std::int64_t largest = e.estimate->memory->max_micro_batch;
    std::vector<Working> inputs{explain_usable(e)};
    if (largest > 0) inputs.push_back(leaf("at_largest", "memory_at_largest", value_of(e.memory.device(largest))));
    inputs.push_back(leaf("beyond", "memory_beyond_largest", value_of(e.memory.device(largest + 1))));
    return computed("", "memory.max_micro_batch", whole(largest), "largest-micro-batch", std::move(inputs));
}

Working explain_memory_bound(const Evaluation& e, bool high)
{
    const MemoryEstimate& memory = *e.estimate->memory;
    const char* key = high ? "range_high" : "range_low";
    Working factor = coefficient("factor", key, {high ? e.memory.range_high : e.memory.range_low, Unit::ratio}, true);
    return computed("", high ? "memory.high_bytes" : "memory.low_bytes", value_of(high ? memory.high : memory.low),
                    "memory-bound", {leaf("total", "memory.total_bytes", value_of(memory.total)), std::move(factor)});
}

} // namespace rigwright
