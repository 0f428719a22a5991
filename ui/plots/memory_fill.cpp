// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/memory_fill.h"

namespace rigwright {

namespace {

Hatch hatch_of(MemoryPart part)
{
    switch (part) {
    case MemoryPart::weights: return Hatch::backward;
    case MemoryPart::gradients: return Hatch::forward;
    case MemoryPart::optimizer_state: return Hatch::horizontal;
    case MemoryPart::master_weights: return Hatch::dotted;
    case MemoryPart::activations: return Hatch::none;
    case MemoryPart::temporary_buffers: return Hatch::vertical;
    case MemoryPart::communication_buffers: return Hatch::crossed;
    case MemoryPart::framework_overhead: return Hatch::none;
    }
    return Hatch::none;
}

} // namespace

HatchedFill fill_of(MemoryPart part, const Theme& theme)
{
    const QColor colour = theme.part(part);
    QColor hatch = colour.darker(theme.dark ? 165 : 140);
    hatch.setAlpha(170);
    return {colour, hatch_of(part), hatch, theme.dark ? colour.lighter(125) : colour.darker(150)};
}

} // namespace rigwright
