// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/comparison_text.h"
#include "ui/compare/ratio_view.h"
#include "ui/plots/swept_number.h"

#include <algorithm>
#include <cmath>

namespace rigwright {

namespace {

constexpr std::size_t most_shown = 3;
/// Ratios beyond are drawn at the end of the axis.
constexpr double longest_axis = 30.0;
constexpr double shortest_axis = 1.7;

bool is_speed(std::string_view quantity) { return quantity.starts_with("time."); }
bool is_price(std::string_view quantity) { return quantity.starts_with("cost."); }
bool is_count(const RatioRow& row) { return row.quantity == "memory.max_micro_batch"; }

} // namespace

QString factor_text(double factor)
{
    constexpr double close = 0.2;
    constexpr double tenfold = 10.0;
    if (std::fabs(factor - 1.0) < close) return from_utf8(fixed(factor, 2));
    return factor < tenfold ? from_utf8(fixed(factor, factor < 1.0 ? 2 : 1)) : from_utf8(significant(factor, 2));
}

RatioModel::RatioModel(Document& document, const Localization& words, const BuildActions& actions, QObject* parent)
    : TableModel(parent),
      document_(document),
      words_(words),
      actions_(actions)
{}

void RatioModel::follow()
{
    beginResetModel();
    builds_ = actions_.compared();
    table_ = {};
    others_.clear();
    shown_.clear();
    std::vector<std::shared_ptr<const Evaluation>> answers;
    std::vector<const Evaluation*> compared;
    for (const std::size_t build : builds_) compared.push_back(answers.emplace_back(document_.answer_of(build)).get());
    if (!builds_.empty()) {
        table_ = ratio_table(compared, actions_.baseline_place(), *document_.data());
        for (std::size_t place = 0; place < builds_.size(); ++place)
            if (place != table_.baseline && table_.standing[place] == RatioStanding::compared) others_.push_back(place);
        shown_.assign(others_.begin(), others_.begin() + static_cast<long>(std::min(most_shown, others_.size())));
    }
    std::vector<TableColumn> columns{
        {[] { return tr("Quantity"); }, [this](int row) { return name_text(row); }},
        {[this] { return builds_.empty() ? QString() : letter_at(table_.baseline); },
         [this](int row) { return number_text(table_.rows[static_cast<std::size_t>(row)], table_.baseline); }, true},
        {[this] {
             return builds_.empty() ? QString() : tr("← worse than %1 · better →").arg(letter_at(table_.baseline));
         },
         [this](int row) { return axis_text(row); }}};
    for (const std::size_t place : shown_)
        columns.push_back(
            {[this, place] { return tr("%1 (%2)", "name, letter").arg(name_at(place), letter_at(place)); },
             [this, place](int row) { return machine_text(row, place); }});
    set_columns(std::move(columns));
    endResetModel();
}

QString RatioModel::letter_of(std::size_t machine) const { return build_letter(machine); }

std::size_t RatioModel::machine_at(int column) const
{
    const std::size_t place =
        column < first_machine ? table_.baseline : shown_[static_cast<std::size_t>(column - first_machine)];
    return builds_[place];
}

std::optional<Ratio> RatioModel::score(const RatioRow& row, std::size_t place) const
{
    const std::optional<Ratio>& ratio = row.ratios[place];
    if (!ratio) return std::nullopt;
    return row.direction == PreferredDirection::more ? *ratio : ratio->inverse();
}

std::optional<RatioModel::Mark> RatioModel::mark(int row, std::size_t machine) const
{
    const auto place = static_cast<std::size_t>(std::ranges::find(builds_, machine) - builds_.begin());
    const std::optional<Ratio> found = score(table_.rows[static_cast<std::size_t>(row)], place);
    if (!found) return std::nullopt;
    return Mark{machine, *found, found->low > 1.0 ? Side::better : found->high < 1.0 ? Side::worse : Side::unclear};
}

std::vector<RatioModel::Mark> RatioModel::marks(int row) const
{
    std::vector<Mark> all;
    for (const std::size_t place : others_)
        if (const auto found = mark(row, builds_[place])) all.push_back(*found);
    return all;
}

Ratio RatioModel::extent() const
{
    Ratio ends{1.0, 1.0 / shortest_axis, shortest_axis};
    for (int row = 0; row < row_count(); ++row)
        for (const Mark& each : marks(row)) {
            ends.low = std::min({ends.low, each.score.low, each.score.value});
            ends.high = std::max({ends.high, each.score.high, each.score.value});
        }
    constexpr double room = 1.12;
    return {1.0, std::max(ends.low, 1.0 / longest_axis) / room, std::min(ends.high, longest_axis) * room};
}

QString RatioModel::remark(const RatioRow& row) const
{
    if (row.quantity == "time.wall_seconds") return tr("shared error taken out");
    if (is_count(row)) return tr("counted, not estimated");
    if (!is_price(row.quantity) || table_.unpriced.empty()) return {};
    QStringList kinds;
    QStringList letters;
    for (const UnpricedKind& left_out : table_.unpriced) {
        kinds << words_.text(std::string("part.") + key_of(left_out.kind));
        for (const std::size_t place : left_out.builds)
            if (!letters.contains(letter_at(place))) letters << letter_at(place);
    }
    return tr("left out, no price for %2: %1").arg(kinds.join(QStringLiteral(", ")), letters.join(QStringLiteral(", ")));
}

QString RatioModel::name_text(int row) const
{
    const RatioRow& found = table_.rows[static_cast<std::size_t>(row)];
    const QString name = from_utf8(row_name(ComparedRow{found.quantity}, words_.table()));
    const QString below = remark(found);
    return below.isEmpty() ? name : name + QLatin1Char('\n') + below;
}

QString RatioModel::number_text(const RatioRow& row, std::size_t place) const
{
    return from_utf8(compared_text(row.values[place], words_.table()));
}

QString RatioModel::verdict_text(const RatioRow& row, std::size_t place) const
{
    const std::optional<ComparedValue>& value = row.values[place];
    if (!value) return QStringLiteral("–");
    if (value->hypothetical) return tr("does not fit");
    const std::optional<Ratio> found = score(row, place);
    if (!found) return QStringLiteral("–");
    if (found->value == 1.0 && found->low == 1.0 && found->high == 1.0) return tr("equal");
    if (!found->clear()) return words_.text("compare.ranking.no-clear-winner");
    const bool better = found->low > 1.0;
    if (is_count(row)) {
        const double difference = value->value.number - row.values[table_.baseline]->value.number;
        const QString amount = words_.text(Value{std::fabs(difference), Unit::count});
        return difference > 0.0 ? tr("%1 more").arg(amount) : tr("%1 less").arg(amount);
    }
    const QString factor = factor_text(better ? found->value : 1.0 / found->value);
    if (is_speed(row.quantity)) return better ? tr("%1× faster").arg(factor) : tr("%1× slower").arg(factor);
    if (is_price(row.quantity)) return better ? tr("%1× cheaper").arg(factor) : tr("%1× dearer").arg(factor);
    return better ? tr("%1× less").arg(factor) : tr("%1× more").arg(factor);
}

QString RatioModel::machine_text(int row, std::size_t place) const
{
    const RatioRow& found = table_.rows[static_cast<std::size_t>(row)];
    QString second = number_text(found, place);
    if (const std::optional<Ratio> each = score(found, place); each && each->low < each->high) {
        const Ratio shown = each->high < 1.0 ? each->inverse() : *each;
        second += QStringLiteral(" · ") + tr("%1 to %2").arg(factor_text(shown.low), factor_text(shown.high));
    }
    return verdict_text(found, place) + QLatin1Char('\n') + second;
}

QString RatioModel::axis_text(int row) const
{
    QStringList texts;
    for (const std::size_t place : others_)
        texts << letter_at(place) + QLatin1Char(' ') + verdict_text(table_.rows[static_cast<std::size_t>(row)], place);
    return texts.join(QStringLiteral("; "));
}

const RatioRow* RatioModel::row_of(std::string_view quantity) const
{
    const auto found = std::ranges::find(table_.rows, quantity, &RatioRow::quantity);
    return found == table_.rows.end() ? nullptr : &*found;
}

QString RatioModel::clause(std::size_t place) const
{
    const QString letter = letter_at(place);
    const QString base = letter_at(table_.baseline);
    const RatioRow* price = row_of("cost.purchase");
    const std::optional<Ratio> cost = price != nullptr ? price->ratios[place] : std::nullopt;
    const QString factor = cost ? factor_text(cost->value) : QString();
    const auto priced = [&](const QString& text) {
        if (!cost) return text;
        if (cost->value == 1.0) return tr("%1 for the same price").arg(text);
        return tr("%1 for %2× the price").arg(text, factor);
    };
    const RatioRow* time = row_of("time.wall_seconds");
    if (time == nullptr) time = row_of("time.samples_per_second");
    const std::optional<Ratio> speed = time != nullptr ? score(*time, place) : std::nullopt;
    if (time != nullptr && time->values[place] && time->values[place]->hypothetical)
        return tr("the task does not fit on %1").arg(letter);
    if (!speed) return cost ? tr("%1 costs %2 × as much as %3").arg(letter, factor, base) : QString();
    if (speed->low > 1.0) return priced(tr("%1 is %2 × as fast as %3").arg(letter, factor_text(speed->value), base));
    if (speed->high < 1.0)
        return priced(tr("%1 takes %2 × as long as %3").arg(letter, factor_text(1.0 / speed->value), base));
    return priced(speed->low == speed->high ? tr("%1 is as fast as %2").arg(letter, base)
                                            : tr("%1 is not clearly faster or slower than %2").arg(letter, base));
}

QString RatioModel::sentence() const
{
    QStringList clauses;
    for (const std::size_t place : shown_)
        if (const QString text = clause(place); !text.isEmpty()) clauses << text;
    if (clauses.empty()) return {};
    QString text = clauses.join(tr("; ", "between two clauses"));
    text[0] = text[0].toUpper();
    return tr("%1.", "a sentence").arg(text);
}

QString RatioModel::notes() const
{
    QStringList lines;
    const auto of_task = [&](RatioStanding standing) {
        QStringList names;
        for (std::size_t place = 0; place < builds_.size(); ++place)
            if (table_.standing[place] == standing) names << letter_at(place) + QLatin1Char(' ') + name_at(place);
        return names.join(QStringLiteral(", "));
    };
    const QString batch =
        table_.global_batch ? words_.text(Value{static_cast<double>(*table_.global_batch), Unit::count}) : QString();
    if (table_.global_batch)
        lines << tr("Compared at the global batch of %1, %2 samples.").arg(letter_at(table_.baseline), batch);
    if (const QString names = of_task(RatioStanding::own_task); !names.isEmpty())
        lines << tr("Not ranked, has a task of its own: %1.").arg(names);
    if (const QString names = of_task(RatioStanding::undivided_batch); !names.isEmpty())
        lines << tr("Not ranked, its GPUs do not divide a global batch of %1: %2.").arg(batch, names);
    if (const QString names = of_task(RatioStanding::no_answer); !names.isEmpty())
        lines << tr("Not ranked, cannot be computed: %1.").arg(names);
    lines << tr("Most of the error of two estimates of one task is shared; these ranges leave it out.");
    return lines.join(QLatin1Char(' '));
}

} // namespace rigwright
