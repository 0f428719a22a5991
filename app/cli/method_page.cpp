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

/// `line` with where it comes from.
std::string with_source(const std::string& line, const WorkingText& text, const Messages& words)
{
    if (text.source.empty()) return line;
    const std::string source = words.text("explain.source", {{"source", escaped(text.source)}});
    const char* code = text.remark.empty() ? "method.with-source" : "method.with-judged-source";
    return words.text(code, {{"line", line}, {"source", source}, {"remark", text.remark}});
}

void print_part(const MethodPart& part, Session& session)
{
    const Messages& words = session.messages;
    session.out << "\n## " << words.text("method.part." + part.key) << "\n\n";
    for (const Working& working : part.formulas) {
        const WorkingText text = render(working, words);
        const std::string line = "**" + escaped(text.name) + "** = " + escaped(text.formula);
        session.out << "- " << with_source(line, text, words) << '\n';
    }
    if (part.values.empty()) return;
    session.out << '\n' << words.text("method.values") << "\n\n";
    for (const Working& working : part.values) {
        const WorkingText text = render(working, words);
        session.out << "- " << with_source(escaped(text.name), text, words) << '\n';
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
