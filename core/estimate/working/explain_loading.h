// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/evaluation.h"
#include "core/estimate/working/nodes.h"

namespace rigwright {

/// The working of what the step waits for: the copy to the GPU and the loader. Precondition: the evaluation has a time.
Derivation explain_exposed_loading(const Evaluation& evaluation, const EngineData& data);

/// Decoding and reading the samples of one step, in the first epoch or later. Precondition: loading is modelled.
Derivation explain_loading_needed(const Evaluation& evaluation, const EngineData& data, bool first_epoch);

/// Work of one thread on the file of one sample. Precondition: it is known.
Derivation explain_decoding(const Evaluation& evaluation, const EngineData& data);

/// The rate of the PCIe link between a GPU and its machine, named after its generation and lanes. Precondition: there
/// is such a link.
Derivation explain_host_link(std::string symbol, const Evaluation& evaluation, const EngineData& data);

/// Sending the samples of one step over the host link. Precondition: there is such a copy.
Derivation explain_copy(const Evaluation& evaluation, const EngineData& data);

} // namespace rigwright
