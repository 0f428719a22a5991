// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/document/hardware_data.h"
#include "ui/format/words.h"

#include <QAbstractTableModel>

namespace rigwright {

/// The records of the user's parts library: the kind of each, and whether it is used.
class OwnPartsModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { kind_column, name_column, id_column, state_column, column_count };

    OwnPartsModel(HardwareData& data, const Localization& words, QObject* parent = nullptr);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

    const OwnRecordFile& file_of(int row) const { return files_[static_cast<std::size_t>(row)]; }
    /// -1 if there is no such record.
    int row_of(RecordKind kind, const std::string& id) const;
    void retranslate();

private:
    void follow();
    QString state_of(const OwnRecordFile& file) const;
    QString name_of(const OwnRecordFile& file) const;
    bool has_issue(const OwnRecordFile& file) const;

    HardwareData& data_;
    const Localization& words_;
    std::vector<OwnRecordFile> files_;
};

/// The name of a record in the catalog; empty if there is no such id.
QString part_name(const Catalog& catalog, RecordKind kind, const std::string& id);

} // namespace rigwright
