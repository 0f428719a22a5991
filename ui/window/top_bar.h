// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/controls/card.h"
#include "ui/format/interface_language.h"

#include <QLabel>
#include <QMenuBar>
#include <QToolButton>

namespace rigwright {

/// What the menu bar shows beside the menus: the project's name in the middle where it has room, and in the corner the
/// field that opens the palette and the switch of the language.
class TopBar : public QWidget {
    Q_OBJECT

public:
    TopBar(QMenuBar& bar, InterfaceLanguage& language);

    void show_project(const QString& name);
    void place();

signals:
    void palette_requested();

private:
    void retranslate();

    QMenuBar& bar_;
    InterfaceLanguage& language_;
    PlainButton* find_;
    QToolButton* switch_;
    QLabel* project_;
};

} // namespace rigwright
