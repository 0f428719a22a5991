// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/advice_source.h"

namespace rigwright {

bool is_short_of_memory(const Evaluation& evaluation)
{
    if (!evaluation.estimate) return false;
    const std::optional<Verdict> verdict = evaluation.estimate->verdict;
    return verdict == Verdict::tight || verdict == Verdict::does_not_fit;
}

std::shared_ptr<const Advice> compute_advice(const Scenario& scenario, const EngineData& data,
                                             const std::stop_token& stop)
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
      advice_(this, document, compute_advice, [this] { emit changed(); })
{
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
    if (is_short_of_memory(document_.evaluation()) || watched_) advice_.ask();
}

bool AdviceSource::apply(const ScenarioChanges& changes, const QString& description)
{
    return advice_.apply(changes, description);
}

} // namespace rigwright
