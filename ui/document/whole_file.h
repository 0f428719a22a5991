// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>

namespace rigwright {

/// Replaces the file at `path` whole or leaves it as it was. Returns why it failed, in the system's words, or nothing.
QString write_whole_file(const QString& path, const QByteArray& bytes);

/// SHA-256 of what the file holds; empty where it cannot be read.
QByteArray file_digest(const QString& path);

} // namespace rigwright
