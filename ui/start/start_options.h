// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/theme/theme.h"

#include <QSize>
#include <QString>
#include <QStringList>

#include <optional>

namespace rigwright {

/// What the command line asks for.
struct StartOptions {
    QString file;
    QString screenshot;
    /// The tab or window in front, by its name in every language (`page_names`); empty: as the project was left.
    QString page;
    /// Where the report of `files` goes instead of a window, and what it is to answer.
    QString report;
    QString report_question;
    bool report_both = false;
    /// All files; a window opens the first alone.
    QStringList files;
    QString language;
    std::optional<ThemeChoice> theme;
    std::optional<QSize> size;
    /// A window of its own, whatever runs already.
    bool new_window = false;
    /// To be printed instead of opening a window: help or version, or what is wrong with the command line.
    QString answer;
    QString error;
};

/// `arguments` as the application lists them, the program's name first.
StartOptions parse_start_options(const QStringList& arguments);

} // namespace rigwright
