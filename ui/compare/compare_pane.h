// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/compare/build_actions.h"
#include "ui/compare/comparison_model.h"
#include "ui/compare/ratio_view.h"
#include "ui/controls/card.h"

#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QPushButton>
#include <QTableView>
#include <QToolButton>

namespace rigwright {

/// Compares all builds of a project, or the pinned ones: the answer in a sentence, the ratios to a baseline or all
/// numbers, and each build against the limits.
class ComparePane : public QWidget {
    Q_OBJECT

public:
    ComparePane(Document& document, const Localization& words, BuildActions& actions, QWidget* parent = nullptr);

    void copy_table() const;
    /// All numbers in the place of the ratios; a state of the view, no undo step.
    void show_numbers(bool shown);

signals:
    /// The comparison on paper or as a file.
    void report_requested();
    void working_requested(std::size_t build, const QString& quantity);

protected:
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    void build();
    void build_table();
    void follow();
    void fill_baselines();
    void fill_chips();
    void fit_columns();
    void show_note();
    /// Which machines are compared.
    QString shown_text() const;
    void show_limits();
    void show_view();
    void open(const QModelIndex& index);
    void retranslate();

    Document& document_;
    const Localization& words_;
    BuildActions& actions_;
    ComparisonModel* model_;
    QTableView* view_;
    RatioModel* ratio_model_;
    RatioView* ratio_view_;
    QLabel* sentence_;
    QLabel* limits_;
    PlainButton* ratios_;
    PlainButton* numbers_;
    QComboBox* baseline_;
    QCheckBox* differences_;
    QPushButton* copy_;
    QPushButton* report_;
    QLabel* note_;
    /// Visible if prices have changed since the builds were pinned.
    QPushButton* price_;
    QLabel* with_label_;
    QHBoxLayout* chips_;
    QToolButton* add_;
};

} // namespace rigwright
