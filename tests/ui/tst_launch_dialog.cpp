// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/launch/launch_file.h"
#include "tests/support/file_content.h"
#include "tests/support/suite.h"
#include "tests/ui/window_fixture.h"
#include "ui/launch/launch_dialog.h"

#include <QClipboard>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QTemporaryDir>
#include <QTextBlock>

namespace rigwright::test::tst_launch_dialog {

/// The line of the preview that starts so; -1 for none.
int line_of(const QDialog& dialog, const QString& start)
{
    for (QTextBlock block = child<QPlainTextEdit>(dialog)->document()->begin(); block.isValid(); block = block.next())
        if (block.text().trimmed().startsWith(start)) return block.blockNumber();
    return -1;
}

void click_line(const QDialog& dialog, int line)
{
    QTextCursor cursor(child<QPlainTextEdit>(dialog)->document()->findBlockByNumber(line));
    child<QPlainTextEdit>(dialog)->setTextCursor(cursor);
    child<QPlainTextEdit>(dialog)->ensureCursorVisible();
    QTest::mouseClick(child<QPlainTextEdit>(dialog)->viewport(), Qt::LeftButton, {},
                      child<QPlainTextEdit>(dialog)->cursorRect(cursor).center());
}

void choose(const QDialog& dialog, LaunchTarget target)
{
    child<QComboBox>(dialog)->setFocus();
    QTest::keyClick(child<QComboBox>(dialog), Qt::Key_Home);
    for (int i = 0; i < static_cast<int>(target); ++i) QTest::keyClick(child<QComboBox>(dialog), Qt::Key_Down);
    QCOMPARE(child<QComboBox>(dialog)->currentData().toInt(), static_cast<int>(target));
}

/// Launch files in the window, by mouse and key.
class LaunchDialogTest : public QObject {
    Q_OBJECT
private slots:
    void the_menu_opens_it()
    {
        WindowFixture fixture;
        QVERIFY(fixture.window.findChild<QDialog*>(QStringLiteral("launch")) == nullptr);
        QTest::keyClick(&fixture.window, Qt::Key_L, Qt::ControlModifier);
        auto* dialog = child<QDialog>(fixture.window, "launch");
        QVERIFY(dialog->isVisible());
        QCOMPARE(&fixture.window.show_launch(), dialog);
    }

    void engines_are_chosen_by_key()
    {
        WindowFixture fixture;
        QDialog& dialog = fixture.window.show_launch();
        QVERIFY(child<QPlainTextEdit>(dialog)->toPlainText().contains(QStringLiteral("--nproc-per-node=1")));
        choose(dialog, LaunchTarget::deepspeed);
        QVERIFY(child<QPlainTextEdit>(dialog)->toPlainText().contains(
            QStringLiteral("\"train_micro_batch_size_per_gpu\": 2")));
        QVERIFY(child<QListWidget>(dialog)->count() > 0);
        choose(dialog, LaunchTarget::slurm);
        QVERIFY(child<QPlainTextEdit>(dialog)->toPlainText().startsWith(QStringLiteral("#!/bin/bash\n")));
    }

    void a_line_names_its_source()
    {
        WindowFixture fixture;
        QDialog& dialog = fixture.window.show_launch();
        choose(dialog, LaunchTarget::deepspeed);
        const int line = line_of(dialog, QStringLiteral("\"train_micro_batch_size_per_gpu\""));
        QVERIFY(line > 0);
        click_line(dialog, line);
        QVERIFY2(child<QLabel>(dialog, "note")->text().contains(fixture.words.text("field.training.micro_batch")),
                 qPrintable(child<QLabel>(dialog, "note")->text()));
        QTest::keyClick(child<QPlainTextEdit>(dialog), Qt::Key_Down);
        QVERIFY2(
            child<QLabel>(dialog, "note")->text().contains(fixture.words.text("field.training.gradient_accumulation")),
            qPrintable(child<QLabel>(dialog, "note")->text()));
    }

    void it_follows_the_plan()
    {
        WindowFixture fixture;
        QDialog& dialog = fixture.window.show_launch();
        choose(dialog, LaunchTarget::fsdp);
        QVERIFY(line_of(dialog, QStringLiteral("MICRO_BATCH = 2")) > 0);
        QVERIFY(fixture.document.set_field(QStringLiteral("training.micro_batch"), std::int64_t{3}));
        QVERIFY(line_of(dialog, QStringLiteral("MICRO_BATCH = 3")) > 0);
        fixture.document.undo_stack().undo();
        QVERIFY(line_of(dialog, QStringLiteral("MICRO_BATCH = 2")) > 0);
        // A hidden preview is rebuilt when it is shown.
        dialog.hide();
        QVERIFY(fixture.document.set_field(QStringLiteral("training.micro_batch"), std::int64_t{4}));
        dialog.show();
        QVERIFY(line_of(dialog, QStringLiteral("MICRO_BATCH = 4")) > 0);
    }

    void a_refusal_gives_the_reason()
    {
        WindowFixture fixture;
        QDialog& dialog = fixture.window.show_launch();
        choose(dialog, LaunchTarget::megatron);
        QVERIFY(child<QPlainTextEdit>(dialog)->toPlainText().isEmpty());
        QVERIFY(!button(dialog, QStringLiteral("Copy"))->isEnabled() &&
                !button(dialog, QStringLiteral("Save…"))->isEnabled());
        QCOMPARE(child<QListWidget>(dialog)->count(), 1);
        QVERIFY(child<QListWidget>(dialog)->item(0)->text().contains(QStringLiteral("Megatron-LM")));
        QVERIFY(!write_launch_file(dialog, QStringLiteral("/no/such/file")));
        choose(dialog, LaunchTarget::torchrun);
        QVERIFY(button(dialog, QStringLiteral("Save…"))->isEnabled());
    }

    void files_are_copied_and_written()
    {
        WindowFixture fixture;
        QDialog& dialog = fixture.window.show_launch();
        QTest::mouseClick(button(dialog, QStringLiteral("Copy")), Qt::LeftButton);
        QCOMPARE(QApplication::clipboard()->text(), child<QPlainTextEdit>(dialog)->toPlainText());
        QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("run.sh"));
        QVERIFY(write_launch_file(dialog, path));
        QCOMPARE(QString::fromUtf8(content_of(path)), child<QPlainTextEdit>(dialog)->toPlainText());
        QVERIFY(!write_launch_file(dialog, QStringLiteral("/no/such/folder/run.sh")));
        QVERIFY2(child<QLabel>(dialog, "note")->text().contains(QStringLiteral("run.sh was not written")),
                 qPrintable(child<QLabel>(dialog, "note")->text()));
    }

    void speaks_both_languages()
    {
        WindowFixture fixture;
        QDialog& dialog = fixture.window.show_launch();
        const QString file = child<QPlainTextEdit>(dialog)->toPlainText();
        fixture.speak(QStringLiteral("zh_CN"));
        QVERIFY(dialog.windowTitle().contains(QStringLiteral("启动")));
        QVERIFY(child<QListWidget>(dialog)->item(0)->text().contains(QStringLiteral("训练程序")));
        // The file does not depend on the language.
        QCOMPARE(child<QPlainTextEdit>(dialog)->toPlainText(), file);
    }
};

RIGWRIGHT_WIDGET_TEST(LaunchDialogTest)

} // namespace rigwright::test::tst_launch_dialog

#include "tst_launch_dialog.moc"
