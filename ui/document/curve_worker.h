// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/document/curve_request.h"

#include <QElapsedTimer>
#include <QObject>

#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>

namespace rigwright {

/// One thread for what is too slow for the window's own: values in, values out, the latest request wins.
///
/// A request that waits is replaced by the next one; one that runs is cancelled, unless nothing has been delivered for
/// a while: then it may finish, so that something still moves under a long drag.
class CurveWorker : public QObject {
    Q_OBJECT

public:
    /// Runs on the worker's thread; null when it gave up because of the token.
    using Compute = std::function<std::shared_ptr<const Curves>(const CurveRequest&, std::stop_token)>;

    explicit CurveWorker(Compute compute, QObject* parent = nullptr);
    /// Cancels what runs and waits for it.
    ~CurveWorker() override;

    /// The number under which the answer will come; numbers grow.
    quint64 request(CurveRequest request);
    /// Number of the newest request.
    quint64 latest() const { return latest_; }

signals:
    /// Emitted in the thread of this object. `generation` below `latest()` is an answer that will be superseded.
    void delivered(quint64 generation, std::shared_ptr<const rigwright::Curves> curves);

private:
    struct Job {
        quint64 generation = 0;
        CurveRequest request;
        std::stop_source stop;
    };

    void run(const std::stop_token& shutdown);
    void deliver(quint64 generation, const std::shared_ptr<const Curves>& curves);

    Compute compute_;
    quint64 latest_ = 0;
    QElapsedTimer since_delivery_;

    std::mutex mutex_;
    std::condition_variable_any wake_;
    std::optional<Job> waiting_;
    std::stop_source running_;
    std::jthread thread_;
};

} // namespace rigwright
