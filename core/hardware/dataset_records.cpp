// SPDX-License-Identifier: Apache-2.0
#include "core/hardware/record_fields.h"
#include "core/hardware/records.h"

#include <algorithm>
#include <charconv>

namespace rigwright {

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

} // namespace rigwright
