// SPDX-License-Identifier: Apache-2.0
#include "core/scenario/nearest.h"

#include "core/json/characters.h"

#include <algorithm>

namespace rigwright {

namespace {

constexpr std::size_t longest_compared = 64;

std::string simplified(std::string_view word)
{
    std::string plain;
    for (const char c : word.substr(0, longest_compared)) {
        if (c == '-' || c == '_' || c == '.' || c == ' ') continue;
        plain += lower(c);
    }
    return plain;
}

/// Number of insertions, deletions, replacements and swaps of neighbors that turn one word into the other (optimal
/// string alignment).
std::size_t edit_distance(const std::string& a, const std::string& b)
{
    std::vector<std::vector<std::size_t>> cost(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
    for (std::size_t i = 0; i <= a.size(); ++i) cost[i][0] = i;
    for (std::size_t j = 0; j <= b.size(); ++j) cost[0][j] = j;
    for (std::size_t i = 1; i <= a.size(); ++i) {
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t replaced = cost[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
            cost[i][j] = std::min({cost[i - 1][j] + 1, cost[i][j - 1] + 1, replaced});
            const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
            if (swapped) cost[i][j] = std::min(cost[i][j], cost[i - 2][j - 2] + 1);
        }
    }
    return cost[a.size()][b.size()];
}

constexpr std::size_t per_edit = 4;

/// Four for each edit; a name that begins with the word ("a100-pcie-80" for "a100") is less unlike than any other,
/// then one that the word continues ("rtx4090" for "rtx4090 Ti"), and one that contains it ("rtx4090" for "4090") is
/// only slightly farther than a single typo.
std::size_t unlikeness(const std::string& word, const std::string& name)
{
    const std::size_t edits = per_edit * edit_distance(word, name);
    if (word.empty()) return edits;
    if (name.starts_with(word)) return std::min<std::size_t>(edits, 1);
    if (word.starts_with(name) && 3 * name.size() >= 2 * word.size()) return std::min<std::size_t>(edits, 2);
    const bool contained = word.size() >= 3 && name.find(word) != std::string::npos;
    return contained ? std::min(edits, per_edit + 2) : edits;
}

/// A name and its distance from the word.
struct Ranked {
    std::size_t distance = 0;
    bool close = false;
    const std::string* name = nullptr;
};

std::vector<Ranked> ranked(std::string_view word, const std::vector<std::string>& names)
{
    const std::string plain = simplified(word);
    std::vector<Ranked> all;
    for (const std::string& name : names) {
        const std::string plain_name = simplified(name);
        const std::size_t distance = unlikeness(plain, plain_name);
        all.push_back({distance, distance <= per_edit * (1 + std::max(plain.size(), plain_name.size()) / 3), &name});
    }
    std::ranges::stable_sort(all, {}, &Ranked::distance);
    return all;
}

} // namespace

std::vector<std::string> nearest_names(std::string_view word, const std::vector<std::string>& names, std::size_t count)
{
    std::vector<std::string> nearest;
    for (const Ranked& candidate : ranked(word, names))
        if (candidate.close && nearest.size() < count) nearest.push_back(*candidate.name);
    return nearest;
}

std::vector<std::string> closest_names(std::string_view word, const std::vector<std::string>& names, std::size_t count)
{
    std::vector<std::string> closest;
    for (const Ranked& candidate : ranked(word, names))
        if (closest.size() < count) closest.push_back(*candidate.name);
    return closest;
}

} // namespace rigwright
