// SPDX-License-Identifier: Apache-2.0
#include "core/recommend/shards.h"

#include "core/json/object_reader.h"
#include "core/recommend/explore.h"
#include "core/requirements/need.h"
#include "core/scenario/json_findings.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <set>

namespace rigwright {

namespace {

using nlohmann::json;
using nlohmann::ordered_json;

constexpr std::string_view shard_format = "rigwright.recommendation-shard";
constexpr std::array<std::string_view, 2> outlays{"purchase", "rent"};
constexpr std::int64_t most_candidates = std::int64_t{1} << 62;

ordered_json head_of(const Exploration& found, const Shard& shard)
{
    ordered_json rejections = ordered_json::array();
    for (const Rejection& rejection : found.rejections)
        if (rejection.candidates > 0)
            rejections.push_back(
                {{"code", rejection.code}, {"finding", rejection.is_finding}, {"candidates", rejection.candidates}});
    return {{"format", shard_format},         {"version", 1},
            {"shard", shard.index + 1},       {"of", shard.count},
            {"outlay", key_of(found.outlay)}, {"time_of_run", found.time_is_of_run},
            {"complete", found.complete},     {"candidates", found.candidates},
            {"evaluated", found.evaluated},   {"rejections", std::move(rejections)}};
}

ordered_json option_json(const CardOption& option)
{
    const CandidateFigures& f = option.figures;
    return {{"gpus", option.gpus},          {"machines", option.machines}, {"cost", f.cost},
            {"unpriced", f.unpriced_lines}, {"time", f.time.base()},       {"low", f.time_low.base()},
            {"high", f.time_high.base()},   {"power", f.power.base()},     {"headroom", f.headroom}};
}

ordered_json card_part(const CardOutcome& card)
{
    ordered_json options = ordered_json::array();
    for (const CardOption& option : card.options) options.push_back(option_json(option));
    return {{"card", card.gpu},
            {"rejected_by", card.rejected_by},
            {"finding", card.is_finding},
            {"options", std::move(options)}};
}

std::optional<ChangeValue> change_value(const json& value)
{
    if (value.is_null()) return ChangeValue(std::monostate());
    if (value.is_boolean()) return ChangeValue(value.get<bool>());
    if (value.is_number_integer()) return ChangeValue(value.get<std::int64_t>());
    if (value.is_number()) return ChangeValue(value.get<double>());
    if (value.is_string()) return ChangeValue(value.get<std::string>());
    return std::nullopt;
}

std::optional<ScenarioChanges> read_changes(const json& list)
{
    ScenarioChanges changes;
    for (const json& each : list) {
        std::vector<JsonIssue> issues;
        ObjectReader reader(each, "$", issues, NullMeaning::unknown);
        const auto field = reader.required_text("field");
        const json* value = reader.any("value");
        const auto held = value != nullptr ? change_value(*value) : std::nullopt;
        if (!field || !held) return std::nullopt;
        changes.push_back({*field, *held});
    }
    return changes;
}

class Merging {
public:
    Merging(const Scenario& scenario, const EngineData& data) : asked_(scenario), data_(data)
    {
        task_ = training_of_need(scenario);
        task_.requirements.budget.reset();
        task_.requirements.deadline_seconds.reset();
        task_.requirements.power_limit_w.reset();
    }

    void take(std::string_view text)
    {
        for (std::size_t start = 0; start < text.size();) {
            const std::size_t end = std::min(text.find('\n', start), text.size());
            const std::string_view line = text.substr(start, end - start);
            ++line_;
            if (!line.empty() && !take_line(line))
                errors_.push_back(input_error("bad-shard-line", "", {{"line", value_of(Count(line_))}}));
            start = end + 1;
        }
    }

    MergedShards finish()
    {
        const bool whole = count_ > 0 && static_cast<std::int64_t>(parts_.size()) == count_ && !twice_;
        if (errors_.empty() && !whole)
            errors_.push_back(
                input_error("other-shards", "", {{"count", value_of(Count(std::max<std::int64_t>(count_, 1)))}}));
        if (!errors_.empty()) return {std::nullopt, std::move(errors_)};
        Exploration exploration;
        exploration.asked = asked_;
        exploration.outlay = outlay_;
        exploration.time_is_of_run = of_run_;
        evaluate_candidates();
        add_searched(std::move(found_), exploration);
        exploration.remarks = search_remarks(asked_, global_batch(task_));
        return {std::move(exploration), {}};
    }

private:
    bool take_line(std::string_view line)
    {
        const JsonDocument document = parse_json(line);
        if (!document.issues.empty()) return false;
        std::vector<JsonIssue> issues;
        ObjectReader reader(document.value, "$", issues, NullMeaning::unknown);
        if (!reader.is_object()) return false;
        if (reader.has("card")) return take_card(reader) && issues.empty();
        if (reader.has("changes")) return take_candidate(reader) && issues.empty();
        return take_head(reader) && issues.empty();
    }

    bool take_head(ObjectReader& reader)
    {
        const auto written = reader.required_text("format");
        const auto version = reader.required_integer("version", 1, 1);
        const auto count = reader.required_integer("of", 1, most_shards);
        const auto index = reader.required_integer("shard", 1, count.value_or(1));
        const auto outlay = reader.required_choice("outlay", outlays);
        const auto of_run = reader.required_flag("time_of_run");
        const auto complete = reader.required_flag("complete");
        const auto candidates = reader.required_integer("candidates", 0, most_candidates);
        const auto evaluated = reader.required_integer("evaluated", 0, most_candidates);
        const json* rejections = reader.required_array("rejections");
        if (written != shard_format || !version || !count || !index || !outlay || !of_run || !complete || !candidates ||
            !evaluated || rejections == nullptr)
            return false;
        if (count_ > 0 && (count_ != *count || static_cast<std::size_t>(outlay_) != *outlay)) twice_ = true;
        count_ = *count;
        outlay_ = static_cast<Outlay>(*outlay);
        of_run_ = *of_run;
        twice_ = !parts_.insert(*index).second || twice_;
        found_.complete = found_.complete && *complete;
        found_.candidates += *candidates;
        found_.evaluated += *evaluated;
        return std::all_of(rejections->begin(), rejections->end(),
                           [this](const json& each) { return take_count(each); });
    }

    bool take_count(const json& each)
    {
        std::vector<JsonIssue> issues;
        ObjectReader reader(each, "$", issues);
        const auto code = reader.required_text("code");
        const auto finding = reader.required_flag("finding");
        const auto candidates = reader.required_integer("candidates", 0, most_candidates);
        if (!issues.empty()) return false;
        found_.rejected.add(*code, *candidates, *finding);
        return true;
    }

    bool take_card(ObjectReader& reader)
    {
        const auto id = reader.required_text("card");
        const auto rejected = reader.required_text("rejected_by");
        const auto finding = reader.required_flag("finding");
        const json* options = reader.required_array("options");
        const Gpu* gpu = id ? data_.hardware.gpu(*id) : nullptr;
        if (gpu == nullptr || !rejected || !finding || options == nullptr) return false;
        CardOutcome card{gpu->id, gpu->name, *rejected, *finding, {}};
        for (const json& each : *options)
            if (!take_option(each, card)) return false;
        found_.cards.push_back(std::move(card));
        return true;
    }

    static bool take_option(const json& each, CardOutcome& card)
    {
        std::vector<JsonIssue> issues;
        ObjectReader reader(each, "$", issues);
        const NumberRange any = NumberRange::up_to(std::numeric_limits<double>::max());
        const auto number = [&](const char* key) { return reader.required_number(key, any).value_or(0.0); };
        CardOption option;
        option.gpus = reader.required_integer("gpus", 1, most_candidates).value_or(1);
        option.machines = reader.required_integer("machines", 1, most_candidates).value_or(1);
        option.figures.cost = number("cost");
        option.figures.unpriced_lines = reader.required_integer("unpriced", 0, most_candidates).value_or(0);
        option.figures.time = Seconds(number("time"));
        option.figures.time_low = Seconds(number("low"));
        option.figures.time_high = Seconds(number("high"));
        option.figures.power = Watts(number("power"));
        option.figures.headroom = number("headroom");
        card.options.push_back(option);
        return issues.empty();
    }

    bool take_candidate(ObjectReader& reader)
    {
        const json* list = reader.required_array("changes");
        const auto changes = list != nullptr ? read_changes(*list) : std::nullopt;
        if (!changes) return false;
        auto scenario = changed(task_, *changes);
        if (!scenario) return false;
        scenarios_.push_back(std::move(*scenario));
        return true;
    }

    void evaluate_candidates()
    {
        Evaluation before;
        for (const Scenario& scenario : scenarios_) {
            Evaluation plan = evaluate(scenario, data_, before);
            if (const auto figures = figures_of(plan, data_, outlay_, of_run_)) {
                Candidate candidate;
                candidate.scenario = scenario;
                candidate.outlay = outlay_;
                candidate.figures = *figures;
                candidate.findings = plan.estimate->findings;
                found_.fronts.push_back(std::move(candidate));
            }
            if (plan.estimate) before = std::move(plan);
        }
    }

    const Scenario& asked_;
    const EngineData& data_;
    Scenario task_;
    SearchedCards found_;
    std::vector<Scenario> scenarios_;
    std::vector<Finding> errors_;
    std::set<std::int64_t> parts_;
    std::int64_t line_ = 0;
    std::int64_t count_ = 0;
    Outlay outlay_ = Outlay::purchase;
    bool of_run_ = true;
    bool twice_ = false;
};

} // namespace

std::string shard_lines(const Exploration& found, const Shard& shard)
{
    std::string lines = head_of(found, shard).dump() + '\n';
    for (const CardOutcome& card : found.cards) lines += card_part(card).dump() + '\n';
    for (const Candidate& candidate : found.front)
        lines += ordered_json{{"changes", changes_json(candidate.changes)}}.dump() + '\n';
    return lines;
}

MergedShards merge_shards(const std::vector<std::string_view>& texts, const Scenario& scenario, const EngineData& data)
{
    Merging merging(scenario, data);
    for (const std::string_view text : texts) merging.take(text);
    return merging.finish();
}

} // namespace rigwright
