// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/hardware/card_sheet.h"
#include "core/measure/proposal.h"
#include "ui/controls/picker_control.h"
#include "ui/document/document.h"
#include "ui/format/table_model.h"
#include "ui/format/words.h"

#include <QDialog>
#include <QDialogButtonBox>
#include <QLabel>
#include <QPushButton>
#include <QTableView>
#include <QTableWidget>
#include <QWidget>

namespace rigwright {

/// GPU comparison: one row per property, one column per card, then the property's meaning and effect.
class CardModel : public TableModel {
    Q_OBJECT

public:
    CardModel(Document& document, const Localization& words, QObject* parent = nullptr);

    void show_cards(const QStringList& ids);
    const QStringList& cards() const { return ids_; }
    std::vector<const Gpu*> records() const;
    /// The message with the property's name.
    std::string code(int row) const { return "card." + sheets_.front()[static_cast<std::size_t>(row)].property; }

    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;
    void retranslate();

private:
    int row_count() const override { return sheets_.empty() ? 0 : static_cast<int>(sheets_.front().size()); }
    /// The source of a figure.
    QVariant special(int row, int column, int role) const override;
    const CardEntry& entry(int row, std::size_t card) const { return sheets_[card][static_cast<std::size_t>(row)]; }

    Document& document_;
    const Localization& words_;
    QStringList ids_;
    std::vector<std::vector<CardEntry>> sheets_;
};

/// One card with the meaning of all its figures, or a comparison of several.
class CardPage : public QWidget {
    Q_OBJECT

public:
    CardPage(Document& document, const Localization& words, QWidget* parent = nullptr);

    /// Lists the card of the build first; added cards stay.
    void fill_picker();
    void start_with_build();

private:
    void add_card(const QString& id);
    void remove_card();
    void show_meaning();
    void show_verdict();
    void retranslate();

    Document& document_;
    const Localization& words_;
    CardModel* model_;
    QTableView* view_;
    PickerControl* picker_;
    QPushButton* remove_;
    QLabel* verdict_;
    QLabel* meaning_;
};

/// The detected hardware of this machine and the corresponding build settings: lines that can be unchecked, and one
/// edit that applies the others. All settings can be changed afterwards.
class MachineDialog : public QDialog {
    Q_OBJECT

public:
    MachineDialog(Document& document, const Localization& words, const Machine& machine, DriverAnswer::State driver,
                  QWidget* parent = nullptr);

private:
    void take_over();
    void retranslate();

    Document& document_;
    const Localization& words_;
    std::vector<FoundPart> parts_;
    DriverAnswer::State driver_;
    QLabel* intro_;
    QTableWidget* table_;
    QLabel* note_;
    QDialogButtonBox* buttons_;
};

} // namespace rigwright
