// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/advisor/advisor_source.h"

#include "core/project/pinned_prices.h"

#include <QDate>

#include <algorithm>
#include <thread>

namespace rigwright {

namespace {

/// One processor core is left for the window.
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

AdvisorSource::Worker::Compute AdvisorSource::computation() const
{
    return [data = document_.data(), progress = progress_, memory_counts = memory_counts_](
               const Scenario& scenario, const std::stop_token& stop) -> std::shared_ptr<const AdvisorAnswer> {
        RecommendOptions options;
        options.stop = stop;
        options.threads = search_threads();
        options.memory_counts = memory_counts;
        progress->store(0.0);
        options.progress = [progress](double share) { progress->store(share); };
        auto answer = std::make_shared<AdvisorAnswer>();
        answer->found = explore(scenario, *data, options);
        options.progress = {};
        if (stop.stop_requested()) return nullptr;
        const Recommendation within = recommendation_of(answer->found, scenario.requirements, *data);
        if (within.front.empty()) answer->relaxations = relaxations_of(answer->found, *data, options);
        if (stop.stop_requested()) return nullptr;
        return answer;
    };
}

AdvisorSource::AdvisorSource(Document& document, QObject* parent)
    : QObject(parent),
      document_(document),
      worker_(computation(), [this](quint64 number, const std::shared_ptr<const AdvisorAnswer>& answer) {
          searching_ = number < worker_.latest();
          take(answer);
      })
{
    connect(&document, &Document::data_changed, this, [this] {
        worker_.use(computation());
        asked_.reset();
        answer_.reset();
        recommendation_ = {};
        proposed_.clear();
        searching_ = false;
        settle();
        emit changed();
    });
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
    if (!answer_ || (answer_->found.memory_counts != memory_counts_ && answer_->found.errors.empty())) return false;
    const Scenario task = task_of(document_.scenario());
    return task == task_of(answer_->found.asked) || std::ranges::find(proposed_, task) != proposed_.end();
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
    worker_.use(computation());
    searching_ = false;
    asked_.reset();
    settle();
    emit changed();
}

void AdvisorSource::settle()
{
    if (!watched_ || document_.has_draft()) return;
    // Explain limits that leave nothing once they no longer change.
    const bool unexplained = answer_ && is_current() && recommendation_.front.empty() &&
                             recommendation_.errors.empty() &&
                             !same_limits(answer_->found.asked.requirements, document_.scenario().requirements);
    if (is_current() && !unexplained) return;
    if (asked_ && *asked_ == document_.scenario() && (searching_ || stopped_)) return;
    search();
}

void AdvisorSource::search()
{
    asked_ = document_.scenario();
    searching_ = true;
    stopped_ = false;
    progress_->store(0.0);
    worker_.request(*asked_);
    emit changed();
}

void AdvisorSource::stop()
{
    if (!searching_) return;
    worker_.use(computation());
    searching_ = false;
    stopped_ = true;
    emit changed();
}

void AdvisorSource::take(const std::shared_ptr<const AdvisorAnswer>& answer)
{
    answer_ = answer;
    proposed_.clear();
    for (const Candidate& candidate : answer->found.front)
        if (std::optional<Scenario> scenario =
                rigwright::changed(answer->found.asked, *document_.data(), candidate.changes))
            proposed_.push_back(task_of(std::move(*scenario)));
    limit();
    emit changed();
}

void AdvisorSource::limit()
{
    if (!answer_) return;
    recommendation_ = recommendation_of(answer_->found, document_.scenario().requirements, *document_.data());
    if (same_limits(answer_->found.asked.requirements, document_.scenario().requirements))
        recommendation_.relaxations = answer_->relaxations;
}

std::optional<Scenario> AdvisorSource::scenario_of(const Candidate& candidate, const std::string& name) const
{
    if (!answer_) return std::nullopt;
    std::optional<Scenario> scenario = rigwright::changed(answer_->found.asked, *document_.data(), candidate.changes);
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
    std::optional<Project> next = with_build_added(project, project.current, std::move(*scenario));
    if (next && pinned) {
        const std::size_t worked_on = project.current;
        next = with_pin(*next, next->current, pin);
        // A pin is for later; the current build stays the same.
        if (next) next->current = worked_on;
    }
    if (!next) return false;
    document_.edit_project(*next, description);
    return true;
}

} // namespace rigwright
