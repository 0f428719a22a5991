// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/document/hardware_data.h"
#include "ui/format/words.h"

#include <QComboBox>
#include <QDialog>
#include <QDialogButtonBox>
#include <QLabel>
#include <QLineEdit>
#include <QRadioButton>

class QFormLayout;

namespace rigwright {

/// Asks what part shall come into the person's catalogue: other values for a shipped one, a copy of one, or a new one.
class AddPartDialog : public QDialog {
    Q_OBJECT

public:
    AddPartDialog(HardwareData& hardware, QWidget* parent);

    /// The record that was asked for, as the change that makes its file.
    OwnRecordFile wanted() const;
    nlohmann::json record() const;

    QComboBox& kinds() { return *kind_; }
    QComboBox& parts() { return *part_; }
    QLineEdit& id_field() { return *id_; }
    QLineEdit& name_field() { return *name_; }
    QRadioButton& override_choice() { return *override_; }
    QRadioButton& copy_choice() { return *copy_; }
    QRadioButton& new_choice() { return *new_; }
    QDialogButtonBox& buttons() { return *buttons_; }

private:
    void build_choices(QFormLayout* form);
    void fill_parts();
    void suggest_id();
    /// Says what is missing and lets the dialog be accepted when nothing is.
    void judge();
    QString trouble() const;
    RecordKind kind() const { return static_cast<RecordKind>(kind_->currentIndex()); }
    std::string chosen_part() const { return part_->currentData().toString().toStdString(); }

    HardwareData& data_;
    QComboBox* kind_;
    QRadioButton* override_;
    QRadioButton* copy_;
    QRadioButton* new_;
    QComboBox* part_;
    QLineEdit* id_;
    QLineEdit* name_;
    QLabel* trouble_;
    QDialogButtonBox* buttons_;
};

} // namespace rigwright
