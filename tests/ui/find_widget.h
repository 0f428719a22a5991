// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/suite.h"
#include "ui/controls/quantity_label.h"
#include "ui/controls/step_slider.h"
#include "ui/theme/theme.h"

#include <QAbstractButton>
#include <QAbstractItemModel>
#include <QApplication>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QTest>

#include <algorithm>

/// A test of widgets with the style and language of the program.
#define RIGWRIGHT_STYLED_TEST(Class)                                                                                   \
    static const rigwright::test::SuiteEntry suite_entry(__FILE__, [](int argc, char** argv) {                         \
        QApplication application(argc, argv);                                                                          \
        QApplication::setAttribute(Qt::AA_Use96Dpi, true);                                                             \
        rigwright::install_style(application);                                                                         \
        rigwright::install_step_slider_accessibility();                                                                \
        Class test;                                                                                                    \
        return QTest::qExec(&test, argc, argv);                                                                        \
    });

namespace rigwright::test {

/// The only widget found; otherwise the test ends and names the widget that it looked for.
template <typename T>
T* only(const QList<T*>& found, const QObject& parent, const QString& wanted)
{
    if (found.size() != 1)
        qFatal("%s '%s' has %d of %s '%s'", parent.metaObject()->className(), qPrintable(parent.objectName()),
               static_cast<int>(found.size()), T::staticMetaObject.className(), qPrintable(wanted));
    return found.front();
}

/// The child of a type, and of an object name where one is given: the direct child, or else the only descendant.
template <typename T>
T* child(const QObject& parent, const char* name = nullptr)
{
    const QString wanted = QString::fromLatin1(name);
    const QList<T*> direct = parent.findChildren<T*>(wanted, Qt::FindDirectChildrenOnly);
    return only(direct.size() == 1 ? direct : parent.findChildren<T*>(wanted), parent, wanted);
}

/// A text without its mnemonic marks.
inline QString without_mnemonic(QString text) { return text.remove(QLatin1Char('&')); }

/// The field of a type beside a visible label, or with an accessible name.
template <typename T>
T* labelled(const QObject& parent, const QString& label)
{
    QList<T*> found;
    const QList<QLabel*> labels = parent.findChildren<QLabel*>();
    for (T* field : parent.findChildren<T*>()) {
        const auto names_it = [&](const QLabel* shown) {
            const QString text = without_mnemonic(shown->text());
            return shown->buddy() == field && (text == label || text == label + QLatin1Char(':'));
        };
        if (field->accessibleName() == label || std::ranges::any_of(labels, names_it)) found << field;
    }
    return only(found, parent, label);
}

/// The button with a text.
inline QAbstractButton* button(const QObject& parent, const QString& text)
{
    QList<QAbstractButton*> found;
    for (QAbstractButton* each : parent.findChildren<QAbstractButton*>())
        if (without_mnemonic(each->text()) == text) found << each;
    return only(found, parent, text);
}

/// Clicks a box where its mark is: the label beside it may be wider than the widget.
inline void tick(QWidget& box) { QTest::mouseClick(&box, Qt::LeftButton, {}, QPoint(8, box.height() / 2)); }

/// Types over what a field holds and presses Return.
inline void enter(QLineEdit& field, const QString& text)
{
    field.setFocus();
    field.selectAll();
    QTest::keyClicks(&field, text);
    QTest::keyClick(&field, Qt::Key_Return);
}

/// Types into the field of a picker and takes the best match.
inline void pick(QComboBox& box, const QString& text)
{
    enter(*box.lineEdit(), text);
    QApplication::processEvents();
}

/// The column of a table with a heading.
inline int column_of(const QAbstractItemModel& model, const QString& heading)
{
    for (int column = 0; column < model.columnCount(); ++column)
        if (model.headerData(column, Qt::Horizontal).toString() == heading) return column;
    qFatal("no column '%s'", qPrintable(heading));
}

/// The displayed number of a quantity.
inline QuantityLabel* number(const QObject& parent, const QString& quantity)
{
    QList<QuantityLabel*> found;
    for (QuantityLabel* each : parent.findChildren<QuantityLabel*>())
        if (each->quantity() == quantity) found << each;
    return only(found, parent, quantity);
}

} // namespace rigwright::test
