// SPDX-License-Identifier: Apache-2.0
#include "core/hardware/record_fields.h"
#include "core/hardware/records.h"

#include <algorithm>

namespace rigwright {

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
