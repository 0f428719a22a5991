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

/// One of the plots, tables or lists of a page.
struct PageView {
    QString id;
    std::function<QString()> title;
    std::function<QWidget*(QWidget* parent)> create;
    /// Null for always.
    bool (*applies)(const Document& document) = nullptr;
};

/// A page with figures (may be null) above one of several views, with a selector if there is more than one.
QWidget* view_page(Document& document, QWidget* figures, std::vector<PageView> views, QWidget* parent);
/// The view of a plot of `plot_list()`.
PageView plot_view(const char* plot, const PageContext& context);

/// The pages of a place as tabs above the current page. A page is created when first opened; pages that do not apply
/// have no tab.
class PlaceView : public QWidget {
    Q_OBJECT

public:
    PlaceView(const PageContext& context, QWidget* parent = nullptr);

    /// The current page.
    const Page& front() const { return *front_; }
    QWidget* front_widget() const { return stack_->currentWidget(); }
    /// Opens a page or a view of a page. Null if the id is unknown or does not apply.
    QWidget* open(const QString& id);
    /// Opens the last shown page of the place.
    void open_place(WindowPlace place);
    /// +1 for the next page of the place, -1 for the previous.
    void cycle(int direction);
    /// Ids of applicable pages and views.
    QStringList ids() const;

    /// The project's view state as JSON: the current page and the plots with linear axes; input of `show`.
    std::string state() const;
    void show(const std::string& state);
    /// Shows the drawer's state.
    void show_explained(bool open);

signals:
    void page_changed();
    /// Open or close the drawer.
    void explanation_requested();

private:
    QWidget* widget_of(const Page& page);
    bool applies(const Page& page) const { return page.applies == nullptr || page.applies(context_); }
    void bring_to_front(const Page& page);
    void fill_tabs();
    void follow();
    /// Restores the saved axes of new plots; later the user's switch decides.
    void set_scales(QWidget& made) const;

    PageContext context_;
    QTabBar* tabs_;
    /// Right of the tabs.
    QAbstractButton* explain_;
    QStackedWidget* stack_;
    const Page* front_ = nullptr;
    /// In tab order.
    std::vector<const Page*> shown_;
    std::array<const Page*, place_count> last_{};
    std::map<const Page*, QWidget*> made_;
    /// Plots with linear axes, including those not yet created.
    QSet<QString> linear_;
    bool filling_ = false;
};

/// The current page of a saved state; empty if there is none.
QString page_of_view(const std::string& state);

} // namespace rigwright
