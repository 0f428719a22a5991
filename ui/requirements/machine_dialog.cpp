// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/requirements/machine_dialog.h"

#include "core/text/found_part_text.h"
#include "ui/document/new_project.h"

#include <QEvent>
#include <QHeaderView>
#include <QPushButton>
#include <QVBoxLayout>

namespace rigwright {

namespace {

enum MachineColumn { what, found, proposed, remark, column_count };
constexpr int machine_dialog_width = 860;
constexpr int machine_dialog_height = 420;

QTableWidgetItem* cell(const std::string& text)
{
    auto* item = new QTableWidgetItem(from_utf8(text));
    item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable);
    item->setToolTip(from_utf8(text).toHtmlEscaped());
    return item;
}

} // namespace

MachineDialog::MachineDialog(Document& document, const Words& words, const Machine& machine, DriverAnswer::State driver,
                             QWidget* parent)
    : QDialog(parent),
      document_(document),
      words_(words),
      parts_(propose_build(machine, document.data()->hardware)),
      driver_(driver),
      intro_(new QLabel(this)),
      table_(new QTableWidget(0, column_count, this)),
      note_(new QLabel(this)),
      buttons_(new QDialogButtonBox(QDialogButtonBox::Apply | QDialogButtonBox::Cancel, this))
{
    setObjectName(QStringLiteral("machine"));
    // A build that says what it is plugged into stays there.
    if (document.scenario().build.circuit.empty())
        if (auto circuit = propose_circuit(document.data()->hardware, territory_of_system()))
            parts_.push_back(std::move(*circuit));
    auto* column = new QVBoxLayout(this);
    for (QLabel* label : {intro_, note_}) {
        label->setTextFormat(Qt::PlainText);
        label->setWordWrap(true);
    }
    table_->verticalHeader()->hide();
    table_->setSelectionBehavior(QAbstractItemView::SelectRows);
    table_->setAlternatingRowColors(true);
    table_->setTabKeyNavigation(false);
    table_->setWordWrap(true);
    table_->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    table_->horizontalHeader()->setSectionResizeMode(remark, QHeaderView::Stretch);
    table_->horizontalHeader()->setHighlightSections(false);
    // The remarks' column finds its width last.
    connect(table_->horizontalHeader(), &QHeaderView::sectionResized, table_, &QTableView::resizeRowsToContents);
    column->addWidget(intro_);
    column->addWidget(table_, 1);
    column->addWidget(note_);
    column->addWidget(buttons_);
    connect(buttons_->button(QDialogButtonBox::Apply), &QPushButton::clicked, this, &MachineDialog::take_over);
    connect(buttons_, &QDialogButtonBox::rejected, this, &QDialog::reject);
    resize(machine_dialog_width, machine_dialog_height);
    retranslate();
}

void MachineDialog::take_over()
{
    Scenario next = document_.scenario();
    for (std::size_t i = 0; i < parts_.size(); ++i) {
        const bool wanted = table_->item(static_cast<int>(i), what)->checkState() == Qt::Checked;
        const Field* field = field_of(parts_[i].field);
        if (wanted && field != nullptr && accepts(*field, parts_[i].value)) field->write(next, parts_[i].value);
    }
    if (next == document_.scenario() || document_.set_scenario(next, tr("this machine"))) accept();
}

void MachineDialog::retranslate()
{
    setWindowTitle(tr("This machine"));
    intro_->setText(
        tr("What the operating system tells of this machine. What is ticked becomes the build; every setting "
           "can be changed afterwards."));
    note_->setText(words_.text(key_of(driver_)));
    table_->setHorizontalHeaderLabels({tr("Part"), tr("Found"), tr("In the build"), tr("Remark")});
    table_->setAccessibleName(windowTitle());
    const bool first = table_->rowCount() == 0;
    table_->setRowCount(static_cast<int>(parts_.size()));
    for (std::size_t i = 0; i < parts_.size(); ++i) {
        const int row = static_cast<int>(i);
        const FoundPartText text = text_of(parts_[i], words_.table());
        const bool known = !std::holds_alternative<std::monostate>(parts_[i].value);
        const Qt::CheckState state =
            first ? (known ? Qt::Checked : Qt::Unchecked) : table_->item(row, what)->checkState();
        QTableWidgetItem* name = cell(text.what);
        if (known) name->setFlags(name->flags() | Qt::ItemIsUserCheckable);
        name->setCheckState(state);
        table_->setItem(row, what, name);
        table_->setItem(row, found, cell(text.found));
        table_->setItem(row, proposed, cell(text.proposed));
        table_->setItem(row, remark, cell(text.remark));
    }
    table_->resizeRowsToContents();
    buttons_->button(QDialogButtonBox::Apply)->setText(tr("Take over"));
    buttons_->button(QDialogButtonBox::Cancel)->setText(tr("Cancel"));
}

void MachineDialog::changeEvent(QEvent* event)
{
    QDialog::changeEvent(event);
    if (event->type() == QEvent::LanguageChange) retranslate();
}

} // namespace rigwright
