// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/quantities/value.h"
#include "core/quantities/words.h"

#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace rigwright {

/// A word of the message table, by its code ("precision.fp16-amp").
struct MessageCode {
    std::string code;

    bool operator==(const MessageCode&) const = default;
};

/// A value for a message placeholder: a number with its unit, data text (a part's name, content of a file), or a word
/// of the message table.
using Argument = std::variant<Value, std::string, MessageCode>;
using Arguments = std::vector<std::pair<std::string, Argument>>;

/// A note to the reader: it blocks the plan, costs something, or was not checked. `error` marks input that cannot be
/// computed. The text is the message "finding.<code>" in the chosen language.
struct Finding {
    enum class Severity { error, blocks, loses, unchecked };

    Severity severity = Severity::unchecked;
    std::string code;
    /// The scenario field concerned ("build.gpu_link"), or empty.
    std::string field;
    Arguments arguments;

    bool operator==(const Finding&) const = default;
};
/// The name of a severity in files ("loses"), and the last part of the message "severity.<key>".
template <>
inline constexpr std::array<std::string_view, 4> words<Finding::Severity>{"error", "blocks", "loses", "unchecked"};

/// "$.build.gpu_link", or "$" for a finding about the whole scenario.
inline std::string json_path_of(const Finding& finding)
{
    if (finding.field.empty()) return "$";
    return finding.field.front() == '[' ? "$" + finding.field : "$." + finding.field;
}

} // namespace rigwright
