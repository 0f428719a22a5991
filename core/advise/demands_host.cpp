// SPDX-License-Identifier: Apache-2.0
#include "core/advise/demands.h"
#include "core/scenario/tiles.h"

#include <cmath>

namespace rigwright {

namespace {

const LoadingTerms* loading_of(const NeedTerms& terms)
{
    const Evaluation& training = terms.training();
    return training.time && training.time->loading.modelled ? &training.time->loading : nullptr;
}

/// One step that never waits for data.
Seconds busy_step(const NeedTerms& terms)
{
    return terms.training().estimate->time->step - terms.training().time->loading.exposed_loader;
}

std::optional<double> stored_bytes(const Dataset& dataset, double growth)
{
    if (!dataset.samples || !dataset.encoded_bytes_per_sample) return std::nullopt;
    return static_cast<double>(*dataset.samples) * static_cast<double>(*dataset.encoded_bytes_per_sample) * growth;
}

double growth_of(const NeedTerms& terms) { return terms.need().growth.value_or(1.0); }

/// The drive is slower than the training reads while nothing is cached.
bool drive_is_slow(const NeedTerms& terms)
{
    const LoadingTerms* loading = loading_of(terms);
    if (loading == nullptr || !loading->first_epoch_storage_rate) return false;
    return loading->samples / *loading->first_epoch_storage_rate > busy_step(terms).base();
}

Demand cores_of(const Cpu& cpu, const BuildChoice& build)
{
    const auto cores = static_cast<double>(cpu.compute.cores);
    const auto sockets = static_cast<double>(build.cpu_sockets);
    return {"cores-times-sockets",
            {},
            count_value(cores * sockets),
            {quantity_term("cores", "cores_of_a_processor", count_value(cores), {}, "build.cpu"),
             field_term("sockets", "build.cpu_sockets", count_value(sockets))}};
}

/// Steps of the whole training, each as much longer as the upper end of the run's range is than its middle; empty
/// without a deadline.
std::optional<double> steps_by_deadline(const NeedTerms& terms)
{
    const TimeEstimate& time = *terms.training().estimate->time;
    if (!terms.need().deadline_seconds || !time.run) return std::nullopt;
    return static_cast<double>(time.steps_per_epoch) * static_cast<double>(terms.training().scenario.training.epochs) *
           (time.run->wall_high / time.run->wall);
}

DemandTerm steps_term(double steps)
{
    return quantity_term("steps", "steps_of_run", count_value(steps), "source.upper-end-of-range");
}

DemandTerm deadline_term(const NeedTerms& terms)
{
    return field_term("deadline", "requirements.deadline_seconds", {*terms.need().deadline_seconds, Unit::seconds});
}

/// Cores with which all samples are ready by the deadline; without one, with which no step waits for its samples.
Demand cores_for_loading(const NeedTerms& terms, const LoadingTerms& loading)
{
    const Seconds work(loading.samples / *loading.decode_rate);
    Demand demand{"loading", {}, {}, {}};
    demand.terms = {quantity_term("cores", "cores_of_build", count_value(loading.cores), {}, "build.cpu"),
                    quantity_term("work", "preparing_a_step", value_of(work))};
    if (const auto steps = steps_by_deadline(terms)) {
        demand.code = "deadline-loading";
        const Seconds deadline(*terms.need().deadline_seconds);
        demand.amount = count_value(std::ceil(loading.cores * (work * *steps / deadline)));
        demand.terms.push_back(steps_term(*steps));
        demand.terms.push_back(deadline_term(terms));
    } else {
        demand.amount = count_value(std::ceil(loading.cores * (work / busy_step(terms))));
        demand.terms.push_back(quantity_term("step", "step_without_waiting", value_of(busy_step(terms))));
    }
    return demand;
}

/// The same for reading the files.
Demand rate_of_reading(const NeedTerms& terms, const LoadingTerms& loading)
{
    const double bytes = loading.samples * loading.files->bytes;
    Demand demand{"reading", {}, {}, {}};
    demand.terms = {quantity_term("samples", "loader_samples", count_value(loading.samples)),
                    quantity_term("bytes", "file_bytes", {loading.files->bytes, Unit::bytes}, {},
                                  "dataset.encoded_bytes_per_sample")};
    if (const auto steps = steps_by_deadline(terms)) {
        demand.code = "deadline-reading";
        demand.amount = {bytes * *steps / *terms.need().deadline_seconds, Unit::bytes_per_second};
        demand.terms.push_back(steps_term(*steps));
        demand.terms.push_back(deadline_term(terms));
    } else {
        demand.amount = {bytes / busy_step(terms).base(), Unit::bytes_per_second};
        demand.terms.push_back(quantity_term("step", "step_without_waiting", value_of(busy_step(terms))));
    }
    return demand;
}

const char* name_of_reading(const LoadingTerms& loading)
{
    if (loading.cached_share > 0.0) return "storage_read_with_cache";
    if (loading.drive->random_reads_limit()) return "storage_random_read";
    return loading.drive->over_small_files ? "storage_small_read" : "storage_read";
}

DemandTerm dataset_term(double bytes)
{
    return quantity_term("files", "dataset_bytes", {bytes, Unit::bytes}, "source.samples-times-bytes",
                         "dataset.encoded_bytes_per_sample");
}

} // namespace

Requirement cpu_cores_needed(const NeedTerms& terms)
{
    Requirement row{Resource::cpu_cores, {}, 0, {}};
    const BuildChoice& build = terms.scenario().build;
    if (!trains_on_processor(build))
        row.demands.push_back(
            {"processes",
             {},
             count_value(static_cast<double>(build.gpus_per_node)),
             {field_term("gpus", "build.gpus_per_node", count_value(static_cast<double>(build.gpus_per_node)))}});
    const LoadingTerms* loading = loading_of(terms);
    if (loading != nullptr && loading->decode_rate && busy_step(terms) > Seconds()) {
        row.demands.push_back(cores_for_loading(terms, *loading));
    }
    if (const TaktEstimate* takt = terms.takt(); takt != nullptr && takt->decode > Seconds()) {
        const LoadingTerms& inspection = terms.inspection()->time->loading;
        const Seconds work = takt->decode + inspection.augment;
        row.demands.push_back(
            {"takt-cores",
             {},
             count_value(std::ceil(inspection.cores * (work / (takt->takt * takt->threads)))),
             {quantity_term("cores", "cores_of_build", count_value(inspection.cores), {}, "build.cpu"),
              quantity_term("work", "preparing_a_part", value_of(work)),
              quantity_term("threads", "loader_threads", {takt->threads, Unit::ratio}),
              field_term("takt", "requirements.takt_seconds", value_of(takt->takt))}});
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
    const Bytes system = Bytes::gib(terms.data.requirements.operating_system_gib);
    const Bytes each = host.process + host.worker * Count(host.workers) + host.batch * Count(host.batches);
    const Bytes running = system + (each + host.offloaded) * Count(host.processes);
    const std::vector<DemandTerm> parts{
        convention_term("system", "operating_system_gib", value_of(system)),
        quantity_term("processes", "host_processes", value_of(Count(host.processes))),
        quantity_term("process", "host_of_a_process", value_of(each), "source.host-of-a-process"),
        quantity_term("offloaded", "host_offloaded", value_of(host.offloaded), {}, "parallel.offload")};
    row.demands.push_back({"running", {}, value_of(running), parts});
    const auto files = stored_bytes(dataset_as_read(terms.scenario()), growth_of(terms));
    if (files && drive_is_slow(terms)) {
        const double share = terms.data.time.loading.page_cache_share;
        const double cached = *files / share;
        if (cached > running.as_double())
            row.demands.push_back(
                {"cached-dataset",
                 {},
                 {cached, Unit::bytes},
                 {dataset_term(*files), quantity_term("share", "coefficient.page_cache_share", {share, Unit::share},
                                                      "source.coefficient.page_cache_share")}});
    }
    if (terms.scenario().build.ram_gib)
        row.present = given("build.ram_GiB", value_of(Bytes::gib(*terms.scenario().build.ram_gib)));
    return row;
}

/// Of one checkpoint of a training, whether its run comes to an end or not.
double bytes_of_checkpoint(const Evaluation& e)
{
    if (!e.trains_whole_run()) return 0.0;
    Trace off(false);
    return checkpoint_bytes(e.estimate->model, e.scenario.training, off).amount();
}

Requirement storage_needed(const NeedTerms& terms)
{
    Requirement row{Resource::storage, {}, 0, {}};
    const auto own = stored_bytes(dataset_as_read(terms.scenario()), growth_of(terms));
    double files = own.value_or(0.0);
    double checkpoint = bytes_of_checkpoint(terms.training());
    if (terms.answer.month) {
        for (std::size_t i = 1; i < terms.answer.month->workloads.size(); ++i) {
            const auto& share = terms.answer.month->workloads[i];
            if (!share.evaluation) continue;
            files += stored_bytes(share.evaluation->scenario.dataset, 1.0).value_or(0.0);
            checkpoint += bytes_of_checkpoint(*share.evaluation);
        }
    }
    if (!(files + checkpoint > 0.0)) return row;
    const RequirementCoefficients& c = terms.data.requirements;
    row.demands.push_back(
        {"files-and-checkpoints",
         {},
         {files * c.dataset_copies + checkpoint * c.checkpoints_kept, Unit::bytes},
         {dataset_term(files), convention_term("copies", "dataset_copies", {c.dataset_copies, Unit::ratio}),
          quantity_term("checkpoint", "time.checkpoint_bytes", {checkpoint, Unit::bytes}),
          convention_term("kept", "checkpoints_kept", {c.checkpoints_kept, Unit::ratio})}});
    constexpr double bytes_of_a_terabyte = 1e12;
    if (terms.scenario().build.storage_tb)
        row.present =
            given("build.storage_TB", {*terms.scenario().build.storage_tb * bytes_of_a_terabyte, Unit::bytes});
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
        row.present =
            Demand{"same", {}, reads, {quantity_term("amount", name_of_reading(*loading), reads, {}, "build.storage")}};
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
            const double rate = c.volume.as_double() / c.window.base();
            row.demands.push_back({"gradient-exchange",
                                   {},
                                   {rate, Unit::bytes_per_second},
                                   {quantity_term("volume", "gradient_volume", value_of(c.volume)),
                                    quantity_term("window", "backward_window", value_of(c.window))}});
            const Value carries = value_of(training.time->topology.adapter.rate);
            row.present =
                Demand{"same", {}, carries, {quantity_term("amount", "network_rate", carries, {}, "build.node_link")}};
        }
    }
    const Dataset& dataset = terms.scenario().dataset;
    if (terms.takt() != nullptr && dataset.encoded_bytes_per_sample) {
        const Value bytes{static_cast<double>(*dataset.encoded_bytes_per_sample), Unit::bytes};
        row.demands.push_back({"part-images",
                               {},
                               {bytes.number / terms.takt()->takt.base(), Unit::bytes_per_second},
                               {field_term("bytes", "dataset.encoded_bytes_per_sample", bytes),
                                field_term("takt", "requirements.takt_seconds", value_of(terms.takt()->takt))}});
    }
    return row;
}

} // namespace rigwright
