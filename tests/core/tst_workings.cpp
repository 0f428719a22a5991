// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/memory/pipeline_memory.h"
#include "core/estimate/working/explain.h"
#include "core/text/number_text.h"
#include "tests/support/engine_case.h"
#include "tests/support/file_content.h"
#include "tests/support/formula_check.h"
#include "tests/support/suite.h"

#include <QRegularExpression>

#include <functional>
#include <map>
#include <set>

namespace rigwright::test::tst_workings {

/// GPT-2, whose output makes the last stage the slowest, and ten layers of its width with few words, whose inner stages
/// have more layers than the outer two; on eight cards in pipelines of 2, 4 and 8 stages.
std::vector<Scenario> pipelines()
{
    Scenario narrow;
    narrow.model.family = "decoder-transformer";
    narrow.model.shape =
        shape_from({{"layers", 10}, {"d_model", 768}, {"heads", 12}, {"vocabulary", 256}, {"max_positions", 1024}});
    narrow.input.sequence_length = 1024;
    narrow.training.micro_batch = 2;
    narrow.build.gpu = "a100-sxm-80";
    std::vector<Scenario> plans;
    for (const Scenario& model : {scenario_of("gpt2-small", 2), narrow}) {
        for (const Recompute recompute : {Recompute::none, Recompute::full}) {
            for (const std::int64_t stages : {2, 4, 8}) {
                Scenario plan = with_fields(model, R"({"build.gpus_per_node": 8,
                    "training.precision": "bf16-master", "training.gradient_accumulation": 8})");
                plan.training.recompute = recompute;
                plan.parallel.pipeline = stages;
                plans.push_back(plan);
            }
        }
    }
    return plans;
}

/// The first node with that quantity; fails the program where there is none.
Derivation found(const Evaluation& plan, std::string_view id, const std::string& quantity)
{
    std::optional<Derivation> result;
    for_each_node(*explain(plan, engine_data(), id), [&](const Derivation& node) {
        if (!result && node.quantity == quantity) result = node;
    });
    return result.value();
}

/// "h.3" of "h.3.mlp.fc" and of "h.{}.mlp.fc", as layers of a network are named; empty outside of layers.
std::optional<std::int64_t> layer_number(const std::string& name)
{
    for (std::size_t dot = name.find('.'); dot != std::string::npos; dot = name.find('.', dot + 1))
        if (dot + 1 < name.size() && std::isdigit(static_cast<unsigned char>(name[dot + 1])) != 0)
            return std::stoll(name.substr(dot + 1));
    return std::nullopt;
}

/// The scenarios of the golden estimates, and those of the method page.
std::vector<Evaluation> scenario_files()
{
    QStringList files;
    const QDir golden(source_path("tests/golden"));
    for (const QString& name : golden.entryList(QDir::Dirs | QDir::NoDotAndDotDot))
        files << golden.filePath(name + "/scenario.json");
    const QDir method(source_path("tests/data/method"));
    for (const QString& name : method.entryList({"*.json"}, QDir::Files)) files << method.filePath(name);
    std::vector<Evaluation> plans;
    for (const QString& file : files)
        plans.push_back(evaluated(parse_scenario(content_of(file).toStdString()).scenario));
    return plans;
}

void for_each_working(const Evaluation& plan, const std::function<void(std::string_view, const Derivation&)>& visit)
{
    for (const std::string_view id : explained_quantities())
        if (const std::optional<Derivation> working = explain(plan, engine_data(), id)) visit(id, *working);
}

class tst_workings : public QObject {
    Q_OBJECT

private slots:
    void passes_of_a_pipeline_are_those_of_its_slowest_stage()
    {
        for (const Scenario& scenario : pipelines()) {
            const Evaluation plan = evaluated(scenario);
            for (const char* pass : {"forward", "backward"}) {
                const Derivation working =
                    found(plan, std::string("time.parts.") + pass, std::string("quantity.micro_") + pass);
                double sum = 0.0;
                for (const Derivation& input : working.inputs)
                    if (input.quantity != "quantity.slowest_operator") sum += input.value.number;
                QVERIFY2(is_within(sum, working.value.number, 1e-9), pass);
            }
        }
    }

    /// 2 TiB at 0.2 W a GiB are 410 W; 50,700 GPU-hours on 8 GPUs 264 days; three years at 60% of 8,766 hours.
    void lines_with_values_have_the_unit_of_their_result()
    {
        const Scenario scenario = with_fields(scenario_of("gpt2-small", 2), R"({"build.gpus_per_node": 8,
            "build.cpu": "xeon-platinum-8480+", "build.ram_GiB": 2048, "build.storage": "nvme4",
            "dataset.samples": 1000000, "economics.utilisation": 0.6})");
        const Evaluation plan = evaluated(scenario);
        const auto line = [&plan](std::string_view id, const std::string& quantity) {
            const Derivation working = found(plan, id, quantity);
            return render(working, messages(Language::english)).substituted;
        };
        QCOMPARE(line("energy.parts_W.memory", "quantity.energy.parts_W.memory"), std::string("2,048 × 0.200 W × 1"));
        QCOMPARE(line("time.mtbf_seconds", "quantity.time.mtbf_seconds"), std::string("50,700 × 1 h ÷ 8"));
        QCOMPARE(line("cost.depreciation", "quantity.hours_of_use"), std::string("3 years × 60%"));
        QVERIFY(line("cost.maintenance", "quantity.maintenance_per_hour").ends_with(" ÷ (8,766 × 60%)"));
    }

    /// A drive reads so many files in a second, a core decodes so many pixels.
    void rates_of_pixels_and_reads_say_so()
    {
        const Evaluation plan = evaluated(fabric_in_a_desktop());
        const auto shown = [&plan](const char* quantity) {
            const Derivation working = found(plan, "time.loading.first_epoch_needed_seconds", quantity);
            return render(working, messages(Language::english)).value;
        };
        QVERIFY(shown("quantity.coefficient.jpeg_pixels_per_second").ends_with("/s"));
        QVERIFY(shown("quantity.coefficient.augment_pixels_per_second").ends_with("/s"));
        const std::string reads = shown("quantity.storage_random_reads");
        QVERIFY2(reads.ends_with("/s") && reads.find("samples") == std::string::npos, reads.c_str());
    }

    void the_range_without_a_gpu_is_its_own()
    {
        const Evaluation plan =
            evaluated(with_fields(scenario_of("resnet50", 8, "none"), R"({"build.cpu": "i9-13900k"})"));
        for (const char* end : {"low", "high"}) {
            const Derivation factor =
                found(plan, std::string("memory.") + end + "_bytes", std::string("quantity.memory_factor_") + end);
            QCOMPARE(factor.origin, std::string("calibration/memory_range/processor"));
            QVERIFY(factor.assumption);
            for (const Language language : all_languages) {
                const WorkingText text = render(factor, messages(language));
                QVERIFY2(text.name.find("GPU") != std::string::npos, text.name.c_str());
                QVERIFY2(text.source.find("GPU") != std::string::npos, text.source.c_str());
            }
        }
    }

    /// 32 × (240 ms − 240 ms) is not 4.44 ms.
    void a_small_difference_shows_its_digits()
    {
        static const QRegularExpression twice(QStringLiteral(
            "(?<![\\w.,])(?<![×÷−] )([\\d.,]+(?: [^\\s×÷+−()≤<;]+)?) (?:−|≤|<) \\1(?![\\w.,])(?! [×÷])"));
        QStringList problems;
        int differences = 0;
        for (const Evaluation& plan : scenario_files()) {
            for_each_working(plan, [&](std::string_view, const Derivation& working) {
                for_each_node(working, [&](const Derivation& node) {
                    if (node.value.number == 0.0) return;
                    const std::string text = render(node, messages(Language::english)).substituted;
                    const QString line = QString::fromStdString(text);
                    differences += line.contains(QStringLiteral("−")) ? 1 : 0;
                    // A whole number is all that it is.
                    const QString operand = twice.match(line).captured(1);
                    if (operand.contains('.') || operand.contains(' '))
                        problems << QString::fromStdString(node.quantity) + ": " + line;
                });
            });
        }
        problems.removeDuplicates();
        QVERIFY2(problems.isEmpty(), qPrintable(problems.join('\n')));
        QVERIFY(differences > 100);
    }

    /// A difference of 50 µs keeps three digits where its operands, of more than a second, have eight.
    void operands_have_the_digits_of_their_difference()
    {
        Trace trace(true);
        const Term all = trace.given("time.step_seconds", 1.33334, Unit::seconds);
        const Term part = trace.given("gpu_time", 1.33329, Unit::seconds);
        const Term steps = trace.given("time.steps_per_epoch", 32, Unit::count);
        const auto line = [](const Term& term) {
            return render(term.working(), messages(Language::english)).substituted;
        };
        QCOMPARE(line(trace.name("time.epoch_seconds", steps * (all - part), Unit::seconds)),
                 std::string("32 × (1.3333400 s − 1.3332900 s)"));
        QCOMPARE(line(trace.name("time.epoch_seconds", steps * (all - 0.5 * part), Unit::seconds)),
                 std::string("32 × (1.33 s − 0.5 × 1.33 s)"));
        QCOMPARE(digits_of_difference(240.0, 239.86), 4);
        QCOMPARE(digits_of_difference(240.0, 200.0), 0);
        QCOMPARE(digits_of_difference(240.0, 240.0), 0);
    }

    /// What was read on a Hopper card stands below numbers of Hopper cards only.
    void sources_are_those_of_what_applies()
    {
        for (const char* gpu : {"rtx4060", "a100-sxm-80", "h100-sxm", "none"}) {
            for (const char* mode : {"train", "infer"}) {
                Scenario scenario = with_fields(scenario_of("resnet50", 2, gpu), R"({"build.cpu": "i9-13900k"})");
                scenario = with_fields(scenario, nlohmann::json{{"training.mode", mode}});
                const Evaluation plan = evaluated(scenario);
                const bool hopper = std::string_view(gpu) == "h100-sxm";
                std::set<std::string> told;
                for (const char* id :
                     {"memory.total_bytes", "memory.parts.temporary_buffers", "memory.parts.framework_overhead"}) {
                    for_each_node(*explain(plan, engine_data(), id), [&](const Derivation& node) {
                        const std::string source = render(node, messages(Language::english)).source;
                        if (source.find("Hopper") != std::string::npos || source.find("H100") != std::string::npos)
                            told.insert(node.quantity);
                        if (node.quantity == "quantity.product_workspace") QVERIFY2(hopper, gpu);
                        if (node.quantity == "quantity.context") QCOMPARE(node.assumption, !hopper);
                    });
                }
                QCOMPARE(told.size(), hopper ? std::size_t{2} : std::size_t{0});
            }
        }
    }

    /// "set by reasoning" is no measurement, and neither are words like it.
    void what_is_judged_is_marked_so()
    {
        static const QRegularExpression judged("^(set by reasoning|assumed|judgement|agreed upon)");
        const auto calibration = nlohmann::json::parse(source_text("hardware_db/calibration.json").toStdString());
        std::map<std::string, bool> marked;
        for (const auto& section : calibration) {
            if (!section.is_object()) continue;
            for (const auto& [key, record] : section.items()) {
                if (!record.is_object() || !record.contains("meaning")) continue;
                const bool mark = record.value("assumption", false);
                if (QString::fromStdString(record.at("fitted_on").get<std::string>()).contains(judged))
                    QVERIFY2(mark, key.c_str());
                marked[key] = marked[key] || mark;
            }
        }
        std::set<std::string> seen;
        const std::string prefix = "quantity.coefficient.";
        for (const Evaluation& plan : scenario_files()) {
            for_each_working(plan, [&](std::string_view, const Derivation& working) {
                for_each_node(working, [&](const Derivation& node) {
                    if (!node.quantity.starts_with(prefix)) return;
                    const std::string key = node.quantity.substr(prefix.size());
                    QVERIFY2(node.assumption == marked.at(key), key.c_str());
                    if (node.assumption) seen.insert(key);
                });
            });
        }
        for (const char* key : {"optimizer_passes_fused", "overlap_softness", "overlap_share",
                                "host_bandwidth_efficiency", "gpu_idle_share"})
            QVERIFY2(seen.contains(key), key);
    }

    void formulas_of_the_files_give_the_number_beside_them()
    {
        QStringList problems;
        int checked = 0;
        for (const Evaluation& plan : scenario_files())
            for_each_working(plan, [&](std::string_view, const Derivation& working) {
                checked += check_formulas(working, problems);
            });
        problems.removeDuplicates();
        QVERIFY2(problems.isEmpty(), qPrintable(problems.join('\n')));
        QVERIFY(checked > 10'000);
    }

    void a_number_is_worked_out_once_in_a_text()
    {
        Trace trace(true);
        const Term batch = trace.field("training.micro_batch", 8, Unit::count);
        const Term each = trace.given("time.step_seconds", 0.55, Unit::seconds);
        const Term steps = trace.name("time.epoch_seconds", batch * each, Unit::seconds);
        const Term bare = trace.given("time.epoch_seconds", 4.4, Unit::seconds);
        const Term other = trace.given("time.epoch_seconds", 5.0, Unit::seconds);
        const Term twice = trace.name("useful_time", steps + batch, Unit::seconds);
        const Derivation all = trace.name("time.total_seconds", steps + twice + bare + other, Unit::seconds).working();
        const QString english = QString::fromStdString(render_tree(all, messages(Language::english)));
        const QString chinese = QString::fromStdString(render_tree(all, messages(Language::chinese)));
        QCOMPARE(english.count("8 × 550 ms"), 1);
        QCOMPARE(english.count(" = 4.40 s\n"), 1);
        QCOMPARE(english.count(" = 4.40 s (as above)\n"), 2);
        QCOMPARE(english.count(" = 5 s\n"), 1);
        QCOMPARE(chinese.count(QStringLiteral(" (见上文)\n")), 2);
    }

    void the_cost_of_a_run_is_told_without_repetition()
    {
        const Evaluation plan = evaluated(with_fields(fabric_in_a_desktop(), R"({"build.gpus_per_node": 2})"));
        const Derivation working = *explain(plan, engine_data(), "cost.run");
        const QStringList lines = QString::fromStdString(render_tree(working, messages(Language::english))).split('\n');
        std::map<std::string, int> formulas;
        for_each_node(working, [&](const Derivation& node) {
            if (!node.inputs.empty()) ++formulas[render(node, messages(Language::english)).name];
        });
        const auto told = [&lines](const QString& name) {
            return std::ranges::count_if(lines, [&name](const QString& line) {
                return line.trimmed().startsWith(name + " = ") && !line.endsWith("(as above)");
            });
        };
        QVERIFY(formulas.at("Training steps") > 1);
        QCOMPARE(told("Training steps"), 1);
        QVERIFY2(lines.size() < 700, qPrintable(QString::number(lines.size())));
    }

    void the_slowest_operator_is_on_the_slowest_stage()
    {
        std::set<std::size_t> stages;
        for (const Scenario& scenario : pipelines()) {
            const Evaluation plan = evaluated(scenario);
            const LayerRange layers = stage_layers(static_cast<std::int64_t>(plan.time->slowest),
                                                   scenario.parallel.pipeline, count_layers(*plan.network));
            stages.insert(plan.time->slowest);
            const bool has_output = plan.time->slowest + 1 == plan.time->stages.size();
            const Derivation slowest = found(plan, "time.parts.forward", "quantity.slowest_operator");
            const auto name = std::get<std::string>(slowest.arguments.front().second);
            const std::optional<std::int64_t> layer = layer_number(name);
            QVERIFY2(layer ? layers.first <= *layer && *layer < layers.last : has_output, name.c_str());
        }
        QVERIFY(stages.size() > 2);
    }
};

RIGWRIGHT_TEST(tst_workings)

} // namespace rigwright::test::tst_workings

#include "tst_workings.moc"
