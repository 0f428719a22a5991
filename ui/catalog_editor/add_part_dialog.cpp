// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/catalog_editor/add_part_dialog.h"

#include "core/hardware/record_edit.h"
#include "ui/catalog_editor/field_texts.h"
#include "ui/catalog_editor/own_parts_model.h"
#include "ui/theme/theme.h"

#include <nlohmann/json.hpp>

#include <QCompleter>
#include <QFormLayout>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>
#include <filesystem>

namespace rigwright {

namespace {

template <typename Action>
void with_records(const Catalog& catalog, RecordKind kind, Action action)
{
    switch (kind) {
    case RecordKind::gpu: return action(catalog.gpus);
    case RecordKind::cpu: return action(catalog.cpus);
    case RecordKind::link: return action(catalog.links);
    case RecordKind::storage: return action(catalog.storages);
    case RecordKind::memory_kit: return action(catalog.memory_kits);
    case RecordKind::chassis: return action(catalog.chassis_list);
    case RecordKind::power_supply: return action(catalog.power_supplies);
    }
}

} // namespace

AddPartDialog::AddPartDialog(HardwareData& hardware, QWidget* parent)
    : QDialog(parent),
      data_(hardware),
      kind_(new QComboBox(this)),
      override_(new QRadioButton(tr("Other &values for a part of the database"), this)),
      copy_(new QRadioButton(tr("A new part as a &copy of one"), this)),
      new_(new QRadioButton(tr("A new part with e&mpty fields"), this)),
      part_(new QComboBox(this)),
      id_(new QLineEdit(this)),
      name_(new QLineEdit(this)),
      trouble_(new QLabel(this)),
      buttons_(new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel, this))
{
    setWindowTitle(tr("Add a part"));
    setObjectName(QStringLiteral("add_part"));
    for (std::size_t i = 0; i < record_folders.size(); ++i) kind_->addItem(kind_name(static_cast<RecordKind>(i)));
    part_->setEditable(true);
    part_->setInsertPolicy(QComboBox::NoInsert);
    part_->completer()->setFilterMode(Qt::MatchContains);
    part_->completer()->setCompletionMode(QCompleter::PopupCompletion);
    part_->setMinimumContentsLength(32);
    auto* column = new QVBoxLayout(this);
    auto* form = new QFormLayout;
    build_choices(form);
    column->addLayout(form);
    trouble_->setTextFormat(Qt::PlainText);
    trouble_->setWordWrap(true);
    column->addWidget(trouble_);
    column->addWidget(buttons_);
    connect(buttons_, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons_, &QDialogButtonBox::rejected, this, &QDialog::reject);
    override_->setChecked(true);
    fill_parts();
}

void AddPartDialog::build_choices(QFormLayout* form)
{
    form->addRow(tr("&Kind:"), kind_);
    form->addRow(QString(), override_);
    form->addRow(QString(), copy_);
    form->addRow(QString(), new_);
    form->addRow(tr("&Part:"), part_);
    form->addRow(tr("&Id:"), id_);
    form->addRow(tr("&Name:"), name_);
    part_->setAccessibleName(tr("Part"));
    connect(kind_, &QComboBox::currentIndexChanged, this, &AddPartDialog::fill_parts);
    for (QRadioButton* choice : {override_, copy_, new_})
        connect(choice, &QRadioButton::toggled, this, &AddPartDialog::suggest_id);
    connect(part_, &QComboBox::currentIndexChanged, this, &AddPartDialog::suggest_id);
    connect(id_, &QLineEdit::textChanged, this, &AddPartDialog::judge);
    connect(name_, &QLineEdit::textChanged, this, &AddPartDialog::judge);
}

void AddPartDialog::fill_parts()
{
    part_->clear();
    with_records(data_.catalog(), kind(), [this](const auto& records) {
        for (const auto& record : records) part_->addItem(from_utf8(record.name), from_utf8(record.id));
    });
    part_->model()->sort(0);
    part_->setCurrentIndex(0);
    suggest_id();
}

void AddPartDialog::suggest_id()
{
    part_->setEnabled(!new_->isChecked());
    id_->setEnabled(!override_->isChecked());
    name_->setEnabled(!override_->isChecked());
    const QString id = from_utf8(chosen_part());
    if (override_->isChecked()) {
        id_->setText(id);
        name_->setText(part_->currentText());
    } else if (copy_->isChecked()) {
        id_->setText(id + QStringLiteral("-own"));
        name_->setText(tr("%1, own copy").arg(part_->currentText()));
    } else {
        id_->clear();
        name_->clear();
    }
    judge();
}

QString AddPartDialog::trouble() const
{
    const std::string id = id_->text().trimmed().toStdString();
    if (!new_->isChecked() &&
        (part_->currentIndex() < 0 || part_->currentText() != part_->itemText(part_->currentIndex())))
        return tr("“%1” is no part of the database. Choose one of the list.").arg(part_->currentText());
    if (id.empty()) return tr("A part needs an id, for example rtx4090-48g.");
    if (!is_part_id(id))
        return tr("“%1” is no id. Accepted: up to 64 letters, digits, dots, dashes, underscores and plus signs, a "
                  "letter or digit first.")
            .arg(id_->text());
    if (data_.own_text(record_file(kind(), id))) return tr("Your catalogue has this part already.");
    bool taken = false;
    for (std::size_t i = 0; i < record_folders.size(); ++i)
        taken |= !part_name(data_.catalog(), static_cast<RecordKind>(i), id).isEmpty();
    if (!override_->isChecked() && taken) return tr("Another part has the id “%1” already.").arg(id_->text());
    if (name_->text().trimmed().isEmpty()) return tr("A part needs a name.");
    return {};
}

void AddPartDialog::judge()
{
    const QString found = trouble();
    trouble_->setText(found);
    QPalette coloured = palette();
    coloured.setColor(QPalette::WindowText, theme_of(palette()).bad);
    trouble_->setPalette(coloured);
    buttons_->button(QDialogButtonBox::Ok)->setEnabled(found.isEmpty());
}

OwnRecordFile AddPartDialog::wanted() const { return {kind(), id_->text().trimmed().toStdString()}; }

nlohmann::json AddPartDialog::record() const
{
    const OwnRecordFile file = wanted();
    const std::string name = name_->text().trimmed().toStdString();
    if (new_->isChecked()) return record_template(file.kind, file.id, name);
    if (override_->isChecked()) return nlohmann::json(record_start(file.kind, file.id));
    nlohmann::json copy = data_.shipped_record(file.kind, chosen_part());
    if (copy.is_null()) copy = data_.own_record(file.kind, chosen_part());
    copy["id"] = file.id;
    copy["name"] = name;
    copy.erase("prices");
    return copy;
}

} // namespace rigwright
