// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/estimate/memory/activation_walk.h"
#include "core/network/network.h"

#include <algorithm>
#include <map>
#include <memory>
#include <set>
#include <vector>

namespace rigwright::test {

/// The memory of one step at one micro-batch, found by playing it: a heap of objects that are written, read, kept and
/// freed one by one, over a network without repeated blocks. It shares only the facts of each operator with the
/// engine's walk. Constant memory (inputs, weights) is left out, as there. No recomputation.
class NaiveWalk {
public:
    NaiveWalk(const Network& network, const Analysis& analysis, const WalkOptions& options, std::int64_t batch)
        : network_(network),
          analysis_(analysis),
          options_(options),
          batch_(batch)
    {}

    std::int64_t peak()
    {
        read_ahead();
        for (const Parameter& parameter : network_.parameters)
            if (parameter.trainable && options_.training)
                all_parameter_gradients_ += of(parameter.elements, options_.gradients);
        if (options_.gradients_alive_in_forward) parameter_gradients_ = all_parameter_gradients_;
        for (const OperatorFacts& facts : analysis_.facts) forward(facts);
        if (!options_.training) return peak_;
        loss();
        parameter_gradients_ = 0;
        for (auto facts = analysis_.facts.rbegin(); facts != analysis_.facts.rend(); ++facts) backward(*facts);
        return peak_;
    }

private:
    using Facts = OperatorFacts;
    /// A gradient in memory; whoever points to it keeps it alive.
    struct Gradient {
        explicit Gradient(NaiveWalk& walk, std::int64_t size) : walk_(walk), size_(size) { walk_.gradients_ += size_; }
        ~Gradient() { walk_.gradients_ -= size_; }
        Gradient(const Gradient&) = delete;
        Gradient& operator=(const Gradient&) = delete;
        NaiveWalk& walk_;
        std::int64_t size_;
    };
    using Handle = std::shared_ptr<Gradient>;

    const Operator& op_of(const Facts& facts) const { return network_.operators[facts.op]; }
    const Tensor& tensor(TensorId id) const { return network_.tensors[static_cast<std::size_t>(id)]; }
    std::int64_t at(const BatchBytes& bytes) const { return bytes.at(batch_).value(); }
    std::int64_t of(Count elements, NumberFormat format) const { return bytes_of(elements, format).value(); }

    std::int64_t size(TensorId id, NumberFormat format) const
    {
        const Tensor& t = tensor(id);
        const std::int64_t n = t.shape.elements().value() * (t.per_sample ? batch_ : 1);
        if (t.content == Content::index) return 8 * n;
        if (t.content == Content::mask) return n;
        // Whole bytes a sample, as the analysis counts.
        return of(t.shape.elements(), format) * (t.per_sample ? batch_ : 1);
    }

    bool bit(std::uint8_t bits, std::size_t i) const { return (bits & (1U << i)) != 0; }

    /// The last reader of each piece of memory, and the owner of each tensor's memory.
    void read_ahead()
    {
        for (const Facts& facts : analysis_.facts) {
            const Operator& op = op_of(facts);
            for (const TensorId id : op.inputs)
                if (id != no_id) last_use_[owner(id)] = facts.op;
            owner_[op.output] = facts.shares_input ? owner(op.inputs[0]) : op.output;
            last_use_[owner(op.output)] = facts.op;
            written_.insert(op.output);
        }
        for (const TensorId id : network_.outputs) outputs_.insert(owner(id));
    }

    TensorId owner(TensorId id)
    {
        const auto found = owner_.find(id);
        return found == owner_.end() ? id : found->second;
    }

    bool is_counted(TensorId id)
    {
        return !tensor(id).parameter && (written_.count(id) == 1 || !tensor(id).per_sample);
    }

    void keep(TensorId id, std::size_t op)
    {
        const TensorId own = owner(id);
        if (!is_counted(own) || kept_.count(own) == 1) return;
        kept_.insert(own);
        const bool in_memory = live_.count(own) == 1;
        const std::int64_t bytes = in_memory ? live_[own] : size(own, options_.weights);
        live_now_ -= in_memory ? bytes : 0;
        live_.erase(own);
        keepsakes_[op] += bytes;
        kept_now_ += bytes;
    }

    void record(std::int64_t passing)
    {
        std::int64_t now = passing + live_now_ + kept_now_ + gradients_ + copies_;
        now += options_.gradients_always_alive ? all_parameter_gradients_ : parameter_gradients_;
        peak_ = std::max(peak_, now);
    }

    bool is_product(const Operator& op) const
    {
        return std::holds_alternative<Convolution>(op.kind) || std::holds_alternative<Linear>(op.kind);
    }

    /// Converted weights; returns the bytes that are released after the operator.
    std::int64_t convert_weights(const Facts& facts)
    {
        std::int64_t passing = 0;
        const Operator& op = op_of(facts);
        if (!options_.weight_copies || !is_product(op)) return 0;
        for (const ParameterId id : op.parameters) {
            if (id == no_id) continue;
            const Parameter& weight = network_.parameters[static_cast<std::size_t>(id)];
            const std::int64_t bytes = of(weight.elements, *options_.weight_copies);
            if (!weight.in_product || (weight.trainable && converted_.count(id) == 1)) continue;
            const bool stays = weight.trainable || (facts.input_gradient && op.parameters[0] == id);
            if (weight.trainable) converted_.insert(id);
            if (stays) copies_at_[facts.op] += bytes;
            if (stays) copies_ += bytes;
            if (!stays) passing += bytes;
        }
        return passing;
    }

    void forward(const Facts& facts)
    {
        const Operator& op = op_of(facts);
        if (!facts.shares_input && !tensor(op.output).parameter) {
            live_[op.output] = size(op.output, facts.output_format);
            live_now_ += live_[op.output];
        }
        for (std::size_t i = 0; i < op.inputs.size(); ++i)
            if (op.inputs[i] != no_id && bit(facts.keeps_inputs, i)) keep(op.inputs[i], facts.op);
        if (facts.keeps_output) keep(op.output, facts.op);
        keepsakes_[facts.op] += at(facts.kept_fresh);
        kept_now_ += at(facts.kept_fresh);
        record(at(facts.passing_casts) + convert_weights(facts));
        for (auto it = live_.begin(); it != live_.end();) {
            const bool dead = last_use_[it->first] == facts.op && outputs_.count(it->first) == 0;
            if (dead) live_now_ -= it->second;
            it = dead ? live_.erase(it) : std::next(it);
        }
    }

    bool in_graph(const Facts& facts) const { return facts.input_gradient || facts.weight_gradient; }

    /// Views of everything are the same gradient under another shape; every other tensor has its own.
    void name_gradients()
    {
        for (const Facts& facts : analysis_.facts) {
            const Operator& op = op_of(facts);
            if (!in_graph(facts) || tensor(op.output).content != Content::activation) continue;
            const std::int64_t bytes = size(op.output, facts.output_format);
            if (is_view(facts) && has_gradient(facts, 0) && sizes_[names_[op.inputs[0]]] == bytes) {
                names_[op.output] = names_[op.inputs[0]];
                continue;
            }
            names_[op.output] = op.output;
            sizes_[op.output] = bytes;
        }
    }

    bool is_view(const Facts& facts) const
    {
        const OperatorKind& kind = op_of(facts).kind;
        return facts.shares_input && (std::holds_alternative<View>(kind) || std::holds_alternative<Copy>(kind) ||
                                      std::holds_alternative<Cast>(kind));
    }

    bool has_gradient(const Facts& facts, std::size_t input) const
    {
        const TensorId id = op_of(facts).inputs[input];
        return id != no_id && bit(facts.gradient_inputs, input) && names_.count(id) == 1;
    }

    void loss()
    {
        name_gradients();
        copies_ += static_cast<std::int64_t>(options_.loss.lasting_bytes_per_sample + 0.5) * batch_;
        std::int64_t extra = 0;
        for (const TensorId id : network_.outputs) {
            const double bytes = tensor(id).shape.elements().as_double() * options_.loss.bytes_per_output_element;
            extra += static_cast<std::int64_t>(bytes + 0.5) * (tensor(id).per_sample ? batch_ : 1);
            if (!options_.loss.holds_outputs && names_.count(id) == 1) extra += sizes_[names_[id]];
        }
        if (options_.loss.holds_outputs) live_now_ = 0;
        record(extra);
        live_now_ = 0;
        live_.clear();
        for (const TensorId id : network_.outputs)
            if (names_.count(id) == 1 && !flow_[names_[id]]) flow_[names_[id]] = fresh(names_[id]);
    }

    Handle fresh(TensorId name) { return std::make_shared<Gradient>(*this, sizes_[name]); }

    /// The weight gradients of an operator in the format of its product, before they are raised.
    std::int64_t narrow(const Operator& op) const
    {
        std::int64_t total = 0;
        if (!options_.weight_copies || !is_product(op)) return total;
        for (const ParameterId id : op.parameters) {
            if (id == no_id) continue;
            const Parameter& weight = network_.parameters[static_cast<std::size_t>(id)];
            if (weight.trainable && weight.in_product) total += of(weight.elements, *options_.weight_copies);
        }
        return total;
    }

    std::int64_t create_weight_gradients(const Operator& op)
    {
        std::int64_t beside = 0;
        for (const ParameterId id : op.parameters) {
            if (id == no_id) continue;
            const Parameter& weight = network_.parameters[static_cast<std::size_t>(id)];
            if (!weight.trainable) continue;
            const std::int64_t bytes = of(weight.elements, options_.gradients);
            if (options_.gradients_always_alive)
                beside += of(weight.elements, options_.weights);
            else if (born_.count(id) == 1)
                beside += bytes;
            else
                parameter_gradients_ += bytes;
            born_.insert(id);
        }
        return beside;
    }

    void release(const Facts& facts)
    {
        kept_now_ -= keepsakes_[facts.op];
        copies_ -= copies_at_[facts.op];
    }

    void backward(const Facts& facts)
    {
        const Operator& op = op_of(facts);
        const auto name = names_.find(op.output);
        if (!in_graph(facts) || name == names_.end() || !flow_[name->second]) return release(facts);
        if (is_view(facts) && has_gradient(facts, 0) && names_[op.inputs[0]] == name->second) return release(facts);
        if (op.inputs[0] == no_id) {
            create_weight_gradients(op);
            flow_.erase(name->second);
            return release(facts);
        }
        std::vector<Handle> replaced;
        std::int64_t beside = propagate(facts, name->second, replaced);
        const std::int64_t raised_later = narrow(op);
        record(beside + written_out(facts) + raised_later + (raised_later == 0 ? create_weight_gradients(op) : 0) +
               passing_weights(facts));
        replaced.clear();
        flow_.erase(name->second);
        release(facts);
        if (raised_later != 0) {
            const std::int64_t added = create_weight_gradients(op);
            record(beside + raised_later + added);
        }
        for (std::size_t i = 0; i < op.inputs.size(); ++i) {
            if (!has_gradient(facts, i) || !bit(facts.converted_inputs, i)) continue;
            replace(names_[op.inputs[i]], replaced);
            record(beside);
            replaced.clear();
            beside -= size(op.inputs[i], facts.input_format);
        }
    }

    void replace(TensorId name, std::vector<Handle>& replaced)
    {
        if (flow_[name]) replaced.push_back(flow_[name]);
        flow_[name] = fresh(name);
    }

    /// Creates the gradients of the inputs; returns the bytes of those in another format than their tensor.
    std::int64_t propagate(const Facts& facts, TensorId out, std::vector<Handle>& replaced)
    {
        const Operator& op = op_of(facts);
        const auto* binary = std::get_if<Binary>(&op.kind);
        const bool adds = binary != nullptr && binary->operation == BinaryOperation::add;
        const bool joins = std::holds_alternative<Concatenate>(op.kind);
        std::int64_t converted = 0;
        for (std::size_t i = 0; i < op.inputs.size(); ++i) {
            if (!has_gradient(facts, i)) continue;
            const TensorId name = names_[op.inputs[i]];
            if (bit(facts.converted_inputs, i)) {
                converted += size(op.inputs[i], facts.input_format);
            } else if (joins ||
                       (adds && sizes_[name] == sizes_[out] && tensor(name).per_sample == tensor(out).per_sample)) {
                if (!flow_[name])
                    flow_[name] = flow_[out];
                else if (flow_[name].use_count() > 1)
                    replace(name, replaced);
            } else if (!(is_view(facts) && sizes_[out] < sizes_[name] && flow_[name])) {
                replace(name, replaced);
            }
        }
        return converted;
    }

    /// A product with a smaller factor is written out before it is summed up.
    std::int64_t written_out(const Facts& facts)
    {
        const Operator& op = op_of(facts);
        const auto* binary = std::get_if<Binary>(&op.kind);
        if (binary == nullptr || binary->operation != BinaryOperation::multiply) return 0;
        bool smaller = facts.weight_gradient;
        for (std::size_t i = 0; i < 2; ++i) {
            if (!has_gradient(facts, i)) continue;
            const Tensor& factor = tensor(op.inputs[i]);
            const Tensor& result = tensor(op.output);
            smaller =
                smaller || factor.per_sample != result.per_sample || factor.shape.elements() != result.shape.elements();
        }
        return smaller ? sizes_[names_[op.output]] : 0;
    }

    std::int64_t passing_weights(const Facts& facts)
    {
        const Operator& op = op_of(facts);
        std::int64_t passing = 0;
        if (!options_.weight_copies || !is_product(op)) return passing;
        for (const ParameterId id : op.parameters) {
            if (id == no_id) continue;
            const Parameter& weight = network_.parameters[static_cast<std::size_t>(id)];
            const bool stays = facts.input_gradient && op.parameters[0] == id;
            if (weight.in_product && !weight.trainable && !stays)
                passing += of(weight.elements, *options_.weight_copies);
        }
        return passing;
    }

    const Network& network_;
    const Analysis& analysis_;
    const WalkOptions& options_;
    std::int64_t batch_;
    std::map<TensorId, TensorId> owner_;
    std::map<TensorId, std::size_t> last_use_;
    std::set<TensorId> written_;
    std::set<TensorId> outputs_;
    std::set<TensorId> kept_;
    std::set<ParameterId> converted_;
    std::map<TensorId, std::int64_t> live_;
    std::map<std::size_t, std::int64_t> keepsakes_;
    std::map<std::size_t, std::int64_t> copies_at_;
    std::map<TensorId, TensorId> names_;
    std::map<TensorId, std::int64_t> sizes_;
    std::int64_t gradients_ = 0;
    std::map<TensorId, Handle> flow_;
    std::set<ParameterId> born_;
    std::int64_t copies_ = 0;
    std::int64_t parameter_gradients_ = 0;
    std::int64_t all_parameter_gradients_ = 0;
    std::int64_t live_now_ = 0;
    std::int64_t kept_now_ = 0;
    std::int64_t peak_ = 0;
};

} // namespace rigwright::test
