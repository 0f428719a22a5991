// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/advise/fixes.h"
#include "core/advise/largest.h"
#include "core/advise/remedy_table.h"

#include <nlohmann/json_fwd.hpp>

#include <functional>

namespace rigwright {

/// Puts a message code with its arguments into words.
using MessageText = std::function<std::string(const std::string& code, const Arguments& arguments)>;

/// What a remedy says in one sentence; two parts are joined by the message "remedy.both".
std::string remedy_text(const Remedy& remedy, const MessageText& text);
/// What each part does and costs, and how far it reaches, a sentence a line.
std::string remedy_explanation(const Remedy& remedy, const MessageText& text);

/// What a fix does in a few words, and beside them what it costs in time and memory.
std::string fix_name(const Fix& fix, const MessageText& text);
std::string fix_text(const Fix& fix, const MessageText& text);
/// {code, message, changes, time_ratio, more_memory_bytes}; the last two only where they grow.
nlohmann::ordered_json fix_json(const Fix& fix, const MessageText& text);

/// [{code, arguments, message, explanation, reach, changes, memory_bytes, step_seconds, time_ratio, verdict, fits},
/// ...] in the order of `remedies`. A pair has the codes joined by "+" and the arguments of both. What is not known has
/// no key.
nlohmann::ordered_json remedies_json(const std::vector<Remedy>& remedies, const MessageText& text);

/// Whether remedies help against a finding: it says that the plan does not fit, or fits tightly.
bool remedies_help(std::string_view code);

/// Fills the remedies of the findings of an estimate file that say that the plan does not fit, or fits tightly.
void add_remedies(nlohmann::ordered_json& findings, const std::vector<Remedy>& remedies, const MessageText& text);

/// What an answer says: "96", "640 × 640", a card's name; "-" in words where nothing fits.
std::string answer_text(const FitAnswer& answer, const MessageText& text);

/// [{code, question, answer, arguments, changes, memory_bytes, usable_bytes, step_seconds, verdict, limit,
/// without_margin}, ...].
nlohmann::ordered_json what_fits_json(const std::vector<FitAnswer>& answers, const MessageText& text);

} // namespace rigwright
