// SPDX-License-Identifier: Apache-2.0
#include "core/hardware/record_table.h"

#include "core/hardware/dates.h"
#include "core/json/characters.h"

#include <algorithm>

namespace rigwright {

namespace {

constexpr double mebi = 1048576.0;
constexpr double gibi = 1073741824.0;

constexpr RecordUnit record_units[] = {
    {"_GBps", "GB/s", 1e9, FieldRule::positive(50000.0)},    {"_MBps", "MB/s", 1e6, FieldRule::positive(1e6)},
    {"_MTps", "MT/s", 1e6, FieldRule::real(100.0, 50000.0)}, {"_GB", "GiB", gibi, FieldRule::positive(65536.0)},
    {"_MB", "MiB", mebi, FieldRule::positive(4096.0)},       {"_GiB", "GiB", gibi, FieldRule::positive(65536.0)},
    {"_MiB", "MiB", mebi, FieldRule::up_to(1048576.0)},      {"_MHz", "MHz", 1e6, FieldRule::real(100.0, 10000.0)},
    {"_GHz", "GHz", 1e9, FieldRule::real(0.1, 10.0)},        {"_TFLOPS", "TFLOPS", 1e12, FieldRule::positive(50000.0)},
    {"_TOPS", "TOPS", 1e12, FieldRule::positive(50000.0)},   {"_W", "W", 1.0, FieldRule::positive(5000.0)},
    {"_us", "µs", 1e-6, FieldRule::positive(1e6)},           {"_bit", "bit", 1.0, FieldRule::real()},
};

constexpr std::string_view date_forms = "YYYY, YYYY-MM, YYYY-MM-DD, YYYY-Qn";

std::optional<std::string> read_date(ObjectReader& group, const RecordField& field)
{
    if (field.required && group.is_object() && !group.has(field.key()))
        group.report(field.key(), "missing-key", "", std::string(date_forms));
    const auto text = group.optional_text(field.key());
    if (!text || date_period(*text)) return text;
    group.report(field.key(), "unknown-value", json_excerpt(*text), std::string(date_forms));
    return std::nullopt;
}

std::optional<std::string> read_word(ObjectReader& group, const RecordField& field)
{
    const bool needed = field.required || field.required_in_group;
    const auto index =
        needed ? group.required_choice(field.key(), field.words) : group.optional_choice(field.key(), field.words);
    return index ? std::optional(std::string(field.words[*index])) : std::nullopt;
}

} // namespace

const RecordUnit* record_unit(std::string_view path)
{
    const auto* found = std::ranges::find_if(record_units, [path](const auto& u) { return path.ends_with(u.suffix); });
    return found != std::end(record_units) ? found : nullptr;
}

std::string_view RecordField::group() const
{
    const std::size_t dot = path.find('.');
    return dot == std::string::npos ? std::string_view() : std::string_view(path).substr(0, dot);
}

std::string_view RecordField::key() const { return std::string_view(path).substr(path.find('.') + 1); }

bool RecordField::is_rate_of_products() const { return unit != nullptr && unit->scale == teraflops(1.0).base(); }

bool is_currency(std::string_view text)
{
    constexpr std::size_t letters = 3;
    // Common names that are no codes: those are CNY and TWD.
    if (text == "RMB" || text == "NTD") return false;
    return text.size() == letters && std::ranges::all_of(text, [](char c) { return c >= 'A' && c <= 'Z'; });
}

void read_header(ObjectReader& file, std::string_view format)
{
    const std::string_view formats[] = {format};
    file.required_choice("format", formats);
    file.required_integer("version", 1, 1);
}

void report_at(ObjectReader& object, std::string_view path, std::string found, std::string expected)
{
    object.report_at(path, "inconsistent", std::move(found), std::move(expected));
}

std::optional<std::string> read_text(ObjectReader& group, const RecordField& field)
{
    if (field.type == RecordFieldType::date) return read_date(group, field);
    if (field.type == RecordFieldType::word) return read_word(group, field);
    if (!field.required && !field.required_in_group) return group.optional_text(field.key());
    auto text = group.required_text(field.key());
    if (text && text->empty()) group.report(field.key(), "unknown-value", "\"\"", "text");
    return text;
}

std::optional<double> read_number(ObjectReader& group, const RecordField& field)
{
    const auto number = field.required ? group.required_number(field.key(), field.range)
                                       : group.optional_number(field.key(), field.range);
    return number ? std::optional(*number * (field.unit != nullptr ? field.unit->scale : 1.0)) : std::nullopt;
}

std::optional<std::int64_t> read_whole(ObjectReader& group, const RecordField& field)
{
    const auto lowest = static_cast<std::int64_t>(field.range.minimum);
    const auto highest = static_cast<std::int64_t>(std::min(field.range.maximum, largest_exact_whole));
    const auto whole = field.required ? group.required_integer(field.key(), lowest, highest)
                                      : group.optional_integer(field.key(), lowest, highest);
    if (!whole || field.numbers.empty() || std::ranges::find(field.numbers, *whole) != field.numbers.end())
        return whole;
    group.report(field.key(), "unknown-value", std::to_string(*whole),
                 joined(field.numbers, [](auto number) { return std::to_string(number); }));
    return std::nullopt;
}

std::optional<bool> read_flag(ObjectReader& group, const RecordField& field)
{
    return field.required ? group.required_flag(field.key()) : group.optional_flag(field.key());
}

std::vector<std::string> read_texts(ObjectReader& group, const RecordField& field)
{
    std::vector<std::string> texts = group.optional_texts(field.key());
    if (field.required && texts.empty()) group.report(field.key(), "missing-key", "", "text");
    for (const std::string& text : texts)
        if (!field.words.empty() && std::ranges::find(field.words, text) == field.words.end())
            group.report(field.key(), "unknown-value", text, joined(field.words));
    return texts;
}

void read_computation(ObjectReader& group, const RecordField& field, Provenance& provenance)
{
    provenance.computation = group.optional_text(field.key()).value_or("");
    const bool unexplained = provenance.confidence == Confidence::computed && provenance.computation.empty();
    if (unexplained && group.is_object()) group.report(field.key(), "missing-key", "", "text");
}

} // namespace rigwright
