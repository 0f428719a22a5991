// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/about/version.h"
#include "ui/about/about_text.h"
#include "ui/language/interface_language.h"

#include <QApplication>
#include <QCommandLineParser>
#include <QIcon>
#include <QMessageBox>

namespace {

/// --version and --help answer without a display, so they are looked for before there is a QApplication.
void answer_without_window(int& argc, char** argv)
{
    const QCoreApplication application(argc, argv);
    QCommandLineParser parser;
    const QCommandLineOption help = parser.addHelpOption();
    const QCommandLineOption version = parser.addVersionOption();
    parser.parse(QCoreApplication::arguments());
    if (parser.isSet(version)) parser.showVersion();
    if (parser.isSet(help)) parser.showHelp();
}

} // namespace

int main(int argc, char** argv)
{
    QCoreApplication::setApplicationName(QStringLiteral("rigwright"));
    QCoreApplication::setApplicationVersion(QString::fromStdString(std::string(rigwright::version())));
    answer_without_window(argc, argv);

    const QApplication application(argc, argv);
    QGuiApplication::setDesktopFileName(QStringLiteral("rigwright"));
    QApplication::setWindowIcon(QIcon(QStringLiteral(":/icons/rigwright.svg")));
    rigwright::InterfaceLanguage language;
    language.use(rigwright::InterfaceLanguage::of_system());

    QMessageBox about(QMessageBox::Information, QStringLiteral("Rigwright"), rigwright::about_text(),
                      QMessageBox::Close);
    about.exec();
    return 0;
}
