// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/run/doubling.h"
#include "core/estimate/time/step_causes.h"
#include "core/estimate/working/explain.h"
#include "core/estimate/working/workings.h"
#include "ui/controls/card.h"
#include "ui/controls/quantity_label.h"
#include "ui/document/curves.h"
#include "ui/document/document.h"
#include "ui/document/follow.h"
#include "ui/document/page.h"
#include "ui/format/layout.h"
#include "ui/format/words.h"
#include "ui/theme/theme.h"

#include <QEvent>
#include <QGridLayout>
#include <QLabel>
#include <QScrollArea>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>
#include <vector>

namespace rigwright {

/// The bottleneck of the step and its share, the effect of doubling each component, and the time beyond the bound of
/// the matrix units; peak compute of the machine and total compute of the run. Follows the document while visible.
class LimitsPanel : public QScrollArea {
    Q_OBJECT

public:
    LimitsPanel(const PageContext& context, QWidget* parent)
        : QScrollArea(parent),
          document_(context.document),
          words_(context.words),
          requests_(context.requests),
          curves_(curves_of(document_)),
          content_(new QWidget),
          nothing_(wrapped_label(nullptr))
    {
        setObjectName(QStringLiteral("limits"));
        make_page(*this, Qt::ScrollBarAsNeeded);
        auto* page = new QWidget;
        auto* column = new QVBoxLayout(page);
        nothing_->setAlignment(Qt::AlignCenter);
        nothing_->setForegroundRole(QPalette::PlaceholderText);
        fill(column, {nothing_, content_, Stretch{}});
        auto* grid = new QGridLayout(content_);
        grid->setContentsMargins(0, 0, 0, 0);
        grid->setHorizontalSpacing(12);
        grid->setVerticalSpacing(4);
        grid->setColumnStretch(1, 1);
        headline_ = add_quantity("time.bottleneck_share");
        headline_->set_emphasis(1.25, true);
        grid->addWidget(headline_, 0, 0, 1, 4, Qt::AlignLeft);
        next_ = small_label(this);
        grid->addWidget(next_, 1, 0, 1, 4);
        levers_title_ = add_title(grid);
        for (std::size_t i = 0; i < what_if_target_count; ++i)
            levers_.push_back(add_row(grid, std::string("time.doubled.") + key_of(static_cast<WhatIfTarget>(i))));
        best_ = add_remark(grid);
        gap_title_ = add_title(grid);
        bound_ = add_row(grid, "time.peak_bound_seconds");
        for (std::size_t i = 0; i < gap_count; ++i) gap_.push_back(add_row(grid, {}));
        step_ = add_row(grid, "time.step_from_bound");
        roofline_ = add_row(grid, "time.roofline_seconds");
        saturation_ = add_quantity("time.saturation_micro_batch");
        grid->setRowMinimumHeight(grid->rowCount(), 8);
        grid->addWidget(saturation_, grid->rowCount(), 0, 1, 4, Qt::AlignLeft);
        machine_title_ = add_title(grid);
        for (const std::string_view peak : explained_peaks()) machine_.push_back(add_row(grid, std::string(peak)));
        machine_note_ = add_remark(grid);
        work_ = add_row(grid, "time.pf_days");
        // A long value that also needs the bar's place.
        const int last = grid->rowCount() - 1;
        grid->removeWidget(work_.value);
        grid->addWidget(work_.value, last, 1, 1, 3, Qt::AlignRight);
        setWidget(page);
        follow_while_shown(this, document_, [this] { follow(); });
        connect(&curves_, &LiveSignal::changed, this, [this] {
            if (isVisible()) follow();
        });
    }

private:
    /// Name, bar, number and note in one line of the grid.
    struct Row {
        QLabel* name = nullptr;
        ShareBar* bar = nullptr;
        /// For numbers with a calculation; else `text`.
        QuantityLabel* value = nullptr;
        QLabel* text = nullptr;
        QLabel* note = nullptr;
    };

    /// Content of a row.
    struct Line {
        QString name;
        QString number;
        QString note{};
        /// End of the bar, which starts at `begin`; none without a bar.
        std::optional<double> end{};
        double begin = 0.0;
    };

    QLabel* add_title(QGridLayout* grid)
    {
        QLabel* title = wrapping(heading(1.0, this));
        title->setContentsMargins(0, 10, 0, 2);
        grid->addWidget(title, grid->rowCount(), 0, 1, 4);
        return title;
    }

    QLabel* add_remark(QGridLayout* grid)
    {
        QLabel* remark = wrapping(small_label(this));
        grid->addWidget(remark, grid->rowCount(), 0, 1, 4);
        return remark;
    }

    Row add_row(QGridLayout* grid, const std::string& quantity)
    {
        constexpr QSize bar_size{60, 13};
        const int line = grid->rowCount();
        Row row{plain_label(this), new ShareBar(bar_size, this)};
        row.note = named(plain_label(this), (quantity + ".note").c_str());
        if (quantity.empty()) {
            row.text = plain_label(this);
        } else {
            row.value = add_quantity(quantity);
            row.value->set_alignment(Qt::AlignRight);
        }
        QWidget* number = quantity.empty() ? static_cast<QWidget*>(row.text) : row.value;
        grid->addWidget(row.name, line, 0);
        grid->addWidget(row.bar, line, 1);
        grid->addWidget(number, line, 2, Qt::AlignRight);
        grid->addWidget(row.note, line, 3, Qt::AlignRight);
        return row;
    }

    QuantityLabel* add_quantity(const std::string& id)
    {
        auto* label = new QuantityLabel(QString::fromStdString(id), this);
        connect(label, &QuantityLabel::working_requested, &requests_, &PageRequests::working_requested);
        return label;
    }

    /// Hides rows without content.
    static void show_row(Row& row, const std::optional<Line>& line)
    {
        for (QWidget* part : std::initializer_list<QWidget*>{row.name, row.value, row.text, row.note})
            if (part != nullptr) part->setVisible(line.has_value());
        row.bar->setVisible(line && line->end);
        if (!line) return;
        row.name->setText(line->name);
        if (row.value != nullptr) row.value->show_text(line->number, line->name);
        if (row.text != nullptr) row.text->setText(line->number);
        row.note->setText(line->note);
        if (line->end) row.bar->show_share(line->begin, *line->end);
    }

    /// A part of the step, with its share as a note, starting at `before`.
    Line part_of_step(const QString& name, double seconds, double before = 0.0) const
    {
        const double step = document_.evaluation().time->step.base();
        return {name, words_.text(Value{seconds, Unit::seconds}), share_text(seconds / step), (before + seconds) / step,
                before / step};
    }

    void follow()
    {
        const Evaluation& evaluation = document_.evaluation();
        const bool known = evaluation.time && evaluation.time->step > Seconds();
        nothing_->setVisible(!known);
        content_->setVisible(known);
        nothing_->setText(tr("No time estimate. The missing inputs are listed under Findings."));
        if (!known) return;
        show_causes(*evaluation.time);
        show_levers(*evaluation.time);
        show_gap(*evaluation.time);
        show_saturation();
        show_machine();
    }

    void show_causes(const TimeTerms& terms)
    {
        const auto causes = step_causes(terms);
        const auto name = [this](const StepCause& cause) {
            return words_.text(std::string("bottleneck.") + key_of(cause.cause));
        };
        const auto share = [&](const StepCause& cause) { return share_text(cause.time / terms.step); };
        headline_->show_text(tr("Bottleneck: %1 (%2 of step time)").arg(name(causes[0]), share(causes[0])),
                             words_.quantity("time.bottleneck_share"));
        const bool alone = !(causes[1].time > Seconds());
        next_->setText(alone ? tr("No other bottleneck.") : tr("Next: %1, %2").arg(name(causes[1]), share(causes[1])));
    }

    void show_levers(const TimeTerms& terms)
    {
        constexpr double worth_a_word = 0.005;
        const std::vector<WhatIfResult> all = doublings(document_.evaluation(), *document_.data());
        const auto best = std::ranges::max_element(all, {}, &WhatIfResult::gain);
        levers_title_->setText(tr("Step time if one component were 2× faster"));
        levers_title_->setVisible(!all.empty());
        best_->setText(tr("Doubling any single one hardly changes the step time."));
        best_->setVisible(best != all.end() && best->gain < worth_a_word);
        for (std::size_t i = 0; i < levers_.size(); ++i) {
            Row& row = levers_[i];
            const auto lever = static_cast<WhatIfTarget>(i);
            const auto doubled = std::ranges::find(all, lever, &WhatIfResult::lever);
            if (doubled == all.end()) {
                show_row(row, std::nullopt);
                continue;
            }
            const bool helps = doubled->gain >= worth_a_word;
            show_row(row, Line{words_.text(std::string("lever.") + key_of(lever)), words_.text(value_of(doubled->step)),
                               helps ? tr("−%1").arg(share_text(doubled->gain)) : tr("No effect"),
                               doubled->step / terms.step});
            row.note->setEnabled(helps);
            QFont font = row.name->font();
            font.setBold(helps && doubled == best);
            row.name->setFont(font);
        }
    }

    void show_gap(const TimeTerms& terms)
    {
        const Evaluation& e = document_.evaluation();
        gap_title_->setText(tr("From ideal time (FLOPs ÷ peak) to step time"));
        const PeakGap gap = peak_gap(*e.network, *e.analysis, terms, e.scenario);
        double reached = gap.bound.base();
        show_row(bound_, part_of_step(words_.quantity("time.peak_bound_seconds"), reached));
        for (std::size_t i = 0; i < gap_count; ++i) {
            const double seconds = gap.terms[i].base();
            std::optional<Line> line;
            if (seconds != 0.0)
                line =
                    part_of_step(words_.quantity(std::string("gap.") + key_of(static_cast<Gap>(i))), seconds, reached);
            show_row(gap_[i], line);
            reached += seconds;
        }
        show_row(step_, part_of_step(words_.quantity("time.step_seconds"), terms.step.base()));
        const std::optional<Derivation> rule = explain(e, *document_.data(), roofline_.value->quantity().toStdString());
        std::optional<Line> line;
        if (rule) line = part_of_step(words_.quantity("time.roofline_seconds"), rule->value.number);
        show_row(roofline_, line);
    }

    void show_saturation()
    {
        const LiveCurves::Known& curves = curves_.known();
        const bool known = curves && curves->saturation;
        saturation_->setVisible(known);
        if (!known) return;
        const Saturation& found = *curves->saturation;
        const QString batch = words_.text(value_of(Count(found.knee.micro_batch)));
        const QString share = words_.text(Value{document_.data()->conventions.saturation_share, Unit::share});
        saturation_->show_text(tr("Micro-batch %1 reaches %2 of the best throughput").arg(batch, share),
                               words_.quantity("time.saturation_micro_batch"));
    }

    void show_machine()
    {
        const Evaluation& e = document_.evaluation();
        machine_title_->setText(tr("Peak compute and compute of the run"));
        bool summed = false;
        for (Row& row : machine_) {
            const std::string quantity = row.value->quantity().toStdString();
            const std::optional<Derivation> working = explain(e, *document_.data(), quantity);
            std::optional<Line> line;
            if (working) line = {words_.quantity(quantity), words_.text(working->value)};
            show_row(row, line);
            // The last one is the sum.
            summed = working.has_value();
        }
        machine_note_->setText(
            trains_on_processor(e.scenario.build) ? tr("The CPU computes, loads data and launches the operators.")
            : summed ? tr("Peaks do not add up: GPUs compute the step, CPUs load data and launch kernels.")
                     : tr("Select the CPU to see its peak and the sum."));
        std::optional<Line> work;
        if (const auto& time = e.estimate->time; time && time->pf_days)
            work = {words_.quantity("time.pf_days"),
                    tr("%1 = %2 petaflop/s-days", "compute of a run in FLOPs, then in PF-days")
                        .arg(words_.text(value_of(Flops(*time->pf_days * flops_per_pf_day))),
                             words_.text(Value{*time->pf_days, Unit::ratio}))};
        show_row(work_, work);
    }

    QString share_text(double share) const
    {
        return words_.text(Value{std::round(share * 1000.0) / 1000.0, Unit::share});
    }

    Document& document_;
    const Localization& words_;
    PageRequests& requests_;
    LiveCurves& curves_;
    QWidget* content_;
    QLabel* nothing_;
    QuantityLabel* headline_ = nullptr;
    QLabel* next_ = nullptr;
    QLabel* levers_title_ = nullptr;
    QLabel* best_ = nullptr;
    std::vector<Row> levers_;
    QLabel* gap_title_ = nullptr;
    Row bound_;
    std::vector<Row> gap_;
    Row step_;
    Row roofline_;
    QuantityLabel* saturation_ = nullptr;
    QLabel* machine_title_ = nullptr;
    /// One row for each of `explained_peaks`.
    std::vector<Row> machine_;
    QLabel* machine_note_ = nullptr;
    Row work_;
};

QWidget* limits_page(const PageContext& context, QWidget* parent) { return new LimitsPanel(context, parent); }

} // namespace rigwright

#include "limits_panel.moc"
