// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/document.h"

#include "core/estimate/evaluation.h"
#include "core/estimate/field_access.h"
#include "core/estimate/layer_fields.h"
#include "core/project/pinned_prices.h"
#include "core/project/project.h"
#include "core/scenario/fields.h"
#include "core/scenario/task.h"

#include <QObject>
#include <QString>
#include <QUndoCommand>
#include <QUndoStack>

#include <algorithm>
#include <functional>
#include <memory>
#include <optional>

namespace rigwright {

namespace {

constexpr int undo_limit = 500;

} // namespace

/// Undo step of the whole project: its state before and after. Steps within one gesture merge.
class ProjectEdit : public QUndoCommand {
public:
    /// With `gesture` 0, nothing merges.
    ProjectEdit(Document& document, Project after, int gesture)
        : document_(document),
          before_(document.project()),
          after_(std::move(after)),
          gesture_(gesture)
    {}

    int id() const override { return 2; }
    void undo() override { document_.apply(before_); }
    void redo() override { document_.apply(after_); }

    bool mergeWith(const QUndoCommand* other) override
    {
        const auto& later = static_cast<const ProjectEdit&>(*other);
        if (gesture_ == 0 || later.gesture_ != gesture_) return false;
        after_ = later.after_;
        setObsolete(after_ == before_);
        return true;
    }

private:
    Document& document_;
    Project before_;
    Project after_;
    int gesture_;
};

/// Undo step of a build: its state before and after. Steps on the same field within one gesture merge.
class ScenarioEdit : public QUndoCommand {
public:
    /// With `gesture` 0, nothing merges.
    ScenarioEdit(Document& document, DocumentState after, std::shared_ptr<const Evaluation> answer, QString field,
                 int gesture)
        : document_(document),
          build_(document.project().current),
          before_(document.state()),
          after_(std::move(after)),
          known_(std::move(answer)),
          field_(std::move(field)),
          gesture_(gesture)
    {}

    int id() const override { return 1; }
    void undo() override { document_.apply(build_, before_, nullptr); }
    void redo() override { document_.apply(build_, after_, std::exchange(known_, nullptr)); }

    bool mergeWith(const QUndoCommand* other) override
    {
        const auto& later = static_cast<const ScenarioEdit&>(*other);
        if (gesture_ == 0 || later.gesture_ != gesture_ || later.field_ != field_ || later.build_ != build_)
            return false;
        after_ = later.after_;
        setObsolete(after_ == before_);
        return true;
    }

private:
    Document& document_;
    std::size_t build_;
    DocumentState before_;
    DocumentState after_;
    /// The known evaluation for the first `redo`; undo and redo recompute it.
    std::shared_ptr<const Evaluation> known_;
    QString field_;
    int gesture_;
};

namespace {

std::shared_ptr<const Evaluation> answer_for(const Build& build, const EngineData& data)
{
    return std::make_shared<const Evaluation>(evaluate(priced_scenario(build, data.hardware), data));
}

} // namespace

Document::Document(std::shared_ptr<const EngineData> data, Scenario scenario, QObject* parent)
    : QObject(parent),
      data_(std::move(data)),
      // Later edits do not change the settings of a measurement.
      project_(anchored(project_of(std::move(scenario)))),
      answers_(1)
{
    answer_of(0);
    undo_stack_.setUndoLimit(undo_limit);
    trial_stack_.setUndoLimit(undo_limit);
}

std::shared_ptr<const Evaluation> Document::answer_of(std::size_t build)
{
    std::shared_ptr<const Evaluation>& answer = answers_[build].answer;
    if (!answer) answer = answer_for(project_.builds[build], *data_);
    return answer;
}

const std::vector<Finding>& Document::draft_errors() const
{
    static const std::vector<Finding> none;
    return draft() ? draft()->errors : none;
}

DocumentState Document::state() const
{
    DocumentState state{scenario(), {}, accumulation_with(scenario())};
    if (const LayerSpecs* layers = draft() ? layers_of(draft()->scenario, *data_) : nullptr) state.draft = *layers;
    return state;
}

std::vector<std::int64_t> Document::accumulation_with(const Scenario& scenario) const
{
    const bool follow =
        scenario.training.global_batch && !project_.current_build().exception && !same_task(scenario, this->scenario());
    std::vector<std::int64_t> accumulation;
    for (std::size_t i = 0; i < project_.builds.size(); ++i) {
        const Build& build = project_.builds[i];
        const bool is_current = i == project_.current;
        const Training& own = is_current ? scenario.training : build.scenario.training;
        const bool follows = follow && !is_current && !build.exception;
        accumulation.push_back(follows
                                   ? holding_batch(with_task(build.scenario, scenario)).training.gradient_accumulation
                                   : own.gradient_accumulation);
    }
    return accumulation;
}

Scenario Document::priced(const Scenario& scenario) const
{
    const Build& current = project_.current_build();
    if (!current.pin) return scenario;
    Build build;
    build.scenario = scenario;
    build.pin = current.pin;
    return priced_scenario(build, data_->hardware);
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
    // The value may make the draft valid; otherwise the draft remains, beside the changed scenario.
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

std::optional<Document::Outcome> Document::outcome_of(const Scenario& asked, const QString& path)
{
    const Scenario next = holding_batch(scenario(), asked);
    auto evaluation = std::make_shared<const Evaluation>(evaluate(priced(next), *data_, this->evaluation()));
    if (!evaluation->estimate) {
        emit rejected(path, evaluation->errors);
        return std::nullopt;
    }
    Outcome outcome{{next, {}, {}}, std::move(evaluation)};
    // Another model discards the draft.
    const bool same_model =
        next.model.preset == scenario().model.preset && next.model.family == scenario().model.family;
    if (same_model) outcome.state.draft = state().draft;
    return outcome;
}

Document::Outcome Document::outcome_of_layers(const Scenario& asked) const
{
    const Scenario next = holding_batch(scenario(), asked);
    auto evaluation = std::make_shared<const Evaluation>(evaluate(priced(next), *data_, this->evaluation()));
    if (evaluation->estimate) return {{next, {}, {}}, std::move(evaluation)};
    // State to keep beside an invalid list of layers.
    Outcome kept{{scenario(), {}, {}}, answers_[project_.current].answer};
    if (const LayerSpecs* layers = layers_of(next, *data_)) kept.state.draft = *layers;
    return kept;
}

void Document::push(Outcome outcome, const QString& path, const QString& description)
{
    outcome.state.accumulation = accumulation_with(outcome.state.scenario);
    auto edit = std::make_unique<ScenarioEdit>(*this, std::move(outcome.state), std::move(outcome.evaluation), path,
                                               in_gesture_ ? gesture_ : 0);
    if (!description.isEmpty()) edit->setText(description);
    front_stack().push(edit.release());
}

bool Document::begin_trial(const Project& trial, std::function<bool(const Evaluation&)> hides_fixes)
{
    auto answer = answer_for(trial.current_build(), *data_);
    if (!answer->estimate) return false;
    end_gesture();
    const BuildAnswer before = answers_[project_.current];
    if (!aside_) aside_ = Aside{project_, answers_};
    trial_stack_.clear();
    hides_fixes_ = std::move(hides_fixes);
    project_ = trial;
    answers_.assign(project_.builds.size(), {});
    answers_[project_.current].answer = std::move(answer);
    emit_changes(before);
    return true;
}

void Document::end_trial()
{
    if (!aside_) return;
    end_gesture();
    const BuildAnswer before = answers_[project_.current];
    project_ = std::move(aside_->project);
    answers_ = std::move(aside_->answers);
    aside_.reset();
    trial_stack_.clear();
    emit_changes(before);
}

bool Document::replace(const Project& opened)
{
    Project project = with_exceptions_marked(anchored(opened));
    std::shared_ptr<const Evaluation> first = answer_for(project.current_build(), *data_);
    const std::vector<Finding> errors = first->errors;
    for (std::size_t i = 0; i < project.builds.size() && !first->estimate; ++i) {
        first = answer_for(project.builds[i], *data_);
        if (first->estimate) project.current = i;
    }
    if (!first->estimate) {
        emit rejected(QString(), errors);
        return false;
    }
    end_gesture();
    undo_stack_.clear();
    trial_stack_.clear();
    aside_.reset();
    const BuildAnswer before = answers_[project_.current];
    project_ = std::move(project);
    answers_.assign(project_.builds.size(), {});
    answers_[project_.current].answer = std::move(first);
    emit_changes(before);
    return true;
}

bool Document::use_data(std::shared_ptr<const EngineData> data)
{
    std::shared_ptr<const Evaluation> plan = answer_for(own_project().current_build(), *data);
    // Without an open plan, no estimate can be lost.
    const BuildAnswer& known = aside_ ? aside_->answers[aside_->project.current] : answers_[project_.current];
    if (!plan->estimate && known.answer->estimate) {
        emit rejected(QString(), plan->errors);
        return false;
    }
    std::shared_ptr<const Evaluation> trial = aside_ ? answer_for(project_.current_build(), *data) : nullptr;
    if (trial && !trial->estimate) {
        end_trial();
        trial.reset();
    }
    end_gesture();
    const BuildAnswer before = answers_[project_.current];
    // Current evaluations may point into the data of their computation.
    const std::shared_ptr<const EngineData> former = std::exchange(data_, std::move(data));
    const auto renew = [this](std::vector<BuildAnswer>& answers, std::size_t front,
                              std::shared_ptr<const Evaluation> next) {
        for (BuildAnswer& each : answers) {
            each.answer.reset();
            if (each.draft) each.draft = std::make_shared<const Evaluation>(evaluate(each.draft->scenario, *data_));
        }
        answers[front].answer = std::move(next);
    };
    if (trial) renew(aside_->answers, aside_->project.current, std::exchange(plan, std::move(trial)));
    renew(answers_, project_.current, std::move(plan));
    emit data_changed();
    emit_changes(before);
    return true;
}

void Document::select_build(std::size_t build)
{
    end_trial();
    if (build == project_.current || build >= project_.builds.size()) return;
    end_gesture();
    const BuildAnswer before = answers_[project_.current];
    project_.current = build;
    emit_changes(before);
}

void Document::edit_project(const Project& next, const QString& description)
{
    Project wanted = with_exceptions_marked(anchored(next));
    if (wanted == project_) return;
    auto edit = std::make_unique<ProjectEdit>(*this, std::move(wanted), in_gesture_ ? gesture_ : 0);
    edit->setText(description);
    front_stack().push(edit.release());
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

void Document::apply(std::size_t build, const DocumentState& state, std::shared_ptr<const Evaluation> evaluation)
{
    const BuildAnswer before = answers_[project_.current];
    const bool other_build = project_.current != build || scenario().name != state.scenario.name;
    project_.current = build;
    BuildAnswer& known = answers_[build];
    if (!evaluation && state.scenario != scenario())
        evaluation = std::make_shared<const Evaluation>(evaluate(priced(state.scenario), *data_));
    project_.builds[build].scenario = state.scenario;
    if (evaluation) known.answer = std::move(evaluation);
    set_draft(build, state.draft);
    share(build, state);
    answer_of(build);
    if (other_build) return emit_changes(before);
    const bool drafts = before.draft || known.draft;
    if (known.answer != before.answer) emit changed(*known.answer);
    if (drafts) emit draft_changed();
    if (!in_gesture_) emit settled();
}

void Document::set_draft(std::size_t build, const std::optional<LayerSpecs>& draft)
{
    answers_[build].draft.reset();
    if (draft)
        answers_[build].draft = std::make_shared<const Evaluation>(
            evaluate(with_layers(project_.builds[build].scenario, *data_, *draft), *data_));
}

void Document::share(std::size_t build, const DocumentState& state)
{
    if (project_.builds[build].exception) return;
    for (std::size_t i = 0; i < project_.builds.size(); ++i) {
        if (i == build || project_.builds[i].exception) continue;
        Scenario next = with_task(project_.builds[i].scenario, state.scenario);
        next.training.gradient_accumulation = state.accumulation[i];
        if (next != project_.builds[i].scenario) {
            project_.builds[i].scenario = std::move(next);
            answers_[i].answer.reset();
        }
        set_draft(i, state.draft);
    }
}

void Document::share_draft()
{
    std::optional<LayerSpecs> draft;
    for (std::size_t i = 0; i < answers_.size() && !draft; ++i)
        if (!project_.builds[i].exception && answers_[i].draft)
            if (const LayerSpecs* layers = layers_of(answers_[i].draft->scenario, *data_)) draft = *layers;
    for (std::size_t i = 0; i < answers_.size() && draft; ++i)
        if (!project_.builds[i].exception && !answers_[i].draft) set_draft(i, draft);
}

void Document::apply(const Project& project)
{
    const BuildAnswer before = answers_[project_.current];
    std::vector<BuildAnswer> answers(project.builds.size());
    for (std::size_t i = 0; i < answers.size(); ++i) {
        // Nothing else of a build affects its evaluation.
        const auto same = std::ranges::find_if(project_.builds, [&wanted = project.builds[i]](const Build& build) {
            return build.scenario == wanted.scenario && build.pin == wanted.pin;
        });
        if (same != project_.builds.end())
            answers[i] = answers_[static_cast<std::size_t>(same - project_.builds.begin())];
    }
    const std::string view = project_.view;
    project_ = project;
    project_.view = view;
    answers_ = std::move(answers);
    share_draft();
    emit_changes(before);
}

void Document::emit_changes(const BuildAnswer& before)
{
    answer_of(project_.current);
    const BuildAnswer now = answers_[project_.current];
    emit builds_changed();
    if (now.answer != before.answer) emit changed(*now.answer);
    if (before.draft || now.draft) emit draft_changed();
    if (!in_gesture_) emit settled();
}

} // namespace rigwright
