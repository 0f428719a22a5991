// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/about/version.h"
#include "core/data/data_directory.h"
#include "tests/support/suite.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

namespace tst_data_directory {

using namespace rigwright;

class DataDirectoryTest : public QObject {
    Q_OBJECT

private slots:
    void init();
    void override_is_the_only_candidate();
    void override_without_data_finds_nothing();
    void override_with_data_is_found();
    void without_override_the_program_finds_its_own();
    void layout_is_that_of_the_repository();
    void version_has_three_numbers();

private:
    const QByteArray given_ = qgetenv("RIGWRIGHT_DATA");
};

void DataDirectoryTest::init() { qputenv("RIGWRIGHT_DATA", given_); }

void DataDirectoryTest::override_is_the_only_candidate()
{
    qputenv("RIGWRIGHT_DATA", "elsewhere");
    const auto candidates = data_directory_candidates();
    QCOMPARE(candidates.size(), std::size_t{1});
    QCOMPARE(candidates.front(), std::filesystem::path("elsewhere"));
}

void DataDirectoryTest::override_without_data_finds_nothing()
{
    const QTemporaryDir empty;
    qputenv("RIGWRIGHT_DATA", empty.path().toLocal8Bit());
    QVERIFY(!find_data_directory().has_value());
}

void DataDirectoryTest::override_with_data_is_found()
{
    const QTemporaryDir folder;
    QVERIFY(QDir(folder.path()).mkdir(QStringLiteral("hardware_db")));
    qputenv("RIGWRIGHT_DATA", folder.path().toLocal8Bit());
    const auto found = find_data_directory();
    QVERIFY(found.has_value());
    QCOMPARE(found->root(), std::filesystem::path(folder.path().toStdString()));
}

void DataDirectoryTest::without_override_the_program_finds_its_own()
{
    qputenv("RIGWRIGHT_DATA", "");
    const auto candidates = data_directory_candidates();
    QCOMPARE(candidates.size(), std::size_t{1});
    const QString expected =
        QDir(QCoreApplication::applicationDirPath() + QStringLiteral("/../share/rigwright")).absolutePath();
    QCOMPARE(QString::fromStdString(candidates.front().string()), QDir::cleanPath(expected));
}

void DataDirectoryTest::layout_is_that_of_the_repository()
{
    const DataDirectory data("data");
    QCOMPARE(data.hardware_db().generic_string(), std::string("data/hardware_db"));
    QCOMPARE(data.messages().generic_string(), std::string("data/resources/messages"));
    QCOMPARE(data.model_presets().generic_string(), std::string("data/resources/model_presets"));
    QCOMPARE(data.examples().generic_string(), std::string("data/resources/examples"));
    QCOMPARE(data.guide().generic_string(), std::string("data/resources/guide"));
}

void DataDirectoryTest::version_has_three_numbers()
{
    const QString text = QString::fromStdString(std::string(version()));
    QVERIFY2(QRegularExpression(QStringLiteral("^\\d+\\.\\d+\\.\\d+$")).match(text).hasMatch(), qPrintable(text));
}

RIGWRIGHT_TEST(DataDirectoryTest)

} // namespace tst_data_directory

#include "tst_data_directory.moc"
