// SPDX-License-Identifier: Apache-2.0
#include "core/zoo/presets.h"

#include "core/json/object_reader.h"
#include "core/json/read_file.h"
#include "core/zoo/layer_types.h"

#include <algorithm>

namespace rigwright {

namespace {

constexpr std::string_view format_id = "rigwright.preset";
constexpr std::int64_t format_version = 1;

std::optional<LayerSpecs> read_layers(const std::string& key, ObjectReader& reader);

void read_value(const Hyperparameter& hyperparameter, ObjectReader& reader, ModelShape& shape)
{
    const std::string key(hyperparameter.key);
    if (hyperparameter.type == HyperparameterType::layers) {
        if (auto layers = read_layers(key, reader)) shape.emplace(key, std::move(*layers));
        return;
    }
    const FieldRule rule = rule_of(hyperparameter);
    if (const nlohmann::json* value = reader.optional_value(key, rule)) shape.emplace(key, value_of(rule.type, *value));
}

LayerSpec read_layer(ObjectReader& reader)
{
    LayerSpec layer;
    std::vector<std::string_view> ids;
    for (const LayerType& type : layer_types()) ids.push_back(type.id);
    const auto type = reader.required_choice("type", ids);
    layer.name = reader.optional_text("name").value_or("");
    if (!type) return layer;
    layer.type = ids[*type];
    ModelShape options;
    for (const Hyperparameter& option : layer_types()[*type].options) read_value(option, reader, options);
    reader.finish();
    layer.options = std::move(options);
    return layer;
}

/// Empty if the key is absent or is not a list.
std::optional<LayerSpecs> read_layers(const std::string& key, ObjectReader& reader)
{
    if (reader.optional_array(key) == nullptr) return std::nullopt;
    LayerSpecs layers;
    reader.optional_objects(key, [&](ObjectReader& layer) { layers.push_back(read_layer(layer)); });
    return layers;
}

std::vector<std::string_view> family_ids()
{
    std::vector<std::string_view> ids;
    for (const Family& family : families()) ids.push_back(family.id);
    return ids;
}

Preset read_preset(ObjectReader& reader)
{
    constexpr std::string_view formats[] = {format_id};
    reader.required_choice("format", formats);
    reader.required_integer("version", format_version, format_version);
    Preset preset;
    preset.id = reader.required_text("id").value_or("");
    preset.title = reader.required_text("title").value_or("");
    preset.group = reader.required_text("group").value_or("");
    preset.source = reader.required_text("source").value_or("");
    const std::vector<std::string_view> ids = family_ids();
    const auto family = reader.required_choice("family", ids);
    auto shape = reader.required_object("shape");
    if (family) preset.family = ids[*family];
    if (family && shape) preset.shape = read_shape(families()[*family], *shape);
    if (auto input = reader.required_object("input")) {
        preset.input = read_model_input(*input);
        input->finish();
    }
    reader.finish();
    return preset;
}

void load_file(const std::filesystem::path& file, LoadedPresets& loaded)
{
    JsonDocument document = parse_json_file(file);
    std::vector<JsonIssue> issues = std::move(document.issues);
    Preset preset;
    if (issues.empty()) {
        ObjectReader reader(document.value, "$", issues);
        preset = read_preset(reader);
        const std::string stem = file.stem().string();
        if (reader.is_object() && preset.id != stem) reader.report("id", "id-is-not-file-name", preset.id, stem);
    }
    if (issues.empty()) loaded.presets.push_back(std::move(preset));
    for (JsonIssue& issue : issues) loaded.issues.push_back(in_file(std::move(issue), file.filename().string()));
}

} // namespace

ModelShape read_shape(const Family& family, ObjectReader& reader)
{
    ModelShape shape;
    for (const Hyperparameter& hyperparameter : family.hyperparameters) read_value(hyperparameter, reader, shape);
    reader.finish();
    return shape;
}

ModelInput read_model_input(ObjectReader& reader)
{
    ModelInput input;
    for (const InputExtent& known : input_extents)
        input.*known.extent = reader.optional_integer(known.key, 1, known.largest);
    return input;
}

std::optional<int> publication_year(const Preset& preset)
{
    constexpr int earliest = 1980;
    constexpr int latest = 2040;
    constexpr std::size_t digits_of_a_year = 4;
    const auto is_digit = [](char letter) { return letter >= '0' && letter <= '9'; };
    const std::string& source = preset.source;
    auto from = source.begin();
    while ((from = std::find_if(from, source.end(), is_digit)) != source.end()) {
        const auto to = std::find_if_not(from, source.end(), is_digit);
        const std::string number(from, to);
        const int year = number.size() == digits_of_a_year ? std::stoi(number) : 0;
        if (year >= earliest && year <= latest) return year;
        from = to;
    }
    return std::nullopt;
}

LoadedPresets load_presets(const std::filesystem::path& directory)
{
    LoadedPresets loaded;
    const FolderFiles found = json_files_of(directory);
    if (found.failed) loaded.issues.push_back(in_file({"$", "cannot-read", "", ""}, directory.string()));
    for (const std::filesystem::path& file : found.files) load_file(file, loaded);
    const auto by_id = [](const Preset& a, const Preset& b) { return a.id < b.id; };
    std::ranges::sort(loaded.presets, by_id);
    return loaded;
}

} // namespace rigwright
