// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/machine/proposal.h"
#include "ui/document/document.h"
#include "ui/format/words.h"

#include <QDialog>
#include <QDialogButtonBox>
#include <QLabel>
#include <QTableWidget>

namespace rigwright {

/// What the system tells of its machine, and what a build would say of it: lines that can be left out, and one edit
/// that takes over the others. Everything can be changed afterwards like any other setting.
class MachineDialog : public QDialog {
    Q_OBJECT

public:
    MachineDialog(Document& document, const Words& words, const Machine& machine, DriverAnswer::State driver,
                  QWidget* parent = nullptr);

    QTableWidget& table() const { return *table_; }
    QDialogButtonBox& buttons() const { return *buttons_; }

protected:
    void changeEvent(QEvent* event) override;

private:
    void take_over();
    void retranslate();

    Document& document_;
    const Words& words_;
    std::vector<FoundPart> parts_;
    DriverAnswer::State driver_;
    QLabel* intro_;
    QTableWidget* table_;
    QLabel* note_;
    QDialogButtonBox* buttons_;
};

} // namespace rigwright
