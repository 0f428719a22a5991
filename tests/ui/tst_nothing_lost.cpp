// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/suite.h"
#include "tests/ui/window_fixture.h"
#include "ui/controls/parameter_control.h"
#include "ui/document/project_file.h"
#include "ui/panels/choices_column.h"
#include "ui/recovery/recovery.h"
#include "ui/window/commands.h"
#include "ui/window_files.h"

#include <QFileDialog>
#include <QMenu>
#include <QMenuBar>
#include <QMessageBox>
#include <QProcess>
#include <QRandomGenerator>
#include <QTemporaryDir>
#include <QTimer>

#include <iostream>

namespace rigwright::test::tst_nothing_lost {

using namespace std::chrono_literals;

constexpr quint32 seed = 4711;

QString example_path()
{
    return QString::fromStdString((find_data_directory()->examples() / "fabric-defects.rigwright").string());
}

/// The content of the window before it is changed.
enum class Origin { example, file, fresh, recovered };
constexpr std::array origins{Origin::example, Origin::file, Origin::fresh, Origin::recovered};

const char* name_of(Origin origin)
{
    switch (origin) {
    case Origin::example: return "example";
    case Origin::file: return "file";
    case Origin::fresh: return "new";
    case Origin::recovered: return "recovered";
    }
    return "";
}

bool start_with(Origin origin, MainWindow& window, Document& document, const QString& folder)
{
    const QString path = folder + QStringLiteral("/plan.rigwright");
    switch (origin) {
    case Origin::example: return window.files().open_example(example_path());
    case Origin::file:
        return save_project_file(document.project(), path, FileKind::project).isEmpty() && window.files().open(path);
    case Origin::fresh: return window.files().open_new();
    case Origin::recovered:
        return save_project_file(document.project(), path, FileKind::project).isEmpty() &&
               window.files().open_left_behind(path, QStringLiteral("/somewhere/plan.rigwright"));
    }
    return false;
}

/// Types by keys; returns the field's value in the plan.
std::int64_t type_batch(MainWindow& window, Document& document, const QString& text)
{
    auto* batch = qobject_cast<ParameterControl*>(
        child<ChoicesColumn>(window, "choices")->control(QStringLiteral("training.micro_batch")));
    enter(*batch->field(), text);
    return document.scenario().training.micro_batch;
}

/// During its lifetime, answers each question with one button and chooses no file.
class Answers {
public:
    explicit Answers(QMessageBox::StandardButton button)
    {
        QObject::connect(&timer_, &QTimer::timeout, [this, button] {
            QWidget* modal = QApplication::activeModalWidget();
            if (auto* question = qobject_cast<QMessageBox*>(modal)) {
                ++questions;
                QTest::mouseClick(question->button(button), Qt::LeftButton);
            } else if (auto* files = qobject_cast<QFileDialog*>(modal)) {
                ++file_dialogs;
                files->reject();
            }
        });
        timer_.start(2ms);
    }

    int questions = 0;
    int file_dialogs = 0;

private:
    QTimer timer_;
};

/// One way to leave the current content.
struct Way {
    const char* name;
    void (*leave)(MainWindow& window);
};

template <Qt::Key key>
void press(MainWindow& window)
{
    QTest::keyClick(&window, key, Qt::ControlModifier);
}

/// Opens the File menu with the mouse and clicks the entry with that shortcut.
template <Qt::Key key>
void click_in_the_menu(MainWindow& window)
{
    QMenuBar* bar = window.menuBar();
    QAction* file = bar->actions().front();
    QTest::mouseClick(bar, Qt::LeftButton, {}, bar->actionGeometry(file).center());
    QMenu* menu = file->menu();
    for (QAction* action : menu->actions()) {
        if (action->shortcut() != QKeySequence(Qt::CTRL | key)) continue;
        QTest::mouseClick(menu, Qt::LeftButton, {}, menu->actionGeometry(action).center());
        return;
    }
    qFatal("no such entry in the menu");
}

void click_an_example(MainWindow& window)
{
    QMenu* examples = window.menus().action(QStringLiteral("examples"))->menu();
    emit examples->aboutToShow();
    examples->actions().front()->trigger();
}

void close_by_its_cross(MainWindow& window) { window.close(); }

void drop_a_file(MainWindow& window) { window.open_file(example_path()); }

constexpr std::array ways{Way{"Ctrl+N", press<Qt::Key_N>},
                          Way{"Ctrl+O", press<Qt::Key_O>},
                          Way{"Ctrl+Q", press<Qt::Key_Q>},
                          Way{"New by mouse", click_in_the_menu<Qt::Key_N>},
                          Way{"Open by mouse", click_in_the_menu<Qt::Key_O>},
                          Way{"Quit by mouse", click_in_the_menu<Qt::Key_Q>},
                          Way{"an example", click_an_example},
                          Way{"the cross", close_by_its_cross},
                          Way{"a dropped file", drop_a_file}};

/// A separate process that the test starts and kills: a window with typing in progress.
int type_and_hang(int argc, char** argv)
{
    QApplication application(argc, argv);
    const QStringList words = QCoreApplication::arguments();
    WindowFixture fixture;
    const auto origin = static_cast<Origin>(words.value(2).toInt());
    if (!start_with(origin, fixture.window, fixture.document, words.value(1))) return 3;
    RecoveryFolder recovery(words.value(1) + QStringLiteral("/recovery"));
    Autosave autosave(fixture.document, recovery, [] { return QString(); }, {20ms, 100ms});
    QObject::connect(&autosave, &Autosave::kept, [] { std::cout << "kept" << std::endl; });
    type_batch(fixture.window, fixture.document, QStringLiteral("13"));
    return QApplication::exec();
}

/// Changes builds and settings at random.
void act_at_random(Document& document, const WindowMenus& menus, QRandomGenerator& random)
{
    constexpr std::array commands{"add_machine", "duplicate_machine", "delete_machine", "pin_machine",
                                  "move_left",   "move_right",        "delete_machine"};
    const int what = random.bounded(12);
    if (what < static_cast<int>(commands.size())) {
        const char* command = commands[static_cast<std::size_t>(what)];
        QVERIFY2(menus.run(QLatin1String(command)), command);
        return;
    }
    if (what < 9)
        document.set_field(QStringLiteral("training.micro_batch"), std::int64_t{1 + random.bounded(9)});
    else if (what < 11)
        document.set_field(QStringLiteral("training.epochs"), std::int64_t{1 + random.bounded(99)});
    else
        document.set_field(QStringLiteral("name"), std::string("plan ") + std::to_string(random.bounded(5)));
}

/// No change is dropped without a question, and changes lost by a crash are recovered.
class NothingLostTest : public QObject {
    Q_OBJECT

private slots:
    void leaving_asks_once_where_something_was_changed_data()
    {
        QTest::addColumn<int>("origin");
        for (const Origin origin : origins) QTest::newRow(name_of(origin)) << static_cast<int>(origin);
    }

    void leaving_asks_once_where_something_was_changed()
    {
        QFETCH(int, origin);
        const QTemporaryDir folder;
        WindowFixture fixture;
        fixture.window.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&fixture.window));
        QVERIFY(start_with(static_cast<Origin>(origin), fixture.window, fixture.document, folder.path()));
        QApplication::processEvents();
        QCOMPARE(type_batch(fixture.window, fixture.document, QStringLiteral("7")), std::int64_t{7});
        const Project changed = fixture.document.project();
        const int steps = fixture.document.undo_stack().count();
        for (const Way& way : ways) {
            fixture.window.activateWindow();
            QVERIFY(QTest::qWaitForWindowActive(&fixture.window));
            Answers answers(QMessageBox::Cancel);
            way.leave(fixture.window);
            QTest::qWait(5);
            const QString asked =
                QStringLiteral("%1: %2 questions").arg(QLatin1String(way.name)).arg(answers.questions);
            QVERIFY2(answers.questions == 1, qPrintable(asked));
            QVERIFY2(answers.file_dialogs == 0, way.name);
            QVERIFY2(fixture.window.isVisible(), way.name);
            QVERIFY2(fixture.document.project() == changed, way.name);
            QCOMPARE(fixture.document.undo_stack().count(), steps);
            QVERIFY2(!fixture.document.undo_stack().isClean(), way.name);
        }
        // After undo there is nothing to lose; only recovered work isn't in a file yet.
        fixture.document.undo_stack().undo();
        const bool saved = static_cast<Origin>(origin) != Origin::recovered;
        fixture.window.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&fixture.window));
        Answers answers(QMessageBox::Discard);
        press<Qt::Key_Q>(fixture.window);
        QTest::qWait(5);
        QCOMPARE(answers.questions, saved ? 0 : 1);
        QVERIFY(!fixture.window.isVisible());
    }

    void whatever_is_done_to_builds_is_undone()
    {
        constexpr int actions = 150;
        WindowFixture fixture;
        QVERIFY(fixture.window.files().open_example(example_path()));
        const Project start = fixture.document.project();
        QUndoStack& steps = fixture.document.undo_stack();
        QRandomGenerator random(seed);
        int changes = 0;
        for (int i = 0; i < actions; ++i) {
            const Project before = fixture.document.project();
            const int index = steps.index();
            act_at_random(fixture.document, fixture.window.menus(), random);
            if (QTest::currentTestFailed()) return;
            const Project after = fixture.document.project();
            if (after == before) continue;
            ++changes;
            QCOMPARE(steps.index(), index + 1);
            steps.undo();
            QVERIFY2(fixture.document.project() == before, qPrintable(QString::number(i)));
            steps.redo();
            QVERIFY2(fixture.document.project() == after, qPrintable(QString::number(i)));
            // It can be written, and is the same in the file.
            const OpenedProject opened = read_project_bytes(project_bytes(after, FileKind::project));
            QVERIFY2(opened.project && *opened.project == after, qPrintable(QString::number(i)));
        }
        QVERIFY(changes > actions / 3);
        while (steps.canUndo()) steps.undo();
        QCOMPARE(fixture.document.project(), start);
        QVERIFY(steps.isClean());
    }

    void a_kill_leaves_what_was_typed_data() { leaving_asks_once_where_something_was_changed_data(); }

    void a_kill_leaves_what_was_typed()
    {
        QFETCH(int, origin);
        const QTemporaryDir folder;
        QProcess program;
        program.start(QCoreApplication::applicationFilePath(),
                      {QStringLiteral("type-and-hang"), folder.path(), QString::number(origin)});
        QVERIFY(program.waitForStarted());
        QVERIFY(program.waitForReadyRead(60000));
        program.kill();
        QVERIFY(program.waitForFinished());
        const RecoveryFolder recovery(folder.path() + QStringLiteral("/recovery"));
        const std::vector<LeftBehind> left = recovery.left_behind();
        QCOMPARE(left.size(), 1U);
        WindowFixture fixture;
        QVERIFY(fixture.window.files().open_left_behind(recovery.snapshot_of(left.front()), left.front().path));
        QCOMPARE(fixture.document.scenario().training.micro_batch, std::int64_t{13});
        QVERIFY(fixture.window.isWindowModified());
    }
};

RIGWRIGHT_STYLED_TEST(NothingLostTest)
RIGWRIGHT_TEST_PROCESS("type-and-hang", type_and_hang)

} // namespace rigwright::test::tst_nothing_lost

#include "tst_nothing_lost.moc"
