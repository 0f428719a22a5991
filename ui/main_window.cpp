// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/main_window.h"

#include "core/json/data_directory.h"
#include "core/project/pinned_prices.h"
#include "ui/about/about_text.h"
#include "ui/catalog_editor/catalog_page.h"
#include "ui/compare/build_actions.h"
#include "ui/controls/exact_field.h"
#include "ui/document/hardware_data.h"
#include "ui/guide/guide_window.h"
#include "ui/launch/launch_dialog.h"
#include "ui/learn/lesson_desk.h"
#include "ui/learn/lesson_inputs.h"
#include "ui/learn/playground_page.h"
#include "ui/measure/measurement_list.h"
#include "ui/model_import.h"
#include "ui/panels/advice_panel.h"
#include "ui/panels/choices_column.h"
#include "ui/panels/field_rows.h"
#include "ui/panels/input_strip.h"
#include "ui/panels/layer_editor.h"
#include "ui/panels/notice_strip.h"
#include "ui/plots/plot_list.h"
#include "ui/plots/plot_pane.h"
#include "ui/requirements/card_page.h"
#include "ui/start/start_page.h"
#include "ui/window/commands.h"
#include "ui/window/drawer.h"
#include "ui/window/machines_page.h"
#include "ui/window/palette.h"
#include "ui/window/place_view.h"
#include "ui/window/status_line.h"
#include "ui/window_files.h"

#include <QApplication>
#include <QClipboard>
#include <QCloseEvent>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QMenuBar>
#include <QMessageBox>
#include <QMimeData>
#include <QPushButton>
#include <QSettings>
#include <QToolButton>

#include <algorithm>
#include <array>

namespace rigwright {

namespace {

constexpr QSize usual_size{1366, 768};
constexpr int least_width = 900;
constexpr int least_height = 560;
constexpr int drawer_width = 340;
constexpr int narrow_drawer_width = 258;
/// From this width on the drawer takes nothing from the rail and the inputs.
constexpr int width_for_wide_drawer = 1600;
/// Below this width the inputs give way to an open drawer.
constexpr int width_for_inputs_and_drawer = 1180;
constexpr const char* first_page = "overview";
/// The field that opens the palette is narrower in a narrow window.
constexpr int width_for_wide_bar = 1200;
constexpr int wide_find = 250;
constexpr int narrow_find = 190;
constexpr int name_gap = 12;

/// Text that is data inside a window title, where "[*]" means the modified mark.
QString title_part(const QString& text) { return QString(text).replace(QLatin1String("[*]"), QLatin1String("[*][*]")); }

bool is_price_list(const QString& path)
{
    const QString kind = QFileInfo(path).suffix().toLower();
    return kind == QLatin1String("csv") || kind == QLatin1String("tsv");
}

QString dropped_file(const QMimeData* data)
{
    const QList<QUrl> urls = data->urls();
    return urls.size() == 1 && urls.first().isLocalFile() ? urls.first().toLocalFile() : QString();
}

/// A page that was asked for takes the keyboard where it can be used at once.
void focus_first_button(const QWidget& page)
{
    for (QPushButton* button : page.findChildren<QPushButton*>())
        if (button->isVisible() && button->isEnabled()) return button->setFocus(Qt::OtherFocusReason);
}

} // namespace

MainWindow::MainWindow(Document& document, Localization& words, InterfaceLanguage& language,
                       const std::filesystem::path& examples, HardwareData* hardware)
    : document_(document),
      words_(words),
      language_(language),
      files_(new WindowFiles(document, words, examples, this)),
      importer_(new ModelImporter(document, words, this)),
      measurements_(new MeasurementFiles(document, words, this)),
      builds_(new BuildActions(document, words, this)),
      hardware_(hardware)
{
    // Before the panels, which read the words when the document changes.
    connect(&document_, &Document::changed, this, &MainWindow::follow_device);
    words_.speak_of_processors(trains_on_processor(document_.scenario().build));
    setAcceptDrops(true);
    setWindowIcon(QIcon(QStringLiteral(":/icons/rigwright.svg")));
    undo_group_.addStack(&document_.undo_stack());
    undo_group_.addStack(&document_.trial_stack());
    if (hardware_ != nullptr) undo_group_.addStack(&hardware_->undo_stack());
    undo_group_.setActiveStack(&document_.undo_stack());
    auto* central = new QWidget(this);
    central->setMinimumSize(least_width, least_height);
    auto* column = new QVBoxLayout(central);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    build_strips(column);
    build_regions(column);
    setCentralWidget(central);
    menus_ = new WindowMenus(*this, *menuBar());
    build_corner();
    connect_regions();
    connect_files();
    connect_importers();
    connect_builds();
    resize(usual_size);
    reset_layout();
    retranslate();
}

MainWindow::~MainWindow()
{
    // A cell that is still being edited is taken over when its window goes; this one has to be there to hear of it.
    finish_typing(*this);
    // Pages may hold further editors, and refer to what this window owns.
    delete takeCentralWidget();
}

void MainWindow::build_corner()
{
    auto* corner = new QWidget(menuBar());
    auto* row = new QHBoxLayout(corner);
    row->setContentsMargins(0, 0, 4, 0);
    find_ = new PlainButton(PlainButton::Look::field, corner);
    find_->setObjectName(QStringLiteral("find"));
    project_name_ = new QLabel(menuBar());
    project_name_->setObjectName(QStringLiteral("project_name"));
    project_name_->setTextFormat(Qt::PlainText);
    project_name_->setForegroundRole(QPalette::PlaceholderText);
    project_name_->setAttribute(Qt::WA_TransparentForMouseEvents);
    switch_ = new QToolButton(corner);
    switch_->setObjectName(QStringLiteral("language_switch"));
    switch_->setAutoRaise(true);
    row->addWidget(find_);
    row->addWidget(switch_);
    connect(find_, &QAbstractButton::clicked, this, &MainWindow::open_palette);
    connect(switch_, &QToolButton::clicked, this, [this] {
        const QStringList all = InterfaceLanguage::available();
        language_.use(all.at((all.indexOf(language_.current()) + 1) % all.size()));
    });
}

void MainWindow::build_strips(QBoxLayout* column)
{
    const auto add = [&](NoticeStrip::Kind kind, const char* name) {
        auto* strip = new NoticeStrip(kind, this);
        strip->setObjectName(QLatin1String(name));
        column->addWidget(strip);
        return strip;
    };
    error_banner_ = add(NoticeStrip::Kind::error, "trouble");
    safe_start_ = add(NoticeStrip::Kind::note, "safe_start");
    info_banner_ = add(NoticeStrip::Kind::note, "news");
    welcome_ = add(NoticeStrip::Kind::note, "welcome");
    for (const auto& [name, field] :
         {std::pair("start_model", "model.preset"), std::pair("start_data", "dataset.samples")}) {
        auto* button = new QPushButton(welcome_);
        button->setObjectName(QLatin1String(name));
        welcome_->add_button(button);
        connect(button, &QPushButton::clicked, this, [this, field = field] { focus_field(QLatin1String(field)); });
    }
    connect(welcome_, &NoticeStrip::dismissed, this, [this] { welcome_dismissed_ = true; });
    auto* restore = new QPushButton(safe_start_);
    restore->setObjectName(QStringLiteral("restore_session"));
    safe_start_->add_button(restore);
}

void MainWindow::build_regions(QBoxLayout* column)
{
    status_ = new StatusLine(document_, words_, this);
    column->addWidget(status_);
    no_plan_ = new QLabel(this);
    no_plan_->setTextFormat(Qt::PlainText);
    no_plan_->setObjectName(QStringLiteral("no_plan"));
    no_plan_->setFixedHeight(status_->sizeHint().height());
    no_plan_->setContentsMargins(16, 0, 16, 0);
    no_plan_->setAutoFillBackground(true);
    no_plan_->setBackgroundRole(QPalette::Base);
    no_plan_->hide();
    column->addWidget(no_plan_);
    row_ = new QHBoxLayout;
    row_->setSpacing(0);
    rail_ = new PlaceRail(this);
    choices_ = new ChoicesColumn(document_, words_);
    auto* lesson = new LessonInputs(document_, words_);
    choices_->set_lead(lesson);
    connect(lesson, &LessonInputs::rows_changed, choices_, &ChoicesColumn::follow);
    places_ = new PlaceView({document_, words_, requests_, *builds_, *measurements_, hardware_});
    drawer_ = new Drawer(document_, words_);
    columns_ = new QSplitter(Qt::Horizontal, this);
    columns_->setChildrenCollapsible(false);
    columns_->setHandleWidth(4);
    columns_->addWidget(choices_);
    columns_->addWidget(places_);
    columns_->addWidget(drawer_);
    columns_->setStretchFactor(1, 1);
    strip_ = new InputStrip(*choices_, this);
    row_->addWidget(rail_);
    row_->addWidget(strip_);
    row_->addWidget(columns_, 1);
    column->addLayout(row_, 1);
}

void MainWindow::connect_regions()
{
    connect(&requests_, &PageRequests::working_requested, this, &MainWindow::show_working);
    connect(&requests_, &PageRequests::field_requested, this, &MainWindow::focus_field);
    connect(&requests_, &PageRequests::page_requested, this, [this](const QString& id) {
        QWidget* page = open_page(id);
        if (page != nullptr) focus_first_button(*page);
    });
    connect(&requests_, &PageRequests::command_requested, menus_, &WindowMenus::run);
    connect(&requests_, &PageRequests::machine_menu_requested, this,
            [this](const QPoint& place) { menus_->machine_commands().popup(place); });
    status_->set_machine_actions(&menus_->machine_commands());
    connect(status_, &StatusLine::working_requested, this, [this](const QString& quantity) {
        leave_start();
        if (quantity == StatusLine::findings_request()) return drawer_->show_findings();
        show_working(quantity);
    });
    connect(status_, &StatusLine::machine_requested, &document_, &Document::select_build);
    connect(rail_, &PlaceRail::place_requested, this, &MainWindow::open_place);
    connect(places_, &PlaceView::page_changed, this, &MainWindow::follow_page);
    connect(drawer_, &Drawer::field_requested, this, &MainWindow::focus_field);
    connect(drawer_, &Drawer::toggled, this, [this] {
        drawers_[static_cast<std::size_t>(places_->front().place)] = !drawer_->isHidden();
        place_drawer();
    });
    connect(strip_, &InputStrip::folded, this, &MainWindow::place_inputs);
    connect(choices_, &ChoicesColumn::working_requested, this, &MainWindow::show_working);
    connect(choices_, &ChoicesColumn::card_requested, this, [this] { open_page(QStringLiteral("cards")); });
    connect(choices_->model(), &ModelPanel::layers_requested, this,
            [this] { open_page(QStringLiteral("network_editor")); });
    connect(choices_->model(), &ModelPanel::import_requested, importer_, &ModelImporter::ask_and_import);
    for (const auto signal : {&QUndoGroup::canUndoChanged, &QUndoGroup::canRedoChanged})
        connect(&undo_group_, signal, menus_, &WindowMenus::refresh);
    connect(&document_, &Document::changed, this, &MainWindow::follow_layers);
    connect(&document_.undo_stack(), &QUndoStack::cleanChanged, this, [this](bool clean) {
        setWindowModified(!clean);
        show_title();
        place_status();
    });
}

void MainWindow::connect_files()
{
    connect(files_, &WindowFiles::failed, error_banner_, &NoticeStrip::show_text);
    connect(files_, &WindowFiles::noticed, info_banner_, &NoticeStrip::show_text);
    connect(files_, &WindowFiles::reverted, this,
            [this](const TextMaker& message) { info_banner_->show_until_undone(message, document_.undo_stack()); });
    connect(files_, &WindowFiles::about_to_save, this, [this] { document_.set_view(places_->state()); });
    connect(files_, &WindowFiles::place_changed, this, [this] {
        error_banner_->hide();
        retranslate();
        place_status();
    });
    connect(files_, &WindowFiles::opened, this, [this] {
        leave_start();
        places_->show(document_.project().view);
    });
}

void MainWindow::connect_importers()
{
    const auto say = [this](const TextMaker& message) {
        error_banner_->hide();
        info_banner_->show_text(message);
    };
    const auto fail = [this](const TextMaker& message) {
        info_banner_->hide();
        error_banner_->show_text(message);
    };
    connect(importer_, &ModelImporter::started, this, say);
    connect(importer_, &ModelImporter::imported, info_banner_, &NoticeStrip::show_text);
    connect(importer_, &ModelImporter::failed, this, fail);
    connect(measurements_, &MeasurementFiles::exported, this, say);
    connect(measurements_, &MeasurementFiles::imported, this, say);
    connect(measurements_, &MeasurementFiles::failed, this, fail);
}

void MainWindow::connect_builds()
{
    connect(builds_, &BuildActions::refused, this,
            [this](const QString& message) { error_banner_->show_text([message] { return message; }); });
    connect(builds_, &BuildActions::removed, this, [this](const QString& name) {
        info_banner_->show_until_undone([name] { return tr("%1 was deleted. Undo restores it.").arg(name); },
                                        document_.undo_stack());
    });
    connect(&document_, &Document::builds_changed, this, &MainWindow::show_title);
    connect(&document_, &Document::builds_changed, this, &MainWindow::follow_steps);
    connect(&document_, &Document::builds_changed, menus_, &WindowMenus::refresh);
}

QWidget* MainWindow::open_page(const QString& id)
{
    const Page* asked = page_of(id);
    if (asked != nullptr) leave_trial_for(asked->place);
    QWidget* page = places_->open(id);
    if (page != nullptr) leave_start();
    return page;
}

void MainWindow::leave_trial_for(WindowPlace place)
{
    if (place != WindowPlace::learn) document_.end_trial();
}

void MainWindow::open_place(WindowPlace place)
{
    leave_start();
    leave_trial_for(place);
    places_->open_place(place);
}

void MainWindow::cycle_pages(int direction)
{
    leave_start();
    places_->cycle(direction);
}

QStringList MainWindow::page_ids() const { return places_->ids(); }

StartPage& MainWindow::show_start()
{
    if (start_ == nullptr) {
        const std::optional<Project> fresh = files_->new_project();
        const Scenario& begin = fresh ? fresh->current_build().scenario : document_.scenario();
        start_ = new StartPage(document_, begin, words_, *files_, *menus_, this);
        row_->addWidget(start_, 1);
        connect_start();
    }
    document_.end_trial();
    columns_->hide();
    place_inputs();
    start_->show();
    rail_->show_none();
    place_status();
    start_->questions().setFocus(Qt::OtherFocusReason);
    return *start_;
}

void MainWindow::connect_start()
{
    connect(&start_->questions(), &StartQuestions::machines_requested, this, [this](const Scenario& scenario) {
        if (files_->may_leave() && files_->open_scenario(scenario)) open_page(QStringLiteral("advisor"));
    });
    connect(start_, &StartPage::file_requested, this, [this](const QString& path, bool is_example) {
        if (!files_->may_leave()) return;
        is_example ? files_->open_example(path) : files_->open(path);
    });
    connect(start_, &StartPage::first_lesson_requested, this, [this] {
        LessonDesk::of(document_).choose(0);
        focus_first_button(*open_page(QStringLiteral("learn")));
    });
}

bool MainWindow::is_start_in_front() const { return start_ != nullptr && !start_->isHidden(); }

void MainWindow::leave_start()
{
    if (!is_start_in_front()) return;
    start_->hide();
    columns_->show();
    place_inputs();
    rail_->show_place(places_->front().place);
    place_status();
}

void MainWindow::place_status()
{
    const bool nothing = is_start_in_front() && !files_->holds_a_plan();
    status_->setVisible(!nothing);
    no_plan_->setVisible(nothing);
}

void MainWindow::follow_page()
{
    rail_->show_place(places_->front().place);
    follow_steps();
    follow_drawer();
    place_inputs();
}

void MainWindow::follow_drawer() { drawer_->set_open(drawers_[static_cast<std::size_t>(places_->front().place)]); }

void MainWindow::follow_steps()
{
    const bool own_hardware = qobject_cast<CatalogPage*>(places_->front_widget()) != nullptr;
    undo_group_.setActiveStack(own_hardware ? &hardware_->undo_stack() : &document_.front_stack());
}

void MainWindow::place_inputs()
{
    const bool wanted = places_->front().has_inputs && !columns_->isHidden();
    const bool room = drawer_->isHidden() || width() >= width_for_inputs_and_drawer;
    if (room || !wanted) strip_->fold();
    if (!strip_->is_unfolded()) {
        if (choices_->parentWidget() != columns_) columns_->insertWidget(0, choices_);
        choices_->setVisible(wanted && room);
    }
    strip_->setVisible(wanted && !room);
}

void MainWindow::show_working(const QString& quantity)
{
    leave_start();
    drawer_->show_working(quantity);
}
void MainWindow::place_drawer()
{
    place_inputs();
    const bool open = !drawer_->isHidden();
    const bool narrow = open && width() < width_for_wide_drawer;
    rail_->set_narrow(narrow);
    if (strip_->is_unfolded()) return;
    const int inputs = choices_->isHidden() ? 0
                       : narrow             ? choices_->minimumSizeHint().width()
                                            : choices_->sizeHint().width();
    const int beside = !open ? 0 : narrow ? narrow_drawer_width : drawer_width;
    columns_->setSizes({inputs, width() - rail_->width() - inputs - beside, beside});
}

void MainWindow::toggle_drawer()
{
    leave_start();
    drawer_->toggle();
}

void MainWindow::rename_machine()
{
    if (auto* page = qobject_cast<MachinesPage*>(open_page(QStringLiteral("machines")))) page->rename();
}

LaunchDialog& MainWindow::show_launch()
{
    if (!launch_) launch_ = new LaunchDialog(document_, words_, this);
    launch_->show();
    launch_->raise();
    launch_->activateWindow();
    return *launch_;
}

MachineDialog& MainWindow::show_machine()
{
    Machine machine = read_machine("/");
    const DriverAnswer driver = ask_nvidia_driver();
    add_driver_answer(driver, machine);
    auto* dialog = new MachineDialog(document_, words_, machine, driver.state, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->open();
    return *dialog;
}

void MainWindow::show_plot_window()
{
    const QList<PlotPane*> panes = places_->front_widget()->findChildren<PlotPane*>();
    for (const PlotPane* pane : panes)
        if (const PlotEntry* plot = pane->isVisible() ? plot_of(pane->objectName()) : nullptr)
            return (new PlotWindow(*plot, document_, words_, this))->show();
}

void MainWindow::open_palette()
{
    std::vector<PaletteEntry> entries;
    const QStringList ids = page_ids();
    for (const Page& page : page_list()) {
        const QString id = QLatin1String(page.id);
        if (ids.contains(id))
            entries.push_back({page.name(), place_name(page.place),
                               QStringList{id, language_.in_other_language("Page", page.title)},
                               [this, id] { open_page(id); }});
    }
    for (const PlotEntry& plot : plot_list()) {
        const QString id = QLatin1String(plot.id);
        if (ids.contains(id))
            entries.push_back({plot.title(), tr("Plot"), QStringList(id), [this, id] { open_page(id); }});
    }
    for (const Command& command : command_list()) {
        const QString id = QLatin1String(command.id);
        if (command.run != nullptr && menus_->action(id)->isEnabled())
            entries.push_back({command.name(), tr("Command"),
                               QStringList{id, language_.in_other_language("Commands", command.text)},
                               [this, id] { menus_->run(id); }});
    }
    const auto other = words_.language() == Language::english ? Language::chinese : Language::english;
    for (FieldControl* control : choices_->controls()) {
        const QString path = control->path();
        const FieldRow* row = row_of(path.toStdString());
        const std::string named = row != nullptr && row->named != nullptr ? row->named : path.toStdString();
        QStringList also{from_utf8(words_.table(other).text("field." + named)), path};
        // The row of a size is found by either side.
        if (row != nullptr && row->width != nullptr)
            for (const char* side : {row->path, row->width})
                for (const Language language : {Language::english, Language::chinese})
                    also << from_utf8(words_.table(language).text(std::string("field.") + side));
        entries.push_back({control->plain_label(), tr("Input"), also, [this, path] { focus_field(path); }});
        // Parts and models are chosen for the machine in front.
        const auto* picker = qobject_cast<PickerControl*>(control);
        for (const PickerEntry& entry : picker ? picker->entries() : std::vector<PickerEntry>())
            if (picker->is_searchable() && !entry.id.isEmpty())
                entries.push_back({entry.text, control->plain_label(), entry.aliases + QStringList(entry.id),
                                   [control, path, id = entry.id.toStdString()] { emit control->edited(path, id); }});
    }
    const QString guide = from_utf8(find_data_directory().value_or(DataDirectory({})).guide().string());
    const QStringList languages = InterfaceLanguage::available();
    const QString second = languages.front() == language_.current() ? languages.back() : languages.front();
    const std::vector<GuidePage> translated = guide_pages(guide, second);
    for (const GuidePage& page : guide_pages(guide, language_.current())) {
        const auto same = std::ranges::find(translated, page.file, &GuidePage::file);
        entries.push_back({page.title, tr("Guide"), same == translated.end() ? QStringList() : QStringList(same->title),
                           [this, file = page.file] { emit guide_requested(file); }});
    }
    (new Palette(std::move(entries), this))->open();
}

void MainWindow::focus_field(const QString& path)
{
    struct Home {
        const char* prefix;
        const char* page;
    };
    // Fields that are edited elsewhere than among the inputs.
    static constexpr std::array homes{Home{"measurements", "measured"}, Home{"requirements.workloads", "requirements"},
                                      Home{"requirements.tiling", "requirements"}, Home{"constraints.", "advisor"},
                                      Home{"gpus/", "cards"}};
    for (const Home& home : homes) {
        if (!path.startsWith(QLatin1String(home.prefix))) continue;
        open_page(QLatin1String(home.page));
        return;
    }
    const QString field = path.startsWith(QLatin1String("cpus/")) ? QStringLiteral("build.cpu") : path;
    if (LayerEditor::applies(document_) && field.startsWith(QLatin1String("model.layers"))) {
        QWidget* page = open_page(QStringLiteral("network_editor"));
        if (page != nullptr && static_cast<LayerEditor*>(page)->focus_field(field)) return;
    }
    leave_start();
    for (ChoicesColumn* own : places_->front_widget()->parentWidget()->findChildren<ChoicesColumn*>())
        if (own->isVisible() && own->focus_field(field)) return;
    if (!places_->front().has_inputs) open_page(QLatin1String(first_page));
    if (strip_->isVisible()) strip_->unfold();
    choices_->focus_field(field);
}

void MainWindow::cycle_regions(int direction)
{
    std::vector<QWidget*> regions{status_, rail_, strip_, choices_, places_, drawer_};
    if (start_ != nullptr) regions.push_back(start_);
    const auto count = static_cast<int>(regions.size());
    int at = direction > 0 ? -1 : 0;
    for (int i = 0; i < count; ++i)
        if (regions[static_cast<std::size_t>(i)]->isAncestorOf(QApplication::focusWidget()) ||
            regions[static_cast<std::size_t>(i)] == QApplication::focusWidget())
            at = i;
    for (int step = 1; step <= count; ++step) {
        QWidget* region = regions[static_cast<std::size_t>((at + direction * step + count * step) % count)];
        if (!region->isVisible()) continue;
        QList<QWidget*> candidates = region->findChildren<QWidget*>();
        candidates.prepend(region);
        for (QWidget* candidate : candidates) {
            if ((candidate->focusPolicy() & Qt::TabFocus) == 0 || !candidate->isVisible() || !candidate->isEnabled())
                continue;
            candidate->setFocus(Qt::TabFocusReason);
            return;
        }
    }
}

void MainWindow::use_theme(ThemeChoice choice)
{
    theme_ = choice;
    apply_theme(choice);
    menus_->refresh();
}

void MainWindow::reset_layout()
{
    drawers_ = {};
    drawer_->set_open(false);
    choices_->reset();
    open_page(QLatin1String(first_page));
    place_drawer();
}

bool MainWindow::is_drawn() const
{
    const QList<AdvicePanel*> advice = findChildren<AdvicePanel*>();
    const QList<PlaygroundPage*> playgrounds = findChildren<PlaygroundPage*>();
    return plots_are_drawn(*this) && (!is_start_in_front() || start_->is_settled()) &&
           std::ranges::all_of(advice, [](const AdvicePanel* panel) { return panel->is_settled(); }) &&
           std::ranges::all_of(playgrounds, [](const PlaygroundPage* page) { return page->is_settled(); });
}

void MainWindow::retranslate()
{
    menus_->refresh();
    no_plan_->setText(tr("No plan yet. Answer what you know; an empty answer sets no limit."));
    find_->setText(tr("Find anything") + QStringLiteral("\tCtrl+K"));
    find_->setAccessibleName(tr("Find anything"));
    switch_->setText(language_.current() == QLatin1String("en") ? QStringLiteral("中文") : QStringLiteral("English"));
    switch_->setToolTip(tr("Change the language of the window"));
    switch_->setAccessibleName(switch_->text());
    // The bar asks for its size when it is given the widget, and not again.
    menuBar()->setCornerWidget(find_->parentWidget());
    find_->parentWidget()->show();
    welcome_->findChild<QPushButton*>(QStringLiteral("start_model"))->setText(tr("Choose my model"));
    welcome_->findChild<QPushButton*>(QStringLiteral("start_data"))->setText(tr("Enter my dataset"));
    safe_start_->findChild<QPushButton*>(QStringLiteral("restore_session"))->setText(tr("Restore"));
    if (files_->is_example() && !welcome_dismissed_) {
        welcome_->show_text(
            [] { return tr("This is an example. Change any setting to see the effect, or start with:"); });
    } else {
        welcome_->hide();
    }
    show_title();
}

void MainWindow::show_title()
{
    const Project& project = document_.own_project();
    const std::string& own = project.name.empty() ? project.current_build().name() : project.name;
    const QString name = files_->path().isEmpty() ? from_utf8(own) : QFileInfo(files_->path()).fileName();
    const QString shown = name.isEmpty() ? tr("Unnamed project") : name;
    const QString state = isWindowModified()         ? tr("changed")
                          : files_->is_example()     ? tr("example")
                          : files_->path().isEmpty() ? QString()
                                                     : tr("saved");
    project_name_->setText(state.isEmpty() ? shown : shown + QStringLiteral(" · ") + state);
    place_project_name();
    if (files_->is_example()) {
        setWindowTitle(tr("%1 (example)[*] — Rigwright").arg(title_part(shown)));
    } else {
        setWindowTitle(tr("%1[*] — Rigwright").arg(title_part(shown)));
    }
}

void MainWindow::place_project_name()
{
    const QList<QAction*> menus = menuBar()->actions();
    const int left = menus.isEmpty() ? 0 : menuBar()->actionGeometry(menus.back()).right();
    const int right = width() - find_->parentWidget()->sizeHint().width();
    const QSize size = project_name_->sizeHint();
    const int x = std::clamp((width() - size.width()) / 2, left + name_gap, std::max(left, right - size.width()));
    project_name_->setGeometry(x, (menuBar()->height() - size.height()) / 2, size.width(), size.height());
    project_name_->setVisible(x + size.width() + name_gap <= right);
}

void MainWindow::show_about()
{
    QMessageBox box(QMessageBox::NoIcon, tr("About Rigwright"),
                    about_text() + QStringLiteral("\n\n") +
                        tr("Prices of %1").arg(from_utf8(database_version(document_.data()->hardware))),
                    QMessageBox::Close, this);
    box.setTextFormat(Qt::PlainText);
    box.setIconPixmap(windowIcon().pixmap(64, 64));
    box.exec();
}

void MainWindow::copy_diagnostics()
{
    QApplication::clipboard()->setText(diagnostic_text(*document_.data(), language_.current()));
}

void MainWindow::changeEvent(QEvent* event)
{
    QMainWindow::changeEvent(event);
    if (event->type() == QEvent::LanguageChange) retranslate();
}

void MainWindow::follow_layers()
{
    if (document_.in_trial()) return;
    const bool edits = LayerEditor::applies(document_);
    if (edits && !edits_layers_) open_page(QStringLiteral("network_editor"));
    edits_layers_ = edits;
}

void MainWindow::follow_device()
{
    const bool alone = trains_on_processor(document_.scenario().build);
    if (alone == words_.table().speaks_of_processors()) return;
    words_.speak_of_processors(alone);
    QEvent other_words(QEvent::LanguageChange);
    QCoreApplication::sendEvent(this, &other_words);
}

void MainWindow::resizeEvent(QResizeEvent* event)
{
    QMainWindow::resizeEvent(event);
    find_->setFixedWidth(width() < width_for_wide_bar ? narrow_find : wide_find);
    place_project_name();
    place_inputs();
}

void MainWindow::closeEvent(QCloseEvent* event)
{
    if (!files_->may_leave()) {
        event->ignore();
        return;
    }
    save_settings();
    event->accept();
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event)
{
    if (!dropped_file(event->mimeData()).isEmpty()) event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent* event)
{
    const QString path = dropped_file(event->mimeData());
    if (path.isEmpty()) return;
    event->acceptProposedAction();
    open_file(path);
}

void MainWindow::open_file(const QString& path)
{
    // What is imported is for the project.
    document_.end_trial();
    if (ModelImporter::is_model_file(path)) {
        importer_->import_file(path);
    } else if (MeasurementFiles::is_result_file(path)) {
        measurements_->import_result(path);
    } else if (is_price_list(path) && hardware_ != nullptr) {
        static_cast<CatalogPage*>(open_page(QStringLiteral("hardware")))->import_file(path);
    } else if (files_->may_leave()) {
        files_->open(path);
    }
}

void MainWindow::keep_settings()
{
    keeps_settings_ = true;
    const QSettings settings;
    welcome_dismissed_ = settings.value(QStringLiteral("window/welcome_dismissed")).toBool();
    restoreGeometry(settings.value(QStringLiteral("window/geometry")).toByteArray());
    columns_->restoreState(settings.value(QStringLiteral("window/columns")).toByteArray());
    const QStringList open = settings.value(QStringLiteral("window/drawers")).toStringList();
    for (std::size_t place = 0; place < drawers_.size(); ++place)
        drawers_[place] = open.contains(QString::number(place + 1));
    follow_drawer();
    choices_->restore_state(settings);
}

void MainWindow::tell_safe_start(const QString& file)
{
    auto* restore = safe_start_->findChild<QPushButton*>(QStringLiteral("restore_session"));
    const QString name = QFileInfo(file).fileName();
    safe_start_->show_text([name] {
        return name.isEmpty()
                   ? tr("Rigwright crashed twice during startup, so the saved window layout was not restored.")
                   : tr("Rigwright crashed twice during startup, so the saved window layout and the file “%1” were not "
                        "restored.")
                         .arg(name);
    });
    connect(restore, &QPushButton::clicked, this, [this, file] {
        safe_start_->hide();
        keep_settings();
        if (!file.isEmpty()) open_file(file);
    });
}

void MainWindow::save_settings() const
{
    if (!keeps_settings_) return;
    QSettings settings;
    settings.setValue(QStringLiteral("window/geometry"), saveGeometry());
    settings.setValue(QStringLiteral("window/columns"), columns_->saveState());
    QStringList open;
    for (std::size_t place = 0; place < drawers_.size(); ++place)
        if (drawers_[place]) open << QString::number(place + 1);
    settings.setValue(QStringLiteral("window/drawers"), open);
    settings.setValue(QStringLiteral("window/welcome_dismissed"), welcome_dismissed_);
    settings.setValue(QStringLiteral("window/theme"), static_cast<int>(theme_));
    settings.setValue(QStringLiteral("window/language"), language_.current());
    choices_->save_state(settings);
}

} // namespace rigwright
