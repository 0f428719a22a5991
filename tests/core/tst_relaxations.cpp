// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/recommend/card_search.h"
#include "core/recommend/recommendation.h"
#include "tests/support/engine_case.h"
#include "tests/support/suite.h"

#include <algorithm>

namespace rigwright::test::tst_relaxations {

using nlohmann::json;

/// Which field to change, where nothing answers, so that something does.
struct Asked {
    const char* field;
    const char* preset;
    std::int64_t micro_batch;
    /// Parts of the scenario beyond the preset, as files have them.
    const char* parts;
    /// What stands in the words of it.
    const char* said;
};

const std::vector<Asked>& all_asked()
{
    static const std::vector<Asked> all{
        // Weights of 2.7 billion parameters in fp32 on cards of 48 GB at the most.
        {"constraints.memory_reserve", "gpt3-2.7b", 1,
         R"({"constraints": {"memory_reserve": 0.9, "maximum_gpus": 1, "generations": ["Ada Lovelace"]}})",
         "instead of 90%"},
        {"constraints.maximum_gpus", "gpt3-175b", 1,
         R"({"constraints": {"maximum_gpus": 1}, "training": {"precision": "bf16-master"},
             "parallel": {"zero_stage": 3}, "build": {"gpus_per_node": 8}})",
         "instead of 1 "},
        {"requirements.rack_units", "resnet50", 32,
         R"({"requirements": {"rack_units": 1}, "constraints": {"generations": ["Gaudi"]}})", "instead of 1 "},
        {"requirements.takt_seconds", "resnet50", 1,
         R"({"requirements": {"takt_seconds": 1e-5}, "training": {"mode": "infer"}})", ""},
        {"constraints.vendors", "resnet50", 512, R"({"constraints": {"vendors": ["Hygon"]}})", "allowing NVIDIA"},
        {"constraints.generations", "resnet50", 512, R"({"constraints": {"generations": ["Kepler"]}})",
         "allowing Ampere"},
        {"constraints.availability", "resnet50", 512,
         R"({"constraints": {"availability": ["rent-only"], "acquisition": "purchase"}})",
         "allowing GPUs on ordinary sale"},
    };
    return all;
}

Scenario scenario_for(const Asked& asked)
{
    json file = json::parse(write_scenario(scenario_of(asked.preset, asked.micro_batch)).dump());
    file.merge_patch(json::parse(asked.parts));
    const ScenarioReading reading = read_scenario(file);
    for (const Finding& finding : reading.errors) qWarning("%s %s", finding.field.c_str(), finding.code.c_str());
    return reading.scenario;
}

json words_of(const Recommendation& answer)
{
    return json::parse(
        recommendation_json(answer, engine_data(), "USD", [](const std::string& code, const Arguments& arguments) {
            return messages(Language::english).text(code, arguments);
        }).dump());
}

/// Where no build keeps what the search is limited to, each limit that alone stands in the way is named.
class RelaxationsTest : public QObject {
    Q_OBJECT
private slots:
    void the_limit_in_the_way_is_named()
    {
        each_of(all_asked(), &Asked::field, [&](const Asked& asked) {
            const Recommendation answer = recommend(scenario_for(asked), engine_data());
            QVERIFY2(answer.errors.empty(), answer.errors.empty() ? "" : answer.errors[0].code.c_str());
            QVERIFY(answer.front.empty());
            const auto found = std::ranges::find_if(
                answer.relaxations, [&](const Relaxation& r) { return std::string_view(r.field) == asked.field; });
            QVERIFY(found != answer.relaxations.end());
            QVERIFY(found->admitted.figures.time.base() > 0.0);
            const json words = words_of(answer);
            for (const json& each : words["relaxations"]) {
                const std::string text = each["message"].get<std::string>();
                QVERIFY2(text.find("[") == std::string::npos, text.c_str());
                if (each["field"] == asked.field) QVERIFY2(text.find(asked.said) != std::string::npos, text.c_str());
            }
        });
    }

    /// Where the plan is the inspection itself, a part a 50th of a second.
    void machines_that_inspect_keep_the_takt()
    {
        Scenario scenario = scenario_of("resnet50", 8);
        scenario.training.mode = RunMode::infer;
        scenario.requirements.takt_seconds = 0.02;
        const Recommendation answer = recommend(scenario, engine_data());
        QVERIFY(answer.front.size() > 1);
        for (const Candidate& candidate : answer.front) {
            const Evaluation own = evaluated(candidate.scenario);
            QVERIFY(own.estimate && own.estimate->takt);
            QVERIFY2(own.estimate->takt->met, qPrintable(QString::number(own.estimate->takt->part_latency.base())));
        }
        QVERIFY(
            std::ranges::any_of(answer.rejections, [](const Rejection& each) { return each.code == "takt-missed"; }));
    }
};

RIGWRIGHT_TEST(RelaxationsTest)

} // namespace rigwright::test::tst_relaxations

#include "tst_relaxations.moc"
