// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/controls/flag_control.h"

#include <QSignalBlocker>

namespace rigwright {

FlagControl::FlagControl(QString path, QWidget* parent)
    : FieldControl(std::move(path), parent),
      box_(new QCheckBox(this))
{
    row()->insertWidget(1, box_, 1);
    connect(box_, &QCheckBox::toggled, this, [this](bool on) { ask(FieldValue(on)); });
}

void FlagControl::display(const FieldValue& value)
{
    const QSignalBlocker silent(box_);
    const bool* on = std::get_if<bool>(&value);
    box_->setChecked(on && *on);
}

} // namespace rigwright
