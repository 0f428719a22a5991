// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/about/version.h"
#include "ui/about/about_text.h"

#include <QApplication>
#include <QCommandLineParser>
#include <QMessageBox>

int main(int argc, char** argv)
{
    QApplication application(argc, argv);
    QApplication::setApplicationName(QStringLiteral("rigwright"));
    QApplication::setApplicationVersion(QString::fromStdString(std::string(rigwright::version())));

    QCommandLineParser parser;
    parser.addHelpOption();
    parser.addVersionOption();
    parser.process(application);

    QMessageBox about(QMessageBox::Information, QStringLiteral("Rigwright"), rigwright::about_text(), QMessageBox::Close);
    return about.exec();
}
