// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/file_content.h"
#include "tests/support/suite.h"
#include "tests/ui/first_start.h"
#include "tests/ui/hands.h"
#include "ui/advisor/advisor_source.h"
#include "ui/advisor/candidate_text.h"
#include "ui/import_dialog.h"
#include "ui/panels/advice_panel.h"
#include "ui/panels/choices_column.h"
#include "ui/report/report_page.h"
#include "ui/theme/theme.h"
#include "ui/window_files.h"

#include <QProcess>
#include <QScrollArea>
#include <QStandardPaths>
#include <QTemporaryDir>

namespace rigwright::test::tst_newcomer_walks {

constexpr int patience_ms = 60000;

/// A first-time user on the start page.
struct Visitor : FirstStart {
    explicit Visitor(Hands::Use use) : hands(window, use) {}

    Document& document() { return session.document(); }
    QString verdict() { return child<QAbstractButton>(window, "status_verdict")->accessibleName(); }

    /// Whether a text is on the screen.
    bool reads(const QWidget& where, const QString& text)
    {
        return std::ranges::any_of(where.findChildren<QLabel*>(), [&text](const QLabel* label) {
            return label->text().contains(text) && !label->visibleRegion().isEmpty();
        });
    }

    /// The input of a field: beside the page, or on it.
    QWidget& input(const char* path)
    {
        for (const ChoicesColumn* column : window.findChildren<ChoicesColumn*>())
            if (const FieldControl* control = column->control(QLatin1String(path)); control && control->isVisible())
                return *control->editor();
        qFatal("no input '%s' in sight", path);
    }

    Hands hands;
};

/// The text of a PDF, if there is a program to extract it.
QString text_of_pdf(const QString& path)
{
    const QString reader = QStandardPaths::findExecutable(QStringLiteral("pdftotext"));
    if (reader.isEmpty()) return {};
    QProcess process;
    process.start(reader, {QStringLiteral("-raw"), path, QStringLiteral("-")});
    return process.waitForFinished() ? QString::fromUtf8(process.readAllStandardOutput()).simplified() : QString();
}

/// From the start page to a result, without a manual: by mouse, and by keys alone.
class NewcomerWalksTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        QStandardPaths::setTestModeEnabled(true);
        install_style(*qApp);
        // Lists take no click for so long after they opened.
        QApplication::setDoubleClickInterval(20);
    }
    void init() { forget_files(); }
    void a_buyer_gets_a_report_data() { hands(); }

    void a_buyer_gets_a_report()
    {
        QFETCH(const Hands::Use, use);
        Visitor buyer(use);
        const Hands& hands = buyer.hands;
        hands.choose(static_cast<QComboBox&>(buyer.editor("task_kind")), QStringLiteral("Object detection"));
        for (const auto& [path, text] :
             {std::pair("dataset.samples", "20k"), std::pair("training.epochs", "50"),
              std::pair("dataset.source_height", "1280x960"), std::pair("requirements.deadline_seconds", "24h"),
              std::pair("requirements.budget", "80,000")})
            hands.type(buyer.editor(path), QString::fromLatin1(text));
        buyer.settle();
        QVERIFY2(buyer.answer().contains(QStringLiteral("CN¥")), qPrintable(buyer.answer()));
        hands.push(*child<QPushButton>(buyer.page(), "show_machines"));
        QCOMPARE(buyer.document().scenario().dataset.samples, 20000);
        QCOMPARE(buyer.document().scenario().requirements.budget, 80000.0);

        // The advisor's answer, and the proposed machines in the comparison.
        QCOMPARE(buyer.page_in_front(), QStringLiteral("advisor"));
        auto& advisor = *child<QScrollArea>(buyer.window, "advisor");
        AdvisorSource& source = *child<AdvisorSource>(advisor);
        QTRY_VERIFY_WITH_TIMEOUT(source.is_settled() && source.found() != nullptr, patience_ms);
        QVERIFY(buyer.reads(advisor, QStringLiteral("CN¥")));
        QStringList names;
        for (QWidget* card : advisor.findChildren<QWidget*>(QStringLiteral("pick"))) {
            if (!card->isVisible()) continue;
            names << child<QLabel>(*card, "build")->text();
            hands.push(*card->findChildren<QAbstractButton*>().back());
        }
        QVERIFY(names.size() >= 2);
        QCOMPARE(pinned_builds(buyer.document().project()).size(), static_cast<std::size_t>(names.size()));

        // Side by side, then as a file that can be signed.
        hands.open(QStringLiteral("compare"));
        const auto& compare = *child<QWidget>(buyer.window, "compare");
        QVERIFY(!child<QLabel>(compare, "sentence")->text().isEmpty());
        hands.push(*child<QPushButton>(compare, "print_comparison"));
        QCOMPARE(buyer.page_in_front(), QStringLiteral("report"));
        auto& report = *child<ReportPage>(buyer.window);
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("order.pdf"));
        hands.will_name_file(path);
        hands.push(*button(report, QStringLiteral("Export…")));
        QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(path), patience_ms);
        QVERIFY(content_of(path).startsWith("%PDF-"));
        const QString text = text_of_pdf(path);
        for (const QString& name : names) {
            QVERIFY2(child<PaperView>(report)->pages().text().contains(name), qPrintable(name));
            QVERIFY2(text.isEmpty() || text.contains(name), qPrintable(name));
        }
    }
    void a_student_makes_it_fit_data() { hands(); }

    void a_student_makes_it_fit()
    {
        QFETCH(const Hands::Use, use);
        Visitor student(use);
        const Hands& hands = student.hands;
        hands.push(*child<QAbstractButton>(student.page(), "example.out-of-memory"));
        QVERIFY(!student.in_front());
        const auto verdict = [&] { return *student.document().evaluation().estimate->verdict; };
        QCOMPARE(verdict(), Verdict::does_not_fit);
        const QString before = student.verdict();
        const auto& fixes = *child<QWidget>(student.window, "fixes");
        QVERIFY(fixes.isVisible());
        QTRY_VERIFY_WITH_TIMEOUT(child<AdviceRows>(fixes)->shown() > 0, patience_ms);
        hands.push(*button(fixes, QStringLiteral("How to make it fit…")));
        QCOMPARE(student.page_in_front(), QStringLiteral("advice"));
        const auto& panel = *child<QWidget>(student.window, "advice");
        const Live<Advice>& advice = advice_of(student.document());

        int steps = 0;
        for (; verdict() != Verdict::fits && steps < 6; ++steps) {
            hands.open(QStringLiteral("advice"));
            QTRY_VERIFY_WITH_TIMEOUT(advice.is_current(), patience_ms);
            // First a fix that is not sufficient alone, then one that is.
            const AdviceRows& rows = *panel.findChildren<AdviceRows*>().front();
            int row = 0;
            while (row + 1 < rows.shown() && (rows.advice(row).verdict == Verdict::fits) == (steps == 0)) ++row;
            const AdviceText fix = rows.advice(row);
            QVERIFY(!fix.saved.isEmpty());
            QPushButton& apply = *rows.button(row);
            hands.look_at(apply);
            QVERIFY2(student.reads(rows, fix.saved), qPrintable(fix.saved));
            QVERIFY2(fix.slower.isEmpty() || student.reads(rows, fix.slower), qPrintable(fix.slower));
            const Scenario plan = student.document().scenario();
            // The second click of a double click applies nothing, and users are slower.
            QTest::qWait(QApplication::doubleClickInterval());
            hands.push(apply);
            QVERIFY(student.document().scenario() != plan);
            // Its cost is on the first page too.
            hands.open(QStringLiteral("overview"));
            const auto& change = *child<QWidget>(student.window, "what_changed");
            QTRY_VERIFY(change.isVisible());
            const QuantityLabel& memory = *number(change, QStringLiteral("memory.total_bytes"));
            QVERIFY2(memory.isVisible() && memory.text().contains(QChar(u'−')), qPrintable(memory.text()));
            QVERIFY(number(change, QStringLiteral("time.step_seconds"))->isVisible());
        }
        QCOMPARE(verdict(), Verdict::fits);
        QVERIFY2(steps > 1, qPrintable(QString::number(steps)));
        QVERIFY(!fixes.isVisible());
        QVERIFY2(student.verdict().startsWith(QStringLiteral("Fits")) && !before.startsWith(QStringLiteral("Fits")),
                 qPrintable(student.verdict()));
    }
    void an_engineer_gets_a_batch_job_data() { hands(); }

    void an_engineer_gets_a_batch_job()
    {
        QFETCH(const Hands::Use, use);
        const QTemporaryDir folder;
        const QString config = folder.filePath(QStringLiteral("config.json"));
        write_file(config,
                   R"({"model_type": "llama", "hidden_size": 2048, "intermediate_size": 5632, "vocab_size": 32000,
                    "num_hidden_layers": 22, "num_attention_heads": 32, "num_key_value_heads": 4,
                    "max_position_embeddings": 2048, "tie_word_embeddings": false})");
        Visitor engineer(use);
        const Hands& hands = engineer.hands;
        hands.open(QStringLiteral("overview"));
        hands.will_name_file(config);
        hands.command("import_model");
        QTRY_COMPARE_WITH_TIMEOUT(engineer.document().scenario().model.family, std::string("decoder-transformer"),
                                  patience_ms);
        QCOMPARE(engineer.document().evaluation().estimate->model.parameters.value(), 1'100'048'384);

        hands.open(QStringLiteral("machines"));
        hands.type(engineer.input("build.gpu"), QStringLiteral("H100 SXM5 80"));
        hands.type(engineer.input("build.gpus_per_node"), QStringLiteral("4"));
        QVERIFY2(engineer.document().scenario().build.gpu.starts_with("h100"),
                 engineer.document().scenario().build.gpu.c_str());
        QCOMPARE(gpu_count(engineer.document().scenario().build), 4);
        hands.open(QStringLiteral("overview"));
        QVERIFY2(!engineer.verdict().isEmpty(), qPrintable(engineer.verdict()));

        hands.command("launch");
        auto* launch = child<QDialog>(engineer.window, "launch");
        QVERIFY(QTest::qWaitForWindowActive(launch));
        hands.choose(*child<QComboBox>(*launch), QStringLiteral("Slurm"));
        const QString path = folder.filePath(QStringLiteral("train.sbatch"));
        hands.will_name_file(path);
        hands.push(*button(*launch, QStringLiteral("Save…")));
        const QByteArray job = content_of(path);
        QVERIFY(job.startsWith("#!/bin/bash\n"));
        for (const char* line : {"#SBATCH --nodes=1", "4", "srun"}) QVERIFY2(job.contains(line), job.constData());
        QVERIFY(child<QListWidget>(*launch)->isVisible());
    }

private:
    static void hands()
    {
        QTest::addColumn<Hands::Use>("use");
        QTest::newRow("mouse") << Hands::Use::mouse;
        QTest::newRow("keys") << Hands::Use::keys;
    }
};

RIGWRIGHT_WIDGET_TEST(NewcomerWalksTest)

} // namespace rigwright::test::tst_newcomer_walks

#include "tst_newcomer_walks.moc"
