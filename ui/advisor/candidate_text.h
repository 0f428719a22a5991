// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/recommend/recommendation.h"
#include "ui/advisor/advisor_source.h"
#include "ui/format/words.h"

namespace rigwright {

// Texts of recommendations; the engine provides the sentences.

/// "2 × RTX 4090".
QString name_of(const Candidate& candidate, const EngineData& data);
/// CPU, memory and plan, in one line.
QString details_of(const Candidate& candidate, const EngineData& data, const Localization& words);
/// "Buy 1 × RTX 4090: CN¥32,609, done in 15 h (at worst 21 h), fits with 40 % to spare."
QString answer_text(const Candidate& candidate, bool time_is_of_run, const EngineData& data, const Localization& words);
/// "3.2 h (2.9 h to 3.8 h)"
QString time_text(const CandidateFigures& figures, const Localization& words);
/// A sentence of the advisor.
QString text_of(const Remark& remark, const Localization& words);
/// The reason for an exclusion.
QString rejection_text(const std::string& code, bool is_finding, const Localization& words);
QString text_of(const Relaxation& relaxation, const EngineData& data, const Localization& words);
/// A candidate with another part, or why it lacks that part: one sentence per line.
QString part_text(const Candidate& candidate, const std::string& part, const AdvisorSource& source,
                  const Document& document, const Localization& words);
/// Result for a card: its requirements and cost compared with the picks, or why it is excluded.
QString outcome_text(const CardOutcome& card, const Recommendation& answer, const Catalog& hardware,
                     const std::string& currency, const Localization& words);

/// Whether a reason of a pick warns against it.
bool speaks_against(const Remark& reason);

} // namespace rigwright
