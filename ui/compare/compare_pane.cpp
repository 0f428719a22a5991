// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/compare_pane.h"

#include "core/report/comparison_text.h"
#include "ui/controls/card.h"
#include "ui/format/on_change.h"
#include "ui/format/tool_tip.h"
#include "ui/format/words.h"
#include "ui/plots/swept_number.h"
#include "ui/theme/theme.h"
#include "ui/window/status_text.h"

#include <QApplication>
#include <QButtonGroup>
#include <QClipboard>
#include <QEvent>
#include <QFont>
#include <QGuiApplication>
#include <QHeaderView>
#include <QScrollBar>
#include <QShortcut>
#include <QStyle>
#include <QVBoxLayout>

#include <algorithm>

namespace rigwright {

namespace {

constexpr int widest_caption = 150;
constexpr int narrowest_build = 130;
constexpr int best_width = 110;
/// Below these widths the table scrolls sideways.
constexpr int narrowest_best = 76;
constexpr int narrowest_caption = 84;

} // namespace

ComparePane::ComparePane(Document& document, const Localization& words, BuildActions& actions, QWidget* parent)
    : QWidget(parent),
      document_(document),
      words_(words),
      actions_(actions),
      model_(new ComparisonModel(document, words, actions, this)),
      view_(new QTableView(this)),
      ratio_model_(new RatioModel(document, words, actions, this)),
      ratio_view_(new RatioView(*ratio_model_, this)),
      sentence_(new QLabel(this)),
      limits_(new QLabel(this)),
      ratios_(new PlainButton(PlainButton::Look::segment, this)),
      numbers_(new PlainButton(PlainButton::Look::segment, this)),
      baseline_label_(new QLabel(this)),
      baseline_(new QComboBox(this)),
      differences_(new QCheckBox(this)),
      copy_(new QPushButton(this)),
      report_(new QPushButton(this)),
      note_(small_label(this)),
      price_(new QPushButton(this)),
      pin_(new QPushButton(this))
{
    setObjectName(QStringLiteral("compare"));
    build();
    build_table();
    connect(&document_, &Document::changed, this, &ComparePane::follow);
    connect(&document_, &Document::builds_changed, this, &ComparePane::follow);
    connect(baseline_, &QComboBox::activated, this,
            [this](int row) { actions_.set_baseline(model_->builds()[static_cast<std::size_t>(row)]); });
    connect(differences_, &QCheckBox::toggled, this, [this](bool only) {
        model_->show_differences_only(only);
        fit_columns();
    });
    connect(copy_, &QPushButton::clicked, this, &ComparePane::copy_table);
    connect(ratio_view_, &RatioView::machine_requested, this, &ComparePane::working_requested);
    connect(numbers_, &QAbstractButton::toggled, this, &ComparePane::show_view);
    report_->setObjectName(QStringLiteral("print_comparison"));
    connect(report_, &QPushButton::clicked, this, &ComparePane::report_requested);
    connect(price_, &QPushButton::clicked, &actions_, &BuildActions::price_anew);
    connect(pin_, &QPushButton::clicked, &actions_, &BuildActions::toggle_pin);
    retranslate();
    on_change(this, QEvent::LanguageChange, [this] { retranslate(); });
    on_change(this, QEvent::PaletteChange, [this] { follow(); });
}

void ComparePane::build()
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(16, 10, 16, 8);
    sentence_->setObjectName(QStringLiteral("sentence"));
    sentence_->setTextFormat(Qt::PlainText);
    sentence_->setWordWrap(true);
    constexpr double sentence_scale = 1.4;
    QFont large = sentence_->font();
    large.setBold(true);
    large.setPointSizeF(large.pointSizeF() * sentence_scale);
    sentence_->setFont(large);
    column->addWidget(sentence_);
    auto* row = new QHBoxLayout;
    baseline_label_->setTextFormat(Qt::PlainText);
    baseline_label_->setBuddy(baseline_);
    baseline_->setObjectName(QStringLiteral("baseline"));
    baseline_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    baseline_->setMinimumContentsLength(18);
    row->addWidget(baseline_label_);
    row->addWidget(baseline_);
    row->addWidget(differences_);
    row->addStretch(1);
    auto* segment = new QButtonGroup(this);
    auto* parts = new QHBoxLayout;
    parts->setSpacing(0);
    ratios_->setObjectName(QStringLiteral("show_ratios"));
    numbers_->setObjectName(QStringLiteral("show_numbers"));
    for (PlainButton* part : {ratios_, numbers_}) {
        part->setCheckable(true);
        segment->addButton(part);
        parts->addWidget(part);
    }
    ratios_->setChecked(true);
    row->addLayout(parts);
    row->addWidget(pin_);
    row->addWidget(copy_);
    row->addWidget(report_);
    column->addLayout(row);
    auto* news = new QHBoxLayout;
    note_->setObjectName(QStringLiteral("note"));
    note_->setWordWrap(true);
    news->addWidget(note_, 1);
    news->addWidget(price_);
    column->addLayout(news);
    column->addWidget(ratio_view_, 1);
    column->addWidget(view_, 1);
    limits_->setObjectName(QStringLiteral("limits"));
    limits_->setWordWrap(true);
    limits_->setTextFormat(Qt::RichText);
    column->addWidget(limits_);
}

void ComparePane::build_table()
{
    view_->setObjectName(QStringLiteral("comparison"));
    view_->setModel(model_);
    view_->setEditTriggers(QAbstractItemView::NoEditTriggers);
    view_->setAlternatingRowColors(true);
    view_->setTabKeyNavigation(false);
    view_->setWordWrap(true);
    view_->verticalHeader()->hide();
    view_->horizontalHeader()->setHighlightSections(false);
    view_->horizontalHeader()->setMinimumSectionSize(60);
    view_->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    view_->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    connect(view_, &QTableView::clicked, this, &ComparePane::open);
    connect(view_, &QTableView::activated, this, &ComparePane::open);
    auto* copy = new QShortcut(QKeySequence::Copy, view_);
    copy->setContext(Qt::WidgetShortcut);
    connect(copy, &QShortcut::activated, this, &ComparePane::copy_table);
}

void ComparePane::follow()
{
    if (!isVisible()) return;
    const QModelIndex current = view_->currentIndex();
    const QModelIndex ratio = ratio_view_->currentIndex();
    model_->follow();
    ratio_model_->follow();
    fill_baselines();
    show_view();
    show_limits();
    if (ratio.isValid())
        ratio_view_->selectionModel()->setCurrentIndex(ratio_model_->index(ratio.row(), ratio.column()),
                                                       QItemSelectionModel::NoUpdate);
    if (current.isValid())
        view_->selectionModel()->setCurrentIndex(model_->index(current.row(), current.column()),
                                                 QItemSelectionModel::NoUpdate);
}

void ComparePane::fill_baselines()
{
    baseline_->clear();
    for (const std::size_t build : model_->builds())
        baseline_->addItem(build_letter(build) + QStringLiteral("  ") + actions_.name_of(build));
    baseline_->setCurrentIndex(model_->builds().empty() ? -1 : static_cast<int>(model_->comparison().baseline));
    baseline_->setEnabled(model_->builds().size() > 1);
}

void ComparePane::fit_columns()
{
    const int builds = static_cast<int>(model_->builds().size());
    if (builds == 0 || view_->isHidden()) return;
    // The best build's numbers are bold.
    QFont bold = view_->font();
    bold.setBold(true);
    const QFontMetrics metrics(bold);
    const int margins = 2 * (view_->style()->pixelMetric(QStyle::PM_FocusFrameHMargin, nullptr, view_) + 1) + 1;
    const int caption = std::min(widest_caption, model_->widest_caption(view_->fontMetrics()) + margins);
    // A scroll bar appears with the rows, after the columns are fitted.
    const int room = view_->width() - 2 * view_->frameWidth() - view_->verticalScrollBar()->sizeHint().width() -
                     caption - best_width;
    const int share = std::max(narrowest_build, room / builds);
    model_->break_ranges(share - margins, metrics);
    int widest = share;
    for (int column = 1; column <= builds; ++column)
        widest = std::max(widest, model_->widest_number(column, metrics) + margins);
    // Numbers do not wrap; words do and give up the width that numbers need beyond their share.
    const int missing = std::max(0, builds * widest - room);
    const int from_best = std::min(missing, best_width - narrowest_best);
    const int from_caption = std::clamp(missing - from_best, 0, std::max(0, caption - narrowest_caption));
    view_->setColumnWidth(0, caption - from_caption);
    for (int column = 1; column <= builds; ++column) view_->setColumnWidth(column, widest);
    view_->setColumnWidth(builds + 1, best_width - from_best);
    view_->resizeRowsToContents();
}

/// Ratios need another machine.
void ComparePane::show_view()
{
    const bool has_ratios = ratio_model_->compared_machines() > 0;
    const bool numbers = numbers_->isChecked() || !has_ratios;
    ratios_->setEnabled(has_ratios);
    ratio_view_->setVisible(!numbers);
    view_->setVisible(numbers && !model_->builds().empty());
    differences_->setVisible(numbers);
    const QString text = ratio_model_->sentence();
    sentence_->setText(text);
    sentence_->setVisible(!text.isEmpty());
    fit_columns();
    show_note();
}

void ComparePane::show_numbers(bool shown) { (shown ? numbers_ : ratios_)->setChecked(true); }

void ComparePane::show_limits()
{
    const Theme& theme = theme_of(QApplication::palette());
    QStringList lines;
    for (const std::size_t build : model_->builds()) {
        const PlanStatus status = status_of(*document_.answer_of(build), *document_.data());
        const QString verdict = StatusTexts(status, words_).verdict();
        lines << QStringLiteral("<b>%1</b> <span style=\"color:%2\">%3</span>")
                     .arg(build_letter(build), colour_of(status.verdict, theme).name(), verdict.toHtmlEscaped());
    }
    limits_->setVisible(!lines.empty());
    limits_->setText(QStringLiteral("<b>%1</b>&nbsp;&nbsp; %2")
                         .arg(tr("Limits").toHtmlEscaped(), lines.join(QStringLiteral("&nbsp;&nbsp;&nbsp; "))));
}

void ComparePane::show_note()
{
    const std::size_t builds = model_->builds().size();
    QStringList lines;
    if (builds < 2)
        lines << tr("Pin two or more builds with ◇ above to see them beside each other; up to six have room.");
    else if (ratio_view_->isHidden())
        for (const char* note : notes_of(model_->comparison())) lines << words_.text(note);
    else
        lines << ratio_model_->notes();
    const std::vector<PriceChange> changes = actions_.changed_prices();
    if (!changes.empty())
        lines << tr("The database names other prices than when the builds were pinned (%1 changes). The table shows "
                    "the pinned ones.")
                     .arg(changes.size());
    if (builds > 1 && ratio_view_->isHidden())
        lines << tr("~ within the error of the estimate. A number opens its working.");
    note_->setText(lines.join(QLatin1Char('\n')));
    price_->setVisible(!changes.empty());
    pin_->setVisible(builds < 2);
    pin_->setText(actions_.is_pinned() ? tr("Unpin this build") : tr("Pin this build"));
    copy_->setEnabled(builds > 0);
    report_->setEnabled(builds > 0);
    differences_->setEnabled(builds > 1);
}

void ComparePane::open(const QModelIndex& index)
{
    const std::optional<std::size_t> build = model_->build_at(index);
    if (build) emit working_requested(*build, model_->quantity_at(index));
}

void ComparePane::copy_table() const
{
    QGuiApplication::clipboard()->setMimeData(clipboard_data(model_->table()).release());
}

void ComparePane::retranslate()
{
    baseline_label_->setText(tr("Baseline:"));
    ratios_->show_text(tr("Ratios"));
    numbers_->show_text(tr("Numbers"));
    ratio_view_->setAccessibleName(tr("Ratios to the baseline"));
    baseline_->setAccessibleName(tr("Baseline"));
    differences_->setText(tr("Differences only"));
    copy_->setText(tr("Copy table"));
    report_->setText(tr("Print…"));
    report_->setToolTip(tr("The pinned builds as a report: on paper, as PDF or as a spreadsheet"));
    price_->setText(tr("Price anew"));
    price_->setToolTip(tr("Take the prices that the database names today; Undo brings the old ones back"));
    view_->setAccessibleName(tr("Comparison"));
    pin_->setText(actions_.is_pinned() ? tr("Unpin this build") : tr("Pin this build"));
    follow();
}

void ComparePane::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    if (isVisible()) fit_columns();
}

void ComparePane::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    follow();
}

namespace {

/// Unit of the exact numbers on the clipboard.
QString exact_unit(const ComparedRow& row)
{
    const auto known = std::ranges::find_if(row.values, [](const auto& value) { return value.has_value(); });
    if (known == row.values.end()) return {};
    switch ((*known)->value.unit) {
    case Unit::bytes: return QStringLiteral("bytes");
    case Unit::seconds: return QStringLiteral("s");
    case Unit::watts: return QStringLiteral("W");
    case Unit::kilowatt_hours: return QStringLiteral("kWh");
    case Unit::samples_per_second: return QStringLiteral("samples/s");
    case Unit::money: return QString::fromLatin1((*known)->value.currency.data());
    default: return {};
    }
}

} // namespace

ComparisonModel::ComparisonModel(Document& document, const Localization& words, const BuildActions& actions,
                                 QObject* parent)
    : QAbstractTableModel(parent),
      document_(document),
      words_(words),
      actions_(actions)
{}

void ComparisonModel::follow()
{
    beginResetModel();
    const Project& project = document_.project();
    builds_ = pinned_builds(project);
    names_.clear();
    std::vector<std::shared_ptr<const Evaluation>> answers;
    std::vector<const Evaluation*> compared;
    for (const std::size_t build : builds_) {
        names_.push_back(actions_.name_of(build));
        answers.push_back(document_.answer_of(build));
        compared.push_back(answers.back().get());
    }
    const auto baseline = std::ranges::find(builds_, baseline_of(project).value_or(0));
    const auto at = static_cast<std::size_t>(baseline - builds_.begin());
    comparison_ = compared.empty() ? Comparison{} : compare(compared, at, *document_.data());
    fill();
    endResetModel();
}

void ComparisonModel::fill()
{
    lines_.clear();
    if (builds_.empty()) return;
    const auto& verdicts = comparison_.verdicts;
    const auto differs = [&](const auto& verdict) { return verdict != verdicts.front(); };
    if (!differences_only_ || std::ranges::any_of(verdicts, differs)) lines_.push_back({});
    for (const ComparedRow& row : comparison_.rows)
        if (!differences_only_ || !row.all_equal()) lines_.push_back({&row, nullptr});
    for (const ComparedInput& input : comparison_.inputs) lines_.push_back({nullptr, &input});
}

void ComparisonModel::show_differences_only(bool only)
{
    beginResetModel();
    differences_only_ = only;
    fill();
    endResetModel();
}

int ComparisonModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(lines_.size());
}

int ComparisonModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() || builds_.empty() ? 0 : static_cast<int>(builds_.size()) + 2;
}

std::optional<std::size_t> ComparisonModel::build_at(const QModelIndex& index) const
{
    const int column = index.column() - 1;
    if (column < 0 || column >= static_cast<int>(builds_.size())) return std::nullopt;
    return builds_[static_cast<std::size_t>(column)];
}

QString ComparisonModel::quantity_at(const QModelIndex& index) const
{
    const ComparedRow* row = index.isValid() ? lines_[static_cast<std::size_t>(index.row())].row : nullptr;
    if (!build_at(index) || row == nullptr || !row->has_working()) return {};
    return row->values[static_cast<std::size_t>(index.column() - 1)] ? from_utf8(row->quantity) : QString();
}

QString ComparisonModel::caption(const Line& line) const
{
    if (line.row != nullptr) return from_utf8(row_name(*line.row, words_.table()));
    if (line.input != nullptr) return words_.text("field." + line.input->field);
    return tr("Fits?");
}

QString ComparisonModel::value_text(const ComparedRow& row, std::size_t column) const
{
    const std::optional<ComparedValue>& value = row.values[column];
    QString text = from_utf8(compared_text(value, words_.table()));
    if (column != comparison_.baseline && row.deltas[column])
        text += QStringLiteral("   ") +
                from_utf8(delta_text(*row.deltas[column], *row.values[comparison_.baseline], words_.table()));
    if (value && value->has_range() && !value->is_lower_bound())
        text += QLatin1Char('\n') + shown_range(from_utf8(range_text(*value, words_.table())));
    return text;
}

/// A range may only wrap between its ends, never before a unit.
QString ComparisonModel::shown_range(QString range) const
{
    if (range_width_ == 0 || range_metrics_.horizontalAdvance(range) <= range_width_) return range;
    const QChar dots(0x2026);
    return range.replace(QStringLiteral(" %1 ").arg(dots), QStringLiteral(" %1\n").arg(dots));
}

void ComparisonModel::break_ranges(int width, const QFontMetrics& metrics)
{
    range_metrics_ = metrics;
    if (range_width_ == width) return;
    range_width_ = width;
    if (rowCount() > 0) emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
}

int ComparisonModel::widest_caption(const QFontMetrics& metrics) const
{
    int widest = 0;
    for (const Line& line : lines_) widest = std::max(widest, metrics.horizontalAdvance(caption(line)));
    return widest;
}

int ComparisonModel::widest_number(int column, const QFontMetrics& metrics) const
{
    int widest = 0;
    for (const Line& line : lines_) {
        if (line.row == nullptr) continue;
        for (const QString& part : value_text(*line.row, static_cast<std::size_t>(column - 1)).split(QLatin1Char('\n')))
            widest = std::max(widest, metrics.horizontalAdvance(part));
    }
    return widest;
}

QString ComparisonModel::text(const Line& line, std::size_t column) const
{
    if (line.row != nullptr) return value_text(*line.row, column);
    if (line.input != nullptr)
        return from_utf8(choice_text(line.input->field, line.input->values[column], words_.table()));
    const std::optional<Verdict>& verdict = comparison_.verdicts[column];
    return verdict ? words_.text(std::string("verdict.") + key_of(*verdict)) : QStringLiteral("–");
}

QString ComparisonModel::best(const Line& line) const
{
    if (line.row == nullptr) return {};
    if (line.row->best) return names_[*line.row->best];
    return from_utf8(ranking_text(*line.row, {}, words_.table()));
}

QVariant ComparisonModel::colour(const Line& line, std::size_t column) const
{
    const Theme& theme = theme_of(QApplication::palette());
    if (line.row != nullptr) {
        const auto& value = line.row->values[column];
        return value && value->hypothetical ? QVariant(theme.muted) : QVariant();
    }
    if (line.input != nullptr || !comparison_.verdicts[column]) return {};
    return theme.of(*comparison_.verdicts[column]);
}

QVariant ComparisonModel::font(const Line& line, std::size_t column) const
{
    QFont font = QApplication::font();
    if (line.row == nullptr && line.input == nullptr) font.setBold(true);
    if (line.row != nullptr) {
        font.setBold(line.row->best == column);
        font.setStrikeOut(line.row->values[column] && line.row->values[column]->hypothetical);
    }
    return font;
}

QVariant ComparisonModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid()) return {};
    const Line& line = lines_[static_cast<std::size_t>(index.row())];
    const bool first = index.column() == 0;
    const bool last = index.column() == columnCount() - 1;
    const auto column = static_cast<std::size_t>(std::max(0, index.column() - 1));
    switch (role) {
    case Qt::DisplayRole: return first ? caption(line) : last ? best(line) : text(line, column);
    case Qt::TextAlignmentRole:
        return QVariant(first || last ? Qt::AlignLeft | Qt::AlignVCenter : Qt::AlignRight | Qt::AlignVCenter);
    case Qt::ForegroundRole: return first || last ? QVariant() : colour(line, column);
    case Qt::FontRole: return first || last ? QVariant() : font(line, column);
    case Qt::ToolTipRole:
        if (!first && !last && line.row != nullptr && line.row->values[column] &&
            line.row->values[column]->hypothetical)
            return tr("If it fitted");
        return tool_tip(first ? caption(line) : last ? best(line) : text(line, column));
    default: return {};
    }
}

QVariant ComparisonModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= columnCount()) return {};
    const bool is_build = section > 0 && section <= static_cast<int>(builds_.size());
    if (role == Qt::DisplayRole) {
        if (section == 0) return tr("Quantity");
        if (!is_build) return tr("Best");
        const auto column = static_cast<std::size_t>(section - 1);
        const QString name = (is_exception(column) ? exception_badge : QString()) + names_[column];
        return column == comparison_.baseline ? tr("%1\n(baseline)").arg(name) : name;
    }
    if (role == Qt::ToolTipRole && is_build) {
        const auto column = static_cast<std::size_t>(section - 1);
        const Pin& pin = *document_.project().builds[builds_[column]].pin;
        const QString date = from_utf8(pin.date);
        QString tip = pin.database.empty()
                          ? tr("Pinned on %1").arg(date)
                          : tr("Pinned on %1 with the prices of database %2").arg(date, from_utf8(pin.database));
        if (is_exception(column)) tip = tr("%1, with a task of its own").arg(tip);
        return tool_tip(tip);
    }
    return {};
}

bool ComparisonModel::is_exception(std::size_t column) const
{
    return document_.project().builds[builds_[column]].exception;
}

PlotCell ComparisonModel::cell(const Line& line, std::size_t column) const
{
    const QString shown = text(line, column);
    const ComparedValue* value = line.row != nullptr && line.row->values[column] ? &*line.row->values[column] : nullptr;
    return {shown, value != nullptr ? exact_number(value->value.number) : spreadsheet_cell(shown)};
}

PlotTable ComparisonModel::table() const
{
    PlotTable table;
    table.columns = {{tr("Quantity"), {}}, {tr("Unit"), {}}};
    for (const QString& name : names_) table.columns.push_back({spreadsheet_cell(name), {}});
    table.columns.push_back({tr("Best"), {}});
    for (const Line& line : lines_) {
        const QString unit = line.row != nullptr ? exact_unit(*line.row) : QString();
        std::vector<PlotCell> cells{{caption(line), spreadsheet_cell(caption(line))}, {unit, unit}};
        for (std::size_t column = 0; column < builds_.size(); ++column) cells.push_back(cell(line, column));
        cells.push_back({best(line), spreadsheet_cell(best(line))});
        table.rows.push_back(std::move(cells));
    }
    return table;
}

} // namespace rigwright
