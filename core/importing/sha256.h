// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <string_view>

struct evp_md_ctx_st;

namespace rigwright {

/// The SHA-256 digest of a byte sequence added in pieces, computed by libcrypto.
class Sha256 {
public:
    Sha256();
    void add(std::string_view bytes);
    /// The digest of all added bytes, as 64 lower-case hexadecimal digits. No bytes may be added afterwards.
    std::string hex_digest();

private:
    struct Free {
        void operator()(evp_md_ctx_st* context) const;
    };
    std::unique_ptr<evp_md_ctx_st, Free> context_;
};

std::string sha256_hex(std::string_view bytes);

} // namespace rigwright
