// SPDX-License-Identifier: Apache-2.0
#include "core/json/object_reader.h"

#include "core/json/characters.h"

#include <algorithm>
#include <charconv>

namespace rigwright {

namespace {

using nlohmann::json;

/// 2^63, above every integer that can be read.
constexpr double beyond_integers = 9223372036854775808.0;

FieldRule rule_of(std::int64_t lowest, std::int64_t highest)
{
    return {.minimum = static_cast<double>(lowest), .maximum = static_cast<double>(highest)};
}

/// Shortest text that parses back to the same double, in any locale; an integer in full.
std::string digits(const FieldRule& rule, double bound)
{
    if (rule.type == FieldType::integer) return std::to_string(static_cast<std::int64_t>(bound));
    char buffer[32];
    const auto end = std::to_chars(buffer, buffer + sizeof buffer, bound).ptr;
    return std::string(buffer, end);
}

/// "[1, 64]", "(0, 0.5]" or "[0, ...)"; appends piece by piece because GCC 12 warns wrongly about "text" + std::string
/// (its bug 105651).
std::string interval(const FieldRule& rule)
{
    const double open_end = rule.type == FieldType::integer ? beyond_integers : std::numeric_limits<double>::max();
    std::string text(rule.above_minimum ? "(" : "[");
    text.append(digits(rule, rule.minimum)).append(", ");
    if (rule.maximum >= open_end) return text.append("...)");
    return text.append(digits(rule, rule.maximum)).append("]");
}

std::string_view kind_of(FieldType type)
{
    switch (type) {
    case FieldType::flag: return "true, false";
    case FieldType::integer: return "integer";
    case FieldType::real: return "number";
    case FieldType::choice:
    case FieldType::text: return "text";
    }
    return "";
}

bool has_type(const json& value, FieldType type)
{
    switch (type) {
    case FieldType::flag: return value.is_boolean();
    case FieldType::integer: return is_whole(value);
    case FieldType::real: return value.is_number();
    case FieldType::choice:
    case FieldType::text: return value.is_string();
    }
    return false;
}

/// For a value of the rule's type.
bool is_legal(const json& value, const FieldRule& rule)
{
    switch (rule.type) {
    case FieldType::flag: return true;
    case FieldType::integer: {
        const auto whole = whole_number(value);
        return whole && in_range(rule, static_cast<double>(*whole));
    }
    case FieldType::real: return in_range(rule, value.get<double>());
    case FieldType::choice: return std::ranges::find(rule.choices, value.get<std::string>()) != rule.choices.end();
    case FieldType::text: return in_range(rule, static_cast<double>(value.get_ref<const std::string&>().size()));
    }
    return false;
}

} // namespace

bool in_range(const FieldRule& rule, double number)
{
    const bool high_enough = rule.above_minimum ? number > rule.minimum : number >= rule.minimum;
    return high_enough && number <= rule.maximum;
}

ObjectReader::ObjectReader(const json& value, std::string path, ReportDefect report, NullMeaning null_meaning)
    : object_(value.is_object() ? &value : nullptr),
      path_(std::move(path)),
      report_(std::move(report)),
      null_meaning_(null_meaning)
{
    if (object_ == nullptr) report_({.issue = {path_, "wrong-type", json_excerpt(value), "object"}});
}

ObjectReader::ObjectReader(const json& value, std::string path, std::vector<JsonIssue>& issues,
                           NullMeaning null_meaning)
    : ObjectReader(
          value, std::move(path), [&issues](Defect defect) { issues.push_back(std::move(defect.issue)); }, null_meaning)
{}

bool ObjectReader::has(std::string_view key) const { return object_ != nullptr && object_->contains(key); }

const json* ObjectReader::any(std::string_view key)
{
    if (std::ranges::find(known_, key) == known_.end()) known_.emplace_back(key);
    if (object_ == nullptr) return nullptr;
    const auto found = object_->find(key);
    return found == object_->end() ? nullptr : &*found;
}

const json* ObjectReader::field(std::string_view key, Need need, std::string_view expected)
{
    const json* value = any(key);
    if (value == nullptr) {
        if (need == Need::required && object_ != nullptr) report(key, "missing-key", "", std::string(expected));
        return nullptr;
    }
    const bool unknown = value->is_null() && need == Need::optional && null_meaning_ == NullMeaning::unknown;
    return unknown ? nullptr : value;
}

const json* ObjectReader::scalar(std::string_view key, const FieldRule& rule, Need need)
{
    const json* value = field(key, need, kind_of(rule.type));
    if (value == nullptr) return nullptr;
    return check(*value, path_of(key), rule) ? value : nullptr;
}

bool ObjectReader::check(const json& value, const std::string& path, const FieldRule& rule)
{
    const bool typed = has_type(value, rule.type);
    if (typed && is_legal(value, rule)) return true;
    std::string expected(kind_of(rule.type));
    const bool is_word = typed && rule.type == FieldType::choice;
    if (is_word)
        expected = joined(rule.choices);
    else if (typed)
        expected.append(" ").append(interval(rule));
    const std::string_view code = is_word ? "unknown-value" : typed ? "out-of-range" : "wrong-type";
    report_({.issue = {path, std::string(code), json_excerpt(value), std::move(expected)}, .rule = &rule});
    return false;
}

void ObjectReader::report(std::string_view key, std::string code, std::string found, std::string expected,
                          const FieldRule* rule)
{
    report_(
        {.issue = {path_of(key), std::move(code), std::move(found), std::move(expected)}, .key = key, .rule = rule});
}

void ObjectReader::report_at(std::string_view path, std::string code, std::string found, std::string expected)
{
    report_({.issue = {path_ + "." + std::string(path), std::move(code), std::move(found), std::move(expected)}});
}

std::optional<std::string> ObjectReader::text(std::string_view key, const FieldRule& rule, Need need)
{
    const json* value = scalar(key, rule, need);
    return value == nullptr ? std::nullopt : std::optional(value->get<std::string>());
}

std::optional<double> ObjectReader::number(std::string_view key, const FieldRule& rule, Need need)
{
    const json* value = scalar(key, rule, need);
    return value == nullptr ? std::nullopt : std::optional(value->get<double>());
}

std::optional<std::int64_t> ObjectReader::integer(std::string_view key, const FieldRule& rule, Need need)
{
    const json* value = scalar(key, rule, need);
    return value == nullptr ? std::nullopt : whole_number(*value);
}

std::optional<bool> ObjectReader::flag(std::string_view key, Need need)
{
    const json* value = scalar(key, {.type = FieldType::flag}, need);
    return value == nullptr ? std::nullopt : std::optional(value->get<bool>());
}

std::optional<std::size_t> ObjectReader::choice(std::string_view key, std::span<const std::string_view> choices,
                                                Need need)
{
    const auto word = text(key, {.type = FieldType::choice, .choices = choices}, need);
    if (!word) return std::nullopt;
    return static_cast<std::size_t>(std::ranges::find(choices, *word) - choices.begin());
}

std::optional<ObjectReader> ObjectReader::object(std::string_view key, Need need)
{
    const json* value = field(key, need, "object");
    if (value == nullptr) return std::nullopt;
    return member(key, *value);
}

ObjectReader ObjectReader::member(std::string_view key, const json& value) const
{
    return ObjectReader(value, path_of(key), report_, null_meaning_);
}

void ObjectReader::objects(std::string_view key, const ReadElement& read, Need need)
{
    const json* list = array(key, need);
    for (std::size_t i = 0; list != nullptr && i < list->size(); ++i) {
        ObjectReader element((*list)[i], json_element_path(path_of(key), i), report_, null_meaning_);
        read(element);
    }
}

const json* ObjectReader::array(std::string_view key, Need need)
{
    const json* value = field(key, need, "array");
    if (value == nullptr || value->is_array()) return value;
    report(key, "wrong-type", json_excerpt(*value), "array");
    return nullptr;
}

std::vector<std::string> ObjectReader::optional_texts(std::string_view key, const FieldRule& rule)
{
    std::vector<std::string> texts;
    const json* list = array(key, Need::optional);
    for (std::size_t i = 0; list != nullptr && i < list->size(); ++i)
        if (check((*list)[i], json_element_path(path_of(key), i), rule)) texts.push_back((*list)[i]);
    return texts;
}

std::vector<std::string> ObjectReader::unread() const
{
    std::vector<std::string> keys;
    if (object_ == nullptr) return keys;
    for (const auto& [key, value] : object_->items())
        if (std::ranges::find(known_, key) == known_.end()) keys.push_back(key);
    return keys;
}

void ObjectReader::finish()
{
    const std::vector<std::string> keys = unread();
    if (keys.empty()) return;
    std::vector<std::string> sorted = known_;
    std::ranges::sort(sorted);
    const std::string expected = joined(sorted);
    for (const std::string& key : keys)
        report_({.issue = {path_of(key), "unknown-key", json_excerpt((*object_)[key]), expected},
                 .key = key,
                 .keys = known_});
}

std::optional<std::int64_t> ObjectReader::required_integer(std::string_view key, std::int64_t lowest,
                                                           std::int64_t highest)
{
    return integer(key, rule_of(lowest, highest), Need::required);
}

std::optional<std::int64_t> ObjectReader::optional_integer(std::string_view key, std::int64_t lowest,
                                                           std::int64_t highest)
{
    return integer(key, rule_of(lowest, highest), Need::optional);
}

std::optional<ObjectReader> ObjectReader::required_object(std::string_view key) { return object(key, Need::required); }
std::optional<ObjectReader> ObjectReader::optional_object(std::string_view key) { return object(key, Need::optional); }

} // namespace rigwright
