// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/document/hardware_data.h"
#include "ui/format/table_model.h"
#include "ui/format/words.h"

namespace rigwright {

/// The records of the user's parts library: the kind of each, and whether it is used.
class OwnPartsModel : public TableModel {
    Q_OBJECT

public:
    enum Column { kind_column, name_column, id_column, state_column, column_count };

    OwnPartsModel(HardwareData& data, const Localization& words, QObject* parent = nullptr);

    const OwnRecordFile& file_of(int row) const { return files_[static_cast<std::size_t>(row)]; }
    /// -1 if there is no such record.
    int row_of(RecordKind kind, const std::string& id) const;

private:
    int row_count() const override { return static_cast<int>(files_.size()); }
    QVariant special(int row, int column, int role) const override;
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
