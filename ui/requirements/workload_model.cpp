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
    const auto number = read_typed(typed).number;
    if (!number || *number < 1.0 || *number > most || std::floor(*number) != *number) return std::nullopt;
    return static_cast<std::int64_t>(*number);
}

} // namespace

WorkloadModel::WorkloadModel(Document& document, const Localization& words, QObject* parent)
    : TableModel(parent),
      document_(document),
      words_(words)
{
    const auto count = [this](std::int64_t number) { return words_.text(value_of(Count(number))); };
    const auto samples_of = [this](int row) { return workload(row).dataset.samples; };
    set_columns(
        {{[] { return tr("Workload"); },
          [this](int row) { return row == 0 ? words_.text("need.own-model") : from_utf8(workload(row).name); }},
         {[] { return tr("Model"); },
          [this](int row) {
              const ModelChoice model = workload(row).model;
              const Preset* preset = document_.data()->preset(model.preset);
              return from_utf8(preset == nullptr ? model.family : preset->title);
          }},
         {[] { return tr("Samples"); },
          [=](int row) { return samples_of(row) ? count(*samples_of(row)) : QStringLiteral("–"); }, true, true,
          [=](int row) { return samples_of(row) ? plain(static_cast<double>(*samples_of(row))) : QString(); }},
         {[] { return tr("Epochs"); }, [=, this](int row) { return count(workload(row).training.epochs); }, true, true,
          [this](int row) { return plain(static_cast<double>(workload(row).training.epochs)); }},
         {[] { return tr("Micro-batch"); }, [=, this](int row) { return count(workload(row).training.micro_batch); },
          true, true, [this](int row) { return plain(static_cast<double>(workload(row).training.micro_batch)); }},
         {[] { return tr("Runs per month"); },
          [this](int row) {
              return words_.text(Value{workload(row).runs_per_month, Unit::ratio});
          },
          true, true, [this](int row) { return plain(workload(row).runs_per_month); }},
         {[] { return tr("One run"); },
          [this](int row) { return of_month(row, [](const WorkloadShare& of) { return value_of(*of.run); }); }, true},
         {[] { return tr("Of a month"); },
          [this](int row) {
              return of_month(row, [](const WorkloadShare& of) { return Value{of.share, Unit::share}; });
          },
          true}});
}

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
        rows_changed();
}

Workload WorkloadModel::workload(int row) const
{
    if (row > 0) return workloads_[static_cast<std::size_t>(row) - 1];
    const Scenario& own = document_.scenario();
    return {{}, own.model, own.input, own.dataset, own.training, own.requirements.runs_per_month.value_or(1.0)};
}

QString WorkloadModel::of_month(int row, const std::function<Value(const WorkloadShare&)>& value) const
{
    const auto at = static_cast<std::size_t>(row);
    const bool known = month_ && at < month_->workloads.size() && month_->workloads[at].run;
    return known ? words_.text(value(month_->workloads[at])) : QStringLiteral("–");
}

bool WorkloadModel::is_editable(int row, int column) const
{
    return row == 0 ? column == runs : column != model && column != run && column != share;
}

bool WorkloadModel::set(int row, int column, const QString& typed, Scenario& next)
{
    if (column == runs) {
        const auto number = read_typed(typed).number;
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
        const TypedNumber number = read_typed(typed);
        if (index.column() != name && !number.number) {
            emit refused(words_.text(number));
            return false;
        }
        emit refused(tr("“%1” isn't valid here. Enter a number above zero, or a name.").arg(typed));
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

} // namespace rigwright
