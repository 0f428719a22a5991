// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/quantities/quantity.h"
#include "core/quantities/words.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rigwright {

/// Confidence in a group of numbers; hardware_db/README.md defines each word.
enum class Confidence { official, third_party, measured, computed, general_knowledge };

/// The words that records use, in the order of the enumerators.
template <>
inline constexpr std::array<std::string_view, 5> words<Confidence>{"official", "third-party", "measured", "computed",
                                                                   "general-knowledge"};

/// Source of a group of numbers.
struct Provenance {
    std::string source;
    /// Date of the copy that was read, "2026-01" or "2026-01-06"; empty if unknown.
    std::string source_date;
    Confidence confidence = Confidence::general_knowledge;
    /// How computed numbers follow from the others; empty if nothing was computed.
    std::string computation;
};

/// Kind of a price.
enum class PriceKind { list, street, cloud_hour, street_per_terabyte, estimate, quotation };

template <>
inline constexpr std::array<std::string_view, 6> words<PriceKind>{"list",          "street",   "cloud-hour",
                                                                  "street-per-TB", "estimate", "quotation"};

/// One price as seen on a date; never converted or adjusted.
struct Price {
    double amount = 0.0;
    std::string currency;
    std::string date;
    PriceKind kind = PriceKind::list;
    /// The name of the publisher or seller, which is not translated.
    std::string source;
    /// The supplier; empty for no particular one.
    std::string supplier;
    /// Whether the amount includes tax, and the tax rate; empty if the source does not say.
    std::optional<bool> tax_included;
    std::optional<double> tax_rate;
    std::optional<double> warranty_months;
    /// Last day of a quote; empty if it names none.
    std::string valid_until;
    /// Quantity of the offer; empty if it does not say.
    std::optional<double> quantity = {};
    /// Terabytes of the drive that the amount buys; empty for the price of a terabyte, and for other parts.
    std::optional<double> drive_tb = {};
    /// How the amount follows from the source, or a remark of the user who entered it.
    std::string note = {};
    /// From the user's own catalog, and its file there ("prices/2026-11-01-dealer.json").
    bool own = false;
    std::string own_file = {};
};

enum class LinkKind { pcie, nvlink, nvswitch, infinity_fabric, chip_to_chip, infiniband, ethernet };

template <>
inline constexpr std::array<std::string_view, 7> words<LinkKind>{
    "pcie", "nvlink", "nvswitch", "infinity-fabric", "chip-to-chip", "infiniband", "ethernet"};

/// Widths of PCIe slots and cards, and the latest generation for sale. The catalog has a link for each pair.
inline constexpr std::array pcie_widths{16, 8, 4, 2, 1};
inline constexpr int latest_pcie_generation = 6;

/// A link between GPUs, between host and GPU, or between machines.
struct Link {
    std::string id;
    std::string name;
    LinkKind kind = LinkKind::pcie;
    std::optional<int> generation;
    /// PCIe lanes, NVLink links, network lanes or ports.
    std::optional<int> lanes;
    /// One-way rate of the wire after line coding. GPU links: per GPU; networks: per port.
    BytesPerSecond per_direction;
    /// Rate achieved one way (or as all-reduce bus bandwidth) with large messages; `effective_basis` says how.
    std::optional<BytesPerSecond> effective;
    std::string effective_basis;
    std::optional<Seconds> latency;
    /// Number of GPUs that this link joins if it is not a switch or a network (bridges: 2).
    std::optional<int> most_gpus;
    /// Per port of a network: adapter, cable and its port of the switch.
    std::vector<Price> prices;
    Provenance provenance;
    std::vector<std::string> notes;

    /// Share of the wire's rate that large collectives reach: as measured, else `unmeasured`.
    double share_reached(double unmeasured) const { return effective ? *effective / per_direction : unmeasured; }
};

/// Device of a pair of PCI numbers. Cards that share a pair differ in their memory size.
struct PciDevice {
    std::uint16_t vendor = 0;
    std::uint16_t device = 0;
    /// Ids of GPUs in the database, the usual one first.
    std::vector<std::string> gpus;
};

/// Spot instances can be withdrawn at any time.
enum class RentKind { on_demand, spot };
template <>
inline constexpr std::array<std::string_view, 2> words<RentKind>{"on-demand", "spot"};

/// A rental instance as in a price list.
struct CloudOffer {
    std::string provider;
    /// Id of the GPU in the database.
    std::string gpu;
    int gpus = 1;
    std::optional<int> virtual_cpus;
    std::optional<Bytes> memory;
    double per_gpu_hour = 0.0;
    std::string currency;
    RentKind kind = RentKind::on_demand;
    std::string date;
    std::string source;
    /// From the user's own price lists.
    bool own = false;
};

/// Storage formats of a public dataset's samples; the words of `dataset.encoding`.
inline constexpr std::array<std::string_view, 4> dataset_encoding_ids{"jpeg", "png", "raw", "text"};

/// A public dataset to start from.
struct DatasetRecord {
    std::string id;
    std::string name;
    std::int64_t samples = 0;
    /// Positive samples; empty if the dataset has no such notion.
    std::optional<std::int64_t> positive_samples;
    /// Size of one stored image: the usual one if sizes differ.
    std::int64_t source_height = 0;
    std::int64_t source_width = 0;
    std::int64_t channels = 3;
    /// Mean size of one file; empty if nothing is published.
    std::optional<std::int64_t> encoded_bytes_per_sample;
    /// One of `dataset_encoding_ids`.
    std::string encoding;
    Provenance provenance;
    std::vector<std::string> notes;
};

/// Classes of the 80 PLUS program, in rising order.
enum class EfficiencyClass { bronze, silver, gold, platinum, titanium };
template <>
inline constexpr std::array<std::string_view, 5> words<EfficiencyClass>{"bronze", "silver", "gold", "platinum",
                                                                        "titanium"};

/// A power supply for one machine, or a class of them.
struct PowerSupply {
    std::string id;
    std::string name;
    bool generic = false;
    /// Continuous output on the label.
    Watts output;
    EfficiencyClass efficiency_class = EfficiencyClass::gold;
    std::string form_factor;
    Provenance provenance;
    std::vector<Price> prices;
    std::vector<std::string> notes;
};

/// System memory modules that are sold together.
struct MemoryKit {
    std::string id;
    std::string name;
    std::string type;
    Hertz transfer_rate;
    int modules = 0;
    Bytes module_capacity;
    /// Rate of one 64-bit channel.
    BytesPerSecond bandwidth_per_channel;
    Provenance provenance;
    std::vector<Price> prices;
    std::vector<std::string> notes;
};

/// All modules of the kit together.
inline Bytes capacity(const MemoryKit& kit) { return kit.module_capacity * Count(kit.modules); }

/// A drive, or a class of drives ("nvme4") used when the scenario names no model.
struct Storage {
    std::string id;
    std::string name;
    std::string interface;
    /// True for a class of drives.
    bool generic = false;
    std::optional<BytesPerSecond> sequential_read;
    std::optional<BytesPerSecond> sequential_write;
    std::optional<double> random_reads_per_second;
    std::optional<double> random_writes_per_second;
    /// Measured read rate over many 16 KiB files, far below the sequential rate on the label.
    std::optional<BytesPerSecond> small_file_read;
    /// Time to open one file.
    std::optional<Seconds> file_open;
    Provenance provenance;
    std::vector<Price> prices;
    std::vector<std::string> notes;
};

/// An electricity price in a region; an average, never an offer.
struct ElectricityTariff {
    std::string id;
    std::string currency;
    double per_kwh = 0.0;
    std::string date;
    Provenance provenance;
};

/// Units of `to` for one unit of `from` on a date.
struct ExchangeRate {
    std::string from;
    std::string to;
    double rate = 0.0;
    std::string date;
    Provenance provenance;
};

/// An electric circuit that a machine is plugged into.
struct Circuit {
    std::string id;
    double amperes = 0.0;
    double volts = 0.0;
    /// Share of amperes x volts available as continuous load.
    double continuous_share = 1.0;
    /// Territories (ISO 3166: "CN", "DE") where it is common.
    std::vector<std::string> regions;
    Provenance provenance;

    Watts continuous() const { return Watts(amperes * volts * continuous_share); }
};

/// Operating costs of a machine.
struct OperatingCosts {
    std::vector<ElectricityTariff> electricity;
    std::vector<ExchangeRate> exchange_rates;
    std::vector<Circuit> circuits;
    /// Power of a whole data center over that of its machines, the mean of a survey.
    double power_usage_effectiveness = 1.0;
    std::string power_usage_date;
    Provenance power_usage_provenance;

    /// The dated rate from one currency to another, in either direction; empty if none is listed. The same currency
    /// converts at 1 without a date.
    std::optional<ExchangeRate> exchange(std::string_view from, std::string_view to) const;
    const Circuit* circuit(std::string_view id) const;
};

} // namespace rigwright
