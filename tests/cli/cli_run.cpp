// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/cli_run.h"

#include <QProcess>
#include <QProcessEnvironment>

namespace rigwright::test {

QJsonObject CliRun::json() const { return QJsonDocument::fromJson(out).object(); }

CliRun run_cli(const QStringList& arguments, const QByteArray& input, const QStringList& environment)
{
    constexpr int patience_ms = 240000;
    QProcess process;
    QProcessEnvironment variables = QProcessEnvironment::systemEnvironment();
    // No own hardware data unless a test provides some.
    variables.insert("RIGWRIGHT_CATALOGUE", source_path("tests/data/no-catalogue"));
    for (const QString& variable : environment) variables.insert(variable.section('=', 0, 0), variable.section('=', 1));
    process.setProcessEnvironment(variables);
    process.start(QStringLiteral(RIGWRIGHT_CLI), arguments);
    process.write(input);
    process.closeWriteChannel();
    CliRun run;
    run.ended = process.waitForFinished(patience_ms) && process.exitStatus() == QProcess::NormalExit;
    run.exit = process.exitCode();
    run.out = process.readAllStandardOutput();
    run.err = process.readAllStandardError();
    return run;
}

CliRun run_well(const QStringList& arguments, const QByteArray& input, const QStringList& environment)
{
    CliRun run = run_cli(arguments, input, environment);
    QTest::qVerify(run.exit == 0, qPrintable(arguments.join(' ')), run.err.constData(), __FILE__, __LINE__);
    return run;
}

QString example(int cards)
{
    return source_path(QStringLiteral("resources/examples/fabric-defects-%1x4090.json").arg(cards));
}

} // namespace rigwright::test
