// SPDX-License-Identifier: Apache-2.0
#include "core/json/object_reader.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace rigwright {

namespace {

using nlohmann::json;

/// Shortest text that parses back to the same double, in any locale.
std::string digits(double value)
{
    char buffer[32];
    const auto end = std::to_chars(buffer, buffer + sizeof buffer, value).ptr;
    return std::string(buffer, end);
}

/// "[1, 64]", "(0, 0.5]" or "[0, ...)"; appends piece by piece because GCC 12 warns wrongly about "text" + std::string
/// (its bug 105651).
std::string interval(bool above_lowest, const std::string& lowest, const std::string& highest)
{
    std::string text(above_lowest ? "(" : "[");
    text.append(lowest).append(", ").append(highest.empty() ? "...)" : highest);
    if (!highest.empty()) text.append("]");
    return text;
}

std::string interval(NumberRange range)
{
    const bool open_end = range.highest == std::numeric_limits<double>::max();
    return interval(range.above_lowest, digits(range.lowest), open_end ? std::string() : digits(range.highest));
}

std::string interval(std::int64_t lowest, std::int64_t highest)
{
    const bool open_end = highest == std::numeric_limits<std::int64_t>::max();
    return interval(false, std::to_string(lowest), open_end ? std::string() : std::to_string(highest));
}

template <typename Texts>
std::string joined(const Texts& texts)
{
    std::string all;
    for (const auto& text : texts) {
        if (!all.empty()) all += ", ";
        all += text;
    }
    return all;
}

} // namespace

ObjectReader::ObjectReader(const json& value, std::string path, std::vector<JsonIssue>& issues,
                           NullMeaning null_meaning)
    : object_(value.is_object() ? &value : nullptr),
      path_(std::move(path)),
      issues_(&issues),
      null_meaning_(null_meaning)
{
    if (object_ == nullptr) issues_->push_back({path_, "wrong-type", json_excerpt(value), "object"});
}

bool ObjectReader::has(std::string_view key) const { return object_ != nullptr && object_->contains(key); }

const json* ObjectReader::any(std::string_view key)
{
    known_.emplace(key);
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

void ObjectReader::report(std::string_view key, std::string code, std::string found, std::string expected)
{
    issues_->push_back({path_of(key), std::move(code), std::move(found), std::move(expected)});
}

void ObjectReader::report_type(std::string_view key, const json& value, std::string_view expected)
{
    report(key, "wrong-type", json_excerpt(value), std::string(expected));
}

std::optional<std::string> ObjectReader::text(std::string_view key, Need need)
{
    const json* value = field(key, need, "text");
    if (value == nullptr) return std::nullopt;
    if (value->is_string()) return value->get<std::string>();
    report_type(key, *value, "text");
    return std::nullopt;
}

std::optional<double> ObjectReader::number(std::string_view key, NumberRange range, Need need)
{
    const json* value = field(key, need, "number");
    if (value == nullptr) return std::nullopt;
    if (!value->is_number()) {
        report_type(key, *value, "number");
        return std::nullopt;
    }
    const double real = value->get<double>();
    const bool low_enough = real <= range.highest;
    const bool high_enough = range.above_lowest ? real > range.lowest : real >= range.lowest;
    if (low_enough && high_enough) return real;
    report(key, "out-of-range", json_excerpt(*value), "number " + interval(range));
    return std::nullopt;
}

std::optional<std::int64_t> ObjectReader::integer(std::string_view key, std::int64_t lowest, std::int64_t highest,
                                                  Need need)
{
    const json* value = field(key, need, "integer");
    if (value == nullptr) return std::nullopt;
    if (!is_whole(*value)) {
        report_type(key, *value, "integer");
        return std::nullopt;
    }
    const auto whole = whole_number(*value);
    if (whole && *whole >= lowest && *whole <= highest) return whole;
    report(key, "out-of-range", json_excerpt(*value), "integer " + interval(lowest, highest));
    return std::nullopt;
}

std::optional<bool> ObjectReader::flag(std::string_view key, Need need)
{
    const json* value = field(key, need, "true, false");
    if (value == nullptr) return std::nullopt;
    if (value->is_boolean()) return value->get<bool>();
    report_type(key, *value, "true, false");
    return std::nullopt;
}

std::optional<std::size_t> ObjectReader::choice(std::string_view key, std::span<const std::string_view> choices,
                                                Need need)
{
    const auto word = text(key, need);
    if (!word) return std::nullopt;
    const auto found = std::find(choices.begin(), choices.end(), *word);
    if (found != choices.end()) return static_cast<std::size_t>(found - choices.begin());
    report(key, "unknown-value", json_excerpt(*word), joined(choices));
    return std::nullopt;
}

std::optional<ObjectReader> ObjectReader::object(std::string_view key, Need need)
{
    const json* value = field(key, need, "object");
    if (value == nullptr) return std::nullopt;
    return ObjectReader(*value, path_of(key), *issues_, null_meaning_);
}

const json* ObjectReader::array(std::string_view key, Need need)
{
    const json* value = field(key, need, "array");
    if (value == nullptr || value->is_array()) return value;
    report_type(key, *value, "array");
    return nullptr;
}

std::vector<std::string> ObjectReader::optional_texts(std::string_view key)
{
    std::vector<std::string> texts;
    const json* elements = array(key, Need::optional);
    if (elements == nullptr) return texts;
    for (std::size_t i = 0; i < elements->size(); ++i) {
        const json& element = (*elements)[i];
        if (element.is_string())
            texts.push_back(element.get<std::string>());
        else
            issues_->push_back({json_element_path(path_of(key), i), "wrong-type", json_excerpt(element), "text"});
    }
    return texts;
}

void ObjectReader::finish()
{
    if (object_ == nullptr) return;
    for (const auto& [key, value] : object_->items())
        if (!known_.contains(key)) report(key, "unknown-key", json_excerpt(value), joined(known_));
}

std::optional<std::string> ObjectReader::required_text(std::string_view key) { return text(key, Need::required); }
std::optional<std::string> ObjectReader::optional_text(std::string_view key) { return text(key, Need::optional); }
std::optional<double> ObjectReader::required_number(std::string_view key, NumberRange range)
{
    return number(key, range, Need::required);
}
std::optional<double> ObjectReader::optional_number(std::string_view key, NumberRange range)
{
    return number(key, range, Need::optional);
}
std::optional<std::int64_t> ObjectReader::required_integer(std::string_view key, std::int64_t lowest,
                                                           std::int64_t highest)
{
    return integer(key, lowest, highest, Need::required);
}
std::optional<std::int64_t> ObjectReader::optional_integer(std::string_view key, std::int64_t lowest,
                                                           std::int64_t highest)
{
    return integer(key, lowest, highest, Need::optional);
}
std::optional<bool> ObjectReader::required_flag(std::string_view key) { return flag(key, Need::required); }
std::optional<bool> ObjectReader::optional_flag(std::string_view key) { return flag(key, Need::optional); }
std::optional<std::size_t> ObjectReader::required_choice(std::string_view key,
                                                         std::span<const std::string_view> choices)
{
    return choice(key, choices, Need::required);
}
std::optional<std::size_t> ObjectReader::optional_choice(std::string_view key,
                                                         std::span<const std::string_view> choices)
{
    return choice(key, choices, Need::optional);
}
std::optional<ObjectReader> ObjectReader::required_object(std::string_view key) { return object(key, Need::required); }
std::optional<ObjectReader> ObjectReader::optional_object(std::string_view key) { return object(key, Need::optional); }
const json* ObjectReader::required_array(std::string_view key) { return array(key, Need::required); }
const json* ObjectReader::optional_array(std::string_view key) { return array(key, Need::optional); }

} // namespace rigwright
