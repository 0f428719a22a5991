// SPDX-License-Identifier: Apache-2.0
#include "core/report/make_report.h"

#include "core/advise/quote_choice.h"
#include "core/estimate/estimate_json.h"
#include "core/importing/sha256.h"
#include "core/json/data_directory.h"
#include "core/json/read_file.h"
#include "core/report/sections.h"
#include "core/scenario/scenario_json.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace rigwright {

namespace {

bool all_train_on_processors(const ReportInputs& inputs)
{
    return std::ranges::all_of(inputs.options,
                               [](const auto& option) { return trains_on_processor(option->scenario.build); });
}

} // namespace

Report make_report(const ReportInputs& inputs, const Messages& table)
{
    Messages messages = table;
    messages.speak_of_processors(all_train_on_processors(inputs));
    const ReportDraft draft{inputs, messages, option_names(inputs, messages)};
    Report report;
    report.language = messages.language();
    report.title = inputs.options.size() == 1 ? draft.text("title-one", {{"name", draft.names.front()}})
                                              : draft.text("title-several");
    report.subtitle = inputs.date + ", Rigwright " + std::string(version());
    for (const auto section : {choice_section, comparison_section, bills_section, risks_section, signatures_section})
        report.sections.push_back(section(draft));
    char letter = 'A';
    for (const auto section : {question_section, bill_section, memory_section, time_section, money_section,
                               assumptions_section, findings_section, provenance_section}) {
        ReportSection& added = report.sections.emplace_back(section(draft));
        added.heading = draft.text("appendix", {{"letter", std::string(1, letter++)}, {"heading", added.heading}});
        added.appendix = true;
    }
    return report;
}

namespace {

std::vector<std::string> names_below(const std::filesystem::path& directory)
{
    std::vector<std::string> names;
    std::error_code trouble;
    for (std::filesystem::recursive_directory_iterator entry(directory, trouble), end; !trouble && entry != end;
         entry.increment(trouble))
        if (entry->is_regular_file(trouble))
            names.push_back(entry->path().lexically_relative(directory).generic_string());
    std::ranges::sort(names);
    return trouble ? std::vector<std::string>() : names;
}

} // namespace

std::string data_fingerprint(const std::vector<std::filesystem::path>& folders)
{
    constexpr std::size_t digits = 16;
    bool any = false;
    Sha256 digest;
    for (const std::filesystem::path& folder : folders) {
        for (const std::string& name : names_below(folder)) {
            const std::string held = read_file(folder / name).value_or(std::string());
            digest.add(name);
            digest.add('\n' + std::to_string(held.size()) + '\n');
            digest.add(held);
            any = true;
        }
    }
    return any ? digest.hex_digest().substr(0, digits) : std::string();
}

namespace {

/// All findings of an option: those of its estimate, and the takt that its machine misses when it inspects.
std::vector<Finding> findings_of(const ReportDraft& draft, const Evaluation& option)
{
    std::vector<Finding> findings = option.estimate->findings;
    for (Finding& against : findings_against(option, draft.inputs.data))
        if (std::ranges::find(findings, against) == findings.end()) findings.push_back(std::move(against));
    return findings;
}

/// The findings of all options, either those about unchecked properties or all others.
ReportTable findings_table(const ReportDraft& draft, const char* id, bool unchecked)
{
    ReportTable table{id,
                      draft.text(std::string("table.") + id),
                      {{draft.text("option")}, {draft.text("severity")}, {draft.text("finding")}},
                      {}};
    for (std::size_t i = 0; i < draft.inputs.options.size(); ++i)
        for (const Finding& finding : findings_of(draft, *draft.inputs.options[i]))
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

ReportSection provenance_section(const ReportDraft& draft)
{
    ReportTable table{
        "provenance", draft.text("table.provenance"), {{draft.text("property")}, {draft.text("value")}}, {}};
    table.rows.push_back({{draft.text("made-on")}, {draft.inputs.date}});
    table.rows.push_back({{draft.text("program")}, {"Rigwright " + std::string(version())}});
    table.rows.push_back({{draft.text("data")}, {draft.inputs.data_fingerprint}});
    for (std::size_t i = 0; i < draft.inputs.options.size(); ++i)
        table.rows.push_back(
            {{draft.text("inputs-of", {{"option", draft.names[i]}})},
             {"SHA-256 " + sha256_hex(write_scenario(draft.inputs.options[i]->scenario, Expand::defaults).dump())}});
    return {"provenance", draft.text("section.provenance"), {draft.paragraph("provenance.intro"), std::move(table)}};
}

} // namespace rigwright
