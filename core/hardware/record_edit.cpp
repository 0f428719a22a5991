// SPDX-License-Identifier: Apache-2.0
#include "core/hardware/record_edit.h"

#include "core/hardware/catalog.h"
#include "core/json/object_reader.h"
#include "core/quantities/ascii.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>

namespace rigwright {

namespace {

using nlohmann::json;
using nlohmann::ordered_json;
using Type = RecordFieldType;
using Localization = std::span<const std::string_view>;

constexpr RecordField source(std::string_view path) { return {path, Type::text, {}, true}; }
constexpr RecordField confidence(std::string_view path) { return {path, Type::word, words<Confidence>, true}; }

constexpr RecordField gpu_fields[] = {
    {"name", Type::text, {}, true},
    {"vendor", Type::text, {}, true},
    {"architecture", Type::text, {}, true},
    {"compute_capability", Type::text},
    {"segment", Type::word, words<GpuSegment>, true},
    {"availability", Type::word, words<GpuAvailability>},
    {"release", Type::date},
    {"devices_per_board", Type::whole, {}, true},
    {"memory.capacity_GB", Type::number, {}, true},
    {"memory.type", Type::text, {}, true},
    {"memory.bus_width_bit", Type::whole},
    {"memory.bandwidth_GBps", Type::number},
    {"memory.l2_MB", Type::number},
    source("memory.source"),
    {"memory.source_date", Type::date},
    confidence("memory.confidence"),
    {"memory.computation", Type::text},
    {"compute.sm_count", Type::whole},
    {"compute.shaders", Type::whole},
    {"compute.tensor_cores", Type::whole},
    {"compute.boost_MHz", Type::number},
    {"compute.tensor_boost_MHz", Type::number},
    {"compute.fp64_TFLOPS", Type::number},
    {"compute.fp64_tensor_TFLOPS", Type::number},
    {"compute.fp32_TFLOPS", Type::number},
    {"compute.tf32_tensor_TFLOPS", Type::number},
    {"compute.fp16_vector_TFLOPS", Type::number},
    {"compute.fp16_tensor_fp16acc_TFLOPS", Type::number},
    {"compute.fp16_tensor_fp32acc_TFLOPS", Type::number},
    {"compute.bf16_tensor_TFLOPS", Type::number},
    {"compute.fp8_tensor_TFLOPS", Type::number},
    {"compute.fp4_tensor_TFLOPS", Type::number},
    {"compute.int8_TOPS", Type::number},
    {"compute.formats_without_units", Type::list},
    source("compute.source"),
    {"compute.source_date", Type::date},
    confidence("compute.confidence"),
    {"compute.computation", Type::text},
    {"measured_matmul.fp32_TFLOPS", Type::number},
    {"measured_matmul.fp16_TFLOPS", Type::number},
    {"measured_matmul.bf16_TFLOPS", Type::number},
    {"measured_matmul.source", Type::text},
    {"measured_matmul.source_date", Type::date},
    {"measured_matmul.confidence", Type::word, words<Confidence>},
    {"link.pcie_generation", Type::whole},
    {"link.pcie_lanes", Type::whole},
    {"link.pcie_peer_to_peer", Type::flag},
    {"link.peer_kind", Type::word, words<PeerLinkKind>},
    {"link.peer_generation", Type::whole},
    {"link.peer_bidirectional_GBps", Type::number},
    {"link.peer_domain_gpus", Type::whole},
    source("link.source"),
    {"link.source_date", Type::date},
    confidence("link.confidence"),
    {"power.tdp_W", Type::number},
    source("power.source"),
    {"power.source_date", Type::date},
    confidence("power.confidence"),
    {"board.slots", Type::number},
    {"board.form_factor", Type::text},
    {"board.source", Type::text},
    {"board.source_date", Type::date},
    {"board.confidence", Type::word, words<Confidence>},
};

constexpr RecordField cpu_fields[] = {
    {"name", Type::text, {}, true},
    {"vendor", Type::text, {}, true},
    {"segment", Type::word, cpu_segment_ids, true},
    {"release", Type::date},
    {"socket", Type::text},
    {"most_sockets", Type::whole},
    {"integrated_graphics", Type::flag},
    {"compute.threads", Type::whole},
    {"compute.core_groups.0.kind", Type::word, words<CpuCoreKind>, true},
    {"compute.core_groups.0.cores", Type::whole, {}, true},
    {"compute.core_groups.0.base_GHz", Type::number},
    {"compute.core_groups.0.boost_GHz", Type::number},
    {"compute.core_groups.0.fp32_flop_per_cycle", Type::number},
    {"compute.core_groups.1.kind", Type::word, words<CpuCoreKind>, true},
    {"compute.core_groups.1.cores", Type::whole, {}, true},
    {"compute.core_groups.1.base_GHz", Type::number},
    {"compute.core_groups.1.boost_GHz", Type::number},
    {"compute.core_groups.1.fp32_flop_per_cycle", Type::number},
    {"compute.simd", Type::text},
    {"compute.bf16_products", Type::flag},
    {"compute.fp16_products", Type::flag},
    {"compute.l3_MB", Type::number},
    source("compute.source"),
    {"compute.source_date", Type::date},
    confidence("compute.confidence"),
    {"compute.computation", Type::text},
    {"memory.channels", Type::whole},
    {"memory.type", Type::text},
    {"memory.speed_MTps", Type::number},
    {"memory.largest_capacity_GB", Type::number},
    {"memory.bandwidth_GBps", Type::number},
    source("memory.source"),
    {"memory.source_date", Type::date},
    confidence("memory.confidence"),
    {"memory.computation", Type::text},
    {"link.pcie_generation", Type::whole},
    {"link.pcie_lanes", Type::whole},
    source("link.source"),
    {"link.source_date", Type::date},
    confidence("link.confidence"),
    {"power.tdp_W", Type::number},
    {"power.turbo_W", Type::number},
    source("power.source"),
    {"power.source_date", Type::date},
    confidence("power.confidence"),
};

constexpr RecordField link_fields[] = {
    {"name", Type::text, {}, true},
    {"kind", Type::word, words<LinkKind>, true},
    {"generation", Type::whole},
    {"lanes", Type::whole},
    {"most_gpus", Type::whole},
    {"rate.per_direction_GBps", Type::number, {}, true},
    {"rate.effective_GBps", Type::number},
    {"rate.effective_basis", Type::text},
    {"rate.latency_us", Type::number},
    source("rate.source"),
    {"rate.source_date", Type::date},
    confidence("rate.confidence"),
    {"rate.computation", Type::text},
};

constexpr RecordField storage_fields[] = {
    {"name", Type::text, {}, true},
    {"interface", Type::text, {}, true},
    {"generic", Type::flag, {}, true},
    {"throughput.sequential_read_MBps", Type::number},
    {"throughput.sequential_write_MBps", Type::number},
    {"throughput.random_reads_per_second", Type::number},
    {"throughput.random_writes_per_second", Type::number},
    {"throughput.small_file_read_MBps", Type::number},
    {"throughput.file_open_us", Type::number},
    source("throughput.source"),
    {"throughput.source_date", Type::date},
    confidence("throughput.confidence"),
    {"throughput.computation", Type::text},
};

constexpr RecordField memory_fields[] = {
    {"name", Type::text, {}, true},
    {"type", Type::text, {}, true},
    {"modules.speed_MTps", Type::number, {}, true},
    {"modules.modules", Type::whole, {}, true},
    {"modules.module_GB", Type::number, {}, true},
    {"modules.bandwidth_per_channel_GBps", Type::number, {}, true},
    source("modules.source"),
    {"modules.source_date", Type::date},
    confidence("modules.confidence"),
    {"modules.computation", Type::text},
};

constexpr RecordField chassis_fields[] = {
    {"name", Type::text, {}, true},
    {"vendor", Type::text, {}, true},
    {"aliases", Type::list},
    {"generic", Type::flag, {}, true},
    {"sold_complete", Type::flag, {}, true},
    {"release", Type::date},
    {"body.form", Type::word, words<ChassisForm>},
    {"body.rack_units", Type::whole},
    {"body.cooling", Type::word, words<Cooling>},
    source("body.source"),
    {"body.source_date", Type::date},
    confidence("body.confidence"),
    {"gpus.most_gpus", Type::whole},
    {"gpus.mount", Type::word, words<GpuMount>},
    {"gpus.gpus", Type::list},
    {"gpus.peer_kind", Type::word, words<PeerLinkKind>},
    {"gpus.slots", Type::whole},
    {"gpus.x16_slots", Type::whole},
    {"gpus.lanes_with_all_slots", Type::whole},
    {"gpus.pcie_generation", Type::whole},
    source("gpus.source"),
    {"gpus.source_date", Type::date},
    confidence("gpus.confidence"),
    {"host.sockets", Type::whole},
    {"host.processors", Type::text},
    {"host.processor_sockets", Type::list},
    {"host.processor_segments", Type::list},
    {"host.most_cpu_W", Type::number},
    {"host.memory_GB", Type::number},
    {"host.most_memory_GB", Type::number},
    {"host.network_ports", Type::whole},
    {"host.network", Type::text},
    source("host.source"),
    {"host.source_date", Type::date},
    confidence("host.confidence"),
    {"power.most_W", Type::number},
    {"power.supplies", Type::whole},
    {"power.supply_W", Type::number},
    {"power.supplies_needed", Type::whole},
    source("power.source"),
    {"power.source_date", Type::date},
    confidence("power.confidence"),
};

constexpr RecordField supply_fields[] = {
    {"name", Type::text, {}, true},
    {"generic", Type::flag, {}, true},
    {"output.output_W", Type::number, {}, true},
    {"output.efficiency_class", Type::word, words<EfficiencyClass>, true},
    {"output.form_factor", Type::text},
    source("output.source"),
    {"output.source_date", Type::date},
    confidence("output.confidence"),
};

json::json_pointer pointer_of(std::string_view path)
{
    std::string text = "/" + std::string(path);
    std::replace(text.begin(), text.end(), '.', '/');
    return json::json_pointer(text);
}

/// The path of the list that holds an element's field; empty for other paths.
std::string_view list_of(std::string_view path)
{
    for (std::size_t dot = path.find('.'); dot != std::string_view::npos; dot = path.find('.', dot + 1))
        if (dot + 1 < path.size() && is_digit(path[dot + 1])) return path.substr(0, dot);
    return {};
}

void add_up_cores(json& own)
{
    const auto groups = json::json_pointer("/compute/core_groups");
    if (!own.contains(groups) || !own[groups].is_array()) return;
    std::int64_t cores = 0;
    for (const json& group : own[groups])
        if (group.is_object() && group.contains("cores") && is_whole(group["cores"]))
            cores += group["cores"].get<std::int64_t>();
    own["compute"]["cores"] = cores;
}

void erase_at(json& own, const json::json_pointer& place)
{
    if (!own.contains(place)) return;
    json& parent = own[place.parent_pointer()];
    if (parent.is_object()) parent.erase(place.back());
    if (parent.is_object() && parent.empty() && !place.parent_pointer().empty()) erase_at(own, place.parent_pointer());
}

} // namespace

std::span<const RecordField> editable_fields(RecordKind kind)
{
    switch (kind) {
    case RecordKind::gpu: return gpu_fields;
    case RecordKind::cpu: return cpu_fields;
    case RecordKind::link: return link_fields;
    case RecordKind::storage: return storage_fields;
    case RecordKind::memory_kit: return memory_fields;
    case RecordKind::chassis: return chassis_fields;
    case RecordKind::power_supply: return supply_fields;
    }
    return {};
}

json value_at(const json& record, std::string_view path)
{
    const json::json_pointer place = pointer_of(path);
    return record.contains(place) ? record[place] : json();
}

json with_value(json own, const json& shipped, std::string_view path, const json& value)
{
    const std::string_view list = list_of(path);
    if (!list.empty() && value_at(own, list).is_null()) own[pointer_of(list)] = value_at(shipped, list);
    own[pointer_of(path)] = value;
    if (!list.empty()) add_up_cores(own);
    const std::string_view whole = list.empty() ? path : list;
    if (!shipped.is_object() || value_at(own, whole) != value_at(shipped, whole)) return own;
    return without_value(std::move(own), path);
}

json without_value(json own, std::string_view path)
{
    const std::string_view list = list_of(path);
    erase_at(own, pointer_of(list.empty() ? path : list));
    if (!list.empty()) erase_at(own, pointer_of("compute.cores"));
    return own;
}

bool says_nothing(const json& own)
{
    return std::all_of(own.items().begin(), own.items().end(), [](const auto& item) {
        return item.key() == "format" || item.key() == "version" || item.key() == "id";
    });
}

json record_template(RecordKind kind, const std::string& id, const std::string& name)
{
    json record{{"format", record_formats[static_cast<std::size_t>(kind)]}, {"version", 1}, {"id", id}};
    for (const RecordField& field : editable_fields(kind)) {
        const bool second_group = field.path.starts_with("compute.core_groups.1");
        if (second_group || field.path.starts_with("measured_matmul") || field.path.starts_with("board")) continue;
        const bool says_from = field.path.ends_with(".source");
        const bool says_how_sure = field.path.ends_with(".confidence");
        if (!field.required && !field.path.starts_with("compute.core_groups")) continue;
        json& place = record[pointer_of(field.path)];
        if (says_from)
            place = "own data";
        else if (says_how_sure)
            place = "general-knowledge";
        else if (field.type == Type::flag)
            place = false;
        else if (field.type == Type::word)
            place = field.words.front();
        else if (field.type == Type::text)
            place = "";
    }
    record["name"] = name;
    if (kind == RecordKind::gpu) record["devices_per_board"] = 1;
    if (kind == RecordKind::cpu) record["compute"]["core_groups"][0]["cores"] = 1;
    if (kind == RecordKind::cpu) add_up_cores(record);
    return record;
}

ordered_json in_order(RecordKind kind, const json& record)
{
    ordered_json ordered;
    const auto take = [&](const std::string& key) {
        if (!record.contains(key) || ordered.contains(key)) return;
        ordered_json value = record[key];
        ordered[key] = std::move(value);
    };
    for (const char* key : {"format", "version", "id"}) take(key);
    for (const RecordField& field : editable_fields(kind)) {
        const std::string top(field.path.substr(0, field.path.find('.')));
        if (top == field.path) {
            take(top);
            continue;
        }
        if (!record.contains(top) || !record[top].is_object()) continue;
        const std::string rest(field.path.substr(top.size() + 1));
        const std::string key = rest.substr(0, rest.find('.'));
        if (record[top].contains(key)) ordered[top][key] = record[top][key];
    }
    for (const auto& [key, value] : record.items()) {
        take(key);
        if (!value.is_object()) continue;
        for (const auto& [inner, figure] : value.items())
            if (!ordered[key].contains(inner)) ordered[key][inner] = figure;
    }
    return ordered;
}

} // namespace rigwright
