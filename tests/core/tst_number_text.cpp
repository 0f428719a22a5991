// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/quantities/typed_number.h"
#include "core/text/number_text.h"
#include "tests/support/engine_case.h"
#include "tests/support/suite.h"

#include <clocale>
#include <limits>
#include <locale>

namespace rigwright::test::tst_number_text {

/// Number format of a locale that writes 0,5 for a half.
class CommaForPoint : public std::numpunct<char> {
    char do_decimal_point() const override { return ','; }
    char do_thousands_sep() const override { return '.'; }
    std::string do_grouping() const override { return "\3"; }
};

/// Number formats, and the reading of typed numbers.
class NumberTextTest : public QObject {
    Q_OBJECT

private slots:
    void large_prices_are_short()
    {
        const auto text = [](double amount, Language language) { return short_money(money(amount, "CNY"), language); };
        QCOMPARE(text(9990.0, Language::english), std::string("CN¥9,990"));
        QCOMPARE(text(242345.0, Language::english), std::string("CN¥242k"));
        QCOMPARE(text(999500.0, Language::english), std::string("CN¥1M"));
        QCOMPARE(text(9999.9, Language::chinese), std::string("¥1万"));
        QCOMPARE(text(242345.0, Language::chinese), std::string("¥24.2万"));
        QCOMPARE(text(1.2345e8, Language::chinese), std::string("¥1.23亿"));
        QCOMPARE(short_money(at_least(money(12345.0, "XAF"), true), Language::english), std::string("≥ XAF 12.3k"));
    }

    void settings_have_their_units()
    {
        const Rows<std::string, FieldValue> rows{
            {"4.096 kB", "dataset.encoded_bytes_per_sample", std::int64_t{4096}},
            {"900 px", "dataset.source_height", std::int64_t{900}},
            {"64 GiB", "build.ram_GiB", 64.0},
            {"4 TB", "build.storage_TB", 4.0},
            {"600 MB", "build.context_bytes", std::int64_t{600'000'000}},
            {"5%", "run.validation_share", 0.05},
            {"30 min", "run.checkpoint_interval_seconds", 1800.0},
            {"5,000 h", "run.gpu_hours_per_failure", 5000.0},
            {"100 Mbit/s", "run.upload_Mbit_per_second", 100.0},
            {"CN¥0.80/kWh", "economics.electricity_price_per_kWh", 0.8},
            {"0.5 kg/kWh", "economics.grid_kg_CO2_per_kWh", 0.5},
            {"CN¥50,000", "requirements.budget", 50000.0},
            {"1,500 W", "requirements.power_limit_W", 1500.0},
            {"12,000", "build.nodes", std::int64_t{12000}},
            {"FP16 mixed precision (AMP)", "training.precision", std::string("fp16-amp")},
            {"GeForce RTX 4090", "build.gpu", std::string("rtx4090")},
            {"Yes", "training.late_zero_grad", true},
            {"", "dataset.samples", FieldValue()},
            {"2024", "training.framework_year", std::int64_t{2024}},
            {"16", "training.lora.rank", std::int64_t{16}},
        };
        rows.each_named([](const char* text, const auto& path, const auto& value) {
            QCOMPARE(field_text(path, value, "CNY", engine_data().hardware, messages(Language::english)),
                     std::string(text));
        });
    }

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
            {"999", 999, Unit::count},
            {"1,000", 1000, Unit::count},
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
            {"pixels in a second", 1e8, Unit::per_second, "100,000,000/s", "100,000,000/秒"},
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

    void groups_thousands()
    {
        QCOMPARE(grouped(999), std::string("999"));
        QCOMPARE(grouped(9999), std::string("9,999"));
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

    void numbers_are_read()
    {
        const auto reads = [](const char* text, const std::string& unit, double number) {
            const TypedNumber typed = read_number(text, unit);
            QVERIFY2(typed.number.has_value(), std::string(typed.code).c_str());
            QVERIFY2(std::abs(*typed.number - number) <= 1e-15 * std::abs(number),
                     QByteArray::number(*typed.number, 'g', 17));
        };
        each_text({"20000",       " 20000  ",    "20,000",      "20 000",     "20'000",      "20’000",
                   "20\u00a0000", "20\u2009000", "20\u202f000", "20k",        "20K",         "20 thousand",
                   "2万",         "2 万",        "0.2十万",     "２００００", "２０,０００", "２０，０００",
                   "２万",        "2e4",         "20k samples", "2万张",      "+20000",      "200 * 100"},
                  [&](const char* text) { reads(text, "", 20000.0); });
        each_text({"24h", "24 H", "24 hours", "24小时", "24 个小时", "1 day", "1天", "1440 min", "1440分钟", "86400 s",
                   "20 h 240 min", "23h60m"},
                  [&](const char* text) { reads(text, "h", 24.0); });
        each_text({"30000", "¥30,000", "￥30000", "CN¥30000", "CNY 30000", "30000元", "3万元", "3 万", "30k CNY",
                   "人民币30000"},
                  [&](const char* text) { reads(text, "CNY", 30000.0); });
        const Rows<std::string, double> rows{
            {"1.5M", "", 1.5e6},
            {"1.2亿", "", 1.2e8},
            {"3百万", "", 3e6},
            {"7B", "", 7e9},
            {"2万亿", "", 2e12},
            {"１．５", "", 1.5},
            {"3e-4", "", 3e-4},
            {"1,234,567.5", "", 1234567.5},
            {"-20,000", "", -20000.0},
            {"−5", "", -5.0},
            {"5.", "", 5.0},
            {".5", "", 0.5},
            {"0.001", "", 0.001},
            {"256 * 1024", "", 262144.0},
            {"60%", "", 0.6},
            {"64 px", "px", 64.0},
            {"4U", "U", 4.0},
            {"3×", "×", 3.0},
            {"0.5 kg/kWh", "kg/kWh", 0.5},
            // A number without a unit is in the unit of the field.
            {"24", "h", 24.0},
            {"3 days", "h", 72.0},
            {"2 weeks", "h", 336.0},
            {"2周", "h", 336.0},
            {"90 min", "h", 1.5},
            {"1 d 4 h", "h", 28.0},
            {"1天4小时", "h", 28.0},
            {"50k h", "h", 50000.0},
            {"2万小时", "h", 20000.0},
            {"1.5 h", "min", 90.0},
            {"250 ms", "s", 0.25},
            {"18 months", "year", 1.5},
            {"60", "%", 60.0},
            {"60%", "%", 60.0},
            {"60 ％", "%", 60.0},
            {"0.6", "%", 0.6},
            {"1.5TB", "TB", 1.5},
            {"1500 GB", "TB", 1.5},
            {"500 kB", "MB", 0.5},
            {"512 gb", "B", 512e9},
            {"64 GiB", "B", 68719476736.0},
            // Memory modules are sold in steps of 1024.
            {"64 GiB", "GiB", 64.0},
            {"512 GB", "GiB", 512.0},
            {"1 TB", "GiB", 1024.0},
            {"1200 W", "kW", 1.2},
            {"1.2千瓦", "kW", 1.2},
            {"10 Gbps", "Mbit/s", 10000.0},
            {"1 GB/s", "Mbit/s", 8000.0},
            {"312 TFLOPS", "TFLOPS", 312.0},
            {"3.14e23", "FLOP", 3.14e23},
            {"¥30000", "JPY", 30000.0},
            {"$1,599.50", "USD", 1599.5},
            {"0.8元", "CNY/kWh", 0.8},
        };
        rows.each_named(reads);
    }

    void invalid_numbers_are_reported()
    {
        const auto is_said = [](const char* text, const char* unit, const std::string& code, const std::string& right) {
            const TypedNumber typed = read_number(text, unit);
            QVERIFY(!typed.number.has_value());
            QCOMPARE(std::string(typed.code), code);
            QCOMPARE(typed.right, right);
            QCOMPARE(typed.found, std::string(text));
        };
        each_text({"",           "  ",      "abc",      "nan",      "inf",   "-",    "--5",     "二十",
                   "1e400",      "1.2.3",   "=1+1",     "1 2",      "20 00", "20,",  "20,,000", ",200",
                   "20,000 000", "1.234,5", "<b>1</b>", "1280 960", "万",    "abc 5"},
                  [&](const char* text) { is_said(text, "", "not-a-number", "20,000"); });
        const Rows<const char*, std::string, std::string> rows{
            // A comma that is no separator of thousands is not guessed at.
            {"1,5", "", "decimal-mark", "1.5"},
            {"1,5万", "", "decimal-mark", "1.5万"},
            {"20,00", "", "decimal-mark", "20.00"},
            {"0,020", "", "decimal-mark", "0.020"},
            {"1,5 h", "h", "decimal-mark", "1.5 h"},
            {"24h", "GiB", "other-kind", "1.5 TB"},
            {"12 GiB", "", "other-kind", "20,000"},
            {"60%", "h", "other-kind", "24 h"},
            {"¥500", "h", "other-kind", "24 h"},
            {"500 W", "CNY", "other-kind", "30,000"},
            {"5 parsecs", "h", "unknown-unit", "24 h"},
            {"2 *", "", "unknown-unit", "20,000"},
            {"0x10", "", "unknown-unit", "20,000"},
            {"1280×960", "", "unknown-unit", "20,000"},
            // Megabytes or millions, minutes or millions, bits or bytes.
            {"1.5M", "TB", "unknown-unit", "1.5 TB"},
            {"5M", "h", "unknown-unit", "24 h"},
            {"512 Gb", "GB", "unknown-unit", "1.5 TB"},
            {"100 mbps", "Mbit/s", "unknown-unit", "10 Gbit/s"},
            {"4 h 1 d", "h", "not-a-number", "24 h"},
            {"1h30", "h", "not-a-number", "24 h"},
            {"$500", "CNY", "other-currency", "CNY"},
            {"500 EUR", "CNY", "other-currency", "CNY"},
        };
        rows.each_named(is_said);
    }

    void pairs_are_read()
    {
        for (const char* text :
             {"1280×960", "1280x960", "1280*960", "1280 X 960", "1,280 × 960", "１２８０ｘ９６０", "1280px × 960px"})
            QVERIFY2(read_number_pair(text) == (std::array{1280.0, 960.0}), text);
        for (const char* text : {"1280", "1280×", "×960", "1280×960×3", "a×b", ""})
            QVERIFY2(!read_number_pair(text), text);
    }

    void a_reason_is_a_sentence_in_both_languages()
    {
        for (const Language language : all_languages) {
            const auto message = [language](const char* text, const char* unit) {
                const TypedNumber typed = read_number(text, unit);
                return QString::fromStdString(typed.number ? std::string() : text_of_typed(typed, messages(language)));
            };
            for (const auto& [text, unit] :
                 {std::pair{"24h", "GiB"}, {"1,5", ""}, {"x", ""}, {"5 parsecs", "h"}, {"$5", "CNY"}}) {
                const QString sentence = message(text, unit);
                QVERIFY2(sentence.contains(QString::fromUtf8(text)), qPrintable(sentence));
                QVERIFY2(!sentence.contains(u'{') && !sentence.contains(u'['), qPrintable(sentence));
            }
            if (language == Language::english)
                QCOMPARE(message("24h", "GiB"),
                         QStringLiteral(
                             "“24h” is a time, but this field takes an amount of data. Write for example 1.5 TB."));
        }
    }
};

RIGWRIGHT_TEST(NumberTextTest)

} // namespace rigwright::test::tst_number_text

#include "tst_number_text.moc"
