// SPDX-License-Identifier: Apache-2.0
#include "core/json/read_file.h"

#include <algorithm>
#include <fstream>
#include <optional>
#include <random>
#include <system_error>

#ifdef _WIN32
#include <fcntl.h>
#include <io.h>
#else
#include <fcntl.h>
#include <unistd.h>
#endif

namespace rigwright {

std::optional<std::ifstream> open_file(const std::filesystem::path& file)
{
    std::error_code failure;
    std::ifstream stream(file, std::ios::binary);
    if (!stream || std::filesystem::is_directory(file, failure)) return std::nullopt;
    return stream;
}

std::string read_bytes(std::istream& input, std::size_t most)
{
    constexpr std::size_t block = std::size_t{1} << 16;
    std::string bytes;
    while (input && bytes.size() < most) {
        const std::size_t before = bytes.size();
        bytes.resize(before + std::min(block, most - before));
        input.read(bytes.data() + before, static_cast<std::streamsize>(bytes.size() - before));
        bytes.resize(before + static_cast<std::size_t>(input.gcount()));
    }
    return bytes;
}

std::optional<std::string> read_file(const std::filesystem::path& file, std::size_t most)
{
    std::optional<std::ifstream> stream = open_file(file);
    if (!stream) return std::nullopt;
    return read_bytes(*stream, most);
}

namespace fs = std::filesystem;

namespace {

/// The target of a path's symbolic links; nothing if they form a cycle.
std::optional<fs::path> behind_links(fs::path path)
{
    constexpr int most_links = 40;
    std::error_code failure;
    for (int links = 0; fs::is_symlink(path, failure); ++links) {
        const fs::path next = fs::read_symlink(path, failure);
        if (failure || links == most_links) return std::nullopt;
        path = path.parent_path() / next;
    }
    return path;
}

/// A name in the folder of `target` that no other process uses.
fs::path name_beside(const fs::path& target)
{
    std::random_device random;
    fs::path beside = target;
    beside += '.' + std::to_string(random()) + std::to_string(random()) + ".part";
    return beside;
}

#ifdef _WIN32

bool is_on_disk(const fs::path& file)
{
    const int handle = _wopen(file.c_str(), _O_RDWR | _O_BINARY);
    if (handle < 0) return false;
    const bool flushed = _commit(handle) == 0;
    return _close(handle) == 0 && flushed;
}

/// The system keeps the order of renames.
void flush_folder(const fs::path&) {}

#else

/// Waits until the file is on the disk. A rename may be stored before the bytes, and the file would be empty after a
/// power failure.
bool is_on_disk(const fs::path& file)
{
    const int handle = ::open(file.c_str(), O_RDONLY | O_CLOEXEC);
    if (handle < 0) return false;
    const bool flushed = ::fsync(handle) == 0;
    return ::close(handle) == 0 && flushed;
}

/// Waits until the names of a folder are on the disk. Some file systems cannot do this; the file is complete in any
/// case.
void flush_folder(const fs::path& folder)
{
    const int handle = ::open(folder.empty() ? "." : folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (handle < 0) return;
    ::fsync(handle);
    ::close(handle);
}

#endif

} // namespace

bool replace_file(const fs::path& target, const std::function<bool(const fs::path&)>& write)
{
    const std::optional<fs::path> file = behind_links(target);
    if (!file) return false;
    const fs::path beside = name_beside(*file);
    std::error_code failure;
    if (write(beside) && is_on_disk(beside)) {
        fs::rename(beside, *file, failure);
        if (!failure) {
            flush_folder(file->parent_path());
            return true;
        }
    }
    fs::remove(beside, failure);
    return false;
}

bool replace_file(const fs::path& target, const std::string& text)
{
    return replace_file(target, [&text](const fs::path& beside) {
        std::ofstream file(beside, std::ios::binary | std::ios::trunc);
        file << text;
        file.close();
        return file.good();
    });
}

FolderFiles json_files_of(const std::filesystem::path& folder)
{
    FolderFiles found;
    std::error_code failure;
    for (std::filesystem::directory_iterator entry(folder, failure), end; !failure && entry != end;
         entry.increment(failure))
        if (entry->path().extension() == ".json") found.files.push_back(entry->path());
    found.failed = static_cast<bool>(failure);
    std::ranges::sort(found.files);
    return found;
}

} // namespace rigwright
