// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/suite.h"
#include "tests/ui/window_fixture.h"
#include "ui/controls/field_control.h"
#include "ui/controls/parameter_control.h"
#include "ui/controls/picker_control.h"
#include "ui/panels/choices_column.h"
#include "ui/theme/theme.h"

#include <QAbstractItemView>
#include <QDesktopServices>
#include <QListView>
#include <QMenu>
#include <QMenuBar>
#include <QTimer>
#include <QWhatsThis>
#include <QWheelEvent>

#include <array>
#include <set>

namespace rigwright::test::tst_every_control {

constexpr std::array schemes{"http", "https", "file", "mailto"};

/// A window with the inputs of every tier.
struct OpenWindow : WindowFixture {
    OpenWindow(const QString& spoken, ThemeChoice theme)
    {
        apply_theme(theme);
        speak(spoken);
        column = window.findChild<ChoicesColumn*>(QStringLiteral("choices"));
        show_all_inputs();
    }

    /// The window shows the answer to what the document holds.
    bool is_up_to_date() const
    {
        const EstimateResult anew = estimate(document.scenario(), *document.data());
        if (!anew.estimate || !document.evaluation().estimate) return false;
        return file_of(*anew.estimate) == file_of(*document.evaluation().estimate);
    }
    /// Undoes down to `undone` steps.
    void undo_to(int undone)
    {
        while (document.undo_stack().index() > undone) document.undo_stack().undo();
        QApplication::processEvents();
    }

    ChoicesColumn* column = nullptr;
};

void turn_wheel(QWidget& widget, int angle)
{
    const QPointF place(widget.rect().center());
    QWheelEvent event(place, widget.mapToGlobal(place), {}, {0, angle}, {}, {}, Qt::NoScrollPhase, false);
    QApplication::sendEvent(&widget, &event);
}

/// One way of using a control; returns false if the control does not support it.
struct Way {
    const char* name;
    bool (*use)(FieldControl& control);
};

bool click_the_other_end(FieldControl& control)
{
    auto* number = qobject_cast<ParameterControl*>(&control);
    if (number == nullptr || number->slider() == nullptr || number->steps().size() < 2) return false;
    StepSlider* slider = number->slider();
    const bool left = slider->value() > (slider->minimum() + slider->maximum()) / 2;
    QTest::mouseClick(slider, Qt::LeftButton, {}, QPoint(left ? 3 : slider->width() - 3, slider->height() / 2));
    return true;
}

/// Opens the list by an arrow and takes an entry beside the present one.
bool open_and_take(PickerControl& picker)
{
    QTest::keyClick(picker.box(), Qt::Key_Down);
    const int before = picker.list()->currentIndex().row();
    QTest::keyClick(picker.list(), Qt::Key_Down);
    if (picker.list()->currentIndex().row() == before) QTest::keyClick(picker.list(), Qt::Key_Up);
    QTest::keyClick(picker.list(), Qt::Key_Return);
    return !picker.list()->isVisible();
}

bool press_an_arrow(FieldControl& control)
{
    if (auto* number = qobject_cast<ParameterControl*>(&control)) {
        number->field()->setFocus();
        const QString before = number->field()->text();
        for (const Qt::Key key : {Qt::Key_Up, Qt::Key_Down})
            if (number->field()->text() == before) QTest::keyClick(number->field(), key);
        return number->field()->text() != before;
    }
    if (auto* picker = qobject_cast<PickerControl*>(&control)) {
        QComboBox* box = picker->box();
        if (picker->entries().size() < 2) return false;
        box->setFocus();
        if (picker->is_searchable()) return open_and_take(*picker);
        const bool at_end = box->currentIndex() == box->count() - 1;
        QTest::keyClick(box, at_end ? Qt::Key_Up : Qt::Key_Down);
        return true;
    }
    if (auto* flag = qobject_cast<FlagControl*>(&control)) {
        flag->editor()->setFocus();
        QTest::keyClick(flag->editor(), Qt::Key_Space);
        return true;
    }
    return false;
}

bool click_the_box(FieldControl& control)
{
    auto* flag = qobject_cast<FlagControl*>(&control);
    if (flag == nullptr) return false;
    tick(*flag->editor());
    return true;
}

bool pick_from_the_list(FieldControl& control)
{
    auto* picker = qobject_cast<PickerControl*>(&control);
    if (picker == nullptr || picker->entries().size() < 2) return false;
    QComboBox* box = picker->box();
    box->showPopup();
    QAbstractItemView* list = picker->is_searchable() ? picker->list() : box->view();
    const int present = picker->is_searchable() ? list->currentIndex().row() : box->currentIndex();
    const QAbstractItemModel& rows = *list->model();
    const auto can_be_chosen = [&](int row) {
        return row != present && (rows.flags(rows.index(row, 0)) & Qt::ItemIsSelectable);
    };
    // The first one is often the automatic choice.
    int row = rows.rowCount() - 1;
    while (row > 0 && !can_be_chosen(row)) --row;
    const QModelIndex index = rows.index(row, 0);
    list->scrollTo(index);
    QTest::mouseMove(list->viewport(), list->visualRect(index).center());
    QTest::mouseClick(list->viewport(), Qt::LeftButton, {}, list->visualRect(index).center());
    box->hidePopup();
    return true;
}

constexpr std::array ways{Way{"click on the groove", click_the_other_end}, Way{"arrow key", press_an_arrow},
                          Way{"click on the box", click_the_box}, Way{"click in the list", pick_from_the_list}};

/// Every setting is changed by mouse and keys, never by the wheel, and every menu command is run, in both languages and
/// both themes; with RIGWRIGHT_EVERY_LOOK in the environment, in every pair of them.
class EveryControlTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        for (const char* scheme : schemes) QDesktopServices::setUrlHandler(QLatin1String(scheme), this, "swallow");
    }

    void cleanupTestCase()
    {
        for (const char* scheme : schemes) QDesktopServices::unsetUrlHandler(QLatin1String(scheme));
    }
    void controls_follow_mouse_and_keys_data() { add_languages_and_themes(); }

    void controls_follow_mouse_and_keys()
    {
        QFETCH(QString, language);
        QFETCH(ThemeChoice, theme);
        OpenWindow f(language, theme);
        const Scenario start = f.document.scenario();
        std::set<QString> used;
        for (const QString& path : [&] {
                 QStringList paths;
                 for (FieldControl* control : f.column->controls())
                     if (control->isVisible() && control->isEnabled()) paths << control->path();
                 return paths;
             }()) {
            for (const Way& way : ways) {
                FieldControl* control = f.column->control(path);
                QVERIFY2(control && control->isVisible(), qPrintable(path));
                f.column->ensureWidgetVisible(control);
                // The wheel scrolls the column, with or without focus in the row.
                control->editor()->setFocus();
                turn_wheel(*control->editor(), 120);
                if (auto* number = qobject_cast<ParameterControl*>(control); number && number->slider())
                    turn_wheel(*number->slider(), 120);
                QVERIFY2(f.document.scenario() == start, qPrintable(path));
                const int before = f.document.undo_stack().index();
                if (!way.use(*control)) continue;
                QApplication::processEvents();
                const QString what = path + QStringLiteral(", ") + QLatin1String(way.name);
                control = f.column->control(path);
                // A value that conflicts with the plan is refused, marked at the control and explained.
                const bool refused = control != nullptr && control->is_marked();
                QVERIFY2(refused || f.document.scenario() != start, qPrintable(what));
                QVERIFY2(!refused || !control->message().isEmpty(), qPrintable(what));
                QVERIFY2(f.is_up_to_date(), qPrintable(what));
                QVERIFY2(f.document.undo_stack().index() - before <= 1, qPrintable(what));
                f.undo_to(before);
                QVERIFY2(f.document.scenario() == start, qPrintable(what));
                if (control != nullptr && control->is_marked()) QTest::keyClick(control->editor(), Qt::Key_Escape);
                used.insert(path);
            }
        }
        // Ten settings of the machine, ten of the training and as many others, whatever the plan leaves out.
        QVERIFY2(used.size() >= 30, qPrintable(QString::number(used.size())));
    }
    void menus_follow_mouse_and_keys_data() { add_languages_and_themes(); }

    void menus_follow_mouse_and_keys()
    {
        QFETCH(QString, language);
        QFETCH(ThemeChoice, theme);
        OpenWindow f(language, theme);
        // Alt and the letter open a menu, Escape leaves it.
        for (QAction* title : f.window.menuBar()->actions()) {
            const qsizetype mark = title->text().indexOf(QLatin1Char('&'));
            QVERIFY2(mark >= 0, qPrintable(title->text()));
            QTest::keyClick(&f.window, title->text().at(mark + 1).toLatin1(), Qt::AltModifier);
            QVERIFY2(title->menu()->isVisible(), qPrintable(title->text()));
            QTest::keyClick(title->menu(), Qt::Key_Escape);
            QVERIFY2(!title->menu()->isVisible(), qPrintable(title->text()));
        }
        // Dialogs opened by a command are closed immediately.
        QTimer leaver;
        connect(&leaver, &QTimer::timeout, this, [&] {
            if (QWidget* modal = QApplication::activeModalWidget()) modal->close();
        });
        leaver.start(std::chrono::milliseconds(2));
        int given = 0;
        for (QAction* title : f.window.menuBar()->actions()) {
            const auto count = title->menu()->actions().size();
            for (qsizetype i = 0; i < count; ++i) {
                QAction* action = title->menu()->actions().value(i);
                if (action == nullptr || action->isSeparator() || !action->isEnabled() || action->menu()) continue;
                int triggered = 0;
                const auto counting = connect(action, &QAction::triggered, this, [&triggered] { ++triggered; });
                QMenuBar* bar = f.window.menuBar();
                QTest::mouseClick(bar, Qt::LeftButton, {}, bar->actionGeometry(title).center());
                QVERIFY2(title->menu()->isVisible(), qPrintable(title->text()));
                const QString name = action->text();
                QTest::mouseClick(title->menu(), Qt::LeftButton, {}, title->menu()->actionGeometry(action).center());
                QApplication::processEvents();
                disconnect(counting);
                QWhatsThis::leaveWhatsThisMode();
                QVERIFY2(triggered == 1, qPrintable(name));
                for (QWidget* other : QApplication::topLevelWidgets())
                    if (other->isVisible() && other->isWindow() && other != &f.window) other->close();
                if (!f.window.isVisible()) f.show(QSize(1440, 900));
                if (f.words.language() != (language == QLatin1String("en") ? Language::english : Language::chinese))
                    f.speak(language);
                QVERIFY2(f.is_up_to_date(), qPrintable(name));
                ++given;
            }
        }
        QVERIFY2(given >= 25, qPrintable(QString::number(given)));
    }

public slots:
    /// Links are not followed.
    void swallow(const QUrl&) {}

private:
    static void add_languages_and_themes()
    {
        add_columns<QString, ThemeChoice>("language", "theme");
        QTest::newRow("English, light") << QStringLiteral("en") << ThemeChoice::light;
        QTest::newRow("Chinese, dark") << QStringLiteral("zh_CN") << ThemeChoice::dark;
        if (!qEnvironmentVariableIsSet("RIGWRIGHT_EVERY_LOOK")) return;
        QTest::newRow("English, dark") << QStringLiteral("en") << ThemeChoice::dark;
        QTest::newRow("Chinese, light") << QStringLiteral("zh_CN") << ThemeChoice::light;
    }
};

RIGWRIGHT_STYLED_TEST(EveryControlTest)

} // namespace rigwright::test::tst_every_control

#include "tst_every_control.moc"
