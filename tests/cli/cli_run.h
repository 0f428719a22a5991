// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/file_content.h"

#include <QByteArray>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QString>
#include <QStringList>

namespace rigwright::test {

/// The result of one run of the command line.
struct CliRun {
    int exit = -1;
    /// False when the program crashed or did not end in time.
    bool ended = false;
    QByteArray out;
    QByteArray err;

    QJsonObject json() const;
};

CliRun run_cli(const QStringList& arguments, const QByteArray& input = {}, const QStringList& environment = {});

/// A run that must succeed; otherwise the test fails and prints its errors.
CliRun run_well(const QStringList& arguments, const QByteArray& input = {}, const QStringList& environment = {});

/// The shipped example of one or two cards.
QString example(int cards = 1);

} // namespace rigwright::test
