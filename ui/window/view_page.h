// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/window/page.h"

#include <QComboBox>
#include <QLabel>
#include <QStackedWidget>
#include <QVBoxLayout>
#include <QWidget>

#include <functional>
#include <vector>

namespace rigwright {

/// One of the pictures, tables or lists that a page shows in turn.
struct PageView {
    QString id;
    QString (*title)() = nullptr;
    std::function<QWidget*(QWidget* parent)> create;
    /// Null for always.
    bool (*applies)(const Document& document) = nullptr;
};

/// A page of figures above one of several views, with a selector where there is more than one.
class ViewPage : public QWidget {
    Q_OBJECT

public:
    /// `figures` may be null.
    ViewPage(Document& document, QWidget* figures, std::vector<PageView> views, QWidget* parent);

    /// False if the page has no such view now.
    bool show_view(const QString& id);
    /// The id of the view in front.
    QString front_view() const;

signals:
    /// A view was opened for the first time.
    void view_made(QWidget* view);

private:
    void follow();
    void open(std::size_t view);
    void choose(int row);
    void retranslate();

    Document& document_;
    std::vector<PageView> views_;
    /// Made when a view is first opened.
    std::vector<QWidget*> made_;
    /// Views that apply, in the order of the selector.
    std::vector<std::size_t> offered_;
    QComboBox* selector_;
    QLabel* caption_;
    QStackedWidget* stack_;
    bool filling_ = false;
};

/// The view of a plot of `plot_list()`.
PageView plot_view(const char* plot, const PageContext& context);

} // namespace rigwright
