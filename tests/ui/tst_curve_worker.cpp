// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/suite.h"
#include "ui/document/curve_source.h"

#include <QSemaphore>
#include <QSignalSpy>
#include <QTest>

#include <atomic>
#include <string_view>

namespace tst_curve_worker {

using namespace rigwright;

namespace {

using Answer = std::shared_ptr<const Curves>;

/// A request that is told apart by its name.
CurveRequest named(const char* name)
{
    CurveRequest request;
    request.scenario.name = name;
    return request;
}

Answer echo(const CurveRequest& request)
{
    auto curves = std::make_shared<Curves>();
    curves->scenario = request.scenario;
    return curves;
}

/// Collects what a worker delivers.
struct Deliveries {
    explicit Deliveries(CurveWorker& worker)
    {
        QObject::connect(&worker, &CurveWorker::delivered, &worker, [this](quint64 generation, const Answer& answer) {
            generations.append(generation);
            names.append(QString::fromStdString(answer->scenario.name));
        });
    }

    QList<quint64> generations;
    QStringList names;
};

/// A computation that holds the thread until the test lets it go, and says when it has begun.
struct Gate {
    Answer compute(const CurveRequest& request, const std::stop_token& stop)
    {
        begun.release();
        while (!stop.stop_requested()) {
            if (!let_go.tryAcquire(1, 1)) continue;
            if (!stop.stop_requested()) return echo(request);
            // Meant for the request that follows.
            let_go.release();
        }
        ++cancelled;
        return nullptr;
    }

    QSemaphore begun;
    QSemaphore let_go;
    std::atomic<int> cancelled = 0;
};

constexpr int patience_ms = 5000;

} // namespace

class CurveWorkerTest : public QObject {
    Q_OBJECT

private slots:
    void answers_arrive_in_the_asking_thread();
    void latest_request_wins();
    void running_request_is_cancelled();
    void long_silence_lets_an_old_request_finish();
    void of_two_unheard_answers_the_later_comes();
    void destruction_cancels_and_joins();
    void curve_requests_leave_the_micro_batch_out();
    void curves_reach_past_the_limit();
};

void CurveWorkerTest::answers_arrive_in_the_asking_thread()
{
    std::atomic<QThread*> computed_in = nullptr;
    CurveWorker worker([&](const CurveRequest& request, const std::stop_token&) {
        computed_in = QThread::currentThread();
        return echo(request);
    });
    QThread* delivered_in = nullptr;
    connect(&worker, &CurveWorker::delivered, this, [&] { delivered_in = QThread::currentThread(); });
    const Deliveries deliveries(worker);
    QCOMPARE(worker.request(named("a")), quint64(1));
    QVERIFY(deliveries.names.isEmpty());
    QTRY_COMPARE_WITH_TIMEOUT(deliveries.names, QStringList{QStringLiteral("a")}, patience_ms);
    QCOMPARE(deliveries.generations, QList<quint64>{1});
    QCOMPARE(delivered_in, QThread::currentThread());
    QVERIFY(computed_in.load() != QThread::currentThread());
}

void CurveWorkerTest::latest_request_wins()
{
    Gate gate;
    CurveWorker worker(
        [&gate](const CurveRequest& request, const std::stop_token& stop) { return gate.compute(request, stop); });
    const Deliveries deliveries(worker);
    worker.request(named("first"));
    QVERIFY(gate.begun.tryAcquire(1, patience_ms));
    for (const char* name : {"second", "third", "fourth"}) worker.request(named(name));
    QCOMPARE(worker.latest(), quint64(4));
    gate.let_go.release(2);
    QTRY_VERIFY_WITH_TIMEOUT(deliveries.names.contains(QStringLiteral("fourth")), patience_ms);
    QCOMPARE(deliveries.generations.last(), quint64(4));
    QVERIFY(!deliveries.names.contains(QStringLiteral("second")));
    QVERIFY(!deliveries.names.contains(QStringLiteral("third")));
}

void CurveWorkerTest::running_request_is_cancelled()
{
    Gate gate;
    CurveWorker worker(
        [&gate](const CurveRequest& request, const std::stop_token& stop) { return gate.compute(request, stop); });
    const Deliveries deliveries(worker);
    // An answer just now: there is no long silence to end.
    gate.let_go.release();
    worker.request(named("warm-up"));
    QTRY_COMPARE_WITH_TIMEOUT(deliveries.names.size(), 1, patience_ms);
    worker.request(named("old"));
    worker.request(named("new"));
    gate.let_go.release();
    QTRY_VERIFY_WITH_TIMEOUT(deliveries.names.size() >= 2, patience_ms);
    QCOMPARE(deliveries.names.last(), QStringLiteral("new"));
    QVERIFY(!deliveries.names.contains(QStringLiteral("old")));
}

void CurveWorkerTest::long_silence_lets_an_old_request_finish()
{
    Gate gate;
    CurveWorker worker(
        [&gate](const CurveRequest& request, const std::stop_token& stop) { return gate.compute(request, stop); });
    const Deliveries deliveries(worker);
    worker.request(named("old"));
    QVERIFY(gate.begun.tryAcquire(1, patience_ms));
    QTest::qWait(150);
    worker.request(named("new"));
    gate.let_go.release();
    QTRY_COMPARE_WITH_TIMEOUT(deliveries.names, QStringList{QStringLiteral("old")}, patience_ms);
    gate.let_go.release();
    QTRY_COMPARE_WITH_TIMEOUT(deliveries.names, (QStringList{QStringLiteral("old"), QStringLiteral("new")}),
                              patience_ms);
    QCOMPARE(gate.cancelled.load(), 0);
}

void CurveWorkerTest::of_two_unheard_answers_the_later_comes()
{
    Gate gate;
    CurveWorker worker(
        [&gate](const CurveRequest& request, const std::stop_token& stop) { return gate.compute(request, stop); });
    const Deliveries deliveries(worker);
    // Long enough for each to finish although the next one waits. That one has begun says that the last one is done.
    QTest::qWait(150);
    for (const char* name : {"first", "second", "third"}) {
        worker.request(named(name));
        if (name != std::string_view("first")) gate.let_go.release();
        QVERIFY(gate.begun.tryAcquire(1, patience_ms));
    }
    QCOMPARE(deliveries.names, QStringList());
    QTRY_COMPARE_WITH_TIMEOUT(deliveries.names, QStringList{QStringLiteral("second")}, patience_ms);
    gate.let_go.release();
    QTRY_COMPARE_WITH_TIMEOUT(deliveries.names, (QStringList{QStringLiteral("second"), QStringLiteral("third")}),
                              patience_ms);
}

void CurveWorkerTest::destruction_cancels_and_joins()
{
    Gate gate;
    bool delivered = false;
    {
        CurveWorker worker(
            [&gate](const CurveRequest& request, const std::stop_token& stop) { return gate.compute(request, stop); });
        connect(&worker, &CurveWorker::delivered, this, [&] { delivered = true; });
        worker.request(named("never"));
        QVERIFY(gate.begun.tryAcquire(1, patience_ms));
        worker.request(named("waiting"));
    }
    QCOMPARE(gate.cancelled.load(), 1);
    QCoreApplication::processEvents();
    QVERIFY(!delivered);
    // Without work the thread ends as well.
    const CurveWorker idle([](const CurveRequest& request, const std::stop_token&) { return echo(request); });
}

void CurveWorkerTest::curve_requests_leave_the_micro_batch_out()
{
    Scenario scenario;
    scenario.training.micro_batch = 4;
    const CurveRequest request = curve_request(scenario, 11);
    scenario.training.micro_batch = 7;
    QVERIFY(curve_request(scenario, 11) == request);
    QVERIFY(covers(request, scenario));
    scenario.training.epochs = 2;
    QVERIFY(!covers(request, scenario));
    scenario.training.epochs = 1;
    scenario.training.micro_batch = 4096;
    QVERIFY(!covers(request, scenario));
    QVERIFY(covers(curve_request(scenario, 11), scenario));
}

void CurveWorkerTest::curves_reach_past_the_limit()
{
    const std::vector<std::int64_t> batches = curve_request(Scenario(), 13).micro_batches;
    QCOMPARE(batches, (std::vector<std::int64_t>{1, 2, 3, 4, 6, 8, 12, 13, 14, 16, 24, 32, 48, 64}));
    QCOMPARE(curve_request(Scenario(), 0).micro_batches.back(), std::int64_t{32});
    QCOMPARE(curve_request(Scenario(), std::nullopt).micro_batches.back(), std::int64_t{32});
    const auto legal = static_cast<std::int64_t>(field_of("training.micro_batch")->maximum);
    const std::vector<std::int64_t> longest = curve_request(Scenario(), legal).micro_batches;
    QVERIFY(longest.back() <= legal);
    QVERIFY(longest.size() < 100);
}

RIGWRIGHT_TEST(CurveWorkerTest)

} // namespace tst_curve_worker

#include "tst_curve_worker.moc"
