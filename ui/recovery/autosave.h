// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/document/document.h"

#include <QDateTime>
#include <QLockFile>
#include <QString>
#include <QTimer>

#include <chrono>
#include <functional>
#include <memory>
#include <vector>

namespace rigwright {

/// What a session that did not end properly left behind.
struct LeftBehind {
    /// Names the session's files in the folder.
    QString id;
    /// Where its project was saved last; empty where it never was.
    QString path;
    /// When the snapshot was taken.
    QDateTime taken;
};

/// The folder of snapshots: for each session a lock, which only a running program holds, a snapshot in the format of a
/// project, and beside it the place the project came from. Snapshots never stand in the user's own files.
class RecoveryFolder {
public:
    /// Takes a name and its lock for this session. The folder is made when it is needed.
    explicit RecoveryFolder(const QString& folder);
    /// Gives the lock back; a snapshot stays.
    ~RecoveryFolder();
    RecoveryFolder(const RecoveryFolder&) = delete;
    RecoveryFolder& operator=(const RecoveryFolder&) = delete;

    /// Why the snapshot could not be written, or nothing.
    QString keep(const QByteArray& project, const QString& path);
    /// This session has nothing to lose.
    void clear();

    /// Snapshots of sessions that run no more, newest first.
    std::vector<LeftBehind> left_behind() const;
    QString snapshot_of(const LeftBehind& session) const { return snapshot(session.id); }
    void discard(const LeftBehind& session);

private:
    QString snapshot(const QString& id) const;
    QString place(const QString& id) const;
    QString lock(const QString& id) const;
    void remove_files(const QString& id) const;

    QString folder_;
    QString id_;
    std::unique_ptr<QLockFile> lock_;
};

/// When unsaved work is kept: so long after the last change, and so long after the first that is not kept yet.
struct AutosaveTimes {
    std::chrono::milliseconds after_last_change{10000};
    std::chrono::milliseconds at_least{30000};
};

/// Keeps a snapshot of unsaved work in the recovery folder, and removes it when nothing is unsaved any more.
class Autosave : public QObject {
    Q_OBJECT

public:
    /// `path` says where the document was saved last. The folder must outlive this object.
    Autosave(Document& document, RecoveryFolder& folder, std::function<QString()> path, AutosaveTimes times = {},
             QObject* parent = nullptr);

    /// Takes the snapshot now, where something is unsaved.
    void keep_now();

signals:
    void kept();
    void failed(const QString& why);

private:
    void follow();

    Document& document_;
    RecoveryFolder& folder_;
    std::function<QString()> path_;
    QTimer last_change_;
    QTimer longest_;
    bool failing_ = false;
};

} // namespace rigwright
