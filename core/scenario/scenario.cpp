// SPDX-License-Identifier: Apache-2.0
#include "core/scenario/scenario.h"

#include "core/json/characters.h"
#include "core/quantities/quantity.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <vector>

namespace rigwright {

Scenario question_of(const Workload& workload)
{
    Scenario question;
    question.model = workload.model;
    question.input = workload.input;
    question.dataset = workload.dataset;
    question.training = workload.training;
    return question;
}

std::string parts_of_machine(const BuildChoice& build)
{
    std::vector<std::string> parts;
    const auto number = [](double value) {
        std::array<char, 32> digits{};
        return std::string(digits.data(), std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr);
    };
    const auto add = [&](const std::string& id, double count) {
        if (!id.empty()) parts.push_back((count != 1.0 ? number(count) + " x " : "") + id);
    };
    if (!trains_on_processor(build)) add(build.gpu, static_cast<double>(build.gpus_per_node));
    if (build.gpu_link == LinkChoice::nvlink) parts.emplace_back("nvlink");
    add(build.cpu, static_cast<double>(build.cpu_sockets));
    if (build.ram_gib) parts.push_back(number(*build.ram_gib) + " GiB");
    add(build.memory_kit, 1.0);
    add(build.storage, 1.0);
    if (build.storage_tb) parts.push_back(number(*build.storage_tb) + " TB");
    add(build.chassis, 1.0);
    add(build.power_supply, 1.0);
    return joined(parts);
}

bool trains_on_processor(const BuildChoice& build) { return build.gpu == "none"; }

std::int64_t gpu_count(const BuildChoice& build) { return (Count(build.gpus_per_node) * Count(build.nodes)).value(); }

std::int64_t data_parallel_degree(const Scenario& scenario)
{
    const Count shards =
        Count(scenario.parallel.tensor) * Count(scenario.parallel.pipeline) * Count(scenario.parallel.context);
    const std::int64_t devices = gpu_count(scenario.build);
    if (shards.value() < 1 || devices % shards.value() != 0) return 0;
    return devices / shards.value();
}

bool gpus_exchange(const Scenario& scenario)
{
    const std::int64_t gpus = gpu_count(scenario.build);
    const bool trains = scenario.training.mode == RunMode::train;
    return gpus > 1 && (trains || data_parallel_degree(scenario) < gpus || scenario.parallel.expert > 1);
}

std::int64_t stage_for_offload(Offload offload)
{
    constexpr std::int64_t last_stage = 3;
    return offload == Offload::parameters ? last_stage : offload == Offload::optimizer ? 1 : 0;
}

std::int64_t global_batch(const Scenario& scenario)
{
    const Training& training = scenario.training;
    const std::int64_t steps = training.mode == RunMode::train ? training.gradient_accumulation : 1;
    return (Count(steps) * Count(data_parallel_degree(scenario)) * Count(training.micro_batch)).value();
}

std::optional<BatchSplit> batch_split(const Scenario& scenario, std::int64_t batch)
{
    const std::int64_t copies = data_parallel_degree(scenario);
    if (copies < 1 || batch < 1 || batch % copies != 0) return std::nullopt;
    const std::int64_t samples = batch / copies;
    std::int64_t micro_batch = std::min(scenario.training.micro_batch, samples);
    while (samples % micro_batch != 0) --micro_batch;
    return BatchSplit{micro_batch, samples / micro_batch};
}

bool is_before(const Training& training, double year)
{
    return training.framework_year && static_cast<double>(*training.framework_year) < year;
}

std::optional<int> attention_generation(AttentionChoice choice)
{
    switch (choice) {
    case AttentionChoice::automatic:
    case AttentionChoice::standard:
    case AttentionChoice::fused: return std::nullopt;
    case AttentionChoice::flash_1:
    case AttentionChoice::memory_efficient: return 1;
    case AttentionChoice::flash_2: return 2;
    case AttentionChoice::flash_3:
    case AttentionChoice::cudnn: return 3;
    case AttentionChoice::flash_4: return 4;
    }
    return std::nullopt;
}

CardHost card_host(const BuildChoice& build, const Catalog& hardware)
{
    return {hardware.cpu(build.cpu), build.cpu_sockets, hardware.chassis(build.chassis), build.gpus_per_node};
}

const Link* host_link(const Gpu& gpu, const BuildChoice& build, const Catalog& hardware)
{
    return host_link(gpu, card_host(build, hardware), hardware);
}

} // namespace rigwright
