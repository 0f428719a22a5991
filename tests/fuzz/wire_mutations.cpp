// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/fuzz/wire_mutations.h"

#include "tests/support/onnx_writer.h"

#include <cstdint>
#include <functional>
#include <limits>
#include <optional>

namespace rigwright::test {

namespace {

constexpr std::uint64_t whole_number = 0;
constexpr std::uint64_t delimited = 2;
constexpr std::uint64_t fixed32 = 5;

/// One field: its number, wire type and content, with the bytes that it was written as.
struct WireField {
    std::uint64_t number = 0;
    std::uint64_t wire = 0;
    std::string content;
    std::string bytes;
};

std::string key(std::uint64_t number, std::uint64_t wire) { return OnnxWriter::varint((number << 3) | wire); }
std::string framed(std::uint64_t number, const std::string& content)
{
    return key(number, delimited) + OnnxWriter::varint(content.size()) + content;
}

std::optional<std::uint64_t> read_varint(const std::string& bytes, std::size_t& at)
{
    std::uint64_t value = 0;
    for (int shift = 0; at < bytes.size() && shift < 64; shift += 7) {
        const auto byte = static_cast<unsigned char>(bytes[at++]);
        value |= static_cast<std::uint64_t>(byte & 0x7f) << shift;
        if (byte < 0x80) return value;
    }
    return std::nullopt;
}

/// The fields of a message; none if the bytes are invalid.
std::optional<std::vector<WireField>> fields_of(const std::string& message)
{
    std::vector<WireField> fields;
    for (std::size_t at = 0; at < message.size();) {
        const std::size_t start = at;
        const auto tag = read_varint(message, at);
        if (!tag || (*tag >> 3) == 0 || (*tag >> 3) > 100) return std::nullopt;
        WireField field{*tag >> 3, *tag & 7, {}, {}};
        const std::size_t content = at;
        if (field.wire == whole_number) {
            if (!read_varint(message, at)) return std::nullopt;
        } else if (field.wire == fixed32) {
            at += 4;
        } else if (field.wire == delimited) {
            const auto length = read_varint(message, at);
            if (!length || *length > message.size() - at) return std::nullopt;
            field.content = message.substr(at, *length);
            at += *length;
        } else {
            return std::nullopt;
        }
        if (at > message.size()) return std::nullopt;
        if (field.wire != delimited) field.content = message.substr(content, at - content);
        field.bytes = message.substr(start, at - start);
        fields.push_back(std::move(field));
    }
    return fields;
}

std::vector<std::pair<const char*, std::string>> changes_of(const WireField& field)
{
    const auto largest = std::numeric_limits<std::int64_t>::max();
    return {{"missing", ""},
            {"twice", field.bytes + field.bytes},
            {"empty", framed(field.number, "")},
            {"zero", OnnxWriter::number(field.number, 0)},
            {"minus one", OnnxWriter::number(field.number, -1)},
            {"largest", OnnxWriter::number(field.number, largest)},
            {"beyond 32 bits", OnnxWriter::number(field.number, std::int64_t{1} << 33)},
            {"least", OnnxWriter::number(field.number, std::numeric_limits<std::int64_t>::min())},
            {"not a number", OnnxWriter::single(field.number, std::numeric_limits<float>::quiet_NaN())},
            {"infinite", OnnxWriter::single(field.number, std::numeric_limits<float>::infinity())},
            {"broken text", framed(field.number, "\xff\xfe")},
            {"huge text", framed(field.number, std::string(100'000, 'x'))},
            {"another number", field.wire == delimited ? framed(90, field.content) : OnnxWriter::number(90, 1)},
            {"a group", key(field.number, 3)},
            {"longer than the file", key(field.number, delimited) + OnnxWriter::varint(1U << 30)},
            {"without an end", key(field.number, whole_number) + std::string(11, '\xff')}};
}

void collect(const std::string& message, const std::string& path,
             const std::function<std::string(const std::string&)>& wrap, std::vector<WireMutant>& mutants)
{
    const auto fields = fields_of(message);
    if (!fields) return;
    std::size_t start = 0;
    for (const WireField& field : *fields) {
        const std::string before = message.substr(0, start);
        const std::string after = message.substr(start + field.bytes.size());
        start += field.bytes.size();
        const std::string place = path + (path.empty() ? "" : ".") + std::to_string(field.number);
        for (const auto& [name, bytes] : changes_of(field))
            mutants.push_back({name + (" at " + place), wrap(before + bytes + after)});
        if (field.wire != delimited || field.content.empty()) continue;
        collect(
            field.content, place,
            [&](const std::string& inner) { return wrap(before + framed(field.number, inner) + after); }, mutants);
    }
}

} // namespace

std::vector<WireMutant> wire_mutants_of(const std::string& message)
{
    std::vector<WireMutant> mutants;
    collect(
        message, {}, [](const std::string& bytes) { return bytes; }, mutants);
    return mutants;
}

} // namespace rigwright::test
