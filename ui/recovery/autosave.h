// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/document/document.h"
#include "ui/recovery/recovery_folder.h"

#include <QTimer>

#include <chrono>
#include <functional>

namespace rigwright {

/// When unsaved work is kept: so long after the last change, and so long after the first that is not kept yet.
struct AutosaveTimes {
    std::chrono::milliseconds after_last_change{10000};
    std::chrono::milliseconds at_least{30000};
};

/// Keeps a snapshot of unsaved work in the recovery folder, and removes it when nothing is unsaved any more.
class Autosave : public QObject {
    Q_OBJECT

public:
    /// `path` says where the document was saved last. The folder must outlive this object.
    Autosave(Document& document, RecoveryFolder& folder, std::function<QString()> path, AutosaveTimes times = {},
             QObject* parent = nullptr);

    /// Takes the snapshot now, where something is unsaved.
    void keep_now();

signals:
    void kept();
    void failed(const QString& why);

private:
    void follow();

    Document& document_;
    RecoveryFolder& folder_;
    std::function<QString()> path_;
    QTimer last_change_;
    QTimer longest_;
    bool failing_ = false;
};

} // namespace rigwright
