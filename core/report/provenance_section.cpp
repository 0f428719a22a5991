// SPDX-License-Identifier: Apache-2.0
#include "core/about/version.h"
#include "core/importing/sha256.h"
#include "core/report/sections.h"
#include "core/scenario/scenario_json.h"

#include <nlohmann/json.hpp>

namespace rigwright {

ReportSection provenance_section(const ReportDraft& draft)
{
    ReportTable table{
        "provenance", draft.text("table.provenance"), {{draft.text("property")}, {draft.text("value")}}, {}};
    table.rows.push_back({{draft.text("made-on")}, {draft.inputs.date}});
    table.rows.push_back({{draft.text("program")}, {"Rigwright " + std::string(version())}});
    table.rows.push_back({{draft.text("data")}, {draft.inputs.data_fingerprint}});
    for (std::size_t i = 0; i < draft.inputs.options.size(); ++i)
        table.rows.push_back(
            {{draft.text("inputs-of", {{"option", draft.names[i]}})},
             {"SHA-256 " + sha256_hex(write_scenario(draft.inputs.options[i]->scenario, Expand::defaults).dump())}});
    return {"provenance", draft.text("section.provenance"), {draft.paragraph("provenance.intro"), std::move(table)}};
}

} // namespace rigwright
