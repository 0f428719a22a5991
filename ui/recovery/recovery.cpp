// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/recovery/recovery.h"

#include "ui/document/project_file.h"
#include "ui/format/layout.h"
#include "ui/format/on_change.h"
#include "ui/format/words.h"

#include <QDeadlineTimer>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QSaveFile>
#include <QThread>
#include <QUuid>
#include <QVBoxLayout>

#include <algorithm>

namespace rigwright {

namespace {

constexpr const char* request_ending = ".request";
constexpr qint64 longest_request = 4096;
constexpr unsigned long pause_ms = 20;

} // namespace

SingleInstance::SingleInstance(const QString& folder, QObject* parent)
    : QObject(parent),
      requests_(QDir(folder).filePath(QStringLiteral("requests"))),
      lock_(QDir(folder).filePath(QStringLiteral("instance.lock")))
{
    QDir().mkpath(requests_);
    // Anyone who can write here decides which files are opened.
    QFile::setPermissions(folder, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    lock_.setStaleLockTime(0);
    if (!lock_.tryLock(0)) return;
    // Requests that an earlier program did not answer are obsolete.
    for (const QFileInfo& file : QDir(requests_).entryInfoList(QDir::Files)) QFile::remove(file.filePath());
    watcher_.addPath(requests_);
    connect(&watcher_, &QFileSystemWatcher::directoryChanged, this, &SingleInstance::answer);
}

bool SingleInstance::hand_over(const QString& file, std::chrono::milliseconds patience)
{
    const QString name = QUuid::createUuid().toString(QUuid::WithoutBraces) + QLatin1String(request_ending);
    const QString path = QDir(requests_).filePath(name);
    QSaveFile request(path);
    if (!request.open(QIODevice::WriteOnly)) return false;
    request.write(file.isEmpty() ? QByteArray() : QFileInfo(file).absoluteFilePath().toUtf8());
    if (!request.commit()) return false;
    const QDeadlineTimer deadline(patience);
    // The first program removes the request.
    while (QFile::exists(path) && !deadline.hasExpired()) QThread::msleep(pause_ms);
    return !QFile::exists(path) || !QFile::remove(path);
}

void SingleInstance::answer()
{
    const QStringList wanted{QStringLiteral("*") + QLatin1String(request_ending)};
    for (const QFileInfo& info : QDir(requests_).entryInfoList(wanted, QDir::Files, QDir::Time | QDir::Reversed)) {
        QFile file(info.filePath());
        const QByteArray text = file.open(QIODevice::ReadOnly) ? file.read(longest_request) : QByteArray();
        file.close();
        if (QFile::remove(info.filePath())) emit asked(QString::fromUtf8(text));
    }
}

StartRecord::StartRecord(const QString& file) : file_(file)
{
    constexpr qint64 longest = 16;
    QFile kept(file_);
    if (kept.open(QIODevice::ReadOnly)) failures_ = std::clamp(kept.read(longest).trimmed().toInt(), 0, safe_from);
    kept.close();
    QDir().mkpath(QFileInfo(file_).path());
    // If it cannot be written, starts are not counted; the user is not notified.
    write_whole_file(file_, QByteArray::number(failures_ + 1));
}

void StartRecord::went_well() { QFile::remove(file_); }

Autosave::Autosave(Document& document, RecoveryFolder& folder, std::function<QString()> path, AutosaveTimes times,
                   QObject* parent)
    : QObject(parent),
      document_(document),
      folder_(folder),
      path_(std::move(path))
{
    last_change_.setSingleShot(true);
    last_change_.setInterval(times.after_last_change);
    longest_.setSingleShot(true);
    longest_.setInterval(times.at_least);
    connect(&last_change_, &QTimer::timeout, this, &Autosave::keep_now);
    connect(&longest_, &QTimer::timeout, this, &Autosave::keep_now);
    // A drag changes the document within one undo step, so the undo index is not enough.
    connect(&document_, &Document::changed, this, &Autosave::follow);
    connect(&document_, &Document::builds_changed, this, &Autosave::follow);
    connect(&document_.undo_stack(), &QUndoStack::indexChanged, this, &Autosave::follow);
    connect(&document_.undo_stack(), &QUndoStack::cleanChanged, this, &Autosave::follow);
}

void Autosave::follow()
{
    if (document_.undo_stack().isClean()) {
        last_change_.stop();
        longest_.stop();
        folder_.clear();
        return;
    }
    last_change_.start();
    if (!longest_.isActive()) longest_.start();
}

void Autosave::keep_now()
{
    last_change_.stop();
    longest_.stop();
    if (document_.undo_stack().isClean()) return;
    const QString trouble = folder_.keep(project_bytes(document_.own_project(), FileKind::project), path_());
    if (trouble.isEmpty()) {
        failing_ = false;
        emit kept();
    } else if (!failing_) {
        // Reported once, not every half minute.
        failing_ = true;
        emit failed(trouble);
    }
}

namespace {

constexpr const char* snapshot_ending = ".rigwright";
constexpr qint64 longest_place = 4096;

std::unique_ptr<QLockFile> lock_at(const QString& path)
{
    auto lock = std::make_unique<QLockFile>(path);
    // A session may last for days; a lock is stale only if its program is gone.
    lock->setStaleLockTime(0);
    return lock;
}

} // namespace

RecoveryFolder::RecoveryFolder(const QString& folder)
    : folder_(folder),
      id_(QUuid::createUuid().toString(QUuid::WithoutBraces))
{
    QDir().mkpath(folder_);
    // Snapshots contain the user's private work.
    QFile::setPermissions(folder_, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    lock_ = lock_at(lock(id_));
    lock_->tryLock(0);
}

RecoveryFolder::~RecoveryFolder() = default;

QString RecoveryFolder::snapshot(const QString& id) const
{
    return QDir(folder_).filePath(id + QLatin1String(snapshot_ending));
}

QString RecoveryFolder::place(const QString& id) const { return QDir(folder_).filePath(id + QStringLiteral(".place")); }

QString RecoveryFolder::lock(const QString& id) const { return QDir(folder_).filePath(id + QStringLiteral(".lock")); }

QString RecoveryFolder::keep(const QByteArray& project, const QString& path)
{
    write_whole_file(place(id_), path.toUtf8());
    return write_whole_file(snapshot(id_), project);
}

void RecoveryFolder::clear() { remove_files(id_); }

void RecoveryFolder::remove_files(const QString& id) const
{
    QFile::remove(snapshot(id));
    QFile::remove(place(id));
}

std::vector<LeftBehind> RecoveryFolder::left_behind() const
{
    std::vector<LeftBehind> found;
    const QStringList wanted{QStringLiteral("*") + QLatin1String(snapshot_ending)};
    for (const QFileInfo& file : QDir(folder_).entryInfoList(wanted, QDir::Files)) {
        const QString id = file.completeBaseName();
        if (id == id_) continue;
        const std::unique_ptr<QLockFile> other = lock_at(lock(id));
        if (!other->tryLock(0)) continue;
        QFile origin(place(id));
        const bool known = origin.open(QIODevice::ReadOnly);
        found.push_back({id, known ? QString::fromUtf8(origin.read(longest_place)) : QString(), file.lastModified()});
    }
    std::ranges::sort(found, std::greater{}, &LeftBehind::taken);
    return found;
}

void RecoveryFolder::discard(const LeftBehind& session) { remove_files(session.id); }

namespace {

QString date_text(const QDateTime& date) { return date.toString(QStringLiteral("yyyy-MM-dd HH:mm:ss")); }

} // namespace

RecoveryDialog::RecoveryDialog(RecoveryFolder& folder, std::vector<LeftBehind> sessions, QWidget* parent)
    : QDialog(parent),
      folder_(folder),
      sessions_(std::move(sessions)),
      list_(spoken(new QListWidget(this), [] { return tr("Unsaved work"); })),
      restore_(say(new QPushButton(this), [] { return tr("Restore"); })),
      discard_(say(new QPushButton(this), [] { return tr("Delete"); }))
{
    setObjectName(QStringLiteral("recovery"));
    QLabel* text = say(wrapped_label(this), [] {
        return tr("The program ended without saving. Restore the work listed here, or delete it.");
    });
    QPushButton* later = say(new QPushButton(this), [] { return tr("Later"); });
    fill(new QVBoxLayout(this), {text, {list_, 1}, row_of({Stretch{}, restore_, discard_, later})});
    list_->setWordWrap(true);
    list_->setTextElideMode(Qt::ElideMiddle);
    restore_->setDefault(true);
    resize(560, 280);
    connect(restore_, &QPushButton::clicked, this, &RecoveryDialog::restore);
    connect(discard_, &QPushButton::clicked, this, &RecoveryDialog::discard);
    connect(later, &QPushButton::clicked, this, &QDialog::reject);
    connect(list_, &QListWidget::itemActivated, this, &RecoveryDialog::restore);
    in_each_language(this, [this] {
        setWindowTitle(tr("Unsaved work"));
        show_sessions();
    });
}

QString RecoveryDialog::line_of(const LeftBehind& session) const
{
    const OpenedProject opened = open_project_file(folder_.snapshot_of(session));
    const QFileInfo file(session.path);
    QString name = session.path.isEmpty() ? QString() : file.fileName();
    if (name.isEmpty() && opened.project)
        name = from_utf8(opened.project->name.empty() ? opened.project->current_build().name() : opened.project->name);
    if (name.isEmpty()) name = tr("Unnamed project");
    if (!opened.project) return tr("%1, %2: cannot be read").arg(name, date_text(session.taken));
    const QString builds = tr("machines: %1").arg(opened.project->builds.size());
    const QString first = tr("%1, unsaved work of %2, %3").arg(name, date_text(session.taken), builds);
    if (session.path.isEmpty()) return tr("%1; never saved").arg(first);
    if (!file.exists()) return tr("%1; the saved file is gone: %2").arg(first, session.path);
    return tr("%1; the file was saved on %2: %3").arg(first, date_text(file.lastModified()), session.path);
}

void RecoveryDialog::show_sessions()
{
    const int row = std::max(0, list_->currentRow());
    list_->clear();
    for (const LeftBehind& session : sessions_) list_->addItem(line_of(session));
    list_->setCurrentRow(std::min(row, list_->count() - 1));
    restore_->setEnabled(!sessions_.empty());
    discard_->setEnabled(!sessions_.empty());
}

const LeftBehind* RecoveryDialog::chosen() const
{
    const int row = list_->currentRow();
    return row >= 0 && row < static_cast<int>(sessions_.size()) ? &sessions_[static_cast<std::size_t>(row)] : nullptr;
}

void RecoveryDialog::restore()
{
    const LeftBehind* session = chosen();
    if (!session) return;
    emit restore_requested(*session);
    accept();
}

void RecoveryDialog::discard()
{
    const LeftBehind* session = chosen();
    if (!session) return;
    folder_.discard(*session);
    sessions_.erase(sessions_.begin() + list_->currentRow());
    if (sessions_.empty()) return reject();
    show_sessions();
}

} // namespace rigwright
