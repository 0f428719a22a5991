// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/document/document.h"

#include <QUndoCommand>

#include <memory>

namespace rigwright {

/// The undo step of one build: it before and after. Steps on the same field within one gesture merge.
class ScenarioEdit : public QUndoCommand {
public:
    /// `gesture` 0: merges with nothing.
    ScenarioEdit(Document& document, DocumentState after, std::shared_ptr<const Evaluation> answer, QString field,
                 int gesture);

    int id() const override { return 1; }
    void undo() override;
    void redo() override;
    bool mergeWith(const QUndoCommand* other) override;

private:
    Document& document_;
    std::size_t build_;
    DocumentState before_;
    DocumentState after_;
    /// The answer that is known already when the step is first done; undo and redo compute it again.
    std::shared_ptr<const Evaluation> known_;
    QString field_;
    int gesture_;
};

} // namespace rigwright
