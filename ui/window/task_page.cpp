// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/task_page.h"

#include "ui/compare/build_actions.h"
#include "ui/controls/card.h"
#include "ui/controls/relayout_guard.h"
#include "ui/format/on_change.h"
#include "ui/panels/choices_column.h"
#include "ui/plots/swept_number.h"
#include "ui/theme/symbols.h"
#include "ui/theme/theme.h"
#include "ui/window/figure_strip.h"
#include "ui/window/page_table.h"
#include "ui/window/status_cell.h"
#include "ui/window/status_text.h"
#include "ui/window/task_facts.h"

#include <QApplication>
#include <QVBoxLayout>

#include <algorithm>

namespace rigwright {

namespace {

constexpr int mark_side = 14;

} // namespace

GoalsModel::GoalsModel(Document& document, const Localization& words, QObject* parent)
    : TableModel(parent, Headings::aligned),
      document_(document),
      words_(words)
{}

void GoalsModel::follow()
{
    beginResetModel();
    machines_.clear();
    goals_.clear();
    const Project& project = document_.project();
    for (std::size_t i = 0; i < project.builds.size(); ++i) {
        machines_.push_back(status_of(*document_.answer_of(i), *document_.data()));
        for (const GoalStatus& status : machines_.back().goals)
            if (std::ranges::find(goals_, status.goal) == goals_.end()) goals_.push_back(status.goal);
    }
    std::ranges::sort(goals_);
    std::vector<TableColumn> columns{
        {.title = [] { return tr("Worst case"); }, .text = [this](int row) { return name_of(row); }}};
    for (std::size_t i = 0; i < machines_.size(); ++i)
        columns.push_back({.title =
                               [this, i] {
                                   const bool exception = document_.project().builds[i].exception;
                                   return (exception ? exception_badge : QString()) + build_letter(i);
                               },
                           .text = [this, i](int row) { return worst_case(row, i); },
                           .is_figure = true});
    set_columns(std::move(columns));
    endResetModel();
}

const GoalStatus* GoalsModel::status_at(int row, std::size_t machine) const
{
    return row < static_cast<int>(goals_.size()) ? machines_[machine].goal(goals_[static_cast<std::size_t>(row)])
                                                 : nullptr;
}

QString GoalsModel::name_of(int row) const
{
    for (std::size_t i = 0; i < machines_.size(); ++i)
        if (const GoalStatus* status = status_at(row, i)) return StatusTexts(machines_[i], words_).of(*status).label;
    return tr("All limits");
}

QString GoalsModel::worst_case(int row, std::size_t machine) const
{
    const GoalStatus* status = status_at(row, machine);
    if (status == nullptr) return row == row_count() - 1 ? QString() : QStringLiteral("–");
    const StatusText text = StatusTexts(machines_[machine], words_).of(*status);
    return status->high ? words_.text(*status->high) : text.full_number.isEmpty() ? text.number : text.full_number;
}

QString GoalsModel::spoken(int row, std::size_t machine) const
{
    const StatusTexts texts(machines_[machine], words_);
    const GoalStatus* status = status_at(row, machine);
    const QString verdict = status ? texts.of(*status).verdict : texts.verdict();
    const QString name = tr("Machine %1: %2").arg(build_letter(machine), name_of(row));
    return QStringList{name, worst_case(row, machine), verdict}.join(QStringLiteral(" · "));
}

QVariant GoalsModel::special(int row, int column, int role) const
{
    const bool all = row == row_count() - 1;
    if (role == Qt::FontRole && (all || column == 0)) {
        QFont font;
        font.setBold(all);
        return font;
    }
    if (column == 0) return {};
    const std::size_t machine = machine_of(column);
    if (role == Qt::ToolTipRole) return tool_tip(spoken(row, machine));
    if (role == Qt::AccessibleTextRole) return spoken(row, machine);
    if (role != Qt::DecorationRole) return {};
    const GoalStatus* status = status_at(row, machine);
    if (status == nullptr && !all) return {};
    const LimitState state = status ? status->state : machines_[machine].verdict;
    const auto symbol = symbol_of(state);
    if (!symbol) return {};
    const Theme& theme = theme_of(QApplication::palette());
    return symbol_pixmap(*symbol, mark_side, qApp->devicePixelRatio(), colour_of(state, theme), theme.base);
}

QString GoalsModel::quantity_at(const QModelIndex& index) const
{
    const GoalStatus* status = index.column() > 0 ? status_at(index.row(), machine_of(index.column())) : nullptr;
    return status ? QString::fromStdString(status->quantity) : QString();
}

namespace {

/// How each machine does, below the goals.
class GoalsTable : public PageTable {
public:
    GoalsTable(const PageContext& context, QWidget* parent)
        : PageTable(parent),
          context_(context),
          model_(new GoalsModel(context.document, context.words, this))
    {
        setObjectName(QStringLiteral("goals_of_machines"));
        setModel(model_);
        connect(this, &QTableView::clicked, this, &GoalsTable::open);
        connect(this, &QTableView::activated, this, &GoalsTable::open);
        connect(&context_.document, &Document::changed, this, &GoalsTable::follow);
        connect(&context_.document, &Document::builds_changed, this, &GoalsTable::follow);
        on_change(this, QEvent::LanguageChange, [this] { follow(); });
        on_change(this, QEvent::PaletteChange, [this] { follow(); });
    }

protected:
    void showEvent(QShowEvent* event) override
    {
        PageTable::showEvent(event);
        follow();
    }

private:
    void follow()
    {
        if (!isVisible()) return;
        setAccessibleName(GoalsModel::tr("Goals of each machine"));
        const QModelIndex before = currentIndex();
        model_->follow();
        setCurrentIndex(model_->index(before.row(), before.column()));
        fit();
    }

    void open(const QModelIndex& index)
    {
        if (index.column() == 0) return;
        const QString quantity = model_->quantity_at(index);
        context_.document.select_build(GoalsModel::machine_of(index.column()));
        if (!quantity.isEmpty()) emit context_.requests.working_requested(quantity);
    }

    PageContext context_;
    GoalsModel* model_;
};

} // namespace

QWidget* task_page(const PageContext& context, QWidget* parent)
{
    PageRequests* requests = &context.requests;
    auto* page = new ChoicesColumn(context.document, context.words, parent, ChoicesColumn::Contents::task);
    QObject::connect(page, &ChoicesColumn::working_requested, requests, &PageRequests::working_requested);
    QObject::connect(page->model(), &ModelPanel::layers_requested, requests,
                     [requests] { emit requests->page_requested(QStringLiteral("network_editor")); });
    QObject::connect(page->model(), &ModelPanel::import_requested, requests,
                     [requests] { emit requests->command_requested(QStringLiteral("import_model")); });
    auto* figures = new FigureStrip(
        context.document, context.words,
        {"model.parameters", "model.training_flops_per_sample", "model.saved_activation_bytes_per_sample"}, page);
    QObject::connect(figures, &FigureStrip::working_requested, requests, &PageRequests::working_requested);
    page->add_below(0, new RelayoutGuard(figures, RelayoutGuard::Follows::size));
    page->add_below(1, new RelayoutGuard(consequences(context, page), RelayoutGuard::Follows::size));
    page->add_below(1, block_table(context, page));
    page->add_below(2, new GoalsTable(context, page));
    page->add_below(2, own_task_note(context, page));
    return page;
}

} // namespace rigwright
