// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/requirements/requirements.h"

#include <nlohmann/json_fwd.hpp>

#include <functional>

namespace rigwright {

/// "samples", "rows" (amounts in base units: bytes, bytes and FLOP a second, seconds, watts, the build's currency),
/// "month" and whether the need is met; a row's "met" is null where that is not known. `word` gives the sentence of a message code.
nlohmann::ordered_json need_json(const NeedAnswer& answer, const std::function<std::string(const std::string&)>& word);

} // namespace rigwright
