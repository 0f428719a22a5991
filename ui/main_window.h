// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/document/document.h"
#include "ui/document/page.h"
#include "ui/format/interface_language.h"
#include "ui/format/words.h"
#include "ui/theme/theme.h"

#include <QMainWindow>
#include <QUndoGroup>

#include <filesystem>

class QBoxLayout;
class QDialog;
class QLabel;

namespace rigwright {

class BuildActions;
class HardwareData;
class MeasurementFiles;
class ModelImporter;
class NoticeStrip;
class Notices;
class StatusLine;
class TopBar;
class WindowBody;
class WindowFiles;
class WindowMenus;

/// The main window: status line, rail of places, inputs, current page and drawer. Arranges them and forwards their
/// requests; they follow the document themselves. It knows pages and commands only from their lists.
class MainWindow : public QMainWindow {
    Q_OBJECT

public:
    /// All references must outlive the window; `hardware` is the user's hardware data, or null.
    MainWindow(Document& document, Localization& words, InterfaceLanguage& language,
               const std::filesystem::path& examples, HardwareData* hardware = nullptr);
    ~MainWindow() override;

    Document& document() { return document_; }
    InterfaceLanguage& language() { return language_; }
    WindowFiles& files() { return *files_; }
    WindowMenus& menus() { return *menus_; }
    ModelImporter& importer() { return *importer_; }
    MeasurementFiles& measurement_files() { return *measurements_; }
    BuildActions& builds() { return *builds_; }
    /// The undo stack of the current page: the document's, a trial's, or that of the user's hardware data.
    QUndoGroup& undo_group() { return undo_group_; }
    NoticeStrip& trouble();
    /// The lines above the status line.
    Notices& notices() { return *notices_; }

    /// Shows a page or a view of a page; null for an unknown id.
    QWidget* open_page(const QString& id);
    void open_place(WindowPlace place);
    void cycle_pages(int direction);
    QStringList page_ids() const;
    /// Shows the start page in place of the places' pages until one is opened.
    void show_start();
    /// Opens a scenario, or imports a model, price list or measurement.
    void open_file(const QString& path);
    /// Lists files of any kind with their content and errors, and imports the valid ones.
    void import_files(const QStringList& files);
    void show_working(const QString& quantity);
    /// Makes the control of a field visible and focuses it.
    void focus_field(const QString& path);
    void toggle_drawer();
    void open_palette();
    void rename_machine();
    /// The plan as a launch file.
    QDialog& show_launch();
    /// The hardware that the system reports.
    QDialog& show_machine();
    /// Shows the current plot in a separate window; does nothing without one.
    void show_plot_window();
    void cycle_regions(int direction);
    void use_theme(ThemeChoice choice);
    ThemeChoice theme() const { return theme_; }
    void reset_layout();
    void show_about();
    void copy_diagnostics();
    /// Every plot shows the current document; false while curves are being computed.
    bool is_drawn() const;
    /// Restores the last session's geometry and columns, and saves them with language and theme when the window closes.
    void keep_settings();

signals:
    /// Opens a guide page by its file; empty: the last shown one.
    void guide_requested(const QString& page);

protected:
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void closeEvent(QCloseEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    void build_regions(QBoxLayout* column);
    void connect_regions();
    void connect_files();
    void connect_importers();
    void connect_builds();
    void leave_start();
    /// Trials belong to Learn.
    void leave_trial_for(WindowPlace place);
    bool is_start_in_front() const;
    /// Without a plan, the start page replaces the status.
    void place_status();
    /// Selects the undo stack of the current page.
    void follow_steps();
    /// Switches between texts for plans with GPUs and for plans that train on the CPU alone.
    void follow_device();
    void retranslate();
    void show_title();
    void save_settings() const;

    Document& document_;
    Localization& words_;
    InterfaceLanguage& language_;
    WindowFiles* files_;
    ModelImporter* importer_;
    MeasurementFiles* measurements_;
    BuildActions* builds_;
    HardwareData* hardware_;
    QUndoGroup undo_group_;
    PageRequests requests_{this};
    WindowMenus* menus_ = nullptr;
    TopBar* bar_ = nullptr;
    Notices* notices_ = nullptr;
    StatusLine* status_ = nullptr;
    WindowBody* body_ = nullptr;
    QLabel* no_plan_ = nullptr;
    /// Created when first shown.
    QWidget* start_ = nullptr;
    QDialog* launch_ = nullptr;
    ThemeChoice theme_ = ThemeChoice::system;
    bool edits_layers_ = false;
    bool keeps_settings_ = false;
};

} // namespace rigwright
