// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/recommend/priced_parts.h"

#include <map>
#include <optional>
#include <vector>

namespace rigwright {

/// For each processor, whether another one costs and draws no more, takes the same memory and is no worse in anything
/// that the engine reads: clocks, cores, link to cards, memory bandwidth. Of equals the first one stays.
std::vector<bool> outdone_processors(const std::vector<PricedCpu>& cpus, const TimeCoefficients& coefficients);

/// What the engine reads of processors, each figure the best of all; no plan is faster on a real one.
Cpu best_of_all(const std::vector<PricedCpu>& cpus, const TimeCoefficients& coefficients);

/// Processors with nearly the same clock and the same link to cards.
struct ProcessorClass {
    /// A processor that does not exist, no worse in anything than any of the class; its id is empty.
    Cpu best;
    /// The class with the same link and the next higher clock; what is slow with that one is no faster with this one.
    std::optional<std::size_t> faster{};
};

/// Classes of all processors, and which class each belongs to.
struct ProcessorClasses {
    std::vector<ProcessorClass> classes;
    std::map<const Cpu*, std::size_t> class_of;
};
ProcessorClasses processor_classes(const std::vector<PricedCpu>& cpus, const TimeCoefficients& coefficients);

} // namespace rigwright
