// SPDX-License-Identifier: Apache-2.0
#include "core/project/unknown_members.h"

#include "core/json/limits.h"
#include "core/scenario/json_findings.h"

#include <algorithm>

namespace rigwright {

namespace {

using nlohmann::json;
using nlohmann::ordered_json;

bool is_unknown_key(const Finding& error) { return error.code == "unknown-key" || error.code == "unknown-key-nearest"; }

/// Calls `visit(field, pointer, value)` for every member of every object; what it answers true for is not entered.
template <typename Visit>
void walk(const json& value, const std::string& field, const json::json_pointer& pointer, const Visit& visit)
{
    if (value.is_object()) {
        for (const auto& [key, member] : value.items()) {
            const std::string inner = member_field(field, key);
            if (!visit(inner, pointer / key, member)) walk(member, inner, pointer / key, visit);
        }
    } else if (value.is_array()) {
        for (std::size_t i = 0; i < value.size(); ++i) walk(value[i], element_field(field, i), pointer / i, visit);
    }
}

/// The object at a place, made where an object lacks it: a group at its defaults is not written. Null where a list is
/// too short by now.
ordered_json* object_at(ordered_json& value, const ordered_json::json_pointer& place)
{
    if (value.contains(place)) return value[place].is_object() ? &value[place] : nullptr;
    ordered_json* outer = object_at(value, place.parent_pointer());
    return outer == nullptr ? nullptr : &((*outer)[place.back()] = ordered_json::object());
}

Finding long_text(const std::string& field, std::size_t length)
{
    return input_error("text-too-long", field,
                       {{"found", bound_argument(static_cast<double>(length))},
                        {"maximum", bound_argument(static_cast<double>(longest_text))}});
}

} // namespace

std::vector<std::string> take_unknown_keys(std::vector<Finding>& errors)
{
    std::vector<std::string> fields;
    for (const Finding& error : errors)
        if (is_unknown_key(error)) fields.push_back(error.field);
    std::erase_if(errors, is_unknown_key);
    return fields;
}

UnknownMembers members_at(const json& value, std::string_view at, const std::vector<std::string>& fields)
{
    UnknownMembers members;
    if (fields.empty()) return members;
    walk(value, std::string(at), json::json_pointer(),
         [&](const std::string& field, const json::json_pointer& pointer, const json& member) {
             const bool wanted = std::ranges::find(fields, field) != fields.end();
             if (wanted) members[pointer.to_string()] = member.dump();
             return wanted;
         });
    return members;
}

void restore_members(ordered_json& value, const UnknownMembers& members)
{
    for (const auto& [place, text] : members) {
        const ordered_json::json_pointer pointer(place);
        ordered_json* holder = object_at(value, pointer.parent_pointer());
        if (holder != nullptr && !holder->contains(pointer.back()))
            (*holder)[pointer.back()] = ordered_json::parse(text);
    }
}

void find_long_texts(const json& value, const std::string& field, std::vector<Finding>& errors)
{
    if (value.is_string() && value.get_ref<const std::string&>().size() > longest_text)
        errors.push_back(long_text(field, value.get_ref<const std::string&>().size()));
    if (value.is_object()) {
        for (const auto& [key, member] : value.items()) {
            // A key of that length would make its own path as long.
            if (key.size() > longest_text)
                errors.push_back(long_text(field, key.size()));
            else
                find_long_texts(member, member_field(field, key), errors);
        }
    }
    if (value.is_array()) {
        for (std::size_t i = 0; i < value.size(); ++i) find_long_texts(value[i], element_field(field, i), errors);
    }
}

} // namespace rigwright
