// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/fix_source.h"

#include <algorithm>

namespace rigwright {

FixSource::FixSource(Document& document, QObject* parent)
    : QObject(parent),
      document_(document),
      found_(
          this, document,
          [](const Scenario& scenario, const EngineData& data,
             const std::stop_token& stop) -> std::shared_ptr<const Found> {
              auto found = std::make_shared<Found>();
              found->scenario = scenario;
              found->fixes = fixes(evaluate(scenario, data), {data, stop});
              if (stop.stop_requested()) return nullptr;
              return found;
          },
          [this] { emit changed(); })
{
    connect(&document, &Document::settled, this, &FixSource::settle);
    settle();
}

void FixSource::settle()
{
    const auto& estimate = document_.evaluation().estimate;
    if (estimate && !estimate->findings.empty()) found_.ask();
}

const FindingFixes* FixSource::of(const Finding& finding) const
{
    if (!is_settled()) return nullptr;
    const auto& all = found_.known()->fixes;
    const auto known = std::find_if(all.begin(), all.end(), [&finding](const FindingFixes& fixes) {
        return fixes.code == finding.code && fixes.field == finding.field;
    });
    return known == all.end() ? nullptr : &*known;
}

bool FixSource::apply(const Fix& fix, const QString& description) { return found_.apply(fix.changes, description); }

} // namespace rigwright
