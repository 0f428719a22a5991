// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/recommend/recommendation.h"
#include "ui/advisor/advisor_source.h"
#include "ui/controls/card.h"
#include "ui/format/words.h"

#include <QLabel>
#include <QPushButton>
#include <QString>

#include <optional>

namespace rigwright {

// The words for what the advisor proposes; the sentences are the engine's own.

/// "2 × RTX 4090".
QString name_of(const Candidate& candidate, const EngineData& data);
/// Its processor, memory and plan, in one line.
QString details_of(const Candidate& candidate, const EngineData& data, const Localization& words);
QString cost_text(const CandidateFigures& figures, const std::string& currency, const Localization& words);
/// "3.2 h (2.9 h to 3.8 h)"
QString time_text(const CandidateFigures& figures, const Localization& words);
/// A sentence of the advisor.
QString text_of(const Remark& remark, const Localization& words);
/// Why something is out.
QString rejection_text(const std::string& code, bool is_finding, const Localization& words);
QString text_of(const Relaxation& relaxation, const EngineData& data, const Localization& words);
/// What a candidate would be with another part, or why it goes without: one sentence a line.
QString part_text(const Candidate& candidate, const std::string& part, const AdvisorSource& source,
                  const Document& document, const Localization& words);
/// How a card fared: what it would take and cost beside the picks, or why it is out.
QString outcome_text(const CardOutcome& card, const Recommendation& answer, const std::string& currency,
                     const Localization& words);

/// One proposed build: why it is named, its figures, what binds, what is given up, and what can be done with it.
class PickCard : public Card {
    Q_OBJECT

public:
    explicit PickCard(QWidget* parent = nullptr);

    /// `heading` says why it stands here ("Cheapest"); `reasons` are whole sentences, one a line.
    void show_candidate(const Candidate& candidate, const QString& heading, const QStringList& reasons,
                        const EngineData& engine, const Localization& words);
    const std::optional<Candidate>& candidate() const { return candidate_; }
    QString text() const;
    QPushButton& open_button() const { return *open_; }
    QPushButton& pin_button() const { return *pin_; }
    /// What is shown belongs to an earlier plan: it can be read, and nothing more.
    void set_outdated(bool outdated);

signals:
    void open_requested(const rigwright::Candidate& candidate);
    void pin_requested(const rigwright::Candidate& candidate);

private:
    std::optional<Candidate> candidate_;
    QLabel* heading_;
    QLabel* name_;
    QLabel* figures_;
    QLabel* details_;
    QLabel* reasons_;
    QPushButton* open_;
    QPushButton* pin_;
};

} // namespace rigwright
