// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/architecture/source_rules.h"
#include "tests/support/suite.h"

#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QFileInfo>
#include <QRegularExpression>

namespace tst_architecture {

using namespace rigwright::rules;

/// Holds the repository to its own rules: arrows between rooms, no Qt in the engine, file length, licence lines,
/// nothing left over. The first tests check that each rule detects its violation.
class ArchitectureTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        QVERIFY2(qEnvironmentVariableIsSet("RIGWRIGHT_SOURCE"), "run this test through ctest");
        source_.setPath(qEnvironmentVariable("RIGWRIGHT_SOURCE"));
        rooms_ = read_rooms(read("tests/architecture/arrows.txt"));
        QVERIFY(rooms_.size() > 10);
    }

    void include_rule_data()
    {
        const auto row = rigwright::test::add_columns<QString, QString, bool>("path", "line", "allowed");
        row("along an arrow", "core/network/operator.h", "#include \"core/quantities/count.h\"", true);
        row("against an arrow", "core/quantities/count.h", "#include \"core/network/operator.h\"", false);
        row("own room", "core/network/layer.h", "#include \"core/network/operator.h\"", true);
        row("core to ui", "core/estimate/memory.cpp", "#include \"ui/format/quantity_text.h\"", false);
        row("ui to core", "ui/panels/verdict_panel.cpp", "#include \"core/estimate/estimate.h\"", true);
        row("panel to plot", "ui/panels/verdict_panel.cpp", "#include \"ui/plots/memory_plot.h\"", false);
        row("plot to panel", "ui/plots/memory_plot.cpp", "#include \"ui/panels/verdict_panel.h\"", false);
        row("plot to main window", "ui/plots/memory_plot.cpp", "#include \"ui/main_window.h\"", false);
        row("main window to panel", "ui/main_window.cpp", "#include \"ui/panels/verdict_panel.h\"", true);
        row("shelf of a room", "core/zoo/language/decoder.cpp", "#include \"core/zoo/family.h\"", true);
        row("estimate to advice", "core/estimate/memory/states.cpp", "#include \"core/advise/fixes.h\"", false);
        row("working to advice", "core/estimate/working/explain.cpp", "#include \"core/advise/requirements.h\"", true);
        row("Qt in core", "core/text/messages.cpp", "#include <QString>", false);
        row("Qt module in core", "core/text/messages.cpp", "# include <QtCore/QString>", false);
        row("QCustomPlot in core", "core/text/messages.cpp", "#include <qcustomplot.h>", false);
        row("Qt in ui", "ui/format/axis.cpp", "#include <QString>", true);
        row("standard library", "core/text/messages.cpp", "#include <queue>", true);
        row("relative include", "core/network/layer.cpp", "#include \"operator.h\"", false);
        row("moc output", "tests/core/tst_count.cpp", "#include \"tst_count.moc\"", true);
        row("unlisted room", "core/cellar/wine.h", "#include <vector>", false);
        row("core test to ui", "tests/core/tst_count.cpp", "#include \"ui/main_window.h\"", false);
    }

    void include_rule()
    {
        QFETCH(QString, path);
        QFETCH(QString, line);
        QFETCH(bool, allowed);
        const QStringList complaints = include_complaints(path, QStringLiteral("#pragma once\n") + line + '\n', rooms_);
        QVERIFY2(complaints.isEmpty() == allowed, qPrintable(complaints.join('\n')));
    }

    void every_rule_catches_its_defect()
    {
        const QString header = "// SPDX-License-Identifier: Apache-2.0\n#pragma once\n";
        const QString path = "core/quantities/count.h";
        QCOMPARE(shape_complaints(path, header), QStringList());
        QCOMPARE(shape_complaints(path, header + QString(498, '\n')), QStringList());
        QCOMPARE(shape_complaints(path, header + QString(899, '\n')).size(), 1);
        QCOMPARE(shape_complaints("ui/main_window.h", header).size(), 1);
        QCOMPARE(shape_complaints(path, "// SPDX-License-Identifier: Apache-2.0\n").size(), 1);

        const QString types =
            QStringLiteral("namespace a {\nclass B;\nstruct C {\n    struct D {};\n};\nclass E : public F {\n"
                           "enum class G { x };\n}\n");
        QCOMPARE(defined_types(types), (QStringList{"a::C", "a::E", "a::G"}));

        const QString reminder = QStringLiteral("// TO") + "DO: later\n";
        QCOMPARE(leftover_complaints(path, reminder).size(), 1);
        QCOMPARE(leftover_complaints(path, "mastodon\n"), QStringList());

        const QString machine = QStringLiteral("path=/ho") + "me/somebody/data\n";
        QCOMPARE(machine_path_complaints(path, machine).size(), 1);
        QCOMPARE(machine_path_complaints(path, "https://example.org/home/page\n"), QStringList());

        const QString chain = "tr(\"%1 of %2\").arg(name)\n        .arg(count)";
        QCOMPARE(chained_argument_complaints(path, chain).size(), 1);
        QCOMPARE(chained_argument_complaints(path, "tr(\"%1 %2\").arg(name, text(a, b)));\n"), QStringList());
        QCOMPARE(chained_argument_complaints(path, "tr(\"%1\").arg(x ? tr(\"%1\").arg(y) : z);"), QStringList());
        QCOMPARE(locale_complaints(path, "std::tolower(c)\n").size(), 1);
        QCOMPARE(locale_complaints(path, "name.toLower(); is_digit(c);\n"), QStringList());
        QCOMPARE(network_complaints(path, "#include <QNetworkAccessManager>\n").size(), 1);
        QCOMPARE(network_complaints(path, "#include \"core/network/network.h\"\n#include <QList>\n"), QStringList());
        const QList<Expectation> expected = read_checklist("# no: line\n\nSaid: so: a/b c/d\n");
        QCOMPARE(expected.size(), 1);
        QCOMPARE(expected.front().what, "Said: so");
        QCOMPARE(expected.front().tests, (QStringList{"a/b", "c/d"}));
    }

    void cpp_files_keep_the_rules()
    {
        const QStringList folders{"app", "core", "tests", "ui"};
        const QStringList files = files_under(folders, {"*.cpp", "*.h"});
        QVERIFY(files.contains("core/quantities/quantity.h"));
        QStringList complaints;
        for (const QString& path : files) {
            const QString text = read(path);
            complaints << include_complaints(path, text, rooms_) << shape_complaints(path, text)
                       << leftover_complaints(path, text);
            if (path.startsWith("ui/")) complaints << chained_argument_complaints(path, text);
            if (!path.startsWith("tests/"))
                complaints << network_complaints(path, text) << locale_complaints(path, text);
        }
        QVERIFY2(complaints.isEmpty(), qPrintable(complaints.join('\n')));
    }

    void every_type_is_defined_in_one_header()
    {
        const QStringList folders{"app", "core", "ui"};
        QMap<QString, QString> homes;
        QStringList complaints;
        for (const QString& path : files_under(folders, {"*.h"})) {
            for (const QString& type : defined_types(read(path))) {
                if (homes.contains(type))
                    complaints << QStringLiteral("%1: %2 and %3").arg(type, homes.value(type), path);
                homes.insert(type, path);
            }
        }
        QVERIFY(homes.size() > 100);
        QVERIFY2(complaints.isEmpty(), qPrintable(complaints.join('\n')));
    }

    void text_files_hold_no_machine_path()
    {
        const QStringList names{"*.cpp", "*.h",   "*.txt", "*.md",  "*.json",   "*.csv",
                                "*.ts",  "*.qrc", "*.svg", "*.xml", "*.desktop"};
        const QStringList folders{"app", "core", "hardware_db", "resources", "tests", "ui"};
        QStringList files = files_under(folders, names);
        files << files_under({"scripts", ".ci"}, {"*"});
        QVERIFY(files.contains("CMakeLists.txt") || files.contains("core/CMakeLists.txt"));
        for (const QString& name : source_.entryList({"*.md", "*.txt", "*.json"}, QDir::Files)) {
            files << name;
        }
        QStringList complaints;
        for (const QString& path : files) {
            const QString text = read(path);
            complaints << machine_path_complaints(path, text);
            if (path.startsWith("scripts/")) complaints << leftover_complaints(path, text);
        }
        QVERIFY2(complaints.isEmpty(), qPrintable(complaints.join('\n')));
    }

    /// A test of the checklist is a function "void Class::function()" of a test file of that name, or, without a
    /// function, a test that CMake adds.
    void every_test_of_the_checklist_exists()
    {
        QMap<QString, QString> test_files;
        for (const QString& path : files_under({"tests"}, {"tst_*.cpp"}))
            test_files.insert(QFileInfo(path).completeBaseName(), read(path));
        test_files.insert("architecture_arrows", test_files.value("tst_architecture"));
        const QString added = read("tests/architecture/CMakeLists.txt");
        const QList<Expectation> all = read_checklist(read("tests/architecture/window_checklist.txt"));
        QVERIFY(all.size() >= 40);
        QStringList complaints;
        for (const Expectation& expectation : all) {
            if (expectation.tests.isEmpty()) complaints << QStringLiteral("no test: ") + expectation.what;
            for (const QString& test : expectation.tests) {
                const QString file = test.section('/', 0, 0);
                const QString function = test.section('/', 1);
                const QRegularExpression body(QStringLiteral("\\bvoid (\\w+::)?%1\\(\\)\\s*\\{").arg(function));
                const bool exists = function.isEmpty() ? added.contains(QStringLiteral("NAME %1\n").arg(file))
                                                       : test_files.value(file).contains(body);
                if (!exists) complaints << QStringLiteral("no such test: %1 (%2)").arg(test, expectation.what);
            }
        }
        QVERIFY2(complaints.isEmpty(), qPrintable(complaints.join('\n')));
    }

private:
    QString read(const QString& path) const
    {
        QFile file(source_.filePath(path));
        return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
    }

    QStringList files_under(const QStringList& folders, const QStringList& names) const
    {
        QStringList files;
        for (const QString& folder : folders) {
            QDirIterator walk(source_.filePath(folder), names, QDir::Files | QDir::Hidden,
                              QDirIterator::Subdirectories);
            while (walk.hasNext()) files << source_.relativeFilePath(walk.next());
        }
        files.sort();
        return files;
    }

    QDir source_;
    QList<Room> rooms_;
};

RIGWRIGHT_TEST(ArchitectureTest)

} // namespace tst_architecture

#include "tst_architecture.moc"
