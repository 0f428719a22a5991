// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/recovery/single_instance.h"

#include "ui/document/whole_file.h"

#include <QDeadlineTimer>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QSaveFile>
#include <QThread>
#include <QUuid>

#include <algorithm>

namespace rigwright {

namespace {

constexpr const char* request_ending = ".request";
constexpr qint64 longest_request = 4096;
constexpr unsigned long pause_ms = 20;

} // namespace

SingleInstance::SingleInstance(const QString& folder, QObject* parent)
    : QObject(parent),
      requests_(QDir(folder).filePath(QStringLiteral("requests"))),
      lock_(QDir(folder).filePath(QStringLiteral("instance.lock")))
{
    QDir().mkpath(requests_);
    // Anyone who can write here decides which files are opened.
    QFile::setPermissions(folder, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    lock_.setStaleLockTime(0);
    if (!lock_.tryLock(0)) return;
    // Requests that an earlier program did not answer are obsolete.
    for (const QFileInfo& file : QDir(requests_).entryInfoList(QDir::Files)) QFile::remove(file.filePath());
    watcher_.addPath(requests_);
    connect(&watcher_, &QFileSystemWatcher::directoryChanged, this, &SingleInstance::answer);
}

bool SingleInstance::hand_over(const QString& file, std::chrono::milliseconds patience)
{
    const QString name = QUuid::createUuid().toString(QUuid::WithoutBraces) + QLatin1String(request_ending);
    const QString path = QDir(requests_).filePath(name);
    QSaveFile request(path);
    if (!request.open(QIODevice::WriteOnly)) return false;
    request.write(file.isEmpty() ? QByteArray() : QFileInfo(file).absoluteFilePath().toUtf8());
    if (!request.commit()) return false;
    const QDeadlineTimer deadline(patience);
    // The first program removes the request.
    while (QFile::exists(path) && !deadline.hasExpired()) QThread::msleep(pause_ms);
    return !QFile::exists(path) || !QFile::remove(path);
}

void SingleInstance::answer()
{
    const QStringList wanted{QStringLiteral("*") + QLatin1String(request_ending)};
    for (const QFileInfo& info : QDir(requests_).entryInfoList(wanted, QDir::Files, QDir::Time | QDir::Reversed)) {
        QFile file(info.filePath());
        const QByteArray text = file.open(QIODevice::ReadOnly) ? file.read(longest_request) : QByteArray();
        file.close();
        if (QFile::remove(info.filePath())) emit asked(QString::fromUtf8(text));
    }
}

StartRecord::StartRecord(const QString& file) : file_(file)
{
    constexpr qint64 longest = 16;
    QFile kept(file_);
    if (kept.open(QIODevice::ReadOnly)) failures_ = std::clamp(kept.read(longest).trimmed().toInt(), 0, safe_from);
    kept.close();
    QDir().mkpath(QFileInfo(file_).path());
    // If it cannot be written, starts are not counted; the user is not notified.
    write_whole_file(file_, QByteArray::number(failures_ + 1));
}

void StartRecord::went_well() { QFile::remove(file_); }

} // namespace rigwright
