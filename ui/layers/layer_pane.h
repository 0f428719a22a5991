// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/estimate/evaluation.h"

#include <QString>

#include <string>
#include <vector>

namespace rigwright {

/// One line of the layer table: a block with its operators, or an operator.
struct LayerLine {
    QString name;
    /// The operator's kind ("convolution"); empty for a block.
    std::string kind;
    QString shape;
    /// Number of identical copies in this line.
    std::int64_t copies = 1;
    /// For all copies together; bytes are for the whole micro-batch.
    Count parameters;
    Count macs;
    Bytes kept;
    /// Position in execution order among its siblings.
    int order = 0;
    std::vector<LayerLine> operators;

    double flops() const { return 2.0 * macs.as_double(); }
};

/// The network of an evaluation: blocks with their operators, or (`by_block` false) all operators in one list.
/// Identical copies form one line, so a deep network is no longer than a shallow one.
std::vector<LayerLine> layer_lines(const Evaluation& evaluation, bool by_block);

/// Sums over lines of the top level.
LayerLine total_of(const std::vector<LayerLine>& lines);

} // namespace rigwright
