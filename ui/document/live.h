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

/// Signals of every `Live`, since templates cannot have signals.
class LiveSignal : public QObject {
    Q_OBJECT

public:
    using QObject::QObject;

signals:
    /// An answer arrived or was dropped. Emitted in the thread of this object.
    void changed();
    /// Emitted in the worker thread without the answer; the lock guards it.
    void computed();
};

/// Computes an answer that takes too long for the GUI thread: in a worker thread, from a value. It arrives in the
/// thread that created this object.
///
/// The latest request wins. A waiting request is replaced by the next one; a running one is stopped, unless there was
/// no answer for a while: then it may finish, so that long drags still update. Each `Live` has its own thread, which
/// starts with the first request: in a pool, a long search would block the others.
template <typename Answer, typename Request = Scenario>
class Live : public LiveSignal {
public:
    using Known = std::shared_ptr<const Answer>;
    /// Runs in the worker thread. The result after a stop is discarded.
    using Compute = std::function<Answer(const Request&, const std::stop_token&)>;
    using ComputeFromData = std::function<Answer(const Request&, const EngineData&, const std::stop_token&)>;

    explicit Live(Compute compute, QObject* parent = nullptr) : LiveSignal(parent), compute_(std::move(compute))
    {
        since_answer_.start();
        connect(
            this, &LiveSignal::computed, this, [this] { deliver(); }, Qt::QueuedConnection);
    }
    /// Computes from the document's data. When these change, drops known and pending answers.
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
    /// The shared one, a child of the document. Null until created.
    static Live* of(const Document& document)
    {
        for (QObject* child : document.children())
            if (auto* live = dynamic_cast<Live*>(child)) return live;
        return nullptr;
    }

    /// The newest answer; null before the first.
    const Known& known() const { return known_; }
    /// The newest request; nothing before the first and after `cancel`.
    const std::optional<Request>& asked() const { return asked_; }
    /// No request is pending.
    bool is_settled() const { return !asked_ || (known_ && answered_ == asked_); }
    /// The answer is for the current document.
    bool is_current() const { return known_ && answered_ == document_->scenario(); }

    /// Requests an answer, unless already requested.
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
    /// Requests an answer for the document, now and when a change settles, if `wanted()`; ends when `who` is destroyed.
    template <typename Wanted>
    void ask_when_settled(const QObject* who, Wanted wanted)
    {
        const auto settle = [this, wanted] {
            if (wanted()) ask(document_->scenario());
        };
        connect(document_, &Document::settled, who, settle);
        settle();
    }
    /// Requests an answer for the document when the widget is shown, and if visible when a change settles.
    void ask_while_shown(QWidget* widget)
    {
        ask_when_settled(widget, [widget] { return widget->isVisible(); });
        on_change(widget, QEvent::Show, [this] { ask(document_->scenario()); });
    }
    /// Cancels pending requests; keeps the known answer.
    void cancel()
    {
        asked_.reset();
        const std::scoped_lock lock(mutex_);
        waiting_.reset();
        finished_.reset();
        running_.request_stop();
    }
    /// Applies edits as one undo step of that name. False if the answer is for an earlier document state, or the edits
    /// are rejected.
    bool apply(const ScenarioChanges& changes, const QString& description)
    {
        if (!is_current()) return false;
        const std::optional<Scenario> next = rigwright::changed(document_->scenario(), *document_->data(), changes);
        return next && document_->set_scenario(*next, description);
    }

private:
    /// Milliseconds without an answer after which an outdated one may finish.
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

    /// Delivers only the later of two answers that arrived meanwhile.
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

    // For the thread of this object only.
    Document* document_ = nullptr;
    Compute compute_;
    std::optional<Request> asked_;
    std::optional<Request> answered_;
    Known known_;
    QElapsedTimer since_answer_;

    // For both threads, under the lock.
    std::mutex mutex_;
    std::condition_variable_any wake_;
    std::optional<Job> waiting_;
    std::optional<Finished> finished_;
    std::stop_source running_;
    /// Destroyed first: stops the job and waits.
    std::jthread thread_;
};

} // namespace rigwright
