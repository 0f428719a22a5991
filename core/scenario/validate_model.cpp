// SPDX-License-Identifier: Apache-2.0
#include "core/json/characters.h"
#include "core/scenario/json_findings.h"
#include "core/scenario/nearest.h"
#include "core/scenario/resolved_model.h"
#include "core/scenario/validate.h"
#include "core/zoo/layer_types.h"

#include <algorithm>
#include <array>

namespace rigwright {

Finding unknown_shape_key(const Family& family, std::string_view key, std::string field)
{
    std::vector<std::string> keys;
    for (const Hyperparameter& hyperparameter : family.hyperparameters) keys.emplace_back(hyperparameter.key);
    const std::vector<std::string> near = nearest_names(key, keys, 1);
    Arguments arguments{{"key", json_excerpt(std::string(key))}, {"family", std::string(family.id)}};
    if (!near.empty()) arguments.emplace_back("nearest", near.front());
    arguments.emplace_back("accepted", joined(keys));
    return input_error(near.empty() ? "unknown-shape-key" : "unknown-shape-key-nearest", std::move(field),
                       std::move(arguments));
}

namespace {

/// Models that users request and whose makers publish no size. A name matches if it is one of these or starts with one
/// of them and "-".
constexpr std::array unpublished{"chatgpt", "gpt-3.5", "gpt-4", "gpt4", "gpt-4o", "gpt-4.1",
                                 "gpt-4.5", "gpt-5",   "o1",    "o3",   "claude", "gemini"};

} // namespace

std::optional<Finding> unpublished_model(std::string_view typed)
{
    std::string name = lower(typed);
    std::ranges::replace(name, ' ', '-');
    const bool known = std::ranges::any_of(unpublished, [name](std::string_view model) {
        return name.starts_with(model) && (name.size() == model.size() || name[model.size()] == '-');
    });
    if (!known) return std::nullopt;
    return input_error("size-not-published", "model.preset", {{"found", json_excerpt(std::string(typed))}});
}

namespace {

std::vector<Finding> hyperparameter_errors(const Hyperparameter& hyperparameter, const FieldValue& value,
                                           const std::string& path)
{
    const auto* layers = std::get_if<LayerSpecs>(&value);
    const bool list_wanted = hyperparameter.type == HyperparameterType::layers;
    if (layers != nullptr && list_wanted) return layer_errors(*layers, path);
    if (layers != nullptr) return {input_error("not-a-scalar", path, {{"found", MessageCode{"json.array"}}})};
    if (list_wanted) return {input_error("not-a-layer-list", path, {{"found", excerpt_of(value)}})};
    return value_errors(rule_of(hyperparameter), value, path);
}

/// Message with the input fields that a family reads.
const char* accepted_input(Family::InputKind kind)
{
    switch (kind) {
    case Family::InputKind::image: return "input_kind.image";
    case Family::InputKind::volume: return "input_kind.volume";
    case Family::InputKind::sequence: return "input_kind.sequence";
    case Family::InputKind::sequence_pair: return "input_kind.sequence_pair";
    case Family::InputKind::image_and_text: return "input_kind.image_and_text";
    case Family::InputKind::features: return "input_kind.features";
    }
    return "";
}

/// Collects the defects of one model and its input.
class ModelCheck {
public:
    ModelCheck(const Scenario& scenario, const std::vector<Preset>& presets, std::string_view at)
        : scenario_(scenario),
          presets_(presets),
          at_(at)
    {}

    std::vector<Finding> run()
    {
        check_name();
        const ResolvedModel model = resolve_kind(scenario_, presets_);
        if (model.imported) check_imported(*model.imported);
        if (!scenario_.model.head.empty() && model.found()) check_head(model.family);
        if (model.family == nullptr) return std::move(errors_);
        for (const auto& [key, value] : scenario_.model.shape) check_hyperparameter(*model.family, key, value);
        check_input(*model.family, model.input);
        return std::move(errors_);
    }

private:
    std::string field(std::string_view path) const
    {
        return at_.empty() ? std::string(path) : at_ + "." + std::string(path);
    }

    void add(std::string code, std::string_view path, Arguments arguments = {})
    {
        errors_.push_back(input_error(std::move(code), field(path), std::move(arguments)));
    }

    void check_name()
    {
        const ModelChoice& model = scenario_.model;
        std::vector<std::string> named;
        if (!model.preset.empty()) named.emplace_back("preset");
        if (!model.family.empty()) named.emplace_back("family");
        if (model.imported) named.emplace_back("import");
        if (model.embedded && model.embedded->imported) named.emplace_back("embedded");
        if (named.empty()) add("model-not-named", "model");
        if (named.size() > 1) add("model-named-twice", "model", {{"found", joined(named)}});
        if (model.imported) add("import-path-not-accepted", "model.import");
        if (!model.preset.empty() && preset_of(presets_, model.preset) == nullptr) add_unknown_preset(model.preset);
        if (!model.family.empty() && family_of(model.family) == nullptr)
            add("unknown-family", "model.family",
                {{"found", json_excerpt(model.family)}, {"accepted", joined(families(), &Family::id)}});
    }

    /// The head must be a choice of the family's hyperparameter, set in one of the two places.
    void check_head(const Family* family)
    {
        const std::string& head = scenario_.model.head;
        const Hyperparameter* heads = family == nullptr ? nullptr : hyperparameter_of(*family, head_key);
        if (heads == nullptr) return add("head-not-available", "model.head", {{"found", json_excerpt(head)}});
        const auto own = scenario_.model.shape.find(head_key);
        if (own != scenario_.model.shape.end() && own->second != FieldValue(head))
            return add("head-named-twice", "model.head", {{"found", json_excerpt(head)}});
        for (Finding& error : hyperparameter_errors(*heads, FieldValue(head), field("model.head")))
            errors_.push_back(std::move(error));
    }

    /// The network of a file is valid for one input and has no hyperparameters.
    void check_imported(const ImportedNetwork& imported)
    {
        if (!scenario_.model.shape.empty()) add("shape-of-imported-network", "model.shape");
        for (const InputExtent& known : file_extents) {
            const auto& given = scenario_.input.*known.extent;
            const auto& built = imported.input.*known.extent;
            if (given && given != built)
                add("input-fixed-by-import", path_of(known),
                    {{"found", json_excerpt(*given)}, {"accepted", built ? json_excerpt(*built) : "-"}});
        }
    }

    static std::string path_of(const InputExtent& known) { return "input." + std::string(known.key); }

    void add_unknown_preset(const std::string& name)
    {
        if (const std::optional<Finding> unpublished_size = unpublished_model(name))
            return add(unpublished_size->code, "model.preset", unpublished_size->arguments);
        add("unknown-preset", "model.preset",
            {{"found", json_excerpt(name)}, {"nearest", closest_of(name, presets_, &Preset::id)}});
    }

    void check_hyperparameter(const Family& family, const std::string& key, const FieldValue& value)
    {
        const Hyperparameter* found = hyperparameter_of(family, key);
        if (found == nullptr) {
            errors_.push_back(unknown_shape_key(family, key, json_member_path(field("model.shape"), key)));
            return;
        }
        for (Finding& error : hyperparameter_errors(*found, value, json_member_path(field("model.shape"), key)))
            errors_.push_back(std::move(error));
    }

    void check_input(const Family& family, const ModelInput& resolved)
    {
        const bool image_and_text = family.input_kind == Family::InputKind::image_and_text;
        const bool volume = family.input_kind == Family::InputKind::volume;
        const bool image = volume || image_and_text || family.input_kind == Family::InputKind::image;
        const bool pair = family.input_kind == Family::InputKind::sequence_pair;
        const bool sequence = pair || family.input_kind == Family::InputKind::sequence;
        const std::array used{volume, image, image, image, sequence || image_and_text, pair};
        const std::string family_id(family.id);
        for (std::size_t i = 0; i < used.size(); ++i) {
            const InputExtent& known = input_extents[i];
            if (!used[i] && scenario_.input.*known.extent)
                add("input-not-used", path_of(known),
                    {{"family", family_id}, {"accepted", MessageCode{accepted_input(family.input_kind)}}});
            // A volume may be flat.
            const bool optional = known.extent == &ModelInput::image_depth;
            if (used[i] && !(resolved.*known.extent) && !optional)
                add("input-missing", path_of(known), {{"family", family_id}});
        }
    }

    const Scenario& scenario_;
    const std::vector<Preset>& presets_;
    std::string at_;
    std::vector<Finding> errors_;
};

} // namespace

std::vector<Finding> model_errors(const Scenario& scenario, const std::vector<Preset>& presets, std::string_view at)
{
    return ModelCheck(scenario, presets, at).run();
}

} // namespace rigwright
