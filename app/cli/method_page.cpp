// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/method_page.h"

#include "core/explain/method.h"
#include "core/text/working_text.h"

#include <ostream>

namespace rigwright::cli {

namespace {

/// Text as Markdown that shows it.
std::string escaped(const std::string& text)
{
    constexpr std::string_view special = "\\*_`<[#|";
    std::string result;
    for (const char c : text) {
        if (special.find(c) != std::string_view::npos) result += '\\';
        result += c;
    }
    return result;
}

std::string source_of(const WorkingText& text, const Messages& words)
{
    std::string line;
    if (!text.source.empty()) line += ". *" + words.text("explain.source", {{"source", escaped(text.source)}}) + "*";
    if (!text.remark.empty()) line += " (" + text.remark + ")";
    return line;
}

void print_part(const MethodPart& part, Session& session)
{
    const Messages& words = session.messages;
    session.out << "\n## " << words.text("method.part." + part.key) << "\n\n";
    for (const Working& working : part.formulas) {
        const WorkingText text = render(working, words);
        session.out << "- **" << escaped(text.name) << "** = " << escaped(text.formula) << source_of(text, words)
                    << '\n';
    }
    if (part.values.empty()) return;
    session.out << '\n' << words.text("method.values") << "\n\n";
    for (const Working& working : part.values) {
        const WorkingText text = render(working, words);
        session.out << "- " << escaped(text.name) << source_of(text, words) << "\n";
    }
}

} // namespace

void print_method_page(std::span<const Evaluation> evaluations, Session& session)
{
    const Messages& words = session.messages;
    session.out << "# " << words.text("method.title") << "\n\n" << words.text("method.made") << '\n';
    for (const MethodPart& part : method_of(evaluations, session.data)) print_part(part, session);
}

} // namespace rigwright::cli
