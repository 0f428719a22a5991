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
    : QAbstractTableModel(parent),
      data_(data),
      words_(words),
      files_(own_record_files(data.folder()))
{
    connect(&data_, &HardwareData::changed, this, &OwnPartsModel::follow);
}

void OwnPartsModel::follow()
{
    std::vector<OwnRecordFile> files = own_record_files(data_.folder());
    if (files == files_) {
        if (!files_.empty()) emit dataChanged(index(0, 0), index(rowCount() - 1, column_count - 1));
        return;
    }
    beginResetModel();
    files_ = std::move(files);
    endResetModel();
}

void OwnPartsModel::retranslate()
{
    emit headerDataChanged(Qt::Horizontal, 0, column_count - 1);
    if (!files_.empty()) emit dataChanged(index(0, 0), index(rowCount() - 1, column_count - 1));
}

int OwnPartsModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(files_.size());
}

int OwnPartsModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : column_count; }

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
    if (used == nullptr) return tr("not used: see the remarks");
    const bool issue = has_issue(file);
    if (used->added) return issue ? tr("own part, with remarks") : tr("own part");
    const QString count = words_.text(value_of(Count(static_cast<std::int64_t>(used->values.size()))));
    return issue ? tr("own values: %1, with remarks").arg(count) : tr("own values: %1").arg(count);
}

QVariant OwnPartsModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid()) return {};
    const OwnRecordFile& file = file_of(index.row());
    switch (role) {
    case Qt::DisplayRole:
        switch (index.column()) {
        case kind_column: return kind_name(file.kind, words_);
        case name_column: return name_of(file);
        case id_column: return from_utf8(file.id);
        case state_column: return state_of(file);
        default: return {};
        }
    case Qt::ToolTipRole: return data(index, Qt::DisplayRole).toString().toHtmlEscaped();
    case Qt::ForegroundRole:
        return index.column() == state_column && has_issue(file) ? QVariant(theme_of(QApplication::palette()).bad)
                                                                 : QVariant();
    default: return {};
    }
}

QVariant OwnPartsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole) return {};
    switch (section) {
    case kind_column: return tr("Kind");
    case name_column: return tr("Name");
    case id_column: return tr("Id");
    case state_column: return tr("State");
    default: return {};
    }
}

} // namespace rigwright
