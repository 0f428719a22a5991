// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/advise/status.h"
#include "ui/format/words.h"
#include "ui/window/status_cell.h"

#include <QCoreApplication>
#include <QString>

namespace rigwright {

/// Texts for one goal of a plan.
struct StatusText {
    /// "Memory", or "Time, if it fitted".
    QString label;
    /// Without a unit that the limit repeats: "2.99", then "of 23.6 GiB"; or "no deadline", "1 note".
    QString number;
    QString limit;
    /// "2.90–3.16", or the source of prices.
    QString range;
    /// With units, for tables and tooltips; empty if there are none.
    QString full_number;
    QString full_limit;
    QString full_range;
    QString verdict;
};

/// Texts for a plan's status.
class StatusTexts {
    Q_DECLARE_TR_FUNCTIONS(rigwright::StatusTexts)

public:
    StatusTexts(const PlanStatus& status, const Localization& words) : status_(status), words_(words) {}

    StatusText of(const GoalStatus& goal) const;
    /// The goal's name, for a heading of all machines: "Time".
    QString name(Goal goal) const;
    StatusText bottleneck() const;
    /// Cell content for a goal.
    StatusCell::Content content_of(const GoalStatus& goal) const;
    /// All goals in one sentence that names missed ones.
    QString verdict() const;

private:
    struct GoalWords {
        const char* label;
        /// Short, for lists: "deadline".
        const char* noun;
        /// A clause.
        const char* missed;
    };

    static const GoalWords& words_of(Goal goal);
    QString label(Goal goal) const;
    QString noun(Goal goal) const;
    QString listed(const std::vector<Goal>& goals) const;
    bool of_processor() const { return words_.table().speaks_of_processors(); }
    QString missed() const;
    QString tight() const;
    QString open() const;
    QString state(const GoalStatus& goal) const;
    void set_amounts(const GoalStatus& goal, StatusText& text) const;
    void set_checks(StatusText& text) const;
    QString price_origins() const;

    const PlanStatus& status_;
    const Localization& words_;
};

} // namespace rigwright
