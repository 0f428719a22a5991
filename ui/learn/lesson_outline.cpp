// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/learn/lesson_outline.h"

#include "core/estimate/field_access.h"
#include "core/estimate/quantities.h"
#include "core/scenario/fields.h"
#include "ui/controls/card.h"
#include "ui/learn/lesson_inputs.h"
#include "ui/panels/part_entries.h"

#include <QFormLayout>

#include <algorithm>
#include <array>

namespace rigwright {

namespace {

constexpr int outline_side = 24;
constexpr int widest_outline = 640;
constexpr double section_scale = 15.0 / 13.0;

/// Groups of fields that a lesson keeps as a whole.
struct KeptGroup {
    const char* path;
    const char* name;
};
constexpr std::array kept_groups{
    KeptGroup{"model", QT_TRANSLATE_NOOP("rigwright::LessonOutline", "Model")},
    KeptGroup{"input", QT_TRANSLATE_NOOP("rigwright::LessonOutline", "Size of a sample")},
    KeptGroup{"dataset", QT_TRANSLATE_NOOP("rigwright::LessonOutline", "Data")},
    KeptGroup{"training", QT_TRANSLATE_NOOP("rigwright::LessonOutline", "Training settings")},
    KeptGroup{"build", QT_TRANSLATE_NOOP("rigwright::LessonOutline", "Machine")},
    KeptGroup{"economics", QT_TRANSLATE_NOOP("rigwright::LessonOutline", "Money settings")},
    KeptGroup{"build.price_overrides", QT_TRANSLATE_NOOP("rigwright::LessonOutline", "Prices")},
};

} // namespace

LessonOutline::LessonOutline(Document& document, const Localization& words, QWidget* parent)
    : QScrollArea(parent),
      document_(document),
      words_(words),
      desk_(LessonDesk::of(document))
{
    setObjectName(QStringLiteral("lesson_outline"));
    setFrameShape(QFrame::NoFrame);
    setWidgetResizable(true);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    auto* page = new QWidget(this);
    page->setMaximumWidth(widest_outline);
    rows_ = new QFormLayout(page);
    rows_->setContentsMargins(outline_side, 12, outline_side, 12);
    rows_->setHorizontalSpacing(16);
    rows_->setVerticalSpacing(8);
    rows_->setLabelAlignment(Qt::AlignLeft | Qt::AlignTop);
    rows_->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    setWidget(page);
}

void LessonOutline::add_section(const QString& title)
{
    QLabel* label = heading(section_scale, widget());
    label->setText(title);
    label->setContentsMargins(0, rows_->rowCount() == 0 ? 0 : 12, 0, 0);
    rows_->addRow(label);
}

void LessonOutline::add_row(const QString& name, const QStringList& lines)
{
    if (lines.isEmpty()) return;
    QLabel* caption = plain_label(widget());
    caption->setText(name);
    caption->setForegroundRole(QPalette::PlaceholderText);
    // As high as its lines, so that it begins with them.
    caption->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    caption->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Expanding);
    QLabel* text = wrapped_label(widget());
    text->setText(lines.join(QLatin1Char('\n')));
    text->setAccessibleName(name);
    rows_->addRow(caption, text);
}

QStringList LessonOutline::moved() const
{
    QStringList lines;
    for (const std::string& path : desk_.chosen()->moves) {
        const bool of_shape = path.starts_with("model.shape.");
        const QString name =
            words_.text(of_shape ? "hyperparameter." + path.substr(path.rfind('.') + 1) : "field." + path);
        const FieldValue start = effective_value(desk_.chosen()->start, *document_.data(), path);
        lines << tr("%1: %2", "setting or quantity, its value").arg(name, setting_text(path, start, words_));
    }
    return lines;
}

QStringList LessonOutline::watched() const
{
    const Lesson& lesson = *desk_.chosen();
    std::vector<std::string> quantities;
    if (lesson.prediction) quantities.push_back(lesson.prediction->quantity);
    for (const LessonGoal& goal : lesson.goals) quantities.push_back(goal.quantity);
    quantities.insert(quantities.end(), lesson.hints.begin(), lesson.hints.end());
    QStringList lines;
    for (const std::string& quantity : quantities) {
        const std::optional<Value> start = quantity_value(desk_.start_evaluation(), quantity);
        if (!start) continue;
        const QString line = tr("%1: %2").arg(words_.quantity(quantity), words_.text(*start));
        if (!lines.contains(line)) lines << line;
    }
    return lines;
}

QStringList LessonOutline::goals() const
{
    const Lesson& lesson = *desk_.chosen();
    const LessonState start = lesson_state(lesson, desk_.start_evaluation(), desk_.start_evaluation());
    QStringList lines;
    for (std::size_t i = 0; i < start.goals.size(); ++i) {
        const GoalState& goal = start.goals[i];
        if (!goal.bound) continue;
        lines << (goal.at_most ? tr("%1: at most %2") : tr("%1: at least %2"))
                     .arg(words_.quantity(lesson.goals[i].quantity), words_.text(*goal.bound));
    }
    if (lines.isEmpty()) lines << tr("None: try it, then answer the question.");
    return lines;
}

QStringList LessonOutline::kept() const
{
    QStringList names;
    for (const std::string& path : desk_.chosen()->keep) {
        const auto group =
            std::ranges::find(kept_groups, path, [](const KeptGroup& each) { return std::string(each.path); });
        names << (group == kept_groups.end() ? words_.text("field." + path) : tr(group->name));
    }
    return names.isEmpty() ? names : QStringList(names.join(tr(", ", "between names of a list")));
}

void LessonOutline::add_start()
{
    const Scenario& start = desk_.chosen()->start;
    const Preset* preset = document_.data()->preset(start.model.preset);
    add_row(tr("Model"), {preset != nullptr ? from_utf8(preset->title) : words_.text("family." + start.model.family)});
    add_row(tr("Machine"), {parts_text({*document_.data(), start, words_})});
    const auto count = [this](std::int64_t number) {
        return words_.text(Value{static_cast<double>(number), Unit::count});
    };
    if (start.dataset.samples)
        add_row(tr("Data"),
                {tr("%1 samples, %2 epochs").arg(count(*start.dataset.samples), count(start.training.epochs))});
}

void LessonOutline::follow()
{
    while (rows_->rowCount() > 0) rows_->removeRow(0);
    setAccessibleName(tr("Plan at the start"));
    if (desk_.chosen() == nullptr) return;
    add_section(tr("Settings and figures at the start"));
    add_row(tr("Change"), moved());
    add_row(tr("Watch"), watched());
    add_section(tr("Plan at the start"));
    add_start();
    add_section(tr("Requirements"));
    add_row(tr("Goals"), goals());
    add_row(tr("Must stay"), kept());
    QLabel* note = small_label(widget());
    note->setWordWrap(true);
    note->setContentsMargins(0, 12, 0, 0);
    note->setText(
        tr("Before and after appear here once the lesson runs. It runs in a copy: your project stays as it is."));
    rows_->addRow(note);
}

} // namespace rigwright
