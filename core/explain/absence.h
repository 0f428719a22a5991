// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/evaluation.h"

#include <string_view>

namespace rigwright {

/// Why an estimate has no such quantity, where `explain` knows the id and gives no working: the price, offer or setting
/// that is missing, and the field where it is entered.
Finding absence_of(const Evaluation& evaluation, std::string_view quantity);

} // namespace rigwright
