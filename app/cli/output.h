// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/invocation.h"
#include "core/estimate/evaluation.h"
#include "core/estimate/working/nodes.h"
#include "core/network/layer_table.h"
#include "core/text/messages.h"
#include "core/text/number_text.h"

#include <nlohmann/json_fwd.hpp>

#include <functional>
#include <initializer_list>
#include <iosfwd>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

namespace rigwright::cli {

/// Writes a text to a file, or to standard output if `name` is empty. A file is replaced whole or unchanged; a failed
/// write is an error.
ExitCode put_out(Session& session, const std::string& name, const std::string& text);

/// Replaces a file by the one that `write` creates under the given name beside it; `write` returns whether it
/// succeeded.
ExitCode put_out_by(Session& session, const std::string& name, const std::function<bool(const std::string&)>& write);

/// Placeholder for an unknown number.
inline constexpr char unknown[] = "–";

/// A value in the language of the messages.
inline std::string shown(const Value& value, const Messages& words) { return text_of(value, words.language()); }

/// Width of a UTF-8 text in terminal columns; Chinese characters take two.
std::size_t display_width(std::string_view text);

/// Rows of text in aligned columns; the first row contains the headings. Columns in `right` are aligned to the right.
class Table {
public:
    explicit Table(std::vector<std::string> headings, std::vector<bool> right = {});
    /// The headings "column.<code>" of the messages; a "+" before a code aligns its column to the right.
    Table(const Messages& words, std::initializer_list<std::string_view> columns);

    void add(std::vector<std::string> row) { rows_.push_back(std::move(row)); }
    void print(std::ostream& out) const;

private:
    std::vector<std::vector<std::string>> rows_;
    std::vector<bool> right_;
};

/// The messages of multiple codes.
std::vector<std::string> texts_of(std::initializer_list<const char*> codes, const Messages& words);

using MarkdownRow = std::vector<std::string>;

/// A table followed by an empty line: the first column aligned left, figures right. Cells must not contain "|".
void print_markdown_table(const MarkdownRow& headings, const std::vector<MarkdownRow>& rows, std::ostream& out);

/// Findings with their texts.
nlohmann::ordered_json findings_json(const std::vector<Finding>& findings, const Session& session);

/// One row of the layer table.
nlohmann::ordered_json layer_json(const LayerRow& row);
/// The whole table of an evaluation that has an estimate.
nlohmann::ordered_json layers_json(const Evaluation& evaluation);

/// Memory over one step, moment by moment.
nlohmann::ordered_json timeline_json(const Evaluation& evaluation);

/// A derivation with its texts and all its inputs.
nlohmann::ordered_json working_json(const Derivation& working, const Messages& messages);
/// The derivation of every quantity that the estimate has, by its id.
nlohmann::ordered_json workings_json(const Evaluation& evaluation, const EngineData& data, const Messages& messages);

/// The scenario with all values from its preset or family filled in: hyperparameters and input.
Scenario with_model_filled_in(const Scenario& scenario, const EngineData& data);

} // namespace rigwright::cli
