// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/advice_source.h"

#include <algorithm>

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

SensitivitySource::SensitivitySource(Document& document, QObject* parent)
    : QObject(parent),
      found_(
          this, document,
          [](const Scenario& scenario, const EngineData& data,
             const std::stop_token& stop) -> std::shared_ptr<const Found> {
              auto found = std::make_shared<Found>();
              found->scenario = scenario;
              found->settings = sensitivity(evaluate(scenario, data), {data, stop});
              if (stop.stop_requested()) return nullptr;
              return found;
          },
          [this] { emit changed(); })
{
    connect(&document, &Document::settled, this, &SensitivitySource::settle);
}

const std::vector<Sensitivity>& SensitivitySource::settings() const
{
    static const std::vector<Sensitivity> none;
    return found_.known() ? found_.known()->settings : none;
}

void SensitivitySource::set_watched(bool watched)
{
    watched_ = watched;
    settle();
}

void SensitivitySource::settle()
{
    if (watched_) found_.ask();
}

} // namespace rigwright
