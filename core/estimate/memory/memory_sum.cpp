// SPDX-License-Identifier: Apache-2.0
#include "core/estimate/inverse.h"
#include "core/estimate/memory/memory_sharding.h"
#include "core/estimate/memory/memory_terms.h"
#include "core/estimate/memory/pipeline_memory.h"
#include "core/estimate/time/step_time.h"
#include "core/scenario/tiles.h"

#include <algorithm>
#include <cmath>
#include <functional>

namespace rigwright {

namespace {

/// Memory that tensors occupy at the peak. `of` makes a summand from a name and an amount.
template <typename Of>
auto sum_of_tensors(const MemoryTerms& m, Count micro_batch, bool trains, const Of& of)
{
    const Moment& peak = m.peak(micro_batch);
    auto sum = of("memory.states.weights", m.weights);
    if (trains)
        sum = sum + of("memory.states.optimizer_state", m.optimizer_state) +
              of("memory.states.master_weights", m.master_weights) + of("memory.parts.gradients", peak.gradients);
    sum = sum +
          of("memory.parts.activations",
             peak.activations.at(micro_batch) + m.input.at(micro_batch) + m.cache.at(micro_batch)) +
          of("temporary_tensors", peak.temporary.at(micro_batch) + m.gathered + m.product_workspace);
    return trains ? sum + of("gradient_buckets", m.gradient_buckets) : sum;
}

/// Memory that an allocator reserves for tensors.
Bytes held_for(Bytes tensors, double reserve_factor) { return Bytes::rounded(tensors.as_double() * reserve_factor); }

Term held_for(const Term& tensors, const Term& reserve_factor)
{
    const Term held = reserve_factor * tensors;
    return held.rounded_as(Bytes::rounded(held.amount()).as_double());
}

/// Tensors with the blocks that the allocator keeps beside them.
template <typename Number, typename Of>
Number sum_of_reserved(const Number& held, const MemoryTerms& m, Count micro_batch, bool trains, const Of& of)
{
    Number sum = held + of("stream_blocks", m.stream_blocks, "source.stream-blocks");
    if (trains) sum = sum + of("loss_fragments", m.loss_fragments.at(micro_batch), "source.loss-fragments");
    return sum + of("workspace", m.kept_workspace(micro_batch), "source.workspace");
}

} // namespace

Bytes MemoryTerms::allocated(Count micro_batch) const
{
    return sum_of_tensors(*this, micro_batch, true, [](std::string_view, Bytes amount) { return amount; });
}

Bytes MemoryTerms::reserved(Count micro_batch) const
{
    return sum_of_reserved(held_for(allocated(micro_batch), reserve_factor), *this, micro_batch, true,
                           [](std::string_view, Bytes amount, std::string_view) { return amount; });
}

Bytes MemoryTerms::device(Count micro_batch) const { return needed(micro_batch) + kept_workspace(micro_batch); }

Bytes MemoryTerms::needed(Count micro_batch) const
{
    return held_for(allocated(micro_batch), reserve_factor) + stream_blocks + loss_fragments.at(micro_batch) + context +
           collective;
}

Bytes MemoryTerms::kept_workspace(Count micro_batch) const
{
    const Bytes all = workspace.at(micro_batch);
    if (!usable) return all;
    const Bytes used = needed(micro_batch);
    return used < usable->usable ? std::min(all, usable->usable - used) : Bytes();
}

std::size_t fullest_stage(const std::vector<MemoryTerms>& stages, Count micro_batch)
{
    std::size_t fullest = 0;
    for (std::size_t i = 1; i < stages.size(); ++i) {
        if (stages[fullest].needed(micro_batch) < stages[i].needed(micro_batch)) fullest = i;
    }
    return fullest;
}

Bytes MemoryTerms::with_margin(const MemoryNeed& need) const
{
    return Bytes::rounded(need.needed.as_double() * narrowed_factor(range.margin, need.range_share));
}

LargestMicroBatch largest_micro_batch(const std::vector<MemoryTerms>& stages,
                                      const std::function<MemoryNeed(const MemoryTerms&, Count)>& need_at)
{
    const auto all_have_room = [&](std::int64_t batch, const auto& asked_of) {
        return std::all_of(stages.begin(), stages.end(), [&](const MemoryTerms& terms) {
            return terms.usable && std::invoke(asked_of, terms, need_at(terms, batch)) <= terms.usable->usable;
        });
    };
    const auto fits_alone = [&](std::int64_t batch) {
        return all_have_room(batch, [](const MemoryTerms&, const MemoryNeed& need) { return need.needed; });
    };
    const auto fits = [&](std::int64_t batch) { return all_have_room(batch, &MemoryTerms::with_margin); };
    const std::int64_t without = largest_that(1, largest_sensible_micro_batch, fits_alone).value_or(0);
    return {largest_between(0, without + 1, fits), without};
}

LargestMicroBatch largest_micro_batch(const std::vector<MemoryTerms>& stages)
{
    return largest_micro_batch(stages,
                               [](const MemoryTerms& terms, Count batch) { return MemoryNeed{terms.needed(batch)}; });
}

LargestMicroBatch of_one_or_more(const LargestMicroBatch& one, const LargestMicroBatch& more)
{
    const auto either = [](std::int64_t first, std::int64_t later) {
        return later > 1 ? later : std::min<std::int64_t>(first, 1);
    };
    return {either(one.with_margin, more.with_margin), either(one.without_margin, more.without_margin)};
}

void put(const LargestMicroBatch& largest, MemoryEstimate& memory)
{
    memory.max_micro_batch = largest.with_margin;
    memory.max_micro_batch_without_margin = largest.without_margin;
}

std::string layer_at(const Network& network, const Moment& moment)
{
    if (moment.phase == Phase::optimizer || moment.op >= network.operators.size()) return {};
    const Operator& op = network.operators[moment.op];
    const auto holds = [&](const Block& block) { return block.first <= moment.op && moment.op < block.last; };
    const auto block = std::find_if(network.blocks.begin(), network.blocks.end(), holds);
    if (block == network.blocks.end() || block->name.empty()) return op.name;
    return name_of_copy(*block, moment.copy) + "." + op.name;
}

namespace {

/// Sums the parts of one GPU's memory.
class MemorySum {
public:
    MemorySum(const MemoryTerms& terms, const Network& network, const Scenario& scenario, Trace& trace)
        : m_(terms),
          network_(network),
          scenario_(scenario),
          batch_(scenario.training.micro_batch),
          trains_(scenario.training.mode == RunMode::train),
          peak_(terms.peak(batch_)),
          trace_(trace),
          workspace_(bytes("workspace", terms.kept_workspace(batch_), "source.workspace")),
          fragments_(fragments())
    {}

    MemoryEstimate estimate()
    {
        estimate_.states = {m_.weights, m_.gradients, m_.optimizer_state, m_.master_weights};
        estimate_.peak_phase = peak_.phase;
        estimate_.peak_layer = layer_at(network_, peak_);
        add_usable();
        add_reserved();
        put(MemoryPart::weights, same("memory.states.weights", "memory.parts.weights", m_.weights));
        if (trains_) add_states();
        set(MemoryPart::activations, "memory.parts.activations", activations());
        set(MemoryPart::temporary_buffers, "memory.parts.temporary_buffers", temporary());
        set(MemoryPart::communication_buffers, "memory.parts.communication_buffers", communication());
        set(MemoryPart::framework_overhead, "memory.parts.framework_overhead", overhead());
        add_bounds(m_, add_total(), workspace_, 1.0, estimate_, trace_);
        return std::move(estimate_);
    }

private:
    Term bytes(std::string_view id, Bytes amount, std::string_view source = {}, std::string_view origin = {})
    {
        return trace_.given(id, amount.as_double(), Unit::bytes, source, origin);
    }

    Term same(std::string_view id, std::string_view part, Bytes amount)
    {
        return trace_.same(id, part, amount.as_double());
    }

    Term micro_batch() { return trace_.field("training.micro_batch", batch_.as_double(), Unit::count); }

    void put(MemoryPart which, const Term& amount)
    {
        const auto place = static_cast<std::size_t>(which);
        estimate_.parts[place] = Bytes::rounded(amount.amount());
        parts_[place] = amount;
    }

    void set(MemoryPart which, std::string_view id, const Term& amount)
    {
        put(which, trace_.name(id, amount, Unit::bytes));
    }

    void add_states()
    {
        put(MemoryPart::gradients, gradients());
        put(MemoryPart::optimizer_state,
            same("memory.states.optimizer_state", "memory.parts.optimizer_state", m_.optimizer_state));
        put(MemoryPart::master_weights,
            same("memory.states.master_weights", "memory.parts.master_weights", m_.master_weights));
    }

    /// Gradients that exist at the peak.
    Term gradients()
    {
        constexpr std::string_view id = "memory.parts.gradients";
        if (peak_.gradients == m_.gradients || !trace_.keeps())
            return same("memory.states.gradients", id, peak_.gradients);
        const double amount = peak_.gradients.as_double();
        const Term full = trace_.known("memory.states.gradients", m_.gradients.as_double(), Unit::bytes);
        const Term share =
            trace_.given("gradients_at_peak", amount / full.amount(), Unit::share, "source.gradients-at-peak");
        return trace_.name(id, (full * share).rounded_as(amount), Unit::bytes);
    }

    Term activations()
    {
        const Term each = bytes("kept_per_sample_at_peak", peak_.activations.per_sample, "source.keep-rules");
        Term sum = bytes("kept_fixed", peak_.activations.fixed) + each * micro_batch() +
                   bytes("input_batch", m_.input.at(batch_));
        if (m_.cache.per_sample > Bytes()) sum = sum + key_value_cache();
        return m_.stage.count > 1 && trace_.keeps() ? with_stage(sum) : sum;
    }

    Term key_value_cache()
    {
        const double shards = cache_shards(network_.cache_heads, scenario_.parallel);
        const NumberFormat format = m_.recipe.computed();
        const Term elements =
            trace_.given("cache_elements", network_.cache_elements.as_double(), Unit::count, "source.key-value-cache");
        const Term each = trace_.given("bytes_per_cached_number", storage_bytes(format), Unit::bytes_per_element);
        Term numbers = elements;
        if (m_.stage.count > 1 && trace_.keeps()) {
            const auto layers = static_cast<double>(count_layers(network_));
            numbers = numbers * trace_.given("layers_of_stage", static_cast<double>(m_.layers_held), Unit::count) /
                      trace_.given("layers_of_model", layers, Unit::count);
        }
        const Term all = numbers * each * micro_batch() / trace_.given("state_shards", shards, Unit::count);
        return trace_.name("key_value_cache", all.rounded_as(m_.cache.at(batch_).as_double()), Unit::bytes);
    }

    /// Notes the pipeline stage of the amounts and its number of micro-batches in flight.
    Term with_stage(const Term& sum)
    {
        const InFlight flight =
            in_flight(m_.stage, scenario_.parallel.pipeline_interleave, scenario_.training.gradient_accumulation);
        const double micro_batches = static_cast<double>(flight.sets) / static_cast<double>(flight.chunks);
        return sum
            .beside(trace_.given("pipeline_stage", static_cast<double>(m_.stage.index + 1), Unit::count,
                                 "source.fullest-stage"))
            .beside(trace_.given("layers_of_stage", static_cast<double>(m_.layers_held), Unit::count))
            .beside(trace_.given("micro_batches_in_flight", micro_batches, Unit::ratio, "source.pipeline-schedule",
                                 "parallel.pipeline"));
    }

    Term temporary()
    {
        const char* source =
            peak_.phase == Phase::optimizer ? "source.update-temporary" : "source.temporary-of-operator";
        const Term each = trace_.keeps() ? temporary_per_sample() : Term(peak_.temporary.per_sample.as_double());
        return bytes("temporary_fixed", peak_.temporary.fixed, source) + each * micro_batch() +
               with_product_workspace(bytes("gathered", m_.gathered)) + workspace_;
    }

    /// Only some generations have one.
    Term with_product_workspace(const Term& sum)
    {
        if (m_.product_workspace_coefficient == nullptr || m_.product_workspace == Bytes()) return sum;
        return sum + bytes_of("product_workspace", m_.product_workspace_coefficient, m_.product_workspace);
    }

    /// An amount that a coefficient gives, under a name of its own.
    Term bytes_of(std::string_view id, double MemoryCoefficients::*coefficient_member, Bytes amount)
    {
        if (!trace_.keeps()) return amount.as_double();
        Derivation node = coefficient({}, std::string(coefficient_key(coefficient_member)), value_of(amount));
        node.quantity = "quantity." + std::string(id);
        return trace_.given(std::move(node), amount.as_double());
    }

    /// Includes the loss if the peak is in it.
    Term temporary_per_sample()
    {
        constexpr std::string_view id = "temporary_per_sample";
        const LossMemory& loss = m_.walk.loss;
        const bool in_loss = peak_.phase == Phase::loss;
        Derivation each = leaf({}, std::string(id), value_of(peak_.temporary.per_sample));
        if (loss.lasting_bytes_per_sample > 0.0 && (in_loss || peak_.phase == Phase::backward))
            each.inputs.push_back(leaf({}, "loss_lasting", value_of(Bytes::rounded(loss.lasting_bytes_per_sample)),
                                       "source.coefficient.loss_mib_per_megapixel_two_stage",
                                       "calibration/loss_mib_per_megapixel_two_stage"));
        if (in_loss && loss.coefficient != nullptr) {
            const Term outputs = output_elements();
            const Term of_one = trace_.coefficient(coefficient_key(loss.coefficient), loss.bytes_per_output_element,
                                                   Unit::bytes_per_element);
            const Parallel& parallel = scenario_.parallel;
            const Term held = outputs * of_one;
            // Small arrays take whole blocks of the allocator.
            const bool is_exact = std::abs(held.amount() - each.value.number) <= 1.0;
            if (loss.holds_outputs && parallel.tensor * parallel.context == 1 && is_exact)
                return trace_.name(id, held.rounded_as(each.value.number), Unit::bytes);
            each.inputs.push_back(outputs.working());
            each.inputs.push_back(of_one.working());
        }
        const double amount = each.value.number;
        return trace_.given(std::move(each), amount);
    }

    Term communication()
    {
        const Term collective = bytes("collective_buffers", m_.collective, "source.collective-buffers");
        const Term sum = trains_ ? bytes("gradient_buckets", m_.gradient_buckets) + collective : collective;
        return sum + streams();
    }

    Term streams() { return bytes("stream_blocks", m_.stream_blocks, "source.stream-blocks"); }

    Term context()
    {
        if (!trace_.keeps()) return m_.context.as_double();
        if (scenario_.build.context_bytes)
            return bytes("context", m_.context, "source.measured-by-you", "build.context_bytes");
        if (m_.context_coefficient != nullptr) return bytes_of("context", m_.context_coefficient, m_.context);
        Derivation node =
            leaf({}, "context", value_of(m_.context),
                 trains_on_processor(scenario_.build) ? "source.process-without-gpu" : "source.context-all-kernels");
        node.assumption = true;
        return trace_.given(std::move(node), m_.context.as_double());
    }

    /// Factor from the memory that tensors occupy to the memory that the allocator reserves.
    Term reserve_factor()
    {
        if (trains_on_processor(scenario_.build))
            return trace_.given("reserve_factor", m_.reserve_factor, Unit::ratio, "source.no-caching-allocator");
        if (m_.weight_shards > 1)
            return trace_.given("reserve_factor", m_.reserve_factor, Unit::ratio, "source.streams-counted");
        return trace_.coefficient(scenario_.parallel.pipeline > 1 ? "reserve_factor_pipeline" : "reserve_factor",
                                  m_.reserve_factor, Unit::ratio);
    }

    void add_reserved()
    {
        const Term tensors = sum_of_tensors(m_, batch_, trains_,
                                            [this](std::string_view id, Bytes amount) { return bytes(id, amount); });
        allocated_ = trace_.name("memory.peak_allocated_bytes", tensors, Unit::bytes);
        estimate_.peak_allocated = Bytes::rounded(allocated_.amount());
        held_ = held_for(allocated_, reserve_factor());
        const Term reserved = sum_of_reserved(
            held_, m_, batch_, trains_, [this](std::string_view id, Bytes amount, std::string_view source) {
                return id == "loss_fragments" ? fragments_ : bytes(id, amount, source);
            });
        estimate_.peak_reserved = Bytes::rounded(reserved.amount());
        trace_.name("memory.peak_reserved_bytes", reserved, Unit::bytes);
    }

    /// The process, and the allocator's reserve beyond tensors.
    Term overhead()
    {
        const Term process = context() + (held_ - allocated_);
        return trains_ ? process + fragments_ : process;
    }

    /// Blocks left by the loss, derived from the outputs that make it if one GPU has all of them.
    Term fragments()
    {
        const Bytes all = m_.loss_fragments.at(batch_);
        const LossMemory& loss = m_.walk.loss;
        const Parallel& parallel = scenario_.parallel;
        if (loss.fragments == nullptr || all == Bytes() || parallel.tensor * parallel.context > 1 || !trace_.keeps())
            return bytes("loss_fragments", all, "source.loss-fragments");
        const Term each =
            output_elements() * trace_.coefficient(coefficient_key(loss.fragments),
                                                   loss.fragment_bytes_per_output_element, Unit::bytes_per_element);
        const Term of_sample = trace_.name("loss_fragments_per_sample",
                                           each.rounded_as(m_.loss_fragments.per_sample.as_double()), Unit::bytes);
        return trace_.name("loss_fragments", of_sample * micro_batch(), Unit::bytes);
    }

    Term output_elements()
    {
        return trace_.given("output_elements", network_.output_elements().as_double(), Unit::count);
    }

    /// The sum of the parts, with the place of the peak.
    Term add_total()
    {
        std::optional<Term> sum;
        for (const std::optional<Term>& part : parts_)
            if (part) sum = sum ? *sum + *part : *part;
        if (!trace_.keeps()) return *sum;
        Derivation head = leaf({}, "memory.total_bytes", {});
        head.arguments = {{"phase", MessageCode{std::string("phase.") + key_of(peak_.phase)}},
                          {"layer", estimate_.peak_layer}};
        return trace_.keep("memory.total_bytes", trace_.name(std::move(head), *sum, Unit::bytes));
    }

    void add_usable()
    {
        if (!m_.usable) return;
        estimate_.usable = m_.usable->usable;
        if (!trace_.keeps()) return;
        const Term rest = trains_on_processor(scenario_.build) ? usable_of_host() : usable_of_card();
        trace_.name("memory.usable_bytes", rest.rounded_as(estimate_.usable.as_double()), Unit::bytes);
    }

    /// The machine's memory without the operating system's part.
    Term usable_of_host()
    {
        return trace_.field("build.ram_GiB", m_.usable->nominal.as_double(), Unit::bytes) -
               trace_.coefficient("operating_system_gib", m_.usable->driver.as_double(), Unit::bytes);
    }

    /// The card's memory without the parts of driver and display; the display reserves nothing if no monitor is
    /// connected.
    Term usable_of_card()
    {
        const UsableMemory& u = *m_.usable;
        const Term nominal = bytes("nominal_memory", u.nominal, {}, trace_.record("gpus", scenario_.build.gpu));
        Derivation display =
            u.display > Bytes()
                ? leaf({}, "display_memory", value_of(u.display), u.provenance.source, "usable_memory")
                : leaf({}, "display_memory", value_of(u.display), "source.no-monitor", "build.draws_display");
        display.assumption = !scenario_.build.draws_display;
        return nominal - bytes("driver_memory", u.driver, u.provenance.source, "usable_memory") -
               bytes("error_correction_memory", u.error_correction) -
               trace_.given(std::move(display), u.display.as_double());
    }

    const MemoryTerms& m_;
    const Network& network_;
    const Scenario& scenario_;
    const Count batch_;
    const bool trains_;
    const Moment& peak_;
    Trace& trace_;
    const Term workspace_;
    const Term fragments_;
    Term allocated_;
    Term held_;
    std::array<std::optional<Term>, memory_part_count> parts_;
    MemoryEstimate estimate_;
};

/// Measured over predicted memory, for one end of the range.
Term range_factor(const char* name, double factor, const MemoryRange& range, double range_share, Trace& trace)
{
    Term times = factor;
    if (trace.keeps()) {
        const std::string record(range.id);
        const bool of_processor = record == "processor";
        const char* source = range.is_order_of_magnitude(1.0) ? "source.memory-unmeasured"
                             : of_processor                   ? "source.memory-range-processor"
                                                              : "source.memory-range";
        Derivation node = leaf({}, name, {factor, Unit::ratio}, source, "calibration/memory_range/" + record);
        node.arguments = {{"class", MessageCode{"memory-range." + record}}};
        node.assumption = of_processor;
        times = trace.given(std::move(node), factor);
    }
    return narrowed(times, range_share, trace);
}

Bytes whole(std::string_view id, const Term& bytes, Trace& trace)
{
    const Bytes rounded = Bytes::rounded(bytes.amount());
    trace.name(id, bytes.rounded_as(rounded.as_double()), Unit::bytes);
    return rounded;
}

} // namespace

MemoryEstimate memory_estimate(const MemoryTerms& terms, const Network& network, const Scenario& scenario, Trace& trace)
{
    return MemorySum(terms, network, scenario, trace).estimate();
}

void add_bounds(const MemoryTerms& terms, const Term& total, const Term& workspace, double range_share,
                MemoryEstimate& memory, Trace& trace)
{
    const MemoryRange& range = terms.range;
    const auto times = [&](const char* name, double factor) {
        return range_factor(name, factor, range, range_share, trace);
    };
    memory.total = Bytes::rounded(total.amount());
    memory.low = whole("memory.low_bytes", total * times("memory_factor_low", range.low), trace);
    memory.order_of_magnitude = range.is_order_of_magnitude(range_share);
    const Term state =
        trace.given("memory.parts.optimizer_state", memory.part(MemoryPart::optimizer_state).as_double(), Unit::bytes);
    trace.name("memory.before_first_update_bytes", total - state, Unit::bytes, "source.before-first-update");
    const Term needed = trace.name("memory.needed_bytes", total - workspace, Unit::bytes);
    memory.needed = Bytes::rounded(needed.amount());
    memory.with_margin = whole("memory.with_margin_bytes", needed * times("range_margin", range.margin), trace);
    const Term high = total * times("memory_factor_high", range.high);
    if (!terms.usable) {
        memory.high = whole("memory.high_bytes", high, trace);
        return;
    }
    const Term usable = trace.known("memory.usable_bytes", memory.usable.as_double(), Unit::bytes);
    memory.fits = memory.with_margin <= memory.usable;
    // A tool shows no more than the usable memory; whether that suffices depends on the needed memory.
    memory.high = whole("memory.high_bytes", memory.fits ? min(high, usable) : high, trace);
    memory.shortfall =
        Bytes::rounded(trace.name("memory.shortfall_bytes", max(0.0, needed - usable), Unit::bytes).amount());
}

void name_largest_micro_batches(const MemoryEstimate& memory, const MemoryTerms& terms,
                                const std::function<MemoryNeed(Count)>& need_at, Trace& trace)
{
    const auto name = [&](std::string_view id, std::int64_t largest, const char* at_id, const char* beyond_id,
                          const auto& asked_of) {
        Derivation node = leaf({}, std::string(id), whole_value(largest));
        node.formula = largest > 0 ? "formula.largest-micro-batch" : "formula.no-micro-batch";
        if (largest > 0) node.inputs.push_back(leaf("at_largest", at_id, value_of(asked_of(largest))));
        node.inputs.push_back(*trace.find("memory.usable_bytes"));
        node.inputs.back().symbol = "usable";
        const double usable = node.inputs.back().value.number;
        node.inputs.push_back(leaf("beyond", beyond_id, value_of(asked_of(largest + 1))));
        int digits = 0;
        for (const Derivation& input : node.inputs)
            digits = std::max(digits, digits_of_difference(input.value.number, usable));
        for (Derivation& input : node.inputs) input.more_digits = digits;
        trace.keep(id, trace.given(std::move(node), static_cast<double>(largest)));
    };
    name("memory.max_micro_batch", memory.max_micro_batch, "margin_at_largest", "margin_beyond_largest",
         [&](Count batch) { return terms.with_margin(need_at(batch)); });
    name("memory.max_micro_batch_without_margin", memory.max_micro_batch_without_margin, "memory_at_largest",
         "memory_beyond_largest", [&](Count batch) { return need_at(batch).needed; });
}

Bytes HostMemory::total() const
{
    Trace untraced(false);
    return Bytes::rounded(total(untraced).amount());
}

Term HostMemory::total(Trace& trace) const
{
    const auto number = [&trace](const char* id, std::int64_t amount, const char* source, const char* origin = "") {
        return trace.given(id, static_cast<double>(amount), Unit::count, source, origin);
    };
    const auto bytes = [&trace](const char* id, Bytes amount, const char* source, const char* origin = "") {
        return trace.given(id, amount.as_double(), Unit::bytes, source, origin);
    };
    const Term loading = number("loader_workers", workers, "source.loader-workers") *
                             trace.coefficient("worker_mib", worker.as_double(), Unit::bytes) +
                         number("pinned_batches", batches, "source.loader-default") * bytes("input_batch", batch, "");
    const Term of_process = trace.coefficient("process_mib", process.as_double(), Unit::bytes) + loading +
                            bytes("offloaded_states", offloaded, "source.offloaded", "parallel.offload");
    return trace.name("memory.host_bytes",
                      number("host_processes", processes, "", "build.gpus_per_node") * of_process +
                          bytes("dataset_cache", dataset_cache, "source.dataset-cache"),
                      Unit::bytes);
}

namespace {

constexpr std::int64_t batches_ahead = 2;

std::int64_t workers_of(const HostMemoryInputs& in)
{
    const std::optional<SampleEncoding>& encoding = in.scenario.dataset.encoding;
    if (!encoding || encoding == SampleEncoding::synthetic) return 0;
    if (encoding == SampleEncoding::text) return 1;
    const BuildChoice& build = in.scenario.build;
    if (in.cpu == nullptr) return std::max<std::int64_t>(static_cast<std::int64_t>(in.assumed_cores_per_gpu), 1);
    return std::max<std::int64_t>(
        static_cast<std::int64_t>(in.cpu->compute.cores) * build.cpu_sockets / build.gpus_per_node, 1);
}

/// The whole dataset if it fits beside everything else; zero if it does not or its size is unknown.
Bytes cached_dataset(const HostMemoryInputs& in)
{
    const Dataset dataset = dataset_as_read(in.scenario);
    if (!dataset.samples || !dataset.encoded_bytes_per_sample || !in.scenario.build.ram_gib) return {};
    const Bytes files = Bytes(Count(*dataset.samples) * Count(*dataset.encoded_bytes_per_sample));
    const double room = Bytes::gib(*in.scenario.build.ram_gib).as_double() * in.page_cache_share;
    return files.as_double() <= room ? files : Bytes{};
}

} // namespace

HostMemory host_memory(const HostMemoryInputs& in)
{
    HostMemory host;
    host.processes = in.scenario.build.gpus_per_node;
    host.process = Bytes::mib(in.coefficients.process_mib);
    host.workers = workers_of(in);
    host.worker = Bytes::mib(in.coefficients.worker_mib);
    host.batches = host.workers * batches_ahead;
    host.batch = in.memory.loaded_batch.at(in.scenario.training.micro_batch);
    host.offloaded = in.memory.offloaded;
    host.dataset_cache = cached_dataset(in);
    return host;
}

} // namespace rigwright
