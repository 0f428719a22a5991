// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/recovery/start_record.h"

#include "ui/document/whole_file.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>

#include <algorithm>

namespace rigwright {

StartRecord::StartRecord(const QString& file) : file_(file)
{
    constexpr qint64 longest = 16;
    QFile kept(file_);
    if (kept.open(QIODevice::ReadOnly)) failures_ = std::clamp(kept.read(longest).trimmed().toInt(), 0, safe_from);
    kept.close();
    QDir().mkpath(QFileInfo(file_).path());
    // Where it cannot be written, starts are not counted: no reason to bother anybody.
    write_whole_file(file_, QByteArray::number(failures_ + 1));
}

void StartRecord::went_well() { QFile::remove(file_); }

} // namespace rigwright
