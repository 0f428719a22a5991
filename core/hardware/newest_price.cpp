// SPDX-License-Identifier: Apache-2.0
#include "core/hardware/newest_price.h"

#include "core/hardware/dates.h"

#include <tuple>

namespace rigwright {

namespace {

/// Whether a price was known on a day and not over by then.
bool is_asked_at(const Price& price, int day)
{
    return day == no_last_day || (first_day(price.date) <= day && day <= last_day(price.valid_until));
}

std::tuple<bool, bool, int> price_rank(const Price& price)
{
    return {price.own, price.kind != PriceKind::estimate, first_day(price.date)};
}

} // namespace

bool buys(PriceKind kind)
{
    switch (kind) {
    case PriceKind::list:
    case PriceKind::street:
    case PriceKind::street_per_terabyte:
    case PriceKind::estimate:
    case PriceKind::quotation: return true;
    case PriceKind::cloud_hour: return false;
    }
    return false;
}

bool goes_before(const Price& price, const Price& other) { return price_rank(price) > price_rank(other); }

const Price* newest_price(const std::vector<Price>& prices, std::string_view as_of)
{
    const Price* newest = nullptr;
    const int day = last_day(as_of);
    for (const Price& price : prices) {
        if (!buys(price.kind) || !is_asked_at(price, day)) continue;
        if (newest == nullptr || goes_before(price, *newest)) newest = &price;
    }
    return newest;
}

} // namespace rigwright
