// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/scenario_edit.h"

#include "ui/document/document.h"

namespace rigwright {

ScenarioEdit::ScenarioEdit(Document& document, DocumentState after, std::shared_ptr<const Evaluation> answer,
                           QString field, int gesture)
    : document_(document),
      build_(document.project().current),
      before_(document.state()),
      after_(std::move(after)),
      known_(std::move(answer)),
      field_(std::move(field)),
      gesture_(gesture)
{}

void ScenarioEdit::undo() { document_.apply(build_, before_, nullptr); }

void ScenarioEdit::redo() { document_.apply(build_, after_, std::exchange(known_, nullptr)); }

bool ScenarioEdit::mergeWith(const QUndoCommand* other)
{
    const auto& later = static_cast<const ScenarioEdit&>(*other);
    if (gesture_ == 0 || later.gesture_ != gesture_ || later.field_ != field_ || later.build_ != build_) return false;
    after_ = later.after_;
    setObsolete(after_ == before_);
    return true;
}

} // namespace rigwright
