// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/project/project_json.h"
#include "tests/support/engine_case.h"
#include "tests/support/file_content.h"
#include "tests/support/suite.h"
#include "tests/ui/find_widget.h"
#include "ui/report/report_page.h"
#include "ui/report/report_pages.h"

#include <QPrinter>
#include <QProcess>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QTemporaryDir>

#include <algorithm>

namespace rigwright::test::tst_report_layout {

QStringList examples()
{
    const QDir folder(qEnvironmentVariable("RIGWRIGHT_SOURCE") + QStringLiteral("/resources/examples"));
    QStringList names;
    for (const QString& name : folder.entryList({QStringLiteral("*.rigwright")}, QDir::Files))
        names << folder.filePath(name);
    return names;
}

std::vector<Scenario> machines_of(const QString& path)
{
    std::vector<Scenario> machines;
    for (const Build& build : parse_project(content_of(path).toStdString()).project.builds)
        machines.push_back(build.scenario);
    return machines;
}

std::vector<Report> reports_of(const std::vector<Scenario>& machines, ReportLanguages languages)
{
    ReportOptions options;
    for (const Scenario& machine : machines) {
        auto answer = std::make_shared<const Evaluation>(evaluated(machine));
        if (answer->estimate) options.push_back(std::move(answer));
    }
    const Localization words(find_data_directory().value_or(DataDirectory({})));
    return make_reports(options, engine_data(), {}, languages, words);
}

/// Six quotes for the same task, with long names, that lack prices and, `limited`, miss their limits.
std::vector<Scenario> six_quotes(bool limited)
{
    std::vector<Scenario> machines;
    for (std::int64_t i = 1; i <= std::int64_t(most_report_options); ++i) {
        Scenario scenario = scenario_of("resnet50", 8);
        scenario.name = "Quotation of the supplier in Hangzhou for the inspection line, revision " + std::to_string(i);
        scenario.dataset.samples = 100'000;
        scenario.build.gpu = "rtx4090";
        scenario.build.gpus_per_node = i;
        scenario.build.memory_kit.clear();
        if (limited) {
            scenario.requirements.deadline_seconds = 3000.0;
            scenario.requirements.budget = 40'000.0;
            scenario.requirements.takt_seconds = 1e-5;
        }
        machines.push_back(scenario);
    }
    return machines;
}

int page_of(const ReportLayout& layout, const char* id)
{
    int last = -1;
    for (const PlacedPiece& placed : layout.placed())
        if (layout.pieces()[placed.piece].id == id) last = std::max(last, placed.page);
    return last;
}

/// The words that a line's end splits, and the numbers that it splits from their units.
QStringList broken(const QTextLayout& text)
{
    static const QRegularExpression letter(QStringLiteral("[A-Za-z0-9.,]"));
    static const QRegularExpression number_and_unit(QStringLiteral("^\\d ?(?:[GMKT]i?B|ms|s|h|min|kWh|W|×)\\b"));
    QStringList found;
    for (int i = 0; i + 1 < text.lineCount(); ++i) {
        const qsizetype end = text.lineAt(i).textStart() + text.lineAt(i).textLength();
        const QString around = text.text().mid(end - 2, 8);
        const bool splits =
            letter.match(text.text().at(end - 1)).hasMatch() && letter.match(text.text().at(end)).hasMatch();
        const QString last = text.text().mid(end - 2, 1) + text.text().mid(end - 1);
        if (splits || number_and_unit.match(last).hasMatch()) found << around;
    }
    return found;
}

int pages_of_pdf(const QByteArray& pdf)
{
    static const QRegularExpression page(QStringLiteral("/Type\\s*/Page\\b(?!s)"));
    int pages = 0;
    for (auto found = page.globalMatch(QString::fromLatin1(pdf)); found.hasNext(); found.next()) ++pages;
    return pages;
}

void check(const ReportLayout& layout)
{
    const QRectF sheet(QPointF(), layout.sheet());
    std::vector<int> times(layout.pieces().size(), 0);
    std::vector<double> bottom(std::size_t(layout.page_count()), 0.0);
    for (const PlacedPiece& placed : layout.placed()) {
        const PagePiece& piece = layout.pieces()[placed.piece];
        ++times[placed.piece];
        QVERIFY2(sheet.contains(placed.area), qPrintable(piece.text));
        // Whole, below what is above it on the same page.
        QVERIFY2(std::abs(placed.area.height() * 8.0 - piece.height) < 0.01, qPrintable(piece.text));
        QVERIFY2(placed.area.top() >= bottom[std::size_t(placed.page)] - 0.01, qPrintable(piece.text));
        bottom[std::size_t(placed.page)] = placed.area.bottom();
        for (const PagePiece::Text& text : piece.texts) {
            const QStringList split = broken(*text.layout);
            QVERIFY2(split.isEmpty(), qPrintable(split.join(QLatin1Char('|')) + QStringLiteral(" in ") + piece.text));
            for (int line = 0; line < text.layout->lineCount(); ++line)
                QVERIFY2(text.at.x() + text.layout->lineAt(line).naturalTextWidth() <= placed.area.width() * 8.0 + 0.5,
                         qPrintable(piece.text));
        }
    }
    for (std::size_t i = 0; i < times.size(); ++i)
        QVERIFY(layout.pieces()[i].kind == PagePiece::Kind::column_heads ? times[i] >= 1 : times[i] == 1);
    // A page neither ends with a heading nor shows rows without their heads.
    for (std::size_t i = 0; i < layout.placed().size(); ++i) {
        const PlacedPiece& placed = layout.placed()[i];
        const PagePiece& piece = layout.pieces()[placed.piece];
        const bool last_of_page = i + 1 == layout.placed().size() || layout.placed()[i + 1].page != placed.page;
        QVERIFY(!last_of_page || !piece.keeps_with_next);
        const bool first_of_page = i == 0 || layout.placed()[i - 1].page != placed.page;
        QVERIFY(!first_of_page || piece.kind != PagePiece::Kind::row);
    }
}

/// Signed on the second page at the latest; the appendix begins a page.
void check_front(const ReportLayout& layout)
{
    const int signed_on = page_of(layout, "signatures");
    QVERIFY2(signed_on >= 0 && signed_on <= 1, qPrintable(QString::number(signed_on + 1)));
    const auto first = std::ranges::find_if(
        layout.placed(), [&](const PlacedPiece& placed) { return layout.pieces()[placed.piece].appendix; });
    QVERIFY(first != layout.placed().end());
    QCOMPARE(first->page, signed_on + 1);
    QVERIFY(layout.pieces()[first->piece].kind == PagePiece::Kind::heading);
    QVERIFY(std::prev(first)->page == signed_on);
}

class ReportLayoutTest : public QObject {
    Q_OBJECT
private slots:
    void examples_are_signed_on_the_second_page_data()
    {
        QTest::addColumn<QString>("path");
        QVERIFY(examples().size() >= 5);
        for (const QString& path : examples()) QTest::newRow(qPrintable(QFileInfo(path).baseName())) << path;
    }

    void examples_are_signed_on_the_second_page()
    {
        QFETCH(const QString, path);
        const std::vector<Scenario> machines = machines_of(path);
        QVERIFY(!machines.empty());
        for (const ReportLanguages language : {ReportLanguages::english, ReportLanguages::chinese})
            for (const PaperOrientation paper : {PaperOrientation::upright, PaperOrientation::across}) {
                const ReportLayout layout(reports_of(machines, language), paper);
                check(layout);
                check_front(layout);
            }
    }

    void six_long_quotes_are_signed_on_the_second_page_data()
    {
        add_columns<int, int, bool>("language", "paper", "limited");
        for (const auto& [name, language] :
             {std::pair{"English", ReportLanguages::english}, std::pair{"Chinese", ReportLanguages::chinese}})
            for (const auto& [way, paper] :
                 {std::pair{"upright", PaperOrientation::upright}, std::pair{"across", PaperOrientation::across}})
                for (const bool limited : {false, true})
                    QTest::addRow("%s %s%s", name, way, limited ? ", missed limits" : "")
                        << int(language) << int(paper) << limited;
    }

    void six_long_quotes_are_signed_on_the_second_page()
    {
        QFETCH(const int, language);
        QFETCH(const int, paper);
        QFETCH(const bool, limited);
        const ReportLayout layout(reports_of(six_quotes(limited), static_cast<ReportLanguages>(language)),
                                  static_cast<PaperOrientation>(paper));
        check(layout);
        check_front(layout);
    }

    void each_language_begins_a_page()
    {
        const std::vector<Scenario> machines = machines_of(examples().first());
        const ReportLayout both(reports_of(machines, ReportLanguages::both), PaperOrientation::upright);
        const ReportLayout english(reports_of(machines, ReportLanguages::english), PaperOrientation::upright);
        const ReportLayout chinese(reports_of(machines, ReportLanguages::chinese), PaperOrientation::upright);
        check(both);
        QCOMPARE(both.page_count(), english.page_count() + chinese.page_count());
    }

    void preview_pdf_and_printer_have_the_same_pages_data() { examples_are_signed_on_the_second_page_data(); }

    void preview_pdf_and_printer_have_the_same_pages()
    {
        QFETCH(const QString, path);
        const std::vector<Report> reports = reports_of(machines_of(path), ReportLanguages::english);
        PaperView preview(nullptr);
        preview.show_pages(ReportLayout(reports, PaperOrientation::upright));
        const ReportLayout& pages = preview.pages();
        QVERIFY(pages.page_count() >= 3);
        QTemporaryDir folder;
        const QString written = folder.filePath(QStringLiteral("written.pdf"));
        QVERIFY(write_report(reports, written).isEmpty());
        QCOMPARE(pages_of_pdf(content_of(written)), pages.page_count());
        const QString printed = folder.filePath(QStringLiteral("printed.pdf"));
        {
            QPrinter printer(QPrinter::HighResolution);
            printer.setOutputFileName(printed);
            // The same pages fill another paper.
            printer.setPageSize(QPageSize(QPageSize::Letter));
            print_report(pages, printer);
        }
        QCOMPARE(pages_of_pdf(content_of(printed)), pages.page_count());
        const QString reader = QStandardPaths::findExecutable(QStringLiteral("pdftotext"));
        if (reader.isEmpty()) QSKIP("pdftotext (poppler-utils) is not installed");
        const auto plain = [](QString text) {
            // A font has one glyph for both dashes.
            text.replace(QChar(u'\u2012'), QChar(u'\u2013'));
            return text.normalized(QString::NormalizationForm_KC).remove(QRegularExpression(QStringLiteral("\\s")));
        };
        for (int page = 0; page < pages.page_count(); ++page) {
            QProcess process;
            const QString number = QString::number(page + 1);
            process.start(reader, {QStringLiteral("-raw"), QStringLiteral("-f"), number, QStringLiteral("-l"), number,
                                   written, QStringLiteral("-")});
            QVERIFY(process.waitForFinished());
            const QString text = plain(QString::fromUtf8(process.readAllStandardOutput()));
            for (const PlacedPiece& placed : pages.placed()) {
                const PagePiece& piece = pages.pieces()[placed.piece];
                if (placed.page != page || piece.kind == PagePiece::Kind::row) continue;
                if (piece.kind == PagePiece::Kind::chart || piece.kind == PagePiece::Kind::column_heads) continue;
                QVERIFY2(text.contains(plain(piece.text)), qPrintable(piece.text));
            }
        }
    }

    void text_longer_than_a_page_is_not_lost()
    {
        std::string text;
        for (int i = 0; i < 3000; ++i) text += "word" + std::to_string(i) + " ";
        Report report;
        report.title = "Long";
        report.sections = {{"s", "Section", {ReportTable{"t", "Table", {{"one"}, {"two"}}, {{{text}, {"short"}}}}}}};
        const ReportLayout layout({report}, PaperOrientation::upright);
        const auto row = std::ranges::find_if(layout.placed(), [&](const PlacedPiece& placed) {
            return layout.pieces()[placed.piece].kind == PagePiece::Kind::row;
        });
        QVERIFY(row != layout.placed().end());
        QVERIFY(row->area.bottom() < layout.sheet().height());
        QVERIFY(layout.pieces()[row->piece].height > row->area.height() * 8.0);
    }

    void legends_are_whole()
    {
        for (const Report& report : reports_of(six_quotes(false), ReportLanguages::both))
            for (const ReportSection& section : report.sections)
                for (const ReportBlock& block : section.blocks) {
                    const auto* chart = std::get_if<ReportChart>(&block);
                    if (chart == nullptr || chart->series.size() < 2) continue;
                    PlotCanvas canvas;
                    canvas.resize(chart_size);
                    canvas.set_theme(light_theme());
                    draw_chart(canvas, *chart);
                    canvas.replot();
                    const QRect room(QPoint(0, 0), chart_size);
                    QVERIFY2(room.contains(canvas.legend->outerRect()), chart->id.c_str());
                    QVERIFY(!canvas.legend->outerRect().intersects(canvas.axisRect()->rect()));
                    const QFontMetrics metrics(canvas.legend->font());
                    for (int i = 0; i < canvas.legend->itemCount(); ++i) {
                        auto* entry = qobject_cast<QCPPlottableLegendItem*>(canvas.legend->item(i));
                        // The last row may be shorter.
                        if (entry == nullptr) continue;
                        const int needed = metrics.horizontalAdvance(entry->plottable()->name());
                        QVERIFY2(entry->outerRect().width() >= needed, qPrintable(entry->plottable()->name()));
                        QVERIFY(room.contains(entry->outerRect()));
                    }
                }
    }
};

RIGWRIGHT_WIDGET_TEST(ReportLayoutTest)

} // namespace rigwright::test::tst_report_layout

#include "tst_report_layout.moc"
