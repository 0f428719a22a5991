// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/scenario/scenario.h"

#include <span>
#include <string_view>
#include <variant>

namespace rigwright {

/// A scenario field's value outside the struct: absent, flag, whole number, real number, or a word/text.
using FieldValue = std::variant<std::monostate, bool, std::int64_t, double, std::string>;

enum class FieldType { flag, integer, real, choice, text };

/// One scalar field of a scenario: where it is in the file, what is legal, and access to it. This list is the only place
/// that names the fields; the file reader and writer, the window's controls, undo, sweeps and tests all walk it.
struct Field {
    /// "training.micro_batch"
    std::string_view path;
    FieldType type = FieldType::integer;
    /// The key may be absent.
    bool optional = false;
    /// Legal range of numbers, both ends included.
    double minimum = 0.0;
    double maximum = 0.0;
    /// Legal words of a choice.
    std::span<const std::string_view> choices;
    FieldValue (*read)(const Scenario&) = nullptr;
    /// Precondition: `accepts(field, value)`.
    void (*write)(Scenario&, const FieldValue&) = nullptr;
};

/// All scalar fields in the order of the file.
const std::vector<Field>& scenario_fields();
/// Null for a path that names no field.
const Field* field_of(std::string_view path);
/// Whether the value has the field's type and lies in its range.
bool accepts(const Field& field, const FieldValue& value);

} // namespace rigwright
