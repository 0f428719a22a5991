// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/hardware/provenance.h"
#include "core/quantities/quantity.h"

#include <optional>

namespace rigwright {

/// A price of electricity in some place; an average, never an offer.
struct ElectricityTariff {
    std::string id;
    std::string currency;
    double per_kwh = 0.0;
    std::string date;
    Provenance provenance;
};

/// Units of `to` for one unit of `from` on a date.
struct ExchangeRate {
    std::string from;
    std::string to;
    double rate = 0.0;
    std::string date;
    Provenance provenance;
};

/// An electric circuit that a machine is plugged into.
struct Circuit {
    std::string id;
    double amperes = 0.0;
    double volts = 0.0;
    /// Part of amperes x volts that may be drawn for hours.
    double continuous_share = 1.0;
    /// Territories (ISO 3166: "CN", "DE") where it is usual.
    std::vector<std::string> regions;
    Provenance provenance;

    Watts continuous() const { return Watts(amperes * volts * continuous_share); }
};

/// What running a machine costs beside the machine.
struct OperatingCosts {
    std::vector<ElectricityTariff> electricity;
    std::vector<ExchangeRate> exchange_rates;
    std::vector<Circuit> circuits;
    /// Power of a whole data centre over that of its machines, a survey's mean.
    double power_usage_effectiveness = 1.0;
    Provenance power_usage_provenance;

    /// The dated rate from one currency to another, in either direction; nullopt where none is listed. The same
    /// currency converts at 1 without a date.
    std::optional<ExchangeRate> exchange(std::string_view from, std::string_view to) const;
    const Circuit* circuit(std::string_view id) const;
};

} // namespace rigwright
