// SPDX-License-Identifier: Apache-2.0
#include "core/text/part_names.h"

#include <algorithm>

namespace rigwright {

namespace {

template <typename Record>
bool name_all(std::vector<Record>& records, RecordKind kind, const std::vector<OwnRecord>& own,
              const Messages& messages)
{
    bool changed = false;
    for (Record& record : records) {
        const std::string code = "part-class." + record.id;
        if (!record.generic || !messages.has(code)) continue;
        const bool is_own = std::any_of(
            own.begin(), own.end(), [&](const OwnRecord& each) { return each.kind == kind && each.id == record.id; });
        if (is_own || record.name == messages.text(code)) continue;
        record.name = messages.text(code);
        changed = true;
    }
    return changed;
}

} // namespace

bool name_part_classes(Catalog& catalog, const Messages& messages)
{
    const bool drives = name_all(catalog.storages, RecordKind::storage, catalog.own_records, messages);
    const bool machines = name_all(catalog.chassis_list, RecordKind::chassis, catalog.own_records, messages);
    return drives || machines;
}

} // namespace rigwright
