// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/why_not_output.h"

#include "core/recommend/picks.h"
#include "core/recommend/recommendation_json.h"
#include "core/recommend/why_not.h"
#include "core/scenario/nearest.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <ostream>

namespace rigwright::cli {

namespace {

using nlohmann::ordered_json;

const CardOutcome* card_of(const std::string& part, const Recommendation& answer)
{
    const auto found = std::find_if(answer.cards.begin(), answer.cards.end(),
                                    [&](const CardOutcome& card) { return card.gpu == part; });
    return found != answer.cards.end() ? &*found : nullptr;
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
    for (const CardOption& option : card.options)
        lines.push_back(words.text("recommend.why-not.card-option", {{"build", build_name(option, card.name)},
                                                                     {"cost", money(option.figures.cost, currency)},
                                                                     {"time", value_of(option.figures.time)}}));
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

} // namespace

bool can_be_asked_about(const std::string& part, const Catalog& hardware)
{
    return hardware.gpu(part) != nullptr || !field_of_part(part, hardware).empty();
}

std::string nearest_parts(const std::string& typed, const Catalog& hardware)
{
    std::vector<std::string> ids;
    for (const Gpu& gpu : hardware.gpus) ids.push_back(gpu.id);
    for (const char* field : part_fields)
        for (const NamedPart& part : parts_of(field, hardware)) ids.push_back(part.id);
    return joined(closest_names(typed, ids));
}

void print_why_not(const std::string& part, const Recommendation& answer, const Exploration& found,
                   const Requirements& requirements, Session& session)
{
    const auto print = [&](const std::string& name, const std::vector<std::string>& lines) {
        session.out << session.messages.text("recommend.why-not.ask", {{"part", name}}) << '\n';
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
            if (std::find(lines.begin(), lines.end(), line) == lines.end()) lines.push_back(std::move(line));
    }
    if (lines.empty()) lines.push_back(session.messages.text("recommend.none"));
    print(name, lines);
}

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

} // namespace rigwright::cli
