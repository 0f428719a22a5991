// SPDX-License-Identifier: Apache-2.0
#include "core/scenario/json_findings.h"

#include "core/json/characters.h"
#include "core/json/object_reader.h"
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
                           {{"found", std::move(found)}, {"accepted", joined(rule.choices)}});
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
                           {{"found", std::move(found)}, {"accepted", joined(rule.choices)}});
    case FieldType::text: return input_error("text-length", std::move(field), with_range(rule, std::move(found)));
    }
    return {};
}

/// The excerpt of a value; a container is named by its kind.
Argument shown(const std::string& found)
{
    if (found == "object" || found == "array") return MessageCode{"json." + found};
    return found;
}

Finding unknown_at(std::string path, std::string_view key, const std::vector<std::string>& legal)
{
    const std::vector<std::string> near = nearest_names(key, legal, 1);
    Arguments arguments{{"key", json_excerpt(std::string(key))}};
    if (!near.empty()) arguments.emplace_back("nearest", near.front());
    arguments.emplace_back("accepted", joined(legal));
    return input_error(near.empty() ? "unknown-key" : "unknown-key-nearest", std::move(path), std::move(arguments));
}

Finding finding_of(const Defect& defect)
{
    const JsonIssue& issue = defect.issue;
    const Argument found = shown(issue.found);
    if (issue.code == "missing-key") return input_error(issue.code, issue.path, {{"key", std::string(defect.key)}});
    if (issue.code == "unknown-key")
        return unknown_at(issue.path, defect.key, {defect.keys.begin(), defect.keys.end()});
    if (issue.code == "wrong-type" && defect.rule != nullptr) return wrong_type(*defect.rule, found, issue.path);
    if (issue.code == "wrong-type")
        return input_error(issue.expected == "array" ? "not-an-array" : "not-an-object", issue.path,
                           {{"found", found}});
    if (defect.rule != nullptr && (issue.code == "out-of-range" || issue.code == "unknown-value"))
        return wrong_amount(*defect.rule, found, issue.path);
    Arguments arguments{{"found", found}};
    if (!issue.expected.empty()) arguments.emplace_back("accepted", issue.expected);
    if (defect.rule != nullptr) arguments.emplace_back("maximum", bound_argument(defect.rule->maximum));
    return input_error(issue.code, issue.path, std::move(arguments));
}

} // namespace

ReportDefect report_to(std::vector<Finding>& errors)
{
    return [&errors](const Defect& defect) { errors.push_back(finding_of(defect)); };
}

bool has_format(ObjectReader& file, std::string_view format)
{
    const json* found = file.required("format");
    if (found == nullptr || *found == format) return found != nullptr;
    file.report("format", "wrong-format", json_excerpt(*found), std::string(format));
    return false;
}

bool read_format(ObjectReader& file, std::string_view format, std::int64_t newest)
{
    const bool same = has_format(file, format);
    const json* version = file.required("version");
    if (version == nullptr) return same;
    const FieldRule rule{.type = FieldType::integer, .minimum = 1, .maximum = static_cast<double>(newest)};
    if (is_whole(*version) && *version > newest)
        file.report("version", "newer-version", json_excerpt(*version), "", &rule);
    else
        file.optional_integer("version", rule);
    return same;
}

Finding input_error(std::string code, std::string field, Arguments arguments)
{
    return {Finding::Severity::error, std::move(code), std::move(field), std::move(arguments)};
}

Finding input_error(std::string code, std::string field, std::size_t found, std::size_t most)
{
    return input_error(std::move(code), std::move(field),
                       {{"found", bound_argument(static_cast<double>(found))},
                        {"maximum", bound_argument(static_cast<double>(most))}});
}

Argument bound_argument(double bound)
{
    return Value{bound, std::nearbyint(bound) == bound ? Unit::count : Unit::ratio};
}

std::vector<Finding> value_errors(const FieldRule& rule, const FieldValue& value, std::string field)
{
    if (accepts(rule, value)) return {};
    if (has_type(rule.type, value)) return {wrong_amount(rule, excerpt_of(value), std::move(field))};
    return {wrong_type(rule, excerpt_of(value), std::move(field))};
}

Finding unknown_key(std::string_view parent, std::string_view key, const std::vector<std::string>& legal)
{
    return unknown_at(json_member_path(parent, key), key, legal);
}

Finding json_finding(const JsonIssue& issue, std::string_view text)
{
    const bool at_member = issue.path.size() > 1 && issue.path[1] == '.';
    std::string field = issue.path.substr(at_member ? 2 : 1);
    const bool broken_text = (issue.code == "syntax" || issue.code == "ends-early") && first_invalid_utf8(text);
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
    return input_error(broken_text ? "json-invalid-utf8" : "json-" + issue.code, std::move(field),
                       std::move(arguments));
}

} // namespace rigwright
