// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/advise/workload_share.h"
#include "ui/document/document.h"
#include "ui/format/table_model.h"
#include "ui/format/words.h"

#include <optional>

namespace rigwright {

/// The models that share the machine, the scenario's own first. Names, sizes and runs are edited in place, each edit
/// one undo step; the own model's settings are on the left of the window, its runs here.
class WorkloadModel : public TableModel {
    Q_OBJECT

public:
    enum Column { name, model, samples, epochs, batch, runs, run, share, column_count };

    WorkloadModel(Document& document, const Localization& words, QObject* parent = nullptr);

    bool setData(const QModelIndex& index, const QVariant& value, int role) override;

    void show_month(const std::optional<MonthPlan>& month);
    /// Adds a model of that preset with the samples, epochs and batch of the scenario's own.
    bool add(const QString& preset);
    bool remove(int row);

signals:
    /// The typed text is not a valid number.
    void refused(const QString& message);

private:
    int row_count() const override { return static_cast<int>(workloads_.size()) + 1; }
    bool is_editable(int row, int column) const override;
    Workload workload(int row) const;
    /// What the month says of a model, or a dash.
    QString of_month(int row, const std::function<Value(const WorkloadShare&)>& value) const;
    bool set(int row, int column, const QString& typed, Scenario& next);

    Document& document_;
    const Localization& words_;
    std::optional<MonthPlan> month_;
    std::vector<Workload> workloads_;
};

} // namespace rigwright
