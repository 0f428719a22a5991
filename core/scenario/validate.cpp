// SPDX-License-Identifier: Apache-2.0
#include "core/scenario/validate.h"

#include "core/hardware/dates.h"
#include "core/hardware/record_table.h"
#include "core/json/characters.h"
#include "core/scenario/json_findings.h"
#include "core/scenario/nearest.h"
#include "core/zoo/layer_types.h"

#include <algorithm>
#include <array>
#include <utility>

namespace rigwright {

namespace {

using Findings = std::vector<Finding>;

void append(Findings& all, Findings more)
{
    for (Finding& finding : more) all.push_back(std::move(finding));
}

/// Fields with a range under one member of a scenario.
struct FieldGroup {
    std::string_view name;
    /// Whether two scenarios have equal values there; null if they are never compared.
    bool (*same)(const Scenario&, const Scenario&) = nullptr;
    std::vector<const Field*> fields{};
};

template <auto Member>
constexpr bool is_same(const Scenario& a, const Scenario& b)
{
    return a.*Member == b.*Member;
}

/// In file order, which keeps members together.
std::vector<FieldGroup> grouped_fields()
{
    static constexpr std::array compared{
        std::pair{std::string_view("model"), &is_same<&Scenario::model>},
        std::pair{std::string_view("input"), &is_same<&Scenario::input>},
        std::pair{std::string_view("dataset"), &is_same<&Scenario::dataset>},
        std::pair{std::string_view("parallel"), &is_same<&Scenario::parallel>},
        std::pair{std::string_view("build"), &is_same<&Scenario::build>},
        std::pair{std::string_view("economics"), &is_same<&Scenario::economics>},
        std::pair{std::string_view("requirements"), &is_same<&Scenario::requirements>},
        std::pair{std::string_view("constraints"), &is_same<&Scenario::constraints>},
    };
    std::vector<FieldGroup> groups;
    for (const Field& field : scenario_fields()) {
        if (field.type == FieldType::flag || field.type == FieldType::choice) continue;
        const std::string_view name = field.path.substr(0, field.path.find('.'));
        if (groups.empty() || groups.back().name != name) {
            const auto found = std::ranges::find(compared, name, [](const auto& pair) { return pair.first; });
            groups.push_back({name, found == compared.end() ? nullptr : found->second});
        }
        groups.back().fields.push_back(&field);
    }
    return groups;
}

/// Values from other sources than the file reader get the same checks; flags and choices are legal by type.
Findings range_errors(const Scenario& scenario, const Scenario* legal)
{
    static const std::vector<FieldGroup> groups = grouped_fields();
    Findings errors;
    for (const FieldGroup& group : groups) {
        if (legal != nullptr && group.same != nullptr && group.same(scenario, *legal)) continue;
        for (const Field* field : group.fields) {
            const FieldValue value = field->read(scenario);
            if (!accepts(*field, value)) append(errors, value_errors(*field, value, std::string(field->path)));
        }
    }
    return errors;
}

Finding unknown_id(const char* code, std::string field, const std::string& id, std::string nearest)
{
    return input_error(code, std::move(field), {{"found", json_excerpt(id)}, {"nearest", std::move(nearest)}});
}

std::vector<std::string> part_ids(const Catalog& hardware)
{
    std::vector<std::string> parts;
    visit_parts(hardware, [&](RecordKind, const auto& records) {
        for (const auto& record : records) parts.push_back(record.id);
    });
    return parts;
}

Findings part_errors(const BuildChoice& build, const Catalog& hardware)
{
    Findings errors;
    const auto check = [&](const std::string& id, const auto& records, const char* code, const char* field) {
        if (!id.empty() && find_by_id(records, id) == nullptr)
            errors.push_back(unknown_id(code, field, id, closest_of(id, records, [](const auto& r) { return r.id; })));
    };
    if (build.gpu.empty()) errors.push_back(input_error("gpu-not-named", "build.gpu"));
    if (!trains_on_processor(build)) check(build.gpu, hardware.gpus, "unknown-gpu", "build.gpu");
    check(build.cpu, hardware.cpus, "unknown-cpu", "build.cpu");
    check(build.storage, hardware.storages, "unknown-storage", "build.storage");
    check(build.memory_kit, hardware.memory_kits, "unknown-memory-kit", "build.memory_kit");
    if (build.node_link != "auto") check(build.node_link, hardware.links, "unknown-link", "build.node_link");
    check(build.chassis, hardware.chassis_list, "unknown-chassis", "build.chassis");
    check(build.power_supply, hardware.power_supplies, "unknown-power-supply", "build.power_supply");
    const OperatingCosts& costs = hardware.operating_costs;
    if (!build.circuit.empty() && costs.circuit(build.circuit) == nullptr)
        errors.push_back(unknown_id("unknown-circuit", "build.circuit", build.circuit,
                                    closest_of(build.circuit, costs.circuits, &Circuit::id)));
    if (build.price_overrides.empty()) return errors;
    std::vector<std::string> parts = part_ids(hardware);
    parts.emplace_back(whole_machine);
    for (const auto& [part, price] : build.price_overrides)
        if (std::ranges::find(parts, part) == parts.end())
            errors.push_back(unknown_id("unknown-part", json_member_path("build.price_overrides", part), part,
                                        closest_of(part, parts)));
    return errors;
}

Findings attention_errors(const Scenario& scenario, const Catalog& hardware)
{
    const Gpu* const gpu = hardware.gpu(scenario.build.gpu);
    if (gpu == nullptr || hardware.attention_kernels.run(word_of(scenario.training.attention), *gpu)) return {};
    return {input_error("attention-kernel-not-on-gpu", "training.attention",
                        {{"kernel", MessageCode{"attention." + std::string(word_of(scenario.training.attention))}},
                         {"gpu", gpu->name}})};
}

/// Currencies are ISO 4217 codes: amounts carry them to every display.
Findings currency_errors(const Scenario& scenario)
{
    Findings errors;
    const auto check = [&errors](const std::string& code, const std::string& field) {
        if (!is_currency(code)) errors.push_back(input_error("not-a-currency", field, {{"found", json_excerpt(code)}}));
    };
    check(scenario.economics.currency, "economics.currency");
    for (const auto& [part, price] : scenario.build.price_overrides)
        check(price.currency, json_member_path("build.price_overrides", part) + ".currency");
    for (std::size_t i = 0; i < scenario.economics.exchange_rates.size(); ++i) {
        const std::string field = json_element_path("economics.exchange_rates", i);
        check(scenario.economics.exchange_rates[i].from, field + ".from");
        check(scenario.economics.exchange_rates[i].to, field + ".to");
    }
    return errors;
}

Findings date_errors(const Economics& economics)
{
    constexpr std::size_t length_of_day = 10;
    Findings errors;
    const std::string& purchase = economics.purchase_date;
    if (!purchase.empty() && (purchase.size() != length_of_day || !date_period(purchase)))
        errors.push_back(input_error("not-a-day", "economics.purchase_date", {{"found", json_excerpt(purchase)}}));
    const std::string& prices = economics.prices_as_of;
    if (!prices.empty() && !date_period(prices))
        errors.push_back(input_error("not-a-date", "economics.prices_as_of", {{"found", json_excerpt(prices)}}));
    return errors;
}

Findings degree_errors(const Scenario& scenario)
{
    const Parallel& parallel = scenario.parallel;
    const auto count = [](std::int64_t number) { return Value{static_cast<double>(number), Unit::count}; };
    if (data_parallel_degree(scenario) >= 1) {
        const std::int64_t gpus_of_stage = gpu_count(scenario.build) / parallel.pipeline;
        if (parallel.expert <= gpus_of_stage) return {};
        return {input_error("expert-groups-do-not-divide", "parallel.expert",
                            {{"expert", count(parallel.expert)}, {"gpus", count(gpus_of_stage)}})};
    }
    return {input_error("degrees-do-not-divide", "parallel",
                        {{"gpus", count(gpu_count(scenario.build))},
                         {"tensor", count(parallel.tensor)},
                         {"pipeline", count(parallel.pipeline)},
                         {"context", count(parallel.context)}})};
}

/// Later code counts the samples of a step in 64 bits.
Findings batch_errors(const Scenario& scenario)
{
    if (!Count(global_batch(scenario)).is_out_of_range()) return {};
    return {input_error("global-batch-too-large", "training.micro_batch")};
}

Findings tiling_errors(const Requirements& requirements)
{
    if (!requirements.tiling) return {};
    const Tiling& tiling = *requirements.tiling;
    const std::int64_t smaller = std::min(tiling.tile_height, tiling.tile_width);
    if (tiling.overlap < smaller) return {};
    return {input_error("overlap-not-smaller", "requirements.tiling.overlap",
                        {{"found", Value{static_cast<double>(tiling.overlap), Unit::count}},
                         {"tile", Value{static_cast<double>(smaller), Unit::count}}})};
}

Findings workload_errors(const Requirements& requirements, const std::vector<Preset>& presets)
{
    Findings errors;
    if (requirements.workloads.size() > most_workloads)
        return {
            input_error("too-many-workloads", "requirements.workloads", requirements.workloads.size(), most_workloads)};
    for (std::size_t i = 0; i < requirements.workloads.size(); ++i)
        append(errors, model_errors(question_of(requirements.workloads[i]), presets,
                                    json_element_path("requirements.workloads", i)));
    return errors;
}

Findings measurement_errors(const std::vector<Measurement>& measurements)
{
    Findings errors;
    if (measurements.size() > most_measurements)
        errors.push_back(input_error("too-many-measurements", "measurements", measurements.size(), most_measurements));
    for (std::size_t i = 0; i < measurements.size(); ++i) {
        if (!measurements[i].step_seconds && !measurements[i].peak_bytes)
            errors.push_back(input_error("measurement-empty", json_element_path("measurements", i)));
    }
    return errors;
}

} // namespace

std::vector<Finding> validate(const Scenario& scenario, const Catalog& hardware, const std::vector<Preset>& presets,
                              const Scenario* legal)
{
    const bool same_model = legal != nullptr && legal->model == scenario.model && legal->input == scenario.input;
    const bool same_build = legal != nullptr && legal->build == scenario.build;
    const bool same_economics = legal != nullptr && legal->economics == scenario.economics;
    Findings errors = range_errors(scenario, legal);
    if (!same_model) append(errors, model_errors(scenario, presets, ""));
    if (!same_build) append(errors, part_errors(scenario.build, hardware));
    if (!same_build || !same_economics) append(errors, currency_errors(scenario));
    if (!same_economics) append(errors, date_errors(scenario.economics));
    append(errors, attention_errors(scenario, hardware));
    append(errors, degree_errors(scenario));
    append(errors, batch_errors(scenario));
    append(errors, tiling_errors(scenario.requirements));
    append(errors, workload_errors(scenario.requirements, presets));
    append(errors, measurement_errors(scenario.measurements));
    return errors;
}

namespace {

Finding unknown_type(const LayerSpec& layer, const std::string& field)
{
    return input_error("unknown-layer-type", json_member_path(field, "type"),
                       {{"found", json_excerpt(layer.type)},
                        {"nearest", closest_of(layer.type, layer_types(), &LayerType::id)},
                        {"accepted", joined(layer_types(), &LayerType::id)}});
}

std::vector<std::string> keys_of(const LayerType& type)
{
    std::vector<std::string> keys{"type", "name"};
    for (const Hyperparameter& option : type.options) keys.emplace_back(option.key);
    return keys;
}

void check_layer(const LayerSpec& layer, const std::string& field, std::vector<Finding>& errors)
{
    const LayerType* type = layer_type_of(layer.type);
    if (type == nullptr) {
        errors.push_back(unknown_type(layer, field));
        return;
    }
    const FieldRule name_rule{
        .type = FieldType::text, .minimum = 0, .maximum = static_cast<double>(longest_layer_name)};
    for (Finding& error : value_errors(name_rule, layer.name, json_member_path(field, "name")))
        errors.push_back(std::move(error));
    for (const Hyperparameter& option : type->options) {
        if (is_required(option) && layer.options.find(option.key) == layer.options.end())
            errors.push_back(input_error("layer-from-missing", json_member_path(field, option.key)));
    }
    for (const auto& [key, value] : layer.options) {
        const Hyperparameter* option = layer_option_of(*type, key);
        if (option == nullptr) {
            errors.push_back(unknown_key(field, key, keys_of(*type)));
        } else if (!option->accepts(value)) {
            for (Finding& error : value_errors(rule_of(*option), value, json_member_path(field, key)))
                errors.push_back(std::move(error));
        }
    }
}

} // namespace

std::vector<Finding> layer_errors(const LayerSpecs& layers, const std::string& field)
{
    std::vector<Finding> errors;
    if (layers.empty()) errors.push_back(input_error("no-layers", field));
    if (layers.size() > most_layers) {
        errors.push_back(input_error("too-many-layers", field, layers.size(), most_layers));
        return errors;
    }
    for (std::size_t i = 0; i < layers.size(); ++i) check_layer(layers[i], json_element_path(field, i), errors);
    return errors;
}

} // namespace rigwright
