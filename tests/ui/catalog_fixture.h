// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/hardware/record_edit.h"
#include "tests/ui/find_widget.h"
#include "tests/ui/window_fixture.h"
#include "ui/catalog_editor/catalog_page.h"
#include "ui/document/hardware_data.h"
#include "ui/panels/choices_column.h"

#include <QTemporaryDir>

namespace rigwright::test {

/// The whole window with an empty own catalog.
struct CatalogFixture {
    QTemporaryDir directory;
    InterfaceLanguage language;
    Localization words{*find_data_directory()};
    Document document{shared_engine_data(), fabric_scenario()};
    HardwareData hardware{document, find_data_directory()->hardware_db(), directory.path().toStdString(), {}};
    MainWindow window{document, words, language, find_data_directory()->examples(), &hardware};
    /// The page of own parts and prices, in front at first.
    QWidget* catalog = nullptr;

    CatalogFixture()
    {
        QObject::connect(&language, &InterfaceLanguage::changed, &window, [this](const QString& id) { words.use(id); });
        window.resize(1440, 900);
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        catalog = &page<QWidget>(window, "hardware");
    }

    std::optional<std::string> file(const char* name) const { return hardware.own_text(name); }
    double purchase() const { return document.evaluation().estimate->cost.bill.total; }
    double bandwidth() const { return document.data()->hardware.gpu("rtx4090")->memory.bandwidth->base(); }

    /// Saves an own record and selects it.
    void add(RecordKind kind, const char* id, const nlohmann::json& record)
    {
        const std::string name = record_file(kind, id);
        QVERIFY(hardware.change({{name, hardware.own_text(name), record_text(in_order(kind, record))}}, {}));
        choose(id);
    }
    void add_start(RecordKind kind, const char* id) { add(kind, id, nlohmann::json(record_start(kind, id))); }
    void override_card() { add_start(RecordKind::gpu, "rtx4090"); }
    QTableView& parts() const { return *child<QTableView>(*catalog, "own_parts"); }
    void choose(const char* id)
    {
        const QAbstractItemModel& model = *parts().model();
        for (int row = 0; row < model.rowCount(); ++row)
            if (model.index(row, 2).data().toString() == QLatin1String(id)) parts().selectRow(row);
        QCOMPARE(parts().currentIndex().siblingAtColumn(2).data().toString(), QLatin1String(id));
    }
    QTableView& fields() const { return *child<QTableView>(*catalog, "fields"); }
    /// The cell of a field below a heading.
    QModelIndex cell(const char* path, const char* heading) const
    {
        const QAbstractItemModel& model = *fields().model();
        const int column = column_of(model, QCoreApplication::translate("rigwright::RecordFieldModel", heading));
        for (const RecordField& field : editable_fields(RecordKind::gpu))
            for (int row = 0; field.path == path && row < model.rowCount(); ++row)
                if (model.index(row, 0).data() == field_label(field, words)) return model.index(row, column);
        qFatal("no field '%s'", path);
    }
    QModelIndex value_cell(const char* path) const { return cell(path, "Value"); }
    QString text(const char* path, const char* heading) const { return cell(path, heading).data().toString(); }
    QString parts_trouble() const { return child<QLabel>(*child<QWidget>(*catalog, "parts"), "trouble")->text(); }
    /// Types a value over the present one as a user does: select the cell, type, Enter.
    void type(const char* path, const QString& text)
    {
        window.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&window));
        QTableView& view = fields();
        view.scrollTo(value_cell(path));
        view.setFocus();
        view.setCurrentIndex(value_cell(path));
        QTest::keyClick(&view, Qt::Key_F2);
        auto* editor = qobject_cast<QLineEdit*>(QApplication::focusWidget());
        QVERIFY(editor != nullptr);
        editor->selectAll();
        QTest::keyClick(editor, Qt::Key_Delete);
        QTest::keyClicks(editor, text);
        QTest::keyClick(editor, Qt::Key_Return);
        QApplication::processEvents();
    }
    void click(const char* name)
    {
        auto* button = catalog->findChild<QPushButton*>(QLatin1String(name));
        QVERIFY2(button && button->isVisible() && button->isEnabled(), name);
        QTest::mouseClick(button, Qt::LeftButton);
        QApplication::processEvents();
    }
};

} // namespace rigwright::test
