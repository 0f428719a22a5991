// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/advisor/candidate_text.h"

#include "core/recommend/picks.h"
#include "core/recommend/questions.h"
#include "ui/format/layout.h"
#include "ui/format/words.h"
#include "ui/theme/theme.h"

#include <QCoreApplication>
#include <QPainter>

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

QString cost_text(const CandidateFigures& figures, const std::string& currency, const Localization& words)
{
    const QString text = words.text(money(figures.cost, currency));
    return figures.unpriced_lines > 0 ? QStringLiteral("≥ ") + text : text;
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

bool speaks_against(const Remark& reason)
{
    for (const std::string_view kind : {"against.", "range.", "prices.", "holds.until"})
        if (reason.code.starts_with(kind)) return true;
    return reason.code == "why.cheapest-perhaps-in-time";
}

PickCard::PickCard(QWidget* parent)
    : Card(parent),
      heading_(new QLabel(this)),
      name_(new QLabel(this)),
      figures_(new QLabel(this)),
      gauge_(new ShareBar({80, 8}, this)),
      details_(small_label(this)),
      against_title_(small_label(this)),
      against_(small_label(this)),
      open_(new PlainButton(PlainButton::Look::link, this)),
      pin_(new PlainButton(PlainButton::Look::link, this))
{
    // What is usable ends here.
    gauge_->set_mark(1.0);
    auto* column = column_in(this, {14, 10, 14, 10}, 4);
    QFont bold = bold_of(name_->font());
    heading_->setFont(bold);
    constexpr double name_scale = 1.15;
    constexpr double figure_scale = 1.3;
    const double base = bold.pointSizeF();
    bold.setPointSizeF(base * name_scale);
    name_->setFont(bold);
    bold.setPointSizeF(base * figure_scale);
    figures_->setFont(bold);
    auto* head = row_of({{heading_, 1}});
    for (PlainButton* link : {open_, pin_}) head->addWidget(link);
    column->addLayout(head);
    against_->setForegroundRole(QPalette::WindowText);
    for (QLabel* label : {heading_, name_, figures_, details_, against_title_, against_}) {
        label->setTextFormat(Qt::PlainText);
        label->setWordWrap(true);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
        if (label != heading_) column->addWidget(label);
        if (label == figures_) column->addWidget(gauge_);
    }
    column->addStretch(1);
    connect(open_, &QAbstractButton::clicked, this, [this] {
        if (candidate_) emit open_requested(Candidate(*candidate_));
    });
    connect(pin_, &QAbstractButton::clicked, this, [this] {
        if (candidate_) emit pin_requested(Candidate(*candidate_));
    });
}

void PickCard::show_pick(const Pick& pick, const Candidate& candidate, const EngineData& engine,
                         const Localization& words)
{
    constexpr qsizetype most_against = 3;
    QStringList kinds;
    QStringList all;
    QStringList against;
    for (const PickKind kind : pick.kinds) kinds << words.text(std::string("recommend.pick.") + key_of(kind));
    for (const Remark& reason : pick.reasons) {
        all << text_of(reason, words);
        if (speaks_against(reason)) against << all.back();
    }
    if (against.isEmpty()) against << tr("Lead time unknown: ask for a quote.");
    show_candidate(candidate, kinds.join(QStringLiteral(" · ")), against.mid(0, most_against), engine, words);
    setToolTip(tool_tip(all.join(QLatin1Char('\n'))));
    setAccessibleDescription(sentences(all));
}

void PickCard::show_candidate(const Candidate& candidate, const QString& heading, const QStringList& against,
                              const EngineData& engine, const Localization& words)
{
    candidate_ = candidate;
    const CandidateFigures& figures = candidate.figures;
    heading_->setText(heading);
    name_->setText(name_of(candidate, engine));
    figures_->setText(QStringLiteral("%1   %2").arg(cost_text(figures, candidate.scenario.economics.currency, words),
                                                    words.text(value_of(figures.time))));
    gauge_->show_share(0.0, 1.0 - figures.headroom, &Theme::good);
    const QString spare = words.text(Value{figures.headroom, Unit::share});
    gauge_->setAccessibleName(tr("GPU memory: %1 spare").arg(spare));
    gauge_->setToolTip(gauge_->accessibleName());
    details_->setText(
        kept_together(tr("at worst %1 · %2 memory spare · %3")
                          .arg(words.text(value_of(figures.time_high)), spare, words.text(value_of(figures.power))) +
                      QLatin1Char('\n') + details_of(candidate, engine, words)));
    against_title_->setText(tr("Drawbacks"));
    QStringList lines;
    for (const QString& line : against) lines << QStringLiteral("• ") + line;
    against_->setText(kept_together(lines.join(QLatin1Char('\n'))));
    for (QLabel* label : {against_title_, against_}) label->setVisible(!against.isEmpty());
    open_->show_text(tr("Add"));
    open_->setToolTip(tr("Add as a machine after the current one; one undo step"));
    open_->setAccessibleDescription(name_->text());
    pin_->show_text(tr("Compare"));
    pin_->setToolTip(tr("Add as a machine to the comparison and stay here"));
    pin_->setAccessibleDescription(name_->text());
}

void PickCard::set_emphasized(bool emphasized)
{
    emphasized_ = emphasized;
    update();
}

void PickCard::paintEvent(QPaintEvent* event)
{
    Card::paintEvent(event);
    if (!emphasized_) return;
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    constexpr double width = 2.0;
    constexpr double radius = 6.0;
    painter.setPen(QPen(theme_of(palette()).accent, width));
    painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), radius, radius);
}

void PickCard::set_outdated(bool outdated)
{
    for (QWidget* widget : std::initializer_list<QWidget*>{name_, figures_, gauge_, against_, open_, pin_})
        widget->setEnabled(!outdated);
}

} // namespace rigwright
