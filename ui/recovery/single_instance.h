// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFileSystemWatcher>
#include <QLockFile>
#include <QObject>
#include <QString>

#include <chrono>

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
    /// The program ran for a while, or ended normally: the next start is an ordinary one.
    void went_well();

private:
    static constexpr int safe_from = 2;

    QString file_;
    int failures_ = 0;
};

} // namespace rigwright
