// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/comparison.h"
#include "ui/compare/build_actions.h"
#include "ui/format/table_model.h"
#include "ui/plots/plot_pane.h"

#include <QFontMetrics>

#include <optional>
#include <vector>

namespace rigwright {

/// The comparison of a project's builds: rows for the verdict, each quantity and each differing input; a column per
/// build, and one for the best.
class ComparisonModel : public TableModel {
    Q_OBJECT

public:
    ComparisonModel(Document& document, const Localization& words, const BuildActions& actions,
                    QObject* parent = nullptr);

    /// Compares the builds again.
    void follow();
    /// Breaks wider ranges into two lines; 0 breaks none.
    void break_ranges(int width, const QFontMetrics& metrics);
    int widest_caption(const QFontMetrics& metrics) const;
    /// Width of a build's longest number; texts of settings may wrap.
    int widest_number(int column, const QFontMetrics& metrics) const;
    void show_differences_only(bool only);

    const Comparison& comparison() const { return comparison_; }
    /// Project indices of the builds, in column order.
    const std::vector<std::size_t>& builds() const { return builds_; }
    /// The quantity id of a cell for its calculation; empty for a cell without a calculated number.
    QString quantity_at(const QModelIndex& index) const;
    /// The build of a cell's column.
    std::optional<std::size_t> build_at(const QModelIndex& index) const;
    /// The numbers for the clipboard, exact in tab-separated text.
    PlotTable table() const;

private:
    /// A quantity or an input; if neither, the verdict.
    struct Line {
        const ComparedRow* row = nullptr;
        const ComparedInput* input = nullptr;
    };

    int row_count() const override { return static_cast<int>(lines_.size()); }
    QVariant special(int row, int column, int role) const override;
    const Line& line_at(int row) const { return lines_[static_cast<std::size_t>(row)]; }
    void fill();
    TableColumn build_column(std::size_t column) const;
    QString caption(const Line& line) const;
    QString text(const Line& line, std::size_t column) const;
    QString best(const Line& line) const;
    QString shown_range(QString range) const;
    QString value_text(const ComparedRow& row, std::size_t column) const;
    PlotCell cell(const Line& line, std::size_t column) const;
    QVariant colour(const Line& line, std::size_t column) const;
    QFont font(const Line& line, std::size_t column) const;

    Document& document_;
    const Localization& words_;
    const BuildActions& actions_;
    std::vector<std::size_t> builds_;
    std::vector<QString> names_;
    Comparison comparison_;
    std::vector<Line> lines_;
    bool differences_only_ = false;
    int range_width_ = 0;
    QFontMetrics range_metrics_{QFont()};
};

} // namespace rigwright
