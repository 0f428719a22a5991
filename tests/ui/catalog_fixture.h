// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/hardware/record_edit.h"
#include "tests/ui/find_widget.h"
#include "tests/ui/window_fixture.h"
#include "ui/catalog_editor/catalog_page.h"
#include "ui/panels/choices_column.h"

#include <QTemporaryDir>

namespace rigwright::test {

/// The whole window over an empty catalog of one's own.
struct CatalogFixture {
    QTemporaryDir directory;
    InterfaceLanguage language;
    Localization words{*find_data_directory()};
    Document document{shared_engine_data(), fabric_scenario()};
    HardwareData hardware{document, find_data_directory()->hardware_db(), directory.path().toStdString(), {}};
    MainWindow window{document, words, language, find_data_directory()->examples(), &hardware};
    /// The page of one's own parts and prices, in front at first.
    CatalogPage* catalog = nullptr;

    CatalogFixture()
    {
        QObject::connect(&language, &InterfaceLanguage::changed, &window, [this](const QString& id) { words.use(id); });
        window.resize(1440, 900);
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        catalog = &page<CatalogPage>(window, "hardware");
    }

    std::optional<std::string> file(const char* name) const { return hardware.own_text(name); }
    double purchase() const { return document.evaluation().estimate->cost.bill.total; }
    double bandwidth() const { return document.data()->hardware.gpu("rtx4090")->memory.bandwidth->base(); }

    void override_card()
    {
        child<PartsPage>(*catalog)->add({RecordKind::gpu, "rtx4090"},
                                        nlohmann::json(record_start(RecordKind::gpu, "rtx4090")));
    }
    QModelIndex value_cell(const char* path) const
    {
        const RecordFieldModel& model = *child<RecordFieldModel>(*child<PartsPage>(*catalog));
        return model.index(model.row_of(path), RecordFieldModel::value_column);
    }
    /// Types a value over the present one, as a person does: choose the cell, write, Enter.
    void type(const char* path, const QString& text)
    {
        window.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&window));
        QTableView& view = *child<QTableView>(*child<PartsPage>(*catalog), "fields");
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
