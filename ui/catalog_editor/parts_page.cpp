// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/catalog_editor/parts_page.h"

#include "ui/catalog_editor/add_part_dialog.h"
#include "ui/catalog_editor/field_delegate.h"
#include "ui/catalog_editor/field_texts.h"
#include "ui/theme/theme.h"

#include <nlohmann/json.hpp>

#include <QHeaderView>
#include <QSplitter>
#include <QVBoxLayout>

namespace rigwright {

namespace {

constexpr int list_width = 430;
constexpr int value_width = 150;

void prepare(QTableView* view)
{
    view->setAlternatingRowColors(true);
    view->setTabKeyNavigation(false);
    view->setWordWrap(false);
    view->verticalHeader()->hide();
    view->horizontalHeader()->setHighlightSections(false);
    view->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    view->horizontalHeader()->setStretchLastSection(true);
}

} // namespace

PartsPage::PartsPage(HardwareData& hardware, const Words& words, QWidget* parent)
    : QWidget(parent),
      data_(hardware),
      words_(words),
      parts_model_(new OwnPartsModel(hardware, words, this)),
      found_(new QSortFilterProxyModel(this)),
      field_model_(new RecordFieldModel(hardware, words, this)),
      search_(new QLineEdit(this)),
      list_(new QTableView(this)),
      fields_(new QTableView(this)),
      heading_(new QLabel(this)),
      trouble_(new QLabel(this)),
      empty_(new QLabel(this))
{
    auto* column = new QVBoxLayout(this);
    auto* halves = new QSplitter(Qt::Horizontal, this);
    halves->setChildrenCollapsible(false);
    halves->addWidget(build_list());
    halves->addWidget(build_fields());
    halves->setSizes({list_width, 2 * list_width});
    halves->setStretchFactor(1, 1);
    column->addWidget(halves);
    connect(&data_, &HardwareData::changed, this, &PartsPage::follow);
    connect(field_model_, &RecordFieldModel::judged, this, &PartsPage::show_trouble);
}

QPushButton* PartsPage::add_button(const char* name)
{
    auto* made = new QPushButton(this);
    made->setObjectName(QLatin1String(name));
    made->setAutoDefault(false);
    return made;
}

QWidget* PartsPage::build_list()
{
    auto* half = new QWidget(this);
    auto* column = new QVBoxLayout(half);
    column->setContentsMargins(0, 0, 4, 0);
    search_->setClearButtonEnabled(true);
    column->addWidget(search_);
    found_->setSourceModel(parts_model_);
    found_->setFilterCaseSensitivity(Qt::CaseInsensitive);
    found_->setFilterKeyColumn(-1);
    list_->setObjectName(QStringLiteral("own_parts"));
    list_->setModel(found_);
    list_->setSelectionBehavior(QAbstractItemView::SelectRows);
    list_->setSelectionMode(QAbstractItemView::SingleSelection);
    prepare(list_);
    column->addWidget(list_, 1);
    empty_->setTextFormat(Qt::PlainText);
    empty_->setWordWrap(true);
    column->addWidget(empty_);
    auto* row = new QHBoxLayout;
    row->addWidget(add_button("add_part"));
    row->addWidget(add_button("remove_part"));
    row->addStretch(1);
    column->addLayout(row);
    connect(search_, &QLineEdit::textChanged, found_, &QSortFilterProxyModel::setFilterFixedString);
    connect(list_->selectionModel(), &QItemSelectionModel::currentRowChanged, this, &PartsPage::show_chosen);
    connect(found_, &QAbstractItemModel::modelReset, this, &PartsPage::show_chosen);
    connect(&button("add_part"), &QPushButton::clicked, this, &PartsPage::ask_and_add);
    connect(&button("remove_part"), &QPushButton::clicked, this, &PartsPage::remove_chosen);
    return half;
}

QWidget* PartsPage::build_fields()
{
    auto* half = new QWidget(this);
    auto* column = new QVBoxLayout(half);
    column->setContentsMargins(4, 0, 0, 0);
    heading_->setTextFormat(Qt::PlainText);
    heading_->setWordWrap(true);
    column->addWidget(heading_);
    fields_->setObjectName(QStringLiteral("fields"));
    fields_->setModel(field_model_);
    fields_->setItemDelegate(new FieldDelegate(*field_model_, fields_));
    fields_->setEditTriggers(QAbstractItemView::DoubleClicked | QAbstractItemView::EditKeyPressed |
                             QAbstractItemView::AnyKeyPressed | QAbstractItemView::SelectedClicked);
    prepare(fields_);
    // Sources are long; the figures beside them have to stay in sight.
    for (const int section : {RecordFieldModel::value_column, RecordFieldModel::shipped_column}) {
        fields_->horizontalHeader()->setSectionResizeMode(section, QHeaderView::Interactive);
        fields_->horizontalHeader()->resizeSection(section, value_width);
    }
    column->addWidget(fields_, 1);
    trouble_->setObjectName(QStringLiteral("trouble"));
    trouble_->setTextFormat(Qt::PlainText);
    trouble_->setWordWrap(true);
    trouble_->hide();
    column->addWidget(trouble_);
    auto* row = new QHBoxLayout;
    row->addWidget(add_button("revert"));
    row->addStretch(1);
    column->addLayout(row);
    connect(&button("revert"), &QPushButton::clicked, this, &PartsPage::revert_chosen);
    connect(fields_->selectionModel(), &QItemSelectionModel::currentRowChanged, this, &PartsPage::follow);
    return half;
}

int PartsPage::chosen() const
{
    const QModelIndex current = list_->currentIndex();
    return current.isValid() ? found_->mapToSource(current).row() : -1;
}

void PartsPage::show_chosen()
{
    const int row = chosen();
    show_trouble(QString());
    if (row < 0)
        field_model_->show(RecordKind::gpu, {});
    else
        field_model_->show(parts_model_->file_of(row).kind, parts_model_->file_of(row).id);
    follow();
}

void PartsPage::follow()
{
    const int row = chosen();
    button("remove_part").setEnabled(row >= 0);
    const int field = fields_->currentIndex().row();
    button("revert").setEnabled(row >= 0 && field >= 0 && field < field_model_->rowCount() &&
                                field_model_->is_own(field));
    empty_->setVisible(parts_model_->rowCount() == 0);
    if (row < 0) {
        heading_->setText(tr("Choose a part on the left to see and edit its fields."));
        return;
    }
    const QString name = parts_model_->data(parts_model_->index(row, OwnPartsModel::name_column)).toString();
    heading_->setText(
        field_model_->is_override()
            ? tr("%1: your values in bold, shipped values in grey. An empty value means unknown.").arg(name)
            : tr("%1: a part of your own. An empty value means unknown.").arg(name));
}

void PartsPage::ask_and_add()
{
    AddPartDialog dialog(data_, this);
    if (dialog.exec() == QDialog::Accepted) add(dialog.wanted(), dialog.record());
}

void PartsPage::add(const OwnRecordFile& file, const nlohmann::json& record)
{
    const std::string name = record_file(file.kind, file.id);
    if (data_.change({{name, data_.own_text(name), record_text(in_order(file.kind, record))}}, tr("add a part")))
        choose(file.kind, file.id);
}

void PartsPage::choose(RecordKind kind, const std::string& id)
{
    search_->clear();
    const int row = parts_model_->row_of(kind, id);
    if (row < 0) return;
    list_->setCurrentIndex(found_->mapFromSource(parts_model_->index(row, OwnPartsModel::name_column)));
    show_chosen();
    fields_->setFocus(Qt::OtherFocusReason);
    fields_->setCurrentIndex(field_model_->index(0, RecordFieldModel::value_column));
}

void PartsPage::remove_chosen()
{
    const int row = chosen();
    if (row < 0) return;
    const OwnRecordFile file = parts_model_->file_of(row);
    const std::string name = record_file(file.kind, file.id);
    data_.change({{name, data_.own_text(name), std::nullopt}}, tr("delete a part"));
}

void PartsPage::revert_chosen()
{
    const int row = fields_->currentIndex().row();
    show_trouble(QString());
    if (row >= 0 && row < field_model_->rowCount()) field_model_->revert(row);
    follow();
}

void PartsPage::show_trouble(const QString& text)
{
    trouble_->setText(text);
    trouble_->setVisible(!text.isEmpty());
    QPalette coloured = palette();
    coloured.setColor(QPalette::WindowText, theme_of(palette()).bad);
    trouble_->setPalette(coloured);
}

void PartsPage::retranslate()
{
    search_->setPlaceholderText(tr("Search your parts"));
    search_->setAccessibleName(tr("Search your parts"));
    list_->setAccessibleName(tr("Your parts"));
    fields_->setAccessibleName(tr("Fields of the part"));
    button("add_part").setText(tr("&Add a part…"));
    button("remove_part").setText(tr("&Delete"));
    button("remove_part")
        .setToolTip(tr("Takes the part out of your catalogue; a shipped part has its shipped values again"));
    button("revert").setText(tr("&Revert to the shipped value"));
    empty_->setText(tr("Nothing here yet. Add a part that the database lacks, or other values for one that it has."));
    parts_model_->retranslate();
    field_model_->retranslate();
    if (chosen() < 0 && found_->rowCount() > 0) list_->setCurrentIndex(found_->index(0, OwnPartsModel::name_column));
    follow();
}

} // namespace rigwright
