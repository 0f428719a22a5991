// SPDX-License-Identifier: Apache-2.0

#include "core/json/data_directory.h"

#include <cstdlib>
#include <system_error>

#if defined(_WIN32)
#include <windows.h>
#elif defined(__APPLE__)
#include <cstdint>
#include <mach-o/dyld.h>
#include <string>
#endif

namespace rigwright {

namespace {

/// The running program's file with symbolic links resolved; empty if unknown.
std::filesystem::path program_file()
{
    std::error_code error;
#if defined(_WIN32)
    std::wstring buffer(32768, L'\0');
    const DWORD length = GetModuleFileNameW(nullptr, buffer.data(), static_cast<DWORD>(buffer.size()));
    const std::filesystem::path named(buffer.substr(0, length));
#elif defined(__APPLE__)
    std::uint32_t size = 0;
    _NSGetExecutablePath(nullptr, &size);
    std::string buffer(size, '\0');
    if (_NSGetExecutablePath(buffer.data(), &size) != 0) return {};
    const std::filesystem::path named(buffer.c_str());
#else
    const std::filesystem::path named("/proc/self/exe");
#endif
    const std::filesystem::path resolved = std::filesystem::canonical(named, error);
    return error ? std::filesystem::path{} : resolved;
}

std::filesystem::path path_in(const char* variable)
{
    const char* value = std::getenv(variable);
    return value != nullptr ? std::filesystem::path(value) : std::filesystem::path();
}

/// The system's folder for application data of a user.
std::filesystem::path application_data_folder()
{
#if defined(_WIN32)
    return path_in("APPDATA");
#elif defined(__APPLE__)
    const std::filesystem::path home = path_in("HOME");
    return home.empty() ? home : home / "Library" / "Application Support";
#else
    if (std::filesystem::path named = path_in("XDG_DATA_HOME"); named.is_absolute()) return named;
    const std::filesystem::path home = path_in("HOME");
    return home.empty() ? home : home / ".local" / "share";
#endif
}

} // namespace

std::vector<std::filesystem::path> data_directory_candidates()
{
    if (const char* chosen = std::getenv("RIGWRIGHT_DATA"); chosen != nullptr && *chosen != '\0') return {chosen};
    const std::filesystem::path program = program_file();
    if (program.empty()) return {};
    return {program.parent_path().parent_path() / "share" / "rigwright"};
}

std::optional<DataDirectory> find_data_directory()
{
    for (const std::filesystem::path& candidate : data_directory_candidates()) {
        std::error_code error;
        if (std::filesystem::is_directory(candidate / "hardware_db", error)) return DataDirectory(candidate);
    }
    return std::nullopt;
}

std::filesystem::path own_catalog_directory()
{
    if (const char* chosen = std::getenv("RIGWRIGHT_CATALOGUE"); chosen != nullptr && *chosen != '\0') return chosen;
    const std::filesystem::path folder = application_data_folder();
    return folder.empty() ? folder : folder / "rigwright" / "catalogue";
}

} // namespace rigwright

namespace rigwright {

std::string_view version() { return RIGWRIGHT_VERSION; }

} // namespace rigwright
