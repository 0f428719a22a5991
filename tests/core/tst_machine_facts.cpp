// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/hardware/catalog.h"
#include "tests/support/engine_case.h"
#include "tests/support/suite.h"

#include <algorithm>
#include <set>

namespace rigwright::test::tst_machine_facts {

const Catalog& catalog() { return engine_data().hardware; }

/// Circuits, rates and machines of the shipped database.
class MachineFactsTest : public QObject {
    Q_OBJECT
private slots:
    void circuits_carry_what_the_rules_allow()
    {
        const OperatingCosts& costs = catalog().operating_costs;
        // North American circuits carry 80 % for hours (NEC).
        QCOMPARE(costs.circuit("15a-120v")->continuous().base(), 1440.0);
        QCOMPARE(costs.circuit("20a-120v")->continuous().base(), 1920.0);
        QCOMPARE(costs.circuit("16a-230v")->continuous().base(), 3680.0);
        QCOMPARE(costs.circuit("10a-220v")->continuous().base(), 2200.0);
        QVERIFY(costs.circuit("17a-220v") == nullptr);
    }

    void a_locale_names_its_territory()
    {
        const Rows<QString> rows{
            {"zh_CN.UTF-8", "CN"}, {"de_DE@euro", "DE"}, {"zh-Hans-CN", "CN"},
            {"sr_RS@latin", "RS"}, {"en-gb", "GB"},      {"C", ""},
            {"C.UTF-8", ""},       {"POSIX", ""},        {"de", ""},
            {"es_419", ""},        {"zh_", ""},          {"_", ""},
        };
        rows.each_named([&](const char* name, const auto& territory) {
            QCOMPARE(QString::fromStdString(territory_of_locale(name)), territory);
        });
    }

    /// Plugs and voltages by IEC World Plugs.
    void ordinary_sockets_of_a_territory()
    {
        const Rows<double, double, double> rows{
            {"CN", 10.0, 220.0, 2200.0}, {"GB", 13.0, 230.0, 2990.0}, {"HK", 13.0, 220.0, 2860.0},
            {"DE", 16.0, 230.0, 3680.0}, {"FR", 16.0, 230.0, 3680.0}, {"KR", 16.0, 220.0, 3520.0},
            {"CH", 10.0, 230.0, 2300.0}, {"AU", 10.0, 230.0, 2300.0}, {"US", 15.0, 120.0, 1440.0},
            {"TW", 15.0, 110.0, 1320.0}, {"JP", 15.0, 100.0, 1500.0},
        };
        rows.each_named([&](const char* name, auto amperes, auto volts, auto watts) {
            const Circuit* circuit = usual_circuit(catalog().operating_costs, name);
            QVERIFY(circuit != nullptr);
            QCOMPARE(circuit->amperes, amperes);
            QCOMPARE(circuit->volts, volts);
            QCOMPARE(circuit->continuous().base(), watts);
        });
    }

    void every_territory_has_one_weakest_circuit()
    {
        const OperatingCosts& costs = catalog().operating_costs;
        std::set<std::string> territories;
        std::set<double> amperes;
        for (const Circuit& circuit : costs.circuits) {
            QVERIFY2(!circuit.provenance.source.empty() && !circuit.regions.empty(), circuit.id.c_str());
            amperes.insert(circuit.amperes);
            for (const std::string& region : circuit.regions) {
                QCOMPARE(territory_of_locale("xx_" + region), region);
                territories.insert(region);
            }
        }
        QVERIFY(territories.size() > 90);
        for (const double asked : {10.0, 13.0, 15.0, 16.0, 20.0, 32.0}) QVERIFY(amperes.contains(asked));
        for (const std::string& territory : territories) {
            const Circuit* usual = usual_circuit(costs, territory);
            int as_weak = 0;
            for (const Circuit& circuit : costs.circuits) {
                const auto& regions = circuit.regions;
                const bool there = std::ranges::find(regions, territory) != regions.end();
                if (there && circuit.continuous() <= usual->continuous()) ++as_weak;
            }
            QVERIFY2(as_weak == 1, territory.c_str());
            // Nothing that stands in a house carries more.
            QVERIFY2(usual->continuous() <= Watts(3680.0), territory.c_str());
        }
        // Two voltages in one country, and no country at all.
        QVERIFY(usual_circuit(costs, "BR") == nullptr);
        QVERIFY(usual_circuit(costs, "") == nullptr);
    }

    void data_sets_know_the_size_of_their_files()
    {
        const auto bytes_of = [](const char* id) {
            return static_cast<double>(catalog().dataset(id)->encoded_bytes_per_sample.value_or(0));
        };
        // 18 GB and 138 GB by the pages that offer them.
        QVERIFY(is_within(bytes_of("coco-train2017") * 118'287.0, 18e9, 0.01));
        QVERIFY(is_within(bytes_of("imagenet-1k") * 1'281'167.0, 138e9, 0.01));
        // No size is published for these two: no more than the pixels themselves, and as many bytes a pixel as those two.
        QVERIFY(is_within(bytes_of("aitex"), 256.0 * 4097.0, 0.001));
        const double per_pixel =
            (bytes_of("coco-train2017") / (480.0 * 640.0) + bytes_of("imagenet-1k") / (387.0 * 469.0)) / 2.0;
        QVERIFY(is_within(bytes_of("kolektor-sdd"), 500.0 * 1240.0 * per_pixel, 0.002));
        for (const DatasetRecord& dataset : catalog().datasets)
            QVERIFY2(!dataset.provenance.computation.empty(), dataset.id.c_str());
    }

    void exchange_rates_are_dated_and_agree()
    {
        const OperatingCosts& costs = catalog().operating_costs;
        for (const ExchangeRate& rate : costs.exchange_rates) QVERIFY2(!rate.date.empty(), rate.from.c_str());
        const double there = costs.exchange("EUR", "USD")->rate * costs.exchange("USD", "CNY")->rate;
        QVERIFY(is_within(costs.exchange("EUR", "CNY")->rate, there, 0.005));
        QCOMPARE(costs.exchange("CNY", "USD")->rate, 1.0 / costs.exchange("USD", "CNY")->rate);
        QCOMPARE(costs.exchange("JPY", "JPY")->rate, 1.0);
        QVERIFY(!costs.exchange("JPY", "USD"));
    }

    void machines_of_the_articles_say_what_is_published()
    {
        const Chassis& x620 = *catalog().chassis("nettrix-x620-g50");
        QCOMPARE(x620.body.rack_units, std::optional(2));
        QCOMPARE(x620.gpus.most_gpus, std::optional(4));
        QCOMPARE(x620.gpus.pcie_generation, std::optional(5));
        const Chassis& x660 = *catalog().chassis("nettrix-x660-g45");
        QVERIFY(x660.gpus.peer_kind == PeerLinkKind::nvswitch && x660.gpus.mount == GpuMount::module);
        // Nothing is published about this one, which is said and not guessed.
        const Chassis& b5000 = *catalog().chassis("nettrix-b5000-g4-lp");
        QVERIFY(!b5000.gpus.most_gpus && !b5000.body.rack_units && !b5000.power.most);
        QCOMPARE(b5000.notes, std::vector<std::string>{"nothing-published"});
    }

    void complete_machines_are_priced_as_a_whole()
    {
        for (const Chassis& each : catalog().chassis_list) {
            const bool dgx = each.name.starts_with("DGX") || each.name.starts_with("GB200");
            QVERIFY2(each.sold_complete == dgx, each.id.c_str());
        }
    }
};

RIGWRIGHT_TEST(MachineFactsTest)

} // namespace rigwright::test::tst_machine_facts

#include "tst_machine_facts.moc"
