// SPDX-License-Identifier: Apache-2.0
#include "core/machine/machine.h"
#include "core/quantities/ascii.h"

#if __has_include(<dlfcn.h>)
#include <dlfcn.h>
#endif

#include <algorithm>
#include <array>

namespace rigwright {

#if __has_include(<dlfcn.h>)

namespace {

// The stable C interface of NVML as its documentation gives it (nvmlMemory_t, nvmlPciInfo_t; 0 is success).
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
    return {text.begin(), std::find(text.begin(), text.end(), '\0')};
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
