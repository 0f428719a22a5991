// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/json/json_issue.h"

#include <cstdint>
#include <istream>
#include <optional>
#include <string>
#include <vector>

namespace rigwright {

/// Reads the protobuf wire format (protobuf.dev/programming-guides/encoding) from a seekable stream, message by message,
/// and skips what it is not asked for without reading it. The first defect ends the reading: every later call says so.
class WireReader {
public:
    /// Longest file that is read, and longest text inside it.
    static constexpr std::uint64_t most_bytes = std::uint64_t{1} << 31;
    static constexpr std::uint64_t most_text_bytes = 65536;

    explicit WireReader(std::istream& stream);

    struct Field {
        std::uint32_t number = 0;
        std::uint32_t wire = 0;
        /// The value of a varint or a fixed number, the length of a delimited field.
        std::uint64_t value = 0;
    };
    /// What a wire type is called there.
    static constexpr std::uint32_t varint = 0, fixed64 = 1, delimited = 2, fixed32 = 5;

    bool failed() const { return issue_.has_value(); }
    const std::optional<JsonIssue>& issue() const { return issue_; }
    std::uint64_t position() const { return position_; }
    std::uint64_t size() const { return size_; }

    /// The next field before `end`; false at the end and after a defect. A delimited field's payload follows: it must
    /// be read or skipped before the next call.
    bool next(std::uint64_t end, Field& field);
    /// Jumps over the payload of a delimited field.
    void skip(const Field& field);
    std::string text(const Field& field);
    /// Raw bytes, `most` at the most.
    std::string bytes(const Field& field, std::uint64_t most);
    /// A repeated whole number, packed or not, appended to `values`, which may grow to `most`.
    void integers(const Field& field, std::vector<std::int64_t>& values, std::size_t most);
    void reals(const Field& field, std::vector<double>& values, std::size_t most);
    void doubles(const Field& field, std::vector<double>& values, std::size_t most);
    /// Records a defect of the content at the current place.
    void fail(std::string code, std::string found, std::string expected);

private:
    std::optional<std::uint64_t> read_varint(std::uint64_t end);
    std::optional<std::uint64_t> read_fixed(std::uint64_t end, int width);
    /// The byte after which the payload of a delimited field ends.
    std::uint64_t end_of(const Field& field) const { return position_ + field.value; }

    std::istream& stream_;
    std::uint64_t size_ = 0;
    std::uint64_t position_ = 0;
    std::optional<JsonIssue> issue_;
};

} // namespace rigwright
