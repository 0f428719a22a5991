// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explain/explain.h"
#include "tests/ui/window_fixture.h"
#include "ui/controls/parameter_control.h"
#include "ui/controls/quantity_label.h"
#include "ui/controls/step_slider.h"
#include "ui/panels/choices_column.h"
#include "ui/panels/notice_strip.h"
#include "ui/panels/working_panel.h"
#include "ui/window_files.h"
#include "ui/window_menus.h"

#include <QAbstractItemModelTester>
#include <QAccessible>
#include <QComboBox>
#include <QFile>
#include <QMimeData>
#include <QDropEvent>
#include <QTemporaryDir>
#include <QTest>

#include <set>

using namespace rigwright;
using namespace rigwright::test;

class MainWindowTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void a_drag_is_one_undo_step_and_shows_the_engine();
    void every_shown_number_opens_its_working();
    void a_leaf_of_the_working_leads_to_its_setting();
    void refused_settings_are_marked_and_the_answer_stays();
    void another_model_brings_its_own_controls();
    void nothing_stays_english_in_a_chinese_window();
    void mnemonics_are_unique_data();
    void mnemonics_are_unique();
    void every_control_has_a_name();
    void tab_reaches_every_control();
    void f6_goes_round_the_panes();
    void fits_a_small_screen_data();
    void fits_a_small_screen();
    void the_third_column_becomes_a_tab();
    void a_broken_file_changes_nothing_data();
    void a_broken_file_changes_nothing();
    void saving_and_opening_gives_the_same_document();
    void a_dropped_file_is_opened();
    void titles_survive_odd_names();
    void the_working_tree_is_a_sound_model();
};

void MainWindowTest::initTestCase()
{
    install_style(*qApp);
    install_step_slider_accessibility();
}

void MainWindowTest::a_drag_is_one_undo_step_and_shows_the_engine()
{
    WindowFixture fixture;
    auto* control = qobject_cast<ParameterControl*>(fixture.window.choices().control(QStringLiteral("training.micro_batch")));
    QVERIFY(control);
    StepSlider* slider = control->slider();
    fixture.window.choices().ensureWidgetVisible(control);
    QTest::mousePress(slider, Qt::LeftButton, {}, QPoint(slider->width() / 2, slider->height() / 2));
    for (int x = slider->width() / 2; x < slider->width() * 3 / 4; x += 2) QTest::mouseMove(slider, QPoint(x, slider->height() / 2));
    QTest::mouseRelease(slider, Qt::LeftButton, {}, QPoint(slider->width() * 3 / 4, slider->height() / 2));
    QCOMPARE(fixture.document.undo_stack().count(), 1);
    const auto batch = static_cast<std::int64_t>(slider->step());
    QVERIFY(batch > 2);
    QCOMPARE(fixture.document.scenario().training.micro_batch, batch);
    const QString shown = fixture.words.text(value_of(fixture.document.evaluation().estimate->memory->total));
    QuantityLabel* total = nullptr;
    for (QuantityLabel* label : fixture.window.findChildren<QuantityLabel*>()) {
        if (label->quantity() == QLatin1String("memory.total_bytes")) total = label;
    }
    QVERIFY(total);
    QVERIFY2(total->text().startsWith(shown), qPrintable(total->text()));
    fixture.document.undo_stack().undo();
    QCOMPARE(fixture.document.scenario(), fabric_scenario());
    QCOMPARE(control->field()->text(), QStringLiteral("2"));
}

void MainWindowTest::every_shown_number_opens_its_working()
{
    WindowFixture fixture;
    const QList<QuantityLabel*> labels = fixture.window.findChildren<QuantityLabel*>();
    QVERIFY(labels.size() >= 15);
    for (QuantityLabel* label : labels) {
        QTest::mouseClick(label, Qt::LeftButton);
        QCOMPARE(fixture.window.working().quantity(), label->quantity());
        QVERIFY2(fixture.window.working().has_working(), qPrintable(label->quantity()));
    }
}

void MainWindowTest::a_leaf_of_the_working_leads_to_its_setting()
{
    WindowFixture fixture;
    fixture.window.show_working(QStringLiteral("time.steps_per_epoch"));
    QTreeView* tree = fixture.window.working().tree();
    tree->expandAll();
    const QModelIndexList leaves =
        tree->model()->match(tree->model()->index(0, 0), WorkingModel::origin_role, QStringLiteral("training.micro_batch"), 1, Qt::MatchExactly | Qt::MatchRecursive);
    QVERIFY(!leaves.isEmpty());
    tree->scrollTo(leaves.first());
    QTest::mouseClick(tree->viewport(), Qt::LeftButton, {}, tree->visualRect(leaves.first()).center());
    FieldControl* control = fixture.window.choices().control(QStringLiteral("training.micro_batch"));
    QTRY_VERIFY(control->editor()->hasFocus());
}

void MainWindowTest::refused_settings_are_marked_and_the_answer_stays()
{
    WindowFixture fixture;
    const Bytes before = fixture.document.evaluation().estimate->memory->total;
    auto* heads = qobject_cast<ParameterControl*>(fixture.window.choices().control(QStringLiteral("model.shape.heads")));
    QVERIFY(heads);
    heads->field()->setFocus();
    heads->field()->selectAll();
    QTest::keyClicks(heads->field(), QStringLiteral("7"));
    QVERIFY(heads->is_marked());
    QVERIFY(!heads->message().startsWith(QLatin1Char('[')));
    QCOMPARE(heads->field()->text(), QStringLiteral("7"));
    QCOMPARE(fixture.document.evaluation().estimate->memory->total, before);
    QVERIFY(fixture.document.set_field("training.epochs", std::int64_t{5}));
    QVERIFY(heads->is_marked());
}

void MainWindowTest::another_model_brings_its_own_controls()
{
    WindowFixture fixture;
    ChoicesColumn& choices = fixture.window.choices();
    QVERIFY(choices.control(QStringLiteral("input.image_height")));
    QVERIFY(!choices.control(QStringLiteral("input.sequence_length")));
    auto* picker = qobject_cast<PickerControl*>(choices.control(QStringLiteral("model.preset")));
    QVERIFY(picker);
    picker->box()->lineEdit()->setText(QStringLiteral("GPT-2 small"));
    QTest::keyClick(picker->box()->lineEdit(), Qt::Key_Return);
    QCOMPARE(fixture.document.scenario().model.preset, std::string("gpt2-small"));
    QVERIFY(choices.control(QStringLiteral("input.sequence_length")));
    QVERIFY(!choices.control(QStringLiteral("input.image_height")));
    fixture.document.undo_stack().undo();
    QVERIFY(choices.control(QStringLiteral("input.image_height")));
}

namespace {

/// Texts a person can see in a window.
QStringList shown_texts(const QWidget& window)
{
    QStringList texts{window.windowTitle()};
    for (const QWidget* widget : window.findChildren<QWidget*>()) {
        texts << widget->toolTip() << widget->accessibleName();
        if (const auto* label = qobject_cast<const QLabel*>(widget)) texts << label->text();
        if (const auto* button = qobject_cast<const QAbstractButton*>(widget)) texts << button->text();
        if (const auto* menu = qobject_cast<const QMenu*>(widget)) texts << menu->title();
        if (const auto* box = qobject_cast<const QComboBox*>(widget); box && !box->isEditable()) {
            for (int i = 0; i < box->count(); ++i) texts << box->itemText(i);
        }
        if (const auto* tabs = qobject_cast<const QTabWidget*>(widget)) {
            for (int i = 0; i < tabs->count(); ++i) texts << tabs->tabText(i);
        }
        for (const QAction* action : widget->actions()) texts << action->text();
    }
    texts.removeDuplicates();
    texts.removeAll(QString());
    return texts;
}

/// Names, units and terms of the field that a Chinese text keeps in Latin letters.
bool may_stay(const QString& word)
{
    static const std::set<QString> kept{
        "GPU", "GPUs", "CPU", "RAM", "GiB", "MiB", "KiB", "MB", "GB", "TB", "PB", "B", "px", "FLOP", "GFLOP", "TFLOP", "PFLOP", "MFU", "AMP", "FP", "BF", "TF", "DETR", "ResNet",
        "NVLink", "PCIe", "AdamW", "Adam", "SGD", "Adafactor", "Lion", "RMSprop", "Adagrad", "LAMB", "PyTorch", "TensorFlow", "Keras", "scikit", "learn", "JPEG", "PNG",
        "English", "Rigwright", "RIGWRIGHT", "DATA", "NVIDIA", "GeForce", "RTX", "Fabric", "AI", "ms", "s", "min", "h", "µs", "flash", "attention", "Flash", "Attention",
        "fp", "bf", "Qt", "MAC", "GMAC", "Ctrl", "SVG", "PDF", "TSV", "ReLU", "GELU", "SiLU", "Quick", "tanh", "ReLU", "sigmoid", "torch", "compile", "EMA", "NHWC", "NCHW", "eager", "ZeRO",
        "CUDA", "Transformer", "k", "M", "G", "T"};
    return kept.contains(word);
}

} // namespace

void MainWindowTest::nothing_stays_english_in_a_chinese_window()
{
    WindowFixture fixture;
    const QStringList english = shown_texts(fixture.window);
    fixture.speak(QStringLiteral("zh_CN"));
    static const QRegularExpression word(QStringLiteral("[A-Za-zµ]+"));
    static const QRegularExpression mnemonic(QStringLiteral("\\(&[A-Z]\\)"));
    // A hyperparameter's tooltip quotes its key in scenario files.
    static const QRegularExpression quoted(QStringLiteral("“[^”]*”"));
    QStringList left;
    for (QString text : shown_texts(fixture.window)) {
        const QString whole = text;
        text.remove(mnemonic).remove(quoted);
        for (QRegularExpressionMatchIterator match = word.globalMatch(text); match.hasNext();) {
            if (const QString found = match.next().captured(); !may_stay(found)) left << found + QStringLiteral(" in: ") + whole;
        }
    }
    QVERIFY2(left.isEmpty(), qPrintable(left.join(QLatin1Char('\n'))));
    QVERIFY(fixture.window.windowTitle().contains(QStringLiteral("算力匠")));
    fixture.speak(QStringLiteral("en"));
    QCOMPARE(shown_texts(fixture.window), english);
}

void MainWindowTest::mnemonics_are_unique_data()
{
    QTest::addColumn<QString>("language");
    for (const QString& id : InterfaceLanguage::available()) QTest::newRow(qPrintable(id)) << id;
}

void MainWindowTest::mnemonics_are_unique()
{
    QFETCH(QString, language);
    WindowFixture fixture;
    fixture.speak(language);
    const auto mnemonic = [](const QString& text) { return QKeySequence::mnemonic(text).toString(); };
    std::set<QString> in_window;
    for (const QAction* action : fixture.window.menuBar()->actions()) {
        QVERIFY(!mnemonic(action->text()).isEmpty());
        QVERIFY2(in_window.insert(mnemonic(action->text())).second, qPrintable(action->text()));
        std::set<QString> in_menu;
        for (const QAction* item : action->menu()->actions()) {
            if (item->isSeparator()) continue;
            QVERIFY2(!mnemonic(item->text()).isEmpty(), qPrintable(item->text()));
            QVERIFY2(in_menu.insert(mnemonic(item->text())).second, qPrintable(item->text()));
        }
    }
    for (const FieldControl* control : fixture.window.choices().controls()) {
        const QString key = mnemonic(control->label()->text());
        if (!key.isEmpty()) QVERIFY2(in_window.insert(key).second, qPrintable(control->label()->text()));
    }
    std::set<QKeySequence> shortcuts;
    for (const QAction* action : fixture.window.menus().actions()) {
        if (!action->shortcut().isEmpty()) QVERIFY2(shortcuts.insert(action->shortcut()).second, qPrintable(action->text()));
    }
}

void MainWindowTest::every_control_has_a_name()
{
    WindowFixture fixture;
    QStringList nameless;
    for (QWidget* widget : fixture.window.findChildren<QWidget*>()) {
        if ((widget->focusPolicy() & Qt::TabFocus) == 0 || !widget->isVisible()) continue;
        // Tab bars, headers and viewports belong to a widget that has a name itself.
        QAccessibleInterface* interface = QAccessible::queryAccessibleInterface(widget);
        if (interface && !interface->text(QAccessible::Name).isEmpty()) continue;
        const QWidget* owner = widget->parentWidget();
        if (owner && !owner->accessibleName().isEmpty()) continue;
        nameless << QString::fromLatin1(widget->metaObject()->className()) + QLatin1Char(' ') + widget->objectName();
    }
    QVERIFY2(nameless.isEmpty(), qPrintable(nameless.join(QLatin1Char('\n'))));
}

void MainWindowTest::tab_reaches_every_control()
{
    WindowFixture fixture;
    fixture.window.activateWindow();
    for (Section* section : fixture.window.choices().sections()) section->set_open(true);
    std::set<const QWidget*> wanted;
    for (const FieldControl* control : fixture.window.choices().controls()) wanted.insert(control->editor());
    for (const QuantityLabel* label : fixture.window.findChildren<QuantityLabel*>()) {
        if (label->isEnabled()) wanted.insert(label);
    }
    fixture.window.choices().controls().front()->editor()->setFocus();
    const QWidget* first = QApplication::focusWidget();
    int last_top = -1;
    int steps = 0;
    do {
        const QWidget* focus = QApplication::focusWidget();
        QVERIFY(focus);
        for (const QWidget* widget = focus; widget; widget = widget->parentWidget()) wanted.erase(widget);
        if (const auto* slider = qobject_cast<const StepSlider*>(focus)) {
            const int top = slider->mapTo(fixture.window.choices().widget(), QPoint()).y();
            QVERIFY2(top >= last_top, "tab order follows the page");
            last_top = top;
        } else if (!fixture.window.choices().isAncestorOf(focus)) {
            last_top = -1;
        }
        QTest::keyClick(fixture.window.windowHandle(), Qt::Key_Tab);
    } while (QApplication::focusWidget() != first && ++steps < 400);
    QCOMPARE(QApplication::focusWidget(), first);
    QVERIFY2(wanted.empty(), wanted.empty() ? "" : qPrintable((*wanted.begin())->accessibleName()));
}

void MainWindowTest::f6_goes_round_the_panes()
{
    WindowFixture fixture;
    fixture.window.activateWindow();
    fixture.window.choices().controls().front()->editor()->setFocus();
    QSet<QWidget*> seen;
    for (int i = 0; i < 3; ++i) {
        QTest::keyClick(&fixture.window, Qt::Key_F6);
        seen.insert(QApplication::focusWidget());
    }
    QCOMPARE(seen.size(), 3);
    QVERIFY(fixture.window.choices().isAncestorOf(QApplication::focusWidget()));
}

void MainWindowTest::fits_a_small_screen_data() { mnemonics_are_unique_data(); }

void MainWindowTest::fits_a_small_screen()
{
    QFETCH(QString, language);
    WindowFixture fixture;
    fixture.speak(language);
    fixture.show(QSize(1024, 768));
    QCOMPARE(fixture.window.size(), QSize(1024, 768));
    const QSize least = fixture.window.minimumSizeHint();
    QVERIFY2(least.width() <= 960 && least.height() <= 680, qPrintable(QStringLiteral("%1 x %2").arg(least.width()).arg(least.height())));
}

void MainWindowTest::the_third_column_becomes_a_tab()
{
    WindowFixture fixture;
    const int plots = fixture.window.tabs().count();
    fixture.show(QSize(1024, 768));
    QCOMPARE(fixture.window.tabs().count(), plots + 1);
    fixture.window.tabs().setCurrentIndex(0);
    fixture.window.show_working(QStringLiteral("memory.parts.weights"));
    QCOMPARE(fixture.window.tabs().currentIndex(), plots);
    QVERIFY(fixture.window.working().isVisible());
    fixture.show(QSize(1440, 900));
    QCOMPARE(fixture.window.tabs().count(), plots);
    QVERIFY(fixture.window.working().isVisible());
}

void MainWindowTest::a_broken_file_changes_nothing_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("mentioned");
    const QByteArray head = R"({"format": "rigwright.scenario", "version": 1, "model": {"preset": "resnet50"}, "build": {"gpu": "rtx4090"})";
    QTest::newRow("no JSON") << QByteArray("hello") << QString();
    QTest::newRow("empty") << QByteArray() << QString();
    QTest::newRow("negative") << head + R"(, "training": {"micro_batch": -5}})" << "training.micro_batch";
    QTest::newRow("unknown key") << head + R"(, "training": {"luck": 1}})" << "training.luck";
    QTest::newRow("unknown part") << QByteArray(R"({"format": "rigwright.scenario", "version": 1, "model": {"preset": "resnet50"}, "build": {"gpu": "rtx9999"}})") << "build.gpu";
    QTest::newRow("markup") << head + R"(, "training": {"<img src='x'>": 1}})" << "<img";
}

void MainWindowTest::a_broken_file_changes_nothing()
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
    QVERIFY2(!fixture.window.trouble().text().contains(QLatin1String("[finding")), qPrintable(fixture.window.trouble().text()));
    for (const QLabel* label : fixture.window.trouble().findChildren<QLabel*>()) {
        if (!label->text().isEmpty()) QCOMPARE(label->textFormat(), Qt::PlainText);
    }
    QVERIFY(!fixture.window.files().open(folder.filePath(QStringLiteral("missing.json"))));
    QCOMPARE(fixture.document.scenario(), before);
}

void MainWindowTest::saving_and_opening_gives_the_same_document()
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

void MainWindowTest::a_dropped_file_is_opened()
{
    QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("dropped.json"));
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(R"({"format": "rigwright.scenario", "version": 1, "name": "Dropped", "model": {"preset": "resnet50"}, "build": {"gpu": "rtx4090"}})");
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

void MainWindowTest::titles_survive_odd_names()
{
    WindowFixture fixture;
    Scenario odd = fabric_scenario();
    odd.name = "50 % [*] <b>%1</b>";
    QVERIFY(fixture.document.replace(odd));
    fixture.speak(QStringLiteral("zh_CN"));
    QVERIFY(fixture.window.windowTitle().contains(QStringLiteral("50 % [*][*] <b>%1</b>")));
}

void MainWindowTest::the_working_tree_is_a_sound_model()
{
    WindowFixture fixture;
    WorkingModel model(fixture.words);
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    for (const std::string_view id : explained_quantities()) {
        const std::optional<Working> working = explain(fixture.document.evaluation(), *engine_data(), id);
        if (!working) continue;
        model.show_working(*working);
        QCOMPARE(model.rowCount(), 1);
        QVERIFY(!model.index(0, 0).data().toString().startsWith(QLatin1Char('[')));
    }
    model.clear();
    QCOMPARE(model.rowCount(), 0);
}

QTEST_MAIN(MainWindowTest)
#include "tst_main_window.moc"
