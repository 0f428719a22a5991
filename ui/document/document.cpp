// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/document.h"

#include "ui/document/field_access.h"
#include "ui/document/scenario_edit.h"

namespace rigwright {

namespace {

constexpr int undo_limit = 500;

} // namespace

Document::Document(std::shared_ptr<const EngineData> data, Scenario scenario, QObject* parent)
    : QObject(parent),
      data_(std::move(data)),
      evaluation_(std::make_shared<const Evaluation>(evaluate(scenario, *data_)))
{
    undo_stack_.setUndoLimit(undo_limit);
}

bool Document::set_field(const QString& path, const FieldValue& value)
{
    const std::string key = path.toStdString();
    const std::optional<Scenario> next = with_field(scenario(), *data_, key, value);
    if (!next) {
        emit rejected(path, why_refused(scenario(), *data_, key, value));
        return false;
    }
    return take_over(*next, path, QString());
}

bool Document::set_scenario(const Scenario& scenario, const QString& description)
{
    return take_over(scenario, QString(), description);
}

bool Document::take_over(const Scenario& next, const QString& path, const QString& description)
{
    if (next == scenario()) return true;
    auto evaluation = std::make_shared<const Evaluation>(evaluate(next, *data_));
    if (!evaluation->estimate) {
        emit rejected(path, evaluation->errors);
        return false;
    }
    auto edit = std::make_unique<ScenarioEdit>(*this, std::move(evaluation), path, in_gesture_ ? gesture_ : 0);
    if (!description.isEmpty()) edit->setText(description);
    undo_stack_.push(edit.release());
    return true;
}

bool Document::replace(const Scenario& scenario)
{
    auto evaluation = std::make_shared<const Evaluation>(evaluate(scenario, *data_));
    if (!evaluation->estimate) {
        emit rejected(QString(), evaluation->errors);
        return false;
    }
    end_gesture();
    undo_stack_.clear();
    apply(std::move(evaluation));
    return true;
}

int Document::begin_gesture()
{
    in_gesture_ = true;
    return ++gesture_;
}

void Document::end_gesture(int gesture)
{
    if (!in_gesture_ || (gesture != 0 && gesture != gesture_)) return;
    in_gesture_ = false;
    emit settled();
}

void Document::apply(std::shared_ptr<const Evaluation> evaluation)
{
    evaluation_ = std::move(evaluation);
    emit changed(*evaluation_);
    if (!in_gesture_) emit settled();
}

} // namespace rigwright
