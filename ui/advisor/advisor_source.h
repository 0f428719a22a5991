// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/recommend/recommendation.h"
#include "ui/document/live.h"

#include <atomic>

namespace rigwright {

/// Input of a search. Without `memory_counts`, free GPU memory is not compared.
struct AdvisorRequest {
    Scenario scenario;
    bool memory_counts = false;

    bool operator==(const AdvisorRequest&) const = default;
};

/// Result of a search: all findings, and the single limits to relax if nothing meets all of them.
struct AdvisorAnswer {
    Exploration found;
    std::vector<Relaxation> relaxations;
};

/// The advisor's search for the document: in the background, once a change has settled, while visible. Budget, deadline
/// and power limit need no new search, so the result follows their drags.
class AdvisorSource : public QObject {
    Q_OBJECT

public:
    explicit AdvisorSource(Document& document, QObject* parent = nullptr);

    /// Null until the first result.
    const Exploration* found() const { return answer_.known() ? &answer_.known()->found : nullptr; }
    /// The result under the document's current limits; empty before the first answer.
    const Recommendation& recommendation() const { return recommendation_; }
    /// Whether the result matches the document: its task, or a build that the search proposed.
    bool is_current() const;
    bool is_searching() const { return !answer_.is_settled(); }
    /// Share of builds searched, from 0 to 1; empty during the search for a limit to relax, whose length is unknown.
    std::optional<double> progress() const;
    /// The user stopped the last search and requested no new one.
    bool was_stopped() const { return stopped_.has_value(); }
    bool is_settled() const { return !watched_ || (!is_searching() && (is_current() || was_stopped())); }

    void set_watched(bool watched);
    /// Whether to compare free GPU memory too; a change starts a new search.
    bool memory_counts() const { return memory_counts_; }
    void set_memory_counts(bool counts);
    /// Searches for the current document, even if no page shows the result.
    void search();
    void stop();

    /// The scenario of a candidate, with the given name; nothing if the edits are rejected.
    std::optional<Scenario> scenario_of(const Candidate& candidate, const std::string& name) const;
    /// Adds the candidate as a build after the current one, pinned if requested, as one undo step. False if the project
    /// is full or too many builds are pinned.
    bool add_build(const Candidate& candidate, const std::string& name, bool pinned, const QString& description);

signals:
    /// The result or the limits changed, or the search began or ended.
    void changed();

private:
    void settle();
    void take();
    void limit();

    Document& document_;
    Recommendation recommendation_;
    /// The tasks of the proposed builds, as returned by `task_of`.
    std::vector<Scenario> proposed_;
    /// The document when the user stopped the last search.
    std::optional<Scenario> stopped_;
    /// Written by the search thread.
    std::shared_ptr<std::atomic<double>> progress_ = std::make_shared<std::atomic<double>>(0.0);
    bool memory_counts_ = false;
    bool watched_ = false;
    Live<AdvisorAnswer, AdvisorRequest> answer_;
};

/// The scenario as searched: without name and limits on compared figures.
Scenario task_of(Scenario scenario);

} // namespace rigwright
