// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/json/strict_json.h"

#include <nlohmann/json.hpp>

#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace rigwright {

enum class FieldType { flag, integer, real, choice, text };

/// The legal values of a scalar field. Issues print a range of numbers in interval notation: "[0, 1]", "(0, 1000]".
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
    /// Unit of the number in files, as `read_number` knows it ("GiB", "s", "px"); empty for a pure number.
    std::string_view unit{};

    static constexpr FieldRule real(double minimum = 0.0, double maximum = std::numeric_limits<double>::max())
    {
        return {.type = FieldType::real, .minimum = minimum, .maximum = maximum};
    }
    static constexpr FieldRule up_to(double maximum) { return real(0.0, maximum); }
    static constexpr FieldRule positive(double maximum)
    {
        return {.type = FieldType::real, .maximum = maximum, .above_minimum = true};
    }
};
/// A text of any length.
inline constexpr FieldRule text_of_any_length{.type = FieldType::text, .maximum = std::numeric_limits<double>::max()};

bool in_range(const FieldRule& rule, double number);

/// A defect found by `ObjectReader`, for the list that stores it.
struct Defect {
    JsonIssue issue;
    /// The key concerned, if it is one of the object's own.
    std::string_view key{};
    /// The rule that the value breaks, or null.
    const FieldRule* rule = nullptr;
    /// For an unknown key: the known ones, in the order in which they were read.
    std::span<const std::string> keys{};
};
using ReportDefect = std::function<void(Defect)>;

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
    /// issues. `value` and the targets of `report` must outlive the reader.
    ObjectReader(const nlohmann::json& value, std::string path, ReportDefect report,
                 NullMeaning null_meaning = NullMeaning::refused);
    /// Adds the issues to a list, which must outlive the reader.
    ObjectReader(const nlohmann::json& value, std::string path, std::vector<JsonIssue>& issues,
                 NullMeaning null_meaning = NullMeaning::refused);

    std::string path_of(std::string_view key) const { return json_member_path(path_, key); }
    bool is_object() const { return object_ != nullptr; }
    /// The object, or null if the value is not one.
    const nlohmann::json* members() const { return object_; }
    /// True if the object has the key, even with `null`; does not mark it as known.
    bool has(std::string_view key) const;

    std::optional<std::string> required_text(std::string_view key)
    {
        return text(key, text_of_any_length, Need::required);
    }
    std::optional<std::string> optional_text(std::string_view key, const FieldRule& rule = text_of_any_length)
    {
        return text(key, rule, Need::optional);
    }
    std::optional<double> required_number(std::string_view key, const FieldRule& rule)
    {
        return number(key, rule, Need::required);
    }
    std::optional<double> optional_number(std::string_view key, const FieldRule& rule)
    {
        return number(key, rule, Need::optional);
    }
    std::optional<std::int64_t> required_integer(std::string_view key, std::int64_t lowest, std::int64_t highest);
    std::optional<std::int64_t> optional_integer(std::string_view key, std::int64_t lowest, std::int64_t highest);
    std::optional<std::int64_t> optional_integer(std::string_view key, const FieldRule& rule)
    {
        return integer(key, rule, Need::optional);
    }
    std::optional<bool> required_flag(std::string_view key) { return flag(key, Need::required); }
    std::optional<bool> optional_flag(std::string_view key) { return flag(key, Need::optional); }
    /// The index in `choices` of a text that must be one of them.
    std::optional<std::size_t> required_choice(std::string_view key, std::span<const std::string_view> choices)
    {
        return choice(key, choices, Need::required);
    }
    std::optional<std::size_t> optional_choice(std::string_view key, std::span<const std::string_view> choices)
    {
        return choice(key, choices, Need::optional);
    }
    /// The scalar under `key` if the rule allows it.
    const nlohmann::json* optional_value(std::string_view key, const FieldRule& rule)
    {
        return scalar(key, rule, Need::optional);
    }
    /// A reader for the object under `key`, to be finished by the caller.
    std::optional<ObjectReader> required_object(std::string_view key);
    std::optional<ObjectReader> optional_object(std::string_view key);
    /// A reader for the value of a key that the file chose, such as the id of a part. Does not mark the key as known.
    ObjectReader member(std::string_view key, const nlohmann::json& value) const;
    /// Calls `read` with a reader for each element of the list under `key`, in their order.
    using ReadElement = std::function<void(ObjectReader&)>;
    void required_objects(std::string_view key, const ReadElement& read) { objects(key, read, Need::required); }
    void optional_objects(std::string_view key, const ReadElement& read) { objects(key, read, Need::optional); }
    const nlohmann::json* required_array(std::string_view key) { return array(key, Need::required); }
    const nlohmann::json* optional_array(std::string_view key) { return array(key, Need::optional); }
    /// The texts in the array under `key`; any other element is an issue at its own path.
    std::vector<std::string> optional_texts(std::string_view key, const FieldRule& rule = text_of_any_length);

    /// The value of any type under `key`, or nullptr.
    const nlohmann::json* any(std::string_view key);
    /// `any`, with an issue if the key is absent.
    const nlohmann::json* required(std::string_view key) { return field(key, Need::required, ""); }

    /// Reports a defect of the field that only the caller can detect.
    void report(std::string_view key, std::string code, std::string found, std::string expected,
                const FieldRule* rule = nullptr);
    /// Reports a defect of a field further inside: "compute.core_groups".
    void report_at(std::string_view path, std::string code, std::string found, std::string expected);

    /// The keys that were never read.
    std::vector<std::string> unread() const;
    /// Reports every unread key as `unknown-key`, with the known keys as accepted values.
    void finish();

private:
    enum class Need { required, optional };

    const nlohmann::json* field(std::string_view key, Need need, std::string_view expected);
    const nlohmann::json* scalar(std::string_view key, const FieldRule& rule, Need need);
    bool check(const nlohmann::json& value, const std::string& path, const FieldRule& rule);
    std::optional<std::string> text(std::string_view key, const FieldRule& rule, Need need);
    std::optional<double> number(std::string_view key, const FieldRule& rule, Need need);
    std::optional<std::int64_t> integer(std::string_view key, const FieldRule& rule, Need need);
    std::optional<bool> flag(std::string_view key, Need need);
    std::optional<std::size_t> choice(std::string_view key, std::span<const std::string_view> choices, Need need);
    std::optional<ObjectReader> object(std::string_view key, Need need);
    void objects(std::string_view key, const ReadElement& read, Need need);
    const nlohmann::json* array(std::string_view key, Need need);

    const nlohmann::json* object_ = nullptr;
    std::string path_;
    ReportDefect report_;
    NullMeaning null_meaning_;
    std::vector<std::string> known_;
};

/// Whether a JSON number has an integral value in any notation: 300000000000, 3e11, 300000000000.0.
inline bool is_whole(const nlohmann::json& value)
{
    if (value.is_number_integer()) return true;
    return value.is_number_float() && std::nearbyint(value.get<double>()) == value.get<double>();
}

/// A double represents every integer up to this one.
inline constexpr double largest_exact_whole = 9007199254740992.0;

/// The value of an integral JSON number; nullopt beyond 64 bits, and for one with a point or an exponent beyond the
/// integers that a double represents exactly.
inline std::optional<std::int64_t> whole_number(const nlohmann::json& value)
{
    if (!is_whole(value)) return std::nullopt;
    if (value.is_number_float()) {
        const double real = value.get<double>();
        return std::fabs(real) <= largest_exact_whole ? std::optional(static_cast<std::int64_t>(real)) : std::nullopt;
    }
    const bool too_large =
        value.is_number_unsigned() &&
        value.get<std::uint64_t>() > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
    return too_large ? std::nullopt : std::optional(value.get<std::int64_t>());
}

} // namespace rigwright
