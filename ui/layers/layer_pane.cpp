// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/layers/layer_pane.h"

#include "core/estimate/working/workings.h"
#include "ui/controls/card.h"
#include "ui/format/on_change.h"
#include "ui/format/words.h"
#include "ui/theme/theme.h"

#include <QClipboard>
#include <QEvent>
#include <QGuiApplication>
#include <QHeaderView>
#include <QPainter>
#include <QScopedValueRollback>
#include <QScrollBar>
#include <QShortcut>
#include <QVBoxLayout>

#include <algorithm>

namespace rigwright {

namespace {

constexpr int figures_in_a_row = 3;
/// Figures from here on exist only for some models.
constexpr std::size_t first_optional = 6;
constexpr int column_margin = 8;
constexpr int least_name_width = 104;

} // namespace

LayerPane::LayerPane(Document& document, const Localization& words, QWidget* parent)
    : QWidget(parent),
      document_(document),
      words_(words),
      model_(new LayerTableModel(words, this)),
      view_(new QTreeView(this))
{
    setObjectName(QStringLiteral("layers"));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(10, 8, 10, 6);
    column->setSpacing(6);
    auto* grid = new QGridLayout;
    grid->setHorizontalSpacing(18);
    grid->setVerticalSpacing(0);
    build_figures(grid);
    column->addLayout(grid);
    build_table();
    column->addWidget(view_, 1);
    auto* tools = new QHBoxLayout;
    tools->setSpacing(2);
    build_tools(tools);
    column->addLayout(tools);
    connect(&document_, &Document::changed, this, &LayerPane::follow);
    retranslate();
    on_change(this, QEvent::LanguageChange, [this] { retranslate(); });
}

void LayerPane::build_figures(QGridLayout* grid)
{
    const auto add = [&](const char* caption, const char* quantity) {
        const int place = static_cast<int>(figures_.size());
        const int line = place / figures_in_a_row * 4;
        Figure figure{caption, small_label(this), new QuantityLabel(QString::fromLatin1(quantity), this),
                      small_label(this)};
        for (QLabel* label : {figure.caption, figure.note}) label->setWordWrap(true);
        connect(figure.value, &QuantityLabel::working_requested, this, &LayerPane::working_requested);
        grid->addWidget(figure.caption, line, place % figures_in_a_row);
        grid->addWidget(figure.value, line + 1, place % figures_in_a_row, Qt::AlignLeft);
        grid->addWidget(figure.note, line + 2, place % figures_in_a_row);
        grid->setColumnStretch(place % figures_in_a_row, 1);
        grid->setRowMinimumHeight(line + 3, 4);
        figures_.push_back(figure);
    };
    add(QT_TR_NOOP("Parameters"), "model.parameters");
    add(QT_TR_NOOP("Forward, one sample"), "model.forward_macs_per_sample");
    add(QT_TR_NOOP("Forward and backward, one sample"), "model.training_flops_per_sample");
    add(QT_TR_NOOP("Saved for backward, one sample"), "model.saved_activation_bytes_per_sample");
    add(QT_TR_NOOP("Textbook: 2 × feature maps"), "model.textbook_activation_bytes_per_sample");
    add(QT_TR_NOOP("“FLOPs” of the tool thop"), "model.thop_macs_per_sample");
    add(QT_TR_NOOP("Parameters by the closed form"), "model.closed_form_parameters");
    add(QT_TR_NOOP("By the formula that goes round"), "model.popular_transformer_parameters");
    for (std::size_t i = first_optional; i < figures_.size(); ++i) set_present(figures_[i], false);
}

void LayerPane::build_table()
{
    view_->setModel(model_);
    view_->setUniformRowHeights(true);
    view_->setAlternatingRowColors(true);
    view_->setSelectionMode(QAbstractItemView::ExtendedSelection);
    view_->setTextElideMode(Qt::ElideMiddle);
    view_->setIndentation(16);
    QHeaderView* header = view_->header();
    header->setSortIndicatorClearable(true);
    header->setSortIndicator(-1, Qt::DescendingOrder);
    header->setStretchLastSection(false);
    view_->setSortingEnabled(true);
    auto* shares = new ShareDelegate(LayerTableModel::share_role, this);
    for (const int column :
         {LayerTableModel::parameters_column, LayerTableModel::macs_column, LayerTableModel::kept_column})
        view_->setItemDelegateForColumn(column, shares);
    connect(view_, &QTreeView::expanded, this, [this](const QModelIndex& index) { note_open(index, true); });
    connect(view_, &QTreeView::collapsed, this, [this](const QModelIndex& index) { note_open(index, false); });
    connect(model_, &QAbstractItemModel::modelReset, this, &LayerPane::reopen);
    auto* copy = new QShortcut(QKeySequence::Copy, view_);
    copy->setContext(Qt::WidgetShortcut);
    connect(copy, &QShortcut::activated, this, &LayerPane::copy_table);
}

QToolButton* LayerPane::add_tool(QBoxLayout* row)
{
    auto* button = new QToolButton(this);
    button->setToolButtonStyle(Qt::ToolButtonTextOnly);
    button->setAutoRaise(true);
    button->setFocusPolicy(Qt::StrongFocus);
    row->addWidget(button);
    return button;
}

void LayerPane::build_tools(QBoxLayout* row)
{
    by_block_ = add_tool(row);
    by_block_->setCheckable(true);
    by_block_->setChecked(true);
    expand_ = add_tool(row);
    collapse_ = add_tool(row);
    order_ = add_tool(row);
    order_->setObjectName(QStringLiteral("execution_order"));
    copy_ = add_tool(row);
    row->addStretch(1);
    count_ = small_label(this);
    row->addWidget(count_);
    connect(by_block_, &QToolButton::toggled, this, [this](bool on) {
        expand_->setEnabled(on);
        collapse_->setEnabled(on);
        show_lines();
    });
    connect(expand_, &QToolButton::clicked, view_, &QTreeView::expandAll);
    connect(collapse_, &QToolButton::clicked, view_, &QTreeView::collapseAll);
    connect(expand_, &QToolButton::clicked, this, [this] {
        for (const LayerLine& line : model_->lines()) open_.insert(line.name);
    });
    connect(collapse_, &QToolButton::clicked, this, [this] { open_.clear(); });
    connect(order_, &QToolButton::clicked, this,
            [this] { view_->header()->setSortIndicator(-1, Qt::DescendingOrder); });
    connect(copy_, &QToolButton::clicked, this, &LayerPane::copy_table);
}

void LayerPane::copy_table() const
{
    QGuiApplication::clipboard()->setMimeData(copied_lines(model_->tab_separated()).release());
}

void LayerPane::follow()
{
    stale_ = true;
    if (!isVisible()) return;
    stale_ = false;
    show_figures();
    show_lines();
}

/// Every column gets the width of usual numbers, the names get the rest.
void LayerPane::size_columns()
{
    const QFontMetrics metrics(view_->font());
    const auto set = [&](int column, const char* sample) {
        view_->setColumnWidth(column, metrics.horizontalAdvance(QString::fromUtf8(sample)) + column_margin);
    };
    set(LayerTableModel::operator_column, "convolution");
    set(LayerTableModel::shape_column, "512×100×134");
    set(LayerTableModel::parameters_column, "100,000,000");
    set(LayerTableModel::macs_column, "100.0 MMAC");
    set(LayerTableModel::flops_column, "100.0 MFLOP");
    set(LayerTableModel::kept_column, "88.88 MiB");
    // A long table adds its scroll bar.
    int others = view_->verticalScrollBar()->isVisible() ? 0 : view_->verticalScrollBar()->sizeHint().width();
    for (int column = LayerTableModel::operator_column; column < LayerTableModel::column_count; ++column)
        others += view_->columnWidth(column);
    view_->setColumnWidth(LayerTableModel::name_column,
                          std::max(least_name_width, view_->viewport()->width() - others));
}

void LayerPane::show_lines()
{
    const bool first = model_->lines().empty();
    model_->show_lines(layer_lines(document_.evaluation(), by_block_->isChecked()));
    const std::optional<Estimate>& estimate = document_.evaluation().estimate;
    count_->setText(estimate ? tr("%1 operators").arg(words_.text(value_of(Count(estimate->model.layers_counted))))
                             : QString());
    if (!first) return;
    size_columns();
}

void LayerPane::show_figure(std::size_t index, const QString& text, const QString& note)
{
    const Figure& figure = figures_[index];
    const QString caption = tr(figure.caption_text);
    if (figure.caption->text() != caption) figure.caption->setText(caption);
    figure.value->show_text(text, caption);
    figure.value->setEnabled(!text.isEmpty());
    if (figure.note->text() != note) figure.note->setText(note);
}

void LayerPane::set_present(const Figure& figure, bool present)
{
    figure.caption->setVisible(present);
    figure.value->setVisible(present);
    figure.value->setEnabled(present);
    figure.note->setVisible(present);
}

void LayerPane::show_optional_figure(std::size_t index, const std::optional<Derivation>& working, const QString& note)
{
    show_figure(index, working ? words_.text(working->value) : QString(), working ? note : QString());
    set_present(figures_[index], working.has_value());
}

/// Only transformers have a closed form, and only encoder-decoders a commonly quoted wrong one.
void LayerPane::show_closed_forms()
{
    const Evaluation& evaluation = document_.evaluation();
    const bool known = evaluation.estimate.has_value();
    const std::optional<Derivation> form = known ? explain_closed_form(evaluation, *document_.data()) : std::nullopt;
    const std::optional<Derivation> popular =
        known ? explain_commonly_quoted_transformer(evaluation, *document_.data()) : std::nullopt;
    show_optional_figure(first_optional, form, tr("equal to the sum of the layers"));
    show_optional_figure(first_optional + 1, popular, tr("wrong in three places"));
}

void LayerPane::show_figures()
{
    show_closed_forms();
    const Evaluation& evaluation = document_.evaluation();
    if (!evaluation.estimate) {
        for (std::size_t i = 0; i < figures_.size(); ++i) show_figure(i, {}, {});
        return;
    }
    const ModelEstimate& model = evaluation.estimate->model;
    const bool trains = evaluation.scenario.training.mode == RunMode::train;
    for (const std::size_t of_training : {2, 3, 4}) set_present(figures_[of_training], trains);
    const PopularFigures popular = commonly_quoted_figures(evaluation, *document_.data());
    const auto macs = [this](double number) { return words_.text(Value{number, Unit::macs}); };
    show_figure(0, words_.text(value_of(model.parameters)),
                !trains ? QString()
                : model.trainable_parameters == model.parameters
                    ? tr("all trainable")
                    : tr("%1 trainable").arg(words_.text(value_of(model.trainable_parameters))));
    show_figure(1, macs(model.forward_macs_per_sample.as_double()),
                QStringLiteral("= ") + words_.text(value_of(model.forward_flops_per_sample)));
    show_figure(2, words_.text(value_of(model.training_flops_per_sample)),
                QStringLiteral("= ") + macs(model.training_flops_per_sample.base() / 2.0));
    show_figure(3, words_.text(value_of(model.saved_activation_bytes_per_sample)),
                tr("at this precision and micro-batch"));
    show_figure(4, words_.text(value_of(popular.textbook_activations)),
                tr("saved is %1 times that").arg(words_.text(Value{popular.saved_over_textbook, Unit::ratio})));
    show_figure(5, words_.text(value_of(popular.thop_macs)), tr("these are multiply-accumulates"));
}

void LayerPane::note_open(const QModelIndex& index, bool open)
{
    if (reopening_) return;
    const QString name = index.siblingAtColumn(LayerTableModel::name_column).data().toString();
    if (open)
        open_.insert(name);
    else
        open_.remove(name);
}

void LayerPane::reopen()
{
    const QScopedValueRollback guard(reopening_, true);
    for (int row = 0; row < model_->rowCount(); ++row) {
        const QModelIndex index = model_->index(row, 0);
        if (open_.contains(index.data().toString())) view_->expand(index);
    }
}

void LayerPane::retranslate()
{
    by_block_->setText(tr("By block"));
    by_block_->setToolTip(tr("Operators inside their blocks, or all operators in one list"));
    expand_->setText(tr("Open all"));
    collapse_->setText(tr("Close all"));
    order_->setText(tr("In order of execution"));
    order_->setToolTip(tr("Undo the sorting by a column"));
    copy_->setText(tr("Copy table"));
    copy_->setToolTip(tr("Put every operator with exact numbers on the clipboard, for a spreadsheet"));
    view_->setAccessibleName(tr("Layers"));
    for (QToolButton* button : {by_block_, expand_, collapse_, order_, copy_})
        button->setAccessibleName(button->text());
    model_->retranslate();
    follow();
}

void LayerPane::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    if (stale_) follow();
}

void ShareDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    QStyledItemDelegate::paint(painter, option, index);
    constexpr double height = 3.0;
    const double share = index.data(share_role_).toDouble();
    if (share <= 0.0) return;
    const QRectF cell = QRectF(option.rect).adjusted(3, 0, -3, -1);
    const double width = std::max(1.0, cell.width() * std::min(share, 1.0));
    const Theme& theme = theme_of(option.palette);
    const bool selected = (option.state & QStyle::State_Selected) != 0;
    painter->fillRect(QRectF(cell.right() - width, cell.bottom() - height, width, height),
                      selected ? theme.on_accent : theme.accent);
}

} // namespace rigwright
