// SPDX-License-Identifier: Apache-2.0
#include "core/text/working_text.h"

#include "core/text/number_text.h"

#include <algorithm>
#include <functional>

namespace rigwright {

namespace {

using TextOfInput = std::function<std::string(const Derivation&)>;

std::string name_of(const Derivation& working, const Messages& messages)
{
    return messages.text(working.quantity, working.arguments);
}

/// The formula with each placeholder filled by `text` of the input with that symbol.
std::string formula_with(const Derivation& working, const Messages& messages, const TextOfInput& text)
{
    if (working.formula.empty()) return {};
    return messages.text_filled_by(working.formula, [&](std::string_view place) {
        const auto input = std::find_if(working.inputs.begin(), working.inputs.end(),
                                        [&](const Derivation& node) { return node.symbol == place; });
        return input == working.inputs.end() ? "{" + std::string(place) + "}" : text(*input);
    });
}

void append_tree(const Derivation& working, const Messages& messages, const std::string& indent, std::string& lines)
{
    const WorkingText text = render(working, messages);
    const auto add = [&](const std::string& line) { lines += indent + line + "\n"; };
    add(text.name + " = " + text.value + (text.remark.empty() ? "" : " (" + text.remark + ")"));
    if (!text.formula.empty()) {
        add("  = " + text.formula);
        if (text.substituted != text.formula) add("  = " + text.substituted);
    }
    if (!text.source.empty()) add("  " + messages.text("explain.source", {{"source", text.source}}));
    for (const Derivation& input : working.inputs) append_tree(input, messages, indent + "    ", lines);
}

} // namespace

WorkingText render(const Derivation& working, const Messages& messages)
{
    return render(working, messages, BytePrefixes::binary);
}

WorkingText render(const Derivation& working, const Messages& messages, BytePrefixes prefixes)
{
    const auto number = [&](const Value& value) { return text_of(value, messages.language(), prefixes); };
    WorkingText text;
    text.name = name_of(working, messages);
    text.value = number(working.value);
    text.formula = formula_with(working, messages, [&](const Derivation& input) { return name_of(input, messages); });
    text.substituted = formula_with(working, messages, [&](const Derivation& input) { return number(input.value); });
    if (!working.source.empty())
        text.source = messages.has(working.source) ? messages.text(working.source, working.arguments) : working.source;
    if (working.assumption) text.remark = messages.text("explain.assumption");
    return text;
}

std::string render_tree(const Derivation& working, const Messages& messages)
{
    std::string lines;
    append_tree(working, messages, "", lines);
    return lines;
}

} // namespace rigwright
