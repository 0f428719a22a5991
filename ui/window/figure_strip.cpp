// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/figure_strip.h"

#include "core/advise/status.h"
#include "core/estimate/quantities.h"
#include "core/estimate/time/step_causes.h"
#include "ui/controls/card.h"
#include "ui/format/layout.h"
#include "ui/format/on_change.h"
#include "ui/format/words.h"
#include "ui/plots/plot_canvas.h"
#include "ui/theme/theme.h"

#include <QGridLayout>
#include <QPainter>

#include <algorithm>

namespace rigwright {

namespace {

/// A figure needs this width beside others; below it they take two lines.
constexpr int least_figure_width = 148;
/// Numbers are smaller where a figure has less room than this.
constexpr int wide_figure = 190;
constexpr double number_scale = 28.0 / 13.0;
constexpr double narrow_number_scale = 22.0 / 13.0;
constexpr int between_figures = 12;
constexpr double unit_scale = 16.0 / 28.0;
constexpr const char* bottleneck = "time.bottleneck";

bool infers(const Scenario& scenario) { return scenario.training.mode == RunMode::infer; }

/// The calculation that a click opens.
QString working_of(const char* quantity)
{
    return quantity == std::string_view(bottleneck) ? QStringLiteral("time.bottleneck_share")
                                                    : QString::fromLatin1(quantity);
}

bool is_hypothetical(std::string_view quantity, const Estimate& estimate)
{
    return estimate.verdict == Verdict::does_not_fit && quantity.starts_with("time.");
}

void colour(QLabel& label, const QColor& with)
{
    QPalette palette = label.parentWidget()->palette();
    palette.setColor(QPalette::PlaceholderText, with);
    label.setPalette(palette);
}

} // namespace

FigureStrip::FigureStrip(const PageContext& context, std::initializer_list<const char*> quantities, QWidget* parent)
    : QWidget(parent),
      document_(context.document),
      words_(context.words),
      grid_(new QGridLayout(this))
{
    setObjectName(QStringLiteral("figures"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    grid_->setContentsMargins(0, 0, 0, 0);
    grid_->setHorizontalSpacing(2 * between_figures);
    grid_->setVerticalSpacing(6);
    for (const char* quantity : quantities) add(quantity, context.requests);
    connect(&document_, &Document::changed, this, &FigureStrip::follow);
    on_change(this, QEvent::LanguageChange, [this] { follow(); });
    on_change(this, QEvent::PaletteChange, [this] { follow(); });
    follow();
}

void FigureStrip::add(const char* quantity, const PageRequests& requests)
{
    Figure figure;
    figure.quantity = quantity;
    figure.box = new QWidget(this);
    auto* column = column_in(figure.box, {0, 0, 0, 0}, 0);
    figure.name = plain_label(figure.box);
    figure.name->setForegroundRole(QPalette::PlaceholderText);
    figure.number = new QuantityLabel(working_of(quantity), figure.box);
    figure.number->set_unit_scale(unit_scale);
    figure.number->set_elided(true);
    figure.range = small_label(figure.box);
    figure.fact = small_label(figure.box);
    for (QLabel* label : {figure.name, figure.range, figure.fact})
        label->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    connect(figure.number, &QuantityLabel::working_requested, &requests, &PageRequests::working_requested);
    fill(column, {figure.name, {figure.number, 0, Qt::AlignLeft}, figure.range, figure.fact});
    figures_.push_back(figure);
}

void FigureStrip::follow()
{
    for (Figure& figure : figures_) show(figure);
    place();
}

QString FigureStrip::range_text(const Figure& figure, const Estimate& estimate, bool alone) const
{
    if (figure.quantity == bottleneck)
        return estimate.time ? words_.text(std::string("bottleneck.") + key_of(estimate.time->bottleneck)) : QString();
    const EstimateQuantity* quantity = quantity_of(figure.quantity);
    const std::optional<Value> low = number_of(quantity->range.low, estimate);
    const std::optional<Value> high = number_of(quantity->range.high, estimate);
    if (!low || !high) return {};
    const QString range = range_between(words_.text(*low), words_.text(*high), number_text(figure, estimate));
    if (alone) return range;
    if (is_hypothetical(figure.quantity, estimate)) return tr("hypothetical · %1").arg(range);
    return tr("range %1").arg(range);
}

QString FigureStrip::short_name(const Figure& figure, const Estimate& estimate) const
{
    if (figure.quantity == "memory.total_bytes" && !words_.table().speaks_of_processors()) return tr("Memory per GPU");
    if (figure.quantity == "time.total_seconds")
        return is_hypothetical(figure.quantity, estimate) ? tr("Training time (hypothetical)") : tr("Training time");
    if (figure.quantity == "cost.purchase") return tr("Purchase price");
    if (figure.quantity == bottleneck) return tr("Bottleneck");
    if (figure.quantity == "memory.host_bytes") return tr("RAM needed");
    if (figure.quantity == "memory.max_micro_batch") return tr("Largest micro-batch");
    return words_.quantity(figure.quantity);
}

QString FigureStrip::number_text(const Figure& figure, const Estimate& estimate) const
{
    if (figure.quantity == bottleneck && estimate.time) {
        switch (estimate.time->bottleneck) {
        case Bottleneck::matrix: return tr("Arithmetic", "a bottleneck, short");
        case Bottleneck::memory_bandwidth: return tr("Bandwidth", "a bottleneck, short");
        case Bottleneck::launch: return tr("Launches", "a bottleneck, short");
        case Bottleneck::host: return tr("CPU", "a bottleneck, short");
        case Bottleneck::communication: return tr("Communication", "a bottleneck, short");
        case Bottleneck::pipeline: return tr("Pipeline", "a bottleneck, short");
        case Bottleneck::optimizer: return tr("Optimizer", "a bottleneck, short");
        case Bottleneck::data_loading: return tr("Data loading", "a bottleneck, short");
        }
    }
    return words_.figure(*quantity_of(figure.quantity), estimate).value_or(QStringLiteral("–"));
}

QString FigureStrip::miss_text(const Figure& figure, const Estimate& estimate) const
{
    const Requirements& limits = document_.scenario().requirements;
    if (figure.quantity == "memory.total_bytes" && estimate.memory && estimate.verdict == Verdict::does_not_fit &&
        estimate.memory->total > estimate.memory->usable) {
        const MemoryEstimate& memory = *estimate.memory;
        return tr("%1 more than %2")
            .arg(words_.text(value_of(memory.total - memory.usable)), words_.text(value_of(memory.usable)));
    }
    const std::optional<Seconds> late =
        figure.quantity == "time.total_seconds" ? beyond_deadline(document_.evaluation()) : std::nullopt;
    if (late)
        return tr("%1 over %2", "a time, the deadline")
            .arg(words_.text(value_of(*late)), words_.text(seconds_value(*limits.deadline_seconds)));
    const std::optional<Value> price =
        figure.quantity == "cost.purchase" ? number_of("cost.purchase", estimate) : std::nullopt;
    if (price && limits.budget && price->number > *limits.budget) {
        Value over = *price;
        over.number -= *limits.budget;
        return tr("%1 over the budget").arg(words_.text(over));
    }
    return {};
}

QString FigureStrip::gap_text(const Figure& figure, const Estimate& estimate) const
{
    if (figure.quantity != "cost.purchase") return {};
    const std::optional<Value> missing = number_of("cost.unpriced_lines", estimate);
    if (!missing || !(missing->number > 0.0)) return {};
    return missing->number > 1.5 ? tr("%1 lines without a price").arg(words_.text(*missing))
                                 : tr("1 line without a price");
}

QString FigureStrip::run_cost_text(const Estimate& estimate) const
{
    const std::optional<Value> run = number_of("cost.run", estimate);
    const std::optional<Value> energy = number_of("energy.total_kWh", estimate);
    if (!run || !energy) return {};
    return tr("%1 per run · %2").arg(words_.text(*run), words_.text(*energy));
}

QString FigureStrip::bottleneck_share() const
{
    const std::optional<TimeTerms>& terms = document_.evaluation().time;
    if (!terms) return {};
    return words_.text(Value{step_causes(*terms).front().time / terms->step, Unit::share});
}

QString FigureStrip::fact_text(const Figure& figure, const Estimate& estimate) const
{
    const auto number = [&](const char* id) {
        const std::optional<Value> value = number_of(id, estimate);
        return value ? words_.text(*value) : QString();
    };
    const auto part = [](const QString& sentence, const QString& value) {
        return value.isEmpty() ? QString() : sentence.arg(value);
    };
    const std::optional<UsableMemory>& usable = document_.evaluation().memory.usable;
    if (figure.quantity == "memory.usable_bytes" && usable)
        return tr("usable of %1 on the label").arg(words_.text(value_of(usable->nominal)));
    if (figure.quantity == "memory.total_bytes")
        return part(words_.table().speaks_of_processors() ? tr("max. micro-batch %1 in RAM")
                                                          : tr("max. micro-batch %1"),
                    number("memory.max_micro_batch"));
    if (figure.quantity == "time.total_seconds" && estimate.time && !estimate.time->knows_run())
        return tr("number of samples not set");
    if (figure.quantity == "time.total_seconds")
        return part(tr("step %1"), number("time.step_seconds")) + part(tr(" · epoch %1"), number("time.epoch_seconds"));
    if (figure.quantity == "time.epoch_seconds")
        return part(infers(document_.scenario()) ? tr("%1 batches") : tr("%1 steps"), number("time.steps_per_epoch"));
    if (figure.quantity == "time.wall_seconds") return part(tr("goodput %1"), number("time.goodput"));
    if (figure.quantity == "time.mfu") return tr("of dense peak");
    if (figure.quantity == "energy.average_power_W") return tr("whole site, at the meter");
    if (figure.quantity == "takt.part_latency_seconds" && estimate.takt)
        return (estimate.takt->met ? tr("meets %1") : tr("misses %1")).arg(words_.text(value_of(estimate.takt->limit)));
    if (figure.quantity == "cost.purchase") return run_cost_text(estimate);
    if (figure.quantity == bottleneck)
        return estimate.time ? part(tr("%1 of the step"), bottleneck_share()) : QString();
    return {};
}

void FigureStrip::show(Figure& figure)
{
    static const Estimate nothing;
    const Estimate& estimate = document_.evaluation().estimate ? *document_.evaluation().estimate : nothing;
    const Theme& theme = theme_of(palette());
    const QString name = short_name(figure, estimate);
    const QString text = number_text(figure, estimate);
    const QString miss = miss_text(figure, estimate);
    const QString gap = gap_text(figure, estimate);
    const bool hypothetical = is_hypothetical(figure.quantity, estimate) && figure.quantity != bottleneck;
    const int room = width() / std::max(1, placed_columns_) - 2 * between_figures;
    figure.name->setText(figure.name->fontMetrics().horizontalAdvance(name) <= room ? name : without_remark(name));
    figure.number->show_text(text, name);
    figure.number->setEnabled(text != QStringLiteral("–"));
    figure.number->set_tone(hypothetical      ? QuantityLabel::Tone::hypothetical
                            : !miss.isEmpty() ? QuantityLabel::Tone::missed
                                              : QuantityLabel::Tone::plain);
    colour(*figure.range, !miss.isEmpty() ? theme.bad : !gap.isEmpty() ? theme.warning : theme.muted);
    const QString range = range_text(figure, estimate, false);
    QStringList lines{miss, gap, range, fact_text(figure, estimate)};
    lines.removeAll(QString());
    lines.resize(std::max<qsizetype>(lines.size(), 2));
    for (const auto& [label, line] : {std::pair(figure.range, lines[0]), std::pair(figure.fact, lines[1])}) {
        // Where there is no room, a range without its label, and the first of two facts.
        const bool fits = label->fontMetrics().horizontalAdvance(line) <= room;
        const QString shorter =
            line == range ? range_text(figure, estimate, true) : line.section(QStringLiteral(" · "), 0, 0);
        label->setText(fits ? line : shorter);
        label->setToolTip(tool_tip(lines.join(QLatin1Char('\n')).trimmed()));
    }
}

bool FigureStrip::counts_images() const
{
    const std::optional<Estimate>& estimate = document_.evaluation().estimate;
    return estimate && estimate->time && estimate->time->images_per_second;
}

QSize FigureStrip::sizeHint() const { return {4 * least_figure_width, QWidget::sizeHint().height()}; }

QSize FigureStrip::minimumSizeHint() const
{
    // It can become narrower than it is: then the figures take two lines.
    return {2 * least_figure_width, QWidget::minimumSizeHint().height()};
}

int FigureStrip::widest_name(const std::vector<bool>& wanted) const
{
    if (!document_.evaluation().estimate) return 0;
    int widest = 0;
    for (std::size_t i = 0; i < figures_.size(); ++i) {
        const QString name = without_remark(short_name(figures_[i], *document_.evaluation().estimate));
        if (wanted[i]) widest = std::max(widest, figures_[i].name->fontMetrics().horizontalAdvance(name));
    }
    return widest;
}

void FigureStrip::place()
{
    // What this plan never has takes no room; a dash says that something is not known yet.
    std::vector<bool> wanted;
    for (const Figure& figure : figures_) {
        const EstimateQuantity* quantity = quantity_of(figure.quantity);
        const bool optional = figure.quantity.starts_with("takt.") || figure.quantity == "time.images_per_second";
        const bool trains = quantity->scope == QuantityScope::training && infers(document_.scenario());
        const bool inference_only =
            figure.quantity == "model.forward_flops_per_sample" && !infers(document_.scenario());
        // An inspection is asked for whole images.
        const bool replaced = figure.quantity == "time.samples_per_second" && counts_images();
        wanted.push_back(!trains && !inference_only && !replaced && (!optional || figure.number->isEnabled()));
    }
    const auto shown = static_cast<int>(std::ranges::count(wanted, true));
    if (shown == 0) return;
    int columns = width() >= shown * least_figure_width || shown < 3 ? shown : (shown + 1) / 2;
    if (columns == 2 && shown > 2 && width() / columns - 2 * between_figures < widest_name(wanted)) columns = 1;
    const double scale = width() / columns >= wide_figure ? number_scale : narrow_number_scale;
    if (scale != placed_scale_)
        for (const Figure& figure : figures_) figure.number->set_emphasis(scale, true);
    placed_scale_ = scale;
    if (wanted == placed_ && columns == placed_columns_) return;
    int at = 0;
    for (std::size_t i = 0; i < figures_.size(); ++i) {
        QWidget* box = figures_[i].box;
        grid_->removeWidget(box);
        box->setVisible(wanted[i]);
        if (!wanted[i]) continue;
        grid_->addWidget(box, at / columns, at % columns, Qt::AlignTop);
        ++at;
    }
    for (int column = 0; column < static_cast<int>(figures_.size()); ++column)
        grid_->setColumnStretch(column, column < columns ? 1 : 0);
    placed_ = std::move(wanted);
    placed_columns_ = columns;
}

void FigureStrip::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setPen(theme_of(palette()).border);
    for (const Figure& figure : figures_) {
        const QRect box = figure.box->geometry();
        if (figure.box->isHidden() || box.left() <= between_figures) continue;
        const int x = box.left() - between_figures;
        painter.drawLine(x, box.top() + 2, x, box.bottom() - 2);
    }
}

void FigureStrip::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    place();
    for (Figure& figure : figures_) show(figure);
}

} // namespace rigwright
