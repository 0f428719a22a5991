// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/suite.h"
#include "tests/ui/window_fixture.h"
#include "ui/start/start.h"
#include "ui/theme/theme.h"
#include "ui/window_files.h"

#include <QFontDatabase>
#include <QImage>
#include <QStandardPaths>

#include <cstdlib>

namespace rigwright::test::tst_pictures {

/// A view of the window that is kept as a picture.
struct Scene {
    const char* name;
    const char* language;
    ThemeChoice theme;
    QSize size;
    const char* page;
};

constexpr Scene scenes[] = {
    {"window-en-light", "en", ThemeChoice::light, {1280, 800}, "overview"},
    {"window-zh-dark", "zh_CN", ThemeChoice::dark, {1280, 800}, "overview"},
    {"small-zh-light", "zh_CN", ThemeChoice::light, {1024, 768}, "epoch_time"},
    {"compare-en-dark", "en", ThemeChoice::dark, {1280, 800}, "compare"},
    {"large-en-light", "en", ThemeChoice::light, {2560, 1440}, "step_parts"},
};

/// Pictures are kept and compared as means over blocks of so many pixels a side: coarse enough for another version of a
/// library to smooth edges differently, fine enough for a line of text that moved.
constexpr int block = 8;
/// Blocks count as different from this difference of one colour on.
constexpr int difference_of_a_block = 32;
/// Numbers may change a little with the engine; a larger share of different blocks fails.
constexpr double share_of_blocks = 0.003;

QString source(const QString& path) { return qEnvironmentVariable("RIGWRIGHT_SOURCE") + QLatin1Char('/') + path; }

QString kept_file(const char* name)
{
    return source(QStringLiteral("tests/data/pictures/%1.png").arg(QLatin1String(name)));
}

QImage blocks_of(const QImage& picture)
{
    return picture.convertToFormat(QImage::Format_RGB32)
        .scaled(picture.width() / block, picture.height() / block, Qt::IgnoreAspectRatio, Qt::SmoothTransformation);
}

int difference(QRgb a, QRgb b)
{
    return std::max({std::abs(qRed(a) - qRed(b)), std::abs(qGreen(a) - qGreen(b)), std::abs(qBlue(a) - qBlue(b))});
}

/// The share of blocks that differ; all of them where the sizes do.
double changed_share(const QImage& kept, const QImage& now)
{
    if (kept.isNull() || kept.size() != now.size()) return 1.0;
    int changed = 0;
    for (int y = 0; y < kept.height(); ++y)
        for (int x = 0; x < kept.width(); ++x)
            changed += difference(kept.pixel(x, y), now.pixel(x, y)) >= difference_of_a_block ? 1 : 0;
    return static_cast<double>(changed) / (kept.width() * kept.height());
}

/// The shipped example in a window, set up for a scene.
struct SceneFixture : WindowFixture {
    explicit SceneFixture(const Scene& scene)
    {
        QVERIFY(window.files().open(
            QString::fromStdString((find_data_directory()->examples() / "fabric-defects.rigwright").string())));
        window.use_theme(scene.theme);
        speak(QLatin1String(scene.language));
        QVERIFY(show_page(window, QLatin1String(scene.page)) == &window);
        show(scene.size);
        // No cursor blinks in a picture.
        if (QWidget* focus = QApplication::focusWidget()) focus->clearFocus();
        settle();
    }

    void settle()
    {
        QTRY_VERIFY_WITH_TIMEOUT(window.is_drawn(), 60000);
        QApplication::sendPostedEvents();
        QApplication::processEvents();
    }

    QImage blocks() { return blocks_of(window.grab().toImage()); }
};

QString percent(double share) { return QStringLiteral("%1 % of the blocks differ").arg(100.0 * share, 0, 'f', 2); }

/// The appearance of the window against kept pictures. All text is drawn in a font of boxes that lies with the tests,
/// so the pictures are those of any machine. scripts/regenerate-pictures rewrites them.
class PicturesTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        QStandardPaths::setTestModeEnabled(true);
        const int font = QFontDatabase::addApplicationFont(source(QStringLiteral("tests/data/box.ttf")));
        QVERIFY(font >= 0);
        QCOMPARE(QFontDatabase::applicationFontFamilies(font), QStringList{QStringLiteral("Rigwright Box")});
        install_style(*qApp);
        // Whatever the system's settings say about hinting and smoothing.
        QFont boxes(QStringLiteral("Rigwright Box"), 9);
        boxes.setHintingPreference(QFont::PreferNoHinting);
        boxes.setStyleStrategy(QFont::PreferAntialias);
        QApplication::setFont(boxes);
        QCOMPARE(QFontInfo(QApplication::font()).family(), QStringLiteral("Rigwright Box"));
        // One advance for every letter, twice that for Chinese: no other font helps out.
        const QFontMetricsF metrics(QApplication::font());
        QCOMPARE(metrics.horizontalAdvance(QStringLiteral("iW")), 2 * metrics.horizontalAdvance(QLatin1Char('x')));
        QVERIFY(metrics.horizontalAdvance(QStringLiteral("显")) > 1.5 * metrics.horizontalAdvance(QLatin1Char('x')));
    }

    void scenes_look_as_they_did_data()
    {
        QTest::addColumn<int>("scene");
        for (int i = 0; i < static_cast<int>(std::size(scenes)); ++i) QTest::newRow(scenes[i].name) << i;
    }

    void scenes_look_as_they_did()
    {
        QFETCH(int, scene);
        SceneFixture fixture(scenes[scene]);
        const QImage now = fixture.blocks();
        const QString file = kept_file(scenes[scene].name);
        if (qEnvironmentVariableIsSet("RIGWRIGHT_REGENERATE")) {
            QVERIFY(now.save(file));
            return;
        }
        const double share = changed_share(QImage(file), now);
        if (share > share_of_blocks) {
            const QString seen = QDir::temp().filePath(QLatin1String(scenes[scene].name) + QStringLiteral("-now.png"));
            fixture.window.grab().save(seen);
            QFAIL(qPrintable(percent(share) + QStringLiteral(", see ") + seen));
        }
    }

    void a_changed_picture_is_noticed_data()
    {
        using Change = std::function<void(MainWindow&)>;
        QTest::addColumn<Change>("change");
        QTest::newRow("a panel moved by a line") << Change([](MainWindow& window) {
            auto* panel = window.findChild<QWidget*>(QStringLiteral("figures"));
            panel->move(panel->x(), panel->y() + 16);
        });
        QTest::newRow("a panel lost its lower half") << Change([](MainWindow& window) {
            auto* panel = window.findChild<QWidget*>(QStringLiteral("memory_parts"));
            panel->resize(panel->width(), panel->height() / 2);
        });
        QTest::newRow("the plot is gone") << Change([](MainWindow& window) {
            for (QWidget* part : window.open_page(QStringLiteral("overview"))->findChildren<QWidget*>()) part->hide();
        });
        QTest::newRow("the figures show no number") << Change([](MainWindow& window) {
            for (QAbstractButton* figure :
                 window.findChild<QWidget*>(QStringLiteral("figures"))->findChildren<QAbstractButton*>())
                figure->setText(QString());
        });
    }

    /// These must not pass for the kept picture.
    void a_changed_picture_is_noticed()
    {
        using Change = std::function<void(MainWindow&)>;
        QFETCH(Change, change);
        SceneFixture fixture(scenes[0]);
        const QImage before = fixture.blocks();
        change(fixture.window);
        const QImage after = fixture.blocks();
        const double share = changed_share(before, after);
        QVERIFY2(share > share_of_blocks, qPrintable(percent(share)));
        if (!qEnvironmentVariableIsSet("RIGWRIGHT_REGENERATE"))
            QVERIFY(changed_share(QImage(kept_file(scenes[0].name)), after) > share_of_blocks);
    }

    void noise_is_no_change()
    {
        SceneFixture fixture(scenes[0]);
        QImage noisy = fixture.window.grab().toImage().convertToFormat(QImage::Format_RGB32);
        const QImage before = blocks_of(noisy);
        // Every pixel a little off, as edges are that another version smooths in its own way.
        for (int y = 0; y < noisy.height(); ++y) {
            for (int x = 0; x < noisy.width(); ++x) {
                const int off = (x * 7 + y * 13) % 25 - 12;
                const QColor colour = noisy.pixelColor(x, y);
                const auto moved = [off](int channel) { return std::clamp(channel + off, 0, 255); };
                noisy.setPixelColor(x, y, QColor(moved(colour.red()), moved(colour.green()), moved(colour.blue())));
            }
        }
        QCOMPARE(changed_share(before, blocks_of(noisy)), 0.0);
        QCOMPARE(changed_share(before, before), 0.0);
        QCOMPARE(changed_share(before, QImage()), 1.0);
    }
};

RIGWRIGHT_WIDGET_TEST(PicturesTest)

} // namespace rigwright::test::tst_pictures

#include "tst_pictures.moc"
