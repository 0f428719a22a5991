// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/document/page.h"

#include <QSet>
#include <QStackedWidget>
#include <QTabBar>
#include <QToolButton>
#include <QWidget>

#include <array>
#include <functional>
#include <map>
#include <vector>

namespace rigwright {

/// One of the pictures, tables or lists that a page shows in turn.
struct PageView {
    QString id;
    std::function<QString()> title;
    std::function<QWidget*(QWidget* parent)> create;
    /// Null for always.
    bool (*applies)(const Document& document) = nullptr;
};

/// A page of figures, which may be null, above one of several views, with a selector where there is more than one.
QWidget* view_page(Document& document, QWidget* figures, std::vector<PageView> views, QWidget* parent);
/// The view of a plot of `plot_list()`.
PageView plot_view(const char* plot, const PageContext& context);

/// The pages of a place as tabs above the page in front. A page is made when it is first opened; a page that does not
/// apply has no tab.
class PlaceView : public QWidget {
    Q_OBJECT

public:
    PlaceView(const PageContext& context, QWidget* parent = nullptr);

    /// The page in front.
    const Page& front() const { return *front_; }
    QWidget* front_widget() const { return stack_->currentWidget(); }
    /// Opens a page, or a view of a page. Null if there is none with that id, or it does not apply.
    QWidget* open(const QString& id);
    /// Opens the page of the place that was last in front there.
    void open_place(WindowPlace place);
    /// +1 for the next page of the place, -1 for the previous.
    void cycle(int direction);
    /// Ids of pages and views that apply.
    QStringList ids() const;

    /// The project's view with the page in front and the plots with linear axes, as JSON; `show` takes the same.
    std::string state() const;
    void show(const std::string& state);
    /// The drawer that explains the numbers is open.
    void show_explained(bool open);

signals:
    void page_changed();
    /// The drawer is wanted, or no longer.
    void explanation_requested();

private:
    QWidget* widget_of(const Page& page);
    bool applies(const Page& page) const { return page.applies == nullptr || page.applies(context_); }
    void bring_to_front(const Page& page);
    void fill_tabs();
    void follow();
    /// Gives the plots of what was just made their kept axes; later the person's switch decides.
    void set_scales(QWidget& made) const;

    PageContext context_;
    QTabBar* tabs_;
    /// At the right end of the tabs.
    QAbstractButton* explain_;
    QStackedWidget* stack_;
    const Page* front_ = nullptr;
    /// Of the tabs, in order.
    std::vector<const Page*> shown_;
    std::array<const Page*, place_count> last_{};
    std::map<const Page*, QWidget*> made_;
    /// Plots with linear axes, the ones not yet made included.
    QSet<QString> linear_;
    bool filling_ = false;
};

/// The page in front of a kept state; empty if it names none.
QString page_of_view(const std::string& state);

} // namespace rigwright
