// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/breakdown_panel.h"

#include "ui/format/on_change.h"
#include "ui/format/words.h"
#include "ui/theme/theme.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace rigwright {

namespace {

constexpr int columns = 2;
constexpr int bar_height = 26;

MemoryPart part_at(std::size_t index) { return static_cast<MemoryPart>(index); }

} // namespace

MemoryBar::MemoryBar(QWidget* parent) : QWidget(parent) { setFixedHeight(bar_height); }

void MemoryBar::show_memory(const MemoryEstimate& memory, bool usable_known)
{
    memory_ = memory;
    usable_known_ = usable_known;
    update();
}

void MemoryBar::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const Theme& theme = theme_of(palette());
    const QRectF track = QRectF(rect()).adjusted(0.5, 4.5, -0.5, -4.5);
    painter.setPen(theme.border);
    painter.setBrush(theme.window);
    painter.drawRect(track);
    double parts = 0.0;
    for (const Bytes part : memory_.parts) parts += part.as_double();
    const double full = std::max(
        {memory_.total.as_double(), parts, memory_.high.as_double(), usable_known_ ? memory_.usable.as_double() : 0.0});
    if (full <= 0.0) return;
    const auto at = [&](double bytes) { return track.left() + track.width() * bytes / full; };
    double below = 0.0;
    painter.setPen(Qt::NoPen);
    for (std::size_t i = 0; i < memory_part_count; ++i) {
        const double above = below + memory_.parts[i].as_double();
        painter.fillRect(QRectF(at(below), track.top(), at(above) - at(below), track.height()), theme.part(part_at(i)));
        below = above;
    }
    if (memory_.measured_correction) {
        // The correction reaches from the sum of the parts to the total, back where it takes away.
        const double total = memory_.total.as_double();
        const QRectF area(at(std::min(below, total)), track.top(), at(std::abs(total - below)) - at(0.0),
                          track.height());
        painter.fillRect(area, QBrush(theme.text, total < below ? Qt::BDiagPattern : Qt::FDiagPattern));
    }
    painter.setPen(QPen(theme.text, 1.5));
    const double middle = track.center().y();
    painter.drawLine(QPointF(at(memory_.low.as_double()), middle), QPointF(at(memory_.high.as_double()), middle));
    for (const Bytes end : {memory_.low, memory_.high}) {
        painter.drawLine(QPointF(at(end.as_double()), middle - 3), QPointF(at(end.as_double()), middle + 3));
    }
    if (!usable_known_) return;
    const double limit = std::min(at(memory_.usable.as_double()), track.right() - 0.5);
    painter.setPen(QPen(theme.bad, 2));
    painter.drawLine(QPointF(limit, 0), QPointF(limit, height()));
}

PartBar::PartBar(MemoryPart part, QWidget* parent) : QWidget(parent), part_(part)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setMinimumWidth(30);
}

void PartBar::show_share(double share)
{
    if (share == share_) return;
    share_ = share;
    update();
}

void PartBar::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const Theme& theme = theme_of(palette());
    painter.fillRect(rect(), theme.grid);
    const double width = share_ > 0.0 ? std::max(2.0, share_ * rect().width()) : 0.0;
    painter.fillRect(QRectF(0, 0, width, height()), theme.part(part_));
}

BreakdownPanel::BreakdownPanel(Document& document, const Localization& words, QWidget* parent)
    : Card(parent),
      document_(document),
      words_(words),
      title_(new QLabel(this)),
      capacity_(new QuantityLabel(QStringLiteral("memory.usable_bytes"), this)),
      bar_(new MemoryBar(this))
{
    setObjectName(QStringLiteral("breakdown"));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(14, 8, 14, 10);
    column->setSpacing(4);
    QFont font = title_->font();
    font.setBold(true);
    title_->setFont(font);
    title_->setTextFormat(Qt::PlainText);
    auto* heading = new QHBoxLayout;
    capacity_->set_alignment(Qt::AlignRight);
    connect(capacity_, &QuantityLabel::working_requested, this, &BreakdownPanel::working_requested);
    heading->addWidget(title_, 1);
    heading->addWidget(capacity_);
    column->addLayout(heading);
    column->addWidget(bar_);
    auto* grid = new QGridLayout;
    grid->setHorizontalSpacing(8);
    grid->setVerticalSpacing(1);
    for (std::size_t i = 0; i < memory_part_count; ++i) add_row(grid, part_at(i));
    column->addLayout(grid);
    auto* line = new QHBoxLayout;
    correction_name_ = new QLabel(this);
    correction_name_->setTextFormat(Qt::PlainText);
    correction_ = new QuantityLabel(QStringLiteral("memory.parts.measured_correction"), this);
    connect(correction_, &QuantityLabel::working_requested, this, &BreakdownPanel::working_requested);
    line->addWidget(correction_name_);
    line->addWidget(correction_);
    line->addStretch(1);
    column->addLayout(line);
    connect(&document_, &Document::changed, this, &BreakdownPanel::follow);
    follow();
    on_change(this, QEvent::LanguageChange, [this] { follow(); });
}

void BreakdownPanel::add_row(QGridLayout* grid, MemoryPart part)
{
    constexpr int cells = 4;
    const int index = static_cast<int>(part);
    const int line = index % (static_cast<int>(memory_part_count) / columns);
    const int first = index / (static_cast<int>(memory_part_count) / columns) * cells;
    Row& row = rows_[static_cast<std::size_t>(part)];
    row.name = new QLabel(this);
    row.name->setTextFormat(Qt::PlainText);
    row.bar = new PartBar(part, this);
    row.value = new QuantityLabel(QStringLiteral("memory.parts.") + QString::fromLatin1(key_of(part)), this);
    row.value->set_alignment(Qt::AlignRight);
    connect(row.value, &QuantityLabel::working_requested, this, &BreakdownPanel::working_requested);
    grid->addWidget(row.name, line, first);
    grid->addWidget(row.bar, line, first + 1, Qt::AlignVCenter);
    grid->addWidget(row.value, line, first + 2, Qt::AlignRight);
    grid->setColumnStretch(first + 1, 1);
    grid->setColumnMinimumWidth(first + 3, first == 0 ? 18 : 0);
}

void BreakdownPanel::show_capacity()
{
    const std::optional<UsableMemory>& usable = document_.evaluation().memory.usable;
    const bool known = document_.evaluation().estimate && usable;
    capacity_->setVisible(known);
    if (!known) return;
    capacity_->show_text(
        tr("%1 usable of %2").arg(words_.text(value_of(usable->usable)), words_.text(value_of(usable->nominal))),
        words_.quantity("memory.usable_bytes"));
    capacity_->setToolTip(
        tr("The number on the card's label is what its memory cells hold, counted in GiB (2³⁰ bytes). "
           "The driver, error correction and a display keep a part of it; programs get the rest. "
           "Click to see how much."));
}

void BreakdownPanel::follow()
{
    title_->setText(words_.table().speaks_of_processors() ? tr("Memory, by what fills it")
                                                          : tr("Memory of one GPU, by what fills it"));
    show_capacity();
    const std::optional<Estimate>& estimate = document_.evaluation().estimate;
    const bool known = estimate && estimate->memory;
    const MemoryEstimate memory = known ? *estimate->memory : MemoryEstimate();
    bar_->show_memory(memory, known && estimate->verdict.has_value());
    bar_->setAccessibleName(title_->text());
    const bool corrected = memory.measured_correction.has_value();
    correction_name_->setVisible(corrected);
    correction_->setVisible(corrected);
    if (corrected) {
        const QString name = words_.quantity("memory.parts.measured_correction");
        correction_name_->setText(QStringLiteral("▨ ") + name);
        const QString sign = memory.measured_correction->value() < 0 ? QStringLiteral("−") : QStringLiteral("+");
        const Bytes amount = Bytes::of(std::abs(memory.measured_correction->value()));
        correction_->show_text(sign + words_.text(value_of(amount)), name);
    }
    double largest = 0.0;
    for (const Bytes part : memory.parts) largest = std::max(largest, part.as_double());
    for (std::size_t i = 0; i < memory_part_count; ++i) {
        const MemoryPart part = part_at(i);
        const QString name = words_.quantity(std::string("memory.parts.") + key_of(part));
        if (rows_[i].name->text() != name) rows_[i].name->setText(name);
        rows_[i].bar->show_share(largest > 0.0 ? memory.part(part).as_double() / largest : 0.0);
        if (known)
            show_part(part, memory, name);
        else
            rows_[i].value->show_text(QStringLiteral("–"), name);
        if (!known) rows_[i].value->set_note(QString());
        rows_[i].value->setEnabled(known);
    }
}

void BreakdownPanel::show_part(MemoryPart part, const MemoryEstimate& memory, const QString& name)
{
    QuantityLabel& value = *rows_[static_cast<std::size_t>(part)].value;
    const Bytes held = memory.part(part);
    if (held > Bytes()) {
        value.show_text(words_.text(value_of(held)), name);
        value.set_note(both_prefixes(held, words_));
        return;
    }
    // Nothing at the peak is no error: it is held at another time, or never.
    constexpr std::size_t gradients_state = 1;
    const QString phase = words_.text(std::string("phase.") + key_of(memory.peak_phase));
    const bool later = part == MemoryPart::gradients && memory.states[gradients_state] > Bytes();
    const bool earlier = part == MemoryPart::activations && memory.peak_phase == Phase::optimizer;
    value.show_text(later ? tr("not yet") : earlier ? tr("no longer") : tr("none"), name);
    if (later)
        value.set_note(tr("Memory is fullest before there are gradients (%1). After the backward pass they take %2.")
                           .arg(phase, words_.text(value_of(memory.states[gradients_state]))));
    else if (earlier)
        value.set_note(tr("Memory is fullest after the backward pass has freed the activations (%1).").arg(phase));
    else
        value.set_note(tr("This plan keeps nothing of this kind."));
}

} // namespace rigwright
