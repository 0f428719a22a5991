// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/quantities/words.h"
#include "core/validation/case.h"

#include <array>
#include <functional>
#include <istream>
#include <span>

namespace rigwright {

/// Data left out of a fit of the time coefficients.
enum class Unseen { nothing, gpu, line_of_models, source };
template <>
inline constexpr std::array<std::string_view, 4> words<Unseen>{"accuracy.unseen.nothing", "accuracy.unseen.gpu",
                                                               "accuracy.unseen.line", "accuracy.unseen.source"};
inline constexpr std::array all_unseen{Unseen::nothing, Unseen::gpu, Unseen::line_of_models, Unseen::source};

/// A published training speed and its predictions by fits that each leave out this case's group.
struct RefitRow {
    /// Cases of one publication, GPU and kind of model, which share one weight.
    std::string group;
    std::string kind_of_model;
    std::string gpu;
    std::string source;
    /// Samples per second.
    double measured = 0.0;
    std::array<double, all_unseen.size()> predicted{};

    /// ln (predicted time / measured time); positive if the prediction is too long.
    double error(Unseen unseen) const;
};

struct RefitTable {
    std::vector<RefitRow> rows;
    /// The first invalid line or line with an unknown case, counted from 1; zero if there is none.
    std::size_t bad_line = 0;
};

/// Reads "id,measured,fitted,gpu,family,source", one line per case, as written by `scripts/refit-time`.
RefitTable read_refits(std::istream& table, std::span<const Case> cases);

/// Errors as factors minus one, averaged inside groups first.
struct RefitScore {
    std::size_t cases = 0;
    std::size_t groups = 0;
    double median = 0.0;
    double mean = 0.0;
    /// Share predicted within a factor of 1.25.
    double within_quarter = 0.0;
    /// Signed, positive if predictions are too long.
    double bias = 0.0;
};

/// Score of the selected rows; all zero if there are none.
RefitScore score_of(std::span<const RefitRow> rows, Unseen unseen, const std::function<bool(const RefitRow&)>& counts);

} // namespace rigwright
