// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/advise/fixes.h"
#include "core/advise/largest.h"
#include "core/advise/remedy_table.h"

#include <nlohmann/json_fwd.hpp>

#include <functional>

namespace rigwright {

/// Renders a message code with its arguments as text.
using MessageText = std::function<std::string(const std::string& code, const Arguments& arguments)>;

/// A remedy in one sentence; the message "remedy.both" joins two parts.
std::string remedy_text(const Remedy& remedy, const MessageText& text);
/// Effect, cost and reach of each part, one sentence per line.
std::string remedy_explanation(const Remedy& remedy, const MessageText& text);

/// The short name of a fix, with its cost in time and memory.
std::string fix_name(const Fix& fix, const MessageText& text);
std::string fix_text(const Fix& fix, const MessageText& text);
/// {code, message, changes, time_ratio, more_memory_bytes}; the last two only if they grow.
nlohmann::ordered_json fix_json(const Fix& fix, const MessageText& text);

/// [{code, arguments, message, explanation, reach, changes, memory_bytes, step_seconds, time_ratio, verdict, fits},
/// ...] in the order of `remedies`. A pair has the codes joined by "+" and the arguments of both. Unknown values have
/// no key.
nlohmann::ordered_json remedies_json(const std::vector<Remedy>& remedies, const MessageText& text);

/// Whether remedies help against a finding, which reports that the plan does not fit, or fits tightly.
bool remedies_help(std::string_view code);

/// Adds remedies to the findings of an estimate file that report that the plan does not fit, or fits tightly.
void add_remedies(nlohmann::ordered_json& findings, const std::vector<Remedy>& remedies, const MessageText& text);

/// The answer as text: "96", "640 × 640", a card's name; the text of "-" if nothing fits.
std::string answer_text(const FitAnswer& answer, const MessageText& text);

/// [{code, question, answer, arguments, changes, memory_bytes, usable_bytes, step_seconds, verdict, limit,
/// without_margin}, ...].
nlohmann::ordered_json what_fits_json(const std::vector<FitAnswer>& answers, const MessageText& text);

} // namespace rigwright
