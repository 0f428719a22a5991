// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "app/cli/input.h"
#include "app/cli/invocation.h"
#include "app/cli/output.h"
#include "core/json/characters.h"
#include "core/recommend/picks.h"
#include "core/recommend/questions.h"
#include "core/recommend/recommendation.h"
#include "core/scenario/fields.h"
#include "core/scenario/nearest.h"
#include "core/text/number_text.h"

#include <nlohmann/json.hpp>
#include <nlohmann/json_fwd.hpp>

#include <algorithm>
#include <cmath>
#include <optional>
#include <ostream>
#include <string>

namespace rigwright::cli {

namespace {

/// More threads than any machine can run.
constexpr std::int64_t most_threads = 1024;

UsageError bad_choice(const std::string& found, const char* option, const std::string& accepted)
{
    return {"bad-choice", {{"found", found}, {"option", std::string(option)}, {"accepted", accepted}}};
}

/// The number format with that name in files.
std::optional<Precision> precision_named(std::string_view word)
{
    const Field& field = *field_of("training.precision");
    if (!accepts(field, std::string(word))) return std::nullopt;
    Scenario scenario;
    field.write(scenario, std::string(word));
    return scenario.training.precision;
}

std::vector<Precision> precisions_in(const std::string& list)
{
    std::vector<Precision> precisions;
    for (const std::string& word : list_items(list)) {
        const auto precision = precision_named(word);
        if (!precision) throw bad_choice(word, "--precisions", joined(field_of("training.precision")->choices));
        precisions.push_back(*precision);
    }
    return precisions;
}

/// Options from --threads, --precisions, --memory.
RecommendOptions search_options(const Invocation& invocation)
{
    RecommendOptions options;
    if (invocation.has("--threads")) {
        const std::string given = invocation.value("--threads");
        const auto threads = whole_number(given);
        if (!threads || *threads < 1 || *threads > most_threads)
            throw bad_choice(given, "--threads", "1…" + std::to_string(most_threads));
        options.threads = static_cast<unsigned>(*threads);
    }
    options.memory_counts = invocation.has("--memory");
    if (invocation.has("--precisions")) options.further_precisions = precisions_in(invocation.value("--precisions"));
    return options;
}

using nlohmann::ordered_json;

const CardOutcome* card_of(const std::string& part, const Recommendation& answer)
{
    const auto found = std::ranges::find(answer.cards, part, &CardOutcome::gpu);
    return found != answer.cards.end() ? &*found : nullptr;
}

std::string host_of(const BuildChoice& build, const Session& session)
{
    const std::string memory = build.ram_gib ? shown(value_of(Bytes::gib(*build.ram_gib)), session.messages) : "";
    return joined(host_parts(build, session.data.hardware, memory));
}

std::vector<std::string> lines_of(const CardOutcome& card, const std::string& currency, const Session& session)
{
    const Messages& words = session.messages;
    std::vector<std::string> lines;
    if (!card.rejected_by.empty())
        lines.push_back(words.text(
            "recommend.why-not.card-out",
            {{"part", card.name},
             {"reason", rejection_text(card.rejected_by, card.is_finding, session.messages.message_text())}}));
    else
        lines.push_back(words.text("recommend.why-not.card-in", {{"part", card.name}}));
    for (const CardOption& option : card.options) {
        Arguments arguments{{"build", build_name(option.build, session.data.hardware)},
                            {"cost", option.figures.outlay(currency)},
                            {"time", value_of(option.figures.time)}};
        const bool shares = shares_name(option, card);
        if (shares) arguments.emplace_back("host", host_of(option.build, session));
        const char* code = shares ? "recommend.why-not.card-option-on" : "recommend.why-not.card-option";
        lines.push_back(words.text(code, arguments));
    }
    return lines;
}

std::vector<std::string> lines_of(const PartAnswer& answer, const Session& session)
{
    std::vector<std::string> lines;
    for (const Remark& remark : answer.remarks) lines.push_back(remark_text(remark, session.messages.message_text()));
    for (const Finding& finding : answer.findings) lines.push_back(session.finding_text()(finding));
    return lines;
}

std::vector<PartAnswer> answers_for(const std::string& part, const Recommendation& answer, const Exploration& found,
                                    const Requirements& requirements, const EngineData& data)
{
    std::vector<PartAnswer> answers;
    for (const Pick& pick : answer.picks)
        if (auto one = why_not(answer.front[pick.candidate], part, found, requirements, data))
            answers.push_back(std::move(*one));
    return answers;
}

/// Whether a part can be asked about: a card, or a record used in builds.
bool can_be_asked_about(const std::string& part, const Catalog& hardware)
{
    return hardware.gpu(part) != nullptr || !field_of_part(part, hardware).empty();
}

/// Ids that can be asked about, nearest to the typed one first.
std::string nearest_parts(const std::string& typed, const Catalog& hardware)
{
    std::vector<std::string> ids;
    for (const Gpu& gpu : hardware.gpus) ids.push_back(gpu.id);
    for (const char* field : part_fields)
        for (const NamedPart& part : parts_of(field, hardware)) ids.push_back(part.id);
    return closest_of(typed, ids);
}

/// The reason why a part is in no pick: for a card its outcome, for another part each pick with it.
void print_why_not(const std::string& part, const Recommendation& answer, const Exploration& found,
                   const Requirements& requirements, Session& session)
{
    const auto print = [&](const std::string& name, const std::vector<std::string>& lines) {
        session.say("recommend.why-not.ask", {{"part", name}});
        for (const std::string& line : lines) session.out << "  " << line << '\n';
        session.out << '\n';
    };
    if (const CardOutcome* card = card_of(part, answer))
        return print(card->name, lines_of(*card, found.asked.economics.currency, session));
    std::vector<std::string> lines;
    std::string name = part;
    for (const PartAnswer& one : answers_for(part, answer, found, requirements, session.data)) {
        name = one.name;
        for (std::string& line : lines_of(one, session))
            if (std::ranges::find(lines, line) == lines.end()) lines.push_back(std::move(line));
    }
    if (lines.empty()) lines.push_back(session.messages.text("recommend.none"));
    print(name, lines);
}

/// [{pick, field, part, name, code, message, findings, ...}]; for a card one entry without a pick.
ordered_json why_not_json(const std::string& part, const Recommendation& answer, const Exploration& found,
                          const Requirements& requirements, const Session& session)
{
    ordered_json list = ordered_json::array();
    if (const CardOutcome* card = card_of(part, answer)) {
        list.push_back({{"field", "build.gpu"}, {"part", part}, {"name", card->name}});
        list.back()["lines"] = lines_of(*card, found.asked.economics.currency, session);
        return list;
    }
    std::size_t pick = 0;
    for (const PartAnswer& one : answers_for(part, answer, found, requirements, session.data)) {
        ordered_json codes = ordered_json::array();
        for (const Remark& remark : one.remarks) codes.push_back(remark.code);
        for (const Finding& finding : one.findings) codes.push_back(finding.code);
        list.push_back({{"pick", pick++},
                        {"field", one.field},
                        {"part", one.part},
                        {"name", one.name},
                        {"codes", std::move(codes)},
                        {"lines", lines_of(one, session)}});
        if (!one.with) continue;
        list.back()["cost"] = one.with->figures.cost;
        list.back()["time_seconds"] = one.with->figures.time.base();
    }
    return list;
}

/// "micro-batch 2 × 4, ZeRO 1, …": the settings of the plan that differ from the simplest.
std::string plan_of(const Candidate& candidate, const Messages& words)
{
    const Training& training = candidate.scenario.training;
    const Parallel& parallel = candidate.scenario.parallel;
    std::string text = words.text("recommend.plan", {{"micro", std::to_string(training.micro_batch)},
                                                     {"accumulation", std::to_string(training.gradient_accumulation)}});
    const auto add = [&](const std::string& part) { text += ", " + part; };
    if (parallel.tensor > 1) add("TP " + std::to_string(parallel.tensor));
    if (parallel.pipeline > 1) add("PP " + std::to_string(parallel.pipeline));
    if (parallel.expert > 1) add("EP " + std::to_string(parallel.expert));
    if (parallel.zero_stage > 0) add("ZeRO-" + std::to_string(parallel.zero_stage));
    const auto choice = [&](const char* path) {
        const std::string word = std::get<std::string>(field_of(path)->read(candidate.scenario));
        add(words.text(std::string("field.") + path) + ": " + words.text(choice_code(path, word)));
    };
    if (training.recompute != Recompute::none) choice("training.recompute");
    if (parallel.offload != Offload::none) choice("parallel.offload");
    return text;
}

void print_front(const Recommendation& answer, bool memory_counts, const std::string& currency, Session& session)
{
    const Messages& words = session.messages;
    Table table(words, {"build", "+outlay", "+time", "+range", "+power", "+free", "host", "plan"});
    for (const Candidate& each : answer.front) {
        const CandidateFigures& f = each.figures;
        table.add({build_name(each.scenario.build, session.data.hardware), shown(f.outlay(currency), words),
                   shown(value_of(f.time), words),
                   shown(value_of(f.time_low), words) + " – " + shown(value_of(f.time_high), words),
                   shown(value_of(f.power), words), shown({f.headroom, Unit::share}, words),
                   host_of(each.scenario.build, session), plan_of(each, words)});
    }
    session.say(memory_counts ? "recommend.front-with-memory" : "recommend.front");
    table.print(session.out);
}

void print_rent(const Candidate& candidate, const std::string& currency, Session& session)
{
    const auto answer = candidate.outlay == Outlay::purchase ? rent_or_buy(candidate, session.data) : std::nullopt;
    if (!answer) return;
    Arguments arguments{{"rent", money(answer->rent_of_run, currency)}};
    const char* code = answer->runs_to_break_even ? "recommend.rent" : "recommend.rent-stays-cheaper";
    if (answer->runs_to_break_even)
        arguments.emplace_back("runs", Value{std::ceil(*answer->runs_to_break_even), Unit::count});
    session.out << "  " << session.messages.text(code, arguments) << '\n';
}

void print_upgrades(const Scenario& scenario, Session& session)
{
    const Messages& words = session.messages;
    const std::vector<Upgrade> found = upgrades(scenario, session.data);
    if (found.empty()) return;
    session.say("recommend.upgrades");
    for (const Upgrade& upgrade : found) {
        Arguments arguments{{"field", MessageCode{"field." + upgrade.field}},
                            {"name", upgrade.name},
                            {"time", value_of(upgrade.time)},
                            {"present", value_of(upgrade.time / upgrade.time_ratio)}};
        if (upgrade.added_cost) arguments.emplace_back("cost", money(*upgrade.added_cost, scenario.economics.currency));
        session.out << "  "
                    << words.text(upgrade.added_cost ? "recommend.upgrade" : "recommend.upgrade-unpriced", arguments)
                    << '\n';
    }
    session.out << '\n';
}

ordered_json upgrades_json(const Scenario& scenario, const Session& session)
{
    ordered_json list = ordered_json::array();
    for (const Upgrade& upgrade : upgrades(scenario, session.data)) {
        list.push_back({{"field", upgrade.field},
                        {"name", upgrade.name},
                        {"changes", changes_json(upgrade.changes)},
                        {"time_seconds", upgrade.time.base()},
                        {"time_ratio", upgrade.time_ratio}});
        if (upgrade.added_cost) list.back()["added_cost"] = *upgrade.added_cost;
    }
    return list;
}

void print_picks(const Recommendation& answer, const std::string& currency, Session& session)
{
    const Messages& words = session.messages;
    for (const Pick& pick : answer.picks) {
        std::string kinds;
        for (const PickKind kind : pick.kinds)
            kinds += (kinds.empty() ? "" : " · ") + words.text(std::string("recommend.pick.") + key_of(kind));
        const Candidate& chosen = answer.front[pick.candidate];
        session.out << kinds << ": " << build_name(chosen.scenario.build, session.data.hardware) << '\n';
        for (const Remark& reason : pick.reasons)
            session.out << "  " << remark_text(reason, session.messages.message_text()) << '\n';
        print_rent(chosen, currency, session);
    }
}

void print_rejections(const Recommendation& answer, Session& session)
{
    const Messages& words = session.messages;
    session.say("recommend.rejections");
    for (const Rejection& rejection : answer.rejections)
        session.out << "  "
                    << words.text("recommend.rejection-line",
                                  {{"candidates", value_of(Count(rejection.candidates))},
                                   {"cards", value_of(Count(rejection.cards))},
                                   {"reason", rejection_text(rejection.code, rejection.is_finding,
                                                             session.messages.message_text())}})
                    << '\n';
}

void print_relaxations(const Recommendation& answer, Session& session)
{
    const Messages& words = session.messages;
    session.out << words.text("recommend.none") << '\n'
                << words.text(answer.relaxations.empty() ? "recommend.no-relaxation" : "recommend.which-limit") << '\n';
    for (const Relaxation& relaxation : answer.relaxations)
        session.out << "  " << relaxation_text(relaxation, session.data, session.messages.message_text()) << '\n';
}

void print_text(const Recommendation& answer, const Exploration& found, Session& session)
{
    const Scenario& scenario = found.asked;
    const std::string& currency = scenario.economics.currency;
    const Messages& words = session.messages;
    for (const Remark& remark : answer.remarks)
        session.out << remark_text(remark, session.messages.message_text()) << '\n';
    session.out << words.text("recommend.examined",
                              {{"candidates", value_of(Count(answer.candidates))},
                               {"evaluated", value_of(Count(answer.evaluated))},
                               {"cards", value_of(Count(static_cast<std::int64_t>(answer.cards.size())))}})
                << "\n\n";
    if (answer.front.empty()) {
        print_relaxations(answer, session);
    } else {
        print_picks(answer, currency, session);
        session.out << '\n';
        print_front(answer, found.memory_counts, currency, session);
    }
    session.out << '\n';
    print_upgrades(scenario, session);
    print_rejections(answer, session);
}

Recommendation answer_of(const Exploration& found, const EngineData& data, const RecommendOptions& options)
{
    Recommendation answer = recommendation_of(found, found.asked.requirements, data);
    if (answer.front.empty()) answer.relaxations = relaxations_of(found, data, options);
    return answer;
}

ExitCode print(const Recommendation& answer, const Exploration& found, const std::string& file,
               const Invocation& invocation, Session& session)
{
    const Scenario& scenario = found.asked;
    if (!answer.errors.empty()) return report_errors(session, file, answer.errors);
    const std::string& currency = scenario.economics.currency;
    if (!invocation.has("--json")) {
        if (invocation.has("--why-not"))
            print_why_not(invocation.value("--why-not"), answer, found, scenario.requirements, session);
        print_text(answer, found, session);
        return done;
    }
    ordered_json json = recommendation_json(answer, session.data, currency, session.messages.message_text());
    json["upgrades"] = upgrades_json(scenario, session);
    if (invocation.has("--why-not"))
        json["why_not"] = why_not_json(invocation.value("--why-not"), answer, found, scenario.requirements, session);
    session.out << json.dump(2) << '\n';
    return done;
}

} // namespace

ExitCode run_recommend(const Invocation& invocation, Session& session)
{
    const RecommendOptions options = search_options(invocation);
    const std::string file = one_file(invocation);
    const Scenario scenario = scenario_in(file, session);
    const std::string part = invocation.has("--why-not") ? invocation.value("--why-not") : std::string();
    if (!part.empty() && !can_be_asked_about(part, session.data.hardware))
        throw UsageError{"unknown-part", {{"found", part}, {"nearest", nearest_parts(part, session.data.hardware)}}};
    const Exploration found = explore(scenario, session.data, options);
    return print(answer_of(found, session.data, options), found, file, invocation, session);
}

} // namespace rigwright::cli
