// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/start/start_options.h"

#include "core/json/version.h"
#include "ui/format/interface_language.h"

#include <QCommandLineParser>
#include <QCoreApplication>
#include <QRegularExpression>

namespace rigwright {

namespace {

constexpr int smallest_side = 320;
constexpr int largest_side = 16384;

struct Options {
    QCommandLineOption screenshot{
        QStringLiteral("screenshot"),
        QCoreApplication::translate("Start", "Write a picture of the window to OUT.png and exit."),
        QStringLiteral("OUT.png")};
    QCommandLineOption report{
        QStringLiteral("report"),
        QCoreApplication::translate(
            "Start",
            "Write the report of up to six scenarios and exit; by its ending: pdf, html, xlsx, csv, tsv, md, json."),
        QStringLiteral("OUT")};
    QCommandLineOption question{
        QStringLiteral("question"),
        QCoreApplication::translate("Start", "The question that the report answers, in your words."),
        QStringLiteral("TEXT")};
    QCommandLineOption both{QStringLiteral("both-languages"),
                            QCoreApplication::translate("Start", "The report in the other language as well.")};
    QCommandLineOption language{QStringLiteral("language"),
                                QCoreApplication::translate("Start", "Language of the window: en or zh_CN."),
                                QStringLiteral("LANGUAGE")};
    QCommandLineOption theme{QStringLiteral("theme"),
                             QCoreApplication::translate("Start", "Colors: light, dark or system."),
                             QStringLiteral("THEME")};
    QCommandLineOption size{QStringLiteral("size"),
                            QCoreApplication::translate("Start", "Size of the window in pixels, such as 1440x900."),
                            QStringLiteral("WxH")};
    QCommandLineOption page{
        QStringLiteral("page"),
        QCoreApplication::translate("Start", "Tab or window in front, such as memory, compare, report."),
        QStringLiteral("NAME")};
    QCommandLineOption new_window{
        QStringLiteral("new-window"),
        QCoreApplication::translate("Start", "Open another window instead of the one that is open already.")};
    QCommandLineOption help{{QStringLiteral("h"), QStringLiteral("help")},
                            QCoreApplication::translate("Start", "Show this help.")};
    QCommandLineOption version{{QStringLiteral("v"), QStringLiteral("version")},
                               QCoreApplication::translate("Start", "Show the version.")};
};

std::optional<ThemeChoice> theme_from(const QString& word)
{
    if (word == QLatin1String("system")) return ThemeChoice::system;
    if (word == QLatin1String("light")) return ThemeChoice::light;
    if (word == QLatin1String("dark")) return ThemeChoice::dark;
    return std::nullopt;
}

std::optional<QSize> size_from(const QString& text)
{
    static const QRegularExpression pattern(QStringLiteral("^([0-9]{1,5})x([0-9]{1,5})$"));
    const QRegularExpressionMatch match = pattern.match(text);
    const QSize size(match.captured(1).toInt(), match.captured(2).toInt());
    const auto sensible = [](int side) { return side >= smallest_side && side <= largest_side; };
    return match.hasMatch() && sensible(size.width()) && sensible(size.height()) ? std::optional(size) : std::nullopt;
}

QString refused(const QCommandLineOption& option, const QString& found)
{
    return QCoreApplication::translate("Start", "--%1: “%2” is not accepted. %3")
        .arg(option.names().constFirst(), found, option.description());
}

} // namespace

StartOptions parse_start_options(const QStringList& arguments)
{
    const Options known;
    QCommandLineParser parser;
    parser.setApplicationDescription(
        QCoreApplication::translate("Start", "Rigwright: which hardware a training run needs, and why."));
    parser.addOptions({known.screenshot, known.report, known.question, known.both, known.language, known.theme,
                       known.size, known.page, known.new_window, known.help, known.version});
    parser.addPositionalArgument(QStringLiteral("FILE"),
                                 QCoreApplication::translate("Start", "Project or scenario to open."),
                                 QStringLiteral("[FILE...]"));
    StartOptions options;
    if (!parser.parse(arguments)) options.error = parser.errorText();
    if (parser.isSet(known.help)) options.answer = parser.helpText();
    if (parser.isSet(known.version))
        options.answer = QStringLiteral("rigwright %1\n").arg(QString::fromStdString(std::string(version())));
    if (!options.error.isEmpty()) return options;
    options.files = parser.positionalArguments();
    options.report = parser.value(known.report);
    options.report_question = parser.value(known.question);
    options.report_both = parser.isSet(known.both);
    if (options.files.size() > 1 && options.report.isEmpty())
        options.error = QCoreApplication::translate("Start", "Only one file can be opened.");
    options.file = parser.positionalArguments().value(0);
    options.screenshot = parser.value(known.screenshot);
    options.page = parser.value(known.page);
    options.language = parser.value(known.language);
    options.new_window = parser.isSet(known.new_window);
    options.theme = theme_from(parser.value(known.theme));
    options.size = size_from(parser.value(known.size));
    if (parser.isSet(known.language) && !InterfaceLanguage::available().contains(options.language))
        options.error = refused(known.language, options.language);
    if (parser.isSet(known.theme) && !options.theme) options.error = refused(known.theme, parser.value(known.theme));
    if (parser.isSet(known.size) && !options.size) options.error = refused(known.size, parser.value(known.size));
    if (parser.isSet(known.screenshot) && options.screenshot.isEmpty())
        options.error = refused(known.screenshot, QString());
    return options;
}

} // namespace rigwright
