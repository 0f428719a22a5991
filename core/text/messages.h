// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/hardware/catalog.h"
#include "core/json/data_directory.h"
#include "core/json/strict_json.h"
#include "core/measure/proposal.h"
#include "core/quantities/typed_number.h"
#include "core/quantities/words.h"
#include "core/scenario/finding.h"

#include <array>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace rigwright {

/// A user-interface language.
enum class Language { english, chinese };
/// The language id in the command line, settings and message files: "en", "zh_CN".
template <>
inline constexpr std::array<std::string_view, 2> words<Language>{"en", "zh_CN"};
inline constexpr std::array all_languages{Language::english, Language::chinese};

/// The program's sentences in one language, by code: findings, formulas, names of quantities, fields and choices.
///
/// A sentence has placeholders "{name}" for arguments; "{name:GPU|GPUs}" is the word after the number `name`. Missing
/// parts stay visible: an unknown code renders as "[code]", a placeholder without argument as itself.
class Messages {
public:
    using Table = std::map<std::string, std::string, std::less<>>;

    Messages(Language language, Table table) : language_(language), table_(std::move(table)) {}

    Language language() const { return language_; }
    const Table& table() const { return table_; }
    bool has(std::string_view code) const { return table_.find(code) != table_.end(); }
    /// Selects sentences for CPU-only training: the message "<code>@processor", if there is one, replaces "<code>".
    void speak_of_processors(bool alone) { of_processors_ = alone; }
    bool speaks_of_processors() const { return of_processors_; }

    /// The sentence with its placeholders filled.
    std::string text(std::string_view code, const Arguments& arguments = {}) const;
    /// The sentence with each placeholder filled by `fill(name)`. After "=", `code` is the sentence itself.
    std::string text_filled_by(std::string_view code, const std::function<std::string(std::string_view)>& fill) const;
    /// An argument as text in a sentence.
    std::string text_of_argument(const Argument& argument) const;
    /// The message "finding.<code>".
    std::string text_of_finding(const Finding& finding) const;
    /// `text` for engine functions that write sentences; these messages must outlive it.
    std::function<std::string(const std::string& code, const Arguments& arguments)> message_text() const
    {
        return [this](const std::string& code, const Arguments& arguments) { return text(code, arguments); };
    }

private:
    Language language_;
    Table table_;
    bool of_processors_ = false;
};

/// Suffix of codes for CPU-only training.
inline constexpr std::string_view processor_variant = "@processor";

/// A word of a category list in the user's language: "category.group.detection"; the word itself if the table has none.
std::string category_text(std::string_view list, std::string_view word, const Messages& messages);

/// The names of a sentence's placeholders, without duplicates, in order of appearance.
std::vector<std::string> places_of(std::string_view sentence);

/// The table of one language with the defects of its file; only codes of `JsonIssue`.
struct LoadedMessages {
    Messages messages;
    std::vector<JsonIssue> issues;
};

/// Reads the sentences of a language, and from the calibration the names of its coefficients:
/// "quantity.coefficient.<key>" and "source.coefficient.<key>".
LoadedMessages load_messages(const DataDirectory& directory, Language language);

/// A defect of a data file as a sentence: the value found and the accepted ones. Messages "data.<code>" and
/// "data.expected.<kind>".
std::string text_of_issue(const JsonIssue& issue, const Messages& words);

/// The reason why a typed number is not understood, and the correct form: the message "typed.<code>".
std::string text_of_typed(const TypedNumber& typed, const Messages& words);

/// Translates the names of generic machine and drive classes ("Desktop for two cards", messages "part-class.<id>");
/// makers' names, and names given by the user, are unchanged. True if a name changed.
bool name_part_classes(Catalog& catalog, const Messages& messages);

/// A found part as text.
struct FoundPartText {
    std::string what;
    std::string found;
    /// The proposed value for the build; a dash if nothing is close.
    std::string proposed;
    std::string remark;
};
FoundPartText text_of(const FoundPart& part, const Messages& messages);

} // namespace rigwright
