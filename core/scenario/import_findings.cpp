// SPDX-License-Identifier: Apache-2.0
#include "core/scenario/import_findings.h"

#include "core/scenario/json_findings.h"

#include <algorithm>
#include <array>

namespace rigwright {

namespace {

constexpr std::array codes{// Any file; JSON.
                           "cannot-read", "syntax", "too-large", "too-deep", "duplicate-key", "wrong-type",
                           "out-of-range", "missing-key", "unknown-key", "unknown-value", "unknown-kind",
                           // Configurations, embedded networks.
                           "unknown-model-type", "unsupported-variant", "bad-reference", "bad-digest", "bad-network",
                           // Weights.
                           "truncated-file", "header-too-large", "bad-offsets", "unknown-dtype", "no-parameters",
                           // Graphs.
                           "bad-wire", "no-graph", "no-input", "open-dimension", "nothing-counted"};

std::string place_of(const JsonIssue& issue)
{
    if (issue.line == 0) return issue.path;
    return std::to_string(issue.line) + ":" + std::to_string(issue.column);
}

} // namespace

Finding import_finding(const JsonIssue& issue, std::string_view file, std::string field)
{
    const bool known = std::find(codes.begin(), codes.end(), issue.code) != codes.end();
    return input_error("import-" + (known ? issue.code : std::string("bad-network")), std::move(field),
                       {{"file", std::string(file)},
                        {"place", place_of(issue)},
                        {"found", issue.found.empty() ? "-" : issue.found},
                        {"accepted", issue.expected.empty() ? "-" : issue.expected}});
}

Finding embedded_finding(const JsonIssue& issue)
{
    const std::string field = issue.path.starts_with("$.") ? issue.path.substr(2) : issue.path;
    return import_finding(issue, "model.embedded", field);
}

std::vector<std::string> import_finding_codes()
{
    std::vector<std::string> all;
    all.reserve(std::size(codes));
    for (const char* code : codes) all.push_back(std::string("import-") + code);
    return all;
}

} // namespace rigwright
