// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/search_options.h"

#include "core/recommend/shards.h"
#include "core/scenario/fields.h"
#include "core/scenario/nearest.h"

#include <charconv>

namespace rigwright::cli {

namespace {

/// More than any machine runs at a time.
constexpr std::int64_t most_threads = 1024;

UsageError bad_choice(const std::string& found, const char* option, const std::string& accepted)
{
    return {"bad-choice", {{"found", found}, {"option", std::string(option)}, {"accepted", accepted}}};
}

/// The number format that files call so.
std::optional<Precision> precision_named(std::string_view word)
{
    const Field& field = *field_of("training.precision");
    if (!accepts(field, std::string(word))) return std::nullopt;
    Scenario scenario;
    field.write(scenario, std::string(word));
    return scenario.training.precision;
}

std::optional<UsageError> read_precisions(const std::string& list, std::vector<Precision>& precisions)
{
    for (std::size_t start = 0; start <= list.size();) {
        const std::size_t comma = std::min(list.find(',', start), list.size());
        const std::string word = list.substr(start, comma - start);
        const auto precision = precision_named(word);
        if (!precision) {
            std::vector<std::string> words;
            for (const std::string_view each : field_of("training.precision")->choices) words.emplace_back(each);
            return bad_choice(word, "--precisions", joined(words));
        }
        precisions.push_back(*precision);
        start = comma + 1;
    }
    return std::nullopt;
}

} // namespace

ShardOption shard_option(const Invocation& invocation)
{
    ShardOption found;
    if (!invocation.has("--shard")) return found;
    const std::string text = invocation.value("--shard");
    const std::size_t slash = text.find('/');
    const std::int64_t index = whole_number(std::string_view(text).substr(0, slash)).value_or(0);
    const std::string_view rest = slash == std::string::npos ? "" : std::string_view(text).substr(slash + 1);
    const std::int64_t count = whole_number(rest).value_or(0);
    if (count < 1 || count > most_shards || index < 1 || index > count)
        found.error = UsageError{"bad-shard", {{"found", text}, {"most", std::to_string(most_shards)}}};
    else
        found.shard = {index - 1, count};
    return found;
}

SearchOptions search_options(const Invocation& invocation)
{
    SearchOptions found;
    const ShardOption shard = shard_option(invocation);
    found.options.shard = shard.shard;
    found.error = shard.error;
    if (invocation.has("--threads") && !found.error) {
        const auto threads = whole_number(invocation.value("--threads"));
        if (threads && *threads >= 1 && *threads <= most_threads)
            found.options.threads = static_cast<unsigned>(*threads);
        else
            found.error = bad_choice(invocation.value("--threads"), "--threads", "1…" + std::to_string(most_threads));
    }
    found.options.memory_counts = invocation.has("--memory");
    if (found.options.memory_counts && (invocation.has("--shard") || invocation.has("--merge")) && !found.error)
        found.error = UsageError{"memory-with-shard", {}};
    if (invocation.has("--precisions") && !found.error)
        found.error = read_precisions(invocation.value("--precisions"), found.options.further_precisions);
    return found;
}

} // namespace rigwright::cli
