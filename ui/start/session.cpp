// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/start/session.h"

#include "core/text/messages.h"
#include "ui/controls/step_slider.h"
#include "ui/panels/notice_strip.h"
#include "ui/recovery/recovery_dialog.h"
#include "ui/window_files.h"
#include "ui/window_menus.h"

#include <QCoreApplication>
#include <QScreen>
#include <QSettings>

namespace rigwright {

namespace {

constexpr const char* first_example = "fabric-defects.rigwright";

QString path_text(const std::filesystem::path& path) { return QString::fromStdString(path.string()); }

} // namespace

std::shared_ptr<const EngineData> Session::loaded(const DataDirectory& data, std::vector<JsonIssue>& issues)
{
    LoadedEngineData loaded = load_engine_data(data, own_catalog_directory());
    issues = std::move(loaded.issues);
    return std::make_shared<const EngineData>(std::move(loaded.data));
}

QString Session::data_trouble() const
{
    QStringList lines;
    for (const JsonIssue& issue : issues_)
        lines << QStringLiteral("%1, %2: %3")
                     .arg(from_utf8(issue.file), from_utf8(issue.path),
                          from_utf8(text_of_issue(issue, words_.table())));
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
      words_(data.messages()),
      document_(loaded(data, issues_), Scenario()),
      hardware_(document_, data.hardware_db(), own_catalog_directory(), own_issues()),
      window_(document_, words_, language_, data.examples())
{
    install_step_slider_accessibility();
    window_.use_hardware(hardware_);
    QObject::connect(&language_, &InterfaceLanguage::changed, &window_, [this](const QString& id) {
        words_.use(id);
        hardware_.use(words_.table());
        if (guide_) guide_->use(id);
    });
    QObject::connect(&window_.menus(), &WindowMenus::guide_requested, &window_, [this] { show_guide(); });
}

void Session::show_guide()
{
    if (!guide_) guide_ = std::make_unique<GuideWindow>(directory_.guide());
    guide_->setAttribute(Qt::WA_QuitOnClose, false);
    guide_->use(language_.current());
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
    autosave_ = std::make_unique<Autosave>(document_, *recovery_, [this] { return window_.files().path(); });
    QObject::connect(autosave_.get(), &Autosave::failed, &window_, [this](const QString& why) {
        window_.trouble().show_text([why] {
            return QCoreApplication::translate("Start", "Unsaved work cannot be kept for a recovery: %1").arg(why);
        });
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
    // In front of the window, once it is visible.
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
    const bool opened = path.isEmpty() ? window_.files().open_example(path_text(directory_.examples() / first_example))
                                       : window_.files().open(path);
    if (opened && !issues_.empty()) window_.trouble().show_text([this] { return data_trouble(); });
    return opened;
}

} // namespace rigwright
