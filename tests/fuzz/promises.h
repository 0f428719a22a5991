// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/json/strict_json.h"
#include "core/scenario/finding.h"

#include <nlohmann/json.hpp>

#include <string>
#include <vector>

namespace rigwright::test {

/// Throws std::logic_error with `what` unless `kept`.
void promise(bool kept, const std::string& what);
/// Every defect has a place and a sentence in both languages, with no gap of the sentence left open. Gives the places.
std::vector<std::string> promise_words(const std::vector<JsonIssue>& issues);
std::vector<std::string> promise_words(const std::vector<Finding>& findings);
/// The same of a model file, whose places are its own: bytes, nodes, tensors.
std::vector<std::string> promise_import_words(const std::vector<JsonIssue>& issues);
/// No null stands in the value: that is what a number which is none is written as.
void promise_numbers(const nlohmann::ordered_json& value);

} // namespace rigwright::test
