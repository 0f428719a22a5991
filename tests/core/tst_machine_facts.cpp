// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/engine_case.h"

#include <QTest>

using namespace rigwright;
using namespace rigwright::test;

namespace {

const Catalog& catalog() { return engine_data().hardware; }

} // namespace

/// Circuits, rates and machines of the shipped database.
class MachineFactsTest : public QObject {
    Q_OBJECT
private slots:
    void circuits_carry_what_the_rules_allow();
    void exchange_rates_are_dated_and_agree();
    void machines_of_the_articles_say_what_is_published();
    void complete_machines_are_priced_as_a_whole();
};

void MachineFactsTest::circuits_carry_what_the_rules_allow()
{
    const OperatingCosts& costs = catalog().operating_costs;
    // North American circuits carry 80 % for hours (NEC).
    QCOMPARE(costs.circuit("15a-120v")->continuous().base(), 1440.0);
    QCOMPARE(costs.circuit("20a-120v")->continuous().base(), 1920.0);
    QCOMPARE(costs.circuit("16a-230v")->continuous().base(), 3680.0);
    QCOMPARE(costs.circuit("10a-220v")->continuous().base(), 2200.0);
    QVERIFY(costs.circuit("17a-220v") == nullptr);
}

void MachineFactsTest::exchange_rates_are_dated_and_agree()
{
    const OperatingCosts& costs = catalog().operating_costs;
    for (const ExchangeRate& rate : costs.exchange_rates) QVERIFY2(!rate.date.empty(), rate.from.c_str());
    const double there = costs.exchange("EUR", "USD")->rate * costs.exchange("USD", "CNY")->rate;
    QVERIFY(is_within(costs.exchange("EUR", "CNY")->rate, there, 0.005));
    QCOMPARE(costs.exchange("CNY", "USD")->rate, 1.0 / costs.exchange("USD", "CNY")->rate);
    QCOMPARE(costs.exchange("JPY", "JPY")->rate, 1.0);
    QVERIFY(!costs.exchange("JPY", "USD"));
}

void MachineFactsTest::machines_of_the_articles_say_what_is_published()
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

void MachineFactsTest::complete_machines_are_priced_as_a_whole()
{
    for (const Chassis& each : catalog().chassis_list) {
        const bool dgx = each.name.starts_with("DGX") || each.name.starts_with("GB200");
        QVERIFY2(each.sold_complete == dgx, each.id.c_str());
    }
}

QTEST_APPLESS_MAIN(MachineFactsTest)
#include "tst_machine_facts.moc"
