// SPDX-License-Identifier: Apache-2.0
#include "core/advise/degrees.h"

#include "core/estimate/checks/divisible.h"

#include <algorithm>

namespace rigwright {

namespace {

/// Divisors of `number` that pass; 1 is among them whatever it is.
template <typename Passes>
std::vector<std::int64_t> degrees(std::int64_t number, Passes passes)
{
    std::vector<std::int64_t> all = divisors_of(number);
    std::erase_if(all, [&](std::int64_t degree) { return degree > 1 && !passes(degree); });
    return all;
}

} // namespace

std::vector<std::int64_t> divisors_of(std::int64_t number)
{
    std::vector<std::int64_t> small{1};
    std::vector<std::int64_t> large;
    for (std::int64_t divisor = 1; divisor <= number / divisor; ++divisor) {
        if (number % divisor != 0) continue;
        if (divisor > 1) small.push_back(divisor);
        if (number / divisor > divisor) large.push_back(number / divisor);
    }
    small.insert(small.end(), large.rbegin(), large.rend());
    return small;
}

LegalDegrees legal_degrees(const Evaluation& evaluation)
{
    const Parallel& p = evaluation.scenario.parallel;
    const std::int64_t gpus = gpu_count(evaluation.scenario.build);
    const Divisible model = divisible_of(*evaluation.network, p.tensor);
    const auto divides_heads = [&](std::int64_t degree) {
        return model.common_heads > 0 && model.common_heads % degree == 0;
    };
    const bool exchanges_heads = p.context_method == ContextMethod::all_to_all;
    LegalDegrees legal;
    legal.tensor = degrees(gpus / (p.pipeline * p.context), divides_heads);
    legal.pipeline = degrees(gpus / (p.tensor * p.context), [&](std::int64_t degree) {
        return model.layers == 0 || degree * p.pipeline_interleave <= model.layers;
    });
    legal.context = degrees(gpus / (p.tensor * p.pipeline), [&](std::int64_t degree) {
        return model.common_heads > 0 && model.tokens % degree == 0 &&
               (!exchanges_heads || divides_heads(degree * p.tensor));
    });
    legal.expert = degrees(gpus / p.pipeline,
                           [&](std::int64_t degree) { return model.experts > 1 && model.experts % degree == 0; });
    legal.interleave = degrees(model.layers / p.pipeline,
                               [&](std::int64_t) { return p.pipeline > 1 && model.layers % p.pipeline == 0; });
    return legal;
}

} // namespace rigwright
