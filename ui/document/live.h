// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/advise/scenario_change.h"
#include "ui/document/document.h"
#include "ui/format/on_change.h"

#include <QElapsedTimer>
#include <QObject>

#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>
#include <utility>

namespace rigwright {

/// What every `Live` tells: a template has no signals of its own.
class LiveSignal : public QObject {
    Q_OBJECT

public:
    using QObject::QObject;

signals:
    /// An answer came, or what was known is dropped. In the thread that made this object.
    void changed();
    /// Emitted in the other thread, without the answer, which the lock guards.
    void computed();
};

/// An answer that takes too long for the window's thread: it is computed in another one, from a value, and arrives in
/// the thread that made this object.
///
/// The latest request wins. A request that waits is replaced by the next one; one that runs is stopped, unless no
/// answer came for a while: then it may finish, so that something still moves under a long drag. Each `Live` has a
/// thread of its own, which starts with the first request: in a pool, a long search would hold up the others.
template <typename Answer, typename Request = Scenario>
class Live : public LiveSignal {
public:
    using Known = std::shared_ptr<const Answer>;
    /// Runs in the other thread. What it returns after a stop is not used.
    using Compute = std::function<Answer(const Request&, const std::stop_token&)>;
    using ComputeFromData = std::function<Answer(const Request&, const EngineData&, const std::stop_token&)>;

    explicit Live(Compute compute, QObject* parent = nullptr) : LiveSignal(parent), compute_(std::move(compute))
    {
        since_answer_.start();
        connect(
            this, &LiveSignal::computed, this, [this] { deliver(); }, Qt::QueuedConnection);
    }
    /// Computes from the document's data. With other data, what is known and what is on its way are dropped.
    Live(Document& document, const ComputeFromData& compute, QObject* parent = nullptr)
        : Live(with_data(document, compute), parent)
    {
        document_ = &document;
        connect(&document, &Document::data_changed, this, [this, compute] {
            cancel();
            compute_ = with_data(*document_, compute);
            known_.reset();
            emit changed();
        });
    }
    /// The one that is a child of the document, for those who share it. Null until one is made.
    static Live* of(const Document& document)
    {
        for (QObject* child : document.children())
            if (auto* live = dynamic_cast<Live*>(child)) return live;
        return nullptr;
    }

    /// The newest answer; null before the first.
    const Known& known() const { return known_; }
    /// The newest request; nothing before the first, and after `cancel`.
    const std::optional<Request>& asked() const { return asked_; }
    /// Nothing is on its way.
    bool is_settled() const { return !asked_ || (known_ && answered_ == asked_); }
    /// The answer is for the present document.
    bool is_current() const { return known_ && answered_ == document_->scenario(); }

    /// Asks, unless this was the newest request already.
    void ask(Request request)
    {
        if (asked_ == request) return;
        asked_ = request;
        {
            const std::scoped_lock lock(mutex_);
            if (since_answer_.elapsed() < longest_silence) running_.request_stop();
            waiting_ = Job{std::move(request), compute_, {}};
        }
        if (!thread_.joinable()) thread_ = std::jthread([this](const std::stop_token& shutdown) { run(shutdown); });
        wake_.notify_one();
    }
    /// Asks for the present document, now and whenever a change has settled, where `wanted()`; ends when `who`
    /// is destroyed.
    template <typename Wanted>
    void ask_when_settled(const QObject* who, Wanted wanted)
    {
        const auto settle = [this, wanted] {
            if (wanted()) ask(document_->scenario());
        };
        connect(document_, &Document::settled, who, settle);
        settle();
    }
    /// Asks for the present document when the widget is shown, and in sight whenever a change has settled.
    void ask_while_shown(QWidget* widget)
    {
        ask_when_settled(widget, [widget] { return widget->isVisible(); });
        on_change(widget, QEvent::Show, [this] { ask(document_->scenario()); });
    }
    /// Drops what is on its way; its answer does not come. What is known stays.
    void cancel()
    {
        asked_.reset();
        const std::scoped_lock lock(mutex_);
        waiting_.reset();
        finished_.reset();
        running_.request_stop();
    }
    /// Makes edits as one undo step of that name. False when the answer is for an earlier state of the document, or the
    /// edits are refused.
    bool apply(const ScenarioChanges& changes, const QString& description)
    {
        if (!is_current()) return false;
        const std::optional<Scenario> next = rigwright::changed(document_->scenario(), *document_->data(), changes);
        return next && document_->set_scenario(*next, description);
    }

private:
    /// Longest time without an answer, in milliseconds, before an outdated one is better than none.
    static constexpr qint64 longest_silence = 100;

    struct Job {
        Request request;
        Compute compute;
        std::stop_source stop;
    };
    struct Finished {
        Request request;
        Known answer;
    };

    static Compute with_data(const Document& document, const ComputeFromData& compute)
    {
        return [data = document.data(), compute](const Request& request, const std::stop_token& stop) {
            return compute(request, *data, stop);
        };
    }

    void run(const std::stop_token& shutdown)
    {
        for (;;) {
            std::optional<Job> job;
            {
                std::unique_lock lock(mutex_);
                if (!wake_.wait(lock, shutdown, [this] { return waiting_.has_value(); })) return;
                job.swap(waiting_);
                running_ = job->stop;
            }
            if (shutdown.stop_requested()) return;
            const std::stop_callback ends_too(shutdown, [&job] { job->stop.request_stop(); });
            auto answer = std::make_shared<const Answer>(job->compute(job->request, job->stop.get_token()));
            {
                const std::scoped_lock lock(mutex_);
                if (job->stop.stop_requested()) continue;
                finished_ = Finished{std::move(job->request), std::move(answer)};
            }
            emit computed();
        }
    }

    /// Of two answers that came before the window looked, the later one.
    void deliver()
    {
        std::optional<Finished> finished;
        {
            const std::scoped_lock lock(mutex_);
            finished.swap(finished_);
        }
        if (!finished) return;
        since_answer_.restart();
        answered_ = std::move(finished->request);
        known_ = std::move(finished->answer);
        emit changed();
    }

    // Of the thread that made this object.
    Document* document_ = nullptr;
    Compute compute_;
    std::optional<Request> asked_;
    std::optional<Request> answered_;
    Known known_;
    QElapsedTimer since_answer_;

    // Of both threads, under the lock.
    std::mutex mutex_;
    std::condition_variable_any wake_;
    std::optional<Job> waiting_;
    std::optional<Finished> finished_;
    std::stop_source running_;
    /// Goes first: it stops what runs and waits for it.
    std::jthread thread_;
};

} // namespace rigwright
