// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/estimate/working/nodes.h"
#include "core/text/number_text.h"
#include "ui/format/words.h"

#include <QAbstractItemModel>

#include <memory>
#include <optional>

namespace rigwright {

/// One explanation tree for a view: quantity and result in columns, everything else by role.
class WorkingModel : public QAbstractItemModel {
    Q_OBJECT

public:
    enum Column { quantity_column, result_column, column_count };
    enum Role { origin_role = Qt::UserRole, formula_role, substituted_role, source_role, assumption_role };

    explicit WorkingModel(const Localization& words, QObject* parent = nullptr);

    /// True when the tree has the shape it had before, so that only its numbers changed and the view keeps its state.
    bool show_working(Derivation working);
    void clear();
    /// Prefixes of amounts of memory from now on.
    void use(BytePrefixes prefixes);
    /// Some number of the tree is an amount of memory.
    bool has_bytes() const;
    void retranslate();

    QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
    QModelIndex parent(const QModelIndex& index) const override;
    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    struct Node {
        /// In `working_`.
        const Derivation* working = nullptr;
        /// Written when a view asks: most lines are out of sight.
        std::optional<WorkingText> text;
        Node* parent = nullptr;
        int row = 0;
        std::vector<std::unique_ptr<Node>> children;
    };

    static std::unique_ptr<Node> node_of(const Derivation& working, Node* parent, int row);
    static void take(Node& node, const Derivation& working);
    void announce(const Node& first, const Node& last);
    bool announce_differences(const Node& node, const Derivation& before);
    void announce_everything(const Node& node);
    Node* node_at(const QModelIndex& index) const;
    const WorkingText& text_of(Node& node) const;

    const Localization& words_;
    BytePrefixes prefixes_ = BytePrefixes::binary;
    Derivation working_;
    std::unique_ptr<Node> root_;
};

} // namespace rigwright
