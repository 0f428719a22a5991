// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/hyperparameter_names.h"

#include "ui/controls/number_text.h"
#include "ui/panels/field_rows.h"

#include <QCoreApplication>

#include <algorithm>
#include <string>

namespace rigwright {

namespace {

struct HyperparameterName {
    std::string_view key;
    const char* text;
};

/// "#" in a key stands for a digit, which takes the place of %1.
constexpr HyperparameterName hyperparameter_names[] = {
    {"activation", QT_TRANSLATE_NOOP("Hyperparameters", "Activation")},
    {"affine", QT_TRANSLATE_NOOP("Hyperparameters", "Scale and shift")},
    {"anchor_free", QT_TRANSLATE_NOOP("Hyperparameters", "Anchor-free head")},
    {"anchors_per_cell", QT_TRANSLATE_NOOP("Hyperparameters", "Anchors per cell")},
    {"architecture", QT_TRANSLATE_NOOP("Hyperparameters", "Architecture")},
    {"atrous_rate", QT_TRANSLATE_NOOP("Hyperparameters", "Dilation rate of the pyramid")},
    {"attention", QT_TRANSLATE_NOOP("Hyperparameters", "Attention")},
    {"attention_bias", QT_TRANSLATE_NOOP("Hyperparameters", "Attention biases")},
    {"attention_dropout", QT_TRANSLATE_NOOP("Hyperparameters", "Attention dropout")},
    {"attention_sinks", QT_TRANSLATE_NOOP("Hyperparameters", "Attention sinks")},
    {"auxiliary_dropout", QT_TRANSLATE_NOOP("Hyperparameters", "Dropout in auxiliary heads")},
    {"auxiliary_heads", QT_TRANSLATE_NOOP("Hyperparameters", "Auxiliary heads")},
    {"backbone", QT_TRANSLATE_NOOP("Hyperparameters", "Backbone")},
    {"batch_norm", QT_TRANSLATE_NOOP("Hyperparameters", "Batch norm")},
    {"bias", QT_TRANSLATE_NOOP("Hyperparameters", "Biases")},
    {"block", QT_TRANSLATE_NOOP("Hyperparameters", "Block")},
    {"block#_layers", QT_TRANSLATE_NOOP("Hyperparameters", "Block %1 layers")},
    {"bottleneck", QT_TRANSLATE_NOOP("Hyperparameters", "Bottleneck factor")},
    {"bottleneck_ratio", QT_TRANSLATE_NOOP("Hyperparameters", "Bottleneck ratio")},
    {"box_head_width", QT_TRANSLATE_NOOP("Hyperparameters", "Box head width")},
    {"cell", QT_TRANSLATE_NOOP("Hyperparameters", "Cell")},
    {"clamped_gate", QT_TRANSLATE_NOOP("Hyperparameters", "Clamped gate")},
    {"classes", QT_TRANSLATE_NOOP("Hyperparameters", "Classes")},
    {"context_tokens", QT_TRANSLATE_NOOP("Hyperparameters", "Context tokens")},
    {"context_width", QT_TRANSLATE_NOOP("Hyperparameters", "Context width")},
    {"conv1_width", QT_TRANSLATE_NOOP("Hyperparameters", "First convolution width")},
    {"conv2_width", QT_TRANSLATE_NOOP("Hyperparameters", "Second convolution width")},
    {"cutoff1", QT_TRANSLATE_NOOP("Hyperparameters", "First vocabulary cut-off")},
    {"cutoff2", QT_TRANSLATE_NOOP("Hyperparameters", "Second vocabulary cut-off")},
    {"cutoff3", QT_TRANSLATE_NOOP("Hyperparameters", "Third vocabulary cut-off")},
    {"d_embedding", QT_TRANSLATE_NOOP("Hyperparameters", "Embedding width")},
    {"d_ff", QT_TRANSLATE_NOOP("Hyperparameters", "Feed-forward width")},
    {"d_model", QT_TRANSLATE_NOOP("Hyperparameters", "Model width")},
    {"decoder_layers", QT_TRANSLATE_NOOP("Hyperparameters", "Decoder layers")},
    {"dense_layers", QT_TRANSLATE_NOOP("Hyperparameters", "Layers without experts")},
    {"depth_multiple", QT_TRANSLATE_NOOP("Hyperparameters", "Depth multiple")},
    {"depth_multiplier", QT_TRANSLATE_NOOP("Hyperparameters", "Depth multiplier")},
    {"dilated_last_stage", QT_TRANSLATE_NOOP("Hyperparameters", "Dilated last stage")},
    {"dilated_stages", QT_TRANSLATE_NOOP("Hyperparameters", "Dilated stages")},
    {"dilation", QT_TRANSLATE_NOOP("Hyperparameters", "Dilation")},
    {"downsampling", QT_TRANSLATE_NOOP("Hyperparameters", "Downsampling")},
    {"drop_path", QT_TRANSLATE_NOOP("Hyperparameters", "Stochastic depth")},
    {"dropout", QT_TRANSLATE_NOOP("Hyperparameters", "Dropout")},
    {"embedding", QT_TRANSLATE_NOOP("Hyperparameters", "Shared features")},
    {"embedding_division", QT_TRANSLATE_NOOP("Hyperparameters", "Embedding division")},
    {"embedding_norm", QT_TRANSLATE_NOOP("Hyperparameters", "Embedding norm")},
    {"encoder_layers", QT_TRANSLATE_NOOP("Hyperparameters", "Encoder layers")},
    {"expansion", QT_TRANSLATE_NOOP("Hyperparameters", "Expansion")},
    {"expert_capacity_factor", QT_TRANSLATE_NOOP("Hyperparameters", "Expert capacity factor")},
    {"expert_capacity_tokens", QT_TRANSLATE_NOOP("Hyperparameters", "Expert capacity (tokens)")},
    {"expert_d_ff", QT_TRANSLATE_NOOP("Hyperparameters", "Expert width")},
    {"expert_layers_every", QT_TRANSLATE_NOOP("Hyperparameters", "Expert layer every")},
    {"experts", QT_TRANSLATE_NOOP("Hyperparameters", "Experts")},
    {"experts_per_token", QT_TRANSLATE_NOOP("Hyperparameters", "Experts per token")},
    {"final_norm", QT_TRANSLATE_NOOP("Hyperparameters", "Final norm")},
    {"fire_width", QT_TRANSLATE_NOOP("Hyperparameters", "Fire module width")},
    {"fire_width_step", QT_TRANSLATE_NOOP("Hyperparameters", "Fire module width step")},
    {"flow_width", QT_TRANSLATE_NOOP("Hyperparameters", "Width of the motion heads")},
    {"from", QT_TRANSLATE_NOOP("Hyperparameters", "Joined layer")},
    {"frozen_models", QT_TRANSLATE_NOOP("Hyperparameters", "With the frozen models of training")},
    {"frozen_stages", QT_TRANSLATE_NOOP("Hyperparameters", "Frozen stages")},
    {"full_attention_every", QT_TRANSLATE_NOOP("Hyperparameters", "Full attention every")},
    {"fused_stages", QT_TRANSLATE_NOOP("Hyperparameters", "Fused stages")},
    {"gated_ffn", QT_TRANSLATE_NOOP("Hyperparameters", "Gated feed-forward")},
    {"global_average_pool", QT_TRANSLATE_NOOP("Hyperparameters", "Global average pooling")},
    {"group_width", QT_TRANSLATE_NOOP("Hyperparameters", "Group width")},
    {"groups", QT_TRANSLATE_NOOP("Hyperparameters", "Groups")},
    {"growth", QT_TRANSLATE_NOOP("Hyperparameters", "Growth rate")},
    {"head", QT_TRANSLATE_NOOP("Hyperparameters", "Head")},
    {"head_dim", QT_TRANSLATE_NOOP("Hyperparameters", "Head width")},
    {"head_layers", QT_TRANSLATE_NOOP("Hyperparameters", "Head layers")},
    {"head_width", QT_TRANSLATE_NOOP("Hyperparameters", "Head width")},
    {"heads", QT_TRANSLATE_NOOP("Hyperparameters", "Attention heads")},
    {"hidden#_width", QT_TRANSLATE_NOOP("Hyperparameters", "Hidden layer %1 width")},
    {"hidden_layers", QT_TRANSLATE_NOOP("Hyperparameters", "Hidden layers")},
    {"hidden_width", QT_TRANSLATE_NOOP("Hyperparameters", "Hidden layer width")},
    {"image_tower", QT_TRANSLATE_NOOP("Hyperparameters", "Image tower")},
    {"implementation", QT_TRANSLATE_NOOP("Hyperparameters", "Implementation")},
    {"in_place", QT_TRANSLATE_NOOP("Hyperparameters", "In place")},
    {"initial_width", QT_TRANSLATE_NOOP("Hyperparameters", "Initial width")},
    {"input", QT_TRANSLATE_NOOP("Hyperparameters", "Samples are")},
    {"input_features", QT_TRANSLATE_NOOP("Hyperparameters", "Input features")},
    {"kernel", QT_TRANSLATE_NOOP("Hyperparameters", "Kernel size")},
    {"kv_heads", QT_TRANSLATE_NOOP("Hyperparameters", "Key-value heads")},
    {"kv_lora_rank", QT_TRANSLATE_NOOP("Hyperparameters", "Key-value rank")},
    {"latent_channels", QT_TRANSLATE_NOOP("Hyperparameters", "Latent channels")},
    {"layers", QT_TRANSLATE_NOOP("Hyperparameters", "Layers")},
    {"levels", QT_TRANSLATE_NOOP("Hyperparameters", "Levels")},
    {"linear_projections", QT_TRANSLATE_NOOP("Hyperparameters", "Linear projections around attention")},
    {"mask_rois_per_image", QT_TRANSLATE_NOOP("Hyperparameters", "Mask regions per image")},
    {"max_channels", QT_TRANSLATE_NOOP("Hyperparameters", "Largest width")},
    {"max_positions", QT_TRANSLATE_NOOP("Hyperparameters", "Positions table")},
    {"memory_length", QT_TRANSLATE_NOOP("Hyperparameters", "Memory length")},
    {"middle_attention_layers", QT_TRANSLATE_NOOP("Hyperparameters", "Transformer layers in the middle")},
    {"mlp_ratio", QT_TRANSLATE_NOOP("Hyperparameters", "Feed-forward ratio")},
    {"mode", QT_TRANSLATE_NOOP("Hyperparameters", "Interpolation")},
    {"multiplier", QT_TRANSLATE_NOOP("Hyperparameters", "Filters per channel")},
    {"norm", QT_TRANSLATE_NOOP("Hyperparameters", "Normalization")},
    {"norm_first", QT_TRANSLATE_NOOP("Hyperparameters", "Norm before block")},
    {"norm_groups", QT_TRANSLATE_NOOP("Hyperparameters", "Groups of group norm")},
    {"observation_width", QT_TRANSLATE_NOOP("Hyperparameters", "Observation width")},
    {"out_channels", QT_TRANSLATE_NOOP("Hyperparameters", "Channels out")},
    {"out_features", QT_TRANSLATE_NOOP("Hyperparameters", "Features out")},
    {"pad_experts_to_capacity", QT_TRANSLATE_NOOP("Hyperparameters", "Pad experts to capacity")},
    {"padded", QT_TRANSLATE_NOOP("Hyperparameters", "Padded convolutions")},
    {"padding", QT_TRANSLATE_NOOP("Hyperparameters", "Padding")},
    {"patch", QT_TRANSLATE_NOOP("Hyperparameters", "Patch size")},
    {"pixels_per_latent", QT_TRANSLATE_NOOP("Hyperparameters", "Pixels per latent (side)")},
    {"pooler", QT_TRANSLATE_NOOP("Hyperparameters", "Pooler")},
    {"positions", QT_TRANSLATE_NOOP("Hyperparameters", "Positions")},
    {"probability", QT_TRANSLATE_NOOP("Hyperparameters", "Probability")},
    {"pyramid_width", QT_TRANSLATE_NOOP("Hyperparameters", "Pyramid width")},
    {"q_lora_rank", QT_TRANSLATE_NOOP("Hyperparameters", "Query rank")},
    {"qk_nope_head_dim", QT_TRANSLATE_NOOP("Hyperparameters", "Head width without rotation")},
    {"qk_norm", QT_TRANSLATE_NOOP("Hyperparameters", "Query and key norms")},
    {"qk_rope_head_dim", QT_TRANSLATE_NOOP("Hyperparameters", "Rotated head width")},
    {"qkv_bias", QT_TRANSLATE_NOOP("Hyperparameters", "Attention biases")},
    {"queries", QT_TRANSLATE_NOOP("Hyperparameters", "Object queries")},
    {"reads", QT_TRANSLATE_NOOP("Hyperparameters", "Reads")},
    {"regression_bins", QT_TRANSLATE_NOOP("Hyperparameters", "Box regression bins")},
    {"relative_buckets", QT_TRANSLATE_NOOP("Hyperparameters", "Relative buckets")},
    {"rois_per_image", QT_TRANSLATE_NOOP("Hyperparameters", "Regions per image")},
    {"round_up", QT_TRANSLATE_NOOP("Hyperparameters", "Size rounded up")},
    {"routing", QT_TRANSLATE_NOOP("Hyperparameters", "Routing")},
    {"scale", QT_TRANSLATE_NOOP("Hyperparameters", "Scale")},
    {"segments", QT_TRANSLATE_NOOP("Hyperparameters", "Segment types")},
    {"separate_projections", QT_TRANSLATE_NOOP("Hyperparameters", "Separate projections")},
    {"shared_expert_d_ff", QT_TRANSLATE_NOOP("Hyperparameters", "Shared expert width")},
    {"shared_experts", QT_TRANSLATE_NOOP("Hyperparameters", "Shared experts")},
    {"size", QT_TRANSLATE_NOOP("Hyperparameters", "Output size")},
    {"sliding_window", QT_TRANSLATE_NOOP("Hyperparameters", "Sliding window")},
    {"squeeze_divisor", QT_TRANSLATE_NOOP("Hyperparameters", "Squeeze divisor")},
    {"squeeze_excitation", QT_TRANSLATE_NOOP("Hyperparameters", "Squeeze-and-excitation reduction")},
    {"squeeze_ratio", QT_TRANSLATE_NOOP("Hyperparameters", "Squeeze ratio")},
    {"squeeze_reduction", QT_TRANSLATE_NOOP("Hyperparameters", "Squeeze reduction")},
    {"stage#_attention_layers", QT_TRANSLATE_NOOP("Hyperparameters", "Stage %1 transformer layers per block")},
    {"stage#_blocks", QT_TRANSLATE_NOOP("Hyperparameters", "Stage %1 blocks")},
    {"stage#_expansion", QT_TRANSLATE_NOOP("Hyperparameters", "Stage %1 expansion")},
    {"stage#_heads", QT_TRANSLATE_NOOP("Hyperparameters", "Stage %1 heads")},
    {"stage#_kernel", QT_TRANSLATE_NOOP("Hyperparameters", "Stage %1 kernel size")},
    {"stage#_layers", QT_TRANSLATE_NOOP("Hyperparameters", "Stage %1 layers")},
    {"stage#_mlp_ratio", QT_TRANSLATE_NOOP("Hyperparameters", "Stage %1 feed-forward ratio")},
    {"stage#_multiplier", QT_TRANSLATE_NOOP("Hyperparameters", "Stage %1 width multiplier")},
    {"stage#_reduction", QT_TRANSLATE_NOOP("Hyperparameters", "Stage %1 reduction")},
    {"stage#_width", QT_TRANSLATE_NOOP("Hyperparameters", "Stage %1 width")},
    {"stages", QT_TRANSLATE_NOOP("Hyperparameters", "Stages")},
    {"stem_width", QT_TRANSLATE_NOOP("Hyperparameters", "Stem width")},
    {"stochastic_depth", QT_TRANSLATE_NOOP("Hyperparameters", "Stochastic depth")},
    {"stride", QT_TRANSLATE_NOOP("Hyperparameters", "Stride")},
    {"text_heads", QT_TRANSLATE_NOOP("Hyperparameters", "Text attention heads")},
    {"text_layers", QT_TRANSLATE_NOOP("Hyperparameters", "Text layers")},
    {"text_width", QT_TRANSLATE_NOOP("Hyperparameters", "Text width")},
    {"tied_embeddings", QT_TRANSLATE_NOOP("Hyperparameters", "Tied embeddings")},
    {"token_d_ff", QT_TRANSLATE_NOOP("Hyperparameters", "Token mixing width")},
    {"tower_heads", QT_TRANSLATE_NOOP("Hyperparameters", "Image attention heads")},
    {"tower_layers", QT_TRANSLATE_NOOP("Hyperparameters", "Image layers")},
    {"tower_width", QT_TRANSLATE_NOOP("Hyperparameters", "Image width")},
    {"v_head_dim", QT_TRANSLATE_NOOP("Hyperparameters", "Value head width")},
    {"variant", QT_TRANSLATE_NOOP("Hyperparameters", "Variant")},
    {"version", QT_TRANSLATE_NOOP("Hyperparameters", "Version")},
    {"vocabulary", QT_TRANSLATE_NOOP("Hyperparameters", "Vocabulary")},
    {"widest", QT_TRANSLATE_NOOP("Hyperparameters", "Largest width")},
    {"width", QT_TRANSLATE_NOOP("Hyperparameters", "Width")},
    {"width_divisor", QT_TRANSLATE_NOOP("Hyperparameters", "Width divisor")},
    {"width_multiple", QT_TRANSLATE_NOOP("Hyperparameters", "Width multiple")},
    {"width_multiplier", QT_TRANSLATE_NOOP("Hyperparameters", "Width multiplier")},
    {"width_per_group", QT_TRANSLATE_NOOP("Hyperparameters", "Width per group")},
    {"width_slope", QT_TRANSLATE_NOOP("Hyperparameters", "Width slope")},
    {"width_step", QT_TRANSLATE_NOOP("Hyperparameters", "Width step")},
    {"window", QT_TRANSLATE_NOOP("Hyperparameters", "Window size")},
};

const HyperparameterName* row_of_key(std::string_view key)
{
    const auto found = std::ranges::find(hyperparameter_names, key, &HyperparameterName::key);
    return found == std::end(hyperparameter_names) ? nullptr : &*found;
}

} // namespace

QString hyperparameter_name(std::string_view key)
{
    if (const HyperparameterName* name = row_of_key(key))
        return QCoreApplication::translate("Hyperparameters", name->text);
    const std::size_t digit = key.find_first_of("0123456789");
    if (digit != std::string_view::npos) {
        std::string pattern(key);
        pattern[digit] = '#';
        if (const HyperparameterName* name = row_of_key(pattern))
            return QCoreApplication::translate("Hyperparameters", name->text).arg(QLatin1Char(key[digit]));
    }
    return QString::fromUtf8(key.data(), static_cast<qsizetype>(key.size()));
}

bool has_hyperparameter_name(std::string_view key)
{
    return hyperparameter_name(key) != QString::fromUtf8(key.data(), static_cast<qsizetype>(key.size()));
}

namespace {

/// The slider covers a stretch of the legal range around what is usual for such a number.
double usual_maximum(const Hyperparameter& hyperparameter)
{
    if (hyperparameter.type == HyperparameterType::real) return hyperparameter.maximum;
    const std::int64_t* standard =
        hyperparameter.standard ? std::get_if<std::int64_t>(&*hyperparameter.standard) : nullptr;
    const double usual = standard ? static_cast<double>(*standard) * 32.0 : 32768.0;
    double limit = 64.0;
    while (limit < usual) limit *= 2.0;
    return std::min(limit, hyperparameter.maximum);
}

} // namespace

ControlTexts texts_of(const Hyperparameter& hyperparameter)
{
    const QString key = QString::fromUtf8(hyperparameter.key.data(), static_cast<qsizetype>(hyperparameter.key.size()));
    const QString help = QCoreApplication::translate("Hyperparameters", "“%1” in scenario files.").arg(key);
    return {hyperparameter_name(hyperparameter.key), QString(), help,
            QCoreApplication::translate("Hyperparameters", "derived")};
}

NumberSpec number_spec(const Hyperparameter& hyperparameter)
{
    constexpr double twentieth = 0.05;
    NumberSpec spec;
    spec.integer = hyperparameter.type == HyperparameterType::integer;
    spec.optional = !hyperparameter.standard;
    spec.minimum = hyperparameter.minimum;
    spec.maximum = hyperparameter.maximum;
    const double top = usual_maximum(hyperparameter);
    const bool fraction = hyperparameter.type == HyperparameterType::real && top <= 1.0;
    spec.steps =
        fraction ? even_steps(hyperparameter.minimum, top, twentieth) : powers_of_two(hyperparameter.minimum, top);
    return spec;
}

} // namespace rigwright
