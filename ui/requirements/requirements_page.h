// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/advise/fixes.h"
#include "core/advise/requirements.h"
#include "core/advise/sufficient_build.h"
#include "core/advise/workload_share.h"
#include "ui/controls/card.h"
#include "ui/controls/picker_control.h"
#include "ui/controls/quantity_label.h"
#include "ui/document/document.h"
#include "ui/document/live.h"
#include "ui/format/table_model.h"
#include "ui/format/words.h"

#include <QCheckBox>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QSpinBox>
#include <QTableView>
#include <QWidget>

#include <array>
#include <optional>

class QVBoxLayout;

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

/// From the requirements to the build: a public dataset or the user's own, tiles, the models that share the machine;
/// the requirement of each resource and its reason, the build's value, and one edit that upgrades the insufficient
/// parts.
class RequirementsPage : public QScrollArea {
    Q_OBJECT

public:
    RequirementsPage(Document& document, const Localization& words, QWidget* parent = nullptr);

    bool is_settled() const { return parts_.is_current(); }

signals:
    void working_requested(const QString& quantity);
    void field_requested(const QString& path);

protected:
    void showEvent(QShowEvent* event) override;

private:
    struct Row {
        QLabel* name = nullptr;
        /// Hidden if nothing requires it.
        QuantityLabel* needed = nullptr;
        QuantityLabel* present = nullptr;
        ShareBar* bar = nullptr;
        QLabel* margin = nullptr;
        QLabel* reason = nullptr;
    };
    struct SampleFigure {
        const char* quantity;
        QLabel* caption;
        QuantityLabel* value;
    };

    QLabel* add_title(QVBoxLayout* column);
    QuantityLabel* add_quantity(const std::string& id);
    void build_data(QVBoxLayout* column);
    void build_defect(QVBoxLayout* column);
    void build_results(QVBoxLayout* column);
    void build_workloads(QVBoxLayout* column);
    void fill_pickers();
    void choose_dataset(const FieldValue& id);
    void change_tiling();
    void add_workload(const FieldValue& id);
    void remove_workload() { model_->remove(view_->currentIndex().row()); }
    void apply();
    void follow();
    void show_data();
    void show_samples(const NeedAnswer& answer);
    void show_defect();
    void apply_defect(std::size_t which);
    void show_row(Row& row, const Requirement* requirement);
    void show_month(const NeedAnswer& answer);
    void show_plan();
    void open_share(const QModelIndex& index);
    void retranslate();

    Document& document_;
    const Localization& words_;
    /// The smallest parts that meet the requirements, computed while the page is visible.
    Live<std::optional<SufficientBuild>> parts_;
    WorkloadModel* model_;
    PickerControl* datasets_ = nullptr;
    QCheckBox* tiling_ = nullptr;
    /// Height, width, overlap.
    std::array<QSpinBox*, 3> tile_{};
    std::array<QLabel*, 3> tile_labels_{};
    std::vector<SampleFigure> samples_;
    QLabel* defect_title_ = nullptr;
    /// How to keep the smallest defect visible at the input: a larger input, tiles. Hidden if nothing has to be done.
    std::array<QLabel*, 2> defect_texts_{};
    std::array<QPushButton*, 2> defect_buttons_{};
    std::vector<DefectAnswer> defect_answers_;
    std::array<QLabel*, 4> headings_{};
    std::array<Row, resource_count> rows_;
    /// The effect of "Apply to build", or the reason why it has none.
    QLabel* plan_ = nullptr;
    QPushButton* apply_ = nullptr;
    QTableView* view_ = nullptr;
    PickerControl* further_ = nullptr;
    QuantityLabel* utilisation_ = nullptr;
    QuantityLabel* machines_ = nullptr;
    QLabel* hint_ = nullptr;
    bool following_ = false;
};

} // namespace rigwright
