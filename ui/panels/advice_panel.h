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

/// What would help a plan, and what would fit on its machine.
struct Advice {
    /// Empty where the plan cannot be judged.
    std::optional<PlanEffect> plan;
    std::vector<Remedy> remedies;
    std::vector<FitAnswer> answers;
};

/// Whether the plan takes too much memory for its machine, so that fixes are wanted.
bool is_short_of_memory(const Evaluation& evaluation);

/// The advice on a document, shared by all who show it: asked for once a change has settled to a plan that does not fit
/// with its margin. For other plans, a page asks when it is shown.
Live<Advice>& advice_of(Document& document);

/// One piece of advice in words.
struct AdviceText {
    QString what;
    /// What it does and costs, a sentence a line.
    QString explanation;
    QString remark;
    /// What it leaves of the training; a part of the remark.
    QString reach;
    /// Empty where it is not known.
    QString memory;
    QString saved;
    QString time;
    QString slower;
    std::optional<Verdict> verdict;
    /// Empty where there is nothing to take over.
    ScenarioChanges changes;
};

AdviceText text_of(const Remedy& remedy, const PlanEffect& plan, const Localization& words);
AdviceText text_of(const FitAnswer& answer, const Localization& words);

/// Advice as lines of a table: sign, words, memory, time of a step, and the button that takes it over; what each saves,
/// costs and leaves of the training below that, or beside it where there is room for one line only. Lines are kept and
/// filled again.
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
    /// A line is to be taken over.
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
    /// In one line, where there is no room for all, the change itself comes first.
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
