// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/cli_run.h"
#include "tests/support/suite.h"

#include <QMap>
#include <QProcess>
#include <QRegularExpression>
#include <QSet>

namespace rigwright::test::tst_cli_usage {

using OptionNames = QSet<QString>;

/// The text after "Expected:" in a message.
QStringList accepted_in(const QByteArray& message)
{
    QString text = QString::fromUtf8(message);
    text = text.mid(text.indexOf("Expected: ") + 10).section('\n', 0, 0);
    text.chop(1);
    return text.split(", ");
}

QStringList commands_of_the_program() { return accepted_in(run_cli({"no-such-command"}).err); }

/// The options that the program accepts with a command.
OptionNames accepted_options(const QString& command)
{
    const QStringList names = accepted_in(run_cli({command, "--no-such-option"}).err);
    return {names.begin(), names.end()};
}

OptionNames options_in(const QString& text)
{
    static const QRegularExpression pattern("(?<![-\\w])(--[a-z][a-z-]*|-o)(?![-\\w])");
    OptionNames found;
    for (auto match = pattern.globalMatch(text); match.hasNext();) found.insert(match.next().captured(1));
    return found;
}

/// The words of a list in brackets that begins with `start`.
QStringList listed_after(const QString& usage, const QString& start)
{
    const qsizetype from = usage.indexOf(start) + start.size();
    QString list = usage.mid(from, usage.indexOf(')', from) - from).simplified();
    return list.split(", ");
}

/// The options of each command in the usage text.
QMap<QString, OptionNames> options_in_the_usage(const QString& usage, const QStringList& commands)
{
    QMap<QString, OptionNames> listed;
    for (const QString& command : commands) listed.insert(command, {});
    const QString shared_json = "  --json                  (";
    QString current;
    for (const QString& line : usage.split('\n')) {
        static const QRegularExpression entry("^  ([a-z][a-z-]*)");
        const QRegularExpressionMatch match = entry.match(line);
        if (match.hasMatch()) current = match.captured(1);
        if (line.startsWith("  --")) break;
        if (listed.contains(current) && !line.contains(shared_json)) listed[current].unite(options_in(line));
    }
    for (const QString& command : listed_after(usage, shared_json)) listed[command].insert("--json");
    const QStringList without_build = listed_after(usage, "(not with ");
    for (const QString& command : commands) {
        listed[command].unite({"--language", "--catalogue", "--help"});
        if (!without_build.contains(command)) listed[command].insert("--build");
    }
    return listed;
}

QStringList sorted(const OptionNames& names)
{
    QStringList list(names.begin(), names.end());
    list.sort();
    return list;
}

/// A sound scenario with one member of "build" or "training" replaced by text that need not be JSON.
QByteArray scenario_with(const QByteArray& training, const QByteArray& build = R"("gpu": "rtx4090")")
{
    return R"({"format": "rigwright.scenario", "version": 1, "model": {"preset": "resnet50"}, "training": {)" +
           training + R"(}, "build": {)" + build + "}}";
}

/// The usage text lists exactly the accepted options; on any invalid input the program exits with status 1 and reports
/// the place of the error.
class CliUsageTest : public QObject {
    Q_OBJECT

private slots:
    void the_usage_lists_exactly_the_accepted_options()
    {
        const QString usage = QString::fromUtf8(run_cli({"--help"}).out);
        const QStringList commands = commands_of_the_program();
        QVERIFY(commands.size() > 15);
        const QMap<QString, OptionNames> listed = options_in_the_usage(usage, commands);
        QCOMPARE(listed.keys().size(), commands.size());
        for (const QString& command : commands) {
            const QString both =
                sorted(listed[command]).join(' ') + " | " + sorted(accepted_options(command)).join(' ');
            QVERIFY2(listed[command] == accepted_options(command), qPrintable(command + ": " + both));
        }
    }

    void both_languages_list_the_same_options()
    {
        const QStringList language{"--language", "zh_CN", "--help"};
        const QString english = QString::fromUtf8(run_cli({"--help"}).out);
        const QString chinese = QString::fromUtf8(run_cli(language).out);
        QVERIFY(chinese != english);
        QCOMPARE(sorted(options_in(chinese)), sorted(options_in(english)));
        // Command by command: an entry's lines are those of its indented block.
        const auto blocks = [](const QString& usage) {
            static const QRegularExpression entry("\n(?=  [a-z-])");
            QMap<QString, QStringList> options;
            for (const QString& block : usage.split(entry))
                options[block.trimmed().section(' ', 0, 0)] += sorted(options_in(block));
            return options;
        };
        const QMap<QString, QStringList> in_english = blocks(english);
        const QMap<QString, QStringList> in_chinese = blocks(chinese);
        QCOMPARE(in_chinese.size(), in_english.size());
        for (const QString& command : commands_of_the_program())
            QCOMPARE(in_chinese.value(command), in_english.value(command));
    }

    void reports_the_place_and_the_error()
    {
        constexpr int million = 1000000;
        const QByteArray many_gpus = R"("gpu": "rtx4090", "gpus_per_node": 1000, "nodes": 1000000)";
        const Rows<QByteArray, QByteArray, QByteArray> rows{
            {"nothing", QByteArray(), "$", "ends before the JSON is complete, at line 1, column 1"},
            {"a million brackets", QByteArray(million, '['), "$", "nested more than 32 levels"},
            {"a million objects", QByteArray("{\"a\":").repeated(million / 5), "$", "nested more than 32 levels"},
            {"nine megabytes", QByteArray(9 * million, ' '), "$", "at most 8 MiB"},
            {"zero bytes", QByteArray(1000, '\0'), "$", "not valid JSON"},
            {"broken UTF-8", scenario_with("\"precision\": \"\xC3\x28\""), "$.training.precision",
             "not valid UTF-8 at line 1, column"},
            {"overlong UTF-8", scenario_with("\"precision\": \"\xC0\xAF\""), "$.training.precision", "not valid UTF-8"},
            {"half a surrogate", scenario_with(R"("precision": "\ud800")"), "$.training.precision", "not valid JSON"},
            {"NaN", scenario_with("\"micro_batch\": NaN"), "$.training.micro_batch", "not valid JSON"},
            {"too large for a double", scenario_with("", R"("gpu": "rtx4090", "ram_GiB": 1e400)"), "$.build.ram_GiB",
             "too large"},
            {"beyond 64 bits", scenario_with("\"micro_batch\": 99999999999999999999"), "$.training.micro_batch",
             "1e+20 is out of range"},
            {"duplicate key", scenario_with("\"epochs\": 1, \"epochs\": 2"), "$.training.epochs", "appears twice"},
            {"huge string", scenario_with("\"precision\": \"" + QByteArray(2 * million, 'x') + "\""),
             "$.training.precision", "at most 4,096"},
            {"huge id", scenario_with("", "\"gpu\": \"" + QByteArray(2 * million, 'x') + "\""), "$.build.gpu",
             "at most 4,096"},
            {"huge key", scenario_with("\"" + QByteArray(million, 'k') + "\": 1"), "$.training", "at most 4,096"},
            {"unknown GPU", scenario_with("", R"("gpu": "rtx4900")"), "$.build.gpu", "rtx4090"},
            {"terminal codes in an id", scenario_with("", "\"gpu\": \"\\u001b[31m\""), "$.build.gpu", "\\u001b[31m"},
            {"model of no published size", QByteArray(scenario_with("")).replace("resnet50", "gpt-4"), "$.model.preset",
             "published no size"},
            {"more samples than 64 bits count",
             scenario_with("\"micro_batch\": 1000000, \"gradient_accumulation\": 1000000, \"epochs\": 1000000",
                           many_gpus),
             "$.training.micro_batch", "64 bits"},
            {"large but countable",
             scenario_with("\"micro_batch\": 1000000, \"gradient_accumulation\": 1000, \"epochs\": 1000000", many_gpus),
             QByteArray(), QByteArray()},
        };
        rows.each([&](const auto& input, const auto& path, const auto& message) {
            const CliRun run = run_cli({"estimate"}, input);
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
        });
    }

    void every_defective_file_is_refused()
    {
        const QDir folder(source_path("tests/data/invalid/scenario"));
        const QStringList files = folder.entryList(QDir::Files);
        QVERIFY(files.size() >= 50);
        for (const QString& file : files) {
            const CliRun run = run_cli({"check", folder.filePath(file), "--language=zh_CN"});
            QVERIFY2(run.ended && run.exit == 1, qPrintable(file));
            QVERIFY2(run.err.contains(": $") && !run.err.contains("[finding"), run.err.constData());
            QVERIFY2(!QRegularExpression("\\{\\w+\\}").match(QString::fromUtf8(run.err)).hasMatch(),
                     run.err.constData());
        }
    }

    void hostile_lines_do_not_stop_the_rest()
    {
        const QByteArray good = scenario_with("");
        const CliRun run = run_cli({"estimate", "--jsonl"}, good + "\n" + QByteArray(9000000, '[') + "\n\xFF\xFE\n" +
                                                                QByteArray(1, '\0') + "\n[]\n" + good + "\n");
        QVERIFY(run.ended);
        QCOMPARE(run.exit, 1);
        const QList<QByteArray> lines = run.out.trimmed().split('\n');
        QCOMPARE(lines.size(), 6);
        QCOMPARE(lines[5], lines[0]);
        QVERIFY(lines[0].startsWith("{\"format\":\"rigwright.estimate\""));
        for (int line = 1; line < 5; ++line)
            QVERIFY2(QJsonDocument::fromJson(lines[line])["error"].isArray(), lines[line].left(200).constData());
    }

    void a_file_that_cannot_be_read_is_named()
    {
        for (const QString& name : {QStringLiteral("no-such-file.json"), QDir::tempPath()}) {
            for (const QString& option : {QString(), QStringLiteral("--jsonl")}) {
                QStringList arguments{"estimate", name};
                if (!option.isEmpty()) arguments << option;
                const CliRun run = run_cli(arguments);
                QCOMPARE(run.exit, 1);
                QVERIFY2(run.err.contains(name.toUtf8() + ": $: The file cannot be read."), run.err.constData());
            }
        }
    }

    void a_full_disk_is_no_success()
    {
#ifdef Q_OS_LINUX
        if (!QFile::exists("/dev/full")) QSKIP("this system has no /dev/full");
        QProcess shell;
        shell.start("sh", {"-c", "\"$0\" catalog gpus > /dev/full", QStringLiteral(RIGWRIGHT_CLI)});
        QVERIFY(shell.waitForFinished());
        QCOMPARE(shell.exitCode(), 1);
#else
        QSKIP("only Linux has /dev/full");
#endif
    }
};

RIGWRIGHT_TEST(CliUsageTest)

} // namespace rigwright::test::tst_cli_usage

#include "tst_cli_usage.moc"
