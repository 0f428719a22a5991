// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/file_content.h"
#include "tests/support/onnx_writer.h"
#include "tests/support/suite.h"
#include "tests/ui/window_fixture.h"
#include "ui/controls/picker_control.h"
#include "ui/import_dialog.h"
#include "ui/panels/choices_column.h"
#include "ui/panels/model_panel.h"
#include "ui/panels/part_entries.h"
#include "ui/window/notices.h"

#include <QDialog>
#include <QDialogButtonBox>
#include <QElapsedTimer>
#include <QLineEdit>
#include <QTemporaryDir>
#include <QTimer>

namespace rigwright::test::tst_model_import {

constexpr int patience_ms = 20000;

/// Images of three channels, whose height and width are open.
QString open_graph(const QTemporaryDir& folder)
{
    OnnxWriter onnx;
    onnx.input("image", {std::string("N"), std::int64_t{3}, std::string("height"), std::string("width")});
    onnx.weight("conv.weight", {8, 3, 3, 3});
    onnx.node("Conv", {"image", "conv.weight"}, {"y"},
              {{"kernel_shape", std::vector<std::int64_t>{3, 3}}, {"pads", std::vector<std::int64_t>{1, 1, 1, 1}}});
    onnx.output("y");
    const QString path = folder.filePath(QStringLiteral("open.onnx"));
    write_file(path, QByteArray::fromStdString(onnx.bytes()));
    return path;
}

/// Imports a file while `act` fills in the dialog for sizes.
template <typename Act>
void import_with_sizes(WindowFixture& fixture, const QString& path, Act act)
{
    bool opened = false;
    QTimer timer;
    QObject::connect(&timer, &QTimer::timeout, [&] {
        auto* dialog = qobject_cast<QDialog*>(QApplication::activeModalWidget());
        if (dialog == nullptr || dialog->objectName() != QLatin1String("model_sizes") || opened) return;
        opened = true;
        act(*dialog);
        if (dialog->isVisible()) QTest::keyClick(dialog, Qt::Key_Escape);
    });
    timer.start(5);
    drop(fixture.window, path);
    QTRY_VERIFY_WITH_TIMEOUT(opened && !child<ModelImporter>(fixture.window)->is_reading(), patience_ms);
}

QLineEdit& size_field(const QDialog& dialog, const char* path)
{
    for (const ParameterControl* control : dialog.findChildren<ParameterControl*>())
        if (control->path() == QLatin1String(path)) return *control->field();
    qFatal("no field for %s", path);
}

void type_size(const QDialog& dialog, const char* path, const char* text)
{
    QLineEdit& field = size_field(dialog, path);
    QTest::mouseDClick(&field, Qt::LeftButton);
    field.selectAll();
    QTest::keyClicks(&field, QLatin1String(text));
}

QPushButton& ok_button(const QDialog& dialog) { return *child<QDialogButtonBox>(dialog)->button(QDialogButtonBox::Ok); }

/// Model files that are dragged onto the window, and the list of models.
class ModelImportTest : public QObject {
    Q_OBJECT

private slots:
    void a_configuration_dropped_on_the_window_becomes_the_model()
    {
        QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("config.json"));
        write_file(path, R"({"model_type": "gpt2", "n_layer": 12, "n_embd": 768, "n_head": 12, "n_positions": 1024,
                    "vocab_size": 50257, "activation_function": "gelu_new"})");
        WindowFixture fixture;
        drop(fixture.window, path);
        QTRY_VERIFY_WITH_TIMEOUT(!child<ModelImporter>(fixture.window)->is_reading(), patience_ms);
        QCOMPARE(fixture.document.scenario().model.family, std::string("decoder-transformer"));
        QCOMPARE(fixture.document.evaluation().estimate->model.parameters.value(), 124'439'808);
        QVERIFY(child<NoticeStrip>(fixture.window, "news")->isVisible());
        QVERIFY2(child<NoticeStrip>(fixture.window, "news")->text().contains(QStringLiteral("gpt2")),
                 qPrintable(child<NoticeStrip>(fixture.window, "news")->text()));
        QCOMPARE(child<ChoicesColumn>(fixture.window, "choices")->model()->picker()->box()->currentText(),
                 QStringLiteral("config.json"));
        // It is an ordinary shape, and one undo step restores the old model.
        QVERIFY(child<ChoicesColumn>(fixture.window, "choices")->control(QStringLiteral("model.shape.layers")));
        fixture.document.undo_stack().undo();
        QCOMPARE(fixture.document.scenario(), fabric_scenario());
    }

    void weights_without_structure_are_reported()
    {
        const QByteArray header = R"({"w": {"dtype": "F32", "shape": [1000, 250], "data_offsets": [0, 1000000]}})";
        QByteArray bytes;
        for (int i = 0; i < 8; ++i)
            bytes.append(static_cast<char>((static_cast<quint64>(header.size()) >> (8 * i)) & 0xff));
        bytes += header + QByteArray(1'000'000, '\0');
        QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("model.safetensors"));
        write_file(path, bytes);
        WindowFixture fixture;
        drop(fixture.window, path);
        QTRY_VERIFY_WITH_TIMEOUT(!child<ModelImporter>(fixture.window)->is_reading(), patience_ms);
        QCOMPARE(fixture.document.evaluation().estimate->model.parameters.value(), 250'000);
        QVERIFY(child<NoticeStrip>(fixture.window, "news")->text().contains(QStringLiteral("Only weights")));
    }

    void a_broken_file_leaves_the_plan_as_it_was()
    {
        QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("half.onnx"));
        write_file(path, QByteArray("\x08\x07\x12\xff\xff\xff", 6));
        WindowFixture fixture;
        drop(fixture.window, path);
        QTRY_VERIFY_WITH_TIMEOUT(!child<ModelImporter>(fixture.window)->is_reading(), patience_ms);
        QCOMPARE(fixture.document.scenario(), fabric_scenario());
        QVERIFY(fixture.window.trouble().isVisible());
        QVERIFY(fixture.window.trouble().text().contains(QStringLiteral("half.onnx")));
        QVERIFY(!child<NoticeStrip>(fixture.window, "news")->isVisible());
    }

    void open_sizes_of_a_graph_are_requested()
    {
        const QTemporaryDir folder;
        const QString path = open_graph(folder);
        WindowFixture fixture;
        import_with_sizes(fixture, path, [](const QDialog& dialog) {
            // The size of the plan: DETR at 800 x 1066.
            QCOMPARE(size_field(dialog, "input.image_height").text(), QStringLiteral("800"));
            QCOMPARE(size_field(dialog, "input.image_width").text(), QStringLiteral("1,066"));
            QCOMPARE(dialog.findChildren<ParameterControl*>().size(), 2);
            type_size(dialog, "input.image_height", "512");
            QTest::mouseClick(&ok_button(dialog), Qt::LeftButton);
            QVERIFY(!dialog.isVisible());
        });
        const Scenario& scenario = fixture.document.scenario();
        QCOMPARE(scenario.model.embedded->file, std::string("open.onnx"));
        QCOMPARE(*scenario.input.image_height, std::int64_t{512});
        QCOMPARE(*scenario.input.image_width, std::int64_t{1066});
        QCOMPARE(fixture.document.evaluation().estimate->model.forward_macs_per_sample.value(),
                 std::int64_t{512} * 1066 * 8 * 27);
        QVERIFY(child<NoticeStrip>(fixture.window, "news")->isVisible());
        fixture.document.undo_stack().undo();
        QCOMPARE(fixture.document.scenario(), fabric_scenario());
    }

    void without_its_sizes_a_graph_is_not_imported()
    {
        const QTemporaryDir folder;
        const QString path = open_graph(folder);
        WindowFixture fixture;
        import_with_sizes(fixture, path, [](const QDialog& dialog) {
            // Neither without a size nor with an invalid one.
            type_size(dialog, "input.image_height", "0");
            QVERIFY(!ok_button(dialog).isEnabled());
            QTest::keyClick(&size_field(dialog, "input.image_height"), Qt::Key_Backspace);
            QVERIFY(!ok_button(dialog).isEnabled());
            QTest::keyClick(&size_field(dialog, "input.image_height"), Qt::Key_Return);
            QVERIFY(dialog.isVisible());
        });
        QCOMPARE(fixture.document.scenario(), fabric_scenario());
        QVERIFY(fixture.window.trouble().text().contains(QStringLiteral("open.onnx")));
    }

    /// A plan for images has no length of sequences to begin with.
    void a_size_that_the_plan_lacks_begins_empty()
    {
        const QTemporaryDir folder;
        OnnxWriter onnx;
        onnx.input("ids", {std::string("N"), std::string("tokens")}, OnnxWriter::whole);
        onnx.weight("table", {100, 8});
        onnx.node("Gather", {"table", "ids"}, {"y"});
        onnx.output("y");
        const QString path = folder.filePath(QStringLiteral("words.onnx"));
        write_file(path, QByteArray::fromStdString(onnx.bytes()));
        WindowFixture fixture;
        fixture.speak(QStringLiteral("zh_CN"));
        import_with_sizes(fixture, path, [](const QDialog& dialog) {
            QCOMPARE(dialog.windowTitle(), QStringLiteral("模型输入尺寸"));
            QCOMPARE(size_field(dialog, "input.sequence_length").text(), QString());
            QVERIFY(!ok_button(dialog).isEnabled());
            type_size(dialog, "input.sequence_length", "128");
            QTest::keyClick(&size_field(dialog, "input.sequence_length"), Qt::Key_Return);
            QVERIFY(!dialog.isVisible());
        });
        QCOMPARE(*fixture.document.scenario().input.sequence_length, std::int64_t{128});
    }

    void closing_the_window_does_not_wait_for_a_large_file()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("large.safetensors"));
        // A sparse file of 16 GiB takes no disk space and most of a minute to hash.
        constexpr qint64 payload = qint64{1} << 34;
        const QByteArray header =
            R"({"w": {"dtype": "F32", "shape": [65536, 65536], "data_offsets": [0, 17179869184]}})";
        QByteArray bytes;
        for (int i = 0; i < 8; ++i)
            bytes.append(static_cast<char>((static_cast<quint64>(header.size()) >> (8 * i)) & 0xff));
        write_file(path, bytes + header);
        QVERIFY(QFile::resize(path, bytes.size() + header.size() + payload));
        auto fixture = std::make_unique<WindowFixture>();
        drop(fixture->window, path);
        QTest::qWait(500);
        QVERIFY(child<ModelImporter>(fixture->window)->is_reading());
        QElapsedTimer closing;
        closing.start();
        QVERIFY(fixture->window.close());
        fixture.reset();
        QVERIFY2(closing.elapsed() < 5000, qPrintable(QString::number(closing.elapsed())));
    }

    void scenarios_are_not_taken_for_models()
    {
        QTemporaryDir folder;
        const QString scenario = folder.filePath(QStringLiteral("plan.json"));
        write_file(scenario, R"({"format": "rigwright.scenario", "version": 1, "model_type": "gpt2"})");
        QCOMPARE(content_of_file(scenario), FileContent::project);
        const QString config = folder.filePath(QStringLiteral("config.json"));
        write_file(config, R"({"model_type": "gpt2"})");
        QCOMPARE(content_of_file(config), FileContent::model);
        QCOMPARE(content_of_file(folder.filePath(QStringLiteral("missing.json"))), FileContent::project);
    }

    void the_list_is_searched_by_purpose()
    {
        WindowFixture fixture;
        PickerControl* picker = child<ChoicesColumn>(fixture.window, "choices")->model()->picker();
        pick(*picker->box(), QStringLiteral("densenet169"));
        QCOMPARE(fixture.document.scenario().model.preset, std::string("densenet169"));
        QCOMPARE(picker->box()->currentText(), QStringLiteral("DenseNet-169"));
    }

    void every_preset_has_figures_and_a_meaning()
    {
        WindowFixture fixture;
        for (const QString& language : {QStringLiteral("en"), QStringLiteral("zh_CN")}) {
            fixture.words.use(language);
            int presets = 0;
            for (const PickerEntry& entry : model_entries(engine_data(), fixture.words, QString())) {
                if (engine_data().preset(entry.id.toStdString()) == nullptr) continue;
                ++presets;
                QCOMPARE(entry.columns.size(), 4);
                QVERIFY2(!entry.columns[0].startsWith(QLatin1Char('0')), qPrintable(entry.id));
                // Networks named after their widths and MosaicML's configurations have no dated publication.
                const bool is_undated =
                    entry.id.startsWith(QLatin1String("mlp-")) || entry.id.startsWith(QLatin1String("mpt-"));
                QVERIFY2(entry.columns[2].isEmpty() == is_undated, qPrintable(entry.id));
                QVERIFY2(!entry.columns[3].isEmpty() && !entry.columns[3].contains(QStringLiteral("meaning.")),
                         qPrintable(entry.id + entry.columns[3]));
                QVERIFY2(!entry.group.isEmpty(), qPrintable(entry.id));
            }
            QVERIFY(presets >= 176);
        }
        QCOMPARE(compact_count(25'557'032), QStringLiteral("25.6 M"));
        QCOMPARE(compact_count(671'026'404'352.0), QStringLiteral("671 B"));
        QCOMPARE(compact_count(61'706), QStringLiteral("61.7 k"));
    }

    void unread_hyperparameters_have_no_control()
    {
        WindowFixture fixture;
        Scenario scenario = fabric_scenario();
        scenario.model.preset = "yolov8n";
        scenario.input = ModelInput();
        fixture.document.set_scenario(scenario, QStringLiteral("test"));
        QVERIFY(child<ChoicesColumn>(fixture.window, "choices")->control(QStringLiteral("model.shape.width_multiple")));
        QVERIFY(!child<ChoicesColumn>(fixture.window, "choices")->control(QStringLiteral("model.shape.queries")));
    }
};

RIGWRIGHT_STYLED_TEST(ModelImportTest)

} // namespace rigwright::test::tst_model_import

#include "tst_model_import.moc"
