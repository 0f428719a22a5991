// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scenario/finding.h"
#include "ui/format/words.h"

#include <QStringList>

#include <vector>

class QMimeData;

namespace rigwright {

/// A sentence for each error, with its place where that says something; of many the first.
QStringList trouble_lines(const std::vector<Finding>& errors, const Localization& words);
/// What did not work with a file, then why.
QString trouble_text(const QString& what, const QString& path, const QStringList& why);

/// The files on this machine that a person drops.
QStringList local_files(const QMimeData& data);

} // namespace rigwright
