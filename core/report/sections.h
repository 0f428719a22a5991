// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/report/make_report.h"
#include "core/report/report.h"
#include "core/scenario/fields.h"
#include "core/text/number_text.h"

#include <span>
#include <string_view>

namespace rigwright {

/// A report in progress: its inputs and its language.
struct ReportDraft {
    const ReportInputs& inputs;
    const Messages& messages;
    /// Headings of the options.
    std::vector<std::string> names;

    /// The message "report.<code>".
    std::string text(std::string_view code, const Arguments& arguments = {}) const;
    /// Adds an item to the text of a list, after a separator if it is not the first.
    void add_item(std::string& list, std::string_view item) const;
    /// "System memory; Chassis".
    std::string list_of(const std::vector<PartKind>& kinds) const;
    ReportParagraph paragraph(std::string_view code, const Arguments& arguments = {}) const;
    std::string text(const Value& value) const;
    ReportCell cell(const Value& value) const { return {text(value), value}; }
    /// The value of a quantity of an option; a dash if the option does not have it.
    ReportCell cell(const Evaluation& option, std::string_view quantity) const;
    /// With its range after the value: "96.2 ms (80.4–177 ms)"; with "≥" for a lower bound.
    ReportCell ranged_cell(const Evaluation& option, std::string_view quantity) const;
    /// The name of a quantity.
    std::string quantity(std::string_view id) const { return messages.text("quantity." + std::string(id)); }
    /// A first column for names, then a numeric one per option.
    std::vector<ReportColumn> option_columns(std::string_view first_code) const;
    /// A row of these columns.
    template <typename CellOf>
    std::vector<ReportCell> row(std::string name, const CellOf& cell_of) const
    {
        std::vector<ReportCell> cells{{std::move(name)}};
        for (const Evaluation* option : inputs.options) cells.push_back(cell_of(*option));
        return cells;
    }
    /// The value of a scenario field; empty if not set.
    std::string field_text(const Field& field, const Evaluation& option) const
    {
        return rigwright::field_text(field.path, field.read(option.scenario), option.scenario.economics.currency,
                                     inputs.data.hardware, messages);
    }
};

/// Chinese sentences follow each other without a space.
std::string joined_sentences(const std::vector<std::string>& sentences, Language language);

// The sections of the report; long ones have their own file. Each is a function of the draft's inputs.

// The two front pages.

/// The recommended option, the reasons, the trade-offs against the others, and the reasons against excluded options.
ReportSection choice_section(const ReportDraft& draft);
/// A comparison of the options.
ReportSection comparison_section(const ReportDraft& draft);
/// The purchase price of each option, by kind of part.
ReportSection bills_section(const ReportDraft& draft);
/// Warnings of the checks, missing or expired prices, and unchecked properties.
ReportSection risks_section(const ReportDraft& draft);
/// Lines for those who prepare, check and approve it.
ReportSection signatures_section(const ReportDraft& draft);

// The appendix.

/// The task in words, the model's size, and the requirements on the machine.
ReportSection question_section(const ReportDraft& draft);
/// The purchase price of each option, line by line with date and source.
ReportSection bill_section(const ReportDraft& draft);
ReportSection memory_section(const ReportDraft& draft);
ReportSection time_section(const ReportDraft& draft);
ReportSection money_section(const ReportDraft& draft);
/// The options' settings, and the underlying assumptions.
ReportSection assumptions_section(const ReportDraft& draft);
/// The findings of each option, and properties that the checks do not cover.
ReportSection findings_section(const ReportDraft& draft);
/// Program, data and inputs, so that the report can be reproduced.
ReportSection provenance_section(const ReportDraft& draft);

/// The task and the requirements on the machine in one paragraph.
ReportParagraph task_paragraph(const ReportDraft& draft);

/// A row of `ranged_cell`s for each quantity that at least one option has. "memory.parts." includes all ids with this
/// prefix.
void add_figures(const ReportDraft& draft, std::span<const std::string_view> ids, ReportTable& table);

/// The quantity of a part: "2", "3.84 TB" of storage.
ReportCell part_count_cell(const ReportDraft& draft, const BillLine& line);

/// The purchase price of an option: a sum, or a lower bound if lines have no price.
ReportCell purchase_cell(const ReportDraft& draft, const Evaluation& option);

} // namespace rigwright
