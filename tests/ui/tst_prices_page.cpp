// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/text/price_text.h"
#include "tests/support/file_content.h"
#include "tests/support/suite.h"
#include "tests/ui/catalog_fixture.h"
#include "ui/catalog_editor/price_import_dialog.h"
#include "ui/document/hardware_data.h"
#include "ui/panels/part_entries.h"

#include <QClipboard>
#include <QDialogButtonBox>
#include <QPushButton>
#include <QRegularExpression>
#include <QSettings>
#include <QTabBar>
#include <QTableWidget>
#include <QTimer>

namespace rigwright::test::tst_prices_page {

const QByteArray quotation = "型号,单价（元）,报价日期,供应商\n"
                             "GeForce RTX 4090,\"15,999.00\",2026-11-01,某某公司\n"
                             "GeForce RTX 3090 24GB OC,5999,2026-11-01,某某公司\n"
                             "nonsense,1,2026-11-01,某某公司\n"
                             "合计,21999,,\n";

void choose(QComboBox& box, int index)
{
    box.setCurrentIndex(index);
    emit box.activated(index);
}

/// The visible import dialog of a text.
struct Import {
    CatalogFixture& f;
    std::unique_ptr<QDialog> dialog;

    Import(CatalogFixture& fixture, const QByteArray& bytes, const QString& name = QStringLiteral("a.csv"))
        : f(fixture),
          dialog(price_import_dialog(f.hardware, f.words, bytes, name, f.catalog))
    {
        dialog->show();
    }
    operator const QObject&() const { return *dialog; }
    QPushButton& ok() const { return *child<QDialogButtonBox>(*dialog)->button(QDialogButtonBox::Ok); }
    void take_over() const
    {
        QTest::mouseClick(&ok(), Qt::LeftButton);
        QCOMPARE(dialog->result(), static_cast<int>(QDialog::Accepted));
    }
    QTableView& rows() const { return *child<QTableView>(*dialog, "rows"); }
    QString text(int row, const char* heading) const
    {
        const QAbstractItemModel& model = *rows().model();
        return model.index(row, column_of(model, QLatin1String(heading))).data().toString();
    }
    /// Rows with a result.
    int count(RowFate fate) const
    {
        int found = 0;
        for (int row = 0; row < rows().model()->rowCount(); ++row)
            found += text(row, "Result") == from_utf8(name_of(fate, f.words.table())) ? 1 : 0;
        return found;
    }
    /// As the button says.
    int taken() const { return ok().text().section(QLatin1Char(' '), 1).toInt(); }
    /// Sets the first column to parts and the second one to prices.
    void name_columns() const
    {
        const auto* columns = child<QTableWidget>(*dialog);
        choose(*qobject_cast<QComboBox*>(columns->cellWidget(0, 0)), static_cast<int>(PriceColumn::part) + 1);
        choose(*qobject_cast<QComboBox*>(columns->cellWidget(0, 1)), static_cast<int>(PriceColumn::price) + 1);
    }
};

/// Columns of the table of own prices.
enum Column {
    part_column,
    amount_column,
    supplier_column = 5,
    tax_rate_column = 7,
    valid_until_column = 9,
    shipped_column = 15
};

/// The page of prices, and the table of own prices.
struct Prices : CatalogFixture {
    QWidget& page = *child<QWidget>(*catalog, "prices");
    QTableView& table = *child<QTableView>(page, "own_prices");
    const QAbstractItemModel& model = *table.model();

    Prices() { child<QTabWidget>(*catalog)->setCurrentIndex(1); }
    QString trouble() const { return child<QLabel>(page, "trouble")->text(); }
    const Price& newest() const { return *newest_price(document.data()->hardware.gpu("rtx4090")->prices); }
    /// Opens the editor of a cell of the first row.
    QLineEdit* edit(int column)
    {
        window.activateWindow();
        if (!QTest::qWaitForWindowActive(&window)) return nullptr;
        table.setFocus();
        table.setCurrentIndex(table.model()->index(0, column));
        QTest::keyClick(&table, Qt::Key_F2);
        auto* editor = qobject_cast<QLineEdit*>(QApplication::focusWidget());
        if (editor != nullptr) editor->selectAll();
        return editor;
    }
    void type(int column, const QString& text)
    {
        QLineEdit* editor = edit(column);
        QVERIFY(editor != nullptr);
        QTest::keyClick(editor, Qt::Key_Delete);
        QTest::keyClicks(editor, text);
        QTest::keyClick(editor, Qt::Key_Return);
        QApplication::processEvents();
    }
};

/// With one price.
struct OwnPrice : Prices {
    OwnPrice()
    {
        Import(*this, "part,price,currency,date\nrtx4090,15000,CNY,2026-11-01\n").take_over();
        QApplication::processEvents();
    }
    bool has_trouble() { return child<QLabel>(page, "trouble")->isVisible(); }
};

class PricesPageTest : public QObject {
    Q_OBJECT
private slots:
    void an_import_is_previewed_applied_and_undone()
    {
        CatalogFixture f;
        const double before = f.purchase();
        Import dialog(f, quotation, QStringLiteral("报价单.csv"));
        QCOMPARE(dialog.rows().model()->rowCount(), 3);
        QCOMPARE(dialog.count(RowFate::added), 1);
        QCOMPARE(dialog.count(RowFate::rejected), 2);
        QCOMPARE(child<QLabel>(dialog, "totals")->text(), QStringLiteral("Totals and notes skipped: 1"));
        QVERIFY(
            labelled<QComboBox>(dialog, QStringLiteral("Encoding"))->currentText().contains(QLatin1String("UTF-8")));
        QVERIFY(!f.hardware.undo_stack().canUndo());
        dialog.take_over();
        QCOMPARE(f.document.data()->hardware.price_lists.size(), std::size_t{1});
        // The shipped price is 3089 USD at 7.1.
        QVERIFY(qAbs(before - f.purchase() - (3089.0 * 7.1 - 15999.0)) < 0.01);
        // The page Prices marks the price as own.
        const QAbstractItemModel& bill = *child<QTableView>(page<QWidget>(f.window, "cost"), "bill")->model();
        const int price = column_of(bill, QStringLiteral("Unit price"));
        const int source = column_of(bill, QStringLiteral("Source"));
        int marked = 0;
        for (int row = 0; row < bill.rowCount(); ++row) {
            const bool bold = bill.index(row, price).data(Qt::FontRole).value<QFont>().bold();
            marked += bold ? 1 : 0;
            if (bold)
                QVERIFY(
                    bill.index(row, source).data().toString().startsWith(QStringLiteral("Your price list: 某某公司")));
        }
        QCOMPARE(marked, 1);
        f.window.open_page(QStringLiteral("hardware"));
        f.click("undo");
        QCOMPARE(f.purchase(), before);
        QVERIFY(f.document.data()->hardware.price_lists.empty());
        QVERIFY(!f.hardware.undo_stack().canUndo());
    }

    /// Not the parts beside them: with nothing to paste, the page says how a quote gets there.
    void the_button_of_the_machines_opens_the_prices()
    {
        CatalogFixture f;
        QGuiApplication::clipboard()->clear();
        auto* button = child<QPushButton>(*f.window.open_page(QStringLiteral("machines")), "paste_prices");
        QTest::mouseClick(button, Qt::LeftButton);
        QVERIFY(child<QWidget>(*f.catalog, "prices")->isVisible());
    }

    void the_import_follows_what_is_chosen()
    {
        CatalogFixture f;
        Import dialog(f, "part;price\nrtx4090;1.500\nrtx3090;2.500\n");
        // No currency anywhere: the project's.
        QLineEdit& currency = *labelled<QComboBox>(dialog, QStringLiteral("Currency where not given"))->lineEdit();
        QCOMPARE(currency.placeholderText(), QStringLiteral("CNY, as in the project"));
        QCOMPARE(dialog.count(RowFate::added), 2);
        QVERIFY2(dialog.text(0, "Price").contains(QStringLiteral("CN¥1,500")), qPrintable(dialog.text(0, "Price")));
        QTest::keyClicks(&currency, QStringLiteral("gold"));
        QCOMPARE(dialog.count(RowFate::rejected), 2);
        QVERIFY(!dialog.ok().isEnabled());
        currency.selectAll();
        QTest::keyClicks(&currency, QStringLiteral("EUR"));
        QCOMPARE(dialog.count(RowFate::added), 2);
        QVERIFY2(dialog.text(0, "Price").contains(QLatin1String("1,500")), qPrintable(dialog.text(0, "Price")));
        QComboBox& decimals = *labelled<QComboBox>(dialog, QStringLiteral("Decimals"));
        QTest::keyClick(&decimals, Qt::Key_Down);
        emit decimals.activated(decimals.currentIndex());
        QVERIFY2(dialog.text(0, "Price").contains(QLatin1String("1.5")), qPrintable(dialog.text(0, "Price")));
        labelled<QLineEdit>(dialog, QStringLiteral("Date where not given"))->setText(QStringLiteral("someday"));
        QVERIFY(!dialog.ok().isEnabled());
        labelled<QLineEdit>(dialog, QStringLiteral("Date where not given"))->setText(QStringLiteral("2026年11月3日"));
        QVERIFY(dialog.ok().isEnabled());
        QVERIFY(dialog.text(0, "Price").contains(QLatin1String("2026-11-03")));
        choose(*labelled<QComboBox>(dialog, QStringLiteral("Show")), 1 + static_cast<int>(RowFate::rejected));
        QCOMPARE(dialog.rows().model()->rowCount(), 0);
    }

    void columns_are_set_by_hand()
    {
        CatalogFixture f;
        Import dialog(f, "what,how much\nrtx4090,15999 CNY\n");
        QVERIFY(child<QLabel>(dialog, "problem")->text().contains(QLatin1String("headings")));
        dialog.name_columns();
        QVERIFY(child<QLabel>(dialog, "problem")->text().isEmpty());
        QCOMPARE(dialog.count(RowFate::added), 1);
    }

    void column_settings_are_remembered()
    {
        QSettings().clear();
        CatalogFixture f;
        {
            Import dialog(f, "Ware,Betrag\nrtx4090,15999\n");
            QVERIFY(child<QLabel>(dialog, "remembered")->text().isEmpty());
            dialog.name_columns();
            labelled<QComboBox>(dialog, QStringLiteral("Currency where not given"))
                ->setCurrentText(QStringLiteral("EUR"));
            QCOMPARE(dialog.count(RowFate::added), 1);
            dialog.take_over();
        }
        Import next(f, "Ware,Betrag\nrtx3090,5999\n", QStringLiteral("b.csv"));
        QVERIFY(!child<QLabel>(next, "remembered")->text().isEmpty());
        QVERIFY(child<QLabel>(next, "problem")->text().isEmpty());
        QCOMPARE(next.count(RowFate::added), 1);
        QVERIFY2(next.text(0, "Price").startsWith(QStringLiteral("€")), qPrintable(next.text(0, "Price")));
        // Other headings are another list.
        Import other(f, "Betrag,Ware\n5999,rtx3090\n", QStringLiteral("c.csv"));
        QVERIFY(child<QLabel>(other, "remembered")->text().isEmpty());
        QVERIFY(!child<QLabel>(other, "problem")->text().isEmpty());
    }

    void a_suggestion_is_taken_only_when_accepted()
    {
        CatalogFixture f;
        Import dialog(f, quotation);
        QCOMPARE(dialog.taken(), 1);
        // The likely part of the row in front is chosen, and marked in the list.
        QTableView& rows = dialog.rows();
        rows.setFocus();
        rows.setCurrentIndex(rows.model()->index(0, 0));
        QTest::keyClick(&rows, Qt::Key_Down);
        const auto& picker = *child<PartPicker>(dialog, "match_part");
        QCOMPARE(picker.part(), std::string("rtx3090"));
        const auto marked = [](const PickerEntry& entry) { return !entry.mark.isEmpty(); };
        QCOMPARE(std::ranges::count_if(picker.entries(), marked), 1);
        // A row without one leaves the field empty, and nothing is matched.
        QTest::keyClick(&rows, Qt::Key_Down);
        QCOMPARE(picker.part(), std::string());
        QVERIFY(picker.box()->currentText().isEmpty());
        QTest::mouseClick(child<QPushButton>(dialog, "match"), Qt::LeftButton);
        QCOMPARE(dialog.text(2, "Part"), QStringLiteral("nonsense"));
        QTest::mouseClick(child<QPushButton>(dialog, "accept_suggestions"), Qt::LeftButton);
        QCOMPARE(dialog.taken(), 2);
        QCOMPARE(dialog.text(1, "Part"), QStringLiteral("rtx3090"));
    }

    void a_row_is_matched_by_hand()
    {
        CatalogFixture f;
        Import dialog(f, quotation);
        QCOMPARE(dialog.text(2, "Part"), QStringLiteral("nonsense"));
        QCOMPARE(dialog.text(2, "Result"), from_utf8(name_of(RowFate::rejected, f.words.table())));
        // Without a selected row no part is offered and nothing is matched.
        QCOMPARE(child<PartPicker>(dialog, "match_part")->part(), std::string());
        QComboBox& part = *child<PartPicker>(dialog, "match_part")->box();
        pick(part, QStringLiteral("i9-13900k"));
        auto* match = child<QPushButton>(dialog, "match");
        QTest::mouseClick(match, Qt::LeftButton);
        QCOMPARE(dialog.taken(), 1);
        dialog.rows().selectRow(2);
        pick(part, QStringLiteral("i9-13900k"));
        QTest::mouseClick(match, Qt::LeftButton);
        QCOMPARE(dialog.taken(), 2);
        QCOMPARE(dialog.text(2, "Part"), QStringLiteral("i9-13900k"));
        QTest::mouseClick(&dialog.ok(), Qt::LeftButton);
        QCOMPARE(f.document.data()->hardware.cpu("i9-13900k")->prices.back().amount, 1.0);
    }

    void the_import_has_room_on_a_small_screen()
    {
        CatalogFixture f;
        Import dialog(f, "供应商：某某科技有限公司,报价日期：2026-11-20,有效期：2026-12-10,交货期：2周,三年质保\n"
                         "型号,单价（元，含13%税）\nrtx4090,15999\n");
        QVERIFY2(dialog.dialog->width() <= 1024, qPrintable(QString::number(dialog.dialog->width())));
        QVERIFY(dialog.dialog->height() <= 730);
        QVERIFY(child<QLabel>(dialog, "totals")->text().contains(QStringLiteral("warranty 36 months")));
        QVERIFY(!child<QLabel>(dialog, "totals")->text().contains(QStringLiteral("某某")));
    }

    void a_match_to_another_kind_is_refused()
    {
        CatalogFixture f;
        Import dialog(f, "型号,单价（元）\n固态硬盘 X1,100\n");
        dialog.rows().selectRow(0);
        pick(*child<PartPicker>(dialog, "match_part")->box(), QStringLiteral("i9-13900k"));
        QTest::mouseClick(child<QPushButton>(dialog, "match"), Qt::LeftButton);
        QCOMPARE(dialog.taken(), 0);
        QVERIFY2(dialog.text(0, "Reason").contains("another kind of part"), qPrintable(dialog.text(0, "Reason")));
    }

    void the_list_fills_the_fields_that_are_not_typed()
    {
        CatalogFixture f;
        Import dialog(f, "供应商：A公司,报价日期：2026-11-20,交货期：2周\n型号,单价（元）\nrtx4090,15999\n运费,800\n");
        QCOMPARE(child<QLineEdit>(dialog, "supplier")->text(), QStringLiteral("A公司"));
        QCOMPARE(child<QLineEdit>(dialog, "date")->text(), QStringLiteral("2026-11-20"));
        QCOMPARE(child<QLineEdit>(dialog, "delivery")->text(), QStringLiteral("14"));
        child<QLineEdit>(dialog, "date")->setText(QStringLiteral("soon"));
        QVERIFY(!dialog.ok().isEnabled());
        child<QLineEdit>(dialog, "date")->setText(QStringLiteral("2026-11-21"));
        child<QLineEdit>(dialog, "supplier")->clear();
        // The list's own currency goes before the one for prices without any.
        labelled<QComboBox>(dialog, QStringLiteral("Currency where not given"))->setCurrentText(QStringLiteral("EUR"));
        dialog.take_over();
        const Price& price = f.document.data()->hardware.gpu("rtx4090")->prices.back();
        QCOMPARE(price.date, std::string("2026-11-21"));
        QCOMPARE(price.supplier, std::string());
        const PriceList& list = f.document.data()->hardware.price_lists.front();
        QCOMPARE(list.date, std::string("2026-11-21"));
        QCOMPARE(list.delivery_days, std::optional(14.0));
        QCOMPARE(list.currency, std::string("CNY"));
    }

    void an_offer_has_costs_beside_its_lines()
    {
        CatalogFixture f;
        Import dialog(f, "part,price,currency,qty\nrtx4090,15999,CNY,2\n");
        auto* shipping = child<QLineEdit>(dialog, "shipping");
        for (const char* wrong : {"soon", "-1", "2e9"}) {
            shipping->setText(QLatin1String(wrong));
            QVERIFY2(!dialog.ok().isEnabled(), wrong);
        }
        QLabel* error = child<QLabel>(dialog, "costs_error");
        child<QLineEdit>(dialog, "other_costs")->setText(QStringLiteral("-5000"));
        QVERIFY(!error->parentWidget()->isHidden() && !error->text().isEmpty());
        child<QLineEdit>(dialog, "other_costs")->setText(QStringLiteral("0"));
        shipping->setText(QStringLiteral("1,200"));
        QVERIFY(dialog.ok().isEnabled() && error->parentWidget()->isHidden());
        child<QLineEdit>(dialog, "delivery")->setText(QStringLiteral("14"));
        labelled<QLineEdit>(dialog, QStringLiteral("Supplier where not given"))->setText(QStringLiteral("Dealer"));
        dialog.take_over();
        QCOMPARE(f.document.data()->hardware.price_lists.size(), std::size_t{1});
        const PriceList& list = f.document.data()->hardware.price_lists.front();
        QCOMPARE(list.shipping, std::optional(1200.0));
        QCOMPARE(list.other_costs, std::optional(0.0));
        QCOMPARE(list.currency, std::string("CNY"));
        QCOMPARE(list.delivery_days, std::optional(14.0));
        QCOMPARE(f.document.data()->hardware.gpu("rtx4090")->prices.back().quantity, std::optional(2.0));
        // The bill of the machine leaves them out and mentions it.
        const QString hint = child<QLabel>(page<QWidget>(f.window, "cost"), "hint")->text();
        QVERIFY2(hint.contains(QStringLiteral("other costs of your quotes, CN¥1,200")), qPrintable(hint));
    }

    void costs_and_tax_of_a_quote_are_filled_in()
    {
        CatalogFixture f;
        Import dialog(f, "品名,数量,未税单价（元）\nrtx4090,2,15999\n运费,1,800\n安装调试费,1,2000\n税金(13%),,\n");
        auto* shipping = child<QLineEdit>(dialog, "shipping");
        QCOMPARE(shipping->text(), QStringLiteral("904"));
        QCOMPARE(child<QLabel>(dialog, "totals")->text(),
                 QStringLiteral("Totals and notes skipped: 1 · 13% tax excluded"));
        shipping->setText(QStringLiteral("950"));
        labelled<QLineEdit>(dialog, QStringLiteral("Supplier where not given"))->setText(QStringLiteral("Dealer"));
        dialog.take_over();
        const PriceList& list = f.document.data()->hardware.price_lists.front();
        QCOMPARE(list.shipping, std::optional(950.0));
        QCOMPARE(list.other_costs, std::optional(2260.0));
        QCOMPARE(list.currency, std::string("CNY"));
        const Price& price = f.document.data()->hardware.gpu("rtx4090")->prices.back();
        QCOMPARE(price.tax_included, std::optional(false));
        QCOMPARE(price.tax_rate, std::optional(0.13));
    }

    void several_files_are_listed_at_once()
    {
        CatalogFixture f;
        QTemporaryDir folder;
        QStringList paths;
        for (const char* seller : {"A", "B"}) {
            paths << folder.filePath(QLatin1String(seller) + QStringLiteral(".csv"));
            write_file(paths.back(), QByteArray("part,price,currency,supplier\nrtx4090,15999,CNY,") + seller + "\n");
        }
        int lists = 0;
        QTimer answer;
        connect(&answer, &QTimer::timeout, this, [&] {
            QWidget* dialog = QApplication::activeModalWidget();
            if (dialog == nullptr || child<QTableWidget>(*dialog)->item(1, 2)->text() != QStringLiteral("None")) return;
            ++lists;
            QCOMPARE(child<QTableWidget>(*dialog)->item(0, 0)->text(), QStringLiteral("A.csv"));
            QCOMPARE(child<QTableWidget>(*dialog)->item(1, 0)->text(), QStringLiteral("B.csv"));
            child<QPushButton>(*dialog, "take_over")->click();
        });
        answer.start(10);
        import_price_files(*f.catalog, paths);
        QCOMPARE(lists, 1);
        QCOMPARE(f.document.data()->hardware.price_lists.size(), std::size_t{2});
    }

    void sellers_are_compared_and_one_is_chosen()
    {
        Prices f;
        f.click("compare_sellers");
        auto* table = child<QTableView>(f.page, "offers");
        QVERIFY(table->isVisible() && !f.table.isVisible());
        QCOMPARE(table->model()->rowCount(), 0);
        for (const auto& [seller, price] : {std::pair{"A", "15999"}, std::pair{"B", "14999"}}) {
            const QByteArray list = QByteArray("part,price,currency,date,supplier\nrtx4090,") + price +
                                    ",CNY,2026-11-" + (seller[0] == 'A' ? "20" : "01") + "," + seller + "\n";
            Import dialog(f, list, QLatin1String(seller));
            dialog.ok().click();
        }
        const QAbstractItemModel& offers = *table->model();
        const auto text = [&offers](int at, int column) { return offers.index(at, column).data().toString(); };
        QCOMPARE(offers.columnCount(), 4);
        int row = 0;
        while (row < offers.rowCount() && text(row, 0) != QStringLiteral("GeForce RTX 4090")) ++row;
        QVERIFY(row < offers.rowCount());
        // The newer counts, the older is lower: both are shown.
        QCOMPARE(text(row, 2), QStringLiteral("CN¥15,999 · in the bill"));
        QCOMPARE(text(row, 3), QStringLiteral("CN¥14,999 · lowest"));
        const double before = f.purchase();
        table->setFocus();
        table->setCurrentIndex(offers.index(row, 3));
        QTest::keyClick(table, Qt::Key_Return);
        const auto cards = double(f.document.scenario().build.gpus_per_node);
        QCOMPARE(before - f.purchase(), 1000.0 * cards);
        QCOMPARE(text(row, 3), QStringLiteral("CN¥14,999 · in the bill · lowest"));
        QCOMPARE(f.document.scenario().build.price_overrides.at("rtx4090").source, std::string("B"));
        f.document.undo_stack().undo();
        QCOMPARE(f.purchase(), before);
        QVERIFY(text(offers.rowCount() - 1, 2).startsWith(QStringLiteral("≥ ")));
    }

    void a_table_is_pasted()
    {
        Prices f;
        QApplication::clipboard()->clear();
        f.click("paste_prices");
        QVERIFY(f.trouble().contains(QLatin1String("clipboard")));
        // As a spreadsheet puts cells on the clipboard.
        QApplication::clipboard()->setText(QStringLiteral("型号\t单价（元）\nGeForce RTX 4090\t15,999.00\n"));
        bool seen = false;
        QTimer::singleShot(0, &f.window, [&] {
            auto* dialog = child<QDialog>(*f.catalog, "price_import");
            auto* ok = child<QDialogButtonBox>(*dialog)->button(QDialogButtonBox::Ok);
            seen = ok->text() == QStringLiteral("Import: 1");
            QTest::mouseClick(ok, Qt::LeftButton);
        });
        f.click("paste_prices");
        QVERIFY(seen);
        QCOMPARE(f.model.rowCount(), 1);
    }

    void prices_are_added_edited_and_deleted()
    {
        Prices f;
        QTimer::singleShot(0, &f.window, [&f] {
            auto* dialog = f.catalog->findChild<QDialog*>();
            QVERIFY(dialog != nullptr);
            pick(*labelled<QComboBox>(*dialog, QStringLiteral("Part")), QStringLiteral("990 PRO"));
            QVERIFY(labelled<QLineEdit>(*dialog, QStringLiteral("Price of 1 TB")) != nullptr);
            pick(*labelled<QComboBox>(*dialog, QStringLiteral("Part")), QStringLiteral("4090"));
            QVERIFY(!child<QDialogButtonBox>(*dialog)->button(QDialogButtonBox::Ok)->isEnabled());
            QTest::keyClicks(labelled<QLineEdit>(*dialog, QStringLiteral("Price")), QStringLiteral("15000"));
            QVERIFY(child<QDialogButtonBox>(*dialog)->button(QDialogButtonBox::Ok)->isEnabled());
            QTest::mouseClick(child<QDialogButtonBox>(*dialog)->button(QDialogButtonBox::Ok), Qt::LeftButton);
        });
        f.click("add_price");
        QCOMPARE(f.model.rowCount(), 1);
        QCOMPARE(f.model.index(0, part_column).data().toString(), QStringLiteral("GeForce RTX 4090"));
        QVERIFY(f.model.index(0, shipped_column).data().toString().contains(QLatin1String("3,089")));
        f.type(amount_column, QStringLiteral("14000"));
        QCOMPARE(f.newest().amount, 14000.0);
        f.type(amount_column, QStringLiteral("14k"));
        QCOMPARE(f.newest().amount, 14000.0);
        f.type(amount_column, QStringLiteral("EUR 13,000"));
        QVERIFY(f.trouble().contains(QLatin1String("is in EUR")));
        QCOMPARE(f.newest().amount, 14000.0);
        f.type(valid_until_column, QStringLiteral("2020/1/1"));
        QVERIFY(f.trouble().contains(QLatin1String("before its date")));
        f.type(amount_column, QStringLiteral("0"));
        QVERIFY(f.trouble().contains(QLatin1String("out of range")));
        f.type(tax_rate_column, QStringLiteral("13"));
        QCOMPARE(f.model.index(0, tax_rate_column).data().toString(), QStringLiteral("13%"));
        f.table.setCurrentIndex(f.table.model()->index(0, part_column));
        f.click("remove_prices");
        QCOMPARE(f.model.rowCount(), 0);
        QVERIFY(!f.newest().own);
        f.click("undo");
        QCOMPARE(f.model.rowCount(), 1);
    }

    void a_cleared_price_is_removed()
    {
        OwnPrice f;
        QCOMPARE(f.table.model()->rowCount(), 1);
        f.type(amount_column, QString());
        QCOMPARE(f.table.model()->rowCount(), 0);
        QVERIFY(!f.has_trouble());
        QVERIFY(!f.newest().own);
        f.click("undo");
        QCOMPARE(f.table.model()->rowCount(), 1);
        // In the bill such a price is not cleared, and the page names its place.
        auto& cost = page<QWidget>(f.window, "cost");
        auto* bill = child<QTableView>(cost, "bill");
        bill->setFocus();
        const int source = column_of(*bill->model(), QStringLiteral("Source"));
        int row = 0;
        while (!bill->model()->index(row, source).data().toString().startsWith(QLatin1String("Your price list")))
            QVERIFY(++row < bill->model()->rowCount());
        bill->setCurrentIndex(bill->model()->index(row, column_of(*bill->model(), QStringLiteral("Unit price"))));
        QTest::keyClick(bill, Qt::Key_F2);
        const QList<QLineEdit*> editors = bill->viewport()->findChildren<QLineEdit*>();
        QCOMPARE(editors.size(), 1);
        QCOMPARE(editors.front()->text(), QStringLiteral("15000"));
        editors.front()->selectAll();
        QTest::keyClick(editors.front(), Qt::Key_Delete);
        QTest::keyClick(editors.front(), Qt::Key_Return);
        QApplication::processEvents();
        QVERIFY2(child<QLabel>(cost, "trouble")->text().contains(QLatin1String("in your price list")),
                 qPrintable(child<QLabel>(cost, "trouble")->text()));
    }

    void an_error_disappears_with_its_cause()
    {
        OwnPrice f;
        const auto refuse = [&f] {
            f.type(amount_column, QStringLiteral("cheap"));
            QVERIFY(f.has_trouble());
        };
        refuse();
        f.type(amount_column, QStringLiteral("15000"));
        QVERIFY(!f.has_trouble());
        refuse();
        QTest::keyClick(f.edit(amount_column), Qt::Key_Escape);
        QApplication::processEvents();
        QVERIFY(!f.has_trouble());
        refuse();
        f.type(supplier_column, QStringLiteral("Dealer"));
        QVERIFY(!f.has_trouble());
        refuse();
        f.click("undo");
        QVERIFY(!f.has_trouble());
        refuse();
        QVERIFY(f.language.use(QStringLiteral("zh_CN")));
        QApplication::processEvents();
        QVERIFY(!f.has_trouble());
        QVERIFY(f.language.use(QStringLiteral("en")));
        QApplication::processEvents();
        auto* date = labelled<QComboBox>(f.page, QStringLiteral("Prices as of"))->lineEdit();
        enter(*date, QStringLiteral("last week"));
        QVERIFY(f.has_trouble());
        QTest::keyClick(date, Qt::Key_Backspace);
        QVERIFY(!f.has_trouble());
    }

    void old_prices_stay_available_by_date()
    {
        Prices f;
        const auto import = [&f](const char* amount, const char* date) {
            const QByteArray bytes = QByteArray("part,price,currency,date\nrtx4090,") + amount + ",CNY," + date + "\n";
            const Import dialog(f, bytes);
            labelled<QLineEdit>(dialog, QStringLiteral("Date where not given"))->setText(QLatin1String(date));
            dialog.take_over();
        };
        import("15000", "2026-03-01");
        import("14000", "2026-09-01");
        const double newest = f.purchase();
        const auto card = [&f] { return *f.document.evaluation().estimate->cost.bill.lines.front().amount; };
        QCOMPARE(card(), 14000.0);
        QComboBox& dates = *labelled<QComboBox>(f.page, QStringLiteral("Prices as of"));
        pick(dates, QStringLiteral("2026-03-01"));
        QCOMPARE(f.document.scenario().economics.prices_as_of, std::string("2026-03-01"));
        QCOMPARE(card(), 15000.0);
        // The plan's own control offers the days of the lists, and the newest prices again.
        const auto* picker = qobject_cast<PickerControl*>(
            child<ChoicesColumn>(f.window, "choices")->control(QStringLiteral("economics.prices_as_of")));
        QVERIFY(picker->box()->findData(QStringLiteral("2026-09-01")) >= 0);
        QCOMPARE(picker->box()->currentData().toString(), QStringLiteral("2026-03-01"));
        emit picker->box()->activated(picker->box()->findData(QString()));
        QCOMPARE(f.document.scenario().economics.prices_as_of, std::string());
        QCOMPARE(f.purchase(), newest);
        f.document.undo_stack().undo();
        f.document.undo_stack().undo();
        QCOMPARE(f.purchase(), newest);
        dates.lineEdit()->selectAll();
        QTest::keyClicks(dates.lineEdit(), QStringLiteral("last week"));
        f.click("use_date");
        QVERIFY(f.trouble().contains(QLatin1String("last week")));
        QCOMPARE(labelled<QComboBox>(f.page, QStringLiteral("Price list"))->count(), 3);
        choose(*labelled<QComboBox>(f.page, QStringLiteral("Price list")), 2);
        QCOMPARE(f.model.rowCount(), 1);
        f.click("remove_list");
        QCOMPARE(f.document.data()->hardware.price_lists.size(), std::size_t{1});
    }

    void a_dropped_price_list_opens_the_import()
    {
        CatalogFixture f;
        const QString path = f.directory.filePath(QStringLiteral("dropped.csv"));
        write_file(path, quotation);
        f.window.open_page(QStringLiteral("overview"));
        QVERIFY(!f.catalog->isVisible());
        bool seen = false;
        QTimer::singleShot(0, &f.window, [&] {
            seen = true;
            child<QDialog>(*f.catalog, "price_import")->reject();
        });
        f.window.open_file(path);
        QVERIFY(seen);
        QVERIFY(child<QWidget>(*f.catalog, "prices")->isVisible());
        QVERIFY(f.document.data()->hardware.price_lists.empty());
    }

    void a_template_has_the_parts_of_the_build()
    {
        Prices f;
        save_price_template(*f.catalog, f.directory.filePath(QStringLiteral("no/such/place.csv")));
        QVERIFY2(f.trouble().contains(QLatin1String("No such file")), qPrintable(f.trouble()));
        const QString path = f.directory.filePath(QStringLiteral("prices.csv"));
        save_price_template(*f.catalog, path);
        QVERIFY(f.trouble().isEmpty());
        const QByteArray text = content_of(path);
        for (const char* part : {"rtx4090", "i9-13900k", "nvme4"}) QVERIFY2(text.contains(part), text.constData());
    }

    void it_speaks_chinese()
    {
        CatalogFixture f;
        f.override_card();
        QVERIFY(f.language.use(QStringLiteral("zh_CN")));
        QApplication::sendPostedEvents();
        QApplication::processEvents();
        static const QRegularExpression han(QStringLiteral("\\p{Han}"));
        const auto* tabs = child<QTabBar>(f.window, "page_tabs");
        QVERIFY2(tabs->tabText(tabs->currentIndex()).contains(han), qPrintable(tabs->tabText(tabs->currentIndex())));
        for (const QPushButton* button : f.catalog->findChildren<QPushButton*>())
            QVERIFY2(button->text().contains(han), qPrintable(button->objectName() + button->text()));
        const Import dialog(f, quotation);
        for (const QLabel* label : dialog.dialog->findChildren<QLabel*>())
            if (!label->text().isEmpty()) QVERIFY2(label->text().contains(han), qPrintable(label->text()));
        const QAbstractItemModel& rows = *dialog.rows().model();
        for (int row = 0; row < rows.rowCount(); ++row) {
            const QString reason = rows.index(row, rows.columnCount() - 1).data().toString();
            QVERIFY2(reason.isEmpty() || reason.contains(han), qPrintable(reason));
        }
    }
};

RIGWRIGHT_WIDGET_TEST(PricesPageTest)

} // namespace rigwright::test::tst_prices_page

#include "tst_prices_page.moc"
