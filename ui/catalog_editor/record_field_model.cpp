// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/catalog_editor/record_field_model.h"

#include "core/hardware/own_catalog.h"
#include "core/hardware/records.h"
#include "core/json/characters.h"
#include "core/text/messages.h"
#include "ui/controls/number_text.h"
#include "ui/theme/theme.h"

#include <QApplication>
#include <QFont>

#include <algorithm>
#include <cmath>

namespace rigwright {

namespace {

/// The path of a field in issues: "$.compute.core_groups[0].cores".
std::string issue_path(std::string_view path)
{
    std::string text = "$.";
    for (std::size_t i = 0; i < path.size(); ++i) {
        const bool element = path[i] == '.' && i + 1 < path.size() && is_digit(path[i + 1]);
        if (!element) {
            text += path[i];
            continue;
        }
        text += '[';
        text += path[++i];
        text += ']';
    }
    return text;
}

} // namespace

RecordFieldModel::RecordFieldModel(HardwareData& data, const Localization& words, QObject* parent)
    : TableModel(parent),
      data_(data),
      words_(words)
{
    const auto shipped_text = [this](int row) {
        return text_of(value_at(shipped_, field_of(row).path), field_of(row));
    };
    set_columns({{[] { return tr("Field"); }, [this](int row) { return field_label(field_of(row), words_); }},
                 {[] { return tr("Value"); },
                  [=, this](int row) {
                      return shows_shipped(row) ? shipped_text(row)
                                                : text_of(value_at(own_, field_of(row).path), field_of(row));
                  },
                  false, true},
                 {[] { return tr("Unit"); }, [this](int row) { return field_unit(field_of(row)); }},
                 {[] { return tr("Database value"); },
                  [=, this](int row) { return is_own(row) ? shipped_text(row) : QString(); }},
                 {[] { return tr("Remark"); },
                  [this](int row) {
                      const QString found = remark_of(field_of(row));
                      return found.isEmpty() && is_own(row) ? tr("Custom value") : found;
                  }}});
    connect(&data_, &HardwareData::changed, this, &RecordFieldModel::follow);
}

void RecordFieldModel::show(RecordKind kind, const std::string& id)
{
    kind_ = kind;
    id_ = id;
    follow();
}

void RecordFieldModel::follow()
{
    own_ = id_.empty() ? nlohmann::json() : data_.own_record(kind_, id_);
    shipped_ = id_.empty() ? nlohmann::json() : data_.shipped_record(kind_, id_);
    std::vector<const RecordField*> rows;
    for (const RecordField& field : editable_fields(kind_)) {
        const std::string_view second = "compute.core_groups.1";
        const bool wanted = !field.path.starts_with(second) || !value_at(own_, second).is_null() ||
                            !value_at(shipped_, second).is_null();
        if (own_.is_object() && wanted) rows.push_back(&field);
    }
    if (rows == rows_) {
        if (!rows_.empty()) emit dataChanged(index(0, 0), index(rowCount() - 1, column_count - 1));
        return;
    }
    beginResetModel();
    rows_ = std::move(rows);
    endResetModel();
}

int RecordFieldModel::row_of(std::string_view path) const
{
    const auto found = std::ranges::find_if(rows_, [path](const RecordField* field) { return field->path == path; });
    return found == rows_.end() ? -1 : static_cast<int>(found - rows_.begin());
}

bool RecordFieldModel::is_own(int row) const
{
    const RecordField& field = field_of(row);
    if (!is_override()) return false;
    const nlohmann::json own = value_at(own_, field.path);
    const nlohmann::json shipped = value_at(shipped_, field.path);
    const auto place = nlohmann::json::json_pointer("/" + [&field] {
        std::string text(field.path);
        std::replace(text.begin(), text.end(), '.', '/');
        return text;
    }());
    return own_.contains(place) && own != shipped;
}

QStringList RecordFieldModel::words_of(const RecordField& field) const
{
    if (field.type == RecordFieldType::flag) return {tr("Yes"), tr("No")};
    QStringList words;
    for (const std::string_view word : field.words) words << words_.choice(field.path, word);
    return words;
}

QString RecordFieldModel::text_of(const nlohmann::json& value, const RecordField& field) const
{
    if (value.is_null()) return {};
    if (value.is_boolean()) return value.get<bool>() ? tr("Yes") : tr("No");
    if (value.is_number()) return exact_text(value.get<double>());
    if (value.is_string()) {
        const auto text = value.get<std::string>();
        return field.type == RecordFieldType::word ? words_.choice(field.path, text) : from_utf8(text);
    }
    QStringList items;
    for (const nlohmann::json& item : value)
        items << (item.is_string() ? from_utf8(item.get<std::string>()) : from_utf8(item.dump()));
    return field.type == RecordFieldType::list ? items.join(QLatin1String(", ")) : from_utf8(value.dump());
}

std::optional<nlohmann::json> RecordFieldModel::parsed(const RecordField& field, const QString& text) const
{
    using Json = nlohmann::json;
    if (text.isEmpty()) return field.type == RecordFieldType::list ? Json::array() : Json();
    switch (field.type) {
    case RecordFieldType::text:
    case RecordFieldType::date: return Json(text.toStdString());
    case RecordFieldType::word: {
        const auto word = std::ranges::find_if(field.words, [&](std::string_view each) {
            return text.compare(words_.choice(field.path, each), Qt::CaseInsensitive) == 0;
        });
        return word == field.words.end() ? std::nullopt : std::optional(Json(*word));
    }
    case RecordFieldType::flag: {
        if (text.compare(tr("Yes"), Qt::CaseInsensitive) == 0) return Json(true);
        if (text.compare(tr("No"), Qt::CaseInsensitive) == 0) return Json(false);
        return std::nullopt;
    }
    case RecordFieldType::number:
    case RecordFieldType::whole: {
        const std::optional<double> number = read_typed(text, field_unit(field)).number;
        if (!number) return std::nullopt;
        const bool whole = std::nearbyint(*number) == *number && std::abs(*number) < 1e15;
        return whole ? Json(static_cast<std::int64_t>(*number)) : Json(*number);
    }
    case RecordFieldType::list: {
        Json items = Json::array();
        for (const QString& item : text.split(QLatin1Char(','), Qt::SkipEmptyParts))
            items.push_back(item.trimmed().toStdString());
        return items;
    }
    }
    return std::nullopt;
}

std::vector<JsonIssue> RecordFieldModel::issues_with(const nlohmann::json& own) const
{
    const auto check = [this](const nlohmann::json& record) { return record_issues(kind_, record); };
    if (!is_override()) {
        nlohmann::json bare = own;
        bare.erase("prices");
        return check(bare);
    }
    nlohmann::json bare = own;
    bare.erase("prices");
    return overlay(shipped_, bare, check).issues;
}

QString RecordFieldModel::trouble(int row, const QString& text) const
{
    const RecordField& field = field_of(row);
    const std::optional<nlohmann::json> value = parsed(field, text.trimmed());
    if (!value && (field.type == RecordFieldType::flag || field.type == RecordFieldType::word))
        return tr("“%1” isn't valid. Expected: %2.").arg(text, listed(words_of(field)));
    if (!value) return words_.text(read_typed(text, field_unit(field)));
    const std::string path = issue_path(field.path);
    for (const JsonIssue& issue : issues_with(with_value(own_, shipped_, field.path, *value)))
        if (issue.path == path && (issue.code != "missing-key" || !text.trimmed().isEmpty()))
            return from_utf8(text_of_issue(issue, words_.table()));
    if (text.trimmed().isEmpty() && field.required) return tr("This field cannot be left empty.");
    return {};
}

QString RecordFieldModel::remark_of(const RecordField& field) const
{
    const std::string file = record_file(kind_, id_);
    const std::string path = issue_path(field.path);
    for (const JsonIssue& issue : data_.issues())
        if (issue.file == file && issue.path == path) return from_utf8(text_of_issue(issue, words_.table()));
    return {};
}

QVariant RecordFieldModel::special(int row, int column, int role) const
{
    const RecordField& field = field_of(row);
    switch (role) {
    case Qt::FontRole: {
        const bool typed = !is_override() && !value_at(own_, field.path).is_null();
        QFont font = QApplication::font("QAbstractItemView");
        font.setBold(column == value_column && (is_own(row) || typed));
        return font;
    }
    case Qt::ForegroundRole: {
        const Theme& theme = theme_of(QApplication::palette());
        if (column == remark_column && !remark_of(field).isEmpty()) return theme.bad;
        return column == value_column && shows_shipped(row) ? QVariant(theme.muted) : QVariant();
    }
    case Qt::TextAlignmentRole: {
        const bool number = field.type == RecordFieldType::number || field.type == RecordFieldType::whole;
        const bool figures = column == value_column || column == shipped_column;
        return static_cast<int>((number && figures ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    }
    default: return {};
    }
}

bool RecordFieldModel::setData(const QModelIndex& index, const QVariant& typed, int role)
{
    if (role != Qt::EditRole || index.column() != value_column) return false;
    const RecordField& field = field_of(index.row());
    const QString text = typed.toString().trimmed();
    if (text == data(index, Qt::EditRole).toString()) return false;
    const QString found = trouble(index.row(), text);
    emit judged(found.isEmpty() ? found : named_value(field_label(field, words_), found));
    if (!found.isEmpty()) return false;
    return save(with_value(own_, shipped_, field.path, *parsed(field, text)),
                tr("edit %1").arg(field_label(field, words_)));
}

bool RecordFieldModel::revert(int row)
{
    if (row < 0 || !is_own(row)) return false;
    const RecordField& field = field_of(row);
    return save(without_value(own_, field.path), tr("revert %1").arg(field_label(field, words_)));
}

bool RecordFieldModel::save(const nlohmann::json& own, const QString& description)
{
    const std::string file = record_file(kind_, id_);
    return data_.change({{file, data_.own_text(file), record_text(in_order(kind_, own))}}, description);
}

QString kind_name(RecordKind kind, const Localization& words)
{
    return words.text("record.kind." + std::string(folder_of(kind)));
}

QString field_label(const RecordField& field, const Localization& words)
{
    const std::size_t dot = field.path.rfind('.');
    const std::string own = "record." + field.path;
    const QString name =
        words.text(dot == std::string::npos || words.table().has(own) ? own : "record." + field.path.substr(dot + 1));
    if (dot == std::string::npos) return name;
    return words.text("record.in-group", {{"group", MessageCode{"record.group." + field.path.substr(0, dot)}},
                                          {"field", name.toStdString()}});
}

QString field_unit(const RecordField& field) { return field.unit != nullptr ? from_utf8(field.unit->text) : QString(); }

QString part_name(const Catalog& catalog, RecordKind kind, const std::string& id)
{
    const auto name = [](const auto* record) { return record != nullptr ? from_utf8(record->name) : QString(); };
    switch (kind) {
    case RecordKind::gpu: return name(catalog.gpu(id));
    case RecordKind::cpu: return name(catalog.cpu(id));
    case RecordKind::link: return name(catalog.link(id));
    case RecordKind::storage: return name(catalog.storage(id));
    case RecordKind::memory_kit: return name(catalog.memory_kit(id));
    case RecordKind::chassis: return name(catalog.chassis(id));
    case RecordKind::power_supply: return name(catalog.power_supply(id));
    }
    return {};
}

OwnPartsModel::OwnPartsModel(HardwareData& data, const Localization& words, QObject* parent)
    : TableModel(parent),
      data_(data),
      words_(words),
      files_(own_record_files(data.folder()))
{
    set_columns({{[] { return tr("Kind"); }, [this](int row) { return kind_name(file_of(row).kind, words_); }},
                 {[] { return tr("Name"); }, [this](int row) { return name_of(file_of(row)); }},
                 {[] { return tr("Id"); }, [this](int row) { return from_utf8(file_of(row).id); }},
                 {[] { return tr("State"); }, [this](int row) { return state_of(file_of(row)); }}});
    connect(&data_, &HardwareData::changed, this, &OwnPartsModel::follow);
}

void OwnPartsModel::follow()
{
    std::vector<OwnRecordFile> files = own_record_files(data_.folder());
    if (files == files_) return rows_changed();
    beginResetModel();
    files_ = std::move(files);
    endResetModel();
}

int OwnPartsModel::row_of(RecordKind wanted, const std::string& part) const
{
    const auto found = std::ranges::find(files_, OwnRecordFile{wanted, part});
    return found == files_.end() ? -1 : static_cast<int>(found - files_.begin());
}

QString OwnPartsModel::name_of(const OwnRecordFile& file) const
{
    QString used = part_name(data_.catalog(), file.kind, file.id);
    if (!used.isEmpty()) return used;
    const nlohmann::json record = data_.own_record(file.kind, file.id);
    return record.is_object() && record.contains("name") && record["name"].is_string()
               ? from_utf8(record["name"].get<std::string>())
               : QString();
}

bool OwnPartsModel::has_issue(const OwnRecordFile& file) const
{
    const std::string name = record_file(file.kind, file.id);
    return std::ranges::any_of(data_.issues(), [&name](const JsonIssue& issue) { return issue.file == name; });
}

QString OwnPartsModel::state_of(const OwnRecordFile& file) const
{
    const OwnRecord* used = data_.catalog().own_record(file.kind, file.id);
    if (used == nullptr) return tr("Not used: see the remarks");
    const bool issue = has_issue(file);
    if (used->added) return issue ? tr("Custom part, with remarks") : tr("Custom part");
    const QString count = words_.text(value_of(Count(static_cast<std::int64_t>(used->values.size()))));
    return issue ? tr("Custom values: %1, with remarks").arg(count) : tr("Custom values: %1").arg(count);
}

QVariant OwnPartsModel::special(int row, int column, int role) const
{
    const bool marked = role == Qt::ForegroundRole && column == state_column && has_issue(file_of(row));
    return marked ? QVariant(theme_of(QApplication::palette()).bad) : QVariant();
}

} // namespace rigwright
