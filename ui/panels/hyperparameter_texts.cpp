// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/controls/number_text.h"
#include "ui/panels/field_rows.h"

#include <QCoreApplication>

#include <algorithm>

namespace rigwright {

namespace {

struct Name {
    std::string_view key;
    const char* text;
};

constexpr Name names[] = {
    {"activation", QT_TRANSLATE_NOOP("Hyperparameters", "Activation")},
    {"affine", QT_TRANSLATE_NOOP("Hyperparameters", "Scale and shift")},
    {"architecture", QT_TRANSLATE_NOOP("Hyperparameters", "Architecture")},
    {"attention_bias", QT_TRANSLATE_NOOP("Hyperparameters", "Attention biases")},
    {"attention_dropout", QT_TRANSLATE_NOOP("Hyperparameters", "Attention dropout")},
    {"backbone", QT_TRANSLATE_NOOP("Hyperparameters", "Backbone")},
    {"batch_norm", QT_TRANSLATE_NOOP("Hyperparameters", "Batch norm")},
    {"bias", QT_TRANSLATE_NOOP("Hyperparameters", "Biases")},
    {"block", QT_TRANSLATE_NOOP("Hyperparameters", "Block")},
    {"classes", QT_TRANSLATE_NOOP("Hyperparameters", "Classes")},
    {"d_ff", QT_TRANSLATE_NOOP("Hyperparameters", "Feed-forward width")},
    {"d_model", QT_TRANSLATE_NOOP("Hyperparameters", "Model width")},
    {"decoder_layers", QT_TRANSLATE_NOOP("Hyperparameters", "Decoder layers")},
    {"dilated_last_stage", QT_TRANSLATE_NOOP("Hyperparameters", "Dilated last stage")},
    {"dilation", QT_TRANSLATE_NOOP("Hyperparameters", "Dilation")},
    {"dropout", QT_TRANSLATE_NOOP("Hyperparameters", "Dropout")},
    {"embedding_norm", QT_TRANSLATE_NOOP("Hyperparameters", "Embedding norm")},
    {"encoder_layers", QT_TRANSLATE_NOOP("Hyperparameters", "Encoder layers")},
    {"final_norm", QT_TRANSLATE_NOOP("Hyperparameters", "Final norm")},
    {"from", QT_TRANSLATE_NOOP("Hyperparameters", "Joined layer")},
    {"gated_ffn", QT_TRANSLATE_NOOP("Hyperparameters", "Gated feed-forward")},
    {"groups", QT_TRANSLATE_NOOP("Hyperparameters", "Groups")},
    {"head_dim", QT_TRANSLATE_NOOP("Hyperparameters", "Head width")},
    {"heads", QT_TRANSLATE_NOOP("Hyperparameters", "Attention heads")},
    {"in_place", QT_TRANSLATE_NOOP("Hyperparameters", "In place")},
    {"input", QT_TRANSLATE_NOOP("Hyperparameters", "Samples are")},
    {"kernel", QT_TRANSLATE_NOOP("Hyperparameters", "Kernel")},
    {"kv_heads", QT_TRANSLATE_NOOP("Hyperparameters", "Key-value heads")},
    {"layers", QT_TRANSLATE_NOOP("Hyperparameters", "Layers")},
    {"max_positions", QT_TRANSLATE_NOOP("Hyperparameters", "Positions table")},
    {"mode", QT_TRANSLATE_NOOP("Hyperparameters", "Interpolation")},
    {"multiplier", QT_TRANSLATE_NOOP("Hyperparameters", "Filters per channel")},
    {"norm", QT_TRANSLATE_NOOP("Hyperparameters", "Normalization")},
    {"norm_first", QT_TRANSLATE_NOOP("Hyperparameters", "Norm before block")},
    {"out_channels", QT_TRANSLATE_NOOP("Hyperparameters", "Channels out")},
    {"out_features", QT_TRANSLATE_NOOP("Hyperparameters", "Features out")},
    {"padding", QT_TRANSLATE_NOOP("Hyperparameters", "Padding")},
    {"patch", QT_TRANSLATE_NOOP("Hyperparameters", "Patch size")},
    {"pooler", QT_TRANSLATE_NOOP("Hyperparameters", "Pooler")},
    {"positions", QT_TRANSLATE_NOOP("Hyperparameters", "Positions")},
    {"probability", QT_TRANSLATE_NOOP("Hyperparameters", "Probability")},
    {"qkv_bias", QT_TRANSLATE_NOOP("Hyperparameters", "Attention biases")},
    {"queries", QT_TRANSLATE_NOOP("Hyperparameters", "Object queries")},
    {"reads", QT_TRANSLATE_NOOP("Hyperparameters", "Reads")},
    {"relative_buckets", QT_TRANSLATE_NOOP("Hyperparameters", "Relative buckets")},
    {"round_up", QT_TRANSLATE_NOOP("Hyperparameters", "Size rounded up")},
    {"scale", QT_TRANSLATE_NOOP("Hyperparameters", "Scale")},
    {"segments", QT_TRANSLATE_NOOP("Hyperparameters", "Segment types")},
    {"separate_projections", QT_TRANSLATE_NOOP("Hyperparameters", "Separate projections")},
    {"size", QT_TRANSLATE_NOOP("Hyperparameters", "Output size")},
    {"stage1_blocks", QT_TRANSLATE_NOOP("Hyperparameters", "Stage 1 blocks")},
    {"stage2_blocks", QT_TRANSLATE_NOOP("Hyperparameters", "Stage 2 blocks")},
    {"stage3_blocks", QT_TRANSLATE_NOOP("Hyperparameters", "Stage 3 blocks")},
    {"stage4_blocks", QT_TRANSLATE_NOOP("Hyperparameters", "Stage 4 blocks")},
    {"stage1_layers", QT_TRANSLATE_NOOP("Hyperparameters", "Stage 1 layers")},
    {"stage2_layers", QT_TRANSLATE_NOOP("Hyperparameters", "Stage 2 layers")},
    {"stage3_layers", QT_TRANSLATE_NOOP("Hyperparameters", "Stage 3 layers")},
    {"stage4_layers", QT_TRANSLATE_NOOP("Hyperparameters", "Stage 4 layers")},
    {"stage5_layers", QT_TRANSLATE_NOOP("Hyperparameters", "Stage 5 layers")},
    {"stride", QT_TRANSLATE_NOOP("Hyperparameters", "Stride")},
    {"tied_embeddings", QT_TRANSLATE_NOOP("Hyperparameters", "Tied embeddings")},
    {"vocabulary", QT_TRANSLATE_NOOP("Hyperparameters", "Vocabulary")},
    {"width", QT_TRANSLATE_NOOP("Hyperparameters", "Width")},
    {"width_per_group", QT_TRANSLATE_NOOP("Hyperparameters", "Width per group")},
};

QString name_of(std::string_view key)
{
    const auto found = std::ranges::find(names, key, &Name::key);
    if (found != std::end(names)) return QCoreApplication::translate("Hyperparameters", found->text);
    return QString::fromUtf8(key.data(), static_cast<qsizetype>(key.size()));
}

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
    return {name_of(hyperparameter.key), QString(), help, QCoreApplication::translate("Hyperparameters", "derived")};
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
