// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/sensitivity_source.h"

namespace rigwright {

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
