// SPDX-License-Identifier: Apache-2.0
#include "core/advise/fix_table.h"
#include "core/estimate/recipes.h"
#include "core/hardware/peaks.h"
#include "core/scenario/fields.h"
#include "core/scenario/words.h"

#include <initializer_list>

namespace rigwright {

namespace {

/// Whether products of a recipe run at least as fast as fp32 ones.
bool has_units(const FaultyPlan& plan, Precision precision)
{
    const NumberFormat format = recipe_of(precision).product;
    if (const Gpu* gpu = plan.gpu()) return multiplies_at_full_rate(*gpu, format);
    const Cpu* cpu = plan.hardware().cpu(plan.build().cpu);
    return cpu == nullptr || multiplies(*cpu, format).value_or(true);
}

Fix format(Precision precision)
{
    const std::string word(word_of(precision));
    return {{"format", {{"format", MessageCode{choice_code("training.precision", word)}}}},
            {{"training.precision", word}}};
}

Proposals formats(const FaultyPlan& plan, std::initializer_list<Precision> wanted)
{
    Proposals proposals;
    for (const Precision precision : wanted)
        if (has_units(plan, precision)) proposals.push_back(format(precision));
    return proposals;
}

bool keeps_master(Precision precision)
{
    return precision == Precision::fp16_master || precision == Precision::bf16_master || precision == Precision::fp8 ||
           precision == Precision::fp4;
}

/// The widest 16-bit format that the plan's device multiplies, with the weights kept as at present; else fp32.
Precision safe_precision(const FaultyPlan& plan)
{
    const bool master = keeps_master(plan.scenario().training.precision);
    const Precision wide = master ? Precision::bf16_master : Precision::bf16_amp;
    const Precision narrow = master ? Precision::fp16_master : Precision::fp16_amp;
    if (has_units(plan, wide)) return wide;
    return has_units(plan, narrow) ? narrow : Precision::fp32;
}

} // namespace

/// bf16 has the exponents of fp32; where a card has no units for it, the weights at least stay in fp32.
Proposals safer_format(const FaultyPlan& plan)
{
    if (keeps_master(plan.scenario().training.precision))
        return formats(plan, {Precision::bf16_master, Precision::tf32, Precision::fp32});
    return formats(plan, {Precision::bf16_amp, Precision::fp16_amp, Precision::tf32, Precision::fp32});
}

Proposals format_with_units(const FaultyPlan& plan) { return {format(safe_precision(plan))}; }

Proposals master_weights(const FaultyPlan& plan)
{
    return formats(plan, {Precision::bf16_master, Precision::bf16_amp});
}

} // namespace rigwright
