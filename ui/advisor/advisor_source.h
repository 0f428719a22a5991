// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/recommend/recommendation.h"
#include "ui/document/document.h"
#include "ui/document/latest_worker.h"

#include <atomic>

namespace rigwright {

/// The result of one search: all findings, and the single limits to relax if nothing meets all of them.
struct AdvisorAnswer {
    Exploration found;
    std::vector<Relaxation> relaxations;
};

/// The advisor's search on the document: in the background, once a change has settled and while it is visible. Budget,
/// deadline and power limit need no new search, so the answer follows a drag of them.
class AdvisorSource : public QObject {
    Q_OBJECT

public:
    explicit AdvisorSource(Document& document, QObject* parent = nullptr);

    /// Null until the first result.
    const Exploration* found() const { return answer_ ? &answer_->found : nullptr; }
    /// The result under the document's current limits; empty before the first answer.
    const Recommendation& recommendation() const { return recommendation_; }
    /// The result matches the current document: its own task, or a build that the search proposed.
    bool is_current() const;
    bool is_searching() const { return searching_; }
    /// Share of builds searched, from 0 to 1; empty while it searches for a limit to relax, which cannot be counted
    /// beforehand.
    std::optional<double> progress() const;
    /// The user stopped the last search, and no new one was requested.
    bool was_stopped() const { return stopped_; }
    bool is_settled() const { return !watched_ || (!searching_ && (is_current() || stopped_)); }

    void set_watched(bool watched);
    /// Whether free GPU memory is also compared; a change starts a new search.
    bool memory_counts() const { return memory_counts_; }
    void set_memory_counts(bool counts);
    /// Starts a new search in any case.
    void search();
    void stop();

    /// The scenario of a candidate, with the given name; nothing if the edits are rejected.
    std::optional<Scenario> scenario_of(const Candidate& candidate, const std::string& name) const;
    /// Adds the candidate as a build after the current one, pinned if requested. One undo step. False if the project is
    /// full, or if too many builds are pinned.
    bool add_build(const Candidate& candidate, const std::string& name, bool pinned, const QString& description);

signals:
    /// The answer or the limits changed, or the search began or ended.
    void changed();

private:
    using Worker = LatestWorker<Scenario, AdvisorAnswer>;
    Worker::Compute computation() const;
    void settle();
    void take(const std::shared_ptr<const AdvisorAnswer>& answer);
    void limit();

    Document& document_;
    std::shared_ptr<const AdvisorAnswer> answer_;
    Recommendation recommendation_;
    /// The tasks of the proposed builds, as returned by `task_of`.
    std::vector<Scenario> proposed_;
    std::optional<Scenario> asked_;
    /// Written by the search thread.
    std::shared_ptr<std::atomic<double>> progress_ = std::make_shared<std::atomic<double>>(0.0);
    bool memory_counts_ = false;
    bool watched_ = false;
    bool searching_ = false;
    bool stopped_ = false;
    Worker worker_;
};

/// The scenario as searched: without name, and without the limits on compared figures.
Scenario task_of(Scenario scenario);

} // namespace rigwright
