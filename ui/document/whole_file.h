// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/document/document.h"

#include <QByteArray>
#include <QString>

namespace rigwright {

/// Replaces the file at `path` whole or leaves it as it was. Returns why it failed, in the system's words, or nothing.
QString write_whole_file(const QString& path, const QByteArray& bytes);

/// SHA-256 of what the file holds; empty where it cannot be read.
QByteArray file_digest(const QString& path);

/// What the document says against a change while `change` tries it; nothing where it is taken over.
template <typename Change>
std::vector<Finding> refusal_of(Document& document, Change change)
{
    std::vector<Finding> errors;
    const auto keep = [&errors](const QString&, const std::vector<Finding>& found) { errors = found; };
    const auto collect = QObject::connect(&document, &Document::rejected, &document, keep);
    change();
    QObject::disconnect(collect);
    return errors;
}

} // namespace rigwright
