// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/advise/scenario_change.h"
#include "ui/document/document.h"

#include <QElapsedTimer>
#include <QObject>

#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>

namespace rigwright {

/// Rung in any thread, heard through a queued connection. Carries nothing: what is to be handed over lies under a lock.
class ThreadNotifier : public QObject {
    Q_OBJECT

signals:
    void notified();
};

/// One thread for what is too slow for the window's own: values in, values out, the latest request wins.
///
/// A request that waits is replaced by the next one; one that runs is cancelled, unless nothing has been delivered for
/// a while: then it may finish, so that something still moves under a long drag.
template <typename Request, typename Answer>
class LatestWorker {
public:
    /// Runs on the worker's thread; null when it gave up because of the token.
    using Compute = std::function<std::shared_ptr<const Answer>(const Request&, std::stop_token)>;
    /// Runs in the thread that made this object. A number below `latest()` belongs to an answer that will be superseded.
    using Deliver = std::function<void(quint64, const std::shared_ptr<const Answer>&)>;

    LatestWorker(Compute compute, Deliver deliver) : compute_(std::move(compute)), deliver_(std::move(deliver))
    {
        since_delivery_.start();
        QObject::connect(
            &notifier_, &ThreadNotifier::notified, &notifier_, [this] { deliver_finished(); }, Qt::QueuedConnection);
        thread_ = std::jthread([this](const std::stop_token& shutdown) { run(shutdown); });
    }
    LatestWorker(const LatestWorker&) = delete;
    LatestWorker& operator=(const LatestWorker&) = delete;
    /// Cancels what runs and waits for it.
    ~LatestWorker()
    {
        thread_.request_stop();
        {
            const std::scoped_lock lock(mutex_);
            running_.request_stop();
        }
        thread_.join();
    }

    /// The number under which the answer will come; numbers grow.
    quint64 request(Request request)
    {
        const std::scoped_lock lock(mutex_);
        waiting_ = Job{++latest_, std::move(request), {}, 0};
        if (since_delivery_.elapsed() < longest_silence) running_.request_stop();
        wake_.notify_one();
        return latest_;
    }
    /// Number of the newest request.
    quint64 latest() const { return latest_; }
    /// Computes differently from now on. What waits or runs is dropped; its answer does not come.
    void use(Compute compute)
    {
        const std::scoped_lock lock(mutex_);
        compute_ = std::move(compute);
        waiting_.reset();
        running_.request_stop();
        ++epoch_;
    }

private:
    /// Longest time without a new picture, in milliseconds, before an outdated answer is better than none.
    static constexpr qint64 longest_silence = 100;

    struct Job {
        quint64 generation = 0;
        Request request;
        std::stop_source stop;
        quint64 epoch = 0;
    };
    struct Finished {
        quint64 generation = 0;
        quint64 epoch = 0;
        std::shared_ptr<const Answer> answer;
    };

    void run(const std::stop_token& shutdown)
    {
        for (;;) {
            Job job;
            Compute compute;
            {
                std::unique_lock lock(mutex_);
                if (!wake_.wait(lock, shutdown, [this] { return waiting_.has_value(); })) return;
                job = std::move(*waiting_);
                waiting_.reset();
                running_ = job.stop;
                compute = compute_;
                job.epoch = epoch_;
            }
            if (shutdown.stop_requested()) return;
            std::shared_ptr<const Answer> found = compute(job.request, job.stop.get_token());
            if (!found || shutdown.stop_requested()) continue;
            {
                const std::scoped_lock lock(mutex_);
                finished_ = Finished{job.generation, job.epoch, std::move(found)};
            }
            emit notifier_.notified();
        }
    }

    /// Of two answers that came before the window looked, the later one.
    void deliver_finished()
    {
        std::optional<Finished> finished;
        {
            const std::scoped_lock lock(mutex_);
            finished.swap(finished_);
        }
        if (!finished || finished->epoch != epoch_) return;
        since_delivery_.restart();
        deliver_(finished->generation, finished->answer);
    }

    ThreadNotifier notifier_;
    Compute compute_;
    Deliver deliver_;
    quint64 latest_ = 0;
    /// Counts the ways of computing; written in the thread that made this object.
    quint64 epoch_ = 0;
    QElapsedTimer since_delivery_;

    std::mutex mutex_;
    std::condition_variable_any wake_;
    std::optional<Job> waiting_;
    std::optional<Finished> finished_;
    std::stop_source running_;
    std::jthread thread_;
};

/// A slow answer to the document's scenario, computed beside the window; `Answer::scenario` says which one it is for.
/// It follows the document's data: with another catalog, what was known is dropped.
template <typename Answer>
class SettledAnswer {
public:
    using Known = std::shared_ptr<const Answer>;
    /// Runs on the worker's thread; null when it gave up because of the token.
    using Compute = std::function<Known(const Scenario&, const EngineData&, std::stop_token)>;

    /// `owner` holds this object; `changed` runs in its thread when an answer came or was dropped.
    SettledAnswer(QObject* owner, Document& document, Compute compute, std::function<void()> changed)
        : document_(document),
          compute_(std::move(compute)),
          worker_(computation(), [this, changed](quint64, const Known& known) {
              known_ = known;
              changed();
          })
    {
        QObject::connect(&document, &Document::data_changed, owner, [this, changed] {
            worker_.use(computation());
            asked_.reset();
            known_.reset();
            changed();
        });
    }

    /// Null before the first answer.
    const Known& known() const { return known_; }
    /// The answer is for the document as it stands.
    bool is_current() const { return known_ && known_->scenario == document_.scenario(); }
    /// Nothing is on its way.
    bool is_settled() const { return !asked_ || (known_ && known_->scenario == *asked_); }
    /// Asks for the document as it stands, once.
    void ask()
    {
        if (asked_ == document_.scenario()) return;
        asked_ = document_.scenario();
        worker_.request(*asked_);
    }
    /// Makes edits as one undo step of that name. False when the answer is for an earlier state of the document, or the
    /// edits are refused.
    bool apply(const ScenarioChanges& changes, const QString& description)
    {
        if (!is_current()) return false;
        const std::optional<Scenario> next = rigwright::changed(document_.scenario(), *document_.data(), changes);
        return next && document_.set_scenario(*next, description);
    }

private:
    typename LatestWorker<Scenario, Answer>::Compute computation() const
    {
        return [data = document_.data(), compute = compute_](const Scenario& scenario, std::stop_token stop) {
            return compute(scenario, *data, std::move(stop));
        };
    }

    Document& document_;
    Compute compute_;
    Known known_;
    std::optional<Scenario> asked_;
    LatestWorker<Scenario, Answer> worker_;
};

} // namespace rigwright
