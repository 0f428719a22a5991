// SPDX-License-Identifier: Apache-2.0
#include "core/estimate/numerics_findings.h"

#include "core/scenario/resolved_model.h"

#include <algorithm>
#include <array>

namespace rigwright {

namespace {

using Severity = Finding::Severity;
using Found = std::optional<Finding>;

struct NumericsPlan {
    const Evaluation& evaluation;
    const EngineData& data;

    const Training& training() const { return evaluation.scenario.training; }
    bool trains() const { return training().mode == RunMode::train; }
    bool in_fp16() const
    {
        const Precision precision = training().precision;
        return precision == Precision::fp16 || precision == Precision::fp16_amp || precision == Precision::fp16_master;
    }
};

Found loss_scaling(const NumericsPlan& plan)
{
    const Precision precision = plan.training().precision;
    const bool scaled = precision == Precision::fp16_amp || precision == Precision::fp16_master;
    if (!plan.trains() || !scaled) return {};
    return Finding{Severity::unchecked, "fp16-needs-loss-scaling", "training.precision", {}};
}

Found pure_fp16(const NumericsPlan& plan)
{
    if (!plan.trains() || plan.training().precision != Precision::fp16) return {};
    return Finding{Severity::loses, "pure-fp16-is-fragile", "training.precision", {}};
}

/// The frameworks' usual constant of these optimizers, 1e-8, is below half of the smallest fp16 number.
Found epsilon_vanishes(const NumericsPlan& plan)
{
    const OptimizerKind kind = plan.training().optimizer;
    const bool small = kind == OptimizerKind::adam || kind == OptimizerKind::adamw || kind == OptimizerKind::rmsprop;
    if (!plan.trains() || plan.training().precision != Precision::fp16 || !small) return {};
    return Finding{Severity::loses, "adam-epsilon-vanishes", "training.optimizer", {}};
}

/// Autocast and master recipes keep statistics in fp32; a network that is fp16 as a whole does not.
Found norms_in_fp16(const NumericsPlan& plan)
{
    if (!plan.trains() || plan.training().precision != Precision::fp16) return {};
    const auto& operators = plan.evaluation.network->operators;
    const auto norms = std::count_if(operators.begin(), operators.end(), [](const Operator& op) {
        const auto* norm = std::get_if<Normalization>(&op.kind);
        return norm != nullptr && norm->kind == NormalizationKind::batch && norm->mode == NormalizationMode::train;
    });
    if (norms == 0) return {};
    return Finding{Severity::loses, "norm-statistics-in-fp16", "training.precision", {}};
}

/// T5 was trained in bf16: its feed-forward outputs, never re-centred by its RMS norms, leave the range of fp16.
Found overflows(const NumericsPlan& plan)
{
    if (!plan.in_fp16()) return {};
    const Scenario& scenario = plan.evaluation.scenario;
    const Preset* preset = preset_of(plan.data.presets, scenario.model.preset);
    const auto is = [&](const char* key, std::string_view word) {
        const ShapeValue* value = given_value(scenario, preset, key);
        const auto* text = value == nullptr ? nullptr : std::get_if<std::string>(value);
        return text != nullptr && *text == word;
    };
    if (!is("norm", "rms") || !is("positions", "relative-bias")) return {};
    return Finding{Severity::loses, "activations-overflow-fp16", "training.precision", {}};
}

Found pure_bf16(const NumericsPlan& plan)
{
    if (!plan.trains() || plan.training().precision != Precision::bf16) return {};
    return Finding{Severity::unchecked, "pure-bf16-loses-updates", "training.precision", {}};
}

/// One line a finding.
constexpr std::array numerics_checks{loss_scaling, pure_fp16, epsilon_vanishes, norms_in_fp16, overflows, pure_bf16};

} // namespace

void add_numerics_findings(const Evaluation& evaluation, const EngineData& data, std::vector<Finding>& findings)
{
    const NumericsPlan plan{evaluation, data};
    for (const auto check : numerics_checks) {
        if (Found finding = check(plan)) findings.push_back(std::move(*finding));
    }
}

} // namespace rigwright
