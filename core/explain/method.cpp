// SPDX-License-Identifier: Apache-2.0
#include "core/explain/method.h"

#include "core/explain/explain.h"
#include "core/explain/explain_requirements.h"
#include "core/explain/readings.h"

#include <algorithm>
#include <set>
#include <string_view>

namespace rigwright {

namespace {

class Collection {
public:
    void add(std::string_view quantity, const Working& working)
    {
        const std::string key(quantity.substr(0, quantity.find_first_of(".[")));
        auto part = std::ranges::find(parts_, key, &MethodPart::key);
        if (part == parts_.end()) part = parts_.insert(parts_.end(), MethodPart{key, {}, {}});
        visit(working, *part);
    }

    std::vector<MethodPart> parts() && { return std::move(parts_); }

private:
    void visit(const Working& working, MethodPart& part)
    {
        const bool is_leaf = working.formula.empty();
        const bool is_told = !is_leaf || working.source.starts_with("source.");
        if (is_told && told_.insert(working.quantity + ' ' + (is_leaf ? working.source : working.formula)).second)
            (is_leaf ? part.values : part.formulas).push_back(working);
        for (const Working& input : working.inputs) visit(input, part);
    }

    std::vector<MethodPart> parts_;
    std::set<std::string> told_;
};

/// Everything that can be asked about an evaluation.
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

} // namespace rigwright
