// SPDX-License-Identifier: GPL-3.0-or-later
#include <QCoreApplication>
#include <QElapsedTimer>
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QThread>

#include <algorithm>
#include <benchmark/benchmark.h>
#include <chrono>
#include <optional>

// The time from the start of a separate process to its first painted window, and its memory use then. Run with
// QT_QPA_PLATFORM=offscreen and RIGWRIGHT_DATA. Memory is measured on Linux only.

namespace {

constexpr int patience_ms = 20000;
constexpr std::chrono::seconds until_it_rests{1};
constexpr double kib_in_mib = 1024.0;

struct Start {
    double seconds = 0.0;
    double resident_mib = 0.0;
};

/// Resident memory of a process as reported by the kernel ("VmRSS: 81234 kB"); 0 if unavailable.
double resident_mib(qint64 process)
{
    QFile status(QStringLiteral("/proc/%1/status").arg(process));
    if (!status.open(QIODevice::ReadOnly)) return 0.0;
    for (const QByteArray& line : status.readAll().split('\n'))
        if (line.startsWith("VmRSS:")) return line.mid(6).trimmed().split(' ').constFirst().toDouble() / kib_in_mib;
    return 0.0;
}

/// A first start: no settings and no unsaved work.
std::optional<Start> start_once()
{
    const QTemporaryDir home;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    for (const char* name : {"XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"})
        environment.insert(QLatin1String(name), home.path());
    environment.insert("QT_LOGGING_RULES", "rigwright.start.info=true");
    QProcess program;
    program.setProcessEnvironment(environment);
    program.setProcessChannelMode(QProcess::MergedChannels);
    QElapsedTimer clock;
    clock.start();
    program.start(QStringLiteral(RIGWRIGHT_PROGRAM), {"--new-window"});
    QByteArray output;
    while (!output.contains("painted") && program.waitForReadyRead(patience_ms)) output += program.readAll();
    Start start;
    start.seconds = static_cast<double>(clock.nsecsElapsed()) * 1e-9;
    const bool painted = output.contains("painted");
    if (painted) {
        QThread::sleep(until_it_rests.count());
        start.resident_mib = resident_mib(program.processId());
    }
    program.kill();
    program.waitForFinished(patience_ms);
    return painted ? std::optional(start) : std::nullopt;
}

void start_to_first_paint(benchmark::State& state)
{
    // The first one brings the files into memory.
    if (!start_once()) state.SkipWithError("the window was never painted");
    double resident = 0.0;
    for (auto _ : state) {
        const std::optional<Start> start = start_once();
        if (!start) {
            state.SkipWithError("the window was never painted");
            break;
        }
        state.SetIterationTime(start->seconds);
        resident = std::max(resident, start->resident_mib);
    }
    state.counters["resident_mib"] = resident;
}
BENCHMARK(start_to_first_paint)->UseManualTime()->Iterations(5)->Unit(benchmark::kMillisecond);

} // namespace

int main(int argc, char** argv)
{
    const QCoreApplication application(argc, argv);
    benchmark::Initialize(&argc, argv);
    benchmark::RunSpecifiedBenchmarks();
    return 0;
}
