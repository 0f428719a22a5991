// SPDX-License-Identifier: Apache-2.0
#include "core/importing/embedded_model.h"

#include "core/json/characters.h"
#include "core/json/object_reader.h"
#include "core/json/strict_json.h"
#include "core/network/operator.h"
#include "core/zoo/presets.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace rigwright {

namespace {

// The choices that occur in imported networks.
constexpr auto activation_words = std::span(words<ActivationFunction>).first<17>();
constexpr auto normalization_words = std::span(words<NormalizationKind>).first<4>();

using nlohmann::ordered_json;

constexpr std::int64_t largest_extent = std::int64_t{1} << 40;

// Data of each kind of operator in a file beyond its inputs; `file` writes or reads.

void fields(auto& file, Convolution& c)
{
    file.triple("kernel", c.kernel);
    file.triple("stride", c.stride);
    file.amount("in_channels", c.in_channels);
    file.amount("out_channels", c.out_channels);
    file.amount("groups", c.groups);
}

void fields(auto& file, Linear& l)
{
    file.amount("in_features", l.in_features);
    file.amount("out_features", l.out_features);
}

void fields(auto& file, MatrixProduct& p)
{
    file.word("role", p.role, words<ProductRole>);
    file.amount("groups", p.groups);
    file.amount("rows", p.rows);
    file.amount("columns", p.columns);
    file.amount("depth", p.depth);
}

void fields(auto& file, Normalization& n)
{
    file.word("norm", n.kind, normalization_words);
    file.amount("statistics", n.statistics);
}

void fields(auto& file, Activation& a) { file.word("function", a.function, activation_words); }

void fields(auto& file, MaskedFill& fill)
{
    file.amount("mask_elements", fill.mask_elements);
    file.flag("per_sample", fill.per_sample);
}

void fields(auto& file, Softmax& s) { file.rare_flag("logarithm", s.logarithm); }

void fields(auto& file, Dropout& d) { file.share("probability", d.probability); }

void fields(auto& file, Pooling& p)
{
    file.word("pooling", p.kind, words<PoolingKind>);
    file.triple("kernel", p.kernel);
    file.flag("adaptive", p.adaptive);
}

void fields(auto& file, Resize& r) { file.word("mode", r.mode, words<ResizeMode>); }

void fields(auto& file, Copy& c) { file.flag("view_at_batch_one", c.view_at_batch_one); }

/// The others have no extra data, or no file contains them.
void fields(auto&, auto&) {}

class KindWriter {
public:
    explicit KindWriter(ordered_json& object) : object_(object) {}

    void amount(const char* key, const auto& value) { object_[key] = value; }
    void triple(const char* key, const auto& extents) { object_[key] = extents; }
    void share(const char* key, double value) { object_[key] = value; }
    void flag(const char* key, bool value) { object_[key] = value; }
    void rare_flag(const char* key, bool value)
    {
        if (value) object_[key] = value;
    }
    void word(const char* key, auto value, std::span<const std::string_view> legal)
    {
        const auto index = static_cast<std::size_t>(value);
        object_[key] = index < legal.size() ? legal[index] : std::string_view();
    }

private:
    ordered_json& object_;
};

class KindReader {
public:
    explicit KindReader(ObjectReader& entry) : entry_(entry) {}

    void amount(const char* key, std::int64_t& value)
    {
        value = entry_.required_integer(key, 1, largest_extent).value_or(1);
    }
    void triple(const char* key, std::array<std::int64_t, 3>& extents)
    {
        const nlohmann::json* list = entry_.required_array(key);
        const auto sound = [](const nlohmann::json& e) { return is_whole(e) && e >= 1 && e <= 1'000'000; };
        if (list == nullptr) return;
        if (list->size() != extents.size() || !std::ranges::all_of(*list, sound))
            entry_.report(key, "out-of-range", json_excerpt(*list), "3 integers [1, 1000000]");
        else
            list->get_to(extents);
    }
    void share(const char* key, double& value)
    {
        value = entry_.required_number(key, FieldRule::up_to(1.0)).value_or(0.0);
    }
    void flag(const char* key, bool& value) { value = entry_.optional_flag(key).value_or(false); }
    void rare_flag(const char* key, bool& value) { flag(key, value); }
    template <typename Enum>
    void word(const char* key, Enum& value, std::span<const std::string_view> legal)
    {
        value = static_cast<Enum>(entry_.required_choice(key, legal).value_or(0));
    }

private:
    ObjectReader& entry_;
};

template <typename... Kinds>
std::vector<OperatorKind> defaults_of()
{
    return {Kinds{}...};
}

/// Kinds that files can hold, under the words of layer tables.
const std::vector<OperatorKind>& kinds_in_files()
{
    static const std::vector<OperatorKind> kinds = [] {
        auto all = defaults_of<Convolution, Linear, MatrixProduct, Normalization, Activation, Binary, Scale, MaskedFill,
                               Softmax, Dropout, Pooling, Resize, Concatenate, Copy, View, Cast, Embedding, Mean>();
        all.emplace_back(Convolution{.transposed = true});
        all.emplace_back(Binary{BinaryOperation::multiply});
        return all;
    }();
    return kinds;
}

ordered_json extents(const Shape& shape)
{
    ordered_json list = ordered_json::array();
    for (int axis = 0; axis < shape.rank(); ++axis) list.push_back(shape[axis]);
    return list;
}

/// `{"kind": word}` with the data that shapes do not give.
ordered_json kind_json(OperatorKind kind)
{
    ordered_json object{{"kind", word_of(kind)}};
    KindWriter writer(object);
    std::visit([&](auto& of_kind) { fields(writer, of_kind); }, kind);
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
    for (const InputExtent& known : file_extents)
        if (const auto& extent = input.*known.extent) object[std::string(known.key)] = *extent;
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

/// Drops the scale and shift of batch norms, which a frozen norm stores as constants.
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

/// Turns a dropout into a view of its input; later views of its output follow.
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

namespace {

using nlohmann::json;

constexpr std::int64_t most_block_copies = 10'000'000;

/// Reads the network of an embedded object part by part and checks all references between parts.
class NetworkReading {
public:
    NetworkReading(ObjectReader& object, std::vector<JsonIssue>& issues) : object_(object), issues_(issues) {}

    Network read()
    {
        read_list("tensors", [this](ObjectReader& entry) { read_tensor(entry); });
        read_list("parameters", [this](ObjectReader& entry) { read_parameter(entry); });
        read_list("operators", [this](ObjectReader& entry) { read_operator(entry); });
        network_.outputs = ids("outputs", object_, network_.tensors.size(), most_graph_entries);
        network_.buffer_elements = object_.required_integer("buffer_elements", 0, most_elements).value_or(0);
        blocks_.front().last = network_.operators.size();
        for (std::size_t i = 1; i < blocks_.size(); ++i) blocks_[i].first = blocks_[i].last = blocks_.front().last;
        network_.blocks = std::move(blocks_);
        return std::move(network_);
    }

private:
    template <typename Read>
    void read_list(std::string_view key, Read read)
    {
        const json* list = object_.required_array(key);
        if (list == nullptr) return;
        if (list->size() > most_graph_entries) {
            object_.report(key, "out-of-range", std::to_string(list->size()), "[0, 200000]");
            return;
        }
        for (std::size_t i = 0; i < list->size() && issues_.empty(); ++i) {
            ObjectReader entry((*list)[i], json_element_path(object_.path_of(key), i), issues_);
            read(entry);
            entry.finish();
        }
    }

    /// Whole numbers below `limit`.
    std::vector<std::int32_t> ids(std::string_view key, ObjectReader& from, std::size_t limit, std::size_t most)
    {
        std::vector<std::int32_t> found;
        const json* list = from.optional_array(key);
        if (list == nullptr) return found;
        for (const json& value : *list) {
            const bool whole = is_whole(value) && value >= 0 && value < limit;
            if (!whole || found.size() == most) {
                from.report(key, "bad-reference", json_excerpt(value), "below " + std::to_string(limit));
                return found;
            }
            found.push_back(value.get<std::int32_t>());
        }
        return found;
    }

    Shape read_shape_of(ObjectReader& entry)
    {
        Shape shape;
        const json* list = entry.required_array("shape");
        if (list == nullptr) return {1};
        if (list->empty() || list->size() > Shape::max_rank) {
            entry.report("shape", "out-of-range", std::to_string(list->size()), "1 to 5 extents");
            return {1};
        }
        std::array<std::int64_t, Shape::max_rank> extents{};
        for (std::size_t i = 0; i < list->size(); ++i) {
            const json& extent = (*list)[i];
            if (!is_whole(extent) || extent < 1 || extent > largest_extent)
                entry.report("shape", "out-of-range", json_excerpt(extent), "integer [1, 2^40]");
            else
                extents[i] = extent.get<std::int64_t>();
        }
        return shape_from({extents.begin(), extents.begin() + static_cast<std::ptrdiff_t>(list->size())});
    }

    static Shape shape_from(const std::vector<std::int64_t>& e)
    {
        switch (e.size()) {
        case 1: return {e[0]};
        case 2: return {e[0], e[1]};
        case 3: return {e[0], e[1], e[2]};
        case 4: return {e[0], e[1], e[2], e[3]};
        default: return {e[0], e[1], e[2], e[3], e[4]};
        }
    }

    void read_tensor(ObjectReader& entry)
    {
        const auto id = static_cast<std::int32_t>(network_.tensors.size());
        Tensor tensor;
        tensor.shape = read_shape_of(entry);
        tensor.content = static_cast<Content>(entry.optional_choice("content", words<Content>).value_or(0));
        tensor.per_sample = entry.optional_flag("per_sample").value_or(true);
        tensor.parameter = entry.optional_flag("parameter").value_or(false);
        tensor.storage = static_cast<TensorId>(entry.optional_integer("storage", 0, id).value_or(id));
        if (tensor.shape.elements() > Count(most_elements))
            entry.report("shape", "out-of-range", "beyond 10^15", "at most 10^15 elements");
        const bool alias = tensor.storage != id;
        if (alias && network_.tensors[static_cast<std::size_t>(tensor.storage)].storage != tensor.storage)
            entry.report("storage", "bad-reference", std::to_string(tensor.storage), "a tensor with its own memory");
        network_.tensors.push_back(tensor);
    }

    void read_parameter(ObjectReader& entry)
    {
        Parameter parameter;
        parameter.elements = entry.required_integer("elements", 1, most_elements).value_or(1);
        parameter.trainable = entry.optional_flag("trainable").value_or(true);
        parameter.in_product = entry.optional_flag("in_product").value_or(false);
        parameter.block = block_of(entry.optional_integer("copies", 1, most_block_copies).value_or(1));
        network_.parameters.push_back(parameter);
    }

    int block_of(std::int64_t copies)
    {
        const auto same = [copies](const Block& block) { return block.repeat == copies; };
        const auto found = std::ranges::find_if(blocks_, same);
        if (found != blocks_.end()) return static_cast<int>(found - blocks_.begin());
        Block block;
        block.repeat = copies;
        blocks_.push_back(block);
        return static_cast<int>(blocks_.size() - 1);
    }

    void read_operator(ObjectReader& entry)
    {
        Operator op;
        op.name = entry.required_text("name").value_or("");
        const std::string word = entry.required_text("kind").value_or("");
        const std::size_t needed = read_kind(word, entry, op);
        const std::vector<std::int32_t> inputs = ids("inputs", entry, network_.tensors.size(), Operator::max_inputs);
        const std::vector<std::int32_t> owned =
            ids("parameters", entry, network_.parameters.size(), Operator::max_parameters);
        std::ranges::copy(inputs, op.inputs.begin());
        std::ranges::copy(owned, op.parameters.begin());
        const auto last = static_cast<std::int64_t>(network_.tensors.size()) - 1;
        const auto output = entry.required_integer("output", 0, std::max<std::int64_t>(last, 0));
        if (!output || last < 0 || !issues_.empty()) return;
        op.output = static_cast<TensorId>(*output);
        check(entry, op, inputs, needed);
        network_.operators.push_back(std::move(op));
    }

    void check(ObjectReader& entry, const Operator& op, const std::vector<std::int32_t>& inputs, std::size_t needed)
    {
        const bool source = std::holds_alternative<View>(op.kind) && op.parameters[0] != no_id;
        if (!source && inputs.size() < needed)
            entry.report("inputs", "bad-network", std::to_string(inputs.size()), std::to_string(needed) + " inputs");
        // A tensor is written once, before it is read.
        written_.resize(network_.tensors.size());
        read_.resize(network_.tensors.size());
        const auto target = static_cast<std::size_t>(op.output);
        const bool own_input = std::ranges::find(inputs, op.output) != inputs.end();
        if (written_[target] || read_[target] || own_input)
            entry.report("output", "bad-network", std::to_string(op.output), "a tensor that nothing used before");
        written_[target] = true;
        for (const std::int32_t id : inputs) read_[static_cast<std::size_t>(id)] = true;
        check_storage(entry, op, source);
    }

    /// Views use the memory of their base; everything else has its own memory.
    void check_storage(ObjectReader& entry, const Operator& op, bool source)
    {
        const Tensor& output = network_.tensors[static_cast<std::size_t>(op.output)];
        const bool view = std::holds_alternative<View>(op.kind) && !source;
        const TensorId expected = view && op.inputs[0] != no_id
                                      ? network_.tensors[static_cast<std::size_t>(op.inputs[0])].storage
                                      : op.output;
        if (output.storage != expected)
            entry.report("output", "bad-network", std::to_string(output.storage), std::to_string(expected));
    }

    /// Fills in the kind; returns the minimum number of its inputs.
    static std::size_t read_kind(const std::string& name, ObjectReader& entry, Operator& op)
    {
        const auto kind =
            std::ranges::find(kinds_in_files(), name, [](const auto& each) { return std::string(word_of(each)); });
        if (kind == kinds_in_files().end()) {
            entry.report("kind", "unknown-value", json_excerpt(name), "an operator that files can hold");
            return 1;
        }
        op.kind = *kind;
        KindReader reader(entry);
        std::visit([&](auto& of_kind) { fields(reader, of_kind); }, op.kind);
        const auto* c = std::get_if<Convolution>(&op.kind);
        if (c != nullptr && (c->in_channels % c->groups != 0 || c->out_channels % c->groups != 0))
            entry.report("groups", "bad-network", std::to_string(c->groups), "a divisor of both channel counts");
        return is<MatrixProduct>(op) ? 2 : 1;
    }

    ObjectReader& object_;
    std::vector<JsonIssue>& issues_;
    Network network_;
    std::vector<Block> blocks_{Block{}};
    std::vector<bool> written_;
    std::vector<bool> read_;
};

std::vector<StoredFormat> read_formats(ObjectReader& object, std::vector<JsonIssue>& issues)
{
    std::vector<StoredFormat> formats;
    const json* list = object.optional_array("formats");
    if (list == nullptr) return formats;
    for (std::size_t i = 0; i < std::min<std::size_t>(list->size(), 100); ++i) {
        ObjectReader entry((*list)[i], json_element_path(object.path_of("formats"), i), issues);
        StoredFormat format;
        format.format = entry.required_text("format").value_or("");
        format.tensors = entry.required_integer("tensors", 0, most_elements).value_or(0);
        format.elements = entry.required_integer("elements", 0, most_elements).value_or(0);
        entry.finish();
        formats.push_back(std::move(format));
    }
    return formats;
}

ImportCoverage read_coverage(ObjectReader& object)
{
    ImportCoverage coverage;
    coverage.nodes = object.required_integer("nodes", 0, most_elements).value_or(0);
    coverage.counted = object.required_integer("nodes_counted", 0, coverage.nodes).value_or(0);
    coverage.unknown = object.optional_texts("unknown");
    // Files written before this list existed do not say which entries carry weights or products.
    coverage.missing = object.has("missing") ? object.optional_texts("missing") : coverage.unknown;
    return coverage;
}

bool is_digest(const std::string& text)
{
    const auto digit = [](char c) { return is_digit(c) || (c >= 'a' && c <= 'f'); };
    return text.size() == 64 && std::ranges::all_of(text, digit);
}

void read_origin(ObjectReader& object, EmbeddedModel& model)
{
    object.required_integer("version", 1, embedded_version);
    model.kind = static_cast<ImportKind>(object.required_choice("kind", words<ImportKind>).value_or(0));
    model.file = object.required_text("file").value_or("");
    model.sha256 = object.required_text("sha256").value_or("");
    if (model.file.empty() || model.file.find_first_of("/\\") != std::string::npos)
        object.report("file", "unknown-value", json_excerpt(model.file), "a file name without a folder");
    if (!is_digest(model.sha256))
        object.report("sha256", "bad-digest", json_excerpt(model.sha256), "64 hexadecimal digits");
}

std::shared_ptr<const ImportedNetwork> read_imported(ObjectReader& object, std::vector<JsonIssue>& issues)
{
    ImportedNetwork imported;
    if (auto input = object.required_object("input")) {
        imported.input = read_model_input(*input);
        input->finish();
    }
    imported.coverage = read_coverage(object);
    imported.formats = read_formats(object, issues);
    imported.has_operators = object.required_flag("has_operators").value_or(true);
    if (auto network = object.required_object("network")) {
        imported.network = NetworkReading(*network, issues).read();
        network->finish();
    }
    if (imported.has_operators == imported.network.operators.empty() && issues.empty())
        object.report("has_operators", "bad-network", imported.has_operators ? "true" : "false",
                      "true exactly where there are operators");
    return std::make_shared<const ImportedNetwork>(std::move(imported));
}

} // namespace

EmbeddedReading read_embedded(const json& value, const std::string& path)
{
    EmbeddedReading reading;
    ObjectReader object(value, path, reading.issues);
    if (!object.is_object()) return reading;
    read_origin(object, reading.model);
    if (object.has("network") || reading.model.kind != ImportKind::hf_config)
        reading.model.imported = read_imported(object, reading.issues);
    object.finish();
    return reading;
}

} // namespace rigwright
