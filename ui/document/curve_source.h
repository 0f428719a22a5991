// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/estimate/run/sweep.h"
#include "ui/document/document.h"
#include "ui/document/latest_worker.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace rigwright {

/// What the plots against the micro-batch ask of the engine. Two scenarios that differ in their micro-batch alone ask
/// the same, as long as the curve reaches both.
struct CurveRequest {
    /// With the micro-batch set to one.
    Scenario scenario;
    /// Ascending.
    std::vector<std::int64_t> micro_batches;

    bool operator==(const CurveRequest&) const = default;
};

/// The curve that belongs to a scenario: past the largest micro-batch that fits (where known) and past the present one,
/// with the two batches on either side of the limit among its points.
CurveRequest curve_request(const Scenario& scenario, std::optional<std::int64_t> max_micro_batch);

/// Whether the curve of `request` serves `scenario` too: nothing differs but the micro-batch, and that one lies on the
/// curve.
bool covers(const CurveRequest& request, const Scenario& scenario);

/// The answer.
struct Curves {
    Scenario scenario;
    std::vector<SweepPoint> batch;
    /// Of the whole curve of throughputs, which may reach further than `batch`.
    std::optional<Saturation> saturation;
};

/// Nothing when `stop` was requested.
std::shared_ptr<const Curves> compute_curves(const CurveRequest& request, const EngineData& data,
                                             const std::stop_token& stop);

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

/// What the curves of the other pinned builds are asked for, and what comes back.
struct OverlayRequest {
    struct Line {
        QString name;
        CurveRequest curve;

        bool operator==(const Line&) const = default;
    };
    std::shared_ptr<const EngineData> data;
    std::vector<Line> lines;

    bool operator==(const OverlayRequest&) const = default;
};

struct Overlay {
    struct Line {
        QString name;
        std::shared_ptr<const Curves> curves;
    };
    std::vector<Line> lines;
};

/// The curves of the builds that are pinned and not worked on, shared by all plots of a document. A build's curve is
/// computed once, whatever happens to the others.
class OverlaySource : public QObject {
    Q_OBJECT

public:
    explicit OverlaySource(Document& document);
    /// The one of this document, made when it is first asked for; it lives as long as the document.
    static OverlaySource& of(Document& document);

    const Overlay& overlay() const;
    bool is_outdated() const { return arrived_ < worker_.latest(); }

signals:
    void changed();

private:
    void settle();

    Document& document_;
    LatestWorker<OverlayRequest, Overlay> worker_;
    OverlayRequest asked_;
    std::shared_ptr<const Overlay> overlay_;
    quint64 arrived_ = 0;
};

} // namespace rigwright
