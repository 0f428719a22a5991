// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window_files.h"

#include "ui/document/scenario_file.h"

#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QMessageBox>

namespace rigwright {

namespace {

constexpr qsizetype most_errors_shown = 8;

} // namespace

WindowFiles::WindowFiles(Document& document, const Words& words, std::filesystem::path examples, QWidget* window)
    : QObject(window),
      document_(document),
      words_(words),
      examples_(std::move(examples)),
      window_(window)
{}

bool WindowFiles::open(const QString& path) { return take(path, false); }

bool WindowFiles::open_example(const QString& path) { return take(path, true); }

bool WindowFiles::take(const QString& path, bool example)
{
    const OpenedScenario opened = open_scenario_file(path);
    std::vector<Finding> errors = opened.errors;
    if (opened.scenario) {
        const auto collect = connect(&document_, &Document::rejected, this,
                                     [&errors](const QString&, const std::vector<Finding>& found) { errors = found; });
        const bool taken = document_.replace(*opened.scenario);
        disconnect(collect);
        if (taken) {
            path_ = example ? QString() : path;
            example_ = example;
            emit place_changed();
            return true;
        }
    }
    emit failed([this, path, trouble = opened.trouble, errors] { return why_not_opened(path, trouble, errors); });
    return false;
}

QString WindowFiles::why_not_opened(const QString& path, const QString& trouble,
                                    const std::vector<Finding>& errors) const
{
    QStringList lines{tr("%1 was not opened.").arg(QFileInfo(path).fileName())};
    if (!trouble.isEmpty()) lines << trouble;
    for (const Finding& error : errors) {
        if (lines.size() > most_errors_shown) {
            lines << tr("… and more.");
            break;
        }
        const QString text = words_.text(error);
        lines << (error.field.empty() ? text : QStringLiteral("%1: %2").arg(from_utf8(error.field), text));
    }
    return lines.join(QLatin1Char('\n'));
}

void WindowFiles::ask_and_open()
{
    if (!may_leave()) return;
    const QString path = QFileDialog::getOpenFileName(window_, tr("Open scenario"), folder(), tr("Scenarios (*.json)"));
    if (!path.isEmpty()) open(path);
}

bool WindowFiles::save() { return path_.isEmpty() ? ask_and_save() : save_to(path_); }

bool WindowFiles::ask_and_save()
{
    const QString suggestion =
        path_.isEmpty() ? QDir(folder()).filePath(tr("scenario") + QStringLiteral(".json")) : path_;
    const QString path =
        QFileDialog::getSaveFileName(window_, tr("Save scenario"), suggestion, tr("Scenarios (*.json)"));
    return !path.isEmpty() && save_to(path);
}

bool WindowFiles::save_to(const QString& path)
{
    const QString trouble = save_scenario_file(document_.scenario(), path);
    if (!trouble.isEmpty()) {
        emit failed([path, trouble] { return tr("%1 was not saved: %2").arg(QFileInfo(path).fileName(), trouble); });
        return false;
    }
    path_ = path;
    example_ = false;
    document_.undo_stack().setClean();
    emit place_changed();
    return true;
}

bool WindowFiles::may_leave()
{
    // An example that was played with is no work to lose.
    if (document_.undo_stack().isClean() || (example_ && path_.isEmpty())) return true;
    QMessageBox question(QMessageBox::Question, tr("Unsaved changes"), tr("Save the changes to this scenario first?"),
                         QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel, window_);
    question.setTextFormat(Qt::PlainText);
    const int answer = question.exec();
    if (answer == QMessageBox::Save) return save();
    return answer == QMessageBox::Discard;
}

QString WindowFiles::folder() const { return path_.isEmpty() ? QDir::homePath() : QFileInfo(path_).path(); }

std::vector<std::pair<QString, QString>> WindowFiles::examples() const
{
    std::vector<std::pair<QString, QString>> found;
    const QDir directory(QString::fromStdString(examples_.string()));
    for (const QFileInfo& file : directory.entryInfoList({QStringLiteral("*.json")}, QDir::Files, QDir::Name)) {
        const OpenedScenario opened = open_scenario_file(file.filePath());
        if (opened.scenario)
            found.emplace_back(file.filePath(),
                               opened.scenario->name.empty() ? file.baseName() : from_utf8(opened.scenario->name));
    }
    return found;
}

} // namespace rigwright
