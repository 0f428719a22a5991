// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/zoo/detection/detectors.h"

namespace rigwright {

/// The largest stride of these YOLO networks: each side of the image is a multiple of it.
inline constexpr std::int64_t yolo_stride = 32;

/// Writes the common parts of the YOLO networks: convolution, batch norm and activation as one unit, scaled widths,
/// bottlenecks, poolings, heads. Layers are named "model.<row>" after their row in the authors' model files.
class YoloWriter {
public:
    struct Style {
        ActivationFunction activation = ActivationFunction::silu;
        /// The activation overwrites the norm's output.
        bool in_place = true;
        /// Concatenation is a module in the measured code.
        bool joins_are_layers = true;
        NormalizationMode normalization = NormalizationMode::train;
        bool training = true;
    };

    /// Padding that preserves the size at stride 1.
    static constexpr std::int64_t same = -1;

    YoloWriter(NetworkBuilder& builder, const ShapeReader& shape, const Style& style)
        : builder_(builder),
          shape_(shape),
          style_(style)
    {}

    NetworkBuilder& builder() { return builder_; }
    bool training() const { return style_.training; }

    /// The image, or nothing and an issue for each side that is not a multiple of the stride.
    std::optional<TensorId> image(const ModelInput& input);

    /// A width times `width_multiple`, rounded up to a multiple of eight.
    std::int64_t width(std::int64_t channels) const;
    /// Layers of a stage times `depth_multiple`, rounded half to even, at least one.
    std::int64_t depth(std::int64_t layers) const;

    /// "model.<row>." for the next row.
    std::string next() { return "model." + std::to_string(row_++) + "."; }

    /// Convolution without bias, batch norm, activation, padded to keep the size at stride 1.
    TensorId unit(const std::string& prefix, TensorId x, std::int64_t channels, std::int64_t kernel = 1,
                  std::int64_t stride = 1, std::int64_t padding = same);
    TensorId activation(const std::string& name, TensorId x);
    /// Convolution and batch norm under two names.
    TensorId normalized(const std::string& convolution, const std::string& norm, TensorId x,
                        const NetworkBuilder::ConvolutionOptions& options);
    /// Concatenates maps along their channels.
    TensorId join(std::span<const TensorId> parts);
    TensorId join(std::initializer_list<TensorId> parts)
    {
        return join(std::span<const TensorId>(parts.begin(), parts.size()));
    }
    /// Doubles height and width.
    TensorId enlarge(TensorId x);
    /// Maximum over windows at stride 1 that preserve the size.
    TensorId window_maximum(const std::string& name, TensorId x, std::int64_t kernel);
    /// Three poolings one after another, concatenated with their input (spatial pyramid pooling, the fast form).
    TensorId pooled_pyramid(const std::string& prefix, TensorId x, std::int64_t channels);
    /// A 1x1 or 3x3 unit and a 3x3 unit, added to the input if `shortcut`.
    TensorId bottleneck(const std::string& prefix, TensorId x, std::int64_t first_kernel, bool shortcut);

    /// Predictions with anchors: one 1x1 convolution per map; `implicit` adds the learned summand and factor of YOLOR.
    Network anchor_head(std::span<const TensorId> maps, bool implicit);

    /// Predictions without anchors: boxes as distributions over `regression_bins` distances, and classes in a separate
    /// branch.
    struct DecoupledHead {
        std::int64_t box_width = 64;
        std::int64_t class_width = 80;
        bool implicit = false;
    };
    Network decoupled_head(std::span<const TensorId> maps, const DecoupledHead& head);

private:
    TensorId branch(const std::string& name, const std::string& index, TensorId x, std::int64_t inner,
                    std::int64_t outer, bool implicit);
    TensorId add_implicit(const std::string& name, TensorId x);
    TensorId multiply_implicit(const std::string& name, TensorId x);
    Network evaluated_boxes(std::span<const TensorId> maps);

    NetworkBuilder& builder_;
    const ShapeReader& shape_;
    Style style_;
    int row_ = 0;
};

} // namespace rigwright
