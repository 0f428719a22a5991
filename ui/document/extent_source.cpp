// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/extent_source.h"

namespace rigwright {

namespace {

LatestWorker<ExtentRequest, ExtentCurve>::Compute extent_computation(std::shared_ptr<const EngineData> data)
{
    return [data = std::move(data)](const ExtentRequest& request, const std::stop_token& stop) {
        return compute_extent_curve(request, *data, stop);
    };
}

} // namespace

ExtentSource::ExtentSource(Document& document, SampleExtent extent, QObject* parent)
    : QObject(parent),
      document_(document),
      extent_(extent),
      worker_(extent_computation(document.data()),
              [this](quint64 generation, const std::shared_ptr<const ExtentCurve>& curve) {
                  arrived_ = generation;
                  curve_ = curve;
                  emit changed();
              })
{
    connect(&document, &Document::data_changed, this, [this] {
        worker_.use(extent_computation(document_.data()));
        asked_.reset();
        curve_.reset();
    });
    connect(&document, &Document::changed, this, &ExtentSource::follow);
    connect(&document, &Document::settled, this, &ExtentSource::settle);
}

void ExtentSource::set_watched(bool watched)
{
    watched_ = watched;
    if (watched_) settle();
}

void ExtentSource::follow()
{
    if (curve_ && !is_outdated() && covers(*curve_, document_.scenario())) return;
    settle();
}

void ExtentSource::settle()
{
    ExtentRequest wanted{document_.scenario(), extent_};
    if (!watched_ || asked_ == wanted) return;
    asked_ = wanted;
    worker_.request(std::move(wanted));
}

} // namespace rigwright
