// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/document/document.h"

#include <QObject>
#include <QPoint>
#include <QString>

#include <vector>

class QLabel;
class QWidget;

namespace rigwright {

class BuildActions;
class HardwareData;
class Localization;
class MeasurementFiles;

/// The five places of the window, in the order of the rail.
enum class WindowPlace { task, machines, explore, decide, learn };
inline constexpr std::size_t place_count = 5;

QString place_name(WindowPlace place);

/// Requests from pages to their window.
class PageRequests : public QObject {
    Q_OBJECT

public:
    using QObject::QObject;

signals:
    /// The calculation of a quantity.
    void working_requested(const QString& quantity);
    /// The control of a field.
    void field_requested(const QString& path);
    /// Another page, or a view of a page, by id.
    void page_requested(const QString& id);
    /// The last shown page of a place.
    void place_requested(rigwright::WindowPlace place);
    /// A command by its id.
    void command_requested(const QString& id);
    /// Import several files.
    void import_requested(const QStringList& files);
    /// The menu of the current machine, at a screen position.
    void machine_menu_requested(const QPoint& place);
};

/// Dependencies of a page. All references outlive the page.
struct PageContext {
    Document& document;
    const Localization& words;
    PageRequests& requests;
    BuildActions& builds;
    MeasurementFiles& measurements;
    /// The user's hardware data; null if there are none.
    HardwareData* hardware = nullptr;
};

/// A page that computes in the background.
class SettlingPage {
public:
    /// Nothing is pending.
    virtual bool is_settled() const = 0;

protected:
    ~SettlingPage() = default;
};

/// Single-widget pages, each created in its folder.
QWidget* advice_page(const PageContext& context, QWidget* parent);
QWidget* advisor_page(const PageContext& context, QWidget* parent);
QWidget* card_page(const PageContext& context, QWidget* parent);
QWidget* compare_page(const PageContext& context, QWidget* parent);
QWidget* cost_page(const PageContext& context, QWidget* parent);
QWidget* layer_editor_page(const PageContext& context, QWidget* parent);
QWidget* layer_page(const PageContext& context, QWidget* parent);
QWidget* lesson_list_page(const PageContext& context, QWidget* parent);
QWidget* lesson_page(const PageContext& context, QWidget* parent);
QWidget* limits_page(const PageContext& context, QWidget* parent);
QWidget* machines_page(const PageContext& context, QWidget* parent);
QWidget* measured_page(const PageContext& context, QWidget* parent);
QWidget* model_comparison_page(const PageContext& context, QWidget* parent);
QWidget* overview_page(const PageContext& context, QWidget* parent);
QWidget* own_hardware_page(const PageContext& context, QWidget* parent);
QWidget* playground_page(const PageContext& context, QWidget* parent);
QWidget* progress_page(const PageContext& context, QWidget* parent);
QWidget* requirements_page(const PageContext& context, QWidget* parent);
QWidget* task_page(const PageContext& context, QWidget* parent);
/// Edits the name of the current machine on its card on the page of machines.
void rename_front_machine(QWidget& machines);
/// The effect of the last edit on memory and time, and the parts that caused it.
QWidget* change_line(const PageContext& context, QWidget* parent);
/// Whether to buy or rent the current machine: an external label shows the answer while the page is visible.
QWidget* rent_or_buy_view(const PageContext& context, QLabel& sentence, QWidget* parent);

/// One page of a place. The list drives the tabs, the palette, `--page`, screenshots and tests.
struct Page {
    /// The same in every language; the widget's object name.
    const char* id = nullptr;
    WindowPlace place = WindowPlace::explore;
    /// A source text in the context "Page".
    const char* title = nullptr;
    /// Called when the page is first opened.
    QWidget* (*create)(const PageContext& context, QWidget* parent) = nullptr;
    /// Whether the inputs column is beside it.
    bool has_inputs = true;
    /// Whether the page has content; null for always.
    bool (*applies)(const PageContext& context) = nullptr;
    /// Ids that open views of the page, which shows one at a time.
    std::vector<QString> views{};

    QString name() const;
};

const std::vector<Page>& page_list();
/// The page with that id, or with a view of that id; null if there is none.
const Page* page_of(const QString& id);

} // namespace rigwright
