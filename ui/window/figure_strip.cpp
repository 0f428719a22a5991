// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/figure_strip.h"

#include "core/advise/status.h"
#include "core/estimate/quantities.h"
#include "core/estimate/time/step_causes.h"
#include "ui/controls/card.h"
#include "ui/controls/quantity_label.h"
#include "ui/document/document.h"
#include "ui/format/layout.h"
#include "ui/format/on_change.h"
#include "ui/format/words.h"
#include "ui/plots/plot_canvas.h"
#include "ui/theme/theme.h"

#include <QGridLayout>
#include <QLabel>
#include <QPainter>

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

namespace rigwright {

namespace {

/// Minimum width of a figure beside others; otherwise they take two lines.
constexpr int least_figure_width = 148;
/// Narrower figures have smaller numbers.
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

} // namespace

/// Large figures side by side, see `figure_strip`.
class FigureStrip : public QWidget {
    Q_OBJECT

public:
    FigureStrip(const PageContext& context, std::initializer_list<const char*> quantities, QWidget* parent)
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

    /// Independent of the numbers.
    QSize sizeHint() const override { return {4 * least_figure_width, QWidget::sizeHint().height()}; }
    QSize minimumSizeHint() const override
    {
        // Narrower than the hint, the figures take two lines.
        return {2 * least_figure_width, QWidget::minimumSizeHint().height()};
    }

protected:
    void resizeEvent(QResizeEvent* event) override
    {
        QWidget::resizeEvent(event);
        place();
        for (Figure& figure : figures_) show(figure);
    }

    void paintEvent(QPaintEvent*) override
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

private:
    struct Figure {
        std::string quantity;
        QWidget* box = nullptr;
        QLabel* name = nullptr;
        QuantityLabel* number = nullptr;
        QLabel* range = nullptr;
        QLabel* fact = nullptr;
    };

    void add(const char* quantity, const PageRequests& requests)
    {
        Figure figure;
        figure.quantity = quantity;
        figure.box = new QWidget(this);
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
        column_in(figure.box, {0, 0, 0, 0}, 0,
                  {figure.name, {figure.number, 0, Qt::AlignLeft}, figure.range, figure.fact});
        figures_.push_back(figure);
    }

    void follow()
    {
        for (Figure& figure : figures_) show(figure);
        place();
    }

    const Estimate& estimate() const
    {
        static const Estimate nothing;
        const std::optional<Estimate>& known = document_.evaluation().estimate;
        return known ? *known : nothing;
    }

    bool is_hypothetical(std::string_view quantity) const
    {
        return estimate().verdict == Verdict::does_not_fit && quantity.starts_with("time.");
    }

    /// Empty if the plan has no such number.
    QString text_of(std::string_view id) const
    {
        const std::optional<Value> value = number_of(id, estimate());
        return value ? words_.text(*value) : QString();
    }

    /// The range with its label, or alone.
    QString range_text(std::string_view figure, bool alone) const
    {
        if (figure == bottleneck)
            return estimate().time ? words_.text(std::string("bottleneck.") + key_of(estimate().time->bottleneck))
                                   : QString();
        const EstimateQuantity* quantity = quantity_of(figure);
        const QString low = text_of(quantity->range.low);
        const QString high = text_of(quantity->range.high);
        if (low.isEmpty() || high.isEmpty()) return {};
        const QString range = range_between(low, high, number_text(figure));
        if (alone) return range;
        return (is_hypothetical(figure) ? tr("hypothetical · %1") : tr("range %1")).arg(range);
    }

    QString short_name(std::string_view figure) const
    {
        if (figure == "memory.total_bytes" && !words_.table().speaks_of_processors()) return tr("Memory per GPU");
        if (figure == "time.total_seconds")
            return is_hypothetical(figure) ? tr("Training time (hypothetical)") : tr("Training time");
        if (figure == "cost.purchase") return tr("Purchase price");
        if (figure == bottleneck) return tr("Bottleneck");
        if (figure == "memory.host_bytes") return tr("RAM needed");
        if (figure == "memory.max_micro_batch") return tr("Max. micro-batch");
        return words_.quantity(figure);
    }

    QString number_text(std::string_view figure) const
    {
        if (figure == bottleneck && estimate().time) {
            switch (estimate().time->bottleneck) {
            case Bottleneck::matrix: return tr("Compute", "a bottleneck, short");
            case Bottleneck::memory_bandwidth: return tr("Bandwidth", "a bottleneck, short");
            case Bottleneck::launch: return tr("Launches", "a bottleneck, short");
            case Bottleneck::host: return tr("CPU", "a bottleneck, short");
            case Bottleneck::communication: return tr("Communication", "a bottleneck, short");
            case Bottleneck::pipeline: return tr("Pipeline", "a bottleneck, short");
            case Bottleneck::optimizer: return tr("Optimizer", "a bottleneck, short");
            case Bottleneck::data_loading: return tr("Data loading", "a bottleneck, short");
            }
        }
        return words_.figure(*quantity_of(figure), estimate()).value_or(QStringLiteral("–"));
    }

    /// Amount by which the figure misses its limit; empty if it does not. Without the limit, which the status line shows.
    QString miss_text(std::string_view figure, bool brief = false) const
    {
        const Requirements& limits = document_.scenario().requirements;
        if (figure == "memory.total_bytes" && estimate().memory && estimate().verdict == Verdict::does_not_fit &&
            estimate().memory->total > estimate().memory->usable) {
            const MemoryEstimate& memory = *estimate().memory;
            const QString more = words_.text(value_of(memory.total - memory.usable));
            return brief ? tr("%1 too much", "memory or money").arg(more)
                         : tr("%1 more than %2").arg(more, words_.text(value_of(memory.usable)));
        }
        const std::optional<Seconds> late =
            figure == "time.total_seconds" ? beyond_deadline(document_.evaluation()) : std::nullopt;
        if (late && brief) return tr("%1 late", "by how much time").arg(words_.text(value_of(*late)));
        if (late)
            return tr("%1 over %2", "a time, the deadline")
                .arg(words_.text(value_of(*late)), words_.text(seconds_value(*limits.deadline_seconds)));
        std::optional<Value> price = figure == "cost.purchase" ? number_of(figure, estimate()) : std::nullopt;
        if (!price || !limits.budget || price->number <= *limits.budget) return {};
        price->number -= *limits.budget;
        return (brief ? tr("%1 too much", "memory or money") : tr("%1 over the budget")).arg(words_.text(*price));
    }

    /// Data that the figure lacks; empty if none.
    QString gap_text(std::string_view figure) const
    {
        if (figure != "cost.purchase") return {};
        const BillOfMaterials& bill = estimate().cost.bill;
        if (!bill.is_lower_bound()) return {};
        if (bill.unpriced_lines == 0) return tr("parts not chosen");
        return bill.unpriced_lines > 1 ? tr("%1 items without a price").arg(bill.unpriced_lines)
                                       : tr("1 item without a price");
    }

    QString fact_text(std::string_view figure, bool brief = false) const
    {
        const auto part = [](const QString& sentence, const QString& value) {
            return value.isEmpty() ? QString() : sentence.arg(value);
        };
        const std::optional<UsableMemory>& usable = document_.evaluation().memory.usable;
        if (figure == "memory.usable_bytes" && usable)
            return tr("usable of %1 on the label").arg(words_.text(value_of(usable->nominal)));
        if (figure == "memory.total_bytes")
            return part(words_.table().speaks_of_processors() && !brief ? tr("max. micro-batch %1 in RAM")
                                                                        : tr("max. micro-batch %1"),
                        text_of("memory.max_micro_batch"));
        if (figure == "time.total_seconds" && estimate().time && !estimate().time->knows_run())
            return tr("number of samples not set");
        if (figure == "time.total_seconds")
            return part(tr("step %1"), text_of("time.step_seconds")) +
                   part(tr(" · epoch %1"), text_of("time.epoch_seconds"));
        if (figure == "time.epoch_seconds")
            return part(infers(document_.scenario()) ? tr("%1 batches") : tr("%1 steps"),
                        text_of("time.steps_per_epoch"));
        if (figure == "time.wall_seconds") return part(tr("goodput %1"), text_of("time.goodput"));
        if (figure == "time.mfu") return tr("of dense peak");
        if (figure == "energy.average_power_W") return tr("whole site, at the meter");
        if (figure == "takt.part_latency_seconds" && estimate().takt)
            return (estimate().takt->met ? tr("meets %1") : tr("misses %1"))
                .arg(words_.text(value_of(estimate().takt->limit)));
        const QString run = text_of("cost.run");
        const QString energy = text_of("energy.total_kWh");
        if (figure == "cost.purchase" && !run.isEmpty() && !energy.isEmpty())
            return tr("%1 per run · %2").arg(run, energy);
        const std::optional<TimeTerms>& terms = document_.evaluation().time;
        if (figure == bottleneck && estimate().time && terms)
            return tr("%1 of the step")
                .arg(words_.text(Value{step_causes(*terms).front().time / terms->step, Unit::share}));
        return {};
    }

    void show(Figure& figure)
    {
        const Theme& theme = theme_of(palette());
        const QString name = short_name(figure.quantity);
        const QString text = number_text(figure.quantity);
        const QString miss = miss_text(figure.quantity);
        const QString gap = gap_text(figure.quantity);
        const bool hypothetical = is_hypothetical(figure.quantity) && figure.quantity != bottleneck;
        const int room = width() / std::max(1, placed_columns_) - 2 * between_figures;
        figure.name->setText(figure.name->fontMetrics().horizontalAdvance(name) <= room ? name : without_remark(name));
        figure.number->show_text(text, name);
        figure.number->setEnabled(text != QStringLiteral("–"));
        figure.number->set_tone(hypothetical      ? QuantityLabel::Tone::hypothetical
                                : !miss.isEmpty() ? QuantityLabel::Tone::missed
                                                  : QuantityLabel::Tone::plain);
        QPalette colours = figure.box->palette();
        colours.setColor(QPalette::PlaceholderText, !miss.isEmpty()  ? theme.bad
                                                    : !gap.isEmpty() ? theme.warning
                                                                     : theme.muted);
        figure.range->setPalette(colours);
        const QString range = range_text(figure.quantity, false);
        const QString fact = fact_text(figure.quantity);
        QStringList lines{miss, gap, range, fact};
        lines.removeAll(QString());
        lines.resize(std::max<qsizetype>(lines.size(), 2));
        for (const auto& [label, line] : {std::pair(figure.range, lines[0]), std::pair(figure.fact, lines[1])}) {
            // Without enough room: a range without its label, a miss without its limit, the first of two facts.
            const QFontMetrics metrics = label->fontMetrics();
            const QString shorter = line == range  ? range_text(figure.quantity, true)
                                    : line == miss ? miss_text(figure.quantity, true)
                                    : line == fact
                                        ? fact_text(figure.quantity, true).section(QStringLiteral(" · "), 0, 0)
                                        : line;
            const bool fits = metrics.horizontalAdvance(line) <= room;
            label->setText(fits ? line : metrics.elidedText(shorter, Qt::ElideRight, room));
            label->setToolTip(tool_tip(lines.join(QLatin1Char('\n')).trimmed()));
        }
    }

    /// Omits figures that this plan never has; a dash means not yet known.
    bool is_wanted(const Figure& figure) const
    {
        const bool inference = infers(document_.scenario());
        if (inference && quantity_of(figure.quantity)->scope == QuantityScope::training) return false;
        if (!inference && figure.quantity == "model.forward_flops_per_sample") return false;
        // Inspections count whole images.
        if (figure.quantity == "time.samples_per_second")
            return !estimate().time || !estimate().time->images_per_second;
        const bool optional = figure.quantity.starts_with("takt.") || figure.quantity == "time.images_per_second";
        return !optional || figure.number->isEnabled();
    }

    void place()
    {
        std::vector<QWidget*> wanted;
        int widest_name = 0;
        for (const Figure& figure : figures_) {
            if (!is_wanted(figure)) continue;
            wanted.push_back(figure.box);
            const QString name =
                document_.evaluation().estimate ? without_remark(short_name(figure.quantity)) : QString();
            widest_name = std::max(widest_name, figure.name->fontMetrics().horizontalAdvance(name));
        }
        const auto shown = static_cast<int>(wanted.size());
        if (shown == 0) return;
        int columns = width() >= shown * least_figure_width || shown < 3 ? shown : (shown + 1) / 2;
        if (columns == 2 && shown > 2 && width() / columns - 2 * between_figures < widest_name) columns = 1;
        const double scale = width() / columns >= wide_figure ? number_scale : narrow_number_scale;
        if (std::exchange(placed_scale_, scale) != scale)
            for (const Figure& figure : figures_) figure.number->set_emphasis(scale, true);
        if (wanted == placed_ && columns == placed_columns_) return;
        for (const Figure& figure : figures_) {
            grid_->removeWidget(figure.box);
            figure.box->setVisible(std::ranges::find(wanted, figure.box) != wanted.end());
        }
        for (int at = 0; at < shown; ++at)
            grid_->addWidget(wanted[static_cast<std::size_t>(at)], at / columns, at % columns, Qt::AlignTop);
        for (int column = 0; column < static_cast<int>(figures_.size()); ++column)
            grid_->setColumnStretch(column, column < columns ? 1 : 0);
        placed_ = std::move(wanted);
        placed_columns_ = columns;
    }

    Document& document_;
    const Localization& words_;
    QGridLayout* grid_;
    std::vector<Figure> figures_;
    /// Widgets in the grid.
    std::vector<QWidget*> placed_;
    int placed_columns_ = 0;
    double placed_scale_ = 0.0;
};

QWidget* figure_strip(const PageContext& context, std::initializer_list<const char*> quantities, QWidget* parent)
{
    return new FigureStrip(context, quantities, parent);
}

} // namespace rigwright

#include "figure_strip.moc"
