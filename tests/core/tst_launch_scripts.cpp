// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/launch/launch_file.h"
#include "core/launch/launch_template.h"
#include "tests/core/launch_reading.h"
#include "tests/support/engine_case.h"
#include "tests/support/suite.h"

#include <QFile>
#include <QProcess>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QTemporaryDir>

namespace rigwright::test::tst_launch_scripts {

/// GPT-3 of 125 million parameters on two machines of eight A100.
Evaluation named_plan(const QByteArray& name)
{
    Scenario scenario = scenario_of("gpt3-125m", 4);
    scenario.name = name.toStdString();
    scenario.build.gpus_per_node = 8;
    scenario.build.nodes = 2;
    scenario.dataset.samples = 12800;
    return evaluated(scenario);
}

/// The environment of a script whose engine only writes down the words that it was started with.
QProcessEnvironment environment_with(const QString& folder)
{
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert("PATH", folder + ':' + environment.value("PATH"));
    environment.insert("HEAD_NODE", "node-1");
    environment.insert("SLURM_JOB_NODELIST", "node-1");
    environment.insert("SLURM_JOB_ID", "7");
    return environment;
}

void write_program(const QString& path, const QByteArray& text)
{
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("#!/usr/bin/env bash\n" + text);
    file.close();
    QVERIFY(file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
}

/// What a script hands over: RUN_NAME, then each word, each ended by a zero byte.
QList<QByteArray> words_of_run(const std::string& script, const QStringList& arguments)
{
    QTemporaryDir folder;
    const QByteArray writes_words = "printf '%s\\0' \"$RUN_NAME\" \"$@\"\n";
    write_program(folder.filePath("torchrun"), writes_words);
    write_program(folder.filePath("srun"), "shift\n\"$@\"\n");
    write_program(folder.filePath("scontrol"), "echo node-1\n");
    QFile file(folder.filePath("script"));
    if (!file.open(QIODevice::WriteOnly)) return {};
    file.write(script.data(), static_cast<qint64>(script.size()));
    file.close();
    QProcess bash;
    bash.setProcessEnvironment(environment_with(folder.path()));
    bash.setWorkingDirectory(folder.path());
    bash.start("bash", QStringList{file.fileName()} + arguments);
    bash.waitForFinished();
    QList<QByteArray> words = bash.readAllStandardOutput().split('\0');
    words.removeLast();
    return words;
}

bool has_bash() { return !QStandardPaths::findExecutable("bash").isEmpty(); }

constexpr std::array script_targets{LaunchTarget::torchrun, LaunchTarget::megatron, LaunchTarget::slurm};

/// Names in scripts stay names: bash reads them as they are and runs nothing of them.
class LaunchScriptsTest : public QObject {
    Q_OBJECT
private slots:
    void hostile_names_stay_names()
    {
        if (!has_bash()) QSKIP("bash is not installed");
        const Rows<QByteArray> rows{
            {"quotes", "it's \"quoted\" \\ back\\\\slash"},
            {"commands", QByteArray("$(touch pwned) `touch pwned`; touch pwned & touch pwned | cat > pwned")},
            {"lines", "one\n#SBATCH --nodes=99\ntouch pwned\r\n\ttwo"},
            {"expansion", "$HOME ${RUN_ID} * ? ~ !! {a,b} [x]"},
            {"options", "--rdzv-id=other -rf /"},
            {"end of quote", "'\n'; touch pwned; '"},
            {"control", "a\x01"
                        "9b\x1b[31mc\x7f"
                        "d"},
            {"Chinese", "织物缺陷检测\xe2\x80\xa8第二行"},
            {"empty", ""},
        };
        rows.each([](const QByteArray& name) {
            const Evaluation plan = named_plan(name);
            for (const LaunchTarget target : script_targets) {
                const std::string script = launch_file(plan, engine_data(), target).file->text();
                QProcess check;
                check.start("bash", {"-n"});
                check.write(script.data(), static_cast<qint64>(script.size()));
                check.closeWriteChannel();
                QVERIFY(check.waitForFinished());
                QVERIFY2(check.exitCode() == 0, (check.readAllStandardError() + script.c_str()).constData());
                const QStringList arguments{"--data=a b", "$(touch pwned)"};
                const QList<QByteArray> words = words_of_run(script, arguments);
                QVERIFY2(words.size() > 4, script.c_str());
                QCOMPARE(words.first(), name);
                QVERIFY(words.contains("--nnodes=2") && words.contains("--nproc-per-node=8"));
                const bool job = target == LaunchTarget::slurm;
                QVERIFY(words.contains(job ? "--rdzv-id=7" : "--rdzv-id=" + name));
                QCOMPARE(words.at(words.size() - 2), QByteArray("--data=a b"));
                QCOMPARE(words.last(), QByteArray("$(touch pwned)"));
                QCOMPARE(words.contains("touch"), false);
            }
            const LaunchSettings job = launch_settings(
                LaunchTarget::slurm, launch_file(plan, engine_data(), LaunchTarget::slurm).file->text());
            QCOMPARE(job.at("nodes"), std::string("2"));
            static const QRegularExpression plain("^[A-Za-z0-9][A-Za-z0-9._-]*$");
            QVERIFY(plain.match(QString::fromStdString(job.at("job-name"))).hasMatch());
        });
    }

    void words_of_the_shell()
    {
        QCOMPARE(shell_word("plain"), std::string("'plain'"));
        QCOMPARE(shell_word(""), std::string("''"));
        QCOMPARE(shell_word("it's"), std::string("'it'\\''s'"));
        QCOMPARE(shell_word("a\nb'c\\"), std::string("$'a\\nb\\'c\\\\'"));
        QCOMPARE(shell_word(std::string_view("a\0b", 3)), std::string("$'a\xEF\xBF\xBD"
                                                                      "b'"));
        QCOMPARE(comment_text("one\ntwo\xE2\x80\xA8three"), std::string("one two three"));
        QCOMPARE(job_name("织物"), std::string("rigwright"));
        QCOMPARE(job_name("--x y"), std::string("x-y"));
    }
};

RIGWRIGHT_TEST(LaunchScriptsTest)

} // namespace rigwright::test::tst_launch_scripts

#include "tst_launch_scripts.moc"
