// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/project/pinned_prices.h"
#include "ui/document/document.h"
#include "ui/format/words.h"

#include <QObject>

namespace rigwright {

/// Precedes the name of a build with its own task.
inline const QString exception_badge = QStringLiteral("≠ ");

/// Commands on the builds of a project, each one undo step, for the machine cards, the menu and the comparison.
class BuildActions : public QObject {
    Q_OBJECT

public:
    /// In characters. The limit is 200 bytes; Chinese characters take three.
    static constexpr int longest_name = 60;

    BuildActions(Document& document, const Localization& words, QObject* parent = nullptr);

    /// Adds a build like the current one after it, with the project's task.
    void add();
    void duplicate();
    void remove();
    void rename(const QString& name);
    void move(std::size_t from, std::size_t to);
    /// Moves the current build one position to the left (-1) or right (1).
    void move_current(int places);
    void toggle_pin() { toggle_pin(document_.project().current); }
    /// Adds a build to the comparison or removes it.
    void toggle_pin(std::size_t build);
    /// Removes a build from the comparison; if all are compared, pins the others.
    void compare_without(std::size_t build);
    /// Gives the current build its own task, edited separately from the project's.
    void use_own_task();
    /// Replaces the current build's own task by the project's.
    void use_project_task();
    void set_baseline(std::size_t build);
    /// Updates the prices of the pinned builds, as one undo step.
    void update_prices();

    /// The compared builds, at most `most_pinned`; empty if the only build is not pinned.
    std::vector<std::size_t> compared() const;
    /// The index of the baseline among these; 0 if it is not one of them.
    std::size_t baseline_place() const;
    /// Pins select the compared builds.
    bool is_narrowed() const { return pinned_builds(document_.project()).size() > 1; }
    bool is_pinned() const { return document_.project().current_build().is_pinned(); }
    /// Database prices that changed since the pinned builds were pinned.
    std::vector<PriceChange> changed_prices() const;
    /// The displayed name of a build, one line.
    QString name_of(std::size_t build) const;
    /// The name for an unnamed build.
    std::string next_name() const;

signals:
    /// The command failed, with the reason.
    void refused(const QString& message);
    /// A build was removed; Undo restores it.
    void removed(const QString& name);

private:
    Pin pin_now(const Scenario& scenario) const;
    void edit(const std::optional<Project>& next, const QString& description, const QString& why_not);

    Document& document_;
    const Localization& words_;
};

} // namespace rigwright
