// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/verdict_panel.h"

#include "core/estimate/quantities.h"
#include "ui/controls/card.h"
#include "ui/format/on_change.h"
#include "ui/format/tool_tip.h"
#include "ui/format/words.h"
#include "ui/theme/symbols.h"
#include "ui/theme/theme.h"

#include <QAccessible>
#include <QEvent>
#include <QHBoxLayout>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace rigwright {

namespace {

constexpr int verdict_sign_size = 30;
constexpr double headline_scale = 1.5;
constexpr double value_scale = 1.15;

void set_label_text(QLabel* label, const QString& text)
{
    if (label->text() != text) label->setText(text);
}

} // namespace

VerdictPanel::VerdictPanel(Document& document, const Localization& words, QWidget* parent)
    : QWidget(parent),
      document_(document),
      words_(words)
{
    setObjectName(QStringLiteral("verdict"));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(14, 10, 14, 10);
    column->setSpacing(8);
    build_headline();
    help_ = new HelpLine(document_, words_, this);
    column->addWidget(help_);
    build_tiles();
    connect(help_, &HelpLine::more_requested, this, &VerdictPanel::help_requested);
    connect(&document_, &Document::changed, this, &VerdictPanel::follow);
    connect(&document_, &Document::settled, this, &VerdictPanel::announce);
    follow();
    announced_ = verdict_;
    on_change(this, QEvent::LanguageChange, [this] { follow(); });
    on_change(this, QEvent::PaletteChange, [this] { paint_sign(); });
}

void VerdictPanel::build_headline()
{
    auto* row = new QHBoxLayout;
    row->setSpacing(10);
    sign_ = new QLabel(this);
    word_ = new QLabel(this);
    word_->setTextFormat(Qt::PlainText);
    QFont font = word_->font();
    font.setPointSizeF(font.pointSizeF() * headline_scale);
    font.setBold(true);
    word_->setFont(font);
    memory_ = add_quantity(QStringLiteral("memory.total_bytes"));
    memory_->set_emphasis(headline_scale, false);
    memory_range_ = small_label(this);
    row->addWidget(sign_);
    row->addWidget(word_);
    row->addSpacing(6);
    row->addWidget(memory_);
    row->addWidget(memory_range_, 1, Qt::AlignLeft | Qt::AlignVCenter);
    badge_ = new QToolButton(this);
    badge_->setObjectName(QStringLiteral("measured_badge"));
    badge_->setFocusPolicy(Qt::StrongFocus);
    connect(badge_, &QToolButton::clicked, this, &VerdictPanel::measurements_requested);
    row->addWidget(badge_);
    static_cast<QVBoxLayout*>(layout())->addLayout(row);
}

void VerdictPanel::build_tiles()
{
    auto* grid = new QGridLayout;
    grid->setHorizontalSpacing(18);
    grid->setVerticalSpacing(0);
    add_tile(grid, 0, 0, QT_TR_NOOP("Whole training"), "time.total_seconds");
    add_tile(grid, 0, 1, QT_TR_NOOP("One epoch"), "time.epoch_seconds");
    add_tile(grid, 0, 2, QT_TR_NOOP("One step"), "time.step_seconds");
    add_tile(grid, 0, 3, QT_TR_NOOP("Throughput"), "time.samples_per_second");
    // One place: an inspection is asked how many whole images it judges.
    add_tile(grid, 0, 3, QT_TR_NOOP("Images per second"), "time.images_per_second");
    add_tile(grid, 1, 0, QT_TR_NOOP("Model FLOPs utilization"), "time.mfu");
    add_tile(grid, 1, 1, QT_TR_NOOP("Largest micro-batch"), "memory.max_micro_batch");
    add_tile(grid, 1, 2, QT_TR_NOOP("Parameters"), "model.parameters");
    // One place: an inference has no backward pass.
    add_tile(grid, 1, 3, QT_TR_NOOP("Work per sample"), "model.training_flops_per_sample");
    add_tile(grid, 1, 3, QT_TR_NOOP("Work per sample"), "model.forward_flops_per_sample");
    add_tile(grid, 2, 0, QT_TR_NOOP("With all that comes with it"), "time.wall_seconds");
    add_tile(grid, 2, 1, QT_TR_NOOP("Energy"), "energy.total_kWh");
    add_tile(grid, 2, 2, QT_TR_NOOP("Average power"), "energy.average_power_W");
    // One place: what a cycle asks for counts more than carbon dioxide where it is asked.
    add_tile(grid, 2, 3, QT_TR_NOOP("Carbon dioxide"), "energy.co2_kg");
    add_tile(grid, 2, 3, QT_TR_NOOP("One part"), "takt.part_latency_seconds");
    for (int column = 0; column < 4; ++column) grid->setColumnStretch(column, 1);
    static_cast<QVBoxLayout*>(layout())->addLayout(grid);
}

QuantityLabel* VerdictPanel::add_quantity(const QString& id)
{
    auto* label = new QuantityLabel(id, this);
    connect(label, &QuantityLabel::working_requested, this, &VerdictPanel::working_requested);
    return label;
}

void VerdictPanel::add_tile(QGridLayout* grid, int row, int column, const char* caption, const char* quantity)
{
    constexpr int lines = 4;
    Tile tile{caption, small_label(this), add_quantity(QString::fromLatin1(quantity)), small_label(this)};
    tile.value->set_emphasis(value_scale, true);
    grid->addWidget(tile.caption, row * lines, column);
    grid->addWidget(tile.value, row * lines + 1, column, Qt::AlignLeft);
    // The third row leaves the plots their height: what is said below the others stands in its captions' tips.
    tile.compact = row > 1;
    if (tile.compact)
        tile.note->hide();
    else
        grid->addWidget(tile.note, row * lines + 2, column);
    if (row > 0) grid->setRowMinimumHeight(row * lines - 1, 6);
    tiles_.push_back(tile);
}

VerdictPanel::Tile& VerdictPanel::tile(const char* quantity)
{
    return *std::ranges::find_if(
        tiles_, [quantity](const Tile& tile) { return tile.value->quantity() == QLatin1String(quantity); });
}

bool VerdictPanel::infers() const { return document_.scenario().training.mode == RunMode::infer; }

QString VerdictPanel::caption_of(const Tile& tile) const
{
    const QString quantity = tile.value->quantity();
    if (infers() && quantity == QStringLiteral("time.total_seconds")) return tr("All batches");
    if (infers() && quantity == QStringLiteral("time.epoch_seconds")) return tr("One pass over the dataset");
    if (infers() && quantity == QStringLiteral("time.step_seconds")) return tr("One batch");
    return tr(tile.caption_text);
}

void VerdictPanel::show_tile(const char* quantity, const QString& text, const QString& note)
{
    Tile& shown = tile(quantity);
    const QString caption = caption_of(shown);
    set_label_text(shown.caption, caption);
    shown.value->show_text(text, caption);
    set_label_text(shown.note, note);
    if (shown.compact) shown.caption->setToolTip(tool_tip(note));
    shown.value->setEnabled(text != QStringLiteral("–"));
    // What does not fit has no time; it is shown as what it would be.
    const bool hypothetical = verdict_ == Verdict::does_not_fit && std::string_view(quantity).starts_with("time.");
    shown.value->set_struck_out(hypothetical && shown.value->isEnabled());
}

void VerdictPanel::show_number(const Estimate& estimate, const char* quantity, const QString& note,
                               const QString& otherwise)
{
    const std::optional<Value> value = number_of(quantity, estimate);
    show_tile(quantity, value ? words_.text(*value) : QStringLiteral("–"), value ? note : otherwise);
}

QString VerdictPanel::range_text(const Estimate& estimate, const char* quantity) const
{
    const QuantityRange& range = quantity_of(quantity)->range;
    const std::optional<Value> low = number_of(range.low, estimate);
    const std::optional<Value> high = number_of(range.high, estimate);
    if (!low || !high) return {};
    return QStringLiteral("%1 … %2").arg(words_.text(*low), words_.text(*high));
}

void VerdictPanel::set_visible(const char* quantity, bool visible)
{
    Tile& shown = tile(quantity);
    shown.caption->setVisible(visible);
    shown.value->setVisible(visible);
    if (!shown.compact) shown.note->setVisible(visible);
}

void VerdictPanel::follow()
{
    static const Estimate nothing;
    const Estimate& estimate = document_.evaluation().estimate ? *document_.evaluation().estimate : nothing;
    const bool changed = verdict_ != estimate.verdict;
    verdict_ = estimate.verdict;
    show_memory(estimate);
    show_time(estimate);
    show_run(estimate);
    show_model(estimate);
    show_badge(estimate);
    const QString spoken = memory_->isHidden() ? word_->text() : word_->text() + QStringLiteral(", ") + memory_->text();
    if (word_->accessibleName() != spoken) word_->setAccessibleName(spoken);
    if (changed) {
        paint_sign();
        update();
    }
}

void VerdictPanel::show_memory(const Estimate& estimate)
{
    if (verdict_) {
        set_label_text(word_, words_.text(std::string("verdict.") + key_of(*verdict_)));
    } else {
        set_label_text(word_, estimate.memory ? tr("CAPACITY UNKNOWN") : tr("NO ANSWER"));
    }
    memory_->setVisible(estimate.memory.has_value());
    memory_range_->setVisible(estimate.memory.has_value() || estimate.memory_at_least.has_value());
    if (estimate.memory_at_least)
        set_label_text(memory_range_, tr("at least %1").arg(words_.text(value_of(*estimate.memory_at_least))));
    const bool on_processor = words_.table().speaks_of_processors();
    const QString fitting = on_processor ? tr("that fits into RAM") : tr("that fits this GPU");
    show_number(estimate, "memory.max_micro_batch", fitting, estimate.memory ? fitting : QString());
    if (!estimate.memory) return;
    const MemoryEstimate& memory = *estimate.memory;
    const QString total = words_.text(value_of(memory.total));
    const QString usable = words_.text(value_of(memory.usable));
    const double share = memory.usable.as_double() > 0.0 ? memory.total.as_double() / memory.usable.as_double() : 0.0;
    const QString text =
        verdict_ ? tr("%1 of %2 (%3%)").arg(total, usable, QString::number(std::lround(share * 100.0))) : total;
    memory_->show_text(text, on_processor ? tr("Memory") : tr("GPU memory"));
    memory_->set_note(both_prefixes(memory.total, words_));
    set_label_text(memory_range_,
                   tr("range %1 … %2").arg(words_.text(value_of(memory.low)), words_.text(value_of(memory.high))));
}

void VerdictPanel::show_time(const Estimate& estimate)
{
    const bool has_images = estimate.time && estimate.time->images_per_second();
    set_visible("time.images_per_second", has_images);
    set_visible("time.samples_per_second", !has_images);
    const auto range = [&](const char* quantity) {
        return verdict_ == Verdict::does_not_fit ? tr("if it fitted") : range_text(estimate, quantity);
    };
    const std::optional<Value> steps = number_of("time.steps_per_epoch", estimate);
    const QString limit =
        estimate.time ? tr("limit: %1").arg(words_.text(std::string("bottleneck.") + key_of(estimate.time->bottleneck)))
                      : QString();
    show_number(estimate, "time.total_seconds", range("time.total_seconds"),
                estimate.time ? tr("samples not set") : QString());
    show_number(estimate, "time.epoch_seconds",
                steps ? (infers() ? tr("%1 batches") : tr("%1 steps")).arg(words_.text(*steps)) : QString());
    show_number(estimate, "time.step_seconds", range("time.step_seconds"));
    show_number(estimate, "time.samples_per_second", limit);
    show_number(estimate, "time.images_per_second", limit);
    show_number(estimate, "time.mfu", tr("of the dense peak"));
}

void VerdictPanel::show_run(const Estimate& estimate)
{
    const std::optional<Value> useful = number_of("time.goodput", estimate);
    show_number(estimate, "time.wall_seconds", useful ? tr("%1 of it useful").arg(words_.text(*useful)) : QString());
    show_number(estimate, "energy.total_kWh", range_text(estimate, "energy.total_kWh"));
    show_number(estimate, "energy.average_power_W", tr("all machines, at the meter"));
    set_visible("takt.part_latency_seconds", estimate.takt.has_value());
    set_visible("energy.co2_kg", !estimate.takt);
    const std::optional<Value> co2 = number_of("energy.co2_kg", estimate);
    show_tile("energy.co2_kg", co2 ? tr("%1 kg").arg(words_.text(*co2)) : QStringLiteral("–"));
    if (!estimate.takt) return;
    const QString limit = words_.text(value_of(estimate.takt->limit));
    const QString latency = words_.text(value_of(estimate.takt->part_latency));
    show_tile("takt.part_latency_seconds", (estimate.takt->met ? tr("%1 ✓") : tr("%1 ✗")).arg(latency),
              estimate.takt->met ? tr("within %1").arg(limit) : tr("more than %1").arg(limit));
}

void VerdictPanel::show_badge(const Estimate& estimate)
{
    const bool memory = estimate.measured && estimate.measured->memory;
    const bool time = estimate.measured && estimate.measured->time;
    badge_->setVisible(memory || time);
    if (!badge_->isVisibleTo(this)) return;
    badge_->setText(memory && time ? tr("◉ corrected: memory, time")
                    : memory       ? tr("◉ corrected: memory")
                                   : tr("◉ corrected: time"));
    badge_->setToolTip(tr("Your measurements correct these numbers: show them and what they change"));
    badge_->setAccessibleName(badge_->text());
}

void VerdictPanel::show_model(const Estimate& estimate)
{
    set_visible("model.training_flops_per_sample", !infers());
    set_visible("model.forward_flops_per_sample", infers());
    show_number(estimate, "model.parameters");
    show_number(estimate, "model.training_flops_per_sample", tr("forward and backward"));
    show_number(estimate, "model.forward_flops_per_sample", tr("forward"));
}

void VerdictPanel::announce()
{
    if (announced_ == verdict_) return;
    announced_ = verdict_;
    QAccessibleEvent alert(word_, QAccessible::Alert);
    QAccessible::updateAccessibility(&alert);
    emit announced(word_->accessibleName());
}

void VerdictPanel::paint_sign()
{
    const Theme& theme = theme_of(palette());
    const QColor colour = verdict_ ? theme.of(*verdict_) : theme.muted;
    const Symbol symbol = verdict_ ? symbol_of(*verdict_) : Symbol::question_diamond;
    sign_->setPixmap(symbol_pixmap(symbol, verdict_sign_size, devicePixelRatioF(), colour, theme.card));
    QPalette coloured = word_->palette();
    coloured.setColor(QPalette::WindowText, colour);
    word_->setPalette(coloured);
}

void VerdictPanel::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const Theme& theme = theme_of(palette());
    const QRectF frame = QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5);
    painter.setPen(theme.border);
    painter.setBrush(verdict_ ? theme.wash_of(*verdict_) : theme.card);
    painter.drawRoundedRect(frame, 6, 6);
}

HelpLine::HelpLine(Document& document, const Localization& words, QWidget* parent)
    : QWidget(parent),
      document_(document),
      advice_(advice_of(document)),
      words_(words),
      text_(new QLabel(this)),
      apply_(new QPushButton(this)),
      more_(new QPushButton(this))
{
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(8);
    text_->setTextFormat(Qt::PlainText);
    text_->setWordWrap(true);
    row->addWidget(text_, 1);
    row->addWidget(apply_);
    row->addWidget(more_);
    connect(apply_, &QPushButton::clicked, this, [this] { advice_.apply(first_.changes, first_.what); });
    connect(more_, &QPushButton::clicked, this, &HelpLine::more_requested);
    connect(&advice_, &LiveSignal::changed, this, &HelpLine::follow);
    connect(&document_, &Document::changed, this, &HelpLine::follow);
    follow();
    on_change(this, QEvent::LanguageChange, [this] { follow(); });
}

void HelpLine::follow()
{
    const bool wanted = is_short_of_memory(document_.evaluation());
    setVisible(wanted);
    if (!wanted) return;
    more_->setText(tr("What would help…"));
    more_->setToolTip(tr("Everything that makes the plan smaller, and what would fit on this machine"));
    apply_->setText(tr("Apply"));
    // While the advice for a change is on its way, that of before stays in sight, so that nothing jumps under a drag.
    const bool current = advice_.is_current();
    apply_->setEnabled(current);
    if (current)
        show_first(*advice_.known());
    else if (first_.what.isEmpty())
        text_->setText(tr("Looking for what would help…"));
    apply_->setVisible(!first_.what.isEmpty());
}

void HelpLine::show_first(const Advice& advice)
{
    first_ = {};
    text_->setText(tr("No single change makes it fit."));
    text_->setToolTip(QString());
    if (advice.remedies.empty() || !advice.remedies.front().fits()) return;
    first_ = text_of(advice.remedies.front(), *advice.plan, words_);
    text_->setText(
        tr("%1: %2, %3", "a remedy, its memory, its verdict")
            .arg(first_.what, first_.memory, words_.text(std::string("verdict.") + key_of(*first_.verdict))));
    text_->setToolTip(tool_tip(first_.explanation));
    apply_->setToolTip(tool_tip(first_.explanation));
    apply_->setAccessibleName(tr("Apply: %1").arg(first_.what));
    apply_->setAccessibleDescription(first_.explanation);
}

} // namespace rigwright
