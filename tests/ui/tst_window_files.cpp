// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/window_fixture.h"
#include "ui/controls/step_slider.h"
#include "ui/panels/notice_strip.h"
#include "ui/window_files.h"

#include <QDropEvent>
#include <QFile>
#include <QLabel>
#include <QMimeData>
#include <QTemporaryDir>

using namespace rigwright;
using namespace rigwright::test;

/// Files in and out of the window, good and broken ones.
class WindowFilesTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void a_broken_file_changes_nothing_data();
    void a_broken_file_changes_nothing();
    void saving_and_opening_gives_the_same_document();
    void a_dropped_file_is_opened();
};

void WindowFilesTest::initTestCase()
{
    install_style(*qApp);
    install_step_slider_accessibility();
}

void WindowFilesTest::a_broken_file_changes_nothing_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("mentioned");
    const QByteArray head =
        R"({"format": "rigwright.scenario", "version": 1, "model": {"preset": "resnet50"}, "build": {"gpu": "rtx4090"})";
    QTest::newRow("no JSON") << QByteArray("hello") << QString();
    QTest::newRow("empty") << QByteArray() << QString();
    QTest::newRow("negative") << head + R"(, "training": {"micro_batch": -5}})"
                              << "training.micro_batch";
    QTest::newRow("unknown key") << head + R"(, "training": {"luck": 1}})"
                                 << "training.luck";
    QTest::newRow("unknown part")
        << QByteArray(
               R"({"format": "rigwright.scenario", "version": 1, "model": {"preset": "resnet50"}, "build": {"gpu": "rtx9999"}})")
        << "build.gpu";
    QTest::newRow("markup") << head + R"(, "training": {"<img src='x'>": 1}})"
                            << "<img";
}

void WindowFilesTest::a_broken_file_changes_nothing()
{
    QFETCH(QByteArray, bytes);
    QFETCH(QString, mentioned);
    QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("broken.json"));
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size());
    file.close();
    WindowFixture fixture;
    QVERIFY(fixture.document.set_field("training.micro_batch", std::int64_t{4}));
    const Scenario before = fixture.document.scenario();
    QVERIFY(!fixture.window.files().open(path));
    QCOMPARE(fixture.document.scenario(), before);
    QCOMPARE(fixture.document.undo_stack().count(), 1);
    QVERIFY(fixture.window.trouble().isVisible());
    QVERIFY2(fixture.window.trouble().text().contains(mentioned), qPrintable(fixture.window.trouble().text()));
    QVERIFY2(!fixture.window.trouble().text().contains(QLatin1String("[finding")),
             qPrintable(fixture.window.trouble().text()));
    for (const QLabel* label : fixture.window.trouble().findChildren<QLabel*>()) {
        if (!label->text().isEmpty()) QCOMPARE(label->textFormat(), Qt::PlainText);
    }
    QVERIFY(!fixture.window.files().open(folder.filePath(QStringLiteral("missing.json"))));
    QCOMPARE(fixture.document.scenario(), before);
}

void WindowFilesTest::saving_and_opening_gives_the_same_document()
{
    QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("plan.json"));
    WindowFixture fixture;
    QVERIFY(fixture.document.set_field("training.micro_batch", std::int64_t{4}));
    const Scenario saved = fixture.document.scenario();
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.close();
    QVERIFY(fixture.window.files().save_to(path));
    QVERIFY(fixture.document.undo_stack().isClean());
    QVERIFY(fixture.document.set_field("training.micro_batch", std::int64_t{8}));
    QVERIFY(fixture.window.isWindowModified());
    QVERIFY(fixture.window.files().open(path));
    QCOMPARE(fixture.document.scenario(), saved);
    QVERIFY(!fixture.window.isWindowModified());
    QVERIFY(fixture.window.windowTitle().contains(QStringLiteral("plan.json")));
    QVERIFY(!fixture.window.files().save_to(folder.filePath(QStringLiteral("no/such/folder/plan.json"))));
    QVERIFY(fixture.window.trouble().isVisible());
}

void WindowFilesTest::a_dropped_file_is_opened()
{
    QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("dropped.json"));
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(
        R"({"format": "rigwright.scenario", "version": 1, "name": "Dropped", "model": {"preset": "resnet50"}, "build": {"gpu": "rtx4090"}})");
    file.close();
    WindowFixture fixture;
    QMimeData data;
    data.setUrls({QUrl::fromLocalFile(path)});
    QDragEnterEvent enter(QPoint(50, 50), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(&fixture.window, &enter);
    QVERIFY(enter.isAccepted());
    QDropEvent drop(QPointF(50, 50), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(&fixture.window, &drop);
    QCOMPARE(fixture.document.scenario().name, std::string("Dropped"));
}

QTEST_MAIN(WindowFilesTest)
#include "tst_window_files.moc"
