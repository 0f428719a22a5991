// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/evaluation.h"
#include "core/json/data_directory.h"
#include "core/scenario/scenario_json.h"
#include "tests/support/suite.h"
#include "ui/format/interface_language.h"
#include "ui/guide/guide_window.h"

#include <QDir>
#include <QImage>
#include <QRegularExpression>
#include <QScrollBar>

namespace rigwright::test::tst_guide {

/// The guide: its pages exist in every language, its links have targets, its example can be computed.
class GuideTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        const std::optional<DataDirectory> data = find_data_directory();
        QVERIFY2(data.has_value(), "run this test through ctest");
        guide_ = QString::fromStdString(data->guide().string());
    }

    void every_language_has_the_same_pages()
    {
        QVERIFY(pages(QStringLiteral("en")).size() >= 5);
        for (const QString& language : InterfaceLanguage::available())
            QCOMPARE(pages(language), pages(QStringLiteral("en")));
    }

    void pages_have_titles_and_links_that_lead_somewhere_data() { add_languages(); }

    void pages_have_titles_and_links_that_lead_somewhere()
    {
        QFETCH(QString, language);
        static const QRegularExpression link(QStringLiteral("(?<!!)\\[[^\\]]*\\]\\(([^)]+)\\)"));
        for (const QString& page : pages(language)) {
            const QString text = read(language, page);
            QVERIFY2(text.startsWith(QLatin1String("# ")), qPrintable(page));
            for (const QRegularExpressionMatch& match : link.globalMatch(text)) {
                QVERIFY2(pages(language).contains(match.captured(1)),
                         qPrintable(page + QLatin1String(": ") + match.captured(1)));
            }
        }
    }

    /// The figures written by scripts/benchmark --guide; this test only checks those on the page.
    void figures_of_speed_are_the_same_in_every_language_and_within_their_bounds()
    {
        const auto figures = [this](const QString& language) {
            std::vector<QStringList> rows;
            for (const QString& line : read(language, QStringLiteral("9-speed.md")).split(QLatin1Char('\n')))
                if (line.startsWith(QLatin1Char('|'))) rows.push_back(line.split(QLatin1Char('|')).mid(2, 3));
            return rows;
        };
        const auto amount = [](const QString& cell) {
            const QStringList words = cell.simplified().split(QLatin1Char(' '));
            return words[0].toDouble() * (words.value(1) == QStringLiteral("µs") ? 1e-3 : 1.0);
        };
        const std::vector<QStringList> english = figures(QStringLiteral("en"));
        QVERIFY(english.size() > 12);
        std::size_t bounded = 0;
        for (std::size_t i = 2; i < english.size(); ++i) {
            for (const QString& language : InterfaceLanguage::available()) QCOMPARE(figures(language)[i], english[i]);
            const QStringList& row = english[i];
            if (!row[1].contains(QRegularExpression(QStringLiteral("\\d")))) continue;
            QVERIFY2(amount(row[0]) <= amount(row[1]), qPrintable(row.join(QLatin1Char('|'))));
            ++bounded;
        }
        QVERIFY(bounded >= 4);
    }

    void plan_of_the_guide_computes_data() { add_languages(); }

    void plan_of_the_guide_computes()
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

    void pictures_are_there_and_speak_the_language_of_the_page_data() { add_languages(); }

    void pictures_are_there_and_speak_the_language_of_the_page()
    {
        QFETCH(QString, language);
        static const QRegularExpression picture(QStringLiteral("!\\[([^\\]]+)\\]\\(([^)]+)\\)"));
        QStringList shown;
        for (const QString& page : pages(language)) {
            for (const QRegularExpressionMatch& match : picture.globalMatch(read(language, page))) {
                const QString name = match.captured(2);
                QVERIFY2(name.startsWith(QStringLiteral("../images/%1/").arg(language)), qPrintable(name));
                QVERIFY2(!QImage(folder(language).filePath(name)).isNull(), qPrintable(name));
                shown << QFileInfo(name).fileName();
            }
        }
        QVERIFY(shown.size() >= 9);
        shown.sort();
        const QDir images(guide_ + QStringLiteral("/images/") + language);
        QCOMPARE(shown, images.entryList({QStringLiteral("*.png")}, QDir::Files, QDir::Name));
    }

    void pictures_are_as_wide_as_the_text_at_most()
    {
        GuideWindow window(find_data_directory()->guide());
        window.use(QStringLiteral("en"));
        window.show();
        const auto width = [&window] {
            const QUrl name(QStringLiteral("../images/en/window.png"));
            const auto picture = window.text().document()->resource(QTextDocument::ImageResource, name).value<QImage>();
            return qRound(picture.width() / picture.devicePixelRatio());
        };
        for (const int wide : {900, 1300}) {
            window.resize(wide, 700);
            QTRY_COMPARE(width(), window.text().viewport()->width() - 40);
            QTRY_COMPARE(window.text().horizontalScrollBar()->maximum(), 0);
        }
    }

    void window_shows_pages_and_follows_links()
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

    void missing_guide_is_reported()
    {
        GuideWindow window("no-such-folder");
        window.use(QStringLiteral("en"));
        QVERIFY(window.text().toPlainText().contains(QLatin1String("no-such-folder")));
    }

private:
    static void add_languages()
    {
        QTest::addColumn<QString>("language");
        for (const QString& language : InterfaceLanguage::available()) QTest::newRow(qPrintable(language)) << language;
    }
    QDir folder(const QString& language) const { return QDir(guide_ + QLatin1Char('/') + language); }
    QStringList pages(const QString& language) const
    {
        return folder(language).entryList({QStringLiteral("*.md")}, QDir::Files, QDir::Name);
    }

    QString read(const QString& language, const QString& page) const
    {
        QFile file(folder(language).filePath(page));
        return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
    }

    QString guide_;
};

RIGWRIGHT_WIDGET_TEST(GuideTest)

} // namespace rigwright::test::tst_guide

#include "tst_guide.moc"
