// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

namespace rigwright {

/// Rung in any thread, heard through a queued connection. Carries nothing: what is to be handed over lies under a lock.
class Bell : public QObject {
    Q_OBJECT

signals:
    void rung();
};

} // namespace rigwright
