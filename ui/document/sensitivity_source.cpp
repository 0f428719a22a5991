// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/sensitivity_source.h"

namespace rigwright {

LatestWorker<Scenario, SensitivitySource::Found>::Compute SensitivitySource::computation(
    std::shared_ptr<const EngineData> data)
{
    return [data = std::move(data)](const Scenario& scenario, std::stop_token stop) -> std::shared_ptr<const Found> {
        auto found = std::make_shared<Found>();
        found->scenario = scenario;
        found->settings = sensitivity(evaluate(scenario, *data), {*data, stop});
        if (stop.stop_requested()) return nullptr;
        return found;
    };
}

SensitivitySource::SensitivitySource(Document& document, QObject* parent)
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
    });
    connect(&document, &Document::settled, this, &SensitivitySource::settle);
}

const std::vector<Sensitivity>& SensitivitySource::settings() const
{
    static const std::vector<Sensitivity> none;
    return found_ ? found_->settings : none;
}

void SensitivitySource::set_watched(bool watched)
{
    watched_ = watched;
    if (watched_) settle();
}

void SensitivitySource::settle()
{
    if (!watched_ || asked_ == document_.scenario()) return;
    asked_ = document_.scenario();
    worker_.request(*asked_);
}

} // namespace rigwright
