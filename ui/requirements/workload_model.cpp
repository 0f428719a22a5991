// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/requirements/workload_model.h"

#include "ui/controls/number_text.h"

#include <cmath>

namespace rigwright {

namespace {

constexpr double most_samples = 1e12;
constexpr double most_epochs = 1e6;
constexpr double most_runs = 1e6;

QString plain(double number) { return exact_text(number); }

std::optional<std::int64_t> whole(const QString& typed, double most)
{
    const auto number = number_from_text(typed);
    if (!number || *number < 1.0 || *number > most || std::floor(*number) != *number) return std::nullopt;
    return static_cast<std::int64_t>(*number);
}

} // namespace

WorkloadModel::WorkloadModel(Document& document, const Localization& words, QObject* parent)
    : QAbstractTableModel(parent),
      document_(document),
      words_(words)
{}

void WorkloadModel::show_month(const std::optional<MonthPlan>& month)
{
    const std::vector<Workload>& next = document_.scenario().requirements.workloads;
    const bool same_rows = next.size() == workloads_.size();
    if (!same_rows) beginResetModel();
    workloads_ = next;
    month_ = month;
    if (!same_rows)
        endResetModel();
    else
        emit dataChanged(index(0, 0), index(rowCount() - 1, column_count - 1));
}

int WorkloadModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(workloads_.size()) + 1;
}

int WorkloadModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : column_count; }

Workload WorkloadModel::workload(int row) const
{
    if (row > 0) return workloads_[static_cast<std::size_t>(row) - 1];
    const Scenario& own = document_.scenario();
    return {{}, own.model, own.input, own.dataset, own.training, own.requirements.runs_per_month.value_or(1.0)};
}

QString WorkloadModel::text(int row, int column) const
{
    const Workload of = workload(row);
    const auto count = [this](std::int64_t number) { return words_.text(value_of(Count(number))); };
    QString dash = QStringLiteral("–");
    const bool known = month_ && static_cast<std::size_t>(row) < month_->workloads.size();
    switch (column) {
    case name: return row == 0 ? words_.text("need.own-model") : from_utf8(of.name);
    case model: {
        const Preset* preset = document_.data()->preset(of.model.preset);
        return from_utf8(preset == nullptr ? of.model.family : preset->title);
    }
    case samples: return of.dataset.samples ? count(*of.dataset.samples) : dash;
    case epochs: return count(of.training.epochs);
    case batch: return count(of.training.micro_batch);
    case runs: return words_.text(Value{of.runs_per_month, Unit::ratio});
    case run: {
        if (!known || !month_->workloads[static_cast<std::size_t>(row)].run) return dash;
        return words_.text(value_of(*month_->workloads[static_cast<std::size_t>(row)].run));
    }
    case share: {
        if (!known || !month_->workloads[static_cast<std::size_t>(row)].run) return dash;
        return words_.text(Value{month_->workloads[static_cast<std::size_t>(row)].share, Unit::share});
    }
    default: return {};
    }
}

QVariant WorkloadModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid()) return {};
    const Workload of = workload(index.row());
    switch (role) {
    case Qt::DisplayRole: return text(index.row(), index.column());
    case Qt::ToolTipRole: return text(index.row(), index.column()).toHtmlEscaped();
    case Qt::EditRole:
        switch (index.column()) {
        case samples: return of.dataset.samples ? plain(static_cast<double>(*of.dataset.samples)) : QString();
        case runs: return plain(of.runs_per_month);
        case epochs: return plain(static_cast<double>(of.training.epochs));
        case batch: return plain(static_cast<double>(of.training.micro_batch));
        default: return text(index.row(), index.column());
        }
    case Qt::TextAlignmentRole:
        return static_cast<int>((index.column() >= samples ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    default: return {};
    }
}

QVariant WorkloadModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole) return {};
    switch (section) {
    case name: return tr("Workload");
    case model: return tr("Model");
    case samples: return tr("Samples");
    case epochs: return tr("Epochs");
    case batch: return tr("Micro-batch");
    case runs: return tr("Runs per month");
    case run: return tr("One run");
    case share: return tr("Of a month");
    default: return {};
    }
}

Qt::ItemFlags WorkloadModel::flags(const QModelIndex& index) const
{
    const Qt::ItemFlags usual = QAbstractTableModel::flags(index);
    if (!index.isValid()) return usual;
    const int column = index.column();
    const bool editable = index.row() == 0 ? column == runs : column != model && column != run && column != share;
    return editable ? usual | Qt::ItemIsEditable : usual;
}

bool WorkloadModel::set(int row, int column, const QString& typed, Scenario& next)
{
    if (column == runs) {
        const auto number = number_from_text(typed);
        if (!number || *number < 0.0 || *number > most_runs) return false;
        if (row == 0)
            next.requirements.runs_per_month = *number;
        else
            next.requirements.workloads[static_cast<std::size_t>(row) - 1].runs_per_month = *number;
        return true;
    }
    Workload& of = next.requirements.workloads[static_cast<std::size_t>(row) - 1];
    if (column == name) {
        constexpr qsizetype longest = 60;
        of.name = typed.left(longest).toStdString();
        return !typed.isEmpty();
    }
    const auto number = whole(typed, column == samples ? most_samples : most_epochs);
    if (!number) return false;
    if (column == samples) of.dataset.samples = *number;
    if (column == epochs) of.training.epochs = *number;
    if (column == batch) of.training.micro_batch = *number;
    return true;
}

bool WorkloadModel::setData(const QModelIndex& index, const QVariant& value, int role)
{
    if (role != Qt::EditRole || !(flags(index) & Qt::ItemIsEditable)) return false;
    const QString typed = value.toString().trimmed();
    Scenario next = document_.scenario();
    if (!set(index.row(), index.column(), typed, next)) {
        emit refused(tr("“%1” cannot stand there. Enter a number above zero, or a name.").arg(typed));
        return false;
    }
    return next != document_.scenario() && document_.set_scenario(next, tr("workload"));
}

bool WorkloadModel::add(const QString& preset)
{
    Scenario next = document_.scenario();
    if (next.requirements.workloads.size() >= most_workloads) {
        emit refused(tr("No more than %1 workloads can share a machine.").arg(most_workloads));
        return false;
    }
    Workload one;
    one.name = preset.toStdString();
    one.model.preset = preset.toStdString();
    one.dataset = next.dataset;
    one.training.epochs = next.training.epochs;
    one.training.precision = next.training.precision;
    one.training.micro_batch = next.training.micro_batch;
    next.requirements.workloads.push_back(std::move(one));
    return document_.set_scenario(next, tr("one more workload"));
}

bool WorkloadModel::remove(int row)
{
    Scenario next = document_.scenario();
    if (row < 1 || row > static_cast<int>(next.requirements.workloads.size())) return false;
    next.requirements.workloads.erase(next.requirements.workloads.begin() + row - 1);
    return document_.set_scenario(next, tr("one workload less"));
}

void WorkloadModel::retranslate()
{
    emit headerDataChanged(Qt::Horizontal, 0, column_count - 1);
    emit dataChanged(index(0, 0), index(rowCount() - 1, column_count - 1));
}

} // namespace rigwright
