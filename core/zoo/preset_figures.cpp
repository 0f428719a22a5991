// SPDX-License-Identifier: Apache-2.0
#include "core/zoo/preset_figures.h"

#include "core/network/operator_counts.h"
#include "core/zoo/build.h"

namespace rigwright {

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
