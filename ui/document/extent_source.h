// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/document/document.h"
#include "ui/document/extent_curve.h"
#include "ui/document/latest_worker.h"

namespace rigwright {

/// The curve of one document along an extent of its samples, computed beside the window while somebody looks.
class ExtentSource : public QObject {
    Q_OBJECT

public:
    ExtentSource(Document& document, SampleExtent extent, QObject* parent);

    /// Null until the first answer has arrived.
    const std::shared_ptr<const ExtentCurve>& curve() const { return curve_; }
    /// The curve belongs to an earlier state of the document; a newer one is on its way.
    bool is_outdated() const { return arrived_ < worker_.latest(); }
    /// Somebody looks, or looks no longer.
    void set_watched(bool watched);

signals:
    void changed();

private:
    /// A value on the curve that is already there needs no new one while a drag goes on.
    void follow();
    /// After a drag the curve is exactly that of the present state.
    void settle();

    Document& document_;
    SampleExtent extent_;
    std::optional<ExtentRequest> asked_;
    std::shared_ptr<const ExtentCurve> curve_;
    quint64 arrived_ = 0;
    bool watched_ = false;
    LatestWorker<ExtentRequest, ExtentCurve> worker_;
};

} // namespace rigwright
