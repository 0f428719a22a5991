// SPDX-License-Identifier: Apache-2.0
#include "core/prices/part_index.h"

#include "core/prices/price_cells.h"
#include "core/quantities/ascii.h"

#include <algorithm>

namespace rigwright {

namespace {

/// A name without the characters that people write in different ways.
std::string key_of_name(std::string_view name)
{
    std::string key;
    for (const char c : name)
        if (c != ' ' && c != '-' && c != '_') key += lower(c);
    return key;
}

/// Runs of letters and runs of digits, in lower case, sorted, without duplicates. Characters outside ASCII only
/// separate.
std::vector<std::string> words_of(std::string_view name)
{
    std::vector<std::string> words;
    char before = ' ';
    for (const char c : name) {
        const bool part = is_letter_or_digit(c);
        const bool goes_on = (is_letter(c) && is_letter(before)) || (is_digit(c) && is_digit(before));
        if (part && !goes_on) words.emplace_back();
        if (part) words.back() += lower(c);
        before = c;
    }
    std::sort(words.begin(), words.end());
    words.erase(std::unique(words.begin(), words.end()), words.end());
    return words;
}

bool holds(const std::vector<std::string>& all, const std::vector<std::string>& some)
{
    return !some.empty() && std::includes(all.begin(), all.end(), some.begin(), some.end());
}

} // namespace

PartIndex::PartIndex(const Catalog& catalog)
{
    visit_parts(catalog, [this](RecordKind kind, const auto& records) {
        for (const auto& record : records) {
            std::string vendor;
            if constexpr (requires { record.vendor; }) vendor = record.vendor;
            add(kind, record.id, record.name, vendor, record.prices);
            if constexpr (requires { record.aliases; })
                for (const std::string& alias : record.aliases) by_name_.emplace(key_of_name(alias), parts_.size() - 1);
        }
    });
}

void PartIndex::add(RecordKind kind, const std::string& id, const std::string& name, const std::string& vendor,
                    const std::vector<Price>& prices)
{
    const std::size_t place = parts_.size();
    parts_.push_back({kind, id, name, &prices});
    words_.push_back(words_of(name));
    by_id_.emplace(lower(id), place);
    const std::string key = key_of_name(name);
    by_name_.emplace(key, place);
    if (!vendor.empty()) by_name_.emplace(key_of_name(vendor) + key, place);
}

const PricedPart* PartIndex::by_id(std::string_view id) const
{
    const auto found = by_id_.find(lower(id));
    return found != by_id_.end() ? &parts_[found->second] : nullptr;
}

std::vector<const PricedPart*> PartIndex::by_name(std::string_view name) const
{
    std::vector<const PricedPart*> found;
    const auto [first, last] = by_name_.equal_range(key_of_name(name));
    for (auto entry = first; entry != last; ++entry) found.push_back(&parts_[entry->second]);
    return found;
}

const PricedPart* PartIndex::likely(std::string_view name) const
{
    const std::vector<std::string> wanted = words_of(name);
    std::size_t most = 0;
    std::size_t fewest = static_cast<std::size_t>(-1);
    std::vector<std::size_t> inside;
    std::vector<std::size_t> around;
    for (std::size_t i = 0; i < words_.size(); ++i) {
        if (holds(wanted, words_[i]) && words_[i].size() >= most) {
            if (words_[i].size() > most) inside.clear();
            most = words_[i].size();
            inside.push_back(i);
        }
        if (holds(words_[i], wanted) && words_[i].size() <= fewest) {
            if (words_[i].size() < fewest) around.clear();
            fewest = words_[i].size();
            around.push_back(i);
        }
    }
    const std::vector<std::size_t>& candidates = inside.empty() ? around : inside;
    return candidates.size() == 1 ? &parts_[candidates.front()] : nullptr;
}

} // namespace rigwright
