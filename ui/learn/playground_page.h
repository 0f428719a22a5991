// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/document/live.h"
#include "ui/document/page.h"
#include "ui/format/words.h"
#include "ui/learn/lesson_desk.h"
#include "ui/plots/plot_canvas.h"

#include <QLabel>
#include <QPushButton>
#include <QWidget>

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace rigwright {

/// What width and depth change: parameters, multiply-accumulates, memory, time.
inline constexpr std::array<const char*, 4> playground_quantities{"model.parameters", "model.forward_macs_per_sample",
                                                                  "memory.total_bytes", "time.step_seconds"};

/// One value of the number that moves, and what the engine answers there; empty where it does not.
struct PlaygroundPoint {
    std::int64_t value = 0;
    std::array<std::optional<Value>, playground_quantities.size()> figures;
};

/// A curve along one number of the model's shape; its other settings are the scenario's.
struct PlaygroundRequest {
    Scenario scenario;
    std::string field;

    bool operator==(const PlaygroundRequest&) const = default;
};

/// Width and depth of a small transformer, side by side in four curves along the number that was moved last, with the
/// present point. It runs in a copy; its sliders lead the inputs.
class PlaygroundPage : public QWidget, public SettlingPage {
    Q_OBJECT

public:
    PlaygroundPage(const PageContext& context, QWidget* parent);

    bool is_settled() const override { return curve_.is_settled(); }
    /// The number that the curves run along ("model.shape.d_model").
    const std::string& field() const { return field_; }
    /// Null before the first.
    const std::shared_ptr<const std::vector<PlaygroundPoint>>& points() const { return curve_.known(); }
    const PlotCanvas& canvas(std::size_t quantity) const { return *canvases_[quantity]; }

protected:
    void showEvent(QShowEvent* event) override;

private:
    void follow();
    void draw();
    void draw(std::size_t quantity, const std::vector<PlaygroundPoint>& points);
    void retranslate();

    Document& document_;
    const Localization& words_;
    LessonDesk& desk_;
    Live<std::vector<PlaygroundPoint>, PlaygroundRequest> curve_;
    QPushButton* start_;
    QWidget* content_;
    std::array<PlotCanvas*, playground_quantities.size()> canvases_{};
    /// Above each curve: what it shows, and its unit.
    std::array<QLabel*, playground_quantities.size()> names_{};
    std::array<QLabel*, playground_quantities.size()> units_{};
    std::string field_;
    /// As it was when the curves were last followed, to see which number moves.
    Scenario former_;
};

} // namespace rigwright
