// SPDX-License-Identifier: Apache-2.0
#include "core/zoo/build.h"

#include "core/network/operator_counts.h"

#include <algorithm>

namespace rigwright {

namespace {

void replace(std::optional<std::int64_t>& field, const std::optional<std::int64_t>& change)
{
    if (change) field = change;
}

std::int64_t as_integer(const FieldValue& value)
{
    if (const auto* whole = std::get_if<std::int64_t>(&value)) return *whole;
    if (const auto* number = std::get_if<double>(&value))
        return static_cast<std::int64_t>(std::clamp(*number, -1e18, 1e18));
    return 0;
}

void check_hyperparameter(const Family& family, const std::string& key, const FieldValue& value,
                          std::vector<NetworkIssue>& issues)
{
    const auto& known = family.hyperparameters;
    const auto found = std::ranges::find(known, key, &Hyperparameter::key);
    if (found == known.end()) {
        issues.push_back({"unknown-hyperparameter", key, as_integer(value), 0});
    } else if (!found->accepts(value)) {
        const double given = static_cast<double>(as_integer(value));
        const double bound = given > found->maximum ? found->maximum : found->minimum;
        issues.push_back({"hyperparameter-out-of-range", key, as_integer(value), static_cast<std::int64_t>(bound)});
    }
}

void check_extent(const char* key, const std::optional<std::int64_t>& extent, std::int64_t largest,
                  std::vector<NetworkIssue>& issues)
{
    if (!extent || (*extent >= 1 && *extent <= largest)) return;
    issues.push_back({"input-out-of-range", key, *extent, *extent < 1 ? 1 : largest});
}

std::vector<NetworkIssue> check(const Family& family, const ModelShape& shape, const ModelInput& input)
{
    std::vector<NetworkIssue> issues;
    for (const auto& [key, value] : shape) check_hyperparameter(family, key, value, issues);
    check_extent("image_depth", input.image_depth, largest_side, issues);
    check_extent("image_height", input.image_height, largest_side, issues);
    check_extent("image_width", input.image_width, largest_side, issues);
    check_extent("channels", input.channels, most_channels, issues);
    check_extent("sequence_length", input.sequence_length, longest_sequence, issues);
    check_extent("target_sequence_length", input.target_sequence_length, longest_sequence, issues);
    return issues;
}

} // namespace

ModelInput with_changes(const ModelInput& base, const ModelInput& changes)
{
    ModelInput input = base;
    replace(input.image_depth, changes.image_depth);
    replace(input.image_height, changes.image_height);
    replace(input.image_width, changes.image_width);
    replace(input.channels, changes.channels);
    replace(input.sequence_length, changes.sequence_length);
    replace(input.target_sequence_length, changes.target_sequence_length);
    return input;
}

ModelShape with_changes(const ModelShape& base, const ModelShape& changes)
{
    ModelShape shape = base;
    for (const auto& [key, value] : changes) shape.insert_or_assign(key, value);
    return shape;
}

bool reads_hyperparameter(const Family& family, const ModelShape& shape, std::string_view key)
{
    return family.reads == nullptr || family.reads(ShapeReader(shape, family.hyperparameters), key);
}

Network build_network(const Family& family, const ModelShape& shape, const ModelInput& input,
                      const BuildOptions& options)
{
    const ModelInput filled = with_changes(family.standard_input, input);
    std::vector<NetworkIssue> issues = check(family, shape, filled);
    if (issues.empty()) {
        for (const auto& [key, value] : shape) {
            if (!reads_hyperparameter(family, shape, key))
                issues.push_back({"hyperparameter-not-read", key, as_integer(value), 0});
        }
    }
    if (issues.empty()) return family.build(ShapeReader(shape, family.hyperparameters), filled, options);
    Network nothing;
    nothing.issues = std::move(issues);
    return nothing;
}

PresetFigures preset_figures(const Preset& preset)
{
    const Family* family = family_of(preset.family);
    if (family == nullptr) return {};
    BuildOptions options;
    options.training = false;
    const Network network = build_network(*family, preset.shape, preset.input, options);
    if (!network.issues.empty()) return {};
    return {count_parameters(network).total, forward_macs(network).total()};
}

std::string meaning_code(std::string_view family, const ModelShape& shape)
{
    std::string code = "meaning." + std::string(family);
    const auto architecture = shape.find("architecture");
    if (architecture != shape.end())
        if (const auto* word = std::get_if<std::string>(&architecture->second)) code += "." + *word;
    const auto experts = shape.find("experts");
    if (experts != shape.end() && family == "decoder-transformer") code += ".experts";
    return code;
}

} // namespace rigwright
