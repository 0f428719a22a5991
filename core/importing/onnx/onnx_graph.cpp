// SPDX-License-Identifier: Apache-2.0
#include "core/importing/onnx/onnx_graph.h"

#include "core/json/characters.h"
#include "core/json/strict_json.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <istream>
#include <optional>
#include <string>
#include <vector>

namespace rigwright {

namespace {

/// A single-precision number.
double real_of(std::uint64_t bits)
{
    return static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(bits)));
}

/// Reads the protobuf wire format (protobuf.dev/programming-guides/encoding) from a seekable stream, message by
/// message, and skips other fields without reading them. The first defect ends the reading: every later call fails.
class WireReader {
public:
    /// Maximum length of a file, and of a text inside it.
    static constexpr std::uint64_t most_bytes = std::uint64_t{1} << 31;
    static constexpr std::uint64_t most_text_bytes = 65536;

    explicit WireReader(std::istream& stream);

    struct Field {
        std::uint32_t number = 0;
        std::uint32_t wire = 0;
        /// The value of a varint or a fixed number, or the length of a delimited field.
        std::uint64_t value = 0;
    };
    /// Wire types of the format.
    static constexpr std::uint32_t varint = 0, fixed64 = 1, delimited = 2, fixed32 = 5;

    bool failed() const { return issue_.has_value(); }
    const std::optional<JsonIssue>& issue() const { return issue_; }
    std::uint64_t position() const { return position_; }
    std::uint64_t size() const { return size_; }

    /// The next field before `end`; false at the end and after a defect. A delimited field's payload must be read or
    /// skipped before the next call.
    bool next(std::uint64_t end, Field& field);
    /// Skips the payload of a delimited field.
    void skip(const Field& field);
    std::string text(const Field& field);
    /// Raw bytes, at most `most`.
    std::string bytes(const Field& field, std::uint64_t most);
    /// A repeated number, packed or not, appended to `values`, which may grow to `most`.
    void integers(const Field& field, std::vector<std::int64_t>& values, std::size_t most)
    {
        numbers(field, varint, values, most, [](std::uint64_t bits) { return static_cast<std::int64_t>(bits); });
    }
    void reals(const Field& field, std::vector<double>& values, std::size_t most)
    {
        numbers(field, fixed32, values, most, real_of);
    }
    void doubles(const Field& field, std::vector<double>& values, std::size_t most)
    {
        numbers(field, fixed64, values, most, [](std::uint64_t bits) { return std::bit_cast<double>(bits); });
    }
    /// Records a defect at the current position.
    void fail(std::string code, std::string found, std::string expected);

private:
    std::optional<std::uint64_t> read_varint(std::uint64_t end);
    std::optional<std::uint64_t> read_fixed(std::uint64_t end, int width);
    /// A number of that wire type, or the length of a delimited field.
    std::optional<std::uint64_t> read_number(std::uint32_t wire, std::uint64_t end);
    template <typename Number, typename Convert>
    void numbers(const Field& field, std::uint32_t wire, std::vector<Number>& values, std::size_t most,
                 Convert from_bits);
    /// End of the payload of a delimited field.
    std::uint64_t end_of(const Field& field) const { return position_ + field.value; }

    std::istream& stream_;
    std::uint64_t size_ = 0;
    std::uint64_t position_ = 0;
    std::optional<JsonIssue> issue_;
};

WireReader::WireReader(std::istream& stream) : stream_(stream)
{
    stream_.clear();
    stream_.seekg(0, std::ios::end);
    size_ = static_cast<std::uint64_t>(std::max<std::streamoff>(stream_.tellg(), 0));
    stream_.seekg(0);
    if (size_ > most_bytes) fail("too-large", std::to_string(size_), std::to_string(most_bytes) + " bytes");
}

void WireReader::fail(std::string code, std::string found, std::string expected)
{
    if (issue_) return;
    issue_ = JsonIssue{"byte " + std::to_string(position_), std::move(code), std::move(found), std::move(expected)};
}

std::optional<std::uint64_t> WireReader::read_varint(std::uint64_t end)
{
    std::uint64_t value = 0;
    for (int shift = 0; shift < 70; shift += 7) {
        if (position_ >= end) {
            fail(end == size_ ? "truncated-file" : "bad-wire", std::to_string(size_), "the rest of a number");
            return std::nullopt;
        }
        const int byte = stream_.get();
        if (byte == std::istream::traits_type::eof()) {
            fail("truncated-file", std::to_string(position_), std::to_string(size_));
            return std::nullopt;
        }
        ++position_;
        const auto bits = static_cast<std::uint64_t>(byte) & 0x7f;
        if (shift == 63 && bits > 1) break;
        value |= bits << shift;
        if ((byte & 0x80) == 0) return value;
    }
    fail("bad-wire", "a number of more than 64 bits", "a number of 64 bits");
    return std::nullopt;
}

std::optional<std::uint64_t> WireReader::read_fixed(std::uint64_t end, int width)
{
    if (position_ + static_cast<std::uint64_t>(width) > end) {
        fail(end == size_ ? "truncated-file" : "bad-wire", std::to_string(end - position_), std::to_string(width));
        return std::nullopt;
    }
    std::uint64_t value = 0;
    for (int i = 0; i < width; ++i) value |= (static_cast<std::uint64_t>(stream_.get()) & 0xff) << (8 * i);
    position_ += static_cast<std::uint64_t>(width);
    return value;
}

std::optional<std::uint64_t> WireReader::read_number(std::uint32_t wire, std::uint64_t end)
{
    switch (wire) {
    case varint:
    case delimited: return read_varint(end);
    case fixed64: return read_fixed(end, 8);
    case fixed32: return read_fixed(end, 4);
    default: fail("bad-wire", "wire type " + std::to_string(wire), "0, 1, 2, 5"); return std::nullopt;
    }
}

bool WireReader::next(std::uint64_t end, Field& field)
{
    if (failed() || position_ >= end) return false;
    const auto key = read_varint(end);
    if (!key) return false;
    field.number = static_cast<std::uint32_t>(std::min<std::uint64_t>(*key >> 3, 0xffffffff));
    field.wire = static_cast<std::uint32_t>(*key & 7);
    const std::optional<std::uint64_t> value = read_number(field.wire, end);
    if (field.number == 0) fail("bad-wire", "field number 0", "1 and more");
    if (!value || failed()) return false;
    field.value = *value;
    if (field.wire == delimited && field.value > end - position_) {
        const std::uint64_t rest = end - position_;
        fail(end == size_ || position_ + field.value > size_ ? "truncated-file" : "bad-wire", std::to_string(rest),
             std::to_string(field.value));
        return false;
    }
    return true;
}

void WireReader::skip(const Field& field)
{
    if (field.wire != delimited || failed()) return;
    position_ += field.value;
    stream_.seekg(static_cast<std::streamoff>(position_));
}

std::string WireReader::bytes(const Field& field, std::uint64_t most)
{
    std::string content;
    if (field.wire != delimited) {
        fail("bad-wire", "wire type " + std::to_string(field.wire), "2");
    } else if (field.value > most) {
        fail("too-large", std::to_string(field.value), std::to_string(most) + " bytes");
    } else if (!failed()) {
        content.resize(static_cast<std::size_t>(field.value));
        stream_.read(content.data(), static_cast<std::streamsize>(content.size()));
        if (static_cast<std::uint64_t>(stream_.gcount()) != field.value)
            fail("truncated-file", std::to_string(stream_.gcount()), std::to_string(field.value));
        position_ += field.value;
    }
    return content;
}

std::string WireReader::text(const Field& field)
{
    std::string value = bytes(field, most_text_bytes);
    // Required by the format; names are also written to JSON, which only holds UTF-8.
    if (!failed() && first_invalid_utf8(value)) fail("bad-wire", "bytes that are no UTF-8", "text in UTF-8");
    return failed() ? std::string() : value;
}

template <typename Number, typename Convert>
void WireReader::numbers(const Field& field, std::uint32_t wire, std::vector<Number>& values, std::size_t most,
                         Convert from_bits)
{
    const auto add = [&](std::uint64_t bits) {
        if (values.size() < most)
            values.push_back(from_bits(bits));
        else
            fail("too-large", "more than " + std::to_string(most), std::to_string(most) + " numbers");
    };
    if (field.wire == wire) return add(field.value);
    if (field.wire != delimited) {
        const auto [lower, higher] = std::minmax({wire, delimited});
        return fail("bad-wire", "wire type " + std::to_string(field.wire),
                    std::to_string(lower) + ", " + std::to_string(higher));
    }
    const std::uint64_t end = end_of(field);
    while (!failed() && position_ < end)
        if (const auto bits = read_number(wire, end)) add(*bits);
}

struct Format {
    const char* word;
    OnnxType type;
    int bytes;
};

/// By `TensorProto.DataType` number; 4-bit formats do not have whole bytes.
constexpr std::array<Format, 24> onnx_formats{{
    {"UNDEFINED", OnnxType::unknown, 0},   {"FLOAT", OnnxType::real, 4},      {"UINT8", OnnxType::integer, 1},
    {"INT8", OnnxType::integer, 1},        {"UINT16", OnnxType::integer, 2},  {"INT16", OnnxType::integer, 2},
    {"INT32", OnnxType::integer, 4},       {"INT64", OnnxType::integer, 8},   {"STRING", OnnxType::unknown, 0},
    {"BOOL", OnnxType::truth, 1},          {"FLOAT16", OnnxType::real, 2},    {"DOUBLE", OnnxType::real, 8},
    {"UINT32", OnnxType::integer, 4},      {"UINT64", OnnxType::integer, 8},  {"COMPLEX64", OnnxType::unknown, 8},
    {"COMPLEX128", OnnxType::unknown, 16}, {"BFLOAT16", OnnxType::real, 2},   {"FLOAT8E4M3FN", OnnxType::real, 1},
    {"FLOAT8E4M3FNUZ", OnnxType::real, 1}, {"FLOAT8E5M2", OnnxType::real, 1}, {"FLOAT8E5M2FNUZ", OnnxType::real, 1},
    {"UINT4", OnnxType::integer, 0},       {"INT4", OnnxType::integer, 0},    {"FLOAT4E2M1", OnnxType::real, 0},
}};

const Format& format_of(std::uint64_t number) { return onnx_formats[number < onnx_formats.size() ? number : 0]; }

std::uint64_t little_endian(std::string_view bytes)
{
    std::uint64_t value = 0;
    for (std::size_t i = bytes.size(); i-- > 0;) value = (value << 8) | static_cast<unsigned char>(bytes[i]);
    return value;
}

/// A half-precision number (IEEE 754 binary16); the constants of exported graphs need no subnormals.
double half(std::uint64_t bits)
{
    const auto exponent = static_cast<int>((bits >> 10) & 0x1f);
    double value = 1.0 + static_cast<double>(bits & 0x3ff) / 1024.0;
    if (exponent == 0) value = static_cast<double>(bits & 0x3ff) / 512.0;
    for (int i = 15; i < exponent; ++i) value *= 2.0;
    for (int i = exponent; i < 15; ++i) value /= 2.0;
    return (bits & 0x8000) != 0 ? -value : value;
}

std::int64_t signed_of(std::uint64_t bits, int bytes)
{
    const int shift = 64 - 8 * bytes;
    return static_cast<std::int64_t>(bits << shift) >> shift;
}

class GraphReader {
public:
    explicit GraphReader(std::istream& stream) : wire_(stream) {}

    OnnxGraphReading read()
    {
        OnnxGraphReading reading;
        each_field(wire_.size(), [&](const WireReader::Field& field) {
            if (field.number == 7 && field.wire == WireReader::delimited) {
                if (!reading.graph) reading.graph.emplace();
                read_graph(end_of(field), *reading.graph);
            } else if (field.number == 8 && field.wire == WireReader::delimited) {
                read_opset(end_of(field));
            } else {
                wire_.skip(field);
            }
        });
        if (wire_.issue()) {
            reading.issues.push_back(*wire_.issue());
            reading.graph.reset();
        } else if (!reading.graph || reading.graph->nodes.empty()) {
            reading.issues.push_back({"$", "no-graph", "", ""});
            reading.graph.reset();
        } else {
            reading.graph->opset = opset_;
        }
        return reading;
    }

private:
    using Field = WireReader::Field;

    std::uint64_t end_of(const Field& field) const { return wire_.position() + field.value; }

    template <typename Use>
    void each_field(std::uint64_t end, Use use)
    {
        Field field;
        while (wire_.next(end, field)) use(field);
    }

    /// True if one more entry is allowed.
    bool room(std::size_t size, std::size_t most)
    {
        if (size < most && ++entries_ <= most_entries_in_all) return true;
        wire_.fail("too-large", "more than " + std::to_string(most), std::to_string(most) + " entries");
        return false;
    }

    bool is_message(const Field& field)
    {
        if (field.wire != WireReader::delimited) wire_.fail("bad-wire", "wire type " + std::to_string(field.wire), "2");
        return !wire_.failed();
    }

    void read_opset(std::uint64_t end)
    {
        std::string domain;
        std::int64_t version = 0;
        each_field(end, [&](const Field& field) {
            if (field.number == 1)
                domain = wire_.text(field);
            else if (field.number == 2 && field.wire == WireReader::varint)
                version = static_cast<std::int64_t>(field.value);
            else
                wire_.skip(field);
        });
        if (domain.empty() || domain == "ai.onnx") opset_ = version;
    }

    void read_graph(std::uint64_t end, OnnxGraph& graph)
    {
        each_field(end, [&](const Field& field) {
            switch (field.number) {
            case 1:
                if (is_message(field) && room(graph.nodes.size(), most_graph_entries))
                    graph.nodes.push_back(read_node(end_of(field)));
                break;
            case 5:
                if (is_message(field) && room(graph.initializers.size(), most_graph_entries))
                    graph.initializers.push_back(read_tensor(end_of(field)));
                break;
            case 11: add_value(field, graph.inputs); break;
            case 12: add_value(field, graph.outputs); break;
            case 13: add_value(field, graph.values); break;
            default: wire_.skip(field);
            }
        });
    }

    void add_value(const Field& field, std::vector<OnnxValueInfo>& values)
    {
        if (is_message(field) && room(values.size(), most_graph_entries)) values.push_back(read_value(end_of(field)));
    }

    OnnxNode read_node(std::uint64_t end)
    {
        OnnxNode node;
        each_field(end, [&](const Field& field) {
            switch (field.number) {
            case 1:
                if (room(node.inputs.size(), most_node_inputs)) node.inputs.push_back(wire_.text(field));
                break;
            case 2:
                if (room(node.outputs.size(), most_node_inputs)) node.outputs.push_back(wire_.text(field));
                break;
            case 3: node.name = wire_.text(field); break;
            case 4: node.kind = wire_.text(field); break;
            case 5:
                if (is_message(field) && room(node.attributes.size(), most_node_attributes))
                    node.attributes.push_back(read_attribute(end_of(field)));
                break;
            case 7: node.domain = wire_.text(field); break;
            default: wire_.skip(field);
            }
        });
        return node;
    }

    OnnxAttribute read_attribute(std::uint64_t end)
    {
        OnnxAttribute attribute;
        each_field(end, [&](const Field& field) {
            switch (field.number) {
            case 1: attribute.name = wire_.text(field); break;
            case 2: {
                std::vector<double> value;
                wire_.reals(field, value, 1);
                if (!value.empty()) attribute.real = value.front();
                break;
            }
            case 3:
                if (field.wire == WireReader::varint)
                    attribute.integer = static_cast<std::int64_t>(field.value);
                else
                    wire_.skip(field);
                break;
            case 4: attribute.text = wire_.bytes(field, WireReader::most_text_bytes); break;
            case 5:
                if (is_message(field)) attribute.tensor = read_tensor(end_of(field));
                break;
            case 7: wire_.reals(field, attribute.reals, most_kept_values); break;
            case 8: wire_.integers(field, attribute.integers, most_kept_values); break;
            default: wire_.skip(field);
            }
        });
        return attribute;
    }

    /// The values of a small tensor, from any of its fields.
    struct Values {
        std::vector<std::int64_t> integers;
        std::vector<double> reals;
        std::string raw;
    };

    OnnxTensor read_tensor(std::uint64_t end)
    {
        OnnxTensor tensor;
        Values values;
        std::uint64_t type = 0;
        each_field(end, [&](const Field& field) {
            const bool small = field.value <= most_kept_values * 8;
            switch (field.number) {
            case 1: wire_.integers(field, tensor.extents, most_tensor_axes); break;
            case 2:
                if (field.wire == WireReader::varint)
                    type = field.value;
                else
                    wire_.skip(field);
                break;
            case 4:
                if (field.wire == WireReader::delimited && !small)
                    wire_.skip(field);
                else if (values.reals.size() < most_kept_values)
                    wire_.reals(field, values.reals, most_kept_values);
                break;
            case 5:
            case 7:
                if (field.wire == WireReader::delimited && !small)
                    wire_.skip(field);
                else if (values.integers.size() < most_kept_values)
                    wire_.integers(field, values.integers, most_kept_values * 8);
                break;
            case 8: tensor.name = wire_.text(field); break;
            case 9:
                if (small)
                    values.raw = wire_.bytes(field, most_kept_values * 8);
                else
                    wire_.skip(field);
                break;
            case 10:
                if (field.wire == WireReader::delimited && !small)
                    wire_.skip(field);
                else if (values.reals.size() < most_kept_values)
                    wire_.doubles(field, values.reals, most_kept_values);
                break;
            default: wire_.skip(field);
            }
        });
        const Format& format = format_of(type);
        tensor.type = format.type;
        tensor.format = format.word;
        take_values(tensor, format, std::move(values));
        return tensor;
    }

    void take_values(OnnxTensor& tensor, const Format& format, Values values)
    {
        std::uint64_t elements = 1;
        for (const std::int64_t extent : tensor.extents) {
            if (extent < 0 || extent > (std::int64_t{1} << 40)) {
                wire_.fail("bad-wire", "extent " + std::to_string(extent), "0 to 2^40");
                return;
            }
            elements = std::min<std::uint64_t>(
                elements * static_cast<std::uint64_t>(std::min<std::int64_t>(extent, 1 << 20)), 1 << 20);
        }
        if (elements > most_kept_values || values_ + elements > most_values_in_all) return;
        values_ += elements;
        if (!values.raw.empty()) unpack(format, values);
        if (tensor.type == OnnxType::real && values.reals.size() == elements) tensor.reals = std::move(values.reals);
        const bool whole = tensor.type == OnnxType::integer || tensor.type == OnnxType::truth;
        if (whole && values.integers.size() == elements) tensor.integers = std::move(values.integers);
    }

    static void unpack(const Format& format, Values& values)
    {
        const auto width = static_cast<std::size_t>(format.bytes);
        if (width == 0 || width > 8 || values.raw.size() % width != 0) return;
        for (std::size_t i = 0; i < values.raw.size(); i += width) {
            const std::uint64_t bits = little_endian(std::string_view(values.raw).substr(i, width));
            if (format.type != OnnxType::real)
                values.integers.push_back(signed_of(bits, format.bytes));
            else if (width == 8)
                values.reals.push_back(std::bit_cast<double>(bits));
            else if (width == 4)
                values.reals.push_back(real_of(bits));
            else if (std::string_view(format.word) == "FLOAT16")
                values.reals.push_back(half(bits));
            else if (width == 2)
                values.reals.push_back(real_of(bits << 16));
        }
    }

    OnnxValueInfo read_value(std::uint64_t end)
    {
        OnnxValueInfo value;
        each_field(end, [&](const Field& field) {
            if (field.number == 1)
                value.name = wire_.text(field);
            else if (field.number == 2 && is_message(field))
                read_type(end_of(field), value);
            else
                wire_.skip(field);
        });
        return value;
    }

    void read_type(std::uint64_t end, OnnxValueInfo& value)
    {
        each_field(end, [&](const Field& type) {
            if (type.number != 1 || type.wire != WireReader::delimited) return wire_.skip(type);
            each_field(end_of(type), [&](const Field& field) {
                if (field.number == 1 && field.wire == WireReader::varint)
                    value.type = format_of(field.value).type;
                else if (field.number == 2 && is_message(field))
                    read_shape(end_of(field), value.extents.emplace());
                else
                    wire_.skip(field);
            });
        });
    }

    void read_shape(std::uint64_t end, std::vector<OnnxExtent>& extents)
    {
        each_field(end, [&](const Field& field) {
            if (field.number != 1 || field.wire != WireReader::delimited) return wire_.skip(field);
            if (!room(extents.size(), most_tensor_axes)) return;
            OnnxExtent& extent = extents.emplace_back();
            each_field(end_of(field), [&](const Field& part) {
                if (part.number == 1 && part.wire == WireReader::varint)
                    extent.number = static_cast<std::int64_t>(part.value);
                else if (part.number == 2)
                    extent.name = wire_.text(part);
                else
                    wire_.skip(part);
            });
        });
    }

    WireReader wire_;
    std::int64_t opset_ = 0;
    std::size_t entries_ = 0;
    std::size_t values_ = 0;
};

} // namespace

const OnnxAttribute* OnnxNode::attribute(std::string_view key) const
{
    const auto found = std::ranges::find(attributes, key, &OnnxAttribute::name);
    return found == attributes.end() ? nullptr : &*found;
}

std::int64_t OnnxNode::integer(std::string_view key, std::int64_t otherwise) const
{
    const OnnxAttribute* found = attribute(key);
    return found != nullptr && found->integer ? *found->integer : otherwise;
}

std::vector<std::int64_t> OnnxNode::integers(std::string_view key) const
{
    const OnnxAttribute* found = attribute(key);
    return found == nullptr ? std::vector<std::int64_t>{} : found->integers;
}

std::string_view OnnxNode::text(std::string_view key) const
{
    const OnnxAttribute* found = attribute(key);
    return found == nullptr ? std::string_view() : std::string_view(found->text);
}

std::string_view OnnxNode::input(std::size_t i) const
{
    return i < inputs.size() ? std::string_view(inputs[i]) : std::string_view();
}

OnnxGraphReading read_onnx_graph(std::istream& stream) { return GraphReader(stream).read(); }

} // namespace rigwright
