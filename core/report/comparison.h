// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/quantities.h"
#include "core/quantities/words.h"
#include "core/scenario/fields.h"

#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rigwright {

/// One quantity of one build.
struct ComparedValue {
    Value value;
    /// The range in the estimate; both ends equal the value if it has none. The upper end is infinite for a lower bound
    /// (a purchase that leaves out parts).
    double low = 0.0;
    double high = 0.0;
    /// Hypothetical value of a build that does not fit. Never ranked best.
    bool hypothetical = false;

    bool has_range() const { return low < value.number || high > value.number; }
    bool is_lower_bound() const;
};

/// Empty unless both values are above zero and in the same unit.
std::optional<Ratio> ratio_of(const ComparedValue& value, const ComparedValue& other, double correlation);

/// A build against the baseline: exactly the negative of the baseline against that build.
struct Delta {
    Value difference;
    /// The difference exceeds the error that the two estimates do not share.
    bool clear = false;
    /// Empty if one of them is zero.
    std::optional<Ratio> ratio{};
};

/// Ranking of a row.
enum class Ranking {
    /// Nothing to rank: no preferred direction, fewer than two builds that have it, or different tasks.
    none,
    /// All equal.
    equal,
    /// The range of one build's ratio to each other one excludes 1.
    best,
    no_clear_winner,
    /// Amounts in different currencies.
    different_units,
    /// Figures that depend on the global batch, where the builds' batches differ.
    different_batches,
};
/// The word of a ranking in files and message codes ("no-clear-winner").
template <>
inline constexpr std::array<std::string_view, 6> words<Ranking>{
    "none", "equal", "best", "no-clear-winner", "different-units", "different-batches"};

struct ComparedRow {
    /// The id of a quantity that `explain` knows ("memory.total_bytes"), or another one: "findings.blocks",
    /// "findings.loses", "findings.unchecked", `time_at_baseline_batch`.
    std::string quantity;
    PreferredDirection direction = PreferredDirection::none;
    /// One per build, in their order; empty if the build does not have it.
    std::vector<std::optional<ComparedValue>> values{};
    /// Against the baseline; empty for itself, for another task, and if the difference is unknown: a value or a part's
    /// price is missing, or the units differ.
    std::vector<std::optional<Delta>> deltas{};
    /// Among the builds that work, if any does; a count of findings, among all.
    Ranking ranking = Ranking::none;
    /// Index of the best build.
    std::optional<std::size_t> best{};
    /// Without a clear winner: the builds that are not clearly worse than the leading one, if others are.
    std::vector<std::size_t> leaders{};

    bool all_equal() const;
    bool is_count_of_findings() const;
    /// Whether `explain` can derive the row for each build.
    bool has_working() const;
};

/// One input in which the builds differ.
struct ComparedInput {
    /// The scenario's field ("build.gpu").
    std::string field;
    std::vector<FieldValue> values;
};

/// A verdict, empty without an estimate, which figures are orders of magnitude, and what else keeps the build from
/// working.
struct ComparedVerdict {
    std::optional<Verdict> verdict{};
    bool rough_memory = false;
    bool rough_time = false;
    /// Blocking issues other than GPU memory and limits ("host memory is too small").
    std::int64_t blocking = 0;

    /// Whether the memory suffices, if only just, and no issue blocks the build.
    bool works() const;
    bool operator==(const ComparedVerdict&) const = default;
};
ComparedVerdict compared_verdict(const Evaluation& build);

/// A comparison of builds.
struct Comparison {
    std::size_t baseline = 0;
    std::vector<ComparedVerdict> verdicts;
    std::vector<ComparedRow> rows;
    std::vector<ComparedInput> inputs;
    /// One per build: whether its task is the baseline's, ignoring prices, since a pinned build keeps its own.
    /// Otherwise the build has no deltas.
    std::vector<bool> has_baseline_task;
    /// Whether the training runs among them update with the same number of samples. Otherwise part of a build's speedup
    /// comes from its batch, and the rows "time.global_batch" and `time_at_baseline_batch` follow the wall time.
    bool same_global_batch = true;

    /// Whether all have the same task; otherwise their numbers answer different questions and no row is ranked.
    bool same_question() const;
};

/// The row with each build's wall-clock time at the baseline's global batch: its own if that is its own, empty if its
/// GPUs do not divide it. Omitted if fewer than two builds have one.
inline constexpr const char* time_at_baseline_batch = "time.wall_seconds_at_baseline_batch";

/// The build with another micro-batch and accumulation, so that one update uses `batch` samples; unchanged if it
/// already does. Empty if its GPUs do not divide them.
std::optional<Evaluation> at_global_batch(std::int64_t batch, const Evaluation& build, const EngineData& data);

/// A pure function of the builds' evaluations (with or without an estimate). Precondition: at least one, and
/// `baseline` among them.
Comparison compare(const std::vector<const Evaluation*>& builds, std::size_t baseline, const EngineData& data);

/// Message codes of remarks on the whole comparison.
std::vector<const char*> notes_of(const Comparison& comparison);

/// The comparison in format "rigwright.comparison", version 1: the builds' names and verdicts, one row per quantity
/// with values, ranges (no `high` for a lower bound), deltas and ranking, and the inputs that differ. No non-finite
/// numbers.
nlohmann::ordered_json comparison_json(const Comparison& comparison, const std::vector<std::string>& names);

/// One part's share in a change.
struct ChangeCause {
    /// The id of a quantity that `explain` knows ("memory.parts.activations").
    std::string quantity;
    Value difference;
};

/// The change of one of the two main results between two answers, and its causes.
struct ResultChange {
    /// "memory.total_bytes" or "time.step_seconds".
    std::string quantity;
    Value before;
    Value after;
    /// Largest first, without unchanged parts. They add up to the whole difference.
    std::vector<ChangeCause> causes;

    Value difference() const;
};

/// The results that both answers have and that differ: memory of one GPU, then the time of one step.
std::vector<ResultChange> what_changed(const Estimate& before, const Estimate& after);

/// Whether a build is compared with the baseline, or the reason why not.
enum class RatioStanding {
    compared,
    /// It has a different task.
    own_task,
    /// Its GPUs do not divide the baseline's global batch.
    undivided_batch,
    /// It cannot be computed.
    no_answer
};

/// One quantity of the builds relative to the baseline.
struct RatioRow {
    std::string quantity;
    PreferredDirection direction = PreferredDirection::none;
    /// One per build; empty if it is not compared or does not have the quantity.
    std::vector<std::optional<ComparedValue>> values{};
    /// Also empty for the baseline, if one of the two is a lower bound, and if one does not fit and the quantity
    /// depends on its time.
    std::vector<std::optional<Ratio>> ratios{};
};

/// Builds relative to one of them: at its global batch, and without the parts that lack a price in any of them.
struct RatioTable {
    std::size_t baseline = 0;
    std::vector<RatioStanding> standing;
    std::vector<RatioRow> rows;
    /// The baseline's, if that of a compared build differs.
    std::optional<std::int64_t> global_batch;
    /// The kinds of parts that no build's costs include.
    std::vector<PartKind> unpriced;
};

/// Pure. Precondition: at least one build, and `baseline` among them.
RatioTable ratio_table(const std::vector<const Evaluation*>& builds, std::size_t baseline, const EngineData& data);

} // namespace rigwright
