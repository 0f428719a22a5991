// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/about/version.h"

#include <iostream>
#include <string_view>

namespace {

constexpr std::string_view usage = "Usage: rigwright-cli [--version | --help]\n";

} // namespace

int main(int argc, char** argv)
{
    const std::string_view argument = argc == 2 ? argv[1] : "";
    if (argument == "--version") {
        std::cout << "rigwright-cli " << rigwright::version() << '\n';
        return 0;
    }
    if (argument == "--help") {
        std::cout << usage;
        return 0;
    }
    std::cerr << usage;
    return 2;
}
