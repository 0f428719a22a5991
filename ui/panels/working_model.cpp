// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/working_model.h"

#include <algorithm>

namespace rigwright {

namespace {

bool holds_bytes(const Working& working)
{
    return working.value.unit == Unit::bytes || std::ranges::any_of(working.inputs, holds_bytes);
}

} // namespace

WorkingModel::WorkingModel(const Words& words, QObject* parent) : QAbstractItemModel(parent), words_(words) {}

bool WorkingModel::show_working(const Working& working)
{
    if (root_ && same_shape(*root_, working)) {
        update(*root_, working);
        announce_change(*root_);
        return true;
    }
    beginResetModel();
    root_ = node_of(working, nullptr, 0);
    endResetModel();
    return false;
}

void WorkingModel::clear()
{
    beginResetModel();
    root_.reset();
    endResetModel();
}

void WorkingModel::use(BytePrefixes prefixes)
{
    prefixes_ = prefixes;
    retranslate();
}

bool WorkingModel::has_bytes() const { return root_ && holds_bytes(root_->working); }

void WorkingModel::retranslate()
{
    if (!root_) return;
    const Working working = root_->working;
    update(*root_, working);
    announce_change(*root_);
    emit headerDataChanged(Qt::Horizontal, 0, column_count - 1);
}

std::unique_ptr<WorkingModel::Node> WorkingModel::node_of(const Working& working, Node* parent, int row) const
{
    auto node = std::make_unique<Node>();
    node->working = working;
    node->text = render(working, words_.table(), prefixes_);
    node->parent = parent;
    node->row = row;
    for (const Working& input : working.inputs) {
        node->children.push_back(node_of(input, node.get(), static_cast<int>(node->children.size())));
    }
    return node;
}

bool WorkingModel::same_shape(const Node& node, const Working& working)
{
    if (node.working.quantity != working.quantity || node.children.size() != working.inputs.size()) return false;
    for (std::size_t i = 0; i < node.children.size(); ++i) {
        if (!same_shape(*node.children[i], working.inputs[i])) return false;
    }
    return true;
}

void WorkingModel::update(Node& node, const Working& working) const
{
    node.working = working;
    node.text = render(working, words_.table(), prefixes_);
    for (std::size_t i = 0; i < node.children.size(); ++i) update(*node.children[i], working.inputs[i]);
}

void WorkingModel::announce_change(const Node& node)
{
    auto* inside = const_cast<Node*>(&node);
    emit dataChanged(createIndex(node.row, 0, inside), createIndex(node.row, column_count - 1, inside));
    for (const auto& child : node.children) announce_change(*child);
}

const WorkingModel::Node* WorkingModel::node_at(const QModelIndex& index) const
{
    return static_cast<const Node*>(index.internalPointer());
}

QModelIndex WorkingModel::index(int row, int column, const QModelIndex& parent) const
{
    if (!root_ || column < 0 || column >= column_count || row < 0) return {};
    if (!parent.isValid()) return row == 0 ? createIndex(0, column, root_.get()) : QModelIndex();
    const Node* above = node_at(parent);
    if (parent.column() != 0 || row >= static_cast<int>(above->children.size())) return {};
    return createIndex(row, column, above->children[static_cast<std::size_t>(row)].get());
}

QModelIndex WorkingModel::parent(const QModelIndex& index) const
{
    if (!index.isValid()) return {};
    Node* above = node_at(index)->parent;
    return above ? createIndex(above->row, 0, above) : QModelIndex();
}

int WorkingModel::rowCount(const QModelIndex& parent) const
{
    if (!parent.isValid()) return root_ ? 1 : 0;
    return parent.column() == 0 ? static_cast<int>(node_at(parent)->children.size()) : 0;
}

int WorkingModel::columnCount(const QModelIndex&) const { return column_count; }

QVariant WorkingModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid()) return {};
    const Node& node = *node_at(index);
    switch (role) {
    case Qt::DisplayRole: return from_utf8(index.column() == quantity_column ? node.text.name : node.text.value);
    case Qt::TextAlignmentRole:
        return index.column() == result_column ? QVariant(Qt::AlignRight | Qt::AlignVCenter)
                                               : QVariant(Qt::AlignLeft | Qt::AlignVCenter);
    case Qt::AccessibleTextRole: return from_utf8(node.text.name + ", " + node.text.value);
    case origin_role: return from_utf8(node.working.origin);
    case formula_role: return from_utf8(node.text.formula);
    case substituted_role: return from_utf8(node.text.substituted);
    case source_role: return from_utf8(node.text.source);
    case assumption_role: return node.working.assumption;
    default: return {};
    }
}

QVariant WorkingModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole) return {};
    return section == quantity_column ? tr("Quantity") : tr("Result");
}

} // namespace rigwright
