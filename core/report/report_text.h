// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/report/report.h"
#include "core/report/report_options.h"
#include "core/scenario/fields.h"

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
    std::optional<Value> value(const Evaluation& option, std::string_view quantity) const;
    /// The name of a quantity.
    std::string quantity(std::string_view id) const { return messages.text("quantity." + std::string(id)); }
    /// A first column for names, then a numeric one for each option.
    std::vector<ReportColumn> option_columns(std::string_view first_code) const;
};

/// What a scenario field holds, as a person reads it: words of choices, names of parts; empty where nothing is set.
std::string field_text(const Field& field, const Scenario& scenario, const EngineData& data, const Messages& messages);

} // namespace rigwright
