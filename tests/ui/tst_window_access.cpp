// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/suite.h"
#include "tests/ui/window_fixture.h"
#include "ui/controls/card.h"
#include "ui/controls/quantity_label.h"
#include "ui/controls/relayout_guard.h"
#include "ui/panels/choices_column.h"
#include "ui/panels/findings_panel.h"
#include "ui/panels/working_panel.h"
#include "ui/theme/theme.h"
#include "ui/window/commands.h"
#include "ui/window/place_view.h"
#include "ui/window/status_cell.h"
#include "ui/window/status_line.h"
#include "ui/window/window_body.h"

#include <QAccessible>
#include <QComboBox>
#include <QFontDatabase>
#include <QFontInfo>
#include <QHeaderView>
#include <QImage>
#include <QLabel>
#include <QMenu>
#include <QMenuBar>
#include <QPushButton>
#include <QRegularExpression>
#include <QStackedWidget>
#include <QTabBar>
#include <QTableView>
#include <QTranslator>
#include <QVBoxLayout>

#include <set>

namespace rigwright::test::tst_window_access {

/// Whether a widget is on a hidden page, which is updated when it comes to the front.
bool lies_behind(const QWidget* widget)
{
    for (; widget != nullptr; widget = widget->parentWidget())
        if (const auto* stack = qobject_cast<const QStackedWidget*>(widget->parentWidget()))
            if (stack->currentWidget() != widget) return true;
    return false;
}

/// Visible texts of a window.
QStringList shown_texts(const QWidget& window)
{
    QStringList texts{window.windowTitle()};
    for (const QWidget* widget : window.findChildren<QWidget*>()) {
        // Qt names the arrows of a tab bar when it makes them.
        if (qobject_cast<const QTabBar*>(widget->parentWidget()) || lies_behind(widget)) continue;
        texts << widget->toolTip() << widget->accessibleName();
        if (const auto* label = qobject_cast<const QLabel*>(widget)) texts << label->text();
        if (const auto* button = qobject_cast<const QAbstractButton*>(widget)) texts << button->text();
        if (const auto* menu = qobject_cast<const QMenu*>(widget)) texts << menu->title();
        if (const auto* box = qobject_cast<const QComboBox*>(widget); box && !box->isEditable()) {
            for (int i = 0; i < box->count(); ++i) texts << box->itemText(i);
        }
        if (const auto* tabs = qobject_cast<const QTabBar*>(widget)) {
            for (int i = 0; i < tabs->count(); ++i) texts << tabs->tabText(i);
        }
        for (const QAction* action : widget->actions()) texts << action->text();
    }
    texts.removeDuplicates();
    texts.removeAll(QString());
    return texts;
}

/// The same for each page in turn, with the drawer open on either side.
QStringList texts_of_every_page(WindowFixture& fixture)
{
    QStringList texts;
    // The pages of the project's model, not of a lesson's.
    fixture.window.open_place(WindowPlace::task);
    for (const QString& id : fixture.window.page_ids()) {
        if (fixture.window.open_page(id) == nullptr) qFatal("page '%s' is listed and does not open", qPrintable(id));
        if (!QTest::qWaitFor([&fixture] { return fixture.window.is_drawn(); }, 20000)) qFatal("%s", qPrintable(id));
        texts << shown_texts(fixture.window);
    }
    fixture.window.show_working(QStringLiteral("memory.total_bytes"));
    texts << shown_texts(fixture.window);
    child<Drawer>(fixture.window)->show_findings();
    texts << shown_texts(fixture.window);
    child<Drawer>(fixture.window)->close_drawer();
    texts.removeDuplicates();
    return texts;
}

/// Names, units and terms of the field that a Chinese text keeps in Latin letters.
bool may_stay(const QString& word)
{
    static const QStringList kept =
        QString("SSD FSDP NormalFloat Faster Mask F R L CNN RetinaNet YOLOv tiny X VGG GPU GPUs CPU RAM GiB MiB "
                "KiB MB GB TB PB B px FLOP GFLOP TFLOP PFLOP MFU AMP FP BF TF DETR ResNet NVLink PCIe AdamW Adam "
                "SGD Adafactor Lion RMSprop Adagrad LAMB PyTorch TensorFlow ImageFolder COCO Keras scikit learn "
                "JPEG PNG English Rigwright RIGWRIGHT DATA NVIDIA GeForce RTX Fabric AI ms s min h µs flash "
                "FlashAttention attention Flash Attention fp bf Qt MAC GMAC Ctrl SVG PDF TSV ReLU GELU SiLU "
                "Quick tanh sigmoid torch compile EMA NHWC NCHW eager ZeRO CUDA Graph XLA TP AWS SXM amp CNY NF "
                "INT LoRA r d model ff FFN Ulysses DDP DataParallel cuDNN P All to PP CP EP Transformer k M G T "
                "Del D Alt Up Down LeNet AlexNet Leaky Sigmoid Tanh Hardswish Softmax Dropout kWh W kW kg Mbit "
                "GradScaler Roofline logit CO e PUE U K Esc FLOPs MACs PF GPT A thop")
            .split(' ');
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

/// Texts that end in dots where they have no room show the whole text when pointed at.
bool ends_in_dots(const QAbstractButton& button)
{
    return qobject_cast<const WrappingButton*>(&button) != nullptr ||
           qobject_cast<const PlainButton*>(&button) != nullptr ||
           (button.parentWidget()->objectName() == QLatin1String("rail") && button.toolTip().contains(button.text()));
}

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
    for (const auto* button : window.findChildren<QAbstractButton*>())
        if (!ends_in_dots(*button)) check(*button, button->text());
    return cut;
}

/// Pairs of visible texts that overlap.
QStringList overprinted_texts(const QWidget& window)
{
    struct Text {
        const QWidget* widget;
        QRect place;
        QString text;
    };
    std::vector<Text> texts;
    const auto add = [&](const QWidget& widget, const QString& text) {
        const QRect seen = widget.visibleRegion().boundingRect();
        if (!widget.isVisible() || text.isEmpty() || seen.isEmpty()) return;
        texts.push_back({&widget, QRect(widget.mapTo(&window, seen.topLeft()), seen.size()), text});
    };
    for (const auto* label : window.findChildren<QLabel*>()) add(*label, label->text());
    for (const auto* button : window.findChildren<QAbstractButton*>()) add(*button, button->text());
    QStringList over;
    for (std::size_t i = 0; i < texts.size(); ++i)
        for (std::size_t k = i + 1; k < texts.size(); ++k) {
            const QRect both = texts[i].place & texts[k].place;
            const bool nested =
                texts[i].widget->isAncestorOf(texts[k].widget) || texts[k].widget->isAncestorOf(texts[i].widget);
            if (!nested && both.width() > 1 && both.height() > 1)
                over << QStringLiteral("%1 / %2").arg(texts[i].text, texts[k].text);
        }
    return over;
}

/// The window in both languages, by keyboard, for a screen reader and on a small screen.
class WindowAccessTest : public QObject {
    Q_OBJECT

private slots:
    void english_is_not_written_in_a_chinese_font()
    {
        // A name such as "Sans Serif" is looked for after those behind it.
        const QFont font = QApplication::font();
        QVERIFY2(QFontDatabase::hasFamily(font.families().front()), qPrintable(font.families().join(QLatin1Char(','))));
        QCOMPARE(QFontInfo(font).family(), font.families().front());
        // In Chinese one font is used for all text, so that lines have the same height.
        WindowFixture f;
        f.speak(QStringLiteral("zh_CN"));
        const QString chinese = QFontInfo(QApplication::font()).family();
        if (QFontDatabase::families(QFontDatabase::SimplifiedChinese).isEmpty()) return;
        QVERIFY2(QFontDatabase::writingSystems(chinese).contains(QFontDatabase::SimplifiedChinese),
                 qPrintable(chinese));
        QCOMPARE(QFontInfo(f.window.findChild<QLabel*>()->font()).family(), chinese);
        f.speak(QStringLiteral("en"));
        QCOMPARE(QApplication::font().families(), font.families());
    }

    void nothing_stays_english_in_a_chinese_window()
    {
        WindowFixture fixture;
        const QStringList english_of_all = texts_of_every_page(fixture);
        fixture.window.open_page(QStringLiteral("overview"));
        QVERIFY(QTest::qWaitFor([&fixture] { return fixture.window.is_drawn(); }, 20000));
        const QStringList english = shown_texts(fixture.window);
        fixture.speak(QStringLiteral("zh_CN"));
        static const QRegularExpression word(QStringLiteral("[A-Za-zµ]+"));
        static const QRegularExpression mnemonic(QStringLiteral("\\(&[A-Z]\\)"));
        // A hyperparameter's tooltip quotes its key in scenario files.
        static const QRegularExpression power_of_ten(QStringLiteral("\\de-\\d"));
        static const QRegularExpression quoted(QStringLiteral("“[^”]*”"));
        static const QRegularExpression markup(QStringLiteral("<[^>]*>"));
        // The last line of a setting's tooltip names its argument in the frameworks.
        static const QRegularExpression argument(QStringLiteral("<br>(HF|Megatron|DeepSpeed|PyTorch)[^<]*$"));
        static const QRegularExpression layer(QStringLiteral("[a-z_]+(\\.[a-z0-9_]+)+"));
        // Longer names first: one may begin with another.
        QStringList names_of_parts;
        for (const Cpu& cpu : engine_data().hardware.cpus) names_of_parts << from_utf8(cpu.name);
        for (const Gpu& gpu : engine_data().hardware.gpus)
            names_of_parts << from_utf8(gpu.name) << from_utf8(gpu.vendor);
        std::ranges::sort(names_of_parts, std::greater<>(), &QString::size);
        QStringList left;
        for (QString text : texts_of_every_page(fixture)) {
            const QString whole = text;
            // An unknown message renders as its code in brackets.
            QVERIFY2(!text.startsWith(QLatin1Char('[')), qPrintable(text));
            text.remove(argument).replace(QLatin1String("<br>"), QLatin1String(" "));
            text.remove(mnemonic).remove(quoted).remove(power_of_ten).remove(markup).remove(layer);
            // Models, public data sets, parts and their makers keep their names.
            const auto& presets = engine_data().presets;
            if (std::ranges::any_of(presets, [&](const Preset& preset) { return from_utf8(preset.title) == whole; }))
                continue;
            for (const DatasetRecord& dataset : engine_data().hardware.datasets) text.remove(from_utf8(dataset.name));
            for (const QString& name : names_of_parts) text.remove(name);
            for (QRegularExpressionMatchIterator match = word.globalMatch(text); match.hasNext();) {
                if (const QString found = match.next().captured(); !may_stay(found))
                    left << found + QStringLiteral(" in: ") + whole;
            }
        }
        QVERIFY2(left.isEmpty(), qPrintable(left.join(QLatin1Char('\n'))));
        QVERIFY(fixture.window.windowTitle().contains(QStringLiteral("算力匠")));
        fixture.speak(QStringLiteral("en"));
        static const QRegularExpression han(QStringLiteral("\\p{Han}"));
        QStringList chinese = texts_of_every_page(fixture).filter(han);
        for (const QString& text : english_of_all) chinese.removeOne(text);
        QVERIFY2(chinese.isEmpty(), qPrintable(chinese.join(QLatin1Char('\n'))));
        fixture.window.open_page(QStringLiteral("overview"));
        QVERIFY(QTest::qWaitFor([&fixture] { return fixture.window.is_drawn(); }, 20000));
        QStringList changed = shown_texts(fixture.window);
        for (const QString& text : english) changed.removeOne(text);
        QVERIFY2(changed.isEmpty(), qPrintable(changed.join(QLatin1Char('\n'))));
    }

    void mnemonics_are_unique_data() { add_texts("language", {"en", "zh_CN"}); }

    void mnemonics_are_unique()
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
        // Alt with a letter from A to F brings a machine to the front; mnemonics of a page avoid these and those of the
        // menus.
        for (std::size_t i = 0; i < lettered_machines; ++i)
            QVERIFY2(in_window.insert(machine_keys(i).toString()).second, qPrintable(machine_keys(i).toString()));
        for (const QString& id : fixture.window.page_ids()) {
            QWidget* page = fixture.window.open_page(id);
            QStringList texts;
            for (const QAbstractButton* button : page->findChildren<QAbstractButton*>()) texts << button->text();
            for (const QLabel* label : page->findChildren<QLabel*>())
                if (label->buddy() != nullptr) texts << label->text();
            for (const QString& text : texts)
                QVERIFY2(!in_window.contains(mnemonic(text)), qPrintable(id + QStringLiteral(": ") + text));
        }
        // Labels of inputs have none: their letters belong to the menus and machines.
        for (const FieldControl* control : child<ChoicesColumn>(fixture.window, "choices")->controls())
            QVERIFY2(mnemonic(control->label()->text()).isEmpty(), qPrintable(control->label()->text()));
        std::set<QKeySequence> shortcuts;
        int commands = 0;
        for (const QAction* action : fixture.window.menuBar()->findChildren<QAction*>()) {
            if (action->isSeparator() || action->objectName().isEmpty()) continue;
            ++commands;
            for (const QKeySequence& shortcut : action->shortcuts())
                QVERIFY2(shortcuts.insert(shortcut).second, qPrintable(action->text()));
        }
        QVERIFY2(commands > 40, qPrintable(QString::number(commands)));
    }

    void every_control_has_a_name()
    {
        WindowFixture fixture;
        QStringList nameless;
        const auto look = [&] {
            QApplication::processEvents();
            for (QWidget* widget : fixture.window.findChildren<QWidget*>()) {
                if ((widget->focusPolicy() & Qt::TabFocus) == 0 || !widget->isVisible()) continue;
                // Tab bars, headers and viewports belong to a widget that has a name itself.
                QAccessibleInterface* interface = QAccessible::queryAccessibleInterface(widget);
                if (interface && !interface->text(QAccessible::Name).isEmpty()) continue;
                const QWidget* owner = widget->parentWidget();
                if (owner && !owner->accessibleName().isEmpty()) continue;
                nameless << QString::fromLatin1(widget->metaObject()->className()) + QLatin1Char(' ') +
                                widget->objectName() + QStringLiteral(" in ") + owner->objectName();
            }
        };
        for (const QString& id : fixture.window.page_ids()) {
            QVERIFY2(fixture.window.open_page(id) != nullptr, qPrintable(id));
            look();
        }
        fixture.window.show_working(QStringLiteral("memory.total_bytes"));
        look();
        child<Drawer>(fixture.window)->show_findings();
        look();
        nameless.removeDuplicates();
        QVERIFY2(nameless.isEmpty(), qPrintable(nameless.join(QLatin1Char('\n'))));
    }

    void tab_reaches_every_control()
    {
        WindowFixture fixture;
        fixture.window.activateWindow();
        fixture.show_all_inputs();
        fixture.window.show_working(QStringLiteral("memory.total_bytes"));
        QApplication::processEvents();
        std::set<const QWidget*> wanted{
            child<QTreeView>(*child<WorkingPanel>(fixture.window)), child<QTabBar>(fixture.window, "page_tabs"),
            child<QAbstractButton>(fixture.window, "find"), child<QAbstractButton>(fixture.window, "language_switch")};
        for (const char* name : {"calculation_tab", "close_drawer"})
            wanted.insert(child<QAbstractButton>(*child<Drawer>(fixture.window), name));
        for (const FieldControl* control : child<ChoicesColumn>(fixture.window, "choices")->controls())
            wanted.insert(control->editor());
        // Of places and of the drawer's tabs the one in front is reached; arrows go to the others.
        wanted.insert(child<QAbstractButton>(*child<QWidget>(fixture.window, "rail"), "explore"));
        for (const QuantityLabel* label : fixture.window.findChildren<QuantityLabel*>()) {
            // Those of other pages are reached when their page is in front.
            if (label->isEnabled() && label->isVisible()) wanted.insert(label);
        }
        child<ChoicesColumn>(fixture.window, "choices")->controls().front()->editor()->setFocus();
        const QWidget* first = QApplication::focusWidget();
        int last_top = -1;
        int steps = 0;
        do {
            const QWidget* focus = QApplication::focusWidget();
            QVERIFY(focus);
            for (const QWidget* widget = focus; widget; widget = widget->parentWidget()) wanted.erase(widget);
            if (const auto* row = qobject_cast<const FieldControl*>(focus->parentWidget());
                row != nullptr && child<ChoicesColumn>(fixture.window, "choices")->isAncestorOf(row)) {
                const int top = row->mapTo(child<ChoicesColumn>(fixture.window, "choices")->widget(), QPoint()).y();
                QVERIFY2(top >= last_top, "tab order follows the page");
                last_top = top;
            } else if (!child<ChoicesColumn>(fixture.window, "choices")->isAncestorOf(focus)) {
                last_top = -1;
            }
            QTest::keyClick(fixture.window.windowHandle(), Qt::Key_Tab);
        } while (QApplication::focusWidget() != first && ++steps < 400);
        QCOMPARE(QApplication::focusWidget(), first);
        QStringList missed;
        for (const QWidget* widget : wanted)
            missed << QString::fromLatin1(widget->metaObject()->className()) + QLatin1Char(' ') + widget->objectName() +
                          QLatin1Char(' ') + widget->accessibleName();
        QVERIFY2(missed.isEmpty(), qPrintable(missed.join(QStringLiteral(", "))));
    }

    void f6_goes_round_the_regions()
    {
        WindowFixture fixture;
        fixture.window.activateWindow();
        const std::vector<const QWidget*> regions{child<StatusLine>(fixture.window),
                                                  child<QWidget>(fixture.window, "rail"),
                                                  child<ChoicesColumn>(fixture.window, "choices"),
                                                  child<PlaceView>(fixture.window), child<Drawer>(fixture.window)};
        for (const bool open : {false, true}) {
            if (open) fixture.window.show_working(QStringLiteral("memory.total_bytes"));
            QApplication::processEvents();
            child<ChoicesColumn>(fixture.window, "choices")->controls().front()->editor()->setFocus();
            std::size_t at = 2;
            const std::size_t count = regions.size() - (open ? 0 : 1);
            for (std::size_t step = 0; step < count; ++step) {
                at = (at + 1) % count;
                QTest::keyClick(&fixture.window, Qt::Key_F6);
                QVERIFY2(regions[at]->isAncestorOf(QApplication::focusWidget()),
                         regions[at]->metaObject()->className());
            }
            for (std::size_t step = 0; step < count; ++step) {
                at = (at + count - 1) % count;
                QTest::keyClick(&fixture.window, Qt::Key_F6, Qt::ShiftModifier);
                QVERIFY2(regions[at]->isAncestorOf(QApplication::focusWidget()),
                         regions[at]->metaObject()->className());
            }
        }
    }

    void f6_goes_on_from_anywhere_on_a_page()
    {
        WindowFixture fixture;
        fixture.window.activateWindow();
        const auto& overview = page<QWidget>(fixture.window, "overview");
        fixture.window.show_working(QStringLiteral("memory.total_bytes"));
        QApplication::processEvents();
        const QWidget* pages = child<PlaceView>(fixture.window);
        const QWidget* drawer = child<Drawer>(fixture.window);
        child<ChoicesColumn>(fixture.window, "choices")->controls().front()->editor()->setFocus();
        QTest::keyClick(&fixture.window, Qt::Key_F6);
        QVERIFY(pages->isAncestorOf(QApplication::focusWidget()));
        for (QWidget* from :
             {static_cast<QWidget*>(child<QTabBar>(fixture.window, "page_tabs")),
              static_cast<QWidget*>(number(*child<QWidget>(overview, "figures"), QStringLiteral("cost.purchase")))}) {
            from->setFocus();
            QTest::keyClick(&fixture.window, Qt::Key_F6);
            QVERIFY(drawer->isAncestorOf(QApplication::focusWidget()));
            QTest::keyClick(&fixture.window, Qt::Key_F6, Qt::ShiftModifier);
            QVERIFY(pages->isAncestorOf(QApplication::focusWidget()));
        }
    }

    void a_fix_leaves_the_keyboard_where_it_was()
    {
        WindowFixture fixture;
        Scenario scenario = fabric_scenario();
        scenario.build.power_supply = "psu-650-gold";
        QVERIFY(fixture.document.replace(scenario));
        fixture.window.activateWindow();
        child<Drawer>(fixture.window)->show_findings();
        FindingsPanel& findings = *child<FindingsPanel>(fixture.window);
        QTRY_VERIFY_WITH_TIMEOUT(findings.is_settled(), 120000);
        QWidget* row = findings.row("power-supply-too-small");
        QVERIFY(row && !row->findChildren<WrappingButton*>().empty() &&
                row->findChildren<WrappingButton*>().front()->isVisible());
        row->findChildren<WrappingButton*>().front()->setFocus();
        QTest::keyClick(row->findChildren<WrappingButton*>().front(), Qt::Key_Space);
        QVERIFY(fixture.document.scenario().build.power_supply != "psu-650-gold");
        QVERIFY(QApplication::focusWidget() != nullptr);
        QVERIFY2(findings.isAncestorOf(QApplication::focusWidget()),
                 QApplication::focusWidget()->metaObject()->className());
        QTRY_VERIFY_WITH_TIMEOUT(findings.is_settled(), 120000);
        QVERIFY(findings.isAncestorOf(QApplication::focusWidget()));
    }

    void the_language_switch_has_room_for_its_text()
    {
        WindowFixture fixture;
        const QWidget* corner = fixture.window.menuBar()->cornerWidget();
        for (const QString& id : InterfaceLanguage::available()) {
            fixture.speak(id);
            QVERIFY2(corner->width() >= corner->sizeHint().width(), qPrintable(id));
            QVERIFY2(fixture.window.menuBar()->rect().contains(corner->geometry()), qPrintable(id));
        }
    }

    void a_text_changed_while_hidden_has_room()
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

    void longer_texts_are_not_cut_off()
    {
        WindowFixture fixture;
        LongerTexts longer;
        QVERIFY(QCoreApplication::installTranslator(&longer));
        QApplication::sendPostedEvents();
        QVERIFY(QTest::qWaitFor([&fixture] { return fixture.window.is_drawn(); }, 20000));
        QVERIFY(fixture.window.findChild<QMenuBar*>()->actions().front()->text().startsWith(LongerTexts::before));
        for (const QString& id : fixture.window.page_ids()) {
            QVERIFY2(fixture.window.open_page(id) != nullptr, qPrintable(id));
            fixture.settle();
            const QStringList cut = cut_off_texts(fixture.window);
            QVERIFY2(cut.isEmpty(), qPrintable(id + QLatin1String(": ") + cut.join(QStringLiteral(" | "))));
        }
        child<Drawer>(fixture.window)->show_findings();
        fixture.settle();
        const QStringList cut = cut_off_texts(*child<Drawer>(fixture.window));
        QVERIFY2(cut.isEmpty(), qPrintable(cut.join(QStringLiteral(" | "))));
        QCoreApplication::removeTranslator(&longer);
    }

    void every_page_has_room_on_usual_screens_data()
    {
        add_columns<QString, QSize>("language", "size");
        for (const QString& id : InterfaceLanguage::available())
            for (const QSize size : {QSize(1024, 768), QSize(1366, 768), QSize(1440, 900), QSize(1920, 1080)})
                QTest::addRow("%s at %d", qPrintable(id), size.width()) << id << size;
    }

    void every_page_has_room_on_usual_screens()
    {
        QFETCH(QString, language);
        QFETCH(QSize, size);
        WindowFixture fixture;
        fixture.speak(language);
        fixture.show(size);
        for (const QString& id : fixture.window.page_ids()) {
            QVERIFY2(fixture.window.open_page(id) != nullptr, qPrintable(id));
            fixture.settle();
            const QStringList cut = cut_off_texts(fixture.window);
            QVERIFY2(cut.isEmpty(), qPrintable(id + QLatin1String(": ") + cut.join(QStringLiteral(" | "))));
            const QStringList over = overprinted_texts(fixture.window);
            QVERIFY2(over.isEmpty(), qPrintable(id + QLatin1String(": ") + over.join(QStringLiteral(" | "))));
            for (const InputGroup* group : fixture.window.findChildren<InputGroup*>())
                if (group->isVisible())
                    QVERIFY2(group->height() <= group->layout()->totalSizeHint().height() + 1,
                             qPrintable(QStringLiteral("%1 %2: %3 px, %4 needed")
                                            .arg(id, group->objectName(), QString::number(group->height()),
                                                 QString::number(group->layout()->totalSizeHint().height()))));
            for (const QWidget* figures : fixture.window.findChildren<QWidget*>(QStringLiteral("figures")))
                for (const QLabel* label : figures->findChildren<QLabel*>())
                    QVERIFY2(!label->isVisible() || label->width() >= label->sizeHint().width() - 1,
                             qPrintable(QStringLiteral("%1: %2").arg(id, label->text())));
            const QSize page = child<PlaceView>(fixture.window)->size();
            QVERIFY2(page.width() * 10 >= size.width() * 6 && page.height() * 10 >= size.height() * 7, qPrintable(id));
        }
        // The calculation beside a page pushes it, and leaves it its room.
        fixture.window.open_page(QStringLiteral("overview"));
        fixture.window.show_working(QStringLiteral("memory.total_bytes"));
        fixture.settle();
        QVERIFY(child<PlaceView>(fixture.window)->width() * 10 >= size.width() * 6);
        const QStringList over = overprinted_texts(fixture.window);
        QVERIFY2(over.isEmpty(), qPrintable(over.join(QStringLiteral(" | "))));
    }

    void a_plan_that_misses_its_goals_has_room_data()
    {
        add_columns<QString, QSize, bool>("language", "size", "large");
        for (const QString& id : InterfaceLanguage::available())
            for (const QSize size : {QSize(1024, 768), QSize(1366, 768), QSize(1440, 900)})
                for (const bool large : {false, true})
                    QTest::addRow("%s at %d%s", qPrintable(id), size.width(), large ? ", too large" : "")
                        << id << size << large;
    }

    void a_plan_that_misses_its_goals_has_room()
    {
        QFETCH(QString, language);
        QFETCH(QSize, size);
        QFETCH(bool, large);
        WindowFixture fixture;
        Scenario late = fabric_scenario();
        late.name = "One RTX 4090";
        if (large) late.training.micro_batch = 64;
        late.requirements.deadline_seconds = 5400.0;
        late.requirements.budget = 1000.0;
        QVERIFY(fixture.document.replace(late));
        fixture.speak(language);
        fixture.show(size);
        fixture.window.open_page(QStringLiteral("overview"));
        fixture.settle();
        for (const StatusCell* cell : fixture.window.findChildren<StatusCell*>())
            if (cell->isVisible())
                for (const PlacedText& text : cell->placed_texts()) QVERIFY2(!text.cut, qPrintable(text.text));
        for (const QLabel* label : child<QWidget>(fixture.window, "figures")->findChildren<QLabel*>()) {
            const bool whole = label->fontMetrics().horizontalAdvance(label->text()) <= label->width();
            QVERIFY2(!label->isVisible() || (whole && !label->text().contains(QChar(u'…'))), qPrintable(label->text()));
        }
        const QStringList cut = cut_off_texts(fixture.window);
        QVERIFY2(cut.isEmpty(), qPrintable(cut.join(QStringLiteral(" | "))));
    }

    void inputs_and_the_drawer_have_their_ground()
    {
        WindowFixture fixture;
        fixture.window.show_working(QStringLiteral("memory.total_bytes"));
        for (const ThemeChoice choice : {ThemeChoice::dark, ThemeChoice::light}) {
            apply_theme(choice);
            QApplication::processEvents();
            const Theme& theme = choice == ThemeChoice::dark ? dark_theme() : light_theme();
            for (const char* name : {"choices", "drawer"}) {
                auto* column = child<QWidget>(fixture.window, name);
                QVERIFY2(column->isVisible(), name);
                const QImage seen = column->grab().toImage();
                // Beside the rows, and at the foot.
                for (const QPoint at : {QPoint(3, 3), QPoint(3, seen.height() - 4), QPoint(3, seen.height() / 2)})
                    QCOMPARE(seen.pixelColor(at), theme.inputs);
            }
        }
    }

    void buttons_lists_and_headings_are_flat()
    {
        WindowFixture fixture;
        QWidget& pane = page<QWidget>(fixture.window, "models");
        fixture.settle();
        const auto is_flat = [](QWidget& widget, int x) {
            const QImage seen = widget.grab().toImage();
            const QRgb first = seen.pixel(x, 4);
            for (int y = 4; y < seen.height() - 4; ++y)
                if (seen.pixel(x, y) != first) return false;
            return true;
        };
        for (QPushButton* button : pane.findChildren<QPushButton*>())
            QVERIFY2(!button->isVisible() || is_flat(*button, 5), qPrintable(button->text()));
        auto* lists = pane.findChild<QComboBox*>();
        QVERIFY(lists != nullptr && is_flat(*lists, 3));
        // No line below the titles of menus.
        QMenuBar& menus = *fixture.window.menuBar();
        const QRect title = menus.actionGeometry(menus.actions().front());
        const QImage bar = menus.grab(title.adjusted(0, 0, 0, 1)).toImage();
        QCOMPARE(bar.pixel(bar.width() / 2, bar.height() - 2), bar.pixel(0, 0));
        auto* table = pane.findChild<QTableView*>();
        QVERIFY(is_flat(*table->horizontalHeader()->viewport(), table->columnWidth(0) - 3));
    }

    void a_figure_is_shortened_if_space_is_tight()
    {
        WindowFixture fixture;
        Scenario scenario = fabric_scenario();
        scenario.model = {};
        scenario.model.preset = "resnet50";
        scenario.input = {};
        scenario.training.micro_batch = 256;
        scenario.training.epochs = 1;
        scenario.dataset.samples = 1281167;
        QVERIFY(fixture.document.replace(scenario));
        fixture.speak(QStringLiteral("zh_CN"));
        fixture.show(QSize(1024, 768));
        fixture.window.open_page(QStringLiteral("overview"));
        fixture.settle();
        int lines = 0;
        for (const QLabel* label : child<QWidget>(fixture.window, "figures")->findChildren<QLabel*>()) {
            if (!label->isVisible() || label->text().isEmpty()) continue;
            ++lines;
            QVERIFY2(label->fontMetrics().horizontalAdvance(label->text()) <= label->width(),
                     qPrintable(label->text()));
        }
        QVERIFY(lines >= 8);
    }

    void fits_a_small_screen_data() { mnemonics_are_unique_data(); }

    void fits_a_small_screen()
    {
        QFETCH(QString, language);
        WindowFixture fixture;
        fixture.speak(language);
        fixture.show(QSize(1024, 768));
        QVERIFY(fixture.window.minimumSizeHint().width() <= 960 && fixture.window.minimumSizeHint().height() <= 680);
        const auto check = [&fixture](const QString& what) {
            QApplication::processEvents();
            QCOMPARE(fixture.window.size(), QSize(1024, 768));
            // The size of the window gives no information about the needs of its regions.
            const QSize least = fixture.window.centralWidget()->layout()->minimumSize();
            const int bar = fixture.window.menuBar()->height();
            QVERIFY2(least.width() <= 960 && least.height() + bar <= 680,
                     qPrintable(QStringLiteral("%1: %2 x %3").arg(what).arg(least.width()).arg(least.height() + bar)));
        };
        for (const QString& id : fixture.window.page_ids()) {
            QVERIFY2(fixture.window.open_page(id) != nullptr, qPrintable(id));
            check(id);
        }
        for (const QToolButton* place : child<QWidget>(fixture.window, "rail")->findChildren<QToolButton*>())
            QVERIFY2(place->fontMetrics().horizontalAdvance(place->text()) <= place->width(),
                     qPrintable(place->text()));
        fixture.window.open_page(QStringLiteral("overview"));
        fixture.window.show_working(QStringLiteral("memory.total_bytes"));
        check(QStringLiteral("drawer"));
    }

    void titles_survive_odd_names()
    {
        WindowFixture fixture;
        Scenario odd = fabric_scenario();
        odd.name = "50 % [*] <b>%1</b>";
        QVERIFY(fixture.document.replace(odd));
        fixture.speak(QStringLiteral("zh_CN"));
        QVERIFY(fixture.window.windowTitle().contains(QStringLiteral("50 % [*][*] <b>%1</b>")));
    }
};

RIGWRIGHT_STYLED_TEST(WindowAccessTest)

} // namespace rigwright::test::tst_window_access

#include "tst_window_access.moc"
