// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/working_panel.h"

#include "core/estimate/working/explain.h"
#include "core/scenario/fields.h"
#include "ui/controls/relayout_guard.h"
#include "ui/document/follow.h"
#include "ui/format/layout.h"
#include "ui/theme/symbols.h"
#include "ui/theme/theme.h"

#include <QButtonGroup>
#include <QGridLayout>
#include <QHeaderView>
#include <QStyledItemDelegate>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

namespace rigwright {

namespace {

bool holds_bytes(const Derivation& working)
{
    return working.value.unit == Unit::bytes || std::ranges::any_of(working.inputs, holds_bytes);
}

bool same_shape(const Derivation& one, const Derivation& other)
{
    return one.quantity == other.quantity && std::ranges::equal(one.inputs, other.inputs, same_shape);
}

/// The id in formulas of the source and in `rigwright-cli explain`.
QString id_of(const Derivation& working)
{
    const std::string_view id = quantity_id(working);
    return from_utf8(id.empty() ? std::string_view(working.quantity) : id);
}

/// Compares lines without their inputs.
bool same_line(const Derivation& one, const Derivation& other)
{
    return one.value == other.value && one.arguments == other.arguments && one.formula == other.formula &&
           one.source == other.source && one.assumption == other.assumption && one.lower_bound == other.lower_bound &&
           one.origin == other.origin;
}

} // namespace

/// The first item of a row, for both columns.
class WorkingLine : public QStandardItem {
public:
    explicit WorkingLine(const Derivation& working) : working_(&working)
    {
        for (const Derivation& input : working.inputs) appendRow(new WorkingLine(input));
        setColumnCount(WorkingModel::column_count);
    }

    WorkingLine& input(int row) const { return *static_cast<WorkingLine*>(child(row)); }

    /// Shows a calculation of the same shape.
    void take(const Derivation& working)
    {
        working_ = &working;
        text_.reset();
        for (int row = 0; row < rowCount(); ++row) input(row).take(working.inputs[static_cast<std::size_t>(row)]);
    }

    const Derivation& working() const { return *working_; }

    const WorkingText& text(const Localization& words, BytePrefixes prefixes) const
    {
        if (!text_) text_ = render(*working_, words.table(), prefixes);
        return *text_;
    }

private:
    /// In the model.
    const Derivation* working_;
    /// Rendered on demand: most lines are not visible.
    mutable std::optional<WorkingText> text_;
};

WorkingModel::WorkingModel(const Localization& words, QObject* parent)
    : QStandardItemModel(0, column_count, parent),
      words_(words)
{
    retranslate();
}

WorkingLine* WorkingModel::root() const { return static_cast<WorkingLine*>(item(0)); }

bool WorkingModel::show_working(Derivation working)
{
    if (root() != nullptr && same_shape(working_, working)) {
        std::swap(working_, working);
        root()->take(working_);
        if (announce_differences(*root(), working)) announce(*root(), *root());
        return true;
    }
    clear();
    working_ = std::move(working);
    appendRow(new WorkingLine(working_));
    return false;
}

void WorkingModel::use(BytePrefixes prefixes)
{
    prefixes_ = prefixes;
    retranslate();
}

bool WorkingModel::has_bytes() const { return root() != nullptr && holds_bytes(working_); }

void WorkingModel::retranslate()
{
    setHorizontalHeaderLabels({tr("Metric"), tr("Result")});
    if (root() == nullptr) return;
    root()->take(working_);
    announce_everything(*root());
}

void WorkingModel::announce(const WorkingLine& first, const WorkingLine& last)
{
    emit dataChanged(first.index(), last.index().siblingAtColumn(result_column));
}

/// Announces changes below the line; returns whether they or the line changed.
bool WorkingModel::announce_differences(const WorkingLine& line, const Derivation& before)
{
    bool below = false;
    for (int row = 0; row < line.rowCount(); ++row)
        below |= announce_differences(line.input(row), before.inputs[static_cast<std::size_t>(row)]);
    if (below) announce(line.input(0), line.input(line.rowCount() - 1));
    return below || !same_line(line.working(), before);
}

void WorkingModel::announce_everything(const WorkingLine& line)
{
    announce(line, line);
    for (int row = 0; row < line.rowCount(); ++row) announce_everything(line.input(row));
}

QVariant WorkingModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid()) return {};
    const auto& line = *static_cast<const WorkingLine*>(itemFromIndex(index.siblingAtColumn(quantity_column)));
    const auto text = [&]() -> const WorkingText& { return line.text(words_, prefixes_); };
    switch (role) {
    case Qt::DisplayRole: return from_utf8(index.column() == quantity_column ? text().name : text().value);
    case Qt::TextAlignmentRole:
        return index.column() == result_column ? QVariant(Qt::AlignRight | Qt::AlignVCenter)
                                               : QVariant(Qt::AlignLeft | Qt::AlignVCenter);
    case Qt::AccessibleTextRole: return from_utf8(text().name + ", " + text().value);
    case Qt::ToolTipRole: return tool_tip(from_utf8(text().name + ": " + text().value + "\n") + id_of(line.working()));
    case origin_role: return from_utf8(line.working().origin);
    case formula_role: return from_utf8(text().formula);
    case substituted_role: return from_utf8(text().substituted);
    case list_role: return from_utf8(text().list);
    case source_role: return from_utf8(text().source);
    case assumption_role: return line.working().assumption;
    default: return {};
    }
}

namespace {

QString origin_of(const QModelIndex& index) { return index.data(WorkingModel::origin_role).toString(); }

/// Whether a leaf refers to a catalog value.
bool is_record(const QString& origin)
{
    return origin.startsWith(QLatin1String("gpus/")) || origin.startsWith(QLatin1String("cpus/"));
}

/// Numbers with a smaller difference are equal, or nearly equal.
constexpr double equal_within = 1e-9;
constexpr double nearly_within = 5e-4;

/// Four buttons are too wide for one row.
int columns_of(std::size_t count) { return count > 3 ? 2 : static_cast<int>(count); }

} // namespace

/// The counting conventions of the explained quantity, each with its number, and a text on how far the selected one is
/// from the engine's.
class ReadingSwitch : public QWidget {
    Q_OBJECT

public:
    explicit ReadingSwitch(const Localization& words, QWidget* parent = nullptr)
        : QWidget(parent),
          words_(words),
          grid_(new QGridLayout),
          buttons_(new QButtonGroup(this)),
          difference_(wrapping(small_label(this)))
    {
        setObjectName(QStringLiteral("readings"));
        // Must not be cut off.
        setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Minimum);
        auto* column = column_in(this, {0, 0, 0, 0}, 3);
        grid_->setSpacing(3);
        fill(column, {grid_, difference_});
        connect(buttons_, &QButtonGroup::idClicked, this,
                [this](int id) { emit chosen(buttons_->button(id)->property("quantity").toString()); });
        hide();
    }

    /// Hidden if there is only one.
    void show_readings(const std::vector<QuantityReading>& readings, const QString& chosen, BytePrefixes prefixes)
    {
        setVisible(!readings.empty());
        if (readings.empty()) return;
        make_buttons(readings.size());
        for (std::size_t i = 0; i < readings.size(); ++i) {
            const QuantityReading& reading = readings[i];
            QAbstractButton* button = buttons_->button(static_cast<int>(i));
            const QString quantity = from_utf8(reading.quantity);
            const QString word = words_.text("convention." + std::string(reading.word));
            const QString number = from_utf8(text_of(reading.value, words_.language(), prefixes));
            button->setProperty("quantity", quantity);
            button->setText(word + QLatin1Char('\n') + number);
            button->setAccessibleName(named_value(word, number));
            button->setToolTip(tool_tip(words_.quantity(reading.quantity)));
            if (quantity != chosen) continue;
            button->setChecked(true);
            show_difference(readings.front(), reading, prefixes);
        }
    }

signals:
    void chosen(const QString& quantity);

private:
    void make_buttons(std::size_t count)
    {
        if (static_cast<std::size_t>(buttons_->buttons().size()) == count) return;
        const QList<QAbstractButton*> old = buttons_->buttons();
        for (QAbstractButton* button : old) {
            buttons_->removeButton(button);
            button->hide();
            // One of them may be the sender.
            button->deleteLater();
        }
        for (std::size_t i = 0; i < count; ++i) {
            auto* button = new QToolButton(this);
            button->setCheckable(true);
            button->setFocusPolicy(Qt::StrongFocus);
            button->setToolButtonStyle(Qt::ToolButtonTextOnly);
            button->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
            const int id = static_cast<int>(i);
            buttons_->addButton(button, id);
            grid_->addWidget(button, id / columns_of(count), id % columns_of(count));
            // On dark windows, color hardly shows that a button is pressed.
            connect(button, &QToolButton::toggled, button, [button](bool on) {
                QFont font = button->font();
                font.setBold(on);
                button->setFont(font);
            });
        }
    }

    void show_difference(const QuantityReading& engine, const QuantityReading& chosen, BytePrefixes prefixes)
    {
        difference_->setVisible(chosen.quantity != engine.quantity);
        if (chosen.value.unit != engine.value.unit) {
            difference_->setText(words_.text("convention.half"));
            return;
        }
        const double ratio = engine.value.number != 0.0 ? chosen.value.number / engine.value.number : 0.0;
        const double off = std::abs(ratio - 1.0);
        const Arguments arguments{{"ratio", Value{ratio, Unit::ratio}},
                                  {"engine", text_of(engine.value, words_.language(), prefixes)}};
        difference_->setText(words_.text(off < equal_within    ? "convention.agrees"
                                         : off < nearly_within ? "convention.nearly"
                                                               : "convention.differs",
                                         arguments));
    }

    const Localization& words_;
    QGridLayout* grid_;
    QButtonGroup* buttons_;
    QLabel* difference_;
};

/// Wraps long names and marks assumptions with a diamond. Its parent is the tree.
class WorkingDelegate : public QStyledItemDelegate {
    Q_OBJECT

public:
    explicit WorkingDelegate(QTreeView* tree) : QStyledItemDelegate(tree), tree_(tree)
    {
        connect(tree->header(), &QHeaderView::sectionResized, this, [this] { emit sizeHintChanged({}); });
    }

    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        constexpr int narrowest_text = 60;
        int room = tree_->columnWidth(index.column()) - tree_->indentation();
        for (QModelIndex above = index.parent(); above.isValid(); above = above.parent()) room -= tree_->indentation();
        QStyleOptionViewItem sized = option;
        sized.rect = QRect(0, 0, std::max(room, narrowest_text), 1);
        return QStyledItemDelegate::sizeHint(sized, index);
    }

protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override
    {
        QStyledItemDelegate::initStyleOption(option, index);
        if (!index.data(WorkingModel::assumption_role).toBool()) return;
        constexpr int size = 14;
        const Theme& theme = theme_of(option->palette);
        option->features |= QStyleOptionViewItem::HasDecoration;
        option->decorationSize = QSize(size, size);
        option->icon = QIcon(symbol_pixmap(Symbol::question_diamond, size, 1.0, theme.warning, theme.base));
    }

private:
    QTreeView* tree_;
};

WorkingPanel::WorkingPanel(Document& document, const Localization& words, QWidget* parent)
    : Card(parent),
      document_(document),
      words_(words),
      model_(new WorkingModel(words, this)),
      prefixes_(named(new QToolButton(this), "prefixes")),
      readings_(new ReadingSwitch(words, this)),
      tree_(spoken(new QTreeView(this), [] { return tr("Calculation"); }))
{
    setObjectName(QStringLiteral("working"));
    build();
    follow_in_sight(this, document_, [this] { follow(); });
    connect(tree_->selectionModel(), &QItemSelectionModel::currentChanged, this, &WorkingPanel::show_node);
    connect(model_, &QAbstractItemModel::dataChanged, this, [this](const QModelIndex& first, const QModelIndex& last) {
        const QModelIndex shown = tree_->currentIndex();
        if (shown.parent() == first.parent() && shown.row() >= first.row() && shown.row() <= last.row())
            show_node(shown);
    });
    // A click goes to a setting; opening the window of a part takes a double click or Enter.
    connect(tree_, &QTreeView::clicked, this, [this](const QModelIndex& index) {
        if (!is_record(origin_of(index))) go_to_origin(index);
    });
    connect(tree_, &QTreeView::activated, this, &WorkingPanel::go_to_origin);
    connect(to_setting_, &QPushButton::clicked, this, [this] { go_to_origin(tree_->currentIndex()); });
    in_each_language(this, [this] {
        model_->retranslate();
        show_node(tree_->currentIndex());
        follow();
    });
}

void WorkingPanel::build()
{
    auto* column = column_in(this, {12, 8, 12, 10}, 6);
    build_heading(column);
    tree_->setModel(model_);
    tree_->setItemDelegateForColumn(WorkingModel::quantity_column, new WorkingDelegate(tree_));
    tree_->setAlternatingRowColors(true);
    tree_->setEditTriggers(QAbstractItemView::NoEditTriggers);
    tree_->setWordWrap(true);
    tree_->setIndentation(14);
    tree_->setTextElideMode(Qt::ElideMiddle);
    tree_->setExpandsOnDoubleClick(true);
    tree_->header()->setStretchLastSection(false);
    tree_->header()->setSectionResizeMode(WorkingModel::quantity_column, QHeaderView::Stretch);
    tree_->header()->setSectionResizeMode(WorkingModel::result_column, QHeaderView::ResizeToContents);
    column->addWidget(tree_, 1);
    formula_ = detail_label("formula");
    substituted_ = detail_label("substituted");
    source_ = detail_label("source");
    assumption_ = say(detail_label("assumption"), [] { return tr("◆ Assumption (expert judgment, not measured)"); });
    to_setting_ = new QPushButton(this);
    fill(column, {formula_,
                  new RelayoutGuard(substituted_, RelayoutGuard::Follows::height),
                  assumption_,
                  source_,
                  {to_setting_, 0, Qt::AlignLeft}});
}

void WorkingPanel::build_heading(QBoxLayout* column)
{
    QLabel* title = say(wrapped_label(this), [] { return tr("Calculation"); });
    title->setFont(bold_of(title->font()));
    const TextMaker hint = [] { return tr("Memory in GB (10⁹ bytes) instead of GiB (2³⁰ bytes)"); };
    spoken(say(
               prefixes_, [] { return tr("GB"); }, hint),
           hint);
    prefixes_->setCheckable(true);
    prefixes_->setAutoRaise(true);
    prefixes_->setFocusPolicy(Qt::StrongFocus);
    fill(column, {row_of({{title, 1}, {prefixes_, 0, Qt::AlignTop}}),
                  new RelayoutGuard(readings_, RelayoutGuard::Follows::size)});
    connect(prefixes_, &QToolButton::toggled, this, [this] {
        model_->use(prefixes());
        follow();
    });
    connect(readings_, &ReadingSwitch::chosen, this, [this](const QString& quantity) {
        reading_ = quantity;
        follow();
    });
}

BytePrefixes WorkingPanel::prefixes() const
{
    return prefixes_->isChecked() ? BytePrefixes::decimal : BytePrefixes::binary;
}

QLabel* WorkingPanel::detail_label(const char* name)
{
    QLabel* label = wrapped_label(this);
    label->setObjectName(QString::fromLatin1(name));
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    label->hide();
    return label;
}

void WorkingPanel::show_quantity(const QString& id)
{
    quantity_ = reading_ = id;
    follow();
    if (model_->rowCount() > 0) tree_->setCurrentIndex(model_->index(0, 0));
}

void WorkingPanel::follow()
{
    const std::vector<QuantityReading> readings =
        readings_of(document_.evaluation(), *document_.data(), quantity_.toStdString());
    // Without this convention in the current model, use the quantity itself.
    if (std::ranges::none_of(readings, [this](const QuantityReading& r) { return from_utf8(r.quantity) == reading_; }))
        reading_ = quantity_;
    readings_->show_readings(readings, reading_, prefixes());
    std::optional<Derivation> working = explain(document_.evaluation(), *document_.data(), reading_.toStdString());
    if (!working) {
        prefixes_->hide();
        model_->clear();
        show_node({});
        return;
    }
    const bool same_tree = model_->show_working(std::move(*working));
    prefixes_->setVisible(model_->has_bytes());
    if (same_tree) return;
    const QModelIndex root = model_->index(0, 0);
    tree_->expand(root);
    tree_->setCurrentIndex(root);
}

void WorkingPanel::show_node(const QModelIndex& index)
{
    const auto text = [&index](int role) { return index.data(role).toString(); };
    const auto show_line = [](QLabel* label, const QString& pattern, const QString& filled) {
        const QString line = filled.isEmpty() ? QString() : pattern.arg(filled);
        if (label->text() != line) label->setText(line);
        label->setVisible(!line.isEmpty());
    };
    const QString list = text(WorkingModel::list_role);
    const bool is_list = !list.isEmpty();
    // The terms are the lines below it.
    if (is_list) tree_->expand(index);
    show_line(formula_, QStringLiteral("= %1"), is_list ? list : text(WorkingModel::formula_role));
    show_line(substituted_, QStringLiteral("= %1"), is_list ? QString() : text(WorkingModel::substituted_role));
    show_line(source_, tr("Source: %1"), text(WorkingModel::source_role));
    assumption_->setVisible(index.data(WorkingModel::assumption_role).toBool());
    const QString origin = origin_of(index);
    to_setting_->setText(is_record(origin) ? tr("Show the part's figures") : tr("Go to the setting"));
    to_setting_->setVisible(is_record(origin) || field_of(origin.toStdString()) != nullptr);
}

void WorkingPanel::go_to_origin(const QModelIndex& index)
{
    const QString origin = origin_of(index);
    if (!origin.isEmpty() && model_->rowCount(index.siblingAtColumn(0)) == 0) emit field_requested(origin);
}

} // namespace rigwright

#include "working_panel.moc"
