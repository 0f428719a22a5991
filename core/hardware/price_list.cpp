// SPDX-License-Identifier: Apache-2.0
#include "core/hardware/price_list.h"

#include "core/hardware/dates.h"
#include "core/hardware/record_table.h"

#include <cmath>
#include <tuple>

namespace rigwright {

using nlohmann::json;
using nlohmann::ordered_json;

namespace {

enum class Naming { own_part, part_of_record };

/// Costs beside the lines require a currency.
void check_list(const PriceList& list, ObjectReader& record)
{
    const bool costs = list.shipping || list.other_costs;
    if (costs ? !is_currency(list.currency) : !list.currency.empty() && !is_currency(list.currency))
        record.report("currency", "unknown-value", json_excerpt(list.currency), "ISO 4217 code, such as CNY");
}

std::vector<ListedPrice> read_price_entries(const json& entries, Naming naming, std::vector<JsonIssue>& issues)
{
    std::vector<ListedPrice> lines;
    for (std::size_t i = 0; i < entries.size(); ++i) {
        std::vector<JsonIssue> found;
        ObjectReader entry(entries[i], json_element_path("$.prices", i), found, NullMeaning::unknown);
        ListedPrice line;
        if (naming == Naming::own_part)
            line.part =
                read_text(entry, {.path = "part", .type = RecordFieldType::text, .required = true}).value_or("");
        line.price = read_object<Price>(entry);
        line.position = i;
        entry.finish();
        if (found.empty()) lines.push_back(std::move(line));
        issues.insert(issues.end(), found.begin(), found.end());
    }
    return lines;
}

std::string one_price_a_line(ordered_json file)
{
    const ordered_json prices = std::move(file["prices"]);
    file.erase("prices");
    std::string text = file.dump(2);
    text.resize(text.rfind('\n'));
    text += ",\n  \"prices\": [";
    for (std::size_t i = 0; i < prices.size(); ++i) text += (i == 0 ? "\n    " : ",\n    ") + prices[i].dump();
    return text + (prices.empty() ? "]\n}\n" : "\n  ]\n}\n");
}

/// The known fields of a record without groups, as in its file.
template <typename Record>
ordered_json json_of_rows(const Record& record)
{
    ordered_json object;
    for (const RecordRow<Record>& row : record_table<Record>().rows) {
        const RecordValue value = row.value(row.field, record);
        if (const auto* number = std::get_if<Value>(&value))
            object[row.field.path] = number->number;
        else if (const auto* flag = std::get_if<bool>(&value))
            object[row.field.path] = *flag;
        else if (const auto* text = std::get_if<std::string>(&value))
            object[row.field.path] = *text;
    }
    return object;
}

} // namespace

template <>
const RecordTable<PriceList>& record_table()
{
    using R = RowsOf<PriceList>;
    static const RecordTable<PriceList> table(
        {},
        {{R::row<&PriceList::name>("name").required(), R::row<&PriceList::date>("date").date().required(),
          R::row<&PriceList::imported_from>("imported_from"), R::row<&PriceList::currency>("currency"),
          R::row<&PriceList::shipping>("shipping").from(0.0).up_to(highest_offer_costs),
          R::row<&PriceList::other_costs>("other_costs").from(0.0).up_to(highest_offer_costs),
          R::row<&PriceList::delivery_days>("delivery_days").from(0.0).up_to(longest_delivery_days)}},
        check_list);
    return table;
}

PriceListFile read_price_list(const json& file, std::vector<JsonIssue>& issues)
{
    PriceListFile read;
    ObjectReader record(file, "$", issues, NullMeaning::unknown);
    read_header(record, "rigwright.price-list");
    read.list = read_object<PriceList>(record);
    const json* entries = record.required_array("prices");
    if (entries != nullptr) read.prices = read_price_entries(*entries, Naming::own_part, issues);
    record.finish();
    return read;
}

std::vector<ListedPrice> read_own_prices(const json& entries, std::vector<JsonIssue>& issues)
{
    if (entries.is_array()) return read_price_entries(entries, Naming::part_of_record, issues);
    issues.push_back({"$.prices", "wrong-type", json_excerpt(entries), "array"});
    return {};
}

ordered_json price_json(const Price& price) { return json_of_rows(price); }

std::string price_list_text(const PriceListFile& list)
{
    ordered_json file;
    file["format"] = "rigwright.price-list";
    file["version"] = 1;
    file.update(json_of_rows(list.list));
    file["prices"] = ordered_json::array();
    for (const ListedPrice& line : list.prices) {
        ordered_json entry;
        entry["part"] = line.part;
        entry.update(price_json(line.price));
        file["prices"].push_back(std::move(entry));
    }
    return one_price_a_line(file);
}

std::string with_entry(const std::string& text, std::size_t position, const std::optional<ordered_json>& entry)
{
    ordered_json file = ordered_json::parse(text);
    ordered_json& prices = file["prices"];
    if (!entry && position < prices.size())
        prices.erase(position);
    else if (entry && position < prices.size())
        prices[position] = *entry;
    else if (entry)
        prices.push_back(*entry);
    return one_price_a_line(file);
}

namespace {

/// Whether a price was known on a day and had not expired before.
bool is_asked_at(const Price& price, int day)
{
    return day == no_last_day || (first_day(price.date) <= day && day <= last_day(price.valid_until));
}

std::tuple<bool, bool, int> price_rank(const Price& price)
{
    return {price.own, price.kind != PriceKind::estimate, first_day(price.date)};
}

} // namespace

bool buys(PriceKind kind) { return kind != PriceKind::cloud_hour; }

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

Price as_billed(Price price)
{
    if (price.drive_tb) price.amount /= *price.drive_tb;
    if (price.tax_included != false || !price.tax_rate) return price;
    price.amount *= 1.0 + *price.tax_rate;
    price.tax_included = true;
    return price;
}

double in_whole_drives(double terabytes, const std::optional<double>& drive_tb)
{
    // 5.76 TB are three drives of 1.92 TB, however the quotient is rounded.
    constexpr double rounding = 1e-9;
    return drive_tb ? std::ceil(terabytes / *drive_tb - rounding) * *drive_tb : terabytes;
}

} // namespace rigwright
