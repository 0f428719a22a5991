// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "app/cli/input.h"
#include "app/cli/invocation.h"
#include "app/cli/output.h"
#include "core/hardware/dates.h"
#include "core/hardware/own_catalog.h"
#include "core/json/characters.h"
#include "core/json/read_file.h"
#include "core/json/strict_json.h"
#include "core/prices/price_cells.h"
#include "core/prices/price_table.h"
#include "core/scenario/list_json.h"
#include "core/text/messages.h"
#include "core/text/number_text.h"
#include "core/text/price_text.h"

#include <algorithm>
#include <array>
#include <optional>
#include <ostream>

namespace rigwright::cli {

namespace {

constexpr std::array<std::string_view, 3> delimiter_words{"comma", "semicolon", "tab"};
constexpr std::array<std::string_view, 2> decimal_words{"point", "comma"};
constexpr std::string_view delimiters = ",;\t";
constexpr std::string_view decimal_signs = ".,";

UsageError bad_choice(std::string_view option, const std::string& value, std::string accepted)
{
    return {"bad-choice",
            {{"option", std::string(option)}, {"found", "\"" + value + "\""}, {"accepted", std::move(accepted)}}};
}

/// The index of an option's value in its accepted words.
std::size_t place_of(std::string_view option, const std::string& value, const auto& words)
{
    const auto found = std::ranges::find(words, value);
    if (found == words.end()) throw bad_choice(option, value, joined(words));
    return static_cast<std::size_t>(found - words.begin());
}

std::vector<std::optional<PriceColumn>> columns_in(const std::string& list)
{
    std::vector<std::optional<PriceColumn>> columns;
    for (const std::string& word : list_items(list)) {
        columns.emplace_back();
        if (word != "-")
            columns.back() = static_cast<PriceColumn>(place_of("--columns", word, rigwright::words<PriceColumn>));
    }
    return columns;
}

/// The command line's choices for reading a price list; missing ones are detected.
PriceListChoices price_choices(const Invocation& invocation)
{
    PriceListChoices choices;
    /// Calls `take` with the position of the option's value.
    const auto word = [&](std::string_view option, const auto& words, auto take) {
        if (invocation.has(option)) take(place_of(option, invocation.value(option), words));
    };
    /// The value of an option parsed by `read`; empty if it is invalid.
    const auto text = [&](std::string_view option, auto read, const char* accepted) {
        if (!invocation.has(option)) return std::string();
        std::string value = read(invocation.value(option));
        if (value.empty()) throw bad_choice(option, invocation.value(option), accepted);
        return value;
    };
    word("--encoding", rigwright::words<TextEncoding>,
         [&](std::size_t i) { choices.encoding = static_cast<TextEncoding>(i); });
    word("--delimiter", delimiter_words, [&](std::size_t i) { choices.delimiter = delimiters[i]; });
    word("--decimal", decimal_words, [&](std::size_t i) { choices.decimal = decimal_signs[i]; });
    word("--kind", rigwright::words<PriceKind>, [&](std::size_t i) { choices.kind = static_cast<PriceKind>(i); });
    if (invocation.has("--columns")) choices.columns = columns_in(invocation.value("--columns"));
    choices.currency = text("--currency", currency_from, "CNY, USD, EUR, ...");
    choices.date = text("--price-date", date_from, "YYYY-MM-DD");
    choices.today = today();
    if (invocation.has("--supplier")) choices.supplier = plain_cell(invocation.value("--supplier"));
    return choices;
}

using nlohmann::ordered_json;

/// A price list after reading and checking.
struct CheckedList {
    std::string file;
    PriceTable table;
    PriceImport import;
};

std::string counted(std::size_t number, const Messages& words)
{
    return text_of(Value{static_cast<double>(number), Unit::count}, words.language());
}

/// The bytes of a file, or of standard input; at most one more than accepted.
std::optional<std::string> bytes_of(const std::string& name, Session& session)
{
    if (name != "-") return read_file(name, most_price_file_bytes + 1);
    return read_bytes(session.in, most_price_file_bytes + 1);
}

void accept_suggestions(CheckedList& list, PriceListChoices& choices, const Catalog& catalog)
{
    for (const ImportRow& row : list.import.rows)
        if (!row.suggestion.empty()) choices.parts.emplace(row.called, row.suggestion);
    if (!choices.parts.empty()) list.import = check_prices(list.table, choices, catalog);
}

/// The list in the command's file; empty if it cannot be read, with a message on the error stream.
std::optional<CheckedList> checked_list(const Invocation& invocation, PriceListChoices choices, Session& session)
{
    CheckedList list;
    list.file = invocation.operands[1];
    const std::filesystem::path path(list.file);
    choices.source = list.file == "-" ? "standard input" : path.filename().string();
    const std::optional<std::string> bytes = bytes_of(list.file, session);
    if (bytes) list.table = read_price_table(*bytes, choices);
    if (!bytes) list.table.problem = "cannot-read";
    if (!list.table.problem.empty()) {
        session.err << list.file << ": " << session.messages.text("prices.problem." + list.table.problem) << '\n';
        return std::nullopt;
    }
    list.import = check_prices(list.table, choices, session.data.hardware);
    if (invocation.has("--accept-suggestions")) accept_suggestions(list, choices, session.data.hardware);
    return list;
}

ordered_json row_json(const ImportRow& row, const Messages& words)
{
    ordered_json json{{"line", row.line}, {"result", word_of(row.fate)}};
    if (!row.called.empty()) json["called"] = row.called;
    if (!row.part.empty()) json["part"] = row.part;
    if (!row.suggestion.empty()) json["suggestion"] = row.suggestion;
    if (row.fate != RowFate::rejected) json["price"] = price_json(row.price);
    if (row.before) json["before"] = price_json(*row.before);
    for (const JsonIssue& reason : row.reasons) {
        ordered_json entry{{"code", reason.code}};
        if (!reason.path.empty()) entry["column"] = reason.path;
        if (!reason.found.empty()) entry["found"] = reason.found;
        if (!reason.expected.empty()) entry["accepted"] = reason.expected;
        entry["message"] = text_of_reason(reason, words);
        json["reasons"].push_back(std::move(entry));
    }
    return json;
}

ordered_json list_json(const CheckedList& list, const Messages& words)
{
    ordered_json json{{"encoding", word_of(list.table.encoding)},
                      {"delimiter", std::string(1, list.table.delimiter)},
                      {"decimal", std::string(1, list.table.decimal)}};
    const ListTerms& terms = list.import.terms;
    if (terms.tax.included) json["tax_included"] = *terms.tax.included;
    if (terms.tax.rate) json["tax_rate"] = *terms.tax.rate;
    if (!terms.date.empty()) json["date"] = terms.date;
    if (!terms.supplier.empty()) json["supplier"] = terms.supplier;
    if (!terms.valid_until.empty()) json["valid_until"] = terms.valid_until;
    if (terms.valid_days) json["valid_days"] = *terms.valid_days;
    if (terms.delivery_days) json["delivery_days"] = *terms.delivery_days;
    if (terms.warranty_months) json["warranty_months"] = *terms.warranty_months;
    if (list.import.shipping) json["shipping"] = *list.import.shipping;
    if (list.import.other_costs) json["other_costs"] = *list.import.other_costs;
    if (!list.import.costs_currency.empty()) json["costs_currency"] = list.import.costs_currency;
    json["columns"] = list_json(list.table.meanings, [](const PriceHeading& heading) {
        return heading.column ? ordered_json(word_of(*heading.column)) : ordered_json();
    });
    for (std::size_t fate = 0; fate < rigwright::words<RowFate>.size(); ++fate)
        json["counts"][std::string(rigwright::words<RowFate>[fate])] = list.import.counts[fate];
    json["counts"]["totals"] = list.import.totals;
    json["rows"] = list_json(list.import.rows, [&](const ImportRow& row) { return row_json(row, words); });
    return json;
}

void print_list(const CheckedList& list, Session& session)
{
    const Messages& words = session.messages;
    session.say("cli.prices-read", {{"file", list.file},
                                    {"encoding", name_of(list.table.encoding, words)},
                                    {"delimiter", delimiter_name(list.table.delimiter, words)},
                                    {"decimal", decimal_name(list.table.decimal, words)}});
    Table table(words, {"+line", "fate", "part", "+price", "before", "reason"});
    for (const ImportRow& row : list.import.rows) {
        if (row.fate == RowFate::unchanged) continue;
        const bool good = row.fate != RowFate::rejected;
        table.add({std::to_string(row.line), name_of(row.fate, words), row.part.empty() ? row.called : row.part,
                   good ? price_text(row.price, words) : "", row.before ? price_text(*row.before, words) : "",
                   text_of_reasons(row, words)});
    }
    table.print(session.out);
    const auto count = [&](RowFate fate) { return counted(list.import.count(fate), words); };
    session.say("cli.prices-counts", {{"added", count(RowFate::added)},
                                      {"changed", count(RowFate::changed)},
                                      {"unchanged", count(RowFate::unchanged)},
                                      {"rejected", count(RowFate::rejected)}});
    const std::string terms = terms_text(list.import.terms, words);
    if (!terms.empty()) session.say("cli.prices-terms", {{"terms", terms}});
    const std::string costs = costs_text(list.import, words);
    if (!costs.empty()) session.say("cli.prices-costs", {{"costs", costs}});
    if (list.import.totals > 0) session.say("cli.prices-totals", {{"count", counted(list.import.totals, words)}});
}

ExitCode show(const CheckedList& list, const Invocation& invocation, Session& session)
{
    if (invocation.has("--json"))
        session.out << list_json(list, session.messages).dump(2) << '\n';
    else
        print_list(list, session);
    return list.import.count(RowFate::rejected) == 0 ? done : input_has_errors;
}

ExitCode change(const FileChange& wanted, Session& session)
{
    if (session.catalog.empty()) {
        session.complain("cli.no-catalogue");
        return input_has_errors;
    }
    const auto issue = apply_change(session.catalog, wanted);
    if (!issue) return done;
    session.err << text_of_issue(*issue, session.messages) << '\n';
    return input_has_errors;
}

ExitCode take_over(const CheckedList& list, const Invocation& invocation, Session& session)
{
    if (list.import.taken() == 0) {
        session.complain("cli.prices-nothing");
        return done;
    }
    std::string name = invocation.value("--name");
    if (name.empty()) name = list.file == "-" ? "standard input" : std::filesystem::path(list.file).stem().string();
    const std::string file = free_price_list_file(session.catalog, list.import.date, name);
    const PriceListFile prices =
        price_list_of(list.import, name, list.file == "-" ? "" : std::filesystem::path(list.file).filename().string());
    const ExitCode exit = change({file, std::nullopt, price_list_text(prices)}, session);
    if (exit == done)
        session.complain("cli.prices-written", {{"count", counted(prices.prices.size(), session.messages)},
                                                {"file", (session.catalog / file).string()}});
    return exit;
}

ExitCode run_file(const Invocation& invocation, Session& session)
{
    const std::string& action = invocation.operands.front();
    if (invocation.operands.size() < 2) throw UsageError{"prices-file", {{"action", action}}};
    const std::optional<CheckedList> list = checked_list(invocation, price_choices(invocation), session);
    if (!list) return input_has_errors;
    const ExitCode shown = show(*list, invocation, session);
    if (action == "check") return shown;
    const ExitCode written = take_over(*list, invocation, session);
    return written == done ? shown : written;
}

/// "power-supplies" for the folder "power_supplies".
std::string catalog_word(std::string_view folder)
{
    std::string word(folder);
    std::ranges::replace(word, '_', '-');
    return word;
}

/// "gpus, cpus, ...": the kinds of parts that have prices in lists, by the words of `catalog`.
std::vector<std::string> template_kinds()
{
    std::vector<std::string> kinds;
    for (const std::string_view folder : record_folders)
        if (folder != folder_of(RecordKind::link)) kinds.push_back(catalog_word(folder));
    return kinds;
}

/// The parts in a template.
std::optional<std::vector<PricedPart>> wanted_parts(const std::string& list, const PartIndex& index)
{
    std::vector<PricedPart> parts;
    if (list.empty()) return parts;
    const std::vector<std::string> kinds = template_kinds();
    for (const std::string& item : list_items(list)) {
        if (std::ranges::find(kinds, item) == kinds.end()) return std::nullopt;
        for (const PricedPart& part : index.parts())
            if (catalog_word(folder_of(part.kind)) == item) parts.push_back(part);
    }
    return parts;
}

ExitCode run_template(const Invocation& invocation, Session& session)
{
    const PartIndex index(session.data.hardware);
    const std::string& list = invocation.value("--parts");
    const auto parts = wanted_parts(list, index);
    if (!parts)
        throw UsageError{"bad-choice",
                         {{"option", std::string("--parts")},
                          {"found", "\"" + list + "\""},
                          {"accepted", joined(template_kinds())}}};
    return put_out(session, invocation.value("-o"), price_template(*parts, price_template_headings(session.messages)));
}

ExitCode run_list(const Invocation& invocation, Session& session)
{
    const Messages& words = session.messages;
    ordered_json json = ordered_json::array();
    Table table(words, {"date", "name", "+prices", "file", "imported_from"});
    for (const PriceList& list : session.data.hardware.price_lists) {
        table.add({list.date, list.name, counted(list.prices, words), list.file, list.imported_from});
        json.push_back({{"date", list.date}, {"name", list.name}, {"prices", list.prices}, {"file", list.file}});
    }
    if (invocation.has("--json"))
        session.out << json.dump(2) << '\n';
    else
        table.print(session.out);
    return done;
}

ExitCode run_remove(const Invocation& invocation, Session& session)
{
    if (invocation.operands.size() < 2) throw UsageError{"prices-file", {{"action", std::string("remove")}}};
    const std::string& wanted = invocation.operands[1];
    std::vector<std::string> files;
    for (const PriceList& list : session.data.hardware.price_lists) {
        files.push_back(list.file);
        if (list.file != wanted && list.file != "prices/" + wanted) continue;
        const ExitCode exit = change({list.file, std::nullopt, std::nullopt}, session);
        if (exit == done) session.say("cli.prices-removed", {{"file", list.file}});
        return exit;
    }
    const char* code = files.empty() ? "cli.prices-no-lists" : "cli.prices-no-list";
    session.complain(code, {{"found", wanted}, {"accepted", joined(files)}});
    return input_has_errors;
}

} // namespace

ExitCode run_prices(const Invocation& invocation, Session& session)
{
    constexpr std::string_view actions = "template, check, import, list, remove";
    const std::string action = invocation.operands.empty() ? "" : invocation.operands.front();
    const std::size_t most = action == "template" || action == "list" ? 1 : 2;
    if (invocation.operands.size() > most)
        throw UsageError{"unexpected-operand", {{"found", invocation.operands[most]}}};
    if (action == "template") return run_template(invocation, session);
    if (action == "check" || action == "import") return run_file(invocation, session);
    if (action == "list") return run_list(invocation, session);
    if (action == "remove") return run_remove(invocation, session);
    throw UsageError{"prices-what", {{"found", action}, {"accepted", std::string(actions)}}};
}

} // namespace rigwright::cli
