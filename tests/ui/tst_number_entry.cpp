// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/suite.h"
#include "ui/controls/number_text.h"

#include <QTest>

namespace tst_number_entry {

using namespace rigwright;

class NumberTextTest : public QObject {
    Q_OBJECT

private slots:
    void reads_what_people_type_data();
    void reads_what_people_type();
    void never_takes_a_point_for_a_thousands_mark();
    void exact_text_reads_back();
    void steps_cover_the_range();
    void nearest_step_is_nearest_in_ratio();
};

void NumberTextTest::reads_what_people_type_data()
{
    QTest::addColumn<QString>("locale");
    QTest::addColumn<QString>("text");
    QTest::addColumn<double>("number");
    QTest::addColumn<bool>("understood");
    QTest::newRow("whole") << "en_US"
                           << "64" << 64.0 << true;
    QTest::newRow("spaces around") << "en_US"
                                   << "  64 " << 64.0 << true;
    QTest::newRow("point") << "en_US"
                           << "23.6" << 23.6 << true;
    QTest::newRow("point in German") << "de_DE"
                                     << "23.6" << 23.6 << true;
    QTest::newRow("comma in German") << "de_DE"
                                     << "23,6" << 23.6 << true;
    for (const char* text : {"20,000", "20 000", "20'000", "20\u00a0000", "20\u2009000", "20\u202f000",
                             "\uff12\uff10,000", "\uff12\uff10\uff0c\uff10\uff10\uff10", "20000"}) {
        QTest::addRow("twenty thousand in English: %s", text) << "en_US" << QString::fromUtf8(text) << 20000.0 << true;
        QTest::addRow("twenty thousand in Chinese: %s", text) << "zh_CN" << QString::fromUtf8(text) << 20000.0 << true;
    }
    for (const char* text : {"20,00", "20,0000", "2,0000", ",200", "20,", "20,,000", "20,000 000", "0,020", "1e3,000",
                             "20 00", "20k", "2\u4e07", "20.000,5", "1.5,000", "20,000.", "- 20,000"}) {
        QTest::addRow("no number: %s", text) << "en_US" << QString::fromUtf8(text) << 0.0 << false;
    }
    QTest::newRow("grouped with a fraction") << "en_US"
                                             << "1,234,567.5" << 1234567.5 << true;
    QTest::newRow("grouped and negative") << "en_US"
                                          << "-20,000" << -20000.0 << true;
    QTest::newRow("full-width fraction") << "zh_CN" << QString::fromUtf8("\uff12\uff0e\uff15") << 2.5 << true;
    // A comma is the decimal mark there, so one of them says no thousands; two can only be groups.
    QTest::newRow("one comma in German") << "de_DE"
                                         << "20,000" << 20.0 << true;
    QTest::newRow("two commas in German") << "de_DE"
                                          << "1,234,567" << 1234567.0 << true;
    QTest::newRow("two points in German") << "de_DE"
                                          << "1.234.567" << 1234567.0 << true;
    QTest::newRow("groups and a comma in German") << "de_DE"
                                                  << "1.234,5" << 1234.5 << true;
    QTest::newRow("exponent") << "zh_CN"
                              << "1e3" << 1000.0 << true;
    QTest::newRow("negative") << "zh_CN"
                              << "-5" << -5.0 << true;
    QTest::newRow("empty") << "en_US"
                           << "" << 0.0 << false;
    QTest::newRow("nan") << "en_US"
                         << "nan" << 0.0 << false;
    QTest::newRow("infinity") << "en_US"
                              << "inf" << 0.0 << false;
    QTest::newRow("too large for a double") << "en_US"
                                            << "1e400" << 0.0 << false;
    QTest::newRow("words") << "en_US"
                           << "12 GiB" << 0.0 << false;
}

void NumberTextTest::reads_what_people_type()
{
    QFETCH(QString, locale);
    QFETCH(QString, text);
    QFETCH(double, number);
    QFETCH(bool, understood);
    const std::optional<double> read = number_from_text(text, QLocale(locale));
    QCOMPARE(read.has_value(), understood);
    if (understood) QCOMPARE(*read, number);
}

void NumberTextTest::never_takes_a_point_for_a_thousands_mark()
{
    for (const char* locale :
         {"de_DE", "fr_FR", "es_ES", "pt_BR", "ru_RU", "zh_CN", "en_US", "en_GB", "ja_JP", "it_IT", "pl_PL", "tr_TR"}) {
        QCOMPARE(number_from_text(QStringLiteral("0.001"), QLocale(QString::fromLatin1(locale))), std::optional(0.001));
    }
}

void NumberTextTest::exact_text_reads_back()
{
    QCOMPARE(exact_text(64.0), QStringLiteral("64"));
    QCOMPARE(exact_text(2.5), QStringLiteral("2.5"));
    QCOMPARE(exact_text(1e12), QStringLiteral("1000000000000"));
    QCOMPARE(exact_text(0.1), QStringLiteral("0.1"));
}

void NumberTextTest::steps_cover_the_range()
{
    QCOMPARE(powers_of_two(1, 16), (std::vector<double>{1, 2, 4, 8, 16}));
    QCOMPARE(powers_of_two(1, 12), (std::vector<double>{1, 2, 4, 8, 12}));
    QCOMPARE(powers_of_two(0, 4), (std::vector<double>{0, 1, 2, 4}));
    QCOMPARE(one_two_five(1, 100), (std::vector<double>{1, 2, 5, 10, 20, 50, 100}));
    QCOMPARE(one_two_five(0.01, 1), (std::vector<double>{0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1}));
    QCOMPARE(one_two_five(0.001, 0.01), (std::vector<double>{0.001, 0.002, 0.005, 0.01}));
    QCOMPARE(one_two_five(3600, 10000), (std::vector<double>{3600, 5000, 10000}));
    QCOMPARE(even_steps(32, 128, 32), (std::vector<double>{32, 64, 96, 128}));
    // The decimals themselves, not what a sum of twentieths makes of them.
    QCOMPARE(even_steps(0.05, 0.3, 0.05), (std::vector<double>{0.05, 0.1, 0.15, 0.2, 0.25, 0.3}));
    QCOMPARE(powers_of_two(3, 3), (std::vector<double>{3}));
}

void NumberTextTest::nearest_step_is_nearest_in_ratio()
{
    const std::vector<double> steps{1, 2, 4, 8};
    QCOMPARE(nearest_step(steps, 2), 1);
    QCOMPARE(nearest_step(steps, 3), 2);
    QCOMPARE(nearest_step(steps, 5), 2);
    QCOMPARE(nearest_step(steps, 100), 3);
    QCOMPARE(nearest_step(steps, 0), 0);
}

RIGWRIGHT_TEST(NumberTextTest)

} // namespace tst_number_entry

#include "tst_number_entry.moc"
