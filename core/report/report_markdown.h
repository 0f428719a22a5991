// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/report/report.h"

#include <span>
#include <string>

namespace rigwright {

/// The reports, one after the other, as GitHub-flavoured Markdown in UTF-8. Charts are told by their tables of numbers.
/// Texts are escaped: none can become markup.
std::string report_markdown(std::span<const Report> reports);

} // namespace rigwright
