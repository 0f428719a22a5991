// SPDX-License-Identifier: Apache-2.0
#include "core/json/characters.h"
#include "core/quantities/typed_number.h"

#include <algorithm>

namespace rigwright {

namespace {

constexpr double seconds_per_minute = 60.0;
constexpr double seconds_per_day = 24.0 * seconds_per_hour;
constexpr double seconds_per_year = 365.0 * seconds_per_day;
constexpr double binary_step = 1024.0;
constexpr double bit = 0.125;

constexpr UnitWord unit_words[] = {
    {"B", Unit::bytes, 1.0},
    {"byte", Unit::bytes, 1.0},
    {"bytes", Unit::bytes, 1.0},
    {"字节", Unit::bytes, 1.0},
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
    {"µs", Unit::seconds, 1e-6},
    {"us", Unit::seconds, 1e-6},
    {"微秒", Unit::seconds, 1e-6},
    {"ms", Unit::seconds, 1e-3},
    {"毫秒", Unit::seconds, 1e-3},
    {"s", Unit::seconds, 1.0},
    {"sec", Unit::seconds, 1.0},
    {"second", Unit::seconds, 1.0},
    {"seconds", Unit::seconds, 1.0},
    {"秒", Unit::seconds, 1.0},
    {"秒钟", Unit::seconds, 1.0},
    {"m", Unit::seconds, seconds_per_minute},
    {"min", Unit::seconds, seconds_per_minute},
    {"mins", Unit::seconds, seconds_per_minute},
    {"minute", Unit::seconds, seconds_per_minute},
    {"minutes", Unit::seconds, seconds_per_minute},
    {"分", Unit::seconds, seconds_per_minute},
    {"分钟", Unit::seconds, seconds_per_minute},
    {"h", Unit::seconds, seconds_per_hour},
    {"hr", Unit::seconds, seconds_per_hour},
    {"hrs", Unit::seconds, seconds_per_hour},
    {"hour", Unit::seconds, seconds_per_hour},
    {"hours", Unit::seconds, seconds_per_hour},
    {"时", Unit::seconds, seconds_per_hour},
    {"小时", Unit::seconds, seconds_per_hour},
    {"个小时", Unit::seconds, seconds_per_hour},
    {"d", Unit::seconds, seconds_per_day},
    {"day", Unit::seconds, seconds_per_day},
    {"days", Unit::seconds, seconds_per_day},
    {"天", Unit::seconds, seconds_per_day},
    {"日", Unit::seconds, seconds_per_day},
    {"week", Unit::seconds, 7.0 * seconds_per_day},
    {"weeks", Unit::seconds, 7.0 * seconds_per_day},
    {"周", Unit::seconds, 7.0 * seconds_per_day},
    {"星期", Unit::seconds, 7.0 * seconds_per_day},
    {"个星期", Unit::seconds, 7.0 * seconds_per_day},
    {"mo", Unit::seconds, seconds_per_year / 12.0},
    {"month", Unit::seconds, seconds_per_year / 12.0},
    {"months", Unit::seconds, seconds_per_year / 12.0},
    {"月", Unit::seconds, seconds_per_year / 12.0},
    {"个月", Unit::seconds, seconds_per_year / 12.0},
    {"yr", Unit::seconds, seconds_per_year},
    {"year", Unit::seconds, seconds_per_year},
    {"years", Unit::seconds, seconds_per_year},
    {"年", Unit::seconds, seconds_per_year},
    {"%", Unit::share, 0.01},
    {"‰", Unit::share, 0.001},
    {"W", Unit::watts, 1.0},
    {"watt", Unit::watts, 1.0},
    {"watts", Unit::watts, 1.0},
    {"瓦", Unit::watts, 1.0},
    {"kW", Unit::watts, 1e3},
    {"千瓦", Unit::watts, 1e3},
    {"MW", Unit::watts, 1e6},
    {"兆瓦", Unit::watts, 1e6},
    {"B/s", Unit::bytes_per_second, 1.0},
    {"kB/s", Unit::bytes_per_second, 1e3},
    {"MB/s", Unit::bytes_per_second, 1e6},
    {"MBps", Unit::bytes_per_second, 1e6},
    {"GB/s", Unit::bytes_per_second, 1e9},
    {"GBps", Unit::bytes_per_second, 1e9},
    {"TB/s", Unit::bytes_per_second, 1e12},
    {"MiB/s", Unit::bytes_per_second, binary_step* binary_step},
    {"GiB/s", Unit::bytes_per_second, binary_step* binary_step* binary_step},
    {"kbit/s", Unit::bytes_per_second, 1e3 * bit},
    {"Mbit/s", Unit::bytes_per_second, 1e6 * bit},
    {"Mbps", Unit::bytes_per_second, 1e6 * bit},
    {"Gbit/s", Unit::bytes_per_second, 1e9 * bit},
    {"Gbps", Unit::bytes_per_second, 1e9 * bit},
    {"Hz", Unit::hertz, 1.0},
    {"kHz", Unit::hertz, 1e3},
    {"MHz", Unit::hertz, 1e6},
    {"GHz", Unit::hertz, 1e9},
    {"GFLOPS", Unit::flops_per_second, 1e9},
    {"TFLOPS", Unit::flops_per_second, 1e12},
    {"TFLOP/s", Unit::flops_per_second, 1e12},
    {"TOPS", Unit::flops_per_second, 1e12},
    {"PFLOPS", Unit::flops_per_second, 1e15},
    {"PFLOP/s", Unit::flops_per_second, 1e15},
    {"FLOP", Unit::flops, 1.0},
    {"TFLOP", Unit::flops, 1e12},
    {"PFLOP", Unit::flops, 1e15},
    {"EFLOP", Unit::flops, 1e18},
    {"ZFLOP", Unit::flops, 1e21},
    {"px", Unit::count, 1.0},
    {"pixel", Unit::count, 1.0},
    {"pixels", Unit::count, 1.0},
    {"像素", Unit::count, 1.0},
    {"sample", Unit::count, 1.0},
    {"samples", Unit::count, 1.0},
    {"样本", Unit::count, 1.0},
    {"image", Unit::count, 1.0},
    {"images", Unit::count, 1.0},
    {"图", Unit::count, 1.0},
    {"张", Unit::count, 1.0},
    {"张图", Unit::count, 1.0},
    {"token", Unit::count, 1.0},
    {"tokens", Unit::count, 1.0},
    {"词元", Unit::count, 1.0},
    {"epoch", Unit::count, 1.0},
    {"epochs", Unit::count, 1.0},
    {"轮", Unit::count, 1.0},
    {"GPU", Unit::count, 1.0},
    {"GPUs", Unit::count, 1.0},
    {"个", Unit::count, 1.0},
    {"条", Unit::count, 1.0},
    {"次", Unit::count, 1.0},
    {"块", Unit::count, 1.0},
    {"台", Unit::count, 1.0},
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

const UnitWord* unit_word(std::string_view word, std::optional<Unit> only)
{
    const UnitWord* folded = nullptr;
    bool in_doubt = is_in_doubt(word);
    for (const UnitWord& each : unit_words) {
        if (only && each.unit != *only) continue;
        if (each.word == word) return &each;
        if (lower(each.word) != lower(word)) continue;
        in_doubt = in_doubt || (folded != nullptr && folded->size != each.size);
        folded = &each;
    }
    return in_doubt ? nullptr : folded;
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
    case Unit::tokens_per_second:
    case Unit::flops_per_byte:
    case Unit::kilowatt_hours:
    case Unit::bytes_per_element: break;
    }
    return {"count", "20,000"};
}

} // namespace rigwright
