// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/main_window.h"

#include "core/project/pinned_prices.h"
#include "ui/catalog_editor/catalog_page.h"
#include "ui/compare/build_actions.h"
#include "ui/controls/card.h"
#include "ui/controls/exact_field.h"
#include "ui/document/hardware_data.h"
#include "ui/document/page.h"
#include "ui/format/layout.h"
#include "ui/format/words.h"
#include "ui/guide/guide_window.h"
#include "ui/import_dialog.h"
#include "ui/launch/launch_dialog.h"
#include "ui/learn/lesson_desk.h"
#include "ui/measure/measurement_list.h"
#include "ui/panels/choices_column.h"
#include "ui/panels/layer_editor.h"
#include "ui/plots/plot_list.h"
#include "ui/plots/plot_pane.h"
#include "ui/requirements/card_page.h"
#include "ui/start/start_page.h"
#include "ui/window/commands.h"
#include "ui/window/notices.h"
#include "ui/window/palette.h"
#include "ui/window/status_line.h"
#include "ui/window/window_body.h"
#include "ui/window_files.h"

#include <QClipboard>
#include <QCloseEvent>
#include <QFileInfo>
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
constexpr const char* first_page = "overview";
/// Escapes text for a window title, where "[*]" means the modified mark.
QString title_part(const QString& text) { return QString(text).replace(QLatin1String("[*]"), QLatin1String("[*][*]")); }

/// Focuses a requested page where it can be used at once.
void focus_first_button(const QWidget& page)
{
    for (QPushButton* button : page.findChildren<QPushButton*>())
        if (button->isVisible() && button->isEnabled()) return button->setFocus(Qt::OtherFocusReason);
}

} // namespace

/// Menu bar content besides the menus: the project's name in the middle if it fits, and in the corner the palette
/// button and the language switch.
class TopBar : public QWidget {
    Q_OBJECT

public:
    TopBar(QMenuBar& bar, InterfaceLanguage& language)
        : QWidget(&bar),
          bar_(bar),
          language_(language),
          find_(named(new PlainButton(PlainButton::Look::field, this), "find")),
          switch_(named(new QToolButton(this), "language_switch")),
          project_(named(plain_label(&bar), "project_name"))
    {
        project_->setForegroundRole(QPalette::PlaceholderText);
        project_->setAttribute(Qt::WA_TransparentForMouseEvents);
        switch_->setAutoRaise(true);
        row_in(this, {0, 0, 4, 0}, -1, {find_, switch_});
        connect(find_, &QAbstractButton::clicked, this, &TopBar::palette_requested);
        connect(switch_, &QToolButton::clicked, this, [this] {
            const QStringList all = InterfaceLanguage::available();
            language_.use(all.at((all.indexOf(language_.current()) + 1) % all.size()));
        });
        in_each_language(this, [this] {
            find_->setText(tr("Find anything") + QStringLiteral("\tCtrl+K"));
            find_->setAccessibleName(tr("Find anything"));
            switch_->setText(language_.current() == QLatin1String("en") ? QStringLiteral("中文")
                                                                        : QStringLiteral("English"));
            switch_->setToolTip(tr("Change the language of the window"));
            switch_->setAccessibleName(switch_->text());
            put_into_bar();
        });
        // Its size changes only after its own event.
        on_change(project_, QEvent::FontChange,
                  [this] { QMetaObject::invokeMethod(this, &TopBar::place, Qt::QueuedConnection); });
    }

    void show_project(const QString& name)
    {
        project_->setText(name);
        place();
    }

    void place()
    {
        constexpr int gap = 12;
        // The palette button is narrower in a narrow window.
        constexpr int width_for_wide_field = 1200;
        const int width = bar_.window()->width();
        const int field = width < width_for_wide_field ? 190 : 250;
        if (find_->minimumWidth() != field) {
            find_->setFixedWidth(field);
            put_into_bar();
        }
        const QList<QAction*> menus = bar_.actions();
        const int left = menus.isEmpty() ? 0 : bar_.actionGeometry(menus.back()).right();
        const int right = width - sizeHint().width();
        const QSize size = project_->sizeHint();
        const int x = std::clamp((width - size.width()) / 2, left + gap, std::max(left, right - size.width()) + gap);
        project_->setGeometry(x, (bar_.height() - size.height()) / 2, size.width(), size.height());
        project_->setVisible(x + size.width() + gap <= right);
    }

signals:
    void palette_requested();

private:
    void put_into_bar()
    {
        // The bar requests the size only when the widget is set.
        bar_.setCornerWidget(this);
        show();
    }

    QMenuBar& bar_;
    InterfaceLanguage& language_;
    PlainButton* find_;
    QToolButton* switch_;
    QLabel* project_;
};

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
    // Connected before the panels, which read texts on document changes.
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
    auto* column = column_in(central, {0, 0, 0, 0}, 0);
    notices_ = new Notices(this);
    column->addWidget(notices_);
    build_regions(column);
    setCentralWidget(central);
    menus_ = new WindowMenus(*this, *menuBar());
    bar_ = new TopBar(*menuBar(), language_);
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
    // A cell editor commits when its window is destroyed, which must still receive the signal.
    finish_typing(*this);
    // Pages may have more editors and refer to members of this window.
    delete takeCentralWidget();
}

void MainWindow::build_regions(QBoxLayout* column)
{
    status_ = new StatusLine(document_, words_, this);
    column->addWidget(status_);
    no_plan_ = named(plain_label(this), "no_plan");
    no_plan_->setFixedHeight(status_->sizeHint().height());
    no_plan_->setContentsMargins(16, 0, 16, 0);
    no_plan_->setAutoFillBackground(true);
    no_plan_->setBackgroundRole(QPalette::Base);
    no_plan_->hide();
    column->addWidget(no_plan_);
    body_ = new WindowBody({document_, words_, requests_, *builds_, *measurements_, hardware_}, this);
    column->addWidget(body_, 1);
}

void MainWindow::connect_regions()
{
    connect(&requests_, &PageRequests::working_requested, this, &MainWindow::show_working);
    connect(&requests_, &PageRequests::field_requested, this, &MainWindow::focus_field);
    connect(&requests_, &PageRequests::page_requested, this, [this](const QString& id) {
        QWidget* page = open_page(id);
        if (page != nullptr) focus_first_button(*page);
    });
    connect(&requests_, &PageRequests::place_requested, this, &MainWindow::open_place);
    connect(&requests_, &PageRequests::command_requested, menus_, &WindowMenus::run);
    connect(&requests_, &PageRequests::machine_menu_requested, this,
            [this](const QPoint& place) { menus_->machine_commands().popup(place); });
    status_->set_machine_actions(&menus_->machine_commands());
    connect(status_, &StatusLine::working_requested, this, [this](const QString& quantity) {
        leave_start();
        if (quantity == StatusLine::findings_request()) return body_->drawer().show_findings();
        show_working(quantity);
    });
    connect(status_, &StatusLine::machine_requested, &document_, &Document::select_build);
    connect(bar_, &TopBar::palette_requested, this, &MainWindow::open_palette);
    connect(notices_, &Notices::field_requested, this, &MainWindow::focus_field);
    connect(notices_, &Notices::restore_requested, this, [this](const QString& file) {
        keep_settings();
        if (!file.isEmpty()) open_file(file);
    });
    connect(&body_->pages(), &PlaceView::page_changed, this, &MainWindow::follow_steps);
    connect(&body_->drawer(), &Drawer::field_requested, this, &MainWindow::focus_field);
    ChoicesColumn& inputs = body_->inputs();
    connect(&inputs, &ChoicesColumn::working_requested, this, &MainWindow::show_working);
    connect(&inputs, &ChoicesColumn::card_requested, this, [this] { open_page(QStringLiteral("cards")); });
    connect(inputs.model(), &ModelPanel::layers_requested, this,
            [this] { open_page(QStringLiteral("network_editor")); });
    connect(inputs.model(), &ModelPanel::import_requested, importer_, &ModelImporter::ask_and_import);
    for (const auto signal : {&QUndoGroup::canUndoChanged, &QUndoGroup::canRedoChanged})
        connect(&undo_group_, signal, menus_, &WindowMenus::refresh);
    connect(&document_, &Document::changed, this, [this] {
        // Opens the network editor when the model becomes a list of layers.
        if (document_.in_trial()) return;
        const bool edits = edits_layers(document_);
        if (edits && !edits_layers_) open_page(QStringLiteral("network_editor"));
        edits_layers_ = edits;
    });
    connect(&document_.undo_stack(), &QUndoStack::cleanChanged, this, [this](bool clean) {
        setWindowModified(!clean);
        show_title();
        place_status();
    });
}

void MainWindow::connect_files()
{
    connect(files_, &WindowFiles::failed, &notices_->trouble(), &NoticeStrip::show_text);
    connect(files_, &WindowFiles::noticed, &notices_->news(), &NoticeStrip::show_text);
    connect(files_, &WindowFiles::reverted, this,
            [this](const TextMaker& message) { notices_->news().show_until_undone(message, document_.undo_stack()); });
    connect(files_, &WindowFiles::about_to_save, this, [this] { document_.set_view(body_->pages().state()); });
    connect(files_, &WindowFiles::place_changed, this, [this] {
        notices_->trouble().hide();
        retranslate();
        place_status();
    });
    connect(files_, &WindowFiles::opened, this, [this] {
        leave_start();
        body_->pages().show(document_.project().view);
    });
}

void MainWindow::connect_importers()
{
    connect(&requests_, &PageRequests::import_requested, this, &MainWindow::import_files);
    connect(importer_, &ModelImporter::several_chosen, this, &MainWindow::import_files);
    connect(measurements_, &MeasurementFiles::several_chosen, this, &MainWindow::import_files);
    connect(files_, &WindowFiles::several_chosen, this, &MainWindow::import_files);
    connect(importer_, &ModelImporter::said, notices_, &Notices::say);
    connect(importer_, &ModelImporter::failed, notices_, &Notices::fail);
    connect(measurements_, &MeasurementFiles::said, notices_, &Notices::say);
    connect(measurements_, &MeasurementFiles::failed, notices_, &Notices::fail);
}

void MainWindow::connect_builds()
{
    connect(builds_, &BuildActions::refused, this,
            [this](const QString& message) { notices_->trouble().show_text([message] { return message; }); });
    connect(builds_, &BuildActions::removed, this, [this](const QString& name) {
        notices_->news().show_until_undone([name] { return tr("%1 was deleted. Undo restores it.").arg(name); },
                                           document_.undo_stack());
    });
    connect(&document_, &Document::builds_changed, this, &MainWindow::show_title);
    connect(&document_, &Document::builds_changed, this, &MainWindow::follow_steps);
    connect(&document_, &Document::builds_changed, menus_, &WindowMenus::refresh);
}

NoticeStrip& MainWindow::trouble() { return notices_->trouble(); }

QWidget* MainWindow::open_page(const QString& id)
{
    const Page* asked = page_of(id);
    if (asked != nullptr) leave_trial_for(asked->place);
    QWidget* page = body_->pages().open(id);
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
    body_->pages().open_place(place);
}

void MainWindow::cycle_pages(int direction)
{
    leave_start();
    body_->pages().cycle(direction);
}

QStringList MainWindow::page_ids() const { return body_->pages().ids(); }

void MainWindow::show_start()
{
    if (start_ == nullptr) {
        const std::optional<Project> fresh = files_->new_project();
        const Scenario& begin = fresh ? fresh->current_build().scenario : document_.scenario();
        start_ = start_page(document_, begin, words_, *files_, *menus_,
                            {[this](const Scenario& scenario) {
                                 if (files_->may_leave() && files_->open_scenario(scenario))
                                     open_page(QStringLiteral("advisor"));
                             },
                             [this](const QString& path, bool is_example) {
                                 if (!files_->may_leave()) return;
                                 is_example ? files_->open_example(path) : files_->open(path);
                             },
                             [this] {
                                 LessonDesk::of(document_).choose(0);
                                 focus_first_button(*open_page(QStringLiteral("learn")));
                             }},
                            this);
    }
    document_.end_trial();
    body_->show_alone(start_);
    place_status();
    start_->setFocus(Qt::OtherFocusReason);
}

bool MainWindow::is_start_in_front() const { return !body_->shows_places(); }

void MainWindow::leave_start()
{
    if (!is_start_in_front()) return;
    body_->show_alone(nullptr);
    place_status();
}

void MainWindow::place_status()
{
    const bool nothing = is_start_in_front() && !files_->holds_a_plan();
    status_->setVisible(!nothing);
    no_plan_->setVisible(nothing);
}

void MainWindow::follow_steps()
{
    const bool own_hardware = body_->pages().front().id == std::string_view("hardware");
    undo_group_.setActiveStack(own_hardware ? &hardware_->undo_stack() : &document_.front_stack());
}

void MainWindow::show_working(const QString& quantity)
{
    leave_start();
    body_->drawer().show_working(quantity);
}
void MainWindow::toggle_drawer()
{
    leave_start();
    body_->drawer().toggle();
}

void MainWindow::rename_machine() { rename_front_machine(*open_page(QStringLiteral("machines"))); }

QDialog& MainWindow::show_launch()
{
    if (!launch_) launch_ = launch_dialog(document_, words_, this);
    launch_->show();
    launch_->raise();
    launch_->activateWindow();
    return *launch_;
}

QDialog& MainWindow::show_machine()
{
    Machine machine = read_machine("/");
    const DriverAnswer driver = ask_nvidia_driver();
    add_driver_answer(driver, machine);
    QDialog* dialog = machine_dialog(document_, words_, machine, driver.state, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->open();
    return *dialog;
}

void MainWindow::show_plot_window()
{
    const QList<PlotPane*> panes = body_->pages().front_widget()->findChildren<PlotPane*>();
    for (const PlotPane* pane : panes)
        if (const PlotEntry* plot = pane->isVisible() ? plot_of(pane->objectName()) : nullptr)
            return (new PlotWindow(*plot, document_, words_, this))->show();
}

void MainWindow::open_palette() { command_palette(palette_entries(*this, body_->inputs(), words_), this)->open(); }

void MainWindow::cycle_regions(int direction) { body_->cycle(*status_, direction); }

void MainWindow::focus_field(const QString& path)
{
    struct Home {
        const char* prefix;
        const char* page;
    };
    // Fields that are not edited among the inputs.
    static constexpr std::array homes{Home{"measurements", "measured"}, Home{"requirements.workloads", "requirements"},
                                      Home{"requirements.tiling", "requirements"}, Home{"constraints.", "advisor"},
                                      Home{"gpus/", "cards"}};
    for (const Home& home : homes) {
        if (!path.startsWith(QLatin1String(home.prefix))) continue;
        open_page(QLatin1String(home.page));
        return;
    }
    const QString field = path.startsWith(QLatin1String("cpus/")) ? QStringLiteral("build.cpu") : path;
    if (edits_layers(document_) && field.startsWith(QLatin1String("model.layers"))) {
        QWidget* page = open_page(QStringLiteral("network_editor"));
        if (page != nullptr && focus_layer_field(*page, field)) return;
    }
    leave_start();
    for (ChoicesColumn* own : body_->pages().front_widget()->parentWidget()->findChildren<ChoicesColumn*>())
        if (own->isVisible() && own->focus_field(field)) return;
    if (!body_->pages().front().has_inputs) open_page(QLatin1String(first_page));
    body_->focus_input(field);
}

void MainWindow::use_theme(ThemeChoice choice)
{
    theme_ = choice;
    apply_theme(choice);
    menus_->refresh();
}

void MainWindow::reset_layout()
{
    body_->reset();
    open_page(QLatin1String(first_page));
}

bool MainWindow::is_drawn() const
{
    const QList<QWidget*> widgets = findChildren<QWidget*>();
    return plots_are_drawn(*this) && std::ranges::all_of(widgets, [](const QWidget* widget) {
               const auto* page = dynamic_cast<const SettlingPage*>(widget);
               return page == nullptr || page->is_settled();
           });
}

void MainWindow::retranslate()
{
    menus_->refresh();
    no_plan_->setText(tr("Nothing chosen yet. Answer what you know; an empty answer sets no limit."));
    notices_->show_welcome(files_->is_example());
    show_title();
}

void MainWindow::show_title()
{
    const Project& project = document_.own_project();
    const std::string& own = project.name.empty() ? project.current_build().name() : project.name;
    const QString& path = files_->known_path();
    const QString name = path.isEmpty() ? from_utf8(own) : QFileInfo(path).fileName();
    const QString shown = name.isEmpty() ? tr("Unnamed project") : name;
    const QString state = isWindowModified()         ? tr("changed")
                          : files_->is_example()     ? tr("example")
                          : files_->path().isEmpty() ? QString()
                                                     : tr("saved");
    bar_->show_project(state.isEmpty() ? shown : shown + QStringLiteral(" · ") + state);
    if (files_->is_example()) {
        setWindowTitle(tr("%1 (example)[*] — Rigwright").arg(title_part(shown)));
    } else {
        setWindowTitle(tr("%1[*] — Rigwright").arg(title_part(shown)));
    }
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
    bar_->place();
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
    if (!local_files(*event->mimeData()).isEmpty()) event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent* event)
{
    const QStringList files = local_files(*event->mimeData());
    if (files.isEmpty()) return;
    event->acceptProposedAction();
    files.size() == 1 ? open_file(files.first()) : import_files(files);
}

void MainWindow::import_files(const QStringList& files)
{
    document_.end_trial();
    const int taken = rigwright::import_files(words_, {*files_, *importer_, *measurements_, hardware_}, files, this);
    if (taken > 0) notices_->say([taken] { return tr("Files imported: %1").arg(taken); });
}

void MainWindow::open_file(const QString& path)
{
    // Imports change the project.
    document_.end_trial();
    const FileContent content = content_of_file(path);
    if (content == FileContent::model)
        importer_->import_file(path);
    else if (content == FileContent::measurement)
        measurements_->import_result(path);
    else if (content == FileContent::prices && hardware_ != nullptr)
        import_price_files(*open_page(QStringLiteral("hardware")), {path});
    else if (files_->may_leave())
        files_->open(path);
}

void MainWindow::keep_settings()
{
    keeps_settings_ = true;
    const QSettings settings;
    notices_->dismiss_welcome(settings.value(QStringLiteral("window/welcome_dismissed")).toBool());
    restoreGeometry(settings.value(QStringLiteral("window/geometry")).toByteArray());
    body_->restore_state(settings);
}

void MainWindow::save_settings() const
{
    if (!keeps_settings_) return;
    QSettings settings;
    settings.setValue(QStringLiteral("window/geometry"), saveGeometry());
    settings.setValue(QStringLiteral("window/welcome_dismissed"), notices_->is_welcome_dismissed());
    settings.setValue(QStringLiteral("window/theme"), static_cast<int>(theme_));
    settings.setValue(QStringLiteral("window/language"), language_.current());
    body_->save_state(settings);
}

} // namespace rigwright

#include "main_window.moc"
