// SPDX-License-Identifier: Apache-2.0
#include "core/hardware/price_list.h"
#include "core/hardware/record_table.h"
#include "core/hardware/records.h"

#include <algorithm>
#include <charconv>

namespace rigwright {

namespace {

constexpr double highest_price = 1e9;
constexpr double highest_tariff = 1e6;
constexpr double highest_rate = 1e9;
constexpr double highest_hourly_price = 10000.0;
constexpr double longest_warranty_months = 600.0;
constexpr double most_samples = 1e12;
constexpr double longest_side = 1e6;
constexpr double largest_file = 1e12;

void check_price(const Price& price, ObjectReader& entry)
{
    if (!price.currency.empty() && !is_currency(price.currency))
        entry.report("currency", "unknown-value", json_excerpt(price.currency), "ISO 4217 code, such as CNY");
    if (price.drive_tb && price.kind == PriceKind::street_per_terabyte)
        entry.report("drive_TB", "unknown-value", json_excerpt(*price.drive_tb), "no drive_TB with street-per-TB");
}

void check_dataset(const DatasetRecord& dataset, ObjectReader& record)
{
    if (dataset.positive_samples && *dataset.positive_samples > dataset.samples)
        report_at(record, "positive_samples", std::to_string(*dataset.positive_samples), "samples");
}

/// A file that consists of one list.
struct CloudOffers {
    std::vector<CloudOffer> offers;
};

struct PciDevices {
    Provenance provenance;
    std::vector<PciDevice> devices;
};

/// Four hexadecimal digits, as in the PCI ID Repository.
template <auto Member>
RecordRow<PciDevice> pci_row(std::string key)
{
    RecordRow<PciDevice> row = RowsOf<PciDevice>::row<Member>(std::move(key)).required();
    row.read = [](ObjectReader& entry, const RecordField& field, PciDevice& device) {
        const std::string text = entry.required_text(field.key()).value_or("0000");
        const auto read = std::from_chars(text.data(), text.data() + text.size(), device.*Member, 16);
        constexpr std::size_t digits = 4;
        const bool whole = read.ec == std::errc() && read.ptr == text.data() + text.size();
        if (text.size() != digits || !whole)
            entry.report(field.key(), "unknown-value", text, "four hexadecimal digits");
    };
    return row;
}

} // namespace

template <>
const RecordTable<Price>& record_table()
{
    using R = RowsOf<Price>;
    static const RecordTable<Price> table(
        {},
        {{R::row<&Price::amount>("amount").up_to(highest_price).required(),
          R::row<&Price::currency>("currency").required(), R::row<&Price::date>("date").date().required(),
          R::row<&Price::kind>("kind").required(), R::row<&Price::source>("source").required(),
          R::row<&Price::supplier>("supplier"), R::row<&Price::tax_included>("tax_included"),
          R::row<&Price::tax_rate>("tax_rate").from(0.0).up_to(1.0),
          R::row<&Price::warranty_months>("warranty_months").from(0.0).up_to(longest_warranty_months),
          R::row<&Price::valid_until>("valid_until").date(),
          R::row<&Price::quantity>("quantity").up_to(highest_offer_quantity),
          R::row<&Price::drive_tb>("drive_TB").up_to(largest_drive_tb), R::row<&Price::note>("note")}},
        check_price);
    return table;
}

template <>
const RecordTable<ElectricityTariff>& record_table()
{
    using R = RowsOf<ElectricityTariff>;
    static const RecordTable<ElectricityTariff> table(
        {},
        {{R::row<&ElectricityTariff::id>("id").required(), R::row<&ElectricityTariff::currency>("currency").required(),
          R::row<&ElectricityTariff::per_kwh>("per_kWh").up_to(highest_tariff).required(),
          R::row<&ElectricityTariff::date>("date").date().required()},
         R::provenance<&ElectricityTariff::provenance>("")});
    return table;
}

template <>
const RecordTable<ExchangeRate>& record_table()
{
    using R = RowsOf<ExchangeRate>;
    static const RecordTable<ExchangeRate> table(
        {}, {{R::row<&ExchangeRate::from>("from").required(), R::row<&ExchangeRate::to>("to").required(),
              R::row<&ExchangeRate::rate>("rate").up_to(highest_rate).required(),
              R::row<&ExchangeRate::date>("date").date().required()},
             R::provenance<&ExchangeRate::provenance>("")});
    return table;
}

template <>
const RecordTable<Circuit>& record_table()
{
    using R = RowsOf<Circuit>;
    static const RecordTable<Circuit> table(
        {}, {{R::row<&Circuit::id>("id").required(), R::row<&Circuit::amperes>("amperes").up_to(1000.0).required(),
              R::row<&Circuit::volts>("volts").up_to(1000.0).required(),
              R::row<&Circuit::continuous_share>("continuous_share").up_to(1.0).required(),
              R::row<&Circuit::regions>("regions")},
             R::provenance<&Circuit::provenance>("")});
    return table;
}

template <>
const RecordTable<OperatingCosts>& record_table()
{
    using R = RowsOf<OperatingCosts>;
    using C = OperatingCosts;
    static const RecordTable<OperatingCosts> table(
        "rigwright.operating-costs",
        {{R::row<&C::electricity>("electricity").required(), R::row<&C::exchange_rates>("exchange_rates").required(),
          R::row<&C::circuits>("circuits").required(),
          R::row<&C::power_usage_effectiveness>("power_usage_effectiveness.value").from(1.0).up_to(10.0).required(),
          R::row<&C::power_usage_date>("power_usage_effectiveness.date").date().required()},
         R::provenance<&C::power_usage_provenance>("power_usage_effectiveness")});
    return table;
}

template <>
const RecordTable<CloudOffer>& record_table()
{
    using R = RowsOf<CloudOffer>;
    static const RecordTable<CloudOffer> table(
        {}, {{R::row<&CloudOffer::provider>("provider").required(), R::row<&CloudOffer::gpu>("gpu").required(),
              R::row<&CloudOffer::gpus>("gpus").up_to(65536).required(),
              R::row<&CloudOffer::virtual_cpus>("vcpus").up_to(65536), R::row<&CloudOffer::memory>("ram_GiB"),
              R::row<&CloudOffer::per_gpu_hour>("per_gpu_hour").up_to(highest_hourly_price).required(),
              R::row<&CloudOffer::currency>("currency").required(), R::row<&CloudOffer::kind>("pricing").required(),
              R::row<&CloudOffer::date>("date").date().required(), R::row<&CloudOffer::source>("source").required()}});
    return table;
}

template <>
const RecordTable<CloudOffers>& record_table()
{
    static const RecordTable<CloudOffers> table(
        "rigwright.cloud-offers", {{RowsOf<CloudOffers>::row<&CloudOffers::offers>("offers").required()}});
    return table;
}

template <>
const RecordTable<DatasetRecord>& record_table()
{
    using R = RowsOf<DatasetRecord>;
    using D = DatasetRecord;
    static const RecordTable<DatasetRecord> table(
        "rigwright.dataset",
        {{R::row<&D::id>("id").required(), R::row<&D::name>("name").required(),
          R::row<&D::samples>("samples").up_to(most_samples).required(),
          R::row<&D::positive_samples>("positive_samples").up_to(most_samples),
          R::row<&D::source_height>("source_height").up_to(longest_side).required(),
          R::row<&D::source_width>("source_width").up_to(longest_side).required(),
          R::row<&D::channels>("channels").up_to(1024).required(),
          R::row<&D::encoded_bytes_per_sample>("encoded_bytes_per_sample").up_to(largest_file),
          R::row<&D::encoding>("encoding").required().one_of(dataset_encoding_ids)},
         R::provenance<&D::provenance>(""),
         {R::row<&D::notes>("notes")}},
        check_dataset);
    return table;
}

template <>
const RecordTable<PciDevice>& record_table()
{
    static const RecordTable<PciDevice> table(
        {}, {{pci_row<&PciDevice::vendor>("vendor"), pci_row<&PciDevice::device>("device"),
              RowsOf<PciDevice>::row<&PciDevice::gpus>("gpus").required()}});
    return table;
}

template <>
const RecordTable<PciDevices>& record_table()
{
    using R = RowsOf<PciDevices>;
    static const RecordTable<PciDevices> table(
        "rigwright.pci-ids",
        {R::provenance<&PciDevices::provenance>(""), {R::row<&PciDevices::devices>("devices").required()}});
    return table;
}

template <>
const RecordTable<MemoryReserveRule>& record_table()
{
    using R = RowsOf<MemoryReserveRule>;
    using M = MemoryReserveRule;
    static const RecordTable<MemoryReserveRule> table(
        {}, {{R::row<&M::vendor>("vendor"), R::row<&M::architectures>("architectures"),
              R::row<&M::operating_system>("operating_system"), R::row<&M::smallest_capacity>("smallest_capacity_GB"),
              R::row<&M::driver_fixed>("driver_fixed_MiB").required(),
              R::row<&M::driver_share>("driver_share").from(0.0).up_to(1.0).required(),
              R::row<&M::display>("display_MiB").required()},
             R::provenance<&M::provenance>("")});
    return table;
}

template <>
const RecordTable<MemoryReserves>& record_table()
{
    using R = RowsOf<MemoryReserves>;
    using E = InBandEccRule;
    constexpr auto ecc = &MemoryReserves::in_band_ecc;
    static const RecordTable<MemoryReserves> table(
        "rigwright.usable-memory",
        {{R::row<&MemoryReserves::rules>("rules").required(), R::row<ecc, &E::memory_types>("in_band_ecc.memory_types"),
          R::row<ecc, &E::on_by_default>("in_band_ecc.on_by_default"),
          R::row<ecc, &E::share>("in_band_ecc.share").from(0.0).up_to(1.0).required()},
         R::provenance<ecc, &E::provenance>("in_band_ecc")});
    return table;
}

template <>
const RecordTable<AttentionKernelRule>& record_table()
{
    using R = RowsOf<AttentionKernelRule>;
    using K = AttentionKernelRule;
    static const RecordTable<AttentionKernelRule> table(
        {}, {{R::row<&K::kernel>("kernel").required(), R::row<&K::vendor>("vendor"),
              R::row<&K::architectures>("architectures"), R::row<&K::first_capability>("first_capability"),
              R::row<&K::last_capability>("last_capability")},
             R::provenance<&K::provenance>("")});
    return table;
}

template <>
const RecordTable<AttentionKernels>& record_table()
{
    using R = RowsOf<AttentionKernels>;
    static const RecordTable<AttentionKernels> table("rigwright.attention-kernels",
                                                     {{R::row<&AttentionKernels::rules>("kernels").required()}});
    return table;
}

template <>
const RecordTable<NoteText>& record_table()
{
    using R = RowsOf<NoteText>;
    static const RecordTable<NoteText> table(
        {}, {{R::row<&NoteText::english>("en").required(), R::row<&NoteText::chinese>("zh_CN").required()}});
    return table;
}

std::vector<PciDevice> read_pci_devices(const nlohmann::json& file, std::vector<JsonIssue>& issues)
{
    return read_record<PciDevices>(file, issues).devices;
}

std::vector<CloudOffer> read_cloud_offers(const nlohmann::json& file, std::vector<JsonIssue>& issues)
{
    return read_record<CloudOffers>(file, issues).offers;
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
    const auto found = std::ranges::find(circuits, id, &Circuit::id);
    return found != circuits.end() ? &*found : nullptr;
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
            notes[code] = read_object<NoteText>(note);
            note.finish();
        }
    }
    record.finish();
    return notes;
}

} // namespace rigwright
