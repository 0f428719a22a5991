// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/advisor/candidate_text.h"

#include "core/estimate/run/bill_of_materials.h"
#include "core/recommend/picks.h"
#include "core/recommend/recommendation.h"
#include "core/recommend/why_not.h"
#include "ui/controls/card.h"

#include <QBoxLayout>
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

QString details_of(const Candidate& candidate, const EngineData& data, const Localization& words)
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

QString cost_text(const CandidateFigures& figures, const std::string& currency, const Localization& words)
{
    const QString text = words.text(money(figures.cost, currency));
    return figures.unpriced_lines > 0 ? QStringLiteral("≥ ") + text : text;
}

QString answer_text(const Candidate& candidate, const EngineData& data, const Localization& words)
{
    const CandidateFigures& figures = candidate.figures;
    const QString build = name_of(candidate, data);
    const QString head = candidate.outlay == Outlay::rent
                             ? candidate_word(QT_TRANSLATE_NOOP("Advisor", "Rent %1")).arg(build)
                             : candidate_word(QT_TRANSLATE_NOOP("Advisor", "Buy %1")).arg(build);
    const QString time = words.text(value_of(figures.time));
    const QString done = candidate.scenario.dataset.samples
                             ? candidate_word(QT_TRANSLATE_NOOP("Advisor", "done in %1")).arg(time)
                             : candidate_word(QT_TRANSLATE_NOOP("Advisor", "%1 for each sample")).arg(time);
    return candidate_word(QT_TRANSLATE_NOOP("Advisor", "%1: %2, %3 (at worst %4), fits with %5 to spare."))
        .arg(head, cost_text(figures, candidate.scenario.economics.currency, words), done,
             words.text(value_of(figures.time_high)), words.text(Value{figures.headroom, Unit::share}));
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

QString outcome_text(const CardOutcome& card, const Recommendation& answer, const std::string& currency,
                     const Localization& words)
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

PickCard::PickCard(QWidget* parent)
    : Card(parent),
      heading_(small_label(this)),
      name_(new QLabel(this)),
      figures_(new QLabel(this)),
      details_(small_label(this)),
      reasons_(new QLabel(this)),
      open_(new QPushButton(this)),
      pin_(new QPushButton(this))
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(10, 8, 10, 8);
    column->setSpacing(3);
    QFont bold = name_->font();
    bold.setBold(true);
    name_->setFont(bold);
    for (QLabel* label : {heading_, name_, figures_, details_, reasons_}) {
        label->setTextFormat(Qt::PlainText);
        label->setWordWrap(true);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
        column->addWidget(label);
    }
    auto* row = new QHBoxLayout;
    row->setContentsMargins(0, 4, 0, 0);
    for (QPushButton* button : {open_, pin_}) row->addWidget(button);
    row->addStretch(1);
    column->addLayout(row);
    connect(open_, &QPushButton::clicked, this, [this] {
        if (candidate_) emit open_requested(Candidate(*candidate_));
    });
    connect(pin_, &QPushButton::clicked, this, [this] {
        if (candidate_) emit pin_requested(Candidate(*candidate_));
    });
}

void PickCard::show_candidate(const Candidate& candidate, const QString& heading, const QStringList& reasons,
                              const EngineData& engine, const Localization& words)
{
    candidate_ = candidate;
    const CandidateFigures& figures = candidate.figures;
    heading_->setText(heading);
    name_->setText(name_of(candidate, engine));
    figures_->setText(tr("%1 · %2 · %3")
                          .arg(cost_text(figures, candidate.scenario.economics.currency, words),
                               time_text(figures, words), words.text(value_of(figures.power))));
    details_->setText(details_of(candidate, engine, words));
    reasons_->setText(reasons.join(QLatin1Char('\n')));
    reasons_->setVisible(!reasons.isEmpty());
    open_->setText(tr("Open as build"));
    open_->setToolTip(tr("A new build beside the one that is worked on; one undo takes it away"));
    open_->setAccessibleDescription(name_->text());
    pin_->setText(tr("Pin"));
    pin_->setToolTip(tr("Put it into the comparison, and stay here"));
    pin_->setAccessibleDescription(name_->text());
}

void PickCard::set_outdated(bool outdated)
{
    for (QWidget* widget : std::initializer_list<QWidget*>{name_, figures_, reasons_, open_, pin_})
        widget->setEnabled(!outdated);
}

} // namespace rigwright
