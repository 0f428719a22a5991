// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/working/nodes.h"
#include "core/quantities/quantity.h"

#include <string>
#include <vector>

namespace rigwright {

// Terms of the textbook's sums over a transformer's parameters, each a number with the line that explains it.

/// A number on its way into a sum: its exact value, and its working.
struct CountTerm {
    Count value;
    Derivation working;

    /// The same number at another place of a formula.
    CountTerm at(std::string symbol) const;
};

/// What one layer is made of. Widths: `d` of the model, `attention` of all query heads side by side, `keys` of all key
/// (and all value) heads side by side, `d_ff` of the feed-forward layer.
struct LayerForm {
    std::int64_t d = 0;
    std::int64_t attention = 0;
    std::int64_t keys = 0;
    std::int64_t d_ff = 0;
    /// Matrices between d and d_ff: two, three with a gate.
    std::int64_t feed_forward_matrices = 2;
    bool projection_bias = true;
    bool output_bias = true;
    bool feed_forward_bias = true;
    /// Vectors that a norm holds: scale and shift, or the scale alone.
    std::int64_t norm_vectors = 2;
    /// Norms over single heads and logits of attention sinks.
    std::int64_t extras = 0;
};

/// A hyperparameter as it stands in a formula; `key` leads to its control.
CountTerm hyperparameter_term(std::string symbol, std::string quantity, std::int64_t value, const std::string& key);
/// The width of the model, the place {d}.
CountTerm width_term(std::int64_t d);
/// The quantity "closed_form.<name>" with the formula "closed-form-<formula>".
CountTerm computed_term(const std::string& name, Count value, const std::string& formula, const std::vector<CountTerm>& inputs);
/// A term that this model does not have: a line that says so.
CountTerm absent_term(const std::string& name);

/// `rows` x d, a table with one row of the model's width for each word, place or segment.
CountTerm table_term(const std::string& name, const CountTerm& rows, std::int64_t d);
/// `number` norms over the width.
CountTerm norms_term(const std::string& name, std::int64_t number, const LayerForm& form);
/// One layer of attention to itself and feed-forward; 12d² + 13d in its textbook shape.
CountTerm layer_term(const LayerForm& form, const std::string& name);
/// The same with attention to the encoder between the two; 16d² + 19d in its textbook shape.
CountTerm decoder_layer_term(const LayerForm& form);

} // namespace rigwright
