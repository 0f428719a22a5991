// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/suite.h"
#include "tests/ui/catalog_fixture.h"
#include "ui/catalog_editor/price_import_dialog.h"
#include "ui/format/table_model.h"

#include <QAbstractItemModelTester>
#include <QAbstractItemView>
#include <QAbstractProxyModel>
#include <QClipboard>
#include <QTextDocumentFragment>

#include <algorithm>
#include <array>
#include <set>

namespace rigwright::test::tst_tables {

/// Models of our own that stand behind a table or tree of some window.
constexpr std::array own_models{"PlotTableModel",   "WorkloadModel",    "CardModel",     "WorkingModel",
                                "OwnPartsModel",    "RecordFieldModel", "OwnPriceModel", "ImportRowModel",
                                "LayerTableModel",  "ComparisonModel",  "BillModel",     "ModelComparisonTable",
                                "MeasurementModel", "LayerModel"};

/// A table of one text, which is the hint of its heading too.
class OneCell : public TableModel {
public:
    explicit OneCell(const QString& text) : TableModel(nullptr)
    {
        const auto title = [text] { return text; };
        set_columns({{.title = title, .text = [text](int) { return text; }, .hint = title}});
    }

private:
    int row_count() const override { return 1; }
};

/// Calls a function for every view of the program; each must be found.
template <typename Visit>
void visit_views(Visit visit)
{
    CatalogFixture fixture;
    const auto prices = price_import_dialog(fixture.hardware, fixture.words, "part;price\nrtx4090;1.500\n",
                                            QStringLiteral("a.csv"), fixture.catalog);
    prices->show();
    fixture.override_card();
    // The network editor is a page of plans whose model is a list of layers.
    Scenario layers = fabric_scenario();
    layers.model = ModelChoice();
    layers.model.family = "layer-list";
    layers.input = ModelInput();
    QVERIFY(fixture.document.set_scenario(layers, QStringLiteral("own net")));
    for (const QString& id : fixture.window.page_ids()) {
        fixture.window.open_page(id);
        QApplication::processEvents();
    }
    std::set<QString> seen;
    for (const QWidget* top : QApplication::topLevelWidgets()) {
        for (auto* view : top->findChildren<QAbstractItemView*>()) {
            const QAbstractItemModel* model = view->model();
            if (const auto* proxy = qobject_cast<const QAbstractProxyModel*>(model)) model = proxy->sourceModel();
            if (model == nullptr) continue;
            const QString name = QString::fromLatin1(model->metaObject()->className()).section("::", -1);
            if (std::find(own_models.begin(), own_models.end(), name) == own_models.end()) continue;
            seen.insert(name);
            visit(*view);
        }
    }
    for (const char* name : own_models) QVERIFY2(seen.count(QLatin1String(name)) == 1, name);
}

/// Tables and trees of every page and window, without a cell chosen in them.
class TablesTest : public QObject {
    Q_OBJECT

private slots:
    void copying_from_no_cell_copies_nothing()
    {
        visit_views([](QAbstractItemView& view) {
            view.setCurrentIndex(QModelIndex());
            QKeyEvent copy(QEvent::KeyPress, Qt::Key_C, Qt::ControlModifier);
            QApplication::sendEvent(&view, &copy);
            QVERIFY(QApplication::clipboard()->text().isEmpty());
        });
    }

    void models_keep_qts_rules()
    {
        visit_views([](QAbstractItemView& view) {
            const QAbstractItemModelTester tester(view.model(), QAbstractItemModelTester::FailureReportingMode::QtTest);
        });
    }

    void tool_tips_show_texts_as_they_are_data()
    {
        QTest::addColumn<QString>("text");
        QTest::newRow("plain") << QStringLiteral("RTX 4090");
        QTest::newRow("entities") << QStringLiteral("Tom & \"Jerry\" > all");
        QTest::newRow("typed entity") << QStringLiteral("a &lt; b &amp; c");
        QTest::newRow("tag") << QStringLiteral("<b>bold</b>");
        QTest::newRow("tag behind") << QStringLiteral("Cable & <img src=\"file:///etc/hostname\">");
        QTest::newRow("two lines") << QStringLiteral("<i>one</i>\ntwo");
    }

    void tool_tips_show_texts_as_they_are()
    {
        QFETCH(QString, text);
        const auto as_shown = [](const QString& tip) {
            return Qt::mightBeRichText(tip) ? QTextDocumentFragment::fromHtml(tip).toPlainText() : tip;
        };
        QCOMPARE(as_shown(tool_tip(text)), text);
        QCOMPARE(as_shown(paragraph(text)), text);
        const OneCell model(text);
        QCOMPARE(as_shown(model.index(0, 0).data(Qt::ToolTipRole).toString()), text);
        QCOMPARE(as_shown(model.headerData(0, Qt::Horizontal, Qt::ToolTipRole).toString()), text);
    }
};

RIGWRIGHT_WIDGET_TEST(TablesTest)

} // namespace rigwright::test::tst_tables

#include "tst_tables.moc"
