// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/fuzz/targets.h"
#include "tests/support/file_content.h"
#include "tests/support/suite.h"

namespace rigwright::test::tst_fuzz_corpus {

/// Files of other tests that a reader can start from as well.
const std::vector<std::pair<QString, QString>>& other_folders()
{
    static const std::vector<std::pair<QString, QString>> folders{
        {"json", "tests/data/invalid/scenario"},
        {"scenario", "tests/data/invalid/scenario"},
        {"estimate", "tests/data/invalid/layer_list"},
        {"estimate", "resources/examples/start"},
        {"project", "tests/data/invalid/project"},
        {"project", "tests/data/projects"},
        {"hardware", "tests/data/invalid/hardware"},
        {"hardware", "hardware_db"},
        {"hardware", "hardware_db/chassis"},
        {"prices", "tests/data/invalid/prices"},
        {"lesson", "resources/lessons"},
    };
    return folders;
}

/// The corpus and the findings of the fuzzers, run through the same readers and promises in every build.
class FuzzCorpusTest : public QObject {
    Q_OBJECT
private slots:
    void every_target_has_files_and_every_folder_a_target()
    {
        const QDir corpus(source_path("tests/data/fuzz"));
        for (const FuzzTarget& target : fuzz_targets()) {
            const QDir folder(corpus.filePath(QString::fromLatin1(target.name.data(), int(target.name.size()))));
            QVERIFY2(!folder.isEmpty(), qPrintable(folder.path()));
        }
        for (const QString& folder : corpus.entryList(QDir::Dirs | QDir::NoDotAndDotDot))
            QVERIFY2(fuzz_target(folder.toStdString()) != nullptr, qPrintable(folder));
    }

    void no_promise_is_broken()
    {
        std::vector<std::pair<QString, QString>> folders = other_folders();
        for (const FuzzTarget& target : fuzz_targets()) {
            const QString name = QString::fromLatin1(target.name.data(), int(target.name.size()));
            folders.emplace_back(name, QStringLiteral("tests/data/fuzz/") + name);
        }
        for (const auto& [target, folder] : folders) {
            const FuzzTarget& reader = *fuzz_target(target.toStdString());
            const QDir files(source_path(folder));
            for (const QString& file : files.entryList(QDir::Files)) {
                const QByteArray bytes = content_of(files.filePath(file));
                try {
                    reader.run({bytes.constData(), static_cast<std::size_t>(bytes.size())});
                } catch (const std::exception& broken) {
                    QFAIL(qPrintable(reader.name.data() + (' ' + file) + ": " + broken.what()));
                }
            }
        }
    }
};

RIGWRIGHT_TEST(FuzzCorpusTest)

} // namespace rigwright::test::tst_fuzz_corpus

#include "tst_fuzz_corpus.moc"
