// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/suite.h"
#include "tests/ui/window_fixture.h"
#include "ui/controls/quantity_label.h"
#include "ui/guide/guide_window.h"
#include "ui/layers/layer_pane.h"
#include "ui/panels/choices_column.h"
#include "ui/panels/working_panel.h"
#include "ui/start/start.h"
#include "ui/theme/theme.h"
#include "ui/window_files.h"

#include <QClipboard>
#include <QMimeData>
#include <QRegularExpression>
#include <QSettings>
#include <QStandardPaths>
#include <QWhatsThis>

#include <cmath>

namespace rigwright::test::tst_window_checklist {

using Vector = std::array<double, 3>;
using Matrix = std::array<Vector, 3>;

Vector product(const Matrix& matrix, const Vector& v)
{
    Vector result{};
    for (std::size_t row = 0; row < 3; ++row)
        for (std::size_t i = 0; i < 3; ++i) result[row] += matrix[row][i] * v[i];
    return result;
}

Vector linear(const QColor& colour)
{
    const auto curve = [](double c) { return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4); };
    return {curve(colour.redF()), curve(colour.greenF()), curve(colour.blueF())};
}

/// CIE 1976 L*a*b* under D65.
Vector lab(const Vector& rgb)
{
    constexpr Matrix to_xyz{{{0.4124, 0.3576, 0.1805}, {0.2126, 0.7152, 0.0722}, {0.0193, 0.1192, 0.9505}}};
    const Vector xyz = product(to_xyz, rgb);
    const auto root = [](double t) { return t > 0.008856 ? std::cbrt(t) : 7.787 * t + 16.0 / 116.0; };
    const double x = root(xyz[0] / 0.95047);
    const double y = root(xyz[1]);
    const double z = root(xyz[2] / 1.08883);
    return {116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)};
}

/// The distance of two colors as seen with `sight`.
double distance(const Matrix& sight, const QColor& a, const QColor& b)
{
    const auto seen = [&](const QColor& colour) {
        Vector v = product(sight, linear(colour));
        for (double& part : v) part = std::clamp(part, 0.0, 1.0);
        return lab(v);
    };
    const Vector first = seen(a);
    const Vector second = seen(b);
    return std::hypot(first[0] - second[0], first[1] - second[1], first[2] - second[2]);
}

void click_reading(WorkingPanel& panel, int index)
{
    QTest::mouseClick(child<QButtonGroup>(*child<QWidget>(panel, "readings"))->button(index), Qt::LeftButton);
    QApplication::processEvents();
}

QString shown_result(WorkingPanel& panel)
{
    const QAbstractItemModel* model = child<QTreeView>(panel)->model();
    return model->index(0, WorkingModel::result_column).data().toString();
}

/// Expectations of architecture/window_checklist.txt without a test elsewhere.
class WindowChecklistTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { QStandardPaths::setTestModeEnabled(true); }

    void memory_is_counted_in_gib_data() { add_texts("language", {"en", "zh_CN"}); }

    void memory_is_counted_in_gib()
    {
        QFETCH(QString, language);
        WindowFixture fixture;
        fixture.speak(language);
        // Rates are in GB/s; a bare GB would be ambiguous.
        const QRegularExpression bare(QStringLiteral("\\d ?GB(?![/\\w])"));
        // Drives are sold in GB: the dataset and its checkpoints.
        const QString stored = QStringLiteral("6.49 GB");
        int in_gib = 0;
        qsizetype in_gb = 0;
        for (const QString& id : fixture.window.page_ids()) {
            QVERIFY2(fixture.window.open_page(id) != nullptr, qPrintable(id));
            QApplication::processEvents();
            for (const QWidget* widget : fixture.window.findChildren<QWidget*>()) {
                QString text = widget->property("text").toString();
                in_gb += text.count(stored);
                QVERIFY2(!bare.match(text.remove(stored)).hasMatch(), qPrintable(text));
                in_gib += text.contains(QLatin1String("GiB")) ? 1 : 0;
            }
        }
        QVERIFY(in_gib >= 5);
        QVERIFY(in_gb >= 2);
        // The tooltip of a number shows both. The last page shows another network, whose memory is smaller.
        fixture.window.open_page(QStringLiteral("overview"));
        for (const QuantityLabel* label : fixture.window.findChildren<QuantityLabel*>())
            if (label->quantity() == QLatin1String("memory.parts.activations"))
                QVERIFY2(label->toolTip().contains(QRegularExpression(QStringLiteral("GiB = [0-9.]+ GB\n"))),
                         qPrintable(label->toolTip()));
    }

    void a_working_switches_between_gib_and_gb()
    {
        WindowFixture fixture;
        WorkingPanel& panel = *child<WorkingPanel>(fixture.window);
        fixture.window.show_working(QStringLiteral("memory.usable_bytes"));
        const QString binary = shown_result(panel);
        QVERIFY2(binary.endsWith(QLatin1String(" GiB")), qPrintable(binary));
        QVERIFY(child<QToolButton>(panel, "prefixes")->isVisible());
        QTest::mouseClick(child<QToolButton>(panel, "prefixes"), Qt::LeftButton);
        const QString decimal = shown_result(panel);
        QVERIFY2(decimal.endsWith(QLatin1String(" GB")), qPrintable(decimal));
        const auto number = [](const QString& text) { return text.section(QLatin1Char(' '), 0, 0).toDouble(); };
        QVERIFY(std::abs(number(decimal) / number(binary) - 1.073741824) < 0.005);
        // A count has nothing to switch; the next amount of memory is in what was chosen.
        fixture.window.show_working(QStringLiteral("time.global_batch"));
        QVERIFY(!child<QToolButton>(panel, "prefixes")->isVisible());
        fixture.window.show_working(QStringLiteral("memory.usable_bytes"));
        QCOMPARE(shown_result(panel), decimal);
        child<QToolButton>(panel, "prefixes")->setFocus();
        QTest::keyClick(child<QToolButton>(panel, "prefixes"), Qt::Key_Space);
        QCOMPARE(shown_result(panel), binary);
    }

    void a_working_switches_between_ways_of_counting()
    {
        WindowFixture fixture;
        Scenario scenario = fabric_scenario();
        scenario.model = {};
        scenario.model.preset = "gpt2-small";
        scenario.input = {};
        scenario.dataset = {};
        QVERIFY(fixture.document.replace(scenario));
        WorkingPanel& panel = *child<WorkingPanel>(fixture.window);
        fixture.window.show_working(QStringLiteral("model.forward_macs_per_sample"));
        QWidget& readings = *child<QWidget>(panel, "readings");
        QVERIFY(readings.isVisible());
        QVERIFY(child<QButtonGroup>(readings)->button(3) != nullptr &&
                child<QButtonGroup>(readings)->button(4) == nullptr);
        QVERIFY(child<QButtonGroup>(readings)->button(0)->isChecked());
        QVERIFY(child<QButtonGroup>(readings)->button(0)->text().startsWith(QLatin1String("MAC\n")));
        QVERIFY(shown_result(panel).endsWith(QLatin1String("GMAC")));
        click_reading(panel, 1);
        QVERIFY(shown_result(panel).endsWith(QLatin1String("GFLOP")));
        QVERIFY(child<QLabel>(readings)->text().contains(QLatin1String("two FLOPs")));
        click_reading(panel, 2);
        QVERIFY(child<QButtonGroup>(readings)->button(2)->isChecked());
        QVERIFY2(child<QLabel>(readings)->text().startsWith(QLatin1String("0.9")),
                 qPrintable(child<QLabel>(readings)->text()));
        // The requested quantity is unchanged.
        QCOMPARE(panel.quantity(), QStringLiteral("model.forward_macs_per_sample"));
        // The memory beside the textbook's and the rule's; by keys.
        fixture.window.show_working(QStringLiteral("memory.total_bytes"));
        QVERIFY(child<QButtonGroup>(readings)->button(2) != nullptr &&
                child<QButtonGroup>(readings)->button(3) == nullptr);
        child<QButtonGroup>(readings)->button(1)->setFocus();
        QTest::keyClick(child<QButtonGroup>(readings)->button(1), Qt::Key_Space);
        QVERIFY(child<QLabel>(readings)->text().contains(QLatin1String("times the")));
        QVERIFY(panel.findChild<QLabel*>(QStringLiteral("source"))->text().contains(QLatin1String("textbook")));
        fixture.speak(QStringLiteral("zh_CN"));
        QVERIFY(child<QButtonGroup>(readings)->button(1)->text().startsWith(QStringLiteral("教科书")));
        QVERIFY(child<QLabel>(readings)->text().contains(QStringLiteral("倍")));
        QCOMPARE(child<QButtonGroup>(readings)->button(1)->accessibleName().section(QStringLiteral("："), 0, 0),
                 QStringLiteral("教科书"));
    }

    void a_switch_follows_the_model()
    {
        WindowFixture fixture;
        WorkingPanel& panel = *child<WorkingPanel>(fixture.window);
        QVERIFY(fixture.document.set_field("build.gpus_per_node", std::int64_t{2}));
        fixture.window.show_working(QStringLiteral("time.global_batch"));
        QVERIFY(child<QWidget>(panel, "readings")->isVisible());
        click_reading(panel, 1);
        QCOMPARE(shown_result(panel), QStringLiteral("4"));
        QVERIFY(child<QLabel>(*child<QWidget>(panel, "readings"))->text().contains(QLatin1String("Same")));
        // One GPU has only one way of counting: the quantity itself is shown again.
        QVERIFY(fixture.document.set_field("build.gpus_per_node", std::int64_t{1}));
        QVERIFY(!child<QWidget>(panel, "readings")->isVisible());
        QCOMPARE(shown_result(panel), QStringLiteral("2"));
        QVERIFY(panel.has_working());
    }

    void a_value_of_the_catalog_leads_to_its_part()
    {
        WindowFixture fixture;
        fixture.window.show_working(QStringLiteral("time.mfu"));
        QTreeView* tree = child<QTreeView>(*child<WorkingPanel>(fixture.window));
        const QAbstractItemModel* model = tree->model();
        const QModelIndex root = model->index(0, 0);
        QModelIndex peak;
        for (int row = 0; row < model->rowCount(root); ++row)
            if (model->index(row, 0, root).data(WorkingModel::origin_role).toString() == QLatin1String("gpus/rtx4090"))
                peak = model->index(row, 0, root);
        QVERIFY(peak.isValid());
        tree->setCurrentIndex(peak);
        QVERIFY(fixture.window.findChild<QWidget*>(QStringLiteral("cards")) == nullptr);
        tree->setFocus();
        QTest::keyClick(tree, Qt::Key_Return);
        const auto* cards = fixture.window.findChild<QWidget*>(QStringLiteral("cards"));
        QVERIFY(cards != nullptr && cards->isVisible());
    }

    void copied_tables_are_html_as_well()
    {
        WindowFixture fixture;
        const auto check = [] {
            const QMimeData* copied = QGuiApplication::clipboard()->mimeData();
            const QStringList lines = copied->text().split(QLatin1Char('\n'), Qt::SkipEmptyParts);
            QVERIFY(lines.size() > 3);
            QVERIFY(copied->hasHtml());
            QCOMPARE(copied->html().count(QStringLiteral("<tr>")), lines.size());
            QCOMPARE(copied->html().count(QStringLiteral("<th>")), lines.front().count(QLatin1Char('\t')) + 1);
        };
        QTest::mouseClick(button(page<QWidget>(fixture.window, "layers"), QStringLiteral("Copy table")),
                          Qt::LeftButton);
        check();
        QWidget& chooser = page<QWidget>(fixture.window, "models");
        QTRY_VERIFY(child<QTableView>(chooser)->model()->rowCount() > 3);
        QGuiApplication::clipboard()->clear();
        QTest::mouseClick(button(chooser, QStringLiteral("Copy table")), Qt::LeftButton);
        check();
    }

    void colours_stay_apart_for_colour_blind_eyes_data()
    {
        // Machado, Oliveira and Fernandes 2009, full severity, on linear RGB.
        QTest::addColumn<Matrix>("sight");
        QTest::newRow("all cones") << Matrix{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
        QTest::newRow("protanopia") << Matrix{
            {{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}}};
        QTest::newRow("deuteranopia") << Matrix{
            {{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}}};
        QTest::newRow("tritanopia") << Matrix{
            {{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}}};
    }

    void colours_stay_apart_for_colour_blind_eyes()
    {
        QFETCH(Matrix, sight);
        // About 2 is just noticeable side by side. In addition, every area has a pattern.
        constexpr double clearly_apart = 8.0;
        for (const Theme* theme : {&light_theme(), &dark_theme()}) {
            for (const std::span<const QColor> colours :
                 {std::span<const QColor>(theme->memory_parts), std::span<const QColor>(theme->time_parts)}) {
                for (std::size_t i = 0; i < colours.size(); ++i) {
                    for (std::size_t j = i + 1; j < colours.size(); ++j) {
                        const double apart = distance(sight, colours[i], colours[j]);
                        QVERIFY2(apart >= clearly_apart,
                                 qPrintable(QStringLiteral("%1 and %2: %3")
                                                .arg(colours[i].name(), colours[j].name(), QString::number(apart))));
                    }
                }
            }
        }
    }

    void every_control_explains_itself_data() { memory_is_counted_in_gib_data(); }

    void every_control_explains_itself()
    {
        QFETCH(QString, language);
        WindowFixture fixture;
        fixture.speak(language);
        int controls = 0;
        for (const FieldControl* control : child<ChoicesColumn>(fixture.window, "choices")->controls()) {
            ++controls;
            QVERIFY2(!control->toolTip().isEmpty() && !control->whatsThis().isEmpty(), qPrintable(control->path()));
        }
        QVERIFY(controls > 30);
        for (const QuantityLabel* label : fixture.window.findChildren<QuantityLabel*>())
            QVERIFY2(!label->toolTip().isEmpty(), qPrintable(label->quantity()));
        // Shift+F1 shows the long one.
        QVERIFY(!QWhatsThis::inWhatsThisMode());
        fixture.window.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&fixture.window));
        QTest::keyClick(&fixture.window, Qt::Key_F1, Qt::ShiftModifier);
        QVERIFY(QWhatsThis::inWhatsThisMode());
        QWhatsThis::leaveWhatsThisMode();
    }

    void the_first_start_shows_an_example()
    {
        Session session(*find_data_directory());
        session.dress(StartOptions(), false);
        QVERIFY(session.open(QString()));
        session.window().show();
        QVERIFY(QTest::qWaitForWindowExposed(&session.window()));
        QVERIFY(QApplication::activeModalWidget() == nullptr);
        QVERIFY(session.window().files().is_example());
        QVERIFY(session.document().evaluation().estimate.has_value());
        QVERIFY(!session.window().isWindowModified());
        QTRY_VERIFY(session.window().is_drawn());
        // Names of part classes follow the language, though no plan was open when it was chosen.
        QVERIFY(child<WorkingPanel>(session.window())->has_working());
        auto* start = session.window().findChild<QPushButton*>(QStringLiteral("start_model"));
        QVERIFY(start != nullptr && start->isVisible());
    }

    void the_first_window_is_no_higher_than_the_screen()
    {
        QSettings().remove(QStringLiteral("window/geometry"));
        Session session(*find_data_directory());
        session.dress(StartOptions(), true);
        const QSize available = session.window().screen()->availableSize();
        // The screen of the tests is narrower than the usual window, but not than its least width.
        QVERIFY(available.width() < 1366);
        QVERIFY(session.window().width() <= std::max(available.width(), session.window().minimumSizeHint().width()));
        QVERIFY(session.window().height() <= available.height());
        QVERIFY(session.window().height() >= 700);
    }

    void diagnostics_contain_nothing_personal()
    {
        const QString text = diagnostic_text(engine_data(), QStringLiteral("en"));
        QVERIFY(text.contains(QString::fromStdString(std::string(version()))));
        QVERIFY(text.contains(QString::fromLatin1(qVersion())));
        QVERIFY(text.contains(QLatin1String("prices 20")));
        QVERIFY(!text.contains(QDir::homePath()));
        for (const char* name : {"USER", "HOME", "HOSTNAME"}) {
            const QString own = qEnvironmentVariable(name);
            if (own.size() > 2) QVERIFY2(!text.contains(own), name);
        }
        const QString about = about_text();
        QVERIFY(about.contains(QLatin1String("GPL")));
        QVERIFY(about.contains(QLatin1String("Apache")));
    }

    void nothing_uses_the_network()
    {
        QFile maps(QStringLiteral("/proc/self/maps"));
        if (!maps.open(QIODevice::ReadOnly)) QSKIP("The system does not tell which libraries are loaded.");
        const WindowFixture fixture;
        const QByteArray loaded = maps.readAll();
        QVERIFY(loaded.contains("Qt6Widgets"));
        QVERIFY(!loaded.contains("Qt6Network"));
    }
};

RIGWRIGHT_STYLED_TEST(WindowChecklistTest)

} // namespace rigwright::test::tst_window_checklist

#include "tst_window_checklist.moc"
