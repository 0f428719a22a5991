// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/measure/measurement_list.h"

#include "core/scenario/words.h"

#include <QHeaderView>
#include <QVBoxLayout>

namespace rigwright {

QTableWidget* read_only_table(QWidget* parent)
{
    auto* table = new QTableWidget(parent);
    table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    table->setSelectionBehavior(QAbstractItemView::SelectRows);
    table->setAlternatingRowColors(true);
    table->setShowGrid(false);
    table->setTabKeyNavigation(false);
    table->verticalHeader()->hide();
    table->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    table->horizontalHeader()->setHighlightSections(false);
    return table;
}

void put_cell(QTableWidget& table, int row, int column, const QString& text, bool number)
{
    auto* item = new QTableWidgetItem(text);
    item->setTextAlignment((number ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    item->setData(Qt::AccessibleTextRole,
                  QStringLiteral("%1: %2").arg(table.horizontalHeaderItem(column)->text(), text));
    table.setItem(row, column, item);
}

QStringList peak_kind_names(const Words& words_table)
{
    QStringList names;
    for (const std::string_view word : words<PeakKind>) names << words_table.text("peak-kind." + std::string(word));
    return names;
}

MeasurementList::MeasurementList(const Words& words, MeasurementFiles& files, QWidget* parent)
    : QWidget(parent),
      words_(words),
      files_(files),
      caption_(new QLabel(this)),
      table_(read_only_table(this))
{
    auto* column = new QVBoxLayout(this);
    caption_->setTextFormat(Qt::PlainText);
    caption_->setWordWrap(true);
    table_->horizontalHeader()->setStretchLastSection(true);
    column->addWidget(caption_);
    column->addWidget(table_, 1);
    connect(&files_, &MeasurementFiles::log_changed, this, &MeasurementList::follow);
}

void MeasurementList::follow()
{
    const MeasurementLog log = files_.log();
    caption_->setText(log.errors.empty()
                          ? tr("Every imported result, newest first, beside what the model alone predicted for it. "
                               "The list stays on this computer: %1")
                                .arg(MeasurementFiles::log_path())
                          : tr("The list of my measurements is damaged and was left as it is."));
    table_->setAccessibleName(tr("My measurements"));
    const QStringList headings{tr("Date"),          tr("Model"),          tr("Device"),
                               tr("Micro-batch"),   tr("Step measured"),  tr("Step predicted"),
                               tr("Peak measured"), tr("Peak predicted"), tr("Peak told by")};
    table_->setColumnCount(static_cast<int>(headings.size()));
    table_->setHorizontalHeaderLabels(headings);
    table_->setRowCount(static_cast<int>(log.lines.size()));
    for (int row = 0; row < table_->rowCount(); ++row)
        show_line(row, log.lines[log.lines.size() - 1 - static_cast<std::size_t>(row)]);
}

void MeasurementList::show_line(int row, const LoggedMeasurement& line)
{
    const auto bytes = [this](const std::optional<std::int64_t>& amount) {
        return amount ? words_.text(value_of(Bytes::of(*amount))) : QStringLiteral("–");
    };
    const auto seconds = [this](const std::optional<double>& amount) {
        return amount ? words_.text(Value{*amount, Unit::seconds}) : QStringLiteral("–");
    };
    put_cell(*table_, row, 0, from_utf8(line.date), false);
    put_cell(*table_, row, 1, from_utf8(line.model), false);
    put_cell(*table_, row, 2, from_utf8(line.device), false);
    put_cell(*table_, row, 3, QString::number(line.micro_batch), true);
    put_cell(*table_, row, 4, seconds(line.step_seconds), true);
    put_cell(*table_, row, 5, seconds(line.predicted_step_seconds), true);
    put_cell(*table_, row, 6, bytes(line.peak_bytes), true);
    put_cell(*table_, row, 7, bytes(line.predicted_peak_bytes), true);
    const QString kind = line.kind ? peak_kind_names(words_).at(static_cast<qsizetype>(*line.kind)) : QString();
    put_cell(*table_, row, 8, kind, false);
}

} // namespace rigwright
