// SPDX-License-Identifier: Apache-2.0
#include "core/measure/proposal.h"

#include "core/hardware/catalog.h"
#include "core/json/characters.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <dlfcn.h>
#include <regex>
#include <tuple>

#if __has_include(<dlfcn.h>)
#endif

namespace rigwright {

namespace {

using Severity = Finding::Severity;

/// Smaller drives cannot hold a dataset.
constexpr double least_drive_bytes = 60e9;

/// Amperes and volts of circuits are whole numbers.
std::string plain_number(double number) { return std::to_string(static_cast<int>(std::lround(number))); }
Finding remark(const char* code, Arguments arguments) { return {Severity::unchecked, code, {}, std::move(arguments)}; }

/// An amount of something.
FoundPart amount(const char* code, std::string found, const char* field, FieldValue value, Value shown)
{
    return {code, std::move(found), field, std::move(value), {}, shown, CatalogMatch::exact, {}};
}

/// "intel core i9 13900k": a name without trademarks, clocks and core counts.
std::string plain_name(std::string name)
{
    name = lower(name);
    static const std::regex noise(
        R"(\((r|tm)\)|\b\d+(st|nd|rd|th) gen\b|@.*$|\b\d+-core\b|\bcpu\b|\bprocessor\b|\bwith .*$|\bnvidia\b|\bgeforce\b|\btesla\b)");
    name = std::regex_replace(name, noise, " ");
    std::string plain;
    for (const char c : name) {
        const bool letter = is_letter_or_digit(c) || c == '+';
        if (letter)
            plain += c;
        else if (!plain.empty() && plain.back() != ' ')
            plain += ' ';
    }
    if (!plain.empty() && plain.back() == ' ') plain.pop_back();
    return plain;
}

std::string vendor_of(const std::string& cpu)
{
    for (const char* vendor : {"Intel", "AMD", "Hygon", "Ampere", "Apple"})
        if (cpu.find(vendor) != std::string::npos) return vendor;
    return {};
}

/// Vendors' product lines: the nearest processor is of the same line if the name shows it.
std::string line_of(const std::string& cpu)
{
    for (const char* line : {"EPYC", "Xeon", "Threadripper", "Ryzen", "Core", "Altra"})
        if (cpu.find(line) != std::string::npos) return line;
    return {};
}

/// Same vendor and line, nearest number of cores; the newest if equal.
const Cpu* nearest_cpu(const Machine& machine, const Catalog& hardware)
{
    const std::string vendor = vendor_of(machine.cpu);
    const std::string line = line_of(machine.cpu);
    const Cpu* best = nullptr;
    const auto distance = [&machine](const Cpu& cpu) { return std::abs(cpu.compute.cores - machine.cores); };
    for (const Cpu& cpu : hardware.cpus) {
        const bool fits = cpu.vendor == vendor && cpu.name.find(line) != std::string::npos &&
                          (machine.sockets <= 1 || cpu.most_sockets.value_or(1) > 1);
        if (!fits) continue;
        const bool better = best == nullptr || distance(cpu) < distance(*best) ||
                            (distance(cpu) == distance(*best) && cpu.release > best->release);
        if (better) best = &cpu;
    }
    return best;
}

void add_processor(const Machine& machine, const Catalog& hardware, std::vector<FoundPart>& parts)
{
    if (machine.cpu.empty() && machine.cores == 0) return;
    FoundPart part{"processor", machine.cpu, "build.cpu", {}, {}, {}, CatalogMatch::none, {}};
    const std::string wanted = plain_name(machine.cpu);
    const auto same =
        std::ranges::find_if(hardware.cpus, [&wanted](const Cpu& cpu) { return plain_name(cpu.name) == wanted; });
    const Cpu* cpu = same != hardware.cpus.end() ? &*same : nearest_cpu(machine, hardware);
    if (cpu != nullptr) {
        part.match = same != hardware.cpus.end() ? CatalogMatch::exact : CatalogMatch::nearest;
        part.value = cpu->id;
        part.name = cpu->name;
    }
    const Arguments cores{{"found", whole_value(machine.cores)},
                          {"database", whole_value(cpu != nullptr ? cpu->compute.cores : 0)}};
    if (cpu != nullptr && part.match == CatalogMatch::nearest)
        part.remarks.push_back(remark("nearest-processor", cores));
    if (part.match == CatalogMatch::exact && cpu->compute.cores != machine.cores)
        part.remarks.push_back(remark("other-cores", cores));
    if (part.match == CatalogMatch::none) part.remarks.push_back(remark("processor-not-known", {}));
    parts.push_back(std::move(part));
    if (machine.sockets > 0)
        parts.push_back(amount("sockets", std::to_string(machine.sockets), "build.cpu_sockets",
                               std::int64_t{machine.sockets}, whole_value(machine.sockets)));
}

/// Cards with the same device id differ in memory: the one with the nearest size.
const Gpu* card_of(const PciDevice& device, const std::optional<Bytes>& memory, const Catalog& hardware)
{
    const Gpu* best = nullptr;
    const auto distance = [&memory](const Gpu& gpu) {
        const double each = gpu.memory.capacity.as_double() / gpu.devices_per_board;
        return memory ? std::abs(each - memory->as_double()) : 0.0;
    };
    for (const std::string& id : device.gpus) {
        const Gpu* gpu = hardware.gpu(id);
        if (gpu != nullptr && (best == nullptr || distance(*gpu) < distance(*best))) best = gpu;
    }
    return best;
}

const PciDevice* entry_of(const FoundGpu& gpu, const Catalog& hardware)
{
    const auto& all = hardware.pci_devices;
    const auto found = std::ranges::find_if(
        all, [&gpu](const PciDevice& device) { return device.vendor == gpu.vendor && device.device == gpu.device; });
    return found == all.end() ? nullptr : &*found;
}

const Gpu* card_by_name(const std::string& name, const Catalog& hardware)
{
    const std::string wanted = plain_name(name);
    if (wanted.empty()) return nullptr;
    const auto same =
        std::ranges::find_if(hardware.gpus, [&wanted](const Gpu& gpu) { return plain_name(gpu.name) == wanted; });
    return same == hardware.gpus.end() ? nullptr : &*same;
}

/// Graphics that vendors build into processors or boards to drive a display.
bool drives_displays_only(const FoundGpu& gpu, const Catalog& hardware)
{
    constexpr std::array<std::uint16_t, 4> makers{0x10de, 0x1002, 0x8086, 0x1e36};
    const bool maker = std::ranges::find(makers, gpu.vendor) != makers.end();
    return !maker || (gpu.vendor == 0x8086 && entry_of(gpu, hardware) == nullptr);
}

std::string numbers_of(const FoundGpu& gpu)
{
    std::array<char, 16> text{};
    std::snprintf(text.data(), text.size(), "%04x:%04x", gpu.vendor, gpu.device);
    return text.data();
}

std::string described(const FoundGpu& gpu)
{
    return gpu.name.empty() ? "PCI " + numbers_of(gpu) : gpu.name + " (PCI " + numbers_of(gpu) + ")";
}

struct CardGroup {
    const Gpu* gpu = nullptr;
    std::vector<const FoundGpu*> cards;
};

std::vector<CardGroup> grouped_cards(const Machine& machine, const Catalog& hardware)
{
    std::vector<CardGroup> groups;
    for (const FoundGpu& found : machine.gpus) {
        if (drives_displays_only(found, hardware)) continue;
        const PciDevice* entry = entry_of(found, hardware);
        const Gpu* gpu =
            entry != nullptr ? card_of(*entry, found.memory, hardware) : card_by_name(found.name, hardware);
        const auto same = std::ranges::find_if(groups, [&](const CardGroup& group) {
            return group.gpu == gpu && (gpu != nullptr || numbers_of(*group.cards.front()) == numbers_of(found));
        });
        (same != groups.end() ? *same : groups.emplace_back(CardGroup{gpu, {}})).cards.push_back(&found);
    }
    const auto rank = [](const CardGroup& group) {
        const double peak = group.gpu != nullptr ? group.gpu->compute.fp32.value_or(FlopsPerSecond()).base() : -1.0;
        return std::tuple(group.gpu != nullptr, group.cards.size(), peak);
    };
    std::ranges::stable_sort(groups, [&rank](const CardGroup& a, const CardGroup& b) { return rank(a) > rank(b); });
    return groups;
}

std::vector<Finding> remarks_on(const CardGroup& group, const Catalog& hardware)
{
    std::vector<Finding> remarks;
    const FoundGpu& first = *group.cards.front();
    const PciDevice* entry = entry_of(first, hardware);
    if (entry != nullptr && entry->gpus.size() > 1 && !first.memory)
        remarks.push_back(remark("several-cards-share-numbers", {{"numbers", numbers_of(first)}}));
    for (const FoundGpu* card : group.cards)
        if (card->lanes && card->most_lanes && *card->lanes < *card->most_lanes) {
            remarks.push_back(remark("fewer-lanes-in-use",
                                     {{"lanes", whole_value(*card->lanes)}, {"most", whole_value(*card->most_lanes)}}));
            break;
        }
    return remarks;
}

void add_gpus(const Machine& machine, const Catalog& hardware, std::vector<FoundPart>& parts)
{
    const std::vector<CardGroup> groups = grouped_cards(machine, hardware);
    if (groups.empty()) {
        parts.push_back(
            {"gpu", {}, "build.gpu", std::string("none"), {}, {}, CatalogMatch::exact, {remark("no-gpu-found", {})}});
        return;
    }
    const CardGroup& group = groups.front();
    FoundPart part{"gpu", described(*group.cards.front()), "build.gpu", {}, {}, {}, CatalogMatch::none, {}};
    part.remarks = remarks_on(group, hardware);
    if (group.gpu != nullptr) {
        part.match = CatalogMatch::exact;
        part.value = group.gpu->id;
        part.name = group.gpu->name;
    } else {
        part.remarks.push_back(remark("card-not-in-database", {{"numbers", numbers_of(*group.cards.front())}}));
    }
    for (std::size_t i = 1; i < groups.size(); ++i)
        part.remarks.push_back(
            remark("further-cards", {{"count", whole_value(static_cast<std::int64_t>(groups[i].cards.size()))},
                                     {"card", described(*groups[i].cards.front())}}));
    // Boards with several devices appear once per device.
    const auto per_board = static_cast<std::size_t>(group.gpu != nullptr ? group.gpu->devices_per_board : 1);
    const auto boards = static_cast<std::int64_t>((group.cards.size() + per_board - 1) / per_board);
    const bool known = group.gpu != nullptr;
    parts.push_back(std::move(part));
    if (known)
        parts.push_back(amount("gpu-count", std::to_string(group.cards.size()), "build.gpus_per_node", boards,
                               whole_value(boards)));
}

void add_memory(const Machine& machine, std::vector<FoundPart>& parts)
{
    if (!machine.memory) return;
    const double gib = installed_gib(*machine.memory);
    parts.push_back(amount("memory", {}, "build.ram_GiB", gib, value_of(Bytes::gib(gib))));
    parts.back().remarks.push_back(remark("memory-the-system-sees", {{"usable", value_of(*machine.memory)}}));
}

const char* class_of(DriveKind kind)
{
    switch (kind) {
    case DriveKind::rotating: return "hdd";
    case DriveKind::sata_ssd: return "sata-ssd";
    case DriveKind::nvme3:
    case DriveKind::nvme: return "nvme3";
    case DriveKind::nvme4: return "nvme4";
    case DriveKind::nvme5: return "nvme5";
    }
    return "";
}

void add_drives(const Machine& machine, const Catalog& hardware, std::vector<FoundPart>& parts)
{
    const auto speed = [](const FoundDrive& drive) {
        return drive.kind == DriveKind::nvme ? DriveKind::nvme3 : drive.kind;
    };
    const FoundDrive* fastest = nullptr;
    for (const FoundDrive& drive : machine.drives) {
        if (drive.size.as_double() < least_drive_bytes) continue;
        if (fastest == nullptr || speed(drive) > speed(*fastest)) fastest = &drive;
    }
    if (fastest == nullptr) return;
    double bytes = 0.0;
    for (const FoundDrive& drive : machine.drives)
        if (speed(drive) == speed(*fastest)) bytes += drive.size.as_double();
    const Storage* storage = hardware.storage(class_of(fastest->kind));
    if (storage == nullptr) return;
    FoundPart part{"drive",
                   fastest->model.empty() ? fastest->device : fastest->model,
                   "build.storage",
                   storage->id,
                   storage->name,
                   {},
                   CatalogMatch::nearest,
                   {remark("class-of-drives", {})}};
    if (fastest->kind == DriveKind::nvme) part.remarks.push_back(remark("drive-link-not-told", {}));
    parts.push_back(std::move(part));
    // Rounded to two digits: 1.92 TB and 2 TB are different drives, but 2.0004 TB does not exist.
    const double size = std::max(std::round(bytes / bytes_of_a_terabyte * 100.0) / 100.0, 0.01);
    parts.push_back(amount("drive-size", {}, "build.storage_TB", size, terabytes(size)));
}

} // namespace

double installed_gib(Bytes usable)
{
    constexpr std::array sizes{2.0,   4.0,   8.0,   12.0,  16.0,  24.0,   32.0,   48.0,   64.0,   96.0,  128.0,
                               192.0, 256.0, 384.0, 512.0, 768.0, 1024.0, 1536.0, 2048.0, 3072.0, 4096.0};
    /// Least share of memory left by the kernel, the firmware and integrated graphics.
    constexpr double least_share = 0.85;
    const double gib = usable.as_gib();
    for (const double size : sizes)
        if (gib <= size && gib >= least_share * size) return size;
    return std::max(std::ceil(gib), 1.0);
}

std::vector<FoundPart> propose_build(const Machine& machine, const Catalog& hardware)
{
    std::vector<FoundPart> parts;
    add_gpus(machine, hardware, parts);
    add_processor(machine, hardware, parts);
    add_memory(machine, parts);
    add_drives(machine, hardware, parts);
    return parts;
}

std::optional<FoundPart> propose_circuit(const Catalog& hardware, const std::string& territory)
{
    const Circuit* circuit = usual_circuit(hardware.operating_costs, territory);
    if (circuit == nullptr) return std::nullopt;
    FoundPart part{"circuit", territory, "build.circuit", circuit->id, {}, {}, CatalogMatch::exact, {}};
    part.name = plain_number(circuit->amperes) + " A · " + plain_number(circuit->volts) + " V";
    part.remarks.push_back(remark("circuit-of-a-socket", {{"carries", value_of(circuit->continuous())}}));
    return part;
}

#if __has_include(<dlfcn.h>)

namespace {

// The stable C interface of NVML from its documentation (nvmlMemory_t, nvmlPciInfo_t; 0 is success).
using Device = void*;

struct MemoryInfo {
    unsigned long long total = 0;
    unsigned long long free = 0;
    unsigned long long used = 0;
};

struct PciInfo {
    std::array<char, 16> legacy_address{};
    unsigned domain = 0;
    unsigned bus = 0;
    unsigned device = 0;
    /// Device number in the upper half, vendor in the lower.
    unsigned ids = 0;
    unsigned subsystem = 0;
    std::array<char, 32> address{};
};

constexpr unsigned most_gpus = 1024;

class Library {
public:
    explicit Library(const std::string& name) : handle_(dlopen(name.c_str(), RTLD_LAZY | RTLD_LOCAL)) {}
    ~Library()
    {
        if (handle_ != nullptr) dlclose(handle_);
    }
    Library(const Library&) = delete;
    Library& operator=(const Library&) = delete;

    bool is_open() const { return handle_ != nullptr; }
    template <typename Function>
    bool find(const char* name, Function& function) const
    {
        function = reinterpret_cast<Function>(dlsym(handle_, name));
        return function != nullptr;
    }

private:
    void* handle_;
};

struct Functions {
    int (*init)() = nullptr;
    int (*shutdown)() = nullptr;
    int (*count)(unsigned*) = nullptr;
    int (*handle)(unsigned, Device*) = nullptr;
    int (*name)(Device, char*, unsigned) = nullptr;
    int (*memory)(Device, MemoryInfo*) = nullptr;
    int (*pci)(Device, PciInfo*) = nullptr;

    bool find_in(const Library& library)
    {
        return library.find("nvmlInit_v2", init) && library.find("nvmlShutdown", shutdown) &&
               library.find("nvmlDeviceGetCount_v2", count) && library.find("nvmlDeviceGetHandleByIndex_v2", handle) &&
               library.find("nvmlDeviceGetName", name) && library.find("nvmlDeviceGetMemoryInfo", memory) &&
               library.find("nvmlDeviceGetPciInfo_v3", pci);
    }
};

template <std::size_t Size>
std::string text_of(const std::array<char, Size>& text)
{
    return {text.begin(), std::ranges::find(text, '\0')};
}

std::optional<DriverGpu> gpu_at(const Functions& nvml, unsigned index)
{
    Device device = nullptr;
    std::array<char, 96> name{};
    MemoryInfo memory;
    PciInfo pci;
    if (nvml.handle(index, &device) != 0 || nvml.name(device, name.data(), static_cast<unsigned>(name.size())) != 0 ||
        nvml.memory(device, &memory) != 0 || nvml.pci(device, &pci) != 0)
        return std::nullopt;
    std::string address = lower(text_of(pci.address));
    constexpr unsigned half = 16;
    return DriverGpu{text_of(name), std::move(address), static_cast<std::uint16_t>(pci.ids & 0xffffU),
                     static_cast<std::uint16_t>(pci.ids >> half), Bytes::rounded(static_cast<double>(memory.total))};
}

} // namespace

DriverAnswer ask_nvidia_driver(const std::string& name)
{
    const Library library(name);
    if (!library.is_open()) return {DriverAnswer::State::no_library, {}};
    Functions nvml;
    if (!nvml.find_in(library)) return {DriverAnswer::State::wrong_library, {}};
    if (nvml.init() != 0) return {DriverAnswer::State::refused, {}};
    DriverAnswer answer{DriverAnswer::State::answered, {}};
    unsigned count = 0;
    if (nvml.count(&count) != 0) answer.state = DriverAnswer::State::refused;
    for (unsigned i = 0; i < std::min(count, most_gpus); ++i)
        if (auto gpu = gpu_at(nvml, i)) answer.gpus.push_back(std::move(*gpu));
    nvml.shutdown();
    return answer;
}

#else

DriverAnswer ask_nvidia_driver(const std::string&) { return {}; }

#endif

} // namespace rigwright
