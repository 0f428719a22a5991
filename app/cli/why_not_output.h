// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/session.h"
#include "core/recommend/recommendation.h"

#include <nlohmann/json_fwd.hpp>

#include <string>

namespace rigwright::cli {

/// Whether anything can be said about a part: a card, or a record that builds are made of.
bool can_be_asked_about(const std::string& part, const Catalog& hardware);

/// Ids that can be asked about, nearest to what was typed first.
std::string nearest_parts(const std::string& typed, const Catalog& hardware);

/// Why a part is in none of the picks: of a card how it fared, of another part what each pick would be with it.
void print_why_not(const std::string& part, const Recommendation& answer, const Exploration& found,
                   const Requirements& requirements, Session& session);

/// [{pick, field, part, name, code, message, findings, ...}]; of a card one entry without a pick.
nlohmann::ordered_json why_not_json(const std::string& part, const Recommendation& answer, const Exploration& found,
                                    const Requirements& requirements, const Session& session);

} // namespace rigwright::cli
