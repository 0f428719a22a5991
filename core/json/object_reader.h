// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/json/strict_json.h"

#include <nlohmann/json.hpp>

#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <set>
#include <span>

namespace rigwright {

/// Legal range of a number. Issues print it in interval notation: "[0, 1]", "(0, 1000]".
struct NumberRange {
    double lowest = 0.0;
    double highest = std::numeric_limits<double>::max();
    /// `lowest` itself is not allowed.
    bool above_lowest = false;

    static constexpr NumberRange positive(double highest) { return {0.0, highest, true}; }
    static constexpr NumberRange up_to(double highest) { return {0.0, highest, false}; }
};

/// Whether `null` is a wrong type or means "not published" in an optional field.
enum class NullMeaning { refused, unknown };

/// Reads the fields of one JSON object strictly and collects all defects in one pass.
///
/// Every method marks its key as known; `finish` reports the keys that were never read. An absent or invalid field
/// returns nullopt (or nullptr); an invalid one, and an absent required one, leaves an issue. Types are not converted:
/// `true` is not a number, "3" and 3.7 are not integers (1e6 is: JSON does not distinguish it from 1000000).
class ObjectReader {
public:
    /// Reports `wrong-type` at `path` if `value` is not an object; every field then reads as absent, without further
    /// issues. `value` and `issues` must outlive the reader.
    ObjectReader(const nlohmann::json& value, std::string path, std::vector<JsonIssue>& issues,
                 NullMeaning null_meaning = NullMeaning::refused);

    const std::string& path() const { return path_; }
    std::string path_of(std::string_view key) const { return json_member_path(path_, key); }
    /// Issue list for readers of nested elements.
    std::vector<JsonIssue>& issues() { return *issues_; }
    bool is_object() const { return object_ != nullptr; }
    /// True if the object has the key, even with `null`; does not mark it as known.
    bool has(std::string_view key) const;

    std::optional<std::string> required_text(std::string_view key);
    std::optional<std::string> optional_text(std::string_view key);
    std::optional<double> required_number(std::string_view key, NumberRange range);
    std::optional<double> optional_number(std::string_view key, NumberRange range);
    std::optional<std::int64_t> required_integer(std::string_view key, std::int64_t lowest, std::int64_t highest);
    std::optional<std::int64_t> optional_integer(std::string_view key, std::int64_t lowest, std::int64_t highest);
    std::optional<bool> required_flag(std::string_view key);
    std::optional<bool> optional_flag(std::string_view key);
    /// The index in `choices` of a text that must be one of them.
    std::optional<std::size_t> required_choice(std::string_view key, std::span<const std::string_view> choices);
    std::optional<std::size_t> optional_choice(std::string_view key, std::span<const std::string_view> choices);
    /// A reader for the object under `key`, to be finished by the caller.
    std::optional<ObjectReader> required_object(std::string_view key);
    std::optional<ObjectReader> optional_object(std::string_view key);
    const nlohmann::json* required_array(std::string_view key);
    const nlohmann::json* optional_array(std::string_view key);
    /// The array under `key` if it contains only texts; any other element is an issue at its own path.
    std::vector<std::string> optional_texts(std::string_view key);

    /// The value of any type under `key`, or nullptr.
    const nlohmann::json* any(std::string_view key);

    /// Reports a defect of the field that only the caller can detect.
    void report(std::string_view key, std::string code, std::string found, std::string expected);

    /// Reports every unread key as `unknown-key`, with the known keys as accepted values.
    void finish();

private:
    enum class Need { required, optional };

    const nlohmann::json* field(std::string_view key, Need need, std::string_view expected);
    void report_type(std::string_view key, const nlohmann::json& value, std::string_view expected);
    std::optional<std::string> text(std::string_view key, Need need);
    std::optional<double> number(std::string_view key, NumberRange range, Need need);
    std::optional<std::int64_t> integer(std::string_view key, std::int64_t lowest, std::int64_t highest, Need need);
    std::optional<bool> flag(std::string_view key, Need need);
    std::optional<std::size_t> choice(std::string_view key, std::span<const std::string_view> choices, Need need);
    std::optional<ObjectReader> object(std::string_view key, Need need);
    const nlohmann::json* array(std::string_view key, Need need);

    const nlohmann::json* object_ = nullptr;
    std::string path_;
    std::vector<JsonIssue>* issues_;
    NullMeaning null_meaning_;
    std::set<std::string, std::less<>> known_;
};

/// Whether a JSON number has an integral value in any notation: 300000000000, 3e11, 300000000000.0.
inline bool is_whole(const nlohmann::json& value)
{
    if (value.is_number_integer()) return true;
    return value.is_number_float() && std::nearbyint(value.get<double>()) == value.get<double>();
}

/// The value of an integral JSON number; nullopt beyond 64 bits, and for one with a point or an exponent beyond the
/// integers that a double represents exactly.
inline std::optional<std::int64_t> whole_number(const nlohmann::json& value)
{
    constexpr double exact = 9007199254740992.0;
    if (!is_whole(value)) return std::nullopt;
    if (value.is_number_float()) {
        const double real = value.get<double>();
        return std::fabs(real) <= exact ? std::optional(static_cast<std::int64_t>(real)) : std::nullopt;
    }
    const bool too_large =
        value.is_number_unsigned() &&
        value.get<std::uint64_t>() > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
    return too_large ? std::nullopt : std::optional(value.get<std::int64_t>());
}

} // namespace rigwright
