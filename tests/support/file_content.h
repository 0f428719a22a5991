// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDir>
#include <QFile>
#include <QTest>

namespace rigwright::test {

/// A file or folder of the repository.
inline QString source_path(const QString& path)
{
    return QDir(qEnvironmentVariable("RIGWRIGHT_SOURCE")).filePath(path);
}

/// The content of the file; empty if it cannot be read.
inline QByteArray content_of(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

inline QByteArray source_text(const QString& path) { return content_of(source_path(path)); }

/// Writes a file with these bytes; fails the test on error.
inline void write_file(const QString& path, const QByteArray& bytes)
{
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    QCOMPARE(file.write(bytes), bytes.size());
}

} // namespace rigwright::test
