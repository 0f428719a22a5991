// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/controls/field_control.h"
#include "ui/document/document.h"
#include "ui/document/project_file.h"
#include "ui/format/words.h"

#include <QStringList>

#include <filesystem>

class QWidget;

namespace rigwright {

/// New, open, save and revert for the document, and the examples.
class WindowFiles : public QObject {
    Q_OBJECT

public:
    WindowFiles(Document& document, const Localization& words, std::filesystem::path examples, QWidget* window);

    /// Opens the file, or keeps the document and emits `failed` with the errors of the file.
    bool open(const QString& path) { return take(path, false); }
    bool open_example(const QString& path) { return take(path, true); }
    /// Opens a project of one unnamed build, on an ordinary socket of the territory.
    bool open_new(const std::string& territory = territory_of_system());
    /// The initial project; nothing, with `failed` emitted, if the shipped file cannot be read.
    std::optional<Project> new_project(const std::string& territory = territory_of_system());
    /// Opens a new project of one machine as unsaved.
    bool open_scenario(const Scenario& scenario);
    /// Restores unsaved work of a crashed session, still unsaved; saving asks for a path near `path`.
    bool open_left_behind(const QString& snapshot, const QString& path);
    void ask_and_open();
    /// Saves to the document's file. Asks if there is none or another program has changed it.
    bool save();
    bool ask_and_save();
    bool save_to(const QString& path);
    /// Reverts to the saved file, as one undo step.
    bool revert();
    /// Asks about unsaved changes; true if it is safe to leave.
    bool may_leave();

    /// A shipped project, opened as a copy.
    struct Example {
        QString path;
        QString title;
        QString text;
        /// Its initial page.
        QString page;
    };
    /// In the window's language.
    std::vector<Example> examples() const;
    const QString& path() const { return path_; }
    /// The file, or the original path of recovered work; else empty.
    const QString& known_path() const { return path_.isEmpty() ? origin_ : path_; }
    bool is_example() const { return example_; }
    /// Whether the user opened, saved or changed something; otherwise it is the initial project.
    bool holds_a_plan() const { return example_ || !path_.isEmpty() || !document_.undo_stack().isClean(); }

signals:
    /// The document or its file changed.
    void place_changed();
    /// A document was opened and is shown.
    void opened();
    /// Emitted before saving, to collect the view state.
    void about_to_save();
    void failed(const rigwright::TextMaker& message);
    /// A successful file operation with a notice.
    void noticed(const rigwright::TextMaker& message);
    /// The document was reverted to its file, as an undo step.
    void reverted(const rigwright::TextMaker& message);
    void several_chosen(const QStringList& files);

private:
    /// Stores the digest of the file at `path_` as last read or written.
    void note_content();
    bool was_changed_elsewhere() const;
    bool ask_and_overwrite();
    QString folder() const;
    QString suggested_path() const;
    /// A scenario file holds only one build; the first save that would lose data asks.
    FileKind kind_for(const QString& path) const;
    bool fits_scenario() const;
    bool take(const QString& path, bool example);
    /// Shows an unsaved project.
    bool show_unnamed(const Project& project);
    /// Shows a project read from `path`.
    bool show(const Project& project, const QString& path, FileKind kind, bool example);
    std::optional<Project> read(const QString& path, FileKind& kind);
    void tell_unknown(const QString& path, const std::vector<std::string>& unknown);
    void say_new_exceptions(const QString& path, const Project& project, const std::vector<std::size_t>& exceptions);

    Document& document_;
    const Localization& words_;
    std::filesystem::path examples_;
    QWidget* window_;
    QString path_;
    /// Digest of the file when last read or written here; empty without a file.
    QByteArray content_;
    /// Original path of recovered work.
    QString origin_;
    FileKind kind_ = FileKind::project;
    bool example_ = false;
};

// Recently opened or saved files, newest first, from the program's settings. Omits missing files.

inline constexpr int most_recent_files = 10;

QStringList recent_files();
void remember_file(const QString& path);
void forget_files();

} // namespace rigwright
