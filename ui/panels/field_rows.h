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

/// Distribution of slider steps.
enum class Spread { powers_of_two, one_two_five, even, counting, hundredths, twentieths };

/// Importance of a field: the inputs column shows fields up to the selected tier.
enum class Tier { essential, usual, all };

/// A number with slider and field, or a field alone. Sliders are for instructive sweeps.
enum class Sweep { field, slider };

/// One field in the inputs column; the messages `field.<path>` and `field.<path>.help` name it.
struct FieldRow {
    const char* path = "";
    Tier tier = Tier::all;
    /// From here on, numbers only.
    Sweep sweep = Sweep::field;
    /// Where people prefer another unit than the file's: minutes for seconds.
    const char* unit = "";
    /// Steps of the slider, Page Up and Page Down cover a part of the legal range.
    Spread spread = Spread::powers_of_two;
    double steps_from = 0.0;
    double steps_to = 0.0;
    /// The path in the messages, if it differs.
    const char* named = nullptr;
    /// For an image height: the width in the same row.
    const char* width = nullptr;
};

/// Of a machine: its parts, its batch, how it runs the task. Of the task: data and training. Limits of plans, and
/// prices. What the advisor may recommend.
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
/// Rows for a kind of input.
std::span<const FieldRow> input_rows(Family::InputKind kind);
/// Tables that together contain every row.
std::span<const std::span<const FieldRow>> all_rows();
/// The row of a path in any table; null if no control is offered for it.
const FieldRow* row_of(std::string_view path);
/// The tier of a field; hyperparameters have no row and are in the last one.
Tier tier_of(std::string_view path);

ControlTexts texts_of(const FieldRow& row, const Localization& words);
/// Sliders of image sides use multiples of `side_step`.
NumberSpec number_spec(const FieldRow& row, const FieldRule& field, std::int64_t side_step = 1);

/// Name and explanation of a hyperparameter ("d_model").
ControlTexts texts_of(const Hyperparameter& hyperparameter, const Localization& words);
NumberSpec number_spec(const Hyperparameter& hyperparameter);

} // namespace rigwright
