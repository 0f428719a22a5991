// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/memory_image_plot.h"

#include "core/scenario/resolved_model.h"

namespace rigwright {

MemoryImagePlot::MemoryImagePlot(Document& document, const Words& words, QWidget* parent)
    : ExtentPlot(SampleExtent::image_size, document, words, parent)
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

} // namespace rigwright
