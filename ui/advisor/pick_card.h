// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/recommend/recommendation.h"
#include "ui/controls/card.h"
#include "ui/format/words.h"

#include <QLabel>
#include <QPushButton>

#include <optional>

namespace rigwright {

/// One proposed build: why it is named, its figures, what binds, what is given up, and what can be done with it.
class PickCard : public Card {
    Q_OBJECT

public:
    explicit PickCard(QWidget* parent = nullptr);

    /// `heading` says why it stands here ("Cheapest"); `reasons` are whole sentences, one a line.
    void show_candidate(const Candidate& candidate, const QString& heading, const QStringList& reasons,
                        const EngineData& engine, const Words& words);
    const std::optional<Candidate>& candidate() const { return candidate_; }
    QString text() const;
    QPushButton& open_button() const { return *open_; }
    QPushButton& pin_button() const { return *pin_; }
    /// What is shown belongs to an earlier plan: it can be read, and nothing more.
    void set_outdated(bool outdated);

signals:
    void open_asked(const rigwright::Candidate& candidate);
    void pin_asked(const rigwright::Candidate& candidate);

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
