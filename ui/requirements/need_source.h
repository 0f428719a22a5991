// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/advise/sufficient_build.h"
#include "ui/document/document.h"
#include "ui/document/latest_worker.h"

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
    const std::shared_ptr<const NeedAdvice>& advice() const { return advice_; }
    bool is_current() const { return advice_ && advice_->scenario == document_.scenario(); }
    void set_watched(bool watched);
    /// Takes all parts over as one undo step of that name. False where the parts are for an earlier scenario.
    bool apply(const QString& description);

signals:
    void changed();

private:
    void settle();

    Document& document_;
    std::shared_ptr<const NeedAdvice> advice_;
    std::optional<Scenario> asked_;
    bool watched_ = false;
    LatestWorker<Scenario, NeedAdvice> worker_;
};

} // namespace rigwright
