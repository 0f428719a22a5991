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

/// Finds parts of a catalog by what a price list calls them.
class PartIndex {
public:
    /// `catalog` must outlive the index.
    explicit PartIndex(const Catalog& catalog);

    const std::vector<PricedPart>& parts() const { return parts_; }
    /// By exact id; letter case does not count.
    const PricedPart* by_id(std::string_view id) const;
    /// By exact name, with or without the vendor before it; case, spaces and dashes do not count. Several where parts
    /// share the name.
    std::vector<const PricedPart*> by_name(std::string_view name) const;
    /// The only part that a name is likely to mean: the one whose words all stand in it and that has most of them, else
    /// the shortest one that has all its words. Nullptr where there is none or more than one. A guess to be confirmed.
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
