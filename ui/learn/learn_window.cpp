// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/learn/learn_window.h"

#include "ui/document/whole_file.h"

#include <QBoxLayout>
#include <QDir>
#include <QEvent>
#include <QFile>
#include <QFileDialog>
#include <QFileInfo>
#include <QStandardPaths>

namespace rigwright {

namespace {

QString write_whole(const QString& path, const QByteArray& content)
{
    QDir().mkpath(QFileInfo(path).path());
    return write_whole_file(path, content);
}

LessonProgress read_progress(const QString& path)
{
    QFile file(path);
    constexpr qint64 most_bytes = 1 << 20;
    return file.open(QIODevice::ReadOnly) ? progress_from_json(file.read(most_bytes)) : LessonProgress();
}

} // namespace

LearnWindow::LearnWindow(Document& document, const Words& words, std::vector<Lesson> lessons, QString progress_file,
                         QWidget* parent)
    : QWidget(parent, Qt::Window),
      words_(words),
      lessons_(std::move(lessons)),
      progress_file_(std::move(progress_file)),
      progress_(read_progress(progress_file_)),
      list_(new QListWidget(this)),
      page_(new LessonPage(document, words, this)),
      summary_(new QLabel(this)),
      export_(new QPushButton(this))
{
    setObjectName(QStringLiteral("learn"));
    list_->setMinimumWidth(220);
    list_->setWordWrap(true);
    summary_->setTextFormat(Qt::PlainText);
    auto* columns = new QHBoxLayout;
    columns->addWidget(list_, 1);
    columns->addWidget(page_, 3);
    auto* foot = new QHBoxLayout;
    foot->addWidget(summary_, 1);
    foot->addWidget(export_);
    auto* rows = new QVBoxLayout(this);
    rows->addLayout(columns, 1);
    rows->addLayout(foot);
    connect(list_, &QListWidget::currentRowChanged, this, &LearnWindow::show_chosen);
    connect(page_, &LessonPage::recorded, this, &LearnWindow::record);
    connect(page_, &LessonPage::working_asked, this, &LearnWindow::working_asked);
    connect(export_, &QPushButton::clicked, this, &LearnWindow::ask_and_export);
    resize(860, 620);
    retranslate();
    list_->setCurrentRow(0);
}

bool LearnWindow::is_done(const Lesson& lesson) const
{
    const LessonRecord record = progress_.value(from_utf8(lesson.id));
    const bool goals = lesson.goals.empty() || !record.goal_reached.isEmpty();
    return goals && (lesson.answers == 0 || !record.answered_rightly.isEmpty());
}

void LearnWindow::show_list()
{
    const QSignalBlocker quiet(list_);
    const int row = list_->currentRow();
    list_->clear();
    int done = 0;
    for (const Lesson& lesson : lessons_) {
        const QString title = words_.text("lesson." + lesson.id + ".title");
        done += is_done(lesson) ? 1 : 0;
        list_->addItem(is_done(lesson) ? QStringLiteral("✓ ") + title : title);
    }
    list_->setCurrentRow(row);
    summary_->setText(tr("%1 of %2 lessons done").arg(QString::number(done), QString::number(lessons_.size())));
}

void LearnWindow::show_chosen()
{
    const int row = list_->currentRow();
    if (row < 0) return;
    const Lesson& lesson = lessons_[static_cast<std::size_t>(row)];
    page_->show_lesson(&lesson, progress_.value(from_utf8(lesson.id)));
}

void LearnWindow::record(const LessonRecord& record)
{
    const int row = list_->currentRow();
    if (row < 0) return;
    progress_.insert(from_utf8(lessons_[static_cast<std::size_t>(row)].id), record);
    show_list();
    if (progress_file_.isEmpty()) return;
    const QString failure = write_whole(progress_file_, progress_to_json(progress_));
    if (!failure.isEmpty()) summary_->setText(tr("Progress could not be kept: %1").arg(failure));
}

bool LearnWindow::write_progress(const QString& path)
{
    const bool table = path.endsWith(QLatin1String(".csv"), Qt::CaseInsensitive);
    const QString failure = write_whole(path, table ? progress_to_csv(progress_) : progress_to_json(progress_));
    if (!failure.isEmpty()) summary_->setText(tr("Progress was not written: %1").arg(failure));
    return failure.isEmpty();
}

void LearnWindow::ask_and_export()
{
    const QString folder = QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation);
    const QString path =
        QFileDialog::getSaveFileName(this, tr("Export progress"), folder + QStringLiteral("/lessons.csv"),
                                     QStringLiteral("CSV (*.csv);;JSON (*.json)"));
    if (!path.isEmpty()) write_progress(path);
}

void LearnWindow::retranslate()
{
    setWindowTitle(tr("Learn — Rigwright"));
    list_->setAccessibleName(tr("Lessons"));
    export_->setText(tr("E&xport progress…"));
    show_list();
    page_->retranslate();
}

void LearnWindow::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange) retranslate();
}

} // namespace rigwright
