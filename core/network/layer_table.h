// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/network/analysis.h"
#include "core/quantities/quantity.h"

#include <string>
#include <vector>

namespace rigwright {

/// One operator of one block copy, as a layer table prints it.
struct LayerRow {
    /// Block copy and operator: "layer1.0.conv1".
    std::string name;
    /// Name of the operator kind; its message is "operator.<word>".
    const char* kind = "";
    /// Output of one sample.
    Shape output;
    /// A tied parameter is counted at the first operator that uses it.
    Count parameters;
    /// Forward pass of one sample; a multiply-add counts as one here and as two FLOPs.
    Count macs;
    Flops flops() const { return Flops(2.0 * macs.as_double()); }
    /// Bytes saved for backward first by this operator, whole micro-batch.
    Bytes kept;
};

/// "64×112×112".
std::string shape_text(const Shape& shape);

/// Consecutive copies of one block, or of the plain operators between blocks, with the same numbers.
struct AlikeLayers {
    /// Names of the first and the last copy ("layer3.1", "layer3.35"); empty for operators outside blocks.
    std::string first_name;
    std::string last_name;
    std::int64_t copies = 1;
    /// Rows of the first copy, which the others repeat: `rows` from `first_row` on.
    std::int64_t first_row = 0;
    std::int64_t rows = 0;
    /// Sums over all copies, with the units of `LayerRow`.
    Count parameters;
    Count macs;
    Bytes kept;
};

/// The operators of a network in execution order. Repeated blocks are expanded row by row on demand: a million layers
/// take no more memory than one. Views, which cost nothing, have no row. Both arguments must outlive the table.
class LayerTable {
public:
    LayerTable(const Network& network, const Analysis& analysis, Count micro_batch);

    std::int64_t size() const { return size_; }
    /// `index` in [0, size()).
    LayerRow row(std::int64_t index) const;

    /// In execution order; one per distinct block, at any depth of the network.
    std::vector<AlikeLayers> groups() const;

private:
    struct Group {
        std::int64_t first_row = 0;
        std::int64_t first_copy = 0;
        std::size_t block = 0;
        std::int64_t copies = 1;
        /// Positions in `Analysis::facts` of the operators that have a row.
        std::vector<std::size_t> facts;
    };
    struct OwnParameters {
        Count every_copy;
        Count first_copy;
    };

    void add_groups();
    void assign_parameters();
    AlikeLayers summed(const Group& group) const;

    const Network& network_;
    const Analysis& analysis_;
    Count micro_batch_;
    std::vector<Group> groups_;
    std::vector<OwnParameters> own_parameters_;
    std::int64_t size_ = 0;
};

} // namespace rigwright
