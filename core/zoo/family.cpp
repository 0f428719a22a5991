// SPDX-License-Identifier: Apache-2.0
#include "core/zoo/family.h"

#include "core/json/strict_json.h"
#include "core/zoo/layer_types.h"

#include <algorithm>
#include <cmath>

namespace rigwright {

bool accepts(const FieldRule& rule, const FieldValue& value)
{
    if (std::holds_alternative<std::monostate>(value)) return rule.optional;
    const auto* whole = std::get_if<std::int64_t>(&value);
    const auto* real = std::get_if<double>(&value);
    const auto* text = std::get_if<std::string>(&value);
    switch (rule.type) {
    case FieldType::flag: return std::holds_alternative<bool>(value);
    case FieldType::integer: return whole != nullptr && in_range(rule, static_cast<double>(*whole));
    case FieldType::real:
        if (whole != nullptr) return in_range(rule, static_cast<double>(*whole));
        return real != nullptr && std::isfinite(*real) && in_range(rule, *real);
    case FieldType::choice: return text != nullptr && std::ranges::find(rule.choices, *text) != rule.choices.end();
    case FieldType::text: return text != nullptr && in_range(rule, static_cast<double>(text->size()));
    }
    return false;
}

FieldValue value_of(FieldType type, const nlohmann::json& value)
{
    switch (type) {
    case FieldType::flag: return value.get<bool>();
    case FieldType::integer: return whole_number(value).value_or(0);
    case FieldType::real: return value.get<double>();
    case FieldType::choice:
    case FieldType::text: return value.get<std::string>();
    }
    return {};
}

FieldRule rule_of(const Hyperparameter& hyperparameter)
{
    FieldRule rule;
    switch (hyperparameter.type) {
    case HyperparameterType::integer: rule.type = FieldType::integer; break;
    case HyperparameterType::real: rule.type = FieldType::real; break;
    case HyperparameterType::flag: rule.type = FieldType::flag; break;
    case HyperparameterType::choice: rule.type = FieldType::choice; break;
    case HyperparameterType::layers:
    case HyperparameterType::layer: rule.type = FieldType::text; break;
    }
    rule.minimum = hyperparameter.minimum;
    rule.maximum = hyperparameter.maximum;
    rule.choices = hyperparameter.choices;
    return rule;
}

bool Hyperparameter::accepts(const FieldValue& value) const
{
    if (type == HyperparameterType::layers) {
        const auto* list = std::get_if<LayerSpecs>(&value);
        return list != nullptr && are_legal(*list);
    }
    if (type == HyperparameterType::layer && std::holds_alternative<std::int64_t>(value)) return true;
    return rigwright::accepts(rule_of(*this), value);
}

const FieldValue& ShapeReader::value(std::string_view key) const
{
    static const FieldValue nothing = std::int64_t{0};
    const auto given = shape_.find(key);
    if (given != shape_.end()) return given->second;
    for (const Hyperparameter& hyperparameter : hyperparameters_) {
        if (hyperparameter.key == key) return hyperparameter.standard ? *hyperparameter.standard : nothing;
    }
    return nothing;
}

double ShapeReader::real(std::string_view key) const
{
    const FieldValue& found = value(key);
    if (const auto* number = std::get_if<double>(&found)) return *number;
    const auto* whole = std::get_if<std::int64_t>(&found);
    return whole == nullptr ? 0.0 : static_cast<double>(*whole);
}

Family Family::with(Hyperparameter hyperparameter) &&
{
    hyperparameters.push_back(std::move(hyperparameter));
    return std::move(*this);
}

Family Family::with(const std::vector<Hyperparameter>& list) &&
{
    hyperparameters.insert(hyperparameters.end(), list.begin(), list.end());
    return std::move(*this);
}

std::vector<Hyperparameter> staged(std::span<const std::string_view> keys,
                                   std::initializer_list<std::int64_t> standards, double minimum, double maximum)
{
    std::vector<Hyperparameter> list;
    for (const std::int64_t standard : standards)
        list.push_back(Hyperparameter::integer(keys[list.size()], standard, minimum, maximum));
    return list;
}

Family Family::with_sides_in_steps_of(std::int64_t (*step)(const ShapeReader& shape)) &&
{
    side_step = step;
    return std::move(*this);
}

Family image_family(std::string_view id, decltype(Family::build) build, std::int64_t side, std::int64_t channels)
{
    return {id, Family::InputKind::image, {}, {.image_height = side, .image_width = side, .channels = channels}, build};
}

Family sequence_family(std::string_view id, decltype(Family::build) build, std::int64_t length)
{
    return {id, Family::InputKind::sequence, {}, {.sequence_length = length}, build};
}

const Family* family_of(std::string_view id)
{
    for (const Family& family : families()) {
        if (family.id == id) return &family;
    }
    return nullptr;
}

const Hyperparameter* hyperparameter_of(const Family& family, std::string_view key)
{
    const auto found = std::ranges::find(family.hyperparameters, key, &Hyperparameter::key);
    return found == family.hyperparameters.end() ? nullptr : &*found;
}

bool is_integer_key(std::string_view key)
{
    return std::ranges::any_of(families(), [&](const Family& family) {
        const Hyperparameter* known = hyperparameter_of(family, key);
        return known != nullptr && known->type == HyperparameterType::integer;
    });
}

std::string excerpt_of(const FieldValue& value)
{
    if (const auto* flag = std::get_if<bool>(&value)) return json_excerpt(*flag);
    if (const auto* whole = std::get_if<std::int64_t>(&value)) return json_excerpt(*whole);
    if (const auto* real = std::get_if<double>(&value)) return json_excerpt(*real);
    if (const auto* text = std::get_if<std::string>(&value)) return json_excerpt(*text);
    return "null";
}

} // namespace rigwright
