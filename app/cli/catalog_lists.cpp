// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/catalog_lists.h"

#include "core/hardware/peaks.h"
#include "core/prices/part_index.h"
#include "core/text/number_text.h"
#include "core/zoo/build.h"

namespace rigwright::cli {

namespace {

using nlohmann::ordered_json;

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
    Record& amount(const char* key, Bytes bytes) { return number(key, value_of(bytes), bytes.value()); }
    Record& amount(const char* key, Count count) { return number(key, value_of(count), count.value()); }
    template <typename Kind>
    Record& amount(const char* key, const std::optional<Quantity<Kind>>& amount)
    {
        if (amount) return number(key, value_of(*amount), amount->base());
        row_.emplace_back();
        return *this;
    }
    Record& whole(const char* key, std::optional<int> number_of)
    {
        if (number_of) return amount(key, Count(*number_of));
        row_.emplace_back();
        return *this;
    }
    /// A transfer rate in millions per second, as memory is labelled.
    Record& transfers(const char* key, std::optional<Hertz> rate)
    {
        if (rate) return number(key, {rate->base() / 1e6, Unit::count}, rate->base() / 1e6);
        row_.emplace_back();
        return *this;
    }

    /// What the person's own catalog says about the record; no cell where it says nothing about any of the list.
    Record& own(const Catalog& hardware, RecordKind kind, const std::string& id)
    {
        if (list_.has_own) row_.push_back(own_text(hardware.own_record(kind, id)));
        if (const OwnRecord* mine = hardware.own_record(kind, id)) record_["own"] = own_json(*mine);
        return *this;
    }

    /// An amount in the currency that stands beside it.
    Record& money(const char* key, double amount) { return number(key, {amount, Unit::ratio}, amount); }

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

    Record& number(const char* key, Value shown, auto exact)
    {
        row_.push_back(text_of(shown, words_.language()));
        record_[key] = exact;
        return *this;
    }

    CatalogList& list_;
    const Messages& words_;
    std::vector<std::string> row_;
    ordered_json record_ = ordered_json::object();
};

/// Headings by message code; a "+" before the code aligns the column to the right.
CatalogList list_with(const Messages& words, std::initializer_list<std::string_view> columns)
{
    CatalogList list;
    for (std::string_view column : columns) {
        list.right.push_back(column.front() == '+');
        if (column.front() == '+') column.remove_prefix(1);
        list.headings.push_back(words.text("column." + std::string(column)));
    }
    return list;
}

/// The same with a last column for the marks of the person's own catalog, where that has any of the kind.
CatalogList list_with(const EngineData& data, RecordKind kind, const Messages& words,
                      std::initializer_list<std::string_view> columns)
{
    CatalogList list = list_with(words, columns);
    for (const OwnRecord& record : data.hardware.own_records) list.has_own = list.has_own || record.kind == kind;
    if (!list.has_own) return list;
    list.right.push_back(false);
    list.headings.push_back(words.text("column.own"));
    return list;
}

} // namespace

CatalogList gpu_list(const EngineData& data, const Messages& words)
{
    CatalogList list = list_with(data, RecordKind::gpu, words,
                                 {"id", "name", "vendor", "architecture", "+memory", "+bandwidth", "+fp32",
                                  "+fp16_tensor", "+bf16_tensor", "+power"});
    for (const Gpu& gpu : data.hardware.gpus) {
        Record(list, words)
            .text("id", gpu.id)
            .text("name", gpu.name)
            .text("vendor", gpu.vendor)
            .text("architecture", gpu.architecture)
            .amount("memory_bytes", gpu.memory.capacity)
            .amount("bandwidth_bytes_per_second", gpu.memory.bandwidth)
            .amount("fp32_flops_per_second", dense_peak(gpu, NumberFormat::fp32, ComputeUnit::vector))
            .amount("fp16_tensor_flops_per_second", dense_peak(gpu, NumberFormat::fp16, ComputeUnit::tensor))
            .amount("bf16_tensor_flops_per_second", dense_peak(gpu, NumberFormat::bf16, ComputeUnit::tensor))
            .amount("board_power_W", gpu.power.board_power)
            .own(data.hardware, RecordKind::gpu, gpu.id);
    }
    return list;
}

CatalogList cpu_list(const EngineData& data, const Messages& words)
{
    CatalogList list = list_with(
        data, RecordKind::cpu, words,
        {"id", "name", "vendor", "+cores", "+threads", "+memory_channels", "+bandwidth", "+pcie_lanes", "+power"});
    for (const Cpu& cpu : data.hardware.cpus) {
        Record(list, words)
            .text("id", cpu.id)
            .text("name", cpu.name)
            .text("vendor", cpu.vendor)
            .amount("cores", Count(cpu.compute.cores))
            .whole("threads", cpu.compute.threads)
            .whole("memory_channels", cpu.memory.channels)
            .amount("memory_bandwidth_bytes_per_second", cpu.memory.bandwidth)
            .whole("pcie_lanes", cpu.link.pcie_lanes)
            .amount("base_power_W", cpu.power.base_power)
            .own(data.hardware, RecordKind::cpu, cpu.id);
    }
    return list;
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
            .amount("parameters", figures.parameters)
            .amount("forward_macs", figures.forward_macs)
            .text("meaning", words.text(meaning_code(preset.family, preset.shape)))
            .text("source", preset.source);
    }
    return list;
}

CatalogList link_list(const EngineData& data, const Messages& words)
{
    CatalogList list =
        list_with(data, RecordKind::link, words, {"id", "name", "kind", "+per_direction", "+effective", "+latency"});
    for (const Link& link : data.hardware.links) {
        Record(list, words)
            .text("id", link.id)
            .text("name", link.name)
            .category("kind", "link", word_of(link.kind))
            .amount("per_direction_bytes_per_second", std::optional(link.per_direction))
            .amount("effective_bytes_per_second", link.effective)
            .amount("latency_seconds", link.latency)
            .own(data.hardware, RecordKind::link, link.id);
    }
    return list;
}

CatalogList storage_list(const EngineData& data, const Messages& words)
{
    CatalogList list = list_with(data, RecordKind::storage, words,
                                 {"id", "name", "interface", "+sequential_read", "+small_file_read", "source"});
    for (const Storage& storage : data.hardware.storages) {
        Record(list, words)
            .text("id", storage.id)
            .text("name", storage.name)
            .text("interface", storage.interface)
            .amount("sequential_read_bytes_per_second", storage.sequential_read)
            .amount("small_file_read_bytes_per_second", storage.small_file_read)
            .text("source", storage.provenance.source)
            .own(data.hardware, RecordKind::storage, storage.id);
    }
    return list;
}

CatalogList memory_list(const EngineData& data, const Messages& words)
{
    CatalogList list = list_with(data, RecordKind::memory_kit, words,
                                 {"id", "name", "kind", "+transfers", "+modules", "+memory", "+bandwidth_per_channel"});
    for (const MemoryKit& kit : data.hardware.memory_kits) {
        Record(list, words)
            .text("id", kit.id)
            .text("name", kit.name)
            .text("type", kit.type)
            .transfers("megatransfers_per_second", kit.transfer_rate)
            .whole("modules", kit.modules)
            .amount("capacity_bytes", capacity(kit))
            .amount("bandwidth_per_channel_bytes_per_second", std::optional(kit.bandwidth_per_channel))
            .own(data.hardware, RecordKind::memory_kit, kit.id);
    }
    return list;
}

CatalogList chassis_list(const EngineData& data, const Messages& words)
{
    CatalogList list = list_with(data, RecordKind::chassis, words,
                                 {"id", "name", "vendor", "+rack_units", "cooling", "+most_gpus", "+slots",
                                  "+pcie_generation", "+sockets", "+power", "source"});
    for (const Chassis& chassis : data.hardware.chassis_list) {
        Record(list, words)
            .text("id", chassis.id)
            .text("name", chassis.name)
            .text("vendor", chassis.vendor)
            .whole("rack_units", chassis.body.rack_units)
            .text("cooling", chassis.body.cooling ? word_of(*chassis.body.cooling) : "")
            .whole("most_gpus", chassis.gpus.most_gpus)
            .whole("slots", chassis.gpus.card_slots)
            .whole("pcie_generation", chassis.gpus.pcie_generation)
            .whole("sockets", chassis.host.sockets)
            .amount("most_power_W", chassis.power.most)
            .text("source", chassis.body.provenance.source)
            .own(data.hardware, RecordKind::chassis, chassis.id);
    }
    return list;
}

CatalogList power_supply_list(const EngineData& data, const Messages& words)
{
    CatalogList list = list_with(data, RecordKind::power_supply, words, {"id", "name", "+power", "efficiency"});
    for (const PowerSupply& supply : data.hardware.power_supplies) {
        Record(list, words)
            .text("id", supply.id)
            .text("name", supply.name)
            .amount("output_W", std::optional(supply.output))
            .category("efficiency_class", "efficiency", word_of(supply.efficiency_class))
            .own(data.hardware, RecordKind::power_supply, supply.id);
    }
    return list;
}

CatalogList dataset_list(const EngineData& data, const Messages& words)
{
    CatalogList list = list_with(
        words, {"id", "name", "+samples", "+positives", "+height", "+width", "+file_bytes", "kind", "source"});
    for (const DatasetRecord& dataset : data.hardware.datasets) {
        Record record(list, words);
        const auto count = [&record](const char* key, std::optional<std::int64_t> number) {
            if (number)
                record.amount(key, Count(*number));
            else
                record.text(key, "");
        };
        record.text("id", dataset.id).text("name", dataset.name);
        count("samples", dataset.samples);
        count("positive_samples", dataset.positive_samples);
        count("source_height", dataset.source_height);
        count("source_width", dataset.source_width);
        count("encoded_bytes_per_sample", dataset.encoded_bytes_per_sample);
        record.text("encoding", dataset.encoding).text("source", dataset.provenance.source);
    }
    return list;
}

CatalogList cloud_offer_list(const EngineData& data, const Messages& words)
{
    CatalogList list =
        list_with(words, {"provider", "gpu", "+gpus", "+per_gpu_hour", "currency", "kind", "date", "source"});
    for (const CloudOffer& offer : data.hardware.cloud_offers) {
        Record(list, words)
            .text("provider", offer.provider)
            .text("gpu", offer.gpu)
            .whole("gpus", offer.gpus)
            .money("per_gpu_hour", offer.per_gpu_hour)
            .text("currency", offer.currency)
            .category("pricing", "rent", word_of(offer.kind))
            .text("date", offer.date)
            .text("source", offer.source);
    }
    return list;
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
                .money("amount", price.amount)
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
