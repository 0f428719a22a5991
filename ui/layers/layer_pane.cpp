// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/layers/layer_pane.h"

#include "core/estimate/textbook/textbook.h"
#include "core/estimate/working/nodes.h"
#include "core/network/layer_table.h"
#include "core/quantities/value.h"
#include "ui/controls/card.h"
#include "ui/controls/quantity_label.h"
#include "ui/document/document.h"
#include "ui/document/follow.h"
#include "ui/document/page.h"
#include "ui/format/layout.h"
#include "ui/format/on_change.h"
#include "ui/format/words.h"
#include "ui/theme/theme.h"

#include <QAbstractItemModel>
#include <QClipboard>
#include <QGridLayout>
#include <QGuiApplication>
#include <QHeaderView>
#include <QLabel>
#include <QPainter>
#include <QScopedValueRollback>
#include <QSet>
#include <QShortcut>
#include <QStringList>
#include <QStyledItemDelegate>
#include <QToolButton>
#include <QTreeView>

#include <algorithm>
#include <array>
#include <optional>

namespace rigwright {

namespace {

struct LayerColumn {
    enum {
        name_column,
        operator_column,
        shape_column,
        parameters_column,
        macs_column,
        flops_column,
        kept_column,
        column_count
    };
};

bool same_names(const std::vector<LayerLine>& a, const std::vector<LayerLine>& b)
{
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const LayerLine& left, const LayerLine& right) {
        return left.name == right.name && same_names(left.operators, right.operators);
    });
}

double number_of(const LayerLine& line, int column)
{
    switch (column) {
    case LayerColumn::parameters_column: return line.parameters.as_double();
    case LayerColumn::macs_column:
    case LayerColumn::flops_column: return line.macs.as_double();
    case LayerColumn::kept_column: return line.kept.as_double();
    default: return static_cast<double>(line.order);
    }
}

void order_by(std::vector<LayerLine>& lines, int column, Qt::SortOrder order)
{
    const auto before = [column](const LayerLine& a, const LayerLine& b) {
        switch (column) {
        case LayerColumn::name_column: return a.name < b.name;
        case LayerColumn::operator_column: return a.kind < b.kind;
        case LayerColumn::shape_column: return a.shape < b.shape;
        default: return number_of(a, column) < number_of(b, column);
        }
    };
    std::ranges::sort(lines, {}, &LayerLine::order);
    if (column >= 0)
        std::ranges::stable_sort(lines, [&](const LayerLine& a, const LayerLine& b) {
            return order == Qt::AscendingOrder ? before(a, b) : before(b, a);
        });
    for (LayerLine& line : lines) order_by(line.operators, column, order);
}

QVariant side_of(int column)
{
    return QVariant((column >= LayerColumn::parameters_column ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
}

QStringList exact_cells(const LayerLine& line, const QString& block, const QString& kind)
{
    const QString name = block.isEmpty() ? line.name : block + QLatin1Char('.') + line.name;
    return {spreadsheet_cell(name),
            kind,
            line.shape,
            exact_number(line.copies),
            exact_number(line.parameters.value()),
            exact_number(line.macs.value()),
            exact_number(line.flops()),
            exact_number(line.kept.count().value())};
}

/// "layer3.1" and "layer3.35" as "layer3.1…35": the common prefix is written once.
QString name_of(const AlikeLayers& group)
{
    if (group.copies == 1) return from_utf8(group.first_name);
    const std::size_t dot = group.last_name.rfind('.');
    const bool same_stem = dot != std::string::npos && group.first_name.rfind('.') == dot &&
                           group.first_name.compare(0, dot, group.last_name, 0, dot) == 0;
    const std::string last = same_stem ? group.last_name.substr(dot + 1) : group.last_name;
    return from_utf8(group.first_name) + QStringLiteral("…") + from_utf8(last);
}

LayerLine operator_line(const LayerRow& row, std::int64_t copies)
{
    const Count count = copies;
    return {from_utf8(row.name),
            row.kind,
            from_utf8(shape_text(row.output)),
            copies,
            row.parameters * count,
            row.macs * count,
            row.kept * count,
            0,
            {}};
}

/// The operators of a group. A parameter shared by all copies is in the first copy's row only, so the other copies'
/// parameters are those of the second.
std::vector<LayerLine> operators_of(const LayerTable& table, const AlikeLayers& group)
{
    std::vector<LayerLine> lines;
    for (std::int64_t i = 0; i < group.rows; ++i) {
        const LayerRow first = table.row(group.first_row + i);
        LayerLine line = operator_line(first, group.copies);
        if (group.copies > 1) {
            const LayerRow second = table.row(group.first_row + group.rows + i);
            line.parameters = first.parameters + second.parameters * Count(group.copies - 1);
        }
        const auto stem = static_cast<qsizetype>(group.first_name.size());
        if (stem > 0) line.name = line.name.mid(stem + 1);
        line.order = static_cast<int>(i);
        lines.push_back(std::move(line));
    }
    return lines;
}

} // namespace

std::vector<LayerLine> layer_lines(const Evaluation& evaluation, bool by_block)
{
    std::vector<LayerLine> lines;
    if (!evaluation.network || !evaluation.estimate) return lines;
    const LayerTable table(*evaluation.network, *evaluation.analysis, evaluation.scenario.training.micro_batch);
    for (const AlikeLayers& group : table.groups()) {
        std::vector<LayerLine> operators = operators_of(table, group);
        const QString name = name_of(group);
        if (by_block && !name.isEmpty()) {
            lines.push_back({name, {}, {}, group.copies, group.parameters, group.macs, group.kept, 0, {}});
            lines.back().shape = operators.back().shape;
            lines.back().operators = std::move(operators);
            continue;
        }
        for (LayerLine& line : operators) {
            if (!name.isEmpty()) line.name = name + QLatin1Char('.') + line.name;
            lines.push_back(std::move(line));
        }
    }
    for (std::size_t i = 0; i < lines.size(); ++i) lines[i].order = static_cast<int>(i);
    return lines;
}

LayerLine total_of(const std::vector<LayerLine>& lines)
{
    LayerLine total;
    for (const LayerLine& line : lines) {
        total.parameters += line.parameters;
        total.macs += line.macs;
        total.kept += line.kept;
    }
    return total;
}

namespace {

constexpr int figures_in_a_row = 3;
/// Figures from here on exist only for some models.
constexpr std::size_t first_optional = 6;
constexpr int column_margin = 8;

} // namespace

/// The layer table for a view: blocks and their operators, sortable by any column and by execution order.
class LayerTableModel : public QAbstractItemModel {
    Q_OBJECT

public:
    /// Share of the whole network, 0 to 1, in columns that show one.
    static constexpr int share_role = Qt::UserRole;

    explicit LayerTableModel(const Localization& words, QObject* parent = nullptr)
        : QAbstractItemModel(parent),
          words_(words)
    {}

    /// Shows other lines in the last sort order. True if rows and names are unchanged, so that only numbers changed and
    /// the view keeps expanded and selected rows.
    bool show_lines(std::vector<LayerLine> lines)
    {
        order_by(lines, sort_column_, sort_order_);
        const bool same = same_names(lines, lines_);
        if (!same) beginResetModel();
        total_ = total_of(lines);
        lines_ = std::move(lines);
        if (!same) {
            endResetModel();
            return false;
        }
        if (lines_.empty()) return true;
        const int last = static_cast<int>(lines_.size()) - 1;
        emit dataChanged(index(0, 0), index(last, LayerColumn::column_count - 1));
        for (int row = 0; row <= last; ++row) {
            const QModelIndex block = index(row, 0);
            const int inside = rowCount(block);
            if (inside > 0)
                emit dataChanged(index(0, 0, block), index(inside - 1, LayerColumn::column_count - 1, block));
        }
        return true;
    }

    const std::vector<LayerLine>& lines() const { return lines_; }

    void retranslate()
    {
        emit headerDataChanged(Qt::Horizontal, 0, LayerColumn::column_count - 1);
        show_lines(std::vector<LayerLine>(lines_));
    }

    /// Every operator with exact numbers, for a spreadsheet.
    QString tab_separated() const
    {
        QStringList rows{QStringList{tr("Layer"), tr("Operator"), tr("Output"), tr("Copies"), tr("Parameters"),
                                     tr("MACs"), tr("FLOPs"), tr("Saved (bytes)")}
                             .join(QLatin1Char('\t'))};
        for (const LayerLine& line : lines_) {
            if (line.operators.empty()) {
                rows << exact_cells(line, {}, text(line, LayerColumn::operator_column)).join(QLatin1Char('\t'));
                continue;
            }
            for (const LayerLine& inner : line.operators)
                rows << exact_cells(inner, line.name, text(inner, LayerColumn::operator_column)).join(QLatin1Char('\t'));
        }
        return rows.join(QLatin1Char('\n')) + QLatin1Char('\n');
    }

    QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override
    {
        if (!hasIndex(row, column, parent)) return {};
        // Operators inside a block store its one-based row; top-level rows store zero.
        return createIndex(row, column, parent.isValid() ? static_cast<quintptr>(parent.row()) + 1 : quintptr{0});
    }

    QModelIndex parent(const QModelIndex& index) const override
    {
        if (!index.isValid() || index.internalId() == 0) return {};
        return createIndex(static_cast<int>(index.internalId()) - 1, 0, quintptr{0});
    }

    int rowCount(const QModelIndex& parent = {}) const override
    {
        if (!parent.isValid()) return static_cast<int>(lines_.size());
        if (parent.column() != 0 || parent.internalId() != 0) return 0;
        return static_cast<int>(lines_[static_cast<std::size_t>(parent.row())].operators.size());
    }

    int columnCount(const QModelIndex& = {}) const override { return LayerColumn::column_count; }

    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override
    {
        const LayerLine* line = line_at(index);
        if (!line) return {};
        const int column = index.column();
        switch (role) {
        case Qt::DisplayRole: return text(*line, column);
        case Qt::ToolTipRole: return paragraph(tool_tip(*line));
        case Qt::TextAlignmentRole: return side_of(column);
        case share_role:
            return column >= LayerColumn::parameters_column && column != LayerColumn::flops_column
                       ? QVariant(share(*line, column))
                       : QVariant();
        default: return {};
        }
    }

    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override
    {
        if (orientation != Qt::Horizontal) return {};
        if (role == Qt::TextAlignmentRole) return side_of(section);
        if (role == Qt::ToolTipRole && section == LayerColumn::kept_column)
            return tr("Memory first saved here for the backward pass, whole micro-batch");
        if (role == Qt::ToolTipRole && section == LayerColumn::macs_column)
            return tr("Forward MACs of one sample; each is two FLOPs");
        constexpr std::array titles{QT_TR_NOOP("Layer"),      QT_TR_NOOP("Operator"), QT_TR_NOOP("Output"),
                                    QT_TR_NOOP("Parameters"), QT_TR_NOOP("MACs"),     QT_TR_NOOP("FLOPs"),
                                    QT_TR_NOOP("Saved")};
        const bool named = role == Qt::DisplayRole && section >= 0 && section < LayerColumn::column_count;
        return named ? tr(titles[static_cast<std::size_t>(section)]) : QVariant();
    }

    /// A negative column sorts by execution.
    void sort(int column, Qt::SortOrder order = Qt::AscendingOrder) override
    {
        beginResetModel();
        sort_column_ = column;
        sort_order_ = order;
        order_by(lines_, column, order);
        endResetModel();
    }

private:
    const LayerLine* line_at(const QModelIndex& index) const
    {
        if (!index.isValid()) return nullptr;
        const auto row = static_cast<std::size_t>(index.row());
        if (index.internalId() == 0) return &lines_[row];
        return &lines_[static_cast<std::size_t>(index.internalId()) - 1].operators[row];
    }

    QString text(const LayerLine& line, int column) const
    {
        switch (column) {
        case LayerColumn::name_column:
            return line.copies > 1 ? tr("%1 ×%2").arg(line.name, copies_text(line)) : line.name;
        case LayerColumn::operator_column:
            return line.kind.empty() ? tr("Block") : words_.text("operator." + line.kind);
        case LayerColumn::shape_column: return line.shape;
        case LayerColumn::parameters_column: return words_.text(value_of(line.parameters));
        case LayerColumn::macs_column: return words_.text(Value{line.macs.as_double(), Unit::macs});
        case LayerColumn::flops_column: return words_.text(Value{line.flops(), Unit::flops});
        case LayerColumn::kept_column: return words_.text(value_of(line.kept));
        default: return {};
        }
    }

    QString copies_text(const LayerLine& line) const { return words_.text(value_of(Count(line.copies))); }

    QString tool_tip(const LayerLine& line) const
    {
        if (line.copies == 1) return line.name;
        return tr("%1: %2 identical copies, numbers in total").arg(line.name, copies_text(line));
    }

    double share(const LayerLine& line, int column) const
    {
        const double whole = number_of(total_, column);
        return whole > 0.0 ? number_of(line, column) / whole : 0.0;
    }

    const Localization& words_;
    std::vector<LayerLine> lines_;
    LayerLine total_;
    int sort_column_ = -1;
    Qt::SortOrder sort_order_ = Qt::AscendingOrder;
};

/// Draws a cell's share of the total as a bar behind its number, from the left.
class ShareDelegate : public QStyledItemDelegate {
    Q_OBJECT

public:
    ShareDelegate(int share_role, QObject* parent) : QStyledItemDelegate(parent), share_role_(share_role) {}

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        constexpr double shortest = 2.0;
        const QRectF cell = QRectF(option.rect).adjusted(2, 1, -2, -1);
        const double width = cell.width() * std::min(index.data(share_role_).toDouble(), 1.0);
        if (width >= shortest)
            painter->fillRect(QRectF(cell.left(), cell.top(), width, cell.height()),
                              theme_of(option.palette).accent_fill);
        QStyledItemDelegate::paint(painter, option, index);
    }

private:
    int share_role_;
};

/// The model layer by layer: counts in both conventions, numbers of textbooks and tools, and the table.
class LayerPane : public QWidget {
    Q_OBJECT

public:
    LayerPane(const PageContext& context, QWidget* parent)
        : QWidget(parent),
          document_(context.document),
          words_(context.words),
          requests_(context.requests),
          model_(new LayerTableModel(words_, this)),
          view_(new QTreeView(this))
    {
        setObjectName(QStringLiteral("layers"));
        auto* column = column_in(this, {10, 8, 10, 6}, 6);
        auto* grid = new QGridLayout;
        grid->setHorizontalSpacing(18);
        grid->setVerticalSpacing(0);
        build_figures(grid);
        column->addLayout(grid);
        build_table();
        column->addWidget(view_, 1);
        auto* tools = row_of({}, 2);
        build_tools(tools);
        column->addLayout(tools);
        follow_while_shown(this, document_, [this] { follow(); });
        in_each_language(this, [this] {
            view_->setAccessibleName(tr("Layers"));
            model_->retranslate();
        });
    }

    void copy_table() const
    {
        QGuiApplication::clipboard()->setMimeData(copied_lines(model_->tab_separated()).release());
    }

private:
    struct Figure {
        const char* caption_text;
        QLabel* caption;
        QuantityLabel* value;
        QLabel* note;
    };

    void build_figures(QGridLayout* grid)
    {
        const auto add = [&](const char* caption, const char* quantity) {
            const int place = static_cast<int>(figures_.size());
            const int line = place / figures_in_a_row * 4;
            Figure figure{caption, small_label(this), new QuantityLabel(QString::fromLatin1(quantity), this),
                          small_label(this)};
            for (QLabel* label : {figure.caption, figure.note}) label->setWordWrap(true);
            connect(figure.value, &QuantityLabel::working_requested, &requests_, &PageRequests::working_requested);
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
        add(QT_TR_NOOP("Saved activations, one sample"), "model.saved_activation_bytes_per_sample");
        add(QT_TR_NOOP("Textbook: 2 × feature maps"), "model.textbook_activation_bytes_per_sample");
        add(QT_TR_NOOP("“FLOPs” of the tool thop"), "model.thop_macs_per_sample");
        add(QT_TR_NOOP("Parameters by the closed form"), "model.closed_form_parameters");
        add(QT_TR_NOOP("By the commonly quoted formula"), "model.commonly_quoted_parameters");
        for (std::size_t i = first_optional; i < figures_.size(); ++i) set_present(figures_[i], false);
    }

    void build_table()
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
        header->setSectionResizeMode(LayerColumn::name_column, QHeaderView::Stretch);
        view_->setSortingEnabled(true);
        on_change(view_, QEvent::FontChange, [this] { size_columns(); });
        auto* shares = new ShareDelegate(LayerTableModel::share_role, this);
        for (const int column : {LayerColumn::parameters_column, LayerColumn::macs_column, LayerColumn::kept_column})
            view_->setItemDelegateForColumn(column, shares);
        connect(view_, &QTreeView::expanded, this, [this](const QModelIndex& index) { note_open(index, true); });
        connect(view_, &QTreeView::collapsed, this, [this](const QModelIndex& index) { note_open(index, false); });
        connect(model_, &QAbstractItemModel::modelReset, this, &LayerPane::reopen);
        new QShortcut(QKeySequence::Copy, view_, this, &LayerPane::copy_table, Qt::WidgetShortcut);
    }

    void build_tools(QBoxLayout* row)
    {
        by_block_ = text_tool(
            this, [] { return tr("By block"); },
            [] { return tr("Operators inside their blocks, or all operators in one list"); });
        by_block_->setCheckable(true);
        by_block_->setChecked(true);
        QToolButton* expand = text_tool(this, [] { return tr("Open all"); });
        QToolButton* collapse = text_tool(this, [] { return tr("Close all"); });
        QToolButton* order = named(
            text_tool(
                this, [] { return tr("In order of execution"); }, [] { return tr("Undo the sorting by a column"); }),
            "execution_order");
        QToolButton* copy = text_tool(
            this, [] { return tr("Copy table"); },
            [] { return tr("Copy all operators with exact numbers to the clipboard, for a spreadsheet"); });
        count_ = small_label(this);
        fill(row, {by_block_, expand, collapse, order, copy, Stretch{}, count_});
        connect(by_block_, &QToolButton::toggled, this, [this, expand, collapse](bool on) {
            expand->setEnabled(on);
            collapse->setEnabled(on);
            show_lines();
        });
        connect(expand, &QToolButton::clicked, this, [this] {
            view_->expandAll();
            for (const LayerLine& line : model_->lines()) open_.insert(line.name);
        });
        connect(collapse, &QToolButton::clicked, this, [this] {
            view_->collapseAll();
            open_.clear();
        });
        connect(order, &QToolButton::clicked, this,
                [this] { view_->header()->setSortIndicator(-1, Qt::DescendingOrder); });
        connect(copy, &QToolButton::clicked, this, &LayerPane::copy_table);
    }

    void follow()
    {
        show_figures();
        show_lines();
    }

    void show_lines()
    {
        const bool same = model_->show_lines(layer_lines(document_.evaluation(), by_block_->isChecked()));
        const std::optional<Estimate>& estimate = document_.evaluation().estimate;
        count_->setText(estimate ? tr("%1 operators").arg(words_.text(value_of(Count(estimate->model.layers_counted))))
                                 : QString());
        if (!same) size_columns();
    }

    /// Gives each column the width of usual or visible longer numbers; names get the rest.
    void size_columns()
    {
        const QFontMetrics metrics(view_->font());
        const auto set = [&](int column, const char* sample) {
            const int usual = metrics.horizontalAdvance(QString::fromUtf8(sample)) + column_margin;
            view_->resizeColumnToContents(column);
            view_->setColumnWidth(column, std::max(usual, view_->columnWidth(column)));
        };
        set(LayerColumn::operator_column, "pooling");
        set(LayerColumn::shape_column, "512×100×134");
        set(LayerColumn::parameters_column, "100,000,000");
        set(LayerColumn::macs_column, "100.0 MMAC");
        set(LayerColumn::flops_column, "100.0 MFLOP");
        set(LayerColumn::kept_column, "88.88 MiB");
    }

    void show_figures()
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
        const CommonlyQuotedFigures quoted = commonly_quoted_figures(evaluation, *document_.data());
        const auto macs = [this](double number) { return words_.text(Value{number, Unit::macs}); };
        show_figure(0, words_.text(value_of(model.parameters)),
                    !trains ? QString()
                    : model.trainable_parameters == model.parameters
                        ? tr("All trainable")
                        : tr("%1 trainable").arg(words_.text(value_of(model.trainable_parameters))));
        show_figure(1, macs(model.forward_macs_per_sample.as_double()),
                    QStringLiteral("= ") + words_.text(value_of(model.forward_flops_per_sample)));
        show_figure(2, words_.text(value_of(model.training_flops_per_sample)),
                    QStringLiteral("= ") + macs(model.training_flops_per_sample.base() / 2.0));
        show_figure(3, words_.text(value_of(model.saved_activation_bytes_per_sample)),
                    tr("At this precision and micro-batch"));
        show_figure(4, words_.text(value_of(quoted.textbook_activations)),
                    tr("Saved: %1 of that").arg(words_.text(Value{quoted.saved_over_textbook, Unit::share})));
        show_figure(5, words_.text(value_of(quoted.thop_macs)), tr("These are MACs"));
    }

    void show_figure(std::size_t index, const QString& text, const QString& note)
    {
        const Figure& figure = figures_[index];
        const QString caption = tr(figure.caption_text);
        if (figure.caption->text() != caption) figure.caption->setText(caption);
        figure.value->show_text(text, caption);
        figure.value->setEnabled(!text.isEmpty());
        if (figure.note->text() != note) figure.note->setText(note);
    }

    static void set_present(const Figure& figure, bool present)
    {
        figure.caption->setVisible(present);
        figure.value->setVisible(present);
        figure.value->setEnabled(present);
        figure.note->setVisible(present);
    }

    /// Only transformers have a closed form, and only encoder-decoders a commonly quoted wrong one.
    void show_closed_forms()
    {
        const Evaluation& evaluation = document_.evaluation();
        const bool known = evaluation.estimate.has_value();
        const std::optional<Derivation> form =
            known ? explain_closed_form(evaluation, *document_.data()) : std::nullopt;
        const std::optional<Derivation> quoted =
            known ? explain_commonly_quoted_transformer(evaluation, *document_.data()) : std::nullopt;
        show_optional_figure(first_optional, form, tr("Equal to the sum of the layers"));
        show_optional_figure(first_optional + 1, quoted, tr("Three errors"));
    }

    void show_optional_figure(std::size_t index, const std::optional<Derivation>& working, const QString& note)
    {
        show_figure(index, working ? words_.text(working->value) : QString(), working ? note : QString());
        set_present(figures_[index], working.has_value());
    }

    void note_open(const QModelIndex& index, bool open)
    {
        if (reopening_) return;
        const QString name = index.siblingAtColumn(LayerColumn::name_column).data().toString();
        if (open)
            open_.insert(name);
        else
            open_.remove(name);
    }

    void reopen()
    {
        const QScopedValueRollback guard(reopening_, true);
        for (int row = 0; row < model_->rowCount(); ++row) {
            const QModelIndex index = model_->index(row, 0);
            if (open_.contains(index.data().toString())) view_->expand(index);
        }
    }

    Document& document_;
    const Localization& words_;
    PageRequests& requests_;
    LayerTableModel* model_;
    QTreeView* view_;
    QToolButton* by_block_ = nullptr;
    QLabel* count_ = nullptr;
    std::vector<Figure> figures_;
    /// Names of the expanded blocks, kept while rows change.
    QSet<QString> open_;
    bool reopening_ = false;
};

QWidget* layer_page(const PageContext& context, QWidget* parent) { return new LayerPane(context, parent); }

} // namespace rigwright

#include "layer_pane.moc"
