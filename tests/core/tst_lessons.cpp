// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/working/explain.h"
#include "core/project/lesson.h"
#include "core/scenario/fields.h"
#include "tests/support/engine_case.h"
#include "tests/support/file_content.h"
#include "tests/support/suite.h"

#include <QTemporaryDir>

namespace rigwright::test::tst_lessons {

const LoadedLessons& shipped()
{
    static const LoadedLessons loaded = load_lessons(find_data_directory()->lessons());
    return loaded;
}

const Lesson* lesson(const std::string& id)
{
    const auto found = std::ranges::find(shipped().lessons, id, &Lesson::id);
    return found == shipped().lessons.end() ? nullptr : &*found;
}

LessonState state_with(const Lesson& each, const std::vector<std::pair<const char*, FieldValue>>& changes)
{
    Scenario plan = each.start;
    for (const auto& [path, value] : changes) field_of(path)->write(plan, value);
    const Evaluation start = evaluated(each.start);
    return lesson_state(each, start, evaluated(plan));
}

FieldValue word(const char* text) { return std::string(text); }
FieldValue number(std::int64_t n) { return n; }

std::string issue_of(const std::string& name, const std::string& text)
{
    QTemporaryDir folder;
    write_file(folder.filePath(QString::fromStdString(name)), QByteArray::fromStdString(text));
    const LoadedLessons loaded = load_lessons(folder.path().toStdString());
    if (!loaded.lessons.empty()) return "loaded";
    return loaded.issues.empty() ? "no issue" : loaded.issues.front().path + " " + loaded.issues.front().code;
}

std::string lesson_text(const std::string& id, const std::string& rest)
{
    return R"({"format":"rigwright.lesson","version":1,"order":1,"scenario":{"format":"rigwright.scenario","version":1,"model":{"preset":"resnet18"},"build":{"gpu":"t4"}},"id":)" +
           ('"' + id + '"') + rest + "}";
}

class LessonsTest : public QObject {
    Q_OBJECT
private slots:
    void every_lesson_loads_and_can_be_computed()
    {
        for (const JsonIssue& issue : shipped().issues)
            QFAIL((issue.file + " " + issue.path + " " + issue.code).c_str());
        QVERIFY(shipped().lessons.size() >= 10);
        for (const Lesson& each : shipped().lessons)
            QVERIFY2(evaluated(each.start).estimate.has_value(), each.id.c_str());
    }

    void every_lesson_speaks_both_languages()
    {
        for (const Language language : all_languages) {
            for (const Lesson& each : shipped().lessons) {
                std::vector<std::string> parts{"title", "task", "why"};
                if (each.prediction) parts.emplace_back("predict");
                if (each.answers > 0) parts.emplace_back("question");
                for (std::int64_t i = 1; i <= each.answers; ++i) parts.push_back("answer." + std::to_string(i));
                for (const std::string& part : parts)
                    QVERIFY2(messages(language).has("lesson." + each.id + "." + part), (each.id + "." + part).c_str());
            }
        }
    }

    void no_goal_is_met_at_the_start()
    {
        for (const Lesson& each : shipped().lessons) {
            if (each.goals.empty()) continue;
            const LessonState state = state_with(each, {});
            QVERIFY2(!state.done(), each.id.c_str());
            QVERIFY2(state.changed.empty(), each.id.c_str());
        }
    }

    void every_goal_can_be_reached()
    {
        const std::vector<std::pair<const char*, std::vector<std::pair<const char*, FieldValue>>>> solutions{
            {"fit-16-gib", {{"training.micro_batch", number(96)}, {"training.gradient_accumulation", number(2)}}},
            {"halve-the-cost", {{"training.micro_batch", number(16)}, {"training.execution", word("compiled")}}},
            {"another-gpu", {{"build.gpus_per_node", number(2)}}},
            {"saturate-the-batch", {{"training.micro_batch", number(64)}}},
            {"why-the-cpu",
             {{"dataset.source_height", number(375)},
              {"dataset.source_width", number(500)},
              {"dataset.encoded_bytes_per_sample", number(110000)}}},
            {"steps-and-accumulation",
             {{"training.micro_batch", number(5)}, {"training.gradient_accumulation", number(2)}}},
        };
        std::size_t with_goals = 0;
        for (const Lesson& each : shipped().lessons) with_goals += each.goals.empty() ? 0 : 1;
        QCOMPARE(solutions.size(), with_goals);
        for (const auto& [id, changes] : solutions) {
            QVERIFY2(lesson(id) != nullptr, id);
            QVERIFY2(state_with(*lesson(id), changes).done(), id);
        }
    }

    void fixed_settings_are_enforced()
    {
        const Lesson& each = *lesson("fit-16-gib");
        const LessonState other_card = state_with(each, {{"training.micro_batch", number(96)},
                                                         {"training.gradient_accumulation", number(2)},
                                                         {"build.gpu", word("a100-sxm-80")}});
        QVERIFY(!other_card.done());
        QCOMPARE(other_card.changed, std::vector<std::string>{"build.gpu"});
        const LessonState smaller_batch = state_with(each, {{"training.micro_batch", number(96)}});
        QVERIFY(smaller_batch.goals[0].met);
        QVERIFY(!smaller_batch.goals[1].met);
    }

    void every_hint_and_prediction_has_an_answer()
    {
        for (Lesson each : shipped().lessons) {
            const Evaluation start = evaluated(each.start);
            for (const std::string& hint : each.hints) QVERIFY2(explain(start, engine_data(), hint), each.id.c_str());
            // A prediction is a goal that its start meets if the quantity is known.
            each.goals.clear();
            if (each.prediction) {
                each.goals.push_back({each.prediction->quantity, each.prediction->quantity, {}, {}});
                const Evaluation after = evaluated(predicted_scenario(each));
                QVERIFY2(after.estimate.has_value(), each.id.c_str());
            }
            for (const GoalState& goal : state_with(each, {}).goals) QVERIFY2(goal.met, each.id.c_str());
        }
    }

    void the_answers_of_worked_cases_hold()
    {
        // From four cards on the run costs over a quarter more than on one; on two it does not.
        const Lesson& cards = *lesson("another-gpu");
        QVERIFY(state_with(cards, {{"build.gpus_per_node", number(2)}}).goals[1].met);
        QVERIFY(!state_with(cards, {{"build.gpus_per_node", number(4)}}).goals[1].met);
        // 714,206,912 multiply-accumulates and as many additions again.
        const Evaluation alexnet = evaluated(lesson("flops-or-macs")->start);
        QCOMPARE(alexnet.estimate->model.forward_flops_per_sample.base(),
                 2.0 * alexnet.estimate->model.forward_macs_per_sample.as_double());
        // The rule counts less than the layers do.
        const Evaluation rule = evaluated(lesson("eighty-percent-rule")->start);
        QVERIFY(rule.estimate->memory->total.as_double() > 2.0 * 4.0 * 25557032.0 / 0.8);
        // 16 bytes of states a parameter in fp32 and under autocast alike.
        const Lesson& adam = *lesson("adam-four-times");
        for (const char* precision : {"fp32", "fp16-amp"}) {
            Scenario plan = adam.start;
            field_of("training.precision")->write(plan, word(precision));
            const Evaluation evaluation = evaluated(plan);
            double states = 0.0;
            for (const Bytes& state : evaluation.estimate->memory->states) states += state.as_double();
            QVERIFY(is_within(states, 16.0 * 25557032.0, 0.001));
        }
    }

    void half_the_micro_batch_shrinks_two_parts_of_memory()
    {
        using Parts = std::vector<std::string>;
        const Lesson& each = *lesson("fit-16-gib");
        const MemoryPartChanges changes =
            memory_part_changes(evaluated(each.start), evaluated(predicted_scenario(each)));
        QCOMPARE(changes.same,
                 (Parts{"memory.parts.weights", "memory.parts.gradients", "memory.parts.optimizer_state"}));
        QCOMPARE(changes.more, Parts{"memory.parts.temporary_buffers"});
        QCOMPARE(changes.less, (Parts{"memory.parts.activations", "memory.parts.framework_overhead"}));
    }

    void guesses_are_judged_by_their_distance()
    {
        QCOMPARE(*distance_of_guess(8.0, 10.0), 0.2);
        QCOMPARE(*distance_of_guess(12.0, 10.0), 0.2);
        QVERIFY(!distance_of_guess(0.0, 10.0));
        QVERIFY(!distance_of_guess(-1.0, 10.0));
        QVERIFY(!distance_of_guess(std::nan(""), 10.0));
    }

    void defects_are_named()
    {
        QCOMPARE(issue_of("a.json", lesson_text("a", "")), std::string("loaded"));
        QCOMPARE(issue_of("b.json", lesson_text("a", "")), std::string("$.id id-is-not-file-name"));
        QCOMPARE(issue_of("a.json", lesson_text("a", R"(,"colour":1)")), std::string("$.colour unknown-key"));
        QCOMPARE(issue_of("a.json", lesson_text("a", R"(,"goals":[{"quantity":"cost.run"}])")),
                 std::string("$.goals[0].quantity one-bound"));
        QCOMPARE(
            issue_of(
                "a.json",
                lesson_text("a", R"(,"goals":[{"quantity":"x","at_most_times_start":1,"at_least_times_start":0.5}])")),
            std::string("$.goals[0].quantity one-bound"));
        QCOMPARE(issue_of("a.json", lesson_text("a", R"(,"answers":1)")), std::string("$.answers out-of-range"));
        QCOMPARE(issue_of("a.json", lesson_text("a", R"(,"moves":["training.colour"])")),
                 std::string("$.moves unknown-value"));
        QCOMPARE(
            issue_of(
                "a.json",
                lesson_text("a", R"(,"predict":{"quantity":"x","field":"training.colour","value":1,"tolerance":0.1})")),
            std::string("$.predict.field unknown-value"));
        const auto predicting = [](const char* value) {
            return lesson_text("a",
                               std::string(R"(,"predict":{"quantity":"x","field":"training.micro_batch","value":)") +
                                   value + R"(,"tolerance":0.1})");
        };
        QCOMPARE(issue_of("a.json", predicting("8")), std::string("loaded"));
        QCOMPARE(issue_of("a.json", predicting("0")), std::string("$.predict.field unknown-value"));
        QCOMPARE(issue_of("a.json", predicting("8.5")), std::string("$.predict.value wrong-type"));
        QCOMPARE(issue_of("a.json", predicting("169223372036854775807")), std::string("$.predict.value out-of-range"));
        QCOMPARE(issue_of("a.json", "{"), std::string("$ ends-early"));
    }
};

RIGWRIGHT_TEST(LessonsTest)

} // namespace rigwright::test::tst_lessons

#include "tst_lessons.moc"
