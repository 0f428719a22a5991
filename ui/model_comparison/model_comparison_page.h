// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/estimate/model_comparison.h"
#include "ui/controls/picker_control.h"
#include "ui/document/document.h"
#include "ui/format/table_model.h"
#include "ui/format/words.h"

#include <QLabel>
#include <QPushButton>
#include <QStyledItemDelegate>
#include <QTableView>
#include <QTimer>

class QBoxLayout;

namespace rigwright {

/// Compared models as a table: sortable by any column and by list order, copied with exact numbers.
class ModelComparisonTable : public TableModel {
    Q_OBJECT

public:
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

/// The rows of a model comparison, updated with the document. A list too long for one frame is computed in slices
/// between window events; rows are published together, all for the same state of the document.
class ModelComparisonSource : public QObject {
    Q_OBJECT

public:
    ModelComparisonSource(Document& document, QObject* parent);

    void set_presets(const QStringList& presets);
    void add(const QString& preset);
    void remove(const QStringList& presets);
    /// Uses a row's preset as the document's model, as one undo step; the previous model stays in the list.
    void use(const QString& preset, const QString& description);
    /// Computes only while visible.
    void set_active(bool active);

    const std::vector<ModelRow>& rows() const { return rows_; }
    /// The document state of `rows`.
    const Scenario& scenario() const { return shown_; }
    bool is_complete() const { return active_ && !stale_ && !slices_.isActive(); }

signals:
    void changed();

private:
    void follow();
    void start();
    void compute_slice();
    std::vector<std::string> wanted() const;

    Document& document_;
    QStringList presets_;
    QTimer slices_;
    bool active_ = false;
    bool stale_ = true;
    Scenario asked_;
    std::vector<std::string> waiting_;
    std::vector<ModelRow> coming_;
    Scenario shown_;
    std::vector<ModelRow> rows_;
};

/// Model comparison: which models fit the task, and at what cost. Compares several models with the plan's dataset and
/// machine; one of them can be applied.
class ModelComparisonPage : public QWidget {
    Q_OBJECT

public:
    ModelComparisonPage(Document& document, const Localization& words, QWidget* parent);

    void copy_table() const;
    void copy_selected() const;
    /// Nothing is being computed.
    bool is_settled() const { return !isVisible() || source_->is_complete(); }

protected:
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    void build_table();
    QBoxLayout* build_choice();
    QBoxLayout* build_buttons();
    template <typename Action>
    void add_key(const QKeySequence& key, Action action);
    void follow();
    void follow_selection();
    void span_reasons();
    void show_caption();
    void show_arrived();
    void select(const QStringList& presets);
    QList<int> selected_rows() const;
    QStringList selected_presets() const;
    void add_model(const QString& preset);
    void use_list(int row);
    void use_selected();
    void remove_selected();
    void fill_lists();
    void retranslate();

    Document& document_;
    const Localization& words_;
    ModelComparisonSource* source_;
    ModelComparisonTable* table_;
    QTableView* view_;
    QLabel* caption_;
    QComboBox* lists_;
    PickerControl* picker_;
    QPushButton* use_ = nullptr;
    QPushButton* remove_ = nullptr;
    /// The last added model, to be selected when its row appears.
    QString arriving_;
};

/// Cells with horizontal padding. Sentences that span the following columns do not widen it.
class ReasonDelegate : public QStyledItemDelegate {
    Q_OBJECT

public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
};

} // namespace rigwright
