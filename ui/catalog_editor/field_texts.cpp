// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/catalog_editor/field_texts.h"

#include "ui/format/words.h"

#include <QCoreApplication>

#include <algorithm>

namespace rigwright {

namespace {

struct Named {
    std::string_view key;
    const char* text;
};

constexpr Named groups[] = {
    {"memory", QT_TRANSLATE_NOOP("HardwareFields", "Memory")},
    {"compute", QT_TRANSLATE_NOOP("HardwareFields", "Compute")},
    {"measured_matmul", QT_TRANSLATE_NOOP("HardwareFields", "Measured matrix product")},
    {"link", QT_TRANSLATE_NOOP("HardwareFields", "Links")},
    {"power", QT_TRANSLATE_NOOP("HardwareFields", "Power")},
    {"board", QT_TRANSLATE_NOOP("HardwareFields", "Board")},
    {"rate", QT_TRANSLATE_NOOP("HardwareFields", "Rate")},
    {"throughput", QT_TRANSLATE_NOOP("HardwareFields", "Throughput")},
    {"modules", QT_TRANSLATE_NOOP("HardwareFields", "Modules")},
    {"body", QT_TRANSLATE_NOOP("HardwareFields", "Case")},
    {"gpus", QT_TRANSLATE_NOOP("HardwareFields", "GPUs")},
    {"host", QT_TRANSLATE_NOOP("HardwareFields", "Host")},
    {"output", QT_TRANSLATE_NOOP("HardwareFields", "Output")},
};

// Full paths first, for keys that mean different things in different places.
constexpr Named field_names[] = {
    {"memory.type", QT_TRANSLATE_NOOP("HardwareFields", "kind of memory")},
    {"gpus.gpus", QT_TRANSLATE_NOOP("HardwareFields", "ids of the GPUs it is sold with")},
    {"gpus.slots", QT_TRANSLATE_NOOP("HardwareFields", "slots for cards")},
    {"board.slots", QT_TRANSLATE_NOOP("HardwareFields", "width in slots")},
    {"modules.modules", QT_TRANSLATE_NOOP("HardwareFields", "modules in the kit")},
    {"name", QT_TRANSLATE_NOOP("HardwareFields", "Name")},
    {"vendor", QT_TRANSLATE_NOOP("HardwareFields", "Vendor")},
    {"aliases", QT_TRANSLATE_NOOP("HardwareFields", "Other names")},
    {"architecture", QT_TRANSLATE_NOOP("HardwareFields", "Architecture")},
    {"compute_capability", QT_TRANSLATE_NOOP("HardwareFields", "Compute capability")},
    {"segment", QT_TRANSLATE_NOOP("HardwareFields", "Segment")},
    {"availability", QT_TRANSLATE_NOOP("HardwareFields", "Availability")},
    {"release", QT_TRANSLATE_NOOP("HardwareFields", "Release")},
    {"devices_per_board", QT_TRANSLATE_NOOP("HardwareFields", "Devices per board")},
    {"type", QT_TRANSLATE_NOOP("HardwareFields", "Kind of memory")},
    {"interface", QT_TRANSLATE_NOOP("HardwareFields", "Interface")},
    {"generic", QT_TRANSLATE_NOOP("HardwareFields", "A class of products")},
    {"sold_complete", QT_TRANSLATE_NOOP("HardwareFields", "Sold with GPUs, processors and memory")},
    {"socket", QT_TRANSLATE_NOOP("HardwareFields", "Socket")},
    {"most_sockets", QT_TRANSLATE_NOOP("HardwareFields", "Most sockets")},
    {"kind", QT_TRANSLATE_NOOP("HardwareFields", "Kind")},
    {"generation", QT_TRANSLATE_NOOP("HardwareFields", "Generation")},
    {"lanes", QT_TRANSLATE_NOOP("HardwareFields", "Lanes, links or ports")},
    {"capacity_GB", QT_TRANSLATE_NOOP("HardwareFields", "size on the label")},
    {"bus_width_bit", QT_TRANSLATE_NOOP("HardwareFields", "bus width")},
    {"bandwidth_GBps", QT_TRANSLATE_NOOP("HardwareFields", "bandwidth")},
    {"l2_MB", QT_TRANSLATE_NOOP("HardwareFields", "L2 cache")},
    {"l3_MB", QT_TRANSLATE_NOOP("HardwareFields", "L3 cache")},
    {"sm_count", QT_TRANSLATE_NOOP("HardwareFields", "multiprocessors")},
    {"shaders", QT_TRANSLATE_NOOP("HardwareFields", "shaders")},
    {"tensor_cores", QT_TRANSLATE_NOOP("HardwareFields", "matrix units (0: none)")},
    {"boost_MHz", QT_TRANSLATE_NOOP("HardwareFields", "boost clock")},
    {"tensor_boost_MHz", QT_TRANSLATE_NOOP("HardwareFields", "clock of the tensor peaks")},
    {"fp64_TFLOPS", QT_TRANSLATE_NOOP("HardwareFields", "FP64")},
    {"fp64_tensor_TFLOPS", QT_TRANSLATE_NOOP("HardwareFields", "FP64, matrix units")},
    {"fp32_TFLOPS", QT_TRANSLATE_NOOP("HardwareFields", "FP32")},
    {"tf32_tensor_TFLOPS", QT_TRANSLATE_NOOP("HardwareFields", "TF32, matrix units")},
    {"fp16_TFLOPS", QT_TRANSLATE_NOOP("HardwareFields", "FP16")},
    {"bf16_TFLOPS", QT_TRANSLATE_NOOP("HardwareFields", "BF16")},
    {"fp16_vector_TFLOPS", QT_TRANSLATE_NOOP("HardwareFields", "FP16, ordinary units")},
    {"fp16_tensor_fp16acc_TFLOPS", QT_TRANSLATE_NOOP("HardwareFields", "FP16 dense, summed in FP16")},
    {"fp16_tensor_fp32acc_TFLOPS", QT_TRANSLATE_NOOP("HardwareFields", "FP16 dense, summed in FP32")},
    {"bf16_tensor_TFLOPS", QT_TRANSLATE_NOOP("HardwareFields", "BF16 dense")},
    {"fp8_tensor_TFLOPS", QT_TRANSLATE_NOOP("HardwareFields", "FP8 dense")},
    {"fp4_tensor_TFLOPS", QT_TRANSLATE_NOOP("HardwareFields", "FP4 dense")},
    {"int8_TOPS", QT_TRANSLATE_NOOP("HardwareFields", "INT8 dense")},
    {"pcie_generation", QT_TRANSLATE_NOOP("HardwareFields", "PCIe generation")},
    {"pcie_lanes", QT_TRANSLATE_NOOP("HardwareFields", "PCIe lanes")},
    {"pcie_peer_to_peer", QT_TRANSLATE_NOOP("HardwareFields", "direct copies between cards")},
    {"peer_kind", QT_TRANSLATE_NOOP("HardwareFields", "link between GPUs")},
    {"peer_generation", QT_TRANSLATE_NOOP("HardwareFields", "generation of that link")},
    {"peer_bidirectional_GBps", QT_TRANSLATE_NOOP("HardwareFields", "its rate, both directions added")},
    {"peer_domain_gpus", QT_TRANSLATE_NOOP("HardwareFields", "GPUs that it joins")},
    {"tdp_W", QT_TRANSLATE_NOOP("HardwareFields", "nominal power")},
    {"turbo_W", QT_TRANSLATE_NOOP("HardwareFields", "turbo power")},
    {"form_factor", QT_TRANSLATE_NOOP("HardwareFields", "form factor")},
    {"threads", QT_TRANSLATE_NOOP("HardwareFields", "threads")},
    {"cores", QT_TRANSLATE_NOOP("HardwareFields", "cores")},
    {"base_GHz", QT_TRANSLATE_NOOP("HardwareFields", "base clock")},
    {"boost_GHz", QT_TRANSLATE_NOOP("HardwareFields", "boost clock of one core")},
    {"fp32_flop_per_cycle", QT_TRANSLATE_NOOP("HardwareFields", "FP32 operations per core and cycle")},
    {"simd", QT_TRANSLATE_NOOP("HardwareFields", "vector extension")},
    {"formats_without_units", QT_TRANSLATE_NOOP("HardwareFields", "formats without units")},
    {"integrated_graphics", QT_TRANSLATE_NOOP("HardwareFields", "graphics of its own")},
    {"bf16_products", QT_TRANSLATE_NOOP("HardwareFields", "instructions for BF16 products")},
    {"fp16_products", QT_TRANSLATE_NOOP("HardwareFields", "instructions for FP16 products")},
    {"channels", QT_TRANSLATE_NOOP("HardwareFields", "channels")},
    {"speed_MTps", QT_TRANSLATE_NOOP("HardwareFields", "transfer rate")},
    {"largest_capacity_GB", QT_TRANSLATE_NOOP("HardwareFields", "largest capacity")},
    {"module_GB", QT_TRANSLATE_NOOP("HardwareFields", "size of a module")},
    {"bandwidth_per_channel_GBps", QT_TRANSLATE_NOOP("HardwareFields", "bandwidth of a channel")},
    {"per_direction_GBps", QT_TRANSLATE_NOOP("HardwareFields", "one way")},
    {"effective_GBps", QT_TRANSLATE_NOOP("HardwareFields", "reached one way")},
    {"effective_basis", QT_TRANSLATE_NOOP("HardwareFields", "how that was measured")},
    {"latency_us", QT_TRANSLATE_NOOP("HardwareFields", "latency")},
    {"most_gpus", QT_TRANSLATE_NOOP("HardwareFields", "most GPUs")},
    {"sequential_read_MBps", QT_TRANSLATE_NOOP("HardwareFields", "sequential read")},
    {"sequential_write_MBps", QT_TRANSLATE_NOOP("HardwareFields", "sequential write")},
    {"random_reads_per_second", QT_TRANSLATE_NOOP("HardwareFields", "random reads per second")},
    {"random_writes_per_second", QT_TRANSLATE_NOOP("HardwareFields", "random writes per second")},
    {"small_file_read_MBps", QT_TRANSLATE_NOOP("HardwareFields", "read of small files")},
    {"file_open_us", QT_TRANSLATE_NOOP("HardwareFields", "time to open a file")},
    {"form", QT_TRANSLATE_NOOP("HardwareFields", "form")},
    {"rack_units", QT_TRANSLATE_NOOP("HardwareFields", "rack units")},
    {"cooling", QT_TRANSLATE_NOOP("HardwareFields", "cooling")},
    {"mount", QT_TRANSLATE_NOOP("HardwareFields", "cards or modules")},
    {"x16_slots", QT_TRANSLATE_NOOP("HardwareFields", "slots with 16 lanes")},
    {"lanes_with_all_slots", QT_TRANSLATE_NOOP("HardwareFields", "lanes of a card with all slots used")},
    {"sockets", QT_TRANSLATE_NOOP("HardwareFields", "sockets")},
    {"processors", QT_TRANSLATE_NOOP("HardwareFields", "processors")},
    {"processor_sockets", QT_TRANSLATE_NOOP("HardwareFields", "sockets of the processors it takes")},
    {"processor_segments", QT_TRANSLATE_NOOP("HardwareFields", "segments of the processors it takes")},
    {"most_cpu_W", QT_TRANSLATE_NOOP("HardwareFields", "largest processor")},
    {"memory_GB", QT_TRANSLATE_NOOP("HardwareFields", "memory it is sold with")},
    {"most_memory_GB", QT_TRANSLATE_NOOP("HardwareFields", "most memory")},
    {"network_ports", QT_TRANSLATE_NOOP("HardwareFields", "network ports")},
    {"network", QT_TRANSLATE_NOOP("HardwareFields", "network")},
    {"most_W", QT_TRANSLATE_NOOP("HardwareFields", "most it draws")},
    {"supplies", QT_TRANSLATE_NOOP("HardwareFields", "power supplies")},
    {"supply_W", QT_TRANSLATE_NOOP("HardwareFields", "output of one supply")},
    {"supplies_needed", QT_TRANSLATE_NOOP("HardwareFields", "supplies that must work")},
    {"output_W", QT_TRANSLATE_NOOP("HardwareFields", "on the label")},
    {"efficiency_class", QT_TRANSLATE_NOOP("HardwareFields", "80 PLUS class")},
    {"source", QT_TRANSLATE_NOOP("HardwareFields", "source")},
    {"source_date", QT_TRANSLATE_NOOP("HardwareFields", "date of the source")},
    {"confidence", QT_TRANSLATE_NOOP("HardwareFields", "confidence")},
    {"computation", QT_TRANSLATE_NOOP("HardwareFields", "computation")},
};

struct Suffix {
    std::string_view end;
    const char* unit;
};

// Sizes on labels are binary, rates decimal.
constexpr Suffix units[] = {{"_GBps", "GB/s"}, {"_MBps", "MB/s"}, {"_MTps", "MT/s"}, {"_GB", "GiB"},
                            {"_MB", "MiB"},    {"_MHz", "MHz"},   {"_GHz", "GHz"},   {"_TFLOPS", "TFLOPS"},
                            {"_TOPS", "TOPS"}, {"_W", "W"},       {"_us", "µs"},     {"_bit", "bit"}};

template <std::size_t count>
const char* text_of(const Named (&table)[count], std::string_view key)
{
    const auto found = std::find_if(std::begin(table), std::end(table), [key](const Named& n) { return n.key == key; });
    return found != std::end(table) ? found->text : nullptr;
}

QString field_word(const char* text) { return QCoreApplication::translate("HardwareFields", text); }

} // namespace

QString kind_name(RecordKind kind)
{
    switch (kind) {
    case RecordKind::gpu: return field_word(QT_TRANSLATE_NOOP("HardwareFields", "GPU"));
    case RecordKind::cpu: return field_word(QT_TRANSLATE_NOOP("HardwareFields", "Processor"));
    case RecordKind::link: return field_word(QT_TRANSLATE_NOOP("HardwareFields", "Link"));
    case RecordKind::storage: return field_word(QT_TRANSLATE_NOOP("HardwareFields", "Storage"));
    case RecordKind::memory_kit: return field_word(QT_TRANSLATE_NOOP("HardwareFields", "Memory kit"));
    case RecordKind::chassis: return field_word(QT_TRANSLATE_NOOP("HardwareFields", "Chassis"));
    case RecordKind::power_supply: return field_word(QT_TRANSLATE_NOOP("HardwareFields", "Power supply"));
    }
    return {};
}

QString field_label(std::string_view path)
{
    const std::string_view key = path.substr(path.rfind('.') + 1);
    const char* text = text_of(field_names, path);
    if (text == nullptr) text = text_of(field_names, key);
    QString name = text != nullptr ? field_word(text) : from_utf8(key);
    if (key.size() == path.size()) return name;
    const std::string_view top = path.substr(0, path.find('.'));
    const char* group = text_of(groups, top);
    if (path.find("core_groups.") != std::string_view::npos) {
        const bool first = path.find("core_groups.0") != std::string_view::npos;
        return (first ? field_word(QT_TRANSLATE_NOOP("HardwareFields", "Cores: %1"))
                      : field_word(QT_TRANSLATE_NOOP("HardwareFields", "Second kind of cores: %1")))
            .arg(name);
    }
    const QString heading = group != nullptr ? field_word(group) : from_utf8(top);
    return field_word(QT_TRANSLATE_NOOP("HardwareFields", "%1: %2")).arg(heading, name);
}

QString field_unit(std::string_view path)
{
    const auto found =
        std::find_if(std::begin(units), std::end(units), [path](const Suffix& s) { return path.ends_with(s.end); });
    return found != std::end(units) ? QString::fromUtf8(found->unit) : QString();
}

} // namespace rigwright
