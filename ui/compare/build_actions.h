// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/project/pinned_prices.h"
#include "ui/document/document.h"
#include "ui/format/words.h"

#include <QObject>

namespace rigwright {

/// Precedes the name of a build that has a task of its own.
inline const QString exception_badge = QStringLiteral("≠ ");

/// Commands on the builds of a project, each as one undo step, used by the cards of the machines, the menu and the
/// comparison.
class BuildActions : public QObject {
    Q_OBJECT

public:
    /// Up to 200 bytes are accepted; a Chinese character takes three of them.
    static constexpr int longest_name = 60;

    BuildActions(Document& document, const Localization& words, QObject* parent = nullptr);

    /// Adds a build like the current one, with the project's task, after it.
    void add();
    void duplicate();
    void remove();
    void rename(const QString& name);
    void move(std::size_t from, std::size_t to);
    /// Moves the current build one position to the left (-1) or right (1).
    void move_current(int places);
    void toggle_pin() { toggle_pin(document_.project().current); }
    /// Puts a build into the comparison or takes it out.
    void toggle_pin(std::size_t build);
    /// Takes a build out of the comparison: where all are compared, the others are pinned.
    void compare_without(std::size_t build);
    /// Makes the current build's task its own, to be edited apart from the project's.
    void use_own_task();
    /// Replaces the current build's own task by the project's.
    void use_project_task();
    void set_baseline(std::size_t build);
    /// Updates the prices of the pinned builds; one undo step for all.
    void price_anew();

    /// The builds that the comparison shows, `most_pinned` at most; empty where the only build is not pinned.
    std::vector<std::size_t> compared() const;
    /// The place of the baseline among these; 0 where it is not one of them.
    std::size_t baseline_place() const;
    /// Pins say which builds are compared.
    bool is_narrowed() const { return pinned_builds(document_.project()).size() > 1; }
    bool is_pinned() const { return document_.project().current_build().is_pinned(); }
    /// Database prices that changed since the pinned builds were pinned.
    std::vector<PriceChange> changed_prices() const;
    /// The displayed name of a build, one line.
    QString name_of(std::size_t build) const;
    /// The name for a build without one.
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
