// SPDX-License-Identifier: Apache-2.0
#include "core/estimate/estimate_json.h"
#include "core/report/sections.h"

namespace rigwright {

namespace {

/// The findings of all options that are, or are not, about what nobody checked.
ReportTable findings_table(const ReportDraft& draft, const char* id, bool unchecked)
{
    ReportTable table{id,
                      draft.text(std::string("table.") + id),
                      {{draft.text("option")}, {draft.text("severity")}, {draft.text("finding")}},
                      {}};
    for (std::size_t i = 0; i < draft.inputs.options.size(); ++i)
        for (const Finding& finding : draft.inputs.options[i]->estimate->findings)
            if ((finding.severity == Finding::Severity::unchecked) == unchecked)
                table.rows.push_back({{draft.names[i]},
                                      {draft.messages.text(std::string("severity.") + key_of(finding.severity))},
                                      {draft.messages.text_of_finding(finding)}});
    return table;
}

void add_or_say_none(const ReportDraft& draft, ReportTable table, const char* none, ReportSection& section)
{
    if (table.rows.empty())
        section.blocks.emplace_back(draft.paragraph(none));
    else
        section.blocks.emplace_back(std::move(table));
}

} // namespace

ReportSection findings_section(const ReportDraft& draft)
{
    ReportSection section{"findings", draft.text("section.findings"), {}};
    add_or_say_none(draft, findings_table(draft, "findings", false), "findings.none", section);
    add_or_say_none(draft, findings_table(draft, "unchecked", true), "unchecked.none", section);
    section.blocks.emplace_back(draft.paragraph("unchecked.always"));
    return section;
}

} // namespace rigwright
