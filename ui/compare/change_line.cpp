// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/comparison.h"
#include "ui/controls/card.h"
#include "ui/controls/quantity_label.h"
#include "ui/document/document.h"
#include "ui/document/page.h"
#include "ui/format/on_change.h"
#include "ui/format/words.h"

#include <QHBoxLayout>
#include <QLabel>

#include <algorithm>
#include <cmath>

namespace rigwright {

namespace {

/// Maximum number of named parts; the rest has little effect.
constexpr std::size_t most_causes = 2;
/// Smaller shares are rounding noise or not noticeable.
constexpr double least_share = 0.001;

} // namespace

/// The effect of the last edit on memory and time, and the parts that caused it.
class ChangeLine : public QWidget {
    Q_OBJECT

public:
    ChangeLine(const PageContext& context, QWidget* parent)
        : QWidget(parent),
          document_(context.document),
          words_(context.words),
          memory_(new QuantityLabel(QStringLiteral("memory.total_bytes"), this)),
          time_(new QuantityLabel(QStringLiteral("time.step_seconds"), this))
    {
        setObjectName(QStringLiteral("what_changed"));
        QLabel* caption = say(small_label(this), [] { return tr("Change:"); });
        row_in(this, {0, 0, 0, 0}, 12, {caption, memory_, time_, Stretch{}});
        for (QuantityLabel* label : {memory_, time_}) {
            // Edits must not move columns.
            label->set_elided(true);
            connect(label, &QuantityLabel::working_requested, &context.requests, &PageRequests::working_requested);
        }
        connect(&document_, &Document::builds_changed, this, &ChangeLine::start_over);
        connect(&document_, &Document::settled, this, &ChangeLine::follow);
        start_over();
        in_each_language(this, [this] { show_changes(); });
    }

private:
    /// Resets the baseline for another build or document.
    void start_over()
    {
        const std::shared_ptr<const Evaluation> answer = document_.answer_of(document_.project().current);
        // A build that was only renamed, pinned or moved is unchanged.
        if (last_ == answer) return;
        last_ = answer;
        changes_.clear();
        show_changes();
    }

    void follow()
    {
        const std::shared_ptr<const Evaluation> answer = document_.answer_of(document_.project().current);
        if (answer == last_) return;
        const bool known = last_ && last_->estimate && answer->estimate;
        changes_ = known ? what_changed(*last_->estimate, *answer->estimate) : std::vector<ResultChange>{};
        last_ = answer;
        show_changes();
    }

    void show_changes()
    {
        const auto find = [this](const char* quantity) {
            const auto found = std::ranges::find(changes_, quantity, &ResultChange::quantity);
            return found == changes_.end() ? nullptr : &*found;
        };
        show_change(*memory_, find("memory.total_bytes"), tr("Memory"));
        show_change(*time_, find("time.step_seconds"), tr("Step"));
        setVisible(!changes_.empty());
    }

    void show_change(QuantityLabel& label, const ResultChange* change, const QString& name)
    {
        label.setVisible(change != nullptr);
        if (change == nullptr) return;
        const double least = least_share * std::max(std::fabs(change->before.number), std::fabs(change->after.number));
        QStringList causes;
        for (const ChangeCause& cause : change->causes) {
            if (static_cast<std::size_t>(causes.size()) == most_causes) break;
            if (std::fabs(cause.difference.number) < least) continue;
            causes << QStringLiteral("%1 %2").arg(words_.quantity(cause.quantity), amount(cause.difference));
        }
        const Value difference = change->difference();
        const QString total = std::fabs(difference.number) < least
                                  ? tr("%1 changes by less than 0.1%").arg(name)
                                  : QStringLiteral("%1 %2").arg(name, amount(difference));
        const bool says_more = change->causes.size() > 1 && !causes.isEmpty();
        label.show_text(says_more ? tr("%1 (%2)").arg(total, listed(causes)) : total, name);
    }

    QString amount(Value difference) const
    {
        const QString sign = difference.number < 0.0 ? QStringLiteral("−") : QStringLiteral("+");
        difference.number = std::fabs(difference.number);
        return sign + words_.text(difference);
    }

    Document& document_;
    const Localization& words_;
    QuantityLabel* memory_;
    QuantityLabel* time_;
    /// The baseline for the next edit.
    std::shared_ptr<const Evaluation> last_;
    std::vector<ResultChange> changes_;
};

QWidget* change_line(const PageContext& context, QWidget* parent) { return new ChangeLine(context, parent); }

} // namespace rigwright

#include "change_line.moc"
