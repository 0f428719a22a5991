// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/session.h"
#include "core/hardware/own_record.h"

#include <nlohmann/json.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rigwright::cli {

/// What one file of the database says, as JSON in the order of the file.
using FileRecord = nlohmann::ordered_json;

/// A part with every field of its kind: null where the field is unknown, the accepted values of the person's own
/// catalogue laid over the shipped ones, all prices in use, notes as sentences. Nothing for an unknown id.
std::optional<FileRecord> part_record(RecordKind kind, const std::string& id, const Session& session);
/// A model of the zoo and a public data set, as their files have them.
std::optional<FileRecord> model_record(const std::string& id, const Session& session);
std::optional<FileRecord> dataset_record(const std::string& id, const Session& session);

/// Records side by side: a line a field, called by its place in the file ("memory.bandwidth_GBps").
void print_records(const std::vector<FileRecord>& records, Session& session);

} // namespace rigwright::cli
