// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/text/number_text.h"
#include "tests/support/suite.h"

#include <clocale>
#include <limits>
#include <locale>

namespace rigwright::test::tst_number_text {

/// What a stream uses under a locale that writes 0,5 for a half.
class CommaForPoint : public std::numpunct<char> {
    char do_decimal_point() const override { return ','; }
    char do_thousands_sep() const override { return '.'; }
    std::string do_grouping() const override { return "\3"; }
};

class NumberTextTest : public QObject {
    Q_OBJECT
private slots:
    void writes_numbers_with_units()
    {
        constexpr double mib = 1048576.0;
        constexpr double gib = 1073741824.0;
        const Rows<double, Unit> both_languages{
            {"18.2 GiB", 18.2 * gib, Unit::bytes},
            {"24 GiB", 24 * gib, Unit::bytes},
            {"142 GiB", 142.4 * gib, Unit::bytes},
            {"9.88 GiB", 9.876 * gib, Unit::bytes},
            {"1.50 MiB", 1.501 * mib, Unit::bytes},
            {"512 KiB", 524288, Unit::bytes},
            {"1.46 TiB", 1500 * gib, Unit::bytes},
            {"2 TB", 2e12, Unit::stored_bytes},
            {"15.36 TB", 15.36e12, Unit::stored_bytes},
            {"6.49 GB", 6.4858e9, Unit::stored_bytes},
            {"500 GB", 0.5e12, Unit::stored_bytes},
            {"1,008 GB/s", 1008e9, Unit::bytes_per_second},
            {"31.5 GB/s", 31.5e9, Unit::bytes_per_second},
            {"8,000 GB/s", 8e12, Unit::bytes_per_second},
            {"12.5 TB/s", 12.5e12, Unit::bytes_per_second},
            {"162.4 GFLOP", 162.4e9, Unit::flops},
            {"81.20 GFLOP", 81.2e9, Unit::flops},
            {"314.5 ZFLOP", 3.145e23, Unit::flops},
            {"165.2 TFLOP/s", 165.2e12, Unit::flops_per_second},
            {"1,979 TFLOP/s", 1979e12, Unit::flops_per_second},
            {"81.21 GMAC", 81.208e9, Unit::macs},
            {"714.2 MMAC", 714188480, Unit::macs},
            {"9999", 9999, Unit::count},
            {"10,000", 10000, Unit::count},
            {"41,524,768", 41524768, Unit::count},
            {"43.2%", 0.43211, Unit::share},
            {"100%", 1, Unit::share},
            {"0.73%", 0.0073, Unit::share},
            {"0.0012%", 1.2e-5, Unit::share},
            // "7.95e-7%" is unreadable.
            {"< 0.001%", 7.95e-9, Unit::share},
            {"< 0.001%", -7.95e-9, Unit::share},
            {"0%", 0, Unit::share},
            {"1.027", 1.0272, Unit::ratio},
            {"0.9", 0.9, Unit::ratio},
            {"2", 2, Unit::ratio},
            {"3.2e-7", 3.2e-7, Unit::ratio},
            {"1.35", 1.35, Unit::ratio},
            {"4e-9", 4.0000001e-9, Unit::ratio},
            {"450 W", 450, Unit::watts},
            {"12.4 kW", 12400.5, Unit::watts},
            {"5.25 kWh", 5.251, Unit::kilowatt_hours},
            {"1,287 MWh", 1287000, Unit::kilowatt_hours},
        };
        both_languages.each_named([](const char* text, double number, Unit unit) {
            QCOMPARE(text_of({number, unit}, Language::english), std::string(text));
            QCOMPARE(text_of({number, unit}, Language::chinese), std::string(text));
        });
        const Rows<double, Unit, std::string, std::string> rows{
            {"a short file", 640, Unit::stored_bytes, "640 bytes", "640 字节"},
            {"just below a GiB", 1023.99 * mib, Unit::bytes, "1.00 GiB", "1.00 GiB"},
            {"a few bytes", 640, Unit::bytes, "640 bytes", "640 字节"},
            {"one byte", 1, Unit::bytes, "1 byte", "1 字节"},
            {"no bytes", 0, Unit::bytes, "0 bytes", "0 字节"},
            {"nanoseconds", 850e-9, Unit::seconds, "850 ns", "850 纳秒"},
            // "0.000879 ns" is unreadable.
            {"no time to speak of", 8.79e-13, Unit::seconds, "< 1 ns", "< 1 纳秒"},
            {"almost a nanosecond", 0.9999e-9, Unit::seconds, "1.00 ns", "1.00 纳秒"},
            {"microseconds", 12.34e-6, Unit::seconds, "12.3 µs", "12.3 微秒"},
            {"milliseconds", 0.23, Unit::seconds, "230 ms", "230 毫秒"},
            {"almost a second", 0.9999, Unit::seconds, "1.00 s", "1.00 秒"},
            {"seconds", 12.34, Unit::seconds, "12.3 s", "12.3 秒"},
            {"almost a minute", 59.97, Unit::seconds, "1 min", "1 分钟"},
            {"minutes", 220, Unit::seconds, "3 min 40 s", "3 分 40 秒"},
            {"almost an hour", 3599.7, Unit::seconds, "1 h", "1 小时"},
            {"hours", 13200, Unit::seconds, "3 h 40 min", "3 小时 40 分钟"},
            {"whole hours", 7200, Unit::seconds, "2 h", "2 小时"},
            {"two days are days", 2.1 * 86400, Unit::seconds, "2.1 days", "2.1 天"},
            {"many days", 412.4 * 86400, Unit::seconds, "412 days", "412 天"},
            {"years", 3.2 * 365.25 * 86400, Unit::seconds, "3.2 years", "3.2 年"},
            {"no time", 0, Unit::seconds, "0 s", "0 秒"},
            {"negative time", -0.23, Unit::seconds, "-230 ms", "-230 毫秒"},
            {"samples", 1234.4, Unit::samples_per_second, "1,234 samples/s", "1,234 样本/秒"},
            {"tokens", 12.34, Unit::tokens_per_second, "12.3 tokens/s", "12.3 词元/秒"},
            {"intensity", 163.9, Unit::flops_per_byte, "164 FLOP/byte", "164 FLOP/字节"},
            {"bytes each", 0.5, Unit::bytes_per_element, "0.5 bytes", "0.5 字节"},
            {"not a number", std::numeric_limits<double>::quiet_NaN(), Unit::bytes, "–", "–"},
            {"infinite", std::numeric_limits<double>::infinity(), Unit::seconds, "–", "–"},
        };
        rows.each([](double number, Unit unit, const auto& english, const auto& chinese) {
            QCOMPARE(text_of({number, unit}, Language::english), english);
            QCOMPARE(text_of({number, unit}, Language::chinese), chinese);
        });
    }

    void keeps_significant_digits()
    {
        const Rows<double, int, QString> rows{
            {"rounds up into the next place", 9.996, 3, "10.0"},
            {"below one", 0.01234, 3, "0.0123"},
            {"digits before the point stay", 123456.7, 3, "123,457"},
            {"zero", 0.0, 3, "0"},
            {"negative", -1.239, 3, "-1.24"},
            {"tiny negative", -4.2e-9, 2, "-4.2e-9"},
            {"huge", 1.5e30, 3, "1.50e30"},
        };
        rows.each([&](auto number, auto digits, const auto& text) {
            QCOMPARE(QString::fromStdString(significant(number, digits)), text);
        });
    }

    void groups_from_ten_thousand()
    {
        QCOMPARE(grouped(9999), std::string("9999"));
        QCOMPARE(grouped(10000), std::string("10,000"));
        QCOMPARE(grouped(-1234567), std::string("-1,234,567"));
        QCOMPARE(grouped(-999999), std::string("-999,999"));
        QCOMPARE(grouped(std::numeric_limits<std::int64_t>::max()), std::string("9,223,372,036,854,775,807"));
    }

    void does_not_follow_the_locale()
    {
        const auto written = [] {
            return text_of({1234567.5, Unit::ratio}, Language::english) + " " +
                   text_of({12.5, Unit::seconds}, Language::english);
        };
        const std::locale before = std::locale::global(std::locale(std::locale::classic(), new CommaForPoint));
        std::setlocale(LC_ALL, "de_DE.UTF-8");
        const std::string under_comma = written();
        std::setlocale(LC_ALL, "C");
        std::locale::global(before);
        QCOMPARE(under_comma, std::string("1,234,568 12.5 s"));
    }
};

RIGWRIGHT_TEST(NumberTextTest)

} // namespace rigwright::test::tst_number_text

#include "tst_number_text.moc"
