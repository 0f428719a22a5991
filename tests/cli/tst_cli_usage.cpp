// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/cli_run.h"
#include "tests/support/suite.h"

#include <QMap>
#include <QRegularExpression>
#include <QSet>

namespace rigwright::test::tst_cli_usage {

using OptionNames = QSet<QString>;

/// What follows "Expected:" in a message.
QStringList accepted_in(const QByteArray& message)
{
    QString text = QString::fromUtf8(message);
    text = text.mid(text.indexOf("Expected: ") + 10).section('\n', 0, 0);
    text.chop(1);
    return text.split(", ");
}

QStringList commands_of_the_program() { return accepted_in(run_cli({"no-such-command"}).err); }

/// The options that the program itself takes with a command.
OptionNames options_taken(const QString& command)
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

/// What the usage text says that each command takes.
QMap<QString, OptionNames> options_told(const QString& usage, const QStringList& commands)
{
    QMap<QString, OptionNames> told;
    for (const QString& command : commands) told.insert(command, {});
    const QString shared_json = "  --json                  (";
    QString current;
    for (const QString& line : usage.split('\n')) {
        static const QRegularExpression entry("^  ([a-z][a-z-]*)");
        const QRegularExpressionMatch match = entry.match(line);
        if (match.hasMatch()) current = match.captured(1);
        if (line.startsWith("  --")) break;
        if (told.contains(current) && !line.contains(shared_json)) told[current].unite(options_in(line));
    }
    for (const QString& command : listed_after(usage, shared_json)) told[command].insert("--json");
    const QStringList without_build = listed_after(usage, "(not with ");
    for (const QString& command : commands) {
        told[command].unite({"--language", "--catalogue", "--help"});
        if (!without_build.contains(command)) told[command].insert("--build");
    }
    return told;
}

QStringList sorted(const OptionNames& names)
{
    QStringList list(names.begin(), names.end());
    list.sort();
    return list;
}

/// The usage text and the options that the program takes are one list.
class CliUsageTest : public QObject {
    Q_OBJECT

private slots:
    void every_option_is_told_and_every_told_one_is_taken()
    {
        const QString usage = QString::fromUtf8(run_cli({"--help"}).out);
        const QStringList commands = commands_of_the_program();
        QVERIFY(commands.size() > 15);
        const QMap<QString, OptionNames> told = options_told(usage, commands);
        QCOMPARE(told.keys().size(), commands.size());
        for (const QString& command : commands) {
            const QString both = sorted(told[command]).join(' ') + " | " + sorted(options_taken(command)).join(' ');
            QVERIFY2(told[command] == options_taken(command), qPrintable(command + ": " + both));
        }
    }

    void both_languages_tell_the_same_options()
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
};

RIGWRIGHT_TEST(CliUsageTest)

} // namespace rigwright::test::tst_cli_usage

#include "tst_cli_usage.moc"
