// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/build_actions.h"

#include "core/hardware/dates.h"
#include "core/json/strict_json.h"
#include "core/scenario/task.h"

#include <algorithm>

namespace rigwright {

BuildActions::BuildActions(Document& document, const Localization& words, QObject* parent)
    : QObject(parent),
      document_(document),
      words_(words)
{}

QString BuildActions::name_of(std::size_t build) const
{
    // A header may be laid out between the removal of a machine and the update of its model.
    const auto& builds = document_.project().builds;
    QString name = build < builds.size() ? from_utf8(builds[build].name()) : QString();
    for (QChar& c : name)
        if (!c.isPrint() && !c.isSurrogate()) c = QLatin1Char(' ');
    return name.isEmpty() ? tr("Machine %1").arg(build + 1) : name;
}

void BuildActions::edit(const std::optional<Project>& next, const QString& description, const QString& why_not)
{
    if (next)
        document_.edit_project(*next, description);
    else
        emit refused(why_not);
}

void BuildActions::add()
{
    const Project& project = document_.project();
    Scenario scenario = holding_batch(with_task(project.current_build().scenario, task_holder(project)));
    scenario.name = next_name();
    edit(with_build_added(project, std::move(scenario)), tr("Add machine"),
         tr("A project can have at most %1 machines.").arg(most_builds));
}

std::string BuildActions::next_name() const
{
    const Project& project = document_.project();
    return free_name(project, tr("Machine %1").arg(project.builds.size() + 1).toStdString());
}

void BuildActions::duplicate()
{
    const Project& project = document_.project();
    std::optional<Project> next = with_build_duplicated(project, project.current);
    if (next && project.current_build().name().empty()) next->builds[next->current].scenario.name = next_name();
    edit(next, tr("Duplicate machine"), tr("A project can have at most %1 machines.").arg(most_builds));
}

void BuildActions::remove()
{
    const QString name = name_of(document_.project().current);
    const std::optional<Project> next = without_build(document_.project(), document_.project().current);
    edit(next, tr("Delete machine"), tr("The last machine of a project cannot be deleted."));
    if (next) emit removed(name);
}

void BuildActions::rename(const QString& name)
{
    const std::string text = name.trimmed().toStdString();
    // Setting the scenario field keeps a network draft.
    document_.set_field(QStringLiteral("name"), text.empty() ? FieldValue() : FieldValue(text));
}

void BuildActions::move(std::size_t from, std::size_t to)
{
    if (from == to || to >= document_.project().builds.size()) return;
    document_.edit_project(with_build_moved(document_.project(), from, to), tr("Move machine"));
}

void BuildActions::move_current(int places)
{
    const auto from = static_cast<std::ptrdiff_t>(document_.project().current);
    if (from + places >= 0) move(static_cast<std::size_t>(from), static_cast<std::size_t>(from + places));
}

Pin BuildActions::pin_now(const Scenario& scenario) const
{
    return pin_of(scenario, document_.data()->hardware, today());
}

void BuildActions::toggle_pin(std::size_t build)
{
    const Project& project = document_.project();
    const Build& machine = project.builds[build];
    if (machine.is_pinned()) return document_.edit_project(without_pin(project, build), tr("Remove from comparison"));
    edit(with_pin(project, build, pin_now(machine.scenario)), tr("Add to comparison"),
         tr("At most %1 machines can be compared: remove one first.").arg(most_pinned));
}

std::vector<std::size_t> BuildActions::compared() const
{
    const Project& project = document_.project();
    std::vector<std::size_t> builds = project.builds.size() > 1 ? builds_to_compare(project) : pinned_builds(project);
    builds.resize(std::min(builds.size(), most_pinned));
    return builds;
}

std::size_t BuildActions::baseline_place() const
{
    const std::vector<std::size_t> builds = compared();
    const auto place = std::ranges::find(builds, baseline_of(document_.project()));
    return place == builds.end() ? 0 : static_cast<std::size_t>(place - builds.begin());
}

void BuildActions::compare_without(std::size_t build)
{
    if (is_narrowed()) return toggle_pin(build);
    Project next = without_pin(document_.project(), build);
    for (const std::size_t other : compared())
        if (other != build && !next.builds[other].is_pinned())
            next.builds[other].pin = pin_now(next.builds[other].scenario);
    document_.edit_project(next, tr("Remove from comparison"));
}

void BuildActions::use_own_task()
{
    const Project& project = document_.project();
    edit(with_exception(project, project.current), tr("Use a different task"),
         tr("No other machine has the project's task. Add a machine first."));
}

void BuildActions::use_project_task()
{
    const Project& project = document_.project();
    document_.edit_project(without_exception(project, project.current), tr("Use the project's task"));
}

void BuildActions::set_baseline(std::size_t build)
{
    document_.edit_project(with_baseline(document_.project(), build), tr("Choose the baseline"));
}

std::vector<PriceChange> BuildActions::changed_prices() const
{
    std::vector<PriceChange> changes;
    for (const Build& build : document_.project().builds)
        for (PriceChange& change : price_changes(build, document_.data()->hardware))
            changes.push_back(std::move(change));
    return changes;
}

void BuildActions::update_prices()
{
    Project next = document_.project();
    for (Build& build : next.builds) {
        if (!build.pin) continue;
        UnknownMembers unknown = std::move(build.pin->unknown);
        build.pin = pin_now(build.scenario);
        build.pin->unknown = std::move(unknown);
    }
    document_.edit_project(next, tr("Update prices of compared machines"));
}

} // namespace rigwright
