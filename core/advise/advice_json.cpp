// SPDX-License-Identifier: Apache-2.0
#include "core/advise/advice_json.h"

#include "core/network/operator.h"
#include "core/scenario/list_json.h"
#include "core/scenario/scenario_parts_json.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>

namespace rigwright {

using nlohmann::ordered_json;

namespace {

constexpr std::array<std::string_view, 3> memory_findings{"does-not-fit", "does-not-fit-at-all", "memory-tight"};

ordered_json arguments_json(const Arguments& arguments)
{
    ordered_json object = ordered_json::object();
    for (const auto& [name, argument] : arguments) {
        object[name] = std::visit(Match{
                                      [](const Value& value) { return json_of(value.number); },
                                      [](const std::string& data) { return ordered_json(data); },
                                      [](const MessageCode& word) { return ordered_json(word.code); },
                                  },
                                  argument);
    }
    return object;
}

void add_effect(ordered_json& object, const PlanEffect& effect)
{
    object["memory_bytes"] = effect.memory.value();
    object["usable_bytes"] = effect.usable.value();
    if (effect.step) object["step_seconds"] = effect.step->base();
    object["verdict"] = key_of(effect.verdict);
}

ordered_json remedy_json(const Remedy& remedy, const MessageText& text)
{
    ordered_json object = ordered_json::object();
    std::string codes;
    ordered_json arguments = ordered_json::object();
    for (const RemedyPart& part : remedy.parts) {
        codes += (codes.empty() ? "" : "+") + part.code;
        arguments.update(arguments_json(part.arguments));
    }
    object["code"] = codes;
    object["arguments"] = std::move(arguments);
    object["message"] = remedy_text(remedy, text);
    object["explanation"] = remedy_explanation(remedy, text);
    object["reach"] = key_of(remedy.reach);
    object["changes"] = changes_json(remedy.changes);
    add_effect(object, remedy.effect);
    if (remedy.time_ratio) object["time_ratio"] = *remedy.time_ratio;
    object["fits"] = remedy.fits();
    return object;
}

} // namespace

std::string remedy_text(const Remedy& remedy, const MessageText& text)
{
    const auto sentence = [&text](const RemedyPart& part) { return text("remedy." + part.code, part.arguments); };
    if (remedy.parts.size() == 1) return sentence(remedy.parts.front());
    return text("remedy.both", {{"first", sentence(remedy.parts[0])}, {"second", sentence(remedy.parts[1])}});
}

std::string remedy_explanation(const Remedy& remedy, const MessageText& text)
{
    std::string all;
    for (const RemedyPart& part : remedy.parts) all += text("remedy." + part.code + ".why", part.arguments) + "\n";
    return all + text(std::string("remedy.reach.") + key_of(remedy.reach), {});
}

std::string fix_name(const Fix& fix, const MessageText& text)
{
    return text("fix." + fix.what.code, fix.what.arguments);
}

std::string fix_text(const Fix& fix, const MessageText& text)
{
    Arguments arguments{{"fix", fix_name(fix, text)}};
    if (fix.longer) arguments.emplace_back("longer", Value{*fix.longer - 1.0, Unit::share});
    if (fix.more_memory) arguments.emplace_back("memory", value_of(*fix.more_memory));
    if (fix.longer && fix.more_memory) return text("fix.costs.both", arguments);
    if (fix.longer) return text("fix.costs.time", arguments);
    return fix.more_memory ? text("fix.costs.memory", arguments) : fix_name(fix, text);
}

ordered_json fix_json(const Fix& fix, const MessageText& text)
{
    ordered_json object{
        {"code", fix.what.code}, {"message", fix_text(fix, text)}, {"changes", changes_json(fix.changes)}};
    if (fix.longer) object["time_ratio"] = *fix.longer;
    if (fix.more_memory) object["more_memory_bytes"] = fix.more_memory->value();
    return object;
}

ordered_json remedies_json(const std::vector<Remedy>& remedies, const MessageText& text)
{
    return list_json(remedies, [&](const Remedy& remedy) { return remedy_json(remedy, text); });
}

bool remedies_help(std::string_view code) { return std::ranges::find(memory_findings, code) != memory_findings.end(); }

void add_remedies(ordered_json& findings, const std::vector<Remedy>& remedies, const MessageText& text)
{
    for (ordered_json& finding : findings) {
        if (remedies_help(finding.at("code").get<std::string>())) finding["remedies"] = remedies_json(remedies, text);
    }
}

std::string answer_text(const FitAnswer& answer, const MessageText& text)
{
    return answer.found() ? text("fit." + answer.code + ".answer", answer.arguments) : text("fit.none", {});
}

ordered_json what_fits_json(const std::vector<FitAnswer>& answers, const MessageText& text)
{
    ordered_json list = ordered_json::array();
    for (const FitAnswer& answer : answers) {
        ordered_json object = ordered_json::object();
        object["code"] = answer.code;
        object["question"] = text("fit." + answer.code, {});
        object["answer"] = answer_text(answer, text);
        object["found"] = answer.found();
        object["arguments"] = arguments_json(answer.arguments);
        object["changes"] = changes_json(answer.changes);
        if (answer.effect) add_effect(object, *answer.effect);
        object["limit"] = answer.limit == FitLimit::memory ? "memory" : "model";
        if (!answer.without_margin.empty()) object["without_margin"] = arguments_json(answer.without_margin);
        list.push_back(std::move(object));
    }
    return list;
}

} // namespace rigwright
