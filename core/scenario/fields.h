// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/json/object_reader.h"
#include "core/scenario/scenario.h"

#include <string_view>

namespace rigwright {

/// Units that `read_number` does not know: a share of one, shown as a percentage; a year, whose digits are not grouped;
/// the currency of the scenario.
inline constexpr std::string_view unit_share = "1";
inline constexpr std::string_view unit_year = "AD";
inline constexpr std::string_view unit_currency = "¤";
inline constexpr std::string_view unit_currency_per_kwh = "¤/kWh";

/// One scalar field of a struct: its key, its legal values, and access to it. Where an optional field has no value
/// (`std::monostate`), the engine derives one or works without it.
template <typename Owner>
struct FieldOf : FieldRule {
    /// "training.micro_batch"
    std::string_view path;
    /// The field describes the job, which the machines of a project share; the others describe one machine and how the
    /// job runs there.
    bool of_task = false;
    FieldValue (*read)(const Owner&) = nullptr;
    /// Precondition: `accepts(field, value)`.
    void (*write)(Owner&, const FieldValue&) = nullptr;
    /// A word in files of older programs, and its current equivalent.
    std::string_view old_word{};
    void (*write_old)(Owner&) = nullptr;

    /// The same field, its number in `symbol`.
    FieldOf in(std::string_view symbol) const
    {
        FieldOf measured = *this;
        measured.unit = symbol;
        return measured;
    }
};

/// One scalar field of a scenario. Their list is the only place that names the fields; the file reader and writer, the
/// window's controls, undo, sweeps and tests all iterate over it.
using Field = FieldOf<Scenario>;

/// All scalar fields in file order.
const std::vector<Field>& scenario_fields();
/// Null if no field has that path.
const Field* field_of(std::string_view path);

/// The message for a word of a choice field: the last part of the path and the word ("precision.fp16-amp").
std::string choice_code(std::string_view path, std::string_view word);

} // namespace rigwright
