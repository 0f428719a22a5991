// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/estimate/model_comparison.h"
#include "ui/format/table_model.h"
#include "ui/format/words.h"

namespace rigwright {

/// Compared models as a table: sortable by any column and by list order, copied with exact numbers.
class ModelComparisonTable : public TableModel {
    Q_OBJECT

public:
    enum Column {
        name_column,
        task_column,
        input_column,
        parameters_column,
        macs_column,
        flops_column,
        memory_column,
        verdict_column,
        largest_batch_column,
        step_column,
        epoch_column,
        training_column,
        column_count
    };
    /// Why a row has no memory and times; on the memory column of such rows.
    static constexpr int reason_role = Qt::UserRole;
    /// The preset's id; empty for a model without preset.
    static constexpr int preset_role = Qt::UserRole + 1;

    ModelComparisonTable(std::shared_ptr<const EngineData> data, const Localization& words, QObject* parent);

    /// Shows other rows in the last sort order.
    void show_rows(std::vector<ModelRow> rows);
    const ModelRow& row_at(int row) const { return rows_[static_cast<std::size_t>(row)]; }
    /// The row of a preset, or -1.
    int row_of(const QString& preset) const;
    void retranslate();
    /// The table with exact numbers, for a spreadsheet; of the given rows, or of all.
    QString tab_separated(const QList<int>& rows = {}) const;

    /// A negative column sorts by list order.
    void sort(int column, Qt::SortOrder order = Qt::AscendingOrder) override;

private:
    struct Figure {
        /// Empty if the row has no value: such rows come last in either order.
        std::optional<double> exact;
        QString shown;
    };

    int row_count() const override { return static_cast<int>(rows_.size()); }
    QVariant special(int row, int column, int role) const override;
    std::vector<ModelRow> ordered(std::vector<ModelRow> rows) const;
    QString title_of(const ModelRow& row) const;
    QString task_of(const ModelRow& row) const;
    QString word(const ModelRow& row, int column) const;
    Figure figure(const ModelRow& row, int column) const;
    Figure number(const Estimate& estimate, std::string_view quantity) const;
    Figure step_figure(const Estimate& estimate) const;
    QString tool_tip(const ModelRow& row, int column) const;
    QVariant decoration(const ModelRow& row) const;
    QStringList exact_cells(const ModelRow& row) const;

    /// For the names of models, which stay the same.
    std::shared_ptr<const EngineData> data_;
    const Localization& words_;
    /// In list order, and in display order.
    std::vector<ModelRow> listed_;
    std::vector<ModelRow> rows_;
    int sort_column_ = -1;
    Qt::SortOrder sort_order_ = Qt::AscendingOrder;
};

} // namespace rigwright
