// SPDX-License-Identifier: Apache-2.0
#include "core/validation/case_fields.h"

#include "core/scenario/json_findings.h"

#include <algorithm>

namespace rigwright {

namespace {

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

} // namespace

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

} // namespace rigwright
