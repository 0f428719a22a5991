// SPDX-License-Identifier: Apache-2.0
#include "core/explain/explain_energy.h"

#include "core/explain/explain_run.h"
#include "core/explain/explained_rows.h"
#include "core/explain/nodes.h"

#include <array>

namespace rigwright {

namespace {

Value share_value(double amount) { return {amount, Unit::share}; }
Value kwh(double amount) { return {amount, Unit::kilowatt_hours}; }

const EnergyTerms& energy_terms_of(const Evaluation& e) { return *e.energy; }

Value power_of(const Evaluation& e, PowerPart part) { return value_of(e.estimate->energy->part(part)); }

Working gpu_load(const Evaluation& e, const EngineData& data)
{
    const GpuPowerTerms& g = energy_terms_of(e).gpu;
    const EnergyCoefficients& c = data.energy;
    return computed(
        "load", "gpu_load", share_value(g.load), "gpu-load",
        {leaf("matrix", "gpu_matrix_share", share_value(g.matrix_share)),
         coefficient("at_matrix", "gpu_matrix_load", share_value(c.gpu_matrix_load)),
         leaf("traffic", "gpu_traffic_share", share_value(g.traffic_share)),
         coefficient("at_traffic", "gpu_traffic_load", share_value(c.gpu_traffic_load), true),
         leaf("launch", "gpu_launch_share", share_value(g.launch_share)),
         coefficient("at_launch", "gpu_launch_load", share_value(c.gpu_launch_load), true),
         leaf("exchange", "gpu_communication_share", share_value(g.communication_share)),
         coefficient("at_exchange", "gpu_communication_load", share_value(c.gpu_communication_load), true)});
}

Working gpus(const Evaluation& e, const EngineData& data)
{
    const EnergyTerms& t = energy_terms_of(e);
    const Value value = power_of(e, PowerPart::gpus);
    if (t.gpus_per_machine <= 0.0) return leaf("gpus", "energy.parts_W.gpus", value, "source.no-gpu", "build.gpu");
    Working idle =
        computed("idle", "gpu_idle_power", value_of(t.gpu.idle), "share-of",
                 {coefficient("share", "gpu_idle_share", share_value(data.energy.gpu_idle_share), true),
                  leaf("whole", "gpu_board_power", value_of(t.gpu.board), {}, "gpus/" + e.scenario.build.gpu)});
    Working one = computed("one", "gpu_power", value_of(t.gpu.power), "power-at-load",
                           {std::move(idle),
                            leaf("full", "gpu_board_power", value_of(t.gpu.board), {}, "gpus/" + e.scenario.build.gpu),
                            gpu_load(e, data)});
    return computed("gpus", "energy.parts_W.gpus", value, "each-times-machines",
                    {from_field("count", "build.gpus_per_node", count_value(t.gpus_per_machine)),
                     machines_field(e.scenario), std::move(one)});
}

Working processors(const Evaluation& e, const EngineData& data)
{
    const EnergyTerms& t = energy_terms_of(e);
    const Value value = power_of(e, PowerPart::processors);
    if (t.cpu.assumed) {
        return computed("processors", "energy.parts_W.processors", value, "each-times-machines",
                        {from_field("count", "build.gpus_per_node",
                                    count_value(static_cast<double>(e.scenario.build.gpus_per_node))),
                         machines_field(e.scenario),
                         coefficient("one", "assumed_cpu_watts_per_gpu",
                                     {data.energy.assumed_cpu_watts_per_gpu, Unit::watts}, true)});
    }
    const std::string record = "cpus/" + e.scenario.build.cpu;
    Working one = computed("one", "cpu_power", value_of(t.cpu.power / t.cpu.sockets), "power-at-load",
                           {leaf("idle", "cpu_idle_power", value_of(t.cpu.idle), "source.cpu-idle", record),
                            leaf("full", "cpu_full_power", value_of(t.cpu.full), "source.cpu-full", record),
                            leaf("load", "cpu_load", share_value(t.cpu.load), "source.cpu-load")});
    return computed("processors", "energy.parts_W.processors", value, "each-times-machines",
                    {from_field("count", "build.cpu_sockets", count_value(t.cpu.sockets)), machines_field(e.scenario),
                     std::move(one)});
}

Working memory(const Evaluation& e, const EngineData& data)
{
    const EnergyTerms& t = energy_terms_of(e);
    const Value value = power_of(e, PowerPart::memory);
    if (t.memory_gib <= 0.0)
        return leaf("memory", "energy.parts_W.memory", value, "source.memory-not-known", "build.ram_GiB");
    return computed("memory", "energy.parts_W.memory", value, "each-times-machines",
                    {from_field("count", "build.ram_GiB", ratio_value(t.memory_gib)), machines_field(e.scenario),
                     coefficient("one", "memory_watts_per_gib", {data.energy.memory_watts_per_gib, Unit::watts})});
}

Working storage(const Evaluation& e, const EngineData& data)
{
    const Value value = power_of(e, PowerPart::storage);
    if (e.scenario.build.storage.empty())
        return leaf("storage", "energy.parts_W.storage", value, "source.storage-not-known", "build.storage");
    return computed(
        "storage", "energy.parts_W.storage", value, "one-a-machine",
        {machines_field(e.scenario), coefficient("one", "storage_watts", {data.energy.storage_watts, Unit::watts})});
}

Working components(const Evaluation& e)
{
    return leaf("components", "power_of_components", value_of(energy_terms_of(e).components), "source.components");
}

Working board(const Evaluation& e, const EngineData& data)
{
    return computed("board", "energy.parts_W.board_and_fans", power_of(e, PowerPart::board_and_fans), "board-and-fans",
                    {machines_field(e.scenario),
                     coefficient("fixed", "board_watts", {data.energy.board_watts, Unit::watts}, true),
                     coefficient("share", "board_share", share_value(data.energy.board_share)), components(e)});
}

Working supply(const Evaluation& e, const EngineData& data)
{
    return computed("supply", "energy.parts_W.supply_loss", power_of(e, PowerPart::supply_loss), "supply-loss",
                    {components(e),
                     leaf("board", "energy.parts_W.board_and_fans", power_of(e, PowerPart::board_and_fans)),
                     coefficient("efficiency", "supply_efficiency", share_value(data.energy.supply_efficiency))});
}

Working cooling(const Evaluation& e, const EngineData&)
{
    return computed("cooling", "energy.parts_W.cooling", power_of(e, PowerPart::cooling), "cooling",
                    {components(e),
                     leaf("board", "energy.parts_W.board_and_fans", power_of(e, PowerPart::board_and_fans)),
                     leaf("supply", "energy.parts_W.supply_loss", power_of(e, PowerPart::supply_loss)),
                     from_field("pue", "economics.pue", ratio_value(energy_terms_of(e).pue))});
}

Working average(const Evaluation& e, const EngineData& data)
{
    return computed("power", "energy.average_power_W", value_of(e.estimate->energy->average_power), "power-sum",
                    {gpus(e, data), processors(e, data), memory(e, data), storage(e, data), board(e, data),
                     supply(e, data), cooling(e, data)});
}

Working total_energy(const Evaluation& e, const EngineData& data)
{
    Working time = e.run && e.estimate->time->run
                       ? explain_wall(e, data)
                       : leaf("wall", "time.total_seconds", value_of(e.estimate->time->total));
    return computed("energy", "energy.total_kWh", kwh(*e.estimate->energy->total_kwh), "power-times-time",
                    {average(e, data), std::move(time)});
}

template <bool High>
Working energy_bound(const Evaluation& e, const EngineData&)
{
    const EnergyEstimate& energy = *e.estimate->energy;
    const TimeEstimate& time = *e.estimate->time;
    return computed("", High ? "energy.total_high_kWh" : "energy.total_low_kWh",
                    kwh(High ? energy.total_high_kwh : energy.total_low_kwh), "follows-total",
                    {leaf("amount", "energy.total_kWh", kwh(*energy.total_kwh)),
                     leaf("bound", High ? "time.total_high_seconds" : "time.total_low_seconds",
                          value_of(High ? time.total_high : time.total_low)),
                     leaf("total", "time.total_seconds", value_of(time.total))});
}

Working co2(const Evaluation& e, const EngineData& data)
{
    const double each = energy_terms_of(e).kg_co2_per_kwh;
    return computed("", "energy.co2_kg", ratio_value(e.estimate->energy->co2_kg), "energy-times-grid",
                    {total_energy(e, data), e.scenario.economics.grid_kg_co2_per_kwh
                                                ? from_field("grid", "economics.grid_kg_CO2_per_kWh", ratio_value(each))
                                                : coefficient("grid", "grid_kg_co2_per_kwh", ratio_value(each), true)});
}

struct EnergyRow {
    std::string_view id;
    bool needs_run;
    Working (*explain)(const Evaluation&, const EngineData&);
};

constexpr std::array explained_energy_rows{
    EnergyRow{"energy.average_power_W", false, average},
    EnergyRow{"energy.parts_W.gpus", false, gpus},
    EnergyRow{"energy.parts_W.processors", false, processors},
    EnergyRow{"energy.parts_W.memory", false, memory},
    EnergyRow{"energy.parts_W.storage", false, storage},
    EnergyRow{"energy.parts_W.board_and_fans", false, board},
    EnergyRow{"energy.parts_W.supply_loss", false, supply},
    EnergyRow{"energy.parts_W.cooling", false, cooling},
    EnergyRow{"energy.total_kWh", true, total_energy},
    EnergyRow{"energy.total_low_kWh", true, energy_bound<false>},
    EnergyRow{"energy.total_high_kWh", true, energy_bound<true>},
    EnergyRow{"energy.co2_kg", true, co2},
};

} // namespace

std::optional<Working> explain_energy(const Evaluation& e, const EngineData& data, std::string_view quantity)
{
    if (!e.estimate || !e.energy || !e.estimate->energy) return std::nullopt;
    const EnergyRow* row = row_of(explained_energy_rows, quantity);
    if (row == nullptr || (row->needs_run && !e.estimate->energy->total_kwh)) return std::nullopt;
    Working node = row->explain(e, data);
    node.quantity = "quantity." + std::string(quantity);
    return node;
}

const std::vector<std::string_view>& explained_energy_quantities()
{
    static const std::vector<std::string_view> ids = ids_of(explained_energy_rows);
    return ids;
}

} // namespace rigwright
