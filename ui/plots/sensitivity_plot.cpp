// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/advise/sensitivity.h"
#include "ui/document/live.h"
#include "ui/format/words.h"
#include "ui/plots/plot_list.h"
#include "ui/plots/point_plot.h"
#include "ui/plots/step_parts_plot.h"

#include <algorithm>

namespace rigwright {

namespace {

/// Distinguishable at a glance.
constexpr std::size_t most_settings = 12;
/// Less than a percent does not matter.
constexpr double least_reach = 0.01;

HatchedFill fill_of(PlanFigure figure, const Theme& theme)
{
    const auto with = [&theme](const QColor& colour, Hatch hatch) {
        return HatchedFill{colour, hatch, with_alpha(theme.base, 110), colour};
    };
    switch (figure) {
    case PlanFigure::memory: return with(theme.part(MemoryPart::activations), Hatch::forward);
    case PlanFigure::run_time: return with(theme.part(TimePart::forward), Hatch::none);
    case PlanFigure::run_cost: return with(theme.part(MemoryPart::optimizer_state), Hatch::dotted);
    }
    return {};
}

double most_reach(const Sensitivity& setting)
{
    double most = 0.0;
    for (const PlanFigure figure : all_plan_figures) most = std::max(most, setting.reach(figure));
    return most;
}

double ratio(const Trial* trial, PlanFigure figure) { return trial == nullptr ? 1.0 : *trial->ratio(figure); }

} // namespace

/// Effect of single settings or parts on memory, time and cost: a bar per setting and figure, from the lowest to the
/// highest result of its other values.
class SensitivityPlot : public PointPlot {
    Q_OBJECT

public:
    SensitivityPlot(Document& document, const Localization& words, QWidget* parent)
        : PointPlot(document, words, parent),
          settings_(document, [](const Scenario& scenario, const EngineData& data, const std::stop_token& stop) {
              return sensitivity(evaluate(scenario, data), {data, stop});
          })
    {
        connect(&settings_, &LiveSignal::changed, this, &SensitivityPlot::follow);
        settings_.ask_while_shown(this);
    }

    static QString plot_title() { return tr("Sensitivity analysis"); }

    bool is_drawn() const override { return PointPlot::is_drawn() && settings_.is_current(); }

protected:
    QString caption_text() const override
    {
        QStringList lines;
        for (const PlanFigure figure : all_plan_figures) {
            const QString sentence = strongest(figure);
            if (!sentence.isEmpty()) lines << sentence;
        }
        if (lines.isEmpty()) return {};
        lines << tr(
            "One setting is changed at a time: numbers to half and double, choices and parts to every other one.");
        return sentences(lines);
    }

    void draw(PlotCanvas& canvas) const override
    {
        if (!settings_.known()) return canvas.show_message(PointPlot::tr("Computing…"));
        if (drawn_.empty())
            return canvas.show_message(tr("No sensitivity analysis. The missing inputs are listed under Findings."));
        double low = 0.5;
        double high = 2.0;
        for (const Sensitivity& setting : drawn_) {
            for (const PlanFigure figure : all_plan_figures) {
                low = std::min(low, ratio(setting.lowest(figure), figure));
                high = std::max(high, ratio(setting.highest(figure), figure));
            }
        }
        constexpr double beside = 1.15;
        const auto rows = static_cast<double>(drawn_.size());
        set_axis(canvas.xAxis, decade_ticker(), tr("Relative to current"), QCPAxis::stLogarithmic);
        QMap<double, QString> names;
        for (std::size_t i = 0; i < drawn_.size(); ++i) names[*height_of(i)] = name_of(drawn_[i]);
        set_axis(canvas.yAxis, name_ticker(names), {});
        canvas.set_full_view(QCPRange(low / beside, high * beside), QCPRange(0.4, rows + 0.6));
        if (!canvas.has_axes()) return;
        for (const PlanFigure figure : all_plan_figures) draw_bars(canvas, figure);
        canvas.add_rule(Qt::Vertical, 1.0, QPen(canvas.theme().text, 1.5));
        canvas.show_legend(true);
    }

    std::size_t point_count() const override { return drawn_.size(); }
    double place_of(std::size_t) const override { return 1.0; }

    std::optional<double> height_of(std::size_t point) const override
    {
        return static_cast<double>(drawn_.size() - point);
    }

    PlotPoint point(std::size_t point) const override
    {
        using enum PlotFigure::Where;
        const Sensitivity& setting = drawn_[point];
        const QString name = name_of(setting);
        const QString now = value_text(setting.field, setting.value);
        PlotPoint content{tr("%1: %2 now", "a setting and its value").arg(name, now),
                          {text_figure(tr("Setting"), name, table), text_figure(tr("Now"), now, table)},
                          {}};
        for (const PlanFigure figure : all_plan_figures) {
            const auto where = setting.reach(figure) < least_reach ? table : both;
            const auto end = [&](const QString& title, const Trial* trial) {
                return PlotFigure{{title.arg(figure_name(figure)), {}},
                                  {end_text(setting, trial, figure), exact_number(ratio(trial, figure))},
                                  where};
            };
            content.figures.push_back(end(tr("%1, lower bound"), setting.lowest(figure)));
            content.figures.push_back(end(tr("%1, upper bound"), setting.highest(figure)));
        }
        return content;
    }

    void renew() override
    {
        drawn_ = settings_.known() ? *settings_.known() : std::vector<Sensitivity>();
        std::erase_if(drawn_, [](const Sensitivity& setting) { return most_reach(setting) < least_reach; });
        std::ranges::stable_sort(drawn_, std::ranges::greater(), most_reach);
        if (drawn_.size() > most_settings) drawn_.resize(most_settings);
    }

private:
    static QString figure_name(PlanFigure figure)
    {
        constexpr std::array names{QT_TR_NOOP("Memory"), QT_TR_NOOP("Time"), QT_TR_NOOP("Cost per run")};
        return tr(names[static_cast<std::size_t>(figure)]);
    }

    static QString factor_text(double factor) { return QString::number(factor, 'g', 3) + QStringLiteral("×"); }

    QString name_of(const Sensitivity& setting) const
    {
        return setting.field == "input.image_height" ? tr("Image size") : words().text("field." + setting.field);
    }

    QString value_text(const std::string& field, const FieldValue& value) const
    {
        return words().setting(field, value, document().scenario(), document().data()->hardware);
    }

    /// "128 (× 0.52)"
    QString end_text(const Sensitivity& setting, const Trial* trial, PlanFigure figure) const
    {
        if (trial == nullptr) return QStringLiteral("–");
        const QString text = tr("%1 (%2)", "a value and what comes of it")
                                 .arg(value_text(setting.field, trial->value()), factor_text(*trial->ratio(figure)));
        return trial->fits ? text : tr("%1, does not fit").arg(text);
    }

    QString strongest(PlanFigure figure) const
    {
        const auto most =
            std::ranges::max_element(drawn_, {}, [figure](const Sensitivity& s) { return s.reach(figure); });
        if (most == drawn_.end() || most->reach(figure) < least_reach) return {};
        return tr("%1 depends most on “%2”: %3 to %4.")
            .arg(figure_name(figure), name_of(*most), factor_text(ratio(most->lowest(figure), figure)),
                 factor_text(ratio(most->highest(figure), figure)));
    }

    void draw_bars(PlotCanvas& canvas, PlanFigure figure) const
    {
        constexpr double height = 0.24;
        const double offset = (1.0 - static_cast<double>(figure)) * (height + 0.03);
        bool named = false;
        for (std::size_t i = 0; i < drawn_.size(); ++i) {
            const double low = ratio(drawn_[i].lowest(figure), figure);
            const double high = ratio(drawn_[i].highest(figure), figure);
            if (!(low < high)) continue;
            const double middle = *height_of(i) + offset;
            canvas.add_box({low, high}, {middle - height / 2.0, middle + height / 2.0}, fill_of(figure, canvas.theme()),
                           std::exchange(named, true) ? QString() : figure_name(figure));
        }
    }

    Live<std::vector<Sensitivity>> settings_;
    /// Settings with an effect, strongest first.
    std::vector<Sensitivity> drawn_;
};

PlotEntry sensitivity_plot() { return plot_entry<SensitivityPlot>("sensitivity"); }

} // namespace rigwright

#include "sensitivity_plot.moc"
