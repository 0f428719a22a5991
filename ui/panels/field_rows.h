// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scenario/field_table.h"
#include "core/zoo/family.h"
#include "ui/controls/field_control.h"
#include "ui/controls/parameter_control.h"
#include "ui/format/words.h"

#include <span>

namespace rigwright {

/// How a slider's stops are spread.
enum class Spread { powers_of_two, one_two_five, even, counting, hundredths, twentieths };

/// One field as the left column offers it; the messages `form.<path>` and `form.<path>.help` name it.
struct FieldRow {
    const char* path = "";
    const char* unit = "";
    /// Numbers only: the part of the legal range that the slider covers.
    Spread spread = Spread::powers_of_two;
    double slider_from = 0.0;
    double slider_to = 0.0;
    double scale = 1.0;
    /// The path that the messages have it under, where it is not its own.
    const char* named = nullptr;
};

std::span<const FieldRow> build_rows();
std::span<const FieldRow> image_rows();
std::span<const FieldRow> volume_rows();
std::span<const FieldRow> sequence_rows();
std::span<const FieldRow> sequence_pair_rows();
std::span<const FieldRow> image_and_text_rows();
/// What decides the size of a step, then the rest of the training.
std::span<const FieldRow> batch_rows();
std::span<const FieldRow> training_rows();
// For those who know: closed at first.
std::span<const FieldRow> fine_tuning_rows();
std::span<const FieldRow> parallel_rows();
std::span<const FieldRow> detail_rows();
std::span<const FieldRow> dataset_rows();
std::span<const FieldRow> machine_rows();
std::span<const FieldRow> run_rows();
std::span<const FieldRow> money_rows();
std::span<const FieldRow> need_rows();
/// What the advisor may propose.
std::span<const FieldRow> constraint_rows();
/// The row of a path in any of the tables; null when no control is offered for it.
const FieldRow* row_of(std::string_view path);

ControlTexts texts_of(const FieldRow& row, const Localization& words);
NumberSpec number_spec(const FieldRow& row, const FieldRule& field);

/// Name and explanation of a hyperparameter ("d_model").
ControlTexts texts_of(const Hyperparameter& hyperparameter, const Localization& words);
NumberSpec number_spec(const Hyperparameter& hyperparameter);

} // namespace rigwright
