// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/json/json_issue.h"
#include "core/text/messages.h"

namespace rigwright {

/// What is wrong with a data file, as a sentence: what was found and what would be accepted. Messages "data.<code>" and
/// "data.expected.<kind>".
std::string text_of_issue(const JsonIssue& issue, const Messages& words);

} // namespace rigwright
