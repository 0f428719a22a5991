// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/estimate/field_access.h"
#include "core/estimate/quantities.h"
#include "core/hardware/dates.h"
#include "core/project/lesson.h"
#include "core/report/report_writers.h"
#include "core/scenario/fields.h"
#include "ui/controls/card.h"
#include "ui/controls/field_control.h"
#include "ui/controls/number_text.h"
#include "ui/controls/relayout_guard.h"
#include "ui/document/document.h"
#include "ui/document/follow.h"
#include "ui/document/page.h"
#include "ui/format/on_change.h"
#include "ui/format/words.h"
#include "ui/learn/lesson_desk.h"
#include "ui/learn/lesson_inputs.h"
#include "ui/panels/part_entries.h"
#include "ui/plots/plot_list.h"
#include "ui/theme/theme.h"
#include "ui/window/parts_bar.h"

#include <QBoxLayout>
#include <QButtonGroup>
#include <QDoubleSpinBox>
#include <QFormLayout>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QRadioButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QShortcut>
#include <QString>
#include <QTextLayout>

#include <algorithm>
#include <array>
#include <vector>

namespace rigwright {

namespace {

constexpr int outline_side = 24;
constexpr int widest_outline = 640;
constexpr double section_scale = 15.0 / 13.0;

/// Groups of fields that a lesson fixes as a whole.
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

constexpr int steps_width = 330;
constexpr int lesson_side = 16;
constexpr int step_disc = 20;
constexpr double title_scale = 20.0 / 13.0;
constexpr int least_plot_height = 170;
/// Width of an answer's text, beside its mark and the scroll bar.
constexpr int answer_width = steps_width - 2 * lesson_side - step_disc - 8 - 40;

/// The unit for a guess of a number of that size, and its size in base units.
struct GuessUnit {
    QString name;
    double size = 1.0;
};

GuessUnit guess_unit(const Value& like)
{
    if (like.number <= 0.0) return {};
    const SpreadsheetNumber shown = spreadsheet_number(like);
    const QString name = from_utf8(shown.format).section(QLatin1Char('"'), 1, 1).trimmed();
    return {name, like.number / shown.number};
}

/// Breaks the text into lines of that width, as buttons do not wrap.
QString in_lines(const QString& text, const QFont& font, int width)
{
    QTextLayout layout(text, font);
    QTextOption option;
    option.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    layout.setTextOption(option);
    layout.beginLayout();
    QStringList lines;
    for (QTextLine line = layout.createLine(); line.isValid(); line = layout.createLine()) {
        line.setLineWidth(width);
        lines << text.mid(line.textStart(), line.textLength()).trimmed();
    }
    layout.endLayout();
    return lines.join(QLatin1Char('\n'));
}

void clear(QLayout* layout)
{
    while (QLayoutItem* item = layout->takeAt(0)) {
        delete item->widget();
        delete item;
    }
}

} // namespace

/// The title of a step after its number, or after a mark if it is done.
class StepTitle : public QWidget {
public:
    explicit StepTitle(QWidget* parent) : QWidget(parent) { setFixedHeight(step_disc + 14); }

    void show_title(const QString& title)
    {
        title_ = title;
        show_step(number_, done_);
    }
    void show_step(int number, bool done)
    {
        number_ = number;
        done_ = done;
        setAccessibleName(QStringLiteral("%1 %2").arg(done ? QStringLiteral("✓") : QString::number(number), title_));
        update();
    }

protected:
    void paintEvent(QPaintEvent*) override
    {
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        const Theme& theme = theme_of(palette());
        painter.setPen(theme.grid);
        painter.drawLine(0, 0, width(), 0);
        painter.setFont(bold_of(font()));
        const QRect place(0, 10, step_disc, step_disc);
        painter.setPen(Qt::NoPen);
        painter.setBrush(done_ ? theme.good : theme.accent);
        painter.drawEllipse(place);
        painter.setPen(theme.on_accent);
        painter.drawText(place, Qt::AlignCenter, done_ ? QStringLiteral("✓") : QString::number(number_));
        painter.setPen(theme.text);
        painter.drawText(QRect(step_disc + 8, 10, width() - step_disc - 8, step_disc), Qt::AlignVCenter | Qt::AlignLeft,
                         title_);
    }

private:
    QString title_;
    int number_ = 1;
    bool done_ = false;
};

/// The selected lesson before it runs: variable settings and metrics, the initial plan, goals, and fixed settings.
class LessonOutline : public QScrollArea {
    Q_OBJECT

public:
    LessonOutline(Document& document, const Localization& words, QWidget* parent)
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
        rows_ = new QFormLayout;
        // Without it, rows would share the free height.
        column_in(page, {outline_side, 12, outline_side, 12}, -1, {rows_, Stretch{}});
        rows_->setHorizontalSpacing(16);
        rows_->setVerticalSpacing(8);
        rows_->setLabelAlignment(Qt::AlignLeft | Qt::AlignTop);
        rows_->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
        setWidget(page);
    }

    /// Shows the selected lesson in the current language.
    void follow()
    {
        while (rows_->rowCount() > 0) rows_->removeRow(0);
        setAccessibleName(tr("Starting point"));
        if (desk_.chosen() == nullptr) return;
        add_section(tr("Settings and figures at the start"));
        add_row(tr("Change"), moved());
        add_row(tr("Watch"), watched());
        add_section(tr("Starting point"));
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

private:
    void add_section(const QString& title)
    {
        QLabel* label = heading(section_scale, widget());
        label->setText(title);
        label->setContentsMargins(0, rows_->rowCount() == 0 ? 0 : 12, 0, 0);
        rows_->addRow(label);
    }

    void add_row(const QString& name, const QStringList& lines)
    {
        if (lines.isEmpty()) return;
        QLabel* caption = plain_label(widget());
        caption->setText(name);
        caption->setForegroundRole(QPalette::PlaceholderText);
        // As high as its text, to align at the top.
        caption->setAlignment(Qt::AlignLeft | Qt::AlignTop);
        caption->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Expanding);
        QLabel* text = wrapped_label(widget());
        text->setText(kept_together(lines.join(QLatin1Char('\n'))));
        text->setAccessibleName(name);
        rows_->addRow(caption, text);
    }

    QStringList moved() const
    {
        QStringList lines;
        for (const std::string& path : desk_.chosen()->moves) {
            const bool of_shape = path.starts_with("model.shape.");
            const QString name =
                words_.text(of_shape ? "hyperparameter." + path.substr(path.rfind('.') + 1) : "field." + path);
            const FieldValue start = effective_value(desk_.chosen()->start, *document_.data(), path);
            lines << named_value(name, words_.setting(path, start, document_.scenario(), document_.data()->hardware));
        }
        return lines;
    }

    QStringList watched() const
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
            const QString line = named_value(words_.quantity(quantity), words_.text(*start));
            if (!lines.contains(line)) lines << line;
        }
        return lines;
    }

    QStringList goals() const
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

    QStringList kept() const
    {
        QStringList names;
        for (const std::string& path : desk_.chosen()->keep) {
            const auto group =
                std::ranges::find(kept_groups, path, [](const KeptGroup& each) { return std::string(each.path); });
            names << (group == kept_groups.end() ? words_.text("field." + path) : tr(group->name));
        }
        return names.isEmpty() ? names : QStringList(listed(names));
    }

    void add_start()
    {
        const Scenario& start = desk_.chosen()->start;
        const Preset* preset = document_.data()->preset(start.model.preset);
        add_row(tr("Model"),
                {preset != nullptr ? from_utf8(preset->title) : words_.text("family." + start.model.family)});
        add_row(tr("Machine"), {parts_text({*document_.data(), start, words_})});
        const auto count = [this](std::int64_t number) {
            return words_.text(Value{static_cast<double>(number), Unit::count});
        };
        if (start.dataset.samples)
            add_row(tr("Data"),
                    {tr("%1 samples, %2 epochs").arg(count(*start.dataset.samples), count(start.training.epochs))});
    }

    Document& document_;
    const Localization& words_;
    LessonDesk& desk_;
    QFormLayout* rows_;
};

/// The selected lesson: its steps on the left (the task, a guess before the answer, the goals with their status, hints
/// that open calculations, a final question), and on the right memory, step and the memory curve before and after.
class LessonPage : public QWidget {
    Q_OBJECT

public:
    LessonPage(const PageContext& context, QWidget* parent)
        : QWidget(parent),
          document_(context.document),
          words_(context.words),
          context_(context),
          desk_(LessonDesk::of(document_))
    {
        setObjectName(QStringLiteral("learn"));
        build_steps();
        outline_ = new LessonOutline(document_, words_, this);
        row_in(this, {0, 0, 0, 0}, 0, {steps_, {outline_, 1}});
        new QShortcut(QKeySequence(Qt::Key_B), this, &desk_, &LessonDesk::swap);
        connect(&desk_, &LessonDesk::lesson_chosen, this, &LessonPage::show_lesson);
        follow_while_shown(this, document_, [this] { follow(); });
        on_change(this, QEvent::Show, [this] { desk_.resume_lesson(); });
        on_change(this, QEvent::LanguageChange, [this] { retranslate(); });
        show_lesson();
    }

private:
    void build_steps()
    {
        steps_ = spoken(named(new QScrollArea(this), "lesson_steps"), [] { return tr("Lesson"); });
        steps_->setFrameShape(QFrame::NoFrame);
        steps_->setWidgetResizable(true);
        steps_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
        steps_->setFixedWidth(steps_width);
        steps_->setWidget(new QWidget(steps_));
        place_ = small_label(steps_->widget());
        title_ = wrapping(heading(title_scale, steps_->widget()));
        auto* column = column_in(steps_->widget(), {lesson_side, 10, lesson_side, 12}, 8, {place_, title_});
        task_ = add_text(column);
        start_ = named(new QPushButton(steps_->widget()), "start_lesson");
        leave_ = say(
            named(new QPushButton(steps_->widget()), "leave_lesson"), [] { return tr("&Leave"); },
            [] { return tr("Remove the copy and show the project again"); });
        column->addLayout(row_of({start_, leave_, Stretch{}}));
        connect(start_, &QPushButton::clicked, &desk_, &LessonDesk::start_lesson);
        connect(leave_, &QPushButton::clicked, &desk_, &LessonDesk::leave);
        build_guess(column);
        build_goals(column);
        build_question(column);
        why_ = add_text(column, "why");
        column->addStretch(1);
    }

    void build_results()
    {
        results_ = named(new QWidget(this), "lesson_results");
        auto* column = column_in(results_, {lesson_side, 10, lesson_side, 8}, 8);
        for (const auto what : {PartsOf::memory, PartsOf::step})
            column->addWidget(
                new RelayoutGuard(parts_bar(what, context_, results_, false, [this] { return desk_.before(); }),
                                  RelayoutGuard::Follows::size));
        auto* plot = named(memory_plot().create(document_, words_, results_), "lesson_memory");
        plot->set_compact();
        plot->setMinimumHeight(least_plot_height);
        column->addWidget(plot, 1);
        static_cast<QBoxLayout*>(layout())->addWidget(results_, 1);
    }

    QLabel* add_text(QVBoxLayout* column, const char* name = nullptr)
    {
        QLabel* label = named(wrapped_label(steps_->widget()), name);
        column->addWidget(label);
        return label;
    }

    StepTitle* add_step(QVBoxLayout* column, QWidget* content)
    {
        auto* title = new StepTitle(steps_->widget());
        fill(column, {title, row_in(nullptr, {step_disc + 8, 0, 0, 0}, -1, {content})});
        column_in(content, {0, 0, 0, 0});
        return title;
    }

    void build_guess(QVBoxLayout* column)
    {
        prediction_ = new QWidget(steps_->widget());
        guess_title_ = add_step(column, prediction_);
        auto* inner = static_cast<QVBoxLayout*>(prediction_->layout());
        predict_ = add_text(inner);
        guess_ = spoken(new TypedSpinBox<QDoubleSpinBox>(prediction_), [] { return tr("Your guess"); });
        guess_->setRange(0.0, 1e9);
        guess_->setDecimals(2);
        guess_->setMinimumWidth(130);
        QPushButton* guess_button = say(new QPushButton(prediction_), [] { return tr("&Guess"); });
        inner->addLayout(row_of({guess_, guess_button, Stretch{}}));
        guess_result_ = add_text(inner, "guess_result");
        connect(guess_button, &QPushButton::clicked, this, &LessonPage::take_guess);
    }

    void build_goals(QVBoxLayout* column)
    {
        goal_box_ = new QWidget(steps_->widget());
        goals_title_ = add_step(column, goal_box_);
        auto* inner = static_cast<QVBoxLayout*>(goal_box_->layout());
        goals_ = add_text(inner, "goals");
        hint_row_ = new QWidget(goal_box_);
        column_in(hint_row_, {0, 0, 0, 0});
        inner->addWidget(hint_row_);
    }

    void build_question(QVBoxLayout* column)
    {
        question_box_ = new QWidget(steps_->widget());
        question_title_ = add_step(column, question_box_);
        auto* inner = static_cast<QVBoxLayout*>(question_box_->layout());
        question_ = add_text(inner);
        answer_list_ = new QWidget(question_box_);
        column_in(answer_list_, {0, 0, 0, 0});
        QPushButton* answer_button = say(new QPushButton(question_box_), [] { return tr("Answe&r"); });
        fill(inner, {answer_list_, {answer_button, 0, Qt::AlignLeft}});
        verdict_ = add_text(inner, "verdict");
        connect(answer_button, &QPushButton::clicked, this, &LessonPage::take_answer);
    }

    void show_lesson()
    {
        judged_guess_ = {};
        judged_answer_ = {};
        guess_->setValue(0.0);
        retranslate();
        steps_->verticalScrollBar()->setValue(0);
    }

    void retranslate()
    {
        steps_->widget()->setVisible(desk_.chosen() != nullptr);
        if (desk_.chosen() == nullptr) return;
        place_->setText(tr("Lesson %1 of %2")
                            .arg(QString::number(desk_.chosen_index() + 1), QString::number(desk_.lessons().size())));
        title_->setText(text("title"));
        task_->setText(text("task"));
        guess_title_->show_title(tr("Guess first"));
        goals_title_->show_title(lesson().goals.empty() ? tr("Try it") : tr("Reach the goals"));
        question_title_->show_title(tr("Answer the question"));
        show_guess();
        show_hints();
        show_question();
        show_why();
        follow();
    }

    void take_guess()
    {
        const auto now = quantity_value(desk_.start_evaluation(), lesson().prediction->quantity);
        const auto answer = quantity_value(desk_.predicted_evaluation(), lesson().prediction->quantity);
        if (!now || !answer) return;
        const auto distance = distance_of_guess(guess_->value() * guess_unit(*now).size, answer->number);
        if (!distance) {
            judged_guess_ = [] { return tr("Enter a number above zero first."); };
            return number_steps();
        }
        judged_guess_ = [this, answer = *answer, distance = *distance,
                         good = *distance <= lesson().prediction->tolerance] {
            const QString text =
                good ? tr("It is %1. Your guess is %2 away: good.") : tr("It is %1. Your guess is %2 away.");
            return text.arg(words_.text(answer), words_.text(Value{distance, Unit::share}));
        };
        LessonRecord record = desk_.record();
        if (!record.guess_distance) record.guess_distance = *distance;
        desk_.keep_record(record);
        number_steps();
    }

    void take_answer()
    {
        const int chosen = answers_.checkedId();
        if (chosen < 1) {
            judged_answer_ = [] { return tr("Choose an answer first."); };
            return number_steps();
        }
        const bool right = chosen == lesson().right_answer;
        judged_answer_ = [right] { return right ? tr("Right.") : tr("Not quite. A hint opens the calculation."); };
        LessonRecord record = desk_.record();
        if (right && record.answered_rightly.isEmpty()) record.answered_rightly = from_utf8(today());
        if (!right) ++record.wrong_answers;
        desk_.keep_record(record);
        show_why();
        number_steps();
    }

    void take_hint(const QString& quantity)
    {
        LessonRecord record = desk_.record();
        ++record.hints;
        desk_.keep_record(record);
        emit context_.requests.working_requested(quantity);
    }

    void follow()
    {
        if (desk_.chosen() == nullptr || !isVisible()) return;
        const bool runs = desk_.runs_lesson();
        start_->setText(runs ? tr("&Start again") : tr("&Start in a copy"));
        start_->setToolTip(tr("A copy: your project stays as it is"));
        start_->setDefault(!runs);
        leave_->setVisible(runs);
        if (runs && results_ == nullptr) build_results();
        if (results_ != nullptr) results_->setVisible(runs);
        outline_->setVisible(!runs);
        if (!runs) outline_->follow();
        show_goals();
        number_steps();
    }

    void show_goals()
    {
        const LessonState state = desk_.state();
        QStringList lines;
        for (std::size_t i = 0; i < state.goals.size(); ++i) lines << goal_line(lesson().goals[i], state.goals[i]);
        for (const std::string& field : state.changed)
            lines << tr("✕ %1 must stay as it was at the start").arg(words_.text("field." + field));
        goals_->setText(desk_.runs_lesson() ? lines.join(QLatin1Char('\n'))
                                            : tr("Start the lesson first: it runs in a copy of its own."));
        goals_->setVisible(!goals_->text().isEmpty());
    }

    void show_guess()
    {
        if (!lesson().prediction) return;
        predict_->setText(text("predict"));
        if (const auto now = quantity_value(desk_.start_evaluation(), lesson().prediction->quantity)) {
            const GuessUnit unit = guess_unit(*now);
            guess_->setSuffix(unit.name.isEmpty() ? QString() : QLatin1Char(' ') + unit.name);
        }
    }

    void show_hints()
    {
        clear(hint_row_->layout());
        for (const std::string& quantity : lesson().hints) {
            const QString id = from_utf8(quantity);
            auto* button = new WrappingButton(hint_row_);
            button->setText(tr("Hint: %1").arg(words_.quantity(quantity)));
            connect(button, &QPushButton::clicked, this, [this, id] { take_hint(id); });
            hint_row_->layout()->addWidget(button);
        }
        hint_row_->setVisible(!lesson().hints.empty());
    }

    void show_question()
    {
        const int chosen = answers_.checkedId();
        for (QAbstractButton* button : answers_.buttons()) answers_.removeButton(button);
        clear(answer_list_->layout());
        if (lesson().answers == 0) return;
        question_->setText(text("question"));
        for (int number = 1; number <= lesson().answers; ++number) {
            QString label = in_lines(text(("answer." + std::to_string(number)).c_str()), font(), answer_width);
            // An ampersand here is not a mnemonic.
            label.replace(QLatin1Char('&'), QStringLiteral("&&"));
            auto* button = new QRadioButton(label, answer_list_);
            answers_.addButton(button, number);
            answer_list_->layout()->addWidget(button);
            button->setChecked(number == chosen);
        }
    }

    void show_why()
    {
        why_->setVisible(!desk_.record().answered_rightly.isEmpty());
        why_->setText(text("why"));
    }

    void number_steps()
    {
        int number = 0;
        const LessonRecord record = desk_.record();
        const auto show = [&number](StepTitle* title, QWidget* content, bool wanted, bool done) {
            title->setVisible(wanted);
            content->setVisible(wanted);
            if (wanted) title->show_step(++number, done);
        };
        show(guess_title_, prediction_, lesson().prediction.has_value(), record.guess_distance.has_value());
        show(goals_title_, goal_box_, true, !record.goal_reached.isEmpty());
        const auto judge = [](QLabel* label, const TextMaker& text) {
            label->setText(text ? text() : QString());
            label->setVisible(text != nullptr);
        };
        judge(guess_result_, judged_guess_);
        judge(verdict_, judged_answer_);
        show(question_title_, question_box_, lesson().answers > 0, !record.answered_rightly.isEmpty());
    }

    QString text(const char* part) const
    {
        const std::string code = "lesson." + lesson().id + "." + part;
        if (!lesson().prediction) return words_.text(code);
        const MemoryPartChanges changes = memory_part_changes(desk_.start_evaluation(), desk_.predicted_evaluation());
        const auto names = [this](const std::vector<std::string>& parts) {
            QStringList found;
            for (const std::string& each : parts) found << words_.quantity(each);
            return listed(found).toStdString();
        };
        std::vector<std::string> no_less = changes.same;
        no_less.insert(no_less.end(), changes.more.begin(), changes.more.end());
        return words_.text(code,
                           {{"same", names(changes.same)}, {"more", names(changes.more)}, {"no_less", names(no_less)}});
    }

    QString goal_line(const LessonGoal& goal, const GoalState& state) const
    {
        const QString mark = state.met ? QStringLiteral("✓") : QStringLiteral("○");
        const QString name = words_.quantity(goal.quantity);
        if (!state.present || !state.bound) return tr("%1 %2: not known for these settings").arg(mark, name);
        const QString line = state.at_most ? tr("%1 %2: at most %3; now %4") : tr("%1 %2: at least %3; now %4");
        return line.arg(mark, name, words_.text(*state.bound), words_.text(*state.present));
    }

    const Lesson& lesson() const { return *desk_.chosen(); }

    Document& document_;
    const Localization& words_;
    PageContext context_;
    LessonDesk& desk_;
    QScrollArea* steps_ = nullptr;
    QWidget* results_ = nullptr;
    LessonOutline* outline_ = nullptr;
    QLabel* place_ = nullptr;
    QLabel* title_ = nullptr;
    QLabel* task_ = nullptr;
    QPushButton* start_ = nullptr;
    QPushButton* leave_ = nullptr;
    StepTitle* guess_title_ = nullptr;
    StepTitle* goals_title_ = nullptr;
    StepTitle* question_title_ = nullptr;
    QWidget* prediction_ = nullptr;
    QLabel* predict_ = nullptr;
    QDoubleSpinBox* guess_ = nullptr;
    QLabel* guess_result_ = nullptr;
    QWidget* goal_box_ = nullptr;
    QLabel* goals_ = nullptr;
    QWidget* hint_row_ = nullptr;
    QWidget* question_box_ = nullptr;
    QLabel* question_ = nullptr;
    QButtonGroup answers_;
    QWidget* answer_list_ = nullptr;
    QLabel* verdict_ = nullptr;
    QLabel* why_ = nullptr;
    /// Verdicts on the last guess and answer; empty before.
    TextMaker judged_guess_;
    TextMaker judged_answer_;
};

QWidget* lesson_page(const PageContext& context, QWidget* parent) { return new LessonPage(context, parent); }

} // namespace rigwright

#include "lesson_page.moc"
