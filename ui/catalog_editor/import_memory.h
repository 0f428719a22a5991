// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QString>
#include <QStringList>

#include <optional>

namespace rigwright {

/// How a price list was read when it was taken over: what each column is, as places in the dialog's lists (-1: not
/// read, or as found), and what holds where a row does not say.
struct ImportMemory {
    QList<int> columns;
    int decimal = -1;
    QString currency;
    int kind = 0;
};

/// How the last list with the same headings, in the same order, was read; kept with the window's settings.
std::optional<ImportMemory> import_memory(const QStringList& headings);
void keep_import_memory(const QStringList& headings, const ImportMemory& memory);

} // namespace rigwright
