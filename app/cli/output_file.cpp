// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/output_file.h"

#include <filesystem>
#include <fstream>
#include <ostream>

namespace rigwright::cli {

namespace {

bool replace_file(const std::string& name, const std::string& text)
{
    const std::string beside = name + ".part";
    std::error_code failure;
    {
        std::ofstream file(beside, std::ios::binary | std::ios::trunc);
        file << text;
        file.close();
        if (!file) {
            std::filesystem::remove(beside, failure);
            return false;
        }
    }
    std::filesystem::rename(beside, name, failure);
    if (!failure) return true;
    std::error_code ignored;
    std::filesystem::remove(beside, ignored);
    return false;
}

} // namespace

ExitCode put_out(Session& session, const std::string& name, const std::string& text)
{
    if (name.empty()) {
        session.out << text;
        return done;
    }
    if (replace_file(name, text)) return done;
    session.err << session.messages.text("cli.cannot-write", {{"file", name}}) << '\n';
    return input_has_errors;
}

} // namespace rigwright::cli
