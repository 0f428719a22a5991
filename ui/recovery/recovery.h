// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/document/document.h"

#include <QDateTime>
#include <QDialog>
#include <QFileSystemWatcher>
#include <QLabel>
#include <QListWidget>
#include <QLockFile>
#include <QObject>
#include <QPushButton>
#include <QString>
#include <QTimer>

#include <chrono>
#include <functional>
#include <memory>
#include <vector>

namespace rigwright {

/// One running program per user: the first instance holds a lock and watches a folder; a later one puts the path of its
/// file there and ends. Needs no network, not even a local socket.
class SingleInstance : public QObject {
    Q_OBJECT

public:
    explicit SingleInstance(const QString& folder, QObject* parent = nullptr);

    bool is_first() const { return lock_.isLocked(); }
    /// Requests that the first instance opens the file, or comes to the front if there is none. False if it does not
    /// respond: the caller then starts normally.
    bool hand_over(const QString& file, std::chrono::milliseconds patience);

signals:
    /// A later instance was started with this file, or without one.
    void asked(const QString& file);

private:
    void answer();

    QString requests_;
    QLockFile lock_;
    QFileSystemWatcher watcher_;
};

/// Counts consecutive failed starts in a small file. After two of them the next start leaves out the possible causes:
/// the saved window layout and the file on the command line.
class StartRecord {
public:
    /// Counts this start as failed until `went_well`.
    explicit StartRecord(const QString& file);

    bool is_safe_start() const { return failures_ >= safe_from; }
    /// The program ran for a while or ended normally: the next start is ordinary.
    void went_well();

private:
    static constexpr int safe_from = 2;

    QString file_;
    int failures_ = 0;
};

/// Data of a session that did not end properly.
struct LeftBehind {
    /// Identifies the session's files in the folder.
    QString id;
    /// Path of the last save; empty if the project was never saved.
    QString path;
    /// When the snapshot was taken.
    QDateTime taken;
};

/// The folder of snapshots: for each session a lock held only by a running program, a snapshot in project format, and
/// the original path of the project. Snapshots are never stored in the user's own files.
class RecoveryFolder {
public:
    /// Reserves a name and its lock for this session. The folder is created on demand.
    explicit RecoveryFolder(const QString& folder);
    /// Releases the lock; a snapshot stays.
    ~RecoveryFolder();
    RecoveryFolder(const RecoveryFolder&) = delete;
    RecoveryFolder& operator=(const RecoveryFolder&) = delete;

    /// Writes a snapshot; returns the reason on failure, or nothing.
    QString keep(const QByteArray& project, const QString& path);
    /// Removes the snapshot, since this session has nothing to lose.
    void clear();

    /// Snapshots of sessions that are no longer running, newest first.
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

/// Delays before unsaved work is written: after the last change, and after the first unwritten one.
struct AutosaveTimes {
    std::chrono::milliseconds after_last_change{10000};
    std::chrono::milliseconds at_least{30000};
};

/// Keeps a snapshot of unsaved work in the recovery folder, and removes it once everything is saved.
class Autosave : public QObject {
    Q_OBJECT

public:
    /// `path` gives the path of the last save. The folder must outlive this object.
    Autosave(Document& document, RecoveryFolder& folder, std::function<QString()> path, AutosaveTimes times = {},
             QObject* parent = nullptr);

    /// Takes the snapshot now if there is unsaved work.
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

/// After a crash: the unsaved projects with their dates, and whether the saved file is newer. Nothing is deleted
/// without confirmation.
class RecoveryDialog : public QDialog {
    Q_OBJECT

public:
    RecoveryDialog(RecoveryFolder& folder, std::vector<LeftBehind> sessions, QWidget* parent = nullptr);

signals:
    void restore_requested(const rigwright::LeftBehind& session);

private:
    void show_sessions();
    QString line_of(const LeftBehind& session) const;
    const LeftBehind* chosen() const;
    void restore();
    void discard();

    RecoveryFolder& folder_;
    std::vector<LeftBehind> sessions_;
    QListWidget* list_;
    QPushButton* restore_;
    QPushButton* discard_;
};

} // namespace rigwright
