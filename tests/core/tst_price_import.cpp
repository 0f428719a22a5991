// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/hardware/catalog.h"
#include "core/hardware/price_list.h"
#include "core/json/strict_json.h"
#include "core/prices/price_cells.h"
#include "core/prices/price_import.h"
#include "core/prices/price_table.h"
#include "core/text/messages.h"
#include "core/text/price_text.h"
#include "tests/support/engine_case.h"
#include "tests/support/file_content.h"
#include "tests/support/suite.h"

namespace rigwright::test::tst_price_import {

const Catalog& shipped() { return engine_data().hardware; }

PriceListChoices on(const char* date)
{
    PriceListChoices choices;
    choices.date = date;
    choices.source = "list.csv";
    return choices;
}

PriceImport checked(const std::string& text, const PriceListChoices& choices = on("2026-11-22"),
                    const Catalog& catalog = shipped())
{
    return check_prices(read_price_table(text, choices), choices, catalog);
}

/// "2 added rtx4090 15999 CNY 2026-11-01", or the reasons of a rejected row.
QString described(const ImportRow& row)
{
    QString text = QStringLiteral("%1 %2 ").arg(row.line).arg(QString::fromUtf8(word_of(row.fate).data()));
    if (row.fate != RowFate::rejected)
        return text + QString::fromStdString(row.part) + QStringLiteral(" %1 ").arg(row.price.amount, 0, 'g', 12) +
               QString::fromStdString(row.price.currency + " " + row.price.date);
    QStringList reasons;
    for (const JsonIssue& reason : row.reasons)
        reasons << QString::fromStdString(reason.code + (reason.expected.empty() ? "" : " " + reason.expected));
    return text + reasons.join("; ");
}

QString described(const PriceImport& import)
{
    QStringList lines;
    for (const ImportRow& row : import.rows) lines << described(row);
    return lines.join('\n');
}

/// From the cells of a price list to prices.
class PriceImportTest : public QObject {
    Q_OBJECT

private slots:
    void imports_a_chinese_quotation()
    {
        // A title and an address above, a total below, as quotations have them.
        const PriceImport import = checked("某某公司报价单,,,,,\n地址：上海,,,,,\n"
                                           "型号,单价（万元）,报价日期,供应商,质保（年）,税率\n"
                                           "GeForce RTX 4090,1.5999,2026年11月1日,某某公司,3,13%\n"
                                           "合计,1.5999,,,,\n");
        QCOMPARE(described(import), "4 added rtx4090 15999 CNY 2026-11-01");
        QCOMPARE(import.totals, std::size_t{1});
        const Price& price = import.rows[0].price;
        QCOMPARE(price.supplier, std::string("某某公司"));
        QCOMPARE(*price.warranty_months, 36.0);
        QCOMPARE(*price.tax_rate, 0.13);
        QVERIFY(!price.tax_included);
        QCOMPARE(price.source, std::string("list.csv"));
        QCOMPARE(price.kind, PriceKind::quotation);
    }

    void totals_are_skipped_and_counted()
    {
        const PriceImport import = checked("no,name,price,currency,note\n"
                                           "1,t4,1,CNY,subtotal of A\n"
                                           ",小计：,1,CNY,\n"
                                           "2,Total board,1,CNY,total\n"
                                           ",Sub-total (CNY),1,CNY,\n"
                                           "合 计,,2,,\n"
                                           "总计（大写）：贰元整,,,,\n");
        QCOMPARE(described(import), "2 added t4 1 CNY 2026-11-22\n4 rejected unknown-part");
        QCOMPARE(import.totals, std::size_t{4});
    }

    void tax_and_notes_are_skipped_and_counted()
    {
        const PriceImport import = checked("序号,品名,数量,单价(元),小计\n"
                                           "1,t4,1,1,1\n"
                                           "合计,,,,1\n"
                                           "税金(13%),,,,1\n"
                                           "2,税金,1,1,1\n"
                                           "含税总价,,,,2\n"
                                           "大写：贰元整,,,,\n"
                                           "以上单价不含税，交货期4周,,,,\n"
                                           "3,备注：整机质保3年,,,\n"
                                           "4,,1,1,1\n");
        QCOMPARE(described(import), "2 added t4 1 CNY 2026-11-22\n10 rejected no-part");
        QCOMPARE(import.totals, std::size_t{7});
    }

    void tax_is_read_from_headings_totals_and_notes()
    {
        const std::string list = "序号,品名,数量,单价(元),小计\n1,t4,1,1,1\n";
        const Rows<std::string, std::optional<bool>, std::optional<double>> rows{
            {"nothing", list + "合计,,,,1\n备注：税号 91330100, 质保3年,,,,\n", std::nullopt, std::nullopt},
            {"heading", "品名,单价（元/含税13%）\nt4,1\n", true, 0.13},
            {"heading without tax", "品名,未税单价(元)\nt4,1\n", false, std::nullopt},
            {"title", "报价单（以下价格均含13%增值税）,\n品名,单价(元)\nt4,1\n", true, 0.13},
            {"first total", list + "合计（含13%增值税）,,,,1\n", true, 0.13},
            {"tax below the sum", list + "合计,,,,1\n税金(13%),,,,0.13\n含税总计,,,,1.13\n", false, 0.13},
            {"note", list + "合计（含税）,,,,1\n备注：以上单价不含税，交货期4周,,,,\n", false, std::nullopt},
            {"delivery is no tax", list + "备注：含上门安装，税率13%,,,,\n", std::nullopt, 0.13},
            {"English", "name,price (EUR),incl. VAT\nt4,1,\nAll prices excl. 19% VAT,,\n", false, 0.19},
            {"English, included", "name,price (EUR)\nt4,1\nPrices include 19% VAT.,\n", true, 0.19},
            {"English, added", "name,price (EUR)\nt4,1\nplus VAT,\n", false, std::nullopt},
            {"English, behind", "name,price (EUR; VAT included)\nt4,1\n", true, std::nullopt},
            {"a tax number", "name,price (EUR)\nt4,1\n\"Support included, tax ID 12\",\n", std::nullopt, std::nullopt},
            {"a row's own column", "品名,单价(元),是否含税,税率\nt4,1,否,6%\n合计（含13%增值税）,1,,\n", false, 0.06},
        };
        rows.each([](const std::string& text, const auto& included, const auto& rate) {
            const PriceImport import = checked(text);
            QCOMPARE(import.taken(), std::size_t{1});
            QVERIFY(import.rows[0].price.tax_included == included);
            QVERIFY(import.rows[0].price.tax_rate == rate);
        });
    }

    void seller_and_terms_are_read_from_the_heading()
    {
        const Rows<std::string, std::string> rows{
            {"a supplier", "供应商:某某科技 有限公司", "某某科技 有限公司"},
            {"three terms", "供应商:A公司 报价日期:2026年11月20日 有效期:15天", "A公司|2026-11-20|15 days"},
            {"a sentence", "报价有效期至2026-12-31,交货期4周,质保3年", "|until 2026-12-31|deliver 28|months 36"},
            {"working days, warranty in front", "交期:15-20个工作日;三年原厂质保", "|deliver 28|months 36"},
            {"months", "保修期:36个月", "|months 36"},
            {"English", "Supplier: Example Ltd; Quote date: 20.11.2026", "Example Ltd|2026-11-20"},
            {"English sentences", "Valid for 30 days. Delivery: 4 to 6 weeks.", "|30 days|deliver 42"},
            {"English warranty", "Warranty: 3 years", "|months 36"},
            {"another's name and date", "客户:某某公司 生产日期:2025-01-01", ""},
            {"a day of delivery", "交货日期:2026年12月31日", ""},
            {"labels without values", "供应商:报价日期:", ""},
        };
        rows.each([](const std::string& text, const std::string& expected) {
            ListTerms terms;
            add_terms_in(text, terms);
            std::string found = terms.supplier;
            const auto add = [&found](const char* what, const std::string& value) { found += what + value; };
            const auto number = [](double value) { return std::to_string(static_cast<int>(value)); };
            if (!terms.date.empty()) add("|", terms.date);
            if (!terms.valid_until.empty()) add("|until ", terms.valid_until);
            if (terms.valid_days) add("|", number(*terms.valid_days) + " days");
            if (terms.delivery_days) add("|deliver ", number(*terms.delivery_days));
            if (terms.warranty_months) add("|months ", number(*terms.warranty_months));
            QCOMPARE(found, expected);
        });
    }

    void terms_of_a_list_are_those_of_its_prices()
    {
        PriceListChoices choices = on("");
        choices.today = "2026-11-22";
        const PriceImport import = checked("服务器报价单,,\n供应商,某某公司,\n报价日期：2026/11/20,,有效期：10天\n"
                                           "品名,单价(元),质保\nt4,1,\nh20,2,1年\n备注：交货期2周，质保三年,,\n",
                                           choices);
        QCOMPARE(import.taken(), std::size_t{2});
        const Price& price = import.rows[0].price;
        QCOMPARE(price.date, std::string("2026-11-20"));
        QCOMPARE(price.valid_until, std::string("2026-11-30"));
        QCOMPARE(price.supplier, std::string("某某公司"));
        QCOMPARE(price.warranty_months, std::optional(36.0));
        QCOMPARE(import.rows[1].price.warranty_months, std::optional(12.0));
        const PriceListFile list = price_list_of(import, "quote", "");
        QCOMPARE(list.list.date, std::string("2026-11-20"));
        QCOMPARE(list.list.delivery_days, std::optional(14.0));
        // The user's choice overrides the list, which overrides the day of the import.
        choices.date = "2026-11-21";
        choices.supplier = "";
        const PriceImport own = checked("报价日期：2026/11/20,供应商：A\n品名,单价(元)\nt4,1\n", choices);
        QCOMPARE(own.rows[0].price.date + own.rows[0].price.supplier, std::string("2026-11-21"));
        choices.date.clear();
        QCOMPARE(checked("品名,单价(元)\nt4,1\n", choices).rows[0].price.date, std::string("2026-11-22"));
        const PriceImport column = checked("品名,单价(元),有效期\nt4,1,30天\n", choices);
        QCOMPARE(column.rows[0].price.valid_until, std::string("2026-12-22"));
    }

    void a_guess_needs_more_than_one_word()
    {
        Catalog translated = shipped();
        translated.chassis_list.front().name = "八 GPU 模组服务器";
        const PriceImport import =
            checked("品名,型号,单价(元)\nGPU服务器,NF5468M6,268000\n系统盘,三星 990 PRO 2TB NVMe,1\n", on("2026-11-22"),
                    translated);
        QCOMPARE(import.rows[0].suggestion, std::string());
        QCOMPARE(import.rows[1].suggestion, std::string("nvme4-990pro"));
    }

    void a_note_of_megabytes_is_no_term()
    {
        const std::string note = "incl" + std::string(4000000, 'l') + " vat";
        const PriceImport import = checked("name,price (EUR)\nt4,1\n" + note + ",\n");
        QVERIFY(!import.terms.tax.included);
        QCOMPARE(import.taken(), std::size_t{1});
    }

    void memory_is_found_by_type_rate_and_size()
    {
        const Rows<std::string> rows{
            {"64GB DDR5 RDIMM 4800", "DDR5-4800 1 x 64 GB"},
            {"DDR5-5600 RDIMM 64GB", "DDR5-5600 1 x 64 GB"},
            {"三星 DDR4 3200MHz 32G*2 ECC REG", "DDR4-3200 2 x 32 GB"},
            {"Kingston 4x16 GB DDR5 6000 MT/s", "DDR5-6000 4 x 16 GB"},
            {"64GB DDR5 RDIMM", ""},
            {"DDR5-4800", ""},
            {"GTX 1080 8GB GDDR5 7000", ""},
        };
        rows.each_named([](const char* text, const std::string& name) { QCOMPARE(memory_kit_named(text), name); });
        const PriceImport import =
            checked("品名,型号,数量,单价(元)\n内存,64GB DDR5 RDIMM 4800,8,3200\n内存,64GB DDR5 RDIMM,8,3\n");
        QCOMPARE(described(import), "2 added ddr5-4800-1x64 3200 CNY 2026-11-22\n3 rejected unknown-part");
    }

    void shipping_and_services_are_costs_of_the_list()
    {
        const PriceImport import = checked("序号,品名,型号,数量,单价(元),小计\n"
                                           "1,GPU,t4,1,1,1\n"
                                           "2,安装调试费,,1,\"2,000.00\",\"2,000.00\"\n"
                                           "3,三年上门质保,,2,3000,6000\n"
                                           "4,运费,,1,800,800\n"
                                           "5,服务器,三年质保,1,46000,46000\n"
                                           "6,运费,,1,另计,\n"
                                           "合计,,,,,\n"
                                           "税金(13%),,,,,\n");
        QCOMPARE(described(import),
                 "2 added t4 1 CNY 2026-11-22\n6 rejected unknown-part\n7 rejected unknown-part; no-price");
        QCOMPARE(*import.shipping, 904.0);
        QCOMPARE(*import.other_costs, 9040.0);
        const PriceListFile list = price_list_of(import, "quote", "");
        QCOMPARE(*list.list.shipping, 904.0);
        QCOMPARE(list.list.currency, std::string("CNY"));
        QVERIFY(!checked("name,price (CNY)\nt4,1\n").shipping);
    }

    void the_price_of_a_drive_has_its_size()
    {
        const PriceImport import = checked("品名,型号,单价,币种,容量(GB),类型\n"
                                           "三星 2TB,990 PRO,1299,CNY,,\n"
                                           "Samsung 990 PRO,,1299,CNY,1920,\n"
                                           "Samsung 980 PRO 2 TB,,999,CNY,,\n"
                                           "Samsung 990 EVO,,1299,CNY,,\n"
                                           "Samsung 9100 PRO,,650,CNY,,street-per-TB\n"
                                           "GeForce RTX 4090,,15999,CNY,24,\n",
                                           [] {
                                               PriceListChoices choices = on("2026-11-22");
                                               choices.parts["三星 2TB 990 PRO"] = "nvme4-990pro";
                                               return choices;
                                           }());
        const auto size = [&import](std::size_t row) { return import.rows[row].price.drive_tb.value_or(0.0); };
        QCOMPARE(import.rows.size(), std::size_t{6});
        QCOMPARE(size(0), 2.0);
        QCOMPARE(size(1), 1.92);
        QCOMPARE(size(2), 2.0);
        QCOMPARE(described(import.rows[3]), "5 rejected no-capacity");
        for (const std::size_t row : {4U, 5U}) {
            QCOMPARE(import.rows[row].fate, RowFate::added);
            QVERIFY(!import.rows[row].price.drive_tb);
        }
        for (const auto& [text, terabytes] :
             {std::pair("SATA 6Gb/s 960GB", 0.96), std::pair("SAS 12G 3.84T", 3.84), std::pair("2GB DRAM, 4 TB", 4.0)})
            QCOMPARE(terabytes_in(text), std::optional(terabytes));
        for (const char* text : {"PCIe 4.0 x4", "7.4 GB/s", "6Gbit", "T700", ""}) QVERIFY2(!terabytes_in(text), text);
    }

    void a_model_goes_before_its_product_in_either_order()
    {
        QCOMPARE(described(checked("品名,型号,单价,币种\nGeForce RTX 4090,GeForce RTX 3090,1,CNY\n")),
                 "2 added rtx3090 1 CNY 2026-11-22");
        QCOMPARE(described(checked("型号,品名,单价,币种\nrtx3090,GeForce RTX 4090,1,CNY\n"
                                   "ROG-STRIX,GeForce RTX 4090,1,CNY\n")),
                 "2 added rtx3090 1 CNY 2026-11-22\n3 added rtx4090 1 CNY 2026-11-22");
        // Where neither is a part, the model names the row, and the product may suggest one.
        const ImportRow neither =
            checked("品名,型号,单价,币种\nGeForce RTX 4090 24GB OC,ROG-STRIX,1,CNY\n").rows.front();
        QCOMPARE(described(neither), "2 rejected unknown-part rtx4090");
        QCOMPARE(neither.reasons.front().found, std::string("ROG-STRIX"));
    }

    void a_product_and_its_model_have_a_column_each()
    {
        QCOMPARE(described(checked("品名,型号,单价,币种,日期\n"
                                   "显卡,GeForce RTX 4090,15999,CNY,2026-11-01\n"
                                   "GeForce RTX 4080,ROG,8999,CNY,2026-11-01\n")),
                 "2 added rtx4090 15999 CNY 2026-11-01\n3 added rtx4080 8999 CNY 2026-11-01");
        // A kind of part isn't a part and suggests none.
        const PriceImport kinds = checked("名称,型号,单价,币种,日期\nGPU,,15999,CNY,2026-11-01\n"
                                          "GPU,GeForce RTX 4090 OC,15999,CNY,2026-11-01\n");
        QCOMPARE(described(kinds), "2 rejected unknown-part\n3 rejected unknown-part rtx4090");
        QCOMPARE(kinds.rows[0].suggestion, std::string());
        QCOMPARE(kinds.rows[1].called, std::string("GPU GeForce RTX 4090 OC"));
    }

    void kinds_of_the_guide_are_read()
    {
        for (const char* kind : {"rent per hour", "每小时租价", "Rental"}) {
            const PriceImport import =
                checked("型号,单价,货币,日期,类别\nh20,8.5,CNY,2026-11-20," + std::string(kind) + "\n");
            QCOMPARE(import.rows.size(), std::size_t{1});
            QVERIFY2(import.rows[0].price.kind == PriceKind::cloud_hour, kind);
        }
        const PriceImport shop = checked("part,price,currency,date,category\nh20,85000,CNY,2026-11-20,shop price\n");
        QVERIFY(shop.rows.at(0).price.kind == PriceKind::street);
    }

    void columns_can_be_set_if_headings_fail()
    {
        const std::string text = "what,how much\nrtx4090,15999\n";
        QCOMPARE(read_price_table(text, {}).problem, std::string("no-headings"));
        QCOMPARE(read_price_table(text, {}).headings, (std::vector<std::string>{"what", "how much"}));
        PriceListChoices choices = on("2026-11-22");
        choices.columns = {PriceColumn::part, PriceColumn::price};
        choices.currency = "CNY";
        QCOMPARE(described(checked(text, choices)), "2 added rtx4090 15999 CNY 2026-11-22");
        // The content of an unread column does not matter.
        choices.columns = {std::nullopt, PriceColumn::price};
        QCOMPARE(read_price_table(text, choices).problem, std::string("no-headings"));
    }

    void a_price_of_the_future_is_refused()
    {
        PriceListChoices choices = on("2026-11-22");
        choices.today = "2026-11-22";
        const std::string text = "part,price,currency,date\nrtx4090,1,CNY,2026-11-22\nrtx3090,1,CNY,2026-11-23\n"
                                 "rtx4080,1,CNY,2026\nrtx3070,1,CNY,2027-01\nt4,1,CNY,\n";
        QCOMPARE(described(checked(text, choices)),
                 QStringLiteral("2 added rtx4090 1 CNY 2026-11-22\n3 rejected date-in-future 2026-11-22\n"
                                "4 added rtx4080 1 CNY 2026\n5 rejected date-in-future 2026-11-22\n"
                                "6 added t4 1 CNY 2026-11-22"));
        choices.date = "2026-12-01";
        const ImportRow undated = checked("part,price,currency\nt4,1,CNY\n", choices).rows.front();
        QCOMPARE(described(undated), "2 rejected date-in-future 2026-11-22");
        QCOMPARE(undated.reasons.front().found, std::string("2026-12-01"));
    }

    void parts_are_found_by_name_and_never_guessed()
    {
        const auto row = [](const char* name, PriceListChoices choices = on("2026-11-22")) {
            return checked(std::string("name,price,currency\n") + name + ",1,CNY\n", choices).rows.front();
        };
        QCOMPARE(row("RTX4090").part, std::string("rtx4090"));
        QCOMPARE(row("geforce  rtx 4090").part, std::string("rtx4090"));
        QCOMPARE(row("NVIDIA GeForce RTX 4090").part, std::string("rtx4090"));
        const ImportRow near = row("GeForce RTX 4090 24GB OC");
        QCOMPARE(near.fate, RowFate::rejected);
        QCOMPARE(near.suggestion, std::string("rtx4090"));
        QVERIFY(row("something else entirely").suggestion.empty());
        PriceListChoices confirmed = on("2026-11-22");
        confirmed.parts["GeForce RTX 4090 24GB OC"] = near.suggestion;
        QCOMPARE(row("GeForce RTX 4090 24GB OC", confirmed).part, std::string("rtx4090"));
        // An id has priority over a name.
        const PriceImport both = checked("part,name,price,currency\nrtx3090,GeForce RTX 4090,1,CNY\n");
        QCOMPARE(both.rows.front().part, std::string("rtx3090"));
    }

    void a_name_may_lack_its_maker_and_have_its_capacity()
    {
        Rows<std::string>{{"NVIDIA GeForce RTX 4090 24GB", "rtx4090"},
                          {"英伟达 RTX 4090 24G", "rtx4090"},
                          {"NVIDIA L40S 48GB", "l40s"},
                          {"Tesla T4", "t4"},
                          {"NVIDIA RTX 3060 12GB", "rtx3060-12g"},
                          {"三星 990 PRO 1TB", "nvme4-990pro"},
                          {"Samsung 990 PRO 4TB", "nvme4-990pro"},
                          {"三星 980 PRO 2TB", "nvme4-980pro"},
                          {"英特尔/Intel Xeon Gold 6430", "xeon-gold-6430"},
                          {"Intel 至强 Gold 6530", "xeon-gold-6530"},
                          {"AMD 霄龙 9354", "epyc-9354"},
                          {"英特尔至强银牌4310", "xeon-silver-4310"},
                          {"鲲鹏 920-6426", "kunpeng-920-6426"},
                          {"海光C86-7490", "hygon-c86-7490"},
                          {"华为 昇腾 910B1 64GB", "ascend910b1"},
                          {"Ascend 910B1 64GB", "ascend910b1"},
                          {"华为 Kunpeng 920-6426", "kunpeng-920-6426"},
                          {"华为 RTX 4090", ""},
                          // Not the part's own capacity, not its maker, and more than its name.
                          {"NVIDIA GeForce RTX 4090 48GB", ""},
                          {"NVIDIA RTX 4090 D 48GB", ""},
                          {"NVIDIA RTX 4070 Ti 16GB", ""},
                          {"三星 980 PRO 1TB", ""},
                          {"Intel Xeon Gold 6430 64GB", ""},
                          {"AMD A10", ""},
                          {"英伟达 RTX 4090 笔记本", ""},
                          {"英伟达 RTX 4090 + RTX 4090", ""},
                          // One of two.
                          {"NVIDIA RTX 3060", ""},
                          {"NVIDIA A100 80GB", ""},
                          {"NVIDIA A100 PCIe", ""},
                          {"NVIDIA", ""}}
            .each_named([](const char* name, const std::string& part) {
                const PriceImport import = checked(std::string("name,price,currency,capacity\n") + name + ",1,CNY,2\n");
                QVERIFY2(import.rows.front().part == part, import.rows.front().part.c_str());
            });
        QCOMPARE(checked("name,price,currency\nGeForce RTX 4090 48GB OC,1,CNY\n").rows.front().suggestion,
                 std::string());
        const PriceImport drive = checked("品名,型号,单价,币种\n系统盘,三星 990 PRO 1TB,899,CNY\n");
        QCOMPARE(described(drive), "2 added nvme4-990pro 899 CNY 2026-11-22");
        QCOMPARE(drive.rows.front().price.drive_tb, std::optional(1.0));
    }

    void a_suggestion_is_of_the_kind_that_the_row_names()
    {
        const auto first = [](const char* row, const char* part = "") {
            PriceListChoices choices = on("2026-11-22");
            if (*part != 0) choices.parts[plain_cell(row)] = part;
            return checked(std::string("name,price,currency,capacity\n") + row + ",1,CNY,3.84\n", choices).rows.front();
        };
        for (const char* drive : {"U.2", "3.84TB U.2 SSD", "Solidigm P5520 3.84TB U.2", "三星 PM9A3 3.84TB U.2 SSD"})
            QVERIFY2(first(drive).suggestion.empty(), drive);
        QCOMPARE(first("显卡 A2 盒装").suggestion, std::string("a2"));
        QCOMPARE(first("处理器 A2 盒装").suggestion, std::string());
        QCOMPARE(first("处理器 A2 盒装", "a2").reasons, (std::vector<JsonIssue>{{"", "other-kind", "A2", ""}}));
        QCOMPARE(first("处理器 A2 盒装", "i9-13900k").part, std::string("i9-13900k"));
        QCOMPARE(first("PRO 6000 服务器版", "rtxpro6000-se").part, std::string("rtxpro6000-se"));
        using enum RecordKind;
        for (const auto& [text, kinds] : std::initializer_list<std::pair<const char*, std::set<RecordKind>>>{
                 {"固态硬盘", {storage}},
                 {"服务器硬盘", {storage}},
                 {"8卡GPU服务器", {chassis}},
                 {"机箱主板电源", {chassis, power_supply}},
                 {"64GB DDR5 RDIMM", {memory_kit}},
                 {"GPU卡", {gpu}},
                 {"网卡 Mellanox ConnectX-6", {link}},
                 {"RTX PRO 6000 Blackwell Server Edition 服务器版", {}},
                 {"GDDR6X UNICORN GPUs", {}}})
            QVERIFY2(kinds_named(text) == kinds, text);
    }

    void every_defect_has_its_reason()
    {
        const Rows<QString> rows{
            {"workbook-renamed", "spreadsheet-file"},
            {"binary", "binary-file"},
            {"empty", "empty"},
            {"no-headings", "no-headings"},
            {"headings-only", "no-rows"},
            {"price-column-missing", "no-headings"},
            {"unknown-encoding", "unknown-encoding"},
            {"quote-never-closed", "2 rejected broken-quotes"},
            {"text-behind-quote", "2 rejected broken-quotes"},
            {"thousands-without-quotes", "2 rejected too-many-cells 3"},
            {"formula-as-price", "2 rejected not-a-price 15999.00\n3 rejected not-a-price 15999.00"},
            {"zero-for-unknown", "2 rejected price-out-of-range"},
            {"negative-price", "2 rejected not-a-price 15999.00"},
            {"price-missing", "2 rejected no-price"},
            {"currency-in-words", "2 rejected unknown-currency CNY, USD, EUR, ..."},
            {"currency-missing", "2 rejected no-currency"},
            {"two-currencies", "2 rejected two-currencies EUR"},
            {"day-and-month-swapped", "2 rejected not-a-date 2026-11-01, 2026/11/1, 2026年11月1日"},
            {"thirteenth-month", "2 rejected not-a-date 2026-11-01, 2026/11/1, 2026年11月1日"},
            {"part-missing", "2 rejected no-part"},
            {"unknown-part", "2 rejected unknown-part"},
            {"part-nearly-named", "2 rejected unknown-part rtx4090"},
            {"kind-unknown", "2 rejected unknown-kind list, street, quotation, estimate, cloud-hour, street-per-TB"},
            {"rent-of-a-processor", "2 rejected kind-does-not-fit"},
            {"tax-unclear", "2 rejected unknown-tax yes, no, 含税, 未税"},
            {"tax-rate-above-all", "2 rejected not-a-tax-rate 13 %"},
            {"warranty-in-words", "2 rejected not-a-warranty 36, 3 years, 3年"},
            {"quantity-in-words", "2 rejected not-a-quantity 1,000,000"},
            {"over-before-it-begins", "2 rejected ends-before-it-begins 2026-11-01"},
            {"repeated-row", "2 added rtx4090 15999 CNY 2026-11-22\n3 rejected repeats-row 2"},
            {"contradicting-row", "2 added rtx4090 15999 CNY 2026-11-22\n3 rejected contradicts-row 2"},
            {"direction-override", "2 rejected hidden-characters"},
            {"text-too-long", "2 rejected text-too-long 4096"},
        };
        qsizetype files = 0;
        rows.each_named([&](const char* file, const auto& expected) {
            ++files;
            const std::string bytes =
                content_of(source_path(QStringLiteral("tests/data/invalid/prices/%1.csv").arg(file))).toStdString();
            const PriceListChoices choices = on("2026-11-22");
            const PriceTable table = read_price_table(bytes, choices);
            const PriceImport import = check_prices(table, choices, shipped());
            QCOMPARE(table.problem.empty() ? described(import) : QString::fromStdString(table.problem), expected);
            QCOMPARE(import.rows.size(), import.count(RowFate::added) + import.count(RowFate::rejected));
            for (const Language language : all_languages) {
                const Messages& words = messages(language);
                if (!table.problem.empty()) QVERIFY(words.has("prices.problem." + table.problem));
                for (const ImportRow& row : import.rows) {
                    const std::string text = text_of_reasons(row, words);
                    QVERIFY2(text.find("[prices.") == std::string::npos, text.c_str());
                }
            }
        });
        const QDir folder(source_path("tests/data/invalid/prices"));
        QCOMPARE(folder.entryList({"*.csv"}, QDir::Files).size(), files);
    }

    void a_price_on_request_and_a_quantity_are_explained()
    {
        const PriceImport import = checked("型号,数量,单价,币种\nrtx4090,0,1,CNY\nrtx3090,-1,1,CNY\nt4,1.5,1,CNY\n"
                                           "l4,1,面议,CNY\nl40s,1,1,CNY\nGPU服务器 XJ-900,1,268000,CNY\n");
        const auto reasons = [&import](std::size_t row) {
            return QString::fromStdString(text_of_reasons(import.rows[row], messages(Language::chinese)));
        };
        QCOMPARE(reasons(0), QStringLiteral("“0”不是有效的数量，应为 1 到 1,000,000 的整数"));
        QCOMPARE(reasons(1), QStringLiteral("“-1”不是有效的数量，应为 1 到 1,000,000 的整数"));
        QCOMPARE(reasons(2), QStringLiteral("“1.5”不是有效的数量，应为 1 到 1,000,000 的整数"));
        QCOMPARE(reasons(3), QStringLiteral("没有价格"));
        QCOMPARE(import.rows[4].fate, RowFate::added);
        QCOMPARE(reasons(5),
                 QStringLiteral("硬件数据库中没有“GPU服务器 XJ-900”。整机价请填入该机器“价格”页的最后一行"));
    }

    void formulas_stay_text()
    {
        const PriceImport import = checked("part,price,currency,supplier,note\nrtx4090,1,CNY,\"=HYPERLINK(\"\"http://"
                                           "x\"\",\"\"y\"\")\",@SUM(A1:A9)\n");
        QCOMPARE(import.rows.front().price.supplier, std::string("=HYPERLINK(\"http://x\",\"y\")"));
        QCOMPARE(import.rows.front().price.note, std::string("@SUM(A1:A9)"));
        QCOMPARE(import.rows.front().fate, RowFate::added);
    }

    void existing_prices_are_unchanged_or_changed()
    {
        Catalog catalog = shipped();
        Gpu* gpu = const_cast<Gpu*>(catalog.gpu("rtx4090"));
        Price own;
        own.amount = 15999.0;
        own.currency = "CNY";
        own.date = "2026-11-01";
        own.kind = PriceKind::quotation;
        own.source = "another file";
        own.supplier = "A";
        own.own = true;
        gpu->prices.push_back(own);
        const PriceImport import = checked("part,price,currency,date,supplier\n"
                                           "rtx4090,15999,CNY,2026-11-01,A\n"
                                           "rtx4090,14999,CNY,2026-12-01,A\n"
                                           "rtx4090,14999,CNY,2026-12-01,B\n",
                                           on("2026-12-01"), catalog);
        QCOMPARE(described(import), QStringLiteral("2 unchanged rtx4090 15999 CNY 2026-11-01\n"
                                                   "3 changed rtx4090 14999 CNY 2026-12-01\n"
                                                   "4 added rtx4090 14999 CNY 2026-12-01"));
        QCOMPARE(import.rows[1].before->amount, 15999.0);
        // The price of another seller replaces none, but the price in effect before and after is reported.
        QVERIFY(import.rows[2].before.has_value());
        QCOMPARE(import.rows[2].before->supplier, std::string("A"));
        QCOMPARE(import.rows[2].before->amount, 14999.0);
        QVERIFY(import.rows[1].reasons.empty());
        QCOMPARE(import.rows[2].reasons, (std::vector<JsonIssue>{{"", "other-row-counts", "", "3"}}));
        QCOMPARE(import.taken(), std::size_t{2});
        const PriceListFile list = price_list_of(import, "December", "dec.csv");
        QCOMPARE(list.prices.size(), std::size_t{2});
    }

    void the_row_that_counts_is_named_for_two_sellers()
    {
        const PriceImport import = checked("part,price,currency,date,supplier\n"
                                           "rtx4090,15999,CNY,2026-11-01,A\n"
                                           "rtx4090,15500,CNY,2026-11-05,B\n"
                                           "rtx4090,1.5,CNY,2026-11-09,C\n"
                                           "a100-sxm-80,90000,CNY,2026-11-01,A\n");
        const auto reasons = [&import](std::size_t row) { return import.rows[row].reasons; };
        QCOMPARE(reasons(0), (std::vector<JsonIssue>{{"", "other-row-counts", "", "4"}}));
        QCOMPARE(reasons(1), (std::vector<JsonIssue>{{"", "other-row-counts", "", "4"}}));
        QVERIFY(reasons(2).empty() && reasons(3).empty());
        QVERIFY(!import.rows[0].before);
        QCOMPARE(import.rows[1].before->amount, 15999.0);
        QCOMPARE(import.rows[2].before->amount, 15500.0);
        // The catalog then uses the reported price.
        Catalog catalog = shipped();
        std::vector<Price>& prices = const_cast<Gpu*>(catalog.gpu("rtx4090"))->prices;
        for (const ImportRow& row : import.rows) {
            if (row.part != "rtx4090") continue;
            prices.push_back(row.price);
            prices.back().own = true;
        }
        QCOMPARE(newest_price(prices)->supplier, std::string("C"));
        const PriceImport older =
            checked("part,price,currency,date,supplier\nrtx4090,9999,CNY,2026-10-01,D\n", on("2026-10-01"), catalog);
        QCOMPARE(older.rows[0].reasons, (std::vector<JsonIssue>{{"", "own-price-counts", "", "2026-11-09"}}));
        QCOMPARE(older.rows[0].before->supplier, std::string("C"));
        for (const Language language : all_languages) {
            const Messages& words = messages(language);
            QVERIFY(text_of_reasons(import.rows[0], words).find("4") != std::string::npos);
            QVERIFY(text_of_reasons(older.rows[0], words).find("2026-11-09") != std::string::npos);
        }
    }

    void a_list_is_written_and_read_back()
    {
        const PriceImport import =
            checked("part,price,currency,date,kind,source,supplier,tax included,tax rate,warranty,valid until,note\n"
                    "rtx4090,15999.5,CNY,2026-11-01,street,web,\"Shop \"\"A\"\"\",yes,13%,36,2026-12-31,中文\n");
        const PriceListFile list = price_list_of(import, "November", "nov.csv");
        const JsonDocument parsed = parse_json(price_list_text(list));
        QVERIFY(parsed.issues.empty());
        std::vector<JsonIssue> issues;
        const PriceListFile read = read_price_list(parsed.value, issues);
        QVERIFY(issues.empty());
        QCOMPARE(read.list.name, std::string("November"));
        QCOMPARE(read.list.imported_from, std::string("nov.csv"));
        QCOMPARE(read.prices.size(), std::size_t{1});
        QCOMPARE(read.prices[0].part, std::string("rtx4090"));
        QVERIFY(price_json(read.prices[0].price) == price_json(import.rows[0].price));
        QCOMPARE(read.prices[0].price.supplier, std::string("Shop \"A\""));
        QCOMPARE(read.prices[0].price.note, std::string("中文"));
    }

    void an_entry_of_a_list_is_replaced_and_taken_out()
    {
        const PriceImport import = checked("part,price,currency\nrtx4090,1,CNY\nrtx3090,2,CNY\n");
        const std::string text = price_list_text(price_list_of(import, "L", ""));
        const auto parts = [](const std::string& file) {
            std::vector<JsonIssue> issues;
            std::string all;
            for (const ListedPrice& line : read_price_list(parse_json(file).value, issues).prices)
                all += line.part + " ";
            return all;
        };
        QCOMPARE(parts(with_entry(text, 0, std::nullopt)), std::string("rtx3090 "));
        nlohmann::ordered_json entry{{"part", "t4"}};
        entry.update(price_json(import.rows[0].price));
        QCOMPARE(parts(with_entry(text, 0, entry)), std::string("t4 rtx3090 "));
        QCOMPARE(parts(with_entry(text, 99, entry)), std::string("rtx4090 rtx3090 t4 "));
        QCOMPARE(with_entry(text, 99, std::nullopt), text);
    }

    void a_template_is_read_again_in_both_languages()
    {
        const PartIndex index(shipped());
        for (const Language language : all_languages) {
            const Messages& words = messages(language);
            const std::string text = price_template({*index.by_id("rtx4090")}, price_template_headings(words));
            QVERIFY(text.starts_with("\xEF\xBB\xBF"));
            const PriceTable table = read_price_table(text, {});
            QCOMPARE(table.problem, std::string());
            for (std::size_t i = 0; i < rigwright::words<PriceColumn>.size(); ++i) {
                QVERIFY2(table.column(i) == static_cast<PriceColumn>(i), table.headings[i].c_str());
                QCOMPARE(table.meanings[i].scale, 1.0);
            }
            QCOMPARE(described(check_prices(table, on("2026-11-22"), shipped())), "2 rejected no-price; no-currency");
        }
    }

    void limits_hold_exactly()
    {
        const std::string head = "part,price,currency\n";
        std::string rows = head;
        for (std::size_t i = 0; i < most_price_rows; ++i) rows += "t4,1,CNY\n";
        QCOMPARE(read_price_table(rows, {}).problem, std::string());
        QCOMPARE(read_price_table(rows + "t4,1,CNY\n", {}).problem, std::string("too-many-rows"));
        const PriceImport import = checked(rows);
        QCOMPARE(import.count(RowFate::added), std::size_t{1});
        QCOMPARE(import.count(RowFate::rejected), most_price_rows - 1);
        std::string bytes = head + std::string(most_price_file_bytes - head.size(), ' ');
        QCOMPARE(decode_text(bytes).problem, std::string());
        QCOMPARE(decode_text(bytes + " ").problem, std::string("too-large"));
        const std::string wide(most_price_columns - 1, ',');
        QCOMPARE(split_rows("a" + wide, ',').problem, std::string());
        QCOMPARE(split_rows("a" + wide + ",", ',').problem, std::string("too-many-columns"));
        const auto note = [&](std::size_t length) {
            return checked("part,price,currency,note\nt4,1,CNY," + std::string(length, 'x') + "\n").rows.front().fate;
        };
        QCOMPARE(note(longest_price_text), RowFate::added);
        QCOMPARE(note(longest_price_text + 1), RowFate::rejected);
        QCOMPARE(described(checked(head + "t4,1000000000,CNY\n")), "2 added t4 1000000000 CNY 2026-11-22");
        QCOMPARE(described(checked(head + "t4,1000000001,CNY\n")), "2 rejected price-out-of-range");
    }
};

RIGWRIGHT_TEST(PriceImportTest)

} // namespace rigwright::test::tst_price_import

#include "tst_price_import.moc"
