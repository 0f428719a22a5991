// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/advise/advice_json.h"
#include "core/recommend/recommendation.h"

#include <nlohmann/json_fwd.hpp>

#include <string>

namespace rigwright {

/// Why candidates are out, in words.
std::string rejection_text(const std::string& code, bool is_finding, const MessageText& text);
std::string remark_text(const Remark& remark, const MessageText& text);
/// "requirements.budget: ¥20,000 instead of ¥10,000 would admit 2 × RTX 4090 (…)".
std::string relaxation_text(const Relaxation& relaxation, const EngineData& data, const MessageText& text);

/// The file of format "rigwright.recommendation": {outlay, time_of, candidates, evaluated, complete, front, picks,
/// rejections, cards, relaxations, remarks}. Amounts are in `currency`; what is not known has no key.
nlohmann::ordered_json recommendation_json(const Recommendation& answer, const EngineData& data,
                                           const std::string& currency, const MessageText& text);

} // namespace rigwright
