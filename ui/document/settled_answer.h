// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/advise/scenario_change.h"
#include "ui/document/document.h"
#include "ui/document/latest_worker.h"

namespace rigwright {

/// A slow answer to the document's scenario, computed beside the window; `Answer::scenario` says which one it is for.
/// It follows the document's data: with another catalogue, what was known is dropped.
template <typename Answer>
class SettledAnswer {
public:
    using Known = std::shared_ptr<const Answer>;
    /// Runs on the worker's thread; null when it gave up because of the token.
    using Compute = std::function<Known(const Scenario&, const EngineData&, std::stop_token)>;

    /// `owner` holds this object; `changed` runs in its thread when an answer came or was dropped.
    SettledAnswer(QObject* owner, Document& document, Compute compute, std::function<void()> changed)
        : document_(document),
          compute_(std::move(compute)),
          worker_(computation(), [this, changed](quint64, const Known& known) {
              known_ = known;
              changed();
          })
    {
        QObject::connect(&document, &Document::data_changed, owner, [this, changed] {
            worker_.use(computation());
            asked_.reset();
            known_.reset();
            changed();
        });
    }

    /// Null before the first answer.
    const Known& known() const { return known_; }
    /// The answer is for the document as it stands.
    bool is_current() const { return known_ && known_->scenario == document_.scenario(); }
    /// Nothing is on its way.
    bool is_settled() const { return !asked_ || (known_ && known_->scenario == *asked_); }
    /// Asks for the document as it stands, once.
    void ask()
    {
        if (asked_ == document_.scenario()) return;
        asked_ = document_.scenario();
        worker_.request(*asked_);
    }
    /// Makes edits as one undo step of that name. False when the answer is for an earlier state of the document, or the
    /// edits are refused.
    bool apply(const ScenarioChanges& changes, const QString& description)
    {
        if (!is_current()) return false;
        const std::optional<Scenario> next = rigwright::changed(document_.scenario(), changes);
        return next && document_.set_scenario(*next, description);
    }

private:
    typename LatestWorker<Scenario, Answer>::Compute computation() const
    {
        return [data = document_.data(), compute = compute_](const Scenario& scenario, std::stop_token stop) {
            return compute(scenario, *data, std::move(stop));
        };
    }

    Document& document_;
    Compute compute_;
    Known known_;
    std::optional<Scenario> asked_;
    LatestWorker<Scenario, Answer> worker_;
};

} // namespace rigwright
