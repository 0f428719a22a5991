// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/model_comparison/model_comparison_page.h"

#include "ui/controls/card.h"
#include "ui/controls/exact_field.h"
#include "ui/format/on_change.h"
#include "ui/format/words.h"
#include "ui/model_comparison/model_comparison_table.h"
#include "ui/panels/model_entries.h"

#include <QApplication>
#include <QClipboard>
#include <QElapsedTimer>
#include <QEvent>
#include <QGuiApplication>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLineEdit>
#include <QShortcut>
#include <QVBoxLayout>

#include <algorithm>

namespace rigwright {

namespace {

constexpr int row_margin = 8;

} // namespace

ModelComparisonPage::ModelComparisonPage(Document& document, const Localization& words, QWidget* parent)
    : QWidget(parent),
      document_(document),
      words_(words),
      source_(new ModelComparisonSource(document, this)),
      table_(new ModelComparisonTable(document.data(), words, this)),
      view_(new QTableView(this)),
      caption_(wrapped_label(this)),
      lists_label_(new QLabel(this)),
      lists_(new QComboBox(this)),
      picker_(new PickerControl(QStringLiteral("chooser.model"), PickerControl::Kind::searchable, this))
{
    setObjectName(QStringLiteral("chooser"));
    caption_->setObjectName(QStringLiteral("caption"));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(12, 10, 12, 10);
    column->setSpacing(8);
    column->addWidget(caption_);
    column->addLayout(build_choice());
    build_table();
    column->addWidget(view_, 1);
    column->addLayout(build_buttons());
    connect(source_, &ModelComparisonSource::changed, this, &ModelComparisonPage::follow);
    retranslate();
    follow_selection();
    on_change(this, QEvent::LanguageChange, [this] { retranslate(); });
    on_change(this, QEvent::PaletteChange, [this] { table_->retranslate(); });
}

void ModelComparisonPage::build_table()
{
    view_->setModel(table_);
    view_->setItemDelegate(new ReasonDelegate(view_));
    view_->setSelectionBehavior(QAbstractItemView::SelectRows);
    view_->setSelectionMode(QAbstractItemView::ExtendedSelection);
    set_look(*view_);
    view_->setShowGrid(false);
    view_->setWordWrap(false);
    view_->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    view_->verticalHeader()->setDefaultSectionSize(view_->fontMetrics().height() + row_margin);
    QHeaderView* header = view_->horizontalHeader();
    header->setSectionResizeMode(QHeaderView::ResizeToContents);
    header->setResizeContentsPrecision(-1);
    header->setStretchLastSection(true);
    header->setSortIndicatorClearable(true);
    header->setSortIndicator(-1, Qt::AscendingOrder);
    view_->setSortingEnabled(true);
    connect(view_->selectionModel(), &QItemSelectionModel::selectionChanged, this,
            &ModelComparisonPage::follow_selection);
    connect(table_, &QAbstractItemModel::modelReset, this, &ModelComparisonPage::span_reasons);
    connect(view_, &QTableView::doubleClicked, this, &ModelComparisonPage::use_selected);
    add_key(QKeySequence::Copy, &ModelComparisonPage::copy_selected);
    add_key(QKeySequence::Delete, &ModelComparisonPage::remove_selected);
    add_key(Qt::Key_Return, &ModelComparisonPage::use_selected);
    add_key(Qt::Key_Enter, &ModelComparisonPage::use_selected);
}

template <typename Action>
void ModelComparisonPage::add_key(const QKeySequence& key, Action action)
{
    auto* shortcut = new QShortcut(key, view_);
    shortcut->setContext(Qt::WidgetShortcut);
    connect(shortcut, &QShortcut::activated, this, action);
}

QBoxLayout* ModelComparisonPage::build_choice()
{
    auto* row = new QHBoxLayout;
    row->setSpacing(8);
    lists_label_->setTextFormat(Qt::PlainText);
    lists_label_->setBuddy(lists_);
    lists_->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    WheelGuard::guard(lists_);
    row->addWidget(lists_label_);
    row->addWidget(lists_);
    row->addSpacing(12);
    row->addWidget(picker_, 1);
    connect(lists_, &QComboBox::activated, this, &ModelComparisonPage::use_list);
    connect(picker_, &FieldControl::edited, this, [this](const QString&, const FieldValue& id) {
        if (const auto* word = std::get_if<std::string>(&id)) add_model(from_utf8(*word));
    });
    return row;
}

QBoxLayout* ModelComparisonPage::build_buttons()
{
    auto* row = new QHBoxLayout;
    row->setSpacing(8);
    use_ = new QPushButton(this);
    remove_ = new QPushButton(this);
    copy_ = new QPushButton(this);
    row->addWidget(use_);
    row->addWidget(remove_);
    row->addStretch(1);
    row->addWidget(copy_);
    for (QPushButton* button : {use_, remove_, copy_}) button->setAutoDefault(false);
    connect(use_, &QPushButton::clicked, this, &ModelComparisonPage::use_selected);
    connect(remove_, &QPushButton::clicked, this, &ModelComparisonPage::remove_selected);
    connect(copy_, &QPushButton::clicked, this, &ModelComparisonPage::copy_table);
    return row;
}

void ModelComparisonPage::copy_table() const
{
    QGuiApplication::clipboard()->setMimeData(copied_lines(table_->tab_separated()).release());
}

void ModelComparisonPage::copy_selected() const
{
    QGuiApplication::clipboard()->setMimeData(copied_lines(table_->tab_separated(selected_rows())).release());
}

void ModelComparisonPage::follow()
{
    const QStringList selected = selected_presets();
    table_->show_rows(source_->rows());
    select(selected);
    show_arrived();
    follow_selection();
    show_caption();
}

void ModelComparisonPage::show_caption()
{
    const auto fits = [](const ModelRow& row) {
        const std::optional<Verdict> verdict = row.estimate && !row.data_holds ? row.estimate->verdict : std::nullopt;
        return verdict.has_value() && verdict != Verdict::does_not_fit;
    };
    const auto fitting = std::ranges::count_if(source_->rows(), fits);
    caption_->setText(tr("On the current machine and dataset at micro-batch %1, each model with its usual input: %2 of "
                         "%3 fit. MACs and FLOPs are for one sample, forward.")
                          .arg(words_.text(value_of(Count(source_->scenario().training.micro_batch))))
                          .arg(fitting)
                          .arg(source_->rows().size()));
}

/// Sentences span all result columns of their row.
void ModelComparisonPage::span_reasons()
{
    view_->clearSpans();
    constexpr int first = ModelComparisonTable::memory_column;
    for (int row = 0; row < table_->rowCount(); ++row) {
        if (!table_->index(row, first).data(ModelComparisonTable::reason_role).toString().isEmpty())
            view_->setSpan(row, first, 1, ModelComparisonTable::column_count - first);
    }
}

void ModelComparisonPage::select(const QStringList& presets)
{
    QItemSelection selection;
    for (const QString& preset : presets) {
        const int row = table_->row_of(preset);
        if (row >= 0)
            selection.select(table_->index(row, 0), table_->index(row, ModelComparisonTable::column_count - 1));
    }
    if (selection == view_->selectionModel()->selection()) return;
    view_->selectionModel()->select(selection, QItemSelectionModel::ClearAndSelect);
    if (!selection.isEmpty() && !view_->currentIndex().isValid())
        view_->selectionModel()->setCurrentIndex(selection.indexes().constFirst(), QItemSelectionModel::NoUpdate);
}

QList<int> ModelComparisonPage::selected_rows() const
{
    QList<int> rows;
    for (const QModelIndex& index : view_->selectionModel()->selectedRows()) rows << index.row();
    return rows;
}

QStringList ModelComparisonPage::selected_presets() const
{
    QStringList presets;
    for (const int row : selected_rows()) presets << from_utf8(table_->row_at(row).preset);
    return presets;
}

void ModelComparisonPage::follow_selection()
{
    const QList<int> rows = selected_rows();
    const auto usable = [this](int row) { return !table_->row_at(row).current && table_->row_at(row).estimate; };
    use_->setEnabled(rows.size() == 1 && usable(rows.constFirst()));
    remove_->setEnabled(std::ranges::any_of(rows, [this](int row) { return !table_->row_at(row).current; }));
}

void ModelComparisonPage::add_model(const QString& preset)
{
    if (preset.isEmpty()) return;
    source_->add(preset);
    // The field is ready for the next name.
    picker_->show_in_force();
    arriving_ = preset;
    show_arrived();
}

void ModelComparisonPage::show_arrived()
{
    const int row = arriving_.isEmpty() ? -1 : table_->row_of(arriving_);
    if (row < 0) return;
    select({arriving_});
    view_->scrollTo(table_->index(row, 0));
    arriving_.clear();
}

void ModelComparisonPage::use_list(int row)
{
    const std::string group = lists_->itemData(row).toString().toStdString();
    QStringList presets;
    if (group.empty()) {
        for (const std::string_view id : usual_candidates) presets << from_utf8(id);
    } else {
        for (const PickerEntry& entry : picker_->entries()) {
            const Preset* preset = document_.data()->preset(entry.id.toStdString());
            if (preset && preset->group == group) presets << entry.id;
        }
    }
    source_->set_presets(presets);
}

void ModelComparisonPage::use_selected()
{
    if (!use_->isEnabled()) return;
    source_->use(selected_presets().constFirst(), tr("choose a model"));
}

void ModelComparisonPage::remove_selected() { source_->remove(selected_presets()); }

void ModelComparisonPage::fill_lists()
{
    const int before = std::max(0, lists_->currentIndex());
    lists_->clear();
    lists_->addItem(tr("Any: the usual architectures"), QString());
    for (const PickerEntry& entry : picker_->entries()) {
        const Preset* preset = document_.data()->preset(entry.id.toStdString());
        const QString group = preset ? from_utf8(preset->group) : QString();
        if (preset && lists_->findData(group) < 0) lists_->addItem(entry.group, group);
    }
    lists_->setCurrentIndex(before);
}

void ModelComparisonPage::retranslate()
{
    lists_label_->setText(tr("Models for the tas&k:"));
    lists_->setToolTip(tr("Replace the list by all models for a task"));
    lists_->setAccessibleName(tr("Task"));
    picker_->set_texts(
        {tr("Add a model:"), QString(), tr("Type any part of a model's name to add it to the list."), QString()});
    picker_->set_entries(preset_entries(*document_.data(), words_));
    fill_lists();
    view_->setAccessibleName(tr("Compared models"));
    use_->setText(tr("&Use this model"));
    use_->setToolTip(tr("Use the selected model in the project; one undo step restores the old one"));
    remove_->setText(tr("&Remove"));
    remove_->setToolTip(tr("Remove the selected models from the list"));
    copy_->setText(tr("Cop&y table"));
    copy_->setToolTip(tr("Copy all rows with exact numbers to the clipboard, for a spreadsheet"));
    table_->retranslate();
    if (!source_->rows().empty()) follow();
}

void ModelComparisonPage::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    source_->set_active(true);
    if (!view_->hasFocus()) view_->setFocus();
}

void ModelComparisonPage::hideEvent(QHideEvent* event)
{
    QWidget::hideEvent(event);
    source_->set_active(false);
}

namespace {

/// Time budget per frame at sixty frames per second.
constexpr qint64 slice_ms = 8;

} // namespace

ModelComparisonSource::ModelComparisonSource(Document& document, QObject* parent) : QObject(parent), document_(document)
{
    for (const std::string_view preset : usual_candidates) {
        const QString id = QString::fromUtf8(preset.data(), static_cast<qsizetype>(preset.size()));
        if (document.data()->preset(preset)) presets_ << id;
    }
    slices_.setSingleShot(true);
    slices_.setInterval(0);
    connect(&slices_, &QTimer::timeout, this, &ModelComparisonSource::compute_slice);
    connect(&document_, &Document::changed, this, &ModelComparisonSource::follow);
}

void ModelComparisonSource::set_presets(const QStringList& presets)
{
    presets_ = presets;
    follow();
}

void ModelComparisonSource::add(const QString& preset)
{
    if (presets_.contains(preset)) return;
    presets_ << preset;
    follow();
}

void ModelComparisonSource::remove(const QStringList& presets)
{
    for (const QString& preset : presets) presets_.removeAll(preset);
    follow();
}

void ModelComparisonSource::use(const QString& preset, const QString& description)
{
    const std::string before = document_.scenario().model.preset;
    const QString former = QString::fromStdString(before);
    if (!document_.set_scenario(with_preset(document_.scenario(), preset.toStdString()), description)) return;
    if (!before.empty() && !presets_.contains(former)) {
        presets_.prepend(former);
        follow();
    }
}

void ModelComparisonSource::set_active(bool active)
{
    active_ = active;
    if (active_ && stale_) follow();
}

void ModelComparisonSource::follow()
{
    stale_ = true;
    // The running computation is finished first, so that the table also updates during a long drag.
    if (active_ && !slices_.isActive()) start();
}

std::vector<std::string> ModelComparisonSource::wanted() const
{
    std::vector<std::string> ids;
    for (const QString& preset : presets_) ids.push_back(preset.toStdString());
    const std::string& own = document_.scenario().model.preset;
    if (std::find(ids.begin(), ids.end(), own) == ids.end()) ids.insert(ids.begin(), own);
    return ids;
}

void ModelComparisonSource::start()
{
    stale_ = false;
    asked_ = document_.scenario();
    waiting_ = wanted();
    coming_.clear();
    compute_slice();
}

void ModelComparisonSource::compute_slice()
{
    QElapsedTimer spent;
    spent.start();
    while (coming_.size() < waiting_.size()) {
        if (!coming_.empty() && spent.elapsed() >= slice_ms) {
            slices_.start();
            return;
        }
        coming_.push_back(compared_model(asked_, *document_.data(), waiting_[coming_.size()]));
    }
    shown_ = asked_;
    rows_ = std::move(coming_);
    coming_.clear();
    emit changed();
    if (stale_ && active_) start();
}

namespace {

constexpr int side = 5;

} // namespace

void ReasonDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    // The cell's background first, then its content.
    QStyleOptionViewItem cell = option;
    initStyleOption(&cell, index);
    cell.text.clear();
    cell.icon = QIcon();
    cell.features &= ~QStyleOptionViewItem::HasDecoration;
    const QStyle* style = option.widget ? option.widget->style() : QApplication::style();
    style->drawControl(QStyle::CE_ItemViewItem, &cell, painter, option.widget);
    QStyleOptionViewItem inside = option;
    inside.rect.adjust(side, 0, -side, 0);
    QStyledItemDelegate::paint(painter, inside, index);
}

QSize ReasonDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const QSize whole = QStyledItemDelegate::sizeHint(option, index);
    const bool sentence = !index.data(ModelComparisonTable::reason_role).toString().isEmpty();
    return {sentence ? 0 : whole.width() + 2 * side, whole.height()};
}

} // namespace rigwright
