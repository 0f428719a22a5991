// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/advise/advice_json.h"
#include "ui/document/advice_source.h"
#include "ui/format/words.h"

#include <QGridLayout>
#include <QLabel>
#include <QPushButton>

#include <vector>

namespace rigwright {

/// One piece of advice in words.
struct AdviceText {
    QString what;
    /// What it does and costs, a sentence a line.
    QString explanation;
    QString remark;
    /// Empty where it is not known.
    QString memory;
    QString saved;
    QString time;
    QString slower;
    std::optional<Verdict> verdict;
    /// Empty where there is nothing to take over.
    ScenarioChanges changes;
};

AdviceText text_of(const Remedy& remedy, const PlanEffect& plan, const Words& words);
AdviceText text_of(const FitAnswer& answer, const Words& words);

/// Advice as lines of a table: sign, words, memory, time of a step, and the button that takes it over. Lines are kept
/// and filled anew.
class AdviceRows : public QWidget {
    Q_OBJECT

public:
    explicit AdviceRows(QWidget* parent);

    void show_advice(std::vector<AdviceText> advice, const Words& words);
    int shown() const { return static_cast<int>(advice_.size()); }
    const AdviceText& advice(int row) const { return advice_[static_cast<std::size_t>(row)]; }
    QPushButton* button(int row) const { return rows_[static_cast<std::size_t>(row)].apply; }

signals:
    /// A line is to be taken over.
    void chosen(int row);

protected:
    void changeEvent(QEvent* event) override;

private:
    struct Row {
        QLabel* sign = nullptr;
        QLabel* what = nullptr;
        QLabel* remark = nullptr;
        QLabel* memory = nullptr;
        QLabel* saved = nullptr;
        QLabel* time = nullptr;
        QLabel* slower = nullptr;
        QPushButton* apply = nullptr;

        std::vector<QWidget*> widgets() const { return {sign, what, remark, memory, saved, time, slower, apply}; }
    };

    void add_row();
    void fill(std::size_t row, const Words& words);
    void paint_sign(std::size_t row);

    QGridLayout* grid_;
    QLabel* memory_heading_;
    QLabel* time_heading_;
    std::vector<Row> rows_;
    std::vector<AdviceText> advice_;
};

} // namespace rigwright
