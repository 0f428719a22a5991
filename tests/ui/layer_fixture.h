// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/estimate/layer_fields.h"
#include "tests/ui/find_widget.h"
#include "tests/ui/window_fixture.h"
#include "ui/controls/parameter_control.h"
#include "ui/panels/field_form.h"
#include "ui/panels/layer_editor.h"

#include <QMenu>
#include <QPushButton>
#include <QTableView>
#include <QTimer>

namespace rigwright::test {

/// A window over LeNet-5 as a list of layers.
struct EditorFixture : WindowFixture {
    QWidget& editor = opened();
    QTableView* table = child<QTableView>(editor);

    EditorFixture() { table->setFocus(); }

    /// The editor comes to the front as soon as the model is a list of layers.
    QWidget& opened()
    {
        Scenario scenario = fabric_scenario();
        scenario.model = ModelChoice();
        scenario.model.family = "layer-list";
        scenario.input = ModelInput();
        if (!document.set_scenario(scenario, QStringLiteral("own net"))) qFatal("LeNet-5 cannot be computed");
        document.undo_stack().clear();
        QApplication::processEvents();
        return *child<QWidget>(window, "network_editor");
    }

    LayerSpecs layers() const { return *layers_of(document.edited(), *document.data()); }
    QString types() const
    {
        QStringList types;
        for (const LayerSpec& layer : layers()) types << from_utf8(layer.type);
        return types.join(QLatin1Char(' '));
    }
    std::int64_t parameters() const { return document.evaluation().estimate->model.parameters.value(); }
    QString cell(int row, int column) const { return table->model()->index(row, column).data().toString(); }

    void select(int row)
    {
        const QModelIndex index = table->model()->index(row, LayerListColumn::type_column);
        table->scrollTo(index);
        QTest::mouseClick(table->viewport(), Qt::LeftButton, {}, table->visualRect(index).center());
        QCOMPARE(table->currentIndex().row(), row);
    }

    void key(Qt::Key key, Qt::KeyboardModifiers modifiers = Qt::NoModifier)
    {
        QTest::keyClick(table, key, modifiers);
        QApplication::processEvents();
    }

    /// Opens a button's menu with the mouse and clicks one of its entries.
    void choose(const char* button, QMenu* menu, const char* entry)
    {
        QAction* wanted = menu->findChild<QAction*>(QLatin1String(entry));
        QVERIFY(wanted);
        bool clicked = false;
        QTimer::singleShot(50, menu, [menu, wanted, &clicked] {
            clicked = menu->isVisible();
            QTest::mouseClick(menu, Qt::LeftButton, {}, menu->actionGeometry(wanted).center());
        });
        QTest::mouseClick(editor.findChild<QPushButton*>(QLatin1String(button)), Qt::LeftButton);
        QVERIFY(clicked);
    }

    ParameterControl* number(int row, const char* key) const
    {
        const std::string path = layer_field(static_cast<std::size_t>(row), key);
        return qobject_cast<ParameterControl*>(child<FieldForm>(editor)->control(QString::fromStdString(path)));
    }
};

inline const QString lenet_types =
    QStringLiteral("conv tanh average-pool conv tanh average-pool flatten linear tanh linear "
                   "tanh linear");

} // namespace rigwright::test
