// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/start/start.h"

#include "core/hardware/dates.h"
#include "core/project/pinned_prices.h"
#include "core/text/messages.h"
#include "ui/controls/step_slider.h"
#include "ui/document/project_file.h"
#include "ui/format/on_change.h"
#include "ui/import_dialog.h"
#include "ui/launch/launch_dialog.h"
#include "ui/report/report_page.h"
#include "ui/report/report_pages.h"
#include "ui/requirements/card_page.h"
#include "ui/window/notices.h"
#include "ui/window_files.h"

#include <QCommandLineParser>
#include <QCoreApplication>
#include <QDeadlineTimer>
#include <QDir>
#include <QLoggingCategory>
#include <QMessageBox>
#include <QPixmap>
#include <QRegularExpression>
#include <QSaveFile>
#include <QScreen>
#include <QSettings>
#include <QStandardPaths>
#include <QTimer>
#include <QWidget>

#include <array>
#include <iostream>

namespace rigwright {

namespace {

constexpr int smallest_side = 320;
constexpr int largest_side = 16384;

struct StartText {
    Q_DECLARE_TR_FUNCTIONS(Start)
};

QCommandLineOption option(const char* name, const QString& what, const char* value = "")
{
    return {QLatin1String(name), what, QLatin1String(value)};
}

struct Options {
    QCommandLineOption screenshot =
        option("screenshot", StartText::tr("Write a picture of the window to OUT.png and exit."), "OUT.png");
    QCommandLineOption report = option(
        "report",
        StartText::tr(
            "Write the report of up to six scenarios and exit; by its ending: pdf, html, xlsx, csv, tsv, md, json."),
        "OUT");
    QCommandLineOption question =
        option("question", StartText::tr("The question that the report answers, in your words."), "TEXT");
    QCommandLineOption both = option("both-languages", StartText::tr("The report in the other language as well."));
    QCommandLineOption language = option("language", StartText::tr("Language of the window: en or zh_CN."), "LANGUAGE");
    QCommandLineOption theme = option("theme", StartText::tr("Colors: light, dark or system."), "THEME");
    QCommandLineOption size = option("size", StartText::tr("Size of the window in pixels, such as 1440x900."), "WxH");
    QCommandLineOption page = option("page", StartText::tr("Page to show, such as memory, compare, report."), "NAME");
    QCommandLineOption new_window =
        option("new-window", StartText::tr("Open another window instead of the one that is open already."));
    QCommandLineOption help{{QStringLiteral("h"), QStringLiteral("help")}, StartText::tr("Show this help.")};
    QCommandLineOption version{{QStringLiteral("v"), QStringLiteral("version")}, StartText::tr("Show the version.")};
};

std::optional<ThemeChoice> theme_from(const QString& word)
{
    if (word == QLatin1String("system")) return ThemeChoice::system;
    if (word == QLatin1String("light")) return ThemeChoice::light;
    if (word == QLatin1String("dark")) return ThemeChoice::dark;
    return std::nullopt;
}

std::optional<QSize> size_from(const QString& text)
{
    static const QRegularExpression pattern(QStringLiteral("^([0-9]{1,5})x([0-9]{1,5})$"));
    const QRegularExpressionMatch match = pattern.match(text);
    const QSize size(match.captured(1).toInt(), match.captured(2).toInt());
    const auto sensible = [](int side) { return side >= smallest_side && side <= largest_side; };
    return match.hasMatch() && sensible(size.width()) && sensible(size.height()) ? std::optional(size) : std::nullopt;
}

QString refused(const QCommandLineOption& option, const QString& found)
{
    return StartText::tr("--%1: “%2” is not accepted. %3").arg(option.names().constFirst(), found, option.description());
}

} // namespace

StartOptions parse_start_options(const QStringList& arguments)
{
    const Options known;
    QCommandLineParser parser;
    parser.setApplicationDescription(StartText::tr("Rigwright: size, price and compare hardware for AI training."));
    parser.addOptions({known.screenshot, known.report, known.question, known.both, known.language, known.theme,
                       known.size, known.page, known.new_window, known.help, known.version});
    parser.addPositionalArgument(QStringLiteral("FILE"), StartText::tr("Project or scenario to open."),
                                 QStringLiteral("[FILE...]"));
    StartOptions options;
    if (!parser.parse(arguments)) options.error = parser.errorText();
    if (parser.isSet(known.help)) options.answer = parser.helpText();
    if (parser.isSet(known.version))
        options.answer = QStringLiteral("rigwright %1\n").arg(QString::fromStdString(std::string(version())));
    if (!options.error.isEmpty()) return options;
    options.files = parser.positionalArguments();
    options.report = parser.value(known.report);
    options.report_question = parser.value(known.question);
    options.report_both = parser.isSet(known.both);
    if (options.files.size() > 1 && options.report.isEmpty())
        options.error = StartText::tr("Only one file can be opened.");
    options.file = parser.positionalArguments().value(0);
    options.screenshot = parser.value(known.screenshot);
    options.page = parser.value(known.page);
    options.language = parser.value(known.language);
    options.new_window = parser.isSet(known.new_window);
    options.theme = theme_from(parser.value(known.theme));
    options.size = size_from(parser.value(known.size));
    if (parser.isSet(known.language) && !InterfaceLanguage::available().contains(options.language))
        options.error = refused(known.language, options.language);
    if (parser.isSet(known.theme) && !options.theme) options.error = refused(known.theme, parser.value(known.theme));
    if (parser.isSet(known.size) && !options.size) options.error = refused(known.size, parser.value(known.size));
    if (parser.isSet(known.screenshot) && options.screenshot.isEmpty())
        options.error = refused(known.screenshot, QString());
    return options;
}

namespace {

constexpr const char* first_example = "fabric-defects.rigwright";
constexpr const char* start_page = "start";

QString path_text(const std::filesystem::path& path) { return QString::fromStdString(path.string()); }

} // namespace

std::shared_ptr<const EngineData> Session::loaded(const DataDirectory& data, std::vector<JsonIssue>& issues)
{
    LoadedEngineData loaded = load_engine_data(data, own_catalog_directory(), today());
    issues = std::move(loaded.issues);
    return std::make_shared<const EngineData>(std::move(loaded.data));
}

QString Session::data_trouble() const
{
    QStringList lines;
    for (const JsonIssue& issue : issues_) lines << issue_line(issue, words_);
    return lines.join(QLatin1Char('\n'));
}

/// Issues of own files as shown in the catalog's window: relative to the folder.
std::vector<JsonIssue> Session::own_issues() const
{
    std::vector<JsonIssue> own;
    const std::string folder = own_catalog_directory().string() + "/";
    for (const JsonIssue& issue : issues_) {
        if (!issue.own) continue;
        own.push_back(issue);
        if (issue.file.starts_with(folder)) own.back().file = issue.file.substr(folder.size());
    }
    return own;
}

Session::Session(const DataDirectory& data)
    : directory_(data),
      words_(data),
      document_(loaded(data, issues_), Scenario()),
      hardware_(document_, data.hardware_db(), own_catalog_directory(), own_issues()),
      window_(document_, words_, language_, data.examples(), &hardware_)
{
    install_step_slider_accessibility();
    QObject::connect(&language_, &InterfaceLanguage::changed, &window_, [this](const QString& id) {
        words_.use(id);
        hardware_.use(words_.table());
        if (guide_) guide_->use(id);
    });
    QObject::connect(&window_, &MainWindow::guide_requested, &window_,
                     [this](const QString& page) { show_guide(page); });
}

void Session::show_guide(const QString& page)
{
    if (!guide_) guide_ = std::make_unique<GuideWindow>(directory_.guide());
    guide_->setAttribute(Qt::WA_QuitOnClose, false);
    guide_->use(language_.current());
    guide_->open(page);
    guide_->show();
    guide_->raise();
    guide_->activateWindow();
}

void Session::dress(const StartOptions& options, bool keep_settings, bool safe_start)
{
    const QSettings settings;
    const auto kept = [&settings, keep_settings](const char* key) {
        return keep_settings ? settings.value(QString::fromLatin1(key)) : QVariant();
    };
    if (keep_settings && !safe_start) window_.keep_settings();
    const QString last = kept("window/language").toString();
    QString language = options.language.isEmpty() ? last : options.language;
    if (!InterfaceLanguage::available().contains(language)) language = InterfaceLanguage::of_system();
    language_.use(language);
    words_.use(language);
    hardware_.use(words_.table());
    const int theme = kept("window/theme").toInt();
    const bool known = theme >= 0 && theme <= static_cast<int>(ThemeChoice::dark);
    window_.use_theme(options.theme.value_or(known ? static_cast<ThemeChoice>(theme) : ThemeChoice::system));
    if (options.size)
        window_.resize(*options.size);
    else if (keep_settings)
        window_.resize(window_.size().boundedTo(window_.screen()->availableSize()));
}

void Session::keep_safe(const QString& folder)
{
    recovery_ = std::make_unique<RecoveryFolder>(folder);
    autosave_ = std::make_unique<Autosave>(document_, *recovery_, [this] { return window_.files().known_path(); });
    QObject::connect(autosave_.get(), &Autosave::failed, &window_, [this](const QString& why) {
        window_.trouble().show_text(
            [why] { return StartText::tr("Unsaved work cannot be saved for recovery: %1").arg(why); });
    });
    std::vector<LeftBehind> sessions = recovery_->left_behind();
    if (!sessions.empty()) offer(std::move(sessions));
}

void Session::offer(std::vector<LeftBehind> sessions)
{
    auto* dialog = new RecoveryDialog(*recovery_, std::move(sessions), &window_);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    QObject::connect(dialog, &RecoveryDialog::restore_requested, &window_, [this](const LeftBehind& session) {
        if (!window_.files().open_left_behind(recovery_->snapshot_of(session), session.path)) return;
        // Write its own snapshot first, so that the work is always protected.
        autosave_->keep_now();
        recovery_->discard(session);
    });
    // In front of the window, after it is visible.
    QMetaObject::invokeMethod(dialog, &QDialog::open, Qt::QueuedConnection);
}

void Session::end()
{
    if (recovery_) recovery_->clear();
}

void Session::answer(const QString& file)
{
    if (window_.isMinimized()) window_.showNormal();
    window_.raise();
    window_.activateWindow();
    if (!file.isEmpty()) window_.open_file(file);
}

bool Session::open(const QString& path)
{
    if (!path.isEmpty() && !opens_as_project(content_of_file(path))) {
        // A model answers the first of the five questions.
        const bool opened = open_start();
        window_.open_file(path);
        return opened;
    }
    const bool opened = path.isEmpty() ? window_.files().open_example(path_text(directory_.examples() / first_example))
                                       : window_.files().open(path);
    if (opened && !issues_.empty()) window_.trouble().show_text([this] { return data_trouble(); });
    return opened;
}

bool Session::open_start()
{
    const bool opened = window_.files().open_new();
    window_.show_start();
    if (!issues_.empty()) window_.trouble().show_text([this] { return data_trouble(); });
    return opened;
}

namespace {

int fail(const QString& message)
{
    std::cerr << "rigwright: " << message.toStdString() << std::endl;
    return 1;
}

int no_data(bool silent)
{
    const QString message = StartText::tr("Data folder not found. Expected: share/rigwright next to the program's "
                                          "folder, or the folder in the environment variable RIGWRIGHT_DATA.");
    if (!silent) QMessageBox::critical(nullptr, StartText::tr("Rigwright"), message);
    return fail(message);
}

/// Evaluates the builds of all files; on failure, names the first file that failed and the reason.
QString evaluate_all(const QStringList& files, const EngineData& data, const Localization& words,
                     ReportOptions& options)
{
    for (const QString& file : files) {
        const OpenedProject opened = open_project_file(file);
        if (!opened.trouble.isEmpty()) return named_value(file, opened.trouble);
        if (!opened.project) return named_value(file, words.text(opened.errors.front()));
        for (const Build& build : opened.project->builds) {
            options.push_back(
                std::make_shared<const Evaluation>(evaluate(priced_scenario(build, data.hardware), data)));
            const std::vector<Finding>& errors = options.back()->errors;
            if (!errors.empty()) return named_value(file, words.text(errors.front()));
        }
    }
    return {};
}

int write_report_of(const StartOptions& asked, Session& session)
{
    ReportOptions options;
    if (asked.files.isEmpty() || asked.files.size() > qsizetype(most_report_options))
        return fail(StartText::tr("A report needs one to %1 scenarios.").arg(most_report_options));
    const QString trouble = evaluate_all(asked.files, *session.document().data(), session.words(), options);
    if (!trouble.isEmpty()) return fail(trouble);
    const Language language = session.words().language();
    const ReportLanguages languages = asked.report_both               ? ReportLanguages::both
                                      : language == Language::english ? ReportLanguages::english
                                                                      : ReportLanguages::chinese;
    const QString failure = write_report(
        make_reports(options, *session.document().data(), asked.report_question, languages, session.words()),
        asked.report);
    return failure.isEmpty() ? 0 : fail(failure);
}

Q_LOGGING_CATEGORY(start_log, "rigwright.start", QtWarningMsg)

/// Logs "painted" after the first painting of `window`, in the category `rigwright.start`. It is silent by default
/// (enable by QT_LOGGING_RULES=rigwright.start.info=true); the start benchmark uses it.
void log_first_paint(QWidget& window)
{
    if (!start_log().isInfoEnabled()) return;
    on_change(&window, QEvent::Paint, [first = true]() mutable {
        // The event starts the painting; when control returns to the event loop, the whole window is painted.
        if (std::exchange(first, false))
            QMetaObject::invokeMethod(
                qApp, [] { qCInfo(start_log) << "painted"; }, Qt::QueuedConnection);
    });
}

constexpr int patience_ms = 20000;
/// Other windows fill shortly after they are shown.
constexpr int settling_ms = 600;

/// Saves a screenshot of `page`, the window or one of its other windows, as a PNG file, including plots. Both must be
/// visible. Returns the reason on failure, or nothing.
QString take_screenshot(MainWindow& window, QWidget& page, const QString& path)
{
    const QDeadlineTimer deadline(patience_ms);
    const QDeadlineTimer settled(&page == &window ? 0 : settling_ms);
    do {
        QApplication::processEvents(QEventLoop::AllEvents, 50);
    } while ((!window.is_drawn() || !settled.hasExpired()) && !deadline.hasExpired());
    QApplication::sendPostedEvents();
    const QPixmap picture = page.grab();
    QSaveFile file(path);
    const bool written = file.open(QIODevice::WriteOnly) && picture.save(&file, "PNG") && file.commit();
    return written ? QString() : StartText::tr("%1 was not written: %2").arg(path, file.errorString());
}

/// Names for the command line: the tabs of the window in order, then its other windows.
QStringList page_names(const MainWindow& window)
{
    return window.page_ids() << QLatin1String(start_page) << QStringLiteral("machine") << QStringLiteral("launch");
}

/// Folder for data of the running program: unsaved work, the lock of the first instance.
QString own_folder(const QString& name)
{
    return QDir(QStandardPaths::writableLocation(QStandardPaths::AppLocalDataLocation)).filePath(name);
}

/// How long a later instance waits for the first one to respond before it opens its own window.
constexpr std::chrono::milliseconds patience{3000};

/// A program that ran this long started successfully.
constexpr std::chrono::seconds long_enough{60};

} // namespace

FirstSight opens_first(const StartOptions& options, bool safe_start)
{
    const bool picture = !options.screenshot.isEmpty();
    FirstSight first{options.file.isEmpty() && !picture ? recent_files().value(0) : options.file, safe_start};
    if (first.file.isEmpty()) first.start_page = !picture || options.page == QLatin1String(start_page);
    return first;
}

int start(QApplication& application, const StartOptions& options)
{
    install_style(application);
    const bool picture = !options.screenshot.isEmpty() || !options.report.isEmpty();
    const std::optional<DataDirectory> data = find_data_directory();
    if (!data) return no_data(picture);
    std::optional<SingleInstance> instance;
    if (!picture) instance.emplace(own_folder(QStringLiteral("instance")));
    const bool later = instance && !options.new_window && !instance->is_first();
    if (later && instance->hand_over(options.file, patience)) return 0;
    // A second window next to the first does not indicate crashes.
    std::optional<StartRecord> record;
    if (instance && instance->is_first()) record.emplace(own_folder(QStringLiteral("starts")));
    const bool safe = record && record->is_safe_start();
    Session session(*data);
    session.dress(options, !picture, safe);
    if (!options.report.isEmpty()) return write_report_of(options, session);
    const auto [file, on_start_page] = opens_first(options, safe);
    const bool opened = on_start_page ? session.open_start() : session.open(file);
    if (!opened && picture) return fail(session.window().trouble().text());
    // Shows the start page below the file's error.
    if (!opened) {
        session.open_start();
        session.open(file);
    }
    if (safe) session.window().notices().tell_safe_start(file);
    log_first_paint(session.window());
    session.window().show();
    QWidget* page = options.page.isEmpty() ? &session.window() : show_page(session.window(), options.page);
    if (page == nullptr) {
        return fail(StartText::tr("There is no page “%1”. There are: %2.")
                        .arg(options.page, listed(page_names(session.window()))));
    }
    if (picture) {
        const QString trouble = take_screenshot(session.window(), *page, options.screenshot);
        return trouble.isEmpty() ? 0 : fail(trouble);
    }
    QObject::connect(&*instance, &SingleInstance::asked, &session.window(),
                     [&session](const QString& handed) { session.answer(handed); });
    session.keep_safe(own_folder(QStringLiteral("recovery")));
    if (record) QTimer::singleShot(long_enough, &session.window(), [&record] { record->went_well(); });
    const int status = QApplication::exec();
    session.end();
    if (record) record->went_well();
    return status;
}

QWidget* show_page(MainWindow& window, const QString& name)
{
    if (name == QStringLiteral("machine")) return &window.show_machine();
    if (name == QStringLiteral("launch")) return &window.show_launch();
    if (name == QLatin1String(start_page)) {
        window.show_start();
        return &window;
    }
    return window.open_page(name) == nullptr ? nullptr : &window;
}

} // namespace rigwright
