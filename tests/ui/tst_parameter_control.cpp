// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/suite.h"
#include "tests/ui/find_widget.h"
#include "ui/controls/number_text.h"
#include "ui/controls/parameter_control.h"
#include "ui/controls/picker_control.h"
#include "ui/theme/theme.h"

#include <QAbstractItemView>
#include <QAccessible>
#include <QApplication>
#include <QCompleter>
#include <QListView>
#include <QScrollArea>
#include <QScrollBar>
#include <QSignalSpy>
#include <QToolButton>
#include <QWheelEvent>
#include <QtTest/qtestspontaneevent.h>

namespace rigwright::test::tst_parameter_control {

/// Stores the value requested by a control and shows it, like a document.
struct Listener {
    std::vector<FieldValue> requested;
    int began = 0;
    int ended = 0;

    explicit Listener(FieldControl& control)
    {
        QObject::connect(&control, &FieldControl::edited, [this, &control](const QString&, const FieldValue& value) {
            requested.push_back(value);
            control.show_value(value, false);
        });
        QObject::connect(&control, &FieldControl::gesture_began, [this] { ++began; });
        QObject::connect(&control, &FieldControl::gesture_ended, [this] { ++ended; });
    }
};

NumberSpec batch_spec() { return {true, false, 1, 1e6, powers_of_two(1, 4096), 1.0}; }

void turn_wheel(QWidget* widget)
{
    const QPointF at = widget->rect().center();
    QWheelEvent event(at, widget->mapToGlobal(at), QPoint(), QPoint(0, -240), Qt::NoButton, Qt::NoModifier,
                      Qt::NoScrollPhase, false);
    // Only system events are passed on to the parents of widgets that ignore them.
    QSpontaneKeyEvent::setSpontaneous(&event);
    qApp->notify(widget, &event);
}

/// A picker with cards whose names are alike.
struct CardPicker {
    PickerControl picker{QStringLiteral("build.gpu"), PickerControl::Kind::searchable};
    Listener listener{picker};

    CardPicker()
    {
        picker.set_texts({QStringLiteral("GPU"), QString(), QString(), QString()});
        const QStringList maker{"NVIDIA"};
        picker.set_entries(
            {{"rtx4060", "GeForce RTX 4060 · 8 GiB", "Ada", {"8 GiB", "2023"}, maker},
             {"rtx4060ti", "GeForce RTX 4060 Ti · 16 GiB", "Ada", {"16 GiB", "2023"}, maker},
             {"rtx5000ada", "RTX 5000 Ada · 32 GiB", "Ada", {"32 GiB", "2023"}, maker},
             {"rtx5090", "GeForce RTX 5090 · 32 GiB", "Blackwell", {"32 GiB", "2025"}, maker},
             {"rtx5090d", "GeForce RTX 5090 D · 32 GiB", "Blackwell", {"32 GiB", "2025"}, maker},
             {"rtx5090laptop", "GeForce RTX 5090 Laptop · 24 GiB", "Blackwell", {"24 GiB", "2025"}, maker}});
        picker.show_value(FieldValue(std::string("rtx5000ada")), true);
        picker.resize(420, 60);
        picker.show();
        QVERIFY(QTest::qWaitForWindowExposed(&picker));
        picker.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&picker));
        field()->setFocus();
        QApplication::processEvents();
        field()->selectAll();
    }
    QLineEdit* field() const { return picker.box()->lineEdit(); }
    QListView* hits() const { return picker.list(); }
    /// The content of the list, with headings.
    QStringList rows() const
    {
        QStringList texts;
        for (int i = 0; i < hits()->model()->rowCount(); ++i) texts << hits()->model()->index(i, 0).data().toString();
        return texts;
    }
};

class ParameterControlTest : public QObject {
    Q_OBJECT

private slots:
    void init()
    {
        control_ = std::make_unique<ParameterControl>(QStringLiteral("training.micro_batch"), batch_spec());
        control_->set_texts({QStringLiteral("Micro-batch"), QString(), QStringLiteral("help"), QString()});
        control_->show_value(FieldValue(std::int64_t{2}), false);
        control_->resize(420, 60);
        control_->show();
        QVERIFY(QTest::qWaitForWindowExposed(control_.get()));
        listener_ = std::make_unique<Listener>(*control_);
    }

    void cleanup()
    {
        control_.reset();
        listener_.reset();
    }

    void a_click_on_the_groove_goes_there()
    {
        StepSlider* slider = control_->slider();
        QTest::mouseClick(slider, Qt::LeftButton, {}, QPoint(slider->width() - 3, slider->height() / 2));
        QCOMPARE(slider->step(), 4096.0);
        QCOMPARE(listener_->requested.back(), FieldValue(std::int64_t{4096}));
        QCOMPARE(control_->field()->text(), QStringLiteral("4,096"));
        QCOMPARE(listener_->began, 1);
        QCOMPARE(listener_->ended, 1);
    }

    void a_drag_is_one_gesture_and_live()
    {
        StepSlider* slider = control_->slider();
        const QPoint from = slider->handle().center();
        QTest::mousePress(slider, Qt::LeftButton, {}, from);
        std::size_t seen = 0;
        for (int x = from.x(); x < slider->width(); x += 4) {
            QTest::mouseMove(slider, QPoint(x, from.y()));
            seen = std::max(seen, listener_->requested.size());
        }
        QVERIFY(seen > 5);
        QCOMPARE(listener_->ended, 0);
        QTest::mouseRelease(slider, Qt::LeftButton, {}, QPoint(slider->width() - 1, from.y()));
        QCOMPARE(listener_->began, 1);
        QCOMPARE(listener_->ended, 1);
        QCOMPARE(listener_->requested.back(), FieldValue(std::int64_t{4096}));
    }

    void the_wheel_edits_nothing()
    {
        for (const bool focused : {false, true}) {
            control_->field()->clearFocus();
            if (focused) control_->field()->setFocus();
            turn_wheel(control_->slider());
            turn_wheel(control_->field());
            QVERIFY(listener_->requested.empty());
            QCOMPARE(control_->slider()->step(), 2.0);
        }
        QVERIFY((control_->slider()->focusPolicy() & Qt::WheelFocus) != Qt::WheelFocus);
    }

    void the_wheel_scrolls_the_page_instead()
    {
        QScrollArea page;
        auto* content = new QWidget;
        auto* control = new ParameterControl(QStringLiteral("training.epochs"), batch_spec(), content);
        content->setFixedSize(300, 2000);
        control->setGeometry(0, 50, 280, 40);
        page.setWidget(content);
        page.resize(320, 240);
        page.show();
        QVERIFY(QTest::qWaitForWindowExposed(&page));
        page.verticalScrollBar()->setFocus();
        turn_wheel(control->slider());
        QVERIFY(page.verticalScrollBar()->value() > 0);
        QCOMPARE(control->slider()->value(), 0);
    }

    void any_legal_number_can_be_typed()
    {
        begin_typing();
        QTest::keyClicks(control_->field(), QStringLiteral("37"));
        QVERIFY(listener_->requested.empty());
        QTest::keyClick(control_->field(), Qt::Key_Return);
        QCOMPARE(listener_->requested, std::vector{FieldValue(std::int64_t{37})});
        QCOMPARE(control_->field()->text(), QStringLiteral("37"));
        QCOMPARE(control_->slider()->step(), 32.0);
        QVERIFY(!control_->is_marked());
    }

    void bad_text_is_kept_and_marked_data()
    {
        add_texts("text", {"0", "-5", "3.7", "abc", "1e400", "nan", "2000000", "1,00", "20,", "24h", "20 00", "  "});
    }

    void bad_text_is_kept_and_marked()
    {
        QFETCH(QString, text);
        begin_typing();
        QTest::keyClick(control_->field(), Qt::Key_Backspace);
        listener_->requested.clear();
        QTest::keyClicks(control_->field(), text);
        QTest::keyClick(control_->field(), Qt::Key_Return);
        QCOMPARE(control_->field()->text(), text);
        QVERIFY(control_->is_marked());
        QVERIFY(control_->field()->is_bad());
        QVERIFY(control_->message().contains(text));
        QCOMPARE(control_->field()->accessibleDescription(), control_->message());
        QVERIFY(listener_->requested.empty());
        // Nor when the field is left.
        control_->field()->clearFocus();
        QVERIFY(listener_->requested.empty());
        QCOMPARE(control_->field()->text(), text);
    }

    void what_is_typed_counts_from_enter_or_leaving()
    {
        begin_typing();
        QTest::keyClicks(control_->field(), QStringLiteral("37h"));
        QVERIFY(control_->is_marked());
        QCOMPARE(control_->slider()->step(), 2.0);
        // Without the invalid end it is a number.
        QTest::keyClick(control_->field(), Qt::Key_Backspace);
        QVERIFY(!control_->is_marked() && listener_->requested.empty());
        QTest::keyClick(control_->field(), Qt::Key_Return);
        QCOMPARE(listener_->requested, std::vector{FieldValue(std::int64_t{37})});
        // A second Enter, and leaving, request nothing more.
        QTest::keyClick(control_->field(), Qt::Key_Return);
        control_->field()->clearFocus();
        QCOMPARE(listener_->requested.size(), std::size_t{1});
        begin_typing();
        QTest::keyClicks(control_->field(), QStringLiteral("20,000"));
        QCOMPARE(listener_->requested.size(), std::size_t{1});
        control_->field()->clearFocus();
        QCOMPARE(listener_->requested.back(), FieldValue(std::int64_t{20000}));
        QCOMPARE(control_->field()->text(), QStringLiteral("20,000"));
    }

    void a_mark_goes_when_the_value_changes()
    {
        begin_typing();
        QTest::keyClicks(control_->field(), QStringLiteral("x"));
        QVERIFY(control_->is_marked());
        control_->show_value(FieldValue(std::int64_t{2}), false);
        QVERIFY(control_->is_marked());
        QCOMPARE(control_->field()->text(), QStringLiteral("x"));
        control_->show_value(FieldValue(std::int64_t{16}), false);
        QVERIFY(!control_->is_marked());
        QCOMPARE(control_->field()->text(), QStringLiteral("16"));
    }

    void arrow_keys_step()
    {
        control_->field()->setFocus();
        QTest::keyClick(control_->field(), Qt::Key_Up);
        QCOMPARE(listener_->requested.back(), FieldValue(std::int64_t{3}));
        QTest::keyClick(control_->field(), Qt::Key_Down);
        QTest::keyClick(control_->field(), Qt::Key_Down);
        QCOMPARE(listener_->requested.back(), FieldValue(std::int64_t{1}));
        const std::size_t before = listener_->requested.size();
        QTest::keyClick(control_->field(), Qt::Key_Down);
        QCOMPARE(listener_->requested.size(), before);
    }

    void page_keys_go_to_the_next_step()
    {
        control_->field()->setFocus();
        control_->show_value(FieldValue(std::int64_t{37}), false);
        QTest::keyClick(control_->field(), Qt::Key_PageUp);
        QCOMPARE(listener_->requested.back(), FieldValue(std::int64_t{64}));
        QTest::keyClick(control_->field(), Qt::Key_PageDown);
        QTest::keyClick(control_->field(), Qt::Key_PageDown);
        QCOMPARE(listener_->requested.back(), FieldValue(std::int64_t{16}));
        // Beyond the slider's end it doubles, as far as it is legal.
        control_->show_value(FieldValue(std::int64_t{4096}), false);
        QTest::keyClick(control_->field(), Qt::Key_PageUp);
        QCOMPARE(listener_->requested.back(), FieldValue(std::int64_t{8192}));
        control_->show_value(FieldValue(std::int64_t{1}), false);
        const std::size_t before = listener_->requested.size();
        QTest::keyClick(control_->field(), Qt::Key_PageDown);
        QCOMPARE(listener_->requested.size(), before);
    }

    void a_rate_steps_along_its_ladder()
    {
        ParameterControl rate(QStringLiteral("economics.grid_kg_CO2_per_kWh"),
                              {false, true, 0.001, 5, one_two_five(0.01, 1), 1.0, false});
        QVERIFY(rate.slider() == nullptr);
        Listener listener(rate);
        rate.show_value(FieldValue(0.05), false);
        QTest::keyClick(rate.field(), Qt::Key_Up);
        QCOMPARE(listener.requested.back(), FieldValue(0.1));
        QTest::keyClick(rate.field(), Qt::Key_Down);
        QTest::keyClick(rate.field(), Qt::Key_PageDown);
        QCOMPARE(listener.requested.back(), FieldValue(0.02));
    }

    void escape_restores_the_value()
    {
        control_->field()->setFocus();
        for (const char* text : {"37", "37k", ""}) {
            control_->field()->selectAll();
            QTest::keyClick(control_->field(), Qt::Key_Backspace);
            QTest::keyClicks(control_->field(), QLatin1String(text));
            QTest::keyClick(control_->field(), Qt::Key_Escape);
            QCOMPARE(control_->field()->text(), QStringLiteral("2"));
            QVERIFY(!control_->is_marked());
            QCOMPARE(control_->slider()->step(), 2.0);
            QVERIFY(listener_->requested.empty());
        }
        // The entered value stays.
        QTest::keyClicks(control_->field(), QStringLiteral("64"));
        QTest::keyClick(control_->field(), Qt::Key_Return);
        QTest::keyClick(control_->field(), Qt::Key_Escape);
        QCOMPARE(listener_->requested.back(), FieldValue(std::int64_t{64}));
        QCOMPARE(control_->field()->text(), QStringLiteral("64"));
    }

    void delete_resets_an_unedited_field()
    {
        begin_typing();
        QTest::keyClick(control_->field(), Qt::Key_Delete);
        QCOMPARE(listener_->requested, std::vector{FieldValue()});
        // In a text that is being edited it deletes; with Ctrl it always resets.
        control_->show_value(FieldValue(std::int64_t{2}), false);
        listener_->requested.clear();
        QTest::keyClicks(control_->field(), QStringLiteral("37"));
        control_->field()->home(false);
        QTest::keyClick(control_->field(), Qt::Key_Delete);
        QVERIFY(listener_->requested.empty());
        QTest::keyClick(control_->field(), Qt::Key_Delete, Qt::ControlModifier);
        QCOMPARE(listener_->requested.back(), FieldValue());
        PickerControl picker(QStringLiteral("training.optimizer"), PickerControl::Kind::words);
        Listener picked(picker);
        picker.set_entries({{"adam", "Adam", ""}, {"sgd", "SGD", ""}});
        picker.show_value(FieldValue(std::string("sgd")), false);
        QTest::keyClick(picker.box(), Qt::Key_Delete, Qt::ControlModifier);
        QCOMPARE(picked.requested.back(), FieldValue());
    }

    void slider_field_and_reset_are_one_stop()
    {
        QVERIFY(control_->findChild<QToolButton*>()->isVisible());
        int stops = 0;
        for (const QWidget* widget : control_->findChildren<QWidget*>())
            stops += widget->isVisible() && (widget->focusPolicy() & Qt::TabFocus) != 0 ? 1 : 0;
        QCOMPARE(stops, 1);
        // A click on the slider leaves the keyboard in the field.
        control_->slider()->setFocus();
        QVERIFY(control_->field()->hasFocus());
        QTest::mouseClick(control_->slider(), Qt::LeftButton, {}, QPoint(control_->slider()->width() / 2, 10));
        QVERIFY(control_->field()->hasFocus());
        QTest::keyClick(control_->field(), Qt::Key_Up);
        QVERIFY(control_->slider()->step() >= 64.0);
    }

    void an_unset_number_has_a_dashed_outline()
    {
        ParameterControl limit(QStringLiteral("requirements.budget"),
                               {false, true, 0, 1e12, one_two_five(1000, 1e8), 1.0, false});
        limit.set_texts({QStringLiteral("Budget"), QStringLiteral("CNY"), QString(), QStringLiteral("not set")});
        limit.resize(240, 32);
        limit.show_value(FieldValue(), true);
        const QImage unset = limit.field()->grab().toImage();
        // Dashes: the outline is broken along the upper edge.
        const auto breaks = [](const QImage& picture) {
            int changes = 0;
            for (int x = 8; x < picture.width() - 8; ++x)
                changes += picture.pixel(x, 0) != picture.pixel(x + 1, 0) ? 1 : 0;
            return changes;
        };
        QCOMPARE(limit.field()->placeholderText(), QStringLiteral("not set"));
        QVERIFY(!limit.is_changed());
        limit.show_value(FieldValue(40000.0), false);
        const QImage set = limit.field()->grab().toImage();
        QVERIFY2(breaks(unset) > 8 && breaks(set) == 0, qPrintable(QString::number(breaks(unset))));
        QVERIFY(limit.is_changed());
    }

    void the_label_makes_room()
    {
        ParameterControl degree(QStringLiteral("parallel.pipeline_interleave"), batch_spec());
        degree.set_texts({QStringLiteral("Virtual pipeline stages (per GPU)"), QString(), QString(), QString()});
        degree.show_value(FieldValue(std::int64_t{2}), false);
        degree.show();
        QVERIFY(QTest::qWaitForWindowExposed(&degree));
        const auto resized = [&degree](int width) {
            degree.resize(width, 90);
            QApplication::processEvents();
        };
        resized(500);
        QCOMPARE(degree.label()->text(), QStringLiteral("Virtual pipeline stages (per GPU)"));
        QVERIFY(degree.label()->geometry().bottom() > degree.field()->geometry().top());
        // The remark in brackets goes first, then the field moves below the label.
        constexpr int reset_and_field = 28 + 80;
        resized(FieldControl::margin + reset_and_field +
                degree.label()->fontMetrics().horizontalAdvance(degree.plain_label()) - 4);
        QCOMPARE(degree.label()->text(), QStringLiteral("Virtual pipeline stages"));
        QVERIFY(degree.label()->geometry().bottom() > degree.field()->geometry().top());
        resized(216);
        QVERIFY(degree.label()->geometry().bottom() <= degree.field()->geometry().top());
        QVERIFY(degree.toolTip().contains(QLatin1String("(per GPU)")));
    }

    void a_double_click_resets_on_label_and_handle_only()
    {
        StepSlider* slider = control_->slider();
        const QPoint groove(slider->width() - 3, slider->height() / 2);
        QTest::mouseClick(slider, Qt::LeftButton, {}, groove);
        QTest::mouseDClick(slider, Qt::LeftButton, {}, groove);
        QTest::mouseRelease(slider, Qt::LeftButton, {}, groove);
        for (const FieldValue& value : listener_->requested) QVERIFY(value.index() != 0);
        const QPoint handle = slider->handle().center();
        QTest::mouseClick(slider, Qt::LeftButton, {}, handle);
        QTest::mouseDClick(slider, Qt::LeftButton, {}, handle);
        QCOMPARE(listener_->requested.back(), FieldValue());
        listener_->requested.clear();
        QTest::mouseDClick(control_->label(), Qt::LeftButton);
        QCOMPARE(listener_->requested.back(), FieldValue());
    }

    void the_reset_button_shows_only_when_there_is_something_to_reset()
    {
        auto* reset = control_->findChild<QToolButton*>(QStringLiteral("reset"));
        QVERIFY(reset->isVisible());
        QVERIFY(!reset->accessibleName().isEmpty());
        QTest::mouseClick(reset, Qt::LeftButton);
        QCOMPARE(listener_->requested.back(), FieldValue());
        control_->show_value(FieldValue(std::int64_t{1}), true);
        QVERIFY(!reset->isVisible());
    }

    void units_scale()
    {
        ParameterControl size(QStringLiteral("dataset.encoded_bytes_per_sample"),
                              {true, true, 1, 1e12, one_two_five(1e3, 1e8), 1e6});
        Listener listener(size);
        size.set_texts({QStringLiteral("File size"), QStringLiteral("MB"), QString(), QStringLiteral("not set")});
        size.show_value(FieldValue(std::int64_t{2'500'000}), false);
        QCOMPARE(size.field()->text(), QStringLiteral("2.5"));
        enter(*size.field(), QStringLiteral("0.3"));
        QCOMPARE(listener.requested.back(), FieldValue(std::int64_t{300'000}));
        enter(*size.field(), QStringLiteral("1.2 GB"));
        QCOMPARE(listener.requested.back(), FieldValue(std::int64_t{1'200'000'000}));
        QCOMPARE(size.field()->text(), QStringLiteral("1,200"));
        enter(*size.field(), QStringLiteral("300 kB"));
        QCOMPARE(listener.requested.back(), FieldValue(std::int64_t{300'000}));
        size.field()->selectAll();
        QTest::keyClick(size.field(), Qt::Key_Delete);
        QCOMPARE(listener.requested.back(), FieldValue());
        QVERIFY(!size.is_marked());
    }

    void a_long_fraction_is_shown_short_and_kept()
    {
        ParameterControl hours(QStringLiteral("requirements.deadline_seconds"),
                               {false, true, 1, 1e12, one_two_five(3600, 3.6e7), 3600});
        Listener listener(hours);
        hours.show_value(FieldValue(600'000.0), false);
        QCOMPARE(hours.field()->text(), QStringLiteral("166.667"));
        hours.field()->setFocus();
        QTest::keyClick(hours.field(), Qt::Key_Return);
        QVERIFY(listener.requested.empty());
        hours.show_value(FieldValue(std::int64_t{7'200}), false);
        QCOMPARE(hours.field()->text(), QStringLiteral("2"));
    }

    void a_screen_reader_hears_name_and_value()
    {
        QAccessibleInterface* slider = QAccessible::queryAccessibleInterface(control_->slider());
        QVERIFY(slider);
        QCOMPARE(slider->role(), QAccessible::Slider);
        QCOMPARE(slider->text(QAccessible::Name), QStringLiteral("Micro-batch"));
        QCOMPARE(slider->text(QAccessible::Value), QStringLiteral("Micro-batch 2 of 4,096"));
        QCOMPARE(slider->valueInterface()->currentValue().toDouble(), 2.0);
        slider->valueInterface()->setCurrentValue(64.0);
        QCOMPARE(listener_->requested.back(), FieldValue(std::int64_t{64}));
        QCOMPARE(control_->field()->accessibleName(), QStringLiteral("Micro-batch"));
    }

    void a_picker_takes_a_part_of_a_name()
    {
        PickerControl picker(QStringLiteral("build.gpu"), PickerControl::Kind::searchable);
        Listener listener(picker);
        picker.set_texts({QStringLiteral("GPU"), QString(), QString(), QString()});
        picker.set_entries({{"rtx4090", "GeForce RTX 4090", "NVIDIA"},
                            {"a100", "A100 80GB", "NVIDIA"},
                            {"mi300x", "Instinct MI300X", "AMD"}});
        picker.show_value(FieldValue(std::string("rtx4090")), true);
        QLineEdit* field = picker.box()->lineEdit();
        QCOMPARE(field->text(), QStringLiteral("GeForce RTX 4090"));
        field->setText(QStringLiteral("mi300"));
        QTest::keyClick(field, Qt::Key_Return);
        QCOMPARE(listener.requested.back(), FieldValue(std::string("mi300x")));
        QCOMPARE(field->text(), QStringLiteral("Instinct MI300X"));
        listener.requested.clear();
        field->setText(QStringLiteral("voodoo"));
        QTest::keyClick(field, Qt::Key_Return);
        QVERIFY(listener.requested.empty());
        QVERIFY(picker.is_marked());
        QCOMPARE(field->text(), QStringLiteral("voodoo"));
    }

    void a_picker_takes_a_hit_of_the_search()
    {
        each_text({"mouse", "keys"}, [](std::string_view by) {
            const CardPicker cards;
            QTest::keyClicks(cards.field(), QStringLiteral("4060"));
            QTRY_VERIFY(cards.hits()->isVisible());
            if (by == "mouse") {
                const QRect first = cards.hits()->visualRect(cards.hits()->model()->index(0, 0));
                QTest::mouseClick(cards.hits()->viewport(), Qt::LeftButton, {}, first.center());
            } else {
                QTest::keyClick(cards.hits(), Qt::Key_Return);
            }
            QApplication::processEvents();
            QVERIFY(!cards.hits()->isVisible());
            QCOMPARE(cards.listener.requested, std::vector<FieldValue>{FieldValue(std::string("rtx4060"))});
            // It stays so when the field is left.
            for (const bool left : {false, true}) {
                if (left) cards.field()->clearFocus();
                QApplication::processEvents();
                QVERIFY2(!cards.picker.is_marked(), qPrintable(cards.picker.message()));
                QCOMPARE(cards.field()->text(), QStringLiteral("GeForce RTX 4060 · 8 GiB"));
            }
        });
    }

    void a_whole_name_comes_before_longer_ones()
    {
        for (const char* typed : {"geforce rtx 5090", "rtx 5090", "RTX5090", "5090"}) {
            CardPicker cards;
            QTest::keyClicks(cards.field(), QString::fromLatin1(typed));
            QTest::keyClick(cards.hits()->isVisible() ? static_cast<QWidget*>(cards.hits()) : cards.field(),
                            Qt::Key_Return);
            QApplication::processEvents();
            QVERIFY2(!cards.picker.is_marked(), qPrintable(cards.picker.message()));
            QCOMPARE(cards.listener.requested.back(), FieldValue(std::string("rtx5090")));
        }
    }

    void enter_takes_the_best_match_and_leaving_only_a_clear_one()
    {
        // Words in any order; the maker is no part of the name.
        for (const char* typed : {"ti 4060", "nvidia ti"}) {
            CardPicker cards;
            QTest::keyClicks(cards.field(), QString::fromLatin1(typed));
            QTRY_VERIFY(cards.hits()->isVisible());
            QCOMPARE(cards.rows().front(), QStringLiteral("GeForce RTX 4060 Ti"));
            QTest::keyClick(cards.hits(), Qt::Key_Return);
            QCOMPARE(cards.listener.requested, std::vector<FieldValue>{FieldValue(std::string("rtx4060ti"))});
        }
        // Down chooses another hit.
        CardPicker below;
        QTest::keyClicks(below.field(), QStringLiteral("5090"));
        QTRY_VERIFY(below.hits()->isVisible());
        QTest::keyClick(below.hits(), Qt::Key_Down);
        QTest::keyClick(below.hits(), Qt::Key_Return);
        QCOMPARE(below.listener.requested, std::vector<FieldValue>{FieldValue(std::string("rtx5090d"))});
        // A field that is left reports invalid text; Escape restores the current value.
        CardPicker left;
        QTest::keyClicks(left.field(), QStringLiteral("geforce"));
        QTest::keyClick(left.hits(), Qt::Key_Escape);
        QVERIFY(!left.hits()->isVisible());
        left.picker.box()->clearFocus();
        QVERIFY(left.picker.is_marked());
        QVERIFY(left.listener.requested.empty());
        left.field()->setFocus();
        QTest::keyClick(left.field(), Qt::Key_Escape);
        QVERIFY(!left.picker.is_marked());
        QCOMPARE(left.field()->text(), QStringLiteral("RTX 5000 Ada · 32 GiB"));
    }

    void the_list_has_groups_and_columns_until_something_is_typed()
    {
        CardPicker cards;
        QTest::keyClick(cards.picker.box(), Qt::Key_Down);
        QTRY_VERIFY(cards.hits()->isVisible());
        QCOMPARE(cards.rows().size(), 8);
        QCOMPARE(cards.rows()[0], QStringLiteral("Ada"));
        QCOMPARE(cards.rows()[4], QStringLiteral("Blackwell"));
        // The present one is chosen; its heading is passed over.
        QCOMPARE(cards.hits()->currentIndex().row(), 3);
        QTest::keyClick(cards.hits(), Qt::Key_Down);
        QCOMPARE(cards.hits()->currentIndex().row(), 5);
        QCOMPARE(cards.hits()->currentIndex().data(columns_role).toStringList(),
                 (QStringList{QStringLiteral("32 GiB"), QStringLiteral("2025")}));
        QVERIFY(cards.hits()->sizeHintForColumn(0) <= cards.hits()->viewport()->width());
        QTest::keyClicks(cards.hits(), QStringLiteral("ti"));
        QCOMPARE(cards.field()->text(), QStringLiteral("ti"));
        QCOMPARE(cards.rows(), QStringList{QStringLiteral("GeForce RTX 4060 Ti")});
    }

    void typing_in_the_open_list_searches_it()
    {
        CardPicker cards;
        QComboBox* box = cards.picker.box();
        QTest::mouseClick(box, Qt::LeftButton, {}, QPoint(box->width() - 8, box->height() / 2));
        QTRY_VERIFY(cards.hits()->isVisible());
        QTest::keyClicks(cards.hits(), QStringLiteral("rtx 5090"));
        QTest::keyClick(cards.hits(), Qt::Key_Return);
        QApplication::processEvents();
        QVERIFY2(!cards.picker.is_marked(), qPrintable(cards.picker.message()));
        QCOMPARE(cards.listener.requested, std::vector<FieldValue>{FieldValue(std::string("rtx5090"))});
    }

    void exact_text_reads_back()
    {
        QCOMPARE(exact_text(64.0), QStringLiteral("64"));
        QCOMPARE(exact_text(2.5), QStringLiteral("2.5"));
        QCOMPARE(exact_text(1e12), QStringLiteral("1000000000000"));
        QCOMPARE(exact_text(0.1), QStringLiteral("0.1"));
    }

    void steps_cover_the_range()
    {
        QCOMPARE(powers_of_two(1, 16), (std::vector<double>{1, 2, 4, 8, 16}));
        QCOMPARE(powers_of_two(1, 12), (std::vector<double>{1, 2, 4, 8, 12}));
        QCOMPARE(powers_of_two(0, 4), (std::vector<double>{0, 1, 2, 4}));
        QCOMPARE(one_two_five(1, 100), (std::vector<double>{1, 2, 5, 10, 20, 50, 100}));
        QCOMPARE(one_two_five(0.01, 1), (std::vector<double>{0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1}));
        QCOMPARE(one_two_five(0.001, 0.01), (std::vector<double>{0.001, 0.002, 0.005, 0.01}));
        QCOMPARE(one_two_five(3600, 10000), (std::vector<double>{3600, 5000, 10000}));
        QCOMPARE(even_steps(32, 128, 32), (std::vector<double>{32, 64, 96, 128}));
        // The decimals themselves, not what a sum of twentieths makes of them.
        QCOMPARE(even_steps(0.05, 0.3, 0.05), (std::vector<double>{0.05, 0.1, 0.15, 0.2, 0.25, 0.3}));
        QCOMPARE(powers_of_two(3, 3), (std::vector<double>{3}));
    }

    void nearest_step_is_nearest_in_ratio()
    {
        const std::vector<double> steps{1, 2, 4, 8};
        QCOMPARE(nearest_step(steps, 2), 1);
        QCOMPARE(nearest_step(steps, 3), 2);
        QCOMPARE(nearest_step(steps, 5), 2);
        QCOMPARE(nearest_step(steps, 100), 3);
        QCOMPARE(nearest_step(steps, 0), 0);
    }

private:
    void begin_typing() const
    {
        control_->field()->setFocus();
        control_->field()->selectAll();
    }

    std::unique_ptr<ParameterControl> control_;
    std::unique_ptr<Listener> listener_;
};

RIGWRIGHT_STYLED_TEST(ParameterControlTest)

} // namespace rigwright::test::tst_parameter_control

#include "tst_parameter_control.moc"
