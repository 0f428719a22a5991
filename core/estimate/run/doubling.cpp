// SPDX-License-Identifier: Apache-2.0
#include "core/estimate/run/doubling.h"

#include "core/hardware/host_link.h"
#include "core/hardware/record_table.h"
#include "core/scenario/resolved_model.h"
#include "core/scenario/scenario.h"

#include <algorithm>
#include <span>

namespace rigwright {

namespace {

constexpr double twice = 2.0;

template <typename Rate>
void double_rate(std::optional<Rate>& rate)
{
    if (rate) rate = *rate * twice;
}

/// Copies of the parts that a step's time depends on, which may be modified.
struct Machine {
    Gpu gpu;
    std::optional<Cpu> cpu;
    std::optional<Link> host_link;
    std::optional<Link> peer_link;
    std::optional<Link> node_link;
    std::optional<Storage> storage;
    TimeCoefficients coefficients;
    CpuCoefficients processor;
    std::optional<double> ram_gib;
};

template <typename Record>
std::optional<Record> copy_of(const Record* record)
{
    return record == nullptr ? std::nullopt : std::optional(*record);
}

template <typename Record>
const Record* pointer_to(const std::optional<Record>& record)
{
    return record ? &*record : nullptr;
}

Machine machine_of(const Scenario& scenario, const Gpu* board, const EngineData& data)
{
    const BuildChoice& build = scenario.build;
    Machine machine;
    machine.cpu = copy_of(data.hardware.cpu(build.cpu));
    if (board != nullptr) {
        machine.gpu = single_device(*board);
        machine.host_link = copy_of(host_link(machine.gpu, build, data.hardware));
        machine.peer_link = copy_of(peer_link(machine.gpu, data.hardware));
    }
    machine.node_link = copy_of(data.hardware.link(build.node_link));
    machine.storage = copy_of(data.hardware.storage(build.storage));
    machine.coefficients = data.time;
    machine.processor = data.processor;
    machine.ram_gib = build.ram_gib;
    return machine;
}

void double_matrix_rate(Machine& machine)
{
    for (const RecordRow<Gpu>& row : record_table<Gpu>().rows)
        if (row.field.is_rate_of_products()) row.scale(machine.gpu, 2, 1);
}

void double_power(Machine& machine) { double_rate(machine.gpu.power.board_power); }

void double_bandwidth(Machine& machine) { double_rate(machine.gpu.memory.bandwidth); }

void double_host_speed(Machine& machine)
{
    machine.coefficients.host_seconds /= twice;
    machine.coefficients.host_seconds_recent /= twice;
}

void double_link(std::optional<Link>& link)
{
    if (!link) return;
    link->per_direction = link->per_direction * twice;
    double_rate(link->effective);
}

void double_links(Machine& machine)
{
    double_link(machine.host_link);
    double_link(machine.peer_link);
    double_link(machine.node_link);
    double_rate(machine.gpu.link.peer_bidirectional);
    TimeCoefficients& c = machine.coefficients;
    if (const GpuGeneration::Coefficient network = c.generation_of(machine.gpu).network) c.*network *= twice;
}

void double_cores(Machine& machine)
{
    if (machine.cpu) machine.cpu->compute.cores *= 2;
    machine.coefficients.loading.assumed_cores_per_gpu *= twice;
}

void double_storage(Machine& machine)
{
    if (!machine.storage) return;
    double_rate(machine.storage->sequential_read);
    double_rate(machine.storage->small_file_read);
    double_rate(machine.storage->random_reads_per_second);
    if (machine.storage->file_open) machine.storage->file_open = *machine.storage->file_open / twice;
}

void double_processor_rate(Machine& machine)
{
    for (CpuCoreGroup& group : machine.cpu->compute.core_groups) double_rate(group.fp32_flop_per_cycle);
}

void double_processor_bandwidth(Machine& machine) { double_rate(machine.cpu->memory.bandwidth); }

void double_dispatch(Machine& machine)
{
    CpuCoefficients& c = machine.processor;
    for (double* seconds :
         {&c.dispatch_seconds_pytorch, &c.dispatch_seconds_tensorflow, &c.dispatch_seconds_scikit_learn})
        *seconds /= twice;
}

/// The cores also compute: this doubles only the rate at which they prepare samples.
void double_loading_cores(Machine& machine)
{
    LoadingCoefficients& loading = machine.coefficients.loading;
    for (double* rate : {&loading.jpeg_pixels_per_second, &loading.png_pixels_per_second, &loading.raw_bytes_per_second,
                         &loading.text_bytes_per_second, &loading.augment_pixels_per_second})
        *rate *= twice;
}

void double_host_memory(Machine& machine) { double_rate(machine.ram_gib); }

struct LeverRow {
    WhatIfTarget lever;
    void (*apply)(Machine&);
};

constexpr std::array levers_of_gpus{LeverRow{WhatIfTarget::matrix_rate, double_matrix_rate},
                                    LeverRow{WhatIfTarget::board_power, double_power},
                                    LeverRow{WhatIfTarget::memory_bandwidth, double_bandwidth},
                                    LeverRow{WhatIfTarget::host_speed, double_host_speed},
                                    LeverRow{WhatIfTarget::links, double_links},
                                    LeverRow{WhatIfTarget::processor_cores, double_cores},
                                    LeverRow{WhatIfTarget::storage, double_storage}};

constexpr std::array levers_of_processors{LeverRow{WhatIfTarget::matrix_rate, double_processor_rate},
                                          LeverRow{WhatIfTarget::memory_bandwidth, double_processor_bandwidth},
                                          LeverRow{WhatIfTarget::host_speed, double_dispatch},
                                          LeverRow{WhatIfTarget::processor_cores, double_loading_cores},
                                          LeverRow{WhatIfTarget::storage, double_storage},
                                          LeverRow{WhatIfTarget::host_memory, double_host_memory}};

std::span<const LeverRow> levers_of(const Gpu* board)
{
    if (board != nullptr) return levers_of_gpus;
    return levers_of_processors;
}

/// The step of the evaluation's plan with one part doubled.
StepTime step_with(const LeverRow& row, const Evaluation& evaluation, const EngineData& data, Trace& trace)
{
    const Gpu* board = data.hardware.gpu(evaluation.scenario.build.gpu);
    const ResolvedModel model = resolve_model(evaluation.scenario, data.presets);
    Machine machine = machine_of(evaluation.scenario, board, data);
    row.apply(machine);
    Scenario scenario = evaluation.scenario;
    scenario.build.ram_gib = machine.ram_gib;
    const StepTimeInputs inputs{*evaluation.network,
                                *evaluation.analysis,
                                evaluation.estimate->model.training_flops_per_sample,
                                scenario,
                                model.line_id(),
                                board != nullptr ? &machine.gpu : nullptr,
                                pointer_to(machine.cpu),
                                pointer_to(machine.host_link),
                                pointer_to(machine.peer_link),
                                pointer_to(machine.node_link),
                                pointer_to(machine.storage),
                                machine.coefficients,
                                &machine.processor,
                                nullptr,
                                network_ports(evaluation.scenario.build, data.hardware)};
    return step_time(inputs, trace);
}

std::span<const LeverRow> levers_of(const Evaluation& evaluation, const EngineData& data)
{
    if (!evaluation.time || !evaluation.estimate) return {};
    return levers_of(data.hardware.gpu(evaluation.scenario.build.gpu));
}

} // namespace

std::vector<WhatIfResult> doublings(const Evaluation& evaluation, const EngineData& data)
{
    std::vector<WhatIfResult> all;
    Trace untraced(false);
    for (const LeverRow& row : levers_of(evaluation, data)) {
        const StepTime time = step_with(row, evaluation, data, untraced);
        if (!time.terms) return {};
        all.push_back({row.lever, time.terms->parts, time.terms->step, 1.0 - time.terms->step / evaluation.time->step});
    }
    return all;
}

std::optional<Derivation> doubled_step(const Evaluation& evaluation, const EngineData& data, WhatIfTarget lever)
{
    const std::span<const LeverRow> rows = levers_of(evaluation, data);
    const auto row = std::ranges::find(rows, lever, &LeverRow::lever);
    if (row == rows.end()) return std::nullopt;
    Trace trace(true);
    step_with(*row, evaluation, data, trace);
    std::optional<Derivation> step = trace.find("time.step_seconds");
    if (!step) return std::nullopt;
    for (Derivation& part : step->inputs) {
        const Value time = part.value;
        part = leaf(part.symbol, part.quantity.substr(part.quantity.find('.') + 1), time, "source.doubled-part");
    }
    step->inputs.push_back(leaf({}, "time.step_seconds", value_of(evaluation.time->step)));
    step->source = "source.doubled";
    return step;
}

} // namespace rigwright
