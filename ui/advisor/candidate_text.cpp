// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/advisor/candidate_text.h"

#include "core/cost/bridges.h"
#include "core/recommend/picks.h"
#include "core/recommend/recommendation_json.h"
#include "core/recommend/why_not.h"

#include <QCoreApplication>

namespace rigwright {

namespace {

QString joined_parts(const QStringList& parts) { return parts.join(QStringLiteral(" · ")); }

QString candidate_word(const char* text) { return QCoreApplication::translate("Advisor", text); }

} // namespace

QString name_of(const Candidate& candidate, const EngineData& data)
{
    return from_utf8(build_name(candidate.scenario.build, data.hardware));
}

QString details_of(const Candidate& candidate, const EngineData& data, const Words& words)
{
    const Scenario& scenario = candidate.scenario;
    QStringList parts;
    if (const Cpu* cpu = data.hardware.cpu(scenario.build.cpu)) {
        const QString name = from_utf8(cpu->name);
        const Value sockets{static_cast<double>(scenario.build.cpu_sockets), Unit::count};
        parts << (scenario.build.cpu_sockets > 1 ? QStringLiteral("%1 × %2").arg(words.text(sockets), name) : name);
    }
    if (scenario.build.ram_gib)
        parts << candidate_word(QT_TRANSLATE_NOOP("Advisor", "%1 RAM"))
                     .arg(words.text(value_of(Bytes::gib(*scenario.build.ram_gib))));
    const Bridges bridges = bridges_of(scenario.build, data.hardware);
    if (bridges.count > 0 && bridges.link != nullptr) parts << from_utf8(bridges.link->name);
    const Link* network = scenario.build.nodes > 1 ? data.hardware.link(scenario.build.node_link) : nullptr;
    if (network != nullptr) parts << from_utf8(network->name);
    parts << words.text("recommend.plan", {{"micro", value_of(Count(scenario.training.micro_batch))},
                                           {"accumulation", value_of(Count(scenario.training.gradient_accumulation))}});
    if (scenario.parallel.zero_stage > 0) parts << QStringLiteral("ZeRO-%1").arg(scenario.parallel.zero_stage);
    for (const auto& [degree, field] : {std::pair{scenario.parallel.tensor, "field.parallel.tensor"},
                                        {scenario.parallel.pipeline, "field.parallel.pipeline"}})
        if (degree > 1) parts << QStringLiteral("%1 %2").arg(words.text(field)).arg(degree);
    return joined_parts(parts);
}

QString cost_text(const CandidateFigures& figures, const std::string& currency, const Words& words)
{
    const QString text = words.text(money(figures.cost, currency));
    return figures.unpriced_lines > 0 ? QStringLiteral("≥ ") + text : text;
}

QString time_text(const CandidateFigures& figures, const Words& words)
{
    return candidate_word(QT_TRANSLATE_NOOP("Advisor", "%1 (%2 to %3)"))
        .arg(words.text(value_of(figures.time)), words.text(value_of(figures.time_low)),
             words.text(value_of(figures.time_high)));
}

QString text_of(const Remark& remark, const Words& words)
{
    return words.text("recommend." + remark.code, remark.arguments);
}

QString rejection_text(const std::string& code, bool is_finding, const Words& words)
{
    return QString::fromStdString(rejection_text(code, is_finding, words.table().message_text()));
}

QString text_of(const Relaxation& relaxation, const EngineData& data, const Words& words)
{
    return QString::fromStdString(relaxation_text(relaxation, data, words.table().message_text()));
}

QString part_text(const Candidate& candidate, const std::string& part, const AdvisorSource& source,
                  const Document& document, const Words& words)
{
    const auto answer = why_not(candidate, part, *source.found(), document.scenario().requirements, *document.data());
    if (!answer) return {};
    QStringList lines;
    for (const Remark& remark : answer->remarks) lines << text_of(remark, words);
    for (const Finding& finding : answer->findings) lines << words.text(finding);
    return lines.join(QLatin1Char('\n'));
}

QString outcome_text(const CardOutcome& card, const Recommendation& answer, const std::string& currency,
                     const Words& words)
{
    const QString name = from_utf8(card.name);
    QStringList lines;
    if (!card.rejected_by.empty())
        lines << candidate_word(QT_TRANSLATE_NOOP("Advisor", "%1 is out: %2."))
                     .arg(name, rejection_text(card.rejected_by, card.is_finding, words));
    for (const CardOption& option : card.options) {
        const QString build = from_utf8(build_name(option, card.name));
        lines << candidate_word(QT_TRANSLATE_NOOP("Advisor", "%1: %2, %3"))
                     .arg(build, cost_text(option.figures, currency, words), time_text(option.figures, words));
        for (const Candidate& better : answer.front) {
            const CandidateFigures& theirs = better.figures;
            if (better.scenario.build.gpu == card.gpu || theirs.cost > option.figures.cost ||
                theirs.time > option.figures.time)
                continue;
            lines.back() += candidate_word(QT_TRANSLATE_NOOP("Advisor", " — another candidate costs %1 and takes %2"))
                                .arg(cost_text(theirs, currency, words), words.text(value_of(theirs.time)));
            break;
        }
    }
    return lines.join(QLatin1Char('\n'));
}

} // namespace rigwright
