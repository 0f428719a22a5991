// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/json/data_directory.h"
#include "tests/support/engine_case.h"
#include "tests/ui/find_widget.h"
#include "ui/document/document.h"
#include "ui/format/interface_language.h"
#include "ui/format/words.h"
#include "ui/main_window.h"

#include <QAbstractButton>
#include <QApplication>
#include <QDragEnterEvent>
#include <QMimeData>
#include <QTest>
#include <QToolButton>
#include <QUrl>

namespace rigwright::test {

/// The shipped example, here as a value so that the tests of the window do not depend on it.
inline Scenario fabric_scenario()
{
    Scenario scenario = fabric_in_a_desktop();
    scenario.name = "Fabric";
    return scenario;
}

/// The data of documents, shared by all tests.
inline std::shared_ptr<const EngineData> shared_engine_data()
{
    return {&engine_data(), [](const EngineData*) {}};
}

/// A desktop in which only the card has an own price: 12,000 CNY.
inline Scenario desktop_with_priced_card()
{
    Scenario scenario = desktop();
    scenario.build.ram_gib.reset();
    // Text from a file that a spreadsheet would take for a formula.
    scenario.build.price_overrides["rtx4090"] = {12000.0, "CNY", "2026-11-01", "=quotation"};
    return scenario;
}

/// A whole window with the fabric scenario.
struct WindowFixture {
    InterfaceLanguage language;
    Localization words{*find_data_directory()};
    Document document{shared_engine_data(), fabric_scenario()};
    MainWindow window{document, words, language, find_data_directory()->examples()};

    WindowFixture()
    {
        QObject::connect(&language, &InterfaceLanguage::changed, &window, [this](const QString& id) { words.use(id); });
        show(QSize(1440, 900));
    }

    void show(const QSize& size)
    {
        window.resize(size);
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        QApplication::processEvents();
    }

    /// Waits until the answers of workers are drawn and laid out; a test that measures texts earlier sees them half
    /// placed.
    void settle()
    {
        QVERIFY(QTest::qWaitFor([this] { return window.is_drawn(); }, 120000));
        for (int turn = 0; turn < 3; ++turn) QApplication::processEvents();
    }

    /// Shows the inputs of every tier.
    void show_all_inputs()
    {
        QTest::mouseClick(window.findChild<QAbstractButton*>(QStringLiteral("tier.all")), Qt::LeftButton);
        QApplication::processEvents();
    }

    void speak(const QString& id)
    {
        QVERIFY(language.use(id));
        QApplication::sendPostedEvents();
        QApplication::processEvents();
    }
};

/// A page, or a view of a page, brought to the front: the page itself, or its only widget of that type.
template <typename T>
T& page(MainWindow& window, const char* id)
{
    QWidget* opened = window.open_page(QString::fromLatin1(id));
    if (opened == nullptr) qFatal("there is no page '%s'", id);
    QApplication::processEvents();
    if (auto* wanted = qobject_cast<T*>(opened)) return *wanted;
    return *only(opened->findChildren<T*>(), *opened, QString::fromLatin1(id));
}

/// Clicks the button of the comparison on the card of the machine in front.
inline void pin_front_machine(const QWidget& machines, const Document& document)
{
    const QString card = QStringLiteral("machine_%1").arg(document.project().current);
    QTest::mouseClick(child<QToolButton>(*child<QAbstractButton>(machines, qPrintable(card)), "pin"), Qt::LeftButton);
}

/// As from the file manager.
inline void drop(QWidget& window, const QString& path)
{
    QMimeData data;
    data.setUrls({QUrl::fromLocalFile(path)});
    QDragEnterEvent enter(QPoint(200, 200), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(&window, &enter);
    QVERIFY(enter.isAccepted());
    QDropEvent event(QPointF(200, 200), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(&window, &event);
}

} // namespace rigwright::test
