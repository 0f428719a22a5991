// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/requirements/card_model.h"

#include <QComboBox>
#include <QLabel>
#include <QPushButton>
#include <QTableView>
#include <QWidget>

namespace rigwright {

/// One card with the meaning of all its figures, or several side by side.
class CardWindow : public QWidget {
    Q_OBJECT

public:
    CardWindow(Document& document, const Words& words, QWidget* parent = nullptr);

    CardModel& model() const { return *model_; }
    QTableView& view() const { return *view_; }
    QComboBox* picker() const { return picker_; }
    QPushButton* add_button() const { return add_; }
    QPushButton* remove_button() const { return remove_; }
    QString meaning() const { return meaning_->text(); }
    QString verdict() const { return verdict_->text(); }
    /// Shows the card of the build first; cards that were added stay.
    void fill_picker();
    void start_with_build();

protected:
    void changeEvent(QEvent* event) override;

private:
    void add_card();
    void remove_card();
    void show_meaning();
    void show_verdict();
    void retranslate();

    Document& document_;
    const Words& words_;
    CardModel* model_;
    QTableView* view_;
    QComboBox* picker_;
    QPushButton* add_;
    QPushButton* remove_;
    QLabel* verdict_;
    QLabel* meaning_;
};

} // namespace rigwright
