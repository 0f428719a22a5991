// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/hardware/own_record.h"

#include <QString>

#include <string_view>

namespace rigwright {

/// "GPU", "Processor": a kind of record, in the window's language.
QString kind_name(RecordKind kind);
/// "Memory: bandwidth"; the key itself for a field that the program has no name for.
QString field_label(std::string_view path);
/// "GB/s"; empty for none.
QString field_unit(std::string_view path);

} // namespace rigwright
