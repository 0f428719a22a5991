// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/suite.h"
#include "tests/ui/window_fixture.h"
#include "ui/controls/picker_control.h"
#include "ui/controls/quantity_label.h"
#include "ui/layers/layer_pane.h"
#include "ui/window/status_cell.h"

#include <QHeaderView>
#include <QLineEdit>
#include <QScrollArea>
#include <QScrollBar>
#include <QTableView>
#include <QTreeView>

#include <algorithm>

namespace rigwright::test::tst_long_names {

/// Four machines with names too long for any place, on a common office screen.
struct LongNames : WindowFixture {
    LongNames()
    {
        Project project;
        for (const std::int64_t cards : {1, 2, 4, 8}) {
            Build build;
            build.scenario = fabric_scenario();
            build.scenario.name =
                "Offer of the second round of the tender for the inspection of fabric, " + std::to_string(cards);
            build.scenario.build.gpus_per_node = cards;
            // The others' cards can share the batch of the first machine.
            build.scenario.training.micro_batch = 8;
            project.builds.push_back(std::move(build));
        }
        document.replace(project);
        show(QSize(1366, 768));
    }
};

/// The first and last column of pixels that differ from the background.
std::pair<int, int> inked(QWidget& widget)
{
    const QImage image = widget.grab().toImage();
    const QColor ground = image.pixelColor(image.width() / 2, 0);
    int first = image.width();
    int last = -1;
    for (int x = 0; x < image.width(); ++x)
        for (int y = 0; y < image.height(); ++y)
            if (image.pixelColor(x, y) != ground) {
                first = std::min(first, x);
                last = x;
            }
    return {first, last};
}

/// Texts longer than their place.
class LongNamesTest : public QObject {
    Q_OBJECT

private slots:
    void a_card_ends_its_name_in_dots()
    {
        LongNames f;
        const QWidget& machines = page<QWidget>(f.window, "machines");
        const QList<QLabel*> labels = child<QAbstractButton>(machines, "machine_0")->findChildren<QLabel*>();
        const auto found = std::ranges::find_if(
            labels, [](const QLabel* label) { return label->text().startsWith(QLatin1String("Offer of")); });
        QVERIFY(found != labels.end());
        QLabel& name = **found;
        // Lays the card out.
        const QImage painted = name.grab().toImage();
        const QString shown = name.fontMetrics().elidedText(name.text(), Qt::ElideRight, name.width());
        QVERIFY(shown != name.text());
        QLabel expected(shown, name.parentWidget());
        expected.setFont(name.font());
        expected.setGeometry(name.geometry());
        QCOMPARE(painted, expected.grab().toImage());
    }

    void cards_show_prices_in_three_digits()
    {
        LongNames f;
        // A long price beside a long time.
        Scenario scenario = f.document.scenario();
        scenario.build.nodes = 64;
        scenario.training.micro_batch = 4096;
        QVERIFY(f.document.set_scenario(scenario, {}));
        const QWidget& machines = page<QWidget>(f.window, "machines");
        for (const auto& [language, unit] : {std::pair("en", "M"), std::pair("zh_CN", "万")}) {
            f.speak(QString::fromLatin1(language));
            QSet<QString> shown;
            for (int width = 1366; width >= 1100; width -= 14) {
                f.window.resize(width, 768);
                QApplication::processEvents();
                for (const char* name : {"machine_0", "machine_1", "machine_2"}) {
                    const auto* card = child<QAbstractButton>(machines, name);
                    QVERIFY2(card->geometry().right() < card->parentWidget()->parentWidget()->width(), name);
                    const auto cells = card->findChildren<StatusCell*>();
                    const PlacedText price = cells.back()->placed_texts().back();
                    QVERIFY2(!price.cut, qPrintable(price.text));
                    shown << price.text;
                }
            }
            const auto is_short = [unit = QString::fromUtf8(unit)](const QString& text) { return text.endsWith(unit); };
            QVERIFY2(std::ranges::any_of(shown, is_short), qPrintable(shown.values().join(QLatin1Char(' '))));
        }
    }

    void two_rows_of_cards_have_room_in_each_language()
    {
        LongNames f;
        const QWidget& machines = page<QWidget>(f.window, "machines");
        const QWidget* card = child<QAbstractButton>(machines, "machine_3");
        const auto* area = qobject_cast<QScrollArea*>(card->parentWidget()->parentWidget()->parentWidget());
        QVERIFY(area != nullptr);
        for (const char* language : {"zh_CN", "en"}) {
            f.speak(QString::fromLatin1(language));
            QTRY_COMPARE(area->verticalScrollBar()->maximum(), 0);
            QVERIFY(card->y() + card->height() <= area->viewport()->height());
        }
    }

    void goals_of_many_machines_keep_their_names()
    {
        LongNames f;
        for (const char* language : {"en", "zh_CN"}) {
            f.speak(QString::fromLatin1(language));
            const QTableView& table = *child<QTableView>(page<QWidget>(f.window, "task"), "goals_of_machines");
            QCOMPARE(table.model()->columnCount(), 5);
            QTRY_VERIFY(table.columnWidth(0) >= static_cast<const QAbstractItemView&>(table).sizeHintForColumn(0));
            const QModelIndex last = table.model()->index(table.model()->rowCount() - 1, 1);
            QVERIFY(table.visualRect(last).bottom() <= table.viewport()->height());
        }
    }

    void compared_machines_keep_their_letters()
    {
        LongNames f;
        page<QWidget>(f.window, "compare");
        const QTableView& ratios = *child<QTableView>(f.window, "ratios");
        const QAbstractItemModel& model = *ratios.model();
        QVERIFY(model.headerData(3, Qt::Horizontal).toString().startsWith(QStringLiteral("B Offer")));
        // Three marks of 19 pixels, one below the other.
        QVERIFY2(ratios.rowHeight(0) >= 3 * 19, qPrintable(QString::number(ratios.rowHeight(0))));
        QVERIFY(ratios.visualRect(model.index(model.rowCount() - 1, 0)).bottom() <= ratios.viewport()->height());
    }

    void a_shortened_name_keeps_its_distinctive_part()
    {
        PickerControl picker(QStringLiteral("build.gpu"), PickerControl::Kind::searchable);
        picker.set_entries({{QStringLiteral("ada"), QStringLiteral("RTX 6000 Ada Generation · 48 GiB"), {}},
                            {QStringLiteral("geforce"), QStringLiteral("GeForce RTX 4090 · 24 GiB"), {}}});
        picker.show();
        QLineEdit& field = *picker.box()->lineEdit();
        // The first word that a field shows without room for all of its text.
        const auto first_word = [&](const char* id) {
            picker.show_value(FieldValue(std::string(id)), true);
            QApplication::processEvents();
            field.clearFocus();
            picker.box()->resize(field.fontMetrics().horizontalAdvance(field.text()), picker.box()->height());
            const int room = field.fontMetrics().horizontalAdvance(QStringLiteral("RTX "));
            return field.grab(QRect(0, 0, room, field.height())).toImage();
        };
        QCOMPARE(first_word("geforce"), first_word("ada"));
    }

    void layers_show_all_digits_in_each_language()
    {
        LongNames f;
        for (const char* preset : {"resnet50", "llama-2-70b"}) {
            Scenario scenario = fabric_scenario();
            scenario.model = ModelChoice();
            scenario.model.preset = preset;
            scenario.input = {};
            scenario.dataset = {};
            QVERIFY(f.document.set_scenario(scenario, QStringLiteral("model")));
            for (const char* language : {"en", "zh_CN"}) {
                f.speak(QString::fromLatin1(language));
                const QTreeView& view = *child<QTreeView>(page<QWidget>(f.window, "layers"));
                for (int column = 1; column < view.model()->columnCount(); ++column)
                    QVERIFY2(view.columnWidth(column) >=
                                 static_cast<const QAbstractItemView&>(view).sizeHintForColumn(column),
                             qPrintable(QStringLiteral("%1 %2: %3")
                                            .arg(QLatin1String(preset), QLatin1String(language))
                                            .arg(column)));
            }
        }
    }

    void a_field_has_an_outline_in_the_dark()
    {
        apply_theme(ThemeChoice::dark);
        QLineEdit field;
        field.resize(120, 24);
        const QImage image = field.grab().toImage();
        QCOMPARE(image.pixelColor(60, 0), dark_theme().outline);
        apply_theme(ThemeChoice::light);
    }

    void a_number_begins_and_ends_where_plain_texts_do()
    {
        QuantityLabel number(QStringLiteral("memory.total_bytes"));
        number.show_text(QStringLiteral("HHH"), QStringLiteral("H"));
        number.resize(number.sizeHint() + QSize(40, 0));
        QVERIFY(inked(number).first <= 2);
        number.set_alignment(Qt::AlignRight);
        QVERIFY(inked(number).second >= number.width() - 3);
    }
};

RIGWRIGHT_STYLED_TEST(LongNamesTest)

} // namespace rigwright::test::tst_long_names

#include "tst_long_names.moc"
