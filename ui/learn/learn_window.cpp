// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/learn/learn_window.h"

#include "core/estimate/quantities.h"
#include "core/hardware/dates.h"
#include "core/json/spreadsheet_cell.h"
#include "core/report/report_xlsx.h"
#include "ui/document/whole_file.h"
#include "ui/format/on_change.h"

#include <QBoxLayout>
#include <QDir>
#include <QEvent>
#include <QFile>
#include <QFileDialog>
#include <QFileInfo>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRadioButton>
#include <QScrollBar>
#include <QStandardPaths>

#include <algorithm>

namespace rigwright {

namespace {

QString write_whole(const QString& path, const QByteArray& content)
{
    QDir().mkpath(QFileInfo(path).path());
    return write_whole_file(path, content);
}

LessonProgress read_progress(const QString& path)
{
    QFile file(path);
    constexpr qint64 most_bytes = 1 << 20;
    return file.open(QIODevice::ReadOnly) ? progress_from_json(file.read(most_bytes)) : LessonProgress();
}

} // namespace

LearnWindow::LearnWindow(Document& document, const Localization& words, std::vector<Lesson> lessons,
                         QString progress_file, QWidget* parent)
    : QWidget(parent),
      words_(words),
      lessons_(std::move(lessons)),
      progress_file_(std::move(progress_file)),
      progress_(read_progress(progress_file_)),
      list_(new QListWidget(this)),
      page_(new LessonPage(document, words, this)),
      summary_(new QLabel(this)),
      export_(new QPushButton(this))
{
    setObjectName(QStringLiteral("learn"));
    list_->setMinimumWidth(180);
    list_->setWordWrap(true);
    summary_->setTextFormat(Qt::PlainText);
    auto* columns = new QHBoxLayout;
    columns->addWidget(list_, 1);
    columns->addWidget(page_, 3);
    auto* foot = new QHBoxLayout;
    foot->addWidget(summary_, 1);
    foot->addWidget(export_);
    auto* rows = new QVBoxLayout(this);
    rows->addLayout(columns, 1);
    rows->addLayout(foot);
    connect(list_, &QListWidget::currentRowChanged, this, &LearnWindow::show_chosen);
    connect(page_, &LessonPage::recorded, this, &LearnWindow::record);
    connect(page_, &LessonPage::working_requested, this, &LearnWindow::working_requested);
    connect(export_, &QPushButton::clicked, this, &LearnWindow::ask_and_export);
    retranslate();
    list_->setCurrentRow(0);
    on_change(this, QEvent::LanguageChange, [this] { retranslate(); });
}

bool LearnWindow::is_done(const Lesson& lesson) const
{
    const LessonRecord record = progress_.value(from_utf8(lesson.id));
    const bool goals = lesson.goals.empty() || !record.goal_reached.isEmpty();
    return goals && (lesson.answers == 0 || !record.answered_rightly.isEmpty());
}

void LearnWindow::show_list()
{
    const QSignalBlocker quiet(list_);
    const int row = list_->currentRow();
    list_->clear();
    int done = 0;
    for (const Lesson& lesson : lessons_) {
        const QString title = words_.text("lesson." + lesson.id + ".title");
        done += is_done(lesson) ? 1 : 0;
        list_->addItem(is_done(lesson) ? QStringLiteral("✓ ") + title : title);
    }
    list_->setCurrentRow(row);
    summary_->setText(tr("%1 of %2 lessons done").arg(QString::number(done), QString::number(lessons_.size())));
}

void LearnWindow::show_chosen()
{
    const int row = list_->currentRow();
    if (row < 0) return;
    const Lesson& lesson = lessons_[static_cast<std::size_t>(row)];
    page_->show_lesson(&lesson, progress_.value(from_utf8(lesson.id)));
}

void LearnWindow::record(const LessonRecord& record)
{
    const int row = list_->currentRow();
    if (row < 0) return;
    progress_.insert(from_utf8(lessons_[static_cast<std::size_t>(row)].id), record);
    show_list();
    if (progress_file_.isEmpty()) return;
    const QString failure = write_whole(progress_file_, progress_to_json(progress_));
    if (!failure.isEmpty()) summary_->setText(tr("Progress could not be kept: %1").arg(failure));
}

bool LearnWindow::write_progress(const QString& path)
{
    const bool table = path.endsWith(QLatin1String(".csv"), Qt::CaseInsensitive);
    const QString failure = write_whole(path, table ? progress_to_csv(progress_) : progress_to_json(progress_));
    if (!failure.isEmpty()) summary_->setText(tr("Progress was not written: %1").arg(failure));
    return failure.isEmpty();
}

void LearnWindow::open_first()
{
    list_->setCurrentRow(0);
    list_->setFocus();
}

void LearnWindow::ask_and_export()
{
    const QString folder = QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation);
    const QString path =
        QFileDialog::getSaveFileName(this, tr("Export progress"), folder + QStringLiteral("/lessons.csv"),
                                     QStringLiteral("CSV (*.csv);;JSON (*.json)"));
    if (!path.isEmpty()) write_progress(path);
}

void LearnWindow::retranslate()
{
    list_->setAccessibleName(tr("Lessons"));
    page_->setAccessibleName(tr("Lesson"));
    export_->setText(tr("E&xport progress…"));
    show_list();
    page_->retranslate();
}

namespace {

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

void clear(QLayout* layout)
{
    while (QLayoutItem* item = layout->takeAt(0)) {
        delete item->widget();
        delete item;
    }
}

} // namespace

LessonPage::LessonPage(Document& document, const Localization& words, QWidget* parent)
    : QScrollArea(parent),
      document_(document),
      words_(words)
{
    setFrameShape(QFrame::NoFrame);
    setWidgetResizable(true);
    build();
    connect(&document_, &Document::changed, this, &LessonPage::follow);
}

QLabel* LessonPage::add_text(QVBoxLayout* column, bool bold, const char* name)
{
    auto* label = new QLabel(widget());
    label->setObjectName(QLatin1String(name));
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    QFont font = label->font();
    font.setBold(bold);
    label->setFont(font);
    column->addWidget(label);
    return label;
}

void LessonPage::build()
{
    setWidget(new QWidget(this));
    auto* column = new QVBoxLayout(widget());
    column->setContentsMargins(16, 12, 16, 12);
    column->setSpacing(10);
    title_ = add_text(column, true);
    QFont large = title_->font();
    large.setPointSizeF(large.pointSizeF() * 1.3);
    title_->setFont(large);
    task_ = add_text(column);
    start_ = new QPushButton(widget());
    column->addWidget(start_, 0, Qt::AlignLeft);
    connect(start_, &QPushButton::clicked, this, &LessonPage::start);
    build_guess(column);
    goals_title_ = add_text(column, true);
    goals_ = add_text(column, false, "goals");
    hint_row_ = new QWidget(widget());
    new QHBoxLayout(hint_row_);
    hint_row_->layout()->setContentsMargins(0, 0, 0, 0);
    column->addWidget(hint_row_);
    build_question(column);
    why_ = add_text(column, false, "why");
    column->addStretch(1);
}

void LessonPage::build_guess(QVBoxLayout* column)
{
    prediction_ = new QWidget(widget());
    auto* inner = new QVBoxLayout(prediction_);
    inner->setContentsMargins(0, 0, 0, 0);
    predict_ = add_text(inner);
    auto* row = new QHBoxLayout;
    guess_ = new QDoubleSpinBox(prediction_);
    guess_->setRange(0.0, 1e9);
    guess_->setDecimals(2);
    guess_->setMinimumWidth(130);
    guess_button_ = new QPushButton(prediction_);
    row->addWidget(guess_);
    row->addWidget(guess_button_);
    row->addStretch(1);
    inner->addLayout(row);
    guess_result_ = add_text(inner, false, "guess_result");
    column->addWidget(prediction_);
    connect(guess_button_, &QPushButton::clicked, this, &LessonPage::take_guess);
}

void LessonPage::build_question(QVBoxLayout* column)
{
    question_box_ = new QWidget(widget());
    auto* inner = new QVBoxLayout(question_box_);
    inner->setContentsMargins(0, 0, 0, 0);
    question_ = add_text(inner, true);
    answer_list_ = new QWidget(question_box_);
    new QVBoxLayout(answer_list_);
    answer_list_->layout()->setContentsMargins(0, 0, 0, 0);
    inner->addWidget(answer_list_);
    answer_button_ = new QPushButton(question_box_);
    inner->addWidget(answer_button_, 0, Qt::AlignLeft);
    verdict_ = add_text(inner, false, "verdict");
    column->addWidget(question_box_);
    connect(answer_button_, &QPushButton::clicked, this, &LessonPage::take_answer);
}

QString LessonPage::text(const char* part) const { return words_.text("lesson." + lesson_->id + "." + part); }

void LessonPage::show_lesson(const Lesson* lesson, const LessonRecord& record)
{
    lesson_ = lesson;
    record_ = record;
    start_evaluation_.reset();
    guess_result_->clear();
    verdict_->clear();
    guess_->setValue(0.0);
    retranslate();
    verticalScrollBar()->setValue(0);
}

void LessonPage::retranslate()
{
    widget()->setVisible(lesson_ != nullptr);
    if (lesson_ == nullptr) return;
    title_->setText(text("title"));
    task_->setText(text("task"));
    start_->setText(tr("&Start: put this plan into the window"));
    guess_button_->setText(tr("&Guess"));
    guess_->setAccessibleName(tr("Your guess"));
    goals_title_->setText(tr("Goals"));
    answer_button_->setText(tr("&Answer"));
    show_guess();
    show_hints();
    show_question();
    show_why();
    follow();
}

const Evaluation& LessonPage::start_evaluation()
{
    if (!start_evaluation_) start_evaluation_ = evaluate(lesson_->start, *document_.data());
    return *start_evaluation_;
}

void LessonPage::start()
{
    Scenario scenario = lesson_->start;
    scenario.name = text("title").toStdString();
    document_.set_scenario(scenario, tr("start of a lesson"));
}

void LessonPage::show_guess()
{
    prediction_->setVisible(lesson_->prediction.has_value());
    if (!lesson_->prediction) return;
    predict_->setText(text("predict"));
    if (const auto now = quantity_value(start_evaluation(), lesson_->prediction->quantity)) {
        const GuessUnit unit = guess_unit(*now);
        guess_->setSuffix(unit.name.isEmpty() ? QString() : QLatin1Char(' ') + unit.name);
    }
}

void LessonPage::take_guess()
{
    const auto now = quantity_value(start_evaluation(), lesson_->prediction->quantity);
    const auto answer =
        quantity_value(evaluate(predicted_scenario(*lesson_), *document_.data()), lesson_->prediction->quantity);
    if (!now || !answer) return;
    const auto distance = distance_of_guess(guess_->value() * guess_unit(*now).size, answer->number);
    if (!distance) {
        guess_result_->setText(tr("Enter a number above zero first."));
        return;
    }
    const QString share = words_.text(Value{*distance, Unit::share});
    guess_result_->setText(*distance <= lesson_->prediction->tolerance
                               ? tr("It is %1. Your guess is %2 away: good.").arg(words_.text(*answer), share)
                               : tr("It is %1. Your guess is %2 away.").arg(words_.text(*answer), share));
    if (!record_.guess_distance) record_.guess_distance = *distance;
    emit recorded(record_);
}

void LessonPage::show_hints()
{
    clear(hint_row_->layout());
    for (const std::string& quantity : lesson_->hints) {
        const QString id = from_utf8(quantity);
        auto* button = new QPushButton(tr("Hint: %1").arg(words_.quantity(quantity)), hint_row_);
        connect(button, &QPushButton::clicked, this, [this, id] { take_hint(id); });
        hint_row_->layout()->addWidget(button);
    }
    static_cast<QHBoxLayout*>(hint_row_->layout())->addStretch(1);
    hint_row_->setVisible(!lesson_->hints.empty());
}

void LessonPage::take_hint(const QString& quantity)
{
    ++record_.hints;
    emit recorded(record_);
    emit working_requested(quantity);
}

void LessonPage::show_question()
{
    const int chosen = answers_.checkedId();
    for (QAbstractButton* button : answers_.buttons()) answers_.removeButton(button);
    clear(answer_list_->layout());
    question_box_->setVisible(lesson_->answers > 0);
    if (lesson_->answers == 0) return;
    question_->setText(text("question"));
    for (int number = 1; number <= lesson_->answers; ++number) {
        // An ampersand in the text is not a mnemonic.
        const QString label =
            text(("answer." + std::to_string(number)).c_str()).replace(QLatin1Char('&'), QStringLiteral("&&"));
        auto* button = new QRadioButton(label, answer_list_);
        answers_.addButton(button, number);
        answer_list_->layout()->addWidget(button);
        button->setChecked(number == chosen);
    }
}

void LessonPage::take_answer()
{
    const int chosen = answers_.checkedId();
    if (chosen < 1) {
        verdict_->setText(tr("Choose an answer first."));
        return;
    }
    const bool right = chosen == lesson_->right_answer;
    verdict_->setText(right ? tr("Right.") : tr("Not quite. A hint opens the working."));
    if (right && record_.answered_rightly.isEmpty()) record_.answered_rightly = from_utf8(today());
    if (!right) ++record_.wrong_answers;
    emit recorded(record_);
    show_why();
}

void LessonPage::show_why()
{
    why_->setVisible(!record_.answered_rightly.isEmpty());
    why_->setText(text("why"));
}

QString LessonPage::goal_line(const LessonGoal& goal, const GoalState& state) const
{
    const QString mark = state.met ? QStringLiteral("✓") : QStringLiteral("○");
    const QString name = words_.quantity(goal.quantity);
    if (!state.present || !state.bound) return tr("%1 %2: not known for this plan").arg(mark, name);
    const QString line = state.at_most ? tr("%1 %2: at most %3; now %4") : tr("%1 %2: at least %3; now %4");
    return line.arg(mark, name, words_.text(*state.bound), words_.text(*state.present));
}

void LessonPage::show_goals(const LessonState& state)
{
    QStringList lines;
    for (std::size_t i = 0; i < state.goals.size(); ++i) lines << goal_line(lesson_->goals[i], state.goals[i]);
    // This many changes are not accidental: the exercise was not started, or another project was opened since.
    constexpr std::size_t another_plan = 3;
    if (state.changed.size() >= another_plan)
        lines << tr("! The window shows another plan; Start above puts the one of this exercise there");
    else
        for (const std::string& field : state.changed)
            lines << tr("! %1 has to stay as it was at the start").arg(words_.text("field." + field));
    goals_->setText(lines.join(QLatin1Char('\n')));
    goals_title_->setVisible(!lines.isEmpty());
    goals_->setVisible(!lines.isEmpty());
}

void LessonPage::follow()
{
    if (lesson_ == nullptr || !isVisible()) return;
    const LessonState state = lesson_state(*lesson_, start_evaluation(), document_.evaluation());
    show_goals(state);
    if (lesson_->goals.empty() || !state.done() || !record_.goal_reached.isEmpty()) return;
    record_.goal_reached = from_utf8(today());
    emit recorded(record_);
}

void LessonPage::showEvent(QShowEvent* event)
{
    QScrollArea::showEvent(event);
    follow();
}

namespace {

constexpr const char* format_name = "rigwright.lesson-progress";
constexpr int most_count = 1'000'000;

int count_of(const QJsonValue& value) { return std::clamp(value.toInt(), 0, most_count); }

LessonRecord record_of(const QJsonObject& object)
{
    LessonRecord record;
    const QJsonValue distance = object.value(QStringLiteral("guess_distance"));
    if (distance.isDouble() && distance.toDouble() >= 0.0) record.guess_distance = distance.toDouble();
    record.goal_reached = object.value(QStringLiteral("goal_reached")).toString();
    record.answered_rightly = object.value(QStringLiteral("answered_rightly")).toString();
    record.wrong_answers = count_of(object.value(QStringLiteral("wrong_answers")));
    record.hints = count_of(object.value(QStringLiteral("hints")));
    return record;
}

QJsonObject object_of(const LessonRecord& record)
{
    QJsonObject object{{QStringLiteral("goal_reached"), record.goal_reached},
                       {QStringLiteral("answered_rightly"), record.answered_rightly},
                       {QStringLiteral("wrong_answers"), record.wrong_answers},
                       {QStringLiteral("hints"), record.hints}};
    if (record.guess_distance) object.insert(QStringLiteral("guess_distance"), *record.guess_distance);
    return object;
}

} // namespace

QByteArray progress_to_json(const LessonProgress& progress)
{
    QJsonObject lessons;
    for (auto entry = progress.begin(); entry != progress.end(); ++entry)
        lessons.insert(entry.key(), object_of(entry.value()));
    return QJsonDocument(QJsonObject{{QStringLiteral("format"), QLatin1String(format_name)},
                                     {QStringLiteral("version"), 1},
                                     {QStringLiteral("lessons"), lessons}})
        .toJson();
}

LessonProgress progress_from_json(const QByteArray& json)
{
    const QJsonObject file = QJsonDocument::fromJson(json).object();
    LessonProgress progress;
    if (file.value(QStringLiteral("format")).toString() != QLatin1String(format_name)) return progress;
    const QJsonObject lessons = file.value(QStringLiteral("lessons")).toObject();
    for (auto entry = lessons.begin(); entry != lessons.end(); ++entry)
        progress.insert(entry.key(), record_of(entry.value().toObject()));
    return progress;
}

QByteArray progress_to_csv(const LessonProgress& progress)
{
    const auto cell = [](const QString& text) {
        return QString::fromStdString(quoted_cell(guarded_cell(text.toStdString())));
    };
    QString text = QStringLiteral("lesson,guess_distance,goal_reached,answered_rightly,wrong_answers,hints\r\n");
    for (auto entry = progress.begin(); entry != progress.end(); ++entry) {
        const LessonRecord& record = entry.value();
        const QStringList cells{cell(entry.key()),
                                record.guess_distance ? QString::number(*record.guess_distance, 'f', 3) : QString(),
                                cell(record.goal_reached),
                                cell(record.answered_rightly),
                                QString::number(record.wrong_answers),
                                QString::number(record.hints)};
        text += cells.join(QLatin1Char(',')) + QStringLiteral("\r\n");
    }
    return QByteArray("\xEF\xBB\xBF") + text.toUtf8();
}

} // namespace rigwright
