// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/json/object_reader.h"
#include "core/network/network.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace rigwright {

struct LayerSpec;
using LayerSpecs = std::vector<LayerSpec>;

/// The value of a field, a hyperparameter or an option of a layer outside its struct: absent, flag, whole number, real
/// number, word or text, or a list of layers. Options of layers hold no list, and a shape holds no absent value.
using FieldValue = std::variant<std::monostate, bool, std::int64_t, double, std::string, LayerSpecs>;

/// One layer of a user-defined layer list: its type (a row of the table of layer types), its name (empty: the type and
/// its index, "conv0"), and the options without defaults.
struct LayerSpec {
    std::string type;
    std::string name;
    std::map<std::string, FieldValue, std::less<>> options;

    bool operator==(const LayerSpec&) const = default;
};

/// The value as a message quotes it: as JSON, "null" for an absent value and for a list.
std::string excerpt_of(const FieldValue& value);

/// Longer lists and names are refused.
inline constexpr std::size_t most_layers = 10'000;
inline constexpr std::size_t longest_layer_name = 100;

/// Hyperparameters by key ("layers", "d_model", ...), set by a preset or overridden by the user.
using ModelShape = std::map<std::string, FieldValue, std::less<>>;

/// The input of one sample; fields that a family does not use stay empty.
struct ModelInput {
    std::optional<std::int64_t> image_height{};
    std::optional<std::int64_t> image_width{};
    std::optional<std::int64_t> channels{};
    std::optional<std::int64_t> sequence_length{};
    std::optional<std::int64_t> target_sequence_length{};
    /// Slices of a volume; empty for a flat image.
    std::optional<std::int64_t> image_depth{};

    bool operator==(const ModelInput&) const = default;
};

/// No image or text that fits a GPU has larger extents; below them no product in a builder overflows.
inline constexpr std::int64_t largest_side = 65536;
inline constexpr std::int64_t most_channels = 65536;
inline constexpr std::int64_t longest_sequence = std::int64_t{1} << 30;

/// An extent of an input: its key in files, and the largest legal value.
struct InputExtent {
    std::string_view key;
    std::optional<std::int64_t> ModelInput::*extent;
    std::int64_t largest;
};
inline constexpr std::array input_extents{
    InputExtent{"image_depth", &ModelInput::image_depth, largest_side},
    InputExtent{"image_height", &ModelInput::image_height, largest_side},
    InputExtent{"image_width", &ModelInput::image_width, largest_side},
    InputExtent{"channels", &ModelInput::channels, most_channels},
    InputExtent{"sequence_length", &ModelInput::sequence_length, longest_sequence},
    InputExtent{"target_sequence_length", &ModelInput::target_sequence_length, longest_sequence},
};
inline constexpr std::span image_sides = std::span(input_extents).first(3);
/// The extents of networks in files, which never read volumes.
inline constexpr std::span file_extents = std::span(input_extents).subspan(1);

/// Attention in a model's code.
struct AttentionKernel {
    /// In one kernel instead of materialized scores, if the model's code supports it.
    bool fused = false;
    /// Before a fused kernel the code copies shared key and value heads for each of their query heads and moves heads
    /// before tokens, so that the result is copied back.
    bool copies_around = true;
    /// The fused kernel writes in the order of its queries.
    bool keeps_query_order = true;
};

/// Training settings that change which operators run.
struct BuildOptions {
    AttentionKernel attention{};
    /// Chains of element-wise operators in the model's code run as one kernel.
    bool fused_elements = false;
    NormalizationMode normalization = NormalizationMode::train;
    /// Vocabulary predictions only at the masked positions, as in the released BERT and vendors' code.
    bool predicts_masked_only = false;
    /// False for inference: auxiliary heads and dropout are absent.
    bool training = true;
};

/// `layers` is a list of layers; `layer` refers to an earlier layer of such a list by name or index.
enum class HyperparameterType { integer, real, flag, choice, layers, layer };

/// One hyperparameter of a family: its legal values and its default.
struct Hyperparameter {
    std::string_view key;
    HyperparameterType type = HyperparameterType::integer;
    /// Empty: the family derives it from the others (d_ff = 4 d_model, kv_heads = heads).
    std::optional<FieldValue> standard;
    double minimum = 0;
    double maximum = 1;
    std::vector<std::string_view> choices;

    static Hyperparameter integer(std::string_view key, std::int64_t standard, double minimum, double maximum)
    {
        return {key, HyperparameterType::integer, standard, minimum, maximum, {}};
    }
    /// An integer that the family derives from the others by default.
    static Hyperparameter derived(std::string_view key, double minimum, double maximum)
    {
        return {key, HyperparameterType::integer, std::nullopt, minimum, maximum, {}};
    }
    static Hyperparameter real(std::string_view key, double standard, double minimum, double maximum)
    {
        return {key, HyperparameterType::real, standard, minimum, maximum, {}};
    }
    static Hyperparameter derived_real(std::string_view key, double minimum, double maximum)
    {
        return {key, HyperparameterType::real, std::nullopt, minimum, maximum, {}};
    }
    static Hyperparameter flag(std::string_view key, bool standard)
    {
        return {key, HyperparameterType::flag, standard, 0, 1, {}};
    }
    static Hyperparameter derived_flag(std::string_view key)
    {
        return {key, HyperparameterType::flag, std::nullopt, 0, 1, {}};
    }
    static Hyperparameter choice(std::string_view key, std::vector<std::string_view> choices)
    {
        FieldValue standard = std::string(choices.front());
        return {key, HyperparameterType::choice, std::move(standard), 0, 0, std::move(choices)};
    }
    /// One of the enumeration's words, by default the first.
    template <Spelled Enum>
    static Hyperparameter choice(std::string_view key)
    {
        return choice(key, {words<Enum>.begin(), words<Enum>.end()});
    }
    static Hyperparameter layers(std::string_view key, LayerSpecs standard)
    {
        return {key, HyperparameterType::layers, std::move(standard), 1, static_cast<double>(most_layers), {}};
    }
    static Hyperparameter layer(std::string_view key)
    {
        return {key, HyperparameterType::layer, std::nullopt, 1, static_cast<double>(longest_layer_name), {}};
    }

    /// Whether `value` has the type and range; a whole number is also a legal real one.
    bool accepts(const FieldValue& value) const;
};

/// Keys of hyperparameters per stage, first stage first.
inline constexpr std::array<std::string_view, 7> stage_layers_keys{"stage1_layers", "stage2_layers", "stage3_layers",
                                                                   "stage4_layers", "stage5_layers", "stage6_layers",
                                                                   "stage7_layers"};
inline constexpr std::array<std::string_view, 7> stage_width_keys{
    "stage1_width", "stage2_width", "stage3_width", "stage4_width", "stage5_width", "stage6_width", "stage7_width"};
inline constexpr std::array<std::string_view, 4> stage_blocks_keys{"stage1_blocks", "stage2_blocks", "stage3_blocks",
                                                                   "stage4_blocks"};
inline constexpr std::array<std::string_view, 4> stage_multiplier_keys{"stage1_multiplier", "stage2_multiplier",
                                                                       "stage3_multiplier", "stage4_multiplier"};

/// One integer per stage, with its default.
std::vector<Hyperparameter> staged(std::span<const std::string_view> keys,
                                   std::initializer_list<std::int64_t> standards, double minimum, double maximum);

/// Whether the value has the rule's type and is in its range. Integers are legal values of real fields.
bool accepts(const FieldRule& rule, const FieldValue& value);
/// The value of a JSON scalar of the type.
FieldValue value_of(FieldType type, const nlohmann::json& value);
/// Legal values of a hyperparameter, or of an option of a layer. A list of layers has no such rule.
FieldRule rule_of(const Hyperparameter& hyperparameter);

/// Read access to a shape, or to the options of a layer, with only legal values; defaults come from the list.
class ShapeReader {
public:
    ShapeReader(const ModelShape& shape, const std::vector<Hyperparameter>& hyperparameters)
        : shape_(shape),
          hyperparameters_(hyperparameters)
    {}

    bool has(std::string_view key) const { return shape_.find(key) != shape_.end(); }
    std::int64_t integer(std::string_view key) const { return get<std::int64_t>(key); }
    std::int64_t integer_or(std::string_view key, std::int64_t otherwise) const
    {
        return has(key) ? integer(key) : otherwise;
    }
    /// One integer per stage.
    template <std::size_t Stages>
    std::array<std::int64_t, Stages> integers(const std::array<std::string_view, Stages>& keys) const
    {
        std::array<std::int64_t, Stages> numbers{};
        for (std::size_t i = 0; i < Stages; ++i) numbers[i] = integer(keys[i]);
        return numbers;
    }
    double real(std::string_view key) const;
    double real_or(std::string_view key, double otherwise) const { return has(key) ? real(key) : otherwise; }
    bool flag(std::string_view key) const { return get<bool>(key); }
    bool flag_or(std::string_view key, bool otherwise) const { return has(key) ? flag(key) : otherwise; }
    std::string_view choice(std::string_view key) const { return get<std::string>(key); }
    template <Spelled Enum>
    Enum word(std::string_view key) const
    {
        return from_word<Enum>(choice(key)).value_or(Enum{});
    }
    const LayerSpecs& layers(std::string_view key) const { return get<LayerSpecs>(key); }

private:
    const FieldValue& value(std::string_view key) const;
    /// Zero, false or empty if the value has another type.
    template <typename Type>
    const Type& get(std::string_view key) const
    {
        static const Type nothing{};
        const auto* found = std::get_if<Type>(&value(key));
        return found != nullptr ? *found : nothing;
    }

    const ModelShape& shape_;
    const std::vector<Hyperparameter>& hyperparameters_;
};

/// An architecture family: its hyperparameters and the builder that turns them into a network.
struct Family {
    std::string_view id;
    /// The kind of sample: an image, an image or a volume (if a depth is given), a token sequence, a pair of sequences,
    /// an image with its text, or a list of numbers whose length is a hyperparameter.
    enum class InputKind {
        image,
        volume,
        sequence,
        sequence_pair,
        image_and_text,
        features
    } input_kind = InputKind::image;
    std::vector<Hyperparameter> hyperparameters;
    /// Input used if the scenario gives none.
    ModelInput standard_input;
    /// Impossible combinations are returned as issues inside the network.
    Network (*build)(const ShapeReader& shape, const ModelInput& input, const BuildOptions& options) = nullptr;
    /// Whether a network of this shape reads a hyperparameter; empty if every network reads all of them.
    bool (*reads)(const ShapeReader& shape, std::string_view key) = nullptr;
    /// The sides of images and volumes that a network of this shape can read are multiples of this; empty if it reads
    /// all sizes.
    std::int64_t (*side_step)(const ShapeReader& shape) = nullptr;

    /// The same family with additional hyperparameters at the end.
    Family with(Hyperparameter hyperparameter) &&;
    Family with(const std::vector<Hyperparameter>& list) &&;
    Family with_sides_in_steps_of(std::int64_t (*step)(const ShapeReader& shape)) &&;
};

/// A family of images, or of sequences, without hyperparameters yet; `side` (both sides), `channels` and `length` are
/// its standard input.
Family image_family(std::string_view id, decltype(Family::build) build, std::int64_t side = 224,
                    std::int64_t channels = 3);
Family sequence_family(std::string_view id, decltype(Family::build) build, std::int64_t length);

/// Every known family, in menu order.
const std::vector<Family>& families();
/// Null if there is no family of that name.
const Family* family_of(std::string_view id);
const Hyperparameter* hyperparameter_of(const Family& family, std::string_view key);
/// Whether the families with this hyperparameter take an integer for it. A key has one type in all families.
bool is_integer_key(std::string_view key);

} // namespace rigwright
