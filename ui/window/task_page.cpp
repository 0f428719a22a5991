// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/advise/requirements.h"
#include "core/advise/status.h"
#include "ui/compare/build_actions.h"
#include "ui/controls/card.h"
#include "ui/controls/relayout_guard.h"
#include "ui/document/follow.h"
#include "ui/document/page.h"
#include "ui/format/layout.h"
#include "ui/format/table_model.h"
#include "ui/format/words.h"
#include "ui/layers/layer_pane.h"
#include "ui/panels/choices_column.h"
#include "ui/plots/swept_number.h"
#include "ui/theme/symbols.h"
#include "ui/theme/theme.h"
#include "ui/window/figure_strip.h"
#include "ui/window/status_cell.h"
#include "ui/window/status_text.h"

#include <QApplication>
#include <QCoreApplication>
#include <QGridLayout>
#include <QHeaderView>
#include <QResizeEvent>
#include <QScrollBar>
#include <QTableView>

#include <algorithm>
#include <utility>
#include <vector>

namespace rigwright {

namespace {

constexpr std::size_t most_blocks = 7;

QString fact_word(const char* text) { return QCoreApplication::translate("TaskFacts", text); }

/// A frameless table in a page, as tall as its rows, so that the page scrolls.
class PageTable : public QTableView {
public:
    explicit PageTable(QWidget* parent) : QTableView(parent)
    {
        constexpr int row_height = 28;
        setFrameShape(QFrame::NoFrame);
        setShowGrid(false);
        setEditTriggers(NoEditTriggers);
        setSelectionMode(SingleSelection);
        setTabKeyNavigation(false);
        setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
        setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
        verticalHeader()->hide();
        verticalHeader()->setDefaultSectionSize(row_height);
        horizontalHeader()->setHighlightSections(false);
        // Fits columns to all rows, even if not yet visible.
        horizontalHeader()->setResizeContentsPrecision(-1);
    }

    /// Columns to hide, in this order, if space is short.
    void set_spare_columns(std::vector<int> columns) { spare_ = std::move(columns); }

    /// Fits columns and height to the model's content.
    void fit()
    {
        drop_spare_columns();
        horizontalHeader()->setSectionResizeMode(0, QHeaderView::Interactive);
        resizeColumnsToContents();
        // If not all columns fit, the table scrolls; names are not compressed.
        const bool scrolls = horizontalHeader()->length() > viewport()->width();
        horizontalHeader()->setSectionResizeMode(0, scrolls ? QHeaderView::Interactive : QHeaderView::Stretch);
        setFixedHeight(horizontalHeader()->sizeHint().height() + verticalHeader()->length() + 2 +
                       (scrolls ? horizontalScrollBar()->sizeHint().height() : 0));
    }

protected:
    void resizeEvent(QResizeEvent* event) override
    {
        QTableView::resizeEvent(event);
        const bool filled = model() != nullptr && model()->columnCount() > 0;
        if (filled && event->size().width() != event->oldSize().width()) fit();
    }

private:
    void drop_spare_columns()
    {
        for (const int column : spare_) {
            setColumnHidden(column, false);
            // Hidden columns were not fitted.
            resizeColumnToContents(column);
        }
        int needed = 0;
        for (int column = 0; column < model()->columnCount(); ++column) needed += width_of(column);
        for (const int column : spare_) {
            if (needed <= viewport()->width()) return;
            needed -= width_of(column);
            setColumnHidden(column, true);
        }
    }

    int width_of(int column) const
    {
        return std::max(sizeHintForColumn(column), horizontalHeader()->sectionSizeHint(column)) + 1;
    }

    std::vector<int> spare_;
};

/// The blocks that save most memory for the backward pass, in execution order.
class BlockModel : public TableModel {
    Q_OBJECT

public:
    BlockModel(Document& document, const Localization& words, QObject* parent)
        : TableModel(parent),
          document_(document),
          words_(words)
    {
        const auto line = [this](int row) -> const LayerLine& { return lines_[static_cast<std::size_t>(row)]; };
        const auto name = [=](int row) {
            const LayerLine& block = line(row);
            return block.copies > 1 ? QStringLiteral("%1 ×%2").arg(block.name).arg(block.copies) : block.name;
        };
        set_columns({{[] { return tr("Block"); }, name},
                     {[] { return tr("Parameters"); },
                      [=, this](int row) { return words_.text(value_of(line(row).parameters)); }, true},
                     {[] { return tr("MACs"); },
                      [=, this](int row) {
                          return words_.text(Value{line(row).macs.as_double(), Unit::macs});
                      },
                      true},
                     {[this] { return tr("Saved at micro-batch %1").arg(document_.scenario().training.micro_batch); },
                      [=, this](int row) { return words_.text(value_of(line(row).kept)); }, true}});
    }

    void follow()
    {
        beginResetModel();
        lines_ = layer_lines(document_.evaluation(), true);
        if (lines_.size() > most_blocks) {
            std::ranges::stable_sort(lines_, std::ranges::greater(),
                                     [](const LayerLine& line) { return line.kept.as_double(); });
            lines_.resize(most_blocks);
            std::ranges::sort(lines_, {}, &LayerLine::order);
        }
        endResetModel();
    }

private:
    int row_count() const override { return static_cast<int>(lines_.size()); }

    Document& document_;
    const Localization& words_;
    std::vector<LayerLine> lines_;
};

/// The table of blocks, with a link to all layers.
QWidget* block_table(const PageContext& context, QWidget* parent)
{
    auto* box = new QWidget(parent);
    auto* column = column_in(box, {0, 0, 0, 0});
    auto* table = named(new PageTable(box), "blocks");
    auto* model = new BlockModel(context.document, context.words, table);
    table->setModel(model);
    constexpr int parameters = 1;
    constexpr int macs = 2;
    table->set_spare_columns({macs, parameters});
    column->addWidget(table);
    auto* all = named(new PlainButton(PlainButton::Look::link, box), "all_layers");
    column->addWidget(all, 0, Qt::AlignLeft);
    PageRequests* requests = &context.requests;
    QObject::connect(all, &QAbstractButton::clicked, requests,
                     [requests] { emit requests->page_requested(QStringLiteral("layers")); });
    follow_while_shown(parent, context.document, [=, &document = context.document, &words = context.words] {
        model->follow();
        table->fit();
        table->setAccessibleName(BlockModel::tr("Blocks of the network"));
        const auto& estimate = document.evaluation().estimate;
        all->setVisible(estimate.has_value());
        if (estimate)
            all->show_text(
                BlockModel::tr("All %1 layers").arg(words.text(value_of(Count(estimate->model.layers_counted)))));
    });
    return box;
}

/// Name and amount of each consequence.
std::vector<std::pair<QString, QString>> consequences_of(const Document& document, const Localization& words)
{
    std::vector<std::pair<QString, QString>> lines;
    const Evaluation& plan = document.evaluation();
    if (!plan.estimate || !plan.estimate->time) return lines;
    const TimeEstimate& time = *plan.estimate->time;
    const Scenario& scenario = plan.scenario;
    const QString of = fact_word(QT_TRANSLATE_NOOP("TaskFacts", "%1 of %2"));
    if (time.knows_run()) {
        const auto epochs = static_cast<double>(scenario.training.epochs);
        lines.emplace_back(fact_word(QT_TRANSLATE_NOOP("TaskFacts", "Optimizer steps")),
                           words.text(Value{static_cast<double>(time.steps_per_epoch) * epochs, Unit::count}));
        const auto samples = samples_of_epoch(scenario, time);
        if (const auto& deadline = scenario.requirements.deadline_seconds; deadline && samples) {
            const double needed = *samples * epochs / *deadline;
            lines.emplace_back(fact_word(QT_TRANSLATE_NOOP("TaskFacts", "Speed for the deadline")),
                               of.arg(words.text(Value{needed, Unit::samples_per_second}),
                                      words.text(Value{time.samples_per_second, Unit::samples_per_second})));
        }
    }
    const auto need = answer_need(plan, *document.data());
    if (!need) return lines;
    for (const Requirement& row : need->rows) {
        if (is_limit(row.resource) || row.resource == Resource::gpu_memory) continue;
        const QString needed = words.text(row.needed());
        lines.emplace_back(words.text(row.name),
                           row.present ? of.arg(needed, words.text(row.present->amount())) : needed);
    }
    return lines;
}

/// The task's requirements: steps, speed for the deadline, storage, CPU and memory, beside the current machine's
/// values.
QWidget* consequences(const PageContext& context, QWidget* parent)
{
    auto* box = new QWidget(parent);
    auto* grid = new QGridLayout(box);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setColumnStretch(1, 1);
    QLabel* title = heading(1.0, box);
    grid->addWidget(title, 0, 0, 1, 2);
    auto* names = named(small_label(box), "consequence_names");
    auto* amounts = named(small_label(box), "consequences");
    amounts->setForegroundRole(QPalette::WindowText);
    grid->addWidget(names, 1, 0);
    grid->addWidget(amounts, 1, 1);
    follow_while_shown(parent, context.document, [=, &document = context.document, &words = context.words] {
        title->setText(fact_word(QT_TRANSLATE_NOOP("TaskFacts", "Consequences")));
        QStringList left;
        QStringList right;
        for (const auto& [name, amount] : consequences_of(document, words)) {
            left << name;
            right << amount;
        }
        names->setText(left.join(QLatin1Char('\n')));
        amounts->setText(right.join(QLatin1Char('\n')));
        amounts->setAccessibleName(title->text());
    });
    return box;
}

/// Notes that the current machine has its own task; hidden otherwise.
QWidget* own_task_note(const PageContext& context, QWidget* parent)
{
    QLabel* note = named(wrapped_label(parent), "own_task");
    note->setMargin(8);
    note->setAutoFillBackground(true);
    note->setBackgroundRole(QPalette::AlternateBase);
    follow_while_shown(parent, context.document, [note, &document = context.document] {
        const Project& project = document.project();
        note->setVisible(project.current_build().exception);
        note->setText(
            fact_word(QT_TRANSLATE_NOOP("TaskFacts", "Machine %1 has a task of its own: changes here apply to "
                                                     "it alone, and no ranking includes it."))
                .arg(build_letter(project.current)));
    });
    return note;
}

constexpr int mark_side = 14;

/// The goals of the task, one per row and a row for all, against the worst case of every machine.
class GoalsModel : public TableModel {
    Q_OBJECT

public:
    GoalsModel(Document& document, const Localization& words, QObject* parent)
        : TableModel(parent),
          document_(document),
          words_(words)
    {}

    /// Updates the status of all machines.
    void follow()
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
                               .text = [this, i](int row) { return worst_case(row, i); }});
        set_columns(std::move(columns));
        endResetModel();
    }

    /// The calculation of a cell; empty if there is none.
    QString quantity_at(const QModelIndex& index) const
    {
        const GoalStatus* status = index.column() > 0 ? status_at(index.row(), machine_of(index.column())) : nullptr;
        return status ? QString::fromStdString(status->quantity) : QString();
    }

    /// The machine of a column; the first for the name column.
    static std::size_t machine_of(int column) { return column > 0 ? static_cast<std::size_t>(column) - 1 : 0; }

private:
    int row_count() const override { return static_cast<int>(goals_.size()) + 1; }

    QVariant special(int row, int column, int role) const override
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
        const LimitState state = status ? status->state : machines_[machine].verdict;
        const std::optional<Symbol> symbol = status || all ? symbol_of(state) : std::nullopt;
        // Aligns texts without a mark with marked ones.
        if (!symbol) {
            QPixmap empty(mark_side, mark_side);
            empty.fill(Qt::transparent);
            return empty;
        }
        const Theme& theme = theme_of(QApplication::palette());
        return symbol_pixmap(*symbol, mark_side, qApp->devicePixelRatio(), colour_of(state, theme), theme.base);
    }

    QString name_of(int row) const
    {
        return row < static_cast<int>(goals_.size())
                   ? StatusTexts(machines_.front(), words_).name(goals_[static_cast<std::size_t>(row)])
                   : tr("All limits");
    }

    QString worst_case(int row, std::size_t machine) const
    {
        const GoalStatus* status = status_at(row, machine);
        if (status == nullptr) return row == row_count() - 1 ? QString() : QStringLiteral("–");
        const StatusText text = StatusTexts(machines_[machine], words_).of(*status);
        return status->high ? words_.text(*status->high) : text.full_number.isEmpty() ? text.number : text.full_number;
    }

    QString spoken(int row, std::size_t machine) const
    {
        const StatusTexts texts(machines_[machine], words_);
        const GoalStatus* status = status_at(row, machine);
        const QString verdict = status ? texts.of(*status).verdict : texts.verdict();
        const QString name = tr("Machine %1: %2").arg(build_letter(machine), name_of(row));
        return QStringList{name, worst_case(row, machine), verdict}.join(QStringLiteral(" · "));
    }

    /// Null in the last row, and if the machine has no such goal.
    const GoalStatus* status_at(int row, std::size_t machine) const
    {
        return row < static_cast<int>(goals_.size()) ? machines_[machine].goal(goals_[static_cast<std::size_t>(row)])
                                                     : nullptr;
    }

    Document& document_;
    const Localization& words_;
    /// Goals of any machine.
    std::vector<Goal> goals_;
    std::vector<PlanStatus> machines_;
};

/// Results of each machine for the goals.
QWidget* goals_table(const PageContext& context, QWidget* parent)
{
    auto* table = named(new PageTable(parent), "goals_of_machines");
    auto* model = new GoalsModel(context.document, context.words, table);
    table->setModel(model);
    const auto open = [context, model](const QModelIndex& index) {
        if (index.column() == 0) return;
        const QString quantity = model->quantity_at(index);
        context.document.select_build(GoalsModel::machine_of(index.column()));
        if (!quantity.isEmpty()) emit context.requests.working_requested(quantity);
    };
    for (const auto pressed : {&QTableView::clicked, &QTableView::activated})
        QObject::connect(table, pressed, table, open);
    const auto follow = [table, model] {
        table->setAccessibleName(GoalsModel::tr("Goals of each machine"));
        const QModelIndex before = table->currentIndex();
        model->follow();
        table->setCurrentIndex(model->index(before.row(), before.column()));
        table->fit();
    };
    follow_while_shown(parent, context.document, follow);
    return table;
}

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
    QWidget* figures = figure_strip(
        context, {"model.parameters", "model.training_flops_per_sample", "model.saved_activation_bytes_per_sample"},
        page);
    page->add_below(0, new RelayoutGuard(figures, RelayoutGuard::Follows::size));
    page->add_below(1, new RelayoutGuard(consequences(context, page), RelayoutGuard::Follows::size));
    page->add_below(1, block_table(context, page));
    page->add_below(2, goals_table(context, page));
    page->add_below(2, own_task_note(context, page));
    return page;
}

} // namespace rigwright

#include "task_page.moc"
