// SPDX-License-Identifier: Apache-2.0
#include "core/recommend/picks.h"

#include "core/estimate/run/bill_of_materials.h"
#include "core/hardware/dates.h"
#include "core/json/characters.h"
#include "core/recommend/figures.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace rigwright {

namespace {

using Front = std::vector<Candidate>;

/// In steps of `first_day`: a price older than this, relative to the catalog's newest, should be updated.
constexpr int a_year = 10'000;

const CandidateFigures& figures(const Front& front, std::size_t i) { return front[i].figures; }

/// Cost times time: twice the cost has to halve the time.
double outlay_by_time(const CandidateFigures& figures) { return figures.cost * figures.time.base(); }

bool surely_in_time(const Candidate& candidate, const Requirements& need)
{
    return candidate.figures.time_high.base() <= need.deadline_seconds.value_or(0.0);
}

/// Those of `among` for which `holds`, if there are any; otherwise all of them.
template <typename Holds>
std::vector<std::size_t> preferred(const std::vector<std::size_t>& among, Holds holds)
{
    std::vector<std::size_t> kept;
    std::ranges::copy_if(among, std::back_inserter(kept), holds);
    return kept.empty() ? among : kept;
}

/// The candidates for every kind of pick: with a deadline, those whose whole range meets it, if there are any; of these
/// the ones with at most `most_gpus`, if there are any.
std::vector<std::size_t> eligible_in(const Front& front, const Requirements& need, std::int64_t most_gpus)
{
    std::vector<std::size_t> all;
    for (std::size_t i = 0; i < front.size(); ++i) all.push_back(i);
    if (need.deadline_seconds) all = preferred(all, [&](std::size_t i) { return surely_in_time(front[i], need); });
    return preferred(all, [&](std::size_t i) { return gpu_count(front[i].scenario.build) <= most_gpus; });
}

template <typename Key>
std::size_t least(const Front& front, const std::vector<std::size_t>& among, Key key)
{
    return *std::ranges::min_element(among, {}, [&](std::size_t i) { return key(front[i].figures); });
}

/// Whether a candidate is on the front only because a better one lacks more prices.
bool is_kept_for_its_prices(const Front& front, const std::vector<std::size_t>& among, std::size_t i)
{
    return std::ranges::any_of(among, [&, &own = figures(front, i)](std::size_t other) {
        ComparedFigures priced = compared(figures(front, other));
        if (priced.unpriced_lines <= own.unpriced_lines) return false;
        priced.unpriced_lines = own.unpriced_lines;
        return priced.is_no_worse_than(compared(own));
    });
}

/// The smallest cost times time among candidates that cost no more than the fastest, so that none is both slower and
/// more expensive. A missing price isn't zero: only candidates that lack the fewest prices count, and those that are
/// kept for theirs.
std::size_t best_value_of(const Front& front, const std::vector<std::size_t>& among, std::size_t fastest)
{
    std::vector<std::size_t> no_dearer;
    for (const std::size_t i : among)
        if (figures(front, i).cost <= figures(front, fastest).cost) no_dearer.push_back(i);
    std::int64_t fewest = std::numeric_limits<std::int64_t>::max();
    for (const std::size_t i : no_dearer)
        if (!is_kept_for_its_prices(front, no_dearer, i)) fewest = std::min(fewest, figures(front, i).unpriced_lines);
    std::erase_if(no_dearer, [&](std::size_t i) { return figures(front, i).unpriced_lines > fewest; });
    return least(front, no_dearer, outlay_by_time);
}

/// Whether one build is better value than the other without counting a missing price as zero.
bool is_better_value(const CandidateFigures& one, const CandidateFigures& other)
{
    return one.unpriced_lines <= other.unpriced_lines && outlay_by_time(one) < outlay_by_time(other);
}

/// The cheapest among those as fast as the fastest.
std::size_t fastest_of(const Front& front, const std::vector<std::size_t>& among)
{
    const std::size_t fastest = least(front, among, [](const CandidateFigures& f) { return f.time; });
    const std::int64_t step = time_step_of(figures(front, fastest).time);
    return *std::ranges::find_if(among, [&](std::size_t i) { return time_step_of(figures(front, i).time) == step; });
}

class Explaining {
public:
    Explaining(const Front& front, const Exploration& found, const Requirements& need, const EngineData& data)
        : front_(front),
          found_(found),
          need_(need),
          data_(data),
          currency_(found.asked.economics.currency),
          most_gpus_(most_proposed_gpus(found.asked))
    {}

    void explain(Pick& pick)
    {
        pick_ = &pick;
        own_ = &front_[pick.candidate];
        for (const PickKind kind : pick.kinds) say_why(kind);
        if (pick.kinds.front() == PickKind::cheapest) say_what_price_it_hangs_on();
        for (const PickKind kind : pick.kinds) say_what_binds(kind);
        say_other_batch();
        say_neighbours();
        say_rival_within_range();
        say_how_far_it_holds(pick.kinds.front());
        say_what_prices_lack();
    }

private:
    void say(std::string code, Arguments arguments)
    {
        pick_->reasons.push_back({std::move(code), std::move(arguments)});
    }

    Value amount(double number) const { return money(number, currency_); }
    Value outlay(const Candidate& candidate) const { return candidate.figures.outlay(currency_); }

    /// The build's name, with its host if the pick has the same cards.
    std::string name(const Candidate& candidate) const
    {
        const BuildChoice& build = candidate.scenario.build;
        const std::string cards = build_name(build, data_.hardware);
        if (&candidate == own_ || cards != build_name(own_->scenario.build, data_.hardware)) return cards;
        const std::string memory =
            build.ram_gib ? std::to_string(std::llround(*build.ram_gib)) + " GiB" : std::string();
        const std::string host = joined(host_parts(build, data_.hardware, memory));
        return host.empty() ? cards : cards + " (" + host + ")";
    }

    void say_why(PickKind kind)
    {
        const CandidateFigures& own = own_->figures;
        const Arguments arguments{
            {"cost", outlay(*own_)}, {"time", value_of(own.time)}, {"high", value_of(own.time_high)}};
        switch (kind) {
        case PickKind::cheapest: {
            if (!need_.deadline_seconds) return say("why.cheapest", arguments);
            const bool surely = own.time_high.base() <= *need_.deadline_seconds;
            return say(surely ? "why.cheapest-in-time" : "why.cheapest-perhaps-in-time", arguments);
        }
        case PickKind::fastest: return say(need_.budget ? "why.fastest-in-budget" : "why.fastest", arguments);
        case PickKind::best_value:
            say("why.best-value", arguments);
            if (passes_over_unpriced()) say("why.more-prices-missing", {});
        }
    }

    /// Adds a remark on the next candidate that lacks fewer prices than the cheapest: the missing ones may make it the
    /// cheaper.
    void say_what_price_it_hangs_on()
    {
        const CandidateFigures& own = own_->figures;
        for (const std::size_t i : eligible_in(front_, need_, most_gpus_)) {
            const CandidateFigures& other = figures(front_, i);
            if (other.unpriced_lines >= own.unpriced_lines) continue;
            return say(
                "why.cheapest-unless",
                {{"build", name(front_[i])}, {"cost", outlay(front_[i])}, {"money", amount(other.cost - own.cost)}});
        }
    }

    /// Whether another candidate would be better value if its missing prices were zero.
    bool passes_over_unpriced() const
    {
        const CandidateFigures& own = own_->figures;
        return std::ranges::any_of(front_, [&own](const Candidate& other) {
            return other.figures.unpriced_lines > own.unpriced_lines &&
                   outlay_by_time(other.figures) < outlay_by_time(own);
        });
    }

    /// Adds a remark on the first candidate beyond the limits that would be a better pick, and its limit. If the pick's
    /// whole range meets the deadline, so must the other's.
    void say_what_binds(PickKind kind)
    {
        const CandidateFigures& own = own_->figures;
        const bool is_sure = surely_in_time(*own_, need_);
        const auto is_better = [&](const CandidateFigures& other) {
            switch (kind) {
            case PickKind::cheapest: return other.cost < own.cost;
            case PickKind::fastest: return time_step_of(other.time) < time_step_of(own.time);
            case PickKind::best_value: return is_better_value(other, own);
            }
            return false;
        };
        const Candidate* better = nullptr;
        for (const Candidate& other : found_.front) {
            const bool is_eligible = keeps_limits(other.figures, need_) && (!is_sure || surely_in_time(other, need_)) &&
                                     !has_more_gpus(other);
            if (!is_better(other.figures) || is_eligible) continue;
            // The nearest: the most expensive of the cheaper ones, the cheapest of the others.
            if (better == nullptr || kind == PickKind::cheapest) better = &other;
        }
        if (better != nullptr) return say_limit(*better);
        if (kind == PickKind::best_value) return;
        say(kind == PickKind::cheapest ? "binds.nothing-cheaper" : "binds.nothing-faster", {});
    }

    /// Whether a candidate is not proposed for its number of GPUs.
    bool has_more_gpus(const Candidate& other) const
    {
        return gpu_count(other.scenario.build) > std::max(most_gpus_, gpu_count(own_->scenario.build));
    }

    void say_limit(const Candidate& other)
    {
        const CandidateFigures& there = other.figures;
        Arguments arguments{{"build", name(other)}, {"cost", outlay(other)}, {"time", value_of(there.time)}};
        if (keeps_limits(there, need_) && has_more_gpus(other)) {
            arguments.emplace_back("limit", value_of(Count(most_gpus_)));
            return say("binds.gpus", std::move(arguments));
        }
        if (need_.deadline_seconds && there.time.base() > *need_.deadline_seconds) {
            arguments.emplace_back("limit", Value{*need_.deadline_seconds, Unit::seconds});
            return say("binds.deadline", std::move(arguments));
        }
        if (keeps_limits(there, need_)) {
            arguments.emplace_back("high", value_of(there.time_high));
            arguments.emplace_back("limit", Value{need_.deadline_seconds.value_or(0.0), Unit::seconds});
            return say("binds.deadline-range", std::move(arguments));
        }
        if (need_.budget && there.cost > *need_.budget) {
            arguments.emplace_back("limit", amount(*need_.budget));
            return say("binds.budget", std::move(arguments));
        }
        arguments.emplace_back("power", value_of(there.power));
        arguments.emplace_back("limit", Value{need_.power_limit_w.value_or(0.0), Unit::watts});
        say("binds.power", std::move(arguments));
    }

    void say_other_batch()
    {
        const std::int64_t own = global_batch(own_->scenario);
        const std::int64_t asked = global_batch(found_.asked);
        if (own != asked)
            say("against.other-batch", {{"batch", value_of(Count(own))}, {"asked", value_of(Count(asked))}});
    }

    /// Adds remarks on the next slower but cheaper candidate, and the next faster but more expensive one.
    void say_neighbours()
    {
        const CandidateFigures& own = own_->figures;
        const Candidate* cheaper = nullptr;
        const Candidate* faster = nullptr;
        for (const Candidate& other : front_) {
            const std::int64_t step = time_step_of(other.figures.time);
            if (is_cheaper(other.figures, own) && step > time_step_of(own.time)) cheaper = &other;
            if (faster == nullptr && is_cheaper(own, other.figures) && step < time_step_of(own.time)) faster = &other;
        }
        if (cheaper != nullptr) say_difference("against.cheaper", *cheaper);
        if (faster != nullptr) say_difference("against.faster", *faster);
    }

    void say_difference(const char* code, const Candidate& other)
    {
        const CandidateFigures& own = own_->figures;
        say(code, {{"build", name(other)},
                   {"cost", outlay(other)},
                   {"time", value_of(other.figures.time)},
                   {"money", amount(std::abs(other.figures.cost - own.cost))},
                   {"difference", Value{std::abs(other.figures.time.base() - own.time.base()), Unit::seconds}}});
    }

    /// Adds a remark on a cheaper candidate whose range overlaps the pick's.
    void say_rival_within_range()
    {
        const CandidateFigures& own = own_->figures;
        const auto rival = std::ranges::find_if(front_, [&](const Candidate& other) {
            return is_cheaper(other.figures, own) && other.figures.time_low < own.time_high &&
                   time_step_of(own.time) < time_step_of(other.figures.time);
        });
        if (rival == front_.end()) return;
        pick_->is_clear = false;
        say("range.overlaps", {{"build", name(*rival)},
                               {"low", value_of(rival->figures.time_low)},
                               {"high", value_of(own.time_high)},
                               {"money", amount(own.cost - rival->figures.cost)}});
    }

    /// The price drop of a card at which one of its builds would replace the pick.
    struct Rival {
        const CardOutcome* card = nullptr;
        const CardOption* option = nullptr;
        double price = 0.0;
        double share = 0.0;
    };

    /// The cost at which an option of another card would be as good.
    std::optional<double> cost_to_win(PickKind kind, const CandidateFigures& other) const
    {
        const CandidateFigures& own = own_->figures;
        switch (kind) {
        case PickKind::cheapest:
            return need_.deadline_seconds && own.time_high.base() <= *need_.deadline_seconds &&
                           other.time_high.base() > *need_.deadline_seconds
                       ? std::nullopt
                       : std::optional(own.cost);
        case PickKind::fastest: {
            if (time_step_of(other.time) > time_step_of(own.time)) return std::nullopt;
            const bool as_fast = time_step_of(other.time) == time_step_of(own.time);
            return as_fast ? std::optional(own.cost) : need_.budget;
        }
        case PickKind::best_value:
            if (other.unpriced_lines > own.unpriced_lines) return std::nullopt;
            return outlay_by_time(own) / other.time.base();
        }
        return std::nullopt;
    }

    bool keeps_other_limits(const CandidateFigures& other) const
    {
        Requirements without_budget = need_;
        without_budget.budget.reset();
        return keeps_limits(other, without_budget);
    }

    void consider(const CardOutcome& card, const PartPrice& price, const CardOption& option, PickKind kind,
                  std::optional<Rival>& nearest) const
    {
        if (!keeps_other_limits(option.figures)) return;
        const auto target = cost_to_win(kind, option.figures);
        if (!target || option.figures.cost <= *target) return;
        const double present = price.of(1.0);
        const double fall = (option.figures.cost - *target) / static_cast<double>(gpu_count(option.build));
        if (fall >= present) return;
        const Rival rival{&card, &option, present - fall, fall / present};
        if (!nearest || rival.share < nearest->share) nearest = rival;
    }

    void say_how_far_it_holds(PickKind kind)
    {
        if (found_.outlay == Outlay::rent) return;
        std::optional<Rival> nearest;
        for (const CardOutcome& card : found_.cards) {
            const Gpu* gpu = data_.hardware.gpu(card.gpu);
            if (gpu == nullptr || card.gpu == own_->scenario.build.gpu) continue;
            const auto price = part_price(found_.asked, data_.hardware, *gpu);
            if (!price) continue;
            for (const CardOption& option : card.options) consider(card, *price, option, kind, nearest);
        }
        if (!nearest) return say("holds.always", {});
        say("holds.until", {{"card", nearest->card->name},
                            {"price", amount(nearest->price)},
                            {"share", Value{nearest->share, Unit::share}},
                            {"build", build_name(nearest->option->build, data_.hardware)}});
    }

    void say_what_prices_lack()
    {
        if (found_.outlay == Outlay::rent) return;
        if (own_->figures.unpriced_lines > 0)
            say("prices.missing", {{"lines", value_of(Count(own_->figures.unpriced_lines))}});
        const Gpu* gpu = data_.hardware.gpu(own_->scenario.build.gpu);
        if (gpu == nullptr || found_.asked.build.price_overrides.contains(gpu->id)) return;
        const Price* price = newest_price(gpu->prices, found_.asked.economics.prices_as_of);
        if (price == nullptr) return;
        int today = 0;
        for (const Gpu& other : data_.hardware.gpus)
            for (const Price& seen : other.prices) today = std::max(today, first_day(seen.date));
        if (first_day(price->date) + a_year < today) say("prices.old", {{"card", gpu->name}, {"date", price->date}});
    }

    const Front& front_;
    const Exploration& found_;
    const Requirements& need_;
    const EngineData& data_;
    const std::string& currency_;
    std::int64_t most_gpus_;
    Pick* pick_ = nullptr;
    const Candidate* own_ = nullptr;
};

} // namespace

std::string build_name(const BuildChoice& build, const Catalog& hardware)
{
    const Gpu* gpu = hardware.gpu(build.gpu);
    const std::string gpus = std::to_string(build.gpus_per_node) + " × " + (gpu != nullptr ? gpu->name : build.gpu);
    return build.nodes > 1 ? std::to_string(build.nodes) + " × " + gpus : gpus;
}

std::vector<std::string> host_parts(const BuildChoice& build, const Catalog& hardware, const std::string& memory)
{
    std::vector<std::string> parts;
    if (const Cpu* cpu = hardware.cpu(build.cpu))
        parts.push_back(build.cpu_sockets > 1 ? std::to_string(build.cpu_sockets) + " × " + cpu->name : cpu->name);
    else if (const Chassis* machine = hardware.chassis(build.chassis))
        parts.push_back(machine->name);
    if (!memory.empty()) parts.push_back(memory);
    const Bridges bridges = bridges_of(build, hardware);
    const Link* network = build.nodes > 1 ? hardware.link(build.node_link) : nullptr;
    for (const Link* link : {bridges.count > 0 ? bridges.link : nullptr, network})
        if (link != nullptr) parts.push_back(link->name);
    return parts;
}

bool shares_name(const CardOption& option, const CardOutcome& card)
{
    return std::ranges::count_if(card.options, [&option](const CardOption& other) {
               return other.build.nodes == option.build.nodes &&
                      other.build.gpus_per_node == option.build.gpus_per_node;
           }) > 1;
}

bool keeps_limits(const CandidateFigures& figures, const Requirements& requirements)
{
    return (!requirements.budget || figures.cost <= *requirements.budget) &&
           (!requirements.deadline_seconds || figures.time.base() <= *requirements.deadline_seconds) &&
           (!requirements.power_limit_w || figures.power.base() <= *requirements.power_limit_w);
}

std::int64_t most_proposed_gpus(const Scenario& asked)
{
    return asked.constraints.maximum_gpus.value_or(std::max(usual_gpus, gpu_count(asked.build)));
}

std::vector<std::size_t> proposed_in(const Front& front, const Requirements& requirements, std::int64_t most_gpus)
{
    if (front.empty()) return {};
    const std::vector<std::size_t> among = eligible_in(front, requirements, most_gpus);
    const std::size_t fastest = fastest_of(front, among);
    return {among.front(), fastest, best_value_of(front, among, fastest)};
}

void keep_distinct(Front& front, const Requirements& requirements, bool memory_counts, std::int64_t most_gpus)
{
    const std::vector<std::size_t> proposed = proposed_in(front, requirements, most_gpus);
    Front kept;
    for (std::size_t i = 0; i < front.size(); ++i) {
        const CandidateFigures& own = front[i].figures;
        const bool stays = std::ranges::find(proposed, i) != proposed.end();
        const std::int64_t memory = compared(own, memory_counts).memory_step;
        const bool alike = std::ranges::any_of(kept, [&](const Candidate& other) {
            return other.figures.unpriced_lines <= own.unpriced_lines &&
                   compared(other.figures, memory_counts).memory_step <= memory &&
                   other.figures.time.base() <= own.time.base() * ratio_of_time_steps &&
                   other.figures.power.base() <= own.power.base() * ratio_of_power_steps;
        });
        if (stays || !alike) kept.push_back(std::move(front[i]));
    }
    front = std::move(kept);
}

std::vector<Pick> picks_of(const Front& front, const Exploration& found, const Requirements& requirements,
                           const EngineData& data)
{
    std::vector<Pick> picks;
    if (front.empty()) return picks;
    const auto add = [&picks](PickKind kind, std::size_t candidate) {
        const auto known = std::ranges::find(picks, candidate, &Pick::candidate);
        if (known != picks.end()) return known->kinds.push_back(kind);
        picks.push_back({{kind}, candidate, {}, true});
    };
    const std::vector<std::size_t> proposed = proposed_in(front, requirements, most_proposed_gpus(found.asked));
    for (std::size_t i = 0; i < proposed.size(); ++i) add(all_pick_kinds[i], proposed[i]);
    Explaining explaining(front, found, requirements, data);
    for (Pick& pick : picks) explaining.explain(pick);
    return picks;
}

} // namespace rigwright
