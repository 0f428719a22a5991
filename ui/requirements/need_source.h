// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/advise/sufficient_build.h"
#include "ui/document/settled_answer.h"

namespace rigwright {

/// The smallest parts that would meet the need of a scenario.
struct NeedAdvice {
    Scenario scenario;
    SufficientBuild build;
};

/// Searches them beside the window once a change has settled, while somebody looks.
class NeedSource : public QObject {
    Q_OBJECT

public:
    explicit NeedSource(Document& document, QObject* parent = nullptr);

    /// Null until the first answer has arrived.
    const std::shared_ptr<const NeedAdvice>& advice() const { return advice_.known(); }
    bool is_current() const { return advice_.is_current(); }
    void set_watched(bool watched);
    /// Takes all parts over as one undo step of that name. False where the parts are for an earlier scenario.
    bool apply(const QString& description);

signals:
    void changed();

private:
    void settle();

    SettledAnswer<NeedAdvice> advice_;
    bool watched_ = false;
};

} // namespace rigwright
