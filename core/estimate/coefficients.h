// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/json/object_reader.h"

#include <cmath>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace rigwright {

struct Gpu;

/// One coefficient of a section of hardware_db/calibration.json and the member it fills.
template <typename Coefficients>
struct CoefficientRow {
    std::string_view key;
    double Coefficients::*member;
};

/// The value of {"value", "unit", "meaning", "fitted_on", "minimum", "maximum"} under `key`. A value outside its own
/// bounds is the issue `out-of-range`; every field is required.
std::optional<double> read_coefficient(ObjectReader& section, std::string_view key);

// The sections of hardware_db/calibration.json. Each struct has a member for each coefficient of its section, written
// from that file by core/coefficients.cmake: the file says unit, meaning, bounds and source. The zeros of the members
// are never computed with.

/// Constants of the data-loading model.
struct LoadingCoefficients {
#include "core/estimate/coefficients/loading.inc"
};

/// Half widths in logarithms, by cause; variances add up. Fitted on sources that no other coefficient uses.
struct TimeRangeWidths {
    double base = 0.0;
    double new_kind = 0.0;
    /// For a step limited by the host, and for one that is all communication.
    double host = 0.0;
    double communication = 0.0;
    /// Scales all of them, so that nine of ten sources left out of the fit are covered.
    double factor = 1.0;
    /// For plans unlike any measured one; not scaled.
    double order_of_magnitude = 0.0;
};

struct TimeCoefficients;
struct MemoryCoefficients;

/// Facts shared by a family of chips: a record of section "generations". A coefficient that a record does not name is
/// null.
struct GpuGeneration {
    using Coefficient = double TimeCoefficients::*;

    std::string id;
    std::string vendor;
    /// Prefixes of the CUDA compute capability; the longest match wins.
    std::vector<std::string> capabilities;
    /// The architecture in GPU records, used where there is no compute capability.
    std::string architecture;
    /// No run on it was measured well enough to fit, and no memory measurement was found.
    bool order_of_magnitude = false;
    bool memory_unmeasured = false;

    /// Share of the matrix rate that large products sustain.
    Coefficient sustained = nullptr;
    /// FLOPs of 16-bit products per joule of board power that long runs sustain.
    Coefficient product_power = nullptr;
    /// Share that fp32 products reach on ordinary units, relative to earlier chips.
    Coefficient vector = nullptr;
    /// fp32 FLOPs per joule at which boards hold their boost clock.
    Coefficient vector_power = nullptr;
    /// Rate of fp32 products on matrix units relative to the datasheet rate of the ordinary units.
    Coefficient matrix_fp32 = nullptr;
    /// Efficiency of cuDNN's kernels for it, relative to those of other generations.
    Coefficient image_products = nullptr;
    /// Fused attention with kernels written for it, relative to a plain product.
    Coefficient own_attention = nullptr;
    /// Network rate per GPU of the machines that are usually built with it.
    Coefficient network = nullptr;

    /// GPU memory of a process whose kernels load lazily, and the workspace that PyTorch gives its matrix library.
    double MemoryCoefficients::*context = nullptr;
    double MemoryCoefficients::*product_workspace = nullptr;

    /// Grouped convolutions reach tensor cores only in channels-last layout.
    bool grouped_needs_channels_last = false;
    /// TensorFlow uses cuDNN's depthwise convolutions in 16 bit.
    bool tensorflow_depthwise_16_bit = false;
    /// Convolutional networks keep the rate of short products: between products they run much that draws little power.
    bool images_keep_short_products = false;
};

/// Constants of the time model beyond datasheets.
struct TimeCoefficients {
#include "core/estimate/coefficients/time.inc"

    /// The last one covers all chips that the others do not name.
    std::vector<GpuGeneration> generations;
    const GpuGeneration& generation_of(const Gpu& gpu) const;
    /// `otherwise` where a generation names no coefficient.
    double value(GpuGeneration::Coefficient coefficient, double otherwise) const
    {
        return coefficient == nullptr ? otherwise : this->*coefficient;
    }

    LoadingCoefficients loading;

    /// Section "time_range": widths of the range of a step, and the kinds of runs that fitted sources have measured
    /// (`kind_on_generation`, `kind_in_execution`), in alphabetical order.
    TimeRangeWidths range;
    std::vector<std::string> measured_kinds;
    bool has_measured(const std::string& kind) const;
    /// An architecture or family (`ResolvedModel::line_id`) and the class it belongs to.
    struct FamilyClass {
        std::string family;
        std::string model_class;
    };
    std::vector<FamilyClass> families;

    /// SHA-256 of the file of cases that the coefficients were fitted on.
    std::string fingerprint;

    /// The class of an architecture or family; "unmeasured" where no measured model represents it.
    std::string_view class_of(std::string_view family) const;
};

/// On a source that no fit has seen, a tool shows between `low` and `high` times the prediction. This includes cached
/// blocks that the allocator frees when memory is short: a run needs less than `margin` times in nine of ten cases.
struct MemoryRange {
    const char* id = "";
    double low = 1.0;
    double high = 1.0;
    double margin = 1.0;
    /// Share of its width down to which a range is an order of magnitude; never so for a range of measurements.
    double rough_share = std::numeric_limits<double>::infinity();

    double width() const { return std::log(high / low); }
    bool is_order_of_magnitude(double range_share) const { return range_share > rough_share; }
};

/// Fitted and assumed constants of the memory model.
struct MemoryCoefficients {
#include "core/estimate/coefficients/memory.inc"

    /// Range of measured over predicted memory: section "memory_range".
    MemoryRange range;
    MemoryRange language_range;
    MemoryRange detector_range;
    MemoryRange generator_range;
    /// Of a process without a GPU.
    MemoryRange processor_range;
    MemoryRange unmeasured_range;
    /// Ranges by family; other families use the range of their loss.
    std::vector<std::pair<std::string, MemoryRange MemoryCoefficients::*>> range_families;
};

/// Constants of the system memory model.
struct HostMemoryCoefficients {
#include "core/estimate/coefficients/host_memory.inc"
};

/// Numbers that are neither measured nor fitted but set by convention.
struct Conventions {
#include "core/estimate/coefficients/conventions.inc"
};

/// Conventions of the requirements page.
struct RequirementCoefficients {
#include "core/estimate/coefficients/requirements.inc"
};

/// Constants of whole runs.
struct RunCoefficients {
#include "core/estimate/coefficients/run.inc"
};

/// Constants of power and energy.
struct EnergyCoefficients {
#include "core/estimate/coefficients/energy.inc"
};

/// Constants of training on the processor alone.
struct CpuCoefficients {
#include "core/estimate/coefficients/cpu.inc"
};

/// Correlation of the errors of two estimates of one task.
struct ComparisonCoefficients {
#include "core/estimate/coefficients/comparison.inc"
};

/// Weights of measurements against the model.
struct MeasuredCoefficients {
#include "core/estimate/coefficients/measured.inc"
};

/// Reads the section of an opened calibration file. A missing or invalid value becomes an issue of `calibration` and
/// leaves the member's own value.
template <typename Coefficients>
Coefficients read_section(ObjectReader& calibration)
{
    Coefficients coefficients;
    std::optional<ObjectReader> section = calibration.required_object(Coefficients::section);
    if (!section) return coefficients;
    for (const CoefficientRow<Coefficients>& row : Coefficients::rows())
        if (const std::optional<double> value = read_coefficient(*section, row.key)) coefficients.*row.member = *value;
    section->finish();
    return coefficients;
}

/// Sections "time", "generations", "loading", "time_fit" and "time_range".
TimeCoefficients read_time_coefficients(ObjectReader& calibration);
/// Sections "memory" and "memory_range".
MemoryCoefficients read_memory_coefficients(ObjectReader& calibration);

/// The key of a coefficient in the calibration file.
template <typename Coefficients>
std::string_view coefficient_key(double Coefficients::*coefficient)
{
    for (const CoefficientRow<Coefficients>& row : Coefficients::rows())
        if (row.member == coefficient) return row.key;
    return {};
}

} // namespace rigwright
