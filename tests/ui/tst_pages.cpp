// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/suite.h"
#include "tests/ui/window_fixture.h"
#include "ui/document/page.h"
#include "ui/format/words.h"
#include "ui/guide/guide_window.h"
#include "ui/model_comparison/model_comparison_page.h"
#include "ui/panels/choices_column.h"
#include "ui/panels/working_panel.h"
#include "ui/plots/plot_pane.h"
#include "ui/window/commands.h"
#include "ui/window/palette.h"
#include "ui/window/place_view.h"
#include "ui/window/window_body.h"

#include <QComboBox>
#include <QHeaderView>
#include <QLineEdit>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTabBar>
#include <QTabWidget>
#include <QTableView>
#include <QTableWidget>

#include <algorithm>

namespace rigwright::test::tst_pages {

struct Shown : WindowFixture {
    Shown()
    {
        window.activateWindow();
        if (!QTest::qWaitForWindowActive(&window)) qFatal("the window is not active");
    }

    PlaceView& places() { return *child<PlaceView>(window); }
    QString front() { return QLatin1String(places().front().id); }
    QTabBar& tabs() { return *child<QTabBar>(window, "page_tabs"); }

    /// Opens the palette by its keys, searches and takes the first entry.
    void find(const QString& query)
    {
        window.activateWindow();
        if (!QTest::qWaitForWindowActive(&window)) qFatal("the window is not active");
        QTest::keyClick(&window, Qt::Key_K, Qt::ControlModifier);
        auto* palette = window.findChild<QDialog*>(QStringLiteral("palette"));
        if (palette == nullptr) qFatal("no palette");
        auto* field = child<QLineEdit>(*palette, "palette_query");
        field->setText(query);
        QTest::keyClick(field, Qt::Key_Return);
        QApplication::processEvents();
        QApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    }
};

/// The places and pages of the window, the drawer and the palette, by mouse and by keys.
class PagesTest : public QObject {
    Q_OBJECT

private slots:
    /// A column that comes back has the width of its numbers, so that the names keep theirs.
    void names_of_blocks_are_whole_once_the_table_is_wide()
    {
        Shown f;
        f.show(QSize(1024, 768));
        const auto* table = child<QTableView>(page<QWidget>(f.window, "task"), "blocks");
        QVERIFY(table->isColumnHidden(1) || table->isColumnHidden(2));
        f.show(QSize(1366, 768));
        QVERIFY(!table->isColumnHidden(1) && !table->isColumnHidden(2));
        const QFontMetrics metrics(table->font());
        for (int row = 0; row < table->model()->rowCount(); ++row) {
            const QString name = table->model()->index(row, 0).data().toString();
            QVERIFY2(metrics.horizontalAdvance(name) < table->columnWidth(0), qPrintable(name));
        }
    }

    /// The decisive columns of a page are visible without horizontal scrolling.
    void a_small_window_shows_what_decides()
    {
        Shown f;
        f.show(QSize(1024, 768));
        f.window.open_page(QStringLiteral("limits"));
        QApplication::processEvents();
        auto* limits = child<QScrollArea>(f.window, "limits");
        QCOMPARE(limits->horizontalScrollBar()->maximum(), 0);
        const auto* bar = limits->findChild<ShareBar*>();
        QVERIFY2(bar->width() > 150, qPrintable(QString::number(bar->width())));
        f.window.open_page(QStringLiteral("models"));
        auto* models = child<QWidget>(f.window, "chooser");
        QTRY_VERIFY(dynamic_cast<SettlingPage&>(*models).is_settled());
        const auto* answers = child<QTableView>(*models);
        const int verdict = ModelTable::verdict_column;
        QVERIFY(answers->columnViewportPosition(verdict) + answers->columnWidth(verdict) <
                answers->viewport()->width());
        f.window.open_page(QStringLiteral("measured"));
        QApplication::processEvents();
        const QList<QTableWidget*> tables = child<QWidget>(f.window, "measured")->findChildren<QTableWidget*>();
        const auto cards = std::ranges::find_if(tables, [](const QTableWidget* table) { return table->isVisible(); });
        QVERIFY(cards != tables.end());
        QCOMPARE((*cards)->horizontalHeader()->length(), (*cards)->viewport()->width());
    }

    void every_page_opens_by_its_id()
    {
        Shown shown;
        for (const QString& id : shown.window.page_ids()) {
            QWidget* page = shown.window.open_page(id);
            QVERIFY2(page != nullptr && page->isVisible(), qPrintable(id));
            QVERIFY2(page_of(id) == &shown.places().front(), qPrintable(id));
            // The frame of tabs would have a different background in the dark theme.
            for (const QTabWidget* tabs : page->findChildren<QTabWidget*>())
                QVERIFY2(tabs->documentMode(), qPrintable(id));
        }
        QVERIFY(shown.window.open_page(QStringLiteral("no such page")) == nullptr);
        // DETR has no layers to edit, and no sequence whose length could be swept.
        QVERIFY(shown.window.open_page(QStringLiteral("network_editor")) == nullptr);
        QVERIFY(shown.window.open_page(QStringLiteral("memory_sequence")) == nullptr);
    }

    void every_tab_opens_its_page()
    {
        Shown shown;
        int opened = 0;
        for (std::size_t place = 0; place < place_count; ++place) {
            shown.window.open_place(static_cast<WindowPlace>(place));
            for (int tab = 0; tab < shown.tabs().count(); ++tab) {
                QTest::mouseClick(&shown.tabs(), Qt::LeftButton, {}, shown.tabs().tabRect(tab).center());
                QCOMPARE(shown.tabs().currentIndex(), tab);
                QCOMPARE(shown.places().front().name(), shown.tabs().tabText(tab));
                QVERIFY(shown.places().front_widget()->isVisible());
                ++opened;
            }
        }
        // All but the network editor and own parts, which this window does not have.
        QCOMPARE(opened, static_cast<int>(page_list().size()) - 2);
    }

    void places_follow_keys_and_mouse()
    {
        Shown shown;
        for (int key = 0; key < static_cast<int>(place_count); ++key) {
            QTest::keyClick(&shown.window, static_cast<Qt::Key>(Qt::Key_1 + key), Qt::ControlModifier);
            QCOMPARE(shown.places().front().place, static_cast<WindowPlace>(key));
        }
        QTest::mouseClick(child<QAbstractButton>(*child<QWidget>(shown.window, "rail"), "explore"), Qt::LeftButton);
        QCOMPARE(shown.front(), QStringLiteral("overview"));
        QTest::keyClick(&shown.window, Qt::Key_Tab, Qt::ControlModifier);
        QCOMPARE(shown.front(), QStringLiteral("memory_page"));
        QTest::keyClick(&shown.window, Qt::Key_Tab, Qt::ControlModifier | Qt::ShiftModifier);
        QCOMPARE(shown.front(), QStringLiteral("overview"));
    }

    void a_place_remembers_its_page()
    {
        Shown shown;
        shown.window.open_page(QStringLiteral("step_parts"));
        shown.window.open_place(WindowPlace::task);
        shown.window.open_place(WindowPlace::explore);
        QCOMPARE(shown.front(), QStringLiteral("step_page"));
    }

    void the_drawer_pushes_and_gives_the_focus_back()
    {
        Shown shown;
        auto* drawer = child<Drawer>(shown.window);
        QVERIFY(!drawer->isVisible());
        QWidget& figures = *child<QWidget>(*shown.window.open_page(QStringLiteral("overview")), "figures");
        QuantityLabel* time = number(figures, QStringLiteral("time.total_seconds"));
        const int before = shown.places().width();
        time->setFocus();
        QTest::keyClick(time, Qt::Key_Space);
        QVERIFY(drawer->isVisible());
        QCOMPARE(child<WorkingPanel>(*drawer)->quantity(), QStringLiteral("time.total_seconds"));
        QApplication::processEvents();
        QVERIFY(shown.places().width() < before);
        const QRect page(shown.places().mapToGlobal(QPoint()), shown.places().size());
        QVERIFY(!page.intersects(QRect(drawer->mapToGlobal(QPoint()), drawer->size())));
        child<QAbstractButton>(*drawer, "calculation_tab")->setFocus();
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Escape);
        QVERIFY(!drawer->isVisible());
        QCOMPARE(QApplication::focusWidget(), static_cast<QWidget*>(time));
        for (const auto& [key, modifiers] :
             {std::pair(Qt::Key_F12, Qt::NoModifier), std::pair(Qt::Key_E, Qt::ControlModifier)}) {
            QTest::keyClick(&shown.window, key, modifiers);
            QVERIFY(drawer->isVisible());
            QTest::mouseClick(child<QAbstractButton>(*drawer, "close_drawer"), Qt::LeftButton);
            QVERIFY(!drawer->isVisible());
        }
    }

    void the_palette_finds_in_both_languages()
    {
        Shown shown;
        shown.find(QStringLiteral("sensitivity"));
        QCOMPARE(shown.front(), QStringLiteral("sensitivity_page"));
        // A page, by its name in the other language.
        shown.find(QStringLiteral("总览"));
        QCOMPARE(shown.front(), QStringLiteral("overview"));
        shown.find(QStringLiteral("duplicate"));
        QCOMPARE(shown.document.project().builds.size(), std::size_t(2));
        // An input, by its name in the other language.
        const QString chinese = from_utf8(shown.words.table(Language::chinese).text("field.training.epochs"));
        shown.find(chinese);
        FieldControl* epochs =
            child<ChoicesColumn>(shown.window, "choices")->control(QStringLiteral("training.epochs"));
        shown.window.activateWindow();
        QTRY_VERIFY(epochs->isAncestorOf(QApplication::focusWidget()));
        // A part and a model, for the machine in front; a page of the guide, by its name in the other language.
        shown.find(QStringLiteral("rtx 5090"));
        QCOMPARE(shown.document.scenario().build.gpu, std::string("rtx5090"));
        shown.find(QStringLiteral("resnet-50"));
        QCOMPARE(shown.document.scenario().model.preset, std::string("resnet50"));
        QSignalSpy guide(&shown.window, &MainWindow::guide_requested);
        const QString directory = from_utf8(find_data_directory()->guide().string());
        shown.find(guide_pages(directory, QStringLiteral("zh_CN")).front().title);
        QCOMPARE(guide.size(), 1);
        QCOMPARE(guide[0][0].toString(), guide_pages(directory, QStringLiteral("en")).front().file);
        shown.speak(QStringLiteral("zh_CN"));
        shown.find(QStringLiteral("敏感度分析"));
        QCOMPARE(shown.front(), QStringLiteral("sensitivity_page"));
    }

    void names_that_begin_with_the_query_come_first()
    {
        const std::vector<PaletteEntry> entries{{QStringLiteral("Export report"), QStringLiteral("Command"), {}, {}},
                                                {QStringLiteral("Unreported"), QStringLiteral("Input"), {}, {}},
                                                {QStringLiteral("Report"), QStringLiteral("Page"), {}, {}},
                                                {QStringLiteral("Memory"), QStringLiteral("Page"), {}, {}}};
        QCOMPARE(found_entries(entries, QStringLiteral("report")), (std::vector<std::size_t>{2, 0, 1}));
        QCOMPARE(found_entries(entries, QStringLiteral("PAGE mem")), (std::vector<std::size_t>{3}));
        QCOMPARE(found_entries(entries, QString()).size(), entries.size());
        QVERIFY(found_entries(entries, QStringLiteral("nothing of the kind")).empty());
    }

    void parts_and_models_come_behind_what_the_window_is_made_of()
    {
        const std::vector<PaletteEntry> entries{
            {QStringLiteral("Batch net"), QStringLiteral("Model"), {}, {}, true},
            {QStringLiteral("Micro-batch size of the plan"), QStringLiteral("Input"), {}, {}},
            {QStringLiteral("Batch"), QStringLiteral("GPU"), {}, {}, true}};
        QCOMPARE(found_entries(entries, QStringLiteral("micro-batch")), (std::vector<std::size_t>{1}));
        // What is called so goes first all the same.
        QCOMPARE(found_entries(entries, QStringLiteral("batch")).front(), std::size_t{2});
        const std::vector<PaletteEntry> two(entries.begin(), entries.begin() + 2);
        QCOMPARE(found_entries(two, QStringLiteral("siz bat")), (std::vector<std::size_t>{1}));
        QCOMPARE(found_entries(two, QStringLiteral("batc")), (std::vector<std::size_t>{1, 0}));
        // In a Chinese window English names count as much.
        const std::vector<PaletteEntry> chinese{
            {QStringLiteral("VGG-11 with batch norm"), QStringLiteral("Model"), {}, {}, true},
            {QStringLiteral("微批次大小"), QStringLiteral("Input"), {QStringLiteral("Micro-batch size (per GPU)")}, {}}};
        QCOMPARE(found_entries(chinese, QStringLiteral("batch")), (std::vector<std::size_t>{1, 0}));
        Shown shown;
        const std::vector<PaletteEntry> all =
            palette_entries(shown.window, *child<ChoicesColumn>(shown.window, "choices"), shown.words);
        QVERIFY(std::ranges::any_of(all, &PaletteEntry::from_catalog));
        const std::vector<std::size_t> found = found_entries(all, QStringLiteral("batch"));
        const auto first_of = [&](const QString& start) {
            return std::ranges::find_if(found, [&](std::size_t at) { return all[at].name.startsWith(start); });
        };
        QVERIFY(first_of(QStringLiteral("VGG")) != found.end());
        QVERIFY2(first_of(QStringLiteral("Micro-batch size")) < first_of(QStringLiteral("VGG")),
                 qPrintable(all[found.front()].name));
    }

    void the_view_of_a_project_is_kept()
    {
        Shown shown;
        shown.window.open_page(QStringLiteral("step_page"));
        const std::string state = shown.places().state();
        shown.window.open_page(QStringLiteral("cost"));
        shown.places().show(state);
        QCOMPARE(shown.front(), QStringLiteral("step_page"));
        // As earlier versions of the program wrote it.
        shown.places().show(R"({"tab": "gpu_count", "linear": ["epoch_time"]})");
        QCOMPARE(shown.front(), QStringLiteral("scaling_page"));
        QVERIFY(page<PlotPane>(shown.window, "epoch_time").is_linear());
        // A switched axis outlives another look at its page, and a kept one reaches a view that the selector opens.
        const auto steps = [&shown]() -> PlotPane& {
            return *child<PlotPane>(*shown.window.open_page(QStringLiteral("step_time")), "step_time");
        };
        QVERIFY(!steps().is_linear());
        steps().scale_button().setChecked(true);
        shown.window.open_page(QStringLiteral("overview"));
        QVERIFY(steps().is_linear());
        Shown other;
        other.places().show(R"({"page": "time_page", "linear": ["step_time"]})");
        auto* views = child<QComboBox>(*other.places().front_widget(), "view_selector");
        views->setCurrentIndex(views->findData(QStringLiteral("step_time")));
        QVERIFY(child<PlotPane>(*other.places().front_widget(), "step_time")->is_linear());
        // Invalid data changes nothing.
        for (const char* odd : {"", "[]", R"({"page": 3})", R"({"page": "nowhere", "linear": {}})"}) {
            shown.places().show(odd);
            QCOMPARE(shown.front(), QStringLiteral("time_page"));
        }
    }

    void a_click_on_a_card_brings_its_machine_to_the_front()
    {
        Shown shown;
        QWidget* machines = shown.window.open_page(QStringLiteral("machines"));
        QVERIFY(shown.window.menus().run(QStringLiteral("duplicate_machine")));
        QCOMPARE(shown.document.project().current, std::size_t(1));
        QApplication::processEvents();
        QTest::mouseClick(child<QAbstractButton>(*machines, "machine_0"), Qt::LeftButton);
        QCOMPARE(shown.document.project().current, std::size_t(0));
        auto* second = child<QAbstractButton>(*machines, "machine_1");
        second->setFocus();
        QTest::keyClick(second, Qt::Key_Space);
        QCOMPARE(shown.document.project().current, std::size_t(1));
        QVERIFY(second->accessibleName().contains(QStringLiteral("GiB, ")));
        shown.speak(QStringLiteral("zh_CN"));
        QVERIFY(second->accessibleName().contains(QStringLiteral("GiB、")));
        QVERIFY(!second->accessibleName().contains(QStringLiteral(", ")));
    }

    void commands_have_one_shortcut_each()
    {
        std::map<QString, QString> owner;
        for (const Command& command : command_list())
            for (const QKeySequence& keys : command.keys()) {
                QVERIFY2(!owner.contains(keys.toString()), command.id);
                owner[keys.toString()] = QLatin1String(command.id);
            }
        QVERIFY(owner.size() > 20);
    }

    void alt_and_a_letter_bring_a_machine_to_the_front()
    {
        for (const char* language : {"en", "zh_CN"}) {
            Shown shown;
            shown.speak(QString::fromLatin1(language));
            for (int i = 0; i < 6; ++i) QVERIFY(shown.window.menus().run(QStringLiteral("duplicate_machine")));
            QCOMPARE(shown.document.project().builds.size(), std::size_t(7));
            for (const char* page : {"overview", "machines", "task"}) {
                shown.window.open_page(QString::fromLatin1(page));
                for (int letter = 0; letter < 6; ++letter) {
                    QTest::keyClick(&shown.window, static_cast<Qt::Key>(Qt::Key_A + letter), Qt::AltModifier);
                    QCOMPARE(shown.document.project().current, static_cast<std::size_t>(letter));
                }
            }
            // Neither an edit nor a menu.
            QCOMPARE(shown.document.undo_stack().count(), 6);
            QVERIFY(QApplication::activePopupWidget() == nullptr);
            // The menu shows the keys.
            QMenu* machines = shown.window.menus().action(QStringLiteral("front_machine"))->menu();
            emit machines->aboutToShow();
            QCOMPARE(machines->actions().size(), 7);
            QVERIFY2(machines->actions()[1]->text().endsWith(QLatin1String("\tAlt+B")),
                     qPrintable(machines->actions()[1]->text()));
            QVERIFY(!machines->actions()[6]->text().contains(QLatin1Char('\t')));
            machines->actions()[6]->trigger();
            QCOMPARE(shown.document.project().current, std::size_t(6));
        }
        // Where there is no such machine, nothing happens.
        Shown alone;
        QTest::keyClick(&alone.window, Qt::Key_C, Qt::AltModifier);
        QCOMPARE(alone.document.project().current, std::size_t(0));
    }

    void ctrl_d_duplicates_the_machine_or_the_layer()
    {
        Shown shown;
        Scenario scenario = fabric_scenario();
        scenario.model = {};
        scenario.model.family = "layer-list";
        scenario.input = {};
        QVERIFY(shown.document.set_scenario(scenario, QString()));
        QWidget* editor = shown.window.open_page(QStringLiteral("network_editor"));
        QVERIFY(editor != nullptr);
        auto* table = child<QTableView>(*editor);
        QTest::keyClick(&shown.window, Qt::Key_D, Qt::ControlModifier);
        QCOMPARE(shown.document.project().builds.size(), std::size_t(2));
        table->setFocus();
        table->setCurrentIndex(table->model()->index(0, 0));
        const int layers = table->model()->rowCount();
        QTest::keyClick(table, Qt::Key_D, Qt::ControlModifier);
        QCOMPARE(table->model()->rowCount(), layers + 1);
        QCOMPARE(shown.document.project().builds.size(), std::size_t(2));
        // Elsewhere on the same page it duplicates the machine again.
        child<QAbstractButton>(*editor, "add_layer")->setFocus();
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_D, Qt::ControlModifier);
        QCOMPARE(shown.document.project().builds.size(), std::size_t(3));
    }
};

RIGWRIGHT_STYLED_TEST(PagesTest)

} // namespace rigwright::test::tst_pages

#include "tst_pages.moc"
