// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/json/data_directory.h"
#include "ui/document/document.h"
#include "ui/document/hardware_data.h"
#include "ui/format/interface_language.h"
#include "ui/format/words.h"
#include "ui/guide/guide_window.h"
#include "ui/main_window.h"
#include "ui/recovery/recovery.h"
#include "ui/theme/theme.h"

#include <QSize>
#include <QString>
#include <QStringList>

#include <memory>
#include <optional>

class QApplication;

namespace rigwright {

/// Options of the command line.
struct StartOptions {
    QString file;
    QString screenshot;
    /// The tab or window to show, by its name in any language (`page_names`); empty: as saved in the project.
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

/// Objects that live as long as the program: data, texts, document, window.
class Session {
public:
    explicit Session(const DataDirectory& data);

    Document& document() { return document_; }
    MainWindow& window() { return window_; }
    Localization& words() { return words_; }
    /// Unreadable data, one line per record.
    QString data_trouble() const;

    /// Sets language, theme and size: from the command line, else from the last session if saved, else from the system.
    /// A safe start ignores geometry and layout of the last session.
    void dress(const StartOptions& options, bool keep_settings, bool safe_start = false);
    /// Opens the file, or the example if the path is empty.
    bool open(const QString& path);
    /// The start page above a new project.
    bool open_start();

    /// Starts to save unsaved work in the folder, and offers the snapshots of crashed sessions.
    void keep_safe(const QString& folder);
    /// The window was closed normally: nothing is left to recover.
    void end();
    /// Handles the request of a later instance: opens the file and raises the window.
    void answer(const QString& file);

private:
    void show_guide(const QString& page);
    void offer(std::vector<LeftBehind> sessions);
    std::vector<JsonIssue> own_issues() const;
    static std::shared_ptr<const EngineData> loaded(const DataDirectory& data, std::vector<JsonIssue>& issues);

    DataDirectory directory_;
    std::vector<JsonIssue> issues_;
    InterfaceLanguage language_;
    Localization words_;
    Document document_;
    HardwareData hardware_;
    MainWindow window_;
    std::unique_ptr<GuideWindow> guide_;
    std::unique_ptr<RecoveryFolder> recovery_;
    std::unique_ptr<Autosave> autosave_;
};

/// The first content of a window.
struct FirstSight {
    /// The file of the command line, else the last project; empty if there is neither.
    QString file;
    /// Show the start page instead of the file, or of the example in screenshots.
    bool start_page = false;
};

/// After crashes during startup, the file is omitted.
FirstSight opens_first(const StartOptions& options, bool safe_start);

/// Runs the program with the given options and returns its exit status: 0 success, 1 a read or write error.
int start(QApplication& application, const StartOptions& options);

/// Brings a page to the front; returns its widget, or null for an unknown name.
QWidget* show_page(MainWindow& window, const QString& name);

} // namespace rigwright
