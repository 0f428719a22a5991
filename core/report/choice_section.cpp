// SPDX-License-Identifier: Apache-2.0
#include "core/advise/advice_json.h"
#include "core/advise/quote_choice.h"
#include "core/estimate/checks/checks.h"
#include "core/estimate/quantities.h"
#include "core/report/comparison.h"
#include "core/report/sections.h"
#include "core/text/price_text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>

namespace rigwright {

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
    if (!best) {
        const bool by_batch = criterion != ChoiceCriterion::purchase && !have_one_global_batch(draft.inputs.options);
        return draft.text(by_batch ? "criterion.other-batch" : "criterion.unknown", {{"criterion", name}});
    }
    const std::string& winner = draft.names[best->option];
    if (!best->next) return draft.text("criterion.alone", {{"criterion", name}, {"option", winner}});
    const std::string& next = draft.names[*best->next];
    if (!best->ahead) {
        const char* code = !best->clear                ? "criterion.unknown"
                           : best->depends_on_unpriced ? "criterion.best-unless"
                                                       : "criterion.best-by-unknown";
        return draft.text(code, {{"criterion", name}, {"option", winner}, {"next", next}});
    }
    const Value ahead = in_unit_of(criterion, *best->ahead, *draft.inputs.options[best->option]);
    return draft.text(best->clear ? "criterion.best" : "criterion.no-clear-winner",
                      {{"criterion", name}, {"option", winner}, {"next", next}, {"ahead", ahead}});
}

/// The cost and time of the proposed option relative to another qualifying one.
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

/// The price difference at which another option becomes the cheaper purchase; empty if it is unknown.
std::optional<std::string> turning_point(const ReportDraft& draft, const QuoteChoice& choice)
{
    const auto& purchase = choice.best_by(ChoiceCriterion::purchase);
    if (!choice.proposed || choice.proposed->reason != ChoiceReason::cheapest_to_buy || !purchase->ahead)
        return std::nullopt;
    const Value margin =
        in_unit_of(ChoiceCriterion::purchase, *purchase->ahead, *draft.inputs.options[purchase->option]);
    return draft.text(
        "choice.turns-at",
        {{"option", draft.names[purchase->option]}, {"next", draft.names[*purchase->next]}, {"margin", margin}});
}

/// What would make a plan fit that is excluded for lack of memory, in the same training; empty if nothing does.
std::optional<std::string> what_would_fit(const ReportDraft& draft, const Evaluation& option, const Finding& reason)
{
    if (!remedies_help(reason.code)) return std::nullopt;
    for (const Remedy& remedy : remedies(option, {draft.inputs.data}))
        if (remedy.fits() && remedy.reach == RemedyReach::same_training)
            return draft.text("excluded.would-fit", {{"remedy", remedy_text(remedy, draft.messages.message_text())},
                                                     {"memory", value_of(remedy.effect.memory)}});
    return std::nullopt;
}

/// The first reason against each excluded option, the number of further reasons in the appendix, and what helps.
void add_excluded(const ReportDraft& draft, const QuoteChoice& choice, ReportSection& section)
{
    ReportList excluded;
    for (std::size_t i = 0; i < draft.inputs.options.size(); ++i) {
        if (choice.against[i].empty()) continue;
        const Value more{double(choice.against[i].size() - 1), Unit::count};
        const Finding& first = choice.against[i].front();
        std::vector<std::string> reasons{draft.messages.text_of_finding(first)};
        if (const auto fitting = what_would_fit(draft, *draft.inputs.options[i], first)) reasons.push_back(*fitting);
        const std::string reason = joined_sentences(reasons, draft.messages.language());
        excluded.items.push_back(draft.text(more.number > 0.0 ? "excluded-and-more" : "excluded",
                                            {{"option", draft.names[i]}, {"reason", reason}, {"more", more}}));
    }
    if (excluded.items.empty()) return;
    section.blocks.emplace_back(draft.paragraph("excluded.intro"));
    section.blocks.emplace_back(std::move(excluded));
}

/// The sentences of the relevant findings.
std::vector<std::string> sentences_of(const ReportDraft& draft, const Evaluation& option,
                                      const std::function<bool(const Finding&)>& counts)
{
    std::vector<std::string> sentences;
    for (const Finding& finding : option.estimate->findings)
        if (counts(finding)) sentences.push_back(draft.messages.text_of_finding(finding));
    return sentences;
}

/// The requirements that could not be checked for an option ("Budget not checked: …").
std::string open_requirements(const ReportDraft& draft, const Evaluation& option)
{
    const auto is_open = [](const Finding& finding) {
        return finding.severity == Finding::Severity::unchecked && finding.field.starts_with("requirements.");
    };
    return joined_sentences(sentences_of(draft, option, is_open), draft.messages.language());
}

/// What the price of an option leaves out.
void add_parts_not_chosen(const ReportDraft& draft, std::size_t option, std::vector<std::string>& sentences)
{
    const std::vector<PartKind>& kinds = draft.inputs.options[option]->estimate->cost.bill.not_chosen;
    if (kinds.empty()) return;
    sentences.push_back(
        draft.text("choice.not-chosen", {{"option", draft.names[option]}, {"parts", draft.list_of(kinds)}}));
}

ReportParagraph answer(const ReportDraft& draft, const QuoteChoice& choice)
{
    ReportParagraph paragraph;
    paragraph.emphasised = true;
    if (!choice.one_task) {
        paragraph.text = draft.messages.text("compare.other-question");
    } else if (choice.proposed) {
        const Evaluation& proposed = *draft.inputs.options[choice.proposed->option];
        const std::string open = open_requirements(draft, proposed);
        std::vector<std::string> sentences = sentences_of(draft, proposed, is_risk);
        sentences.insert(sentences.begin(),
                         draft.text(open.empty() ? key_of(choice.proposed->reason) : "choice.with-open-requirements",
                                    {{"option", draft.names[choice.proposed->option]}, {"open", open}}));
        add_parts_not_chosen(draft, choice.proposed->option, sentences);
        paragraph.text = joined_sentences(sentences, draft.messages.language());
    } else {
        std::vector<std::string> sentences{
            draft.text(choice.qualified.empty() ? "choice.none-qualifies" : "choice.undecided")};
        for (const std::size_t option : choice.qualified) add_parts_not_chosen(draft, option, sentences);
        paragraph.text = joined_sentences(sentences, draft.messages.language());
    }
    return paragraph;
}

/// For a single option, whether it meets the requirements.
ReportParagraph single_answer(const ReportDraft& draft, const QuoteChoice& choice)
{
    const auto text = [&](const char* code) { return draft.text(code, {{"option", draft.names.front()}}); };
    if (choice.qualified.empty()) return {text("choice.single-fails"), true};
    std::vector<std::string> sentences = sentences_of(draft, *draft.inputs.options.front(), is_risk);
    const std::string open = open_requirements(draft, *draft.inputs.options.front());
    if (!open.empty()) sentences.push_back(open);
    sentences.insert(sentences.begin(), text(sentences.empty() ? "choice.single-works" : "choice.single-reserved"));
    return {joined_sentences(sentences, draft.messages.language()), true};
}

void add_comparison(const ReportDraft& draft, const QuoteChoice& choice, ReportSection& section)
{
    if (choice.qualified.size() < 2) return;
    ReportList criteria;
    for (const ChoiceCriterion criterion : all_choice_criteria)
        criteria.items.push_back(criterion_sentence(draft, criterion, choice.best_by(criterion)));
    if (choice.qualified.size() < draft.inputs.options.size())
        section.blocks.emplace_back(draft.paragraph("criterion.intro"));
    section.blocks.emplace_back(std::move(criteria));
    // A second card that only doubles the batch is not presented as a pure gain.
    if (!have_one_global_batch(draft.inputs.options))
        section.blocks.emplace_back(ReportParagraph{draft.messages.text("compare.other-global-batch")});
    if (!choice.proposed) return;
    ReportList given_up;
    for (const std::size_t other : choice.qualified)
        if (other != choice.proposed->option) given_up.items.push_back(against(draft, choice.proposed->option, other));
    section.blocks.emplace_back(draft.paragraph("against.intro", {{"option", draft.names[choice.proposed->option]}}));
    section.blocks.emplace_back(std::move(given_up));
    if (const auto turn = turning_point(draft, choice)) section.blocks.emplace_back(ReportParagraph{*turn});
}

/// Cost, time and memory of an option, with their ranges.
ReportParagraph figures_of(const ReportDraft& draft, std::size_t index)
{
    const Evaluation& option = *draft.inputs.options[index];
    const bool ends = quantity_value(option, "time.wall_seconds").has_value();
    const std::string_view speed = ends ? "time.wall_seconds" : "time.samples_per_second";
    return draft.paragraph("choice.figures", {{"purchase", purchase_cell(draft, option).text},
                                              {"speed", draft.quantity(speed)},
                                              {"time", draft.ranged_cell(option, speed).text},
                                              {"memory", draft.ranged_cell(option, "memory.total_bytes").text},
                                              {"usable", draft.cell(option, "memory.usable_bytes").text}});
}

/// The option whose figures are shown: the proposed or only one.
std::optional<std::size_t> option_in_front(const ReportDraft& draft, const QuoteChoice& choice)
{
    if (draft.inputs.options.size() == 1) return 0;
    return choice.proposed ? std::optional(choice.proposed->option) : std::nullopt;
}

/// The rent of the same GPUs for one run, and when a purchase pays off; empty if one is unknown.
std::optional<std::string> rent_of(const ReportDraft& draft, std::size_t shown)
{
    const Evaluation& option = *draft.inputs.options[shown];
    const ReportCell rent = draft.ranged_cell(option, "cost.rent_equivalent");
    const ReportCell even = draft.ranged_cell(option, "cost.break_even_hours");
    if (!rent.value || !even.value) return std::nullopt;
    return draft.text("choice.rent", {{"option", draft.names[shown]}, {"rent", rent.text}, {"time", even.text}});
}

} // namespace

ReportSection choice_section(const ReportDraft& draft)
{
    const QuoteChoice choice = choose_quote(draft.inputs.options, draft.inputs.data);
    ReportSection section{"choice", draft.text("section.choice"), {}};
    if (!draft.inputs.question.empty()) section.blocks.emplace_back(ReportParagraph{draft.inputs.question});
    section.blocks.emplace_back(draft.inputs.options.size() == 1 ? single_answer(draft, choice)
                                                                 : answer(draft, choice));
    if (const auto shown = option_in_front(draft, choice)) {
        section.blocks.emplace_back(figures_of(draft, *shown));
        if (const auto rent = rent_of(draft, *shown)) section.blocks.emplace_back(ReportParagraph{*rent});
    }
    section.blocks.emplace_back(task_paragraph(draft));
    add_comparison(draft, choice, section);
    add_excluded(draft, choice, section);
    return section;
}

namespace {

/// The proposed option and its price, in Chinese also in the words that contracts ask for; empty without a proposal.
std::optional<std::string> signed_for(const ReportDraft& draft)
{
    const auto proposed = choose_quote(draft.inputs.options, draft.inputs.data).proposed;
    if (!proposed) return std::nullopt;
    const ReportCell price = purchase_cell(draft, *draft.inputs.options[proposed->option]);
    if (!price.value) return std::nullopt;
    const BillOfMaterials& bill = draft.inputs.options[proposed->option]->estimate->cost.bill;
    const bool in_words = draft.messages.language() == Language::chinese && bill.currency == "CNY" &&
                          !bill.is_lower_bound() && bill.total < renminbi_words_end;
    return draft.text(in_words ? "signatures.for-in-words" : "signatures.for",
                      {{"option", draft.names[proposed->option]},
                       {"price", price.text},
                       {"words", in_words ? renminbi_in_words(bill.total) : std::string()}});
}

} // namespace

ReportSection signatures_section(const ReportDraft& draft)
{
    ReportSection section{"signatures", draft.text("section.signatures"), {draft.paragraph("signatures.order")}};
    if (const auto order = signed_for(draft)) section.blocks.emplace_back(ReportParagraph{*order});
    ReportTable table{"signatures",
                      {},
                      {{draft.text("signatures.role")},
                       {draft.text("signatures.name")},
                       {draft.text("signatures.date")},
                       {draft.text("signatures.signature")}},
                      {},
                      true};
    for (const char* role : {"signatures.prepared", "signatures.checked", "signatures.approved"})
        table.rows.push_back({{draft.text(role)}, {}, {}, {}});
    section.blocks.emplace_back(std::move(table));
    return section;
}

} // namespace rigwright
