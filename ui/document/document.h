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

/// What one undo step of a build goes back to: the scenario that the answer belongs to, and a list of layers on the way
/// to the next one.
struct DocumentState {
    Scenario scenario;
    std::optional<LayerSpecs> draft;
    /// The accumulation of every build, which a held global batch of the task sets.
    std::vector<std::int64_t> accumulation;

    bool operator==(const DocumentState&) const = default;
};

/// The one mutable thing of the window: the project with its undo stack, and the answers that belong to its builds.
/// Most of the window is about one build, the one worked on: `scenario()` is its scenario, `evaluation()` its answer.
/// The others are answered when somebody asks, and once.
///
/// The builds are the machines of one task, those with an exception aside: an edit of the task on one of them, a draft
/// included, is one of all. Where the task holds the global batch, their accumulation follows.
///
/// Every way in (a control, undo, an opened file, a remedy) sets a whole new scenario; `changed` then carries the new
/// answer. A scenario that cannot be computed is not taken over: the document keeps the last good one and `rejected`
/// says why, so that the control can mark itself.
///
/// A network that is built layer by layer passes through lists that cannot be computed. Such a list is kept as a draft
/// beside the last good scenario, undo steps included, until an edit makes it sound.
class Document : public QObject {
    Q_OBJECT

public:
    Document(std::shared_ptr<const EngineData> data, Scenario scenario, QObject* parent = nullptr);

    const Project& project() const { return project_; }
    const Scenario& scenario() const { return project_.current_build().scenario; }
    /// The answer to `scenario()`; of a pinned build at the prices that it was pinned with.
    const Evaluation& evaluation() const { return *answers_[project_.current].answer; }
    /// The answer of any build, with or without an estimate; computed when it is first asked for.
    std::shared_ptr<const Evaluation> answer_of(std::size_t build);
    std::shared_ptr<const EngineData> data() const { return data_; }
    QUndoStack& undo_stack() { return undo_stack_; }
    /// The steps of what is in front: those of the trial during one.
    QUndoStack& trial_stack() { return trial_stack_; }
    QUndoStack& front_stack() { return aside_ ? trial_stack_ : undo_stack_; }

    /// Puts another project in front to try something out, with undo steps of its own. The project is set aside until
    /// `end_trial`, with its undo steps and answers; files and recovery keep that one. A trial replaces another. False,
    /// with nothing changed, when it cannot be computed.
    /// Fixes would give away what a trial asks for: views leave them out while `hides_fixes` says so of its answer.
    bool begin_trial(const Project& trial, std::function<bool(const Evaluation&)> hides_fixes = {});
    /// The project comes back as it was.
    void end_trial();
    bool in_trial() const { return aside_.has_value(); }
    /// The person's project, in front or set aside.
    const Project& own_project() const { return aside_ ? aside_->project : project_; }
    bool hides_fixes() const { return aside_ && hides_fixes_ && hides_fixes_(evaluation()); }
    /// The scenario with the draft list of layers in it; without a draft, the scenario.
    const Scenario& edited() const { return draft() ? draft()->scenario : scenario(); }
    bool has_draft() const { return draft() != nullptr; }
    /// Why the draft cannot be computed; empty without one.
    const std::vector<Finding>& draft_errors() const;

    /// Sets one field as one undo step; steps on the same field between `begin_gesture` and `end_gesture` (a drag) are
    /// one. False, with `rejected` emitted, when the value is not legal or the scenario cannot be computed.
    bool set_field(const QString& path, const FieldValue& asked);
    /// Several fields at once as one undo step (a remedy, another model).
    bool set_scenario(const Scenario& scenario, const QString& description);
    /// `edited()` with another list of layers, and input where that changes too, as one undo step; kept as a draft when
    /// it cannot be computed.
    void edit_layers(const Scenario& next, const QString& description);
    /// Another document in the place of this one (an opened file): the undo steps of the old one are gone. Where its
    /// current build cannot be computed, the first that can is worked on. False, with `rejected` emitted and nothing
    /// changed, when there is none.
    bool replace(const Project& opened);
    bool replace(const Scenario& opened) { return replace(project_of(opened)); }
    /// Other data of the engine (the person changed their own catalog, or the language its names): the answers are
    /// recomputed, the undo steps stay, and so does a trial that can still be computed. False, with the data as they
    /// were, when the current build has an answer and would lose it.
    bool use_data(std::shared_ptr<const EngineData> data);
    /// Another build of the project is worked on; a trial ends. No undo step: nothing is changed by looking.
    void select_build(std::size_t build);
    /// Builds added, moved, renamed, pinned, ...: the whole new project as one undo step. Within a gesture, steps merge.
    void edit_project(const Project& next, const QString& description);
    /// How the window shows the project; kept with it, and no undo step.
    void set_view(const std::string& json) { (aside_ ? aside_->project : project_).view = json; }
    /// A number that names the gesture until the next one begins.
    int begin_gesture();
    /// Ends the gesture of that number, or with 0 whichever is going on.
    void end_gesture(int gesture = 0);

signals:
    void changed(const rigwright::Evaluation& evaluation);
    /// The data of the engine are others; `changed` follows.
    void data_changed();
    /// Builds came, went, moved, were renamed, pinned or selected, or a trial began or ended.
    void builds_changed();
    /// A draft appeared, changed or went.
    void draft_changed();
    void rejected(const QString& path, const std::vector<rigwright::Finding>& errors);
    /// A drag has ended (or a single edit was made): time for slower work and announcements.
    void settled();

private:
    friend class ScenarioEdit;
    friend class ProjectEdit;
    struct Outcome {
        DocumentState state;
        std::shared_ptr<const Evaluation> evaluation;
    };
    /// What is known of one build.
    struct BuildAnswer {
        /// Null until somebody asks.
        std::shared_ptr<const Evaluation> answer;
        /// The edited scenario with its errors; null without a draft.
        std::shared_ptr<const Evaluation> draft;
    };

    /// The project during a trial, with what is known of its builds.
    struct Aside {
        Project project;
        std::vector<BuildAnswer> answers;
    };

    const Evaluation* draft() const { return answers_[project_.current].draft.get(); }
    DocumentState state() const;
    /// The scenario as the current build is computed.
    Scenario priced(const Scenario& scenario) const;
    /// What becomes of the document when `next` is wanted; nothing, with `rejected` emitted, when it is refused.
    std::optional<Outcome> outcome_of(const Scenario& asked, const QString& path);
    Outcome outcome_of_layers(const Scenario& asked) const;
    void push(Outcome outcome, const QString& path, const QString& description);
    /// The accumulation of every build once the scenario is that of the current build.
    std::vector<std::int64_t> accumulation_with(const Scenario& scenario) const;
    /// Gives the other builds of the same task the task and the draft of `state`.
    void share(std::size_t build, const DocumentState& state);
    /// Gives the draft of one build of the project's task to the others.
    void share_draft();
    void set_draft(std::size_t build, const std::optional<LayerSpecs>& draft);
    /// Sets the state of one build, which is worked on from then on. `evaluation` belongs to the state's scenario; it
    /// is computed where it is not known.
    void apply(std::size_t build, const DocumentState& state, std::shared_ptr<const Evaluation> evaluation);
    /// Sets the whole project; what is known of its builds stays known.
    void apply(const Project& project);
    /// Tells what is another than before.
    void tell(const BuildAnswer& before);

    std::shared_ptr<const EngineData> data_;
    Project project_;
    /// One a build.
    std::vector<BuildAnswer> answers_;
    QUndoStack undo_stack_;
    std::optional<Aside> aside_;
    QUndoStack trial_stack_;
    std::function<bool(const Evaluation&)> hides_fixes_;
    int gesture_ = 0;
    bool in_gesture_ = false;
};

} // namespace rigwright
