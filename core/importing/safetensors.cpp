// SPDX-License-Identifier: Apache-2.0
#include "core/importing/safetensors.h"

#include "core/json/characters.h"
#include "core/json/object_reader.h"
#include "core/json/strict_json.h"

#include <algorithm>
#include <array>
#include <istream>
#include <map>

namespace rigwright {

namespace {

using nlohmann::json;

struct Dtype {
    std::string_view word;
    int bits = 0;
    bool real = false;
};

constexpr std::array dtypes{
    Dtype{"BOOL", 8, false},   Dtype{"U8", 8, false},     Dtype{"I8", 8, false},     Dtype{"U16", 16, false},
    Dtype{"I16", 16, false},   Dtype{"U32", 32, false},   Dtype{"I32", 32, false},   Dtype{"U64", 64, false},
    Dtype{"I64", 64, false},   Dtype{"F64", 64, true},    Dtype{"F32", 32, true},    Dtype{"F16", 16, true},
    Dtype{"BF16", 16, true},   Dtype{"F8_E4M3", 8, true}, Dtype{"F8_E5M2", 8, true}, Dtype{"F8_E8M0", 8, true},
    Dtype{"F6_E2M3", 6, true}, Dtype{"F6_E3M2", 6, true}, Dtype{"F4", 4, true},
};

struct Payload {
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
    std::string path;
};

/// The name with every layer number replaced: the part common to all layers.
std::string pattern_of(const std::string& name)
{
    std::string pattern;
    for (std::size_t i = 0; i < name.size(); ++i) {
        const bool digit = is_digit(name[i]);
        const bool starts = digit && (i == 0 || name[i - 1] == '.');
        if (!starts) {
            pattern += name[i];
            continue;
        }
        pattern += "{}";
        while (i + 1 < name.size() && is_digit(name[i + 1])) ++i;
    }
    return pattern;
}

/// PyTorch's batch norms store running statistics with their weights.
bool is_statistic(std::string_view name) { return name.ends_with("running_mean") || name.ends_with("running_var"); }

/// Integers that quantizers write in place of a weight: GPTQ and AWQ, compressed-tensors, bitsandbytes and ModelOpt,
/// MXFP4. A weight in 8 signed bits is one number.
bool is_packed(std::string_view name, std::string_view dtype)
{
    if (name.ends_with("qweight") || name.ends_with("weight_packed") || name.ends_with("_blocks")) return true;
    return name.ends_with("weight") && dtype != "I8";
}

class Header {
public:
    Header(const json& object, std::uint64_t payload_bytes, SafetensorsReading& reading)
        : object_(object),
          payload_bytes_(payload_bytes),
          reading_(reading)
    {}

    void read()
    {
        for (const auto& [name, entry] : object_.items()) {
            if (name != "__metadata__") {
                reading_.names.push_back(name);
                read_tensor(name, entry);
            }
            if (reading_.issues.size() >= 20) return;
        }
        if (reading_.issues.empty()) check_offsets();
        if (reading_.issues.empty()) fill_network();
    }

private:
    void report(std::string path, std::string code, std::string found, std::string expected)
    {
        reading_.issues.push_back({std::move(path), std::move(code), std::move(found), std::move(expected)});
    }

    void read_tensor(const std::string& name, const json& entry)
    {
        ObjectReader tensor(entry, json_member_path("$", name), reading_.issues);
        if (!tensor.is_object()) return;
        const std::string word = tensor.required_text("dtype").value_or("");
        const json* shape = tensor.required_array("shape");
        const json* offsets = tensor.required_array("data_offsets");
        tensor.finish();
        if (shape == nullptr || offsets == nullptr || word.empty()) return;
        const auto dtype = std::ranges::find(dtypes, word, &Dtype::word);
        if (dtype == dtypes.end()) {
            report(tensor.path_of("dtype"), "unknown-dtype", json_excerpt(word), joined(dtypes, &Dtype::word));
            return;
        }
        const auto elements = elements_of(tensor, *shape);
        if (elements && take_payload(tensor, *offsets, *elements, *dtype)) count(name, *elements, *dtype);
    }

    std::optional<std::int64_t> elements_of(ObjectReader& tensor, const json& shape)
    {
        Count elements = 1;
        for (const json& extent : shape) {
            if (!is_whole(extent) || extent < 0 || extent > most_elements) {
                tensor.report("shape", "out-of-range", json_excerpt(extent), "integer [0, 1e15]");
                return std::nullopt;
            }
            elements *= Count(extent.get<std::int64_t>());
        }
        if (elements <= Count(most_elements)) return elements.value();
        tensor.report("shape", "out-of-range", "beyond 10^15", "at most 10^15 elements");
        return std::nullopt;
    }

    bool take_payload(ObjectReader& tensor, const json& offsets, std::int64_t elements, const Dtype& dtype)
    {
        const auto whole = [](const json& value) { return whole_number(value).value_or(-1) >= 0; };
        if (offsets.size() != 2 || !whole(offsets[0]) || !whole(offsets[1])) {
            tensor.report("data_offsets", "bad-offsets", json_excerpt(offsets), "[begin, end]");
            return false;
        }
        const Payload payload{static_cast<std::uint64_t>(*whole_number(offsets[0])),
                              static_cast<std::uint64_t>(*whole_number(offsets[1])), tensor.path_of("data_offsets")};
        const auto bits = static_cast<std::uint64_t>(elements) * static_cast<std::uint64_t>(dtype.bits);
        if (payload.end < payload.begin || bits % 8 != 0 || payload.end - payload.begin != bits / 8) {
            tensor.report("data_offsets", "bad-offsets", offsets.dump(), std::to_string(bits / 8) + " bytes");
            return false;
        }
        payloads_.push_back(payload);
        return true;
    }

    void count(const std::string& name, std::int64_t elements, const Dtype& dtype)
    {
        StoredFormat& format = formats_[std::string(dtype.word)];
        ++format.tensors;
        format.elements += elements;
        if (elements == 0) return;
        const bool weight = name.ends_with("weight");
        if (!dtype.real && is_packed(name, dtype.word)) {
            // The first one is reported in place of all.
            if (reading_.issues.empty())
                report(json_member_path("$", name), "packed-weights", std::string(dtype.word), "");
        } else if ((dtype.real || weight) && !is_statistic(name)) {
            ++parameters_[elements];
            ++patterns_[pattern_of(name)];
        } else {
            reading_.buffers.push_back(name);
            reading_.imported.network.buffer_elements += Count(elements);
        }
    }

    void check_offsets()
    {
        std::ranges::sort(payloads_, [](const Payload& a, const Payload& b) {
            return std::pair(a.begin, a.end) < std::pair(b.begin, b.end);
        });
        std::uint64_t place = 0;
        for (const Payload& payload : payloads_) {
            if (payload.begin != place) {
                report(payload.path, "bad-offsets", std::to_string(payload.begin), std::to_string(place));
                return;
            }
            place = payload.end;
        }
        if (place > payload_bytes_)
            report("$", "truncated-file", std::to_string(payload_bytes_), std::to_string(place) + " bytes of payload");
        else if (place < payload_bytes_)
            report("$", "bad-offsets", std::to_string(payload_bytes_), std::to_string(place) + " bytes of payload");
    }

    /// Tensors of one size form one entry: a step's cost depends on the number of elements and of arrays.
    void fill_network()
    {
        Network& network = reading_.imported.network;
        network.blocks.push_back({});
        for (const auto& [elements, copies] : parameters_) {
            Block block;
            block.repeat = copies;
            const auto same = [n = copies](const Block& each) { return each.repeat == n; };
            auto place = std::ranges::find_if(network.blocks, same);
            if (place == network.blocks.end()) place = network.blocks.insert(place, block);
            network.parameters.push_back(
                {Count(elements), true, false, static_cast<int>(place - network.blocks.begin())});
        }
        reading_.imported.has_operators = false;
        list_patterns();
        for (auto& [word, format] : formats_) {
            format.format = word;
            reading_.imported.formats.push_back(format);
        }
        if (network.parameters.empty()) report("$", "no-parameters", "0", "tensors of floating-point numbers");
    }

    /// The file does not contain the operators that use the tensors.
    void list_patterns()
    {
        ImportCoverage& coverage = reading_.imported.coverage;
        coverage.nodes = static_cast<std::int64_t>(patterns_.size());
        for (const auto& [pattern, tensors] : patterns_) {
            if (coverage.unknown.size() == ImportCoverage::most_listed) return;
            coverage.unknown.push_back(tensors == 1 ? pattern : pattern + " (" + std::to_string(tensors) + ")");
        }
    }

    const json& object_;
    std::uint64_t payload_bytes_;
    SafetensorsReading& reading_;
    std::vector<Payload> payloads_;
    /// Sizes of parameters, and the number of tensors of each size.
    std::map<std::int64_t, std::int64_t> parameters_;
    std::map<std::string, StoredFormat> formats_;
    std::map<std::string, std::int64_t> patterns_;
};

std::optional<std::uint64_t> header_length(std::istream& stream, SafetensorsReading& reading)
{
    std::array<unsigned char, 8> bytes{};
    stream.read(reinterpret_cast<char*>(bytes.data()), 8);
    if (stream.gcount() != 8) {
        reading.issues.push_back({"$", "truncated-file", std::to_string(stream.gcount()), "8 bytes of length"});
        return std::nullopt;
    }
    std::uint64_t length = 0;
    for (std::size_t i = 8; i-- > 0;) length = (length << 8) | bytes[i];
    if (length <= most_header_bytes) return length;
    reading.issues.push_back(
        {"$", "header-too-large", std::to_string(length), "at most " + std::to_string(most_header_bytes)});
    return std::nullopt;
}

} // namespace

SafetensorsReading import_safetensors(std::istream& stream)
{
    SafetensorsReading reading;
    stream.seekg(0, std::ios::end);
    const auto size = static_cast<std::uint64_t>(std::max<std::streamoff>(stream.tellg(), 0));
    stream.seekg(0);
    const auto length = header_length(stream, reading);
    if (!length) return reading;
    if (size < 8 + *length) {
        reading.issues.push_back(
            {"$", "truncated-file", std::to_string(size), std::to_string(8 + *length) + " bytes of header"});
        return reading;
    }
    std::string text(static_cast<std::size_t>(*length), '\0');
    stream.read(text.data(), static_cast<std::streamsize>(text.size()));
    const JsonDocument document = parse_json(text, {.most_bytes = most_header_bytes, .deepest = 8});
    reading.issues = document.issues;
    if (!reading.issues.empty()) return reading;
    if (document.value.is_object())
        Header(document.value, size - 8 - *length, reading).read();
    else
        reading.issues.push_back({"$", "wrong-type", json_excerpt(document.value), "object"});
    return reading;
}

ShardIndex read_shard_index(std::string_view text)
{
    ShardIndex index;
    const JsonDocument document = parse_json(text, {.most_bytes = most_header_bytes, .deepest = 8});
    index.issues = document.issues;
    if (!index.issues.empty()) return index;
    ObjectReader object(document.value, "$", index.issues);
    object.any("metadata");
    const auto map = object.required_object("weight_map");
    if (!map) return index;
    const json& weights = document.value["weight_map"];
    for (const auto& [tensor, file] : weights.items()) {
        const bool plain = file.is_string() && file.get<std::string>().find_first_of("/\\") == std::string::npos &&
                           file.get<std::string>().ends_with(".safetensors");
        if (plain)
            index.files[file.get<std::string>()].push_back(tensor);
        else if (index.issues.size() < 20)
            index.issues.push_back({json_member_path("$.weight_map", tensor), "wrong-type", json_excerpt(file),
                                    "a .safetensors file beside this one"});
    }
    if (index.files.empty() && index.issues.empty())
        index.issues.push_back({"$.weight_map", "no-parameters", "0", "tensors"});
    return index;
}

namespace {

void add_formats(std::vector<StoredFormat>& formats, const std::vector<StoredFormat>& more)
{
    for (const StoredFormat& each : more) {
        const auto same = [&](const StoredFormat& format) { return format.format == each.format; };
        const auto place = std::ranges::find_if(formats, same);
        if (place == formats.end()) {
            formats.push_back(each);
        } else {
            place->tensors += each.tensors;
            place->elements += each.elements;
        }
    }
}

void add_unknown(ImportCoverage& coverage, const ImportCoverage& more)
{
    coverage.nodes += more.nodes;
    for (const std::string& name : more.unknown)
        if (coverage.unknown.size() < ImportCoverage::most_listed) coverage.unknown.push_back(name);
}

void add_parameters(Network& network, const Network& more)
{
    for (Parameter parameter : more.parameters) {
        const std::int64_t copies = more.blocks[static_cast<std::size_t>(parameter.block)].repeat;
        const auto same = [copies](const Block& block) { return block.repeat == copies; };
        auto place = std::ranges::find_if(network.blocks, same);
        if (place == network.blocks.end()) {
            Block block;
            block.repeat = copies;
            place = network.blocks.insert(place, block);
        }
        parameter.block = static_cast<int>(place - network.blocks.begin());
        network.parameters.push_back(parameter);
    }
    network.buffer_elements += more.buffer_elements;
}

} // namespace

SafetensorsReading joined_shards(std::vector<SafetensorsReading> shards)
{
    SafetensorsReading whole;
    if (shards.empty()) return whole;
    whole = std::move(shards.front());
    for (std::size_t i = 1; i < shards.size(); ++i) {
        const SafetensorsReading& shard = shards[i];
        whole.issues.insert(whole.issues.end(), shard.issues.begin(), shard.issues.end());
        whole.buffers.insert(whole.buffers.end(), shard.buffers.begin(), shard.buffers.end());
        add_formats(whole.imported.formats, shard.imported.formats);
        add_unknown(whole.imported.coverage, shard.imported.coverage);
        add_parameters(whole.imported.network, shard.imported.network);
    }
    return whole;
}

} // namespace rigwright
