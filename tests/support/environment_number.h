// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtGlobal>

namespace rigwright::test {

/// The number in an environment variable, e.g. for a longer run; `otherwise` if it isn't set to a number.
inline int environment_number(const char* variable, int otherwise)
{
    bool given = false;
    const int value = qEnvironmentVariableIntValue(variable, &given);
    return given ? value : otherwise;
}

} // namespace rigwright::test
