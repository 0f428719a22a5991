// SPDX-License-Identifier: Apache-2.0
#include "core/hardware/catalog.h"

#include "core/hardware/dates.h"
#include "core/hardware/own_catalog.h"
#include "core/hardware/price_list.h"
#include "core/hardware/records.h"
#include "core/json/characters.h"
#include "core/json/read_file.h"
#include "core/json/strict_json.h"

#include <algorithm>
#include <tuple>
#include <type_traits>
#include <unordered_map>
#include <unordered_set>

namespace rigwright {

namespace {

/// Adds the prices of the user's lists to the records that they name.
class OwnPrices {
public:
    /// `catalog` must keep its records in place during the lifetime of this object.
    explicit OwnPrices(Catalog& catalog);

    /// Adds a list with its prices; prices of unknown parts are left out and reported.
    void add(PriceListFile list, std::vector<JsonIssue>& issues);
    /// Adds one price from the user's catalog; false if no such part exists.
    bool add(const std::string& part, Price price, const std::string& file);

private:
    void add_offer(const std::string& gpu, const Price& price);

    Catalog& catalog_;
    std::unordered_map<std::string, std::vector<Price>*> prices_;
};

OwnPrices::OwnPrices(Catalog& catalog) : catalog_(catalog)
{
    visit_parts(catalog, [this](RecordKind, auto& records) {
        for (auto& record : records) prices_.emplace(record.id, &record.prices);
    });
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

/// By GPU; on-demand offers first, the user's own first, the newest year first, the cheapest first.
bool is_listed_before(const CloudOffer& a, const CloudOffer& b)
{
    if (a.gpu != b.gpu) return a.gpu < b.gpu;
    if (a.kind != b.kind) return a.kind < b.kind;
    if (a.own != b.own) return a.own;
    if (const int years = year_of(a.date).compare(year_of(b.date)); years != 0) return years > 0;
    return a.per_gpu_hour < b.per_gpu_hour;
}

/// Words that a scenario uses in place of an id.
bool is_reserved(std::string_view id) { return id == "none" || id == "auto"; }

/// Collects the records and defects of the files of the database and of the user's own catalog.
class CatalogLoader {
public:
    CatalogLoader(const std::filesystem::path& directory, const std::filesystem::path& own, const std::string& today,
                  CatalogLoad& load)
        : directory_(directory),
          own_(own),
          today_(today),
          load_(load)
    {}

    void read_all()
    {
        read_table("notes.json", load_.catalog.notes, read_notes);
        read_table("usable_memory.json", load_.catalog.memory_reserves, read_record<MemoryReserves>);
        read_table("attention_kernels.json", load_.catalog.attention_kernels, read_record<AttentionKernels>);
        visit_parts(load_.catalog,
                    [this](RecordKind kind, auto& records) { read_folder(folder_of(kind), records, kind); });
        // Shipped only: a scenario describes its own dataset by its fields.
        read_folder("datasets", load_.catalog.datasets);
        read_table("pci_ids.json", load_.catalog.pci_devices, read_pci_devices);
        read_table("operating_costs.json", load_.catalog.operating_costs, read_record<OperatingCosts>);
        read_table("cloud_offers.json", load_.catalog.cloud_offers, read_cloud_offers);
        check_gpu_references();
        add_own_prices();
        sort_what_was_collected();
    }

private:
    void report(const std::string& file, JsonIssue issue, bool own = false)
    {
        load_.issues.push_back(in_file(std::move(issue), file, own));
    }

    void report_all(const std::string& file, std::vector<JsonIssue>& issues, bool own = false)
    {
        for (JsonIssue& issue : issues) report(file, std::move(issue), own);
    }

    template <typename Value>
    void read_table(const std::string& file, Value& table,
                    Value (*read)(const nlohmann::json&, std::vector<JsonIssue>&))
    {
        JsonDocument document = parse_json_file(directory_ / file);
        Value value;
        if (document.issues.empty()) value = read(document.value, document.issues);
        if (document.issues.empty()) table = std::move(value);
        report_all(file, document.issues);
    }

    template <typename Record>
    void read_folder(std::string_view name, std::vector<Record>& records, std::optional<RecordKind> kind = {})
    {
        const std::string folder(name);
        const FolderFiles shipped = json_files_of(directory_ / folder);
        if (shipped.failed) report(folder, {"$", "cannot-read", "", ""});
        std::vector<std::filesystem::path> own = kind ? own_files(folder) : std::vector<std::filesystem::path>();
        for (const std::filesystem::path& path : shipped.files) {
            const std::string file = folder + "/" + path.filename().string();
            JsonDocument document = parse_json_file(path);
            Record record;
            if (document.issues.empty()) record = checked<Record>(document.value, document.issues);
            if (document.issues.empty()) check_identity(path.stem().string(), record.id, document.issues);
            if (document.issues.empty()) {
                const auto mine = std::ranges::find(own, path.filename(), &std::filesystem::path::filename);
                if (mine != own.end()) record = with_own(*kind, std::move(record), document.value, file);
                if (mine != own.end()) own.erase(mine);
                ids_.insert(record.id);
                records.push_back(std::move(record));
            }
            report_all(file, document.issues);
        }
        for (const std::filesystem::path& path : own) add_own(*kind, path, records);
        std::ranges::sort(records, {}, &Record::id);
    }

    std::vector<std::filesystem::path> own_files(const std::string& folder)
    {
        std::error_code failure;
        if (own_.empty() || !std::filesystem::exists(own_ / folder, failure)) return {};
        FolderFiles found = json_files_of(own_ / folder);
        if (found.failed) report(folder, {"$", "cannot-read", "", ""}, true);
        return std::move(found.files);
    }

    template <typename Record>
    Record checked(const nlohmann::json& value, std::vector<JsonIssue>& issues) const
    {
        Record record = read_record<Record>(value, issues);
        check_notes(record.notes, issues);
        if constexpr (std::is_same_v<Record, Chassis>) check_gpus(record.gpus.gpus, issues);
        return record;
    }

    /// The shipped record with the user's values.
    template <typename Record>
    Record with_own(RecordKind kind, Record shipped, const nlohmann::json& value, const std::string& file)
    {
        JsonDocument mine = parse_json_file(own_ / file);
        if (!mine.issues.empty()) {
            report_all(file, mine.issues, true);
            return shipped;
        }
        check_header(kind, shipped.id, mine.value, mine.issues);
        if (mine.issues.empty()) {
            if constexpr (requires { shipped.prices; }) take_prices(shipped.id, mine.value, file, mine.issues);
            Overlaid result = overlay(value, mine.value, [&](const nlohmann::json& merged) {
                std::vector<JsonIssue> issues;
                checked<Record>(merged, issues);
                return issues;
            });
            std::vector<JsonIssue> none;
            if (!result.values.empty()) shipped = checked<Record>(result.value, none);
            load_.catalog.own_records.push_back({kind, shipped.id, false, std::move(result.values)});
            mine.issues.insert(mine.issues.end(), result.issues.begin(), result.issues.end());
        }
        report_all(file, mine.issues, true);
        return shipped;
    }

    /// A record that is not shipped.
    template <typename Record>
    void add_own(RecordKind kind, const std::filesystem::path& path, std::vector<Record>& records)
    {
        const std::string file = std::string(folder_of(kind)) + "/" + path.filename().string();
        JsonDocument mine = parse_json_file(path);
        Record record;
        nlohmann::json value = mine.value;
        if constexpr (requires { record.prices; })
            if (value.is_object()) value.erase("prices");
        if (mine.issues.empty()) record = checked<Record>(value, mine.issues);
        if (mine.issues.empty()) check_identity(path.stem().string(), record.id, mine.issues);
        if (mine.issues.empty()) {
            if constexpr (requires { record.prices; }) take_prices(record.id, mine.value, file, mine.issues);
            load_.catalog.own_records.push_back({kind, record.id, true, {}});
            ids_.insert(record.id);
            records.push_back(std::move(record));
        }
        report_all(file, mine.issues, true);
    }

    /// Checks that an own file has its own header: the merged record would have the shipped one.
    void check_header(RecordKind kind, const std::string& id, const nlohmann::json& value,
                      std::vector<JsonIssue>& issues) const
    {
        ObjectReader record(value, "$", issues, NullMeaning::unknown);
        read_header(record, record_formats[static_cast<std::size_t>(kind)]);
        const auto named = record.required_text("id");
        if (named && *named != id) issues.push_back({"$.id", "wrong-id", *named, id});
    }

    /// Keeps the prices of an own record until all records are loaded.
    void take_prices(const std::string& part, nlohmann::json& value, const std::string& file,
                     std::vector<JsonIssue>& issues)
    {
        if (!value.is_object() || !value.contains("prices")) return;
        std::vector<ListedPrice> prices = read_own_prices(value["prices"], issues);
        leave_out_the_future(prices, issues);
        for (ListedPrice& line : prices) own_prices_.emplace_back(part, std::move(line.price), file);
        value.erase("prices");
    }

    /// A price dated after today is a mistake and would count as the newest.
    void leave_out_the_future(std::vector<ListedPrice>& prices, std::vector<JsonIssue>& issues) const
    {
        if (today_.empty()) return;
        std::erase_if(prices, [&](const ListedPrice& line) {
            const bool later = is_later(line.price.date, today_);
            if (later)
                issues.push_back({json_element_path("$.prices", line.position) + ".date", "date-in-future",
                                  line.price.date, today_});
            return later;
        });
    }

    void check_identity(const std::string& stem, const std::string& id, std::vector<JsonIssue>& issues) const
    {
        if (ids_.contains(id))
            issues.push_back({"$.id", "duplicate-id", id, stem});
        else if (id != stem || is_reserved(id))
            issues.push_back({"$.id", "wrong-id", id, stem});
    }

    void check_notes(const std::vector<std::string>& notes, std::vector<JsonIssue>& issues) const
    {
        for (std::size_t i = 0; i < notes.size(); ++i)
            if (!load_.catalog.notes.contains(notes[i]))
                issues.push_back({json_element_path("$.notes", i), "unknown-note", notes[i], "notes.json"});
    }

    void check_gpus(const std::vector<std::string>& gpus, std::vector<JsonIssue>& issues) const
    {
        for (std::size_t i = 0; i < gpus.size(); ++i)
            if (load_.catalog.gpu(gpus[i]) == nullptr)
                issues.push_back({json_element_path("$.gpus.gpus", i), "unknown-gpu", gpus[i], "gpus/"});
    }

    /// Leaves out offers of unknown GPUs.
    void check_gpu_references()
    {
        std::size_t position = 0;
        std::erase_if(load_.catalog.pci_devices, [&](const PciDevice& device) {
            const std::string path = json_element_path("$.devices", position++) + ".gpus";
            return std::ranges::any_of(device.gpus,
                                       [&](const std::string& id) { return is_unknown_gpu("pci_ids.json", path, id); });
        });
        position = 0;
        std::erase_if(load_.catalog.cloud_offers, [&](const CloudOffer& offer) {
            return is_unknown_gpu("cloud_offers.json", json_element_path("$.offers", position++) + ".gpu", offer.gpu);
        });
    }

    bool is_unknown_gpu(const std::string& file, const std::string& path, const std::string& id)
    {
        if (load_.catalog.gpu(id) != nullptr) return false;
        report(file, {path, "unknown-gpu", id, "gpus/"});
        return true;
    }

    void add_own_prices()
    {
        OwnPrices prices(load_.catalog);
        for (auto& [part, price, file] : own_prices_) prices.add(part, std::move(price), file);
        for (const std::filesystem::path& path : own_files("prices")) {
            const std::string file = "prices/" + path.filename().string();
            JsonDocument document = parse_json_file(path, price_list_limits);
            if (document.issues.empty()) {
                PriceListFile list = read_price_list(document.value, document.issues);
                list.list.file = file;
                leave_out_the_future(list.prices, document.issues);
                prices.add(std::move(list), document.issues);
            }
            report_all(file, document.issues, true);
        }
    }

    void sort_what_was_collected()
    {
        Catalog& catalog = load_.catalog;
        std::ranges::stable_sort(catalog.cloud_offers, is_listed_before);
        std::ranges::sort(catalog.own_records, [](const OwnRecord& a, const OwnRecord& b) {
            return std::tie(a.kind, a.id) < std::tie(b.kind, b.id);
        });
        std::ranges::stable_sort(catalog.price_lists,
                                 [](const PriceList& a, const PriceList& b) { return is_later(a.date, b.date); });
    }

    const std::filesystem::path& directory_;
    const std::filesystem::path& own_;
    const std::string& today_;
    CatalogLoad& load_;
    std::unordered_set<std::string> ids_;
    std::vector<std::tuple<std::string, Price, std::string>> own_prices_;
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

const OwnRecord* Catalog::own_record(RecordKind kind, std::string_view id) const
{
    const auto found = std::ranges::find_if(
        own_records, [&](const OwnRecord& record) { return record.kind == kind && record.id == id; });
    return found != own_records.end() ? &*found : nullptr;
}

CatalogLoad load_catalog(const std::filesystem::path& directory, const std::filesystem::path& own,
                         const std::string& today)
{
    CatalogLoad load;
    CatalogLoader(directory, own, today, load).read_all();
    return load;
}

std::optional<PricedPart> find_part(const Catalog& catalog, std::string_view id)
{
    std::optional<PricedPart> part;
    visit_parts(catalog, [&](RecordKind kind, const auto& records) {
        if (const auto* found = find_by_id(records, id)) part = {kind, found->id, found->name, &found->prices};
    });
    return part;
}

std::vector<JsonIssue> record_issues(RecordKind kind, const nlohmann::json& file)
{
    static const Catalog no_parts;
    std::vector<JsonIssue> issues;
    visit_parts(no_parts, [&](RecordKind each, const auto& records) {
        if (each == kind) read_record<typename std::decay_t<decltype(records)>::value_type>(file, issues);
    });
    return issues;
}

namespace {

char upper(char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; }

bool is_usual_in(const Circuit& circuit, std::string_view territory)
{
    return std::ranges::find(circuit.regions, territory) != circuit.regions.end();
}

} // namespace

std::string territory_of_locale(std::string_view locale)
{
    locale = locale.substr(0, locale.find_first_of(".@"));
    constexpr std::size_t letters = 2;
    // The language comes first; a script of four letters may follow.
    for (std::size_t at = locale.find_first_of("_-"); at != std::string_view::npos;) {
        const std::size_t next = locale.find_first_of("_-", at + 1);
        const std::string_view part = locale.substr(at + 1, next == std::string_view::npos ? next : next - at - 1);
        if (part.size() == letters && std::ranges::all_of(part, is_letter)) return {upper(part[0]), upper(part[1])};
        at = next;
    }
    return {};
}

const Circuit* usual_circuit(const OperatingCosts& costs, std::string_view territory)
{
    const Circuit* weakest = nullptr;
    for (const Circuit& circuit : costs.circuits)
        if (is_usual_in(circuit, territory) && (weakest == nullptr || circuit.continuous() < weakest->continuous()))
            weakest = &circuit;
    return weakest;
}

} // namespace rigwright
