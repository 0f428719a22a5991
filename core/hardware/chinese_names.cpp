// SPDX-License-Identifier: Apache-2.0
#include "core/hardware/chinese_names.h"

#include "core/json/characters.h"

#include <array>

namespace rigwright {

namespace {

struct ChineseWord {
    std::string_view chinese;
    std::string_view latin;
};

/// A word before those that it contains. 超微 alone is Supermicro; of AMD it is an older name.
constexpr std::array chinese_words{
    ChineseWord{"英伟达", "NVIDIA"},
    ChineseWord{"AMD", "AMD"},
    ChineseWord{"超威", "AMD"},
    ChineseWord{"超微", "Supermicro"},
    ChineseWord{"超微", "AMD"},
    ChineseWord{"英特尔", "Intel"},
    ChineseWord{"华为", "Huawei"},
    ChineseWord{"苹果", "Apple"},
    ChineseWord{"谷歌", "Google"},
    ChineseWord{"亚马逊", "AWS"},
    ChineseWord{"海光", "Hygon"},
    ChineseWord{"沐曦", "MetaX"},
    ChineseWord{"壁仞", "Biren"},
    ChineseWord{"寒武纪", "Cambricon"},
    ChineseWord{"昆仑芯", "Kunlunxin"},
    ChineseWord{"摩尔线程", "Moore Threads"},
    ChineseWord{"天数智芯", "Iluvatar CoreX"},
    ChineseWord{"安培计算", "Ampere"},
    ChineseWord{"宁畅", "Nettrix"},
    ChineseWord{"戴尔", "Dell"},
    ChineseWord{"华硕", "ASUS"},
    ChineseWord{"永擎", "ASRock Rack"},
    ChineseWord{"丽台", "Leadtek"},
    ChineseWord{"三星", "Samsung"},
    ChineseWord{"昇腾", "Ascend"},
    ChineseWord{"鲲鹏", "Kunpeng"},
    ChineseWord{"昆仑", "Kunlun"},
    ChineseWord{"思元", "MLU"},
    ChineseWord{"至强", "Xeon"},
    ChineseWord{"酷睿", "Core"},
    ChineseWord{"霄龙", "EPYC"},
    ChineseWord{"锐龙", "Ryzen"},
    ChineseWord{"线程撕裂者", "Threadripper"},
    ChineseWord{"铜牌", "Bronze"},
    ChineseWord{"银牌", "Silver"},
    ChineseWord{"金牌", "Gold"},
    ChineseWord{"铂金", "Platinum"},
    ChineseWord{"钛金", "Titanium"},
};

/// Runs of letters and runs of digits in lower case, each between spaces: "MLU370-X8" as " mlu 370 x 8 ".
std::string spaced(std::string_view name)
{
    std::string words = " ";
    char before = ' ';
    for (const char c : name) {
        const bool goes_on = is_letter(c) == is_letter(before) && is_digit(c) == is_digit(before);
        if (!goes_on && words.back() != ' ') words += ' ';
        if (is_letter_or_digit(c)) words += lower(c);
        before = c;
    }
    if (words.back() != ' ') words += ' ';
    return words;
}

} // namespace

std::vector<std::string_view> chinese_words_of(std::string_view name)
{
    const std::string words = spaced(name);
    std::vector<std::string_view> found;
    for (const ChineseWord& word : chinese_words)
        if (words.find(spaced(word.latin)) != std::string::npos) found.push_back(word.chinese);
    return found;
}

std::string in_latin(std::string text)
{
    for (const auto& [chinese, latin] : chinese_words)
        for (std::size_t at = text.find(chinese); at != std::string::npos; at = text.find(chinese, at + latin.size()))
            text.replace(at, chinese.size(), ' ' + std::string(latin) + ' ');
    return text;
}

} // namespace rigwright
