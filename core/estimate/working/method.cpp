// SPDX-License-Identifier: Apache-2.0
#include "core/estimate/working/method.h"

#include "core/estimate/working/explain.h"
#include "core/estimate/working/workings.h"

#include <algorithm>
#include <array>
#include <set>
#include <string_view>

namespace rigwright {

namespace {

/// Content of a line of the page: the name with its formula and, if that numbers its places, their operands, or the
/// source of a leaf.
std::string line_of(const Derivation& working)
{
    std::string line = working.quantity + ' ' + (working.formula.empty() ? working.source : working.formula);
    if (!working.formula.starts_with('=')) return line;
    for (const Derivation& input : working.inputs)
        if (working.formula.find("{" + input.symbol + "}") != std::string::npos) line += ' ' + input.quantity;
    return line;
}

class Collection {
public:
    void add(std::string_view quantity, const Derivation& working)
    {
        const std::string key(quantity.substr(0, quantity.find_first_of(".[")));
        auto part = std::ranges::find(parts_, key, &MethodPart::key);
        if (part == parts_.end()) part = parts_.insert(parts_.end(), MethodPart{key, {}, {}});
        visit(working, *part);
    }

    std::vector<MethodPart> parts() && { return std::move(parts_); }

private:
    void visit(const Derivation& working, MethodPart& part)
    {
        const bool is_leaf = working.formula.empty();
        const bool is_told = !is_leaf || working.source.starts_with("source.");
        if (is_told && told_.insert(line_of(working)).second)
            (is_leaf ? part.values : part.formulas).push_back(working);
        for (const Derivation& input : working.inputs) visit(input, part);
    }

    std::vector<MethodPart> parts_;
    std::set<std::string> told_;
};

/// All quantities that an evaluation can explain.
std::vector<std::string> quantities_of(const Evaluation& evaluation)
{
    std::vector<std::string> all(explained_quantities().begin(), explained_quantities().end());
    for (const auto& row : all_readings()) all.insert(all.end(), row.begin(), row.end());
    const auto& needs = explained_requirement_quantities();
    all.insert(all.end(), needs.begin(), needs.end());
    for (std::size_t i = 0; i <= evaluation.scenario.requirements.workloads.size(); ++i)
        all.push_back("requirements.workloads[" + std::to_string(i) + "]");
    return all;
}

} // namespace

std::vector<MethodPart> method_of(std::span<const Evaluation> evaluations, const EngineData& data)
{
    Collection collection;
    for (const Evaluation& evaluation : evaluations)
        for (const std::string& quantity : quantities_of(evaluation))
            if (const auto working = explain(evaluation, data, quantity)) collection.add(quantity, *working);
    return std::move(collection).parts();
}

namespace {

struct ReadingWay {
    std::string_view quantity;
    std::string_view word;
};

/// Largest number of ways to count one quantity.
constexpr std::size_t most_ways = 4;

/// The ways of one quantity, the engine's first; unused places are empty.
using Ways = std::array<ReadingWay, most_ways>;

constexpr std::array kin{
    Ways{ReadingWay{"model.parameters", "engine"}, ReadingWay{"model.closed_form_parameters", "closed-form"},
         ReadingWay{"model.commonly_quoted_parameters", "commonly-quoted"}},
    Ways{ReadingWay{"model.forward_macs_per_sample", "mac"}, ReadingWay{"model.forward_flops_per_sample", "flop"},
         ReadingWay{"model.causal_forward_macs_per_sample", "causal-mac"},
         ReadingWay{"model.thop_macs_per_sample", "thop"}},
    Ways{ReadingWay{"model.training_flops_per_sample", "flop"}, ReadingWay{"model.training_macs_per_sample", "mac"},
         ReadingWay{"model.causal_training_flops_per_sample", "causal-flop"}},
    Ways{ReadingWay{"model.saved_activation_bytes_per_sample", "engine"},
         ReadingWay{"model.textbook_activation_bytes_per_sample", "textbook"}},
    Ways{ReadingWay{"memory.total_bytes", "engine"}, ReadingWay{"memory.textbook_bytes", "textbook"},
         ReadingWay{"memory.rule_of_thumb_bytes", "rule"}},
    Ways{ReadingWay{"time.global_batch", "engine"}, ReadingWay{"time.every_gpu_batch", "every-gpu"}},
    Ways{ReadingWay{"time.step_seconds", "engine"}, ReadingWay{"time.roofline_seconds", "roofline"}},
    Ways{ReadingWay{"time.total_seconds", "engine"}, ReadingWay{"time.closed_form_seconds", "closed-form"}},
    Ways{ReadingWay{"time.wall_seconds", "engine"}, ReadingWay{"time.closed_form_seconds", "closed-form"}},
    Ways{ReadingWay{"time.pf_days", "engine"}, ReadingWay{"time.six_n_d_pf_days", "six-n-d"}},
};

bool counts(const Ways& ways, std::string_view quantity)
{
    return std::ranges::any_of(ways, [quantity](const ReadingWay& way) { return way.quantity == quantity; });
}

} // namespace

std::vector<QuantityReading> readings_of(const Evaluation& evaluation, const EngineData& data,
                                         std::string_view quantity)
{
    const auto* family = std::ranges::find_if(kin, [quantity](const Ways& ways) { return counts(ways, quantity); });
    if (quantity.empty() || family == kin.end()) return {};
    std::vector<QuantityReading> readings;
    for (const ReadingWay& way : *family) {
        const std::optional<Derivation> working = explain(evaluation, data, way.quantity);
        if (working) readings.push_back({way.quantity, way.word, working->value});
    }
    return readings.size() > 1 ? readings : std::vector<QuantityReading>();
}

std::vector<std::vector<std::string_view>> all_readings()
{
    std::vector<std::vector<std::string_view>> all;
    for (const Ways& ways : kin) {
        all.emplace_back();
        for (const ReadingWay& way : ways)
            if (!way.quantity.empty()) all.back().push_back(way.quantity);
    }
    return all;
}

} // namespace rigwright
