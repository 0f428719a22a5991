// SPDX-License-Identifier: Apache-2.0
#include "core/hardware/record_fields.h"
#include "core/hardware/records.h"

#include <algorithm>

namespace rigwright {

namespace {

constexpr double highest_tariff = 1e6;
constexpr double highest_rate = 1e9;
constexpr double highest_hourly_price = 10000.0;

/// Reads every element of a required array with `read_entry`.
template <typename Entry>
std::vector<Entry> read_entries(ObjectReader& record, std::string_view key, Entry (*read_entry)(ObjectReader&))
{
    std::vector<Entry> entries;
    const nlohmann::json* list = record.required_array(key);
    for (std::size_t i = 0; list != nullptr && i < list->size(); ++i) {
        ObjectReader entry((*list)[i], json_element_path(record.path_of(key), i), record.issues(),
                           NullMeaning::unknown);
        entries.push_back(read_entry(entry));
        entry.finish();
    }
    return entries;
}

std::string needed_date(ObjectReader& entry)
{
    std::string date = date_or_empty(entry, "date");
    if (date.empty() && !entry.has("date")) report_missing_date(entry, "date");
    return date;
}

ElectricityTariff read_tariff(ObjectReader& entry)
{
    ElectricityTariff tariff;
    tariff.id = needed_text(entry, "id");
    tariff.currency = needed_text(entry, "currency");
    tariff.per_kwh = entry.required_number("per_kWh", NumberRange::positive(highest_tariff)).value_or(0.0);
    tariff.date = needed_date(entry);
    tariff.provenance = read_provenance(entry);
    return tariff;
}

ExchangeRate read_rate(ObjectReader& entry)
{
    ExchangeRate rate;
    rate.from = needed_text(entry, "from");
    rate.to = needed_text(entry, "to");
    rate.rate = entry.required_number("rate", NumberRange::positive(highest_rate)).value_or(0.0);
    rate.date = needed_date(entry);
    rate.provenance = read_provenance(entry);
    return rate;
}

Circuit read_circuit(ObjectReader& entry)
{
    Circuit circuit;
    circuit.id = needed_text(entry, "id");
    circuit.amperes = entry.required_number("amperes", NumberRange::positive(1000.0)).value_or(0.0);
    circuit.volts = entry.required_number("volts", NumberRange::positive(1000.0)).value_or(0.0);
    circuit.continuous_share = entry.required_number("continuous_share", NumberRange::positive(1.0)).value_or(0.0);
    circuit.regions = entry.optional_texts("regions");
    circuit.provenance = read_provenance(entry);
    return circuit;
}

CloudOffer read_offer(ObjectReader& entry)
{
    CloudOffer offer;
    offer.provider = needed_text(entry, "provider");
    offer.gpu = needed_text(entry, "gpu");
    offer.gpus = static_cast<int>(entry.required_integer("gpus", 1, 65536).value_or(1));
    offer.virtual_cpus = count_field(entry, "vcpus", 65536);
    offer.memory = label_gigabytes_field(entry, "ram_GiB");
    offer.per_gpu_hour =
        entry.required_number("per_gpu_hour", NumberRange::positive(highest_hourly_price)).value_or(0.0);
    offer.currency = needed_text(entry, "currency");
    if (const auto kind = entry.required_choice("pricing", words<RentKind>)) offer.kind = static_cast<RentKind>(*kind);
    offer.date = needed_date(entry);
    offer.source = needed_text(entry, "source");
    return offer;
}

} // namespace

OperatingCosts read_operating_costs(const nlohmann::json& file, std::vector<JsonIssue>& issues)
{
    OperatingCosts costs;
    ObjectReader record(file, "$", issues, NullMeaning::unknown);
    read_header(record, "rigwright.operating-costs");
    costs.electricity = read_entries(record, "electricity", read_tariff);
    costs.exchange_rates = read_entries(record, "exchange_rates", read_rate);
    costs.circuits = read_entries(record, "circuits", read_circuit);
    if (auto group = record.required_object("power_usage_effectiveness")) {
        costs.power_usage_effectiveness = group->required_number("value", {1.0, 10.0}).value_or(1.0);
        needed_date(*group);
        costs.power_usage_provenance = read_provenance(*group);
        group->finish();
    }
    record.finish();
    return costs;
}

std::vector<CloudOffer> read_cloud_offers(const nlohmann::json& file, std::vector<JsonIssue>& issues)
{
    ObjectReader record(file, "$", issues, NullMeaning::unknown);
    read_header(record, "rigwright.cloud-offers");
    std::vector<CloudOffer> offers = read_entries(record, "offers", read_offer);
    record.finish();
    return offers;
}

std::optional<ExchangeRate> OperatingCosts::exchange(std::string_view from, std::string_view to) const
{
    if (from == to) return ExchangeRate{std::string(from), std::string(to), 1.0, {}, {}};
    for (const ExchangeRate& rate : exchange_rates) {
        if (rate.from == from && rate.to == to) return rate;
        if (rate.from == to && rate.to == from)
            return ExchangeRate{rate.to, rate.from, 1.0 / rate.rate, rate.date, rate.provenance};
    }
    return std::nullopt;
}

const Circuit* OperatingCosts::circuit(std::string_view id) const
{
    const auto found =
        std::find_if(circuits.begin(), circuits.end(), [id](const Circuit& circuit) { return circuit.id == id; });
    return found != circuits.end() ? &*found : nullptr;
}

} // namespace rigwright
