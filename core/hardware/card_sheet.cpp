// SPDX-License-Identifier: Apache-2.0
#include "core/hardware/card_sheet.h"

#include <array>
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
        const GpuCompute& c = gpu_.compute;
        const std::string& compute = c.provenance.source;
        text(CardProperty::architecture, gpu_.architecture, compute);
        count(CardProperty::multiprocessors, c.multiprocessors, compute);
        count(CardProperty::shaders, c.shaders, compute);
        count(CardProperty::tensor_cores, c.tensor_cores, compute);
        add({CardProperty::boost_clock,
             c.boost_clock ? std::optional(Value{c.boost_clock->base() / 1e6, Unit::count}) : std::nullopt,
             {},
             true,
             false,
             compute});
        rate(CardProperty::fp64, c.fp64);
        rate(CardProperty::fp64_tensor, c.fp64_tensor);
        rate(CardProperty::fp32, c.fp32);
        rate(CardProperty::tf32, c.tf32_tensor);
        rate(CardProperty::fp16_vector, c.fp16_vector);
        rate(CardProperty::fp16_fp32_sum, c.fp16_tensor_fp32_accumulation);
        rate(CardProperty::fp16_fp16_sum, c.fp16_tensor_fp16_accumulation);
        rate(CardProperty::bf16, c.bf16_tensor);
        rate(CardProperty::fp8, c.fp8_tensor);
        rate(CardProperty::fp4, c.fp4_tensor);
        rate(CardProperty::int8, c.int8);
        add_memory();
        add_links();
        add_board();
        return std::move(entries_);
    }

private:
    void add(CardEntry entry) { entries_.push_back(std::move(entry)); }
    void text(CardProperty property, std::string words, const std::string& source)
    {
        add({property, {}, std::move(words), false, false, source});
    }
    void count(CardProperty property, std::optional<int> number, const std::string& source)
    {
        add({property, number ? std::optional(value_of(Count(*number))) : std::nullopt, {}, false, false, source});
    }
    void rate(CardProperty property, std::optional<FlopsPerSecond> peak)
    {
        add({property,
             peak ? std::optional(value_of(*peak)) : std::nullopt,
             {},
             false,
             false,
             gpu_.compute.provenance.source});
    }

    void add_memory()
    {
        const GpuMemory& m = gpu_.memory;
        const std::string& source = m.provenance.source;
        add({CardProperty::memory, value_of(m.capacity), {}, false, false, source});
        text(CardProperty::memory_type, m.type, source);
        add({CardProperty::bus_width,
             m.bus_width_bit ? std::optional(value_of(Count(*m.bus_width_bit))) : std::nullopt,
             {},
             false,
             true,
             source});
        add({CardProperty::bandwidth,
             m.bandwidth ? std::optional(value_of(*m.bandwidth)) : std::nullopt,
             {},
             false,
             false,
             source});
        add({CardProperty::cache,
             m.l2_cache ? std::optional(value_of(*m.l2_cache)) : std::nullopt,
             {},
             false,
             false,
             source});
    }

    void add_links()
    {
        const GpuLink& link = gpu_.link;
        std::string host;
        if (link.pcie_generation)
            host = "PCIe " + std::to_string(*link.pcie_generation) + ".0" +
                   (link.pcie_lanes ? " x" + std::to_string(*link.pcie_lanes) : std::string());
        text(CardProperty::host_link, host, link.provenance.source);
        // Both directions, as vendors print it; a card without such a link has none, which is known.
        CardEntry peer{CardProperty::peer_link, {}, {}, false, false, link.provenance.source};
        if (link.peer_bidirectional) peer.value = value_of(*link.peer_bidirectional);
        if (link.peer_kind == PeerLinkKind::none) peer.value = Value{0.0, Unit::bytes_per_second};
        add(std::move(peer));
    }

    void add_board()
    {
        const GpuPower& power = gpu_.power;
        add({CardProperty::power,
             power.board_power ? std::optional(value_of(*power.board_power)) : std::nullopt,
             {},
             false,
             false,
             power.provenance.source});
        text(CardProperty::board, gpu_.board.form_factor, gpu_.board.provenance.source);
        text(CardProperty::release, gpu_.release, gpu_.board.provenance.source);
        CardEntry price{CardProperty::price, {}, {}, false, false, {}};
        if (const Price* newest = newest_in_dollars()) {
            price.value = money(newest->amount, newest->currency);
            price.approximate = newest->kind == PriceKind::estimate;
            price.source = newest->source + ", " + newest->date;
        }
        add(std::move(price));
    }

    /// What a shop or the vendor asked; else what somebody took it to be.
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

bool is_rate(CardProperty property)
{
    const bool compute = property >= CardProperty::fp64 && property <= CardProperty::int8;
    return compute || property == CardProperty::memory || property == CardProperty::bandwidth ||
           property == CardProperty::peer_link || property == CardProperty::price || property == CardProperty::power;
}

std::optional<double> ratio(const CardEntry& entry, const CardEntry& other)
{
    if (!is_rate(entry.property) || !entry.value || !other.value || !(other.value->number > 0.0)) return std::nullopt;
    return entry.value->number / other.value->number;
}

} // namespace rigwright
