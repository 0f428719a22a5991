// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "app/cli/invocation.h"
#include "app/cli/output.h"
#include "core/hardware/own_catalog.h"
#include "core/hardware/price_list.h"
#include "core/hardware/record_edit.h"
#include "core/hardware/record_table.h"
#include "core/json/characters.h"
#include "core/json/data_directory.h"
#include "core/json/object_reader.h"
#include "core/json/read_file.h"
#include "core/json/strict_json.h"
#include "core/prices/price_import.h"
#include "core/scenario/nearest.h"
#include "core/text/number_text.h"
#include "core/text/price_text.h"
#include "core/zoo/build.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <optional>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

namespace rigwright::cli {

namespace {

using nlohmann::json;
using nlohmann::ordered_json;

/// One list of the catalog: a table for people, records for programs. Unknown values are empty in the table and have no
/// key in the record.
struct CatalogList {
    std::vector<std::string> headings;
    std::vector<bool> right;
    std::vector<std::vector<std::string>> rows;
    /// Whether there is a column for the user's own catalog.
    bool has_own = false;
    ordered_json records = ordered_json::array();
};

/// A column of a list: the key of the JSON record, the message "column.<heading>", and its field.
template <typename Entry>
struct Column {
    const char* key;
    const char* heading;
    std::string_view path;
    /// The list of categories with the field's words.
    const char* category = nullptr;
    /// A figure that is not in any field.
    RecordValue (*derived)(const Entry&) = nullptr;
};

/// Adds one record to a list: cell by cell to the table and key by key to the record.
class Record {
public:
    Record(CatalogList& list, const Messages& words) : list_(list), words_(words) {}
    ~Record()
    {
        list_.rows.push_back(std::move(row_));
        list_.records.push_back(std::move(record_));
    }
    Record(const Record&) = delete;
    Record& operator=(const Record&) = delete;

    Record& text(const char* key, std::string_view text)
    {
        row_.emplace_back(text);
        if (!text.empty()) record_[key] = text;
        return *this;
    }
    /// Adds a category: its word unchanged in JSON, translated in the table.
    Record& category(const char* key, const char* list, std::string_view word)
    {
        text(key, word);
        row_.back() = category_text(list, word, words_);
        return *this;
    }
    Record& amount(const char* key, const Value& amount)
    {
        row_.push_back(text_of(amount, words_.language()));
        if (amount.unit == Unit::bytes || amount.unit == Unit::count)
            record_[key] = static_cast<std::int64_t>(amount.number);
        else
            record_[key] = amount.number;
        return *this;
    }

    template <typename Entry>
    void field(const Column<Entry>& column, const RecordValue& value)
    {
        if (const auto* number = std::get_if<Value>(&value)) {
            amount(column.key, *number);
            return;
        }
        const auto* word = std::get_if<std::string>(&value);
        if (word != nullptr && column.category != nullptr)
            category(column.key, column.category, *word);
        else
            text(column.key, word != nullptr ? *word : std::string());
    }

    /// The own catalog's part of the record; no cell if the own catalog has nothing about any record of the list.
    void own(const Catalog& hardware, RecordKind kind, const std::string& id)
    {
        if (list_.has_own) row_.push_back(own_text(hardware.own_record(kind, id)));
        if (const OwnRecord* mine = hardware.own_record(kind, id)) record_["own"] = own_json(*mine);
    }

private:
    std::string own_text(const OwnRecord* mine) const
    {
        if (mine == nullptr) return {};
        if (mine->added) return words_.text("own.added");
        const std::string fields = joined(mine->values, &OwnValue::path);
        return fields.empty() ? fields : words_.text("own.values", {{"fields", fields}});
    }

    static ordered_json own_json(const OwnRecord& mine)
    {
        ordered_json json{{"added", mine.added}};
        for (const OwnValue& value : mine.values)
            json["values"].push_back(
                {{"path", value.path},
                 {"own", ordered_json::parse(value.own)},
                 {"shipped", value.shipped.empty() ? ordered_json() : ordered_json::parse(value.shipped)}});
        return json;
    }

    CatalogList& list_;
    const Messages& words_;
    std::vector<std::string> row_;
    ordered_json record_ = ordered_json::object();
};

void add_heading(CatalogList& list, const Messages& words, std::string_view heading, bool right)
{
    list.right.push_back(right);
    list.headings.push_back(words.text("column." + std::string(heading)));
}

/// Headings by message code; a "+" before the code aligns the column to the right.
CatalogList list_with(const Messages& words, std::initializer_list<std::string_view> columns)
{
    CatalogList list;
    for (const std::string_view column : columns) {
        const bool right = column.front() == '+';
        add_heading(list, words, column.substr(right ? 1 : 0), right);
    }
    return list;
}

template <typename Entry>
const RecordRow<Entry>& row_of(std::string_view path)
{
    return *std::ranges::find_if(record_table<Entry>().rows,
                                 [path](const auto& row) { return row.field.path == path; });
}

/// One line per entry, its fields from the description of its kind. A last column marks entries of the user's own
/// catalog.
template <typename Entry>
CatalogList list_of(const std::vector<Entry>& entries, const EngineData& data, const Messages& words,
                    std::initializer_list<Column<Entry>> columns, std::optional<RecordKind> kind = {})
{
    CatalogList list;
    for (const Column<Entry>& column : columns) {
        const bool number = column.derived != nullptr || row_of<Entry>(column.path).field.is_number();
        add_heading(list, words, column.heading, number);
    }
    for (const OwnRecord& record : data.hardware.own_records) list.has_own = list.has_own || record.kind == kind;
    if (list.has_own) add_heading(list, words, "own", false);
    for (const Entry& entry : entries) {
        Record record(list, words);
        for (const Column<Entry>& column : columns) {
            const RecordRow<Entry>* row = column.derived != nullptr ? nullptr : &row_of<Entry>(column.path);
            record.field(column, row != nullptr ? row->value(row->field, entry) : column.derived(entry));
        }
        if constexpr (requires { entry.id; })
            if (kind) record.own(data.hardware, *kind, entry.id);
    }
    return list;
}

CatalogList gpu_list(const EngineData& data, const Messages& words)
{
    return list_of<Gpu>(data.hardware.gpus, data, words,
                        {{"id", "id", "id"},
                         {"name", "name", "name"},
                         {"vendor", "vendor", "vendor"},
                         {"architecture", "architecture", "architecture"},
                         {"memory_bytes", "memory", "memory.capacity_GB"},
                         {"bandwidth_bytes_per_second", "bandwidth", "memory.bandwidth_GBps"},
                         {"fp32_flops_per_second", "fp32", "compute.fp32_TFLOPS"},
                         {"fp16_tensor_flops_per_second", "fp16_tensor", "compute.fp16_tensor_fp32acc_TFLOPS"},
                         {"bf16_tensor_flops_per_second", "bf16_tensor", "compute.bf16_tensor_TFLOPS"},
                         {"board_power_W", "power", "power.tdp_W"}},
                        RecordKind::gpu);
}

CatalogList cpu_list(const EngineData& data, const Messages& words)
{
    return list_of<Cpu>(data.hardware.cpus, data, words,
                        {{"id", "id", "id"},
                         {"name", "name", "name"},
                         {"vendor", "vendor", "vendor"},
                         {"cores", "cores", "compute.cores"},
                         {"threads", "threads", "compute.threads"},
                         {"memory_channels", "memory_channels", "memory.channels"},
                         {"memory_bandwidth_bytes_per_second", "bandwidth", "memory.bandwidth_GBps"},
                         {"pcie_lanes", "pcie_lanes", "link.pcie_lanes"},
                         {"base_power_W", "power", "power.tdp_W"}},
                        RecordKind::cpu);
}

CatalogList model_list(const EngineData& data, const Messages& words)
{
    CatalogList list = list_with(words, {"id", "name", "group", "family", "+parameters", "+macs", "meaning", "source"});
    for (const Preset& preset : data.presets) {
        const PresetFigures figures = preset_figures(preset);
        Record(list, words)
            .text("id", preset.id)
            .text("title", preset.title)
            .category("group", "group", preset.group)
            .text("family", preset.family)
            .amount("parameters", value_of(figures.parameters))
            .amount("forward_macs", value_of(figures.forward_macs))
            .text("meaning", words.text(meaning_code(preset.family, preset.shape)))
            .text("source", preset.source);
    }
    return list;
}

CatalogList link_list(const EngineData& data, const Messages& words)
{
    return list_of<Link>(data.hardware.links, data, words,
                         {{"id", "id", "id"},
                          {"name", "name", "name"},
                          {"kind", "kind", "kind", "link"},
                          {"per_direction_bytes_per_second", "per_direction", "rate.per_direction_GBps"},
                          {"effective_bytes_per_second", "effective", "rate.effective_GBps"},
                          {"latency_seconds", "latency", "rate.latency_us"}},
                         RecordKind::link);
}

CatalogList storage_list(const EngineData& data, const Messages& words)
{
    return list_of<Storage>(data.hardware.storages, data, words,
                            {{"id", "id", "id"},
                             {"name", "name", "name"},
                             {"interface", "interface", "interface"},
                             {"sequential_read_bytes_per_second", "sequential_read", "throughput.sequential_read_MBps"},
                             {"small_file_read_bytes_per_second", "small_file_read", "throughput.small_file_read_MBps"},
                             {"source", "source", "throughput.source"}},
                            RecordKind::storage);
}

CatalogList memory_list(const EngineData& data, const Messages& words)
{
    return list_of<MemoryKit>(
        data.hardware.memory_kits, data, words,
        {{"id", "id", "id"},
         {"name", "name", "name"},
         {"type", "kind", "type"},
         {"megatransfers_per_second", "transfers", "modules.speed_MTps"},
         {"modules", "modules", "modules.modules"},
         {"capacity_bytes",
          "memory",
          {},
          nullptr,
          [](const MemoryKit& kit) -> RecordValue { return value_of(capacity(kit)); }},
         {"bandwidth_per_channel_bytes_per_second", "bandwidth_per_channel", "modules.bandwidth_per_channel_GBps"}},
        RecordKind::memory_kit);
}

CatalogList chassis_list(const EngineData& data, const Messages& words)
{
    return list_of<Chassis>(data.hardware.chassis_list, data, words,
                            {{"id", "id", "id"},
                             {"name", "name", "name"},
                             {"vendor", "vendor", "vendor", "vendor"},
                             {"rack_units", "rack_units", "body.rack_units"},
                             {"cooling", "cooling", "body.cooling", "cooling"},
                             {"most_gpus", "most_gpus", "gpus.most_gpus"},
                             {"slots", "slots", "gpus.slots"},
                             {"pcie_generation", "pcie_generation", "gpus.pcie_generation"},
                             {"sockets", "sockets", "host.sockets"},
                             {"most_power_W", "power", "power.most_W"},
                             {"source", "source", "body.source", "source"}},
                            RecordKind::chassis);
}

CatalogList power_supply_list(const EngineData& data, const Messages& words)
{
    return list_of<PowerSupply>(data.hardware.power_supplies, data, words,
                                {{"id", "id", "id"},
                                 {"name", "name", "name"},
                                 {"output_W", "power", "output.output_W"},
                                 {"efficiency_class", "efficiency", "output.efficiency_class", "efficiency"}},
                                RecordKind::power_supply);
}

CatalogList dataset_list(const EngineData& data, const Messages& words)
{
    return list_of<DatasetRecord>(data.hardware.datasets, data, words,
                                  {{"id", "id", "id"},
                                   {"name", "name", "name"},
                                   {"samples", "samples", "samples"},
                                   {"positive_samples", "positives", "positive_samples"},
                                   {"source_height", "height", "source_height"},
                                   {"source_width", "width", "source_width"},
                                   {"encoded_bytes_per_sample", "file_bytes", "encoded_bytes_per_sample"},
                                   {"encoding", "kind", "encoding"},
                                   {"source", "source", "source"}});
}

CatalogList cloud_offer_list(const EngineData& data, const Messages& words)
{
    return list_of<CloudOffer>(data.hardware.cloud_offers, data, words,
                               {{"provider", "provider", "provider"},
                                {"gpu", "gpu", "gpu"},
                                {"gpus", "gpus", "gpus"},
                                {"per_gpu_hour", "per_gpu_hour", "per_gpu_hour"},
                                {"currency", "currency", "currency"},
                                {"pricing", "kind", "pricing", "rent"},
                                {"date", "date", "date"},
                                {"source", "source", "source"}});
}

/// Prices of parts, shipped and own.
CatalogList price_list(const EngineData& data, const Messages& words)
{
    CatalogList list = list_with(words, {"part", "name", "+price", "currency", "+drive_TB", "date", "kind", "supplier",
                                         "valid_until", "source", "note", "own"});
    const PartIndex index(data.hardware);
    for (const PricedPart& part : index.parts()) {
        for (const Price& price : *part.prices) {
            Record record(list, words);
            record.text("part", part.id)
                .text("name", part.name)
                .amount("amount", ratio_value(price.amount))
                .text("currency", price.currency);
            if (price.drive_tb)
                record.amount("drive_TB", ratio_value(*price.drive_tb));
            else
                record.text("drive_TB", {});
            record.text("date", price.date)
                .category("kind", "price", word_of(price.kind))
                .text("supplier", price.supplier)
                .text("valid_until", price.valid_until)
                .text("source", price.source)
                .text("note", price.note)
                .text("own_file", price.own_file);
        }
    }
    return list;
}

/// One file of the database, as JSON in the order of the file.
using FileRecord = ordered_json;

/// The shipped values with the user's own values that the catalog accepted.
json with_own_values(const json& shipped, const OwnRecord& mine)
{
    json own = json::object();
    for (const OwnValue& value : mine.values) own[pointer_of(value.path)] = json::parse(value.own);
    return overlay(shipped, own, [](const json&) { return std::vector<JsonIssue>(); }).value;
}

/// Adds fields of the kind that the file does not have; a missing second kind of cores does not count.
void add_unknown_fields(json& record, RecordKind kind)
{
    for (const RecordField& field : editable_fields(kind)) {
        const bool of_a_list =
            field.path.find(".0.") != std::string_view::npos || field.path.find(".1.") != std::string_view::npos;
        if (!of_a_list && !record.contains(pointer_of(field.path))) record[pointer_of(field.path)] = nullptr;
    }
}

/// Adds the name in the language of the program, and the prices in use, including own ones.
void add_name_and_prices(json& record, RecordKind kind, const std::string& id, const Catalog& hardware)
{
    record["prices"] = json::array();
    const PartIndex index(hardware);
    for (const PricedPart& part : index.parts()) {
        if (part.kind != kind || part.id != id) continue;
        record["name"] = part.name;
        for (const Price& price : *part.prices) {
            json entry = price_json(price);
            if (!price.own_file.empty()) entry["own_file"] = price.own_file;
            record["prices"].push_back(std::move(entry));
        }
    }
}

void say_notes(json& record, const Session& session)
{
    if (!record.contains("notes")) return;
    for (json& note : record["notes"]) {
        const auto words = session.data.hardware.notes.find(note.get<std::string>());
        if (words == session.data.hardware.notes.end()) continue;
        note = session.messages.language() == Language::english ? words->second.english : words->second.chinese;
    }
}

FileRecord without_header(FileRecord record)
{
    record.erase("format");
    record.erase("version");
    return record;
}

/// A file, preserving its order of keys.
std::optional<FileRecord> record_in(const std::filesystem::path& file)
{
    const std::optional<std::string> text = read_file(file);
    return text ? std::optional(without_header(FileRecord::parse(*text))) : std::nullopt;
}

std::string record_value_text(const FileRecord& value, const Messages& words)
{
    if (value.is_null()) return unknown;
    if (value.is_boolean()) return words.text(value.get<bool>() ? "report.yes" : "report.no");
    if (value.is_string()) return value.get<std::string>();
    if (const auto whole = rigwright::whole_number(json(value))) return std::to_string(*whole);
    if (!value.is_array()) return value.dump();
    std::vector<std::string> items;
    for (const FileRecord& item : value) items.push_back(record_value_text(item, words));
    return items.empty() ? unknown : joined(items);
}

/// One line per field: its path and its value. Lists of plain values are one field.
void list_fields(const FileRecord& value, const std::string& path, const Messages& words,
                 std::vector<std::pair<std::string, std::string>>& fields)
{
    const bool plain_list = value.is_array() && std::ranges::none_of(value, &FileRecord::is_structured);
    if (!value.is_structured() || plain_list) {
        fields.emplace_back(path, record_value_text(value, words));
        return;
    }
    std::size_t place = 0;
    for (const auto& [key, member] : value.items()) {
        const std::string name = value.is_array() ? std::to_string(place++) : key;
        list_fields(member, path.empty() ? name : path + "." + name, words, fields);
    }
}

/// A part with every field of its kind: null if the field is unknown; accepted own values replace shipped ones; all
/// prices in use; notes as sentences. Empty for an unknown id.
std::optional<FileRecord> part_record(RecordKind kind, const std::string& id, const Session& session)
{
    const OwnRecord* mine = session.data.hardware.own_record(kind, id);
    const bool added = mine != nullptr && mine->added;
    const std::filesystem::path folder = added ? session.catalog : DataDirectory(session.data_root).hardware_db();
    JsonDocument file = parse_json_file(folder / record_file(kind, id));
    if (!file.issues.empty()) return std::nullopt;
    json record = mine != nullptr && !added ? with_own_values(file.value, *mine) : std::move(file.value);
    add_unknown_fields(record, kind);
    add_name_and_prices(record, kind, id, session.data.hardware);
    say_notes(record, session);
    return without_header(in_order(kind, record));
}

/// A model of the zoo or a public dataset, as in its file.
std::optional<FileRecord> model_record(const std::string& id, const Session& session)
{
    return record_in(DataDirectory(session.data_root).model_presets() / (id + ".json"));
}

std::optional<FileRecord> dataset_record(const std::string& id, const Session& session)
{
    return record_in(DataDirectory(session.data_root).hardware_db() / "datasets" / (id + ".json"));
}

/// A comparison of records: one line per field, named by its path in the file ("memory.bandwidth_GBps").
void print_records(const std::vector<FileRecord>& records, Session& session)
{
    using Fields = std::vector<std::pair<std::string, std::string>>;
    std::vector<std::string> headings{session.messages.text("column.field")};
    std::vector<std::string> paths;
    std::vector<Fields> columns;
    for (const FileRecord& record : records) {
        headings.push_back(record["id"].get<std::string>());
        list_fields(record, "", session.messages, columns.emplace_back());
        for (const auto& [path, value] : columns.back())
            if (std::ranges::find(paths, path) == paths.end()) paths.push_back(path);
    }
    Table table(headings);
    for (const std::string& path : paths) {
        std::vector<std::string> row{path};
        for (const Fields& fields : columns) {
            const auto found = std::ranges::find_if(fields, [&](const auto& f) { return f.first == path; });
            row.push_back(found == fields.end() ? unknown : found->second);
        }
        table.add(std::move(row));
    }
    table.print(session.out);
}

using OpenRecord = std::optional<FileRecord> (*)(const std::string& id, const Session& session);

template <RecordKind kind>
std::optional<FileRecord> part(const std::string& id, const Session& session)
{
    return part_record(kind, id, session);
}

/// One row per list: its word, the function that makes it, the key for ids on the command line, and the function that
/// reads the record of an id; without one, an id selects its lines of the list.
struct Kind {
    std::string_view name;
    CatalogList (*list)(const EngineData&, const Messages&);
    std::string_view key = "id";
    OpenRecord open = nullptr;
};

constexpr std::array catalog_kinds{Kind{"gpus", gpu_list},
                                   Kind{"cpus", cpu_list, "id", part<RecordKind::cpu>},
                                   Kind{"models", model_list, "id", model_record},
                                   Kind{"interconnects", link_list, "id", part<RecordKind::link>},
                                   Kind{"storage", storage_list, "id", part<RecordKind::storage>},
                                   Kind{"memory", memory_list, "id", part<RecordKind::memory_kit>},
                                   Kind{"chassis", chassis_list, "id", part<RecordKind::chassis>},
                                   Kind{"power-supplies", power_supply_list, "id", part<RecordKind::power_supply>},
                                   Kind{"datasets", dataset_list, "id", dataset_record},
                                   Kind{"cloud-offers", cloud_offer_list, "gpu"},
                                   Kind{"prices", price_list, "part"}};

/// A comparison of cards: one line per property, with the part of the estimate that depends on it; then the leading
/// card per number format.
void print_cards(const std::vector<const Gpu*>& cards, Session& session)
{
    const Messages& words = session.messages;
    std::vector<std::vector<CardEntry>> sheets;
    std::vector<std::string> headings{words.text("column.property")};
    for (const Gpu* gpu : cards) {
        sheets.push_back(card_sheet(*gpu));
        headings.push_back(gpu->name);
    }
    headings.push_back(words.text("column.drives"));
    Table table(headings);
    for (std::size_t i = 0; i < sheets.front().size(); ++i) {
        const std::string code = "card." + sheets.front()[i].property;
        std::vector<std::string> row{words.text(code)};
        for (const auto& sheet : sheets)
            row.push_back(&sheet == &sheets.front() ? text_of(sheet[i], words.language())
                                                    : text_beside(sheet[i], sheets.front()[i], words.language()));
        row.push_back(words.text(code + ".drives"));
        table.add(std::move(row));
    }
    table.print(session.out);
    const std::string verdict = precision_verdict(cards, words);
    if (!verdict.empty()) session.out << '\n' << verdict << '\n';
}

ordered_json cards_json(const std::vector<const Gpu*>& cards, const Messages& words)
{
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    for (const Gpu* gpu : cards) {
        nlohmann::ordered_json properties = nlohmann::ordered_json::array();
        for (const CardEntry& entry : card_sheet(*gpu)) {
            const std::string code = "card." + entry.property;
            nlohmann::ordered_json one{{"property", entry.property}, {"name", words.text(code)}};
            if (entry.value) one["value"] = entry.value->number;
            if (!entry.text.empty()) one["text"] = entry.text;
            one["shown"] = text_of(entry, words.language());
            one["meaning"] = words.text(code + ".meaning");
            one["drives"] = words.text(code + ".drives");
            if (!entry.source.empty()) one["source"] = entry.source;
            properties.push_back(std::move(one));
        }
        list.push_back({{"id", gpu->id}, {"name", gpu->name}, {"properties", std::move(properties)}});
    }
    return {{"cards", std::move(list)}, {"verdict", precision_verdict(cards, words)}};
}

ExitCode run_cards(const std::vector<std::string>& ids, const Invocation& invocation, Session& session)
{
    std::vector<const Gpu*> cards;
    for (const std::string& id : ids) cards.push_back(session.data.hardware.gpu(id));
    if (invocation.has("--json"))
        session.out << cards_json(cards, session.messages).dump(2) << '\n';
    else
        print_cards(cards, session);
    return done;
}

void print_list(const CatalogList& list, Session& session)
{
    Table table(list.headings, list.right);
    for (const auto& row : list.rows) table.add(row);
    table.print(session.out);
}

void print(const CatalogList& list, const Invocation& invocation, Session& session)
{
    if (invocation.has("--json"))
        session.out << list.records.dump(2) << '\n';
    else
        print_list(list, session);
}

/// Throws for an id that is in no line of the list.
void check_ids(const Kind& kind, const CatalogList& list, const std::vector<std::string>& ids)
{
    std::vector<std::string> known;
    for (const auto& record : list.records) known.push_back(record[std::string(kind.key)].get<std::string>());
    for (const std::string& id : ids) {
        if (std::ranges::find(known, id) != known.end()) continue;
        throw UsageError{"unknown-record",
                         {{"found", id}, {"list", std::string(kind.name)}, {"nearest", closest_of(id, known)}}};
    }
}

/// The lines of a list whose key is one of the ids.
CatalogList lines_of(const CatalogList& list, std::string_view key, const std::vector<std::string>& ids)
{
    CatalogList chosen{list.headings, list.right, {}, list.has_own};
    for (std::size_t i = 0; i < list.rows.size(); ++i) {
        if (std::ranges::find(ids, list.records[i][std::string(key)].get<std::string>()) == ids.end()) continue;
        chosen.rows.push_back(list.rows[i]);
        chosen.records.push_back(list.records[i]);
    }
    return chosen;
}

ExitCode run_records(const Kind& kind, const std::vector<std::string>& ids, const Invocation& invocation,
                     Session& session)
{
    const CatalogList list = kind.list(session.data, session.messages);
    check_ids(kind, list, ids);
    if (kind.name == "gpus") return run_cards(ids, invocation, session);
    if (kind.open == nullptr) {
        print(lines_of(list, kind.key, ids), invocation, session);
        return done;
    }
    std::vector<FileRecord> records;
    for (const std::string& id : ids)
        if (auto record = kind.open(id, session)) records.push_back(*std::move(record));
    if (invocation.has("--json"))
        session.out << FileRecord(records).dump(2) << '\n';
    else
        print_records(records, session);
    return done;
}

} // namespace

ExitCode run_catalog(const Invocation& invocation, Session& session)
{
    const std::string name = invocation.operands.empty() ? "" : invocation.operands.front();
    for (const Kind& kind : catalog_kinds) {
        if (kind.name != name) continue;
        const std::vector<std::string> ids(invocation.operands.begin() + 1, invocation.operands.end());
        if (!ids.empty()) return run_records(kind, ids, invocation, session);
        print(kind.list(session.data, session.messages), invocation, session);
        return done;
    }
    throw UsageError{"unknown-catalog", {{"found", name}, {"accepted", joined(catalog_kinds, &Kind::name)}}};
}

} // namespace rigwright::cli
