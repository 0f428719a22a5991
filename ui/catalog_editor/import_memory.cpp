// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/catalog_editor/import_memory.h"

#include <QCryptographicHash>
#include <QSettings>

namespace rigwright {

namespace {

/// Headings may hold anything; as a key of the settings they are short and plain.
QString key_of_headings(const QStringList& headings)
{
    const QByteArray all = headings.join(QChar(0x1f)).toUtf8();
    return QStringLiteral("price_import/") +
           QString::fromLatin1(QCryptographicHash::hash(all, QCryptographicHash::Sha1).toHex());
}

} // namespace

std::optional<ImportMemory> import_memory(const QStringList& headings)
{
    const QVariantMap kept = QSettings().value(key_of_headings(headings)).toMap();
    const QVariantList columns = kept.value(QStringLiteral("columns")).toList();
    if (columns.isEmpty() || columns.size() != headings.size()) return std::nullopt;
    ImportMemory memory;
    for (const QVariant& column : columns) memory.columns << column.toInt();
    memory.decimal = kept.value(QStringLiteral("decimal"), -1).toInt();
    memory.currency = kept.value(QStringLiteral("currency")).toString();
    memory.kind = kept.value(QStringLiteral("kind")).toInt();
    return memory;
}

void keep_import_memory(const QStringList& headings, const ImportMemory& memory)
{
    QVariantList columns;
    for (const int column : memory.columns) columns << column;
    QSettings().setValue(key_of_headings(headings), QVariantMap{{QStringLiteral("columns"), columns},
                                                                {QStringLiteral("decimal"), memory.decimal},
                                                                {QStringLiteral("currency"), memory.currency},
                                                                {QStringLiteral("kind"), memory.kind}});
}

} // namespace rigwright
