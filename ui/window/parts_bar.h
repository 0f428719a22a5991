// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/document/page.h"

#include <functional>
#include <memory>

namespace rigwright {

enum class PartsOf { memory, step };
/// May return null.
using AnswerBefore = std::function<std::shared_ptr<const Evaluation>()>;

/// A bar of the parts of a whole, with a legend whose numbers open their calculations: peak memory, or step time, with
/// the bottleneck's part in the accent color. The largest parts come first; parts of zero are omitted, or listed with a
/// text. With a previous evaluation, shows two bars on one scale and `before → after` in the legend. The object name is
/// "memory_parts" or "step_parts_bar".
QWidget* parts_bar(PartsOf what, const PageContext& context, QWidget* parent, bool lists_all = false,
                   AnswerBefore before = {});
/// Maximum number of parts in the legend, largest first.
void show_most(QWidget& bar, std::size_t parts);

} // namespace rigwright
