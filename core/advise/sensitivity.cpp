// SPDX-License-Identifier: Apache-2.0
#include "core/advise/sensitivity.h"

#include "core/advise/largest.h"
#include "core/advise/part_choice.h"
#include "core/scenario/resolved_model.h"
#include "core/scenario/words.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace rigwright {

namespace {

using Figures = std::array<std::optional<double>, all_plan_figures.size()>;

/// Precondition: the evaluation has an estimate.
Figures figures_of(const Evaluation& evaluation)
{
    const Estimate& estimate = *evaluation.estimate;
    Figures figures;
    if (estimate.memory) figures[std::size_t(PlanFigure::memory)] = estimate.memory->total.as_double();
    if (estimate.time && estimate.time->run)
        figures[std::size_t(PlanFigure::run_time)] = estimate.time->run->wall.base();
    figures[std::size_t(PlanFigure::run_cost)] = estimate.cost.run;
    return figures;
}

std::optional<double> ratio_of(std::optional<double> there, std::optional<double> here)
{
    if (!there || !here || !(*there > 0.0) || !(*here > 0.0)) return std::nullopt;
    return *there / *here;
}

std::optional<Trial> tried(ScenarioChanges changes, const Evaluation& plan, const Advising& advising)
{
    const std::optional<Scenario> next = changed(plan.scenario, advising.data, changes);
    if (!next) return std::nullopt;
    const Evaluation there = evaluate(*next, advising.data, plan);
    if (!there.estimate || loses_more(*there.estimate, *plan.estimate)) return std::nullopt;
    Trial trial{std::move(changes), there.estimate->verdict && *there.estimate->verdict != Verdict::does_not_fit, {}};
    const Figures here = figures_of(plan);
    const Figures then = figures_of(there);
    for (std::size_t i = 0; i < here.size(); ++i) trial.ratios[i] = ratio_of(then[i], here[i]);
    return trial;
}

/// The trial with the ratio farthest from 1 on one side; null if there is none.
template <typename Beyond>
const Trial* farthest(const std::vector<Trial>& trials, PlanFigure figure, Beyond is_beyond)
{
    const Trial* found = nullptr;
    for (const Trial& trial : trials)
        if (trial.ratio(figure) && is_beyond(*trial.ratio(figure), found ? *found->ratio(figure) : 1.0)) found = &trial;
    return found;
}

FieldValue present_value(const SensitivityRow& row, const Evaluation& plan, const EngineData& data)
{
    return row.in_force ? row.in_force(plan, data) : field_of(row.field)->read(plan.scenario);
}

} // namespace

FieldValue Trial::value() const
{
    return std::visit(
        [](const auto& value) -> FieldValue {
            if constexpr (std::is_constructible_v<FieldValue, decltype(value)>)
                return value;
            else
                return {};
        },
        changes.front().value);
}

const Trial* Sensitivity::lowest(PlanFigure figure) const { return farthest(trials, figure, std::less<>()); }

const Trial* Sensitivity::highest(PlanFigure figure) const { return farthest(trials, figure, std::greater<>()); }

double Sensitivity::reach(PlanFigure figure) const
{
    const Trial* low = lowest(figure);
    const Trial* high = highest(figure);
    return (high ? std::log(*high->ratio(figure)) : 0.0) - (low ? std::log(*low->ratio(figure)) : 0.0);
}

std::vector<Sensitivity> sensitivity(const Evaluation& plan, const Advising& advising)
{
    std::vector<Sensitivity> all;
    if (!plan.estimate) return all;
    for (const SensitivityRow& row : sensitivity_table()) {
        Sensitivity setting{std::string(row.field), present_value(row, plan, advising.data), {}};
        for (ScenarioChanges& changes : row.others(row.field, plan, advising.data)) {
            if (advising.stop.stop_requested()) return {};
            if (auto trial = tried(std::move(changes), plan, advising)) setting.trials.push_back(std::move(*trial));
        }
        if (!setting.trials.empty()) all.push_back(std::move(setting));
    }
    return all;
}

namespace {

using Others = std::vector<ScenarioChanges>;

/// The number of a field in the scenario or its preset; zero for none.
double number_of(std::string_view field, const Scenario& scenario)
{
    const FieldValue value = field_of(field)->read(scenario);
    if (const auto* whole = std::get_if<std::int64_t>(&value)) return static_cast<double>(*whole);
    const auto* real = std::get_if<double>(&value);
    return real == nullptr ? 0.0 : *real;
}

FieldValue change_value(std::string_view field, double number)
{
    if (field_of(field)->type == FieldType::integer) return static_cast<std::int64_t>(std::llround(number));
    return number;
}

bool is_another(std::string_view field, double number, double present)
{
    const Field& rule = *field_of(field);
    const bool whole = rule.type != FieldType::integer || number == std::floor(number);
    return whole && number != present && number >= rule.minimum && number <= rule.maximum;
}

/// Half and double.
Others factors_of_two(std::string_view field, const Evaluation& plan, const EngineData&)
{
    const double present = number_of(field, plan.scenario);
    Others others;
    for (const double number : {present / 2.0, present * 2.0})
        if (present > 0.0 && is_another(field, number, present))
            others.push_back({{std::string(field), change_value(field, number)}});
    return others;
}

/// The same training run on half and on twice the parts that determine the number of model copies.
Others factors_of_two_for_the_batch(std::string_view field, const Evaluation& plan, const EngineData& data)
{
    const Gpu* gpu = data.hardware.gpu(plan.scenario.build.gpu);
    if (field == "build.gpus_per_node" && gpu != nullptr && is_built_in(*gpu)) return {};
    Others others;
    for (ScenarioChanges& changes : factors_of_two(field, plan, data))
        if (auto kept = keeping_global_batch(plan.scenario, data, std::move(changes)))
            others.push_back(*std::move(kept));
    return others;
}

/// Both sides of an image; a file may leave them to the preset.
Others image_sides(std::string_view, const Evaluation& plan, const EngineData& data)
{
    const ResolvedModel model = resolve_model(plan.scenario, data.presets);
    const ModelInput& input = model.input;
    if (!input.image_height || !input.image_width) return {};
    const auto step = static_cast<double>(side_step(model));
    Others others;
    for (const double factor : {0.5, 2.0}) {
        const auto side = [factor, step](std::int64_t present) {
            return static_cast<std::int64_t>(std::round(static_cast<double>(present) * factor / step) * step);
        };
        others.push_back(
            {{"input.image_height", side(*input.image_height)}, {"input.image_width", side(*input.image_width)}});
    }
    return others;
}

Others sequence_lengths(std::string_view field, const Evaluation& plan, const EngineData& data)
{
    const ModelInput input = resolve_model(plan.scenario, data.presets).input;
    if (!input.sequence_length) return {};
    Others others;
    for (const std::int64_t length : {*input.sequence_length / 2, *input.sequence_length * 2})
        if (length > 0) others.push_back({{std::string(field), length}});
    return others;
}

/// Every other legal whole number, for a field that allows a few.
Others other_numbers(std::string_view field, const Evaluation& plan, const EngineData&)
{
    const Field& rule = *field_of(field);
    const double present = number_of(field, plan.scenario);
    const auto last = static_cast<std::int64_t>(rule.maximum - rule.minimum);
    Others others;
    for (std::int64_t step = 0; step <= last; ++step)
        if (const double number = rule.minimum + static_cast<double>(step); number != present)
            others.push_back({{std::string(field), change_value(field, number)}});
    return others;
}

/// A scenario may leave the price to the database.
Others electricity_prices(std::string_view field, const Evaluation& plan, const EngineData& data)
{
    const std::optional<EnergyPrice> price = energy_price(plan.scenario.economics, data.hardware);
    if (!price) return {};
    return {{{std::string(field), price->per_kwh / 2.0}}, {{std::string(field), price->per_kwh * 2.0}}};
}

/// Every other word of a choice.
Others other_words(std::string_view field, const Evaluation& plan, const EngineData&)
{
    const FieldValue present = field_of(field)->read(plan.scenario);
    Others others;
    for (const std::string_view word : field_of(field)->choices)
        if (FieldValue(std::string(word)) != present) others.push_back({{std::string(field), std::string(word)}});
    return others;
}

/// Every other number format used for training; 64-bit formats are not.
Others training_formats(std::string_view field, const Evaluation& plan, const EngineData& data)
{
    Others others = other_words(field, plan, data);
    std::erase(others, ScenarioChanges{{std::string(field), std::string(word_of(Precision::fp64))}});
    return others;
}

Others other_cards(std::string_view field, const Evaluation& plan, const EngineData& data)
{
    const Gpu* own = data.hardware.gpu(plan.scenario.build.gpu);
    Others others;
    for (const Gpu* card : cards_by_size(plan.scenario, data))
        if (own != nullptr && card != own && card->vendor == own->vendor)
            others.push_back({{std::string(field), card->id}});
    return others;
}

Others other_processors(std::string_view field, const Evaluation& plan, const EngineData& data)
{
    const Cpu* own = data.hardware.cpu(plan.scenario.build.cpu);
    Others others;
    for (const Cpu& cpu : data.hardware.cpus)
        if (own != nullptr && &cpu != own && cpu.vendor == own->vendor && cpu.segment == own->segment)
            others.push_back({{std::string(field), cpu.id}});
    return others;
}

Others other_drives(std::string_view field, const Evaluation& plan, const EngineData& data)
{
    Others others;
    for (const Storage& drive : data.hardware.storages)
        if (drive.id != plan.scenario.build.storage) others.push_back({{std::string(field), drive.id}});
    return others;
}

FieldValue field_value(const std::optional<std::int64_t>& number)
{
    return number ? FieldValue(*number) : FieldValue();
}

FieldValue image_height(const Evaluation& plan, const EngineData& data)
{
    return field_value(resolve_model(plan.scenario, data.presets).input.image_height);
}

FieldValue sequence_length(const Evaluation& plan, const EngineData& data)
{
    return field_value(resolve_model(plan.scenario, data.presets).input.sequence_length);
}

FieldValue electricity_price(const Evaluation& plan, const EngineData& data)
{
    const std::optional<EnergyPrice> price = energy_price(plan.scenario.economics, data.hardware);
    return price ? FieldValue(price->per_kwh) : FieldValue();
}

constexpr std::array sensitivity_rows{
    SensitivityRow{"build.gpu", other_cards},
    SensitivityRow{"build.gpus_per_node", factors_of_two_for_the_batch},
    SensitivityRow{"build.nodes", factors_of_two_for_the_batch},
    SensitivityRow{"build.gpu_link", other_words},
    SensitivityRow{"build.cpu", other_processors},
    SensitivityRow{"build.storage", other_drives},
    SensitivityRow{"input.image_height", image_sides, image_height},
    SensitivityRow{"input.sequence_length", sequence_lengths, sequence_length},
    SensitivityRow{"dataset.samples", factors_of_two},
    SensitivityRow{"training.epochs", factors_of_two},
    SensitivityRow{"training.micro_batch", factors_of_two},
    SensitivityRow{"training.gradient_accumulation", factors_of_two},
    SensitivityRow{"training.precision", training_formats},
    SensitivityRow{"training.optimizer", other_words},
    SensitivityRow{"training.recompute", other_words},
    SensitivityRow{"training.attention", other_words},
    SensitivityRow{"training.execution", other_words},
    SensitivityRow{"training.layout", other_words},
    SensitivityRow{"training.stack", other_words},
    SensitivityRow{"training.loader_workers", factors_of_two},
    SensitivityRow{"parallel.zero_stage", other_numbers},
    SensitivityRow{"parallel.tensor", factors_of_two_for_the_batch},
    SensitivityRow{"economics.utilisation", factors_of_two},
    SensitivityRow{"economics.amortisation_years", factors_of_two},
    SensitivityRow{"economics.electricity_price_per_kWh", electricity_prices, electricity_price},
    SensitivityRow{"economics.pue", factors_of_two},
};

} // namespace

std::span<const SensitivityRow> sensitivity_table() { return sensitivity_rows; }

} // namespace rigwright
