// SPDX-License-Identifier: Apache-2.0
#include "core/json/strict_json.h"

#include "core/json/characters.h"
#include "core/json/read_file.h"

#include <algorithm>
#include <optional>

namespace rigwright {

namespace {

using nlohmann::json;

constexpr std::size_t longest_excerpt = 60;

std::string shortened(std::string text)
{
    if (text.size() <= longest_excerpt) return text;
    std::size_t cut = longest_excerpt;
    while (cut > 0 && !begins_character(text[cut])) --cut;
    return text.substr(0, cut) + "...";
}

/// An object or array that is being filled.
struct OpenContainer {
    json value;
    std::string path;
    /// The key of the next value, in an object.
    std::optional<std::string> key;
};

/// Builds the value from nlohmann's parser events and stops at the first event that exceeds a limit.
class StrictHandler {
public:
    using number_integer_t = json::number_integer_t;
    using number_unsigned_t = json::number_unsigned_t;
    using number_float_t = json::number_float_t;
    using string_t = json::string_t;
    using binary_t = json::binary_t;

    StrictHandler(std::string_view text, const JsonLimits& limits, JsonDocument& document)
        : text_(text),
          limits_(limits),
          document_(document)
    {}

    bool null() { return take(nullptr); }
    bool boolean(bool value) { return take(value); }
    bool number_integer(number_integer_t value) { return take(value); }
    bool number_unsigned(number_unsigned_t value) { return take(value); }
    bool number_float(number_float_t value, const string_t&) { return take(value); }
    bool string(string_t& value) { return take(std::move(value)); }
    bool binary(binary_t&) { return false; }
    bool start_object(std::size_t) { return open(json::object()); }
    bool start_array(std::size_t) { return open(json::array()); }
    bool end_object() { return close(); }
    bool end_array() { return close(); }

    bool key(string_t& name)
    {
        OpenContainer& object = open_.back();
        if (object.value.contains(name))
            report(json_member_path(object.path, name), "duplicate-key", name.empty() ? R"("")" : name, "");
        object.key = std::move(name);
        return true;
    }

    bool parse_error(std::size_t position, const std::string& token, const json::exception& error)
    {
        constexpr int number_overflow = 406;
        const std::string_view what(error.what());
        // The token then holds the last line break, or the last value, and neither is wrong.
        const bool ends_early = what.find("unexpected end of input") != std::string_view::npos &&
                                text_.find('\0') == std::string_view::npos;
        const char* code = error.id == number_overflow ? "out-of-range" : ends_early ? "ends-early" : "syntax";
        JsonIssue issue{next_path(), code, ends_early ? std::string() : shortened(token), accepted(what)};
        locate(position, issue);
        document_.issues.push_back(std::move(issue));
        return false;
    }

private:
    void report(std::string path, std::string code, std::string found, std::string expected)
    {
        document_.issues.push_back({std::move(path), std::move(code), std::move(found), std::move(expected)});
    }

    std::string next_path() const
    {
        if (open_.empty()) return "$";
        const OpenContainer& parent = open_.back();
        if (parent.value.is_array()) return json_element_path(parent.path, parent.value.size());
        return parent.key ? json_member_path(parent.path, *parent.key) : parent.path;
    }

    bool take(json value)
    {
        if (open_.empty()) {
            document_.value = std::move(value);
            return true;
        }
        OpenContainer& parent = open_.back();
        if (parent.value.is_array())
            parent.value.push_back(std::move(value));
        else
            parent.value[*parent.key] = std::move(value);
        parent.key.reset();
        return true;
    }

    bool open(json container)
    {
        if (open_.size() == limits_.deepest) {
            report(next_path(), "too-deep", json_excerpt(container),
                   "depth [1, " + std::to_string(limits_.deepest) + "]");
            return false;
        }
        std::string path = next_path();
        open_.push_back({std::move(container), std::move(path), std::nullopt});
        return true;
    }

    bool close()
    {
        json finished = std::move(open_.back().value);
        open_.pop_back();
        return take(std::move(finished));
    }

    /// The accepted tokens in the library's message; empty if it names none.
    static std::string accepted(std::string_view message)
    {
        constexpr std::string_view mark = "; expected ";
        const auto at = message.rfind(mark);
        return at == std::string_view::npos ? std::string() : std::string(message.substr(at + mark.size()));
    }

    void locate(std::size_t position, JsonIssue& issue) const
    {
        const std::string_view before = text_.substr(0, std::min(position > 0 ? position - 1 : 0, text_.size()));
        const auto line_start = before.rfind('\n') + 1;
        issue.line = 1 + static_cast<int>(std::ranges::count(before, '\n'));
        issue.column = 1 + static_cast<int>(character_count(before.substr(line_start)));
    }

    std::string_view text_;
    const JsonLimits& limits_;
    JsonDocument& document_;
    std::vector<OpenContainer> open_;
};

JsonDocument refused(std::string code, std::string found, std::string expected)
{
    return {nullptr, {JsonIssue{"$", std::move(code), std::move(found), std::move(expected)}}};
}

JsonDocument too_large(std::size_t bytes, const JsonLimits& limits)
{
    return refused("too-large", std::to_string(bytes) + " bytes",
                   "bytes [0, " + std::to_string(limits.most_bytes) + "]");
}

} // namespace

JsonDocument parse_json(std::string_view text, const JsonLimits& limits)
{
    if (text.size() > limits.most_bytes) return too_large(text.size(), limits);
    JsonDocument document;
    StrictHandler handler(text, limits, document);
    json::sax_parse(text, &handler);
    if (!document.issues.empty()) document.value = nullptr;
    return document;
}

JsonDocument parse_json_file(const std::filesystem::path& file, const JsonLimits& limits)
{
    std::error_code failure;
    if (!std::filesystem::is_regular_file(file, failure)) return refused("cannot-read", "", "");
    const auto size = std::filesystem::file_size(file, failure);
    if (failure) return refused("cannot-read", "", "");
    if (size > limits.most_bytes) return too_large(static_cast<std::size_t>(size), limits);
    const std::optional<std::string> text = read_file(file, limits.most_bytes + 1);
    if (!text) return refused("cannot-read", "", "");
    return parse_json(*text, limits);
}

std::string json_member_path(std::string_view parent, std::string_view key)
{
    const auto plain = [](char c) {
        return c == '_' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    };
    const bool is_word = !key.empty() && !(key[0] >= '0' && key[0] <= '9') && std::ranges::all_of(key, plain);
    if (is_word && parent.empty()) return std::string(key);
    if (is_word) return std::string(parent) + "." + std::string(key);
    return std::string(parent) + "[" + json(key).dump(-1, ' ', false, json::error_handler_t::replace) + "]";
}

std::string json_element_path(std::string_view parent, std::size_t index)
{
    return std::string(parent) + "[" + std::to_string(index) + "]";
}

std::string json_excerpt(const json& value)
{
    if (value.is_object()) return "object";
    if (value.is_array()) return "array";
    return shortened(value.dump(-1, ' ', false, json::error_handler_t::replace));
}

} // namespace rigwright
