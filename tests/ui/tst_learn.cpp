// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/json/data_directory.h"
#include "tests/support/engine_case.h"
#include "tests/support/suite.h"
#include "tests/ui/find_widget.h"
#include "ui/learn/learn_window.h"

#include <QRadioButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

namespace tst_learn {

using namespace rigwright;
using namespace rigwright::test;

namespace {

std::shared_ptr<const EngineData> data()
{
    return {&test::engine_data(), [](const EngineData*) {}};
}

struct Fixture {
    DataDirectory directory = find_data_directory().value_or(DataDirectory({}));
    Localization words{directory.messages()};
    Document document{data(), test::scenario_of("resnet18", 8)};
    QTemporaryDir folder;
    LearnWindow window;

    explicit Fixture(const QString& language = QStringLiteral("en"))
        : window((words.use(language), document), words, load_lessons(directory.lessons()).lessons,
                 folder.filePath(QStringLiteral("kept/lessons.json")), nullptr)
    {
        window.show();
        (void)QTest::qWaitForWindowExposed(&window);
    }
    void click(QWidget& button)
    {
        child<LessonPage>(window)->ensureWidgetVisible(&button);
        QTest::mouseClick(&button, Qt::LeftButton);
    }
};

QRadioButton* answer(const LessonPage& page, int number) { return page.findChildren<QRadioButton*>().at(number - 1); }

/// What explains the right answer; nothing while it is not shown.
QString why(const LessonPage& page)
{
    const QLabel* label = child<QLabel>(page, "why");
    return label->isVisibleTo(&page) ? label->text() : QString();
}

} // namespace

class LearnTest : public QObject {
    Q_OBJECT
private slots:
    void starting_puts_the_plan_into_the_window_as_one_step();
    void a_goal_is_ticked_when_the_plan_reaches_it();
    void a_guess_is_judged_before_anything_is_changed();
    void a_hint_opens_the_working();
    void the_right_answer_shows_why();
    void progress_is_kept_and_exported();
    void lessons_are_chosen_by_key_and_speak_chinese();
    void damaged_progress_is_no_progress();
};

void LearnTest::starting_puts_the_plan_into_the_window_as_one_step()
{
    Fixture fixture;
    fixture.click(*button(*child<LessonPage>(fixture.window), QStringLiteral("Start: put this plan into the window")));
    QCOMPARE(fixture.document.scenario().model.preset, std::string("resnet50"));
    QCOMPARE(fixture.document.scenario().training.micro_batch, std::int64_t(192));
    fixture.document.undo_stack().undo();
    QCOMPARE(fixture.document.scenario().model.preset, std::string("resnet18"));
}

void LearnTest::a_goal_is_ticked_when_the_plan_reaches_it()
{
    Fixture fixture;
    fixture.click(*button(*child<LessonPage>(fixture.window), QStringLiteral("Start: put this plan into the window")));
    QVERIFY(child<QLabel>(*child<LessonPage>(fixture.window), "goals")->text().contains(QStringLiteral("○")));
    QVERIFY(fixture.document.set_field(QStringLiteral("training.micro_batch"), std::int64_t(96)));
    QVERIFY(child<QLabel>(*child<LessonPage>(fixture.window), "goals")->text().contains(QStringLiteral("○")));
    QVERIFY(fixture.document.set_field(QStringLiteral("training.gradient_accumulation"), std::int64_t(2)));
    QVERIFY(!child<QLabel>(*child<LessonPage>(fixture.window), "goals")->text().contains(QStringLiteral("○")));
    QVERIFY(!fixture.window.progress().value(QStringLiteral("fit-16-gib")).goal_reached.isEmpty());
    QVERIFY(fixture.document.set_field(QStringLiteral("build.gpu"), std::string("a100-sxm-80")));
    QVERIFY(child<QLabel>(*child<LessonPage>(fixture.window), "goals")
                ->text()
                .contains(QStringLiteral("! GPU has to stay")));
}

void LearnTest::a_guess_is_judged_before_anything_is_changed()
{
    Fixture fixture;
    LessonPage& page = *child<LessonPage>(fixture.window);
    QCOMPARE(child<QDoubleSpinBox>(page)->suffix(), QStringLiteral(" GiB"));
    fixture.click(*button(page, QStringLiteral("Guess")));
    QVERIFY(child<QLabel>(page, "guess_result")->text().contains(QStringLiteral("above zero")));
    child<QDoubleSpinBox>(page)->setFocus();
    child<QDoubleSpinBox>(page)->selectAll();
    QTest::keyClicks(child<QDoubleSpinBox>(page), QStringLiteral("9"));
    fixture.click(*button(page, QStringLiteral("Guess")));
    QVERIFY(child<QLabel>(page, "guess_result")->text().contains(QStringLiteral("good")));
    QVERIFY(fixture.window.progress().value(QStringLiteral("fit-16-gib")).guess_distance.value() < 0.15);
    QCOMPARE(fixture.document.scenario().model.preset, std::string("resnet18"));
}

void LearnTest::a_hint_opens_the_working()
{
    Fixture fixture;
    QSignalSpy asked(&fixture.window, &LearnWindow::working_requested);
    fixture.click(
        *button(fixture.window, QStringLiteral("Hint: ") + fixture.words.quantity("memory.parts.activations")));
    QCOMPARE(asked.size(), 1);
    QCOMPARE(asked[0][0].toString(), QStringLiteral("memory.parts.activations"));
    QCOMPARE(fixture.window.progress().value(QStringLiteral("fit-16-gib")).hints, 1);
}

void LearnTest::the_right_answer_shows_why()
{
    Fixture fixture;
    LessonPage& page = *child<LessonPage>(fixture.window);
    fixture.click(*button(page, QStringLiteral("Answer")));
    QVERIFY(child<QLabel>(page, "verdict")->text().contains(QStringLiteral("Choose")));
    answer(page, 1)->setFocus();
    QTest::keyClick(answer(page, 1), Qt::Key_Space);
    fixture.click(*button(page, QStringLiteral("Answer")));
    QVERIFY(why(page).isEmpty());
    answer(page, 1)->setFocus();
    QTest::keyClick(answer(page, 1), Qt::Key_Down);
    fixture.click(*button(page, QStringLiteral("Answer")));
    QCOMPARE(child<QLabel>(page, "verdict")->text(), QStringLiteral("Right."));
    QVERIFY(!why(page).isEmpty());
    QCOMPARE(fixture.window.progress().value(QStringLiteral("fit-16-gib")).wrong_answers, 1);
}

void LearnTest::progress_is_kept_and_exported()
{
    Fixture fixture;
    child<QListWidget>(fixture.window)->setCurrentRow(6);
    LessonPage& page = *child<LessonPage>(fixture.window);
    answer(page, 2)->setFocus();
    QTest::keyClick(answer(page, 2), Qt::Key_Space);
    fixture.click(*button(page, QStringLiteral("Answer")));
    QVERIFY(child<QLabel>(fixture.window)->text().startsWith(QStringLiteral("1 of")));
    QVERIFY(child<QListWidget>(fixture.window)->item(6)->text().startsWith(QStringLiteral("✓")));
    const LearnWindow again(fixture.document, fixture.words, load_lessons(fixture.directory.lessons()).lessons,
                            fixture.folder.filePath(QStringLiteral("kept/lessons.json")), nullptr);
    QCOMPARE(again.progress(), fixture.window.progress());
    const QString table = fixture.folder.filePath(QStringLiteral("class.csv"));
    QVERIFY(fixture.window.write_progress(table));
    QFile file(table);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QVERIFY(file.readAll().contains("\"flops-or-macs\""));
}

void LearnTest::lessons_are_chosen_by_key_and_speak_chinese()
{
    Fixture fixture(QStringLiteral("zh_CN"));
    child<QListWidget>(fixture.window)->setFocus();
    QTest::keyClick(child<QListWidget>(fixture.window), Qt::Key_Down);
    QCOMPARE(child<QListWidget>(fixture.window)->currentRow(), 1);
    QVERIFY(child<QListWidget>(fixture.window)->item(1)->text().contains(QStringLiteral("费用减半")));
}

void LearnTest::damaged_progress_is_no_progress()
{
    QVERIFY(progress_from_json("").isEmpty());
    QVERIFY(progress_from_json("{\"format\":\"other\",\"lessons\":{\"a\":{}}}").isEmpty());
    QVERIFY(progress_from_json("[1,2").isEmpty());
    const LessonProgress progress{{QStringLiteral("=a"), {0.25, QStringLiteral("2026-11-22"), {}, 2, 1}}};
    QCOMPARE(progress_from_json(progress_to_json(progress)), progress);
    QVERIFY(progress_to_csv(progress).contains("\"'=a\",0.250,\"2026-11-22\",\"\",2,1\r\n"));
}

RIGWRIGHT_WIDGET_TEST(LearnTest)

} // namespace tst_learn

#include "tst_learn.moc"
