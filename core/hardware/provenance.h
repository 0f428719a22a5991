// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/quantities/words.h"

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rigwright {

/// How much a group of numbers can be trusted; hardware_db/README.md defines each word.
enum class Confidence { official, third_party, measured, computed, general_knowledge };

/// The words that records use, in the order of the enumerators.
template <>
inline constexpr std::array<std::string_view, 5> words<Confidence>{"official", "third-party", "measured", "computed",
                                                                   "general-knowledge"};

/// Where a group of numbers comes from.
struct Provenance {
    std::string source;
    /// Date of the copy that was read, "2026-01" or "2026-01-06"; empty where unknown.
    std::string source_date;
    Confidence confidence = Confidence::general_knowledge;
    /// How computed numbers follow from the others; empty where nothing was computed.
    std::string computation;
};

/// What an amount of money was asked for.
enum class PriceKind { list, street, cloud_hour, street_per_terabyte, estimate, quotation };

template <>
inline constexpr std::array<std::string_view, 6> words<PriceKind>{"list",          "street",   "cloud-hour",
                                                                  "street-per-TB", "estimate", "quotation"};

/// One price as it was seen somewhere on a date; never converted or adjusted.
struct Price {
    double amount = 0.0;
    std::string currency;
    std::string date;
    PriceKind kind = PriceKind::list;
    std::string source;
    /// Who offers it; empty where nobody in particular.
    std::string supplier;
    /// Whether tax is in the amount, and its rate; empty where the source does not say.
    std::optional<bool> tax_included;
    std::optional<double> tax_rate;
    std::optional<double> warranty_months;
    /// Last day of a quotation; empty where it names none.
    std::string valid_until;
    /// A remark of whoever entered it.
    std::string note = {};
    /// From the person's own catalogue, and the file there that says so ("prices/2026-11-01-dealer.json").
    bool own = false;
    std::string own_file = {};
};

} // namespace rigwright
