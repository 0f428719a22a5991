// SPDX-License-Identifier: Apache-2.0
#include "core/estimate/memory/walk_plan.h"

#include "core/network/network.h"

#include <algorithm>
#include <cstddef>
#include <vector>

namespace rigwright {

namespace {

/// The operators that write a tensor and that read it last, regardless of copies.
struct TensorUse {
    static constexpr std::size_t no_writer = static_cast<std::size_t>(-1);

    std::size_t writer = no_writer;
    std::size_t last_reader = 0;
    /// Whether it is an output for the loss.
    bool output = false;

    bool is_written() const { return writer != no_writer; }
};

std::size_t index(std::int32_t id) { return static_cast<std::size_t>(id); }

bool owns_parameters(const Network& network, const Operator& op, std::size_t block)
{
    return std::all_of(op.parameters.begin(), op.parameters.end(), [&](ParameterId id) {
        return id == no_id || network.parameters[index(id)].block == static_cast<int>(block);
    });
}

/// One entry per tensor.
std::vector<TensorUse> tensor_uses(const Network& network)
{
    std::vector<TensorUse> uses(network.tensors.size());
    for (std::size_t i = 0; i < network.operators.size(); ++i) {
        const Operator& op = network.operators[i];
        for (const TensorId id : op.inputs)
            if (id != no_id) uses[index(id)].last_reader = i;
        uses[index(op.output)].writer = i;
    }
    for (const TensorId id : network.outputs) uses[index(id)].output = true;
    return uses;
}

/// Whether the copies of a block exchange memory with each other through one tensor only: they read their own results,
/// that tensor, or tensors that no operator writes; later operators read nothing but that tensor; and all parameters
/// are their own.
bool is_chainable_block(const Network& network, std::size_t number, const std::vector<TensorUse>& uses)
{
    const Block& block = network.blocks[number];
    if (block.carried.size() != 1) return false;
    const Block::Carried& pair = block.carried.front();
    for (std::size_t i = block.first; i < block.last; ++i) {
        const Operator& op = network.operators[i];
        const TensorUse& made = uses[index(op.output)];
        if (op.output != pair.from && (made.last_reader >= block.last || made.output)) return false;
        if (!owns_parameters(network, op, number)) return false;
        for (const TensorId id : op.inputs) {
            if (id == no_id || id == pair.into || !uses[index(id)].is_written()) continue;
            if (uses[index(id)].writer < block.first || uses[index(id)].writer >= i) return false;
        }
    }
    return true;
}

constexpr std::int32_t nowhere = -1;

bool multiplies(const Operator& op)
{
    const auto* binary = std::get_if<Binary>(&op.kind);
    return binary != nullptr && binary->operation == BinaryOperation::multiply;
}

bool has_bit(std::uint8_t bits, std::size_t i) { return (bits >> i & 1U) != 0; }

/// Memory of one or more tensors, and the stops that use it.
struct TensorStorage {
    BatchBytes bytes;
    std::int32_t writer = nowhere;
    std::int32_t last_reader = nowhere;
    std::int32_t keeper = nowhere;
    /// The last reader within the unit that writes it, when that unit is recomputed.
    std::int32_t last_reader_inside = nowhere;
    std::int32_t keeper_inside = nowhere;
    /// Inputs and parameters, which are counted elsewhere.
    bool elsewhere = false;
    bool output = false;
};

class Planner {
public:
    Planner(const Network& network, const Analysis& analysis, const WalkOptions& options, Copies copies)
        : network_(network),
          analysis_(analysis),
          options_(options),
          copies_(copies),
          storage_of_(network.tensors.size(), nowhere),
          gradient_of_(network.tensors.size(), no_id),
          converted_in_(network.parameters.size(), 0)
    {
        plan_.stops.reserve(analysis.facts.size() * 2);
        plan_.visits.reserve(network.blocks.size() * 2);
        plan_.gradients.reserve(analysis.facts.size() * 2);
        storages_.reserve(analysis.facts.size() * 2);
    }

    WalkPlan plan()
    {
        for (std::size_t next = 0; next < analysis_.facts.size();) next = add_block(next);
        for (const TensorId id : network_.outputs) {
            storages_[storage_index(id)].output = true;
            if (gradient_of_[index(id)] != no_id) plan_.output_gradients.push_back(gradient_of_[index(id)]);
        }
        plan_.holds = ends_in_blocks();
        for (const TensorStorage& storage : storages_) place(storage);
        for (WalkVisit& visit : plan_.visits) {
            for (std::size_t i = visit.first; i < visit.last; ++i) {
                visit.kept += plan_.stops[i].change.kept;
                visit.weight_copies += plan_.stops[i].weight_copies;
                // Nothing is saved of what will run again.
                if (visit.rebuilt) visit.weight_copies = visit.weight_copies - plan_.stops[i].frozen_copies;
            }
        }
        return std::move(plan_);
    }

private:
    /// Visits the first copy of the block whose facts start at `start`, one of those between, and the last.
    std::size_t add_block(std::size_t start)
    {
        const std::size_t block = analysis_.facts[start].block;
        const std::int64_t repeat = network_.blocks[block].repeat;
        const std::size_t length = network_.blocks[block].last - network_.blocks[block].first;
        // If the copies differ, a second list of facts describes all but the first.
        const bool split = analysis_.facts[start].copies != repeat;
        const std::size_t later = split ? start + length : start;
        const bool closed =
            repeat > 1 && !split && copies_ == Copies::together && is_chainable_block(network_, block, uses());
        const Entry entry = closed ? entry_of(network_.blocks[block].carried.front()) : Entry{};
        add_visit(start, 0, 1);
        if (closed && is_like_first(entry, network_.blocks[block].carried.front()))
            stand_for_all(entry, repeat);
        else if (closed && repeat > 2)
            add_together(later, repeat - 1);
        else
            add_apart(later, repeat);
        return later + length;
    }

    /// Memory passed to a copy.
    struct Entry {
        std::int32_t storage = nowhere;
        std::int32_t gradient = no_id;
        bool kept = false;
    };

    Entry entry_of(const Block::Carried& pair)
    {
        Entry entry;
        entry.storage = static_cast<std::int32_t>(storage_index(pair.into));
        entry.gradient = gradient_of_[index(pair.into)];
        entry.kept = storages_[index(entry.storage)].keeper != nowhere;
        return entry;
    }

    /// After the first copy: whether the memory passed to it looked as it will to the second.
    bool is_like_first(const Entry& entry, const Block::Carried& pair)
    {
        const std::int32_t out = storage_of_[index(pair.from)];
        const std::int32_t gradient = gradient_of_[index(pair.from)];
        const TensorStorage& before = storages_[index(entry.storage)];
        const TensorStorage& after = storages_[index(out)];
        if (out == entry.storage || before.writer == nowhere || before.elsewhere || after.elsewhere) return false;
        if (before.bytes != after.bytes || entry.kept != (after.keeper != nowhere)) return false;
        if (keeps_from_outside(plan_.visits.back())) return false;
        if (entry.gradient == no_id || gradient == no_id) return entry.gradient == gradient;
        return plan_.gradients[index(entry.gradient)] == plan_.gradients[index(gradient)];
    }

    /// Whether a first copy saves tensors that exist once for all copies.
    bool keeps_from_outside(const WalkVisit& visit) const
    {
        const Block& block = network_.blocks[visit.block];
        for (std::size_t i = block.first; i < block.last; ++i)
            for (const TensorId id : network_.operators[i].inputs)
                if (id != no_id && !uses_[index(id)].is_written() &&
                    storages_[index(storage_of_[index(id)])].keeper >= static_cast<std::int32_t>(visit.first))
                    return true;
        return false;
    }

    void stand_for_all(const Entry& entry, std::int64_t copies)
    {
        WalkVisit& visit = plan_.visits.back();
        visit.copies = copies;
        hand_on(visit, entry);
        handed_.push_back({entry.storage, static_cast<std::int32_t>(visit.last)});
    }

    void hand_on(WalkVisit& visit, const Entry& entry)
    {
        visit.together = true;
        visit.gradient_in = entry.gradient;
        visit.gradient_out = gradient_of_[index(network_.blocks[visit.block].carried.front().from)];
    }

    /// Whether no operator behind a block's copies reads the memory passed to it; the copies were assumed to be its
    /// last readers.
    bool ends_in_blocks() const
    {
        return std::none_of(handed_.begin(), handed_.end(), [this](const Handed& handed) {
            const TensorStorage& storage = storages_[index(handed.storage)];
            return storage.last_reader >= handed.end || storage.output;
        });
    }

    void add_apart(std::size_t later, std::int64_t repeat)
    {
        if (repeat > 2) add_visit(later, 1, repeat - 2);
        if (repeat > 1) add_visit(later, repeat - 1, 1);
    }

    void add_together(std::size_t facts, std::int64_t copies)
    {
        Entry entry;
        entry.gradient = gradient_of_[index(network_.blocks[analysis_.facts[facts].block].carried.front().from)];
        add_visit(facts, 1, copies);
        hand_on(plan_.visits.back(), entry);
    }

    const std::vector<TensorUse>& uses()
    {
        if (uses_.empty()) uses_ = tensor_uses(network_);
        return uses_;
    }

    void add_visit(std::size_t facts, std::int64_t first_copy, std::int64_t copies)
    {
        WalkVisit visit;
        visit.block = analysis_.facts[facts].block;
        visit.first = plan_.stops.size();
        visit.first_unit = plan_.units.size();
        visit.first_copy = first_copy;
        visit.copies = copies;
        const Block& block = network_.blocks[visit.block];
        const std::size_t length = block.last - block.first;
        visit.rebuilt = options_.training && options_.recompute == Recompute::full && !block.name.empty();
        if (first_copy > 0)
            for (const Block::Carried& pair : block.carried) carry(pair);
        if (visit.rebuilt) begin_unit(visit.first + length);
        ++visit_number_;
        for (std::size_t i = 0; i < length; ++i) add_stop(analysis_.facts[facts + i], facts + length);
        visit.last = plan_.stops.size();
        visit.last_unit = plan_.units.size();
        plan_.visits.push_back(visit);
    }

    void carry(const Block::Carried& pair)
    {
        storage_of_[index(pair.into)] = static_cast<std::int32_t>(storage_index(pair.from));
        gradient_of_[index(pair.into)] = gradient_of_[index(pair.from)];
    }

    void begin_unit(std::size_t last)
    {
        plan_.units.push_back({plan_.stops.size(), last});
        unit_ends_ = static_cast<std::int32_t>(last);
    }

    bool in_unit() const { return unit_ends_ != nowhere; }

    /// Attention scores are recomputed from the product of queries and keys to the one with the values.
    void begin_attention_unit(const OperatorFacts& facts, std::size_t facts_end)
    {
        const std::size_t here = static_cast<std::size_t>(&facts - analysis_.facts.data());
        for (std::size_t i = here + 1; i < facts_end; ++i) {
            const Operator& op = network_.operators[analysis_.facts[i].op];
            if (is_product(op, ProductRole::query_key)) return;
            if (is_product(op, ProductRole::attention_value)) return begin_unit(plan_.stops.size() + i - here + 1);
        }
    }

    void add_stop(const OperatorFacts& facts, std::size_t facts_end)
    {
        const Operator& op = network_.operators[facts.op];
        const bool selective = options_.training && options_.recompute == Recompute::selective;
        if (selective && !in_unit() && is_product(op, ProductRole::query_key)) begin_attention_unit(facts, facts_end);
        here_ = static_cast<std::int32_t>(plan_.stops.size());
        WalkStop& stop = plan_.stops.emplace_back();
        stop.facts = &facts;
        if (in_unit()) {
            stop.rerun = static_cast<std::int32_t>(plan_.reruns.size());
            plan_.reruns.emplace_back().kept = facts.kept_fresh;
        } else {
            stop.change.kept = facts.kept_fresh;
        }
        read_inputs(op, facts);
        write_output(op, facts);
        if (options_.training) add_gradients(op, facts, stop);
        if (options_.weight_copies) add_weight_copies(op, facts, stop);
        add_full_matrices(op, facts, stop);
        if (in_unit() && here_ + 1 == unit_ends_) unit_ends_ = nowhere;
    }

    std::size_t storage_index(TensorId id)
    {
        std::int32_t& storage = storage_of_[index(id)];
        if (storage == nowhere) {
            const Tensor& tensor = network_.tensors[index(id)];
            storage = static_cast<std::int32_t>(storages_.size());
            TensorStorage& added = storages_.emplace_back();
            added.elsewhere = tensor.per_sample;
            if (!added.elsewhere) added.bytes = tensor_bytes(network_, id, options_.weights);
        }
        return index(storage);
    }

    bool is_inside(const TensorStorage& storage) const
    {
        return in_unit() && storage.writer >= static_cast<std::int32_t>(plan_.units.back().first);
    }

    void read(TensorStorage& storage)
    {
        storage.last_reader = here_;
        if (is_inside(storage))
            storage.last_reader_inside = here_;
        else if (in_unit() && storage.keeper == nowhere)
            storage.keeper = static_cast<std::int32_t>(plan_.units.back().first);
    }

    void keep(TensorStorage& storage) const
    {
        std::int32_t& keeper = is_inside(storage) ? storage.keeper_inside : storage.keeper;
        if (keeper == nowhere) keeper = here_;
    }

    void read_inputs(const Operator& op, const OperatorFacts& facts)
    {
        for (std::size_t i = 0; i < op.inputs.size() && op.inputs[i] != no_id; ++i) {
            TensorStorage& storage = storages_[storage_index(op.inputs[i])];
            read(storage);
            if (has_bit(facts.keeps_inputs, i)) keep(storage);
        }
    }

    void write_output(const Operator& op, const OperatorFacts& facts)
    {
        std::int32_t& storage = storage_of_[index(op.output)];
        if (facts.shares_input) {
            storage = storage_of_[index(op.inputs[0])];
        } else {
            storage = static_cast<std::int32_t>(storages_.size());
            TensorStorage& added = storages_.emplace_back();
            if (!is_chunked(op)) added.bytes = facts.output;
            added.writer = added.last_reader = here_;
            if (in_unit()) added.last_reader_inside = here_;
            added.elsewhere = network_.tensors[index(op.output)].parameter;
        }
        if (facts.keeps_output) keep(storages_[index(storage)]);
    }

    /// Whether the loss consumes the result of this operator in chunks.
    bool is_chunked(const Operator& op) const
    {
        return options_.training && options_.loss.in_chunks &&
               std::find(network_.outputs.begin(), network_.outputs.end(), op.output) != network_.outputs.end();
    }

    void add_gradients(const Operator& op, const OperatorFacts& facts, WalkStop& stop)
    {
        const bool in_graph = facts.input_gradient || facts.weight_gradient;
        const Tensor& output = network_.tensors[index(op.output)];
        gradient_of_[index(op.output)] = no_id;
        if (!in_graph || output.content != Content::activation) return;
        for (std::size_t i = 0; i < op.inputs.size() && op.inputs[i] != no_id; ++i)
            if (has_bit(facts.gradient_inputs, i)) stop.input_gradients[i] = gradient_of_[index(op.inputs[i])];
        stop.output_gradient = number_output_gradient(op, facts, stop);
        gradient_of_[index(op.output)] = stop.output_gradient;
        const auto* binary = std::get_if<Binary>(&op.kind);
        if (is<Concatenate>(op) || (binary != nullptr && binary->operation == BinaryOperation::add))
            stop.backward = WalkStop::Backward::hands_on;
        if (multiplies(op)) stop.backward_extra = written_out_factor(op, facts, stop);
    }

    std::int32_t number_output_gradient(const Operator& op, const OperatorFacts& facts, WalkStop& stop)
    {
        const bool another_view = facts.shares_input && (is<View>(op) || is<Copy>(op) || is<Cast>(op));
        const bool of_parameter = op.inputs[0] == no_id;
        const BatchBytes bytes =
            facts.shares_input || of_parameter ? tensor_bytes(network_, op.output, facts.output_format) : facts.output;
        if (another_view && stop.input_gradients[0] != no_id) {
            const BatchBytes& whole = plan_.gradients[index(stop.input_gradients[0])];
            if (bytes == whole) {
                stop.backward = WalkStop::Backward::idle;
                return stop.input_gradients[0];
            }
            if (bytes.fixed + bytes.per_sample < whole.fixed + whole.per_sample)
                stop.backward = WalkStop::Backward::fills_part;
        }
        if (of_parameter) stop.backward = WalkStop::Backward::idle;
        plan_.gradients.push_back(is_chunked(op) ? BatchBytes{} : bytes);
        return static_cast<std::int32_t>(plan_.gradients.size() - 1);
    }

    BatchBytes written_out_factor(const Operator& op, const OperatorFacts& facts, const WalkStop& stop) const
    {
        const BatchBytes& whole = plan_.gradients[index(stop.output_gradient)];
        bool smaller = facts.weight_gradient;
        for (std::size_t i = 0; i < 2; ++i) {
            if (stop.input_gradients[i] == no_id) continue;
            const Tensor& factor = network_.tensors[index(op.inputs[i])];
            const Tensor& result = network_.tensors[index(op.output)];
            smaller =
                smaller || factor.per_sample != result.per_sample || factor.shape.elements() != result.shape.elements();
        }
        return smaller ? whole : BatchBytes{};
    }

    /// Autocast converts a trained weight once and caches the copy; it converts a frozen one at every use, and the copy
    /// stays if a gradient passes through the product. A quantized weight is dequantized for each product, forward and
    /// backward.
    void add_full_matrices(const Operator& op, const OperatorFacts& facts, WalkStop& stop) const
    {
        for (const ParameterId id : op.parameters) {
            if (id == no_id) continue;
            const Parameter& weight = network_.parameters[static_cast<std::size_t>(id)];
            if (weight.stored_as) stop.passing_weights += bytes_of(weight.elements, facts.input_format);
        }
    }

    void add_weight_copies(const Operator& op, const OperatorFacts& facts, WalkStop& stop)
    {
        if (!is<Convolution>(op) && !is<Linear>(op)) return;
        for (const ParameterId id : op.parameters) {
            if (id == no_id) continue;
            const Parameter& weight = network_.parameters[index(id)];
            if (!weight.in_product) continue;
            const Bytes copy = bytes_of(weight.elements, *options_.weight_copies);
            if (!weight.trainable) {
                const bool saved = facts.input_gradient && op.parameters[0] == id;
                (saved ? stop.weight_copies : stop.passing_weights) += copy;
                if (saved) stop.frozen_copies += copy;
                continue;
            }
            std::int32_t& converted = converted_in_[index(id)];
            const bool own = weight.block == static_cast<int>(facts.block);
            if (own ? converted == visit_number_ : converted != 0) continue;
            converted = visit_number_;
            stop.weight_copies += copy;
        }
    }

    void place(const TensorStorage& storage)
    {
        if (storage.elsewhere) return;
        const bool written = storage.writer != nowhere;
        if (written) plan_.stops[index(storage.writer)].change.written += storage.bytes;
        if (storage.keeper != nowhere) {
            MemoryChange& change = plan_.stops[index(storage.keeper)].change;
            change.kept += storage.bytes;
            if (written) change.moved += storage.bytes;
        } else if (storage.output) {
            plan_.outputs += storage.bytes;
        } else if (written) {
            plan_.stops[index(storage.last_reader)].change.freed += storage.bytes;
        }
        place_inside(storage);
    }

    void place_inside(const TensorStorage& storage)
    {
        if (storage.last_reader_inside == nowhere) return;
        rerun_at(storage.writer).written += storage.bytes;
        if (storage.keeper_inside != nowhere) {
            rerun_at(storage.keeper_inside).kept += storage.bytes;
            rerun_at(storage.keeper_inside).moved += storage.bytes;
        } else {
            rerun_at(storage.last_reader_inside).freed += storage.bytes;
        }
    }

    MemoryChange& rerun_at(std::int32_t stop) { return plan_.reruns[index(plan_.stops[index(stop)].rerun)]; }

    const Network& network_;
    const Analysis& analysis_;
    const WalkOptions& options_;
    Copies copies_;
    std::vector<TensorStorage> storages_;
    std::vector<std::int32_t> storage_of_;
    std::vector<std::int32_t> gradient_of_;
    /// Number of the visit that last converted a weight, counted from 1.
    std::vector<std::int32_t> converted_in_;
    std::vector<TensorUse> uses_;
    /// Storage passed to copies that one visit represents, and the first stop after that visit.
    struct Handed {
        std::int32_t storage = nowhere;
        std::int32_t end = 0;
    };
    std::vector<Handed> handed_;
    std::int32_t visit_number_ = 0;
    std::int32_t here_ = 0;
    std::int32_t unit_ends_ = nowhere;
    WalkPlan plan_;
};

} // namespace

WalkPlan plan_walk(const Network& network, const Analysis& analysis, const WalkOptions& options, Copies copies)
{
    return Planner(network, analysis, options, copies).plan();
}

} // namespace rigwright
