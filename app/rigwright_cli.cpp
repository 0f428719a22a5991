// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/program.h"

#include <exception>
#include <iostream>

int main(int argc, char** argv)
{
    std::ios::sync_with_stdio(false);
    try {
        return rigwright::cli::run_program({argv + (argc > 0 ? 1 : 0), argv + argc}, std::cin, std::cout, std::cerr);
    } catch (const std::exception& failure) {
        std::cerr << "rigwright-cli: " << failure.what() << '\n';
    } catch (...) {
        std::cerr << "rigwright-cli: unknown failure\n";
    }
    return 1;
}
