// SPDX-License-Identifier: Apache-2.0
#include "core/text/card_text.h"

#include "core/text/number_text.h"

#include <algorithm>
#include <array>
#include <set>

namespace rigwright {

namespace {

constexpr std::array compared_formats{CardProperty::fp64, CardProperty::fp64_tensor,   CardProperty::fp32,
                                      CardProperty::tf32, CardProperty::fp16_fp32_sum, CardProperty::fp16_fp16_sum,
                                      CardProperty::bf16, CardProperty::fp8,           CardProperty::fp4};

const CardEntry& entry_of(const std::vector<CardEntry>& sheet, CardProperty property)
{
    return sheet[static_cast<std::size_t>(property)];
}

/// The cards with the highest peak in a format, in the order of `cards`; empty where none has one, or all have the same.
std::vector<const Gpu*> leaders(const std::vector<const Gpu*>& cards, const std::vector<std::vector<CardEntry>>& sheets,
                                CardProperty format)
{
    std::vector<const Gpu*> best;
    double most = 0.0;
    for (std::size_t i = 0; i < cards.size(); ++i) {
        const auto& value = entry_of(sheets[i], format).value;
        if (!value || value->number < most || value->number <= 0.0) continue;
        if (value->number > most) best.clear();
        best.push_back(cards[i]);
        most = value->number;
    }
    if (best.size() == cards.size()) best.clear();
    return best;
}

/// "A100 SXM4 80GB = A100 SXM4 40GB" for cards with equal peaks.
std::string equal_names(const std::vector<const Gpu*>& cards)
{
    std::string names;
    for (const Gpu* card : cards) names += (names.empty() ? "" : " = ") + card->name;
    return names;
}

} // namespace

std::string text_of(const CardEntry& entry, Language language)
{
    if (!entry.text.empty()) return entry.text;
    if (!entry.value) return "–";
    const std::string number = text_of(*entry.value, language);
    if (entry.in_megahertz) return number + " MHz";
    if (entry.approximate) return "≈ " + number;
    return entry.in_bits ? number + " bit" : number;
}

std::string text_beside(const CardEntry& entry, const CardEntry& first, Language language)
{
    const auto times = ratio(entry, first);
    std::string text = text_of(entry, language);
    if (times) text += " (" + significant(*times, 2) + "×)";
    return text;
}

std::string precision_verdict(const std::vector<const Gpu*>& cards, const Messages& messages)
{
    if (cards.size() < 2) return {};
    std::vector<std::vector<CardEntry>> sheets;
    sheets.reserve(cards.size());
    for (const Gpu* gpu : cards) sheets.push_back(card_sheet(*gpu));
    std::string leads;
    std::set<std::vector<const Gpu*>> different;
    for (const CardProperty format : compared_formats) {
        const std::vector<const Gpu*> best = leaders(cards, sheets, format);
        if (best.empty()) continue;
        different.insert(best);
        leads += (leads.empty() ? "" : "; ") +
                 messages.text("card.leads", {{"format", MessageCode{std::string("card.") + key_of(format)}},
                                              {"card", equal_names(best)}});
    }
    if (leads.empty()) return {};
    return messages.text(different.size() > 1 ? "card.depends" : "card.same-in-all", {{"leads", leads}});
}

} // namespace rigwright
