// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/recovery/autosave.h"

#include <QDialog>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>

namespace rigwright {

/// After a crash: the unsaved projects with their dates, and whether the saved file is newer. Nothing is deleted
/// without confirmation.
class RecoveryDialog : public QDialog {
    Q_OBJECT

public:
    RecoveryDialog(RecoveryFolder& folder, std::vector<LeftBehind> sessions, QWidget* parent = nullptr);

    QListWidget* list() const { return list_; }
    QPushButton* restore_button() const { return restore_; }
    QPushButton* discard_button() const { return discard_; }
    QPushButton* later_button() const { return later_; }

signals:
    void restore_requested(const rigwright::LeftBehind& session);

private:
    void fill();
    QString line_of(const LeftBehind& session) const;
    const LeftBehind* chosen() const;
    void restore();
    void discard();
    void retranslate();

    RecoveryFolder& folder_;
    std::vector<LeftBehind> sessions_;
    QLabel* text_;
    QListWidget* list_;
    QPushButton* restore_;
    QPushButton* discard_;
    QPushButton* later_;
};

} // namespace rigwright
