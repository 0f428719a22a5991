// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/document/document.h"
#include "ui/format/words.h"

#include <QWidget>

#include <functional>

namespace rigwright {

class WindowFiles;
class WindowMenus;

/// The start page's requests.
struct StartRequests {
    /// Show machines for these answers.
    std::function<void(const Scenario& answers)> machines;
    std::function<void(const QString& path, bool is_example)> file;
    std::function<void()> first_lesson;
};

/// The window's content without a plan: questions that find a machine, ways to open a plan, lessons, recent projects
/// and examples. Covers the places; does not change the project. `menus` run the commands of the page's buttons; the
/// questions start from `start`.
QWidget* start_page(Document& document, const Scenario& start, const Localization& words, const WindowFiles& files,
                    const WindowMenus& menus, const StartRequests& requests, QWidget* parent);

/// Five questions about a training run, and the advisor's current result. The answers are a separate document: the
/// window's project does not change; `document` has the engine's data.
QWidget* start_questions(Document& document, const Scenario& start, const Localization& words,
                         std::function<void(const Scenario& answers)> show_machines);

/// Font scale of a section heading.
inline constexpr double section_scale = 15.0 / 13.0;

} // namespace rigwright
