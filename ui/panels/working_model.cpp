// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/working_model.h"

#include <algorithm>

namespace rigwright {

namespace {

bool holds_bytes(const Derivation& working)
{
    return working.value.unit == Unit::bytes || std::ranges::any_of(working.inputs, holds_bytes);
}

bool same_shape(const Derivation& one, const Derivation& other)
{
    return one.quantity == other.quantity && std::ranges::equal(one.inputs, other.inputs, same_shape);
}

/// What a line shows besides its inputs.
bool same_line(const Derivation& one, const Derivation& other)
{
    return one.value == other.value && one.arguments == other.arguments && one.formula == other.formula &&
           one.source == other.source && one.assumption == other.assumption && one.origin == other.origin;
}

} // namespace

WorkingModel::WorkingModel(const Localization& words, QObject* parent) : QAbstractItemModel(parent), words_(words) {}

bool WorkingModel::show_working(Derivation working)
{
    if (root_ && same_shape(working_, working)) {
        std::swap(working_, working);
        take(*root_, working_);
        if (announce_differences(*root_, working)) announce(*root_, *root_);
        return true;
    }
    beginResetModel();
    working_ = std::move(working);
    root_ = node_of(working_, nullptr, 0);
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

bool WorkingModel::has_bytes() const { return root_ && holds_bytes(working_); }

void WorkingModel::retranslate()
{
    if (!root_) return;
    take(*root_, working_);
    announce_everything(*root_);
    emit headerDataChanged(Qt::Horizontal, 0, column_count - 1);
}

std::unique_ptr<WorkingModel::Node> WorkingModel::node_of(const Derivation& working, Node* parent, int row)
{
    auto node = std::make_unique<Node>();
    node->working = &working;
    node->parent = parent;
    node->row = row;
    for (const Derivation& input : working.inputs) {
        node->children.push_back(node_of(input, node.get(), static_cast<int>(node->children.size())));
    }
    return node;
}

void WorkingModel::take(Node& node, const Derivation& working)
{
    node.working = &working;
    node.text.reset();
    for (std::size_t i = 0; i < node.children.size(); ++i) take(*node.children[i], working.inputs[i]);
}

void WorkingModel::announce(const Node& first, const Node& last)
{
    const auto at = [this](const Node& node, int column) {
        return createIndex(node.row, column, const_cast<Node*>(&node));
    };
    emit dataChanged(at(first, 0), at(last, column_count - 1));
}

/// Announces what differs below the node; whether it does, or the node itself.
bool WorkingModel::announce_differences(const Node& node, const Derivation& before)
{
    bool below = false;
    for (std::size_t i = 0; i < node.children.size(); ++i)
        below |= announce_differences(*node.children[i], before.inputs[i]);
    if (below) announce(*node.children.front(), *node.children.back());
    return below || !same_line(*node.working, before);
}

void WorkingModel::announce_everything(const Node& node)
{
    announce(node, node);
    for (const auto& child : node.children) announce_everything(*child);
}

WorkingModel::Node* WorkingModel::node_at(const QModelIndex& index) const
{
    return static_cast<Node*>(index.internalPointer());
}

const WorkingText& WorkingModel::text_of(Node& node) const
{
    if (!node.text) node.text = render(*node.working, words_.table(), prefixes_);
    return *node.text;
}

QModelIndex WorkingModel::index(int row, int column, const QModelIndex& parent) const
{
    if (!root_ || column < 0 || column >= column_count || row < 0) return {};
    if (!parent.isValid()) return row == 0 ? createIndex(0, column, root_.get()) : QModelIndex();
    Node* above = node_at(parent);
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
    Node& node = *node_at(index);
    switch (role) {
    case Qt::DisplayRole:
        return from_utf8(index.column() == quantity_column ? text_of(node).name : text_of(node).value);
    case Qt::TextAlignmentRole:
        return index.column() == result_column ? QVariant(Qt::AlignRight | Qt::AlignVCenter)
                                               : QVariant(Qt::AlignLeft | Qt::AlignVCenter);
    case Qt::AccessibleTextRole: return from_utf8(text_of(node).name + ", " + text_of(node).value);
    case origin_role: return from_utf8(node.working->origin);
    case formula_role: return from_utf8(text_of(node).formula);
    case substituted_role: return from_utf8(text_of(node).substituted);
    case source_role: return from_utf8(text_of(node).source);
    case assumption_role: return node.working->assumption;
    default: return {};
    }
}

QVariant WorkingModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole) return {};
    return section == quantity_column ? tr("Metric") : tr("Result");
}

} // namespace rigwright
