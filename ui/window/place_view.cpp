// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/place_view.h"

#include "ui/format/layout.h"
#include "ui/format/on_change.h"
#include "ui/plots/plot_list.h"
#include "ui/plots/plot_pane.h"
#include "ui/theme/symbols.h"
#include "ui/theme/theme.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>

#include <nlohmann/json.hpp>

#include <algorithm>

namespace rigwright {

namespace {

/// Minimum letters of a title in the selector.
constexpr int shortest_title = 26;

} // namespace

/// A page with figures above one of several views, with a selector if there is more than one.
class ViewPage : public QWidget {
    Q_OBJECT

public:
    /// `figures` may be null.
    ViewPage(Document& document, QWidget* figures, std::vector<PageView> views, QWidget* parent)
        : QWidget(parent),
          document_(document),
          views_(std::move(views)),
          made_(views_.size(), nullptr),
          selector_(named(new QComboBox(this), "view_selector")),
          caption_(plain_label(this)),
          stack_(new QStackedWidget(this))
    {
        auto* column = column_in(this, {16, 8, 16, 8}, 8);
        if (figures != nullptr) column->addWidget(figures);
        auto* row = new QHBoxLayout;
        selector_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        selector_->setMinimumContentsLength(shortest_title);
        caption_->setBuddy(selector_);
        fill(row, {caption_, selector_, Stretch{}});
        fill(column, {row, {stack_, 1}});
        connect(selector_, &QComboBox::currentIndexChanged, this, [this](int chosen) {
            if (!filling_ && chosen >= 0) open(offered_[static_cast<std::size_t>(chosen)]);
        });
        connect(&document_, &Document::changed, this, &ViewPage::follow);
        on_change(this, QEvent::LanguageChange, [this] { retranslate(); });
        follow();
    }

    /// False if the page has no such view now.
    bool show_view(const QString& id)
    {
        const auto found = std::ranges::find_if(offered_, [&](std::size_t view) { return views_[view].id == id; });
        if (found == offered_.end()) return false;
        selector_->setCurrentIndex(static_cast<int>(found - offered_.begin()));
        open(*found);
        return true;
    }

    /// The id of the current view.
    QString front_view() const
    {
        const auto front = std::ranges::find(made_, stack_->currentWidget());
        return front == made_.end() ? QString() : views_[static_cast<std::size_t>(front - made_.begin())].id;
    }

signals:
    /// A view was opened for the first time.
    void view_made(QWidget* view);

private:
    void follow()
    {
        std::vector<std::size_t> offered;
        for (std::size_t view = 0; view < views_.size(); ++view)
            if (views_[view].applies == nullptr || views_[view].applies(document_)) offered.push_back(view);
        if (offered == offered_) return;
        offered_ = std::move(offered);
        retranslate();
    }

    void open(std::size_t view)
    {
        QWidget*& widget = made_[view];
        if (widget == nullptr) {
            widget = views_[view].create(stack_);
            stack_->addWidget(widget);
            emit view_made(widget);
        }
        stack_->setCurrentWidget(widget);
    }

    void retranslate()
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

    Document& document_;
    std::vector<PageView> views_;
    /// Created on first use.
    std::vector<QWidget*> made_;
    /// Applicable views, in selector order.
    std::vector<std::size_t> offered_;
    QComboBox* selector_;
    QLabel* caption_;
    QStackedWidget* stack_;
    bool filling_ = false;
};

QWidget* view_page(Document& document, QWidget* figures, std::vector<PageView> views, QWidget* parent)
{
    return new ViewPage(document, figures, std::move(views), parent);
}

PageView plot_view(const char* plot, const PageContext& context)
{
    const QString id = QLatin1String(plot);
    const PlotEntry* entry = plot_of(id);
    return {id, entry->title,
            [entry, context](QWidget* parent) { return entry->create(context.document, context.words, parent); },
            entry->applies};
}

namespace {

using nlohmann::json;

/// Flat tabs: the current one is bold with a line in the accent color.
class PageTabs : public QTabBar {
public:
    explicit PageTabs(QWidget* parent) : QTabBar(parent)
    {
        setObjectName(QStringLiteral("page_tabs"));
        setDrawBase(false);
        setExpanding(false);
        setUsesScrollButtons(true);
        setFocusPolicy(Qt::StrongFocus);
    }

protected:
    QSize tabSizeHint(int index) const override { return {text_width(index) + 2 * tab_margin(), tabs_height}; }
    QSize minimumTabSizeHint(int index) const override { return tabSizeHint(index); }

    void paintEvent(QPaintEvent*) override
    {
        QPainter painter(this);
        const Theme& theme = theme_of(palette());
        painter.fillRect(QRect(0, height() - 1, width(), 1), theme.border);
        for (int tab = 0; tab < count(); ++tab) {
            const QRect area = tabRect(tab);
            const bool front = tab == currentIndex();
            const bool hovered = area.contains(mapFromGlobal(QCursor::pos()));
            QFont face = font();
            face.setBold(front);
            painter.setFont(face);
            painter.setPen(front || hovered ? theme.text : theme.muted);
            painter.drawText(area, Qt::AlignCenter | Qt::TextSingleLine, tabText(tab));
            if (front) painter.fillRect(QRect(area.left() + 6, area.bottom() - 2, area.width() - 12, 3), theme.accent);
            if (!front || !hasFocus()) continue;
            painter.setPen(QPen(theme.accent, 1.5));
            painter.drawRect(area.adjusted(3, 4, -4, -5));
        }
    }

private:
    static constexpr int tabs_height = 36;

    int text_width(int index) const { return QFontMetrics(bold_of(font())).horizontalAdvance(tabText(index)); }
    /// Narrower if the names would not fit otherwise.
    int tab_margin() const
    {
        constexpr int wide = 14;
        constexpr int narrow = 8;
        int needed = 0;
        for (int index = 0; index < count(); ++index) needed += text_width(index) + 2 * wide;
        return needed > width() ? narrow : wide;
    }
};

/// Opens and closes the drawer with calculations; a triangle shows the direction.
class ExplainButton : public QAbstractButton {
public:
    explicit ExplainButton(QWidget* parent) : QAbstractButton(parent)
    {
        setObjectName(QStringLiteral("explain"));
        setFocusPolicy(Qt::TabFocus);
        setCheckable(true);
    }
    QSize sizeHint() const override { return {fontMetrics().horizontalAdvance(text()) + 2 * edge + triangle, 36}; }

protected:
    void paintEvent(QPaintEvent*) override
    {
        QPainter painter(this);
        const Theme& theme = theme_of(palette());
        painter.fillRect(QRect(0, height() - 1, width(), 1), theme.border);
        const QColor ink = underMouse() ? theme.text : theme.muted;
        painter.setPen(ink);
        painter.drawText(rect().adjusted(edge, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter, text());
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(Qt::NoPen);
        painter.setBrush(ink);
        const double side = isChecked() ? 3.0 : -3.0;
        const QPointF middle(width() - edge - 3.0, height() / 2.0 + 1.0);
        painter.drawPolygon(QPolygonF{{-side, -4.0}, {-side, 4.0}, {side, 0.0}}.translated(middle));
        if (!hasFocus()) return;
        painter.setPen(QPen(theme.accent, 1.5));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(rect().adjusted(3, 4, -4, -5));
    }

private:
    static constexpr int edge = 16;
    static constexpr int triangle = 12;
};

/// Minimum size of the current page only.
class PageStack : public QStackedWidget {
public:
    using QStackedWidget::QStackedWidget;

    QSize minimumSizeHint() const override
    {
        return currentWidget() == nullptr
                   ? QSize()
                   : currentWidget()->minimumSizeHint().expandedTo(currentWidget()->minimumSize());
    }
};

} // namespace

PlaceView::PlaceView(const PageContext& context, QWidget* parent)
    : QWidget(parent),
      context_(context),
      tabs_(new PageTabs(this)),
      explain_(new ExplainButton(this)),
      stack_(new PageStack(this))
{
    setObjectName(QStringLiteral("pages"));
    setBackgroundRole(QPalette::Base);
    setAutoFillBackground(true);
    auto* head = row_of({{tabs_, 1}, explain_}, 0);
    column_in(this, {0, 0, 0, 0}, 0, {head, {stack_, 1}});
    connect(explain_, &QAbstractButton::clicked, this, &PlaceView::explanation_requested);
    connect(tabs_, &QTabBar::currentChanged, this, [this](int tab) {
        if (!filling_ && tab >= 0) bring_to_front(*shown_[static_cast<std::size_t>(tab)]);
    });
    connect(&context_.document, &Document::changed, this, &PlaceView::follow);
    on_change(this, QEvent::LanguageChange, [this] {
        fill_tabs();
        show_explained(explain_->isChecked());
    });
    show_explained(false);
}

void PlaceView::show_explained(bool open)
{
    explain_->setText(tr("Explain"));
    explain_->setToolTip(tr("Calculation and findings (F12)"));
    explain_->setAccessibleName(explain_->text());
    explain_->setChecked(open);
    explain_->updateGeometry();
}

QWidget* PlaceView::widget_of(const Page& page)
{
    QWidget*& widget = made_[&page];
    if (widget == nullptr) {
        widget = page.create(context_, stack_);
        stack_->addWidget(widget);
        set_scales(*widget);
        if (const auto* views = qobject_cast<ViewPage*>(widget))
            connect(views, &ViewPage::view_made, this, [this](QWidget* view) { set_scales(*view); });
    }
    return widget;
}

void PlaceView::set_scales(QWidget& made) const
{
    QList<PlotPane*> plots = made.findChildren<PlotPane*>();
    if (auto* plot = qobject_cast<PlotPane*>(&made)) plots << plot;
    for (PlotPane* plot : plots)
        if (!plot->scale_button().isHidden()) plot->scale_button().setChecked(linear_.contains(plot->objectName()));
}

void PlaceView::bring_to_front(const Page& page)
{
    QWidget* widget = widget_of(page);
    const bool another = front_ != &page;
    front_ = &page;
    last_[static_cast<std::size_t>(page.place)] = &page;
    stack_->setCurrentWidget(widget);
    stack_->updateGeometry();
    fill_tabs();
    if (another) emit page_changed();
}

void PlaceView::fill_tabs()
{
    if (front_ == nullptr) return;
    std::vector<const Page*> wanted;
    for (const Page& page : page_list())
        if (page.place == front_->place && applies(page)) wanted.push_back(&page);
    filling_ = true;
    while (tabs_->count() > static_cast<int>(wanted.size())) tabs_->removeTab(tabs_->count() - 1);
    for (int i = 0; i < static_cast<int>(wanted.size()); ++i) {
        const QString name = wanted[static_cast<std::size_t>(i)]->name();
        if (i == tabs_->count())
            tabs_->addTab(name);
        else if (tabs_->tabText(i) != name)
            tabs_->setTabText(i, name);
    }
    shown_ = std::move(wanted);
    tabs_->setCurrentIndex(static_cast<int>(std::ranges::find(shown_, front_) - shown_.begin()));
    tabs_->setAccessibleName(place_name(front_->place));
    tabs_->updateGeometry();
    filling_ = false;
}

void PlaceView::follow()
{
    if (front_ == nullptr) return;
    // The current page may no longer apply.
    if (!applies(*front_)) return open_place(front_->place);
    const auto applying = std::ranges::count_if(
        page_list(), [this](const Page& page) { return page.place == front_->place && applies(page); });
    if (applying != tabs_->count()) fill_tabs();
}

QWidget* PlaceView::open(const QString& id)
{
    const Page* page = page_of(id);
    if (page == nullptr || !applies(*page)) return nullptr;
    QWidget* widget = widget_of(*page);
    auto* views = qobject_cast<ViewPage*>(widget);
    if (id != QLatin1String(page->id) && (views == nullptr || !views->show_view(id))) return nullptr;
    bring_to_front(*page);
    return widget;
}

void PlaceView::open_place(WindowPlace place)
{
    const Page* last = last_[static_cast<std::size_t>(place)];
    if (last != nullptr && applies(*last)) return bring_to_front(*last);
    for (const Page& page : page_list())
        if (page.place == place && applies(page)) return bring_to_front(page);
}

void PlaceView::cycle(int direction)
{
    const auto count = static_cast<int>(shown_.size());
    const int next = (tabs_->currentIndex() + direction + count) % count;
    bring_to_front(*shown_[static_cast<std::size_t>(next)]);
}

QStringList PlaceView::ids() const
{
    QStringList ids;
    for (const Page& page : page_list()) {
        if (!applies(page)) continue;
        ids << QString::fromLatin1(page.id);
        for (const QString& view : page.views) {
            const PlotEntry* plot = plot_of(view);
            if (plot == nullptr || plot->applies == nullptr || plot->applies(context_.document)) ids << view;
        }
    }
    return ids;
}

std::string PlaceView::state() const
{
    // Keeps members added by pages.
    json view = json::parse(context_.document.own_project().view, nullptr, false);
    if (!view.is_object()) view = json::object();
    for (const char* key : {"tab", "linear"}) view.erase(key);
    if (front_ != nullptr) {
        const auto* views = qobject_cast<const ViewPage*>(front_widget());
        view["page"] = views != nullptr ? views->front_view().toStdString() : std::string(front_->id);
    }
    QSet<QString> linear = linear_;
    for (const PlotPane* plot : findChildren<PlotPane*>()) {
        if (plot->is_linear())
            linear.insert(plot->objectName());
        else
            linear.remove(plot->objectName());
    }
    QStringList names(linear.begin(), linear.end());
    names.sort();
    for (const QString& name : names) view["linear"].push_back(name.toStdString());
    return view.dump();
}

void PlaceView::show(const std::string& state)
{
    const json read = json::parse(state, nullptr, false);
    if (!read.is_object()) return;
    linear_.clear();
    if (const auto linear = read.find("linear"); linear != read.end() && linear->is_array())
        for (const json& name : *linear)
            if (name.is_string()) linear_.insert(QString::fromStdString(name.get<std::string>()));
    set_scales(*this);
    if (const QString page = page_of_view(state); !page.isEmpty()) open(page);
}

QString page_of_view(const std::string& state)
{
    const json read = json::parse(state, nullptr, false);
    if (!read.is_object()) return {};
    // Earlier versions stored the page as "tab".
    for (const char* key : {"page", "tab"})
        if (const auto page = read.find(key); page != read.end() && page->is_string())
            return QString::fromStdString(page->get<std::string>());
    return {};
}

} // namespace rigwright

#include "place_view.moc"
