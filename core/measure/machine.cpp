// SPDX-License-Identifier: Apache-2.0
#include "core/json/characters.h"
#include "core/json/read_file.h"
#include "core/measure/proposal.h"

#include <algorithm>
#include <charconv>
#include <set>

namespace rigwright {

namespace {

namespace fs = std::filesystem;

/// No file of /proc or /sys that is read here is longer; an unusual one is not read to its end.
constexpr std::size_t longest_file = 4 << 20;
constexpr std::size_t longest_value = 200;
constexpr double sector_bytes = 512.0;

bool is_blank_or_control(char c) { return static_cast<unsigned char>(c) <= ' '; }

/// One short value of /sys, without control characters.
std::string value_of_file(const fs::path& file)
{
    const std::string whole = read_file(file, longest_file).value_or(std::string());
    std::string text(trimmed(whole, is_blank_or_control));
    if (text.size() > longest_value) return {};
    const bool plain = std::ranges::all_of(text, [](unsigned char c) { return c >= ' ' && c < 127; });
    return plain ? text : std::string();
}

template <typename Number>
std::optional<Number> number_in(std::string_view text, int base = 10)
{
    if (base == 16 && text.starts_with("0x")) text.remove_prefix(2);
    Number number{};
    const auto read = std::from_chars(text.data(), text.data() + text.size(), number, base);
    const bool whole = read.ec == std::errc() && read.ptr == text.data() + text.size();
    return whole ? std::optional(number) : std::nullopt;
}

std::vector<fs::path> entries_of(const fs::path& folder)
{
    std::vector<fs::path> entries;
    std::error_code failure;
    for (fs::directory_iterator entry(folder, failure), end; !failure && entry != end; entry.increment(failure))
        entries.push_back(entry->path());
    std::ranges::sort(entries);
    return entries;
}

/// "key : value" lines.
std::pair<std::string, std::string> pair_of(std::string_view line)
{
    const std::size_t colon = line.find(':');
    if (colon == std::string::npos) return {};
    return {std::string(trimmed(line.substr(0, colon), is_blank_or_control)),
            std::string(trimmed(line.substr(colon + 1), is_blank_or_control))};
}

template <typename Use>
void for_each_pair(const std::string& text, Use use)
{
    std::size_t at = 0;
    while (at < text.size()) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        const auto [key, value] = pair_of(text.substr(at, end - at));
        if (!key.empty() && value.size() <= longest_value) use(key, value);
        at = end + 1;
    }
}

void read_processor(const std::string& text, Machine& machine)
{
    std::set<std::string> sockets;
    int threads = 0;
    for_each_pair(text, [&](const std::string& key, const std::string& value) {
        if (key == "processor") ++threads;
        if (key == "model name" && machine.cpu.empty()) machine.cpu = value;
        if (key == "physical id") sockets.insert(value);
        if (key == "cpu cores") machine.cores = std::max(machine.cores, number_in<int>(value).value_or(0));
    });
    if (threads == 0) return;
    machine.sockets = std::max(static_cast<int>(sockets.size()), 1);
    // Processors that do not report their cores run one thread per core.
    if (machine.cores <= 0) machine.cores = threads / machine.sockets;
}

void read_memory(const std::string& text, Machine& machine)
{
    for_each_pair(text, [&](const std::string& key, const std::string& value) {
        if (key != "MemTotal") return;
        const auto kibibytes = number_in<std::int64_t>(value.substr(0, value.find(' ')));
        constexpr std::int64_t most = std::int64_t{1} << 40;
        if (kibibytes && *kibibytes > 0 && *kibibytes < most && value.ends_with("kB"))
            machine.memory = Bytes::of(*kibibytes * 1024);
    });
}

/// Display controllers (0x03) and accelerators (0x12).
bool is_accelerator(const std::string& device_class)
{
    return device_class.starts_with("0x03") || device_class.starts_with("0x12");
}

void read_pci_device(const fs::path& folder, Machine& machine)
{
    if (!is_accelerator(value_of_file(folder / "class"))) return;
    const auto vendor = number_in<std::uint16_t>(value_of_file(folder / "vendor"), 16);
    const auto device = number_in<std::uint16_t>(value_of_file(folder / "device"), 16);
    if (!vendor || !device) return;
    const auto lanes = [&folder](const char* file) {
        const auto number = number_in<int>(value_of_file(folder / file));
        return number && *number > 0 && *number <= 32 ? number : std::nullopt;
    };
    machine.gpus.push_back(
        {folder.filename().string(), *vendor, *device, lanes("current_link_width"), lanes("max_link_width"), {}, {}});
}

DriveKind nvme_kind(const fs::path& drive)
{
    const std::string speed = value_of_file(drive / "device" / "device" / "current_link_speed");
    if (speed.starts_with("8.0 ") || speed.starts_with("8 ")) return DriveKind::nvme3;
    if (speed.starts_with("16.0 ") || speed.starts_with("16 ")) return DriveKind::nvme4;
    if (speed.starts_with("32.0 ") || speed.starts_with("32 ")) return DriveKind::nvme5;
    return DriveKind::nvme;
}

/// Disks; not loop devices, RAM disks, optical drives, card readers and arrays of disks.
void read_drive(const fs::path& folder, Machine& machine)
{
    const std::string name = folder.filename().string();
    const bool nvme = name.starts_with("nvme");
    const bool disk = nvme || name.starts_with("sd") || name.starts_with("vd") || name.starts_with("xvd");
    const auto sectors = number_in<std::int64_t>(value_of_file(folder / "size"));
    constexpr std::int64_t most_sectors = std::int64_t{1} << 50;
    if (!disk || !sectors || *sectors <= 0 || *sectors > most_sectors) return;
    if (value_of_file(folder / "removable") == "1") return;
    const bool rotating = value_of_file(folder / "queue" / "rotational") == "1";
    const DriveKind kind = nvme ? nvme_kind(folder) : rotating ? DriveKind::rotating : DriveKind::sata_ssd;
    machine.drives.push_back({name, value_of_file(folder / "device" / "model"), kind,
                              Bytes::rounded(static_cast<double>(*sectors) * sector_bytes)});
}

} // namespace

Machine read_machine(const fs::path& root)
{
    Machine machine;
    const auto read = [&](const char* place, void (*take)(const std::string&, Machine&)) {
        if (const auto text = read_file(root / place, longest_file))
            take(*text, machine);
        else
            machine.unreadable.emplace_back(place);
    };
    read("proc/cpuinfo", read_processor);
    read("proc/meminfo", read_memory);
    const std::vector<fs::path> devices = entries_of(root / "sys/bus/pci/devices");
    if (devices.empty()) machine.unreadable.emplace_back("sys/bus/pci/devices");
    for (const fs::path& device : devices) read_pci_device(device, machine);
    for (const fs::path& drive : entries_of(root / "sys/block")) read_drive(drive, machine);
    return machine;
}

void add_driver_answer(const DriverAnswer& answer, Machine& machine)
{
    for (const DriverGpu& known : answer.gpus) {
        // The driver writes an eight-digit domain and capital letters, the bus four digits and lower case.
        const auto same = std::ranges::find_if(machine.gpus, [&known](const FoundGpu& gpu) {
            return known.address.ends_with(gpu.address) || gpu.address.ends_with(known.address);
        });
        FoundGpu& gpu =
            same != machine.gpus.end()
                ? *same
                : machine.gpus.emplace_back(FoundGpu{known.address, known.vendor, known.device, {}, {}, {}, {}});
        gpu.name = known.name;
        gpu.memory = known.memory;
    }
}

} // namespace rigwright
