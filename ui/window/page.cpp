// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/page.h"

#include "ui/controls/card.h"
#include "ui/controls/relayout_guard.h"
#include "ui/format/layout.h"
#include "ui/panels/layer_editor.h"
#include "ui/plots/plot_list.h"
#include "ui/report/report_page.h"
#include "ui/window/figure_strip.h"
#include "ui/window/parts_bar.h"
#include "ui/window/place_view.h"

#include <QCoreApplication>

#include <algorithm>

namespace rigwright {

namespace {

/// A page without requests.
template <typename Widget>
QWidget* plain(const PageContext& context, QWidget* parent)
{
    return new Widget(context.document, context.words, parent);
}

bool has_layers(const PageContext& context) { return edits_layers(context.document); }
bool has_own_hardware(const PageContext& context) { return context.hardware != nullptr; }
bool has_gpu_axis(const PageContext& context)
{
    return has_extent(context.document.scenario(), *context.document.data(), SweepAxis::gpu_count);
}

QWidget* figures(const PageContext& context, std::initializer_list<const char*> quantities)
{
    return new RelayoutGuard(figure_strip(context, quantities, nullptr), RelayoutGuard::Follows::size);
}

/// A page with figures above it.
QWidget* below(QWidget* strip, QWidget* page, QWidget* parent)
{
    auto* both = new QWidget(parent);
    column_in(both, {16, 8, 16, 0}, -1, {strip, {page, 1}});
    return both;
}

QWidget* prices_page(const PageContext& context, QWidget* parent)
{
    return below(figures(context, {"cost.purchase", "energy.total_kWh", "energy.average_power_W", "energy.co2_kg"}),
                 cost_page(context, nullptr), parent);
}

QWidget* plots(const PageContext& context, QWidget* parent, QWidget* strip, std::initializer_list<const char*> ids)
{
    std::vector<PageView> views;
    for (const char* id : ids) views.push_back(plot_view(id, context));
    return view_page(context.document, strip, std::move(views), parent);
}

constexpr std::initializer_list<const char*> memory_plots{"memory", "memory_sequence", "memory_image",
                                                          "memory_timeline", "memory_stages"};
constexpr std::initializer_list<const char*> time_plots{"epoch_time", "step_time", "time_sequence", "time_image"};
constexpr std::initializer_list<const char*> step_plots{"step_parts", "step_schedule", "roofline"};

QWidget* memory_page(const PageContext& context, QWidget* parent)
{
    auto* both = new QWidget;
    auto* column = column_in(both, {0, 0, 0, 0}, -1,
                             {figures(context, {"memory.total_bytes", "memory.usable_bytes", "memory.max_micro_batch",
                                                "memory.host_bytes"})});
    column->addWidget(
        new RelayoutGuard(parts_bar(PartsOf::memory, context, nullptr, true), RelayoutGuard::Follows::size));
    std::vector<PageView> views;
    for (const char* id : memory_plots) {
        PageView view = plot_view(id, context);
        view.create = [create = view.create](QWidget* holder) {
            QWidget* plot = create(holder);
            static_cast<PlotPane*>(plot)->leave_parts_unnamed();
            return plot;
        };
        views.push_back(std::move(view));
    }
    return view_page(context.document, both, std::move(views), parent);
}

QWidget* time_page(const PageContext& context, QWidget* parent)
{
    return plots(context, parent,
                 figures(context, {"time.step_seconds", "time.epoch_seconds", "time.total_seconds", "time.wall_seconds",
                                   "takt.part_latency_seconds"}),
                 time_plots);
}

QWidget* step_page(const PageContext& context, QWidget* parent)
{
    std::vector<PageView> views;
    for (const char* id : step_plots) views.push_back(plot_view(id, context));
    views.push_back({QStringLiteral("limits"),
                     [] { return QCoreApplication::translate("rigwright::LimitsPanel", "Bottleneck"); },
                     [context](QWidget* holder) { return limits_page(context, holder); }});
    return view_page(
        context.document,
        figures(context, {"time.step_seconds", "time.mfu", "time.samples_per_second", "time.images_per_second",
                          "model.training_flops_per_sample", "model.forward_flops_per_sample", "model.parameters"}),
        std::move(views), parent);
}

QWidget* scaling_page(const PageContext& context, QWidget* parent)
{
    return plots(context, parent, nullptr, {"gpu_count"});
}

QWidget* sensitivity_page(const PageContext& context, QWidget* parent)
{
    return plots(context, parent, nullptr, {"sensitivity"});
}

QWidget* rent_or_buy_page(const PageContext& context, QWidget* parent)
{
    // The answer is above the view selector.
    QLabel* sentence = answer_sentence(nullptr);
    std::vector<PageView> views;
    views.push_back({QStringLiteral("rent_or_buy"), rent_or_buy_plot().title,
                     [context, sentence](QWidget* holder) { return rent_or_buy_view(context, *sentence, holder); }});
    views.push_back(plot_view("cost_time", context));
    return view_page(context.document, sentence, std::move(views), parent);
}

std::vector<QString> ids(std::initializer_list<const char*> names)
{
    std::vector<QString> listed;
    for (const char* name : names) listed.push_back(QString::fromLatin1(name));
    return listed;
}

} // namespace

QString place_name(WindowPlace place)
{
    static constexpr std::array<const char*, place_count> names{
        QT_TRANSLATE_NOOP("Page", "Task"), QT_TRANSLATE_NOOP("Page", "Machines"), QT_TRANSLATE_NOOP("Page", "Explore"),
        QT_TRANSLATE_NOOP("Page", "Decide"), QT_TRANSLATE_NOOP("Page", "Learn")};
    return QCoreApplication::translate("Page", names[static_cast<std::size_t>(place)]);
}

QString Page::name() const { return QCoreApplication::translate("Page", title); }

const std::vector<Page>& page_list()
{
    static const std::vector<Page> pages{
        {"task", WindowPlace::task, QT_TRANSLATE_NOOP("Page", "Task"), task_page, false},
        {"requirements", WindowPlace::task, QT_TRANSLATE_NOOP("Page", "Sizing"), requirements_page},
        {"layers", WindowPlace::task, QT_TRANSLATE_NOOP("Page", "Layers"), layer_page},
        {"network_editor", WindowPlace::task, QT_TRANSLATE_NOOP("Page", "Network editor"), layer_editor_page, true,
         has_layers},
        {"models", WindowPlace::task, QT_TRANSLATE_NOOP("Page", "Compare models"), model_comparison_page, false},
        {"machines", WindowPlace::machines, QT_TRANSLATE_NOOP("Page", "Machines"), machines_page, false},
        {"cost", WindowPlace::machines, QT_TRANSLATE_NOOP("Page", "Prices"), prices_page},
        {"cards", WindowPlace::machines, QT_TRANSLATE_NOOP("Page", "Compare GPUs"), card_page, false},
        {"hardware", WindowPlace::machines, QT_TRANSLATE_NOOP("Page", "My parts and prices"), own_hardware_page, false,
         has_own_hardware},
        {"measured", WindowPlace::machines, QT_TRANSLATE_NOOP("Page", "Calibrate with measurements"), measured_page,
         false},
        {"overview", WindowPlace::explore, QT_TRANSLATE_NOOP("Page", "Overview"), overview_page},
        {"memory_page", WindowPlace::explore, QT_TRANSLATE_NOOP("Page", "Memory"), memory_page, true, nullptr,
         ids(memory_plots)},
        {"time_page", WindowPlace::explore, QT_TRANSLATE_NOOP("Page", "Time"), time_page, true, nullptr,
         ids(time_plots)},
        {"step_page", WindowPlace::explore, QT_TRANSLATE_NOOP("Page", "Step"), step_page, true, nullptr,
         ids({"step_parts", "step_schedule", "roofline", "limits"})},
        {"scaling_page", WindowPlace::explore, QT_TRANSLATE_NOOP("Page", "Scaling"), scaling_page, true, has_gpu_axis,
         ids({"gpu_count"})},
        {"sensitivity_page", WindowPlace::explore, QT_TRANSLATE_NOOP("Page", "Sensitivity"), sensitivity_page, true,
         nullptr, ids({"sensitivity"})},
        {"advice", WindowPlace::explore, QT_TRANSLATE_NOOP("Page", "What fits"), advice_page},
        {"advisor", WindowPlace::decide, QT_TRANSLATE_NOOP("Page", "Advisor"), advisor_page, false},
        {"compare", WindowPlace::decide, QT_TRANSLATE_NOOP("Page", "Compare"), compare_page, false},
        {"rent_or_buy_page", WindowPlace::decide, QT_TRANSLATE_NOOP("Page", "Rent or buy"), rent_or_buy_page, false,
         nullptr, ids({"rent_or_buy", "cost_time"})},
        {"report", WindowPlace::decide, QT_TRANSLATE_NOOP("Page", "Report"), plain<ReportPage>, false},
        {"learn", WindowPlace::learn, QT_TRANSLATE_NOOP("Page", "Lesson"), lesson_page},
        {"lessons", WindowPlace::learn, QT_TRANSLATE_NOOP("Page", "All lessons"), lesson_list_page},
        {"playground", WindowPlace::learn, QT_TRANSLATE_NOOP("Page", "Playground"), playground_page},
        {"progress", WindowPlace::learn, QT_TRANSLATE_NOOP("Page", "My progress"), progress_page},
    };
    return pages;
}

const Page* page_of(const QString& id)
{
    for (const Page& page : page_list())
        if (id == QLatin1String(page.id) || std::ranges::find(page.views, id) != page.views.end()) return &page;
    return nullptr;
}

} // namespace rigwright
