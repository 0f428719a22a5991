// SPDX-License-Identifier: Apache-2.0
#include "core/network/fusion.h"

#include "core/network/match.h"

#include <algorithm>

namespace rigwright {

namespace {

/// Passes over elements and sums over rows.
bool joins_chains(const OperatorKind& kind)
{
    return std::visit(Match{[](const Normalization& norm) { return norm.kind != NormalizationKind::batch; },
                            [](const Activation&) { return true; }, [](const Binary&) { return true; },
                            [](const Scale&) { return true; }, [](const MaskedFill&) { return true; },
                            [](const Softmax&) { return true; }, [](const Dropout&) { return true; },
                            [](const Concatenate&) { return true; }, [](const Copy&) { return true; },
                            [](const View&) { return true; }, [](const Cast&) { return true; },
                            [](const Mean&) { return true; }, [](const auto&) { return false; }},
                      kind);
}

/// Chains end where a matrix product or the like lies between: tensors have the depth of products before them.
class Chains {
public:
    explicit Chains(const Network& network) : network_(network), tensors_(network.tensors.size())
    {
        for (const Operator& op : network.operators) enter(op);
        for (const Operator& op : network.operators) read(op);
        for (const TensorId id : network.outputs) at(id).leaves = true;
        for (const Block& block : network.blocks)
            for (const Block::Carried& pair : block.carried) at(pair.from).leaves = true;
        // A view leaves the chain where what it shows does.
        for (auto op = network.operators.rbegin(); op != network.operators.rend(); ++op)
            if (std::holds_alternative<View>(op->kind) && op->inputs[0] != no_id && at(op->output).leaves)
                at(op->inputs[0]).leaves = true;
    }

    float share(const Operator& op) const
    {
        if (!joins_chains(op.kind)) return 0.0F;
        double all = 0.0;
        double inside = 0.0;
        const auto count = [&](TensorId id) {
            const double size = network_.shape_of(id).elements().as_double();
            all += size;
            if (at(id).made_by_chain && !(id == op.output && at(id).leaves) && depth(op) == at(id).depth)
                inside += size;
        };
        for (const TensorId id : op.inputs)
            if (id != no_id) count(id);
        count(op.output);
        return all > 0.0 ? static_cast<float>(inside / all) : 0.0F;
    }

private:
    struct State {
        int depth = 0;
        bool made_by_chain = false;
        /// Somebody outside its chain reads it.
        bool leaves = false;
    };

    State& at(TensorId id) { return tensors_[static_cast<std::size_t>(id)]; }
    const State& at(TensorId id) const { return tensors_[static_cast<std::size_t>(id)]; }

    int depth(const Operator& op) const
    {
        int deepest = 0;
        for (const TensorId id : op.inputs)
            if (id != no_id) deepest = std::max(deepest, at(id).depth);
        return deepest;
    }

    void enter(const Operator& op)
    {
        const bool joins = joins_chains(op.kind);
        State& output = at(op.output);
        output.depth = depth(op) + (joins ? 0 : 1);
        const bool view = std::holds_alternative<View>(op.kind) && op.inputs[0] != no_id;
        output.made_by_chain = view ? at(op.inputs[0]).made_by_chain : joins;
    }

    void read(const Operator& op)
    {
        const bool joins = joins_chains(op.kind);
        for (const TensorId id : op.inputs)
            if (id != no_id && (!joins || at(op.output).depth != at(id).depth)) at(id).leaves = true;
    }

    const Network& network_;
    std::vector<State> tensors_;
};

} // namespace

std::vector<float> fused_shares(const Network& network)
{
    const Chains chains(network);
    std::vector<float> shares;
    shares.reserve(network.operators.size());
    for (const Operator& op : network.operators) shares.push_back(chains.share(op));
    return shares;
}

} // namespace rigwright
