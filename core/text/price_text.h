// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/hardware/card_sheet.h"
#include "core/prices/price_import.h"
#include "core/text/messages.h"

namespace rigwright {

/// The reason why a row of a price list is rejected, as a sentence.
std::string text_of_reason(const JsonIssue& reason, const Messages& words);
/// All reasons of a row, separated by semicolons.
std::string text_of_reasons(const ImportRow& row, const Messages& words);

std::string name_of(PriceColumn column, const Messages& words);
std::string name_of(RowFate fate, const Messages& words);
std::string name_of(PriceKind kind, const Messages& words);
std::string name_of(TextEncoding encoding, const Messages& words);
/// Names of the characters between cells and before decimals.
std::string delimiter_name(char delimiter, const Messages& words);
std::string decimal_name(char decimal, const Messages& words);
/// The headings of a price list that this program can import again, in the order of `PriceColumn`.
std::vector<std::string> price_template_headings(const Messages& words);

/// "13% tax included", "tax excluded"; empty if it is not known whether the tax is included.
std::string tax_text(const TaxTerms& tax, const Messages& words);
/// What a list says of all its prices: "13% tax included, supplier Example Ltd., valid for 15 days"; empty if nothing.
std::string terms_text(const ListTerms& terms, const Messages& words);
/// "shipping CN¥800.00, other costs CN¥2,000"; empty for a list without them.
std::string costs_text(const PriceImport& import, const Messages& words);
/// A price with its date: "12,500.00 CNY, 2026-11-01".
std::string price_text(const Price& price, const Messages& words);
/// An amount from 0 to below `renminbi_words_end` in the characters of Chinese contracts: "人民币壹仟肆佰零玖元伍角整"
/// (People's Bank of China, Payment and Settlement Measures, annex 1: how to write bills and vouchers).
std::string renminbi_in_words(double yuan);
inline constexpr double renminbi_words_end = 1e12;

/// The number or text of a property with its unit; a dash if unknown. In a comparison, also the ratio to the first
/// card: "165.2 TFLOPS (0.53×)".
std::string text_of(const CardEntry& entry, Language language);
std::string text_beside(const CardEntry& entry, const CardEntry& first, Language language);

/// The leading card per number format: "fp32: RTX 4090, fp64: A100": messages "card.leads" and "card.depends". Cards
/// with equal peaks lead together; omits a format in which all are equal. Empty for fewer than two cards.
std::string precision_verdict(const std::vector<const Gpu*>& cards, const Messages& messages);

} // namespace rigwright
