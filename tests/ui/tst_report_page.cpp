// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/engine_case.h"
#include "tests/support/file_content.h"
#include "tests/support/suite.h"
#include "tests/ui/find_widget.h"
#include "ui/report/report_page.h"
#include "ui/report/report_pages.h"

#include <QClipboard>
#include <QFile>
#include <QGuiApplication>
#include <QProcess>
#include <QPushButton>
#include <QRegularExpression>
#include <QScrollBar>
#include <QStandardPaths>
#include <QTemporaryDir>

namespace rigwright::test::tst_report_page {

Scenario plan(std::int64_t gpus)
{
    Scenario scenario = scenario_of("resnet18", 8);
    scenario.name = "<b>" + std::to_string(gpus) + "</b> cards";
    scenario.dataset.samples = 1000;
    scenario.build.gpu = "rtx4090";
    scenario.build.gpus_per_node = gpus;
    return scenario;
}

std::shared_ptr<const EngineData> data()
{
    return {&engine_data(), [](const EngineData*) {}};
}

struct Fixture {
    Localization words{find_data_directory().value_or(DataDirectory({}))};
    Document document{data(), plan(1)};
    ReportPage window{document, words, nullptr};

    Fixture()
    {
        document.edit_project(*with_build_added(document.project(), plan(2)), QStringLiteral("another machine"));
        document.select_build(0);
        window.show();
        (void)QTest::qWaitForWindowExposed(&window);
    }
    QString text() const { return child<PaperView>(window)->pages().text(); }
};

class ReportPageTest : public QObject {
    Q_OBJECT
private slots:
    void shows_the_report_before_it_is_written()
    {
        const Fixture fixture;
        QVERIFY(fixture.text().contains(QStringLiteral("Bill of materials")));
        QVERIFY(fixture.text().contains(QStringLiteral("2 × GeForce RTX 4090")));
        // A name is plain text, never markup.
        QVERIFY(fixture.text().contains(QStringLiteral("<b>1</b> cards")));
    }

    void its_text_is_copied()
    {
        const Fixture fixture;
        QGuiApplication::clipboard()->clear();
        QTest::keyClick(child<QPushButton>(fixture.window, "copy_text"), Qt::Key_Space);
        QCOMPARE(QGuiApplication::clipboard()->text(), fixture.text());
        QVERIFY(fixture.text().contains(QStringLiteral("Bill of materials")));
    }

    void the_question_appears_in_the_report_as_typed()
    {
        Fixture fixture;
        child<QLineEdit>(fixture.window)->setFocus();
        QTest::keyClicks(child<QLineEdit>(fixture.window), QStringLiteral("Which <i>offer</i>?"));
        QTRY_VERIFY(fixture.text().contains(QStringLiteral("Which <i>offer</i>?")));
    }

    void the_question_belongs_to_its_project()
    {
        Fixture fixture;
        auto* question = child<QLineEdit>(fixture.window);
        QTest::keyClicks(question, QStringLiteral("Which offer?"));
        // Typed questions survive other edits, and undo.
        fixture.document.edit_project(*with_build_duplicated(fixture.document.project(), 0), QStringLiteral("copy"));
        fixture.document.undo_stack().undo();
        QCOMPARE(question->text(), QStringLiteral("Which offer?"));
        const Project asked = fixture.document.project();
        QVERIFY(fixture.document.replace(plan(1)));
        QVERIFY(question->text().isEmpty());
        QTRY_VERIFY(!fixture.text().contains(QStringLiteral("Which offer?")));
        QVERIFY(fixture.document.replace(asked));
        QCOMPARE(question->text(), QStringLiteral("Which offer?"));
        QTRY_VERIFY(fixture.text().contains(QStringLiteral("Which offer?")));
    }

    void languages_are_chosen_by_key()
    {
        Fixture fixture;
        child<QComboBox>(fixture.window, "languages")->setFocus();
        QTest::keyClick(child<QComboBox>(fixture.window, "languages"), Qt::Key_Down);
        QTRY_VERIFY(fixture.text().contains(QStringLiteral("物料清单")));
        QVERIFY(!fixture.text().contains(QStringLiteral("Bill of materials")));
        QTest::keyClick(child<QComboBox>(fixture.window, "languages"), Qt::Key_Down);
        QTRY_VERIFY(fixture.text().contains(QStringLiteral("Bill of materials")));
        QVERIFY(fixture.text().contains(QStringLiteral("物料清单")));
    }

    void paper_is_chosen_by_key()
    {
        Fixture fixture;
        const auto sheet = [&] { return child<PaperView>(fixture.window)->pages().sheet(); };
        QVERIFY(sheet().height() > sheet().width());
        child<QComboBox>(fixture.window, "paper")->setFocus();
        QTest::keyClick(child<QComboBox>(fixture.window, "paper"), Qt::Key_Down);
        QTRY_VERIFY(sheet().width() > sheet().height());
        QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("report.pdf"));
        QVERIFY(fixture.window.write(path));
        static const QRegularExpression box(QStringLiteral("/MediaBox \\[0 0 ([0-9.]+) ([0-9.]+)\\]"));
        const auto found = box.match(QString::fromLatin1(content_of(path)));
        QVERIFY(found.captured(1).toDouble() > found.captured(2).toDouble());
    }

    void the_pages_are_drawn_on_white_sheets()
    {
        Fixture fixture;
        fixture.window.resize(900, 700);
        QPalette dark = fixture.window.palette();
        dark.setColor(QPalette::Window, Qt::black);
        fixture.window.setPalette(dark);
        auto* view = child<PaperView>(fixture.window);
        QApplication::processEvents();
        const QImage seen = view->viewport()->grab().toImage();
        // The background beside the sheet, ink on white on it.
        QCOMPARE(seen.pixelColor(3, 3), QColor(Qt::black));
        int white = 0;
        int ink = 0;
        for (int y = 0; y < seen.height(); ++y)
            for (int x = 0; x < seen.width(); ++x) {
                white += seen.pixelColor(x, y) == QColor(Qt::white);
                ink += x > seen.width() / 4 && x < seen.width() * 3 / 4 && seen.pixelColor(x, y).lightness() < 100;
            }
        QVERIFY(white > seen.width() * seen.height() / 2);
        QVERIFY(ink > 500);
        // Keys scroll.
        view->setFocus();
        QTest::keyClick(view, Qt::Key_PageDown);
        QVERIFY(view->verticalScrollBar()->value() > 0);
    }

    void follows_the_plan()
    {
        Fixture fixture;
        QVERIFY(fixture.document.set_field(QStringLiteral("build.gpus_per_node"), std::int64_t(4)));
        QTRY_VERIFY(fixture.text().contains(QStringLiteral("4 × GeForce RTX 4090")));
    }

    void every_format_is_written_data()
    {
        add_columns<QString, QByteArray>("ending", "start");
        QTest::newRow("pdf") << "pdf" << QByteArray("%PDF-");
        QTest::newRow("html") << "html" << QByteArray("<!DOCTYPE html>");
        QTest::newRow("xlsx") << "xlsx" << QByteArray("PK");
        QTest::newRow("csv") << "csv" << QByteArray("\xEF\xBB\xBF\"");
        QTest::newRow("tsv") << "tsv" << QByteArray("\xEF\xBB\xBF\"");
        QTest::newRow("md") << "md" << QByteArray("# ");
        QTest::newRow("json") << "json" << QByteArray("{");
    }

    void every_format_is_written()
    {
        QFETCH(const QString, ending);
        QFETCH(const QByteArray, start);
        QTemporaryDir folder;
        Fixture fixture;
        const QString path = folder.filePath(QStringLiteral("report.") + ending);
        QVERIFY(fixture.window.write(path));
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray content = file.readAll();
        QVERIFY(content.startsWith(start));
        if (ending != QLatin1String("html")) return;
        QVERIFY(content.contains("<svg"));
        for (const char* outside : {"src=\"http", "href=\"http", "<script", "file:"})
            QVERIFY(!content.contains(outside));
    }

    /// Digits beside Latin letters among them: shaping made glyphs of them that no character maps to.
    void text_of_a_pdf_can_be_copied()
    {
        const QString reader = QStandardPaths::findExecutable(QStringLiteral("pdftotext"));
        if (reader.isEmpty()) QSKIP("pdftotext (poppler-utils) is not installed");
        QTemporaryDir folder;
        Fixture fixture;
        const QString path = folder.filePath(QStringLiteral("report.pdf"));
        QVERIFY(fixture.window.write(path));
        QProcess process;
        process.start(reader, {QStringLiteral("-raw"), path, QStringLiteral("-")});
        QVERIFY(process.waitForFinished());
        const QString text = QString::fromUtf8(process.readAllStandardOutput()).simplified();
        QVERIFY2(text.contains(QStringLiteral("GeForce RTX 4090")), qPrintable(text.left(2000)));
        QVERIFY(text.contains(QRegularExpression(QStringLiteral(" 1 / [0-9]+ "))));
    }

    void gives_the_reason_if_writing_fails()
    {
        QTemporaryDir folder;
        Fixture fixture;
        QVERIFY(!fixture.window.write(folder.filePath(QStringLiteral("report.docx"))));
        QVERIFY(child<QLabel>(fixture.window, "trouble")->text().contains(QStringLiteral("docx")));
        QVERIFY(!fixture.window.write(folder.filePath(QStringLiteral("missing/report.pdf"))));
        QVERIFY(!child<QLabel>(fixture.window, "trouble")->text().isEmpty());
        QVERIFY(fixture.window.write(folder.filePath(QStringLiteral("report.pdf"))));
        QVERIFY(child<QLabel>(fixture.window, "trouble")->text().isEmpty());
    }

    void charts_are_drawn_on_white()
    {
        const ReportChart chart{"c",
                                "c",
                                ReportChartKind::stacked_bars,
                                "",
                                "GiB",
                                {"one", "two"},
                                {{"a", {}, {1.0, 2.0}}, {"b", {}, {3.0, 0.5}}}};
        const QImage image = chart_image(chart, 1.0);
        QCOMPARE(image.size(), chart_size);
        QCOMPARE(image.pixelColor(2, 2), QColor(Qt::white));
        // The bars of both series are in the picture.
        int coloured = 0;
        for (int x = 0; x < image.width(); ++x) coloured += image.pixelColor(x, image.height() / 2).lightness() < 200;
        QVERIFY(coloured > 50);
        QVERIFY(chart_svg(chart).startsWith("<svg"));
    }
};

RIGWRIGHT_WIDGET_TEST(ReportPageTest)

} // namespace rigwright::test::tst_report_page

#include "tst_report_page.moc"
