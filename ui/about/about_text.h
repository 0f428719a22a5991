// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/estimate/engine_data.h"

#include <QString>

namespace rigwright {

/// What "About" says: name, version, purpose, licence and the libraries in use, in the window's current language.
QString about_text();

/// What a report of a problem needs: versions, platform, language, extent of the data. Holds no path and no name of a
/// person.
QString diagnostic_text(const EngineData& data, const QString& language);

} // namespace rigwright
