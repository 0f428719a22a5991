// SPDX-License-Identifier: Apache-2.0
#include "core/text/issue_text.h"

namespace rigwright {

namespace {

/// "number (0, 10]" with its first word in the language, where it is one of the kinds that readers name.
std::string expected_text(const std::string& expected, const Messages& words)
{
    const std::size_t end = expected.find(' ');
    const std::string code = "data.expected." + expected.substr(0, end);
    if (!words.has(code)) return expected;
    return words.text(code) + (end == std::string::npos ? "" : expected.substr(end));
}

} // namespace

std::string text_of_issue(const JsonIssue& issue, const Messages& words)
{
    const Value line{static_cast<double>(issue.line), Unit::count};
    const Value column{static_cast<double>(issue.column), Unit::count};
    return words.text("data." + issue.code, {{"found", issue.found},
                                             {"expected", expected_text(issue.expected, words)},
                                             {"line", line},
                                             {"column", column}});
}

} // namespace rigwright
