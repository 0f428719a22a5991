// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/controls/field_control.h"

#include <QCheckBox>

namespace rigwright {

/// A yes-or-no choice.
class FlagControl : public FieldControl {
    Q_OBJECT

public:
    explicit FlagControl(QString path, QWidget* parent = nullptr);

    QWidget* editor() const override { return box_; }

protected:
    void display(const FieldValue& value) override;
    void display_mark(bool) override {}

private:
    QCheckBox* box_;
};

} // namespace rigwright
