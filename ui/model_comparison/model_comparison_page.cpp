// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/model_comparison/model_comparison_page.h"

#include "core/estimate/model_comparison.h"
#include "core/estimate/quantities.h"
#include "core/report/comparison_text.h"
#include "ui/controls/card.h"
#include "ui/controls/exact_field.h"
#include "ui/controls/picker_control.h"
#include "ui/document/document.h"
#include "ui/document/live.h"
#include "ui/document/page.h"
#include "ui/format/layout.h"
#include "ui/format/on_change.h"
#include "ui/format/table_model.h"
#include "ui/format/words.h"
#include "ui/panels/part_entries.h"
#include "ui/theme/symbols.h"
#include "ui/theme/theme.h"

#include <QClipboard>
#include <QEvent>
#include <QFont>
#include <QGuiApplication>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QShortcut>
#include <QStyledItemDelegate>
#include <QTableView>

#include <algorithm>
#include <array>

namespace rigwright {

namespace {

constexpr int first_answer = ModelTable::memory_column;
constexpr int behind_answers = ModelTable::parameters_column;

QString none() { return QStringLiteral("–"); }

bool is_answer(int column) { return column >= first_answer && column < behind_answers; }
bool is_time(int column) { return column >= ModelTable::step_column && column < behind_answers; }

/// A model that does not fit has no real time; the displayed one is hypothetical.
bool is_hypothetical(const ModelRow& row) { return row.estimate && row.estimate->verdict == Verdict::does_not_fit; }

bool same_models(const std::vector<ModelRow>& a, const std::vector<ModelRow>& b)
{
    return std::ranges::equal(a, b, [](const ModelRow& x, const ModelRow& y) {
        return x.preset == y.preset && x.data_holds == y.data_holds && x.estimate.has_value() == y.estimate.has_value();
    });
}

constexpr int row_margin = 8;

constexpr int side = 5;

} // namespace

/// Compared models as a table: sortable by any column and by list order, copied with exact numbers.
class ModelComparisonTable : public TableModel {
    Q_OBJECT

public:
    ModelComparisonTable(std::shared_ptr<const EngineData> data, const Localization& words, QObject* parent)
        : TableModel(parent),
          data_(std::move(data)),
          words_(words)
    {
        const auto worded = [this](ModelTable::Column column) {
            return [this, column](int row) { return word(row_at(row), column); };
        };
        const auto shown = [this](ModelTable::Column column) {
            return [this, column](int row) { return figure(row_at(row), column).shown; };
        };
        set_columns({{[] { return tr("Model"); }, worded(ModelTable::name_column)},
                     {[] { return tr("Task"); }, worded(ModelTable::task_column)},
                     {[] { return tr("Input"); }, worded(ModelTable::input_column)},
                     {[] { return tr("Memory"); }, shown(ModelTable::memory_column), true},
                     {[] { return tr("Verdict"); }, shown(ModelTable::verdict_column)},
                     {[] { return tr("Max. micro-batch"); }, shown(ModelTable::largest_batch_column), true},
                     {[] { return tr("Step time (range)"); }, shown(ModelTable::step_column), true},
                     {[] { return tr("Epoch time"); }, shown(ModelTable::epoch_column), true},
                     {[] { return tr("Training time"); }, shown(ModelTable::training_column), true},
                     {[] { return tr("Parameters"); }, shown(ModelTable::parameters_column), true},
                     {[] { return tr("MACs"); }, shown(ModelTable::macs_column), true},
                     {[] { return tr("FLOPs"); }, shown(ModelTable::flops_column), true}});
        set_hint(ModelTable::macs_column, [] { return tr("Forward MACs of one sample; each is two FLOPs"); });
        set_hint(ModelTable::memory_column, [] { return tr("Memory per GPU at the current micro-batch"); });
        set_hint(ModelTable::largest_batch_column, [] { return tr("Largest micro-batch that fits on this machine"); });
    }

    /// Shows other rows in the last sort order.
    void show_rows(std::vector<ModelRow> rows)
    {
        std::vector<ModelRow> next = ordered(rows);
        const bool same = !next.empty() && same_models(next, rows_);
        if (!same) beginResetModel();
        listed_ = std::move(rows);
        rows_ = std::move(next);
        if (same) {
            rows_changed();
        } else {
            endResetModel();
        }
    }

    const ModelRow& row_at(int row) const { return rows_[static_cast<std::size_t>(row)]; }

    /// The row of a preset, or -1.
    int row_of(const QString& preset) const
    {
        const auto found = std::ranges::find(rows_, preset.toStdString(), &ModelRow::preset);
        return found == rows_.end() ? -1 : static_cast<int>(found - rows_.begin());
    }

    void retranslate()
    {
        emit headerDataChanged(Qt::Horizontal, 0, ModelTable::column_count - 1);
        show_rows(std::vector<ModelRow>(listed_));
    }

    /// The table with exact numbers for a spreadsheet; all rows by default.
    QString tab_separated(const QList<int>& rows = {}) const
    {
        QStringList lines{QStringList{tr("Preset"), tr("Model"), tr("Task"), tr("Input"), tr("Parameters"), tr("MACs"),
                                      tr("FLOPs"), tr("Memory (bytes)"), tr("Verdict"), tr("Max. micro-batch"),
                                      tr("Step time (s)"), tr("Lower bound (s)"), tr("Upper bound (s)"),
                                      tr("Epoch time (s)"), tr("Training time (s)"), tr("Remark")}
                              .join(QLatin1Char('\t'))};
        for (int row = 0; row < rowCount(); ++row) {
            if (rows.isEmpty() || rows.contains(row)) lines << exact_cells(row_at(row)).join(QLatin1Char('\t'));
        }
        return lines.join(QLatin1Char('\n')) + QLatin1Char('\n');
    }

    /// A negative column sorts by list order.
    void sort(int column, Qt::SortOrder order = Qt::AscendingOrder) override
    {
        beginResetModel();
        sort_column_ = column;
        sort_order_ = order;
        rows_ = ordered(listed_);
        endResetModel();
    }

private:
    struct Figure {
        /// Empty if the row has no value: such rows come last in either order.
        std::optional<double> exact;
        QString shown;
    };

    int row_count() const override { return static_cast<int>(rows_.size()); }

    QVariant special(int at, int column, int role) const override
    {
        const ModelRow& row = row_at(at);
        const bool reasoned = column == ModelTable::memory_column && (row.data_holds || !row.estimate);
        switch (role) {
        case Qt::DisplayRole:
        case ModelTable::reason_role: return reasoned ? from_utf8(reason_text(row, words_.table())) : QVariant();
        case Qt::ToolTipRole: {
            const QString tip = tool_tip(row, column);
            return tip.isEmpty() ? QString() : paragraph(tip);
        }
        case Qt::TextAlignmentRole: return reasoned ? QVariant(Qt::AlignLeft | Qt::AlignVCenter) : QVariant();
        case Qt::DecorationRole: return column == ModelTable::verdict_column ? decoration(row) : QVariant();
        case Qt::FontRole: {
            QFont font;
            font.setBold(row.current && column == ModelTable::name_column);
            font.setStrikeOut(is_time(column) && is_hypothetical(row) && !row.data_holds);
            return font;
        }
        case Qt::ForegroundRole: return reasoned ? theme_of(QGuiApplication::palette()).muted : QVariant();
        case ModelTable::preset_role: return from_utf8(row.preset);
        default: return {};
        }
    }

    std::vector<ModelRow> ordered(std::vector<ModelRow> rows) const
    {
        if (sort_column_ < 0) return rows;
        const bool falling = sort_order_ == Qt::DescendingOrder;
        std::ranges::stable_sort(rows, [this, falling](const ModelRow& a, const ModelRow& b) {
            if (sort_column_ < first_answer) {
                const int order = QString::localeAwareCompare(word(a, sort_column_), word(b, sort_column_));
                return falling ? order > 0 : order < 0;
            }
            const std::optional<double> x = figure(a, sort_column_).exact;
            const std::optional<double> y = figure(b, sort_column_).exact;
            if (!x || !y) return x.has_value() && !y.has_value();
            return falling ? *x > *y : *x < *y;
        });
        return rows;
    }

    QString title_of(const ModelRow& row) const
    {
        const Preset* preset = data_->preset(row.preset);
        return preset ? from_utf8(preset->title) : tr("Own model");
    }

    QString task_of(const ModelRow& row) const
    {
        const Preset* preset = data_->preset(row.preset);
        return preset ? words_.choice("group", preset->group) : none();
    }

    QString word(const ModelRow& row, int column) const
    {
        if (column == ModelTable::input_column) return from_utf8(input_text(row.input, words_.table()));
        if (column == ModelTable::task_column) return task_of(row);
        return row.current ? tr("%1 (current)").arg(title_of(row)) : title_of(row);
    }

    Figure figure(const ModelRow& row, int column) const
    {
        Figure absent{std::nullopt, none()};
        if (!row.estimate || (is_answer(column) && row.data_holds)) return absent;
        const ModelEstimate& model = row.estimate->model;
        const double macs = model.forward_macs_per_sample.as_double();
        const double flops = model.forward_flops_per_sample.base();
        switch (column) {
        case ModelTable::parameters_column:
            return {model.parameters.as_double(), words_.text(value_of(model.parameters))};
        case ModelTable::macs_column: return {macs, words_.text(Value{macs, Unit::macs})};
        case ModelTable::flops_column: return {flops, words_.text(Value{flops, Unit::flops})};
        case ModelTable::verdict_column:
            if (!row.estimate->verdict) return absent;
            return {static_cast<double>(*row.estimate->verdict),
                    words_.text(std::string("verdict.") + key_of(*row.estimate->verdict))};
        case ModelTable::memory_column: return number(*row.estimate, "memory.total_bytes");
        case ModelTable::largest_batch_column: return number(*row.estimate, "memory.max_micro_batch");
        case ModelTable::step_column: return step_figure(*row.estimate);
        case ModelTable::epoch_column: return number(*row.estimate, "time.epoch_seconds");
        default: return number(*row.estimate, "time.total_seconds");
        }
    }

    Figure number(const Estimate& estimate, std::string_view quantity) const
    {
        const std::optional<Value> value = number_of(quantity, estimate);
        if (!value) return {std::nullopt, none()};
        return {value->number, words_.text(*value)};
    }

    Figure step_figure(const Estimate& estimate) const
    {
        Figure step = number(estimate, "time.step_seconds");
        if (step.exact)
            step.shown = tr("%1 (%2)", "a time and its range")
                             .arg(step.shown, range_between(number(estimate, "time.low_seconds").shown,
                                                            number(estimate, "time.high_seconds").shown));
        return step;
    }

    QString tool_tip(const ModelRow& row, int column) const
    {
        QString reason = from_utf8(reason_text(row, words_.table()));
        if (!reason.isEmpty() && is_answer(column)) return reason;
        if (column == ModelTable::name_column) return from_utf8(row.preset);
        if (!row.estimate || !row.estimate->time || !is_time(column)) return {};
        if (is_hypothetical(row)) return tr("Hypothetical: does not fit");
        const TimeEstimate& time = *row.estimate->time;
        if (column != ModelTable::training_column || !time.knows_run())
            return tr("Bottleneck: %1").arg(words_.text(std::string("bottleneck.") + key_of(time.bottleneck)));
        return tr("range %1")
            .arg(range_between(words_.text(value_of(time.total_low)), words_.text(value_of(time.total_high))));
    }

    QVariant decoration(const ModelRow& row) const
    {
        if (!row.estimate || !row.estimate->verdict || row.data_holds) return {};
        const Theme& theme = theme_of(QGuiApplication::palette());
        return symbol_icon(symbol_of(*row.estimate->verdict), theme.of(*row.estimate->verdict), theme.base);
    }

    QStringList exact_cells(const ModelRow& row) const
    {
        const auto exact = [&](int column) {
            const std::optional<double> number = figure(row, column).exact;
            return number ? exact_number(*number) : QString();
        };
        QStringList cells{spreadsheet_cell(from_utf8(row.preset)), spreadsheet_cell(title_of(row)),
                          spreadsheet_cell(task_of(row)), spreadsheet_cell(word(row, ModelTable::input_column))};
        for (const int column : {ModelTable::parameters_column, ModelTable::macs_column, ModelTable::flops_column,
                                 ModelTable::memory_column})
            cells << exact(column);
        cells << (row.estimate && !row.data_holds ? spreadsheet_cell(figure(row, ModelTable::verdict_column).shown)
                                                  : QString());
        cells << exact(ModelTable::largest_batch_column) << exact(ModelTable::step_column);
        const bool timed = row.estimate && row.estimate->time && !row.data_holds;
        cells << (timed ? exact_number(row.estimate->time->low.base()) : QString())
              << (timed ? exact_number(row.estimate->time->high.base()) : QString());
        cells << exact(ModelTable::epoch_column) << exact(ModelTable::training_column)
              << spreadsheet_cell(from_utf8(reason_text(row, words_.table())));
        return cells;
    }

    /// Provides model names, which do not change.
    std::shared_ptr<const EngineData> data_;
    const Localization& words_;
    /// In list order, and in display order.
    std::vector<ModelRow> listed_;
    std::vector<ModelRow> rows_;
    int sort_column_ = -1;
    Qt::SortOrder sort_order_ = Qt::AscendingOrder;
};

/// The models to compare under a plan.
struct ModelRequest {
    Scenario scenario;
    std::vector<std::string> presets;

    bool operator==(const ModelRequest&) const = default;
};

struct ModelAnswer {
    std::int64_t micro_batch = 0;
    std::vector<ModelRow> rows;
};

namespace {

ModelAnswer compare_models(const ModelRequest& request, const EngineData& data, const std::stop_token& stop)
{
    ModelAnswer answer{request.scenario.training.micro_batch, {}};
    for (const std::string& preset : request.presets)
        if (!stop.stop_requested()) answer.rows.push_back(compared_model(request.scenario, data, preset));
    return answer;
}

} // namespace

/// Cells with horizontal padding. Sentences that span the following columns do not widen it.
class ReasonDelegate : public QStyledItemDelegate {
    Q_OBJECT

public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override
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

    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        const QSize whole = QStyledItemDelegate::sizeHint(option, index);
        const bool sentence = !index.data(ModelTable::reason_role).toString().isEmpty();
        return {sentence ? 0 : whole.width() + 2 * side, whole.height()};
    }
};

/// Model comparison: which models fit the task, and at what cost. Compares several models with the plan's dataset and
/// machine; one of them can be applied.
class ModelComparisonPage : public QWidget, public SettlingPage {
    Q_OBJECT

public:
    ModelComparisonPage(const PageContext& context, QWidget* parent)
        : QWidget(parent),
          document_(context.document),
          words_(context.words),
          answer_(document_, compare_models, this),
          table_(new ModelComparisonTable(document_.data(), words_, this)),
          view_(spoken(new QTableView(this), [] { return tr("Compared models"); })),
          caption_(named(wrapped_label(this), "caption")),
          lists_(spoken(new QComboBox(this), [] { return tr("Task"); })),
          picker_(new PickerControl(QStringLiteral("chooser.model"), PickerControl::Kind::searchable, this))
    {
        setObjectName(QStringLiteral("chooser"));
        auto* column = column_in(this, {12, 10, 12, 10}, 8, {caption_, build_choice()});
        build_table();
        fill(column, {{view_, 1}, build_buttons()});
        for (const std::string_view preset : usual_candidates)
            if (document_.data()->preset(preset)) presets_ << from_utf8(preset);
        connect(&answer_, &LiveSignal::changed, this, &ModelComparisonPage::follow);
        connect(&document_, &Document::changed, this, &ModelComparisonPage::ask);
        in_each_language(this, [this] { retranslate(); });
        follow_selection();
        on_change(this, QEvent::PaletteChange, [this] { table_->retranslate(); });
    }

    void copy_table() const
    {
        QGuiApplication::clipboard()->setMimeData(copied_lines(table_->tab_separated()).release());
    }

    void copy_selected() const
    {
        QGuiApplication::clipboard()->setMimeData(copied_lines(table_->tab_separated(selected_rows())).release());
    }

    /// No computation is pending.
    bool is_settled() const override { return !isVisible() || answer_.is_settled(); }

protected:
    void showEvent(QShowEvent* event) override
    {
        QWidget::showEvent(event);
        ask();
        if (!view_->hasFocus()) view_->setFocus();
    }

    void resizeEvent(QResizeEvent* event) override
    {
        QWidget::resizeEvent(event);
        // The table gets its size after the page.
        QMetaObject::invokeMethod(this, &ModelComparisonPage::fit_columns, Qt::QueuedConnection);
    }

private:
    static constexpr std::array giving_way{ModelTable::flops_column, ModelTable::macs_column, ModelTable::epoch_column,
                                           ModelTable::parameters_column, ModelTable::task_column};

    void build_table()
    {
        view_->setModel(table_);
        view_->setItemDelegate(new ReasonDelegate(view_));
        set_look(*view_, QAbstractItemView::ExtendedSelection);
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

    QBoxLayout* build_choice()
    {
        QLabel* label = label_for(lists_, [] { return tr("Models for the tas&k:"); });
        lists_->setSizeAdjustPolicy(QComboBox::AdjustToContents);
        WheelGuard::guard(lists_);
        connect(lists_, &QComboBox::activated, this, &ModelComparisonPage::use_list);
        connect(picker_, &FieldControl::edited, this, [this](const QString&, const FieldValue& id) {
            if (const auto* word = std::get_if<std::string>(&id)) add_model(from_utf8(*word));
        });
        return row_of({label, lists_, Space{12}, {picker_, 1}}, 8);
    }

    QBoxLayout* build_buttons()
    {
        use_ = push_button(
            this, "use", [] { return tr("&Use this model"); },
            [] { return tr("Use the selected model in the project; one undo step restores the old one"); });
        remove_ = push_button(
            this, "remove", [] { return tr("&Remove"); },
            [] { return tr("Remove the selected models from the list"); });
        QPushButton* copy = push_button(
            this, "copy", [] { return tr("Cop&y table"); },
            [] { return tr("Copy all rows with exact numbers to the clipboard, for a spreadsheet"); });
        connect(use_, &QPushButton::clicked, this, &ModelComparisonPage::use_selected);
        connect(remove_, &QPushButton::clicked, this, &ModelComparisonPage::remove_selected);
        connect(copy, &QPushButton::clicked, this, &ModelComparisonPage::copy_table);
        return row_of({use_, remove_, Stretch{}, copy}, 8);
    }

    template <typename Action>
    void add_key(const QKeySequence& key, Action action)
    {
        auto* shortcut = new QShortcut(key, view_);
        shortcut->setContext(Qt::WidgetShortcut);
        connect(shortcut, &QShortcut::activated, this, action);
    }

    /// Requests the list, preceded by the plan's model if it is not in it.
    void ask()
    {
        if (!isVisible()) return;
        const Scenario& plan = document_.scenario();
        QStringList wanted = presets_;
        if (const QString own = from_utf8(plan.model.preset); !wanted.contains(own)) wanted.prepend(own);
        ModelRequest request{plan, {}};
        for (const QString& preset : wanted) request.presets.push_back(preset.toStdString());
        answer_.ask(std::move(request));
    }

    void follow()
    {
        if (!answer_.known()) return;
        const QStringList selected = selected_presets();
        table_->show_rows(answer_.known()->rows);
        fit_columns();
        select(selected);
        show_arrived();
        follow_selection();
        show_caption();
    }

    /// Columns that repeat other columns are hidden first in a narrow window.
    void fit_columns()
    {
        const QHeaderView* header = view_->horizontalHeader();
        const QAbstractItemView* table = view_;
        const auto needed = [&] {
            int width = 0;
            for (int column = 0; column < ModelTable::column_count; ++column)
                if (!view_->isColumnHidden(column))
                    width += std::max(header->sectionSizeHint(column), table->sizeHintForColumn(column));
            return width;
        };
        for (const int column : giving_way) view_->setColumnHidden(column, false);
        for (const int column : giving_way)
            if (needed() > view_->viewport()->width()) view_->setColumnHidden(column, true);
    }

    void follow_selection()
    {
        const QList<int> rows = selected_rows();
        const auto usable = [this](int row) { return !table_->row_at(row).current && table_->row_at(row).estimate; };
        use_->setEnabled(rows.size() == 1 && usable(rows.constFirst()));
        remove_->setEnabled(std::ranges::any_of(rows, [this](int row) { return !table_->row_at(row).current; }));
    }

    /// Sentences span all result columns of their row.
    void span_reasons()
    {
        view_->clearSpans();
        constexpr int first = ModelTable::memory_column;
        for (int row = 0; row < table_->rowCount(); ++row) {
            if (!table_->index(row, first).data(ModelTable::reason_role).toString().isEmpty())
                view_->setSpan(row, first, 1, behind_answers - first);
        }
    }

    void show_caption()
    {
        const auto fits = [](const ModelRow& row) {
            const std::optional<Verdict> verdict =
                row.estimate && !row.data_holds ? row.estimate->verdict : std::nullopt;
            return verdict == Verdict::fits;
        };
        const ModelAnswer& answer = *answer_.known();
        const auto fitting = std::ranges::count_if(answer.rows, fits);
        caption_->setText(
            tr("On the current machine and dataset at micro-batch %1, each model with its usual input: %2 of "
               "%3 fit. MACs and FLOPs are for one sample, forward.")
                .arg(words_.text(value_of(Count(answer.micro_batch))))
                .arg(fitting)
                .arg(answer.rows.size()));
    }

    void show_arrived()
    {
        const int row = arriving_.isEmpty() ? -1 : table_->row_of(arriving_);
        if (row < 0) return;
        select({arriving_});
        view_->scrollTo(table_->index(row, 0));
        arriving_.clear();
    }

    void select(const QStringList& presets)
    {
        QItemSelection selection;
        for (const QString& preset : presets) {
            const int row = table_->row_of(preset);
            if (row >= 0) selection.select(table_->index(row, 0), table_->index(row, ModelTable::column_count - 1));
        }
        if (selection == view_->selectionModel()->selection()) return;
        view_->selectionModel()->select(selection, QItemSelectionModel::ClearAndSelect);
        if (!selection.isEmpty() && !view_->currentIndex().isValid())
            view_->selectionModel()->setCurrentIndex(selection.indexes().constFirst(), QItemSelectionModel::NoUpdate);
    }

    QList<int> selected_rows() const
    {
        QList<int> rows;
        for (const QModelIndex& index : view_->selectionModel()->selectedRows()) rows << index.row();
        return rows;
    }

    QStringList selected_presets() const
    {
        QStringList presets;
        for (const int row : selected_rows()) presets << from_utf8(table_->row_at(row).preset);
        return presets;
    }

    void add_model(const QString& preset)
    {
        if (preset.isEmpty()) return;
        if (!presets_.contains(preset)) presets_ << preset;
        ask();
        // The field is ready for the next name.
        picker_->show_in_force();
        arriving_ = preset;
        show_arrived();
    }

    void use_list(int row)
    {
        const std::string group = lists_->itemData(row).toString().toStdString();
        presets_.clear();
        if (group.empty()) {
            for (const std::string_view id : usual_candidates) presets_ << from_utf8(id);
        } else {
            for (const PickerEntry& entry : picker_->entries()) {
                const Preset* preset = document_.data()->preset(entry.id.toStdString());
                if (preset && preset->group == group) presets_ << entry.id;
            }
        }
        ask();
    }

    /// Keeps the plan's previous model in the list.
    void use_selected()
    {
        if (!use_->isEnabled()) return;
        const QString former = from_utf8(document_.scenario().model.preset);
        const std::string chosen = selected_presets().constFirst().toStdString();
        if (!document_.set_scenario(with_preset(document_.scenario(), chosen), tr("choose a model"))) return;
        if (!former.isEmpty() && !presets_.contains(former)) presets_.prepend(former);
        ask();
    }

    void remove_selected()
    {
        for (const QString& preset : selected_presets()) presets_.removeAll(preset);
        ask();
    }

    void fill_lists()
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

    void retranslate()
    {
        lists_->setToolTip(tr("Replace the list by all models for a task"));
        picker_->set_texts(
            {tr("Add a model:"), QString(), tr("Type any part of a model's name to add it to the list."), QString()});
        picker_->set_entries(preset_entries(*document_.data(), words_));
        fill_lists();
        table_->retranslate();
        follow();
    }

    Document& document_;
    const Localization& words_;
    Live<ModelAnswer, ModelRequest> answer_;
    /// In list order.
    QStringList presets_;
    ModelComparisonTable* table_;
    QTableView* view_;
    QLabel* caption_;
    QComboBox* lists_;
    PickerControl* picker_;
    QPushButton* use_ = nullptr;
    QPushButton* remove_ = nullptr;
    /// The last added model, to be selected when its row appears.
    QString arriving_;
};

QWidget* model_comparison_page(const PageContext& context, QWidget* parent)
{
    return new ModelComparisonPage(context, parent);
}

} // namespace rigwright

#include "model_comparison_page.moc"
