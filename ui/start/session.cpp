// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/start/session.h"

#include "ui/controls/step_slider.h"
#include "ui/panels/notice_strip.h"
#include "ui/window_files.h"
#include "ui/window_menus.h"

#include <QSettings>

namespace rigwright {

namespace {

constexpr const char* first_example = "fabric-defects-1x4090.json";

QString path_text(const std::filesystem::path& path) { return QString::fromStdString(path.string()); }

} // namespace

LoadedEngineData Session::loaded(const DataDirectory& data, QString& trouble)
{
    LoadedEngineData loaded = load_engine_data(data);
    QStringList lines;
    for (const LoadIssue& issue : loaded.issues) lines << QString::fromStdString(issue.file + ": " + issue.issue.code);
    trouble = lines.join(QLatin1Char('\n'));
    return loaded;
}

Session::Session(const DataDirectory& data)
    : directory_(data),
      words_(data.messages()),
      document_(std::make_shared<const EngineData>(loaded(data, data_trouble_).data), Scenario()),
      window_(document_, words_, language_, data.examples())
{
    install_step_slider_accessibility();
    QObject::connect(&language_, &InterfaceLanguage::changed, &window_, [this](const QString& id) {
        words_.use(id);
        if (guide_) guide_->use(id);
    });
    QObject::connect(&window_.menus(), &WindowMenus::guide_asked, &window_, [this] { show_guide(); });
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

void Session::dress(const StartOptions& options, bool keep_settings)
{
    const QSettings settings;
    const auto kept = [&settings, keep_settings](const char* key) {
        return keep_settings ? settings.value(QString::fromLatin1(key)) : QVariant();
    };
    if (keep_settings) window_.keep_settings();
    const QString last = kept("window/language").toString();
    QString language = options.language.isEmpty() ? last : options.language;
    if (!InterfaceLanguage::available().contains(language)) language = InterfaceLanguage::of_system();
    language_.use(language);
    words_.use(language);
    const int theme = kept("window/theme").toInt();
    const bool known = theme >= 0 && theme <= static_cast<int>(ThemeChoice::dark);
    window_.use_theme(options.theme.value_or(known ? static_cast<ThemeChoice>(theme) : ThemeChoice::system));
    if (options.size) window_.resize(*options.size);
    if (!data_trouble_.isEmpty()) window_.trouble().show_text([text = data_trouble_] { return text; });
}

bool Session::open(const QString& path)
{
    if (!path.isEmpty()) return window_.files().open(path);
    return window_.files().open_example(path_text(directory_.examples() / first_example));
}

} // namespace rigwright
