// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/hardware/catalog.h"

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace rigwright {

/// A part that can have a price.
struct PricedPart {
    RecordKind kind = RecordKind::gpu;
    std::string id;
    std::string name;
    const std::vector<Price>* prices = nullptr;
};

/// Finds catalog parts by their name in a price list.
class PartIndex {
public:
    /// `catalog` must outlive the index.
    explicit PartIndex(const Catalog& catalog);

    const std::vector<PricedPart>& parts() const { return parts_; }
    /// By exact id, ignoring case.
    const PricedPart* by_id(std::string_view id) const;
    /// By exact name, with or without the vendor in front, ignoring case, spaces and dashes. Several if parts share the
    /// name.
    std::vector<const PricedPart*> by_name(std::string_view name) const;
    /// The most likely part for a name: the one with the most words, all of them in the name; else the shortest one
    /// that has all words of the name. Nullptr if there is none or more than one. A guess to be confirmed.
    const PricedPart* likely(std::string_view name) const;

private:
    void add(RecordKind kind, const std::string& id, const std::string& name, const std::string& vendor,
             const std::vector<Price>& prices);

    std::vector<PricedPart> parts_;
    /// The words of each part's name, sorted.
    std::vector<std::vector<std::string>> words_;
    std::unordered_map<std::string, std::size_t> by_id_;
    std::unordered_multimap<std::string, std::size_t> by_name_;
};

} // namespace rigwright
