// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/project/pinned_prices.h"
#include "ui/document/document.h"
#include "ui/format/words.h"

#include <QObject>

namespace rigwright {

/// What can be done with the builds of a project, each as one undo step. The bar above the results, the menu and the
/// comparison all do it here.
class BuildActions : public QObject {
    Q_OBJECT

public:
    BuildActions(Document& document, const Words& words, QObject* parent = nullptr);

    /// Another build for the same question, behind the current one.
    void add();
    void duplicate();
    void remove();
    void rename(const QString& name);
    void move(std::size_t from, std::size_t to);
    /// The current build one place to the left (-1) or right (1).
    void move_current(int places);
    void toggle_pin();
    void set_baseline(std::size_t build);
    /// The pinned builds at the prices of today; one undo step for all.
    void price_anew();

    bool can_remove() const { return document_.project().builds.size() > 1; }
    bool is_pinned() const { return document_.project().current_build().is_pinned(); }
    /// Prices that the database names differently than when the pinned builds were pinned.
    std::vector<PriceChange> changed_prices() const;
    /// The name of a build as the window shows it, one line.
    QString name_of(std::size_t build) const;
    /// The name of a build that comes without one.
    std::string next_name() const;

signals:
    /// It could not be done, and why.
    void refused(const QString& message);
    /// A build went; Undo brings it back.
    void removed(const QString& name);

private:
    Pin pin_now(const Scenario& scenario) const;
    void edit(const std::optional<Project>& next, const QString& description, const QString& why_not);

    Document& document_;
    const Words& words_;
};

} // namespace rigwright
