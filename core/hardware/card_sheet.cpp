// SPDX-License-Identifier: Apache-2.0
#include "core/hardware/card_sheet.h"

#include "core/hardware/record_table.h"

#include <string_view>
#include <utility>

namespace rigwright {

namespace {

/// Builds the sheet of one card from top to bottom.
class Sheet {
public:
    explicit Sheet(const Gpu& gpu) : gpu_(gpu) {}

    std::vector<CardEntry> make()
    {
        add_field("architecture");
        add_field("compute_capability");
        add_group("compute");
        add_group("memory");
        add_links();
        add_group("power");
        add_group("board");
        add_field("release");
        add_price();
        return std::move(entries_);
    }

private:
    void add_group(std::string_view group)
    {
        for (const RecordRow<Gpu>& row : record_table<Gpu>().rows)
            if (row.field.group() == group) add(row);
    }
    void add_field(std::string_view path)
    {
        for (const RecordRow<Gpu>& row : record_table<Gpu>().rows)
            if (row.field.path == path) add(row);
    }

    void add(const RecordRow<Gpu>& row)
    {
        if (row.field.on_sheet == OnSheet::no) return;
        CardEntry entry{row.field.path};
        const RecordValue found = row.value(row.field, gpu_);
        if (const auto* number = std::get_if<Value>(&found)) entry.value = *number;
        if (const auto* text = std::get_if<std::string>(&found)) entry.text = *text;
        if (entry.value && entry.value->unit == Unit::count && row.field.unit != nullptr)
            entry.unit = " " + std::string(row.field.unit->text);
        entry.is_compared = row.field.on_sheet == OnSheet::compared;
        entry.source = source_of(row.field.group());
        entries_.push_back(std::move(entry));
    }

    const std::string& source_of(std::string_view group) const
    {
        if (group == "memory") return gpu_.memory.provenance.source;
        if (group == "power") return gpu_.power.provenance.source;
        return group == "board" ? gpu_.board.provenance.source : gpu_.compute.provenance.source;
    }

    void add_links()
    {
        const GpuLink& link = gpu_.link;
        CardEntry host{.property = "host_link", .source = link.provenance.source};
        if (link.pcie_generation)
            host.text = "PCIe " + std::to_string(*link.pcie_generation) + ".0" +
                        (link.pcie_lanes ? " x" + std::to_string(*link.pcie_lanes) : std::string());
        entries_.push_back(std::move(host));
        // Both directions, as vendors print it; a card without such a link is known to have none.
        CardEntry peer{.property = "peer_link", .source = link.provenance.source, .is_compared = true};
        if (link.peer_bidirectional) peer.value = value_of(*link.peer_bidirectional);
        if (link.peer_kind == PeerLinkKind::none) peer.value = value_of(BytesPerSecond());
        entries_.push_back(std::move(peer));
    }

    void add_price()
    {
        CardEntry price{.property = "price", .is_compared = true};
        if (const Price* newest = newest_in_dollars()) {
            price.value = money(newest->amount, newest->currency);
            price.approximate = newest->kind == PriceKind::estimate;
            price.source = newest->source + ", " + newest->date;
        }
        entries_.push_back(std::move(price));
    }

    /// The price of a shop or the vendor; otherwise an estimate.
    const Price* newest_in_dollars() const
    {
        const auto rank = [](const Price& price) {
            return std::pair(price.kind != PriceKind::estimate, std::string_view(price.date));
        };
        const Price* newest = nullptr;
        for (const Price& price : gpu_.prices) {
            const bool asked = price.kind == PriceKind::list || price.kind == PriceKind::street;
            if ((!asked && price.kind != PriceKind::estimate) || price.currency != "USD") continue;
            if (newest == nullptr || rank(*newest) < rank(price)) newest = &price;
        }
        return newest;
    }

    const Gpu& gpu_;
    std::vector<CardEntry> entries_;
};

} // namespace

std::vector<CardEntry> card_sheet(const Gpu& gpu) { return Sheet(gpu).make(); }

std::optional<double> ratio(const CardEntry& entry, const CardEntry& other)
{
    if (!entry.is_compared || !entry.value || !other.value || !(other.value->number > 0.0)) return std::nullopt;
    return entry.value->number / other.value->number;
}

} // namespace rigwright
