// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/hardware/catalog.h"
#include "core/json/strict_json.h"
#include "core/measure/proposal.h"
#include "core/quantities/words.h"
#include "core/scenario/finding.h"

#include <array>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rigwright {

/// A language the program speaks.
enum class Language { english, chinese };
/// The id of command line, settings and message files: "en", "zh_CN".
template <>
inline constexpr std::array<std::string_view, 2> words<Language>{"en", "zh_CN"};
inline constexpr std::array all_languages{Language::english, Language::chinese};

/// The sentences of the program in one language, by code: findings, formulas, names of quantities, fields and choices.
///
/// A sentence has places "{name}" that arguments fill; "{name:GPU|GPUs}" is the word that follows the number `name`.
/// What is missing stays visible: an unknown code renders as
/// "[code]", a place without argument as itself.
class Messages {
public:
    using Table = std::map<std::string, std::string, std::less<>>;

    Messages(Language language, Table table) : language_(language), table_(std::move(table)) {}

    Language language() const { return language_; }
    const Table& table() const { return table_; }
    bool has(std::string_view code) const { return table_.find(code) != table_.end(); }
    /// Sentences about plans that train on the processor alone: where the table has "<code>@processor", it is taken
    /// instead of "<code>".
    void speak_of_processors(bool alone) { of_processors_ = alone; }
    bool speaks_of_processors() const { return of_processors_; }

    /// The sentence with its places filled.
    std::string text(std::string_view code, const Arguments& arguments = {}) const;
    /// The sentence with each place filled by `fill(name)`.
    std::string text_filled_by(std::string_view code, const std::function<std::string(std::string_view)>& fill) const;
    /// An argument as it stands in a sentence.
    std::string text_of_argument(const Argument& argument) const;
    /// The message "finding.<code>".
    std::string text_of_finding(const Finding& finding) const;
    /// `text` for the engine's functions that write sentences; these messages outlive it.
    std::function<std::string(const std::string& code, const Arguments& arguments)> message_text() const
    {
        return [this](const std::string& code, const Arguments& arguments) { return text(code, arguments); };
    }

private:
    Language language_;
    Table table_;
    bool of_processors_ = false;
};

/// The suffix of codes whose sentence is for plans that train on the processor alone.
inline constexpr std::string_view processor_variant = "@processor";

/// A word of a list of categories in the language's own: "category.group.detection"; the word itself where the table
/// has none.
std::string category_text(std::string_view list, std::string_view word, const Messages& messages);

/// The names of the places of a sentence, each once, in order of appearance.
std::vector<std::string> places_of(std::string_view sentence);

/// The table of one language with what was wrong in its file; codes beyond those of `JsonIssue`: none.
struct LoadedMessages {
    Messages messages;
    std::vector<JsonIssue> issues;
};

/// Reads <language>.json of a directory: one object of code and sentence.
LoadedMessages load_messages(const std::filesystem::path& directory, Language language);

/// What is wrong with a data file, as a sentence: what was found and what would be accepted. Messages "data.<code>" and
/// "data.expected.<kind>".
std::string text_of_issue(const JsonIssue& issue, const Messages& words);

/// Classes of machines and drives that stand for none in particular ("Desktop for two cards") get their names in the
/// language of the messages ("part-class.<id>"); makers' names, and names that the person gave, stay as they are. True
/// where a name changed.
bool name_part_classes(Catalog& catalog, const Messages& messages);

/// A found part in words.
struct FoundPartText {
    std::string what;
    std::string found;
    /// What the build would say; a dash where nothing comes near.
    std::string proposed;
    std::string remark;
};
FoundPartText text_of(const FoundPart& part, const Messages& messages);

} // namespace rigwright
