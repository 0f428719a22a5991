// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/inverse.h"
#include "core/estimate/run/sweep.h"
#include "core/json/strict_json.h"
#include "core/project/project_json.h"
#include "core/quantities/quantity.h"
#include "core/report/comparison.h"
#include "core/scenario/task.h"
#include "core/scenario/validate.h"
#include "tests/properties/plans.h"
#include "tests/support/engine_case.h"
#include "tests/support/suite.h"

#include <limits>

namespace rigwright::test::tst_properties_files {

using nlohmann::json;

json any_json(int depth)
{
    const int kind = *rc::gen::inRange(0, depth > 0 ? 8 : 6);
    switch (kind) {
    case 0: return nullptr;
    case 1: return *rc::gen::arbitrary<bool>();
    case 2: return *rc::gen::arbitrary<std::int64_t>();
    case 3: return *rc::gen::arbitrary<double>();
    case 4: return *rc::gen::arbitrary<std::uint32_t>();
    case 5: return *rc::gen::container<std::string>(rc::gen::inRange(' ', '~'));
    default: break;
    }
    json whole = kind == 6 ? json::array() : json::object();
    const int members = *rc::gen::inRange(0, 4);
    for (int i = 0; i < members; ++i) {
        if (kind == 6)
            whole.push_back(any_json(depth - 1));
        else
            whole["k" + std::to_string(i)] = any_json(depth - 1);
    }
    return whole;
}

std::vector<Comparison> both_ways(const Scenario& one, const Scenario& other)
{
    const Evaluation a = evaluated(one);
    const Evaluation b = evaluated(other);
    RC_PRE(a.estimate.has_value() && b.estimate.has_value());
    std::vector<Comparison> ways{compare({&a, &b}, 0, engine_data()), compare({&b, &a}, 0, engine_data())};
    // Two baselines, so two comparisons.
    for (Comparison& way : ways)
        std::erase_if(way.rows, [](const ComparedRow& row) { return row.quantity == time_at_baseline_batch; });
    return ways;
}

/// Two machines of one task, whose numbers can be ranked.
std::vector<Comparison> both_ways_of_one_task()
{
    const Scenario plan = any_plan();
    return both_ways(plan, with_task(any_plan(), plan));
}

const std::vector<Property>& file_properties()
{
    static const std::vector<Property> all{
        {"JSON survives writing and strict reading",
         [] {
             const json value = any_json(4);
             const JsonDocument document = parse_json(value.dump());
             RC_ASSERT(document.issues.empty());
             RC_ASSERT(document.value == value);
         }},
        {"no cut of a JSON object is taken",
         [] {
             const std::string text = json{{"a", any_json(3)}}.dump();
             const auto length = *rc::gen::inRange<std::size_t>(0, text.size());
             RC_ASSERT(!parse_json(std::string_view(text).substr(0, length)).issues.empty());
         }},
        {"a scenario survives writing and reading, short and whole",
         [] {
             const Scenario plan = any_plan();
             for (const Expand expand : {Expand::as_given, Expand::defaults}) {
                 const ScenarioReading reading = parse_scenario(write_scenario(plan, expand).dump());
                 RC_ASSERT(reading.errors.empty());
                 RC_ASSERT(reading.scenario == plan);
             }
         }},
        {"a project survives writing and reading",
         [] {
             Project project = project_of(any_plan());
             const int more = *rc::gen::inRange(0, 5);
             for (int i = 0; i < more; ++i) {
                 project.builds.emplace_back();
                 const Scenario plan = any_plan();
                 const bool shares = *rc::gen::inRange(0, 2) == 0;
                 project.builds.back().scenario = shares ? with_task(plan, project.builds.front().scenario) : plan;
             }
             project = with_exceptions_marked(std::move(project));
             const std::string text = project_text(project);
             const ProjectReading reading = parse_project(text);
             RC_ASSERT(reading.errors.empty());
             for (int i = 0; i <= more; ++i) {
                 const auto at = static_cast<std::size_t>(i);
                 RC_ASSERT(reading.project.builds[at].scenario == project.builds[at].scenario);
                 RC_ASSERT(reading.project.builds[at].exception == project.builds[at].exception);
             }
             RC_ASSERT(project_text(reading.project) == text);
         }},
        {"the same plan gives the same bytes",
         [] {
             const Scenario plan = any_plan();
             RC_ASSERT(file_of(estimate_of(plan)) == file_of(estimate_of(plan)));
         }},
        {"a plan read from its file gives the same bytes",
         [] {
             const Scenario plan = any_plan();
             const Scenario again = parse_scenario(write_scenario(plan, Expand::defaults).dump()).scenario;
             RC_ASSERT(file_of(estimate_of(plan)) == file_of(estimate_of(again)));
         }},
        {"an estimate survives writing and strict reading, and holds no null",
         [] {
             const std::string text = file_of(estimate_of(any_plan())).dump();
             const JsonDocument document = parse_json(text);
             RC_ASSERT(document.issues.empty());
             RC_ASSERT(text.find("null") == std::string::npos);
         }},
        {"what validates can be computed, what does not cannot",
         [] {
             const Scenario plan = with(any_plan(), [](Scenario& changed) {
                 changed.parallel.tensor = *rc::gen::inRange<std::int64_t>(1, 9);
                 changed.parallel.pipeline = *rc::gen::inRange<std::int64_t>(1, 5);
             });
             const bool sound = validate(plan, engine_data().hardware, engine_data().presets).empty();
             RC_ASSERT(estimate(plan, engine_data()).estimate.has_value() == sound);
         }},
    };
    return all;
}

const std::vector<Property>& comparison_properties()
{
    static const std::vector<Property> all{
        {"what one build is ahead, the other is behind",
         [] {
             const std::vector<Comparison> ways = both_ways_of_one_task();
             RC_ASSERT(ways[0].rows.size() == ways[1].rows.size());
             for (std::size_t row = 0; row < ways[0].rows.size(); ++row) {
                 const std::optional<Delta>& forth = ways[0].rows[row].deltas[1];
                 const std::optional<Delta>& back = ways[1].rows[row].deltas[1];
                 RC_ASSERT(forth.has_value() == back.has_value());
                 if (!forth) continue;
                 RC_ASSERT(forth->difference.number == -back->difference.number);
                 RC_ASSERT(forth->clear == back->clear);
             }
         }},
        {"the best build stays the best in another order",
         [] {
             const std::vector<Comparison> ways = both_ways_of_one_task();
             for (std::size_t row = 0; row < ways[0].rows.size(); ++row) {
                 RC_ASSERT(ways[0].rows[row].ranking == ways[1].rows[row].ranking);
                 if (ways[0].rows[row].best) RC_ASSERT(*ways[0].rows[row].best == 1 - ways[1].rows[row].best.value());
             }
         }},
        {"a build beside itself differs in nothing",
         [] {
             const Scenario plan = any_plan();
             const Comparison same = both_ways(plan, plan).front();
             RC_ASSERT(same.inputs.empty() && same.same_question());
             for (const ComparedRow& row : same.rows) RC_ASSERT(row.all_equal());
         }},
        {"parts of a sweep together are the sweep",
         [] {
             const Scenario plan = any_plan();
             const std::string_view field = "training.micro_batch";
             const std::vector<std::int64_t> values{1, 2, 3, 5, 8, 13};
             const auto cut = static_cast<std::ptrdiff_t>(*rc::gen::inRange<std::size_t>(0, values.size() + 1));
             std::vector<SweepPoint> parts = sweep(plan, engine_data(), field, {values.begin(), values.begin() + cut});
             for (SweepPoint& point : sweep(plan, engine_data(), field, {values.begin() + cut, values.end()}))
                 parts.push_back(std::move(point));
             const std::vector<SweepPoint> whole = sweep(plan, engine_data(), field, values);
             RC_ASSERT(parts.size() == whole.size());
             for (std::size_t i = 0; i < whole.size(); ++i) {
                 RC_ASSERT(parts[i].value == whole[i].value);
                 RC_ASSERT(parts[i].estimate.has_value() == whole[i].estimate.has_value());
                 if (whole[i].estimate) RC_ASSERT((file_of(*parts[i].estimate) == file_of(*whole[i].estimate)));
             }
         }},
        {"a point of a sweep is the estimate there",
         [] {
             const Scenario plan = any_plan();
             const auto batch = *rc::gen::inRange<std::int64_t>(1, 100);
             const auto points = sweep(plan, engine_data(), "training.micro_batch", {batch});
             const Scenario there = with(plan, [&](Scenario& changed) { changed.training.micro_batch = batch; });
             RC_ASSERT(points.size() == 1U);
             RC_ASSERT(file_of(points[0].estimate.value()) == file_of(estimate_of(there)));
         }},
    };
    return all;
}

constexpr std::int64_t largest = std::numeric_limits<std::int64_t>::max();

const std::vector<Property>& number_properties()
{
    static const std::vector<Property> all{
        {"the one solver finds what trying all finds",
         [] {
             const auto bound = *rc::gen::inRange<std::int64_t>(0, 3000);
             const auto highest = *rc::gen::inRange<std::int64_t>(1, 2000);
             const std::optional<std::int64_t> expected =
                 bound >= 1 ? std::optional(std::min(bound, highest)) : std::nullopt;
             RC_ASSERT(largest_that(1, highest, [&](std::int64_t n) { return n <= bound; }) == expected);
         }},
        {"sums and products of counts are right or out of range",
         [] {
             const auto a = *rc::gen::inRange<std::int64_t>(0, largest);
             const auto b = *rc::gen::inRange<std::int64_t>(0, largest);
             const Count added = Count(a) + Count(b);
             const Count multiplied = Count(a) * Count(b);
             if (a >= largest - b)
                 RC_ASSERT(added.is_out_of_range());
             else
                 RC_ASSERT(added.value() == a + b);
             if (b != 0 && a > (largest - 1) / b)
                 RC_ASSERT(multiplied.is_out_of_range());
             else
                 RC_ASSERT(
                     (b == 0 ? multiplied.value() == 0 : multiplied.value() / b == a && multiplied.value() % b == 0));
         }},
        {"out of range stays out of range",
         [] {
             const auto a = *rc::gen::inRange<std::int64_t>(1, largest);
             RC_ASSERT((Count::out_of_range() + Count(a)).is_out_of_range());
             RC_ASSERT((Count(a) * Count::out_of_range()).is_out_of_range());
             RC_ASSERT((Count::out_of_range() - Count(a)).is_out_of_range());
         }},
        {"rounding up a quotient wastes less than one",
         [] {
             const auto total = *rc::gen::inRange<std::int64_t>(0, std::int64_t{1} << 60);
             const auto size = *rc::gen::inRange<std::int64_t>(1, std::int64_t{1} << 40);
             const std::int64_t pieces = divide_rounding_up(Count(total), Count(size)).value();
             RC_ASSERT(pieces >= total / size && pieces <= total / size + 1);
             RC_ASSERT((pieces == total / size) == (total % size == 0));
         }},
        {"GiB come back",
         [] {
             const auto amount = *rc::gen::inRange<std::int64_t>(0, 8'000'000);
             const double gib = static_cast<double>(amount) / 1024.0;
             RC_ASSERT(Bytes::gib(gib).as_gib() == gib);
         }},
        {"points of a curve rise and reach their end",
         [] {
             const auto until = *rc::gen::inRange<std::int64_t>(1, 1'000'000);
             const std::vector<std::int64_t> points = half_octaves(until);
             RC_ASSERT(points.front() == 1 && points.back() >= until);
             for (std::size_t i = 1; i < points.size(); ++i) {
                 RC_ASSERT(points[i] > points[i - 1]);
                 RC_ASSERT(points[i] <= 2 * points[i - 1]);
             }
         }},
    };
    return all;
}

std::vector<Property> properties()
{
    std::vector<Property> all = file_properties();
    all.insert(all.end(), comparison_properties().begin(), comparison_properties().end());
    all.insert(all.end(), number_properties().begin(), number_properties().end());
    return all;
}

/// Properties of all files, comparisons, sweeps and numbers.
class FilePropertiesTest : public QObject {
    Q_OBJECT
private slots:
    void holds()
    {
        each_of(properties(), &Property::name,
                [&](const Property& property) { QVERIFY(rc::check(property.name, property.body)); });
    }
};

RIGWRIGHT_TEST(FilePropertiesTest)

} // namespace rigwright::test::tst_properties_files

#include "tst_properties_files.moc"
