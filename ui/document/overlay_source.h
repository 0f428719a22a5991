// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/document/curve_request.h"
#include "ui/document/document.h"
#include "ui/document/latest_worker.h"

namespace rigwright {

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
