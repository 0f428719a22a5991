// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/suite.h"
#include "tests/ui/window_fixture.h"
#include "ui/document/curves.h"

#include <QSemaphore>

#include <atomic>
#include <string>
#include <string_view>

namespace rigwright::test::tst_curve_worker {

/// Answers a name with itself.
using Echo = Live<std::string, std::string>;

/// Collects what arrives.
struct Deliveries {
    explicit Deliveries(Echo& live)
    {
        QObject::connect(&live, &LiveSignal::changed, &live,
                         [this, &live] { names.append(QString::fromStdString(*live.known())); });
    }

    QStringList names;
};

/// A computation that blocks the thread until the test releases it, and signals when it has begun.
struct Gate {
    std::string compute(const std::string& name, const std::stop_token& stop)
    {
        begun.release();
        while (!stop.stop_requested()) {
            if (!let_go.tryAcquire(1, 1)) continue;
            if (!stop.stop_requested()) return name;
            // Meant for the request that follows.
            let_go.release();
        }
        ++cancelled;
        return {};
    }

    Echo::Compute computation()
    {
        return [this](const std::string& name, const std::stop_token& stop) { return compute(name, stop); };
    }

    QSemaphore begun;
    QSemaphore let_go;
    std::atomic<int> cancelled = 0;
};

constexpr int patience_ms = 5000;

Scenario example()
{
    Scenario scenario;
    scenario.model.preset = "resnet50";
    scenario.build.gpu = "rtx4090";
    scenario.dataset.samples = 1000;
    return scenario;
}

class CurveWorkerTest : public QObject {
    Q_OBJECT

private slots:
    void answers_arrive_in_the_asking_thread()
    {
        std::atomic<QThread*> computed_in = nullptr;
        Echo live([&](const std::string& name, const std::stop_token&) {
            computed_in = QThread::currentThread();
            return name;
        });
        QThread* delivered_in = nullptr;
        connect(&live, &LiveSignal::changed, this, [&] { delivered_in = QThread::currentThread(); });
        const Deliveries deliveries(live);
        QVERIFY(live.is_settled());
        live.ask("a");
        QVERIFY(!live.is_settled());
        QVERIFY(deliveries.names.isEmpty());
        QTRY_COMPARE_WITH_TIMEOUT(deliveries.names, QStringList{QStringLiteral("a")}, patience_ms);
        QVERIFY(live.is_settled());
        QCOMPARE(delivered_in, QThread::currentThread());
        QVERIFY(computed_in.load() != QThread::currentThread());
    }

    void latest_request_wins()
    {
        Gate gate;
        Echo live(gate.computation());
        const Deliveries deliveries(live);
        live.ask("first");
        QVERIFY(gate.begun.tryAcquire(1, patience_ms));
        for (const char* name : {"second", "third", "fourth"}) live.ask(name);
        QVERIFY(!live.is_settled());
        gate.let_go.release(2);
        QTRY_VERIFY_WITH_TIMEOUT(deliveries.names.contains(QStringLiteral("fourth")), patience_ms);
        QVERIFY(live.is_settled());
        QCOMPARE(*live.known(), std::string("fourth"));
        QVERIFY(!deliveries.names.contains(QStringLiteral("second")));
        QVERIFY(!deliveries.names.contains(QStringLiteral("third")));
    }

    void running_request_is_cancelled()
    {
        Gate gate;
        Echo live(gate.computation());
        const Deliveries deliveries(live);
        // An answer just now: there is no long silence to end.
        gate.let_go.release();
        live.ask("warm-up");
        QTRY_COMPARE_WITH_TIMEOUT(deliveries.names.size(), 1, patience_ms);
        live.ask("old");
        live.ask("new");
        gate.let_go.release();
        QTRY_VERIFY_WITH_TIMEOUT(deliveries.names.size() >= 2, patience_ms);
        QCOMPARE(deliveries.names.last(), QStringLiteral("new"));
        QVERIFY(!deliveries.names.contains(QStringLiteral("old")));
    }

    void long_silence_lets_an_old_request_finish()
    {
        Gate gate;
        Echo live(gate.computation());
        const Deliveries deliveries(live);
        live.ask("old");
        QVERIFY(gate.begun.tryAcquire(1, patience_ms));
        QTest::qWait(150);
        live.ask("new");
        gate.let_go.release();
        QTRY_COMPARE_WITH_TIMEOUT(deliveries.names, QStringList{QStringLiteral("old")}, patience_ms);
        gate.let_go.release();
        QTRY_COMPARE_WITH_TIMEOUT(deliveries.names, (QStringList{QStringLiteral("old"), QStringLiteral("new")}),
                                  patience_ms);
        QCOMPARE(gate.cancelled.load(), 0);
    }

    void the_later_of_two_undelivered_answers_arrives()
    {
        Gate gate;
        Echo live(gate.computation());
        const Deliveries deliveries(live);
        // Long enough for each to finish although the next one waits. When one has begun, the previous one is done.
        QTest::qWait(150);
        for (const char* name : {"first", "second", "third"}) {
            live.ask(name);
            if (name != std::string_view("first")) gate.let_go.release();
            QVERIFY(gate.begun.tryAcquire(1, patience_ms));
        }
        QCOMPARE(deliveries.names, QStringList());
        QTRY_COMPARE_WITH_TIMEOUT(deliveries.names, QStringList{QStringLiteral("second")}, patience_ms);
        gate.let_go.release();
        QTRY_COMPARE_WITH_TIMEOUT(deliveries.names, (QStringList{QStringLiteral("second"), QStringLiteral("third")}),
                                  patience_ms);
    }

    void destruction_cancels_and_joins()
    {
        Gate gate;
        bool delivered = false;
        {
            Echo live(gate.computation());
            connect(&live, &LiveSignal::changed, this, [&] { delivered = true; });
            live.ask("never");
            QVERIFY(gate.begun.tryAcquire(1, patience_ms));
            live.ask("waiting");
        }
        QCOMPARE(gate.cancelled.load(), 1);
        QCoreApplication::processEvents();
        QVERIFY(!delivered);
        // Without work the thread ends as well, and without a request there is none.
        Echo idle([](const std::string& name, const std::stop_token&) { return name; });
        idle.ask("only");
        QTRY_VERIFY_WITH_TIMEOUT(idle.is_settled(), patience_ms);
        const Echo never_asked(gate.computation());
    }

    void a_cancelled_request_stays_unanswered()
    {
        Gate gate;
        Echo live(gate.computation());
        const Deliveries deliveries(live);
        // While it runs, and when its answer is there but has not arrived.
        live.ask("running");
        QVERIFY(gate.begun.tryAcquire(1, patience_ms));
        live.cancel();
        QVERIFY(live.is_settled());
        live.ask("done");
        QVERIFY(gate.begun.tryAcquire(1, patience_ms));
        gate.let_go.release();
        QTest::qSleep(50);
        live.cancel();
        live.ask("again");
        QVERIFY(gate.begun.tryAcquire(1, patience_ms));
        gate.let_go.release();
        QTRY_COMPARE_WITH_TIMEOUT(deliveries.names, QStringList{QStringLiteral("again")}, patience_ms);
        live.cancel();
        QCOMPARE(*live.known(), std::string("again"));
        QVERIFY(live.is_settled());
    }

    void other_data_discard_the_known_answer()
    {
        auto other = std::make_shared<EngineData>(engine_data());
        other->conventions.saturation_share /= 2;
        Document document(shared_engine_data(), example());
        Live<double> share(document, [](const Scenario&, const EngineData& engine, const std::stop_token&) {
            return engine.conventions.saturation_share;
        });
        share.ask_when_settled(&share, [] { return true; });
        QTRY_VERIFY_WITH_TIMEOUT(share.is_current(), patience_ms);
        QCOMPARE(*share.known(), engine_data().conventions.saturation_share);
        bool dropped = false;
        connect(&share, &LiveSignal::changed, this, [&] { dropped = dropped || !share.known(); });
        QVERIFY(document.use_data(other));
        QVERIFY(dropped);
        QVERIFY(!share.is_settled());
        QTRY_VERIFY_WITH_TIMEOUT(share.is_current(), patience_ms);
        QCOMPARE(*share.known(), other->conventions.saturation_share);
    }

    void curve_requests_leave_the_micro_batch_out()
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

    void curves_reach_past_the_limit()
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
};

RIGWRIGHT_TEST(CurveWorkerTest)

} // namespace rigwright::test::tst_curve_worker

#include "tst_curve_worker.moc"
