// SPDX-License-Identifier: Apache-2.0
#include "core/report/make_report.h"

#include "core/advise/quote_choice.h"
#include "core/estimate/estimate_json.h"
#include "core/importing/sha256.h"
#include "core/json/read_file.h"
#include "core/json/version.h"
#include "core/report/sections.h"
#include "core/scenario/scenario_json.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cmath>

namespace rigwright {

namespace {

bool all_train_on_processors(const ReportInputs& inputs)
{
    return std::all_of(inputs.options.begin(), inputs.options.end(),
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
    for (const auto section : {question_section, choice_section, comparison_section, bill_section, memory_section,
                               time_section, money_section, assumptions_section, findings_section, provenance_section})
        report.sections.push_back(section(draft));
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
    std::sort(names.begin(), names.end());
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

namespace {

Value in_unit_of(ChoiceCriterion criterion, double amount, const Evaluation& option)
{
    if (criterion == ChoiceCriterion::wall_time) return {amount, Unit::seconds};
    return money(amount, option.estimate->cost.bill.currency);
}

std::string criterion_sentence(const ReportDraft& draft, ChoiceCriterion criterion,
                               const std::optional<BestOption>& best)
{
    const MessageCode name{std::string("report.") + key_of(criterion)};
    if (!best) return draft.text("criterion.unknown", {{"criterion", name}});
    const std::string& winner = draft.names[best->option];
    if (!best->next) return draft.text("criterion.alone", {{"criterion", name}, {"option", winner}});
    const Value ahead = in_unit_of(criterion, best->ahead, *draft.inputs.options[best->option]);
    const char* code = !best->clear                ? "criterion.no-clear-winner"
                       : best->depends_on_unpriced ? "criterion.best-unless"
                                                   : "criterion.best";
    return draft.text(code,
                      {{"criterion", name}, {"option", winner}, {"next", draft.names[*best->next]}, {"ahead", ahead}});
}

/// What the proposed option costs and takes beside another that qualifies.
std::string against(const ReportDraft& draft, std::size_t proposed, std::size_t other)
{
    const auto difference = [&](ChoiceCriterion criterion) -> std::string {
        const auto more = known_difference(criterion, *draft.inputs.options[proposed], *draft.inputs.options[other]);
        if (!more) return draft.text("against.unknown");
        const Value size = in_unit_of(criterion, std::abs(*more), *draft.inputs.options[proposed]);
        return draft.text(*more == 0.0  ? "against.same"
                          : *more > 0.0 ? "against.more"
                                        : "against.less",
                          {{"size", size}});
    };
    return draft.text("against", {{"option", draft.names[other]},
                                  {"purchase", difference(ChoiceCriterion::purchase)},
                                  {"time", difference(ChoiceCriterion::wall_time)},
                                  {"run", difference(ChoiceCriterion::run_cost)}});
}

/// The price at which the choice by purchase would turn.
std::optional<std::string> turning_point(const ReportDraft& draft, const QuoteChoice& choice)
{
    const auto& purchase = choice.best_by(ChoiceCriterion::purchase);
    if (!choice.proposed || choice.proposed->reason != ChoiceReason::cheapest_to_buy || !purchase->next)
        return std::nullopt;
    const Value margin =
        in_unit_of(ChoiceCriterion::purchase, purchase->ahead, *draft.inputs.options[purchase->option]);
    return draft.text(
        "choice.turns-at",
        {{"option", draft.names[purchase->option]}, {"next", draft.names[*purchase->next]}, {"margin", margin}});
}

void add_excluded(const ReportDraft& draft, const QuoteChoice& choice, ReportSection& section)
{
    ReportList excluded;
    for (std::size_t i = 0; i < draft.inputs.options.size(); ++i) {
        if (std::find(choice.qualified.begin(), choice.qualified.end(), i) != choice.qualified.end()) continue;
        for (const Finding& finding : choice.against[i])
            excluded.items.push_back(draft.text(
                "excluded", {{"option", draft.names[i]}, {"reason", draft.messages.text_of_finding(finding)}}));
    }
    if (excluded.items.empty()) return;
    section.blocks.emplace_back(draft.paragraph("excluded.intro"));
    section.blocks.emplace_back(std::move(excluded));
}

ReportParagraph answer(const ReportDraft& draft, const QuoteChoice& choice)
{
    ReportParagraph paragraph;
    paragraph.emphasised = true;
    if (choice.proposed)
        paragraph.text =
            draft.text(key_of(choice.proposed->reason), {{"option", draft.names[choice.proposed->option]}});
    else
        paragraph.text = draft.text(choice.qualified.empty() ? "choice.none-qualifies" : "choice.undecided");
    return paragraph;
}

/// One option is no choice: it does what is asked, or it does not.
ReportParagraph single_answer(const ReportDraft& draft, const QuoteChoice& choice)
{
    return {draft.text(choice.qualified.empty() ? "choice.single-fails" : "choice.single-works",
                       {{"option", draft.names.front()}}),
            true};
}

void add_comparison(const ReportDraft& draft, const QuoteChoice& choice, ReportSection& section)
{
    if (choice.qualified.size() < 2) return;
    ReportList criteria;
    for (const ChoiceCriterion criterion : all_choice_criteria)
        criteria.items.push_back(criterion_sentence(draft, criterion, choice.best_by(criterion)));
    section.blocks.emplace_back(std::move(criteria));
    if (!choice.proposed) return;
    ReportList given_up;
    for (const std::size_t other : choice.qualified)
        if (other != choice.proposed->option) given_up.items.push_back(against(draft, choice.proposed->option, other));
    section.blocks.emplace_back(draft.paragraph("against.intro", {{"option", draft.names[choice.proposed->option]}}));
    section.blocks.emplace_back(std::move(given_up));
    if (const auto turn = turning_point(draft, choice)) section.blocks.emplace_back(ReportParagraph{*turn});
}

} // namespace

ReportSection choice_section(const ReportDraft& draft)
{
    const QuoteChoice choice = choose_quote(draft.inputs.options, draft.inputs.data);
    ReportSection section{"choice", draft.text("section.choice"), {}};
    section.blocks.emplace_back(draft.inputs.options.size() == 1 ? single_answer(draft, choice)
                                                                 : answer(draft, choice));
    add_comparison(draft, choice, section);
    add_excluded(draft, choice, section);
    return section;
}

} // namespace rigwright
