// SPDX-License-Identifier: Apache-2.0
#include "core/hardware/catalog.h"

#include "core/hardware/records.h"

#include <algorithm>

namespace rigwright {

namespace {

template <typename Record>
const Record* find_by_id(const std::vector<Record>& records, std::string_view id)
{
    const auto at = std::lower_bound(records.begin(), records.end(), id,
                                     [](const Record& record, std::string_view wanted) { return record.id < wanted; });
    return at != records.end() && at->id == id ? &*at : nullptr;
}

std::string_view year_of(std::string_view date) { return date.substr(0, 4); }

/// By GPU, what is rented on demand first, the newest year first, the cheapest first.
bool is_listed_before(const CloudOffer& a, const CloudOffer& b)
{
    if (a.gpu != b.gpu) return a.gpu < b.gpu;
    if (a.kind != b.kind) return a.kind < b.kind;
    if (const int years = year_of(a.date).compare(year_of(b.date)); years != 0) return years > 0;
    return a.per_gpu_hour < b.per_gpu_hour;
}

/// Collects what the files of the database are found to be.
class CatalogLoader {
public:
    CatalogLoader(const std::filesystem::path& directory, CatalogLoad& load) : directory_(directory), load_(load) {}

    void read_all()
    {
        read_table("notes.json", load_.catalog.notes, read_notes);
        read_table("usable_memory.json", load_.catalog.memory_reserves, read_memory_reserves);
        read_folder("gpus", load_.catalog.gpus, read_gpu);
        read_folder("cpus", load_.catalog.cpus, read_cpu);
        read_folder("interconnects", load_.catalog.links, read_link);
        read_folder("storage", load_.catalog.storages, read_storage);
        read_folder("memory", load_.catalog.memory_kits, read_memory_kit);
        read_folder("chassis", load_.catalog.chassis_list, read_chassis);
        read_folder("power_supplies", load_.catalog.power_supplies, read_power_supply);
        read_folder("datasets", load_.catalog.datasets, read_dataset);
        read_table("pci_ids.json", load_.catalog.pci_devices, read_pci_devices);
        read_table("operating_costs.json", load_.catalog.operating_costs, read_operating_costs);
        read_table("cloud_offers.json", load_.catalog.cloud_offers, read_cloud_offers);
        check_gpu_references();
        std::vector<CloudOffer>& offers = load_.catalog.cloud_offers;
        std::stable_sort(offers.begin(), offers.end(), is_listed_before);
    }

private:
    template <typename Value>
    using Reader = Value (*)(const nlohmann::json&, std::vector<JsonIssue>&);

    void report(const std::string& file, JsonIssue issue) { load_.issues.push_back({file, std::move(issue)}); }

    void report_all(const std::string& file, std::vector<JsonIssue>& issues)
    {
        for (JsonIssue& issue : issues) report(file, std::move(issue));
    }

    template <typename Value>
    void read_table(const std::string& file, Value& table, Reader<Value> read)
    {
        JsonDocument document = parse_json_file(directory_ / file);
        Value value;
        if (document.issues.empty()) value = read(document.value, document.issues);
        if (document.issues.empty()) table = std::move(value);
        report_all(file, document.issues);
    }

    template <typename Record>
    void read_folder(const std::string& folder, std::vector<Record>& records, Reader<Record> read)
    {
        for (const std::filesystem::path& path : files_of(folder)) {
            const std::string file = folder + "/" + path.filename().string();
            JsonDocument document = parse_json_file(path);
            Record record;
            if (document.issues.empty()) record = read(document.value, document.issues);
            if (document.issues.empty()) check_identity(path.stem().string(), record.id, records, document.issues);
            if (document.issues.empty()) check_notes(record.notes, document.issues);
            if (document.issues.empty()) records.push_back(std::move(record));
            report_all(file, document.issues);
        }
        std::sort(records.begin(), records.end(), [](const Record& a, const Record& b) { return a.id < b.id; });
    }

    /// The folder's .json files in byte order of their names, the same on every system.
    std::vector<std::filesystem::path> files_of(const std::string& folder)
    {
        std::vector<std::filesystem::path> files;
        std::error_code failure;
        for (std::filesystem::directory_iterator entry(directory_ / folder, failure), end; !failure && entry != end;
             entry.increment(failure))
            if (entry->path().extension() == ".json") files.push_back(entry->path());
        if (failure) report(folder, {"$", "cannot-read", "", ""});
        std::sort(files.begin(), files.end());
        return files;
    }

    template <typename Record>
    static void check_identity(const std::string& stem, const std::string& id, const std::vector<Record>& records,
                               std::vector<JsonIssue>& issues)
    {
        const bool taken =
            std::any_of(records.begin(), records.end(), [&](const Record& other) { return other.id == id; });
        if (taken)
            issues.push_back({"$.id", "duplicate-id", id, stem});
        else if (id != stem)
            issues.push_back({"$.id", "wrong-id", id, stem});
    }

    void check_notes(const std::vector<std::string>& notes, std::vector<JsonIssue>& issues) const
    {
        for (std::size_t i = 0; i < notes.size(); ++i)
            if (!load_.catalog.notes.contains(notes[i]))
                issues.push_back({json_element_path("$.notes", i), "unknown-note", notes[i], "notes.json"});
    }

    /// GPUs that other records name have to exist; a record or offer that names another is left out.
    void check_gpu_references()
    {
        std::erase_if(load_.catalog.chassis_list,
                      [this](const Chassis& chassis) { return names_unknown_gpu(chassis); });
        std::size_t position = 0;
        std::erase_if(load_.catalog.pci_devices, [&](const PciDevice& device) {
            const std::string path = json_element_path("$.devices", position++) + ".gpus";
            return std::any_of(device.gpus.begin(), device.gpus.end(),
                               [&](const std::string& id) { return is_unknown_gpu("pci_ids.json", path, id); });
        });
        position = 0;
        std::erase_if(load_.catalog.cloud_offers, [&](const CloudOffer& offer) {
            return is_unknown_gpu("cloud_offers.json", json_element_path("$.offers", position++) + ".gpu", offer.gpu);
        });
    }

    bool names_unknown_gpu(const Chassis& chassis)
    {
        bool unknown = false;
        for (std::size_t i = 0; i < chassis.gpus.gpus.size(); ++i)
            unknown |= is_unknown_gpu("chassis/" + chassis.id + ".json", json_element_path("$.gpus.gpus", i),
                                      chassis.gpus.gpus[i]);
        return unknown;
    }

    bool is_unknown_gpu(const std::string& file, const std::string& path, const std::string& id)
    {
        if (load_.catalog.gpu(id) != nullptr) return false;
        report(file, {path, "unknown-gpu", id, "gpus/"});
        return true;
    }

    const std::filesystem::path& directory_;
    CatalogLoad& load_;
};

} // namespace

const Gpu* Catalog::gpu(std::string_view id) const { return find_by_id(gpus, id); }
const Cpu* Catalog::cpu(std::string_view id) const { return find_by_id(cpus, id); }
const Link* Catalog::link(std::string_view id) const { return find_by_id(links, id); }
const Storage* Catalog::storage(std::string_view id) const { return find_by_id(storages, id); }
const MemoryKit* Catalog::memory_kit(std::string_view id) const { return find_by_id(memory_kits, id); }
const Chassis* Catalog::chassis(std::string_view id) const { return find_by_id(chassis_list, id); }
const PowerSupply* Catalog::power_supply(std::string_view id) const { return find_by_id(power_supplies, id); }
const DatasetRecord* Catalog::dataset(std::string_view id) const { return find_by_id(datasets, id); }

CatalogLoad load_catalog(const std::filesystem::path& directory)
{
    CatalogLoad load;
    CatalogLoader(directory, load).read_all();
    return load;
}

} // namespace rigwright
