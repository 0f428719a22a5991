// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/swept_number.h"

#include "core/scenario/resolved_model.h"
#include "ui/plots/hatched_area.h"
#include "ui/theme/theme.h"

#include <QWidget>

#include <algorithm>
#include <array>
#include <cmath>

namespace rigwright {

namespace {

/// Places beside a line, from two thirds of its visible part on; first on the side where a steep line leaves more room.
LabelPlaces places_beside(const PlotCanvas& canvas, std::vector<QPointF> points)
{
    return [&canvas, points = std::move(points)](QSizeF size) {
        constexpr double beside = 4.0;
        constexpr int pieces = 4;
        std::vector<QPointF> way;
        for (std::size_t i = 0; i < points.size(); ++i) {
            const QPointF at(canvas.xAxis->coordToPixel(points[i].x()), canvas.yAxis->coordToPixel(points[i].y()));
            for (int piece = 1; !way.empty() && piece < pieces; ++piece)
                way.push_back(way.back() + (at - way.back()) / (pieces - piece + 1));
            way.push_back(at);
        }
        const bool rises = way.back().y() < way.front().y();
        std::vector<QRectF> places;
        const std::size_t middle = way.size() * 2 / 3;
        for (std::size_t step = 0; step < 2 * way.size(); ++step) {
            const std::size_t away = (step + 1) / 2;
            if (step % 2 == 0 ? middle + away >= way.size() : away > middle) continue;
            const QPointF at = way[step % 2 == 0 ? middle + away : middle - away];
            const double left = at.x() - beside - size.width();
            const double right = at.x() + beside;
            for (const double top : {at.y() - size.height(), at.y() + 1.0})
                for (const double side : {rises ? left : right, rises ? right : left})
                    places.emplace_back(QPointF(side, top), size);
        }
        return places;
    };
}

/// The letter of a machine beside its line, and a ring at the end of the line.
void name_line(PlotCanvas& canvas, const QString& letter, const std::vector<double>& places,
               const std::vector<double>& values)
{
    QCPItemTracer* end = canvas.add_mark({places.back(), values.back()});
    end->setSize(5.0);
    end->setPen(QPen(canvas.theme().text, 1.0));
    const QCPRange keys = canvas.xAxis->range();
    const QCPRange heights = canvas.yAxis->range();
    std::vector<QPointF> inside;
    for (std::size_t i = 0; i < places.size(); ++i)
        if (keys.contains(places[i]) && heights.contains(values[i])) inside.emplace_back(places[i], values[i]);
    if (!inside.empty())
        canvas.add_free_label({letter}, bold_of(canvas.font()), canvas.theme().text,
                              places_beside(canvas, std::move(inside)));
}

} // namespace

/// The micro-batch, with curves shared by all plots of a document.
class BatchNumber : public SweptNumber {
    Q_OBJECT

public:
    BatchNumber(Document& document, const Localization& words)
        : SweptNumber(document, words),
          curves_(curves_of(document)),
          overlay_(overlay_of(document))
    {
        connect(&overlay_, &LiveSignal::changed, this, &SweptNumber::arrived);
        connect(&curves_, &LiveSignal::changed, this, &SweptNumber::arrived);
    }

    const Curves* curves() const { return curves_.known().get(); }
    /// The pinned builds except the current one; null before the first answer.
    const Overlay* others() const { return overlay_.known().get(); }
    const std::vector<SweepPoint>* computed() const override
    {
        return curves() != nullptr ? &curves()->batch : nullptr;
    }
    bool is_outdated() const override { return !curves_.is_settled() || !overlay_.is_settled(); }
    std::int64_t present() const override { return document().scenario().training.micro_batch; }

    void set_present(std::int64_t value) override
    {
        document().set_field(QStringLiteral("training.micro_batch"), FieldValue(value));
    }

    QString amount_text(std::int64_t value) const override
    {
        return words().text(Value{static_cast<double>(value), Unit::count});
    }

    QString heading(std::int64_t value) const override { return tr("Micro-batch %1").arg(amount_text(value)); }
    QString axis_label() const override { return words().text("field.training.micro_batch"); }
    QString column_title() const override { return tr("Micro-batch"); }

    /// Each as a thin line with its letter, up to the largest that fits.
    void draw_overlay(PlotCanvas& canvas, const Height& height) const override
    {
        if (others() == nullptr) return;
        for (const OverlayLine& line : *others()) {
            std::vector<double> batches;
            std::vector<double> values;
            for (const SweepPoint& point : line.curves->batch) {
                const std::optional<double> value = point.estimate ? height(*point.estimate) : std::nullopt;
                if (!value || !std::isfinite(*value) || *value <= 0.0) continue;
                if (point.estimate->memory && !point.estimate->memory->fits) break;
                batches.push_back(static_cast<double>(point.value));
                values.push_back(*value);
            }
            canvas.add_line(batches, values, build_pen(line.place, canvas.theme()),
                            line.name.isEmpty() ? tr("another machine") : line.name);
            if (!batches.empty()) name_line(canvas, letter_of(document(), line.place), batches, values);
        }
        canvas.show_legend(true);
    }

private:
    LiveCurves& curves_;
    LiveOverlay& overlay_;
};

namespace {

/// Titles of axis and column, and name of an edit.
struct ExtentTexts {
    const char* axis;
    const char* column;
    const char* edit;
};

/// In the order of `SweepAxis`.
constexpr std::array extent_texts{
    ExtentTexts{QT_TRANSLATE_NOOP("rigwright::ExtentNumber", "Sequence length (tokens per sample)"),
                QT_TRANSLATE_NOOP("rigwright::ExtentNumber", "Tokens"),
                QT_TRANSLATE_NOOP("rigwright::ExtentNumber", "Sequence length")},
    ExtentTexts{QT_TRANSLATE_NOOP("rigwright::ExtentNumber", "Image height in pixels (width in proportion)"),
                QT_TRANSLATE_NOOP("rigwright::ExtentNumber", "Image"),
                QT_TRANSLATE_NOOP("rigwright::ExtentNumber", "Image size")},
    ExtentTexts{QT_TRANSLATE_NOOP("rigwright::ExtentNumber", "GPUs"),
                QT_TRANSLATE_NOOP("rigwright::ExtentNumber", "GPUs"),
                QT_TRANSLATE_NOOP("rigwright::ExtentNumber", "Number of GPUs")}};

} // namespace

/// A sample dimension or the number of GPUs, with its own curve. Setting it applies the edit of the point.
class ExtentNumber : public SweptNumber {
    Q_OBJECT

public:
    ExtentNumber(SweepAxis extent, Document& document, const Localization& words)
        : SweptNumber(document, words),
          extent_(extent),
          curve_(document, [extent](const Scenario& scenario, const EngineData& data, const std::stop_token& stop) {
              return compute_extent_curve(scenario, extent, data, stop);
          })
    {
        connect(&curve_, &LiveSignal::changed, this, &SweptNumber::arrived);
        // During a drag, a value on the existing curve needs no new one.
        connect(&document, &Document::changed, this, [this, &document] {
            if (!is_in_sight()) return;
            const bool serves =
                curve() != nullptr && !is_outdated() && covers(*curve(), document.scenario(), *document.data());
            if (!serves) curve_.ask(document.scenario());
        });
        // After a drag, recompute the curve for the current state.
        curve_.ask_when_settled(this, [this] { return is_in_sight(); });
    }

    const ExtentCurve* curve() const override { return curve_.known().get(); }
    const std::vector<SweepPoint>* computed() const override { return curve() != nullptr ? &curve()->points : nullptr; }
    bool is_outdated() const override { return !curve_.is_settled(); }
    void ask() override { curve_.ask(document().scenario()); }

    QString objection() const override
    {
        if (extent_ == SweepAxis::gpu_count || has_extent(document().scenario(), *document().data(), extent_))
            return {};
        return extent_ == SweepAxis::image_size ? tr("This model reads no images.")
                                                : tr("This model reads no sequence of tokens.");
    }

    std::int64_t present() const override
    {
        const Scenario& scenario = document().scenario();
        const ModelInput input = resolve_model(scenario, document().data()->presets).input;
        switch (extent_) {
        case SweepAxis::sequence_length: return input.sequence_length.value_or(1);
        case SweepAxis::image_size: return input.image_height.value_or(1);
        case SweepAxis::gpu_count: return gpu_count(scenario.build);
        }
        return 1;
    }

    void set_present(std::int64_t value) override
    {
        const ScenarioChanges* edit = edit_to(value);
        if (edit == nullptr) return;
        if (const std::optional<Scenario> next = changed(document().scenario(), *document().data(), *edit))
            document().set_scenario(*next, tr(texts().edit));
    }

    QString amount_text(std::int64_t value) const override
    {
        const auto count = [this](std::int64_t number) { return words().text(value_of(Count(number))); };
        if (extent_ == SweepAxis::sequence_length) return tr("%1 tokens").arg(count(value));
        if (extent_ == SweepAxis::gpu_count)
            return value == 1 ? tr("1 GPU") : tr("%1 GPUs", "a number of them").arg(count(value));
        std::int64_t width = value;
        if (const ScenarioChanges* edit = edit_to(value))
            width = std::get<std::int64_t>(edit->back().value);
        else if (value == present())
            width = resolve_model(document().scenario(), document().data()->presets).input.image_width.value_or(value);
        return tr("%1 × %2 px", "width and height").arg(count(width), count(value));
    }

    QString axis_label() const override { return tr(texts().axis); }
    QString column_title() const override { return tr(texts().column); }

private:
    bool is_in_sight() const
    {
        const auto* plot = qobject_cast<const QWidget*>(parent());
        return plot != nullptr && plot->isVisible();
    }

    /// The edit of a point of the curve; null if there is no such point.
    const ScenarioChanges* edit_to(std::int64_t value) const
    {
        if (curve() == nullptr) return nullptr;
        const auto found = std::ranges::find(curve()->points, value, &SweepPoint::value);
        if (found == curve()->points.end()) return nullptr;
        return &curve()->edits[static_cast<std::size_t>(found - curve()->points.begin())];
    }

    const ExtentTexts& texts() const { return extent_texts[static_cast<std::size_t>(extent_)]; }

    SweepAxis extent_;
    Live<ExtentCurve> curve_;
};

std::unique_ptr<SweptNumber> swept_number(std::optional<SweepAxis> extent, Document& document,
                                          const Localization& words)
{
    if (extent) return std::make_unique<ExtentNumber>(*extent, document, words);
    return std::make_unique<BatchNumber>(document, words);
}

QString build_letter(std::size_t place)
{
    constexpr std::size_t letters = 26;
    const QString letter(QChar(static_cast<char16_t>(u'A' + place % letters)));
    return place < letters ? letter : letter + QString::number(place / letters + 1);
}

QString letter_of(const Document& document, std::size_t place)
{
    const Project& project = document.project();
    if (!document.in_trial() || place >= project.builds.size()) return build_letter(place);
    return place == 0 ? QStringLiteral("L") : BatchNumber::tr("before");
}

QPen build_pen(std::size_t place, const Theme& theme)
{
    static const std::array<QVector<qreal>, 6> dashes{QVector<qreal>{12, 3},      QVector<qreal>{5, 3},
                                                      QVector<qreal>{1.5, 2},     QVector<qreal>{7, 2.5, 1.5, 2.5},
                                                      QVector<qreal>{9, 2, 3, 2}, QVector<qreal>{6, 2, 1.5, 2, 1.5, 2}};
    QPen pen(theme.text, 1.2);
    pen.setDashPattern(dashes[place % dashes.size()]);
    pen.setCapStyle(Qt::FlatCap);
    return pen;
}

void set_swept_axis(PlotCanvas& canvas, const QString& label, bool linear)
{
    constexpr int pixels_per_label = 48;
    const int labels = std::clamp(canvas.viewport().width() / pixels_per_label, 3, 16);
    set_axis(canvas.xAxis, linear ? decimal_ticker(std::min(labels, 8)) : doubling_ticker(labels), label,
             linear ? QCPAxis::stLinear : QCPAxis::stLogarithmic);
}

} // namespace rigwright

#include "swept_number.moc"
