// SPDX-License-Identifier: Apache-2.0
#include "core/explain/explain_host.h"

#include "core/explain/nodes.h"

namespace rigwright {

Working explain_usable_of_host(const Evaluation& e)
{
    const UsableMemory& u = *e.memory.usable;
    return computed("usable", "memory.usable_bytes", value_of(u.usable), "usable-of-host",
                    {from_field("nominal", "build.ram_GiB", value_of(u.nominal)),
                     coefficient("system", "operating_system_gib", value_of(u.driver), true)});
}

} // namespace rigwright
