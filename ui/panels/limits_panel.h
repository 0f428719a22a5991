// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/estimate/run/doubling.h"
#include "core/estimate/time/step_causes.h"
#include "ui/controls/card.h"
#include "ui/controls/quantity_label.h"
#include "ui/document/curves.h"
#include "ui/document/document.h"
#include "ui/format/words.h"

#include <QGridLayout>
#include <QLabel>
#include <QScrollArea>

#include <vector>

namespace rigwright {

/// What limits the step and how much it binds, what it would help to double, and where the time beyond the matrix
/// units' bound goes; what the machine could compute at its peaks and what the run computes in all. Follows the
/// document while it is in sight.
class LimitsPanel : public QScrollArea {
    Q_OBJECT

public:
    LimitsPanel(Document& document, const Localization& words, QWidget* parent = nullptr);

signals:
    void working_requested(const QString& quantity);

protected:
    void showEvent(QShowEvent* event) override;

private:
    /// Name, bar, time and share in one line of the grid.
    struct Row {
        QLabel* name = nullptr;
        ShareBar* bar = nullptr;
        QuantityLabel* value = nullptr;
        QLabel* text = nullptr;
        QLabel* note = nullptr;
    };

    QLabel* add_title(QGridLayout* grid);
    /// Without a quantity the time is plain text.
    Row add_row(QGridLayout* grid, const std::string& quantity);
    QuantityLabel* add_quantity(const std::string& id);
    static void set_visible(Row& row, bool visible);
    void show_row(Row& row, const QString& name, double seconds, const QString& note);
    void follow();
    void show_causes(const TimeTerms& terms);
    void show_levers(const TimeTerms& terms);
    void show_gap(const TimeTerms& terms);
    void show_saturation();
    void show_machine();
    void show_nothing();
    QString share_text(double share) const;

    Document& document_;
    const Localization& words_;
    LiveCurves& curves_;
    QWidget* content_;
    QLabel* nothing_;
    QuantityLabel* headline_ = nullptr;
    QLabel* next_ = nullptr;
    QLabel* levers_title_ = nullptr;
    QLabel* best_ = nullptr;
    std::vector<Row> levers_;
    QLabel* gap_title_ = nullptr;
    Row bound_;
    std::vector<Row> gap_;
    Row step_;
    Row roofline_;
    QuantityLabel* saturation_ = nullptr;
    QLabel* machine_title_ = nullptr;
    /// One row for each of `explained_peaks`.
    std::vector<Row> machine_;
    QLabel* machine_note_ = nullptr;
    Row work_;
};

} // namespace rigwright
