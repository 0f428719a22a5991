// SPDX-License-Identifier: Apache-2.0
#include "core/advise/workload_share.h"
#include "core/json/characters.h"
#include "core/network/operator.h"
#include "core/recommend/card_search.h"
#include "core/recommend/picks.h"
#include "core/scenario/fields.h"
#include "core/scenario/json_findings.h"
#include "core/scenario/tiles.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <limits>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>

namespace rigwright {

namespace {

/// The comparable limits; a deadline does not apply if time is not that of the run.
Requirements comparable(const Exploration& found, Requirements requirements)
{
    if (!found.time_is_of_run) requirements.deadline_seconds.reset();
    return requirements;
}

/// The first of the three limits that a candidate of the front breaks.
const char* broken_limit(const CandidateFigures& figures, const Requirements& need)
{
    if (need.budget && figures.cost > *need.budget) return "budget";
    if (need.deadline_seconds && figures.time.base() > *need.deadline_seconds) return "deadline";
    return "power";
}

/// The entry of a reason; adds it if there is none.
Rejection& entry_of(const std::string& code, bool is_finding, std::vector<Rejection>& rejections)
{
    const auto known = std::ranges::find_if(
        rejections, [&](const Rejection& r) { return r.code == code && r.is_finding == is_finding; });
    return known != rejections.end() ? *known : rejections.emplace_back(Rejection{code, is_finding, 0, 0});
}

void count_rejected(const char* code, std::int64_t candidates, std::vector<Rejection>& rejections)
{
    if (candidates > 0) entry_of(code, false, rejections).candidates += candidates;
}

/// Counts a card whose options all break a limit under the limit that its nearest option breaks.
void count_cards(const Requirements& need, Recommendation& answer)
{
    for (CardOutcome& card : answer.cards) {
        const auto keeps = [&](const CardOption& option) { return keeps_limits(option.figures, need); };
        if (card.options.empty() || std::ranges::any_of(card.options, keeps)) continue;
        card.rejected_by = broken_limit(card.options.front().figures, need);
        ++entry_of(card.rejected_by, false, answer.rejections).cards;
    }
}

/// A limit on a compared figure: how to lift it, and the figure it limits.
struct AmountLimit {
    const char* field;
    std::optional<double> Requirements::*limit;
    double (*amount)(const CandidateFigures&);
    Unit unit;
};

constexpr std::array amount_limits{
    AmountLimit{"requirements.budget", &Requirements::budget, [](const CandidateFigures& f) { return f.cost; },
                Unit::money},
    AmountLimit{"requirements.deadline_seconds", &Requirements::deadline_seconds,
                [](const CandidateFigures& f) { return f.time.base(); }, Unit::seconds},
    AmountLimit{"requirements.power_limit_W", &Requirements::power_limit_w,
                [](const CandidateFigures& f) { return f.power.base(); }, Unit::watts},
};

Value value_in(double number, const AmountLimit& limit, const Exploration& found)
{
    return limit.unit == Unit::money ? money(number, found.asked.economics.currency) : Value{number, limit.unit};
}

/// The smallest change of one limit that admits a candidate within the other limits.
std::optional<Relaxation> relaxed(const AmountLimit& limit, const Exploration& found, const Requirements& need)
{
    const std::optional<double>& present = need.*limit.limit;
    if (!present) return std::nullopt;
    Requirements lifted = need;
    (lifted.*limit.limit).reset();
    const Candidate* admitted = nullptr;
    for (const Candidate& candidate : found.front)
        if (keeps_limits(candidate.figures, lifted) &&
            (admitted == nullptr || limit.amount(candidate.figures) < limit.amount(admitted->figures)))
            admitted = &candidate;
    if (admitted == nullptr) return std::nullopt;
    const double needed = limit.amount(admitted->figures);
    Relaxation relaxation;
    relaxation.field = limit.field;
    relaxation.present = value_in(*present, limit, found);
    relaxation.needed = value_in(needed, limit, found);
    relaxation.share = needed / *present - 1.0;
    relaxation.admitted = *admitted;
    return relaxation;
}

/// A limit of the search itself: lifting it requires a new search.
struct SearchLimit {
    const char* field;
    /// Lifts it; false if it is not set.
    bool (*lift)(Scenario&);
    /// The limited value of a candidate's scenario; empty for lists of names.
    std::optional<Value> (*present)(const Scenario&);
    std::optional<Value> (*needed)(const Candidate&, const EngineData&);
    std::string (*name)(const Candidate&, const EngineData&);
};

std::optional<Value> no_value(const Scenario&) { return std::nullopt; }
std::optional<Value> no_need(const Candidate&, const EngineData&) { return std::nullopt; }
std::string no_name(const Candidate&, const EngineData&) { return {}; }

const Gpu* gpu_of(const Candidate& candidate, const EngineData& data)
{
    return data.hardware.gpu(candidate.scenario.build.gpu);
}

bool clear_list(std::vector<std::string>& list)
{
    const bool was_set = !list.empty();
    list.clear();
    return was_set;
}

template <typename T>
bool clear_value(std::optional<T>& value)
{
    const bool was_set = value.has_value();
    value.reset();
    return was_set;
}

constexpr std::array search_limits{
    SearchLimit{"constraints.memory_reserve",
                [](Scenario& s) { return std::exchange(s.constraints.memory_reserve, 0.0) > 0.0; },
                [](const Scenario& s) {
                    return std::optional(Value{s.constraints.memory_reserve, Unit::share});
                },
                [](const Candidate& c, const EngineData&) {
                    return std::optional(Value{c.figures.headroom, Unit::share});
                },
                no_name},
    SearchLimit{
        "constraints.maximum_gpus", [](Scenario& s) { return clear_value(s.constraints.maximum_gpus); },
        [](const Scenario& s) { return std::optional(value_of(Count(s.constraints.maximum_gpus.value_or(0)))); },
        [](const Candidate& c, const EngineData&) {
            return std::optional(value_of(Count(gpu_count(c.scenario.build))));
        },
        no_name},
    SearchLimit{"requirements.rack_units", [](Scenario& s) { return clear_value(s.requirements.rack_units); },
                [](const Scenario& s) { return std::optional(value_of(Count(s.requirements.rack_units.value_or(0)))); },
                [](const Candidate& c, const EngineData& data) {
                    const Chassis* chassis = data.hardware.chassis(c.scenario.build.chassis);
                    const int units = chassis != nullptr ? chassis->body.rack_units.value_or(0) : 0;
                    return std::optional(value_of(Count(units * c.scenario.build.nodes)));
                },
                no_name},
    SearchLimit{"requirements.takt_seconds", [](Scenario& s) { return clear_value(s.requirements.takt_seconds); },
                [](const Scenario& s) {
                    return std::optional(Value{s.requirements.takt_seconds.value_or(0.0), Unit::seconds});
                },
                no_need, no_name},
    SearchLimit{"constraints.vendors", [](Scenario& s) { return clear_list(s.constraints.vendors); }, no_value, no_need,
                [](const Candidate& c, const EngineData& d) { return gpu_of(c, d)->vendor; }},
    SearchLimit{"constraints.market",
                [](Scenario& s) {
                    return s.constraints.vendors.empty() && s.constraints.generations.empty() &&
                           std::exchange(s.constraints.market, Market::anywhere) == Market::currency;
                },
                no_value, no_need, [](const Candidate& c, const EngineData& d) { return gpu_of(c, d)->vendor; }},
    SearchLimit{"constraints.generations", [](Scenario& s) { return clear_list(s.constraints.generations); }, no_value,
                no_need, [](const Candidate& c, const EngineData& d) { return gpu_of(c, d)->architecture; }},
    SearchLimit{
        "constraints.availability", [](Scenario& s) { return clear_list(s.constraints.availability); }, no_value,
        no_need,
        [](const Candidate& c, const EngineData& d) { return std::string(word_of(gpu_of(c, d)->availability)); }},
};

/// The candidate closest to a limit; the first one if the limit is not an amount.
const Candidate& nearest(const std::vector<Candidate>& front, const SearchLimit& limit, const EngineData& data)
{
    const Candidate* best = &front.front();
    const bool more_is_better = std::string_view(limit.field) == "constraints.memory_reserve";
    for (const Candidate& candidate : front) {
        const auto own = limit.needed(candidate, data);
        const auto least = limit.needed(*best, data);
        if (own && least && (more_is_better ? own->number > least->number : own->number < least->number))
            best = &candidate;
    }
    return *best;
}

std::optional<Relaxation> relaxed(const SearchLimit& limit, const Scenario& asked, const EngineData& data,
                                  const RecommendOptions& options, Outlay outlay)
{
    Scenario lifted = asked;
    if (!limit.lift(lifted)) return std::nullopt;
    const Exploration found = explore(lifted, data, options, outlay);
    const Recommendation answer = recommendation_of(found, asked.requirements, data);
    if (answer.front.empty()) return std::nullopt;
    const Candidate& admitted = nearest(answer.front, limit, data);
    Relaxation relaxation;
    relaxation.field = limit.field;
    relaxation.present = limit.present(asked);
    relaxation.needed = limit.needed(admitted, data);
    relaxation.needed_name = limit.name(admitted, data);
    if (relaxation.present && relaxation.needed && relaxation.present->number > 0.0)
        relaxation.share = std::abs(relaxation.needed->number / relaxation.present->number - 1.0);
    relaxation.admitted = admitted;
    return relaxation;
}

} // namespace

Recommendation recommendation_of(const Exploration& found, const Requirements& requirements, const EngineData& data)
{
    const Requirements need = comparable(found, requirements);
    Recommendation answer{found, {}, {}};
    std::erase_if(answer.front, [&](const Candidate& candidate) {
        const bool keeps = keeps_limits(candidate.figures, need);
        if (!keeps) count_rejected(broken_limit(candidate.figures, need), 1, answer.rejections);
        return !keeps;
    });
    const std::size_t before = answer.front.size();
    keep_distinct(answer.front, need, found.memory_counts, most_proposed_gpus(found.asked));
    count_rejected("dominated", static_cast<std::int64_t>(before - answer.front.size()), answer.rejections);
    count_cards(need, answer);
    answer.picks = picks_of(answer.front, found, need, data);
    return answer;
}

std::vector<Relaxation> relaxations_of(const Exploration& found, const EngineData& data,
                                       const RecommendOptions& options)
{
    std::vector<Relaxation> relaxations;
    if (!found.errors.empty() || !found.complete) return relaxations;
    const Requirements need = comparable(found, found.asked.requirements);
    for (const AmountLimit& limit : amount_limits)
        if (auto relaxation = relaxed(limit, found, need)) relaxations.push_back(std::move(*relaxation));
    if (relaxations.empty())
        for (const SearchLimit& limit : search_limits)
            if (auto relaxation = relaxed(limit, found.asked, data, options, found.outlay))
                relaxations.push_back(std::move(*relaxation));
    std::ranges::stable_sort(relaxations, [](const auto& a, const auto& b) {
        const double never = std::numeric_limits<double>::infinity();
        return a.share.value_or(never) < b.share.value_or(never);
    });
    return relaxations;
}

Recommendation recommend(const Scenario& scenario, const EngineData& data, const RecommendOptions& options)
{
    const Exploration found = explore(scenario, data, options);
    Recommendation answer = recommendation_of(found, scenario.requirements, data);
    if (answer.front.empty()) answer.relaxations = relaxations_of(found, data, options);
    return answer;
}

namespace {

/// Ids of the hypothetical fastest parts.
const std::string fastest_part = "~fastest";
/// Memory of the fastest host, GiB: the maximum in a scenario.
constexpr double most_memory = 1e6;
/// Checkpoints on the drive while the next one is written.
constexpr double checkpoints_kept = 2.0;

template <typename Record>
const Record* insert(std::vector<Record>& records, Record record)
{
    const auto place = std::ranges::lower_bound(records, record.id, {}, &Record::id);
    return &*records.insert(place, std::move(record));
}

Storage best_of_all(const std::vector<Storage>& drives)
{
    Storage best;
    best.id = fastest_part;
    for (const Storage& drive : drives) {
        best.sequential_read = std::max(best.sequential_read, drive.sequential_read);
        best.small_file_read = std::max(best.small_file_read, drive.small_file_read);
        best.sequential_write = std::max(best.sequential_write, drive.sequential_write);
    }
    return best;
}

bool is_language_model(const Evaluation& evaluation, const Divisible& divisible)
{
    return divisible.common_heads > 0 && evaluation.estimate->time && evaluation.estimate->time->tokens_per_second;
}

/// Data shared by all cards; owns the targets of `SearchTask`.
class Preparation {
public:
    Preparation(const Scenario& scenario, const EngineData& data, const RecommendOptions& options, Outlay outlay)
        : asked_(scenario),
          data_(data)
    {
        task_.scenario = training_of_need(scenario);
        task_.scenario.requirements.budget.reset();
        task_.scenario.requirements.deadline_seconds.reset();
        task_.scenario.requirements.power_limit_w.reset();
        task_.outlay = outlay;
        task_.precisions = {scenario.training.precision};
        for (const Precision precision : options.further_precisions)
            if (std::ranges::find(task_.precisions, precision) == task_.precisions.end())
                task_.precisions.push_back(precision);
    }

    /// Returns the reasons why a search is impossible; empty if everything is ready.
    std::vector<Finding> prepare()
    {
        std::vector<Finding> errors = constraint_errors(asked_.constraints, data_.hardware);
        if (asked_.training.framework == Framework::scikit_learn)
            errors.push_back(input_error("advisor-needs-gpu-framework", "training.framework"));
        if (!errors.empty()) return errors;
        const Evaluation present = evaluate(task_.scenario, data_);
        if (!present.estimate) return present.errors;
        add_networks();
        const Evaluation& whole = task_.networks.at({asked_.training.precision, false});
        if (!whole.estimate) return whole.errors;
        task_.shape.global_batch = global_batch(task_.scenario);
        task_.shape.divisible = divisible_of(*whole.network, 1);
        task_.shape.is_language_model = is_language_model(whole, task_.shape.divisible);
        task_.of_run = whole.estimate->time && whole.estimate->time->knows_run();
        add_hosts(whole);
        return {};
    }

    const SearchTask& task() const { return task_; }

private:
    void add_networks()
    {
        for (const bool batch_of_one : {true, false})
            for (const Precision precision : task_.precisions) {
                Scenario scenario = task_.scenario;
                if (data_.hardware.gpu(scenario.build.gpu) == nullptr)
                    scenario.build.gpu = data_.hardware.gpus.front().id;
                scenario.build.gpus_per_node = scenario.build.nodes = 1;
                scenario.parallel = {};
                scenario.training.precision = precision;
                scenario.training.gradient_accumulation = 1;
                scenario.training.micro_batch =
                    batch_of_one ? 1 : std::max<std::int64_t>(scenario.training.micro_batch, 2);
                task_.networks.emplace(std::pair(precision, batch_of_one), evaluate(scenario, data_));
            }
        // Exclude formats that the engine rejects for this model.
        std::erase_if(task_.precisions, [this](Precision precision) {
            return precision != asked_.training.precision && !task_.networks.at({precision, false}).estimate;
        });
    }

    /// Bytes on one machine's drive: the dataset and checkpoints.
    static Bytes stored(const Evaluation& whole)
    {
        const Dataset dataset = dataset_as_read(whole.scenario);
        double bytes = checkpoints_kept * (whole.memory.weights + whole.memory.optimizer_state).as_double();
        if (dataset.samples && dataset.encoded_bytes_per_sample)
            bytes += static_cast<double>(*dataset.samples) * static_cast<double>(*dataset.encoded_bytes_per_sample);
        return Bytes::rounded(bytes);
    }

    void add_hosts(const Evaluation& whole)
    {
        hosts_ = std::make_unique<HostSpace>(task_.scenario, data_, stored(whole));
        extended_ = std::make_unique<EngineData>(data_);
        add_processors(hosts_->parts().cpus());
        task_.fastest_host.drive = insert(extended_->hardware.storages, best_of_all(data_.hardware.storages));
        task_.fastest_host.ram_gib = most_memory;
        if (!hosts_->parts().networks().empty()) add_network();
        task_.data = extended_.get();
        task_.hosts = hosts_.get();
    }

    /// Adds the search's hypothetical processors: the fastest of all, and the best of each class.
    void add_processors(const std::vector<Priced<Cpu>>& cpus)
    {
        std::vector<Cpu>& all = extended_->hardware.cpus;
        task_.processors = processor_classes(cpus, data_.time);
        std::size_t number = 0;
        for (ProcessorClass& each : task_.processors.classes) {
            each.best.id = fastest_part + "-" + std::to_string(number++);
            insert(all, each.best);
        }
        Cpu fastest = rigwright::best_of_all(cpus, data_.time);
        fastest.id = fastest_part;
        task_.fastest_host.cpu = insert(all, std::move(fastest));
    }

    /// One of its ports has the total bandwidth of the most ports of any machine on the fastest network.
    void add_network()
    {
        Link fastest;
        fastest.id = fastest_part;
        fastest.kind = LinkKind::ethernet;
        const double ports = most_ports();
        for (const Priced<Link>& each : hosts_->parts().networks()) {
            const Link& link = *each.part;
            const BytesPerSecond carried = link.per_direction * link.share_reached(data_.time.network_efficiency);
            fastest.per_direction = std::max(fastest.per_direction, link.per_direction * ports);
            fastest.effective = std::max(fastest.effective.value_or(BytesPerSecond()), carried * ports);
        }
        task_.fastest_host.network = insert(extended_->hardware.links, std::move(fastest));
    }

    /// Per machine; if the task gives a number, every machine has it.
    double most_ports() const
    {
        if (task_.scenario.build.nics_per_node) return 1.0;
        std::int64_t most = 1;
        for (const Chassis& chassis : data_.hardware.chassis_list)
            most = std::max<std::int64_t>(most, chassis.host.network_ports.value_or(1));
        return static_cast<double>(most);
    }

    const Scenario& asked_;
    const EngineData& data_;
    std::unique_ptr<HostSpace> hosts_;
    std::unique_ptr<EngineData> extended_;
    SearchTask task_;
};

/// Counts the builds of a search.
class Progress {
public:
    Progress(const SearchTask& task, const std::vector<const Gpu*>& cards, const RecommendOptions& options)
        : told_(options.progress)
    {
        if (!told_) return;
        for (const Gpu* card : cards)
            all_ += static_cast<std::int64_t>(gpu_builds(task.scenario, *card, task.outlay).size());
    }

    void add_one()
    {
        if (!told_) return;
        const std::scoped_lock lock(mutex_);
        told_(static_cast<double>(++done_) / static_cast<double>(all_));
    }

private:
    const std::function<void(double)>& told_;
    std::mutex mutex_;
    std::int64_t done_ = 0;
    std::int64_t all_ = 0;
};

/// Takes cards one after another until none is left; the assignment to threads does not affect the result.
std::vector<CardFindings> search_all(const SearchTask& task, const std::vector<const Gpu*>& cards,
                                     const RecommendOptions& options)
{
    std::vector<CardFindings> found(cards.size());
    std::atomic<std::size_t> next{0};
    Progress progress(task, cards, options);
    const auto build_done = [&progress] { progress.add_one(); };
    const auto work = [&] {
        for (std::size_t i = next++; i < cards.size() && !options.stop.stop_requested(); i = next++)
            found[i] = search_card(task, *cards[i], options, build_done);
    };
    const unsigned wanted = options.threads > 0 ? options.threads : std::max(1u, std::thread::hardware_concurrency());
    const auto threads = static_cast<unsigned>(std::min<std::size_t>(wanted, cards.size()));
    std::vector<std::jthread> others;
    for (unsigned i = 1; i < threads; ++i) others.emplace_back(work);
    work();
    return found;
}

bool belongs_to_plan(std::string_view path)
{
    return path.starts_with("build.") || path.starts_with("parallel.") || path.starts_with("training.");
}

/// Adds candidates that leave more memory free, without the reserve used to find them.
void add_level(Exploration level, Exploration& found)
{
    for (Candidate& candidate : level.front) {
        candidate.scenario.constraints = found.asked.constraints;
        found.front.push_back(std::move(candidate));
    }
    found.evaluated += level.evaluated;
    found.complete = found.complete && level.complete;
}

/// Remark on the makers whose cards are searched, if the constraints name none.
std::optional<Remark> market_remark(const Scenario& asked, const EngineData& data, Outlay outlay)
{
    const Constraints& limits = asked.constraints;
    if (outlay == Outlay::rent || limits.market == Market::anywhere) return std::nullopt;
    if (!limits.vendors.empty() || !limits.generations.empty()) return std::nullopt;
    const std::string& currency = asked.economics.currency;
    if (!is_limited_to_market(asked, data.hardware, outlay))
        return Remark{"remark.market-unknown", {{"currency", currency}}};
    return Remark{"remark.market",
                  {{"currency", currency}, {"makers", joined(makers_in_currency(asked, data.hardware))}}};
}

/// Remark on the prices that were entered for one machine: they count for the same parts of every candidate.
std::optional<Remark> own_price_remark(const Scenario& asked, const EngineData& data, Outlay outlay)
{
    std::vector<std::string> names;
    for (const auto& [id, price] : asked.build.price_overrides)
        if (const auto part = find_part(data.hardware, id)) names.push_back(part->name);
    if (outlay == Outlay::rent || names.empty()) return std::nullopt;
    return Remark{"remark.own-prices", {{"parts", joined(names)}}};
}

/// The task that every candidate keeps, with its global batch.
std::vector<Remark> search_remarks(const Scenario& asked, const EngineData& data, Outlay outlay, std::int64_t batch)
{
    const std::string word = std::get<std::string>(field_of("training.precision")->read(asked));
    const char* kept = asked.constraints.other_global_batch ? "remark.task-kept-but-batch" : "remark.task-kept";
    std::vector<Remark> remarks{
        {kept,
         {{"batch", value_of(Count(batch))}, {"precision", MessageCode{choice_code("training.precision", word)}}}}};
    if (auto market = market_remark(asked, data, outlay)) remarks.push_back(std::move(*market));
    if (auto prices = own_price_remark(asked, data, outlay)) remarks.push_back(std::move(*prices));
    if (!asked.requirements.workloads.empty()) remarks.push_back({"remark.workloads-not-searched", {}});
    return remarks;
}

/// Edits that turn one scenario into the build and plan of another.
ScenarioChanges changes_between(const Scenario& from, const Scenario& to)
{
    ScenarioChanges changes;
    for (const Field& field : scenario_fields()) {
        if (!belongs_to_plan(field.path)) continue;
        const FieldValue value = field.read(to);
        if (value != field.read(from)) changes.push_back({std::string(field.path), value});
    }
    return changes;
}

/// Compares the remaining candidates of the searches of single cards.
void compare_cards(RejectionCounts rejected, Exploration& exploration)
{
    const auto before = static_cast<std::int64_t>(exploration.front.size());
    keep_front(exploration.front);
    rejected.add("dominated", before - static_cast<std::int64_t>(exploration.front.size()));
    for (Candidate& candidate : exploration.front) {
        candidate.scenario.requirements = exploration.asked.requirements;
        candidate.changes = changes_between(exploration.asked, candidate.scenario);
    }
    std::ranges::sort(exploration.cards, [](const auto& a, const auto& b) { return a.gpu < b.gpu; });
    for (const auto& [reason, count] : rejected.by_reason)
        exploration.rejections.push_back({reason.code, reason.is_finding, count, 0});
    for (const CardOutcome& card : exploration.cards)
        if (!card.rejected_by.empty()) ++entry_of(card.rejected_by, card.is_finding, exploration.rejections).cards;
    std::ranges::stable_sort(exploration.rejections, [](const auto& a, const auto& b) {
        return std::pair(a.candidates, a.cards) > std::pair(b.candidates, b.cards);
    });
}

} // namespace

Exploration explore(const Scenario& scenario, const EngineData& data, const RecommendOptions& options, Outlay outlay)
{
    Exploration exploration;
    exploration.asked = scenario;
    // Candidates are priced by their parts.
    exploration.asked.build.price_overrides.erase(std::string(whole_machine));
    exploration.outlay = outlay;
    const Scenario& asked = exploration.asked;
    Preparation preparation(asked, data, options, outlay);
    exploration.errors = preparation.prepare();
    if (!exploration.errors.empty()) return exploration;
    exploration.time_is_of_run = preparation.task().of_run;
    exploration.remarks = search_remarks(asked, data, outlay, preparation.task().shape.global_batch);
    RejectionCounts rejected;
    std::vector<const Gpu*> cards;
    for (const CardToSearch& card : cards_to_search(asked, data, outlay)) {
        if (card.rejected_by.empty())
            cards.push_back(card.gpu);
        else
            exploration.cards.push_back({card.gpu->id, card.gpu->name, card.rejected_by});
    }
    for (CardFindings& found : search_all(preparation.task(), cards, options)) {
        if (found.outcome.gpu.empty()) continue;
        exploration.candidates += found.candidates;
        exploration.evaluated += found.evaluated;
        rejected.add(found.rejected);
        exploration.cards.push_back(std::move(found.outcome));
        for (Candidate& candidate : found.front) exploration.front.push_back(std::move(candidate));
    }
    exploration.complete = !options.stop.stop_requested();
    compare_cards(std::move(rejected), exploration);
    return exploration;
}

namespace {

/// Combines the fronts under rising memory reserves, if free memory counts.
Exploration explore_levels(const Scenario& scenario, const EngineData& data, const RecommendOptions& options,
                           Outlay outlay)
{
    if (!options.memory_counts) return explore(scenario, data, options, outlay);
    constexpr double searches = 1.0 + static_cast<double>(memory_levels.size());
    double done = 0.0;
    RecommendOptions part = options;
    if (options.progress) part.progress = [&](double share) { options.progress((done + share) / searches); };
    Exploration found = explore(scenario, data, part, outlay);
    const auto first = static_cast<std::int64_t>(found.front.size());
    for (const double level : memory_levels) {
        done += 1.0;
        if (!found.errors.empty() || level <= scenario.constraints.memory_reserve) continue;
        Scenario reserving = scenario;
        reserving.constraints.memory_reserve = level;
        add_level(explore(reserving, data, part, outlay), found);
    }
    keep_front(found.front, true);
    // Candidates of this level were dominated without the reserve.
    for (Rejection& rejection : found.rejections)
        if (rejection.code == "dominated")
            rejection.candidates -= static_cast<std::int64_t>(found.front.size()) - first;
    found.memory_counts = true;
    return found;
}

} // namespace

namespace {

/// The same task with another global batch; empty if it has none.
std::optional<Scenario> with_batch(const Scenario& asked, std::int64_t multiplier, std::int64_t divisor)
{
    Scenario other = asked;
    Training& training = other.training;
    if (training.mode != RunMode::train) return std::nullopt;
    std::int64_t& divided =
        training.gradient_accumulation % divisor == 0 ? training.gradient_accumulation : training.micro_batch;
    if (divided % divisor != 0) return std::nullopt;
    divided /= divisor;
    training.gradient_accumulation *= multiplier;
    if (training.global_batch) training.global_batch = global_batch(other);
    return other;
}

/// Adds the result of a search with another global batch.
void add_batch(Exploration other, Exploration& found)
{
    for (Candidate& candidate : other.front) {
        candidate.changes = changes_between(found.asked, candidate.scenario);
        found.front.push_back(std::move(candidate));
    }
    for (const Rejection& rejection : other.rejections)
        entry_of(rejection.code, rejection.is_finding, found.rejections).candidates += rejection.candidates;
    for (CardOutcome& card : found.cards) {
        const auto theirs = std::ranges::find(other.cards, card.gpu, &CardOutcome::gpu);
        if (card.rejected_by.empty() || theirs == other.cards.end() || !theirs->rejected_by.empty()) continue;
        for (Rejection& rejection : found.rejections)
            if (rejection.code == card.rejected_by && rejection.is_finding == card.is_finding) --rejection.cards;
        card = *theirs;
    }
    found.candidates += other.candidates;
    found.evaluated += other.evaluated;
    found.complete = found.complete && other.complete;
}

/// Explores the task's global batch, and if it may change also half and twice as much.
Exploration explore_batches(const Scenario& scenario, const EngineData& data, const RecommendOptions& options,
                            Outlay outlay)
{
    if (!scenario.constraints.other_global_batch) return explore_levels(scenario, data, options, outlay);
    std::vector<Scenario> others;
    for (const auto& [multiplier, divisor] : {std::pair{std::int64_t{1}, std::int64_t{2}}, {2, 1}})
        if (auto other = with_batch(scenario, multiplier, divisor)) others.push_back(std::move(*other));
    double done = 0.0;
    RecommendOptions part = options;
    if (options.progress)
        part.progress = [&](double share) { options.progress((done + share) / (1.0 + double(others.size()))); };
    Exploration found = explore_levels(scenario, data, part, outlay);
    if (!found.errors.empty()) return found;
    for (const Scenario& other : others) {
        done += 1.0;
        add_batch(explore_levels(other, data, part, outlay), found);
    }
    const auto before = static_cast<std::int64_t>(found.front.size());
    keep_front(found.front, found.memory_counts);
    const std::int64_t outdone = before - static_cast<std::int64_t>(found.front.size());
    count_rejected("dominated", outdone, found.rejections);
    return found;
}

} // namespace

Exploration explore(const Scenario& scenario, const EngineData& data, const RecommendOptions& options)
{
    const Acquisition way = scenario.constraints.acquisition;
    const bool rents = way == Acquisition::cloud;
    Exploration found = explore_batches(scenario, data, options, rents ? Outlay::rent : Outlay::purchase);
    const bool nothing = found.front.empty() && found.errors.empty() && found.complete;
    if (!nothing || way != Acquisition::any) return found;
    Exploration rented = explore_batches(scenario, data, options, Outlay::rent);
    if (rented.front.empty()) return found;
    rented.remarks.push_back({"remark.rented-since-nothing-is-sold", {}});
    return rented;
}

} // namespace rigwright
