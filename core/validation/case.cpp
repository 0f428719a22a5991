// SPDX-License-Identifier: Apache-2.0
#include "core/validation/case.h"

#include "core/json/strict_json.h"
#include "core/scenario/finding.h"
#include "core/scenario/json_findings.h"
#include "core/scenario/nearest.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rigwright {

namespace {

/// Reads the members of one object of a case file and collects defects, with the messages of scenario files.
class CaseFields {
public:
    /// A value that is not an object is an error; every member is then absent.
    CaseFields(const nlohmann::json& value, std::string at, std::vector<Finding>& errors);

    bool has(std::string_view key) const;
    /// Null if absent; marks the key as known.
    const nlohmann::json* member(std::string_view key);
    /// Same, with an error if absent.
    const nlohmann::json* required(std::string_view key);
    std::string at(std::string_view key) const;

    /// A text of at most 4,000 bytes; empty if absent.
    std::string text(std::string_view key);
    bool flag(std::string_view key);
    /// Above zero; at least zero.
    std::optional<double> amount(std::string_view key);
    double amount_or_zero(std::string_view key);
    std::optional<std::int64_t> whole(std::string_view key);

    /// Reports keys that were never read.
    void finish();

private:
    const nlohmann::json* object_ = nullptr;
    std::string at_;
    std::vector<Finding>* errors_;
    std::vector<std::string> known_;
};

using nlohmann::json;

constexpr double longest_text = 4000.0;
constexpr double most = 1e30;
constexpr double largest_case_batch = 1e9;

FieldRule rule(FieldType type, double minimum, double maximum, bool above)
{
    FieldRule made;
    made.type = type;
    made.minimum = minimum;
    made.maximum = maximum;
    made.above_minimum = above;
    return made;
}

CaseFields::CaseFields(const json& value, std::string at, std::vector<Finding>& errors)
    : object_(value.is_object() ? &value : nullptr),
      at_(std::move(at)),
      errors_(&errors)
{
    if (object_ == nullptr) errors.push_back(input_error("not-an-object", at_, {{"found", found_argument(value)}}));
}

bool CaseFields::has(std::string_view key) const { return object_ != nullptr && object_->contains(key); }

const json* CaseFields::member(std::string_view key)
{
    known_.emplace_back(key);
    if (!has(key)) return nullptr;
    return &*object_->find(key);
}

const json* CaseFields::required(std::string_view key)
{
    const json* value = member(key);
    if (value == nullptr && object_ != nullptr)
        errors_->push_back(input_error("missing-key", at_, {{"key", std::string(key)}}));
    return value;
}

std::string CaseFields::at(std::string_view key) const { return member_field(at_, key); }

std::string CaseFields::text(std::string_view key)
{
    const json* value = member(key);
    if (value == nullptr) return {};
    ReadValue read = read_value(rule(FieldType::text, 0.0, longest_text, false), *value, at(key));
    errors_->insert(errors_->end(), read.errors.begin(), read.errors.end());
    return read.errors.empty() ? std::get<std::string>(read.value) : std::string();
}

bool CaseFields::flag(std::string_view key)
{
    const json* value = member(key);
    if (value == nullptr) return false;
    ReadValue read = read_value(rule(FieldType::flag, 0.0, 1.0, false), *value, at(key));
    errors_->insert(errors_->end(), read.errors.begin(), read.errors.end());
    return read.errors.empty() && std::get<bool>(read.value);
}

std::optional<double> CaseFields::amount(std::string_view key)
{
    const json* value = member(key);
    if (value == nullptr) return std::nullopt;
    const ReadValue read = read_value(rule(FieldType::real, 0.0, most, true), *value, at(key));
    errors_->insert(errors_->end(), read.errors.begin(), read.errors.end());
    if (!read.errors.empty()) return std::nullopt;
    return value->get<double>();
}

double CaseFields::amount_or_zero(std::string_view key)
{
    const json* value = member(key);
    if (value == nullptr) return 0.0;
    const ReadValue read = read_value(rule(FieldType::real, 0.0, most, false), *value, at(key));
    errors_->insert(errors_->end(), read.errors.begin(), read.errors.end());
    return read.errors.empty() ? value->get<double>() : 0.0;
}

std::optional<std::int64_t> CaseFields::whole(std::string_view key)
{
    const json* value = required(key);
    if (value == nullptr) return std::nullopt;
    const ReadValue read = read_value(rule(FieldType::integer, 0.0, largest_case_batch, false), *value, at(key));
    errors_->insert(errors_->end(), read.errors.begin(), read.errors.end());
    if (!read.errors.empty()) return std::nullopt;
    return std::get<std::int64_t>(read.value);
}

void CaseFields::finish()
{
    if (object_ == nullptr) return;
    for (const auto& [key, value] : object_->items()) {
        if (std::find(known_.begin(), known_.end(), key) == known_.end())
            errors_->push_back(unknown_key(at_, key, known_));
    }
}

/// Notes on the source of a case or other predictions; nothing is computed from them.
constexpr std::array remarks{"note", "quality", "peer", "beyond_tolerance"};
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
        CaseFields fields(value, "measured", errors_);
        if (fields.has("kind")) one_memory_figure(fields);
        if (const json* list = fields.member("memory")) memory_list(*list);
        figures(fields, Domain::time);
        for (const char* key : other_figures)
            if (fields.member(key) != nullptr) case_.not_compared.emplace_back(key);
        for (const char* key : figure_remarks) fields.member(key);
        fields.finish();
        keep_one_of_step_and_speed();
        if (value.is_object() && case_.readings.empty() && case_.not_compared.empty() && errors_.empty())
            errors_.push_back(input_error("case-without-figure", "measured"));
    }

    void expected(const json& value)
    {
        CaseFields fields(value, "expected", errors_);
        figures(fields, Domain::structure);
        fields.finish();
        if (value.is_object() && case_.readings.empty() && errors_.empty())
            errors_.push_back(input_error("case-without-figure", "expected"));
    }

private:
    void one_memory_figure(CaseFields& fields)
    {
        const std::string word = fields.text("kind");
        for (const char* key : memory_remarks) fields.member(key);
        Reading reading;
        reading.rounding = fields.amount_or_zero("rounding_bytes");
        reading.unit_ambiguous = fields.flag("unit_ambiguous");
        const bool repeated = fields.flag("repeated_from_other_row");
        if (word == relative_kind) {
            case_.not_compared.push_back(word);
            return;
        }
        const auto rows = reading_kinds();
        const auto row = std::find_if(rows.begin(), rows.end(), [&](const ReadingKindRow& candidate) {
            return candidate.domain == Domain::memory && candidate.key == word;
        });
        if (row == rows.end()) {
            errors_.push_back(input_error("unknown-word", fields.at("kind"),
                                          {{"found", json_excerpt(word)}, {"accepted", joined(memory_words())}}));
            return;
        }
        reading.kind = row->kind;
        if (reading.kind == ReadingKind::max_batch)
            bounds(fields, reading);
        else
            bytes(fields, reading, repeated);
    }

    void bounds(CaseFields& fields, Reading& reading)
    {
        const auto ran = fields.whole("fits_batch");
        const auto failed = fields.whole("out_of_memory_batch");
        if (!ran || !failed) return;
        reading.measured = static_cast<double>(*ran);
        reading.out_of_memory_batch = *failed;
        if (*failed > *ran)
            case_.readings.push_back(reading);
        else
            errors_.push_back(input_error("case-bound-empty", fields.at("out_of_memory_batch"),
                                          {{"found", Value{static_cast<double>(*failed), Unit::count}},
                                           {"minimum", Value{reading.measured + 1.0, Unit::count}}}));
    }

    void bytes(CaseFields& fields, Reading& reading, bool repeated)
    {
        if (fields.required("bytes") == nullptr) return;
        const auto amount = fields.amount("bytes");
        if (!amount) return;
        reading.measured = *amount;
        if (repeated)
            case_.not_compared.emplace_back("repeated_from_other_row");
        else if (reading.rounding < reading.measured)
            case_.readings.push_back(reading);
        else
            errors_.push_back(input_error(
                "case-rounding-too-large", fields.at("rounding_bytes"),
                {{"found", Value{reading.rounding, Unit::bytes}}, {"maximum", Value{reading.measured, Unit::bytes}}}));
    }

    void memory_list(const json& list)
    {
        if (!list.is_array()) {
            errors_.push_back(input_error("not-an-array", "measured.memory", {{"found", found_argument(list)}}));
            return;
        }
        for (std::size_t i = 0; i < list.size(); ++i) {
            CaseFields fields(list[i], element_field("measured.memory", i), errors_);
            if (fields.required("kind") != nullptr) one_memory_figure(fields);
            fields.finish();
        }
    }

    void figures(CaseFields& fields, Domain domain)
    {
        for (const ReadingKindRow& row : reading_kinds()) {
            if (row.domain != domain) continue;
            const bool may_be_zero = row.unit == Unit::macs && fields.has(row.case_key);
            const std::optional<double> amount =
                may_be_zero ? fields.amount_or_zero(row.case_key) : fields.amount(row.case_key);
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
    CaseFields fields(value, "", reading.errors);
    Case& read = reading.value;
    read.id = fields.required("id") != nullptr ? fields.text("id") : std::string();
    read.reference = fields.text("source");
    const std::string group = fields.text("group");
    read.source = group.empty() ? first_part(read.reference, ' ') : first_part(group, '|');
    read.group = group.empty() ? read.source : group;
    read.kind_of_model = fields.text("class");
    const std::string family = fields.text("family");
    if (read.kind_of_model.empty()) read.kind_of_model = family;
    for (const char* key : remarks) fields.member(key);
    if (const json* scenario = fields.required("scenario")) {
        ScenarioReading inner = read_scenario(*scenario, "scenario");
        read.scenario = std::move(inner.scenario);
        reading.errors.insert(reading.errors.end(), inner.errors.begin(), inner.errors.end());
    }
    ReadingsReader readings(read, reading.errors);
    if (const json* expected = fields.member("expected"))
        readings.expected(*expected);
    else if (const json* measured = fields.required("measured"))
        readings.measured(*measured);
    fields.finish();
}

} // namespace

CaseReading parse_case(std::string_view line)
{
    CaseReading reading;
    const JsonDocument document = parse_json(line);
    for (const JsonIssue& issue : document.issues) reading.errors.push_back(json_finding(issue, line));
    if (reading.errors.empty()) read_members(document.value, reading);
    return reading;
}

} // namespace rigwright
