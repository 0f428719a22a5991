// SPDX-License-Identifier: Apache-2.0
#include "core/importing/embedded_model.h"

#include "core/importing/operator_words.h"
#include "core/network/match.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace rigwright {

namespace {

using nlohmann::ordered_json;

ordered_json extents(const Shape& shape)
{
    ordered_json list = ordered_json::array();
    for (int axis = 0; axis < shape.rank(); ++axis) list.push_back(shape[axis]);
    return list;
}

/// `{"kind": word}` with what the shapes do not say.
ordered_json kind_json(const OperatorKind& kind)
{
    ordered_json object{{"kind", word_of(kind)}};
    std::visit(Match{
                   [&](const Convolution& c) {
                       object["kernel"] = c.kernel;
                       object["stride"] = c.stride;
                       object["in_channels"] = c.in_channels;
                       object["out_channels"] = c.out_channels;
                       object["groups"] = c.groups;
                   },
                   [&](const Linear& l) {
                       object["in_features"] = l.in_features;
                       object["out_features"] = l.out_features;
                   },
                   [&](const MatrixProduct& p) {
                       object["role"] = word_in(role_words, p.role);
                       object["groups"] = p.groups;
                       object["rows"] = p.rows;
                       object["columns"] = p.columns;
                       object["depth"] = p.depth;
                   },
                   [&](const Normalization& n) {
                       object["norm"] = word_in(normalization_words, n.kind);
                       object["statistics"] = n.statistics;
                   },
                   [&](const Activation& a) { object["function"] = word_in(activation_words, a.function); },
                   [&](const MaskedFill& fill) {
                       object["mask_elements"] = fill.mask_elements;
                       object["per_sample"] = fill.per_sample;
                   },
                   [&](const Softmax& s) {
                       if (s.logarithm) object["logarithm"] = true;
                   },
                   [&](const Dropout& d) { object["probability"] = d.probability; },
                   [&](const Pooling& p) {
                       object["pooling"] = word_in(pooling_words, p.kind);
                       object["kernel"] = p.kernel;
                       object["adaptive"] = p.adaptive;
                   },
                   [&](const Resize& r) { object["mode"] = word_in(resize_words, r.mode); },
                   [&](const Copy& c) { object["view_at_batch_one"] = c.view_at_batch_one; },
                   // The others say nothing of their own, or no file holds them.
                   [](const auto&) {},
               },
               kind);
    return object;
}

template <typename Ids>
void add_ids(ordered_json& object, const char* key, const Ids& ids)
{
    ordered_json list = ordered_json::array();
    for (const auto id : ids)
        if (id != no_id) list.push_back(id);
    if (!list.empty()) object[key] = std::move(list);
}

ordered_json operator_json(const Operator& op)
{
    ordered_json object{{"name", op.name}};
    object.update(kind_json(op.kind));
    add_ids(object, "inputs", op.inputs);
    object["output"] = op.output;
    add_ids(object, "parameters", op.parameters);
    return object;
}

ordered_json tensor_json(const Tensor& tensor, std::size_t index)
{
    ordered_json object{{"shape", extents(tensor.shape)}};
    if (tensor.content != Content::activation) object["content"] = word_of(tensor.content);
    if (!tensor.per_sample) object["per_sample"] = false;
    if (static_cast<std::size_t>(tensor.storage) != index) object["storage"] = tensor.storage;
    if (tensor.parameter) object["parameter"] = true;
    return object;
}

ordered_json parameter_json(const Parameter& parameter, const Network& network)
{
    const std::int64_t copies = network.blocks[static_cast<std::size_t>(parameter.block)].repeat;
    ordered_json object{{"elements", parameter.elements.value()}};
    if (copies != 1) object["copies"] = copies;
    if (!parameter.trainable) object["trainable"] = false;
    if (parameter.in_product) object["in_product"] = true;
    return object;
}

ordered_json input_json(const ModelInput& input)
{
    ordered_json object = ordered_json::object();
    const auto add = [&](const char* key, const std::optional<std::int64_t>& extent) {
        if (extent) object[key] = *extent;
    };
    add("image_height", input.image_height);
    add("image_width", input.image_width);
    add("channels", input.channels);
    add("sequence_length", input.sequence_length);
    add("target_sequence_length", input.target_sequence_length);
    return object;
}

ordered_json network_json(const Network& network)
{
    ordered_json object;
    object["tensors"] = ordered_json::array();
    for (std::size_t i = 0; i < network.tensors.size(); ++i)
        object["tensors"].push_back(tensor_json(network.tensors[i], i));
    object["parameters"] = ordered_json::array();
    for (const Parameter& parameter : network.parameters)
        object["parameters"].push_back(parameter_json(parameter, network));
    object["operators"] = ordered_json::array();
    for (const Operator& op : network.operators) object["operators"].push_back(operator_json(op));
    object["outputs"] = network.outputs;
    object["buffer_elements"] = network.buffer_elements.value();
    return object;
}

ordered_json formats_json(const std::vector<StoredFormat>& formats)
{
    ordered_json list = ordered_json::array();
    for (const StoredFormat& each : formats)
        list.push_back({{"format", each.format}, {"tensors", each.tensors}, {"elements", each.elements}});
    return list;
}

/// Drops the scale and shift of batch norms, which a frozen one holds as constants.
void fold_affine(Network& network, Operator& norm, std::vector<bool>& dropped)
{
    for (ParameterId& id : norm.parameters) {
        if (id == no_id) continue;
        const auto index = static_cast<std::size_t>(id);
        if (!dropped[index]) network.buffer_elements += network.parameters[index].elements;
        dropped[index] = true;
        id = no_id;
    }
}

void remove_parameters(Network& network, const std::vector<bool>& dropped)
{
    std::vector<ParameterId> place(network.parameters.size(), no_id);
    std::vector<Parameter> left;
    for (std::size_t i = 0; i < dropped.size(); ++i) {
        if (dropped[i]) continue;
        place[i] = static_cast<ParameterId>(left.size());
        left.push_back(network.parameters[i]);
    }
    network.parameters = std::move(left);
    for (Operator& op : network.operators)
        for (ParameterId& id : op.parameters)
            if (id != no_id) id = place[static_cast<std::size_t>(id)];
}

/// Turns a dropout into a view on its input; later views on its output follow.
void skip_dropout(Network& network, Operator& op)
{
    const auto target = op.output;
    const TensorId source = network.tensors[static_cast<std::size_t>(op.inputs[0])].storage;
    op.kind = View{};
    for (Tensor& tensor : network.tensors)
        if (tensor.storage == target) tensor.storage = source;
}

} // namespace

bool EmbeddedModel::operator==(const EmbeddedModel& other) const
{
    if (kind != other.kind || file != other.file || sha256 != other.sha256) return false;
    if (imported == other.imported) return true;
    return imported && other.imported && write_embedded(*this) == write_embedded(other);
}

ordered_json write_embedded(const EmbeddedModel& model)
{
    ordered_json object{
        {"version", embedded_version}, {"kind", word_of(model.kind)}, {"file", model.file}, {"sha256", model.sha256}};
    if (!model.imported) return object;
    const ImportedNetwork& imported = *model.imported;
    object["input"] = input_json(imported.input);
    object["nodes"] = imported.coverage.nodes;
    object["nodes_counted"] = imported.coverage.counted;
    if (!imported.coverage.unknown.empty()) {
        object["unknown"] = imported.coverage.unknown;
        object["missing"] = imported.coverage.missing;
    }
    object["formats"] = formats_json(imported.formats);
    object["has_operators"] = imported.has_operators;
    object["network"] = network_json(imported.network);
    return object;
}

Network network_for(const ImportedNetwork& imported, const BuildOptions& options)
{
    Network network = imported.network;
    std::vector<bool> dropped(network.parameters.size());
    for (Operator& op : network.operators) {
        if (auto* norm = std::get_if<Normalization>(&op.kind); norm && norm->kind == NormalizationKind::batch) {
            norm->mode = options.normalization;
            if (norm->mode == NormalizationMode::frozen) fold_affine(network, op, dropped);
        }
        if (!options.training && std::holds_alternative<Dropout>(op.kind)) skip_dropout(network, op);
    }
    if (options.normalization == NormalizationMode::frozen) remove_parameters(network, dropped);
    return network;
}

} // namespace rigwright
