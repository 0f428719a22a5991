// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/quantities/typed_number.h"
#include "tests/support/engine_case.h"
#include "tests/support/suite.h"

namespace rigwright::test::tst_typed_number {

/// What people type into number fields.
class TypedNumberTest : public QObject {
    Q_OBJECT

private slots:
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

    void what_is_no_number_is_said()
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
            const auto said = [language](const char* text, const char* unit) {
                const TypedNumber typed = read_number(text, unit);
                return QString::fromStdString(typed.number ? std::string() : text_of_typed(typed, messages(language)));
            };
            for (const auto& [text, unit] :
                 {std::pair{"24h", "GiB"}, {"1,5", ""}, {"x", ""}, {"5 parsecs", "h"}, {"$5", "CNY"}}) {
                const QString sentence = said(text, unit);
                QVERIFY2(sentence.contains(QString::fromUtf8(text)), qPrintable(sentence));
                QVERIFY2(!sentence.contains(u'{') && !sentence.contains(u'['), qPrintable(sentence));
            }
            if (language == Language::english)
                QCOMPARE(said("24h", "GiB"),
                         QStringLiteral(
                             "“24h” is a time, but this field takes an amount of data. Write for example 1.5 TB."));
        }
    }
};

RIGWRIGHT_TEST(TypedNumberTest)

} // namespace rigwright::test::tst_typed_number

#include "tst_typed_number.moc"
