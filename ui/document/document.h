// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/estimate/evaluation.h"
#include "core/project/project.h"
#include "core/scenario/fields.h"

#include <QObject>
#include <QString>
#include <QUndoStack>

#include <functional>
#include <memory>
#include <optional>

namespace rigwright {

/// State of a build that undo restores: the scenario of its evaluation, and a draft list of layers for the next one.
struct DocumentState {
    Scenario scenario;
    std::optional<LayerSpecs> draft;
    /// Gradient accumulation of every build, set by a fixed global batch of the task.
    std::vector<std::int64_t> accumulation;

    bool operator==(const DocumentState&) const = default;
};

/// The only mutable state of the window: the project with its undo stack, and the evaluations of its builds. Most of
/// the window shows the current build: `scenario()` is its scenario, `evaluation()` its evaluation. Other builds are
/// evaluated once, on demand.
///
/// Builds are the machines of one task, except those with an exception: an edit or draft of the task on one of them
/// applies to all. If the task fixes the global batch, their gradient accumulation follows.
///
/// Every change (by a control, undo, an opened file, a remedy) sets a whole new scenario; `changed` then carries the
/// new evaluation. A scenario without an estimate is rejected: the document keeps the last valid one and `rejected`
/// gives the reason, so that the control can mark itself.
///
/// A network built layer by layer passes through invalid lists. Such a list is kept as a draft beside the last valid
/// scenario, including undo steps, until an edit makes it valid.
class Document : public QObject {
    Q_OBJECT

public:
    Document(std::shared_ptr<const EngineData> data, Scenario scenario, QObject* parent = nullptr);

    const Project& project() const { return project_; }
    const Scenario& scenario() const { return project_.current_build().scenario; }
    /// The evaluation of `scenario()`; of a pinned build at its pinned prices.
    const Evaluation& evaluation() const { return *answers_[project_.current].answer; }
    /// The evaluation of any build, with or without an estimate; computed on first use.
    std::shared_ptr<const Evaluation> answer_of(std::size_t build);
    std::shared_ptr<const EngineData> data() const { return data_; }
    QUndoStack& undo_stack() { return undo_stack_; }
    /// Undo steps of the trial; `front_stack` is the stack in use.
    QUndoStack& trial_stack() { return trial_stack_; }
    QUndoStack& front_stack() { return aside_ ? trial_stack_ : undo_stack_; }

    /// Shows another project as a trial with separate undo steps. The project is set aside with its undo steps and
    /// evaluations until `end_trial`; files and recovery use it meanwhile. Replaces an earlier trial. False, with
    /// nothing changed, if there is no estimate. Fixes could reveal the solution of a trial: views omit them while
    /// `hides_fixes` returns true for its evaluation.
    bool begin_trial(const Project& trial, std::function<bool(const Evaluation&)> hides_fixes = {});
    /// Restores the project.
    void end_trial();
    bool in_trial() const { return aside_.has_value(); }
    /// The user's project, also during a trial.
    const Project& own_project() const { return aside_ ? aside_->project : project_; }
    bool hides_fixes() const { return aside_ && hides_fixes_ && hides_fixes_(evaluation()); }
    /// The scenario including the draft list of layers, if any.
    const Scenario& edited() const { return draft() ? draft()->scenario : scenario(); }
    bool has_draft() const { return draft() != nullptr; }
    /// Why the draft cannot be computed; empty without one.
    const std::vector<Finding>& draft_errors() const;

    /// Sets one field as one undo step; steps on the same field between `begin_gesture` and `end_gesture` (a drag)
    /// merge. False, with `rejected` emitted, if the value is invalid or there is no estimate.
    bool set_field(const QString& path, const FieldValue& asked);
    /// Sets several fields as one undo step (a remedy, another model).
    bool set_scenario(const Scenario& scenario, const QString& description);
    /// Replaces the list of layers of `edited()`, and its input if that changes, as one undo step; kept as a draft if
    /// it is invalid.
    void edit_layers(const Scenario& next, const QString& description);
    /// Replaces the document (by an opened file) and clears its undo steps. If the current build has no estimate, the
    /// first one with an estimate becomes current. False, with `rejected` emitted and nothing changed, if there is
    /// none.
    bool replace(const Project& opened);
    bool replace(const Scenario& opened) { return replace(project_of(opened)); }
    /// Replaces the engine's data (after a change of the user's catalog or of the language of its names): evaluations
    /// are recomputed; undo steps remain, and a trial too if it still has an estimate. False, with unchanged data, if
    /// the current build would lose its estimate.
    bool use_data(std::shared_ptr<const EngineData> data);
    /// Makes another build current and ends a trial. No undo step.
    void select_build(std::size_t build);
    /// Replaces the project (builds added, moved, pinned, ...) as one undo step. Within a gesture, steps merge.
    void edit_project(const Project& next, const QString& description);
    /// The window's view state, saved with the project; not an undo step.
    void set_view(const std::string& json) { (aside_ ? aside_->project : project_).view = json; }
    /// Starts a gesture and returns its number.
    int begin_gesture();
    /// Ends the gesture with that number; 0 ends the current one.
    void end_gesture(int gesture = 0);

signals:
    void changed(const rigwright::Evaluation& evaluation);
    /// The engine's data changed; `changed` follows.
    void data_changed();
    /// Builds were added, removed, moved, renamed, pinned or selected; a trial began or ended.
    void builds_changed();
    /// A draft was set, changed or reset.
    void draft_changed();
    void rejected(const QString& path, const std::vector<rigwright::Finding>& errors);
    /// A drag ended, or a single edit was made: start slower work and announcements.
    void settled();

private:
    friend class ScenarioEdit;
    friend class ProjectEdit;
    struct Outcome {
        DocumentState state;
        std::shared_ptr<const Evaluation> evaluation;
    };
    /// Evaluations of one build.
    struct BuildAnswer {
        /// Null until requested.
        std::shared_ptr<const Evaluation> answer;
        /// The edited scenario with its errors; null without a draft.
        std::shared_ptr<const Evaluation> draft;
    };

    /// The project during a trial, with its builds' evaluations.
    struct Aside {
        Project project;
        std::vector<BuildAnswer> answers;
    };

    const Evaluation* draft() const { return answers_[project_.current].draft.get(); }
    DocumentState state() const;
    /// The scenario at the current build's prices.
    Scenario priced(const Scenario& scenario) const;
    /// The state after a change to `asked`; nothing, with `rejected` emitted, if there is no estimate.
    std::optional<Outcome> outcome_of(const Scenario& asked, const QString& path);
    Outcome outcome_of_layers(const Scenario& asked) const;
    void push(Outcome outcome, const QString& path, const QString& description);
    /// The accumulation of every build after the current build gets this scenario.
    std::vector<std::int64_t> accumulation_with(const Scenario& scenario) const;
    /// Copies the task and draft of `state` to the other builds of the same task.
    void share(std::size_t build, const DocumentState& state);
    /// Copies one build's draft of the project's task to the others.
    void share_draft();
    void set_draft(std::size_t build, const std::optional<LayerSpecs>& draft);
    /// Sets the state of one build and makes it current. `evaluation` belongs to the state's scenario and is computed
    /// if it is null.
    void apply(std::size_t build, const DocumentState& state, std::shared_ptr<const Evaluation> evaluation);
    /// Replaces the project; keeps evaluations of unchanged builds.
    void apply(const Project& project);
    /// Emits signals for the changes.
    void emit_changes(const BuildAnswer& before);

    std::shared_ptr<const EngineData> data_;
    Project project_;
    /// Per build.
    std::vector<BuildAnswer> answers_;
    QUndoStack undo_stack_;
    std::optional<Aside> aside_;
    QUndoStack trial_stack_;
    std::function<bool(const Evaluation&)> hides_fixes_;
    int gesture_ = 0;
    bool in_gesture_ = false;
};

} // namespace rigwright
