// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/requirements/need_source.h"

namespace rigwright {

namespace {

std::shared_ptr<const NeedAdvice> search(const Scenario& scenario, const EngineData& data, std::stop_token stop)
{
    auto build = sufficient_build(evaluate(scenario, data), {data, stop});
    if (!build || stop.stop_requested()) return nullptr;
    return std::make_shared<const NeedAdvice>(NeedAdvice{scenario, std::move(*build)});
}

LatestWorker<Scenario, NeedAdvice>::Compute computation(std::shared_ptr<const EngineData> data)
{
    return [data = std::move(data)](const Scenario& scenario, std::stop_token stop) {
        return search(scenario, *data, std::move(stop));
    };
}

} // namespace

NeedSource::NeedSource(Document& document, QObject* parent)
    : QObject(parent),
      document_(document),
      worker_(this, computation(document.data()), [this](quint64, const std::shared_ptr<const NeedAdvice>& advice) {
          advice_ = advice;
          emit changed();
      })
{
    connect(&document, &Document::data_changed, this, [this] {
        worker_.use(computation(document_.data()));
        asked_.reset();
        advice_.reset();
        emit changed();
    });
    connect(&document, &Document::settled, this, &NeedSource::settle);
}

void NeedSource::set_watched(bool watched)
{
    watched_ = watched;
    settle();
}

void NeedSource::settle()
{
    if (!watched_ || asked_ == document_.scenario()) return;
    asked_ = document_.scenario();
    worker_.request(*asked_);
}

bool NeedSource::apply(const QString& description)
{
    if (!is_current()) return false;
    const std::optional<Scenario> next = rigwright::changed(document_.scenario(), advice_->build.changes);
    return next && document_.set_scenario(*next, description);
}

} // namespace rigwright
