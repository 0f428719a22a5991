// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/run/bill_of_materials.h"
#include "tests/properties/plans.h"
#include "tests/support/engine_case.h"
#include "tests/support/suite.h"

#include <algorithm>

namespace rigwright::test::tst_properties_parts {

template <typename Value>
Value any_of(std::initializer_list<Value> values)
{
    return *rc::gen::elementOf(std::vector<Value>(values));
}

/// A factor below 1 and at least a fiftieth.
double any_share() { return *rc::gen::inRange(20, 1000) / 1000.0; }

template <typename Record>
Record& record_of(std::vector<Record>& records, std::string_view id)
{
    return *std::ranges::find(records, id, &Record::id);
}

/// A plan on one machine or several whose samples are files on a drive, so that every part has something to do.
Scenario any_machine_plan()
{
    Scenario plan = any_plan();
    plan.build.nodes = any_of<std::int64_t>({1, 1, 2, 4});
    plan.build.gpu = any_of<std::string>({"a100-sxm-80", "rtx4090", "t4"});
    plan.build.gpu_link =
        plan.build.gpu == "a100-sxm-80" ? any_of({LinkChoice::automatic, LinkChoice::pcie}) : LinkChoice::automatic;
    if (plan.build.gpu == "t4") plan.training.precision = any_of({Precision::fp32, Precision::fp16_amp});
    plan.build.node_link = any_of<std::string>({"auto", "ib-hdr", "eth-100"});
    if (*rc::gen::arbitrary<bool>()) plan.build.nics_per_node = *rc::gen::inRange<std::int64_t>(1, 9);
    plan.build.cpu = any_of<std::string>({"i9-13900k", "epyc-7763", "xeon-silver-4210r"});
    plan.build.storage = any_of<std::string>({"hdd", "sata-ssd", "nvme4"});
    plan.build.ram_gib = *rc::gen::inRange(8, 512);
    plan.dataset.samples = *rc::gen::inRange<std::int64_t>(1, 2'000'000);
    plan.dataset.encoding =
        any_of({SampleEncoding::jpeg, SampleEncoding::png, SampleEncoding::raw, SampleEncoding::text});
    plan.dataset.encoded_bytes_per_sample = std::int64_t{1} << *rc::gen::inRange(8, 24);
    plan.dataset.source_height = plan.dataset.source_width = *rc::gen::inRange<std::int64_t>(32, 4000);
    plan.dataset.read_pattern = any_of({ReadPattern::automatic, ReadPattern::shuffled_files, ReadPattern::in_sequence});
    if (*rc::gen::arbitrary<bool>()) plan.training.loader_workers = *rc::gen::inRange<std::int64_t>(0, 33);
    plan.parallel.zero_stage = gpu_count(plan.build) > 1 ? *rc::gen::inRange<std::int64_t>(0, 4) : 0;
    return plan;
}

/// The whole run: training, the first epoch's longer wait, checkpoints, failures.
double run_seconds(const Scenario& plan, const EngineData& data)
{
    const EstimateResult result = estimate(plan, data);
    RC_PRE(result.estimate.has_value() && result.estimate->time.has_value());
    const TimeEstimate& time = *result.estimate->time;
    return time.run ? time.run->wall.base() : time.total.base();
}

/// The same plan on a machine with less of one thing.
struct Less {
    const char* name;
    void (*take)(Scenario& plan, EngineData& data);
};

void slower_drive(Scenario& plan, EngineData& data)
{
    Storage& drive = record_of(data.hardware.storages, plan.build.storage);
    for (auto* rate : {&drive.sequential_read, &drive.sequential_write, &drive.small_file_read})
        if (*rate) *rate = **rate * any_share();
    if (drive.random_reads_per_second) *drive.random_reads_per_second *= any_share();
}

void fewer_lanes(Scenario& plan, EngineData& data)
{
    record_of(data.hardware.gpus, plan.build.gpu).link.pcie_lanes = any_of({1, 2, 4, 8});
}

void processor_with_fewer_lanes(Scenario& plan, EngineData& data)
{
    auto& lanes = record_of(data.hardware.cpus, plan.build.cpu).link.pcie_lanes;
    lanes = *rc::gen::inRange(1, *lanes + 1);
}

void older_processor_link(Scenario& plan, EngineData& data)
{
    auto& generation = record_of(data.hardware.cpus, plan.build.cpu).link.pcie_generation;
    generation = *rc::gen::inRange(1, *generation + 1);
}

/// The slowest cores go first; the others keep their clocks.
void fewer_cores(Scenario& plan, EngineData& data)
{
    CpuCompute& compute = record_of(data.hardware.cpus, plan.build.cpu).compute;
    int kept = *rc::gen::inRange(1, compute.cores + 1);
    compute.cores = kept;
    for (CpuCoreGroup& group : compute.core_groups) {
        group.cores = std::min(group.cores, kept);
        kept -= group.cores;
    }
    std::erase_if(compute.core_groups, [](const CpuCoreGroup& group) { return group.cores == 0; });
}

void less_memory(Scenario& plan, EngineData&) { *plan.build.ram_gib *= any_share(); }

void slower_network(Scenario& plan, EngineData& data)
{
    const double share = any_share();
    for (Link& link : data.hardware.links) {
        if (link.id != plan.build.node_link) continue;
        link.per_direction = link.per_direction * share;
        if (link.effective) *link.effective = *link.effective * share;
    }
    TimeCoefficients& c = data.time;
    const Gpu* gpu = data.hardware.gpu(plan.build.gpu);
    if (gpu == nullptr) return;
    if (const GpuGeneration::Coefficient network = c.generation_of(*gpu).network) c.*network *= share;
}

void fewer_adapters(Scenario& plan, EngineData& data)
{
    const std::int64_t ports = network_ports(plan.build, data.hardware);
    plan.build.nics_per_node = *rc::gen::inRange<std::int64_t>(1, ports + 1);
}

void lower_bandwidth(Scenario& plan, EngineData& data)
{
    auto& bandwidth = record_of(data.hardware.gpus, plan.build.gpu).memory.bandwidth;
    bandwidth = *bandwidth * any_share();
}

void slower_peer_link(Scenario& plan, EngineData& data)
{
    auto& rate = record_of(data.hardware.gpus, plan.build.gpu).link.peer_bidirectional;
    if (rate) rate = *rate * any_share();
}

void slower_units(Scenario& plan, EngineData& data)
{
    const double share = any_share();
    Gpu& gpu = record_of(data.hardware.gpus, plan.build.gpu);
    GpuCompute& c = gpu.compute;
    for (auto* rate : {&c.fp32, &c.tf32_tensor, &c.fp16_vector, &c.fp16_tensor_fp16_accumulation,
                       &c.fp16_tensor_fp32_accumulation, &c.bf16_tensor})
        if (*rate) *rate = **rate * share;
    for (auto* rate : {&gpu.measured.fp32, &gpu.measured.fp16, &gpu.measured.bf16})
        if (*rate) *rate = **rate * share;
}

void fewer_workers(Scenario& plan, EngineData&)
{
    const std::int64_t most = plan.training.loader_workers.value_or(64);
    plan.training.loader_workers = *rc::gen::inRange<std::int64_t>(0, most + 1);
}

const Less all_less[] = {
    {"a slower drive never shortens a run", slower_drive},
    {"fewer PCIe lanes never shorten a run", fewer_lanes},
    {"fewer PCIe lanes of the processor never shorten a run", processor_with_fewer_lanes},
    {"an older PCIe of the processor never shortens a run", older_processor_link},
    {"fewer cores never shorten a run", fewer_cores},
    {"less host memory never shortens a run", less_memory},
    {"a slower network never shortens a run", slower_network},
    {"fewer network cards never shorten a run", fewer_adapters},
    {"a lower memory bandwidth never shortens a run", lower_bandwidth},
    {"a slower link between GPUs never shortens a run", slower_peer_link},
    {"slower units never shorten a run", slower_units},
    {"fewer loader workers never shorten a run", fewer_workers},
};

/// A copy of the data that each case restores and then reduces.
EngineData& changed_data()
{
    static EngineData data = engine_data();
    return data;
}

void put_back(const Scenario& plan)
{
    EngineData& data = changed_data();
    const Catalog& shipped = engine_data().hardware;
    record_of(data.hardware.gpus, plan.build.gpu) = *shipped.gpu(plan.build.gpu);
    record_of(data.hardware.cpus, plan.build.cpu) = *shipped.cpu(plan.build.cpu);
    record_of(data.hardware.storages, plan.build.storage) = *shipped.storage(plan.build.storage);
    data.hardware.links = shipped.links;
    data.time = engine_data().time;
}

/// More of a thing never makes a run longer, and less of it never shorter: twelve things, each on as many random plans
/// as RC_PARAMS says (a thousand).
class PartPropertiesTest : public QObject {
    Q_OBJECT
private slots:
    void less_never_helps()
    {
        each_of(all_less, &Less::name, [&](const Less& less) {
            QVERIFY(rc::check(less.name, [&less] {
                const Scenario plan = any_machine_plan();
                RC_LOG() << write_scenario(plan).dump() << '\n';
                const double before = run_seconds(plan, engine_data());
                Scenario poorer = plan;
                put_back(plan);
                less.take(poorer, changed_data());
                const double after = run_seconds(poorer, changed_data());
                RC_LOG() << before << " s, then " << after << " s\n";
                RC_ASSERT(after >= before * (1 - 1e-9));
            }));
        });
    }

    void more_cards_never_shorten_a_copy()
    {
        QVERIFY(rc::check("more cards in a machine never shorten the copy to one of them", [] {
            Scenario plan = any_machine_plan();
            plan.build.nodes = 1;
            plan.parallel = {};
            plan.build.chassis = any_of<std::string>({"", "generic-desktop-2gpu", "generic-hedt-4gpu"});
            plan.build.cpu_sockets = any_of<std::int64_t>({1, 2});
            plan.build.gpus_per_node = *rc::gen::inRange<std::int64_t>(1, 64);
            Scenario fuller = plan;
            fuller.build.gpus_per_node = *rc::gen::inRange<std::int64_t>(plan.build.gpus_per_node, 65);
            const auto copy_of = [](const Scenario& scenario) {
                const Evaluation evaluation = evaluated(scenario);
                RC_PRE(evaluation.time.has_value() && evaluation.time->loading.copy.has_value());
                return evaluation.time->loading.copy->base();
            };
            RC_LOG() << write_scenario(plan).dump() << " with " << fuller.build.gpus_per_node << '\n';
            RC_ASSERT(copy_of(fuller) >= copy_of(plan) * (1 - 1e-9));
        }));
    }
};

RIGWRIGHT_TEST(PartPropertiesTest)

} // namespace rigwright::test::tst_properties_parts

#include "tst_properties_parts.moc"
