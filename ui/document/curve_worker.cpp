// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/curve_worker.h"

namespace rigwright {

CurveWorker::CurveWorker(Compute compute, QObject* parent)
    : QObject(parent),
      worker_(std::move(compute), [this](quint64 generation, const std::shared_ptr<const Curves>& curves) {
          emit delivered(generation, curves);
      })
{}

} // namespace rigwright
