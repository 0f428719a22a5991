// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/project/pinned_prices.h"
#include "tests/support/suite.h"
#include "tests/ui/window_fixture.h"
#include "ui/controls/quantity_label.h"
#include "ui/panels/working_panel.h"
#include "ui/report/report_page.h"

#include <QAbstractItemView>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QRegularExpression>
#include <QSet>
#include <QTextEdit>

namespace rigwright::test::tst_report_numbers {

QString plain(QString text)
{
    // Non-breaking and narrow spaces and direction marks are invisible to a reader.
    static const QRegularExpression spaces(QStringLiteral("[\\x{00A0}\\x{2009}\\x{202F}\\x{2060}\\s]+"));
    static const QRegularExpression markup(QStringLiteral("<[^>]*>"));
    return text.replace(markup, QStringLiteral(" ")).replace(spaces, QStringLiteral(" "));
}

void add_items(const QAbstractItemModel& model, const QModelIndex& parent, QString& into)
{
    for (int row = 0; row < model.rowCount(parent); ++row) {
        for (int column = 0; column < model.columnCount(parent); ++column)
            into += model.index(row, column, parent).data().toString() + QLatin1Char('\n');
        add_items(model, model.index(row, 0, parent), into);
    }
}

/// All text of this widget that is visible or can be scrolled or unfolded to.
QString texts_of(const QWidget& top)
{
    QString all;
    for (const QLabel* label : top.findChildren<QLabel*>()) all += label->text() + QLatin1Char('\n');
    for (const QAbstractButton* button : top.findChildren<QAbstractButton*>())
        all += button->text() + QLatin1Char('\n');
    for (const QLineEdit* edit : top.findChildren<QLineEdit*>()) all += edit->text() + QLatin1Char('\n');
    for (const QTextEdit* edit : top.findChildren<QTextEdit*>()) all += edit->toPlainText() + QLatin1Char('\n');
    for (const QComboBox* box : top.findChildren<QComboBox*>()) all += box->currentText() + QLatin1Char('\n');
    for (const QAbstractItemView* view : top.findChildren<QAbstractItemView*>())
        if (view->model() != nullptr) add_items(*view->model(), {}, all);
    return plain(all);
}

/// The content of the workings of a page's numbers, each opened from its number.
QString workings_of(const WindowFixture& fixture, const QWidget& page, QSet<QString>& opened)
{
    const auto* panel = fixture.window.findChild<WorkingPanel*>();
    QString all;
    for (QuantityLabel* number : page.findChildren<QuantityLabel*>()) {
        if (!number->isVisibleTo(&page) || opened.contains(number->quantity())) continue;
        opened.insert(number->quantity());
        number->click();
        all += texts_of(*panel);
    }
    return all;
}

/// Pages beside the plan itself, among whose numbers any number may be found by chance, and the report.
const QSet<QString>& other_pages()
{
    static const QSet<QString> ids{QStringLiteral("models"), QStringLiteral("cards"),      QStringLiteral("measured"),
                                   QStringLiteral("learn"),  QStringLiteral("playground"), QStringLiteral("report")};
    return ids;
}

/// All pages of the plan with one machine in front, and the workings of their numbers.
QString texts_with(WindowFixture& fixture, int build)
{
    fixture.document.select_build(build);
    QApplication::processEvents();
    QString all;
    QSet<QString> opened;
    all += workings_of(fixture, fixture.window, opened);
    for (const QString& id : fixture.window.page_ids()) {
        if (other_pages().contains(id)) continue;
        const QWidget* shown = fixture.window.open_page(id);
        if (shown == nullptr) qFatal("page '%s' is listed and does not open", qPrintable(id));
        QApplication::processEvents();
        all += texts_of(*shown);
        all += workings_of(fixture, *shown, opened);
    }
    return all + texts_of(fixture.window);
}

/// "2.99 GiB (2.90–3.16 GiB)" in two.
QStringList numbers_of(const std::string& cell)
{
    static const QRegularExpression between(QStringLiteral("[()（）]| {2,}"));
    static const QRegularExpression digit(QStringLiteral("\\d"));
    QStringList numbers;
    for (const QString& part : plain(QString::fromStdString(cell)).split(between, Qt::SkipEmptyParts))
        if (part.contains(digit)) numbers << part.trimmed();
    return numbers;
}

QStringList missing_in(const ReportTable& table, const QString& window)
{
    QStringList missing;
    for (const std::vector<ReportCell>& row : table.rows) {
        for (const ReportCell& cell : row) {
            if (!cell.value) continue;
            for (const QString& number : numbers_of(cell.text))
                if (!window.contains(number))
                    missing << QString::fromStdString(table.id + " / " + row.front().text + ": ") + number;
        }
    }
    return missing;
}

/// Each number of a report can be found in the window.
class ReportNumbersTest : public QObject {
    Q_OBJECT

private slots:
    void every_number_is_also_in_the_window_data()
    {
        QTest::addColumn<QString>("language");
        QTest::newRow("English") << QStringLiteral("en");
        QTest::newRow("Chinese") << QStringLiteral("zh_CN");
    }

    void every_number_is_also_in_the_window()
    {
        QFETCH(QString, language);
        WindowFixture fixture;
        Scenario two = fabric_scenario();
        two.name = "Two cards";
        two.build.gpus_per_node = 2;
        Project both = *with_build_added(fixture.document.project(), two);
        // Both are in the comparison, as both are in the report.
        for (Build& build : both.builds) build.pin = pin_of(build.scenario, engine_data().hardware, "2026-11-24");
        fixture.document.edit_project(both, QStringLiteral("second"));
        fixture.speak(language);
        const QString window = texts_with(fixture, 0) + texts_with(fixture, 1);
        const bool english = language == QLatin1String("en");
        const std::vector<Report> reports =
            make_reports(report_options(fixture.document), engine_data(), {},
                         english ? ReportLanguages::english : ReportLanguages::chinese, fixture.words);
        QCOMPARE(reports.size(), std::size_t{1});
        int numbers = 0;
        QStringList missing;
        for (const ReportSection& section : reports.front().sections) {
            for (const ReportBlock& block : section.blocks) {
                const auto* table = std::get_if<ReportTable>(&block);
                if (table == nullptr) continue;
                for (const auto& row : table->rows)
                    numbers += static_cast<int>(
                        std::ranges::count_if(row, [](const ReportCell& c) { return c.value.has_value(); }));
                missing << missing_in(*table, window);
            }
        }
        QVERIFY2(numbers > 80, qPrintable(QString::number(numbers)));
        QVERIFY2(missing.isEmpty(), qPrintable(missing.join(QLatin1Char('\n'))));
    }
};

RIGWRIGHT_WIDGET_TEST(ReportNumbersTest)

} // namespace rigwright::test::tst_report_numbers

#include "tst_report_numbers.moc"
