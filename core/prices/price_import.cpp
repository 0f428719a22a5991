// SPDX-License-Identifier: Apache-2.0

#include "core/prices/price_import.h"

#include "core/hardware/chinese_names.h"
#include "core/hardware/dates.h"
#include "core/hardware/price_list.h"
#include "core/json/characters.h"
#include "core/json/strict_json.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>
#include <unordered_set>

namespace rigwright {

namespace {

/// A name in lower case without spaces, hyphens and underscores.
std::string key_of_name(std::string_view name)
{
    std::string key;
    for (const char c : name)
        if (c != ' ' && c != '-' && c != '_') key += lower(c);
    return key;
}

/// Runs of letters and runs of digits, in lower case, sorted. Characters outside ASCII only separate.
std::vector<std::string> all_words_of(std::string_view name)
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
    std::ranges::sort(words);
    return words;
}

/// Without duplicates.
std::vector<std::string> words_of(std::string_view name)
{
    std::vector<std::string> words = all_words_of(name);
    words.erase(std::unique(words.begin(), words.end()), words.end());
    return words;
}

/// Whether names may contain or omit the part's capacity.
bool has_capacity(RecordKind kind) { return kind == RecordKind::gpu || kind == RecordKind::storage; }

/// Whether a part of this kind matches the named kinds.
bool is_one_of(RecordKind kind, const std::set<RecordKind>& kinds) { return kinds.empty() || kinds.contains(kind); }

/// Words that a name may omit, and the vendor of each.
constexpr std::array<std::pair<std::string_view, std::string_view>, 9> brand_words{{{"nvidia", "nvidia"},
                                                                                    {"geforce", "nvidia"},
                                                                                    {"tesla", "nvidia"},
                                                                                    {"amd", "amd"},
                                                                                    {"epyc", "amd"},
                                                                                    {"intel", "intel"},
                                                                                    {"xeon", "intel"},
                                                                                    {"samsung", "samsung"},
                                                                                    {"huawei", "huawei"}}};

std::string without(const std::optional<NamedCapacity>& capacity, std::string text)
{
    if (capacity) text.replace(capacity->at, capacity->length, " ");
    return text;
}

/// A name without its maker.
struct BareName {
    /// Sorted; empty if a character occurs in no part's name.
    std::string words;
    std::set<std::string_view> brands;
};

BareName bare_name(std::string text)
{
    BareName bare;
    text = in_latin(std::move(text));
    // Other characters ("6548Y+", "笔记本") indicate another part.
    static constexpr std::string_view between = " -_/().,";
    const auto says_more = [](char c) { return !is_letter_or_digit(c) && between.find(c) == std::string_view::npos; };
    if (std::ranges::any_of(text, says_more)) return bare;
    for (const std::string& word : all_words_of(text)) {
        const auto brand = std::ranges::find(brand_words, word, &std::pair<std::string_view, std::string_view>::first);
        if (brand != brand_words.end())
            bare.brands.insert(brand->second);
        else
            bare.words += word + ' ';
    }
    return bare;
}

bool holds(const std::vector<std::string>& all, const std::vector<std::string>& some)
{
    return !some.empty() && std::ranges::includes(all, some);
}

} // namespace

PartIndex::PartIndex(const Catalog& catalog)
{
    visit_parts(catalog, [this](RecordKind kind, const auto& records) {
        for (const auto& record : records) {
            std::string vendor;
            if constexpr (requires { record.vendor; }) vendor = record.vendor;
            add(kind, record.id, record.name, vendor, record.prices);
            if constexpr (requires { record.memory.capacity; })
                names_.back().terabytes = record.memory.capacity.as_gib() * terabytes_of_a_gigabyte;
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
    by_id_.emplace(lower(id), place);
    const std::string key = key_of_name(name);
    by_name_.emplace(key, place);
    if (!vendor.empty()) by_name_.emplace(key_of_name(vendor) + key, place);
    const auto capacity = has_capacity(kind) ? capacity_in(name) : std::nullopt;
    BareName bare = bare_name(without(capacity, name));
    bare.brands.merge(bare_name(vendor).brands);
    by_words_.emplace(std::move(bare.words), place);
    Name& own = names_.emplace_back(Name{words_of(name), std::move(bare.brands), capacity.has_value(), {}});
    if (kind == RecordKind::storage && capacity) own.terabytes = capacity->terabytes;
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

bool PartIndex::Name::contradicts(const std::optional<NamedCapacity>& capacity) const
{
    constexpr double rounding = 1e-9;
    return capacity && terabytes && std::abs(capacity->terabytes - *terabytes) > rounding;
}

const PricedPart* PartIndex::by_words(const std::string& name, const std::set<RecordKind>& kinds) const
{
    const auto capacity = capacity_in(name);
    const BareName wanted = bare_name(without(capacity, name));
    const PricedPart* found = nullptr;
    if (wanted.words.empty()) return found;
    const auto [first, last] = by_words_.equal_range(wanted.words);
    for (auto entry = first; entry != last; ++entry) {
        const PricedPart& part = parts_[entry->second];
        const Name& own = names_[entry->second];
        // Without a capacity, a part that has one is ambiguous; only GPUs and drives may have one.
        const bool fits = capacity ? has_capacity(part.kind) : !own.has_capacity;
        if (!fits || !is_one_of(part.kind, kinds) || own.contradicts(capacity)) continue;
        if (!std::ranges::includes(own.brands, wanted.brands)) continue;
        if (found != nullptr) return nullptr;
        found = &part;
    }
    return found;
}

const PricedPart* PartIndex::likely(std::string_view name, const std::set<RecordKind>& kinds) const
{
    const std::vector<std::string> wanted = words_of(in_latin(std::string(name)));
    // "GPU" or "memory" is a kind, not a part.
    const bool names_one = std::ranges::any_of(wanted, [](const std::string& word) { return is_digit(word.front()); });
    std::size_t most = 0;
    std::size_t fewest = static_cast<std::size_t>(-1);
    std::vector<std::size_t> inside;
    std::vector<std::size_t> around;
    const auto capacity = capacity_in(name);
    for (std::size_t i = 0; i < names_.size(); ++i) {
        if (!is_one_of(parts_[i].kind, kinds) || names_[i].contradicts(capacity)) continue;
        const std::vector<std::string>& words = names_[i].words;
        // One word is no name: "GPU服务器 NF5468M6" does not mean "八 GPU 模组服务器".
        if (words.size() > 1 && holds(wanted, words) && words.size() >= most) {
            if (words.size() > most) inside.clear();
            most = words.size();
            inside.push_back(i);
        }
        if (names_one && holds(words, wanted) && words.size() <= fewest) {
            if (words.size() < fewest) around.clear();
            fewest = words.size();
            around.push_back(i);
        }
    }
    const std::vector<std::size_t>& candidates = inside.empty() ? around : inside;
    return candidates.size() == 1 ? &parts_[candidates.front()] : nullptr;
}

namespace {

/// Key of a part's prices of one kind and supplier; newer ones replace older.
std::string series_of(const std::string& part, const Price& price)
{
    return part + '\n' + std::string(word_of(price.kind)) + '\n' + price.supplier;
}

/// Everything about a price except where it was read.
std::string content_of(const std::string& part, Price price)
{
    price.source.clear();
    return part + '\n' + price_json(price).dump();
}

constexpr const char* accepted_dates = "2026-11-01, 2026/11/1, 2026年11月1日";

class RowReader {
public:
    RowReader(const PriceTable& table, const PriceListChoices& choices, const PartIndex& parts, std::string date)
        : table_(table),
          choices_(choices),
          parts_(parts),
          date_(std::move(date))
    {}

    ImportRow read(const DelimitedRow& row)
    {
        result_ = {};
        result_.line = row.line;
        cells_.fill({});
        if (take_cells(row)) {
            read_part();
            read_price();
            read_currency();
            read_dates();
            read_kind();
            read_terms();
        }
        return std::move(result_);
    }

private:
    const std::string& cell(PriceColumn column) const { return cells_[static_cast<std::size_t>(column)]; }
    const PriceHeading* heading(PriceColumn column) const
    {
        const auto found = std::ranges::find(table_.meanings, column, &PriceHeading::column);
        return found != table_.meanings.end() ? &*found : nullptr;
    }

    void reject(std::string code, std::optional<PriceColumn> column, std::string accepted = {})
    {
        result_.reasons.push_back({column ? std::string(word_of(*column)) : std::string(), std::move(code),
                                   column ? cell(*column) : std::string(), std::move(accepted)});
    }

    bool take_cells(const DelimitedRow& row)
    {
        if (row.broken_quotes) reject("broken-quotes", std::nullopt);
        if (row.cells.size() > table_.meanings.size())
            result_.reasons.push_back(
                {"", "too-many-cells", std::to_string(row.cells.size()), std::to_string(table_.meanings.size())});
        const std::size_t count = std::min(row.cells.size(), table_.meanings.size());
        for (std::size_t i = 0; i < count; ++i) {
            const auto column = table_.column(i);
            if (!column) continue;
            std::string text = plain_cell(row.cells[i]);
            const bool long_text = character_count(text) > longest_price_text;
            const bool hidden = has_hidden_characters(text);
            if (!long_text && !hidden) cells_[static_cast<std::size_t>(*column)] = std::move(text);
            if (long_text) reject("text-too-long", column, std::to_string(longest_price_text));
            if (hidden) reject("hidden-characters", column);
        }
        std::string& called = result_.called;
        called = cell(PriceColumn::name);
        if (const std::string& model = cell(PriceColumn::model); !model.empty())
            called += (called.empty() ? "" : " ") + model;
        if (called.empty()) called = cell(PriceColumn::part);
        return result_.reasons.empty();
    }

    void read_part()
    {
        const std::string& id = cell(PriceColumn::part);
        if (result_.called.empty()) return reject("no-part", std::nullopt);
        const auto chosen = choices_.parts.find(result_.called);
        const PricedPart* part = chosen != choices_.parts.end() ? parts_.by_id(chosen->second) : nullptr;
        kind_of_part_.reset();
        if (part != nullptr && !is_one_of(part->kind, kinds_named(result_.called))) {
            result_.reasons.push_back({"", "other-kind", part->name, ""});
            return;
        }
        if (part == nullptr && !id.empty()) part = parts_.by_id(id);
        if (part == nullptr) part = named();
        if (part != nullptr) result_.part = part->id;
        kind_of_part_ = part != nullptr ? std::optional(part->kind) : std::nullopt;
    }

    /// A part by its name, in any column of names; otherwise the row gets the reason.
    const PricedPart* named()
    {
        const std::string& name = cell(PriceColumn::name);
        const std::string& model = cell(PriceColumn::model);
        const PriceColumn column = !model.empty()  ? PriceColumn::model
                                   : !name.empty() ? PriceColumn::name
                                                   : PriceColumn::part;
        for (const std::string& text : {model, name, cell(PriceColumn::part), result_.called}) {
            std::vector<const PricedPart*> found =
                text.empty() ? std::vector<const PricedPart*>() : parts_.by_name(text);
            if (found.empty() && !text.empty()) found = parts_.by_name(memory_kit_named(text));
            if (found.size() == 1) return found.front();
            if (found.empty()) {
                if (const PricedPart* by_id = parts_.by_id(text)) return by_id;
                continue;
            }
            reject("ambiguous-part", column, joined(found, &PricedPart::id));
            return nullptr;
        }
        const std::set<RecordKind> kinds = kinds_named(result_.called);
        for (const std::string& text : {model, name, result_.called})
            if (const PricedPart* part = parts_.by_words(text, kinds)) return part;
        for (const std::string& text : {model, name, result_.called})
            if (result_.suggestion.empty() && !text.empty()) result_.suggestion = suggested(text, kinds);
        reject("unknown-part", column, result_.suggestion);
        return nullptr;
    }

    std::string suggested(const std::string& name, const std::set<RecordKind>& kinds)
    {
        const std::string key = result_.called + '\n' + name;
        if (const auto known = suggestions_.find(key); known != suggestions_.end()) return known->second;
        if (suggestions_.size() >= most_suggestions) return {};
        const PricedPart* part = parts_.likely(name, kinds);
        return suggestions_.emplace(key, part != nullptr ? part->id : std::string()).first->second;
    }

    void read_price()
    {
        const std::string& text = cell(PriceColumn::price);
        // "面议": the price is asked for.
        if (!std::ranges::any_of(text, [](char c) { return is_digit(c); })) return reject("no-price", std::nullopt);
        const AmountCell read = amount_from(text, table_.decimal);
        in_cell_ = read.currency;
        if (!read.amount)
            return reject("not-a-price", PriceColumn::price, table_.decimal == '.' ? "15999.00" : "15999,00");
        result_.price.amount = *read.amount * heading(PriceColumn::price)->scale;
        if (result_.price.amount <= 0.0 || result_.price.amount > highest_imported_price)
            reject("price-out-of-range", PriceColumn::price);
    }

    void read_currency()
    {
        const std::string& text = cell(PriceColumn::currency);
        const std::string named = currency_from(text);
        if (!text.empty() && named.empty())
            return reject("unknown-currency", PriceColumn::currency, "CNY, USD, EUR, ...");
        if (!named.empty() && !in_cell_.empty() && named != in_cell_)
            return reject("two-currencies", PriceColumn::currency, in_cell_);
        const PriceHeading* price = heading(PriceColumn::price);
        const std::string& in_heading = price != nullptr ? price->currency : named;
        for (const std::string& code : {named, in_cell_, in_heading, choices_.currency})
            if (result_.price.currency.empty()) result_.price.currency = code;
        result_.currency_is_default = named.empty() && in_cell_.empty() && in_heading.empty();
        if (result_.price.currency.empty()) reject("no-currency", std::nullopt);
    }

    void read_dates()
    {
        Price& price = result_.price;
        price.date = cell(PriceColumn::date).empty() ? date_ : date_from(cell(PriceColumn::date));
        if (price.date.empty() && cell(PriceColumn::date).empty())
            reject("no-date", std::nullopt);
        else if (price.date.empty())
            reject("not-a-date", PriceColumn::date, accepted_dates);
        reject_later_than_today();
        read_end();
        if (!price.valid_until.empty() && last_day(price.valid_until) < first_day(price.date))
            reject("ends-before-it-begins", PriceColumn::valid_until, price.date);
    }

    void read_end()
    {
        Price& price = result_.price;
        const std::string& text = cell(PriceColumn::valid_until);
        if (!text.empty()) {
            price.valid_until = valid_until_from(text, price.date);
            if (price.valid_until.empty()) reject("not-a-date", PriceColumn::valid_until, accepted_dates);
            return;
        }
        price.valid_until = table_.terms.valid_until_of(price.date);
    }

    void reject_later_than_today()
    {
        const std::string& date = result_.price.date;
        if (choices_.today.empty() || !is_later(date, choices_.today)) return;
        result_.reasons.push_back({std::string(word_of(PriceColumn::date)), "date-in-future", date, choices_.today});
    }

    void read_kind()
    {
        const auto kind = price_kind_from(cell(PriceColumn::kind));
        if (!cell(PriceColumn::kind).empty() && !kind)
            return reject("unknown-kind", PriceColumn::kind,
                          "list, street, quotation, estimate, cloud-hour, street-per-TB");
        result_.price.kind = kind.value_or(choices_.kind);
        const bool rents = result_.price.kind == PriceKind::cloud_hour;
        const bool per_terabyte = result_.price.kind == PriceKind::street_per_terabyte;
        const bool fits =
            (!rents || kind_of_part_ == RecordKind::gpu) && (!per_terabyte || kind_of_part_ == RecordKind::storage);
        if (kind_of_part_ && !fits) reject("kind-does-not-fit", kind ? std::optional(PriceColumn::kind) : std::nullopt);
        if (kind_of_part_ == RecordKind::storage && fits && !per_terabyte) read_capacity();
    }

    /// The price of a drive counts only with a capacity: from its column, else from a name.
    void read_capacity()
    {
        const std::string& text = cell(PriceColumn::capacity);
        std::optional<double>& size = result_.price.drive_tb;
        if (const auto number = number_of_digits(text, table_.decimal))
            size = *number * heading(PriceColumn::capacity)->scale;
        for (const std::string& named : {text, result_.called, parts_.by_id(result_.part)->name})
            if (!size) size = terabytes_in(named);
        if (!size || *size <= 0.0 || *size > largest_drive_tb)
            reject("no-capacity", text.empty() ? std::nullopt : std::optional(PriceColumn::capacity));
    }

    void read_terms()
    {
        Price& price = result_.price;
        const auto text = [this](PriceColumn column) { return cell(column); };
        price.source = text(PriceColumn::source).empty() ? choices_.source : text(PriceColumn::source);
        price.supplier = text(PriceColumn::supplier).empty() ? choices_.supplier.value_or(table_.terms.supplier)
                                                             : text(PriceColumn::supplier);
        price.note = text(PriceColumn::note);
        if (price.source.empty()) price.source = price.supplier;
        if (price.source.empty()) reject("no-source", std::nullopt);
        const auto take = [&](PriceColumn column, auto& target, auto value, const char* code, const char* accepted) {
            if (cell(column).empty()) return;
            if (!value) return reject(code, column, accepted);
            target = *value;
        };
        take(PriceColumn::tax_included, price.tax_included, tax_included_from(cell(PriceColumn::tax_included)),
             "unknown-tax", "yes, no, 含税, 未税");
        take(PriceColumn::tax_rate, price.tax_rate, tax_rate_from(cell(PriceColumn::tax_rate), table_.decimal),
             "not-a-tax-rate", "13 %");
        if (cell(PriceColumn::tax_included).empty()) price.tax_included = table_.terms.tax.included;
        if (cell(PriceColumn::tax_rate).empty()) price.tax_rate = table_.terms.tax.rate;
        const PriceHeading* warranty = heading(PriceColumn::warranty);
        auto months = warranty_months_from(cell(PriceColumn::warranty), table_.decimal,
                                           warranty != nullptr ? warranty->scale : 1.0);
        constexpr double most_months = 600.0;
        if (months && *months > most_months) months.reset();
        auto quantity = amount_from(cell(PriceColumn::quantity), table_.decimal).amount;
        const bool counts = quantity && *quantity >= 1.0 && *quantity <= highest_offer_quantity;
        if (!counts || *quantity != std::floor(*quantity)) quantity.reset();
        take(PriceColumn::quantity, price.quantity, quantity, "not-a-quantity", "1,000,000");
        take(PriceColumn::warranty, price.warranty_months, months, "not-a-warranty", "36, 3 years, 3年");
        if (cell(PriceColumn::warranty).empty()) price.warranty_months = table_.terms.warranty_months;
    }

    const PriceTable& table_;
    const PriceListChoices& choices_;
    const PartIndex& parts_;
    std::string date_;
    std::array<std::string, words<PriceColumn>.size()> cells_;
    std::string in_cell_;
    std::optional<RecordKind> kind_of_part_;
    std::unordered_map<std::string, std::string> suggestions_;
    ImportRow result_;
};

/// Prices of the user's catalog and of the rows above.
class KnownPrices {
public:
    explicit KnownPrices(const PartIndex& parts)
    {
        for (const PricedPart& part : parts.parts()) {
            for (const Price& price : *part.prices) {
                if (!price.own) continue;
                contents_.insert(content_of(part.id, price));
                const Price*& newest = newest_[series_of(part.id, price)];
                if (newest == nullptr || !is_later(newest->date, price.date)) newest = &price;
                count(part.id, price, no_line);
            }
        }
    }

    /// Sets the fate of a row without errors.
    void judge(ImportRow& row)
    {
        const std::string series = series_of(row.part, row.price);
        const std::string content = content_of(row.part, row.price);
        const auto [other, is_first] = rows_.emplace(series + '\n' + row.price.date, Seen{row.line, content});
        if (!is_first) {
            const bool same = other->second.content == content;
            row.reasons.push_back(
                {"", same ? "repeats-row" : "contradicts-row", "", std::to_string(other->second.line)});
            return;
        }
        const auto before = newest_.find(series);
        row.fate = RowFate::added;
        if (contents_.contains(content)) {
            row.fate = RowFate::unchanged;
            return;
        }
        if (before != newest_.end()) {
            row.fate = RowFate::changed;
            row.before = *before->second;
        } else if (const auto known = counting_.find(row.part); known != counting_.end() && buys(row.price.kind)) {
            row.before = known->second.price;
        }
        count(row.part, row.price, row.line);
    }

    /// Notes on a new price if another own price of its part takes precedence.
    void tell_which_counts(ImportRow& row) const
    {
        const bool taken = row.fate == RowFate::added || row.fate == RowFate::changed;
        const auto found = counting_.find(row.part);
        if (!taken || !buys(row.price.kind) || found == counting_.end() || found->second.line == row.line) return;
        if (found->second.line == no_line)
            row.reasons.push_back({"", "own-price-counts", "", found->second.price.date});
        else
            row.reasons.push_back({"", "other-row-counts", "", std::to_string(found->second.line)});
    }

private:
    struct Seen {
        std::size_t line = 0;
        std::string content;
    };
    /// The own price that counts for a part, and its line if it is in the list.
    struct Counting {
        Price price;
        std::size_t line = 0;
    };
    static constexpr std::size_t no_line = 0;

    void count(const std::string& part, Price price, std::size_t line)
    {
        if (!buys(price.kind)) return;
        price.own = true;
        const auto [found, is_first] = counting_.try_emplace(part, Counting{price, line});
        if (!is_first && goes_before(price, found->second.price)) found->second = {std::move(price), line};
    }

    std::unordered_set<std::string> contents_;
    std::unordered_map<std::string, const Price*> newest_;
    std::unordered_map<std::string, Seen> rows_;
    std::unordered_map<std::string, Counting> counting_;
};

} // namespace

namespace {

/// Adds the cost of a shipping or service row; false for other rows, and if its currency differs from the first.
bool takes_as_cost(const ImportRow& row, PriceImport& import)
{
    const bool only_no_part = row.reasons.size() == 1 && row.reasons.front().code == "unknown-part";
    const auto kind = only_no_part && row.suggestion.empty() ? cost_named(row.called) : std::nullopt;
    if (!kind || (!import.costs_currency.empty() && import.costs_currency != row.price.currency)) return false;
    std::optional<double>& sum = *kind == CostKind::shipping ? import.shipping : import.other_costs;
    constexpr double cents = 100.0;
    const double own = as_billed(row.price).amount * row.price.quantity.value_or(1.0);
    const double all = std::round((sum.value_or(0.0) + own) * cents) / cents;
    if (all > highest_offer_costs) return false;
    sum = all;
    import.costs_currency = row.price.currency;
    return true;
}

} // namespace

PriceImport check_prices(const PriceTable& table, const PriceListChoices& choices, const Catalog& catalog)
{
    PriceImport import;
    if (!table.problem.empty()) return import;
    import.terms = table.terms;
    for (const std::string& date : {choices.date, table.terms.date, choices.today})
        if (import.date.empty()) import.date = date;
    const PartIndex parts(catalog);
    RowReader reader(table, choices, parts, import.date);
    KnownPrices known(parts);
    import.rows.reserve(table.rows.size());
    for (const DelimitedRow& row : table.rows) {
        ImportRow read = reader.read(row);
        const auto lacks = [&read](const char* code) {
            return std::ranges::find(read.reasons, code, &JsonIssue::code) != read.reasons.end();
        };
        if (read.part.empty() && (table.is_total_row(row) || (lacks("no-part") && lacks("no-price")))) {
            ++import.totals;
            continue;
        }
        if (takes_as_cost(read, import)) continue;
        if (read.reasons.empty()) known.judge(read);
        if (!read.reasons.empty()) read.fate = RowFate::rejected;
        ++import.counts[static_cast<std::size_t>(read.fate)];
        import.rows.push_back(std::move(read));
    }
    for (ImportRow& row : import.rows) known.tell_which_counts(row);
    return import;
}

PriceListFile price_list_of(const PriceImport& import, std::string name, std::string imported_from)
{
    PriceListFile list;
    list.list.name = std::move(name);
    list.list.date = import.date;
    list.list.imported_from = std::move(imported_from);
    list.list.shipping = import.shipping;
    list.list.other_costs = import.other_costs;
    list.list.currency = import.costs_currency;
    list.list.delivery_days = import.terms.delivery_days;
    for (const ImportRow& row : import.rows)
        if (row.fate == RowFate::added || row.fate == RowFate::changed)
            list.prices.push_back({row.part, row.price, list.prices.size()});
    return list;
}

std::string price_template(const std::vector<PricedPart>& parts, const std::vector<std::string>& headings)
{
    std::string text = "\xEF\xBB\xBF";
    for (std::size_t i = 0; i < headings.size(); ++i) text += (i == 0 ? "" : ",") + csv_cell(headings[i]);
    text += "\r\n";
    for (const PricedPart& part : parts) {
        text += csv_cell(part.id) + "," + csv_cell(part.name);
        for (std::size_t i = 2; i < headings.size(); ++i) text += ",";
        text += "\r\n";
    }
    return text;
}

} // namespace rigwright
