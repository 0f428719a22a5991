// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/theme/theme.h"

#include <QSize>
#include <QString>
#include <QStringList>

#include <optional>

namespace rigwright {

/// Options of the command line.
struct StartOptions {
    QString file;
    QString screenshot;
    /// The tab or window in front, by its name in any language (`page_names`); empty: as saved in the project.
    QString page;
    /// Output file of a report on `files` instead of a window, and the question that it answers.
    QString report;
    QString report_question;
    bool report_both = false;
    /// All files; a window opens only the first.
    QStringList files;
    QString language;
    std::optional<ThemeChoice> theme;
    std::optional<QSize> size;
    /// Opens a new window even if another instance runs.
    bool new_window = false;
    /// Text to print instead of opening a window: help or version, or an error of the command line.
    QString answer;
    QString error;
};

/// `arguments` as given by the application, the program's name first.
StartOptions parse_start_options(const QStringList& arguments);

} // namespace rigwright
