// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/view_page.h"

#include "ui/format/on_change.h"
#include "ui/plots/plot_list.h"

#include <QHBoxLayout>

#include <algorithm>

namespace rigwright {

namespace {

/// The selector shows this many letters of a title at least.
constexpr int shortest_title = 26;

} // namespace

ViewPage::ViewPage(Document& document, QWidget* figures, std::vector<PageView> views, QWidget* parent)
    : QWidget(parent),
      document_(document),
      views_(std::move(views)),
      made_(views_.size(), nullptr),
      selector_(new QComboBox(this)),
      caption_(new QLabel(this)),
      stack_(new QStackedWidget(this))
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(16, 8, 16, 8);
    column->setSpacing(8);
    if (figures != nullptr) column->addWidget(figures);
    auto* row = new QHBoxLayout;
    selector_->setObjectName(QStringLiteral("view_selector"));
    selector_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    selector_->setMinimumContentsLength(shortest_title);
    caption_->setTextFormat(Qt::PlainText);
    caption_->setBuddy(selector_);
    row->addWidget(caption_);
    row->addWidget(selector_);
    row->addStretch(1);
    column->addLayout(row);
    column->addWidget(stack_, 1);
    connect(selector_, &QComboBox::currentIndexChanged, this, &ViewPage::choose);
    connect(&document_, &Document::changed, this, &ViewPage::follow);
    on_change(this, QEvent::LanguageChange, [this] { retranslate(); });
    follow();
}

QString ViewPage::front_view() const
{
    const auto front = std::ranges::find(made_, stack_->currentWidget());
    return front == made_.end() ? QString() : views_[static_cast<std::size_t>(front - made_.begin())].id;
}

bool ViewPage::show_view(const QString& id)
{
    const auto found = std::ranges::find_if(offered_, [&](std::size_t view) { return views_[view].id == id; });
    if (found == offered_.end()) return false;
    selector_->setCurrentIndex(static_cast<int>(found - offered_.begin()));
    open(*found);
    return true;
}

void ViewPage::follow()
{
    std::vector<std::size_t> offered;
    for (std::size_t view = 0; view < views_.size(); ++view)
        if (views_[view].applies == nullptr || views_[view].applies(document_)) offered.push_back(view);
    if (offered == offered_) return;
    offered_ = std::move(offered);
    retranslate();
}

void ViewPage::retranslate()
{
    const auto front = std::ranges::find(made_, stack_->currentWidget());
    const auto shown = static_cast<std::size_t>(front - made_.begin());
    const auto still = std::ranges::find(offered_, shown);
    const std::size_t row = still == offered_.end() ? 0 : static_cast<std::size_t>(still - offered_.begin());
    filling_ = true;
    selector_->clear();
    for (const std::size_t view : offered_) selector_->addItem(views_[view].title(), views_[view].id);
    selector_->setCurrentIndex(static_cast<int>(row));
    filling_ = false;
    caption_->setText(tr("Show"));
    selector_->setAccessibleName(caption_->text());
    selector_->setVisible(offered_.size() > 1);
    caption_->setVisible(offered_.size() > 1);
    if (!offered_.empty()) open(offered_[row]);
}

void ViewPage::choose(int row)
{
    if (!filling_ && row >= 0) open(offered_[static_cast<std::size_t>(row)]);
}

void ViewPage::open(std::size_t view)
{
    QWidget*& widget = made_[view];
    if (widget == nullptr) {
        widget = views_[view].create(stack_);
        stack_->addWidget(widget);
        emit view_made(widget);
    }
    stack_->setCurrentWidget(widget);
}

PageView plot_view(const char* plot, const PageContext& context)
{
    const QString id = QLatin1String(plot);
    const PlotEntry* entry = plot_of(id);
    return {id, entry->title,
            [entry, context](QWidget* parent) { return entry->create(context.document, context.words, parent); },
            entry->applies};
}

} // namespace rigwright
