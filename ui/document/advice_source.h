// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/advise/remedy.h"
#include "core/advise/what_fits.h"
#include "ui/document/settled_answer.h"

namespace rigwright {

/// What would help a plan, and what would fit on its machine.
struct Advice {
    /// The plan it is for.
    Scenario scenario;
    /// Empty where the plan cannot be judged.
    std::optional<PlanEffect> plan;
    std::vector<Remedy> remedies;
    std::vector<FitAnswer> answers;
};

/// Whether the plan takes too much memory for its machine, so that fixes are wanted.
bool is_short_of_memory(const Evaluation& evaluation);

/// Null when `stop` was requested.
std::shared_ptr<const Advice> compute_advice(const Scenario& scenario, const EngineData& data,
                                             const std::stop_token& stop);

/// Advice on the document, computed beside the window once a change has settled: at once for a plan that does not fit
/// with its margin, otherwise only while somebody looks.
class AdviceSource : public QObject {
    Q_OBJECT

public:
    explicit AdviceSource(Document& document);
    /// The one of this document, made when it is first asked for; it lives as long as the document.
    static AdviceSource& of(Document& document);

    /// Null until the first answer has arrived.
    const std::shared_ptr<const Advice>& advice() const { return advice_.known(); }
    /// The advice is for the document as it stands.
    bool is_current() const { return advice_.is_current(); }
    /// Nothing is on its way.
    bool is_settled() const { return advice_.is_settled(); }
    /// Somebody looks, or looks no longer.
    void set_watched(bool watched);
    /// Makes an edit as one undo step of that name. False when it belongs to an earlier state of the document, or is
    /// refused.
    bool apply(const ScenarioChanges& changes, const QString& description);

signals:
    void changed();

private:
    void settle();

    Document& document_;
    SettledAnswer<Advice> advice_;
    bool watched_ = false;
};

} // namespace rigwright
