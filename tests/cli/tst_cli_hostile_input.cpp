// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/cli_run.h"
#include "tests/support/suite.h"

#include <QDir>
#include <QFile>
#include <QJsonDocument>
#include <QProcess>
#include <QRegularExpression>
#include <QTest>

namespace tst_cli_hostile_input {

using namespace rigwright::test;

namespace {

/// A sound scenario with one member of "build" or "training" replaced by text that need not be JSON.
QByteArray scenario_with(const QByteArray& training, const QByteArray& build = R"("gpu": "rtx4090")")
{
    return R"({"format": "rigwright.scenario", "version": 1, "model": {"preset": "resnet50"}, "training": {)" +
           training + R"(}, "build": {)" + build + "}}";
}

} // namespace

/// Whatever comes in, the program ends by itself with status 1 and says where the fault is.
class HostileInputTest : public QObject {
    Q_OBJECT
private slots:
    void says_what_is_wrong_data();
    void says_what_is_wrong();
    void every_defective_file_is_refused();
    void hostile_lines_do_not_stop_the_rest();
    void a_file_that_cannot_be_read_is_named();
    void a_full_disk_is_no_success();
};

void HostileInputTest::says_what_is_wrong_data()
{
    add_columns<QByteArray, QByteArray, QByteArray>("input", "path", "message");
    constexpr int million = 1000000;
    QTest::newRow("nothing") << QByteArray() << QByteArray("$")
                             << QByteArray("ends before the JSON is complete, at line 1, column 1");
    QTest::newRow("a million brackets") << QByteArray(million, '[') << QByteArray("$")
                                        << QByteArray("nested more than 32 levels");
    QTest::newRow("a million objects") << QByteArray("{\"a\":").repeated(million / 5) << QByteArray("$")
                                       << QByteArray("nested more than 32 levels");
    QTest::newRow("nine megabytes") << QByteArray(9 * million, ' ') << QByteArray("$") << QByteArray("at most 8 MiB");
    QTest::newRow("zero bytes") << QByteArray(1000, '\0') << QByteArray("$") << QByteArray("not valid JSON");
    QTest::newRow("broken UTF-8") << scenario_with("\"precision\": \"\xC3\x28\"") << QByteArray("$.training.precision")
                                  << QByteArray("not valid UTF-8 at line 1, column");
    QTest::newRow("overlong UTF-8") << scenario_with("\"precision\": \"\xC0\xAF\"")
                                    << QByteArray("$.training.precision") << QByteArray("not valid UTF-8");
    QTest::newRow("half a surrogate") << scenario_with(R"("precision": "\ud800")") << QByteArray("$.training.precision")
                                      << QByteArray("not valid JSON");
    QTest::newRow("NaN") << scenario_with("\"micro_batch\": NaN") << QByteArray("$.training.micro_batch")
                         << QByteArray("not valid JSON");
    QTest::newRow("too large for a double") << scenario_with("", R"("gpu": "rtx4090", "ram_GiB": 1e400)")
                                            << QByteArray("$.build.ram_GiB") << QByteArray("too large");
    QTest::newRow("beyond 64 bits") << scenario_with("\"micro_batch\": 99999999999999999999")
                                    << QByteArray("$.training.micro_batch") << QByteArray("1e+20 is out of range");
    QTest::newRow("duplicate key") << scenario_with("\"epochs\": 1, \"epochs\": 2") << QByteArray("$.training.epochs")
                                   << QByteArray("appears twice");
    QTest::newRow("huge string") << scenario_with("\"precision\": \"" + QByteArray(2 * million, 'x') + "\"")
                                 << QByteArray("$.training.precision") << QByteArray("at most 4096");
    QTest::newRow("huge id") << scenario_with("", "\"gpu\": \"" + QByteArray(2 * million, 'x') + "\"")
                             << QByteArray("$.build.gpu") << QByteArray("at most 4096");
    QTest::newRow("huge key") << scenario_with("\"" + QByteArray(million, 'k') + "\": 1") << QByteArray("$.training")
                              << QByteArray("at most 4096");
    QTest::newRow("unknown GPU") << scenario_with("", R"("gpu": "rtx4900")") << QByteArray("$.build.gpu")
                                 << QByteArray("rtx4090");
    QTest::newRow("terminal codes in an id")
        << scenario_with("", R"("gpu": "\u001b[31m")") << QByteArray("$.build.gpu") << QByteArray("\\u001b[31m");
    QTest::newRow("model of no published size") << QByteArray(scenario_with("")).replace("resnet50", "gpt-4")
                                                << QByteArray("$.model.preset") << QByteArray("published no size");
    const QByteArray many_gpus = R"("gpu": "rtx4090", "gpus_per_node": 1000, "nodes": 1000000)";
    QTest::newRow("more samples than 64 bits count")
        << scenario_with("\"micro_batch\": 1000000, \"gradient_accumulation\": 1000000, \"epochs\": 1000000", many_gpus)
        << QByteArray("$.training.micro_batch") << QByteArray("64 bits");
    QTest::newRow("large but countable")
        << scenario_with("\"micro_batch\": 1000000, \"gradient_accumulation\": 1000, \"epochs\": 1000000", many_gpus)
        << QByteArray() << QByteArray();
}

void HostileInputTest::says_what_is_wrong()
{
    QFETCH(QByteArray, input);
    QFETCH(QByteArray, path);
    QFETCH(QByteArray, message);
    const CliRun run = run_cli({QStringLiteral("estimate")}, input);
    QVERIFY(run.ended);
    if (path.isEmpty()) {
        QVERIFY2(run.exit == 0 || run.err.contains("$."), run.err.constData());
        QVERIFY(!run.out.contains("null"));
        return;
    }
    QCOMPARE(run.exit, 1);
    QVERIFY(run.out.isEmpty());
    QVERIFY2(run.err.startsWith("-: " + path), run.err.left(2000).constData());
    QVERIFY2(run.err.contains(message), run.err.left(2000).constData());
    QVERIFY(!run.err.contains('\x1b'));
}

void HostileInputTest::every_defective_file_is_refused()
{
    const QDir folder(source_path(QStringLiteral("tests/data/invalid/scenario")));
    const QStringList files = folder.entryList(QDir::Files);
    QVERIFY(files.size() >= 50);
    for (const QString& file : files) {
        const CliRun run =
            run_cli({QStringLiteral("check"), folder.filePath(file), QStringLiteral("--language=zh_CN")});
        QVERIFY2(run.ended && run.exit == 1, qPrintable(file));
        QVERIFY2(run.err.contains(": $") && !run.err.contains("[finding"), run.err.constData());
        QVERIFY2(!QRegularExpression(QStringLiteral("\\{\\w+\\}")).match(QString::fromUtf8(run.err)).hasMatch(),
                 run.err.constData());
    }
}

void HostileInputTest::hostile_lines_do_not_stop_the_rest()
{
    const QByteArray good = scenario_with("");
    const CliRun run =
        run_cli({QStringLiteral("estimate"), QStringLiteral("--jsonl")},
                good + "\n" + QByteArray(9000000, '[') + "\n\xFF\xFE\n" + QByteArray(1, '\0') + "\n[]\n" + good + "\n");
    QVERIFY(run.ended);
    QCOMPARE(run.exit, 1);
    const QList<QByteArray> lines = run.out.trimmed().split('\n');
    QCOMPARE(lines.size(), 6);
    QCOMPARE(lines[5], lines[0]);
    QVERIFY(lines[0].startsWith("{\"format\":\"rigwright.estimate\""));
    for (int line = 1; line < 5; ++line)
        QVERIFY2(QJsonDocument::fromJson(lines[line])[QLatin1String("error")].isArray(),
                 lines[line].left(200).constData());
}

void HostileInputTest::a_file_that_cannot_be_read_is_named()
{
    for (const QString& name : {QStringLiteral("no-such-file.json"), QDir::tempPath()}) {
        for (const QString& option : {QString(), QStringLiteral("--jsonl")}) {
            QStringList arguments{QStringLiteral("estimate"), name};
            if (!option.isEmpty()) arguments << option;
            const CliRun run = run_cli(arguments);
            QCOMPARE(run.exit, 1);
            QVERIFY2(run.err.contains(name.toUtf8() + ": $: The file cannot be read."), run.err.constData());
        }
    }
}

void HostileInputTest::a_full_disk_is_no_success()
{
#ifdef Q_OS_LINUX
    if (!QFile::exists(QStringLiteral("/dev/full"))) QSKIP("this system has no /dev/full");
    QProcess shell;
    shell.start(QStringLiteral("sh"), {QStringLiteral("-c"), QStringLiteral("\"$0\" catalog gpus > /dev/full"),
                                       QStringLiteral(RIGWRIGHT_CLI)});
    QVERIFY(shell.waitForFinished());
    QCOMPARE(shell.exitCode(), 1);
#else
    QSKIP("only Linux has /dev/full");
#endif
}

RIGWRIGHT_TEST(HostileInputTest)

} // namespace tst_cli_hostile_input

#include "tst_cli_hostile_input.moc"
