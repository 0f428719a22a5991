// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/json/json_issue.h"
#include "core/scenario/finding.h"

#include <string>
#include <string_view>
#include <vector>

namespace rigwright {

/// What an importer found wrong in a model file, as the finding "import-<code>" at `field`; the messages name the file
/// and the place in it.
Finding import_finding(const JsonIssue& issue, std::string_view file, std::string field);

/// The same for an embedded network inside a scenario, whose places are those of the scenario.
Finding embedded_finding(const JsonIssue& issue);

/// The codes of all such findings.
std::vector<std::string> import_finding_codes();

} // namespace rigwright
