// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace rigwright {

/// What a text says of the tax of prices.
struct TaxTerms {
    std::optional<bool> included;
    /// A share.
    std::optional<double> rate;
};
/// "含13%增值税", "未税", "all prices incl. 19% VAT"; empty terms for a text that says nothing. `decimal` is '.' or ','.
TaxTerms tax_terms_in(std::string_view text, char decimal);

/// What a price list says once of all its prices: beside the table, with a total or in the heading of the prices.
struct ListTerms {
    TaxTerms tax;
    /// Dates in the database's format; empty if the list names none.
    std::string date;
    std::string valid_until;
    /// Validity from the date on.
    std::optional<double> valid_days;
    std::string supplier;
    /// The longest time that it names; five working days are a week.
    std::optional<double> delivery_days;
    std::optional<double> warranty_months;

    /// The last day of an offer of `date`; empty if the list does not say.
    std::string valid_until_of(const std::string& date) const;
};
/// Adds what a plain cell says except of tax: "供应商:某某公司 报价日期:2026年11月20日 有效期:15天", "delivery: 4-6
/// weeks", "三年质保". What the terms already have stays.
void add_terms_in(std::string_view cell, ListTerms& terms);

/// The last day of an offer of `date`, from a date, or from days: "2026-12-31", "30天", "2 weeks"; empty for anything
/// else, and for days after a date without day.
std::string valid_until_from(std::string_view cell, const std::string& date);

} // namespace rigwright
