// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/estimate/estimate.h"

#include <QColor>
#include <QFont>
#include <QPalette>
#include <QProxyStyle>

#include <array>

class QApplication;

namespace rigwright {

enum class ThemeChoice { system, light, dark };

/// All colors of the window, controls and plots, per theme; `theme.cpp` has the table. Parts differ in lightness and
/// pattern; only activations, which grow along the axis, have the accent's fill. Texts have a contrast of at least 4.5
/// to 1.
struct Theme {
    bool dark = false;
    /// Backgrounds of the window and its rail; of input columns; of pages, text fields, lists and plots; of raised
    /// panels.
    QColor window;
    QColor inputs;
    QColor base;
    QColor card;
    /// Texts: content, secondary, captions.
    QColor text;
    QColor muted;
    QColor faint;
    /// Lines between areas; lines inside a plot or an area; frames of fields.
    QColor border;
    QColor grid;
    QColor outline;
    /// Lines, handles, links and focus; text on it; fills in its color; background of selections.
    QColor accent;
    QColor on_accent;
    QColor accent_fill;
    QColor selected;
    /// Met, open or tight, missed: as text or symbol, and as background.
    QColor good;
    QColor warning;
    QColor bad;
    QColor good_wash;
    QColor warning_wash;
    QColor bad_wash;
    QColor note_wash;
    std::array<QColor, memory_part_count> memory_parts;
    std::array<QColor, time_part_count> time_parts;

    QColor part(MemoryPart which) const { return memory_parts[static_cast<std::size_t>(which)]; }
    QColor part(TimePart which) const { return time_parts[static_cast<std::size_t>(which)]; }
    QColor of(Verdict verdict) const;
    QColor of(Finding::Severity severity) const;
};

const Theme& light_theme();
/// Paper and exported images always use the light theme.
const Theme& dark_theme();
/// The theme of a widget's palette: dark if its text is lighter than its background.
const Theme& theme_of(const QPalette& palette);

/// The same font, bold.
inline QFont bold_of(QFont font)
{
    font.setBold(true);
    return font;
}

/// Sets palette and style of the whole application; widgets receive a PaletteChange event.
void apply_theme(ThemeChoice choice);
/// Call it once, before the first `apply_theme`: saves the system's preference and installs the style.
void install_style(QApplication& application);

/// Fusion without gradients and some unpopular habits: a click on a slider's groove moves the handle there, the wheel
/// does not switch tabs, checkboxes have a frame on dark windows too, and the menu bar is 36 px high.
class InterfaceStyle : public QProxyStyle {
    Q_OBJECT

public:
    InterfaceStyle();

    void drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                       const QWidget* widget = nullptr) const override;
    void drawControl(ControlElement element, const QStyleOption* option, QPainter* painter,
                     const QWidget* widget = nullptr) const override;
    QSize sizeFromContents(ContentsType type, const QStyleOption* option, const QSize& contents,
                           const QWidget* widget) const override;
    int pixelMetric(PixelMetric metric, const QStyleOption* option, const QWidget* widget) const override;
    int styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
                  QStyleHintReturn* data) const override;
};

} // namespace rigwright
