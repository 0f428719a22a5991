// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/field_access.h"
#include "core/estimate/quantities.h"
#include "core/report/report_writers.h"
#include "ui/controls/card.h"
#include "ui/controls/relayout_guard.h"
#include "ui/document/live.h"
#include "ui/document/page.h"
#include "ui/format/on_change.h"
#include "ui/learn/lesson_desk.h"
#include "ui/plots/plot_canvas.h"
#include "ui/window/figure_strip.h"

#include <QGridLayout>
#include <QVBoxLayout>

#include <algorithm>

namespace rigwright {

/// One value of the variable number and its results; empty if there is no estimate.
struct PlaygroundPoint {
    std::int64_t value = 0;
    std::array<std::optional<Value>, playground_quantities.size()> figures;
};

/// A curve over one number of the model's shape; other settings are the scenario's.
struct PlaygroundRequest {
    Scenario scenario;
    std::string field;

    bool operator==(const PlaygroundRequest&) const = default;
};

namespace {

constexpr const char* width_field = "model.shape.d_model";
constexpr const char* depth_field = "model.shape.layers";
constexpr int playground_ticks = 5;
constexpr QSize least_canvas{160, 120};

/// Two points per octave.
const std::vector<std::int64_t>& stops_of(const std::string& field)
{
    static const std::vector<std::int64_t> widths{64, 96, 128, 192, 256, 384, 512, 768, 1024, 1536, 2048, 3072, 4096};
    static const std::vector<std::int64_t> depths{1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64};
    return field == width_field ? widths : depths;
}

std::int64_t shape_number(const Scenario& scenario, const EngineData& data, const std::string& field)
{
    const FieldValue value = effective_value(scenario, data, field);
    const auto* number = std::get_if<std::int64_t>(&value);
    return number != nullptr ? *number : 0;
}

PlaygroundPoint point_at(const Scenario& scenario, const EngineData& data, std::int64_t value)
{
    PlaygroundPoint point{value, {}};
    const Evaluation answer = evaluate(scenario, data);
    for (std::size_t i = 0; i < playground_quantities.size(); ++i)
        point.figures[i] = quantity_value(answer, playground_quantities[i]);
    return point;
}

std::vector<PlaygroundPoint> compute_points(const PlaygroundRequest& request, const EngineData& data,
                                            const std::stop_token& stop)
{
    std::vector<std::int64_t> values = stops_of(request.field);
    values.push_back(shape_number(request.scenario, data, request.field));
    std::ranges::sort(values);
    values.erase(std::ranges::unique(values).begin(), values.end());
    std::vector<PlaygroundPoint> points;
    for (const std::int64_t value : values) {
        if (stop.stop_requested()) break;
        const std::optional<Scenario> next = with_field(request.scenario, data, request.field, value);
        if (next) points.push_back(point_at(*next, data, value));
    }
    return points;
}

} // namespace

/// Width and depth of a small transformer: four curves side by side over the number that changed last, with the current
/// point. Runs in a copy; its sliders are above the inputs.
class PlaygroundPage : public QWidget, public SettlingPage {
    Q_OBJECT

public:
    PlaygroundPage(const PageContext& context, QWidget* parent)
        : QWidget(parent),
          document_(context.document),
          words_(context.words),
          desk_(LessonDesk::of(document_)),
          curve_(document_, compute_points, this),
          start_(say(new QPushButton(this), [] { return tr("&Start in a copy"); })),
          content_(new QWidget(this)),
          field_(width_field)
    {
        setObjectName(QStringLiteral("playground"));
        QLabel* intro = say(wrapped_label(this), [] {
            return tr("Move a slider on the left: the curves run along the number that you moved last.");
        });
        column_in(this, {16, 10, 16, 8}, -1, {intro, {start_, 0, Qt::AlignLeft}, {content_, 1}});
        QWidget* figures = figure_strip(
            context,
            {playground_quantities[0], playground_quantities[1], playground_quantities[2], playground_quantities[3]},
            content_);
        auto* grid = new QGridLayout;
        for (std::size_t i = 0; i < canvases_.size(); ++i) {
            canvases_[i] = new PlotCanvas(content_);
            canvases_[i]->setObjectName(QLatin1String(playground_quantities[i]));
            // Equal axis lengths make the curves comparable.
            canvases_[i]->set_compact();
            // A layout may leave no pixel for a moment, and nothing can be painted there.
            canvases_[i]->setMinimumSize(least_canvas);
            names_[i] = heading(1.0, content_);
            units_[i] = plain_label(content_);
            units_[i]->setForegroundRole(QPalette::PlaceholderText);
            units_[i]->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
            grid->addLayout(column_of({row_of({names_[i], {units_[i], 1}}, 6), {canvases_[i], 1}}),
                            static_cast<int>(i) / 2, static_cast<int>(i) % 2);
            grid->setColumnStretch(static_cast<int>(i) % 2, 1);
        }
        column_in(content_, {0, 0, 0, 0}, -1, {new RelayoutGuard(figures, RelayoutGuard::Follows::size), {grid, 1}});
        connect(start_, &QPushButton::clicked, &desk_, &LessonDesk::start_playground);
        connect(&curve_, &LiveSignal::changed, this, [this] { draw(); });
        connect(&document_, &Document::changed, this, &PlaygroundPage::follow);
        connect(&document_, &Document::builds_changed, this, &PlaygroundPage::follow);
        in_each_language(this, [this] { retranslate(); });
        on_change(this, QEvent::PaletteChange, [this] { draw(); });
    }

    bool is_settled() const override { return curve_.is_settled(); }

protected:
    void showEvent(QShowEvent* event) override
    {
        QWidget::showEvent(event);
        desk_.start_playground();
        follow();
    }

private:
    void follow()
    {
        const bool runs = desk_.runs_playground();
        start_->setVisible(!runs);
        content_->setVisible(runs);
        if (!runs || !isVisible()) return;
        const Scenario& now = document_.scenario();
        const EngineData& data = *document_.data();
        const auto moved = [&](const char* field) {
            return shape_number(now, data, field) != shape_number(former_, data, field);
        };
        if (former_.model.family == now.model.family)
            field_ = moved(width_field) ? width_field : moved(depth_field) ? depth_field : field_;
        former_ = now;
        curve_.ask({now, field_});
        draw();
    }

    void draw()
    {
        if (!curve_.known() || !desk_.runs_playground()) return;
        // Limits all curves to a few times the current value, so that its point is near the middle.
        constexpr double most_of_present = 4.0;
        std::vector<PlaygroundPoint> points = *curve_.known();
        for (std::size_t i = 0; i < canvases_.size(); ++i) {
            const std::optional<Value> present = quantity_value(document_.evaluation(), playground_quantities[i]);
            std::erase_if(points, [&](const PlaygroundPoint& point) {
                return present && point.figures[i] && point.figures[i]->number > most_of_present * present->number;
            });
        }
        for (std::size_t i = 0; i < canvases_.size(); ++i) draw(i, points);
    }

    void draw(std::size_t quantity, const std::vector<PlaygroundPoint>& points)
    {
        PlotCanvas& canvas = *canvases_[quantity];
        canvas.set_theme(theme_of(palette()));
        canvas.begin();
        const std::int64_t here = shape_number(document_.scenario(), *document_.data(), field_);
        QVector<double> places;
        QVector<double> heights;
        const std::optional<Value> present = quantity_value(document_.evaluation(), playground_quantities[quantity]);
        if (!present || !(present->number > 0.0)) return canvas.show_message(tr("No estimate for these settings."));
        for (const PlaygroundPoint& point : points) {
            const std::optional<Value>& figure = point.figures[quantity];
            if (!figure) continue;
            places.append(static_cast<double>(point.value));
            heights.append(figure->number);
        }
        if (places.size() < 2) return canvas.show_message(tr("No estimate for these settings."));
        const double top = std::max(*std::ranges::max_element(heights), present->number);
        // The unit of the current value.
        const SpreadsheetNumber shown = spreadsheet_number(*present);
        constexpr double million = 1e6;
        const bool in_millions = present->unit == Unit::count && top >= million;
        const double unit = in_millions ? million : present->number / shown.number;
        // In the window's language; values with several units ("1 min 5 s") use the spreadsheet unit.
        const QStringList written = words_.text(*present).split(QLatin1Char(' '));
        const QString unit_name = in_millions ? tr("millions")
                                  : written.size() == 2
                                      ? written.back()
                                      : from_utf8(shown.format).section(QLatin1Char('"'), 1, 1).trimmed();
        for (double& height : heights) height /= unit;
        set_axis(canvas.xAxis, doubling_ticker(playground_ticks + 2),
                 words_.text("hyperparameter." + field_.substr(field_.rfind('.') + 1)), QCPAxis::stLogarithmic);
        set_axis(canvas.yAxis, decimal_ticker(playground_ticks), {});
        const QString name = words_.quantity(playground_quantities[quantity]);
        units_[quantity]->setText(unit_name);
        constexpr double room = 1.12;
        // Room for the number of the last tick.
        constexpr double room_beside = 1.06;
        canvas.set_full_view({places.front(), places.back() * room_beside}, {0.0, room * top / unit});
        if (canvas.has_axes()) {
            auto* line = new QCPGraph(canvas.xAxis, canvas.yAxis);
            line->setData(places, heights, true);
            line->setPen(QPen(canvas.theme().accent, 2.0));
            canvas.add_named_mark({static_cast<double>(here), present->number / unit}, words_.text(*present));
        }
        canvas.setAccessibleName(tr("%1 against %2: %3", "quantity, number that moves, present figure")
                                     .arg(name, canvas.xAxis->label(), words_.text(*present)));
        canvas.replot_soon();
    }

    void retranslate()
    {
        for (std::size_t i = 0; i < names_.size(); ++i) names_[i]->setText(words_.quantity(playground_quantities[i]));
        follow();
        draw();
    }

    Document& document_;
    const Localization& words_;
    LessonDesk& desk_;
    Live<std::vector<PlaygroundPoint>, PlaygroundRequest> curve_;
    QPushButton* start_;
    QWidget* content_;
    std::array<PlotCanvas*, playground_quantities.size()> canvases_{};
    /// Title and unit above each curve.
    std::array<QLabel*, playground_quantities.size()> names_{};
    std::array<QLabel*, playground_quantities.size()> units_{};
    /// The number on the x axis ("model.shape.d_model").
    std::string field_;
    /// The last scenario, to detect which number changes.
    Scenario former_;
};

QWidget* playground_page(const PageContext& context, QWidget* parent) { return new PlaygroundPage(context, parent); }

} // namespace rigwright

#include "playground_page.moc"
