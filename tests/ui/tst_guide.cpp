// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/data_directory.h"
#include "core/estimate/evaluation.h"
#include "core/scenario/scenario_json.h"
#include "ui/guide/guide_window.h"
#include "ui/language/interface_language.h"

#include <QDir>
#include <QRegularExpression>
#include <QTest>

using namespace rigwright;

/// The guide is data that people read: its pages exist in every language, its links lead somewhere, its example computes.
class GuideTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void every_language_has_the_same_pages();
    void pages_have_titles_and_links_that_lead_somewhere_data();
    void pages_have_titles_and_links_that_lead_somewhere();
    void plan_of_the_guide_computes_data();
    void plan_of_the_guide_computes();
    void window_shows_pages_and_follows_links();
    void missing_guide_is_said();

private:
    static void add_languages();
    QDir folder(const QString& language) const { return QDir(guide_ + QLatin1Char('/') + language); }
    QStringList pages(const QString& language) const
    {
        return folder(language).entryList({QStringLiteral("*.md")}, QDir::Files, QDir::Name);
    }
    QString read(const QString& language, const QString& page) const;

    QString guide_;
};

void GuideTest::initTestCase()
{
    const std::optional<DataDirectory> data = find_data_directory();
    QVERIFY2(data.has_value(), "run this test through ctest");
    guide_ = QString::fromStdString(data->guide().string());
}

void GuideTest::add_languages()
{
    QTest::addColumn<QString>("language");
    for (const QString& language : InterfaceLanguage::available()) QTest::newRow(qPrintable(language)) << language;
}

QString GuideTest::read(const QString& language, const QString& page) const
{
    QFile file(folder(language).filePath(page));
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

void GuideTest::every_language_has_the_same_pages()
{
    QVERIFY(pages(QStringLiteral("en")).size() >= 5);
    for (const QString& language : InterfaceLanguage::available())
        QCOMPARE(pages(language), pages(QStringLiteral("en")));
}

void GuideTest::pages_have_titles_and_links_that_lead_somewhere_data() { add_languages(); }

void GuideTest::pages_have_titles_and_links_that_lead_somewhere()
{
    QFETCH(QString, language);
    static const QRegularExpression link(QStringLiteral("\\]\\(([^)]+)\\)"));
    for (const QString& page : pages(language)) {
        const QString text = read(language, page);
        QVERIFY2(text.startsWith(QLatin1String("# ")), qPrintable(page));
        for (const QRegularExpressionMatch& match : link.globalMatch(text)) {
            QVERIFY2(pages(language).contains(match.captured(1)),
                     qPrintable(page + QLatin1String(": ") + match.captured(1)));
        }
    }
}

void GuideTest::plan_of_the_guide_computes_data() { add_languages(); }

void GuideTest::plan_of_the_guide_computes()
{
    QFETCH(QString, language);
    static const QRegularExpression json(QStringLiteral("```json\\n(.*?)```"),
                                         QRegularExpression::DotMatchesEverythingOption);
    const EngineData data = load_engine_data(*find_data_directory()).data;
    int found = 0;
    for (const QString& page : pages(language)) {
        for (const QRegularExpressionMatch& match : json.globalMatch(read(language, page))) {
            const ScenarioReading plan = parse_scenario(match.captured(1).toStdString());
            QVERIFY2(plan.errors.empty(), qPrintable(page));
            QVERIFY2(evaluate(plan.scenario, data).estimate.has_value(), qPrintable(page));
            ++found;
        }
    }
    QVERIFY(found >= 1);
}

void GuideTest::window_shows_pages_and_follows_links()
{
    GuideWindow window(find_data_directory()->guide());
    window.use(QStringLiteral("en"));
    window.show();
    QCOMPARE(window.pages().count(), static_cast<int>(pages(QStringLiteral("en")).size()));
    QCOMPARE(window.pages().currentItem()->text(), QStringLiteral("Getting started"));
    QVERIFY(window.text().toPlainText().contains(QLatin1String("DETR")));
    emit const_cast<QTextBrowser&>(window.text()).anchorClicked(QUrl(QStringLiteral("3-plots.md")));
    QCOMPARE(window.pages().currentRow(), 2);
    QVERIFY(window.text().toPlainText().startsWith(QLatin1String("Reading the plots")));
    window.use(QStringLiteral("zh_CN"));
    QCOMPARE(window.pages().currentRow(), 2);
    QVERIFY(window.text().toPlainText().startsWith(QStringLiteral("怎样看图表")));
    QTest::keyClick(&window, Qt::Key_Escape);
    QVERIFY(!window.isVisible());
}

void GuideTest::missing_guide_is_said()
{
    GuideWindow window("no-such-folder");
    window.use(QStringLiteral("en"));
    QVERIFY(window.text().toPlainText().contains(QLatin1String("no-such-folder")));
}

QTEST_MAIN(GuideTest)
#include "tst_guide.moc"
