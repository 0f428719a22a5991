// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStyledItemDelegate>

namespace rigwright {

class MeasurementModel;

/// Editors of the measurements' table: number fields that mark themselves while what stands in them is no value, and a
/// list for who told the peak.
class MeasurementDelegate : public QStyledItemDelegate {
    Q_OBJECT

public:
    MeasurementDelegate(const MeasurementModel& model, QObject* parent);

    QWidget* createEditor(QWidget* parent, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    void setEditorData(QWidget* editor, const QModelIndex& index) const override;
    void setModelData(QWidget* editor, QAbstractItemModel* model, const QModelIndex& index) const override;

private:
    const MeasurementModel& model_;
};

} // namespace rigwright
