// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/recovery/recovery_dialog.h"

#include "ui/document/project_file.h"
#include "ui/format/on_change.h"
#include "ui/format/words.h"

#include <QEvent>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QVBoxLayout>

namespace rigwright {

namespace {

QString date_text(const QDateTime& date) { return date.toString(QStringLiteral("yyyy-MM-dd HH:mm:ss")); }

} // namespace

RecoveryDialog::RecoveryDialog(RecoveryFolder& folder, std::vector<LeftBehind> sessions, QWidget* parent)
    : QDialog(parent),
      folder_(folder),
      sessions_(std::move(sessions)),
      text_(new QLabel(this)),
      list_(new QListWidget(this)),
      restore_(new QPushButton(this)),
      discard_(new QPushButton(this)),
      later_(new QPushButton(this))
{
    setObjectName(QStringLiteral("recovery"));
    auto* column = new QVBoxLayout(this);
    text_->setTextFormat(Qt::PlainText);
    text_->setWordWrap(true);
    column->addWidget(text_);
    list_->setWordWrap(true);
    list_->setTextElideMode(Qt::ElideMiddle);
    column->addWidget(list_, 1);
    auto* row = new QHBoxLayout;
    row->addStretch(1);
    for (QPushButton* button : {restore_, discard_, later_}) row->addWidget(button);
    column->addLayout(row);
    restore_->setDefault(true);
    resize(560, 280);
    connect(restore_, &QPushButton::clicked, this, &RecoveryDialog::restore);
    connect(discard_, &QPushButton::clicked, this, &RecoveryDialog::discard);
    connect(later_, &QPushButton::clicked, this, &QDialog::reject);
    connect(list_, &QListWidget::itemActivated, this, &RecoveryDialog::restore);
    retranslate();
    on_change(this, QEvent::LanguageChange, [this] { retranslate(); });
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
    const QString builds = tr("builds: %1").arg(opened.project->builds.size());
    const QString first = tr("%1, unsaved work of %2, %3").arg(name, date_text(session.taken), builds);
    if (session.path.isEmpty()) return tr("%1; never saved").arg(first);
    if (!file.exists()) return tr("%1; the saved file is gone: %2").arg(first, session.path);
    return tr("%1; the file was saved on %2: %3").arg(first, date_text(file.lastModified()), session.path);
}

void RecoveryDialog::fill()
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
    fill();
}

void RecoveryDialog::retranslate()
{
    setWindowTitle(tr("Unsaved work"));
    text_->setText(
        tr("The program ended without saving. This is what was kept; nothing is deleted unless you say so."));
    list_->setAccessibleName(windowTitle());
    restore_->setText(tr("Restore"));
    discard_->setText(tr("Delete"));
    later_->setText(tr("Later"));
    fill();
}

} // namespace rigwright
