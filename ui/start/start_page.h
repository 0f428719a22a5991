// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/document/document.h"
#include "ui/format/words.h"

#include <QWidget>

#include <functional>

namespace rigwright {

class WindowFiles;
class WindowMenus;

/// What the start page asks of the window.
struct StartRequests {
    /// The machines for these answers.
    std::function<void(const Scenario& answers)> machines;
    std::function<void(const QString& path, bool is_example)> file;
    std::function<void()> first_lesson;
};

/// What the window shows before there is a plan: the questions that find a machine, ways to bring a plan, lessons,
/// recent projects and examples. It covers the places; the project below it stays as it is. `menus` run the commands
/// that the page has buttons for; the questions begin with `start`.
QWidget* start_page(Document& document, const Scenario& start, const Localization& words, const WindowFiles& files,
                    const WindowMenus& menus, const StartRequests& requests, QWidget* parent);

/// Five questions about a training, and the advisor's answer, which follows them. The answers are a document of their
/// own: the window's project stays as it is; `document` has the engine's data.
QWidget* start_questions(Document& document, const Scenario& start, const Localization& words,
                         std::function<void(const Scenario& answers)> show_machines);

/// Size of the heading of a section, in base fonts.
inline constexpr double section_scale = 15.0 / 13.0;

} // namespace rigwright
