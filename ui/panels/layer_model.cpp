// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/layer_model.h"

#include "core/estimate/field_access.h"
#include "core/estimate/layer_fields.h"
#include "core/estimate/recipes.h"
#include "core/network/layer_table.h"
#include "core/scenario/resolved_model.h"
#include "ui/controls/number_text.h"
#include "ui/panels/field_rows.h"
#include "ui/theme/symbols.h"
#include "ui/theme/theme.h"

#include <QAction>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>
#include <QStringList>

#include <algorithm>
#include <array>

namespace rigwright {

namespace {

/// The summary names these settings even at their defaults.
constexpr std::string_view always_said[] = {"out_channels", "out_features", "kernel", "size", "scale", "probability"};

struct Stops {
    std::string_view key;
    double last;
    bool one_by_one;
};

constexpr Stops stops_table[] = {
    {"out_channels", 2048, false},
    {"out_features", 8192, false},
    {"groups", 512, false},
    {"kernel", 15, true},
    {"stride", 8, true},
    {"padding", 8, true},
    {"dilation", 8, true},
    {"multiplier", 8, true},
    {"size", 16, true},
    {"scale", 8, true},
};

std::string value_text(const FieldValue& value, const Localization& words)
{
    if (const auto* whole = std::get_if<std::int64_t>(&value)) return std::to_string(*whole);
    if (const auto* number = std::get_if<double>(&value)) return exact_text(*number).toStdString();
    const auto* word = std::get_if<std::string>(&value);
    return word ? words.choice("hyperparameter-word", *word).toStdString() : std::string();
}

/// Empty where the option goes without saying. A flag has a text for its unusual value.
QString option_text(const Hyperparameter& option, const LayerSpec& layer, const Localization& words)
{
    const auto given = layer.options.find(option.key);
    const bool is_usual = given == layer.options.end() || (option.standard && given->second == *option.standard);
    const bool said = std::ranges::find(always_said, option.key) != std::end(always_said);
    const std::string code = "layer.option." + std::string(option.key);
    if (!words.table().has(code) || (is_usual && !said)) return {};
    return words.text(code, {{"value", value_text(is_usual ? *option.standard : given->second, words)}});
}

} // namespace

QString layer_group_text(LayerGroup group, const Localization& words)
{
    constexpr std::array names{"product", "normalization", "activation", "pooling", "shape", "joining"};
    return words.text(std::string("layer.group.") + names[static_cast<std::size_t>(group)]);
}

QString layer_options_text(const LayerSpec& layer, const Localization& words)
{
    const LayerType* type = layer_type_of(layer.type);
    if (!type) return {};
    QStringList texts;
    for (const Hyperparameter& option : type->options) {
        if (const QString text = option_text(option, layer, words); !text.isEmpty()) texts << text;
    }
    return listed(texts);
}

NumberSpec layer_number_spec(const Hyperparameter& option)
{
    NumberSpec spec = number_spec(option);
    const auto found = std::ranges::find(stops_table, option.key, &Stops::key);
    if (found == std::end(stops_table)) return spec;
    spec.has_slider = true;
    const double last = std::min(found->last, option.maximum);
    spec.steps = found->one_by_one ? even_steps(option.minimum, last, 1) : powers_of_two(option.minimum, last);
    return spec;
}

namespace {

/// As wide as most shapes.
constexpr int error_width = 90;

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
    : TableModel(parent),
      document_(document),
      words_(words)
{
    const auto layer = [this](int row) -> const LayerSpec& { return layers_[static_cast<std::size_t>(row)]; };
    const auto figure = [this](auto text_of) {
        return [this, text_of](int row) { return figures(row) ? text_of(*figures(row)) : QStringLiteral("–"); };
    };
    set_columns(
        {{[] { return tr("Layer"); }, [=, this](int row) { return words_.choice("layer", layer(row).type); }},
         {[] { return tr("Name"); }, [this](int row) { return from_utf8(names_[static_cast<std::size_t>(row)]); },
          false, true},
         {[] { return tr("Options"); }, [=, this](int row) { return layer_options_text(layer(row), words_); }},
         {[] { return tr("Output"); }, figure([](const LayerFigures& of) { return from_utf8(shape_text(*of.output)); }),
          true},
         {[] { return tr("Parameters"); },
          figure([this](const LayerFigures& of) { return words_.text(value_of(of.parameters)); }), true},
         {[] { return tr("MACs"); }, figure([this](const LayerFigures& of) { return short_count(of.macs); }), true},
         {[] { return tr("Saved"); }, figure([this](const LayerFigures& of) { return words_.text(value_of(of.kept)); }),
          true}});
    set_hint(name_column,
             [] { return tr("Double-click or press F2 to name the layer, so that others can refer to it."); });
    set_hint(output_column, [] { return tr("Output of one sample: channels × height × width, or numbers in a row."); });
    set_hint(parameters_column, [] { return tr("Weights and biases of the layer."); });
    set_hint(macs_column, [] { return tr("Forward MACs of one sample; each is two FLOPs."); });
    set_hint(kept_column, [] { return tr("Memory first saved here for the backward pass, whole micro-batch."); });
}

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
        retranslate();
}

void LayerModel::collect_errors()
{
    errors_.clear();
    for (const Finding& finding : document_.draft_errors()) {
        const auto path = layer_path(finding.field);
        errors_.try_emplace(path ? static_cast<int>(path->index) : -1, finding);
    }
}

std::optional<Shape> LayerModel::output(std::size_t row) const
{
    return row < figures_.size() ? figures_[row].output : std::nullopt;
}

const LayerFigures* LayerModel::figures(int row) const
{
    const auto at = static_cast<std::size_t>(row);
    return output(at) ? &figures_[at] : nullptr;
}

QString LayerModel::error(int row) const
{
    const auto found = errors_.find(row);
    return found == errors_.end() ? QString() : words_.text(found->second);
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

QVariant LayerModel::special(int row, int column, int role) const
{
    const Theme& theme = theme_of(QApplication::palette());
    const bool bad = errors_.contains(row);
    const bool says_error = bad && column == output_column;
    switch (role) {
    case Qt::DisplayRole: return says_error ? error(row) : QVariant();
    case Qt::ToolTipRole:
        if (bad) return tool_tip(error(row));
        return column == macs_column && figures(row) ? words_.text(value_of(figures(row)->macs)) : QVariant();
    // What is wrong may be long; the columns keep their widths.
    case Qt::SizeHintRole: return says_error ? QSize(error_width, 0) : QVariant();
    case Qt::AccessibleDescriptionRole: return bad ? error(row) : QVariant();
    case Qt::TextAlignmentRole: return bad ? QVariant(Qt::AlignLeft | Qt::AlignVCenter) : QVariant();
    case Qt::DecorationRole: return says_error ? symbol_icon(Symbol::stop_octagon, theme.bad, theme.base) : QVariant();
    case Qt::ForegroundRole:
        if (says_error) return theme.bad;
        return column == name_column && layers_[static_cast<std::size_t>(row)].name.empty() ? theme.muted : QVariant();
    default: return {};
    }
}

QVariant LayerModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation == Qt::Horizontal) return TableModel::headerData(section, orientation, role);
    return role == Qt::DisplayRole ? QVariant(section) : QVariant();
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

bool LayerListView::event(QEvent* event)
{
    const bool is_override = event->type() == QEvent::ShortcutOverride;
    if (is_override || event->type() == QEvent::KeyPress) {
        const QKeySequence keys(static_cast<QKeyEvent*>(event)->keyCombination());
        for (QAction* action : actions()) {
            if (action->shortcut() != keys || !action->isEnabled()) continue;
            event->accept();
            if (!is_override) action->trigger();
            return true;
        }
    }
    return QTableView::event(event);
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
