// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/recommend/recommendation.h"
#include "ui/advisor/advisor_source.h"
#include "ui/controls/card.h"
#include "ui/format/words.h"

#include <QLabel>
#include <QString>

#include <optional>

namespace rigwright {

// The texts of recommendations; the sentences come from the engine.

/// "2 × RTX 4090".
QString name_of(const Candidate& candidate, const EngineData& data);
/// Its processor, memory and plan, in one line.
QString details_of(const Candidate& candidate, const EngineData& data, const Localization& words);
QString cost_text(const CandidateFigures& figures, const std::string& currency, const Localization& words);
/// "Buy 1 × RTX 4090: CN¥32,609, done in 15 h (at worst 21 h), fits with 40 % to spare."
QString answer_text(const Candidate& candidate, bool time_is_of_run, const EngineData& data, const Localization& words);
/// "3.2 h (2.9 h to 3.8 h)"
QString time_text(const CandidateFigures& figures, const Localization& words);
/// A sentence of the advisor.
QString text_of(const Remark& remark, const Localization& words);
/// The reason for an exclusion.
QString rejection_text(const std::string& code, bool is_finding, const Localization& words);
QString text_of(const Relaxation& relaxation, const EngineData& data, const Localization& words);
/// A candidate with another part, or why it does not have it: one sentence per line.
QString part_text(const Candidate& candidate, const std::string& part, const AdvisorSource& source,
                  const Document& document, const Localization& words);
/// Result for a card: its requirements and cost compared with the picks, or why it is excluded.
QString outcome_text(const CardOutcome& card, const Recommendation& answer, const Catalog& hardware,
                     const std::string& currency, const Localization& words);

/// Whether a reason of a pick warns against it.
bool speaks_against(const Remark& reason);

/// One proposed build: which kind of pick it is, its figures, its memory, what speaks against it, and its commands. Its
/// tooltip gives all reasons.
class PickCard : public Card {
    Q_OBJECT

public:
    explicit PickCard(QWidget* parent = nullptr);

    void show_pick(const Pick& pick, const Candidate& candidate, const EngineData& engine, const Localization& words);
    /// `heading` gives the reason ("Cheapest"); `against` are whole sentences.
    void show_candidate(const Candidate& candidate, const QString& heading, const QStringList& against,
                        const EngineData& engine, const Localization& words);
    /// Draws the outline of the recommended build.
    void set_emphasized(bool emphasized);
    const std::optional<Candidate>& candidate() const { return candidate_; }
    /// The content belongs to earlier settings and is read-only.
    void set_outdated(bool outdated);

signals:
    void open_requested(const rigwright::Candidate& candidate);
    void pin_requested(const rigwright::Candidate& candidate);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    std::optional<Candidate> candidate_;
    QLabel* heading_;
    QLabel* name_;
    QLabel* figures_;
    /// How much of the usable GPU memory is taken.
    ShareBar* gauge_;
    QLabel* details_;
    QLabel* against_title_;
    QLabel* against_;
    PlainButton* open_;
    PlainButton* pin_;
    bool emphasized_ = false;
};

} // namespace rigwright
