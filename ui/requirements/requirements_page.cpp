// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/requirements/requirements_page.h"

#include "core/estimate/defect_size.h"
#include "core/hardware/catalog.h"
#include "core/scenario/words.h"
#include "core/text/comparison_text.h"

#include <QEvent>
#include <QSignalBlocker>

namespace rigwright {

namespace {

constexpr int own_data = 0;

/// The fields that a public data set fills.
Scenario with_dataset(Scenario scenario, const DatasetRecord& record)
{
    Dataset& dataset = scenario.dataset;
    dataset.samples = record.samples;
    dataset.tokens.reset();
    dataset.source_height = record.source_height;
    dataset.source_width = record.source_width;
    dataset.encoded_bytes_per_sample = record.encoded_bytes_per_sample;
    dataset.encoding = from_word<SampleEncoding>(record.encoding);
    scenario.requirements.positive_share.reset();
    if (record.positive_samples)
        scenario.requirements.positive_share =
            static_cast<double>(*record.positive_samples) / static_cast<double>(record.samples);
    if (!record.positive_samples) scenario.requirements.balanced_epochs = false;
    return scenario;
}

/// A number of the smallest defect at the input.
std::optional<Value> defect_value(std::string_view id, const Evaluation& plan, const EngineData& data)
{
    const auto defect = defect_at_input(plan, data);
    if (!defect) return std::nullopt;
    if (id == "requirements.defect_kept") return Value{defect->kept(), Unit::ratio};
    if (defect->is_kept()) return std::nullopt;
    const PixelSides input = input_that_keeps(*defect, plan, data);
    if (id == "requirements.defect_input_height") return value_of(Count(input[0]));
    if (id == "requirements.defect_input_width") return value_of(Count(input[1]));
    const auto tiling = tiles_that_keep(*defect);
    if (!tiling) return std::nullopt;
    if (id == "requirements.defect_tile_height") return value_of(Count(tiling->tile_height));
    if (id == "requirements.defect_tile_width") return value_of(Count(tiling->tile_width));
    return std::nullopt;
}

/// What the list of parts is headed by.
const char* heading_of(const SufficientBuild& build)
{
    if (!build.steps.empty()) return "need.steps";
    return build.missed.empty() ? "need.no-step" : "need.no-part";
}

bool is_dataset(const Scenario& scenario, const DatasetRecord& record)
{
    return with_dataset(scenario, record).dataset == scenario.dataset;
}

} // namespace

void RequirementsPage::choose_preset(int index)
{
    if (index <= own_data) return;
    const auto& all = document_.data()->hardware.datasets;
    const DatasetRecord& record = all[static_cast<std::size_t>(index) - 1];
    document_.set_scenario(with_dataset(document_.scenario(), record), tr("data set %1").arg(from_utf8(record.name)));
}

void RequirementsPage::change_tiling()
{
    if (following_) return;
    Scenario next = document_.scenario();
    next.requirements.tiling.reset();
    if (tiling_->isChecked())
        next.requirements.tiling = Tiling{tile_[0]->value(), tile_[1]->value(), tile_[2]->value()};
    if (next != document_.scenario() && !document_.set_scenario(next, tr("tiles"))) follow();
}

void RequirementsPage::add_workload()
{
    if (further_->currentIndex() >= 0) model_->add(further_->currentData().toString());
}

void RequirementsPage::remove_workload() { model_->remove(view_->currentIndex().row()); }

void RequirementsPage::apply() { source_.apply(tr("parts that suffice")); }

void RequirementsPage::follow()
{
    if (!isVisible()) return;
    following_ = true;
    show_data();
    show_defect();
    const auto answer = answer_need(document_.evaluation(), *document_.data());
    if (answer) {
        show_samples(*answer);
        for (std::size_t i = 0; i < rows_.size(); ++i) show_row(rows_[i], answer->row(static_cast<Resource>(i)));
        show_month(*answer);
    }
    show_plan();
    following_ = false;
}

void RequirementsPage::show_data()
{
    const Scenario& scenario = document_.scenario();
    const auto& all = document_.data()->hardware.datasets;
    int chosen = own_data;
    for (std::size_t i = 0; i < all.size(); ++i)
        if (is_dataset(scenario, all[i])) chosen = static_cast<int>(i) + 1;
    const QSignalBlocker quiet(preset_);
    preset_->setCurrentIndex(chosen);
    preset_->setToolTip(chosen > own_data
                            ? from_utf8(all[static_cast<std::size_t>(chosen) - 1].provenance.source).toHtmlEscaped()
                            : QString());
    const auto& tiling = scenario.requirements.tiling;
    const QSignalBlocker still(tiling_);
    tiling_->setChecked(tiling.has_value());
    const std::array<std::int64_t, 3> sides{tiling ? tiling->tile_height : 0, tiling ? tiling->tile_width : 0,
                                            tiling ? tiling->overlap : 0};
    for (std::size_t i = 0; i < tile_.size(); ++i) {
        const QSignalBlocker silent(tile_[i]);
        tile_[i]->setEnabled(tiling.has_value());
        if (tiling) tile_[i]->setValue(static_cast<int>(sides[i]));
    }
}

void RequirementsPage::show_samples(const NeedAnswer& answer)
{
    for (SampleFigure& figure : samples_) {
        const std::string_view id = figure.quantity;
        std::optional<Value> value = defect_value(id, document_.evaluation(), *document_.data());
        if (answer.samples && id == "requirements.plain_epoch") value = Value{answer.samples->plain, Unit::count};
        if (answer.samples && answer.samples->positive_share) {
            if (id == "requirements.positives") value = Value{answer.samples->positives, Unit::count};
            if (id == "requirements.balanced_epoch") value = Value{answer.samples->balanced, Unit::count};
            if (id == "requirements.repeats") value = Value{answer.samples->repeats, Unit::ratio};
        }
        figure.caption->setVisible(value.has_value());
        figure.value->setVisible(value.has_value());
        figure.value->setEnabled(value.has_value());
        if (value) figure.value->show_text(words_.text(*value), words_.quantity(id));
        figure.caption->setText(words_.quantity(id));
    }
}

void RequirementsPage::show_defect()
{
    defect_answers_ = defect_answers(document_.evaluation(), *document_.data());
    defect_title_->setVisible(!defect_answers_.empty());
    defect_title_->setText(words_.text("need.defect"));
    for (std::size_t i = 0; i < defect_texts_.size(); ++i) {
        const bool there = i < defect_answers_.size();
        defect_texts_[i]->setVisible(there);
        defect_buttons_[i]->setVisible(there);
        if (!there) continue;
        const DefectAnswer& answer = defect_answers_[i];
        const QString what = words_.text("fix." + answer.fix.what.code, answer.fix.what.arguments);
        const auto& estimate = answer.estimate;
        defect_buttons_[i]->setEnabled(estimate.has_value());
        defect_buttons_[i]->setAccessibleName(what);
        defect_texts_[i]->setText(what);
        if (!estimate || !estimate->memory || !estimate->time || !estimate->time->knows_run()) continue;
        defect_texts_[i]->setText(words_.text("need.defect-answer", {{"what", what.toStdString()},
                                                                     {"memory", value_of(estimate->memory->total)},
                                                                     {"step", value_of(estimate->time->step)},
                                                                     {"run", value_of(estimate->time->total)}}));
    }
}

void RequirementsPage::apply_defect(std::size_t which)
{
    if (which >= defect_answers_.size()) return;
    const Fix fix = defect_answers_[which].fix;
    if (const auto next = changed(document_.scenario(), fix.changes))
        document_.set_scenario(*next, words_.text("fix." + fix.what.code, fix.what.arguments));
}

void RequirementsPage::show_row(Row& row, const Requirement* requirement)
{
    const bool asked = requirement != nullptr;
    for (QWidget* widget :
         std::initializer_list<QWidget*>{row.name, row.needed, row.present, row.bar, row.margin, row.reason})
        widget->setVisible(asked);
    row.needed->setEnabled(asked);
    row.present->setEnabled(asked && requirement->present);
    if (!asked) return;
    const QString name = words_.text(requirement->name);
    const bool limit = is_limit(requirement->resource);
    row.name->setText(name);
    row.needed->show_text((limit ? QStringLiteral("≤ ") : QStringLiteral("≥ ")) + words_.text(requirement->needed()),
                          name);
    const QString at_least = requirement->present_is_lower_bound ? QStringLiteral("≥ ") : QString();
    row.present->show_text(
        requirement->present ? at_least + words_.text(requirement->present->amount) : tr("not known"), name);
    const auto margin = requirement->margin();
    const std::optional<double> ratio = margin ? std::optional(1.0 + *margin) : std::nullopt;
    row.bar->show_ratio(ratio, requirement->is_met());
    row.margin->setText(margin ? from_utf8(margin_text(*margin, words_.table())) : QString());
    const Demand& binding = requirement->demands[requirement->binding];
    row.reason->setText(binding.workload.empty() ? words_.text("demand." + binding.code)
                                                 : words_.text("demand.workload", {{"workload", binding.workload}}));
}

void RequirementsPage::show_month(const NeedAnswer& answer)
{
    model_->show_month(answer.month);
    const bool known = answer.month.has_value();
    utilisation_->setVisible(known);
    machines_->setVisible(known);
    utilisation_->setEnabled(known);
    machines_->setEnabled(known);
    if (!known) return;
    const Value share{answer.month->utilisation, Unit::share};
    utilisation_->show_text(tr("All runs take %1 of a month").arg(words_.text(share)),
                            words_.quantity("requirements.month_utilisation"));
    const Value machines = value_of(Count(answer.month->machines));
    machines_->show_text(answer.month->machines == 1 ? tr("one such machine suffices")
                                                     : tr("%1 such machines are needed").arg(words_.text(machines)),
                         words_.quantity("requirements.machines"));
}

void RequirementsPage::show_plan()
{
    apply_->setEnabled(false);
    if (!source_.is_current()) {
        plan_->setText(tr("Looking for the smallest parts that suffice…"));
        return;
    }
    const SufficientBuild& build = source_.advice()->build;
    QStringList lines;
    lines += words_.text(heading_of(build));
    for (const BuildStep& step : build.steps)
        lines += QStringLiteral("• ") + words_.text("step." + step.code, step.arguments);
    for (const Resource resource : build.missed)
        lines +=
            words_.text("need.still-missed", {{"what", MessageCode{std::string("requirement.") + key_of(resource)}}});
    for (const Resource resource : build.not_judged)
        lines +=
            words_.text("need.not-judged", {{"what", MessageCode{std::string("requirement.") + key_of(resource)}}});
    plan_->setText(lines.join(QLatin1Char('\n')));
    apply_->setEnabled(!build.steps.empty());
}

void RequirementsPage::open_share(const QModelIndex& index)
{
    if (index.column() != WorkloadModel::run && index.column() != WorkloadModel::share) return;
    emit working_asked(QStringLiteral("requirements.workloads[%1]").arg(index.row()));
}

void RequirementsPage::changeEvent(QEvent* event)
{
    QScrollArea::changeEvent(event);
    if (event->type() == QEvent::LanguageChange) retranslate();
}

void RequirementsPage::showEvent(QShowEvent* event)
{
    QScrollArea::showEvent(event);
    source_.set_watched(true);
    follow();
}

void RequirementsPage::hideEvent(QHideEvent* event)
{
    QScrollArea::hideEvent(event);
    source_.set_watched(false);
}

} // namespace rigwright
