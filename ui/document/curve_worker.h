// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/document/curve_request.h"
#include "ui/document/latest_worker.h"

namespace rigwright {

/// Computes curves beside the window; the latest request wins.
class CurveWorker : public QObject {
    Q_OBJECT

public:
    using Compute = LatestWorker<CurveRequest, Curves>::Compute;

    explicit CurveWorker(Compute compute, QObject* parent = nullptr);

    /// The number under which the answer will come; numbers grow.
    quint64 request(CurveRequest request) { return worker_.request(std::move(request)); }
    /// Number of the newest request.
    quint64 latest() const { return worker_.latest(); }

    /// Computes differently from now on; answers that are on their way do not come.
    void use(Compute compute) { worker_.use(std::move(compute)); }

signals:
    /// Emitted in the thread of this object. `generation` below `latest()` is an answer that will be superseded.
    void delivered(quint64 generation, std::shared_ptr<const rigwright::Curves> curves);

private:
    LatestWorker<CurveRequest, Curves> worker_;
};

} // namespace rigwright
