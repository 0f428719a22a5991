// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/document/document.h"

#include <QUndoCommand>

namespace rigwright {

/// The undo step of the project as a whole: its builds before and after. Steps within one gesture merge.
class ProjectEdit : public QUndoCommand {
public:
    /// `gesture` 0: merges with nothing.
    ProjectEdit(Document& document, Project after, int gesture);

    int id() const override { return 2; }
    void undo() override;
    void redo() override;
    bool mergeWith(const QUndoCommand* other) override;

private:
    Document& document_;
    Project before_;
    Project after_;
    int gesture_;
};

} // namespace rigwright
