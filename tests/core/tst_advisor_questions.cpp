// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/recommend/figures.h"
#include "core/recommend/questions.h"
#include "tests/support/engine_case.h"
#include "tests/support/suite.h"

#include <algorithm>

namespace rigwright::test::tst_advisor_questions {

/// Sixteen images a step from files, on a card and a processor that both could be faster.
Scenario images()
{
    Scenario scenario = with_fields(scenario_of("resnet50", 8, "rtx3060-12g"), R"({"training.precision": "fp16-amp",
        "training.gradient_accumulation": 2, "training.epochs": 10, "dataset.samples": 20000,
        "dataset.source_height": 500, "dataset.source_width": 500, "dataset.encoded_bytes_per_sample": 110000,
        "dataset.encoding": "jpeg", "build.cpu": "i5-12400", "build.ram_GiB": 32.0, "build.storage": "sata-ssd"})");
    scenario.constraints.maximum_gpus = 4;
    return scenario;
}

/// Two bridged cards for the images, as a search would propose them.
Candidate bridged()
{
    Candidate candidate;
    candidate.scenario = images();
    BuildChoice& build = candidate.scenario.build;
    build = {};
    build.gpu = "rtxa6000";
    build.gpus_per_node = 2;
    build.gpu_link = LinkChoice::nvlink;
    build.cpu = "ryzen-9-7950x";
    build.ram_gib = 128.0;
    build.memory_kit = "ddr5-5600-2x32";
    build.storage = "nvme4";
    build.storage_tb = 2.0;
    build.chassis = "generic-desktop-2gpu";
    build.power_supply = "psu-1600-platinum";
    const Evaluation plan = evaluated(candidate.scenario);
    candidate.figures = *figures_of(plan, engine_data(), Outlay::purchase, true);
    candidate.findings = plan.estimate->findings;
    return candidate;
}

std::optional<PartAnswer> asked(const std::string& part)
{
    Exploration found;
    found.asked = images();
    return why_not(bridged(), part, found, {}, engine_data());
}

std::string code_of(const std::string& part)
{
    const auto answer = asked(part);
    return answer && !answer->remarks.empty() ? answer->remarks.front().code : std::string();
}

/// What is asked beside "which build": upgrades, numbers of GPUs, deadlines, rent.
class AdvisorQuestionsTest : public QObject {
    Q_OBJECT

private slots:
    void upgrades_are_what_the_engine_says()
    {
        const Evaluation present = evaluated(images());
        const std::vector<Upgrade> found = upgrades(images(), engine_data());
        QVERIFY(found.size() >= 2);
        QVERIFY(std::ranges::is_sorted(found, {}, &Upgrade::time_ratio));
        for (const Upgrade& upgrade : found) {
            const auto there = changed(images(), engine_data(), upgrade.changes);
            QVERIFY(there.has_value());
            QCOMPARE(global_batch(*there), std::int64_t{16});
            const Evaluation plan = evaluated(*there);
            QCOMPARE(upgrade.time.base(), plan.estimate->time->run->wall.base());
            QCOMPARE(upgrade.time_ratio, plan.estimate->time->run->wall / present.estimate->time->run->wall);
            QVERIFY(upgrade.time_ratio <= 0.99);
            if (upgrade.added_cost)
                QCOMPARE(*upgrade.added_cost, plan.estimate->cost.bill.total - present.estimate->cost.bill.total);
        }
        QVERIFY(std::ranges::any_of(found, [](const Upgrade& u) { return u.field == "build.gpu"; }));
    }

    /// 1 GPU: 10 h for 1,000; 2: 6 h for 1,500 (9,000 against 10,000); 4: 5 h for 3,000 (15,000: no longer pays).
    void rent_or_buy_breaks_even()
    {
        Candidate candidate;
        candidate.scenario = images();
        candidate.scenario.build.gpu = "rtx4090";
        const auto answer = rent_or_buy(candidate, engine_data());
        QVERIFY(answer.has_value());
        const Evaluation plan = evaluated(candidate.scenario);
        const CostTerms& cost = plan.estimate->cost;
        QCOMPARE(answer->purchase, cost.bill.total);
        QCOMPARE(answer->rent_of_run, *cost.rent_equivalent);
        QCOMPARE(*answer->runs_to_break_even, *cost.break_even_hours / (cost.run_time->base() / 3600.0));
        candidate.scenario.build.gpu = "rtx3060-12g";
        QVERIFY(!rent_or_buy(candidate, engine_data()).has_value());
    }

    void every_part_can_be_asked_about()
    {
        std::size_t parts = 0;
        for (const char* field : part_fields)
            for (const NamedPart& part : parts_of(field, engine_data().hardware)) {
                ++parts;
                QCOMPARE(field_of_part(part.id, engine_data().hardware), std::string(field));
                const auto answer = asked(part.id);
                QVERIFY2(answer && !answer->remarks.empty(), part.id.c_str());
                QCOMPARE(answer->field, std::string(field));
            }
        QVERIFY(parts > engine_data().hardware.cpus.size() + engine_data().hardware.chassis_list.size());
        QVERIFY(!asked("rtx4090") && !asked("pcie4-x16") && !asked("nothing"));
    }

    void another_part_is_what_the_engine_says()
    {
        const CandidateFigures own = bridged().figures;
        int compared = 0;
        for (const char* part : {"ryzen-5-9600x", "xeon-w3-2435", "nvme3", "ddr5-5600-2x16", "psu-1000-gold"}) {
            const auto answer = asked(part);
            QVERIFY2(answer, part);
            if (!answer->with) continue;
            ++compared;
            const Evaluation plan = evaluated(answer->with->scenario);
            QCOMPARE(answer->with->figures.cost, plan.estimate->cost.bill.total);
            QCOMPARE(answer->with->figures.time.base(), plan.estimate->time->run->wall.base());
            QVERIFY(answer->with->scenario.build.gpu == "rtxa6000" && gpu_count(answer->with->scenario.build) == 2);
            QVERIFY(*answer->with->scenario.build.ram_gib >= 128.0);
            const std::string& code = answer->remarks.front().code;
            if (code == "why-not.dearer" || code == "why-not.worse" || code == "why-not.faster")
                QVERIFY(answer->with->figures.cost > own.cost);
            if (code == "why-not.slower")
                QVERIFY(answer->with->figures.cost <= own.cost && answer->with->figures.time > own.time);
        }
        QVERIFY(compared >= 3);
    }

    void parts_that_do_not_go_say_why()
    {
        QCOMPARE(code_of("ryzen-9-7950x"), std::string("why-not.there"));
        QCOMPARE(code_of("nvlink-bridge-ga102"), std::string("why-not.there"));
        QCOMPARE(code_of("nvlink-bridge-a100"), std::string("why-not.no-bridge"));
        QCOMPARE(code_of("ib-ndr"), std::string("why-not.one-machine"));
        // Two cards of 300 W and the processor draw more than it gives.
        const auto weak = asked("psu-650-gold");
        QCOMPARE(weak->remarks.front().code, std::string("why-not.blocked"));
        QVERIFY(!weak->findings.empty() && !weak->with);
        QCOMPARE(code_of("ddr4-3200-2x16"), std::string("why-not.other-memory"));
    }
};

RIGWRIGHT_TEST(AdvisorQuestionsTest)

} // namespace rigwright::test::tst_advisor_questions

#include "tst_advisor_questions.moc"
