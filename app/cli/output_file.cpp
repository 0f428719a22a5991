// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/output_file.h"

#include <filesystem>
#include <fstream>
#include <ostream>

namespace rigwright::cli {

namespace {

bool write_text(const std::string& name, const std::string& text)
{
    std::ofstream file(name, std::ios::binary | std::ios::trunc);
    file << text;
    file.close();
    return static_cast<bool>(file);
}

bool replace_file(const std::string& name, const std::function<bool(const std::string&)>& write)
{
    const std::string beside = name + ".part";
    std::error_code failure;
    if (!write(beside)) {
        std::filesystem::remove(beside, failure);
        return false;
    }
    std::filesystem::rename(beside, name, failure);
    if (!failure) return true;
    std::error_code ignored;
    std::filesystem::remove(beside, ignored);
    return false;
}

} // namespace

ExitCode put_out_by(Session& session, const std::string& name, const std::function<bool(const std::string&)>& write)
{
    if (replace_file(name, write)) return done;
    session.err << session.messages.text("cli.cannot-write", {{"file", name}}) << '\n';
    return input_has_errors;
}

ExitCode put_out(Session& session, const std::string& name, const std::string& text)
{
    if (name.empty()) {
        session.out << text;
        return done;
    }
    return put_out_by(session, name, [&](const std::string& beside) { return write_text(beside, text); });
}

} // namespace rigwright::cli
