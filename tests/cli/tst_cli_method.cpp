// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/cli_run.h"
#include "tests/support/suite.h"

#include <QDir>
#include <QTest>

namespace tst_cli_method {

using namespace rigwright::test;

class CliMethodTest : public QObject {
    Q_OBJECT

private slots:
    void method_page_is_what_the_command_prints_data()
    {
        const auto row = add_columns<QString>("language");
        row("English", "en");
        row("Chinese", "zh_CN");
    }

    /// scripts/update-method writes the page anew after a change of a formula.
    void method_page_is_what_the_command_prints()
    {
        QFETCH(QString, language);
        const QDir plans(source_path("tests/data/method"));
        QStringList arguments{"explain", "--page", "--language", language};
        for (const QString& name : plans.entryList({"*.json"}, QDir::Files, QDir::Name))
            arguments << plans.filePath(name);
        const CliRun run = run_cli(arguments);
        QVERIFY2(run.exit == 0, run.err.constData());
        const QByteArray page = source_text(QStringLiteral("resources/guide/%1/9-method.md").arg(language));
        QCOMPARE(QString::fromUtf8(run.out), QString::fromUtf8(page));
    }

    void a_broken_plan_writes_no_page()
    {
        const CliRun run = run_cli({"explain", "--page", source_path("tests/data/invalid/scenario/empty.json")});
        QCOMPARE(run.exit, 1);
        QVERIFY(run.out.isEmpty());
        QVERIFY(run.err.contains("$"));
    }
};

RIGWRIGHT_TEST(CliMethodTest)

} // namespace tst_cli_method

#include "tst_cli_method.moc"
