// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/recommend/questions.h"
#include "tests/support/suite.h"
#include "tests/ui/window_fixture.h"
#include "ui/advisor/advisor_source.h"
#include "ui/advisor/candidate_text.h"
#include "ui/advisor/front_plot.h"
#include "ui/compare/build_actions.h"
#include "ui/controls/parameter_control.h"
#include "ui/document/page.h"
#include "ui/format/words.h"
#include "ui/measure/measurement_list.h"
#include "ui/panels/field_form.h"
#include "ui/panels/part_entries.h"
#include "ui/theme/theme.h"

#include <QScrollArea>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTabBar>

#include <memory>

namespace rigwright::test::tst_advisor_page {

constexpr int patience_ms = 60000;

/// The shipped data with four cards, so that a search takes a moment and not seconds.
std::shared_ptr<const EngineData> few_cards()
{
    static const auto data = [] {
        auto few = std::make_shared<EngineData>(engine_data());
        std::erase_if(few->hardware.gpus, [](const Gpu& gpu) {
            return gpu.id != "rtx4090" && gpu.id != "rtx4060ti-16" && gpu.id != "rtx3060-12g" && gpu.id != "rtx5090";
        });
        return std::shared_ptr<const EngineData>(few);
    }();
    return data;
}

Scenario small_training()
{
    Scenario scenario;
    scenario.name = "Small";
    scenario.model.preset = "resnet50";
    scenario.dataset.samples = 100000;
    scenario.dataset.encoding = SampleEncoding::jpeg;
    scenario.dataset.encoded_bytes_per_sample = 110000;
    scenario.training.epochs = 10;
    scenario.training.micro_batch = 32;
    scenario.training.precision = Precision::fp16_amp;
    scenario.build.gpu = "rtx4090";
    scenario.constraints.maximum_gpus = 2;
    return scenario;
}

/// The page alone, as wide as in a usual window.
struct PageFixture {
    Localization words{*find_data_directory()};
    Document document;
    PageRequests requests;
    BuildActions builds{document, words, nullptr};
    MeasurementFiles measurements{document, words, nullptr};
    std::unique_ptr<QScrollArea> owned;
    QScrollArea& page;
    AdvisorSource& source;

    explicit PageFixture(const Scenario& scenario = small_training(), const QSize& size = QSize(1240, 760),
                         const std::shared_ptr<const EngineData>& data = few_cards())
        : document(data, scenario),
          owned(static_cast<QScrollArea*>(advisor_page({document, words, requests, builds, measurements}, nullptr))),
          page(*owned),
          source(*child<AdvisorSource>(page))
    {
        page.resize(size);
        // No event runs before the test's own: a search of few cards may be over in one turn of the loop.
        page.show();
    }
    bool wait()
    {
        return QTest::qWaitFor([this] { return source.is_settled() && front().is_drawn(); }, patience_ms);
    }
    FrontPlot& front() { return *child<FrontPlot>(page); }
    QWidget* canvas() { return &front().canvas(); }
    void drag(QPoint from, QPoint to)
    {
        QTest::mousePress(canvas(), Qt::LeftButton, {}, from);
        for (int i = 1; i <= 4; ++i) QTest::mouseMove(canvas(), from + (to - from) * i / 4);
        QTest::mouseRelease(canvas(), Qt::LeftButton, {}, to);
    }
    /// The answer of the page about the selected part.
    QString why_not() { return child<QLabel>(page, "why_not")->text(); }
    void tick(QCheckBox& box)
    {
        page.ensureWidgetVisible(&box);
        test::tick(box);
    }
    const Recommendation& answer() { return source.recommendation(); }
    const Candidate& pick(std::size_t card) { return answer().front[answer().picks[card].candidate]; }
    ParameterControl* budget()
    {
        return qobject_cast<ParameterControl*>(
            child<FieldForm>(page, "limits")->control(QStringLiteral("requirements.budget")));
    }
};

/// The same when its first search is over.
struct SettledPage : PageFixture {
    SettledPage() { QVERIFY(wait()); }
};

std::size_t builds(const Document& document) { return document.project().builds.size(); }

/// The visible proposed builds, at most three.
std::vector<QWidget*> picks(const QScrollArea& page)
{
    std::vector<QWidget*> shown;
    for (QWidget* card : page.findChildren<QWidget*>(QStringLiteral("pick")))
        if (card->isVisibleTo(&page)) shown.push_back(card);
    return shown;
}

QString text_of(const QWidget& card)
{
    QStringList lines;
    for (const QLabel* label : card.findChildren<QLabel*>()) lines << label->text();
    return lines.join(QLatin1Char('\n')).replace(QChar(QChar::Nbsp), QLatin1Char(' '));
}

/// The advisor's page by mouse and key.
class AdvisorPageTest : public QObject {
    Q_OBJECT
private slots:
    void proposes_builds_with_reasons()
    {
        SettledPage fixture;
        QVERIFY(!fixture.answer().picks.empty());
        QCOMPARE(picks(fixture.page).size(), fixture.answer().picks.size());
        const QString text = text_of(*picks(fixture.page).front());
        QVERIFY2(text.contains(fixture.words.text("recommend.pick.cheapest")), qPrintable(text));
        // Each card shows reasons against it; its tooltip lists all of them.
        for (std::size_t i = 0; i < picks(fixture.page).size(); ++i) {
            const QWidget* card = picks(fixture.page)[i];
            const auto against = std::ranges::find_if(fixture.answer().picks[i].reasons, speaks_against);
            if (against != fixture.answer().picks[i].reasons.end())
                QVERIFY(text_of(*card).contains(fixture.words.text("recommend." + against->code, against->arguments)));
            QVERIFY(text_of(*card).contains(QStringLiteral("Drawbacks\n• ")));
            for (const Remark& reason : fixture.answer().picks[i].reasons)
                QVERIFY(card->accessibleDescription().contains(
                    fixture.words.text("recommend." + reason.code, reason.arguments)));
        }
        QVERIFY(!text.contains(QLatin1Char('[')));
        QVERIFY(
            child<QLabel>(fixture.page, "counts")
                ->text()
                .contains(fixture.words.text(Value{static_cast<double>(fixture.answer().candidates), Unit::count})));
        // The figures of a pick equal the engine's.
        const Candidate& pick = fixture.pick(0);
        const auto scenario = fixture.source.scenario_of(pick, "as proposed");
        QVERIFY(scenario.has_value());
        const Evaluation evaluation = evaluate(*scenario, *few_cards());
        QCOMPARE(evaluation.estimate->cost.bill.total, pick.figures.cost);
    }

    void a_click_shows_a_candidate_and_a_double_click_opens_it()
    {
        SettledPage fixture;
        QVERIFY(!child<QWidget>(fixture.page, "chosen")->isVisible());
        const std::size_t last = fixture.front().drawn().size() - 1;
        const QPoint place = fixture.front().place_in_pixels(last).toPoint();
        QTest::mouseMove(fixture.canvas(), place);
        QTRY_VERIFY(fixture.front().readout_box().isVisible());
        QTest::mouseClick(fixture.canvas(), Qt::LeftButton, {}, place);
        QVERIFY(child<QWidget>(fixture.page, "chosen")->isVisible());
        QCOMPARE(builds(fixture.document), std::size_t{1});
        QTest::mouseDClick(fixture.canvas(), Qt::LeftButton, {}, place);
        QCOMPARE(builds(fixture.document), std::size_t{2});
        QCOMPARE(fixture.document.project().current, std::size_t{1});
        // The build was proposed by the search, so no new search is needed.
        QVERIFY(fixture.source.is_current());
        QVERIFY(!fixture.source.is_searching());
        fixture.document.undo_stack().undo();
        QCOMPARE(builds(fixture.document), std::size_t{1});
    }

    void keys_read_candidates_and_open_one()
    {
        SettledPage fixture;
        fixture.canvas()->setFocus();
        QTest::keyClick(fixture.canvas(), Qt::Key_Right);
        QVERIFY(fixture.front().readout_box().isVisible());
        const QString heading = fixture.front().readout_box().readout().heading;
        QTest::keyClick(fixture.canvas(), Qt::Key_Return);
        QCOMPARE(builds(fixture.document), std::size_t{2});
        QCOMPARE(from_utf8(fixture.document.scenario().name), heading);
    }

    void a_pick_is_opened_or_pinned()
    {
        SettledPage fixture;
        QWidget* card = picks(fixture.page).front();
        const auto is_answer = [&](const Pick& each) {
            const QString text = child<QLabel>(fixture.page, "answer")->text();
            const Candidate& candidate = fixture.answer().front[each.candidate];
            return text.startsWith(QStringLiteral("Buy %1: ").arg(name_of(candidate, *fixture.document.data()))) &&
                   text.contains(fixture.words.text(value_of(candidate.figures.time_high)));
        };
        QVERIFY(std::ranges::any_of(fixture.answer().picks, is_answer));
        const Candidate pick = fixture.pick(0);
        fixture.page.ensureWidgetVisible(button(*card, QStringLiteral("Compare")));
        QTest::mouseClick(button(*card, QStringLiteral("Compare")), Qt::LeftButton);
        QCOMPARE(builds(fixture.document), std::size_t{2});
        QCOMPARE(fixture.document.project().current, std::size_t{0});
        QVERIFY(fixture.document.project().builds[1].is_pinned());
        button(*card, QStringLiteral("Add"))->setFocus();
        QTest::keyClick(button(*card, QStringLiteral("Add")), Qt::Key_Space);
        QCOMPARE(builds(fixture.document), std::size_t{3});
        QCOMPARE(fixture.document.scenario().build.gpu, pick.scenario.build.gpu);
        QCOMPARE(fixture.document.evaluation().estimate->cost.bill.total, pick.figures.cost);
    }

    void a_limit_is_dragged()
    {
        SettledPage fixture;
        const std::size_t all = fixture.answer().front.size();
        QVERIFY(all > 2);
        const std::optional<QRectF> handle = fixture.front().limit_handle(0);
        QVERIFY(handle.has_value());
        const QPoint from = handle->center().toPoint();
        // Between the cheapest and the dearest.
        const double middle =
            (fixture.front().place_in_pixels(0).x() + fixture.front().place_in_pixels(all - 1).x()) / 2;
        const QPoint to(qRound(middle), from.y());
        fixture.drag(from, to);
        const auto budget = fixture.document.scenario().requirements.budget;
        QVERIFY(budget.has_value());
        QVERIFY(fixture.answer().front.size() < all);
        for (const Candidate& candidate : fixture.answer().front) QVERIFY(candidate.figures.cost <= *budget);
        QVERIFY(!fixture.source.is_searching());
        QVERIFY(fixture.source.is_current());
        // The whole drag is one step.
        QCOMPARE(fixture.document.undo_stack().count(), 1);
        fixture.document.undo_stack().undo();
        QVERIFY(!fixture.document.scenario().requirements.budget);
        QCOMPARE(fixture.answer().front.size(), all);
    }

    /// The other axis: down to the middle, then up beyond its end, where there is no deadline.
    void a_deadline_is_dragged_and_taken_away()
    {
        SettledPage fixture;
        FrontPlot& front = fixture.front();
        const std::size_t all = fixture.answer().front.size();
        const QPoint from = front.limit_handle(1)->center().toPoint();
        const double middle = (front.place_in_pixels(0).y() + front.place_in_pixels(front.drawn().size() - 1).y()) / 2;
        fixture.drag(from, QPoint(from.x(), qRound(middle)));
        const auto deadline = fixture.document.scenario().requirements.deadline_seconds;
        QVERIFY(deadline.has_value());
        QVERIFY(fixture.answer().front.size() < all);
        for (const Candidate& candidate : fixture.answer().front) QVERIFY(candidate.figures.time.base() <= *deadline);
        QVERIFY(fixture.source.is_current());
        fixture.drag(front.limit_handle(1)->center().toPoint(), QPoint(from.x(), 1));
        QVERIFY(!fixture.document.scenario().requirements.deadline_seconds);
        QCOMPARE(fixture.answer().front.size(), all);
        QCOMPARE(fixture.document.undo_stack().count(), 2);
    }

    void names_the_limit_to_relax_if_nothing_qualifies()
    {
        SettledPage fixture;
        fixture.page.ensureWidgetVisible(fixture.budget());
        enter(*fixture.budget()->field(), QStringLiteral("10"));
        QCOMPARE(fixture.document.scenario().requirements.budget, std::optional(10.0));
        QVERIFY(fixture.answer().front.empty());
        QVERIFY(picks(fixture.page).empty());
        // The same place then shows that answer.
        const QLabel& answer = *child<QLabel>(fixture.page, "answer");
        QVERIFY(answer.isVisible());
        QCOMPARE(answer.text(), fixture.words.text("recommend.none"));
        QVERIFY(QTest::qWaitFor([&] { return !fixture.answer().relaxations.empty(); }, patience_ms));
        QCOMPARE(fixture.answer().relaxations.front().field, std::string("requirements.budget"));
        QCOMPARE(fixture.answer().relaxations.front().needed->number,
                 fixture.source.found()->front.front().figures.cost);
    }

    void another_plan_marks_what_is_shown()
    {
        SettledPage fixture;
        QVERIFY(!button(fixture.page, QStringLiteral("Search again"))->isVisible());
        QVERIFY(fixture.document.set_field(QStringLiteral("training.epochs"), std::int64_t{20}));
        QVERIFY(!fixture.source.is_current());
        for (QWidget* card : picks(fixture.page)) QVERIFY(!button(*card, QStringLiteral("Add"))->isEnabled());
        QVERIFY(fixture.source.is_searching());
        QVERIFY(fixture.wait());
        QVERIFY(fixture.source.is_current());
        QVERIFY(button(*picks(fixture.page).front(), QStringLiteral("Add"))->isEnabled());
        QCOMPARE(fixture.source.found()->asked.training.epochs, std::int64_t{20});
        // Hidden, it does not search.
        fixture.page.hide();
        QVERIFY(fixture.document.set_field(QStringLiteral("training.epochs"), std::int64_t{30}));
        QVERIFY(!fixture.source.is_searching());
        fixture.page.show();
        QVERIFY(fixture.source.is_searching());
        QVERIFY(fixture.wait());
    }

    void a_search_can_be_stopped()
    {
        PageFixture fixture;
        QVERIFY(fixture.source.is_searching());
        QVERIFY(button(fixture.page, QStringLiteral("Stop"))->isVisible());
        QTest::mouseClick(button(fixture.page, QStringLiteral("Stop")), Qt::LeftButton);
        QVERIFY(!fixture.source.is_searching());
        QVERIFY(fixture.source.was_stopped());
        QVERIFY(button(fixture.page, QStringLiteral("Search again"))->isVisible());
        QTest::qWait(50);
        QVERIFY(fixture.source.found() == nullptr);
        button(fixture.page, QStringLiteral("Search again"))->setFocus();
        QTest::keyClick(button(fixture.page, QStringLiteral("Search again")), Qt::Key_Space);
        QVERIFY(fixture.wait());
        QVERIFY(fixture.source.is_current());
    }

    void any_card_can_be_selected()
    {
        SettledPage fixture;
        const auto& picker = *child<PartPicker>(fixture.page);
        QCOMPARE(picker.part(), std::string("rtx4090"));
        std::size_t cards = 0;
        for (const PickerEntry& entry : std::vector<PickerEntry>(picker.entries())) {
            if (few_cards()->hardware.gpu(entry.id.toStdString()) == nullptr) continue;
            ++cards;
            pick(*picker.box(), entry.id);
            QCOMPARE(picker.part(), entry.id.toStdString());
            const QString text = fixture.why_not();
            QVERIFY2(text.contains(entry.name()), qPrintable(text));
            QVERIFY(!text.contains(QLatin1Char('[')));
        }
        QCOMPARE(cards, few_cards()->hardware.gpus.size());
    }

    /// The list names the recommended choice, also for screen readers.
    void the_list_marks_what_is_recommended()
    {
        SettledPage fixture;
        const auto& picker = *child<PartPicker>(fixture.page);
        const auto card = [&]() -> const Candidate& {
            for (const Pick& pick : fixture.answer().picks)
                if (std::ranges::find(pick.kinds, PickKind::best_value) != pick.kinds.end())
                    return fixture.answer().front[pick.candidate];
            return fixture.pick(0);
        };
        const QString best = from_utf8(card().scenario.build.gpu);
        for (const char* language : {"en", "zh_CN"}) {
            fixture.words.use(QLatin1String(language));
            QEvent spoken(QEvent::LanguageChange);
            QApplication::sendEvent(&fixture.page, &spoken);
            picker.box()->setFocus();
            QTest::keyClick(picker.box()->lineEdit(), Qt::Key_Down);
            QApplication::processEvents();
            const QAbstractItemModel& rows = *picker.list()->model();
            int marked = 0;
            for (int row = 0; row < rows.rowCount(); ++row) {
                const QModelIndex index = rows.index(row, 0);
                const QString mark = index.data(mark_role).toString();
                marked += mark.isEmpty() ? 0 : 1;
                if (index.data(id_role).toString() != best) continue;
                QVERIFY(!mark.isEmpty());
                QVERIFY(index.data(Qt::AccessibleTextRole).toString().endsWith(mark));
            }
            QVERIFY(marked >= 1 && marked <= 6);
            QTest::keyClick(picker.list(), Qt::Key_Escape);
        }
    }

    /// By keys: every kind of part. The question is about the first pick, then about the clicked candidate.
    void any_other_part_can_be_selected()
    {
        SettledPage fixture;
        const auto& picker = *child<PartPicker>(fixture.page);
        const QString first = child<QLabel>(fixture.page, "answer")->text().section(QLatin1Char(':'), 0, 0).mid(4);
        for (const char* field : part_fields) {
            const std::vector<NamedPart> parts = parts_of(field, few_cards()->hardware);
            QVERIFY2(!parts.empty(), field);
            for (std::size_t part = 0; part < parts.size(); part += 7) {
                pick(*picker.box(), from_utf8(parts[part].id));
                QCOMPARE(picker.part(), parts[part].id);
                const QString text = fixture.why_not();
                QVERIFY2(!text.isEmpty(), parts[part].id.c_str());
                QVERIFY2(!text.contains(QLatin1Char('[')), qPrintable(text));
            }
        }
        // A drive that costs more than the pick's own and is named with the pick.
        pick(*picker.box(), QStringLiteral("nvme5"));
        QVERIFY2(fixture.why_not().contains(first), qPrintable(fixture.why_not()));
        const std::size_t last = fixture.front().drawn().size() - 1;
        const QString dearest = name_of(*fixture.front().drawn()[last], *few_cards());
        QTest::mouseClick(fixture.canvas(), Qt::LeftButton, {}, fixture.front().place_in_pixels(last).toPoint());
        QVERIFY2(fixture.why_not().contains(dearest), qPrintable(fixture.why_not()));
    }

    void the_picture_shows_power_and_free_memory()
    {
        SettledPage fixture;
        QVERIFY(fixture.front().limit_handle(1).has_value());
        const std::size_t last = fixture.front().drawn().size() - 1;
        QPointF before = fixture.front().place_in_pixels(last);
        for (const FrontHeight height : {FrontHeight::power, FrontHeight::memory_free}) {
            child<QComboBox>(fixture.page, "front_height")->setFocus();
            QTest::keyClick(child<QComboBox>(fixture.page, "front_height"), Qt::Key_Down);
            QCOMPARE(fixture.front().height(), height);
            QVERIFY(fixture.wait());
            // A deadline limits time only; the budget is on the other axis.
            QVERIFY(fixture.front().limit_handle(0).has_value());
            QVERIFY(fixture.front().limit_handle(1) == std::nullopt);
            const QPointF place = fixture.front().place_in_pixels(last);
            QVERIFY(place != before);
            before = place;
            QTest::mouseClick(fixture.canvas(), Qt::LeftButton, {}, place.toPoint());
            QVERIFY(child<QWidget>(fixture.page, "chosen")->isVisible());
            QVERIFY(fixture.front().canvas().yAxis->range().contains(
                height == FrontHeight::power ? fixture.front().drawn()[last]->figures.power.base()
                                             : 100.0 * fixture.front().drawn()[last]->figures.headroom));
        }
    }

    void free_memory_counts_where_ticked()
    {
        // This batch fills most of a card; a smaller one leaves some memory free.
        Scenario scenario = small_training();
        scenario.training.micro_batch = 128;
        PageFixture fixture(scenario);
        QVERIFY(fixture.wait());
        const std::size_t without = fixture.source.found()->front.size();
        fixture.tick(*child<QCheckBox>(fixture.page, "memory_counts"));
        QVERIFY(fixture.source.is_searching());
        QVERIFY(!fixture.source.is_current());
        QVERIFY(fixture.wait());
        QVERIFY(fixture.source.found()->memory_counts);
        QVERIFY(fixture.source.found()->front.size() > without);
        fixture.tick(*child<QCheckBox>(fixture.page, "memory_counts"));
        QVERIFY(fixture.wait());
        QCOMPARE(fixture.source.found()->front.size(), without);
    }

    /// Over the whole catalog, which takes long enough to be seen.
    void a_search_shows_its_progress()
    {
        PageFixture fixture(small_training(), QSize(1240, 760), shared_engine_data());
        QVERIFY(child<QProgressBar>(fixture.page)->isVisible());
        QCOMPARE(child<QProgressBar>(fixture.page)->maximum(), 100);
        int last = 0;
        int seen = 0;
        while (fixture.source.is_searching()) {
            QTest::qWait(5);
            const auto share = fixture.source.progress();
            const int now = share ? static_cast<int>(*share * 100) : 100;
            QVERIFY(now >= last);
            if (now > last && now < 100) ++seen;
            last = now;
        }
        QCOMPARE(last, 100);
        QVERIFY(seen > 0);
        QVERIFY(!child<QProgressBar>(fixture.page)->isVisible());
    }

    void makers_are_ticked()
    {
        SettledPage fixture;
        QList<QCheckBox*> boxes = fixture.page.findChildren<QCheckBox*>();
        boxes.removeAll(child<QCheckBox>(fixture.page, "memory_counts"));
        boxes.removeAll(child<QCheckBox>(*child<FieldForm>(fixture.page, "changes")));
        QCOMPARE(boxes.size(), 1);
        // The only maker cannot be ruled out.
        fixture.tick(*boxes.front());
        QVERIFY(boxes.front()->isChecked());
        QVERIFY(fixture.document.scenario().constraints.vendors.empty());
    }

    void makers_that_sell_in_the_currency_are_ticked_until_others_are()
    {
        auto few = std::make_shared<EngineData>(engine_data());
        std::erase_if(few->hardware.gpus, [](const Gpu& gpu) {
            return gpu.id != "rtx4090" && gpu.id != "rtx4090d" && gpu.id != "arc-b580" && gpu.id != "ascend910b2";
        });
        PageFixture fixture(small_training(), QSize(1240, 760), few);
        QVERIFY(fixture.wait());
        const auto box = [&](const char* name) { return button(fixture.page, QString::fromLatin1(name)); };
        QVERIFY(box("NVIDIA")->isChecked() && box("Huawei")->isChecked() && !box("Intel")->isChecked());
        const QString note = fixture.words.text(
            "recommend.remark.market", {{"currency", std::string("CNY")}, {"makers", std::string("Huawei, NVIDIA")}});
        const auto page_shows = [&](const QString& text) {
            return std::ranges::any_of(fixture.page.findChildren<QLabel*>(), [&](const QLabel* label) {
                return label->isVisibleTo(&fixture.page) && label->text().contains(text);
            });
        };
        QVERIFY(page_shows(note));
        // All three: no limit, and no remark about one.
        box("Intel")->click();
        QVERIFY(fixture.document.scenario().constraints.market == Market::anywhere);
        QVERIFY(fixture.document.scenario().constraints.vendors.empty());
        QVERIFY(fixture.wait() && !page_shows(note));
        box("Huawei")->click();
        QCOMPARE(fixture.document.scenario().constraints.vendors, (std::vector<std::string>{"Intel", "NVIDIA"}));
        // Those that sell in the currency are the default again.
        box("Huawei")->click();
        box("Intel")->click();
        QVERIFY(fixture.document.scenario().constraints.market == Market::currency);
        QVERIFY(fixture.document.scenario().constraints.vendors.empty());
    }

    void another_global_batch_is_allowed_and_shown()
    {
        SettledPage fixture;
        auto* allow = child<QCheckBox>(*child<FieldForm>(fixture.page, "changes"));
        QVERIFY(!allow->isChecked());
        for (const QWidget* card : picks(fixture.page))
            QVERIFY(!text_of(*card).contains(QStringLiteral("Global batch")));
        fixture.tick(*allow);
        QVERIFY(fixture.document.scenario().constraints.other_global_batch);
        QVERIFY(fixture.wait());
        const Recommendation& answer = fixture.answer();
        for (std::size_t i = 0; i < picks(fixture.page).size(); ++i) {
            const QWidget* card = picks(fixture.page)[i];
            const bool other = global_batch(fixture.pick(i).scenario) != global_batch(fixture.document.scenario());
            QCOMPARE(card->toolTip().contains(QStringLiteral("instead of")), other);
            QCOMPARE(std::ranges::find(answer.picks[i].reasons, "against.other-batch", &Remark::code) !=
                         answer.picks[i].reasons.end(),
                     other);
        }
    }

    void each_card_has_its_memory()
    {
        SettledPage fixture;
        for (std::size_t i = 0; i < picks(fixture.page).size(); ++i) {
            const QWidget* card = picks(fixture.page)[i];
            const double headroom = fixture.pick(i).figures.headroom;
            auto* gauge = child<ShareBar>(*card);
            QVERIFY(gauge->isVisibleTo(&fixture.page));
            QCOMPARE(gauge->end(), 1.0 - headroom);
            const QString spare = fixture.words.text(Value{headroom, Unit::share});
            QVERIFY(gauge->accessibleName().contains(spare) && text_of(*card).contains(spare));
            // Its filled part is as wide as the used share.
            const QImage image = gauge->grab().toImage();
            const QRgb filled = image.pixel(1, image.height() / 2);
            int width = 0;
            while (width < image.width() && image.pixel(width, image.height() / 2) == filled) ++width;
            QVERIFY(std::abs(width - gauge->end() * image.width()) <= 2.0);
        }
    }

    /// In both themes: the outline of an empty box stands out from the window.
    void boxes_without_a_tick_can_be_seen()
    {
        install_style(*qApp);
        for (const ThemeChoice choice : {ThemeChoice::light, ThemeChoice::dark}) {
            apply_theme(choice);
            SettledPage fixture;
            QCheckBox& box = *child<QCheckBox>(fixture.page, "memory_counts");
            QVERIFY(!box.isChecked());
            const QImage image = box.grab().toImage();
            const int behind = qGray(image.pixel(image.width() - 1, image.height() / 2));
            int farthest = 0;
            for (int x = 0; x < box.height(); ++x)
                farthest = std::max(farthest, std::abs(qGray(image.pixel(x, image.height() / 2)) - behind));
            QVERIFY2(farthest > 40, qPrintable(QString::number(farthest)));
        }
        apply_theme(ThemeChoice::light);
    }

    void an_impossible_search_is_reported()
    {
        Scenario scenario = small_training();
        scenario.training.framework = Framework::scikit_learn;
        scenario.model = {};
        scenario.model.family = "multi-layer-perceptron";
        scenario.input = {};
        scenario.training.precision = Precision::fp32;
        scenario.build.gpu = "none";
        PageFixture fixture(scenario);
        QVERIFY(QTest::qWaitFor([&] { return !fixture.answer().errors.empty(); }, patience_ms));
        QVERIFY(picks(fixture.page).empty());
        const QString words = fixture.words.text(fixture.answer().errors.front());
        QVERIFY(std::ranges::any_of(fixture.page.findChildren<QLabel*>(),
                                    [&](const QLabel* label) { return label->text().contains(words); }));
    }

    void names_of_picks_stay_inside_the_picture()
    {
        SettledPage fixture;
        PlotCanvas& canvas = fixture.front().canvas();
        for (const QSize size : {QSize(1240, 760), QSize(1302, 580), QSize(1090, 620), QSize(860, 620)}) {
            fixture.page.resize(size);
            QApplication::processEvents();
            canvas.replot(QCustomPlot::rpImmediateRefresh);
            int names = 0;
            for (int i = 0; i < canvas.itemCount(); ++i) {
                const auto* name = qobject_cast<QCPItemText*>(canvas.item(i));
                // The name of a mark goes with it.
                if (name == nullptr || name->position->parentAnchor() == nullptr) continue;
                ++names;
                const QRectF place(name->topLeft->pixelPosition(), name->bottomRight->pixelPosition());
                QVERIFY2(QRectF(canvas.axisRect()->rect()).contains(place), qPrintable(name->text()));
            }
            QVERIFY(names > 0);
        }
    }

    /// Down to the lower edge of the window if there is enough room.
    void the_picture_reaches_down_to_the_edge()
    {
        for (const QSize& size : {QSize(960, 650), QSize(1240, 760), QSize(1840, 1000)}) {
            PageFixture f(small_training(), size);
            QVERIFY(f.wait());
            QApplication::processEvents();
            const QWidget& front = *child<FrontPlot>(f.page);
            const int bottom = front.mapTo(&f.page, QPoint(0, front.height())).y();
            const int least = std::max(300, f.page.viewport()->height() / 2);
            QVERIFY(front.height() >= least && (size.height() < 1000 || front.height() > 550));
            QVERIFY(front.height() == least || std::abs(bottom - f.page.viewport()->height()) < 20);
        }
    }

    void labels_line_up_with_their_headings()
    {
        SettledPage f;
        const FieldForm& limits = *child<FieldForm>(f.page, "limits");
        const auto left = [&](const QWidget& widget) { return widget.mapTo(&f.page, QPoint()).x(); };
        for (const FieldControl* control : limits.controls()) QCOMPARE(left(*control->label()), left(limits));
        QCOMPARE(left(limits), left(*child<QCheckBox>(f.page, "memory_counts")));
    }

    void it_fits_small_windows()
    {
        // The size of the page in a window of 1024 x 768 with the drawer open.
        PageFixture fixture(small_training(), QSize(600, 420));
        QVERIFY(fixture.wait());
        QVERIFY(fixture.page.widget()->width() <= fixture.page.viewport()->width());
        QVERIFY(fixture.front().width() > 500);
        // Without the drawer the answer about a card is beside the plot, whole.
        fixture.page.resize(968, 652);
        QApplication::processEvents();
        for (const QLabel* label : fixture.page.findChildren<QLabel*>())
            if (label->wordWrap() && label->isVisible())
                QVERIFY2(label->height() >= label->heightForWidth(label->width()), qPrintable(label->text()));
        fixture.page.resize(1300, 760);
        QApplication::processEvents();
        QVERIFY(fixture.page.widget()->width() <= fixture.page.viewport()->width());
        // The sentence is whole, the cards are between it and the plot.
        const auto top = [&](const QWidget& widget) { return widget.mapTo(fixture.page.widget(), QPoint()).y(); };
        const QLabel& answer = *child<QLabel>(fixture.page, "answer");
        QVERIFY(answer.height() >= answer.heightForWidth(answer.width()));
        const QWidget& card = *picks(fixture.page).front();
        QVERIFY(top(answer) + answer.height() <= top(card));
        QCOMPARE(top(card), top(*picks(fixture.page).back()));
        QVERIFY(top(card) + card.height() <= top(fixture.front()));
    }

    void everything_has_a_name()
    {
        SettledPage fixture;
        for (const QWidget* widget : fixture.page.findChildren<QWidget*>()) {
            if ((widget->focusPolicy() & Qt::TabFocus) == 0 || !widget->isVisible()) continue;
            const auto* button = qobject_cast<const QAbstractButton*>(widget);
            const bool named = !widget->accessibleName().isEmpty() || (button != nullptr && !button->text().isEmpty());
            QVERIFY2(named, widget->metaObject()->className());
        }
        QVERIFY(!fixture.canvas()->accessibleDescription().isEmpty());
        fixture.front().show_table(true);
        QCOMPARE(fixture.front().table_view().model()->rowCount(), static_cast<int>(fixture.front().drawn().size()));
    }

    void the_window_has_the_page()
    {
        WindowFixture fixture;
        // The page is made, and searches, when it is first opened.
        QVERIFY(fixture.window.findChild<QScrollArea*>(QStringLiteral("advisor")) == nullptr);
        QScrollArea& advisor = page<QScrollArea>(fixture.window, "advisor");
        const AdvisorSource& source = *child<AdvisorSource>(advisor);
        QVERIFY(advisor.isVisible());
        const auto* tabs = child<QTabBar>(fixture.window, "page_tabs");
        QCOMPARE(tabs->tabText(tabs->currentIndex()), QStringLiteral("Advisor"));
        fixture.speak(QStringLiteral("zh_CN"));
        QCOMPARE(tabs->tabText(tabs->currentIndex()), QStringLiteral("选型建议"));
        QTRY_VERIFY_WITH_TIMEOUT(!source.is_searching(), 60000);
        // Behind another page it begins no search.
        fixture.window.open_page(QStringLiteral("overview"));
        QVERIFY(fixture.document.set_field(QStringLiteral("training.epochs"), std::int64_t{20}));
        QVERIFY(!source.is_searching());
        fixture.window.open_page(QStringLiteral("advisor"));
        QVERIFY(source.is_searching());
    }
};

RIGWRIGHT_WIDGET_TEST(AdvisorPageTest)

} // namespace rigwright::test::tst_advisor_page

#include "tst_advisor_page.moc"
