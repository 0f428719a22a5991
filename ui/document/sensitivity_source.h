// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/advise/sensitivity.h"
#include "ui/document/settled_answer.h"

namespace rigwright {

/// Which setting moves the plan most, computed beside the window while somebody looks.
class SensitivitySource : public QObject {
    Q_OBJECT

public:
    SensitivitySource(Document& document, QObject* parent);

    /// Of the last answer; empty before the first.
    const std::vector<Sensitivity>& settings() const;
    bool has_answer() const { return found_.known() != nullptr; }
    /// The answer belongs to an earlier state of the document; a newer one is on its way.
    bool is_outdated() const { return !found_.is_current(); }
    /// Somebody looks, or looks no longer.
    void set_watched(bool watched);

signals:
    void changed();

private:
    struct Found {
        Scenario scenario;
        std::vector<Sensitivity> settings;
    };
    void settle();

    SettledAnswer<Found> found_;
    bool watched_ = false;
};

} // namespace rigwright
