// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/launch/launch_file.h"
#include "ui/document/document.h"
#include "ui/format/words.h"

#include <QComboBox>
#include <QDialog>
#include <QLabel>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QPushButton>

class QBoxLayout;

namespace rigwright {

/// The plan as training engines read it: the file for one of them, what each line comes from, and what the file does
/// not say. It follows the document while it is in sight.
class LaunchDialog : public QDialog {
    Q_OBJECT

public:
    LaunchDialog(Document& document, const Localization& words, QWidget* parent);

    /// Writes the file; false, with the reason in sight, when that fails.
    bool write(const QString& path);

protected:
    void showEvent(QShowEvent* event) override;

private:
    QBoxLayout* build_choice();
    QBoxLayout* build_buttons();
    LaunchTarget target() const;
    void follow();
    void show_findings();
    /// What the line under the cursor comes from.
    void show_source();
    QString name_of_source(const std::string& source) const;
    void copy() const;
    void retranslate();

    Document& document_;
    const Localization& words_;
    LaunchResult shown_;
    QComboBox* engines_;
    QPlainTextEdit* preview_;
    /// What the line under the cursor comes from, or what went wrong.
    QLabel* note_;
    QLabel* findings_label_;
    QListWidget* findings_;
    QPushButton* copy_ = nullptr;
    QPushButton* save_ = nullptr;
};

} // namespace rigwright
