// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/quantities/member.h"
#include "core/scenario/fields.h"
#include "core/scenario/words.h"

#include <type_traits>

namespace rigwright {

/// Conversion between a member's type and a field value; an optional member adds "no value" to its type's values.
template <typename Member>
struct FieldCodec;

template <>
struct FieldCodec<bool> {
    static constexpr FieldType type = FieldType::flag;
    static FieldValue to_value(bool flag) { return flag; }
    static bool from_value(const FieldValue& value) { return std::get<bool>(value); }
};

template <>
struct FieldCodec<std::int64_t> {
    static constexpr FieldType type = FieldType::integer;
    static FieldValue to_value(std::int64_t number) { return number; }
    static std::int64_t from_value(const FieldValue& value) { return std::get<std::int64_t>(value); }
};

template <>
struct FieldCodec<double> {
    static constexpr FieldType type = FieldType::real;
    static FieldValue to_value(double number) { return number; }
    static double from_value(const FieldValue& value)
    {
        if (const auto* whole = std::get_if<std::int64_t>(&value)) return static_cast<double>(*whole);
        return std::get<double>(value);
    }
};

/// An empty text means "no value".
template <>
struct FieldCodec<std::string> {
    static constexpr FieldType type = FieldType::text;
    static FieldValue to_value(const std::string& text) { return text.empty() ? FieldValue() : FieldValue(text); }
    static std::string from_value(const FieldValue& value)
    {
        const auto* text = std::get_if<std::string>(&value);
        return text == nullptr ? std::string() : *text;
    }
};

template <Spelled Enum>
struct FieldCodec<Enum> {
    static constexpr FieldType type = FieldType::choice;
    static FieldValue to_value(Enum choice) { return std::string(word_of(choice)); }
    static Enum from_value(const FieldValue& value)
    {
        return from_word<Enum>(std::get<std::string>(value)).value_or(Enum{});
    }
};

template <typename Plain>
struct FieldCodec<std::optional<Plain>> {
    static constexpr FieldType type = FieldCodec<Plain>::type;
    static FieldValue to_value(const std::optional<Plain>& member)
    {
        return member ? FieldCodec<Plain>::to_value(*member) : FieldValue();
    }
    static std::optional<Plain> from_value(const FieldValue& value)
    {
        if (std::holds_alternative<std::monostate>(value)) return std::nullopt;
        return FieldCodec<Plain>::from_value(value);
    }
};

template <typename Member>
inline constexpr bool is_optional = std::is_same_v<Member, std::string>;
template <typename Plain>
inline constexpr bool is_optional<std::optional<Plain>> = true;

template <typename Member>
inline constexpr std::span<const std::string_view> choices_of{};
template <Spelled Enum>
inline constexpr std::span<const std::string_view> choices_of<Enum>{words<Enum>};
template <Spelled Enum>
inline constexpr std::span<const std::string_view> choices_of<std::optional<Enum>>{words<Enum>};

/// Creates the fields of one struct; a field's type follows from the last member of the pointer chain.
template <typename Owner>
struct FieldMaker {
    template <auto... Path>
    using Member = std::remove_reference_t<decltype(member_of<Path...>(std::declval<Owner&>()))>;

    /// A choice or a flag.
    template <auto... Path>
    static FieldOf<Owner> field(std::string_view path)
    {
        using Codec = FieldCodec<Member<Path...>>;
        FieldOf<Owner> made;
        made.path = path;
        made.type = Codec::type;
        made.optional = is_optional<Member<Path...>>;
        made.choices = choices_of<Member<Path...>>;
        made.read = [](const Owner& owner) { return Codec::to_value(member_of<Path...>(owner)); };
        made.write = [](Owner& owner, const FieldValue& value) {
            member_of<Path...>(owner) = Codec::from_value(value);
        };
        return made;
    }
    /// A number from `minimum` to `maximum`, or a text of at most `maximum` bytes.
    template <auto... Path>
    static FieldOf<Owner> field(std::string_view path, double minimum, double maximum)
    {
        FieldOf<Owner> made = field<Path...>(path);
        made.minimum = minimum;
        made.maximum = maximum;
        return made;
    }
    /// A number above zero, up to `maximum`.
    template <auto... Path>
    static FieldOf<Owner> positive(std::string_view path, double maximum)
    {
        FieldOf<Owner> made = field<Path...>(path, 0.0, maximum);
        made.above_minimum = true;
        return made;
    }
    /// A text of at most `longest` bytes.
    template <auto... Path>
    static FieldOf<Owner> text(std::string_view path, double longest = 200)
    {
        return field<Path...>(path, 1, longest);
    }
};

/// The fields of the structs that a scenario holds in lists or as optional members.
const std::vector<FieldOf<ModelImport>>& import_fields();
const std::vector<FieldOf<Lora>>& lora_fields();
const std::vector<FieldOf<PriceOverride>>& price_override_fields();
const std::vector<FieldOf<OwnExchangeRate>>& exchange_rate_fields();
const std::vector<FieldOf<Tiling>>& tiling_fields();
const std::vector<FieldOf<Measurement>>& measurement_fields();
const std::vector<FieldOf<Workload>>& workload_fields();

} // namespace rigwright
