// SPDX-License-Identifier: Apache-2.0
#include "core/json/characters.h"
#include "core/quantities/typed_number.h"

#include <algorithm>
#include <ranges>

namespace rigwright {

namespace {

constexpr double seconds_per_minute = 60.0;
constexpr double seconds_per_day = 24.0 * seconds_per_hour;
constexpr double seconds_per_year = 365.0 * seconds_per_day;
constexpr double binary_step = 1024.0;
constexpr double bit = 0.125;

/// Words of one unit, separated by spaces, with its size in base units.
struct UnitRow {
    std::string_view words;
    Unit unit = Unit::count;
    double size = 1.0;
};

constexpr UnitRow unit_rows[] = {
    {"B byte bytes 字节", Unit::bytes, 1.0},
    {"kB", Unit::bytes, 1e3},
    {"MB", Unit::bytes, 1e6},
    {"GB", Unit::bytes, 1e9},
    {"TB", Unit::bytes, 1e12},
    {"PB", Unit::bytes, 1e15},
    {"KiB", Unit::bytes, binary_step},
    {"MiB", Unit::bytes, binary_step* binary_step},
    {"GiB", Unit::bytes, binary_step* binary_step* binary_step},
    {"TiB", Unit::bytes, binary_step* binary_step* binary_step* binary_step},
    {"PiB", Unit::bytes, binary_step* binary_step* binary_step* binary_step* binary_step},
    {"µs us 微秒", Unit::seconds, 1e-6},
    {"ms 毫秒", Unit::seconds, 1e-3},
    {"s sec second seconds 秒 秒钟", Unit::seconds, 1.0},
    {"m min mins minute minutes 分 分钟", Unit::seconds, seconds_per_minute},
    {"h hr hrs hour hours 时 小时 个小时", Unit::seconds, seconds_per_hour},
    {"d day days 天 日", Unit::seconds, seconds_per_day},
    {"week weeks 周 星期 个星期", Unit::seconds, 7.0 * seconds_per_day},
    {"mo month months 月 个月", Unit::seconds, seconds_per_year / 12.0},
    {"yr year years 年", Unit::seconds, seconds_per_year},
    {"%", Unit::share, 0.01},
    {"‰", Unit::share, 0.001},
    {"W watt watts 瓦", Unit::watts, 1.0},
    {"kW 千瓦", Unit::watts, 1e3},
    {"MW 兆瓦", Unit::watts, 1e6},
    {"B/s", Unit::bytes_per_second, 1.0},
    {"kB/s", Unit::bytes_per_second, 1e3},
    {"MB/s MBps", Unit::bytes_per_second, 1e6},
    {"GB/s GBps", Unit::bytes_per_second, 1e9},
    {"TB/s", Unit::bytes_per_second, 1e12},
    {"MiB/s", Unit::bytes_per_second, binary_step* binary_step},
    {"GiB/s", Unit::bytes_per_second, binary_step* binary_step* binary_step},
    {"kbit/s", Unit::bytes_per_second, 1e3 * bit},
    {"Mbit/s Mbps", Unit::bytes_per_second, 1e6 * bit},
    {"Gbit/s Gbps", Unit::bytes_per_second, 1e9 * bit},
    {"Hz", Unit::hertz, 1.0},
    {"kHz", Unit::hertz, 1e3},
    {"MHz", Unit::hertz, 1e6},
    {"GHz", Unit::hertz, 1e9},
    {"GFLOPS", Unit::flops_per_second, 1e9},
    {"TFLOPS TFLOP/s TOPS", Unit::flops_per_second, 1e12},
    {"PFLOPS PFLOP/s", Unit::flops_per_second, 1e15},
    {"FLOP", Unit::flops, 1.0},
    {"TFLOP", Unit::flops, 1e12},
    {"PFLOP", Unit::flops, 1e15},
    {"EFLOP", Unit::flops, 1e18},
    {"ZFLOP", Unit::flops, 1e21},
    {"px pixel pixels 像素 sample samples 样本 image images 图 张 张图 token tokens 词元 epoch epochs 轮 GPU GPUs 个 "
     "条 次 块 台",
     Unit::count, 1.0},
};

constexpr Magnitude magnitudes[] = {
    {"k", 1e3},    {"K", 1e3},     {"thousand", 1e3}, {"M", 1e6},     {"million", 1e6},   {"B", 1e9},
    {"bn", 1e9},   {"G", 1e9},     {"billion", 1e9},  {"T", 1e12},    {"trillion", 1e12}, {"百", 1e2},
    {"千", 1e3},   {"万", 1e4},    {"十万", 1e5},     {"百万", 1e6},  {"千万", 1e7},      {"亿", 1e8},
    {"十亿", 1e9}, {"百亿", 1e10}, {"千亿", 1e11},    {"万亿", 1e12},
};

/// Whether a word is ambiguous: "Gb" may be bits or bytes, "M" a minute or a million.
bool is_in_doubt(std::string_view word)
{
    return word == "M" || (word.size() == 2 && word[0] >= 'A' && word[0] <= 'Z' && word[1] == 'b');
}

} // namespace

std::optional<UnitWord> unit_word(std::string_view word, std::optional<Unit> only)
{
    std::optional<UnitWord> folded;
    bool in_doubt = is_in_doubt(word);
    for (const UnitRow& row : unit_rows) {
        if (only && row.unit != *only) continue;
        for (const auto part : std::views::split(row.words, ' ')) {
            const UnitWord each{std::string_view(part.begin(), part.end()), row.unit, row.size};
            if (each.word == word) return each;
            if (lower(each.word) != lower(word)) continue;
            in_doubt = in_doubt || (folded && folded->size != each.size);
            folded = each;
        }
    }
    return in_doubt ? std::nullopt : folded;
}

const Magnitude* magnitude_at(std::string_view text)
{
    const Magnitude* longest = nullptr;
    for (const Magnitude& each : magnitudes)
        if (text.starts_with(each.word) && (longest == nullptr || each.word.size() > longest->word.size()))
            longest = &each;
    return longest;
}

TypedKind typed_kind(Unit unit)
{
    switch (unit) {
    case Unit::share: return {"share", "60%"};
    case Unit::bytes:
    case Unit::stored_bytes: return {"bytes", "1.5 TB"};
    case Unit::seconds: return {"seconds", "24 h"};
    case Unit::watts: return {"watts", "1.2 kW"};
    case Unit::bytes_per_second: return {"rate", "10 Gbit/s"};
    case Unit::hertz: return {"hertz", "1.8 GHz"};
    case Unit::flops_per_second: return {"flops", "312 TFLOPS"};
    case Unit::flops: return {"work", "3.14e23"};
    case Unit::money: return {"money", "30,000"};
    case Unit::ratio:
    case Unit::count:
    case Unit::macs:
    case Unit::samples_per_second:
    case Unit::per_second:
    case Unit::tokens_per_second:
    case Unit::flops_per_byte:
    case Unit::kilowatt_hours:
    case Unit::bytes_per_element: break;
    }
    return {"count", "20,000"};
}

} // namespace rigwright
