// SPDX-License-Identifier: Apache-2.0
#include "core/importing/sha256.h"

#include <array>
#include <new>
#include <openssl/evp.h>

namespace rigwright {

namespace {

/// SHA-256 is always available, so libcrypto can only fail if memory runs out.
void check(bool succeeded)
{
    if (!succeeded) throw std::bad_alloc();
}

} // namespace

void Sha256::Free::operator()(evp_md_ctx_st* context) const { EVP_MD_CTX_free(context); }

Sha256::Sha256() : context_(EVP_MD_CTX_new())
{
    check(context_ != nullptr && EVP_DigestInit_ex(context_.get(), EVP_sha256(), nullptr) == 1);
}

void Sha256::add(std::string_view bytes) { check(EVP_DigestUpdate(context_.get(), bytes.data(), bytes.size()) == 1); }

std::string Sha256::hex_digest()
{
    std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
    unsigned int size = 0;
    check(EVP_DigestFinal_ex(context_.get(), digest.data(), &size) == 1);
    std::string text;
    for (unsigned int i = 0; i < size; ++i) {
        text += "0123456789abcdef"[digest[i] >> 4];
        text += "0123456789abcdef"[digest[i] & 0xf];
    }
    return text;
}

std::string sha256_hex(std::string_view bytes)
{
    Sha256 digest;
    digest.add(bytes);
    return digest.hex_digest();
}

} // namespace rigwright
