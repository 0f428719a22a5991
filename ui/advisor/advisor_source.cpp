// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/advisor/advisor_source.h"

#include "core/project/pinned_prices.h"

#include <QDate>

#include <algorithm>
#include <thread>

namespace rigwright {

namespace {

/// Leaves one CPU core for the window.
unsigned search_threads()
{
    const unsigned all = std::thread::hardware_concurrency();
    return all > 1 ? all - 1 : 1;
}

bool same_limits(const Requirements& a, const Requirements& b)
{
    return a.budget == b.budget && a.deadline_seconds == b.deadline_seconds && a.power_limit_w == b.power_limit_w;
}

} // namespace

Scenario task_of(Scenario scenario)
{
    scenario.name.clear();
    scenario.requirements.budget.reset();
    scenario.requirements.deadline_seconds.reset();
    scenario.requirements.power_limit_w.reset();
    return scenario;
}

AdvisorSource::AdvisorSource(Document& document, QObject* parent)
    : QObject(parent),
      document_(document),
      answer_(document, [progress = progress_](const AdvisorRequest& request, const EngineData& data,
                                               const std::stop_token& stop) {
          RecommendOptions options;
          options.stop = stop;
          options.threads = search_threads();
          options.memory_counts = request.memory_counts;
          progress->store(0.0);
          options.progress = [progress](double share) { progress->store(share); };
          AdvisorAnswer answer;
          answer.found = explore(request.scenario, data, options);
          options.progress = {};
          if (stop.stop_requested()) return answer;
          const Recommendation within = recommendation_of(answer.found, request.scenario.requirements, data);
          if (within.front.empty()) answer.relaxations = relaxations_of(answer.found, data, options);
          return answer;
      })
{
    connect(&answer_, &LiveSignal::changed, this, &AdvisorSource::take);
    connect(&document, &Document::changed, this, [this] {
        limit();
        emit changed();
    });
    connect(&document, &Document::settled, this, &AdvisorSource::settle);
}

std::optional<double> AdvisorSource::progress() const
{
    const double share = progress_->load();
    return share < 1.0 ? std::optional(share) : std::nullopt;
}

bool AdvisorSource::is_current() const
{
    if (!found() || (found()->memory_counts != memory_counts_ && found()->errors.empty())) return false;
    const Scenario task = task_of(document_.scenario());
    return task == task_of(found()->asked) || std::ranges::find(proposed_, task) != proposed_.end();
}

void AdvisorSource::set_watched(bool watched)
{
    watched_ = watched;
    if (watched_) settle();
}

void AdvisorSource::set_memory_counts(bool counts)
{
    if (counts == memory_counts_) return;
    memory_counts_ = counts;
    answer_.cancel();
    stopped_.reset();
    settle();
    emit changed();
}

void AdvisorSource::settle()
{
    if (!watched_ || document_.has_draft()) return;
    // Explain limits that exclude everything once they settle.
    const bool unexplained = is_current() && recommendation_.front.empty() && recommendation_.errors.empty() &&
                             !same_limits(found()->asked.requirements, document_.scenario().requirements);
    if (is_current() && !unexplained) return;
    if (stopped_ == document_.scenario()) return;
    if (is_searching() && answer_.asked()->scenario == document_.scenario()) return;
    search();
}

void AdvisorSource::search()
{
    stopped_.reset();
    progress_->store(0.0);
    answer_.ask({document_.scenario(), memory_counts_});
    emit changed();
}

void AdvisorSource::stop()
{
    if (!is_searching()) return;
    answer_.cancel();
    stopped_ = document_.scenario();
    emit changed();
}

void AdvisorSource::take()
{
    proposed_.clear();
    recommendation_ = {};
    if (!found()) {
        // Other data: the stopped search is obsolete.
        stopped_.reset();
        return emit changed();
    }
    for (const Candidate& candidate : found()->front)
        if (std::optional<Scenario> scenario = rigwright::changed(found()->asked, *document_.data(), candidate.changes))
            proposed_.push_back(task_of(std::move(*scenario)));
    limit();
    emit changed();
}

void AdvisorSource::limit()
{
    if (!found()) return;
    recommendation_ = recommendation_of(*found(), document_.scenario().requirements, *document_.data());
    if (same_limits(found()->asked.requirements, document_.scenario().requirements))
        recommendation_.relaxations = answer_.known()->relaxations;
}

std::optional<Scenario> AdvisorSource::scenario_of(const Candidate& candidate, const std::string& name) const
{
    if (!found()) return std::nullopt;
    std::optional<Scenario> scenario = rigwright::changed(found()->asked, *document_.data(), candidate.changes);
    if (!scenario) return std::nullopt;
    scenario->name = name;
    // Uses the displayed limits, not those at the start of the search.
    const Requirements& now = document_.scenario().requirements;
    scenario->requirements.budget = now.budget;
    scenario->requirements.deadline_seconds = now.deadline_seconds;
    scenario->requirements.power_limit_w = now.power_limit_w;
    return scenario;
}

bool AdvisorSource::add_build(const Candidate& candidate, const std::string& name, bool pinned,
                              const QString& description)
{
    const Project& project = document_.project();
    std::optional<Scenario> scenario = scenario_of(candidate, free_name(project, name));
    if (!scenario) return false;
    const Pin pin =
        pin_of(*scenario, document_.data()->hardware, QDate::currentDate().toString(Qt::ISODate).toStdString());
    std::optional<Project> next = with_build_added(project, std::move(*scenario));
    if (next && pinned) {
        const std::size_t worked_on = project.current;
        next = with_pin(*next, next->current, pin);
        // Pinning does not change the current build.
        if (next) next->current = worked_on;
    }
    if (!next) return false;
    document_.edit_project(*next, description);
    return true;
}

} // namespace rigwright
