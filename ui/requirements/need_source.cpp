// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/requirements/need_source.h"

namespace rigwright {

namespace {

std::shared_ptr<const NeedAdvice> search(const Scenario& scenario, const EngineData& data, const std::stop_token& stop)
{
    auto build = sufficient_build(evaluate(scenario, data), {data, stop});
    if (!build || stop.stop_requested()) return nullptr;
    return std::make_shared<const NeedAdvice>(NeedAdvice{scenario, std::move(*build)});
}

} // namespace

NeedSource::NeedSource(Document& document, QObject* parent)
    : QObject(parent),
      advice_(this, document, search, [this] { emit changed(); })
{
    connect(&document, &Document::settled, this, &NeedSource::settle);
}

void NeedSource::set_watched(bool watched)
{
    watched_ = watched;
    settle();
}

void NeedSource::settle()
{
    if (watched_) advice_.ask();
}

bool NeedSource::apply(const QString& description)
{
    return is_current() && advice_.apply(advice()->build.changes, description);
}

} // namespace rigwright
