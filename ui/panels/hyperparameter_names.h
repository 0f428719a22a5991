// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <string_view>

namespace rigwright {

/// What a hyperparameter is called beside its control, in the window's language; the key itself where it has no name.
QString hyperparameter_name(std::string_view key);
bool has_hyperparameter_name(std::string_view key);

} // namespace rigwright
