// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/zoo/family.h"

namespace rigwright {

/// `base` with every field that `changes` fills in replaced.
ModelInput with_changes(const ModelInput& base, const ModelInput& changes);
ModelShape with_changes(const ModelShape& base, const ModelShape& changes);

/// False for a hyperparameter of the family that means nothing to a network of this (legal) shape: object queries to a
/// detector without any.
bool reads_hyperparameter(const Family& family, const ModelShape& shape, std::string_view key);

/// Builds the network of a family. What the input leaves open comes from the family's standard input.
///
/// Anything that cannot be comes back as `NetworkIssue`s: `unknown-hyperparameter` and `hyperparameter-out-of-range`
/// (the layer is the key), `hyperparameter-not-read`, `input-out-of-range`, and what the family itself finds (heads
/// that do not divide the width, an image smaller than a kernel). A network with issues holds no reliable numbers.
Network build_network(const Family& family, const ModelShape& shape, const ModelInput& input,
                      const BuildOptions& options);

} // namespace rigwright
