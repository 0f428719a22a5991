// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/environment_number.h"
#include "tests/support/suite.h"
#include "tests/ui/catalog_fixture.h"
#include "ui/theme/theme.h"
#include "ui/window/commands.h"

#include <QAbstractItemModel>
#include <QAbstractItemView>
#include <QClipboard>
#include <QDesktopServices>
#include <QDir>
#include <QFile>
#include <QFileDialog>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QRandomGenerator>
#include <QRegularExpression>
#include <QTimer>
#include <QWheelEvent>

#include <array>

namespace rigwright::test::tst_monkey {

/// Links followed at random are not opened.
constexpr std::array schemes{"http", "https", "file", "mailto"};
/// Events of the ordinary test; RIGWRIGHT_MONKEY_EVENTS sets their number, RIGWRIGHT_MONKEY_SEED the seed.
constexpr int usual_events = 2000;
constexpr int events_between_checks = 50;
constexpr int events_between_reports = 10000;

/// As written by programs; randomly typed text uses "NaN", which may be quoted back.
bool is_no_number(const QString& text)
{
    static const QRegularExpression pattern(QStringLiteral("(^|[^\\p{L}])[-+]?(nan|inf)($|[^\\p{L}])"));
    return pattern.match(text).hasMatch();
}

/// The memory of the process, if the system reports it.
QByteArray resident_memory()
{
    QFile file(QStringLiteral("/proc/self/status"));
    if (!file.open(QIODevice::ReadOnly)) return "?";
    for (const QByteArray& line : file.readAll().split('\n'))
        if (line.startsWith("VmRSS:")) return line.mid(6).simplified();
    return "?";
}

/// The log of a long run shows whether memory grows.
void report(int event, CatalogFixture& fixture)
{
    qsizetype widgets = 0;
    for (const QWidget* top : QApplication::topLevelWidgets()) widgets += 1 + top->findChildren<QWidget*>().size();
    qInfo("event %d: %s, %zu builds, %d steps, %lld widgets", event, resident_memory().constData(),
          fixture.document.project().builds.size(), fixture.document.undo_stack().count(),
          static_cast<long long>(widgets));
}

/// Texts on the screen.
QStringList texts_of(const QWidget& window)
{
    QStringList texts;
    for (const QWidget* widget : window.findChildren<QWidget*>()) {
        if (!widget->isVisible()) continue;
        if (const auto* label = qobject_cast<const QLabel*>(widget)) texts << label->text();
        if (const auto* button = qobject_cast<const QAbstractButton*>(widget)) texts << button->text();
        if (const auto* field = qobject_cast<const QLineEdit*>(widget); field != nullptr && !field->hasFocus())
            texts << field->text();
        if (const auto* view = qobject_cast<const QAbstractItemView*>(widget); view != nullptr && view->model()) {
            const int rows = std::min(view->model()->rowCount(view->rootIndex()), 30);
            const int columns = std::min(view->model()->columnCount(view->rootIndex()), 12);
            for (int row = 0; row < rows; ++row)
                for (int column = 0; column < columns; ++column)
                    texts << view->model()->index(row, column, view->rootIndex()).data().toString();
        }
    }
    return texts;
}

/// Random use: whatever is clicked, typed, scrolled and undone, the window shows the answer to the document, and no
/// text contains an invalid number.
class MonkeyTest : public QObject {
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

    void nothing_that_is_done_breaks_the_window()
    {
        const int events = environment_number("RIGWRIGHT_MONKEY_EVENTS", usual_events);
        const int seed = environment_number("RIGWRIGHT_MONKEY_SEED", 20261122);
        random_.seed(static_cast<quint32>(seed));
        CatalogFixture fixture;
        QVERIFY(QDir::setCurrent(fixture.directory.path()));
        running_ = true;
        answer_question();
        for (int event = 1; event <= events; ++event) {
            act(fixture);
            if (event % events_between_checks == 0) check(fixture);
            if (event % events_between_reports == 0) report(event, fixture);
            if (QTest::currentTestFailed())
                QFAIL(qPrintable(QStringLiteral("seed %1, event %2, on %3").arg(seed).arg(event).arg(last_)));
        }
        running_ = false;
        qInfo("%d events with seed %d", events, seed);
        report(events, fixture);
    }

public slots:
    /// Links are not followed.
    void swallow(const QUrl&) {}

private:
    QWidget* any_widget(CatalogFixture& fixture)
    {
        QList<QWidget*> all;
        for (QWidget* top : QApplication::topLevelWidgets()) {
            if (!top->isVisible()) continue;
            for (QWidget* widget : top->findChildren<QWidget*>())
                if (widget->isVisible() && widget->isEnabled()) all << widget;
        }
        // Visibility is checked only for drawn widgets, since the check is slow.
        while (!all.isEmpty()) {
            const int drawn = random_.bounded(static_cast<int>(all.size()));
            if (!all[drawn]->visibleRegion().isEmpty()) return all[drawn];
            all.swapItemsAt(drawn, all.size() - 1);
            all.removeLast();
        }
        return &fixture.window;
    }

    void act(CatalogFixture& fixture)
    {
        QWidget* widget = any_widget(fixture);
        last_ = QStringLiteral("%1 %2").arg(QLatin1String(widget->metaObject()->className()), widget->objectName());
        const int what = random_.bounded(100);
        if (what < 52)
            click(*widget);
        else if (what < 55)
            choose_from_menu(fixture);
        else if (what < 67)
            press_keys(*widget);
        else if (what < 70)
            paste(*widget);
        else if (what < 82)
            turn_wheel(*widget);
        else if (what < 90)
            change_the_look(fixture);
        else if (what < 94)
            close_a_window(fixture);
        else if (what < 97)
            fixture.document.front_stack().undo();
        else
            fixture.document.front_stack().redo();
        while (QWidget* popup = QApplication::activePopupWidget()) {
            popup->close();
            if (QApplication::activePopupWidget() == popup) break;
        }
        QApplication::processEvents();
        if (!fixture.window.isVisible()) fixture.window.show();
    }

    void click(QWidget& widget)
    {
        const QPoint place(random_.bounded(std::max(1, widget.width())), random_.bounded(std::max(1, widget.height())));
        const QPointer<QWidget> target(&widget);
        if (random_.bounded(8) == 0) {
            QTest::mousePress(target, Qt::LeftButton, {}, place);
            if (target) QTest::mouseMove(target, place + QPoint(random_.bounded(80) - 40, random_.bounded(40) - 20));
            if (target) QTest::mouseRelease(target, Qt::LeftButton, {}, place + QPoint(20, 0));
            return;
        }
        if (random_.bounded(10) == 0) return QTest::mouseDClick(target, Qt::LeftButton, {}, place);
        QTest::mouseClick(target, Qt::LeftButton, {}, place);
    }

    void press_keys(QWidget& widget)
    {
        static constexpr std::array keys{Qt::Key_Tab,    Qt::Key_Return,    Qt::Key_Escape, Qt::Key_Space,
                                         Qt::Key_Up,     Qt::Key_Down,      Qt::Key_Left,   Qt::Key_Right,
                                         Qt::Key_Home,   Qt::Key_End,       Qt::Key_PageUp, Qt::Key_PageDown,
                                         Qt::Key_Delete, Qt::Key_Backspace, Qt::Key_F1};
        static const QStringList texts{QStringLiteral("0"),     QStringLiteral("-1"),   QStringLiteral("17"),
                                       QStringLiteral("1e308"), QStringLiteral("NaN"),  QStringLiteral("999999999999"),
                                       QStringLiteral("3,7"),   QStringLiteral("算力"), QStringLiteral("<b>x</b>")};
        if (random_.bounded(2) == 0)
            QTest::keyClick(&widget, keys[random_.bounded(static_cast<quint32>(keys.size()))]);
        else
            type(widget, texts[random_.bounded(static_cast<int>(texts.size()))]);
    }

    /// As a keyboard of any country sends it; Qt Test has no keys but those of ASCII.
    void type(QWidget& widget, const QString& text)
    {
        const QPointer<QWidget> target(&widget);
        for (const QChar letter : text) {
            for (const QEvent::Type kind : {QEvent::KeyPress, QEvent::KeyRelease}) {
                QKeyEvent event(kind, 0, Qt::NoModifier, QString(letter));
                if (target) QApplication::sendEvent(target, &event);
            }
        }
    }

    /// Copies now and then, so that texts of the window are pasted as well as invalid numbers.
    void paste(QWidget& widget)
    {
        static const QStringList texts{QStringLiteral("12"),
                                       QStringLiteral(" 4 096 "),
                                       QStringLiteral("-1e999"),
                                       QStringLiteral("=1+1"),
                                       QStringLiteral("a\tb\n1\t2\n"),
                                       QStringLiteral("{\"format\":\"rigwright.scenario\"}"),
                                       QStringLiteral("<img src=\"x\">"),
                                       QString(100'000, QLatin1Char('9'))};
        const QPointer<QWidget> target(&widget);
        if (random_.bounded(3) == 0) {
            QTest::keyClick(target, Qt::Key_A, Qt::ControlModifier);
            if (target) QTest::keyClick(target, Qt::Key_C, Qt::ControlModifier);
        } else {
            QApplication::clipboard()->setText(texts[random_.bounded(static_cast<int>(texts.size()))]);
        }
        if (target) QTest::keyClick(target, Qt::Key_V, Qt::ControlModifier);
    }

    void turn_wheel(QWidget& widget)
    {
        const QPoint angle(0, (random_.bounded(2) == 0 ? 120 : -120) * (1 + random_.bounded(3)));
        const QPointF place(widget.rect().center());
        QWheelEvent event(place, widget.mapToGlobal(place), {}, angle, {}, {}, Qt::NoScrollPhase, false);
        QApplication::sendEvent(&widget, &event);
    }

    void choose_from_menu(CatalogFixture& fixture)
    {
        const std::vector<Command>& commands = command_list();
        const Command& command = commands[random_.bounded(static_cast<quint32>(commands.size()))];
        QAction* action = fixture.window.menus().action(QLatin1String(command.id));
        last_ = action->text();
        if (action->isEnabled() && action->menu() == nullptr) action->trigger();
    }

    /// Of those beside the main one; with all of them open each event would take its time in every one.
    void close_a_window(CatalogFixture& fixture)
    {
        QWidgetList open = QApplication::topLevelWidgets();
        open.removeIf([&](const QWidget* top) { return !top->isVisible() || top == &fixture.window; });
        if (!open.isEmpty()) open[random_.bounded(static_cast<int>(open.size()))]->close();
    }

    /// Dialogs are used at random and closed in the end. Qt's dialogs for files and printers are canceled.
    void answer_question()
    {
        // A question may lead to another, inside of which no timer runs whose turn this is.
        if (running_) QTimer::singleShot(std::chrono::milliseconds(5), this, &MonkeyTest::answer_question);
        if (QWidget* popup = QApplication::activePopupWidget()) {
            static constexpr std::array keys{Qt::Key_Down, Qt::Key_Return, Qt::Key_Escape};
            return QTest::keyClick(popup, keys[random_.bounded(static_cast<quint32>(keys.size()))]);
        }
        QWidget* modal = QApplication::activeModalWidget();
        if (modal == nullptr) return;
        QList<QWidget*> parts = modal->findChildren<QWidget*>();
        parts.removeIf([](const QWidget* part) { return !part->isVisible() || !part->isEnabled(); });
        const bool is_foreign = qobject_cast<QFileDialog*>(modal) || modal->inherits("QAbstractPrintDialog");
        if (is_foreign || parts.isEmpty() || random_.bounded(4) == 0)
            modal->close();
        else
            click(*parts[random_.bounded(static_cast<int>(parts.size()))]);
    }

    void change_the_look(CatalogFixture& fixture)
    {
        switch (random_.bounded(4)) {
        case 0: fixture.language.use(random_.bounded(2) == 0 ? QStringLiteral("en") : QStringLiteral("zh_CN")); break;
        case 1: apply_theme(random_.bounded(2) == 0 ? ThemeChoice::light : ThemeChoice::dark); break;
        case 2: fixture.window.resize(700 + random_.bounded(1900), 500 + random_.bounded(900)); break;
        default: open_a_page(fixture); break;
        }
    }

    void open_a_page(CatalogFixture& fixture)
    {
        const QStringList ids = fixture.window.page_ids();
        const QString& id = ids[random_.bounded(static_cast<int>(ids.size()))];
        last_ = QStringLiteral("page ") + id;
        fixture.window.open_page(id);
    }

    void check(CatalogFixture& fixture)
    {
        Document& document = fixture.document;
        check_undo(document);
        QVERIFY(document.evaluation().estimate.has_value());
        const std::shared_ptr<const Evaluation> answer = document.answer_of(document.project().current);
        QVERIFY(file_of(*document.evaluation().estimate) == file_of(*answer->estimate));
        if (!document.project().current_build().pin) {
            const EstimateResult anew = estimate(document.scenario(), *document.data());
            QVERIFY(anew.estimate.has_value());
            QVERIFY(file_of(*document.evaluation().estimate) == file_of(*anew.estimate));
        }
        for (const QWidget* top : QApplication::topLevelWidgets()) {
            if (!top->isVisible()) continue;
            for (const QString& text : texts_of(*top))
                QVERIFY2(!is_no_number(text), qPrintable(QStringLiteral("“%1” after %2").arg(text, last_)));
        }
    }

    void check_undo(Document& document)
    {
        QUndoStack& stack = document.front_stack();
        QVERIFY(stack.index() >= 0 && stack.index() <= stack.count());
        if (!stack.canUndo()) return;
        const Project before = document.project();
        stack.undo();
        stack.redo();
        // They lead to the build that was edited; which one is looked at is no step.
        Project after = document.project();
        after.current = before.current;
        QVERIFY2(after == before, qPrintable(QStringLiteral("undo and redo changed the project: ") + last_));
    }

    QRandomGenerator random_;
    QString last_;
    bool running_ = false;
};

RIGWRIGHT_STYLED_TEST(MonkeyTest)

} // namespace rigwright::test::tst_monkey

#include "tst_monkey.moc"
