// SPDX-License-Identifier: Apache-2.0
#include "core/report/offer_matrix.h"

#include "core/estimate/run/bill_of_materials.h"

#include <algorithm>
#include <set>

namespace rigwright {

namespace {

bool is_offer(const Price& price) { return price.own && !price.supplier.empty() && buys(price.kind); }

constexpr Seconds day(86400.0);

/// Whether an offer has expired. A date without a day is valid throughout its month or year.
bool is_over(const Price& price, const std::string& day)
{
    return !price.valid_until.empty() && price.valid_until < day.substr(0, price.valid_until.size());
}

class MatrixMaker {
public:
    MatrixMaker(const Evaluation& plan, const EngineData& data, const std::string& day)
        : plan_(plan),
          data_(data),
          day_(day),
          bill_(plan.estimate->cost.bill)
    {
        matrix_.currency = bill_.currency;
    }

    OfferMatrix make()
    {
        std::set<std::string> names;
        for (const BillLine& line : bill_.lines)
            if (const auto part = find_part(data_.hardware, line.part))
                for (const Price& price : *part->prices)
                    if (is_offer(price)) names.insert(price.supplier);
        for (const std::string& name : names) matrix_.sellers.push_back({name});
        used_.resize(matrix_.sellers.size());
        for (const BillLine& line : bill_.lines) add(line);
        for (std::size_t i = 0; i < matrix_.sellers.size(); ++i) matrix_.sellers[i].terms = terms_of(used_[i]);
        matrix_.terms_of_bill = terms_of(used_by_bill_);
        choose_cheapest();
        return std::move(matrix_);
    }

private:
    std::optional<double> in_bill_currency(double amount, const std::string& currency) const
    {
        if (currency == bill_.currency) return amount;
        const auto rate = exchange_rate(plan_.scenario.economics, data_.hardware, currency, bill_.currency);
        return rate ? std::optional(amount * rate->rate) : std::nullopt;
    }

    /// A line at an offer's price: drives are sold whole, and without a capacity one counts.
    double amount_of(const OfferedPrice& offer, const BillLine& line) const
    {
        const BuildChoice& build = plan_.scenario.build;
        if (line.kind != PartKind::storage) return offer.amount * line.quantity;
        return offer.amount * static_cast<double>(build.nodes) *
               in_whole_drives(build.storage_tb.value_or(1.0), offer.price.drive_tb);
    }

    void add(const BillLine& line)
    {
        const auto part = find_part(data_.hardware, line.part);
        if (!part) return;
        OfferLine row{line.part, line.name, line.quantity};
        row.offers.resize(matrix_.sellers.size());
        for (const Price& price : *part->prices)
            if (is_offer(price)) take(price, row);
        for (std::size_t i = 0; i < row.offers.size(); ++i) {
            const auto& offer = row.offers[i];
            Seller& seller = matrix_.sellers[i];
            if (!offer || offer->is_over) {
                ++seller.lacking;
                if (!offer) continue;
            } else {
                const double amount = amount_of(*offer, line);
                seller.lines += amount;
                used_[i].insert(offer->price.own_file);
                if (!row.cheapest || amount < amount_of(*row.offers[*row.cheapest], line)) row.cheapest = i;
            }
            // An override names the seller as its source.
            const bool same = line.price && !line.overridden && line.price->supplier == seller.name &&
                              line.price->amount == as_billed(offer->price).amount;
            if (same || (line.overridden && line.price->source == seller.name)) row.counting = i;
        }
        if (row.counting)
            used_by_bill_.insert(row.offers[*row.counting]->price.own_file);
        else if (line.price)
            used_by_bill_.insert(line.price->own_file);
        matrix_.lines.push_back(std::move(row));
    }

    void take(const Price& price, OfferLine& row) const
    {
        const auto amount = in_bill_currency(as_billed(price).amount, price.currency);
        if (!amount) return;
        const auto seller = std::ranges::find(matrix_.sellers, price.supplier, &Seller::name);
        auto& known = row.offers[static_cast<std::size_t>(seller - matrix_.sellers.begin())];
        if (!known || goes_before(price, known->price)) known = OfferedPrice{price, *amount, is_over(price, day_)};
    }

    OfferTerms terms_of(const std::set<std::string>& files) const
    {
        OfferTerms terms;
        for (const PriceList& list : data_.hardware.price_lists) {
            if (!files.contains(list.file)) continue;
            for (const auto& cost : {list.shipping, list.other_costs}) {
                const auto amount = cost ? in_bill_currency(*cost, list.currency) : std::optional(0.0);
                terms.costs += amount.value_or(0.0);
                terms.costs_open = terms.costs_open || !amount;
            }
            if (list.delivery_days)
                terms.delivery = std::max(*list.delivery_days * day, terms.delivery.value_or(Seconds()));
        }
        return terms;
    }

    void choose_cheapest()
    {
        for (std::size_t i = 0; i < matrix_.sellers.size(); ++i) {
            if (matrix_.sellers[i].lacking > 0 || matrix_.sellers[i].terms.costs_open) continue;
            if (!matrix_.cheapest || matrix_.sellers[i].total() < matrix_.sellers[*matrix_.cheapest].total())
                matrix_.cheapest = i;
        }
    }

    const Evaluation& plan_;
    const EngineData& data_;
    const std::string& day_;
    const BillOfMaterials& bill_;
    OfferMatrix matrix_;
    /// Price lists with lines in use, by seller.
    std::vector<std::set<std::string>> used_;
    std::set<std::string> used_by_bill_;
};

} // namespace

OfferMatrix offer_matrix(const Evaluation& plan, const EngineData& data, const std::string& day)
{
    if (!plan.estimate) return {};
    return MatrixMaker(plan, data, day).make();
}

} // namespace rigwright
