// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/run/sweep.h"
#include "core/estimate/working/explain.h"
#include "core/estimate/working/method.h"
#include "core/json/strict_json.h"
#include "core/report/comparison.h"
#include "core/scenario/fields.h"
#include "core/text/number_text.h"
#include "tests/support/engine_case.h"
#include "tests/support/file_content.h"
#include "tests/support/need_case.h"
#include "tests/support/suite.h"

#include <set>

namespace rigwright::test::tst_method {

/// The plans that the method page of the guide is written from.
std::vector<Evaluation> plans_of_the_page()
{
    std::vector<Evaluation> evaluations;
    const QDir folder(source_path("tests/data/method"));
    for (const QString& name : folder.entryList({"*.json"}, QDir::Files, QDir::Name)) {
        const ScenarioReading reading = parse_scenario(content_of(folder.filePath(name)).toStdString());
        if (reading.errors.empty()) evaluations.push_back(evaluated(reading.scenario));
        if (!reading.errors.empty() || !evaluations.back().estimate) qWarning("%s has errors", qPrintable(name));
    }
    return evaluations;
}

/// Plans that cover every kind of answer: each third preset unchanged, and six of them in many variants.
std::vector<Scenario> plans()
{
    std::vector<Scenario> all;
    std::size_t number = 0;
    for (const Preset& preset : engine_data().presets) {
        if (number++ % 3 != 0) continue;
        Scenario plan = scenario_of(preset.id, 2);
        plan.dataset.samples = 1000;
        all.push_back(plan);
    }
    for (const char* preset : {"resnet50", "gpt2-medium", "llama-3-8b", "detr_r50", "mixtral-8x7b", "t5-small"}) {
        Scenario plan = with_fields(scenario_of(preset, 4), R"({"dataset.samples": 5000,
            "dataset.encoded_bytes_per_sample": 120000, "training.epochs": 3, "training.precision": "bf16-amp",
            "build.cpu": "epyc-9654", "build.ram_GiB": 512, "build.storage": "nvme4", "build.storage_TB": 4.0,
            "economics.currency": "CNY", "requirements.deadline_seconds": 86400.0, "requirements.growth": 2.0})");
        all.push_back(plan);
        Scenario many = with_fields(plan, R"({"build.gpus_per_node": 8, "build.nodes": 2, "parallel.zero_stage": 2,
            "training.gradient_accumulation": 4})");
        all.push_back(many);
        Scenario infers = plan;
        infers.training.mode = RunMode::infer;
        all.push_back(infers);
        Scenario small = plan;
        small.build.gpu = "gtx1650";
        small.training.precision = Precision::fp32;
        all.push_back(small);
        Scenario measured = plan;
        Measurement run;
        run.micro_batch = 4;
        run.step_seconds = 0.3;
        run.peak_bytes = 9'000'000'000;
        measured.measurements = {run};
        all.push_back(measured);
        Scenario processor = plan;
        processor.build.gpu = "none";
        processor.training.precision = Precision::fp32;
        all.push_back(processor);
    }
    return all;
}

/// The number at "memory.parts.weights" of an estimate file.
std::optional<double> number_at(const nlohmann::ordered_json& file, std::string_view path)
{
    const nlohmann::ordered_json* at = &file;
    while (!path.empty()) {
        const std::size_t dot = std::min(path.find('.'), path.size());
        const auto found = at->find(std::string(path.substr(0, dot)));
        if (!at->is_object() || found == at->end()) return std::nullopt;
        at = &*found;
        path.remove_prefix(std::min(dot + 1, path.size()));
    }
    return at->is_number() ? std::optional(at->get<double>()) : std::nullopt;
}

std::string what_of(const Scenario& plan, std::string_view quantity)
{
    return plan.model.preset + " on " + plan.build.gpu + ": " + std::string(quantity);
}

/// The method page lists every formula, and a number shown in two places is identical to the last bit.
class MethodTest : public QObject {
    Q_OBJECT

private slots:
    void every_formula_is_on_the_page()
    {
        const std::vector<Evaluation> evaluations = plans_of_the_page();
        QVERIFY(!evaluations.empty());
        std::set<std::string> listed;
        for (const MethodPart& part : method_of(evaluations, engine_data()))
            for (const Derivation& working : part.formulas) listed.insert(working.formula);
        const nlohmann::json words = parse_json(source_text("resources/messages/en.json").toStdString()).value;
        QStringList missing;
        for (const auto& [code, text] : words.items())
            if (code.starts_with("formula.") && !listed.contains(code)) missing << QString::fromStdString(code);
        for (const QString& code : missing) qWarning("no plan shows %s", qPrintable(code));
        QVERIFY(missing.isEmpty());
    }

    void no_formula_is_listed_twice()
    {
        const std::vector<Evaluation> evaluations = plans_of_the_page();
        std::set<std::string> listed;
        for (const MethodPart& part : method_of(evaluations, engine_data())) {
            for (const Derivation& working : part.formulas) {
                std::string line = working.quantity + ' ' + working.formula;
                for (const Derivation& input : working.inputs)
                    if (line.starts_with(working.quantity + " =")) line += ' ' + input.symbol + input.quantity;
                QVERIFY2(listed.insert(line).second, line.c_str());
            }
            for (const Derivation& working : part.values)
                QVERIFY2(listed.insert(working.quantity + ' ' + working.source).second, working.quantity.c_str());
        }
    }

    void every_place_is_filled()
    {
        const std::vector<Evaluation> evaluations = plans_of_the_page();
        for (const Language language : {Language::english, Language::chinese}) {
            const Messages& words = messages(language);
            for (const MethodPart& part : method_of(evaluations, engine_data())) {
                for (const auto* nodes : {&part.formulas, &part.values}) {
                    for (const Derivation& working : *nodes) {
                        const WorkingText text = render(working, words);
                        for (const std::string& line : {text.name, text.formula, text.substituted, text.source})
                            QVERIFY2(!line.starts_with("[") && line.find('{') == std::string::npos, line.c_str());
                    }
                }
            }
        }
    }

    void workings_end_at_the_estimate()
    {
        std::size_t compared = 0;
        for (const Scenario& plan : plans()) {
            const Evaluation evaluation = evaluated(plan);
            if (!evaluation.estimate) continue;
            const nlohmann::ordered_json file = file_of(*evaluation.estimate);
            for (const std::string_view quantity : explained_quantities()) {
                std::optional<double> written = number_at(file, quantity);
                const std::optional<Derivation> working = explain(evaluation, engine_data(), quantity);
                if (!written || !working) continue;
                if (quantity.ends_with("_hours")) *written *= 3600.0;
                ++compared;
                QVERIFY2(working->value.number == *written,
                         (what_of(plan, quantity) + " is " + std::to_string(*written) + ", its working ends at " +
                          std::to_string(working->value.number))
                             .c_str());
            }
        }
        QVERIFY(compared > 3000);
    }

    void the_comparison_shows_the_estimates()
    {
        std::size_t compared = 0;
        const std::vector<Scenario> all = plans();
        for (std::size_t i = 1; i < all.size(); ++i) {
            const Evaluation first = evaluated(all[i - 1]);
            const Evaluation second = evaluated(all[i]);
            if (!first.estimate || !second.estimate) continue;
            const std::array files{file_of(*first.estimate), file_of(*second.estimate)};
            const Comparison comparison = compare({&first, &second}, 0, engine_data());
            for (const ComparedRow& row : comparison.rows) {
                for (std::size_t build = 0; build < files.size(); ++build) {
                    const std::optional<double> written = number_at(files.at(build), row.quantity);
                    if (!written || !row.values[build]) continue;
                    ++compared;
                    QVERIFY2(row.values[build]->value.number == *written, what_of(all[i], row.quantity).c_str());
                }
            }
        }
        QVERIFY(compared > 1000);
    }

    void a_curve_goes_through_the_plan()
    {
        for (const Scenario& plan : plans()) {
            const Evaluation evaluation = evaluated(plan);
            if (!evaluation.estimate) continue;
            const std::vector<SweepPoint> points = sweep(plan, engine_data(), "training.micro_batch",
                                                         {plan.training.micro_batch + 1, plan.training.micro_batch});
            QCOMPARE(points.size(), std::size_t{2});
            QVERIFY2(points[1].estimate && file_of(*points[1].estimate) == file_of(*evaluation.estimate),
                     what_of(plan, "micro_batch").c_str());
        }
    }

    void requirements_open_at_what_they_show()
    {
        std::size_t compared = 0;
        for (const Scenario& plan : plans()) {
            const Evaluation evaluation = evaluated(plan);
            if (!evaluation.estimate) continue;
            const std::optional<NeedAnswer> answer = answer_need(evaluation, engine_data());
            if (!answer) continue;
            for (const Requirement& row : answer->rows) {
                const std::string id = std::string("requirements.") + key_of(row.resource);
                if (const auto working = explain(evaluation, engine_data(), id)) {
                    ++compared;
                    QVERIFY2(working->value.number == row.needed().number, what_of(plan, id).c_str());
                }
                if (!row.present) continue;
                if (const auto working = explain(evaluation, engine_data(), id + "_present")) {
                    ++compared;
                    QVERIFY2(working->value.number == row.present->amount().number, what_of(plan, id).c_str());
                }
            }
        }
        QVERIFY(compared > 300);
    }
};

RIGWRIGHT_TEST(MethodTest)

} // namespace rigwright::test::tst_method

#include "tst_method.moc"
