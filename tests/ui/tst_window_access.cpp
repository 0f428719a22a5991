// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/suite.h"
#include "tests/ui/find_widget.h"
#include "tests/ui/window_fixture.h"
#include "ui/controls/card.h"
#include "ui/controls/quantity_label.h"
#include "ui/controls/relayout_guard.h"
#include "ui/controls/step_slider.h"
#include "ui/panels/choices_column.h"
#include "ui/panels/findings_panel.h"
#include "ui/window_menus.h"

#include <QAccessible>
#include <QComboBox>
#include <QLabel>
#include <QMenu>
#include <QMenuBar>
#include <QPushButton>
#include <QRegularExpression>
#include <QTabBar>
#include <QTranslator>
#include <QVBoxLayout>

#include <set>

namespace tst_window_access {

using namespace rigwright;
using namespace rigwright::test;

namespace {

/// Texts a person can see in a window.
QStringList shown_texts(const QWidget& window)
{
    QStringList texts{window.windowTitle()};
    for (const QWidget* widget : window.findChildren<QWidget*>()) {
        // Qt names the arrows of a tab bar when it makes them.
        if (qobject_cast<const QTabBar*>(widget->parentWidget())) continue;
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
    static const std::set<QString> kept{"SSD",
                                        "FSDP",
                                        "NormalFloat",
                                        "Faster",
                                        "Mask",
                                        "R",
                                        "CNN",
                                        "RetinaNet",
                                        "YOLOv",
                                        "tiny",
                                        "X",
                                        "VGG",
                                        "GPU",
                                        "GPUs",
                                        "CPU",
                                        "RAM",
                                        "GiB",
                                        "MiB",
                                        "KiB",
                                        "MB",
                                        "GB",
                                        "TB",
                                        "PB",
                                        "B",
                                        "px",
                                        "FLOP",
                                        "GFLOP",
                                        "TFLOP",
                                        "PFLOP",
                                        "MFU",
                                        "AMP",
                                        "FP",
                                        "BF",
                                        "TF",
                                        "DETR",
                                        "ResNet",
                                        "NVLink",
                                        "PCIe",
                                        "AdamW",
                                        "Adam",
                                        "SGD",
                                        "Adafactor",
                                        "Lion",
                                        "RMSprop",
                                        "Adagrad",
                                        "LAMB",
                                        "PyTorch",
                                        "TensorFlow",
                                        "ImageFolder",
                                        "COCO",
                                        "Keras",
                                        "scikit",
                                        "learn",
                                        "JPEG",
                                        "PNG",
                                        "English",
                                        "Rigwright",
                                        "RIGWRIGHT",
                                        "DATA",
                                        "NVIDIA",
                                        "GeForce",
                                        "RTX",
                                        "Fabric",
                                        "AI",
                                        "ms",
                                        "s",
                                        "min",
                                        "h",
                                        "µs",
                                        "flash",
                                        "FlashAttention",
                                        "attention",
                                        "Flash",
                                        "Attention",
                                        "fp",
                                        "bf",
                                        "Qt",
                                        "MAC",
                                        "GMAC",
                                        "Ctrl",
                                        "SVG",
                                        "PDF",
                                        "TSV",
                                        "ReLU",
                                        "GELU",
                                        "SiLU",
                                        "Quick",
                                        "tanh",
                                        "ReLU",
                                        "sigmoid",
                                        "torch",
                                        "compile",
                                        "EMA",
                                        "NHWC",
                                        "NCHW",
                                        "eager",
                                        "ZeRO",
                                        "CUDA",
                                        "Transformer",
                                        "k",
                                        "M",
                                        "G",
                                        "T",
                                        "Del",
                                        "D",
                                        "Alt",
                                        "Up",
                                        "Down",
                                        "LeNet",
                                        "AlexNet",
                                        "VGG",
                                        "Leaky",
                                        "Sigmoid",
                                        "Tanh",
                                        "Hardswish",
                                        "Softmax",
                                        "Dropout",
                                        "kWh",
                                        "W",
                                        "kW",
                                        "kg",
                                        "Mbit",
                                        "PUE",
                                        "U"};
    return kept.contains(word);
}

/// A language whose texts are a third longer than the English ones, as German or Russian often are.
class LongerTexts : public QTranslator {
public:
    static constexpr QChar before{u'⟦'};

    bool isEmpty() const override { return false; }
    QString translate(const char*, const char* source, const char*, int) const override
    {
        const QString text = QString::fromUtf8(source);
        return before + text + QString(text.size() / 3, QLatin1Char('~')) + QChar(u'⟧');
    }
};

/// Visible texts on one line that have less room than they need.
QStringList cut_off_texts(const QWidget& window)
{
    QStringList cut;
    const auto check = [&cut](const QWidget& widget, const QString& text) {
        if (!widget.isVisible() || text.isEmpty()) return;
        if (widget.width() < widget.sizeHint().width() - 1) cut << text;
    };
    for (const auto* label : window.findChildren<QLabel*>())
        if (!label->wordWrap() && label->sizePolicy().horizontalPolicy() != QSizePolicy::Ignored)
            check(*label, label->text());
    // Those that end in dots show the whole text when pointed at.
    for (const auto* button : window.findChildren<QAbstractButton*>())
        if (!qobject_cast<const ElidingButton*>(button)) check(*button, button->text());
    return cut;
}

} // namespace

/// The window in both languages, by keyboard, for a screen reader and on a small screen.
class WindowAccessTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void nothing_stays_english_in_a_chinese_window();
    void mnemonics_are_unique_data();
    void mnemonics_are_unique();
    void every_control_has_a_name();
    void tab_reaches_every_control();
    void f6_goes_round_the_panes();
    void f6_goes_on_from_anywhere_in_the_results();
    void a_fix_leaves_the_keyboard_where_it_was();
    void the_language_switch_has_room_for_its_text();
    void a_text_that_changed_out_of_sight_has_room();
    void longer_texts_are_not_cut_off();
    void fits_a_small_screen_data();
    void fits_a_small_screen();
    void titles_survive_odd_names();
};

void WindowAccessTest::initTestCase()
{
    install_style(*qApp);
    install_step_slider_accessibility();
}

void WindowAccessTest::nothing_stays_english_in_a_chinese_window()
{
    WindowFixture fixture;
    QVERIFY(QTest::qWaitFor([&fixture] { return fixture.window.is_drawn(); }, 20000));
    const QStringList english = shown_texts(fixture.window);
    fixture.speak(QStringLiteral("zh_CN"));
    static const QRegularExpression word(QStringLiteral("[A-Za-zµ]+"));
    static const QRegularExpression mnemonic(QStringLiteral("\\(&[A-Z]\\)"));
    // A hyperparameter's tooltip quotes its key in scenario files.
    static const QRegularExpression power_of_ten(QStringLiteral("\\de-\\d"));
    static const QRegularExpression quoted(QStringLiteral("“[^”]*”"));
    QStringList left;
    for (QString text : shown_texts(fixture.window)) {
        const QString whole = text;
        // An unknown message renders as its code in brackets.
        QVERIFY2(!text.startsWith(QLatin1Char('[')), qPrintable(text));
        text.remove(mnemonic).remove(quoted).remove(power_of_ten);
        // Models and public data sets keep their names.
        const auto& presets = engine_data().presets;
        if (std::ranges::any_of(presets, [&](const Preset& preset) { return from_utf8(preset.title) == whole; }))
            continue;
        for (const DatasetRecord& dataset : engine_data().hardware.datasets) text.remove(from_utf8(dataset.name));
        const auto& gpus = engine_data().hardware.gpus;
        if (std::ranges::any_of(gpus, [&](const Gpu& gpu) { return from_utf8(gpu.vendor) == whole; })) continue;
        for (QRegularExpressionMatchIterator match = word.globalMatch(text); match.hasNext();) {
            if (const QString found = match.next().captured(); !may_stay(found))
                left << found + QStringLiteral(" in: ") + whole;
        }
    }
    QVERIFY2(left.isEmpty(), qPrintable(left.join(QLatin1Char('\n'))));
    QVERIFY(fixture.window.windowTitle().contains(QStringLiteral("算力匠")));
    fixture.speak(QStringLiteral("en"));
    QStringList changed = shown_texts(fixture.window);
    for (const QString& text : english) changed.removeOne(text);
    QVERIFY2(changed.isEmpty(), qPrintable(changed.join(QLatin1Char('\n'))));
}

void WindowAccessTest::mnemonics_are_unique_data()
{
    QTest::addColumn<QString>("language");
    for (const QString& id : InterfaceLanguage::available()) QTest::newRow(qPrintable(id)) << id;
}

void WindowAccessTest::mnemonics_are_unique()
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
    for (const FieldControl* control : child<ChoicesColumn>(fixture.window)->controls()) {
        const QString key = mnemonic(control->label()->text());
        if (!key.isEmpty()) QVERIFY2(in_window.insert(key).second, qPrintable(control->label()->text()));
    }
    std::set<QKeySequence> shortcuts;
    for (const QAction* action : fixture.window.menus().actions()) {
        if (!action->shortcut().isEmpty())
            QVERIFY2(shortcuts.insert(action->shortcut()).second, qPrintable(action->text()));
    }
}

void WindowAccessTest::every_control_has_a_name()
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

void WindowAccessTest::tab_reaches_every_control()
{
    WindowFixture fixture;
    fixture.window.activateWindow();
    for (Section* section : child<ChoicesColumn>(fixture.window)->sections()) section->set_open(true);
    std::set<const QWidget*> wanted;
    for (const FieldControl* control : child<ChoicesColumn>(fixture.window)->controls())
        wanted.insert(control->editor());
    for (const QuantityLabel* label : fixture.window.findChildren<QuantityLabel*>()) {
        // Those of other tabs are reached when their tab is in front.
        if (label->isEnabled() && label->isVisible()) wanted.insert(label);
    }
    child<ChoicesColumn>(fixture.window)->controls().front()->editor()->setFocus();
    const QWidget* first = QApplication::focusWidget();
    int last_top = -1;
    int steps = 0;
    do {
        const QWidget* focus = QApplication::focusWidget();
        QVERIFY(focus);
        for (const QWidget* widget = focus; widget; widget = widget->parentWidget()) wanted.erase(widget);
        if (const auto* slider = qobject_cast<const StepSlider*>(focus)) {
            const int top = slider->mapTo(child<ChoicesColumn>(fixture.window)->widget(), QPoint()).y();
            QVERIFY2(top >= last_top, "tab order follows the page");
            last_top = top;
        } else if (!child<ChoicesColumn>(fixture.window)->isAncestorOf(focus)) {
            last_top = -1;
        }
        QTest::keyClick(fixture.window.windowHandle(), Qt::Key_Tab);
    } while (QApplication::focusWidget() != first && ++steps < 400);
    QCOMPARE(QApplication::focusWidget(), first);
    QVERIFY2(wanted.empty(), wanted.empty() ? "" : qPrintable((*wanted.begin())->accessibleName()));
}

void WindowAccessTest::f6_goes_round_the_panes()
{
    WindowFixture fixture;
    fixture.window.activateWindow();
    child<ChoicesColumn>(fixture.window)->controls().front()->editor()->setFocus();
    QSet<QWidget*> seen;
    for (int i = 0; i < 3; ++i) {
        QTest::keyClick(&fixture.window, Qt::Key_F6);
        seen.insert(QApplication::focusWidget());
    }
    QCOMPARE(seen.size(), 3);
    QVERIFY(child<ChoicesColumn>(fixture.window)->isAncestorOf(QApplication::focusWidget()));
}

void WindowAccessTest::f6_goes_on_from_anywhere_in_the_results()
{
    WindowFixture fixture;
    fixture.window.activateWindow();
    QWidget* results = fixture.window.tabs().parentWidget();
    child<ChoicesColumn>(fixture.window)->controls().front()->editor()->setFocus();
    QTest::keyClick(&fixture.window, Qt::Key_F6);
    QVERIFY(results->isAncestorOf(QApplication::focusWidget()));
    fixture.window.tabs().tabBar()->setFocus();
    QTest::keyClick(&fixture.window, Qt::Key_F6);
    QVERIFY(fixture.window.findChild<QWidget*>(QStringLiteral("meaning"))->isAncestorOf(QApplication::focusWidget()));
    QTest::keyClick(&fixture.window, Qt::Key_F6, Qt::ShiftModifier);
    QVERIFY(results->isAncestorOf(QApplication::focusWidget()));
}

void WindowAccessTest::a_fix_leaves_the_keyboard_where_it_was()
{
    WindowFixture fixture;
    Scenario scenario = fabric_scenario();
    scenario.build.power_supply = "psu-650-gold";
    QVERIFY(fixture.document.replace(scenario));
    fixture.window.activateWindow();
    FindingsPanel& findings = *child<FindingsPanel>(fixture.window);
    QTRY_VERIFY_WITH_TIMEOUT(findings.is_settled(), 120000);
    FindingRow* row = findings.row("power-supply-too-small");
    QVERIFY(row && !row->findChildren<ElidingButton*>().empty() &&
            row->findChildren<ElidingButton*>().front()->isVisible());
    row->findChildren<ElidingButton*>().front()->setFocus();
    QTest::keyClick(row->findChildren<ElidingButton*>().front(), Qt::Key_Space);
    QVERIFY(fixture.document.scenario().build.power_supply != "psu-650-gold");
    QVERIFY(QApplication::focusWidget() != nullptr);
    QVERIFY2(findings.isAncestorOf(QApplication::focusWidget()),
             QApplication::focusWidget()->metaObject()->className());
    QTRY_VERIFY_WITH_TIMEOUT(findings.is_settled(), 120000);
    QVERIFY(findings.isAncestorOf(QApplication::focusWidget()));
}

void WindowAccessTest::the_language_switch_has_room_for_its_text()
{
    WindowFixture fixture;
    const QWidget* corner = fixture.window.menuBar()->cornerWidget();
    for (const QString& id : InterfaceLanguage::available()) {
        fixture.speak(id);
        QVERIFY2(corner->width() >= corner->sizeHint().width(), qPrintable(id));
        QVERIFY2(fixture.window.menuBar()->rect().contains(corner->geometry()), qPrintable(id));
    }
}

void WindowAccessTest::a_text_that_changed_out_of_sight_has_room()
{
    QWidget window;
    auto* column = new QVBoxLayout(&window);
    auto* row = new QWidget;
    auto* inside = new QVBoxLayout(row);
    auto* label = new QLabel(QStringLiteral("short"));
    label->setWordWrap(true);
    auto* box = new RelayoutGuard(label, RelayoutGuard::Follows::height);
    inside->addWidget(box);
    inside->addWidget(new QPushButton(QStringLiteral("fix")));
    column->addWidget(row);
    column->addStretch(1);
    window.resize(200, 400);
    window.show();
    QVERIFY(QTest::qWaitForWindowExposed(&window));
    row->hide();
    QApplication::processEvents();
    label->setText(
        QStringLiteral("a text that needs many more lines than the one that stood here before it, and a few"));
    row->show();
    QApplication::processEvents();
    QVERIFY(label->heightForWidth(box->width()) > 2 * box->fontMetrics().height());
    QTRY_VERIFY2(box->height() >= label->heightForWidth(box->width()), qPrintable(QString::number(box->height())));
}

void WindowAccessTest::longer_texts_are_not_cut_off()
{
    WindowFixture fixture;
    LongerTexts longer;
    QVERIFY(QCoreApplication::installTranslator(&longer));
    QApplication::sendPostedEvents();
    QVERIFY(QTest::qWaitFor([&fixture] { return fixture.window.is_drawn(); }, 20000));
    QVERIFY(fixture.window.findChild<QMenuBar*>()->actions().front()->text().startsWith(LongerTexts::before));
    for (int i = 0; i < fixture.window.tabs().count(); ++i) {
        fixture.window.tabs().setCurrentIndex(i);
        QApplication::processEvents();
        const QStringList cut = cut_off_texts(fixture.window);
        QVERIFY2(cut.isEmpty(), qPrintable(fixture.window.tabs().currentWidget()->objectName() + QLatin1String(": ") +
                                           cut.join(QStringLiteral(" | "))));
    }
    QCoreApplication::removeTranslator(&longer);
}

void WindowAccessTest::fits_a_small_screen_data() { mnemonics_are_unique_data(); }

void WindowAccessTest::fits_a_small_screen()
{
    QFETCH(QString, language);
    WindowFixture fixture;
    fixture.speak(language);
    fixture.show(QSize(1024, 768));
    QCOMPARE(fixture.window.size(), QSize(1024, 768));
    const QSize least = fixture.window.minimumSizeHint();
    QVERIFY2(least.width() <= 960 && least.height() <= 680,
             qPrintable(QStringLiteral("%1 x %2").arg(least.width()).arg(least.height())));
}

void WindowAccessTest::titles_survive_odd_names()
{
    WindowFixture fixture;
    Scenario odd = fabric_scenario();
    odd.name = "50 % [*] <b>%1</b>";
    QVERIFY(fixture.document.replace(odd));
    fixture.speak(QStringLiteral("zh_CN"));
    QVERIFY(fixture.window.windowTitle().contains(QStringLiteral("50 % [*][*] <b>%1</b>")));
}

RIGWRIGHT_WIDGET_TEST(WindowAccessTest)

} // namespace tst_window_access

#include "tst_window_access.moc"
