// SPDX-License-Identifier: Apache-2.0
#include "core/hardware/own_prices.h"

#include "core/json/strict_json.h"

namespace rigwright {

OwnPrices::OwnPrices(Catalog& catalog) : catalog_(catalog)
{
    const auto take = [this](auto& records) {
        for (auto& record : records) prices_.emplace(record.id, &record.prices);
    };
    take(catalog.gpus);
    take(catalog.cpus);
    take(catalog.links);
    take(catalog.storages);
    take(catalog.memory_kits);
    take(catalog.chassis_list);
    take(catalog.power_supplies);
}

void OwnPrices::add(PriceListFile list, std::vector<JsonIssue>& issues)
{
    for (ListedPrice& line : list.prices) {
        if (add(line.part, std::move(line.price), list.list.file)) {
            ++list.list.prices;
            continue;
        }
        issues.push_back({json_element_path("$.prices", line.position) + ".part", "unknown-part",
                          json_excerpt(line.part), "id of a part"});
    }
    catalog_.price_lists.push_back(std::move(list.list));
}

bool OwnPrices::add(const std::string& part, Price price, const std::string& file)
{
    const auto found = prices_.find(part);
    if (found == prices_.end()) return false;
    price.own = true;
    price.own_file = file;
    if (price.kind == PriceKind::cloud_hour) add_offer(part, price);
    found->second->push_back(std::move(price));
    return true;
}

void OwnPrices::add_offer(const std::string& gpu, const Price& price)
{
    if (catalog_.gpu(gpu) == nullptr) return;
    CloudOffer offer;
    offer.provider = price.supplier.empty() ? price.source : price.supplier;
    offer.gpu = gpu;
    offer.per_gpu_hour = price.amount;
    offer.currency = price.currency;
    offer.date = price.date;
    offer.source = price.source;
    offer.own = true;
    catalog_.cloud_offers.push_back(std::move(offer));
}

} // namespace rigwright
