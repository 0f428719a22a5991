// SPDX-License-Identifier: Apache-2.0
#include "core/validation/refit.h"

#include "core/validation/fit.h"
#include "core/validation/outcome.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>
#include <string_view>
#include <unordered_map>

namespace rigwright {

namespace {

constexpr std::string_view header = "id,measured,fitted,gpu,family,source";
constexpr std::size_t column_count = 2 + all_unseen.size();

std::vector<std::string_view> cells_of(std::string_view line)
{
    std::vector<std::string_view> cells;
    for (;;) {
        const std::size_t comma = line.find(',');
        cells.push_back(line.substr(0, comma));
        if (comma == std::string_view::npos) return cells;
        line.remove_prefix(comma + 1);
    }
}

/// A speed; zero if invalid.
double speed_in(std::string_view cell)
{
    double speed = 0.0;
    const auto [end, error] = std::from_chars(cell.data(), cell.data() + cell.size(), speed);
    const bool sound = error == std::errc() && end == cell.data() + cell.size() && std::isfinite(speed) && speed > 0.0;
    return sound ? speed : 0.0;
}

/// Sums of one group.
struct GroupErrors {
    double size = 0.0;
    double bias = 0.0;
    double within_quarter = 0.0;
    double count = 0.0;
};

} // namespace

double RefitRow::error(Unseen unseen) const
{
    // Speeds are the inverse of times.
    return std::log(measured / predicted[static_cast<std::size_t>(unseen)]);
}

RefitTable read_refits(std::istream& table, std::span<const Case> cases)
{
    std::unordered_map<std::string_view, const Case*> by_id;
    for (const Case& each : cases) by_id.emplace(each.id, &each);
    RefitTable found;
    std::string line;
    std::size_t number = 1;
    const auto bad = [&found, &number]() -> RefitTable&& {
        found.bad_line = number;
        return std::move(found);
    };
    if (!std::getline(table, line) || line != header) return bad();
    while (std::getline(table, line)) {
        ++number;
        const std::vector<std::string_view> cells = cells_of(line);
        const auto known = by_id.find(cells.front());
        if (cells.size() != column_count || known == by_id.end()) return bad();
        const Case& own = *known->second;
        RefitRow row{own.group, own.kind_of_model, own.scenario.build.gpu, own.source, speed_in(cells[1]), {}};
        for (std::size_t i = 0; i < row.predicted.size(); ++i) row.predicted[i] = speed_in(cells[i + 2]);
        const bool sound = row.measured > 0.0 && std::all_of(row.predicted.begin(), row.predicted.end(),
                                                             [](double speed) { return speed > 0.0; });
        if (!sound) return bad();
        found.rows.push_back(std::move(row));
    }
    return found;
}

RefitScore score_of(std::span<const RefitRow> rows, Unseen unseen, const std::function<bool(const RefitRow&)>& counts)
{
    constexpr double quarter = 1.25;
    std::map<std::string_view, GroupErrors> groups;
    RefitScore score;
    for (const RefitRow& row : rows) {
        if (!counts(row)) continue;
        const double error = row.error(unseen);
        GroupErrors& group = groups[row.group];
        group.size += std::abs(error);
        group.bias += error;
        group.within_quarter += std::abs(error) < std::log(quarter) ? 1.0 : 0.0;
        group.count += 1.0;
        ++score.cases;
    }
    if (groups.empty()) return score;
    score.groups = groups.size();
    const auto weight = 1.0 / static_cast<double>(groups.size());
    std::vector<double> sizes;
    for (const auto& [name, group] : groups) {
        sizes.push_back(group.size / group.count);
        score.mean += weight * sizes.back();
        score.bias += weight * group.bias / group.count;
        score.within_quarter += weight * group.within_quarter / group.count;
    }
    score.median = std::expm1(quantile(std::move(sizes), 0.5));
    score.mean = std::expm1(score.mean);
    score.bias = std::expm1(score.bias);
    return score;
}

namespace {

/// The leading letters of a preset's name: "resnet" of resnet50, "bert" of bert-large-uncased. Skips a width before the
/// name of the line. The family if the case names no preset.
std::string line_of_model(const Scenario& scenario)
{
    constexpr std::string_view width = "wide_";
    std::string_view name = scenario.model.preset.empty() ? scenario.model.family : scenario.model.preset;
    if (name.starts_with(width)) name.remove_prefix(width.size());
    const auto end = std::find_if(name.begin(), name.end(), [](char letter) { return letter < 'a' || letter > 'z'; });
    return {name.begin(), end};
}

std::string group_of(const Case& one, LeaveOut by)
{
    if (by == LeaveOut::kind_of_model && has_reading_of(one, Domain::time)) return line_of_model(one.scenario);
    switch (by) {
    case LeaveOut::source: return one.source;
    case LeaveOut::gpu: return one.scenario.build.gpu;
    case LeaveOut::kind_of_model: return one.kind_of_model;
    }
    return one.source;
}

} // namespace

std::vector<Outcome> left_out_outcomes(const std::vector<Case>& cases, LeaveOut by, const FitPlan& plan,
                                       const EngineData& data)
{
    std::vector<GroupedCase> grouped;
    std::map<std::string, std::vector<std::size_t>> members;
    for (std::size_t i = 0; i < cases.size(); ++i) {
        grouped.push_back({&cases[i], group_of(cases[i], by)});
        members[grouped.back().group].push_back(i);
    }
    std::map<Domain, std::map<std::string, Fit>> fits;
    for (const Domain domain : {Domain::memory, Domain::time}) {
        // Coefficients of a domain only matter to groups with its readings.
        std::set<std::string> groups;
        for (const GroupedCase& one : grouped)
            if (has_reading_of(*one.published, domain)) groups.insert(one.group);
        if (!groups.empty()) fits[domain] = fits_without_each(grouped, groups, plan, domain, data);
    }
    std::vector<std::vector<Outcome>> by_case(cases.size());
    for (const auto& [group, indices] : members) {
        EngineData fitted = data;
        for (const auto& [domain, fit_without] : fits)
            if (const auto found = fit_without.find(group); found != fit_without.end())
                fitted = with_fit(found->second, plan, domain, fitted);
        for (const std::size_t i : indices) by_case[i] = outcomes_of(cases[i], fitted);
    }
    std::vector<Outcome> outcomes;
    for (std::vector<Outcome>& some : by_case)
        outcomes.insert(outcomes.end(), std::make_move_iterator(some.begin()), std::make_move_iterator(some.end()));
    return outcomes;
}

} // namespace rigwright
