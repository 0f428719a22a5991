// SPDX-License-Identifier: Apache-2.0
#include "core/scenario/json_findings.h"

#include "core/json/object_reader.h"
#include "core/json/utf8.h"
#include "core/scenario/nearest.h"

#include <cmath>

namespace rigwright {

namespace {

using nlohmann::json;

bool has_type(FieldType type, const FieldValue& value)
{
    const bool whole = std::holds_alternative<std::int64_t>(value);
    switch (type) {
    case FieldType::flag: return std::holds_alternative<bool>(value);
    case FieldType::integer: return whole;
    case FieldType::real: return whole || std::holds_alternative<double>(value);
    case FieldType::choice:
    case FieldType::text: return std::holds_alternative<std::string>(value);
    }
    return false;
}

std::string all_of(std::span<const std::string_view> words) { return joined({words.begin(), words.end()}); }

Arguments with_range(const FieldRule& rule, Argument found)
{
    return {{"found", std::move(found)},
            {"minimum", bound_argument(rule.minimum)},
            {"maximum", bound_argument(rule.maximum)}};
}

Finding wrong_type(const FieldRule& rule, Argument found, std::string field)
{
    switch (rule.type) {
    case FieldType::flag: return input_error("not-a-flag", std::move(field), {{"found", std::move(found)}});
    case FieldType::integer: return input_error("not-an-integer", std::move(field), with_range(rule, std::move(found)));
    case FieldType::real: return input_error("not-a-number", std::move(field), with_range(rule, std::move(found)));
    case FieldType::choice:
        return input_error("not-a-word", std::move(field),
                           {{"found", std::move(found)}, {"accepted", all_of(rule.choices)}});
    case FieldType::text: return input_error("not-a-text", std::move(field), {{"found", std::move(found)}});
    }
    return {};
}

Finding wrong_amount(const FieldRule& rule, Argument found, std::string field)
{
    switch (rule.type) {
    case FieldType::flag: break;
    case FieldType::integer:
        return input_error("integer-out-of-range", std::move(field), with_range(rule, std::move(found)));
    case FieldType::real:
        return input_error(rule.above_minimum ? "number-not-above" : "number-out-of-range", std::move(field),
                           with_range(rule, std::move(found)));
    case FieldType::choice:
        return input_error("unknown-word", std::move(field),
                           {{"found", std::move(found)}, {"accepted", all_of(rule.choices)}});
    case FieldType::text: return input_error("text-length", std::move(field), with_range(rule, std::move(found)));
    }
    return {};
}

/// The JSON scalar in the rule's type, without a range check.
std::optional<FieldValue> typed(const FieldRule& rule, const json& value)
{
    switch (rule.type) {
    case FieldType::flag: return value.is_boolean() ? std::optional<FieldValue>(value.get<bool>()) : std::nullopt;
    case FieldType::integer: {
        if (!is_whole(value)) return std::nullopt;
        // Outside every range; the error shows the number as written.
        const std::int64_t beyond = value.get<double>() < 0.0 ? INT64_MIN : INT64_MAX;
        return whole_number(value).value_or(beyond);
    }
    case FieldType::real: return value.is_number() ? std::optional<FieldValue>(value.get<double>()) : std::nullopt;
    case FieldType::choice:
    case FieldType::text: return value.is_string() ? std::optional<FieldValue>(value.get<std::string>()) : std::nullopt;
    }
    return std::nullopt;
}

} // namespace

std::string member_field(std::string_view parent, std::string_view key)
{
    const std::string path = json_member_path(parent, key);
    return parent.empty() && path.front() == '.' ? path.substr(1) : path;
}

std::string element_field(std::string_view parent, std::size_t index) { return json_element_path(parent, index); }

Argument found_argument(const json& value)
{
    if (value.is_object()) return MessageCode{"json.object"};
    if (value.is_array()) return MessageCode{"json.array"};
    return json_excerpt(value);
}

Finding input_error(std::string code, std::string field, Arguments arguments)
{
    return {Finding::Severity::error, std::move(code), std::move(field), std::move(arguments)};
}

Argument bound_argument(double bound)
{
    return Value{bound, std::nearbyint(bound) == bound ? Unit::count : Unit::ratio};
}

ReadValue read_value(const FieldRule& rule, const json& value, std::string field)
{
    const std::optional<FieldValue> found = typed(rule, value);
    if (!found) return {{}, {wrong_type(rule, found_argument(value), std::move(field))}};
    if (!accepts(rule, *found)) return {{}, {wrong_amount(rule, found_argument(value), std::move(field))}};
    return {*found, {}};
}

std::vector<Finding> value_errors(const FieldRule& rule, const FieldValue& value, std::string field)
{
    if (accepts(rule, value)) return {};
    if (has_type(rule.type, value)) return {wrong_amount(rule, excerpt_of(value), std::move(field))};
    return {wrong_type(rule, excerpt_of(value), std::move(field))};
}

Finding unknown_key(std::string_view parent, std::string_view key, const std::vector<std::string>& legal)
{
    const std::vector<std::string> near = nearest_names(key, legal, 1);
    Arguments arguments{{"key", json_excerpt(std::string(key))}};
    if (!near.empty()) arguments.emplace_back("nearest", near.front());
    arguments.emplace_back("accepted", joined(legal));
    return input_error(near.empty() ? "unknown-key" : "unknown-key-nearest", member_field(parent, key),
                       std::move(arguments));
}

Finding json_finding(const JsonIssue& issue, std::string_view text)
{
    const bool at_member = issue.path.size() > 1 && issue.path[1] == '.';
    std::string field = issue.path.substr(at_member ? 2 : 1);
    const bool broken_text = issue.code == "syntax" && first_invalid_utf8(text);
    Arguments arguments;
    if (!broken_text && !issue.found.empty()) arguments.emplace_back("found", issue.found);
    if (issue.code == "too-large")
        arguments.emplace_back("limit", Value{static_cast<double>(JsonLimits{}.most_bytes), Unit::bytes});
    if (issue.code == "too-deep")
        arguments.emplace_back("limit", Value{static_cast<double>(JsonLimits{}.deepest), Unit::count});
    if (issue.line > 0) {
        arguments.emplace_back("line", Value{static_cast<double>(issue.line), Unit::count});
        arguments.emplace_back("column", Value{static_cast<double>(issue.column), Unit::count});
    }
    std::string code = "json-" + issue.code;
    if (issue.code == "syntax" && issue.found.empty()) code = "json-incomplete";
    if (broken_text) code = "json-invalid-utf8";
    return input_error(std::move(code), std::move(field), std::move(arguments));
}

} // namespace rigwright
