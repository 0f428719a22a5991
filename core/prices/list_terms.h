// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace rigwright {

/// Tax terms of prices.
struct TaxTerms {
    std::optional<bool> included;
    /// A share.
    std::optional<double> rate;
};
/// Parses "含13%增值税", "未税", "all prices incl. 19% VAT"; empty if there are no terms. `decimal` is '.' or ','.
TaxTerms tax_terms_in(std::string_view text, char decimal);

/// Terms of a price list for all its prices: beside the table, in a total row or in the heading of prices.
struct ListTerms {
    TaxTerms tax;
    /// Dates in the database's format; empty if the list names none.
    std::string date;
    std::string valid_until;
    /// Validity from the date on.
    std::optional<double> valid_days;
    std::string supplier;
    /// The longest one stated; five working days count as a week.
    std::optional<double> delivery_days;
    std::optional<double> warranty_months;

    /// The last day of a quote of `date`; empty if the list states none.
    std::string valid_until_of(const std::string& date) const;
};
/// Adds the terms of a plain cell, except tax: "供应商:某某公司 报价日期:2026年11月20日 有效期:15天", "delivery: 4-6
/// weeks", "三年质保". Existing terms remain unchanged.
void add_terms_in(std::string_view cell, ListTerms& terms);

/// The last day of a quote of `date`, from a date or a number of days: "2026-12-31", "30天", "2 weeks"; empty for other
/// texts, and for days if `date` has no day.
std::string valid_until_from(std::string_view cell, const std::string& date);

} // namespace rigwright
