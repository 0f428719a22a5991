// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/json/strict_json.h"
#include "core/project/pinned_prices.h"
#include "core/project/project_json.h"
#include "core/scenario/task.h"
#include "tests/support/engine_case.h"
#include "tests/support/file_content.h"
#include "tests/support/suite.h"

#include <algorithm>
#include <set>

namespace rigwright::test::tst_project {

using nlohmann::json;

/// "a", "b", "c", ... with `count` builds.
Project lettered(std::size_t count)
{
    Project project;
    for (std::size_t i = 0; i < count; ++i) {
        project.builds.emplace_back();
        project.builds.back().scenario = scenario_of("resnet50");
        project.builds.back().scenario.name = std::string(1, static_cast<char>('a' + i));
    }
    return project;
}

std::string names(const Project& project)
{
    std::string text;
    for (const Build& build : project.builds) text += build.name();
    return text;
}

Scenario fabric()
{
    Scenario scenario = scenario_of("detr_r50", 2, "rtx4090");
    scenario.name = "One";
    scenario.build.cpu = "i9-13900k";
    scenario.build.ram_gib = 64;
    return scenario;
}

Pin pinned_on(const char* date)
{
    Pin pin;
    pin.date = date;
    return pin;
}

Build pinned_build(Pin pin)
{
    Build build;
    build.scenario = fabric();
    build.pin = std::move(pin);
    return build;
}

Price price_of(double amount, const char* date)
{
    Price price;
    price.amount = amount;
    price.currency = "CNY";
    price.date = date;
    return price;
}

json file_with(std::size_t builds)
{
    json file = json::parse(project_text(project_of(scenario_of("resnet50"))));
    const json machine = file["machines"][0];
    file["machines"] = json::array();
    for (std::size_t i = 0; i < builds; ++i) file["machines"].push_back(machine);
    return file;
}

std::string first_code(const ProjectReading& reading)
{
    return reading.errors.empty() ? std::string() : reading.errors.front().code;
}

std::string file_text(const QString& path) { return source_text(path).toStdString(); }

/// Projects as values and as files.
class ProjectTest : public QObject {
    Q_OBJECT

private slots:
    void reading_gives_back_what_was_written()
    {
        Project project = lettered(3);
        project.name = "织物 \"检测\"";
        project.current = 2;
        project.baseline = 1;
        project.view = R"({"linear":["memory"],"tab":"cost"})";
        project.builds[0].scenario.build.price_overrides["rtx4090"] = {12999.5, "CNY", "2026-11-01", "quotation"};
        project.builds[1].pin = pin_of(fabric(), engine_data().hardware, "2026-11-22");
        project.builds[1].pin->electricity_price_per_kwh = 0.75;
        project.builds[1].pin->exchange_rates = {{"USD", "CNY", 7.1, "2026-04-30"}};
        const ProjectReading reading = parse_project(project_text(project));
        QCOMPARE(reading.errors.size(), 0U);
        QVERIFY(!reading.was_scenario());
        QVERIFY(reading.project == project);
        QCOMPARE(project_text(reading.project), project_text(project));
    }

    void a_scenario_is_a_project_of_one_build()
    {
        const ProjectReading reading = parse_project(file_text("resources/examples/fabric-defects-2x4090.json"));
        QCOMPARE(reading.errors.size(), 0U);
        QVERIFY(reading.was_scenario());
        QCOMPARE(reading.project.builds.size(), 1U);
        QCOMPARE(reading.project.current_build().scenario.build.gpus_per_node, 2);
        QVERIFY(!reading.project.current_build().is_pinned());
    }

    /// Old files can always be read.
    void a_kept_file_is_written_back_byte_for_byte()
    {
        const std::string kept = file_text("tests/data/projects/version-2.rigwright");
        QVERIFY(!kept.empty());
        const ProjectReading reading = parse_project(kept);
        QCOMPARE(reading.errors.size(), 0U);
        QCOMPARE(reading.project.builds.size(), 2U);
        QVERIFY(reading.project.builds[0].is_pinned());
        QCOMPARE(QString::fromStdString(project_text(reading.project)), QString::fromStdString(kept));
    }

    void a_file_of_version_1_is_the_same_project()
    {
        const ProjectReading old = parse_project(file_text("tests/data/projects/version-1.rigwright"));
        QCOMPARE(old.errors.size(), 0U);
        QVERIFY(old.layout == ProjectLayout::builds);
        QVERIFY(old.new_exceptions.empty());
        const std::string now = file_text("tests/data/projects/version-2.rigwright");
        QVERIFY(old.project == parse_project(now).project);
        QCOMPARE(QString::fromStdString(project_text(old.project)), QString::fromStdString(now));
        QCOMPARE(field_in_file(old, 1, "training.epochs"), std::string("builds[1].scenario.training.epochs"));
    }

    void differing_tasks_of_version_1_become_exceptions()
    {
        json file = json::parse(file_text("tests/data/projects/version-1.rigwright"));
        file["builds"][1]["scenario"]["training"]["epochs"] = 12;
        // Precision is how the machine runs the job.
        file["builds"].push_back(file["builds"][0]);
        file["builds"][2]["scenario"]["training"]["precision"] = "fp32";
        const ProjectReading old = read_project(file);
        QCOMPARE(old.errors.size(), 0U);
        QCOMPARE(old.new_exceptions, std::vector<std::size_t>{1});
        QVERIFY(!old.project.builds[0].exception && old.project.builds[1].exception &&
                !old.project.builds[2].exception);
        for (std::size_t i = 0; i < 3; ++i)
            QVERIFY(old.project.builds[i].scenario == read_scenario(file["builds"][i]["scenario"]).scenario);
        const json written = json::parse(project_text(old.project));
        QVERIFY(written["version"] == json(2) && written["minimum_reader"] == json(2));
        QVERIFY(written["task"]["training"]["epochs"] == json(300));
        QVERIFY(written["machines"][1]["exception"]["training"]["epochs"] == json(12));
        QVERIFY(!written["machines"][2].contains("exception"));
        const ProjectReading again = read_project(written);
        QVERIFY(again.project == old.project);
        // A project that already has exceptions is not reported as converted.
        QVERIFY(again.new_exceptions.empty());
        QCOMPARE(field_in_file(again, 0, "training.epochs"), std::string("task.training.epochs"));
        QCOMPARE(field_in_file(again, 1, "training.epochs"), std::string("machines[1].exception.training.epochs"));
        QCOMPARE(field_in_file(again, 1, "training.precision"), std::string("machines[1].training.precision"));
        QCOMPARE(field_in_file(again, 2, "training.lora.rank"), std::string("task.training.lora.rank"));
        QCOMPARE(field_in_file(again, 2, "model.shape.layers[0]"), std::string("task.model.shape.layers[0]"));
        QCOMPARE(field_in_file(again, 2, "measurements[0].step_seconds"),
                 std::string("machines[2].measurements[0].step_seconds"));
    }

    /// A complete scenario is split into its two parts and joined without loss.
    void task_and_machine_are_the_whole_scenario()
    {
        const ProjectReading rich = parse_project(file_text("tests/data/fuzz/scenario/rich.json"));
        QCOMPARE(rich.errors.size(), 0U);
        const Scenario scenario = rich.project.current_build().scenario;
        QVERIFY(with_task(with_task(Scenario{}, scenario), scenario) == with_task(Scenario{}, scenario));
        QVERIFY(with_task(scenario, scenario) == scenario);
        QVERIFY(same_task(scenario, with_task(fabric(), scenario)));
        QVERIFY(!same_task(scenario, fabric()));
        Scenario machine = with_task(scenario, fabric());
        QVERIFY(with_task(machine, scenario) == scenario);
        Project project = project_of(scenario);
        project = with_build_added(project, fabric()).value();
        project.builds[0].offer = R"({"total":31000,"vendor":"x"})";
        QVERIFY(project.builds[1].exception);
        const ProjectReading again = parse_project(project_text(project));
        QCOMPARE(again.errors.size(), 0U);
        QVERIFY(anchored(again.project) == anchored(project));
    }

    void exceptions_come_and_go()
    {
        Project project = lettered(3);
        QVERIFY(!with_exception(lettered(1), 0));
        project = with_exception(project, 1).value();
        project.builds[1].scenario.training.epochs = 7;
        project.builds[1].unknown["/exception/mood"] = "3";
        project.builds[1].unknown["/shelf"] = "4";
        const Project copied = with_build_duplicated(project, 1).value();
        QVERIFY(copied.builds[2].exception);
        QCOMPARE(copied.builds[2].scenario.training.epochs, 7);
        const Project back = without_exception(project, 1);
        QVERIFY(!back.builds[1].exception);
        QCOMPARE(back.builds[1].scenario.training.epochs, project.builds[0].scenario.training.epochs);
        QCOMPARE(back.builds[1].name(), std::string("b"));
        QCOMPARE(back.builds[1].unknown.size(), 1U);
        // Without the last machine of its task, a project goes on with that of the first one left.
        const Project left = without_build(without_build(project, 2).value(), 0).value();
        QVERIFY(!left.builds[0].exception);
        QCOMPARE(left.unknown_in_task.at("/mood"), std::string("3"));
        QVERIFY(json::parse(project_text(left))["task"]["mood"] == json(3));
    }

    void a_held_batch_sets_the_accumulation()
    {
        Scenario scenario = scenario_of("resnet50", 4);
        scenario.build.gpus_per_node = 2;
        scenario.training.gradient_accumulation = 3;
        QCOMPARE(holding_batch(scenario).training.gradient_accumulation, 3);
        const auto held = [&](std::int64_t batch) {
            scenario.training.global_batch = batch;
            return holding_batch(scenario).training.gradient_accumulation;
        };
        QCOMPARE(held(64), 8);
        QCOMPARE(held(1), 1);
        QCOMPARE(held(59), 7);
        QCOMPARE(held(60), 8);
        const auto findings = [](const Scenario& plan) {
            const Evaluation evaluation = evaluated(plan);
            return std::ranges::count(evaluation.estimate->findings, std::string("other-global-batch"), &Finding::code);
        };
        const auto names_the_steps = [](const Scenario& plan) {
            const Evaluation evaluation = evaluated(plan);
            return std::ranges::count(evaluation.estimate->findings, std::string("other-accumulation"), &Finding::code);
        };
        QCOMPARE(findings(holding_batch(scenario)), 1);
        held(64);
        QCOMPARE(findings(holding_batch(scenario)), 0);
        // If another number is set, the 8 steps that give it are reported.
        scenario.training.gradient_accumulation = 1;
        QCOMPARE(findings(scenario), 0);
        QCOMPARE(names_the_steps(scenario), 1);
        QCOMPARE(names_the_steps(holding_batch(scenario)), 0);
        // A file that leaves the accumulation out lets it follow; one that gives it keeps it.
        json file = file_with(1);
        file["task"]["training"]["global_batch"] = 64;
        file["machines"][0]["training"] = {{"micro_batch", 4}};
        QCOMPARE(read_project(file).project.current_build().scenario.training.gradient_accumulation, 16);
        file["machines"][0]["training"]["gradient_accumulation"] = 1;
        const Project given = read_project(file).project;
        QCOMPARE(given.current_build().scenario.training.gradient_accumulation, 1);
        QVERIFY(parse_project(project_text(given)).project == given);
        // So does a scenario.
        json alone = file["task"];
        alone.update(file["machines"][0], true);
        alone.erase("name");
        alone["format"] = scenario_format;
        alone["version"] = scenario_version;
        QCOMPARE(read_scenario(alone).scenario.training.gradient_accumulation, 1);
        QCOMPARE(read_scenario(write_scenario(read_scenario(alone).scenario)).scenario.training.gradient_accumulation,
                 1);
        alone["training"].erase("gradient_accumulation");
        QCOMPARE(read_scenario(alone).scenario.training.gradient_accumulation, 16);
    }

    void what_a_newer_program_wrote_is_kept()
    {
        json file = file_with(2);
        file["version"] = 7;
        file["minimum_reader"] = 2;
        file["mood"] = {{"colour", "blue"}, {"depth", json::array({1, 2.5, nullptr})}};
        file["task"]["hope"] = "high";
        file["task"]["model"]["soul"] = 1;
        json& machine = file["machines"][1];
        machine["shelf"] = 3;
        machine["pinned"] = {{"date", "2027-01-01"}, {"quality", "good"}};
        machine["training"]["warp"] = 9;
        machine["build"]["odd key."] = true;
        machine["exception"] = {{"model", {{"preset", "resnet50"}}}, {"dataset", {{"smell", 2}}}};
        const ProjectReading reading = read_project(file);
        QCOMPARE(reading.errors.size(), 0U);
        const std::set<std::string> unknown(reading.unknown.begin(), reading.unknown.end());
        const std::set<std::string> expected{"$.mood",
                                             "$.task.hope",
                                             "$.task.model.soul",
                                             "$.machines[1].shelf",
                                             "$.machines[1].pinned.quality",
                                             "$.machines[1].training.warp",
                                             "$.machines[1].build[\"odd key.\"]",
                                             "$.machines[1].exception.dataset.smell"};
        QVERIFY(unknown == expected);
        const json written = json::parse(project_text(reading.project));
        QVERIFY(written["version"] == json(7));
        QVERIFY(written["minimum_reader"] == json(2));
        QVERIFY(written["mood"] == file["mood"]);
        QVERIFY(written["task"]["hope"] == json("high"));
        QVERIFY(written["task"]["model"]["soul"] == json(1));
        QVERIFY(written["machines"][1]["shelf"] == json(3));
        QVERIFY(written["machines"][1]["pinned"]["quality"] == json("good"));
        QVERIFY(written["machines"][1]["training"]["warp"] == json(9));
        QVERIFY(written["machines"][1]["build"]["odd key."] == json(true));
        QVERIFY(written["machines"][1]["exception"]["dataset"]["smell"] == json(2));
        // After an edit and another reading they are still there.
        Project renamed = parse_project(project_text(reading.project)).project;
        renamed.builds[1].scenario.name = "New";
        QVERIFY(json::parse(project_text(renamed))["machines"][1]["training"]["warp"] == json(9));
        // The same keys in a file of this version are mistakes.
        file["version"] = 2;
        QCOMPARE(read_project(file).errors.size(), 8U);
    }

    void a_project_for_newer_readers_is_refused()
    {
        json file = file_with(1);
        file["version"] = 7;
        file["minimum_reader"] = 3;
        file["machines"] = "something else entirely";
        const ProjectReading reading = read_project(file);
        QCOMPARE(reading.errors.size(), 1U);
        QCOMPARE(first_code(reading), std::string("newer-project"));
        // Without a minimum reader, older programs cannot read it.
        file.erase("minimum_reader");
        QCOMPARE(first_code(read_project(file)), std::string("newer-project"));
    }

    void limits_hold()
    {
        const auto expect_code = [](const char* what, const std::string& text, const char* code) {
            QVERIFY2(first_code(parse_project(text)) == code, what);
        };
        const auto add = [&](const char* what, const json& file, const char* code) {
            expect_code(what, file.dump(), code);
        };
        add("499 builds", file_with(most_builds - 1), "");
        add("500 builds", file_with(most_builds), "");
        add("501 builds", file_with(most_builds + 1), "number-of-builds");
        add("no build", file_with(0), "number-of-builds");
        json file = file_with(1);
        for (const int more : {-1, 0, 1}) {
            const std::string text(longest_text + static_cast<std::size_t>(more + 1) - 1, 'x');
            file["view"] = {{"note", text}};
            add(qPrintable(QStringLiteral("text of %1 bytes").arg(text.size())), file, more > 0 ? "text-too-long" : "");
            file["view"] = {{text, 1}};
            add(qPrintable(QStringLiteral("key of %1 bytes").arg(text.size())), file, more > 0 ? "text-too-long" : "");
        }
        // The file and the view are two levels themselves.
        for (const std::size_t deep : {std::size_t{31}, std::size_t{32}, std::size_t{33}}) {
            json nested = json::object();
            for (std::size_t i = 3; i <= deep; ++i) nested = json{{"in", nested}};
            file["view"] = nested;
            add(qPrintable(QStringLiteral("%1 levels").arg(deep)), file, deep > 32 ? "json-too-deep" : "");
        }
        file.erase("view");
        for (const int more : {-1, 0, 1}) {
            std::string text = file.dump();
            text.resize(project_json_limits.most_bytes + static_cast<std::size_t>(more + 1) - 1, ' ');
            expect_code(qPrintable(QStringLiteral("%1 bytes").arg(text.size())), text,
                        (more > 0 ? "json-too-large" : ""));
        }
        for (const std::size_t pins : {most_pinned - 1, most_pinned, most_pinned + 1}) {
            json pinned = file_with(8);
            for (std::size_t i = 0; i < pins; ++i) pinned["machines"][i]["pinned"] = {{"date", "2026-11-22"}};
            add(qPrintable(QStringLiteral("%1 pinned").arg(pins)), pinned, pins > most_pinned ? "too-many-pinned" : "");
        }
        for (const std::size_t count : {most_pinned_prices - 1, most_pinned_prices, most_pinned_prices + 1}) {
            json priced = file_with(1);
            json prices = json::object();
            for (std::size_t i = 0; i < count; ++i)
                prices["part" + std::to_string(i)] = {{"amount", 1}, {"currency", "CNY"}};
            priced["machines"][0]["pinned"] = {{"date", "2026-11-22"}, {"price_overrides", prices}};
            add(qPrintable(QStringLiteral("%1 prices").arg(count)), priced,
                count > most_pinned_prices ? "number-of-prices" : "");
        }
    }

    void every_defect_is_named_and_placed()
    {
        const Rows<QString, QString> rows{
            {"builds-missing", "$.builds", "missing-key"},
            {"builds-no-list", "$.builds", "not-an-array"},
            {"build-no-object", "$.builds[0]", "not-an-object"},
            {"current-beyond-the-last", "$.current", "integer-out-of-range"},
            {"current-negative", "$.current", "integer-out-of-range"},
            {"baseline-a-fraction", "$.baseline", "not-an-integer"},
            {"duplicate-key", "$.current", "json-duplicate-key"},
            {"format-misspelt", "$.format", "wrong-format"},
            {"format-missing", "$.format", "missing-key"},
            {"key-misspelt", "$.curent", "unknown-key-nearest"},
            {"minimum-reader-newer", "$.minimum_reader", "newer-project"},
            {"minimum-reader-text", "$.minimum_reader", "not-an-integer"},
            {"name-a-number", "$.name", "not-a-text"},
            {"pin-without-date", "$.builds[0].pinned.date", "missing-key"},
            {"pin-a-flag", "$.builds[0].pinned", "not-an-object"},
            {"pinned-price-negative", "$.builds[0].pinned.price_overrides.rtx4090.amount", "number-out-of-range"},
            {"pinned-tariff-too-high", "$.builds[0].pinned.electricity_price_per_kWh", "number-out-of-range"},
            {"scenario-missing", "$.builds[1].scenario", "missing-key"},
            {"scenario-zero-micro-batch", "$.builds[1].scenario.training.micro_batch", "integer-out-of-range"},
            {"truncated", "$.builds[0].scenario", "json-ends-early"},
            {"version-missing", "$.version", "missing-key"},
            {"version-zero", "$.version", "integer-out-of-range"},
            {"view-a-list", "$.view", "not-an-object"},
            {"builds-in-version-2", "$.task", "missing-key"},
            {"every-machine-an-exception", "$.machines", "no-machine-of-task"},
            {"exception-a-flag", "$.machines[1].exception", "not-an-object"},
            {"exception-with-machine-field", "$.machines[1].exception.training.micro_batch", "unknown-key"},
            {"exception-without-model", "$.machines[1].exception.model", "missing-key"},
            {"global-batch-zero", "$.task.training.global_batch", "integer-out-of-range"},
            {"machine-no-object", "$.machines[0]", "not-an-object"},
            {"machine-with-task-field", "$.machines[1].training.epochs", "unknown-key"},
            {"machine-with-task-group", "$.machines[0].dataset", "unknown-key"},
            {"machine-without-build", "$.machines[0].build", "missing-key"},
            {"machine-zero-micro-batch", "$.machines[1].training.micro_batch", "integer-out-of-range"},
            {"machines-missing", "$.machines", "missing-key"},
            {"offer-a-list", "$.machines[0].offer", "not-an-object"},
            {"task-a-text", "$.task", "not-an-object"},
            {"task-missing", "$.task", "missing-key"},
            {"task-with-machine-field", "$.task.training.precision", "unknown-key"},
            {"task-with-machine-group", "$.task.build", "unknown-key"},
        };
        rows.each_named([&](const char* name, const auto& path, const auto& code) {
            const std::string text = file_text(QStringLiteral("tests/data/invalid/project/%1.rigwright").arg(name));
            QVERIFY(!text.empty());
            const ProjectReading reading = parse_project(text);
            QVERIFY(!reading.errors.empty());
            QCOMPARE(QString::fromStdString(first_code(reading)), code);
            QCOMPARE(QString::fromStdString(json_path_of(reading.errors.front())), path);
        });
    }

    void every_broken_file_is_tested()
    {
        const QStringList files = QDir(source_path("tests/data/invalid/project")).entryList({"*.rigwright"});
        QCOMPARE(files.size(), 40);
    }

    void builds_move_with_their_marks()
    {
        Project project = lettered(4);
        project.current = 1;
        project.baseline = 3;
        const Project moved = with_build_moved(project, 0, 2);
        QCOMPARE(names(moved), std::string("bcad"));
        QCOMPARE(moved.current_build().name(), std::string("b"));
        QCOMPARE(moved.builds[moved.baseline].name(), std::string("d"));
        // Every move, and the move back.
        for (std::size_t from = 0; from < 4; ++from)
            for (std::size_t to = 0; to < 4; ++to)
                QVERIFY(with_build_moved(with_build_moved(project, from, to), to, from) == project);
        const auto added = with_build_added(project, scenario_of("resnet50"));
        QVERIFY(added);
        QCOMPARE(added->current, 4U);
        QCOMPARE(added->builds[added->baseline].name(), std::string("d"));
        const auto copied = with_build_duplicated(project, 0);
        QCOMPARE(copied->current_build().name(), std::string("a 2"));
        QVERIFY(copied->builds[1].scenario.model == project.builds[0].scenario.model);
        const auto shorter = without_build(project, 0);
        QCOMPARE(names(*shorter), std::string("bcd"));
        QCOMPARE(shorter->current_build().name(), std::string("b"));
        QCOMPARE(shorter->builds[shorter->baseline].name(), std::string("d"));
    }

    void the_last_build_stays()
    {
        Project project = lettered(2);
        project.current = 1;
        const auto one = without_build(project, 1);
        QVERIFY(one);
        QCOMPARE(one->current, 0U);
        QVERIFY(!without_build(*one, 0));
        QVERIFY(!with_build_duplicated(read_project(file_with(most_builds)).project, 0));
    }

    void names_are_made_unique()
    {
        Project project = lettered(1);
        QCOMPARE(free_name(project, "b"), std::string("b"));
        QCOMPARE(free_name(project, "a"), std::string("a 2"));
        project = with_build_duplicated(project, 0).value();
        QCOMPARE(free_name(project, "a"), std::string("a 3"));
        QCOMPARE(free_name(project, "a 2"), std::string("a 3"));
        project.builds[0].scenario.name = "RTX 4090";
        QCOMPARE(free_name(project, "RTX 4090"), std::string("RTX 4090 2"));
        project.builds[0].scenario.name.clear();
        QCOMPARE(free_name(project, ""), std::string("2"));
    }

    void at_most_six_are_pinned()
    {
        Project project = lettered(7);
        for (std::size_t i = 0; i < most_pinned; ++i) {
            const auto next = with_pin(project, i, pinned_on("2026-11-22"));
            QVERIFY(next);
            project = *next;
        }
        QVERIFY(!with_pin(project, 6, pinned_on("2026-11-22")));
        QVERIFY(with_pin(project, 0, pinned_on("2026-12-01")));
        QVERIFY(with_pin(without_pin(project, 0), 6, pinned_on("2026-11-22")));
    }

    void the_baseline_is_a_compared_build()
    {
        using Builds = std::vector<std::size_t>;
        Project project = lettered(4);
        // Without pins, and with one, all are compared.
        QCOMPARE(builds_to_compare(project), (Builds{0, 1, 2, 3}));
        QCOMPARE(baseline_of(project), std::size_t{0});
        QCOMPARE(baseline_of(with_baseline(project, 3)), std::size_t{3});
        project.builds[1].pin = Pin{};
        QCOMPARE(builds_to_compare(project), (Builds{0, 1, 2, 3}));
        project.builds[2].pin = Pin{};
        QCOMPARE(builds_to_compare(project), (Builds{1, 2}));
        QCOMPARE(baseline_of(project), std::size_t{1});
        QCOMPARE(baseline_of(with_baseline(project, 2)), std::size_t{2});
        QCOMPARE(baseline_of(with_baseline(project, 3)), std::size_t{1});
        project.builds[3].pin = Pin{};
        QCOMPARE(baseline_of(without_pin(with_baseline(project, 2), 2)), std::size_t{1});
    }

    void a_pin_changes_nothing_while_prices_stay()
    {
        const Catalog& hardware = engine_data().hardware;
        Build build = pinned_build(pin_of(fabric(), hardware, "2026-11-22"));
        QVERIFY(build.pin->prices.contains("rtx4090"));
        QCOMPARE(build.pin->database, database_version(hardware));
        QCOMPARE(price_changes(build, hardware).size(), 0U);
        QVERIFY(priced_scenario(build, hardware) == build.scenario);
    }

    void a_pinned_build_keeps_its_prices()
    {
        const Catalog& today = engine_data().hardware;
        Build build = pinned_build(pin_of(fabric(), today, "2026-11-22"));
        const double then = bill_of_materials(build.scenario, today).total;
        Catalog later = today;
        for (Gpu& gpu : later.gpus)
            if (gpu.id == "rtx4090") gpu.prices = {price_of(9999, "2027-02-01")};
        for (ExchangeRate& rate : later.operating_costs.exchange_rates) rate.rate *= 1.25;
        QVERIFY(database_version(later) != database_version(today));
        const std::vector<PriceChange> changes = price_changes(build, later);
        QVERIFY(std::ranges::any_of(changes, [](const PriceChange& change) { return change.part == "rtx4090"; }));
        QCOMPARE(bill_of_materials(priced_scenario(build, later), later).total, then);
        QVERIFY(bill_of_materials(build.scenario, later).total != then);
        // With updated prices nothing differs.
        build.pin = pin_of(build.scenario, later, "2027-02-02");
        QCOMPARE(price_changes(build, later).size(), 0U);
    }

    void own_prices_are_not_pinned()
    {
        const Catalog& today = engine_data().hardware;
        Build build = pinned_build(pin_of(fabric(), today, "2026-11-22"));
        build.scenario.build.price_overrides["rtx4090"] = {8000, "CNY", "2026-11-20", "quotation"};
        Catalog later = today;
        for (Gpu& gpu : later.gpus)
            if (gpu.id == "rtx4090") gpu.prices.clear();
        QVERIFY(priced_scenario(build, later) == build.scenario);
    }
};

RIGWRIGHT_TEST(ProjectTest)

} // namespace rigwright::test::tst_project

#include "tst_project.moc"
