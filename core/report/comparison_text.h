// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/model_comparison.h"
#include "core/report/comparison.h"
#include "core/text/messages.h"

#include <string>
#include <vector>

namespace rigwright {

/// The name of a row: that of its quantity, shortened for narrow tables.
std::string row_name(const ComparedRow& row, const Messages& words);

/// "FITS · time: order of magnitude", or a dash.
std::string verdict_text(const ComparedVerdict& verdict, const Messages& words);

/// The builds that work, if some do not.
std::string working_text(const Comparison& comparison, const std::vector<std::string>& names);

/// A value as in the comparison: "≥ CN¥30,225" for a lower bound, a dash for none.
std::string compared_text(const std::optional<ComparedValue>& value, const Messages& words);

/// "3.1–4.2 h": both ends of a range.
std::string range_text(const ComparedValue& value, const Messages& words);

/// The margin as a share of the need ("25%"); from tenfold on as a factor ("×308").
std::string margin_text(double margin, const Messages& words);

/// A difference in percent of the baseline's value if that is above zero ("−43%"), else as an amount ("+2"). A tilde
/// marks a difference within the error of the estimate.
std::string delta_text(const Delta& delta, const ComparedValue& baseline, const Messages& words);

/// The best build's name, "no clear winner", or nothing.
std::string ranking_text(const ComparedRow& row, const std::vector<std::string>& names, const Messages& words);

/// The input of a compared model: "224 × 224", "1024 tokens", or both.
std::string input_text(const ModelInput& input, const Messages& messages);

/// The reason why a row has no memory and times: the kinds of samples that the model reads and the dataset has, or the
/// first error of the scenario. Empty without a reason.
std::string reason_text(const ModelRow& row, const Messages& messages);

} // namespace rigwright
