// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/advise/status.h"
#include "ui/document/document.h"
#include "ui/format/words.h"
#include "ui/window/status_cell.h"
#include "ui/window/status_text.h"

#include <QMenu>
#include <QPointer>
#include <QWidget>

#include <array>
#include <functional>
#include <optional>

namespace rigwright {

/// One line with the verdict on all limits of the current machine: memory, time, price and build checks against their
/// limits, and the bottleneck. Green only if all are met.
///
/// One Tab stop; arrow keys, Home and End move between cells, Enter and Space press one.
class StatusLine : public QWidget {
    Q_OBJECT

public:
    StatusLine(Document& document, const Localization& words, QWidget* parent);

    /// Sets the menu entries below the list of machines (rename, duplicate, ...). The caller keeps ownership.
    void set_machine_actions(QMenu* actions) { machine_actions_ = actions; }
    /// The request for the list of findings, which has no calculation.
    static QString findings_request() { return QStringLiteral("findings"); }

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return {0, sizeHint().height()}; }

signals:
    /// A number was clicked: the id of its calculation, or `findings_request()`.
    void working_requested(const QString& quantity);
    /// The index of the machine in the project.
    void machine_requested(std::size_t build);
    /// The table of all results was opened.
    void details_requested();
    /// The class of the verdict changed, and screen readers were notified.
    void announced(const QString& text);

protected:
    void resizeEvent(QResizeEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    /// In display order.
    enum Place { machine, verdict, memory, time, price, checks, bottleneck, details, place_count };

    void add_cell(Place place, StatusCell::Kind kind, const char* name);
    void follow();
    void show_machine();
    void show_verdict(const StatusTexts& texts);
    void show_goal(Place place, const GoalStatus& goal, const StatusTexts& texts);
    void show_bottleneck(const StatusTexts& texts);
    /// The training time, or the time per part if that is worse.
    const GoalStatus& shown_time() const;
    void lay_out();
    void make_current(int place);
    void press(int place);
    void open_machines();
    void open_details();
    void announce();

    Document& document_;
    const Localization& words_;
    QPointer<QMenu> machine_actions_;
    PlanStatus status_;
    std::optional<LimitState> announced_;
    std::array<StatusCell*, place_count> cells_{};
    int current_ = 0;
};

} // namespace rigwright
