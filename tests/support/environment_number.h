// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtGlobal>

namespace rigwright::test {

/// What an environment variable asks for, e.g. a longer run; `otherwise` where it is not set to a number.
inline int environment_number(const char* variable, int otherwise)
{
    bool given = false;
    const int value = qEnvironmentVariableIntValue(variable, &given);
    return given ? value : otherwise;
}

} // namespace rigwright::test
