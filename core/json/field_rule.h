// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string_view>

namespace rigwright {

enum class FieldType { flag, integer, real, choice, text };

/// The legal values of a scalar field.
struct FieldRule {
    FieldType type = FieldType::integer;
    /// The field may have no value.
    bool optional = false;
    /// Legal range of numbers, both ends included unless `above_minimum` excludes the lower one; for texts, their
    /// length in bytes.
    double minimum = 0.0;
    double maximum = 0.0;
    bool above_minimum = false;
    /// Legal words of a choice.
    std::span<const std::string_view> choices{};
};

bool in_range(const FieldRule& rule, double number);

} // namespace rigwright
