// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/recovery/autosave.h"

#include "ui/document/project_file.h"

namespace rigwright {

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
    // A drag changes the document within one undo step, so its index does not say enough.
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
    const QString trouble = folder_.keep(project_bytes(document_.project(), FileKind::project), path_());
    if (trouble.isEmpty()) {
        failing_ = false;
        emit kept();
    } else if (!failing_) {
        // Said once, not every half a minute.
        failing_ = true;
        emit failed(trouble);
    }
}

} // namespace rigwright
