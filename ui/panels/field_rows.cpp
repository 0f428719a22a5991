// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/field_rows.h"

#include "core/estimate/field_access.h"
#include "core/quantities/typed_number.h"
#include "ui/controls/number_text.h"

#include <algorithm>
#include <cmath>

namespace rigwright {

namespace {

// Short names for the columns, in the tables only.
namespace tables {

using enum Tier;
using enum Sweep;
using enum Spread;

constexpr FieldRow build_table[] = {
    {"build.gpu", essential},
    {"build.gpus_per_node", essential, slider, "", powers_of_two, 1, 16},
    {"build.nodes", usual, slider, "", powers_of_two, 1, 1024},
    {"build.gpu_link", usual},
    {"build.node_link", usual},
    {"build.nics_per_node", all, field, "", powers_of_two, 1, 16},
    {"build.cpu", usual},
    {"build.cpu_sockets", all, field, "", powers_of_two, 1, 8},
    {"build.ram_GiB", essential, slider, "", powers_of_two, 8, 4096},
    {"build.storage", usual},
};

constexpr FieldRow batch_table[] = {
    {"training.micro_batch", essential, slider, "", powers_of_two, 1, 4096},
    {"training.gradient_accumulation", usual, slider, "", powers_of_two, 1, 256},
};

constexpr FieldRow running_table[] = {
    {"training.precision", usual}, {"training.recompute", usual}, {"training.attention"}, {"training.execution", usual},
    {"training.cuda_graph"},       {"training.layout"},           {"training.stack"},     {"training.framework"},
};

constexpr FieldRow parallel_table[] = {
    {"parallel.tensor", all, field, "", powers_of_two, 1, 64},
    {"parallel.sequence_parallel"},
    {"parallel.tensor_parallel_overlap"},
    {"parallel.pipeline", all, field, "", powers_of_two, 1, 64},
    {"parallel.pipeline_interleave", all, field, "", powers_of_two, 1, 16},
    {"parallel.context", all, field, "", powers_of_two, 1, 64},
    {"parallel.context_method"},
    {"parallel.expert", all, field, "", powers_of_two, 1, 64},
    {"parallel.zero_stage", usual, field, "", counting, 0, 3},
    {"parallel.offload"},
    {"parallel.data_parallel_kind"},
    {"parallel.data_parallel_overlap"},
};

constexpr FieldRow detail_table[] = {
    {"training.framework_year", all, field, "", counting, 2016, 2026},
    {"training.gradient_precision"},
    {"training.optimizer_implementation"},
    {"training.cross_entropy"},
    {"training.allocator"},
    {"training.ema"},
    {"training.late_zero_grad"},
    {"training.autotune"},
    {"training.loader_workers", all, field, "", powers_of_two, 1, 64},
};

constexpr FieldRow chassis_table[] = {
    {"build.chassis"},
    {"build.power_supply"},
    {"build.circuit"},
    {"build.memory_kit"},
    {"build.memory_channels", all, field, "", counting, 1, 12},
    {"build.storage_TB", all, field, "", one_two_five, 1, 1000},
    {"build.draws_display"},
};

constexpr FieldRow image_table[] = {
    {"input.image_height", essential, slider, "", even, 32, 2048, "input.image_size", "input.image_width"},
    {"input.channels", all, field, "", powers_of_two, 1, 8},
};

constexpr FieldRow volume_table[] = {
    {"input.image_depth", essential, slider, "", even, 16, 512}, image_table[0], image_table[1]};

constexpr FieldRow sequence_table[] = {
    {"input.sequence_length", essential, slider, "", powers_of_two, 16, 131072},
};

constexpr FieldRow image_and_text_table[] = {image_table[0], image_table[1], sequence_table[0]};

constexpr FieldRow sequence_pair_table[] = {
    {"input.sequence_length", essential, slider, "", powers_of_two, 16, 32768, "input.source_sequence_length"},
    {"input.target_sequence_length", essential, slider, "", powers_of_two, 16, 32768},
};

constexpr FieldRow task_table[] = {
    {"dataset.samples", essential, field, "", one_two_five, 100, 1e8},
    {"training.epochs", essential, slider, "", one_two_five, 1, 1000},
    {"training.mode", usual},
    {"training.optimizer", usual},
    {"training.global_batch", usual, slider, "", powers_of_two, 1, 65536},
    {"dataset.tokens", usual, field, "", one_two_five, 1e6, 1e13},
    {"dataset.source_height", usual, field, "", even, 64, 8192, "dataset.source_size", "dataset.source_width"},
    {"dataset.encoded_bytes_per_sample", usual, field, "MB", one_two_five, 1e3, 1e8},
    {"dataset.encoding", usual},
    {"dataset.read_pattern"},
};

constexpr FieldRow fine_tuning_table[] = {
    {"training.lora", usual},
    {"training.lora.rank", usual, field, "", powers_of_two, 1, 512},
    {"training.lora.targets"},
    {"training.base_weights"},
};

constexpr FieldRow run_table[] = {
    {"run.validation_share", all, field, "", one_two_five, 0.01, 1},
    {"run.checkpoint_interval_seconds", all, field, "min", one_two_five, 60, 86400},
    {"run.gpu_hours_per_failure", all, field, "", one_two_five, 100, 1e6},
    {"run.restart_seconds", all, field, "min", one_two_five, 60, 864000},
    {"run.upload_Mbit_per_second", all, field, "", one_two_five, 1, 1e5},
};

constexpr FieldRow need_table[] = {
    {"requirements.deadline_seconds", essential, field, "h", one_two_five, 3600, 3.6e7},
    {"requirements.budget", essential, field, "", one_two_five, 1000, 1e8},
    {"requirements.power_limit_W", all, field, "kW", one_two_five, 500, 1e6},
    {"requirements.rack_units", all, field, "", one_two_five, 1, 1000},
    {"requirements.takt_seconds", usual, field, "", one_two_five, 0.01, 1000},
    {"requirements.smallest_defect_pixels", all, field, "", one_two_five, 1, 10000},
    {"requirements.smallest_defect_pixels_at_input", all, field, "", one_two_five, 1, 1000},
    {"requirements.positive_share", all, field, "", one_two_five, 0.001, 1},
    {"requirements.balanced_epochs"},
    {"requirements.growth", all, field, "", one_two_five, 1, 100},
    {"requirements.runs_per_month", all, field, "", one_two_five, 1, 1000},
};

constexpr FieldRow money_table[] = {
    {"economics.currency", usual},
    {"economics.electricity_price_per_kWh", usual, field, "", one_two_five, 0.01, 10},
    {"economics.pue", all, field, "", twentieths, 1, 2.5},
    {"economics.prices_as_of"},
    {"economics.amortisation_years", all, field, "", counting, 1, 10},
    {"economics.utilisation", all, field, "", twentieths, 0.05, 1},
    {"economics.maintenance_share", all, field, "", hundredths, 0.01, 0.3},
    {"economics.grid_kg_CO2_per_kWh", all, field, "", one_two_five, 0.01, 1},
};

constexpr FieldRow constraint_table[] = {
    {"constraints.maximum_gpus", all, field, "", powers_of_two, 1, 1024},
    {"constraints.memory_reserve", all, field, "", twentieths, 0.05, 0.9},
    {"constraints.acquisition"},
    {"constraints.market"},
    {"constraints.other_global_batch"},
};

/// Tables of `FieldGroup`, and input tables with all rows.
constexpr std::span<const FieldRow> all_tables[] = {build_table,  batch_table,    running_table,      parallel_table,
                                                    detail_table, chassis_table,  task_table,         fine_tuning_table,
                                                    run_table,    need_table,     money_table,        constraint_table,
                                                    volume_table, sequence_table, sequence_pair_table};

} // namespace tables

std::vector<double> counting_steps(double from, double to)
{
    std::vector<double> steps;
    const auto last = static_cast<qint64>(to - from);
    for (qint64 i = 0; i <= last; ++i) steps.push_back(from + static_cast<double>(i));
    return steps;
}

/// Pixels between two steps.
constexpr double finest_side = 32.0;

std::vector<double> steps_of(Spread spread, double from, double to)
{
    constexpr double hundredth = 0.01;
    constexpr double twentieth = 0.05;
    switch (spread) {
    case Spread::powers_of_two: return powers_of_two(from, to);
    case Spread::one_two_five: return one_two_five(from, to);
    case Spread::even: return even_steps(from, to, finest_side);
    case Spread::counting: return counting_steps(from, to);
    case Spread::hundredths: return even_steps(from, to, hundredth);
    case Spread::twentieths: return even_steps(from, to, twentieth);
    }
    return {from, to};
}

/// Upper end of the slider: a part of the legal range around usual values.
double usual_maximum(const Hyperparameter& hyperparameter)
{
    if (hyperparameter.type == HyperparameterType::real) return hyperparameter.maximum;
    const std::int64_t* standard =
        hyperparameter.standard ? std::get_if<std::int64_t>(&*hyperparameter.standard) : nullptr;
    const double usual = standard ? static_cast<double>(*standard) * 32.0 : 32768.0;
    double limit = 64.0;
    while (limit < usual) limit *= 2.0;
    return std::min(limit, hyperparameter.maximum);
}

/// Numbered keys share one name: "block3_layers" is "block#_layers" with its number.
QString hyperparameter_name(std::string_view key, const Localization& words)
{
    std::string code = "hyperparameter." + std::string(key);
    const std::size_t digit = code.find_first_of("0123456789");
    if (words.table().has(code) || digit == std::string::npos) return words.choice("hyperparameter", key);
    const std::string number(1, code[digit]);
    code[digit] = '#';
    return words.table().has(code) ? words.text(code, {{"number", number}}) : from_utf8(key);
}

std::string_view shown_unit(const FieldRow& row, const FieldRule& field)
{
    if (*row.unit != '\0') return row.unit;
    if (field.unit == unit_year) return {};
    return field.unit == unit_share ? "%" : field.unit;
}

/// The shown unit in units of the file: 60 for minutes where the file has seconds.
double scale_of(const FieldRow& row, const FieldRule& field)
{
    const std::optional<UnitWord> shown = unit_word(shown_unit(row, field));
    const std::optional<UnitWord> stored = unit_word(field.unit);
    return (shown ? shown->size : 1.0) / (stored ? stored->size : 1.0);
}

} // namespace

std::span<const FieldRow> rows_of(FieldGroup group) { return tables::all_tables[static_cast<std::size_t>(group)]; }

std::span<const FieldRow> input_rows(Family::InputKind kind)
{
    switch (kind) {
    case Family::InputKind::image: return tables::image_table;
    case Family::InputKind::volume: return tables::volume_table;
    case Family::InputKind::features: return {};
    case Family::InputKind::sequence: return tables::sequence_table;
    case Family::InputKind::sequence_pair: return tables::sequence_pair_table;
    case Family::InputKind::image_and_text: return tables::image_and_text_table;
    }
    return {};
}

std::span<const std::span<const FieldRow>> all_rows() { return tables::all_tables; }

const FieldRow* row_of(std::string_view path)
{
    for (const auto rows : all_rows()) {
        const auto found = std::ranges::find_if(rows, [path](const FieldRow& row) {
            return path == row.path || (row.width != nullptr && path == row.width);
        });
        if (found != rows.end()) return &*found;
    }
    return nullptr;
}

Tier tier_of(std::string_view path)
{
    const FieldRow* row = row_of(path);
    if (path == "model.preset") return Tier::essential;
    return row != nullptr ? row->tier : Tier::all;
}

ControlTexts texts_of(const FieldRow& row, const Localization& words)
{
    const std::string code = std::string("field.") + (row.named != nullptr ? row.named : row.path);
    const FieldRule field = rule_at(row.path).value_or(FieldRule());
    return {words.text(code), from_utf8(shown_unit(row, field)), words.text(code + ".help"),
            words.text("field.not-set"), &words};
}

ControlTexts texts_of(const Hyperparameter& hyperparameter, const Localization& words)
{
    return {hyperparameter_name(hyperparameter.key, words),
            {},
            words.text("field.hyperparameter.help", {{"key", std::string(hyperparameter.key)}}),
            words.text("field.derived"),
            &words};
}

NumberSpec number_spec(const FieldRow& row, const FieldRule& field, std::int64_t side_step)
{
    NumberSpec spec;
    spec.integer = field.type == FieldType::integer;
    spec.optional = field.optional;
    spec.minimum = field.minimum;
    spec.above_minimum = field.above_minimum;
    spec.maximum = field.maximum;
    spec.scale = scale_of(row, field);
    spec.groups_digits = field.unit != unit_year;
    spec.has_slider = row.sweep == Sweep::slider;
    const double from = std::max(row.steps_from, field.minimum);
    const double to = std::min(row.steps_to, field.maximum);
    if (side_step > 1) {
        spec.side_step = static_cast<double>(side_step);
        const double stop = spec.side_step * std::ceil(finest_side / spec.side_step);
        spec.steps = even_steps(stop, std::max(std::floor(to / stop), 2.0) * stop, stop);
        return spec;
    }
    if (row.spread != Spread::one_two_five) {
        spec.steps = steps_of(row.spread, from, to);
        return spec;
    }
    // In displayed units: 1, 2 and 5 hours, not in seconds.
    constexpr double finest = 1e6;
    spec.steps = one_two_five(from / spec.scale, to / spec.scale);
    for (double& step : spec.steps) step = std::round(step * spec.scale * finest) / finest;
    return spec;
}

NumberSpec number_spec(const Hyperparameter& hyperparameter)
{
    constexpr double twentieth = 0.05;
    NumberSpec spec;
    spec.integer = hyperparameter.type == HyperparameterType::integer;
    spec.optional = !hyperparameter.standard;
    spec.minimum = hyperparameter.minimum;
    spec.maximum = hyperparameter.maximum;
    const double top = usual_maximum(hyperparameter);
    const bool fraction = hyperparameter.type == HyperparameterType::real && top <= 1.0;
    spec.steps =
        fraction ? even_steps(hyperparameter.minimum, top, twentieth) : powers_of_two(hyperparameter.minimum, top);
    // Students vary depth and width.
    const std::string_view key = hyperparameter.key;
    spec.has_slider = key.ends_with("layers") || key.ends_with("width") || key == "d_model" || key == "d_ff";
    return spec;
}

} // namespace rigwright
