// SPDX-License-Identifier: Apache-2.0
#include "core/explain/explain_textbook.h"

#include "core/estimate/recipes.h"
#include "core/explain/explain_model.h"
#include "core/explain/explain_popular.h"
#include "core/explain/explain_samples.h"
#include "core/explain/nodes.h"

namespace rigwright {

namespace {

/// Textbooks count in fp32, with the weights, their gradients and the optimizer's numbers.
constexpr double bytes_of_a_number = storage_bits(NumberFormat::fp32) / 8.0;
constexpr int weights_and_gradients = 2;

Working parameters(const Evaluation& e)
{
    return leaf("parameters", "model.parameters", value_of(e.estimate->model.parameters));
}

Working bytes_leaf() { return leaf("bytes", "rule_bytes", {bytes_of_a_number, Unit::bytes_per_element}); }

Working weights_alone(const Evaluation& e)
{
    const double bytes = bytes_of_a_number * e.estimate->model.parameters.as_double();
    Working node = computed("", "memory.textbook_bytes", {bytes, Unit::bytes}, "textbook-memory-inference",
                            {bytes_leaf(), parameters(e)});
    node.source = "source.textbook-memory-inference";
    return node;
}

} // namespace

std::optional<Working> explain_textbook_memory(const Evaluation& e)
{
    if (e.scenario.training.mode != RunMode::train) return weights_alone(e);
    const int copies = weights_and_gradients + optimizer_row(e.scenario.training.optimizer).moments;
    Working maps = explain_textbook_activations(e);
    const std::int64_t batch = e.scenario.training.micro_batch;
    const double bytes = copies * bytes_of_a_number * e.estimate->model.parameters.as_double() +
                         maps.value.number * static_cast<double>(batch);
    Working node = computed(
        "", "memory.textbook_bytes", {bytes, Unit::bytes}, "textbook-memory",
        {leaf("copies", "textbook_copies", whole_value(copies), "source.textbook-copies", "training.optimizer"),
         bytes_leaf(), parameters(e), placed("maps", std::move(maps)),
         from_field("micro_batch", "training.micro_batch", whole_value(batch))});
    node.source = "source.textbook-memory";
    return node;
}

Working explain_training_macs(const Evaluation& e)
{
    constexpr double flops_of_a_mac = 2.0;
    Working node = computed("", "model.training_macs_per_sample",
                            {e.estimate->model.training_flops_per_sample.base() / flops_of_a_mac, Unit::macs},
                            "macs-of-flops", {placed("flops", explain_training_flops(e))});
    node.source = "source.mac-convention";
    return node;
}

std::optional<Working> explain_every_gpu_batch(const Evaluation& e)
{
    const BuildChoice& build = e.scenario.build;
    if (!e.time || gpu_count(build) < 2) return std::nullopt;
    const std::int64_t batch = e.scenario.training.micro_batch;
    const Count product = Count(e.time->accumulation) * Count(gpu_count(build)) * Count(batch);
    Working node = computed(
        "", "time.every_gpu_batch", value_of(product), "every-gpu-batch",
        {from_field("accumulation", "training.gradient_accumulation", whole_value(e.time->accumulation)),
         machines_field(e.scenario), from_field("gpus", "build.gpus_per_node", whole_value(build.gpus_per_node)),
         from_field("micro_batch", "training.micro_batch", whole_value(batch))});
    node.source = "source.every-gpu-batch";
    return node;
}

std::optional<Working> explain_closed_form_time(const Evaluation& e)
{
    if (!e.estimate->time || !e.scenario.dataset.samples || e.estimate->time->steps_per_epoch == 0) return std::nullopt;
    const TimeEstimate& time = *e.estimate->time;
    const std::int64_t samples = *samples_with_tiles(e.scenario);
    const std::int64_t epochs = e.scenario.training.epochs;
    const double steps = divide_rounding_up(Count(samples), Count(time.global_batch)).as_double();
    Working node = computed("", "time.closed_form_seconds", value_of(time.step * (static_cast<double>(epochs) * steps)),
                            "closed-form-time",
                            {from_field("epochs", "training.epochs", whole_value(epochs)), explain_samples_of_epoch(e),
                             leaf("global_batch", "time.global_batch", whole_value(time.global_batch)),
                             leaf("step", "time.step_seconds", value_of(time.step))});
    node.source = "source.closed-form-time";
    return node;
}

} // namespace rigwright
