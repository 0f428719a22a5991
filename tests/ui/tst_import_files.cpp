// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/file_content.h"
#include "tests/support/onnx_writer.h"
#include "tests/support/suite.h"
#include "tests/ui/catalog_fixture.h"
#include "ui/document/project_file.h"
#include "ui/window/notices.h"
#include "ui/window_files.h"

#include <QDialog>
#include <QDialogButtonBox>
#include <QDropEvent>
#include <QMimeData>
#include <QTableWidget>
#include <QTimer>

namespace rigwright::test::tst_import_files {

constexpr int patience_ms = 20000;
constexpr const char* gpt2 = R"({"model_type": "gpt2", "n_layer": 12, "n_embd": 768, "n_head": 12, "n_positions": 1024,
                                 "vocab_size": 50257, "activation_function": "gelu_new"})";

QString cell(const QDialog& dialog, int row, int column)
{
    return child<QTableWidget>(dialog)->item(row, column)->text();
}

/// Files of the list in a state.
int count(const QDialog& dialog, const char* state)
{
    int found = 0;
    for (int row = 0; row < child<QTableWidget>(dialog)->rowCount(); ++row)
        found += cell(dialog, row, 2) == QCoreApplication::translate("rigwright::ImportDialog", state) ? 1 : 0;
    return found;
}
bool is_reading(const QDialog& dialog) { return count(dialog, "Reading…") > 0; }
int taken(const QDialog& dialog) { return count(dialog, "Imported"); }

struct Dropped {
    CatalogFixture f;
    QTemporaryDir folder;
    QStringList paths;

    void add(const char* name, const QByteArray& content)
    {
        paths << folder.filePath(QString::fromUtf8(name));
        write_file(paths.back(), content);
    }
    void add_project(const char* name, std::int64_t batch)
    {
        Scenario scenario = fabric_scenario();
        scenario.training.micro_batch = batch;
        paths << folder.filePath(QLatin1String(name));
        QVERIFY(save_project_file(project_of(scenario), paths.back(), FileKind::project).isEmpty());
    }
    /// Drops the files onto the window; `act` uses the list when all of them are read.
    template <typename Act>
    void drop(Act act)
    {
        QMimeData data;
        QList<QUrl> urls;
        for (const QString& path : paths) urls << QUrl::fromLocalFile(path);
        data.setUrls(urls);
        bool acted = false;
        QTimer timer;
        QObject::connect(&timer, &QTimer::timeout, [&] {
            auto* dialog = qobject_cast<QDialog*>(QApplication::activeModalWidget());
            if (dialog == nullptr || is_reading(*dialog) || acted) return;
            acted = true;
            act(*dialog);
            if (dialog->isVisible()) QTest::keyClick(dialog, Qt::Key_Escape);
        });
        timer.start(5);
        QDragEnterEvent enter(QPoint(200, 200), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(&f.window, &enter);
        QVERIFY(enter.isAccepted());
        QDropEvent event(QPointF(200, 200), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(&f.window, &event);
        QVERIFY(acted);
    }
};

Qt::CheckState check(const QDialog& dialog, int row) { return child<QTableWidget>(dialog)->item(row, 0)->checkState(); }

void press(const QDialog& dialog, const char* name)
{
    auto* button = child<QPushButton>(dialog, name);
    QVERIFY2(button->isVisible() && button->isEnabled(), name);
    QTest::mouseClick(button, Qt::LeftButton);
}

/// Import of multiple files: a list shows their content and errors, and valid files are imported.
class ImportFilesTest : public QObject {
    Q_OBJECT

private slots:
    void files_of_every_kind_are_listed_and_imported()
    {
        Dropped dropped;
        dropped.add("broken.onnx", "no graph");
        dropped.add("config.json", gpt2);
        for (const char* seller : {"A", "B"})
            dropped.add(qPrintable(QLatin1String(seller) + QStringLiteral(".csv")),
                        QByteArray("part,price,currency,supplier\nrtx4090,15999,CNY,") + seller + "\n");
        dropped.add("notes.xyz", "hello");
        dropped.drop([](const QDialog& dialog) {
            QCOMPARE(child<QTableWidget>(dialog)->rowCount(), 5);
            QVERIFY2(cell(dialog, 1, 1).contains(QStringLiteral("gpt2")), qPrintable(cell(dialog, 1, 1)));
            QVERIFY2(cell(dialog, 2, 1).contains(QLatin1Char('1')), qPrintable(cell(dialog, 2, 1)));
            for (const int wrong : {0, 4}) {
                QVERIFY(!cell(dialog, wrong, 2).isEmpty());
                QVERIFY(!cell(dialog, wrong, 2).contains(QLatin1Char('[')));
                QCOMPARE(check(dialog, wrong), Qt::Unchecked);
                QVERIFY((child<QTableWidget>(dialog)->item(wrong, 0)->flags() & Qt::ItemIsUserCheckable) == 0);
            }
            for (const int right : {1, 2, 3}) QCOMPARE(check(dialog, right), Qt::Checked);
            press(dialog, "take_over");
            QCOMPARE(taken(dialog), 3);
            // The remaining files stay visible with their reasons, and nothing more can be imported.
            QVERIFY(dialog.isVisible());
            QVERIFY(!child<QPushButton>(dialog, "take_over")->isEnabled());
        });
        QCOMPARE(dropped.f.document.scenario().model.family, std::string("decoder-transformer"));
        QCOMPARE(dropped.f.document.data()->hardware.price_lists.size(), std::size_t{2});
        QVERIFY(child<NoticeStrip>(dropped.f.window, "news")->text().contains(QLatin1Char('3')));
    }

    void one_of_several_projects_is_opened()
    {
        Dropped dropped;
        dropped.add_project("first.rigwright", 3);
        dropped.add_project("second.rigwright", 5);
        dropped.drop([](const QDialog& dialog) {
            auto* table = child<QTableWidget>(dialog);
            QCOMPARE(check(dialog, 0), Qt::Checked);
            QCOMPARE(check(dialog, 1), Qt::Unchecked);
            table->setFocus();
            table->setCurrentCell(1, 0);
            QTest::keyClick(table, Qt::Key_Space);
            QCOMPARE(check(dialog, 0), Qt::Unchecked);
            QCOMPARE(check(dialog, 1), Qt::Checked);
            press(dialog, "take_over");
            QCOMPARE(taken(dialog), 1);
        });
        QCOMPARE(dropped.f.document.scenario().training.micro_batch, std::int64_t{5});
        QCOMPARE(dropped.f.window.files().path(), dropped.paths[1]);
    }

    void a_list_with_a_wrong_row_is_corrected_by_hand()
    {
        Dropped dropped;
        dropped.add("good.csv", "part,price\nrtx4090,15999\nTotal,15999\n");
        dropped.add("half.csv", "part,price,currency\nrtx3090,5999,CNY\nnonsense,1,CNY\n");
        dropped.drop([](const QDialog& dialog) {
            QCOMPARE(cell(dialog, 0, 1),
                     QStringLiteral(
                         "Price list: 1 prices, 1 new, totals and notes skipped: 1, CNY where no currency is given"));
            QVERIFY2(cell(dialog, 1, 2).contains(QLatin1Char('3')), qPrintable(cell(dialog, 1, 2)));
            QCOMPARE(check(dialog, 1), Qt::Unchecked);
            child<QTableWidget>(dialog)->setCurrentCell(1, 0);
            QTimer::singleShot(0, [] {
                auto* preview = QApplication::activeModalWidget();
                QCOMPARE(preview->objectName(), QLatin1String("price_import"));
                QTest::mouseClick(child<QDialogButtonBox>(*preview)->button(QDialogButtonBox::Ok), Qt::LeftButton);
            });
            press(dialog, "choose_columns");
            QCOMPARE(taken(dialog), 1);
            press(dialog, "take_over");
            QCOMPARE(taken(dialog), 2);
        });
        QCOMPARE(dropped.f.document.data()->hardware.price_lists.size(), std::size_t{2});
    }

    void open_sizes_of_a_graph_are_requested()
    {
        Dropped dropped;
        OnnxWriter onnx;
        onnx.input("x", {std::string("N"), std::int64_t{3}, std::string("height"), std::string("width")});
        onnx.node("Relu", {"x"}, {"y"});
        onnx.output("y");
        dropped.add("good.csv", "part,price,currency\nrtx4090,15999,CNY\n");
        dropped.add("open.onnx", QByteArray::fromStdString(onnx.bytes()));
        dropped.drop([](const QDialog& dialog) {
            QVERIFY2(cell(dialog, 1, 2).contains(QStringLiteral("Image height, Image width")),
                     qPrintable(cell(dialog, 1, 2)));
            QCOMPARE(check(dialog, 1), Qt::Unchecked);
            QTimer::singleShot(0, [] {
                auto* sizes = qobject_cast<QDialog*>(QApplication::activeModalWidget());
                QVERIFY(sizes != nullptr && sizes->objectName() == QLatin1String("model_sizes"));
                QTest::mouseClick(child<QDialogButtonBox>(*sizes)->button(QDialogButtonBox::Ok), Qt::LeftButton);
            });
            press(dialog, "enter_sizes");
            QTRY_VERIFY_WITH_TIMEOUT(!is_reading(dialog), patience_ms);
            QCOMPARE(check(dialog, 1), Qt::Checked);
            press(dialog, "take_over");
            QCOMPARE(taken(dialog), 2);
        });
        QCOMPARE(dropped.f.document.scenario().model.embedded->file, std::string("open.onnx"));
        QCOMPARE(*dropped.f.document.scenario().input.image_width, std::int64_t{1066});
    }

    void it_is_complete_in_both_languages()
    {
        for (const char* language : {"en", "zh_CN"}) {
            Dropped dropped;
            dropped.f.language.use(QLatin1String(language));
            dropped.add_project("one.rigwright", 3);
            dropped.add("notes.xyz", "hello");
            dropped.drop([&](const QDialog& dialog) {
                for (const QPushButton* button : dialog.findChildren<QPushButton*>())
                    QVERIFY2(button->width() >= button->sizeHint().width(), qPrintable(button->text()));
                const auto* table = child<QTableWidget>(dialog);
                QVERIFY(!table->accessibleName().isEmpty());
                QVERIFY(table->columnWidth(2) >= 150);
                const bool chinese = language == QLatin1String("zh_CN");
                QCOMPARE(dialog.windowTitle() == QStringLiteral("Import files"), !chinese);
                QCOMPARE(cell(dialog, 1, 2).startsWith(QStringLiteral("Neither")), !chinese);
            });
        }
    }
};

RIGWRIGHT_WIDGET_TEST(ImportFilesTest)

} // namespace rigwright::test::tst_import_files

#include "tst_import_files.moc"
