// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/advisor/advisor_page.h"

#include "core/recommend/why_not.h"
#include "ui/advisor/candidate_text.h"

#include <QSignalBlocker>

#include <algorithm>

namespace rigwright {

namespace {

/// The reasons that rule out most; the others are few candidates each.
constexpr std::size_t most_reasons = 8;

bool holds(const std::vector<std::string>& list, const std::string& name)
{
    return std::find(list.begin(), list.end(), name) != list.end();
}

} // namespace

std::vector<PickCard*> AdvisorPage::picks() const
{
    std::vector<PickCard*> shown;
    for (PickCard* card : picks_)
        if (card->isVisibleTo(this)) shown.push_back(card);
    return shown;
}

void AdvisorPage::follow()
{
    if (!isVisible()) return;
    show_status();
    show_makers();
    show_picks();
    show_rest();
    const bool asks_about_cards = kinds_->currentIndex() <= 0;
    if (asks_about_cards && cards_->count() != static_cast<int>(source_.recommendation().cards.size())) fill_cards();
    show_why_not();
}

void AdvisorPage::show_status()
{
    const bool searching = source_.is_searching();
    progress_->setVisible(searching);
    if (searching != progress_timer_->isActive()) searching ? progress_timer_->start() : progress_timer_->stop();
    show_progress();
    stop_->setVisible(searching);
    search_->setVisible(!searching && !source_.is_current());
    QString text;
    if (searching && source_.found() == nullptr)
        text = tr("Searching the catalogue for builds that train this…");
    else if (searching && source_.found()->memory_counts != source_.memory_counts())
        text = tr("Searching anew. What is shown is the answer before.");
    else if (searching)
        text = tr("The plan has changed: searching anew. What is shown belongs to the plan before.");
    else if (source_.was_stopped())
        text = source_.found() == nullptr ? tr("The search was stopped.")
                                          : tr("The search was stopped. What is shown belongs to an earlier plan.");
    else if (!source_.is_current())
        text = tr("What is shown belongs to an earlier plan.");
    else
        text =
            source_.memory_counts()
                ? tr("Builds for this training that nothing outdoes in cost, time, power and free GPU memory. Moving a "
                     "limit needs no new search.")
                : tr("Builds for this training that nothing outdoes in cost, time and power. Moving a limit needs no "
                     "new search.");
    if (!trouble_.isEmpty()) text = trouble_;
    status_->setText(text);
}

/// Busy where what is left cannot be counted beforehand.
void AdvisorPage::show_progress()
{
    constexpr int steps = 100;
    const std::optional<double> share = source_.progress();
    progress_->setRange(0, share ? steps : 0);
    if (share) progress_->setValue(static_cast<int>(*share * steps));
}

void AdvisorPage::show_makers()
{
    const std::vector<std::string>& allowed = document_.scenario().constraints.vendors;
    for (QCheckBox* maker : makers_) {
        const QSignalBlocker quiet(maker);
        maker->setChecked(allowed.empty() || holds(allowed, maker->text().toStdString()));
    }
}

/// All ticked is no limit; the last tick stays, since nothing would be left to search.
void AdvisorPage::change_makers()
{
    Scenario next = document_.scenario();
    std::vector<std::string>& allowed = next.constraints.vendors;
    // Makers of processors may stand in the list too, and stay.
    std::erase_if(allowed, [this](const std::string& name) {
        return std::any_of(makers_.begin(), makers_.end(),
                           [&](const QCheckBox* maker) { return maker->text().toStdString() == name; });
    });
    const std::vector<std::string> others = allowed;
    std::size_t ticked = 0;
    for (const QCheckBox* maker : makers_)
        if (maker->isChecked()) {
            ++ticked;
            allowed.push_back(maker->text().toStdString());
        }
    if (ticked == makers_.size()) allowed = others;
    if (ticked > 0 && next != document_.scenario()) document_.set_scenario(next, tr("makers of graphics cards"));
    show_makers();
}

void AdvisorPage::show_picks()
{
    const Recommendation& answer = source_.recommendation();
    const bool outdated = !source_.is_current();
    for (std::size_t i = 0; i < picks_.size(); ++i) {
        picks_[i]->setVisible(i < answer.picks.size());
        if (i >= answer.picks.size()) continue;
        const Pick& pick = answer.picks[i];
        QStringList kinds;
        for (const PickKind kind : pick.kinds) kinds << words_.text(std::string("recommend.pick.") + key_of(kind));
        QStringList reasons;
        for (const Remark& reason : pick.reasons) reasons << QStringLiteral("• ") + text_of(reason, words_);
        picks_[i]->show_candidate(answer.front[pick.candidate], kinds.join(QStringLiteral(" · ")), reasons,
                                  *document_.data(), words_);
        picks_[i]->set_outdated(outdated);
    }
    if (chosen_->candidate() && source_.found() == nullptr) chosen_->hide();
    chosen_->set_outdated(outdated);
    QStringList lines;
    for (const Finding& error : answer.errors) lines << words_.text(error);
    if (source_.found() != nullptr && answer.front.empty() && answer.errors.empty()) {
        lines << words_.text("recommend.none");
        if (!answer.relaxations.empty()) lines << words_.text("recommend.which-limit");
        for (const Relaxation& relaxation : answer.relaxations)
            lines << QStringLiteral("• ") + text_of(relaxation, *document_.data(), words_);
        if (answer.relaxations.empty())
            lines << (source_.is_searching() ? tr("Looking for the limit that would have to give…")
                                             : tr("Drag a limit outwards, or empty its field."));
    }
    for (const Remark& remark : answer.remarks) lines << text_of(remark, words_);
    empty_->setText(lines.join(QLatin1Char('\n')));
    empty_->setVisible(!lines.isEmpty());
}

void AdvisorPage::show_rest()
{
    const Recommendation& answer = source_.recommendation();
    const bool known = source_.found() != nullptr;
    counts_title_->setVisible(known);
    counts_->setVisible(known);
    if (!known) return;
    const auto count = [](auto number) { return Argument(Value{static_cast<double>(number), Unit::count}); };
    QStringList lines{words_.text("recommend.examined", {{"candidates", count(answer.candidates)},
                                                         {"cards", count(answer.cards.size())},
                                                         {"evaluated", count(answer.evaluated)}})};
    lines << words_.text("recommend.rejections");
    for (std::size_t i = 0; i < std::min(answer.rejections.size(), most_reasons); ++i) {
        const Rejection& rejection = answer.rejections[i];
        lines << QStringLiteral("• ") +
                     words_.text(
                         "recommend.rejection-line",
                         {{"candidates", count(rejection.candidates)},
                          {"cards", count(rejection.cards)},
                          {"reason", rejection_text(rejection.code, rejection.is_finding, words_).toStdString()}});
    }
    if (answer.rejections.size() > most_reasons)
        lines << tr("… and %1 rarer reasons").arg(answer.rejections.size() - most_reasons);
    counts_->setText(lines.join(QLatin1Char('\n')));
}

void AdvisorPage::fill_heights()
{
    const QSignalBlocker quiet(heights_);
    heights_->clear();
    heights_->addItems({tr("Time"), tr("Power"), tr("Free memory")});
    heights_->setCurrentIndex(static_cast<int>(front_->height()));
}

void AdvisorPage::fill_kinds()
{
    const QSignalBlocker quiet(kinds_);
    const int before = kinds_->currentIndex();
    kinds_->clear();
    kinds_->addItem(words_.text("field.build.gpu"), QString());
    for (const char* field : part_fields)
        kinds_->addItem(words_.text(std::string("field.") + field), QString::fromLatin1(field));
    kinds_->setCurrentIndex(std::max(before, 0));
}

void AdvisorPage::fill_cards()
{
    const QSignalBlocker quiet(cards_);
    const QString before = cards_->currentData().toString();
    cards_->clear();
    const std::string field = kinds_->currentData().toString().toStdString();
    if (!field.empty()) {
        for (const NamedPart& part : parts_of(field, document_.data()->hardware))
            cards_->addItem(from_utf8(part.name), from_utf8(part.id));
        cards_->setCurrentIndex(std::max(cards_->findData(before), 0));
        cards_->setEnabled(cards_->count() > 0);
        return;
    }
    std::vector<const CardOutcome*> all;
    for (const CardOutcome& card : source_.recommendation().cards) all.push_back(&card);
    std::ranges::sort(all, {}, [](const CardOutcome* card) { return card->name; });
    for (const CardOutcome* card : all) cards_->addItem(from_utf8(card->name), from_utf8(card->gpu));
    const int own = cards_->findData(from_utf8(document_.scenario().build.gpu));
    const int same = cards_->findData(before);
    cards_->setCurrentIndex(same >= 0 ? same : std::max(own, 0));
    cards_->setEnabled(!all.empty());
}

/// The candidate that was clicked, else the first that is proposed.
const Candidate* AdvisorPage::asked_about() const
{
    if (chosen_->candidate() && chosen_->isVisibleTo(this)) return &*chosen_->candidate();
    const Recommendation& answer = source_.recommendation();
    return answer.picks.empty() ? nullptr : &answer.front[answer.picks.front().candidate];
}

void AdvisorPage::show_why_not()
{
    const Recommendation& answer = source_.recommendation();
    const std::string id = cards_->currentData().toString().toStdString();
    if (kinds_->currentIndex() > 0) {
        const Candidate* candidate = source_.found() != nullptr ? asked_about() : nullptr;
        why_not_->setText(candidate != nullptr ? part_text(*candidate, id, source_, document_, words_)
                                               : tr("When a build is proposed, its parts can be asked about here."));
        return;
    }
    const auto card = std::ranges::find(answer.cards, id, &CardOutcome::gpu);
    why_not_->setText(card == answer.cards.end()
                          ? tr("When the search has ended, any card of the catalogue can be asked about here.")
                          : outcome_text(*card, answer, document_.scenario().economics.currency, words_));
}

void AdvisorPage::choose(const Candidate& candidate)
{
    chosen_->show_candidate(candidate, tr("Chosen in the picture"), {}, *document_.data(), words_);
    chosen_->set_outdated(!source_.is_current());
    chosen_->show();
    front_->set_chosen(&candidate);
    show_why_not();
}

void AdvisorPage::add(const Candidate& candidate, bool pinned)
{
    if (!source_.is_current()) return;
    const QString name = name_of(candidate, *document_.data());
    const bool added = source_.add_build(candidate, name.toStdString(), pinned,
                                         pinned ? tr("pin %1").arg(name) : tr("open %1 as a build").arg(name));
    trouble_ = added    ? QString()
               : pinned ? tr("%1 was not pinned: the project or the comparison is full.").arg(name)
                        : tr("%1 was not opened: the project is full.").arg(name);
    show_status();
}

} // namespace rigwright
