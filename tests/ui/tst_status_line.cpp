// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/json/data_directory.h"
#include "tests/support/suite.h"
#include "tests/ui/window_fixture.h"
#include "ui/theme/symbols.h"
#include "ui/theme/theme.h"
#include "ui/window/status_line.h"

#include <QImage>
#include <QMenu>
#include <QSignalSpy>
#include <QTableWidget>

#include <cmath>
#include <functional>
#include <set>

namespace tst_status_line {

using namespace rigwright;
using namespace rigwright::test;

namespace {

constexpr double hour = 3600.0;
constexpr std::array cell_names{"status_machine", "status_verdict", "status_memory",     "status_time",
                                "status_price",   "status_checks",  "status_bottleneck", "status_open_details"};

/// The plans of the drawings and some that strain the line.
struct Plan {
    const char* name;
    std::function<void(Scenario&)> change;
    LimitState verdict;
};

void price_everything(Scenario& scenario)
{
    const Evaluation plan = evaluate(scenario, engine_data());
    for (const BillLine& line : plan.estimate->cost.bill.lines)
        if (!line.amount && !line.part.empty())
            scenario.build.price_overrides[line.part] = {450.0, "CNY", "2026-11-01", "quote"};
}

void complete_build(Scenario& scenario)
{
    scenario.build.chassis = "generic-desktop-1gpu";
    scenario.build.memory_kit = "ddr5-5200-2x32";
    scenario.build.power_supply = "psu-1200-platinum";
    scenario.build.storage_tb = 2.0;
    scenario.name = "One RTX 4090";
    scenario.requirements.deadline_seconds = 8.0 * hour;
    scenario.requirements.budget = 40000.0;
}

const std::vector<Plan>& plans()
{
    static const std::vector<Plan> all{
        {"holds",
         [](Scenario& s) {
             complete_build(s);
             price_everything(s);
         },
         LimitState::holds},
        {"open", [](Scenario& s) { complete_build(s); }, LimitState::open},
        {"misses two",
         [](Scenario& s) {
             complete_build(s);
             price_everything(s);
             s.training.micro_batch = 32;
             s.requirements.deadline_seconds = 1.5 * hour;
         },
         LimitState::misses},
        {"late and over the budget",
         [](Scenario& s) {
             complete_build(s);
             s.requirements.deadline_seconds = 1.5 * hour;
             s.requirements.budget = 28000.0;
         },
         LimitState::misses},
        {"misses all",
         [](Scenario& s) {
             complete_build(s);
             s.name = "A machine with a name that is far too long for the cell";
             s.training.micro_batch = 64;
             s.requirements.deadline_seconds = 60.0;
             s.requirements.budget = 1.0;
             s.requirements.power_limit_w = 10.0;
         },
         LimitState::misses},
        {"tight",
         [](Scenario& s) {
             complete_build(s);
             price_everything(s);
             s.requirements.deadline_seconds = 4.5 * hour;
         },
         LimitState::tight},
        {"no limits", [](Scenario&) {}, LimitState::holds},
        {"no samples", [](Scenario& s) { s.dataset.samples.reset(); }, LimitState::holds},
        {"large",
         [](Scenario& s) {
             complete_build(s);
             s.model.preset = "llama-2-70b";
             s.input = {};
             s.dataset = {};
             s.dataset.samples = 1000000;
             s.build.gpus_per_node = 8;
             s.build.nodes = 100;
             s.training.epochs = 100000;
             s.requirements.budget = 2e9;
         },
         LimitState::misses},
        {"open and tight",
         [](Scenario& s) {
             complete_build(s);
             s.requirements.deadline_seconds = 4.5 * hour;
         },
         LimitState::open},
    };
    return all;
}

struct LineFixture {
    InterfaceLanguage language;
    Localization words{*find_data_directory()};
    Document document;
    QWidget window;
    StatusLine line;

    explicit LineFixture(const std::function<void(Scenario&)>& change, int width = 1366)
        : document(shared_engine_data(), changed_fabric(change)),
          line(document, words, &window)
    {
        QObject::connect(&language, &InterfaceLanguage::changed, &window, [this](const QString& id) { words.use(id); });
        window.resize(width, 300);
        line.setGeometry(0, 0, width, line.sizeHint().height());
        window.show();
        if (!QTest::qWaitForWindowExposed(&window)) qFatal("no window");
    }

    static Scenario changed_fabric(const std::function<void(Scenario&)>& change)
    {
        Scenario scenario = fabric_scenario();
        change(scenario);
        return scenario;
    }
    StatusCell* cell(const char* name) const { return line.findChild<StatusCell*>(QLatin1String(name)); }
    const auto& content(const char* name) const { return cell(name)->content(); }
    QString verdict() const { return content("status_verdict").number; }
    void speak(const QString& id)
    {
        QVERIFY(language.use(id));
        QApplication::sendPostedEvents();
        QApplication::processEvents();
    }
};

bool has_colour(const QWidget& widget, const QColor& colour)
{
    const QImage image = const_cast<QWidget&>(widget).grab().toImage();
    for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x)
            if (image.pixelColor(x, y) == colour) return true;
    return false;
}

} // namespace

class StatusLineTest : public QObject {
    Q_OBJECT

private slots:
    void texts_never_overlap_data()
    {
        add_columns<int, QString, int>("plan", "language", "width");
        for (std::size_t plan = 0; plan < plans().size(); ++plan)
            for (const char* language : {"en", "zh_CN"})
                for (const int width : {700, 1024, 1200, 1366, 1920})
                    QTest::addRow("%s %s %d", plans()[plan].name, language, width)
                        << static_cast<int>(plan) << QString::fromLatin1(language) << width;
    }

    void texts_never_overlap()
    {
        QFETCH(const int, plan);
        QFETCH(const QString, language);
        QFETCH(const int, width);
        LineFixture f(plans()[static_cast<std::size_t>(plan)].change, width);
        f.speak(language);
        int left = 0;
        for (const char* name : cell_names) {
            const StatusCell* cell = f.cell(name);
            QCOMPARE(cell->x(), left);
            left = cell->x() + cell->width();
            const std::vector<PlacedText> texts = cell->placed_texts();
            for (std::size_t i = 0; i < texts.size(); ++i) {
                QVERIFY2(cell->rect().contains(texts[i].place), qPrintable(texts[i].text));
                QVERIFY(QFontMetrics(texts[i].font).horizontalAdvance(texts[i].text) <= texts[i].place.width());
                for (std::size_t j = 0; j < i; ++j) QVERIFY2(!texts[i].place.intersects(texts[j].place), name);
                if (texts[i].cut) QVERIFY(!cell->toolTip().isEmpty());
                // At the designed widths only names of people's own are cut.
                if (width >= 1024 && qstrcmp(name, "status_machine") != 0 && plan < 7)
                    QVERIFY2(!texts[i].cut, qPrintable(texts[i].text));
                QVERIFY(QFontInfo(texts[i].font).pixelSize() >= 12);
            }
            QVERIFY2(!cell->accessibleName().isEmpty(), name);
        }
        QCOMPARE(left, width);
    }

    /// "of 1 h 30 …" would be another limit, and "One …" no name.
    void a_limit_without_room_is_left_out_whole()
    {
        for (const char* language : {"en", "zh_CN"}) {
            LineFixture f(plans()[3].change, 1024);
            f.speak(QString::fromLatin1(language));
            int left_out = 0;
            for (const char* name : cell_names) {
                const StatusCell::Content& content = f.content(name);
                QStringList shown;
                for (const PlacedText& text : f.cell(name)->placed_texts()) {
                    QVERIFY2(!text.cut, qPrintable(text.text));
                    shown << text.text;
                }
                if (content.gauge && !shown.contains(content.limit)) ++left_out;
                if (qstrcmp(name, "status_verdict") != 0 && !content.number.isEmpty())
                    QVERIFY2(shown.contains(content.number), qPrintable(shown.join(QStringLiteral(" | "))));
            }
            QVERIFY2(left_out < 3, language);
        }
        QCOMPARE(LineFixture(plans()[3].change).verdict(), QStringLiteral("Misses: deadline, budget"));
    }

    void missed_goals_never_show_the_colour_of_success()
    {
        for (const ThemeChoice choice : {ThemeChoice::light, ThemeChoice::dark}) {
            apply_theme(choice);
            for (const Plan& plan : plans()) {
                LineFixture f(plan.change);
                const Theme& theme = theme_of(f.line.palette());
                QCOMPARE(theme.dark, choice == ThemeChoice::dark);
                QVERIFY2(f.content("status_verdict").state == plan.verdict, plan.name);
                const bool green = has_colour(*f.cell("status_verdict"), theme.good) ||
                                   has_colour(*f.cell("status_verdict"), theme.good_wash);
                QVERIFY2(green == (plan.verdict == LimitState::holds), plan.name);
                for (const char* name : {"status_memory", "status_time", "status_price", "status_checks"}) {
                    const StatusCell* cell = f.cell(name);
                    const LimitState state = cell->content().state;
                    QVERIFY2(has_colour(*cell, theme.good) ==
                                 (state == LimitState::holds && !cell->content().hypothetical),
                             name);
                    QCOMPARE(has_colour(*cell, theme.bad), state == LimitState::misses);
                }
            }
        }
        apply_theme(ThemeChoice::light);
    }

    void marks_differ_in_shape()
    {
        std::set<Symbol> marks;
        for (const LimitState state :
             {LimitState::holds, LimitState::open, LimitState::tight, LimitState::unknown, LimitState::misses})
            marks.insert(*symbol_of(state));
        QCOMPARE(marks.size(), std::size_t{5});
        QVERIFY(!symbol_of(LimitState::no_limit));
    }

    void limits_that_are_not_set_have_no_mark_and_no_gauge()
    {
        LineFixture f([](Scenario&) {});
        QCOMPARE(f.content("status_time").limit, QStringLiteral("no deadline"));
        QCOMPARE(f.content("status_price").limit, QStringLiteral("no budget"));
        for (const char* name : {"status_time", "status_price"}) {
            QCOMPARE(f.content(name).state, LimitState::no_limit);
            QVERIFY(!f.content(name).gauge);
            QVERIFY(!has_colour(*f.cell(name), light_theme().good));
        }
        QVERIFY(f.content("status_memory").gauge);
        QCOMPARE(f.verdict(), QStringLiteral("Fits, no limits set"));
        // A warning isn't a limit.
        LineFixture warned([](Scenario& s) { s.build.gpus_per_node = 2, s.dataset.samples = 1; });
        QVERIFY2(warned.verdict().startsWith(QStringLiteral("Fits, ")), qPrintable(warned.verdict()));
        QVERIFY2(warned.verdict().contains(QStringLiteral("warning")), qPrintable(warned.verdict()));
    }

    void ranges_go_to_the_tool_tip_first()
    {
        const auto first_line = [](const LineFixture& f) {
            return f.cell("status_memory")->placed_texts().front().text;
        };
        LineFixture wide(plans()[0].change, 1366);
        QVERIFY2(first_line(wide).startsWith(QStringLiteral("Memory · 3.0")), qPrintable(first_line(wide)));
        LineFixture narrow(plans()[0].change, 1024);
        QCOMPARE(first_line(narrow), QStringLiteral("Memory"));
        QVERIFY(narrow.cell("status_memory")->toolTip().contains(QStringLiteral("–3.")));
        // The limit stays.
        QVERIFY(narrow.cell("status_memory")->placed_texts().back().text.startsWith(QStringLiteral("of 2")));
    }

    void a_verdict_breaks_between_its_clauses()
    {
        LineFixture f([](Scenario& s) {
            s.training.micro_batch = 64;
            s.requirements.deadline_seconds = 60.0;
            s.requirements.budget = 1.0;
        });
        f.speak(QStringLiteral("zh_CN"));
        const std::vector<PlacedText> lines = f.cell("status_verdict")->placed_texts();
        QCOMPARE(lines.size(), std::size_t{2});
        QVERIFY2(lines[0].text.endsWith(QStringLiteral("、")), qPrintable(lines[0].text));
    }

    void a_gauge_shows_the_overrun()
    {
        LineFixture f(plans()[2].change);
        const StatusCell::Gauge gauge = *f.content("status_memory").gauge;
        QVERIFY(gauge.low > 1.0 && gauge.low < gauge.value && gauge.value < *gauge.high);
        LineFixture open(plans()[1].change);
        QVERIFY(!open.content("status_price").gauge->high);
        // The track, just right of the limit at 80 %: red only where it is exceeded.
        const auto behind_the_limit = [](const StatusCell* cell) {
            const QImage image = const_cast<StatusCell*>(cell)->grab().toImage();
            return image.pixelColor(12 + (cell->width() - 24) * 41 / 50, 39);
        };
        QCOMPARE(behind_the_limit(f.cell("status_memory")), light_theme().bad);
        QCOMPARE(behind_the_limit(f.cell("status_price")), light_theme().grid);
    }

    void time_of_a_plan_that_does_not_fit_is_hypothetical()
    {
        LineFixture f([](Scenario& s) {
            s.training.micro_batch = 32;
            s.requirements.deadline_seconds = 100.0 * hour;
        });
        const StatusCell* time = f.cell("status_time");
        QCOMPARE(time->content().label, QStringLiteral("Time (hypothetical)"));
        QVERIFY(time->content().hypothetical);
        QVERIFY(!time->placed_texts()[1].font.bold());
        QVERIFY(f.cell("status_memory")->placed_texts()[1].font.bold());
        QCOMPARE(f.verdict(), QStringLiteral("Does not fit"));
    }

    void what_was_never_measured_is_in_the_verdict()
    {
        const Rows<const char*, Framework, const char*, const char*, const char*> rows{
            {"its time", "mi300x", Framework::pytorch, "Fits, time very rough", "Memory", "Time, very rough"},
            {"its memory", "rtx4090", Framework::tensorflow, "Fits, memory very rough", "Memory, very rough", "Time"},
            {"both", "ascend910a", Framework::pytorch, "Fits, very rough", "Memory, very rough", "Time, very rough"},
        };
        rows.each([](auto gpu, auto framework, auto verdict, auto memory, auto time) {
            const LineFixture f([&](Scenario& s) {
                s.build.gpu = gpu;
                s.training.framework = framework;
            });
            QCOMPARE(f.verdict(), verdict);
            QCOMPARE(f.content("status_memory").label, memory);
            QCOMPARE(f.content("status_time").label, time);
        });
    }

    void rough_memory_that_may_not_be_enough_is_tight()
    {
        LineFixture f([](Scenario& s) {
            s.training.framework = Framework::tensorflow;
            s.training.micro_batch = 16;
        });
        QCOMPARE(f.verdict(), QStringLiteral("Tight: memory very rough"));
    }

    void a_missing_price_names_the_part()
    {
        LineFixture f([](Scenario& s) {
            complete_build(s);
            price_everything(s);
            s.build.price_overrides.erase("generic-desktop-1gpu");
        });
        QCOMPARE(f.content("status_price").range, QStringLiteral("no price: Chassis"));
        QVERIFY(f.content("status_price").number.startsWith(QStringLiteral("≥ ")));
        QCOMPARE(f.verdict(), QStringLiteral("Open: 1 price missing"));
    }

    void a_missed_takt_time_replaces_the_time()
    {
        LineFixture f([](Scenario& s) { s.requirements.takt_seconds = 1e-4; });
        QCOMPARE(f.content("status_time").label, QStringLiteral("Time per part"));
        QCOMPARE(f.content("status_time").state, LimitState::misses);
        QCOMPARE(f.verdict(), QStringLiteral("Misses the takt time"));
    }

    void arrows_go_through_the_cells_in_one_tab_stop()
    {
        LineFixture f(plans()[0].change);
        QWidget before(&f.window);
        before.setFocusPolicy(Qt::StrongFocus);
        QWidget behind(&f.window);
        behind.setFocusPolicy(Qt::StrongFocus);
        for (QWidget* widget : {&before, &behind}) {
            widget->setGeometry(0, 100, 10, 10);
            widget->show();
        }
        QWidget::setTabOrder(&before, f.cell("status_machine"));
        QWidget::setTabOrder(f.cell("status_open_details"), &behind);
        f.window.activateWindow();
        f.line.setFocus();
        QCOMPARE(QApplication::focusWidget(), f.cell("status_machine"));
        for (const char* name : cell_names) {
            QCOMPARE(QApplication::focusWidget(), f.cell(name));
            QTest::keyClick(QApplication::focusWidget(), Qt::Key_Right);
        }
        QCOMPARE(QApplication::focusWidget(), f.cell("status_open_details"));
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Left);
        QCOMPARE(QApplication::focusWidget(), f.cell("status_bottleneck"));
        // The Tab key leaves the line, and comes back to the same cell.
        QTest::keyClick(f.window.windowHandle(), Qt::Key_Tab);
        QVERIFY(!f.line.isAncestorOf(QApplication::focusWidget()));
        QTest::keyClick(f.window.windowHandle(), Qt::Key_Backtab, Qt::ShiftModifier);
        QCOMPARE(QApplication::focusWidget(), f.cell("status_bottleneck"));
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Home);
        QCOMPARE(QApplication::focusWidget(), f.cell("status_machine"));
    }

    void a_click_or_enter_requests_the_calculation()
    {
        LineFixture f(plans()[0].change);
        QSignalSpy asked(&f.line, &StatusLine::working_requested);
        const std::vector<std::pair<const char*, QString>> expected{
            {"status_memory", QStringLiteral("memory.total_bytes")},
            {"status_time", QStringLiteral("time.wall_seconds")},
            {"status_price", QStringLiteral("cost.purchase")},
            {"status_checks", StatusLine::findings_request()},
            {"status_bottleneck", QStringLiteral("time.bottleneck_share")},
        };
        for (const auto& [name, quantity] : expected) {
            QTest::mouseClick(f.cell(name), Qt::LeftButton);
            QCOMPARE(asked.takeLast().front().toString(), quantity);
            QTest::keyClick(f.cell(name), Qt::Key_Return);
            QCOMPARE(asked.takeLast().front().toString(), quantity);
            QTest::keyClick(f.cell(name), Qt::Key_Space);
            QCOMPARE(asked.takeLast().front().toString(), quantity);
        }
        QVERIFY(asked.isEmpty());
    }

    void the_machine_opens_the_menu_of_machines()
    {
        LineFixture f([](Scenario& s) { s.name = "R&D <b>"; });
        Project project = f.document.project();
        project.builds.push_back(project.builds.front());
        project.builds.back().scenario.name = "Second";
        f.document.edit_project(project, QStringLiteral("two"));
        QMenu own;
        own.addAction(QStringLiteral("Duplicate"));
        f.line.set_machine_actions(&own);
        QSignalSpy requested(&f.line, &StatusLine::machine_requested);
        QTest::mouseClick(f.cell("status_machine"), Qt::LeftButton);
        auto* menu = f.line.findChild<QMenu*>(QStringLiteral("machine_menu"));
        QVERIFY(menu && menu->isVisible());
        QCOMPARE(menu->actions().size(), 4);
        QCOMPARE(menu->actions()[0]->text(), QStringLiteral("A  R&&D <b>\tAlt+A"));
        QVERIFY(menu->actions()[0]->isChecked() && !menu->actions()[1]->isChecked());
        QCOMPARE(menu->actions()[3]->text(), QStringLiteral("Duplicate"));
        QTest::mouseClick(menu, Qt::LeftButton, {}, menu->actionGeometry(menu->actions()[1]).center());
        QCOMPARE(requested.size(), 1);
        QCOMPARE(requested.front().front().value<std::size_t>(), std::size_t{1});
        f.document.select_build(1);
        QCOMPARE(f.content("status_machine").label, QStringLiteral("B"));
        QCOMPARE(f.content("status_machine").number, QStringLiteral("Second"));
        f.document.select_build(0);
        QVERIFY(!f.cell("status_machine")->toolTip().contains(QStringLiteral("<b>")));
    }

    void details_show_every_goal()
    {
        LineFixture f([](Scenario& s) {
            complete_build(s);
            s.requirements.power_limit_w = 5000.0;
        });
        QSignalSpy opened(&f.line, &StatusLine::details_requested);
        QSignalSpy asked(&f.line, &StatusLine::working_requested);
        QTest::mouseClick(f.cell("status_open_details"), Qt::LeftButton);
        QCOMPARE(opened.size(), 1);
        auto* details = f.line.findChild<QWidget*>(QStringLiteral("status_details"));
        QVERIFY(details && details->isVisible());
        auto* table = details->findChild<QTableWidget*>();
        QStringList questions;
        for (int row = 0; row < table->rowCount(); ++row) questions.append(table->item(row, 0)->text());
        QCOMPARE(questions, QStringList({"Memory", "Time", "Price", "Power", "Machine checks", "Bottleneck"}));
        QCOMPARE(table->item(3, 3)->text(), QStringLiteral("5,000 W"));
        QCOMPARE(table->item(3, 4)->text(), QStringLiteral("Within the limit"));
        table->setCurrentCell(3, 0);
        QTest::keyClick(table, Qt::Key_Return);
        QCOMPARE(asked.size(), 1);
        QCOMPARE(asked.front().front().toString(), QStringLiteral("requirements.power_present"));
        QTRY_VERIFY(f.line.findChild<QWidget*>(QStringLiteral("status_details")) == nullptr);
        // The verdict opens the same.
        QTest::mouseClick(f.cell("status_verdict"), Qt::LeftButton);
        QCOMPARE(opened.size(), 2);
    }

    void a_new_verdict_is_announced_once()
    {
        LineFixture f(plans()[0].change);
        QSignalSpy announced(&f.line, &StatusLine::announced);
        const int gesture = f.document.begin_gesture();
        for (const std::int64_t batch : {8, 64, 128})
            QVERIFY(f.document.set_field(QStringLiteral("training.micro_batch"), batch));
        QCOMPARE(f.content("status_verdict").state, LimitState::misses);
        QVERIFY(announced.isEmpty());
        f.document.end_gesture(gesture);
        QCOMPARE(announced.size(), 1);
        QCOMPARE(announced.front().front().toString(), f.cell("status_verdict")->accessibleName());
        QVERIFY(f.document.set_field(QStringLiteral("training.micro_batch"), std::int64_t{96}));
        QCOMPARE(announced.size(), 1);
    }

    void it_follows_document_language_and_theme()
    {
        LineFixture f(plans()[0].change);
        QCOMPARE(f.verdict(), QStringLiteral("Meets all limits"));
        QVERIFY(f.document.set_field(QStringLiteral("requirements.deadline_seconds"), 60.0));
        QCOMPARE(f.verdict(), QStringLiteral("Misses the deadline"));
        f.speak(QStringLiteral("zh_CN"));
        QCOMPARE(f.content("status_memory").label, QStringLiteral("显存"));
        QVERIFY(f.content("status_memory").limit.startsWith(QStringLiteral("/ ")));
        for (const char* name : cell_names) QVERIFY2(!f.cell(name)->toolTip().contains(QStringLiteral("limit")), name);
        const QColor light = f.cell("status_price")->grab().toImage().pixelColor(3, 3);
        QCOMPARE(light, light_theme().base);
        apply_theme(ThemeChoice::dark);
        QApplication::processEvents();
        QCOMPARE(f.cell("status_price")->grab().toImage().pixelColor(3, 3), dark_theme().base);
        apply_theme(ThemeChoice::light);
    }

    void shared_units_are_written_once()
    {
        const auto range = [](const char* low, const char* high, const char* number) {
            return range_between(QString::fromUtf8(low), QString::fromUtf8(high), QString::fromUtf8(number));
        };
        QCOMPARE(range("2.90 GiB", "3.16 GiB", "2.99 GiB"), QStringLiteral("2.90–3.16"));
        QCOMPARE(range("0.99 GiB", "1.05 GiB", "999 MiB"), QStringLiteral("0.99–1.05 GiB"));
        QCOMPARE(range("2.90 GiB", "3.16 GiB", ""), QStringLiteral("2.90–3.16 GiB"));
        QCOMPARE(range("CN¥9,500", "CN¥12,000", ""), QStringLiteral("CN¥9,500–CN¥12,000"));
        QCOMPARE(range("900 MiB", "1.05 GiB", "999 MiB"), QStringLiteral("900 MiB – 1.05 GiB"));
        QCOMPARE(range("3 h 16 min", "5 h 23 min", "3 h 55 min"), QStringLiteral("3 h 16 – 5 h 23"));
        QCOMPARE(range("3 h 16 min", "5 h 23 min", ""), QStringLiteral("3 h 16 – 5 h 23 min"));
        QCOMPARE(range("50 min 2 s", "1 h 2 min", "55 min"), QStringLiteral("50 min 2 s – 1 h 2 min"));
        QCOMPARE(range("50 s", "2 min", "1 min 5 s"), QStringLiteral("50 s – 2 min"));
    }

    void texts_have_contrast()
    {
        const auto luminance = [](const QColor& colour) {
            const auto linear = [](double c) { return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4); };
            return 0.2126 * linear(colour.redF()) + 0.7152 * linear(colour.greenF()) + 0.0722 * linear(colour.blueF());
        };
        const auto contrast = [&](const QColor& a, const QColor& b) {
            const double x = luminance(a) + 0.05;
            const double y = luminance(b) + 0.05;
            return std::max(x, y) / std::min(x, y);
        };
        for (const Theme* theme : {&light_theme(), &dark_theme()}) {
            for (const QColor& ground : {theme->base, theme->window, theme->inputs})
                for (const QColor& text : {theme->text, theme->muted, theme->faint})
                    QVERIFY(contrast(text, ground) >= 4.5);
            for (const LimitState state : {LimitState::holds, LimitState::open, LimitState::tight, LimitState::misses})
                QVERIFY(contrast(colour_of(state, *theme), ground_of(state, *theme)) >= 4.5);
            QVERIFY(contrast(theme->outline, theme->base) >= 3.0);
            QVERIFY(contrast(theme->on_accent, theme->accent) >= 4.5);
        }
    }
};

RIGWRIGHT_STYLED_TEST(StatusLineTest)

} // namespace tst_status_line

#include "tst_status_line.moc"
