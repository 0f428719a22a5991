// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/json/data_directory.h"
#include "core/json/read_file.h"
#include "tests/support/file_content.h"
#include "tests/support/suite.h"

#include <QFileInfo>
#include <QRegularExpression>
#include <QTemporaryDir>

namespace rigwright::test::tst_data_directory {

class DataDirectoryTest : public QObject {
    Q_OBJECT

private slots:
    void init() { qputenv("RIGWRIGHT_DATA", given_); }

    void override_is_the_only_candidate()
    {
        qputenv("RIGWRIGHT_DATA", "elsewhere");
        const auto candidates = data_directory_candidates();
        QCOMPARE(candidates.size(), std::size_t{1});
        QCOMPARE(candidates.front(), std::filesystem::path("elsewhere"));
    }

    void override_without_data_finds_nothing()
    {
        const QTemporaryDir empty;
        qputenv("RIGWRIGHT_DATA", empty.path().toLocal8Bit());
        QVERIFY(!find_data_directory().has_value());
    }

    void override_with_data_is_found()
    {
        const QTemporaryDir folder;
        QVERIFY(QDir(folder.path()).mkdir("hardware_db"));
        qputenv("RIGWRIGHT_DATA", folder.path().toLocal8Bit());
        const auto found = find_data_directory();
        QVERIFY(found.has_value());
        QCOMPARE(found->root(), std::filesystem::path(folder.path().toStdString()));
    }

    void without_override_the_program_finds_its_own()
    {
        qputenv("RIGWRIGHT_DATA", "");
        const auto candidates = data_directory_candidates();
        QCOMPARE(candidates.size(), std::size_t{1});
        const QString expected = QDir(QCoreApplication::applicationDirPath() + "/../share/rigwright").absolutePath();
        QCOMPARE(QString::fromStdString(candidates.front().string()), QDir::cleanPath(expected));
    }

    void layout_is_that_of_the_repository()
    {
        const DataDirectory data("data");
        QCOMPARE(data.hardware_db().generic_string(), std::string("data/hardware_db"));
        QCOMPARE(data.messages().generic_string(), std::string("data/resources/messages"));
        QCOMPARE(data.model_presets().generic_string(), std::string("data/resources/model_presets"));
        QCOMPARE(data.examples().generic_string(), std::string("data/resources/examples"));
        QCOMPARE(data.guide().generic_string(), std::string("data/resources/guide"));
    }

    void version_has_three_numbers()
    {
        const QString text = QString::fromStdString(std::string(version()));
        QVERIFY2(QRegularExpression("^\\d+\\.\\d+\\.\\d+$").match(text).hasMatch(), qPrintable(text));
    }

    void a_file_is_replaced_whole_or_not_at_all()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath("织物.json");
        const auto target = std::filesystem::path(path.toStdU16String());
        // A file of that name may be another program's.
        write_file(path + ".part", "theirs");
        QVERIFY(replace_file(target, "first"));
        QCOMPARE(content_of(path), QByteArray("first"));
        QVERIFY(replace_file(target, "second"));
        QCOMPARE(content_of(path), QByteArray("second"));
        QVERIFY(!replace_file(target, [](const std::filesystem::path& beside) {
            write_file(QString::fromStdU16String(beside.u16string()), "half");
            return false;
        }));
        QCOMPARE(content_of(path), QByteArray("second"));
        QCOMPARE(content_of(path + ".part"), QByteArray("theirs"));
        QCOMPARE(QDir(folder.path()).entryList(QDir::Files).size(), qsizetype{2});
        // Two writers at once do not share a file.
        std::filesystem::path other;
        QVERIFY(replace_file(target, [&](const std::filesystem::path& beside) {
            write_file(QString::fromStdU16String(beside.u16string()), "outer");
            return replace_file(target, [&](const std::filesystem::path& inner) {
                other = inner;
                write_file(QString::fromStdU16String(inner.u16string()), "inner");
                return inner != beside;
            });
        }));
        QCOMPARE(content_of(path), QByteArray("outer"));
        QVERIFY(!replace_file(target.parent_path() / "no" / "such.json", "text"));
    }

    void a_file_behind_a_link_is_replaced_there()
    {
        const QTemporaryDir folder;
        const QTemporaryDir elsewhere;
        const QString file = elsewhere.filePath("prices.json");
        const QString link = folder.filePath("link.json");
        const QString chain = folder.filePath("chain.json");
        write_file(file, "old");
        QVERIFY(QFile::link(file, link));
        std::filesystem::create_symlink("link.json", std::filesystem::path(chain.toStdString()));
        QVERIFY(replace_file(std::filesystem::path(chain.toStdString()), "new"));
        QCOMPARE(content_of(file), QByteArray("new"));
        QVERIFY(QFileInfo(link).isSymLink());
        QVERIFY(QFileInfo(chain).isSymLink());
        QCOMPARE(QDir(elsewhere.path()).entryList(QDir::Files).size(), qsizetype{1});
        // If the target of a link does not exist, the file is created there.
        QVERIFY(QFile::remove(file));
        QVERIFY(replace_file(std::filesystem::path(link.toStdString()), "again"));
        QCOMPARE(content_of(file), QByteArray("again"));
        QVERIFY(QFileInfo(link).isSymLink());
    }

private:
    const QByteArray given_ = qgetenv("RIGWRIGHT_DATA");
};

RIGWRIGHT_TEST(DataDirectoryTest)

} // namespace rigwright::test::tst_data_directory

#include "tst_data_directory.moc"
