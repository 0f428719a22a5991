// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/document/document.h"
#include "ui/format/interface_language.h"
#include "ui/format/words.h"
#include "ui/theme/theme.h"

#include <QMainWindow>
#include <QSplitter>
#include <QTabWidget>

#include <filesystem>

class QBoxLayout;
class QToolButton;

namespace rigwright {

class AdvicePanel;
class AdvisorPage;
class BreakdownPanel;
class BuildActions;
class BuildBar;
class ChoicesColumn;
class ChangeLine;
class ChooserWindow;
class ComparePane;
class FindingsPanel;
class LayerEditor;
class LayerPane;
class CatalogWindow;
class LaunchDialog;
class LearnWindow;
class CostPane;
class HardwareData;
class LimitsPanel;
class MeasuredWindow;
class MeasurementFiles;
class ModelImporter;
class MachineDialog;
class CardWindow;
class NoticeStrip;
class ReportWindow;
class RequirementsPage;
class VerdictPanel;
class WindowFiles;
class WindowMenus;
class WorkingPanel;
enum class BuildCommand;

/// The window: what you choose, what it costs, what it means. It places panels and plots and passes questions between
/// them; they follow the document by themselves.
class MainWindow : public QMainWindow {
    Q_OBJECT

public:
    /// All references must outlive the window.
    MainWindow(Document& document, Localization& words, InterfaceLanguage& language,
               const std::filesystem::path& examples);
    ~MainWindow() override;

    WindowFiles& files() { return *files_; }
    WindowMenus& menus() { return *menus_; }
    NoticeStrip& trouble() { return *error_banner_; }
    /// A scenario is opened, a model file or a measurement is imported.
    void open_file(const QString& path);
    QTabWidget& tabs() { return *tabs_; }
    void show_working(const QString& quantity);
    /// Opens the comparison of models in its own window, or brings it to the front.
    ChooserWindow& show_chooser();
    /// Opens what was measured on the person's own machine, or brings it to the front.
    MeasuredWindow& show_measured();
    /// Opens exercises and worked cases, or brings them to the front.
    LearnWindow& show_learn();
    /// Opens the report of the plans, or brings it to the front.
    ReportWindow& show_report();
    /// Opens the plan as training engines read it, or brings it to the front.
    LaunchDialog& show_launch();
    /// The plot in front in a window of its own; nothing where no plot is in front.
    void show_plot_window();
    /// Opens what the system tells of this machine.
    MachineDialog& show_machine();
    /// Opens cards side by side, the one of the build first, or brings them to the front.
    CardWindow& show_cards();
    /// The person's own hardware data, which outlives the window; without it there is no window for them.
    void use_hardware(HardwareData& hardware) { hardware_ = &hardware; }
    /// Opens the person's own hardware data, or brings them to the front; null where there are none.
    CatalogWindow* show_catalog();
    void use_theme(ThemeChoice choice);
    void reset_layout();
    /// Every plot shows the present document; false while curves are being computed.
    bool is_drawn() const;
    /// Restores geometry and columns of the last session, and keeps them with language and theme when the window closes.
    void keep_settings();
    /// Says that the kept layout and, where there is one, this file were left out after crashes, with a button that
    /// brings both back.
    void tell_safe_start(const QString& file);

protected:
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void closeEvent(QCloseEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    void build_columns();
    QWidget* build_results();
    void build_meaning();
    void build_tabs();
    /// All plots and tables by their full names, since not all tabs are in sight at once.
    void build_tab_menu();
    void build_strips(QBoxLayout* column);
    void connect_menus();
    void connect_files();
    void connect_builds();
    void do_with_builds(BuildCommand wish);
    void fill_recent();
    void connect_panels();
    void connect_importer();
    void connect_measurements();
    void place_meaning();
    /// Plots along something that the model does not have are no tabs.
    void place_plots();
    /// The editor of the layers is a tab while the model is a list of layers.
    void place_layers();
    void focus_field(const QString& path);
    void show_layers();
    void show_advice();
    void retranslate();
    /// Switches between the sentences for plans with GPUs and for plans that train on the processor alone.
    void follow_device();
    void show_title();
    void cycle_panes(int direction);
    void fill_examples();
    void show_about();
    void copy_diagnostics();
    void save_settings() const;

    Document& document_;
    Localization& words_;
    InterfaceLanguage& language_;
    WindowFiles* files_;
    ModelImporter* importer_;
    MeasurementFiles* measurements_;
    WindowMenus* menus_;
    BuildActions* build_actions_;
    BuildBar* build_bar_ = nullptr;
    ComparePane* compare_ = nullptr;
    ChangeLine* change_ = nullptr;
    QSplitter* columns_ = nullptr;
    QSplitter* meaning_ = nullptr;
    QTabWidget* tabs_ = nullptr;
    QToolButton* tab_list_ = nullptr;
    ChoicesColumn* choices_ = nullptr;
    VerdictPanel* verdict_ = nullptr;
    BreakdownPanel* breakdown_ = nullptr;
    FindingsPanel* findings_ = nullptr;
    AdvicePanel* advice_ = nullptr;
    LayerPane* layer_pane_ = nullptr;
    CostPane* cost_ = nullptr;
    LimitsPanel* limits_ = nullptr;
    RequirementsPage* requirements_ = nullptr;
    AdvisorPage* advisor_ = nullptr;
    LayerEditor* layers_ = nullptr;
    std::vector<QWidget*> plots_;
    WorkingPanel* working_ = nullptr;
    /// Made when it is first asked for.
    ChooserWindow* chooser_ = nullptr;
    MeasuredWindow* measured_ = nullptr;
    ReportWindow* report_ = nullptr;
    LearnWindow* learn_ = nullptr;
    LaunchDialog* launch_ = nullptr;
    CardWindow* cards_ = nullptr;
    CatalogWindow* catalog_ = nullptr;
    HardwareData* hardware_ = nullptr;
    NoticeStrip* error_banner_ = nullptr;
    NoticeStrip* welcome_ = nullptr;
    NoticeStrip* safe_start_ = nullptr;
    NoticeStrip* info_banner_ = nullptr;
    ThemeChoice theme_ = ThemeChoice::system;
    bool keeps_settings_ = false;
    bool welcome_dismissed_ = false;
};

} // namespace rigwright
