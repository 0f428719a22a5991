// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/properties/plans.h"
#include "tests/support/engine_case.h"
#include "tests/support/suite.h"

#include <numeric>

namespace rigwright::test::tst_properties_memory {

/// The same plan at a larger micro-batch.
Scenario with_more_samples(const Scenario& plan)
{
    const auto more = *rc::gen::inRange<std::int64_t>(1, 65);
    return with(plan, [&](Scenario& changed) { changed.training.micro_batch += more; });
}

Scenario with_optimizer(const Scenario& plan, OptimizerKind kind)
{
    return with(plan, [&](Scenario& changed) { changed.training.optimizer = kind; });
}

Scenario at_stage(const Scenario& plan, std::int64_t stage)
{
    return with(plan, [&](Scenario& changed) { changed.parallel.zero_stage = stage; });
}

Scenario with_tensor(const Scenario& plan, std::int64_t degree)
{
    return with(plan, [&](Scenario& changed) {
        changed.parallel.tensor = degree;
        changed.parallel.zero_stage = 0;
    });
}

Bytes sum_of_states(const MemoryEstimate& memory)
{
    return std::accumulate(memory.states.begin(), memory.states.end(), Bytes());
}

constexpr std::size_t weights = 0;
constexpr std::size_t gradients = 1;
constexpr std::size_t optimizer_state = 2;

/// States as fp32 keeps them: no master copy, gradients of 4 bytes.
Scenario in_fp32(const Scenario& plan)
{
    return with(plan, [](Scenario& changed) { changed.training.precision = Precision::fp32; });
}

const std::vector<Property>& properties()
{
    static const std::vector<Property> all{
        {"the total is the sum of the parts",
         [] {
             const MemoryEstimate memory = memory_of_plan(any_plan());
             RC_ASSERT(std::accumulate(memory.parts.begin(), memory.parts.end(), Bytes()) == memory.total);
         }},
        {"no part is negative",
         [] {
             for (const Bytes part : memory_of_plan(any_plan()).parts) RC_ASSERT(part.value() >= 0);
         }},
        {"more samples never take less memory",
         [] {
             const Scenario plan = any_plan();
             RC_ASSERT(memory_of_plan(with_more_samples(plan)).total >= memory_of_plan(plan).total);
         }},
        {"more samples never keep less for backward",
         [] {
             const Scenario plan = any_plan();
             const Scenario more = with_more_samples(plan);
             const auto kept = [](const Scenario& asked) {
                 return estimate_of(asked).model.saved_activation_bytes_per_sample.as_double() *
                        static_cast<double>(asked.training.micro_batch);
             };
             RC_ASSERT(kept(more) >= kept(plan));
         }},
        {"states do not know the micro-batch",
         [] {
             const Scenario plan = any_plan();
             RC_ASSERT(memory_of_plan(with_more_samples(plan)).states == memory_of_plan(plan).states);
         }},
        {"accumulation never takes less memory",
         [] {
             const Scenario plan = any_plan();
             const Scenario more = with(plan, [](Scenario& changed) { changed.training.gradient_accumulation += 3; });
             RC_ASSERT(memory_of_plan(more).total >= memory_of_plan(plan).total);
         }},
        {"more tensor parallelism never holds more weights",
         [] {
             const Scenario plan = any_language_plan();
             const std::int64_t degree = *rc::gen::element<std::int64_t>(1, 2, 4);
             RC_ASSERT(memory_of_plan(with_tensor(plan, 2 * degree)).states[weights] <=
                       memory_of_plan(with_tensor(plan, degree)).states[weights]);
         }},
        {"more tensor parallelism never keeps more for backward",
         [] {
             const Scenario plan =
                 with(any_language_plan(), [](Scenario& changed) { changed.training.recompute = Recompute::none; });
             const std::int64_t degree = *rc::gen::element<std::int64_t>(1, 2, 4);
             const MemoryEstimate more = memory_of_plan(with_tensor(plan, 2 * degree));
             const MemoryEstimate fewer = memory_of_plan(with_tensor(plan, degree));
             // Parts are those at the peak: they are comparable if the peak is at the same place.
             RC_PRE(more.peak_phase == fewer.peak_phase && more.peak_layer == fewer.peak_layer);
             RC_ASSERT(more.part(MemoryPart::activations) <= fewer.part(MemoryPart::activations));
         }},
        {"a higher ZeRO stage never holds more states",
         [] {
             const Scenario plan = any_language_plan();
             const auto stage = *rc::gen::inRange<std::int64_t>(0, 3);
             RC_ASSERT(sum_of_states(memory_of_plan(at_stage(plan, stage + 1))) <=
                       sum_of_states(memory_of_plan(at_stage(plan, stage))));
         }},
        {"ZeRO 1 shares out the optimizer state",
         [] {
             const Scenario plan = with_optimizer(any_language_plan(), OptimizerKind::adamw);
             RC_ASSERT(memory_of_plan(at_stage(plan, 1)).states[optimizer_state] * Count(4) <
                       memory_of_plan(at_stage(plan, 0)).states[optimizer_state]);
         }},
        {"ZeRO 3 never holds more on more cards",
         [] {
             const Scenario eight = at_stage(any_language_plan(), 3);
             const Scenario four = with(eight, [](Scenario& changed) { changed.build.gpus_per_node = 4; });
             RC_ASSERT(sum_of_states(memory_of_plan(eight)) <= sum_of_states(memory_of_plan(four)));
         }},
        {"copies of the model hold the same weights",
         [] {
             const Scenario eight = at_stage(any_language_plan(), 0);
             const Scenario one = with(eight, [](Scenario& changed) { changed.build.gpus_per_node = 1; });
             RC_ASSERT(memory_of_plan(eight).states[weights] == memory_of_plan(one).states[weights]);
         }},
        {"recomputing everything never keeps more",
         [] {
             const Scenario plan = any_language_plan();
             const auto kept = [&](Recompute recompute) {
                 return memory_of_plan(with(plan, [&](Scenario& changed) { changed.training.recompute = recompute; }))
                     .part(MemoryPart::activations);
             };
             RC_ASSERT(kept(Recompute::full) <= kept(Recompute::none));
             RC_ASSERT(kept(Recompute::selective) <= kept(Recompute::none));
         }},
        {"SGD keeps no state",
         [] {
             RC_ASSERT(
                 memory_of_plan(with_optimizer(in_fp32(any_plan()), OptimizerKind::sgd)).states[optimizer_state] ==
                 Bytes());
         }},
        {"momentum is one copy and Adam two",
         [] {
             const Scenario plan = in_fp32(at_stage(any_language_plan(), 0));
             const Bytes one =
                 memory_of_plan(with_optimizer(plan, OptimizerKind::sgd_momentum)).states[optimizer_state];
             const Bytes two = memory_of_plan(with_optimizer(plan, OptimizerKind::adamw)).states[optimizer_state];
             RC_ASSERT(one.value() > 0);
             // Adam counts its steps beside, a few bytes a tensor.
             RC_ASSERT(two >= one * Count(2));
             RC_ASSERT(two.as_double() <= 2.1 * one.as_double() + 4096.0 * 100);
         }},
        {"gradients in fp32 are as large as the weights",
         [] {
             const MemoryEstimate memory = memory_of_plan(in_fp32(at_stage(any_language_plan(), 0)));
             RC_ASSERT(memory.states[gradients] == memory.states[weights]);
         }},
        {"inference keeps weights alone",
         [] {
             const MemoryEstimate memory =
                 memory_of_plan(with(any_plan(), [](Scenario& changed) { changed.training.mode = RunMode::infer; }));
             RC_ASSERT(memory.states[gradients] == Bytes());
             RC_ASSERT(memory.states[optimizer_state] == Bytes());
         }},
        {"inference never takes more than training",
         [] {
             const Scenario plan = at_stage(any_plan(), 0);
             const Scenario inference = with(plan, [](Scenario& changed) {
                 changed.training.mode = RunMode::infer;
                 changed.training.gradient_accumulation = 1;
             });
             RC_ASSERT(memory_of_plan(inference).total <= memory_of_plan(plan).total);
         }},
        {"an averaged copy of the weights is not free",
         [] {
             const Scenario plan = any_language_plan();
             RC_ASSERT(memory_of_plan(with(plan, [](Scenario& changed) { changed.training.ema = true; })).total >
                       memory_of_plan(plan).total);
         }},
        {"adapters hold less than the whole model",
         [] {
             const Scenario plan = with_optimizer(any_language_plan(), OptimizerKind::adamw);
             const Scenario adapted = with(plan, [](Scenario& changed) { changed.training.lora = Lora{}; });
             RC_ASSERT(memory_of_plan(adapted).states[optimizer_state] < memory_of_plan(plan).states[optimizer_state]);
             const ModelEstimate model = estimate_of(adapted).model;
             RC_ASSERT(model.trainable_parameters < model.parameters);
         }},
        {"more layers never hold less",
         [] {
             const Scenario plan = any_language_plan();
             const Scenario deeper = with(plan, [](Scenario& changed) {
                 changed.model.shape["layers"] = std::get<std::int64_t>(changed.model.shape["layers"]) + 1;
             });
             RC_ASSERT(memory_of_plan(deeper).states[weights] > memory_of_plan(plan).states[weights]);
             RC_ASSERT(memory_of_plan(deeper).total >= memory_of_plan(plan).total);
         }},
        {"longer sequences never keep less",
         [] {
             const Scenario plan = any_language_plan();
             const Scenario longer = with(plan, [](Scenario& changed) {
                 changed.input.sequence_length = changed.input.sequence_length.value() + 16;
             });
             // Not the activations at the peak, which fall if the peak moves to the loss.
             RC_ASSERT(estimate_of(longer).model.saved_activation_bytes_per_sample >=
                       estimate_of(plan).model.saved_activation_bytes_per_sample);
             RC_ASSERT(memory_of_plan(longer).total >= memory_of_plan(plan).total);
         }},
        {"the allocator holds at least what is in use, the driver at least that",
         [] {
             const MemoryEstimate memory = memory_of_plan(any_plan());
             RC_ASSERT(memory.peak_allocated <= memory.peak_reserved);
             RC_ASSERT(memory.peak_reserved <= memory.total);
         }},
        {"the estimate lies in its range, and what is needed below the margin",
         [] {
             const MemoryEstimate memory = memory_of_plan(any_plan());
             RC_ASSERT(memory.low <= memory.total);
             RC_ASSERT(memory.total <= memory.high);
             // A tool may show more: blocks that the allocator releases when memory is short.
             RC_ASSERT(memory.needed <= memory.total && memory.needed <= memory.with_margin);
         }},
        {"the verdict says where the usable memory lies",
         [] {
             const Estimate estimate = estimate_of(with_more_samples(with_more_samples(any_plan())));
             RC_PRE(estimate.memory && estimate.verdict);
             const MemoryEstimate& memory = *estimate.memory;
             RC_ASSERT(memory.fits == (*estimate.verdict == Verdict::fits));
             RC_ASSERT((memory.shortfall.value() > 0) == (memory.needed > memory.usable));
             RC_ASSERT((*estimate.verdict == Verdict::fits) == (memory.with_margin <= memory.usable));
             RC_ASSERT(*estimate.verdict != Verdict::does_not_fit || memory.shortfall.value() > 0);
         }},
        {"the largest micro-batch fits and the next one does not",
         [] {
             const Scenario plan = any_plan();
             const std::int64_t largest = memory_of_plan(plan).max_micro_batch;
             RC_PRE(largest >= 1 && largest < 900'000);
             const auto at = [&](std::int64_t batch) {
                 return memory_of_plan(with(plan, [&](Scenario& changed) { changed.training.micro_batch = batch; }))
                     .fits;
             };
             RC_ASSERT(at(largest));
             RC_ASSERT(!at(largest + 1));
         }},
        {"the largest micro-batch is the same whichever is asked at",
         [] {
             const Scenario plan = any_plan();
             RC_ASSERT(memory_of_plan(plan).max_micro_batch == memory_of_plan(with_more_samples(plan)).max_micro_batch);
         }},
    };
    return all;
}

/// Properties of memory for every plan.
class MemoryPropertiesTest : public QObject {
    Q_OBJECT
private slots:
    void holds()
    {
        each_of(properties(), &Property::name,
                [&](const Property& property) { QVERIFY(rc::check(property.name, property.body)); });
    }
};

RIGWRIGHT_TEST(MemoryPropertiesTest)

} // namespace rigwright::test::tst_properties_memory

#include "tst_properties_memory.moc"
