// SPDX-License-Identifier: Apache-2.0
#include "core/importing/onnx_wire.h"

#include "core/json/utf8.h"

#include <algorithm>
#include <bit>

namespace rigwright {

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

bool WireReader::next(std::uint64_t end, Field& field)
{
    if (failed() || position_ >= end) return false;
    const auto key = read_varint(end);
    if (!key) return false;
    field.number = static_cast<std::uint32_t>(std::min<std::uint64_t>(*key >> 3, 0xffffffff));
    field.wire = static_cast<std::uint32_t>(*key & 7);
    std::optional<std::uint64_t> value;
    switch (field.wire) {
    case varint:
    case delimited: value = read_varint(end); break;
    case fixed64: value = read_fixed(end, 8); break;
    case fixed32: value = read_fixed(end, 4); break;
    default: fail("bad-wire", "wire type " + std::to_string(field.wire), "0, 1, 2, 5"); return false;
    }
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
    // The format says so, and names go on into JSON, which holds nothing else.
    if (!failed() && first_invalid_utf8(value)) fail("bad-wire", "bytes that are no UTF-8", "text in UTF-8");
    return failed() ? std::string() : value;
}

void WireReader::integers(const Field& field, std::vector<std::int64_t>& values, std::size_t most)
{
    const auto add = [&](std::uint64_t value) {
        if (values.size() < most)
            values.push_back(static_cast<std::int64_t>(value));
        else
            fail("too-large", "more than " + std::to_string(most), std::to_string(most) + " numbers");
    };
    if (field.wire == varint) return add(field.value);
    if (field.wire != delimited) return fail("bad-wire", "wire type " + std::to_string(field.wire), "0, 2");
    const std::uint64_t end = end_of(field);
    while (!failed() && position_ < end) {
        if (const auto value = read_varint(end)) add(*value);
    }
}

void WireReader::reals(const Field& field, std::vector<double>& values, std::size_t most)
{
    const auto add = [&](std::uint64_t bits) {
        const float value = std::bit_cast<float>(static_cast<std::uint32_t>(bits));
        if (values.size() < most)
            values.push_back(static_cast<double>(value));
        else
            fail("too-large", "more than " + std::to_string(most), std::to_string(most) + " numbers");
    };
    if (field.wire == fixed32) return add(field.value);
    if (field.wire != delimited) return fail("bad-wire", "wire type " + std::to_string(field.wire), "2, 5");
    const std::uint64_t end = end_of(field);
    while (!failed() && position_ < end) {
        if (const auto bits = read_fixed(end, 4)) add(*bits);
    }
}

void WireReader::doubles(const Field& field, std::vector<double>& values, std::size_t most)
{
    const auto add = [&](std::uint64_t bits) {
        if (values.size() < most)
            values.push_back(std::bit_cast<double>(bits));
        else
            fail("too-large", "more than " + std::to_string(most), std::to_string(most) + " numbers");
    };
    if (field.wire == fixed64) return add(field.value);
    if (field.wire != delimited) return fail("bad-wire", "wire type " + std::to_string(field.wire), "1, 2");
    const std::uint64_t end = end_of(field);
    while (!failed() && position_ < end) {
        if (const auto bits = read_fixed(end, 8)) add(*bits);
    }
}

} // namespace rigwright
