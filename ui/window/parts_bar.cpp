// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/parts_bar.h"

#include "ui/controls/card.h"
#include "ui/controls/quantity_label.h"
#include "ui/document/document.h"
#include "ui/format/layout.h"
#include "ui/format/on_change.h"
#include "ui/format/words.h"
#include "ui/plots/memory_picture.h"
#include "ui/plots/step_parts_plot.h"
#include "ui/theme/theme.h"

#include <QGridLayout>
#include <QLabel>
#include <QPainter>
#include <QVBoxLayout>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

namespace rigwright {

namespace {

constexpr int bar_height = 18;
constexpr double small_scale = 0.92;
constexpr int swatch_width = 12;
constexpr int beside_a_name = 6;
constexpr int between_columns = 14;
constexpr int most_columns = 3;
// For numbers beside two bars.
constexpr double large_scale = 18.0 / 13.0;
constexpr int total_width = 104;
constexpr int most_lines = 3;
/// The correction by measurements; also listed if negative.
constexpr const char* correction_id = "memory.parts.measured_correction";

/// The step part caused by this bottleneck alone; arithmetic and bandwidth affect several.
std::optional<TimePart> part_of(Bottleneck cause)
{
    switch (cause) {
    case Bottleneck::host:
    case Bottleneck::launch: return TimePart::host_overhead;
    case Bottleneck::communication: return TimePart::exposed_communication;
    case Bottleneck::pipeline: return TimePart::pipeline_bubble;
    case Bottleneck::optimizer: return TimePart::optimizer;
    case Bottleneck::data_loading: return TimePart::exposed_data_loading;
    case Bottleneck::matrix:
    case Bottleneck::memory_bandwidth: break;
    }
    return std::nullopt;
}

} // namespace

/// Data of a part in a bar.
struct ShownPart {
    QString name;
    QString quantity;
    QString text;
    QString note;
    double amount = 0.0;
    HatchedFill fill;
    /// In the previous evaluation, else 0.
    double before = 0.0;
};

/// A bar of all parts.
class WholeBar : public QWidget {
public:
    explicit WholeBar(QWidget* parent) : QWidget(parent) { setFixedHeight(bar_height); }

    /// `limit` is the limit as a share of the bar; empty for none. The parts add up to the whole, unless `whole` is
    /// given.
    void show(const std::vector<ShownPart>& parts, std::optional<double> limit,
              double ShownPart::*amount = &ShownPart::amount, double whole = 0.0)
    {
        parts_ = &parts;
        limit_ = limit;
        amount_ = amount;
        whole_ = whole;
        update();
    }

protected:
    void paintEvent(QPaintEvent*) override
    {
        QPainter painter(this);
        double whole = whole_;
        if (whole_ > 0.0) painter.fillRect(rect(), theme_of(palette()).grid);
        for (const ShownPart& part : *parts_) whole += whole_ > 0.0 ? 0.0 : part.amount;
        if (!(whole > 0.0)) return painter.fillRect(rect(), theme_of(palette()).grid);
        double before = 0.0;
        for (const ShownPart& part : *parts_) {
            const double left = std::round(width() * before / whole);
            before += part.*amount_;
            const double right = std::round(width() * before / whole);
            if (right > left) paint_hatched(painter, QRectF(left, 0, right - left, height()), part.fill);
        }
        if (limit_)
            painter.fillRect(QRectF(std::round(width() * *limit_) - 1.0, 0, 3, height()), theme_of(palette()).bad);
    }

private:
    std::optional<double> limit_;
    double ShownPart::*amount_ = &ShownPart::amount;
    double whole_ = 0.0;
    const std::vector<ShownPart>* parts_ = nullptr;
};

/// Color and pattern of a part in the legend.
class PartSwatch : public QWidget {
public:
    explicit PartSwatch(QWidget* parent) : QWidget(parent) { setFixedSize(swatch_width, 12); }

    void show(const HatchedFill& fill)
    {
        fill_ = fill;
        update();
    }

protected:
    void paintEvent(QPaintEvent*) override
    {
        QPainter painter(this);
        paint_hatched(painter, QRectF(rect()).adjusted(0, 0, -1, -1), fill_);
        painter.setBrush(Qt::NoBrush);
        painter.setPen(theme_of(palette()).border);
        painter.drawRect(rect().adjusted(0, 0, -1, -1));
    }

private:
    HatchedFill fill_;
};

/// A bar of the parts of a whole, see `parts_bar`.
class PartsBar : public QWidget {
    Q_OBJECT

public:
    PartsBar(PartsOf what, const PageContext& context, QWidget* parent, bool lists_all, AnswerBefore before)
        : QWidget(parent),
          what_(what),
          document_(context.document),
          words_(context.words),
          title_(plain_label(this)),
          summary_(small_label(this)),
          bar_(new WholeBar(this)),
          before_(std::move(before)),
          grid_(new QGridLayout),
          lists_all_(lists_all)
    {
        setObjectName(what == PartsOf::memory ? QStringLiteral("memory_parts") : QStringLiteral("step_parts_bar"));
        auto* column = column_in(this, {0, 0, 0, 0}, 3, {row_of({{title_, 1}, summary_})});
        if (before_)
            column->addLayout(build_comparison());
        else
            column->addWidget(bar_);
        grid_->setContentsMargins(0, 0, 0, 0);
        grid_->setHorizontalSpacing(between_columns);
        grid_->setVerticalSpacing(0);
        fill(column, {grid_, Stretch{}});
        const std::size_t count = what == PartsOf::memory ? memory_part_count : time_part_count;
        for (std::size_t i = 0; i < count; ++i)
            add_entry(what == PartsOf::memory ? std::string("memory.parts.") + key_of(static_cast<MemoryPart>(i))
                                              : std::string("time.parts.") + key_of(static_cast<TimePart>(i)),
                      context.requests);
        if (what == PartsOf::memory) add_entry(correction_id, context.requests);
        if (lists_all_) most_shown_ = entries_.size();
        connect(&document_, &Document::changed, this, &PartsBar::follow);
        // `before_` may change alone.
        if (before_) connect(&document_, &Document::builds_changed, this, &PartsBar::follow);
        on_change(this, QEvent::LanguageChange, [this] { follow(); });
        on_change(this, QEvent::PaletteChange, [this] { follow(); });
        follow();
    }

    void show_most(std::size_t parts)
    {
        if (parts == std::exchange(most_shown_, parts)) return;
        place();
    }

    /// Independent of the numbers.
    QSize sizeHint() const override { return {usual_width, QWidget::sizeHint().height()}; }
    QSize minimumSizeHint() const override { return {least_width, QWidget::minimumSizeHint().height()}; }

protected:
    void resizeEvent(QResizeEvent* event) override
    {
        QWidget::resizeEvent(event);
        place();
    }

private:
    struct Entry {
        QWidget* box = nullptr;
        PartSwatch* swatch = nullptr;
        QLabel* name = nullptr;
        QuantityLabel* number = nullptr;
    };

    void add_entry(const std::string& quantity, const PageRequests& requests)
    {
        auto* box = new QWidget(this);
        Entry entry{box, new PartSwatch(box), small_label(box), new QuantityLabel(from_utf8(quantity), box)};
        entry.name->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
        entry.number->set_alignment(Qt::AlignRight);
        entry.number->set_emphasis(small_scale, true);
        connect(entry.number, &QuantityLabel::working_requested, &requests, &PageRequests::working_requested);
        row_in(box, {0, 0, 0, 0}, beside_a_name, {entry.swatch, {entry.name, 1}, entry.number});
        entries_.push_back(entry);
    }

    /// Both bars, each with its name and total.
    QGridLayout* build_comparison()
    {
        auto* compared = new QGridLayout;
        compared->setHorizontalSpacing(between_columns);
        compared->setVerticalSpacing(beside_a_name);
        compared->setColumnStretch(1, 1);
        before_bar_ = new WholeBar(this);
        for (int row = 0; row < 2; ++row) {
            const auto at = static_cast<std::size_t>(row);
            names_[at] = new QLabel(this);
            totals_[at] = new QLabel(this);
            QFont bold = bold_of(font());
            if (row == 1) names_[at]->setFont(bold);
            bold.setPointSizeF(bold.pointSizeF() * large_scale);
            totals_[at]->setFont(bold);
            totals_[at]->setAlignment(Qt::AlignRight);
            totals_[at]->setMinimumWidth(total_width);
            compared->addWidget(names_[at], row, 0);
            compared->addWidget(row == 0 ? before_bar_ : bar_, row, 1);
            compared->addWidget(totals_[at], row, 2);
        }
        difference_ = named(new QLabel(this), "difference");
        difference_->setForegroundRole(QPalette::Link);
        difference_->setFont(bold_of(font()));
        compared->addWidget(difference_, 2, 1);
        return compared;
    }

    /// Shorter than in calculations, which show no bar.
    QString short_name(MemoryPart part) const
    {
        switch (part) {
        case MemoryPart::temporary_buffers: return tr("Temp. buffers");
        case MemoryPart::communication_buffers: return tr("Comm. buffers");
        case MemoryPart::framework_overhead: return tr("Framework");
        default: return part_name(part, words_);
        }
    }

    QString short_name(TimePart part) const
    {
        switch (part) {
        case TimePart::exposed_communication: return tr("Communication");
        case TimePart::pipeline_bubble: return tr("Pipeline wait");
        case TimePart::exposed_data_loading: return tr("Data loading");
        case TimePart::host_overhead: return tr("CPU launch");
        default: return part_name(part, words_);
        }
    }

    /// The text for a part of zero, and the reason.
    std::pair<QString, QString> absence(MemoryPart part, const MemoryEstimate& memory) const
    {
        // Zero at the peak is valid: it is used at another time, or never.
        constexpr std::size_t gradients_state = 1;
        const QString phase = words_.text(std::string("phase.") + key_of(memory.peak_phase));
        if (part == MemoryPart::gradients && memory.states[gradients_state] > Bytes())
            return {tr("Not yet"),
                    tr("Memory peaks before the gradients exist (%1). After the backward pass they take %2.")
                        .arg(phase, words_.text(value_of(memory.states[gradients_state])))};
        if (part == MemoryPart::activations && memory.peak_phase == Phase::optimizer)
            return {tr("Freed"), tr("Memory peaks after the backward pass has freed the activations (%1).").arg(phase)};
        return {tr("None"), tr("No memory of this kind.")};
    }

    std::vector<ShownPart> parts_of_memory(const Evaluation& evaluation) const
    {
        std::vector<ShownPart> parts;
        const std::optional<Estimate>& estimate = evaluation.estimate;
        if (!estimate || !estimate->memory) return parts;
        const Theme& theme = theme_of(palette());
        for (std::size_t i = 0; i < memory_part_count; ++i) {
            const auto part = static_cast<MemoryPart>(i);
            const Bytes held = estimate->memory->part(part);
            const auto [text, note] = held > Bytes()
                                          ? std::pair(words_.text(value_of(held)), both_prefixes(held, words_))
                                          : absence(part, *estimate->memory);
            parts.push_back({short_name(part), QStringLiteral("memory.parts.") + QLatin1String(key_of(part)), text,
                             note, held.as_double(), fill_of(part, theme)});
        }
        if (const auto& correction = estimate->memory->measured_correction) {
            const Bytes amount = Bytes::of(std::abs(correction->value()));
            const QString sign = correction->value() < 0 ? QStringLiteral("−") : QStringLiteral("+");
            parts.push_back({words_.quantity(correction_id),
                             QString::fromLatin1(correction_id),
                             sign + words_.text(value_of(amount)),
                             both_prefixes(amount, words_),
                             std::max(0.0, static_cast<double>(correction->value())),
                             {theme.base, Hatch::forward, theme.text, {}}});
        }
        return parts;
    }

    std::vector<ShownPart> parts_of_step(const Evaluation& evaluation) const
    {
        std::vector<ShownPart> parts;
        const std::optional<Estimate>& estimate = evaluation.estimate;
        if (!estimate || !estimate->time) return parts;
        const Theme& theme = theme_of(palette());
        for (std::size_t i = 0; i < time_part_count; ++i) {
            const auto part = static_cast<TimePart>(i);
            const Seconds time = estimate->time->part(part);
            const HatchedFill fill = part == part_of(estimate->time->bottleneck)
                                         ? fill_of(MemoryPart::activations, theme)
                                         : fill_of(part, theme);
            parts.push_back({short_name(part), QStringLiteral("time.parts.") + QLatin1String(key_of(part)),
                             words_.text(value_of(time)), QString(), time.base(), fill});
        }
        return parts;
    }

    std::vector<ShownPart> parts_of(const Evaluation& evaluation) const
    {
        return what_ == PartsOf::memory ? parts_of_memory(evaluation) : parts_of_step(evaluation);
    }

    /// End of the memory as a share of the bar, if the plan needs more.
    std::optional<double> end_of_memory() const
    {
        const std::optional<Estimate>& estimate = document_.evaluation().estimate;
        if (what_ == PartsOf::step || !estimate || !estimate->memory) return std::nullopt;
        const MemoryEstimate& memory = *estimate->memory;
        if (!(memory.usable > Bytes()) || !(memory.total > memory.usable)) return std::nullopt;
        return memory.usable.as_double() / memory.total.as_double();
    }

    QString summary() const
    {
        const std::optional<Estimate>& estimate = document_.evaluation().estimate;
        if (what_ == PartsOf::step && estimate && estimate->time)
            return tr("%1 · MFU %2")
                .arg(words_.text(value_of(estimate->time->step)), words_.text(Value{estimate->time->mfu, Unit::share}));
        if (what_ == PartsOf::step || !estimate || !estimate->memory || !estimate->verdict) return {};
        const MemoryEstimate& memory = *estimate->memory;
        if (!(memory.usable > Bytes())) return {};
        return tr("%1 of %2 usable")
            .arg(words_.text(Value{memory.total.as_double() / memory.usable.as_double(), Unit::share}),
                 words_.text(value_of(memory.usable)));
    }

    /// Adds previous amounts to the parts.
    void add_before(std::vector<ShownPart> before)
    {
        for (ShownPart& former : before) {
            const auto now = std::ranges::find(parts_, former.quantity, &ShownPart::quantity);
            if (now == parts_.end()) {
                former.before = std::exchange(former.amount, 0.0);
                former.text = tr("%1 → %2", "before, after").arg(former.text, tr("None"));
                parts_.push_back(std::move(former));
                continue;
            }
            now->before = former.amount;
            if (former.text != now->text) now->text = tr("%1 → %2", "before, after").arg(former.text, now->text);
        }
    }

    /// The memory or the step time; nothing if unknown.
    std::optional<Value> total_of(const Evaluation& evaluation) const
    {
        const std::optional<Estimate>& estimate = evaluation.estimate;
        if (!estimate) return std::nullopt;
        if (what_ == PartsOf::memory)
            return estimate->memory ? std::optional(value_of(estimate->memory->total)) : std::nullopt;
        return estimate->time ? std::optional(value_of(estimate->time->step)) : std::nullopt;
    }

    /// Shows both bars, their totals, and the difference.
    void show_both(const Evaluation& before)
    {
        constexpr double room = 1.04;
        const std::optional<Value> former = total_of(before);
        const std::optional<Value> now = total_of(document_.evaluation());
        const std::optional<Estimate>& estimate = document_.evaluation().estimate;
        const bool limited =
            what_ == PartsOf::memory && estimate && estimate->memory && estimate->memory->usable > Bytes();
        const double usable = limited ? estimate->memory->usable.as_double() : 0.0;
        const double whole = room * std::max({usable, former ? former->number : 0.0, now ? now->number : 0.0});
        const auto limit = limited && whole > 0.0 ? std::optional(usable / whole) : std::nullopt;
        before_bar_->show(parts_, limit, &ShownPart::before, whole);
        bar_->show(parts_, limit, &ShownPart::amount, whole);
        names_[0]->setText(tr("Before"));
        names_[1]->setText(tr("After"));
        const auto text = [this](const std::optional<Value>& total) {
            return total ? words_.text(*total) : QStringLiteral("–");
        };
        totals_[0]->setText(text(former));
        totals_[1]->setText(text(now));
        difference_->clear();
        if (!former || !now || former->number == now->number || !(former->number > 0.0)) return;
        const double more = now->number - former->number;
        const QString sign = more < 0.0 ? QStringLiteral("−") : QStringLiteral("+");
        difference_->setText(tr("%1%2 (%1%3)", "sign, amount, share")
                                 .arg(sign, words_.text(Value{std::abs(more), now->unit}),
                                      words_.text(Value{std::abs(more) / former->number, Unit::share})));
    }

    void follow()
    {
        title_->setText(what_ == PartsOf::step                  ? tr("Step breakdown")
                        : words_.table().speaks_of_processors() ? tr("Memory breakdown")
                                                                : tr("GPU memory breakdown"));
        summary_->setText(summary());
        const std::shared_ptr<const Evaluation> before = before_ ? before_() : nullptr;
        parts_ = parts_of(document_.evaluation());
        if (before) add_before(parts_of(*before));
        std::erase_if(parts_, [this](const ShownPart& part) {
            return !lists_all_ && !(part.amount + part.before > 0.0) && part.quantity != QLatin1String(correction_id);
        });
        std::ranges::stable_sort(parts_, std::greater<>(), [](const ShownPart& part) {
            // Corrections by measurements are always in the legend.
            return part.quantity == QLatin1String(correction_id) ? std::numeric_limits<double>::max()
                                                                 : std::max(part.amount, part.before);
        });
        bar_->show(parts_, end_of_memory());
        if (before) show_both(*before);
        place();
    }

    /// Columns that show these names in full.
    int columns_for(const std::vector<std::size_t>& legend) const
    {
        int widest = 1;
        for (const std::size_t index : legend) {
            const Entry& entry = entries_[index];
            const int text = entry.name->fontMetrics().horizontalAdvance(entry.name->text());
            widest = std::max(widest, swatch_width + 2 * beside_a_name + text + 2 + entry.number->sizeHint().width());
        }
        return std::clamp((width() + between_columns) / (widest + between_columns), 1, most_columns);
    }

    void place()
    {
        std::vector<std::size_t> legend;
        for (std::size_t i = 0; i < std::min(parts_.size(), most_shown_); ++i) {
            const ShownPart& part = parts_[i];
            const auto found = std::ranges::find_if(
                entries_, [&](const Entry& entry) { return entry.number->quantity() == part.quantity; });
            found->swatch->show(part.fill);
            found->name->setText(part.name);
            found->name->setToolTip(part.name);
            found->number->show_text(part.text, part.name);
            found->number->set_note(part.note);
            legend.push_back(static_cast<std::size_t>(found - entries_.begin()));
        }
        const int columns = columns_for(legend);
        // One column shows only the largest parts, unless all are listed.
        if (!lists_all_) legend.resize(std::min(legend.size(), static_cast<std::size_t>(columns * most_lines)));
        if (legend == placed_ && columns == placed_columns_) return;
        for (const Entry& entry : entries_) grid_->removeWidget(entry.box);
        for (std::size_t i = 0; i < entries_.size(); ++i)
            entries_[i].box->setVisible(std::ranges::find(legend, i) != legend.end());
        for (std::size_t i = 0; i < legend.size(); ++i) {
            const auto at = static_cast<int>(i);
            grid_->addWidget(entries_[legend[i]].box, at / columns, at % columns);
        }
        for (int column = 0; column < most_columns; ++column) grid_->setColumnStretch(column, column < columns ? 1 : 0);
        placed_ = std::move(legend);
        placed_columns_ = columns;
    }

    static constexpr int usual_width = 420;
    static constexpr int least_width = 200;

    PartsOf what_;
    Document& document_;
    const Localization& words_;
    QLabel* title_;
    QLabel* summary_;
    WholeBar* bar_;
    AnswerBefore before_;
    // Null unless there is a comparison.
    WholeBar* before_bar_ = nullptr;
    std::array<QLabel*, 2> names_{};
    std::array<QLabel*, 2> totals_{};
    QLabel* difference_ = nullptr;
    QGridLayout* grid_;
    /// One per part of the estimate; parts of zero are hidden.
    std::vector<Entry> entries_;
    std::vector<ShownPart> parts_;
    bool lists_all_;
    std::size_t most_shown_ = 6;
    /// Entries in the grid.
    std::vector<std::size_t> placed_;
    int placed_columns_ = 0;
};

QWidget* parts_bar(PartsOf what, const PageContext& context, QWidget* parent, bool lists_all, AnswerBefore before)
{
    return new PartsBar(what, context, parent, lists_all, std::move(before));
}

void show_most(QWidget& bar, std::size_t parts) { static_cast<PartsBar&>(bar).show_most(parts); }

} // namespace rigwright

#include "parts_bar.moc"
