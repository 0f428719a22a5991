// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/document/page.h"

#include <functional>
#include <memory>

namespace rigwright {

enum class PartsOf { memory, step };
/// Null where there is none.
using AnswerBefore = std::function<std::shared_ptr<const Evaluation>()>;

/// A whole as one bar of its parts, with a legend whose numbers open their calculations: the memory at the peak, or the
/// time of a step, where the part that limits it has the accent's colour. The largest parts come first; parts of
/// nothing are left out, or listed with words for them. Beside the answer before there are two bars of one scale, and
/// the legend says `before → after`. Its object name is "memory_parts" or "step_parts_bar".
QWidget* parts_bar(PartsOf what, const PageContext& context, QWidget* parent, bool lists_all = false,
                   AnswerBefore before = {});
/// How many parts the legend shows, the largest first.
void show_most(QWidget& bar, std::size_t parts);

} // namespace rigwright
