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

/// DETR on one RTX 4090 over 1,000 images of five megapixels: the shipped example, here as a value so that the tests of
/// the window stand by themselves.
inline Scenario fabric_scenario()
{
    Scenario scenario;
    scenario.name = "Fabric";
    scenario.model.preset = "detr_r50";
    scenario.input.image_height = 800;
    scenario.input.image_width = 1066;
    scenario.dataset.samples = 1000;
    scenario.dataset.source_height = 1936;
    scenario.dataset.source_width = 2580;
    scenario.dataset.encoded_bytes_per_sample = 2'500'000;
    scenario.dataset.encoding = SampleEncoding::jpeg;
    scenario.training.epochs = 300;
    scenario.training.micro_batch = 2;
    scenario.training.precision = Precision::fp16_amp;
    scenario.build.gpu = "rtx4090";
    scenario.build.cpu = "i9-13900k";
    scenario.build.ram_gib = 64;
    scenario.build.storage = "nvme4";
    return scenario;
}

/// What a document holds: the data that every test of the program shares.
inline std::shared_ptr<const EngineData> shared_engine_data()
{
    return {&engine_data(), [](const EngineData*) {}};
}

/// A desktop whose card alone has a price of its own: 12,000 CNY.
inline Scenario desktop_with_priced_card()
{
    Scenario scenario;
    scenario.model.preset = "resnet50";
    scenario.training.micro_batch = 8;
    scenario.dataset.samples = 10000;
    scenario.build.gpu = "rtx4090";
    scenario.build.cpu = "i9-13900k";
    // Text from a file that a spreadsheet would take for a formula.
    scenario.build.price_overrides["rtx4090"] = {12000.0, "CNY", "2026-11-01", "=quotation"};
    return scenario;
}

/// A whole window over the fabric scenario.
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
