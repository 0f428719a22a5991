// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace rigwright {

/// How much a group of numbers can be trusted; hardware_db/README.md defines each word.
enum class Confidence { official, third_party, measured, computed, general_knowledge };

/// The words that records use, in the order of the enumerators.
inline constexpr std::array<std::string_view, 5> confidence_ids{"official", "third-party", "measured", "computed",
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
enum class PriceKind { list, street, cloud_hour, street_per_terabyte };

inline constexpr std::array<std::string_view, 4> price_kind_ids{"list", "street", "cloud-hour", "street-per-TB"};

/// One price as it was seen somewhere on a date; never converted or adjusted.
struct Price {
    double amount = 0.0;
    std::string currency;
    std::string date;
    PriceKind kind = PriceKind::list;
    std::string source;
};

} // namespace rigwright
