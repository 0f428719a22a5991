// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/catalog_lists.h"

#include "core/hardware/record_table.h"
#include "core/prices/part_index.h"
#include "core/text/number_text.h"
#include "core/zoo/build.h"

namespace rigwright::cli {

namespace {

using nlohmann::ordered_json;

/// A column of a list: the key of the JSON record, the message "column.<heading>", and the field that it shows.
template <typename Entry>
struct Column {
    const char* key;
    const char* heading;
    std::string_view path;
    /// The list of categories that has the field's words.
    const char* category = nullptr;
    /// A figure that no field holds.
    RecordValue (*derived)(const Entry&) = nullptr;
};

/// Adds one record to a list: a cell of the table and a key of the record at a time.
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
    /// A word of a list of categories: as it is in JSON, in the language's own word in the table.
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

    /// What the person's own catalog says about the record; no cell where it says nothing about any of the list.
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
        std::string fields;
        for (const OwnValue& value : mine->values) fields += (fields.empty() ? "" : ", ") + value.path;
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

/// One line an entry, its fields by the description of its kind. Entries of the person's own catalog that have a kind
/// are marked in a last column.
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

} // namespace

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
                             {"vendor", "vendor", "vendor"},
                             {"rack_units", "rack_units", "body.rack_units"},
                             {"cooling", "cooling", "body.cooling"},
                             {"most_gpus", "most_gpus", "gpus.most_gpus"},
                             {"slots", "slots", "gpus.slots"},
                             {"pcie_generation", "pcie_generation", "gpus.pcie_generation"},
                             {"sockets", "sockets", "host.sockets"},
                             {"most_power_W", "power", "power.most_W"},
                             {"source", "source", "body.source"}},
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

CatalogList price_list(const EngineData& data, const Messages& words)
{
    CatalogList list = list_with(
        words, {"part", "name", "+price", "currency", "date", "kind", "supplier", "valid_until", "source", "own"});
    const PartIndex index(data.hardware);
    for (const PricedPart& part : index.parts()) {
        for (const Price& price : *part.prices) {
            Record(list, words)
                .text("part", part.id)
                .text("name", part.name)
                .amount("amount", ratio_value(price.amount))
                .text("currency", price.currency)
                .text("date", price.date)
                .category("kind", "price", word_of(price.kind))
                .text("supplier", price.supplier)
                .text("valid_until", price.valid_until)
                .text("source", price.source)
                .text("own_file", price.own_file);
        }
    }
    return list;
}

} // namespace rigwright::cli
