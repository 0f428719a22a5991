// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/advice_source.h"

namespace rigwright {

namespace {

LatestWorker<Scenario, Advice>::Compute computation(std::shared_ptr<const EngineData> data)
{
    return [data = std::move(data)](const Scenario& scenario, std::stop_token stop) {
        return compute_advice(scenario, *data, std::move(stop));
    };
}

} // namespace

std::shared_ptr<const Advice> compute_advice(const Scenario& scenario, const EngineData& data, std::stop_token stop)
{
    const Advising advising{data, stop};
    auto advice = std::make_shared<Advice>();
    advice->scenario = scenario;
    const Evaluation evaluation = evaluate(scenario, data);
    advice->plan = effect_of(evaluation);
    advice->remedies = remedies(evaluation, advising);
    advice->answers = what_fits(scenario, advising);
    if (stop.stop_requested()) return nullptr;
    return advice;
}

AdviceSource::AdviceSource(Document& document)
    : QObject(&document),
      document_(document),
      worker_(this, computation(document.data()), [this](quint64, const std::shared_ptr<const Advice>& advice) {
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
    connect(&document, &Document::settled, this, &AdviceSource::settle);
    settle();
}

AdviceSource& AdviceSource::of(Document& document)
{
    if (auto* present = document.findChild<AdviceSource*>(QString(), Qt::FindDirectChildrenOnly)) return *present;
    return *new AdviceSource(document);
}

void AdviceSource::set_watched(bool watched)
{
    watched_ = watched;
    if (watched_) settle();
}

void AdviceSource::settle()
{
    const std::optional<Estimate>& estimate = document_.evaluation().estimate;
    const bool needed = estimate && estimate->verdict && estimate->verdict != Verdict::fits;
    if ((!needed && !watched_) || asked_ == document_.scenario()) return;
    asked_ = document_.scenario();
    worker_.request(*asked_);
}

bool AdviceSource::apply(const ScenarioChanges& changes, const QString& description)
{
    if (!is_current()) return false;
    const std::optional<Scenario> next = rigwright::changed(document_.scenario(), changes);
    return next && document_.set_scenario(*next, description);
}

} // namespace rigwright
