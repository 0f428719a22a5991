// SPDX-License-Identifier: Apache-2.0
#include "core/advise/demands.h"
#include "core/estimate/run/data_loading.h"
#include "core/estimate/run/run_estimate.h"
#include "core/scenario/tiles.h"

#include <cmath>
#include <span>

namespace rigwright {

namespace {

const LoadingTerms* loading_of(const NeedTerms& terms)
{
    const Evaluation& training = terms.training();
    return training.time && training.time->loading.modelled ? &training.time->loading : nullptr;
}

/// Time of one step without waiting for data.
Seconds busy_step(const NeedTerms& terms)
{
    return terms.training().estimate->time->step - terms.training().time->loading.exposed_loader;
}

/// The files of a dataset as its run reads them, including growth; empty if their size is unknown.
std::optional<Term> files_of(const Scenario& scenario, Trace& trace)
{
    const Dataset read = dataset_as_read(scenario);
    if (!read.samples || !read.encoded_bytes_per_sample) return std::nullopt;
    Term files = samples_as_read(scenario, trace) * bytes_as_read(scenario, read, trace);
    if (const auto growth = scenario.requirements.growth)
        files = files * trace.field("requirements.growth", *growth, Unit::ratio);
    return trace.name("dataset_bytes", files, Unit::stored_bytes);
}

/// One checkpoint of a training run, whether it comes to an end or not.
std::optional<Term> checkpoint_of(const Evaluation& e, Trace& trace)
{
    if (!e.trains_whole_run()) return std::nullopt;
    return checkpoint_bytes(e.estimate->model, e.scenario.training, trace);
}

/// The files of the base model whose weights adapters leave as they are.
std::optional<Term> base_model_of(const NeedTerms& terms, Trace& trace)
{
    const ModelEstimate& model = terms.training().estimate->model;
    if (!terms.training().scenario.training.lora || !terms.training().trains_whole_run()) return std::nullopt;
    const Term frozen =
        trace.given("frozen_weights", (model.parameters - model.trainable_parameters).as_double(), Unit::count);
    const Term each = trace.coefficient("published_weight_bytes", terms.data.requirements.published_weight_bytes,
                                        Unit::bytes_per_element);
    return trace.name("base_model_bytes", frozen * each, Unit::stored_bytes);
}

/// Sum over the other workloads of a month of the bytes that `stored` gives for each.
template <typename Stored>
std::optional<Term> of_others(const NeedTerms& terms, const char* id, const char* source, Trace& trace, Stored stored)
{
    if (!terms.answer.month) return std::nullopt;
    double sum = 0.0;
    Trace off(false);
    for (const WorkloadShare& share : std::span(terms.answer.month->workloads).subspan(1))
        if (share.evaluation) sum += stored(*share.evaluation, off).value_or(Term()).amount();
    if (!(sum > 0.0)) return std::nullopt;
    return trace.given(id, sum, Unit::stored_bytes, source);
}

std::optional<Term> sum_of(const std::optional<Term>& own, const std::optional<Term>& others)
{
    return own && others ? *own + *others : own ? own : others;
}

/// Whether the drive is slower than training reads while nothing is cached.
bool drive_is_slow(const NeedTerms& terms)
{
    const LoadingTerms* loading = loading_of(terms);
    if (loading == nullptr || !loading->first_epoch_storage_rate) return false;
    return loading->samples / *loading->first_epoch_storage_rate > busy_step(terms).base();
}

Demand cores_of(const Cpu& cpu, const BuildChoice& build)
{
    Trace trace(true);
    const Term cores =
        trace.given("cores_of_a_processor", static_cast<double>(cpu.compute.cores), Unit::count, {}, "build.cpu");
    const Term sockets = trace.field("build.cpu_sockets", static_cast<double>(build.cpu_sockets), Unit::count);
    return demand_of("cores-times-sockets", cores * sockets, Unit::count, trace);
}

/// Steps of the whole training run, scaled by the ratio of the upper end of the run's range to its middle; empty
/// without a deadline.
std::optional<double> steps_by_deadline(const NeedTerms& terms)
{
    const TimeEstimate& time = *terms.training().estimate->time;
    if (!terms.need().deadline_seconds || !time.run) return std::nullopt;
    return static_cast<double>(time.steps_per_epoch) * static_cast<double>(terms.training().scenario.training.epochs) *
           (time.run->wall_high / time.run->wall);
}

/// Amount per step over the time available for it: all steps by the deadline, or without one, a step without waiting.
Demand over_time(const NeedTerms& terms, const char* code, const char* deadline_code, const Term& each,
                 const Term* cores, Measure measure, Trace& trace)
{
    const auto steps = steps_by_deadline(terms);
    Term rate;
    if (steps)
        rate = each * trace.given("steps_of_run", *steps, Unit::count, "source.upper-end-of-range") /
               trace.field("requirements.deadline_seconds", *terms.need().deadline_seconds, Unit::seconds);
    else
        rate = each / trace.given("step_without_waiting", busy_step(terms).base(), Unit::seconds);
    return demand_of(steps ? deadline_code : code, cores != nullptr ? ceil(*cores * rate) : rate, measure, trace);
}

/// Cores that prepare all samples by the deadline; without one, those with which no step waits for its samples.
Demand cores_for_loading(const NeedTerms& terms, const LoadingTerms& loading)
{
    Trace trace(true);
    const Term cores = trace.given("cores_of_build", loading.cores, Unit::count, {}, "build.cpu");
    const Term work = trace.given("preparing_a_step", loading.samples / *loading.decode_rate, Unit::seconds);
    return over_time(terms, "loading", "deadline-loading", work, &cores, Unit::count, trace);
}

/// Rate of reading the files, on the same terms.
Demand rate_of_reading(const NeedTerms& terms, const LoadingTerms& loading)
{
    Trace trace(true);
    const Term bytes =
        trace.given("loader_samples", loading.samples, Unit::count) *
        trace.given("file_bytes", loading.files->bytes, Unit::stored_bytes, {}, "dataset.encoded_bytes_per_sample");
    return over_time(terms, "reading", "deadline-reading", bytes, nullptr, Unit::bytes_per_second, trace);
}

const char* name_of_reading(const LoadingTerms& loading)
{
    if (loading.cached_share > 0.0) return "storage_read_with_cache";
    if (loading.drive->random_reads_limit()) return "storage_random_read";
    return loading.drive->over_small_files ? "storage_small_read" : "storage_read";
}

} // namespace

Requirement cpu_cores_needed(const NeedTerms& terms)
{
    Requirement row{Resource::cpu_cores, {}, 0, {}};
    const BuildChoice& build = terms.scenario().build;
    if (!trains_on_processor(build)) {
        Trace trace(true);
        const Term gpus = trace.field("build.gpus_per_node", static_cast<double>(build.gpus_per_node), Unit::count);
        row.demands.push_back(demand_of("processes", gpus, Unit::count, trace));
    }
    const LoadingTerms* loading = loading_of(terms);
    if (loading != nullptr && loading->decode_rate && busy_step(terms) > Seconds()) {
        row.demands.push_back(cores_for_loading(terms, *loading));
    }
    if (const TaktEstimate* takt = terms.takt(); takt != nullptr && takt->decode > Seconds()) {
        const LoadingTerms& inspection = terms.inspection()->time->loading;
        Trace trace(true);
        const Term cores = trace.given("cores_of_build", inspection.cores, Unit::count, {}, "build.cpu");
        const Term work = trace.given("preparing_a_part", (takt->decode + inspection.augment).base(), Unit::seconds);
        const Term ready = trace.field("requirements.takt_seconds", takt->takt.base(), Unit::seconds) *
                           trace.given("loader_threads", takt->threads, Unit::ratio);
        row.demands.push_back(demand_of("takt-cores", ceil(cores * (work / ready)), Unit::count, trace));
    }
    if (const Cpu* cpu = terms.data.hardware.cpu(build.cpu)) row.present = cores_of(*cpu, build);
    return row;
}

Requirement host_memory_needed(const NeedTerms& terms)
{
    Requirement row{Resource::host_memory, {}, 0, {}};
    const Evaluation& training = terms.training();
    if (!training.estimate->memory) return row;
    const HostMemory& host = training.host_memory;
    const Bytes each = host.process + host.worker * Count(host.workers) + host.batch * Count(host.batches);
    Trace trace(true);
    const auto bytes = [&trace](const char* id, Bytes amount, const char* source, const char* origin) {
        return trace.given(id, amount.as_double(), Unit::bytes, source, origin);
    };
    const Bytes system = Bytes::gib(terms.data.requirements.operating_system_gib);
    const Term running = trace.coefficient("operating_system_gib", system.as_double(), Unit::bytes) +
                         trace.given("host_processes", static_cast<double>(host.processes), Unit::count) *
                             (bytes("host_of_a_process", each, "source.host-of-a-process", "") +
                              bytes("host_offloaded", host.offloaded, "", "parallel.offload"));
    row.demands.push_back(demand_of("running", running, Unit::bytes, trace));
    const auto files = files_of(terms.scenario(), trace);
    if (files && drive_is_slow(terms)) {
        const Term cached =
            *files / trace.coefficient("page_cache_share", terms.data.time.loading.page_cache_share, Unit::share);
        if (cached.amount() > running.amount())
            row.demands.push_back(demand_of("cached-dataset", cached, Unit::bytes, trace));
    }
    if (terms.scenario().build.ram_gib)
        row.present = given("build.ram_GiB", value_of(Bytes::gib(*terms.scenario().build.ram_gib)));
    return row;
}

Requirement storage_needed(const NeedTerms& terms)
{
    Requirement row{Resource::storage, {}, 0, {}};
    Trace trace(true);
    const auto files =
        sum_of(files_of(terms.scenario(), trace),
               of_others(terms, "dataset_bytes_of_others", "source.samples-times-bytes", trace,
                         [](const Evaluation& other, Trace& off) { return files_of(other.scenario, off); }));
    const auto checkpoint =
        sum_of(checkpoint_of(terms.training(), trace),
               of_others(terms, "checkpoint_bytes_of_others", "source.one-of-each", trace, checkpoint_of));
    if (!files && !checkpoint) return row;
    const RequirementCoefficients& c = terms.data.requirements;
    const Term of_files =
        files.value_or(trace.given("dataset_bytes", 0.0, Unit::stored_bytes, "source.file-size-not-known",
                                   "dataset.encoded_bytes_per_sample")) *
        trace.coefficient("dataset_copies", c.dataset_copies, Unit::ratio);
    Term stored = of_files;
    const auto base_model = base_model_of(terms, trace);
    if (base_model) stored = stored + *base_model;
    if (checkpoint)
        stored = stored + *checkpoint * trace.coefficient("checkpoints_kept", c.checkpoints_kept, Unit::ratio);
    row.demands.push_back(
        demand_of(base_model ? "base-model-and-files" : "files-and-checkpoints", stored, Unit::stored_bytes, trace));
    if (terms.scenario().build.storage_tb)
        row.present = given("build.storage_TB", terabytes(*terms.scenario().build.storage_tb));
    return row;
}

Requirement storage_rate_needed(const NeedTerms& terms)
{
    Requirement row{Resource::storage_rate, {}, 0, {}};
    const LoadingTerms* loading = loading_of(terms);
    if (loading == nullptr || !loading->files || loading->in_page_cache() || busy_step(terms) <= Seconds()) return row;
    row.demands.push_back(rate_of_reading(terms, *loading));
    if (loading->storage_rate) {
        const Value reads{*loading->storage_rate * loading->files->bytes, Unit::bytes_per_second};
        row.present = same(name_of_reading(*loading), reads, "build.storage");
    }
    return row;
}

Requirement network_needed(const NeedTerms& terms)
{
    Requirement row{Resource::network, {}, 0, {}};
    const Evaluation& training = terms.training();
    const BuildChoice& build = terms.scenario().build;
    if (build.nodes > 1 && training.time) {
        const CommunicationTerms& c = training.time->communication;
        if (c.volume > Bytes() && c.window > Seconds()) {
            Trace trace(true);
            const Term rate = trace.given("gradient_volume", c.volume.as_double(), Unit::bytes) /
                              trace.given("backward_window", c.window.base(), Unit::seconds);
            row.demands.push_back(demand_of("gradient-exchange", rate, Unit::bytes_per_second, trace));
            row.present = same("network_rate", value_of(training.time->topology.adapter.rate), "build.node_link");
        }
    }
    const Dataset& dataset = terms.scenario().dataset;
    if (terms.takt() != nullptr && dataset.encoded_bytes_per_sample) {
        Trace trace(true);
        const auto bytes = static_cast<double>(*dataset.encoded_bytes_per_sample);
        const Term rate = trace.field("dataset.encoded_bytes_per_sample", bytes, Unit::stored_bytes) /
                          trace.field("requirements.takt_seconds", terms.takt()->takt.base(), Unit::seconds);
        row.demands.push_back(demand_of("part-images", rate, Unit::bytes_per_second, trace));
    }
    return row;
}

} // namespace rigwright
