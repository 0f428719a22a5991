// SPDX-License-Identifier: Apache-2.0
#include "core/validation/case.h"

#include "core/json/characters.h"
#include "core/json/strict_json.h"
#include "core/scenario/finding.h"
#include "core/scenario/scenario_parts_json.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rigwright {

namespace {

using nlohmann::json;

constexpr FieldRule any_text{.type = FieldType::text, .maximum = 4000};
constexpr FieldRule positive{.type = FieldType::real, .maximum = 1e30, .above_minimum = true};
constexpr FieldRule not_negative{.type = FieldType::real, .maximum = 1e30};
constexpr FieldRule batch_size{.type = FieldType::integer, .maximum = 1e9};

/// Notes on the source of a case or other predictions; nothing is computed from them.
constexpr std::array remarks{"note", "peer", "beyond_tolerance"};
/// Figures with a definition that the engine does not predict, and remarks on figures.
constexpr std::array other_figures{"memory_GB", "tflops_per_gpu"};
constexpr std::array figure_remarks{"spread_percent", "memory_kind", "tflops_definition", "derived"};
constexpr std::array memory_remarks{"printed_GiB", "truth", "trivial", "percent", "baseline"};
/// Relative to another case; the engine compares amounts.
constexpr std::string_view relative_kind = "activations-relative";

std::vector<std::string> memory_words()
{
    std::vector<std::string> words;
    for (const ReadingKindRow& row : reading_kinds())
        if (row.domain == Domain::memory) words.emplace_back(row.key);
    return words;
}

/// Reads the measurements of one case into it.
class ReadingsReader {
public:
    ReadingsReader(Case& into, std::vector<Finding>& errors) : case_(into), errors_(errors) {}

    void measured(const json& value)
    {
        ObjectReader fields(value, "measured", report_to(errors_));
        if (fields.any("kind") != nullptr) one_memory_figure(fields);
        memory_list(fields);
        case_.ran = fields.optional_flag("ran");
        figures(fields, Domain::time);
        for (const char* key : other_figures)
            if (fields.any(key) != nullptr) case_.not_compared.emplace_back(key);
        for (const char* key : figure_remarks) fields.any(key);
        fields.finish();
        keep_one_of_step_and_speed();
        if (value.is_object() && case_.readings.empty() && !case_.ran && case_.not_compared.empty() && errors_.empty())
            errors_.push_back(input_error("case-without-figure", "measured"));
    }

    void expected(const json& value)
    {
        ObjectReader fields(value, "expected", report_to(errors_));
        figures(fields, Domain::structure);
        fields.finish();
        if (value.is_object() && case_.readings.empty() && errors_.empty())
            errors_.push_back(input_error("case-without-figure", "expected"));
    }

private:
    void one_memory_figure(ObjectReader& fields)
    {
        const std::string word = fields.optional_text("kind", any_text).value_or("");
        for (const char* key : memory_remarks) fields.any(key);
        Reading reading;
        reading.rounding = fields.optional_number("rounding_bytes", not_negative).value_or(0.0);
        reading.unit_ambiguous = fields.optional_flag("unit_ambiguous").value_or(false);
        const bool repeated = fields.optional_flag("repeated_from_other_row").value_or(false);
        if (word == relative_kind) {
            case_.not_compared.push_back(word);
            return;
        }
        const auto rows = reading_kinds();
        const auto row = std::find_if(rows.begin(), rows.end(), [&](const ReadingKindRow& candidate) {
            return candidate.domain == Domain::memory && candidate.key == word;
        });
        if (row == rows.end()) {
            errors_.push_back(input_error("unknown-word", fields.path_of("kind"),
                                          {{"found", json_excerpt(word)}, {"accepted", joined(memory_words())}}));
            return;
        }
        reading.kind = row->kind;
        if (reading.kind == ReadingKind::max_batch)
            bounds(fields, reading);
        else
            bytes(fields, reading, repeated);
    }

    void bounds(ObjectReader& fields, Reading& reading)
    {
        fields.required("fits_batch");
        fields.required("out_of_memory_batch");
        const auto ran = fields.optional_integer("fits_batch", batch_size);
        const auto failed = fields.optional_integer("out_of_memory_batch", batch_size);
        if (!ran || !failed) return;
        reading.measured = static_cast<double>(*ran);
        reading.out_of_memory_batch = *failed;
        if (*failed > *ran)
            case_.readings.push_back(reading);
        else
            errors_.push_back(input_error("case-bound-empty", fields.path_of("out_of_memory_batch"),
                                          {{"found", Value{static_cast<double>(*failed), Unit::count}},
                                           {"minimum", Value{reading.measured + 1.0, Unit::count}}}));
    }

    void bytes(ObjectReader& fields, Reading& reading, bool repeated)
    {
        if (fields.required("bytes") == nullptr) return;
        const auto amount = fields.optional_number("bytes", positive);
        if (!amount) return;
        reading.measured = *amount;
        if (repeated)
            case_.not_compared.emplace_back("repeated_from_other_row");
        else if (reading.rounding < reading.measured)
            case_.readings.push_back(reading);
        else
            errors_.push_back(input_error(
                "case-rounding-too-large", fields.path_of("rounding_bytes"),
                {{"found", Value{reading.rounding, Unit::bytes}}, {"maximum", Value{reading.measured, Unit::bytes}}}));
    }

    void memory_list(ObjectReader& measured)
    {
        measured.optional_objects("memory", [&](ObjectReader& fields) {
            if (fields.required("kind") != nullptr) one_memory_figure(fields);
            fields.finish();
        });
    }

    void figures(ObjectReader& fields, Domain domain)
    {
        for (const ReadingKindRow& row : reading_kinds()) {
            if (row.domain != domain) continue;
            const std::optional<double> amount =
                fields.optional_number(row.case_key, row.unit == Unit::macs ? not_negative : positive);
            if (amount) case_.readings.push_back({row.kind, *amount, 0.0, false, 0});
        }
    }

    /// Speed and step time are equivalent if both are given, and so is a pass that is the whole step.
    void keep_one_of_step_and_speed()
    {
        const auto figure = [this](ReadingKind kind) {
            return std::find_if(case_.readings.begin(), case_.readings.end(),
                                [kind](const Reading& reading) { return reading.kind == kind; });
        };
        const auto step = figure(ReadingKind::step_time);
        if (step == case_.readings.end()) return;
        const double seconds = step->measured;
        std::erase_if(case_.readings, [seconds](const Reading& reading) {
            return reading.kind == ReadingKind::throughput ||
                   (reading.kind == ReadingKind::forward_time && reading.measured == seconds);
        });
    }

    Case& case_;
    std::vector<Finding>& errors_;
};

std::string first_part(const std::string& text, char end) { return text.substr(0, text.find(end)); }

void read_members(const json& value, CaseReading& reading)
{
    ObjectReader fields(value, "", report_to(reading.errors));
    Case& read = reading.value;
    fields.required("id");
    read.id = fields.optional_text("id", any_text).value_or("");
    read.reference = fields.optional_text("source", any_text).value_or("");
    const std::string group = fields.optional_text("group", any_text).value_or("");
    read.source = group.empty() ? first_part(read.reference, ' ') : first_part(group, '|');
    read.group = group.empty() ? read.source : group;
    read.kind_of_model = fields.optional_text("class", any_text).value_or("");
    const std::string family = fields.optional_text("family", any_text).value_or("");
    if (read.kind_of_model.empty()) read.kind_of_model = family;
    read.certainty = fields.optional_text("quality", any_text).value_or("");
    read.unseen = fields.optional_flag("unseen").value_or(false);
    read.judges_time = fields.optional_flag("judges_time").value_or(false);
    read.judges_memory = fields.optional_flag("judges_memory").value_or(false);
    for (const char* key : remarks) fields.any(key);
    if (const json* scenario = fields.required("scenario")) {
        ScenarioReading inner = read_scenario(*scenario, "scenario");
        read.scenario = std::move(inner.scenario);
        reading.errors.insert(reading.errors.end(), inner.errors.begin(), inner.errors.end());
    }
    ReadingsReader readings(read, reading.errors);
    if (const json* expected = fields.any("expected"))
        readings.expected(*expected);
    else if (const json* measured = fields.required("measured"))
        readings.measured(*measured);
    fields.finish();
}

} // namespace

bool has_reading_of(const Case& one, Domain domain)
{
    return std::ranges::any_of(one.readings,
                               [domain](const Reading& reading) { return row_of(reading.kind).domain == domain; });
}

CaseReading parse_case(std::string_view line)
{
    CaseReading reading;
    const JsonDocument document = parse_json(line);
    for (const JsonIssue& issue : document.issues) reading.errors.push_back(json_finding(issue, line));
    if (reading.errors.empty()) read_members(document.value, reading);
    return reading;
}

} // namespace rigwright
