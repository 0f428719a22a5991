// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/json/object_reader.h"
#include "core/network/analysis.h"
#include "core/network/layer_table.h"
#include "core/network/operator_counts.h"
#include "core/zoo/build.h"
#include "tests/support/engine_case.h"

#include <QByteArray>
#include <QTest>

#include <map>
#include <stdexcept>
#include <string>

// Networks of presets and families, and the measured lines they are held against.

namespace rigwright::test {

using nlohmann::json;

inline const std::map<std::string, Preset>& presets()
{
    static const std::map<std::string, Preset> all = [] {
        std::map<std::string, Preset> by_id;
        for (const Preset& preset : engine_data().presets) by_id.emplace(preset.id, preset);
        return by_id;
    }();
    return all;
}

inline Network built(const Preset& preset, const ModelShape& changes = {}, const ModelInput& input = {},
                     const BuildOptions& options = {})
{
    return build_network(*family_of(preset.family), with_changes(preset.shape, changes),
                         with_changes(preset.input, input), options);
}

inline Network built(const char* id, const ModelShape& changes = {}, const ModelInput& input = {})
{
    return built(presets().at(id), changes, input);
}

inline Network of_family(const char* family, const ModelShape& shape, const ModelInput& input = {})
{
    return build_network(*family_of(family), shape, input, {});
}

inline ModelInput tokens(std::int64_t count)
{
    ModelInput input;
    input.sequence_length = count;
    return input;
}

inline ModelInput image(std::int64_t height, std::int64_t width)
{
    ModelInput input;
    input.image_height = height;
    input.image_width = width;
    return input;
}

inline std::int64_t parameters(const Network& network) { return count_parameters(network).total.value(); }

/// The lines of the measured file by id.
inline const std::map<QByteArray, json>& measured()
{
    static const std::map<QByteArray, json> all = [] {
        std::map<QByteArray, json> cases;
        for (json& line : json_lines("truth/structure/measured.jsonl"))
            cases.emplace(QByteArray::fromStdString(line.at("id").get<std::string>()), std::move(line));
        return cases;
    }();
    return all;
}

/// Hyperparameters as a scenario file writes them.
inline ModelShape shape_of(const Family& family, const json& written)
{
    std::vector<JsonIssue> issues;
    ObjectReader reader(written, "$", issues);
    ModelShape shape = read_shape(family, reader);
    if (!issues.empty()) throw std::runtime_error("the test's shape is wrong: " + written.dump());
    return shape;
}

/// A preset with other hyperparameters, as a scenario file writes them.
inline Network changed(const char* preset, const json& shape, const ModelInput& input = {})
{
    return built(preset, shape_of(*family_of(presets().at(preset).family), shape), input);
}

inline ModelInput input_of(const json& written)
{
    std::vector<JsonIssue> issues;
    ObjectReader reader(written, "$", issues);
    return read_model_input(reader);
}

/// The network of a measured case; in evaluation mode, or for training.
inline Network network_of(const json& line, bool training)
{
    const Preset& preset = presets().at(line.at("model").at("preset").get<std::string>());
    const ModelShape shape = shape_of(*family_of(preset.family), line.at("model").value("shape", json::object()));
    BuildOptions options;
    options.training = training;
    options.attention.fused = line.at("attention") == "fused";
    return built(preset, shape, input_of(line.at("input")), options);
}

inline std::int64_t kept(const Network& network, std::int64_t batch, bool autocast)
{
    FormatPolicy policy;
    policy.batch_is_one = batch == 1;
    if (autocast) policy.autocast = NumberFormat::bf16;
    return analyse(network, policy).kept.at(batch).value();
}

} // namespace rigwright::test
