// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/launch/launch_file.h"
#include "core/launch/launch_template.h"
#include "core/scenario/fields.h"
#include "tests/core/launch_reading.h"
#include "tests/support/engine_case.h"
#include "tests/support/file_content.h"
#include "tests/support/suite.h"

#include <QFile>
#include <QProcess>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QTemporaryDir>

#include <set>

namespace rigwright::test::tst_launch {

using nlohmann::json;

/// GPT-3 of 125 million parameters on two machines of eight A100: 16 copies, 4 x 2 x 16 = 128 sequences a step.
Scenario gpt_on_sixteen()
{
    Scenario scenario = scenario_of("gpt3-125m", 4);
    scenario.name = "GPT on sixteen";
    return with_fields(scenario, R"({"build.gpus_per_node": 8, "build.nodes": 2, "training.gradient_accumulation": 2,
        "training.epochs": 3, "dataset.samples": 12800})");
}

/// Mixtral 8x7B on two machines of eight A100.
Scenario mixture_on_sixteen(std::int64_t tensor, std::int64_t expert)
{
    Scenario scenario = gpt_on_sixteen();
    scenario.model.preset = "mixtral-8x7b";
    scenario.training.precision = Precision::bf16_master;
    scenario.parallel.tensor = tensor;
    scenario.parallel.sequence_parallel = tensor > 1;
    scenario.parallel.expert = expert;
    scenario.parallel.zero_stage = 1;
    return scenario;
}

LaunchResult launch(const Scenario& scenario, LaunchTarget target)
{
    return launch_file(evaluated(scenario), engine_data(), target);
}

std::string text_of(const Scenario& scenario, LaunchTarget target)
{
    const LaunchResult result = launch(scenario, target);
    return result.file ? result.file->text() : result.errors.front().code;
}

/// A finding about an omitted field, not one that stops the plan.
const Finding* finding_at(const LaunchFile& file, std::string_view field)
{
    for (const Finding& finding : file.findings)
        if (finding.field == field && finding.code.starts_with("launch-")) return &finding;
    return nullptr;
}

bool has_code(const LaunchFile& file, std::string_view code)
{
    return std::ranges::any_of(file.findings, [code](const Finding& finding) { return finding.code == code; });
}

json documented(LaunchTarget target)
{
    const QString file = QString::fromStdString("tests/data/launch/" + std::string(id_of(target)) + ".json");
    return json::parse(source_text(file).toStdString());
}

/// Every plan that differs from the base in one setting: each word, both flags, a second number; and a few together.
std::vector<Scenario> plans()
{
    std::vector<Scenario> all{gpt_on_sixteen()};
    for (const LaunchField& row : launch_fields()) {
        const Field* field = field_of(row.path);
        if (field == nullptr) continue;
        std::vector<FieldValue> values;
        if (field->type == FieldType::choice)
            for (const std::string_view word : field->choices) values.emplace_back(std::string(word));
        else if (field->type == FieldType::flag)
            values = {true, false};
        else if (row.path == "parallel.zero_stage")
            values = {std::int64_t{1}, std::int64_t{2}, std::int64_t{3}};
        else
            values = {std::int64_t{1}, std::int64_t{2}};
        for (const FieldValue& value : values) {
            for (const std::int64_t stage : {0, 1, 2, 3}) {
                Scenario scenario = gpt_on_sixteen();
                scenario.parallel.zero_stage = stage;
                field->write(scenario, value);
                all.push_back(std::move(scenario));
            }
        }
    }
    Scenario big = gpt_on_sixteen();
    big.parallel.tensor = big.parallel.pipeline = big.parallel.context = 2;
    big.parallel.sequence_parallel = true;
    big.parallel.zero_stage = 1;
    big.parallel.pipeline_interleave = 3;
    big.parallel.context_method = ContextMethod::all_to_all;
    big.training.precision = Precision::bf16_master;
    all.push_back(std::move(big));
    for (const std::int64_t tensor : {1, 2}) {
        for (const std::int64_t expert : {1, 8}) all.push_back(mixture_on_sixteen(tensor, expert));
    }
    for (const OptimizerKind optimizer : {OptimizerKind::adam_8bit, OptimizerKind::lion, OptimizerKind::adamw}) {
        Scenario offloaded = gpt_on_sixteen();
        offloaded.parallel.zero_stage = 2;
        offloaded.parallel.offload = Offload::optimizer;
        offloaded.training.optimizer = optimizer;
        all.push_back(std::move(offloaded));
    }
    return all;
}

/// Evaluated once for all tests.
const std::vector<Evaluation>& evaluated_plans()
{
    static const std::vector<Evaluation> all = [] {
        std::vector<Evaluation> evaluations;
        for (const Scenario& scenario : plans()) {
            Evaluation evaluation = evaluated(scenario);
            if (evaluation.estimate) evaluations.push_back(std::move(evaluation));
        }
        return evaluations;
    }();
    return all;
}

bool is_whole_number(const std::string& text)
{
    return !text.empty() && text.find_first_not_of("0123456789") == std::string::npos;
}

bool has_type(const std::string& value, const json& type)
{
    if (type.is_array())
        return std::ranges::any_of(
            type, [&](const json& legal) { return legal.is_string() ? legal == value : legal.dump() == value; });
    if (type == "integer") return is_whole_number(value);
    if (type == "flag") return value == "true" || value == "false";
    if (type == "object" || type == "switch") return value.empty();
    return !value.empty();
}

/// GPT-3 of 125 million parameters on two machines of eight A100.
Evaluation named_plan(const QByteArray& name)
{
    Scenario scenario = scenario_of("gpt3-125m", 4);
    scenario.name = name.toStdString();
    scenario.build.gpus_per_node = 8;
    scenario.build.nodes = 2;
    scenario.dataset.samples = 12800;
    return evaluated(scenario);
}

/// An environment for a script in which the engine only records its arguments.
QProcessEnvironment environment_with(const QString& folder)
{
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert("PATH", folder + ':' + environment.value("PATH"));
    environment.insert("HEAD_NODE", "node-1");
    environment.insert("SLURM_JOB_NODELIST", "node-1");
    environment.insert("SLURM_JOB_ID", "7");
    return environment;
}

void write_program(const QString& path, const QByteArray& text)
{
    write_file(path, "#!/usr/bin/env bash\n" + text);
    QVERIFY(QFile::setPermissions(path, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
}

/// Arguments recorded by a script: RUN_NAME, then each word, each terminated by a zero byte.
QList<QByteArray> words_of_run(const std::string& script, const QStringList& arguments)
{
    QTemporaryDir folder;
    const QByteArray writes_words = "printf '%s\\0' \"$RUN_NAME\" \"$@\"\n";
    write_program(folder.filePath("torchrun"), writes_words);
    write_program(folder.filePath("srun"), "shift\n\"$@\"\n");
    write_program(folder.filePath("scontrol"), "echo node-1\n");
    write_file(folder.filePath("script"), QByteArray::fromStdString(script));
    QProcess bash;
    bash.setProcessEnvironment(environment_with(folder.path()));
    bash.setWorkingDirectory(folder.path());
    bash.start("bash", QStringList{folder.filePath("script")} + arguments);
    bash.waitForFinished();
    QList<QByteArray> words = bash.readAllStandardOutput().split('\0');
    words.removeLast();
    return words;
}

bool has_bash() { return !QStandardPaths::findExecutable("bash").isEmpty(); }

constexpr std::array script_targets{LaunchTarget::torchrun, LaunchTarget::megatron, LaunchTarget::slurm};

/// Plans as read by the training engines: documented keys, no setting lost, and names quoted.
class LaunchTest : public QObject {
    Q_OBJECT

private slots:
    void targets_have_ids_and_names()
    {
        QCOMPARE(launch_targets().size(), std::size_t{6});
        for (const LaunchTarget target : launch_targets()) {
            QCOMPARE(launch_target_from(id_of(target)), std::optional(target));
            QVERIFY(!name_of(target).empty());
        }
        QVERIFY(!launch_target_from("jax"));
    }

    void files_hold_documented_keys()
    {
        each_of(launch_targets(), id_of, [&](LaunchTarget engine) {
            if (engine == LaunchTarget::fsdp) return;
            json known = documented(engine);
            // Scripts start torchrun too.
            const bool options = known.contains("options");
            if (options) known["options"].update(documented(LaunchTarget::torchrun)["options"]);
            int checked = 0;
            for (const Evaluation& plan : evaluated_plans()) {
                const LaunchResult result = launch_file(plan, engine_data(), engine);
                if (!result.file) continue;
                for (const auto& [key, value] : launch_settings(engine, result.file->text())) {
                    const json& keys = options ? known["options"] : known["keys"];
                    QVERIFY2(keys.contains(key), key.c_str());
                    const json& type = !options                       ? keys[key]
                                       : keys[key].contains("values") ? keys[key]["values"]
                                                                      : keys[key]["type"];
                    const std::string complaint = key + " = " + value;
                    QVERIFY2(has_type(value, type), complaint.c_str());
                    ++checked;
                }
            }
            QVERIFY(checked > 100);
        });
    }

    void python_calls_are_documented()
    {
        static const QRegularExpression call("([\\w.]+)\\(([^()]*)\\)");
        static const QRegularExpression keyword("(\\w+)=");
        const json calls = documented(LaunchTarget::fsdp)["calls"];
        QSet<QString> seen;
        for (const Evaluation& plan : evaluated_plans()) {
            const LaunchResult result = launch_file(plan, engine_data(), LaunchTarget::fsdp);
            if (!result.file) continue;
            for (const LaunchLine& line : result.file->lines) {
                const QString code = QString::fromStdString(line.text).section("  #", 0, 0);
                if (code.startsWith("def ") || code.startsWith('#')) continue;
                for (auto found = call.globalMatch(code); found.hasNext();) {
                    const auto match = found.next();
                    const std::string name = match.captured(1).toStdString();
                    if (!calls.contains(name)) continue;
                    seen.insert(match.captured(1));
                    for (auto argument = keyword.globalMatch(match.captured(2)); argument.hasNext();) {
                        const json word = argument.next().captured(1).toStdString();
                        QVERIFY2(std::ranges::find(calls[name], word) != calls[name].end(),
                                 (name + ": " + word.get<std::string>()).c_str());
                    }
                }
            }
        }
        QVERIFY(seen.contains("fully_shard") && seen.contains("torch.autocast"));
    }

    void python_is_sound()
    {
        const QString python = QStandardPaths::findExecutable("python3");
        if (python.isEmpty()) QSKIP("python3 is not installed");
        std::string texts;
        for (const Evaluation& plan : evaluated_plans()) {
            const LaunchResult result = launch_file(plan, engine_data(), LaunchTarget::fsdp);
            if (result.file) texts += result.file->text() + '\0';
        }
        QProcess check;
        check.start(python, {"-c", QStringLiteral("import ast, sys\n"
                                                  "for text in sys.stdin.read().split(chr(0)): ast.parse(text)")});
        check.write(texts.data(), static_cast<qint64>(texts.size()));
        check.closeWriteChannel();
        QVERIFY(check.waitForFinished());
        QVERIFY2(check.exitCode() == 0, check.readAllStandardError().constData());
    }

    /// Read back from the text alone, each setting equals the plan's or has a finding; nothing else is set.
    void what_is_written_reads_back()
    {
        each_of(launch_targets(), id_of, [&](LaunchTarget engine) {
            for (const Evaluation& plan : evaluated_plans()) {
                const LaunchResult result = launch_file(plan, engine_data(), engine);
                if (!result.file) continue;
                const std::string text = result.file->text();
                const Scenario read = scenario_from_launch(engine, launch_settings(engine, text), text, plan);
                for (const LaunchField& field : launch_fields()) {
                    const bool reported = finding_at(*result.file, field.path) != nullptr;
                    const std::string wanted = spelling_of(plan.scenario, field.path);
                    const std::string found = spelling_of(read, field.path);
                    const std::string complaint =
                        std::string(field.path) + ": " + wanted + " became " + found + "\n" + text;
                    if (field.asked(plan.scenario))
                        QVERIFY2(reported || wanted == found, complaint.c_str());
                    else
                        QVERIFY2(!reported && (!field.asked(read) || wanted == found), complaint.c_str());
                }
            }
        });
    }

    void every_value_names_its_source()
    {
        const std::set<std::string> quantities{"name",
                                               "training.lora",
                                               "memory.host_bytes",
                                               "time.global_batch",
                                               "time.steps_per_epoch",
                                               "time.step_seconds",
                                               "time.total_seconds",
                                               "time.run.wall_seconds",
                                               "time.run.checkpoint_interval_seconds"};
        for (const Evaluation& plan : evaluated_plans()) {
            for (const LaunchTarget target : launch_targets()) {
                const LaunchResult result = launch_file(plan, engine_data(), target);
                if (!result.file) continue;
                for (const LaunchLine& line : result.file->lines) {
                    QVERIFY(line.text.find('\n') == std::string::npos);
                    for (const std::string& source : line.sources)
                        QVERIFY2(quantities.contains(source) || field_of(source) != nullptr ||
                                     source.starts_with("model.shape."),
                                 source.c_str());
                }
            }
        }
    }

    void a_plan_as_each_engine_reads_it()
    {
        Scenario scenario = gpt_on_sixteen();
        scenario.training.precision = Precision::bf16_amp;
        scenario.parallel.zero_stage = 3;
        const LaunchSettings torchrun =
            launch_settings(LaunchTarget::torchrun, text_of(scenario, LaunchTarget::torchrun));
        QCOMPARE(torchrun.at("nnodes"), std::string("2"));
        QCOMPARE(torchrun.at("nproc-per-node"), std::string("8"));
        QCOMPARE(torchrun.at("rdzv-backend"), std::string("c10d"));
        const json deepspeed = json::parse(text_of(scenario, LaunchTarget::deepspeed));
        QCOMPARE(deepspeed["train_batch_size"].dump(), std::string("128"));
        QCOMPARE(deepspeed["train_micro_batch_size_per_gpu"].dump(), std::string("4"));
        QCOMPARE(deepspeed["gradient_accumulation_steps"].dump(), std::string("2"));
        QCOMPARE(deepspeed["zero_optimization"]["stage"].dump(), std::string("3"));
        QCOMPARE(deepspeed["torch_autocast"]["dtype"].get<std::string>(), std::string("bfloat16"));
        const std::string yaml = text_of(scenario, LaunchTarget::accelerate);
        QVERIFY(yaml.find("distributed_type: FSDP\n") != std::string::npos);
        QVERIFY(yaml.find("num_processes: 16  # build.gpus_per_node, build.nodes\n") != std::string::npos);
        QVERIFY(yaml.find("mixed_precision: bf16  # training.precision\n") != std::string::npos);
        const std::string python = text_of(scenario, LaunchTarget::fsdp);
        QVERIFY(python.find("settings[\"reshard_after_forward\"] = True  # parallel.zero_stage\n") !=
                std::string::npos);
        // The estimate exchanges 16-bit weights.
        QVERIFY(python.find("MixedPrecisionPolicy(param_dtype=torch.bfloat16, reduce_dtype=torch.float32)") !=
                std::string::npos);
        QCOMPARE(text_of(scenario, LaunchTarget::fsdp), python);
        scenario.build.nodes = 1;
        QVERIFY(text_of(scenario, LaunchTarget::torchrun).find("    --standalone\n") != std::string::npos);
    }

    /// Llama 2 7B: 32 layers of 4,096, 32 heads, a gated layer of 11,008, 32,000 tokens; 12,800 / 128 x 3 = 300 steps.
    void a_decoder_as_arguments()
    {
        Scenario scenario = with_fields(gpt_on_sixteen(), R"({"model.preset": "llama-2-7b",
            "training.precision": "bf16-master", "training.recompute": "full", "parallel.tensor": 4,
            "training.gradient_accumulation": 8})");
        const LaunchSettings settings =
            launch_settings(LaunchTarget::megatron, text_of(scenario, LaunchTarget::megatron));
        const auto expect = [&settings](const char* key, const char* value) {
            QVERIFY2(settings.contains(key), key);
            QCOMPARE(settings.at(key), std::string(value));
        };
        expect("num-layers", "32");
        expect("hidden-size", "4096");
        expect("ffn-hidden-size", "11008");
        expect("num-attention-heads", "32");
        expect("seq-length", "4096");
        expect("vocab-size", "32000");
        expect("position-embedding-type", "rope");
        expect("normalization", "RMSNorm");
        expect("swiglu", "");
        expect("untie-embeddings-and-output-weights", "");
        expect("disable-bias-linear", "");
        expect("tensor-model-parallel-size", "4");
        expect("micro-batch-size", "4");
        expect("global-batch-size", "128");
        expect("train-iters", "300");
        expect("bf16", "");
        expect("recompute-granularity", "full");
        QVERIFY(!settings.contains("group-query-attention"));
        scenario.model.preset = "llama-3-8b";
        const LaunchSettings grouped =
            launch_settings(LaunchTarget::megatron, text_of(scenario, LaunchTarget::megatron));
        QCOMPARE(grouped.at("num-query-groups"), std::string("8"));
    }

    /// By default Megatron-LM also splits experts by the tensor degree and gathers tokens.
    void experts_are_split_as_estimated()
    {
        const auto settings = [](const Scenario& scenario) {
            return launch_settings(LaunchTarget::megatron, text_of(scenario, LaunchTarget::megatron));
        };
        for (const std::int64_t expert : {1, 8}) {
            LaunchSettings split = settings(mixture_on_sixteen(2, expert));
            QCOMPARE(split["expert-tensor-parallel-size"], std::string("1"));
            QCOMPARE(split["moe-token-dispatcher-type"], std::string("alltoall"));
            LaunchSettings whole = settings(mixture_on_sixteen(1, expert));
            QVERIFY(!whole.contains("expert-tensor-parallel-size"));
            QCOMPARE(whole["moe-token-dispatcher-type"], std::string("alltoall"));
        }
        Scenario dense = gpt_on_sixteen();
        dense.parallel.tensor = 2;
        QVERIFY(!settings(dense).contains("expert-tensor-parallel-size"));
        QVERIFY(!settings(dense).contains("moe-token-dispatcher-type"));
    }

    /// Megatron-LM overlaps nothing by default, and parameters only with a distributed optimizer and with gradients.
    void exchanges_are_hidden_as_estimated()
    {
        for (const std::int64_t stage : {0, 1, 2, 3}) {
            for (const SoftwareStack stack : {SoftwareStack::typical, SoftwareStack::tuned}) {
                for (const std::optional<bool> overlap : {std::optional<bool>(), std::optional(true), {false}}) {
                    Scenario scenario = gpt_on_sixteen();
                    scenario.parallel.zero_stage = stage;
                    scenario.training.stack = stack;
                    scenario.parallel.data_parallel_overlap = overlap;
                    const LaunchSettings settings =
                        launch_settings(LaunchTarget::megatron, text_of(scenario, LaunchTarget::megatron));
                    const bool hidden = overlap.value_or(true);
                    QCOMPARE(settings.contains("overlap-grad-reduce"), hidden);
                    const bool gathers = stage == 3 || (stage > 0 && stack == SoftwareStack::tuned);
                    QCOMPARE(settings.contains("overlap-param-gather"), hidden && gathers);
                    QCOMPARE(settings.contains("use-distributed-optimizer"), stage > 0);
                }
            }
        }
    }

    /// No GPU may hold the whole model before it is sharded; DTensors of offloaded parameters are on the CPU.
    void a_sharded_model_is_never_whole_on_a_gpu()
    {
        for (const std::int64_t stage : {2, 3}) {
            for (const Offload offload : {Offload::none, Offload::parameters}) {
                Scenario scenario = gpt_on_sixteen();
                scenario.parallel.zero_stage = stage;
                scenario.parallel.offload = offload;
                const std::string text = text_of(scenario, LaunchTarget::fsdp);
                QVERIFY2(text.find("model.cuda()") == std::string::npos, text.c_str());
                const bool on_cpu = offload == Offload::parameters;
                std::size_t at = 0;
                for (const char* step : {"weight.is_meta", "fully_shard(block, ", "fully_shard(model, ",
                                         on_cpu ? "model.to_empty(device=\"cpu\")" : "model.to_empty(device=\"cuda\")",
                                         "fill(model)", on_cpu ? "buffer.cuda()" : "return model"}) {
                    at = text.find(step, at);
                    QVERIFY2(at != std::string::npos, (step + (":\n" + text)).c_str());
                }
            }
        }
        const std::string copied = text_of(gpt_on_sixteen(), LaunchTarget::fsdp);
        QVERIFY(copied.find("model.cuda()") < copied.find("DistributedDataParallel(model, "));
        QVERIFY(copied.find("is_meta") == std::string::npos);
    }

    /// DeepSpeed asserts that the three numbers agree, with every GPU as a replica unless the program sets otherwise.
    void deepspeed_accepts_the_batch()
    {
        int by_tensor = 0;
        int by_others = 0;
        for (const Evaluation& plan : evaluated_plans()) {
            const LaunchResult result = launch_file(plan, engine_data(), LaunchTarget::deepspeed);
            if (!result.file) continue;
            const json config = json::parse(result.file->text());
            const std::int64_t counted = config["train_micro_batch_size_per_gpu"].get<std::int64_t>() *
                                         config["gradient_accumulation_steps"].get<std::int64_t>() *
                                         gpu_count(plan.scenario.build);
            const Finding* finding = finding_at(*result.file, "training.global_batch");
            QCOMPARE(finding == nullptr, config.contains("train_batch_size"));
            if (finding == nullptr) QCOMPARE(config["train_batch_size"].get<std::int64_t>(), counted);
            if (finding == nullptr) continue;
            const Parallel& parallel = plan.scenario.parallel;
            const bool only_tensor = parallel.pipeline == 1 && parallel.context == 1;
            QCOMPARE(finding->code, std::string(only_tensor ? "launch-batch-counted" : "launch-batch-left-out"));
            (only_tensor ? by_tensor : by_others)++;
        }
        QVERIFY(by_tensor > 0 && by_others > 0);
    }

    /// DeepSpeed has no offload without ZeRO; over one GPU a stage shards nothing.
    void one_gpu_offloads_at_the_stage_that_it_needs()
    {
        const auto zero_of = [](Offload offload, std::int64_t gpus) {
            Scenario scenario = scenario_of("gpt2-small");
            scenario.training.precision = Precision::bf16_master;
            scenario.parallel.offload = offload;
            scenario.build.gpus_per_node = gpus;
            const LaunchFile file = *launch(scenario, LaunchTarget::deepspeed).file;
            return json::parse(file.text())["zero_optimization"];
        };
        QVERIFY(zero_of(Offload::none, 1) == json({{"stage", 0}}));
        QVERIFY(zero_of(Offload::optimizer, 1) == json({{"stage", 1}, {"offload_optimizer", {{"device", "cpu"}}}}));
        QVERIFY(zero_of(Offload::parameters, 1)["stage"] == 3);
        QVERIFY(zero_of(Offload::optimizer, 2) == json({{"stage", 0}}));
        // Findings that stop the plan come with the file.
        Scenario halves = scenario_of("gpt2-small");
        halves.parallel.offload = Offload::optimizer;
        halves.build.gpus_per_node = 2;
        QVERIFY(has_code(*launch(halves, LaunchTarget::deepspeed).file, "offload-needs-zero"));
    }

    /// DeepSpeed raises ZeRORuntimeException for another optimizer than its own on the CPU unless the file permits it.
    void deepspeed_takes_an_offloaded_optimizer_of_the_program()
    {
        const auto permits = [](OptimizerKind optimizer, Offload offload, std::int64_t stage) {
            Scenario scenario = gpt_on_sixteen();
            scenario.training.optimizer = optimizer;
            scenario.parallel.offload = offload;
            scenario.parallel.zero_stage = stage;
            const LaunchFile file = *launch(scenario, LaunchTarget::deepspeed).file;
            const bool reported = has_code(file, "launch-offloads-to-program");
            const json config = json::parse(file.text());
            return config.contains("zero_force_ds_cpu_optimizer") && !config["zero_force_ds_cpu_optimizer"] && reported;
        };
        QVERIFY(permits(OptimizerKind::adam_8bit, Offload::optimizer, 1));
        QVERIFY(permits(OptimizerKind::adam_8bit, Offload::optimizer, 2));
        QVERIFY(permits(OptimizerKind::adam_8bit, Offload::parameters, 3));
        QVERIFY(!permits(OptimizerKind::adam_8bit, Offload::none, 2));
        QVERIFY(!permits(OptimizerKind::adamw, Offload::optimizer, 2));
    }

    /// DeepSpeed accumulates in the format of the weights by default, and without ZeRO in no other.
    void deepspeed_accumulates_gradients_as_estimated()
    {
        Scenario scenario = gpt_on_sixteen();
        for (const Precision precision : {Precision::bf16_master, Precision::fp16_master}) {
            scenario.training.precision = precision;
            for (const std::int64_t stage : {1, 2, 3}) {
                scenario.parallel.zero_stage = stage;
                const LaunchFile file = *launch(scenario, LaunchTarget::deepspeed).file;
                json config = json::parse(file.text());
                QCOMPARE(config["data_types"]["grad_accum_dtype"].dump(), std::string("\"fp32\""));
                QVERIFY(!has_code(file, "launch-gradients-as-weights"));
            }
            scenario.parallel.zero_stage = 0;
            const LaunchFile file = *launch(scenario, LaunchTarget::deepspeed).file;
            QVERIFY(!json::parse(file.text()).contains("data_types"));
            QVERIFY(has_code(file, "launch-gradients-as-weights"));
        }
        scenario.training.precision = Precision::bf16_master;
        scenario.training.gradient_precision = GradientPrecision::bf16;
        const LaunchFile file = *launch(scenario, LaunchTarget::deepspeed).file;
        QCOMPARE(json::parse(file.text())["data_types"]["grad_accum_dtype"].dump(), std::string("\"bf16\""));
        QVERIFY(!has_code(file, "launch-gradients-as-weights"));
    }

    void batch_jobs_request_the_resources_of_the_plan()
    {
        Scenario scenario = gpt_on_sixteen();
        scenario.name = "Fabric: \"defects\" 织物 #1";
        scenario.build.cpu = engine_data().hardware.cpus.front().id;
        scenario.build.cpu_sockets = 2;
        const LaunchSettings job = launch_settings(LaunchTarget::slurm, text_of(scenario, LaunchTarget::slurm));
        QCOMPARE(job.at("job-name"), std::string("Fabric-defects-1"));
        QCOMPARE(job.at("nodes"), std::string("2"));
        QCOMPARE(job.at("gpus-per-node"), std::string("8"));
        QCOMPARE(job.at("cpus-per-task"), std::to_string(engine_data().hardware.cpus.front().compute.cores * 2));
        // The time limit is the run's upper end, rounded up to a minute.
        const Evaluation plan = evaluated(scenario);
        static const QRegularExpression limit("^(\\d+)-(\\d\\d):(\\d\\d):00$");
        const auto match = limit.match(QString::fromStdString(job.at("time")));
        QVERIFY(match.hasMatch());
        const double minutes =
            match.captured(1).toInt() * 1440 + match.captured(2).toInt() * 60 + match.captured(3).toInt();
        const double wanted = plan.estimate->time->run->wall_high.base() / 60.0;
        QVERIFY(minutes >= wanted && minutes < wanted + 1.0);
        scenario.dataset.samples.reset();
        scenario.build.cpu.clear();
        const LaunchResult unknown = launch(scenario, LaunchTarget::slurm);
        QVERIFY(!launch_settings(LaunchTarget::slurm, unknown.file->text()).contains("time"));
        QCOMPARE(finding_at(*unknown.file, "dataset.samples")->code, std::string("launch-time-unknown"));
        QCOMPARE(finding_at(*unknown.file, "build.cpu")->code, std::string("launch-cores-unknown"));
    }

    void unsupported_settings_are_reported()
    {
        Scenario scenario = gpt_on_sixteen();
        scenario.parallel.tensor = 2;
        const LaunchResult ddp = launch(scenario, LaunchTarget::fsdp);
        const Finding* finding = finding_at(*ddp.file, "parallel.tensor");
        QVERIFY(finding != nullptr);
        QCOMPARE(finding->code, std::string("launch-not-in-file"));
        QCOMPARE(finding->severity, Finding::Severity::blocks);
        // Launchers leave the same settings to the program.
        const LaunchResult torchrun = launch(scenario, LaunchTarget::torchrun);
        QCOMPARE(finding_at(*torchrun.file, "parallel.tensor")->code, std::string("launch-left-to-program"));
        QVERIFY(torchrun.file->text().find("#   parallel.tensor = 2\n") != std::string::npos);
        QVERIFY(finding_at(*launch(scenario, LaunchTarget::megatron).file, "parallel.tensor") == nullptr);
        // LoRA is in none of these files.
        scenario.training.lora = Lora{};
        for (const LaunchTarget target : launch_targets())
            QVERIFY(finding_at(*launch(scenario, target).file, "training.lora") != nullptr);
        Scenario large = scenario_of("gpt3-175b", 1);
        QCOMPARE(launch(large, LaunchTarget::torchrun).file->findings.front().code, std::string("launch-does-not-fit"));
        Scenario latent = gpt_on_sixteen();
        latent.model.preset = "deepseek-v3";
        const LaunchResult undescribed = launch(latent, LaunchTarget::megatron);
        QCOMPARE(finding_at(*undescribed.file, "model.shape.attention")->code,
                 std::string("launch-model-not-described"));
        Scenario layers = gpt_on_sixteen();
        layers.model.shape = shape_from(R"({"positions": "rotary", "block": "parallel", "norm": "non-parametric",
        "norm_bias": false, "embedding_norm": true, "lm_head_bias": true, "qk_norm": true,
        "qk_norm_across_heads": true, "experts": 4, "shared_experts": 1, "shared_expert_gate": true})");
        const LaunchResult unlike = launch(layers, LaunchTarget::megatron);
        for (const char* key : {"block", "norm", "norm_bias", "embedding_norm", "lm_head_bias", "qk_norm_across_heads",
                                "shared_expert_gate"})
            QCOMPARE(finding_at(*unlike.file, "model.shape." + std::string(key))->code,
                     std::string("launch-model-not-described"));
    }

    void a_missing_or_damaged_template_is_reported()
    {
        const Evaluation& plan = evaluated_plans().front();
        const auto is_reported = [&plan](const EngineData& data) {
            const LaunchResult result = launch_file(plan, data, LaunchTarget::torchrun);
            return !result.file && result.errors.size() == 1 && result.errors[0].code == "launch-template-missing";
        };
        QVERIFY(!is_reported(engine_data()));
        EngineData data = engine_data();
        for (const char* damaged :
             {"{{nothing.like.this}}\n", "{{build.nodes\n", "{{/}}\n", "{{#build.nodes}}\n", "{{>gone.sh}}\n"}) {
            data.launch_templates["torchrun.sh"] = damaged;
            QVERIFY2(is_reported(data), damaged);
        }
        data.launch_templates["torchrun.sh"] = "{{^build.nodes}}gone\n{{build.nodes}} of {{run_name}}";
        const LaunchResult result = launch_file(plan, data, LaunchTarget::torchrun);
        QCOMPARE(result.file->lines.back().text.substr(0, 5), std::string("2 of "));
        data.launch_templates.clear();
        QVERIFY(is_reported(data));
    }

    void plans_that_an_engine_does_not_run_are_refused()
    {
        const Rows<std::string, QString, std::string, QString> rows{
            {"framework", "torchrun", "training.framework", "tensorflow", "launch-other-framework"},
            {"inference", "deepspeed", "training.mode", "infer", "launch-needs-training"},
            {"processor", "fsdp", "build.gpu", "none", "launch-needs-gpu"},
            {"no decoder", "megatron", "model.preset", "resnet50", "launch-needs-decoder"},
            {"no estimate", "slurm", "build.gpu", "no-such-gpu", "unknown-gpu"},
        };
        rows.each([&](const auto& target, const auto& field, const auto& value, const auto& code) {
            Scenario scenario = scenario_of("gpt3-125m", 1);
            if (field == "model.preset")
                scenario.model.preset = value;
            else
                field_of(field.toStdString())->write(scenario, value);
            const LaunchResult result = launch(scenario, *launch_target_from(target));
            QVERIFY(!result.file);
            QVERIFY(!result.errors.empty());
            QCOMPARE(QString::fromStdString(result.errors.front().code), code);
        });
    }

    void megatron_refuses_experts_without_sequence_parallelism()
    {
        Scenario scenario = mixture_on_sixteen(2, 8);
        QVERIFY(launch(scenario, LaunchTarget::megatron).file);
        scenario.parallel.sequence_parallel = false;
        const LaunchResult refused = launch(scenario, LaunchTarget::megatron);
        QVERIFY(!refused.file);
        QCOMPARE(refused.errors.front().code, std::string("launch-needs-sequence-parallel"));
        QVERIFY(launch(scenario, LaunchTarget::deepspeed).file);
    }

    void hostile_names_stay_names()
    {
        if (!has_bash()) QSKIP("bash is not installed");
        const Rows<QByteArray> rows{
            {"quotes", "it's \"quoted\" \\ back\\\\slash"},
            {"commands", QByteArray("$(touch pwned) `touch pwned`; touch pwned & touch pwned | cat > pwned")},
            {"lines", "one\n#SBATCH --nodes=99\ntouch pwned\r\n\ttwo"},
            {"expansion", "$HOME ${RUN_ID} * ? ~ !! {a,b} [x]"},
            {"options", "--rdzv-id=other -rf /"},
            {"end of quote", "'\n'; touch pwned; '"},
            {"control", "a\x01"
                        "9b\x1b[31mc\x7f"
                        "d"},
            {"Chinese", "织物缺陷检测\xe2\x80\xa8第二行"},
            {"empty", ""},
        };
        rows.each([](const QByteArray& name) {
            const Evaluation plan = named_plan(name);
            for (const LaunchTarget target : script_targets) {
                const std::string script = launch_file(plan, engine_data(), target).file->text();
                QProcess check;
                check.start("bash", {"-n"});
                check.write(script.data(), static_cast<qint64>(script.size()));
                check.closeWriteChannel();
                QVERIFY(check.waitForFinished());
                QVERIFY2(check.exitCode() == 0, (check.readAllStandardError() + script.c_str()).constData());
                const QStringList arguments{"--data=a b", "$(touch pwned)"};
                const QList<QByteArray> words = words_of_run(script, arguments);
                QVERIFY2(words.size() > 4, script.c_str());
                QCOMPARE(words.first(), name);
                QVERIFY(words.contains("--nnodes=2") && words.contains("--nproc-per-node=8"));
                const bool job = target == LaunchTarget::slurm;
                QVERIFY(words.contains(job ? "--rdzv-id=7" : "--rdzv-id=" + name));
                QCOMPARE(words.at(words.size() - 2), QByteArray("--data=a b"));
                QCOMPARE(words.last(), QByteArray("$(touch pwned)"));
                QCOMPARE(words.contains("touch"), false);
            }
            const LaunchSettings job = launch_settings(
                LaunchTarget::slurm, launch_file(plan, engine_data(), LaunchTarget::slurm).file->text());
            QCOMPARE(job.at("nodes"), std::string("2"));
            static const QRegularExpression plain("^[A-Za-z0-9][A-Za-z0-9._-]*$");
            QVERIFY(plain.match(QString::fromStdString(job.at("job-name"))).hasMatch());
        });
    }

    void words_of_the_shell()
    {
        QCOMPARE(shell_word("plain"), std::string("'plain'"));
        QCOMPARE(shell_word(""), std::string("''"));
        QCOMPARE(shell_word("it's"), std::string("'it'\\''s'"));
        QCOMPARE(shell_word("a\nb'c\\"), std::string("$'a\\nb\\'c\\\\'"));
        QCOMPARE(shell_word(std::string_view("a\0b", 3)), std::string("$'a\xEF\xBF\xBD"
                                                                      "b'"));
        QCOMPARE(comment_text("one\ntwo\xE2\x80\xA8three"), std::string("one two three"));
        QCOMPARE(job_name("织物"), std::string("rigwright"));
        QCOMPARE(job_name("--x y"), std::string("x-y"));
    }
};

RIGWRIGHT_TEST(LaunchTest)

} // namespace rigwright::test::tst_launch

#include "tst_launch.moc"
