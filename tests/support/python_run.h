// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QProcess>

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

/// The first Python that knows a module; empty where there is none.
inline QString python_with(const QString& module)
{
    for (const QString& program : {QStringLiteral("/usr/bin/python3"), QStringLiteral("python3")})
        if (run_python(program, {QStringLiteral("-c"), QStringLiteral("import ") + module}) == 0) return program;
    return {};
}

} // namespace rigwright::test
