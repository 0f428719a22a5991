// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/file_content.h"
#include "tests/support/suite.h"
#include "ui/start/start.h"

#include <QFile>
#include <QImage>
#include <QProcess>
#include <QTemporaryDir>

namespace rigwright::test::tst_start {

/// The program as it is started: its command line, its pictures, its exit statuses.
class StartTest : public QObject {
    Q_OBJECT

private slots:
    void options_are_read()
    {
        const StartOptions options =
            parse_start_options({"rigwright", "--language", "zh_CN", "--theme", "dark", "--size", "1024x768",
                                 "--screenshot", "out.png", "plan.json"});
        QVERIFY(options.error.isEmpty());
        QCOMPARE(options.language, QStringLiteral("zh_CN"));
        QCOMPARE(options.theme, std::optional(ThemeChoice::dark));
        QCOMPARE(options.size, std::optional(QSize(1024, 768)));
        QCOMPARE(options.screenshot, QStringLiteral("out.png"));
        QCOMPARE(options.file, QStringLiteral("plan.json"));
        QVERIFY(parse_start_options({"rigwright"}).error.isEmpty());
    }

    void wrong_options_are_refused_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::newRow("language") << QStringList{"rigwright", "--language", "fr"};
        QTest::newRow("theme") << QStringList{"rigwright", "--theme", "pink"};
        QTest::newRow("size") << QStringList{"rigwright", "--size", "10x10"};
        QTest::newRow("size words") << QStringList{"rigwright", "--size", "big"};
        QTest::newRow("unknown") << QStringList{"rigwright", "--faster"};
        QTest::newRow("two files") << QStringList{"rigwright", "a.json", "b.json"};
    }

    void wrong_options_are_refused()
    {
        QFETCH(QStringList, arguments);
        QVERIFY(!parse_start_options(arguments).error.isEmpty());
    }

    void help_and_version_need_no_display()
    {
        const Run version = run({"--version"});
        QCOMPARE(version.status, 0);
        QVERIFY(version.output.startsWith(QLatin1String("rigwright ")));
        const Run help = run({"--help"});
        QCOMPARE(help.status, 0);
        QVERIFY(help.output.contains(QLatin1String("--screenshot")));
    }

    void a_picture_has_the_size_asked_for_data()
    {
        add_columns<QStringList, QSize>("arguments", "size");
        QTest::newRow("English, light") << QStringList{"--language", "en", "--theme", "light", "--size", "1440x900"}
                                        << QSize(1440, 900);
        QTest::newRow("Chinese, dark, small")
            << QStringList{"--language", "zh_CN", "--theme", "dark", "--size", "1024x768"} << QSize(1024, 768);
    }

    void a_picture_has_the_size_asked_for()
    {
        QFETCH(QStringList, arguments);
        QFETCH(QSize, size);
        QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("window.png"));
        const Run result = run(arguments + QStringList{"--screenshot", path});
        QVERIFY2(result.status == 0, qPrintable(result.errors));
        const QImage picture(path);
        QCOMPARE(picture.size(), size);
        const bool dark = arguments.contains(QLatin1String("dark"));
        QCOMPARE(picture.pixelColor(4, size.height() - 4).lightness() < 128, dark);
    }

    void pictures_follow_the_scale_data()
    {
        QTest::addColumn<double>("scale");
        for (const double scale : {1.0, 1.5, 2.0, 3.0}) QTest::newRow(qPrintable(QString::number(scale))) << scale;
    }

    /// Sizes and fonts are in units that do not depend on the screen: the same window, with more pixels.
    void pictures_follow_the_scale()
    {
        QFETCH(double, scale);
        const QTemporaryDir folder;
        const QString file = folder.filePath(QStringLiteral("window.png"));
        qputenv("QT_SCALE_FACTOR", QByteArray::number(scale));
        const Run made = run({"--new-window", "--size", "1200x800", "--screenshot", file});
        qunsetenv("QT_SCALE_FACTOR");
        QCOMPARE(made.status, 0);
        const QImage picture(file);
        QCOMPARE(picture.size(), QSize(1200, 800) * scale);
        // Sharp: an enlarged small picture would have no more than one colour in each block of pixels.
        if (scale < 2.0) return;
        const int block = static_cast<int>(scale);
        int mixed = 0;
        for (int y = 0; y + block <= picture.height(); y += block)
            for (int x = 0; x + block <= picture.width(); x += block)
                mixed += picture.pixel(x, y) != picture.pixel(x + block - 1, y + block - 1) ? 1 : 0;
        QVERIFY2(mixed > 2000, qPrintable(QString::number(mixed)));
    }

    void a_file_that_cannot_be_read_fails()
    {
        QTemporaryDir folder;
        const Run missing = run({"--screenshot", folder.filePath("window.png"), folder.filePath("missing.json")});
        QCOMPARE(missing.status, 1);
        QVERIFY(missing.errors.contains(QLatin1String("missing.json")));
        QVERIFY(!QFile::exists(folder.filePath("window.png")));
    }

    void a_model_file_is_no_broken_project()
    {
        QTemporaryDir folder;
        write_file(folder.filePath("config.json"),
                   R"({"model_type": "gpt2", "n_layer": 12, "n_embd": 768, "n_head": 12, "n_positions": 1024,
                "vocab_size": 50257, "activation_function": "gelu_new"})");
        const Run result = run({"--screenshot", folder.filePath("window.png"), folder.filePath("config.json")});
        QVERIFY2(result.status == 0, qPrintable(result.errors));
        QVERIFY(QFile::exists(folder.filePath("window.png")));
    }

    void a_picture_that_cannot_be_written_fails()
    {
        const Run result = run({"--screenshot", QStringLiteral("/no/such/folder/window.png")});
        QCOMPARE(result.status, 1);
        QVERIFY(result.errors.contains(QLatin1String("/no/such/folder/window.png")));
    }

    void a_page_is_shown_by_its_name_data()
    {
        add_texts("page", {"overview", "compare", "sensitivity", "hardware", "measured", "report", "learn", "models",
                           "launch", "start"});
    }

    void a_page_is_shown_by_its_name()
    {
        QFETCH(const QString, page);
        const QTemporaryDir folder;
        const QString picture = folder.filePath(QStringLiteral("page.png"));
        const Run shown = run({QStringLiteral("--page"), page, QStringLiteral("--screenshot"), picture});
        QVERIFY2(shown.status == 0, qPrintable(shown.errors));
        QVERIFY(!QImage(picture).isNull());
    }

    void an_unknown_page_is_refused()
    {
        const QTemporaryDir folder;
        const Run refused = run({QStringLiteral("--page"), QStringLiteral("memroy"), QStringLiteral("--screenshot"),
                                 folder.filePath(QStringLiteral("page.png"))});
        QCOMPARE(refused.status, 1);
        QVERIFY(refused.errors.contains(QLatin1String("memroy")));
        QVERIFY(refused.errors.contains(QLatin1String("memory")));
    }

    void a_report_needs_no_display()
    {
        const QTemporaryDir folder;
        const QString report = folder.filePath(QStringLiteral("report.pdf"));
        QProcessEnvironment server = QProcessEnvironment::systemEnvironment();
        for (const char* name : {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"})
            server.remove(QString::fromLatin1(name));
        QProcess program;
        program.setProcessEnvironment(server);
        program.start(QStringLiteral(RIGWRIGHT_PROGRAM),
                      {QStringLiteral("--report"), report,
                       qEnvironmentVariable("RIGWRIGHT_SOURCE") +
                           QStringLiteral("/resources/examples/fabric-defects-1x4090.json")});
        QVERIFY(program.waitForFinished(120000));
        QCOMPARE(program.exitCode(), 0);
        QVERIFY(QFile(report).size() > 10000);
    }

private:
    struct Run {
        int status = -1;
        QString output;
        QString errors;
    };

    static StartTest::Run run(const QStringList& arguments)
    {
        QProcess program;
        program.start(QStringLiteral(RIGWRIGHT_PROGRAM), arguments);
        const bool ended = program.waitForFinished(120000) && program.exitStatus() == QProcess::NormalExit;
        return {ended ? program.exitCode() : -1, QString::fromUtf8(program.readAllStandardOutput()),
                QString::fromUtf8(program.readAllStandardError())};
    }
};

RIGWRIGHT_TEST(StartTest)

} // namespace rigwright::test::tst_start

#include "tst_start.moc"
