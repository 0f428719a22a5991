// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/document.h"

#include "core/scenario/measurement_settings.h"
#include "ui/document/field_access.h"
#include "ui/document/layer_fields.h"
#include "ui/document/scenario_edit.h"

namespace rigwright {

namespace {

constexpr int undo_limit = 500;

/// What was measured stays what it was, whatever is edited afterwards.
Scenario anchored(Scenario scenario)
{
    anchor_measurements(scenario);
    return scenario;
}

} // namespace

Document::Document(std::shared_ptr<const EngineData> data, Scenario scenario, QObject* parent)
    : QObject(parent),
      data_(std::move(data)),
      evaluation_(std::make_shared<const Evaluation>(evaluate(anchored(std::move(scenario)), *data_)))
{
    undo_stack_.setUndoLimit(undo_limit);
}

const std::vector<Finding>& Document::draft_errors() const
{
    static const std::vector<Finding> none;
    return draft_ ? draft_->errors : none;
}

DocumentState Document::state() const
{
    DocumentState state{scenario(), {}};
    if (const LayerSpecs* layers = draft_ ? layers_of(draft_->scenario, *data_) : nullptr) state.draft = *layers;
    return state;
}

bool Document::set_field(const QString& path, const FieldValue& value)
{
    const std::string key = path.toStdString();
    const std::optional<Scenario> next = with_field(edited(), *data_, key, value);
    if (!next) {
        emit rejected(path, why_refused(edited(), *data_, key, value));
        return false;
    }
    if (*next == edited()) return true;
    if (layer_path(key)) {
        push(outcome_of_layers(*next), path, QString());
        return true;
    }
    // With the new value the draft may be sound; otherwise it stays what it is, beside the changed scenario.
    if (has_draft()) {
        Outcome sound = outcome_of_layers(*next);
        if (!sound.state.draft) {
            push(std::move(sound), path, QString());
            return true;
        }
    }
    const std::optional<Scenario> plain = has_draft() ? with_field(scenario(), *data_, key, value) : next;
    std::optional<Outcome> outcome = outcome_of(plain.value_or(*next), path);
    if (!outcome) return false;
    push(std::move(*outcome), path, QString());
    return true;
}

bool Document::set_scenario(const Scenario& next, const QString& description)
{
    if (next == scenario()) return true;
    std::optional<Outcome> outcome = outcome_of(next, QString());
    if (!outcome) return false;
    push(std::move(*outcome), QString(), description);
    return true;
}

void Document::edit_layers(const Scenario& next, const QString& description)
{
    if (next == edited()) return;
    push(outcome_of_layers(next), QString(), description);
}

std::optional<Document::Outcome> Document::outcome_of(const Scenario& next, const QString& path)
{
    auto evaluation = std::make_shared<const Evaluation>(evaluate(next, *data_, *evaluation_));
    if (!evaluation->estimate) {
        emit rejected(path, evaluation->errors);
        return std::nullopt;
    }
    Outcome outcome{{next, {}}, std::move(evaluation)};
    // Another model leaves the draft behind.
    const bool same_model =
        next.model.preset == scenario().model.preset && next.model.family == scenario().model.family;
    if (same_model) outcome.state.draft = state().draft;
    return outcome;
}

Document::Outcome Document::outcome_of_layers(const Scenario& next) const
{
    auto evaluation = std::make_shared<const Evaluation>(evaluate(next, *data_, *evaluation_));
    if (evaluation->estimate) return {{next, {}}, std::move(evaluation)};
    DocumentState kept{scenario(), {}};
    if (const LayerSpecs* layers = layers_of(next, *data_)) kept.draft = *layers;
    return {std::move(kept), evaluation_};
}

void Document::push(Outcome outcome, const QString& path, const QString& description)
{
    auto edit = std::make_unique<ScenarioEdit>(*this, std::move(outcome.state), std::move(outcome.evaluation), path,
                                               in_gesture_ ? gesture_ : 0);
    if (!description.isEmpty()) edit->setText(description);
    undo_stack_.push(edit.release());
}

bool Document::replace(const Scenario& opened)
{
    const Scenario scenario = anchored(opened);
    auto evaluation = std::make_shared<const Evaluation>(evaluate(scenario, *data_));
    if (!evaluation->estimate) {
        emit rejected(QString(), evaluation->errors);
        return false;
    }
    end_gesture();
    undo_stack_.clear();
    apply({scenario, {}}, std::move(evaluation));
    return true;
}

bool Document::use_data(std::shared_ptr<const EngineData> data)
{
    auto evaluation = std::make_shared<const Evaluation>(evaluate(scenario(), *data));
    if (!evaluation->estimate) {
        emit rejected(QString(), evaluation->errors);
        return false;
    }
    end_gesture();
    const DocumentState kept = state();
    // The present answer may point into the data it was computed with.
    const std::shared_ptr<const EngineData> former = std::exchange(data_, std::move(data));
    emit data_changed();
    apply(kept, std::move(evaluation));
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

void Document::apply(const DocumentState& state, std::shared_ptr<const Evaluation> evaluation)
{
    if (!evaluation) {
        evaluation = state.scenario == scenario()
                         ? evaluation_
                         : std::make_shared<const Evaluation>(evaluate(state.scenario, *data_));
    }
    const bool drafts = draft_ || state.draft;
    const bool other_answer = evaluation != evaluation_;
    draft_.reset();
    evaluation_ = std::move(evaluation);
    if (state.draft) {
        draft_ =
            std::make_shared<const Evaluation>(evaluate(with_layers(state.scenario, *data_, *state.draft), *data_));
    }
    if (other_answer) emit changed(*evaluation_);
    if (drafts) emit draft_changed();
    if (!in_gesture_) emit settled();
}

} // namespace rigwright
