// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/project/project.h"
#include "core/scenario/finding.h"

#include <nlohmann/json_fwd.hpp>

#include <string>
#include <vector>

namespace rigwright {

/// The findings of `errors` that are about unknown keys, taken out of it; their fields in the order found.
std::vector<std::string> take_unknown_keys(std::vector<Finding>& errors);

/// The members of `value` (which stands at the field `at`) at the given fields, by JSON pointer.
UnknownMembers members_at(const nlohmann::json& value, std::string_view at, const std::vector<std::string>& fields);

/// Puts members back by JSON pointer where no key of their name stands there; an object that is not
/// written is made for them, an element of a list is not.
void restore_members(nlohmann::ordered_json& value, const UnknownMembers& members);

/// Where a text in `value` is longer than the limit: its field, keys included.
void find_long_texts(const nlohmann::json& value, const std::string& field, std::vector<Finding>& errors);

} // namespace rigwright
