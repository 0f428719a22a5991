// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/advisor/candidate_text.h"

#include "core/recommend/picks.h"
#include "core/recommend/questions.h"

#include <QCoreApplication>
#include <QString>

#include <optional>

namespace rigwright {

namespace {

QString joined_parts(const QStringList& parts) { return parts.join(QStringLiteral(" · ")); }

QString candidate_word(const char* text) { return QCoreApplication::translate("Advisor", text); }

QStringList host_texts(const BuildChoice& build, const Catalog& hardware, const Localization& words)
{
    const QString memory = build.ram_gib ? candidate_word(QT_TRANSLATE_NOOP("Advisor", "%1 RAM"))
                                               .arg(words.text(value_of(Bytes::gib(*build.ram_gib))))
                                         : QString();
    QStringList parts;
    for (const std::string& part : host_parts(build, hardware, memory.toStdString())) parts << from_utf8(part);
    return parts;
}

} // namespace

QString name_of(const Candidate& candidate, const EngineData& data)
{
    return from_utf8(build_name(candidate.scenario.build, data.hardware));
}

QString details_of(const Candidate& candidate, const EngineData& data, const Localization& words)
{
    const Scenario& scenario = candidate.scenario;
    QStringList parts = host_texts(scenario.build, data.hardware, words);
    parts << words.text("recommend.plan", {{"micro", value_of(Count(scenario.training.micro_batch))},
                                           {"accumulation", value_of(Count(scenario.training.gradient_accumulation))}});
    if (scenario.parallel.zero_stage > 0) parts << QStringLiteral("ZeRO-%1").arg(scenario.parallel.zero_stage);
    for (const auto& [degree, field] : {std::pair{scenario.parallel.tensor, "field.parallel.tensor"},
                                        {scenario.parallel.pipeline, "field.parallel.pipeline"}})
        if (degree > 1) parts << QStringLiteral("%1 %2").arg(words.text(field)).arg(degree);
    return joined_parts(parts);
}

QString answer_text(const Candidate& candidate, bool time_is_of_run, const EngineData& data, const Localization& words)
{
    const CandidateFigures& figures = candidate.figures;
    const QString build = name_of(candidate, data);
    const QString head = candidate.outlay == Outlay::rent
                             ? candidate_word(QT_TRANSLATE_NOOP("Advisor", "Rent %1")).arg(build)
                             : candidate_word(QT_TRANSLATE_NOOP("Advisor", "Buy %1")).arg(build);
    const QString time = words.text(value_of(figures.time));
    const QString done = time_is_of_run ? candidate_word(QT_TRANSLATE_NOOP("Advisor", "done in %1")).arg(time)
                                        : candidate_word(QT_TRANSLATE_NOOP("Advisor", "%1 for each sample")).arg(time);
    QString cost = words.text(money(figures.cost, candidate.scenario.economics.currency));
    if (figures.unpriced_lines > 0) cost = candidate_word(QT_TRANSLATE_NOOP("Advisor", "at least %1")).arg(cost);
    return candidate_word(QT_TRANSLATE_NOOP("Advisor", "%1: %2, %3 (at worst %4), fits with %5 to spare."))
        .arg(head, cost, done, words.text(value_of(figures.time_high)),
             words.text(Value{figures.headroom, Unit::share}));
}

QString time_text(const CandidateFigures& figures, const Localization& words)
{
    return candidate_word(QT_TRANSLATE_NOOP("Advisor", "%1 (%2 to %3)"))
        .arg(words.text(value_of(figures.time)), words.text(value_of(figures.time_low)),
             words.text(value_of(figures.time_high)));
}

QString text_of(const Remark& remark, const Localization& words)
{
    return words.text("recommend." + remark.code, remark.arguments);
}

QString rejection_text(const std::string& code, bool is_finding, const Localization& words)
{
    return QString::fromStdString(rejection_text(code, is_finding, words.table().message_text()));
}

QString text_of(const Relaxation& relaxation, const EngineData& data, const Localization& words)
{
    return QString::fromStdString(relaxation_text(relaxation, data, words.table().message_text()));
}

QString part_text(const Candidate& candidate, const std::string& part, const AdvisorSource& source,
                  const Document& document, const Localization& words)
{
    const auto answer = why_not(candidate, part, *source.found(), document.scenario().requirements, *document.data());
    if (!answer) return {};
    QStringList lines;
    for (const Remark& remark : answer->remarks) lines << text_of(remark, words);
    for (const Finding& finding : answer->findings) lines << words.text(finding);
    return lines.join(QLatin1Char('\n'));
}

QString outcome_text(const CardOutcome& card, const Recommendation& answer, const Catalog& hardware,
                     const std::string& currency, const Localization& words)
{
    const QString name = from_utf8(card.name);
    QStringList lines;
    if (!card.rejected_by.empty())
        lines << candidate_word(QT_TRANSLATE_NOOP("Advisor", "%1 is out: %2."))
                     .arg(name, rejection_text(card.rejected_by, card.is_finding, words));
    for (const CardOption& option : card.options) {
        QString build = from_utf8(build_name(option.build, hardware));
        if (shares_name(option, card))
            build = candidate_word(QT_TRANSLATE_NOOP("Advisor", "%1 (%2)"))
                        .arg(build, joined_parts(host_texts(option.build, hardware, words)));
        lines << candidate_word(QT_TRANSLATE_NOOP("Advisor", "%1: %2, %3"))
                     .arg(build, words.text(option.figures.outlay(currency)), time_text(option.figures, words));
        for (const Candidate& better : answer.front) {
            const CandidateFigures& theirs = better.figures;
            if (better.scenario.build.gpu == card.gpu || theirs.cost > option.figures.cost ||
                theirs.time > option.figures.time)
                continue;
            lines.back() += candidate_word(QT_TRANSLATE_NOOP("Advisor", " — another candidate costs %1 and takes %2"))
                                .arg(words.text(theirs.outlay(currency)), words.text(value_of(theirs.time)));
            break;
        }
    }
    return lines.join(QLatin1Char('\n'));
}

bool speaks_against(const Remark& reason)
{
    for (const std::string_view kind : {"against.", "range.", "prices.", "holds.until"})
        if (reason.code.starts_with(kind)) return true;
    return reason.code == "why.cheapest-perhaps-in-time";
}

} // namespace rigwright
