// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/plots/plot_canvas.h"

#include <QByteArray>
#include <QSize>

#include <optional>

namespace rigwright {

enum class ImageFormat { png, svg, pdf };

/// By the ending of a file name, in any case.
std::optional<ImageFormat> image_format_of(const QString& path);

/// A title above a composed canvas, for pictures that leave the window.
void add_title(PlotCanvas& canvas, const QString& title);

/// Size of pictures in logical pixels; PNG has twice as many in each direction.
inline constexpr QSize export_size{960, 600};

/// The composed canvas as the content of a file; SVG and PDF are drawn with lines and text, not as a picture of them.
QByteArray file_content(PlotCanvas& canvas, ImageFormat format, const QString& title);
QPixmap picture(PlotCanvas& canvas);

} // namespace rigwright
