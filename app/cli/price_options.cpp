// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/price_options.h"

#include "core/hardware/dates.h"
#include "core/prices/price_cells.h"
#include "core/scenario/nearest.h"

#include <algorithm>
#include <array>

namespace rigwright::cli {

namespace {

constexpr std::array<std::string_view, 3> delimiter_words{"comma", "semicolon", "tab"};
constexpr std::array<std::string_view, 2> decimal_words{"point", "comma"};
constexpr std::string_view delimiters = ",;\t";
constexpr std::string_view decimal_signs = ".,";

/// Reads options one after another; the first defect stays.
class OptionReader {
public:
    explicit OptionReader(const Invocation& invocation) : invocation_(invocation) {}

    template <std::size_t count>
    std::optional<std::size_t> word(std::string_view option, const std::array<std::string_view, count>& words)
    {
        return word(option, invocation_.value(option), words);
    }

    template <std::size_t count>
    std::optional<std::size_t> word(std::string_view option, const std::string& value,
                                    const std::array<std::string_view, count>& words)
    {
        if (!invocation_.has(option)) return std::nullopt;
        const auto found = std::find(words.begin(), words.end(), value);
        if (found != words.end()) return static_cast<std::size_t>(found - words.begin());
        refuse(option, value, joined({words.begin(), words.end()}));
        return std::nullopt;
    }

    /// A value that `read` turns into what it stands for, empty where it stands for nothing.
    template <typename Read>
    std::string read(std::string_view option, Read read_value, std::string_view accepted)
    {
        if (!invocation_.has(option)) return {};
        std::string value = read_value(invocation_.value(option));
        if (value.empty()) refuse(option, invocation_.value(option), std::string(accepted));
        return value;
    }

    void refuse(std::string_view option, const std::string& value, std::string accepted)
    {
        if (!error_)
            error_ = UsageError{
                "bad-choice",
                {{"option", std::string(option)}, {"found", "\"" + value + "\""}, {"accepted", std::move(accepted)}}};
    }

    const std::optional<UsageError>& error() const { return error_; }

private:
    const Invocation& invocation_;
    std::optional<UsageError> error_;
};

std::vector<std::optional<PriceColumn>> columns_of(const Invocation& invocation, OptionReader& reader)
{
    constexpr std::string_view option = "--columns";
    std::vector<std::optional<PriceColumn>> columns;
    if (!invocation.has(option)) return columns;
    for (const std::string& word : list_items(invocation.value(option))) {
        if (word == "-")
            columns.emplace_back();
        else if (const auto found = reader.word(option, word, rigwright::words<PriceColumn>))
            columns.emplace_back(static_cast<PriceColumn>(*found));
    }
    return columns;
}

} // namespace

PriceOptions price_options(const Invocation& invocation)
{
    OptionReader reader(invocation);
    PriceOptions options;
    PriceListChoices& choices = options.choices;
    if (const auto found = reader.word("--encoding", rigwright::words<TextEncoding>))
        choices.encoding = static_cast<TextEncoding>(*found);
    if (const auto found = reader.word("--delimiter", delimiter_words)) choices.delimiter = delimiters[*found];
    if (const auto found = reader.word("--decimal", decimal_words)) choices.decimal = decimal_signs[*found];
    if (const auto found = reader.word("--kind", rigwright::words<PriceKind>))
        choices.kind = static_cast<PriceKind>(*found);
    choices.columns = columns_of(invocation, reader);
    choices.currency = reader.read("--currency", currency_from, "CNY, USD, EUR, ...");
    choices.date = reader.read("--price-date", date_from, "YYYY-MM-DD");
    if (choices.date.empty()) choices.date = today();
    choices.supplier = plain_cell(invocation.value("--supplier"));
    options.error = reader.error();
    return options;
}

} // namespace rigwright::cli
