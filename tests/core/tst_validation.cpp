// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/validation/fit.h"
#include "core/validation/outcome.h"
#include "core/validation/refit.h"
#include "tests/support/engine_case.h"
#include "tests/support/suite.h"

#include <set>
#include <sstream>

namespace rigwright::test::tst_validation {

Reading reading_of(ReadingKind kind, double measured, double rounding = 0.0, bool ambiguous = false)
{
    return {kind, measured, rounding, ambiguous, 0};
}

Outcome outcome_of(ReadingKind kind, const char* source, double measured, double predicted)
{
    return {"", source, "cnn", "a100-sxm-80", reading_of(kind, measured), predicted, {}};
}

std::string case_line(const std::string& measured, const std::string& more = {})
{
    return R"({"id": "one", "scenario": {"format": "rigwright.scenario", "version": 1, "model": {"preset": "resnet50"},)"
           R"( "training": {"micro_batch": 32}, "build": {"gpu": "a100-sxm-80"}}, "measured": )" +
           measured + more + "}";
}

const GroupRow* row_named(const DomainSummary& summary, Grouping grouping, const std::string& name)
{
    for (const GroupRow& row : summary.rows)
        if (row.grouping == grouping && row.name == name) return &row;
    return nullptr;
}

FitPlan shipped_plan()
{
    LoadedFitPlan loaded = load_fit_plan(find_data_directory().value_or(DataDirectory({})));
    return loaded.issues.empty() ? std::move(loaded.plan) : FitPlan{};
}

/// Readings computed by the engine with other values of some coefficients.
std::vector<Case> cases_made_with(const EngineData& data)
{
    std::vector<Case> cases;
    for (const char* preset : {"resnet18", "resnet50", "vgg16", "mobilenet_v2"}) {
        for (const std::int64_t batch : {8, 32, 64}) {
            Case one;
            one.scenario = scenario_of(preset, batch);
            one.scenario.training.autotune = true;
            one.source = preset;
            one.kind_of_model = "cnn";
            const Evaluation evaluation = evaluate(one.scenario, data);
            one.readings = {reading_of(ReadingKind::device, *predicted_figure(evaluation, data, ReadingKind::device))};
            cases.push_back(std::move(one));
        }
    }
    return cases;
}

/// Three cases in two groups.
std::vector<Case> refitted_cases()
{
    std::vector<Case> cases(3);
    const std::array<const char*, 3> groups{"one|a|cnn", "one|a|cnn", "two|b|cnn"};
    for (std::size_t i = 0; i < cases.size(); ++i) {
        cases[i].id = "case" + std::to_string(i);
        cases[i].group = groups[i];
    }
    return cases;
}

RefitTable refits_of(const std::string& table)
{
    static const std::vector<Case> cases = refitted_cases();
    std::istringstream stream(table);
    return read_refits(stream, cases);
}

class ValidationTest : public QObject {
    Q_OBJECT

private slots:
    void errors_allow_for_rounding_and_units()
    {
        const Rows<double, bool, double, double> rows{
            {"too much", 0.0, false, 1100.0, 0.1},
            {"too little", 0.0, false, 900.0, -0.1},
            {"inside the rounding", 50.0, false, 1050.0, 0.0},
            {"beyond the rounding, from the figure", 50.0, false, 1060.0, 0.06},
            // 1000 / 1.024 = 976.5625 is the other reading of the unit.
            {"the other unit exactly", 0.0, true, 976.5625, 0.0},
            {"nearer to the other unit", 0.0, true, 878.90625, -0.1},
            {"nearer to the first unit", 0.0, true, 1100.0, 0.1},
        };
        rows.each([&](auto rounding, auto ambiguous, auto predicted, auto error) {
            const Reading reading = reading_of(ReadingKind::device, 1000.0, rounding, ambiguous);
            QVERIFY(std::abs(credited_error(reading, predicted) - error) < 1e-12);
            // The distance that fits make small is continuous: it starts at the end of the rounding.
            const bool below = predicted < 1000.0 - rounding;
            if (!ambiguous && error != 0.0)
                QVERIFY(std::abs(log_distance(reading, predicted) -
                                 std::log(predicted / (1000.0 + (below ? -rounding : rounding)))) < 1e-12);
            if (error == 0.0) QCOMPARE(log_distance(reading, predicted), 0.0);
        });
    }

    void counts_bounds()
    {
        Reading bound = reading_of(ReadingKind::max_batch, 192.0);
        bound.out_of_memory_batch = 256;
        QCOMPARE(credited_error(bound, 192.0), 0.0);
        QCOMPARE(credited_error(bound, 255.0), 0.0);
        QVERIFY(credited_error(bound, 256.0) > 0.0);
        QCOMPARE(credited_error(bound, 96.0), -0.5);
        Outcome inside = outcome_of(ReadingKind::max_batch, "a", 192.0, 200.0);
        inside.reading = bound;
        Outcome outside = inside;
        outside.predicted = 300.0;
        const auto summaries = summarize({inside, outside});
        QCOMPARE(summaries.size(), std::size_t{1});
        QCOMPARE(summaries[0].bounds->inside, std::size_t{1});
        QCOMPARE(summaries[0].bounds->count, std::size_t{2});
        QVERIFY(summaries[0].rows.empty());
    }

    void summarizes_errors()
    {
        // Sizes in order: 0, 0.01, 0.02, 0.04, 0.2.
        const std::vector<double> errors{0.02, -0.04, 0.0, 0.2, -0.01};
        const ErrorSummary summary = summary_of(errors);
        QCOMPARE(summary.count, std::size_t{5});
        QCOMPARE(summary.median, 0.02);
        QVERIFY(is_within(summary.mean, 0.27 / 5.0, 1e-12));
        QVERIFY(is_within(summary.p90, 0.04 + 0.6 * 0.16, 1e-12));
        QVERIFY(is_within(summary.bias, 0.17 / 5.0, 1e-12));
        QCOMPARE(summary.under, 0.2);
        QCOMPARE(summary_of({}).count, std::size_t{0});
        QCOMPARE(quantile({3.0}, 0.98), 3.0);
    }

    void groups_and_domains_stay_apart()
    {
        std::vector<Outcome> outcomes{outcome_of(ReadingKind::device, "a", 100.0, 110.0),
                                      outcome_of(ReadingKind::device, "a", 100.0, 110.0),
                                      outcome_of(ReadingKind::allocated, "b", 100.0, 80.0),
                                      outcome_of(ReadingKind::throughput, "b", 100.0, 150.0)};
        outcomes.push_back(outcomes.front());
        outcomes.back().predicted.reset();
        const auto summaries = summarize(outcomes);
        QCOMPARE(summaries.size(), std::size_t{2});
        const DomainSummary& memory = summaries[0];
        QCOMPARE(memory.domain, Domain::memory);
        QCOMPARE(row_named(memory, Grouping::everything, "")->errors.count, std::size_t{3});
        QVERIFY(is_within(row_named(memory, Grouping::everything, "")->errors.mean, 0.4 / 3.0, 1e-12));
        QVERIFY(is_within(row_named(memory, Grouping::source, "a")->errors.mean, 0.1, 1e-12));
        QVERIFY(is_within(row_named(memory, Grouping::kind, "allocated")->errors.bias, -0.2, 1e-12));
        QVERIFY(is_within(row_named(memory, Grouping::mean_of_sources, "")->errors.mean, 0.15, 1e-12));
        QCOMPARE(row_named(memory, Grouping::mean_of_sources, "")->errors.count, std::size_t{2});
        QVERIFY(is_within(row_named(summaries[1], Grouping::everything, "")->errors.bias, 0.5, 1e-12));
    }

    void intervals_are_of_measured_over_predicted()
    {
        std::vector<Outcome> outcomes;
        // Measured over predicted: 1.00, 1.01, ... 1.10.
        for (int i = 0; i <= 10; ++i) outcomes.push_back(outcome_of(ReadingKind::device, "a", 100.0 + i, 100.0));
        const auto summaries = summarize(outcomes);
        QCOMPARE(summaries[0].intervals.size(), std::size_t{1});
        const Interval& interval = summaries[0].intervals[0];
        QVERIFY(is_within(interval.low, 1.01, 1e-12));
        QVERIFY(is_within(interval.high, 1.09, 1e-12));
        QVERIFY(is_within(interval.margin, 1.098, 1e-12));
    }

    void reads_a_case()
    {
        const CaseReading read = parse_case(case_line(
            R"({"kind": "allocated", "bytes": 3221225472.0, "rounding_bytes": 53687091.2, "unit_ambiguous": true})",
            R"(, "group": "zoo|A100|cnn", "class": "resnet", "source": "somebody/zoo table 3", "note": "", "quality": "B")"));
        QVERIFY(read.errors.empty());
        QCOMPARE(read.value.source, std::string("zoo"));
        QCOMPARE(read.value.kind_of_model, std::string("resnet"));
        QCOMPARE(read.value.readings.size(), std::size_t{1});
        QCOMPARE(read.value.readings[0].measured, 3221225472.0);
        QVERIFY(read.value.readings[0].unit_ambiguous);
        const CaseReading without_group =
            parse_case(case_line(R"({"samples_per_second": 10})", R"(, "source": "a/b c")"));
        QVERIFY(without_group.errors.empty());
        QCOMPARE(without_group.value.source, std::string("a/b"));
    }

    void figures_that_repeat_others_count_once()
    {
        const CaseReading read = parse_case(case_line(
            R"({"step_seconds": 2, "samples_per_second": 16, "forward_seconds": 0.5, "tflops_per_gpu": 3, "memory": [)"
            R"({"kind": "allocated", "bytes": 5}, {"kind": "reserved", "bytes": 6, "repeated_from_other_row": true},)"
            R"({"kind": "activations-relative", "percent": 20, "baseline": "x"}]})"));
        QVERIFY(read.errors.empty());
        std::set<ReadingKind> kinds;
        for (const Reading& reading : read.value.readings) kinds.insert(reading.kind);
        QCOMPARE(kinds, (std::set{ReadingKind::step_time, ReadingKind::forward_time, ReadingKind::allocated}));
        QCOMPARE(read.value.readings.size(), std::size_t{3});
        QCOMPARE(read.value.not_compared,
                 (std::vector<std::string>{"repeated_from_other_row", "activations-relative", "tflops_per_gpu"}));
    }

    void refuses_defective_cases()
    {
        const Rows<std::string, std::string, std::string> rows{
            {"no JSON", "{", "$", "json-ends-early"},
            {"a list", "[]", "$", "not-an-object"},
            {"no figure", case_line("{}"), "$.measured", "case-without-figure"},
            {"figures are a number", case_line("5"), "$.measured", "not-an-object"},
            {"unknown kind", case_line(R"({"kind": "disk", "bytes": 1})"), "$.measured.kind", "unknown-word"},
            {"kind is a number", case_line(R"({"kind": 1, "bytes": 1})"), "$.measured.kind", "not-a-text"},
            {"no bytes", case_line(R"({"kind": "device"})"), "$.measured.bytes", "missing-key"},
            {"zero bytes", case_line(R"({"kind": "device", "bytes": 0})"), "$.measured.bytes", "number-not-above"},
            {"rounded to nothing", case_line(R"({"kind": "device", "bytes": 5, "rounding_bytes": 5})"),
             "$.measured.rounding_bytes", "case-rounding-too-large"},
            {"negative speed", case_line(R"({"samples_per_second": -1})"), "$.measured.samples_per_second",
             "number-not-above"},
            {"empty bound", case_line(R"({"kind": "max-batch", "fits_batch": 8, "out_of_memory_batch": 8})"),
             "$.measured.out_of_memory_batch", "case-bound-empty"},
            {"half a batch", case_line(R"({"kind": "max-batch", "fits_batch": 7.5, "out_of_memory_batch": 8})"),
             "$.measured.fits_batch", "not-an-integer"},
            {"memory is no list", case_line(R"({"memory": {}})"), "$.measured.memory", "not-an-array"},
            {"entry without kind", case_line(R"({"memory": [{"bytes": 1}]})"), "$.measured.memory[0].kind",
             "missing-key"},
            {"unknown figure", case_line(R"({"step_second": 1})"), "$.measured.step_second", "unknown-key-nearest"},
            {"unknown key", case_line(R"({"step_seconds": 1})", R"(, "colour": "red")"), "$.colour", "unknown-key"},
            {"defect in the scenario", R"({"id": "a", "scenario": {"format": "rigwright.scenario"}, "measured": {}})",
             "$.scenario.version", "missing-key"},
        };
        rows.each([&](const auto& line, const auto& path, const auto& code) {
            const CaseReading read = parse_case(line);
            QVERIFY(!read.errors.empty());
            const bool found = std::ranges::any_of(
                read.errors, [&](const Finding& error) { return error.code == code && json_path_of(error) == path; });
            QVERIFY2(found, (json_path_of(read.errors[0]) + ": " + read.errors[0].code).c_str());
        });
    }

    void predictions_match_the_estimate()
    {
        Case one;
        one.id = "resnet50";
        one.scenario = scenario_of("resnet50", 4);
        // Counts of torchvision's ResNet-50; bytes kept for backward measured on PyTorch 1.13 (tests/truth/structure).
        one.readings = {reading_of(ReadingKind::parameters, 25557032.0), reading_of(ReadingKind::device, 1e9),
                        reading_of(ReadingKind::step_time, 1.0), reading_of(ReadingKind::forward_macs, 4089184256.0)};
        const std::vector<Outcome> outcomes = outcomes_of(one, engine_data());
        const Evaluation evaluation = evaluated(one.scenario);
        QCOMPARE(outcomes.size(), std::size_t{4});
        QCOMPARE(outcomes[0].error(), 0.0);
        QCOMPARE(*outcomes[1].predicted, evaluation.estimate->memory->total.as_double());
        QCOMPARE(*outcomes[2].predicted, evaluation.estimate->time->step.base());
        QCOMPARE(outcomes[3].error(), 0.0);
    }

    void gives_the_reason_if_nothing_is_predicted()
    {
        Case one;
        one.scenario = scenario_of("no-such-model");
        one.readings = {reading_of(ReadingKind::device, 1e9)};
        const std::vector<Outcome> outcomes = outcomes_of(one, engine_data());
        QVERIFY(!outcomes[0].predicted.has_value());
        QCOMPARE(outcomes[0].errors.at(0).code, std::string("unknown-preset"));
        QCOMPARE(json_path_of(outcomes[0].errors[0]), std::string("$.scenario.model.preset"));
        one.scenario = scenario_of("resnet50");
        one.scenario.build.gpu = "none";
        one.readings = {reading_of(ReadingKind::step_time, 0.1)};
        const std::vector<Outcome> on_cpu = outcomes_of(one, engine_data());
        QVERIFY(!on_cpu[0].predicted.has_value());
        QVERIFY(!on_cpu[0].errors.empty());
    }

    void shipped_plan_is_sound()
    {
        const LoadedFitPlan loaded = load_fit_plan(find_data_directory().value_or(DataDirectory({})));
        QVERIFY(loaded.issues.empty());
        const FitSection* memory = loaded.plan.section(Domain::memory);
        const FitSection* time = loaded.plan.section(Domain::time);
        QVERIFY(memory != nullptr && time != nullptr);
        QVERIFY(memory->coefficients.size() <= 25);
        for (const FitSection* section : {memory, time}) {
            for (const FittedCoefficient& one : section->coefficients)
                QVERIFY2(one.prior > 0.0 && one.minimum <= one.present && one.present <= one.maximum, one.name.c_str());
        }
    }

    void fit_finds_the_values_that_made_the_readings()
    {
        const FitPlan plan = shipped_plan();
        const FitSection* section = plan.section(Domain::memory);
        QVERIFY(section != nullptr);
        std::vector<double> made;
        std::size_t factor = 0;
        std::size_t transformed = 0;
        for (const FittedCoefficient& one : section->coefficients) {
            if (one.name == "reserve_factor") factor = made.size();
            if (one.name == "workspace_winograd") transformed = made.size();
            made.push_back(one.prior);
        }
        made[factor] = 1.12;
        made[transformed] = 0.6;
        EngineData data = engine_data();
        nlohmann::json calibration = plan.calibration;
        apply_values(*section, made, calibration, data);
        const std::vector<Case> cases = cases_made_with(data);
        std::vector<const Case*> pointers;
        for (const Case& one : cases) pointers.push_back(&one);
        const Fit found = fit(pointers, plan, Domain::memory, engine_data());
        QCOMPARE(found.readings, cases.size());
        QCOMPARE(found.sources.size(), std::size_t{4});
        QVERIFY(found.loss < 0.2 * found.loss_at_priors);
        QVERIFY2(is_within(found.values[factor], 1.12, 0.02), qPrintable(QString::number(found.values[factor])));
        QVERIFY2(is_within(found.values[transformed], 0.6, 0.15),
                 qPrintable(QString::number(found.values[transformed])));
        // Nothing here has a loss over many classes in 16 bit.
        for (std::size_t k = 0; k < made.size(); ++k) {
            if (found.cases[k] == 0) QCOMPARE(found.values[k], section->coefficients[k].prior);
        }
    }

    /// Bounds that exclude each other leave nothing to search.
    void a_failed_search_is_reported()
    {
        FitPlan plan = shipped_plan();
        for (FitSection& section : plan.sections) {
            if (section.domain != Domain::time) continue;
            section.coefficients.front().minimum = 2.0 * section.coefficients.front().maximum;
        }
        const CaseReading read = parse_case(case_line(R"({"step_seconds": 2})"));
        const Fit found = fit({&read.value}, plan, Domain::time, engine_data());
        QCOMPARE(found.failure, std::string("INVALID_ARGS"));
        for (std::size_t k = 0; k < found.values.size(); ++k)
            QVERIFY(is_within(found.values[k], plan.section(Domain::time)->coefficients[k].prior, 1e-9));
    }

    void left_out_readings_do_not_move_their_own_prediction()
    {
        const FitPlan plan = shipped_plan();
        EngineData data = engine_data();
        nlohmann::json calibration = plan.calibration;
        std::vector<double> priors;
        for (const FittedCoefficient& one : plan.section(Domain::memory)->coefficients) priors.push_back(one.prior);
        apply_values(*plan.section(Domain::memory), priors, calibration, data);
        std::vector<Case> cases = cases_made_with(data);
        for (Case& one : cases) {
            if (one.source == "vgg16") one.readings[0].measured *= 3.0;
        }
        const std::vector<Outcome> outcomes = left_out_outcomes(cases, LeaveOut::source, plan, engine_data());
        QCOMPARE(outcomes.size(), cases.size());
        for (const Outcome& outcome : outcomes) {
            if (outcome.source != "vgg16") continue;
            // The others were made with the priors, so the fit without this source stays there.
            QVERIFY2(is_within(outcome.error(), -2.0 / 3.0, 0.02), qPrintable(QString::number(outcome.error())));
        }
    }

    void refits_are_scored_group_by_group()
    {
        // Speeds: a prediction of half the speed is a time twice as long.
        const RefitTable table = refits_of("id,measured,fitted,gpu,family,source\n"
                                           "case0,100,100,50,100,100\n"
                                           "case1,100,100,100,100,100\n"
                                           "case2,100,200,200,100,110\n");
        QCOMPARE(table.bad_line, std::size_t{0});
        QCOMPARE(table.rows.size(), std::size_t{3});
        const auto all = [](const RefitRow&) { return true; };
        const RefitScore seen = score_of(table.rows, Unseen::nothing, all);
        QCOMPARE(seen.cases, std::size_t{3});
        QCOMPARE(seen.groups, std::size_t{2});
        // Groups: 0 and ln 2, the second too short.
        QVERIFY(is_within(seen.mean, std::sqrt(2.0) - 1.0, 1e-12));
        QVERIFY(is_within(seen.bias, std::sqrt(0.5) - 1.0, 1e-12));
        // Of two groups the mean of both, as of every other quantile.
        QVERIFY(is_within(seen.median, std::sqrt(2.0) - 1.0, 1e-12));
        QCOMPARE(seen.within_quarter, 0.5);
        // Groups: the mean of ln 2 and 0, and ln 2; plus and minus.
        const RefitScore gpus = score_of(table.rows, Unseen::gpu, all);
        QVERIFY(is_within(gpus.mean, std::pow(2.0, 0.75) - 1.0, 1e-12));
        QVERIFY(is_within(gpus.bias, std::pow(2.0, -0.25) - 1.0, 1e-12));
        QCOMPARE(gpus.within_quarter, 0.25);
        const RefitScore second =
            score_of(table.rows, Unseen::source, [](const RefitRow& row) { return row.group == "two|b|cnn"; });
        QVERIFY(is_within(second.median, 0.1, 1e-12));
        QCOMPARE(score_of(table.rows, Unseen::gpu, [](const RefitRow&) { return false; }).groups, std::size_t{0});
    }

    void defective_refits_are_located()
    {
        const Rows<std::string, qsizetype> rows{
            {"no case", "case0,1,1,1,1,1\ncase9,1,1,1,1,1\n", 3},
            {"too few columns", "case0,1,1,1,1\n", 2},
            {"too many columns", "case0,1,1,1,1,1,1\n", 2},
            {"nothing", "case0,1,1,1,1,\n", 2},
            {"zero", "case0,0,1,1,1,1\n", 2},
            {"below zero", "case0,1,-1,1,1,1\n", 2},
            {"beyond numbers", "case0,1,1,1e999,1,1\n", 2},
            {"no number", "case0,1,1,1,nan,1\n", 2},
            {"an empty line", "\ncase0,1,1,1,1,1\n", 2},
        };
        rows.each([&](const auto& lines, auto line) {
            const RefitTable table = refits_of("id,measured,fitted,gpu,family,source\n" + lines);
            QCOMPARE(static_cast<qsizetype>(table.bad_line), line);
            QCOMPARE(refits_of("id,measured\n").bad_line, std::size_t{1});
            QCOMPARE(refits_of("").bad_line, std::size_t{1});
        });
    }
};

RIGWRIGHT_TEST(ValidationTest)

} // namespace rigwright::test::tst_validation

#include "tst_validation.moc"
