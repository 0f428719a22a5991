// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/file_content.h"
#include "tests/support/suite.h"
#include "tests/ui/first_start.h"
#include "tests/ui/window_fixture.h"
#include "ui/advisor/advisor_source.h"
#include "ui/controls/parameter_control.h"
#include "ui/document/project_file.h"
#include "ui/import_dialog.h"
#include "ui/window/commands.h"
#include "ui/window/status_line.h"
#include "ui/window_files.h"

#include <QAbstractItemView>
#include <QMessageBox>
#include <QScrollBar>
#include <QTemporaryDir>

#include <set>

namespace rigwright::test::tst_start_page {

/// Presses one button of each question that opens, and counts them.
class Pressing {
public:
    explicit Pressing(QMessageBox::StandardButton button)
    {
        QObject::connect(&timer_, &QTimer::timeout, [this, button] {
            auto* question = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
            if (question == nullptr) return;
            ++questions;
            QTest::mouseClick(question->button(button), Qt::LeftButton);
        });
        timer_.start(std::chrono::milliseconds(2));
    }

    int questions = 0;

private:
    QTimer timer_;
};

void click(QWidget& widget)
{
    QTest::mouseClick(&widget, Qt::LeftButton);
    QApplication::processEvents();
}

void choose_by_mouse(QWidget& editor, const QString& text)
{
    auto& box = static_cast<QComboBox&>(editor);
    box.showPopup();
    QApplication::processEvents();
    QAbstractItemView* list = box.view();
    const QModelIndex entry = list->model()->index(box.findText(text), 0);
    QVERIFY(entry.isValid());
    list->scrollTo(entry);
    QTest::mouseClick(list->viewport(), Qt::LeftButton, {}, list->visualRect(entry).center());
    QApplication::processEvents();
}

void type(QWidget& editor, const QString& text)
{
    QTest::keyClick(&editor, Qt::Key_A, Qt::ControlModifier);
    QTest::keyClicks(&editor, text);
    QTest::keyClick(&editor, Qt::Key_Return);
    QApplication::processEvents();
}

/// The Tab key until the editor has the keyboard.
void tab_to(QWidget& editor)
{
    for (int i = 0; i < 60 && QApplication::focusWidget() != &editor; ++i)
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
    QCOMPARE(QApplication::focusWidget(), &editor);
}

struct TypedAnswer {
    const char* path;
    const char* text;
};
constexpr std::array typed_answers{TypedAnswer{"dataset.samples", "1000"},
                                   TypedAnswer{"training.epochs", "300"},
                                   TypedAnswer{"input.image_height", "853x640"},
                                   TypedAnswer{"dataset.source_height", "2580 x 1936"},
                                   TypedAnswer{"requirements.deadline_seconds", "8"},
                                   TypedAnswer{"requirements.budget", "40000"}};

/// The scenario given by the answers, based on the initial one.
Scenario answered(Scenario scenario)
{
    scenario.model = {};
    scenario.model.preset = "detr_r50";
    scenario.input = {};
    scenario.input.image_height = 640;
    scenario.input.image_width = 853;
    scenario.training.optimizer = OptimizerKind::adamw;
    scenario.training.epochs = 300;
    scenario.dataset.samples = 1000;
    scenario.dataset.source_height = 1936;
    scenario.dataset.source_width = 2580;
    scenario.requirements.deadline_seconds = 8 * 3600.0;
    scenario.requirements.budget = 40000;
    scenario.constraints.acquisition = Acquisition::purchase;
    return scenario;
}

QString saved_project(const QTemporaryDir& folder)
{
    Project project = project_of(fabric_scenario());
    project.name = "Mill 3";
    const QString path = folder.filePath(QStringLiteral("mill.rigwright"));
    return save_project_file(project, path, FileKind::project).isEmpty() ? path : QString();
}

/// The start page: from five answers to the advisor, examples, recent files, ways back.
class StartPageTest : public QObject {
    Q_OBJECT

private slots:
    void init() { forget_files(); }

    void the_last_project_comes_before_the_page()
    {
        QVERIFY(opens_first({}, false).start_page);
        const QTemporaryDir folder;
        const QString path = saved_project(folder);
        remember_file(path);
        QCOMPARE(opens_first({}, false).file, path);
        QVERIFY(!opens_first({}, false).start_page);
        QVERIFY(opens_first({}, true).start_page);
        StartOptions asked;
        asked.file = QStringLiteral("other.rigwright");
        QCOMPARE(opens_first(asked, false).file, asked.file);
        StartOptions picture;
        picture.screenshot = QStringLiteral("out.png");
        QVERIFY(opens_first(picture, false).file.isEmpty());
    }

    void the_page_indicates_that_no_plan_is_open()
    {
        FirstStart f;
        QVERIFY(f.in_front());
        QVERIFY(child<QLabel>(f.window, "no_plan")->isVisible());
        QVERIFY(!child<StatusLine>(f.window)->isVisible());
        QVERIFY(f.session.document().undo_stack().isClean());
        click(*child<QAbstractButton>(*child<QWidget>(f.window, "rail"), "explore"));
        QVERIFY(!f.in_front());
        QVERIFY(child<StatusLine>(f.window)->isVisible());
        QVERIFY(child<PlaceView>(f.window)->isVisible());
    }

    void the_window_keeps_a_plan_below_the_page()
    {
        WindowFixture fixture;
        QVERIFY(fixture.window.files().open_scenario(fabric_scenario()));
        const Project before = fixture.document.project();
        QVERIFY(fixture.window.menus().run(QStringLiteral("start_page")));
        QVERIFY(child<QWidget>(fixture.window, "start")->isVisible());
        QVERIFY(child<StatusLine>(fixture.window)->isVisible());
        QTest::keyClick(&fixture.window, Qt::Key_3, Qt::ControlModifier);
        QVERIFY(!child<QWidget>(fixture.window, "start")->isVisible());
        QVERIFY(fixture.document.project() == before);
    }

    void five_answers_lead_to_the_advisor_data()
    {
        QTest::addColumn<bool>("by_keys");
        QTest::newRow("mouse") << false;
        QTest::newRow("keys") << true;
    }

    void five_answers_lead_to_the_advisor()
    {
        QFETCH(const bool, by_keys);
        FirstStart f;
        const Scenario begin = f.session.document().scenario();
        const auto reach = [&](const char* path) -> QWidget& {
            QWidget& editor = f.editor(path);
            if (by_keys)
                tab_to(editor);
            else
                click(editor);
            return editor;
        };
        if (by_keys) {
            tab_to(f.editor("task_kind"));
            QTest::keyClick(QApplication::focusWidget(), Qt::Key_Down);
            QApplication::processEvents();
        } else {
            choose_by_mouse(f.editor("task_kind"), QStringLiteral("Object detection"));
        }
        QCOMPARE(static_cast<QComboBox&>(f.editor("model.preset")).currentText(), QStringLiteral("DETR (ResNet-50)"));
        for (const TypedAnswer& each : typed_answers) type(reach(each.path), QString::fromLatin1(each.text));
        QAbstractButton& buy = *child<QAbstractButton>(f.page(), "constraints.acquisition.purchase");
        if (by_keys) {
            tab_to(*child<QAbstractButton>(f.page(), "constraints.acquisition.any"));
            QTest::keyClick(QApplication::focusWidget(), Qt::Key_Right);
        } else {
            click(buy);
        }
        QVERIFY(buy.isChecked());
        f.settle();
        QVERIFY2(f.answer().contains(QStringLiteral("CN¥")) && f.answer().contains(QLatin1String("8 h")),
                 qPrintable(f.answer()));
        QWidget& show = *child<QPushButton>(f.page(), "show_machines");
        if (by_keys) {
            tab_to(show);
            QTest::keyClick(&show, Qt::Key_Return);
        } else {
            click(show);
        }
        QCOMPARE(from_utf8(write_scenario(f.session.document().scenario()).dump()),
                 from_utf8(write_scenario(answered(begin)).dump()));
        QCOMPARE(f.session.document().project().builds.size(), 1u);
        QCOMPARE(f.page_in_front(), QStringLiteral("advisor"));
        QVERIFY(!f.in_front());
        QVERIFY(f.window.isWindowModified());
        AdvisorSource& source = *child<AdvisorSource>(*child<QScrollArea>(f.window, "advisor"));
        QTRY_VERIFY_WITH_TIMEOUT(source.is_settled() && source.found() != nullptr, 30000);
        QVERIFY(!source.recommendation().picks.empty());
    }

    void an_invalid_answer_shows_no_machines()
    {
        FirstStart f;
        const std::vector<Preset>& presets = f.session.document().data()->presets;
        const auto title = [&presets](const char* id) {
            return from_utf8(std::ranges::find(presets, id, &Preset::id)->title);
        };
        choose_by_mouse(f.editor("task_kind"), QStringLiteral("Language"));
        f.settle();
        QVERIFY2(f.answer().startsWith(title("gpt2-small")), qPrintable(f.answer()));
        QWidget& show = *child<QPushButton>(f.page(), "show_machines");
        QLineEdit& model = *static_cast<QComboBox&>(f.editor("model.preset")).lineEdit();
        click(model);
        QTest::keyClick(&model, Qt::Key_A, Qt::ControlModifier);
        QTest::keyClicks(&model, QStringLiteral("Qwen9-99B"));
        // The press takes the keyboard from the field, which marks it.
        click(show);
        QVERIFY(f.in_front());
        QVERIFY(!show.isEnabled());
        QCOMPARE(f.answer().trimmed(), QStringLiteral("Correct “Model” to see machines."));
        type(model, title("llama-2-7b"));
        QVERIFY(show.isEnabled());
        f.settle();
        QVERIFY2(f.answer().startsWith(title("llama-2-7b")), qPrintable(f.answer()));
        type(f.editor("requirements.budget"), QStringLiteral("some"));
        QVERIFY(!show.isEnabled());
        type(f.editor("requirements.budget"), QStringLiteral("40000"));
        QVERIFY(show.isEnabled());
    }

    void every_kind_of_task_has_models()
    {
        FirstStart f;
        auto& kinds = static_cast<QComboBox&>(f.editor("task_kind"));
        std::set<std::string> groups;
        for (const Preset& preset : f.session.document().data()->presets) groups.insert(preset.group);
        QCOMPARE(kinds.count(), static_cast<int>(groups.size()));
        kinds.setFocus();
        QTest::keyClick(&kinds, Qt::Key_Home);
        for (int kind = 0; kind < kinds.count(); ++kind) {
            if (kind > 0) QTest::keyClick(&kinds, Qt::Key_Down);
            QCOMPARE(kinds.currentIndex(), kind);
            const std::string preset = f.answers().model.preset;
            const auto& presets = f.session.document().data()->presets;
            const auto found = std::ranges::find(presets, preset, &Preset::id);
            QVERIFY2(found != presets.end(), qPrintable(kinds.currentText()));
            QCOMPARE(f.session.words().choice("group", found->group), kinds.currentText());
        }
    }

    void a_model_may_set_the_size_of_a_sample()
    {
        FirstStart f;
        const QWidget& questions = *child<QWidget>(f.page(), "questions");
        const QLabel& note = *child<QLabel>(questions, "size_of_file");
        QVERIFY(!note.isVisible());
        child<ModelImporter>(questions)->import_file(source_path("tests/data/fuzz/onnx/conv.onnx"));
        QTRY_VERIFY(note.isVisible());
        QVERIFY(!note.text().isEmpty());
        QVERIFY(questions.findChild<QWidget*>(QStringLiteral("input.image_height")) == nullptr);
        auto& kinds = static_cast<QComboBox&>(f.editor("task_kind"));
        kinds.setFocus();
        QTest::keyClick(&kinds, Qt::Key_Down);
        QTRY_VERIFY(!note.isVisible());
        // Rows of a table have the columns that the model reads.
        QTest::keyClick(&kinds, Qt::Key_End);
        QTRY_VERIFY(note.isVisible());
    }

    void language_is_counted_in_tokens()
    {
        FirstStart f;
        const auto plan = [&f]() -> const Scenario& { return f.answers(); };
        type(f.editor("dataset.samples"), QStringLiteral("5000"));
        type(f.editor("training.epochs"), QStringLiteral("3"));
        const Scenario begin = plan();
        QCOMPARE(begin.training.epochs, 3);
        choose_by_mouse(f.editor("task_kind"), QStringLiteral("Language"));
        const auto shows = [&f](const char* path) {
            for (const FieldControl* control : f.page().findChildren<FieldControl*>())
                if (control->isVisible() && control->edits(QLatin1String(path))) return true;
            return false;
        };
        QVERIFY(shows("dataset.tokens") && !shows("dataset.samples") && !shows("training.epochs"));
        type(f.editor("dataset.tokens"), QStringLiteral("2000M"));
        QCOMPARE(plan().dataset.tokens, std::optional<std::int64_t>(2'000'000'000));
        QVERIFY(!plan().dataset.samples);
        QCOMPARE(plan().training.epochs, 1);
        const Evaluation answer = evaluate(plan(), *f.session.document().data());
        QVERIFY(answer.estimate && answer.estimate->time);
        f.settle();
        QTRY_VERIFY_WITH_TIMEOUT(f.answer().contains(QStringLiteral("all weights trained, without LoRA")), 30000);
        choose_by_mouse(f.editor("task_kind"), QStringLiteral("Object detection"));
        QVERIFY(!shows("dataset.tokens") && shows("dataset.samples") && shows("training.epochs"));
        QVERIFY(plan().dataset == begin.dataset);
        QCOMPARE(plan().training.epochs, begin.training.epochs);
    }

    void the_limit_in_the_way_is_named()
    {
        FirstStart f;
        type(f.editor("dataset.samples"), QStringLiteral("1000000"));
        type(f.editor("requirements.budget"), QStringLiteral("100"));
        f.settle();
        QTRY_VERIFY_WITH_TIMEOUT(f.answer().contains(f.session.words().text("field.requirements.budget")), 30000);
        QVERIFY(f.answer().contains(f.session.words().text("recommend.none")));
    }

    void replacing_a_changed_plan_needs_confirmation()
    {
        FirstStart f;
        QVERIFY(f.session.document().set_field(QStringLiteral("training.micro_batch"), FieldValue(std::int64_t(7))));
        const Project before = f.session.document().project();
        {
            const Pressing cancel(QMessageBox::Cancel);
            click(*child<QPushButton>(f.page(), "show_machines"));
            QCOMPARE(cancel.questions, 1);
        }
        QVERIFY(f.session.document().project() == before);
        QVERIFY(f.in_front());
        const Pressing discard(QMessageBox::Discard);
        click(*child<QPushButton>(f.page(), "show_machines"));
        QCOMPARE(discard.questions, 1);
        QCOMPARE(f.page_in_front(), QStringLiteral("advisor"));
    }

    void examples_open_as_copies_on_their_page()
    {
        const Rows<Verdict> rows{
            {"line-inspection", Verdict::fits},       {"fabric-defects", Verdict::fits}, {"lora-7b", Verdict::fits},
            {"out-of-memory", Verdict::does_not_fit}, {"eight-h100", Verdict::fits},     {"first-cnn", Verdict::fits},
        };
        rows.each_named([](const QString& name, Verdict verdict) {
            FirstStart f;
            QString wanted;
            for (const WindowFiles::Example& example : f.window.files().examples())
                if (QFileInfo(example.path).completeBaseName() == name) wanted = example.page;
            click(*child<QAbstractButton>(f.page(), qPrintable(QStringLiteral("example.") + name)));
            QVERIFY(!f.in_front());
            QVERIFY(f.window.files().is_example());
            QVERIFY(f.window.files().path().isEmpty());
            QVERIFY(recent_files().isEmpty());
            const Page* page = page_of(wanted);
            QVERIFY2(page != nullptr, qPrintable(wanted));
            QCOMPARE(child<PlaceView>(f.window)->front().id, page->id);
            const Evaluation& answer = f.session.document().evaluation();
            QVERIFY(answer.estimate.has_value());
            QCOMPARE(answer.estimate->verdict, verdict);
            for (const Build& build : f.session.document().project().builds) QVERIFY(!build.exception);
        });
    }

    void leaving_a_changed_example_needs_confirmation()
    {
        FirstStart f;
        click(*child<QAbstractButton>(f.page(), "example.lora-7b"));
        QVERIFY(f.session.document().set_field(QStringLiteral("training.micro_batch"), FieldValue(std::int64_t(2))));
        QVERIFY(f.window.menus().run(QStringLiteral("start_page")));
        const Pressing cancel(QMessageBox::Cancel);
        click(*child<QAbstractButton>(f.page(), "example.first-cnn"));
        QCOMPARE(cancel.questions, 1);
        QCOMPARE(f.session.document().scenario().training.micro_batch, 2);
        QCOMPARE(f.session.document().scenario().model.preset, std::string("llama-2-7b"));
    }

    void recent_projects_show_their_content()
    {
        const QTemporaryDir folder;
        const QString path = saved_project(folder);
        const QString broken = folder.filePath(QStringLiteral("broken.rigwright"));
        write_file(broken, "{");
        remember_file(broken);
        remember_file(path);
        FirstStart f;
        f.settle();
        const auto shows = [&](const QString& text) {
            return std::ranges::any_of(f.page().findChildren<QLabel*>(), [&](const QLabel* label) {
                return label->isVisible() && label->text().contains(text);
            });
        };
        QVERIFY(shows(QStringLiteral("1 machine, ")));
        QVERIFY(shows(QStringLiteral("The file cannot be read.")));
        QVERIFY(shows(QStringLiteral("Fits")));
        click(*button(f.page(), QStringLiteral("Mill 3")));
        QCOMPARE(f.window.files().path(), path);
        QVERIFY(!f.in_front());
    }

    void buttons_run_the_commands()
    {
        FirstStart f;
        click(*child<QAbstractButton>(f.page(), "paste_prices"));
        QCOMPARE(f.page_in_front(), QStringLiteral("hardware"));
        f.window.show_start();
        click(*child<QAbstractButton>(f.page(), "lessons"));
        QCOMPARE(f.page_in_front(), QStringLiteral("learn"));
        f.window.show_start();
        click(*child<QAbstractButton>(f.page(), "first_lesson"));
        QCOMPARE(f.page_in_front(), QStringLiteral("learn"));
    }

    void a_lone_answer_is_as_wide_as_one_of_a_pair()
    {
        for (const QSize size : {QSize(1024, 768), QSize(1366, 768)}) {
            FirstStart f(size);
            const auto control = [&f](const char* path) {
                return static_cast<QWidget*>(f.editor(path).parent())->geometry();
            };
            const QRect lone = control("requirements.deadline_seconds");
            QCOMPARE(lone.width(), control("requirements.budget").width());
            QCOMPARE(lone.left(), control("requirements.budget").left());
            QCOMPARE(lone.width(), control("dataset.samples").width());
        }
    }

    void everything_fits_and_is_there_once_data()
    {
        add_columns<QSize, QString>("size", "language");
        for (const QSize size : {QSize(1024, 768), QSize(1366, 768), QSize(1920, 1080)})
            for (const char* language : {"en", "zh_CN"})
                QTest::addRow("%d %s", size.width(), language) << size << QString::fromLatin1(language);
    }

    void everything_fits_and_is_there_once()
    {
        QFETCH(const QSize, size);
        QFETCH(const QString, language);
        FirstStart f(size);
        StartOptions spoken;
        spoken.language = language;
        spoken.size = size;
        f.session.dress(spoken, false);
        f.settle();
        QScrollArea& page = f.page();
        QCOMPARE(page.horizontalScrollBar()->maximum(), 0);
        QVERIFY(page.widget()->minimumSizeHint().width() <= page.viewport()->width());
        QSet<QString> texts;
        for (const QAbstractButton* each : page.findChildren<QAbstractButton*>()) {
            if (!each->isVisible() || each->text().isEmpty()) continue;
            QVERIFY2(each->width() >= each->sizeHint().width(), qPrintable(each->text()));
            QVERIFY2(!texts.contains(each->text()), qPrintable(each->text()));
            texts << each->text();
            const int right = each->mapTo(page.widget(), QPoint(each->width(), 0)).x();
            QVERIFY2(right <= page.viewport()->width(), qPrintable(each->text()));
        }
        // Commands that open a file dialog end with an ellipsis.
        QVERIFY(texts.contains(language == QLatin1String("en") ? QStringLiteral("Open…") : QStringLiteral("打开…")));
        for (const QLabel* each : page.findChildren<QLabel*>())
            if (each->isVisible() && !each->wordWrap())
                QVERIFY2(each->width() >= each->sizeHint().width(), qPrintable(each->text()));
    }
};

RIGWRIGHT_WIDGET_TEST(StartPageTest)

} // namespace rigwright::test::tst_start_page

#include "tst_start_page.moc"
