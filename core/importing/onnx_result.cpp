// SPDX-License-Identifier: Apache-2.0
// The network of a graph once every node was seen.
#include "core/importing/onnx_lowering.h"

#include <algorithm>
#include <map>

namespace rigwright {

void OnnxLowering::finish()
{
    ImportedNetwork& imported = reading_.imported;
    if (network_.operators.empty()) {
        reading_.issues.push_back(
            {"graph.node", "nothing-counted",
             imported.coverage.unknown.empty() ? graph_.nodes.front().kind : imported.coverage.unknown.front(), ""});
        return;
    }
    if (network_.tensors.size() > most_imported_tensors) {
        reading_.issues.push_back({"graph.node", "too-large", "more than " + std::to_string(most_imported_tensors),
                                   std::to_string(most_imported_tensors) + " tensors"});
        return;
    }
    mark_attention();
    for (const OnnxValueInfo& info : graph_.outputs) {
        const auto found = values_.find(info.name);
        if (found != values_.end() && found->second.tensor != no_id) network_.outputs.push_back(found->second.tensor);
    }
    std::map<std::string, StoredFormat> formats;
    Count all = 0;
    for (const OnnxTensor& tensor : graph_.initializers) {
        OnnxValue value = constant_of(tensor);
        StoredFormat& format = formats[tensor.format];
        ++format.tensors;
        const Count elements = elements_of(value.extents);
        all += elements;
        // What no operator reads was not looked at before.
        if (all > Count(most_tensor_elements)) {
            reading_.issues.push_back(
                {"graph.initializer " + tensor.name, "out-of-range", "extents", "0 to 10^15 elements"});
            return;
        }
        format.elements += elements.value();
        // Where a part is missing it is what reads the arrays that nothing else does.
        value.initializer = &tensor;
        if (!imported.coverage.whole() && is_parameter(value) && !buffers_.contains(&tensor))
            parameter_of(value, false);
        if (parameters_.find(&tensor) != parameters_.end()) continue;
        reading_.buffers.push_back(tensor.name);
        if (!tensor.integers) network_.buffer_elements += elements;
    }
    for (auto& [word, format] : formats) {
        format.format = word;
        imported.formats.push_back(format);
    }
    Block block;
    block.last = network_.operators.size();
    network_.blocks.push_back(block);
    imported.network = std::move(network_);
}

void OnnxLowering::mark_attention()
{
    std::vector<std::size_t> writer(network_.tensors.size(), network_.operators.size());
    for (std::size_t i = 0; i < network_.operators.size(); ++i)
        writer[static_cast<std::size_t>(network_.operators[i].output)] = i;
    const auto back_from = [&](TensorId id) {
        // Scaling, masks, dropout and conversions lie between the products and the softmax.
        for (int steps = 0; steps < 16 && id != no_id; ++steps) {
            const std::size_t op = writer[static_cast<std::size_t>(id)];
            if (op == network_.operators.size()) return op;
            const OperatorKind& kind = network_.operators[op].kind;
            const bool between = std::holds_alternative<Scale>(kind) || std::holds_alternative<Binary>(kind) ||
                                 std::holds_alternative<MaskedFill>(kind) || std::holds_alternative<Dropout>(kind) ||
                                 std::holds_alternative<Cast>(kind) || std::holds_alternative<View>(kind) ||
                                 std::holds_alternative<Copy>(kind);
            if (!between) return op;
            id = network_.operators[op].inputs[0];
        }
        return network_.operators.size();
    };
    for (Operator& op : network_.operators) {
        const bool softmax = std::holds_alternative<Softmax>(op.kind);
        auto* product = std::get_if<MatrixProduct>(&op.kind);
        if (!softmax && product == nullptr) continue;
        const std::size_t source = back_from(op.inputs[0]);
        if (source == network_.operators.size()) continue;
        OperatorKind& before = network_.operators[source].kind;
        if (softmax) {
            if (auto* scores = std::get_if<MatrixProduct>(&before)) scores->role = ProductRole::query_key;
        } else if (std::holds_alternative<Softmax>(before)) {
            product->role = ProductRole::attention_value;
        }
    }
}

} // namespace rigwright
