// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/extent_curve_plot.h"

#include "core/scenario/resolved_model.h"
#include "ui/plots/memory_image_plot.h"

namespace rigwright {

ExtentCurvePlot::ExtentCurvePlot(SampleExtent extent, Document& document, const Words& words, QWidget* parent)
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
    case SampleExtent::sequence_length: return input.sequence_length.value_or(1);
    case SampleExtent::image_size: return input.image_height.value_or(1);
    case SampleExtent::gpu_count: return gpu_count(scenario.build);
    }
    return 1;
}

void ExtentCurvePlot::set_present(std::int64_t value)
{
    const ScenarioChanges* edit = edit_to(value);
    if (edit == nullptr) return;
    if (const std::optional<Scenario> next = changed(document().scenario(), *edit))
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

QString image_text(const Words& words, std::int64_t height, std::int64_t width)
{
    const auto count = [&words](std::int64_t number) {
        return words.text(Value{static_cast<double>(number), Unit::count});
    };
    return MemoryImagePlot::tr("%1 × %2 px", "height and width").arg(count(height), count(width));
}

} // namespace rigwright
