// SPDX-License-Identifier: GPL-3.0-or-later
// The entry points of libFuzzer (llvm.org/docs/LibFuzzer.html): one program for every reader; RIGWRIGHT_FUZZ_TARGET
// names the one to run.
#include "tests/fuzz/targets.h"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <iostream>

namespace {

const rigwright::test::FuzzTarget* chosen = nullptr;

} // namespace

extern "C" int LLVMFuzzerInitialize(int*, char***)
{
    const char* name = std::getenv("RIGWRIGHT_FUZZ_TARGET");
    chosen = rigwright::test::fuzz_target(name != nullptr ? name : "");
    if (chosen != nullptr) return 0;
    std::cerr << "RIGWRIGHT_FUZZ_TARGET is none of:";
    for (const auto& target : rigwright::test::fuzz_targets()) std::cerr << ' ' << target.name;
    std::cerr << '\n';
    std::exit(2);
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    chosen->run({reinterpret_cast<const char*>(data), size});
    return 0;
}
