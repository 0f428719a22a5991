// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFileSystemWatcher>
#include <QLockFile>
#include <QObject>
#include <QString>

#include <chrono>

namespace rigwright {

/// One running program for each person: the first holds a lock and watches a folder, a later one puts the file that it
/// was started with there and ends. Needs no network, not even a local socket.
class SingleInstance : public QObject {
    Q_OBJECT

public:
    explicit SingleInstance(const QString& folder, QObject* parent = nullptr);

    bool is_first() const { return lock_.isLocked(); }
    /// Asks the first program to open the file, or without one to come to the front. False when it does not answer:
    /// then it is better to go on alone.
    bool hand_over(const QString& file, std::chrono::milliseconds patience);

signals:
    /// A later program was started with this file, or none.
    void asked(const QString& file);

private:
    void answer();

    QString requests_;
    QLockFile lock_;
    QFileSystemWatcher watcher_;
};

/// Counts the starts in a row after which the program did not get going, in a small file of its own. After two of them
/// the next start leaves out what may be the reason: the kept layout of the window and the file it was started with.
class StartRecord {
public:
    /// Counts this start as one that fails until it went well.
    explicit StartRecord(const QString& file);

    bool is_safe_start() const { return failures_ >= safe_from; }
    /// The program has run for a while, or ended in good order: the next start is an ordinary one.
    void went_well();

private:
    static constexpr int safe_from = 2;

    QString file_;
    int failures_ = 0;
};

} // namespace rigwright
