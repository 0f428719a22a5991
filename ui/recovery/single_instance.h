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

} // namespace rigwright
