// SPDX-License-Identifier: Apache-2.0
#include "core/estimate/time/communication.h"

#include "core/estimate/recipes.h"

#include <algorithm>
#include <cmath>

namespace rigwright {

namespace {

/// One process copies the weights to every GPU and adds up the gradients of all, with nothing beside it.
void add_single_process(const GradientExchange& exchange, const TimeCoefficients& c, CommunicationTerms& terms)
{
    const auto others = static_cast<double>(terms.replicas - 1);
    terms.volume = Bytes::rounded(c.single_process_bytes * exchange.parameters * others);
    terms.collective = c.single_process_copies * (terms.volume / terms.link.rate);
    terms.exposed = terms.collective;
}

/// Latency of each of `pieces` that one collective is cut into.
Seconds in_pieces(const CollectiveTime& whole, double pieces) { return whole.time + whole.latency * (pieces - 1.0); }

class Exchange {
public:
    Exchange(const Scenario& scenario, const GradientExchange& exchange, const TimeCoefficients& c,
             CommunicationTerms& terms)
        : scenario_(scenario),
          in_(exchange),
          c_(c),
          terms_(terms),
          overlaps_(scenario.parallel.data_parallel_overlap.value_or(true))
    {}

    void add()
    {
        const std::int64_t stage = scenario_.parallel.zero_stage;
        if (stage == 3)
            add_sharded_weights();
        else if (stage >= 1)
            add_sharded_state(shards_gradients(scenario_.parallel));
        else
            add_all_reduce();
        const GradientTerms& g = terms_.gradients;
        const Bytes gathered = g.gather.sent + g.expert_gather.sent;
        terms_.volume = g.reduce.sent + g.expert_reduce.sent + gathered;
        // Sharded weights: for the forward and for the backward pass.
        if (stage == 3) terms_.volume += gathered;
        terms_.collective = terms_.gradients.collective;
        terms_.window = terms_.gradients.window;
        terms_.exposed = terms_.gradients.exposed;
    }

private:
    double accumulation() const { return static_cast<double>(scenario_.training.gradient_accumulation); }

    void reduce(Collective collective, double bytes)
    {
        terms_.gradients.reduce = collective_time(collective, bytes * in_.parameters, in_.path, c_);
        terms_.gradients.expert_reduce = collective_time(collective, bytes * in_.experts, in_.expert_path, c_);
    }

    void gather(double parameters, double experts)
    {
        const double bytes = gathered_bytes_per_parameter(scenario_.training);
        terms_.gradients.gather = collective_time(Collective::all_gather, bytes * parameters, in_.path, c_);
        terms_.gradients.expert_gather = collective_time(Collective::all_gather, bytes * experts, in_.expert_path, c_);
    }

    double buckets(const CollectiveTime& collective) const
    {
        return std::max(1.0, std::ceil(collective.payload.as_double() / c_.bucket_bytes));
    }

    /// Gradients leave in buckets while the pass before them still runs; the last bucket is full when it has ended.
    Seconds exposed_reduction(double times)
    {
        GradientTerms& g = terms_.gradients;
        const double pieces = buckets(g.reduce);
        const Seconds all = in_pieces(g.reduce, pieces) + g.expert_reduce.time;
        g.reduces = times;
        g.collective += all * times;
        g.window = overlaps_ ? in_.backward : Seconds();
        g.last_bucket = g.reduce.time * (1.0 / pieces);
        if (!overlaps_) return all * times;
        const Seconds left = exposed_part(all, g.window * c_.overlap_share, c_.overlap_softness);
        return std::max(left, g.last_bucket) * times;
    }

    void add_all_reduce()
    {
        reduce(Collective::all_reduce, gradient_bytes_per_parameter(scenario_.training));
        terms_.gradients.exposed = exposed_reduction(1.0);
    }

    /// Every rank updates its share of the weights and hands it to the others; vendor stacks do that while the next
    /// forward pass runs.
    void add_sharded_state(bool sharded_gradients)
    {
        GradientTerms& g = terms_.gradients;
        reduce(Collective::reduce_scatter, gradient_bytes_per_parameter(scenario_.training));
        g.exposed = exposed_reduction(sharded_gradients ? accumulation() : 1.0);
        gather(in_.parameters, in_.experts);
        g.gathers = 1.0;
        const Seconds gathering = g.gather.time + g.expert_gather.time;
        g.collective += gathering;
        const bool hidden = overlaps_ && scenario_.training.stack == SoftwareStack::tuned;
        g.exposed += hidden ? exposed_part(gathering, in_.micro - in_.backward, c_.overlap_softness) : gathering;
    }

    /// Weights are gathered for the forward and the backward pass of every micro-batch, unit by unit and one ahead;
    /// gradients are scattered as they come (Zhao et al. 2023, PyTorch FSDP, section 3).
    void add_sharded_weights()
    {
        GradientTerms& g = terms_.gradients;
        gather(in_.gathered_parameters, in_.gathered_experts);
        reduce(Collective::reduce_scatter, gathered_bytes_per_parameter(scenario_.training));
        g.gathers = 2.0 * accumulation();
        g.reduces = accumulation();
        g.collective = (in_pieces(g.gather, in_.units) + g.expert_gather.time) * 2.0 + in_pieces(g.reduce, in_.units) +
                       g.expert_reduce.time;
        g.window = overlaps_ ? in_.micro : Seconds();
        const Seconds once =
            overlaps_ ? exposed_part(g.collective, g.window * c_.overlap_share, c_.overlap_softness) : g.collective;
        g.exposed = once * accumulation();
    }

    const Scenario& scenario_;
    const GradientExchange& in_;
    const TimeCoefficients& c_;
    CommunicationTerms& terms_;
    bool overlaps_;
};

} // namespace

bool shards_gradients(const Parallel& parallel)
{
    return parallel.zero_stage >= 3 || (parallel.zero_stage == 2 && parallel.pipeline == 1);
}

double gradient_bytes_per_parameter(const Training& training)
{
    return storage_bytes(recipe_of(training).gradients);
}

double gathered_bytes_per_parameter(const Training& training)
{
    return storage_bytes(recipe_of(training).autocast.value_or(recipe_of(training).weights));
}

void add_gradient_exchange(const Scenario& scenario, const GradientExchange& exchange, const TimeCoefficients& c,
                           CommunicationTerms& terms)
{
    if (scenario.training.mode == RunMode::infer) return;
    if (scenario.parallel.data_parallel_kind == DataParallelKind::single_process && terms.replicas > 1)
        return add_single_process(exchange, c, terms);
    if (exchange.path.size > 1 || exchange.expert_path.size > 1) Exchange(scenario, exchange, c, terms).add();
}

} // namespace rigwright
