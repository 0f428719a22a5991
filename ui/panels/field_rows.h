// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scenario/field_table.h"
#include "core/zoo/family.h"
#include "ui/controls/field_control.h"
#include "ui/controls/parameter_control.h"
#include "ui/format/words.h"

#include <span>
#include <vector>

namespace rigwright {

/// How a slider's stops are spread.
enum class Spread { powers_of_two, one_two_five, even, counting, hundredths, twentieths };

/// How many people need a field: the inputs column shows those up to the tier that is chosen.
enum class Tier { essential, usual, all };

/// Whether a number is a slider with a field, or a field alone. Sliders are for what teaches something when it is swept.
enum class Sweep { field, slider };

/// One field as the inputs column offers it; the messages `field.<path>` and `field.<path>.help` name it.
struct FieldRow {
    const char* path = "";
    Tier tier = Tier::all;
    /// The rest is for numbers only.
    Sweep sweep = Sweep::field;
    /// Where people prefer another unit than the file's: minutes for seconds.
    const char* unit = "";
    /// The steps of the slider, and of Page Up and Page Down, cover a part of the legal range.
    Spread spread = Spread::powers_of_two;
    double steps_from = 0.0;
    double steps_to = 0.0;
    /// The path that the messages have it under, where it is not its own.
    const char* named = nullptr;
    /// Of the height of an image: its width, edited in the same row.
    const char* width = nullptr;
};

/// Of one machine: its parts, the batch that it takes, how it runs the task. Of the task: data and training. Limits
/// that a plan has to keep, and prices. What the advisor may propose.
enum class FieldGroup {
    build,
    batch,
    running,
    parallel,
    details,
    chassis,
    task,
    fine_tuning,
    run,
    needs,
    money,
    constraints
};
std::span<const FieldRow> rows_of(FieldGroup group);
/// Those that a kind of input has.
std::span<const FieldRow> input_rows(Family::InputKind kind);
/// Tables that hold every row at least once.
std::span<const std::span<const FieldRow>> all_rows();
/// The row of a path in any of the tables; null when no control is offered for it.
const FieldRow* row_of(std::string_view path);
/// The tier of a field; hyperparameters have no row and belong to the last one.
Tier tier_of(std::string_view path);

ControlTexts texts_of(const FieldRow& row, const Localization& words);
/// A slider of a side stops at multiples of `side_step`.
NumberSpec number_spec(const FieldRow& row, const FieldRule& field, std::int64_t side_step = 1);

/// Name and explanation of a hyperparameter ("d_model").
ControlTexts texts_of(const Hyperparameter& hyperparameter, const Localization& words);
NumberSpec number_spec(const Hyperparameter& hyperparameter);

} // namespace rigwright
