// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/prices/price_cells.h"
#include "core/prices/price_table.h"
#include "tests/support/suite.h"

namespace rigwright::test::tst_price_reading {

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

/// From the bytes of a price list to its cells.
class PriceReadingTest : public QObject {
    Q_OBJECT
private slots:
    void encodings_are_found_data()
    {
        const auto add = add_columns<QByteArray, int>("bytes", "encoding");
        const QString text = "型号,单价,币种\n显卡,15999,CNY\n";
        const auto row = [&](const char* name, const std::string& bytes, TextEncoding encoding) {
            add(name, QByteArray::fromStdString(bytes), static_cast<int>(encoding));
        };
        row("utf-8", in_encoding(text, "utf-8"), TextEncoding::utf8);
        row("utf-8 with mark", in_encoding(text, "utf-8-bom"), TextEncoding::utf8_with_mark);
        row("utf-16 little", in_encoding(text, "utf-16le"), TextEncoding::utf16);
        row("utf-16 big", in_encoding(text, "utf-16be"), TextEncoding::utf16);
        // 型号,单价,币种 and 显卡 in GB 18030.
        row("gb18030", "\xD0\xCD\xBA\xC5,\xB5\xA5\xBC\xDB,\xB1\xD2\xD6\xD6\n\xCF\xD4\xBF\xA8,15999,CNY\n",
            TextEncoding::gb18030);
    }

    void encodings_are_found()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(int, encoding);
        const DecodedText decoded = decode_text(bytes.toStdString());
        QCOMPARE(decoded.problem, std::string());
        QCOMPARE(static_cast<int>(decoded.encoding), encoding);
        QCOMPARE(QString::fromStdString(decoded.text), "型号,单价,币种\n显卡,15999,CNY\n");
    }

    void a_wanted_encoding_is_kept_to()
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

    void amounts_are_read_data()
    {
        add_columns<QString, QString, double, QString>("text", "decimal", "amount", "currency");
        const auto row = [](const char* text, const char* decimal, double amount, const char* currency = "") {
            QTest::addRow("%s with %s", text, decimal) << text << decimal << amount << currency;
        };
        row("15999", ".", 15999);
        row("15999.50", ".", 15999.5);
        row("15,999.50", ".", 15999.5);
        row("15 999.50", ".", 15999.5);
        row("15'999", ".", 15999);
        row("15.999,50", ",", 15999.5);
        row("1,234", ".", 1234);
        row("1,234", ",", 1.234);
        row("¥15,999", ".", 15999, "CNY");
        row("￥15999", ".", 15999, "CNY");
        row("１５９９９元", ".", 15999, "CNY");
        row("$1599.00", ".", 1599, "USD");
        row("1.599,00 €", ",", 1599, "EUR");
        row("CNY 15999", ".", 15999, "CNY");
        row("1.6万", ".", 16000);
        row("1.6万元", ".", 16000, "CNY");
        row("12 万", ".", 120000);
        row("12万美元", ".", 120000, "USD");
        // Spaces of all kinds set groups apart, and stand around the whole.
        row("15\u00a0999.50", ".", 15999.5);
        row("15\u2009999", ".", 15999);
        row("15\u202f999", ".", 15999);
        row("\u300015\u3000999\t", ".", 15999);
        row("\ufeff15999", ".", 15999);
        row("15 999 999", ".", 15'999'999);
        for (const char* bad :
             {"",           "free",     "-5",        "1e5",      "=15999", "+1",          "12,34",
              "1,2345",     "1,234,56", "1..2",      "12.",      ".5",     "1 2",         "15999 each",
              "n/a",        "0x10",     "1,234.5.6", "¥15999元", "万",     "\u200b15999", "\U0001F4B015999",
              "15'999,000", "1234,567"})
            row(bad, ".", -1.0);
    }

    void amounts_are_read()
    {
        QFETCH(QString, text);
        QFETCH(QString, decimal);
        QFETCH(double, amount);
        QFETCH(QString, currency);
        const AmountCell read = amount_from(plain_cell(text.toStdString()), decimal.at(0).toLatin1());
        QCOMPARE(read.amount.value_or(-1.0), amount);
        QCOMPARE(QString::fromStdString(read.currency),
                 amount < 0.0 ? QString::fromStdString(read.currency) : currency);
    }

    void decimals_are_found_from_the_prices()
    {
        const auto decimal = [](const char* text) { return read_price_table(text, {}).decimal; };
        QCOMPARE(decimal("part,price\na,1.50\nb,2\n"), '.');
        QCOMPARE(decimal("part;price\na;1,50\nb;2\n"), ',');
        QCOMPARE(decimal("part;price\na;1.500,00\n"), ',');
        // Nothing tells: a point, but a comma where semicolons set cells apart.
        QCOMPARE(decimal("part,price\na,15\n"), '.');
        QCOMPARE(decimal("part;price\na;1,234\n"), ',');
        PriceListChoices said;
        said.decimal = '.';
        QCOMPARE(read_price_table("part;price\na;1,50\n", said).decimal, '.');
    }

    void dates_are_read_data()
    {
        const auto add = add_columns<QString, QString>("text", "date");
        const auto row = [&](const char* text, const char* date) { add(text, text, date); };
        row("2026-11-01", "2026-11-01");
        row("2026/11/1", "2026-11-01");
        row("2026.11.1", "2026-11-01");
        row("2026年11月1日", "2026-11-01");
        row("2026年11月", "2026-11");
        row("2026/11", "2026-11");
        row("20261101", "2026-11-01");
        row("1.11.2026", "2026-11-01");
        row("2026", "2026");
        row("2026-Q4", "2026-Q4");
        row("2026年", "2026");
        row("2026年11", "2026-11");
        row("2026年11月1", "2026-11-01");
        row("2026.11", "2026-11");
        row(" 2026 / 11 / 01 ", "2026-11-01");
        for (const char* bad :
             {"11/1/2026", "1-11-2026", "2026-13-01", "2026-02-30", "soon", "2026/11/1 12:00", "45962", "26-11-01",
              "2026|11", "2026年11日", "1/11/2026", "1.11.26", "2026年11月1日2时", ""})
            row(bad, "");
    }

    void dates_are_read()
    {
        QFETCH(QString, text);
        QFETCH(QString, date);
        QCOMPARE(QString::fromStdString(date_from(text.toStdString())), date);
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

    void headings_are_understood_data()
    {
        const auto add = add_columns<QString, int, QString, double>("text", "column", "currency", "scale");
        const auto row = [&](const char* text, PriceColumn column, const char* currency = "", double scale = 1.0) {
            add(text, text, static_cast<int>(column), currency, scale);
        };
        row("Part ID", PriceColumn::part);
        row("model", PriceColumn::name);
        row("产品名称", PriceColumn::name);
        row("Unit price", PriceColumn::price);
        row("unit_price (CNY)", PriceColumn::price, "CNY");
        row("单价（元）", PriceColumn::price, "CNY");
        row("单价（万元）", PriceColumn::price, "CNY", 1e4);
        row("含税单价", PriceColumn::price);
        row("Currency", PriceColumn::currency);
        row("报价日期", PriceColumn::date);
        row("供应商", PriceColumn::supplier);
        row("Valid until:", PriceColumn::valid_until);
        row("Warranty (years)", PriceColumn::warranty, "", 12.0);
        row("质保（年）", PriceColumn::warranty, "", 12.0);
        row("质保（月）", PriceColumn::warranty);
        row("是否含税", PriceColumn::tax_included);
        row("税率", PriceColumn::tax_rate);
        row("备注", PriceColumn::note);
        row("Qty", PriceColumn::quantity);
        row("数量", PriceColumn::quantity);
        add("nothing", "weather", -1, "", 1.0);
    }

    void headings_are_understood()
    {
        QFETCH(QString, text);
        QFETCH(int, column);
        QFETCH(QString, currency);
        QFETCH(double, scale);
        const PriceHeading heading = price_heading(text.toStdString());
        QCOMPARE(heading.column ? static_cast<int>(*heading.column) : -1, column);
        QCOMPARE(QString::fromStdString(heading.currency), currency);
        QCOMPARE(heading.scale, scale);
        // Of two columns of one meaning the first is read.
        QVERIFY(!price_headings({"price", "单价"})[1].column);
    }
};

RIGWRIGHT_TEST(PriceReadingTest)

} // namespace rigwright::test::tst_price_reading

#include "tst_price_reading.moc"
