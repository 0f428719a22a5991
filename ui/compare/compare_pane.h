// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/compare/comparison_model.h"

#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QPushButton>
#include <QTableView>

namespace rigwright {

/// The pinned builds beside each other: what differs, by how much against a baseline, which is best where that can be
/// said at all.
class ComparePane : public QWidget {
    Q_OBJECT

public:
    ComparePane(Document& document, const Words& words, BuildActions& actions, QWidget* parent = nullptr);

    QTableView& view() const { return *view_; }
    ComparisonModel& model() const { return *model_; }
    QComboBox& baseline() const { return *baseline_; }
    QCheckBox& differences_only() const { return *differences_; }
    QPushButton& copy_button() const { return *copy_; }
    /// Shown where prices have changed since the builds were pinned.
    QPushButton& price_button() const { return *price_; }
    QPushButton& pin_button() const { return *pin_; }
    QString note() const { return note_->text(); }
    void copy_table() const;

signals:
    /// The comparison on paper or as a file.
    void report_asked();
    void working_asked(std::size_t build, const QString& quantity);

protected:
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    void build();
    void build_table();
    void follow();
    void fill_baselines();
    void fit_columns();
    void show_note();
    void open(const QModelIndex& index);
    void retranslate();

    Document& document_;
    const Words& words_;
    BuildActions& actions_;
    ComparisonModel* model_;
    QTableView* view_;
    QLabel* baseline_label_;
    QComboBox* baseline_;
    QCheckBox* differences_;
    QPushButton* copy_;
    QPushButton* report_;
    QLabel* note_;
    QPushButton* price_;
    QPushButton* pin_;
};

} // namespace rigwright
