// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/scenario_edit.h"

#include "ui/document/document.h"

namespace rigwright {

ScenarioEdit::ScenarioEdit(Document& document, std::shared_ptr<const Evaluation> after, QString field, int gesture)
    : document_(document),
      before_(document.scenario()),
      after_(after->scenario),
      known_(std::move(after)),
      field_(std::move(field)),
      gesture_(gesture)
{}

void ScenarioEdit::undo() { document_.apply(std::make_shared<const Evaluation>(evaluate(before_, *document_.data()))); }

void ScenarioEdit::redo()
{
    if (!known_) known_ = std::make_shared<const Evaluation>(evaluate(after_, *document_.data()));
    document_.apply(std::exchange(known_, nullptr));
}

bool ScenarioEdit::mergeWith(const QUndoCommand* other)
{
    const auto& later = static_cast<const ScenarioEdit&>(*other);
    if (gesture_ == 0 || later.gesture_ != gesture_ || later.field_ != field_) return false;
    after_ = later.after_;
    setObsolete(after_ == before_);
    return true;
}

} // namespace rigwright
