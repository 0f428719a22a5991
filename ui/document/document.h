// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/estimate/evaluation.h"
#include "core/scenario/fields.h"

#include <QObject>
#include <QString>
#include <QUndoStack>

#include <memory>

namespace rigwright {

/// The one mutable thing of the window: the current scenario with its undo stack, and the answer that belongs to it.
///
/// Every way in (a control, undo, an opened file, a remedy) sets a whole new scenario; `changed` then carries the new
/// answer. A scenario that cannot be computed is not taken over: the document keeps the last good one and `rejected`
/// says why, so that the control can mark itself.
class Document : public QObject {
    Q_OBJECT

public:
    Document(std::shared_ptr<const EngineData> data, Scenario scenario, QObject* parent = nullptr);

    const Scenario& scenario() const { return evaluation_->scenario; }
    const Evaluation& evaluation() const { return *evaluation_; }
    std::shared_ptr<const EngineData> data() const { return data_; }
    QUndoStack& undo_stack() { return undo_stack_; }

    /// Sets one field as one undo step; steps on the same field between `begin_gesture` and `end_gesture` (a drag) are
    /// one. False, with `rejected` emitted, when the value is not legal or the scenario cannot be computed.
    bool set_field(const QString& path, const FieldValue& value);
    /// Several fields at once as one undo step (a remedy, another model).
    bool set_scenario(const Scenario& scenario, const QString& description);
    /// Another document in the place of this one (an opened file): the undo steps of the old one are gone. False, with
    /// `rejected` emitted and nothing changed, when it cannot be computed.
    bool replace(const Scenario& scenario);
    /// A number that names the gesture until the next one begins.
    int begin_gesture();
    /// Ends the gesture of that number, or with 0 whichever is going on.
    void end_gesture(int gesture = 0);

signals:
    void changed(const rigwright::Evaluation& evaluation);
    void rejected(const QString& path, const std::vector<rigwright::Finding>& errors);
    /// A drag has ended (or a single edit was made): time for slower work and announcements.
    void settled();

private:
    friend class ScenarioEdit;
    bool take_over(const Scenario& next, const QString& path, const QString& description);
    void apply(std::shared_ptr<const Evaluation> evaluation);

    std::shared_ptr<const EngineData> data_;
    std::shared_ptr<const Evaluation> evaluation_;
    QUndoStack undo_stack_;
    int gesture_ = 0;
    bool in_gesture_ = false;
};

} // namespace rigwright
