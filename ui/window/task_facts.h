// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/format/table_model.h"
#include "ui/layers/layer_pane.h"
#include "ui/window/page.h"

#include <vector>

namespace rigwright {

/// The blocks of the network that keep most memory for the backward pass, in the order of execution.
class BlockModel : public TableModel {
    Q_OBJECT

public:
    BlockModel(Document& document, const Localization& words, QObject* parent);

    void follow();

private:
    int row_count() const override { return static_cast<int>(lines_.size()); }

    Document& document_;
    const Localization& words_;
    std::vector<LayerLine> lines_;
};

/// The table of blocks, with the way to all layers.
QWidget* block_table(const PageContext& context, QWidget* parent);
/// What the task asks of a machine: steps, speed for the deadline, storage, CPU and memory, beside what the machine in
/// front has.
QWidget* consequences(const PageContext& context, QWidget* parent);
/// Says that the machine in front has a task of its own; hidden otherwise.
QWidget* own_task_note(const PageContext& context, QWidget* parent);

} // namespace rigwright
