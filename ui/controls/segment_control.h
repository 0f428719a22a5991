// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/controls/card.h"
#include "ui/controls/field_control.h"
#include "ui/controls/picker_list.h"

#include <QButtonGroup>

#include <vector>

namespace rigwright {

/// A choice of two or three words, all in sight beside each other. Arrows go from one to the next.
class SegmentControl : public FieldControl {
    Q_OBJECT

public:
    explicit SegmentControl(QString path, QWidget* parent = nullptr);

    void set_entries(const std::vector<PickerEntry>& entries);
    QWidget* editor() const override { return box_; }
    /// The part that is chosen.
    QAbstractButton* chosen() const { return parts_->checkedButton(); }

protected:
    void display(const FieldValue& value) override;
    void display_mark(bool) override {}
    int editor_width() const override { return box_->sizeHint().width(); }

private:
    QWidget* box_;
    QButtonGroup* parts_;
    std::vector<QString> ids_;
    QString current_;
};

} // namespace rigwright
