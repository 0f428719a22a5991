// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/comparison.h"
#include "ui/compare/build_actions.h"
#include "ui/format/table_model.h"

#include <QTableView>

#include <functional>
#include <optional>
#include <vector>

namespace rigwright {

/// The compared machines as ratios to the baseline: a row per metric; columns for its name, the baseline's number, all
/// ratios together, and each of the first other machines.
class RatioModel : public TableModel {
    Q_OBJECT

public:
    enum Column { metric, baseline_number, axis, first_machine };
    enum class Side { better, worse, unclear };

    /// A machine's result in one row.
    struct Mark {
        std::size_t machine = 0;
        /// Above 1 if better than the baseline, with the ends of its range.
        Ratio score;
        Side side = Side::unclear;
    };

    RatioModel(Document& document, const Localization& words, const BuildActions& actions, QObject* parent);

    void follow();
    /// Machines with ratios, minus the baseline.
    std::size_t compared_machines() const { return others_.size(); }
    /// The result in one sentence.
    QString sentence() const;
    /// Omissions of the ratios, and machines that are not compared, with reasons.
    QString notes() const;

    std::vector<Mark> marks(int row) const;
    std::optional<Mark> mark(int row, std::size_t machine) const;
    /// The project index of a column's machine; the baseline's for other columns.
    std::size_t machine_at(int column) const;
    QString quantity_of_row(int row) const { return from_utf8(table_.rows[static_cast<std::size_t>(row)].quantity); }
    /// The ends of the axis, below and above 1.
    Ratio extent() const;

private:
    int row_count() const override { return static_cast<int>(table_.rows.size()); }
    QString name_text(int row) const;
    QString remark(const RatioRow& row) const;
    QString number_text(const RatioRow& row, std::size_t place) const;
    /// "1.9 × faster", then the number and its range.
    QString machine_text(int row, std::size_t place) const;
    QString verdict_text(const RatioRow& row, std::size_t place) const;
    QString axis_text(int row) const;
    bool lacks_memory(std::size_t place) const;
    std::optional<Ratio> score(const RatioRow& row, std::size_t place) const;
    const RatioRow* row_of(std::string_view quantity) const;
    QString clause(std::size_t place) const;
    QString letter_at(std::size_t place) const;
    QString name_at(std::size_t place) const { return actions_.name_of(builds_[place]); }

    Document& document_;
    const Localization& words_;
    const BuildActions& actions_;
    /// Project indices of the pinned machines; a place is an index in it.
    std::vector<std::size_t> builds_;
    RatioTable table_;
    /// Places of the compared machines, and of those with columns.
    std::vector<std::size_t> others_;
    std::vector<std::size_t> shown_;
};

/// Receives the machine and quantity of a clicked row.
using RatioOpener = std::function<void(std::size_t machine, const QString& quantity)>;

/// Draws the model: letters on a logarithmic axis, whiskers for ranges, worse ratios on tint.
QTableView* ratio_view(RatioModel& model, RatioOpener open, QWidget* parent);

} // namespace rigwright
