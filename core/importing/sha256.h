// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace rigwright {

/// The SHA-256 digest of a byte sequence that arrives in pieces (FIPS 180-4, section 6.2).
class Sha256 {
public:
    void add(std::string_view bytes);
    /// The digest of everything added, as 64 lower-case hexadecimal digits. Nothing may be added afterwards.
    std::string hex_digest();

private:
    void mix(const std::uint8_t* block);

    std::array<std::uint32_t, 8> state_{0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                        0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
    std::array<std::uint8_t, 64> pending_{};
    std::size_t pending_bytes_ = 0;
    std::uint64_t total_bytes_ = 0;
};

std::string sha256_hex(std::string_view bytes);

} // namespace rigwright
