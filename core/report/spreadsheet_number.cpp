// SPDX-License-Identifier: Apache-2.0
#include "core/report/report_xlsx.h"

#include <array>
#include <cmath>
#include <span>
#include <string>
#include <string_view>

namespace rigwright {

namespace {

/// A unit and the smallest amount that is shown in it.
struct Scale {
    double size;
    std::string_view unit;
    double from;
};

constexpr double kib = 1024.0;
constexpr std::array byte_scales{Scale{1.0, "B", 0.0}, Scale{kib * kib, "MiB", kib* kib},
                                 Scale{kib * kib * kib, "GiB", kib* kib* kib}};
constexpr std::array time_scales{Scale{1e-3, "ms", 0.0}, Scale{1.0, "s", 1.0}, Scale{60.0, "min", 120.0},
                                 Scale{3600.0, "h", 7200.0}, Scale{86400.0, "d", 172800.0}};
constexpr std::array work_scales{Scale{1.0, "", 0.0},    Scale{1e6, "M", 1e6},   Scale{1e9, "G", 1e9},
                                 Scale{1e12, "T", 1e12}, Scale{1e15, "P", 1e15}, Scale{1e18, "E", 1e18}};

const Scale& scale_for(double number, std::span<const Scale> scales)
{
    std::size_t chosen = 0;
    for (std::size_t i = 1; i < scales.size(); ++i)
        if (std::fabs(number) >= scales[i].from) chosen = i;
    return scales[chosen];
}

SpreadsheetNumber scaled(double number, std::span<const Scale> scales, std::string_view unit = {})
{
    const Scale& scale = scale_for(number, scales);
    return {number / scale.size, "#,##0.00\" " + std::string(scale.unit) + std::string(unit) + "\""};
}

} // namespace

SpreadsheetNumber spreadsheet_number(const Value& value)
{
    const double number = value.number;
    switch (value.unit) {
    case Unit::count: return {number, "#,##0"};
    case Unit::share: return {number, "0.0%"};
    case Unit::bytes: return scaled(number, byte_scales);
    case Unit::seconds: return scaled(number, time_scales);
    case Unit::flops: return scaled(number, work_scales, "FLOP");
    case Unit::macs: return scaled(number, work_scales, "MAC");
    case Unit::flops_per_second: return scaled(number, work_scales, "FLOP/s");
    case Unit::bytes_per_second: return scaled(number, work_scales, "B/s");
    case Unit::samples_per_second: return {number, "#,##0.00\" /s\""};
    case Unit::tokens_per_second: return {number, "#,##0\" /s\""};
    case Unit::flops_per_byte: return {number, "#,##0.0\" FLOP/B\""};
    case Unit::hertz: return scaled(number, work_scales, "Hz");
    case Unit::watts: return {number, "#,##0\" W\""};
    case Unit::kilowatt_hours: return {number, "#,##0.00\" kWh\""};
    case Unit::bytes_per_element: return {number, "0.##\" B\""};
    case Unit::money: return {number, "#,##0.00\" " + std::string(value.currency.data()) + "\""};
    case Unit::ratio: return {number, "General"};
    }
    return {number, "General"};
}

} // namespace rigwright
