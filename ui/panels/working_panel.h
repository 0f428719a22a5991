// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/estimate/working/method.h"
#include "core/estimate/working/nodes.h"
#include "core/text/number_text.h"
#include "ui/controls/card.h"
#include "ui/document/document.h"
#include "ui/format/words.h"

#include <QBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QStandardItemModel>
#include <QToolButton>
#include <QTreeView>

namespace rigwright {

class ReadingSwitch;

class WorkingLine;

/// One calculation tree for a view: quantity and result in columns, everything else by role.
class WorkingModel : public QStandardItemModel {
    Q_OBJECT

public:
    enum Column { quantity_column, result_column, column_count };
    enum Role { origin_role = Qt::UserRole, formula_role, substituted_role, list_role, source_role, assumption_role };

    explicit WorkingModel(const Localization& words, QObject* parent = nullptr);

    /// True if the tree keeps its shape, so that only its numbers changed and the view keeps its state.
    bool show_working(Derivation working);
    void clear() { setRowCount(0); }
    /// Sets the prefixes of memory amounts.
    void use(BytePrefixes prefixes);
    /// Whether the tree contains memory amounts.
    bool has_bytes() const;
    void retranslate();

    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;

private:
    WorkingLine* root() const;
    void announce(const WorkingLine& first, const WorkingLine& last);
    bool announce_differences(const WorkingLine& line, const Derivation& before);
    void announce_everything(const WorkingLine& line);

    const Localization& words_;
    BytePrefixes prefixes_ = BytePrefixes::binary;
    Derivation working_;
};

/// The calculation of a number: the tree of its inputs, and for the current node its formula with names and with
/// values, its source, and whether it is an assumption. If there are several counting conventions, it switches between
/// them and explains the difference; memory is shown in either prefix.
class WorkingPanel : public Card {
    Q_OBJECT

public:
    WorkingPanel(Document& document, const Localization& words, QWidget* parent = nullptr);

    void show_quantity(const QString& id);
    const QString& quantity() const { return quantity_; }
    bool has_working() const { return model_->rowCount() > 0; }

signals:
    /// A leaf that refers to a setting or a record of the catalog ("gpus/rtx4090") was chosen.
    void field_requested(const QString& path);

private:
    void build();
    void build_heading(QBoxLayout* column);
    QLabel* detail_label(const char* name);
    void follow();
    BytePrefixes prefixes() const;
    void show_node(const QModelIndex& index);
    void go_to_origin(const QModelIndex& index);

    Document& document_;
    const Localization& words_;
    QString quantity_ = QStringLiteral("memory.total_bytes");
    /// The shown convention; initially the quantity itself.
    QString reading_ = quantity_;
    WorkingModel* model_;
    /// GiB or GB, if the calculation has memory amounts.
    QToolButton* prefixes_;
    ReadingSwitch* readings_;
    QTreeView* tree_;
    QLabel* formula_ = nullptr;
    QLabel* substituted_ = nullptr;
    QLabel* source_ = nullptr;
    QLabel* assumption_ = nullptr;
    QPushButton* to_setting_ = nullptr;
};

} // namespace rigwright
