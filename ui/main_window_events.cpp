// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/project/pinned_prices.h"
#include "ui/about/about_text.h"
#include "ui/advisor/advisor_page.h"
#include "ui/catalog_editor/catalog_window.h"
#include "ui/compare/compare_pane.h"
#include "ui/cost/cost_pane.h"
#include "ui/layers/layer_pane.h"
#include "ui/main_window.h"
#include "ui/measure/measured_window.h"
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
#include "ui/requirements/card_window.h"
#include "ui/requirements/requirements_page.h"
#include "ui/window_files.h"
#include "ui/window_menus.h"

#include <QApplication>
#include <QClipboard>
#include <QCloseEvent>
#include <QFileInfo>
#include <QMessageBox>
#include <QMimeData>
#include <QPushButton>
#include <QSettings>
#include <QToolButton>

#include <array>

namespace rigwright {

namespace {

/// Below this width the third column would squeeze the others; it becomes a tab.
constexpr int width_for_three_columns = 1100;

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

} // namespace

void MainWindow::place_meaning()
{
    const bool wide = width() >= width_for_three_columns;
    const int tab = tabs_->indexOf(meaning_);
    if (wide && tab >= 0) {
        tabs_->removeTab(tab);
        meaning_->setOrientation(Qt::Vertical);
        columns_->addWidget(meaning_);
        meaning_->show();
        columns_->setSizes({choices_->width(), width() - choices_->width() - meaning_->sizeHint().width(),
                            meaning_->sizeHint().width()});
        meaning_->setSizes({2 * height(), 3 * height()});
    } else if (!wide && tab < 0) {
        // A tab is wide and low: what to know stands beside the working there.
        meaning_->setOrientation(Qt::Horizontal);
        tabs_->addTab(meaning_, tr("Meaning and working"));
        meaning_->setSizes({width(), width()});
    }
}

void MainWindow::place_plots()
{
    const std::vector<PlotEntry>& plots = plot_list();
    for (std::size_t i = 0; i < plots.size(); ++i) {
        const bool wanted = plots[i].applies == nullptr || plots[i].applies(document_);
        const int tab = tabs_->indexOf(plots_[i]);
        if (tabs_->isTabVisible(tab) != wanted) tabs_->setTabVisible(tab, wanted);
    }
}

void MainWindow::place_layers()
{
    const int tab = tabs_->indexOf(layers_);
    const bool wanted = LayerEditor::applies(document_);
    if (wanted && tab < 0) {
        tabs_->insertTab(0, layers_, tr("Layers"));
        tabs_->setCurrentIndex(0);
    } else if (!wanted && tab >= 0) {
        tabs_->removeTab(tab);
        layers_->hide();
    }
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

CardWindow& MainWindow::show_cards()
{
    if (!cards_)
        cards_ = new CardWindow(document_, words_, this);
    else
        cards_->start_with_build();
    cards_->show();
    cards_->raise();
    cards_->activateWindow();
    return *cards_;
}

void MainWindow::show_layers()
{
    tabs_->setCurrentWidget(layers_);
    layers_->table()->setFocus(Qt::OtherFocusReason);
}

void MainWindow::show_advice()
{
    tabs_->setCurrentWidget(advice_);
    AdviceRows* rows = advice_->remedies()->shown() > 0 ? advice_->remedies() : advice_->answers();
    if (rows->shown() > 0) rows->button(0)->setFocus(Qt::OtherFocusReason);
}

void MainWindow::focus_field(const QString& path)
{
    if (path.startsWith(QLatin1String("measurements"))) {
        show_measured();
        return;
    }
    if (path.startsWith(QLatin1String("requirements.workloads")) ||
        path.startsWith(QLatin1String("requirements.tiling"))) {
        tabs_->setCurrentWidget(requirements_);
        return;
    }
    if (path.startsWith(QLatin1String("constraints."))) {
        tabs_->setCurrentWidget(advisor_);
        return;
    }
    if (path.startsWith(QLatin1String("gpus/"))) {
        show_cards();
        return;
    }
    if (path.startsWith(QLatin1String("cpus/"))) {
        choices_->focus_field(QStringLiteral("build.cpu"));
        return;
    }
    if (tabs_->indexOf(layers_) >= 0 && layers_->focus_field(path)) {
        tabs_->setCurrentWidget(layers_);
        return;
    }
    choices_->focus_field(path);
}

void MainWindow::retranslate()
{
    menus_->retranslate();
    const std::vector<PlotEntry>& plots = plot_list();
    for (std::size_t i = 0; i < plots.size(); ++i) {
        tabs_->setTabText(tabs_->indexOf(plots_[i]), plots[i].tab());
        tabs_->setTabToolTip(tabs_->indexOf(plots_[i]), plots[i].title());
    }
    tabs_->setTabText(tabs_->indexOf(advice_), tr("What fits"));
    tabs_->setTabText(tabs_->indexOf(cost_), tr("Cost"));
    tabs_->setTabText(tabs_->indexOf(compare_), tr("Compare"));
    tabs_->setTabText(tabs_->indexOf(limits_), tr("What limits"));
    tabs_->setTabText(tabs_->indexOf(requirements_), tr("Requirements"));
    tabs_->setTabText(tabs_->indexOf(advisor_), tr("Advisor"));
    tabs_->setTabText(tabs_->indexOf(layer_pane_), tr("Layers"));
    if (const int tab = tabs_->indexOf(layers_); tab >= 0) tabs_->setTabText(tab, tr("Build the net"));
    if (const int tab = tabs_->indexOf(meaning_); tab >= 0) tabs_->setTabText(tab, tr("Meaning and working"));
    tabs_->setAccessibleName(tr("Plots and layers"));
    tab_list_->setAccessibleName(tr("All plots and tables"));
    tab_list_->setToolTip(tr("All plots and tables"));
    welcome_->findChild<QPushButton*>(QStringLiteral("start_model"))->setText(tr("Your model"));
    welcome_->findChild<QPushButton*>(QStringLiteral("start_data"))->setText(tr("Your data"));
    safe_start_->findChild<QPushButton*>(QStringLiteral("restore_session"))->setText(tr("Restore"));
    if (files_->is_example() && !welcome_dismissed_) {
        welcome_->show_text(
            [] { return tr("This is an example. Change anything on the left and watch the answer, or start from:"); });
    } else {
        welcome_->hide();
    }
    show_title();
}

void MainWindow::show_title()
{
    const Project& project = document_.project();
    const std::string& own = project.name.empty() ? document_.scenario().name : project.name;
    const QString name = files_->path().isEmpty() ? from_utf8(own) : QFileInfo(files_->path()).fileName();
    const QString shown = name.isEmpty() ? tr("Unnamed project") : name;
    if (files_->is_example()) {
        setWindowTitle(tr("%1 (example)[*] — Rigwright").arg(title_part(shown)));
    } else {
        setWindowTitle(tr("%1[*] — Rigwright").arg(title_part(shown)));
    }
}

void MainWindow::cycle_panes(int direction)
{
    const std::array<QWidget*, 3> panes{choices_, tabs_->parentWidget(), meaning_};
    int at = direction > 0 ? -1 : 0;
    for (int i = 0; i < static_cast<int>(panes.size()); ++i) {
        if (panes[static_cast<std::size_t>(i)]->isAncestorOf(QApplication::focusWidget())) at = i;
    }
    const auto count = static_cast<int>(panes.size());
    QWidget* pane = panes[static_cast<std::size_t>((at + direction + count) % count)];
    if (const int tab = tabs_->indexOf(pane); tab >= 0) tabs_->setCurrentIndex(tab);
    for (QWidget* candidate : pane->findChildren<QWidget*>()) {
        if ((candidate->focusPolicy() & Qt::TabFocus) == 0 || !candidate->isVisible() || !candidate->isEnabled())
            continue;
        candidate->setFocus(Qt::TabFocusReason);
        return;
    }
}

bool MainWindow::is_drawn() const { return plots_are_drawn(*this) && advice_->is_settled(); }

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
    place_meaning();
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
    if (ModelImporter::is_model_file(path)) {
        importer_->import_file(path);
    } else if (MeasurementFiles::is_result_file(path)) {
        measurements_->import_result(path);
    } else if (is_price_list(path) && hardware_ != nullptr) {
        show_catalog()->import_file(path);
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
    for (Section* section : choices_->sections())
        section->set_open(settings.value(section->objectName(), section->is_open()).toBool());
}

void MainWindow::tell_safe_start(const QString& file)
{
    auto* restore = safe_start_->findChild<QPushButton*>(QStringLiteral("restore_session"));
    const QString name = QFileInfo(file).fileName();
    safe_start_->show_text([name] {
        return name.isEmpty() ? tr("The program ended twice while it started. The kept layout of the window was left "
                                   "out this time.")
                              : tr("The program ended twice while it started. The kept layout of the window and the "
                                   "file “%1” were left out this time.")
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
    if (tabs_->indexOf(meaning_) < 0) settings.setValue(QStringLiteral("window/columns"), columns_->saveState());
    settings.setValue(QStringLiteral("window/welcome_dismissed"), welcome_dismissed_);
    settings.setValue(QStringLiteral("window/theme"), static_cast<int>(theme_));
    settings.setValue(QStringLiteral("window/language"), language_.current());
    for (const Section* section : choices_->sections()) settings.setValue(section->objectName(), section->is_open());
}

} // namespace rigwright
