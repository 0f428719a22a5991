// SPDX-License-Identifier: Apache-2.0
#include "core/estimate/time/communication.h"

#include "core/estimate/recipes.h"

#include <algorithm>
#include <cmath>

namespace rigwright {

namespace {

/// One process copies the weights to every GPU and adds up the gradients of all, without overlap.
Term single_process_time(const GradientExchange& exchange, const TimeCoefficients& c, CommunicationTerms& terms,
                         Trace& trace)
{
    const auto others = static_cast<double>(terms.replicas - 1);
    const Term volume = trace.coefficient("single_process_bytes", c.single_process_bytes, Unit::bytes_per_element) *
                        trace.given("exchanged_parameters", exchange.parameters, Unit::count) *
                        trace.given("other_gpus", others, Unit::count);
    terms.volume = Bytes::rounded(volume.amount());
    const Term time = trace.coefficient("single_process_copies", c.single_process_copies, Unit::ratio) *
                      (volume.rounded_as(terms.volume.as_double()) /
                       trace.given("link_rate", terms.link.rate.base(), Unit::bytes_per_second, source_of(terms.link)));
    terms.collective = Seconds(time.amount());
    terms.exposed = terms.collective;
    return trace.name("exposed_gradients", time, Unit::seconds);
}

class Exchange {
public:
    Exchange(const Scenario& scenario, const GradientExchange& exchange, const TimeCoefficients& c,
             CommunicationTerms& terms, Trace& trace)
        : scenario_(scenario),
          in_(exchange),
          c_(c),
          terms_(terms),
          trace_(trace),
          overlaps_(scenario.parallel.data_parallel_overlap.value_or(true)),
          accumulation_(trace.field("training.gradient_accumulation",
                                    static_cast<double>(scenario.training.gradient_accumulation), Unit::count))
    {}

    Term add()
    {
        const std::int64_t stage = scenario_.parallel.zero_stage;
        Term exposed = stage == 3   ? sharded_weights()
                       : stage >= 1 ? sharded_state(shards_gradients(scenario_.parallel))
                                    : all_reduce();
        const GradientTerms& g = terms_.gradients;
        const Bytes gathered = g.gather.sent + g.expert_gather.sent;
        terms_.volume = g.reduce.sent + g.expert_reduce.sent + gathered;
        // Sharded weights: gathered for the forward and for the backward pass.
        if (stage == 3) terms_.volume += gathered;
        exposed = trace_.name("exposed_gradients", exposed, Unit::seconds);
        terms_.collective = terms_.gradients.collective;
        terms_.window = terms_.gradients.window;
        terms_.exposed = terms_.gradients.exposed = Seconds(exposed.amount());
        return exposed;
    }

private:
    void reduce(Collective collective, double bytes)
    {
        terms_.gradients.reduce = collective_time(collective, bytes * in_.parameters, in_.path, c_);
        terms_.gradients.expert_reduce = collective_time(collective, bytes * in_.experts, in_.expert_path, c_);
    }

    void gather(double bytes, double expert_bytes)
    {
        terms_.gradients.gather = collective_time(Collective::all_gather, bytes, in_.path, c_);
        terms_.gradients.expert_gather = collective_time(Collective::all_gather, expert_bytes, in_.expert_path, c_);
    }

    /// Both of a pair; the second exists only if there are experts.
    Term both(const Term& time, const CollectiveTime& of_experts)
    {
        return of_experts.happens() ? time + term_of(of_experts, trace_) : time;
    }

    /// Adds a latency for each of the `pieces` of one collective.
    Term in_pieces(const CollectiveTime& whole, const Term& pieces)
    {
        const Term latency =
            trace_.given("collective_latency", whole.latency.base(), Unit::seconds, "source.measured-hops");
        return term_of(whole, trace_) + latency * (pieces - 1.0);
    }

    /// The part of `all` that exceeds the hiding time, a share of the window.
    Term left_of(const Term& all, std::string_view name, Seconds window)
    {
        const Term hiding = trace_.given(name, window.base(), Unit::seconds, "source.overlap-window") *
                            trace_.coefficient("overlap_share", c_.overlap_share, Unit::share);
        return exposed_part(all, trace_.name("hiding_time", hiding, Unit::seconds),
                            trace_.coefficient("overlap_softness", c_.overlap_softness, Unit::ratio), trace_);
    }

    /// Gradients are sent in buckets while the backward pass still runs; the last bucket is full when it has ended.
    Term exposed_reduction(const Term& times)
    {
        GradientTerms& g = terms_.gradients;
        const Term bucket = trace_.coefficient("bucket_bytes", c_.bucket_bytes, Unit::bytes);
        const Term pieces = trace_.name(
            "gradient_buckets",
            max(1.0,
                ceil(trace_.given("collective_payload", Bytes::rounded(g.reduce.payload).as_double(), Unit::bytes) /
                     bucket)),
            Unit::count);
        const Term all =
            trace_.name("collective_time", both(in_pieces(g.reduce, pieces), g.expert_reduce), Unit::seconds);
        g.reduces = times.amount();
        g.collective += Seconds(all.amount()) * g.reduces;
        g.window = overlaps_ ? in_.backward : Seconds();
        if (!overlaps_) return repeated(all, times);
        const Term last =
            trace_.name("last_bucket", term_of(g.reduce, trace_) * (1.0 / pieces), Unit::seconds, "source.buckets");
        return repeated(max(left_of(all, "overlap_window", g.window), last), times);
    }

    static Term repeated(const Term& once, const Term& times) { return times.amount() == 1.0 ? once : once * times; }

    Term all_reduce()
    {
        reduce(Collective::all_reduce, gradient_bytes_per_parameter(scenario_.training));
        return exposed_reduction(1.0);
    }

    /// Every rank updates its share of the weights and sends it to the others; vendor stacks do that during the next
    /// forward pass.
    Term sharded_state(bool sharded_gradients)
    {
        GradientTerms& g = terms_.gradients;
        reduce(Collective::reduce_scatter, gradient_bytes_per_parameter(scenario_.training));
        const Term reduction = exposed_reduction(sharded_gradients ? accumulation_ : Term(1.0));
        const double updated = updated_bytes_per_parameter(scenario_.training);
        gather(updated * in_.parameters, updated * in_.experts);
        const Term gathering = both(term_of(g.gather, trace_), g.expert_gather);
        g.collective += Seconds(gathering.amount());
        if (!overlaps_ || scenario_.training.stack != SoftwareStack::tuned) return reduction + gathering;
        const Term forward =
            trace_.given("forward_window", (in_.micro - in_.backward).base(), Unit::seconds, "source.overlap-window");
        const Term softness = trace_.coefficient("overlap_softness", c_.overlap_softness, Unit::ratio);
        return reduction +
               exposed_part(trace_.name("gathering_time", gathering, Unit::seconds), forward, softness, trace_);
    }

    /// Weights are gathered for the forward and the backward pass of every micro-batch, unit by unit with one
    /// prefetched; gradients are scattered as they come (Zhao et al. 2023, PyTorch FSDP, section 3).
    Term sharded_weights()
    {
        GradientTerms& g = terms_.gradients;
        gather(in_.weight_bytes, in_.expert_weight_bytes);
        reduce(Collective::reduce_scatter, updated_bytes_per_parameter(scenario_.training));
        g.reduces = accumulation_.amount();
        const Term units = trace_.given("sharded_units", in_.units, Unit::count);
        const Term gathering =
            trace_.name("gathering_time", both(in_pieces(g.gather, units), g.expert_gather), Unit::seconds);
        const Term scattering =
            trace_.name("scattering_time", both(in_pieces(g.reduce, units), g.expert_reduce), Unit::seconds);
        const Term all = trace_.name("sharded_exchange", gathering * 2.0 + scattering, Unit::seconds);
        g.collective = Seconds(all.amount());
        g.window = overlaps_ ? in_.micro : Seconds();
        return repeated(overlaps_ ? left_of(all, "micro_time", g.window) : all, accumulation_);
    }

    const Scenario& scenario_;
    const GradientExchange& in_;
    const TimeCoefficients& c_;
    CommunicationTerms& terms_;
    Trace& trace_;
    bool overlaps_;
    Term accumulation_;
};

} // namespace

bool shards_gradients(const Parallel& parallel)
{
    return parallel.zero_stage >= 3 || (parallel.zero_stage == 2 && parallel.pipeline == 1);
}

double gradient_bytes_per_parameter(const Training& training)
{
    return storage_bytes(trained_recipe(training).gradients);
}

double updated_bytes_per_parameter(const Training& training) { return storage_bytes(recipe_of(training).computed()); }

Term add_gradient_exchange(const Scenario& scenario, const GradientExchange& exchange, const TimeCoefficients& c,
                           CommunicationTerms& terms, Trace& trace)
{
    if (scenario.training.mode == RunMode::infer) return 0.0;
    if (scenario.parallel.data_parallel_kind == DataParallelKind::single_process && terms.replicas > 1)
        return single_process_time(exchange, c, terms, trace);
    if (exchange.path.size <= 1 && exchange.expert_path.size <= 1) return 0.0;
    return Exchange(scenario, exchange, c, terms, trace).add();
}

} // namespace rigwright
