// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/launch_reading.h"

#include "core/estimate/recipes.h"
#include "core/scenario/fields.h"

#include <nlohmann/json.hpp>

#include <sstream>

namespace rigwright::test {

namespace {

using nlohmann::json;

std::string trimmed(const std::string& text)
{
    const std::size_t first = text.find_first_not_of(' ');
    if (first == std::string::npos) return {};
    return text.substr(first, text.find_last_not_of(' ') - first + 1);
}

/// Without the trace behind two spaces and a hash.
std::string without_trace(const std::string& line) { return line.substr(0, line.find("  # ")); }

void flatten(const json& value, const std::string& path, LaunchSettings& settings)
{
    for (const auto& [key, member] : value.items()) {
        const std::string at = path.empty() ? key : path + "." + key;
        settings[at] = member.is_object() ? "" : member.is_string() ? member.get<std::string>() : member.dump();
        if (member.is_object()) flatten(member, at, settings);
    }
}

void read_option(const std::string& line, LaunchSettings& settings)
{
    const std::string text = trimmed(without_trace(line));
    const std::size_t dashes = text.starts_with("#SBATCH --") ? 10 : text.starts_with("--") ? 2 : 0;
    if (dashes == 0) return;
    const std::size_t end = text.find_first_of("= ", dashes);
    settings[text.substr(dashes, end - dashes)] = end == std::string::npos ? "" : text.substr(end + 1);
}

void read_yaml(const std::string& line, std::string& group, LaunchSettings& settings)
{
    const std::string text = without_trace(line);
    const std::size_t colon = text.find(':');
    if (colon == std::string::npos || text.starts_with("#")) return;
    std::string value = trimmed(text.substr(colon + 1));
    if (value.size() > 1 && value.front() == '\'') value = value.substr(1, value.size() - 2);
    const bool inside = text.starts_with("  ");
    const std::string key = trimmed(text.substr(0, colon));
    if (!inside) group = key;
    settings[inside ? group + "." + key : key] = value;
}

void read_python(const std::string& line, LaunchSettings& settings)
{
    const std::string text = without_trace(line);
    const std::size_t equals = text.find(" = ");
    if (equals != std::string::npos && text.front() != ' ') settings[text.substr(0, equals)] = text.substr(equals + 3);
}

/// Sets fields of a scenario from settings, where there are such.
class Filler {
public:
    Filler(Scenario& scenario, const LaunchSettings& settings) : scenario_(scenario), settings_(settings) {}

    bool has(const std::string& key) const { return settings_.contains(key); }
    std::string value(const std::string& key) const { return has(key) ? settings_.at(key) : std::string(); }
    std::int64_t number(const std::string& key) const { return std::stoll(settings_.at(key)); }

    void write(const char* path, const FieldValue& value) { field_of(path)->write(scenario_, value); }
    void word(const char* path, const char* text) { write(path, std::string(text)); }
    void count(const std::string& key, const char* path)
    {
        if (has(key)) write(path, number(key));
    }
    void flag(const std::string& key, const char* path)
    {
        if (has(key)) write(path, value(key) != "false");
    }

private:
    Scenario& scenario_;
    const LaunchSettings& settings_;
};

void read_torchrun(Filler& in)
{
    in.count("nnodes", "build.nodes");
    in.count("nproc-per-node", "build.gpus_per_node");
}

/// A file states values that a plan may leave to defaults: keep the plan's spelling if both mean the same.
void read_gradients(Filler& in, const std::string& format, const Training& plan)
{
    const bool same = format == word_of(recipe_of(plan).gradients);
    in.word("training.gradient_precision", same ? word_of(plan.gradient_precision).data() : format.c_str());
}

void read_deepspeed(Filler& in, const Training& plan)
{
    in.count("train_micro_batch_size_per_gpu", "training.micro_batch");
    in.count("gradient_accumulation_steps", "training.gradient_accumulation");
    const std::map<std::string, const char*> optimizers{{"Adam", "adam"},       {"AdamW", "adamw"},
                                                        {"Lamb", "lamb"},       {"SGD", "sgd"},
                                                        {"RMSprop", "rmsprop"}, {"Adagrad", "adagrad"}};
    if (in.has("optimizer.type")) in.word("training.optimizer", optimizers.at(in.value("optimizer.type")));
    if (in.has("bf16"))
        in.word("training.precision", in.has("bf16.bf16_master_weights_and_grads") ? "bf16" : "bf16-master");
    if (in.has("fp16")) in.word("training.precision", "fp16-master");
    if (in.has("torch_autocast"))
        in.word("training.precision", in.value("torch_autocast.dtype") == "bfloat16" ? "bf16-amp" : "fp16-amp");
    if (in.has("data_types")) read_gradients(in, in.value("data_types.grad_accum_dtype"), plan);
    in.count("zero_optimization.stage", "parallel.zero_stage");
    in.flag("zero_optimization.overlap_comm", "parallel.data_parallel_overlap");
    if (in.has("zero_optimization.offload_optimizer")) in.word("parallel.offload", "optimizer");
    if (in.has("zero_optimization.offload_param")) in.word("parallel.offload", "parameters");
    in.count("tensor_parallel.autotp_size", "parallel.tensor");
    in.flag("tensor_parallel.tp_overlap_comm", "parallel.tensor_parallel_overlap");
}

void read_accelerate(Filler& in)
{
    in.count("num_machines", "build.nodes");
    in.write("build.gpus_per_node", in.number("num_processes") / in.number("num_machines"));
    const bool deepspeed = in.value("distributed_type") == "DEEPSPEED";
    const std::string precision = in.value("mixed_precision");
    if (precision != "no") in.word("training.precision", (precision + (deepspeed ? "-master" : "-amp")).c_str());
    in.count("deepspeed_config.zero_stage", "parallel.zero_stage");
    in.count("deepspeed_config.gradient_accumulation_steps", "training.gradient_accumulation");
    if (in.value("deepspeed_config.offload_optimizer_device") == "cpu") in.word("parallel.offload", "optimizer");
    if (in.value("deepspeed_config.offload_param_device") == "cpu") in.word("parallel.offload", "parameters");
    if (in.has("fsdp_config"))
        in.write("parallel.zero_stage",
                 std::int64_t{in.value("fsdp_config.fsdp_reshard_after_forward") == "true" ? 3 : 2});
    if (in.value("fsdp_config.fsdp_offload_params") == "true") in.word("parallel.offload", "parameters");
    if (in.value("fsdp_config.fsdp_activation_checkpointing") == "true") in.word("training.recompute", "full");
    if (in.has("dynamo_config"))
        in.word("training.execution",
                in.value("dynamo_config.dynamo_mode") == "reduce-overhead" ? "graph" : "compiled");
}

void read_megatron_training(Filler& in, std::int64_t copies, std::int64_t steps_per_epoch)
{
    in.count("micro-batch-size", "training.micro_batch");
    in.write("training.gradient_accumulation", in.number("global-batch-size") / in.number("micro-batch-size") / copies);
    if (in.has("train-iters")) in.write("training.epochs", in.number("train-iters") / steps_per_epoch);
    if (in.has("bf16")) in.word("training.precision", in.has("fp8-format") ? "fp8" : "bf16-master");
    if (in.has("fp16")) in.word("training.precision", "fp16-master");
    if (in.has("accumulate-allreduce-grads-in-fp32")) in.word("training.gradient_precision", "fp32");
    if (in.has("grad-reduce-in-bf16")) in.word("training.gradient_precision", "bf16");
    if (in.value("optimizer") == "adam") in.word("training.optimizer", "adamw");
    if (in.value("optimizer") == "sgd") in.word("training.optimizer", in.has("sgd-momentum") ? "sgd" : "sgd-momentum");
    if (in.has("recompute-granularity"))
        in.word("training.recompute", in.value("recompute-granularity") == "full" ? "full" : "selective");
    if (in.has("attention-backend"))
        in.word("training.attention", in.value("attention-backend") == "flash" ? "fused" : "standard");
    if (in.has("cross-entropy-loss-fusion")) in.word("training.cross_entropy", "fused");
    in.count("num-workers", "training.loader_workers");
}

void read_megatron_parallel(Filler& in, const Parallel& plan)
{
    in.count("tensor-model-parallel-size", "parallel.tensor");
    in.count("pipeline-model-parallel-size", "parallel.pipeline");
    in.count("context-parallel-size", "parallel.context");
    in.count("expert-model-parallel-size", "parallel.expert");
    in.count("num-virtual-stages-per-pipeline-rank", "parallel.pipeline_interleave");
    if (in.value("cp-comm-type") == "a2a") in.word("parallel.context_method", "all-to-all");
    in.flag("sequence-parallel", "parallel.sequence_parallel");
    if (plan.data_parallel_overlap || !in.has("overlap-grad-reduce"))
        in.write("parallel.data_parallel_overlap", in.has("overlap-grad-reduce"));
    in.flag("tp-comm-overlap", "parallel.tensor_parallel_overlap");
    const std::string shards = in.value("data-parallel-sharding-strategy");
    const std::int64_t stage = shards == "optim_grads_params"        ? 3
                               : shards == "optim_grads"             ? 2
                               : in.has("use-distributed-optimizer") ? 1
                                                                     : 0;
    in.write("parallel.zero_stage", stage);
    if (in.has("optimizer-cpu-offload")) in.word("parallel.offload", "optimizer");
}

void read_fsdp(Filler& in, const std::string& text)
{
    const auto contains = [&text](const char* words) { return text.find(words) != std::string::npos; };
    in.count("NODES", "build.nodes");
    in.count("GPUS_PER_NODE", "build.gpus_per_node");
    in.count("EPOCHS", "training.epochs");
    in.count("MICRO_BATCH", "training.micro_batch");
    in.count("GRADIENT_ACCUMULATION", "training.gradient_accumulation");
    if (in.value("LOADER_WORKERS").find("cpu_count") == std::string::npos)
        in.count("LOADER_WORKERS", "training.loader_workers");
    if (contains("autocast(device_type=\"cuda\", dtype=torch.bfloat16)")) in.word("training.precision", "bf16-amp");
    if (contains("autocast(device_type=\"cuda\", dtype=torch.float16)")) in.word("training.precision", "fp16-amp");
    if (contains("model.to(dtype=torch.bfloat16)")) in.word("training.precision", "bf16");
    if (contains("model.to(dtype=torch.float16)")) in.word("training.precision", "fp16");
    if (contains("model.to(dtype=torch.float64)")) in.word("training.precision", "fp64");
    if (contains("set_float32_matmul_precision(\"high\")")) in.word("training.precision", "tf32");
    // Shards of fp32 weights are gathered in 16 bit with and without autocast.
    const bool casts = contains("autocast(");
    if (!casts && contains("param_dtype=torch.bfloat16")) in.word("training.precision", "bf16-master");
    if (!casts && contains("param_dtype=torch.float16")) in.word("training.precision", "fp16-master");
    const std::map<std::string, const char*> optimizers{{"Adam", "adam"},           {"AdamW", "adamw"},
                                                        {"Adafactor", "adafactor"}, {"RMSprop", "rmsprop"},
                                                        {"Adagrad", "adagrad"},     {"SGD", "sgd"}};
    if (const std::size_t at = text.find("torch.optim."); at != std::string::npos) {
        const std::size_t start = at + std::string_view("torch.optim.").size();
        in.word("training.optimizer", optimizers.at(text.substr(start, text.find_first_of("(,", start) - start)));
    }
    if (contains("momentum=momentum")) in.word("training.optimizer", "sgd-momentum");
    if (contains("channels_last")) in.word("training.layout", "channels-last");
    if (contains("cudnn.benchmark = True")) in.write("training.autotune", true);
    if (contains("use_reentrant=False")) in.word("training.recompute", "full");
    if (contains("torch.compile(model)")) in.word("training.execution", "compiled");
    if (contains("mode=\"reduce-overhead\"")) in.word("training.execution", "graph");
    if (contains("return ZeroRedundancyOptimizer")) in.write("parallel.zero_stage", std::int64_t{1});
    if (contains("\"reshard_after_forward\"] = False")) in.write("parallel.zero_stage", std::int64_t{2});
    if (contains("\"reshard_after_forward\"] = True")) in.write("parallel.zero_stage", std::int64_t{3});
    if (contains("= CPUOffloadPolicy()")) in.word("parallel.offload", "parameters");
}

} // namespace

LaunchSettings launch_settings(LaunchTarget target, const std::string& text)
{
    LaunchSettings settings;
    if (target == LaunchTarget::deepspeed) {
        flatten(json::parse(text), "", settings);
        return settings;
    }
    std::istringstream lines(text);
    std::string group;
    for (std::string line; std::getline(lines, line);) {
        if (target == LaunchTarget::accelerate)
            read_yaml(line, group, settings);
        else if (target == LaunchTarget::fsdp)
            read_python(line, settings);
        else
            read_option(line, settings);
    }
    return settings;
}

Scenario scenario_from_launch(LaunchTarget target, const LaunchSettings& settings, const std::string& text,
                              const Evaluation& whole)
{
    Scenario scenario;
    scenario.model = whole.scenario.model;
    Filler in(scenario, settings);
    const std::int64_t copies = data_parallel_degree(whole.scenario);
    switch (target) {
    case LaunchTarget::torchrun: read_torchrun(in); break;
    case LaunchTarget::slurm:
        in.count("nodes", "build.nodes");
        in.count("gpus-per-node", "build.gpus_per_node");
        break;
    case LaunchTarget::fsdp: read_fsdp(in, text); break;
    case LaunchTarget::deepspeed: read_deepspeed(in, whole.scenario.training); break;
    case LaunchTarget::accelerate: read_accelerate(in); break;
    case LaunchTarget::megatron:
        read_torchrun(in);
        read_megatron_training(in, copies, whole.estimate->time->steps_per_epoch);
        read_megatron_parallel(in, whole.scenario.parallel);
        break;
    }
    return scenario;
}

} // namespace rigwright::test
