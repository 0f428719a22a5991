// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/working_panel.h"

#include "core/explain/explain.h"
#include "core/scenario/fields.h"
#include "ui/panels/assumption_delegate.h"
#include "ui/theme/theme.h"

#include <QEvent>
#include <QHeaderView>
#include <QVBoxLayout>

namespace rigwright {

WorkingPanel::WorkingPanel(Document& document, const Words& words, QWidget* parent)
    : Card(parent),
      document_(document),
      words_(words),
      model_(new WorkingModel(words, this)),
      title_(new QLabel(this)),
      tree_(new QTreeView(this))
{
    setObjectName(QStringLiteral("working"));
    build();
    connect(&document_, &Document::changed, this, &WorkingPanel::follow);
    connect(tree_->selectionModel(), &QItemSelectionModel::currentChanged, this, &WorkingPanel::show_node);
    connect(model_, &QAbstractItemModel::dataChanged, this, [this] { show_node(tree_->currentIndex()); });
    connect(tree_, &QTreeView::clicked, this, &WorkingPanel::go_to_origin);
    connect(tree_, &QTreeView::activated, this, &WorkingPanel::go_to_origin);
    connect(to_setting_, &QPushButton::clicked, this, [this] { go_to_origin(tree_->currentIndex()); });
    retranslate();
    follow();
}

void WorkingPanel::build()
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(12, 8, 12, 10);
    column->setSpacing(6);
    QFont font = title_->font();
    font.setBold(true);
    title_->setFont(font);
    title_->setTextFormat(Qt::PlainText);
    title_->setWordWrap(true);
    tree_->setModel(model_);
    tree_->setItemDelegateForColumn(WorkingModel::quantity_column, new AssumptionDelegate(tree_));
    tree_->setAlternatingRowColors(true);
    tree_->setUniformRowHeights(true);
    tree_->setIndentation(14);
    tree_->setTextElideMode(Qt::ElideMiddle);
    tree_->setExpandsOnDoubleClick(true);
    tree_->header()->setStretchLastSection(false);
    tree_->header()->setSectionResizeMode(WorkingModel::quantity_column, QHeaderView::Stretch);
    tree_->header()->setSectionResizeMode(WorkingModel::result_column, QHeaderView::ResizeToContents);
    column->addWidget(title_);
    column->addWidget(tree_, 1);
    formula_ = detail_label("formula");
    substituted_ = detail_label("substituted");
    source_ = detail_label("source");
    assumption_ = detail_label("assumption");
    to_setting_ = new QPushButton(this);
    column->addWidget(formula_);
    column->addWidget(substituted_);
    column->addWidget(assumption_);
    column->addWidget(source_);
    column->addWidget(to_setting_, 0, Qt::AlignLeft);
}

QLabel* WorkingPanel::detail_label(const char* name)
{
    auto* label = new QLabel(this);
    label->setObjectName(QString::fromLatin1(name));
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    label->hide();
    return label;
}

void WorkingPanel::show_quantity(const QString& id)
{
    quantity_ = id;
    follow();
    if (model_->rowCount() > 0) tree_->setCurrentIndex(model_->index(0, 0));
}

void WorkingPanel::follow()
{
    const std::optional<Working> working = explain(document_.evaluation(), *document_.data(), quantity_.toStdString());
    if (!working) {
        model_->clear();
        show_node({});
        return;
    }
    if (model_->show_working(*working)) return;
    const QModelIndex root = model_->index(0, 0);
    tree_->expand(root);
    tree_->setCurrentIndex(root);
}

void WorkingPanel::show_node(const QModelIndex& index)
{
    const auto show_line = [&index](QLabel* label, int role, const QString& pattern) {
        const QString text = index.data(role).toString();
        const QString line = text.isEmpty() ? QString() : pattern.arg(text);
        if (label->text() != line) label->setText(line);
        label->setVisible(!line.isEmpty());
    };
    show_line(formula_, WorkingModel::formula_role, QStringLiteral("%1"));
    show_line(substituted_, WorkingModel::substituted_role, QStringLiteral("= %1"));
    show_line(source_, WorkingModel::source_role, tr("Source: %1"));
    assumption_->setVisible(index.data(WorkingModel::assumption_role).toBool());
    to_setting_->setVisible(field_of(index.data(WorkingModel::origin_role).toString().toStdString()) != nullptr);
}

void WorkingPanel::go_to_origin(const QModelIndex& index)
{
    const QString origin = index.data(WorkingModel::origin_role).toString();
    if (!origin.isEmpty() && model_->rowCount(index.siblingAtColumn(0)) == 0) emit field_asked(origin);
}

void WorkingPanel::retranslate()
{
    title_->setText(tr("How the number comes about"));
    tree_->setAccessibleName(title_->text());
    assumption_->setText(tr("◆ Assumption: a judgement, not a measurement or a definition."));
    to_setting_->setText(tr("Go to the setting"));
    model_->retranslate();
    show_node(tree_->currentIndex());
}

void WorkingPanel::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange) retranslate();
}

} // namespace rigwright
