// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/fix_source.h"

#include <algorithm>

namespace rigwright {

LatestWorker<Scenario, FixSource::Found>::Compute FixSource::computation(std::shared_ptr<const EngineData> data)
{
    return [data = std::move(data)](const Scenario& scenario, std::stop_token stop) -> std::shared_ptr<const Found> {
        auto found = std::make_shared<Found>();
        found->scenario = scenario;
        found->fixes = fixes(evaluate(scenario, *data), {*data, stop});
        if (stop.stop_requested()) return nullptr;
        return found;
    };
}

FixSource::FixSource(Document& document, QObject* parent)
    : QObject(parent),
      document_(document),
      worker_(this, computation(document.data()), [this](quint64, const std::shared_ptr<const Found>& found) {
          found_ = found;
          emit changed();
      })
{
    connect(&document, &Document::data_changed, this, [this] {
        worker_.use(computation(document_.data()));
        asked_.reset();
        found_.reset();
        emit changed();
    });
    connect(&document, &Document::settled, this, &FixSource::settle);
    settle();
}

void FixSource::settle()
{
    const auto& estimate = document_.evaluation().estimate;
    if (!estimate || estimate->findings.empty() || asked_ == document_.scenario()) return;
    asked_ = document_.scenario();
    worker_.request(*asked_);
}

const FindingFixes* FixSource::of(const Finding& finding) const
{
    if (!is_settled()) return nullptr;
    const auto& all = found_->fixes;
    const auto known = std::find_if(all.begin(), all.end(), [&finding](const FindingFixes& fixes) {
        return fixes.code == finding.code && fixes.field == finding.field;
    });
    return known == all.end() ? nullptr : &*known;
}

bool FixSource::apply(const Fix& fix, const QString& description)
{
    if (!is_settled()) return false;
    const std::optional<Scenario> next = rigwright::changed(document_.scenario(), fix.changes);
    return next && document_.set_scenario(*next, description);
}

} // namespace rigwright
