// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/part_entries.h"

#include "core/hardware/chinese_names.h"
#include "core/hardware/host_link.h"
#include "core/recommend/picks.h"
#include "core/zoo/build.h"

#include <QCollator>
#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <utility>

namespace rigwright {

QString parts_text(const PickerSource& machine)
{
    const BuildChoice& build = machine.scenario.build;
    const Catalog& hardware = machine.data.hardware;
    QStringList parts{from_utf8(build_name(build, hardware))};
    if (const Cpu* cpu = hardware.cpu(build.cpu)) parts << from_utf8(cpu->name);
    if (build.ram_gib) parts << machine.words.text(value_of(Bytes::gib(*build.ram_gib)));
    return parts.join(QStringLiteral(" · "));
}

namespace {

/// A text of the lists in the window's language.
QString picker_text(const char* text) { return QCoreApplication::translate("Pickers", text); }

/// An entry with its release date, by which it is sorted; empty if unknown.
struct DatedEntry {
    PickerEntry entry;
    std::string release;
};

/// Grouped; within a group newest first, then by name in natural order (4 before 16). Groups of generations are ordered
/// by their newest entry, others by name.
std::vector<PickerEntry> newest_first(std::vector<DatedEntry> dated, bool by_generation = false)
{
    QCollator collator{QLocale::c()};
    collator.setNumericMode(true);
    collator.setCaseSensitivity(Qt::CaseInsensitive);
    std::map<QString, std::string> newest;
    for (const DatedEntry& each : dated) newest[each.entry.group] = std::max(newest[each.entry.group], each.release);
    std::ranges::stable_sort(dated, [&](const DatedEntry& a, const DatedEntry& b) {
        if (a.entry.group != b.entry.group) {
            const std::string& of_a = newest[a.entry.group];
            const std::string& of_b = newest[b.entry.group];
            if (by_generation && of_a != of_b) return of_a > of_b;
            return collator.compare(a.entry.group, b.entry.group) < 0;
        }
        if (a.release != b.release) return a.release > b.release;
        return collator.compare(a.entry.text, b.entry.text) < 0;
    });
    std::vector<PickerEntry> entries;
    for (DatedEntry& each : dated) entries.push_back(std::move(each.entry));
    return entries;
}

/// The name of a record, marked if the user's catalog adds or changes it.
QString marked_name(const Catalog& hardware, RecordKind kind, const std::string& id, const QString& name)
{
    const OwnRecord* own = hardware.own_record(kind, id);
    if (own == nullptr) return name;
    if (own->added) return QCoreApplication::translate("Pickers", "%1 (custom part)").arg(name);
    return own->values.empty() ? name : QCoreApplication::translate("Pickers", "%1 (custom values)").arg(name);
}

template <typename Record>
PickerEntry entry_of(const PickerSource& source, RecordKind kind, const Record& record)
{
    return {from_utf8(record.id), marked_name(source.data.hardware, kind, record.id, from_utf8(record.name)), {}};
}

/// The effective price in the plan's currency; without an exchange rate, in its own.
QString price_column(const PickerSource& source, const std::vector<Price>& prices)
{
    const Economics& terms = source.scenario.economics;
    const Price* price = newest_price(prices, terms.prices_as_of);
    if (price == nullptr) return {};
    const auto rate = source.data.hardware.operating_costs.exchange(price->currency, terms.currency);
    const double amount = as_billed(*price).amount;
    return source.words.text(money(rate ? amount * rate->rate : amount, rate ? terms.currency : price->currency));
}

QString year_column(const std::string& release) { return from_utf8(release.substr(0, 4)); }

QString counted(const std::optional<int>& count, const char* text)
{
    return count ? picker_text(text).arg(*count) : QString();
}

} // namespace

QString maker_name(const std::string& maker, const Localization& words)
{
    const std::vector<std::string_view> chinese = chinese_words_of(maker);
    return from_utf8(words.language() == Language::chinese && !chinese.empty() ? chinese.front() : maker);
}

namespace {

/// In any language, parts are found by vendor and by the Chinese forms of their names.
template <typename Record>
QStringList other_names_of(const Record& record)
{
    QStringList names{from_utf8(record.vendor)};
    for (const std::string_view word : chinese_words_of(record.vendor + ' ' + record.name)) names << from_utf8(word);
    return names;
}

DatedEntry entry_of(const PickerSource& source, const Gpu& gpu)
{
    DatedEntry made{entry_of(source, RecordKind::gpu, gpu), gpu.release};
    PickerEntry& entry = made.entry;
    const QString memory = source.words.text(value_of(gpu.memory.capacity));
    entry.text += QStringLiteral(" · ") + memory;
    entry.group = QStringLiteral("%1 · %2").arg(maker_name(gpu.vendor, source.words), from_utf8(gpu.architecture));
    entry.columns = {memory, year_column(gpu.release), price_column(source, gpu.prices),
                     source.words.choice("segment", word_of(gpu.segment))};
    entry.aliases = other_names_of(gpu);
    return made;
}

DatedEntry entry_of(const PickerSource& source, const Cpu& cpu)
{
    DatedEntry made{entry_of(source, RecordKind::cpu, cpu), cpu.release};
    PickerEntry& entry = made.entry;
    entry.group = maker_name(cpu.vendor, source.words);
    entry.columns = {counted(cpu.compute.cores, QT_TRANSLATE_NOOP("Pickers", "%1 cores")), year_column(cpu.release),
                     price_column(source, cpu.prices), source.words.choice("segment", cpu.segment)};
    entry.aliases = other_names_of(cpu);
    return made;
}

DatedEntry entry_of(const PickerSource& source, const Link& link)
{
    DatedEntry made{entry_of(source, RecordKind::link, link), {}};
    made.entry.group = !joins_machines(link) ? picker_text(QT_TRANSLATE_NOOP("Pickers", "Inside a machine"))
                       : link.kind == LinkKind::infiniband ? QStringLiteral("InfiniBand")
                                                           : picker_text(QT_TRANSLATE_NOOP("Pickers", "Ethernet"));
    return made;
}

DatedEntry entry_of(const PickerSource& source, const Storage& storage)
{
    DatedEntry made{entry_of(source, RecordKind::storage, storage), {}};
    made.entry.columns = {storage.sequential_read ? source.words.text(value_of(*storage.sequential_read)) : QString(),
                          price_column(source, storage.prices), from_utf8(storage.interface)};
    return made;
}

DatedEntry entry_of(const PickerSource& source, const MemoryKit& kit)
{
    DatedEntry made{entry_of(source, RecordKind::memory_kit, kit), {}};
    made.entry.group = from_utf8(kit.type);
    made.entry.columns = {source.words.text(value_of(capacity(kit))), price_column(source, kit.prices)};
    return made;
}

DatedEntry entry_of(const PickerSource& source, const Chassis& chassis)
{
    DatedEntry made{entry_of(source, RecordKind::chassis, chassis), chassis.release};
    PickerEntry& entry = made.entry;
    entry.group = chassis.generic ? picker_text(QT_TRANSLATE_NOOP("Pickers", "Usual machines"))
                                  : maker_name(chassis.vendor, source.words);
    entry.columns = {counted(chassis.gpus.most_gpus, QT_TRANSLATE_NOOP("Pickers", "%1 GPUs")),
                     counted(chassis.body.rack_units, QT_TRANSLATE_NOOP("Pickers", "%1 U")),
                     year_column(chassis.release), price_column(source, chassis.prices)};
    entry.aliases = other_names_of(chassis);
    for (const std::string& name : chassis.aliases) entry.aliases << from_utf8(name);
    return made;
}

DatedEntry entry_of(const PickerSource& source, const PowerSupply& supply)
{
    DatedEntry made{entry_of(source, RecordKind::power_supply, supply), {}};
    made.entry.columns = {source.words.text(value_of(supply.output)), price_column(source, supply.prices)};
    return made;
}

template <typename Record>
std::vector<PickerEntry> sorted_entries(const PickerSource& source, const std::vector<Record>& records,
                                        bool by_generation = false)
{
    std::vector<DatedEntry> dated;
    for (const Record& record : records) dated.push_back(entry_of(source, record));
    return newest_first(std::move(dated), by_generation);
}

/// A field for a part, and its entry without a part.
struct PartField {
    std::string_view path;
    RecordKind kind;
    const char* none;
    const char* none_id = "";
};

constexpr PartField part_fields[] = {
    {"build.gpu", RecordKind::gpu, QT_TRANSLATE_NOOP("Pickers", "None: train on the CPU"), "none"},
    {"build.cpu", RecordKind::cpu, QT_TRANSLATE_NOOP("Pickers", "Typical for the GPU")},
    {"build.storage", RecordKind::storage, QT_TRANSLATE_NOOP("Pickers", "Not a bottleneck")},
    {"build.node_link", RecordKind::link, QT_TRANSLATE_NOOP("Pickers", "Automatic"), "auto"},
    {"build.chassis", RecordKind::chassis, QT_TRANSLATE_NOOP("Pickers", "Not specified")},
    {"build.power_supply", RecordKind::power_supply, QT_TRANSLATE_NOOP("Pickers", "Not specified")},
    {"build.memory_kit", RecordKind::memory_kit, QT_TRANSLATE_NOOP("Pickers", "Not specified")}};

std::vector<PickerEntry> circuit_entries(const PickerSource& source)
{
    std::vector<PickerEntry> entries{{QString(), picker_text(QT_TRANSLATE_NOOP("Pickers", "Not checked")), {}}};
    for (const Circuit& circuit : source.data.hardware.operating_costs.circuits)
        entries.push_back(
            {from_utf8(circuit.id), QStringLiteral("%1 A, %2 V").arg(circuit.amperes).arg(circuit.volts), {}});
    return entries;
}

/// The newest prices, the dates of the user's lists, and the date of the scenario if it differs.
std::vector<PickerEntry> price_date_entries(const PickerSource& source)
{
    std::vector<PickerEntry> entries{{QString(), picker_text(QT_TRANSLATE_NOOP("Pickers", "Newest prices")), {}}};
    const auto add = [&entries](const std::string& date, const std::string& name) {
        const QString day = from_utf8(date);
        const bool known = std::ranges::any_of(entries, [&day](const PickerEntry& entry) { return entry.id == day; });
        if (!known) entries.push_back({day, day, QString(), {from_utf8(name)}});
    };
    for (const PriceList& list : source.data.hardware.price_lists) add(list.date, list.name);
    add(source.scenario.economics.prices_as_of, {});
    return entries;
}

/// Currencies with exchange rates in the database.
std::vector<PickerEntry> currency_entries()
{
    std::vector<PickerEntry> entries;
    for (const auto& [code, name] : {std::pair{"CNY", QT_TRANSLATE_NOOP("Pickers", "Renminbi (CNY)")},
                                     std::pair{"USD", QT_TRANSLATE_NOOP("Pickers", "US dollar (USD)")},
                                     std::pair{"EUR", QT_TRANSLATE_NOOP("Pickers", "Euro (EUR)")}})
        entries.push_back({QString::fromLatin1(code), picker_text(name), QString()});
    return entries;
}

} // namespace

std::vector<PickerEntry> part_entries(RecordKind kind, const PickerSource& source)
{
    const Catalog& hardware = source.data.hardware;
    switch (kind) {
    case RecordKind::gpu: return sorted_entries(source, hardware.gpus, true);
    case RecordKind::cpu: return sorted_entries(source, hardware.cpus);
    case RecordKind::link: return sorted_entries(source, hardware.links);
    case RecordKind::storage: return sorted_entries(source, hardware.storages);
    case RecordKind::memory_kit: return sorted_entries(source, hardware.memory_kits);
    case RecordKind::chassis: return sorted_entries(source, hardware.chassis_list);
    case RecordKind::power_supply: return sorted_entries(source, hardware.power_supplies);
    }
    return {};
}

std::vector<PickerEntry> part_entries(const PickerSource& source)
{
    std::vector<PickerEntry> all;
    for (std::size_t kind = 0; kind < record_folders.size(); ++kind) {
        const QString name = source.words.text("record.kind." + std::string(record_folders[kind]));
        for (PickerEntry& entry : part_entries(static_cast<RecordKind>(kind), source)) {
            // Columns differ between kinds; the name is enough.
            entry.aliases += entry.columns;
            entry.columns.clear();
            entry.group = entry.group.isEmpty() ? name : QStringLiteral("%1 · %2").arg(name, entry.group);
            all.push_back(std::move(entry));
        }
    }
    return all;
}

std::vector<PickerEntry> field_entries(std::string_view path, const PickerSource& source)
{
    if (path == "build.circuit") return circuit_entries(source);
    if (path == "economics.currency") return currency_entries();
    if (path == "economics.prices_as_of") return price_date_entries(source);
    const auto* field = std::ranges::find(part_fields, path, &PartField::path);
    if (field == std::end(part_fields)) return {};
    std::vector<PickerEntry> entries = part_entries(field->kind, source);
    if (field->kind == RecordKind::link)
        std::erase_if(entries, [&source](const PickerEntry& entry) {
            return !joins_machines(*source.data.hardware.link(entry.id.toStdString()));
        });
    // For GPUs, "none" is the exception; in other lists it means the default choice.
    entries.insert(field->kind == RecordKind::gpu ? entries.end() : entries.begin(),
                   {QLatin1String(field->none_id), picker_text(field->none), {}});
    return entries;
}

std::vector<PickerEntry> dataset_entries(const PickerSource& source)
{
    std::vector<PickerEntry> entries;
    for (const DatasetRecord& record : source.data.hardware.datasets)
        entries.push_back({from_utf8(record.id),
                           from_utf8(record.name),
                           {},
                           {picker_text(QT_TRANSLATE_NOOP("Pickers", "%1 images"))
                                .arg(source.words.text(value_of(Count(record.samples))))}});
    return entries;
}

namespace {

DatedEntry entry_of(const Preset& preset, const Localization& words)
{
    const PresetFigures figures = preset_figures(preset);
    const std::optional<int> year = publication_year(preset);
    PickerEntry entry{from_utf8(preset.id), from_utf8(preset.title), words.choice("group", preset.group)};
    entry.columns = {compact_count(figures.parameters.as_double()),
                     words.text(Value{figures.forward_macs.as_double(), Unit::macs}),
                     year ? QString::number(*year) : QString(), words.text(meaning_code(preset.family, preset.shape))};
    const Language other = words.language() == Language::english ? Language::chinese : Language::english;
    entry.aliases = {from_utf8(words.table(other).text("group." + preset.group)),
                     words.choice("family", preset.family)};
    return {entry, year ? std::to_string(*year) : std::string()};
}

bool is_built_by_hand(const Family& family)
{
    return std::ranges::any_of(family.hyperparameters,
                               [](const Hyperparameter& h) { return h.type == HyperparameterType::layers; });
}

PickerEntry entry_of(const Family& family, const Localization& words)
{
    PickerEntry entry{family_mark + from_utf8(family.id), words.choice("family", family.id), QString()};
    if (!is_built_by_hand(family)) entry.group = picker_text(QT_TRANSLATE_NOOP("Pickers", "Own shape"));
    return entry;
}

} // namespace

QString compact_count(double count)
{
    struct Step {
        double size;
        const char* suffix;
    };
    constexpr std::array steps{Step{1e12, " T"}, Step{1e9, " B"}, Step{1e6, " M"}, Step{1e3, " k"}};
    for (const Step& step : steps) {
        if (count < step.size) continue;
        const double shown = count / step.size;
        const int decimals = shown >= 100.0 ? 0 : shown >= 10.0 ? 1 : 2;
        return QString::number(shown, 'f', decimals) + QLatin1String(step.suffix);
    }
    return QString::number(count, 'f', 0);
}

std::vector<PickerEntry> preset_entries(const EngineData& data, const Localization& words)
{
    std::vector<DatedEntry> presets;
    for (const Preset& preset : data.presets) presets.push_back(entry_of(preset, words));
    return newest_first(std::move(presets));
}

std::vector<PickerEntry> model_entries(const EngineData& data, const Localization& words, const QString& imported)
{
    std::vector<PickerEntry> entries = preset_entries(data, words);
    std::vector<PickerEntry> first;
    if (!imported.isEmpty()) first.push_back({imported_entry, imported, QString()});
    for (const Family& family : families())
        (is_built_by_hand(family) ? first : entries).push_back(entry_of(family, words));
    first.push_back({import_entry, picker_text(QT_TRANSLATE_NOOP("Pickers", "Import a model file…")), QString()});
    entries.insert(entries.begin(), first.begin(), first.end());
    return entries;
}

PartPicker::PartPicker(const QString& name, Document& document, const Localization& words, QWidget* parent)
    : PickerControl(name, Kind::searchable, parent),
      document_(document),
      words_(words)
{
    setObjectName(name);
    setFocusProxy(box());
    connect(this, &FieldControl::edited, this, [this](const QString&, const FieldValue& value) {
        const auto* id = std::get_if<std::string>(&value);
        if (id != nullptr) choose_part(*id);
    });
    connect(&document_, &Document::data_changed, this, &PartPicker::refresh);
}

void PartPicker::show_kind(std::optional<RecordKind> kind)
{
    kind_ = kind;
    refresh();
}

void PartPicker::show_only(std::function<bool(const std::string& id)> takes)
{
    takes_ = std::move(takes);
    refresh();
}

void PartPicker::mark_parts(std::set<std::string> ids, const QString& word)
{
    if (ids == marked_ && word == word_) return;
    marked_ = std::move(ids);
    word_ = word;
    refresh();
}

void PartPicker::choose_part(const std::string& id)
{
    if (std::ranges::find(entries(), from_utf8(id), &PickerEntry::id) == entries().end()) return;
    show_part(id);
    emit part_chosen();
}

void PartPicker::show_part(const std::string& id)
{
    part_ = id;
    show_value(FieldValue(id), true);
}

QString PartPicker::part_name() const
{
    const auto found = std::ranges::find(entries(), from_utf8(part_), &PickerEntry::id);
    return found == entries().end() ? QString() : found->name();
}

void PartPicker::refresh()
{
    const PickerSource source{*document_.data(), document_.scenario(), words_};
    std::vector<PickerEntry> entries = kind_ ? part_entries(*kind_, source) : part_entries(source);
    if (takes_) std::erase_if(entries, [this](const PickerEntry& entry) { return !takes_(entry.id.toStdString()); });
    for (PickerEntry& entry : entries)
        if (marked_.contains(entry.id.toStdString())) entry.mark = word_;
    // Parts of the current machine are the most likely.
    const BuildChoice& build = source.scenario.build;
    std::string shown = entries.empty() ? std::string() : entries.front().id.toStdString();
    for (const std::string& id :
         {build.power_supply, build.chassis, build.memory_kit, build.storage, build.cpu, build.gpu, part_})
        if (std::ranges::find(entries, from_utf8(id), &PickerEntry::id) != entries.end()) shown = id;
    set_entries(std::move(entries));
    box()->setEnabled(!shown.empty());
    show_part(shown);
}

} // namespace rigwright
