// SPDX-License-Identifier: Apache-2.0
#include "core/estimate/chassis_findings.h"

#include "core/hardware/chassis_fit.h"
#include "core/scenario/nearest.h"

#include <algorithm>
#include <array>

namespace rigwright {

namespace {

using Severity = Finding::Severity;
using Found = std::optional<Finding>;
using Build = CheckedBuild;

Found chassis_power(const Build& build)
{
    const auto most = build.chassis != nullptr ? most_power(*build.chassis) : std::nullopt;
    if (!most || !build.load || *build.load <= *most) return {};
    return Finding{Severity::blocks,
                   "chassis-power-exceeded",
                   "build.chassis",
                   {{"load", value_of(*build.load)}, {"most", value_of(*most)}}};
}

/// A model whose maker says nothing of a number that a check needs; classes of machines leave it out on purpose.
Found chassis_says_nothing_of_gpus(const Build& build)
{
    if (build.chassis == nullptr || build.chassis->generic || build.gpu == nullptr) return {};
    if (build.chassis->gpus.most_gpus) return {};
    return Finding{
        Severity::unchecked, "chassis-gpus-not-published", "build.chassis", {{"chassis", build.chassis->name}}};
}

Found chassis_says_nothing_of_power(const Build& build)
{
    if (build.chassis == nullptr || build.chassis->generic || most_power(*build.chassis) || !build.load) return {};
    return Finding{Severity::unchecked,
                   "chassis-power-not-published",
                   "build.chassis",
                   {{"chassis", build.chassis->name}, {"load", value_of(*build.load)}}};
}

/// What the densest machine that its maker cools with air supplies, watts a rack unit.
double densest_air_cooling(const Catalog& hardware)
{
    double densest = 0.0;
    for (const Chassis& chassis : hardware.chassis_list) {
        const bool known = !chassis.generic && chassis.body.cooling == Cooling::air && chassis.body.rack_units;
        if (known && chassis.power.most)
            densest = std::max(densest, chassis.power.most->base() / *chassis.body.rack_units);
    }
    return densest;
}

Found denser_than_air_cools(const Build& build)
{
    if (build.chassis == nullptr || !build.load || build.chassis->body.cooling != Cooling::air) return {};
    if (!build.chassis->body.rack_units) return {};
    const double density = build.load->base() / *build.chassis->body.rack_units;
    const double most = densest_air_cooling(build.data.hardware);
    if (density <= most) return {};
    return Finding{Severity::unchecked,
                   "denser-than-air-cools",
                   "build.chassis",
                   {{"density", value_of(Watts(density))}, {"most", value_of(Watts(most))}}};
}

/// The published rate of failures is one of machines cooled with air.
Found failures_under_liquid(const Build& build)
{
    if (build.chassis == nullptr || build.chassis->body.cooling != Cooling::liquid || !build.evaluation.run) return {};
    return Finding{Severity::unchecked, "failures-of-liquid-cooling-not-known", "run.gpu_hours_per_failure", {}};
}

Found too_many_gpus(const Build& build)
{
    if (build.chassis == nullptr || !build.chassis->gpus.most_gpus) return {};
    if (build.gpus() <= *build.chassis->gpus.most_gpus) return {};
    return Finding{Severity::blocks,
                   "chassis-takes-fewer-gpus",
                   "build.gpus_per_node",
                   {{"chassis", build.chassis->name},
                    {"most", count_of(*build.chassis->gpus.most_gpus)},
                    {"found", count_of(build.gpus())}}};
}

Found other_gpus(const Build& build)
{
    if (build.chassis == nullptr || build.gpu == nullptr || build.chassis->gpus.gpus.empty()) return {};
    const auto& made_for = build.chassis->gpus.gpus;
    if (std::find(made_for.begin(), made_for.end(), build.gpu->id) != made_for.end()) return {};
    return Finding{Severity::blocks,
                   "chassis-made-for-other-gpus",
                   "build.gpu",
                   {{"chassis", build.chassis->name}, {"gpu", build.gpu->name}, {"accepted", joined(made_for)}}};
}

Found wrong_mount(const Build& build)
{
    if (build.chassis == nullptr || build.gpu == nullptr || !build.chassis->gpus.gpus.empty()) return {};
    if (!build.chassis->gpus.mount || build.gpu->board.form_factor.empty()) return {};
    const bool takes_cards = *build.chassis->gpus.mount == GpuMount::card;
    if (takes_cards == build.holds_cards()) return {};
    return Finding{Severity::blocks,
                   takes_cards ? "gpu-is-no-card" : "gpu-is-no-module",
                   "build.gpu",
                   {{"chassis", build.chassis->name}, {"gpu", build.gpu->name}}};
}

Found passive_card_in_tower(const Build& build)
{
    if (build.chassis == nullptr || build.gpu == nullptr || build.chassis->body.form != ChassisForm::tower) return {};
    if (!build.gpu->board.form_factor.ends_with("passive")) return {};
    return Finding{
        Severity::blocks, "passive-card-needs-airflow", "build.chassis", {{"gpu", std::string(build.gpu->name)}}};
}

Found too_many_sockets(const Build& build)
{
    std::optional<int> most;
    if (build.chassis != nullptr) most = build.chassis->host.sockets;
    if (build.cpu != nullptr && build.cpu->most_sockets)
        most = std::min(most.value_or(*build.cpu->most_sockets), *build.cpu->most_sockets);
    if (!most || build.choice.cpu_sockets <= *most) return {};
    return Finding{Severity::blocks,
                   "too-many-processors",
                   "build.cpu_sockets",
                   {{"found", count_of(build.choice.cpu_sockets)}, {"most", count_of(*most)}}};
}

Found processor_of_another_socket(const Build& build)
{
    if (build.chassis == nullptr || build.cpu == nullptr || !takes_segment(*build.chassis, *build.cpu)) return {};
    if (takes_socket(*build.chassis, *build.cpu).value_or(true)) return {};
    return Finding{Severity::blocks,
                   "processor-of-another-socket",
                   "build.cpu",
                   {{"chassis", build.chassis->name},
                    {"processor", build.cpu->name},
                    {"socket", build.cpu->socket},
                    {"accepted", joined(build.chassis->host.processor_sockets)}}};
}

Found processor_of_another_class(const Build& build)
{
    if (build.chassis == nullptr || build.cpu == nullptr || takes_segment(*build.chassis, *build.cpu)) return {};
    return Finding{Severity::blocks,
                   "processor-of-another-class",
                   "build.cpu",
                   {{"chassis", build.chassis->name},
                    {"processor", build.cpu->name},
                    {"class", MessageCode{"processor-class." + build.cpu->segment}}}};
}

Found processor_without_known_socket(const Build& build)
{
    if (build.chassis == nullptr || build.cpu == nullptr || build.chassis->host.processor_sockets.empty()) return {};
    if (!build.cpu->socket.empty() || !takes_segment(*build.chassis, *build.cpu)) return {};
    return Finding{Severity::unchecked,
                   "processor-socket-not-published",
                   "build.cpu",
                   {{"chassis", build.chassis->name},
                    {"processor", build.cpu->name},
                    {"accepted", joined(build.chassis->host.processor_sockets)}}};
}

Found processor_too_hot(const Build& build)
{
    if (build.chassis == nullptr || build.cpu == nullptr || cools(*build.chassis, *build.cpu)) return {};
    return Finding{Severity::blocks,
                   "processor-beyond-chassis-cooling",
                   "build.cpu",
                   {{"chassis", build.chassis->name},
                    {"processor", build.cpu->name},
                    {"power", value_of(*build.cpu->power.base_power)},
                    {"most", value_of(*build.chassis->host.most_cpu_power)}}};
}

Found supply_beside_those_of_the_chassis(const Build& build)
{
    if (build.chassis == nullptr || build.supply == nullptr || !brings_supplies(*build.chassis)) return {};
    return Finding{Severity::blocks,
                   "chassis-brings-its-supplies",
                   "build.power_supply",
                   {{"chassis", build.chassis->name},
                    {"supply", build.supply->name},
                    {"count", count_of(*build.chassis->power.supplies)}}};
}

Found memory_beyond_chassis(const Build& build)
{
    if (build.chassis == nullptr || !build.chassis->host.most_memory || !build.choice.ram_gib) return {};
    const Bytes ram = Bytes::gib(*build.choice.ram_gib);
    if (ram <= *build.chassis->host.most_memory) return {};
    return Finding{Severity::blocks,
                   "chassis-takes-less-memory",
                   "build.ram_GiB",
                   {{"found", value_of(ram)}, {"most", value_of(*build.chassis->host.most_memory)}}};
}

constexpr std::array<BuildCheck, 16> checks_of_the_chassis{
    chassis_power,
    chassis_says_nothing_of_power,
    chassis_says_nothing_of_gpus,
    denser_than_air_cools,
    failures_under_liquid,
    too_many_gpus,
    other_gpus,
    wrong_mount,
    passive_card_in_tower,
    too_many_sockets,
    processor_of_another_socket,
    processor_of_another_class,
    processor_without_known_socket,
    processor_too_hot,
    supply_beside_those_of_the_chassis,
    memory_beyond_chassis,
};

} // namespace

std::span<const BuildCheck> chassis_checks() { return checks_of_the_chassis; }

} // namespace rigwright
