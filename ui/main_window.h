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

/// The window: the status line above, the rail of places, the inputs, the page in front and the drawer. It places them
/// and passes requests between them; they follow the document by themselves. It knows pages and commands by their lists
/// only.
class MainWindow : public QMainWindow {
    Q_OBJECT

public:
    /// All references must outlive the window; `hardware` is the person's own hardware data, null for none.
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
    /// The steps of the page in front: the document's, a trial's, or those of the person's own hardware data.
    QUndoGroup& undo_group() { return undo_group_; }
    NoticeStrip& trouble();
    /// The lines above the status line.
    Notices& notices() { return *notices_; }

    /// A page, or a view of a page, comes to the front; null if there is none with that id.
    QWidget* open_page(const QString& id);
    void open_place(WindowPlace place);
    void cycle_pages(int direction);
    QStringList page_ids() const;
    /// The start page, in place of the places' pages until one of them is opened.
    void show_start();
    /// A scenario is opened, a model file, a price list or a measurement is imported.
    void open_file(const QString& path);
    /// Several files, of any kind, are listed with what they hold and what is wrong; what is right is taken over.
    void import_files(const QStringList& files);
    void show_working(const QString& quantity);
    /// Brings the control of a field into sight and gives it the focus.
    void focus_field(const QString& path);
    void toggle_drawer();
    void open_palette();
    void rename_machine();
    /// The plan as training engines read it.
    QDialog& show_launch();
    /// What the system says of this computer.
    QDialog& show_machine();
    /// The plot in front in a window of its own; nothing where no plot is in front.
    void show_plot_window();
    void cycle_regions(int direction);
    void use_theme(ThemeChoice choice);
    ThemeChoice theme() const { return theme_; }
    void reset_layout();
    void show_about();
    void copy_diagnostics();
    /// Every plot shows the present document; false while curves are being computed.
    bool is_drawn() const;
    /// Restores geometry and columns of the last session, and keeps them with language and theme when the window closes.
    void keep_settings();

signals:
    /// A page of the guide by its file; empty: the one shown last.
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
    /// Only Learn shows a trial.
    void leave_trial_for(WindowPlace place);
    bool is_start_in_front() const;
    /// Without a plan, the start page says so where the status is otherwise.
    void place_status();
    /// Undo and redo go through the steps of what is in front.
    void follow_steps();
    /// Switches between the sentences for plans with GPUs and for plans that train on the processor alone.
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
    /// Made when it is first shown.
    QWidget* start_ = nullptr;
    QDialog* launch_ = nullptr;
    ThemeChoice theme_ = ThemeChoice::system;
    bool edits_layers_ = false;
    bool keeps_settings_ = false;
};

} // namespace rigwright
