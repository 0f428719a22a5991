// SPDX-License-Identifier: Apache-2.0
#include "core/text/messages.h"

#include "core/json/characters.h"
#include "core/json/strict_json.h"
#include "core/network/operator.h"
#include "core/quantities/typed_number.h"
#include "core/text/number_text.h"

#include <algorithm>
#include <optional>

namespace rigwright {

namespace {

/// A part of a sentence: literal text, or the name of a placeholder.
struct Piece {
    std::string_view text;
    bool is_place = false;
    /// For a placeholder "{count:GPU|GPUs}": the word for one and the word for any other number.
    std::string_view singular{};
    std::string_view plural{};
};

bool is_name(std::string_view text)
{
    const auto in_name = [](char c) { return c == '_' || is_letter_or_digit(c); };
    return !text.empty() && std::ranges::all_of(text, in_name);
}

/// The text between two braces as a placeholder; nullopt if it is invalid.
std::optional<Piece> place_of(std::string_view inside)
{
    const std::size_t colon = inside.find(':');
    const std::size_t bar = inside.find('|', colon == std::string_view::npos ? 0 : colon);
    const std::string_view name = inside.substr(0, colon);
    if (!is_name(name)) return std::nullopt;
    if (colon == std::string_view::npos) return Piece{name, true};
    if (bar == std::string_view::npos) return std::nullopt;
    return Piece{name, true, inside.substr(colon + 1, bar - colon - 1), inside.substr(bar + 1)};
}

std::string filled(const Piece& place, const std::function<std::string(std::string_view)>& fill)
{
    std::string text = fill(place.text);
    if (place.plural.empty()) return text;
    return std::string(text == "1" ? place.singular : place.plural);
}

std::vector<Piece> pieces_of(std::string_view sentence)
{
    std::vector<Piece> pieces;
    std::size_t literal = 0;
    for (std::size_t open = sentence.find('{'); open != std::string_view::npos; open = sentence.find('{', open + 1)) {
        const std::size_t close = sentence.find('}', open);
        if (close == std::string_view::npos) break;
        const std::optional<Piece> place = place_of(sentence.substr(open + 1, close - open - 1));
        if (!place) continue;
        if (open > literal) pieces.push_back({sentence.substr(literal, open - literal), false});
        pieces.push_back(*place);
        literal = close + 1;
        open = close;
    }
    if (literal < sentence.size()) pieces.push_back({sentence.substr(literal), false});
    return pieces;
}

/// Whether a Chinese character or mark of full width begins there.
bool is_wide(std::string_view text, std::size_t place)
{
    constexpr unsigned char first_wide = 0xE3; // The first byte of U+3000 and all later ones in UTF-8.
    return place < text.size() && static_cast<unsigned char>(text[place]) >= first_wide;
}

/// Leaves out the space that a sentence has beside a name, if the name is Chinese too.
void append(std::string& text, std::string_view more)
{
    constexpr std::size_t bytes_of_wide = 3;
    const std::size_t end = text.size();
    if (end > bytes_of_wide && text.back() == ' ' && is_wide(text, end - bytes_of_wide - 1) && is_wide(more, 0))
        text.pop_back();
    else if (end >= bytes_of_wide && is_wide(text, end - bytes_of_wide) && more.starts_with(' ') && is_wide(more, 1))
        more.remove_prefix(1);
    text += more;
}

} // namespace

std::string Messages::text_filled_by(std::string_view code,
                                     const std::function<std::string(std::string_view)>& fill) const
{
    const auto filled_in = [&fill](std::string_view sentence) {
        std::string text;
        for (const Piece& piece : pieces_of(sentence))
            append(text, piece.is_place ? filled(piece, fill) : std::string(piece.text));
        return text;
    };
    if (code.starts_with('=')) return filled_in(code.substr(1));
    auto found = table_.end();
    if (of_processors_) found = table_.find(std::string(code) + std::string(processor_variant));
    if (found == table_.end()) found = table_.find(code);
    if (found == table_.end()) return "[" + std::string(code) + "]";
    return filled_in(found->second);
}

std::string Messages::text(std::string_view code, const Arguments& arguments) const
{
    return text_filled_by(code, [&](std::string_view place) {
        const auto argument = std::ranges::find_if(arguments, [&](const auto& named) { return named.first == place; });
        return argument == arguments.end() ? "{" + std::string(place) + "}" : text_of_argument(argument->second);
    });
}

std::string Messages::text_of_argument(const Argument& argument) const
{
    return std::visit(Match{
                          [&](const Value& value) { return text_of(value, language_); },
                          [&](const std::string& data) { return data; },
                          [&](const MessageCode& word) { return text(word.code); },
                      },
                      argument);
}

std::string Messages::text_of_finding(const Finding& finding) const
{
    return text("finding." + finding.code, finding.arguments);
}

std::string category_text(std::string_view list, std::string_view word, const Messages& messages)
{
    const std::string code = "category." + std::string(list) + "." + std::string(word);
    return messages.has(code) ? messages.text(code) : std::string(word);
}

std::vector<std::string> places_of(std::string_view sentence)
{
    std::vector<std::string> places;
    for (const Piece& piece : pieces_of(sentence)) {
        if (piece.is_place && std::ranges::find(places, piece.text) == places.end()) places.emplace_back(piece.text);
    }
    return places;
}

namespace {

/// Names of the calibration's coefficients and their sources: "quantity.coefficient.<key>" and
/// "source.coefficient.<key>". If two sections have the key, the first one with words counts.
void add_coefficients(const nlohmann::json& calibration, Language language, Messages::Table& table)
{
    if (!calibration.is_object()) return;
    const std::string path = "/words/" + std::string(word_of(language)) + "/";
    for (const nlohmann::json& section : calibration) {
        if (!section.is_object()) continue;
        for (const auto& [key, record] : section.items()) {
            const auto add = [&](const char* kind, const char* member) {
                const nlohmann::json::json_pointer place(path + member);
                if (record.is_object() && record.contains(place) && record.at(place).is_string())
                    table.try_emplace(std::string(kind) + ".coefficient." + key, record.at(place).get<std::string>());
            };
            add("quantity", "name");
            add("source", "source");
        }
    }
}

} // namespace

LoadedMessages load_messages(const DataDirectory& directory, Language language)
{
    const JsonDocument document = parse_json_file(directory.messages() / (std::string(word_of(language)) + ".json"));
    LoadedMessages loaded{Messages(language, {}), document.issues};
    if (!document.issues.empty()) return loaded;
    if (!document.value.is_object()) {
        loaded.issues.push_back({"$", "wrong-type", json_excerpt(document.value), "object"});
        return loaded;
    }
    Messages::Table table;
    for (const auto& [code, sentence] : document.value.items()) {
        if (sentence.is_string())
            table[code] = sentence.get<std::string>();
        else
            loaded.issues.push_back({json_member_path("$", code), "wrong-type", json_excerpt(sentence), "text"});
    }
    // Its defects are reported with the engine's data.
    add_coefficients(parse_json_file(directory.hardware_db() / "calibration.json").value, language, table);
    loaded.messages = Messages(language, std::move(table));
    return loaded;
}

namespace {

/// "number (0, 10]" with its first word translated, if it is one of the readers' kinds.
std::string expected_text(const std::string& expected, const Messages& words)
{
    const std::size_t end = expected.find(' ');
    const std::string code = "data.expected." + expected.substr(0, end);
    if (!words.has(code)) return expected;
    return words.text(code) + (end == std::string::npos ? "" : expected.substr(end));
}

} // namespace

std::string text_of_issue(const JsonIssue& issue, const Messages& words)
{
    const Value line{static_cast<double>(issue.line), Unit::count};
    const Value column{static_cast<double>(issue.column), Unit::count};
    return words.text("data." + issue.code, {{"found", issue.found},
                                             {"expected", expected_text(issue.expected, words)},
                                             {"line", line},
                                             {"column", column}});
}

namespace {

template <typename Record>
bool name_all(std::vector<Record>& records, RecordKind kind, const std::vector<OwnRecord>& own,
              const Messages& messages)
{
    bool changed = false;
    for (Record& record : records) {
        const std::string code = "part-class." + record.id;
        if (!record.generic || !messages.has(code)) continue;
        const bool is_own =
            std::ranges::any_of(own, [&](const OwnRecord& each) { return each.kind == kind && each.id == record.id; });
        if (is_own || record.name == messages.text(code)) continue;
        record.name = messages.text(code);
        changed = true;
    }
    return changed;
}

} // namespace

std::string text_of_typed(const TypedNumber& typed, const Messages& words)
{
    const auto kind = [](Unit unit) { return MessageCode{"typed.kind." + std::string(typed_kind(unit).code)}; };
    return words.text("typed." + std::string(typed.code), {{"found", typed.found},
                                                           {"part", typed.part},
                                                           {"right", typed.right},
                                                           {"is", kind(typed.is)},
                                                           {"wanted", kind(typed.wanted)}});
}

bool name_part_classes(Catalog& catalog, const Messages& messages)
{
    const bool drives = name_all(catalog.storages, RecordKind::storage, catalog.own_records, messages);
    const bool machines = name_all(catalog.chassis_list, RecordKind::chassis, catalog.own_records, messages);
    return drives || machines;
}

FoundPartText text_of(const FoundPart& part, const Messages& messages)
{
    FoundPartText text;
    text.what = messages.text("found." + part.code);
    text.found = part.found;
    if (std::holds_alternative<std::monostate>(part.value))
        text.proposed = "–";
    else if (part.amount)
        text.proposed = text_of(*part.amount, messages.language());
    else
        text.proposed = part.name.empty() ? messages.text("found.none") : part.name;
    for (const Finding& remark : part.remarks) {
        if (!text.remark.empty()) text.remark += " ";
        text.remark += messages.text("found." + remark.code, remark.arguments);
    }
    return text;
}

} // namespace rigwright
