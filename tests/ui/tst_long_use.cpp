// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/environment_number.h"
#include "tests/support/suite.h"
#include "tests/ui/window_fixture.h"
#include "ui/controls/parameter_control.h"
#include "ui/panels/choices_column.h"
#include "ui/plots/plot_list.h"
#include "ui/theme/theme.h"
#include "ui/window/palette.h"
#include "ui/window_files.h"

#include <QPixmapCache>
#include <QSlider>
#include <QStandardPaths>
#include <QTemporaryDir>

#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace rigwright::test::tst_long_use {

/// Rounds after which everything that is kept once (windows, fonts) exists.
constexpr int rounds_to_settle = 3;
constexpr int usual_rounds = 4;
constexpr int rounds_between_reports = 40;
/// In milliseconds: for pending paints and memory still held by the worker.
constexpr int time_to_rest = 500;
/// Qt keeps a name for every picture that it scaled, and never forgets one.
constexpr qint64 allowed_once = 256 * 1024;
constexpr qint64 allowed_a_round = 8 * 1024;

/// Bytes allocated and not released; without the pictures that Qt caches up to a limit.
qint64 bytes_in_use()
{
    QPixmapCache::clear();
#ifdef __GLIBC__
    const struct mallinfo2 now = mallinfo2();
    return static_cast<qint64>(now.uordblks + now.hblkhd);
#else
    return 0;
#endif
}

/// A working day at the window: the same actions are repeated in rounds, and memory use does not grow.
/// RIGWRIGHT_LONG_ROUNDS sets the number of rounds; at half a minute of user time each, 960 are eight hours.
class LongUseTest : public QObject {
    Q_OBJECT
private slots:
    void initTestCase()
    {
        QStandardPaths::setTestModeEnabled(true);
        QVERIFY(folder_.isValid());
    }

    void nothing_piles_up()
    {
        const int rounds = environment_number("RIGWRIGHT_LONG_ROUNDS", usual_rounds);
        WindowFixture fixture;
        for (int round = 0; round < rounds_to_settle; ++round) work(fixture);
        QTest::qWait(time_to_rest);
        const qint64 settled = bytes_in_use();
        if (settled == 0) QSKIP("this C library, or a sanitizer in its place, does not count what is in use");
        for (int round = 1; round <= rounds; ++round) {
            work(fixture);
            if (QTest::currentTestFailed()) return;
            const qint64 allowed = settled + allowed_once + round * allowed_a_round;
            static_cast<void>(QTest::qWaitFor([allowed] { return bytes_in_use() <= allowed; }, time_to_rest));
            const qint64 more = bytes_in_use() - settled;
            if (round == rounds || round % rounds_between_reports == 0)
                qInfo("round %d: %+lld bytes", round, static_cast<long long>(more));
            QVERIFY2(more <= allowed_once + round * allowed_a_round,
                     qPrintable(QStringLiteral("%1 bytes more after %2 rounds").arg(more).arg(round)));
        }
    }

private:
    void work(WindowFixture& fixture)
    {
        drag(fixture);
        for (const char* language : {"zh_CN", "en"}) fixture.speak(QString::fromLatin1(language));
        compare(fixture);
        open_windows(fixture);
        save_and_open(fixture);
        QVERIFY(QTest::qWaitFor([&] { return fixture.window.is_drawn(); }, 20000));
    }

    void drag(WindowFixture& fixture)
    {
        auto* control = qobject_cast<ParameterControl*>(
            child<ChoicesColumn>(fixture.window, "choices")->control(QStringLiteral("training.micro_batch")));
        QVERIFY(control != nullptr);
        QSlider* slider = control->findChild<QSlider*>();
        QVERIFY(slider != nullptr);
        const int y = slider->height() / 2;
        QTest::mousePress(slider, Qt::LeftButton, {}, QPoint(slider->width() / 4, y));
        for (int x = slider->width() / 4; x < slider->width(); x += 6) {
            QTest::mouseMove(slider, QPoint(x, y));
            QApplication::processEvents();
        }
        QTest::mouseRelease(slider, Qt::LeftButton, {}, QPoint(slider->width() / 2, y));
        QVERIFY(QTest::qWaitFor([&] { return fixture.window.is_drawn(); }, 20000));
        fixture.document.undo_stack().undo();
    }

    void look_at_every_page(WindowFixture& fixture)
    {
        for (const QString& id : fixture.window.page_ids()) {
            QVERIFY2(fixture.window.open_page(id) != nullptr, qPrintable(id));
            QTest::qWait(20);
            QVERIFY(QTest::qWaitFor([&] { return fixture.window.is_drawn(); }, 20000));
        }
        fixture.window.open_page(QStringLiteral("overview"));
    }

    void compare(WindowFixture& fixture)
    {
        for (const char* gpu : {"a100-sxm-80", "t4"}) {
            const QWidget& machines = page<QWidget>(fixture.window, "machines");
            QTest::mouseClick(child<QPushButton>(machines, "add_machine"), Qt::LeftButton);
            QVERIFY(fixture.document.set_field(QStringLiteral("build.gpu"), std::string(gpu)));
            pin_front_machine(machines, fixture.document);
            QApplication::processEvents();
        }
        look_at_every_page(fixture);
        while (fixture.document.undo_stack().canUndo()) fixture.document.undo_stack().undo();
        QApplication::processEvents();
    }

    void open_windows(WindowFixture& fixture)
    {
        MainWindow& window = fixture.window;
        const auto look_at = [](QWidget& shown) {
            QVERIFY(QTest::qWaitForWindowExposed(&shown));
            QTest::qWait(20);
            shown.close();
        };
        window.open_page(QStringLiteral("memory"));
        window.show_plot_window();
        look_at(*child<PlotWindow>(window));
        window.open_palette();
        look_at(*child<QDialog>(window, "palette"));
        look_at(window.show_launch());
        // Pages beside which the drawer is opened and closed.
        for (const char* id : {"models", "learn", "report", "cards"}) {
            QVERIFY2(window.open_page(QLatin1String(id)) != nullptr, id);
            window.show_working(QStringLiteral("memory.total_bytes"));
            QTest::qWait(20);
            window.toggle_drawer();
        }
        window.open_page(QStringLiteral("overview"));
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        QApplication::processEvents();
    }

    void save_and_open(WindowFixture& fixture)
    {
        const QString path = folder_.filePath(QStringLiteral("day.rigwright"));
        QVERIFY(fixture.window.files().save_to(path));
        QVERIFY(fixture.window.files().open(path));
    }

    QTemporaryDir folder_;
};

RIGWRIGHT_STYLED_TEST(LongUseTest)

} // namespace rigwright::test::tst_long_use

#include "tst_long_use.moc"
