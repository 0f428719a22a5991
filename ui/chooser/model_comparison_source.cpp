// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/chooser/model_comparison_source.h"

#include <QElapsedTimer>

#include <algorithm>

namespace rigwright {

namespace {

/// What may be taken from a frame of sixty a second.
constexpr qint64 slice_ms = 8;

} // namespace

ModelComparisonSource::ModelComparisonSource(Document& document, QObject* parent) : QObject(parent), document_(document)
{
    for (const std::string_view preset : usual_candidates) {
        const QString id = QString::fromUtf8(preset.data(), static_cast<qsizetype>(preset.size()));
        if (document.data()->preset(preset)) presets_ << id;
    }
    slices_.setSingleShot(true);
    slices_.setInterval(0);
    connect(&slices_, &QTimer::timeout, this, &ModelComparisonSource::compute_slice);
    connect(&document_, &Document::changed, this, &ModelComparisonSource::follow);
}

void ModelComparisonSource::set_presets(const QStringList& presets)
{
    presets_ = presets;
    follow();
}

void ModelComparisonSource::add(const QString& preset)
{
    if (presets_.contains(preset)) return;
    presets_ << preset;
    follow();
}

void ModelComparisonSource::remove(const QStringList& presets)
{
    for (const QString& preset : presets) presets_.removeAll(preset);
    follow();
}

void ModelComparisonSource::use(const QString& preset, const QString& description)
{
    const std::string before = document_.scenario().model.preset;
    const QString former = QString::fromStdString(before);
    if (!document_.set_scenario(with_preset(document_.scenario(), preset.toStdString()), description)) return;
    if (!before.empty() && !presets_.contains(former)) {
        presets_.prepend(former);
        follow();
    }
}

void ModelComparisonSource::set_active(bool active)
{
    active_ = active;
    if (active_ && stale_) follow();
}

void ModelComparisonSource::follow()
{
    stale_ = true;
    // What is being computed is finished first, so that something still moves under a long drag.
    if (active_ && !slices_.isActive()) start();
}

std::vector<std::string> ModelComparisonSource::wanted() const
{
    std::vector<std::string> ids;
    for (const QString& preset : presets_) ids.push_back(preset.toStdString());
    const std::string& own = document_.scenario().model.preset;
    if (std::find(ids.begin(), ids.end(), own) == ids.end()) ids.insert(ids.begin(), own);
    return ids;
}

void ModelComparisonSource::start()
{
    stale_ = false;
    asked_ = document_.scenario();
    waiting_ = wanted();
    coming_.clear();
    compute_slice();
}

void ModelComparisonSource::compute_slice()
{
    QElapsedTimer spent;
    spent.start();
    while (coming_.size() < waiting_.size()) {
        if (!coming_.empty() && spent.elapsed() >= slice_ms) {
            slices_.start();
            return;
        }
        coming_.push_back(compared_model(asked_, *document_.data(), waiting_[coming_.size()]));
    }
    shown_ = asked_;
    rows_ = std::move(coming_);
    coming_.clear();
    emit changed();
    if (stale_ && active_) start();
}

} // namespace rigwright
