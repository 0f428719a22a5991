// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/whole_file.h"

#include <QCryptographicHash>
#include <QFile>
#include <QSaveFile>

namespace rigwright {

namespace {

/// A disk that becomes full takes a part and calls it no error; only the attempt to write the rest tells why.
bool write_all(QSaveFile& file, const QByteArray& bytes)
{
    for (qint64 done = 0; done < bytes.size();) {
        const qint64 taken = file.write(bytes.constData() + done, bytes.size() - done);
        if (taken <= 0) return false;
        done += taken;
    }
    // What is still buffered fails here, where the reason is kept; closing forgets it.
    return file.flush();
}

} // namespace

QString write_whole_file(const QString& path, const QByteArray& bytes)
{
    QSaveFile file(path);
    const bool written = file.open(QIODevice::WriteOnly) && write_all(file, bytes) && file.commit();
    return written ? QString() : file.errorString();
}

QByteArray file_digest(const QString& path)
{
    QFile file(path);
    QCryptographicHash digest(QCryptographicHash::Sha256);
    return file.open(QIODevice::ReadOnly) && digest.addData(&file) ? digest.result() : QByteArray();
}

} // namespace rigwright
