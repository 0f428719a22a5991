// SPDX-License-Identifier: Apache-2.0
#include "core/hardware/record_fields.h"
#include "core/hardware/records.h"

#include <algorithm>
#include <charconv>

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

namespace {

constexpr std::int64_t most_samples = 1'000'000'000'000;
constexpr std::int64_t longest_side = 1'000'000;
constexpr std::int64_t largest_file = 1'000'000'000'000;

std::optional<std::int64_t> whole_field(ObjectReader& record, std::string_view key, std::int64_t highest)
{
    return record.optional_integer(key, 1, highest);
}

/// Four hexadecimal digits, as the PCI ID Repository writes a number.
std::uint16_t pci_number(ObjectReader& entry, std::string_view key)
{
    const std::string text = needed_text(entry, key);
    std::uint16_t number = 0;
    const auto read = std::from_chars(text.data(), text.data() + text.size(), number, 16);
    constexpr std::size_t digits = 4;
    const bool whole = read.ec == std::errc() && read.ptr == text.data() + text.size();
    if (text.size() != digits || !whole) entry.report(key, "unknown-value", text, "four hexadecimal digits");
    return number;
}

} // namespace

DatasetRecord read_dataset(const nlohmann::json& file, std::vector<JsonIssue>& issues)
{
    DatasetRecord dataset;
    ObjectReader record(file, "$", issues, NullMeaning::unknown);
    read_header(record, "rigwright.dataset");
    dataset.id = needed_text(record, "id");
    dataset.name = needed_text(record, "name");
    dataset.samples = record.required_integer("samples", 1, most_samples).value_or(0);
    dataset.positive_samples = whole_field(record, "positive_samples", most_samples);
    if (dataset.positive_samples && *dataset.positive_samples > dataset.samples)
        record.report("positive_samples", "inconsistent", std::to_string(*dataset.positive_samples), "samples");
    dataset.source_height = record.required_integer("source_height", 1, longest_side).value_or(0);
    dataset.source_width = record.required_integer("source_width", 1, longest_side).value_or(0);
    dataset.channels = record.required_integer("channels", 1, 1024).value_or(0);
    dataset.encoded_bytes_per_sample = whole_field(record, "encoded_bytes_per_sample", largest_file);
    if (const auto encoding = record.required_choice("encoding", dataset_encoding_ids))
        dataset.encoding = dataset_encoding_ids[*encoding];
    dataset.provenance = read_provenance(record);
    dataset.notes = record.optional_texts("notes");
    record.finish();
    return dataset;
}

std::vector<PciDevice> read_pci_devices(const nlohmann::json& file, std::vector<JsonIssue>& issues)
{
    std::vector<PciDevice> devices;
    ObjectReader record(file, "$", issues, NullMeaning::unknown);
    read_header(record, "rigwright.pci-ids");
    read_provenance(record);
    const nlohmann::json* entries = record.required_array("devices");
    for (std::size_t i = 0; entries != nullptr && i < entries->size(); ++i) {
        ObjectReader entry((*entries)[i], json_element_path(record.path_of("devices"), i), issues,
                           NullMeaning::unknown);
        PciDevice device;
        device.vendor = pci_number(entry, "vendor");
        device.device = pci_number(entry, "device");
        device.gpus = entry.optional_texts("gpus");
        if (device.gpus.empty()) entry.report("gpus", "missing-key", "", "text");
        entry.finish();
        devices.push_back(std::move(device));
    }
    record.finish();
    return devices;
}

namespace {

constexpr double most_mebibytes = 1048576.0;

MemoryReserveRule read_rule(ObjectReader entry)
{
    MemoryReserveRule rule;
    rule.vendor = text_or_empty(entry, "vendor");
    rule.architectures = entry.optional_texts("architectures");
    if (const auto system = entry.optional_choice("operating_system", words<OperatingSystem>))
        rule.operating_system = static_cast<OperatingSystem>(*system);
    rule.smallest_capacity = label_gigabytes_field(entry, "smallest_capacity_GB").value_or(Bytes());
    rule.driver_fixed =
        Bytes::mib(entry.required_number("driver_fixed_MiB", NumberRange::up_to(most_mebibytes)).value_or(0.0));
    rule.driver_share = entry.required_number("driver_share", NumberRange::up_to(1.0)).value_or(0.0);
    rule.display = Bytes::mib(entry.required_number("display_MiB", NumberRange::up_to(most_mebibytes)).value_or(0.0));
    rule.provenance = read_provenance(entry);
    entry.finish();
    return rule;
}

InBandEccRule read_in_band_ecc(ObjectReader group)
{
    InBandEccRule rule;
    rule.memory_types = group.optional_texts("memory_types");
    for (const std::string& segment : group.optional_texts("on_by_default")) {
        if (const auto found = from_word<GpuSegment>(segment))
            rule.on_by_default.push_back(*found);
        else
            group.report("on_by_default", "unknown-value", json_excerpt(segment), "datacenter");
    }
    rule.share = group.required_number("share", NumberRange::up_to(1.0)).value_or(0.0);
    rule.provenance = read_provenance(group);
    group.finish();
    return rule;
}

} // namespace

MemoryReserves read_memory_reserves(const nlohmann::json& file, std::vector<JsonIssue>& issues)
{
    MemoryReserves reserves;
    ObjectReader record(file, "$", issues, NullMeaning::unknown);
    read_header(record, "rigwright.usable-memory");
    const nlohmann::json* entries = record.required_array("rules");
    for (std::size_t i = 0; entries != nullptr && i < entries->size(); ++i) {
        const std::string path = json_element_path(record.path_of("rules"), i);
        reserves.rules.push_back(read_rule(ObjectReader((*entries)[i], path, issues, NullMeaning::unknown)));
    }
    if (auto group = record.required_object("in_band_ecc")) reserves.in_band_ecc = read_in_band_ecc(*group);
    record.finish();
    return reserves;
}

std::map<std::string, NoteText, std::less<>> read_notes(const nlohmann::json& file, std::vector<JsonIssue>& issues)
{
    std::map<std::string, NoteText, std::less<>> notes;
    ObjectReader record(file, "$", issues);
    read_header(record, "rigwright.hardware-notes");
    const auto group = record.required_object("notes");
    if (group && group->is_object()) {
        for (const auto& [code, words] : file["notes"].items()) {
            ObjectReader note(words, group->path_of(code), issues);
            notes[code] = {needed_text(note, "en"), needed_text(note, "zh_CN")};
            note.finish();
        }
    }
    record.finish();
    return notes;
}

} // namespace rigwright
