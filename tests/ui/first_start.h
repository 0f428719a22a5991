// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/ui/find_widget.h"
#include "ui/controls/field_control.h"
#include "ui/start/start.h"
#include "ui/window/place_view.h"

#include <QScrollArea>
#include <QTest>

namespace rigwright::test {

/// The window as a first start shows it.
struct FirstStart {
    Session session{*find_data_directory()};
    MainWindow& window = session.window();

    explicit FirstStart(const QSize& size = QSize(1366, 768))
    {
        window.resize(size);
        QVERIFY(session.open_start());
        window.show();
        window.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&window));
    }

    QScrollArea& page() { return *child<QScrollArea>(window, "start"); }
    const Scenario& answers() { return page().findChild<Document*>()->scenario(); }
    bool in_front() { return page().isVisible(); }
    QWidget& editor(const char* path)
    {
        for (const FieldControl* control : page().findChildren<FieldControl*>())
            if (control->path() == QLatin1String(path) && control->isVisible()) return *control->editor();
        qFatal("no control for '%s'", path);
    }
    QString answer()
    {
        QString text = child<QLabel>(page(), "answer")->text() + QLatin1Char('\n') +
                       child<QLabel>(page(), "answer_details")->text();
        return text.replace(QChar(QChar::Nbsp), QLatin1Char(' '));
    }
    void settle() { QTRY_VERIFY_WITH_TIMEOUT(window.is_drawn(), 30000); }
    QString page_in_front() { return page_of_view(child<PlaceView>(window)->state()); }
};

} // namespace rigwright::test
