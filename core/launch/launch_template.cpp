// SPDX-License-Identifier: Apache-2.0

#include "core/launch/launch_template.h"

#include "core/json/characters.h"
#include "core/scenario/fields.h"

#include <algorithm>
#include <array>

namespace rigwright {

namespace {

constexpr std::string_view behind_line = "  # ";
constexpr std::string_view from_mark = "{{from ";
constexpr std::string_view end_mark = "}}";

std::vector<std::string> split(std::string_view list, std::string_view separator)
{
    std::vector<std::string> parts;
    for (std::size_t end = list.find(separator); end != std::string_view::npos; end = list.find(separator)) {
        parts.emplace_back(list.substr(0, end));
        list.remove_prefix(end + separator.size());
    }
    parts.emplace_back(list);
    return parts;
}

class TemplateFiller {
public:
    TemplateFiller(const LaunchPlan& plan, const TemplateValues& values) : plan_(plan), values_(values) {}

    void fill(std::string_view file)
    {
        const auto found = plan_.data.launch_templates.find(file);
        if (found == plan_.data.launch_templates.end()) {
            sound_ = false;
            return;
        }
        std::string_view text = found->second;
        while (!text.empty()) {
            const std::size_t end = std::min(text.find('\n'), text.size());
            add(text.substr(0, end));
            text.remove_prefix(std::min(end + 1, text.size()));
        }
    }

    std::optional<LaunchLines> lines() &&
    {
        return sound_ && open_.empty() ? std::optional(std::move(lines_)) : std::nullopt;
    }

private:
    void add(std::string_view line)
    {
        if (line == "{{/}}") {
            sound_ = sound_ && !open_.empty();
            if (!open_.empty()) open_.pop_back();
            return;
        }
        bool kept = open_.empty() || open_.back();
        const bool conditional = line.starts_with("{{#") || line.starts_with("{{^");
        while (line.starts_with("{{#") || line.starts_with("{{^")) {
            const bool wanted = line[2] == '#';
            kept = holds(taken(line, 3)) == wanted && kept;
        }
        if (conditional && line.empty()) return open_.push_back(kept);
        if (!kept) return;
        if (line.starts_with("{{>")) return fill(taken(line, 3));
        add_text(line);
    }

    void add_text(std::string_view line)
    {
        Sources sources;
        if (const std::size_t from = line.find(from_mark); from != std::string_view::npos) {
            std::string_view mark = line.substr(from);
            sources = split(taken(mark, from_mark.size()), ", ");
            line = line.substr(0, from);
        } else if (const std::size_t behind = line.rfind(behind_line); behind != std::string_view::npos) {
            sources = split(line.substr(behind + behind_line.size()), ", ");
        }
        if (auto text = filled(line)) lines_.push_back({std::move(*text), std::move(sources)});
    }

    /// Inserts values unchanged: text that looks like a mark in a user's name is not one.
    std::optional<std::string> filled(std::string_view line)
    {
        std::string text;
        for (std::size_t mark = line.find("{{"); mark != std::string_view::npos; mark = line.find("{{")) {
            text += line.substr(0, mark);
            line.remove_prefix(mark);
            const auto value = value_of(taken(line, 2));
            if (!value) return std::nullopt;
            text += *value;
        }
        return text + std::string(line);
    }

    /// The content of the mark at the start of a line; removes the mark from the line.
    std::string_view taken(std::string_view& line, std::size_t start)
    {
        const std::size_t end = line.find(end_mark);
        sound_ = sound_ && end != std::string_view::npos;
        const std::string_view inside = line.substr(start, std::min(end, line.size()) - start);
        line.remove_prefix(std::min(line.size(), start + inside.size() + end_mark.size()));
        return inside;
    }

    bool holds(std::string_view condition)
    {
        const std::size_t equals = condition.find('=');
        const auto value = value_of(condition.substr(0, equals));
        if (!value || equals == std::string_view::npos) return value && *value != "false";
        const auto words = split(condition.substr(equals + 1), "|");
        return std::ranges::find(words, *value) != words.end();
    }

    std::optional<std::string> value_of(std::string_view name)
    {
        if (const auto found = values_.find(name); found != values_.end()) return found->second;
        const auto rows = launch_fields();
        const bool known = std::ranges::any_of(rows, [&](const LaunchField& row) { return row.path == name; });
        const Field* field = known ? field_of(name) : nullptr;
        sound_ = sound_ && field != nullptr;
        if (field == nullptr || std::holds_alternative<std::monostate>(field->read(plan_.scenario()))) return {};
        return spelling_of(plan_.scenario(), name);
    }

    const LaunchPlan& plan_;
    const TemplateValues& values_;
    LaunchLines lines_;
    /// For each open part, whether its lines are kept.
    std::vector<bool> open_;
    bool sound_ = true;
};

} // namespace

std::string flag_word(bool value) { return value ? "true" : "false"; }

std::optional<LaunchLines> fill_template(const LaunchPlan& plan, std::string_view file, const TemplateValues& values)
{
    TemplateFiller filler(plan, values);
    filler.fill(file);
    return std::move(filler).lines();
}

namespace {

constexpr std::string_view replacement = "\xEF\xBF\xBD";
constexpr std::string_view shell_digits = "0123456789abcdef";
/// Line ends beyond ASCII in UTF-8: next line, line separator, paragraph separator.
constexpr std::array<std::string_view, 3> line_ends{"\xC2\x85", "\xE2\x80\xA8", "\xE2\x80\xA9"};
constexpr std::size_t longest_job_name = 64;

bool is_control(char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; }

std::string escaped(char c)
{
    if (c == '\0') return std::string(replacement);
    if (c == '\'' || c == '\\') return {'\\', c};
    if (c == '\n') return "\\n";
    if (c == '\t') return "\\t";
    if (!is_control(c)) return {c};
    const auto byte = static_cast<unsigned char>(c);
    return {'\\', 'x', shell_digits[byte / 16], shell_digits[byte % 16]};
}

bool is_plain(char c) { return is_letter_or_digit(c) || c == '.' || c == '_' || c == '-'; }

} // namespace

std::string shell_word(std::string_view text)
{
    if (std::ranges::any_of(text, is_control)) {
        // An escape takes two shell_digits at most, so what follows it is never read as part of it.
        std::string word = "$'";
        for (const char c : text) word += escaped(c);
        return word + "'";
    }
    std::string word = "'";
    for (const char c : text) word += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return word + "'";
}

std::string comment_text(std::string_view text)
{
    std::string comment(text);
    for (const std::string_view end : line_ends)
        for (std::size_t at = comment.find(end); at != std::string::npos; at = comment.find(end, at))
            comment.replace(at, end.size(), " ");
    std::ranges::replace_if(comment, is_control, ' ');
    return comment;
}

std::string job_name(std::string_view text)
{
    std::string name;
    for (const char c : text) {
        if (is_plain(c))
            name += c;
        else if (!name.empty() && name.back() != '-')
            name += '-';
    }
    // An option's value that starts with a dash reads like an option.
    name.erase(0, name.find_first_not_of("-."));
    name.resize(std::min(name.size(), longest_job_name));
    while (!name.empty() && name.back() == '-') name.pop_back();
    return name.empty() ? "rigwright" : name;
}

} // namespace rigwright
