// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/run/bill_of_materials.h"
#include "core/report/offer_matrix.h"
#include "tests/support/engine_case.h"
#include "tests/support/suite.h"

#include <algorithm>

namespace rigwright::test::tst_offer_matrix {

Scenario machine()
{
    return with_fields(scenario_of("resnet18", 8, "rtx4090"), R"({"build.gpus_per_node": 2, "build.cpu": "i9-13900k",
        "economics.currency": "CNY"})");
}

Price offer(const char* supplier, double amount, const char* date = "2026-11-01")
{
    Price price;
    price.amount = amount;
    price.currency = "CNY";
    price.date = date;
    price.kind = PriceKind::quotation;
    price.supplier = supplier;
    price.own = true;
    price.own_file = std::string("prices/") + supplier + ".json";
    return price;
}

struct Offers {
    EngineData data = engine_data();

    void add(const char* part, const Price& price)
    {
        const auto put = [&](auto& records) {
            for (auto& record : records)
                if (record.id == part) record.prices.push_back(price);
        };
        put(data.hardware.gpus);
        put(data.hardware.cpus);
        put(data.hardware.storages);
    }
    OfferMatrix matrix(const Scenario& scenario = machine()) const
    {
        return offer_matrix(evaluate(scenario, data), data, "2026-11-22");
    }
};

const OfferLine& line_of(const OfferMatrix& matrix, const char* part)
{
    return *std::ranges::find(matrix.lines, part, &OfferLine::part);
}

class OfferMatrixTest : public QObject {
    Q_OBJECT
private slots:
    void a_bill_from_multiple_suppliers_is_reported()
    {
        Offers offers;
        const auto reported = [&offers](const char* code) {
            return finds(evaluate(machine(), offers.data).estimate->findings, code);
        };
        offers.add("rtx4090", offer("A", 12000.0));
        offers.add("i9-13900k", offer("A", 4000.0));
        QVERIFY(!reported("several-suppliers") && !reported("tax-differs"));
        // The newer offer counts.
        offers.add("i9-13900k", offer("B", 3000.0, "2026-11-20"));
        QVERIFY(reported("several-suppliers") && !reported("tax-differs"));
        Price taxed = offer("B", 3500.0, "2026-11-21");
        taxed.tax_included = true;
        offers.add("i9-13900k", taxed);
        QVERIFY(reported("tax-differs"));
    }

    /// Two cards: 2 x 12,000 + 4,000 of A, 2 x 13,000 + 3,000 of B.
    void the_lowest_of_each_line_is_marked()
    {
        Offers offers;
        offers.add("rtx4090", offer("A", 12000.0));
        offers.add("rtx4090", offer("B", 13000.0));
        offers.add("i9-13900k", offer("A", 4000.0));
        offers.add("i9-13900k", offer("B", 3000.0));
        const OfferMatrix matrix = offers.matrix();
        QCOMPARE(matrix.sellers.size(), std::size_t(2));
        QCOMPARE(matrix.sellers[0].name, std::string("A"));
        QCOMPARE(line_of(matrix, "rtx4090").cheapest, std::optional<std::size_t>(0));
        QCOMPARE(line_of(matrix, "rtx4090").quantity, 2.0);
        QCOMPARE(line_of(matrix, "i9-13900k").cheapest, std::optional<std::size_t>(1));
        QCOMPARE(matrix.sellers[0].lines, 28000.0);
        QCOMPARE(matrix.sellers[1].lines, 29000.0);
        // Both offer the whole machine, which is its cards and its processor.
        QCOMPARE(matrix.lines.size(), std::size_t(2));
        QCOMPARE(matrix.sellers[0].lacking + matrix.sellers[1].lacking, std::int64_t(0));
        QCOMPARE(matrix.cheapest, std::optional<std::size_t>(0));
    }

    /// For 3 TB: A sells any amount at 600 a terabyte, B two drives of 2 TB at 1,000.
    void drives_are_sold_whole()
    {
        Offers offers;
        offers.add("nvme4", offer("A", 600.0));
        Price drive = offer("B", 1000.0, "2026-11-20");
        drive.drive_tb = 2.0;
        offers.add("nvme4", drive);
        Scenario scenario = machine();
        scenario.build.storage = "nvme4";
        scenario.build.storage_tb = 3.0;
        const OfferMatrix matrix = offers.matrix(scenario);
        QCOMPARE(line_of(matrix, "nvme4").offers[1]->amount, 500.0);
        QCOMPARE(line_of(matrix, "nvme4").cheapest, std::optional<std::size_t>(0));
        QCOMPARE(line_of(matrix, "nvme4").counting, std::optional<std::size_t>(1));
        QCOMPARE(line_of(matrix, "nvme4").quantity, 4.0);
        QCOMPARE(matrix.sellers[0].lines, 1800.0);
        QCOMPARE(matrix.sellers[1].lines, 2000.0);
    }

    void without_a_capacity_one_drive_counts()
    {
        Offers offers;
        Price drive = offer("A", 4600.0);
        drive.drive_tb = 3.84;
        offers.add("nvme4", drive);
        offers.add("nvme4", offer("B", 600.0));
        Scenario scenario = machine();
        scenario.build.storage = "nvme4";
        scenario.build.storage_tb.reset();
        scenario.build.nodes = 2;
        const OfferMatrix matrix = offers.matrix(scenario);
        QVERIFY(is_within(matrix.sellers[0].lines, 9200.0, 1e-12));
        QCOMPARE(matrix.sellers[1].lines, 1200.0);
    }

    void tax_and_currency_are_taken_into_account()
    {
        Offers offers;
        Price untaxed = offer("A", 10000.0);
        untaxed.tax_included = false;
        untaxed.tax_rate = 0.13;
        Price dollars = offer("B", 1500.0);
        dollars.currency = "USD";
        offers.add("rtx4090", untaxed);
        offers.add("rtx4090", dollars);
        Scenario scenario = machine();
        scenario.economics.exchange_rates = {{"USD", "CNY", 7.0, "2026-11-01"}};
        const OfferMatrix matrix = offers.matrix(scenario);
        const OfferLine& cards = line_of(matrix, "rtx4090");
        QVERIFY(is_within(cards.offers[0]->amount, 11300.0, 1e-12));
        QVERIFY(is_within(cards.offers[1]->amount, 10500.0, 1e-12));
        QCOMPARE(cards.cheapest, std::optional<std::size_t>(1));
    }

    void an_expired_offer_is_shown_but_never_the_lowest()
    {
        Offers offers;
        Price over = offer("A", 9000.0);
        over.valid_until = "2026-11-21";
        offers.add("rtx4090", over);
        offers.add("rtx4090", offer("B", 13000.0));
        // The newest offer of a seller counts, even if it is more expensive.
        offers.add("rtx4090", offer("B", 13500.0, "2026-11-20"));
        const OfferMatrix matrix = offers.matrix();
        const OfferLine& cards = line_of(matrix, "rtx4090");
        QVERIFY(cards.offers[0]->is_over && !cards.offers[1]->is_over);
        QCOMPARE(cards.offers[1]->amount, 13500.0);
        QCOMPARE(cards.cheapest, std::optional<std::size_t>(1));
        QCOMPARE(matrix.sellers[0].lines, 0.0);
        QCOMPARE(matrix.sellers[0].lacking, std::int64_t(matrix.lines.size()));
    }

    void costs_beside_the_lines_count()
    {
        Offers offers;
        offers.add("rtx4090", offer("A", 12000.0));
        offers.add("rtx4090", offer("B", 12000.0));
        PriceList list;
        list.file = "prices/A.json";
        list.currency = "CNY";
        list.shipping = 300.0;
        list.other_costs = 200.0;
        list.delivery_days = 14.0;
        PriceList unrelated = list;
        unrelated.file = "prices/other.json";
        offers.data.hardware.price_lists = {list, unrelated};
        const OfferMatrix matrix = offers.matrix();
        QCOMPARE(matrix.sellers[0].terms.costs, 500.0);
        QCOMPARE(matrix.sellers[0].total(), 24500.0);
        QCOMPARE(matrix.sellers[0].terms.delivery, std::optional(Seconds(14.0 * 86400.0)));
        QCOMPARE(matrix.sellers[1].total(), 24000.0);
        // Without a processor neither offers the whole machine.
        QVERIFY(matrix.sellers[0].lacking == 1 && matrix.sellers[1].lacking == 1 && !matrix.cheapest);
        QVERIFY(!matrix.sellers[1].terms.delivery);
        // B's price, of the same day, is not in the bill.
        QCOMPARE(matrix.terms_of_bill.costs, 500.0);
        QCOMPARE(matrix.terms_of_bill.delivery, std::optional(Seconds(14.0 * 86400.0)));
        Scenario chosen = machine();
        chosen.build.price_overrides["rtx4090"] = {12000.0, "CNY", "2026-11-01", "B"};
        QCOMPARE(offers.matrix(chosen).terms_of_bill.costs, 0.0);
        QVERIFY(!offers.matrix(chosen).terms_of_bill.delivery);
        offers.data.hardware.price_lists.front().currency = "XAF";
        QVERIFY(offers.matrix().sellers[0].terms.costs_open);
    }

    void the_newest_counts_until_one_is_chosen()
    {
        Offers offers;
        offers.add("rtx4090", offer("A", 12000.0, "2026-11-01"));
        offers.add("rtx4090", offer("B", 13000.0, "2026-11-20"));
        QCOMPARE(line_of(offers.matrix(), "rtx4090").counting, std::optional<std::size_t>(1));
        Scenario chosen = machine();
        chosen.build.price_overrides["rtx4090"] = {12000.0, "CNY", "2026-11-01", "A"};
        const OfferMatrix matrix = offers.matrix(chosen);
        QCOMPARE(line_of(matrix, "rtx4090").counting, std::optional<std::size_t>(0));
        QVERIFY(line_of(matrix, "rtx4090").offers[1].has_value());
    }

    void without_offers_there_are_no_sellers()
    {
        Offers offers;
        QVERIFY(offers.matrix().sellers.empty());
        // A price without a seller isn't an offer, and neither is rent.
        Price nameless = offer("", 12000.0);
        Price hour = offer("Cloud", 3.0);
        hour.kind = PriceKind::cloud_hour;
        offers.add("rtx4090", nameless);
        offers.add("rtx4090", hour);
        QVERIFY(offers.matrix().sellers.empty());
    }
};

RIGWRIGHT_TEST(OfferMatrixTest)

} // namespace rigwright::test::tst_offer_matrix

#include "tst_offer_matrix.moc"
