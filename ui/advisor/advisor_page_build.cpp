// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/advisor/advisor_page.h"
#include "ui/controls/small_label.h"

#include <QEvent>
#include <QSignalBlocker>
#include <QVBoxLayout>

#include <algorithm>
#include <set>

namespace rigwright {

namespace {

constexpr int side_width = 310;
constexpr int picks_width = 320;
constexpr int front_height = 300;
constexpr int maker_columns = 2;
/// Milliseconds; more often, nobody could read the number.
constexpr int progress_interval = 100;
/// From here on the picture has room between its neighbours.
constexpr int width_for_three = 1060;

} // namespace

AdvisorPage::AdvisorPage(Document& document, const Words& words, QWidget* parent)
    : QScrollArea(parent),
      document_(document),
      words_(words),
      source_(document),
      front_(new FrontPlot(source_, document, words, this))
{
    setObjectName(QStringLiteral("advisor"));
    setWidgetResizable(true);
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::NoFocus);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    auto* page = new QWidget;
    auto* column = new QVBoxLayout(page);
    column->setContentsMargins(10, 6, 10, 8);
    column->setSpacing(6);
    build_status(column);
    grid_ = new QGridLayout;
    grid_->setHorizontalSpacing(12);
    limits_box_ = build_limits();
    picks_box_ = build_picks();
    column->addLayout(grid_, 1);
    setWidget(page);
    place();
    connect(&document_, &Document::changed, this, [this] { trouble_.clear(); });
    connect(&source_, &AdvisorSource::changed, this, &AdvisorPage::follow);
    connect(front_, &FrontPlot::candidate_asked, this, &AdvisorPage::choose);
    connect(front_, &FrontPlot::candidate_opened, this, [this](const Candidate& candidate) { add(candidate, false); });
    retranslate();
}

QLabel* AdvisorPage::add_title(QVBoxLayout* column)
{
    QLabel* title = add_text(column);
    QFont bold = title->font();
    bold.setBold(true);
    title->setFont(bold);
    return title;
}

QLabel* AdvisorPage::add_text(QVBoxLayout* column)
{
    auto* label = new QLabel(this);
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    column->addWidget(label);
    return label;
}

void AdvisorPage::build_status(QVBoxLayout* column)
{
    auto* row = new QHBoxLayout;
    status_ = new QLabel(this);
    status_->setTextFormat(Qt::PlainText);
    status_->setWordWrap(true);
    progress_ = new QProgressBar(this);
    progress_->setMaximumWidth(120);
    progress_timer_ = new QTimer(this);
    progress_timer_->setInterval(progress_interval);
    connect(progress_timer_, &QTimer::timeout, this, &AdvisorPage::show_progress);
    heights_label_ = new QLabel(this);
    heights_label_->setTextFormat(Qt::PlainText);
    heights_ = new QComboBox(this);
    heights_->setObjectName(QStringLiteral("front_height"));
    heights_label_->setBuddy(heights_);
    connect(heights_, &QComboBox::currentIndexChanged, this, [this](int index) {
        if (index >= 0) front_->set_height(all_front_heights[static_cast<std::size_t>(index)]);
    });
    stop_ = new QPushButton(this);
    search_ = new QPushButton(this);
    row->addWidget(status_, 1);
    row->addWidget(progress_);
    row->addWidget(stop_);
    row->addWidget(search_);
    row->addWidget(heights_label_);
    row->addWidget(heights_);
    column->addLayout(row);
    connect(stop_, &QPushButton::clicked, &source_, &AdvisorSource::stop);
    connect(search_, &QPushButton::clicked, &source_, &AdvisorSource::search);
}

QWidget* AdvisorPage::build_limits()
{
    auto* box = new QWidget(this);
    auto* column = new QVBoxLayout(box);
    column->setContentsMargins(0, 0, 0, 0);
    limits_title_ = add_title(column);
    limits_ = new FieldForm(document_, words_, box);
    std::vector<FormRow> rows;
    for (const char* path : {"requirements.budget", "requirements.deadline_seconds", "requirements.power_limit_W",
                             "requirements.rack_units", "constraints.maximum_gpus", "constraints.memory_reserve",
                             "constraints.acquisition"})
        if (const FieldRow* row = row_of(path)) rows.push_back(form_row(*row, words_));
    limits_->set_rows(std::move(rows));
    column->addWidget(limits_);
    memory_ = new QCheckBox(this);
    memory_->setObjectName(QStringLiteral("memory_counts"));
    column->addWidget(memory_);
    connect(memory_, &QCheckBox::clicked, &source_, &AdvisorSource::set_memory_counts);
    makers_title_ = add_text(column);
    fill_makers();
    auto* makers = new QGridLayout;
    const int lines = (static_cast<int>(makers_.size()) + maker_columns - 1) / maker_columns;
    for (int i = 0; i < static_cast<int>(makers_.size()); ++i)
        makers->addWidget(makers_[static_cast<std::size_t>(i)], i % lines, i / lines);
    column->addLayout(makers);
    column->addStretch(1);
    return box;
}

/// Makers of the catalogue's cards, in the order of the alphabet.
void AdvisorPage::fill_makers()
{
    std::set<std::string> names;
    for (const Gpu& gpu : document_.data()->hardware.gpus) names.insert(gpu.vendor);
    for (const std::string& name : names) {
        auto* box = new QCheckBox(from_utf8(name), this);
        makers_.push_back(box);
        connect(box, &QCheckBox::clicked, this, &AdvisorPage::change_makers);
    }
}

QWidget* AdvisorPage::build_picks()
{
    auto* box = new QWidget(this);
    auto* column = new QVBoxLayout(box);
    column->setContentsMargins(0, 0, 0, 0);
    chosen_ = new PickCard(box);
    chosen_->hide();
    column->addWidget(chosen_);
    picks_title_ = add_title(column);
    empty_ = add_text(column);
    for (PickCard*& card : picks_) {
        card = new PickCard(box);
        card->hide();
        column->addWidget(card);
    }
    std::vector<PickCard*> all(picks_.begin(), picks_.end());
    all.push_back(chosen_);
    for (PickCard* card : all) {
        connect(card, &PickCard::open_asked, this, [this](const Candidate& candidate) { add(candidate, false); });
        connect(card, &PickCard::pin_asked, this, [this](const Candidate& candidate) { add(candidate, true); });
    }
    build_why_not(column);
    counts_title_ = add_title(column);
    counts_ = add_text(column);
    column->addStretch(1);
    return box;
}

void AdvisorPage::build_why_not(QVBoxLayout* column)
{
    why_not_title_ = add_title(column);
    kinds_ = new QComboBox(this);
    kinds_->setObjectName(QStringLiteral("why_not_kind"));
    column->addWidget(kinds_);
    connect(kinds_, &QComboBox::currentIndexChanged, this, [this] {
        fill_cards();
        show_why_not();
    });
    cards_ = new QComboBox(this);
    cards_->setObjectName(QStringLiteral("why_not"));
    cards_->setMaxVisibleItems(20);
    cards_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    column->addWidget(cards_);
    why_not_ = add_text(column);
    connect(cards_, &QComboBox::currentIndexChanged, this, &AdvisorPage::show_why_not);
}

/// Three columns where there is room; else the picture above, limits and proposals side by side below it.
void AdvisorPage::place()
{
    wide_ = viewport()->width() >= width_for_three;
    limit_front();
    for (QWidget* widget : {limits_box_, static_cast<QWidget*>(front_), picks_box_}) grid_->removeWidget(widget);
    for (int i = 0; i < 3; ++i) grid_->setColumnStretch(i, 0);
    if (wide_) {
        grid_->addWidget(limits_box_, 0, 0);
        grid_->addWidget(front_, 0, 1, Qt::AlignTop);
        grid_->addWidget(picks_box_, 0, 2);
        limits_box_->setFixedWidth(side_width);
        picks_box_->setFixedWidth(picks_width);
        grid_->setColumnStretch(1, 1);
        return;
    }
    for (QWidget* box : {limits_box_, picks_box_}) {
        box->setMinimumWidth(0);
        box->setMaximumWidth(QWIDGETSIZE_MAX);
    }
    grid_->addWidget(front_, 0, 0, 1, 2);
    grid_->addWidget(limits_box_, 1, 0);
    grid_->addWidget(picks_box_, 1, 1);
    grid_->setColumnStretch(0, 2);
    grid_->setColumnStretch(1, 3);
}

void AdvisorPage::resizeEvent(QResizeEvent* event)
{
    QScrollArea::resizeEvent(event);
    if (wide_ != (viewport()->width() >= width_for_three)) place();
    limit_front();
}

/// Beside long texts the picture is as high as what is in sight.
void AdvisorPage::limit_front()
{
    const int room = viewport()->height() - front_->y() - grid_->contentsMargins().bottom();
    const int height = wide_ ? std::max(front_height, room) : front_height;
    front_->setFixedHeight(height);
}

void AdvisorPage::retranslate()
{
    limits_title_->setText(tr("Limits"));
    memory_->setText(tr("Free GPU memory counts too"));
    memory_->setToolTip(tr("Also keeps builds that leave a quarter, a half or three quarters of the GPU memory free: "
                           "room for a larger model."));
    makers_title_->setText(tr("Makers of the graphics cards:"));
    picks_title_->setText(tr("Proposed"));
    why_not_title_->setText(tr("Why not…?"));
    kinds_->setAccessibleName(tr("Kind of part to ask about"));
    cards_->setAccessibleName(tr("Part to ask about"));
    heights_label_->setText(tr("Cost and"));
    heights_->setAccessibleName(tr("What candidates are drawn by above their cost"));
    fill_heights();
    fill_kinds();
    counts_title_->setText(tr("What was looked at"));
    progress_->setAccessibleName(tr("The search is running"));
    stop_->setText(tr("Stop"));
    search_->setText(tr("Search again"));
    limits_->refresh();
    fill_cards();
    follow();
}

void AdvisorPage::changeEvent(QEvent* event)
{
    QScrollArea::changeEvent(event);
    if (event->type() == QEvent::LanguageChange) retranslate();
}

void AdvisorPage::showEvent(QShowEvent* event)
{
    QScrollArea::showEvent(event);
    source_.set_watched(true);
    follow();
}

void AdvisorPage::hideEvent(QHideEvent* event)
{
    QScrollArea::hideEvent(event);
    source_.set_watched(false);
}

} // namespace rigwright
