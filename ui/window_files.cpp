// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window_files.h"

#include "ui/controls/exact_field.h"
#include "ui/document/project_file.h"
#include "ui/import_dialog.h"
#include "ui/window/place_view.h"

#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QMessageBox>
#include <QPushButton>
#include <QSettings>

#include <array>

namespace rigwright {

namespace {

constexpr qsizetype most_errors_shown = 8;
constexpr const char* new_project_file = "start/new.json";
/// Example files in display order.
constexpr std::array shipped_examples{"line-inspection", "fabric-defects", "lora-7b",
                                      "out-of-memory",   "eight-h100",     "first-cnn"};

} // namespace

WindowFiles::WindowFiles(Document& document, const Localization& words, std::filesystem::path examples, QWidget* window)
    : QObject(window),
      document_(document),
      words_(words),
      examples_(std::move(examples)),
      window_(window)
{}

std::optional<Project> WindowFiles::new_project(const std::string& territory)
{
    FileKind kind = FileKind::project;
    const std::optional<Project> found = read(QString::fromStdString((examples_ / new_project_file).string()), kind);
    return found ? std::optional(plugged_in(*found, document_.data()->hardware, territory)) : std::nullopt;
}

bool WindowFiles::open_new(const std::string& territory)
{
    const std::optional<Project> project = new_project(territory);
    return project && show_unnamed(*project);
}

bool WindowFiles::open_scenario(const Scenario& scenario)
{
    if (!show_unnamed(project_of(scenario))) return false;
    document_.undo_stack().resetClean();
    return true;
}

bool WindowFiles::show_unnamed(const Project& project)
{
    if (!show(project, QString(), FileKind::project, true)) return false;
    example_ = false;
    emit place_changed();
    return true;
}

bool WindowFiles::open_left_behind(const QString& snapshot, const QString& path)
{
    if (!take(snapshot, true)) return false;
    example_ = false;
    origin_ = path;
    kind_ = kind_for(path);
    document_.undo_stack().resetClean();
    emit place_changed();
    return true;
}

std::optional<Project> WindowFiles::read(const QString& path, FileKind& kind)
{
    OpenedProject opened = open_project_file(path);
    kind = opened.kind;
    if (opened.project) {
        if (!opened.unknown.empty()) tell_unknown(path, opened.unknown);
        if (!opened.new_exceptions.empty()) say_new_exceptions(path, *opened.project, opened.new_exceptions);
        return opened.project;
    }
    emit failed([this, path, trouble = opened.trouble, errors = opened.errors] {
        const QStringList why = trouble.isEmpty() ? QStringList() : QStringList(trouble);
        return trouble_text(tr("%1 was not opened."), path, why + trouble_lines(errors, words_));
    });
    return std::nullopt;
}

bool WindowFiles::take(const QString& path, bool example)
{
    FileKind kind = FileKind::project;
    const std::optional<Project> found = read(path, kind);
    return found && show(*found, path, kind, example);
}

bool WindowFiles::show(const Project& project, const QString& path, FileKind kind, bool example)
{
    bool taken = false;
    const std::vector<Finding> errors = refusal_of(document_, [&] { taken = document_.replace(project); });
    if (!taken) {
        emit failed([this, path, errors] {
            return trouble_text(tr("%1 was not opened."), path, trouble_lines(errors, words_));
        });
        return false;
    }
    path_ = example ? QString() : QFileInfo(path).absoluteFilePath();
    origin_.clear();
    kind_ = kind;
    example_ = example;
    note_content();
    if (!example) remember_file(path);
    emit place_changed();
    emit opened();
    return true;
}

void WindowFiles::say_new_exceptions(const QString& path, const Project& project,
                                     const std::vector<std::size_t>& exceptions)
{
    QStringList names;
    for (const std::size_t build : exceptions) {
        const std::string& name = project.builds[build].name();
        names << (name.empty() ? QString::number(build + 1) : from_utf8(name));
    }
    emit noticed([name = QFileInfo(path).fileName(), names] {
        return tr("A project now has one task for all machines. In %1 the tasks differ: that of the first machine is "
                  "the "
                  "project's, and these have a task of their own, marked ≠: %2")
            .arg(name, listed(first_of(names, most_errors_shown)));
    });
}

void WindowFiles::tell_unknown(const QString& path, const std::vector<std::string>& unknown)
{
    QStringList places;
    for (const std::string& place : unknown) places << from_utf8(place);
    emit noticed([name = QFileInfo(path).fileName(), places] {
        return tr("%1 was written by a newer version. Unknown content is preserved: %2")
            .arg(name, listed(first_of(places, most_errors_shown)));
    });
}

void WindowFiles::ask_and_open()
{
    if (!may_leave()) return;
    const QStringList paths = QFileDialog::getOpenFileNames(
        window_, tr("Open project"), folder(), tr("Projects and scenarios (*.rigwright *.json);;All files (*)"));
    if (paths.size() == 1 && opens_as_project(content_of_file(paths.first())))
        open(paths.first());
    else if (!paths.isEmpty())
        emit several_chosen(paths);
}

bool WindowFiles::fits_scenario() const
{
    const Project& project = document_.own_project();
    return project.builds.size() == 1 && !project.current_build().is_pinned();
}

FileKind WindowFiles::kind_for(const QString& path) const
{
    if (path == path_) return kind_;
    return path.endsWith(QLatin1String(".json"), Qt::CaseInsensitive) ? FileKind::scenario : FileKind::project;
}

bool WindowFiles::save()
{
    take_typed();
    const bool would_lose = kind_ == FileKind::scenario && !fits_scenario();
    if (path_.isEmpty() || would_lose) return ask_and_save();
    return was_changed_elsewhere() ? ask_and_overwrite() : save_to(path_);
}

void WindowFiles::note_content() { content_ = path_.isEmpty() ? QByteArray() : file_digest(path_); }

bool WindowFiles::was_changed_elsewhere() const
{
    const QByteArray now = file_digest(path_);
    return !now.isEmpty() && now != content_;
}

bool WindowFiles::ask_and_overwrite()
{
    const QString name = QFileInfo(path_).fileName();
    QMessageBox question(QMessageBox::Warning, tr("The file was changed"),
                         tr("%1 was changed by another program since it was opened or saved here. If you overwrite it, "
                            "that version stays beside it as %2.")
                             .arg(name, previous_version(name)),
                         QMessageBox::Cancel, window_);
    question.setTextFormat(Qt::PlainText);
    const QAbstractButton* overwrite = question.addButton(tr("Overwrite"), QMessageBox::DestructiveRole);
    QPushButton* elsewhere = question.addButton(tr("Save as…"), QMessageBox::AcceptRole);
    question.setDefaultButton(elsewhere);
    question.exec();
    if (question.clickedButton() == overwrite) return save_to(path_);
    return question.clickedButton() == elsewhere && ask_and_save();
}

QString WindowFiles::suggested_path() const
{
    if (known_path().isEmpty()) return QDir(folder()).filePath(tr("project") + QLatin1String(project_ending));
    if (kind_ == FileKind::project || fits_scenario()) return known_path();
    const QFileInfo file(known_path());
    return file.dir().filePath(file.completeBaseName() + QLatin1String(project_ending));
}

bool WindowFiles::ask_and_save()
{
    const QString projects = tr("Projects (*.rigwright)");
    const QString scenarios = tr("Scenarios of one machine (*.json)");
    QString chosen = kind_ == FileKind::scenario && fits_scenario() ? scenarios : projects;
    QString path = QFileDialog::getSaveFileName(window_, tr("Save project"), suggested_path(),
                                                projects + QStringLiteral(";;") + scenarios, &chosen);
    if (path.isEmpty()) return false;
    if (QFileInfo(path).suffix().isEmpty())
        path += chosen == scenarios ? QStringLiteral(".json") : QLatin1String(project_ending);
    return save_to(path);
}

bool WindowFiles::save_to(const QString& path)
{
    const FileKind kind = kind_for(path);
    if (kind == FileKind::scenario && !fits_scenario()) {
        emit failed([path] {
            return tr("%1 was not saved: a scenario file contains one machine. Choose a name that ends in .rigwright.")
                .arg(QFileInfo(path).fileName());
        });
        return false;
    }
    document_.end_trial();
    emit about_to_save();
    const QString trouble = save_project_file(document_.project(), path, kind);
    if (!trouble.isEmpty()) {
        emit failed([path, trouble] { return tr("%1 was not saved: %2").arg(QFileInfo(path).fileName(), trouble); });
        return false;
    }
    path_ = path;
    origin_.clear();
    kind_ = kind;
    example_ = false;
    note_content();
    document_.undo_stack().setClean();
    remember_file(path);
    emit place_changed();
    return true;
}

bool WindowFiles::revert()
{
    if (path_.isEmpty()) return false;
    FileKind kind = kind_;
    const std::optional<Project> saved = read(path_, kind);
    if (!saved) return false;
    note_content();
    document_.end_trial();
    document_.edit_project(*saved, tr("Revert to the saved file"));
    document_.undo_stack().setClean();
    emit reverted(
        [name = QFileInfo(path_).fileName()] { return tr("Reverted to %1. Undo restores your changes.").arg(name); });
    return true;
}

bool WindowFiles::may_leave()
{
    take_typed();
    if (document_.undo_stack().isClean()) return true;
    QMessageBox question(QMessageBox::Question, tr("Unsaved changes"), tr("Save the changes to this project first?"),
                         QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel, window_);
    question.setTextFormat(Qt::PlainText);
    const int answer = question.exec();
    if (answer == QMessageBox::Save) return save();
    return answer == QMessageBox::Discard;
}

QString WindowFiles::folder() const
{
    return known_path().isEmpty() ? QDir::homePath() : QFileInfo(known_path()).path();
}

std::vector<WindowFiles::Example> WindowFiles::examples() const
{
    std::vector<Example> found;
    for (const char* name : shipped_examples) {
        const auto path = QString::fromStdString((examples_ / (std::string(name) + project_ending)).string());
        const OpenedProject opened = open_project_file(path);
        const std::string code = std::string("example.") + name;
        if (opened.project)
            found.push_back({path, words_.text(code), words_.text(code + ".text"), page_of_view(opened.project->view)});
    }
    return found;
}

namespace {

const QString& key()
{
    static const QString name = QStringLiteral("files/recent");
    return name;
}

} // namespace

QStringList recent_files()
{
    QStringList present;
    for (const QString& path : QSettings().value(key()).toStringList())
        if (QFileInfo(path).isFile()) present << path;
    return present;
}

void remember_file(const QString& path)
{
    const QString absolute = QFileInfo(path).absoluteFilePath();
    QStringList files = recent_files();
    files.removeAll(absolute);
    files.prepend(absolute);
    while (files.size() > most_recent_files) files.removeLast();
    QSettings().setValue(key(), files);
}

void forget_files() { QSettings().remove(key()); }

} // namespace rigwright
