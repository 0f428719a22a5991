// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/catalog_editor/parts_page.h"

#include "core/hardware/record_edit.h"
#include "ui/catalog_editor/record_field_model.h"
#include "ui/controls/card.h"
#include "ui/controls/exact_field.h"
#include "ui/document/hardware_data.h"
#include "ui/format/layout.h"
#include "ui/format/words.h"
#include "ui/panels/part_entries.h"
#include "ui/theme/theme.h"

#include <QComboBox>
#include <QDialog>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QRadioButton>
#include <QSortFilterProxyModel>
#include <QSplitter>
#include <QTableView>
#include <QVBoxLayout>
#include <QWidget>

#include <nlohmann/json.hpp>

namespace rigwright {

namespace {

constexpr int list_width = 430;
constexpr int value_width = 150;

void prepare(QTableView* view)
{
    set_look(*view);
    view->setWordWrap(false);
    view->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    view->horizontalHeader()->setStretchLastSection(true);
}

} // namespace

/// Dialog for adding to the parts library: other values for a database part, a copy of one, or a new one.
class AddPartDialog : public QDialog {
    Q_OBJECT

public:
    AddPartDialog(HardwareData& hardware, const Localization& words, QWidget* parent)
        : QDialog(parent),
          data_(hardware),
          kind_(new QComboBox(this)),
          override_(new QRadioButton(tr("Custom &values for a database part"), this)),
          copy_(new QRadioButton(tr("New part as a &copy"), this)),
          new_(new QRadioButton(tr("New e&mpty part"), this)),
          part_(new PartPicker(QStringLiteral("part"), hardware.document(), words, this)),
          id_(new QLineEdit(this)),
          name_(new QLineEdit(this)),
          error_banner_(new TroubleLabel(this)),
          buttons_(new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel, this))
    {
        setWindowTitle(tr("Add a part"));
        setObjectName(QStringLiteral("add_part"));
        for (std::size_t i = 0; i < record_folders.size(); ++i)
            kind_->addItem(kind_name(static_cast<RecordKind>(i), words));
        part_->hide_label();
        part_->set_texts({tr("Part"), QString(), QString(), QString()});
        constexpr int width_for_names = 320;
        part_->setMinimumWidth(width_for_names);
        auto* column = new QVBoxLayout(this);
        auto* form = new QFormLayout;
        build_choices(form);
        fill(column, {form, error_banner_, buttons_});
        connect(buttons_, &QDialogButtonBox::accepted, this, &QDialog::accept);
        connect(buttons_, &QDialogButtonBox::rejected, this, &QDialog::reject);
        override_->setChecked(true);
        fill_parts();
    }

    /// The requested record, as the change that creates its file.
    OwnRecordFile wanted() const { return {kind(), id_->text().trimmed().toStdString()}; }

    nlohmann::json record() const
    {
        const OwnRecordFile file = wanted();
        const std::string name = name_->text().trimmed().toStdString();
        if (new_->isChecked()) return record_template(file.kind, file.id, name);
        if (override_->isChecked()) return nlohmann::json(record_start(file.kind, file.id));
        nlohmann::json copy = data_.shipped_record(file.kind, part_->part());
        if (copy.is_null()) copy = data_.own_record(file.kind, part_->part());
        copy["id"] = file.id;
        copy["name"] = name;
        copy.erase("prices");
        return copy;
    }

private:
    void build_choices(QFormLayout* form)
    {
        form->addRow(tr("&Kind:"), kind_);
        form->addRow(QString(), override_);
        form->addRow(QString(), copy_);
        form->addRow(QString(), new_);
        form->addRow(tr("&Part:"), part_);
        form->addRow(tr("&Id:"), id_);
        form->addRow(tr("&Name:"), name_);
        connect(kind_, &QComboBox::currentIndexChanged, this, &AddPartDialog::fill_parts);
        for (QRadioButton* choice : {override_, copy_, new_})
            connect(choice, &QRadioButton::toggled, this, &AddPartDialog::suggest_id);
        connect(part_, &PartPicker::part_chosen, this, &AddPartDialog::suggest_id);
        connect(part_->box(), &QComboBox::editTextChanged, this, &AddPartDialog::judge);
        connect(id_, &QLineEdit::textChanged, this, &AddPartDialog::judge);
        connect(name_, &QLineEdit::textChanged, this, &AddPartDialog::judge);
    }

    void fill_parts()
    {
        part_->show_kind(kind());
        suggest_id();
    }

    void suggest_id()
    {
        part_->setEnabled(!new_->isChecked());
        id_->setEnabled(!override_->isChecked());
        name_->setEnabled(!override_->isChecked());
        const QString id = from_utf8(part_->part());
        if (override_->isChecked()) {
            id_->setText(id);
            name_->setText(part_->part_name());
        } else if (copy_->isChecked()) {
            id_->setText(id + QStringLiteral("-own"));
            name_->setText(tr("%1, custom copy").arg(part_->part_name()));
        } else {
            id_->clear();
            name_->clear();
        }
        judge();
    }

    /// Shows missing input; the dialog can be accepted if there is none.
    void judge()
    {
        const QString found = trouble();
        error_banner_->show_text(found);
        buttons_->button(QDialogButtonBox::Ok)->setEnabled(found.isEmpty());
    }

    QString trouble() const
    {
        const std::string id = id_->text().trimmed().toStdString();
        if (!new_->isChecked() && !part_->is_sound())
            return tr("No part named “%1”. Choose one from the list.").arg(part_->box()->currentText());
        if (id.empty()) return tr("A part needs an id, for example rtx4090-48g.");
        if (!is_part_id(id))
            return tr("“%1” isn't a valid id. Expected: up to 64 letters, digits, dots, dashes, underscores and plus "
                      "signs, a letter or digit first.")
                .arg(id_->text());
        if (data_.own_text(record_file(kind(), id))) return tr("Your parts library already has this part.");
        bool taken = false;
        for (std::size_t i = 0; i < record_folders.size(); ++i)
            taken |= !part_name(data_.catalog(), static_cast<RecordKind>(i), id).isEmpty();
        if (!override_->isChecked() && taken) return tr("Another part already has the id “%1”.").arg(id_->text());
        if (name_->text().trimmed().isEmpty()) return tr("A part needs a name.");
        return {};
    }

    RecordKind kind() const { return static_cast<RecordKind>(kind_->currentIndex()); }

    HardwareData& data_;
    QComboBox* kind_;
    QRadioButton* override_;
    QRadioButton* copy_;
    QRadioButton* new_;
    PartPicker* part_;
    QLineEdit* id_;
    QLineEdit* name_;
    TroubleLabel* error_banner_;
    QDialogButtonBox* buttons_;
};

PartsPage::PartsPage(HardwareData& hardware, const Localization& words, QWidget* parent)
    : QWidget(parent),
      data_(hardware),
      words_(words),
      parts_model_(new OwnPartsModel(hardware, words, this)),
      found_(new QSortFilterProxyModel(this)),
      field_model_(new RecordFieldModel(hardware, words, this)),
      search_(new QLineEdit(this)),
      list_(spoken(named(new QTableView(this), "own_parts"), [] { return tr("Your parts"); })),
      fields_(spoken(named(new QTableView(this), "fields"), [] { return tr("Fields of the part"); })),
      heading_(wrapped_label(this)),
      error_banner_(new TroubleLabel(this)),
      empty_(say(wrapped_label(this),
                 [] { return tr("No custom parts yet. Add a new part, or custom values for a database part."); }))
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
    connect(field_model_, &RecordFieldModel::judged, error_banner_, &TroubleLabel::show_text);
}

QWidget* PartsPage::build_list()
{
    auto* half = new QWidget(this);
    auto* column = column_in(half, {0, 0, 4, 0});
    search_->setClearButtonEnabled(true);
    in_each_language(spoken(search_, [] { return tr("Search your parts"); }),
                     [this] { search_->setPlaceholderText(tr("Search your parts")); });
    column->addWidget(search_);
    found_->setSourceModel(parts_model_);
    found_->setFilterCaseSensitivity(Qt::CaseInsensitive);
    found_->setFilterKeyColumn(-1);
    list_->setModel(found_);
    list_->setSelectionBehavior(QAbstractItemView::SelectRows);
    list_->setSelectionMode(QAbstractItemView::SingleSelection);
    prepare(list_);
    fill(column, {{list_, 1}, empty_});
    QPushButton* add = push_button(this, "add_part", [] { return tr("Add a &part…"); });
    remove_ = push_button(
        this, "remove_part", [] { return tr("De&lete"); },
        [] { return tr("Removes the part from your parts library; a database part gets its database values back"); });
    column->addLayout(row_of({add, remove_, Stretch{}}));
    connect(search_, &QLineEdit::textChanged, found_, &QSortFilterProxyModel::setFilterFixedString);
    connect(list_->selectionModel(), &QItemSelectionModel::currentRowChanged, this, &PartsPage::show_chosen);
    connect(found_, &QAbstractItemModel::modelReset, this, &PartsPage::show_chosen);
    connect(add, &QPushButton::clicked, this, &PartsPage::ask_and_add);
    connect(remove_, &QPushButton::clicked, this, &PartsPage::remove_chosen);
    return half;
}

QWidget* PartsPage::build_fields()
{
    auto* half = new QWidget(this);
    auto* column = column_in(half, {4, 0, 0, 0}, -1, {heading_});
    fields_->setModel(field_model_);
    const auto choices = [this](const QModelIndex& cell) {
        const RecordField& field = field_model_->field_of(cell.row());
        if (field.type != RecordFieldType::word && field.type != RecordFieldType::flag) return QStringList();
        return field.required ? field_model_->words_of(field) : QStringList(QString()) + field_model_->words_of(field);
    };
    const auto trouble = [this](const QModelIndex& cell, const QString& text) {
        const QString found = field_model_->trouble(cell.row(), text);
        return found.isEmpty() ? std::nullopt : std::optional(found);
    };
    fields_->setItemDelegate(new CellDelegate(choices, trouble, fields_));
    fields_->setEditTriggers(QAbstractItemView::DoubleClicked | QAbstractItemView::EditKeyPressed |
                             QAbstractItemView::AnyKeyPressed | QAbstractItemView::SelectedClicked);
    prepare(fields_);
    // Sources are long; the figures next to them must stay visible.
    for (const int section : {RecordFieldModel::value_column, RecordFieldModel::shipped_column}) {
        fields_->horizontalHeader()->setSectionResizeMode(section, QHeaderView::Interactive);
        fields_->horizontalHeader()->resizeSection(section, value_width);
    }
    fill(column, {{fields_, 1}, error_banner_});
    revert_ = push_button(this, "revert", [] { return tr("&Revert to the database value"); });
    column->addLayout(row_of({revert_, Stretch{}}));
    connect(revert_, &QPushButton::clicked, this, [this] {
        const int row = fields_->currentIndex().row();
        error_banner_->show_text(QString());
        if (row >= 0 && row < field_model_->rowCount()) field_model_->revert(row);
        follow();
    });
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
    error_banner_->show_text(QString());
    if (row < 0)
        field_model_->show(RecordKind::gpu, {});
    else
        field_model_->show(parts_model_->file_of(row).kind, parts_model_->file_of(row).id);
    follow();
}

void PartsPage::follow()
{
    const int row = chosen();
    remove_->setEnabled(row >= 0);
    const int field = fields_->currentIndex().row();
    revert_->setEnabled(row >= 0 && field >= 0 && field < field_model_->rowCount() && field_model_->is_own(field));
    empty_->setVisible(parts_model_->rowCount() == 0);
    if (row < 0) {
        heading_->setText(tr("Choose a part on the left to see and edit its fields."));
        return;
    }
    const QString name = parts_model_->data(parts_model_->index(row, OwnPartsModel::name_column)).toString();
    heading_->setText(
        field_model_->is_override()
            ? tr("%1: your values in bold, database values in gray. An empty value means unknown.").arg(name)
            : tr("%1: a custom part. An empty value means unknown.").arg(name));
}

void PartsPage::ask_and_add()
{
    AddPartDialog dialog(data_, words_, this);
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

void PartsPage::retranslate()
{
    parts_model_->retranslate();
    field_model_->retranslate();
    if (chosen() < 0 && found_->rowCount() > 0) list_->setCurrentIndex(found_->index(0, OwnPartsModel::name_column));
    follow();
}

} // namespace rigwright

#include "parts_page.moc"
