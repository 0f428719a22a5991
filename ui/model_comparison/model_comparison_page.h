// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <Qt>

namespace rigwright {

/// Columns and roles of the table of models.
struct ModelTable {
    enum Column {
        name_column,
        task_column,
        input_column,
        memory_column,
        verdict_column,
        largest_batch_column,
        step_column,
        epoch_column,
        training_column,
        parameters_column,
        macs_column,
        flops_column,
        column_count
    };

    /// Reason why a row has no memory and times; on its memory column.
    static constexpr int reason_role = Qt::UserRole;
    /// The preset's id; empty for a model without preset.
    static constexpr int preset_role = Qt::UserRole + 1;
};

} // namespace rigwright
