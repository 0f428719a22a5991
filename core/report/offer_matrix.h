// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/evaluation.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace rigwright {

/// What a seller asks for one of a part, in the currency of the bill and with tax where its rate is known.
struct OfferedPrice {
    Price price;
    double amount = 0.0;
    /// No longer valid on the day of the matrix.
    bool is_over = false;
};

/// A line of the bill with what each seller asks for one.
struct OfferLine {
    std::string part;
    std::string name;
    double quantity = 0.0;
    /// By seller; empty where one does not offer it.
    std::vector<std::optional<OfferedPrice>> offers{};
    /// The seller of the lowest price that is still valid.
    std::optional<std::size_t> cheapest{};
    /// The seller whose price the bill has.
    std::optional<std::size_t> counting{};
};

struct Seller {
    std::string name;
    /// Sum of the seller's valid lines, each as often as the bill needs it.
    double lines = 0.0;
    std::int64_t lacking = 0;
    /// Shipping and other costs of the seller's price lists that have a line of the bill.
    double costs = 0.0;
    /// Some are in a currency without a known rate, and not in the sum.
    bool costs_open = false;
    /// The longest of these lists.
    std::optional<double> delivery_days{};

    double total() const { return lines + costs; }
};

/// The offers for the parts of a machine beside each other.
struct OfferMatrix {
    std::string currency;
    std::vector<Seller> sellers;
    std::vector<OfferLine> lines;
    /// The cheapest seller of all lines; empty where none has all.
    std::optional<std::size_t> cheapest{};
};

/// Own prices that name a supplier, for the lines of the plan's bill; of each supplier the newest for a part. Amounts
/// without a known rate to the bill's currency are left out. `day` as "2026-11-22".
OfferMatrix offer_matrix(const Evaluation& plan, const EngineData& data, const std::string& day);

} // namespace rigwright
