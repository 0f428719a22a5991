// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explain/readings.h"
#include "core/text/byte_prefixes.h"
#include "ui/format/words.h"

#include <QButtonGroup>
#include <QGridLayout>
#include <QLabel>
#include <QToolButton>

namespace rigwright {

/// The ways in which people count the quantity that is being explained, each with its number, and in words how far the
/// chosen one is from the engine's.
class ReadingSwitch : public QWidget {
    Q_OBJECT

public:
    explicit ReadingSwitch(const Words& words, QWidget* parent = nullptr);

    /// Hidden where there is one way only.
    void show_readings(const std::vector<QuantityReading>& readings, const QString& chosen, BytePrefixes prefixes);
    QAbstractButton* button(int index) const { return buttons_->button(index); }
    QString difference() const { return difference_->text(); }

signals:
    void chosen(const QString& quantity);

private:
    void make_buttons(std::size_t count);
    void show_difference(const QuantityReading& engine, const QuantityReading& chosen, BytePrefixes prefixes);

    const Words& words_;
    QGridLayout* grid_;
    QButtonGroup* buttons_;
    QLabel* difference_;
};

} // namespace rigwright
