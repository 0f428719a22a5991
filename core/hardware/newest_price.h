// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/hardware/provenance.h"

#include <string_view>
#include <vector>

namespace rigwright {

/// Whether a price of that kind buys a part; a price of an hour does not.
bool buys(PriceKind kind);

/// Whether `price` counts where `other`, which is known before it, would count without it: the person's own before one
/// of the database, a price before an estimate, the newer before the older. Both buy the same part.
bool goes_before(const Price& price, const Price& other);

/// The newest price that buys one: a quotation, a list's or a shop's price, an estimate only where there is no other;
/// of the person's own prices where there are any, and of equals the first. With a date (see `date_period`), what was
/// seen after it does not count, nor a quotation that had ended before. Nullptr where there is none.
const Price* newest_price(const std::vector<Price>& prices, std::string_view as_of = {});

} // namespace rigwright
