// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/hardware/catalog.h"
#include "core/json/object_reader.h"
#include "core/quantities/member.h"
#include "core/quantities/value.h"

#include <concepts>
#include <variant>

namespace rigwright {

/// Content of a record's field in its file.
enum class RecordFieldType { text, number, whole, flag, word, date, list };

/// The unit that the key of a number ends with: "_GBps". Sizes on labels are binary, rates decimal. The bounds only
/// catch a wrong unit or a slipped decimal point.
struct RecordUnit {
    std::string_view suffix;
    /// "GB/s"
    std::string_view text;
    /// Base units in one of the file's units.
    double scale = 1.0;
    FieldRule range;
};
/// Null for a number without a unit.
const RecordUnit* record_unit(std::string_view path);

/// Use of a GPU's field on its card page: no row, a row, or a row with the ratio to another card (more is better).
enum class OnSheet { no, shown, compared };

/// One field of a kind of record. Reader, editor, card page, command-line lists and what-ifs read the same description.
struct RecordField {
    /// "memory.bandwidth_GBps", a group and a key; "compute.core_groups.0.cores" for an element of a list.
    std::string path;
    RecordFieldType type = RecordFieldType::number;
    /// Legal words of a word or a list.
    std::span<const std::string_view> words = {};
    /// A record without it is refused. A group is required if one of its fields is.
    bool required = false;
    /// Required where its group is present.
    bool required_in_group = false;
    FieldRule range = FieldRule::positive(std::numeric_limits<double>::max());
    /// Legal numbers if only a few are allowed.
    std::span<const int> numbers = {};
    const RecordUnit* unit = nullptr;
    /// Whether it can be edited individually.
    bool editable = true;
    OnSheet on_sheet = OnSheet::no;
    /// Total of a board, of which each device has its share.
    bool shared = false;
    /// Fields of the list's elements, with paths below an element.
    std::vector<RecordField> elements = {};

    /// "memory"; empty for a field outside groups.
    std::string_view group() const;
    /// The key in its group: "bandwidth_GBps".
    std::string_view key() const;
    bool is_number() const { return type == RecordFieldType::number || type == RecordFieldType::whole; }
    /// In TFLOPS or TOPS.
    bool is_rate_of_products() const;
};

/// A field's value for people and lists; nothing if it is not known. Numbers are in base units, but clocks in those of
/// the file.
using RecordValue = std::variant<std::monostate, bool, Value, std::string>;

template <typename Record>
struct RecordRow {
    RecordField field;
    void (*read)(ObjectReader& group, const RecordField& field, Record& record) = nullptr;
    RecordValue (*value)(const RecordField& field, const Record& record) = nullptr;
    /// Multiplies an amount by `numerator / denominator`; whole numbers round down.
    void (*scale)(Record& record, int numerator, int denominator) = nullptr;

    template <typename Type>
    RecordRow with(Type RecordField::*member, std::type_identity_t<Type> value) const
    {
        RecordRow row = *this;
        row.field.*member = value;
        return row;
    }
    RecordRow required() const { return with(&RecordField::required, true); }
    RecordRow date() const { return with(&RecordField::type, RecordFieldType::date); }
    RecordRow hidden() const { return with(&RecordField::editable, false); }
    RecordRow shared() const { return with(&RecordField::shared, true); }
    RecordRow on_sheet(OnSheet use = OnSheet::shown) const { return with(&RecordField::on_sheet, use); }
    /// Legal words of a text or of the elements of a list.
    RecordRow one_of(std::span<const std::string_view> words) const
    {
        const bool text = field.type == RecordFieldType::text;
        return with(&RecordField::words, words).with(&RecordField::type, text ? RecordFieldType::word : field.type);
    }
    RecordRow one_of(std::span<const int> numbers) const { return with(&RecordField::numbers, numbers); }
    RecordRow up_to(double highest) const
    {
        RecordRow row = *this;
        row.field.range.maximum = highest;
        return row;
    }
    /// `lowest` itself is legal.
    RecordRow from(double lowest) const
    {
        return with(&RecordField::range, FieldRule::real(lowest, field.range.maximum));
    }
};

/// The description of a kind of record or of the elements of a list: fields in file order, and their consistency check.
template <typename Record>
struct RecordTable {
    /// `lists` are concatenated.
    RecordTable(std::string_view word, std::initializer_list<std::vector<RecordRow<Record>>> lists,
                void (*agree)(const Record&, ObjectReader&) = nullptr)
        : format(word),
          check(agree)
    {
        for (const auto& list : lists) rows.insert(rows.end(), list.begin(), list.end());
    }

    /// The `format` word of its files; empty for an element.
    std::string_view format = {};
    std::vector<RecordRow<Record>> rows;
    /// Reports contradictions between fields by their paths.
    void (*check)(const Record& record, ObjectReader& reader) = nullptr;
};

/// Specialized for every record and element; hardware_db/README.md says what each field means.
template <typename Record>
const RecordTable<Record>& record_table();

template <>
const RecordTable<Gpu>& record_table();
template <>
const RecordTable<Cpu>& record_table();
template <>
const RecordTable<CpuCoreGroup>& record_table();
template <>
const RecordTable<Link>& record_table();
template <>
const RecordTable<Storage>& record_table();
template <>
const RecordTable<MemoryKit>& record_table();
template <>
const RecordTable<Chassis>& record_table();
template <>
const RecordTable<PowerSupply>& record_table();
template <>
const RecordTable<DatasetRecord>& record_table();
template <>
const RecordTable<Price>& record_table();
template <>
const RecordTable<CloudOffer>& record_table();
template <>
const RecordTable<OperatingCosts>& record_table();
template <>
const RecordTable<MemoryReserves>& record_table();
template <>
const RecordTable<AttentionKernels>& record_table();

/// Whether a text has the form of an ISO 4217 code ("CNY").
bool is_currency(std::string_view text);

/// Requires `format` and `version` 1, the two keys that identify a file.
void read_header(ObjectReader& file, std::string_view format);

/// Reports a contradiction at the path of a field.
void report_at(ObjectReader& object, std::string_view path, std::string found, std::string expected);

/// Reads one field by its description: a required one that is missing, or a wrong one, is an issue.
std::optional<std::string> read_text(ObjectReader& group, const RecordField& field);
/// In base units.
std::optional<double> read_number(ObjectReader& group, const RecordField& field);
std::optional<std::int64_t> read_whole(ObjectReader& group, const RecordField& field);
std::optional<bool> read_flag(ObjectReader& group, const RecordField& field);
std::vector<std::string> read_texts(ObjectReader& group, const RecordField& field);
/// The computation is required for computed numbers.
void read_computation(ObjectReader& group, const RecordField& field, Provenance& provenance);

template <typename Record>
void read_rows(ObjectReader& object, const std::vector<RecordRow<Record>>& rows, Record& record)
{
    const auto needs = [&rows](std::string_view group) {
        return std::ranges::any_of(rows,
                                   [group](const auto& r) { return r.field.group() == group && r.field.required; });
    };
    std::optional<ObjectReader> group;
    std::string_view open;
    for (const RecordRow<Record>& row : rows) {
        const std::string_view wanted = row.field.group();
        if (wanted != open) {
            if (group) group->finish();
            group.reset();
            if (!wanted.empty())
                group = needs(wanted) ? object.required_object(wanted) : object.optional_object(wanted);
            open = wanted;
        }
        if (wanted.empty() || group) row.read(wanted.empty() ? object : *group, row.field, record);
    }
    if (group) group->finish();
}

/// Reads one record or element; the caller finishes the object.
template <typename Record>
Record read_object(ObjectReader& object)
{
    Record record;
    read_rows(object, record_table<Record>().rows, record);
    if (record_table<Record>().check != nullptr) record_table<Record>().check(record, object);
    return record;
}

template <typename Entry>
std::vector<Entry> read_entries(ObjectReader& object, std::string_view key, bool required)
{
    std::vector<Entry> entries;
    const auto read = [&](ObjectReader& entry) {
        entries.push_back(read_object<Entry>(entry));
        entry.finish();
    };
    if (required)
        object.required_objects(key, read);
    else
        object.optional_objects(key, read);
    return entries;
}

/// Reads one parsed file and adds its defects to `issues`; the record is valid only if it added none.
template <typename Record>
Record read_record(const nlohmann::json& file, std::vector<JsonIssue>& issues)
{
    ObjectReader object(file, "$", issues, NullMeaning::unknown);
    read_header(object, record_table<Record>().format);
    Record record = read_object<Record>(object);
    object.finish();
    return record;
}

template <typename Member>
inline constexpr RecordFieldType record_type = RecordFieldType::number;
template <>
inline constexpr RecordFieldType record_type<std::string> = RecordFieldType::text;
template <>
inline constexpr RecordFieldType record_type<bool> = RecordFieldType::flag;
template <Spelled Enum>
inline constexpr RecordFieldType record_type<Enum> = RecordFieldType::word;
template <std::integral Whole>
inline constexpr RecordFieldType record_type<Whole> = RecordFieldType::whole;
template <typename Entry>
inline constexpr RecordFieldType record_type<std::vector<Entry>> = RecordFieldType::list;

/// Conversions between a member and its field.
template <typename Plain>
struct RecordCodec {
    using Word = Plain;
    static std::vector<RecordField> elements() { return {}; }
    static std::optional<Plain> read(ObjectReader& group, const RecordField& field)
    {
        if constexpr (std::same_as<Plain, std::string>) {
            return read_text(group, field);
        } else if constexpr (std::same_as<Plain, bool>) {
            return read_flag(group, field);
        } else if constexpr (std::integral<Plain>) {
            const auto whole = read_whole(group, field);
            return whole ? std::optional(static_cast<Plain>(*whole)) : std::nullopt;
        } else if constexpr (Spelled<Plain>) {
            const auto word = read_text(group, field);
            return word ? from_word<Plain>(*word) : std::nullopt;
        } else if constexpr (std::same_as<Plain, Bytes>) {
            const auto number = read_number(group, field);
            return number ? std::optional(Bytes::rounded(*number)) : std::nullopt;
        } else {
            const auto number = read_number(group, field);
            return number ? std::optional(Plain(*number)) : std::nullopt;
        }
    }
    static RecordValue value(const RecordField& field, const Plain& member)
    {
        if constexpr (std::same_as<Plain, std::string>)
            return member.empty() ? RecordValue() : RecordValue(member);
        else if constexpr (Spelled<Plain>)
            return std::string(word_of(member));
        else if constexpr (std::same_as<Plain, bool>)
            return member;
        else if constexpr (std::integral<Plain>)
            return whole_value(member);
        else if constexpr (std::same_as<Plain, double>)
            return ratio_value(member);
        else if constexpr (std::same_as<Plain, Hertz>)
            return count_value(member.base() / field.unit->scale);
        else
            return value_of(member);
    }
    static void scale(Plain& member, int numerator, int denominator)
    {
        if constexpr (std::same_as<Plain, Bytes>)
            member = Bytes(member.count() * Count(numerator) / Count(denominator));
        else if constexpr (std::integral<Plain> && !std::same_as<Plain, bool>)
            member = static_cast<Plain>(member * numerator / denominator);
        else if constexpr (record_type<Plain> == RecordFieldType::number)
            member = member * numerator / denominator;
    }
};

template <typename Entry>
struct RecordCodec<std::vector<Entry>> {
    using Word = Entry;
    static constexpr bool has_fields = std::is_class_v<Entry> && !std::same_as<Entry, std::string>;

    static std::vector<RecordField> elements()
    {
        std::vector<RecordField> fields;
        if constexpr (has_fields)
            for (const auto& row : record_table<Entry>().rows) fields.push_back(row.field);
        return fields;
    }
    static std::optional<std::vector<Entry>> read(ObjectReader& group, const RecordField& field)
    {
        if constexpr (std::same_as<Entry, std::string>) {
            return read_texts(group, field);
        } else if constexpr (Spelled<Entry>) {
            std::vector<Entry> entries;
            for (const std::string& word : read_texts(group, field))
                if (const auto entry = from_word<Entry>(word)) entries.push_back(*entry);
            return entries;
        } else {
            return read_entries<Entry>(group, field.key(), field.required);
        }
    }
    static RecordValue value(const RecordField&, const std::vector<Entry>&) { return {}; }
    static void scale(std::vector<Entry>&, int, int) {}
};

/// A group with computed numbers, and one that a record may lack.
enum class GroupKind { plain, computed, optional };

/// Makes the rows of one kind of record; type, unit and words follow from the member and the key.
template <typename Record>
struct RowsOf {
    using Row = RecordRow<Record>;

    template <auto... Path>
    static Row row(std::string path)
    {
        using Member = std::remove_reference_t<decltype(member_of<Path...>(std::declval<Record&>()))>;
        using Plain = typename PlainMember<Member>::Type;
        using Codec = RecordCodec<Plain>;
        Row made;
        RecordField& field = made.field;
        field.unit = record_unit(path);
        field.path = std::move(path);
        field.type = record_type<Plain>;
        if constexpr (Spelled<typename Codec::Word>) field.words = words<typename Codec::Word>;
        field.elements = Codec::elements();
        if (field.type == RecordFieldType::whole)
            field.range = FieldRule::real(1.0, field.range.maximum);
        else if (field.unit != nullptr)
            field.range = field.unit->range;
        made.read = [](ObjectReader& group, const RecordField& described, Record& record) {
            if (auto found = Codec::read(group, described)) member_of<Path...>(record) = std::move(*found);
        };
        made.value = [](const RecordField& described, const Record& record) -> RecordValue {
            const auto& member = member_of<Path...>(record);
            if constexpr (PlainMember<Member>::optional)
                return member ? Codec::value(described, *member) : RecordValue();
            else
                return Codec::value(described, member);
        };
        made.scale = [](Record& record, int numerator, int denominator) {
            auto& member = member_of<Path...>(record);
            if constexpr (!PlainMember<Member>::optional)
                Codec::scale(member, numerator, denominator);
            else if (member)
                Codec::scale(*member, numerator, denominator);
        };
        return made;
    }

    /// `source`, `source_date`, `confidence` and `computation` of a group; empty for a record without groups.
    template <auto... Path>
    static std::vector<Row> provenance(const std::string& group, GroupKind kind = GroupKind::plain)
    {
        const std::string start = group.empty() ? std::string() : group + ".";
        std::vector<Row> rows{row<Path..., &Provenance::source>(start + "source"),
                              row<Path..., &Provenance::source_date>(start + "source_date").date(),
                              row<Path..., &Provenance::confidence>(start + "confidence"),
                              row<Path..., &Provenance::computation>(start + "computation")};
        for (const std::size_t needed : {0, 2}) {
            rows[needed].field.required = kind != GroupKind::optional;
            rows[needed].field.required_in_group = true;
        }
        rows[3].field.editable = kind == GroupKind::computed;
        rows[3].read = [](ObjectReader& reader, const RecordField& field, Record& record) {
            read_computation(reader, field, member_of<Path...>(record));
        };
        return rows;
    }
};

} // namespace rigwright
