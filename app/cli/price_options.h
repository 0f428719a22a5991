// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/session.h"
#include "core/prices/price_table.h"

#include <optional>

namespace rigwright::cli {

/// How the command line wants a price list to be read; what it leaves open is found.
struct PriceOptions {
    PriceListChoices choices;
    /// An option's value that is not accepted.
    std::optional<UsageError> error;
};

PriceOptions price_options(const Invocation& invocation);

} // namespace rigwright::cli
