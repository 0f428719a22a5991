// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/prices/price_cells.h"
#include "core/prices/price_table.h"
#include "tests/support/suite.h"

namespace rigwright::test::tst_price_cells {

std::string in_encoding(const QString& text, const char* which)
{
    if (qstrcmp(which, "utf-8-bom") == 0) return "\xEF\xBB\xBF" + text.toStdString();
    if (qstrcmp(which, "utf-16le") == 0 || qstrcmp(which, "utf-16be") == 0) {
        const bool big = which[6] == 'b';
        std::string bytes = big ? "\xFE\xFF" : "\xFF\xFE";
        for (const QChar c : text) {
            const char high = static_cast<char>(c.unicode() >> 8U);
            const char low = static_cast<char>(c.unicode() & 0xFFU);
            bytes += big ? high : low;
            bytes += big ? low : high;
        }
        return bytes;
    }
    return text.toStdString();
}

/// From the bytes of a price list to its cells and their meaning.
class PriceCellsTest : public QObject {
    Q_OBJECT

private slots:
    void encodings_are_found()
    {
        const QString text = "型号,单价,币种\n显卡,15999,CNY\n";
        const Rows<std::string, TextEncoding> rows{
            {"utf-8", in_encoding(text, "utf-8"), TextEncoding::utf8},
            {"utf-8 with mark", in_encoding(text, "utf-8-bom"), TextEncoding::utf8_with_mark},
            {"utf-16 little", in_encoding(text, "utf-16le"), TextEncoding::utf16},
            {"utf-16 big", in_encoding(text, "utf-16be"), TextEncoding::utf16},
            // 型号,单价,币种 and 显卡 in GB 18030.
            {"gb18030", "\xD0\xCD\xBA\xC5,\xB5\xA5\xBC\xDB,\xB1\xD2\xD6\xD6\n\xCF\xD4\xBF\xA8,15999,CNY\n",
             TextEncoding::gb18030},
        };
        rows.each([&](const auto& bytes, auto encoding) {
            const DecodedText decoded = decode_text(bytes);
            QCOMPARE(decoded.problem, std::string());
            QCOMPARE(decoded.encoding, encoding);
            QCOMPARE(QString::fromStdString(decoded.text), "型号,单价,币种\n显卡,15999,CNY\n");
        });
    }

    void a_requested_encoding_is_used()
    {
        // Four bytes of GB 18030 for a character outside the plane that two bytes reach: U+20000.
        QCOMPARE(decode_text("\x95\x32\x82\x36", TextEncoding::gb18030).text, std::string("\xF0\xA0\x80\x80"));
        QCOMPARE(decode_text("M\xFCnze", TextEncoding::windows_1252).text, std::string("Münze"));
        QCOMPARE(decode_text("M\xFCnze", TextEncoding::utf8).problem, std::string("wrong-encoding"));
        QCOMPARE(decode_text("\xFF\xFF", TextEncoding::gb18030).problem, std::string("wrong-encoding"));
    }

    void delimiters_are_found()
    {
        const Rows<std::string, QString> rows{
            {"comma", "part,price\na,1\nb,2\n", ","},
            {"semicolon with decimal commas", "part;price\na;1,50\nb;2,75\nc;3,25\n", ";"},
            {"tab", "part\tprice\na\t1,000.00\nb\t2\n", "\t"},
            {"comma inside quotes", "part;price;note\na;1;\"x,y,z\"\nb;2;\"x,y,z\"\n", ";"},
            {"said", "sep=;\npart;price\na,b,c;1\n", ";"},
            {"one column", "part\na\n", ","},
            {"nothing", "", ","},
        };
        rows.each([&](const auto& text, const auto& delimiter) {
            QCOMPARE(QString(QLatin1Char(found_delimiter(text))), delimiter);
        });
    }

    void quoted_cells_follow_the_standard()
    {
        const DelimitedText split =
            split_rows("a,\"b,c\",\"d\"\"e\"\r\n\r\n\"two\nlines\",3.5\" disk,\n , \nlast", ',');
        QCOMPARE(split.problem, std::string());
        QCOMPARE(split.rows.size(), std::size_t{3});
        QCOMPARE(split.rows[0].cells, (std::vector<std::string>{"a", "b,c", "d\"e"}));
        QCOMPARE(split.rows[1].cells, (std::vector<std::string>{"two\nlines", "3.5\" disk", ""}));
        QCOMPARE(split.rows[1].line, std::size_t{3});
        QCOMPARE(split.rows[2].cells, (std::vector<std::string>{"last"}));
        QCOMPARE(split.rows[2].line, std::size_t{6});
        QVERIFY(!split.rows[0].broken_quotes && !split.rows[1].broken_quotes);
        QVERIFY(split_rows("\"a\"b,c", ',').rows[0].broken_quotes);
        QVERIFY(split_rows("a,\"b", ',').rows[0].broken_quotes);
        // Old Macintosh line ends.
        QCOMPARE(split_rows("a\rb\r", ',').rows.size(), std::size_t{2});
    }

    void amounts_are_read()
    {
        const Rows<char, double, std::string> rows{
            {"15999", '.', 15999, ""},
            {"15999.50", '.', 15999.5, ""},
            {"15,999.50", '.', 15999.5, ""},
            {"15 999.50", '.', 15999.5, ""},
            {"15'999", '.', 15999, ""},
            {"15.999,50", ',', 15999.5, ""},
            {"1,234", '.', 1234, ""},
            {"1,234", ',', 1.234, ""},
            {"¥15,999", '.', 15999, "CNY"},
            {"￥15999", '.', 15999, "CNY"},
            {"１５９９９元", '.', 15999, "CNY"},
            {"$1599.00", '.', 1599, "USD"},
            {"1.599,00 €", ',', 1599, "EUR"},
            {"CNY 15999", '.', 15999, "CNY"},
            {"1.6万", '.', 16000, ""},
            {"1.6万元", '.', 16000, "CNY"},
            {"12 万", '.', 120000, ""},
            {"12万美元", '.', 120000, "USD"},
            // All kinds of spaces may separate groups and surround a number.
            {"15\u00a0999.50", '.', 15999.5, ""},
            {"15\u2009999", '.', 15999, ""},
            {"15\u202f999", '.', 15999, ""},
            {"\u300015\u3000999\t", '.', 15999, ""},
            {"\ufeff15999", '.', 15999, ""},
            {"15 999 999", '.', 15'999'999, ""},
        };
        rows.each_named([](const char* text, char decimal, double amount, const std::string& currency) {
            const AmountCell read = amount_from(plain_cell(text), decimal);
            QCOMPARE(read.amount.value_or(-1.0), amount);
            QCOMPARE(read.currency, currency);
        });
        each_text({"",           "free",     "-5",        "1e5",      "=15999", "+1",          "12,34",
                   "1,2345",     "1,234,56", "1..2",      "12.",      ".5",     "1 2",         "15999 each",
                   "n/a",        "0x10",     "1,234.5.6", "¥15999元", "万",     "\u200b15999", "\U0001F4B015999",
                   "15'999,000", "1234,567"},
                  [](const char* text) { QVERIFY(!amount_from(plain_cell(text), '.').amount); });
    }

    void decimals_are_found_from_the_prices()
    {
        const auto decimal = [](const char* text) { return read_price_table(text, {}).decimal; };
        QCOMPARE(decimal("part,price\na,1.50\nb,2\n"), '.');
        QCOMPARE(decimal("part;price\na;1,50\nb;2\n"), ',');
        QCOMPARE(decimal("part;price\na;1.500,00\n"), ',');
        // Ambiguous: a point, or a comma if semicolons separate the cells.
        QCOMPARE(decimal("part,price\na,15\n"), '.');
        QCOMPARE(decimal("part;price\na;1,234\n"), ',');
        PriceListChoices choices;
        choices.decimal = '.';
        QCOMPARE(read_price_table("part;price\na;1,50\n", choices).decimal, '.');
    }

    void dates_are_read()
    {
        const Rows<std::string> rows{
            {"2026-11-01", "2026-11-01"},    {"2026/11/1", "2026-11-01"}, {"2026.11.1", "2026-11-01"},
            {"2026年11月1日", "2026-11-01"}, {"2026年11月", "2026-11"},   {"2026/11", "2026-11"},
            {"20261101", "2026-11-01"},      {"1.11.2026", "2026-11-01"}, {"2026", "2026"},
            {"2026-Q4", "2026-Q4"},          {"2026年", "2026"},          {"2026年11", "2026-11"},
            {"2026年11月1", "2026-11-01"},   {"2026.11", "2026-11"},      {" 2026 / 11 / 01 ", "2026-11-01"},
        };
        rows.each_named([](const char* text, const std::string& date) { QCOMPARE(date_from(text), date); });
        each_text({"11/1/2026", "1-11-2026", "2026-13-01", "2026-02-30", "soon", "2026/11/1 12:00", "45962", "26-11-01",
                   "2026|11", "2026年11日", "1/11/2026", "1.11.26", "2026年11月1日2时", ""},
                  [](const char* text) { QCOMPARE(date_from(text), std::string()); });
    }

    void shares_and_months_are_read()
    {
        QCOMPARE(*tax_rate_from("13 %", '.'), 0.13);
        QCOMPARE(*tax_rate_from("13", '.'), 0.13);
        QCOMPARE(*tax_rate_from("0.13", '.'), 0.13);
        QCOMPARE(*tax_rate_from("0,13", ','), 0.13);
        QCOMPARE(*tax_rate_from("0 %", '.'), 0.0);
        QVERIFY(!tax_rate_from("250 %", '.') && !tax_rate_from("much", '.') && !tax_rate_from("-1", '.'));
        QCOMPARE(*warranty_months_from("36", '.', 1.0), 36.0);
        QCOMPARE(*warranty_months_from("3", '.', 12.0), 36.0);
        QCOMPARE(*warranty_months_from("3 years", '.', 1.0), 36.0);
        QCOMPARE(*warranty_months_from("3年", '.', 1.0), 36.0);
        QCOMPARE(*warranty_months_from("18个月", '.', 12.0), 18.0);
        QVERIFY(!warranty_months_from("long", '.', 1.0) && !warranty_months_from("3 winters", '.', 1.0));
        QCOMPARE(currency_from("rmb"), std::string("CNY"));
        QCOMPARE(currency_from("eur"), std::string("EUR"));
        QCOMPARE(currency_from("gold"), std::string());
    }

    void headings_are_understood()
    {
        const Rows<std::optional<PriceColumn>, std::string, double> rows{
            {"Part ID", PriceColumn::part, "", 1.0},
            {"model", PriceColumn::model, "", 1.0},
            {"产品名称", PriceColumn::name, "", 1.0},
            {"Unit price", PriceColumn::price, "", 1.0},
            {"unit_price (CNY)", PriceColumn::price, "CNY", 1.0},
            {"单价（元）", PriceColumn::price, "CNY", 1.0},
            {"单价（万元）", PriceColumn::price, "CNY", 1e4},
            {"含税单价", PriceColumn::price, "", 1.0},
            {"单价（元/含税13%）", PriceColumn::price, "CNY", 1.0},
            {"Currency", PriceColumn::currency, "", 1.0},
            {"报价日期", PriceColumn::date, "", 1.0},
            {"供应商", PriceColumn::supplier, "", 1.0},
            {"Valid until:", PriceColumn::valid_until, "", 1.0},
            {"Warranty (years)", PriceColumn::warranty, "", 12.0},
            {"容量（GB）", PriceColumn::capacity, "", 1e-3},
            {"质保（年）", PriceColumn::warranty, "", 12.0},
            {"质保（月）", PriceColumn::warranty, "", 1.0},
            {"是否含税", PriceColumn::tax_included, "", 1.0},
            {"税率", PriceColumn::tax_rate, "", 1.0},
            {"备注", PriceColumn::note, "", 1.0},
            {"Qty", PriceColumn::quantity, "", 1.0},
            {"数量", PriceColumn::quantity, "", 1.0},
            {"weather", std::nullopt, "", 1.0},
        };
        rows.each_named([](const char* text, const auto& column, const auto& currency, double scale) {
            const PriceHeading heading = price_heading(text);
            QVERIFY(heading.column == column);
            QCOMPARE(heading.currency, currency);
            QCOMPARE(heading.scale, scale);
        });
        // Of two columns of one meaning the first is read.
        QVERIFY(!price_headings({"price", "单价"})[1].column);
    }
};

RIGWRIGHT_TEST(PriceCellsTest)

} // namespace rigwright::test::tst_price_cells

#include "tst_price_cells.moc"
