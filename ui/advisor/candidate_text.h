// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/advisor/advisor_source.h"
#include "ui/format/words.h"

#include <QString>

namespace rigwright {

// The words for what the advisor proposes; the sentences are the engine's own.

/// "2 × RTX 4090".
QString name_of(const Candidate& candidate, const EngineData& data);
/// Its processor, memory and plan, in one line.
QString details_of(const Candidate& candidate, const EngineData& data, const Words& words);
QString cost_text(const CandidateFigures& figures, const std::string& currency, const Words& words);
/// "3.2 h (2.9 h to 3.8 h)"
QString time_text(const CandidateFigures& figures, const Words& words);
/// A sentence of the advisor.
QString text_of(const Remark& remark, const Words& words);
/// Why something is out.
QString rejection_text(const std::string& code, bool is_finding, const Words& words);
QString text_of(const Relaxation& relaxation, const EngineData& data, const Words& words);
/// What a candidate would be with another part, or why it goes without: one sentence a line.
QString part_text(const Candidate& candidate, const std::string& part, const AdvisorSource& source,
                  const Document& document, const Words& words);
/// How a card fared: what it would take and cost beside the picks, or why it is out.
QString outcome_text(const CardOutcome& card, const Recommendation& answer, const std::string& currency,
                     const Words& words);

} // namespace rigwright
