// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/status_text.h"

#include <QStringList>

#include <algorithm>
#include <array>

namespace rigwright {

namespace {

/// The part of an amount after its last space: the unit, except for money.
QString unit_text_of(const QString& amount) { return amount.mid(amount.lastIndexOf(QLatin1Char(' ')) + 1); }

bool has_one_unit(const QString& amount) { return amount.count(QLatin1Char(' ')) == 1; }

QString without_unit(const QString& amount) { return amount.left(amount.lastIndexOf(QLatin1Char(' '))); }

/// The currency symbol before the digits.
QString sign_of(const QString& amount)
{
    const auto digit = std::ranges::find_if(amount, [](QChar c) { return c.isDigit(); });
    return amount.left(digit - amount.begin());
}

bool is_limited(const GoalStatus& goal) { return goal.limit && goal.goal != Goal::memory; }

} // namespace

const StatusTexts::GoalWords& StatusTexts::words_of(Goal goal)
{
    // In the order of `Goal`.
    static constexpr std::array words{
        GoalWords{QT_TR_NOOP("Memory"), QT_TR_NOOP("memory"), QT_TR_NOOP("Does not fit")},
        GoalWords{QT_TR_NOOP("Time"), QT_TR_NOOP("deadline"), QT_TR_NOOP("Misses the deadline")},
        GoalWords{QT_TR_NOOP("Time per part"), QT_TR_NOOP("takt time"), QT_TR_NOOP("Misses the takt time")},
        GoalWords{QT_TR_NOOP("Price"), QT_TR_NOOP("budget"), QT_TR_NOOP("Exceeds the budget")},
        GoalWords{QT_TR_NOOP("Power"), QT_TR_NOOP("power"), QT_TR_NOOP("Exceeds the power limit")},
        GoalWords{QT_TR_NOOP("Rack units"), QT_TR_NOOP("rack units"), QT_TR_NOOP("Exceeds the rack units")},
        GoalWords{QT_TR_NOOP("Utilization"), QT_TR_NOOP("utilization"), QT_TR_NOOP("Overloads the machine")},
        GoalWords{QT_TR_NOOP("Machine checks"), QT_TR_NOOP("machine checks"), QT_TR_NOOP("Fails the machine checks")}};
    return words[static_cast<std::size_t>(goal)];
}

QString StatusTexts::label(Goal goal) const
{
    if (goal == Goal::memory && status_.rough_memory && !of_processor()) return tr("Memory, very rough");
    if (goal == Goal::time && status_.hypothetical_time) return tr("Time (hypothetical)");
    if (goal == Goal::time && status_.rough_time) return tr("Time, very rough");
    return name(goal);
}

QString StatusTexts::name(Goal goal) const
{
    return goal == Goal::memory && of_processor() ? tr("RAM") : tr(words_of(goal).label);
}

QString StatusTexts::noun(Goal goal) const
{
    return goal == Goal::memory && of_processor() ? tr("RAM") : tr(words_of(goal).noun);
}

QString StatusTexts::verdict() const
{
    switch (status_.verdict) {
    case LimitState::misses: return missed();
    case LimitState::unknown: return status_.incomplete_model ? tr("Incomplete model") : tr("Cannot estimate");
    case LimitState::open: return open();
    case LimitState::tight: return tight();
    case LimitState::holds:
    case LimitState::no_limit: break;
    }
    const bool limited = std::ranges::any_of(status_.goals, is_limited);
    if (status_.rough_memory && status_.rough_time)
        return limited ? tr("Meets limits, very rough") : tr("Fits, very rough");
    if (status_.rough_memory) return limited ? tr("Meets limits, memory very rough") : tr("Fits, memory very rough");
    if (status_.rough_time) return limited ? tr("Meets limits, time very rough") : tr("Fits, time very rough");
    return limited ? tr("Meets all limits") : tr("Fits, no limits set");
}

QString StatusTexts::listed(const std::vector<Goal>& goals) const
{
    QStringList nouns;
    for (const Goal goal : goals) nouns.append(noun(goal));
    return rigwright::listed(nouns);
}

QString StatusTexts::missed() const
{
    const std::vector<Goal> goals = status_.decisive();
    if (goals.size() == 1) return tr(words_of(goals[0]).missed);
    return tr("Misses: %1", "a list of goals").arg(listed(goals));
}

QString StatusTexts::tight() const
{
    const std::vector<Goal> goals = status_.decisive();
    if (goals.size() > 1) return tr("Tight: %1", "a list of goals").arg(listed(goals));
    if (goals[0] == Goal::memory)
        return status_.rough_memory ? tr("Tight: memory very rough") : tr("Tight: may run out of memory");
    if (goals[0] == Goal::time) return tr("Tight: may miss the deadline");
    if (goals[0] != Goal::build_checks) return tr("Tight: %1", "a list of goals").arg(listed(goals));
    const std::int64_t warnings = status_.checks.warnings;
    if (std::ranges::none_of(status_.goals, is_limited))
        return warnings == 1 ? tr("Fits, 1 warning") : tr("Fits, %1 warnings").arg(warnings);
    return warnings == 1 ? tr("Meets limits, 1 warning") : tr("Meets limits, %1 warnings").arg(warnings);
}

QString StatusTexts::open() const
{
    const std::vector<Goal> goals = status_.decisive();
    if (goals.size() > 1) return tr("Open: %1", "a list of goals").arg(listed(goals));
    if (goals[0] == Goal::memory) return tr("Open: memory size unknown");
    if (goals[0] == Goal::price && !status_.prices.missing.empty()) {
        const std::size_t missing = status_.prices.missing.size();
        return missing == 1 ? tr("Open: 1 price missing") : tr("Open: %1 prices missing").arg(missing);
    }
    if (goals[0] == Goal::time) return tr("Open: training time unknown");
    return tr("Open: %1", "a list of goals").arg(noun(goals[0]));
}

QString StatusTexts::state(const GoalStatus& goal) const
{
    switch (goal.state) {
    case LimitState::no_limit: return tr("No limit set");
    case LimitState::holds: return goal.goal == Goal::build_checks ? tr("No issues") : tr("Within the limit");
    case LimitState::tight: return goal.goal == Goal::build_checks ? tr("Warnings") : tr("Tight");
    case LimitState::open: return tr("Open");
    case LimitState::unknown: return tr("Not estimated");
    case LimitState::misses: return goal.goal == Goal::build_checks ? tr("Blocking issues") : tr("Missed");
    }
    return {};
}

StatusText StatusTexts::of(const GoalStatus& goal) const
{
    StatusText text;
    text.label = label(goal.goal);
    text.verdict = state(goal);
    if (goal.goal == Goal::build_checks && goal.state != LimitState::unknown)
        set_checks(text);
    else
        set_amounts(goal, text);
    return text;
}

StatusCell::Content StatusTexts::content_of(const GoalStatus& goal) const
{
    const StatusText text = of(goal);
    StatusCell::Content content{text.label, text.range, text.number, text.limit};
    content.keeps_limit = !goal.limit && goal.goal != Goal::build_checks;
    content.state = goal.state;
    content.hypothetical = goal.goal == Goal::time && status_.hypothetical_time;
    if (!goal.limit || !goal.value || !(goal.limit->number > 0.0)) return content;
    const double limit = goal.limit->number;
    content.gauge = {goal.low->number / limit, goal.value->number / limit};
    if (goal.high) content.gauge->high = goal.high->number / limit;
    return content;
}

void StatusTexts::set_amounts(const GoalStatus& goal, StatusText& text) const
{
    const bool lower_bound = goal.value && !goal.high;
    if (goal.value) {
        text.number = words_.text(*goal.value);
        text.full_number = words_.text(at_least(*goal.value, lower_bound));
    }
    if (goal.value && goal.low && goal.high && goal.low->number < goal.high->number) {
        const QString low = words_.text(*goal.low);
        const QString high = words_.text(*goal.high);
        text.range = range_between(low, high, text.number);
        text.full_range = range_between(low, high);
    }
    if (goal.goal == Goal::price) text.range = text.full_range = price_origins();
    if (goal.limit) {
        text.full_limit = words_.text(*goal.limit);
        QString limit = text.full_limit;
        if (has_one_unit(text.number) && has_one_unit(limit) && unit_text_of(text.number) == unit_text_of(limit))
            text.number = without_unit(text.number);
        else if (goal.limit->unit == Unit::money && sign_of(limit) == sign_of(text.number))
            limit.remove(0, sign_of(limit).size());
        text.limit = tr("of %1", "a number of its limit").arg(limit);
    } else if (goal.goal == Goal::time) {
        text.limit = tr("no deadline");
    } else if (goal.goal == Goal::price) {
        text.limit = tr("no budget");
    } else if (goal.goal == Goal::memory && goal.state == LimitState::open) {
        text.limit = tr("size unknown");
    }
    if (lower_bound) text.number.prepend(QStringLiteral("≥ "));
    if (text.number.isEmpty()) text.number = tr("not known");
}

void StatusTexts::set_checks(StatusText& text) const
{
    const std::int64_t issues = status_.checks.blocking + status_.checks.warnings;
    text.number = issues == 1 ? tr("1 issue") : tr("%1 issues").arg(issues);
    if (issues == 0) text.number = tr("0 issues");
    const std::int64_t notes = status_.checks.notes;
    if (notes > 0) text.limit = notes == 1 ? tr("1 not checked") : tr("%1 not checked").arg(notes);
    if (status_.checks.blocking > 0) text.range = tr("%1 blocking").arg(status_.checks.blocking);
    text.full_number = text.limit.isEmpty() ? text.number : rigwright::listed({text.number, text.limit});
    text.full_range = text.range;
}

QString StatusTexts::price_origins() const
{
    const PriceOrigins& prices = status_.prices;
    if (prices.missing.size() == 1)
        return tr("no price: %1", "a part of the build")
            .arg(words_.text(std::string("part.") + key_of(prices.missing.front())));
    if (!prices.missing.empty()) return tr("%1 prices missing").arg(prices.missing.size());
    if (prices.listed == 0 && prices.quoted == 0) return {};
    if (prices.quoted == 0) return tr("list prices");
    if (prices.listed == 0) return tr("all quoted");
    return tr("%1 quoted, %2 list").arg(QString::number(prices.quoted), QString::number(prices.listed));
}

StatusText StatusTexts::bottleneck() const
{
    StatusText text;
    text.label = tr("Bottleneck");
    if (!status_.bottleneck) {
        text.number = tr("not known");
        return text;
    }
    const bool processor = of_processor();
    switch (*status_.bottleneck) {
    case Bottleneck::matrix:
        text.number = processor ? tr("CPU") : tr("GPU");
        text.limit = tr("compute");
        break;
    case Bottleneck::memory_bandwidth:
        text.number = processor ? tr("RAM") : tr("Memory");
        text.limit = tr("bandwidth");
        break;
    case Bottleneck::launch:
        text.number = processor ? tr("CPU") : tr("GPU");
        text.limit = tr("small kernels");
        break;
    case Bottleneck::host:
        text.number = tr("CPU");
        text.limit = processor ? tr("framework") : tr("kernel launch");
        break;
    case Bottleneck::communication: text.number = tr("Communication"); break;
    case Bottleneck::pipeline:
        text.number = tr("Pipeline");
        text.limit = tr("bubbles");
        break;
    case Bottleneck::optimizer: text.number = tr("Optimizer"); break;
    case Bottleneck::data_loading: text.number = tr("Data loading"); break;
    }
    text.full_number = words_.text(std::string("bottleneck.") + key_of(*status_.bottleneck));
    return text;
}

} // namespace rigwright
