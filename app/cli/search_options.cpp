// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/search_options.h"

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
    for (const std::string& word : list_items(list)) {
        const auto precision = precision_named(word);
        if (!precision) {
            std::vector<std::string> words;
            for (const std::string_view each : field_of("training.precision")->choices) words.emplace_back(each);
            return bad_choice(word, "--precisions", joined(words));
        }
        precisions.push_back(*precision);
    }
    return std::nullopt;
}

} // namespace

SearchOptions search_options(const Invocation& invocation)
{
    SearchOptions found;
    if (invocation.has("--threads")) {
        const auto threads = whole_number(invocation.value("--threads"));
        if (threads && *threads >= 1 && *threads <= most_threads)
            found.options.threads = static_cast<unsigned>(*threads);
        else
            found.error = bad_choice(invocation.value("--threads"), "--threads", "1…" + std::to_string(most_threads));
    }
    found.options.memory_counts = invocation.has("--memory");
    if (invocation.has("--precisions") && !found.error)
        found.error = read_precisions(invocation.value("--precisions"), found.options.further_precisions);
    return found;
}

} // namespace rigwright::cli
