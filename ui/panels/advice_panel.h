// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/advise/advice_json.h"
#include "core/advise/largest.h"
#include "core/advise/remedy_table.h"
#include "ui/document/live.h"
#include "ui/format/words.h"

#include <QGridLayout>
#include <QLabel>
#include <QPushButton>

#include <array>
#include <vector>

namespace rigwright {

/// Fixes for a plan, and what fits on its machine.
struct Advice {
    /// Empty if the plan has no verdict.
    std::optional<PlanEffect> plan;
    std::vector<Remedy> remedies;
    std::vector<FitAnswer> answers;
};

/// Whether the plan needs more memory than its machine has, and thus fixes.
bool is_short_of_memory(const Evaluation& evaluation);

/// The advice for a document, shared by all views: requested when a change settles to a plan that does not fit with its
/// margin. For other plans, a page requests it when shown.
Live<Advice>& advice_of(Document& document);

/// Texts of a piece of advice.
struct AdviceText {
    QString what;
    /// Its effect and cost, one sentence per line.
    QString explanation;
    QString remark;
    /// Its effect on the training; part of the remark.
    QString reach;
    /// Empty if unknown.
    QString memory;
    QString saved;
    QString time;
    QString slower;
    std::optional<Verdict> verdict;
    /// Empty if there is nothing to apply.
    ScenarioChanges changes;
};

AdviceText text_of(const Remedy& remedy, const PlanEffect& plan, const Localization& words);
AdviceText text_of(const FitAnswer& answer, const Localization& words);

/// Advice as table lines: sign, text, memory, step time, and a button that applies it; savings, costs and effects on
/// the training below that, or beside it if there is room for one line only. Lines are reused.
class AdviceRows : public QWidget {
    Q_OBJECT

public:
    enum class Form { two_lines, one_line };

    explicit AdviceRows(QWidget* parent, Form form = Form::two_lines);

    void show_advice(std::vector<AdviceText> advice, const Localization& words);
    int shown() const { return static_cast<int>(advice_.size()); }
    const AdviceText& advice(int row) const { return advice_[static_cast<std::size_t>(row)]; }
    QPushButton* button(int row) const { return rows_[static_cast<std::size_t>(row)].apply; }

signals:
    /// Apply this line.
    void chosen(int row);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    enum Part { sign, what, remark, memory, saved, time, slower, part_count };
    struct Row {
        std::array<QLabel*, part_count> labels{};
        QPushButton* apply = nullptr;
    };

    void add_row();
    void fill(std::size_t row, const Localization& words);
    void paint_sign(std::size_t row);
    /// In one line, hides remarks and effects that do not fit.
    void show_remarks();
    bool is_one_line() const { return form_ == Form::one_line; }

    Form form_;
    QGridLayout* grid_;
    QLabel* memory_heading_;
    QLabel* time_heading_;
    std::vector<Row> rows_;
    std::vector<AdviceText> advice_;
};

} // namespace rigwright
