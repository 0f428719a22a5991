// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/file_content.h"
#include "tests/support/suite.h"
#include "tests/ui/window_fixture.h"
#include "ui/controls/parameter_control.h"
#include "ui/document/page.h"
#include "ui/panels/choices_column.h"
#include "ui/window/notices.h"
#include "ui/window/window_body.h"
#include "ui/window_files.h"

#include <QDropEvent>
#include <QFileDialog>
#include <QLabel>
#include <QLineEdit>
#include <QMessageBox>
#include <QMimeData>
#include <QSettings>
#include <QTemporaryDir>
#include <QTimer>

namespace rigwright::test::tst_window_files {

/// Files in and out of the window, good and broken ones.
class WindowFilesTest : public QObject {
    Q_OBJECT

private slots:
    void a_broken_file_changes_nothing_data()
    {
        add_columns<QByteArray, QString>("bytes", "mentioned");
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

    void a_broken_file_changes_nothing()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(QString, mentioned);
        QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("broken.json"));
        write_file(path, bytes);
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

    void saving_and_opening_gives_the_same_document()
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
    }

    void a_file_changed_elsewhere_is_overwritten_only_on_request_data()
    {
        add_columns<QString, bool>("button", "overwritten");
        QTest::newRow("overwrite") << QStringLiteral("Overwrite") << true;
        QTest::newRow("cancel") << QStringLiteral("Cancel") << false;
    }

    void a_file_changed_elsewhere_is_overwritten_only_on_request()
    {
        QFETCH(QString, button);
        QFETCH(bool, overwritten);
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("plan.rigwright"));
        WindowFixture fixture;
        QVERIFY(fixture.window.files().save_to(path));
        QVERIFY(fixture.document.set_field("training.micro_batch", std::int64_t{4}));
        Project project = fixture.document.project();
        project.name = "Theirs";
        const QByteArray theirs = project_bytes(project, FileKind::project);
        write_file(path, theirs);

        int questions = 0;
        QTimer::singleShot(0, qApp, [&] {
            auto* question = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
            if (question == nullptr) return;
            ++questions;
            QVERIFY(question->text().contains(QLatin1String("plan.rigwright~")));
            for (QAbstractButton* each : question->buttons())
                if (each->text().remove(QLatin1Char('&')) == button) QTest::mouseClick(each, Qt::LeftButton);
        });
        QCOMPARE(fixture.window.files().save(), overwritten);
        QCOMPARE(questions, 1);
        QCOMPARE(fixture.document.undo_stack().isClean(), overwritten);
        QCOMPARE(content_of(overwritten ? previous_version(path) : path), theirs);
        if (overwritten) QCOMPARE(open_project_file(path).project->current_build().scenario.training.micro_batch, 4);
    }

    void a_missing_or_touched_file_is_saved_without_a_question()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("plan.rigwright"));
        WindowFixture fixture;
        QVERIFY(fixture.window.files().save_to(path));
        write_file(path, content_of(path));
        QVERIFY(fixture.document.set_field("training.micro_batch", std::int64_t{4}));
        QVERIFY(fixture.window.files().save());
        QVERIFY(QFile::remove(path));
        QVERIFY(fixture.document.set_field("training.micro_batch", std::int64_t{8}));
        QVERIFY(fixture.window.files().save());
        QVERIFY(QFile::exists(path));
    }

    void a_changed_example_is_not_left_without_a_question_data()
    {
        add_columns<int, QString>("key", "button");
        for (const char* button : {"Cancel", "Don't Save"}) {
            QTest::addRow("Ctrl+N, %s", button) << int(Qt::Key_N) << QString::fromLatin1(button);
            QTest::addRow("Ctrl+Q, %s", button) << int(Qt::Key_Q) << QString::fromLatin1(button);
        }
    }

    void a_changed_example_is_not_left_without_a_question()
    {
        QFETCH(int, key);
        QFETCH(QString, button);
        WindowFixture fixture;
        const std::filesystem::path example = find_data_directory()->examples() / "fabric-defects.rigwright";
        QVERIFY(fixture.window.files().open_example(QString::fromStdString(example.string())));
        auto* batch = qobject_cast<ParameterControl*>(
            child<ChoicesColumn>(fixture.window, "choices")->control("training.micro_batch"));
        fixture.window.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&fixture.window));
        batch->field()->setFocus();
        batch->field()->selectAll();
        // Not committed yet: leaving must still ask for confirmation.
        QTest::keyClicks(batch->field(), QStringLiteral("7"));
        QVERIFY(fixture.document.undo_stack().isClean());

        int questions = 0;
        QTimer::singleShot(0, qApp, [&] {
            auto* question = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
            if (question == nullptr) return;
            ++questions;
            const bool cancel = button == QLatin1String("Cancel");
            QTest::mouseClick(question->button(cancel ? QMessageBox::Cancel : QMessageBox::Discard), Qt::LeftButton);
        });
        QTest::keyClick(&fixture.window, static_cast<Qt::Key>(key), Qt::ControlModifier);
        QApplication::processEvents();
        QCOMPARE(questions, 1);
        const bool left = button != QLatin1String("Cancel");
        if (key == Qt::Key_Q) QCOMPARE(fixture.window.isVisible(), !left);
        if (key == Qt::Key_N) QCOMPARE(fixture.window.files().is_example(), !left);
        QCOMPARE(fixture.document.undo_stack().isClean(), left && key == Qt::Key_N);
    }

    void a_new_project_is_saved_as_a_project()
    {
        WindowFixture fixture;
        QVERIFY(fixture.window.files().open_new());
        QString name;
        QString filter;
        QTimer::singleShot(0, qApp, [&] {
            auto* dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget());
            if (dialog == nullptr) return;
            filter = dialog->selectedNameFilter();
            name = dialog->findChild<QLineEdit*>(QStringLiteral("fileNameEdit"))->text();
            dialog->reject();
        });
        QVERIFY(!fixture.window.files().save());
        QCOMPARE(name, QStringLiteral("project.rigwright"));
        QVERIFY2(filter.contains(QLatin1String("*.rigwright")), qPrintable(filter));
    }

    void a_dropped_file_is_opened()
    {
        QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("dropped.json"));
        write_file(
            path,
            R"({"format": "rigwright.scenario", "version": 1, "name": "Dropped", "model": {"preset": "resnet50"}, "build": {"gpu": "rtx4090"}})");
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

    void the_layout_is_kept()
    {
        QCoreApplication::setOrganizationName(QStringLiteral("Rigwright"));
        QCoreApplication::setApplicationName(QStringLiteral("tst_window_files"));
        QSettings().clear();
        {
            WindowFixture fixture;
            fixture.window.keep_settings();
            fixture.show(QSize(1200, 800));
            fixture.window.toggle_drawer();
            QVERIFY(child<Drawer>(fixture.window)->isVisible());
            // Each place keeps its own.
            fixture.window.open_place(WindowPlace::decide);
            QVERIFY(!child<Drawer>(fixture.window)->isVisible());
            fixture.window.toggle_drawer();
            fixture.window.open_place(WindowPlace::machines);
            QVERIFY(!child<Drawer>(fixture.window)->isVisible());
            fixture.window.toggle_drawer();
            fixture.window.toggle_drawer();
            fixture.window.open_place(WindowPlace::decide);
            QVERIFY(child<Drawer>(fixture.window)->isVisible());
            fixture.window.open_place(WindowPlace::explore);
            fixture.speak(QStringLiteral("zh_CN"));
            QVERIFY(fixture.window.close());
        }
        WindowFixture fixture;
        QVERIFY(!child<Drawer>(fixture.window)->isVisible());
        fixture.window.keep_settings();
        QVERIFY(child<Drawer>(fixture.window)->isVisible());
        QCOMPARE(fixture.window.size(), QSize(1200, 800));
        QCOMPARE(QSettings().value(QStringLiteral("window/language")).toString(), QStringLiteral("zh_CN"));
        for (const auto& [place, open] :
             {std::pair(WindowPlace::machines, false), std::pair(WindowPlace::decide, true),
              std::pair(WindowPlace::learn, false), std::pair(WindowPlace::explore, true)}) {
            fixture.window.open_place(place);
            QCOMPARE(child<Drawer>(fixture.window)->isVisible(), open);
        }
        fixture.window.open_page(QStringLiteral("cost"));
        fixture.window.reset_layout();
        fixture.window.open_place(WindowPlace::decide);
        QVERIFY(!child<Drawer>(fixture.window)->isVisible());
        fixture.window.open_page(QStringLiteral("overview"));
        QVERIFY(!child<Drawer>(fixture.window)->isVisible());
        QVERIFY(child<QWidget>(fixture.window, "overview")->isVisible());
    }
};

RIGWRIGHT_STYLED_TEST(WindowFilesTest)

} // namespace rigwright::test::tst_window_files

#include "tst_window_files.moc"
