// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/run/run_cost.h"
#include "core/estimate/working/explain.h"
#include "core/hardware/dates.h"
#include "core/scenario/scenario_json.h"
#include "tests/support/engine_case.h"
#include "tests/support/suite.h"

namespace rigwright::test::tst_cost {

const Catalog& hardware() { return engine_data().hardware; }

PriceOverride yuan(double amount) { return {amount, "CNY", "2026-11-01", "quotation A"}; }

/// Two RTX 4090, a processor and one kit of 64 GiB, all with prices of a quotation: 2 x 10,000 + 4,000 + 1,000 = 25,000.
Scenario quoted_scenario()
{
    Scenario scenario = with_fields(scenario_of("resnet50", 8, "rtx4090"), R"({"build.gpus_per_node": 2,
        "build.cpu": "i9-13900k", "build.ram_GiB": 64.0, "build.memory_kit": "ddr5-5200-2x32"})");
    scenario.build.price_overrides = {
        {"rtx4090", yuan(10000.0)}, {"i9-13900k", yuan(4000.0)}, {"ddr5-5200-2x32", yuan(1000.0)}};
    scenario.economics.electricity_price_per_kwh = 0.8;
    scenario.economics.utilisation = 0.5;
    return scenario;
}

CostTerms cost_of(const Scenario& scenario)
{
    // 131.49 hours are a hundredth of 3 years at half use.
    Trace off(false);
    return cost_terms({scenario, hardware(), Seconds(131.49 * 3600.0), 100.0, Watts(1000.0), {}}, off);
}

const BillLine* line_of(const BillOfMaterials& bill, PartKind kind)
{
    for (const BillLine& line : bill.lines)
        if (line.kind == kind) return &line;
    return nullptr;
}

class CostTest : public QObject {
    Q_OBJECT
private slots:
    void a_bill_adds_quantity_times_price()
    {
        const BillOfMaterials bill = bill_of_materials(quoted_scenario(), hardware());
        QCOMPARE(bill.currency, std::string("CNY"));
        QCOMPARE(bill.total, 25000.0);
        QCOMPARE(bill.unpriced_lines, std::int64_t{0});
        QCOMPARE(line_of(bill, PartKind::gpu)->quantity, 2.0);
        QCOMPARE(*line_of(bill, PartKind::gpu)->amount, 20000.0);
        QVERIFY(line_of(bill, PartKind::gpu)->overridden);
        Scenario more = quoted_scenario();
        more.build.nodes = 3;
        QCOMPARE(bill_of_materials(more, hardware()).total, 75000.0);
    }

    void one_price_pays_for_a_whole_machine()
    {
        Scenario scenario = quoted_scenario();
        const BillOfMaterials parts = bill_of_materials(scenario, hardware());
        QVERIFY(parts.is_lower_bound() && !parts.one_price);
        QVERIFY(kinds_left_out(parts) == (std::vector{PartKind::storage, PartKind::chassis}));
        QCOMPARE(parts_of_machine(scenario.build), std::string("2 x rtx4090, i9-13900k, 64 GiB, ddr5-5200-2x32"));
        scenario.build.nodes = 2;
        scenario.build.node_link = "ib-ndr";
        scenario.build.price_overrides["ib-ndr"] = yuan(1500.0);
        scenario.build.price_overrides["machine"] = yuan(30000.0);
        scenario.build.price_overrides["machine"].covers = parts_of_machine(scenario.build);
        const BillOfMaterials whole = bill_of_materials(scenario, hardware());
        QVERIFY(!whole.is_lower_bound() && whole.one_price);
        QCOMPARE(whole.lines.size(), std::size_t{2});
        QCOMPARE(whole.lines[0].name, std::string("2 × GeForce RTX 4090, Intel Core i9-13900K, 64 GiB"));
        // Two machines, and a port of the network for each.
        QCOMPARE(whole.total, 2 * 30000.0 + 2 * 1500.0);
        // Not for other parts.
        scenario.build.gpus_per_node = 1;
        QVERIFY(!bill_of_materials(scenario, hardware()).one_price);
        // A file may leave out what the price covers: the parts in the file.
        nlohmann::ordered_json file = write_scenario(scenario);
        file["build"]["price_overrides"]["machine"].erase("covers");
        const ScenarioReading reading = read_scenario(nlohmann::json::parse(file.dump()));
        QVERIFY(reading.errors.empty() && bill_of_materials(reading.scenario, hardware()).one_price);
        scenario.build.price_overrides["machine"].covers = parts_of_machine(scenario.build);
        QVERIFY(reading.scenario == scenario);
        // Recognized like a part, and suggested for a typing error.
        QVERIFY(validate(scenario, hardware(), engine_data().presets).empty());
        scenario.build.price_overrides["machin"] = yuan(1.0);
        const auto nearest = validate(scenario, hardware(), engine_data().presets).front().arguments;
        QVERIFY(std::ranges::any_of(nearest, [](const auto& argument) {
            const auto* text = std::get_if<std::string>(&argument.second);
            return text != nullptr && text->find("machine") != std::string::npos && argument.first == "nearest";
        }));
    }

    void kits_are_bought_whole()
    {
        Scenario scenario = quoted_scenario();
        scenario.build.ram_gib = 96.0;
        // 96 GiB take two kits of 64.
        QCOMPARE(line_of(bill_of_materials(scenario, hardware()), PartKind::memory)->quantity, 2.0);
    }

    void a_line_without_a_price_makes_the_total_a_lower_bound()
    {
        Scenario scenario = quoted_scenario();
        scenario.build.memory_kit.clear();
        scenario.build.storage = "nvme4-990pro";
        const BillOfMaterials bill = bill_of_materials(scenario, hardware());
        QCOMPARE(bill.total, 24000.0);
        // Memory of no kit, and a drive of unknown capacity.
        QCOMPARE(bill.unpriced_lines, std::int64_t{2});
        scenario.build.storage_tb = 2.0;
        const BillOfMaterials known = bill_of_materials(scenario, hardware());
        QCOMPARE(known.unpriced_lines, std::int64_t{1});
        // 2 TB at 78 USD, 7.1 CNY for a dollar.
        QCOMPARE(*line_of(known, PartKind::storage)->amount, 2.0 * 78.0 * 7.1);
    }

    void drives_are_bought_whole()
    {
        Price quote;
        quote.amount = 1130.0;
        quote.currency = "CNY";
        quote.date = "2026-11-20";
        quote.kind = PriceKind::quotation;
        quote.own = true;
        quote.drive_tb = 1.92;
        Catalog priced = hardware();
        std::ranges::find(priced.storages, std::string("nvme4-990pro"), &Storage::id)->prices = {quote};
        Scenario scenario = quoted_scenario();
        scenario.build.storage = "nvme4-990pro";
        scenario.build.nodes = 2;
        const auto amount = [&](double terabytes, double drives) {
            scenario.build.storage_tb = terabytes;
            const BillOfMaterials bill = bill_of_materials(scenario, priced);
            const BillLine* line = line_of(bill, PartKind::storage);
            QVERIFY(line && line->amount && qAbs(line->quantity - drives * 1.92) < 1e-9);
            QVERIFY2(qAbs(*line->amount - drives * 1130.0) < 1e-6, qPrintable(QString::number(*line->amount)));
        };
        // Of each of two machines: one drive for less than its size, two for more, three for exactly their sizes.
        amount(1.0, 2.0);
        amount(2.0, 4.0);
        amount(5.76, 6.0);
        // A pinned or chosen price keeps it.
        scenario.build.price_overrides["nvme4-990pro"] = {500.0, "CNY", "2026-11-20", "", 2.0};
        scenario.build.storage_tb = 3.0;
        QCOMPARE(*line_of(bill_of_materials(scenario, priced), PartKind::storage)->amount, 2.0 * 2.0 * 1000.0);
        scenario.build.price_overrides["nvme4-990pro"].drive_tb.reset();
        QCOMPARE(*line_of(bill_of_materials(scenario, priced), PartKind::storage)->amount, 2.0 * 3.0 * 500.0);
    }

    void a_difference_is_known_where_the_same_prices_are_missing()
    {
        const auto bill = [](std::optional<double> card, const char* board, std::optional<double> chassis) {
            BillOfMaterials made;
            BillLine line;
            line.part = board;
            line.quantity = 2.0;
            line.amount = card;
            made.lines.push_back(line);
            line.kind = PartKind::chassis;
            line.part = "tower";
            line.quantity = 1.0;
            line.amount = chassis;
            made.lines.push_back(line);
            return made;
        };
        QVERIFY(difference_is_known(bill(100.0, "a", 50.0), bill(300.0, "b", 50.0)));
        QVERIFY(difference_is_known(bill(100.0, "a", {}), bill(300.0, "b", {})));
        QVERIFY(!difference_is_known(bill(100.0, "a", 50.0), bill({}, "b", 50.0)));
        QVERIFY(!difference_is_known(bill({}, "a", 50.0), bill({}, "b", 50.0)));
    }

    void parts_not_chosen_leave_a_difference_open()
    {
        const auto bill = [](const char* build) {
            return bill_of_materials(with_fields(scenario_of("resnet50"), build), engine_data().hardware);
        };
        const char* whole = R"({"build.gpu": "rtx4090", "build.cpu": "i9-13900k", "build.ram_GiB": 64,
                                "build.storage": "nvme4", "build.chassis": "generic-desktop-2gpu"})";
        QVERIFY(bill(whole).not_chosen.empty());
        QVERIFY(bill(R"({"build.gpu": "rtx4090"})").not_chosen ==
                (std::vector{PartKind::cpu, PartKind::memory, PartKind::storage, PartKind::chassis}));
        QVERIFY(!difference_is_known(bill(whole), bill(R"({"build.gpu": "rtx4090"})")));
        // Memory without a kit has no price; 64 GiB is not 4 TiB.
        QVERIFY(difference_is_known(bill(R"({"build.ram_GiB": 64})"), bill(R"({"build.ram_GiB": 64})")));
        QVERIFY(!difference_is_known(bill(R"({"build.ram_GiB": 64})"), bill(R"({"build.ram_GiB": 4096})")));
        // A machine that is sold complete has its processors and memory.
        QVERIFY(
            bill(R"({"build.gpu": "h100-sxm", "build.gpus_per_node": 8, "build.chassis": "dgx-h100"})").not_chosen ==
            std::vector{PartKind::storage});
    }

    void currencies_are_added_over_a_dated_rate_only()
    {
        Scenario scenario = quoted_scenario();
        scenario.build.price_overrides["rtx4090"].currency = "USD";
        const BillOfMaterials dollars = bill_of_materials(scenario, hardware());
        QCOMPARE(*line_of(dollars, PartKind::gpu)->amount, 20000.0 * 7.1);
        QVERIFY(!line_of(dollars, PartKind::gpu)->exchange->date.empty());
        scenario.economics.exchange_rates = {{"USD", "CNY", 7.0, "2026-11-20"}};
        QCOMPARE(bill_of_materials(scenario, hardware()).total, 140000.0 + 5000.0);
        scenario.build.price_overrides["rtx4090"].currency = "JPY";
        const BillOfMaterials unknown = bill_of_materials(scenario, hardware());
        QVERIFY(!line_of(unknown, PartKind::gpu)->amount);
        QCOMPARE(unknown.total, 5000.0);
        QCOMPARE(unknown.unpriced_lines, std::int64_t{1});
    }

    void a_complete_machine_pays_for_its_parts()
    {
        Scenario scenario = with_fields(quoted_scenario(), R"({"build.gpu": "a100-sxm-80", "build.gpus_per_node": 8,
            "build.chassis": "dgx-a100", "economics.currency": "USD"})");
        const BillOfMaterials bill = bill_of_materials(scenario, hardware());
        QCOMPARE(bill.lines.size(), std::size_t{1});
        QCOMPARE(bill.total, 199000.0);
    }

    /// Two machines need a network, and no vendor publishes the price of a port.
    void several_machines_pay_for_their_network()
    {
        Scenario scenario = quoted_scenario();
        QVERIFY(line_of(bill_of_materials(scenario, hardware()), PartKind::network) == nullptr);
        const double alone = bill_of_materials(scenario, hardware()).total;
        scenario.build.nodes = 2;
        const BillOfMaterials open = bill_of_materials(scenario, hardware());
        QCOMPARE(line_of(open, PartKind::network)->quantity, 2.0);
        QVERIFY(!line_of(open, PartKind::network)->amount);
        QCOMPARE(open.unpriced_lines, bill_of_materials(quoted_scenario(), hardware()).unpriced_lines + 1);

        scenario.build.node_link = "ib-ndr";
        scenario.build.nics_per_node = 4;
        scenario.build.price_overrides["ib-ndr"] = {1500.0, scenario.economics.currency, "2026-11", "quotation"};
        const BillOfMaterials priced = bill_of_materials(scenario, hardware());
        QCOMPARE(line_of(priced, PartKind::network)->name, std::string("InfiniBand NDR 4x"));
        QCOMPARE(*line_of(priced, PartKind::network)->amount, 2.0 * 4.0 * 1500.0);
        QCOMPARE(priced.total, 2.0 * alone + 12000.0);
    }

    /// Four cards of a machine take two bridges, two machines four; a card without a connector takes none.
    void bridges_are_charged_if_requested()
    {
        Scenario scenario = quoted_scenario();
        scenario.build.gpu = "rtx3090";
        scenario.build.gpus_per_node = 4;
        scenario.build.price_overrides["nvlink-bridge-ga102"] = {80.0, scenario.economics.currency, "2026-11",
                                                                 "quotation"};
        const double without = bill_of_materials(scenario, hardware()).total;
        QVERIFY(line_of(bill_of_materials(scenario, hardware()), PartKind::network) == nullptr);
        scenario.build.gpu_link = LinkChoice::pcie;
        QVERIFY(line_of(bill_of_materials(scenario, hardware()), PartKind::network) == nullptr);
        scenario.build.gpu_link = LinkChoice::nvlink;
        const BillOfMaterials bridged = bill_of_materials(scenario, hardware());
        QCOMPARE(line_of(bridged, PartKind::network)->part, std::string("nvlink-bridge-ga102"));
        QCOMPARE(line_of(bridged, PartKind::network)->quantity, 2.0);
        QCOMPARE(bridged.total, without + 160.0);
        scenario.build.nodes = 2;
        QCOMPARE(line_of(bill_of_materials(scenario, hardware()), PartKind::network)->quantity, 4.0);
        scenario.build.nodes = 1;
        // The catalog has no bridge of its rate.
        scenario.build.gpu = "a800-pcie-80";
        QVERIFY(line_of(bill_of_materials(scenario, hardware()), PartKind::network)->part.empty());
        scenario.build.gpu = "rtx4090";
        QVERIFY(line_of(bill_of_materials(scenario, hardware()), PartKind::network) == nullptr);
    }

    void the_newest_price_counts_and_a_guess_last()
    {
        const auto price = [](double amount, const char* date, PriceKind kind) {
            Price made;
            made.amount = amount;
            made.date = date;
            made.kind = kind;
            return made;
        };
        const std::vector prices{price(1.0, "2022-10", PriceKind::list), price(2.0, "2025-07-23", PriceKind::street),
                                 price(3.0, "2026-01", PriceKind::estimate),
                                 price(4.0, "2026-03", PriceKind::cloud_hour)};
        QCOMPARE(newest_price(prices)->amount, 2.0);
        QCOMPARE(newest_price({prices[2]})->amount, 3.0);
        QVERIFY(newest_price({prices[3]}) == nullptr);
    }

    void prices_without_tax_enter_the_bill_with_it()
    {
        Price price;
        price.amount = 68000.0;
        price.currency = "CNY";
        price.date = "2026-11-20";
        price.kind = PriceKind::quotation;
        price.own = true;
        price.tax_included = false;
        // Nothing to add where the rate is not known.
        QCOMPARE(as_billed(price).amount, 68000.0);
        price.tax_rate = 0.13;
        Catalog priced = hardware();
        std::ranges::find(priced.gpus, std::string("rtx4090"), &Gpu::id)->prices = {price};
        Scenario scenario = quoted_scenario();
        scenario.build.price_overrides.erase("rtx4090");
        const BillOfMaterials bill = bill_of_materials(scenario, priced);
        const BillLine* line = line_of(bill, PartKind::gpu);
        QVERIFY(line && line->amount);
        // 2 x 68,000 x 1.13
        QVERIFY(qAbs(*line->amount - 153680.0) < 1e-6);
        QCOMPARE(*line->before_tax, 68000.0);
        price.tax_included = true;
        QCOMPARE(as_billed(price).amount, 68000.0);
    }

    void a_run_uses_up_its_share_of_the_purchase()
    {
        const CostTerms terms = cost_of(quoted_scenario());
        QCOMPARE(terms.hours_of_use, 13149.0);
        QVERIFY(qAbs(*terms.depreciation - 250.0) < 1e-9);
        QCOMPARE(*terms.energy, 80.0);
        QCOMPARE(*terms.maintenance, 0.0);
        QCOMPARE(*terms.run, *terms.depreciation + *terms.maintenance + *terms.energy);
    }

    void renting_is_the_middle_of_current_offers()
    {
        const CostTerms terms = cost_of(quoted_scenario());
        QVERIFY(terms.rent.has_value());
        QVERIFY(terms.rent->lowest <= terms.rent->per_gpu_hour && terms.rent->per_gpu_hour <= terms.rent->highest);
        QVERIFY(terms.rent->newest_date.starts_with("2026"));
        QCOMPARE(*terms.rent_equivalent, 131.49 * 2.0 * terms.rent->per_gpu_hour);
        Scenario nobody = quoted_scenario();
        nobody.build.gpu = "gtx960-4g";
        QVERIFY(!cost_of(nobody).rent);
    }

    void buying_pays_from_the_break_even_on()
    {
        const CostTerms terms = cost_of(quoted_scenario());
        // 1 kW costs 0.8 an hour; what an hour of renting costs more pays off the purchase.
        const double saved = 2.0 * terms.rent->per_gpu_hour - 0.8;
        QCOMPARE(*terms.break_even_hours, 25000.0 / saved);
        Scenario dear = quoted_scenario();
        dear.economics.electricity_price_per_kwh = 1000.0;
        QVERIFY(!cost_of(dear).break_even_hours);
    }

    /// Half in use, so twice as long on the calendar; the day counts from the start of work.
    void buying_and_renting_cross_at_the_break_even()
    {
        // In use for half of the time, an hour of use bears 876.6 / (8766 / 2) = 0.2 of maintenance:
        // 10,000 / (2.5 - 0.5 - 0.2) = 5,555.6 hours of use, 11,111.1 on the calendar.
        OwnershipCosts costs{10000.0, false, 876.6, 0.5, 2.5};
        QVERIFY(std::abs(*costs.break_even_hours(0.5) - 5555.5556) < 1e-3);
        const double hours = *costs.break_even_hours(0.5) / 0.5;
        QVERIFY(std::abs(*costs.bought_after(hours, 0.5) - 13888.889) < 1e-2);
        QVERIFY(std::abs(*costs.rented_after(hours, 0.5) - 13888.889) < 1e-2);
        QVERIFY(std::abs(*costs.utilisation_for(hours) - 0.5) < 1e-12);
        // Never more than all of the time.
        QCOMPARE(*costs.utilisation_for(100.0), 1.0);
        // Little use never pays for the maintenance.
        QVERIFY(!costs.break_even_hours(0.05));
        costs.rent.reset();
        QVERIFY(!costs.break_even_hours(0.5) && !costs.rented_after(hours, 0.5) && !costs.utilisation_for(hours));
    }

    void a30_the_break_even_has_a_day()
    {
        Scenario scenario = quoted_scenario();
        const CostTerms plain = cost_of(scenario);
        QCOMPARE(*plain.break_even_calendar_hours, *plain.break_even_hours / 0.5);
        QVERIFY(plain.break_even_date.empty());
        scenario.economics.purchase_date = "2026-03-01";
        const CostTerms dated = cost_of(scenario);
        QCOMPARE(dated.break_even_date, day_after("2026-03-01", *plain.break_even_calendar_hours));
        QVERIFY(dated.break_even_date > "2026-03-01");
        QCOMPARE(day_after("2026-03-01", 0.0), std::string("2026-03-01"));
        QCOMPARE(day_after("2026-03-01", 24.0 * 31.0), std::string("2026-04-01"));
        QCOMPARE(day_after("2028-02-28", 25.0), std::string("2028-02-29"));
        QCOMPARE(day_after("2026-12-31", 24.0), std::string("2027-01-01"));
        QCOMPARE(day_after("", 24.0), std::string());
        QCOMPARE(day_after("2026-02-30", 24.0), std::string());
        QCOMPARE(day_after("9999-12-31", 24.0), std::string());
        QCOMPARE(day_after("2026-01-01", 1e300), std::string());
    }

    /// 1,000 images of 2.5 MB over 100 Mbit/s: 2.5 GB x 8 / 1e8 = 200 s; two rented cards wait meanwhile.
    void a30_sending_the_data_takes_its_time_and_rent()
    {
        Scenario scenario = with_fields(quoted_scenario(), R"({"dataset.samples": 1000,
            "dataset.encoded_bytes_per_sample": 2500000, "run.upload_Mbit_per_second": 100.0})");
        const Evaluation plan = evaluated(scenario);
        QVERIFY(plan.estimate);
        const CostTerms& cost = plan.estimate->cost;
        QCOMPARE(cost.upload_time->base(), 200.0);
        QCOMPARE(*cost.upload_rent, 200.0 / 3600.0 * 2.0 * cost.rent->per_gpu_hour);
        for (const char* id : {"time.upload_seconds", "cost.upload_rent", "cost.break_even_calendar"})
            QVERIFY2(explain(plan, engine_data(), id), id);
        scenario.run.upload_mbit_per_second.reset();
        QVERIFY(!evaluated(scenario).estimate->cost.upload_time);
    }

    void maintenance_raises_the_cost_of_a_run()
    {
        Scenario scenario = quoted_scenario();
        scenario.economics.maintenance_share = 0.1;
        // A tenth of 25,000 a year, for 131.49 of the year's 4,383 hours of use.
        QVERIFY(qAbs(*cost_of(scenario).maintenance - 2500.0 * 131.49 / 4383.0) < 1e-9);
        QVERIFY(*cost_of(scenario).run > *cost_of(quoted_scenario()).run);
    }

    void without_the_price_of_the_gpus_a_run_has_no_cost()
    {
        Scenario scenario = quoted_scenario();
        scenario.build.price_overrides.erase("rtx4090");
        scenario.build.gpu = "hygon-k100-ai";
        const CostTerms terms = cost_of(scenario);
        QCOMPARE(terms.bill.total, 5000.0);
        QVERIFY(terms.energy && !terms.depreciation && !terms.run && !terms.break_even_hours);
    }

    void without_any_price_nothing_is_claimed()
    {
        Scenario scenario = quoted_scenario();
        scenario.economics.currency = "JPY";
        scenario.economics.electricity_price_per_kwh.reset();
        const CostTerms terms = cost_of(scenario);
        QCOMPARE(terms.bill.unpriced_lines, std::int64_t{3});
        QVERIFY(!terms.depreciation && !terms.run && !terms.energy && !terms.rent && !terms.break_even_hours);
    }
};

RIGWRIGHT_TEST(CostTest)

} // namespace rigwright::test::tst_cost

#include "tst_cost.moc"
