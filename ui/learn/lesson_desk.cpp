// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/learn/lesson_desk.h"

#include "core/hardware/dates.h"
#include "core/json/characters.h"
#include "core/json/data_directory.h"
#include "core/project/pinned_prices.h"
#include "ui/document/project_file.h"
#include "ui/format/words.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonDocument>
#include <QJsonObject>
#include <QStandardPaths>

#include <algorithm>

namespace rigwright {

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

namespace {

constexpr std::size_t before_build = 1;

QString write_lessons_file(const QString& path, const QByteArray& content)
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

/// The working copy and, as "before", the same scenario, which edits of the copy do not change.
Project trial_of(const Scenario& start, const Catalog& hardware)
{
    Project trial = project_of(start);
    Build before = trial.builds.front();
    before.exception = true;
    before.pin = pin_of(start, hardware, today());
    trial.builds.push_back(std::move(before));
    return trial;
}

} // namespace

LessonDesk::LessonDesk(Document& document, std::vector<Lesson> lessons, QString progress_file)
    : QObject(&document),
      document_(document),
      lessons_(std::move(lessons)),
      progress_file_(std::move(progress_file)),
      progress_(read_progress(progress_file_))
{
    connect(&document_, &Document::builds_changed, this, &LessonDesk::follow);
    connect(&document_, &Document::changed, this, &LessonDesk::follow);
    connect(&document_, &Document::data_changed, this, &LessonDesk::forget_answers);
}

LessonDesk& LessonDesk::of(Document& document)
{
    if (auto* desk = document.findChild<LessonDesk*>(QString(), Qt::FindDirectChildrenOnly)) return *desk;
    const DataDirectory shipped = find_data_directory().value_or(DataDirectory({}));
    const QString own = QStandardPaths::writableLocation(QStandardPaths::AppDataLocation);
    return *new LessonDesk(document, load_lessons(shipped.lessons()).lessons, own + QStringLiteral("/lessons.json"));
}

void LessonDesk::choose(std::size_t lesson)
{
    if (lesson >= lessons_.size() || lesson == chosen_) return;
    leave();
    chosen_ = lesson;
    forget_answers();
    emit lesson_chosen();
}

LessonRecord LessonDesk::record() const
{
    return chosen() != nullptr ? progress_.value(from_utf8(chosen()->id)) : LessonRecord();
}

void LessonDesk::keep_record(const LessonRecord& record)
{
    if (chosen() == nullptr || record == this->record()) return;
    progress_.insert(from_utf8(chosen()->id), record);
    emit progress_changed();
    if (progress_file_.isEmpty()) return;
    const QString failure = write_lessons_file(progress_file_, progress_to_json(progress_));
    if (!failure.isEmpty()) emit failed(failure);
}

bool LessonDesk::is_done(const Lesson& lesson) const
{
    const LessonRecord record = progress_.value(from_utf8(lesson.id));
    const bool goals = lesson.goals.empty() || !record.goal_reached.isEmpty();
    return goals && (lesson.answers == 0 || !record.answered_rightly.isEmpty());
}

std::size_t LessonDesk::done_count() const
{
    return static_cast<std::size_t>(
        std::ranges::count_if(lessons_, [this](const Lesson& lesson) { return is_done(lesson); }));
}

QString LessonDesk::write_progress(const QString& path) const
{
    const bool table = path.endsWith(QLatin1String(".csv"), Qt::CaseInsensitive);
    return write_lessons_file(path, table ? progress_to_csv(progress_) : progress_to_json(progress_));
}

void LessonDesk::begin(Trial trial, const Project& project)
{
    // Set before the document announces the trial.
    const Trial former = std::exchange(trial_, trial);
    const auto unsolved = [this](const Evaluation& plan) {
        return runs_lesson() && !reached_ && !lesson_state(*chosen(), start_evaluation(), plan).done();
    };
    if (!document_.begin_trial(project, unsolved)) trial_ = former;
}

void LessonDesk::start_lesson()
{
    if (chosen() == nullptr) return;
    reached_ = false;
    waiting_.reset();
    begin(Trial::lesson, trial_of(chosen()->start, document_.data()->hardware));
}

void LessonDesk::start_playground()
{
    if (trial_ == Trial::playground) return;
    if (trial_ == Trial::lesson) waiting_ = document_.project();
    begin(Trial::playground, trial_of(playground_scenario(), document_.data()->hardware));
}

void LessonDesk::resume_lesson()
{
    if (trial_ != Trial::playground) return;
    if (!waiting_) return leave();
    begin(Trial::lesson, *std::exchange(waiting_, std::nullopt));
}

void LessonDesk::leave() { document_.end_trial(); }

void LessonDesk::follow()
{
    if (!document_.in_trial()) {
        trial_ = Trial::none;
        waiting_.reset();
    }
    if (!runs_lesson() || reached_ || chosen()->goals.empty() || !state().done()) return;
    reached_ = true;
    LessonRecord reached = record();
    if (reached.goal_reached.isEmpty()) reached.goal_reached = from_utf8(today());
    keep_record(reached);
}

const Evaluation& LessonDesk::start_evaluation()
{
    if (!start_evaluation_) start_evaluation_ = evaluate(chosen()->start, *document_.data());
    return *start_evaluation_;
}

const Evaluation& LessonDesk::predicted_evaluation()
{
    if (!predicted_evaluation_) predicted_evaluation_ = evaluate(predicted_scenario(*chosen()), *document_.data());
    return *predicted_evaluation_;
}

void LessonDesk::forget_answers()
{
    start_evaluation_.reset();
    predicted_evaluation_.reset();
}

LessonState LessonDesk::state() { return lesson_state(*chosen(), start_evaluation(), document_.evaluation()); }

std::shared_ptr<const Evaluation> LessonDesk::before() const
{
    return runs_lesson() && document_.in_trial() ? document_.answer_of(before_build) : nullptr;
}

void LessonDesk::keep_as_before()
{
    if (!runs_lesson()) return;
    Project next = document_.project();
    next.builds[before_build].scenario = document_.scenario();
    document_.edit_project(next, tr("Keep as before"));
}

void LessonDesk::swap()
{
    if (!runs_lesson()) return;
    Project next = document_.project();
    std::swap(next.builds.front().scenario, next.builds[before_build].scenario);
    document_.edit_project(next, tr("Swap before and after"));
}

Scenario playground_scenario()
{
    Scenario scenario;
    scenario.model.family = "encoder-transformer";
    scenario.model.shape = {{"layers", std::int64_t(6)},
                            {"d_model", std::int64_t(512)},
                            {"heads", std::int64_t(8)},
                            {"vocabulary", std::int64_t(30000)}};
    scenario.input.sequence_length = 512;
    scenario.dataset.samples = 10000;
    scenario.dataset.encoding = SampleEncoding::text;
    scenario.training.micro_batch = 8;
    scenario.training.precision = Precision::fp16_amp;
    scenario.build.gpu = "rtx4090";
    return scenario;
}

} // namespace rigwright
