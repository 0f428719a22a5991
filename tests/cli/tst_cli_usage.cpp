// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/cli_run.h"
#include "tests/support/suite.h"

#include <QMap>
#include <QRegularExpression>
#include <QSet>
#include <QTest>

namespace tst_cli_usage {

using namespace rigwright::test;

namespace {

using OptionNames = QSet<QString>;

/// What follows "Expected:" in a message.
QStringList accepted_in(const QByteArray& message)
{
    QString text = QString::fromUtf8(message);
    text = text.mid(text.indexOf(QLatin1String("Expected: ")) + 10).section(QLatin1Char('\n'), 0, 0);
    text.chop(1);
    return text.split(QStringLiteral(", "));
}

QStringList commands_of_the_program() { return accepted_in(run_cli({QStringLiteral("no-such-command")}).err); }

/// The options that the program itself takes with a command.
OptionNames options_taken(const QString& command)
{
    const QStringList names = accepted_in(run_cli({command, QStringLiteral("--no-such-option")}).err);
    return {names.begin(), names.end()};
}

OptionNames options_in(const QString& text)
{
    static const QRegularExpression pattern(QStringLiteral("(?<![-\\w])(--[a-z][a-z-]*|-o)(?![-\\w])"));
    OptionNames found;
    for (auto match = pattern.globalMatch(text); match.hasNext();) found.insert(match.next().captured(1));
    return found;
}

/// The words of a list in brackets that begins with `start`.
QStringList listed_after(const QString& usage, const QString& start)
{
    const qsizetype from = usage.indexOf(start) + start.size();
    QString list = usage.mid(from, usage.indexOf(QLatin1Char(')'), from) - from).simplified();
    return list.split(QStringLiteral(", "));
}

/// What the usage text says that each command takes.
QMap<QString, OptionNames> options_told(const QString& usage, const QStringList& commands)
{
    QMap<QString, OptionNames> told;
    for (const QString& command : commands) told.insert(command, {});
    const QString shared_json = QStringLiteral("  --json                  (");
    QString current;
    for (const QString& line : usage.split(QLatin1Char('\n'))) {
        static const QRegularExpression entry(QStringLiteral("^  ([a-z][a-z-]*)"));
        const QRegularExpressionMatch match = entry.match(line);
        if (match.hasMatch()) current = match.captured(1);
        if (line.startsWith(QLatin1String("  --"))) break;
        if (told.contains(current) && !line.contains(shared_json)) told[current].unite(options_in(line));
    }
    for (const QString& command : listed_after(usage, shared_json)) told[command].insert(QStringLiteral("--json"));
    const QStringList without_build = listed_after(usage, QStringLiteral("(not with "));
    for (const QString& command : commands) {
        told[command].unite({QStringLiteral("--language"), QStringLiteral("--catalogue"), QStringLiteral("--help")});
        if (!without_build.contains(command)) told[command].insert(QStringLiteral("--build"));
    }
    return told;
}

QStringList sorted(const OptionNames& names)
{
    QStringList list(names.begin(), names.end());
    list.sort();
    return list;
}

} // namespace

/// The usage text and the options that the program takes are one list.
class CliUsageTest : public QObject {
    Q_OBJECT

private slots:
    void every_option_is_told_and_every_told_one_is_taken()
    {
        const QString usage = QString::fromUtf8(run_cli({QStringLiteral("--help")}).out);
        const QStringList commands = commands_of_the_program();
        QVERIFY(commands.size() > 15);
        const QMap<QString, OptionNames> told = options_told(usage, commands);
        QCOMPARE(told.keys().size(), commands.size());
        for (const QString& command : commands) {
            const QString both = sorted(told[command]).join(QLatin1Char(' ')) + QLatin1String(" | ") +
                                 sorted(options_taken(command)).join(QLatin1Char(' '));
            QVERIFY2(told[command] == options_taken(command), qPrintable(command + QLatin1String(": ") + both));
        }
    }

    void both_languages_tell_the_same_options()
    {
        const QStringList language{QStringLiteral("--language"), QStringLiteral("zh_CN"), QStringLiteral("--help")};
        const QString english = QString::fromUtf8(run_cli({QStringLiteral("--help")}).out);
        const QString chinese = QString::fromUtf8(run_cli(language).out);
        QVERIFY(chinese != english);
        QCOMPARE(sorted(options_in(chinese)), sorted(options_in(english)));
        // Command by command: an entry's lines are those of its indented block.
        const auto blocks = [](const QString& usage) {
            static const QRegularExpression entry(QStringLiteral("\n(?=  [a-z-])"));
            QMap<QString, QStringList> options;
            for (const QString& block : usage.split(entry))
                options[block.trimmed().section(QLatin1Char(' '), 0, 0)] += sorted(options_in(block));
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

} // namespace tst_cli_usage

#include "tst_cli_usage.moc"
