// SPDX-License-Identifier: Apache-2.0
#include "core/advise/requirements.h"

#include "core/advise/demands.h"
#include "core/scenario/list_json.h"
#include "core/scenario/scenario_parts_json.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>

namespace rigwright {

namespace {

using Severity = Finding::Severity;

struct ResourceRow {
    Requirement (*needed)(const NeedTerms&);
    /// The field of the resource.
    const char* field;
    /// Findings of the estimate that report a shortage of the resource, or an exceeded limit.
    std::array<std::string_view, 3> findings{};
};

/// One line per resource, in the order of the enumerators.
constexpr std::array resource_rows{
    ResourceRow{gpu_memory_needed, "build.gpu", {"does-not-fit", "does-not-fit-at-all", "memory-tight"}},
    ResourceRow{compute_needed, "build.gpu"},
    ResourceRow{cpu_cores_needed, "build.cpu", {"decoding-limits"}},
    ResourceRow{host_memory_needed, "build.ram_GiB", {"host-memory-too-small"}},
    ResourceRow{storage_needed, "build.storage_TB"},
    ResourceRow{storage_rate_needed, "build.storage", {"storage-limits", "shuffled-files-limit"}},
    ResourceRow{network_needed, "build.node_link"},
    ResourceRow{deadline_allowed, "requirements.deadline_seconds", {"deadline-missed", "deadline-within-the-range"}},
    ResourceRow{takt_allowed, "requirements.takt_seconds", {"takt-missed"}},
    ResourceRow{budget_allowed, "requirements.budget", {"budget-exceeded"}},
    ResourceRow{power_allowed, "requirements.power_limit_W", {"power-limit-exceeded"}},
    ResourceRow{rack_units_allowed, "requirements.rack_units", {"rack-units-exceeded"}},
    ResourceRow{utilisation_allowed, "requirements.workloads"}};
static_assert(resource_rows.size() == resource_count);

const ResourceRow& row_of(Resource resource) { return resource_rows[static_cast<std::size_t>(resource)]; }

class Answering {
public:
    Answering(const Evaluation& plan, const EngineData& data, Trace& trace) : plan_(plan), data_(data), trace_(trace) {}

    std::optional<NeedAnswer> run()
    {
        if (!plan_.estimate) return std::nullopt;
        answer_.samples = sample_need(plan_.scenario, trace_);
        set_training();
        set_inspection();
        if (has_month(plan_.scenario.requirements))
            answer_.month = month_plan(plan_.scenario, answer_.training, data_, trace_);
        add_rows();
        add_findings();
        return std::move(answer_);
    }

private:
    void set_training()
    {
        const Scenario training = training_of_need(plan_.scenario);
        answer_.training =
            std::make_shared<const Evaluation>(training == plan_.scenario ? plan_ : evaluate(training, data_, plan_));
        if (answer_.training->estimate) return;
        answer_.training = std::make_shared<const Evaluation>(plan_);
        answer_.findings.push_back({Severity::unchecked, "need-beyond-range", "requirements.growth", {}});
    }

    void set_inspection()
    {
        if (!plan_.scenario.requirements.takt_seconds) return;
        const Scenario inspection = inspection_of_need(plan_.scenario);
        auto evaluation =
            std::make_shared<const Evaluation>(inspection == plan_.scenario ? plan_ : evaluate(inspection, data_));
        if (evaluation->estimate) answer_.inspection = std::move(evaluation);
    }

    void add_rows()
    {
        const NeedTerms terms{plan_, data_, answer_};
        for (const ResourceRow& resource : resource_rows) {
            Requirement row = resource.needed(terms);
            if (row.demands.empty()) continue;
            const auto most = std::ranges::max_element(
                row.demands, [](const Demand& a, const Demand& b) { return a.amount().number < b.amount().number; });
            row.binding = static_cast<std::size_t>(most - row.demands.begin());
            row.name = std::string("requirement.") + key_of(row.resource);
            if (row.resource == Resource::deadline && answer_.trains_more_than(plan_)) row.name += "-of-need";
            answer_.rows.push_back(std::move(row));
        }
    }

    bool is_said_already(Resource resource) const
    {
        // The estimate judges the run on the present samples.
        if (resource == Resource::deadline && answer_.trains_more_than(plan_)) return false;
        const auto& said = plan_.estimate->findings;
        return std::ranges::any_of(said, [resource](const Finding& finding) { return says_short(finding, resource); });
    }

    /// Compute falls short of the deadline, the takt or the month: those rows report that themselves.
    bool follows_from_a_limit(const Requirement& row) const { return row.resource == Resource::compute; }

    void add_findings()
    {
        const Requirements& need = plan_.scenario.requirements;
        for (const Requirement& row : answer_.rows)
            if (!row.is_met() && !is_said_already(row.resource) && !follows_from_a_limit(row))
                answer_.findings.push_back(missed(row));
        const bool one_kind = need.positive_share && (*need.positive_share <= 0.0 || *need.positive_share >= 1.0);
        if (need.balanced_epochs && (!need.positive_share || one_kind))
            answer_.findings.push_back(
                {Severity::unchecked, "balance-needs-both-kinds", "requirements.positive_share", {}});
        if (need.tiling && (!plan_.scenario.dataset.source_height || !plan_.scenario.dataset.source_width))
            answer_.findings.push_back({Severity::unchecked, "tiles-need-source-size", "dataset.source_height", {}});
        add_waiting_finding(Resource::deadline, waiting_share_of_run(*answer_.training));
        if (answer_.inspection) add_waiting_finding(Resource::takt, host_share_of_step(*answer_.inspection));
        if (answer_.month) add_month_findings();
    }

    /// A limit that is exceeded although the GPUs are fast enough: they wait, and a faster one would wait longer.
    void add_waiting_finding(Resource limit, double waiting)
    {
        const Requirement* row = answer_.row(limit);
        const Requirement* compute = answer_.row(Resource::compute);
        if (row == nullptr || row->is_met() || compute == nullptr || !compute->present) return;
        for (const Demand& demand : compute->demands)
            if (demand.code == key_of(limit) && demand.amount().number <= compute->present->amount().number)
                answer_.findings.push_back(
                    {Severity::loses,
                     "more-compute-does-not-help",
                     field_of(limit),
                     {{"what", MessageCode{row->name}}, {"waiting", Value{waiting, Unit::share}}}});
    }

    static Finding missed(const Requirement& row)
    {
        const bool keeps_machine_waiting = row.resource == Resource::cpu_cores ||
                                           row.resource == Resource::storage_rate || row.resource == Resource::network;
        return {keeps_machine_waiting ? Severity::loses : Severity::blocks,
                is_limit(row.resource) ? "requirement-exceeded" : "requirement-missed",
                field_of(row.resource),
                {{"what", MessageCode{row.name}},
                 {"needed", row.needed()},
                 {"present", row.present->amount()},
                 {"reason", MessageCode{"demand." + row.demands[row.binding].code}}}};
    }

    void add_month_findings()
    {
        for (std::size_t i = 0; i < answer_.month->workloads.size(); ++i) {
            const WorkloadShare& share = answer_.month->workloads[i];
            if (share.run || share.runs_per_month <= 0.0) continue;
            const std::string field =
                i == 0 ? "dataset.samples" : "requirements.workloads[" + std::to_string(i - 1) + "]";
            answer_.findings.push_back(
                {Severity::unchecked, "workload-time-not-known", field, {{"workload", share.name}}});
        }
    }

    const Evaluation& plan_;
    const EngineData& data_;
    Trace& trace_;
    NeedAnswer answer_;
};

} // namespace

bool says_short(const Finding& finding, Resource resource)
{
    const auto& findings = row_of(resource).findings;
    return std::ranges::find(findings, finding.code) != findings.end();
}

Demand demand_of(std::string code, const Term& amount, Measure measure, const Trace& trace, std::string workload)
{
    Derivation head;
    head.quantity = "demand." + code;
    if (!workload.empty()) {
        head.quantity = "demand.workload";
        head.arguments = {{"workload", workload}};
    }
    return {std::move(code), std::move(workload), trace.name(std::move(head), amount, measure).working()};
}

namespace {

/// In the unit of a value, or its currency.
Measure measure_of(const Value& value)
{
    return value.unit == Unit::money ? Measure(value.currency) : Measure(value.unit);
}

} // namespace

Demand given(const char* field, Value value)
{
    Trace trace(true);
    return demand_of("given", trace.field(field, value.number, measure_of(value)), measure_of(value), trace);
}

Demand same(const char* quantity, Value value, std::string_view origin)
{
    Trace trace(true);
    return demand_of("same", trace.given(quantity, value.number, measure_of(value), {}, origin), measure_of(value),
                     trace);
}

const Requirement* NeedAnswer::row(Resource resource) const
{
    const auto found = std::ranges::find(rows, resource, &Requirement::resource);
    return found == rows.end() ? nullptr : &*found;
}

bool NeedAnswer::trains_more_than(const Evaluation& plan) const { return training->scenario != plan.scenario; }

bool NeedAnswer::is_met() const { return std::ranges::all_of(rows, &Requirement::is_met); }

std::optional<NeedAnswer> answer_need(const Evaluation& plan, const EngineData& data, Trace& trace)
{
    return Answering(plan, data, trace).run();
}

std::optional<NeedAnswer> answer_need(const Evaluation& plan, const EngineData& data)
{
    Trace untraced(false);
    return answer_need(plan, data, untraced);
}

bool states_need(const Scenario& scenario) { return scenario.requirements != Requirements{}; }

std::vector<Finding> all_findings(const Evaluation& plan, const EngineData& data)
{
    if (!plan.estimate) return plan.errors;
    std::vector<Finding> findings = plan.estimate->findings;
    if (!states_need(plan.scenario)) return findings;
    const auto answer = answer_need(plan, data);
    if (!answer) return findings;
    // The machine's takt time when it inspects is among the answers.
    std::erase_if(findings, [](const Finding& finding) { return finding.code == "takt-needs-inference"; });
    findings.insert(findings.end(), answer->findings.begin(), answer->findings.end());
    return findings;
}

const char* field_of(Resource resource) { return row_of(resource).field; }
bool is_limit(Resource resource) { return resource >= Resource::deadline; }

std::optional<double> Requirement::margin() const
{
    const double wanted = needed().number;
    if (!present || !(wanted > 0.0) || !is_judged()) return std::nullopt;
    const double there = present->amount().number;
    if (!is_limit(resource)) return there / wanted - 1.0;
    return there > 0.0 ? std::optional(wanted / there - 1.0) : std::nullopt;
}

bool Requirement::is_judged() const
{
    return present && !(present_is_lower_bound && present->amount().number <= needed().number);
}

bool Requirement::is_met() const
{
    if (!is_judged()) return true;
    const double there = present->amount().number;
    return is_limit(resource) ? there <= needed().number : there >= needed().number;
}

namespace {

using nlohmann::ordered_json;
using WordOf = std::function<std::string(const std::string&)>;

ordered_json samples_json(const SampleNeed& need)
{
    ordered_json object{{"samples", need.samples},
                        {"tiles_per_sample", need.tiles()},
                        {"growth", need.growth},
                        {"plain_epoch", json_of(need.plain)}};
    if (need.positive_share) {
        object["positives"] = json_of(need.positives);
        object["balanced_epoch"] = json_of(need.balanced);
        object["repeats_of_the_rarer"] = need.repeats;
    }
    object["epoch"] = json_of(need.epoch);
    return object;
}

ordered_json row_json(const Requirement& row, const WordOf& word)
{
    const Demand& binding = row.demands[row.binding];
    ordered_json object{{"resource", key_of(row.resource)},
                        {"name", word(row.name)},
                        {"kind", is_limit(row.resource) ? "limit" : "minimum"},
                        {"amount", json_of(row.needed().number)},
                        {"reason", binding.code},
                        {"reason_text", word("demand." + binding.code)}};
    if (!binding.workload.empty()) object["workload"] = binding.workload;
    if (row.present) object["present"] = json_of(row.present->amount().number);
    if (row.present && row.present_is_lower_bound) object["present_is_lower_bound"] = true;
    if (const auto margin = row.margin()) object["margin"] = *margin;
    object["met"] = row.is_judged() ? ordered_json(row.is_met()) : ordered_json();
    ordered_json demands = ordered_json::array();
    for (const Demand& demand : row.demands) {
        ordered_json each{{"reason", demand.code}, {"amount", json_of(demand.amount().number)}};
        if (!demand.workload.empty()) each["workload"] = demand.workload;
        demands.push_back(std::move(each));
    }
    object["demands"] = std::move(demands);
    return object;
}

ordered_json month_json(const MonthPlan& month)
{
    ordered_json workloads = ordered_json::array();
    for (const WorkloadShare& share : month.workloads) {
        ordered_json object{{"name", share.name}, {"runs_per_month", share.runs_per_month}};
        if (share.run) object["run_seconds"] = share.run->base();
        if (share.month) object["month_seconds"] = share.month->base();
        object["share"] = share.share;
        workloads.push_back(std::move(object));
    }
    return {{"workloads", std::move(workloads)},
            {"utilisation", month.utilisation},
            {"binding", month.workloads[month.binding].name},
            {"machines", month.machines},
            {"complete", month.complete}};
}

} // namespace

ordered_json need_json(const NeedAnswer& answer, const WordOf& word)
{
    ordered_json object{{"format", "rigwright.requirements"}, {"version", 1}, {"met", answer.is_met()}};
    if (answer.samples) object["samples"] = samples_json(*answer.samples);
    object["rows"] = list_json(answer.rows, [&](const Requirement& row) { return row_json(row, word); });
    if (answer.month) object["month"] = month_json(*answer.month);
    return object;
}

namespace {

const TimeEstimate* time_of(const Evaluation& evaluation)
{
    return evaluation.estimate && evaluation.estimate->time ? &*evaluation.estimate->time : nullptr;
}

Seconds modelled_step(const TimeEstimate& time)
{
    Seconds sum;
    for (const Seconds part : time.parts) sum += part;
    return sum;
}

} // namespace

double waiting_share_of_step(const Evaluation& evaluation)
{
    const TimeEstimate* time = time_of(evaluation);
    if (time == nullptr || modelled_step(*time) <= Seconds()) return 0.0;
    return (time->part(TimePart::exposed_data_loading) + time->part(TimePart::host_overhead)) / modelled_step(*time);
}

double host_share_of_step(const Evaluation& evaluation)
{
    const TimeEstimate* time = time_of(evaluation);
    if (time == nullptr) return 0.0;
    const Seconds undisturbed = modelled_step(*time) - time->part(TimePart::exposed_data_loading);
    return undisturbed > Seconds() ? time->part(TimePart::host_overhead) / undisturbed : 0.0;
}

double waiting_share_of_run(const Evaluation& evaluation)
{
    const double of_step = waiting_share_of_step(evaluation);
    const TimeEstimate* time = time_of(evaluation);
    if (time == nullptr || !time->run) return of_step;
    const RunEstimate& run = *time->run;
    const Seconds passes = run.part(RunPart::training) + run.part(RunPart::validation);
    const Seconds cold = run.part(RunPart::cold_cache);
    return (passes * of_step + cold) / (passes + cold);
}

} // namespace rigwright
