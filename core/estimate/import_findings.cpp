// SPDX-License-Identifier: Apache-2.0
#include "core/estimate/import_findings.h"

namespace rigwright {

namespace {

/// A few names for the message; the estimate lists all of them.
std::string first_of(const std::vector<std::string>& names)
{
    constexpr std::size_t shown = 5;
    std::string text;
    for (std::size_t i = 0; i < names.size() && i < shown; ++i) text += (i > 0 ? ", " : "") + names[i];
    return names.size() > shown ? text + ", ..." : text;
}

} // namespace

void add_import_findings(const ImportedNetwork& imported, Estimate& estimate)
{
    const ImportCoverage& coverage = imported.coverage;
    estimate.model.layers_unknown = coverage.unknown;
    if (!imported.has_operators)
        estimate.findings.push_back({Finding::Severity::blocks, "import-weights-only", "model.embedded", {}});
    else if (!coverage.whole())
        estimate.findings.push_back({Finding::Severity::blocks,
                                     "import-incomplete",
                                     "model.embedded",
                                     {{"counted", value_of(Count(coverage.counted))},
                                      {"nodes", value_of(Count(coverage.nodes))},
                                      {"found", first_of(coverage.missing)}}});
    else if (!coverage.complete())
        estimate.findings.push_back({Finding::Severity::unchecked,
                                     "import-nodes-unknown",
                                     "model.embedded",
                                     {{"counted", value_of(Count(coverage.counted))},
                                      {"nodes", value_of(Count(coverage.nodes))},
                                      {"found", first_of(coverage.unknown)}}});
}

} // namespace rigwright
