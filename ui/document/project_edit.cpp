// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/project_edit.h"

namespace rigwright {

ProjectEdit::ProjectEdit(Document& document, Project after, int gesture)
    : document_(document),
      before_(document.project()),
      after_(std::move(after)),
      gesture_(gesture)
{}

void ProjectEdit::undo() { document_.apply(before_); }

void ProjectEdit::redo() { document_.apply(after_); }

bool ProjectEdit::mergeWith(const QUndoCommand* other)
{
    const auto& later = static_cast<const ProjectEdit&>(*other);
    if (gesture_ == 0 || later.gesture_ != gesture_) return false;
    after_ = later.after_;
    setObsolete(after_ == before_);
    return true;
}

} // namespace rigwright
