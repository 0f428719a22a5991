// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/document/curve_worker.h"
#include "ui/document/document.h"

namespace rigwright {

/// The curves of one document, shared by all its plots: asks for new ones when the document changes in anything that
/// bends them, and holds the newest that have arrived.
class CurveSource : public QObject {
    Q_OBJECT

public:
    explicit CurveSource(Document& document);
    /// The one of this document, made when it is first asked for; it lives as long as the document.
    static CurveSource& of(Document& document);

    /// Null until the first answer has arrived.
    const std::shared_ptr<const Curves>& curves() const { return curves_; }
    /// The curves belong to an earlier state of the document; newer ones are on their way.
    bool is_outdated() const { return arrived_ < worker_.latest(); }

signals:
    void changed();

private:
    /// A value on the curve that is already there needs no new one while a drag goes on.
    void follow();
    /// After a drag the curve is exactly that of the present state.
    void settle();

    Document& document_;
    CurveWorker worker_;
    CurveRequest asked_;
    std::shared_ptr<const Curves> curves_;
    quint64 arrived_ = 0;
};

} // namespace rigwright
