// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/catalog_editor/own_parts_model.h"

#include "ui/catalog_editor/record_field_model.h"
#include "ui/theme/theme.h"

#include <QApplication>

#include <nlohmann/json.hpp>

#include <algorithm>

namespace rigwright {

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
