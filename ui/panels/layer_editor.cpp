// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/layer_editor.h"

#include "core/estimate/field_access.h"
#include "core/estimate/layer_fields.h"
#include "core/network/layer_table.h"
#include "ui/controls/card.h"
#include "ui/format/layout.h"
#include "ui/format/on_change.h"
#include "ui/theme/symbols.h"
#include "ui/theme/theme.h"

#include <QEvent>
#include <QHeaderView>
#include <QScrollArea>
#include <QStyledItemDelegate>
#include <QToolButton>

#include <algorithm>

namespace rigwright {

namespace {

constexpr int layer_symbol_size = 16;
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

/// Leaves room between numbers of neighbouring columns.
class RoomyDelegate : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        constexpr int room = 10;
        return QStyledItemDelegate::sizeHint(option, index) + QSize(room, 0);
    }
};

/// As high for every layer, so that the table does not jump; lower only in a low window.
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

LayerEditor::LayerEditor(Document& document, const Localization& words, QWidget* parent)
    : QWidget(parent),
      document_(document),
      words_(words),
      model_(new LayerModel(document, words, this)),
      table_(new LayerListView(this)),
      form_(new FieldForm(document, words, nullptr, 2)),
      add_menu_(new QMenu(this)),
      start_menu_(new QMenu(this))
{
    setObjectName(QStringLiteral("network_editor"));
    auto* column = column_in(this, {8, 8, 8, 8}, 6, {build_buttons()});
    build_table();
    fill(column, {{table_, 1}, build_message(), build_form()});
    connect_model();
    connect(&document_, &Document::changed, this, &LayerEditor::follow);
    connect(&document_, &Document::draft_changed, this, &LayerEditor::follow);
    retranslate();
    paint_symbols();
    follow();
    on_change(this, QEvent::LanguageChange, [this] { retranslate(); });
    on_change(this, QEvent::PaletteChange, [this] { paint_symbols(); });
}

bool LayerEditor::applies(const Document& document)
{
    return layers_of(document.scenario(), *document.data()) != nullptr;
}

QAction* LayerEditor::add_action(const char* name, const QKeySequence& keys, std::function<void()> work)
{
    auto* action = new QAction(this);
    action->setObjectName(QString::fromLatin1(name));
    action->setShortcut(keys);
    action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    table_->addAction(action);
    connect(action, &QAction::triggered, this, std::move(work));
    return action;
}

QBoxLayout* LayerEditor::build_buttons()
{
    auto* row = row_of({}, 4);
    QPushButton* add = say(
        named(new QPushButton(this), "add_layer"), [] { return tr("Add a layer"); },
        [] { return tr("Adds a layer after the selected one"); });
    add->setMenu(add_menu_);
    row->addWidget(add);
    const auto add_button = [&](QAction* action, const char* text) {
        action_texts_.emplace_back(action, text);
        auto* button = new QToolButton(this);
        button->setDefaultAction(action);
        row->addWidget(button);
    };
    add_button(add_action("duplicate", QKeySequence(Qt::CTRL | Qt::Key_D),
                          [this] {
                              const int at = current_row();
                              if (at >= 0)
                                  edit(with_layer_duplicated(model_->layers(), static_cast<std::size_t>(at)), at + 1,
                                       tr("duplicate a layer"));
                          }),
               QT_TR_NOOP("Duplicate"));
    add_button(add_action("delete", QKeySequence(Qt::Key_Delete),
                          [this] {
                              const int at = current_row();
                              if (at >= 0 && model_->rowCount() > 1)
                                  edit(without_layer(model_->layers(), static_cast<std::size_t>(at)),
                                       std::min(at, model_->rowCount() - 2), tr("delete a layer"));
                          }),
               QT_TR_NOOP("Delete"));
    add_button(add_action("up", QKeySequence(Qt::ALT | Qt::Key_Up), [this] { move(current_row(), current_row() - 1); }),
               QT_TR_NOOP("Up"));
    add_button(
        add_action("down", QKeySequence(Qt::ALT | Qt::Key_Down), [this] { move(current_row(), current_row() + 1); }),
        QT_TR_NOOP("Down"));
    QPushButton* start = say(
        named(new QPushButton(this), "start_from"), [] { return tr("Start from"); },
        [] { return tr("Replaces the list with a known network"); });
    start->setMenu(start_menu_);
    fill(row, {Stretch{}, start});
    return row;
}

void LayerEditor::build_table()
{
    table_->setModel(model_);
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

QWidget* LayerEditor::build_message()
{
    message_row_ = new QWidget(this);
    message_sign_ = new QLabel(message_row_);
    message_text_ = named(selectable(wrapped_label(message_row_)), "message");
    row_in(message_row_, {0, 0, 0, 0}, 8, {{message_sign_, 0, Qt::AlignTop}, {message_text_, 1}});
    return message_row_;
}

QWidget* LayerEditor::build_form()
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

void LayerEditor::connect_model()
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

void LayerEditor::select(int row)
{
    const int column = std::max(table_->currentIndex().column(), 0);
    table_->setCurrentIndex(model_->index(std::clamp(row, 0, model_->rowCount() - 1), column));
}

void LayerEditor::edit(LayerSpecs layers, int row, const QString& description)
{
    wanted_row_ = row;
    document_.edit_layers(with_layers(document_.edited(), *document_.data(), std::move(layers)), description);
    wanted_row_ = -1;
}

void LayerEditor::add(std::string_view type)
{
    const int row = current_row() + 1;
    const auto at = static_cast<std::size_t>(row);
    LayerSpec layer = new_layer(type);
    // A sum begins with the nearest earlier layer that fits.
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

void LayerEditor::move(int row, int to)
{
    if (row < 0 || to < 0 || to >= model_->rowCount() || row == to) return;
    edit(with_layer_moved(model_->layers(), static_cast<std::size_t>(row), static_cast<std::size_t>(to)), to,
         tr("move a layer"));
}

void LayerEditor::start_from(const LayerSpecs& layers, const ModelInput& input)
{
    Scenario next = with_layers(document_.edited(), *document_.data(), layers);
    next.input = input;
    // A list for images.
    next.model.shape.erase("input");
    wanted_row_ = 0;
    document_.edit_layers(next, tr("start from a known network"));
    wanted_row_ = -1;
}

bool LayerEditor::focus_field(const QString& path)
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

void LayerEditor::follow()
{
    if (!applies(document_)) return;
    const int row = std::max(wanted_row_ >= 0 ? wanted_row_ : current_row(), 0);
    model_->follow();
    if (row != current_row() || !table_->currentIndex().isValid()) select(row);
    show_rows();
    show_options();
    show_message();
}

void LayerEditor::show_rows()
{
    table_->clearSpans();
    constexpr int figure_columns = LayerModel::column_total - LayerModel::output_column;
    for (int row = 0; row < model_->rowCount() && model_->has_errors(); ++row)
        if (!model_->error(row).isEmpty()) table_->setSpan(row, LayerModel::output_column, 1, figure_columns);
    action(QStringLiteral("delete"))->setEnabled(model_->rowCount() > 1);
}

void LayerEditor::show_message()
{
    message_row_->setVisible(model_->has_errors());
    if (!model_->has_errors()) return;
    const QString own = model_->error(current_row());
    const QString error = own.isEmpty() ? model_->error(model_->first_error()) : own;
    message_text_->setText(tr("%1 Showing results for the last valid network until this is fixed.").arg(error));
}

void LayerEditor::show_options()
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
        // The names that a layer may read have changed, perhaps.
        form_->refresh();
        return;
    }
    shown_options_ = wanted;
    std::vector<FormRow> rows{type_row(at)};
    for (const Hyperparameter& option : type->options) rows.push_back(option_row(at, option));
    form_->set_rows(std::move(rows));
}

FormRow LayerEditor::type_row(std::size_t row) const
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

FormRow LayerEditor::option_row(std::size_t row, const Hyperparameter& option) const
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
            // In a long list, the layers near by, those with a name, and the one that is chosen.
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

void LayerEditor::fill_menus()
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
                [this, start] { start_from(start.layers(), image_input(start.side, start.channels)); });
    }
}

void LayerEditor::retranslate()
{
    fill_menus();
    for (const auto& [action, text] : action_texts_) {
        action->setText(tr(text));
        action->setToolTip(tr("%1 (%2)").arg(tr(text), action->shortcut().toString(QKeySequence::NativeText)));
    }
    table_->setAccessibleName(tr("Layers of the network"));
    model_->retranslate();
    show_options();
    show_message();
}

void LayerEditor::paint_symbols()
{
    const Theme& theme = theme_of(palette());
    message_sign_->setPixmap(
        symbol_pixmap(Symbol::stop_octagon, layer_symbol_size, devicePixelRatioF(), theme.bad, theme.base));
    QPalette colours = message_text_->palette();
    colours.setColor(QPalette::WindowText, theme.bad);
    message_text_->setPalette(colours);
}

} // namespace rigwright
