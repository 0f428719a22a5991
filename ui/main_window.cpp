// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/main_window.h"

#include "ui/advisor/advisor_page.h"
#include "ui/catalog_editor/catalog_window.h"
#include "ui/compare/build_bar.h"
#include "ui/compare/change_line.h"
#include "ui/compare/compare_pane.h"
#include "ui/controls/exact_field.h"
#include "ui/controls/relayout_guard.h"
#include "ui/cost/cost_pane.h"
#include "ui/launch/launch_dialog.h"
#include "ui/layers/layer_pane.h"
#include "ui/learn/learn_window.h"
#include "ui/measure/measured_window.h"
#include "ui/model_comparison/model_comparison_window.h"
#include "ui/model_import.h"
#include "ui/panels/advice_panel.h"
#include "ui/panels/breakdown_panel.h"
#include "ui/panels/choices_column.h"
#include "ui/panels/findings_panel.h"
#include "ui/panels/layer_editor.h"
#include "ui/panels/limits_panel.h"
#include "ui/panels/notice_strip.h"
#include "ui/panels/verdict_panel.h"
#include "ui/panels/working_panel.h"
#include "ui/plots/plot_list.h"
#include "ui/report/report_window.h"
#include "ui/requirements/requirements_page.h"
#include "ui/window_files.h"
#include "ui/window_menus.h"

#include <QDir>
#include <QMenu>
#include <QMenuBar>
#include <QPushButton>
#include <QStandardPaths>
#include <QTabBar>
#include <QToolButton>

#include <algorithm>

namespace rigwright {

namespace {

constexpr int window_width = 1440;
constexpr int window_height = 900;
constexpr int least_width = 900;
constexpr int least_height = 560;
constexpr int choices_width = 410;
constexpr int meaning_width = 370;
constexpr int smallest_meaning = 260;

} // namespace

MainWindow::MainWindow(Document& document, Localization& words, InterfaceLanguage& language,
                       const std::filesystem::path& examples)
    : document_(document),
      words_(words),
      language_(language),
      files_(new WindowFiles(document, words, examples, this)),
      importer_(new ModelImporter(document, words, this)),
      measurements_(new MeasurementFiles(document, words, this)),
      menus_(new WindowMenus(menuBar(), document.undo_stack(), language)),
      build_actions_(new BuildActions(document, words, this))
{
    // Before the panels, which read the words when the document changes.
    connect(&document_, &Document::changed, this, &MainWindow::follow_device);
    words_.speak_of_processors(trains_on_processor(document_.scenario().build));
    setAcceptDrops(true);
    setWindowIcon(QIcon(QStringLiteral(":/icons/rigwright.svg")));
    auto* page = new QWidget(this);
    auto* column = new QVBoxLayout(page);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    build_strips(column);
    build_columns();
    column->addWidget(columns_, 1);
    setCentralWidget(page);
    connect_menus();
    connect_files();
    connect_builds();
    connect_panels();
    connect_importer();
    connect_measurements();
    resize(window_width, window_height);
    reset_layout();
    place_plots();
    place_layers();
    retranslate();
}

MainWindow::~MainWindow()
{
    // A cell that is still being edited is taken over when its window goes; this one has to be there to hear of it.
    finish_typing(*this);
    delete catalog_;
}

void MainWindow::build_strips(QBoxLayout* column)
{
    error_banner_ = new NoticeStrip(NoticeStrip::Kind::error, this);
    error_banner_->setObjectName(QStringLiteral("trouble"));
    welcome_ = new NoticeStrip(NoticeStrip::Kind::note, this);
    welcome_->setObjectName(QStringLiteral("welcome"));
    for (const char* name : {"start_model", "start_data"}) {
        auto* button = new QPushButton(welcome_);
        button->setObjectName(QString::fromLatin1(name));
        welcome_->add_button(button);
        const QString field = name == std::string_view("start_model") ? QStringLiteral("model.preset")
                                                                      : QStringLiteral("dataset.samples");
        connect(button, &QPushButton::clicked, this, [this, field] { choices_->focus_field(field); });
    }
    connect(welcome_, &NoticeStrip::dismissed, this, [this] { welcome_dismissed_ = true; });
    info_banner_ = new NoticeStrip(NoticeStrip::Kind::note, this);
    info_banner_->setObjectName(QStringLiteral("news"));
    safe_start_ = new NoticeStrip(NoticeStrip::Kind::note, this);
    safe_start_->setObjectName(QStringLiteral("safe_start"));
    auto* restore = new QPushButton(safe_start_);
    restore->setObjectName(QStringLiteral("restore_session"));
    safe_start_->add_button(restore);
    column->addWidget(error_banner_);
    column->addWidget(safe_start_);
    column->addWidget(info_banner_);
    column->addWidget(welcome_);
}

void MainWindow::build_columns()
{
    columns_ = new QSplitter(Qt::Horizontal, this);
    columns_->setChildrenCollapsible(false);
    columns_->setHandleWidth(6);
    // The window may become narrower than three columns need; the third one then moves into a tab.
    columns_->setMinimumSize(least_width, least_height);
    choices_ = new ChoicesColumn(document_, words_);
    columns_->addWidget(choices_);
    columns_->addWidget(build_results());
    build_meaning();
    columns_->addWidget(meaning_);
    columns_->setStretchFactor(1, 1);
}

QWidget* MainWindow::build_results()
{
    auto* results = new QWidget;
    auto* column = new QVBoxLayout(results);
    column->setContentsMargins(2, 8, 6, 8);
    column->setSpacing(8);
    verdict_ = new VerdictPanel(document_, words_);
    breakdown_ = new BreakdownPanel(document_, words_);
    build_bar_ = new BuildBar(document_, *build_actions_);
    change_ = new ChangeLine(document_, words_);
    build_tabs();
    column->addWidget(build_bar_);
    column->addWidget(new RelayoutGuard(verdict_, RelayoutGuard::Follows::size));
    column->addWidget(change_);
    column->addWidget(new RelayoutGuard(breakdown_, RelayoutGuard::Follows::size));
    column->addWidget(tabs_, 1);
    return results;
}

void MainWindow::build_tabs()
{
    tabs_ = new QTabWidget;
    tabs_->setDocumentMode(false);
    for (const PlotEntry& plot : plot_list()) {
        QWidget* widget = plot.create(document_, words_, tabs_);
        widget->setBackgroundRole(QPalette::Base);
        widget->setAutoFillBackground(true);
        tabs_->addTab(widget, plot.tab());
        plots_.push_back(widget);
    }
    advice_ = new AdvicePanel(document_, words_, tabs_);
    advice_->setBackgroundRole(QPalette::Base);
    advice_->setAutoFillBackground(true);
    tabs_->addTab(advice_, QString());
    limits_ = new LimitsPanel(document_, words_, tabs_);
    limits_->setBackgroundRole(QPalette::Base);
    limits_->viewport()->setAutoFillBackground(true);
    limits_->viewport()->setBackgroundRole(QPalette::Base);
    tabs_->addTab(limits_, QString());
    cost_ = new CostPane(document_, words_, tabs_);
    cost_->setBackgroundRole(QPalette::Base);
    cost_->setAutoFillBackground(true);
    tabs_->addTab(cost_, QString());
    requirements_ = new RequirementsPage(document_, words_, tabs_);
    requirements_->setBackgroundRole(QPalette::Base);
    requirements_->viewport()->setAutoFillBackground(true);
    requirements_->viewport()->setBackgroundRole(QPalette::Base);
    tabs_->addTab(requirements_, QString());
    advisor_ = new AdvisorPage(document_, words_, tabs_);
    advisor_->setBackgroundRole(QPalette::Base);
    advisor_->viewport()->setAutoFillBackground(true);
    advisor_->viewport()->setBackgroundRole(QPalette::Base);
    tabs_->addTab(advisor_, QString());
    compare_ = new ComparePane(document_, words_, *build_actions_, tabs_);
    compare_->setBackgroundRole(QPalette::Base);
    compare_->setAutoFillBackground(true);
    tabs_->addTab(compare_, QString());
    layer_pane_ = new LayerPane(document_, words_, tabs_);
    layer_pane_->setBackgroundRole(QPalette::Base);
    layer_pane_->setAutoFillBackground(true);
    tabs_->addTab(layer_pane_, QString());
    build_tab_menu();
    layers_ = new LayerEditor(document_, words_, tabs_);
    layers_->setBackgroundRole(QPalette::Window);
    layers_->setAutoFillBackground(true);
    layers_->hide();
}

void MainWindow::build_tab_menu()
{
    tab_list_ = new QToolButton(tabs_);
    tab_list_->setObjectName(QStringLiteral("tab_list"));
    tab_list_->setArrowType(Qt::DownArrow);
    tab_list_->setAutoRaise(true);
    tab_list_->setFocusPolicy(Qt::TabFocus);
    // Not the button's own menu, for which it would draw a second arrow.
    auto* menu = new QMenu(tab_list_);
    menu->setObjectName(QStringLiteral("tab_menu"));
    connect(tab_list_, &QToolButton::clicked, this,
            [this, menu] { menu->popup(tab_list_->mapToGlobal(QPoint(0, tab_list_->height()))); });
    tabs_->setCornerWidget(tab_list_, Qt::TopRightCorner);
    connect(menu, &QMenu::aboutToShow, this, [this, menu] {
        menu->clear();
        for (int tab = 0; tab < tabs_->count(); ++tab) {
            if (!tabs_->isTabVisible(tab)) continue;
            const QString title = tabs_->tabToolTip(tab).isEmpty() ? tabs_->tabText(tab) : tabs_->tabToolTip(tab);
            QAction* action = menu->addAction(title);
            action->setCheckable(true);
            action->setChecked(tab == tabs_->currentIndex());
            connect(action, &QAction::triggered, tabs_, [this, tab] { tabs_->setCurrentIndex(tab); });
        }
    });
}

void MainWindow::build_meaning()
{
    meaning_ = new QSplitter(Qt::Vertical);
    meaning_->setObjectName(QStringLiteral("meaning"));
    meaning_->setChildrenCollapsible(false);
    meaning_->setHandleWidth(8);
    meaning_->setAutoFillBackground(true);
    meaning_->setContentsMargins(2, 8, 8, 8);
    meaning_->setMinimumWidth(smallest_meaning);
    findings_ = new FindingsPanel(document_, words_);
    working_ = new WorkingPanel(document_, words_);
    meaning_->addWidget(findings_);
    meaning_->addWidget(new RelayoutGuard(working_, RelayoutGuard::Follows::size));
    meaning_->setStretchFactor(0, 2);
    meaning_->setStretchFactor(1, 3);
}

void MainWindow::connect_panels()
{
    connect(verdict_, &VerdictPanel::working_requested, this, &MainWindow::show_working);
    connect(verdict_, &VerdictPanel::help_requested, this, &MainWindow::show_advice);
    connect(breakdown_, &BreakdownPanel::working_requested, this, &MainWindow::show_working);
    connect(cost_, &CostPane::working_requested, this, &MainWindow::show_working);
    connect(limits_, &LimitsPanel::working_requested, this, &MainWindow::show_working);
    connect(requirements_, &RequirementsPage::working_requested, this, &MainWindow::show_working);
    connect(requirements_, &RequirementsPage::field_requested, this, &MainWindow::focus_field);
    connect(layer_pane_, &LayerPane::working_requested, this, &MainWindow::show_working);
    connect(findings_, &FindingsPanel::field_requested, this, &MainWindow::focus_field);
    connect(choices_, &ChoicesColumn::working_requested, this, &MainWindow::show_working);
    connect(choices_, &ChoicesColumn::card_requested, this, [this] { show_cards(); });
    connect(working_, &WorkingPanel::field_requested, this, &MainWindow::focus_field);
    connect(choices_->model(), &ModelPanel::layers_requested, this, &MainWindow::show_layers);
    connect(&document_, &Document::changed, this, &MainWindow::place_plots);
    connect(&document_, &Document::changed, this, &MainWindow::place_layers);
    connect(&document_.undo_stack(), &QUndoStack::cleanChanged, this,
            [this](bool clean) { setWindowModified(!clean); });
}

void MainWindow::connect_importer()
{
    connect(menus_, &WindowMenus::import_requested, importer_, &ModelImporter::ask_and_import);
    connect(choices_->model(), &ModelPanel::import_requested, importer_, &ModelImporter::ask_and_import);
    connect(importer_, &ModelImporter::started, this, [this](const TextMaker& message) {
        error_banner_->hide();
        info_banner_->show_text(message);
    });
    connect(importer_, &ModelImporter::imported, info_banner_, &NoticeStrip::show_text);
    connect(importer_, &ModelImporter::failed, this, [this](const TextMaker& message) {
        info_banner_->hide();
        error_banner_->show_text(message);
    });
}

void MainWindow::connect_measurements()
{
    connect(menus_, &WindowMenus::measurements_requested, this, [this] { show_measured(); });
    connect(menus_, &WindowMenus::machine_requested, this, [this] { show_machine(); });
    connect(menus_, &WindowMenus::cards_requested, this, [this] { show_cards(); });
    connect(menus_, &WindowMenus::script_export_requested, measurements_, &MeasurementFiles::ask_and_export);
    connect(menus_, &WindowMenus::measurement_import_requested, measurements_, &MeasurementFiles::ask_and_import);
    connect(verdict_, &VerdictPanel::measurements_requested, this, [this] { show_measured(); });
    const auto tell = [this](const TextMaker& message) {
        error_banner_->hide();
        info_banner_->show_text(message);
    };
    connect(measurements_, &MeasurementFiles::exported, this, tell);
    connect(measurements_, &MeasurementFiles::imported, this, tell);
    connect(measurements_, &MeasurementFiles::failed, this, [this](const TextMaker& message) {
        info_banner_->hide();
        error_banner_->show_text(message);
    });
}

void MainWindow::connect_menus()
{
    connect(menus_, &WindowMenus::open_requested, files_, &WindowFiles::ask_and_open);
    connect(menus_, &WindowMenus::save_requested, files_, &WindowFiles::save);
    connect(menus_, &WindowMenus::save_as_requested, files_, &WindowFiles::ask_and_save);
    connect(menus_, &WindowMenus::quit_requested, this, &QWidget::close);
    connect(menus_, &WindowMenus::theme_requested, this, &MainWindow::use_theme);
    connect(menus_, &WindowMenus::learn_requested, this, [this] { show_learn(); });
    connect(menus_, &WindowMenus::report_requested, this, [this] { show_report(); });
    connect(menus_, &WindowMenus::launch_requested, this, [this] { show_launch(); });
    connect(menus_, &WindowMenus::model_comparison_requested, this, [this] { show_chooser(); });
    connect(menus_, &WindowMenus::catalog_requested, this, &MainWindow::show_catalog);
    connect(menus_, &WindowMenus::plot_window_requested, this, &MainWindow::show_plot_window);
    connect(tabs_->tabBar(), &QTabBar::tabBarDoubleClicked, this, &MainWindow::show_plot_window);
    connect(menus_, &WindowMenus::layout_reset_requested, this, &MainWindow::reset_layout);
    connect(menus_, &WindowMenus::next_pane_requested, this, [this] { cycle_panes(1); });
    connect(menus_, &WindowMenus::previous_pane_requested, this, [this] { cycle_panes(-1); });
    connect(menus_, &WindowMenus::about_requested, this, &MainWindow::show_about);
    connect(menus_, &WindowMenus::diagnostics_requested, this, &MainWindow::copy_diagnostics);
    connect(menus_->examples(), &QMenu::aboutToShow, this, &MainWindow::fill_examples);
}

void MainWindow::fill_examples()
{
    menus_->examples()->clear();
    for (const auto& [path, name] : files_->examples()) {
        QString label = name;
        QAction* action = menus_->examples()->addAction(label.replace(QLatin1Char('&'), QLatin1String("&&")));
        connect(action, &QAction::triggered, this, [this, path = path] {
            if (files_->may_leave()) files_->open_example(path);
        });
    }
}

void MainWindow::reset_layout()
{
    place_meaning();
    columns_->setSizes({choices_width, window_width - choices_width - meaning_width, meaning_width});
    // A splitter keeps the ratio of sizes that are too large for it; too small ones become the least sizes.
    meaning_->setSizes({2 * height(), 3 * height()});
    choices_->reset_sections();
}

void MainWindow::show_working(const QString& quantity)
{
    working_->show_quantity(quantity);
    if (const int tab = tabs_->indexOf(meaning_); tab >= 0) tabs_->setCurrentIndex(tab);
}

LearnWindow& MainWindow::show_learn()
{
    if (!learn_) {
        const DataDirectory shipped = find_data_directory().value_or(DataDirectory({}));
        const QString own = QStandardPaths::writableLocation(QStandardPaths::AppDataLocation);
        learn_ = new LearnWindow(document_, words_, load_lessons(shipped.lessons()).lessons,
                                 own + QStringLiteral("/lessons.json"), this);
        connect(learn_, &LearnWindow::working_requested, this, &MainWindow::show_working);
    }
    learn_->show();
    learn_->raise();
    learn_->activateWindow();
    return *learn_;
}

ReportWindow& MainWindow::show_report()
{
    if (!report_) report_ = new ReportWindow(document_, words_, this);
    report_->show();
    report_->raise();
    report_->activateWindow();
    return *report_;
}

LaunchDialog& MainWindow::show_launch()
{
    if (!launch_) launch_ = new LaunchDialog(document_, words_, this);
    launch_->show();
    launch_->raise();
    launch_->activateWindow();
    return *launch_;
}

void MainWindow::show_plot_window()
{
    const auto front = std::find(plots_.begin(), plots_.end(), tabs_->currentWidget());
    if (front == plots_.end()) return;
    const PlotEntry& plot = plot_list()[static_cast<std::size_t>(front - plots_.begin())];
    (new PlotWindow(plot, document_, words_, this))->show();
}

ChooserWindow& MainWindow::show_chooser()
{
    if (!chooser_) chooser_ = new ChooserWindow(document_, words_, this);
    chooser_->show();
    chooser_->raise();
    chooser_->activateWindow();
    return *chooser_;
}

MeasuredWindow& MainWindow::show_measured()
{
    if (!measured_) {
        measured_ = new MeasuredWindow(document_, words_, *measurements_, this);
        connect(measured_, &MeasuredWindow::working_requested, this, &MainWindow::show_working);
    }
    measured_->show();
    measured_->raise();
    measured_->activateWindow();
    return *measured_;
}

CatalogWindow* MainWindow::show_catalog()
{
    if (hardware_ == nullptr) return nullptr;
    if (!catalog_) catalog_ = new CatalogWindow(*hardware_, words_, this);
    catalog_->show();
    catalog_->raise();
    catalog_->activateWindow();
    return catalog_;
}

void MainWindow::use_theme(ThemeChoice choice)
{
    theme_ = choice;
    apply_theme(choice);
    menus_->show_theme(choice);
}

namespace {

QString menu_label(QString text) { return text.replace(QLatin1Char('&'), QLatin1String("&&")); }

} // namespace

void MainWindow::connect_builds()
{
    connect(menus_, &WindowMenus::build_requested, this, &MainWindow::do_with_builds);
    connect(compare_, &ComparePane::working_requested, this, [this](std::size_t build, const QString& quantity) {
        document_.select_build(build);
        if (!quantity.isEmpty()) show_working(quantity);
    });
    connect(change_, &ChangeLine::working_requested, this, &MainWindow::show_working);
    connect(compare_, &ComparePane::report_requested, this, [this] { show_report(); });
    connect(build_actions_, &BuildActions::refused, this,
            [this](const QString& message) { error_banner_->show_text([message] { return message; }); });
    connect(build_actions_, &BuildActions::removed, this, [this](const QString& name) {
        info_banner_->show_until_undone([name] { return tr("%1 was deleted. Undo brings it back.").arg(name); },
                                        document_.undo_stack());
    });
    connect(&document_, &Document::builds_changed, this, &MainWindow::show_title);
}

void MainWindow::connect_files()
{
    connect(menus_, &WindowMenus::new_requested, this, [this] {
        if (files_->may_leave()) files_->open_new();
    });
    connect(menus_, &WindowMenus::revert_requested, files_, &WindowFiles::revert);
    connect(menus_->recent(), &QMenu::aboutToShow, this, &MainWindow::fill_recent);
    connect(files_, &WindowFiles::failed, error_banner_, &NoticeStrip::show_text);
    connect(files_, &WindowFiles::noticed, info_banner_, &NoticeStrip::show_text);
    connect(files_, &WindowFiles::reverted, this,
            [this](const TextMaker& message) { info_banner_->show_until_undone(message, document_.undo_stack()); });
    connect(files_, &WindowFiles::about_to_save, this, [this] { document_.set_view(view_of(*tabs_)); });
    connect(files_, &WindowFiles::place_changed, this, [this] {
        error_banner_->hide();
        menus_->revert()->setEnabled(!files_->path().isEmpty());
        retranslate();
    });
    connect(files_, &WindowFiles::opened, this, [this] { show_view(*tabs_, document_.project().view); });
    menus_->revert()->setEnabled(false);
}

void MainWindow::fill_recent()
{
    QMenu* menu = menus_->recent();
    menu->clear();
    for (const QString& path : recent_files()) {
        QAction* action = menu->addAction(menu_label(QDir::toNativeSeparators(path)));
        connect(action, &QAction::triggered, this, [this, path] {
            if (files_->may_leave()) files_->open(path);
        });
    }
    if (menu->isEmpty()) {
        menu->addAction(tr("Nothing was opened yet"))->setEnabled(false);
        return;
    }
    menu->addSeparator();
    connect(menu->addAction(tr("Clear the list")), &QAction::triggered, this, [] { forget_files(); });
}

void MainWindow::do_with_builds(BuildCommand wish)
{
    const Project& project = document_.project();
    const std::size_t builds = project.builds.size();
    switch (wish) {
    case BuildCommand::add: return build_actions_->add();
    case BuildCommand::duplicate: return build_actions_->duplicate();
    case BuildCommand::rename: return build_bar_->rename();
    case BuildCommand::pin: return build_actions_->toggle_pin();
    case BuildCommand::move_left: return build_actions_->move_current(-1);
    case BuildCommand::move_right: return build_actions_->move_current(1);
    case BuildCommand::next: return document_.select_build((project.current + 1) % builds);
    case BuildCommand::previous: return document_.select_build((project.current + builds - 1) % builds);
    case BuildCommand::compare: return tabs_->setCurrentWidget(compare_);
    case BuildCommand::remove: return build_actions_->remove();
    }
}

} // namespace rigwright
