// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/reading_switch.h"

#include "ui/controls/small_label.h"

#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace rigwright {

namespace {

/// Figures that differ by less are one figure; by less than the other, nearly one.
constexpr double equal_within = 1e-9;
constexpr double nearly_within = 5e-4;

/// Four buttons are too wide for one row.
int columns_of(std::size_t count) { return count > 3 ? 2 : static_cast<int>(count); }

} // namespace

ReadingSwitch::ReadingSwitch(const Words& words, QWidget* parent)
    : QWidget(parent),
      words_(words),
      grid_(new QGridLayout),
      buttons_(new QButtonGroup(this)),
      difference_(small_label(this))
{
    setObjectName(QStringLiteral("readings"));
    // Half a button says nothing.
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Minimum);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(3);
    grid_->setSpacing(3);
    column->addLayout(grid_);
    difference_->setWordWrap(true);
    column->addWidget(difference_);
    connect(buttons_, &QButtonGroup::idClicked, this,
            [this](int id) { emit chosen(buttons_->button(id)->property("quantity").toString()); });
    hide();
}

void ReadingSwitch::make_buttons(std::size_t count)
{
    if (static_cast<std::size_t>(buttons_->buttons().size()) == count) return;
    const QList<QAbstractButton*> old = buttons_->buttons();
    for (QAbstractButton* button : old) {
        buttons_->removeButton(button);
        button->hide();
        // One of them may be what is being clicked.
        button->deleteLater();
    }
    for (std::size_t i = 0; i < count; ++i) {
        auto* button = new QToolButton(this);
        button->setCheckable(true);
        button->setFocusPolicy(Qt::StrongFocus);
        button->setToolButtonStyle(Qt::ToolButtonTextOnly);
        button->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
        const int id = static_cast<int>(i);
        buttons_->addButton(button, id);
        grid_->addWidget(button, id / columns_of(count), id % columns_of(count));
        // On dark windows a pressed button hardly differs by its colour.
        connect(button, &QToolButton::toggled, button, [button](bool on) {
            QFont font = button->font();
            font.setBold(on);
            button->setFont(font);
        });
    }
}

void ReadingSwitch::show_readings(const std::vector<QuantityReading>& readings, const QString& chosen,
                                  BytePrefixes prefixes)
{
    setVisible(!readings.empty());
    if (readings.empty()) return;
    make_buttons(readings.size());
    for (std::size_t i = 0; i < readings.size(); ++i) {
        const QuantityReading& reading = readings[i];
        QAbstractButton* button = buttons_->button(static_cast<int>(i));
        const QString quantity = from_utf8(reading.quantity);
        const QString word = words_.text("convention." + std::string(reading.word));
        const QString number = from_utf8(text_of(reading.value, words_.language(), prefixes));
        button->setProperty("quantity", quantity);
        button->setText(word + QLatin1Char('\n') + number);
        button->setAccessibleName(tr("%1: %2", "a way of counting and its number").arg(word, number));
        button->setToolTip(words_.quantity(reading.quantity).toHtmlEscaped());
        if (quantity != chosen) continue;
        button->setChecked(true);
        show_difference(readings.front(), reading, prefixes);
    }
}

void ReadingSwitch::show_difference(const QuantityReading& engine, const QuantityReading& chosen, BytePrefixes prefixes)
{
    difference_->setVisible(chosen.quantity != engine.quantity);
    if (chosen.value.unit != engine.value.unit) {
        difference_->setText(words_.text("convention.half"));
        return;
    }
    const double ratio = engine.value.number != 0.0 ? chosen.value.number / engine.value.number : 0.0;
    const double off = std::abs(ratio - 1.0);
    const Arguments arguments{{"ratio", Value{ratio, Unit::ratio}},
                              {"engine", text_of(engine.value, words_.language(), prefixes)}};
    difference_->setText(words_.text(off < equal_within    ? "convention.agrees"
                                     : off < nearly_within ? "convention.nearly"
                                                           : "convention.differs",
                                     arguments));
}

} // namespace rigwright
