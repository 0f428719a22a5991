// SPDX-License-Identifier: Apache-2.0
#include "core/hardware/record_fields.h"

#include "core/hardware/dates.h"
#include "core/hardware/small_records.h"

#include <algorithm>

namespace rigwright {

namespace {

constexpr double highest_teraflops = 50000.0;
constexpr double highest_gigabytes_per_second = 50000.0;
constexpr double highest_clock_gigahertz = 10.0;
constexpr double highest_watts = 5000.0;
constexpr double highest_memory_gigabytes = 65536.0;
constexpr double highest_cache_megabytes = 4096.0;
constexpr double highest_price = 1e9;
constexpr double highest_warranty_months = 600.0;
constexpr std::string_view date_forms = "YYYY, YYYY-MM, YYYY-MM-DD, YYYY-Qn";

/// What a quotation says beside the amount.
void read_terms(Price& price, ObjectReader& entry)
{
    price.supplier = text_or_empty(entry, "supplier");
    price.tax_included = entry.optional_flag("tax_included");
    price.tax_rate = entry.optional_number("tax_rate", NumberRange::up_to(1.0));
    price.warranty_months = entry.optional_number("warranty_months", NumberRange::up_to(highest_warranty_months));
    price.valid_until = date_or_empty(entry, "valid_until");
    price.note = text_or_empty(entry, "note");
}

} // namespace

bool is_currency(std::string_view text)
{
    constexpr std::size_t letters = 3;
    return text.size() == letters && std::all_of(text.begin(), text.end(), [](char c) { return c >= 'A' && c <= 'Z'; });
}

void read_header(ObjectReader& file, std::string_view format)
{
    const std::string_view formats[] = {format};
    file.required_choice("format", formats);
    file.required_integer("version", 1, 1);
}

void require_number(ObjectReader& group, std::string_view key)
{
    const nlohmann::json* value = group.any(key);
    if (!group.is_object()) return;
    if (value == nullptr)
        group.report(key, "missing-key", "", "number");
    else if (value->is_null())
        group.report(key, "wrong-type", "null", "number");
}

std::string text_or_empty(ObjectReader& group, std::string_view key) { return group.optional_text(key).value_or(""); }

std::string needed_text(ObjectReader& group, std::string_view key)
{
    const auto text = group.required_text(key);
    if (text && text->empty()) group.report(key, "unknown-value", "\"\"", "text");
    return text.value_or("");
}

std::string date_or_empty(ObjectReader& group, std::string_view key)
{
    const auto text = group.optional_text(key);
    if (!text || date_period(*text)) return text.value_or("");
    group.report(key, "unknown-value", json_excerpt(*text), std::string(date_forms));
    return "";
}

void report_missing_date(ObjectReader& group, std::string_view key)
{
    group.report(key, "missing-key", "", std::string(date_forms));
}

std::optional<FlopsPerSecond> teraflops_field(ObjectReader& group, std::string_view key)
{
    const auto amount = group.optional_number(key, NumberRange::positive(highest_teraflops));
    return amount ? std::optional(teraflops(*amount)) : std::nullopt;
}

std::optional<BytesPerSecond> gigabytes_per_second_field(ObjectReader& group, std::string_view key)
{
    const auto amount = group.optional_number(key, NumberRange::positive(highest_gigabytes_per_second));
    return amount ? std::optional(gigabytes_per_second(*amount)) : std::nullopt;
}

std::optional<Hertz> megahertz_field(ObjectReader& group, std::string_view key)
{
    const auto amount = group.optional_number(key, {100.0, highest_clock_gigahertz * 1000.0});
    return amount ? std::optional(megahertz(*amount)) : std::nullopt;
}

std::optional<Hertz> gigahertz_field(ObjectReader& group, std::string_view key)
{
    const auto amount = group.optional_number(key, {0.1, highest_clock_gigahertz});
    return amount ? std::optional(gigahertz(*amount)) : std::nullopt;
}

std::optional<Watts> watts_field(ObjectReader& group, std::string_view key)
{
    const auto amount = group.optional_number(key, NumberRange::positive(highest_watts));
    return amount ? std::optional(Watts(*amount)) : std::nullopt;
}

std::optional<Bytes> label_gigabytes_field(ObjectReader& group, std::string_view key)
{
    const auto amount = group.optional_number(key, NumberRange::positive(highest_memory_gigabytes));
    return amount ? std::optional(Bytes::gib(*amount)) : std::nullopt;
}

std::optional<Bytes> label_megabytes_field(ObjectReader& group, std::string_view key)
{
    const auto amount = group.optional_number(key, NumberRange::positive(highest_cache_megabytes));
    return amount ? std::optional(Bytes::mib(*amount)) : std::nullopt;
}

std::optional<int> count_field(ObjectReader& group, std::string_view key, int highest)
{
    const auto count = group.optional_integer(key, 1, highest);
    return count ? std::optional(static_cast<int>(*count)) : std::nullopt;
}

std::optional<int> pcie_generation_field(ObjectReader& group, std::string_view key)
{
    return count_field(group, key, latest_pcie_generation);
}

std::optional<int> pcie_width_field(ObjectReader& group, std::string_view key)
{
    const std::optional<int> lanes = count_field(group, key, pcie_widths.front());
    if (!lanes || std::find(pcie_widths.begin(), pcie_widths.end(), *lanes) != pcie_widths.end()) return lanes;
    std::string accepted;
    for (const int width : pcie_widths) accepted += (accepted.empty() ? "" : ", ") + std::to_string(width);
    group.report(key, "unknown-value", std::to_string(*lanes), std::move(accepted));
    return std::nullopt;
}

Provenance read_provenance(ObjectReader& group)
{
    Provenance provenance;
    provenance.source = needed_text(group, "source");
    provenance.source_date = date_or_empty(group, "source_date");
    provenance.computation = text_or_empty(group, "computation");
    if (const auto choice = group.required_choice("confidence", words<Confidence>))
        provenance.confidence = static_cast<Confidence>(*choice);
    const bool unexplained = provenance.confidence == Confidence::computed && provenance.computation.empty();
    if (unexplained && group.is_object()) group.report("computation", "missing-key", "", "text");
    return provenance;
}

Price read_price(ObjectReader& entry)
{
    Price price;
    price.amount = entry.required_number("amount", NumberRange::positive(highest_price)).value_or(0.0);
    price.currency = needed_text(entry, "currency");
    if (!price.currency.empty() && !is_currency(price.currency))
        entry.report("currency", "unknown-value", json_excerpt(price.currency), "ISO 4217 code, such as CNY");
    price.date = date_or_empty(entry, "date");
    if (price.date.empty() && entry.is_object() && !entry.has("date")) report_missing_date(entry, "date");
    price.source = needed_text(entry, "source");
    if (const auto kind = entry.required_choice("kind", words<PriceKind>)) price.kind = static_cast<PriceKind>(*kind);
    read_terms(price, entry);
    return price;
}

std::vector<Price> read_prices(ObjectReader& record, std::vector<JsonIssue>& issues)
{
    std::vector<Price> prices;
    const nlohmann::json* entries = record.optional_array("prices");
    for (std::size_t i = 0; entries != nullptr && i < entries->size(); ++i) {
        ObjectReader entry((*entries)[i], json_element_path(record.path_of("prices"), i), issues, NullMeaning::unknown);
        prices.push_back(read_price(entry));
        entry.finish();
    }
    return prices;
}

} // namespace rigwright
