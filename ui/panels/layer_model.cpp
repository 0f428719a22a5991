// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/layer_model.h"

#include "core/estimate/field_access.h"
#include "core/estimate/layer_fields.h"
#include "core/estimate/recipes.h"
#include "core/scenario/resolved_model.h"
#include "ui/panels/layer_texts.h"
#include "ui/theme/symbols.h"
#include "ui/theme/theme.h"

#include <QApplication>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>

#include <algorithm>

namespace rigwright {

namespace {

/// As wide as most shapes.
constexpr int error_width = 90;

constexpr const char* headings[LayerModel::column_total] = {
    QT_TRANSLATE_NOOP("rigwright::LayerModel", "Layer"),      QT_TRANSLATE_NOOP("rigwright::LayerModel", "Name"),
    QT_TRANSLATE_NOOP("rigwright::LayerModel", "Options"),    QT_TRANSLATE_NOOP("rigwright::LayerModel", "Output"),
    QT_TRANSLATE_NOOP("rigwright::LayerModel", "Parameters"), QT_TRANSLATE_NOOP("rigwright::LayerModel", "MACs"),
    QT_TRANSLATE_NOOP("rigwright::LayerModel", "Kept"),
};

constexpr const char* heading_hints[LayerModel::column_total] = {
    "",
    QT_TRANSLATE_NOOP("rigwright::LayerModel", "Double-click or F2 gives the layer a name that others can refer to."),
    "",
    QT_TRANSLATE_NOOP("rigwright::LayerModel", "Output of one sample: channels × height × width, or numbers in a row."),
    QT_TRANSLATE_NOOP("rigwright::LayerModel", "Weights and biases of the layer."),
    QT_TRANSLATE_NOOP("rigwright::LayerModel",
                      "Multiply-accumulates of the forward pass of one sample; each is two FLOPs."),
    QT_TRANSLATE_NOOP("rigwright::LayerModel", "Memory first kept for the backward pass here, whole micro-batch."),
};

/// What the list costs under the scenario's training set-up, as far as it can be built.
std::vector<LayerFigures> figures_of(const Scenario& scenario, const EngineData& data, const LayerSpecs& layers)
{
    if (!are_legal(layers)) return {};
    const ResolvedModel model = resolve_model(scenario, data.presets);
    const FieldValue kind = effective_value(scenario, data, "model.shape.input");
    const auto* word = std::get_if<std::string>(&kind);
    const Shape input = layer_list_input(word ? std::string_view(*word) : std::string_view(), model.input);
    return layer_figures(build_layers(layers, input, build_options(scenario.training)),
                         format_policy(scenario.training), scenario.training.micro_batch);
}

} // namespace

LayerModel::LayerModel(Document& document, const Localization& words, QObject* parent)
    : QAbstractTableModel(parent),
      document_(document),
      words_(words)
{}

void LayerModel::follow()
{
    const LayerSpecs* layers = layers_of(document_.edited(), *document_.data());
    const std::size_t count = layers ? layers->size() : 0;
    const bool other_length = count != layers_.size();
    if (other_length) beginResetModel();
    layers_ = layers ? *layers : LayerSpecs();
    names_ = layer_names(layers_);
    figures_ = figures_of(document_.edited(), *document_.data(), layers_);
    collect_errors();
    if (other_length)
        endResetModel();
    else
        refresh();
}

void LayerModel::collect_errors()
{
    errors_.clear();
    for (const Finding& finding : document_.draft_errors()) {
        const auto path = layer_path(finding.field);
        errors_.try_emplace(path ? static_cast<int>(path->index) : -1, finding);
    }
}

void LayerModel::refresh()
{
    if (!layers_.empty()) emit dataChanged(index(0, 0), index(rowCount() - 1, column_total - 1));
    emit headerDataChanged(Qt::Horizontal, 0, column_total - 1);
}

std::optional<Shape> LayerModel::output(std::size_t row) const
{
    return row < figures_.size() ? figures_[row].output : std::nullopt;
}

QString LayerModel::error(int row) const
{
    const auto found = errors_.find(row);
    return found == errors_.end() ? QString() : words_.text(found->second);
}

int LayerModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(layers_.size());
}

int LayerModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : column_total; }

QString LayerModel::text(std::size_t row, int column) const
{
    if (column == type_column) return words_.choice("layer", layers_[row].type);
    if (column == name_column) return from_utf8(names_[row]);
    if (column == options_column) return layer_options_text(layers_[row], words_);
    if (column == output_column && errors_.contains(static_cast<int>(row))) return error(static_cast<int>(row));
    if (row >= figures_.size() || !figures_[row].output) return QStringLiteral("–");
    const LayerFigures& figures = figures_[row];
    if (column == output_column) return layer_shape_text(*figures.output);
    if (column == parameters_column) return words_.text(value_of(figures.parameters));
    if (column == macs_column) return short_count(figures.macs);
    return words_.text(value_of(figures.kept));
}

QString LayerModel::short_count(Count count) const
{
    constexpr double million = 1e6;
    constexpr double billion = 1e9;
    const double number = count.as_double();
    if (number < 10 * million) return words_.text(value_of(count));
    const bool billions = number >= 10 * billion;
    const QString amount = QString::number(number / (billions ? billion : million), 'f', 1);
    return billions ? tr("%1 G").arg(amount) : tr("%1 M").arg(amount);
}

QString LayerModel::tool_tip(std::size_t row, int column) const
{
    const bool has_figures = row < figures_.size() && figures_[row].output;
    if (column == macs_column && has_figures) return words_.text(value_of(figures_[row].macs));
    return text(row, column);
}

QVariant LayerModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid()) return {};
    const auto row = static_cast<std::size_t>(index.row());
    const Theme& theme = theme_of(QApplication::palette());
    const bool bad = errors_.contains(index.row());
    switch (role) {
    case Qt::DisplayRole: return text(row, index.column());
    case Qt::EditRole: return index.column() == name_column ? from_utf8(names_[row]) : QVariant();
    case Qt::ToolTipRole: return bad ? error(index.row()) : tool_tip(row, index.column());
    // What is wrong may be long; the columns keep their widths.
    case Qt::SizeHintRole: return bad && index.column() == output_column ? QVariant(QSize(error_width, 0)) : QVariant();
    case Qt::AccessibleDescriptionRole: return bad ? error(index.row()) : QVariant();
    case Qt::TextAlignmentRole:
        return QVariant::fromValue(
            Qt::Alignment((!bad && index.column() >= output_column) ? Qt::AlignRight : Qt::AlignLeft) |
            Qt::AlignVCenter);
    case Qt::DecorationRole:
        return bad && index.column() == output_column
                   ? QVariant(symbol_icon(Symbol::stop_octagon, theme.bad, theme.base))
                   : QVariant();
    case Qt::ForegroundRole:
        if (bad && index.column() == output_column) return theme.bad;
        return index.column() == name_column && layers_[row].name.empty() ? QVariant(theme.muted) : QVariant();
    default: return {};
    }
}

QVariant LayerModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation == Qt::Vertical) return role == Qt::DisplayRole ? QVariant(section) : QVariant();
    if (section < 0 || section >= column_total) return {};
    if (role == Qt::DisplayRole) return tr(headings[section]);
    const char* hint = heading_hints[section];
    if (role == Qt::ToolTipRole && *hint != '\0') return tr(hint);
    if (role == Qt::TextAlignmentRole)
        return QVariant::fromValue(Qt::Alignment(section >= output_column ? Qt::AlignRight : Qt::AlignLeft) |
                                   Qt::AlignVCenter);
    return {};
}

Qt::ItemFlags LayerModel::flags(const QModelIndex& index) const
{
    if (!index.isValid()) return Qt::NoItemFlags;
    const Qt::ItemFlags always = Qt::ItemIsEnabled | Qt::ItemIsSelectable;
    return index.column() == name_column ? always | Qt::ItemIsEditable : always;
}

bool LayerModel::setData(const QModelIndex& index, const QVariant& value, int role)
{
    if (!index.isValid() || role != Qt::EditRole || index.column() != name_column) return false;
    const QString name = value.toString().trimmed();
    if (name == from_utf8(names_[static_cast<std::size_t>(index.row())])) return false;
    emit rename_requested(index.row(), name);
    return true;
}

namespace {

constexpr qreal line_width = 2.0;

} // namespace

LayerListView::LayerListView(QWidget* parent) : QTableView(parent) {}

int LayerListView::row_before(int y) const
{
    const int rows = model()->rowCount();
    const int row = rowAt(std::clamp(y, 0, viewport()->height() - 1));
    if (row < 0) return rows;
    const int middle = rowViewportPosition(row) + rowHeight(row) / 2;
    return y > middle ? row + 1 : row;
}

void LayerListView::stop()
{
    row_ = -1;
    before_ = -1;
    viewport()->unsetCursor();
    viewport()->update();
}

void LayerListView::mousePressEvent(QMouseEvent* event)
{
    QTableView::mousePressEvent(event);
    pressed_ = event->position().toPoint();
    row_ = event->button() == Qt::LeftButton ? rowAt(pressed_.y()) : -1;
}

void LayerListView::mouseMoveEvent(QMouseEvent* event)
{
    if (row_ < 0 || !(event->buttons() & Qt::LeftButton)) {
        QTableView::mouseMoveEvent(event);
        return;
    }
    const QPoint place = event->position().toPoint();
    if (!is_dragging() && (place - pressed_).manhattanLength() < QApplication::startDragDistance()) return;
    // Beyond the edge the list goes on.
    if (place.y() < 0) verticalScrollBar()->triggerAction(QAbstractSlider::SliderSingleStepSub);
    if (place.y() >= viewport()->height()) verticalScrollBar()->triggerAction(QAbstractSlider::SliderSingleStepAdd);
    before_ = row_before(place.y());
    viewport()->setCursor(Qt::ClosedHandCursor);
    viewport()->update();
}

void LayerListView::mouseReleaseEvent(QMouseEvent* event)
{
    QTableView::mouseReleaseEvent(event);
    const int row = row_;
    const int before = before_;
    stop();
    if (before >= 0 && before != row && before != row + 1) emit row_moved(row, before);
}

void LayerListView::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape && is_dragging()) {
        stop();
        return;
    }
    QTableView::keyPressEvent(event);
}

void LayerListView::paintEvent(QPaintEvent* event)
{
    QTableView::paintEvent(event);
    if (!is_dragging()) return;
    const int last = model()->rowCount() - 1;
    const int y = before_ > last ? rowViewportPosition(last) + rowHeight(last) : rowViewportPosition(before_);
    QPainter painter(viewport());
    painter.setPen(QPen(theme_of(palette()).accent, line_width));
    painter.drawLine(0, std::max(y, 1), viewport()->width(), std::max(y, 1));
}

} // namespace rigwright
