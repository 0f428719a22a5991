// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/quantities.h"
#include "tests/support/file_content.h"
#include "tests/support/suite.h"
#include "tests/ui/hands.h"
#include "tests/ui/window_fixture.h"
#include "ui/document/project_file.h"
#include "ui/learn/lesson_desk.h"
#include "ui/panels/choices_column.h"
#include "ui/panels/findings_panel.h"
#include "ui/panels/input_rows.h"
#include "ui/plots/plot_canvas.h"
#include "ui/plots/plot_list.h"
#include "ui/recovery/recovery.h"
#include "ui/start/start.h"
#include "ui/window/status_line.h"
#include "ui/window_files.h"

#include <QListWidget>
#include <QRadioButton>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTableView>
#include <QTemporaryDir>

#include <algorithm>

namespace rigwright::test::tst_learn {

/// A window with the first lesson; progress is kept in a temporary folder.
struct LearnFixture {
    InterfaceLanguage language;
    Localization words{*find_data_directory()};
    Document document{shared_engine_data(), fabric_scenario()};
    QTemporaryDir folder;
    LessonDesk& desk{*new LessonDesk(document, load_lessons(find_data_directory()->lessons()).lessons,
                                     folder.filePath(QStringLiteral("kept/lessons.json")))};
    MainWindow window{document, words, language, find_data_directory()->examples()};

    explicit LearnFixture(const QSize& size = QSize(1366, 768))
    {
        QObject::connect(&language, &InterfaceLanguage::changed, &window, [this](const QString& id) { words.use(id); });
        window.resize(size);
        window.show();
        (void)QTest::qWaitForWindowExposed(&window);
        lesson();
    }

    QWidget& lesson() { return page<QWidget>(window, "learn"); }
    void click(QWidget& button)
    {
        child<QScrollArea>(lesson(), "lesson_steps")->ensureWidgetVisible(&button);
        QApplication::processEvents();
        QTest::mouseClick(&button, Qt::LeftButton);
        QApplication::processEvents();
    }
    void start() { click(*child<QPushButton>(lesson(), "start_lesson")); }
    /// Chooses an answer by key and submits it.
    void give(int number)
    {
        QRadioButton* chosen = lesson().findChildren<QRadioButton*>().at(number - 1);
        chosen->setFocus();
        QTest::keyClick(chosen, Qt::Key_Space);
        click(*button(lesson(), QStringLiteral("Answer")));
    }
    QByteArray own_project() const { return project_bytes(document.own_project(), FileKind::project); }
    QWidget* lead() { return child<QWidget>(window, "lesson_inputs"); }
    FieldControl* input(const char* path) { return window.findChild<ChoicesColumn*>()->control(QLatin1String(path)); }
    std::int64_t micro_batch() const { return document.scenario().training.micro_batch; }
};

QRadioButton* answer(const QWidget& page, int number) { return page.findChildren<QRadioButton*>().at(number - 1); }

QString goals(const QWidget& page) { return child<QLabel>(page, "goals")->text(); }

QWidget* memory_bar(const QWidget& page) { return child<QWidget>(page, "memory_parts"); }

const PlotCanvas& curve(const QWidget& playground, std::size_t quantity)
{
    return *child<PlotCanvas>(playground, playground_quantities[quantity]);
}

bool has_curves(const QWidget& playground)
{
    return dynamic_cast<const SettlingPage&>(playground).is_settled() && curve(playground, 0).graphCount() == 1;
}

class LearnTest : public QObject {
    Q_OBJECT
private slots:
    void a_lesson_runs_in_a_copy_and_the_project_stays_as_it_is()
    {
        LearnFixture f;
        QVERIFY(f.document.set_field(QStringLiteral("training.epochs"), std::int64_t(200)));
        const QByteArray project = f.own_project();
        const int steps = f.document.undo_stack().index();
        QVERIFY(!f.lead()->isVisible());
        f.start();
        QVERIFY(f.document.in_trial());
        QCOMPARE(f.document.scenario().model.preset, std::string("resnet50"));
        QCOMPARE(f.micro_batch(), std::int64_t(192));
        QVERIFY(f.lead()->isVisible());
        const auto machine = [&f] { return f.window.findChild<StatusLine*>()->findChild<QAbstractButton*>(); };
        QVERIFY2(machine()->accessibleName().contains(QStringLiteral("L: Lesson copy")),
                 qPrintable(machine()->accessibleName()));
        QVERIFY(f.document.set_field(QStringLiteral("training.micro_batch"), std::int64_t(64)));
        QCOMPARE(f.own_project(), project);
        // Another place ends the lesson, and so does its button.
        f.window.open_place(WindowPlace::explore);
        QVERIFY(!f.document.in_trial());
        QCOMPARE(project_bytes(f.document.project(), FileKind::project), project);
        QCOMPARE(f.document.undo_stack().index(), steps);
        f.lesson();
        f.start();
        f.click(*child<QPushButton>(f.lesson(), "leave_lesson"));
        QVERIFY(!f.document.in_trial() && !f.lead()->isVisible());
        QCOMPARE(project_bytes(f.document.project(), FileKind::project), project);
        QTest::keyClick(&f.window, Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(f.document.scenario().training.epochs, std::int64_t(300));
    }

    void undo_in_a_lesson_ends_at_its_start()
    {
        LearnFixture f;
        QVERIFY(f.document.set_field(QStringLiteral("training.epochs"), std::int64_t(200)));
        f.start();
        QVERIFY(f.document.set_field(QStringLiteral("training.micro_batch"), std::int64_t(64)));
        QTest::keyClick(&f.window, Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(f.micro_batch(), std::int64_t(192));
        QTest::keyClick(&f.window, Qt::Key_Z, Qt::ControlModifier);
        QVERIFY(f.document.in_trial());
        QCOMPARE(f.document.own_project().current_build().scenario.training.epochs, std::int64_t(200));
        QTest::keySequence(&f.window, QKeySequence::Redo);
        QCOMPARE(f.micro_batch(), std::int64_t(64));
    }

    void saving_writes_the_project_and_ends_the_lesson()
    {
        LearnFixture f;
        f.start();
        const QString path = f.folder.filePath(QStringLiteral("mine.rigwright"));
        QVERIFY(f.window.files().save_to(path));
        QVERIFY(!f.document.in_trial());
        const OpenedProject saved = open_project_file(path);
        QVERIFY(saved.project.has_value());
        QCOMPARE(saved.project->builds.size(), std::size_t(1));
        QCOMPARE(saved.project->current_build().scenario, fabric_scenario());
        // A lesson alone needs no confirmation.
        f.start();
        QVERIFY(f.document.set_field(QStringLiteral("training.micro_batch"), std::int64_t(64)));
        QVERIFY(f.window.files().may_leave());
        QVERIFY(!f.window.isWindowModified());
    }

    void recovery_keeps_the_project_during_a_lesson()
    {
        LearnFixture f;
        QVERIFY(f.document.set_field(QStringLiteral("training.epochs"), std::int64_t(200)));
        RecoveryFolder kept(f.folder.filePath(QStringLiteral("recovery")));
        Autosave autosave(f.document, kept, [] { return QString(); });
        f.start();
        QVERIFY(f.document.set_field(QStringLiteral("training.micro_batch"), std::int64_t(64)));
        QSignalSpy done(&autosave, &Autosave::kept);
        autosave.keep_now();
        QCOMPARE(done.size(), 1);
        const QDir folder(f.folder.filePath(QStringLiteral("recovery")));
        const QStringList files = folder.entryList({QStringLiteral("*.rigwright")});
        QCOMPARE(files.size(), 1);
        QCOMPARE(content_of(folder.filePath(files.front())), f.own_project());
    }

    void machine_commands_are_disabled_during_a_lesson()
    {
        LearnFixture f;
        const auto enabled = [&f](const char* id) { return child<QAction>(f.window, id)->isEnabled(); };
        QVERIFY(enabled("duplicate_machine"));
        f.start();
        QVERIFY(!enabled("duplicate_machine"));
        QVERIFY(!enabled("pin_machine"));
        QVERIFY(!enabled("next_machine"));
        QVERIFY(!enabled("import_model"));
        QVERIFY(enabled("compare"));
        f.window.open_place(WindowPlace::explore);
        QVERIFY(enabled("duplicate_machine"));
    }

    void the_inputs_begin_with_what_the_lesson_moves()
    {
        LearnFixture f;
        f.start();
        for (const std::string& path : f.desk.chosen()->moves) {
            FieldControl* control = f.input(path.c_str());
            QVERIFY2(control != nullptr && control->isVisible() && f.lead()->isAncestorOf(control), path.c_str());
        }
        // The optimizer has to stay in this lesson, so no switch offers it.
        QVERIFY(!f.lead()->isAncestorOf(f.input("training.optimizer")));
        auto* batch = qobject_cast<ParameterControl*>(f.input("training.micro_batch"));
        enter(*batch->field(), QStringLiteral("96"));
        QCOMPARE(f.micro_batch(), std::int64_t(96));
        f.desk.leave();
        QApplication::processEvents();
        QVERIFY(!f.lead()->isAncestorOf(f.input("training.micro_batch")));
        // Every setting used in a lesson has an input.
        for (const Lesson& lesson : f.desk.lessons()) {
            const Document plan(shared_engine_data(), lesson.start);
            QVERIFY2(!lesson.moves.empty(), lesson.id.c_str());
            for (const std::string& path : lesson.moves)
                QVERIFY2(input_row(path, plan, f.words).has_value(), (lesson.id + " " + path).c_str());
        }
    }

    void keep_and_swap_before_and_after()
    {
        LearnFixture f;
        f.start();
        QVERIFY(f.document.set_field(QStringLiteral("training.micro_batch"), std::int64_t(96)));
        QVERIFY(child<QLabel>(*f.lead(), "settings_before")->text().contains(QStringLiteral("192 → 96")));
        QTest::keyClick(&f.window, Qt::Key_B);
        QCOMPARE(f.micro_batch(), std::int64_t(192));
        QCOMPARE(f.desk.before()->scenario.training.micro_batch, std::int64_t(96));
        QTest::mouseClick(child<QPushButton>(*f.lead(), "swap_before"), Qt::LeftButton);
        QCOMPARE(f.micro_batch(), std::int64_t(96));
        QTest::mouseClick(child<QPushButton>(*f.lead(), "keep_before"), Qt::LeftButton);
        QCOMPARE(f.desk.before()->scenario.training.micro_batch, std::int64_t(96));
        // An edit of the task leaves "before" as it is.
        QVERIFY(f.document.set_field(QStringLiteral("training.epochs"), std::int64_t(20)));
        QCOMPARE(f.desk.before()->scenario.training.epochs, std::int64_t(10));
        QTest::keyClick(&f.window, Qt::Key_Z, Qt::ControlModifier);
        QTest::keyClick(&f.window, Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(f.desk.before()->scenario.training.micro_batch, std::int64_t(192));
    }

    void a_lesson_fits_a_small_screen()
    {
        LearnFixture f(QSize(1024, 768));
        f.start();
        QVERIFY(f.document.set_field(QStringLiteral("training.micro_batch"), std::int64_t(96)));
        QApplication::processEvents();
        const QSize least = f.window.centralWidget()->layout()->minimumSize();
        QVERIFY2(least.width() <= 960 && least.height() <= 644,
                 qPrintable(QStringLiteral("%1 x %2").arg(least.width()).arg(least.height())));
        QVERIFY(memory_bar(f.lesson())->isVisible() && child<PlotCanvas>(f.lesson())->isVisible());
    }

    void b_is_a_letter_while_typing()
    {
        LearnFixture f;
        f.start();
        QVERIFY(f.document.set_field(QStringLiteral("training.micro_batch"), std::int64_t(96)));
        NumberField* field = qobject_cast<ParameterControl*>(f.input("training.micro_batch"))->field();
        field->setFocus();
        QTest::keyClick(field, Qt::Key_B);
        QCOMPARE(f.micro_batch(), std::int64_t(96));
        QCOMPARE(f.desk.before()->scenario.training.micro_batch, std::int64_t(192));
    }

    void both_answers_are_on_the_bars()
    {
        LearnFixture f;
        f.start();
        QWidget& bar = *memory_bar(f.lesson());
        QVERIFY(child<QLabel>(bar, "difference")->text().isEmpty());
        const auto activations = [&f](const Evaluation& answer) {
            return f.words.text(*quantity_value(answer, "memory.parts.activations"));
        };
        const QString before = activations(f.document.evaluation());
        QVERIFY(f.document.set_field(QStringLiteral("training.micro_batch"), std::int64_t(96)));
        const QuantityLabel* shown = number(bar, QStringLiteral("memory.parts.activations"));
        QVERIFY(!shown->parentWidget()->isHidden());
        QCOMPARE(shown->text(), QStringLiteral("%1 → %2").arg(before, activations(f.document.evaluation())));
        QVERIFY(child<QLabel>(bar, "difference")->text().startsWith(QStringLiteral("−")));
        QTest::keyClick(&f.window, Qt::Key_B);
        QVERIFY(child<QLabel>(bar, "difference")->text().startsWith(QStringLiteral("+")));
    }

    void fixes_are_hidden_until_the_goals_are_reached()
    {
        LearnFixture f;
        const QWidget& table = *child<QWidget>(page<QWidget>(f.window, "overview"), "fixes");
        f.start();
        QVERIFY(f.document.evaluation().estimate->memory->total > f.document.evaluation().estimate->memory->usable);
        QVERIFY(table.isHidden());
        QVERIFY(f.document.set_field(QStringLiteral("training.micro_batch"), std::int64_t(96)));
        QVERIFY(f.document.hides_fixes());
        QVERIFY(f.document.set_field(QStringLiteral("training.gradient_accumulation"), std::int64_t(2)));
        QVERIFY(!f.document.hides_fixes());
        // Once reached, they stay visible for the rest of the lesson.
        QVERIFY(f.document.set_field(QStringLiteral("training.micro_batch"), std::int64_t(192)));
        QVERIFY(!table.isHidden());
        f.start();
        QVERIFY(table.isHidden());
        f.desk.leave();
        QVERIFY(!f.document.hides_fixes());
    }

    void findings_offer_no_fixes_before_the_goals()
    {
        LearnFixture f;
        f.desk.choose(4);
        f.start();
        QCOMPARE(f.desk.chosen()->id, std::string("why-the-cpu"));
        FindingsPanel& findings = *f.window.findChild<FindingsPanel*>();
        f.window.toggle_drawer();
        QTest::mouseClick(child<QAbstractButton>(f.window, "findings_tab"), Qt::LeftButton);
        const auto fix_shown = [&findings] {
            return std::ranges::any_of(findings.findChildren<WrappingButton*>(), &QWidget::isVisible);
        };
        QTRY_VERIFY_WITH_TIMEOUT(findings.is_settled(), 60000);
        QVERIFY(!fix_shown());
        const auto decode = [&f](std::int64_t height, std::int64_t width) {
            QVERIFY(f.document.set_field(QStringLiteral("dataset.source_height"), height));
            QVERIFY(f.document.set_field(QStringLiteral("dataset.source_width"), width));
        };
        QVERIFY(f.document.set_field(QStringLiteral("dataset.encoded_bytes_per_sample"), std::int64_t(110'000)));
        decode(375, 500);
        QVERIFY(!f.document.hides_fixes());
        decode(1936, 2580);
        QTRY_VERIFY_WITH_TIMEOUT(findings.is_settled() && fix_shown(), 60000);
    }

    void a_goal_is_ticked_when_the_plan_reaches_it()
    {
        LearnFixture f;
        f.start();
        QVERIFY(goals(f.lesson()).contains(QStringLiteral("○")));
        QVERIFY(f.document.set_field(QStringLiteral("training.micro_batch"), std::int64_t(96)));
        QVERIFY(goals(f.lesson()).contains(QStringLiteral("○")));
        QVERIFY(f.desk.record().goal_reached.isEmpty());
        QVERIFY(f.document.set_field(QStringLiteral("training.gradient_accumulation"), std::int64_t(2)));
        QVERIFY(!goals(f.lesson()).contains(QStringLiteral("○")));
        QVERIFY(!f.desk.progress().value(QStringLiteral("fit-16-gib")).goal_reached.isEmpty());
        QVERIFY(f.document.set_field(QStringLiteral("build.gpu"), std::string("a100-sxm-80")));
        QVERIFY(goals(f.lesson()).contains(QStringLiteral("✕ GPU must stay")));
    }

    void a_guess_is_judged_before_anything_is_changed()
    {
        LearnFixture f;
        QWidget& page = f.lesson();
        auto* guess = child<QDoubleSpinBox>(page);
        QCOMPARE(guess->suffix(), QStringLiteral(" GiB"));
        f.click(*button(page, QStringLiteral("Guess")));
        QVERIFY(child<QLabel>(page, "guess_result")->text().contains(QStringLiteral("above zero")));
        guess->setFocus();
        guess->selectAll();
        QTest::keyClicks(guess, QStringLiteral("9216 MiB"));
        f.click(*button(page, QStringLiteral("Guess")));
        QVERIFY(child<QLabel>(page, "guess_result")->text().contains(QStringLiteral("good")));
        QVERIFY(f.desk.record().guess_distance.value() < 0.15);
        QCOMPARE(f.document.scenario(), fabric_scenario());
    }

    void a_hint_opens_the_working()
    {
        LearnFixture f;
        QSignalSpy asked(child<PageRequests>(f.window), &PageRequests::working_requested);
        f.click(*button(f.lesson(), QStringLiteral("Hint: ") + f.words.quantity("memory.parts.activations")));
        QCOMPARE(asked.size(), 1);
        QCOMPARE(asked[0][0].toString(), QStringLiteral("memory.parts.activations"));
        QCOMPARE(f.desk.record().hints, 1);
    }

    void the_right_answer_shows_why()
    {
        LearnFixture f;
        QWidget& page = f.lesson();
        const auto why = [&page] { return child<QLabel>(page, "why")->isVisibleTo(&page); };
        f.click(*button(page, QStringLiteral("Answer")));
        QVERIFY(child<QLabel>(page, "verdict")->text().contains(QStringLiteral("Choose")));
        f.give(1);
        QVERIFY(!why());
        answer(page, 1)->setFocus();
        QTest::keyClick(answer(page, 1), Qt::Key_Down);
        f.click(*button(page, QStringLiteral("Answer")));
        QCOMPARE(child<QLabel>(page, "verdict")->text(), QStringLiteral("Right."));
        QVERIFY(why());
        QCOMPARE(f.desk.record().wrong_answers, 1);
    }

    void lessons_are_chosen_by_key_and_speak_chinese()
    {
        LearnFixture f;
        QVERIFY(f.language.use(QStringLiteral("zh_CN")));
        QApplication::processEvents();
        auto* list = child<QListWidget>(page<QWidget>(f.window, "lessons"));
        list->setFocus();
        QTest::keyClick(list, Qt::Key_Down);
        QCOMPARE(list->currentRow(), 1);
        QVERIFY(list->item(1)->text().contains(QStringLiteral("费用减半")));
        QTest::keyClick(list, Qt::Key_Return);
        QCOMPARE(f.desk.chosen()->id, std::string("halve-the-cost"));
        QVERIFY(f.lesson().isVisible());
        QVERIFY(f.language.use(QStringLiteral("en")));
    }

    void an_inactive_lesson_shows_its_outline()
    {
        LearnFixture f;
        const auto outline = [&f] {
            QStringList texts;
            for (const QLabel* label : child<QWidget>(f.lesson(), "lesson_outline")->findChildren<QLabel*>())
                if (label->isVisible()) texts << label->text();
            // A number and its unit stay on one line.
            return texts.join(QLatin1Char('\n')).replace(QChar(QChar::Nbsp), QLatin1Char(' '));
        };
        for (const char* expected :
             {"Micro-batch size (per GPU): 192", "Gradient accumulation steps: 1", "Memory per GPU: 16.8 GiB",
              "ResNet-50", "T4", "50,000 samples, 10 epochs", "at most 14.7", "Global batch size: at least 192",
              "Model, Size of a sample, Data"})
            QVERIFY2(outline().contains(QLatin1String(expected)), qPrintable(expected + outline()));
        // Each text begins beside its name, and ends before the next one.
        const QList<QLabel*> labels = child<QWidget>(f.lesson(), "lesson_outline")->findChildren<QLabel*>();
        for (const QLabel* text : labels) {
            const auto name = std::ranges::find(labels, text->accessibleName(), &QLabel::text);
            if (text->accessibleName().isEmpty() || name == labels.end()) continue;
            QCOMPARE((*name)->y(), text->y());
            QCOMPARE(text->height(), text->heightForWidth(text->width()));
        }
        f.start();
        QVERIFY(!child<QWidget>(f.lesson(), "lesson_outline")->isVisible());
        f.click(*child<QPushButton>(f.lesson(), "leave_lesson"));
        QVERIFY(child<QWidget>(f.lesson(), "lesson_outline")->isVisible());
        // Each lesson has its own lines, in both languages.
        static const QRegularExpression unnamed(QStringLiteral("\\[[a-z_.]+\\]|field\\.|hyperparameter\\."));
        static const QRegularExpression latin(QStringLiteral("[a-z]{3,} [a-z]{2,}"));
        QStringList seen;
        for (const char* language : {"en", "zh_CN"}) {
            QVERIFY(f.language.use(QLatin1String(language)));
            QApplication::processEvents();
            for (std::size_t i = 0; i < f.desk.lessons().size(); ++i) {
                f.desk.choose(i);
                const QString text = outline();
                QVERIFY2(!text.contains(unnamed) && !seen.contains(text), qPrintable(text));
                if (f.words.language() == Language::chinese) QVERIFY2(!text.contains(latin), qPrintable(text));
                seen << text;
            }
        }
        QVERIFY(f.language.use(QStringLiteral("en")));
    }

    void answers_name_the_parts_of_memory_that_the_engine_names()
    {
        LearnFixture f;
        const QString named = answer(f.lesson(), 2)->text().simplified();
        QCOMPARE(named, QStringLiteral("Weights, Gradients, Optimizer state, Temporary buffers and workspaces"));
        const Evaluation& at_192 = f.desk.start_evaluation();
        const Evaluation& at_96 = f.desk.predicted_evaluation();
        for (std::size_t i = 0; i < words<MemoryPart>.size(); ++i) {
            const std::string id = "memory.parts." + std::string(key_of(static_cast<MemoryPart>(i)));
            const double before = quantity_value(at_192, id)->number;
            const double after = quantity_value(at_96, id)->number;
            QVERIFY2(named.contains(f.words.quantity(id)) == (after >= before && after > 0.0), id.c_str());
        }
        f.give(2);
        const QString why = child<QLabel>(f.lesson(), "why")->text();
        QVERIFY2(why.contains(QStringLiteral("96: Weights, Gradients, Optimizer state. ")) &&
                     why.contains(QStringLiteral("Larger at 96: Temporary buffers and workspaces,")),
                 qPrintable(why));
    }

    void another_language_keeps_the_lesson_and_the_playground()
    {
        Session session(*find_data_directory());
        MainWindow& window = session.window();
        StartOptions english;
        english.language = QStringLiteral("en");
        session.dress(english, false);
        QVERIFY(session.open(QString()));
        window.resize(1366, 768);
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        const Hands hands(window, Hands::Use::mouse);
        const auto switch_language = [&] { hands.push(*child<QToolButton>(window, "language_switch")); };
        hands.open(QStringLiteral("learn"));
        auto& lesson = page<QWidget>(window, "learn");
        hands.push(*button(lesson, QStringLiteral("Guess")));
        hands.push(*button(lesson, QStringLiteral("Answer")));
        hands.push(*child<QPushButton>(lesson, "start_lesson"));
        QVERIFY(session.document().set_field(QStringLiteral("training.micro_batch"), std::int64_t(96)));
        switch_language();
        QVERIFY(session.document().in_trial());
        QCOMPARE(session.document().scenario().training.micro_batch, std::int64_t(96));
        static const QRegularExpression latin(QStringLiteral("[A-Za-z]{3,} [a-z]{2,}"));
        const auto has_english = [&](const QWidget& part) {
            QStringList found;
            for (const QLabel* label : part.findChildren<QLabel*>())
                if (label->isVisible() && label->text().contains(latin)) found << label->text();
            for (const QAbstractButton* each : part.findChildren<QAbstractButton*>())
                if (each->isVisible() && each->text().contains(latin)) found << each->text();
            if (!found.isEmpty()) qWarning() << found;
            return !found.isEmpty();
        };
        QVERIFY(!has_english(*window.centralWidget()));
        switch_language();
        hands.open(QStringLiteral("playground"));
        auto& playground = page<QWidget>(window, "playground");
        QTRY_VERIFY_WITH_TIMEOUT(has_curves(playground), 60000);
        switch_language();
        QVERIFY(session.document().in_trial());
        QTRY_VERIFY_WITH_TIMEOUT(has_curves(playground), 60000);
        for (std::size_t i = 0; i < playground_quantities.size(); ++i) {
            QVERIFY(curve(playground, i).isVisible());
            QCOMPARE(curve(playground, i).graphCount(), 1);
        }
        QVERIFY(!has_english(*window.centralWidget()));
        // The lesson continues where it was left, also in Chinese.
        hands.open(QStringLiteral("learn"));
        QCOMPARE(session.document().scenario().training.micro_batch, std::int64_t(96));
        QVERIFY(!has_english(*window.centralWidget()));
        switch_language();
        QCOMPARE(child<QLabel>(lesson, "verdict")->text(), QStringLiteral("Choose an answer first."));
    }

    void progress_is_kept_and_exported()
    {
        LearnFixture f;
        f.desk.choose(6);
        f.give(2);
        const auto& list = page<QWidget>(f.window, "lessons");
        QVERIFY(child<QListWidget>(list)->item(6)->text().startsWith(QStringLiteral("✓")));
        const auto& progress = page<QWidget>(f.window, "progress");
        QVERIFY(child<QLabel>(progress)->text().startsWith(QStringLiteral("1 of")));
        const auto* rows = child<QTableView>(progress)->model();
        QCOMPARE(rows->index(6, 3).data().toString(), f.desk.record().answered_rightly);
        QVERIFY(rows->index(5, 3).data().toString().isEmpty());
        Document other(shared_engine_data(), fabric_scenario());
        const LessonDesk again(other, f.desk.lessons(), f.folder.filePath(QStringLiteral("kept/lessons.json")));
        QCOMPARE(again.progress(), f.desk.progress());
        const QString table = f.folder.filePath(QStringLiteral("class.csv"));
        QVERIFY(f.desk.write_progress(table).isEmpty());
        QVERIFY(content_of(table).contains("\"flops-or-macs\""));
        QVERIFY(!f.desk.write_progress(f.folder.path()).isEmpty());
    }

    void the_playground_matches_the_engine()
    {
        // QCustomPlot complains about pictures of no pixel.
        QTest::failOnWarning(QRegularExpression(QStringLiteral("Paint device|paint buffer")));
        LearnFixture f;
        const QByteArray project = f.own_project();
        auto& playground = page<QWidget>(f.window, "playground");
        QTRY_VERIFY_WITH_TIMEOUT(has_curves(playground), 60000);
        auto* depth = qobject_cast<ParameterControl*>(f.input("model.shape.layers"));
        QVERIFY(depth != nullptr && depth->slider() != nullptr && f.lead()->isAncestorOf(depth));
        enter(*depth->field(), QStringLiteral("10"));
        QCOMPARE(curve(playground, 0).xAxis->label(), f.words.text("hyperparameter.layers"));
        QTRY_VERIFY_WITH_TIMEOUT(has_curves(playground), 60000);
        Scenario deeper = playground_scenario();
        deeper.model.shape.insert_or_assign("layers", std::int64_t(10));
        QCOMPARE(f.document.scenario(), deeper);
        const Evaluation expected = evaluate(deeper, *f.document.data());
        for (std::size_t i = 0; i < playground_quantities.size(); ++i) {
            const std::optional<Value> value = quantity_value(expected, playground_quantities[i]);
            QVERIFY2(value.has_value(), playground_quantities[i]);
            // In the unit of the axis, the curve runs through the mark of the present figure.
            const PlotCanvas& canvas = curve(playground, i);
            const auto point = canvas.graph(0)->data()->findBegin(10.0, false);
            QCOMPARE(point->key, 10.0);
            const auto* mark = qobject_cast<QCPItemTracer*>(canvas.item(0));
            QVERIFY(mark != nullptr);
            QCOMPARE(mark->position->coords(), QPointF(10.0, point->value));
            QCOMPARE(number(playground, QLatin1String(playground_quantities[i]))->text(), f.words.text(*value));
            QCOMPARE(canvas.graphCount(), 1);
        }
        // Twice the width of the same depth: the curves run along the width.
        QVERIFY(f.document.set_field(QStringLiteral("model.shape.d_model"), std::int64_t(1024)));
        QCOMPARE(curve(playground, 0).xAxis->label(), f.words.text("hyperparameter.d_model"));
        f.window.open_place(WindowPlace::task);
        QCOMPARE(project_bytes(f.document.project(), FileKind::project), project);
    }

    void the_palette_lists_what_it_can_open()
    {
        LearnFixture f;
        auto& playground = page<QWidget>(f.window, "playground");
        QTRY_VERIFY_WITH_TIMEOUT(has_curves(playground), 60000);
        QVERIFY(f.document.in_trial());
        // A transformer of sequences; the project's detector reads images.
        const QStringList ids = f.window.page_ids();
        QVERIFY(ids.contains(QStringLiteral("memory_image")) && !ids.contains(QStringLiteral("memory_sequence")));
        for (const QString& id : ids) {
            if (plot_of(id) == nullptr) continue;
            QVERIFY2(f.window.open_page(id) != nullptr, qPrintable(id));
            page<QWidget>(f.window, "playground");
        }
    }

    void the_playground_gives_way_to_the_lesson_and_back()
    {
        LearnFixture f;
        f.start();
        QVERIFY(f.document.set_field(QStringLiteral("training.micro_batch"), std::int64_t(64)));
        page<QWidget>(f.window, "playground");
        QCOMPARE(f.document.scenario(), playground_scenario());
        f.lesson();
        QCOMPARE(f.micro_batch(), std::int64_t(64));
        QCOMPARE(f.desk.before()->scenario.training.micro_batch, std::int64_t(192));
    }

    void damaged_progress_is_ignored()
    {
        QVERIFY(progress_from_json("").isEmpty());
        QVERIFY(progress_from_json("{\"format\":\"other\",\"lessons\":{\"a\":{}}}").isEmpty());
        QVERIFY(progress_from_json("[1,2").isEmpty());
        const LessonProgress progress{{QStringLiteral("=a"), {0.25, QStringLiteral("2026-11-22"), {}, 2, 1}}};
        QCOMPARE(progress_from_json(progress_to_json(progress)), progress);
        QVERIFY(progress_to_csv(progress).contains("\"'=a\",0.250,\"2026-11-22\",\"\",2,1\r\n"));
    }
};

RIGWRIGHT_WIDGET_TEST(LearnTest)

} // namespace rigwright::test::tst_learn

#include "tst_learn.moc"
