// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/estimate/evaluation.h"

#include <QUndoCommand>

#include <memory>

namespace rigwright {

class Document;

/// The one undo step: the scenario before and after. Steps on the same field within one gesture merge.
class ScenarioEdit : public QUndoCommand {
public:
    /// `gesture` 0: merges with nothing.
    ScenarioEdit(Document& document, std::shared_ptr<const Evaluation> after, QString field, int gesture);

    int id() const override { return 1; }
    void undo() override;
    void redo() override;
    bool mergeWith(const QUndoCommand* other) override;

private:
    Document& document_;
    Scenario before_;
    Scenario after_;
    /// The answer that is known already when the step is first done; undo and redo compute it again.
    std::shared_ptr<const Evaluation> known_;
    QString field_;
    int gesture_;
};

} // namespace rigwright
