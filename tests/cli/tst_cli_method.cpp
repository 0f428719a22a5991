// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/cli_run.h"
#include "tests/support/suite.h"

#include <QDir>
#include <QFile>
#include <QTest>

namespace tst_cli_method {

using namespace rigwright::test;

class CliMethodTest : public QObject {
    Q_OBJECT

private slots:
    void method_page_is_what_the_command_prints_data()
    {
        QTest::addColumn<QString>("language");
        QTest::newRow("English") << QStringLiteral("en");
        QTest::newRow("Chinese") << QStringLiteral("zh_CN");
    }

    /// scripts/update-method writes the page anew after a change of a formula.
    void method_page_is_what_the_command_prints()
    {
        QFETCH(QString, language);
        const QDir source(qEnvironmentVariable("RIGWRIGHT_SOURCE"));
        const QDir plans(source.filePath(QStringLiteral("tests/data/method")));
        QStringList arguments{QStringLiteral("explain"), QStringLiteral("--page"), QStringLiteral("--language"),
                              language};
        for (const QString& name : plans.entryList({QStringLiteral("*.json")}, QDir::Files, QDir::Name))
            arguments << plans.filePath(name);
        const CliRun run = run_cli(arguments);
        QVERIFY2(run.exit == 0, run.err.constData());
        QFile page(source.filePath(QStringLiteral("resources/guide/%1/9-method.md").arg(language)));
        QVERIFY(page.open(QIODevice::ReadOnly));
        QCOMPARE(QString::fromUtf8(run.out), QString::fromUtf8(page.readAll()));
    }

    void a_broken_plan_writes_no_page()
    {
        const QDir source(qEnvironmentVariable("RIGWRIGHT_SOURCE"));
        const CliRun run = run_cli({QStringLiteral("explain"), QStringLiteral("--page"),
                                    source.filePath(QStringLiteral("tests/data/invalid/scenario/empty.json"))});
        QCOMPARE(run.exit, 1);
        QVERIFY(run.out.isEmpty());
        QVERIFY(run.err.contains("$"));
    }
};

RIGWRIGHT_TEST(CliMethodTest)

} // namespace tst_cli_method

#include "tst_cli_method.moc"
