// SPDX-License-Identifier: Apache-2.0
#include "core/estimate/evaluation.h"

#include "core/estimate/checks/checks.h"
#include "core/estimate/measured/measured_estimate.h"
#include "core/estimate/memory/memory_states.h"
#include "core/estimate/time/cpu_time.h"
#include "core/estimate/time/device_peak.h"
#include "core/estimate/time/step_causes.h"
#include "core/hardware/host_link.h"
#include "core/network/operator_counts.h"
#include "core/scenario/resolved_model.h"
#include "core/scenario/scenario.h"
#include "core/scenario/validate.h"
#include "core/zoo/build.h"

#include <algorithm>
#include <cmath>

namespace rigwright {

namespace {

Finding network_error(const NetworkIssue& issue)
{
    Finding finding;
    finding.severity = Finding::Severity::error;
    finding.code = issue.code;
    const bool of_input = std::ranges::find(input_extents, issue.layer, &InputExtent::key) != input_extents.end();
    finding.field = of_input              ? "input." + issue.layer
                    : issue.field.empty() ? "model.shape"
                                          : "model.shape." + issue.field;
    finding.arguments = {
        {"layer", issue.layer}, {"found", value_of(Count(issue.found))}, {"expected", value_of(Count(issue.expected))}};
    for (const auto& [name, word] : issue.words) finding.arguments.emplace_back(name, word);
    return finding;
}

Finding error(std::string code, std::string field, Arguments arguments = {})
{
    return {Finding::Severity::error, std::move(code), std::move(field), std::move(arguments)};
}

/// Copies that are views at batch 1 make that batch a special case; every other question is about larger batches.
bool differs_at_batch_one(const Network& network)
{
    return std::ranges::any_of(network.operators, [](const Operator& op) {
        const auto* copy = std::get_if<Copy>(&op.kind);
        return copy != nullptr && copy->view_at_batch_one;
    });
}

/// Whether both train the same network in the same formats; a micro-batch of one is a special case. Recomputation and
/// gradient accumulation change neither operators nor formats.
bool is_same_model(const Scenario& a, const Scenario& b)
{
    if (a.model != b.model || a.input != b.input) return false;
    if ((a.training.micro_batch == 1) != (b.training.micro_batch == 1)) return false;
    Training training = a.training;
    training.micro_batch = b.training.micro_batch;
    training.gradient_accumulation = b.training.gradient_accumulation;
    training.global_batch = b.training.global_batch;
    training.recompute = b.training.recompute;
    training.epochs = b.training.epochs;
    return training == b.training;
}

/// Micro-batches that fill a pipeline; further ones do not add to those in flight (`in_flight`).
std::int64_t filling(const Parallel& parallel)
{
    return parallel.pipeline_interleave > 1 ? 2 * parallel.pipeline : parallel.pipeline;
}

/// Whether the terms of a GPU's memory are the same. They depend on whether gradients are accumulated at all, and in a
/// pipeline on how many micro-batches are in flight.
bool keeps_the_same(const Training& a, const Training& b, const Parallel& parallel)
{
    if (a.recompute != b.recompute) return false;
    const std::int64_t fewer = std::min(a.gradient_accumulation, b.gradient_accumulation);
    const bool same_number = a.gradient_accumulation == b.gradient_accumulation;
    return same_number || (fewer > 1 && fewer >= filling(parallel));
}

/// Whether the builds differ only in parts that do not affect GPU memory: everything around the GPUs.
bool is_same_for_gpus(const BuildChoice& a, const BuildChoice& b, const Catalog& hardware)
{
    return a.gpu == b.gpu && a.gpus_per_node == b.gpus_per_node && a.nodes == b.nodes && a.gpu_link == b.gpu_link &&
           a.dies_used == b.dies_used && a.context_bytes == b.context_bytes && a.node_link == b.node_link &&
           a.nics_per_node == b.nics_per_node && draws_display(a, hardware) == draws_display(b, hardware);
}

/// `gpu`: one device; null for `gpu: none`.
StepTimeInputs time_inputs(const Evaluation& evaluation, std::string_view family, const EngineData& data,
                           const Gpu* gpu)
{
    const BuildChoice& build = evaluation.scenario.build;
    const Catalog& hardware = data.hardware;
    return {*evaluation.network,
            *evaluation.analysis,
            evaluation.estimate->model.training_flops_per_sample,
            evaluation.scenario,
            family,
            gpu,
            hardware.cpu(build.cpu),
            gpu != nullptr ? host_link(*gpu, build, hardware) : nullptr,
            gpu != nullptr ? peer_link(*gpu, hardware) : nullptr,
            hardware.link(build.node_link),
            hardware.storage(build.storage),
            data.time,
            &data.processor,
            nullptr,
            network_ports(build, hardware)};
}

MemoryInputs memory_inputs(const Evaluation& evaluation, const Analysis& analysis, std::string_view family,
                           const EngineData& data, const Gpu& device)
{
    return {*evaluation.network,
            analysis,
            evaluation.scenario,
            device,
            data.hardware.memory_reserves,
            data.memory,
            data.time.generation_of(device),
            family,
            draws_display(evaluation.scenario.build, data.hardware)};
}

RunInputs run_inputs(const Evaluation& evaluation, const EngineData& data)
{
    const Estimate& estimate = *evaluation.estimate;
    return {evaluation.scenario,
            estimate.model,
            *estimate.time,
            *evaluation.time,
            data.hardware.storage(evaluation.scenario.build.storage),
            data.run};
}

EnergyInputs energy_inputs(const Evaluation& evaluation, const EngineData& data, const Gpu* gpu)
{
    return {evaluation.scenario,
            *evaluation.estimate->time,
            *evaluation.time,
            gpu,
            data.hardware.cpu(evaluation.scenario.build.cpu),
            data.energy};
}

CostInputs cost_inputs(const Evaluation& evaluation, const EngineData& data)
{
    const Estimate& estimate = *evaluation.estimate;
    CostInputs inputs{evaluation.scenario, data.hardware, {}, {}, {}, {}, {}};
    if (estimate.time) inputs.upload_time = estimate.time->upload;
    if (estimate.time && estimate.time->run) inputs.run_time = estimate.time->run->wall;
    if (estimate.energy) {
        inputs.run_kwh = estimate.energy->total_kwh;
        inputs.power = estimate.energy->average_power;
    }
    return inputs;
}

/// Builds one evaluation step by step: model, network, memory, time, findings.
class Engine {
public:
    Engine(const Scenario& scenario, const EngineData& data, const Evaluation* before,
           std::optional<EvaluationPart> part = {})
        : data_(data)
    {
        result_.scenario = scenario;
        if (part && scenario.measurements.empty()) {
            whole_ = false;
            time_alone_ = *part == EvaluationPart::time_alone;
        }
        if (before == nullptr || !before->estimate) return;
        const Scenario& past = before->scenario;
        // Partial evaluations have no bill, and those of time alone were not checked.
        if (before->estimate->memory) legal_ = &past;
        const bool has_bill = !before->estimate->cost.bill.currency.empty();
        if (has_bill && past.build == scenario.build && past.economics == scenario.economics) same_purchase_ = before;
        if (!is_same_model(scenario, past)) return;
        same_model_ = before;
        const bool same_devices = data.hardware.gpu(scenario.build.gpu) != nullptr
                                      ? is_same_for_gpus(scenario.build, past.build, data.hardware)
                                      : scenario.build == past.build;
        if (before->estimate->memory && same_devices && scenario.parallel == past.parallel &&
            keeps_the_same(scenario.training, past.training, scenario.parallel))
            same_plan_ = before;
    }

    Evaluation run()
    {
        // Hyperparameters matter only if a network is built from them.
        model_ = same_model_ != nullptr ? resolve_kind(result_.scenario, data_.presets)
                                        : resolve_model(result_.scenario, data_.presets);
        if (find_parts() && build()) {
            result_.estimate.emplace();
            fill_model();
            if (model_.imported) add_import_findings(*model_.imported, *result_.estimate);
            if (!time_alone_) fill_memory();
            if (is_whole()) fill_time();
            if (is_whole() && !result_.scenario.measurements.empty()) correct_by_measurements();
            if (result_.estimate->time) fill_run();
            if (whole_) fill_cost();
            if (refuse_beyond_range() || time_alone_) return std::move(result_);
            add_plan_findings(result_, data_, *device_, result_.estimate->findings);
            add_build_findings(result_, data_, result_.estimate->findings);
        }
        return std::move(result_);
    }

private:
    bool find_parts()
    {
        const Scenario& scenario = result_.scenario;
        if (!time_alone_) result_.errors = validate(scenario, data_.hardware, data_.presets, legal_);
        if (trains_quantized_base(scenario.training))
            result_.errors.push_back(error("quantized-base-needs-lora", "training.base_weights"));
        find_device(scenario.build);
        return result_.errors.empty() && model_.found();
    }

    /// A board with one device is that device.
    void find_device(const BuildChoice& build)
    {
        const Gpu* board = data_.hardware.gpu(build.gpu);
        if (board == nullptr) {
            device_ = &own_device_.emplace(processor_as_device(data_.hardware.cpu(build.cpu), build.ram_gib));
            return;
        }
        gpu_ = device_ = board->devices_per_board == 1 ? board : &own_device_.emplace(single_device(*board));
    }

    bool build()
    {
        if (same_model_ != nullptr) {
            result_.network = same_model_->network;
            return result_.errors.empty();
        }
        Network network = build_network(model_, build_options(result_.scenario.training));
        if (network.issues.empty() && !set_up_fine_tuning(network, result_.scenario.training))
            result_.errors.push_back(error("lora-without-targets", "training.lora.targets"));
        for (const NetworkIssue& issue : network.issues) result_.errors.push_back(network_error(issue));
        result_.network = std::make_shared<const Network>(std::move(network));
        return result_.errors.empty();
    }

    /// A file of weights alone has nothing to run; other files may lack a part.
    bool is_whole() const
    {
        return !model_.imported || (model_.imported->has_operators && model_.imported->coverage.whole());
    }

    void fill_model()
    {
        ModelEstimate& model = result_.estimate->model;
        if (same_model_ != nullptr) {
            result_.analysis = same_model_->analysis;
            model = same_model_->estimate->model;
        } else {
            result_.analysis =
                std::make_shared<const Analysis>(analyse(*result_.network, format_policy(result_.scenario.training)));
            count_model(model);
        }
        const Count batch = result_.scenario.training.micro_batch;
        model.saved_activation_bytes_per_sample = Bytes(result_.analysis->kept.at(batch).count() / batch);
    }

    void count_model(ModelEstimate& model) const
    {
        const Network& network = *result_.network;
        const Scenario& scenario = result_.scenario;
        const ParameterCounts counts = count_parameters(network);
        model.parameters = counts.total;
        model.trainable_parameters = counts.trainable;
        model.active_parameters = counts.active;
        const MacSplit macs =
            network.differs_in_evaluation ? forward_macs(evaluation_network(scenario, data_)) : forward_macs(network);
        model.forward_macs_per_sample = macs.total();
        model.forward_flops_per_sample = Flops(2.0 * model.forward_macs_per_sample.as_double());
        model.training_flops_per_sample = training_flops_per_sample(network, *result_.analysis);
        for (const Block& block : network.blocks)
            model.layers_counted += static_cast<std::int64_t>(block.last - block.first) * block.repeat;
    }

    std::vector<MemoryTerms> terms_for(const Analysis& analysis) const
    {
        std::vector<MemoryTerms> stages =
            memory_terms(memory_inputs(result_, analysis, model_.family_id(), data_, *device_));
        if (gpu_ != nullptr) return stages;
        for (MemoryTerms& terms : stages)
            place_in_host_memory(terms, result_.scenario.build, data_.memory.processor_range, data_.processor);
        return stages;
    }

    void fill_memory()
    {
        const Count batch = result_.scenario.training.micro_batch;
        result_.memory_stages = same_plan_ != nullptr ? same_plan_->memory_stages : terms_for(*result_.analysis);
        result_.memory = result_.memory_stages[fullest_stage(result_.memory_stages, batch)];
        MemoryEstimate memory = memory_estimate(result_.memory, *result_.network, result_.scenario, untraced_);
        if (!is_whole()) {
            result_.estimate->memory_at_least = memory.low;
            result_.estimate->verdict = Verdict::incomplete;
            return;
        }
        result_.largest_micro_batch = same_plan_ != nullptr ? same_plan_->largest_micro_batch : largest_that_fits();
        put(result_.largest_micro_batch, memory);
        result_.host_memory = host_memory(
            {result_.scenario, *result_.network, result_.memory, data_.hardware.cpu(result_.scenario.build.cpu),
             data_.time.loading.assumed_cores_per_gpu, data_.time.loading.page_cache_share, data_.host_memory});
        // Without a GPU all of it is in system memory; the process is counted once.
        if (gpu_ == nullptr) {
            result_.host_memory.process = result_.memory.context;
            result_.host_memory.offloaded = memory.total - result_.memory.context;
        }
        memory.host = result_.host_memory.total();
        const bool runs = framework_refusals(result_.scenario, *result_.network, gpu_).empty();
        if (result_.memory.usable && runs) result_.estimate->verdict = verdict_of(memory);
        result_.estimate->memory = std::move(memory);
    }

    LargestMicroBatch largest_that_fits() const
    {
        const bool own_case = result_.scenario.training.micro_batch == 1 && differs_at_batch_one(*result_.network);
        if (!result_.memory.usable) return {};
        const LargestMicroBatch here = largest_micro_batch(result_.memory_stages);
        if (!own_case) return here;
        FormatPolicy policy = format_policy(result_.scenario.training);
        policy.batch_is_one = false;
        return of_one_or_more(here, largest_micro_batch(terms_for(analyse(*result_.network, policy))));
    }

    /// The time terms of the same micro-batch on the same GPUs.
    const TimeTerms* same_passes() const
    {
        const bool same = gpu_ != nullptr && same_plan_ != nullptr && same_plan_->time &&
                          same_plan_->scenario.training.micro_batch == result_.scenario.training.micro_batch;
        return same ? &*same_plan_->time : nullptr;
    }

    void fill_time()
    {
        StepTimeInputs inputs = time_inputs(result_, model_.line_id(), data_, gpu_);
        inputs.same_passes = same_passes();
        StepTime time = step_time(inputs);
        for (Finding& finding : time.findings) result_.estimate->findings.push_back(std::move(finding));
        if (!time.terms) return;
        result_.estimate->time = time_estimate(*time.terms, inputs);
        result_.time = std::move(time.terms);
    }

    void correct_by_measurements()
    {
        apply_measurements(result_, data_);
        Estimate& estimate = *result_.estimate;
        if (!estimate.time || !estimate.time->measured_correction) return;
        add_step_figures(*result_.time, time_inputs(result_, model_.line_id(), data_, gpu_),
                         estimate.measured->time_range_share, *estimate.time, untraced_);
    }

    /// Computes the results that follow from the step, including the user's measurements: whole run, takt, power.
    void fill_run()
    {
        const Scenario& scenario = result_.scenario;
        Estimate& estimate = *result_.estimate;
        TimeEstimate& time = *estimate.time;
        add_run_figures(scenario, estimate.model, time, untraced_);
        if (result_.trains_whole_run()) {
            const RunEstimate run = run_estimate(run_inputs(result_, data_), untraced_);
            if (run.ends())
                time.run = run;
            else
                estimate.findings.push_back(run_without_end(run));
        }
        TaktResult takt = takt_estimate(scenario, time, *result_.time, data_.run, untraced_);
        for (Finding& finding : takt.findings) estimate.findings.push_back(std::move(finding));
        estimate.takt = takt.takt;
        if (whole_) fill_energy();
    }

    void fill_cost()
    {
        CostInputs inputs = cost_inputs(result_, data_);
        if (same_purchase_ != nullptr) inputs.same_purchase = &same_purchase_->estimate->cost;
        result_.estimate->cost = cost_terms(inputs, untraced_);
    }

    void fill_energy()
    {
        result_.estimate->energy = energy_estimate(energy_inputs(result_, data_, gpu_), untraced_);
        if (result_.estimate->energy) return;
        const bool of_gpu = gpu_ != nullptr && !gpu_->power.board_power;
        result_.estimate->findings.push_back(
            Finding{Finding::Severity::unchecked, "power-not-published", of_gpu ? "build.gpu" : "build.cpu", {}});
    }

    static Finding run_without_end(const RunEstimate& run)
    {
        return {Finding::Severity::blocks,
                "run-does-not-end",
                "build.nodes",
                {{"mtbf", value_of(run.mtbf)}, {"restart", value_of(run.restart)}}};
    }

    /// Rejects counts that overflow 64 bits and times that overflow a double.
    bool refuse_beyond_range()
    {
        const Estimate& estimate = *result_.estimate;
        const bool counts =
            estimate.model.parameters.is_out_of_range() || estimate.model.forward_macs_per_sample.is_out_of_range() ||
            estimate.model.saved_activation_bytes_per_sample.is_out_of_range() ||
            (estimate.memory_at_least && estimate.memory_at_least->is_out_of_range()) ||
            (estimate.memory && (estimate.memory->high.is_out_of_range() || estimate.memory->host.is_out_of_range()));
        const bool times = estimate.time && !(std::isfinite(estimate.time->high.base()) &&
                                              std::isfinite(estimate.time->total_high.base()));
        if (!counts && !times) return false;
        result_.errors.push_back(error("beyond-computable-range", "model.shape"));
        result_.estimate.reset();
        return true;
    }

    const EngineData& data_;
    /// False to skip parts that no caller reads: see `EvaluationPart`.
    bool whole_ = true;
    bool time_alone_ = false;
    /// A checked scenario; one like it needs no checks.
    const Scenario* legal_ = nullptr;
    /// Results to reuse: prices; network and analysis; the terms of memory too.
    const Evaluation* same_purchase_ = nullptr;
    const Evaluation* same_model_ = nullptr;
    const Evaluation* same_plan_ = nullptr;
    ResolvedModel model_;
    /// Null for `gpu: none`; `device_` is then the CPU with the system memory. Both point into the data or to
    /// `own_device_`.
    const Gpu* gpu_ = nullptr;
    const Gpu* device_ = nullptr;
    std::optional<Gpu> own_device_;
    Evaluation result_;
    Trace untraced_{false};
};

} // namespace

Trace memory_trace_of(const Evaluation& e, const EngineData& data)
{
    Trace trace(true);
    if (!e.estimate->memory) return trace;
    const BuildChoice& build = e.scenario.build;
    const Gpu* board = data.hardware.gpu(build.gpu);
    const Gpu device =
        board != nullptr ? single_device(*board) : processor_as_device(data.hardware.cpu(build.cpu), build.ram_gib);
    const ResolvedModel model = resolve_kind(e.scenario, data.presets);
    name_states(e.memory, memory_inputs(e, *e.analysis, model.family_id(), data, device), trace);
    MemoryEstimate modelled = memory_estimate(e.memory, *e.network, e.scenario, trace);
    name_memory_correction(e, modelled, trace);
    if (e.memory.usable) {
        name_largest_micro_batches(
            *e.estimate->memory, e.memory, [&](Count batch) { return corrected_need(e, batch, data); }, trace);
    }
    e.host_memory.total(trace);
    return trace;
}

Trace trace_of(const Evaluation& evaluation, const EngineData& data)
{
    Trace trace(true);
    const Estimate& estimate = *evaluation.estimate;
    const Gpu* board = data.hardware.gpu(evaluation.scenario.build.gpu);
    const std::optional<Gpu> device = board != nullptr ? std::optional(single_device(*board)) : std::nullopt;
    const Gpu* gpu = device ? &*device : nullptr;
    if (estimate.time) {
        const ResolvedModel model = resolve_model(evaluation.scenario, data.presets);
        StepTimeInputs inputs = time_inputs(evaluation, model.line_id(), data, gpu);
        if (gpu != nullptr) inputs.same_passes = &*evaluation.time;
        step_time(inputs, trace);
        name_step_correction(evaluation, trace);
        TimeEstimate time = *estimate.time;
        add_step_figures(*evaluation.time, inputs, estimate.measured ? estimate.measured->time_range_share : 1.0, time,
                         trace);
        add_run_figures(evaluation.scenario, estimate.model, time, trace);
        takt_estimate(evaluation.scenario, time, *evaluation.time, data.run, trace);
    }
    name_machine_peaks(evaluation.scenario, data, trace);
    if (estimate.time && estimate.time->run) run_estimate(run_inputs(evaluation, data), trace);
    if (estimate.energy) energy_estimate(energy_inputs(evaluation, data, gpu), trace);
    cost_terms(cost_inputs(evaluation, data), trace);
    return trace;
}

Verdict verdict_of(const MemoryEstimate& memory)
{
    if (memory.with_margin <= memory.usable) return Verdict::fits;
    // One of ten runs needs as much less than the estimate as another needs more.
    const double least = memory.needed.as_double() * (memory.needed.as_double() / memory.with_margin.as_double());
    return least <= memory.usable.as_double() ? Verdict::tight : Verdict::does_not_fit;
}

bool have_one_global_batch(std::span<const Evaluation* const> plans)
{
    const auto first = std::ranges::find_if(plans, &Evaluation::trains);
    return std::all_of(first, plans.end(), [&](const Evaluation* plan) {
        return !plan->trains() || global_batch(plan->scenario) == global_batch((*first)->scenario);
    });
}

Evaluation evaluate(const Scenario& scenario, const EngineData& data) { return Engine(scenario, data, nullptr).run(); }

Evaluation evaluate(const Scenario& scenario, const EngineData& data, const Evaluation& before)
{
    return Engine(scenario, data, &before).run();
}

Evaluation evaluate_part(const Scenario& scenario, const EngineData& data, const Evaluation& before,
                         EvaluationPart part)
{
    return Engine(scenario, data, &before, part).run();
}

std::vector<StageMemory> stage_memory(const Evaluation& evaluation)
{
    std::vector<StageMemory> stages;
    if (!evaluation.estimate || !evaluation.estimate->memory) return stages;
    Trace untraced(false);
    for (const MemoryTerms& terms : evaluation.memory_stages) {
        StageMemory stage{terms.stage, terms.layers_held,
                          memory_estimate(terms, *evaluation.network, evaluation.scenario, untraced)};
        put(largest_micro_batch({terms}), stage.memory);
        stage.memory.host = evaluation.estimate->memory->host;
        stages.push_back(std::move(stage));
    }
    return stages;
}

Network evaluation_network(const Scenario& scenario, const EngineData& data)
{
    const ResolvedModel model = resolve_model(scenario, data.presets);
    if (!model.found()) return {};
    BuildOptions options = build_options(scenario.training);
    options.training = false;
    Network network = build_network(model, options);
    if (network.issues.empty()) set_up_fine_tuning(network, scenario.training);
    return network;
}

EstimateResult estimate(const Scenario& scenario, const EngineData& data)
{
    Evaluation evaluation = evaluate(scenario, data);
    return {std::move(evaluation.estimate), std::move(evaluation.errors)};
}

bool leaves_monitor_to_cards(const Cpu& cpu) { return cpu.segment == "desktop" && cpu.integrated_graphics == false; }

bool draws_display(const BuildChoice& build, const Catalog& hardware)
{
    if (build.draws_display) return *build.draws_display;
    const Gpu* gpu = hardware.gpu(build.gpu);
    const Cpu* cpu = hardware.cpu(build.cpu);
    if (gpu == nullptr || cpu == nullptr || build.nodes > 1) return false;
    const bool has_outputs = gpu->segment == GpuSegment::consumer || gpu->segment == GpuSegment::professional;
    const Chassis* chassis = hardware.chassis(build.chassis);
    const bool in_a_rack = chassis != nullptr && chassis->body.form == ChassisForm::rack;
    return has_outputs && leaves_monitor_to_cards(*cpu) && !in_a_rack;
}

} // namespace rigwright
