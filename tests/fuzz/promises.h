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
/// Every defect has a place and a message in both languages with all placeholders filled. Returns the places.
std::vector<std::string> promise_words(const std::vector<JsonIssue>& issues);
std::vector<std::string> promise_words(const std::vector<Finding>& findings);
/// The same for a model file, with its own places: bytes, nodes, tensors.
std::vector<std::string> promise_import_words(const std::vector<JsonIssue>& issues);
/// The value contains no null, which is how invalid numbers are written.
void promise_numbers(const nlohmann::ordered_json& value);

} // namespace rigwright::test
