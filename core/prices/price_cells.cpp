// SPDX-License-Identifier: Apache-2.0
#include "core/prices/price_cells.h"

#include "core/hardware/dates.h"
#include "core/json/characters.h"
#include "core/quantities/typed_number.h"

#include <algorithm>
#include <array>
#include <regex>
#include <vector>

namespace rigwright {

namespace {

const std::vector<Meaning<PriceKind>> kind_words{
    {PriceKind::list, {"list", "list price", "标价", "目录价", "官方价", "厂商指导价"}},
    {PriceKind::street, {"street", "street price", "shop", "shop price", "市场价", "零售价"}},
    {PriceKind::cloud_hour,
     {"cloud-hour", "cloud hour", "rent", "rental", "rent per hour", "每小时租价", "云租用每小时", "云价", "租用"}},
    {PriceKind::street_per_terabyte, {"street-per-tb", "per tb", "shop price per tb", "每tb市场价", "每tb"}},
    {PriceKind::estimate, {"estimate", "估价", "估算"}},
    {PriceKind::quotation, {"quotation", "quote", "报价", "报价单"}},
};

const std::vector<Meaning<bool>> tax_words{
    {true, {"yes", "true", "1", "incl", "incl.", "included", "是", "含税", "含", "有"}},
    {false, {"no", "false", "0", "excl", "excl.", "excluded", "否", "未税", "不含税", "不含", "无"}},
};

const std::vector<Meaning<RecordKind>> part_words{
    {RecordKind::gpu, {"gpu", "显卡", "加速卡", "计算卡", "图形卡"}},
    {RecordKind::cpu, {"cpu", "处理器"}},
    {RecordKind::link, {"nic", "网卡"}},
    {RecordKind::storage, {"ssd", "hdd", "nvme", "u.2", "硬盘", "固态", "系统盘", "数据盘", "磁盘"}},
    {RecordKind::memory_kit, {"ddr", "dimm", "rdimm", "udimm", "内存"}},
    {RecordKind::chassis, {"server", "chassis", "服务器", "机箱", "准系统", "工作站", "整机"}},
    {RecordKind::power_supply, {"psu", "电源"}},
};

/// The run of characters of a number in the middle of a cell.
std::pair<std::size_t, std::size_t> number_span(std::string_view cell)
{
    const auto digit = [](char c) { return is_digit(c); };
    const auto first = std::ranges::find_if(cell, digit);
    const auto last = std::find_if(cell.rbegin(), cell.rend(), digit);
    if (first == cell.end()) return {0, 0};
    return {static_cast<std::size_t>(first - cell.begin()), static_cast<std::size_t>(last.base() - first)};
}

/// The runs of digits in a cell, and the text between and after them without spaces.
struct DigitRuns {
    std::vector<std::string> runs;
    std::string between;
};

DigitRuns digit_runs(std::string_view cell)
{
    DigitRuns found;
    bool in_run = false;
    for (const char c : cell) {
        if (is_digit(c)) {
            if (!in_run) found.runs.emplace_back();
            found.runs.back() += c;
        } else if (c != ' ') {
            found.between += c;
        }
        in_run = is_digit(c);
    }
    return found;
}

std::string iso_date(const std::string& year, const std::string& month = {}, const std::string& day = {})
{
    const auto two = [](const std::string& number) { return number.size() == 1 ? "0" + number : number; };
    std::string date = year;
    if (!month.empty()) date += "-" + two(month);
    if (!day.empty()) date += "-" + two(day);
    return date_period(date) ? date : std::string();
}

} // namespace

bool is_word_at(std::string_view text, std::size_t at, std::string_view word)
{
    const std::string_view behind = text.substr(at);
    if (!behind.starts_with(word)) return false;
    const std::string_view after = behind.substr(word.size());
    const bool begins = at == 0 || !is_letter(text[at - 1]) || !is_letter(word.front());
    const bool ends = after.empty() || !is_letter(after.front()) || !is_letter(word.back());
    return begins && ends && !after.starts_with("版") && !after.starts_with(" edition");
}

bool has_hidden_characters(std::string_view text)
{
    for (std::size_t at = 0; at < text.size();) {
        const auto [code, length] = code_point_at(text, at);
        const bool control = code < 0x20 || (code >= 0x7F && code < 0xA0);
        const bool direction = (code >= 0x200B && code <= 0x200F) || (code >= 0x202A && code <= 0x202E) ||
                               (code >= 0x2066 && code <= 0x2069);
        if (control || direction) return true;
        at += length;
    }
    return false;
}

AmountCell amount_from(std::string_view cell, char decimal)
{
    const auto [start, length] = number_span(cell);
    if (length == 0) return {};
    const std::string_view before = trimmed(cell.substr(0, start));
    std::string_view behind = trimmed(cell.substr(start + length));
    const Magnitude* magnitude = magnitude_at(behind);
    if (magnitude != nullptr && magnitude->is_latin()) magnitude = nullptr;
    const double factor = magnitude != nullptr ? magnitude->factor : 1.0;
    if (magnitude != nullptr) behind = trimmed(behind.substr(magnitude->word.size()));
    AmountCell read;
    read.currency = currency_from(before.empty() ? behind : before);
    const bool foreign =
        (!before.empty() && !behind.empty()) || (!(before.empty() && behind.empty()) && read.currency.empty());
    if (foreign) return {};
    const std::string_view number = cell.substr(start, length);
    read.amount = number_of_digits(number, decimal);
    if (read.amount) *read.amount *= factor;
    const auto other = number_of_digits(number, decimal == '.' ? ',' : '.');
    read.either_way = read.amount && other && *other * factor != *read.amount;
    return read;
}

std::string date_from(std::string_view cell)
{
    std::string text(trimmed(cell));
    if (date_period(text)) return text;
    const auto [runs, between] = digit_runs(text);
    const bool year_first = !runs.empty() && runs[0].size() == 4;
    const auto is = [&between = between](std::initializer_list<std::string_view> forms) {
        return std::ranges::find(forms, between) != forms.end();
    };
    if (runs.size() == 1 && between.empty() && runs[0].size() == 8)
        return iso_date(runs[0].substr(0, 4), runs[0].substr(4, 2), runs[0].substr(6));
    if (runs.size() == 1 && year_first && is({"年"})) return iso_date(runs[0]);
    if (runs.size() == 2 && year_first && is({"/", ".", "-", "年月", "年"})) return iso_date(runs[0], runs[1]);
    if (runs.size() == 3 && year_first && is({"//", "..", "--", "年月日", "年月"}))
        return iso_date(runs[0], runs[1], runs[2]);
    if (runs.size() == 3 && runs[2].size() == 4 && is({".."})) return iso_date(runs[2], runs[1], runs[0]);
    return {};
}

std::optional<PriceKind> price_kind_from(std::string_view cell) { return meaning_of(kind_words, lower(cell)); }

std::optional<bool> tax_included_from(std::string_view cell) { return meaning_of(tax_words, lower(cell)); }

std::optional<double> tax_rate_from(std::string_view cell, char decimal)
{
    std::string_view text = trimmed(cell);
    const bool percent = text.ends_with('%');
    if (percent) text = trimmed(text.substr(0, text.size() - 1));
    const auto number = number_of_digits(text, decimal);
    if (!number) return std::nullopt;
    constexpr double hundred = 100.0;
    const double share = percent || *number >= 1.0 ? *number / hundred : *number;
    return share <= 1.0 ? std::optional(share) : std::nullopt;
}

std::set<RecordKind> kinds_named(std::string_view text)
{
    const std::string all = lower(text);
    std::vector<RecordKind> kinds;
    std::size_t end = std::string::npos;
    for (std::size_t at = 0; at < all.size(); ++at) {
        for (const auto& [kind, words] : part_words) {
            const auto word = std::ranges::find_if(words, [&](std::string_view w) { return is_word_at(all, at, w); });
            if (word == words.end()) continue;
            if (end == at) kinds.pop_back();
            kinds.push_back(kind);
            end = at + word->size();
        }
    }
    return {kinds.begin(), kinds.end()};
}

std::optional<CostKind> cost_named(std::string_view text)
{
    static const std::vector<Meaning<CostKind>> cost_words{
        {CostKind::shipping,
         {"运费", "运输", "运杂", "物流", "快递", "配送", "送货", "shipping", "freight", "delivery"}},
        {CostKind::service,
         {"安装", "调试", "组装", "集成", "服务", "上门", "质保", "维保", "延保", "培训", "installation", "setup",
          "service", "warranty", "support", "onsite", "training"}},
    };
    const std::string all = lower(text);
    if (!kinds_named(all).empty()) return std::nullopt;
    for (const auto& [kind, words] : cost_words)
        for (const std::string_view word : words)
            for (std::size_t at = all.find(word); at != std::string::npos; at = all.find(word, at + 1))
                if (is_word_at(all, at, word)) return kind;
    return std::nullopt;
}

std::string memory_kit_named(std::string_view text)
{
    static const std::regex type("(?:^|[^A-Za-z])DDR([345])", std::regex::icase);
    static const std::regex rate("(?:^|[^0-9.])([1-9][0-9]{3})(?![0-9.])");
    static const std::regex size("(?:([1-9]) ?[x*] ?)?([1-9][0-9]{0,2}) ?GB?(?: ?[x*] ?([1-9]))?(?![A-Za-z0-9/])",
                                 std::regex::icase);
    const std::string all(text);
    std::smatch generation;
    std::smatch transfers;
    std::smatch modules;
    const bool found = std::regex_search(all, generation, type) && std::regex_search(all, transfers, rate) &&
                       std::regex_search(all, modules, size);
    if (!found || (modules[1].matched && modules[3].matched)) return {};
    const std::string count = modules[1].matched ? modules[1].str() : modules[3].matched ? modules[3].str() : "1";
    return "DDR" + generation[1].str() + "-" + transfers[1].str() + " " + count + " x " + modules[2].str() + " GB";
}

std::optional<NamedCapacity> capacity_in(std::string_view text)
{
    const auto sized = [](const char* unit) {
        return std::regex(std::string("([0-9]+(?:\\.[0-9]+)?) ?") + unit + "(?![A-Za-z/])", std::regex::icase);
    };
    // Terabytes first: next to them, gigabytes are a cache size or a link rate.
    static const std::array sizes{std::pair(sized("TB?"), 1.0), std::pair(sized("GB"), terabytes_of_a_gigabyte),
                                  std::pair(sized("G"), terabytes_of_a_gigabyte)};
    for (const auto& [size, scale] : sizes) {
        std::cmatch found;
        if (std::regex_search(text.data(), text.data() + text.size(), found, size))
            if (const auto number = number_of_digits(found[1].str(), '.'))
                return NamedCapacity{*number * scale, static_cast<std::size_t>(found.position()),
                                     static_cast<std::size_t>(found.length())};
    }
    return std::nullopt;
}

std::optional<double> terabytes_in(std::string_view text)
{
    const auto capacity = capacity_in(text);
    return capacity ? std::optional(capacity->terabytes) : std::nullopt;
}

std::optional<double> warranty_months_from(std::string_view cell, char decimal, double scale)
{
    const auto number = read_number(cell, scale > 1.0 ? "year" : "month", decimal).number;
    return number && *number >= 0.0 ? std::optional(*number * scale) : std::nullopt;
}

} // namespace rigwright
