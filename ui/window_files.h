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

/// Where the document comes from and goes to: new, opening, saving, going back, the examples.
class WindowFiles : public QObject {
    Q_OBJECT

public:
    WindowFiles(Document& document, const Localization& words, std::filesystem::path examples, QWidget* window);

    /// Takes the file over, or leaves the document as it is and says by `failed` what is wrong with the file.
    bool open(const QString& path) { return take(path, false); }
    bool open_example(const QString& path) { return take(path, true); }
    /// A project of one unnamed build, plugged into an ordinary socket of the territory.
    bool open_new(const std::string& territory = territory_of_system());
    /// What a new project starts from; nothing, with `failed` emitted, if the program's own file cannot be read.
    std::optional<Project> new_project(const std::string& territory = territory_of_system());
    /// A new project of one machine, which counts as unsaved.
    bool open_scenario(const Scenario& scenario);
    /// Takes over what a crashed session had not saved. It counts as unsaved, and saving asks where, near `path`.
    bool open_left_behind(const QString& snapshot, const QString& path);
    void ask_and_open();
    /// To where the document came from. Asks where that is nowhere, and where another program has changed the file since.
    bool save();
    bool ask_and_save();
    bool save_to(const QString& path);
    /// Back to what was saved last, as one undo step.
    bool revert();
    /// True when nothing would be lost, after asking where something would.
    bool may_leave();

    /// A project of the program, opened as a copy.
    struct Example {
        QString path;
        QString title;
        QString text;
        /// Where it opens.
        QString page;
    };
    /// In the window's language.
    std::vector<Example> examples() const;
    const QString& path() const { return path_; }
    /// The file, or where recovered work came from; empty without either.
    const QString& known_path() const { return path_.isEmpty() ? origin_ : path_; }
    bool is_example() const { return example_; }
    /// A person opened, saved or changed something; otherwise the project is the one that new windows start from.
    bool holds_a_plan() const { return example_ || !path_.isEmpty() || !document_.undo_stack().isClean(); }

signals:
    /// Another document, or another file for it.
    void place_changed();
    /// Another document; it is in sight already.
    void opened();
    /// The document is about to be written: time to say how it is shown.
    void about_to_save();
    void failed(const rigwright::TextMaker& message);
    /// Something about the file that went well but should be known.
    void noticed(const rigwright::TextMaker& message);
    /// The document is what its file holds, by a step that can be undone.
    void reverted(const rigwright::TextMaker& message);
    void several_chosen(const QStringList& files);

private:
    /// Remembers what the file at `path_` holds now as what the document was read from or written to.
    void note_content();
    bool was_changed_elsewhere() const;
    bool ask_and_overwrite();
    QString folder() const;
    QString suggested_path() const;
    /// A scenario file holds one build and nothing about it; the first save that would lose something asks.
    FileKind kind_for(const QString& path) const;
    bool fits_scenario() const;
    bool take(const QString& path, bool example);
    /// A project without a file.
    bool show_unnamed(const Project& project);
    /// Shows a project that was read from there.
    bool show(const Project& project, const QString& path, FileKind kind, bool example);
    std::optional<Project> read(const QString& path, FileKind& kind);
    void tell_unknown(const QString& path, const std::vector<std::string>& unknown);
    void say_new_exceptions(const QString& path, const Project& project, const std::vector<std::size_t>& exceptions);

    Document& document_;
    const Localization& words_;
    std::filesystem::path examples_;
    QWidget* window_;
    QString path_;
    /// Digest of what the file held when it was last read or written here; empty without a file.
    QByteArray content_;
    /// Where recovered work came from.
    QString origin_;
    FileKind kind_ = FileKind::project;
    bool example_ = false;
};

// Files that were opened or saved lately, newest first, kept with the settings of the program. What is gone is not
// listed.

inline constexpr int most_recent_files = 10;

QStringList recent_files();
void remember_file(const QString& path);
void forget_files();

} // namespace rigwright
