// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/learn/lesson_progress.h"

#include "core/json/spreadsheet_cell.h"

#include <QJsonDocument>
#include <QJsonObject>

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

} // namespace rigwright
