// SPDX-License-Identifier: Apache-2.0
#include "core/estimate/working/absence.h"

#include "core/estimate/quantities.h"
#include "core/estimate/working/nodes.h"
#include "core/hardware/small_records.h"
#include "core/json/characters.h"
#include "core/scenario/fields.h"

#include <algorithm>
#include <array>

namespace rigwright {

namespace {

using Reason = std::optional<Finding>;

Finding absent(std::string code, std::string field, Arguments arguments = {})
{
    return {Finding::Severity::error, std::move(code), std::move(field), std::move(arguments)};
}

bool has_dataset(const Scenario& scenario) { return scenario.dataset.samples || scenario.dataset.tokens; }

Finding without_dataset()
{
    return absent("quantity-needs-field", "dataset.samples", {{"field", std::string("dataset.samples")}});
}

/// Whether a line's missing amount makes the total of the bill meaningless.
bool decides_the_purchase(const BillLine& line, const BillOfMaterials& bill)
{
    const bool carries_gpus = line.kind == PartKind::gpu || line.kind == PartKind::chassis;
    return !line.amount && !line.part.empty() && (!bill.gpus_unpriced || carries_gpus);
}

Finding without_price(const BillOfMaterials& bill)
{
    std::vector<std::string> parts;
    std::string currency;
    for (const BillLine& line : bill.lines) {
        if (!decides_the_purchase(line, bill)) continue;
        parts.push_back(line.name + " (" + line.part + ")");
        if (line.price && !line.exchange) currency = line.price->currency;
    }
    if (!currency.empty())
        return absent("quantity-needs-rate", "economics.exchange_rates", {{"from", currency}, {"to", bill.currency}});
    return absent("quantity-needs-price", "build.price_overrides", {{"parts", joined(parts)}});
}

/// Inputs of an amount of money.
struct MoneyNeeds {
    std::string_view id;
    bool purchase = false;
    bool rent = false;
    bool electricity = false;
    bool run = false;
    bool upload = false;
};

constexpr std::array money_needs{
    MoneyNeeds{.id = "cost.purchase", .purchase = true},
    MoneyNeeds{.id = "cost.depreciation", .purchase = true, .run = true},
    MoneyNeeds{.id = "cost.maintenance", .purchase = true, .run = true},
    MoneyNeeds{.id = "cost.energy", .electricity = true, .run = true},
    MoneyNeeds{.id = "cost.run", .purchase = true, .electricity = true, .run = true},
    MoneyNeeds{.id = "cost.rent_per_gpu_hour", .rent = true},
    MoneyNeeds{.id = "cost.rent_equivalent", .rent = true, .run = true},
    MoneyNeeds{.id = "cost.break_even_hours", .purchase = true, .rent = true, .electricity = true},
    MoneyNeeds{.id = "cost.break_even_calendar", .purchase = true, .rent = true, .electricity = true},
    MoneyNeeds{.id = "cost.upload_rent", .rent = true, .upload = true},
};

Reason without_money(const Evaluation& e, std::string_view quantity)
{
    const MoneyNeeds* needs = row_of(money_needs, quantity);
    if (needs == nullptr) return std::nullopt;
    const CostTerms& cost = e.estimate->cost;
    const std::string gpu = e.scenario.build.gpu;
    if (needs->purchase && (cost.bill.gpus_unpriced || cost.bill.total <= 0.0)) return without_price(cost.bill);
    if (needs->rent && !cost.rent)
        return absent("quantity-needs-offer", "build.gpu",
                      {{"gpu", gpu}, {"kind", std::string(word_of(PriceKind::cloud_hour))}});
    if (needs->electricity && !cost.energy_price)
        return absent("quantity-needs-field", "economics.electricity_price_per_kWh",
                      {{"field", std::string("economics.electricity_price_per_kWh")}});
    if (needs->run && !has_dataset(e.scenario)) return without_dataset();
    if (needs->upload && !cost.upload_time) return std::nullopt;
    if (quantity.starts_with("cost.break_even") && e.estimate->energy)
        return absent("buying-never-pays", "economics.utilisation",
                      {{"rent", money(cost.rent->per_gpu_hour * static_cast<double>(cost.gpus), cost.bill.currency)}});
    return std::nullopt;
}

/// The setting that quantities with this prefix need.
struct NeededField {
    std::string_view prefix;
    std::string_view field;
};

constexpr std::array needed_fields{
    NeededField{"time.upload_seconds", "run.upload_Mbit_per_second"},
    NeededField{"cost.upload_rent", "run.upload_Mbit_per_second"},
    NeededField{"machine.cpu_fp32_flops", "build.cpu"},
    NeededField{"machine.fp32_flops", "build.cpu"},
    NeededField{"takt.", "requirements.takt_seconds"},
    NeededField{"requirements.takt", "requirements.takt_seconds"},
    NeededField{"requirements.deadline", "requirements.deadline_seconds"},
    NeededField{"requirements.budget", "requirements.budget"},
    NeededField{"requirements.power", "requirements.power_limit_W"},
    NeededField{"requirements.rack_units", "requirements.rack_units"},
    NeededField{"requirements.utilisation", "requirements.runs_per_month"},
    NeededField{"requirements.month_utilisation", "requirements.runs_per_month"},
    NeededField{"requirements.positives", "requirements.positive_share"},
    NeededField{"requirements.defect_", "requirements.smallest_defect_pixels"},
};

bool is_stated(const Scenario& scenario, std::string_view path)
{
    const Field* field = field_of(path);
    const FieldValue value = field == nullptr ? FieldValue() : field->read(scenario);
    const auto* text = std::get_if<std::string>(&value);
    return !std::holds_alternative<std::monostate>(value) && (text == nullptr || !text->empty());
}

Reason without_field(const Evaluation& e, std::string_view quantity)
{
    for (const NeededField& need : needed_fields)
        if (quantity.starts_with(need.prefix) && !is_stated(e.scenario, need.field))
            return absent("quantity-needs-field", std::string(need.field), {{"field", std::string(need.field)}});
    return std::nullopt;
}

/// Quantities of a whole run, which a single step does not have.
constexpr std::array of_a_run{"time.steps_per_epoch", "time.epoch_seconds", "time.total_",   "time.wall_",
                              "time.run_parts.",      "time.goodput",       "time.mtbf_",    "time.pf_days",
                              "time.checkpoint_",     "time.loading.",      "energy.total_", "energy.co2_kg"};

bool needs_dataset(std::string_view quantity)
{
    return std::ranges::any_of(of_a_run, [quantity](std::string_view prefix) { return quantity.starts_with(prefix); });
}

Reason reason_for(const Evaluation& e, std::string_view quantity)
{
    const bool training = e.scenario.training.mode == RunMode::train;
    if (!training && !exists_in_inference(quantity)) return absent("quantity-of-training", "training.mode");
    if (e.estimate->verdict == Verdict::incomplete) return absent("quantity-of-incomplete-model", "model");
    if (quantity == "memory.parts.measured_correction" || quantity == "time.parts.measured_correction")
        return absent("quantity-needs-field", "measurements", {{"field", std::string("measurements")}});
    if (Reason money = without_money(e, quantity)) return money;
    if (Reason field = without_field(e, quantity)) return field;
    if (needs_dataset(quantity) && !has_dataset(e.scenario)) return without_dataset();
    return std::nullopt;
}

} // namespace

Finding absence_of(const Evaluation& evaluation, std::string_view quantity)
{
    Finding finding = reason_for(evaluation, quantity).value_or(absent("quantity-absent", ""));
    finding.arguments.insert(finding.arguments.begin(), {"found", std::string(quantity)});
    return finding;
}

namespace {

// Names and formulas are listed without their kind, the word before the first dot.

/// Terms that exist only in training, and its figures in addition to the quantities of that scope.
constexpr std::string_view training_terms[]{"backward_kernels",
                                            "bytes_of_moments",
                                            "bytes_per_gradient",
                                            "bytes_per_master_weight",
                                            "bytes_per_moment",
                                            "exposed_gradients",
                                            "flops_input_gradients",
                                            "flops_weight_gradients",
                                            "gap.optimizer",
                                            "gap.recompute",
                                            "gradient_buckets",
                                            "gradient_shards",
                                            "micro_backward",
                                            "micro_backward_processor",
                                            "micro_batches_in_flight",
                                            "micro_recompute",
                                            "moments",
                                            "optimizer_bytes",
                                            "optimizer_passes",
                                            "optimizer_shards",
                                            "recomputed_flops",
                                            "states_of_recipe",
                                            "time_of_loss"};
constexpr auto training_figures = std::to_array<std::string_view>(
    {"training.gradient_accumulation", "coefficient.host_backward_share", "memory.before_first_update_bytes",
     "memory.states_per_parameter", "model.causal_training_flops_per_sample", "model.saved_over_textbook",
     "model.textbook_activation_bytes_per_sample", "model.training_macs_per_sample"});

/// Names specific to training; an inference has its own: "quantity.inference.<…>".
constexpr auto renamed = std::to_array<std::string_view>(
    {"training.epochs", "coefficient.process_mib", "energy.total_kWh", "host_processes", "model_flops",
     "measured.passes", "range_factor_high", "range_factor_low", "samples_of_epoch", "time.closed_form_seconds",
     "time.epoch_seconds", "time.loading.first_epoch_needed_seconds", "time.steps_per_epoch", "time.total_high_seconds",
     "time.total_low_seconds", "time.total_seconds"});

std::string_view without_kind(std::string_view name) { return name.substr(name.find('.') + 1); }

template <typename Names>
bool names_include(const Names& names, std::string_view name)
{
    return std::ranges::find(names, without_kind(name)) != std::end(names);
}

bool is_of_training(std::string_view name)
{
    if (names_include(training_terms, name) || names_include(training_figures, name)) return true;
    const EstimateQuantity* quantity = name.starts_with("quantity.") ? quantity_of(without_kind(name)) : nullptr;
    return quantity != nullptr && quantity->scope == QuantityScope::training;
}

} // namespace

bool exists_in_inference(std::string_view quantity) { return !is_of_training("quantity." + std::string(quantity)); }

Derivation without_training(Derivation node)
{
    if (names_include(renamed, node.quantity))
        node.quantity = "quantity.inference." + std::string(without_kind(node.quantity));
    // Training's ways of filling an amount.
    for (const std::string_view source : {"source.offloaded", "source.on-host", "source.stream-blocks"})
        if (node.source == source) node.source.clear();
    if (node.source == "source.pipeline-schedule") node.source = "source.inference.pipeline-schedule";
    std::erase_if(node.inputs, [](const Derivation& input) { return is_of_training(input.quantity); });
    for (Derivation& input : node.inputs) input = without_training(std::move(input));
    return node;
}

} // namespace rigwright
