// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/output.h"

#include "core/json/read_file.h"

#include <ostream>

namespace rigwright::cli {

namespace {

ExitCode outcome_of(Session& session, const std::string& name, bool written)
{
    if (written) return done;
    session.err << session.messages.text("cli.cannot-write", {{"file", name}}) << '\n';
    return input_has_errors;
}

} // namespace

ExitCode put_out_by(Session& session, const std::string& name, const std::function<bool(const std::string&)>& write)
{
    return outcome_of(session, name,
                      replace_file(name, [&](const std::filesystem::path& beside) { return write(beside.string()); }));
}

ExitCode put_out(Session& session, const std::string& name, const std::string& text)
{
    if (name.empty()) {
        session.out << text;
        return done;
    }
    return outcome_of(session, name, replace_file(name, text));
}

} // namespace rigwright::cli
