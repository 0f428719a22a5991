// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/suite.h"

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <vector>

namespace rigwright::test {

namespace {

std::vector<SuiteEntry>& entries()
{
    static std::vector<SuiteEntry> all;
    return all;
}

} // namespace

SuiteEntry::SuiteEntry(const char* file_or_word, Run run_it)
    : name(std::filesystem::path(file_or_word).stem().string()),
      run(run_it)
{
    entries().push_back(*this);
}

} // namespace rigwright::test

int main(int argc, char** argv)
{
    const auto& all = rigwright::test::entries();
    const std::string wanted = argc > 1 ? argv[1] : "";
    const auto found = std::ranges::find_if(all, [&](const auto& entry) { return entry.name == wanted; });
    if (found == all.end()) {
        std::cerr << "usage: " << argv[0] << " TEST [FUNCTION...] [QtTest options]; the tests are:\n";
        for (const auto& entry : all) std::cerr << "  " << entry.name << '\n';
        return 2;
    }
    // QtTest sees its own arguments alone.
    std::vector<char*> arguments{argv[0]};
    arguments.insert(arguments.end(), argv + 2, argv + argc);
    arguments.push_back(nullptr);
    return found->run(argc - 1, arguments.data());
}
