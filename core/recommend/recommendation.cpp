// SPDX-License-Identifier: Apache-2.0
#include "core/recommend/recommendation.h"

#include "core/recommend/picks.h"
#include "core/scenario/list_json.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace rigwright {

namespace {

using nlohmann::ordered_json;

const std::string prefix = "recommend.";

/// Findings with a separate short reason.
constexpr std::array<std::string_view, 5> named_findings{"does-not-fit", "does-not-fit-at-all", "memory-tight",
                                                         "host-memory-too-small", "peak-not-published"};

ordered_json figures_json(const CandidateFigures& figures)
{
    return {{"cost", figures.cost},
            {"unpriced_lines", figures.unpriced_lines},
            {"time_seconds", figures.time.base()},
            {"low_seconds", figures.time_low.base()},
            {"high_seconds", figures.time_high.base()},
            {"power_W", figures.power.base()},
            {"memory_headroom", figures.headroom}};
}

ordered_json candidate_json(const Candidate& candidate, const EngineData& data)
{
    ordered_json object{{"build", build_name(candidate.scenario.build, data.hardware)},
                        {"outlay", key_of(candidate.outlay)}};
    object.update(figures_json(candidate.figures));
    object["changes"] = changes_json(candidate.changes);
    object["findings"] = list_json(candidate.findings, &Finding::code);
    return object;
}

ordered_json remark_json(const Remark& remark, const MessageText& text)
{
    return {{"code", remark.code}, {"message", remark_text(remark, text)}};
}

ordered_json pick_json(const Pick& pick, const MessageText& text)
{
    return {{"kinds", list_json(pick.kinds, key_of<PickKind>)},
            {"candidate", pick.candidate},
            {"clear", pick.is_clear},
            {"reasons", list_json(pick.reasons, [&](const Remark& reason) { return remark_json(reason, text); })}};
}

ordered_json card_json(const CardOutcome& card)
{
    ordered_json object{{"gpu", card.gpu}, {"name", card.name}};
    if (!card.rejected_by.empty()) object["rejected_by"] = card.rejected_by;
    object["options"] = list_json(card.options, [](const CardOption& option) {
        ordered_json one{{"gpus", gpu_count(option.build)}, {"machines", option.build.nodes}};
        one.update(figures_json(option.figures));
        return one;
    });
    return object;
}

ordered_json relaxation_json(const Relaxation& relaxation, const EngineData& data, const MessageText& text)
{
    ordered_json object{{"field", relaxation.field}};
    if (relaxation.present) object["present"] = relaxation.present->number;
    if (relaxation.needed) object["needed"] = relaxation.needed->number;
    if (!relaxation.needed_name.empty()) object["needed_name"] = relaxation.needed_name;
    if (relaxation.share) object["share"] = *relaxation.share;
    object["message"] = relaxation_text(relaxation, data, text);
    object["admitted"] = candidate_json(relaxation.admitted, data);
    return object;
}

} // namespace

std::string rejection_text(const std::string& code, bool is_finding, const MessageText& text)
{
    const bool named = std::ranges::find(named_findings, code) != named_findings.end();
    if (is_finding && !named) return text("recommend.rejected.finding", {{"code", code}});
    return text("recommend.rejected." + code, {});
}

std::string remark_text(const Remark& remark, const MessageText& text)
{
    return text(prefix + remark.code, remark.arguments);
}

std::string relaxation_text(const Relaxation& relaxation, const EngineData& data, const MessageText& text)
{
    const Candidate& admitted = relaxation.admitted;
    Arguments arguments{{"limit", MessageCode{"field." + relaxation.field}},
                        {"build", build_name(admitted.scenario.build, data.hardware)},
                        {"cost", money(admitted.figures.cost, admitted.scenario.economics.currency)},
                        {"time", value_of(admitted.figures.time)}};
    if (relaxation.present && relaxation.needed) {
        arguments.emplace_back("present", *relaxation.present);
        arguments.emplace_back("needed", *relaxation.needed);
        return text("recommend.relaxed.amount", arguments);
    }
    if (relaxation.needed_name.empty()) return text("recommend.relaxed.lifted", arguments);
    if (relaxation.field == "constraints.availability")
        arguments.emplace_back("name", MessageCode{"availability." + relaxation.needed_name});
    else
        arguments.emplace_back("name", relaxation.needed_name);
    return text("recommend.relaxed.name", arguments);
}

ordered_json recommendation_json(const Recommendation& answer, const EngineData& data, const std::string& currency,
                                 const MessageText& text)
{
    ordered_json file{{"format", "rigwright.recommendation"},
                      {"version", 1},
                      {"outlay", key_of(answer.outlay)},
                      {"time_of", answer.time_is_of_run ? "run" : "sample"},
                      {"currency", currency},
                      {"candidates", answer.candidates},
                      {"evaluated", answer.evaluated},
                      {"complete", answer.complete}};
    file["front"] = list_json(answer.front, [&](const Candidate& c) { return candidate_json(c, data); });
    file["picks"] = list_json(answer.picks, [&](const Pick& pick) { return pick_json(pick, text); });
    file["rejections"] = list_json(answer.rejections, [&](const Rejection& rejection) {
        return ordered_json{{"code", rejection.code},
                            {"candidates", rejection.candidates},
                            {"cards", rejection.cards},
                            {"message", rejection_text(rejection.code, rejection.is_finding, text)}};
    });
    file["relaxations"] =
        list_json(answer.relaxations, [&](const Relaxation& r) { return relaxation_json(r, data, text); });
    file["remarks"] = list_json(answer.remarks, [&](const Remark& remark) { return remark_json(remark, text); });
    file["cards"] = list_json(answer.cards, [](const CardOutcome& card) { return card_json(card); });
    return file;
}

} // namespace rigwright
