// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/curve_worker.h"

namespace rigwright {

namespace {

/// Longest time without a new picture, in milliseconds, before an outdated answer is better than none.
constexpr qint64 longest_silence = 100;

} // namespace

CurveWorker::CurveWorker(Compute compute, QObject* parent) : QObject(parent), compute_(std::move(compute))
{
    since_delivery_.start();
    thread_ = std::jthread([this](const std::stop_token& shutdown) { run(shutdown); });
}

CurveWorker::~CurveWorker()
{
    thread_.request_stop();
    {
        const std::scoped_lock lock(mutex_);
        running_.request_stop();
    }
    thread_.join();
}

quint64 CurveWorker::request(CurveRequest request)
{
    const std::scoped_lock lock(mutex_);
    waiting_ = Job{++latest_, std::move(request), {}};
    if (since_delivery_.elapsed() < longest_silence) running_.request_stop();
    wake_.notify_one();
    return latest_;
}

void CurveWorker::run(const std::stop_token& shutdown)
{
    for (;;) {
        Job job;
        {
            std::unique_lock lock(mutex_);
            if (!wake_.wait(lock, shutdown, [this] { return waiting_.has_value(); })) return;
            job = std::move(*waiting_);
            waiting_.reset();
            running_ = job.stop;
        }
        if (shutdown.stop_requested()) return;
        std::shared_ptr<const Curves> curves = compute_(job.request, job.stop.get_token());
        if (!curves || shutdown.stop_requested()) continue;
        // The answer travels as an event: Qt drops it if this object is gone by then.
        QMetaObject::invokeMethod(
            this, [this, generation = job.generation, answer = std::move(curves)] { deliver(generation, answer); },
            Qt::QueuedConnection);
    }
}

void CurveWorker::deliver(quint64 generation, const std::shared_ptr<const Curves>& curves)
{
    since_delivery_.restart();
    emit delivered(generation, curves);
}

} // namespace rigwright
