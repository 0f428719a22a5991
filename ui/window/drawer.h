// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/document/document.h"
#include "ui/format/words.h"

#include <QButtonGroup>
#include <QLabel>
#include <QPointer>
#include <QStackedWidget>
#include <QToolButton>
#include <QWidget>

namespace rigwright {

class FindingsPanel;
class WorkingPanel;

/// The drawer on the right: the calculation of a number, or the findings. It opens when asked and pushes the page; Esc
/// closes it and returns the focus to where it came from.
class Drawer : public QWidget {
    Q_OBJECT

public:
    Drawer(Document& document, const Localization& words, QWidget* parent = nullptr);

    void show_working(const QString& quantity);
    void show_findings();
    /// Opens it as it was, or closes it.
    void toggle();
    void close_drawer();
    /// Without a change of the focus.
    void set_open(bool open);

signals:
    void field_requested(const QString& path);
    /// It was opened or closed.
    void toggled();

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void open(int tab);
    void retranslate();

    WorkingPanel* working_;
    FindingsPanel* findings_;
    QButtonGroup* tabs_;
    QStackedWidget* stack_;
    QToolButton* close_;
    QPointer<QWidget> opened_from_;
};

} // namespace rigwright
