// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/extent_plot.h"

#include "core/scenario/resolved_model.h"

#include <QEvent>

namespace rigwright {

ExtentCurvePlot::ExtentCurvePlot(SweepAxis extent, Document& document, const Localization& words, QWidget* parent)
    : SweptPlot(document, words, parent),
      extent_(extent),
      source_(new ExtentSource(document, extent, this))
{
    connect(source_, &ExtentSource::changed, this, &ExtentCurvePlot::curve_arrived);
}

const ScenarioChanges* ExtentCurvePlot::edit_to(std::int64_t value) const
{
    if (curve() == nullptr) return nullptr;
    for (std::size_t i = 0; i < curve()->points.size(); ++i) {
        if (curve()->points[i].value == value) return &curve()->edits[i];
    }
    return nullptr;
}

std::int64_t ExtentCurvePlot::present() const
{
    const Scenario& scenario = document().scenario();
    const ModelInput input = resolve_model(scenario, document().data()->presets).input;
    switch (extent_) {
    case SweepAxis::sequence_length: return input.sequence_length.value_or(1);
    case SweepAxis::image_size: return input.image_height.value_or(1);
    case SweepAxis::gpu_count: return gpu_count(scenario.build);
    }
    return 1;
}

void ExtentCurvePlot::set_present(std::int64_t value)
{
    const ScenarioChanges* edit = edit_to(value);
    if (edit == nullptr) return;
    if (const std::optional<Scenario> next = changed(document().scenario(), *document().data(), *edit))
        document().set_scenario(*next, edit_name());
}

void ExtentCurvePlot::showEvent(QShowEvent* event)
{
    source_->set_watched(true);
    SweptPlot::showEvent(event);
}

void ExtentCurvePlot::hideEvent(QHideEvent* event)
{
    source_->set_watched(false);
    SweptPlot::hideEvent(event);
}

QString image_text(const Localization& words, std::int64_t height, std::int64_t width)
{
    const auto count = [&words](std::int64_t number) {
        return words.text(Value{static_cast<double>(number), Unit::count});
    };
    return MemoryImagePlot::tr("%1 × %2 px", "height and width").arg(count(height), count(width));
}

ExtentPlot::ExtentPlot(SweepAxis extent, Document& document, const Localization& words, QWidget* parent)
    : ExtentCurvePlot(extent, document, words, parent),
      picture_(words)
{}

void ExtentPlot::take_curve()
{
    picture_.set_texts(texts());
    if (curve() != nullptr)
        picture_.take(curve()->points);
    else
        picture_.clear();
}

bool ExtentPlot::draw_curves(PlotCanvas& canvas) const
{
    if (applies()) return picture_.draw(canvas, present_total());
    canvas.show_message(not_this_model());
    return false;
}

std::optional<double> ExtentPlot::marker_value(const Estimate& estimate) const
{
    return picture_.height_of(estimate, present_total());
}

QString ExtentPlot::marker_quantity(const Estimate& estimate) const
{
    return estimate.memory ? words().text(value_of(estimate.memory->total)) : QString();
}

bool ExtentPlot::needs_other_axes(const Estimate& estimate) const
{
    return estimate.memory && marker_value(estimate).value_or(0.0) > canvas().yAxis->range().upper;
}

void ExtentPlot::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange) picture_.set_texts(texts());
    ExtentCurvePlot::changeEvent(event);
}

MemoryImagePlot::MemoryImagePlot(Document& document, const Localization& words, QWidget* parent)
    : ExtentPlot(SweepAxis::image_size, document, words, parent)
{}

QString MemoryImagePlot::plot_title() { return tr("Memory against image size"); }

QString MemoryImagePlot::tab_title() { return tr("Memory · image", "short, for a tab"); }

MemoryTexts MemoryImagePlot::texts() const
{
    return {.axis = tr("Height of the image in pixels (the width keeps the aspect)"),
            .column = tr("Image"),
            .heading = QStringLiteral("%1"),
            .all_fit = tr("Every size drawn here fits into the usable %1 of a GPU."),
            .none_fits = tr("None of these sizes fits into the usable %1 of a GPU."),
            .up_to_fits = tr("Images up to %1 fit into the usable %2 of a GPU."),
            .amount = [this](std::int64_t value) { return amount_text(value); }};
}

QString MemoryImagePlot::edit_name() const { return tr("Image size"); }

QString MemoryImagePlot::not_this_model() const { return tr("This model reads no images."); }

QString MemoryImagePlot::amount_text(std::int64_t value) const
{
    std::int64_t width = value;
    if (const ScenarioChanges* edit = edit_to(value))
        width = std::get<std::int64_t>(edit->back().value);
    else if (value == present())
        width = resolve_model(document().scenario(), document().data()->presets).input.image_width.value_or(value);
    const auto count = [this](std::int64_t number) {
        return words().text(Value{static_cast<double>(number), Unit::count});
    };
    return tr("%1 × %2 px", "height and width").arg(count(value), count(width));
}

MemorySequencePlot::MemorySequencePlot(Document& document, const Localization& words, QWidget* parent)
    : ExtentPlot(SweepAxis::sequence_length, document, words, parent)
{}

QString MemorySequencePlot::plot_title() { return tr("Memory against sequence length"); }

QString MemorySequencePlot::tab_title() { return tr("Memory · sequence", "short, for a tab"); }

MemoryTexts MemorySequencePlot::texts() const
{
    return {.axis = tr("Sequence length (tokens of a sample)"),
            .column = tr("Tokens"),
            .heading = QStringLiteral("%1"),
            .all_fit = tr("Every length drawn here fits into the usable %1 of a GPU."),
            .none_fits = tr("None of these lengths fits into the usable %1 of a GPU."),
            .up_to_fits = tr("Sequences up to %1 fit into the usable %2 of a GPU."),
            .amount = [this](std::int64_t value) { return amount_text(value); }};
}

QString MemorySequencePlot::edit_name() const { return tr("Sequence length"); }

QString MemorySequencePlot::not_this_model() const { return tr("This model reads no sequence of tokens."); }

QString MemorySequencePlot::amount_text(std::int64_t value) const
{
    return tr("%1 tokens").arg(words().text(Value{static_cast<double>(value), Unit::count}));
}

} // namespace rigwright
