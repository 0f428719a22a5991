// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/compare_pane.h"

#include "ui/controls/small_label.h"

#include <QClipboard>
#include <QEvent>
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

ComparePane::ComparePane(Document& document, const Words& words, BuildActions& actions, QWidget* parent)
    : QWidget(parent),
      document_(document),
      words_(words),
      actions_(actions),
      model_(new ComparisonModel(document, words, actions, this)),
      view_(new QTableView(this)),
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
    report_->setObjectName(QStringLiteral("print_comparison"));
    connect(report_, &QPushButton::clicked, this, &ComparePane::report_asked);
    connect(price_, &QPushButton::clicked, &actions_, &BuildActions::price_anew);
    connect(pin_, &QPushButton::clicked, &actions_, &BuildActions::toggle_pin);
    retranslate();
}

void ComparePane::build()
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(10, 8, 10, 8);
    auto* row = new QHBoxLayout;
    baseline_label_->setTextFormat(Qt::PlainText);
    baseline_label_->setBuddy(baseline_);
    baseline_->setObjectName(QStringLiteral("baseline"));
    baseline_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    baseline_->setMinimumContentsLength(8);
    row->addWidget(baseline_label_);
    row->addWidget(baseline_);
    row->addWidget(differences_);
    row->addStretch(1);
    row->addWidget(pin_);
    row->addWidget(copy_);
    row->addWidget(report_);
    column->addLayout(row);
    auto* news = new QHBoxLayout;
    note_->setWordWrap(true);
    news->addWidget(note_, 1);
    news->addWidget(price_);
    column->addLayout(news);
    column->addWidget(view_, 1);
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
    model_->follow();
    fill_baselines();
    fit_columns();
    show_note();
    if (current.isValid())
        view_->selectionModel()->setCurrentIndex(model_->index(current.row(), current.column()),
                                                 QItemSelectionModel::NoUpdate);
}

void ComparePane::fill_baselines()
{
    baseline_->clear();
    for (const std::size_t build : model_->builds()) baseline_->addItem(actions_.name_of(build));
    baseline_->setCurrentIndex(model_->builds().empty() ? -1 : static_cast<int>(model_->comparison().baseline));
    baseline_->setEnabled(model_->builds().size() > 1);
}

void ComparePane::fit_columns()
{
    const int builds = static_cast<int>(model_->builds().size());
    view_->setVisible(builds > 0);
    if (builds == 0) return;
    // The best build's numbers are bold.
    QFont bold = view_->font();
    bold.setBold(true);
    const QFontMetrics metrics(bold);
    const int margins = 2 * (view_->style()->pixelMetric(QStyle::PM_FocusFrameHMargin, nullptr, view_) + 1) + 1;
    const int caption = std::min(widest_caption, model_->widest_caption(view_->fontMetrics()) + margins);
    // A scroll bar comes with the rows, after the columns are fitted.
    const int room = view_->width() - 2 * view_->frameWidth() - view_->verticalScrollBar()->sizeHint().width() -
                     caption - best_width;
    const int share = std::max(narrowest_build, room / builds);
    model_->break_ranges(share - margins, metrics);
    int widest = share;
    for (int column = 1; column <= builds; ++column)
        widest = std::max(widest, model_->widest_number(column, metrics) + margins);
    // Numbers do not break; what they need beyond their share, words that do leave to them.
    const int missing = std::max(0, builds * widest - room);
    const int from_best = std::min(missing, best_width - narrowest_best);
    const int from_caption = std::clamp(missing - from_best, 0, std::max(0, caption - narrowest_caption));
    view_->setColumnWidth(0, caption - from_caption);
    for (int column = 1; column <= builds; ++column) view_->setColumnWidth(column, widest);
    view_->setColumnWidth(builds + 1, best_width - from_best);
    view_->resizeRowsToContents();
}

void ComparePane::show_note()
{
    const std::size_t builds = model_->builds().size();
    QStringList lines;
    if (builds < 2)
        lines << tr("Pin two or more builds with ◇ above to see them beside each other; up to six have room.");
    else
        for (const char* note : notes_of(model_->comparison())) lines << words_.text(note);
    const std::vector<PriceChange> changes = actions_.changed_prices();
    if (!changes.empty())
        lines << tr("The database names other prices than when the builds were pinned (%1 changes). The table shows "
                    "the pinned ones.")
                     .arg(changes.size());
    if (builds > 1) lines << tr("~ within the error of the estimate. A number opens its working.");
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
    if (build) emit working_asked(*build, model_->quantity_at(index));
}

void ComparePane::copy_table() const
{
    QGuiApplication::clipboard()->setMimeData(clipboard_data(model_->table()).release());
}

void ComparePane::retranslate()
{
    baseline_label_->setText(tr("Baseline:"));
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

void ComparePane::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange) retranslate();
    if (event->type() == QEvent::PaletteChange) follow();
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

} // namespace rigwright
