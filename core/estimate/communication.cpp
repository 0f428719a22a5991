// SPDX-License-Identifier: Apache-2.0
#include "core/estimate/communication.h"

#include "core/estimate/operator_time.h"
#include "core/estimate/recipes.h"

#include <algorithm>
#include <cmath>

namespace rigwright {

namespace {

// A collective of sharded weights: gathered forward and backward, gradients scattered once.
constexpr double sharded_collectives = 3.0;

std::optional<LinkRate> link_inside(const Scenario& scenario, const Gpu& gpu, const Link* host_link,
                                    const TimeCoefficients& c)
{
    const auto peer = peer_bandwidth(gpu);
    const bool reaches_all = !gpu.link.peer_domain_gpus || *gpu.link.peer_domain_gpus >= scenario.build.gpus_per_node;
    if (peer && reaches_all && scenario.build.gpu_link != LinkChoice::pcie)
        return LinkRate{Path::peer_link, *peer, c.peer_link_efficiency};
    if (host_link == nullptr) return std::nullopt;
    return LinkRate{Path::pcie, host_link->per_direction, c.pcie_efficiency};
}

/// Network rate per GPU where the build names none: what machines of that generation are usually built with.
double usual_network(const Gpu& gpu, const TimeCoefficients& c)
{
    switch (generation_of(gpu)) {
    case GpuGeneration::volta: return c.network_volta;
    case GpuGeneration::ga100: return c.network_ga100;
    case GpuGeneration::hopper:
    case GpuGeneration::blackwell: return c.network_hopper;
    case GpuGeneration::kepler:
    case GpuGeneration::before_tensor_cores:
    case GpuGeneration::turing:
    case GpuGeneration::ga10x:
    case GpuGeneration::ada:
    case GpuGeneration::blackwell_consumer:
    case GpuGeneration::unmeasured: return c.network_other;
    }
    return c.network_other;
}

BytesPerSecond network_per_gpu(const Scenario& scenario, const Gpu& gpu, const Link* node_link,
                               const TimeCoefficients& c)
{
    if (node_link == nullptr) return BytesPerSecond(usual_network(gpu, c));
    const auto gpus = static_cast<double>(scenario.build.gpus_per_node);
    const double cards = scenario.build.nics_per_node ? static_cast<double>(*scenario.build.nics_per_node) : 1.0;
    return node_link->per_direction * (cards / gpus);
}

} // namespace

std::optional<BuildLinks> build_links(const Scenario& scenario, const Gpu& gpu, const Link* host_link,
                                      const Link* node_link, const TimeCoefficients& c)
{
    BuildLinks links;
    const std::int64_t gpus = gpu_count(scenario.build);
    if (gpus <= 1) return links;
    if (scenario.build.gpus_per_node > 1) {
        const auto inside = link_inside(scenario, gpu, host_link, c);
        if (!inside) return std::nullopt;
        links.inside = *inside;
    }
    links.across = links.inside;
    const auto domain = static_cast<double>(gpu.link.peer_domain_gpus.value_or(1));
    const bool one_domain =
        domain >= c.rack_domain_gpus && domain >= static_cast<double>(gpus) && peer_bandwidth(gpu).has_value();
    if (one_domain) links.across = {Path::peer_link, *peer_bandwidth(gpu), c.peer_link_efficiency};
    links.adapter = links.across;
    if (scenario.build.nodes == 1 || one_domain) return links;
    links.adapter = {Path::network, network_per_gpu(scenario, gpu, node_link, c), c.network_efficiency};
    // Without tensor or pipeline parallelism a ring crosses each machine's boundary once and can use all its adapters.
    const bool pure = scenario.parallel.tensor * scenario.parallel.pipeline * scenario.parallel.context == 1;
    const double adapters = pure ? static_cast<double>(scenario.build.gpus_per_node) : 1.0;
    BytesPerSecond rate = network_per_gpu(scenario, gpu, node_link, c) * adapters;
    if (links.inside.path != Path::none) rate = std::min(rate, links.inside.rate);
    links.across = {Path::network, rate, c.network_efficiency};
    links.network_assumed = node_link == nullptr;
    return links;
}

double gradient_bytes_per_parameter(const Training& training)
{
    return storage_bits(recipe_of(training).gradients) / 8.0;
}

double ring_all_reduce_bytes(double bytes, std::int64_t gpus)
{
    const auto n = static_cast<double>(gpus);
    return 2.0 * (n - 1.0) / n * bytes;
}

Seconds exposed_part(Seconds time, Seconds window, double relative_softness)
{
    const double softness = relative_softness * time.base();
    if (softness <= 0.0) return std::max(Seconds(), time - window);
    const double over = (time.base() - window.base()) / softness;
    // ln(1 + e^x), which is x for large x.
    constexpr double linear_from = 40.0;
    const double soft = over > linear_from ? over : std::log1p(std::exp(over));
    return std::min(time, Seconds(softness * soft));
}

void add_gradient_exchange(const Scenario& scenario, const GradientExchange& exchange, const TimeCoefficients& c,
                           CommunicationTerms& terms)
{
    if (terms.replicas <= 1 || scenario.training.mode == RunMode::infer) return;
    const Training& training = scenario.training;
    const auto n = static_cast<double>(terms.replicas);
    const bool sharded = scenario.parallel.zero_stage == 3;
    if (scenario.parallel.data_parallel_kind == DataParallelKind::single_process) {
        // One process copies the weights to every GPU and adds up the gradients of all, with nothing beside it.
        terms.volume = Bytes::rounded(c.single_process_bytes * exchange.parameters * (n - 1.0));
        terms.collective = c.single_process_copies * (terms.volume / terms.link.rate);
        terms.exposed = terms.collective;
        return;
    }
    const double weight_bytes = storage_bits(recipe_of(training).autocast.value_or(recipe_of(training).weights)) / 8.0;
    const double volume =
        sharded ? sharded_collectives * (n - 1.0) / n * weight_bytes * exchange.gathered_parameters
                : ring_all_reduce_bytes(gradient_bytes_per_parameter(training) * exchange.parameters, terms.replicas);
    terms.volume = Bytes::rounded(volume);
    terms.collective = terms.volume / terms.link.reached() + Seconds(c.collective_seconds);
    const bool overlaps = scenario.parallel.data_parallel_overlap.value_or(true);
    terms.window = overlaps ? exchange.micro * (sharded ? 1.0 : c.overlap_window) : Seconds();
    terms.exposed = overlaps ? exposed_part(terms.collective, terms.window * c.overlap_share, c.overlap_softness)
                             : terms.collective;
    if (sharded) terms.exposed = terms.exposed * static_cast<double>(training.gradient_accumulation);
}

} // namespace rigwright
