// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/hardware/catalog.h"
#include "core/hardware/price_list.h"

#include <unordered_map>

namespace rigwright {

/// Puts the prices of the person's lists into the records that they name.
class OwnPrices {
public:
    /// `catalog` keeps its records in place while this lives.
    explicit OwnPrices(Catalog& catalog);

    /// Adds a list with its prices; those of parts that there are not are left out and reported.
    void add(PriceListFile list, std::vector<JsonIssue>& issues);
    /// Adds one price from a file of the person's catalogue; false where there is no such part.
    bool add(const std::string& part, Price price, const std::string& file);

private:
    void add_offer(const std::string& gpu, const Price& price);

    Catalog& catalog_;
    std::unordered_map<std::string, std::vector<Price>*> prices_;
};

} // namespace rigwright
