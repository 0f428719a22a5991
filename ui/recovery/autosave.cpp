// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/recovery/autosave.h"

#include "ui/document/project_file.h"
#include "ui/document/whole_file.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QUuid>

#include <algorithm>

namespace rigwright {

Autosave::Autosave(Document& document, RecoveryFolder& folder, std::function<QString()> path, AutosaveTimes times,
                   QObject* parent)
    : QObject(parent),
      document_(document),
      folder_(folder),
      path_(std::move(path))
{
    last_change_.setSingleShot(true);
    last_change_.setInterval(times.after_last_change);
    longest_.setSingleShot(true);
    longest_.setInterval(times.at_least);
    connect(&last_change_, &QTimer::timeout, this, &Autosave::keep_now);
    connect(&longest_, &QTimer::timeout, this, &Autosave::keep_now);
    // A drag changes the document within one undo step, so the undo index is not enough.
    connect(&document_, &Document::changed, this, &Autosave::follow);
    connect(&document_, &Document::builds_changed, this, &Autosave::follow);
    connect(&document_.undo_stack(), &QUndoStack::indexChanged, this, &Autosave::follow);
    connect(&document_.undo_stack(), &QUndoStack::cleanChanged, this, &Autosave::follow);
}

void Autosave::follow()
{
    if (document_.undo_stack().isClean()) {
        last_change_.stop();
        longest_.stop();
        folder_.clear();
        return;
    }
    last_change_.start();
    if (!longest_.isActive()) longest_.start();
}

void Autosave::keep_now()
{
    last_change_.stop();
    longest_.stop();
    if (document_.undo_stack().isClean()) return;
    const QString trouble = folder_.keep(project_bytes(document_.project(), FileKind::project), path_());
    if (trouble.isEmpty()) {
        failing_ = false;
        emit kept();
    } else if (!failing_) {
        // Reported once, not every half minute.
        failing_ = true;
        emit failed(trouble);
    }
}

namespace {

constexpr const char* snapshot_ending = ".rigwright";
constexpr qint64 longest_place = 4096;

std::unique_ptr<QLockFile> lock_at(const QString& path)
{
    auto lock = std::make_unique<QLockFile>(path);
    // A session may last for days; a lock is stale only if its program is gone.
    lock->setStaleLockTime(0);
    return lock;
}

} // namespace

RecoveryFolder::RecoveryFolder(const QString& folder)
    : folder_(folder),
      id_(QUuid::createUuid().toString(QUuid::WithoutBraces))
{
    QDir().mkpath(folder_);
    // Snapshots contain the user's private work.
    QFile::setPermissions(folder_, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    lock_ = lock_at(lock(id_));
    lock_->tryLock(0);
}

RecoveryFolder::~RecoveryFolder() = default;

QString RecoveryFolder::snapshot(const QString& id) const
{
    return QDir(folder_).filePath(id + QLatin1String(snapshot_ending));
}

QString RecoveryFolder::place(const QString& id) const { return QDir(folder_).filePath(id + QStringLiteral(".place")); }

QString RecoveryFolder::lock(const QString& id) const { return QDir(folder_).filePath(id + QStringLiteral(".lock")); }

QString RecoveryFolder::keep(const QByteArray& project, const QString& path)
{
    write_whole_file(place(id_), path.toUtf8());
    return write_whole_file(snapshot(id_), project);
}

void RecoveryFolder::clear() { remove_files(id_); }

void RecoveryFolder::remove_files(const QString& id) const
{
    QFile::remove(snapshot(id));
    QFile::remove(place(id));
}

std::vector<LeftBehind> RecoveryFolder::left_behind() const
{
    std::vector<LeftBehind> found;
    const QStringList wanted{QStringLiteral("*") + QLatin1String(snapshot_ending)};
    for (const QFileInfo& file : QDir(folder_).entryInfoList(wanted, QDir::Files)) {
        const QString id = file.completeBaseName();
        if (id == id_) continue;
        const std::unique_ptr<QLockFile> other = lock_at(lock(id));
        if (!other->tryLock(0)) continue;
        QFile origin(place(id));
        const bool known = origin.open(QIODevice::ReadOnly);
        found.push_back({id, known ? QString::fromUtf8(origin.read(longest_place)) : QString(), file.lastModified()});
    }
    std::ranges::sort(found, std::greater{}, &LeftBehind::taken);
    return found;
}

void RecoveryFolder::discard(const LeftBehind& session) { remove_files(session.id); }

} // namespace rigwright
