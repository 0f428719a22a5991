// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/start/start.h"

#include "core/project/pinned_prices.h"
#include "ui/catalog_editor/catalog_window.h"
#include "ui/document/project_file.h"
#include "ui/launch/launch_dialog.h"
#include "ui/learn/learn_window.h"
#include "ui/main_window.h"
#include "ui/measure/measured_window.h"
#include "ui/model_comparison/model_comparison_window.h"
#include "ui/panels/notice_strip.h"
#include "ui/recovery/single_instance.h"
#include "ui/report/report_pages.h"
#include "ui/report/report_window.h"
#include "ui/requirements/card_window.h"
#include "ui/start/session.h"

#include <QApplication>
#include <QDeadlineTimer>
#include <QDir>
#include <QEvent>
#include <QLoggingCategory>
#include <QMessageBox>
#include <QPixmap>
#include <QSaveFile>
#include <QStandardPaths>
#include <QTimer>
#include <QWidget>

#include <array>
#include <iostream>

namespace rigwright {

namespace {

int fail(const QString& message)
{
    std::cerr << "rigwright: " << message.toStdString() << std::endl;
    return 1;
}

int no_data(bool silent)
{
    const QString message = QCoreApplication::translate(
        "Start", "The data folder was not found. It lies in share/rigwright beside the program's folder; "
                 "the environment variable RIGWRIGHT_DATA can name another one.");
    if (!silent) QMessageBox::critical(nullptr, QCoreApplication::translate("Start", "Rigwright"), message);
    return fail(message);
}

/// Evaluates the builds of all files; on failure, names the first file that failed and the reason.
QString evaluate_all(const QStringList& files, const EngineData& data, const Localization& words,
                     ReportOptions& options)
{
    for (const QString& file : files) {
        const OpenedProject opened = open_project_file(file);
        if (!opened.trouble.isEmpty()) return QStringLiteral("%1: %2").arg(file, opened.trouble);
        if (!opened.project) return QStringLiteral("%1: %2").arg(file, words.text(opened.errors.front()));
        for (const Build& build : opened.project->builds) {
            options.push_back(
                std::make_shared<const Evaluation>(evaluate(priced_scenario(build, data.hardware), data)));
            const std::vector<Finding>& errors = options.back()->errors;
            if (!errors.empty()) return QStringLiteral("%1: %2").arg(file, words.text(errors.front()));
        }
    }
    return {};
}

int write_report_of(const StartOptions& asked, Session& session)
{
    ReportOptions options;
    if (asked.files.isEmpty() || asked.files.size() > qsizetype(most_report_options))
        return fail(
            QCoreApplication::translate("Start", "A report needs one to %1 scenarios.").arg(most_report_options));
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
/// Folder for data of the running program: unsaved work, the lock of the first instance.
QString own_folder(const QString& name)
{
    return QDir(QStandardPaths::writableLocation(QStandardPaths::AppLocalDataLocation)).filePath(name);
}

/// How long a later instance waits for the first one's answer before it opens its own window.
constexpr std::chrono::milliseconds patience{3000};

/// A program that ran this long did not fail to start.
constexpr std::chrono::seconds long_enough{60};

} // namespace

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
    const QString wanted = safe ? QString() : options.file;
    const bool opened = session.open(wanted);
    if (!opened && picture) return fail(session.window().trouble().text());
    // A window with the example shows the problem of the file.
    if (!opened && !wanted.isEmpty()) {
        session.open(QString());
        session.open(wanted);
    }
    if (safe) session.window().tell_safe_start(options.file);
    log_first_paint(session.window());
    session.window().show();
    QWidget* page = options.page.isEmpty() ? &session.window() : show_page(session.window(), options.page);
    if (page == nullptr) {
        return fail(QCoreApplication::translate("Start", "There is no page “%1”. There are: %2.")
                        .arg(options.page, page_names(session.window()).join(QStringLiteral(", "))));
    }
    if (picture) {
        const QString trouble = take_screenshot(session.window(), *page, options.screenshot);
        return trouble.isEmpty() ? 0 : fail(trouble);
    }
    QObject::connect(&*instance, &SingleInstance::asked, &session.window(),
                     [&session](const QString& file) { session.answer(file); });
    session.keep_safe(own_folder(QStringLiteral("recovery")));
    if (record) QTimer::singleShot(long_enough, &session.window(), [&record] { record->went_well(); });
    const int status = QApplication::exec();
    session.end();
    if (record) record->went_well();
    return status;
}

namespace {

Q_LOGGING_CATEGORY(start_log, "rigwright.start", QtWarningMsg)

class FirstPaint : public QObject {
public:
    explicit FirstPaint(QWidget& window) : QObject(&window) { window.installEventFilter(this); }

    bool eventFilter(QObject* watched, QEvent* event) override
    {
        if (event->type() == QEvent::Paint) {
            watched->removeEventFilter(this);
            // The event starts the painting; when control returns to the event loop, the whole window is painted.
            QMetaObject::invokeMethod(this, &FirstPaint::tell, Qt::QueuedConnection);
        }
        return QObject::eventFilter(watched, event);
    }

private:
    void tell()
    {
        qCInfo(start_log) << "painted";
        deleteLater();
    }
};

} // namespace

void log_first_paint(QWidget& window)
{
    if (start_log().isInfoEnabled()) new FirstPaint(window);
}

namespace {

constexpr int patience_ms = 20000;
/// Other windows fill themselves shortly after they are shown.
constexpr int settling_ms = 600;

} // namespace

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
    return written ? QString()
                   : QCoreApplication::translate("Start", "%1 was not written: %2").arg(path, file.errorString());
}

namespace {

struct OtherWindow {
    const char* name;
    QWidget* (*show)(MainWindow& window);
};

constexpr std::array other_windows{
    OtherWindow{"models", [](MainWindow& window) -> QWidget* { return &window.show_chooser(); }},
    OtherWindow{"measured", [](MainWindow& window) -> QWidget* { return &window.show_measured(); }},
    OtherWindow{"cards", [](MainWindow& window) -> QWidget* { return &window.show_cards(); }},
    OtherWindow{"machine", [](MainWindow& window) -> QWidget* { return &window.show_machine(); }},
    OtherWindow{"hardware", [](MainWindow& window) -> QWidget* { return window.show_catalog(); }},
    OtherWindow{"report", [](MainWindow& window) -> QWidget* { return &window.show_report(); }},
    OtherWindow{"launch", [](MainWindow& window) -> QWidget* { return &window.show_launch(); }},
    OtherWindow{"learn", [](MainWindow& window) -> QWidget* { return &window.show_learn(); }},
};

} // namespace

QStringList page_names(MainWindow& window)
{
    QStringList names;
    for (int i = 0; i < window.tabs().count(); ++i)
        if (window.tabs().isTabVisible(i)) names << window.tabs().widget(i)->objectName();
    for (const OtherWindow& other : other_windows) names << QString::fromLatin1(other.name);
    return names;
}

QWidget* show_page(MainWindow& window, const QString& name)
{
    for (int i = 0; i < window.tabs().count(); ++i) {
        if (window.tabs().widget(i)->objectName() != name || !window.tabs().isTabVisible(i)) continue;
        window.tabs().setCurrentIndex(i);
        return &window;
    }
    for (const OtherWindow& other : other_windows)
        if (name == QLatin1String(other.name)) return other.show(window);
    return nullptr;
}

} // namespace rigwright
