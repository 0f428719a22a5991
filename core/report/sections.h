// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/report/make_report.h"
#include "core/report/report.h"
#include "core/scenario/fields.h"

#include <span>
#include <string_view>

namespace rigwright {

/// A report on its way: what it is made of, and the language that it is made in.
struct ReportDraft {
    const ReportInputs& inputs;
    const Messages& messages;
    /// Headings of the options.
    std::vector<std::string> names;

    /// The message "report.<code>".
    std::string text(std::string_view code, const Arguments& arguments = {}) const;
    ReportParagraph paragraph(std::string_view code, const Arguments& arguments = {}) const;
    std::string text(const Value& value) const;
    ReportCell cell(const Value& value) const { return {text(value), value}; }
    /// The value of a quantity of an option; a dash where the option does not have it.
    ReportCell cell(const Evaluation& option, std::string_view quantity) const;
    /// With its range behind the value: "96.2 ms (80.4–177 ms)"; with "≥" where it is a lower bound.
    ReportCell ranged_cell(const Evaluation& option, std::string_view quantity) const;
    /// The name of a quantity.
    std::string quantity(std::string_view id) const { return messages.text("quantity." + std::string(id)); }
    /// A first column for names, then a numeric one for each option.
    std::vector<ReportColumn> option_columns(std::string_view first_code) const;
    /// A row of these columns.
    template <typename CellOf>
    std::vector<ReportCell> row(std::string name, const CellOf& cell_of) const
    {
        std::vector<ReportCell> cells{{std::move(name)}};
        for (const Evaluation* option : inputs.options) cells.push_back(cell_of(*option));
        return cells;
    }
};

/// Chinese sentences follow each other without a space.
std::string joined_sentences(const std::vector<std::string>& sentences, Language language);

/// What a scenario field holds, as a person reads it: words of choices, names of parts; empty where nothing is set.
std::string field_text(const Field& field, const Scenario& scenario, const EngineData& data, const Messages& messages);

// The sections of the report, one file each where it is long. Each is a function of the draft's inputs.

// The two pages in front.

/// Which option to take, why, what is given up against the others, and why options are out.
ReportSection choice_section(const ReportDraft& draft);
/// The options side by side.
ReportSection comparison_section(const ReportDraft& draft);
/// What each option costs to buy, by kind of part.
ReportSection bills_section(const ReportDraft& draft);
/// Warnings of the checks, prices that are missing or no longer valid, and what was not checked.
ReportSection risks_section(const ReportDraft& draft);
/// Lines for those who prepare, check and approve it.
ReportSection signatures_section(const ReportDraft& draft);

// The appendix.

/// The task in words, the model's size, and what is asked of the machine.
ReportSection question_section(const ReportDraft& draft);
/// What each option costs to buy, line by line with date and source.
ReportSection bill_section(const ReportDraft& draft);
ReportSection memory_section(const ReportDraft& draft);
ReportSection time_section(const ReportDraft& draft);
ReportSection money_section(const ReportDraft& draft);
/// The settings that the options have, and the judgements that the numbers rest on.
ReportSection assumptions_section(const ReportDraft& draft);
/// What the checks say of each option, and what they do not cover.
ReportSection findings_section(const ReportDraft& draft);
/// Program, data and inputs, so that the report can be made again.
ReportSection provenance_section(const ReportDraft& draft);

/// The task and what is asked of the machine in one paragraph.
ReportParagraph task_paragraph(const ReportDraft& draft);

/// A row of `ranged_cell`s for each quantity that at least one option has.
/// "memory.parts." includes all ids with this prefix.
void add_figures(const ReportDraft& draft, std::span<const std::string_view> ids, ReportTable& table);

/// How many of a part there are: "2", "3.84 TB" of storage.
ReportCell part_count_cell(const ReportDraft& draft, const BillLine& line);

/// The purchase of an option: a sum, or at least so much where lines have no price.
ReportCell purchase_cell(const ReportDraft& draft, const Evaluation& option);

} // namespace rigwright
