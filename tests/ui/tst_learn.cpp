// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/json/data_directory.h"
#include "tests/support/engine_case.h"
#include "tests/support/suite.h"
#include "ui/learn/learn_window.h"

#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

namespace tst_learn {

using namespace rigwright;

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
        window.page().ensureWidgetVisible(&button);
        QTest::mouseClick(&button, Qt::LeftButton);
    }
};

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
    fixture.click(fixture.window.page().start_button());
    QCOMPARE(fixture.document.scenario().model.preset, std::string("resnet50"));
    QCOMPARE(fixture.document.scenario().training.micro_batch, std::int64_t(192));
    fixture.document.undo_stack().undo();
    QCOMPARE(fixture.document.scenario().model.preset, std::string("resnet18"));
}

void LearnTest::a_goal_is_ticked_when_the_plan_reaches_it()
{
    Fixture fixture;
    fixture.click(fixture.window.page().start_button());
    QVERIFY(fixture.window.page().goals_text().contains(QStringLiteral("○")));
    QVERIFY(fixture.document.set_field(QStringLiteral("training.micro_batch"), std::int64_t(96)));
    QVERIFY(fixture.window.page().goals_text().contains(QStringLiteral("○")));
    QVERIFY(fixture.document.set_field(QStringLiteral("training.gradient_accumulation"), std::int64_t(2)));
    QVERIFY(!fixture.window.page().goals_text().contains(QStringLiteral("○")));
    QVERIFY(!fixture.window.progress().value(QStringLiteral("fit-16-gib")).goal_reached.isEmpty());
    QVERIFY(fixture.document.set_field(QStringLiteral("build.gpu"), std::string("a100-sxm-80")));
    QVERIFY(fixture.window.page().goals_text().contains(QStringLiteral("! GPU has to stay")));
}

void LearnTest::a_guess_is_judged_before_anything_is_changed()
{
    Fixture fixture;
    LessonPage& page = fixture.window.page();
    QCOMPARE(page.guess().suffix(), QStringLiteral(" GiB"));
    fixture.click(page.guess_button());
    QVERIFY(page.guess_result().contains(QStringLiteral("above zero")));
    page.guess().setFocus();
    page.guess().selectAll();
    QTest::keyClicks(&page.guess(), QStringLiteral("9"));
    fixture.click(page.guess_button());
    QVERIFY(page.guess_result().contains(QStringLiteral("good")));
    QVERIFY(fixture.window.progress().value(QStringLiteral("fit-16-gib")).guess_distance.value() < 0.15);
    QCOMPARE(fixture.document.scenario().model.preset, std::string("resnet18"));
}

void LearnTest::a_hint_opens_the_working()
{
    Fixture fixture;
    QSignalSpy asked(&fixture.window, &LearnWindow::working_requested);
    fixture.click(*fixture.window.page().hint_buttons().front());
    QCOMPARE(asked.size(), 1);
    QCOMPARE(asked[0][0].toString(), QStringLiteral("memory.parts.activations"));
    QCOMPARE(fixture.window.progress().value(QStringLiteral("fit-16-gib")).hints, 1);
}

void LearnTest::the_right_answer_shows_why()
{
    Fixture fixture;
    LessonPage& page = fixture.window.page();
    fixture.click(page.answer_button());
    QVERIFY(page.verdict_text().contains(QStringLiteral("Choose")));
    page.answer(1)->setFocus();
    QTest::keyClick(page.answer(1), Qt::Key_Space);
    fixture.click(page.answer_button());
    QVERIFY(page.why_text().isEmpty());
    page.answer(1)->setFocus();
    QTest::keyClick(page.answer(1), Qt::Key_Down);
    fixture.click(page.answer_button());
    QCOMPARE(page.verdict_text(), QStringLiteral("Right."));
    QVERIFY(!page.why_text().isEmpty());
    QCOMPARE(fixture.window.progress().value(QStringLiteral("fit-16-gib")).wrong_answers, 1);
}

void LearnTest::progress_is_kept_and_exported()
{
    Fixture fixture;
    fixture.window.list().setCurrentRow(6);
    LessonPage& page = fixture.window.page();
    page.answer(2)->setFocus();
    QTest::keyClick(page.answer(2), Qt::Key_Space);
    fixture.click(page.answer_button());
    QVERIFY(fixture.window.summary().startsWith(QStringLiteral("1 of")));
    QVERIFY(fixture.window.list().item(6)->text().startsWith(QStringLiteral("✓")));
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
    fixture.window.list().setFocus();
    QTest::keyClick(&fixture.window.list(), Qt::Key_Down);
    QCOMPARE(fixture.window.list().currentRow(), 1);
    QVERIFY(fixture.window.list().item(1)->text().contains(QStringLiteral("费用减半")));
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
