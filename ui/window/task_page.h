// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/advise/status.h"
#include "ui/format/table_model.h"
#include "ui/window/page.h"

#include <vector>

namespace rigwright {

/// The goals of the task, a row each and one for all of them, against the worst case of every machine.
class GoalsModel : public TableModel {
    Q_OBJECT

public:
    GoalsModel(Document& document, const Localization& words, QObject* parent);

    /// Reads the answers of all machines.
    void follow();
    /// The calculation behind a cell; empty where there is none.
    QString quantity_at(const QModelIndex& index) const;
    /// The machine of a column; of the column of names the first.
    static std::size_t machine_of(int column) { return column > 0 ? static_cast<std::size_t>(column) - 1 : 0; }

private:
    int row_count() const override { return static_cast<int>(goals_.size()) + 1; }
    QVariant special(int row, int column, int role) const override;
    QString name_of(int row) const;
    QString worst_case(int row, std::size_t machine) const;
    QString spoken(int row, std::size_t machine) const;
    /// Null in the last row, and where the machine is not asked.
    const GoalStatus* status_at(int row, std::size_t machine) const;

    Document& document_;
    const Localization& words_;
    /// Those that any machine is asked.
    std::vector<Goal> goals_;
    std::vector<PlanStatus> machines_;
};

/// What is to be trained, on what data and within which limits: the inputs of the task, and how each machine does
/// against its goals.
QWidget* task_page(const PageContext& context, QWidget* parent);

} // namespace rigwright
