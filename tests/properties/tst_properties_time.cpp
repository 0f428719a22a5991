// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/properties/plans.h"
#include "tests/support/suite.h"

#include <cmath>
#include <numeric>

namespace rigwright::test::tst_properties_time {

Scenario with_layers(const Scenario& plan, std::int64_t layers)
{
    return with(plan, [&](Scenario& changed) { changed.model.shape["layers"] = layers; });
}

Scenario with_batch(const Scenario& plan, std::int64_t batch)
{
    return with(plan, [&](Scenario& changed) { changed.training.micro_batch = batch; });
}

ModelEstimate model_of(const Scenario& plan) { return estimate_of(plan).model; }

/// A plan whose energy is known: with a host and a price of electricity.
Scenario any_powered_plan()
{
    return with(any_plan(), [](Scenario& plan) {
        plan.build.cpu = "xeon-gold-6248";
        plan.build.ram_gib = 512;
        plan.build.storage = "nvme4";
        plan.economics.electricity_price_per_kwh = 0.7;
        plan.economics.pue = 1.2;
    });
}

EnergyEstimate energy_of(const Scenario& plan)
{
    const Estimate estimate = estimate_of(plan);
    RC_PRE(estimate.energy.has_value());
    return *estimate.energy;
}

const std::vector<Property>& step_properties()
{
    static const std::vector<Property> all{
        {"the step is the sum of the parts",
         [] {
             const TimeEstimate time = time_of(any_plan());
             RC_ASSERT(std::accumulate(time.parts.begin(), time.parts.end(), Seconds()) == time.step);
         }},
        {"no part of a step is negative or no number",
         [] {
             for (const Seconds part : time_of(any_plan()).parts)
                 RC_ASSERT(part.base() >= 0 && std::isfinite(part.base()));
         }},
        {"a step takes time, within its range",
         [] {
             const TimeEstimate time = time_of(any_plan());
             RC_ASSERT(time.step.base() > 0);
             RC_ASSERT(time.low <= time.step && time.step <= time.high);
         }},
        {"more samples a step are never fewer samples a second",
         [] {
             const Scenario plan = any_plan();
             const auto more = *rc::gen::inRange<std::int64_t>(1, 65);
             RC_ASSERT(time_of(with_batch(plan, plan.training.micro_batch + more)).samples_per_second >=
                       (1 - 1e-9) * time_of(plan).samples_per_second);
         }},
        {"more samples never make a step shorter",
         [] {
             // On one card, and but for a thousandth: several hide more communication behind a longer backward pass.
             const Scenario plan = with(any_plan(), [](Scenario& changed) {
                 changed.build.gpus_per_node = 1;
                 changed.parallel = {};
             });
             const auto more = *rc::gen::inRange<std::int64_t>(1, 65);
             RC_ASSERT(time_of(with_batch(plan, plan.training.micro_batch + more)).step >=
                       (1 - 1e-3) * time_of(plan).step);
         }},
        {"twice the samples never take more than twice the time",
         [] {
             const Scenario plan = any_plan();
             RC_ASSERT(time_of(with_batch(plan, 2 * plan.training.micro_batch)).step.base() <=
                       2.0 * time_of(plan).step.base() * (1 + 1e-9));
         }},
        {"accumulating more never makes a step shorter",
         [] {
             const Scenario plan = any_plan();
             const Scenario more = with(plan, [](Scenario& changed) { changed.training.gradient_accumulation *= 2; });
             RC_ASSERT(time_of(more).step >= time_of(plan).step);
         }},
        {"accumulating twice never takes more than twice the time",
         [] {
             const Scenario plan = any_plan();
             const Scenario more = with(plan, [](Scenario& changed) { changed.training.gradient_accumulation *= 2; });
             RC_ASSERT(time_of(more).step.base() <= 2.0 * time_of(plan).step.base() * (1 + 1e-9));
         }},
        {"recomputing everything is never free",
         [] {
             const Scenario plan = any_language_plan();
             const auto step = [&](Recompute recompute) {
                 return time_of(with(plan, [&](Scenario& changed) { changed.training.recompute = recompute; })).step;
             };
             RC_ASSERT(step(Recompute::full) >= step(Recompute::none));
         }},
        {"more layers never make a step shorter",
         [] {
             const Scenario plan = any_language_plan();
             const auto layers = std::get<std::int64_t>(plan.model.shape.at("layers"));
             RC_ASSERT(time_of(with_layers(plan, layers + 1)).step >= time_of(plan).step);
         }},
        {"inference is never slower than training",
         [] {
             const Scenario plan =
                 with(any_plan(), [](Scenario& changed) { changed.training.gradient_accumulation = 1; });
             const Scenario inference = with(plan, [](Scenario& changed) { changed.training.mode = RunMode::infer; });
             RC_ASSERT(time_of(inference).step <= time_of(plan).step);
         }},
        {"samples a second are the batch over the step",
         [] {
             const TimeEstimate time = time_of(any_plan());
             RC_ASSERT(is_close(time.samples_per_second * time.step.base(), static_cast<double>(time.global_batch)));
         }},
        {"the global batch is micro-batch, accumulation and copies multiplied",
         [] {
             const Scenario plan = any_plan();
             RC_ASSERT(time_of(plan).global_batch == plan.training.micro_batch * plan.training.gradient_accumulation *
                                                         plan.build.gpus_per_node * plan.build.nodes);
         }},
        {"an epoch is as many steps as its samples need",
         [] {
             const Scenario plan = any_plan();
             const TimeEstimate time = time_of(plan);
             const std::int64_t samples = plan.dataset.samples.value();
             RC_ASSERT(time.steps_per_epoch == (samples + time.global_batch - 1) / time.global_batch);
         }},
        {"twice the epochs take twice the time",
         [] {
             const Scenario plan = any_plan();
             const Scenario longer = with(plan, [](Scenario& changed) { changed.training.epochs *= 2; });
             RC_ASSERT(is_close(time_of(longer).total.base(), 2.0 * time_of(plan).total.base()));
         }},
        {"the whole run is no shorter than an epoch, and in its range",
         [] {
             const TimeEstimate time = time_of(any_plan());
             RC_ASSERT(time.total >= time.epoch);
             RC_ASSERT(time.total_low <= time.total && time.total <= time.total_high);
         }},
        {"the wall time is the sum of its parts",
         [] {
             const TimeEstimate time = time_of(any_plan());
             RC_PRE(time.run.has_value());
             RC_ASSERT(std::accumulate(time.run->parts.begin(), time.run->parts.end(), Seconds()) == time.run->wall);
             RC_ASSERT(time.run->goodput > 0 && time.run->goodput <= 1);
         }},
        {"the use of the peak is a share, and recomputation counts as work",
         [] {
             const TimeEstimate time = time_of(any_plan());
             RC_ASSERT(time.mfu > 0 && time.mfu <= time.hfu && time.hfu <= 1);
         }},
    };
    return all;
}

const std::vector<Property>& model_properties()
{
    static const std::vector<Property> all{
        {"work of a sample does not know the micro-batch",
         [] {
             const Scenario plan = any_plan();
             const ModelEstimate one = model_of(with_batch(plan, 1));
             RC_ASSERT(one.training_flops_per_sample == model_of(plan).training_flops_per_sample);
             RC_ASSERT(one.forward_macs_per_sample == model_of(plan).forward_macs_per_sample);
         }},
        {"parameters do not know how they are trained",
         [] {
             const Scenario plan = any_plan();
             const Scenario bare = with(plan, [](Scenario& changed) {
                 changed.training = {};
                 changed.parallel = {};
                 changed.build.gpus_per_node = 1;
             });
             RC_ASSERT(model_of(bare).parameters == model_of(plan).parameters);
         }},
        {"training is at most three times forward",
         [] {
             const ModelEstimate model = model_of(any_plan());
             RC_ASSERT(model.training_flops_per_sample >= model.forward_flops_per_sample);
             RC_ASSERT(model.training_flops_per_sample.base() <=
                       3.0 * model.forward_flops_per_sample.base() * (1 + 1e-9));
         }},
        {"a multiply-add is two operations",
         [] {
             const ModelEstimate model = model_of(any_plan());
             RC_ASSERT(model.forward_flops_per_sample.base() >=
                       2.0 * model.forward_macs_per_sample.as_double() * (1 - 1e-9));
         }},
        {"every further layer adds the same parameters and multiply-adds",
         [] {
             const Scenario plan = any_language_plan();
             const auto layers = *rc::gen::inRange<std::int64_t>(1, 6);
             const ModelEstimate a = model_of(with_layers(plan, layers));
             const ModelEstimate b = model_of(with_layers(plan, layers + 1));
             const ModelEstimate c = model_of(with_layers(plan, layers + 2));
             RC_ASSERT(c.parameters - b.parameters == b.parameters - a.parameters);
             RC_ASSERT(c.forward_macs_per_sample - b.forward_macs_per_sample ==
                       b.forward_macs_per_sample - a.forward_macs_per_sample);
         }},
        {"a wider vocabulary adds one row of the embedding for each word",
         [] {
             const Scenario plan = any_language_plan();
             const Scenario more = with(plan, [](Scenario& changed) {
                 changed.model.shape["vocabulary"] = std::get<std::int64_t>(changed.model.shape["vocabulary"]) + 1;
             });
             const auto width = std::get<std::int64_t>(plan.model.shape.at("d_model"));
             RC_ASSERT((model_of(more).parameters - model_of(plan).parameters).value() == width);
         }},
        {"attention grows with the square of the length, all else with the length",
         [] {
             const Scenario plan = any_language_plan();
             const auto macs = [&](std::int64_t length) {
                 return model_of(with(plan, [&](Scenario& changed) { changed.input.sequence_length = length; }))
                     .forward_macs_per_sample.value();
             };
             // A polynomial of second degree without constant term: its third difference vanishes, and f(0) = 0.
             const auto step = *rc::gen::inRange<std::int64_t>(1, 33);
             RC_ASSERT(macs(3 * step) - 3 * macs(2 * step) + 3 * macs(step) == 0);
         }},
        {"nothing of a known model is left uncounted",
         [] {
             const ModelEstimate model = model_of(any_plan());
             RC_ASSERT(model.layers_unknown.empty() && model.layers_counted > 0);
             RC_ASSERT(model.active_parameters <= model.parameters);
             RC_ASSERT(model.trainable_parameters <= model.parameters);
         }},
    };
    return all;
}

const std::vector<Property>& energy_properties()
{
    static const std::vector<Property> all{
        {"the power is the sum of its parts",
         [] {
             const EnergyEstimate energy = energy_of(any_powered_plan());
             RC_ASSERT(std::accumulate(energy.parts.begin(), energy.parts.end(), Watts()) == energy.average_power);
         }},
        {"no part draws less than nothing",
         [] {
             for (const Watts part : energy_of(any_powered_plan()).parts)
                 RC_ASSERT(part.base() >= 0 && std::isfinite(part.base()));
         }},
        {"energy lies in its range",
         [] {
             const EnergyEstimate energy = energy_of(any_powered_plan());
             RC_PRE(energy.total_kwh.has_value());
             RC_ASSERT(energy.total_low_kwh <= *energy.total_kwh && *energy.total_kwh <= energy.total_high_kwh);
         }},
        {"worse cooling never takes less power",
         [] {
             const Scenario plan = any_powered_plan();
             const Scenario worse = with(plan, [](Scenario& changed) { changed.economics.pue += 0.5; });
             RC_ASSERT(energy_of(worse).average_power >= energy_of(plan).average_power);
         }},
        {"twice the price of electricity is twice the bill",
         [] {
             const Scenario plan = any_powered_plan();
             const Scenario dear =
                 with(plan, [](Scenario& changed) { changed.economics.electricity_price_per_kwh = 1.4; });
             const Estimate a = estimate_of(plan);
             const Estimate b = estimate_of(dear);
             RC_PRE(a.cost.energy.has_value() && b.cost.energy.has_value());
             RC_ASSERT(is_close(2.0 * *a.cost.energy, *b.cost.energy));
         }},
    };
    return all;
}

std::vector<Property> properties()
{
    std::vector<Property> all = step_properties();
    all.insert(all.end(), model_properties().begin(), model_properties().end());
    all.insert(all.end(), energy_properties().begin(), energy_properties().end());
    return all;
}

/// Properties of time, work and energy for every plan.
class TimePropertiesTest : public QObject {
    Q_OBJECT
private slots:
    void holds()
    {
        each_of(properties(), &Property::name,
                [&](const Property& property) { QVERIFY(rc::check(property.name, property.body)); });
    }
};

RIGWRIGHT_TEST(TimePropertiesTest)

} // namespace rigwright::test::tst_properties_time

#include "tst_properties_time.moc"
