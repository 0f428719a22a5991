// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/controls/segment_control.h"

#include <QHBoxLayout>
#include <QSignalBlocker>

namespace rigwright {

SegmentControl::SegmentControl(QString path, QWidget* parent)
    : FieldControl(std::move(path), parent),
      box_(new QWidget(this)),
      parts_(new QButtonGroup(this))
{
    auto* row = new QHBoxLayout(box_);
    row->setContentsMargins(0, 0, 0, 0);
    // Outlines of neighbours share a line.
    row->setSpacing(0);
    place_editor(false);
    connect(parts_, &QButtonGroup::idToggled, this, [this](int part, bool chosen) {
        if (!chosen) return;
        box_->setFocusProxy(parts_->button(part));
        ask(FieldValue(ids_[static_cast<std::size_t>(part)].toStdString()));
    });
}

void SegmentControl::set_entries(const std::vector<PickerEntry>& entries)
{
    for (std::size_t i = ids_.size(); i < entries.size(); ++i) {
        auto* part = new PlainButton(PlainButton::Look::segment, box_);
        part->setObjectName(path() + QLatin1Char('.') + entries[i].id);
        part->setCheckable(true);
        part->setFocusPolicy(Qt::StrongFocus);
        parts_->addButton(part, static_cast<int>(i));
        box_->layout()->addWidget(part);
        ids_.push_back(entries[i].id);
    }
    for (std::size_t i = 0; i < entries.size(); ++i) {
        auto* part = static_cast<PlainButton*>(parts_->button(static_cast<int>(i)));
        part->show_text(entries[i].text);
        part->setAccessibleName(QStringLiteral("%1: %2").arg(plain_label(), entries[i].text));
    }
    display(FieldValue(current_.toStdString()));
    arrange();
}

void SegmentControl::display(const FieldValue& value)
{
    const QSignalBlocker silent(parts_);
    const auto* word = std::get_if<std::string>(&value);
    current_ = word ? QString::fromStdString(*word) : QString();
    for (std::size_t i = 0; i < ids_.size(); ++i) {
        if (ids_[i] != current_) continue;
        parts_->button(static_cast<int>(i))->setChecked(true);
        box_->setFocusProxy(parts_->button(static_cast<int>(i)));
    }
}

} // namespace rigwright
