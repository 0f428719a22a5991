// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/hardware/small_records.h"
#include "core/json/object_reader.h"
#include "core/quantities/quantity.h"

namespace rigwright {

/// Fields that several record kinds share. Every number is optional unless the name says otherwise; the upper bounds
/// only catch a wrong unit or a slipped decimal point.

/// Whether a text has the form of an ISO 4217 code ("CNY").
bool is_currency(std::string_view text);

/// Requires `format` and `version` 1, the two keys that say what a file is.
void read_header(ObjectReader& file, std::string_view format);

/// Reports a number that is absent or null; its kind and range are left to the field reader that follows.
void require_number(ObjectReader& group, std::string_view key);

std::string text_or_empty(ObjectReader& group, std::string_view key);
/// A required text, empty (with an issue) when absent.
std::string needed_text(ObjectReader& group, std::string_view key);
/// A year "2018", a month "2018-09", a quarter "2018-Q3" or a day "2018-09-20"; anything else is `unknown-value`.
std::string date_or_empty(ObjectReader& group, std::string_view key);
/// Reports a date that has to stand in the record and does not.
void report_missing_date(ObjectReader& group, std::string_view key);

std::optional<FlopsPerSecond> teraflops_field(ObjectReader& group, std::string_view key);
std::optional<BytesPerSecond> gigabytes_per_second_field(ObjectReader& group, std::string_view key);
std::optional<Hertz> megahertz_field(ObjectReader& group, std::string_view key);
std::optional<Hertz> gigahertz_field(ObjectReader& group, std::string_view key);
std::optional<Watts> watts_field(ObjectReader& group, std::string_view key);
/// A memory size on a label or of a cache: GB and MB are read as GiB and MiB.
std::optional<Bytes> label_gigabytes_field(ObjectReader& group, std::string_view key);
std::optional<Bytes> label_megabytes_field(ObjectReader& group, std::string_view key);
std::optional<int> count_field(ObjectReader& group, std::string_view key, int highest);
std::optional<int> pcie_generation_field(ObjectReader& group, std::string_view key);
/// Lanes of a slot or a card, in a width that is sold; anything else is `unknown-value`.
std::optional<int> pcie_width_field(ObjectReader& group, std::string_view key);

/// `source`, `source_date`, `confidence`, `computation` of a group; source and confidence are required.
Provenance read_provenance(ObjectReader& group);
/// The fields of one price but `part`; the caller finishes the entry.
Price read_price(ObjectReader& entry);
std::vector<Price> read_prices(ObjectReader& record, std::vector<JsonIssue>& issues);

} // namespace rigwright
