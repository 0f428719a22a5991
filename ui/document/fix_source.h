// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/advise/fixes.h"
#include "ui/document/settled_answer.h"

namespace rigwright {

/// What can be done about the findings of the document, tried out beside the window once a change has settled.
class FixSource : public QObject {
    Q_OBJECT

public:
    explicit FixSource(Document& document, QObject* parent = nullptr);

    /// The fixes of a finding of the document as it stands; null where there is none, or none is known yet.
    const FindingFixes* of(const Finding& finding) const;
    bool is_settled() const { return found_.is_current(); }
    /// Makes an edit as one undo step of that name. False where it belongs to an earlier state of the document.
    bool apply(const Fix& fix, const QString& description);

signals:
    void changed();

private:
    struct Found {
        Scenario scenario;
        std::vector<FindingFixes> fixes;
    };

    void settle();

    Document& document_;
    SettledAnswer<Found> found_;
};

} // namespace rigwright
