// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/layer_editor.h"

#include "core/estimate/field_access.h"
#include "core/estimate/layer_fields.h"
#include "core/estimate/recipes.h"
#include "core/network/layer_table.h"
#include "core/scenario/resolved_model.h"
#include "core/zoo/layer_list.h"
#include "core/zoo/layer_types.h"
#include "ui/controls/card.h"
#include "ui/controls/number_text.h"
#include "ui/controls/parameter_control.h"
#include "ui/document/page.h"
#include "ui/format/layout.h"
#include "ui/format/on_change.h"
#include "ui/format/table_model.h"
#include "ui/format/words.h"
#include "ui/panels/field_form.h"
#include "ui/panels/field_rows.h"
#include "ui/theme/symbols.h"
#include "ui/theme/theme.h"

#include <QAction>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QMenu>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollArea>
#include <QScrollBar>
#include <QStringList>
#include <QStyledItemDelegate>
#include <QTableView>
#include <QToolButton>

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <utility>

namespace rigwright {

namespace {

/// The summary names these options even at their defaults.
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

/// Empty for a usual value. Flags have a text for their unusual value.
QString option_text(const Hyperparameter& option, const LayerSpec& layer, const Localization& words)
{
    const auto given = layer.options.find(option.key);
    const bool is_usual = given == layer.options.end() || (option.standard && given->second == *option.standard);
    const bool said = std::ranges::find(always_said, option.key) != std::end(always_said);
    const std::string code = "layer.option." + std::string(option.key);
    if (!words.table().has(code) || (is_usual && !said)) return {};
    return words.text(code, {{"value", value_text(is_usual ? *option.standard : given->second, words)}});
}

/// The menu heading for such layers.
QString layer_group_text(LayerGroup group, const Localization& words)
{
    constexpr std::array names{"product", "normalization", "activation", "pooling", "shape", "joining"};
    return words.text(std::string("layer.group.") + names[static_cast<std::size_t>(group)]);
}

/// The options of a layer in one line: "64 ch, 3×3, stride 2".
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

/// Slider steps of an option: kernels one by one, widths in powers of two.
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

/// Costs of the layers under the scenario's training settings, as far as they build.
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

/// Layers of a custom network as rows, with their costs or their errors.
class LayerModel : public TableModel {
    Q_OBJECT

public:
    using enum LayerListColumn::Column;

    LayerModel(Document& document, const Localization& words, QObject* parent = nullptr)
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
             {[] { return tr("Output"); },
              figure([](const LayerFigures& of) { return from_utf8(shape_text(*of.output)); }), true},
             {[] { return tr("Parameters"); },
              figure([this](const LayerFigures& of) { return words_.text(value_of(of.parameters)); }), true},
             {[] { return tr("MACs"); }, figure([this](const LayerFigures& of) { return short_count(of.macs); }), true},
             {[] { return tr("Saved"); },
              figure([this](const LayerFigures& of) { return words_.text(value_of(of.kept)); }), true}});
        set_hint(name_column,
                 [] { return tr("Double-click or press F2 to name the layer, so that others can refer to it."); });
        set_hint(output_column,
                 [] { return tr("Output of one sample: channels × height × width, or numbers in a row."); });
        set_hint(parameters_column, [] { return tr("Weights and biases of the layer."); });
        set_hint(macs_column, [] { return tr("Forward MACs of one sample; each is two FLOPs."); });
        set_hint(kept_column, [] { return tr("Memory first saved here for the backward pass, whole micro-batch."); });
    }

    /// Copies the document's list; a different length resets the model.
    void follow()
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

    const LayerSpecs& layers() const { return layers_; }
    const std::vector<std::string>& names() const { return names_; }

    /// Output of a layer; nothing if it cannot be built.
    std::optional<Shape> output(std::size_t row) const
    {
        return row < figures_.size() ? figures_[row].output : std::nullopt;
    }

    /// The error of a row; empty if there is none.
    QString error(int row) const
    {
        const auto found = errors_.find(row);
        return found == errors_.end() ? QString() : words_.text(found->second);
    }

    /// The first row with an error, or -1; errors of the whole list are also at -1.
    int first_error() const { return errors_.empty() ? -1 : errors_.begin()->first; }
    bool has_errors() const { return !errors_.empty(); }

    QVariant headerData(int section, Qt::Orientation orientation, int role) const override
    {
        if (orientation == Qt::Horizontal) return TableModel::headerData(section, orientation, role);
        return role == Qt::DisplayRole ? QVariant(section) : QVariant();
    }

    bool setData(const QModelIndex& index, const QVariant& value, int role) override
    {
        if (!index.isValid() || role != Qt::EditRole || index.column() != name_column) return false;
        const QString name = value.toString().trimmed();
        if (name == from_utf8(names_[static_cast<std::size_t>(index.row())])) return false;
        emit rename_requested(index.row(), name);
        return true;
    }

signals:
    void rename_requested(int row, const QString& name);

private:
    int row_count() const override { return static_cast<int>(layers_.size()); }

    QVariant special(int row, int column, int role) const override
    {
        const Theme& theme = theme_of(QApplication::palette());
        const bool bad = errors_.contains(row);
        const bool says_error = bad && column == output_column;
        // Fits most shapes.
        constexpr int error_width = 90;
        switch (role) {
        case Qt::DisplayRole: return says_error ? error(row) : QVariant();
        case Qt::ToolTipRole:
            if (bad) return tool_tip(error(row));
            return column == macs_column && figures(row) ? words_.text(value_of(figures(row)->macs)) : QVariant();
        // Errors may be long; columns keep their widths.
        case Qt::SizeHintRole: return says_error ? QSize(error_width, 0) : QVariant();
        case Qt::AccessibleDescriptionRole: return bad ? error(row) : QVariant();
        case Qt::TextAlignmentRole: return bad ? QVariant(Qt::AlignLeft | Qt::AlignVCenter) : QVariant();
        case Qt::DecorationRole:
            return says_error ? symbol_icon(Symbol::stop_octagon, theme.bad, theme.base) : QVariant();
        case Qt::ForegroundRole:
            if (says_error) return theme.bad;
            return column == name_column && layers_[static_cast<std::size_t>(row)].name.empty() ? theme.muted
                                                                                                : QVariant();
        default: return {};
        }
    }

    /// Costs of the layer; null if it cannot be built.
    const LayerFigures* figures(int row) const
    {
        const auto at = static_cast<std::size_t>(row);
        return output(at) ? &figures_[at] : nullptr;
    }

    /// Exact below ten million, else in millions or billions.
    QString short_count(Count count) const
    {
        constexpr double million = 1e6;
        constexpr double billion = 1e9;
        const double number = count.as_double();
        if (number < 10 * million) return words_.text(value_of(count));
        const bool billions = number >= 10 * billion;
        const QString amount = QString::number(number / (billions ? billion : million), 'f', 1);
        return billions ? tr("%1 G").arg(amount) : tr("%1 M").arg(amount);
    }

    void collect_errors()
    {
        errors_.clear();
        for (const Finding& finding : document_.draft_errors()) {
            const auto path = layer_path(finding.field);
            errors_.try_emplace(path ? static_cast<int>(path->index) : -1, finding);
        }
    }

    Document& document_;
    const Localization& words_;
    LayerSpecs layers_;
    std::vector<std::string> names_;
    std::vector<LayerFigures> figures_;
    std::map<int, Finding> errors_;
};

/// A table whose rows can be dragged to another position: a line shows the target; Escape cancels.
class LayerListView : public QTableView {
    Q_OBJECT

public:
    explicit LayerListView(QWidget* parent = nullptr) : QTableView(parent) {}

signals:
    /// A row was dropped before row `before`, which may be the end.
    void row_moved(int row, int before);

protected:
    /// Shortcuts of its actions take precedence over the window's.
    bool event(QEvent* event) override
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

    void mousePressEvent(QMouseEvent* event) override
    {
        QTableView::mousePressEvent(event);
        pressed_ = event->position().toPoint();
        row_ = event->button() == Qt::LeftButton ? rowAt(pressed_.y()) : -1;
    }

    void mouseMoveEvent(QMouseEvent* event) override
    {
        if (row_ < 0 || !(event->buttons() & Qt::LeftButton)) {
            QTableView::mouseMoveEvent(event);
            return;
        }
        const QPoint place = event->position().toPoint();
        if (!is_dragging() && (place - pressed_).manhattanLength() < QApplication::startDragDistance()) return;
        // Scrolls beyond the edge.
        if (place.y() < 0) verticalScrollBar()->triggerAction(QAbstractSlider::SliderSingleStepSub);
        if (place.y() >= viewport()->height()) verticalScrollBar()->triggerAction(QAbstractSlider::SliderSingleStepAdd);
        before_ = row_before(place.y());
        viewport()->setCursor(Qt::ClosedHandCursor);
        viewport()->update();
    }

    void mouseReleaseEvent(QMouseEvent* event) override
    {
        QTableView::mouseReleaseEvent(event);
        const int row = row_;
        const int before = before_;
        stop();
        if (before >= 0 && before != row && before != row + 1) emit row_moved(row, before);
    }

    void keyPressEvent(QKeyEvent* event) override
    {
        if (event->key() == Qt::Key_Escape && is_dragging()) {
            stop();
            return;
        }
        QTableView::keyPressEvent(event);
    }

    void paintEvent(QPaintEvent* event) override
    {
        QTableView::paintEvent(event);
        if (!is_dragging()) return;
        const int last = model()->rowCount() - 1;
        const int y = before_ > last ? rowViewportPosition(last) + rowHeight(last) : rowViewportPosition(before_);
        QPainter painter(viewport());
        painter.setPen(QPen(theme_of(palette()).accent, 2.0));
        painter.drawLine(0, std::max(y, 1), viewport()->width(), std::max(y, 1));
    }

private:
    bool is_dragging() const { return before_ >= 0; }

    int row_before(int y) const
    {
        const int rows = model()->rowCount();
        const int row = rowAt(std::clamp(y, 0, viewport()->height() - 1));
        if (row < 0) return rows;
        const int middle = rowViewportPosition(row) + rowHeight(row) / 2;
        return y > middle ? row + 1 : row;
    }

    void stop()
    {
        row_ = -1;
        before_ = -1;
        viewport()->unsetCursor();
        viewport()->update();
    }

    QPoint pressed_;
    int row_ = -1;
    /// Target of the dragged row; -1 without a drag.
    int before_ = -1;
};

namespace {

constexpr int error_sign_side = 16;
constexpr int form_height = 150;
constexpr int name_width = 74;
constexpr int least_form_height = 30;
constexpr int least_table_height = 64;
constexpr int looked_at_rows = 60;
constexpr std::size_t nearest_offered = 100;

ModelInput image_input(std::int64_t side, std::int64_t channels)
{
    ModelInput input;
    input.image_height = side;
    input.image_width = side;
    input.channels = channels;
    return input;
}

/// Adds space between adjacent columns.
class RoomyDelegate : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        constexpr int room = 10;
        return QStyledItemDelegate::sizeHint(option, index) + QSize(room, 0);
    }
};

/// Equal height for every layer, so that the table stays in place; lower in a low window.
class FormScroll : public QScrollArea {
public:
    explicit FormScroll(QWidget* parent) : QScrollArea(parent)
    {
        setMinimumHeight(least_form_height);
        setMaximumHeight(form_height);
    }

    QSize sizeHint() const override { return {QScrollArea::sizeHint().width(), form_height}; }
};

struct Start {
    const char* name;
    const char* text;
    LayerSpecs (*layers)();
    std::int64_t side;
    std::int64_t channels;
};

constexpr Start starts[] = {
    {"start_lenet", QT_TRANSLATE_NOOP("rigwright::LayerEditor", "LeNet-5"), lenet_layers, 28, 1},
    {"start_dense", QT_TRANSLATE_NOOP("rigwright::LayerEditor", "Fully connected network"), dense_layers, 28, 1},
    {"start_residual", QT_TRANSLATE_NOOP("rigwright::LayerEditor", "Small residual network"), small_residual_layers, 32,
     3},
    {"start_alexnet", QT_TRANSLATE_NOOP("rigwright::LayerEditor", "AlexNet"), alexnet_layers, 224, 3},
    {"start_vgg", QT_TRANSLATE_NOOP("rigwright::LayerEditor", "VGG-16"), vgg16_layers, 224, 3},
};

} // namespace

/// Editor of a network given as a list of layers: a table of layers with costs, buttons and keys that add, copy, remove
/// and move them, and the options of the current layer. Every edit is one undo step.
class LayerEditor : public QWidget {
    Q_OBJECT

public:
    LayerEditor(const PageContext& context, QWidget* parent)
        : QWidget(parent),
          document_(context.document),
          words_(context.words),
          model_(new LayerModel(document_, words_, this)),
          table_(new LayerListView(this)),
          form_(new FieldForm(document_, words_, nullptr, 2)),
          add_menu_(new QMenu(this)),
          start_menu_(new QMenu(this)),
          message_(named(selectable(error_line(this, error_sign_side, {}, 8)), "message"))
    {
        setObjectName(QStringLiteral("network_editor"));
        auto* column = column_in(this, {8, 8, 8, 8}, 6, {build_buttons()});
        build_table();
        fill(column, {{table_, 1}, message_->parentWidget(), build_form()});
        connect_model();
        connect(&document_, &Document::changed, this, &LayerEditor::follow);
        connect(&document_, &Document::draft_changed, this, &LayerEditor::follow);
        in_each_language(this, [this] {
            fill_menus();
            follow();
        });
    }

    bool focus_field(const QString& path)
    {
        const std::string field = path.toStdString();
        const auto layer = layer_path(field);
        if (!layer || static_cast<int>(layer->index) >= model_->rowCount()) return false;
        select(static_cast<int>(layer->index));
        FieldControl* control = form_->control(path);
        QWidget* wanted = control ? control->editor() : table_;
        wanted->setFocus(Qt::OtherFocusReason);
        return true;
    }

private:
    void build_table()
    {
        spoken(table_, [] { return tr("Layers of the network"); })->setModel(model_);
        table_->setItemDelegate(new RoomyDelegate(table_));
        table_->setSelectionBehavior(QAbstractItemView::SelectRows);
        table_->setSelectionMode(QAbstractItemView::SingleSelection);
        table_->setEditTriggers(QAbstractItemView::DoubleClicked | QAbstractItemView::EditKeyPressed);
        table_->setAlternatingRowColors(true);
        table_->setShowGrid(false);
        table_->setMinimumHeight(least_table_height);
        table_->setWordWrap(false);
        table_->setTabKeyNavigation(false);
        QHeaderView* columns = table_->horizontalHeader();
        columns->setResizeContentsPrecision(looked_at_rows);
        columns->setHighlightSections(false);
        columns->setSectionResizeMode(QHeaderView::ResizeToContents);
        columns->setSectionResizeMode(LayerModel::name_column, QHeaderView::Interactive);
        columns->setSectionResizeMode(LayerModel::options_column, QHeaderView::Stretch);
        columns->resizeSection(LayerModel::name_column, name_width);
        QHeaderView* rows = table_->verticalHeader();
        rows->setSectionResizeMode(QHeaderView::Fixed);
        rows->setDefaultSectionSize(fontMetrics().height() + 8);
        rows->setHighlightSections(false);
    }

    QBoxLayout* build_buttons()
    {
        auto* row = row_of({}, 4);
        QPushButton* add = say(
            named(new QPushButton(this), "add_layer"), [] { return tr("Add a layer"); },
            [] { return tr("Adds a layer after the selected one"); });
        add->setMenu(add_menu_);
        row->addWidget(add);
        const auto add_button = [this, row](const char* name, const QKeySequence& keys, const TextMaker& text,
                                            std::function<void()> work) {
            auto* action = named(new QAction(this), name);
            action->setShortcut(keys);
            action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
            table_->addAction(action);
            connect(action, &QAction::triggered, this, std::move(work));
            in_each_language(this, [action, text] {
                action->setText(text());
                action->setToolTip(tr("%1 (%2)").arg(text(), action->shortcut().toString(QKeySequence::NativeText)));
            });
            auto* button = new QToolButton(this);
            button->setDefaultAction(action);
            row->addWidget(button);
        };
        add_button(
            "duplicate", QKeySequence(Qt::CTRL | Qt::Key_D), [] { return tr("Duplicate"); },
            [this] {
                const int at = current_row();
                if (at >= 0)
                    edit(with_layer_duplicated(model_->layers(), static_cast<std::size_t>(at)), at + 1,
                         tr("duplicate a layer"));
            });
        add_button(
            "delete", QKeySequence(Qt::Key_Delete), [] { return tr("Delete"); },
            [this] {
                const int at = current_row();
                if (at >= 0 && model_->rowCount() > 1)
                    edit(without_layer(model_->layers(), static_cast<std::size_t>(at)),
                         std::min(at, model_->rowCount() - 2), tr("delete a layer"));
            });
        add_button(
            "up", QKeySequence(Qt::ALT | Qt::Key_Up), [] { return tr("Up"); },
            [this] { move(current_row(), current_row() - 1); });
        add_button(
            "down", QKeySequence(Qt::ALT | Qt::Key_Down), [] { return tr("Down"); },
            [this] { move(current_row(), current_row() + 1); });
        QPushButton* start = say(
            named(new QPushButton(this), "start_from"), [] { return tr("Start from"); },
            [] { return tr("Replaces the list with a known network"); });
        start->setMenu(start_menu_);
        fill(row, {Stretch{}, start});
        return row;
    }

    QWidget* build_form()
    {
        auto* box = new QWidget(this);
        form_title_ = plain_label(box);
        form_title_->setFont(bold_of(form_title_->font()));
        auto* scroll = new FormScroll(box);
        make_page(*scroll);
        auto* page = new QWidget;
        column_in(page, {0, 0, 4, 0}, -1, {form_, Stretch{}});
        scroll->setWidget(page);
        scroll->viewport()->setAutoFillBackground(false);
        page->setAutoFillBackground(false);
        column_in(box, {0, 0, 0, 0}, 4, {form_title_, scroll});
        return box;
    }

    void fill_menus()
    {
        add_menu_->clear();
        std::optional<LayerGroup> group;
        for (const LayerType& type : layer_types()) {
            if (group != type.group) add_menu_->addSection(layer_group_text(type.group, words_));
            group = type.group;
            QAction* action = add_menu_->addAction(words_.choice("layer", type.id));
            action->setObjectName(QStringLiteral("add.") + from_utf8(type.id));
            connect(action, &QAction::triggered, this, [this, id = type.id] { add(id); });
        }
        start_menu_->clear();
        for (const Start& start : starts) {
            QAction* action = start_menu_->addAction(tr(start.text));
            action->setObjectName(QString::fromLatin1(start.name));
            connect(action, &QAction::triggered, this,
                    [this, layers = start.layers, input = image_input(start.side, start.channels)] {
                        start_from(layers(), input);
                    });
        }
    }

    void connect_model()
    {
        connect(table_->selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this] {
            show_options();
            show_message();
        });
        connect(model_, &LayerModel::rename_requested, this, [this](int row, const QString& name) {
            edit(with_layer_renamed(model_->layers(), static_cast<std::size_t>(row), name.toStdString()), row,
                 tr("rename a layer"));
        });
        connect(table_, &LayerListView::row_moved, this,
                [this](int row, int before) { move(row, before > row ? before - 1 : before); });
    }

    /// The action of that name: "duplicate", "delete", "up", "down".
    QAction* action(const QString& name) const { return findChild<QAction*>(name); }
    int current_row() const { return table_->currentIndex().row(); }

    void select(int row)
    {
        const int column = std::max(table_->currentIndex().column(), 0);
        table_->setCurrentIndex(model_->index(std::clamp(row, 0, model_->rowCount() - 1), column));
    }

    void edit(LayerSpecs layers, int row, const QString& description)
    {
        wanted_row_ = row;
        document_.edit_layers(with_layers(document_.edited(), *document_.data(), std::move(layers)), description);
        wanted_row_ = -1;
    }

    void add(std::string_view type)
    {
        const int row = current_row() + 1;
        const auto at = static_cast<std::size_t>(row);
        LayerSpec layer = new_layer(type);
        // A sum uses the nearest earlier layer that fits.
        if (type == "add-from" && row > 0) {
            for (std::size_t i = at - 1; i-- > 0;) {
                if (!model_->output(i) || model_->output(i) != model_->output(at - 1)) continue;
                layer.options["from"] = model_->names()[i];
                break;
            }
        }
        LayerSpecs next = with_lasting_references(with_layer_added(model_->layers(), at, layer));
        edit(std::move(next), row, tr("add a layer"));
        table_->setFocus();
    }

    void move(int row, int to)
    {
        if (row < 0 || to < 0 || to >= model_->rowCount() || row == to) return;
        edit(with_layer_moved(model_->layers(), static_cast<std::size_t>(row), static_cast<std::size_t>(to)), to,
             tr("move a layer"));
    }

    void start_from(const LayerSpecs& layers, const ModelInput& input)
    {
        Scenario next = with_layers(document_.edited(), *document_.data(), layers);
        next.input = input;
        // For image input.
        next.model.shape.erase("input");
        wanted_row_ = 0;
        document_.edit_layers(next, tr("start from a known network"));
        wanted_row_ = -1;
    }

    void follow()
    {
        if (!edits_layers(document_)) return;
        const int row = std::max(wanted_row_ >= 0 ? wanted_row_ : current_row(), 0);
        model_->follow();
        if (row != current_row() || !table_->currentIndex().isValid()) select(row);
        show_rows();
        show_options();
        show_message();
    }

    void show_rows()
    {
        table_->clearSpans();
        constexpr int figure_columns = LayerModel::column_total - LayerModel::output_column;
        for (int row = 0; row < model_->rowCount() && model_->has_errors(); ++row)
            if (!model_->error(row).isEmpty()) table_->setSpan(row, LayerModel::output_column, 1, figure_columns);
        action(QStringLiteral("delete"))->setEnabled(model_->rowCount() > 1);
    }

    void show_message()
    {
        message_->parentWidget()->setVisible(model_->has_errors());
        if (!model_->has_errors()) return;
        const QString own = model_->error(current_row());
        const QString error = own.isEmpty() ? model_->error(model_->first_error()) : own;
        message_->setText(tr("%1 Showing results for the last valid network until this is fixed.").arg(error));
    }

    void show_options()
    {
        const int row = current_row();
        if (row < 0 || row >= model_->rowCount()) return;
        const auto at = static_cast<std::size_t>(row);
        const LayerSpec& layer = model_->layers()[at];
        const LayerType* type = layer_type_of(layer.type);
        form_title_->setText(tr("Layer %1: %2").arg(QString::number(row), words_.choice("layer", layer.type)));
        const std::pair<int, std::string> wanted{row, layer.type};
        action(QStringLiteral("up"))->setEnabled(row > 0);
        action(QStringLiteral("down"))->setEnabled(row + 1 < model_->rowCount());
        if (wanted == shown_options_ || !type) {
            // The names of possible sources may have changed.
            form_->refresh();
            return;
        }
        shown_options_ = wanted;
        std::vector<FormRow> rows{type_row(at)};
        for (const Hyperparameter& option : type->options) rows.push_back(option_row(at, option));
        form_->set_rows(std::move(rows));
    }

    FormRow type_row(std::size_t row) const
    {
        FormRow form;
        form.path = QString::fromStdString(layer_field(row, "type"));
        form.kind = FormRow::Kind::words;
        form.texts = [] { return ControlTexts{tr("Type"), {}, tr("Function of the layer."), {}}; };
        form.entries = [this] {
            std::vector<PickerEntry> entries;
            for (const LayerType& type : layer_types())
                entries.push_back(
                    {from_utf8(type.id), words_.choice("layer", type.id), layer_group_text(type.group, words_)});
            return entries;
        };
        return form;
    }

    FormRow option_row(std::size_t row, const Hyperparameter& option) const
    {
        FormRow form = form_row(option, layer_field(row, option.key), words_);
        if (form.kind == FormRow::Kind::number) form.number = layer_number_spec(option);
        if (option.type != HyperparameterType::layer) return form;
        form.entries = [this, row, key = option.key, required = is_required(option)] {
            std::vector<PickerEntry> entries;
            if (!required) entries.push_back({QString(), tr("Previous layer"), {}});
            entries.push_back({from_utf8(network_input_name), tr("Input of the network"), {}});
            const FieldValue chosen = layer_option_value(model_->layers(), {row, key});
            for (std::size_t i = 0; i < row && i < model_->names().size(); ++i) {
                // Offers only nearby layers, named ones, and the chosen one.
                const bool is_near = row - i <= nearest_offered;
                if (!is_near && model_->layers()[i].name.empty() && chosen != FieldValue(model_->names()[i])) continue;
                const QString name = from_utf8(model_->names()[i]);
                const std::optional<Shape> output = model_->output(i);
                entries.push_back({name, output ? named_value(name, from_utf8(shape_text(*output))) : name, {}});
            }
            return entries;
        };
        return form;
    }

    Document& document_;
    const Localization& words_;
    LayerModel* model_;
    LayerListView* table_;
    FieldForm* form_;
    QLabel* form_title_ = nullptr;
    QMenu* add_menu_;
    QMenu* start_menu_;
    QLabel* message_;
    /// The row and layer type in the form.
    std::pair<int, std::string> shown_options_{-1, ""};
    /// The row that a pending edit will focus.
    int wanted_row_ = -1;
};

bool edits_layers(const Document& document) { return layers_of(document.scenario(), *document.data()) != nullptr; }

bool focus_layer_field(QWidget& editor, const QString& path)
{
    return static_cast<LayerEditor&>(editor).focus_field(path);
}

QWidget* layer_editor_page(const PageContext& context, QWidget* parent) { return new LayerEditor(context, parent); }

} // namespace rigwright

#include "layer_editor.moc"
