// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/hardware/record_table.h"

#include <nlohmann/json_fwd.hpp>

namespace rigwright {

/// The editable fields of a kind of record in file order.
std::span<const RecordField> editable_fields(RecordKind kind);

/// The JSON pointer of a field's path: "/memory/bandwidth_GBps".
nlohmann::json::json_pointer pointer_of(std::string_view path);

/// The value at a field's path; null if there is none.
nlohmann::json value_at(const nlohmann::json& record, std::string_view path);

/// An own record with one field set. `shipped` is the record that it changes, null if the part is the user's own: a
/// value equal to the shipped one is removed from the own record, and so are empty groups. A list is copied whole
/// before an element is set. The cores of a CPU remain the sum over its groups.
nlohmann::json with_value(nlohmann::json own, const nlohmann::json& shipped, std::string_view path,
                          const nlohmann::json& value);

/// An own record without the field, so that the shipped value applies again.
nlohmann::json without_value(nlohmann::json own, std::string_view path);

/// A new part of a kind: all required fields, figures as null, `source` and `confidence` for its groups.
nlohmann::json record_template(RecordKind kind, const std::string& id, const std::string& name);

/// A record's file with its keys in the order of the shipped files.
nlohmann::ordered_json in_order(RecordKind kind, const nlohmann::json& record);

} // namespace rigwright
