// SPDX-License-Identifier: Apache-2.0
#include "core/zoo/build.h"

#include "core/network/operator_counts.h"

#include <algorithm>

namespace rigwright {

namespace {

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

std::vector<NetworkIssue> check(const Family& family, const ModelShape& shape, const ModelInput& input)
{
    std::vector<NetworkIssue> issues;
    for (const auto& [key, value] : shape) check_hyperparameter(family, key, value, issues);
    for (const InputExtent& known : input_extents) {
        const std::optional<std::int64_t>& extent = input.*known.extent;
        if (extent && (*extent < 1 || *extent > known.largest))
            issues.push_back({"input-out-of-range", std::string(known.key), *extent, *extent < 1 ? 1 : known.largest});
    }
    return issues;
}

void check_sides(const Family& family, const ModelShape& shape, const ModelInput& input,
                 std::vector<NetworkIssue>& issues)
{
    const std::int64_t step = side_step(family, shape);
    for (const InputExtent& side : image_sides) {
        const std::int64_t found = (input.*side.extent).value_or(step);
        if (found % step == 0) continue;
        const std::string nearest = std::to_string(std::max<std::int64_t>((found + step / 2) / step, 1) * step);
        issues.push_back({"image-side-is-no-multiple", std::string(side.key), found, step, {}, {{"nearest", nearest}}});
    }
}

} // namespace

ModelInput with_changes(const ModelInput& base, const ModelInput& changes)
{
    ModelInput input = base;
    for (const InputExtent& known : input_extents)
        if (changes.*known.extent) input.*known.extent = changes.*known.extent;
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

std::int64_t side_step(const Family& family, const ModelShape& shape)
{
    return family.side_step == nullptr ? 1 : family.side_step(ShapeReader(shape, family.hyperparameters));
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
    if (issues.empty()) check_sides(family, shape, filled, issues);
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
