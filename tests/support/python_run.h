// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFile>
#include <QProcess>
#include <QTemporaryDir>

#include <string>

namespace rigwright::test {

/// Runs Python and gives its exit status, -1 where it does not start.
inline int run_python(const QString& program, const QStringList& arguments, QByteArray* errors = nullptr)
{
    QProcess process;
    process.start(program, arguments);
    if (!process.waitForStarted() || !process.waitForFinished(280'000)) return -1;
    if (errors) *errors = process.readAllStandardError();
    return process.exitCode();
}

/// The first Python with a module; empty if there is none.
inline QString python_with(const QString& module)
{
    for (const char* program : {"/usr/bin/python3", "python3"})
        if (run_python(program, {"-c", QStringLiteral("import ") + module}) == 0) return program;
    return {};
}

/// The result of a measuring script on the CPU.
struct MeasuringRun {
    /// -1 where it could not be started.
    int exit = -1;
    QByteArray errors;
    /// The file that it wrote.
    std::string result;
};

/// Runs a measuring script for as few steps as it takes.
inline MeasuringRun run_measuring(const QString& python, const std::string& script, const QStringList& further = {})
{
    const QTemporaryDir folder;
    QFile file(folder.filePath("measure.py"));
    if (!file.open(QIODevice::WriteOnly)) return {};
    file.write(script.data(), static_cast<qint64>(script.size()));
    file.close();
    QFile out(folder.filePath("result.json"));
    const QStringList arguments{file.fileName(), "--seconds", "0", "--device", "cpu", "--out", out.fileName()};
    MeasuringRun run;
    run.exit = run_python(python, arguments + further, &run.errors);
    if (out.open(QIODevice::ReadOnly)) run.result = out.readAll().toStdString();
    return run;
}

} // namespace rigwright::test
