// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/evaluation.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace rigwright {

/// A seller's unit price of a part, in the currency of the bill and with tax if its rate is known.
struct OfferedPrice {
    Price price;
    double amount = 0.0;
    /// Expired on the day of the matrix.
    bool is_over = false;
};

/// A line of the bill with each seller's unit price.
struct OfferLine {
    std::string part;
    std::string name;
    double quantity = 0.0;
    /// By seller; empty if the seller does not offer it.
    std::vector<std::optional<OfferedPrice>> offers{};
    /// The seller with the lowest price that is still valid.
    std::optional<std::size_t> cheapest{};
    /// The seller whose price the bill uses.
    std::optional<std::size_t> counting{};
};

/// What price lists say beside their prices.
struct OfferTerms {
    /// Shipping and other costs, with tax, in the currency of the bill.
    double costs = 0.0;
    /// Some costs are in a currency without a known rate, and not in the sum.
    bool costs_open = false;
    /// The longest delivery time.
    std::optional<Seconds> delivery{};
};

struct Seller {
    std::string name;
    /// Sum of the seller's valid lines, each in the quantity of the bill.
    double lines = 0.0;
    std::int64_t lacking = 0;
    /// Of the seller's price lists that have a line of the bill.
    OfferTerms terms{};

    double total() const { return lines + terms.costs; }
};

/// A comparison of the offers for the parts of a machine.
struct OfferMatrix {
    std::string currency;
    std::vector<Seller> sellers;
    std::vector<OfferLine> lines;
    /// The cheapest seller of all lines; empty if no seller has all of them.
    std::optional<std::size_t> cheapest{};
    /// Of the price lists whose prices the bill uses.
    OfferTerms terms_of_bill{};
};

/// The user's own prices that name a supplier, for the lines of the plan's bill; the newest of each supplier for a
/// part. Omits amounts without a known rate to the bill's currency. `day` as "2026-11-22".
OfferMatrix offer_matrix(const Evaluation& plan, const EngineData& data, const std::string& day);

} // namespace rigwright
