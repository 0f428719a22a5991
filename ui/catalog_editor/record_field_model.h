// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/hardware/own_catalog.h"
#include "core/hardware/record_edit.h"
#include "ui/document/hardware_data.h"
#include "ui/format/table_model.h"
#include "ui/format/words.h"

#include <QString>

#include <nlohmann/json.hpp>

#include <string_view>

namespace rigwright {

/// The fields of one own record as an editable table: the value, its unit, the database value, and errors. A value that
/// the file reader would reject is not accepted; each accepted one is one undo step.
class RecordFieldModel : public TableModel {
    Q_OBJECT

public:
    enum Column { field_column, value_column, unit_column, shipped_column, remark_column, column_count };

    RecordFieldModel(HardwareData& data, const Localization& words, QObject* parent = nullptr);

    /// An empty id shows nothing.
    void show(RecordKind kind, const std::string& id);
    const std::string& id() const { return id_; }
    /// The record overrides a database record.
    bool is_override() const { return !shipped_.is_null(); }

    bool setData(const QModelIndex& index, const QVariant& value, int role = Qt::EditRole) override;

    const RecordField& field_of(int row) const { return *rows_[static_cast<std::size_t>(row)]; }
    /// The row of a field; -1 if it is not shown.
    int row_of(std::string_view path) const;
    /// The parts library changes the field of the database record.
    bool is_own(int row) const;
    /// Restores the database value.
    bool revert(int row);
    /// The display texts of a choice field, in the order of its choices.
    QStringList words_of(const RecordField& field) const;
    /// Why a text is invalid as the value of a row; empty if it is valid.
    QString trouble(int row, const QString& text) const;

signals:
    /// Why a typed value was rejected; empty if it was accepted.
    void judged(const QString& trouble);

private:
    int row_count() const override { return static_cast<int>(rows_.size()); }
    QVariant special(int row, int column, int role) const override;
    void follow();
    QString text_of(const nlohmann::json& value, const RecordField& field) const;
    /// The database record has the value, the person's own none.
    bool shows_shipped(int row) const { return is_override() && !is_own(row); }
    /// The value of a typed text; nothing if it is invalid.
    std::optional<nlohmann::json> parsed(const RecordField& field, const QString& text) const;
    std::vector<JsonIssue> issues_with(const nlohmann::json& own) const;
    QString remark_of(const RecordField& field) const;
    bool save(const nlohmann::json& own, const QString& description);

    HardwareData& data_;
    const Localization& words_;
    RecordKind kind_ = RecordKind::gpu;
    std::string id_;
    nlohmann::json own_;
    nlohmann::json shipped_;
    /// Of fields whose own value is in use or refused.
    std::vector<const RecordField*> rows_;
};

/// "GPU", "Processor": a kind of record, in the window's language.
QString kind_name(RecordKind kind, const Localization& words);
/// "Memory: bandwidth"
QString field_label(const RecordField& field, const Localization& words);
/// "GB/s"; empty for none.
QString field_unit(const RecordField& field);

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
