// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/json/strict_json.h"
#include "core/scenario/finding.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rigwright {

/// Reads the members of one object of a case file and collects what is wrong, in the words of scenario files.
class CaseFields {
public:
    /// A value that is no object is an error; every member is then absent.
    CaseFields(const nlohmann::json& value, std::string at, std::vector<Finding>& errors);

    bool has(std::string_view key) const;
    /// Null where there is none; marks the key as known.
    const nlohmann::json* member(std::string_view key);
    /// The same, an error where there is none.
    const nlohmann::json* required(std::string_view key);
    std::string at(std::string_view key) const;

    /// A text of at most 4,000 bytes; empty where there is none.
    std::string text(std::string_view key);
    bool flag(std::string_view key);
    /// Above zero; at least zero.
    std::optional<double> amount(std::string_view key);
    double amount_or_zero(std::string_view key);
    std::optional<std::int64_t> whole(std::string_view key);

    /// Reports keys that nobody asked for.
    void finish();

private:
    const nlohmann::json* object_ = nullptr;
    std::string at_;
    std::vector<Finding>* errors_;
    std::vector<std::string> known_;
};

} // namespace rigwright
