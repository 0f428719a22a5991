// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/document/document.h"
#include "ui/format/words.h"
#include "ui/panels/field_form.h"
#include "ui/plots/rent_or_buy_plot.h"

#include <QLabel>

namespace rigwright {

/// Whether the machine in front is better rented or bought: the answer as a sentence on a label outside, and the plot
/// it is read from.
class RentOrBuyPage : public QWidget {
    Q_OBJECT

public:
    /// The label is in sight while this is.
    RentOrBuyPage(Document& document, const Localization& words, QLabel& sentence, QWidget* parent = nullptr);

protected:
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    void follow();

    QLabel& sentence_;
    FieldForm* use_;
    RentOrBuyPlot* plot_;
};

} // namespace rigwright
