// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/catalog_editor/add_price_dialog.h"

#include "core/prices/price_cells.h"
#include "core/text/price_text.h"
#include "ui/catalog_editor/own_price_model.h"
#include "ui/controls/number_text.h"
#include "ui/theme/theme.h"

#include <QCompleter>
#include <QDate>
#include <QFormLayout>
#include <QPushButton>
#include <QVBoxLayout>

namespace rigwright {

void fill_with_parts(QComboBox& box, const Catalog& catalog)
{
    box.setEditable(true);
    box.setInsertPolicy(QComboBox::NoInsert);
    box.completer()->setFilterMode(Qt::MatchContains);
    box.completer()->setCompletionMode(QCompleter::PopupCompletion);
    box.setMinimumContentsLength(32);
    const PartIndex index(catalog);
    for (const PricedPart& part : index.parts()) box.addItem(from_utf8(part.name), from_utf8(part.id));
    box.model()->sort(0);
    box.setCurrentIndex(0);
}

AddPriceDialog::AddPriceDialog(HardwareData& hardware, const Words& words, QWidget* parent)
    : QDialog(parent),
      words_(words),
      part_(new QComboBox(this)),
      amount_(new QLineEdit(this)),
      currency_(new QComboBox(this)),
      kind_(new QComboBox(this)),
      date_(new QLineEdit(QDate::currentDate().toString(Qt::ISODate), this)),
      supplier_(new QLineEdit(this)),
      source_(new QLineEdit(tr("quotation"), this)),
      valid_until_(new QLineEdit(this)),
      trouble_(new QLabel(this)),
      buttons_(new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel, this))
{
    setWindowTitle(tr("Add a price"));
    setObjectName(QStringLiteral("add_price"));
    fill_with_parts(*part_, hardware.catalog());
    currency_->setEditable(true);
    currency_->addItems({QStringLiteral("CNY"), QStringLiteral("USD"), QStringLiteral("EUR")});
    for (std::size_t i = 0; i < rigwright::words<PriceKind>.size(); ++i)
        kind_->addItem(from_utf8(name_of(static_cast<PriceKind>(i), words.table())));
    kind_->setCurrentIndex(static_cast<int>(PriceKind::quotation));
    trouble_->setTextFormat(Qt::PlainText);
    trouble_->setWordWrap(true);
    auto* column = new QVBoxLayout(this);
    auto* form = new QFormLayout;
    form->addRow(tr("&Part:"), part_);
    form->addRow(tr("P&rice:"), amount_);
    form->addRow(tr("&Currency:"), currency_);
    form->addRow(tr("&Kind:"), kind_);
    form->addRow(tr("&Date:"), date_);
    form->addRow(tr("&Supplier:"), supplier_);
    form->addRow(tr("S&ource:"), source_);
    form->addRow(tr("&Valid until:"), valid_until_);
    column->addLayout(form);
    column->addWidget(trouble_);
    column->addWidget(buttons_);
    for (QLineEdit* field : {amount_, date_, supplier_, source_, valid_until_})
        connect(field, &QLineEdit::textChanged, this, &AddPriceDialog::judge);
    for (QComboBox* box : {part_, currency_, kind_})
        connect(box, &QComboBox::currentTextChanged, this, &AddPriceDialog::judge);
    connect(buttons_, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons_, &QDialogButtonBox::rejected, this, &QDialog::reject);
    judge();
    amount_->setFocus();
}

Price AddPriceDialog::price() const
{
    const auto plain = [](const QLineEdit* field) { return plain_cell(field->text().toStdString()); };
    Price price;
    price.amount = number_from_text(amount_->text()).value_or(0.0);
    price.currency = currency_from(currency_->currentText().toStdString());
    price.kind = static_cast<PriceKind>(kind_->currentIndex());
    price.date = date_from(plain(date_));
    price.supplier = plain(supplier_);
    price.source = plain(source_);
    price.valid_until = date_from(plain(valid_until_));
    return price;
}

QString AddPriceDialog::trouble() const
{
    const auto reason = [this](const char* code, const QString& found, const char* accepted) {
        return from_utf8(text_of_reason({code, PriceColumn::date, found.toStdString(), accepted}, words_.table()));
    };
    if (part_->currentText() != part_->itemText(part_->currentIndex()))
        return tr("“%1” is no part of the catalogue. Choose one of the list.").arg(part_->currentText());
    if (!number_from_text(amount_->text())) return reason("not-a-price", amount_->text(), "15999.00");
    const Price wanted = price();
    if (wanted.currency.empty()) return reason("unknown-currency", currency_->currentText(), "CNY, USD, EUR, ...");
    if (wanted.date.empty()) return reason("not-a-date", date_->text(), "2026-11-01");
    if (wanted.valid_until.empty() && !valid_until_->text().trimmed().isEmpty())
        return reason("not-a-date", valid_until_->text(), "2026-11-01");
    return price_trouble(wanted, words_);
}

void AddPriceDialog::judge()
{
    const QString found = trouble();
    trouble_->setText(amount_->text().isEmpty() ? QString() : found);
    QPalette coloured = palette();
    coloured.setColor(QPalette::WindowText, theme_of(palette()).bad);
    trouble_->setPalette(coloured);
    buttons_->button(QDialogButtonBox::Ok)->setEnabled(found.isEmpty());
}

} // namespace rigwright
