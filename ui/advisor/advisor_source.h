// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/recommend/recommendation.h"
#include "ui/document/document.h"
#include "ui/document/latest_worker.h"

#include <atomic>

namespace rigwright {

/// What one search brought: everything that was found, and which single limit would have to give where nothing keeps all.
struct AdvisorAnswer {
    Exploration found;
    std::vector<Relaxation> relaxations;
};

/// The advisor's search on the document: beside the window, once a change has settled and while somebody looks. Budget,
/// deadline and power limit need no new search, so the answer under them follows a drag.
class AdvisorSource : public QObject {
    Q_OBJECT

public:
    explicit AdvisorSource(Document& document, QObject* parent = nullptr);

    /// Null until the first answer has arrived.
    const Exploration* found() const { return answer_ ? &answer_->found : nullptr; }
    /// What was found under the limits of the document as it stands; empty before the first answer.
    const Recommendation& recommendation() const { return recommendation_; }
    /// What is shown belongs to the document as it stands: its own task, or a build that the search itself proposed.
    bool is_current() const;
    bool is_searching() const { return searching_; }
    /// Share of the builds that the search has done, from 0 to 1; empty while it looks for the limit that would have to
    /// give, whose searches are not counted beforehand.
    std::optional<double> progress() const;
    /// The person stopped the last search, and nothing was asked since.
    bool was_stopped() const { return stopped_; }
    bool is_settled() const { return !watched_ || (!searching_ && (is_current() || stopped_)); }

    void set_watched(bool watched);
    /// Whether GPU memory that is left free is compared too; searches anew.
    bool memory_counts() const { return memory_counts_; }
    void set_memory_counts(bool counts);
    /// Asks anew, whatever is known.
    void search();
    void stop();

    /// The scenario that a candidate leads to, under a name of its own; nothing where the edits are refused.
    std::optional<Scenario> scenario_of(const Candidate& candidate, const std::string& name) const;
    /// The candidate becomes a build of the project, beside the one worked on; pinned where asked. One undo step. False
    /// where the project is full, or where too many builds are pinned.
    bool add_build(const Candidate& candidate, const std::string& name, bool pinned, const QString& description);

signals:
    /// Another answer, other limits, or the search began or ended.
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
    /// The tasks of the builds that the answer proposes, as `task_of` sees them.
    std::vector<Scenario> proposed_;
    std::optional<Scenario> asked_;
    /// Written by the search, from its own thread.
    std::shared_ptr<std::atomic<double>> progress_ = std::make_shared<std::atomic<double>>(0.0);
    bool memory_counts_ = false;
    bool watched_ = false;
    bool searching_ = false;
    bool stopped_ = false;
    Worker worker_;
};

/// The scenario as the search sees it: without name, and without the limits that candidates are compared by.
Scenario task_of(Scenario scenario);

} // namespace rigwright
